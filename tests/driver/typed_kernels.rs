//! Kernels with a signature: checks when they are created, and when they are launched.

use cuda_driver::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Error, ErrorCode, Launch, LaunchAttribute, Stream,
    Version,
    context::ContextFlags,
    driver::Symbol,
    launch::{ArgumentCheck, LaunchAttributeId, TypedKernel},
    sys::CUstreamCaptureMode,
};

use crate::allocations::allocations;
use crate::costs::instrumented;
use crate::device::{TestDevice, is_software, on_every_driver};
use crate::kernels;

type Saxpy = (
    f32,
    &'static DeviceBuffer<f32>,
    &'static DeviceBuffer<f32>,
    &'static mut DeviceBuffer<f32>,
    usize,
);

/// `{ unsigned, struct { unsigned, unsigned } }`: the second parameter begins at byte 4.
const PAIR: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry pair(.param .u32 a, .param .align 4 .b8 b[8]) { ret; }";

/// saxpy for the elements that all three buffers have.
#[allow(clippy::type_complexity)]
fn saxpy(
    device: &TestDevice,
) -> Option<
    impl Fn(&Stream, f32, &DeviceBuffer<f32>, &mut DeviceBuffer<f32>, usize) -> Result<(), Error>,
> {
    let saxpy = kernels::kernel(&device.context, "saxpy")?;
    // SAFETY: saxpy(float, const float *, const float *, float *, size_t) accesses as many elements of each.
    let saxpy = unsafe {
        saxpy.typed_if::<Saxpy, _>(|_, (_, x, y, out, n)| {
            [x.len(), y.len(), out.len()].iter().all(|len| n <= len)
        })
    }
    .unwrap();
    Some(
        move |stream: &Stream,
              a: f32,
              x: &DeviceBuffer<f32>,
              out: &mut DeviceBuffer<f32>,
              n: usize| {
            saxpy.launch(stream, Launch::elements(n, 128), (a, x, x, out, n))
        },
    )
}

