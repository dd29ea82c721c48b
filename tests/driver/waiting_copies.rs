//! Copies and fills return before earlier work of their stream has ended, or wait for it, as on an H200: for each call, and
//! each kind of memory.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use cuda_driver::driver::Raw;
use cuda_driver::managed::MemAttachFlags;
use cuda_driver::memory::{MemAccessFlags, RegisterFlags};
use cuda_driver::stream::StreamFlags;
use cuda_driver::sys::{
    CUDA_ARRAY3D_DESCRIPTOR, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUDA_MEMCPY3D_BATCH_OP, CUarray,
    CUarray_format, CUcontext, CUdeviceptr, CUextent3D, CUfunction, CUmemcpy3DOperand,
    CUmemcpy3DOperand_v1_op, CUmemcpy3DOperand_v1_op_ptr, CUmemcpy3DOperandType,
    CUmemcpyAttributes, CUmemcpySrcAccessOrder, CUmemorytype, CUstream,
};
use cuda_driver::virtual_memory::{MemAllocationGranularity, PhysicalProperties};
use cuda_driver::{CuResult, PinnedBuffer, Version};

use crate::device::{TestDevice, alone, with_device};

const RECORD: &str = include_str!("waiting_copies.tsv");

/// The kinds of memory, in the order of the record.
const KINDS: [&str; 7] =
    ["device", "pool", "pinned", "registered", "managed", "pageable", "virtual"];
const PAGEABLE: usize = 5;

const BYTES: usize = 4096;

const SPIN: &std::ffi::CStr = c".version 7.8
.target sm_90
.address_size 64
.visible .entry spin(.param .u64 gate) {
    .reg .u64 at;
    .reg .u32 value;
    .reg .pred closed;
    ld.param.u64 at, [gate];
again:
    ld.volatile.global.u32 value, [at];
    setp.eq.u32 closed, value, 0;
    @closed bra again;
    ret;
}";

/// A gate that a kernel waits for.
struct Gate {
    number: PinnedBuffer<u32>,
    /// What opens it later, from another thread.
    later: Sender<Duration>,
    opened: Receiver<()>,
}

impl Gate {
    fn new(device: &TestDevice) -> Self {
        let number = device.context.pinned::<u32>(1).unwrap();
        let address = number.as_ptr() as usize;
        let (later, durations) = channel::<Duration>();
        let (tell, opened) = channel();
        thread::spawn(move || {
            for duration in durations {
                let step = duration.min(Duration::from_millis(3));
                let mut left = duration;
                while Self::at(address).load(Ordering::SeqCst) == 0 && !left.is_zero() {
                    thread::sleep(step);
                    left -= step.min(left);
                }
                Self::at(address).store(1, Ordering::SeqCst);
                tell.send(()).unwrap();
            }
        });
        Self { number, later, opened }
    }

    fn at(address: usize) -> &'static AtomicU32 {
        // SAFETY: the pinned number lives until the gate is dropped, which waits for each opening.
        unsafe { AtomicU32::from_ptr(address as *mut u32) }
    }

    fn number(&self) -> &AtomicU32 {
        Self::at(self.number.as_ptr() as usize)
    }

    /// Makes a call behind a kernel that waits for the gate, and returns whether it returned while the kernel did.
    fn passes(
        &self,
        raw: Raw,
        spin: CUfunction,
        stream: CUstream,
        returns: bool,
        call: impl FnOnce() -> Result<(), CuResult>,
    ) -> bool {
        self.number().store(0, Ordering::SeqCst);
        let mut address = self.number.as_ptr() as u64;
        let mut parameters = [(&raw mut address).cast::<c_void>()];
        // SAFETY: the kernel has one parameter of 64 bits, and the number outlives it.
        unsafe {
            raw.cuLaunchKernel(
                spin,
                1,
                1,
                1,
                1,
                1,
                1,
                0,
                stream,
                parameters.as_mut_ptr(),
                std::ptr::null_mut(),
            )
        }
        .unwrap();
        self.later.send(Duration::from_millis(if returns { 20_000 } else { 2 })).unwrap();
        call().unwrap();
        let is_closed = self.number().swap(1, Ordering::SeqCst) == 0;
        self.opened.recv().unwrap();
        is_closed
    }
}

/// What a call is given.
#[derive(Clone, Copy)]
struct CopyEnds {
    to: CUdeviceptr,
    from: CUdeviceptr,
    kinds: [usize; 2],
    arrays: [CUarray; 2],
    context: CUcontext,
}

impl CopyEnds {
    fn types(self) -> [CUmemorytype; 2] {
        self.kinds.map(|kind| match kind {
            PAGEABLE => CUmemorytype::CU_MEMORYTYPE_HOST,
            _ => CUmemorytype::CU_MEMORYTYPE_UNIFIED,
        })
    }

