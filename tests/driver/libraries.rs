//! Libraries: code without a context, and kernels that can be launched in every context.

use cuda_driver::{
    CuResult, DeviceAttribute, DeviceBuffer, Driver, Error, ErrorCode, Launch, Library, Version,
    context::{ContextFlags, FuncCache},
    launch::{AnyKernel, EmbeddedKernels},
    module::{FunctionAttribute, FunctionNotFound, JitOptions, LibraryOptions},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};

const CODE: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .global .align 4 .u32 value[2] = {7, 8};
.visible .global .attribute(.managed) .align 8 .u64 shared[3] = {1, 2, 3};
.visible .entry store(.param .u64 out, .param .u32 x)
{
    .reg .b64 %p; .reg .b32 %x, %v;
    ld.param.u64 %p, [out];
    ld.param.u32 %x, [x];
    ld.global.u32 %v, [value];
    add.u32 %x, %x, %v;
    st.u32 [%p], %x;
    ret;
}
.visible .entry count()
{
    .reg .b64 %x;
    ld.global.u64 %x, [shared];
    add.u64 %x, %x, 1;
    st.global.u64 [shared], %x;
    ret;
}";

/// Returns the library; on a driver without libraries, `None` after checking the error.
fn library(driver: Driver) -> Option<Library> {
    let loaded = driver.load_library_ptx(CODE);
    if driver.version() >= Version::new(12, 0) {
        return Some(loaded.unwrap());
    }
    let error = loaded.unwrap_err();
    assert!(error.result().unwrap().is_absent(), "{error}");
    let text = "cuLibraryLoadData needs a driver of 12.0 or newer, this is 11.4";
    assert_eq!(error.to_string(), text);
    None
}

/// Returns a result that needs 12.4; on an older driver, checks the error.
fn since_12_4<T>(driver: Driver, result: Result<T, CuResult>) -> Option<T> {
    if driver.version() >= Version::new(12, 4) {
        return Some(result.unwrap());
    }
    assert!(result.is_err_and(CuResult::is_absent));
    None
}

static EMBEDDED: EmbeddedKernels<2> = EmbeddedKernels::new(CODE, [c"count", c"store"]);
static INCOMPLETE: EmbeddedKernels<2> = EmbeddedKernels::new(CODE, [c"store", c"absent"]);

