use core::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

use cuda_driver_sys::{CUdeviceptr, Symbol};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::memory::{
    DeviceSlice, DeviceSliceMut, Element, HostMemory, HostMemoryError, MemoryType, Transfer,
    window::{WINDOW, Window},
};
use crate::stream::{
    Stream,
    quiesce::{Proof, quiesce},
};

/// Copies large pageable host memory with several threads, through pinned windows.
///
/// The driver copies such memory through its own pinned memory, on one thread, at a fraction of the bus's bandwidth.
/// With several threads, one's window is transferred while others fill theirs: then the bus limits an upload, and page
/// faults limit a download to new memory. [`Stream::upload_into`](crate::stream::Stream::upload_into) and
/// [`Stream::download`](crate::stream::Stream::download) use the driver's copies, which are better for pinned or small memory.
/// This type uses them, too, for such memory, and for per-thread default streams.
///
/// ```no_run
/// # let stream = cuda_driver::Driver::load()?.device(0)?.primary_context()?.stream()?;
/// let staging = cuda_driver::memory::Staging::new(stream.context());
/// let host = vec![1.0f32; 1 << 28];
/// let mut buffer = stream.alloc(host.len())?;
/// staging.upload_into(&host, &mut buffer)?;
/// # Ok::<(), cuda_driver::Error>(())
/// ```
///
/// Each thread pins two windows of 4 MiB when they are needed. The context keeps up to 16 for later copies, until
/// [`trim`](Self::trim) is called or the context is dropped, for which the driver waits for the context's work. If no
/// memory can be pinned for a chunk, the driver copies it.
#[derive(Debug, Clone)]
pub struct Staging {
    context: Context,
    threads: NonZeroUsize,
}

/// The smallest size, in bytes, for which threads pay off.
const MIN_BYTES: usize = 4 * WINDOW;

/// More threads than this are limited by the bus.
const MAX_THREADS: usize = 8;

/// The number of threads available to the program, up to the maximum that pays off.
static THREADS: LazyLock<NonZeroUsize> = LazyLock::new(|| {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(threads.min(MAX_THREADS)).unwrap_or(NonZeroUsize::MIN)
});

impl Staging {
    /// Creates a value that copies on as many threads as are available to the program, at most eight. It makes no
    /// driver call.
    #[must_use]
    #[inline]
    pub fn new(context: &Context) -> Self {
        Self::with_threads(context, *THREADS)
    }

    /// Creates a value that copies on this many threads, including the caller's.
    #[must_use]
    #[inline]
    pub fn with_threads(context: &Context, threads: NonZeroUsize) -> Self {
        Self { context: context.clone(), threads }
    }

    /// Frees the windows that no copy uses, for which the driver waits for all work of the context.
    ///
    /// [`cuMemFreeHost`](crate::driver::Raw::cuMemFreeHost)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemFreeHost")]
    #[inline]
    pub fn trim(&self) -> Result<(), CuResult> {
        self.context.free_spare_windows()
    }

    /// Copies `source` to device memory of the same length, in the order of its stream, and waits until the copy is
    /// done.
    ///
    /// # Errors
    /// [`Error::Length`], or the driver's error; the target's contents are then unspecified.
    ///
    /// # Aborts
    /// As [`Stream::scope`](crate::stream::Stream::scope).
    pub fn upload_into<'a, T: Element>(
        &self,
        source: &[T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let target = target.into();
        let stream = target.stream();
        if source.len() != target.len() || !self.takes(stream, source) {
            return stream.upload_into(source, target);
        }
        self.upload_bytes(bytemuck::cast_slice(source), target.cast()?)
    }

    // Not generic, so that each bound is proven once. Inline, so that only programs that call it compile the threads.
    #[inline]
    fn upload_bytes(&self, source: &[u8], target: DeviceSliceMut<'_, u8>) -> Result<(), Error> {
        let stream = target.stream();
        let chunks = target.chunks_mut(WINDOW);
        let chunks = Mutex::new(source.chunks(WINDOW).zip(chunks));
        self.on_threads(stream, Symbol::cuMemcpyHtoDAsync_v2, source.len(), |is_failed| {
            let mut before: Option<Transfer<Window>> = None;
            while let Some((from, to)) = next(&chunks).filter(|_| !is_failed()) {
                let Ok(mut window) = Window::new(&self.context, from.len()) else {
                    // The amount of memory that can be pinned is limited.
                    stream.upload_into(from, to)?;
                    continue;
                };
                window.elements_mut().copy_from_slice(from);
                let transfer = stream.upload_owned(window, to).map_err(error_of)?;
                if let Some(before) = before.replace(transfer) {
                    before.wait().map_err(error_of)?;
                }
            }
            match before {
                Some(before) => before.wait().map(drop).map_err(error_of),
                None => Ok(()),
            }
        })
    }

