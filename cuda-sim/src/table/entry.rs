//! Initialization, version, errors, entry points, and profilers.
#![allow(non_snake_case, clippy::too_many_arguments)]

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ffi::CString;
use std::sync::{Once, OnceLock};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::settings::{Settings, version};
use crate::standard_error::print_line;
use crate::state::{
    error::{INVALID_DEVICE, INVALID_VALUE, NO_DEVICE, NOT_FOUND},
    outcome::{In, Out, Outcome},
};
use crate::table::{ended, export, forked, is_known, resolve, table};
use crate::visible_devices::VisibleDevices;

/// Result codes with their names and descriptions as C strings.
static TEXTS: OnceLock<Vec<(CUresult, CString, CString)>> = OnceLock::new();

/// Returns the driver version that introduced a result code, for those that a driver of an older version doesn't know.
fn introduced(code: CUresult) -> c_int {
    use CUresult as R;
    match code {
        R::CUDA_ERROR_MULTICAST_RESOURCE_FULL
        | R::CUDA_ERROR_INSUFFICIENT_LOADER_VERSION
        | R::CUDA_ERROR_STREAM_DETACHED
        | R::CUDA_ERROR_GRAPH_RECAPTURE_FAILURE
        | R::CUDA_ERROR_FABRIC_NOT_READY => 13010,
        _ => 0,
    }
}

fn texts(code: CUresult) -> Option<(&'static CStr, &'static CStr)> {
    let make = || {
        let c = |text: &str| CString::new(text).unwrap_or_default();
        let all = CUresult::ENUMERATORS.iter();
        all.map(|(name, code)| (*code, c(name), c(code.description().unwrap_or_default())))
            .collect()
    };
    let row = TEXTS
        .get_or_init(make)
        .iter()
        .find(|(known, ..)| *known == code && introduced(code) <= version())?;
    Some((&row.1, &row.2))
}

/// The result of a lookup for `cuGetProcAddress`.
enum EntryLookup {
    Function(*const c_void),
    TooNew,
    Nothing,
}

/// The version that brought per-thread default streams.
const PER_THREAD_SINCE: c_int = 7000;

/// Returns the newest ABI of `name` that was introduced by version `newest`.
fn find(name: &str, newest: c_int, default_stream: DefaultStream) -> EntryLookup {
    // A program asks for hundreds, each time it starts.
    static BY_NAME: OnceLock<Vec<(&str, Symbol)>> = OnceLock::new();
    let all = BY_NAME.get_or_init(|| {
        let symbols = Symbol::ALL.iter().copied().filter(|symbol| is_known(*symbol));
        let mut all: Vec<_> = symbols.map(|symbol| (symbol.name(), symbol)).collect();
        all.sort_unstable();
        all
    });
    let named = all[all.partition_point(|(other, _)| *other < name)..].iter();
    let mut fitting: Vec<Symbol> =
        named.take_while(|(other, _)| *other == name).map(|(_, symbol)| *symbol).collect();
    if fitting.is_empty() {
        return EntryLookup::Nothing;
    }
    let has_twin = |symbol: &Symbol| symbol.per_thread().is_some();
    if default_stream == DefaultStream::PerThread && fitting.iter().any(has_twin) {
        // Of such functions, only the twins are found, from the version on that brought them.
        fitting.retain(|symbol| newest >= PER_THREAD_SINCE && has_twin(symbol));
    }
    let fitting = fitting.into_iter().filter(|symbol| c_int::from(symbol.since()) <= newest);
    let Some(symbol) = fitting.max_by_key(|symbol| symbol.since()) else {
        return EntryLookup::TooNew;
    };
    let variant = if has_twin(&symbol) { default_stream } else { DefaultStream::Legacy };
    EntryLookup::Function(resolve(symbol, variant))
}

impl Call {
    pub(crate) fn cuInit(&self, Flags: c_uint) -> Outcome {
        if Flags != 0 {
            return Err(INVALID_VALUE);
        }
        if let Some(invalid) = &Settings::get().invalid {
            print_line(format_args!("cuda-sim: {invalid}"));
            return Err(INVALID_VALUE);
        }
        match Settings::get().visible {
            Some(VisibleDevices::None) => return Err(NO_DEVICE),
            Some(VisibleDevices::Twice) => return Err(INVALID_DEVICE),
            _ => {}
        }
        forked::watch();
        ended::watch();
        self.system.initialize();
        Ok(())
    }

    pub(crate) fn cuDriverGetVersion(&self, driverVersion: Out<c_int>) -> Outcome {
        driverVersion.store(version())
    }

