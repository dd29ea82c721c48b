//! The operations of the threads: each creates something, uses it, checks the result, and may leave it to others.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, mpsc};
use std::task::{self, Poll, Wake, Waker};

use cuda_driver::{
    DeviceBuffer, Error, ErrorCode, Launch, Stream,
    array::{ArrayDescriptor, ArrayFlags},
    context::ContextFlags,
    copy::CopyBatch,
    graph::CaptureMode,
    green::{DevResourceDesc, GreenContextFlags, SmResource, SmSplitFlags},
    managed::MemAttachFlags,
    memory::{MemAccessFlags, PoolProperties, RegisterFlags},
    tensor_map::TensorMap,
    texture::{Surface, Texture, TextureDescriptor},
};
use fastrand::Rng;

use super::graphs::{
    built_graphs, conditional_graphs, graph_memory, instantiations, updated_graphs,
};
use super::{ADDED, CODE, Leftover, Outcome, SharedState};
use crate::owners::PATIENCE;

/// An operation, which may leave a value to others.
pub type Operation = fn(&SharedState, &mut Rng) -> Outcome;

macro_rules! operations {
    ($($name:ident)*) => {
        pub const OPERATIONS: &[(&str, Operation)] = &[$((stringify!($name), $name)),*];
    };
}

operations! {
    buffers unpooled_buffers pools shared_pool managed_memory pinned_memory registered_memory streams_and_events
    events_across_contexts scopes forks moved_buffers shared_buffer launches kernels_of_libraries modules libraries linked_code
    globals graphs built_graphs updated_graphs instantiations conditional_graphs graph_memory cancelled_captures arrays textures_and_surfaces mipmapped_arrays pitched_buffers tensor_maps
    growing_buffers mapped_memory batches pointers callbacks owners_dropped_after_work contexts green_contexts refused_calls
    futures readers cached_memory fences recorded_streams host_functions current_contexts
}

/// Fails unless both are equal.
pub fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{found:.200?} instead of {expected:.200?}"))
    }
}

fn numbers(rng: &mut Rng) -> Vec<u32> {
    let len = rng.usize(1..5000);
    (0..len).map(|_| rng.u32(..)).collect()
}

#[allow(clippy::unnecessary_wraps, reason = "all that is left is an option")]
pub fn left(value: impl Send + 'static) -> Leftover {
    Some(Box::new(value))
}

fn buffers(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let source = stream.upload(&numbers)?;
    let mut target = stream.alloc::<u32>(numbers.len())?;
    stream.copy(&source, &mut target)?;
    same(target.to_vec()?, numbers.clone())?;
    stream.fill(target.slice_mut(..1)?, 5)?;
    same(target.to_vec()?[0], 5)?;
    source.destroy()?;
    Ok(left(target))
}

fn unpooled_buffers(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let mut buffer = stream.alloc_unpooled::<u64>(rng.usize(1..1000))?;
    stream.fill(&mut buffer, 1 << 40)?;
    same(buffer.to_vec()?.iter().all(|value| *value == 1 << 40), true)?;
    Ok(left(buffer))
}

fn pools(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let device = stream.context().device();
    let pool = shared.driver.create_pool(&PoolProperties::new(device).max_size(64 << 20))?;
    let mut buffer = stream.alloc_from::<u16>(&pool, rng.usize(1..10_000))?;
    stream.fill(&mut buffer, 9)?;
    same(buffer.to_vec()?.iter().all(|value| *value == 9), true)?;
    pool.trim(0)?;
    // The buffer keeps the pool.
    drop(pool);
    Ok(left(buffer))
}

fn shared_pool(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let mut buffer = stream.alloc_from::<u32>(&shared.pool, numbers.len())?;
    stream.upload_into(&numbers, &mut buffer)?;
    same(buffer.to_vec()?, numbers)?;
    Ok(left(buffer))
}

fn managed_memory(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let mut managed = stream.alloc_managed::<u32>(rng.usize(1..3000), MemAttachFlags::GLOBAL)?;
    let value = rng.u32(..);
    stream.fill(managed.as_slice_mut(), value)?;
    same(managed.host()?.iter().all(|found| *found == value), true)?;
    managed.host_mut()?[0] = 3;
    same(managed.as_buffer().to_vec()?[0], 3)?;
    Ok(left(managed))
}

fn pinned_memory(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let mut pinned = stream.context().pinned::<u32>(numbers.len())?;
    pinned.copy_from_slice(&numbers);
    let buffer = stream.upload(&pinned)?;
    pinned.fill(0);
    stream.download(&buffer, &mut pinned)?;
    same(pinned.to_vec(), numbers)?;
    Ok(left(pinned))
}

