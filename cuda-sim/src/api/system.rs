use core::fmt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::thread;
use std::time::Duration;

use cuda_driver_sys::{CUresult, Symbol};
use parking_lot::{Condvar, Mutex};

use super::advice::AdviceOfPages;
use super::array::{Array, Mipmapped};
use super::calls::{Reference, coredump::Settings as CoredumpSettings};
use super::context::{Context, Contexts};
use super::delay::Delays;
use super::error::OUT_OF_MEMORY;
use super::event::Event;
use super::external::{ExternalMemory, ExternalSemaphore};
use super::forked;
use super::graph::{ConditionTable, Graph, GraphExec, GraphMemory, NodePlace};
use super::green::{GreenContext, GreenContexts};
use super::handles::{self, Handles, Object};
use super::ipc::Imports;
use super::library::{Library, LibraryKernel};
use super::link::Link;
use super::log::Log;
use super::model::{Model, RunSettings};
use super::module::{Function, Module};
use super::native::NativeKernels;
use super::outcome::Outcome;
use super::pool::{Pool, Pools};
use super::stream::{Stream, Ticket};
use super::texture::ImageObject;
use super::user_object::UserObject;
use super::virtual_memory::VirtualMemory;
use crate::memory::{Allocation, Kind, Memory};
use crate::settings::Settings;
use crate::standard_error::print_line;
use cuda_sim_engine::{Checks, ErrorCode, Fault, Launch, Output, Race, Races};

/// The size of the buffer for kernels' output until it is written.
const PRINT_BUFFER_SIZE: usize = 1 << 20;

/// The report after a panic.
const INTERNAL_ERROR: &str =
    "internal error of the software device; please report the messages above";

/// The software devices of this process, and their objects.
#[derive(Debug)]
pub(super) struct System {
    initialized: AtomicBool,
    pub model: Model,
    pub memory: Memory,
    pub contexts: Contexts,
    pub green: GreenContexts,
    pub streams: Handles<Stream>,
    pub events: Handles<Event>,
    pub modules: Handles<Module>,
    pub functions: Handles<Function>,
    pub libraries: Handles<Library>,
    pub kernels: Handles<LibraryKernel>,
    pub native_kernels: NativeKernels,
    pub links: Handles<Link>,
    pub graphs: Handles<Graph>,
    pub graph_execs: Handles<GraphExec>,
    pub user_objects: Handles<UserObject>,
    pub arrays: Handles<Array>,
    pub mipmapped: Handles<Mipmapped>,
    /// Texture and surface objects.
    pub images: Handles<ImageObject>,
    /// Those that are destroyed, and the work that may still use them.
    retired_images: Mutex<Vec<(u64, Vec<Ticket>)>>,
    pub references: Handles<Reference>,
    pub graph_nodes: Handles<NodePlace>,
    pub graph_memory: GraphMemory,
    /// The conditions of all graphs, for kernels.
    pub conditions: ConditionTable,
    pub pools: Pools,
    pub external_memory: Handles<ExternalMemory>,
    pub external_semaphores: Handles<ExternalSemaphore>,
    /// Imported memory of other processes.
    pub imports: Imports,
    /// Callbacks for notifications, by their handles.
    pub notifications: Mutex<BTreeSet<usize>>,
    /// Whether synchronous operations on allocations, by id, always synchronize, if it was set.
    pub sync_memops: Mutex<BTreeMap<u64, bool>>,
    pub log: Log,
    /// The settings of core dumps for all contexts.
    pub coredump: Mutex<CoredumpSettings>,
    /// The callbacks for the start and the end of core dumps: which, and their handles.
    pub coredump_callbacks: Mutex<BTreeSet<(bool, usize)>>,
    pub virtual_memory: VirtualMemory,
    /// The advice for managed memory, by the id of the allocation.
    pub advice: Mutex<BTreeMap<u64, AdviceOfPages>>,
    /// How kernels are run, initially according to the environment.
    pub run: Mutex<RunSettings>,
    pub delays: Delays,
    planned: Mutex<Option<PlannedFault>>,
    fault: Sticky,
    /// The kernels and lines whose accesses were reported.
    pub(super) races: Races,
    tolerated: Mutex<BTreeSet<(String, u32)>>,
    printed: Mutex<Vec<u8>>,
    /// Notified when there is text.
    prints: Condvar,
    has_printed: AtomicBool,
}

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

