//! What all devices of the process share, below their objects: memory and who counts it, faults, and what kernels print.

mod exit_status;
mod kernel_names;
mod left_out;

pub use kernel_names::LEFT_OUT_OF_CHECKS;

use litemap::LiteMap;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Once, OnceLock};
use std::thread;
use std::time::Duration;

use cuda_driver_sys::{CUresult, Symbol};
use parking_lot::{Condvar, Mutex};

use crate::memory::{Allocation, AllocationKind, Memory};
use crate::report;
use crate::settings::{RunSettings, Settings};
use crate::standard_error::print_line;
use crate::standard_output;
use crate::state::advice::AdviceOfPages;
use crate::state::condition;
use crate::state::delay::Delays;
use crate::state::error::OUT_OF_MEMORY;
use crate::state::graph_memory::GraphMemory;
use crate::state::handles;
use crate::state::ipc::Imports;
use crate::state::log::Log;
use crate::state::model::Model;
use crate::state::outcome::Outcome;
use crate::state::pool::Pools;
use cuda_sim_engine::{
    Checks, ErrorCode, Exploration, Fault, ItemClock, Launch, Output, Question, Races,
    WITHOUT_LINES, explore,
};
use left_out::LeftOut;

/// The size of the buffer for kernels' output until it is written.
const PRINT_BUFFER_SIZE: usize = 1 << 20;

/// The report after a panic.
const INTERNAL_ERROR: &str =
    "internal error of the software device; please report the messages above";

/// The software devices of this process.
#[derive(Debug)]
pub(crate) struct Devices {
    pub model: Model,
    pub memory: Memory,
    pub pools: Pools,
    pub graph_memory: GraphMemory,
    /// Imported memory of other processes.
    pub imports: Imports,
    /// Whether synchronous operations on allocations, by id, always synchronize, if it was set.
    pub sync_memops: Mutex<LiteMap<u64, bool>>,
    /// The advice for managed memory, by the id of the allocation.
    pub advice: Mutex<BTreeMap<u64, AdviceOfPages>>,
    pub log: Log,
    /// How kernels are run, initially according to the environment.
    pub run: Mutex<RunSettings>,
    pub delays: Delays,
    planned: Mutex<Option<PlannedFault>>,
    fault: Sticky,
    pub races: Races,
    /// The kernels that checks leave out.
    pub left_out: LeftOut,
    /// What was found by running launches in several schedules.
    pub explored: Mutex<Vec<Exploration>>,
    /// Whether races are looked for, so that the order of streams must be known.
    orders: AtomicBool,
    /// The kernels and lines whose accesses were reported.
    tolerated: Mutex<Vec<(String, u32)>>,
    printed: Mutex<Vec<u8>>,
    /// Notified when there is text.
    prints: Condvar,
    has_printed: AtomicBool,
    /// What answers kernels' questions, which the calls' code sets.
    pub questions: OnceLock<AnswerFunction>,
}

