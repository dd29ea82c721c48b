//! What is known of kernels, and how many blocks of them fit.

use core::ffi::c_void;

use cuda_driver_sys::CUfunction_attribute;
use cuda_libraries_sys::cudart::{cudaError_t, cudaFuncAttribute, cudaFuncAttributes};

use crate::api::{Api, Outcome, out, same};
use crate::code;
use crate::launch::{as_function, driver_config};
use crate::parameters::cudaFuncAttributes_11_8;

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

    entry!(cudaFuncGetAttributes, |self, attr, func| {
        out(attr)?;
        put!(attr, self.attributes(func)?)
    });

    entry!(cudaFuncGetAttributes_11_8, |self, attr, func| {
        out(attr)?;
        put!(attr, cudaFuncAttributes_11_8::of(&self.attributes(func)?))
    });

    entry!(cudaFuncSetAttribute, |self, func, attr, value| {
        let size_attribute = cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize.0
            ..cudaFuncAttribute::cudaFuncAttributeMax.0;
        if !size_attribute.contains(&attr.0) {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        let kernel = code::kernel(self, func)?;
        let device = self.device();
        cu!(self, cuKernelSetAttribute(same(attr), value, kernel, device))
    });

    entry!(cudaFuncSetCacheConfig, |self, func, cacheConfig| {
        let kernel = code::kernel(self, func)?;
        let device = self.device();
        cu!(self, cuKernelSetCacheConfig(kernel, same(cacheConfig), device))
    });

    entry!(cudaFuncSetSharedMemConfig, |self, func, config| {
        let kernel = code::kernel(self, func)?;
        let mut function = core::ptr::null_mut();
        cu!(self, cuKernelGetFunction(&raw mut function, kernel))?;
        cu!(self, cuFuncSetSharedMemConfig(function, same(config)))
    });

    entry!(cudaFuncGetName, |self, name, func| {
        out(name)?;
        let kernel = code::kernel(self, func)?;
        cu_without_context!(self, cuKernelGetName(name, kernel))
    });

    entry!(cudaFuncGetParamInfo, |self, func, paramIndex, paramOffset, paramSize| {
        let kernel = code::kernel(self, func)?;
        cu!(self, cuKernelGetParamInfo(kernel, paramIndex, paramOffset, paramSize))
    });

    entry!(cudaFuncGetParamCount, |self, func, paramCount| {
        let kernel = code::kernel(self, func)?;
        cu!(self, cuKernelGetParamCount(kernel, paramCount))
    });

    entry!(cudaGetFuncBySymbol, |self, functionPtr, symbolPtr| {
        let kernel = code::registered(self, symbolPtr)?;
        let mut function = core::ptr::null_mut();
        cu!(self, cuKernelGetFunction(&raw mut function, kernel))?;
        put!(functionPtr, function.cast())
    });

    entry!(cudaGetKernel, |self, kernelPtr, entryFuncAddr| {
        // SAFETY: the caller fulfils the contract, which is the same.
        unsafe { self.__cudaGetKernel(kernelPtr, entryFuncAddr) }
    });

    entry! { cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        self, numBlocks, func, blockSize, dynamicSMemSize,
    ) => {
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
    } }

    entry! { cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        self, numBlocks, func, blockSize, dynamicSMemSize, flags,
    ) => {
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
    } }

    entry! { cudaOccupancyAvailableDynamicSMemPerBlock(
        self, dynamicSmemSize, func, numBlocks, blockSize,
    ) => {
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
    } }

    entry!(cudaOccupancyMaxPotentialClusterSize, |self, clusterSize, func, launchConfig| {
        let function = as_function(code::kernel(self, func)?);
        let config = driver_config(&get!(launchConfig)?);
        cu!(self, cuOccupancyMaxPotentialClusterSize(clusterSize, function, &raw const config))
    });

    entry!(cudaOccupancyMaxActiveClusters, |self, numClusters, func, launchConfig| {
        let function = as_function(code::kernel(self, func)?);
        let config = driver_config(&get!(launchConfig)?);
        cu!(self, cuOccupancyMaxActiveClusters(numClusters, function, &raw const config))
    });

    entry!(cudaGetExportTable, |self, ppExportTable, _pExportTableId| {
        crate::api::warn(format_args!(
            "cudaGetExportTable was called, for a private table of NVIDIA's runtime, which this runtime doesn't have"
        ));
        put!(ppExportTable, core::ptr::null())?;
        Err(cudaError_t::cudaErrorNotSupported)
    });
}
