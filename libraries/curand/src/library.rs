use core::slice::from_raw_parts;

use cuda_libraries_sys::curand::{Symbol, curandDirectionVectorSet_t, curandStatus_t};
use cuda_library_support::{AbsentFunction, Release};

use crate::error::{Error, check};
use crate::kind::MAX_DIMENSIONS;

cuda_libraries_sys::loaded! {
    /// A loaded cuRAND: [documentation](https://docs.nvidia.com/cuda/curand/index.html).
    ///
    /// It is a handle of pointer size; cuRAND is never unloaded.
    pub struct Curand: curand::CurandTable, Error;
    impl Curand {
        fn load("cuRAND", "Error::Load");
        const fn from_table();
        /// Returns the table of cuRAND's functions by their names in C, including whether this cuRAND has each.
        const fn raw();
        /// Returns the release as cuRAND writes it: 10310 is 10.3.10.
        #[doc(alias = "curandGetVersion")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuRAND", function, library.version(), Release::from_short).into()
    }
}

impl Curand {
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
        use curandDirectionVectorSet_t as S;
        let set = match set {
            DirectionVectors::Plain => S::CURAND_DIRECTION_VECTORS_32_JOEKUO6,
            DirectionVectors::Scrambled => S::CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
        };
        self.list(
            Symbol::curandGetDirectionVectors32,
            self.table.curandGetDirectionVectors32,
            |function, to| {
                // SAFETY: the pointer is to a live pointer.
                unsafe { function(to, set) }
            },
        )
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
        use curandDirectionVectorSet_t as S;
        let set = match set {
            DirectionVectors::Plain => S::CURAND_DIRECTION_VECTORS_64_JOEKUO6,
            DirectionVectors::Scrambled => S::CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6,
        };
        self.list(
            Symbol::curandGetDirectionVectors64,
            self.table.curandGetDirectionVectors64,
            |function, to| {
                // SAFETY: the pointer is to a live pointer.
                unsafe { function(to, set) }
            },
        )
    }

    /// Returns the constant of each dimension of a scrambled Sobol sequence of 32-bit numbers.
    ///
    /// # Errors
    /// cuRAND's error.
    #[doc(alias = "curandGetScrambleConstants32")]
    pub fn scramble_constants_32(self) -> Result<&'static [u32], Error> {
        self.list(
            Symbol::curandGetScrambleConstants32,
            self.table.curandGetScrambleConstants32,
            |function, to| {
                // SAFETY: the pointer is to a live pointer.
                unsafe { function(to) }
            },
        )
    }

    /// Returns the constant of each dimension of a scrambled Sobol sequence of 64-bit numbers.
    ///
    /// # Errors
    /// cuRAND's error.
    #[doc(alias = "curandGetScrambleConstants64")]
    pub fn scramble_constants_64(self) -> Result<&'static [u64], Error> {
        self.list(
            Symbol::curandGetScrambleConstants64,
            self.table.curandGetScrambleConstants64,
            |function, to| {
                // SAFETY: the pointer is to a live pointer.
                unsafe { function(to) }
            },
        )
    }

    /// Returns what a function writes the address of: a table of cuRAND with an element for each dimension.
    fn list<F, T>(
        self,
        symbol: Symbol,
        slot: Option<F>,
        get: impl FnOnce(F, *mut *mut T) -> curandStatus_t,
    ) -> Result<&'static [T], Error> {
        let get_list = self.require(symbol, slot)?;
        let mut first = core::ptr::null_mut();
        check(symbol, get(get_list, &raw mut first))?;
        if first.is_null() {
            Ok(&[])
        } else {
            // SAFETY: cuRAND's tables have this many dimensions, don't change, and are never unloaded.
            Ok(unsafe { from_raw_parts(first, MAX_DIMENSIONS as usize) })
        }
    }
}

/// A set of direction vectors of Sobol sequences, by S. Joe and F. Y. Kuo.
#[doc(alias = "curandDirectionVectorSet_t")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DirectionVectors {
    /// Their own.
    #[doc(alias("CURAND_DIRECTION_VECTORS_32_JOEKUO6", "CURAND_DIRECTION_VECTORS_64_JOEKUO6"))]
    Plain,
    /// The same, scrambled.
    #[doc(alias = "CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6")]
    #[doc(alias = "CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6")]
    Scrambled,
}
