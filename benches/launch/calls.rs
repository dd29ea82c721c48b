//! The calls that NVIDIA's micro-benchmarks of cuda.bindings time, by their ids, and some of our own: in C, and with
//! `cuda-driver`.
//!
//! NVRTC's aren't among them: a `Program` calls it only when it is compiled, which `benches/compile` measures.

use core::ffi::c_void;
use std::cell::RefCell;
use std::ffi::CString;
use std::rc::Rc;

use cuda_driver::event::EventFlags;
use cuda_driver::launch::{Argument, ArgumentList, TypedKernel};
use cuda_driver::module::FunctionAttribute;
use cuda_driver::tensor_map::TensorMap;
use cuda_driver::{
    Context, Device, DeviceAttribute, DeviceBuffer, Error, Event, Function, Launch, Module, Stream,
    sys::{
        CUcontext, CUdevice, CUdeviceptr, CUevent, CUfunction, CUmodule, CUresult, CUstream,
        DriverTable,
    },
};

use crate::measure::{Failure, Operation, SUBJECT, Way};

/// The functions and handles that C uses: `struct calls` of `benches/launch/calls.c`.
#[repr(C)]
struct Calls {
    functions: [*const c_void; FUNCTIONS],
    context: CUcontext,
    stream: CUstream,
    branch: CUstream,
    event: CUevent,
    mark: CUevent,
    module: CUmodule,
    kernels: [CUfunction; KERNELS.len()],
    image: *const c_void,
    x: CUdeviceptr,
    y: CUdeviceptr,
    device: CUdevice,
}

/// Returns the addresses of functions, `None` if a driver lacks one.
macro_rules! functions {
    ($($name:ident,)*) => {
        const FUNCTIONS: usize = [$(stringify!($name)),*].len();

        fn functions(table: &DriverTable) -> Option<[*const c_void; FUNCTIONS]> {
            Some([$(table.$name? as *const c_void),*])
        }
    };
}

functions! {
    cuCtxGetCurrent,
    cuCtxSetCurrent,
    cuCtxGetDevice,
    cuDeviceGet,
    cuDeviceGetAttribute,
    cuDevicePrimaryCtxRetain,
    cuDevicePrimaryCtxRelease_v2,
    cuEventCreate,
    cuEventDestroy_v2,
    cuEventRecord,
    cuEventQuery,
    cuEventSynchronize,
    cuStreamCreate,
    cuStreamDestroy_v2,
    cuStreamQuery,
    cuStreamSynchronize,
    cuMemAlloc_v2,
    cuMemFree_v2,
    cuMemAllocAsync,
    cuMemFreeAsync,
    cuMemcpyHtoD_v2,
    cuMemcpyDtoH_v2,
    cuMemcpyDtoDAsync_v2,
    cuLaunchKernel,
    cuModuleLoadData,
    cuModuleUnload,
    cuModuleGetFunction,
    cuFuncGetAttribute,
    cuPointerGetAttribute,
    cuPointerGetAttributes,
    cuTensorMapEncodeTiled,
    cuTensorMapEncodeIm2col,
    cuMemcpyHtoDAsync_v2,
    cuStreamWaitEvent,
}

/// The kernels, and what they take: how many of which type of PTX.
const KERNELS: [(&str, usize, &str); 10] = [
    ("kernel_0", 0, ".u64"),
    ("kernel_1", 1, ".u64"),
    ("kernel_16", 16, ".u64"),
    ("kernel_256", 256, ".u64"),
    ("kernel_512_pointers", 512, ".u64"),
    ("kernel_512_bytes", 512, ".u8"),
    ("kernel_512_ints", 512, ".u32"),
    ("kernel_512_longs", 512, ".u64"),
    ("kernel_512_doubles", 512, ".f64"),
    ("kernel_struct", 1, ".align 8 .b8"),
];

/// A structure of 2,048 bytes.
#[derive(Clone, Copy)]
#[repr(C)]
struct LargeArgument([u64; 256]);

cuda_driver::kernel_argument!(LargeArgument);

