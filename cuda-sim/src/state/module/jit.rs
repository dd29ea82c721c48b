use core::ffi::{c_uint, c_void};

use cuda_driver_sys::*;

use crate::state::error::{INVALID_IMAGE, INVALID_PTX, INVALID_SOURCE, INVALID_VALUE};
use crate::state::module::jit_output::Output;
use crate::state::module::load_error::LoadError;
use crate::state::outcome::Outcome;

/// The options of the compiler and the linker that have an effect here.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct JitOptions {
    /// Where results go.
    pub output: Output,
    pub max_registers: Option<u32>,
    /// The threads of a block that registers are to suffice for.
    pub threads: Option<u32>,
    /// Whether the log has more.
    pub verbose: bool,
    /// The target, if it isn't the context's device.
    target: Option<u32>,
    level: Option<u32>,
    debug: bool,
    /// The code with which the compiler refuses an option's value.
    refusal: Option<CUresult>,
    /// Whether there is an option that links don't take.
    pub has_fallback: bool,
}

/// Returns the compiler's code for a value that only it refuses.
fn refusal(option: CUjit_option, value: u32) -> Option<CUresult> {
    use CUjit_option as O;
    match option {
        O::CU_JIT_OPTIMIZATION_LEVEL | O::CU_JIT_MIN_CTA_PER_SM | O::CU_JIT_SPLIT_COMPILE => {
            (value == u32::MAX).then_some(INVALID_PTX)
        }
        // Those of older GPUs are no longer known.
        O::CU_JIT_TARGET => (value < 50 || value == 62).then_some(INVALID_IMAGE),
        // An internal option.
        O::CU_JIT_NEW_SM3X_OPT => Some(INVALID_PTX),
        _ => None,
    }
}

/// Checks the value of an option that has no effect here.
fn check_value(option: CUjit_option, value: u32) -> Outcome {
    use CUjit_option as O;
    // It was renamed.
    const FORMER_110: u32 = 101;
    let is_target = || {
        value == FORMER_110 || CUjit_target::ENUMERATORS.iter().any(|(_, target)| target.0 == value)
    };
    match option {
        O::CU_JIT_MAX_REGISTERS if value == 0 => Err(INVALID_VALUE),
        O::CU_JIT_TARGET if matches!(value, 10..30) || value >= 50 && !is_target() => {
            Err(INVALID_VALUE)
        }
        O::CU_JIT_CACHE_MODE if value > CUjit_cacheMode::CU_JIT_CACHE_OPTION_CA.0 => {
            Err(INVALID_VALUE)
        }
        _ => Ok(()),
    }
}

/// Returns `true` for an option that a part of a link can have; others are those of the link.
fn is_of_part(option: CUjit_option) -> bool {
    use CUjit_option as O;
    !matches!(
        option,
        O::CU_JIT_WALL_TIME
            | O::CU_JIT_INFO_LOG_BUFFER
            | O::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES
            | O::CU_JIT_ERROR_LOG_BUFFER
            | O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
            | O::CU_JIT_TARGET_FROM_CUCONTEXT
            | O::CU_JIT_TARGET
            | O::CU_JIT_FALLBACK_STRATEGY
    ) && !(17..30).contains(&option.0)
}

impl JitOptions {
    /// Reads the arrays of C.
    ///
    /// # Safety
    /// Both arrays have `count` elements, and the buffers have their sizes as long as the options are used; so long the array of
    /// values is there if an option gives something back.
    pub(crate) unsafe fn read(
        count: c_uint,
        options: *mut CUjit_option,
        values: *mut *mut c_void,
    ) -> Result<Self, CUresult> {
        // SAFETY: the caller guarantees the same.
        unsafe { Self::read_if(count, options, values, |_| true) }
    }

    /// Reads those of a part of a link.
    ///
    /// # Safety
    /// As for [`read`](Self::read).
    pub(crate) unsafe fn read_of_part(
        count: c_uint,
        options: *mut CUjit_option,
        values: *mut *mut c_void,
    ) -> Result<Self, CUresult> {
        // SAFETY: the caller guarantees the same.
        unsafe { Self::read_if(count, options, values, is_of_part) }
    }

