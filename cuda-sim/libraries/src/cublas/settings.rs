//! Creating handles, what is set in them, versions and texts.

use core::ffi::{CStr, c_int};
use std::sync::OnceLock;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::{
    cudaEmulationMantissaControl, cudaEmulationSpecialValuesSupport, cudaStream_t,
    libraryPropertyType,
};
use parking_lot::Mutex;

use super::context::{Context, INVALID_VALUE, Outcome, Settings, status};
use super::{Cublas, VERSION, signatures};
use crate::c_strings::{CStrings, c_strings};

/// Writes through a pointer that must not be null.
///
/// # Safety
/// `to` is null or writable.
unsafe fn store<T>(to: *mut T, value: T) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller guarantees that it is writable.
    unsafe { to.write(value) };
    Ok(())
}

fn change(handle: cublasHandle_t, change: impl FnOnce(&mut Settings)) -> cublasStatus_t {
    status(Context::of(handle).map(|context| change(&mut context.settings.lock())))
}

/// # Safety
/// `to` is null or writable.
unsafe fn get<T>(
    handle: cublasHandle_t,
    to: *mut T,
    get: impl FnOnce(&Settings) -> T,
) -> cublasStatus_t {
    status(Context::of(handle).and_then(|context| {
        let value = get(&context.settings.lock());
        // SAFETY: the caller guarantees it.
        unsafe { store(to, value) }
    }))
}

/// The flag of a mode of computation that is added to another one.
const FLAG: u32 = cublasMath_t::CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION.0;

impl Cublas {
    pub(super) unsafe fn cublasSetPointerMode_v2(
        handle: cublasHandle_t,
        mode: cublasPointerMode_t,
    ) -> cublasStatus_t {
        if mode.name().is_some() {
            change(handle, |settings| settings.pointers = mode)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetPointerMode_v2(
        handle: cublasHandle_t,
        value: *mut cublasPointerMode_t,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.pointers) }
    }

    pub(super) unsafe fn cublasSetAtomicsMode(
        handle: cublasHandle_t,
        mode: cublasAtomicsMode_t,
    ) -> cublasStatus_t {
        if mode.name().is_some() {
            change(handle, |settings| settings.atomics = mode)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetAtomicsMode(
        handle: cublasHandle_t,
        value: *mut cublasAtomicsMode_t,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.atomics) }
    }

    pub(super) unsafe fn cublasSetMathMode(
        handle: cublasHandle_t,
        mode: cublasMath_t,
    ) -> cublasStatus_t {
        if cublasMath_t(mode.0 & !FLAG).name().is_some() {
            change(handle, |settings| settings.math = mode)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetMathMode(
        handle: cublasHandle_t,
        value: *mut cublasMath_t,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.math) }
    }

    pub(super) unsafe fn cublasSetSmCountTarget(
        handle: cublasHandle_t,
        count: c_int,
    ) -> cublasStatus_t {
        if count >= 0 {
            change(handle, |settings| settings.multiprocessors = count)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetSmCountTarget(
        handle: cublasHandle_t,
        value: *mut c_int,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.multiprocessors) }
    }

    pub(super) unsafe fn cublasSetEmulationStrategy(
        handle: cublasHandle_t,
        strategy: cublasEmulationStrategy_t,
    ) -> cublasStatus_t {
        if strategy.name().is_some() {
            change(handle, |settings| settings.strategy = strategy)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetEmulationStrategy(
        handle: cublasHandle_t,
        value: *mut cublasEmulationStrategy_t,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.strategy) }
    }

    pub(super) unsafe fn cublasSetEmulationSpecialValuesSupport(
        handle: cublasHandle_t,
        mask: cudaEmulationSpecialValuesSupport,
    ) -> cublasStatus_t {
        if mask.0 <= 3 || mask.name().is_some() {
            change(handle, |settings| settings.special_values = mask)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetEmulationSpecialValuesSupport(
        handle: cublasHandle_t,
        value: *mut cudaEmulationSpecialValuesSupport,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.special_values) }
    }

    pub(super) unsafe fn cublasSetFixedPointEmulationMantissaControl(
        handle: cublasHandle_t,
        control: cudaEmulationMantissaControl,
    ) -> cublasStatus_t {
        if control.name().is_some() {
            change(handle, |settings| settings.mantissa = control)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetFixedPointEmulationMantissaControl(
        handle: cublasHandle_t,
        value: *mut cudaEmulationMantissaControl,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.mantissa) }
    }