fn registered_memory(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, mut numbers) = (shared.stream(rng)?, numbers(rng));
    let buffer =
        stream.context().with_registered(&mut numbers, RegisterFlags::empty(), |numbers| {
            stream.upload(numbers)
        })?;
    same(buffer.to_vec()?, numbers)?;
    Ok(left(buffer))
}

fn streams_and_events(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (context, _) = shared.context(rng);
    let (a, b) = (context.stream()?, context.stream()?);
    let (begin, end) = (context.event()?, context.event()?);
    a.record(&begin)?;
    let mut buffer = a.alloc::<u8>(1 << rng.u32(..20))?;
    a.fill(&mut buffer, 1)?;
    a.record(&end)?;
    b.wait_event(&end)?;
    b.synchronize()?;
    same(end.query()?, true)?;
    begin.elapsed(&end)?;
    Ok(left((buffer, begin, end, b)))
}

fn events_across_contexts(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let streams = [0, 1].map(|index| shared.contexts[index].stream());
    let [Ok(one), Ok(other)] = streams else {
        return Err("there are no streams".into());
    };
    let event = one.context().event()?;
    let buffer = one.upload(&numbers(rng))?;
    one.record(&event)?;
    other.wait_event(&event)?;
    other.synchronize()?;
    same(event.query()?, true)?;
    Ok(left((other, buffer, event)))
}

fn scopes(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let mut back = vec![0; numbers.len()];
    let buffer = stream.scope(|scope| {
        let buffer = scope.upload(&numbers)?;
        scope.download(&buffer, &mut back)?;
        Ok(buffer)
    })?;
    same(back, numbers)?;
    Ok(left(buffer))
}

fn forks(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let branch = stream.context().stream()?;
    let mut buffer = stream.alloc::<u32>(2000)?;
    let value = rng.u32(..);
    stream.fork(|fork| {
        let (mine, lent) = buffer.as_slice_mut().split_at_mut(1000)?;
        stream.fill(mine, value)?;
        branch.fill(fork.lend(&branch, lent)?, value)?;
        Ok(())
    })?;
    same(buffer.to_vec()?, vec![value; 2000])?;
    Ok(left(buffer))
}

fn moved_buffers(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let mut buffer = stream.upload(&numbers)?;
    let other = stream.context().stream()?;
    buffer.move_to(&other)?;
    drop(stream);
    same(buffer.to_vec()?, numbers)?;
    Ok(left(buffer))
}

fn shared_buffer(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let from = rng.usize(..1000);
    let mut part = vec![0; 1000 - from];
    let numbers = &shared.numbers;
    numbers.stream().download(numbers.slice(from..)?, &mut part)?;
    same(part[0], from as u32)?;
    Ok(None)
}

/// Fills a buffer with a kernel, and checks it.
fn launched(
    stream: &Stream,
    function: &impl cuda_driver::launch::Launchable,
    rng: &mut Rng,
) -> Result<DeviceBuffer<u32>, Box<dyn std::error::Error>> {
    let (n, value) = (rng.u32(1..3000), rng.u32(..1000));
    let mut buffer = stream.alloc::<u32>(n as usize)?;
    let launch = Launch::elements(n as usize, 128);
    // SAFETY: fill(unsigned *out, unsigned value, unsigned n) writes n elements.
    unsafe { stream.launch(function, launch, (&mut buffer, value, n)) }?;
    same(buffer.to_vec()?, vec![value + ADDED; n as usize])?;
    Ok(buffer)
}

fn launches(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    Ok(left(launched(&stream, shared.function(&stream), rng)?))
}

fn kernels_of_libraries(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    Ok(match &shared.kernel {
        Some(kernel) => left(launched(&stream, kernel, rng)?),
        None => None,
    })
}

fn modules(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let function = stream.context().load_ptx(CODE)?.function("fill")?;
    launched(&stream, &function, rng)?;
    Ok(left(function))
}

fn libraries(shared: &SharedState, rng: &mut Rng) -> Outcome {
    if shared.kernel.is_none() {
        return Ok(None);
    }
    let stream = shared.stream(rng)?;
    let kernel = shared.driver.load_library_ptx(CODE)?.kernel("fill")?;
    launched(&stream, &kernel, rng)?;
    Ok(left(kernel))
}

fn linked_code(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let mut linker = stream.context().linker()?;
    linker.add_ptx("fill", CODE)?;
    let function = stream.context().load(&linker.complete()?)?.function("fill")?;
    launched(&stream, &function, rng)?;
    Ok(left(function))
}

