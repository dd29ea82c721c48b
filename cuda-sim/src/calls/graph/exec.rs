//! Executable graphs: instantiating, updating and launching them.

use core::ffi::{c_char, c_uint, c_ulonglong};
use litemap::LiteMap;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::graph::node::NodeEvent;
use crate::state::stream::Task;
use crate::state::{
    error::*,
    graph::{
        Graph,
        device::{Environment, Tables},
        exec::{DEVICE_LAUNCH, GraphExec, InstantiateResult, Problem},
        plan::{Action, GraphPlan},
        schedule::GraphLaunch,
        update::Reason,
    },
    outcome::{InOut, Out, Outcome, store_text},
    ticket::{Mark, Ticket},
    work::Work,
};

const AUTO_FREE: c_ulonglong =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH.0 as c_ulonglong;
/// It needs a stream, so only one function takes it. There is nothing to upload.
const UPLOAD: c_ulonglong =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD.0 as c_ulonglong;
/// Nodes have no priorities here, and a driver doesn't report it.
const NODE_PRIORITY: c_ulonglong =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY.0 as c_ulonglong;

impl Call {
    pub(crate) fn cuGraphInstantiateWithFlags(
        &self,
        phGraphExec: Out<CUgraphExec>,
        hGraph: CUgraph,
        flags: c_ulonglong,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        if phGraphExec.is_null() || flags & UPLOAD != 0 {
            return Err(INVALID_VALUE);
        }
        let exec = self.instantiate(&graph, flags);
        phGraphExec.store(exec.map_err(|problem| problem.code)?)
    }

    fn instantiate(&self, graph: &Graph, flags: c_ulonglong) -> Result<CUgraphExec, Problem> {
        let is_both = flags & (AUTO_FREE | DEVICE_LAUNCH) == AUTO_FREE | DEVICE_LAUNCH;
        if is_both || flags & !(AUTO_FREE | UPLOAD | DEVICE_LAUNCH | NODE_PRIORITY) != 0 {
            return Err(INVALID_VALUE.into());
        }
        if graph.has_memory() {
            self.current()?;
        }
        let reported = flags & (AUTO_FREE | DEVICE_LAUNCH);
        let make = GraphExec::new(graph, reported, flags & DEVICE_LAUNCH != 0);
        let make = make.inspect_err(|problem| {
            if problem.is_known() {
                self.system.log.text(&problem.to_string());
            }
        })?;
        graph.leave_unfreed(&self.system.graph_memory);
        Ok(self.system.graph_execs.insert(make).raw())
    }

    pub(crate) fn cuGraphInstantiateWithParams(
        &self,
        phGraphExec: Out<CUgraphExec>,
        hGraph: CUgraph,
        instantiateParams: InOut<CUDA_GRAPH_INSTANTIATE_PARAMS>,
    ) -> Outcome {
        let parameters = instantiateParams.input.read()?;
        let graph = self.graph(hGraph)?;
        phGraphExec.not_null()?;
        if parameters.flags & UPLOAD != 0 {
            self.stream(parameters.hUploadStream)?.refuse_while_capturing()?;
        }
        let (outcome, why, node) = match self.instantiate(&graph, parameters.flags) {
            Ok(exec) => {
                if parameters.flags & UPLOAD != 0 {
                    self.system.graph_execs.get(exec)?.upload();
                }
                let why = InstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS;
                (phGraphExec.store(exec), why, 0)
            }
            Err(problem) => (Err(problem.code), problem.why, problem.node),
        };
        instantiateParams.output.store(CUDA_GRAPH_INSTANTIATE_PARAMS {
            hErrNode_out: node as CUgraphNode,
            result_out: why,
            ..parameters
        })?;
        outcome
    }

