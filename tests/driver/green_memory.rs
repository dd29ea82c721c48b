//! What the green contexts of a device and its primary context share, as the driver answers, and that safe calls allow
//! it.

use core::ffi::c_void;

use cuda_driver::{
    Context, CuResult, DeviceBuffer, Error, Event, Function, Launch, Module, PinnedBuffer, Stream,
    Version,
    context::ContextFlags,
    driver::Raw,
    event::EventFlags,
    graph::GraphExec,
    green::{DevResourceDesc, GreenContextFlags, SmResource, SmSplitFlags},
    memory::{MemoryPool, PinnedFlags},
    sys::{CUcontext, CUresult},
};

use crate::device::{TestDevice, on_every_driver};

/// Applies `x = 3 * x + 1` as often as asked.
const CODE: &str = "
.version 7.0
.target sm_52
.address_size 64
.global .align 4 .u32 answer = 42;
.visible .entry steps(.param .u64 pointer, .param .u32 rounds)
{
    .reg .u64 %at;
    .reg .u32 %x, %left;
    .reg .pred %over;
    ld.param.u64 %at, [pointer];
    ld.param.u32 %left, [rounds];
    cvta.to.global.u64 %at, %at;
    ld.global.u32 %x, [%at];
again:
    setp.eq.u32 %over, %left, 0;
    @%over bra done;
    mad.lo.u32 %x, %x, 3, 1;
    sub.u32 %left, %left, 1;
    bra again;
done:
    st.global.u32 [%at], %x;
    ret;
}";

/// Long enough to still run when the next call is made.
const LONG: u32 = 5_000_000;

/// The primary context, and two green contexts of the same device; `None` if the driver is too old.
fn contexts(device: &TestDevice) -> Option<[Context; 3]> {
    if device.driver.version() < Version::new(12, 4) {
        return None;
    }
    let gpu = device.context.device();
    let all: SmResource = gpu.resource().unwrap();
    let split = all.split_by_count(2, all.count() / 4, SmSplitFlags::empty()).unwrap();
    let [a, b] = [0, 1].map(|index| {
        let desc = DevResourceDesc::new(gpu, &[&split.groups[index]]).unwrap();
        desc.create_green_context(GreenContextFlags::default()).unwrap()
    });
    Some([device.context.clone(), a.context().clone(), b.context().clone()])
}

/// One object of each kind, made in one context.
struct Place {
    context: Context,
    stream: Stream,
    module: Module,
    steps: Function,
    event: Event,
    pooled: DeviceBuffer<u32>,
    unpooled: DeviceBuffer<u32>,
    pinned: PinnedBuffer<u32>,
    pool: MemoryPool,
    graph: GraphExec,
}

impl Place {
    fn new(context: &Context) -> Self {
        let stream = context.stream().unwrap();
        let module = context.load_ptx(CODE).unwrap();
        let steps = module.function("steps").unwrap();
        let pooled = stream.upload(&[1u32]).unwrap();
        let unpooled = stream.alloc_unpooled::<u32>(1).unwrap();
        let capture = context.capture().unwrap();
        // SAFETY: steps(unsigned *, unsigned), one element, which outlives the graph.
        unsafe { capture.launch(&steps, Launch::grid(1), (&pooled, 1u32)) }.unwrap();
        let graph = capture.finish().unwrap().instantiate().unwrap();
        stream.synchronize().unwrap();
        Self {
            context: context.clone(),
            event: context.event_with(EventFlags::empty()).unwrap(),
            pinned: context.pinned_with(1, PinnedFlags::DEVICE_MAP).unwrap(),
            pool: context.device().create_pool().unwrap(),
            stream,
            module,
            steps,
            pooled,
            unpooled,
            graph,
        }
    }
}

/// A call with objects of `from` on a stream of `to`, or with the context of `to` current.
type Call = fn(Raw, &Place, &Place) -> Result<(), CuResult>;