impl System {
    /// Returns the process's device, created by the first call.
    pub(super) fn get() -> Result<&'static Self, CUresult> {
        static SYSTEM: OnceLock<Option<System>> = OnceLock::new();
        SYSTEM.get_or_init(Self::new).as_ref().ok_or(OUT_OF_MEMORY)
    }

    pub(super) fn new() -> Option<Self> {
        let settings = Settings::get();
        let (model, run) = (Model::new(settings), settings.run);
        let memory = Memory::new(model.memory, model.devices).ok()?;
        let system = Self {
            initialized: AtomicBool::new(false),
            memory,
            contexts: Contexts::new(model.devices),
            green: GreenContexts::default(),
            pools: Pools::new(model.devices),
            imports: Imports::default(),
            model,
            streams: Handles::default(),
            events: Handles::default(),
            modules: Handles::default(),
            functions: Handles::default(),
            libraries: Handles::default(),
            kernels: Handles::default(),
            native_kernels: NativeKernels::default(),
            links: Handles::default(),
            graphs: Handles::default(),
            graph_execs: Handles::default(),
            user_objects: Handles::default(),
            arrays: Handles::default(),
            mipmapped: Handles::default(),
            images: Handles::default(),
            retired_images: Mutex::default(),
            references: Handles::default(),
            external_memory: Handles::default(),
            external_semaphores: Handles::default(),
            graph_nodes: Handles::default(),
            graph_memory: GraphMemory::default(),
            conditions: ConditionTable::default(),
            notifications: Mutex::default(),
            sync_memops: Mutex::default(),
            log: Log::default(),
            coredump: Mutex::default(),
            coredump_callbacks: Mutex::default(),
            virtual_memory: VirtualMemory::default(),
            advice: Mutex::default(),
            run: Mutex::default(),
            delays: Delays::default(),
            planned: Mutex::default(),
            fault: Sticky::default(),
            races: Races::default(),
            tolerated: Mutex::default(),
            printed: Mutex::default(),
            prints: Condvar::new(),
            has_printed: AtomicBool::new(false),
        };
        system.set_run(run);
        Some(system)
    }

    fn set_run(&self, settings: RunSettings) {
        *self.run.lock() = settings;
        self.memory.watch_writes(settings.uninitialized_reads);
        self.memory.tolerate(settings.tolerant);
        self.memory.reuse(settings.reuse);
        handles::reuse(settings.reuse);
        self.delays.set(settings.delay_seed);
    }

    pub(super) fn initialize(&self) {
        forked::watch();
        self.initialized.store(true, Ordering::Release);
    }

    pub(super) fn is_initialized(&self) -> bool {
        self.initialized.load(Ordering::Acquire)
    }

    /// Returns the code of the fault that made the device unusable, as an error.
    pub(super) fn check(&self) -> Outcome {
        match self.fault.code.load(Ordering::Acquire) {
            0 => Ok(()),
            code => Err(CUresult(code)),
        }
    }

    /// Logs that a call failed, and passes on why if it is because of an earlier fault.
    pub(super) fn log_failure(&self, code: CUresult, symbol: Symbol) {
        let is_of_fault = self.check() == Err(code);
        let why = is_of_fault
            .then(|| self.fault.report.lock().clone())
            .flatten();
        self.log.returned(code, symbol, why.as_deref());
    }

    /// Returns `code`, and logs why a call fails with it, as a driver does.
    pub(super) fn refuse(&self, code: CUresult, why: &str) -> CUresult {
        self.log.text(why);
        code
    }

    /// Makes the device unusable because of `fault`; only the first one counts.
    pub(super) fn mark_unusable(&self, fault: Fault) {
        print_line(format_args!("cuda-sim: {}", fault.report));
        let mut report = self.fault.report.lock();
        // Kept, not passed to callbacks: which thread runs a kernel is chance, and each call that fails says why.
        self.log.keep(&fault.report);
        if report.is_none() {
            *report = Some(fault.report);
            self.fault.code.store(fault.code.0, Ordering::Release);
        }
    }

    /// Makes the device unusable because work of a graph uses memory that was freed.
    pub(super) fn mark_freed(&self, what: &str, address: u64) {
        self.mark_unusable(Fault {
            code: ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
            report: format!(
                "a graph's {what} to {address:#x} uses memory that was freed since the node was added"
            ),
        });
    }

    /// Makes the device unusable because of a panic, whose message the panic hook has already printed.
    pub(super) fn mark_broken(&self) {
        self.mark_unusable(Fault {
            code: ErrorCode::CUDA_ERROR_LAUNCH_FAILED,
            report: INTERNAL_ERROR.to_owned(),
        });
    }

    /// Returns what is checked of launches.
    pub(super) fn checks(&self) -> Checks {
        let run = self.run.lock();
        Checks {
            races: run.races,
            uninitialized: run.uninitialized_reads,
            barriers: run.barriers,
        }
    }

    /// Prints the races that were found since the last time.
    pub(super) fn print_races(&self) {
        for race in self.races.fresh() {
            print_line(format_args!("cuda-sim: {race}"));
        }
    }

    /// Removes and returns the fault planned for a launch of `kernel` with a grid of these blocks.
    pub(super) fn take_planned_fault(
        &self,
        kernel: &str,
        grid: [u32; 3],
    ) -> Option<([u32; 3], ErrorCode)> {
        let mut planned = self.planned.lock();
        let fits = |fault: &mut PlannedFault| {
            fault.kernel == kernel
                && fault
                    .block
                    .iter()
                    .zip(grid)
                    .all(|(&block, grid)| block < grid)
        };
        let fault = planned.take_if(fits)?;
        Some((fault.block, ErrorCode(fault.code.0)))
    }

    /// Returns `true` if a kernel has printed, after which the size of its buffer can't change.
    pub(super) fn has_printed(&self) -> bool {
        self.has_printed.load(Ordering::Relaxed)
    }

    /// Writes what kernels have printed since the last time.
    pub(super) fn flush_printed(&self) {
        use std::io::Write;
        if !self.has_printed() {
            return;
        }
        // Before the text is taken, so that texts are written in order, and are written when this returns.
        let mut output = std::io::stdout().lock();
        let text = std::mem::take(&mut *self.printed.lock());
        if !text.is_empty() {
            // Errors are ignored: the program may have closed its standard output.
            let _ = output.write_all(&text).and_then(|()| output.flush());
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
            if let Ok(system) = System::get() {
                system.write_printed();
            }
        };
        let thread = thread::Builder::new().name("cuda-sim output".to_owned());
        let _ = thread.spawn(write);
    });
}

