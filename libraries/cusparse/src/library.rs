use cuda_library_support::{AbsentFunction, Release};

use crate::error::Error;

cuda_libraries_sys::loaded! {
    /// A loaded cuSPARSE: [documentation](https://docs.nvidia.com/cuda/cusparse/index.html).
    ///
    /// It is a handle of pointer size; cuSPARSE is never unloaded.
    pub struct Cusparse: cusparse::CusparseTable, Error;
    impl Cusparse {
        fn load("cuSPARSE", "Error::Load");
        const fn from_table();
        /// Returns the table of cuSPARSE's functions by their names in C, including whether this cuSPARSE has each.
        const fn raw();
        /// Returns the release: 12510 is 12.5.10.
        #[doc(alias("cusparseGetVersion", "cusparseGetProperty"))]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuSPARSE", function, library.version(), Release::from_short).into()
    }
}
