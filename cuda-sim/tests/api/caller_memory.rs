//! Programs change or free what they passed to a call as soon as it returns, before the work runs.

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;

use cuda_driver::sys::*;

use crate::TestDevice;
use crate::kernels::load;

/// `add(p, value)` adds to the first element.
const ADD: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry add(.param .u64 p, .param .u32 value)
{
    .reg .b64 %d; .reg .b32 %r;
    ld.param.u64 %d, [p]; ld.param.u32 %r, [value];
    red.global.add.u32 [%d], %r;
    ret;
}
";

fn zeroed<T: Copy>() -> T {
    // SAFETY: it is only used for C's plain data, for which zero is valid.
    unsafe { core::mem::zeroed() }
}

/// Overwrites a value that was passed to a call, as if its memory was used for something else.
fn spoil<T: ?Sized>(value: &mut T) {
    let bytes = size_of_val(value);
    // SAFETY: it is C's plain data, of which nothing is used again.
    unsafe { (&raw mut *value).cast::<u8>().write_bytes(0xa5, bytes) };
}

/// Memory for the results, and a stream that waits.
struct GatedStream<'a> {
    sim: &'a TestDevice,
    stream: CUstream,
    gate: CUdeviceptr,
    memory: CUdeviceptr,
    add: CUfunction,
}

impl<'a> GatedStream<'a> {
    fn new(sim: &'a TestDevice) -> Self {
        let (raw, stream) = (sim.raw, sim.stream(1));
        let memory = call!(raw, cuMemAlloc(4096)).unwrap();
        let gate = call!(raw, cuMemAlloc(4)).unwrap();
        call!(raw, cuMemsetD32(gate, 0, 1)).unwrap();
        call!(raw, cuMemsetD32(memory, 0, 1024)).unwrap();
        let add = call!(raw, cuModuleGetFunction(load(raw, ADD), c"add")).unwrap();
        call!(raw, cuStreamWaitValue32(stream, gate, 1, 1)).unwrap();
        Self { sim, stream, gate, memory, add }
    }

    /// Lets the stream go on, and returns the first elements.
    fn results<const N: usize>(&self) -> [u32; N] {
        let raw = self.sim.raw;
        assert_eq!(self.sim.read(self.memory), 0, "the stream didn't wait");
        call!(raw, cuStreamWriteValue32(self.sim.stream(1), self.gate, 1, 0)).unwrap();
        call!(raw, cuStreamSynchronize(self.stream)).unwrap();
        core::array::from_fn(|at| self.sim.read(self.memory + 4 * at as u64))
    }
}

#[test]
fn arguments_and_attributes_of_launches_can_be_changed_at_once() {
    let sim = TestDevice::new();
    let (held, raw) = (GatedStream::new(&sim), sim.raw);
    let mut values = (held.memory, 5u32);
    let mut arguments = [(&raw mut values.0).cast(), (&raw mut values.1).cast::<c_void>()];
    let pointer = arguments.as_mut_ptr();
    let (add, stream) = (held.add, held.stream);
    call!(raw, cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, stream, pointer, null_mut())).unwrap();

    let mut attribute: CUlaunchAttribute = zeroed();
    attribute.id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = 1;
    let mut config: CUlaunchConfig = zeroed();
    (config.gridDimX, config.gridDimY, config.gridDimZ) = (2, 1, 1);
    (config.blockDimX, config.blockDimY, config.blockDimZ) = (1, 1, 1);
    (config.hStream, config.attrs, config.numAttrs) = (stream, &raw mut attribute, 1);
    call!(raw, cuLaunchKernelEx(&raw const config, add, pointer, null_mut())).unwrap();
    spoil(&mut config);
    spoil(&mut attribute);

    // The parameters as one buffer, whose pointer and size are in a list.
    let mut buffer = [held.memory, 100];
    let mut size = 12usize;
    let mut extra = [
        core::ptr::without_provenance_mut(1),
        buffer.as_mut_ptr().cast::<c_void>(),
        core::ptr::without_provenance_mut(2),
        (&raw mut size).cast(),
        null_mut(),
    ];
    let list = extra.as_mut_ptr();
    call!(raw, cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, stream, null_mut(), list)).unwrap();
    spoil(&mut extra);
    spoil(&mut buffer);
    spoil(&mut size);
    spoil(&mut arguments);
    spoil(&mut values);
    assert_eq!(held.results(), [115]);
}

