use cuda_library_support::{AbsentFunction, Release};

use crate::error::Error;

cuda_libraries_sys::loaded! {
    /// A loaded cuSOLVER: [documentation](https://docs.nvidia.com/cuda/cusolver/index.html).
    ///
    /// It is a handle of pointer size; cuSOLVER is never unloaded.
    pub struct Cusolver: cusolver::CusolverTable, Error;
    impl Cusolver {
        fn load("cuSOLVER", "Error::Load");
        const fn from_table();
        /// Returns the table of cuSOLVER's functions by their names in C, including whether this cuSOLVER has each.
        const fn raw();
        /// Returns the release as cuSOLVER writes it: 11705 is 11.7.5.
        #[doc(alias = "cusolverGetVersion")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuSOLVER", function, library.version(), Release::from_short).into()
    }
}