    unsafe fn read_if(
        count: c_uint,
        options: *mut CUjit_option,
        values: *mut *mut c_void,
        is_taken: impl Fn(CUjit_option) -> bool,
    ) -> Result<Self, CUresult> {
        let mut read = Self::default();
        if count > 0 && (options.is_null() || values.is_null()) {
            return Err(INVALID_VALUE);
        }
        for i in 0..count as usize {
            // SAFETY: the arrays have that many elements.
            let (option, slot) = unsafe { (*options.add(i), values.add(i)) };
            // SAFETY: as above.
            let value = unsafe { *slot } as usize;
            if option >= CUjit_option::CU_JIT_NUM_OPTIONS || !is_taken(option) {
                return Err(INVALID_VALUE);
            }
            if !read.output.take(option, slot, value)
                && let Some(used) = read.set(option, value as u32)?
            {
                // SAFETY: as above.
                unsafe { *slot = used as usize as *mut c_void };
            }
        }
        read.output.check()?;
        // Both say how many registers there are.
        if read.threads.is_some() && read.target.is_some() {
            return Err(INVALID_VALUE);
        }
        Ok(read)
    }

    /// Sets an option, and returns the value that is used instead if it is told.
    fn set(&mut self, option: CUjit_option, value: u32) -> Result<Option<u32>, CUresult> {
        use CUjit_option as O;
        check_value(option, value)?;
        self.refusal = self.refusal.or(refusal(option, value));
        match option {
            O::CU_JIT_THREADS_PER_BLOCK => {
                let threads = value.min(1024).next_multiple_of(32);
                self.threads = Some(threads);
                return Ok(Some(threads));
            }
            O::CU_JIT_MAX_REGISTERS => self.max_registers = Some(value),
            O::CU_JIT_TARGET => self.target = Some(value),
            O::CU_JIT_OPTIMIZATION_LEVEL => self.level = Some(value),
            O::CU_JIT_GENERATE_DEBUG_INFO => self.debug = value != 0,
            O::CU_JIT_LOG_VERBOSE => self.verbose = value != 0,
            O::CU_JIT_FALLBACK_STRATEGY => self.has_fallback = true,
            _ => {}
        }
        Ok(None)
    }

    /// Returns the PTX, unless the compiler refuses the options.
    pub(crate) fn accept(&self, ptx: Result<String, LoadError>) -> Result<String, LoadError> {
        let ptx = ptx?;
        // Debug information is of what isn't optimized.
        let is_optimized = self.debug && self.level.is_some_and(|level| level > 0);
        let is_older = || {
            let capability = self.target.map(|target| target & 0xffff);
            capability.is_some_and(|capability| (50..architecture_of(&ptx)).contains(&capability))
        };
        match self.refusal {
            Some(code) => Err(code.into()),
            None if is_optimized || is_older() => Err(INVALID_PTX.into()),
            None => Ok(ptx),
        }
    }

    /// Returns `true` if the target is another than a device of a compute capability.
    pub(crate) fn is_for_another(&self, (major, minor): (u32, u32)) -> bool {
        self.target.is_some_and(|target| target & 0xffff != major * 10 + minor)
    }

    /// Checks whether what is compiled can be loaded on a device of a compute capability.
    pub(crate) fn check_target(&self, compute_capability: (u32, u32)) -> Result<(), LoadError> {
        if self.is_for_another(compute_capability) { Err(INVALID_SOURCE.into()) } else { Ok(()) }
    }
}

/// Returns the number of the text's target, 0 if there is none.
fn architecture_of(ptx: &str) -> u32 {
    let target = ptx.lines().find_map(|line| line.trim_start().strip_prefix(".target"));
    let name = target.and_then(|rest| rest.trim_start().strip_prefix("sm_"));
    let digits = name
        .map_or("", |name| &name[..name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len())]);
    digits.parse().unwrap_or(0)
}
