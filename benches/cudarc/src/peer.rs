//! The operations with cudarc: as is, and without its event tracking, which a program may disable if it orders its
//! streams itself.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use cuda_driver::Driver;
use cudarc::driver::sys::{self, CUdevice_attribute, CUevent_flags};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaModule, CudaSlice, CudaStream, DriverError,
    LaunchConfig, PushKernelArg, result,
};
use cudarc::nvrtc::Ptx;

use crate::kernel;
use crate::measure::{Failure, Operation, Way};

/// What cudarc works with.
struct Peer {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    event: CudaEvent,
    kernel_0: CudaFunction,
    kernel_5: CudaFunction,
    kernel_16: CudaFunction,
    kernel_256: CudaFunction,
    x: CudaSlice<u32>,
    y: CudaSlice<u32>,
    z: CudaSlice<u32>,
    host: [u32; 1],
    /// The kernels of `calls.rs`.
    module: Arc<CudaModule>,
    pointers: [(usize, CudaFunction); 3],
    image: String,
}

type Calls = fn(&mut Peer, u64) -> Result<(), DriverError>;

/// The operations that cudarc supports: it can't query a stream, frees only by dropping, and binds a context
/// permanently.
const OPERATIONS: &[(&str, Calls)] = &[
    ("launch, no arguments", launch_0),
    ("launch, 5 arguments", launch_5),
    ("launch, 16 arguments", launch_16),
    ("launch, list of 256 arguments", launch_256),
    ("fill list of 256 and launch", fill_and_launch_256),
    ("copy 4 bytes, host to device", copy_to_device),
    ("copy 4 bytes, device to device", copy_on_device),
    ("record event", record),
    ("alloc and free", alloc_and_drop),
    ("alloc and drop", alloc_and_drop),
    ("bind context, already current", bind),
    ("ctx_device.ctx_set_current", bind),
    ("ctx_device.device_get", |_, calls| repeat(calls, |_| result::device::get(0))),
    ("ctx_device.device_get_attribute", |p, calls| {
        let attribute = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
        repeat(calls, |_| p.context.attribute(attribute))
    }),
    ("ctx_device.primary_ctx_retain_release", |_, calls| repeat(calls, |_| CudaContext::new(0))),
    ("event.event_create_destroy", |p, calls| {
        repeat(calls, |_| p.context.new_event(Some(CUevent_flags::CU_EVENT_DEFAULT)))
    }),
    ("event.event_record", record),
    ("event.event_synchronize", |p, calls| repeat(calls, |_| p.event.synchronize())),
    ("stream.stream_create_destroy", |p, calls| repeat(calls, |_| p.context.new_stream())),
    ("stream.stream_synchronize", |p, calls| repeat(calls, |_| p.stream.synchronize())),
    ("memory.mem_alloc_async_free_async", |p, calls| {
        // SAFETY: nothing reads it.
        repeat(calls, |_| unsafe { p.stream.alloc::<u8>(1024) })
    }),
    ("memory.memcpy_htod", |p, calls| {
        repeat(calls, |_| {
            p.stream.memcpy_htod(&p.host, &mut p.x)?;
            p.stream.synchronize()
        })
    }),
    ("memory.memcpy_dtoh", |p, calls| {
        repeat(calls, |_| {
            p.stream.memcpy_dtoh(&p.x, &mut p.host)?;
            p.stream.synchronize()
        })
    }),
    ("memory.memcpy_dtod", copy_on_device),
    ("launch.launch_empty_kernel", launch_0),
    ("launch.launch_16_args", |p, calls| launch_pointers(p, calls, 16)),
    ("launch.launch_256_args", |p, calls| launch_pointers(p, calls, 256)),
    ("launch.launch_512_args", |p, calls| launch_pointers(p, calls, 512)),
    ("module.module_load_unload", |p, calls| {
        repeat(calls, |_| p.context.load_module(Ptx::from_src(p.image.clone())))
    }),
    ("module.module_get_function", |p, calls| {
        repeat(calls, |_| p.module.load_function("kernel_1"))
    }),
];

/// Makes a call, and drops its result, as often as said.
pub fn repeat<T, E>(calls: u64, mut call: impl FnMut(u64) -> Result<T, E>) -> Result<(), E> {
    (0..calls).try_for_each(|index| call(index).map(drop))
}

/// Adds cudarc's versions of the operations.
pub fn add_ways(driver: Driver, operations: &mut [Operation]) -> Result<(), Failure> {
    for (way, is_tracking) in [("cudarc", true), ("cudarc, untracked", false)] {
        let peer = Rc::new(RefCell::new(Peer::new(is_tracking)?));
        for &(name, calls) in OPERATIONS {
            let peer = Rc::clone(&peer);
            let calls = move |count| Ok(calls(&mut peer.borrow_mut(), count)?);
            operation(operations, name)?.ways.push(Way::new(way, calls));
        }
    }
    unbind(driver)
}

/// Returns the operation of this name.
pub fn operation<'a>(
    operations: &'a mut [Operation],
    name: &str,
) -> Result<&'a mut Operation, Failure> {
    let mut operations = operations.iter_mut();
    let operation = operations.find(|operation| operation.name == name);
    operation.ok_or_else(|| format!("no operation is called {name:?}").into())
}

