use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use cuda_driver_sys::CUgraphConditionalNodeType;

use crate::state::condition::Condition;
use crate::state::external::Semaphores;
use crate::state::graph::edge::EdgeData;
use crate::state::graph::node::{Allocation, Batch, CopyNode, FillNode, NodeEvent, NodeKind};
use crate::state::graph::{Graph, Nodes};
use crate::state::work::{KernelLaunch, Work};

/// The nodes of a graph in an order in which they can be executed. A clone is cheap, and shares nothing that changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct GraphPlan {
    pub steps: Vec<Step>,
    /// The steps by the handles of their nodes.
    places: BTreeMap<usize, usize>,
    /// Whether each step depends on the one before it, so that one thread executes all of them.
    pub is_chain: bool,
}

/// A node of an executable graph.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The handle of the node it was made of.
    pub node: usize,
    pub action: Action,
    pub is_enabled: bool,
    /// The steps it depends on, in the order of the graph's dependencies.
    pub after: Vec<usize>,
    /// Those of them, kernels, before whose end it may start: once they let it, or else once they have started.
    pub early: Vec<(usize, bool)>,
    /// The steps that depend on it.
    pub before: Vec<usize>,
}

/// What a step does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    Kernel(Arc<KernelLaunch>),
    Copy(CopyNode),
    Fill(FillNode),
    /// A host function and its argument.
    Host(Work),
    Child(Arc<GraphPlan>),
    Empty,
    Record(Arc<dyn NodeEvent>),
    Wait(Arc<dyn NodeEvent>),
    Semaphores(Arc<Semaphores>),
    Allocate(Arc<Allocation>),
    Free(u64),
    Batch(Arc<Batch>),
    Conditional {
        condition: Arc<Condition>,
        kind: CUgraphConditionalNodeType,
        bodies: Vec<Arc<GraphPlan>>,
    },
    Other(Work),
}

/// A graph whose dependencies have a cycle; the error is one of its nodes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cycle(pub usize);

impl GraphPlan {
    /// Orders the nodes of a graph and of the graphs in it; of those that can be next, the oldest is.
    pub(crate) fn new(graph: &Graph) -> Result<Self, Cycle> {
        let mut steps = graph.with(|nodes| steps(nodes))?;
        for step in &mut steps {
            let inner = graph.with(|nodes| {
                let node = nodes.all.get(&step.node);
                node.map_or_else(Vec::new, |node| node.kind.graphs().cloned().collect())
            });
            let plans: Result<Vec<_>, _> =
                inner.iter().map(|graph| Self::new(graph).map(Arc::new)).collect();
            let plans = plans?;
            match &mut step.action {
                Action::Child(plan) => {
                    if let Some(new) = plans.into_iter().next() {
                        *plan = new;
                    }
                }
                Action::Conditional { bodies, .. } => *bodies = plans,
                _ => {}
            }
        }
        let places = steps.iter().enumerate();
        let is_after =
            |(place, step): (usize, &Step)| place == 0 || step.after.contains(&(place - 1));
        Ok(Self {
            places: places.map(|(place, step)| (step.node, place)).collect(),
            is_chain: steps.iter().enumerate().all(is_after),
            steps,
        })
    }

    /// Returns the addresses that a launch allocates, and those that it frees.
    pub(crate) fn memory(&self) -> (Vec<u64>, Vec<u64>) {
        let (mut allocated, mut freed) = (Vec::new(), Vec::new());
        self.each(&mut |step| match &step.action {
            Action::Allocate(allocation) => allocated.push(allocation.address),
            Action::Free(address) => freed.push(*address),
            _ => {}
        });
        (allocated, freed)
    }

    /// Returns the step of a node, also in a graph of a node.
    pub(crate) fn step(&self, node: usize) -> Option<&Step> {
        if let Some(place) = self.places.get(&node) {
            return self.steps.get(*place);
        }
        self.inner().find_map(|plan| plan.step(node))
    }

    /// The same, to change it.
    pub(crate) fn step_mut(&mut self, node: usize) -> Option<&mut Step> {
        if let Some(place) = self.places.get(&node) {
            return self.steps.get_mut(*place);
        }
        let holds =
            |step: &&mut Step| step.action.plans().iter().any(|plan| plan.step(node).is_some());
        let step = self.steps.iter_mut().find(holds)?;
        let plans = match &mut step.action {
            Action::Child(plan) => core::slice::from_mut(plan),
            Action::Conditional { bodies, .. } => bodies,
            _ => return None,
        };
        let plan = plans.iter_mut().find(|plan| plan.step(node).is_some())?;
        Arc::make_mut(plan).step_mut(node)
    }

    /// Returns the plans of the graphs in its nodes.
    fn inner(&self) -> impl Iterator<Item = &Arc<Self>> {
        self.steps.iter().flat_map(|step| step.action.plans())
    }

    /// Calls `visit` with every step, also in graphs of nodes, in the order in which they can be executed.
    pub(crate) fn each(&self, visit: &mut impl FnMut(&Step)) {
        for step in &self.steps {
            visit(step);
            for plan in step.action.plans() {
                plan.each(visit);
            }
        }
    }
}