/// The calls, whether one needs a current context, and what an H100 returns for objects of a context that shares memory,
/// with driver 580.159.04: the same without a current context as with that of the stream.
const CALLS: &[(&str, bool, Call, CUresult)] = {
    const OK: CUresult = CUresult::CUDA_SUCCESS;
    &[
        ("cuLaunchKernel", false, launch, OK),
        ("cuEventRecord", false, record, OK),
        ("cuStreamWaitEvent", false, wait, OK),
        ("cuMemcpyDtoDAsync", false, copy, OK),
        ("cuMemsetD32Async", false, fill, OK),
        ("cuMemcpyHtoDAsync", false, upload, OK),
        ("cuMemAllocFromPoolAsync", false, alloc_from_pool, OK),
        ("cuMemFreeAsync", false, free_async, OK),
        ("cuGraphLaunch", false, launch_graph, OK),
        ("cuMemFree", true, free, OK),
        ("cuMemHostGetDevicePointer", true, map, OK),
        ("cuMemFreeHost", true, free_host, OK),
        ("cuModuleGetGlobal", true, global, OK),
        ("cuModuleUnload", true, unload, OK),
        ("cuEventSynchronize", true, synchronize_event, OK),
    ]
};

fn launch(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    let (mut at, mut rounds) = (to.pooled.as_raw(), 1u32);
    let mut parameters = [(&raw mut at).cast::<c_void>(), (&raw mut rounds).cast()];
    let (steps, stream) = (from.steps.as_raw(), to.stream.as_raw());
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe {
        raw.cuLaunchKernel(
            steps,
            1,
            1,
            1,
            1,
            1,
            1,
            0,
            stream,
            parameters.as_mut_ptr(),
            core::ptr::null_mut(),
        )
    }
}

fn record(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuEventRecord(from.event.as_raw(), to.stream.as_raw()) }
}

fn wait(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    from.stream.record(&from.event)?;
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuStreamWaitEvent(to.stream.as_raw(), from.event.as_raw(), 0) }
}

fn copy(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    let (source, target) = (from.pooled.as_raw(), to.pooled.as_raw());
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuMemcpyDtoDAsync(target, source, 4, to.stream.as_raw()) }
}

fn fill(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuMemsetD32Async(from.unpooled.as_raw(), 1, 1, to.stream.as_raw()) }
}

fn upload(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    let source = from.pinned.as_ptr().cast();
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuMemcpyHtoDAsync(to.pooled.as_raw(), source, 4, to.stream.as_raw()) }
}

fn alloc_from_pool(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe {
        let at = raw.cuMemAllocFromPoolAsync(4, from.pool.as_raw(), to.stream.as_raw())?;
        raw.cuMemFreeAsync(at, to.stream.as_raw())
    }
}

fn free_async(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe {
        let at = raw.cuMemAllocAsync(4, from.stream.as_raw())?;
        from.stream.synchronize()?;
        raw.cuMemFreeAsync(at, to.stream.as_raw())
    }
}

fn launch_graph(raw: Raw, from: &Place, to: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuGraphLaunch(from.graph.as_raw(), to.stream.as_raw()) }
}

fn free(raw: Raw, from: &Place, _: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe {
        let at = from.context.with_current(|| raw.cuMemAlloc(4))??;
        raw.cuMemFree(at)
    }
}

fn map(raw: Raw, from: &Place, _: &Place) -> Result<(), CuResult> {
    let host = from.pinned.as_ptr().cast_mut().cast();
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuMemHostGetDevicePointer(host, 0) }.map(drop)
}

fn free_host(raw: Raw, from: &Place, _: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe {
        let host = from.context.with_current(|| raw.cuMemHostAlloc(4, 0))??;
        raw.cuMemFreeHost(host)
    }
}

fn global(raw: Raw, from: &Place, _: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuModuleGetGlobal(from.module.as_raw(), c"answer") }.map(drop)
}

fn unload(raw: Raw, from: &Place, _: &Place) -> Result<(), CuResult> {
    let module = from.context.load_ptx(CODE).unwrap().into_raw().unwrap();
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuModuleUnload(module) }
}

fn synchronize_event(raw: Raw, from: &Place, _: &Place) -> Result<(), CuResult> {
    // SAFETY: all objects are alive, and every access is within the one element of each buffer.
    unsafe { raw.cuEventSynchronize(from.event.as_raw()) }
}

