//! Modules.

pub(in crate::calls) mod function;
mod library;
mod link;

use core::ffi::{CStr, c_char, c_uint};
use core::ptr::null_mut;
use std::path::Path;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::module::jit::JitOptions;
use crate::state::{
    error::*,
    module::{
        Module,
        compile::compile,
        image::{ptx_of_bytes, ptx_of_image},
        kernel_named,
        load_error::LoadError,
    },
    outcome::{Outcome, store, store_optional},
};

/// Reads a C string that must not be empty.
///
/// # Safety
/// `name` is null or null-terminated.
pub(in crate::calls) unsafe fn name_of<'a>(name: *const c_char) -> Result<&'a str, CUresult> {
    if name.is_null() || *name == 0 {
        return Err(INVALID_VALUE);
    }
    CStr::from_ptr(name).to_str().map_err(|_| NOT_FOUND)
}

/// Returns the PTX in a file.
///
/// # Safety
/// `path` is null or null-terminated.
pub(in crate::calls) unsafe fn ptx_of_file(path: *const c_char) -> Result<String, LoadError> {
    ptx_of_bytes(&read_file(path)?)
}

/// Reads an image's file.
///
/// # Safety
/// `path` is null or null-terminated.
pub(in crate::calls) unsafe fn read_file(path: *const c_char) -> Result<Vec<u8>, CUresult> {
    if path.is_null() {
        return Err(INVALID_VALUE);
    }
    let path = CStr::from_ptr(path).to_str().map_err(|_| FILE_NOT_FOUND)?;
    if path.is_empty() {
        return Err(INVALID_VALUE);
    }
    let path = Path::new(path);
    match std::fs::read(path) {
        // A driver takes the largest number for its size.
        Err(_) if path.is_dir() => Err(OUT_OF_MEMORY),
        Err(_) => Err(FILE_NOT_FOUND),
        Ok(bytes) if bytes.is_empty() => Err(INVALID_IMAGE),
        Ok(bytes) => Ok(bytes),
    }
}

impl Call {
    /// Loads PTX into the current context.
    unsafe fn load(
        &self,
        to: *mut CUmodule,
        ptx: Result<String, LoadError>,
        options: &JitOptions,
    ) -> Outcome {
        if to.is_null() {
            return Err(INVALID_VALUE);
        }
        let context = self.usable_context()?;
        let loaded = options.accept(ptx).and_then(|ptx| {
            let program = compile(&self.system.model.engine, ptx, options.max_registers)?;
            // As on an H200, which has to stop the device to give it code.
            self.system.wait_for(&context);
            self.system.load_module(&context, program, None)
        });
        options.report(loaded.as_ref().err().map_or("", |error| &error.log));
        store(to, loaded.map_err(|error| error.code)?.raw())
    }

    entry!(cuModuleLoadDataEx, |self, module, image, numOptions, options, optionValues| {
        let options = JitOptions::read(numOptions, options, optionValues)?;
        self.load(module, ptx_of_image(image), &options)
    });

    entry!(cuModuleLoadData, |self, module, image| {
        self.load(module, ptx_of_image(image), &JitOptions::default())
    });

    entry!(cuModuleLoadFatBinary, |self, module, fatCubin| {
        self.cuModuleLoadData(module, fatCubin)
    });

    entry!(cuModuleLoad, |self, module, fname| {
        self.load(module, ptx_of_file(fname), &JitOptions::default())
    });

    entry!(cuModuleUnload, |self, hmod| {
        let module = self.system.modules.get(hmod)?;
        self.system.check()?;
        self.refuse_while_capturing()?;
        if module.is_of_library {
            return Err(NOT_PERMITTED);
        }
        if let Ok(context) =
            self.system.contexts.get(crate::state::handles::Object::context(&*module) as CUcontext)
        {
            self.system.wait_for(&context);
            self.system.flush_printed();
        }
        let module = self.system.modules.remove(hmod)?;
        self.system.unload_module(&module);
        Ok(())
    });

    // Returns the mode from the environment, which has no effect here.
    entry!(cuModuleGetLoadingMode, |self, mode| {
        let is_eager = std::env::var("CUDA_MODULE_LOADING").is_ok_and(|value| value == "EAGER");
        store(
            mode,
            match is_eager {
                true => CUmoduleLoadingMode::CU_MODULE_EAGER_LOADING,
                false => CUmoduleLoadingMode::CU_MODULE_LAZY_LOADING,
            },
        )
    });

    entry!(cuModuleGetFunction, |self, hfunc, hmod, name| {
        let module = self.system.modules.get(hmod)?;
        let name = name_of(name)?;
        if hfunc.is_null() {
            return Err(INVALID_VALUE);
        }
        let Some(kernel) = kernel_named(module.image.program(), name) else {
            store(hfunc, null_mut())?;
            return Err(NOT_FOUND);
        };
        store(hfunc, self.system.function_of(&module, kernel)? as CUfunction)
    });

    entry!(cuModuleGetFunctionCount, |self, count, mod_| {
        let module = self.system.modules.get(mod_)?;
        store(count, module.image.program().kernels().count() as c_uint)
    });

    entry!(cuModuleEnumerateFunctions, |self, functions, numFunctions, mod_| {
        let module = self.system.modules.get(mod_)?;
        if functions.is_null() {
            return Err(INVALID_VALUE);
        }
        let count = module.image.program().kernels().count().min(numFunctions as usize);
        for kernel in 0..count {
            functions.add(kernel).write(self.system.function_of(&module, kernel)? as CUfunction);
        }
        Ok(())
    });

    /// Stores the address and size of a variable.
    pub(in crate::calls) unsafe fn store_global(
        &self,
        module: &Arc<Module>,
        dptr: *mut CUdeviceptr,
        bytes: *mut usize,
        name: *const c_char,
    ) -> Outcome {
        let name = name_of(name)?;
        if dptr.is_null() && bytes.is_null() {
            return Err(INVALID_VALUE);
        }
        // A kernel's name has another error code than an unknown name.
        let missing = if kernel_named(module.image.program(), name).is_some() {
            INVALID_VALUE
        } else {
            NOT_FOUND
        };
        let (address, size) = module.global(name).ok_or(missing)?;
        store_optional(dptr, address);
        store_optional(bytes, size as usize);
        Ok(())
    }

    entry!(cuModuleGetGlobal_v2, |self, dptr, bytes, hmod, name| {
        // A failure writes zeros, other than that of `cuLibraryGetGlobal`.
        store_optional(dptr, 0);
        store_optional(bytes, 0);
        let module = self.system.modules.get(hmod)?;
        self.store_global(&module, dptr, bytes, name)
    });
}
