use core::ffi::{CStr, c_int, c_void};
use core::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::OnceLock;

use cuda_pathfinder::{DRIVER, LoadedLibrary, NotFound, Search};

use crate::entry_point::NAME;
use crate::{
    CUdriverProcAddress_flags, CUdriverProcAddressQueryResult, CUresult, DriverTable, Symbol,
    cuuint64_t,
};

/// The stream that a null stream handle means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DefaultStream {
    /// The context's only default stream: it waits for the other streams, and they wait for it.
    #[default]
    Legacy,
    /// A separate default stream for each thread, as C code compiled with
    /// `CUDA_API_PER_THREAD_DEFAULT_STREAM` has it.
    PerThread,
}

/// The reason why there is no driver to use.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// No library by the driver's name could be loaded.
    NotFound(NotFound),
    /// A library was loaded that is not a CUDA driver: it lacks a function that every driver has.
    NotADriver {
        /// The file that was loaded, if known.
        path: Option<PathBuf>,
        /// The missing function.
        symbol: &'static str,
    },
    /// The library is the toolkit's stub, with which programs are linked but can't run.
    Stub {
        /// The file that was loaded, if known.
        path: Option<PathBuf>,
    },
    /// The driver did not report its version.
    Version {
        /// The file that was loaded, if known.
        path: Option<PathBuf>,
        /// The result of `cuDriverGetVersion`.
        result: CUresult,
    },
}

impl LoadError {
    /// Returns the result code for this error, for functions that return only a code.
    #[must_use]
    pub fn result(&self) -> CUresult {
        match self {
            Self::NotFound(_) => CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,
            Self::NotADriver { .. } => CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
            Self::Stub { .. } => CUresult::CUDA_ERROR_STUB_LIBRARY,
            Self::Version { result, .. } => *result,
        }
    }
}

/// Shows the path, or a note if it is unknown.
struct PathOrNote<'a>(&'a Option<PathBuf>);

impl fmt::Display for PathOrNote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => path.display().fmt(f),
            None => f.write_str("the library loaded as the CUDA driver"),
        }
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(error) => error.fmt(f),
            Self::NotADriver { path, symbol } => write!(
                f,
                "{} is not a CUDA driver: it has no {symbol}. Install NVIDIA's driver, or point CUDA_DRIVER at its libcuda.so.1",
                PathOrNote(path)
            ),
            Self::Stub { path } => write!(
                f,
                "{} is the CUDA toolkit's stub of the driver (error 34), which only serves for linking. \
                 Take its folder out of LD_LIBRARY_PATH, and see that NVIDIA's driver is installed",
                PathOrNote(path)
            ),
            Self::Version { path, result } => {
                write!(f, "{} did not report its version: {result}", PathOrNote(path))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Where the driver was found; never dropped, so that its functions stay callable.
static LIBRARY: OnceLock<LoadedLibrary> = OnceLock::new();
static LEGACY: OnceLock<Box<DriverTable>> = OnceLock::new();
static PER_THREAD: OnceLock<Box<DriverTable>> = OnceLock::new();

/// Returns the installed driver's table. The first successful call loads the library and looks up every
/// entry point, in less than a millisecond; later calls return the same table.
///
/// A failure isn't remembered: a later call searches again.
///
/// # Errors
/// A [`LoadError`] that lists where it was searched for, and how to install it.
pub fn load(default_stream: DefaultStream) -> Result<&'static DriverTable, LoadError> {
    let table = match default_stream {
        DefaultStream::Legacy => &LEGACY,
        DefaultStream::PerThread => &PER_THREAD,
    };
    if let Some(table) = table.get() {
        return Ok(table);
    }
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(table) = table.get() {
        return Ok(table);
    }
    let filled = match LIBRARY.get() {
        Some(library) => fill(library, default_stream)?,
        None => {
            let found = Search::new().load(&DRIVER).map_err(LoadError::NotFound)?;
            let filled = fill(&found, default_stream)?;
            LIBRARY.get_or_init(|| found);
            filled
        }
    };
    Ok(table.get_or_init(|| Box::new(filled)))
}

/// Returns the library that [`load`] took the driver from, and how it was found; `None` before it succeeded.
#[must_use]
#[inline]
pub fn library() -> Option<&'static LoadedLibrary> {
    LIBRARY.get()
}

type GetProcAddressV1 =
    unsafe extern "C" fn(*const core::ffi::c_char, *mut *mut c_void, c_int, cuuint64_t) -> CUresult;
type GetProcAddressV2 = unsafe extern "C" fn(
    *const core::ffi::c_char,
    *mut *mut c_void,
    c_int,
    cuuint64_t,
    *mut CUdriverProcAddressQueryResult,
) -> CUresult;

/// How this driver finds an entry point.
enum Lookup<'a> {
    /// Drivers from 12.0.
    V2(GetProcAddressV2),
    /// Drivers from 11.3.
    V1(GetProcAddressV1),
    /// Older drivers: exported symbols alone.
    Exported(&'a LoadedLibrary),
}

