//! Divided devices (MIG): a device is divided into GPU instances, with memory of their own, and these into compute instances,
//! each of which CUDA uses as a device.

use cuda_libraries_sys::nvml::{
    NVML_DEVICE_MIG_ENABLE, Symbol, nvmlDeviceAttributes_t, nvmlReturn_t,
};

use crate::device::Device;
use crate::error::Error;

/// Whether a device is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MigMode {
    /// Whether it is now.
    pub is_enabled: bool,
    /// Whether it will be after a reset.
    pub is_pending: bool,
}

/// The part of a device that an instance has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(alias = "nvmlDeviceAttributes_t")]
#[non_exhaustive]
pub struct MigAttributes {
    /// The slices of the GPU instance, of usually 7.
    pub gpu_instance_slices: u32,
    /// The slices of the compute instance, at most those of the GPU instance.
    pub compute_instance_slices: u32,
    /// The multiprocessors.
    pub multiprocessors: u32,
    /// The copy engines, which compute instances of a GPU instance share.
    pub copy_engines: u32,
    /// The memory, in MiB, which compute instances of a GPU instance share.
    pub memory_mib: u64,
}

impl Device {
    /// Returns whether the device is divided.
    ///
    /// # Errors
    /// NVML's error; [`Error::is_not_supported`], if it can't be.
    #[doc(alias = "nvmlDeviceGetMigMode")]
    pub fn mig_mode(&self) -> Result<MigMode, Error> {
        let slot = self.table().nvmlDeviceGetMigMode;
        let modes = self.get_pair(Symbol::nvmlDeviceGetMigMode, slot)?;
        let is_enabled = |mode| mode == NVML_DEVICE_MIG_ENABLE;
        Ok(MigMode { is_enabled: is_enabled(modes.0), is_pending: is_enabled(modes.1) })
    }

    /// Returns the compute instances of a divided device, each a device to CUDA: none if the device isn't divided. A program chooses
    /// one by the variable `CUDA_VISIBLE_DEVICES`, which takes its [`uuid`](Self::uuid), before it starts.
    ///
    /// ```no_run
    /// # let nvml = nvml::Nvml::load()?;
    /// for device in nvml.devices()? {
    ///     for instance in device.mig_devices()? {
    ///         println!("CUDA_VISIBLE_DEVICES={}: {}", instance.uuid()?, instance.name()?);
    ///     }
    /// }
    /// # Ok::<(), nvml::Error>(())
    /// ```
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlDeviceGetMigDeviceHandleByIndex", "nvmlDeviceGetMaxMigDeviceCount"))]
    pub fn mig_devices(&self) -> Result<Vec<Self>, Error> {
        match self.mig_mode() {
            Ok(MigMode { is_enabled: true, .. }) => {}
            Ok(_) => return Ok(Vec::new()),
            Err(error) if error.is_not_supported() => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
        let table = self.table();
        let symbol = Symbol::nvmlDeviceGetMaxMigDeviceCount;
        let most = self.get(symbol, table.nvmlDeviceGetMaxMigDeviceCount)?;
        let symbol = Symbol::nvmlDeviceGetMigDeviceHandleByIndex;
        let function = self.nvml().require(symbol, table.nvmlDeviceGetMigDeviceHandleByIndex)?;
        let mut instances = Vec::new();
        for index in 0..most {
            let mut raw = core::ptr::null_mut();
            // SAFETY: the device is alive, and the pointer is to a live handle.
            match unsafe { function(self.as_raw(), index, &raw mut raw) } {
                // Numbers of destroyed instances remain free.
                nvmlReturn_t::NVML_ERROR_NOT_FOUND => {}
                status => {
                    self.check(symbol, status)?;
                    instances.push(Self::new(self.nvml().clone(), raw));
                }
            }
        }
        Ok(instances)
    }

    /// Returns whether this is an instance of a divided device.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceIsMigDeviceHandle")]
    pub fn is_mig(&self) -> Result<bool, Error> {
        let symbol = Symbol::nvmlDeviceIsMigDeviceHandle;
        Ok(self.get(symbol, self.table().nvmlDeviceIsMigDeviceHandle)? != 0)
    }

    /// Returns the device of which this is an instance.
    ///
    /// # Errors
    /// NVML's error; [`Error::is_not_supported`] or an invalid argument, if this is none.
    #[doc(alias = "nvmlDeviceGetDeviceHandleFromMigDeviceHandle")]
    pub fn parent(&self) -> Result<Self, Error> {
        let symbol = Symbol::nvmlDeviceGetDeviceHandleFromMigDeviceHandle;
        let slot = self.table().nvmlDeviceGetDeviceHandleFromMigDeviceHandle;
        let function = self.nvml().require(symbol, slot)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the device is alive, and the pointer is to a live handle.
        self.check(symbol, unsafe { function(self.as_raw(), &raw mut raw) })?;
        Ok(Self::new(self.nvml().clone(), raw))
    }

    /// Returns the number of the GPU instance that this is a part of, as [`Process`](crate::Process) and [`Event`](crate::Event)
    /// have it.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetGpuInstanceId")]
    pub fn gpu_instance_id(&self) -> Result<u32, Error> {
        self.get(Symbol::nvmlDeviceGetGpuInstanceId, self.table().nvmlDeviceGetGpuInstanceId)
    }

    /// Returns the number of this compute instance in its GPU instance.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetComputeInstanceId")]
    pub fn compute_instance_id(&self) -> Result<u32, Error> {
        let symbol = Symbol::nvmlDeviceGetComputeInstanceId;
        self.get(symbol, self.table().nvmlDeviceGetComputeInstanceId)
    }

    /// Returns the part of the device that this instance has.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlDeviceGetAttributes", "nvmlDeviceGetAttributes_v2"))]
    pub fn mig_attributes(&self) -> Result<MigAttributes, Error> {
        let symbol = Symbol::nvmlDeviceGetAttributes_v2;
        let raw: nvmlDeviceAttributes_t =
            self.get(symbol, self.table().nvmlDeviceGetAttributes_v2)?;
        Ok(MigAttributes {
            gpu_instance_slices: raw.gpuInstanceSliceCount,
            compute_instance_slices: raw.computeInstanceSliceCount,
            multiprocessors: raw.multiprocessorCount,
            copy_engines: raw.sharedCopyEngineCount,
            memory_mib: raw.memorySizeMB,
        })
    }
}
