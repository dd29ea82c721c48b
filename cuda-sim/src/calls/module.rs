//! Modules.

pub(in crate::calls) mod function;
mod library;
mod link;

use core::ffi::{CStr, c_char, c_uint, c_void};
use core::ptr::null_mut;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::module::link::{FOR_ANOTHER, LINKED};
use crate::state::module::jit::JitOptions;
use crate::state::{
    error::*,
    module::{
        Module,
        compile::{compile, is_compiled},
        image::{ptx_of_bytes, ptx_of_image},
        information,
        jit_output::Report,
        kernel_named,
        load_error::LoadError,
    },
    outcome::{Outcome, store, store_optional},
};
use cuda_sim_engine::Program;

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
    /// Returns the module of a handle.
    pub(in crate::calls) fn module(&self, module: CUmodule) -> Result<Arc<Module>, CUresult> {
        self.system.modules.get(module).map_err(|code| {
            // That of a destroyed context is told apart only without another one.
            if code == CONTEXT_IS_DESTROYED && self.current().is_ok() {
                INVALID_HANDLE
            } else {
                code
            }
        })
    }

    /// Compiles PTX, and returns what the compiler has to say.
    pub(in crate::calls) fn compiled(
        &self,
        ptx: Result<String, LoadError>,
        options: &JitOptions,
    ) -> (Result<Arc<Program>, LoadError>, Report) {
        let model = &self.system.model.engine;
        let started = Instant::now();
        let is_new = ptx.as_ref().is_ok_and(|ptx| {
            // A link's result is machine code on a GPU, which needs no compiler.
            !ptx.starts_with(LINKED) && !is_compiled(model, ptx)
        });
        let is_for_another = |ptx: &String| {
            ptx.strip_prefix(LINKED).is_some_and(|text| text.starts_with(FOR_ANOTHER))
        };
        let compiled = match ptx {
            Ok(ptx) if is_for_another(&ptx) => Err(NO_BINARY_FOR_GPU.into()),
            ptx => options.accept(ptx).and_then(|ptx| compile(model, ptx, options.max_registers)),
        };
        let mut report = Report::default();
        if is_new {
            report.time = started.elapsed();
            if let Ok(program) = compiled.as_ref()
                && options.verbose
            {
                report.infos = information::of_compiler(program, model, options);
            }
        }
        if let Err(error) = &compiled {
            report.errors.clone_from(&error.log);
        }
        (compiled, report)
    }

    /// Loads PTX into the current context.
    unsafe fn load(
        &self,
        to: *mut CUmodule,
        ptx: Result<String, LoadError>,
        options: &JitOptions,
    ) -> Outcome {
        let context = self.usable_context()?;
        if to.is_null() {
            return Err(INVALID_VALUE);
        }
        let (compiled, report) = self.compiled(ptx, options);
        let loaded = compiled.and_then(|program| {
            options.check_target(self.system.model.engine.compute_capability)?;
            // As on an H200, which has to stop the device to give it code.
            self.system.wait_for(&context);
            self.system.load_module(&context, program, None)
        });
        let errors = loaded.as_ref().err().map_or_else(String::new, |error| error.log.clone());
        let mut output = options.output;
        output.write(&Report { errors, ..report });
        store(to, loaded.map_err(|error| error.code)?.raw())
    }

    pub(crate) unsafe fn cuModuleLoadDataEx(
        &self,
        module: *mut CUmodule,
        image: *const c_void,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        let options = JitOptions::read(numOptions, options, optionValues)?;
        self.load(module, ptx_of_image(image), &options)
    }

    pub(crate) unsafe fn cuModuleLoadData(
        &self,
        module: *mut CUmodule,
        image: *const c_void,
    ) -> Outcome {
        self.load(module, ptx_of_image(image), &JitOptions::default())
    }

    pub(crate) unsafe fn cuModuleLoadFatBinary(
        &self,
        module: *mut CUmodule,
        fatCubin: *const c_void,
    ) -> Outcome {
        self.cuModuleLoadData(module, fatCubin)
    }

    pub(crate) unsafe fn cuModuleLoad(
        &self,
        module: *mut CUmodule,
        fname: *const c_char,
    ) -> Outcome {
        self.load(module, ptx_of_file(fname), &JitOptions::default())
    }

    pub(crate) unsafe fn cuModuleUnload(&self, hmod: CUmodule) -> Outcome {
        let module = self.module(hmod)?;
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
    }

    // Returns the mode from the environment, which has no effect here.
    pub(crate) unsafe fn cuModuleGetLoadingMode(&self, mode: *mut CUmoduleLoadingMode) -> Outcome {
        let is_eager = std::env::var("CUDA_MODULE_LOADING").is_ok_and(|value| value == "EAGER");
        store(
            mode,
            if is_eager {
                CUmoduleLoadingMode::CU_MODULE_EAGER_LOADING
            } else {
                CUmoduleLoadingMode::CU_MODULE_LAZY_LOADING
            },
        )
    }

    pub(crate) unsafe fn cuModuleGetFunction(
        &self,
        hfunc: *mut CUfunction,
        hmod: CUmodule,
        name: *const c_char,
    ) -> Outcome {
        let module = self.module(hmod)?;
        let name = name_of(name)?;
        if hfunc.is_null() {
            return Err(INVALID_VALUE);
        }
        let Some(kernel) = kernel_named(module.image.program(), name) else {
            store(hfunc, null_mut())?;
            return Err(NOT_FOUND);
        };
        store(hfunc, self.system.function_of(&module, kernel)? as CUfunction)
    }

    pub(crate) unsafe fn cuModuleGetFunctionCount(
        &self,
        count: *mut c_uint,
        mod_: CUmodule,
    ) -> Outcome {
        let module = self.module(mod_)?;
        store(count, module.image.program().kernels().count() as c_uint)
    }

    pub(crate) unsafe fn cuModuleEnumerateFunctions(
        &self,
        functions: *mut CUfunction,
        numFunctions: c_uint,
        mod_: CUmodule,
    ) -> Outcome {
        let module = self.module(mod_)?;
        if functions.is_null() {
            return Err(INVALID_VALUE);
        }
        let count = module.image.program().kernels().count().min(numFunctions as usize);
        for kernel in 0..count {
            functions.add(kernel).write(self.system.function_of(&module, kernel)? as CUfunction);
        }
        Ok(())
    }

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
        let (address, size) = match module.global(name) {
            // References of textures and surfaces have no address for programs.
            Some(_) if module.reference(name).is_some() => return Err(INVALID_VALUE),
            found => found.ok_or(missing)?,
        };
        store_optional(dptr, address);
        store_optional(bytes, size as usize);
        Ok(())
    }

    // Of contexts with 32-bit addresses, which there are no more.
    pub(crate) unsafe fn cuModuleGetGlobal(
        &self,
        dptr: *mut CUdeviceptr_v1,
        bytes: *mut c_uint,
        _hmod: CUmodule,
        _name: *const c_char,
    ) -> Outcome {
        store_optional(dptr, 0);
        store_optional(bytes, 0);
        Err(INVALID_CONTEXT)
    }

    pub(crate) unsafe fn cuModuleGetGlobal_v2(
        &self,
        dptr: *mut CUdeviceptr,
        bytes: *mut usize,
        hmod: CUmodule,
        name: *const c_char,
    ) -> Outcome {
        // A failure writes zeros, other than that of `cuLibraryGetGlobal`.
        store_optional(dptr, 0);
        store_optional(bytes, 0);
        let module = self.module(hmod)?;
        self.store_global(&module, dptr, bytes, name)
    }
}
