//! MT19937: M. Matsumoto, T. Nishimura, "Mersenne Twister", 1998. <https://doi.org/10.1145/272991.272995>

use std::sync::OnceLock;

use super::distribution::{Distribution, DistributionKind, SingleDraw};
use super::out::{Out, Value};
use super::poisson::Table;

/// The number of sequences, parts of one that are 2²⁰⁴⁸ numbers apart.
pub(crate) const SEQUENCES: usize = 8192;

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// The words before those of the sequences: the number of the next value, in two, how many sequences have started, an unused
/// one, and the first numbers of the last of them, from which the next one starts. So calls for a few numbers are quick.
const HEADER: usize = 4 + SIZE;

/// The length of the state, in words of 32 bits.
pub(crate) const WORDS: usize = HEADER + SEQUENCES * SIZE;

/// The values of a sequence that follow each other in memory.
const BLOCK: usize = 8;
/// The values of all sequences' blocks.
const ROW: usize = BLOCK * SEQUENCES;
/// The rows until each sequence has written its numbers.
const ROWS: usize = SIZE / BLOCK;
/// Which of its numbers a sequence writes in the first of these rows; the others are written in groups of seven rows, the
/// numbers of a column in a line.
const FIRST: [usize; BLOCK] = [0, 113, 170, 283, 340, 397, 510, 567];
const GROUPS: [usize; 11] = [1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568];

/// Writes the state.
pub(crate) fn start(state: &mut [u32], seed: u64) {
    state.fill(0);
    let mut numbers = [0; SIZE];
    numbers[0] = seed as u32;
    for at in 1..SIZE {
        let last: u32 = numbers[at - 1];
        let mixed = (last ^ last >> 30).wrapping_mul(1_812_433_253);
        numbers[at] = mixed.wrapping_add(at as u32);
    }
    state[2] = 1;
    state[4..HEADER].copy_from_slice(&numbers);
    state[HEADER..HEADER + SIZE].copy_from_slice(&numbers);
}

/// Writes numbers, and continues all sequences.
///
/// # Safety
/// `state` is readable and writable for [`WORDS`], and `out` is writable for the distribution's values.
pub(crate) unsafe fn fill(
    state: *mut u32,
    distribution: &Distribution,
    table: Option<&Table>,
    out: Out,
) {
    // SAFETY: the caller guarantees it for each of these.
    unsafe {
        match distribution.kind {
            DistributionKind::BITS => run(state, out, |x| x),
            DistributionKind::UNIFORM => run(state, out, |x| uniform(x) as f32),
            DistributionKind::UNIFORM_DOUBLE => run(state, out, uniform),
            DistributionKind::NORMAL => run(state, out, |x| distribution.normal(x.normal())),
            DistributionKind::NORMAL_DOUBLE => {
                run(state, out, |x| distribution.normal_double(x.normal_double()))
            }
            DistributionKind::LOG_NORMAL => {
                run(state, out, |x| distribution.log_normal(x.normal()))
            }
            DistributionKind::LOG_NORMAL_DOUBLE => {
                run(state, out, |x| distribution.log_normal_double(x.normal_double()))
            }
            _ => {
                if let Some(table) = table {
                    run(state, out, |x| table.single(x));
                }
            }
        }
    }
}

/// # Safety
/// As for [`fill`].
unsafe fn run<T: Value>(state: *mut u32, out: Out, value: impl Fn(u32) -> T) {
    // SAFETY: the caller guarantees the header.
    let first = unsafe { u64::from(state.read()) | u64::from(state.add(1).read()) << 32 };
    for written in 0..out.len {
        let at = first.wrapping_add(written as u64);
        let (row, column) = (at / ROW as u64, (at % ROW as u64) as usize);
        let (row, sequence, column) =
            ((row % ROWS as u64) as usize, column / BLOCK, column % BLOCK);
        // SAFETY: the index is of a sequence.
        let numbers = unsafe { state.add(HEADER + sequence * SIZE) };
        if row == 0 && column == 0 {
            // SAFETY: the caller guarantees the state, of which this uses a sequence.
            unsafe {
                start_until(state, sequence);
                twist(numbers);
            }
        }
        let index = match row {
            0 => FIRST[column],
            row => GROUPS[(row - 1) / 7] + 7 * column + (row - 1) % 7,
        };
        // SAFETY: the index is below the size, and the caller guarantees so many values.
        unsafe { out.set(written, value(temper(numbers.add(index).read()))) };
    }
    let end = first.wrapping_add(out.len as u64);
    // SAFETY: the caller guarantees the header.
    unsafe {
        state.write(end as u32);
        state.add(1).write((end >> 32) as u32);
    }
}