on_every_driver! {
    fn embedded_kernels_are_loaded_once(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let [_, store] = EMBEDDED.on(&device.stream).unwrap();
        let out: DeviceBuffer<u32> = device.stream.alloc(1).unwrap();
        // SAFETY: store(u32 *, u32).
        unsafe { device.stream.launch(store, Launch::grid(1), (&out, 5u32)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [12]);
        instrument.reset();
        let [_, again] = EMBEDDED.on(&device.stream).unwrap();
        assert!(core::ptr::eq(store, again));
        assert_eq!(instrument.called(), []);
        // A stream of another context uses the same kernels, or its own on drivers without libraries.
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let [_, other] = EMBEDDED.on(&context.stream().unwrap()).unwrap();
        assert_eq!(core::ptr::eq(store, other), matches!(store, AnyKernel::Kernel(_)));
        let error = INCOMPLETE.on(&device.stream).unwrap_err();
        assert!(error.to_string().contains("absent"), "{error}");
    }

    fn a_kernel_of_a_library_runs_on_streams_of_two_contexts(device) {
        let Some(library) = library(device.driver) else { return };
        let kernel = library.kernel(c"store").unwrap();
        let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        for (context, x) in [(&device.context, 1u32), (&own_context, 2)] {
            let stream = context.stream().unwrap();
            library.write_global(&stream, "value", &[x * 100, 0]).unwrap();
            let mut out = stream.alloc_zeroed::<u32>(1).unwrap();
            // The stream determines the context, whichever is current.
            for current in [&device.context, &own_context] {
                // SAFETY: store(unsigned *, unsigned), one element.
                let launch = || unsafe { stream.launch(&kernel, Launch::grid(1), (&mut out, x)) };
                current.with_current(launch).unwrap().unwrap();
                assert_eq!(out.to_vec().unwrap(), [x * 101]);
                stream.fill(&mut out, 0).unwrap();
            }
        }
        let mut value = [0u32; 2];
        library.read_global(&device.stream, "value", &mut value).unwrap();
        assert_eq!(value, [100, 0], "each context has its own variables");
    }

    fn a_kernel_of_a_library_is_launched_in_a_scope(device) {
        let Some(library) = library(device.driver) else { return };
        let store = library.kernel("store").unwrap();
        let (zero, mut host) = ([0u32], [0u32]);
        device.stream.scope(|scope| {
            let mut out = scope.upload(&zero)?;
            // SAFETY: store(unsigned *out, unsigned x), one element.
            unsafe { scope.launch(&store, Launch::grid(1), (&mut out, 5u32)) }?;
            scope.download(&out, &mut host)
        }).unwrap();
        assert_eq!(host, [12]);
    }

    fn a_typed_kernel_of_a_library_is_launched_without_unsafe(device) {
        let Some(library) = library(device.driver) else { return };
        // SAFETY: store(unsigned *, unsigned) writes one element.
        let store = unsafe {
            library.kernel(c"store").unwrap().typed_if::<(&mut DeviceBuffer<u32>, u32), _>(|_, (out, _)| !out.is_empty())
        }
        .unwrap();
        let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
        store.launch(&device.stream, Launch::grid(1), (&mut out, 0)).unwrap();
        assert_eq!(out.to_vec().unwrap(), [7]);
    }

    fn a_missing_kernel_is_an_error_that_lists_the_existing_ones(device) {
        let Some(library) = library(device.driver) else { return };
        let error = library.kernel(c"stroe").unwrap_err();
        let Error::FunctionNotFound(missing) = &error else { panic!("{error}") };
        let FunctionNotFound { name, kernels, .. } = &**missing;
        assert_eq!(name, "stroe");
        let there = device.driver.version() >= Version::new(12, 4);
        assert_eq!(kernels.is_some(), there);
        if there {
            assert_eq!(kernels.as_deref(), Some(&["count".to_string(), "store".to_string()][..]));
        }
    }

    fn a_library_lists_its_kernels(device) {
        let Some(library) = library(device.driver) else { return };
        let Some(kernels) = since_12_4(device.driver, library.kernels()) else { return };
        assert_eq!((library.kernel_count().unwrap(), kernels.len()), (2, 2));
        let same = library.kernel("store").unwrap();
        assert!(kernels.iter().any(|kernel| kernel.as_raw() == same.as_raw() && kernel.name().unwrap() == "store"));
        let parameters = same.parameters().unwrap();
        let places = parameters.iter().map(|parameter| (parameter.offset, parameter.size)).collect::<Vec<_>>();
        assert_eq!(places, [(0, 8), (8, 4)]);
        assert_eq!(same.library().unwrap().as_raw(), library.as_raw());
    }

    fn a_kernel_has_attributes_on_a_device(device) {
        let Some(library) = library(device.driver) else { return };
        let kernel = library.kernel("store").unwrap();
        let on = device.context.device();
        let most = kernel.attribute(on, FunctionAttribute::MAX_THREADS_PER_BLOCK).unwrap();
        assert_eq!(most, on.attribute(DeviceAttribute::MAX_THREADS_PER_BLOCK).unwrap());
        let dynamic = FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES;
        kernel.set_attribute(on, dynamic, 1000).unwrap();
        assert_eq!(kernel.attribute(on, dynamic).unwrap(), 1000);
        assert_eq!(kernel.function(&device.context).unwrap().attribute(dynamic).unwrap(), 1000);
        let refused = kernel.set_attribute(on, FunctionAttribute::NUM_REGS, 1).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::INVALID_VALUE);
        kernel.set_cache_config(on, FuncCache::PREFER_L1).unwrap();
    }

    fn a_library_is_a_module_in_a_context(device) {
        let Some(library) = library(device.driver) else { return };
        let module = library.module(&device.context).unwrap();
        assert_eq!(module.global("value").unwrap(), library.global(&device.context, "value").unwrap());
        let function = library.kernel("store").unwrap().function(&device.context).unwrap();
        assert_eq!(module.function("store").unwrap().as_raw(), function.as_raw());
        assert!(library.clone().destroy().is_err(), "the module and the function hold it");
    }

    fn a_missing_variable_is_an_error_that_names_it(device) {
        let Some(library) = library(device.driver) else { return };
        let error = library.global(&device.context, "velue").unwrap_err();
        assert_eq!(error, cuda_driver::module::InvalidGlobal::NotFound { name: "velue".to_string() }.into());
        let mut wrong = [0u32; 3];
        let error = library.read_global(&device.stream, "value", &mut wrong).unwrap_err();
        assert!(error.to_string().contains("\"value\" has 8 bytes, and 3 elements of 4 bytes were given"), "{error}");
    }

    fn a_managed_variable_is_accessible_on_the_host(device) {
        let Some(library) = library(device.driver) else { return };
        let count = library.kernel("count").unwrap();
        let (address, bytes) = library.managed("shared").unwrap();
        assert_eq!(bytes, 24);
        assert_eq!(library.global(&device.context, "shared").unwrap(), (address, bytes));
        // SAFETY: no kernel runs.
        unsafe {
            let shared = library.managed_slice::<u64>("shared").unwrap();
            assert_eq!(shared, [1, 2, 3]);
            shared[0] = 41;
        }
        // SAFETY: count()
        unsafe { device.stream.launch(&count, Launch::grid(1), ()) }.unwrap();
        device.stream.synchronize().unwrap();
        // SAFETY: no kernel runs.
        assert_eq!(unsafe { library.managed_slice::<u64>("shared") }.unwrap(), [42, 2, 3]);
        let error = library.managed("value").unwrap_err();
        assert_eq!(error, cuda_driver::module::InvalidGlobal::NotFound { name: "value".to_string() }.into(), "it isn't managed");
    }

    fn a_missing_unified_function_is_an_error(device) {
        let Some(library) = library(device.driver) else { return };
        assert!(library.unified_function("store").is_err());
    }

    fn a_library_is_loaded_from_a_file(device) {
        if device.driver.version() < Version::new(12, 0) { return }
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), CODE).unwrap();
        let options = LibraryOptions::new().jit(JitOptions::new().optimization_level(0));
        // SAFETY: the file holds PTX.
        let library = unsafe { device.driver.library_loader(&options).load_file(file.path()) }.unwrap();
        library.kernel("store").unwrap();
        // SAFETY: there is no file.
        let error = unsafe { device.driver.library_loader(&options).load_file("/there/is/none.ptx") }.unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::FILE_NOT_FOUND);
        assert!(error.to_string().contains("/there/is/none.ptx"), "{error}");
    }

    fn invalid_code_is_an_error_at_the_latest_on_use(device) {
        if device.driver.version() < Version::new(12, 0) { return }
        let wrong = CODE.replace("add.u32", "odd.u32");
        let error = match device.driver.load_library_ptx(&wrong) {
            Err(error) => error.result().unwrap(),
            Ok(library) => library.kernel("store").unwrap_err().result().unwrap(),
        };
        assert_eq!(error.code(), ErrorCode::INVALID_PTX);
        assert!(matches!(device.driver.load_library_ptx(c"\x7fELF"), Err(Error::Image(_))));
    }

    fn a_library_converts_to_a_raw_handle_and_back(device) {
        let Some(library) = library(device.driver) else { return };
        let kernel = library.kernel("store").unwrap();
        let library = library.into_raw().unwrap_err();
        drop(kernel);
        let handle = library.into_raw().unwrap();
        // SAFETY: the handle is a library of the driver that no other code has.
        let library = unsafe { Library::from_raw(device.driver, handle) };
        library.kernel("store").unwrap();
        library.destroy().unwrap();
    }
}
