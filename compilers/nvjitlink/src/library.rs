use cuda_libraries_sys::nvjitlink::{Symbol, nvJitLinkResult};

use crate::error::{LinkError, LinkErrorKind};
use cuda_arch::Version;

cuda_libraries_sys::loaded! {
    /// A loaded nvJitLink: [documentation](https://docs.nvidia.com/cuda/nvjitlink/index.html).
    ///
    /// It is a handle of pointer size; nvJitLink is never unloaded.
    ///
    /// ```no_run
    /// let linker = nvjitlink::NvJitLink::load()?;
    /// println!("nvJitLink {} from {:?}", linker.version(), linker.path());
    /// # Ok::<(), nvjitlink::LinkError>(())
    /// ```
    pub struct NvJitLink: nvjitlink::NvJitLinkTable, LinkError;
    impl NvJitLink {
        fn load("nvJitLink", "LinkErrorKind::Load");
        const fn from_table();
        /// Returns the functions.
        const fn table();
        /// Returns the version, which is that of its CUDA toolkit.
        #[doc(alias = "nvJitLinkVersion")]
        fn version() -> Version = Version::from_number;
        fn path();
    }
    absent |library, function| LinkErrorKind::Absent { function, nvjitlink: library.version() }.into()
}

impl NvJitLink {
    /// Converts the result code of a function to a `Result`.
    pub(crate) fn check(self, symbol: Symbol, result: nvJitLinkResult) -> Result<(), LinkError> {
        match result {
            nvJitLinkResult::NVJITLINK_SUCCESS => Ok(()),
            result => Err(LinkErrorKind::Call {
                function: symbol.function().name,
                result,
                nvjitlink: self.version(),
            }
            .into()),
        }
    }
}
