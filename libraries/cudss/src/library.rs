use cuda_library_support::{AbsentFunction, Release};

use crate::error::Error;

cuda_libraries_sys::loaded! {
    /// A loaded cuDSS: [documentation](https://docs.nvidia.com/cuda/cudss/index.html).
    ///
    /// It is a handle of pointer size; cuDSS is never unloaded.
    pub struct Cudss: cudss::CudssTable, Error;
    impl Cudss {
        fn load("cuDSS", "Error::Load");
        const fn from_table();
        /// Returns the table of cuDSS's functions by their names in C, including whether this cuDSS has each.
        const fn raw();
        /// Returns the release: 800 is 0.8.0, and 10000 is 1.0.0.
        #[doc(alias = "cudssGetProperty")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuDSS", function, library.version(), Release::from_long).into()
    }
}
