//! Prefix sums: the offsets of lists, and their total, for which the host waits no longer than necessary.

use core::hint::spin_loop;
use core::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cuda_arrow::{Buffer, MutableBuffer};
use cuda_driver::memory::PinnedFlags;
use cuda_driver::stream::CaptureStatus;
use cuda_driver::{ArgumentList, PinnedBuffer, sys::CUdeviceptr};

use crate::arguments::{Args, Report, Tiles, first_wrong};
use crate::backend::{Backend, Source, spread_tiles};
use crate::error::{Error, Result};

impl Tiles {
    /// That of a single block, which doesn't look back.
    pub(crate) const NONE: Self = Self { words: 0, epoch: 0, host: 0 };
}

/// What the launches of a backend need to look back, and no thread uses now.
#[derive(Default)]
pub(crate) struct Scans {
    published: Mutex<Vec<TileSums>>,
    answers: Mutex<Vec<Answer>>,
}

/// Memory in which the blocks of launches publish their sums, one launch after the other: who has it launches next. Each
/// launch counts on the one before, so it is dropped after a failure.
struct TileSums {
    words: MutableBuffer,
    epoch: u64,
}

/// The first epoch that isn't one: it has eight bits.
const EPOCHS: u64 = 1 << 8;

/// The words before those of tiles.
const BEFORE: usize = 2;

/// A word of host memory that a kernel writes while it runs, and that isn't 0 then.
struct Answer {
    memory: PinnedBuffer<u64>,
    /// Its address on the host, through which it may be written, and that on the device.
    word: AtomicPtr<u64>,
    address: CUdeviceptr,
}

/// The result of a scan.
pub(crate) struct ScanResult {
    /// The offsets, one more than there are values.
    pub(crate) offsets: Buffer,
    pub(crate) total: usize,
    /// The first position that the code reported.
    pub(crate) wrong: Option<usize>,
}

/// The sum of all tiles, and whether one of them raised the flag.
pub(crate) struct ScanTotal {
    pub(crate) total: usize,
    pub(crate) flag: bool,
}

/// How long the host asks for the word itself. Then it waits for the stream, as its context says.
const SPIN: Duration = Duration::from_micros(100);

