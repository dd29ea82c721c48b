//! Occupancy: how many blocks of a kernel run concurrently.

use core::any::Any;
use core::cell::{Cell, RefCell};
use core::ffi::c_int;
use core::panic::AssertUnwindSafe;
use core::ptr;
use std::panic::{catch_unwind, resume_unwind};

use cuda_driver_sys::{CUresult, Symbol};

use crate::context::Context;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::launch::Launch;
use crate::module::Function;

flags! {
    /// Flags for the calculation of occupancy.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct OccupancyFlags: u32 {
        /// Assume that the caching of global memory doesn't lower the occupancy, even where it could.
        const DISABLE_CACHING_OVERRIDE = 0x1;
    }
}

/// The block size with which a kernel achieves the highest occupancy.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// # let module = context.load_ptx(kernels)?;
/// # let scale = module.function("scale")?;
/// use cuda_driver::Launch;
///
/// let best = scale.max_potential_block_size(0, 0)?;
/// let launch = Launch::elements(1_000_000, best.threads);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BlockSize {
    /// The number of threads in a block.
    pub threads: u32,
    /// The smallest number of blocks in a grid that fills the device.
    pub min_grid: u32,
}

impl BlockSize {
    /// Converts the results of the driver.
    fn of_ints((min_grid, threads): (c_int, c_int)) -> Self {
        Self { threads: of_int(threads), min_grid: of_int(min_grid) }
    }
}

impl Function {
    /// Returns how many blocks of `threads` threads and `shared_memory` bytes of dynamic shared memory one
    /// multiprocessor runs concurrently.
    ///
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessor`](Raw::cuOccupancyMaxActiveBlocksPerMultiprocessor)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for numbers that it doesn't support.
    #[doc(alias = "cuOccupancyMaxActiveBlocksPerMultiprocessor")]
    #[inline]
    pub fn max_active_blocks(&self, threads: u32, shared_memory: usize) -> Result<u32, CuResult> {
        let function = self.as_raw();
        bound(self.context(), |raw| {
            let symbol = Symbol::cuOccupancyMaxActiveBlocksPerMultiprocessor;
            let threads = to_int(raw, symbol, threads)?;
            // SAFETY: the context is current and the function alive.
            unsafe {
                raw.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, threads, shared_memory)
            }
        })
        .map(of_int)
    }

    /// Like [`max_active_blocks`](Self::max_active_blocks), with flags for the calculation.
    ///
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags`](Raw::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for numbers that it doesn't support.
    #[doc(alias = "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags")]
    #[inline]
    pub fn max_active_blocks_with_flags(
        &self,
        threads: u32,
        shared_memory: usize,
        flags: OccupancyFlags,
    ) -> Result<u32, CuResult> {
        let function = self.as_raw();
        bound(self.context(), |raw| {
            let symbol = Symbol::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags;
            let threads = to_int(raw, symbol, threads)?;
            // SAFETY: the context is current and the function alive.
            unsafe {
                raw.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                    function,
                    threads,
                    shared_memory,
                    flags.bits(),
                )
            }
        })
        .map(of_int)
    }

    /// Returns the block size, of at most `limit` threads (0 for no limit), with the highest occupancy, if the kernel
    /// uses `shared_memory` bytes of dynamic shared memory.
    ///
    /// [`cuOccupancyMaxPotentialBlockSize`](Raw::cuOccupancyMaxPotentialBlockSize)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for numbers that it doesn't support.
    #[doc(alias = "cuOccupancyMaxPotentialBlockSize")]
    #[inline]
    pub fn max_potential_block_size(
        &self,
        shared_memory: usize,
        limit: u32,
    ) -> Result<BlockSize, CuResult> {
        let function = self.as_raw();
        bound(self.context(), |raw| {
            let limit = to_int(raw, Symbol::cuOccupancyMaxPotentialBlockSize, limit)?;
            // SAFETY: the context is current and the function alive; there is no callback.
            unsafe { raw.cuOccupancyMaxPotentialBlockSize(function, None, shared_memory, limit) }
        })
        .map(BlockSize::of_ints)
    }

    /// Like [`max_potential_block_size`](Self::max_potential_block_size), for a kernel whose dynamic shared memory
    /// depends on the block: `shared_memory` returns the bytes for a number of threads. It may be called any number of
    /// times.
    ///
    /// [`cuOccupancyMaxPotentialBlockSizeWithFlags`](Raw::cuOccupancyMaxPotentialBlockSizeWithFlags)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for numbers that it doesn't support.
    ///
    /// # Panics
    /// If `shared_memory` does.
    #[doc(alias = "cuOccupancyMaxPotentialBlockSizeWithFlags")]
    #[inline]
    pub fn max_potential_block_size_with(
        &self,
        shared_memory: impl Fn(u32) -> usize,
        limit: u32,
        flags: OccupancyFlags,
    ) -> Result<BlockSize, CuResult> {
        let function = self.as_raw();
        let query = |raw: Raw| {
            let symbol = Symbol::cuOccupancyMaxPotentialBlockSizeWithFlags;
            let limit = to_int(raw, symbol, limit)?;
            // SAFETY: the context is current and the function alive; the callback handles any argument.
            unsafe {
                raw.cuOccupancyMaxPotentialBlockSizeWithFlags(
                    function,
                    Some(callback),
                    0,
                    limit,
                    flags.bits(),
                )
            }
        };
        with_callback(&shared_memory, || bound(self.context(), query)).map(BlockSize::of_ints)
    }

    /// Returns how much dynamic shared memory, in bytes, each of `blocks` blocks of `threads` threads may use if one
    /// multiprocessor is to run them concurrently.
    ///
    /// [`cuOccupancyAvailableDynamicSMemPerBlock`](Raw::cuOccupancyAvailableDynamicSMemPerBlock)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for numbers that it doesn't support.
    #[doc(alias = "cuOccupancyAvailableDynamicSMemPerBlock")]
    #[inline]
    pub fn available_dynamic_shared_memory(
        &self,
        blocks: u32,
        threads: u32,
    ) -> Result<usize, CuResult> {
        let function = self.as_raw();
        bound(self.context(), |raw| {
            let symbol = Symbol::cuOccupancyAvailableDynamicSMemPerBlock;
            let (blocks, threads) = (to_int(raw, symbol, blocks)?, to_int(raw, symbol, threads)?);
            // SAFETY: the context is current and the function alive.
            unsafe { raw.cuOccupancyAvailableDynamicSMemPerBlock(function, blocks, threads) }
        })
    }

    /// Returns the maximum number of blocks in a cluster that `launch` could have on the device. Requires CUDA 11.8.
    ///
    /// [`cuOccupancyMaxPotentialClusterSize`](Raw::cuOccupancyMaxPotentialClusterSize)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_CLUSTER_SIZE` (912) if `launch` has a cluster that is too large.
    #[doc(alias = "cuOccupancyMaxPotentialClusterSize")]
    #[inline]
    pub fn max_potential_cluster_size(&self, launch: Launch<'_>) -> Result<u32, CuResult> {
        let (function, config) = (self.as_raw(), launch.config(ptr::null_mut()));
        // SAFETY: the context is current, the function alive, and the attributes are the launch's.
        bound(self.context(), |raw| unsafe {
            raw.cuOccupancyMaxPotentialClusterSize(function, &raw const config)
        })
        .map(of_int)
    }

    /// Returns how many clusters of `launch` the device runs concurrently; 0 if `launch` has no
    /// [cluster](crate::launch::LaunchAttribute::cluster). Requires CUDA 11.8.
    ///
    /// [`cuOccupancyMaxActiveClusters`](Raw::cuOccupancyMaxActiveClusters)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_CLUSTER_SIZE` (912) if the cluster is too large.
    #[doc(alias = "cuOccupancyMaxActiveClusters")]
    #[inline]
    pub fn max_active_clusters(&self, launch: Launch<'_>) -> Result<u32, CuResult> {
        let (function, config) = (self.as_raw(), launch.config(ptr::null_mut()));
        // SAFETY: as above.
        bound(self.context(), |raw| unsafe {
            raw.cuOccupancyMaxActiveClusters(function, &raw const config)
        })
        .map(of_int)
    }
}

