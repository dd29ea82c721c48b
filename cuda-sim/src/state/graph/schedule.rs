use litemap::LiteMap;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::CUgraphConditionalNodeType;
use cuda_sim_engine::{ItemClock, WorkPlace};
use parking_lot::{Condvar, Mutex};

use crate::state::activity::{self, Origin};
use crate::state::condition::Condition;
use crate::state::devices::Devices;
use crate::state::executor;
use crate::state::graph::device::Environment;
use crate::state::graph::plan::{Action, GraphPlan, Step};
use crate::state::ticket::Mark;
use crate::state::ticket::Ticket;
use crate::state::trace::{PositionClock, Trace};
use crate::state::user_object::ObjectReference;
use crate::state::work::Work;

/// How many threads execute the kernels, copies and fills of one launch.
const MAX_THREADS: usize = 16;

/// A launch of an executable graph.
#[derive(Debug)]
pub(crate) struct GraphLaunch {
    pub plan: Arc<GraphPlan>,
    /// What its nodes record, by their handles.
    pub records: LiteMap<usize, Arc<Mark>>,
    /// What its nodes wait for.
    pub waits: LiteMap<usize, Ticket>,
    /// The numbers of the allocations that its nodes free, by their addresses.
    pub freed: BTreeMap<u64, u64>,
    /// What its kernels launch graphs with.
    pub environment: Arc<Environment>,
    /// The user objects, released when it is done.
    pub _objects: Arc<Vec<ObjectReference>>,
}

impl GraphLaunch {
    /// Returns `true` if it calls functions of the program, or waits for other work.
    pub(crate) fn runs_host_code(&self) -> bool {
        let mut steps = self.plan.steps.iter();
        steps.any(|step| step.action.runs_host_code())
    }

    /// Returns `true` if its nodes do nothing.
    pub(crate) fn is_empty(&self) -> bool {
        let mut steps = self.plan.steps.iter();
        steps.all(|step| matches!(step.action, Action::Empty))
    }

    /// Executes all nodes, those that don't depend on each other concurrently; events complete even on an unusable
    /// device. A panic makes it unusable.
    pub(crate) fn run(self: &Arc<Self>, devices: &'static Devices, trace: Option<&mut Trace>) {
        if catch_unwind(AssertUnwindSafe(|| self.execute(devices, trace))).is_err() {
            devices.mark_broken();
        }
    }

