//! An instruction's modifiers, all of which must be understood.

use crate::decode::refusal::{Decoded, Refusal};
use crate::forms::Modifier;
use crate::ptx::{StateSpace, Type};

/// The modifiers, and which of them have been read.
pub struct Modifiers<'a> {
    words: &'a [Modifier<'a>],
    read: u64,
}

impl<'a> Modifiers<'a> {
    /// Wraps modifiers, none of them read yet.
    pub fn new(words: &'a [Modifier<'a>]) -> Modifiers<'a> {
        Modifiers { words, read: 0 }
    }

    fn unread(&self) -> impl Iterator<Item = (usize, Modifier<'a>)> + use<'a> {
        let read = self.read;
        let words = self.words.iter().copied().enumerate();
        words.filter(move |(index, _)| *index < 64 && read >> index & 1 == 0)
    }

    fn mark(&mut self, index: usize) {
        self.read |= 1 << index;
    }

    /// Returns `true` if `modifier` is present, and marks it as read.
    pub fn flag(&mut self, modifier: Modifier<'_>) -> bool {
        match self.unread().find(|(_, found)| *found == modifier) {
            Some((index, _)) => {
                self.mark(index);
                true
            }
            None => false,
        }
    }

    /// Returns the value of the first of `choices` that is present.
    pub fn choice<T: Copy>(&mut self, choices: &[(Modifier<'_>, T)]) -> Option<T> {
        choices.iter().find(|(word, _)| self.flag(*word)).map(|(_, value)| *value)
    }

    /// Returns what `meaning` returns for the first modifier for which it returns something.
    pub fn find<T>(&mut self, meaning: impl Fn(Modifier<'a>) -> Option<T>) -> Option<T> {
        let (index, found) =
            self.unread().find_map(|(index, word)| Some((index, meaning(word)?)))?;
        self.mark(index);
        Some(found)
    }

    /// Returns the next type.
    pub fn ty(&mut self) -> Option<Type> {
        self.find(Type::of)
    }

    /// Returns the next type, which is required.
    pub fn need_ty(&mut self) -> Decoded<Type> {
        match (self.ty(), self.unread().next()) {
            (Some(ty), _) => Ok(ty),
            (None, None) => Err("the instruction has no type".into()),
            (None, Some(_)) => Err(Refusal::unsupported(
                "the instruction has no type that the software device knows",
            )),
        }
    }

    /// Returns the state space; generic if none is given.
    pub fn space(&mut self) -> StateSpace {
        self.find(StateSpace::of).unwrap_or(StateSpace::Generic)
    }

    /// Skips memory order, scope and caching, which have no effect here.
    pub fn skip_order(&mut self) {
        const ORDER: &[Modifier<'static>] = &[
            Modifier::Weak,
            Modifier::Relaxed,
            Modifier::Acquire,
            Modifier::Release,
            Modifier::AcqRel,
            Modifier::Sc,
            Modifier::Cta,
            Modifier::Cluster,
            Modifier::Gpu,
            Modifier::Sys,
            Modifier::Ca,
            Modifier::Cg,
            Modifier::Cs,
            Modifier::Lu,
            Modifier::Cv,
            Modifier::Wb,
            Modifier::Wt,
            Modifier::Nc,
            Modifier::Mmio,
            Modifier::L1EvictNormal,
            Modifier::L1EvictUnchanged,
            Modifier::L1EvictFirst,
            Modifier::L1EvictLast,
            Modifier::L1NoAllocate,
            Modifier::L2_64B,
            Modifier::L2_128B,
            Modifier::L2_256B,
            Modifier::L2EvictFirst,
            Modifier::L2EvictLast,
            Modifier::L2EvictNormal,
        ];
        for word in ORDER {
            while self.flag(*word) {}
        }
    }

    /// Returns the number of elements of a vector: 1, 2, 4 or 8.
    pub fn vector(&mut self) -> usize {
        self.choice(&[(Modifier::V2, 2), (Modifier::V4, 4), (Modifier::V8, 8)]).unwrap_or(1)
    }

    /// Returns the rounding direction of arithmetic, as `Rounding::from_bits` reads it.
    pub fn rounding(&mut self) -> Option<u32> {
        self.choice(&[
            (Modifier::Rn, 0),
            (Modifier::Rz, 1),
            (Modifier::Rm, 2),
            (Modifier::Rp, 3),
            (Modifier::Rna, 4),
        ])
    }

    /// Fails if a modifier wasn't read.
    pub fn finish(&self) -> Decoded<()> {
        match self.unread().next() {
            Some((_, word)) => Err(Refusal::unsupported(format!(
                "the software device doesn't know what .{} means here",
                word.name()
            ))),
            None if self.words.len() > 64 => {
                Err("the instruction has more than 64 modifiers".into())
            }
            None => Ok(()),
        }
    }
}
