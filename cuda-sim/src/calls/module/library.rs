//! Libraries, and kernels that aren't bound to a context.

use core::ffi::{c_char, c_int, c_uint, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::module::{name_of, read_file};
use crate::state::module::jit::JitOptions;
use crate::state::{
    error::*,
    module::{
        image::{ptx_of_bytes, ptx_of_image},
        kernel_named,
        library::Library,
        load_error::LoadError,
    },
    outcome::{Outcome, store, store_optional},
};

/// Checks the options of a library.
///
/// # Safety
/// `options` has `count` elements.
unsafe fn check_options(options: *mut CUlibraryOption, count: c_uint) -> Outcome {
    if options.is_null() && count > 0 {
        return Err(INVALID_VALUE);
    }
    let is_known = |i| *options.add(i) == CUlibraryOption::CU_LIBRARY_BINARY_IS_PRESERVED;
    if (0..count as usize).all(is_known) { Ok(()) } else { Err(INVALID_VALUE) }
}

impl Call {
    /// Creates a library from any data; an invalid image is reported when it is used.
    unsafe fn add_library(
        &self,
        to: *mut CUlibrary,
        source: Result<String, LoadError>,
        options: &JitOptions,
    ) -> Outcome {
        if to.is_null() {
            return Err(INVALID_VALUE);
        }
        let library = self.system.libraries.insert(|handle| {
            if options.output.is_wanted() {
                // What the compiler says is wanted, so this is compiled now, whatever comes out.

                let (compiled, report) = self.compiled(source, options);
                let mut output = options.output;
                // SAFETY: the caller's arrays and buffers are there during the call.
                unsafe { output.write(&report) };
                Library::compiled_before(handle, compiled, options)
            } else {
                Library::new(handle, options.accept(source), options)
            }
        });
        store(to, library.handle as CUlibrary)
    }

    pub(crate) unsafe fn cuLibraryLoadData(
        &self,
        library: *mut CUlibrary,
        code: *const c_void,
        jitOptions: *mut CUjit_option,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: c_uint,
        libraryOptions: *mut CUlibraryOption,
        _libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: c_uint,
    ) -> Outcome {
        let options = JitOptions::read(numJitOptions, jitOptions, jitOptionsValues)?;
        check_options(libraryOptions, numLibraryOptions)?;
        if code.is_null() {
            return Err(INVALID_VALUE);
        }
        self.add_library(library, ptx_of_image(code), &options)
    }

    pub(crate) unsafe fn cuLibraryLoadFromFile(
        &self,
        library: *mut CUlibrary,
        fileName: *const c_char,
        jitOptions: *mut CUjit_option,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: c_uint,
        libraryOptions: *mut CUlibraryOption,
        _libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: c_uint,
    ) -> Outcome {
        let options = JitOptions::read(numJitOptions, jitOptions, jitOptionsValues)?;
        check_options(libraryOptions, numLibraryOptions)?;
        let source = ptx_of_bytes(&read_file(fileName)?);
        self.add_library(library, source, &options)
    }

    pub(crate) unsafe fn cuLibraryUnload(&self, library: CUlibrary) -> Outcome {
        self.system.libraries.get(library)?;
        self.refuse_while_capturing()?;
        for (_, context) in self.system.contexts.live().all() {
            self.system.wait_for(&context);
        }
        let library = self.system.libraries.remove(library)?;
        self.system.flush_printed();
        self.system.unload_library(&library);
        Ok(())
    }

    pub(crate) unsafe fn cuLibraryGetKernel(
        &self,
        pKernel: *mut CUkernel,
        library: CUlibrary,
        name: *const c_char,
    ) -> Outcome {
        if name.is_null() || pKernel.is_null() {
            return Err(INVALID_VALUE);
        }
        let library = self.system.libraries.get(library)?;
        let program = library.program(self.system)?;
        // Unlike for a module, an empty name is a valid argument, but never found.
        let kernel = name_of(name).ok().and_then(|name| kernel_named(program, name));
        let kernel = kernel.ok_or(NOT_FOUND)?;
        store(pKernel, self.system.kernel_of(&library, kernel)? as CUkernel)
    }

    pub(crate) unsafe fn cuLibraryGetKernelCount(
        &self,
        count: *mut c_uint,
        lib: CUlibrary,
    ) -> Outcome {
        let library = self.system.libraries.get(lib)?;
        // An invalid image has none.
        let kernels = library.program(self.system).map(|program| program.kernels().count());
        store(count, kernels.unwrap_or(0) as c_uint)
    }

    pub(crate) unsafe fn cuLibraryEnumerateKernels(
        &self,
        kernels: *mut CUkernel,
        numKernels: c_uint,
        lib: CUlibrary,
    ) -> Outcome {
        let library = self.system.libraries.get(lib)?;
        let program = library.program(self.system)?;
        if kernels.is_null() {
            return Err(INVALID_VALUE);
        }
        // Unlike a module's functions, the last is the first.
        let wanted = (0..program.kernels().count()).rev().take(numKernels as usize);
        for (i, kernel) in wanted.enumerate() {
            kernels.add(i).write(self.system.kernel_of(&library, kernel)? as CUkernel);
        }
        Ok(())
    }

    pub(crate) unsafe fn cuLibraryGetModule(
        &self,
        pMod: *mut CUmodule,
        library: CUlibrary,
    ) -> Outcome {
        let library = self.system.libraries.get(library)?;
        let context = self.usable_context()?;
        let module = self.system.module_of(&library, &context).map_err(|error| error.code)?;
        store(pMod, module.raw())
    }

    pub(crate) unsafe fn cuLibraryGetGlobal(
        &self,
        dptr: *mut CUdeviceptr,
        bytes: *mut usize,
        library: CUlibrary,
        name: *const c_char,
    ) -> Outcome {
        if dptr.is_null() && bytes.is_null() {
            return Err(INVALID_VALUE);
        }
        let library = self.system.libraries.get(library)?;
        let context = self.usable_context()?;
        let module = self.system.module_of(&library, &context).map_err(|error| error.code)?;
        self.store_global(&module, dptr, bytes, name)
    }

    // Returns a managed variable, which is the same in every context.
    pub(crate) unsafe fn cuLibraryGetManaged(
        &self,
        dptr: *mut CUdeviceptr,
        bytes: *mut usize,
        library: CUlibrary,
        name: *const c_char,
    ) -> Outcome {
        let library = self.system.libraries.get(library)?;
        let name = name_of(name)?;
        if dptr.is_null() && bytes.is_null() {
            return Err(INVALID_VALUE);
        }
        let program = library.program(self.system)?;
        let mut variables = program.globals().iter().enumerate();
        let (index, variable) = variables
            .find(|(_, variable)| variable.managed && variable.name == name)
            .ok_or(NOT_FOUND)?;
        let managed = library.managed_variables(self.system, program)?;
        store_optional(dptr, *managed.get(&index).ok_or(NOT_FOUND)?);
        store_optional(bytes, variable.size as usize);
        Ok(())
    }

    // The device has no unified function pointers.
    pub(crate) unsafe fn cuLibraryGetUnifiedFunction(
        &self,
        fptr: *mut *mut c_void,
        library: CUlibrary,
        symbol: *const c_char,
    ) -> Outcome {
        self.system.libraries.get(library)?;
        let _ = (fptr, symbol);
        Err(INVALID_VALUE)
    }

    pub(crate) unsafe fn cuKernelGetFunction(
        &self,
        pFunc: *mut CUfunction,
        kernel: CUkernel,
    ) -> Outcome {
        let kernel = self.system.kernels.get(kernel)?;
        let context = self.usable_context()?;
        store(pFunc, self.system.function_in(&kernel, &context)?.handle as CUfunction)
    }

    pub(crate) unsafe fn cuKernelGetLibrary(
        &self,
        pLib: *mut CUlibrary,
        kernel: CUkernel,
    ) -> Outcome {
        store(pLib, self.system.kernels.get(kernel)?.library.handle as CUlibrary)
    }

    pub(crate) unsafe fn cuKernelGetName(
        &self,
        name: *mut *const c_char,
        hfunc: CUkernel,
    ) -> Outcome {
        // This call and the next one return "invalid value" for a null kernel.
        if hfunc.is_null() {
            return Err(INVALID_VALUE);
        }
        store(name, self.system.kernels.get(hfunc)?.name.as_ptr())
    }

    pub(crate) unsafe fn cuKernelGetParamInfo(
        &self,
        kernel: CUkernel,
        paramIndex: usize,
        paramOffset: *mut usize,
        paramSize: *mut usize,
    ) -> Outcome {
        if kernel.is_null() {
            return Err(INVALID_VALUE);
        }
        let kernel = self.system.kernels.get(kernel)?;
        self.current()?;
        let program = kernel.library.program(self.system)?;
        let parameters =
            program.kernels().nth(kernel.kernel).map(|kernel| kernel.params.as_slice());
        super::function::store_parameter(
            parameters.unwrap_or_default(),
            paramIndex,
            paramOffset,
            paramSize,
        )
    }

    pub(crate) unsafe fn cuKernelGetAttribute(
        &self,
        pi: *mut c_int,
        attrib: CUfunction_attribute,
        kernel: CUkernel,
        dev: CUdevice,
    ) -> Outcome {
        let kernel = self.system.kernels.get(kernel)?;
        self.device(dev)?;
        let program = kernel.library.program(self.system)?;
        let entry = program.kernels().nth(kernel.kernel).ok_or(INVALID_HANDLE)?;
        let settings = *kernel.settings.lock();
        store(pi, self.kernel_attribute(entry, program, &settings, attrib).ok_or(INVALID_VALUE)?)
    }

    pub(crate) unsafe fn cuKernelSetAttribute(
        &self,
        attrib: CUfunction_attribute,
        val: c_int,
        kernel: CUkernel,
        dev: CUdevice,
    ) -> Outcome {
        let kernel = self.system.kernels.get(kernel)?;
        self.device(dev)?;
        let program = kernel.library.program(self.system)?;
        let entry = program.kernels().nth(kernel.kernel).ok_or(INVALID_HANDLE)?;
        self.set_kernel_attribute(entry, &mut kernel.settings.lock(), attrib, val)
    }

    pub(crate) unsafe fn cuKernelSetCacheConfig(
        &self,
        kernel: CUkernel,
        config: CUfunc_cache,
        dev: CUdevice,
    ) -> Outcome {
        self.system.kernels.get(kernel)?;
        self.device(dev)?;
        if config > CUfunc_cache::CU_FUNC_CACHE_PREFER_EQUAL { Err(INVALID_VALUE) } else { Ok(()) }
    }
}