/// Makes a call without a current context, or with one.
fn answer(
    context: Option<CUcontext>,
    raw: Raw,
    call: impl FnOnce() -> Result<(), CuResult>,
) -> CUresult {
    let context = context.unwrap_or(core::ptr::null_mut());
    // SAFETY: the context is alive, and restored.
    unsafe {
        let before = raw.cuCtxGetCurrent().unwrap();
        raw.cuCtxSetCurrent(context).unwrap();
        let result = call();
        raw.cuCtxSetCurrent(before).unwrap();
        result.map_or_else(|error| error.code().as_raw(), |()| CUresult::CUDA_SUCCESS)
    }
}

/// Releases something of `from` during work of `to`, and returns whether that is over then; `None` if it was over before.
fn released(from: &Place, to: &Place, object: &str, rounds: u32) -> Option<bool> {
    let module = from.context.load_ptx(CODE).unwrap();
    let steps = module.function("steps").unwrap();
    let memory = from.stream.alloc_unpooled::<u32>(1).unwrap();
    let pinned = from.context.pinned::<u32>(1).unwrap();
    let buffer = to.stream.upload(&[1u32]).unwrap();
    // SAFETY: steps(unsigned *, unsigned), one element.
    unsafe { to.stream.launch(&steps, Launch::grid(1), (&buffer, rounds)) }.unwrap();
    to.stream.record(&to.event).unwrap();
    let was_over = to.event.query().unwrap();
    match object {
        "module" => {
            drop(steps);
            module.destroy().unwrap();
        }
        "pinned" => pinned.destroy().unwrap(),
        _ => memory.destroy().unwrap(),
    }
    let is_over = to.event.query().unwrap();
    (!was_over).then_some(is_over)
}