fn globals(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let module = stream.context().load_ptx(CODE)?;
    let written = [rng.u32(..), rng.u32(..)];
    module.write_global(&stream, "added", &written)?;
    let mut read = [0; 2];
    module.read_global(&stream, "added", &mut read)?;
    same(read, written)?;
    Ok(left(module))
}

fn graphs(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (context, function) = shared.context(rng);
    let stream = context.stream()?;
    let mut buffer = stream.alloc_zeroed::<u32>(500)?;
    let mut capture = context.capture()?;
    let launch = Launch::elements(500, 128);
    // SAFETY: as in `launched`; nothing else uses the buffer until the graph has run.
    unsafe { capture.launch(function, launch, (&mut buffer, 4u32, 500u32)) }?;
    capture.keep(function.clone());
    let graph = capture.finish()?.instantiate()?;
    for _ in 0..3 {
        // SAFETY: as recorded.
        unsafe { graph.launch(&stream) }?;
    }
    same(buffer.to_vec()?, vec![4 + ADDED; 500])?;
    Ok(left(graph))
}

fn cancelled_captures(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (context, function) = shared.context(rng);
    let stream = context.stream()?;
    let mut buffer = stream.alloc::<u32>(10)?;
    let capture = context.capture()?;
    let launch = Launch::elements(10, 32);
    // SAFETY: it is never launched.
    unsafe { capture.launch(function, launch, (&mut buffer, 4u32, 10u32)) }?;
    drop(buffer);
    drop(capture);
    Ok(None)
}

fn arrays(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let extent = (rng.usize(1..64), rng.usize(1..32));
    let texels: Vec<u32> = (0..extent.0 * extent.1).map(|_| rng.u32(..)).collect();
    let array = stream.create_array(&ArrayDescriptor::new::<u32>(extent))?;
    stream.upload_region(&texels, &array, extent)?;
    let mut back = vec![0; texels.len()];
    stream.download_region(&array, &mut back, extent)?;
    same(back, texels)?;
    Ok(left(array))
}

fn textures_and_surfaces(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let descriptor = ArrayDescriptor::new::<f32>((16, 16)).flags(ArrayFlags::SURFACE_LDST);
    let array = stream.create_array(&descriptor)?;
    let texture = Texture::new(&array, &TextureDescriptor::default())?;
    let surface = Surface::new(&array)?;
    same(texture.view()?, None)?;
    texture.descriptor()?;
    drop(array);
    Ok(if rng.bool() { left(texture) } else { left(surface) })
}

fn mipmapped_arrays(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let array = stream.create_mipmapped_array(&ArrayDescriptor::new::<u8>((16, 8)), 3)?;
    let level = array.level(rng.u32(..3))?;
    let texels: Vec<u8> = (0..level.extent().len()).map(|_| rng.u8(..)).collect();
    stream.upload_region(&texels, &level, level.extent())?;
    let mut back = vec![0; texels.len()];
    stream.download_region(&level, &mut back, level.extent())?;
    same(back, texels)?;
    drop(level);
    Ok(left(array))
}

fn pitched_buffers(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let (width, height) = (rng.usize(1..200), rng.usize(1..50));
    let mut pitched = stream.alloc_pitched::<u16>(width, height)?;
    stream.fill_pitched(&mut pitched, 77)?;
    same(pitched.to_vec()?, vec![77; width * height])?;
    Ok(left(pitched))
}

fn tensor_maps(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let capability = stream.context().device().compute_capability()?;
    let memory = stream.alloc::<f32>(64 * 32)?;
    match TensorMap::tiled(&[64, 32], &[8, 4]).encode(&memory) {
        Ok(mut map) => map.replace_address(&memory)?,
        Err(_) if capability.major < 9 => {}
        Err(error) => return Err(error.into()),
    }
    Ok(left(memory))
}

fn growing_buffers(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let mut growing = stream.growing::<u8>(8 << 20)?;
    growing.grow_to(1)?;
    stream.fill(growing.as_slice_mut(), 6)?;
    growing.grow_to(growing.capacity() + 1)?;
    let mut first = [0];
    stream.download(growing.as_slice().slice(..1)?, &mut first)?;
    same(first, [6])?;
    Ok(left(growing))
}

