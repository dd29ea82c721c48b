//! Philox4x32-10: J. Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011.
//! <https://doi.org/10.1145/2063384.2063405>

use super::distribution::Draws;
use super::threads::{HEADER, Sequence};

/// The number of sequences.
pub(crate) const SEQUENCES: usize = 65_536;

/// A sequence: its counter, and the numbers of the last one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Philox {
    key: [u32; 2],
    counter: u64,
    sequence: u32,
    /// The numbers of the counter before, and how many of them were drawn.
    numbers: [u32; 4],
    drawn: usize,
    spare: Option<f32>,
}

impl Philox {
    /// Writes the state of all sequences, after the first `offset` numbers.
    pub(crate) fn start(state: &mut [u32], seed: u64, offset: u64) {
        let values = 4 * SEQUENCES as u64;
        let next = offset % values;
        let turns = offset / values;
        state[0] = next as u32;
        state[1] = 0;
        for index in 0..SEQUENCES {
            let is_ahead = (index as u64) < next / 4;
            let counter = turns + u64::from(is_ahead);
            let words = &mut state[HEADER + index * Self::WORDS..][..Self::WORDS];
            words.copy_from_slice(&[
                counter as u32,
                (counter >> 32) as u32,
                seed as u32,
                (seed >> 32) as u32,
            ]);
        }
    }
}

impl Draws for Philox {
    fn bits(&mut self) -> u32 {
        if self.drawn == 4 {
            let counter = [self.counter as u32, (self.counter >> 32) as u32, self.sequence, 0];
            self.numbers = rounds(counter, self.key);
            self.counter = self.counter.wrapping_add(1);
            self.drawn = 0;
        }
        self.drawn += 1;
        self.numbers[self.drawn - 1]
    }

    fn spare(&mut self) -> &mut Option<f32> {
        &mut self.spare
    }
}

impl Sequence for Philox {
    const WORDS: usize = 4;
    const GROUP: usize = 4;

    unsafe fn load(state: *const u32, index: usize) -> Self {
        // SAFETY: the caller guarantees it.
        let [low, high, key @ ..] = unsafe { state.cast::<[u32; 4]>().add(index).read() };
        Self {
            key,
            counter: u64::from(low) | u64::from(high) << 32,
            sequence: index as u32,
            numbers: [0; 4],
            drawn: 4,
            spare: None,
        }
    }

    unsafe fn store(&self, state: *mut u32, index: usize) {
        let words = [self.counter as u32, (self.counter >> 32) as u32, self.key[0], self.key[1]];
        // SAFETY: the caller guarantees it.
        unsafe { state.cast::<[u32; 4]>().add(index).write(words) };
    }
}

/// Ten rounds of the bijection.
fn rounds(counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    let mut words = counter;
    for _ in 0..10 {
        let first = u64::from(words[0]) * 0xd251_1f53;
        let second = u64::from(words[2]) * 0xcd9e_8d57;
        words = [
            (second >> 32) as u32 ^ words[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ words[3] ^ key[1],
            first as u32,
        ];
        key[0] = key[0].wrapping_add(0x9e37_79b9);
        key[1] = key[1].wrapping_add(0xbb67_ae85);
    }
    words
}