on_every_driver! {
    fn each_call_accepts_objects_of_contexts_that_share_memory(device) {
        let Some(contexts) = contexts(device) else { return };
        let raw = device.driver.raw();
        let places = contexts.each_ref().map(Place::new);
        let names = ["primary", "first", "second"];
        let mut wrong = Vec::new();
        for (name, needs_context, call, expected) in CALLS {
            for (from, to) in [(0, 1), (1, 0), (1, 2)] {
                let current = Some(places[to].context.as_raw());
                let cases = if *needs_context {
                    [Some(current), None]
                } else {
                    [Some(current), Some(None)]
                };
                for context in cases.into_iter().flatten() {
                    let found = answer(context, raw, || call(raw, &places[from], &places[to]));
                    if found != *expected {
                        let (is_current, from, to) = (context.is_some(), names[from], names[to]);
                        wrong.push(format!("{name}: {found:?} from {from} to {to}, current {is_current}"));
                    }
                }
            }
        }
        for place in &places {
            place.stream.synchronize().unwrap();
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    fn unloading_and_freeing_waits_for_work_of_contexts_that_share_memory(device) {
        let Some(contexts) = contexts(device) else { return };
        let places = contexts.each_ref().map(Place::new);
        let mut wrong = Vec::new();
        for (from, to) in [(0, 1), (1, 0), (1, 2)] {
            let (from_place, to_place) = (&places[from], &places[to]);
            for object in ["module", "pinned", "memory"] {
                let is_over = (0..).map(|doubled| released(from_place, to_place, object, LONG << doubled));
                // Longer work, until it still runs when the release begins.
                if !is_over.take(6).find_map(|is_over| is_over).unwrap() {
                    wrong.push(format!("{object} of {from} was released during work of {to}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    fn objects_of_a_destroyed_green_context_belong_to_the_primary_context(device) {
        let Some([primary, green, _]) = contexts(device) else { return };
        let raw = device.driver.raw();
        let place = Place::new(&primary);
        let stream = green.stream().unwrap();
        let module = green.load_ptx(CODE).unwrap().into_raw().unwrap();
        // SAFETY: the handles are alive, until they are destroyed here, once.
        unsafe {
            let pooled = raw.cuMemAllocAsync(4, stream.as_raw()).unwrap();
            let (unpooled, host, event, steps) = green.with_current(|| (
                raw.cuMemAlloc(4).unwrap(),
                raw.cuMemHostAlloc(4, 0).unwrap(),
                raw.cuEventCreate(0).unwrap(),
                raw.cuModuleGetFunction(module, c"steps").unwrap(),
            )).unwrap();
            stream.synchronize().unwrap();
            stream.destroy().unwrap();
            let mut answers = Vec::new();
            green.destroy().unwrap();
            primary.with_current(|| {
                let on = place.stream.as_raw();
                answers.push(("cuEventRecord", raw.cuEventRecord(event, on)));
                answers.push(("cuMemsetD32Async, pooled", raw.cuMemsetD32Async(pooled, 1, 1, on)));
                answers.push(("cuMemsetD32Async", raw.cuMemsetD32Async(unpooled, 1, 1, on)));
                answers.push(("cuMemcpyHtoDAsync", raw.cuMemcpyHtoDAsync(unpooled, host, 4, on)));
                let (mut at, mut rounds) = (pooled, 1u32);
                let mut parameters = [(&raw mut at).cast::<c_void>(), (&raw mut rounds).cast()];
                answers.push(("cuLaunchKernel", raw.cuLaunchKernel(
                    steps, 1, 1, 1, 1, 1, 1, 0, on, parameters.as_mut_ptr(), core::ptr::null_mut(),
                )));
                answers.push(("cuMemFreeAsync", raw.cuMemFreeAsync(pooled, on)));
                answers.push(("cuMemFreeAsync, unpooled", raw.cuMemFreeAsync(unpooled, on)));
                answers.push(("cuStreamSynchronize", raw.cuStreamSynchronize(on)));
                answers.push(("cuMemFreeHost", raw.cuMemFreeHost(host)));
                answers.push(("cuEventDestroy", raw.cuEventDestroy(event)));
                answers.push(("cuModuleUnload", raw.cuModuleUnload(module)));
            }).unwrap();
            answers.retain(|(_, result)| result.is_err());
            assert!(answers.is_empty(), "{answers:?}");
        }
    }

    fn buffers_move_between_the_parts_of_a_device(device) {
        let Some(contexts) = contexts(device) else { return };
        let streams = contexts.each_ref().map(|context| context.stream().unwrap());
        drop(contexts);
        let mut buffer = streams[1].upload(&[1u32; 1000]).unwrap();
        for stream in [&streams[0], &streams[2], &streams[1], &streams[0]] {
            buffer.move_to(stream).unwrap();
            let next: Vec<u32> = buffer.to_vec().unwrap().iter().map(|x| x + 1).collect();
            stream.upload_into(&next, &mut buffer).unwrap();
        }
        let shared = buffer.into_shared().on(&streams[2]).unwrap();
        assert_eq!(streams[2].fork(|fork| fork.share(&streams[1], shared.as_slice())?.to_vec()).unwrap(), [5; 1000]);
        let buffer = shared.on(&streams[0]).unwrap();
        drop((shared, streams));
        assert_eq!(buffer.as_slice().to_vec().unwrap(), [5; 1000], "the memory outlives the green contexts");
    }

    fn a_fork_runs_on_the_parts_of_a_device(device) {
        let Some([primary, first, second]) = contexts(device) else { return };
        let [main, left, right] = [&primary, &first, &second].map(|context| context.stream().unwrap());
        let mut buffer = main.upload(&[0u32; 6]).unwrap();
        let source = main.upload(&[7u32; 2]).unwrap();
        main.fork(|fork| {
            let (low, high) = buffer.as_slice_mut().split_at_mut(3)?;
            let mut low = fork.lend(&left, low)?;
            let high = fork.lend(&right, high)?;
            left.copy(fork.share(&left, &source)?, low.slice_mut(1..)?)?;
            right.fill(high, 2)
        }).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [0, 7, 7, 2, 2, 2]);
    }

    fn copies_and_mapped_memory_work_across_the_parts_of_a_device(device) {
        let Some([primary, first, _]) = contexts(device) else { return };
        let (here, there) = (primary.stream().unwrap(), first.stream().unwrap());
        let (source, mut target) = (there.upload(&[1u32, 2]).unwrap(), here.alloc::<u32>(2).unwrap());
        assert_eq!(here.copy(&source, &mut target).unwrap_err(), Error::OtherStream, "only the order is unknown");
        here.copy_peer(&source, &mut target).unwrap();
        assert_eq!(target.to_vec().unwrap(), [1, 2]);

        let pinned = primary.pinned_with::<u32>(4, PinnedFlags::DEVICE_MAP).unwrap();
        let mut mapped = there.map(pinned).unwrap();
        there.fill(mapped.as_device_mut(), 3).unwrap();
        assert_eq!(&*mapped.unmap().unwrap(), [3; 4]);
    }

    fn functions_run_on_all_parts_of_a_device(device) {
        let Some(contexts) = contexts(device) else { return };
        for from in &contexts {
            let module = from.load_ptx(CODE).unwrap();
            // SAFETY: steps(unsigned *, unsigned) reads and writes one element.
            let steps = unsafe { module.function("steps").unwrap().typed::<(&mut DeviceBuffer<u32>, u32)>() }.unwrap();
            for to in &contexts {
                let stream = to.stream().unwrap();
                let mut buffer = stream.upload(&[1u32]).unwrap();
                steps.launch(&stream, Launch::grid(1), (&mut buffer, 2)).unwrap();
                assert_eq!(buffer.to_vec().unwrap(), [13]);
                let mut found = [0u32];
                module.read_global(&stream, "answer", &mut found).unwrap();
                assert_eq!(found, [42]);
            }
        }
    }

    fn graphs_run_on_all_parts_of_a_device(device) {
        let Some(contexts) = contexts(device) else { return };
        for from in &contexts {
            let module = from.load_ptx(CODE).unwrap();
            let steps = module.function("steps").unwrap();
            let mut buffer = from.stream().unwrap().upload(&[0u32]).unwrap();
            let capture = from.capture().unwrap();
            // SAFETY: as above; the buffer outlives the graph.
            unsafe { capture.launch(&steps, Launch::grid(1), (&mut buffer, 1u32)) }.unwrap();
            let exec = capture.finish().unwrap().instantiate().unwrap();
            for to in &contexts {
                let stream = to.stream().unwrap();
                exec.upload(&stream).unwrap();
                // SAFETY: as recorded; nothing else uses the buffer until it is over.
                unsafe { exec.launch(&stream) }.unwrap();
                stream.synchronize().unwrap();
            }
            assert_eq!(buffer.to_vec().unwrap(), [13], "1, 4, 13");
        }
    }

    fn other_contexts_share_nothing(device) {
        let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        assert!(own_context.shares_memory_with(&own_context.clone()));
        assert!(!own_context.shares_memory_with(&device.context) && !device.context.shares_memory_with(&own_context));
        assert!(device.context.device().primary_context().unwrap().shares_memory_with(&device.context));
        // SAFETY: the context outlives the borrowed one.
        let borrowed = unsafe { Context::borrow_raw(device.context.device(), device.context.as_raw()) };
        assert!(borrowed.shares_memory_with(&device.context));
        let Some([_, green, other]) = contexts(device) else { return };
        assert!(green.shares_memory_with(&other) && green.shares_memory_with(&borrowed));
        assert!(!green.shares_memory_with(&own_context));
        let mut buffer = green.stream().unwrap().upload(&[1u32]).unwrap();
        let error = buffer.move_to(&own_context.stream().unwrap()).unwrap_err();
        assert_eq!(error, Error::OtherContext);
        let place = (Place::new(&own_context), Place::new(&green));
        let raw = device.driver.raw();
        for (from, to) in [(&place.0, &place.1), (&place.1, &place.0)] {
            for (name, call) in [("cuLaunchKernel", launch as Call), ("cuEventRecord", record)] {
                let found = answer(Some(to.context.as_raw()), raw, || call(raw, from, to));
                assert_eq!(found, CUresult::CUDA_ERROR_INVALID_HANDLE, "{name}");
            }
        }
    }
}
