//! The operations with NVIDIA's `cuda-core`, and graphs with its `cuda-async`.

use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use cuda_async::cuda_graph::CudaGraph;
use cuda_async::device_operation::DeviceOp;
use cuda_async::error::DeviceError;
use cuda_async::launch::AsyncKernelLaunchBuilder;
use cuda_core::{
    Context, DeviceBuffer, DriverError, Event, Function, LaunchConfig, Module, Stream,
    launch_kernel_on_stream,
};
use cuda_driver::Driver;
use cuda_rust::block_on;

use crate::kernel;
use crate::measure::{Failure, Operation, Way};
use crate::peer::{self, repeat};

/// What cuda-core works with.
struct Peer {
    context: Arc<Context>,
    stream: Arc<Stream>,
    event: Event,
    kernel_0: Arc<Function>,
    kernel_5: Function,
    kernel_16: Function,
    /// Of 20 launches without arguments, one after the other.
    graph: CudaGraph<()>,
    x: DeviceBuffer<u32>,
    long: DeviceBuffer<u64>,
    long_2: DeviceBuffer<u64>,
    /// The kernels of `calls.rs`.
    module: Arc<Module>,
    pointers: [(usize, Function); 4],
    image: String,
}

type Calls<E> = fn(&mut Peer, u64) -> Result<(), E>;

/// The operations that cuda-core supports without calls of its own bindings.
const OPERATIONS: &[(&str, Calls<DriverError>)] = &[
    ("launch, no arguments", launch_0),
    ("launch, 5 arguments", launch_5),
    ("launch, 16 arguments", launch_16),
    ("copy 4 bytes, host to device", |p, calls| {
        repeat(calls, |_| p.x.copy_from_host(&p.stream, &[7]))
    }),
    ("record event", record),
    ("alloc and free", alloc_and_drop),
    ("alloc and drop", alloc_and_drop),
    ("bind context, already current", bind),
    ("ctx_device.ctx_set_current", bind),
    ("ctx_device.primary_ctx_retain_release", |_, calls| repeat(calls, |_| Context::new(0))),
    ("event.event_create_destroy", |p, calls| repeat(calls, |_| p.context.new_event())),
    ("event.event_record", record),
    ("event.event_query", |p, calls| repeat(calls, |_| p.event.query())),
    ("event.event_synchronize", |p, calls| repeat(calls, |_| p.event.synchronize())),
    ("stream.stream_create_destroy", |p, calls| repeat(calls, |_| p.context.new_stream())),
    ("stream.stream_query", |p, calls| repeat(calls, |_| p.stream.query())),
    ("stream.stream_synchronize", |p, calls| repeat(calls, |_| p.stream.synchronize())),
    ("memory.mem_alloc_async_free_async", |p, calls| {
        // SAFETY: nothing reads it.
        repeat(calls, |_| unsafe { DeviceBuffer::<u8>::uninitialized_async(&p.stream, 1024) })
    }),
    ("memory.memcpy_htod", |p, calls| repeat(calls, |_| p.long.copy_from_host(&p.stream, &[7]))),
    ("memory.memcpy_dtoh", |p, calls| {
        let mut host = [0];
        repeat(calls, |_| p.long.copy_to_host(&p.stream, &mut host))
    }),
    ("memory.memcpy_dtod", |p, calls| {
        repeat(calls, |_| p.long_2.copy_from_device_async(&p.long, &p.stream))
    }),
    ("launch.launch_empty_kernel", launch_0),
    ("launch.launch_small_kernel", |p, calls| launch_pointers(p, calls, 1)),
    ("launch.launch_16_args", |p, calls| launch_pointers(p, calls, 16)),
    ("launch.launch_256_args", |p, calls| launch_pointers(p, calls, 256)),
    ("launch.launch_512_args", |p, calls| launch_pointers(p, calls, 512)),
    ("module.module_load_unload", |p, calls| {
        repeat(calls, |_| p.context.load_module_from_ptx_src(&p.image))
    }),
    ("module.module_get_function", |p, calls| {
        repeat(calls, |_| p.module.load_function("kernel_1"))
    }),
];

/// The operations that cuda-async supports. A launch that isn't waited for isn't one: it has blocking calls and futures.
const GRAPHS: &[(&str, Calls<DeviceError>)] = &[
    ("run graph of 20 kernels", |p, calls| repeat(calls, |_| p.graph.launch().sync_on(&p.stream))),
    ("await graph of 20 kernels", |p, calls| repeat(calls, |_| block_on(p.graph.launch()))),
];

/// Adds the versions of both crates to the operations.
pub fn add_ways(driver: Driver, operations: &mut [Operation]) -> Result<(), Failure> {
    let peer = Rc::new(RefCell::new(Peer::new()?));
    add(operations, "cuda-core", OPERATIONS, &peer)?;
    add(operations, "cuda-async", GRAPHS, &peer)?;
    peer::unbind(driver)
}