fn mapped_memory(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let device = stream.context().device();
    let memory = device.create_memory(2 << 20)?;
    let addresses = shared.driver.reserve(4 << 20)?;
    let mut mapping = addresses.map(2 << 20, &memory)?;
    mapping.set_access(device, MemAccessFlags::READWRITE)?;
    drop((memory, addresses));
    // SAFETY: no other code uses it.
    let mut buffer = unsafe { mapping.into_buffer::<u32>(&stream) };
    stream.fill(&mut buffer, 12)?;
    let mut some = [0; 5];
    stream.download(buffer.slice(100..105)?, &mut some)?;
    same(some, [12; 5])?;
    Ok(left(buffer))
}

fn batches(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (context, _) = shared.context(rng);
    let (stream, numbers) = (context.stream()?, numbers(rng));
    let source = stream.upload(&numbers)?;
    let mut targets = [stream.alloc::<u32>(numbers.len())?, stream.alloc::<u32>(numbers.len())?];
    let mut batch = CopyBatch::new(&stream);
    for target in &mut targets {
        batch.push(&source, target)?;
    }
    match batch.run() {
        Err(error) if error.is_absent() => return Ok(None),
        result => result?,
    }
    drop(batch);
    for target in &targets {
        same(target.to_vec()?, numbers.clone())?;
    }
    Ok(left(targets))
}

fn pointers(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let buffer = stream.alloc_unpooled::<u8>(1000)?;
    let pointer = stream.context().pointer(buffer.as_raw() + rng.u64(..1000));
    same(pointer.range_start()?, buffer.as_raw())?;
    same(pointer.range_size()?, 1000)?;
    same(pointer.is_managed()?, false)?;
    same(pointer.attributes()?.buffer_id, pointer.buffer_id()?)?;
    Ok(left(buffer))
}

fn callbacks(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let (sender, receiver) = mpsc::channel();
    let buffer = stream.upload(&numbers)?;
    stream.on_done(move |result| {
        let _ = sender.send(result);
    })?;
    receiver.recv_timeout(PATIENCE)??;
    Ok(left(buffer))
}

fn owners_dropped_after_work(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let mut buffer = stream.alloc::<u8>(1 << 16)?;
    stream.fill(&mut buffer, 1)?;
    stream.drop_after(buffer)?;
    Ok(None)
}

fn contexts(shared: &SharedState, _: &mut Rng) -> Outcome {
    let Ok(_one) = shared.one_more_context.try_lock() else {
        return Ok(None);
    };
    let context = shared.contexts[0].device().create_context(ContextFlags::empty())?;
    let buffer = context.stream()?.upload(&[1u8, 2, 3])?;
    same(buffer.to_vec()?, vec![1, 2, 3])?;
    drop(context);
    drop(buffer);
    Ok(None)
}

fn green_contexts(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let Ok(_one) = shared.one_more_context.try_lock() else {
        return Ok(None);
    };
    let device = shared.contexts[0].device();
    let all: SmResource = match device.resource() {
        Err(error) if error.is_absent() => return Ok(None),
        resource => resource?,
    };
    let split = all.split_by_count(2, all.count() / 4, SmSplitFlags::empty())?;
    let desc = DevResourceDesc::new(device, &[&split.groups[rng.usize(..2)]])?;
    let green = desc.create_green_context(GreenContextFlags::default())?;
    let buffer = green.context().stream()?.upload(&[4u8, 5])?;
    drop(green);
    same(buffer.to_vec()?, vec![4, 5])?;
    Ok(None)
}

fn refused_calls(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let error = stream.alloc::<u8>(1 << 50).expect_err("no device has a pebibyte");
    same(matches!(error, Error::OutOfMemory { .. }), true)?;
    let mut short = stream.alloc::<u32>(3)?;
    same(stream.upload_into(&[1u32, 2], &mut short).is_err(), true)?;
    same(shared.driver.device(99).is_err(), true)?;
    let error = stream.context().pointer(0x10).range_size().unwrap_err();
    same(error.code(), ErrorCode::INVALID_VALUE)?;
    Ok(left(short))
}

