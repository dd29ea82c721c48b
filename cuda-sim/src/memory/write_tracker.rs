use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::RwLock;

/// Tracks which bytes of device memory were written, for allocations made while this is enabled.
#[derive(Debug, Default)]
pub(super) struct WriteTracker {
    enabled: AtomicBool,
    maps: RwLock<BTreeMap<u64, Map>>,
}

/// One bit for each byte of an allocation.
#[derive(Debug)]
struct Map {
    size: u64,
    bits: Box<[AtomicU64]>,
}

impl WriteTracker {
    pub(super) fn is_enabled(&self) -> bool {
        self.enabled.load(Ordering::Relaxed)
    }

    pub(super) fn set_enabled(&self, enabled: bool) {
        self.enabled.store(enabled, Ordering::Relaxed);
        if !enabled {
            self.maps.write().clear();
        }
    }

    /// Starts an allocation of which nothing is written.
    pub(super) fn begin(&self, start: u64, size: u64) {
        if self.is_enabled() {
            let bits = (0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
            self.maps.write().insert(start, Map { size, bits });
        }
    }

    pub(super) fn end(&self, start: u64) {
        // There are maps only while writes are tracked.
        if !self.is_enabled() {
            return;
        }
        self.maps.write().remove(&start);
    }

    /// Records that `length` bytes from `address` were written.
    pub(super) fn note(&self, address: u64, length: u64) {
        self.each_word(address, length, |word, bits| {
            word.fetch_or(bits, Ordering::Relaxed);
            true
        });
    }

    /// Returns `true` if all of `length` bytes from `address` were written, as far as is known.
    pub(super) fn covers(&self, address: u64, length: u64) -> bool {
        self.each_word(address, length, |word, bits| word.load(Ordering::Relaxed) & bits == bits)
    }

    /// Returns `true` if any of `length` bytes from `address` was written, or if that isn't known.
    pub(super) fn has_any(&self, address: u64, length: u64) -> bool {
        let is_unwritten = |word: &AtomicU64, bits| word.load(Ordering::Relaxed) & bits == 0;
        !self.is_tracked(address) || !self.each_word(address, length, is_unwritten)
    }

    fn is_tracked(&self, address: u64) -> bool {
        let maps = self.maps.read();
        let map = maps.range(..=address).next_back();
        map.is_some_and(|(start, map)| address - start < map.size)
    }

    /// Records that `length` bytes were copied: those that weren't written at `from` now aren't at `to`, either.
    pub(super) fn copy(&self, from: u64, to: u64, length: u64) {
        if self.covers(from, length) {
            return self.note(to, length);
        }
        // The pieces of the source, of which all or nothing was written, before any of them is overwritten.
        let mut pieces: Vec<(u64, u64, bool)> = Vec::new();
        let mut at = 0;
        while at < length {
            let whole = (length - at).min(64);
            let (count, is_written) = match () {
                () if self.covers(from + at, whole) => (whole, true),
                () if !self.has_any(from + at, whole) => (whole, false),
                () => (1, self.covers(from + at, 1)),
            };
            match pieces.last_mut().filter(|last| last.2 == is_written) {
                Some(last) => last.1 += count,
                None => pieces.push((at, count, is_written)),
            }
            at += count;
        }
        for (at, count, is_written) in pieces {
            self.each_word(to + at, count, |word, bits| {
                if is_written {
                    word.fetch_or(bits, Ordering::Relaxed)
                } else {
                    word.fetch_and(!bits, Ordering::Relaxed)
                };
                true
            });
        }
    }

    /// Returns `true` if `f` is true for all words that contain bits of that range, each with the mask of these bits.
    fn each_word(&self, address: u64, length: u64, f: impl Fn(&AtomicU64, u64) -> bool) -> bool {
        let maps = self.maps.read();
        // Memory that was mapped piece by piece is accessed as one.
        let first = maps.range(..=address).next_back().map_or(address, |(start, _)| *start);
        let last = address.saturating_add(length);
        for (start, map) in maps.range(first..last.max(first)) {
            let end = last.saturating_sub(*start).min(map.size);
            let mut at = address.saturating_sub(*start);
            while at < end {
                let next = (at / 64 + 1) * 64;
                let bits = u64::MAX << (at % 64);
                let bits = if next > end { bits & (u64::MAX >> (next - end)) } else { bits };
                if !map.bits.get((at / 64) as usize).is_none_or(|word| f(word, bits)) {
                    return false;
                }
                at = next;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tracking() -> WriteTracker {
        let written = WriteTracker::default();
        written.set_enabled(true);
        written
    }

    #[test]
    fn only_written_bytes_are_covered() {
        let written = tracking();
        written.begin(1000, 200);
        written.note(1010, 100);
        assert!(written.covers(1010, 100) && written.covers(1060, 8));
        assert!(!written.covers(1009, 1) && !written.covers(1110, 1) && !written.covers(1010, 101));
        written.note(1000, 200);
        assert!(written.covers(1000, 200));
    }

    #[test]
    fn adjacent_maps_are_one_range() {
        let written = tracking();
        written.begin(1024, 64);
        written.begin(1088, 64);
        assert!(!written.covers(1080, 16) && !written.has_any(1080, 16));
        written.note(1024, 128);
        assert!(written.covers(1024, 128) && written.covers(1100, 4));
    }

    #[test]
    fn a_copy_carries_what_was_written() {
        let written = tracking();
        written.begin(1000, 100);
        written.begin(2000, 100);
        written.note(1010, 4);
        written.note(2000, 100);
        written.copy(1000, 2000, 64);
        assert!(written.covers(2010, 4) && written.covers(2064, 36));
        assert!(!written.covers(2009, 1) && !written.has_any(2014, 50) && written.has_any(2013, 2));
        // Overlapping, and to and from what isn't tracked.
        written.copy(2008, 2010, 8);
        assert!(written.covers(2012, 4) && !written.has_any(2010, 2) && !written.has_any(2016, 2));
        written.copy(9000, 2000, 8);
        written.copy(1000, 9000, 64);
        assert!(written.covers(2000, 8) && written.has_any(9000, 8));
    }

    #[test]
    fn untracked_memory_counts_as_written() {
        let written = tracking();
        written.begin(1000, 64);
        assert!(written.covers(10, 4) && written.covers(5000, 4));
        written.end(1000);
        assert!(written.covers(1000, 4));
        written.set_enabled(false);
        written.begin(1000, 64);
        assert!(written.covers(1000, 4));
    }
}