    fn execute(self: &Arc<Self>, devices: &'static Devices, mut trace: Option<&mut Trace>) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        if let Some(trace) = &mut trace {
            trace.place.graph = NEXT.fetch_add(1, Ordering::Relaxed);
        }
        self.plan.each(&mut |step| {
            if let Action::Conditional { condition, .. } = &step.action {
                condition.begin();
            }
        });
        self.run_plan(&self.plan, devices, trace.as_deref_mut());
        self.environment.finish(devices);
        if let Some(trace) = trace
            && self.environment.may_launch()
        {
            trace.waited(devices);
        }
    }

    /// Executes one of the launches by kernels.
    pub(super) fn run_alone(self: &Arc<Self>, devices: &'static Devices) {
        let everything = || Trace::after(devices.races.everything(), WorkPlace::default());
        let mut trace = devices.checks_order().then(everything);
        self.run_plan(&self.plan, devices, trace.as_mut());
    }

    fn run_plan(
        self: &Arc<Self>,
        plan: &Arc<GraphPlan>,
        devices: &'static Devices,
        trace: Option<&mut Trace>,
    ) {
        let before = trace.as_ref().map(|trace| (trace.clock.clone(), trace.place));
        let clocks = match trace {
            Some(_) => vec![PositionClock::default(); plan.steps.len()],
            None => Vec::new(),
        };
        let clocks = self.run_steps(plan, devices, before, clocks);
        if let Some(trace) = trace {
            clocks.iter().for_each(|position_clock| trace.clock.join(&position_clock.clock));
        }
    }

    /// Executes the nodes, and returns the clock after each, if races are looked for.
    fn run_steps(
        self: &Arc<Self>,
        plan: &Arc<GraphPlan>,
        devices: &'static Devices,
        before: Option<(ItemClock, WorkPlace)>,
        mut clocks: Vec<PositionClock>,
    ) -> Vec<PositionClock> {
        if plan.is_chain || plan.steps.iter().all(|step| step.action.is_brief()) {
            for (place, step) in plan.steps.iter().enumerate() {
                let mut trace = traced(step, before.as_ref(), &clocks);
                self.step(step, devices, trace.as_mut());
                if let Some(trace) = trace {
                    clocks[place] = trace.reached();
                }
            }
            return clocks;
        }
        let waiting: Vec<usize> = plan.steps.iter().map(|step| step.after.len()).collect();
        let ready = waiting.iter().enumerate().filter(|(_, count)| **count == 0);
        let ready: Vec<usize> = ready.map(|(place, _)| place).collect();
        let run = Arc::new(Run {
            launch: self.clone(),
            plan: plan.clone(),
            devices,
            before,
            origin: activity::origin(),
            left: Mutex::new(RemainingSteps {
                clocks,
                steps: plan.steps.len(),
                waiting,
                ready: VecDeque::new(),
                threads: 1,
            }),
            is_done: Condvar::new(),
        });
        let first = run.distribute(&ready);
        run.work(first);
        let mut left = run.left.lock();
        while left.steps > 0 {
            run.is_done.wait(&mut left);
        }
        std::mem::take(&mut left.clocks)
    }

    /// Executes one node; a panic makes the device unusable. Waits end and marks are set in any case.
    fn step(self: &Arc<Self>, step: &Step, devices: &'static Devices, trace: Option<&mut Trace>) {
        let origin = Origin { node: step.node as u64, ..activity::origin() };
        let run = || {
            if step.is_enabled {
                activity::from(origin, || self.act(step, devices, trace));
            }
        };
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            devices.mark_broken();
        }
    }

    fn act(
        self: &Arc<Self>,
        step: &Step,
        devices: &'static Devices,
        mut trace: Option<&mut Trace>,
    ) {
        devices.delays.pause();
        match &step.action {
            Action::Record(_) => {
                if let Some(mark) = self.records.get(&step.node) {
                    mark.set_after(trace.as_deref());
                }
            }
            // The marks in it are set even after a fault.
            Action::Child(plan) => self.run_plan(plan, devices, trace),
            _ if devices.check().is_err() => {}
            Action::Wait(_) => {
                if let Some(ticket) = self.waits.get(&step.node) {
                    ticket.wait();
                    if let (Some(trace), Some(clock)) = (trace, ticket.known()) {
                        trace.clock.join(&clock);
                    }
                }
            }
            Action::Kernel(launch) if !self.environment.has(launch) => {
                let kernel = launch.image.program().kernels().nth(launch.kernel);
                devices.mark_unloaded(kernel.map_or("", |kernel| &kernel.name));
            }
            Action::Kernel(launch) => {
                let _place = devices.memory.keep_in_place();
                launch.run(devices, &self.environment.output(devices), trace);
            }
            Action::Copy(node) => Work::Copy(node.copy, None).run(devices, trace),
            Action::Fill(node) => Work::Fill(node.fill).run(devices, trace),
            Action::Host(work) | Action::Other(work) => work.run(devices, trace),
            Action::Batch(batch) => {
                for work in &batch.work {
                    match work.number() {
                        Some((at, size)) if !devices.still_holds(at, size) => {
                            devices.mark_freed("write or wait", at);
                        }
                        _ => work.run(devices, trace.as_deref_mut()),
                    }
                }
            }
            Action::Allocate(allocation) => {
                devices.memory.begin_again(allocation.address);
                if let Some(trace) = trace {
                    trace.allocate(devices, allocation.address, allocation.bytes as u64);
                }
            }
            Action::Free(address) => {
                if let Some(trace) = trace {
                    trace.free(devices, *address);
                }
                if let Some(id) = self.freed.get(address) {
                    devices.reach_free_of_graph(*address, *id);
                }
            }
            Action::Semaphores(list) => Work::Semaphores(list.clone()).run(devices, trace),
            Action::Empty => {}
            Action::Conditional { condition, kind, bodies } => {
                self.decide(condition, *kind, bodies, devices, trace)
            }
        }
    }

    fn decide(
        self: &Arc<Self>,
        condition: &Condition,
        kind: CUgraphConditionalNodeType,
        bodies: &[Arc<GraphPlan>],
        devices: &'static Devices,
        mut trace: Option<&mut Trace>,
    ) {
        use CUgraphConditionalNodeType as T;
        let value = condition.value() as usize;
        let mut run = |place: usize| {
            if let Some(body) = bodies.get(place) {
                self.run_plan(body, devices, trace.as_deref_mut());
            }
        };
        match kind {
            T::CU_GRAPH_COND_TYPE_IF => run(usize::from(value == 0)),
            T::CU_GRAPH_COND_TYPE_WHILE => {
                while condition.value() != 0 && devices.check().is_ok() {
                    run(0);
                }
            }
            _ => run(value),
        }
    }
}