/// What the calls with `cuda-driver` use.
struct Subject {
    device: Device,
    context: Context,
    stream: Stream,
    branch: Stream,
    event: Event,
    /// One without a time, as those of a fork are.
    mark: Event,
    module: Module,
    kernels: Vec<Function>,
    typed: TypedKernel<(&'static DeviceBuffer<u64>,), Function>,
    image: CString,
    x: DeviceBuffer<u64>,
    y: DeviceBuffer<f32>,
    z: DeviceBuffer<u64>,
    list: ArgumentList<'static>,
    /// It outlives all copies from it.
    host: [u64; 1],
}

impl Subject {
    fn new(context: &Context) -> Result<Self, Error> {
        let image = ptx();
        let module = context.load_ptx(&image)?;
        let kernels = KERNELS.iter().map(|(name, ..)| module.function(*name));
        let kernels = kernels.collect::<Result<_, _>>()?;
        let stream = context.stream()?;
        let event = context.event()?;
        stream.record(&event)?;
        stream.synchronize()?;
        Ok(Self {
            // SAFETY: the kernel has this argument, and doesn't use it.
            typed: unsafe { module.function("kernel_1")?.typed() }?,
            device: context.device(),
            context: context.clone(),
            branch: context.stream()?,
            mark: context.event_with(EventFlags::DISABLE_TIMING)?,
            event,
            module,
            kernels,
            image,
            x: stream.alloc_zeroed(1)?,
            y: stream.alloc_zeroed(64 * 32)?,
            z: stream.alloc_zeroed(1)?,
            list: ArgumentList::new(),
            host: [7],
            stream,
        })
    }

    fn calls(&self) -> Option<Calls> {
        Some(Calls {
            functions: functions(self.context.driver().raw().table())?,
            context: self.context.as_raw(),
            stream: self.stream.as_raw(),
            branch: self.branch.as_raw(),
            event: self.event.as_raw(),
            mark: self.mark.as_raw(),
            module: self.module.as_raw(),
            kernels: core::array::from_fn(|index| self.kernels[index].as_raw()),
            image: self.image.as_ptr().cast(),
            x: self.x.as_raw(),
            y: self.y.as_raw(),
            device: self.device.as_raw(),
        })
    }

    /// Launches a kernel of the list's arguments.
    fn launch_list(&self, kernel: usize) -> Result<(), Error> {
        // SAFETY: the list has the kernel's arguments, which it doesn't use.
        unsafe { self.stream.launch(&self.kernels[kernel], one(), &self.list) }
    }

    fn fill<T: Argument + 'static>(&mut self, values: impl Iterator<Item = T>) {
        self.list.clear();
        self.list.extend(values);
    }
}

/// Returns PTX of empty kernels.
pub fn ptx() -> CString {
    let mut ptx = ".version 7.0\n.target sm_52\n.address_size 64\n".to_owned();
    for (name, count, ty) in KERNELS {
        let size = if ty.contains(".b8") { "[2048]" } else { "" };
        let parameters = (0..count).map(|index| format!("    .param {ty} {name}_{index}{size}"));
        let parameters = parameters.collect::<Vec<_>>().join(",\n");
        ptx += &format!("\n.visible .entry {name}(\n{parameters}\n)\n{{\n    ret;\n}}\n");
    }
    // It contains no null byte.
    CString::new(ptx).unwrap_or_default()
}

type InC = unsafe extern "C" fn(*const Calls, u64) -> CUresult;
type RustCall = fn(&mut Subject, u64) -> Result<(), Error>;

/// A function of `benches/launch/calls.c`, if it was compiled.
macro_rules! in_c {
    ($name:ident) => {{
        #[cfg(c_twin)]
        {
            unsafe extern "C" {
                fn $name(calls: *const Calls, count: u64) -> CUresult;
            }
            Some($name as InC)
        }
        #[cfg(not(c_twin))]
        {
            None::<InC>
        }
    }};
}

