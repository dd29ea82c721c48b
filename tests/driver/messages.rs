//! Error messages: what failed, with which value, what was expected.

use cuda_driver::{
    ArgumentList, Error, ErrorCode, Launch, LaunchAttribute, Version,
    launch::{ByValue, LaunchLimit},
    module::{FunctionAttribute, InvalidGlobal, JitOptions},
};

use crate::device::on_every_driver;
use crate::kernels;

on_every_driver! {
    fn a_launch_that_exceeds_a_limit_names_the_value_and_the_limit(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        let Some(sum) = kernels::kernel(&device.context, "sum_shared") else { return };
        let refused = |launch: Launch<'_>| {
            // SAFETY: the launches fail.
            match unsafe { device.stream.launch(&nothing, launch, ()) } {
                Err(Error::Launch(refusal)) => refusal,
                other => panic!("{launch:?}: {other:?}"),
            }
        };
        let text = refused(Launch::grid(1).block(1025)).to_string();
        assert!(text.starts_with("a block of 1025 x 1 x 1 threads is larger than the device's limit of 1024 x 1024 x 64: cuLaunchKernel: "), "{text}");
        assert!(matches!(refused(Launch::grid(1).block((1, 1, 65))).exceeded, LaunchLimit::Block { limit, .. } if limit.z == 64));
        assert!(matches!(refused(Launch::grid(1).block((32, 32, 2))).exceeded, LaunchLimit::Threads { threads: 2048, limit: 1024 }));
        assert!(matches!(refused(Launch::grid((1, 65536))).exceeded, LaunchLimit::Grid { limit, .. } if limit.y == 65535));
        assert!(matches!(refused(Launch::grid((1, 0))).exceeded, LaunchLimit::Empty { .. }));
        assert!(matches!(refused(Launch::grid(1).block(0)).exceeded, LaunchLimit::Empty { .. }));
        // SAFETY: the launch fails.
        let error = unsafe { device.stream.launch(&sum, Launch::grid(1).shared_memory(50_000), (0u64, 0u64)) }.unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("50000 bytes of dynamic shared memory exceed the kernel's limit of 49152; setting `FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES` to 50000 with `set_attribute` raises the limit: "), "{text}");
        sum.set_attribute(cuda_driver::module::FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES, 50_000).unwrap();
        let input = device.stream.upload(&[1i32; 4]).unwrap();
        let mut out = device.stream.alloc::<i32>(1).unwrap();
        // SAFETY: sum_shared(const int *, int *), four and one elements.
        unsafe { device.stream.launch(&sum, Launch::grid(1).block(4).shared_memory(50_000), (&input, &mut out)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [4]);
    }

    fn a_cooperative_launch_that_is_too_large_names_the_limit(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        let cooperative = [LaunchAttribute::cooperative()];
        let launch = |blocks| {
            let launch = Launch::grid(blocks).block(32).attributes(&cooperative);
            // SAFETY: nothing()
            unsafe { device.stream.launch(&nothing, launch, ()) }
        };
        let Err(Error::Launch(refusal)) = launch(10_000_000) else { panic!("it was launched") };
        let LaunchLimit::Cooperative { blocks: 10_000_000, limit } = refusal.exceeded else { panic!("{refusal}") };
        let text = refusal.to_string();
        let start = format!("a cooperative launch of 10000000 blocks exceeds the {limit} that the device runs concurrently; ");
        assert!(text.starts_with(&start), "{text}");
        let limit = u32::try_from(limit).unwrap();
        launch(limit).unwrap();
        assert!(matches!(launch(limit + 1), Err(Error::Launch(_))));
        device.stream.synchronize().unwrap();
        if device.driver.version() >= Version::new(12, 0) {
            let library = device.driver.load_library_ptx(kernels::ptx().unwrap().as_str()).unwrap();
            let launch = Launch::grid(limit + 1).block(32).attributes(&cooperative);
            // SAFETY: nothing()
            let error = unsafe { device.stream.launch(&library.kernel("nothing").unwrap(), launch, ()) }.unwrap_err();
            assert!(error.to_string().contains(&format!("exceeds the {limit} that")), "{error}");
        }
    }

    fn a_launch_of_invalid_clusters_names_the_limit(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        let refused = |grid: u32, cluster| {
            let attributes = [LaunchAttribute::cluster(cluster)];
            // SAFETY: the launches fail.
            unsafe { device.stream.launch(&nothing, Launch::grid(grid).attributes(&attributes), ()) }.unwrap_err()
        };
        if device.driver.version() < Version::new(12, 0) || device.context.device().compute_capability().unwrap().major < 9 {
            assert!(refused(4, 2u32).result().is_some());
            return;
        }
        let text = refused(3, 2).to_string();
        assert!(text.starts_with("a grid of 3 x 1 x 1 blocks isn't a whole number of clusters of 2 x 1 x 1: cuLaunchKernelEx: "), "{text}");
        let text = refused(64, 64).to_string();
        let limit = nothing.max_potential_cluster_size(Launch::grid(64)).unwrap();
        let start = format!(
            "a cluster of 64 blocks is larger than the kernel's limit of {limit}; \
             setting `FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED` to 1 with `set_attribute` raises it on \
             some devices: cuLaunchKernelEx: "
        );
        assert!(text.starts_with(&start), "{text}");
        nothing.set_attribute(FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1).unwrap();
        let limit = nothing.max_potential_cluster_size(Launch::grid(64)).unwrap();
        let text = refused(64, 64).to_string();
        let start = format!("a cluster of 64 blocks is larger than the kernel's limit of {limit}: cuLaunchKernelEx: ");
        assert!(text.starts_with(&start), "{text}");
        let library = device.driver.load_library_ptx(kernels::ptx().unwrap().as_str()).unwrap();
        let attributes = [LaunchAttribute::cluster(64)];
        let launch = Launch::grid(64).attributes(&attributes);
        // SAFETY: nothing()
        let error = unsafe { device.stream.launch(&library.kernel("nothing").unwrap(), launch, ()) }.unwrap_err();
        assert!(error.to_string().starts_with("a cluster of 64 blocks is larger than the kernel's limit of 8; "), "{error}");
    }

    fn a_launch_without_the_arguments_of_the_kernel_names_their_number(device) {
        let Some(saxpy) = kernels::kernel(&device.context, "saxpy") else { return };
        let (stream, cooperative) = (&device.stream, [LaunchAttribute::cooperative()]);
        let (plain, extended) = (Launch::grid(1), Launch::grid(1).attributes(&cooperative));
        let capture = device.context.capture().unwrap();
        let default = device.context.default_stream();
        // SAFETY: the launches are refused.
        let mut errors = unsafe {
            vec![
                stream.launch(&saxpy, plain, ()).unwrap_err(),
                stream.launch(&saxpy, extended, ()).unwrap_err(),
                default.launch(&saxpy, plain, ()).unwrap_err(),
                capture.launch(&saxpy, plain, ()).unwrap_err(),
            ]
        };
        if device.driver.version() >= Version::new(12, 4) {
            let library = device.driver.load_library_ptx(kernels::ptx().unwrap().as_str()).unwrap();
            // SAFETY: as above.
            errors.push(unsafe { stream.launch(&library.kernel("saxpy").unwrap(), plain, ()) }.unwrap_err());
        }
        for error in errors {
            if device.driver.version() < Version::new(12, 4) {
                assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE);
            } else {
                assert_eq!(error.to_string(), "the kernel \"saxpy\" takes 5 arguments, and 0 were given");
            }
        }
    }

    fn globals_are_read_and_written_by_type_and_size(device) {
        let Some(module) = kernels::module(&device.context) else { return };
        let mut answer = 0i32;
        module.read_global(&device.stream, c"answer", std::slice::from_mut(&mut answer)).unwrap();
        assert_eq!(answer, 42);
        module.write_global(&device.stream, "answer", &[-1i32]).unwrap();
        let read = module.function("read_answer").unwrap();
        let mut out = device.stream.alloc_zeroed::<i32>(1).unwrap();
        // SAFETY: read_answer(int *), one element.
        unsafe { device.stream.launch(&read, Launch::grid(1), (&mut out,)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [-1]);
        // SAFETY: nothing else uses the variable.
        let halves = unsafe { module.global_slice::<u16>(&device.stream, "answer") }.unwrap();
        assert_eq!(halves.len(), 2);
        let error = module.write_global(&device.stream, "answer", &[1u64]).unwrap_err();
        assert_eq!(error.to_string(), "the global variable \"answer\" has 4 bytes, and 1 elements of 8 bytes were given");
        let error = module.global(c"question").unwrap_err();
        assert!(matches!(&error, Error::Global(invalid) if matches!(&**invalid, InvalidGlobal::NotFound { name } if name == "question")), "{error}");
    }

    fn optional_memory_is_a_null_pointer_or_itself(device) {
        let Some(is_null) = kernels::kernel(&device.context, "is_null") else { return };
        let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
        let some = device.stream.upload(&[1.0f32]).unwrap();
        let mut nulls = |memory: Option<&cuda_driver::DeviceBuffer<f32>>| {
            // SAFETY: is_null(const float *, unsigned *), which reads only whether there is a pointer.
            unsafe { device.stream.launch(&is_null, Launch::grid(1), (memory, &mut out)) }.unwrap();
            out.to_vec().unwrap()[0]
        };
        assert_eq!((nulls(None), nulls(Some(&some))), (1, 0));
        let mut list = ArgumentList::new();
        list.push(None::<cuda_driver::DeviceSlice<f32>>).push(&mut out);
        // SAFETY: as above.
        unsafe { device.stream.launch(&is_null, Launch::grid(1), &list) }.unwrap();
        drop(list);
        assert_eq!(out.to_vec().unwrap(), [1]);
        // SAFETY: as above.
        unsafe { device.stream.launch(&is_null, Launch::grid(1), (some.as_raw(), Some(out.as_slice_mut()))) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [0]);
    }

    fn scalars_go_by_reference_and_plain_structs_of_others_by_value(device) {
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        let mut out = device.stream.alloc_zeroed::<i32>(1).unwrap();
        let one = 1i32;
        // SAFETY: four(int, int, int, int *), one element; [i32; 1] has the bytes of an int.
        unsafe { device.stream.launch(&four, Launch::grid(1), (&one, ByValue([2i32]), 3i32, &mut out)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [321]);
    }

    fn ptx_comes_from_texts_and_files(device) {
        let Some(ptx) = kernels::ptx() else { return };
        let text = ptx.as_str();
        device.context.load_ptx(text).unwrap();
        device.context.load_ptx(&text.to_string()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kernels.ptx");
        let error = device.context.load_ptx_file(&path).unwrap_err();
        assert!(error.to_string().starts_with(&format!("cannot read {}: ", path.display())), "{error}");
        std::fs::write(&path, text).unwrap();
        device.context.load_ptx_file(&path).unwrap().function("saxpy").unwrap();
        let options = JitOptions::new().max_registers(64).wall_time();
        device.context.loader(&options).load_ptx_file(&path).unwrap().function("saxpy").unwrap();
        let ways = [
            device.context.loader(&options).load(ptx.as_c_str()),
            device.context.loader(&options).load_ptx(text),
            device.context.loader(&options).load_ptx_file(&path),
        ];
        for module in ways.map(Result::unwrap) {
            module.function("saxpy").unwrap();
            assert!(module.log().wall_time.is_some());
        }
        // What no cache has takes some time.
        let unique_source = format!("{text}\n// {:?} {}\n", std::time::SystemTime::now(), std::process::id());
        let timed = device.context.loader(&options).load_ptx(&unique_source).unwrap();
        assert!(timed.log().wall_time.is_some_and(|time| !time.is_zero()), "{:?}", timed.log());
        let broken: [(&[u8], &str); 2] = [(b"hello", "this text begins with \"hello\""), (b"\x7fELF\xff", "`Context::load_cubin`")];
        for (bytes, explanation) in broken {
            std::fs::write(&path, bytes).unwrap();
            let error = device.context.load_ptx_file(&path).unwrap_err().to_string();
            assert!(error.starts_with(&format!("cannot load {}: cuModuleLoadDataEx: ", path.display())), "{error}");
            assert!(error.contains(explanation), "{error}");
        }
        let error = device.context.load_ptx(".version 7.0\n\0").unwrap_err();
        assert!(error.to_string().contains("null byte at position 13"), "{error}");
    }
}
