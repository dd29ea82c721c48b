//! An instruction's modifiers, all of which must be understood.

use crate::decode::refusal::{Decoded, Refusal};
use crate::ptx::{StateSpace, Type};

/// The modifiers, and which of them have been read.
pub struct Modifiers<'a> {
    words: &'a [&'a str],
    read: u64,
}

impl<'a> Modifiers<'a> {
    /// Wraps modifiers, none of them read yet.
    pub fn new(words: &'a [&'a str]) -> Modifiers<'a> {
        Modifiers { words, read: 0 }
    }

    fn unread(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let read = self.read;
        let words = self.words.iter().copied().enumerate();
        words.filter(move |(index, _)| *index < 64 && read >> index & 1 == 0)
    }

    fn mark(&mut self, index: usize) {
        self.read |= 1 << index;
    }

    /// Returns `true` if `word` is present, and marks it as read.
    pub fn flag(&mut self, word: &str) -> bool {
        match self.unread().find(|(_, found)| *found == word) {
            Some((index, _)) => {
                self.mark(index);
                true
            }
            None => false,
        }
    }

    /// Returns the value of the first present word of `choices`.
    pub fn choice<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        choices.iter().find(|(word, _)| self.flag(word)).map(|(_, value)| *value)
    }

    /// Returns the next type.
    pub fn ty(&mut self) -> Option<Type> {
        let (index, ty) =
            self.unread().find_map(|(index, word)| Some((index, Type::from_name(word)?)))?;
        self.mark(index);
        Some(ty)
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
        let found =
            self.unread().find_map(|(index, word)| Some((index, StateSpace::from_name(word)?)));
        found.map_or(StateSpace::Generic, |(index, space)| {
            self.mark(index);
            space
        })
    }

    /// Skips memory order, scope and caching, which have no effect here.
    pub fn skip_order(&mut self) {
        const ORDER: &[&str] = &[
            "weak",
            "relaxed",
            "acquire",
            "release",
            "acq_rel",
            "sc",
            "cta",
            "cluster",
            "gpu",
            "sys",
            "ca",
            "cg",
            "cs",
            "lu",
            "cv",
            "wb",
            "wt",
            "nc",
            "mmio",
            "L1::evict_normal",
            "L1::evict_unchanged",
            "L1::evict_first",
            "L1::evict_last",
            "L1::no_allocate",
            "L2::64B",
            "L2::128B",
            "L2::256B",
            "L2::evict_first",
            "L2::evict_last",
            "L2::evict_normal",
        ];
        for word in ORDER {
            while self.flag(word) {}
        }
    }

    /// Returns the number of elements of a vector: 1, 2, 4 or 8.
    pub fn vector(&mut self) -> usize {
        self.choice(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1)
    }

    /// Returns the rounding direction of arithmetic, as `Rounding::from_bits` reads it.
    pub fn rounding(&mut self) -> Option<u32> {
        self.choice(&[("rn", 0), ("rz", 1), ("rm", 2), ("rp", 3), ("rna", 4)])
    }

    /// Fails if a modifier wasn't read.
    pub fn finish(&self) -> Decoded<()> {
        match self.unread().next() {
            Some((_, word)) => Err(Refusal::unsupported(format!(
                "the software device doesn't know what .{word} means here"
            ))),
            None if self.words.len() > 64 => {
                Err("the instruction has more than 64 modifiers".into())
            }
            None => Ok(()),
        }
    }
}
