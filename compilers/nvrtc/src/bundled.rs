//! The CUDA headers that are bundled with NVRTC 13.3 and newer.

use std::ffi::{CStr, CString, c_char, c_uint};
use std::path::Path;
use std::ptr::null;

use nvrtc_sys::{Symbol, nvrtcBundledHeadersInfo, nvrtcResult};

use crate::error::{NvrtcError, NvrtcErrorKind};
use crate::library::Nvrtc;
use crate::text::Text;
use cuda_arch::Version;

/// Headers that are bundled with NVRTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BundledHeaders {
    /// The CUDA version of the headers.
    pub version: Version,
    /// The number of files.
    pub files: u32,
    /// The compressed size in NVRTC, in bytes.
    pub compressed: usize,
    /// The approximate size once installed, in bytes.
    pub uncompressed: usize,
}

/// The behavior of [`Nvrtc::install_bundled_headers`] if the folder has headers already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Install {
    /// Keeps them if they have this version.
    #[default]
    IfMissing,
    /// Removes everything in the folder first.
    Overwrite,
}

impl Nvrtc {
    /// Returns the headers that are bundled with this NVRTC, if any.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Absent`] before NVRTC 13.3.
    #[doc(alias = "nvrtcGetBundledHeadersInfo")]
    #[inline]
    pub fn bundled_headers(self) -> Result<Option<BundledHeaders>, NvrtcError> {
        let symbol = Symbol::nvrtcGetBundledHeadersInfo;
        let function = self.require(symbol, self.table().nvrtcGetBundledHeadersInfo)?;
        let mut info = nvrtcBundledHeadersInfo::default();
        self.logged(symbol, |log| {
            // SAFETY: both pointers are to live values.
            unsafe { function(&raw mut info, log) }
        })?;
        Ok((info.available != 0).then(|| BundledHeaders {
            version: Version::new(
                info.cudaVersionMajor.unsigned_abs(),
                info.cudaVersionMinor.unsigned_abs(),
            ),
            files: info.numFiles,
            compressed: info.compressedSize,
            uncompressed: info.uncompressedSize,
        }))
    }

    /// Writes the headers to `folder`, for [`Program::include_dir`](crate::program::Program::include_dir), with those of CCCL in
    /// the subfolder `cccl`. Threads and processes that do so concurrently wait for each other.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::BundledHeaders`] with the reason, [`Absent`](NvrtcErrorKind::Absent) before NVRTC 13.3.
    #[doc(alias = "nvrtcInstallBundledHeaders")]
    pub fn install_bundled_headers(
        self,
        folder: impl AsRef<Path>,
        install: Install,
    ) -> Result<(), NvrtcError> {
        let symbol = Symbol::nvrtcInstallBundledHeaders;
        let function = self.require(symbol, self.table().nvrtcInstallBundledHeaders)?;
        let folder = path(folder.as_ref())?;
        let flags: c_uint = match install {
            Install::IfMissing => 0,
            Install::Overwrite => 1,
        };
        self.logged(symbol, |log| {
            // SAFETY: the path is a C string, and the pointer is to a live one.
            unsafe { function(folder.as_ptr(), flags, log) }
        })
    }

    /// Removes `folder`, where headers were installed, with all its contents.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::BundledHeaders`] with the reason, [`Absent`](NvrtcErrorKind::Absent) before NVRTC 13.3.
    #[doc(alias = "nvrtcRemoveBundledHeaders")]
    pub fn remove_bundled_headers(self, folder: impl AsRef<Path>) -> Result<(), NvrtcError> {
        let symbol = Symbol::nvrtcRemoveBundledHeaders;
        let function = self.require(symbol, self.table().nvrtcRemoveBundledHeaders)?;
        let folder = path(folder.as_ref())?;
        self.logged(symbol, |log| {
            // SAFETY: the path is a C string, and the pointer is to a live one.
            unsafe { function(folder.as_ptr(), log) }
        })
    }

    /// Calls a function that may return the reason for its failure.
    fn logged(
        self,
        symbol: Symbol,
        call: impl FnOnce(*mut *const c_char) -> nvrtcResult,
    ) -> Result<(), NvrtcError> {
        let mut log = null();
        let result = call(&raw mut log);
        if result == nvrtcResult::NVRTC_SUCCESS {
            return Ok(());
        }
        let log = if log.is_null() {
            String::new()
        } else {
            // SAFETY: NVRTC sets it to a C string, which lives until this thread's next call.
            unsafe { CStr::from_ptr(log) }.to_string_lossy().into_owned()
        };
        Err(NvrtcErrorKind::BundledHeaders {
            function: symbol.function().name,
            result,
            log,
            nvrtc: self.version(),
        }
        .into())
    }
}

#[inline]
fn path(path: &Path) -> Result<CString, NvrtcError> {
    CString::new(path.as_os_str().as_encoded_bytes()).map_err(|error| {
        let kind = NvrtcErrorKind::InteriorNul {
            text: Text::Path(path.to_path_buf()),
            at: error.nul_position(),
        };
        kind.into()
    })
}