/// Converts a number that the driver takes as an `int`.
#[inline]
fn to_int(raw: Raw, symbol: Symbol, value: u32) -> Result<c_int, CuResult> {
    match c_int::try_from(value) {
        Ok(value) => Ok(value),
        Err(_) => Err(raw.failed(symbol, CUresult::CUDA_ERROR_INVALID_VALUE)),
    }
}

/// Converts a number that the driver returns as an `int`, and that is never negative.
fn of_int(value: c_int) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

/// Makes a call with a context current.
fn bound<T>(
    context: &Context,
    call: impl FnOnce(Raw) -> Result<T, CuResult>,
) -> Result<T, CuResult> {
    let _bound = context.bind()?;
    call(context.raw())
}

/// The closure that returns the shared memory of a block, for the duration of a call.
type SharedMemoryFn<'a> = &'a dyn Fn(u32) -> usize;

thread_local! {
    /// The closure that the driver's callback calls on this thread, because the callback is passed only the number of
    /// threads.
    static CURRENT: Cell<Option<SharedMemoryFn<'static>>> = const { Cell::new(None) };
    /// The payload if it panicked, because nothing may unwind through the driver.
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = const { RefCell::new(None) };
}

/// Makes a call whose callback calls `shared_memory_fn`.
fn with_callback<T>(shared_memory_fn: SharedMemoryFn<'_>, call: impl FnOnce() -> T) -> T {
    // SAFETY: only the lifetime differs. The driver calls back on this thread while `call` runs, and the reference is
    // removed again before this function returns; `call` doesn't unwind, because `callback` catches panics.
    let shared_memory_fn = unsafe {
        core::mem::transmute::<SharedMemoryFn<'_>, SharedMemoryFn<'static>>(shared_memory_fn)
    };
    let before = CURRENT.replace(Some(shared_memory_fn));
    let result = call();
    CURRENT.set(before);
    if let Some(panic) = PANIC.take() {
        resume_unwind(panic);
    }
    result
}

/// Returns the driver's callback.
#[inline]
unsafe extern "C" fn callback(threads: c_int) -> usize {
    let Some(shared_memory_fn) = CURRENT.get() else {
        return 0;
    };
    // After a panic, the function isn't called again: dropping the first payload could panic, too.
    if PANIC.with_borrow(Option::is_some) {
        return 0;
    }
    let result = catch_unwind(AssertUnwindSafe(|| shared_memory_fn(of_int(threads))));
    result.unwrap_or_else(|panic| {
        PANIC.set(Some(panic));
        0
    })
}
