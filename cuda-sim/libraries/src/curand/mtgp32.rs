//! MTGP32: M. Saito, M. Matsumoto, "Variants of Mersenne Twister suitable for graphic processors", 2013.
//! <https://doi.org/10.1145/2427023.2427029>

use super::distribution::{Distribution, DistributionKind, SingleDraw};
use super::out::{Out, Value};
use super::poisson::Table;

/// The number of sequences, by default and in the order of old, each with parameters of its own.
pub(crate) const SEQUENCES: usize = 192;
pub(crate) const LEGACY_SEQUENCES: usize = 64;
/// The words of the state: the number of the next value, in two, and the last numbers of each sequence.
pub(crate) const fn words(sequences: usize) -> usize {
    2 + sequences * SIZE
}

const SIZE: usize = 351;
/// The number of values of a sequence that follow each other.
const BLOCK: usize = 256;
const MASK: u32 = 0xfff8_0000;

/// The parameters that M. Saito found for the period 2¹¹²¹³ − 1: three bytes, an unused one, and eight words for each.
static PARAMETERS: &[u8; 36 * SEQUENCES] = include_bytes!("mtgp32.bin");

/// The parameters of a sequence.
struct Parameters {
    position: usize,
    shifts: [u32; 2],
    recursion: [u32; 4],
    tempering: [u32; 4],
}

impl Parameters {
    fn of(index: usize) -> Self {
        let bytes = &PARAMETERS[36 * index..][..36];
        let word = |at: usize| {
            let at = 4 + 4 * at;
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Self {
            position: bytes[0].into(),
            shifts: [bytes[1].into(), bytes[2].into()],
            recursion: [word(0), word(1), word(2), word(3)],
            tempering: [word(4), word(5), word(6), word(7)],
        }
    }
}

/// Returns the sum of the entries for the lowest four bits.
fn combine(table: &[u32; 4], bits: u32) -> u32 {
    (0..4).fold(0, |sum, bit| sum ^ table[bit] & (bits >> bit & 1).wrapping_neg())
}

/// Writes the state of all sequences.
pub(crate) fn start(state: &mut [u32], seed: u64) {
    state[..2].fill(0);
    let seed = (seed ^ seed >> 32) as u32;
    for (index, numbers) in state[2..].chunks_exact_mut(SIZE).enumerate() {
        let parameters = Parameters::of(index);
        let [_, _, third, fourth] = parameters.recursion;
        let hidden = third ^ fourth << 16;
        let mut filling = hidden;
        filling = filling.wrapping_add(filling >> 16);
        filling = filling.wrapping_add(filling >> 8);
        numbers.fill(u32::from_ne_bytes([filling as u8; 4]));
        numbers[0] = seed.wrapping_add(index as u32 + 1);
        numbers[1] = hidden;
        for at in 1..SIZE {
            let last = numbers[at - 1];
            let mixed = (last ^ last >> 30).wrapping_mul(1_812_433_253);
            numbers[at] ^= mixed.wrapping_add(at as u32);
        }
    }
}

/// Writes numbers, and continues all sequences.
///
/// # Safety
/// `state` is readable and writable for its words, and `out` is writable for the distribution's values.
pub(crate) unsafe fn fill(
    state: *mut u32,
    sequences: usize,
    distribution: &Distribution,
    table: Option<&Table>,
    out: Out,
) {
    // SAFETY: the caller guarantees it for each of these.
    unsafe {
        match distribution.kind {
            DistributionKind::BITS => run(state, sequences, out, |x| x),
            DistributionKind::UNIFORM => run(state, sequences, out, |x| x.single()),
            DistributionKind::UNIFORM_DOUBLE => run(state, sequences, out, |x| x.double()),
            DistributionKind::NORMAL => {
                run(state, sequences, out, |x| distribution.normal(x.normal()))
            }
            DistributionKind::NORMAL_DOUBLE => {
                run(state, sequences, out, |x| distribution.normal_double(x.normal_double()))
            }
            DistributionKind::LOG_NORMAL => {
                run(state, sequences, out, |x| distribution.log_normal(x.normal()))
            }
            DistributionKind::LOG_NORMAL_DOUBLE => {
                run(state, sequences, out, |x| distribution.log_normal_double(x.normal_double()));
            }
            _ => {
                if let Some(table) = table {
                    run(state, sequences, out, |x| table.single(x));
                }
            }
        }
    }
}

/// # Safety
/// As for [`fill`].
unsafe fn run<T: Value>(state: *mut u32, sequences: usize, out: Out, value: impl Fn(u32) -> T) {
    // SAFETY: the caller guarantees the header.
    let mut at = unsafe { u64::from(state.read()) | u64::from(state.add(1).read()) << 32 };
    let mut written = 0;
    while written < out.len {
        let (block, lane) = (at / BLOCK as u64, (at % BLOCK as u64) as usize);
        let index = (block % sequences as u64) as usize;
        let turn = block / sequences as u64;
        let parameters = Parameters::of(index);
        let len = (BLOCK - lane).min(out.len - written);
        // SAFETY: the caller guarantees the numbers of each sequence.
        let numbers = unsafe { state.add(2 + index * SIZE) };
        // A ring: the next number replaces the oldest one.
        let mut oldest =
            (turn.wrapping_mul(BLOCK as u64).wrapping_add(lane as u64) % SIZE as u64) as usize;
        for _ in 0..len {
            let number = |distance: usize| {
                // SAFETY: the index is below the size.
                unsafe { numbers.add((oldest + distance) % SIZE).read() }
            };
            let mut mixed = number(0) & MASK ^ number(1);
            mixed ^= mixed << parameters.shifts[0];
            let mixed = mixed ^ number(parameters.position) >> parameters.shifts[1];
            let next = mixed ^ combine(&parameters.recursion, mixed);
            let mut other = number(parameters.position - 1);
            other ^= other >> 16;
            other ^= other >> 8;
            // SAFETY: as above.
            unsafe { numbers.add(oldest).write(next) };
            oldest = (oldest + 1) % SIZE;
            // SAFETY: the caller guarantees so many values.
            unsafe { out.set(written, value(next ^ combine(&parameters.tempering, other))) };
            written += 1;
        }
        at = at.wrapping_add(len as u64);
    }
    // SAFETY: the caller guarantees the header.
    unsafe {
        state.write(at as u32);
        state.add(1).write((at >> 32) as u32);
    }
}
