use std::ffi::CStr;

use cuda_libraries_sys::nvfatbin::{Symbol, nvFatbinResult};

use crate::error::{FatbinError, FatbinErrorKind};
use cuda_arch::Version;

cuda_libraries_sys::loaded! {
    /// A loaded nvFatbin: [documentation](https://docs.nvidia.com/cuda/nvfatbin/index.html).
    ///
    /// It is a handle of pointer size; nvFatbin is never unloaded.
    ///
    /// ```no_run
    /// let library = nvfatbin::NvFatbin::load()?;
    /// println!("nvFatbin {} from {:?}", library.version(), library.path());
    /// # Ok::<(), nvfatbin::FatbinError>(())
    /// ```
    pub struct NvFatbin: nvfatbin::NvFatbinTable, FatbinError;
    impl NvFatbin {
        fn load("nvFatbin", "FatbinErrorKind::Load");
        const fn from_table();
        /// Returns the functions.
        const fn table();
        /// Returns the version, which is that of its CUDA toolkit.
        #[doc(alias = "nvFatbinVersion")]
        fn version() -> Version = Version::from_number;
        fn path();
    }
    absent |library, function| FatbinErrorKind::Absent { function, nvfatbin: library.version() }.into()
}

impl NvFatbin {
    /// Returns nvFatbin's message for a result; `None` for success, and if the function is missing.
    #[doc(alias = "nvFatbinGetErrorString")]
    #[must_use]
    pub fn error_string(self, result: nvFatbinResult) -> Option<&'static str> {
        let function = self.table.nvFatbinGetErrorString?;
        // SAFETY: any number is accepted.
        let text = unsafe { function(result) };
        if text.is_null() {
            return None;
        }
        // SAFETY: the string belongs to the library, which is never unloaded.
        unsafe { CStr::from_ptr(text) }.to_str().ok()
    }

    /// Calls the function of a slot.
    pub(crate) fn call<F>(
        self,
        symbol: Symbol,
        slot: Option<F>,
        call: impl FnOnce(F) -> nvFatbinResult,
    ) -> Result<nvFatbinResult, FatbinError> {
        Ok(call(self.require(symbol, slot)?))
    }

    /// Converts the result code of a function to a `Result`.
    pub(crate) fn check(self, symbol: Symbol, result: nvFatbinResult) -> Result<(), FatbinError> {
        match result {
            nvFatbinResult::NVFATBIN_SUCCESS => Ok(()),
            result => Err(FatbinErrorKind::Call {
                function: symbol.function().name,
                result,
                nvfatbin: self.version(),
            }
            .into()),
        }
    }
}