    pub(crate) unsafe fn cuGraphInstantiate_v2(
        &self,
        phGraphExec: Out<CUgraphExec>,
        hGraph: CUgraph,
        phErrorNode: Out<CUgraphNode>,
        logBuffer: *mut c_char,
        bufferSize: usize,
    ) -> Outcome {
        let graph = self.graph(hGraph)?;
        phGraphExec.not_null()?;
        let instance = self.instantiate(&graph, 0);
        let (node, text) = match &instance {
            Ok(_) => (0, String::new()),
            Err(problem) => (problem.node, problem.to_string()),
        };
        phErrorNode.store_optional(node as CUgraphNode);
        if !logBuffer.is_null() && bufferSize > 0 {
            // SAFETY: the program's buffer has its size.
            unsafe { store_text(logBuffer.cast(), bufferSize, text.as_bytes())? };
        }
        phGraphExec.store(instance.map_err(|problem| problem.code)?)
    }

    pub(crate) unsafe fn cuGraphInstantiate(
        &self,
        phGraphExec: Out<CUgraphExec>,
        hGraph: CUgraph,
        phErrorNode: Out<CUgraphNode>,
        logBuffer: *mut c_char,
        bufferSize: usize,
    ) -> Outcome {
        // SAFETY: the arguments are those of that call.
        unsafe {
            self.cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize)
        }
    }

    pub(crate) fn cuGraphExecGetFlags(
        &self,
        hGraphExec: CUgraphExec,
        flags: Out<cuuint64_t>,
    ) -> Outcome {
        flags.store(self.system.graph_execs.get(hGraphExec)?.flags)
    }

    pub(crate) fn cuGraphExecGetId(
        &self,
        hGraphExec: CUgraphExec,
        graphId: Out<c_uint>,
    ) -> Outcome {
        graphId.store(self.system.graph_execs.get(hGraphExec)?.id)
    }

    pub(crate) fn cuGraphExecUpdate_v2(
        &self,
        hGraphExec: CUgraphExec,
        hGraph: CUgraph,
        resultInfo: Out<CUgraphExecUpdateResultInfo>,
    ) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let graph = self.graph(hGraph)?;
        let (reason, node) = self.update(&exec, &graph);
        resultInfo.store_optional(CUgraphExecUpdateResultInfo {
            result: reason,
            _padding_after_result: [0; 4],
            errorNode: node as CUgraphNode,
            errorFromNode: core::ptr::null_mut(),
        });
        match reason {
            Reason::CU_GRAPH_EXEC_UPDATE_SUCCESS => Ok(()),
            _ => Err(GRAPH_EXEC_UPDATE_FAILURE),
        }
    }

    pub(crate) fn cuGraphExecUpdate(
        &self,
        hGraphExec: CUgraphExec,
        hGraph: CUgraph,
        hErrorNode_out: Out<CUgraphNode>,
        updateResult_out: Out<CUgraphExecUpdateResult>,
    ) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let graph = self.graph(hGraph)?;
        let (reason, node) = self.update(&exec, &graph);
        // Of graphs with another number of nodes, an H100 answers this here.
        let reason = match (reason, node) {
            (Reason::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, 0) => {
                Reason::CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED
            }
            _ => reason,
        };
        hErrorNode_out.store_optional(node as CUgraphNode);
        updateResult_out.store_optional(reason);
        match reason {
            Reason::CU_GRAPH_EXEC_UPDATE_SUCCESS => Ok(()),
            _ => Err(GRAPH_EXEC_UPDATE_FAILURE),
        }
    }

    /// Updates an executable graph, which from then on refers to the objects of this graph; returns the reason why it
    /// isn't possible, and the node.
    fn update(&self, exec: &GraphExec, graph: &Graph) -> (Reason, usize) {
        let new = match GraphPlan::new(graph) {
            Ok(plan) => plan,
            Err(cycle) => return (Reason::CU_GRAPH_EXEC_UPDATE_ERROR, cycle.0),
        };
        let mut plan = exec.plan.lock();
        let mut updated = GraphPlan::clone(&plan);
        if let Err(difference) = updated.update(&new) {
            return (difference.reason, difference.node);
        }
        *plan = Arc::new(updated);
        drop(plan);
        drop(exec.hold(graph.objects()));
        (Reason::CU_GRAPH_EXEC_UPDATE_SUCCESS, 0)
    }

    pub(crate) fn cuGraphUpload(&self, hGraphExec: CUgraphExec, hStream: CUstream) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        stream.submit(self.system, Work::Nothing, None)?;
        exec.upload();
        Ok(())
    }

    pub(crate) fn cuGraphLaunch(&self, hGraphExec: CUgraphExec, hStream: CUstream) -> Outcome {
        let exec = self.system.graph_execs.get(hGraphExec)?;
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        self.system.check()?;
        // Launches of one graph are executed one after the other, even on different streams.
        let mut last = exec.last.lock();
        let plan = exec.plan.lock().clone();
        self.check_batches(&plan)?;
        let frees = exec.flags & AUTO_FREE != 0;
        let Events { recorded, records, waits } = Events::of(&plan);
        let objects = exec.objects.lock().clone();
        let tables = Tables { execs: &self.system.graph_execs, functions: &self.system.functions };
        let launch = || {
            // Its kernels may launch it at once.
            exec.upload();
            let (allocated, freed) = plan.memory();
            let memory = &self.system.memory;
            let of_graphs = &self.system.graph_memory;
            let freed = of_graphs.launch(memory, &allocated, &freed, frees)?;
            Ok(Task::Graph(Arc::new(GraphLaunch {
                plan,
                records,
                waits,
                freed,
                environment: Environment::of_host(tables, &exec),
                _objects: objects,
            })))
        };
        // Other processes may know of a recording before it is submitted, and must not wait for it if it isn't.
        let refused = |_: &CUresult| recorded.iter().for_each(|(_, mark)| mark.set());
        let submitted = stream.submit_uncaptured(self.system, last.clone(), launch);
        *last = Some(submitted.inspect_err(refused)?);
        for (event, mark) in recorded {
            event.record_in_graph(mark);
        }
        drop(last);
        self.wait_if_blocking(&stream)
    }

    pub(crate) fn cuGraphExecDestroy(&self, hGraphExec: CUgraphExec) -> Outcome {
        self.system.graph_execs.remove(hGraphExec).map(drop)
    }
}