/// Answers a question of a kernel, or returns the runtime's error code.
pub(crate) type AnswerFunction = fn(&Devices, &Launch<'_>, Question) -> Result<u64, u32>;

/// A planned fault of a kernel.
#[derive(Debug)]
struct PlannedFault {
    kernel: String,
    block: [u32; 3],
    code: CUresult,
}

/// The fault that made the device unusable.
#[derive(Debug, Default)]
struct Sticky {
    /// Its code, or 0 if there was none.
    code: AtomicU32,
    report: Mutex<Option<String>>,
}

impl Devices {
    /// Returns those of the process, created by the first call.
    pub(crate) fn get() -> Result<&'static Self, CUresult> {
        static DEVICES: OnceLock<Option<Devices>> = OnceLock::new();
        DEVICES.get_or_init(Self::new).as_ref().ok_or(OUT_OF_MEMORY)
    }

    pub(crate) fn new() -> Option<Self> {
        let settings = Settings::get();
        let (model, run) = (Model::new(settings), settings.run);
        let memory = Memory::new(model.memory, model.devices).ok()?;
        let devices = Self {
            memory,
            pools: Pools::new(model.devices),
            graph_memory: GraphMemory::default(),
            imports: Imports::default(),
            sync_memops: Mutex::default(),
            advice: Mutex::default(),
            log: Log::default(),
            model,
            run: Mutex::default(),
            delays: Delays::default(),
            planned: Mutex::default(),
            fault: Sticky::default(),
            races: Races::default(),
            left_out: LeftOut::new(&settings.leave_out),
            explored: Mutex::default(),
            orders: AtomicBool::new(false),
            tolerated: Mutex::default(),
            printed: Mutex::default(),
            prints: Condvar::new(),
            has_printed: AtomicBool::new(false),
            questions: OnceLock::new(),
        };
        devices.set_run(run);
        Some(devices)
    }

    pub(crate) fn set_run(&self, settings: RunSettings) {
        *self.run.lock() = settings;
        if self.orders.swap(settings.races, Ordering::Relaxed) != settings.races {
            // What was ordered meanwhile isn't known.
            self.races.forget_order();
        }
        self.memory.watch_writes(settings.uninitialized_reads);
        self.memory.tolerate(settings.tolerant);
        self.memory.reuse(settings.reuse);
        handles::reuse(settings.reuse);
        self.delays.set(settings.delay_seed);
    }

    /// Plans that the next launch of `kernel` with such a block fails there; `CUDA_SUCCESS` cancels it.
    pub(crate) fn plan_fault(&self, kernel: &str, block: [u32; 3], code: CUresult) {
        let fault = PlannedFault { kernel: kernel.to_owned(), block, code };
        *self.planned.lock() = Some(fault).filter(|fault| fault.code != CUresult::CUDA_SUCCESS);
    }

    /// Returns what is checked of launches.
    pub(crate) fn checks(&self) -> Checks {
        let run = self.run.lock();
        Checks {
            races: run.races,
            uninitialized: run.uninitialized_reads,
            barriers: run.barriers,
            schedules: run.schedules > 0,
            left_out: false,
        }
    }

    /// Returns those of a kernel's launch that remain.
    pub(crate) fn checks_of(&self, kernel: &str, checks: Checks) -> Checks {
        if checks.any() && self.left_out.takes(kernel) {
            return Checks { left_out: true, ..Checks::default() };
        }
        checks
    }

    /// Returns `true` if the order of streams must be known.
    pub(crate) fn checks_order(&self) -> bool {
        self.orders.load(Ordering::Relaxed)
    }

    /// Work that is no kernel has changed memory.
    pub(crate) fn note_change(&self, address: u64, size: u64) {
        if self.checks_order() {
            self.races.changed(&self.memory, address, size);
        }
    }

    /// The host may be told of work in a way that isn't seen, such as by another process.
    pub(crate) fn may_release_to_host(&self) {
        if self.checks_order() {
            self.races.may_release_to_host();
        }
    }

    /// The host has waited for work, after which so much is known.
    pub(crate) fn host_waited(&self, clocks: impl IntoIterator<Item = ItemClock>) {
        if self.checks_order() {
            for clock in clocks {
                self.races.compare_left(&self.memory, &clock);
                self.races.host_waited(&clock);
            }
            self.print_races();
        }
    }

    /// Runs a launch in several schedules, prints a difference, and returns the usual one's fault.
    pub(crate) fn explore(&self, launch: &Launch<'_>, output: &dyn Output) -> Result<(), Fault> {
        let most = self.run.lock().schedules;
        let (result, explored) = explore(launch, &self.memory, output, most);
        if !explored.differences.is_empty() {
            print_line(format_args!("cuda-sim: {explored}"));
            report::found("schedules", 0, &explored);
            exit_status::fail_at_exit();
        }
        self.explored.lock().push(explored);
        result
    }

    /// Prints the races that were found since the last time.
    pub(crate) fn print_races(&self) {
        static HINT: Once = Once::new();
        for race in self.races.fresh() {
            print_line(format_args!("cuda-sim: {race}"));
            if !race.allowed {
                report::found("races", 0, &race);
            }
            exit_status::fail_at_exit();
            let mut accesses = [&race.first, &race.second].into_iter();
            if accesses.any(|access| access.source.is_none() && !access.kernel.is_empty()) {
                HINT.call_once(|| print_line(format_args!("  {WITHOUT_LINES}")));
            }
        }
    }

    /// Returns the report of the fault that made the device unusable.
    pub(crate) fn last_fault(&self) -> Option<String> {
        self.fault.report.lock().clone()
    }

    /// Clears the fault.
    pub(crate) fn recover(&self) {
        let mut report = self.fault.report.lock();
        *report = None;
        self.fault.code.store(0, Ordering::Release);
    }

    /// Polls until `is_so` returns `true` or the device is unusable.
    pub(crate) fn wait_until(&self, is_so: impl Fn() -> bool) {
        // Until the host, a kernel or another process changes it: first without pauses, then with pauses, which become longer,
        // from 50 microseconds to a millisecond after half a second, because many wait for seconds.
        let mut turns = 0u64;
        while !is_so() && self.check().is_ok() {
            turns += 1;
            match turns {
                ..1000 => std::thread::yield_now(),
                _ => std::thread::sleep(Duration::from_micros((turns - 950).min(1000))),
            }
        }
    }

    /// Returns `true` if the device's memory still has all these bytes; host memory is the program's responsibility.
    pub(crate) fn still_holds(&self, address: u64, length: u64) -> bool {
        let memory = &self.memory;
        !memory.is_ours(address) || memory.still_holds(address, length)
    }

    /// Ends an allocation and updates all counts; returns whether it existed.
    pub(crate) fn end(&self, address: u64) -> bool {
        self.end_if(address, |_| true)
    }

    /// The same, only if it is the right allocation.
    pub(crate) fn end_if(&self, address: u64, is_right: impl FnOnce(&Allocation) -> bool) -> bool {
        let Some(allocation) = self.memory.end_if(address, is_right) else {
            return false;
        };
        if self.checks_order() {
            self.races.forget(allocation.start, allocation.size);
        }
        self.sync_memops.lock().remove(&allocation.id);
        if allocation.kind.is_of_graph() {
            self.graph_memory.note_end(&self.memory, &allocation);
        }
        if let Some(pool) = allocation.kind.pool()
            && !allocation.released
        {
            self.pools.note_end(pool, allocation.size);
        }
        if allocation.kind == AllocationKind::Imported {
            self.imports.forget(allocation.id);
        }
        if allocation.kind.is_managed() {
            self.advice.lock().remove(&allocation.id);
        }
        true
    }

    /// Work has reached a free of memory of a graph, which ends it if its graph is gone.
    pub(crate) fn reach_free_of_graph(&self, address: u64, id: u64) {
        if self.graph_memory.reach_free(address, id) {
            self.end_if(address, |allocation| allocation.id == id);
        }
    }

    /// Returns the code of the fault that made the device unusable, as an error.
    pub(crate) fn check(&self) -> Outcome {
        match self.fault.code.load(Ordering::Acquire) {
            0 => Ok(()),
            code => Err(CUresult(code)),
        }
    }

    /// Logs that a call failed, and passes on why if it is because of an earlier fault.
    pub(crate) fn log_failure(&self, code: CUresult, symbol: Symbol) {
        let is_of_fault = self.check() == Err(code);
        let why = is_of_fault.then(|| self.fault.report.lock().clone()).flatten();
        self.log.returned(code, symbol, why.as_deref());
    }

    /// Returns `code`, and logs why a call fails with it, as a driver does.
    pub(crate) fn refuse(&self, code: CUresult, why: &str) -> CUresult {
        self.log.text(why);
        code
    }

    /// Makes the device unusable because of `fault`; only the first one counts.
    pub(crate) fn mark_unusable(&self, fault: Fault) {
        print_line(format_args!("cuda-sim: {}", fault.report));
        report::found("fault", fault.code.0, &fault.report);
        let mut report = self.fault.report.lock();
        // Kept, not passed to callbacks: which thread runs a kernel is chance, and each call that fails says why.
        self.log.keep(&fault.report);
        if report.is_none() {
            *report = Some(fault.report);
            self.fault.code.store(fault.code.0, Ordering::Release);
        }
    }

    /// Makes the device unusable because work uses memory that was freed or unmapped.
    pub(crate) fn mark_freed(&self, operation: &str, address: u64) {
        self.mark_unusable(Fault {
            code: ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
            report: format!(
                "a {operation} uses memory that was freed or unmapped at {address:#x} since it was submitted, or added to a graph"
            ),
        });
    }

    /// Makes the device unusable because a graph's kernel isn't loaded any more.
    pub(crate) fn mark_unloaded(&self, kernel: &str) {
        self.mark_unusable(Fault {
            code: ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
            report: format!(
                "a graph's kernel {kernel} is of a module that was unloaded since the node was added: the graph doesn't keep it"
            ),
        });
    }

    /// Makes the device unusable because of a panic, whose message the panic hook has already printed.
    pub(crate) fn mark_broken(&self) {
        self.mark_unusable(Fault {
            code: ErrorCode::CUDA_ERROR_LAUNCH_FAILED,
            report: INTERNAL_ERROR.to_owned(),
        });
    }

    /// Removes and returns the fault planned for a launch of `kernel` with a grid of these blocks.
    pub(crate) fn take_planned_fault(
        &self,
        kernel: &str,
        grid: [u32; 3],
    ) -> Option<([u32; 3], ErrorCode)> {
        let mut planned = self.planned.lock();
        let fits = |fault: &mut PlannedFault| {
            fault.kernel == kernel
                && fault.block.iter().zip(grid).all(|(&block, grid)| block < grid)
        };
        let fault = planned.take_if(fits)?;
        Some((fault.block, ErrorCode(fault.code.0)))
    }

    /// Returns `true` if a kernel has printed, after which the size of its buffer can't change.
    pub(crate) fn has_printed(&self) -> bool {
        self.has_printed.load(Ordering::Relaxed)
    }

    /// Writes what kernels have printed since the last time.
    pub(crate) fn flush_printed(&self) {
        if self.has_printed() {
            standard_output::write(|| std::mem::take(&mut *self.printed.lock()));
        }
    }

    /// Writes what kernels print soon after they do, as a driver does, even if the program makes no call.
    fn write_printed(&self) {
        /// What is printed meanwhile is written together.
        const PAUSE: Duration = Duration::from_millis(10);
        loop {
            let mut printed = self.printed.lock();
            while printed.is_empty() {
                self.prints.wait(&mut printed);
            }
            drop(printed);
            thread::sleep(PAUSE);
            self.flush_printed();
        }
    }
}

