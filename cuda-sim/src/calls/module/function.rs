//! Functions: their properties and settings.

use core::ffi::{c_char, c_int};
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::{Call, launch::occupancy};
use crate::state::{
    context::Context,
    error::*,
    model::Model,
    module::{DEFAULT_SHARED, Function, Settings},
    outcome::{Out, Outcome},
};
use cuda_sim_engine::{Kernel, Param, Program};

/// Stores the offset and size of a parameter.
pub(in crate::calls) fn store_parameter(
    parameters: &[Param],
    index: usize,
    offset: Out<usize>,
    size: Out<usize>,
) -> Outcome {
    let parameter = parameters.get(index).ok_or(INVALID_VALUE)?;
    offset.store(parameter.offset as usize)?;
    size.store_optional(parameter.size as usize);
    Ok(())
}

/// Returns an attribute of a kernel; `None` for a number that isn't one.
pub(in crate::calls) fn kernel_attribute(
    model: &Model,
    kernel: &Kernel,
    program: &Program,
    settings: &Settings,
    attribute: CUfunction_attribute,
) -> Option<c_int> {
    use CUfunction_attribute as A;
    let (major, minor) = model.engine.compute_capability;
    let cluster = settings.required_cluster(kernel).map(|n| n as c_int);
    Some(match attribute {
        A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => occupancy::most_threads(kernel) as c_int,
        A::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES => kernel.shared_static as c_int,
        A::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES => program.constant_size() as c_int,
        A::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES => kernel.local as c_int,
        A::CU_FUNC_ATTRIBUTE_NUM_REGS => kernel.registers.clamp(8, 255) as c_int,
        A::CU_FUNC_ATTRIBUTE_PTX_VERSION => program.architecture() as c_int,
        A::CU_FUNC_ATTRIBUTE_BINARY_VERSION => (major * 10 + minor) as c_int,
        A::CU_FUNC_ATTRIBUTE_CACHE_MODE_CA => 0,
        A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
            settings.max_dynamic_shared(kernel, &model.engine) as c_int
        }
        A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => settings.carveout,
        A::CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET => c_int::from(kernel.explicit_cluster),
        A::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH => cluster[0],
        A::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT => cluster[1],
        A::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH => cluster[2],
        A::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED => {
            c_int::from(settings.non_portable_cluster)
        }
        A::CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE => settings.cluster_policy,
        _ => return None,
    })
}

impl Call {
    /// Returns the function of a handle, which may be a library kernel's handle.
    pub(in crate::calls) fn function(
        &self,
        function: CUfunction,
    ) -> Result<Arc<Function>, CUresult> {
        self.function_in(function, || self.usable_context())
    }

    /// Returns the function of a handle; that of a library kernel's handle is the one in `context`.
    pub(in crate::calls) fn function_in(
        &self,
        function: CUfunction,
        context: impl FnOnce() -> Result<Arc<Context>, CUresult>,
    ) -> Result<Arc<Function>, CUresult> {
        self.system.functions.get(function).or_else(|code| {
            let kernel = self.system.kernels.get(function as CUkernel).map_err(|_| code)?;
            self.system.function_in(&kernel, &*context()?)
        })
    }

    pub(in crate::calls) fn kernel_attribute(
        &self,
        kernel: &Kernel,
        program: &Program,
        settings: &Settings,
        attribute: CUfunction_attribute,
    ) -> Option<c_int> {
        kernel_attribute(&self.system.model, kernel, program, settings, attribute)
    }

