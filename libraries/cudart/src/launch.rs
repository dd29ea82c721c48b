//! Launches of kernels.

use core::ffi::c_void;

use cuda_driver_sys::{CUfunction, CUkernel, CUlaunchAttribute, CUlaunchConfig};
use cuda_libraries_sys::cudart::{
    cudaError_t, cudaKernel_t, cudaLaunchAttribute, cudaLaunchConfig_t, dim3,
};
use cuda_libraries_sys::shared::cudaStream_t;

use crate::api::{Api, Outcome, same};
use crate::code;
use crate::thread;

const _: () = assert!(size_of::<cudaLaunchAttribute>() == size_of::<CUlaunchAttribute>());

/// Returns the driver's form of a launch's configuration.
pub(crate) fn driver_config(config: &cudaLaunchConfig_t) -> CUlaunchConfig {
    let mut result = CUlaunchConfig::default();
    let (grid, block) = (config.gridDim, config.blockDim);
    (result.gridDimX, result.gridDimY, result.gridDimZ) = (grid.x, grid.y, grid.z);
    (result.blockDimX, result.blockDimY, result.blockDimZ) = (block.x, block.y, block.z);
    // As NVIDIA's runtime does, which ignores the upper half.
    result.sharedMemBytes = config.dynamicSmemBytes as u32;
    result.hStream = config.stream.cast();
    // The attributes have the same layout and the same numbers.
    result.attrs = config.attrs.cast();
    result.numAttrs = config.numAttrs;
    result
}

/// Returns the kernel as the driver's functions for launches take it.
pub(crate) fn as_function(kernel: CUkernel) -> CUfunction {
    kernel.cast()
}

impl Api {
    fn launch(
        &self,
        kernel: CUkernel,
        (grid, block): (dim3, dim3),
        args: *mut *mut c_void,
        shared_memory: usize,
        stream: cudaStream_t,
    ) -> Outcome {
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
                shared_memory as u32,
                stream.cast(),
                args,
                core::ptr::null_mut(),
            )
        )
    }

    entry!(cudaLaunchKernel, |self, func, gridDim, blockDim, args, sharedMem, stream| {
        let kernel = code::kernel(self, func)?;
        self.launch(kernel, (gridDim, blockDim), args, sharedMem, stream)
    });

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
            return Err(match last {
                cudaError_t::cudaSuccess => cudaError_t::cudaErrorInvalidDeviceFunction,
                last => last,
            });
        }
        self.launch(kernel.cast(), (gridDim, blockDim), args, sharedMem, stream)
    }

    pub(crate) unsafe fn __cudaGetKernel(
        &self,
        kernel: *mut cudaKernel_t,
        entry: *const c_void,
    ) -> Outcome {
        let found = code::registered(self, entry)?;
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
        let popped = thread::with(|thread| thread.configurations.pop());
        let configuration = popped.ok_or(cudaError_t::cudaErrorMissingConfiguration)?;
        put!(gridDim, configuration.grid)?;
        put!(blockDim, configuration.block)?;
        put!(sharedMem, configuration.shared_memory)?;
        put!(stream.cast::<cudaStream_t>(), configuration.stream)
    }

    entry!(cudaLaunchKernelExC, |self, config, func, args| {
        let config = get!(config)?;
        let kernel = code::kernel(self, func)?;
        let converted = driver_config(&config);
        cu!(
            self,
            cuLaunchKernelEx(
                &raw const converted,
                as_function(kernel),
                args,
                core::ptr::null_mut()
            )
        )
    });

    entry!(cudaLaunchCooperativeKernel, |self,
                                         func,
                                         gridDim,
                                         blockDim,
                                         args,
                                         sharedMem,
                                         stream| {
        let kernel = code::kernel(self, func)?;
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
                sharedMem as u32,
                stream.cast(),
                args,
            )
        )
    });

    entry!(cudaKernelSetAttributeForDevice, |self, kernel, attr, value, device| {
        cu!(self, cuKernelSetAttribute(same(attr), value, kernel.cast(), device))
    });
}
