//! A compiled module: its kernels, and its variables before and after loading.

use crate::code::Code;
use crate::code::native::NativeBody;
use crate::device::DeviceModel;
use crate::device::windows::FUNCTION_HANDLES;
use crate::ptx::Reference;
use std::sync::{Arc, OnceLock};

/// One parameter of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its offset in the parameter buffer, in bytes.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
}

/// A kernel of a [`Program`].
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Name in the PTX.
    pub name: String,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// The size of all parameters in bytes.
    pub param_size: u32,
    /// The size of static shared memory in bytes.
    pub shared_static: u32,
    /// Local memory for one thread's variables, in bytes.
    pub local: u32,
    /// The number of 32-bit registers of a thread.
    pub registers: u32,
    /// The maximum number of threads of a block, from `.maxntid`.
    pub max_threads: Option<u32>,
    /// The only allowed block shape, from `.reqntid`.
    pub required_block: Option<[u32; 3]>,
    /// Blocks of a cluster, from `.reqnctapercluster`.
    pub required_cluster: Option<[u32; 3]>,
    /// The maximum number of blocks of a cluster (`.maxclusterrank`).
    pub max_cluster: Option<u32>,
    /// Whether the launch must specify a cluster shape (`.explicitcluster`).
    pub explicit_cluster: bool,
    /// Whether the grid of a launch counts clusters (`.blocksareclusters`).
    pub blocks_are_clusters: bool,
    /// Whether it is compiled from tiles (`.language 7`): a launch has blocks of one thread, for which it has as many as it needs.
    pub is_tile: bool,
    /// Whether it calls `cudaGraphLaunch`, so that it can only be part of a graph.
    pub launches_graphs: bool,
    /// Its body, if it is Rust instead of PTX.
    pub native: Option<NativeBody>,
}

/// The state space of a [`Global`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// `.global`
    Global,
    /// `.const`
    Const,
}

/// The target of an address in an initializer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationTarget {
    /// The variable with this index in [`Program::globals`].
    Global(usize),
    /// A device function, by its handle for indirect calls.
    Function(u64),
}

/// An address in an initializer, known only after loading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The offset at which the address is written, in bytes.
    pub offset: u64,
    /// The target.
    pub target: RelocationTarget,
    /// The number of bytes added to the address.
    pub addend: i64,
    /// Which of the address's eight bytes are written.
    pub bytes: std::ops::Range<usize>,
}

/// A variable in global or constant memory.
#[derive(Clone, Debug)]
pub struct Global {
    /// Name in the PTX.
    pub name: String,
    /// Global or constant memory.
    pub space: Space,
    /// Its size in bytes.
    pub size: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// Its initial bytes; the rest is zero.
    pub init: Vec<u8>,
    /// Addresses within the bytes.
    pub relocations: Vec<Relocation>,
    /// Whether it is `.visible`, `.weak` or `.common`, and hence visible to other modules.
    pub visible: bool,
    /// Whether it is `.extern`, and hence defined in another module.
    pub external: bool,
    /// Whether it is managed memory, which the host can access, too.
    pub managed: bool,
    /// Which reference it is, if it has no address for programs.
    pub reference: Option<Reference>,
}

/// A PTX module, decoded and ready to run.
#[derive(Debug)]
pub struct Program {
    pub(crate) kernels: Vec<(Kernel, usize)>,
    pub(crate) globals: Vec<Global>,
    pub(crate) code: Code,
    /// Its text, and its instructions for each set of observers once that was needed.
    pub(crate) text: String,
    pub(crate) observed: [OnceLock<Option<Code>>; 4],
    pub(crate) architecture: u32,
    pub(crate) reserved_shared: u32,
    pub(crate) device: DeviceModel,
}

impl Program {
    /// Returns a program of one kernel whose body is Rust, with a parameter of this size in bytes.
    pub fn native(
        name: &str,
        parameter_size: u32,
        body: NativeBody,
        device: &DeviceModel,
    ) -> Program {
        let (major, minor) = device.compute_capability;
        let kernel = Kernel {
            name: name.to_owned(),
            params: vec![Param { offset: 0, size: parameter_size }],
            param_size: parameter_size,
            shared_static: 0,
            local: 0,
            registers: 255,
            max_threads: Some(1),
            required_block: None,
            required_cluster: None,
            max_cluster: None,
            explicit_cluster: false,
            blocks_are_clusters: false,
            is_tile: false,
            launches_graphs: false,
            native: Some(body),
        };
        Program {
            kernels: vec![(kernel, 0)],
            globals: Vec::new(),
            code: Code::default(),
            text: String::new(),
            observed: Default::default(),
            architecture: major * 10 + minor,
            reserved_shared: 0,
            device: device.clone(),
        }
    }

