//! MRG32k3a: P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number generators",
//! 1999. <https://doi.org/10.1287/opre.47.1.159>

use super::distribution::Draws;
use super::threads::{HEADER, Sequence};

/// The number of sequences, by default and in the order of old.
pub(crate) const SEQUENCES: usize = 81_920;
pub(crate) const LEGACY_SEQUENCES: usize = 4096;

const M1: u64 = 4_294_967_087;
const M2: u64 = 4_294_944_443;
type Matrix = [[u64; 3]; 3];
const STEP1: Matrix = [[0, 1, 0], [0, 0, 1], [M1 - 810_728, 1_403_580, 0]];
const STEP2: Matrix = [[0, 1, 0], [0, 0, 1], [M2 - 1_370_589, 0, 527_612]];

/// The two recurrences' last numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mrg32k3a {
    first: [u64; 3],
    second: [u64; 3],
    spare: Option<f32>,
}

impl Mrg32k3a {
    fn seed(seed: u64) -> Self {
        let start = 12_345_u64;
        if seed == 0 {
            return Self { first: [start; 3], second: [start; 3], spare: None };
        }
        let low = u64::from(seed as u32 ^ 0x5555_5555);
        let high = u64::from((seed >> 32) as u32 ^ 0xaaaa_aaaa);
        Self {
            first: [low, high, low].map(|factor| factor * start % M1),
            second: [high, low, high].map(|factor| factor * start % M2),
            spare: None,
        }
    }

    fn skip(&mut self, steps: u64) {
        self.first = times_vector(&power(STEP1, steps, M1), self.first, M1);
        self.second = times_vector(&power(STEP2, steps, M2), self.second, M2);
    }

    /// Moves on; returns a number from 1 to the first modulus.
    fn step(&mut self) -> u64 {
        let [x0, x1, x2] = self.first;
        let [y0, y1, y2] = self.second;
        let x = (1_403_580 * x1 + 810_728 * (M1 - x0)) % M1;
        let y = (527_612 * y2 + 1_370_589 * (M2 - y0)) % M2;
        self.first = [x1, x2, x];
        self.second = [y1, y2, y];
        if x > y { x - y } else { x + M1 - y }
    }

    /// Returns the state of a sequence.
    fn words(&self) -> [u32; 8] {
        let ([a, b, c], [d, e, f]) = (self.first, self.second);
        let (is_spare, spare) = (self.spare.is_some().into(), self.spare.map_or(0, f32::to_bits));
        [a as u32, b as u32, c as u32, d as u32, e as u32, f as u32, is_spare, spare]
    }

    /// Writes the state of all sequences, after the first `offset` numbers.
    pub(crate) fn start(state: &mut [u32], sequences: usize, seed: u64, offset: u64) {
        let next = offset % sequences as u64;
        state[0] = next as u32;
        state[1] = 0;
        let mut sequence = Self::seed(seed);
        sequence.skip(offset / sequences as u64);
        // The distance of two sequences is 2⁷⁶ steps.
        let doubled = |step, modulus| (0..76).fold(step, |power, _| times(&power, &power, modulus));
        let (distance1, distance2) = (doubled(STEP1, M1), doubled(STEP2, M2));
        for index in 0..sequences {
            let mut one = sequence;
            if (index as u64) < next {
                one.step();
            }
            let words = &mut state[HEADER + index * Self::WORDS..][..Self::WORDS];
            words.copy_from_slice(&one.words());
            sequence.first = times_vector(&distance1, sequence.first, M1);
            sequence.second = times_vector(&distance2, sequence.second, M2);
        }
    }
}

/// What makes a number a fraction of 1, as cuRAND rounds it.
const TO_ONE: f64 = 2.328_306_549_837_829e-10;

impl Draws for Mrg32k3a {
    fn bits(&mut self) -> u32 {
        // All numbers of 32 bits, though there are a few more than the modulus.
        (self.step() as f64 * 1.000_000_048_662) as u32
    }

    fn spare(&mut self) -> &mut Option<f32> {
        &mut self.spare
    }

    fn uniform(&mut self) -> f32 {
        self.uniform_double() as f32
    }

    fn uniform_double(&mut self) -> f64 {
        self.step() as f64 * TO_ONE
    }

    fn polar(&mut self) -> (f32, f32) {
        (self.uniform(), self.uniform() * core::f32::consts::TAU)
    }

    fn polar_double(&mut self) -> (f64, f64) {
        (self.uniform_double(), self.uniform_double() * 2.0)
    }
}

impl Sequence for Mrg32k3a {
    const WORDS: usize = 8;
    const GROUP: usize = 1;

    unsafe fn load(state: *const u32, index: usize) -> Self {
        // SAFETY: the caller guarantees it.
        let words = unsafe { state.cast::<[u32; Self::WORDS]>().add(index).read() };
        let [a, b, c, d, e, f, is_spare, spare] = words;
        // Below the moduli also if the memory was overwritten.
        Self {
            first: [a, b, c].map(|number| u64::from(number) % M1),
            second: [d, e, f].map(|number| u64::from(number) % M2),
            spare: (is_spare != 0).then_some(f32::from_bits(spare)),
        }
    }

    unsafe fn store(&self, state: *mut u32, index: usize) {
        let words = self.words();
        // SAFETY: the caller guarantees it.
        unsafe {
            state.cast::<[u32; Self::WORDS]>().add(index).write(words);
        }
    }
}

// Without iterators, because this is most of the time of debug builds.
fn times_vector(matrix: &Matrix, [x, y, z]: [u64; 3], modulus: u64) -> [u64; 3] {
    let row = |[a, b, c]: [u64; 3]| (a * x % modulus + b * y % modulus + c * z % modulus) % modulus;
    [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

fn times(a: &Matrix, b: &Matrix, modulus: u64) -> Matrix {
    let column = |index: usize| times_vector(a, b.map(|row| row[index]), modulus);
    let columns = [column(0), column(1), column(2)];
    [0, 1, 2].map(|row| columns.map(|column| column[row]))
}

fn power(step: Matrix, mut steps: u64, modulus: u64) -> Matrix {
    let (mut power, mut square) = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], step);
    while steps != 0 {
        if steps & 1 == 1 {
            power = times(&power, &square, modulus);
        }
        square = times(&square, &square, modulus);
        steps >>= 1;
    }
    power
}
