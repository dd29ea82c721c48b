pub(crate) mod compile;
pub(crate) mod fat_binary;
pub(crate) mod image;
pub(crate) mod information;
pub(crate) mod jit;
pub(crate) mod jit_output;
pub(crate) mod library;
pub(crate) mod link;
pub(crate) mod load_error;

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::Arc;

use cuda_driver_sys::{CUfunc_st, CUmemAttach_flags, CUmod_st, CUmodule, CUresult};
use parking_lot::Mutex;

use crate::memory::{AllocationKind, Owner};
use crate::state::devices::Devices;
use crate::state::error::*;
use crate::state::handles::Object;
use crate::state::module::load_error::LoadError;
use crate::state::transfer::Copy;
use cuda_sim_engine::{DeviceModel, Image, Kernel, Program, Reference, Space};

/// A program loaded in a context: its variables have addresses.
#[derive(Debug)]
pub(crate) struct Module {
    pub handle: usize,
    context: usize,
    pub image: Arc<Image>,
    /// The handles of requested kernels, by their index.
    pub functions: Mutex<BTreeMap<usize, usize>>,
    /// Whether it is unloaded with a library, and not by itself.
    pub is_of_library: bool,
    /// The variables that belong to a library, by their index: they aren't freed with the module.
    placed: BTreeMap<usize, u64>,
}

impl Object for Module {
    type Raw = CUmod_st;
    const KIND: &'static str = "module";
    const ENDED: CUresult = CONTEXT_IS_DESTROYED;
    const IS_REUSED: bool = false;

    fn context(&self) -> usize {
        self.context
    }
}

impl Module {
    /// Loads a program for an owner: allocates and initializes its variables, except those that a library has already
    /// allocated, by their index. Returns what makes the module of a handle.
    pub(crate) fn load(
        devices: &Devices,
        owner: Owner,
        program: Arc<Program>,
        of_library: Option<&BTreeMap<usize, u64>>,
    ) -> Result<impl FnOnce(usize) -> Self + use<>, LoadError> {
        let is_of_library = of_library.is_some();
        let placed = of_library.cloned().unwrap_or_default();
        let mut addresses = Vec::with_capacity(program.globals().len());
        let free_all = |addresses: &[u64]| free_except(devices, addresses, &placed);
        for (index, global) in program.globals().iter().enumerate() {
            if let Some(address) = placed.get(&index) {
                addresses.push(*address);
                continue;
            }
            let kind = if global.managed {
                AllocationKind::Managed(CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL.0)
            } else if global.space == Space::Const {
                AllocationKind::Constant
            } else {
                AllocationKind::Global
            };
            match devices.memory.allocate(global.size, global.align, kind, owner) {
                Some(address) => addresses.push(address),
                None => {
                    free_all(&addresses);
                    return Err(OUT_OF_MEMORY.into());
                }
            }
        }
        let image = Arc::new(Image::new(program, addresses));
        for (index, address) in image.addresses().iter().enumerate() {
            if !placed.contains_key(&index) {
                store_initial(&image, index, *address);
            }
        }
        Ok(move |handle| Self {
            handle,
            context: owner.context,
            image,
            functions: Mutex::default(),
            is_of_library,
            placed,
        })
    }

    pub(crate) fn raw(&self) -> CUmodule {
        self.handle as CUmodule
    }

    /// Returns `true` if its kernel's body is Rust.
    pub(crate) fn is_native(&self) -> bool {
        let mut kernels = self.image.program().kernels();
        kernels.any(|kernel| kernel.native.is_some())
    }

    /// Frees the module's variables.
    pub(crate) fn free_variables(&self, devices: &Devices) {
        free_except(devices, self.image.addresses(), &self.placed);
    }

    /// Returns which reference of textures or surfaces a variable is, if it is one.
    pub(crate) fn reference(&self, name: &str) -> Option<Reference> {
        self.image.program().globals().iter().find(|global| global.name == name)?.reference
    }

    /// Returns the address and size of a variable.
    pub(crate) fn global(&self, name: &str) -> Option<(u64, u64)> {
        let globals = self.image.program().globals();
        let index = globals.iter().position(|global| global.name == name)?;
        Some((*self.image.addresses().get(index)?, globals.get(index)?.size))
    }
}

/// Writes the initial value of a variable.
pub(crate) fn store_initial(image: &Image, index: usize, address: u64) {
    let contents = image.initial_contents(index);
    // SAFETY: the variable has just been allocated, of at least as many bytes.
    unsafe { Copy::linear(address, contents.as_ptr() as u64, contents.len() as u64).run() };
}

/// Frees variables, except those that belong to other code.
fn free_except(devices: &Devices, addresses: &[u64], others: &BTreeMap<usize, u64>) {
    for (index, address) in addresses.iter().enumerate() {
        if !others.contains_key(&index) {
            devices.end(*address);
        }
    }
}

/// Returns the index of the kernel with this name.
pub(crate) fn kernel_named(program: &Program, name: &str) -> Option<usize> {
    program.kernels().position(|kernel| kernel.name == name)
}

