//! Graphs that kernels launch.

use std::collections::VecDeque;
use std::sync::Arc;

use cuda_driver_sys::{CUfunction, CUgraphExec};
use cuda_sim_engine::{Fault, Launch, Output, Question};
use parking_lot::{Condvar, Mutex};

use crate::state::devices::Devices;
use crate::state::executor;
use crate::state::graph::exec::{GraphExec, UploadedGraph};
use crate::state::graph::schedule::GraphLaunch;
use crate::state::handles::Handles;
use crate::state::module::Function;
use crate::state::work::KernelLaunch;

/// `cudaStreamGraphTailLaunch`: after the graph, and what it launched to run beside it.
const TAIL: u64 = 0x0100_0000_0000_0000;
/// `cudaStreamGraphFireAndForget`: beside the graph, which counts as running until both are done.
const FIRE_AND_FORGET: u64 = 0x0200_0000_0000_0000;
/// `cudaStreamGraphFireAndForgetAsSibling`: the same for the graph's parent.
const SIBLING: u64 = 0x0300_0000_0000_0000;

/// How many graphs may be launched beside one, and after one, by each of its launches, as on an H100.
const MOST_FIRED: u32 = 120;
const MOST_TAILS: usize = 255;

const SUCCESS: u32 = 0;
const INVALID_VALUE: u32 = 1;

/// Where kernels' launches find graphs, and graphs' launches the functions of their kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables {
    pub execs: &'static Handles<GraphExec>,
    pub functions: &'static Handles<Function>,
}

/// A launch of a graph, with those that its kernels launch.
#[derive(Debug)]
pub(crate) struct Environment {
    /// The executable graph, if kernels may launch it, or 0.
    exec: usize,
    /// That of the graph beside which it runs, or of the stream.
    parent: Option<Arc<Environment>>,
    tables: Tables,
    launches: Mutex<Launches>,
    is_idle: Condvar,
}

/// The launches by the kernels of a graph.
#[derive(Debug, Default)]
struct Launches {
    fired: u32,
    /// Those of them that aren't done.
    running: u32,
    tails: VecDeque<Arc<GraphExec>>,
    /// Whether the graph itself is one of them.
    has_own_tail: bool,
}

