//! Loading the driver, and its functions under their C names.

pub(crate) mod raw;
mod to_c_str;

pub use crate::error::driver::{InvalidName, LoadError};
pub use cuda_arch::Version;
pub use cuda_driver_sys::{DefaultStream, Symbol};
pub use raw::Raw;
pub use to_c_str::ToCStr;

use cuda_driver_sys::DriverTable;

use crate::error::{CuResult, Error, ErrorCode, listen};

/// A loaded and initialized CUDA driver.
///
/// It is a pointer-sized `Copy` value. The driver itself is never unloaded.
///
/// ```no_run
/// use cuda_driver::Driver;
///
/// let driver = Driver::load()?;
/// println!("CUDA {}", driver.version());
/// for device in driver.devices()? {
///     println!("{}: {} MiB", device.name()?, device.total_memory()? >> 20);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Driver {
    raw: Raw,
}

impl Driver {
    /// Loads and initializes the installed driver.
    ///
    /// [`cuInit`](crate::driver::Raw::cuInit)
    ///
    /// # Errors
    /// [`Error::Load`], which explains why there is no usable library, or has the driver's result.
    #[doc(alias = "cuInit")]
    #[inline]
    pub fn load() -> Result<Self, Error> {
        Self::load_with(DefaultStream::Legacy)
    }

    /// Loads and initializes the installed driver, with the given meaning of a null stream handle.
    ///
    /// This affects only [`raw`](Self::raw) calls and borrowed null streams: this crate passes an explicit stream in
    /// all its own calls. Drivers with different meanings count as different drivers, whose handles can't be mixed.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    #[inline]
    pub fn load_with(default_stream: DefaultStream) -> Result<Self, Error> {
        let table = cuda_driver_sys::load(default_stream).map_err(LoadError::from)?;
        // SAFETY: it is the installed driver's table.
        unsafe { Self::from_table(table) }.map_err(|result| {
            let version = Version::from_number(u32::try_from(table.version()).unwrap_or(0));
            let error = match result.code() {
                ErrorCode::NO_DEVICE => LoadError::NoDevice { version, result },
                _ => LoadError::Init { version, result },
            };
            error.into()
        })
    }

    /// Initializes the driver of a function table, such as one limited to an older version, one that counts calls, or
    /// that of a software device.
    ///
    /// [`cuInit`](crate::driver::Raw::cuInit)
    ///
    /// # Errors
    /// The error of `cuInit`.
    ///
    /// # Safety
    /// The functions of the table behave as the CUDA driver API specifies.
    #[doc(alias = "cuInit")]
    #[inline]
    pub unsafe fn from_table(table: &'static DriverTable) -> Result<Self, CuResult> {
        let raw = Raw::new(table);
        // SAFETY: zero is the only value of the flags, and the call may be repeated.
        unsafe { raw.cuInit(0) }?;
        crate::fork::watch();
        listen(raw.table());
        Ok(Self { raw })
    }

    /// Returns `true` if this is the installed driver, which [`load`](Self::load) returns, and not that of another table.
    #[must_use]
    pub fn is_installed(self) -> bool {
        [DefaultStream::Legacy, DefaultStream::PerThread].into_iter().any(|default_stream| {
            Self::load_with(default_stream).is_ok_and(|driver| driver == self)
        })
    }

    /// Returns a value with every function of the driver API under its C name.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> Raw {
        self.raw
    }

    /// Returns the newest CUDA version that the driver supports.
    ///
    /// [`cuDriverGetVersion`](crate::driver::Raw::cuDriverGetVersion)
    #[doc(alias = "cuDriverGetVersion")]
    #[must_use]
    #[inline]
    pub fn version(self) -> Version {
        Version::from_number(u32::try_from(self.raw.table().version()).unwrap_or(0))
    }
}
