//! Register allocation by linear scan (Poletto and Sarkar, 1999): registers with disjoint live intervals share a position in
//! the frame.

use crate::decode::liveness::live_intervals;
use crate::ptx::{Function, Register};
use std::collections::HashMap;

/// The positions of registers, and the current size of the frame.
#[derive(Default)]
pub struct Places {
    /// The first word of each register.
    pub at: HashMap<u32, u32>,
    /// The number of allocated words.
    pub words: u32,
}

/// Allocates every register of `function`. `name` returns the register that represents another.
pub fn allocate(function: &Function<'_>, name: impl Fn(Register) -> Option<Register>) -> Places {
    let intervals = live_intervals(function, name);
    let mut predicates = Vec::new();
    let mut planes: [Pool; 3] = Default::default();
    let (mut pred_words, mut plane_words) = (0, 0);
    let mut at = HashMap::new();
    let mut busy: Vec<(usize, u32)> = Vec::new();
    for interval in &intervals {
        if interval.words == 0 {
            busy.retain(|&(last, word)| {
                let over = last < interval.first;
                if over {
                    predicates.push(word);
                }
                !over
            });
            let word = predicates.pop().unwrap_or_else(|| {
                pred_words += 1;
                pred_words - 1
            });
            busy.push((interval.last, word));
            at.insert(interval.register, word);
            continue;
        }
        let size = interval.words * 32;
        let place = planes[interval.words.trailing_zeros() as usize]
            .take(interval.first, interval.last)
            .unwrap_or_else(|| {
                plane_words += size;
                plane_words - size
            });
        planes[interval.words.trailing_zeros() as usize].busy.push((interval.last, place));
        at.insert(interval.register, place);
    }
    let first_plane = u32::next_multiple_of(pred_words, 32);
    for interval in &intervals {
        if interval.words != 0
            && let Some(place) = at.get_mut(&interval.register)
        {
            *place += first_plane;
        }
    }
    Places { at, words: first_plane + plane_words }
}

/// The positions of one size.
#[derive(Default)]
struct Pool {
    free: Vec<u32>,
    busy: Vec<(usize, u32)>,
}

impl Pool {
    fn take(&mut self, first: usize, _: usize) -> Option<u32> {
        let free = &mut self.free;
        self.busy.retain(|&(last, place)| {
            let over = last < first;
            if over {
                free.push(place);
            }
            !over
        });
        self.free.pop()
    }
}