/// A kernel of a module.
#[derive(Debug)]
pub(crate) struct Function {
    pub handle: usize,
    context: usize,
    pub module: usize,
    pub image: Arc<Image>,
    /// The index of the kernel in the program.
    pub kernel: usize,
    pub name: CString,
    pub settings: Mutex<Settings>,
    /// The state of the launch functions from before CUDA 4.0.
    pub legacy: Mutex<Legacy>,
}

/// What `cuFuncSetBlockShape` and `cuParamSet` set, for `cuLaunch`.
#[derive(Debug, Default)]
pub(crate) struct Legacy {
    /// `None` until set.
    pub block: Option<[u32; 3]>,
    pub dynamic_shared: u32,
    /// The bytes of all parameters, and how many of them a launch uses.
    pub parameters: Vec<u8>,
    pub size: usize,
}

/// What `cuFuncSetAttribute` sets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// `None` until set: then what the kernel's static shared memory leaves of [`DEFAULT_SHARED`], or if it exceeds
    /// that, of the maximum of a block.
    pub max_dynamic_shared: Option<u32>,
    pub carveout: i32,
    pub non_portable_cluster: bool,
    pub required_cluster: [u32; 3],
    pub cluster_policy: i32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_dynamic_shared: None,
            carveout: -1,
            non_portable_cluster: false,
            required_cluster: [0; 3],
            cluster_policy: 0,
        }
    }
}

impl Settings {
    /// Returns the maximum size of a launch's dynamic shared memory, in bytes.
    pub(crate) fn max_dynamic_shared(&self, kernel: &Kernel, model: &DeviceModel) -> u32 {
        let fixed = kernel.shared_static;
        self.max_dynamic_shared
            .or(DEFAULT_SHARED.checked_sub(fixed))
            .unwrap_or(model.shared_per_block.saturating_sub(fixed))
    }

    /// Returns the maximum number of blocks of a cluster, if the kernel has no smaller one: the portable one, or a GPU's own.
    pub(crate) fn max_cluster(&self) -> u32 {
        if self.non_portable_cluster { LARGEST_CLUSTER } else { 8 }
    }

    /// Returns the cluster that every launch has; an axis of zero is any.
    pub(crate) fn required_cluster(&self, kernel: &Kernel) -> [u32; 3] {
        kernel.required_cluster.unwrap_or(self.required_cluster)
    }

    /// Returns `true` if every launch has a certain cluster.
    pub(crate) fn requires_cluster(&self, kernel: &Kernel) -> bool {
        !self.required_cluster(kernel).contains(&0)
    }

    /// Returns the cluster of a launch, which may give one.
    pub(crate) fn cluster(
        &self,
        kernel: &Kernel,
        requested: Option<[u32; 3]>,
    ) -> Result<[u32; 3], CUresult> {
        let required = self.required_cluster(kernel);
        let cluster = match requested {
            Some(cluster) => cluster,
            None if required == [0; 3] && !kernel.explicit_cluster => [1; 3],
            None => required,
        };
        let is_right = required.iter().zip(cluster).all(|(n, own)| *n == 0 || *n == own);
        let blocks = cluster.iter().map(|n| u64::from(*n)).fold(1, u64::saturating_mul);
        let most = self.max_cluster().min(kernel.max_cluster.unwrap_or(LARGEST_CLUSTER));
        if is_right && (1..=u64::from(most)).contains(&blocks) {
            Ok(cluster)
        } else {
            Err(INVALID_CLUSTER_SIZE)
        }
    }
}

/// Returns the blocks of a launch's grid, which may count clusters.
pub(crate) fn blocks_of_grid(kernel: &Kernel, mut grid: [u32; 3], cluster: [u32; 3]) -> [u32; 3] {
    if kernel.blocks_are_clusters {
        grid.iter_mut().zip(cluster).for_each(|(blocks, n)| *blocks = blocks.saturating_mul(n));
    }
    grid
}

/// Returns the shape of a launch's blocks: where it asks for one thread, that which the kernel requires.
pub(crate) fn block_of(kernel: &Kernel, launched: [u32; 3]) -> [u32; 3] {
    kernel.required_block.filter(|_| launched == [1; 3]).unwrap_or(launched)
}

/// The maximum number of blocks of a cluster on a GPU.
pub(crate) const LARGEST_CLUSTER: u32 = 16;

/// The maximum number of threads in a block.
pub(crate) const MAX_BLOCK: u32 = 1024;

/// The shared memory that a kernel may use without raising its limit.
pub(crate) const DEFAULT_SHARED: u32 = 48 << 10;

impl Object for Function {
    type Raw = CUfunc_st;
    const KIND: &'static str = "function";
    const IS_REUSED: bool = false;

    fn context(&self) -> usize {
        self.context
    }
}

impl Function {
    pub(crate) fn new(handle: usize, module: &Module, kernel: usize, name: String) -> Self {
        Self {
            handle,
            context: module.context,
            module: module.handle,
            image: module.image.clone(),
            kernel,
            name: CString::new(name).unwrap_or_default(),
            settings: Mutex::default(),
            legacy: Mutex::default(),
        }
    }

    pub(crate) fn kernel(&self) -> Result<&Kernel, CUresult> {
        self.image.program().kernels().nth(self.kernel).ok_or(INVALID_HANDLE)
    }
}
