use cuda_driver::{
    ArgumentList, DeviceAttribute, DeviceBuffer, Error, ErrorCode, Launch, LaunchAttribute,
    Version,
    graph::KernelNode,
    launch::{AnyKernel, ArgumentCheck},
    module::FunctionAttribute,
    sys::CUfunction_attribute,
};

use crate::device::on_every_driver;
use crate::kernels;

on_every_driver! {
    fn grids_and_blocks_have_three_dimensions(device) {
        let Some(shape) = kernels::kernel(&device.context, "shape") else { return };
        let mut out = device.stream.alloc_zeroed::<u32>(6).unwrap();
        // SAFETY: shape(unsigned *), six elements.
        unsafe { device.stream.launch(&shape, Launch::grid((3, 4, 5)).block((6, 7, 8)), (&mut out,)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [3, 4, 5, 6, 7, 8]);
    }

    fn a_launch_for_elements_has_a_thread_for_each(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        for (elements, threads) in [(1, 128), (0, 128), (127, 128), (128, 128), (1000, 128)] {
            let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
            // SAFETY: count(unsigned *), one element.
            unsafe { device.stream.launch(&count, Launch::elements(elements, threads), (&mut out,)) }.unwrap();
            let launched = out.to_vec().unwrap()[0] as usize;
            let most = elements.max(1) + threads as usize;
            assert!(launched >= elements && launched < most, "{launched} for {elements}");
        }
    }

    fn dynamic_shared_memory_is_available(device) {
        let Some(sum) = kernels::kernel(&device.context, "sum_shared") else { return };
        let input = device.stream.upload(&[1i32; 256]).unwrap();
        let mut out = device.stream.alloc_zeroed::<i32>(1).unwrap();
        // SAFETY: sum_shared(const int *, int *), 256 and one elements.
        unsafe { device.stream.launch(&sum, Launch::grid(1).block(256).shared_memory(1024), (&input, &mut out)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [256]);
    }

    fn an_invalid_launch_is_an_immediate_error(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        for launch in [Launch::grid(0), Launch::grid(1).block(0), Launch::grid(1).block(100_000), Launch::elements(usize::MAX, 1)] {
            // SAFETY: nothing()
            let error = unsafe { device.stream.launch(&nothing, launch, ()) }.unwrap_err();
            assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE, "{launch:?}");
        }
        device.stream.synchronize().unwrap();
    }

    fn attributes_reach_the_driver(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
        let (_, greatest) = device.context.stream_priority_range().unwrap();
        let attributes = [LaunchAttribute::priority(greatest), LaunchAttribute::cooperative()];
        // SAFETY: count(unsigned *), one element.
        let launched = unsafe { device.stream.launch(&count, Launch::grid(2).block(32).attributes(&attributes), (&mut out,)) };
        if device.driver.version() < Version::new(11, 8) {
            let error = launched.unwrap_err();
            assert_eq!(error.to_string(), "cuLaunchKernelEx needs a driver of 11.6 or newer, this is 11.4");
        } else {
            launched.unwrap();
            assert_eq!(out.to_vec().unwrap(), [64]);
        }
    }

    fn a_cooperative_launch_works_on_every_driver(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
        let cooperative = [LaunchAttribute::cooperative()];
        // SAFETY: count(unsigned *), one element.
        unsafe { device.stream.launch(&count, Launch::grid(2).block(32).attributes(&cooperative), (&mut out,)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [64]);
        // SAFETY: as above.
        let error = unsafe { device.stream.launch(&count, Launch::grid(10_000_000).block(32).attributes(&cooperative), (&mut out,)) };
        assert_eq!(error.unwrap_err().result().unwrap().code(), ErrorCode::COOPERATIVE_LAUNCH_TOO_LARGE);
    }

    fn clusters_are_launched_where_the_device_has_them(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        if device.driver.version() < Version::new(11, 8) { return }
        let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
        let cluster = [LaunchAttribute::cluster((2, 1, 1))];
        // SAFETY: count(unsigned *), one element.
        let launched = unsafe { device.stream.launch(&count, Launch::grid(4).block(32).attributes(&cluster), (&mut out,)) };
        if device.context.device().compute_capability().unwrap().major < 9 {
            launched.unwrap_err();
            return;
        }
        launched.unwrap();
        assert_eq!(out.to_vec().unwrap(), [128]);
        // SAFETY: as above.
        let error = unsafe { device.stream.launch(&count, Launch::grid(3).block(32).attributes(&cluster), (&mut out,)) };
        assert_eq!(error.unwrap_err().result().unwrap().code(), ErrorCode::INVALID_CLUSTER_SIZE);
    }

    fn arguments_are_checked_where_the_driver_reports_them(device) {
        let Some(saxpy) = kernels::kernel(&device.context, "saxpy") else { return };
        type Buffer<'a> = &'a DeviceBuffer<f32>;
        let right = saxpy.check_arguments::<(f32, Buffer, Buffer, Buffer, usize)>().unwrap();
        let is_checked = device.driver.version() >= Version::new(12, 4);
        assert_eq!(right, if is_checked { ArgumentCheck::Fits } else { ArgumentCheck::Unknown });
        if is_checked {
            let few = saxpy.check_arguments::<(f32, Buffer, Buffer, Buffer)>().unwrap_err();
            assert_eq!(few.to_string(), "the kernel \"saxpy\" takes 5 arguments, and 4 were given");
            let many = saxpy.check_arguments::<(f32, Buffer, Buffer, Buffer, usize, i32)>().unwrap_err();
            assert_eq!(many.to_string(), "the kernel \"saxpy\" takes 5 arguments, and 6 were given");
            let size = saxpy.check_arguments::<(f64, Buffer, Buffer, Buffer, usize)>().unwrap_err();
            assert_eq!(size.to_string(), "argument 0 (counted from 0) is a `f64` of 8 bytes, and the parameter of the kernel \"saxpy\" has 4; a number like `2.0` is an `f64`: write `2.0f32`");
        }
    }

    fn a_launch_with_arguments_of_another_size_or_number_is_refused_and_names_them(device) {
        let Some(saxpy) = kernels::kernel(&device.context, "saxpy") else { return };
        let (stream, once) = (&device.stream, Launch::grid(1));
        let (x, mut out) = (stream.upload(&[1.0f32]).unwrap(), stream.alloc_zeroed::<f32>(1).unwrap());
        if device.driver.version() < Version::new(12, 4) {
            // SAFETY: saxpy(float, const float *, const float *, float *, size_t), no elements: the driver reads the first
            // half of the first argument.
            unsafe { stream.launch(&saxpy, once, (3.0f64, &x, &x, &mut out, 0usize)) }.unwrap();
            return;
        }
        let arguments = "argument 0 (counted from 0) is a `f64` of 8 bytes, and the parameter of the kernel \"saxpy\" has 4; \
                         a number like `2.0` is an `f64`: write `2.0f32`";
        let refused = |launched: Result<(), Error>, text: &str| assert_eq!(launched.unwrap_err().to_string(), text);
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&saxpy, once, (3.0, &x, &x, &mut out, 1usize)) }, arguments);
        let narrow = "argument 4 (counted from 0) is a `i32` of 4 bytes, and the parameter of the kernel \"saxpy\" has 8; \
                      a number like `2` is an `i32`: write `2u64`";
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&saxpy, once, (3.0f32, &x, &x, &mut out, 1)) }, narrow);
        let few = "the kernel \"saxpy\" takes 5 arguments, and 4 were given";
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&saxpy, once, (3.0f32, &x, &x, &mut out)) }, few);
        let many = "the kernel \"saxpy\" takes 5 arguments, and 6 were given";
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&saxpy, once, (3.0f32, &x, &x, &mut out, 1usize, 1usize)) }, many);
        let memory = "argument 0 (counted from 0) is a `&cuda_driver::memory::buffer::DeviceBuffer<f32>` of 8 bytes, and \
                      the parameter of the kernel \"saxpy\" has 4";
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&saxpy, once, (&x, &x, &x, &mut out, 1usize)) }, memory);

        // Every way to launch: streams with a context of their own, scopes, captures, nodes, and kernels of libraries.
        let wrong = || (3.0, &x, &x, &x, 1usize);
        // SAFETY: it is refused.
        refused(unsafe { device.context.default_stream().launch(&saxpy, once, (3.0, 0u64, 0u64, 0u64, 1usize)) }, arguments);
        // SAFETY: it is refused.
        let scoped = stream.scope(|scope| unsafe { scope.launch(&saxpy, once, wrong()) });
        refused(scoped, arguments);
        let cooperative = [LaunchAttribute::cooperative()];
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&saxpy, once.attributes(&cooperative), wrong()) }, arguments);
        let capture = device.context.capture().unwrap();
        // SAFETY: it is refused.
        refused(unsafe { capture.launch(&saxpy, once, wrong()) }, arguments);
        // SAFETY: saxpy(float, const float *, const float *, float *, size_t), one element.
        unsafe { capture.launch(&saxpy, once, (3.0f32, &x, &x, &mut out, 1usize)) }.unwrap();
        capture.finish().expect("the capture is still valid");
        let library = device.driver.load_library_ptx(kernels::ptx().unwrap().as_str()).unwrap();
        let kernel = library.kernel("saxpy").unwrap();
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&kernel, once, wrong()) }, arguments);
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&kernel.function(&device.context).unwrap(), once, wrong()) }, arguments);
        // SAFETY: it is refused.
        refused(unsafe { stream.launch(&AnyKernel::Kernel(kernel), once, wrong()) }, arguments);

        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the graph is never launched.
        let right = unsafe { KernelNode::new(&saxpy, once, (3.0f32, 0u64, 0u64, 0u64, 0u64)) };
        let node = graph.add_node(&[], right).unwrap();
        // SAFETY: they are refused.
        let wide = || unsafe { KernelNode::new(&saxpy, once, (3.0, 0u64, 0u64, 0u64, 0u64)) };
        refused(graph.add_node(&[], wide()).map(drop), arguments);
        refused(graph.set_node(node, wide()), arguments);
        refused(graph.instantiate().unwrap().set_node(node, wide()), arguments);
    }

    fn a_list_of_arguments_of_another_size_or_number_is_refused(device) {
        if device.driver.version() < Version::new(12, 4) { return; }
        let Some(module) = kernels::module(&device.context) else { return };
        let (four, sixteen) = (module.function("four").unwrap(), module.function("sixteen").unwrap());
        let (stream, once) = (&device.stream, Launch::grid(1));
        let mut out = stream.alloc_zeroed::<i32>(1).unwrap();
        let mut list = ArgumentList::new();
        list.push(1i32).push(2i64).push(3i32).push(&mut out);
        // SAFETY: it is refused.
        let error = unsafe { stream.launch(&four, once, &list) }.unwrap_err();
        let expected = "argument 1 (counted from 0) has 8 bytes, and the parameter of the kernel \"four\" has 4";
        assert_eq!(error.to_string(), expected);
        let mut list = list.reset();
        list.push(1i32);
        // SAFETY: it is refused.
        let error = unsafe { stream.launch(&four, once, &list) }.unwrap_err();
        assert_eq!(error.to_string(), "the kernel \"four\" takes 4 arguments, and 1 were given");
        // On the heap.
        let mut list = ArgumentList::new();
        list.extend([1i32; 17]);
        // SAFETY: it is refused.
        let error = unsafe { stream.launch(&sixteen, once, &list) }.unwrap_err();
        assert_eq!(error.to_string(), "the kernel \"sixteen\" takes 16 arguments, and 17 were given");
        let mut list = list.reset();
        list.extend([1i32; 14]);
        list.push_bytes(&[0; 12]).push(&mut out);
        // SAFETY: it is refused.
        let error = unsafe { stream.launch(&sixteen, once, &list) }.unwrap_err();
        let expected = "argument 14 (counted from 0) has 12 bytes, and the parameter of the kernel \"sixteen\" has 4";
        assert_eq!(error.to_string(), expected);
        assert_eq!(out.to_vec().unwrap(), [0]);
    }

    fn dynamic_shared_memory_has_the_documented_limit(device) {
        let Some(sum) = kernels::kernel(&device.context, "sum_shared") else { return };
        let whole = device.context.device().attribute(DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN).unwrap();
        let limit = whole - sum.attribute(FunctionAttribute::SHARED_SIZE_BYTES).unwrap();
        let set = |bytes| sum.set_attribute(FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
        assert_eq!(set(limit + 1).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        set(limit).unwrap();
    }

    fn functions_have_attributes_and_an_occupancy(device) {
        let Some(saxpy) = kernels::kernel(&device.context, "saxpy") else { return };
        let threads = saxpy.attribute(FunctionAttribute::MAX_THREADS_PER_BLOCK).unwrap();
        let device_threads = device.context.device().attribute(DeviceAttribute::MAX_THREADS_PER_BLOCK).unwrap();
        assert!(threads > 0 && threads <= device_threads);
        assert!(saxpy.max_active_blocks(256, 0).unwrap() > 0);
        saxpy.set_attribute(FunctionAttribute::PREFERRED_SHARED_MEMORY_CARVEOUT, 50).unwrap();
        assert!(saxpy.attribute(FunctionAttribute::from_raw(CUfunction_attribute(10_000))).is_err());
    }
}
