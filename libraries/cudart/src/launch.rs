//! Launches of kernels.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::{
    CUdevice_attribute, CUfunction, CUkernel, CUlaunchAttribute, CUlaunchConfig,
};
use cuda_libraries_sys::cudart::{
    cudaError_t, cudaKernel_t, cudaLaunchAttribute, cudaLaunchConfig_t, dim3,
};
use cuda_libraries_sys::shared::cudaStream_t;

use crate::api::{Api, Outcome, same};
use crate::code;
use crate::thread;

const _: () = assert!(size_of::<cudaLaunchAttribute>() == size_of::<CUlaunchAttribute>());

/// Returns the driver's form of a launch's configuration.
pub(crate) fn driver_config(config: &cudaLaunchConfig_t) -> Outcome<CUlaunchConfig> {
    let mut result = CUlaunchConfig::default();
    let (grid, block) = (config.gridDim, config.blockDim);
    (result.gridDimX, result.gridDimY, result.gridDimZ) = (grid.x, grid.y, grid.z);
    (result.blockDimX, result.blockDimY, result.blockDimZ) = (block.x, block.y, block.z);
    result.sharedMemBytes =
        u32::try_from(config.dynamicSmemBytes).map_err(|_| cudaError_t::cudaErrorInvalidValue)?;
    result.hStream = config.stream.cast();
    // The attributes have the same layout and the same numbers.
    result.attrs = config.attrs.cast();
    result.numAttrs = config.numAttrs;
    Ok(result)
}

/// Returns the kernel as the driver's functions for launches take it.
pub(crate) fn as_function(kernel: CUkernel) -> CUfunction {
    kernel.cast()
}

impl Api {
    /// Returns the runtime's code for a launch that the driver refused: it has one of its own for shapes.
    fn refused(&self, error: cudaError_t, grid: dim3, block: dim3) -> cudaError_t {
        if error != cudaError_t::cudaErrorInvalidValue {
            return error;
        }
        let device = self.device();
        let exceeds = |size: u32, attribute: CUdevice_attribute| {
            let mut most = 0;
            let known =
                cu_without_context!(self, cuDeviceGetAttribute(&raw mut most, attribute, device));
            size == 0 || known.is_ok() && i64::from(size) > i64::from(most)
        };
        let threads = block.x.saturating_mul(block.y).saturating_mul(block.z);
        let is_shape = exceeds(
            threads,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        ) || exceeds(
            block.x,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
        ) || exceeds(
            block.y,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
        ) || exceeds(
            block.z,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
        ) || [grid.x, grid.y, grid.z].contains(&0);
        if is_shape {
            cudaError_t::cudaErrorInvalidConfiguration
        } else {
            error
        }
    }

    fn launch(
        &self,
        kernel: CUkernel,
        (grid, block): (dim3, dim3),
        args: *mut *mut c_void,
        shared_memory: usize,
        stream: cudaStream_t,
    ) -> Outcome {
        let shared_memory =
            u32::try_from(shared_memory).map_err(|_| cudaError_t::cudaErrorInvalidValue)?;
        cu!(
            self,
            cuLaunchKernel(
                as_function(kernel),
                grid.x,
                grid.y,
                grid.z,
                block.x,
                block.y,
                block.z,
                shared_memory,
                stream.cast(),
                args,
                core::ptr::null_mut(),
            )
        )
        .map_err(|error| self.refused(error, grid, block))
    }

    pub(crate) unsafe fn cudaLaunchKernel(
        &self,
        func: *const c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> Outcome {
        let kernel = code::kernel(self, func)?;
        self.launch(kernel, (gridDim, blockDim), args, sharedMem, stream)
    }

    /// What nvcc's code calls with the kernel that it got once. It is null if it got none, for which it has no error.
    pub(crate) unsafe fn __cudaLaunchKernel(
        &self,
        kernel: cudaKernel_t,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> Outcome {
        if kernel.is_null() {
            let last = thread::with(|thread| thread.last_error.get());
            let last = last.filter(|last| *last != cudaError_t::cudaSuccess);
            return Err(last.unwrap_or(cudaError_t::cudaErrorInvalidDeviceFunction));
        }
        self.launch(kernel.cast(), (gridDim, blockDim), args, sharedMem, stream)
    }

    pub(crate) unsafe fn __cudaGetKernel(
        &self,
        kernel: *mut cudaKernel_t,
        entry: *const c_void,
    ) -> Outcome {
        let found = code::kernel(self, entry)?;
        code::remember(found, entry);
        put!(kernel, found.cast())
    }

    pub(crate) unsafe fn __cudaPopCallConfiguration(
        &self,
        gridDim: *mut dim3,
        blockDim: *mut dim3,
        sharedMem: *mut usize,
        stream: *mut c_void,
    ) -> Outcome {
        let popped = thread::with(|thread| thread.configurations.borrow_mut().pop()).flatten();
        let configuration = popped.ok_or(cudaError_t::cudaErrorMissingConfiguration)?;
        put!(gridDim, configuration.grid)?;
        put!(blockDim, configuration.block)?;
        put!(sharedMem, configuration.shared_memory)?;
        put!(stream.cast::<cudaStream_t>(), configuration.stream)
    }

    pub(crate) unsafe fn cudaLaunchKernelExC(
        &self,
        config: *const cudaLaunchConfig_t,
        func: *const c_void,
        args: *mut *mut c_void,
    ) -> Outcome {
        let config = get!(config)?;
        let kernel = code::kernel(self, func)?;
        let converted = driver_config(&config)?;
        cu!(
            self,
            cuLaunchKernelEx(
                &raw const converted,
                as_function(kernel),
                args,
                core::ptr::null_mut()
            )
        )
        .map_err(|error| self.refused(error, config.gridDim, config.blockDim))
    }

    pub(crate) unsafe fn cudaLaunchCooperativeKernel(
        &self,
        func: *const c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> Outcome {
        let kernel = code::kernel(self, func)?;
        let shared_memory =
            u32::try_from(sharedMem).map_err(|_| cudaError_t::cudaErrorInvalidValue)?;
        cu!(
            self,
            cuLaunchCooperativeKernel(
                as_function(kernel),
                gridDim.x,
                gridDim.y,
                gridDim.z,
                blockDim.x,
                blockDim.y,
                blockDim.z,
                shared_memory,
                stream.cast(),
                args,
            )
        )
        .map_err(|error| self.refused(error, gridDim, blockDim))
    }

    pub(crate) unsafe fn cudaKernelSetAttributeForDevice(
        &self,
        kernel: cudaKernel_t,
        attr: cuda_libraries_sys::cudart::cudaFuncAttribute,
        value: c_int,
        device: c_int,
    ) -> Outcome {
        cu!(
            self,
            cuKernelSetAttribute(same(attr), value, kernel.cast(), device)
        )
    }
}
