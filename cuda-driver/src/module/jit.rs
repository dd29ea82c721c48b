//! The driver's compiler: its options and logs.

use core::ffi::{c_uint, c_void};
use core::fmt;
use core::ptr::without_provenance_mut;
use core::sync::atomic::{AtomicPtr, AtomicU8, Ordering};
use core::time::Duration;

use cuda_driver_sys::CUjit_option;

use crate::module::{JitCacheMode, JitFallback, JitOption, JitTarget};

/// Options for how the driver compiles PTX when it loads or links it.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// use cuda_driver::module::JitOptions;
///
/// let options = JitOptions::new().max_registers(32).optimization_level(3).verbose(true);
/// let module = context.loader(&options).load_ptx(kernels)?;
/// println!("{}", module.log().info);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JitOptions {
    options: Vec<(JitOption, usize)>,
}

impl JitOptions {
    /// Creates options with the driver's defaults.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the registers of each thread.
    #[must_use]
    #[inline]
    pub fn max_registers(self, registers: u32) -> Self {
        self.with(JitOption::MAX_REGISTERS, registers)
    }

    /// Limits registers so that blocks of at least this many threads fit. [`JitLog::threads_per_block`] reports how
    /// many the compiler took into account. It can't be combined with [`target`](Self::target).
    #[must_use]
    #[inline]
    pub fn threads_per_block(self, threads: u32) -> Self {
        self.with(JitOption::THREADS_PER_BLOCK, threads)
    }

    /// Sets the maximum number of threads in a block, like `.maxntid`. Requires CUDA 12.4.
    #[must_use]
    #[inline]
    pub fn max_threads_per_block(self, threads: u32) -> Self {
        self.with(JitOption::MAX_THREADS_PER_BLOCK, threads)
    }

    /// Sets the minimum number of resident blocks per multiprocessor, like `.minnctapersm`. Requires CUDA 12.4.
    #[must_use]
    #[inline]
    pub fn min_blocks_per_multiprocessor(self, blocks: u32) -> Self {
        self.with(JitOption::MIN_CTA_PER_SM, blocks)
    }

    /// Sets whether options override the PTX's directives about threads, blocks and registers. Requires CUDA 12.4.
    #[must_use]
    #[inline]
    pub fn override_directives(self, on: bool) -> Self {
        self.with(JitOption::OVERRIDE_DIRECTIVE_VALUES, u32::from(on))
    }

    /// Sets the optimization level, from 0 to 4; the default is 4.
    #[must_use]
    #[inline]
    pub fn optimization_level(self, level: u32) -> Self {
        self.with(JitOption::OPTIMIZATION_LEVEL, level)
    }

    /// Compiles for this target instead of the context's device.
    #[must_use]
    #[inline]
    pub fn target(self, target: JitTarget) -> Self {
        self.with(JitOption::TARGET, target.as_raw().0)
    }

    /// Compiles for the context's device, which is the default.
    #[must_use]
    #[inline]
    pub fn target_from_context(self) -> Self {
        self.with(JitOption::TARGET_FROM_CUCONTEXT, 0)
    }

    /// Sets what to use from a fat binary without an exact match: PTX, or compatible machine code.
    #[must_use]
    #[inline]
    pub fn fallback(self, fallback: JitFallback) -> Self {
        self.with(JitOption::FALLBACK_STRATEGY, fallback.as_raw().0)
    }

    /// Generates debug information.
    #[must_use]
    #[inline]
    pub fn debug_info(self, on: bool) -> Self {
        self.with(JitOption::GENERATE_DEBUG_INFO, u32::from(on))
    }

    /// Generates line numbers.
    #[must_use]
    #[inline]
    pub fn line_info(self, on: bool) -> Self {
        self.with(JitOption::GENERATE_LINE_INFO, u32::from(on))
    }

    /// Sets how loads are cached by default.
    #[must_use]
    #[inline]
    pub fn cache_mode(self, mode: JitCacheMode) -> Self {
        self.with(JitOption::CACHE_MODE, mode.as_raw().0)
    }

    /// Generates position-independent code. Requires CUDA 11.8.
    #[must_use]
    #[inline]
    pub fn position_independent_code(self, on: bool) -> Self {
        self.with(JitOption::POSITION_INDEPENDENT_CODE, u32::from(on))
    }

    /// Reports more in [`JitLog::info`], such as the registers that each kernel uses.
    #[must_use]
    #[inline]
    pub fn verbose(self, on: bool) -> Self {
        self.with(JitOption::LOG_VERBOSE, u32::from(on))
    }

