use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_driver_sys::{
    CUgraphExec, CUgraphExec_st, CUgraphInstantiate_flags, CUgraphInstantiateResult, CUresult,
};
use parking_lot::Mutex;

use crate::state::error::{INVALID_VALUE, NOT_SUPPORTED};
use crate::state::graph::plan::{Action, Cycle, GraphPlan, Step};
use crate::state::graph::{Graph, next_id};
use crate::state::handles::Object;
use crate::state::outcome::Outcome;
use crate::state::ticket::Ticket;
use crate::state::user_object::ObjectReference;

/// An executable graph.
#[derive(Debug)]
pub(crate) struct GraphExec {
    pub handle: usize,
    pub id: u32,
    pub flags: u64,
    pub plan: Mutex<Arc<GraphPlan>>,
    /// The last launch, which the next one waits for.
    pub last: Mutex<Option<Ticket>>,
    /// The user objects of the graph that it was made of, or that last updated it. Launches refer to them, too.
    pub objects: Mutex<Arc<Vec<ObjectReference>>>,
    /// What kernels launch; nothing before it was uploaded or launched.
    uploaded: Mutex<Option<UploadedGraph>>,
    /// Whether kernels have launched it, and it hasn't completed.
    is_launched: AtomicBool,
    /// Tells its graph that it exists.
    _exists: Arc<()>,
}

impl Object for GraphExec {
    type Raw = CUgraphExec_st;
    const KIND: &'static str = "executable graph";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

/// The flag of graphs that kernels may launch.
pub(crate) const DEVICE_LAUNCH: u64 =
    CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH.0 as u64;

/// What kernels launch of an executable graph.
#[derive(Debug, Clone)]
pub(crate) struct UploadedGraph {
    pub plan: Arc<GraphPlan>,
    pub objects: Arc<Vec<ObjectReference>>,
}

/// Why a graph can't be instantiated: the code, the reason, and the node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Problem {
    pub code: CUresult,
    pub why: CUgraphInstantiateResult,
    pub node: usize,
}

/// The reasons, by short names.
pub(crate) type InstantiateResult = CUgraphInstantiateResult;

impl From<CUresult> for Problem {
    fn from(code: CUresult) -> Self {
        Self { code, why: InstantiateResult::CUDA_GRAPH_INSTANTIATE_ERROR, node: 0 }
    }
}

impl core::fmt::Display for Problem {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self.why {
            InstantiateResult::CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE => "the graph has a cycle",
            InstantiateResult::CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED => {
                "a node can't be part of such a graph"
            }
            InstantiateResult::CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED => {
                "a conditional handle has no node"
            }
            _ => "the graph can't be instantiated",
        })
    }
}

impl Problem {
    /// Returns `true` if its text says more than its code.
    pub(crate) fn is_known(&self) -> bool {
        self.why != InstantiateResult::CUDA_GRAPH_INSTANTIATE_ERROR
    }

    fn at(node: usize, why: InstantiateResult) -> Self {
        Self { code: INVALID_VALUE, why, node }
    }
}

impl GraphExec {
    /// Makes a graph executable; `is_for_devices` if kernels may launch it.
    pub(crate) fn new(
        graph: &Graph,
        flags: u64,
        is_for_devices: bool,
    ) -> Result<impl FnOnce(usize) -> Self, Problem> {
        if graph.is_single() && graph.executable.lock().strong_count() > 0 {
            return Err(NOT_SUPPORTED.into());
        }
        let cyclic = |Cycle(node)| {
            Problem::at(node, InstantiateResult::CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE)
        };
        let plan = GraphPlan::new(graph).map_err(cyclic)?;
        check(&plan, is_for_devices)?;
        if is_for_devices && plan.steps.is_empty() {
            return Err(INVALID_VALUE.into());
        }
        if !uses_its_conditions(graph) {
            let why = InstantiateResult::CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED;
            return Err(Problem::at(0, why));
        }
        let exists = Arc::new(());
        *graph.executable.lock() = Arc::downgrade(&exists);
        let objects = graph.objects();
        Ok(move |handle| Self {
            handle,
            id: next_id(),
            flags,
            plan: Mutex::new(Arc::new(plan)),
            last: Mutex::default(),
            objects: Mutex::new(Arc::new(objects)),
            uploaded: Mutex::default(),
            is_launched: AtomicBool::new(false),
            _exists: exists,
        })
    }