    /// Copies device memory to `target`, which has the same length, in the order of its stream, and waits until the
    /// copy is done.
    ///
    /// # Errors
    /// As [`upload_into`](Self::upload_into).
    ///
    /// # Aborts
    /// As [`Stream::scope`](crate::stream::Stream::scope).
    pub fn download<'a, T: Element>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &mut [T],
    ) -> Result<(), Error> {
        let source = source.into();
        let stream = source.stream();
        if source.len() != target.len() || !self.takes(stream, target) {
            return stream.download(source, target);
        }
        self.download_bytes(source.cast()?, bytemuck::cast_slice_mut(target))
    }

    #[inline]
    fn download_bytes(&self, source: DeviceSlice<'_, u8>, target: &mut [u8]) -> Result<(), Error> {
        let stream = source.stream();
        let bytes = target.len();
        let chunks = source.chunks(WINDOW);
        let chunks = Mutex::new(chunks.zip(target.chunks_mut(WINDOW)));
        self.on_threads(stream, Symbol::cuMemcpyDtoHAsync_v2, bytes, |is_failed| {
            let mut before: Option<(Transfer<Window>, &mut [u8])> = None;
            loop {
                let chunk = next(&chunks).filter(|_| !is_failed());
                let is_last = chunk.is_none();
                let mut started = None;
                if let Some((from, to)) = chunk {
                    match Window::new(&self.context, to.len()) {
                        Ok(window) => {
                            let transfer = stream.download_owned(from, window).map_err(error_of)?;
                            started = Some((transfer, to));
                        }
                        Err(_) => stream.download(from, to)?,
                    }
                }
                if let Some((transfer, to)) = core::mem::replace(&mut before, started) {
                    to.copy_from_slice(transfer.wait().map_err(error_of)?.elements());
                }
                if is_last {
                    return Ok(());
                }
            }
        })
    }

    /// Returns `true` if threads should copy this memory: it is large and, according to the driver, not pinned. The
    /// driver copies other memory.
    #[must_use]
    pub fn suits<T>(&self, host: &[T]) -> bool {
        let address = host.as_ptr().addr() as CUdeviceptr;
        let is_pinned = || {
            let memory_type = self.context.pointer(address).memory_type();
            memory_type.is_ok_and(|memory_type| memory_type == MemoryType::HOST)
        };
        size_of_val(host) >= MIN_BYTES && self.threads.get() > 1 && !is_pinned()
    }

    /// Returns `true` if threads should copy this memory on `stream`, which must mean the same stream on each.
    fn takes<T>(&self, stream: &Stream, host: &[T]) -> bool {
        !stream.is_per_thread() && self.suits(host)
    }

    /// Runs `work`, which copies that many bytes in chunks on `stream`, on each thread, and returns the first error
    /// once all copies are over.
    fn on_threads(
        &self,
        stream: &Stream,
        call: Symbol,
        bytes: usize,
        work: impl Fn(&dyn Fn() -> bool) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        // Before the first copy, after which a failure quiesces the stream, and ends a capture.
        stream.refuse_possible_capture(call)?;
        let error = Mutex::new(None);
        let lock = || error.lock().unwrap_or_else(PoisonError::into_inner);
        let is_failed = || lock().is_some();
        let work = || {
            if let Err(error) = work(&is_failed) {
                lock().get_or_insert(error);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.get().min(bytes.div_ceil(WINDOW)) {
                // With fewer threads, the copy only takes longer.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => {
                // Copies of other chunks may be under way.
                let _ = quiesce(stream, &Proof::None);
                Err(error)
            }
            None => Ok(()),
        }
    }
}

/// Returns the next of the items that several threads share.
fn next<I: Iterator>(items: &Mutex<I>) -> Option<I::Item> {
    items.lock().unwrap_or_else(PoisonError::into_inner).next()
}

fn error_of<H>(error: HostMemoryError<H>) -> Error {
    error.error
}