fn add<E: Debug + 'static>(
    operations: &mut [Operation],
    way: &'static str,
    calls: &[(&str, Calls<E>)],
    peer: &Rc<RefCell<Peer>>,
) -> Result<(), Failure> {
    for &(name, calls) in calls {
        let peer = Rc::clone(peer);
        let calls = move |count| {
            let answer = calls(&mut peer.borrow_mut(), count);
            answer.map_err(|error| Failure::from(format!("{error:?}")))
        };
        peer::operation(operations, name)?.ways.push(Way::new(way, calls));
    }
    Ok(())
}

impl Peer {
    fn new() -> Result<Self, Failure> {
        let build = || -> Result<Self, DeviceError> {
            let context = Context::new(0)?;
            let stream = context.new_stream()?;
            let five = kernel::ptx().into_string().unwrap_or_default();
            let five = context.load_module_from_ptx_src(&five)?;
            let image = crate::calls::ptx().into_string().unwrap_or_default();
            let module = context.load_module_from_ptx_src(&image)?;
            let event = context.new_event()?;
            event.record(&stream)?;
            let kernel_0 = Arc::new(five.load_function("kernel_0")?);
            let graph = CudaGraph::scope(&stream, |scope| {
                (0..20).try_for_each(|_| {
                    let config = LaunchConfig {
                        grid_dim: (1, 1, 1),
                        block_dim: (32, 1, 1),
                        shared_mem_bytes: 0,
                    };
                    let launch = AsyncKernelLaunchBuilder::new(Arc::clone(&kernel_0));
                    // SAFETY: kernel_0(), which uses no memory.
                    scope.record(unsafe { launch.finalize_unchecked(config) })
                })
            })?;
            Ok(Self {
                graph,
                event,
                kernel_0,
                kernel_5: five.load_function("kernel_5")?,
                kernel_16: five.load_function("kernel_16")?,
                x: DeviceBuffer::zeroed(&stream, 1)?,
                long: DeviceBuffer::zeroed(&stream, 1)?,
                long_2: DeviceBuffer::zeroed(&stream, 1)?,
                pointers: [
                    (1, module.load_function("kernel_1")?),
                    (16, module.load_function("kernel_16")?),
                    (256, module.load_function("kernel_256")?),
                    (512, module.load_function("kernel_512_pointers")?),
                ],
                module,
                image,
                context,
                stream,
            })
        };
        build().map_err(|error| Failure::from(format!("{error:?}")))
    }
}

fn launch(
    stream: &Stream,
    function: &Function,
    threads: u32,
    arguments: &mut [*mut c_void],
) -> Result<(), DriverError> {
    let (grid, block) = ((1, 1, 1), (threads, 1, 1));
    // SAFETY: the callers pass the kernel's arguments, which it doesn't use.
    unsafe { launch_kernel_on_stream(function, grid, block, 0, stream, arguments) }
}

fn pointer<T>(value: &mut T) -> *mut c_void {
    core::ptr::from_mut(value).cast()
}

fn launch_0(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    repeat(calls, |_| launch(&p.stream, &p.kernel_0, 32, &mut []))
}

fn launch_5(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    repeat(calls, |index| {
        let (mut a, mut n, mut x) = (2f32, index, p.x.cu_deviceptr());
        let (mut y, mut z) = (x, x);
        let mut arguments =
            [pointer(&mut a), pointer(&mut x), pointer(&mut y), pointer(&mut z), pointer(&mut n)];
        launch(&p.stream, &p.kernel_5, 32, &mut arguments)
    })
}

fn launch_16(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    repeat(calls, |index| {
        let mut values = [index as u32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        let mut addresses = [p.x.cu_deviceptr(); 3];
        let values = values.iter_mut().map(pointer);
        let mut arguments = [core::ptr::null_mut(); 16];
        let all = values.chain(addresses.iter_mut().map(pointer));
        arguments.iter_mut().zip(all).for_each(|(to, argument)| *to = argument);
        launch(&p.stream, &p.kernel_16, 32, &mut arguments)
    })
}

fn launch_pointers(p: &mut Peer, calls: u64, count: usize) -> Result<(), DriverError> {
    let kernels = &p.pointers;
    let Some((_, kernel)) = kernels.iter().find(|(length, _)| *length == count) else {
        return Ok(());
    };
    repeat(calls, |_| {
        let mut values = [p.x.cu_deviceptr(); 512];
        let mut arguments = [core::ptr::null_mut(); 512];
        let values = values.iter_mut().map(pointer).take(count);
        arguments.iter_mut().zip(values).for_each(|(to, value)| *to = value);
        launch(&p.stream, kernel, 1, &mut arguments[..count])
    })
}

fn record(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    repeat(calls, |_| p.event.record(&p.stream))
}

fn alloc_and_drop(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    // SAFETY: nothing reads it.
    repeat(calls, |_| unsafe { DeviceBuffer::<u32>::uninitialized_async(&p.stream, 1) })
}

fn bind(p: &mut Peer, calls: u64) -> Result<(), DriverError> {
    repeat(calls, |_| p.context.bind_to_thread())
}
