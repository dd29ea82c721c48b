//! XORWOW: G. Marsaglia, "Xorshift RNGs", 2003. <https://doi.org/10.18637/jss.v008.i14>

use std::sync::OnceLock;

use super::distribution::Draws;
use super::threads::{HEADER, Sequence};

/// The number of sequences.
pub(crate) const SEQUENCES: usize = 4096;
/// What the counter grows by.
const WEYL: u32 = 362_437;
/// The distance of the seeds of two sequences, where each has one.
const SEED_DISTANCE: u64 = 3_133_713;

/// The counter, and the shift register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Xorwow {
    counter: u32,
    register: [u32; 5],
    spare: Option<f32>,
}

impl Xorwow {
    fn seed(seed: u64) -> Self {
        let low = (seed as u32 ^ 0xaad2_6b49).wrapping_mul(1_099_087_573);
        let high = ((seed >> 32) as u32 ^ 0xf7dc_efdd).wrapping_mul(2_591_861_531);
        Self {
            counter: 6_615_241_u32.wrapping_add(high).wrapping_add(low),
            register: [
                123_456_789_u32.wrapping_add(low),
                362_436_069 ^ low,
                521_288_629_u32.wrapping_add(high),
                88_675_123 ^ high,
                5_783_321_u32.wrapping_add(low),
            ],
            spare: None,
        }
    }

    /// Moves on by one step, without its number.
    fn step(&mut self) -> u32 {
        let [x, .., v] = self.register;
        let t = x ^ x >> 2;
        self.register.rotate_left(1);
        self.register[4] = v ^ v << 4 ^ t ^ t << 1;
        self.counter = self.counter.wrapping_add(WEYL);
        self.register[4]
    }

    /// Moves on by as many steps as the matrix does.
    fn skip(&mut self, steps: u64, matrix: &Matrix) {
        self.counter = self.counter.wrapping_add(WEYL.wrapping_mul(steps as u32));
        self.register = matrix.times(self.register);
    }

    /// Writes the state of all sequences, after the first `offset` numbers. If `is_seeded`, each has a seed of its own,
    /// instead of a part of one sequence.
    pub(crate) fn start(state: &mut [u32], seed: u64, offset: u64, is_seeded: bool) {
        let next = offset % SEQUENCES as u64;
        let turns = offset / SEQUENCES as u64;
        state[0] = next as u32;
        state[1] = 0;
        let skip = Matrix::steps(turns);
        let mut sequence = Self::seed(seed);
        sequence.skip(turns, &skip);
        for index in 0..SEQUENCES {
            if is_seeded {
                sequence = Self::seed(seed.wrapping_add(SEED_DISTANCE * index as u64));
                sequence.skip(turns, &skip);
            }
            let mut one = sequence;
            if (index as u64) < next {
                one.step();
            }
            let words = &mut state[HEADER + index * Self::WORDS..][..Self::WORDS];
            words[0] = one.counter;
            words[1..6].copy_from_slice(&one.register);
            // The counter's period divides the distance.
            if !is_seeded {
                sequence.register = Matrix::distance().times(sequence.register);
            }
        }
    }
}

impl Draws for Xorwow {
    fn bits(&mut self) -> u32 {
        self.step().wrapping_add(self.counter)
    }

    fn spare(&mut self) -> &mut Option<f32> {
        &mut self.spare
    }
}

impl Sequence for Xorwow {
    const WORDS: usize = 8;
    const GROUP: usize = 1;

    unsafe fn load(state: *const u32, index: usize) -> Self {
        // SAFETY: the caller guarantees it.
        let words = unsafe { state.cast::<[u32; Self::WORDS]>().add(index).read() };
        let [counter, a, b, c, d, e, is_spare, spare] = words;
        Self {
            counter,
            register: [a, b, c, d, e],
            spare: (is_spare != 0).then_some(f32::from_bits(spare)),
        }
    }

    unsafe fn store(&self, state: *mut u32, index: usize) {
        let [a, b, c, d, e] = self.register;
        let spare = self.spare.map_or(0, f32::to_bits);
        let is_spare = self.spare.is_some().into();
        let words = [self.counter, a, b, c, d, e, is_spare, spare];
        // SAFETY: the caller guarantees it.
        unsafe {
            state.cast::<[u32; Self::WORDS]>().add(index).write(words);
        }
    }
}

/// A linear map of the register: the image of each of its bits.
#[derive(Clone)]
struct Matrix(Box<[[u32; 5]; 160]>);

impl Matrix {
    /// One step.
    fn step() -> &'static Self {
        static STEP: OnceLock<Matrix> = OnceLock::new();
        STEP.get_or_init(|| {
            Self::of(|register| {
                let mut state = Xorwow { counter: 0, register, spare: None };
                state.step();
                state.register
            })
        })
    }

    /// Many steps.
    fn steps(mut steps: u64) -> Self {
        let mut all = Self::of(|register| register);
        let mut power = Self::step().clone();
        while steps != 0 {
            if steps & 1 == 1 {
                all = Self::of(|register| power.times(all.times(register)));
            }
            steps >>= 1;
            if steps != 0 {
                power = power.squared();
            }
        }
        all
    }

    /// The distance of two sequences, 2⁶⁷ steps.
    fn distance() -> &'static Self {
        static DISTANCE: OnceLock<Matrix> = OnceLock::new();
        DISTANCE.get_or_init(|| (0..67).fold(Self::step().clone(), |power, _| power.squared()))
    }

    fn of(map: impl Fn([u32; 5]) -> [u32; 5]) -> Self {
        let mut images = Box::new([[0; 5]; 160]);
        for (bit, image) in images.iter_mut().enumerate() {
            let mut register = [0; 5];
            register[bit / 32] = 1 << (bit % 32);
            *image = map(register);
        }
        Self(images)
    }

    fn times(&self, register: [u32; 5]) -> [u32; 5] {
        let mut sum = [0; 5];
        for (word, images) in register.into_iter().zip(self.0.chunks_exact(32)) {
            let mut rest = word;
            while rest != 0 {
                let image = &images[rest.trailing_zeros() as usize];
                for (sum, part) in sum.iter_mut().zip(image) {
                    *sum ^= part;
                }
                rest &= rest - 1;
            }
        }
        sum
    }

    fn squared(&self) -> Self {
        Self::of(|register| self.times(self.times(register)))
    }
}
