//! Single calls of the driver, compared with the libraries of Python that make them. The names are those of NVIDIA's
//! micro-benchmarks; `benches/launch` has all of them, compared with C.

use core::ffi::c_void;
use core::ptr;
use std::ffi::CString;
use std::hint::black_box;

use anyhow::Result;
use cuda_driver::{DeviceAttribute, Launch};

use super::raw::{RAW, RawMemory};
use super::{Bench, Group, Picture, Shows, Size, Suite, Way, Work};

const SUBJECT: &str = "cuda-driver";

pub static SUITE: Suite = Suite {
    name: "python",
    title: "Calls of the driver",
    subject: SUBJECT,
    ways: &[
        (RAW, "#bab0ac"),
        (SUBJECT, "#4e79a7"),
        ("cuda.bindings", "#f28e2b"),
        ("cuda.core", "#59a14f"),
        ("CuPy", "#e15759"),
    ],
    libraries: &["cuda.bindings", "cuda.core", "CuPy"],
    pictures: &[Picture {
        group: Group::Calls,
        name: "calls",
        title: "Host time per call",
        shows: Shows::Ratio,
    }],
    works: &[
        &LAUNCH,
        &LAUNCH_16,
        &ALLOC,
        &UPLOAD,
        &RECORD,
        &SYNCHRONIZE,
        &STREAM,
        &ATTRIBUTE,
        &FUNCTION,
    ],
};

/// As many as a stream's queue has room for.
const QUEUED: usize = 800;

/// An operation of which a sample makes `N` calls: many, because a process that has waited for its turn is slow at first.
const fn work<const N: usize>(
    name: &'static str,
    does: &'static str,
    ways: fn(&Bench) -> Result<Vec<Way>>,
) -> Work {
    Work {
        name,
        does,
        group: Group::Calls,
        size: |bench| Size { calls: bench.size(N, 4) as u32, ..Size::default() },
        goal: None,
        ways,
    }
}

/// PTX of an empty kernel without arguments, and of one with 16 pointers.
fn ptx() -> String {
    let parameters = (0..16).map(|index| format!(".param .u64 kernel_16_{index}"));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    format!(
        ".version 7.0\n.target sm_52\n.address_size 64\n\
         .visible .entry kernel_0()\n{{\n    ret;\n}}\n\
         .visible .entry kernel_16({parameters})\n{{\n    ret;\n}}\n"
    )
}

static LAUNCH: Work =
    work::<QUEUED>("launch.launch_empty_kernel", "an empty kernel without arguments", |bench| {
        let module = bench.context.load_ptx(CString::new(ptx())?.as_c_str())?;
        let function = module.function("kernel_0")?;
        let (raw, stream, own) = (bench.raw(), bench.stream.clone(), bench.stream.clone());
        let kernel = function.clone();
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                let (kernel, stream) = (kernel.as_raw(), stream.as_raw());
                let none: *mut *mut c_void = ptr::null_mut();
                // SAFETY: both are alive, and the kernel has no arguments.
                unsafe { raw.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, none, none) }?;
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                // SAFETY: the kernel has no arguments.
                unsafe { own.launch(&function, Launch::grid(1).block(1), ()) }?;
                Ok(())
            }),
        ])
    });

static LAUNCH_16: Work =
    work::<QUEUED>("launch.launch_16_args", "an empty kernel with 16 pointers", |bench| {
        let module = bench.context.load_ptx(CString::new(ptx())?.as_c_str())?;
        let function = module.function("kernel_16")?;
        let memory = bench.stream.alloc::<u64>(1)?;
        let address = memory.as_raw();
        let (raw, stream, own) = (bench.raw(), bench.stream.clone(), bench.stream.clone());
        let kernel = function.clone();
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                let (kernel, stream) = (kernel.as_raw(), stream.as_raw());
                let mut values = [address; 16];
                let mut pointers =
                    values.each_mut().map(|value| ptr::from_mut(value).cast::<c_void>());
                let (pointers, none) = (pointers.as_mut_ptr(), ptr::null_mut());
                // SAFETY: both are alive, and the kernel has these arguments.
                unsafe { raw.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, pointers, none) }?;
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                let x = &memory;
                let arguments = (x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x);
                // SAFETY: the kernel has these arguments, and doesn't use them.
                unsafe { own.launch(&function, Launch::grid(1).block(1), arguments) }?;
                Ok(())
            }),
        ])
    });

