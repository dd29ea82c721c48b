// Written by `cargo xtask generate` from a template. Do not edit.

use core::ffi::{c_int, c_void};
use core::fmt;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock};

use cuda_pathfinder::{Found, NotFound, Search, NVJITLINK};

use super::enums::nvJitLinkResult;
use super::function::Symbol;
use super::table::NvJitLinkTable;

/// The functions that every nvJitLink has: a library without them isn't one.
const REQUIRED: [Symbol; 3] = [Symbol::nvJitLinkCreate, Symbol::nvJitLinkAddData, Symbol::nvJitLinkComplete];

/// The versions whose number ends the name of a function where its plain name is missing, as
/// `__name_12_0`, newest first: only old libraries need them.
const NUMBERED: [(c_int, c_int); 3] = [(12, 2), (12, 1), (12, 0)];

/// The reason why there is no nvJitLink to use.
#[derive(Clone)]
#[non_exhaustive]
pub enum LoadError {
    /// No library by nvJitLink's name could be loaded.
    NotFound(NotFound),
    /// A library was loaded that is not nvJitLink: it lacks a function that every nvJitLink has.
    NotNvJitLink {
        /// The file that was loaded, if known.
        path: Option<PathBuf>,
        /// The missing function.
        symbol: &'static str,
    },
    /// nvJitLink did not report its version.
    Version {
        /// The file that was loaded, if known.
        path: Option<PathBuf>,
        /// The result of `nvJitLinkVersion`.
        result: nvJitLinkResult,
    },
}

/// Shows the path, or a note if it is unknown.
struct Shown<'a>(&'a Option<PathBuf>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => path.display().fmt(f),
            None => f.write_str("the library loaded as nvJitLink"),
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
            Self::NotNvJitLink { path, symbol } => write!(
                f,
                "{} is not nvJitLink: it has no {symbol}. Point {} at nvJitLink's library, or at the folder that holds it",
                Shown(path),
                NVJITLINK.variable()
            ),
            Self::Version { path, result } => {
                write!(f, "{} did not report its version: {result}", Shown(path))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// An nvJitLink in this process; never dropped, so that its functions stay callable.
struct Loaded {
    table: NvJitLinkTable,
    library: Found,
}

/// Every nvJitLink that was loaded here, each once.
static ALL: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<&'static Loaded>> {
    ALL.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Returns the table of the nvJitLink that the default [`Search`] finds. The first successful call loads the
/// library and looks up every function; later calls return the same table.
///
/// A failure isn't remembered: a later call searches again.
///
/// # Errors
/// A [`LoadError`] that lists where it was searched for, and how to install it.
pub fn load() -> Result<&'static NvJitLinkTable, LoadError> {
    static DEFAULT: OnceLock<&'static NvJitLinkTable> = OnceLock::new();
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

/// Returns the table of the nvJitLink that `search` finds: always the same one for the same library.
///
/// Several of different versions can be loaded into one process. A search of this process's own environment
/// finds one that is [already loaded](cuda_pathfinder::Place::AlreadyLoaded) before all others, if it
/// is of a version that the search accepts.
///
/// # Errors
/// A [`LoadError`] that lists where it was searched for, and how to install it.
pub fn load_with(search: &Search) -> Result<&'static NvJitLinkTable, LoadError> {
    let library = search.load(&NVJITLINK).map_err(LoadError::NotFound)?;
    let table = fill(&library)?;
    let mut all = all();
    // The address of a function identifies the library, however it was found and whatever its path is.
    let address = |table: &NvJitLinkTable| table.get(Symbol::nvJitLinkCreate);
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

/// Returns the library that [`load`] or [`load_with`] took `table` from, and how it was found; `None` for a
/// table from elsewhere.
#[must_use]
pub fn library_of(table: &NvJitLinkTable) -> Option<&'static Found> {
    all()
        .iter()
        .find(|loaded| core::ptr::eq(&raw const loaded.table, table))
        .map(|loaded| &loaded.library)
}

fn fill(library: &Found) -> Result<NvJitLinkTable, LoadError> {
    for symbol in REQUIRED {
        if exported(library, symbol).is_none() {
            return Err(LoadError::NotNvJitLink {
                path: library.path.clone(),
                symbol: symbol.function().name,
            });
        }
    }
    let resolve = |symbol| exported(library, symbol).unwrap_or(core::ptr::null());
    // SAFETY: nvJitLink exports under each name the function that its header declares so, and it is
    // never unloaded: `load_with` keeps the library next to the table.
    let mut table = unsafe { NvJitLinkTable::from_fn(0, resolve) };
    table.set_version(version(library, &table)?);
    Ok(table)
}

fn numbered(symbol: Symbol, (major, minor): (c_int, c_int)) -> String {
    format!("__{symbol}_{major}_{minor}")
}

/// Returns the address of a function, by its plain name first.
fn exported(library: &Found, symbol: Symbol) -> Option<*const c_void> {
    let older = NUMBERED.into_iter().map(|version| numbered(symbol, version));
    let mut names = core::iter::once(symbol.to_string()).chain(older);
    names.find_map(|name| address(library, &name))
}

/// Returns the address of an exported symbol.
fn address(library: &Found, name: &str) -> Option<*const c_void> {
    let name = CString::new(name).ok()?;
    // SAFETY: the address is only taken here; its caller guarantees the signature.
    let symbol = unsafe {
        library
            .library
            .get::<*const c_void>(name.to_bytes_with_nul())
    }
    .ok()?;
    let address: *const c_void = *symbol;
    (!address.is_null()).then_some(address)
}

/// Returns the version that nvJitLink reports; if it is too old for that, the newest number in its functions' names.
fn version(library: &Found, table: &NvJitLinkTable) -> Result<c_int, LoadError> {
    // `int` in one header, `unsigned int` in another.
    let number = |major: i64, minor: i64| c_int::try_from(major * 1000 + minor * 10).unwrap_or(0);
    let Some(function) = table.nvJitLinkVersion else {
        let newest = NUMBERED
            .into_iter()
            .find(|version| address(library, &numbered(Symbol::nvJitLinkCreate, *version)).is_some());
        return Ok(newest.map_or(0, |(major, minor)| number(major.into(), minor.into())));
    };
    let (mut major, mut minor) = (0, 0);
    // SAFETY: both pointers are to live integers.
    match unsafe { function(&raw mut major, &raw mut minor) } {
        nvJitLinkResult::NVJITLINK_SUCCESS => Ok(number(major.into(), minor.into())),
        result => Err(LoadError::Version {
            path: library.path.clone(),
            result,
        }),
    }
}
