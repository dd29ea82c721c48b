use cuda_driver::Stream;
use cuda_library_support::{AbsentFunction, Release};

use crate::error::Error;

cuda_libraries_sys::loaded! {
    /// A loaded nvCOMP: [documentation](https://docs.nvidia.com/cuda/nvcomp/c_api.html).
    ///
    /// It is a handle of pointer size; nvCOMP is never unloaded.
    pub struct Nvcomp: nvcomp::NvcompTable, Error;
    impl Nvcomp {
        fn load("nvCOMP", "Error::Load");
        const fn from_table();
        /// Returns the table of nvCOMP's functions by their names in C, including whether this nvCOMP has each.
        const fn raw();
        /// Returns the release as nvCOMP writes it: 6000 is 6.0.0.
        #[doc(alias = "nvcompGetProperties")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("nvCOMP", function, library.version(), Release::from_short).into()
    }
}

impl Nvcomp {
    /// Checks that nvCOMP can work in the stream's context.
    pub(crate) fn check_driver(self, stream: &Stream) -> Result<(), Error> {
        if self.is_of_file() && !stream.context().driver().is_installed() {
            return Err(Error::OtherDriver);
        }
        Ok(())
    }
}