impl Step {
    /// A step for a node with these parameters, on its own.
    pub(crate) fn of(node: usize, kind: &NodeKind) -> Result<Self, Cycle> {
        let mut action = Action::new(kind);
        if let (Action::Child(plan), NodeKind::Child(child)) = (&mut action, kind) {
            *plan = Arc::new(GraphPlan::new(&child.0)?);
        }
        let (after, early, before) = Default::default();
        Ok(Self { node, action, is_enabled: true, after, early, before })
    }
}

impl Action {
    /// Returns the plans of its graphs.
    pub(crate) fn plans(&self) -> &[Arc<GraphPlan>] {
        match self {
            Self::Child(plan) => core::slice::from_ref(plan),
            Self::Conditional { bodies, .. } => bodies,
            _ => &[],
        }
    }

    /// Returns `true` if it calls functions of the program, or may wait for other work.
    pub(crate) fn runs_host_code(&self) -> bool {
        match self {
            Self::Host(_) | Self::Wait(_) => true,
            Self::Semaphores(list) => list.is_wait(),
            Self::Batch(batch) => batch.work.iter().any(Work::runs_host_code),
            Self::Other(work) => work.runs_host_code(),
            _ => {
                let plans = self.plans().iter();
                let mut steps = plans.flat_map(|plan| &plan.steps);
                steps.any(|step| step.action.runs_host_code())
            }
        }
    }

    /// Returns `true` if it takes no longer than waking another thread.
    pub(crate) fn is_brief(&self) -> bool {
        match self {
            Self::Copy(node) => Work::Copy(node.copy, None).is_brief(),
            Self::Fill(node) => Work::Fill(node.fill).is_brief(),
            Self::Batch(batch) => batch.work.iter().all(Work::is_brief),
            Self::Semaphores(list) => !list.is_wait(),
            Self::Empty | Self::Record(_) | Self::Allocate(_) | Self::Free(_) => true,
            _ => false,
        }
    }

    /// What a node does; the graphs in it are planned later.
    pub(crate) fn new(kind: &NodeKind) -> Self {
        match kind {
            NodeKind::Kernel(launch) => Self::Kernel(launch.clone()),
            NodeKind::Copy(copy) => Self::Copy(*copy),
            NodeKind::Fill(fill) => Self::Fill(*fill),
            NodeKind::Host { function, argument } => {
                Self::Host(Work::HostFunction(*function, *argument))
            }
            NodeKind::Child(_) => Self::Child(Arc::default()),
            NodeKind::Empty => Self::Empty,
            NodeKind::Record(event) => Self::Record(event.clone()),
            NodeKind::Wait(event) => Self::Wait(event.clone()),
            NodeKind::Semaphores(list) => Self::Semaphores(list.clone()),
            NodeKind::Allocate(allocation) => Self::Allocate(allocation.clone()),
            NodeKind::Free(address) => Self::Free(*address),
            NodeKind::Batch(batch) => Self::Batch(batch.clone()),
            NodeKind::Conditional(node) => Self::Conditional {
                condition: node.condition.clone(),
                kind: node.kind,
                bodies: Vec::new(),
            },
            NodeKind::Other(work) => Self::Other(work.clone()),
        }
    }
}

/// Returns the nodes in an order in which they can be executed.
fn steps(nodes: &Nodes) -> Result<Vec<Step>, Cycle> {
    let mut open: BTreeMap<usize, usize> = BTreeMap::new();
    let mut ready = VecDeque::new();
    for (handle, node) in &nodes.all {
        match node.after.len() {
            0 => ready.push_back(*handle),
            count => {
                open.insert(*handle, count);
            }
        }
    }
    let mut places = BTreeMap::new();
    let mut steps = Vec::with_capacity(nodes.all.len());
    while let Some(handle) = ready.pop_front() {
        let Some(node) = nodes.all.get(&handle) else {
            continue;
        };
        let place = |handle: usize| places.get(&handle).copied();
        let after = node.after.iter().filter_map(|edge| place(edge.node));
        let after: Vec<usize> = after.collect();
        let early = node.after.iter().filter(|edge| !edge.data.is_plain());
        let early =
            early.filter_map(|edge| Some((place(edge.node)?, edge.data == EdgeData::PROGRAMMATIC)));
        let early = early.collect();
        let new = steps.len();
        for place in &after {
            if let Some(Step { before, .. }) = steps.get_mut(*place) {
                before.push(new);
            }
        }
        steps.push(Step {
            node: handle,
            action: Action::new(&node.kind),
            is_enabled: true,
            after,
            early,
            before: Vec::new(),
        });
        places.insert(handle, new);
        for edge in &node.before {
            if let Some(count) = open.get_mut(&edge.node) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&edge.node);
                    ready.push_back(edge.node);
                }
            }
        }
    }
    match open.keys().next() {
        Some(node) => Err(Cycle(*node)),
        None => Ok(steps),
    }
}
