//! Graphs from captures, and their launches. Nodes can't be added or changed individually.

use core::ffi::{c_char, c_uint, c_ulonglong};

use cuda_driver_sys::*;

use super::Call;
use crate::api::{
    error::*,
    graph::{Graph, GraphExec},
    outcome::{Outcome, store},
    stream::Submitted,
    work::Work,
};

const AUTO_FREE: c_ulonglong =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH.0 as c_ulonglong;
/// It needs a stream, so only one function takes it. There is nothing to upload.
const UPLOAD: c_ulonglong =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD.0 as c_ulonglong;
const DEVICE_LAUNCH: c_ulonglong =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH.0 as c_ulonglong;
/// Nodes have no priorities here.
const NODE_PRIORITY: c_ulonglong =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY.0 as c_ulonglong;

impl Call {
    pub(in crate::api) unsafe fn cuGraphCreate(
        &self,
        phGraph: *mut CUgraph,
        flags: c_uint,
    ) -> Outcome {
        if phGraph.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        store(
            phGraph,
            self.system.graphs.insert(Graph::new).handle as CUgraph,
        )
    }

    pub(in crate::api) unsafe fn cuGraphDestroy(&self, hGraph: CUgraph) -> Outcome {
        self.system.graphs.remove(hGraph).map(drop)
    }

    pub(in crate::api) unsafe fn cuGraphClone(
        &self,
        phGraphClone: *mut CUgraph,
        originalGraph: CUgraph,
    ) -> Outcome {
        let graph = self.system.graphs.get(originalGraph)?;
        if phGraphClone.is_null() {
            return Err(INVALID_VALUE);
        }
        if graph.has_memory() {
            return Err(NOT_SUPPORTED);
        }
        let copy = self.system.graphs.insert(|handle| graph.copy(handle));
        store(phGraphClone, copy.handle as CUgraph)
    }

    pub(in crate::api) unsafe fn cuGraphGetNodes(
        &self,
        hGraph: CUgraph,
        nodes: *mut CUgraphNode,
        numNodes: *mut usize,
    ) -> Outcome {
        let graph = self.system.graphs.get(hGraph)?;
        let known = graph.nodes.lock();
        let room = *numNodes.as_ref().ok_or(INVALID_VALUE)?;
        if nodes.is_null() {
            return store(numNodes, known.len());
        }
        for place in 0..room {
            nodes
                .add(place)
                .write(known.get(place).map_or(0, |node| node.handle) as CUgraphNode);
        }
        store(numNodes, room.min(known.len()))
    }

    pub(in crate::api) unsafe fn cuGraphInstantiateWithFlags(
        &self,
        phGraphExec: *mut CUgraphExec,
        hGraph: CUgraph,
        flags: c_ulonglong,
    ) -> Outcome {
        let graph = self.system.graphs.get(hGraph)?;
        if phGraphExec.is_null() {
            return Err(INVALID_VALUE);
        }
        if flags & UPLOAD != 0 {
            return Err(INVALID_VALUE);
        }
        store(phGraphExec, self.instantiate(&graph, flags)?)
    }

    fn instantiate(&self, graph: &Graph, flags: c_ulonglong) -> Result<CUgraphExec, CUresult> {
        if flags & !(AUTO_FREE | UPLOAD | DEVICE_LAUNCH | NODE_PRIORITY) != 0 {
            return Err(INVALID_VALUE);
        }
        if graph.has_memory() {
            self.current()?;
            if flags & DEVICE_LAUNCH != 0 {
                return Err(INVALID_VALUE);
            }
            if graph.is_executable() {
                return Err(NOT_SUPPORTED);
            }
        }
        if flags & DEVICE_LAUNCH != 0 {
            return Err(NOT_SUPPORTED);
        }
        let execs = &self.system.graph_execs;
        let exec = execs.insert(|handle| GraphExec::new(handle, graph, flags));
        Ok(exec.handle as CUgraphExec)
    }

    pub(in crate::api) unsafe fn cuGraphInstantiateWithParams(
        &self,
        phGraphExec: *mut CUgraphExec,
        hGraph: CUgraph,
        instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
    ) -> Outcome {
        let parameters = instantiateParams.as_mut().ok_or(INVALID_VALUE)?;
        let graph = self.system.graphs.get(hGraph)?;
        if phGraphExec.is_null() {
            return Err(INVALID_VALUE);
        }
        store(phGraphExec, self.instantiate(&graph, parameters.flags)?)?;
        parameters.hErrNode_out = core::ptr::null_mut();
        parameters.result_out = CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS;
        Ok(())
    }

    pub(in crate::api) unsafe fn cuGraphInstantiate_v2(
        &self,
        phGraphExec: *mut CUgraphExec,
        hGraph: CUgraph,
        _phErrorNode: *mut CUgraphNode,
        _logBuffer: *mut c_char,
        _bufferSize: usize,
    ) -> Outcome {
        self.cuGraphInstantiateWithFlags(phGraphExec, hGraph, 0)
    }

    pub(in crate::api) unsafe fn cuGraphInstantiate(
        &self,
        phGraphExec: *mut CUgraphExec,
        hGraph: CUgraph,
        _phErrorNode: *mut CUgraphNode,
        _logBuffer: *mut c_char,
        _bufferSize: usize,
    ) -> Outcome {
        self.cuGraphInstantiateWithFlags(phGraphExec, hGraph, 0)
    }

    pub(in crate::api) unsafe fn cuGraphExecGetFlags(
        &self,
        hGraphExec: CUgraphExec,
        flags: *mut cuuint64_t,
    ) -> Outcome {
        store(flags, self.system.graph_execs.get(hGraphExec)?.flags)
    }

    /// There is nothing to upload.
    pub(in crate::api) unsafe fn cuGraphUpload(
        &self,
        hGraphExec: CUgraphExec,
        hStream: CUstream,
    ) -> Outcome {
        self.system.graph_execs.get(hGraphExec)?;
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        stream.submit(self.system, Work::Nothing, None).map(drop)
    }

    pub(in crate::api) unsafe fn cuGraphLaunch(
        &self,
        hGraphExec: CUgraphExec,
        hStream: CUstream,
    ) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let stream = self.stream(hStream)?;
        // Launches of one graph are executed one after the other, even on different streams.
        let mut last = exec.last.lock();
        if stream.capturing.lock().is_none() {
            let frees = exec.flags & AUTO_FREE != 0;
            self.system.note_graph_launch(&exec.steps, frees)?;
        }
        let work = Work::Graph(exec.steps.clone());
        if let Submitted::Queued(ticket) = stream.submit(self.system, work, last.clone())? {
            *last = Some(ticket);
        }
        Ok(())
    }

    pub(in crate::api) unsafe fn cuGraphExecDestroy(&self, hGraphExec: CUgraphExec) -> Outcome {
        self.system.graph_execs.remove(hGraphExec).map(drop)
    }
}
