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
    outcome::{In, Out, Outcome},
};

/// Checks the options of a library.
///
/// # Safety
/// `options` has `count` elements.
unsafe fn check_options(options: *mut CUlibraryOption, count: c_uint) -> Outcome {
    if options.is_null() && count > 0 {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller guarantees that there are that many.
    let is_known =
        |i| unsafe { *options.add(i) } == CUlibraryOption::CU_LIBRARY_BINARY_IS_PRESERVED;
    if (0..count as usize).all(is_known) { Ok(()) } else { Err(INVALID_VALUE) }
}

impl Call {
    /// Creates a library from any data; an invalid image is reported when it is used.
    fn add_library(
        &self,
        to: Out<CUlibrary>,
        source: Result<String, LoadError>,
        options: &JitOptions,
    ) -> Outcome {
        to.not_null()?;
        let library = self.system.libraries.insert(|handle| {
            if options.output.is_wanted() {
                // What the compiler says is wanted, so this is compiled now, whatever comes out.

                let (compiled, report) = self.compiled(source, options);
                let mut output = options.output;
                // SAFETY: who read the options guarantees that their buffers are there.
                unsafe { output.write(&report) };
                Library::compiled_before(handle, compiled, options)
            } else {
                Library::new(handle, options.accept(source), options)
            }
        });
        to.store(library.handle as CUlibrary)
    }

    pub(crate) unsafe fn cuLibraryLoadData(
        &self,
        library: Out<CUlibrary>,
        code: *const c_void,
        jitOptions: *mut CUjit_option,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: c_uint,
        libraryOptions: *mut CUlibraryOption,
        _libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: c_uint,
    ) -> Outcome {
        // SAFETY: the program's arrays have that many elements.
        let options = unsafe { JitOptions::read(numJitOptions, jitOptions, jitOptionsValues)? };
        // SAFETY: the same.
        unsafe { check_options(libraryOptions, numLibraryOptions)? };
        if code.is_null() {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the program's image is of a kind that is documented.
        self.add_library(library, unsafe { ptx_of_image(code) }, &options)
    }

    pub(crate) unsafe fn cuLibraryLoadFromFile(
        &self,
        library: Out<CUlibrary>,
        fileName: In<c_char>,
        jitOptions: *mut CUjit_option,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: c_uint,
        libraryOptions: *mut CUlibraryOption,
        _libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: c_uint,
    ) -> Outcome {
        // SAFETY: the program's arrays have that many elements.
        let options = unsafe { JitOptions::read(numJitOptions, jitOptions, jitOptionsValues)? };
        // SAFETY: the same.
        unsafe { check_options(libraryOptions, numLibraryOptions)? };
        let source = ptx_of_bytes(&read_file(fileName)?);
        self.add_library(library, source, &options)
    }

    pub(crate) fn cuLibraryUnload(&self, library: CUlibrary) -> Outcome {
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

    pub(crate) fn cuLibraryGetKernel(
        &self,
        pKernel: Out<CUkernel>,
        library: CUlibrary,
        name: In<c_char>,
    ) -> Outcome {
        if name.is_null() || pKernel.is_null() {
            return Err(INVALID_VALUE);
        }
        let library = self.system.libraries.get(library)?;
        let program = library.program(self.system)?;
        // Unlike for a module, an empty name is a valid argument, but never found.
        let kernel = name_of(&name).ok().and_then(|name| kernel_named(program, name));
        let kernel = kernel.ok_or(NOT_FOUND)?;
        pKernel.store(self.system.kernel_of(&library, kernel)? as CUkernel)
    }

    pub(crate) fn cuLibraryGetKernelCount(&self, count: Out<c_uint>, lib: CUlibrary) -> Outcome {
        let library = self.system.libraries.get(lib)?;
        // An invalid image has none.
        let kernels = library.program(self.system).map(|program| program.kernels().count());
        count.store(kernels.unwrap_or(0) as c_uint)
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
            let kernel = self.system.kernel_of(&library, kernel)? as CUkernel;
            // SAFETY: the program's array has `numKernels` elements.
            unsafe { kernels.add(i).write(kernel) };
        }
        Ok(())
    }

    pub(crate) fn cuLibraryGetModule(&self, pMod: Out<CUmodule>, library: CUlibrary) -> Outcome {
        let library = self.system.libraries.get(library)?;
        let context = self.usable_context()?;
        let module = self.system.module_of(&library, &context).map_err(|error| error.code)?;
        pMod.store(module.raw())
    }

    pub(crate) fn cuLibraryGetGlobal(
        &self,
        dptr: Out<CUdeviceptr>,
        bytes: Out<usize>,
        library: CUlibrary,
        name: In<c_char>,
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
    pub(crate) fn cuLibraryGetManaged(
        &self,
        dptr: Out<CUdeviceptr>,
        bytes: Out<usize>,
        library: CUlibrary,
        name: In<c_char>,
    ) -> Outcome {
        let library = self.system.libraries.get(library)?;
        let name = name_of(&name)?;
        if dptr.is_null() && bytes.is_null() {
            return Err(INVALID_VALUE);
        }
        let program = library.program(self.system)?;
        let mut variables = program.globals().iter().enumerate();
        let (index, variable) = variables
            .find(|(_, variable)| variable.managed && variable.name == name)
            .ok_or(NOT_FOUND)?;
        let managed = library.managed_variables(self.system, program)?;
        dptr.store_optional(*managed.get(&index).ok_or(NOT_FOUND)?);
        bytes.store_optional(variable.size as usize);
        Ok(())
    }

    // The device has no unified function pointers.
    pub(crate) fn cuLibraryGetUnifiedFunction(
        &self,
        fptr: Out<*mut c_void>,
        library: CUlibrary,
        symbol: In<c_char>,
    ) -> Outcome {
        self.system.libraries.get(library)?;
        let _ = (fptr, symbol);
        Err(INVALID_VALUE)
    }

    pub(crate) fn cuKernelGetFunction(&self, pFunc: Out<CUfunction>, kernel: CUkernel) -> Outcome {
        let kernel = self.system.kernels.get(kernel)?;
        let context = self.usable_context()?;
        pFunc.store(self.system.function_in(&kernel, &context)?.handle as CUfunction)
    }

    pub(crate) fn cuKernelGetLibrary(&self, pLib: Out<CUlibrary>, kernel: CUkernel) -> Outcome {
        pLib.store(self.system.kernels.get(kernel)?.library.handle as CUlibrary)
    }

    pub(crate) fn cuKernelGetName(&self, name: Out<*const c_char>, hfunc: CUkernel) -> Outcome {
        // This call and the next one return "invalid value" for a null kernel.
        if hfunc.is_null() {
            return Err(INVALID_VALUE);
        }
        name.store(self.system.kernels.get(hfunc)?.name.as_ptr())
    }

    pub(crate) fn cuKernelGetParamInfo(
        &self,
        kernel: CUkernel,
        paramIndex: usize,
        paramOffset: Out<usize>,
        paramSize: Out<usize>,
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

    pub(crate) fn cuKernelGetAttribute(
        &self,
        pi: Out<c_int>,
        attrib: CUfunction_attribute,
        kernel: CUkernel,
        dev: CUdevice,
    ) -> Outcome {
        let kernel = self.system.kernels.get(kernel)?;
        self.device(dev)?;
        let program = kernel.library.program(self.system)?;
        let entry = program.kernels().nth(kernel.kernel).ok_or(INVALID_HANDLE)?;
        let settings = *kernel.settings.lock();
        pi.store(self.kernel_attribute(entry, program, &settings, attrib).ok_or(INVALID_VALUE)?)
    }

    pub(crate) fn cuKernelSetAttribute(
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

    pub(crate) fn cuKernelSetCacheConfig(
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
