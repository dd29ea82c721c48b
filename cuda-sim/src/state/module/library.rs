use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::{Arc, OnceLock};

use cuda_driver_sys::{CUkern_st, CUlib_st, CUmemAttach_flags, CUresult};
use parking_lot::Mutex;

use crate::memory::{AllocationKind, Owner};
use crate::state::devices::Devices;
use crate::state::error::*;
use crate::state::handles::Object;
use crate::state::module::compile::compile;
use crate::state::module::jit::JitOptions;
use crate::state::module::load_error::{LoadError, print_first_error};
use crate::state::module::{Settings, store_initial};
use cuda_sim_engine::{Image, Program};

/// A program without a context; each context loads it on first use.
#[derive(Debug)]
pub(crate) struct Library {
    pub handle: usize,
    /// The PTX until it is compiled, or the reason why there is none.
    source: Mutex<Result<String, LoadError>>,
    options: JitOptions,
    compiled: OnceLock<Result<Arc<Program>, LoadError>>,
    /// The modules, by context.
    pub modules: Mutex<BTreeMap<usize, usize>>,
    /// The handles of requested kernels, by their index.
    pub kernels: Mutex<BTreeMap<usize, usize>>,
    /// The managed variables, which all contexts share, by their index. They are created with the first context.
    managed: Mutex<Option<BTreeMap<usize, u64>>>,
}

impl Object for Library {
    type Raw = CUlib_st;
    const KIND: &'static str = "library";

    fn context(&self) -> usize {
        0
    }
}

/// A kernel of a library.
#[derive(Debug)]
pub(crate) struct LibraryKernel {
    pub library: Arc<Library>,
    pub kernel: usize,
    pub name: CString,
    /// The initial settings of its functions.
    pub settings: Mutex<Settings>,
}

impl Object for LibraryKernel {
    type Raw = CUkern_st;
    const KIND: &'static str = "kernel";

    fn context(&self) -> usize {
        0
    }
}

impl Library {
    pub(crate) fn new(
        handle: usize,
        source: Result<String, LoadError>,
        options: &JitOptions,
    ) -> Self {
        Self {
            handle,
            source: Mutex::new(source),
            options: *options,
            compiled: OnceLock::new(),
            modules: Mutex::default(),
            kernels: Mutex::default(),
            managed: Mutex::default(),
        }
    }

    /// Creates one of a program that is compiled, or whose compilation failed.
    pub(crate) fn compiled_before(
        handle: usize,
        program: Result<Arc<Program>, LoadError>,
        options: &JitOptions,
    ) -> Self {
        let library = Self::new(handle, Ok(String::new()), options);
        let _ = library.compiled.set(program);
        library
    }

    /// Checks whether it can be loaded on a device.
    pub(crate) fn check_target(&self, devices: &Devices) -> Result<(), LoadError> {
        self.options.check_target(devices.model.engine.compute_capability)
    }

    /// Returns the program, compiled on first use.
    pub(crate) fn compiled(&self, devices: &Devices) -> Result<&Arc<Program>, LoadError> {
        let compile = || {
            let source = std::mem::replace(&mut *self.source.lock(), Ok(String::new()));
            source.and_then(|ptx| compile(&devices.model.engine, ptx, self.options.max_registers))
        };
        self.compiled.get_or_init(compile).as_ref().map_err(Clone::clone)
    }

    /// Returns the same, for calls without a log.
    pub(crate) fn program(&self, devices: &Devices) -> Result<&Arc<Program>, CUresult> {
        self.compiled(devices).map_err(|error| {
            print_first_error(&error.log);
            error.code
        })
    }

    /// Returns the addresses of the managed variables, which are created on first use.
    pub(crate) fn managed_variables(
        &self,
        devices: &Devices,
        program: &Arc<Program>,
    ) -> Result<BTreeMap<usize, u64>, CUresult> {
        let mut managed = self.managed.lock();
        if let Some(managed) = &*managed {
            return Ok(managed.clone());
        }
        let mut addresses = BTreeMap::new();
        for (index, global) in program.globals().iter().enumerate() {
            if global.managed && !global.external {
                let kind = AllocationKind::Managed(CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL.0);
                let place =
                    devices.memory.allocate(global.size, global.align, kind, Owner::NO_CONTEXT);
                addresses.insert(index, place.ok_or(OUT_OF_MEMORY)?);
            }
        }
        // Managed variables can't have another variable's address as their initial value.
        let nowhere = vec![0; program.globals().len()];
        let image = Image::new(program.clone(), nowhere);
        for (index, address) in &addresses {
            store_initial(&image, *index, *address);
        }
        *managed = Some(addresses.clone());
        Ok(addresses)
    }

    /// Frees the managed variables.
    pub(crate) fn free_managed_variables(&self, devices: &Devices) {
        for address in self.managed.lock().take().unwrap_or_default().values() {
            devices.end(*address);
        }
    }
}