    /// Keeps other user objects instead, and returns the previous ones for the caller to drop.
    pub(crate) fn hold(&self, objects: Vec<ObjectReference>) -> Arc<Vec<ObjectReference>> {
        core::mem::replace(&mut *self.objects.lock(), Arc::new(objects))
    }

    /// Returns `true` if kernels may launch it.
    pub(crate) fn is_for_devices(&self) -> bool {
        self.flags & DEVICE_LAUNCH != 0
    }

    /// Makes its present state what kernels launch.
    pub(crate) fn upload(&self) {
        if self.is_for_devices() {
            *self.uploaded.lock() = Some(UploadedGraph {
                plan: self.plan.lock().clone(),
                objects: self.objects.lock().clone(),
            });
        }
    }

    /// Returns what kernels launch.
    pub(crate) fn uploaded(&self) -> Option<UploadedGraph> {
        self.uploaded.lock().clone()
    }

    /// Notes that kernels have launched it; returns `false` if they had, and it hasn't completed.
    pub(crate) fn begin(&self) -> bool {
        !self.is_launched.swap(true, Ordering::AcqRel)
    }

    /// Notes that it has completed.
    pub(crate) fn end(&self) {
        self.is_launched.store(false, Ordering::Release);
    }

    pub(crate) fn raw(&self) -> CUgraphExec {
        self.handle as CUgraphExec
    }

    /// Changes a node; launches that were submitted keep what they have.
    pub(crate) fn change(&self, node: usize, change: impl FnOnce(&mut Step) -> Outcome) -> Outcome {
        let mut plan = self.plan.lock();
        if plan.step(node).is_none() {
            return Err(INVALID_VALUE);
        }
        let step = Arc::make_mut(&mut plan).step_mut(node);
        change(step.ok_or(INVALID_VALUE)?)
    }
}

/// Returns `true` if every condition of a graph, and of the graphs in it, has a node.
fn uses_its_conditions(graph: &Graph) -> bool {
    let inner = graph.inner();
    graph.conditions.are_used() && inner.iter().all(|graph| uses_its_conditions(graph))
}

/// Checks that a kernel may launch all of it, if it should, and a conditional node its bodies.
fn check(plan: &GraphPlan, is_on_device: bool) -> Result<(), Problem> {
    for step in &plan.steps {
        let is_conditional = matches!(step.action, Action::Conditional { .. });
        if is_on_device && !may_run_on_device(&step.action) {
            let why = InstantiateResult::CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
            return Err(Problem::at(step.node, why));
        }
        for inner in step.action.plans() {
            check_inner(inner, is_on_device, is_conditional)?;
        }
    }
    Ok(())
}

fn check_inner(plan: &GraphPlan, is_on_device: bool, is_body: bool) -> Result<(), Problem> {
    if !is_body {
        return check(plan, is_on_device);
    }
    check_body(plan)
}

/// Checks what a conditional node executes.
fn check_body(plan: &GraphPlan) -> Result<(), Problem> {
    for step in &plan.steps {
        let may = may_run_on_device(&step.action)
            || matches!(step.action, Action::Empty | Action::Conditional { .. });
        if !may {
            let why = InstantiateResult::CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
            return Err(Problem::at(step.node, why));
        }
        for inner in step.action.plans() {
            check_body(inner)?;
        }
    }
    Ok(())
}

fn may_run_on_device(action: &Action) -> bool {
    matches!(action, Action::Kernel(_) | Action::Copy(_) | Action::Fill(_) | Action::Child(_))
}