/// Unparks a thread.
struct Unpark(std::thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn futures(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let mut buffer = stream.alloc::<u8>(1 << rng.u32(..16))?;
    stream.fill(&mut buffer, 1)?;
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = task::Context::from_waker(&waker);
    // Some are dropped before they are ready.
    let mut given_up: Vec<_> =
        (0..rng.usize(..4)).map(|_| stream.done()).collect::<Result<_, _>>()?;
    for done in &mut given_up {
        if rng.bool() {
            let _ = pin!(done).poll(&mut context);
        }
    }
    let mut transfer = pin!(
        stream
            .upload_owned(vec![rng.u8(..); buffer.len()], &mut buffer)
            .map_err(|error| error.error)?
            .into_future()
    );
    let mut polled = transfer.as_mut().poll(&mut context);
    if rng.bool() {
        return Ok(left((buffer, given_up)));
    }
    drop(given_up);
    loop {
        if let Poll::Ready(result) = polled {
            let memory = result.map_err(|error| error.error)?;
            same(buffer.to_vec()?, memory)?;
            return Ok(left(buffer));
        }
        std::thread::park_timeout(PATIENCE);
        polled = transfer.as_mut().poll(&mut context);
    }
}

fn readers(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let memory = stream.upload(&numbers)?.into_shared();
    let streams =
        (0..rng.usize(1..20)).map(|_| stream.context().stream()).collect::<Result<Vec<_>, _>>()?;
    let mut values = vec![memory];
    for stream in &streams {
        values.push(values[rng.usize(..values.len())].on(stream)?);
        if rng.bool() {
            drop(values.swap_remove(rng.usize(..values.len() - 1)));
        }
    }
    drop((stream, streams));
    let last = values.swap_remove(rng.usize(..values.len()));
    same(last.as_slice().to_vec()?, numbers)?;
    if rng.bool() {
        return Ok(left((values, last)));
    }
    drop(values);
    match last.into_buffer() {
        Ok(buffer) => Ok(left(buffer)),
        Err(_) => Err("nothing else shares it".into()),
    }
}

fn cached_memory(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.stream(rng)?;
    let (value, len) = (rng.u32(..), rng.usize(1..1000));
    let mut buffer = stream.alloc_from::<u32>(&shared.cache, len)?;
    stream.fill(&mut buffer, value)?;
    // Another stream of the same context frees it.
    if rng.bool() {
        buffer.move_to(&stream.context().stream()?)?;
    }
    same(buffer.to_vec()?, vec![value; len])?;
    Ok(left(buffer))
}

fn fences(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, other) = (shared.stream(rng)?, shared.stream(rng)?);
    let mut buffer = stream.alloc::<u32>(1000)?;
    stream.fill(&mut buffer, 3)?;
    let fence = stream.record_pooled()?;
    other.wait_event(&fence)?;
    other.synchronize()?;
    same(fence.query()?, true)?;
    same(buffer.to_vec()?, vec![3; 1000])?;
    Ok(left((buffer, fence.clone(), fence.done())))
}

fn recorded_streams(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let stream = shared.context(rng).0.stream()?;
    let before = stream.upload(&[1u32; 100])?;
    let mut buffer = stream.alloc::<u32>(100)?;
    let memory = stream.upload(&[2u32])?.into_shared();
    let mode = [CaptureMode::RELAXED, CaptureMode::THREAD_LOCAL][rng.usize(..2)];
    // SAFETY: this thread alone uses the stream, and its memory lives until the graph has run.
    let capture = unsafe { stream.capture(mode) }?;
    let mut inside = stream.alloc::<u32>(100)?;
    stream.fill(&mut inside, 5)?;
    stream.copy(&inside, &mut buffer)?;
    drop((inside, before, memory));
    if rng.bool() {
        drop(capture);
        return Ok(left(buffer));
    }
    let exec = capture.finish()?.instantiate()?;
    // SAFETY: as recorded.
    unsafe { exec.launch(&stream) }?;
    same(buffer.to_vec()?, vec![5; 100])?;
    drop(exec);
    Ok(left(buffer))
}

fn host_functions(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (stream, numbers) = (shared.stream(rng)?, numbers(rng));
    let buffer = stream.upload(&numbers)?;
    let (sender, receiver) = mpsc::channel();
    // The buffer is dropped where CUDA may be called.
    stream.launch_host_func(move || {
        let _ = sender.send(buffer.len());
    })?;
    same(receiver.recv_timeout(PATIENCE)?, numbers.len())?;
    Ok(None)
}

fn current_contexts(shared: &SharedState, rng: &mut Rng) -> Outcome {
    // SAFETY: the driver is initialized.
    let current = || unsafe { shared.driver.raw().cuCtxGetCurrent() };
    let before = current()?;
    let mut objects = Vec::new();
    for _ in 0..rng.usize(..10) {
        let context = shared.context(rng).0;
        match rng.u8(..3) {
            0 if !objects.is_empty() => drop(objects.swap_remove(rng.usize(..objects.len()))),
            1 => objects.push(context.make_current()?),
            _ => {
                objects.push(context.with_current(|| context.make_current())??);
                same(current()?, context.as_raw())?;
            }
        }
    }
    drop(objects);
    same(current()?, before)?;
    Ok(None)
}
