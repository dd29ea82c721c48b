//! Modules.

pub(in crate::calls) mod function;
mod library;
mod link;

use core::ffi::{c_char, c_uint, c_void};
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
    outcome::{In, Out, Outcome},
};
use cuda_sim_engine::Program;

/// Reads a C string that must not be empty.
pub(in crate::calls) fn name_of(name: &In<c_char>) -> Result<&str, CUresult> {
    let name = name.text().filter(|name| !name.is_empty()).ok_or(INVALID_VALUE)?;
    name.to_str().map_err(|_| NOT_FOUND)
}

/// Returns the PTX in a file.
fn ptx_of_file(path: In<c_char>) -> Result<String, LoadError> {
    ptx_of_bytes(&read_file(path)?)
}

/// Reads an image's file.
pub(in crate::calls) fn read_file(path: In<c_char>) -> Result<Vec<u8>, CUresult> {
    let path = path.text().ok_or(INVALID_VALUE)?.to_str().map_err(|_| FILE_NOT_FOUND)?;
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
    fn load(
        &self,
        to: Out<CUmodule>,
        ptx: Result<String, LoadError>,
        options: &JitOptions,
    ) -> Outcome {
        let context = self.usable_context()?;
        to.not_null()?;
        let (compiled, report) = self.compiled(ptx, options);
        let loaded = compiled.and_then(|program| {
            options.check_target(self.system.model.engine.compute_capability)?;
            // As on an H200, which has to stop the device to give it code.
            self.system.wait_for(&context);
            self.system.load_module(&context, program, None)
        });
        let errors = loaded.as_ref().err().map_or_else(String::new, |error| error.log.clone());
        let mut output = options.output;
        // SAFETY: who read the options guarantees that their buffers are there.
        unsafe { output.write(&Report { errors, ..report }) };
        to.store(loaded.map_err(|error| error.code)?.raw())
    }

    pub(crate) unsafe fn cuModuleLoadDataEx(
        &self,
        module: Out<CUmodule>,
        image: *const c_void,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: the program's arrays have that many elements.
        let options = unsafe { JitOptions::read(numOptions, options, optionValues)? };
        // SAFETY: the program's image is null or of a kind that is documented.
        self.load(module, unsafe { ptx_of_image(image) }, &options)
    }

    pub(crate) unsafe fn cuModuleLoadData(
        &self,
        module: Out<CUmodule>,
        image: *const c_void,
    ) -> Outcome {
        // SAFETY: the program's image is null or of a kind that is documented.
        self.load(module, unsafe { ptx_of_image(image) }, &JitOptions::default())
    }

    pub(crate) unsafe fn cuModuleLoadFatBinary(
        &self,
        module: Out<CUmodule>,
        fatCubin: *const c_void,
    ) -> Outcome {
        // SAFETY: the program's image is of one of that function's kinds.
        unsafe { self.cuModuleLoadData(module, fatCubin) }
    }

    pub(crate) fn cuModuleLoad(&self, module: Out<CUmodule>, fname: In<c_char>) -> Outcome {
        self.load(module, ptx_of_file(fname), &JitOptions::default())
    }

    pub(crate) fn cuModuleUnload(&self, hmod: CUmodule) -> Outcome {
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
    pub(crate) fn cuModuleGetLoadingMode(&self, mode: Out<CUmoduleLoadingMode>) -> Outcome {
        let is_eager = std::env::var("CUDA_MODULE_LOADING").is_ok_and(|value| value == "EAGER");
        mode.store(if is_eager {
            CUmoduleLoadingMode::CU_MODULE_EAGER_LOADING
        } else {
            CUmoduleLoadingMode::CU_MODULE_LAZY_LOADING
        })
    }

    pub(crate) fn cuModuleGetFunction(
        &self,
        hfunc: Out<CUfunction>,
        hmod: CUmodule,
        name: In<c_char>,
    ) -> Outcome {
        let module = self.module(hmod)?;
        let name = name_of(&name)?;
        hfunc.not_null()?;
        let Some(kernel) = kernel_named(module.image.program(), name) else {
            hfunc.store(null_mut())?;
            return Err(NOT_FOUND);
        };
        hfunc.store(self.system.function_of(&module, kernel)? as CUfunction)
    }

    pub(crate) fn cuModuleGetFunctionCount(&self, count: Out<c_uint>, mod_: CUmodule) -> Outcome {
        let module = self.module(mod_)?;
        count.store(module.image.program().kernels().count() as c_uint)
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
            let function = self.system.function_of(&module, kernel)? as CUfunction;
            // SAFETY: the program's array has `numFunctions` elements.
            unsafe { functions.add(kernel).write(function) };
        }
        Ok(())
    }

    /// Stores the address and size of a variable.
    pub(in crate::calls) fn store_global(
        &self,
        module: &Arc<Module>,
        dptr: Out<CUdeviceptr>,
        bytes: Out<usize>,
        name: In<c_char>,
    ) -> Outcome {
        let name = name_of(&name)?;
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
        dptr.store_optional(address);
        bytes.store_optional(size as usize);
        Ok(())
    }

    // Of contexts with 32-bit addresses, which there are no more.
    pub(crate) fn cuModuleGetGlobal(
        &self,
        dptr: Out<CUdeviceptr_v1>,
        bytes: Out<c_uint>,
        _hmod: CUmodule,
        _name: In<c_char>,
    ) -> Outcome {
        dptr.store_optional(0);
        bytes.store_optional(0);
        Err(INVALID_CONTEXT)
    }

    pub(crate) fn cuModuleGetGlobal_v2(
        &self,
        dptr: Out<CUdeviceptr>,
        bytes: Out<usize>,
        hmod: CUmodule,
        name: In<c_char>,
    ) -> Outcome {
        // A failure writes zeros, other than that of `cuLibraryGetGlobal`.
        dptr.store_optional(0);
        bytes.store_optional(0);
        let module = self.module(hmod)?;
        self.store_global(&module, dptr, bytes, name)
    }
}
