//! Generators that consist of many sequences of draws, whose numbers take turns in memory.
//!
//! The state is an array of 32-bit numbers: the number of the next group, in two, and the state of each sequence. A group is
//! what a sequence contributes before it is the next one's turn.

use super::distribution::{Distribution, DistributionKind, Draws, box_muller, box_muller_double};
use super::out::{Out, Value};
use super::poisson::Table;

/// A sequence.
pub(crate) trait Sequence: Draws + Sized {
    /// The size of its state.
    const WORDS: usize;
    /// The number of values of a group; pairs count as one each if it is 1.
    const GROUP: usize;

    /// Reads the state of a sequence.
    ///
    /// # Safety
    /// `state` is readable for that of so many sequences.
    unsafe fn load(state: *const u32, index: usize) -> Self;

    /// Writes it.
    ///
    /// # Safety
    /// The same, writable.
    unsafe fn store(&self, state: *mut u32, index: usize);
}

/// The words before the state of the first sequence.
pub(crate) const HEADER: usize = 2;

/// Writes numbers, and continues all sequences.
///
/// # Safety
/// `state` is readable and writable for the header and `sequences` ones, and `out` is writable.
pub(crate) unsafe fn fill<S: Sequence>(
    state: *mut u32,
    sequences: usize,
    distribution: &Distribution,
    table: Option<&Table>,
    out: Out,
) {
    // SAFETY: the caller guarantees it for each of these.
    unsafe {
        match distribution.kind {
            DistributionKind::BITS => run::<S, _, 1>(state, sequences, out, |s| [s.bits()]),
            DistributionKind::UNIFORM => run::<S, _, 1>(state, sequences, out, |s| [s.uniform()]),
            DistributionKind::UNIFORM_DOUBLE => {
                run::<S, _, 1>(state, sequences, out, |s| [s.uniform_double()])
            }
            DistributionKind::NORMAL => run::<S, _, 2>(state, sequences, out, |s| {
                box_muller(s.polar()).map(|value| distribution.normal(value))
            }),
            DistributionKind::NORMAL_DOUBLE => run::<S, _, 2>(state, sequences, out, |s| {
                box_muller_double(s.polar_double()).map(|value| distribution.normal_double(value))
            }),
            DistributionKind::LOG_NORMAL => run::<S, _, 2>(state, sequences, out, |s| {
                box_muller(s.polar()).map(|value| distribution.log_normal(value))
            }),
            DistributionKind::LOG_NORMAL_DOUBLE => run::<S, _, 2>(state, sequences, out, |s| {
                box_muller_double(s.polar_double())
                    .map(|value| distribution.log_normal_double(value))
            }),
            _ => {
                if let Some(table) = table {
                    // The second number of a pair is used only where groups have several values.
                    if table.is_normal() && S::GROUP > 1 {
                        run::<S, _, 2>(state, sequences, out, |s| {
                            box_muller(s.polar()).map(|value| table.normal(value))
                        });
                    } else {
                        run::<S, _, 1>(state, sequences, out, |s| [table.draw(s)]);
                    }
                }
            }
        }
    }
}

/// # Safety
/// As for [`fill`].
unsafe fn run<S: Sequence, T: Value, const N: usize>(
    state: *mut u32,
    sequences: usize,
    out: Out,
    draw: impl Fn(&mut S) -> [T; N],
) {
    let (len, group) = (out.len, S::GROUP.max(N));
    // SAFETY: the caller guarantees the header.
    let start = unsafe { u64::from(state.read()) | u64::from(state.add(1).read()) << 32 };
    // In values if groups have several, and otherwise in groups.
    let unit = if S::GROUP == 1 { N } else { 1 };
    let mut at = (start as usize).wrapping_mul(unit);
    // SAFETY: as above.
    let first = unsafe { state.add(HEADER) };
    let mut written = 0;
    while written < len {
        let (turn, lane) = (at / group, at % group);
        let index = turn % sequences;
        // SAFETY: the index is of a sequence.
        let mut sequence = unsafe { S::load(first, index) };
        let mut of_group = lane_of(lane, N);
        let mut skipped = 0;
        // Values before the lane were written by an earlier call, which left the state at the group's start.
        while skipped < of_group {
            draw(&mut sequence);
            skipped += N;
        }
        let mut position = lane;
        while position < group && written < len {
            let values = draw(&mut sequence);
            while position < of_group + N && written < len {
                // SAFETY: the caller guarantees `len` values.
                unsafe { out.set(written, values[position - of_group]) };
                written += 1;
                position += 1;
            }
            of_group += N;
        }
        at = at.wrapping_add(position - lane);
        if position == group {
            // SAFETY: as above.
            unsafe { sequence.store(first, index) };
        }
    }
    let end = (at / unit) as u64;
    // SAFETY: the caller guarantees the header.
    unsafe {
        state.write(end as u32);
        state.add(1).write((end >> 32) as u32);
    }
}

/// Returns the first lane of the draw that a lane belongs to.
fn lane_of(lane: usize, per_draw: usize) -> usize {
    lane / per_draw * per_draw
}
