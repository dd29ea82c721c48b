//! Loading a library, which is the same for all: this code is compiled once, and each library's table is a parameter.

use core::ffi::{c_int, c_void};
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cuda_pathfinder::{Library, LoadedLibrary, Search};

use crate::{Function, LoadError};

/// What is known of a library besides its table.
pub(crate) struct Description {
    /// Its name in text, `cuBLAS`.
    pub(crate) title: &'static str,
    /// Where it is searched for.
    pub(crate) library: &'static Library,
    /// Its functions, in the order of the table.
    pub(crate) functions: &'static [Function],
    /// The exported names by which it is recognized. The first one's address identifies the library.
    pub(crate) required: &'static [&'static str],
    /// The versions, newest first, whose number ends the name of a function where its plain name is missing, as
    /// `__name_12_0`: only old libraries need them.
    pub(crate) numbered: &'static [(c_int, c_int)],
}

/// A table of a library's functions.
pub(crate) trait Table: Sized + Send + Sync + 'static {
    /// What is known of the library.
    const DESCRIPTION: Description;

    /// Creates a table from the address of each function, or null.
    ///
    /// # Safety
    /// Each address that isn't null is a function with the signature of the slot with its index, and remains callable.
    unsafe fn from_addresses(addresses: &[*const c_void]) -> Self;

    /// Returns the version that the library reports; as the error the function that failed, and its result.
    fn ask_version(&self) -> Result<u32, String>;

    /// Sets the version.
    fn set_version(&mut self, version: u32);
}

/// A library in this process; never dropped, so that its functions stay callable.
struct LoadedTable<T> {
    table: T,
    library: LoadedLibrary,
    /// The address of its first required function.
    identity: usize,
}

/// The libraries of one kind in this process: several versions can be loaded side by side.
pub(crate) struct Registry<T: 'static> {
    all: Mutex<Vec<&'static LoadedTable<T>>>,
    default: OnceLock<&'static T>,
    one_at_a_time: Mutex<()>,
}

impl<T: Table> Registry<T> {
    pub(crate) const fn new() -> Self {
        Self {
            all: Mutex::new(Vec::new()),
            default: OnceLock::new(),
            one_at_a_time: Mutex::new(()),
        }
    }

    /// Returns the table of the library that the default search finds. A failure isn't remembered.
    pub(crate) fn load(&self) -> Result<&'static T, LoadError> {
        if let Some(table) = self.default.get() {
            return Ok(table);
        }
        let _guard = locked(&self.one_at_a_time);
        match self.default.get() {
            Some(table) => Ok(table),
            None => {
                let table = self.load_with(&Search::new())?;
                Ok(self.default.get_or_init(|| table))
            }
        }
    }

    /// Returns the table of the library that `search` finds: always the same one for the same library.
    pub(crate) fn load_with(&self, search: &Search) -> Result<&'static T, LoadError> {
        let description = &T::DESCRIPTION;
        let library = search
            .load(description.library)
            .map_err(|error| LoadError::not_found(error, description.library.name))?;
        let identity = recognize(&library, description)?;
        let is_loaded = |all: &[&'static LoadedTable<T>]| {
            let mut all = all.iter();
            all.find(|loaded| loaded.identity == identity).copied()
        };
        if let Some(loaded) = is_loaded(&locked(&self.all)) {
            return Ok(&loaded.table);
        }
        let table = fill::<T>(&library)?;
        let mut all = locked(&self.all);
        // Another thread may have been faster.
        if let Some(loaded) = is_loaded(&all) {
            return Ok(&loaded.table);
        }
        let loaded: &'static LoadedTable<T> =
            Box::leak(Box::new(LoadedTable { table, library, identity }));
        all.push(loaded);
        Ok(&loaded.table)
    }

    /// Returns the library that a table was taken from.
    pub(crate) fn library_of(&self, table: &T) -> Option<&'static LoadedLibrary> {
        let all = locked(&self.all);
        let mut all = all.iter();
        all.find(|loaded| core::ptr::eq(&raw const loaded.table, table))
            .map(|loaded| &loaded.library)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fills a table from a library that was recognized.