    pub(crate) fn cuGetErrorName(&self, error: CUresult, pStr: Out<*const c_char>) -> Outcome {
        let text = texts(error);
        pStr.store(text.map_or(core::ptr::null(), |(name, _)| name.as_ptr()))?;
        text.map(drop).ok_or(INVALID_VALUE)
    }

    pub(crate) fn cuGetErrorString(&self, error: CUresult, pStr: Out<*const c_char>) -> Outcome {
        let text = texts(error);
        pStr.store(text.map_or(core::ptr::null(), |(_, description)| description.as_ptr()))?;
        text.map(drop).ok_or(INVALID_VALUE)
    }

    /// Returns an entry point and how it was found; the pointer is null if it wasn't.
    fn entry_point(
        &self,
        symbol: In<c_char>,
        cudaVersion: c_int,
        flags: cuuint64_t,
    ) -> Result<(*mut c_void, CUdriverProcAddressQueryResult), CUresult> {
        use CUdriverProcAddressQueryResult as Status;
        let both = CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_LEGACY_STREAM.0
            | CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM.0;
        let symbol = symbol.text().ok_or(INVALID_VALUE)?;
        if cudaVersion > version() || flags & !u64::from(both) != 0 {
            return Err(INVALID_VALUE);
        }
        let per_thread =
            u64::from(CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM.0);
        let default_stream = match flags {
            0 => self.default_stream,
            flags if flags & per_thread != 0 => DefaultStream::PerThread,
            _ => DefaultStream::Legacy,
        };
        // As with the real driver, a negative version is above all.
        let newest = if cudaVersion < 0 { c_int::MAX } else { cudaVersion };
        let found = match symbol.to_str() {
            Ok(name) => find(name, newest, default_stream),
            Err(_) => EntryLookup::Nothing,
        };
        let (function, status) = match found {
            EntryLookup::Function(function) => (function, Status::CU_GET_PROC_ADDRESS_SUCCESS),
            EntryLookup::TooNew => {
                (core::ptr::null(), Status::CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT)
            }
            EntryLookup::Nothing => {
                (core::ptr::null(), Status::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND)
            }
        };
        Ok((function.cast_mut(), status))
    }

    pub(crate) fn cuGetProcAddress_v2(
        &self,
        symbol: In<c_char>,
        pfn: Out<*mut c_void>,
        cudaVersion: c_int,
        flags: cuuint64_t,
        symbolStatus: Out<CUdriverProcAddressQueryResult>,
    ) -> Outcome {
        let (function, status) = self.entry_point(symbol, cudaVersion, flags)?;
        pfn.store(function)?;
        symbolStatus.store_optional(status);
        Ok(())
    }

    pub(crate) fn cuGetProcAddress(
        &self,
        symbol: In<c_char>,
        pfn: Out<*mut c_void>,
        cudaVersion: c_int,
        flags: cuuint64_t,
    ) -> Outcome {
        pfn.not_null()?;
        let (function, _) = self.entry_point(symbol, cudaVersion, flags)?;
        if function.is_null() {
            return Err(NOT_FOUND);
        }
        pfn.store(function)
    }

    // NVIDIA's own libraries use these private tables of its driver. Those that its runtime needs are in [`export`]; NVRTC
    // compiles without them.
    pub(crate) fn cuGetExportTable(
        &self,
        ppExportTable: Out<*const c_void>,
        pExportTableId: In<CUuuid>,
    ) -> Outcome {
        /// The table that NVRTC asks for.
        const OF_NVRTC: u128 = 0xda91_51d3_3ae6_cc41_a5c0_4f26_d533_e328;
        static SAID: Once = Once::new();
        ppExportTable.store(core::ptr::null())?;
        let id = pExportTableId.read()?.bytes.map(|byte| byte as u8);
        let id = u128::from_be_bytes(id);
        if let Some(found) = export::find(id, table(DefaultStream::Legacy)) {
            return ppExportTable.store(found);
        }
        if id != OF_NVRTC {
            SAID.call_once(|| {
                print_line(format_args!(
                    "cuda-sim: a library asked for private tables of NVIDIA's driver that the software device doesn't have, \
                     such as {}. It has those that NVIDIA's runtime needs; others of NVIDIA's libraries don't run on it",
                    export::written(id)
                ));
            });
        }
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuProfilerStart(&self) -> Outcome {
        self.usable_context().map(drop)
    }

    pub(crate) fn cuProfilerStop(&self) -> Outcome {
        self.usable_context().map(drop)
    }
}
