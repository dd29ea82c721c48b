use cuda_library_support::AbsentFunction;

use crate::error::{Error, release};

cuda_libraries_sys::loaded! {
    /// A loaded cuBLASLt, which is part of cuBLAS. It is a handle of pointer size, and never unloaded.
    pub struct CublasLt: cublaslt::CublasLtTable, Error;
    impl CublasLt {
        fn load("cuBLASLt", "Error::Load");
        const fn from_table();
        /// Returns the table of its functions by their names in C, including whether this cuBLASLt has each.
        const fn raw();
        /// Returns the release as cuBLAS writes it: 120405 is 12.4.5.
        #[doc(alias = "cublasLtGetVersion")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuBLASLt", function, library.version(), release).into()
    }
}