    /// Limits the registers of each kernel, as an option of a driver's compiler does. Only what kernels say of
    /// themselves changes.
    pub fn limit_registers(&mut self, most: u32) {
        for (kernel, _) in &mut self.kernels {
            kernel.registers = kernel.registers.min(most.max(8));
        }
    }

    /// Returns the bytes that its constants take.
    pub fn constant_size(&self) -> u64 {
        let constants = self.globals.iter().filter(|global| global.space == Space::Const);
        constants.fold(0, |end, constant| {
            end.next_multiple_of(constant.align.max(1)).saturating_add(constant.size)
        })
    }

    /// Returns the architecture that its PTX is for, 75 for `sm_75`.
    pub fn architecture(&self) -> u32 {
        self.architecture
    }

    /// Returns how many instructions it was decoded to, for tests.
    pub fn instruction_count(&self) -> usize {
        self.code.insts.len()
    }

    /// Returns its instructions.
    pub(crate) fn code(&self) -> &Code {
        &self.code
    }

    /// Returns `true` if compiling this PTX for this device makes the same program.
    pub fn is_of(&self, ptx: &str, device: &DeviceModel) -> bool {
        self.text == ptx && self.device == *device
    }

    /// Returns the length of its PTX in bytes.
    pub fn ptx_len(&self) -> usize {
        self.text.len()
    }

    /// Returns the device it was compiled for.
    pub(crate) fn device(&self) -> &DeviceModel {
        &self.device
    }

    /// Returns the function of a kernel.
    pub(crate) fn function_of(&self, kernel: &Kernel) -> Option<usize> {
        self.kernels.iter().find(|(own, _)| own.name == kernel.name).map(|(_, function)| *function)
    }

    /// Returns the kernel whose address this is in device code, and its index.
    pub(crate) fn kernel_of_handle(&self, handle: u64) -> Option<(usize, &Kernel)> {
        let mut all = self.kernels.iter().enumerate();
        all.find(|(_, (_, function))| FUNCTION_HANDLES + *function as u64 * 16 == handle)
            .map(|(index, (kernel, _))| (index, kernel))
    }

    /// Returns the shared memory that is reserved for the system, before a kernel's own, in bytes.
    pub(crate) fn reserved_shared(&self) -> u32 {
        self.reserved_shared
    }

    /// Returns the size of reserved and static shared memory, aligned for the dynamic shared memory after it.
    pub(crate) fn shared_size(&self, kernel: &Kernel) -> u32 {
        let end = self.reserved_shared.saturating_add(kernel.shared_static);
        end.next_multiple_of(16)
    }

    /// Returns the kernels (`.entry`), in the order of the PTX.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.kernels.iter().map(|(kernel, _)| kernel)
    }

    /// Returns the variables that need an address before a launch.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }
}

/// A [`Program`] whose variables have addresses in device memory.
#[derive(Clone, Debug)]
pub struct Image {
    program: Arc<Program>,
    addresses: Vec<u64>,
}

impl Image {
    /// Binds `program` to the addresses of its variables, in the order of [`Program::globals`].
    pub fn new(program: Arc<Program>, addresses: Vec<u64>) -> Image {
        Image { program, addresses }
    }

    /// Returns the program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns the address of each variable.
    pub fn addresses(&self) -> &[u64] {
        &self.addresses
    }

    /// Returns the complete initial contents of the variable with index `global`, including its addresses.
    pub fn initial_contents(&self, global: usize) -> Vec<u8> {
        let Some(variable) = self.program.globals.get(global) else {
            return Vec::new();
        };
        let mut bytes = variable.init.clone();
        bytes.resize(variable.size as usize, 0);
        for relocation in &variable.relocations {
            let target = match relocation.target {
                RelocationTarget::Global(index) => self.addresses.get(index).copied().unwrap_or(0),
                RelocationTarget::Function(handle) => handle,
            };
            let value = target.wrapping_add_signed(relocation.addend).to_le_bytes();
            let at = relocation.offset as usize;
            let value = value.get(relocation.bytes.clone()).unwrap_or(&[]);
            if let Some(place) = bytes.get_mut(at..at + value.len()) {
                place.copy_from_slice(value);
            }
        }
        bytes
    }
}