/// Returns a number between 0 and 1, which is rounded otherwise than those of the other generators.
fn uniform(number: u32) -> f64 {
    (f64::from(number) + 0.5) / 4_294_967_296.0
}

fn temper(mut number: u32) -> u32 {
    number ^= number >> 11;
    number ^= number << 7 & 0x9d2c_5680;
    number ^= number << 15 & 0xefc6_0000;
    number ^ number >> 18
}

/// Returns the number that follows some by the size.
fn follow(oldest: u32, next: u32, middle: u32) -> u32 {
    let mixed = oldest & 0x8000_0000 | next & 0x7fff_ffff;
    middle ^ mixed >> 1 ^ (mixed & 1).wrapping_neg() & 0x9908_b0df
}

/// Replaces a sequence's numbers by the next ones.
///
/// # Safety
/// There are so many, readable and writable.
unsafe fn twist(numbers: *mut u32) {
    for at in 0..SIZE {
        // SAFETY: the indices are below the size.
        unsafe {
            let read = |index: usize| numbers.add(index % SIZE).read();
            let next = follow(read(at), read(at + 1), read(at + MIDDLE));
            numbers.add(at).write(next);
        }
    }
}

/// Starts sequences up to this one.
///
/// # Safety
/// As for [`fill`].
unsafe fn start_until(state: *mut u32, sequence: usize) {
    // SAFETY: the caller guarantees the header.
    let started = unsafe { state.add(2).read() } as usize;
    if sequence < started.max(1) {
        return;
    }
    let mut numbers = [0; SIZE];
    // SAFETY: as above.
    unsafe { numbers.as_mut_ptr().copy_from(state.add(4), SIZE) };
    for index in started.max(1)..=sequence.min(SEQUENCES - 1) {
        jump(&mut numbers);
        // SAFETY: the index is of a sequence.
        unsafe {
            state.add(HEADER + index * SIZE).copy_from(numbers.as_ptr(), SIZE);
        }
    }
    // SAFETY: as above.
    unsafe {
        state.add(4).copy_from(numbers.as_ptr(), SIZE);
        state.add(2).write(sequence as u32 + 1);
    }
}

/// Moves on by 2²⁰⁴⁸ numbers: by a sum of the next ones, because the recurrence is linear.
fn jump(numbers: &mut [u32; SIZE]) {
    /// So many numbers that follow each other are added at once.
    const LANES: usize = 4;
    let distance = distance();
    let mut all = vec![0; SIZE + DEGREE + 2 * LANES];
    all[..SIZE].copy_from_slice(numbers);
    let all = &mut all[..];
    // These are plain loops because this is most of the time of debug builds.
    let mut at = SIZE;
    while at < all.len() {
        all[at] = follow(all[at - SIZE], all[at - SIZE + 1], all[at - SIZE + MIDDLE]);
        at += 1;
    }
    let len = (DEGREE + SIZE) / LANES + 1;
    // The sums of each choice of the numbers from one on.
    let mut sums = vec![0_u128; len << LANES];
    for choice in 1..1 << LANES {
        let rest = choice & (choice - 1);
        let (before, own) = sums.split_at_mut(choice * len);
        let (own, mut at) = (&mut own[..len], 0);
        if rest == 0 {
            let mut from = choice.trailing_zeros() as usize;
            while at < len {
                let low = u64::from(all[from + 1]) << 32 | u64::from(all[from]);
                let high = u64::from(all[from + 3]) << 32 | u64::from(all[from + 2]);
                own[at] = u128::from(high) << 64 | u128::from(low);
                (at, from) = (at + 1, from + LANES);
            }
            continue;
        }
        let (lowest, rest) = (&before[(choice - rest) * len..], &before[rest * len..]);
        while at < len {
            own[at] = lowest[at] ^ rest[at];
            at += 1;
        }
    }
    let mut sum = [0; SIZE / LANES];
    for at in 0..DEGREE.div_ceil(LANES) {
        let first = LANES * at;
        let choice = (distance[first / 64] >> (first % 64)) as usize & ((1 << LANES) - 1);
        let chosen = &sums[choice * len + at..][..SIZE / LANES];
        let mut lane = 0;
        while lane < SIZE / LANES {
            sum[lane] ^= chosen[lane];
            lane += 1;
        }
    }
    for (numbers, sum) in numbers.chunks_exact_mut(LANES).zip(sum) {
        for (lane, number) in numbers.iter_mut().enumerate() {
            *number = (sum >> (32 * lane)) as u32;
        }
    }
}