fn fill(library: &LoadedLibrary, default_stream: DefaultStream) -> Result<DriverTable, LoadError> {
    let version = version(library)?;
    // The software device's file exports it, whatever the version that the device is asked to have.
    let second = exported(library, c"cuGetProcAddress_v2").filter(|_| version >= 12_000);
    let lookup = if let Some(function) = second {
        // SAFETY: the driver exports under this name the function that cuda.h declares.
        Lookup::V2(unsafe { core::mem::transmute::<*const c_void, GetProcAddressV2>(function) })
    } else if let Some(function) = exported(library, c"cuGetProcAddress") {
        // SAFETY: as above; without the suffix it is the older form, which has no status.
        Lookup::V1(unsafe { core::mem::transmute::<*const c_void, GetProcAddressV1>(function) })
    } else {
        Lookup::Exported(library)
    };
    // SAFETY: the driver returns for a name and version, or exports under a symbol, the function
    // that the headers declare so (the generator checked each pair), and it is never unloaded:
    // `load` keeps the library in a static.
    Ok(unsafe {
        DriverTable::from_fn(version, |symbol| {
            lookup.find(symbol, default_stream).unwrap_or(core::ptr::null())
        })
    })
}

fn version(library: &LoadedLibrary) -> Result<c_int, LoadError> {
    let path = || library.path.clone();
    let symbol = c"cuDriverGetVersion";
    let function = exported(library, symbol)
        .ok_or_else(|| LoadError::NotADriver { path: path(), symbol: "cuDriverGetVersion" })?;
    // SAFETY: every driver exports cuDriverGetVersion with this signature, unchanged since 2.2.
    let function = unsafe {
        core::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut c_int) -> CUresult>(
            function,
        )
    };
    let mut version = 0;
    // SAFETY: the pointer is to a live integer; the function may be called before cuInit.
    match unsafe { function(&raw mut version) } {
        CUresult::CUDA_SUCCESS => {}
        CUresult::CUDA_ERROR_STUB_LIBRARY => return Err(LoadError::Stub { path: path() }),
        result => {
            return Err(LoadError::Version { path: path(), result });
        }
    }
    if exported(library, c"cuInit").is_none() {
        return Err(LoadError::NotADriver { path: path(), symbol: "cuInit" });
    }
    Ok(version)
}

/// Returns the address of an exported symbol.
fn exported(library: &LoadedLibrary, symbol: &CStr) -> Option<*const c_void> {
    // SAFETY: the address is only taken here; its caller guarantees the signature.
    let symbol =
        unsafe { library.library.get::<*const c_void>(symbol.to_bytes_with_nul()) }.ok()?;
    let address: *const c_void = *symbol;
    (!address.is_null()).then_some(address)
}

impl Lookup<'_> {
    fn find(&self, symbol: Symbol, default_stream: DefaultStream) -> Option<*const c_void> {
        let (suffix, since, stream) = match (default_stream, symbol.per_thread()) {
            (DefaultStream::PerThread, Some((suffix, since))) => (
                suffix,
                since,
                CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM,
            ),
            _ => ("", symbol.since(), CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_LEGACY_STREAM),
        };
        let mut buffer = [0u8; NAME];
        let mut address = core::ptr::null_mut();
        let flags = cuuint64_t::from(stream.0);
        let result = match self {
            Self::V2(get) => {
                let mut status = CUdriverProcAddressQueryResult::default();
                // SAFETY: the name ends in a null byte, and both pointers are to live values.
                unsafe {
                    get(
                        terminated([symbol.name(), ""], &mut buffer)?,
                        &raw mut address,
                        since.into(),
                        flags,
                        &raw mut status,
                    )
                }
            }
            // SAFETY: as above.
            Self::V1(get) => unsafe {
                get(
                    terminated([symbol.name(), ""], &mut buffer)?,
                    &raw mut address,
                    since.into(),
                    flags,
                )
            },
            Self::Exported(found) => {
                terminated([symbol.as_str(), suffix], &mut buffer)?;
                let symbol = CStr::from_bytes_until_nul(&buffer).ok()?;
                return exported(found, symbol);
            }
        };
        // Success with a null address means absent, and so does any error.
        (result == CUresult::CUDA_SUCCESS && !address.is_null()).then_some(address.cast_const())
    }
}

/// The parts of a name in `buffer`, with a null byte after them.
fn terminated(parts: [&str; 2], buffer: &mut [u8; NAME]) -> Option<*const core::ffi::c_char> {
    let mut end = 0;
    for part in parts {
        buffer.get_mut(end..end + part.len())?.copy_from_slice(part.as_bytes());
        end += part.len();
    }
    *buffer.get_mut(end)? = 0;
    Some(buffer.as_ptr().cast())
}
