use core::ffi::c_int;
use core::mem::ManuallyDrop;
use std::sync::Arc;

use cuda_driver::{Function, Module};

use super::{CudaContext, CudaSlice, CudaStream, CudaViewMut, LaunchConfig};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, result, sys};
use crate::nvrtc::{Ptx, PtxKind};

/// A module of kernels and variables.
#[derive(Debug)]
pub struct CudaModule {
    module: ManuallyDrop<Module>,
    context: Arc<CudaContext>,
}

/// A kernel.
#[derive(Debug, Clone)]
pub struct CudaFunction {
    function: Function,
    module: Arc<CudaModule>,
}

impl CudaContext {
    /// Loads PTX, a cubin, or a file of either.
    pub fn load_module(self: &Arc<Self>, ptx: Ptx) -> Result<Arc<CudaModule>, DriverError> {
        self.bind_to_thread()?;
        let module = match &ptx.0 {
            PtxKind::Image(image) => {
                let mut image = image.clone();
                image.push(0);
                // SAFETY: the image is PTX that ends with 0, or a cubin.
                unsafe { result::module::load_data(image.as_ptr().cast()) }?
            }
            PtxKind::Text(text) => {
                let text = std::ffi::CString::new(text.as_str()).map_err(|_| INVALID)?;
                // SAFETY: it is PTX that ends with 0.
                unsafe { result::module::load_data(text.as_ptr().cast()) }?
            }
            PtxKind::File(path) => {
                let path = std::ffi::CString::new(path.as_os_str().as_encoded_bytes())
                    .map_err(|_| INVALID)?;
                result::module::load(path)?
            }
        };
        // SAFETY: no other code has the module, which is of this context.
        let module = unsafe { Module::from_raw(self.context(), module) };
        let (module, context) = (ManuallyDrop::new(module), self.clone());
        Ok(Arc::new(CudaModule { module, context }))
    }
}

const INVALID: DriverError = DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE);

impl Drop for CudaModule {
    fn drop(&mut self) {
        // SAFETY: it isn't used any more.
        let module = unsafe { ManuallyDrop::take(&mut self.module) };
        // Its variables may be used by a group's work.
        #[cfg(feature = "nccl")]
        super::group::drop_after(module, &self.context);
        #[cfg(not(feature = "nccl"))]
        drop(module);
    }
}

impl CudaModule {
    pub fn load_function(self: &Arc<Self>, fn_name: &str) -> Result<CudaFunction, DriverError> {
        let function = self.module.function(fn_name).or_code()?;
        Ok(CudaFunction { function, module: self.clone() })
    }

    /// Returns the bytes of a variable. As in cudarc, there can be several views of them: the program orders their uses.
    pub fn get_global<'a>(
        self: &'a Arc<Self>,
        name: &str,
        stream: &'a Arc<CudaStream>,
    ) -> Result<CudaViewMut<'a, u8>, DriverError> {
        let name = std::ffi::CString::new(name).map_err(|_| INVALID)?;
        self.context.bind_to_thread()?;
        // SAFETY: the module is alive.
        let (address, bytes) = unsafe { result::module::get_global(self.module.as_raw(), name) }?;
        Ok(CudaSlice::<u8>::view_of_global(address, bytes, stream))
    }
}

impl CudaFunction {
    pub fn cu_function(&self) -> sys::CUfunction {
        self.function.as_raw()
    }

    pub(super) const fn function(&self) -> &Function {
        &self.function
    }

    /// Returns an error if these are fewer arguments than the kernel has parameters, as far as the driver reports them: it
    /// reads as many as there are parameters.
    pub(super) fn check_arguments(&self, arguments: usize) -> Result<(), DriverError> {
        match self.function.parameters() {
            Ok(parameters) if arguments < parameters.len() => Err(INVALID),
            _ => Ok(()),
        }
    }

    fn bound(&self) -> Result<sys::CUfunction, DriverError> {
        self.module.context.bind_to_thread()?;
        Ok(self.cu_function())
    }

    pub fn occupancy_available_dynamic_smem_per_block(
        &self,
        num_blocks: u32,
        block_size: u32,
    ) -> Result<usize, DriverError> {
        let function = self.bound()?;
        // SAFETY: the function is alive, and its context is current.
        unsafe {
            result::occupancy::available_dynamic_shared_mem_per_block(
                function,
                num_blocks as c_int,
                block_size as c_int,
            )
        }
    }