impl Environment {
    fn new(tables: Tables, exec: usize, parent: Option<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self { exec, parent, tables, launches: Mutex::default(), is_idle: Condvar::new() })
    }

    /// That of a launch by the program.
    pub(crate) fn of_host(tables: Tables, exec: &GraphExec) -> Arc<Self> {
        let handle = if exec.is_for_devices() { exec.handle } else { 0 };
        Self::new(tables, handle, Some(Self::new(tables, 0, None)))
    }

    /// Returns `true` if the module of a kernel is still loaded: graphs don't keep it.
    pub(crate) fn has(&self, launch: &KernelLaunch) -> bool {
        self.tables.functions.get(launch.function as CUfunction).is_ok()
    }

    /// Returns `true` if its kernels may launch graphs.
    pub(crate) fn may_launch(&self) -> bool {
        self.exec != 0
    }

    /// Where a kernel of the graph prints, and what it launches graphs with.
    pub(crate) fn output(self: &Arc<Self>, devices: &'static Devices) -> impl Output {
        KernelOutput { devices, environment: self.clone() }
    }

    /// Completes a launch whose nodes are done: waits for the graphs beside it, and executes those after it.
    pub(crate) fn finish(self: &Arc<Self>, devices: &'static Devices) {
        self.run_tails(devices);
        if let Some(stream) = &self.parent {
            stream.wait();
        }
    }

    /// Executes the graphs after this one; those after one of them come before the remaining ones.
    fn run_tails(self: &Arc<Self>, devices: &'static Devices) {
        let mut open = vec![self.tails()];
        while let Some(tails) = open.last_mut() {
            let next = tails.pop_front();
            if tails.is_empty() {
                open.pop();
            }
            if let Some(exec) = next {
                let environment = Self::new(self.tables, exec.handle, self.parent.clone());
                environment.run(&exec, devices);
                let tails = environment.tails();
                environment.end(&exec);
                open.push(tails);
            }
        }
    }

    /// Waits for the graphs beside this one, and returns those after it.
    fn tails(&self) -> VecDeque<Arc<GraphExec>> {
        self.wait();
        core::mem::take(&mut self.launches.lock().tails)
    }

    fn wait(&self) {
        let mut launches = self.launches.lock();
        while launches.running > 0 {
            self.is_idle.wait(&mut launches);
        }
    }

    /// Executes the nodes of a graph that a kernel launched.
    fn run(self: &Arc<Self>, exec: &GraphExec, devices: &'static Devices) {
        if devices.check().is_ok()
            && let Some(UploadedGraph { plan, objects }) = exec.uploaded()
        {
            let launch = GraphLaunch {
                plan,
                records: Default::default(),
                waits: Default::default(),
                freed: Default::default(),
                environment: self.clone(),
                _objects: objects,
            };
            Arc::new(launch).run_alone(devices);
        }
    }

    /// Lets kernels launch the graph again, unless it is to run again already.
    fn end(&self, exec: &GraphExec) {
        if !self.launches.lock().has_own_tail {
            exec.end();
        }
    }

    /// Launches a graph; `None` if it isn't one for kernels to launch.
    fn launch(
        self: &Arc<Self>,
        handle: u64,
        stream: u64,
        devices: &'static Devices,
    ) -> Option<u32> {
        let exec = self.tables.execs.get(handle as CUgraphExec).ok()?;
        if !exec.is_for_devices() {
            return None;
        }
        if exec.uploaded().is_none() {
            return Some(INVALID_VALUE);
        }
        let is_launched = match (stream, &self.parent) {
            (TAIL, _) => self.launch_after(exec),
            (FIRE_AND_FORGET, _) => self.launch_beside(exec, devices),
            (SIBLING, Some(parent)) if exec.handle != self.exec => {
                parent.launch_beside(exec, devices)
            }
            _ => false,
        };
        Some(if is_launched { SUCCESS } else { INVALID_VALUE })
    }

    fn launch_after(&self, exec: Arc<GraphExec>) -> bool {
        let mut launches = self.launches.lock();
        let is_own = exec.handle == self.exec;
        if launches.tails.len() >= MOST_TAILS
            || (is_own && launches.has_own_tail)
            || (!is_own && !self.begin(&exec))
        {
            return false;
        }
        if is_own {
            launches.has_own_tail = true;
            exec.begin();
        }
        launches.tails.push_back(exec);
        true
    }

    fn launch_beside(self: &Arc<Self>, exec: Arc<GraphExec>, devices: &'static Devices) -> bool {
        let mut launches = self.launches.lock();
        if launches.fired >= MOST_FIRED || !self.begin(&exec) {
            return false;
        }
        launches.fired += 1;
        launches.running += 1;
        drop(launches);
        let parent = self.clone();
        executor::spawn(move || {
            let environment = Self::new(parent.tables, exec.handle, Some(parent.clone()));
            environment.run(&exec, devices);
            environment.run_tails(devices);
            environment.end(&exec);
            let mut launches = parent.launches.lock();
            launches.running -= 1;
            if launches.running == 0 {
                parent.is_idle.notify_all();
            }
        });
        true
    }

    /// Returns `true` if the graph isn't running: neither launched by a kernel, nor one of those beside which this one
    /// runs.
    fn begin(&self, exec: &GraphExec) -> bool {
        let mut environment = Some(self);
        while let Some(at) = environment {
            if at.exec == exec.handle {
                return false;
            }
            environment = at.parent.as_deref();
        }
        exec.begin()
    }
}

/// The output of a kernel of a graph.
struct KernelOutput {
    devices: &'static Devices,
    environment: Arc<Environment>,
}

impl Output for KernelOutput {
    fn print(&self, text: &[u8]) {
        self.devices.print(text);
    }

    fn answer(&self, launch: &Launch<'_>, question: Question) -> Result<u64, u32> {
        self.devices.answer(launch, question)
    }

    fn takes_long(&self, launch: &Launch<'_>) {
        self.devices.takes_long(launch);
    }

    fn tolerated(&self, fault: Fault, kernel: &str, line: u32) {
        self.devices.tolerated(fault, kernel, line);
    }

    fn set_condition(&self, handle: u64, value: u32) {
        self.devices.set_condition(handle, value);
    }

    fn launch_graph(&self, graph: u64, stream: u64) -> Option<u32> {
        self.environment.launch(graph, stream, self.devices)
    }

    fn current_graph(&self) -> u64 {
        self.environment.exec as u64
    }
}