    fn rows(self) -> CUDA_MEMCPY2D {
        let [to, from] = self.types();
        CUDA_MEMCPY2D {
            srcMemoryType: from,
            srcHost: self.from as *const c_void,
            srcDevice: self.from,
            srcPitch: BYTES / 2,
            dstMemoryType: to,
            dstHost: self.to as *mut c_void,
            dstDevice: self.to,
            dstPitch: BYTES / 2,
            WidthInBytes: BYTES / 4,
            Height: 2,
            ..CUDA_MEMCPY2D::default()
        }
    }

    fn slices(self) -> CUDA_MEMCPY3D {
        let [to, from] = self.types();
        CUDA_MEMCPY3D {
            srcMemoryType: from,
            srcHost: self.from as *const c_void,
            srcDevice: self.from,
            srcPitch: BYTES / 4,
            srcHeight: 2,
            dstMemoryType: to,
            dstHost: self.to as *mut c_void,
            dstDevice: self.to,
            dstPitch: BYTES / 4,
            dstHeight: 2,
            WidthInBytes: BYTES / 8,
            Height: 2,
            Depth: 2,
            ..CUDA_MEMCPY3D::default()
        }
    }

    /// Makes a batch of one copy.
    ///
    /// # Safety
    /// As for [`call`](Self::call).
    unsafe fn batch(self, raw: Raw, order: u32, stream: CUstream) -> Result<(), CuResult> {
        let mut attributes = CUmemcpyAttributes {
            srcAccessOrder: CUmemcpySrcAccessOrder(order),
            ..CUmemcpyAttributes::default()
        };
        let Self { mut to, mut from, .. } = self;
        let (mut bytes, mut first) = (BYTES, 0);
        // SAFETY: of the caller; the arrays have one element each.
        unsafe {
            raw.cuMemcpyBatchAsync(
                &raw mut to,
                &raw mut from,
                &raw mut bytes,
                1,
                &raw mut attributes,
                &raw mut first,
                1,
                stream,
            )
        }
    }

    /// Makes one copy with attributes, of contiguous bytes or of a region.
    ///
    /// # Safety
    /// As for [`call`](Self::call).
    unsafe fn with_order(
        self,
        raw: Raw,
        order: u32,
        stream: CUstream,
        is_region: bool,
    ) -> Result<(), CuResult> {
        let order = CUmemcpySrcAccessOrder(order);
        let mut attributes =
            CUmemcpyAttributes { srcAccessOrder: order, ..CUmemcpyAttributes::default() };
        let end = |ptr| CUmemcpy3DOperand {
            type_: CUmemcpy3DOperandType::CU_MEMCPY_OPERAND_TYPE_POINTER,
            op: CUmemcpy3DOperand_v1_op {
                ptr: CUmemcpy3DOperand_v1_op_ptr { ptr, ..CUmemcpy3DOperand_v1_op_ptr::default() },
            },
            ..CUmemcpy3DOperand::default()
        };
        let mut region = CUDA_MEMCPY3D_BATCH_OP {
            src: end(self.from),
            dst: end(self.to),
            extent: CUextent3D { width: BYTES, height: 1, depth: 1 },
            srcAccessOrder: order,
            ..CUDA_MEMCPY3D_BATCH_OP::default()
        };
        // SAFETY: of the caller.
        unsafe {
            if is_region {
                raw.cuMemcpy3DWithAttributesAsync(&raw mut region, 0, stream)
            } else {
                raw.cuMemcpyWithAttributesAsync(
                    self.to,
                    self.from,
                    BYTES,
                    &raw mut attributes,
                    stream,
                )
            }
        }
    }