    pub(in crate::calls) fn set_kernel_attribute(
        &self,
        kernel: &Kernel,
        settings: &mut Settings,
        attribute: CUfunction_attribute,
        value: c_int,
    ) -> Outcome {
        use CUfunction_attribute as A;
        let shared = self.system.model.engine.shared_per_block;
        match attribute {
            A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
                let value = u32::try_from(value).map_err(|_| INVALID_VALUE)?;
                if kernel.shared_static.saturating_add(value) > shared.max(DEFAULT_SHARED) {
                    return Err(INVALID_VALUE);
                }
                settings.max_dynamic_shared = Some(value);
            }
            A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
                if (-1..=100).contains(&value) =>
            {
                settings.carveout = value
            }
            A::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH
            | A::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT
            | A::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH => {
                let value = u32::try_from(value).map_err(|_| INVALID_VALUE)?;
                let axis = (attribute.0 - A::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH.0) as usize;
                if kernel.required_cluster.is_some_and(|required| required[axis] != value)
                    || kernel.max_cluster.is_some_and(|most| value > most)
                {
                    return Err(INVALID_VALUE);
                }
                settings.required_cluster[axis] = value;
            }
            A::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED => {
                settings.non_portable_cluster = value != 0;
            }
            A::CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
                if (0..=2).contains(&value) =>
            {
                settings.cluster_policy = value;
            }
            _ => return Err(INVALID_VALUE),
        }
        Ok(())
    }

    pub(crate) fn cuFuncGetAttribute(
        &self,
        pi: Out<c_int>,
        attrib: CUfunction_attribute,
        hfunc: CUfunction,
    ) -> Outcome {
        pi.not_null()?;
        let function = self.function(hfunc)?;
        let settings = *function.settings.lock();
        pi.store(
            self.kernel_attribute(function.kernel()?, function.image.program(), &settings, attrib)
                .ok_or(INVALID_VALUE)?,
        )
    }

    pub(crate) fn cuFuncSetAttribute(
        &self,
        hfunc: CUfunction,
        attrib: CUfunction_attribute,
        value: c_int,
    ) -> Outcome {
        let function = self.function(hfunc)?;
        self.set_kernel_attribute(function.kernel()?, &mut function.settings.lock(), attrib, value)
    }

    pub(crate) fn cuFuncSetCacheConfig(&self, hfunc: CUfunction, config: CUfunc_cache) -> Outcome {
        self.function(hfunc)?;
        if config > CUfunc_cache::CU_FUNC_CACHE_PREFER_EQUAL { Err(INVALID_VALUE) } else { Ok(()) }
    }

    pub(crate) fn cuFuncSetSharedMemConfig(
        &self,
        hfunc: CUfunction,
        config: CUsharedconfig,
    ) -> Outcome {
        self.function(hfunc)?;
        if config.0 > 2 { Err(INVALID_VALUE) } else { Ok(()) }
    }

    pub(crate) fn cuFuncGetModule(&self, hmod: Out<CUmodule>, hfunc: CUfunction) -> Outcome {
        if hmod.is_null() || hfunc.is_null() {
            return Err(INVALID_VALUE);
        }
        hmod.store(self.function(hfunc)?.module as CUmodule)
    }

    pub(crate) fn cuFuncGetName(&self, name: Out<*const c_char>, hfunc: CUfunction) -> Outcome {
        if name.is_null() || hfunc.is_null() {
            return Err(INVALID_VALUE);
        }
        name.store(self.function(hfunc)?.name.as_ptr())
    }

    pub(crate) fn cuFuncGetParamInfo(
        &self,
        func: CUfunction,
        paramIndex: usize,
        paramOffset: Out<usize>,
        paramSize: Out<usize>,
    ) -> Outcome {
        // Unlike most calls, this and the two above return "invalid value" for a null function.
        if func.is_null() {
            return Err(INVALID_VALUE);
        }
        let function = self.function(func)?;
        store_parameter(&function.kernel()?.params, paramIndex, paramOffset, paramSize)
    }

    pub(crate) fn cuFuncIsLoaded(
        &self,
        state: Out<CUfunctionLoadingState>,
        function: CUfunction,
    ) -> Outcome {
        // Unlike other calls, it takes no library's kernel.
        self.system.functions.get(function)?;
        state.store(CUfunctionLoadingState::CU_FUNCTION_LOADING_STATE_LOADED)
    }

    pub(crate) fn cuFuncLoad(&self, function: CUfunction) -> Outcome {
        self.system.functions.get(function).map(drop)
    }
}
