//! Delays at random: a program that concludes without waiting is right on an idle device, and wrong on a busy one.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The delays of a device, from a seed. What is delayed, and how long, depends only on the seed, the name of the thread, and
/// what that thread did before; so a test that has a named thread to itself meets the same delays again.
#[derive(Debug, Default)]
pub(crate) struct Delays {
    /// What numbers are drawn from; 0 without delays.
    state: AtomicU64,
}

/// Where the delays of a stream's work are drawn from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source(u64);

thread_local! {
    /// Where the calling thread's delays are drawn from, which depends on its name.
    static SOURCE: Cell<u64> = Cell::new(of_text(thread::current().name().unwrap_or_default()));
}

impl Delays {
    pub(crate) fn set(&self, seed: Option<u64>) {
        let state = seed.map_or(0, |seed| mix(seed) | 1);
        self.state.store(state, Ordering::Relaxed);
    }

    fn state(&self) -> Option<u64> {
        Some(self.state.load(Ordering::Relaxed)).filter(|state| *state != 0)
    }

    /// Returns how long a stream leaves an idle queue's next item, unless something waits for it.
    pub(crate) fn at_first(&self, source: Source, number: u64) -> Duration {
        let drawn = self.state().map(|state| mix(state ^ source.0 ^ number));
        drawn.map_or(Duration::ZERO, |drawn| match drawn % 64 {
            0..=39 => Duration::ZERO,
            40..=55 => Duration::from_micros(drawn >> 32 & 0x1ff),
            56..=59 => Duration::from_micros(drawn >> 32 & 0xfff),
            _ => Duration::from_micros(drawn >> 32 & 0x7fff),
        })
    }

    /// Returns how long a stream pauses before a later item, or after a function of the program, unless something waits for
    /// it.
    pub(crate) fn between(&self, source: Source, number: u64) -> Duration {
        let drawn = self.state().map(|state| mix(state ^ !source.0 ^ number));
        drawn.map_or(Duration::ZERO, |drawn| match drawn % 64 {
            0..=61 => Duration::ZERO,
            62 => Duration::from_micros(drawn >> 32 & 0x1ff),
            _ => Duration::from_micros(drawn >> 32 & 0xfff),
        })
    }

    /// Chooses one of `count` things that a driver may choose from; the first without delays.
    pub(crate) fn choose(&self, count: usize) -> usize {
        match self.state() {
            Some(state) if count > 1 => mix(state ^ next_of_thread()) as usize % count,
            _ => 0,
        }
    }

    /// Lets other threads run: between two steps of a call, or before it.
    pub(crate) fn pause(&self) {
        let Some(state) = self.state() else {
            return;
        };
        let drawn = mix(state ^ next_of_thread());
        match drawn % 1024 {
            0..=63 => thread::yield_now(),
            64..=71 => thread::sleep(Duration::from_micros(drawn >> 32 & 0xff)),
            72 => thread::sleep(Duration::from_micros(drawn >> 32 & 0x7ff)),
            _ => {}
        }
    }
}

impl Source {
    /// Returns another one for each stream that the calling thread creates.
    pub(crate) fn new() -> Self {
        Self(mix(next_of_thread()))
    }
}

fn next_of_thread() -> u64 {
    // A thread that ends has no such value anymore.
    let next = |source: &Cell<u64>| source.replace(source.get().wrapping_add(1 << 20));
    SOURCE.try_with(next).unwrap_or_default()
}

/// Returns a number that depends on each character (FNV-1a).
fn of_text(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Returns a number that depends on each bit of `value` (splitmix64).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(seed: Option<u64>, source: Source) -> Vec<Duration> {
        let delays = Delays::default();
        delays.set(seed);
        let draw = |number| delays.at_first(source, number) + delays.between(source, number);
        (0..100).map(draw).collect()
    }

    #[test]
    fn a_seed_draws_the_same_delays_again_and_another_seed_others() {
        let source = || thread::Builder::new().name("a".into()).spawn(Source::new);
        let [one, same] = [source(), source()].map(|thread| thread.unwrap().join().unwrap());
        assert_eq!(drawn(Some(1), one), drawn(Some(1), same));
        assert_ne!(drawn(Some(1), one), drawn(Some(2), one));
        assert_ne!(drawn(Some(1), one), drawn(Some(1), Source::new()));
    }

    #[test]
    fn without_a_seed_nothing_is_delayed() {
        let all = drawn(None, Source::new());
        assert!(all.iter().all(Duration::is_zero));
    }
}
