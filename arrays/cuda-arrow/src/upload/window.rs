//! Copies of many small pieces to a window of pinned memory.

use core::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

/// Bytes of a window, and zeros after them.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) zeros: usize,
}

/// The bytes that a thread copies at a time.
pub(crate) const SHARE: usize = 256 << 10;

/// More threads than this gain little.
const MAX_THREADS: usize = 4;

/// The number of threads that fill a window: four halve the time of 4 MiB, although they are created for that. At most
/// half of those available to the program, because a thread that waits for a processor gains nothing.
pub(crate) static THREADS: LazyLock<usize> = LazyLock::new(|| {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    (threads / 2).clamp(1, MAX_THREADS)
});

/// Copies parts one after the other to a window, which they fill, on that many threads.
pub(crate) fn fill(window: &mut [u8], parts: &[Part<'_>], threads: usize) {
    if threads <= 1 {
        return fill_share(window, parts);
    }
    let (mut shares, mut rest, mut first) = (Vec::new(), window, 0);
    let mut bytes = 0;
    for (at, part) in parts.iter().enumerate() {
        bytes += part.bytes.len() + part.zeros;
        if bytes >= SHARE || at + 1 == parts.len() {
            let (share, after) = rest.split_at_mut(bytes);
            shares.push((share, &parts[first..=at]));
            (rest, first, bytes) = (after, at + 1, 0);
        }
    }
    let shares = Mutex::new(shares.into_iter());
    let next = || {
        let mut shares = shares.lock().unwrap_or_else(PoisonError::into_inner);
        shares.next()
    };
    let work = || {
        while let Some((share, parts)) = next() {
            fill_share(share, parts);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // With fewer threads, the copy only takes longer.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

fn fill_share(mut share: &mut [u8], parts: &[Part<'_>]) {
    for part in parts {
        let (bytes, after) = share.split_at_mut(part.bytes.len());
        bytes.copy_from_slice(part.bytes);
        let (zeros, after) = after.split_at_mut(part.zeros);
        zeros.fill(0);
        share = after;
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, SHARE, fill};

    #[test]
    fn a_window_has_the_same_bytes_with_any_number_of_threads() {
        let bytes: Vec<u8> = (0..4 * SHARE).map(|at| (at % 251) as u8).collect();
        for size in [1, 4096, SHARE - 1, SHARE, SHARE + 1, 3 * SHARE] {
            let part = |at: usize| Part {
                bytes: &bytes[at * 7..at * 7 + size.saturating_sub(at)],
                zeros: at % 64,
            };
            let parts: Vec<Part<'_>> = (0..(4 * SHARE / size).clamp(3, 300)).map(part).collect();
            let expected: Vec<u8> = parts
                .iter()
                .flat_map(|part| [part.bytes, &vec![0; part.zeros][..]].concat())
                .collect();
            for threads in 0..5 {
                let mut window = vec![9; expected.len()];
                fill(&mut window, &parts, threads);
                assert!(window == expected, "parts of {size}, {threads} threads");
            }
        }
        fill(&mut [], &[], 3);
    }
}