/// The degree of the polynomial of the recurrence over the field of two elements, and the exponents of its other terms.
const DEGREE: usize = 19_937;
const EXPONENTS: [usize; 134] = [
    0, 1189, 1416, 1585, 1643, 1870, 2493, 2773, 3000, 3227, 3454, 3681, 3908, 4135, 4362, 4753,
    5661, 6337, 6569, 7129, 7477, 7525, 7583, 7752, 7979, 8206, 9505, 9901, 9969, 10_128, 10_693,
    10_761, 10_920, 11_089, 11_147, 11_157, 11_215, 11_321, 11_374, 11_384, 11_485, 11_611, 11_712,
    11_717, 11_838, 11_881, 11_944, 11_997, 12_277, 12_335, 12_393, 12_504, 12_509, 12_620, 12_673,
    12_731, 12_736, 12_789, 12_905, 12_958, 12_963, 13_137, 13_185, 13_190, 13_243, 13_301, 13_412,
    13_528, 13_533, 13_639, 13_697, 13_760, 13_813, 13_866, 14_093, 14_151, 14_209, 14_320, 14_325,
    14_436, 14_547, 14_552, 14_605, 14_721, 14_774, 14_779, 14_953, 15_001, 15_006, 15_059, 15_117,
    15_228, 15_344, 15_349, 15_455, 15_513, 15_576, 15_629, 15_682, 15_909, 15_967, 16_025, 16_136,
    16_141, 16_252, 16_363, 16_368, 16_421, 16_537, 16_590, 16_595, 16_817, 16_822, 16_875, 16_933,
    17_044, 17_160, 17_271, 17_329, 17_445, 17_498, 17_725, 17_783, 17_841, 17_952, 18_068, 18_179,
    18_237, 18_406, 18_633, 18_691, 18_860, 19_087, 19_314,
];

/// The words of a polynomial below this degree, with room for a bit more.
const POLYNOMIAL: usize = DEGREE / 64 + 1;

/// Returns x to the power of 2²⁰⁴⁸, modulo the polynomial.
fn distance() -> &'static [u64; POLYNOMIAL] {
    static DISTANCE: OnceLock<Box<[u64; POLYNOMIAL]>> = OnceLock::new();
    DISTANCE.get_or_init(|| {
        let mut power = Box::new([0; POLYNOMIAL]);
        power[0] = 2;
        for _ in 0..2048 {
            square(&mut power);
        }
        power
    })
}

fn square(power: &mut [u64; POLYNOMIAL]) {
    // The square has the same terms at twice the exponents.
    let mut wide = [0_u64; 2 * POLYNOMIAL];
    for (at, word) in power.iter().enumerate() {
        wide[2 * at] = spread(*word as u32);
        wide[2 * at + 1] = spread((*word >> 32) as u32);
    }
    // From the top, each word above the degree is replaced by the other terms.
    for at in (POLYNOMIAL - 1..2 * POLYNOMIAL).rev() {
        let mask = if at == POLYNOMIAL - 1 { (1 << (DEGREE % 64)) - 1 } else { 0 };
        let above = wide[at] & !mask;
        wide[at] &= mask;
        if above == 0 {
            continue;
        }
        for exponent in EXPONENTS {
            let down = 64 * at as isize - DEGREE as isize + exponent as isize;
            xor(&mut wide, above, down);
        }
    }
    power.copy_from_slice(&wide[..POLYNOMIAL]);
}

/// Adds a word whose lowest bit is at an exponent, which may be below 0 if the bits there are 0.
fn xor(wide: &mut [u64; 2 * POLYNOMIAL], word: u64, at: isize) {
    let (word, at) = if at < 0 { (word >> at.unsigned_abs(), 0) } else { (word, at as usize) };
    wide[at / 64] ^= word << (at % 64);
    if at % 64 != 0 {
        wide[at / 64 + 1] ^= word >> (64 - at % 64);
    }
}

/// Puts a 0 after each bit.
fn spread(word: u32) -> u64 {
    let mut bits = u64::from(word);
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}