    /// Makes the call of that name.
    ///
    /// # Safety
    /// All memory has `BYTES` bytes until the call's work has ended.
    unsafe fn call(self, raw: Raw, name: &str, stream: CUstream) -> Result<(), CuResult> {
        let Self { to, from, arrays: [array, other], context, .. } = self;
        let (rows, slices) = (self.rows(), self.slices());
        let (host_to, host_from) = (to as *mut c_void, from as *const c_void);
        // SAFETY: of the caller.
        unsafe {
            match name {
                "cuMemcpy" => raw.cuMemcpy(to, from, BYTES),
                "cuMemcpyHtoD" => raw.cuMemcpyHtoD(to, host_from, BYTES),
                "cuMemcpyDtoH" => raw.cuMemcpyDtoH(host_to, from, BYTES),
                "cuMemcpyDtoD" => raw.cuMemcpyDtoD(to, from, BYTES),
                "cuMemcpyPeer" => raw.cuMemcpyPeer(to, context, from, context, BYTES),
                "cuMemcpy2D" => raw.cuMemcpy2D(&raw const rows),
                "cuMemcpy3D" => raw.cuMemcpy3D(&raw const slices),
                "cuMemsetD8" => raw.cuMemsetD8(to, 1, BYTES),
                "cuMemsetD16" => raw.cuMemsetD16(to, 1, BYTES / 2),
                "cuMemsetD32" => raw.cuMemsetD32(to, 1, BYTES / 4),
                "cuMemsetD2D8" => raw.cuMemsetD2D8(to, BYTES / 2, 1, BYTES / 4, 2),
                "cuMemcpyHtoA" => raw.cuMemcpyHtoA(array, 0, host_from, BYTES),
                "cuMemcpyAtoH" => raw.cuMemcpyAtoH(host_to, array, 0, BYTES),
                "cuMemcpyDtoA" => raw.cuMemcpyDtoA(array, 0, from, BYTES),
                "cuMemcpyAtoD" => raw.cuMemcpyAtoD(to, array, 0, BYTES),
                "cuMemcpyAtoA" => raw.cuMemcpyAtoA(other, 0, array, 0, BYTES),
                "cuMemcpyAsync" => raw.cuMemcpyAsync(to, from, BYTES, stream),
                "cuMemcpyHtoDAsync" => raw.cuMemcpyHtoDAsync(to, host_from, BYTES, stream),
                "cuMemcpyDtoHAsync" => raw.cuMemcpyDtoHAsync(host_to, from, BYTES, stream),
                "cuMemcpyDtoDAsync" => raw.cuMemcpyDtoDAsync(to, from, BYTES, stream),
                "cuMemcpyPeerAsync" => {
                    raw.cuMemcpyPeerAsync(to, context, from, context, BYTES, stream)
                }
                "cuMemcpy2DAsync" => raw.cuMemcpy2DAsync(&raw const rows, stream),
                "cuMemcpy3DAsync" => raw.cuMemcpy3DAsync(&raw const slices, stream),
                "cuMemsetD8Async" => raw.cuMemsetD8Async(to, 1, BYTES, stream),
                "cuMemsetD16Async" => raw.cuMemsetD16Async(to, 1, BYTES / 2, stream),
                "cuMemsetD32Async" => raw.cuMemsetD32Async(to, 1, BYTES / 4, stream),
                "cuMemsetD2D8Async" => {
                    raw.cuMemsetD2D8Async(to, BYTES / 2, 1, BYTES / 4, 2, stream)
                }
                "cuMemcpyHtoAAsync" => raw.cuMemcpyHtoAAsync(array, 0, host_from, BYTES, stream),
                "cuMemcpyBatchAsync STREAM" => self.batch(raw, 1, stream),
                "cuMemcpyBatchAsync DURING_API_CALL" => self.batch(raw, 2, stream),
                "cuMemcpyBatchAsync ANY" => self.batch(raw, 3, stream),
                "cuMemcpyWithAttributesAsync STREAM" => self.with_order(raw, 1, stream, false),
                "cuMemcpyWithAttributesAsync DURING_API_CALL" => {
                    self.with_order(raw, 2, stream, false)
                }
                "cuMemcpyWithAttributesAsync ANY" => self.with_order(raw, 3, stream, false),
                "cuMemcpy3DWithAttributesAsync STREAM" => self.with_order(raw, 1, stream, true),
                "cuMemcpy3DWithAttributesAsync DURING_API_CALL" => {
                    self.with_order(raw, 2, stream, true)
                }
                "cuMemcpy3DWithAttributesAsync ANY" => self.with_order(raw, 3, stream, true),
                "cuMemcpyAtoHAsync" => raw.cuMemcpyAtoHAsync(host_to, array, 0, BYTES, stream),
                other => panic!("the record has the unknown call {other}"),
            }
        }
    }
}

#[test]
fn copies_and_fills_wait_for_earlier_work_only_where_a_gpu_does() {
    with_device(None, |device| check(&alone(device)));
}

/// Returns the calls of the record, each with its answers. A copy with attributes, which a driver of CUDA 13.0 lacks, is as a
/// batch of one.
fn rows(driver: Version) -> Vec<(String, &'static str)> {
    let lines = RECORD.lines().filter(|line| !line.starts_with('#'));
    let mut rows = Vec::new();
    for (name, words) in lines.map(|line| line.split_once('\t').unwrap()) {
        rows.push((name.to_owned(), words));
        if let Some(order) = name.strip_prefix("cuMemcpyBatchAsync")
            && driver >= Version::new(13, 2)
        {
            rows.push((format!("cuMemcpyWithAttributesAsync{order}"), words));
            rows.push((format!("cuMemcpy3DWithAttributesAsync{order}"), words));
        }
    }
    rows
}