    /// Measures how long compiling takes: [`JitLog::wall_time`].
    #[must_use]
    #[inline]
    pub fn wall_time(self) -> Self {
        self.with(JitOption::WALL_TIME, 0)
    }

    #[inline]
    fn with(mut self, option: JitOption, value: u32) -> Self {
        self.options.push((option, value as usize));
        self
    }

    /// Sets any option whose value is a number.
    ///
    /// # Safety
    /// The option takes a number, not a pointer, and isn't one of the log buffers or their sizes: this crate sets
    /// those.
    #[must_use]
    #[inline]
    pub unsafe fn option(self, option: JitOption, value: u32) -> Self {
        self.with(option, value)
    }
}

/// The log of the driver's compiler or linker after a success.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct JitLog {
    /// Information, most of it only with [verbose](JitOptions::verbose).
    pub info: String,
    /// Warnings.
    pub warnings: String,
    /// The time that compiling took, if its measurement was [requested](JitOptions::wall_time).
    pub wall_time: Option<Duration>,
    /// The threads of a block that the compiler took into account, if they were [set](JitOptions::threads_per_block).
    pub threads_per_block: Option<u32>,
}

const LOG_BYTES: usize = 16 * 1024;

/// The arrays of one call that compiles, and the logs that it writes. They must outlive everything through which the
/// driver may still write into them: a call, a link, or a library, which may be compiled on another thread when it is
/// first used.
pub(crate) struct JitCall {
    keys: Vec<CUjit_option>,
    /// The driver writes results in place of some values: lengths of logs, and times.
    values: Vec<AtomicPtr<c_void>>,
    errors: Box<[AtomicU8]>,
    info: Box<[AtomicU8]>,
}

impl JitCall {
    pub(crate) fn new(options: &JitOptions) -> Self {
        // In debug builds, collecting single bytes took longer than the call.
        let log = || -> Box<[AtomicU8]> { Box::new([const { AtomicU8::new(0) }; LOG_BYTES]) };
        let (errors, info) = (log(), log());
        let start = |log: &[AtomicU8]| log.as_ptr().cast_mut().cast::<c_void>();
        let size = without_provenance_mut(LOG_BYTES);
        let logs = [
            (JitOption::ERROR_LOG_BUFFER, start(&errors)),
            (JitOption::ERROR_LOG_BUFFER_SIZE_BYTES, size),
            (JitOption::INFO_LOG_BUFFER, start(&info)),
            (JitOption::INFO_LOG_BUFFER_SIZE_BYTES, size),
        ];
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        let mut add = |option: JitOption, value| {
            keys.push(option.as_raw());
            values.push(AtomicPtr::new(value));
        };
        for &(option, value) in &logs {
            add(option, value);
        }
        for (option, value) in &options.options {
            add(*option, without_provenance_mut(*value));
        }
        Self { keys, values, errors, info }
    }

    /// Returns how many options there are.
    pub(crate) fn count(&self) -> c_uint {
        c_uint::try_from(self.keys.len()).unwrap_or(0)
    }

    /// Returns the options for the driver, which only reads them.
    pub(crate) fn keys(&self) -> *mut CUjit_option {
        self.keys.as_ptr().cast_mut()
    }

    /// Returns their values, which the driver may write to.
    pub(crate) fn values(&self) -> *mut *mut c_void {
        self.values.as_ptr().cast_mut().cast()
    }

    /// Returns the error log.
    pub(crate) fn errors(&self) -> String {
        text(&self.errors)
    }

    /// Returns the log of a success.
    pub(crate) fn log(&self) -> JitLog {
        JitLog {
            info: text(&self.info),
            warnings: text(&self.errors),
            // A float in the value's first bytes, of milliseconds.
            wall_time: self
                .number(JitOption::WALL_TIME)
                .and_then(|bits| Duration::try_from_secs_f32(f32::from_bits(bits) / 1e3).ok()),
            threads_per_block: self.number(JitOption::THREADS_PER_BLOCK),
        }
    }

    /// Returns the lower half of the value that the driver left for an option.
    fn number(&self, option: JitOption) -> Option<u32> {
        let mut keys = self.keys.iter();
        let index = keys.position(|key| *key == option.as_raw())?;
        let value = self.values[index].load(Ordering::Relaxed);
        u32::try_from(value.addr() & 0xffff_ffff).ok()
    }
}

impl fmt::Debug for JitCall {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JitCall").finish_non_exhaustive()
    }
}

/// Returns the C string in a log.
fn text(log: &[AtomicU8]) -> String {
    let mut bytes = Vec::new();
    for byte in log {
        match byte.load(Ordering::Relaxed) {
            0 => break,
            byte => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).trim_ascii_end().to_owned()
}