/// Returns the operations; none if the driver lacks a function, as before 12.0.
#[rustfmt::skip]
pub fn all(context: &Context) -> Result<Vec<Operation>, Error> {
    let subject = Subject::new(context)?;
    let Some(calls) = subject.calls() else {
        return Ok(Vec::new());
    };
    let (calls, subject) = (Rc::new(calls), Rc::new(RefCell::new(subject)));
    let mut all = Vec::new();
    // The id, whether each call adds to the stream's queue, and a call.
    macro_rules! operation {
        ($name:literal, $c:ident, $is_queued:literal, |$subject:pat_param, $i:pat_param| $call:expr) => {
            all.push(operation($name, $is_queued, in_c!($c), &calls, &subject, |subject, calls| {
                for i in 0..calls {
                    let ($subject, $i) = (&mut *subject, i);
                    $call?;
                }
                Ok(())
            }))
        };
    }
    operation!("ctx_device.ctx_get_current", calls_ctx_get_current, false, |s, _| Context::current(s.context.driver()));
    operation!("ctx_device.ctx_set_current", calls_ctx_set_current, false, |s, _| s.context.make_current().map(drop));
    operation!("ctx_device.ctx_get_device", calls_ctx_get_device, false, |s, _| Ok::<_, Error>(core::hint::black_box(s.context.device())));
    operation!("ctx_device.device_get", calls_device_get, false, |s, _| s.context.driver().device(0));
    operation!("ctx_device.device_get_attribute", calls_device_get_attribute, false, |s, _| s.device.attribute(DeviceAttribute::COMPUTE_CAPABILITY_MAJOR));
    operation!("ctx_device.primary_ctx_retain_release", calls_primary_ctx_retain_release, false, |s, _| s.device.primary_context());
    operation!("event.event_create_destroy", calls_event_create_destroy, false, |s, _| s.context.event());
    operation!("event.event_record", calls_event_record, true, |s, _| s.stream.record(&s.event));
    operation!("event.event_query", calls_event_query, false, |s, _| s.event.query());
    operation!("event.event_synchronize", calls_event_synchronize, false, |s, _| s.event.synchronize());
    operation!("stream.stream_create_destroy", calls_stream_create_destroy, false, |s, _| s.context.stream());
    operation!("stream.stream_query", calls_stream_query, false, |s, _| s.stream.query());
    operation!("stream.stream_synchronize", calls_stream_synchronize, false, |s, _| s.stream.synchronize());
    operation!("memory.mem_alloc_free", calls_mem_alloc_free, false, |s, _| s.stream.alloc_unpooled::<u8>(1024));
    operation!("memory.mem_alloc_async_free_async", calls_mem_alloc_async_free_async, true, |s, _| s.stream.alloc::<u8>(1024));
    operation!("memory.memcpy_htod", calls_memcpy_htod, false, |s, _| s.stream.upload_into(&s.host, &mut s.x));
    operation!("memory.memcpy_dtoh", calls_memcpy_dtoh, false, |s, _| s.stream.download(&s.x, &mut s.host));
    operation!("memory.memcpy_dtod", calls_memcpy_dtod, true, |s, _| s.stream.copy(&s.x, &mut s.z));
    operation!("launch.launch_empty_kernel", calls_launch_empty_kernel, true, |s, _| {
        // SAFETY: the kernel has no arguments.
        unsafe { s.stream.launch(&s.kernels[0], one(), ()) }
    });
    operation!("launch.launch_small_kernel", calls_launch_small_kernel, true, |s, _| {
        // SAFETY: the kernel has this argument, and doesn't use it.
        unsafe { s.stream.launch(&s.kernels[1], one(), (&s.x,)) }
    });
    operation!("launch.launch_16_args", calls_launch_16_args, true, |s, _| {
        let x = &s.x;
        // SAFETY: as above.
        unsafe { s.stream.launch(&s.kernels[2], one(), (x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x)) }
    });
    macro_rules! list {
        ($name:literal, $c:ident, $kernel:literal, $count:literal, $ty:ty) => {
            operation!($name, $c, true, |s, _| {
                let x = s.x.as_raw();
                s.fill((0..$count).map(|k| x.wrapping_add(k) as $ty));
                s.launch_list($kernel)
            })
        };
    }
    macro_rules! packed {
        ($name:literal, $c:ident, $kernel:literal, $count:literal) => {
            all.push(operation($name, true, in_c!($c), &calls, &subject, |s, calls| {
                let x = s.x.as_raw();
                s.fill((0..$count).map(|k| x + k));
                (0..calls).try_for_each(|_| s.launch_list($kernel))
            }))
        };
    }
    packed!("launch.launch_16_args_pre_packed", calls_launch_16_args_pre_packed, 2, 16);
    list!("launch.launch_256_args", calls_launch_256_args, 3, 256, u64);
    list!("launch.launch_512_args", calls_launch_512_args, 4, 512, u64);
    packed!("launch.launch_512_args_pre_packed", calls_launch_512_args_pre_packed, 4, 512);
    operation!("launch.launch_512_bools", calls_launch_512_bools, true, |s, _| {
        let x = s.x.as_raw();
        s.fill((0..512).map(|k| x.wrapping_add(k) & 1 != 0));
        s.launch_list(5)
    });
    list!("launch.launch_512_bytes", calls_launch_512_bytes, 5, 512, i8);
    list!("launch.launch_512_ints", calls_launch_512_ints, 6, 512, i32);
    list!("launch.launch_512_longlongs", calls_launch_512_longlongs, 7, 512, i64);
    list!("launch.launch_512_doubles", calls_launch_512_doubles, 8, 512, f64);
    operation!("launch.launch_2048b", calls_launch_2048b, true, |s, i| {
        let mut value = LargeArgument([0; 256]);
        value.0[0] = i;
        // SAFETY: as above.
        unsafe { s.stream.launch(&s.kernels[9], one(), (value,)) }
    });
    operation!("module.module_load_unload", calls_module_load_unload, false, |s, _| s.context.load_ptx(&s.image));
    operation!("module.module_get_function", calls_module_get_function, false, |s, _| s.module.function("kernel_1"));
    operation!("module.func_get_attribute", calls_func_get_attribute, false, |s, _| s.kernels[1].attribute(FunctionAttribute::NUM_REGS));
    operation!("pointer_attributes.pointer_get_attribute", calls_pointer_get_attribute, false, |s, _| s.context.pointer(s.x.as_raw()).memory_type());
    operation!("pointer_attributes.pointer_get_attributes", calls_pointer_get_attributes, false, |s, _| s.context.pointer(s.x.as_raw()).attributes());
    operation!("tensormap.tiled", calls_tensor_map_tiled, false, |s, _| {
        TensorMap::tiled(&[64, 32], &[16, 16]).strides(&[256]).encode(&s.y).map(drop)
    });
    operation!("tensormap.im2col", calls_tensor_map_im2col, false, |s, _| {
        TensorMap::im2col(&[16, 8, 8], &[0], &[0], 16, 8).strides(&[64, 512]).encode(&s.y).map(drop)
    });
    operation!("scope.copy", calls_scope_copy, false, |s, _| s.stream.scope(|scope| scope.upload_into(&s.host, &mut s.x)));
    operation!("scope.fork_join", calls_fork_join, true, |s, _| {
        s.stream.fork(|fork| fork.share(&s.branch, &s.x).map(drop))
    });
    operation!("launch.typed", calls_launch_small_kernel, true, |s, _| s.typed.launch(&s.stream, one(), (&s.x,)));
    Ok(all)
}

fn one() -> Launch<'static> {
    Launch::grid(1).block(1)
}

fn operation(
    name: &'static str,
    is_queued: bool,
    in_c: Option<InC>,
    calls: &Rc<Calls>,
    subject: &Rc<RefCell<Subject>>,
    wrapped: RustCall,
) -> Operation {
    let mut ways = Vec::new();
    let keep = Rc::clone(subject);
    if let Some(in_c) = in_c {
        let calls = Rc::clone(calls);
        ways.push(Way::new("C", move |count| {
            let _alive = &keep;
            // SAFETY: `keep` keeps the objects behind the handles alive.
            match unsafe { in_c(&raw const *calls, count) } {
                CUresult::CUDA_SUCCESS => Ok(()),
                code => Err(Failure::from(format!("the driver answered {code}"))),
            }
        }));
    }
    let subject = Rc::clone(subject);
    ways.push(Way::new(SUBJECT, move |count| Ok(wrapped(&mut subject.borrow_mut(), count)?)));
    Operation { name, context_is_current: true, is_queued, ways }
}