impl Output for System {
    fn set_condition(&self, handle: u64, value: u32) {
        if let Some(condition) = self.conditions.find(handle) {
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
        if self.tolerated.lock().insert((kernel.to_owned(), line)) {
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

/// A driver object that hasn't been destroyed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveObject {
    /// The kind: `stream`, `event`, `module`, `allocation`…
    pub kind: &'static str,
    /// Its handle, or its address.
    pub handle: u64,
    /// The handle of its context, or 0.
    pub context: u64,
    /// The size of an allocation in bytes.
    pub size: Option<u64>,
}

impl fmt::Display for LiveObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:#x}", self.kind, self.handle)?;
        match self.size {
            Some(size) => write!(f, " of {size} bytes"),
            None => Ok(()),
        }
    }
}

impl System {
    /// Returns all living objects, contexts first.
    pub(super) fn live_objects(&self) -> Vec<LiveObject> {
        fn listed<T: Object>((handle, object): (usize, Arc<T>)) -> LiveObject {
            LiveObject {
                kind: T::KIND,
                handle: handle as u64,
                context: object.context() as u64,
                size: None,
            }
        }
        fn list<T: Object>(handles: &Handles<T>) -> impl Iterator<Item = LiveObject> {
            handles.all().into_iter().map(listed)
        }
        // Those of native kernels aren't the program's.
        let mut modules = self.modules.all();
        modules.retain(|(_, module)| !module.is_native());
        let modules = modules.into_iter().map(listed);
        let allocations = self.memory.live().into_iter().map(|allocation| LiveObject {
            kind: "allocation",
            handle: allocation.start,
            context: allocation.context as u64,
            size: Some(allocation.size),
        });
        let [memory, reservations] = self.virtual_memory.live();
        let without_context = |kind| {
            move |(handle, size)| LiveObject {
                kind,
                handle,
                context: 0,
                size: Some(size),
            }
        };
        let memory = memory.into_iter().map(without_context("physical memory"));
        let reservations = reservations.into_iter().map(without_context("reservation"));
        let virtual_memory = memory.chain(reservations);
        list(self.contexts.live())
            .chain(list(&self.green.live))
            .chain(list(&self.streams))
            .chain(list(&self.events))
            .chain(modules)
            .chain(list(&self.libraries))
            .chain(list(&self.links))
            .chain(list(&self.graphs))
            .chain(list(&self.graph_execs))
            .chain(list(&self.user_objects))
            .chain(list(&self.arrays))
            .chain(list(&self.mipmapped))
            .chain(list(&self.images))
            .chain(list(&self.external_memory))
            .chain(list(&self.external_semaphores))
            .chain(list::<Pool>(self.pools.live()))
            .chain(allocations)
            .chain(virtual_memory)
            .collect()
    }
}

impl System {
    /// Lists the living objects of a context that is being destroyed, if the environment requests it.
    pub(super) fn report_leaks(&self, context: &Context) {
        if !Settings::get().leaks {
            return;
        }
        let of_context = |object: &LiveObject| {
            object.context == context.handle as u64
                && object.kind != Context::KIND
                && object.kind != GreenContext::KIND
        };
        let leaks: Vec<_> = self.live_objects().into_iter().filter(of_context).collect();
        if !leaks.is_empty() {
            print_line(format_args!(
                "cuda-sim: context {:#x} was destroyed with {} living objects:",
                context.handle,
                leaks.len()
            ));
            leaks
                .iter()
                .for_each(|leak| print_line(format_args!("cuda-sim:   {leak}")));
        }
    }

