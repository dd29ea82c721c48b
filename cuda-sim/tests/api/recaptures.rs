//! Graphs that are captured again, on a driver of CUDA 13.3 or newer.

use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_driver::sys::*;

use crate::{TestDevice, code, run_alone};

const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
const FAILURE: CUresult = CUresult::CUDA_ERROR_GRAPH_RECAPTURE_FAILURE;

/// What the callback was told, and what it answers.
struct Recapture {
    sim: TestDevice,
    stream: CUstream,
    values: Vec<[u32; 2]>,
    status: Vec<CUgraphRecaptureStatus>,
    answer: CUresult,
}

unsafe extern "C" fn differs(
    data: *mut c_void,
    node: CUgraphNode,
    before: *const CUgraphNodeParams,
    after: *const CUgraphNodeParams,
    status: CUgraphRecaptureStatus,
) -> CUresult {
    // SAFETY: the tests pass this, and use it only when nothing is captured.
    let recapture = unsafe { &mut *data.cast::<Recapture>() };
    // SAFETY: the nodes of these tests set memory.
    let values = unsafe { [(*before).params.memset.value, (*after).params.memset.value] };
    recapture.values.push(values);
    recapture.status.push(status);
    // It may use the stream and the node.
    call!(recapture.sim.raw, cuStreamIsCapturing(recapture.stream)).unwrap();
    call!(recapture.sim.raw, cuGraphNodeGetType(node)).unwrap();
    recapture.answer
}

impl Recapture {
    fn new() -> Self {
        let sim = TestDevice::new();
        Self {
            stream: sim.stream(1),
            sim,
            values: Vec::new(),
            status: Vec::new(),
            answer: CUresult::CUDA_SUCCESS,
        }
    }

    fn capture(&self, work: impl FnOnce()) -> CUgraph {
        call!(self.sim.raw, cuStreamBeginCapture(self.stream, RELAXED)).unwrap();
        work();
        call!(self.sim.raw, cuStreamEndCapture(self.stream)).unwrap()
    }

    fn again(&mut self, graph: CUgraph) {
        let (raw, stream) = (self.sim.raw, self.stream);
        let data = core::ptr::from_mut(self).cast::<c_void>();
        call!(raw, cuStreamBeginRecaptureToGraph(stream, RELAXED, graph, Some(differs), data))
            .unwrap();
    }

    fn set(&self, p: u64, value: u32) -> Result<(), cuda_driver::CuResult> {
        call!(self.sim.raw, cuMemsetD32Async(p, value, 1, self.stream))
    }

    fn end(&self) -> Result<CUgraph, cuda_driver::CuResult> {
        call!(self.sim.raw, cuStreamEndCapture(self.stream))
    }
}

#[test]
fn a_graph_is_captured_again() {
    run_alone("recaptures::alone_with_recaptures", &[("CUDA_SIM_DRIVER_VERSION", "13.5")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_recaptures() {
    new_parameters_replace_the_graphs_and_the_program_is_asked();
    other_work_than_the_graphs_fails();
    the_program_may_refuse_new_parameters();
    an_allocation_keeps_its_address();
}

fn new_parameters_replace_the_graphs_and_the_program_is_asked() {
    let mut recapture = Recapture::new();
    let raw = recapture.sim.raw;
    let p = call!(raw, cuMemAlloc(12)).unwrap();
    let graph = recapture.capture(|| {
        recapture.set(p, 1).unwrap();
        recapture.set(p + 4, 2).unwrap();
        call!(raw, cuMemsetD32Async(p + 8, 3, 1, recapture.stream)).unwrap();
    });
    recapture.again(graph);
    recapture.set(p, 1).unwrap();
    recapture.set(p + 4, 5).unwrap();
    call!(raw, cuMemsetD2D32Async(p + 8, 4, 6, 1, 1, recapture.stream)).unwrap();
    assert_eq!(recapture.end().unwrap(), graph);
    assert_eq!(recapture.values, [[2, 5], [3, 6]]);
    let eligible = CUgraphRecaptureStatus::CU_GRAPH_RECAPTURE_ELIGIBLE_FOR_UPDATE;
    assert_eq!(recapture.status, [eligible, eligible]);
    let exec = call!(raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(raw, cuGraphLaunch(exec, null_mut())).unwrap();
    let read = |at| recapture.sim.read(p + at);
    assert_eq!([read(0), read(4), read(8)], [1, 5, 6]);
}

fn other_work_than_the_graphs_fails() {
    let mut recapture = Recapture::new();
    let raw = recapture.sim.raw;
    let p = call!(raw, cuMemAlloc(8)).unwrap();
    let graph = || recapture.capture(|| recapture.set(p, 1).unwrap());
    let graphs = [graph(), graph(), graph()];
    // More.
    recapture.again(graphs[0]);
    recapture.set(p, 1).unwrap();
    assert_eq!(code(recapture.set(p, 1)), FAILURE);
    assert_eq!(code(recapture.end()), FAILURE);
    // Less.
    recapture.again(graphs[1]);
    assert_eq!(code(recapture.end()), FAILURE);
    // Of another kind.
    recapture.again(graphs[2]);
    let copied = call!(raw, cuMemcpyDtoDAsync(p, p + 4, 4, recapture.stream));
    assert_eq!(code(copied), FAILURE);
    assert_eq!(code(recapture.end()), FAILURE);
    for graph in graphs {
        call!(raw, cuGraphDestroy(graph)).unwrap();
    }
    assert!(recapture.values.is_empty());
}

fn the_program_may_refuse_new_parameters() {
    let mut recapture = Recapture::new();
    let p = call!(recapture.sim.raw, cuMemAlloc(4)).unwrap();
    let graph = recapture.capture(|| recapture.set(p, 1).unwrap());
    recapture.answer = CUresult::CUDA_ERROR_INVALID_VALUE;
    recapture.again(graph);
    assert_eq!(code(recapture.set(p, 2)), FAILURE);
    assert_eq!(code(recapture.end()), FAILURE);
    assert_eq!(recapture.values, [[1, 2]]);
}

fn an_allocation_keeps_its_address() {
    let mut recapture = Recapture::new();
    let (raw, stream) = (recapture.sim.raw, recapture.stream);
    let allocate = |bytes| call!(raw, cuMemAllocAsync(bytes, stream));
    let mut p = 0;
    let graph = recapture.capture(|| {
        p = allocate(64).unwrap();
        call!(raw, cuMemFreeAsync(p, stream)).unwrap();
    });
    recapture.again(graph);
    assert_eq!(allocate(64).unwrap(), p);
    call!(raw, cuMemFreeAsync(p, stream)).unwrap();
    recapture.end().unwrap();
    recapture.again(graph);
    assert_eq!(code(allocate(128)), FAILURE);
    assert_eq!(code(recapture.end()), FAILURE);
}
