//! Loaded code: modules, the modules of libraries, and their functions and kernels.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::Arc;

use cuda_driver_sys::{CUfunc_st, CUkern_st, CUmodule, CUresult};
use parking_lot::Mutex;

use crate::state::context::Context;
use crate::state::error::NOT_FOUND;
use crate::state::module::library::{Library, LibraryKernel};
use crate::state::module::load_error::LoadError;
use crate::state::module::{Function, Module};
use crate::system::System;
use cuda_sim_engine::Program;

impl System {
    /// Loads a program in a context, with some variables already allocated, by their index.
    pub(crate) fn load_module(
        &self,
        context: &Context,
        program: Arc<Program>,
        of_library: Option<&BTreeMap<usize, u64>>,
    ) -> Result<Arc<Module>, LoadError> {
        let make = Module::load(self, context.owner(), program, of_library)?;
        Ok(self.modules.insert(make))
    }

    /// Removes a module's functions and variables.
    pub(crate) fn unload_module(&self, module: &Module) {
        for handle in module.functions.lock().values() {
            let _ = self.functions.remove(*handle as *mut CUfunc_st);
        }
        module.free_variables(self.devices);
    }

    /// Returns the function of a module's kernel with an index.
    pub(crate) fn function_of(&self, module: &Module, kernel: usize) -> Result<usize, CUresult> {
        let mut functions = module.functions.lock();
        if let Some(handle) = functions.get(&kernel) {
            return Ok(*handle);
        }
        let name = module
            .image
            .program()
            .kernels()
            .nth(kernel)
            .map(|kernel| kernel.name.clone())
            .ok_or(NOT_FOUND)?;
        let make = |handle| Function::new(handle, module, kernel, name);
        let function = self.functions.insert(make);
        functions.insert(kernel, function.handle);
        Ok(function.handle)
    }

    /// Returns a library's module in a context.
    pub(crate) fn module_of(
        &self,
        library: &Library,
        context: &Context,
    ) -> Result<Arc<Module>, LoadError> {
        let compiled = library.compiled(self)?;
        library.check_target(self)?;
        let mut modules = library.modules.lock();
        if let Some(handle) = modules.get(&context.handle)
            && let Ok(module) = self.modules.get(*handle as CUmodule)
        {
            return Ok(module);
        }
        let managed = library.managed_variables(self, compiled)?;
        let module = self.load_module(context, compiled.clone(), Some(&managed))?;
        modules.insert(context.handle, module.handle);
        Ok(module)
    }

    /// Returns the handle of a library's kernel with an index.
    pub(crate) fn kernel_of(
        &self,
        library: &Arc<Library>,
        kernel: usize,
    ) -> Result<usize, CUresult> {
        let mut kernels = library.kernels.lock();
        if let Some(handle) = kernels.get(&kernel) {
            return Ok(*handle);
        }
        let program = library.program(self)?;
        let name =
            program.kernels().nth(kernel).map(|kernel| kernel.name.clone()).ok_or(NOT_FOUND)?;
        let name = CString::new(name).unwrap_or_default();
        let mut handle = 0;
        self.kernels.insert(|given| {
            handle = given;
            LibraryKernel { library: library.clone(), kernel, name, settings: Mutex::default() }
        });
        kernels.insert(kernel, handle);
        Ok(handle)
    }

    /// Removes a library's kernels and modules.
    pub(crate) fn unload_library(&self, library: &Library) {
        for handle in std::mem::take(&mut *library.kernels.lock()).values() {
            let _ = self.kernels.remove(*handle as *mut CUkern_st);
        }
        for handle in std::mem::take(&mut *library.modules.lock()).values() {
            if let Ok(module) = self.modules.remove(*handle as CUmodule) {
                self.unload_module(&module);
            }
        }
        library.free_managed_variables(self.devices);
    }

    /// Returns the function of a library's kernel in a context.
    pub(crate) fn function_in(
        &self,
        kernel: &LibraryKernel,
        context: &Context,
    ) -> Result<Arc<Function>, CUresult> {
        let module = self.module_of(&kernel.library, context).map_err(|error| error.code)?;
        let handle = self.function_of(&module, kernel.kernel)?;
        let function = self.functions.get(handle as *mut CUfunc_st)?;
        *function.settings.lock() = *kernel.settings.lock();
        Ok(function)
    }
}
