use core::ffi::c_int;

use cuda_driver_sys::{DefaultStream, DriverTable};

use crate::error::debug_as_display;
use crate::{CuResult, Device, ErrorCode, Raw, Version};

/// A CUDA driver that is loaded and initialised.
///
/// A plain value of one pointer: copy it wherever it is needed. The driver itself is never unloaded.
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

/// Why there is no driver to use.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// No driver library could be loaded; the error lists what was tried.
    #[error(transparent)]
    Library(#[from] cuda_driver_sys::LoadError),
    /// A driver was loaded, but there is no GPU that it can use.
    #[error(
        "the CUDA driver {version} is installed, but it sees no GPU ({result}). \
         See whether `nvidia-smi` lists one, whether CUDA_VISIBLE_DEVICES hides it, and, in a container, \
         whether the GPU was handed in (`--gpus all`)"
    )]
    NoDevice {
        /// The driver's version.
        version: Version,
        /// The result of `cuInit`.
        #[source]
        result: CuResult,
    },
    /// A driver was loaded, and failed to start.
    #[error("the CUDA driver {version} did not start: {result}")]
    Init {
        /// The driver's version.
        version: Version,
        /// The result of `cuInit`.
        #[source]
        result: CuResult,
    },
}

/// Why a device could not be opened.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// A driver call failed.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// There is no device of this number.
    #[error(transparent)]
    NoSuchDevice(Box<NoSuchDevice>),
}

/// A device that isn't there.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no device {ordinal}: the driver has {count}, counted from 0: {result}")]
#[non_exhaustive]
pub struct NoSuchDevice {
    /// The number that was asked for.
    pub ordinal: usize,
    /// How many devices there are.
    pub count: usize,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

const _: () = assert!(size_of::<DeviceError>() <= 16);

debug_as_display!(LoadError, DeviceError, NoSuchDevice);

impl LoadError {
    /// The driver's result, where a driver was loaded and did not start.
    #[must_use]
    #[inline]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Library(_) => None,
            Self::NoDevice { result, .. } | Self::Init { result, .. } => Some(*result),
        }
    }
}

impl DeviceError {
    /// The driver's result.
    #[must_use]
    #[inline]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Driver(result) => Some(*result),
            Self::NoSuchDevice(error) => Some(error.result),
        }
    }
}

impl Driver {
    /// Loads and initialises the installed driver.
    ///
    /// # Errors
    /// A [`LoadError`] that says what was searched for where, or what the driver answered.
    #[doc(alias = "cuInit")]
    #[inline]
    pub fn load() -> Result<Self, LoadError> {
        Self::load_with(DefaultStream::Legacy)
    }

    /// Loads and initialises the installed driver, with the given meaning of a null stream handle.
    ///
    /// It concerns [`raw`](Self::raw) calls and borrowed null streams alone: this crate names the stream of
    /// each of its own calls. The two are different drivers to it, whose handles don't mix.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    #[inline]
    pub fn load_with(default_stream: DefaultStream) -> Result<Self, LoadError> {
        let table = cuda_driver_sys::load(default_stream)?;
        // SAFETY: it is the installed driver's table.
        unsafe { Self::from_table(table) }.map_err(|result| {
            let version = Version::from_number(u32::try_from(table.version()).unwrap_or(0));
            match result.code() {
                ErrorCode::NO_DEVICE => LoadError::NoDevice { version, result },
                _ => LoadError::Init { version, result },
            }
        })
    }

    /// Initialises the driver behind `table`: one capped at an older version, one that counts calls,
    /// or one that isn't hardware at all.
    ///
    /// # Errors
    /// What `cuInit` answers.
    ///
    /// # Safety
    /// The functions of the table do what the CUDA driver API says that they do.
    #[doc(alias = "cuInit")]
    #[inline]
    pub unsafe fn from_table(table: &'static DriverTable) -> Result<Self, CuResult> {
        let raw = Raw::new(table);
        // SAFETY: zero is the only value of the flags, and the call may be repeated.
        unsafe { raw.cuInit(0) }?;
        Ok(Self { raw })
    }

    /// Every function of the driver API by its own name.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> Raw {
        self.raw
    }

    /// The newest CUDA version that this driver serves.
    #[doc(alias = "cuDriverGetVersion")]
    #[must_use]
    #[inline]
    pub fn version(self) -> Version {
        Version::from_number(u32::try_from(self.raw.table().version()).unwrap_or(0))
    }

    /// How many devices there are.
    ///
    /// [`cuDeviceGetCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g52b5ce05cb8c5fb6831b2c0ff2887c74)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuDeviceGetCount")]
    #[inline]
    pub fn device_count(self) -> Result<usize, CuResult> {
        // SAFETY: the driver is initialised.
        let count = unsafe { self.raw.cuDeviceGetCount() }?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The device of number `ordinal`, from 0.
    ///
    /// [`cuDeviceGet`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g8bdd1cc7201304b01357b8034f6587cb)
    ///
    /// # Errors
    /// [`DeviceError::NoSuchDevice`] (101) names the number, and how many devices there are.
    #[doc(alias = "cuDeviceGet")]
    #[inline]
    pub fn device(self, ordinal: usize) -> Result<Device, DeviceError> {
        // An ordinal that C can't hold is as invalid as -1.
        let number = c_int::try_from(ordinal).unwrap_or(-1);
        // SAFETY: the driver is initialised.
        match unsafe { self.raw.cuDeviceGet(number) } {
            Ok(handle) => Ok(Device::new(self, handle)),
            Err(result) if result.code() == ErrorCode::INVALID_DEVICE => {
                Err(DeviceError::NoSuchDevice(Box::new(NoSuchDevice {
                    ordinal,
                    count: self.device_count()?,
                    result,
                })))
            }
            Err(result) => Err(result.into()),
        }
    }

    /// Every device, in the order of their ordinals.
    ///
    /// # Errors
    /// What the driver answers.
    #[inline]
    pub fn devices(self) -> Result<Vec<Device>, DeviceError> {
        (0..self.device_count()?)
            .map(|ordinal| self.device(ordinal))
            .collect()
    }
}