#[test]
fn shapes_lists_and_pageable_sources_of_copies_can_be_changed_at_once() {
    let sim = TestDevice::new();
    let (held, raw) = (GatedStream::new(&sim), sim.raw);
    let (memory, stream) = (held.memory, held.stream);
    let mut source = [1u32, 2, 3, 4];
    call!(raw, cuMemcpyHtoDAsync(memory, source.as_ptr().cast(), 16, stream)).unwrap();
    let mut shape: CUDA_MEMCPY2D = zeroed();
    shape.srcMemoryType = CUmemorytype::CU_MEMORYTYPE_HOST;
    shape.dstMemoryType = CUmemorytype::CU_MEMORYTYPE_DEVICE;
    (shape.srcHost, shape.srcPitch) = (source.as_ptr().cast(), 8);
    (shape.dstDevice, shape.dstPitch) = (memory + 16, 4);
    (shape.WidthInBytes, shape.Height) = (4, 2);
    call!(raw, cuMemcpy2DAsync(&raw const shape, stream)).unwrap();
    spoil(&mut shape);
    spoil(&mut source);
    let mut large = vec![6u8; 1 << 20];
    let much = call!(raw, cuMemAlloc(large.len())).unwrap();
    call!(raw, cuMemcpyHtoDAsync(much, large.as_ptr().cast(), large.len(), stream)).unwrap();
    spoil(&mut large[..]);

    let mut targets = [memory + 24, memory + 28];
    let mut sources = [memory, memory + 20];
    let (mut sizes, mut firsts) = ([4usize; 2], [0usize]);
    let mut attributes: CUmemcpyAttributes = zeroed();
    attributes.srcAccessOrder = CUmemcpySrcAccessOrder::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    call!(
        raw,
        cuMemcpyBatchAsync(
            targets.as_mut_ptr(),
            sources.as_mut_ptr(),
            sizes.as_mut_ptr(),
            2,
            &raw mut attributes,
            firsts.as_mut_ptr(),
            1,
            stream
        )
    )
    .unwrap();
    spoil(&mut targets);
    spoil(&mut sources);
    spoil(&mut sizes);
    spoil(&mut attributes);
    spoil(&mut firsts);
    assert_eq!(held.results(), [1, 2, 3, 4, 1, 3, 1, 3]);
    assert_eq!(sim.read(much + (1 << 20) - 4), 0x0606_0606);
}

#[test]
fn lists_of_memory_operations_can_be_changed_at_once() {
    let sim = TestDevice::new();
    let (held, raw) = (GatedStream::new(&sim), sim.raw);
    let mut writes: [CUstreamBatchMemOpParams; 2] = zeroed();
    for (write, value) in writes.iter_mut().zip([7, 8]) {
        write.writeValue.operation = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_32;
        write.writeValue.address = held.memory + 4 * (value - 7);
        write.writeValue.value.value = value as u32;
    }
    call!(raw, cuStreamBatchMemOp(held.stream, &writes, 0)).unwrap();
    spoil(&mut writes);
    assert_eq!(held.results(), [7, 8]);
}

#[test]
fn parameters_of_nodes_can_be_changed_at_once() {
    let sim = TestDevice::new();
    let (held, raw) = (GatedStream::new(&sim), sim.raw);
    let graph = call!(raw, cuGraphCreate(0)).unwrap();
    let mut fill: CUDA_MEMSET_NODE_PARAMS = zeroed();
    (fill.dst, fill.value, fill.elementSize) = (held.memory, 20, 4);
    (fill.width, fill.height) = (2, 1);
    let context = sim.context.as_raw();
    let first = call!(raw, cuGraphAddMemsetNode(graph, &[], &raw const fill, context)).unwrap();
    let mut values = (held.memory, 5u32);
    let mut arguments = [(&raw mut values.0).cast(), (&raw mut values.1).cast::<c_void>()];
    let mut kernel: CUDA_KERNEL_NODE_PARAMS = zeroed();
    kernel.func = held.add;
    (kernel.gridDimX, kernel.gridDimY, kernel.gridDimZ) = (3, 1, 1);
    (kernel.blockDimX, kernel.blockDimY, kernel.blockDimZ) = (1, 1, 1);
    kernel.kernelParams = arguments.as_mut_ptr();
    let mut dependencies = [first];
    call!(raw, cuGraphAddKernelNode(graph, &dependencies, &raw const kernel)).unwrap();
    spoil(&mut fill);
    spoil(&mut kernel);
    spoil(&mut dependencies);
    spoil(&mut arguments);
    spoil(&mut values);
    let exec = call!(raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(raw, cuGraphDestroy(graph)).unwrap();
    call!(raw, cuGraphLaunch(exec, held.stream)).unwrap();
    assert_eq!(held.results(), [35, 20]);
}

#[test]
fn code_can_be_changed_at_once() {
    let sim = TestDevice::new();
    let (held, raw) = (GatedStream::new(&sim), sim.raw);
    let mut text = ADD.to_bytes_with_nul().to_vec();
    let pointer = text.as_ptr().cast::<c_void>();
    let library = call!(
        raw,
        cuLibraryLoadData(pointer, null_mut(), null_mut(), 0, null_mut(), null_mut(), 0)
    )
    .unwrap();
    let kernel = call!(raw, cuLibraryGetKernel(library, c"add")).unwrap();
    spoil(&mut text[..]);
    let mut values = (held.memory, 9u32);
    let mut arguments = [(&raw mut values.0).cast(), (&raw mut values.1).cast::<c_void>()];
    let (kernel, pointer) = (kernel as CUfunction, arguments.as_mut_ptr());
    let stream = held.stream;
    call!(raw, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, pointer, null_mut())).unwrap();
    assert_eq!(held.results(), [9]);
}