static ALLOC: Work = work::<QUEUED>(
    "memory.mem_alloc_async_free_async",
    "1 KiB allocated and freed in the order of a stream",
    |bench| {
        let (raw, stream, own) = (bench.raw(), bench.stream.clone(), bench.stream.clone());
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the stream is alive.
                unsafe {
                    let address = raw.cuMemAllocAsync(1024, stream.as_raw())?;
                    raw.cuMemFreeAsync(address, stream.as_raw())?;
                }
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                drop(own.alloc::<u8>(1024)?);
                Ok(())
            }),
        ])
    },
);

static UPLOAD: Work = work::<1000>(
    "memory.memcpy_htod",
    "8 bytes from pageable memory, and the wait for them",
    |bench| {
        let memory = RawMemory::new(bench, 8)?;
        let (raw, own) = (bench.raw(), bench.stream.clone());
        let mut to = own.alloc_zeroed::<u64>(1)?;
        let host = [7u64];
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: both have eight bytes.
                unsafe { raw.cuMemcpyHtoD(memory.address(), host.as_ptr().cast(), 8) }?;
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                own.upload_into(&[7u64], &mut to)?;
                Ok(())
            }),
        ])
    },
);

static RECORD: Work = work::<QUEUED>("event.event_record", "an event recorded", |bench| {
    let (raw, stream, own) = (bench.raw(), bench.stream.clone(), bench.stream.clone());
    let (event, own_event) = (bench.context.event()?, bench.context.event()?);
    Ok(vec![
        Way::host(RAW, &bench.stream, move || {
            // SAFETY: both are alive.
            unsafe { raw.cuEventRecord(event.as_raw(), stream.as_raw()) }?;
            Ok(())
        }),
        Way::host(SUBJECT, &bench.stream, move || Ok(own.record(&own_event)?)),
    ])
});

static SYNCHRONIZE: Work =
    work::<10_000>("stream.stream_synchronize", "the wait for a stream without work", |bench| {
        let (raw, stream, own) = (bench.raw(), bench.stream.clone(), bench.stream.clone());
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the stream is alive.
                unsafe { raw.cuStreamSynchronize(stream.as_raw()) }?;
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || Ok(own.synchronize()?)),
        ])
    });

static STREAM: Work = work::<1000>(
    "stream.stream_create_destroy",
    "a non-blocking stream created and destroyed",
    |bench| {
        const NON_BLOCKING: u32 = 1;
        let (raw, context) = (bench.raw(), bench.context.clone());
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the context is current, and the stream isn't used any more.
                unsafe { raw.cuStreamDestroy(raw.cuStreamCreate(NON_BLOCKING)?) }?;
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                drop(context.stream()?);
                Ok(())
            }),
        ])
    },
);

static ATTRIBUTE: Work =
    work::<10_000>("ctx_device.device_get_attribute", "an attribute of the device", |bench| {
        let (raw, device) = (bench.raw(), bench.context.device());
        let attribute = DeviceAttribute::COMPUTE_CAPABILITY_MAJOR;
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the device exists.
                let value =
                    unsafe { raw.cuDeviceGetAttribute(attribute.as_raw(), device.as_raw()) }?;
                black_box(value);
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                black_box(device.attribute(attribute)?);
                Ok(())
            }),
        ])
    });

static FUNCTION: Work =
    work::<10_000>("module.module_get_function", "a function of a module, by its name", |bench| {
        let module = bench.context.load_ptx(CString::new(ptx())?.as_c_str())?;
        let (raw, own) = (bench.raw(), module.clone());
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the module is alive.
                black_box(unsafe { raw.cuModuleGetFunction(module.as_raw(), c"kernel_16") }?);
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                drop(black_box(own.function(c"kernel_16")?));
                Ok(())
            }),
        ])
    });
