use std::ffi::CString;

use cuda_driver::{
    Error, ErrorCode, Version,
    driver::Symbol,
    module::{FunctionNotFound, InvalidGlobal, JitOptions},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::kernels;

on_every_driver! {
    fn a_missing_kernel_is_an_error_that_lists_the_existing_ones(device) {
        let Some(module) = kernels::module(&device.context) else { return };
        let error = module.function(c"saxpi").unwrap_err();
        let Error::FunctionNotFound(missing) = &error else { panic!("{error:?}") };
        let FunctionNotFound { name, kernels, .. } = &**missing;
        assert_eq!(name, "saxpi");
        if device.driver.version() >= Version::new(12, 4) {
            assert!(kernels.as_ref().unwrap().contains(&"saxpy".to_string()), "{kernels:?}");
            assert!(error.to_string().contains("it has count, four, is_null, nothing"), "{error}");
        } else {
            assert!(error.to_string().contains("extern \"C\""), "{error}");
        }
    }

    fn an_empty_name_is_not_found(device) {
        let Some(module) = kernels::module(&device.context) else { return };
        let error = module.function(c"").unwrap_err();
        assert!(matches!(&error, Error::FunctionNotFound(missing) if missing.name.is_empty()), "{error}");
        let error = module.global(c"").unwrap_err();
        assert!(matches!(&error, Error::Global(invalid) if matches!(&**invalid, InvalidGlobal::NotFound { name } if name.is_empty())), "{error}");
    }

    fn a_name_with_a_nul_byte_is_an_error_with_its_position(device) {
        let Some(module) = kernels::module(&device.context) else { return };
        let error = module.function("sax\0py").unwrap_err();
        assert!(error.to_string().contains("\"sax\\0py\" has a null byte at position 3"), "{error}");
    }

    fn ptx_that_is_too_new_is_an_error_with_both_versions(device) {
        let ptx = CString::new(".version 99.0\n.target sm_75\n.address_size 64\n").unwrap();
        let error = device.context.load_ptx(&ptx).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::UNSUPPORTED_PTX_VERSION);
        let text = error.to_string();
        assert!(text.contains("the PTX is version 99.0"), "{text}");
        assert!(text.contains(&format!("this driver is of CUDA {}", device.driver.version())), "{text}");
    }

    fn truncated_ptx_is_an_error_with_the_compilers_log(device) {
        let Some(ptx) = kernels::ptx() else { return };
        let bytes = ptx.as_str().as_bytes();
        let cut = CString::new(&bytes[..bytes.len() * 2 / 3]).unwrap();
        let error = device.context.load_ptx(&cut).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_PTX);
        assert!(error.log().contains("line") || error.log().contains("fatal"), "{error}");
        assert!(error.to_string().contains(error.log().lines().next().unwrap()), "{error}");
    }

    fn a_text_that_is_not_ptx_is_an_error(device) {
        for (text, found) in [(c"", "this text is empty"), (c"hello\nyou", "this text begins with \"hello\""), (c"   ", "this text is empty")] {
            let error = device.context.load_ptx(text).unwrap_err();
            assert!(error.to_string().starts_with("cuModuleLoadDataEx: CUDA_ERROR_"), "{error}");
            let explained = format!("\n  PTX begins with a line such as `.version 8.0`; {found}");
            assert!(error.to_string().contains(&explained), "{error}");
        }
    }

    fn a_text_shorter_than_the_driver_reads_is_not_passed_to_it(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let is_new = device.driver.version() >= Version::new(12, 0);
        let calls = || {
            let calls = [Symbol::cuModuleLoadDataEx, Symbol::cuLibraryLoadData, Symbol::cuLinkAddData_v2];
            calls.map(|call| instrument.calls(call))
        };
        for (text, found) in [(c"", "this text is empty"), (c"a", "this text begins with \"a\""), (c"//", "this text begins with \"//\"")] {
            let mut errors = vec![device.context.load_ptx(text).unwrap_err(), device.context.load(text).unwrap_err()];
            let mut linker = device.context.linker().unwrap();
            match linker.add_ptx(c"short", text).unwrap_err() {
                error @ Error::Image(_) => errors.push(error),
                other => panic!("{other:?}"),
            }
            if is_new {
                errors.push(device.driver.load_library_ptx(text).unwrap_err());
            }
            for error in errors {
                assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_IMAGE);
                let explained = format!("PTX begins with a line such as `.version 8.0`; {found}");
                assert!(error.to_string().contains(&explained), "{error}");
            }
        }
        assert_eq!(calls(), [0; 3]);
        // With its terminating null byte, this one has four.
        device.context.load_ptx(c"///").unwrap_err();
        assert_eq!(calls(), [1, 0, 0]);
    }

    fn machine_code_is_not_passed_to_the_driver_as_ptx(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        for image in [c"\x7fELF\x02\x01\x01", c"\x50\xed\x55\xba\x01", c"\xb1\x43\x62\x46\x01"] {
            let error = device.context.load_ptx(image).unwrap_err();
            assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_IMAGE);
            assert!(error.to_string().contains("load_cubin"), "{error}");
        }
        assert_eq!(instrument.calls(Symbol::cuModuleLoadDataEx), 0);
    }

    fn a_module_converts_to_a_raw_handle_and_back(device) {
        let Some(module) = kernels::module(&device.context) else { return };
        let function = module.function(c"nothing").unwrap();
        assert!(module.clone().into_raw().is_err(), "a clone and a function live");
        drop(function);
        let handle = module.into_raw().unwrap();
        // SAFETY: the handle is a module of the context that no other code has.
        let module = unsafe { cuda_driver::Module::from_raw(&device.context, handle) };
        module.function(c"nothing").unwrap();
        module.destroy().unwrap();
    }

    fn jit_options_reach_the_driver(device) {
        let Some(ptx) = kernels::ptx() else { return };
        let options = JitOptions::new().optimization_level(0).max_registers(32).line_info(true);
        device.context.loader(&options).load(ptx).unwrap().destroy().unwrap();
    }

    fn a_global_variable_has_an_address_and_a_size(device) {
        let Some(module) = kernels::module(&device.context) else { return };
        let (address, bytes) = module.global(c"answer").unwrap();
        assert_eq!(bytes, 4);
        // SAFETY: the variable is four bytes of device memory that the module keeps.
        let answer = unsafe { cuda_driver::DeviceBuffer::<i32>::borrow_raw(&device.stream, address, 1) };
        assert_eq!(answer.to_vec().unwrap(), [42]);
        assert!(module.global(c"question").is_err());
    }

    fn a_kernel_writes_a_constant_at_its_address(device) {
        const PTX: &str = "\
            .version 7.0\n.target sm_50\n.address_size 64\n.const .align 4 .b32 table[4];\n\
            .visible .entry fill(.param .u64 to) {\n.reg .b64 a, i; .reg .b32 t; ld.param.u64 a, [to]; mov.u32 t, %tid.x;\n\
            mul.wide.u32 i, t, 4; add.u64 a, a, i; add.u32 t, t, 100; st.global.u32 [a], t; ret; }\n\
            .visible .entry read(.param .u64 to) {\n.reg .b64 a, i, c; .reg .b32 t, v; ld.param.u64 a, [to]; mov.u32 t, %tid.x;\n\
            mul.wide.u32 i, t, 4; add.u64 a, a, i; mov.u64 c, table; add.u64 c, c, i; ld.const.u32 v, [c];\n\
            st.global.u32 [a], v; ret; }\n";
        let module = device.context.load_ptx(PTX).unwrap();
        let (fill, read) = (module.function("fill").unwrap(), module.function("read").unwrap());
        let (address, _) = module.global(c"table").unwrap();
        let mut out = device.stream.alloc_zeroed::<u32>(4).unwrap();
        let four = cuda_driver::Launch::grid(1).block(4);
        // SAFETY: both write four elements, of the constant and of the buffer.
        unsafe {
            device.stream.launch(&fill, four, (address,)).unwrap();
            device.stream.launch(&read, four, (&mut out,)).unwrap();
        }
        assert_eq!(out.to_vec().unwrap(), [100, 101, 102, 103]);
    }

    fn a_function_keeps_its_module(device) {
        let Some(function) = kernels::kernel(&device.context, "nothing") else { return };
        // SAFETY: nothing()
        unsafe { device.stream.launch(&function, cuda_driver::Launch::grid(1), ()) }.unwrap();
        device.stream.synchronize().unwrap();
    }
}