/// Returns the clock before a step of those that it depends on, if races are looked for.
fn traced(
    step: &Step,
    before: Option<&(ItemClock, WorkPlace)>,
    all: &[PositionClock],
) -> Option<Trace> {
    let (clock, place) = before?.clone();
    let mut early = clock.clone();
    let mut trace = Trace::after(clock, place);
    for (at, position) in step.after.iter().filter_map(|at| Some((at, all.get(*at)?))) {
        trace.clock.join(&position.clock);
        let mut edges = step.early.iter().filter(|(place, _)| place == at);
        let is_early = edges.any(|(_, waits)| !waits || position.lets_next_start);
        let at_first = position.early.as_ref().filter(|_| is_early);
        early.join(at_first.unwrap_or(&position.clock));
    }
    trace.early = (!step.early.is_empty()).then_some(early);
    Some(trace)
}

/// The execution of a plan by several threads.
struct Run {
    launch: Arc<GraphLaunch>,
    plan: Arc<GraphPlan>,
    devices: &'static Devices,
    /// The clock before it, if races are looked for.
    before: Option<(ItemClock, WorkPlace)>,
    /// Who launched it.
    origin: Origin,
    left: Mutex<RemainingSteps>,
    is_done: Condvar,
}

/// What is left to do.
struct RemainingSteps {
    /// The clock after each step, if races are looked for.
    clocks: Vec<PositionClock>,
    /// The steps that aren't done.
    steps: usize,
    /// For each step, how many of those it depends on aren't done.
    waiting: Vec<usize>,
    /// Steps that some thread will execute, none of which waits for the program.
    ready: VecDeque<usize>,
    /// The threads that execute steps of the queue.
    threads: usize,
}

impl Run {
    /// Starts threads for steps that are ready, and returns one of them for the calling thread.
    ///
    /// Each step that may wait for the program has its own thread, so that nothing else waits for it.
    fn distribute(self: &Arc<Self>, ready: &[usize]) -> Option<usize> {
        let is_host = |place: &usize| {
            let step = self.plan.steps.get(*place);
            step.is_some_and(|step| step.action.runs_host_code())
        };
        let (host, device): (Vec<usize>, Vec<usize>) =
            ready.iter().partition(|place| is_host(place));
        let mut left = self.left.lock();
        left.ready.extend(device);
        let mut next_step = left.ready.pop_front();
        let more = left.ready.len().min(MAX_THREADS.saturating_sub(left.threads));
        left.threads += more;
        drop(left);
        let mut host = host.into_iter();
        if next_step.is_none() {
            next_step = host.next();
        }
        for step in host {
            let run = self.clone();
            self.left.lock().threads += 1;
            executor::spawn(move || run.work(Some(step)));
        }
        for _ in 0..more {
            let run = self.clone();
            executor::spawn(move || run.work(None));
        }
        next_step
    }

    /// Executes a step and those that become ready, until there are none.
    fn work(self: &Arc<Self>, first: Option<usize>) {
        let mut next = first;
        loop {
            let place = match next.take() {
                Some(place) => place,
                None => {
                    let mut left = self.left.lock();
                    match left.ready.pop_front() {
                        Some(place) => place,
                        None => {
                            left.threads -= 1;
                            return;
                        }
                    }
                }
            };
            let Some(step) = self.plan.steps.get(place) else {
                continue;
            };
            let mut trace = None;
            if self.before.is_some() {
                trace = traced(step, self.before.as_ref(), &self.left.lock().clocks);
            }
            activity::from(self.origin, || {
                self.launch.step(step, self.devices, trace.as_mut());
            });
            let mut ready = Vec::new();
            let mut left = self.left.lock();
            if let (Some(trace), Some(clock)) = (trace, left.clocks.get_mut(place)) {
                *clock = trace.reached();
            }
            for after in &step.before {
                if let Some(count) = left.waiting.get_mut(*after) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(*after);
                    }
                }
            }
            left.steps -= 1;
            if left.steps == 0 {
                self.is_done.notify_all();
            }
            drop(left);
            next = self.distribute(&ready);
        }
    }
}
