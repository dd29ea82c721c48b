//! Devices: which one a thread uses, and its state.

use core::ffi::c_int;

use cuda_libraries_sys::cudart::{
    cudaChannelFormatDesc, cudaDeviceMapHost, cudaDeviceProp, cudaDeviceProp_11_8,
    cudaDeviceProp_12_9, cudaError_t,
};

use crate::api::{Api, Outcome, out};
use crate::thread;

impl Api {
    /// Returns an error for a device that there isn't.
    pub(crate) fn check_device(&self, device: c_int) -> Outcome {
        let mut handle = 0;
        cu_without_context!(self, cuDeviceGet(&raw mut handle, device))
    }

    entry!(cudaSetDevice, |self, device| {
        self.use_primary_context(device)?;
        thread::with(|thread| thread.device.set(device));
        Ok(())
    });

    entry!(cudaGetDevice, |self, device| {
        let found = match self.current_device() {
            Some(found) => found,
            None => {
                self.check_device(0)?;
                self.device()
            }
        };
        put!(device, found)
    });

    entry!(cudaInitDevice, |self, device, deviceFlags, flags| {
        // cudaInitDeviceFlagsAreValid
        if flags & 1 != 0 {
            self.check_device(device)?;
            cu_without_context!(self, cuDevicePrimaryCtxSetFlags_v2(device, deviceFlags))?;
        }
        self.primary_context(device).map(drop)
    });

    entry!(cudaSetDeviceFlags, |self, flags| {
        self.check_device(0)?;
        let device = self.device();
        if self.is_lost(device) {
            return Err(cudaError_t::cudaErrorDevicesUnavailable);
        }
        // Host memory is always mapped.
        let flags = flags & !cudaDeviceMapHost;
        cu_without_context!(self, cuDevicePrimaryCtxSetFlags_v2(device, flags))
    });

    entry!(cudaGetDeviceFlags, |self, flags| {
        match self.ready() {
            Ok(()) => cu!(self, cuCtxGetFlags(flags)),
            Err(_) => {
                let (device, mut active) = (self.device(), 0);
                cu_without_context!(
                    self,
                    cuDevicePrimaryCtxGetState(device, flags, &raw mut active)
                )
            }
        }
    });

    entry!(cudaSetValidDevices, |self, device_arr, len| {
        let mut count = 0;
        cu_without_context!(self, cuDeviceGetCount(&raw mut count))?;
        if !(0..=count).contains(&len) {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        for index in 0..len as usize {
            self.check_device(get!(device_arr.wrapping_add(index))?)?;
        }
        if len > 0 {
            thread::with(|thread| thread.device.set(get!(device_arr).unwrap_or(0)));
        }
        Ok(())
    });

    entry!(cudaDeviceReset, |self| {
        self.check_device(0)?;
        self.reset(self.device())
    });

    entry!(cudaThreadExit, |self| {
        // SAFETY: it has no requirements.
        unsafe { self.cudaDeviceReset() }
    });

    entry!(cudaGetDeviceProperties, |self, prop, device| {
        out(prop)?;
        // SAFETY: the caller promises room for the properties, and null was refused.
        self.properties(device, |properties| unsafe {
            prop.copy_from_nonoverlapping(properties, 1)
        })
    });

    entry!(cudaGetDeviceProperties_v2, |self, prop, device| {
        out(prop)?;
        // SAFETY: the caller promises room for the properties, and null was refused.
        self.properties_12(device, |properties| unsafe {
            prop.copy_from_nonoverlapping(properties, 1)
        })
    });

    entry!(cudaGetDeviceProperties_11_8, |self, prop, device| {
        out(prop)?;
        // SAFETY: the caller promises room for the properties, and null was refused.
        self.properties_11(device, |properties| unsafe {
            prop.copy_from_nonoverlapping(properties, 1)
        })
    });

    /// Returns the channels of an element.
    pub(crate) unsafe fn cudaCreateChannelDesc(
        &self,
        x: c_int,
        y: c_int,
        z: c_int,
        w: c_int,
        f: cuda_libraries_sys::cudart::cudaChannelFormatKind,
    ) -> cudaChannelFormatDesc {
        cudaChannelFormatDesc { x, y, z, w, f }
    }

    entry!(cudaSetDoubleForDevice, |self, d| {
        // Devices have doubles: it is what it was.
        get!(d).map(drop)
    });

    entry!(cudaSetDoubleForHost, |self, d| { get!(d).map(drop) });

    /// Returns the device for a program that describes it by compute capability and memory: the first that has them.
    fn choose(&self, device: *mut c_int, wanted: ((c_int, c_int), usize)) -> Outcome {
        let (capability, memory) = wanted;
        let mut count = 0;
        cu_without_context!(self, cuDeviceGetCount(&raw mut count))?;
        for index in 0..count {
            let fits = self.properties(index, |is| {
                (is.major, is.minor) >= capability && is.totalGlobalMem >= memory
            })?;
            if fits {
                return put!(device, index);
            }
        }
        if count == 0 { Err(cudaError_t::cudaErrorNoDevice) } else { put!(device, 0) }
    }
}

impl Api {
    pub(crate) unsafe fn cudaChooseDevice(
        &self,
        device: *mut c_int,
        prop: *const cudaDeviceProp,
    ) -> Outcome {
        let wanted = get!(prop)?;
        self.choose(device, ((wanted.major, wanted.minor), wanted.totalGlobalMem))
    }

    pub(crate) unsafe fn cudaChooseDevice_12_9(
        &self,
        device: *mut c_int,
        prop: *const cudaDeviceProp_12_9,
    ) -> Outcome {
        let wanted = get!(prop)?;
        self.choose(device, ((wanted.major, wanted.minor), wanted.totalGlobalMem))
    }

    pub(crate) unsafe fn cudaChooseDevice_11_8(
        &self,
        device: *mut c_int,
        prop: *const cudaDeviceProp_11_8,
    ) -> Outcome {
        let wanted = get!(prop)?;
        self.choose(device, ((wanted.major, wanted.minor), wanted.totalGlobalMem))
    }
}
