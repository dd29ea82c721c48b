use cuda_library_support::AbsentFunction;

use crate::error::{Error, release};

cuda_libraries_sys::loaded! {
    /// A loaded cuBLAS: [documentation](https://docs.nvidia.com/cuda/cublas/index.html).
    ///
    /// It is a handle of pointer size; cuBLAS is never unloaded.
    pub struct Cublas: cublas::CublasTable, Error;
    impl Cublas {
        fn load("cuBLAS", "Error::Load");
        const fn from_table();
        /// Returns the table of cuBLAS's functions by their names in C, including whether this cuBLAS has each.
        const fn raw();
        /// Returns the release as cuBLAS writes it: 120405 is 12.4.5.
        #[doc(alias = "cublasGetVersion")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuBLAS", function, library.version(), release).into()
    }
}
