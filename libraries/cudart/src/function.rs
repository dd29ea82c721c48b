//! What is known of kernels, and how many blocks of them fit.

use core::ffi::{c_char, c_int, c_uint, c_void};

use cuda_driver_sys::CUfunction_attribute;
use cuda_libraries_sys::cudart::{
    cudaError_t, cudaFuncAttribute, cudaFuncAttributes, cudaFuncCache, cudaFunction_t,
    cudaKernel_t, cudaLaunchConfig_t, cudaSharedMemConfig,
};

use crate::api::{Api, Outcome, out, same};
use crate::code;
use crate::driver_functions::cudaFuncAttributes_11_8;
use crate::launch::{as_function, driver_config};

impl Api {
    /// Returns the attributes that CUDA 11.7 has. Those that came later have other forms of the struct.
    fn attributes(&self, func: *const c_void) -> Outcome<cudaFuncAttributes> {
        use CUfunction_attribute as Attribute;
        let (kernel, function) = code::find(self, func)?;
        let device = self.device();
        let number = |attribute| {
            let mut value = 0;
            cu!(self, cuKernelGetAttribute(&raw mut value, attribute, kernel, device))?;
            Ok(value)
        };
        let size = |attribute| Ok(usize::try_from(number(attribute)?).unwrap_or(0));
        // Those that an older driver doesn't know are zero.
        let newer = |attribute| match number(attribute) {
            Err(cudaError_t::cudaErrorInvalidValue) => Ok(0),
            outcome => outcome,
        };
        let fixed = || {
            Ok(cudaFuncAttributes {
                sharedSizeBytes: size(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
                constSizeBytes: size(Attribute::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES)?,
                localSizeBytes: size(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
                maxThreadsPerBlock: number(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
                numRegs: number(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
                ptxVersion: number(Attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION)?,
                binaryVersion: number(Attribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION)?,
                cacheModeCA: number(Attribute::CU_FUNC_ATTRIBUTE_CACHE_MODE_CA)?,
                clusterDimMustBeSet: newer(Attribute::CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET)?,
                ..Default::default()
            })
        };
        // A kernel of the program's own code is there as long as its function; another's handle may become another kernel's.
        let fixed = match &function {
            Some(function) => function.attributes.of(device, fixed)?,
            None => fixed()?,
        };
        Ok(cudaFuncAttributes {
            maxDynamicSharedSizeBytes: number(
                Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            )?,
            preferredShmemCarveout: number(
                Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
            )?,
            requiredClusterWidth: newer(Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH)?,
            requiredClusterHeight: newer(Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT)?,
            requiredClusterDepth: newer(Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH)?,
            clusterSchedulingPolicyPreference: newer(
                Attribute::CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
            )?,
            nonPortableClusterSizeAllowed: newer(
                Attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
            )?,
            ..fixed
        })
    }

    pub(crate) unsafe fn cudaFuncGetAttributes(
        &self,
        attr: *mut cudaFuncAttributes,
        func: *const c_void,
    ) -> Outcome {
        out(attr)?;
        put!(attr, self.attributes(func)?)
    }

    pub(crate) unsafe fn cudaFuncGetAttributes_11_8(
        &self,
        attr: *mut cudaFuncAttributes_11_8,
        func: *const c_void,
    ) -> Outcome {
        out(attr)?;
        put!(attr, cudaFuncAttributes_11_8::of(&self.attributes(func)?))
    }

    pub(crate) unsafe fn cudaFuncSetAttribute(
        &self,
        func: *const c_void,
        attr: cudaFuncAttribute,
        value: c_int,
    ) -> Outcome {
        let known = cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize.0
            ..cudaFuncAttribute::cudaFuncAttributeMax.0;
        if !known.contains(&attr.0) {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        let kernel = code::kernel(self, func)?;
        let device = self.device();
        cu!(self, cuKernelSetAttribute(same(attr), value, kernel, device))
    }

    pub(crate) unsafe fn cudaFuncSetCacheConfig(
        &self,
        func: *const c_void,
        cacheConfig: cudaFuncCache,
    ) -> Outcome {
        let kernel = code::kernel(self, func)?;
        let device = self.device();
        cu!(self, cuKernelSetCacheConfig(kernel, same(cacheConfig), device))
    }

    pub(crate) unsafe fn cudaFuncSetSharedMemConfig(
        &self,
        func: *const c_void,
        config: cudaSharedMemConfig,
    ) -> Outcome {
        let kernel = code::kernel(self, func)?;
        let mut function = core::ptr::null_mut();
        cu!(self, cuKernelGetFunction(&raw mut function, kernel))?;
        cu!(self, cuFuncSetSharedMemConfig(function, same(config)))
    }

    pub(crate) unsafe fn cudaFuncGetName(
        &self,
        name: *mut *const c_char,
        func: *const c_void,
    ) -> Outcome {
        out(name)?;
        let kernel = code::kernel(self, func)?;
        cu_without_context!(self, cuKernelGetName(name, kernel))
    }

    pub(crate) unsafe fn cudaFuncGetParamInfo(
        &self,
        func: *const c_void,
        paramIndex: usize,
        paramOffset: *mut usize,
        paramSize: *mut usize,
    ) -> Outcome {
        let kernel = code::kernel(self, func)?;
        cu!(self, cuKernelGetParamInfo(kernel, paramIndex, paramOffset, paramSize))
    }

    pub(crate) unsafe fn cudaFuncGetParamCount(
        &self,
        func: *const c_void,
        paramCount: *mut usize,
    ) -> Outcome {
        let kernel = code::kernel(self, func)?;
        cu!(self, cuKernelGetParamCount(kernel, paramCount))
    }

    pub(crate) unsafe fn cudaGetFuncBySymbol(
        &self,
        functionPtr: *mut cudaFunction_t,
        symbolPtr: *const c_void,
    ) -> Outcome {
        let kernel = code::registered(self, symbolPtr)?;
        let mut function = core::ptr::null_mut();
        cu!(self, cuKernelGetFunction(&raw mut function, kernel))?;
        put!(functionPtr, function.cast())
    }

    pub(crate) unsafe fn cudaGetKernel(
        &self,
        kernelPtr: *mut cudaKernel_t,
        entryFuncAddr: *const c_void,
    ) -> Outcome {
        // SAFETY: the caller fulfils the contract, which is the same.
        unsafe { self.__cudaGetKernel(kernelPtr, entryFuncAddr) }
    }

    pub(crate) unsafe fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &self,
        numBlocks: *mut c_int,
        func: *const c_void,
        blockSize: c_int,
        dynamicSMemSize: usize,
    ) -> Outcome {
        let function = as_function(code::kernel(self, func)?);
        cu!(
            self,
            cuOccupancyMaxActiveBlocksPerMultiprocessor(
                numBlocks,
                function,
                blockSize,
                dynamicSMemSize
            )
        )
    }

    pub(crate) unsafe fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &self,
        numBlocks: *mut c_int,
        func: *const c_void,
        blockSize: c_int,
        dynamicSMemSize: usize,
        flags: c_uint,
    ) -> Outcome {
        let function = as_function(code::kernel(self, func)?);
        cu!(
            self,
            cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                numBlocks,
                function,
                blockSize,
                dynamicSMemSize,
                flags,
            )
        )
    }

    pub(crate) unsafe fn cudaOccupancyAvailableDynamicSMemPerBlock(
        &self,
        dynamicSmemSize: *mut usize,
        func: *const c_void,
        numBlocks: c_int,
        blockSize: c_int,
    ) -> Outcome {
        let function = as_function(code::kernel(self, func)?);
        cu!(
            self,
            cuOccupancyAvailableDynamicSMemPerBlock(
                dynamicSmemSize,
                function,
                numBlocks,
                blockSize
            )
        )
    }

    pub(crate) unsafe fn cudaOccupancyMaxPotentialClusterSize(
        &self,
        clusterSize: *mut c_int,
        func: *const c_void,
        launchConfig: *const cudaLaunchConfig_t,
    ) -> Outcome {
        let function = as_function(code::kernel(self, func)?);
        let config = driver_config(&get!(launchConfig)?);
        cu!(self, cuOccupancyMaxPotentialClusterSize(clusterSize, function, &raw const config))
    }

    pub(crate) unsafe fn cudaOccupancyMaxActiveClusters(
        &self,
        numClusters: *mut c_int,
        func: *const c_void,
        launchConfig: *const cudaLaunchConfig_t,
    ) -> Outcome {
        let function = as_function(code::kernel(self, func)?);
        let config = driver_config(&get!(launchConfig)?);
        cu!(self, cuOccupancyMaxActiveClusters(numClusters, function, &raw const config))
    }

    pub(crate) unsafe fn cudaGetExportTable(
        &self,
        ppExportTable: *mut *const c_void,
        _pExportTableId: *const cuda_libraries_sys::cudart::cudaUUID_t,
    ) -> Outcome {
        crate::api::warn(format_args!(
            "cudaGetExportTable was called, for a private table of NVIDIA's runtime, which this runtime doesn't have"
        ));
        put!(ppExportTable, core::ptr::null())?;
        Err(cudaError_t::cudaErrorNotSupported)
    }
}