on_every_driver! {
    fn a_typed_kernel_is_launched_without_unsafe(device) {
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        // SAFETY: four(int, int, int, int *) writes one element.
        let four = unsafe {
            four.typed_if::<(i32, i32, i32, DeviceSliceMut<i32>), _>(|_, (.., out)| !out.is_empty())
        }
        .unwrap();
        let mut out = device.stream.alloc_zeroed::<i32>(2).unwrap();
        four.launch(&device.stream, Launch::grid(1), (1, 2, 3, out.slice_mut(1..2).unwrap())).unwrap();
        four.launch(&device.stream, Launch::grid(1), (0, 2, 0, out.slice_mut(0..1).unwrap())).unwrap();
        assert_eq!(out.to_vec().unwrap(), [20, 321]);
        let knows = device.driver.version() >= Version::new(12, 4);
        let check = if knows { ArgumentCheck::Fits } else { ArgumentCheck::Unknown };
        assert_eq!(four.check(), check);
    }

    fn literals_have_the_kernels_parameter_type(device) {
        let Some(saxpy) = saxpy(device) else { return };
        let x = device.stream.upload(&[1.0f32; 10]).unwrap();
        let mut out = device.stream.alloc_zeroed::<f32>(10).unwrap();
        saxpy(&device.stream, 2.0, &x, &mut out, 3).unwrap();
        assert_eq!(out.to_vec().unwrap(), [3.0, 3.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }

    fn a_wrong_signature_is_an_error_that_names_the_parameter(device) {
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        // SAFETY: it is never launched.
        let (few, wide) = unsafe {
            (
                four.clone().typed::<(i32, i32, i32)>().map(drop),
                four.typed::<(i32, i64, i32, &mut DeviceBuffer<i32>)>().map(drop),
            )
        };
        let pair = device.context.load_ptx(PAIR).unwrap().function(c"pair").unwrap();
        // SAFETY: pair does nothing.
        let (aligned, bytes) = unsafe {
            (pair.clone().typed::<(u32, u64)>().map(drop), pair.typed::<(u32, [u32; 2])>().map(drop))
        };
        bytes.unwrap();
        if device.driver.version() < Version::new(12, 4) {
            assert!(few.is_ok() && wide.is_ok() && aligned.is_ok(), "this driver can't tell");
            return;
        }
        for (result, text) in [
            (few, "the kernel \"four\" takes 4 arguments, and 3 were given"),
            (wide, "argument 1 (counted from 0) is a `i64` of 8 bytes, and the parameter of the kernel \"four\" has 4"),
            (
                aligned,
                "parameter 1 (counted from 0) of the kernel \"pair\" is at byte 4, where no `u64` can be, which is aligned to \
                 8 bytes",
            ),
        ] {
            assert_eq!(result.unwrap_err().to_string(), text);
        }
    }

    fn a_launch_that_violates_the_condition_is_rejected(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let Some(saxpy) = saxpy(&device) else { return };
        let x = device.stream.upload(&[1.0f32; 10]).unwrap();
        let mut out = device.stream.alloc_zeroed::<f32>(9).unwrap();
        let unmet = saxpy(&device.stream, 2.0, &x, &mut out, 10).unwrap_err();
        assert!(matches!(unmet, Error::Condition(_)), "{unmet}");
        if device.driver.version() >= Version::new(12, 3) {
            assert!(unmet.to_string().contains("the condition of the kernel \"saxpy\""), "{unmet}");
            assert!(unmet.to_string().contains("(2.0: f32, 10 elements of f32, 10 elements of f32, 9 elements of f32, 10: usize)"), "{unmet}");
        }
        assert_eq!(instrument.calls(Symbol::cuLaunchKernel), 0);
        saxpy(&device.stream, 2.0, &x, &mut out, 9).unwrap();
        assert_eq!(instrument.calls(Symbol::cuLaunchKernel), 1);
    }

    fn a_condition_sees_launch_attributes(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        // SAFETY: nothing()
        let (together, pairs) = unsafe {
            (
                nothing.clone().typed_if::<(), _>(|launch, ()| launch.is_cooperative()).unwrap(),
                nothing.typed_if::<(), _>(|launch, ()| launch.cluster_dim() == Some((2, 1, 1).into())).unwrap(),
            )
        };
        let (two, four) = (LaunchAttribute::cluster((2, 1, 1)), LaunchAttribute::cluster((4, 1, 1)));
        let cooperative = LaunchAttribute::cooperative();
        let preferred = LaunchAttribute::preferred_cluster((4, 1, 1));
        // SAFETY: it is a value of the attribute.
        let alone = unsafe { LaunchAttribute::from_raw(LaunchAttributeId::COOPERATIVE, Default::default()) };
        let grid = Launch::grid(4);
        let not_pairs = [[four, cooperative], [two, four], [two, two], [two, preferred]];
        for attributes in not_pairs.each_ref().map(|some| &some[..]).into_iter().chain([&[][..]]) {
            let launch = grid.attributes(attributes);
            let launched = pairs.launch(&device.stream, launch, ());
            assert!(matches!(launched, Err(Error::Condition(_))), "{attributes:?}: {launched:?}");
        }
        for attributes in [&[][..], &[two], &[cooperative, alone], &[alone]] {
            let launch = grid.attributes(attributes);
            let launched = together.launch(&device.stream, launch, ());
            assert!(matches!(launched, Err(Error::Condition(_))), "{attributes:?}: {launched:?}");
        }
        together.launch(&device.stream, grid.attributes(&[cooperative]), ()).unwrap();
        // Unless the launch condition rejects it, the result depends on the driver's support for clusters.
        let launched = pairs.launch(&device.stream, grid.attributes(&[two]), ());
        assert!(!matches!(launched, Err(Error::Condition(_))));
        device.stream.synchronize().unwrap();
    }

    fn memory_of_another_stream_is_rejected_in_every_build(device) {
        let Some(saxpy) = saxpy(device) else { return };
        let other = device.context.stream().unwrap();
        let mut x = other.upload(&[1.0f32; 10]).unwrap();
        let mut out = device.stream.alloc_zeroed::<f32>(10).unwrap();
        let refused = saxpy(&device.stream, 2.0, &x, &mut out, 10);
        assert_eq!(refused, Err(Error::ArgumentOfOtherStream { index: 1 }));
        x.move_to(&device.stream).unwrap();
        saxpy(&device.stream, 2.0, &x, &mut out, 10).unwrap();
        assert_eq!(out.to_vec().unwrap(), [3.0; 10]);
    }

    fn a_function_of_another_context_is_rejected(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        // SAFETY: nothing()
        let nothing: TypedKernel<()> = unsafe { nothing.typed() }.unwrap();
        let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let stream = own_context.stream().unwrap();
        assert_eq!(nothing.launch(&stream, Launch::grid(1), ()), Err(Error::FunctionOfOtherContext));
        nothing.launch(&device.stream, Launch::grid(1), ()).unwrap();
        device.stream.synchronize().unwrap();
    }

    fn a_launch_that_could_overtake_earlier_work_is_rejected(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        // SAFETY: nothing()
        let nothing: TypedKernel<()> = unsafe { nothing.typed() }.unwrap();
        let attributes = [LaunchAttribute::programmatic_stream_serialization(true)];
        let launch = Launch::grid(1).attributes(&attributes);
        assert_eq!(nothing.launch(&device.stream, launch, ()), Err(Error::Overlap));
    }

    fn a_launch_is_one_call_and_allocates_nothing(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        // SAFETY: four(int, int, int, int *) writes one element.
        let four = unsafe { four.typed_if::<(i32, i32, i32, &mut DeviceBuffer<i32>), _>(|_, (.., out)| !out.is_empty()) }.unwrap();
        let mut out = device.stream.alloc_zeroed::<i32>(1).unwrap();
        instrument.reset();
        let before = allocations();
        four.launch(&device.stream, Launch::grid(1), (1, 2, 3, &mut out)).unwrap();
        // The software device itself allocates on this thread.
        let allocated = if is_software() { 0 } else { allocations() - before };
        assert_eq!((instrument.called(), allocated), (vec![(Symbol::cuLaunchKernel, 1)], 0));
    }

    fn a_launch_does_not_become_part_of_a_foreign_graph(device) {
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else { return };
        // SAFETY: nothing()
        let nothing: TypedKernel<()> = unsafe { nothing.typed() }.unwrap();
        let raw = device.driver.raw();
        // SAFETY: the stream outlives the borrowed value, and its capture is ended here.
        unsafe {
            let stream = Stream::borrow_raw(&device.context, device.stream.as_raw());
            raw.cuStreamBeginCapture(stream.as_raw(), CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED).unwrap();
            let refused = nothing.launch(&stream, Launch::grid(1), ());
            let graph = raw.cuStreamEndCapture(stream.as_raw()).unwrap();
            raw.cuGraphDestroy(graph).unwrap();
            assert_eq!(refused.unwrap_err().result().unwrap().code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        }
    }

    fn optional_memory_may_be_null(device) {
        let Some(is_null) = kernels::kernel(&device.context, "is_null") else { return };
        // SAFETY: is_null(const float *, unsigned *) reads nothing and writes one element.
        let is_null = unsafe {
            is_null.typed_if::<(Option<DeviceSlice<f32>>, &mut DeviceBuffer<u32>), _>(|_, (_, out)| !out.is_empty())
        }
        .unwrap();
        let memory = device.stream.alloc_zeroed::<f32>(4).unwrap();
        let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
        is_null.launch(&device.stream, Launch::grid(1), (None, &mut out)).unwrap();
        assert_eq!(out.to_vec().unwrap(), [1]);
        is_null.launch(&device.stream, Launch::grid(1), (Some(memory.as_slice()), &mut out)).unwrap();
        assert_eq!(out.to_vec().unwrap(), [0]);
    }
}