fn check(device: &TestDevice) {
    let _current = device.context.make_current().unwrap();
    let raw = device.driver.raw();
    let module = device.context.load_ptx(SPIN).unwrap();
    let spin = module.function("spin").unwrap();
    let gate = Gate::new(device);

    // Calls without a stream wait for it as for the default stream, which batches refuse.
    let stream = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
    let gpu = device.context.device();
    let step = PhysicalProperties::new(gpu)
        .granularity(device.driver, MemAllocationGranularity::MINIMUM)
        .unwrap();
    let unpooled = [(); 2].map(|()| stream.alloc_unpooled::<u8>(BYTES).unwrap());
    let pooled = [(); 2].map(|()| stream.alloc::<u8>(BYTES).unwrap());
    let pinned = [(); 2].map(|()| device.context.pinned::<u8>(BYTES).unwrap());
    let registered = [(); 2]
        .map(|()| device.context.register(vec![0u8; BYTES], RegisterFlags::PORTABLE).unwrap());
    let managed =
        [(); 2].map(|()| stream.alloc_managed::<u8>(BYTES, MemAttachFlags::GLOBAL).unwrap());
    let pageable = [(); 2].map(|()| vec![0u8; BYTES]);
    let reserved = device.driver.reserve(2 * step).unwrap();
    let memory = gpu.create_memory(step).unwrap();
    let mapped = [0, step].map(|offset| {
        let mut mapping = reserved.map(offset, &memory).unwrap();
        mapping.set_access(gpu, MemAccessFlags::READWRITE).unwrap();
        mapping
    });
    let memory: [[CUdeviceptr; 2]; KINDS.len()] = [
        unpooled.each_ref().map(|each_ref| each_ref.as_raw()),
        pooled.each_ref().map(|each_ref| each_ref.as_raw()),
        pinned.each_ref().map(|each_ref| each_ref.as_ptr() as u64),
        registered.each_ref().map(|each_ref| each_ref.as_ptr() as u64),
        managed.each_ref().map(|each_ref| each_ref.as_raw()),
        pageable.each_ref().map(|each_ref| each_ref.as_ptr() as u64),
        mapped.each_ref().map(|each_ref| each_ref.as_raw()),
    ];
    let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
        Width: BYTES,
        Format: CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8,
        NumChannels: 1,
        ..CUDA_ARRAY3D_DESCRIPTOR::default()
    };
    // SAFETY: the descriptor is valid, and the arrays are destroyed below, after all calls.
    let arrays = [(); 2].map(|()| unsafe { raw.cuArray3DCreate(&raw const descriptor) }.unwrap());
    let context = device.context.as_raw();

    let mut differs = Vec::new();
    let mut asked = 0;
    for (name, words) in rows(device.driver.version()) {
        for (to, word) in words.split(' ').enumerate() {
            for (from, answer) in word.chars().enumerate() {
                let ends = CopyEnds {
                    to: memory[to][0],
                    from: memory[from][1],
                    kinds: [to, from],
                    arrays,
                    context,
                };
                let case = || format!("{name} to {} from {}", KINDS[to], KINDS[from]);
                // The others are named by the letters in place of this one.
                asked += 1;
                // SAFETY: all memory has that many bytes, and is used by nothing else.
                let call = || unsafe { ends.call(raw, &name, stream.as_raw()) };
                if answer == '1' {
                    let code = call().map_err(|error| error.code().as_raw().0);
                    if code != Err(1) {
                        differs.push(format!("{}: {code:?}, not 1", case()));
                    }
                    continue;
                }
                let returned =
                    gate.passes(raw, spin.as_raw(), stream.as_raw(), answer == 'r', call);
                device.context.synchronize().unwrap();
                if returned != (answer == 'r') {
                    differs.push(format!(
                        "{}: {}",
                        case(),
                        if returned { "returns" } else { "waits" }
                    ));
                }
            }
        }
    }
    // Memory can be set so that calls without a stream wait.
    for buffer in &unpooled {
        device.context.pointer(buffer.as_raw()).set_sync_memops(true).unwrap();
    }
    for name in ["cuMemcpyDtoD", "cuMemsetD8", "cuMemcpyDtoDAsync"] {
        let [to, from] = memory[0];
        let ends = CopyEnds { to, from, kinds: [0, 0], arrays, context };
        // SAFETY: as above.
        let call = || unsafe { ends.call(raw, name, stream.as_raw()) };
        let returns = name.ends_with("Async");
        let returned = gate.passes(raw, spin.as_raw(), stream.as_raw(), returns, call);
        device.context.synchronize().unwrap();
        if returned != returns {
            differs.push(format!("{name} of memory that is waited for: {returned}"));
        }
    }
    for array in arrays {
        // SAFETY: nothing uses it any more.
        unsafe { raw.cuArrayDestroy(array) }.unwrap();
    }
    assert!(differs.is_empty(), "{} of {asked} differ:\n{}", differs.len(), differs.join("\n"));
    assert!(asked > 700, "{asked}");
}