/// The events of a launch.
#[derive(Default)]
struct Events {
    /// What the launch records.
    recorded: Vec<(Arc<dyn NodeEvent>, Arc<Mark>)>,
    /// The same by the handles of the nodes.
    records: LiteMap<usize, Arc<Mark>>,
    /// What nodes wait for: what their events last recorded in a node before them, or before the launch.
    waits: LiteMap<usize, Ticket>,
}

impl Events {
    fn of(plan: &GraphPlan) -> Self {
        let mut events = Self::default();
        plan.each(&mut |step| match &step.action {
            Action::Record(event) => {
                let mark = event.mark();
                events.recorded.push((event.clone(), mark.clone()));
                events.records.insert(step.node, mark);
            }
            Action::Wait(event) => {
                let mut recorded = events.recorded.iter().rev();
                let record = recorded.find(|(other, _)| Arc::ptr_eq(other, event));
                let ticket = record.map(|(_, mark)| Ticket::Node(mark.clone()));
                if let Some(ticket) = ticket.or_else(|| event.ticket()) {
                    events.waits.insert(step.node, ticket);
                }
            }
            _ => {}
        });
        events
    }
}

impl Call {
    /// Fails if a launch would write or wait for numbers in memory of pools.
    fn check_batches(&self, plan: &GraphPlan) -> Outcome {
        plan.steps.iter().try_for_each(|step| match &step.action {
            Action::Batch(batch) if step.is_enabled => {
                let of_pool = |(address, _)| {
                    let allocation = self.system.memory.containing(address);
                    allocation.is_some_and(|allocation| allocation.kind.is_of_pool())
                };
                if batch.work.iter().any(|operation| operation.number().is_some_and(of_pool)) {
                    Err(INVALID_VALUE)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        })
    }
}
