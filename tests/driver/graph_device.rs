//! Graphs that kernels launch.

use cuda_driver::{
    Context, Function, Launch, Version,
    graph::{GraphExec, InstantiateFlags, KernelNode},
    module::JitInputType,
};
use cuda_pathfinder::{CUDADEVRT, Search};

use crate::device::{is_software, on_every_driver};

on_every_driver! {
    fn a_kernel_launches_a_graph_and_its_own_again(device) {
        if device.driver.version() < Version::new(12, 4) {
            return;
        }
        let context = &device.context;
        let Some(kernels) = Kernels::new(context) else {
            cuda_rust::skip("there is no libcudadevrt.a");
            return;
        };
        let stream = &device.stream;
        let (mut sum, mut own_sum) = (stream.alloc_zeroed::<u32>(1).unwrap(), stream.alloc_zeroed::<u32>(1).unwrap());
        stream.synchronize().unwrap();
        // SAFETY: add(unsigned *); the memory outlives the graphs, and only their launches use it, one at a time, here and below.
        let add = unsafe { KernelNode::new(&kernels.add, Launch::grid(1), (&mut sum,)) };
        let other = exec(context, add);
        other.upload(stream).unwrap();
        stream.synchronize().unwrap();
        let handle = other.as_raw().addr() as u64;
        // SAFETY: count(unsigned *, unsigned, cudaGraphExec_t); the other graph isn't launched otherwise, and outlives this one.
        let count = unsafe { KernelNode::new(&kernels.count, Launch::grid(1), (&mut own_sum, 5u32, handle)) };
        let exec_of_context = exec(context, count);
        for launches in 1..=3 {
            // SAFETY: as above; the last launch has completed.
            unsafe { exec_of_context.launch(stream) }.unwrap();
            stream.synchronize().unwrap();
            assert_eq!([&sum, &own_sum].map(|buffer| buffer.to_vec().unwrap()[0]), [5 * launches; 2]);
        }
        // Outside of a graph, such a kernel isn't launched.
        // SAFETY: the launch is refused.
        let refused = unsafe { stream.launch(&kernels.count, Launch::grid(1), (&mut sum, 1u32, handle)) };
        assert_eq!(refused.unwrap_err().result().unwrap().code(), cuda_driver::ErrorCode::NOT_SUPPORTED);
    }
}

struct Kernels {
    add: Function,
    count: Function,
}

impl Kernels {
    fn new(context: &Context) -> Option<Self> {
        let mut linker = context.linker().unwrap();
        linker.add_ptx("kernels", PTX).unwrap();
        if is_software() {
            // Its own functions need no machine code.
            // SAFETY: it is an archive without members.
            unsafe { linker.add_data(JitInputType::LIBRARY, "cudadevrt", b"!<arch>\n") }
        } else {
            // SAFETY: it is NVIDIA's.
            unsafe {
                let archive = Search::new().tool(&CUDADEVRT).ok()?;
                linker.add_file(JitInputType::LIBRARY, archive)
            }
        }
        .unwrap();
        let module = context.load(&linker.complete().unwrap()).unwrap();
        let [add, count] = [c"add", c"count"].map(|name| module.function(name).unwrap());
        Some(Self { add, count })
    }
}

/// Returns a graph of one kernel that kernels may launch.
fn exec(context: &Context, kernel: impl cuda_driver::graph::NodeParams) -> GraphExec {
    let mut graph = context.create_graph().unwrap();
    graph.add_node(&[], kernel).unwrap();
    graph.instantiate_with(InstantiateFlags::DEVICE_LAUNCH).unwrap()
}

/// `add(unsigned *sum)` adds 1. `count(unsigned *sum, unsigned until, cudaGraphExec_t graph)` does, too, and launches the
/// graph beside its own; it launches its own again until the sum is a multiple of `until`.
const PTX: &str = "
.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) cudaGraphLaunch(.param .b64 graph, .param .b64 stream);
.visible .entry add(.param .u64 sum)
{
    .reg .b32 %r;
    .reg .b64 %p;
    ld.param.u64 %p, [sum];
    atom.global.add.u32 %r, [%p], 1;
    ret;
}
.visible .entry count(.param .u64 sum, .param .u32 until, .param .u64 graph)
{
    .reg .pred %done;
    .reg .b32 %n, %until, %r;
    .reg .b64 %p, %other, %own, %fire, %tail;
    ld.param.u64 %p, [sum];
    ld.param.u32 %until, [until];
    ld.param.u64 %other, [graph];
    mov.u64 %own, %current_graph_exec;
    mov.u64 %fire, 0x0200000000000000;
    mov.u64 %tail, 0x0100000000000000;
    atom.global.add.u32 %n, [%p], 1;
    add.u32 %n, %n, 1;
    {
        .param .b64 launched;
        .param .b64 into;
        .param .b32 code;
        st.param.b64 [launched], %other;
        st.param.b64 [into], %fire;
        call.uni (code), cudaGraphLaunch, (launched, into);
        ld.param.b32 %r, [code];
    }
    rem.u32 %r, %n, %until;
    setp.eq.u32 %done, %r, 0;
    @%done bra DONE;
    {
        .param .b64 launched;
        .param .b64 into;
        .param .b32 code;
        st.param.b64 [launched], %own;
        st.param.b64 [into], %tail;
        call.uni (code), cudaGraphLaunch, (launched, into);
        ld.param.b32 %r, [code];
    }
DONE:
    ret;
}
";
