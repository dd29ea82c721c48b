use core::fmt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cuda_driver_sys::CUresult;
use parking_lot::Mutex;

use super::advice::AdviceOfPages;
use super::array::{Array, Mipmapped};
use super::calls::Reference;
use super::context::{Context, Contexts};
use super::error::OUT_OF_MEMORY;
use super::event::Event;
use super::graph::{Graph, GraphExec};
use super::green::{GreenContext, GreenContexts};
use super::handles::{Handles, Object};
use super::ipc::Imports;
use super::library::{Library, LibraryKernel};
use super::link::Link;
use super::model::{Model, RunSettings};
use super::module::{Function, Module};
use super::outcome::Outcome;
use super::pool::{Pool, Pools};
use super::stream::Stream;
use super::texture::ImageObject;
use super::user_object::UserObject;
use super::virtual_memory::VirtualMemory;
use crate::engine::{Fault, Output};
use crate::memory::{Allocation, Kind, Memory};
use crate::settings::Settings;

/// Bytes of kernels' output that are kept for the next synchronization.
const PRINTED: usize = 1 << 20;

/// The software devices of this process, and everything that was made on it.
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
    pub links: Handles<Link>,
    pub graphs: Handles<Graph>,
    pub graph_execs: Handles<GraphExec>,
    pub user_objects: Handles<UserObject>,
    pub arrays: Handles<Array>,
    pub mipmapped: Handles<Mipmapped>,
    /// Texture and surface objects.
    pub images: Handles<ImageObject>,
    pub references: Handles<Reference>,
    /// Addresses that captures allocated, and whether a launch has come to them.
    pub graph_memory: Mutex<BTreeMap<u64, bool>>,
    pub pools: Pools,
    /// Memory of other processes.
    pub imports: Imports,
    /// Callbacks for notifications, by their handles.
    pub notifications: Mutex<BTreeSet<usize>>,
    /// Whether synchronous operations on allocations, by number, always synchronize: where that was said.
    pub sync_memops: Mutex<BTreeMap<u64, bool>>,
    pub virtual_memory: VirtualMemory,
    /// What was advised for managed memory, by the number of the allocation.
    pub advice: Mutex<BTreeMap<u64, AdviceOfPages>>,
    /// How kernels are run; what the environment says until the program says otherwise.
    pub run: Mutex<RunSettings>,
    planned: Mutex<Option<PlannedFault>>,
    fault: Sticky,
    printed: Mutex<Vec<u8>>,
}

/// An error that a kernel is to end with.
#[derive(Debug)]
struct PlannedFault {
    kernel: String,
    block: [u32; 3],
    code: CUresult,
}

/// The fault that the device is lost to.
#[derive(Debug, Default)]
struct Sticky {
    /// Its code, or 0.
    code: AtomicU32,
    report: Mutex<Option<String>>,
}

impl System {
    /// Returns the process's device, which the first call makes.
    pub(super) fn get() -> Result<&'static Self, CUresult> {
        static SYSTEM: OnceLock<Option<System>> = OnceLock::new();
        SYSTEM.get_or_init(Self::new).as_ref().ok_or(OUT_OF_MEMORY)
    }

    fn new() -> Option<Self> {
        let settings = Settings::get();
        let (model, run) = (Model::new(settings), settings.run);
        let memory = Memory::new(model.memory, model.devices).ok()?;
        memory.watch_writes(run.uninitialized_reads);
        Some(Self {
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
            links: Handles::default(),
            graphs: Handles::default(),
            graph_execs: Handles::default(),
            user_objects: Handles::default(),
            arrays: Handles::default(),
            mipmapped: Handles::default(),
            images: Handles::default(),
            references: Handles::default(),
            graph_memory: Mutex::default(),
            notifications: Mutex::default(),
            sync_memops: Mutex::default(),
            virtual_memory: VirtualMemory::default(),
            advice: Mutex::default(),
            run: Mutex::new(run),
            planned: Mutex::default(),
            fault: Sticky::default(),
            printed: Mutex::default(),
        })
    }

    pub(super) fn initialize(&self) {
        self.initialized.store(true, Ordering::Release);
    }

    pub(super) fn is_initialized(&self) -> bool {
        self.initialized.load(Ordering::Acquire)
    }

    /// Returns the code of the fault that the device is lost to, as an error.
    pub(super) fn check(&self) -> Outcome {
        match self.fault.code.load(Ordering::Acquire) {
            0 => Ok(()),
            code => Err(CUresult(code)),
        }
    }

    /// Loses the device to `fault`; the first one stays.
    pub(super) fn lose(&self, fault: Fault) {
        eprintln!("cuda-sim: {}", fault.report);
        let mut report = self.fault.report.lock();
        if report.is_none() {
            *report = Some(fault.report);
            self.fault.code.store(fault.code.0, Ordering::Release);
        }
    }

    /// The fault that is planned for a launch of `kernel` with a grid of these blocks; it is planned no more then.
    pub(super) fn take_planned_fault(
        &self,
        kernel: &str,
        grid: [u32; 3],
    ) -> Option<([u32; 3], CUresult)> {
        let mut planned = self.planned.lock();
        let fits = |fault: &mut PlannedFault| {
            fault.kernel == kernel
                && fault
                    .block
                    .iter()
                    .zip(grid)
                    .all(|(&block, grid)| block < grid)
        };
        planned.take_if(fits).map(|fault| (fault.block, fault.code))
    }

    /// Shows what kernels printed since the last time.
    pub(super) fn show_printed(&self) {
        use std::io::Write;
        let text = std::mem::take(&mut *self.printed.lock());
        if !text.is_empty() {
            // A closed standard output is the program's own affair.
            let mut output = std::io::stdout().lock();
            let _ = output.write_all(&text).and_then(|()| output.flush());
        }
    }
}

