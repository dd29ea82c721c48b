use cuda_library_support::{AbsentFunction, Release};

use crate::error::Error;

cuda_libraries_sys::loaded! {
    /// A loaded cuFFT: [documentation](https://docs.nvidia.com/cuda/cufft/index.html).
    ///
    /// It is a handle of pointer size; cuFFT is never unloaded.
    pub struct Cufft: cufft::CufftTable, Error;
    impl Cufft {
        fn load("cuFFT", "Error::Load");
        const fn from_table();
        /// Returns the table of cuFFT's functions by their names in C, including whether this cuFFT has each.
        const fn raw();
        /// Returns the release as cuFFT writes it: 11402 is 11.4.2.
        #[doc(alias = "cufftGetVersion")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuFFT", function, library.version(), Release::from_short).into()
    }
}