    /// Returns `true` if the device's memory still has all these bytes; host memory is the program's responsibility.
    pub(super) fn still_holds(&self, address: u64, length: u64) -> bool {
        let memory = &self.memory;
        !memory.is_ours(address) || memory.still_holds(address, length)
    }

    /// Ends an allocation and updates all counts; returns whether it existed.
    pub(super) fn end(&self, address: u64) -> bool {
        self.end_if(address, |_| true)
    }

    /// The same, only if it is the right allocation.
    pub(super) fn end_if(&self, address: u64, is_right: impl FnOnce(&Allocation) -> bool) -> bool {
        let Some(allocation) = self.memory.end_if(address, is_right) else {
            return false;
        };
        self.sync_memops.lock().remove(&allocation.id);
        if allocation.kind.is_of_graph() {
            self.graph_memory.note_end(self, &allocation);
        }
        if let Some(pool) = allocation.kind.pool()
            && !allocation.released
        {
            self.pools.note_end(pool, allocation.size);
        }
        if allocation.kind == Kind::Imported {
            self.imports.forget(allocation.id);
        }
        if allocation.kind.is_managed() {
            self.advice.lock().remove(&allocation.id);
        }
        true
    }

    /// Removes an image from the table of kernels once the work that was submitted so far is done: a kernel may use a texture
    /// or surface that is destroyed meanwhile.
    pub(super) fn retire_image(&self, handle: u64) {
        let contexts = self.contexts.live().all();
        let pending = contexts
            .iter()
            .flat_map(|(_, context)| context.pending(self));
        let pending = pending.collect::<Vec<_>>();
        self.retired_images.lock().push((handle, pending));
        self.end_images();
    }

    /// Removes the destroyed images that no work uses anymore, with the arrays that only they kept.
    pub(super) fn end_images(&self) {
        let mut retired = self.retired_images.lock();
        retired.retain(|(handle, pending)| {
            let is_used = pending.iter().any(|ticket| !ticket.is_done());
            if !is_used {
                self.memory.set_image(*handle, None);
                self.images.set_free(*handle as usize);
            }
            is_used
        });
    }

    /// Removes everything that belongs to a context from the tables.
    pub(super) fn forget_context(&self, context: usize) {
        self.streams.remove_of_context(context);
        self.events.remove_of_context(context);
        self.modules.remove_of_context(context);
        self.functions.remove_of_context(context);
        self.links.remove_of_context(context);
        for image in self.images.remove_of_context(context) {
            self.memory.set_image(image.handle as u64, None);
        }
        self.references.remove_of_context(context);
        self.external_memory.remove_of_context(context);
        self.external_semaphores.remove_of_context(context);
        self.mipmapped.remove_of_context(context);
        self.arrays.remove_of_context(context);
        for allocation in self
            .memory
            .live()
            .into_iter()
            // An array's storage is freed with the last reference to the array.
            .filter(|allocation| allocation.context == context && allocation.kind != Kind::Array)
        {
            self.end(allocation.start);
        }
    }
}

pub(crate) fn live_objects() -> Vec<LiveObject> {
    System::get().map(System::live_objects).unwrap_or_default()
}

pub(crate) fn set_run(settings: RunSettings) {
    if let Ok(system) = System::get() {
        system.set_run(settings);
    }
}

pub(crate) fn plan_fault(kernel: &str, block: [u32; 3], code: CUresult) {
    if let Ok(system) = System::get() {
        let fault = PlannedFault {
            kernel: kernel.to_owned(),
            block,
            code,
        };
        *system.planned.lock() = Some(fault).filter(|fault| fault.code != CUresult::CUDA_SUCCESS);
    }
}

pub(crate) fn last_fault() -> Option<String> {
    System::get().ok()?.fault.report.lock().clone()
}

pub(crate) fn races() -> Vec<Race> {
    System::get().map(|it| it.races.found()).unwrap_or_default()
}

pub(crate) fn take_races() -> Vec<Race> {
    System::get().map(|it| it.races.take()).unwrap_or_default()
}

pub(crate) fn recover() {
    if let Ok(system) = System::get() {
        let mut report = system.fault.report.lock();
        *report = None;
        system.fault.code.store(0, Ordering::Release);
    }
}
