use std::fmt;
use std::path::Path;

use cuda_libraries_sys::curand::{CurandTable, Symbol, curandDirectionVectorSet_t, library_of};

use crate::error::{Error, check};
use crate::kind::MOST_DIMENSIONS;

/// A loaded cuRAND: [documentation](https://docs.nvidia.com/cuda/curand/index.html).
///
/// It is a handle of pointer size; cuRAND is never unloaded.
#[derive(Clone, Copy)]
pub struct Curand {
    table: &'static CurandTable,
}

impl Curand {
    /// Returns the cuRAND of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`Error::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, Error> {
        Ok(Self::from_table(cuda_libraries_sys::curand::load()?))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::curand::load_with`] returns.
    #[must_use]
    pub const fn from_table(table: &'static CurandTable) -> Self {
        Self { table }
    }

    /// Returns the table of cuRAND's functions by their names in C, including whether this cuRAND has each.
    #[must_use]
    pub const fn raw(self) -> &'static CurandTable {
        self.table
    }

    /// Returns the release as cuRAND writes it: 10310 is 10.3.10.
    #[doc(alias = "curandGetVersion")]
    #[must_use]
    pub fn version(self) -> u32 {
        self.table.version()
    }

    /// Returns the file that it was loaded from, if it is known.
    #[must_use]
    pub fn path(self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Returns the 32 direction vectors of each dimension of a Sobol sequence of 32-bit numbers, for kernels that call
    /// `curand_init`. They are in host memory.
    ///
    /// # Errors
    /// cuRAND's error.
    #[doc(alias = "curandGetDirectionVectors32")]
    pub fn direction_vectors_32(
        self,
        set: DirectionVectors,
    ) -> Result<&'static [[u32; 32]], Error> {
        let symbol = Symbol::curandGetDirectionVectors32;
        let get = self.require(symbol, self.table.curandGetDirectionVectors32)?;
        let set = match set {
            DirectionVectors::Plain => {
                curandDirectionVectorSet_t::CURAND_DIRECTION_VECTORS_32_JOEKUO6
            }
            DirectionVectors::Scrambled => {
                curandDirectionVectorSet_t::CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6
            }
        };
        let mut first = core::ptr::null_mut();
        // SAFETY: the pointer is to a live pointer.
        check(symbol, unsafe { get(&raw mut first, set) })?;
        // SAFETY: cuRAND's tables have this many dimensions, don't change, and are never unloaded.
        Ok(unsafe { of_library(first.cast()) })
    }

    /// Returns the 64 direction vectors of each dimension of a Sobol sequence of 64-bit numbers.
    ///
    /// # Errors
    /// cuRAND's error.
    #[doc(alias = "curandGetDirectionVectors64")]
    pub fn direction_vectors_64(
        self,
        set: DirectionVectors,
    ) -> Result<&'static [[u64; 64]], Error> {
        let symbol = Symbol::curandGetDirectionVectors64;
        let get = self.require(symbol, self.table.curandGetDirectionVectors64)?;
        let set = match set {
            DirectionVectors::Plain => {
                curandDirectionVectorSet_t::CURAND_DIRECTION_VECTORS_64_JOEKUO6
            }
            DirectionVectors::Scrambled => {
                curandDirectionVectorSet_t::CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6
            }
        };
        let mut first = core::ptr::null_mut();
        // SAFETY: the pointer is to a live pointer.
        check(symbol, unsafe { get(&raw mut first, set) })?;
        // SAFETY: as in `direction_vectors_32`.
        Ok(unsafe { of_library(first.cast()) })
    }

    /// Returns the constant of each dimension of a scrambled Sobol sequence of 32-bit numbers.
    ///
    /// # Errors
    /// cuRAND's error.
    #[doc(alias = "curandGetScrambleConstants32")]
    pub fn scramble_constants_32(self) -> Result<&'static [u32], Error> {
        let symbol = Symbol::curandGetScrambleConstants32;
        let get = self.require(symbol, self.table.curandGetScrambleConstants32)?;
        let mut first = core::ptr::null_mut();
        // SAFETY: the pointer is to a live pointer.
        check(symbol, unsafe { get(&raw mut first) })?;
        // SAFETY: as in `direction_vectors_32`.
        Ok(unsafe { of_library(first) })
    }

    /// Returns the constant of each dimension of a scrambled Sobol sequence of 64-bit numbers.
    ///
    /// # Errors
    /// cuRAND's error.
    #[doc(alias = "curandGetScrambleConstants64")]
    pub fn scramble_constants_64(self) -> Result<&'static [u64], Error> {
        let symbol = Symbol::curandGetScrambleConstants64;
        let get = self.require(symbol, self.table.curandGetScrambleConstants64)?;
        let mut first = core::ptr::null_mut();
        // SAFETY: the pointer is to a live pointer.
        check(symbol, unsafe { get(&raw mut first) })?;
        // SAFETY: as in `direction_vectors_32`.
        Ok(unsafe { of_library(first) })
    }

    /// Returns the function of a slot, or the error of a missing function.
    pub(crate) fn require<F>(self, symbol: Symbol, slot: Option<F>) -> Result<F, Error> {
        slot.ok_or_else(|| Error::Absent { function: symbol.function(), found: self.version() })
    }
}

impl fmt::Debug for Curand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Curand")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}

/// A set of direction vectors of Sobol sequences, by S. Joe and F. Y. Kuo.
#[doc(alias = "curandDirectionVectorSet_t")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DirectionVectors {
    /// Their own.
    #[doc(alias = "CURAND_DIRECTION_VECTORS_32_JOEKUO6")]
    #[doc(alias = "CURAND_DIRECTION_VECTORS_64_JOEKUO6")]
    Plain,
    /// The same, scrambled.
    #[doc(alias = "CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6")]
    #[doc(alias = "CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6")]
    Scrambled,
}

/// Returns a table of cuRAND.
///
/// # Safety
/// `first` is null, or points to an element for each of [`MOST_DIMENSIONS`], which don't change as long as the process runs.
unsafe fn of_library<T>(first: *const T) -> &'static [T] {
    match first.is_null() {
        true => &[],
        // SAFETY: the caller guarantees it.
        false => unsafe { core::slice::from_raw_parts(first, MOST_DIMENSIONS as usize) },
    }
}
