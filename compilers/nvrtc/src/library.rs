use std::ffi::{CStr, c_int};
use std::sync::OnceLock;

use cuda_pathfinder::Search;
use nvrtc_sys::{NvrtcTable, Symbol, nvrtcResult};

use crate::error::{NvrtcError, NvrtcErrorKind};
use cuda_arch::{Arch, Version};

/// The NVRTC that [`Nvrtc::load`] loaded.
static LOADED: OnceLock<Nvrtc> = OnceLock::new();

nvrtc_sys::loaded! {
    /// A loaded NVRTC: [documentation](https://docs.nvidia.com/cuda/nvrtc/index.html).
    ///
    /// It is a handle of pointer size; NVRTC is never unloaded.
    ///
    /// ```no_run
    /// let nvrtc = nvrtc::Nvrtc::load()?;
    /// println!("NVRTC {} from {:?}, up to {:?}", nvrtc.version(), nvrtc.path(), nvrtc.supported_archs()?.last());
    /// let ptx = nvrtc.program("k.cu", r#"extern "C" __global__ void k() {}"#).compile_ptx()?;
    /// # Ok::<(), nvrtc::NvrtcError>(())
    /// ```
    pub struct Nvrtc: nvrtc::NvrtcTable, NvrtcError;
    impl Nvrtc {
        /// Returns the table of functions, for those that this crate doesn't wrap.
        const fn table();
        /// Returns the version, which is that of its CUDA toolkit.
        #[doc(alias = "nvrtcVersion")]
        fn version() -> Version = Version::from_number;
        fn path();
    }
    absent |library, function| NvrtcErrorKind::Absent { function, nvrtc: library.version() }.into()
}

impl Nvrtc {
    /// Returns the NVRTC of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Load`], which lists every place that was searched.
    #[inline]
    pub fn load() -> Result<Self, NvrtcError> {
        let nvrtc = Self::from_table(nvrtc_sys::load()?);
        Ok(*LOADED.get_or_init(|| nvrtc))
    }

    /// Returns the NVRTC of this machine, if [`load`](Self::load) has loaded it.
    #[must_use]
    #[inline]
    pub fn if_loaded() -> Option<Self> {
        LOADED.get().copied()
    }

    /// Loads the NVRTC that `search` finds. Several can be loaded into one process.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Load`], which lists every place that was searched.
    #[inline]
    pub fn load_with(search: &Search) -> Result<Self, NvrtcError> {
        Ok(Self::from_table(nvrtc_sys::load_with(search)?))
    }

    /// Loads the newest NVRTC whose output a driver of this CUDA version can load: one of its major version or an older
    /// one. An NVRTC that is too new is skipped even if `cuda_pathfinder` prefers it.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    #[inline]
    pub fn load_for_driver(driver: Version) -> Result<Self, NvrtcError> {
        let nvrtc = Self::load();
        if let Ok(nvrtc) = nvrtc
            && nvrtc.version().major <= driver.major
        {
            return Ok(nvrtc);
        }
        Self::load_with(&Search::new().newest(driver.major)).or(nvrtc)
    }

    /// Creates a value from a table, such as [`nvrtc_sys::load_with`] returns.
    #[must_use]
    #[inline]
    pub const fn from_table(table: &'static NvrtcTable) -> Self {
        Self { table }
    }

    /// Returns the virtual architectures that this NVRTC can compile for, oldest first.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Call`] with NVRTC's result.
    #[doc(alias("nvrtcGetSupportedArchs", "nvrtcGetNumSupportedArchs"))]
    #[inline]
    pub fn supported_archs(self) -> Result<Vec<Arch>, NvrtcError> {
        let mut count: c_int = 0;
        // SAFETY: the pointer is to a live integer.
        unsafe {
            self.call(
                Symbol::nvrtcGetNumSupportedArchs,
                self.table().nvrtcGetNumSupportedArchs,
                |function| function(&raw mut count),
            )
        }?;
        let mut archs = vec![0; usize::try_from(count).unwrap_or(0)];
        // SAFETY: there is room for as many integers as NVRTC reported.
        unsafe {
            self.call(
                Symbol::nvrtcGetSupportedArchs,
                self.table().nvrtcGetSupportedArchs,
                |function| function(archs.as_mut_ptr()),
            )
        }?;
        let mut all = Vec::new();
        for arch in archs.into_iter().map(c_int::unsigned_abs) {
            all.push(Arch::compute(arch / 10, arch % 10));
        }
        Ok(all)
    }

    /// Returns NVRTC's name of a result, for results newer than these bindings.
    #[doc(alias = "nvrtcGetErrorString")]
    #[must_use]
    #[inline]
    pub fn error_string(self, result: nvrtcResult) -> Option<&'static CStr> {
        let name = self.table.nvrtcGetErrorString?;
        // SAFETY: the function accepts any number.
        let text = unsafe { name(result) };
        // SAFETY: NVRTC returns a constant string, and is never unloaded.
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
    }

    /// Converts the result code of a function to a `Result`.
    pub(crate) fn check(self, symbol: Symbol, result: nvrtcResult) -> Result<(), NvrtcError> {
        match result {
            nvrtcResult::NVRTC_SUCCESS => Ok(()),
            result => Err(self.failure(symbol, result)),
        }
    }

    /// Calls the function of a slot.
    pub(crate) fn call<F>(
        self,
        symbol: Symbol,
        slot: Option<F>,
        call: impl FnOnce(F) -> nvrtcResult,
    ) -> Result<(), NvrtcError> {
        self.check(symbol, call(self.require(symbol, slot)?))
    }

    /// Returns the error of a function that returned `result`.
    pub(crate) fn failure(self, symbol: Symbol, result: nvrtcResult) -> NvrtcError {
        NvrtcErrorKind::Call { function: symbol.function().name, result, nvrtc: self.version() }
            .into()
    }
}
