//! The objects on the devices, by their handles, and what concerns several kinds of them.

mod contexts;
pub(crate) mod live;
mod modules;
pub(crate) mod native;

use litemap::LiteMap;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use cuda_driver_sys::{CUarray, CUresult};
use parking_lot::Mutex;

use crate::state::array::reference::Reference;
use crate::state::array::texture::ImageObject;
use crate::state::array::{self, Array, MipmappedArray};
use crate::state::context::green::GreenContexts;
use crate::state::context::storage::ContextStorage;
use crate::state::context::{Contexts, CoredumpSettings};
use crate::state::devices::Devices;
use crate::state::event::Event;
use crate::state::external::{ExternalMemory, ExternalSemaphore};
use crate::state::graph::exec::GraphExec;
use crate::state::graph::{Graph, NodePlace, Tables};
use crate::state::handles::Handles;
use crate::state::module::library::{Library, LibraryKernel};
use crate::state::module::link::Link;
use crate::state::module::{Function, Module};
use crate::state::stream::Stream;
use crate::state::ticket::Ticket;
use crate::state::user_object::UserObject;
use crate::state::virtual_memory::VirtualMemory;

/// The software devices of this process, and their objects.
#[derive(Debug)]
pub(crate) struct System {
    pub devices: &'static Devices,
    initialized: AtomicBool,
    pub contexts: Contexts,
    pub green: GreenContexts,
    /// What libraries keep in contexts.
    pub storage: ContextStorage,
    pub streams: Handles<Stream>,
    pub events: Handles<Event>,
    pub modules: Handles<Module>,
    pub functions: Handles<Function>,
    pub libraries: Handles<Library>,
    pub kernels: Handles<LibraryKernel>,
    /// The handles of the kernels whose bodies are Rust, by their names.
    native_kernels: Mutex<LiteMap<String, usize>>,
    pub links: Handles<Link>,
    pub graphs: Handles<Graph>,
    pub graph_nodes: Handles<NodePlace>,
    pub graph_execs: Handles<GraphExec>,
    pub user_objects: Handles<UserObject>,
    pub arrays: Handles<Array>,
    pub mipmapped: Handles<MipmappedArray>,
    /// Texture and surface objects.
    pub images: Handles<ImageObject>,
    /// Those that are destroyed, and the work that may still use them.
    retired_images: Mutex<Vec<(u64, Vec<Ticket>)>>,
    pub references: Handles<Reference>,
    pub external_memory: Handles<ExternalMemory>,
    pub external_semaphores: Handles<ExternalSemaphore>,
    pub virtual_memory: VirtualMemory,
    /// Callbacks for notifications, by their handles.
    pub notifications: Mutex<BTreeSet<usize>>,
    /// The settings of core dumps for all contexts.
    pub coredump: Mutex<CoredumpSettings>,
    /// The callbacks for the start and the end of core dumps: which, and their handles.
    pub coredump_callbacks: Mutex<Vec<(bool, usize)>>,
}

/// The objects are on the devices: what these have, a call finds in the same place.
impl Deref for System {
    type Target = Devices;

    fn deref(&self) -> &Devices {
        self.devices
    }
}

impl System {
    /// Returns the process's devices and objects, created by the first call.
    pub(crate) fn get() -> Result<&'static Self, CUresult> {
        static SYSTEM: OnceLock<System> = OnceLock::new();
        if let Some(system) = SYSTEM.get() {
            return Ok(system);
        }
        let devices = Devices::get()?;
        Ok(SYSTEM.get_or_init(|| Self::new(devices)))
    }

    fn new(devices: &'static Devices) -> Self {
        Self {
            devices,
            initialized: AtomicBool::new(false),
            contexts: Contexts::new(devices.model.devices),
            green: GreenContexts::default(),
            storage: ContextStorage::default(),
            streams: Handles::default(),
            events: Handles::default(),
            modules: Handles::default(),
            functions: Handles::default(),
            libraries: Handles::default(),
            kernels: Handles::default(),
            native_kernels: Mutex::default(),
            links: Handles::default(),
            graphs: Handles::default(),
            graph_nodes: Handles::default(),
            graph_execs: Handles::default(),
            user_objects: Handles::default(),
            arrays: Handles::default(),
            mipmapped: Handles::default(),
            images: Handles::default(),
            retired_images: Mutex::default(),
            references: Handles::default(),
            external_memory: Handles::default(),
            external_semaphores: Handles::default(),
            virtual_memory: VirtualMemory::default(),
            notifications: Mutex::default(),
            coredump: Mutex::default(),
            coredump_callbacks: Mutex::default(),
        }
    }

    pub(crate) fn initialize(&self) {
        self.initialized.store(true, Ordering::Release);
    }

    pub(crate) fn is_initialized(&self) -> bool {
        self.initialized.load(Ordering::Acquire)
    }

    /// Returns the tables for graphs.
    pub(crate) fn graph_tables(&'static self) -> Tables {
        Tables { graphs: &self.graphs, nodes: &self.graph_nodes, arrays: &self.arrays }
    }

    /// Returns the array of a handle for a copy, for which null is an invalid value.
    pub(crate) fn array_to_copy(&self, array: CUarray) -> Result<Arc<Array>, CUresult> {
        array::array_to_copy(&self.arrays, array)
    }

    /// Removes an image from the table of kernels once the work that was submitted so far is done: a kernel may use a texture
    /// or surface that is destroyed meanwhile.
    pub(crate) fn retire_image(&self, handle: u64) {
        let contexts = self.contexts.live().all();
        let pending = contexts.iter().flat_map(|(_, context)| self.pending(context));
        let pending = pending.collect::<Vec<_>>();
        self.retired_images.lock().push((handle, pending));
        self.end_images();
    }

    /// Removes the destroyed images that no work uses anymore, with the arrays that only they kept.
    pub(crate) fn end_images(&self) {
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
}