fn fill<T: Table>(library: &LoadedLibrary) -> Result<T, LoadError> {
    let description = &T::DESCRIPTION;
    let mut addresses = addresses(library, description);
    // SAFETY: the library exports under each name the function that its header declares so, and it is never unloaded:
    // `load_with` keeps it next to the table. Names that several releases use for different functions were left out.
    let table = unsafe { T::from_addresses(&addresses) };
    let version = match table.ask_version() {
        Ok(0) => numbered_version(library, description),
        Ok(version) => version,
        Err(result) => {
            return Err(LoadError::Version {
                library: description.title,
                path: library.path.clone(),
                result,
            });
        }
    };
    let several = description.functions.iter().zip(&mut addresses);
    for (function, address) in several.filter(|(function, _)| function.is_one_of_several) {
        if function.fits(version) {
            *address = exported(library, description, function.symbol());
        }
    }
    // SAFETY: as above; of the functions that share a name, the library's version selects the one that it exports.
    let mut table = unsafe { T::from_addresses(&addresses) };
    table.set_version(version);
    Ok(table)
}

/// Returns the address of the first required function, if all exist.
fn recognize(library: &LoadedLibrary, description: &Description) -> Result<usize, LoadError> {
    let mut first = 0;
    for symbol in description.required {
        let address = exported(library, description, symbol).addr();
        if address == 0 {
            return Err(LoadError::Other {
                library: description.title,
                variable: description.library.variable(),
                path: library.path.clone(),
                symbol,
            });
        }
        if first == 0 {
            first = address;
        }
    }
    Ok(first)
}

/// Returns the address of each function that no other release exports in another form.
fn addresses(library: &LoadedLibrary, description: &Description) -> Vec<*const c_void> {
    let address = |function: &Function| {
        if function.is_one_of_several {
            core::ptr::null()
        } else {
            exported(library, description, function.symbol())
        }
    };
    description.functions.iter().map(address).collect()
}

/// Returns the address of a function, by its plain name first, or null.
fn exported(library: &LoadedLibrary, description: &Description, symbol: &str) -> *const c_void {
    let numbered = description.numbered.iter();
    let older = numbered.map(|(major, minor)| format!("__{symbol}_{major}_{minor}"));
    let mut names = core::iter::once(symbol.to_owned()).chain(older);
    names.find_map(|name| address(library, &name)).unwrap_or(core::ptr::null())
}

/// Returns the address of an exported symbol.
fn address(library: &LoadedLibrary, name: &str) -> Option<*const c_void> {
    let name = CString::new(name).ok()?;
    // SAFETY: the address is only taken here; its caller guarantees the signature.
    let symbol = unsafe { library.library.get::<*const c_void>(name.to_bytes_with_nul()) }.ok()?;
    let address: *const c_void = *symbol;
    (!address.is_null()).then_some(address)
}

/// Returns the newest number in the names of a library's functions; 0 if there is none.
fn numbered_version(library: &LoadedLibrary, description: &Description) -> u32 {
    let Some(symbol) = description.required.first() else {
        return 0;
    };
    let mut versions = description.numbered.iter();
    let newest = versions
        .find(|(major, minor)| address(library, &format!("__{symbol}_{major}_{minor}")).is_some());
    newest.map_or(0, |(major, minor)| u32::try_from(major * 1000 + minor * 10).unwrap_or(0))
}

/// Returns a part of a version, which is an `int` in one header, and an `unsigned int` or a `size_t` in another.
#[allow(dead_code, reason = "some libraries report no version")]
pub(crate) fn number(part: impl TryInto<u32>) -> u32 {
    part.try_into().unwrap_or(0)
}