    pub(super) unsafe fn cublasSetFixedPointEmulationMaxMantissaBitCount(
        handle: cublasHandle_t,
        count: c_int,
    ) -> cublasStatus_t {
        if count >= 0 {
            change(handle, |settings| settings.most_bits = count)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetFixedPointEmulationMaxMantissaBitCount(
        handle: cublasHandle_t,
        value: *mut c_int,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.most_bits) }
    }

    pub(super) unsafe fn cublasSetFixedPointEmulationMantissaBitOffset(
        handle: cublasHandle_t,
        offset: c_int,
    ) -> cublasStatus_t {
        if offset.checked_abs().is_some() {
            change(handle, |settings| settings.bit_offset = offset)
        } else {
            INVALID_VALUE
        }
    }

    pub(super) unsafe fn cublasGetFixedPointEmulationMantissaBitOffset(
        handle: cublasHandle_t,
        value: *mut c_int,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, value, |settings| settings.bit_offset) }
    }
}

static LOGGER: Mutex<cublasLogCallback> = Mutex::new(None);

/// The names and the texts of the status codes, for C.
fn texts(code: cublasStatus_t) -> Option<(&'static CStr, &'static CStr)> {
    static TEXTS: OnceLock<[CStrings<cublasStatus_t>; 2]> = OnceLock::new();
    let [names, texts] = TEXTS.get_or_init(|| {
        let all = cublasStatus_t::ENUMERATORS;
        let text = |code: cublasStatus_t| code.description().unwrap_or_default();
        [
            c_strings(all.iter().map(|(name, code)| (*code, *name))),
            c_strings(all.iter().map(|(_, code)| (*code, text(*code)))),
        ]
    });
    Some((names.get(&code)?, texts.get(&code)?))
}

function!(Cublas::cublasCreate_v2, |handle| {
    if handle.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: the caller guarantees it.
    status(Context::create().and_then(|context| unsafe { store(handle, context) }))
});

function!(Cublas::cublasDestroy_v2, |handle| { status(Context::destroy(handle)) });

function!(Cublas::cublasGetVersion_v2, |_handle, version| {
    // SAFETY: the caller guarantees it.
    status(unsafe { store(version, VERSION as c_int) })
});

function!(Cublas::cublasGetProperty, |type_, value| {
    let part = match type_ {
        libraryPropertyType::MAJOR_VERSION => VERSION / 10000,
        libraryPropertyType::MINOR_VERSION => VERSION / 100 % 100,
        libraryPropertyType::PATCH_LEVEL => VERSION % 100,
        _ => return INVALID_VALUE,
    };
    // SAFETY: the caller guarantees it.
    status(unsafe { store(value, part as c_int) })
});

function!(Cublas::cublasGetCudartVersion, || { 13_000 });

function!(Cublas::cublasSetWorkspace_v2, |handle, _workspace, _workspaceSizeInBytes| {
    // It needs none.
    status(Context::of(handle).map(drop))
});

function!(Cublas::cublasSetStream_v2, |handle, streamId| {
    change(handle, |settings| settings.stream = streamId as usize)
});

function!(Cublas::cublasGetStream_v2, |handle, streamId| {
    // SAFETY: the caller guarantees it.
    unsafe { get(handle, streamId, |settings| settings.stream as cudaStream_t) }
});

function!(
    Cublas::cublasSetFixedPointEmulationMantissaBitCountPointer,
    |handle, mantissaBitCount| {
        change(handle, |settings| settings.bit_count = mantissaBitCount as usize)
    }
);

function!(
    Cublas::cublasGetFixedPointEmulationMantissaBitCountPointer,
    |handle, mantissaBitCount| {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, mantissaBitCount, |settings| settings.bit_count as *mut c_int) }
    }
);

function!(Cublas::cublasGetStatusName, |status| {
    texts(status).map_or(c"unknown status".as_ptr(), |(name, _)| name.as_ptr())
});

function!(Cublas::cublasGetStatusString, |status| {
    texts(status).map_or(c"unknown status".as_ptr(), |(_, text)| text.as_ptr())
});

function!(Cublas::cublasLoggerConfigure, |_logIsOn, _logToStdOut, _logToStdErr, _logFileName| {
    // It logs nothing.
    cublasStatus_t::CUBLAS_STATUS_SUCCESS
});

function!(Cublas::cublasSetLoggerCallback, |userCallback| {
    *LOGGER.lock() = userCallback;
    cublasStatus_t::CUBLAS_STATUS_SUCCESS
});

function!(Cublas::cublasGetLoggerCallback, |userCallback| {
    // SAFETY: the caller guarantees it.
    status(unsafe { store(userCallback, *LOGGER.lock()) })
});
