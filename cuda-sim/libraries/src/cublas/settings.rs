//! Creating handles, what is set in them, versions and texts.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::ffi::CString;
use std::sync::OnceLock;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::{
    cudaEmulationMantissaControl, cudaEmulationSpecialValuesSupport, cudaStream_t,
    libraryPropertyType,
};
use parking_lot::Mutex;

use super::context::{Context, INVALID_VALUE, Outcome, Settings, status};
use super::{Cublas, VERSION};

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

/// What is set in a handle and read from it, if it is valid.
macro_rules! settings {
    ($($set:ident $get:ident: $field:ident, $ty:ty, |$value:ident| $is_valid:expr;)*) => {
        impl Cublas {
            $(
                pub(super) unsafe fn $set(handle: cublasHandle_t, $value: $ty) -> cublasStatus_t {
                    match $is_valid {
                        true => change(handle, |settings| settings.$field = $value),
                        false => INVALID_VALUE,
                    }
                }

                pub(super) unsafe fn $get(handle: cublasHandle_t, value: *mut $ty) -> cublasStatus_t {
                    // SAFETY: the caller guarantees it.
                    unsafe { get(handle, value, |settings| settings.$field) }
                }
            )*
        }
    };
}

/// The flag of a mode of computation that is added to another one.
const FLAG: u32 = cublasMath_t::CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION.0;

settings! {
    cublasSetPointerMode_v2 cublasGetPointerMode_v2: pointers, cublasPointerMode_t, |mode| mode.name().is_some();
    cublasSetAtomicsMode cublasGetAtomicsMode: atomics, cublasAtomicsMode_t, |mode| mode.name().is_some();
    cublasSetMathMode cublasGetMathMode: math, cublasMath_t, |mode| cublasMath_t(mode.0 & !FLAG).name().is_some();
    cublasSetSmCountTarget cublasGetSmCountTarget: multiprocessors, c_int, |count| count >= 0;
    cublasSetEmulationStrategy cublasGetEmulationStrategy: strategy, cublasEmulationStrategy_t,
        |strategy| strategy.name().is_some();
    cublasSetEmulationSpecialValuesSupport cublasGetEmulationSpecialValuesSupport: special_values,
        cudaEmulationSpecialValuesSupport, |mask| mask.0 <= 3 || mask.name().is_some();
    cublasSetFixedPointEmulationMantissaControl cublasGetFixedPointEmulationMantissaControl: mantissa,
        cudaEmulationMantissaControl, |control| control.name().is_some();
    cublasSetFixedPointEmulationMaxMantissaBitCount cublasGetFixedPointEmulationMaxMantissaBitCount: most_bits, c_int,
        |count| count >= 0;
    cublasSetFixedPointEmulationMantissaBitOffset cublasGetFixedPointEmulationMantissaBitOffset: bit_offset, c_int,
        |offset| offset.checked_abs().is_some();
}

static LOGGER: Mutex<cublasLogCallback> = Mutex::new(None);

/// The names and the texts of the status codes, for C.
fn texts(code: cublasStatus_t) -> Option<(&'static CStr, &'static CStr)> {
    static TEXTS: OnceLock<Vec<(cublasStatus_t, CString, CString)>> = OnceLock::new();
    let make = || {
        let c = |text: &str| CString::new(text).unwrap_or_default();
        let all = cublasStatus_t::ENUMERATORS.iter();
        all.map(|(name, code)| (*code, c(name), c(code.description().unwrap_or_default())))
            .collect()
    };
    let mut rows = TEXTS.get_or_init(make).iter();
    let (_, name, text) = rows.find(|(known, ..)| *known == code)?;
    Some((name, text))
}

impl Cublas {
    pub(super) unsafe fn cublasCreate_v2(handle: *mut cublasHandle_t) -> cublasStatus_t {
        if handle.is_null() {
            return INVALID_VALUE;
        }
        // SAFETY: the caller guarantees it.
        status(Context::create().and_then(|made| unsafe { store(handle, made) }))
    }

    pub(super) unsafe fn cublasDestroy_v2(handle: cublasHandle_t) -> cublasStatus_t {
        status(Context::destroy(handle))
    }

    pub(super) unsafe fn cublasGetVersion_v2(
        _handle: cublasHandle_t,
        version: *mut c_int,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        status(unsafe { store(version, VERSION as c_int) })
    }

    pub(super) unsafe fn cublasGetProperty(
        type_: libraryPropertyType,
        value: *mut c_int,
    ) -> cublasStatus_t {
        let part = match type_ {
            libraryPropertyType::MAJOR_VERSION => VERSION / 10000,
            libraryPropertyType::MINOR_VERSION => VERSION / 100 % 100,
            libraryPropertyType::PATCH_LEVEL => VERSION % 100,
            _ => return INVALID_VALUE,
        };
        // SAFETY: the caller guarantees it.
        status(unsafe { store(value, part as c_int) })
    }

    pub(super) unsafe fn cublasGetCudartVersion() -> usize {
        13_000
    }

    pub(super) unsafe fn cublasSetWorkspace_v2(
        handle: cublasHandle_t,
        _workspace: *mut c_void,
        _workspaceSizeInBytes: usize,
    ) -> cublasStatus_t {
        // It needs none.
        status(Context::of(handle).map(drop))
    }

    pub(super) unsafe fn cublasSetStream_v2(
        handle: cublasHandle_t,
        streamId: cudaStream_t,
    ) -> cublasStatus_t {
        change(handle, |settings| settings.stream = streamId as usize)
    }

    pub(super) unsafe fn cublasGetStream_v2(
        handle: cublasHandle_t,
        streamId: *mut cudaStream_t,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe { get(handle, streamId, |settings| settings.stream as cudaStream_t) }
    }

    pub(super) unsafe fn cublasSetFixedPointEmulationMantissaBitCountPointer(
        handle: cublasHandle_t,
        mantissaBitCount: *mut c_int,
    ) -> cublasStatus_t {
        change(handle, |settings| {
            settings.bit_count = mantissaBitCount as usize
        })
    }

    pub(super) unsafe fn cublasGetFixedPointEmulationMantissaBitCountPointer(
        handle: cublasHandle_t,
        mantissaBitCount: *mut *mut c_int,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        unsafe {
            get(handle, mantissaBitCount, |settings| {
                settings.bit_count as *mut c_int
            })
        }
    }

    pub(super) unsafe fn cublasGetStatusName(status: cublasStatus_t) -> *const c_char {
        texts(status).map_or(c"unknown status".as_ptr(), |(name, _)| name.as_ptr())
    }

    pub(super) unsafe fn cublasGetStatusString(status: cublasStatus_t) -> *const c_char {
        texts(status).map_or(c"unknown status".as_ptr(), |(_, text)| text.as_ptr())
    }

    pub(super) unsafe fn cublasLoggerConfigure(
        _logIsOn: c_int,
        _logToStdOut: c_int,
        _logToStdErr: c_int,
        _logFileName: *const c_char,
    ) -> cublasStatus_t {
        // It logs nothing.
        cublasStatus_t::CUBLAS_STATUS_SUCCESS
    }

    pub(super) unsafe fn cublasSetLoggerCallback(
        userCallback: cublasLogCallback,
    ) -> cublasStatus_t {
        *LOGGER.lock() = userCallback;
        cublasStatus_t::CUBLAS_STATUS_SUCCESS
    }

    pub(super) unsafe fn cublasGetLoggerCallback(
        userCallback: *mut cublasLogCallback,
    ) -> cublasStatus_t {
        // SAFETY: the caller guarantees it.
        status(unsafe { store(userCallback, *LOGGER.lock()) })
    }
}
