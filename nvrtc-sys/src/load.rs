use core::ffi::{CStr, c_int, c_void};
use core::fmt;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock};

use cuda_pathfinder::{Found, NVRTC, NotFound, Search};

use crate::{NvrtcTable, Symbol, nvrtcResult};

/// Why there is no NVRTC to use.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum LoadError {
    /// No library by NVRTC's name could be loaded.
    NotFound(NotFound),
    /// A library was loaded that is not NVRTC: it lacks a function that every NVRTC has.
    NotNvrtc {
        /// The file that was loaded, where that is known.
        path: Option<PathBuf>,
        /// The missing function.
        symbol: &'static str,
    },
    /// NVRTC would not say its version.
    Version {
        /// The file that was loaded, where that is known.
        path: Option<PathBuf>,
        /// What `nvrtcVersion` answered.
        result: nvrtcResult,
    },
}

/// The path, or words where it isn't known.
struct Shown<'a>(&'a Option<PathBuf>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => path.display().fmt(f),
            None => f.write_str("the library loaded as NVRTC"),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(error) => error.fmt(f),
            Self::NotNvrtc { path, symbol } => write!(
                f,
                "{} is not NVRTC: it has no {symbol}. Point {} at a libnvrtc, or at the folder that holds it",
                Shown(path),
                NVRTC.variable
            ),
            Self::Version { path, result } => {
                write!(f, "{} did not tell its version: {result}", Shown(path))
            }
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotFound(error) => Some(error),
            _ => None,
        }
    }
}

/// An NVRTC in this process; never dropped, so that its functions stay callable.
struct Loaded {
    table: NvrtcTable,
    library: Found,
}

/// Every NVRTC that was loaded here, each once.
static ALL: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<&'static Loaded>> {
    ALL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The table of the NVRTC that the default [`Search`] finds. The first successful call loads the
/// library and looks up every function; later calls return the same table.
///
/// A failure isn't remembered: a later call searches again.
///
/// # Errors
/// A [`LoadError`] that says what was searched and what to do.
pub fn load() -> Result<&'static NvrtcTable, LoadError> {
    static DEFAULT: OnceLock<&'static NvrtcTable> = OnceLock::new();
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    if let Some(table) = DEFAULT.get() {
        return Ok(table);
    }
    let _guard = ONE_AT_A_TIME
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    match DEFAULT.get() {
        Some(table) => Ok(table),
        None => {
            let table = load_with(&Search::new())?;
            Ok(DEFAULT.get_or_init(|| table))
        }
    }
}

/// The table of the NVRTC that `search` finds: always the same one for the same library.
///
/// Several NVRTCs can be loaded into one process. A search of this process's own environment
/// finds one that is [already loaded](cuda_pathfinder::Place::AlreadyLoaded) before all others, if it
/// is of a version that the search accepts.
///
/// # Errors
/// A [`LoadError`] that says what was searched and what to do.
pub fn load_with(search: &Search) -> Result<&'static NvrtcTable, LoadError> {
    let library = search.load(&NVRTC).map_err(LoadError::NotFound)?;
    let table = fill(&library)?;
    let mut all = all();
    // The address of a function is one library's, however it was found and whatever its path is.
    let address = |table: &NvrtcTable| table.get(Symbol::nvrtcVersion);
    if let Some(loaded) = all
        .iter()
        .find(|loaded| address(&loaded.table) == address(&table))
    {
        return Ok(&loaded.table);
    }
    let loaded: &'static Loaded = Box::leak(Box::new(Loaded { table, library }));
    all.push(loaded);
    Ok(&loaded.table)
}

/// The library that [`load`] or [`load_with`] took `table` from, and how it was found; `None` for a
/// table from elsewhere.
#[must_use]
pub fn library_of(table: &NvrtcTable) -> Option<&'static Found> {
    all()
        .iter()
        .find(|loaded| core::ptr::eq(&raw const loaded.table, table))
        .map(|loaded| &loaded.library)
}

fn fill(library: &Found) -> Result<NvrtcTable, LoadError> {
    let version = version(library)?;
    for symbol in [c"nvrtcCreateProgram", c"nvrtcCompileProgram"] {
        exported(library, symbol).ok_or_else(|| not_nvrtc(library, symbol))?;
    }
    // SAFETY: NVRTC exports under each name the function that its header declares so, and it is
    // never unloaded: `load_with` keeps the library beside the table.
    Ok(unsafe {
        NvrtcTable::from_fn(version, |symbol| {
            CString::new(symbol.function().name)
                .ok()
                .and_then(|name| exported(library, &name))
                .unwrap_or(core::ptr::null())
        })
    })
}

fn version(library: &Found) -> Result<c_int, LoadError> {
    type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> nvrtcResult;
    let symbol = c"nvrtcVersion";
    let function = exported(library, symbol).ok_or_else(|| not_nvrtc(library, symbol))?;
    // SAFETY: every NVRTC exports nvrtcVersion with this signature.
    let function = unsafe { core::mem::transmute::<*const c_void, Version>(function) };
    let (mut major, mut minor) = (0, 0);
    // SAFETY: both pointers are to live integers.
    match unsafe { function(&raw mut major, &raw mut minor) } {
        nvrtcResult::NVRTC_SUCCESS => Ok(major
            .saturating_mul(1000)
            .saturating_add(minor.saturating_mul(10))),
        result => Err(LoadError::Version {
            path: library.path.clone(),
            result,
        }),
    }
}

fn not_nvrtc(library: &Found, symbol: &'static CStr) -> LoadError {
    LoadError::NotNvrtc {
        path: library.path.clone(),
        symbol: symbol.to_str().unwrap_or_default(),
    }
}

/// The address of an exported symbol.
fn exported(library: &Found, symbol: &CStr) -> Option<*const c_void> {
    // SAFETY: the address is only taken here; who calls it vouches for its signature.
    let symbol = unsafe {
        library
            .library
            .get::<*const c_void>(symbol.to_bytes_with_nul())
    }
    .ok()?;
    let address: *const c_void = *symbol;
    (!address.is_null()).then_some(address)
}