impl Answer {
    fn word(&self) -> &AtomicU64 {
        // SAFETY: the memory has one number, and lives as long as this value. Only the device and this reference access it.
        unsafe { AtomicU64::from_ptr(self.word.load(Ordering::Relaxed)) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Backend {
    /// Returns the prefix sums of the values `v` that a line of code sets for each of `n` positions, as offsets. The
    /// last is also the second word of the report, if there is one.
    ///
    /// # Safety
    /// As [`each`](Self::each).
    pub(crate) unsafe fn scan(&self, value: &str, args: &Args) -> Result<Buffer> {
        // SAFETY: as the caller guarantees.
        Ok(unsafe { self.scanned(value, args, false) }?.0)
    }

    /// Returns the same prefix sums and the total, for which it waits. Code that reports positions needs the report of
    /// `args`, to which nothing else may have reported.
    ///
    /// # Safety
    /// As [`each`](Self::each).
    pub(crate) unsafe fn scan_total(
        &self,
        value: &str,
        args: &Args,
        report: Option<&Report>,
    ) -> Result<ScanResult> {
        // SAFETY: as the caller guarantees.
        let (offsets, told) = unsafe { self.scanned(value, args, true) }?;
        let wrong = match report {
            Some(report) if told.flag => first_wrong(self.read(report)?[0]),
            _ => None,
        };
        let total = told.total;
        Ok(ScanResult { offsets, total, wrong })
    }

    /// # Safety
    /// As [`each`](Self::each).
    unsafe fn scanned(&self, value: &str, args: &Args, waits: bool) -> Result<(Buffer, ScanTotal)> {
        let n = usize::try_from(args.n).unwrap_or(0);
        let nothing = ScanTotal { total: 0, flag: false };
        if n == 0 {
            return Ok((self.zeroed(8)?.freeze(), nothing));
        }
        let offsets = self.alloc_words(n + 1)?;
        let source = Source {
            file: "scan.cu",
            before: format!(
                "#define REPORTS {}\n#define VALUE_OF(i, v) {value}",
                i32::from(args.report != 0)
            ),
            kernel: "scan",
        };
        let args = Args { o0: offsets.as_raw(), ..*args };
        let tiles = spread_tiles(args.n);
        let launch = |published: Tiles| {
            let mut list = ArgumentList::new();
            list.push(args).push(published);
            // SAFETY: there are `n + 1` offsets, and a word for each tile; the caller guarantees that the code stays within
            // its arrays.
            unsafe { self.launch(&source, tiles, &list) }
        };
        let told = if waits {
            self.launch_and_ask(tiles, launch)?
        } else {
            self.launch_looking_back(tiles, 0, launch)?;
            nothing
        };
        Ok((offsets.freeze(), told))
    }

    /// Launches a kernel that tells the host a sum, and returns it as soon as it is known: the kernel may still run.
    pub(crate) fn launch_and_ask(
        &self,
        tiles: usize,
        launch: impl FnOnce(Tiles) -> Result<()>,
    ) -> Result<ScanTotal> {
        let answers = &self.scans().answers;
        let spare = lock(answers).pop();
        let answer = match spare {
            Some(answer) => answer,
            None => self.new_answer()?,
        };
        answer.word().store(0, Ordering::Relaxed);
        // A captured kernel would never tell anything: that is the error of a wait.
        if self.stream().capture_status()? != CaptureStatus::NONE {
            self.stream().synchronize()?;
        }
        let launched = self.launch_looking_back(tiles, answer.address, launch);
        if let Err(error) = launched {
            lock(answers).push(answer);
            return Err(error);
        }
        self.count_wait();
        match self.wait_for(&answer) {
            Ok(word) => {
                lock(answers).push(answer);
                // As in `look_back.cuh`.
                Ok(ScanTotal {
                    total: (word & ((1 << 53) - 1)) as usize,
                    flag: word >> 61 & 1 != 0,
                })
            }
            Err(error) => {
                // The kernel may still write the word. If the context is lost, it doesn't.
                let _ = self.stream().drop_after(answer.memory);
                Err(error)
            }
        }
    }

    fn new_answer(&self) -> Result<Answer> {
        let flags = PinnedFlags::DEVICE_MAP;
        let mut memory = self.stream().context().pinned_with::<u64>(1, flags)?;
        let word = AtomicPtr::new(memory.as_mut_ptr());
        let address = memory.device_pointer()?;
        Ok(Answer { memory, word, address })
    }

    fn wait_for(&self, answer: &Answer) -> Result<u64> {
        let begin = Instant::now();
        loop {
            for _ in 0..64 {
                match answer.word().load(Ordering::Acquire) {
                    0 => spin_loop(),
                    word => return Ok(word),
                }
            }
            // A driver may submit work only when it is asked about it.
            if self.stream().query()? || begin.elapsed() > SPIN {
                break;
            }
        }
        self.stream().synchronize()?;
        match answer.word().load(Ordering::Acquire) {
            0 => Err(Error::Value(
                "a kernel has ended without telling its total: please report it".to_owned(),
            )),
            word => Ok(word),
        }
    }

    /// Launches a kernel of `tiles` blocks that look back.
    pub(crate) fn launch_looking_back(
        &self,
        tiles: usize,
        host: CUdeviceptr,
        launch: impl FnOnce(Tiles) -> Result<()>,
    ) -> Result<()> {
        let bytes = (tiles + BEFORE) * 8;
        let stream = self.stream();
        let is_captured = || Ok::<_, Error>(stream.capture_status()? != CaptureStatus::NONE);
        // A per-thread default stream is another one on each thread, and a graph may run at any time.
        let is_own = stream.is_per_thread() || is_captured()?;
        let spare = if is_own { None } else { lock(&self.scans().published).pop() };
        let mut published = match spare.filter(|buffer| buffer.words.len() >= bytes) {
            Some(published) => published,
            None => TileSums { words: self.zeroed(bytes.next_power_of_two().max(4096))?, epoch: 0 },
        };
        published.epoch += 1;
        if published.epoch == EPOCHS {
            published.epoch = 1;
            stream.fill(published.words.as_slice_mut(), 0u8)?;
        }
        launch(Tiles { words: published.words.as_raw(), epoch: published.epoch, host })?;
        if !is_own {
            lock(&self.scans().published).push(published);
        }
        Ok(())
    }
}
