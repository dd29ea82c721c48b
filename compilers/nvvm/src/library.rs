use std::ffi::{CStr, c_int};

use cuda_libraries_sys::nvvm::{Symbol, nvvmResult};

use crate::error::{NvvmError, NvvmErrorKind};
use cuda_arch::Version;

cuda_libraries_sys::loaded! {
    /// A loaded libNVVM: [documentation](https://docs.nvidia.com/cuda/libnvvm-api/index.html).
    ///
    /// It is a handle of pointer size; libNVVM is never unloaded.
    ///
    /// ```no_run
    /// let library = nvvm::Nvvm::load()?;
    /// println!("libNVVM {} from {:?}", library.version(), library.path());
    /// # Ok::<(), nvvm::NvvmError>(())
    /// ```
    pub struct Nvvm: nvvm::NvvmTable, NvvmError;
    impl Nvvm {
        fn load("libNVVM", "NvvmErrorKind::Load");
        const fn from_table();
        /// Returns the functions.
        const fn table();
        /// Returns the version of libNVVM's interface, such as 2.0.
        #[doc(alias = "nvvmVersion")]
        fn version() -> Version = Version::from_number;
        fn path();
    }
    absent |_, function| NvvmErrorKind::Absent { function: function.name }.into()
}

/// Versions of NVVM IR and of its debug metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct IrVersion {
    /// The version of the IR, major and minor.
    pub ir: (u32, u32),
    /// The version of the debug metadata, major and minor.
    pub debug: (u32, u32),
}

impl Nvvm {
    /// Returns the newest versions of NVVM IR and of its debug metadata that it reads.
    ///
    /// # Errors
    /// libNVVM's error.
    #[doc(alias = "nvvmIRVersion")]
    pub fn ir_version(self) -> Result<IrVersion, NvvmError> {
        let function = self.require(Symbol::nvvmIRVersion, self.table.nvvmIRVersion)?;
        let mut all: [c_int; 4] = [0; 4];
        let [ir_major, ir_minor, debug_major, debug_minor] = &mut all;
        // SAFETY: the pointers are to live numbers.
        let result = unsafe { function(ir_major, ir_minor, debug_major, debug_minor) };
        self.check(Symbol::nvvmIRVersion, result)?;
        let [a, b, c, d] = all.map(|number| number.try_into().unwrap_or(0));
        Ok(IrVersion { ir: (a, b), debug: (c, d) })
    }

    /// Returns libNVVM's message for a result; `None` if the function is missing.
    #[doc(alias = "nvvmGetErrorString")]
    #[must_use]
    pub fn error_string(self, result: nvvmResult) -> Option<&'static str> {
        let function = self.table.nvvmGetErrorString?;
        // SAFETY: any number is accepted.
        let text = unsafe { function(result) };
        if text.is_null() {
            return None;
        }
        // SAFETY: the string belongs to the library, which is never unloaded.
        unsafe { CStr::from_ptr(text) }.to_str().ok()
    }

    /// Converts the result code of a function to a `Result`.
    pub(crate) fn check(self, symbol: Symbol, result: nvvmResult) -> Result<(), NvvmError> {
        match result {
            nvvmResult::NVVM_SUCCESS => Ok(()),
            result => Err(NvvmErrorKind::Call { function: symbol.function().name, result }.into()),
        }
    }
}