/// Starts the thread that writes what kernels print. Without it, the calls that synchronize do.
fn write_printed() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let write = || {
            if let Ok(devices) = Devices::get() {
                devices.write_printed();
            }
        };
        let thread = thread::Builder::new().name("cuda-sim output".to_owned());
        let _ = thread.spawn(write);
    });
}

impl Output for Devices {
    fn answer(&self, launch: &Launch<'_>, question: Question) -> Result<u64, u32> {
        /// The runtime's code for what isn't supported.
        const NOT_SUPPORTED: u32 = 801;
        let answer = self.questions.get().ok_or(NOT_SUPPORTED)?;
        answer(self, launch, question)
    }

    fn set_condition(&self, handle: u64, value: u32) {
        if let Some(condition) = condition::find(handle) {
            condition.set(value);
        }
    }

    fn takes_long(&self, launch: &Launch<'_>) {
        let shape = |[x, y, z]: [u32; 3]| format!("{x} x {y} x {z}");
        print_line(format_args!(
            "cuda-sim: the kernel {}, with a grid of {} blocks of {} threads, has been running for {} seconds; if it never \
             ends, CUDA_SIM_INSTRUCTION_LIMIT stops it after that many instructions of warps",
            launch.kernel.name,
            shape(launch.grid),
            shape(launch.block),
            launch.limits.patience.as_secs(),
        ));
    }

    fn tolerated(&self, fault: Fault, kernel: &str, line: u32) {
        let (mut tolerated, this) = (self.tolerated.lock(), (kernel.to_owned(), line));
        if !tolerated.contains(&this) {
            tolerated.push(this);
            print_line(format_args!("cuda-sim: tolerated: {}", fault.report));
            self.log.keep(&fault.report);
        }
    }

    fn print(&self, text: &[u8]) {
        self.has_printed.store(true, Ordering::Relaxed);
        let mut printed = self.printed.lock();
        let is_first = printed.is_empty();
        printed.extend_from_slice(text);
        let is_full = printed.len() >= PRINT_BUFFER_SIZE;
        drop(printed);
        if is_full {
            // A GPU would lose some.
            self.flush_printed();
        } else if is_first {
            write_printed();
            self.prints.notify_one();
        }
    }
}