    pub fn occupancy_max_active_blocks_per_multiprocessor(
        &self,
        block_size: u32,
        dynamic_smem_size: usize,
        flags: Option<sys::CUoccupancy_flags>,
    ) -> Result<u32, DriverError> {
        let (function, flags) = (self.bound()?, flags.map_or(0, |flags| flags as u32));
        // SAFETY: as above.
        let blocks = unsafe {
            let size = block_size as c_int;
            result::occupancy::max_active_block_per_multiprocessor_with_flags(
                function,
                size,
                dynamic_smem_size,
                flags,
            )
        }?;
        Ok(blocks as u32)
    }

    pub fn occupancy_max_active_clusters(
        &self,
        config: LaunchConfig,
        stream: &CudaStream,
    ) -> Result<u32, DriverError> {
        self.clusters(config, stream, |to, function, config| {
            // SAFETY: as above; the configuration lives until the call returns.
            unsafe { sys::cuOccupancyMaxActiveClusters(to, function, config) }
        })
    }

    pub fn occupancy_max_potential_cluster_size(
        &self,
        config: LaunchConfig,
        stream: &CudaStream,
    ) -> Result<u32, DriverError> {
        self.clusters(config, stream, |to, function, config| {
            // SAFETY: as above.
            unsafe { sys::cuOccupancyMaxPotentialClusterSize(to, function, config) }
        })
    }

    fn clusters(
        &self,
        config: LaunchConfig,
        stream: &CudaStream,
        call: impl FnOnce(*mut c_int, sys::CUfunction, *const sys::CUlaunchConfig) -> sys::CUresult,
    ) -> Result<u32, DriverError> {
        let (function, mut clusters) = (self.bound()?, 0);
        let config = sys::CUlaunchConfig {
            gridDimX: config.grid_dim.0,
            gridDimY: config.grid_dim.1,
            gridDimZ: config.grid_dim.2,
            blockDimX: config.block_dim.0,
            blockDimY: config.block_dim.1,
            blockDimZ: config.block_dim.2,
            sharedMemBytes: config.shared_mem_bytes,
            hStream: stream.cu_stream(),
            attrs: core::ptr::null_mut(),
            numAttrs: 0,
        };
        call(&raw mut clusters, function, &raw const config).result()?;
        Ok(clusters as u32)
    }

    pub fn occupancy_max_potential_block_size(
        &self,
        block_size_to_dynamic_smem_size: extern "C" fn(block_size: c_int) -> usize,
        dynamic_smem_size: usize,
        block_size_limit: u32,
        flags: Option<sys::CUoccupancy_flags>,
    ) -> Result<(u32, u32), DriverError> {
        let (function, flags) = (self.bound()?, flags.map_or(0, |flags| flags as u32));
        // SAFETY: as above.
        let (grid, block) = unsafe {
            let (of, limit) =
                (Some(block_size_to_dynamic_smem_size as _), block_size_limit as c_int);
            result::occupancy::max_potential_block_size_with_flags(
                function,
                of,
                dynamic_smem_size,
                limit,
                flags,
            )
        }?;
        Ok((grid as u32, block as u32))
    }

    pub fn get_attribute(&self, attribute: sys::CUfunction_attribute) -> Result<i32, DriverError> {
        let function = self.bound()?;
        // SAFETY: as above.
        unsafe { result::function::get_function_attribute(function, attribute) }
    }

    pub fn set_attribute(
        &self,
        attribute: sys::CUfunction_attribute,
        value: i32,
    ) -> Result<(), DriverError> {
        let function = self.bound()?;
        // SAFETY: as above.
        unsafe { result::function::set_function_attribute(function, attribute, value) }
    }

    pub fn set_function_cache_config(
        &self,
        attribute: sys::CUfunc_cache,
    ) -> Result<(), DriverError> {
        let function = self.bound()?;
        // SAFETY: as above.
        unsafe { result::function::set_function_cache_config(function, attribute) }
    }
}

impl CudaFunction {
    pub fn num_regs(&self) -> Result<i32, DriverError> {
        self.get_attribute(sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS)
    }

    pub fn shared_size_bytes(&self) -> Result<i32, DriverError> {
        self.get_attribute(sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
    }

    pub fn const_size_bytes(&self) -> Result<i32, DriverError> {
        self.get_attribute(sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES)
    }

    pub fn local_size_bytes(&self) -> Result<i32, DriverError> {
        self.get_attribute(sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)
    }

    pub fn max_threads_per_block(&self) -> Result<i32, DriverError> {
        self.get_attribute(sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
    }

    pub fn ptx_version(&self) -> Result<i32, DriverError> {
        self.get_attribute(sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION)
    }

    pub fn binary_version(&self) -> Result<i32, DriverError> {
        self.get_attribute(sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION)
    }
}