/// Leaves the thread without a current context, which the peers make current permanently: one operation is measured
/// without.
pub fn unbind(driver: Driver) -> Result<(), Failure> {
    // SAFETY: null is a valid argument.
    Ok(unsafe { driver.raw().cuCtxSetCurrent(core::ptr::null_mut()) }?)
}

impl Peer {
    fn new(is_tracking: bool) -> Result<Self, Failure> {
        let context = CudaContext::new(0)?;
        if !is_tracking {
            // SAFETY: there is only one stream.
            unsafe { context.disable_event_tracking() };
        }
        let stream = context.new_stream()?;
        let module = context.load_module(Ptx::from_src(kernel::ptx().into_string()?))?;
        let image = crate::calls::ptx().into_string()?;
        let all = context.load_module(Ptx::from_src(image.clone()))?;
        Ok(Self {
            // With timing, as for the other versions; cudarc's default is without.
            event: context.new_event(Some(CUevent_flags::CU_EVENT_DEFAULT))?,
            kernel_0: module.load_function("kernel_0")?,
            kernel_5: module.load_function("kernel_5")?,
            kernel_16: module.load_function("kernel_16")?,
            kernel_256: module.load_function("kernel_256")?,
            x: stream.alloc_zeros(1)?,
            y: stream.alloc_zeros(1)?,
            z: stream.alloc_zeros(1)?,
            host: [7],
            pointers: [
                (16, all.load_function("kernel_16")?),
                (256, all.load_function("kernel_256")?),
                (512, all.load_function("kernel_512_pointers")?),
            ],
            module: all,
            image,
            context,
            stream,
        })
    }
}

const SHAPE: LaunchConfig =
    LaunchConfig { grid_dim: (1, 1, 1), block_dim: (32, 1, 1), shared_mem_bytes: 0 };

fn launch_0(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for _ in 0..calls {
        // SAFETY: kernel_0()
        unsafe { p.stream.launch_builder(&p.kernel_0).launch(SHAPE) }?;
    }
    Ok(())
}

fn launch_5(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for i in 0..calls {
        let (a, n) = (2f32, i as usize);
        let mut launch = p.stream.launch_builder(&p.kernel_5);
        launch.arg(&a).arg(&p.x).arg(&p.y).arg(&mut p.z).arg(&n);
        // SAFETY: kernel_5(float, three pointers, size_t), which uses none of them.
        unsafe { launch.launch(SHAPE) }?;
    }
    Ok(())
}

fn launch_16(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for i in 0..calls {
        let a = i as u32;
        let rest = [1u32, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        let mut launch = p.stream.launch_builder(&p.kernel_16);
        launch.arg(&a);
        for value in &rest {
            launch.arg(value);
        }
        launch.arg(&p.x).arg(&p.y).arg(&mut p.z);
        // SAFETY: kernel_16(13 × unsigned, three pointers), which uses none of them.
        unsafe { launch.launch(SHAPE) }?;
    }
    Ok(())
}

fn launch_256(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    let values: [u32; 256] = core::array::from_fn(|index| index as u32);
    let mut launch = p.stream.launch_builder(&p.kernel_256);
    for value in &values {
        launch.arg(value);
    }
    for _ in 0..calls {
        // SAFETY: kernel_256(256 × unsigned)
        unsafe { launch.launch(SHAPE) }?;
    }
    Ok(())
}

fn fill_and_launch_256(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for i in 0..calls {
        let values: [u32; 256] =
            core::array::from_fn(|index| (i as u32).wrapping_add(index as u32));
        let mut launch = p.stream.launch_builder(&p.kernel_256);
        for value in &values {
            launch.arg(value);
        }
        // SAFETY: kernel_256(256 × unsigned)
        unsafe { launch.launch(SHAPE) }?;
    }
    Ok(())
}

fn launch_pointers(p: &mut Peer, calls: u64, count: usize) -> Result<(), DriverError> {
    let (_, kernel) = (p.pointers.iter().find(|(length, _)| *length == count))
        .ok_or(DriverError(sys::CUresult::CUDA_ERROR_NOT_FOUND))?;
    repeat(calls, |_| {
        let mut launch = p.stream.launch_builder(kernel);
        for _ in 0..count {
            launch.arg(&p.x);
        }
        // SAFETY: the kernel has so many pointers, and uses none of them.
        unsafe { launch.launch(SHAPE) }
    })
}

fn copy_to_device(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for _ in 0..calls {
        p.stream.memcpy_htod(&p.host, &mut p.x)?;
    }
    Ok(())
}

fn copy_on_device(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for _ in 0..calls {
        p.stream.memcpy_dtod(&p.x, &mut p.y)?;
    }
    Ok(())
}

fn record(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for _ in 0..calls {
        p.event.record(&p.stream)?;
    }
    Ok(())
}

fn alloc_and_drop(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for _ in 0..calls {
        // SAFETY: nothing reads it.
        drop(unsafe { p.stream.alloc::<u32>(1) }?);
    }
    Ok(())
}

fn bind(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    for _ in 0..calls {
        p.context.bind_to_thread()?;
    }
    Ok(())
}
