//! The launch functions from before CUDA 4.0, which set the configuration and the parameters one by one.

use core::ffi::{c_int, c_uint, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::launch::Shape;
use crate::state::module::MAX_BLOCK;
use crate::state::{error::*, outcome::Outcome};

/// The maximum size of a kernel's parameters in bytes.
const MAX_PARAMETERS: usize = 4096;

impl Call {
    pub(crate) fn cuFuncSetBlockShape(
        &self,
        hfunc: CUfunction,
        x: c_int,
        y: c_int,
        z: c_int,
    ) -> Outcome {
        let function = self.function(hfunc)?;
        let shape = [x, y, z].map(|extent| u32::try_from(extent).unwrap_or(0));
        let threads = shape.iter().fold(1u64, |product, n| product * u64::from(*n));
        if threads == 0 || threads > u64::from(MAX_BLOCK) {
            return Err(INVALID_VALUE);
        }
        function.legacy.lock().block = Some(shape);
        Ok(())
    }

    pub(crate) fn cuFuncSetSharedSize(&self, hfunc: CUfunction, bytes: c_uint) -> Outcome {
        self.function(hfunc)?.legacy.lock().dynamic_shared = bytes;
        Ok(())
    }

    pub(crate) fn cuParamSetSize(&self, hfunc: CUfunction, numbytes: c_uint) -> Outcome {
        let function = self.function(hfunc)?;
        let size = numbytes as usize;
        if size > MAX_PARAMETERS {
            return Err(INVALID_VALUE);
        }
        function.legacy.lock().size = size;
        Ok(())
    }

    /// Stores bytes of a parameter.
    fn set_parameter(&self, function: CUfunction, offset: c_int, bytes: &[u8]) -> Outcome {
        let function = self.function(function)?;
        let start = usize::try_from(offset).map_err(|_| INVALID_VALUE)?;
        let end = start.saturating_add(bytes.len());
        if end > MAX_PARAMETERS {
            return Err(INVALID_VALUE);
        }
        let mut legacy = function.legacy.lock();
        if legacy.parameters.len() < end {
            legacy.parameters.resize(end, 0);
        }
        legacy.parameters[start..end].copy_from_slice(bytes);
        Ok(())
    }

    pub(crate) fn cuParamSeti(&self, hfunc: CUfunction, offset: c_int, value: c_uint) -> Outcome {
        self.set_parameter(hfunc, offset, &value.to_ne_bytes())
    }

    pub(crate) fn cuParamSetf(&self, hfunc: CUfunction, offset: c_int, value: f32) -> Outcome {
        self.set_parameter(hfunc, offset, &value.to_ne_bytes())
    }

    pub(crate) unsafe fn cuParamSetv(
        &self,
        hfunc: CUfunction,
        offset: c_int,
        ptr: *mut c_void,
        numbytes: c_uint,
    ) -> Outcome {
        self.function(hfunc)?;
        if ptr.is_null() || numbytes as usize > MAX_PARAMETERS {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the program passes that many bytes.
        let bytes = unsafe { core::slice::from_raw_parts(ptr.cast::<u8>(), numbytes as usize) };
        self.set_parameter(hfunc, offset, bytes)
    }

    /// Launches with the current settings.
    fn launch_as_set(&self, function: CUfunction, grid: [c_int; 2], stream: CUstream) -> Outcome {
        let found = self.function(function)?;
        let [width, height] = grid.map(|extent| u32::try_from(extent).unwrap_or(0));
        let (shape, mut parameters, mut size) = {
            let legacy = found.legacy.lock();
            let shape = Shape {
                grid: [width, height, 1],
                block: legacy.block.ok_or(INVALID_VALUE)?,
                dynamic_shared: legacy.dynamic_shared,
                ..Shape::default()
            };
            let mut parameters = legacy.parameters.clone();
            parameters.resize(legacy.size, 0);
            (shape, parameters, legacy.size)
        };
        let stream = self.stream(stream)?;
        let none = core::ptr::null_mut();
        if size == 0 && found.kernel()?.params.is_empty() {
            // SAFETY: the kernel has no parameters.
            return unsafe { self.launch(function, &stream, shape, none, none) };
        }
        let number = |name: u32| core::ptr::without_provenance_mut::<c_void>(name as usize);
        let mut extra = [
            number(CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT),
            parameters.as_mut_ptr().cast(),
            number(CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT),
            (&raw mut size).cast(),
            number(CU_LAUNCH_PARAM_END_AS_INT),
        ];
        // SAFETY: the list names a buffer and its size, and ends with the end's name.
        unsafe { self.launch(function, &stream, shape, none, extra.as_mut_ptr()) }
    }

    pub(crate) fn cuLaunch(&self, f: CUfunction) -> Outcome {
        self.launch_as_set(f, [1, 1], core::ptr::null_mut())
    }

    pub(crate) fn cuLaunchGrid(
        &self,
        f: CUfunction,
        grid_width: c_int,
        grid_height: c_int,
    ) -> Outcome {
        self.launch_as_set(f, [grid_width, grid_height], core::ptr::null_mut())
    }

    pub(crate) fn cuLaunchGridAsync(
        &self,
        f: CUfunction,
        grid_width: c_int,
        grid_height: c_int,
        hStream: CUstream,
    ) -> Outcome {
        self.launch_as_set(f, [grid_width, grid_height], hStream)
    }

    // A cooperative launch on each of several devices, without a barrier across them.
    pub(crate) unsafe fn cuLaunchCooperativeKernelMultiDevice(
        &self,
        launchParamsList: *mut CUDA_LAUNCH_PARAMS,
        numDevices: c_uint,
        flags: c_uint,
    ) -> Outcome {
        let both = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC
            | CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;
        let count = numDevices as usize;
        if launchParamsList.is_null()
            || count == 0
            || count > self.system.model.devices
            || flags & !both != 0
        {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the program's list has that many.
        let launches = unsafe { core::slice::from_raw_parts(launchParamsList, count) };
        let mut devices = Vec::with_capacity(count);
        for launch in launches {
            // Each device has one launch, on its own stream.
            if launch.hStream.is_null() {
                return Err(INVALID_VALUE);
            }
            let device = self.context_of(&*self.stream(launch.hStream)?)?.device;
            if devices.contains(&device) {
                return Err(INVALID_VALUE);
            }
            devices.push(device);
        }
        for launch in launches {
            let shape = Shape {
                grid: [launch.gridDimX, launch.gridDimY, launch.gridDimZ],
                block: [launch.blockDimX, launch.blockDimY, launch.blockDimZ],
                dynamic_shared: launch.sharedMemBytes,
                cooperative: true,
                ..Shape::default()
            };
            let (stream, none) = (self.stream(launch.hStream)?, core::ptr::null_mut());
            // SAFETY: the program has a value for each parameter.
            unsafe { self.launch(launch.function, &stream, shape, launch.kernelParams, none)? };
        }
        Ok(())
    }
}