impl Output for System {
    fn print(&self, text: &[u8]) {
        let mut printed = self.printed.lock();
        printed.extend_from_slice(text);
        let is_full = printed.len() >= PRINTED;
        drop(printed);
        if is_full {
            // A GPU would lose the oldest.
            self.show_printed();
        }
    }
}

/// Something that was made with the driver and is not destroyed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveObject {
    /// What it is: `stream`, `event`, `module`, `allocation`…
    pub kind: &'static str,
    /// Its handle, or its address.
    pub handle: u64,
    /// The handle of the context that it belongs to; 0 for what belongs to none.
    pub context: u64,
    /// Bytes, of an allocation.
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
    /// Everything that lives, contexts first.
    pub(super) fn live_objects(&self) -> Vec<LiveObject> {
        fn list<T: Object>(handles: &Handles<T>) -> impl Iterator<Item = LiveObject> {
            let all = handles.all().into_iter();
            all.map(|(handle, object)| LiveObject {
                kind: T::KIND,
                handle: handle as u64,
                context: object.context() as u64,
                size: None,
            })
        }
        let allocations = self.memory.live().into_iter().map(|allocation| LiveObject {
            kind: "allocation",
            handle: allocation.start,
            context: allocation.context as u64,
            size: Some(allocation.size),
        });
        let [memory, reservations] = self.virtual_memory.live();
        let of_nobody = |kind| {
            move |(handle, size)| LiveObject {
                kind,
                handle,
                context: 0,
                size: Some(size),
            }
        };
        let memory = memory.into_iter().map(of_nobody("physical memory"));
        let reservations = reservations.into_iter().map(of_nobody("reservation"));
        let virtual_memory = memory.chain(reservations);
        list(self.contexts.live())
            .chain(list(&self.green.live))
            .chain(list(&self.streams))
            .chain(list(&self.events))
            .chain(list(&self.modules))
            .chain(list(&self.libraries))
            .chain(list(&self.links))
            .chain(list(&self.graphs))
            .chain(list(&self.graph_execs))
            .chain(list(&self.user_objects))
            .chain(list(&self.arrays))
            .chain(list(&self.mipmapped))
            .chain(list(&self.images))
            .chain(list::<Pool>(self.pools.live()))
            .chain(allocations)
            .chain(virtual_memory)
            .collect()
    }
}

impl System {
    /// Lists what lives in a context that is being destroyed, if the environment asks for it.
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
            eprintln!(
                "cuda-sim: context {:#x} is destroyed with {} living objects:",
                context.handle,
                leaks.len()
            );
            leaks
                .iter()
                .for_each(|leak| eprintln!("cuda-sim:   {leak}"));
        }
    }

    /// Takes note of memory that a capture allocated.
    pub(super) fn note_graph_memory(&self, address: u64) {
        self.graph_memory.lock().insert(address, false);
    }

    /// Takes note that a graph which allocates this memory runs.
    pub(super) fn note_graph_launch(&self, allocations: &[u64]) {
        let mut known = self.graph_memory.lock();
        for address in allocations {
            if let Some(is_launched) = known.get_mut(address) {
                *is_launched = true;
            }
        }
    }

    /// Ends an allocation, wherever it is counted; whether there was one.
    pub(super) fn end(&self, address: u64) -> bool {
        self.end_if(address, |_| true)
    }

    /// Ends an allocation, wherever it is counted, if it is the right one; whether it was.
    pub(super) fn end_if(&self, address: u64, is_right: impl FnOnce(&Allocation) -> bool) -> bool {
        let Some(allocation) = self.memory.end_if(address, is_right) else {
            return false;
        };
        self.graph_memory.lock().remove(&address);
        self.sync_memops.lock().remove(&allocation.id);
        if let Some(pool) = allocation.kind.pool()
            && !allocation.released
        {
            self.pools.note_end(pool, allocation.size);
        }
        if allocation.kind == Kind::Imported {
            self.imports.forget(address);
        }
        if matches!(allocation.kind, Kind::Managed(_)) {
            self.advice.lock().remove(&allocation.id);
        }
        true
    }

    /// Takes everything out of the tables that belonged to a context.
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
        self.mipmapped.remove_of_context(context);
        self.arrays.remove_of_context(context);
        for allocation in self
            .memory
            .live()
            .into_iter()
            // An array's storage ends with the last reference to the array.
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
        *system.run.lock() = settings;
        system.memory.watch_writes(settings.uninitialized_reads);
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

pub(crate) fn recover() {
    if let Ok(system) = System::get() {
        let mut report = system.fault.report.lock();
        *report = None;
        system.fault.code.store(0, Ordering::Release);
    }
}
