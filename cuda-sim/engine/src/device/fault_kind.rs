//! Kinds of faults in a kernel, and their reports.

use crate::device::DeviceMemory;
use crate::device::error::ErrorCode;
use crate::device::windows::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};

/// The kind of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Access {
    Load,
    Store,
    Atomic,
}

/// The reason for a kernel's fault.
#[derive(Clone, Debug)]
pub enum FaultKind {
    /// An address outside of every allocation, or of its state space.
    OutOfBounds { lane: u32, address: u64, size: u32, access: Access, space: &'static str },
    /// An address that isn't a multiple of the access's size.
    Misaligned { lane: u32, address: u64, size: u32, access: Access, space: &'static str },
    /// An access to shared memory of a block of the cluster whose threads have all exited.
    EndedBlock { lane: u32, rank: u64, size: u32, access: Access },
    /// A read of uninitialized memory.
    Unwritten { lane: u32, address: u64, size: u32, access: Access },
    /// `trap`
    Trap { lane: u32 },
    /// A failed `assert`, with its message.
    Assert { lane: u32, message: String },
    /// Calls or local variables need more stack than available.
    StackOverflow { lane: u32, needed: u64, limit: u64 },
    /// A call or jump to something that isn't a function or label.
    WildCall { lane: u32, target: u64 },
    /// Execution left the code.
    WildJump,
    /// All threads of a block wait for each other.
    Deadlock { report: String },
    /// The launch doesn't end in this interleaving of its threads.
    Endless { accesses: u32 },
    /// The launch exceeded its instruction limit.
    OutOfFuel { limit: u64 },
    /// An operand that the instruction doesn't accept.
    BadOperand { lane: u32, message: String },
    /// What a check of the launch found.
    Misuse { lane: u32, message: String },
    /// An invalid texture or surface handle, or coordinates outside of a surface that traps.
    BadImage { lane: u32, message: String },
    /// A pointer to no memory that a function of the system was to read.
    BadPointer { lane: u32, message: String },
    /// A launch of something that isn't a graph for kernels to launch.
    BadGraph { lane: u32, message: String },
}

/// The size of the shared address space; for addresses beyond it, an H200 reports an illegal instruction.
const SHARED_ADDRESSES: u64 = 16 << 20;

impl FaultKind {
    /// Returns the code that a real driver returns.
    pub fn code(&self) -> ErrorCode {
        match self {
            FaultKind::OutOfBounds { space: "shared", address, .. }
                if *address >= SHARED_ADDRESSES =>
            {
                ErrorCode::CUDA_ERROR_ILLEGAL_INSTRUCTION
            }
            FaultKind::OutOfBounds { .. }
            | FaultKind::StackOverflow { .. }
            | FaultKind::BadPointer { .. }
            | FaultKind::BadGraph { .. } => ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
            FaultKind::Misaligned { .. } => ErrorCode::CUDA_ERROR_MISALIGNED_ADDRESS,
            FaultKind::Trap { .. }
            | FaultKind::EndedBlock { .. }
            | FaultKind::Unwritten { .. }
            | FaultKind::Misuse { .. }
            | FaultKind::BadImage { .. } => ErrorCode::CUDA_ERROR_LAUNCH_FAILED,
            FaultKind::Assert { .. } => ErrorCode::CUDA_ERROR_ASSERT,
            FaultKind::WildCall { .. } | FaultKind::WildJump => ErrorCode::CUDA_ERROR_INVALID_PC,
            FaultKind::Deadlock { .. }
            | FaultKind::Endless { .. }
            | FaultKind::OutOfFuel { .. } => ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT,
            FaultKind::BadOperand { .. } => ErrorCode::CUDA_ERROR_ILLEGAL_INSTRUCTION,
        }
    }

    pub fn lane(&self) -> Option<u32> {
        match self {
            FaultKind::OutOfBounds { lane, .. }
            | FaultKind::Misaligned { lane, .. }
            | FaultKind::EndedBlock { lane, .. }
            | FaultKind::Unwritten { lane, .. }
            | FaultKind::Trap { lane }
            | FaultKind::Assert { lane, .. }
            | FaultKind::StackOverflow { lane, .. }
            | FaultKind::WildCall { lane, .. }
            | FaultKind::BadOperand { lane, .. }
            | FaultKind::BadImage { lane, .. }
            | FaultKind::BadPointer { lane, .. }
            | FaultKind::Misuse { lane, .. }
            | FaultKind::BadGraph { lane, .. } => Some(*lane),
            _ => None,
        }
    }

    /// Describes the fault in a block with `shared` bytes of shared memory, whose threads have `local` bytes of local memory.
    pub fn sentence(&self, memory: &dyn DeviceMemory, shared: u32, local: u32) -> String {
        match self {
            FaultKind::OutOfBounds { address, size, access, space, .. } => {
                let near = match *space {
                    "local" => format!("; the thread has {local} bytes of local memory"),
                    "global" | "generic" => format!("; {}", described(*address, memory, local)),
                    name if name.starts_with("shared") => {
                        format!("; the block has {shared} bytes of shared memory")
                    }
                    _ => String::new(),
                };
                format!(
                    "{} of {size} bytes at {space} address {address:#x} is out of bounds{near}",
                    named(*access)
                )
            }
            FaultKind::Misaligned { address, size, access, space, .. } => {
                format!(
                    "{} of {size} bytes at {space} address {address:#x} is misaligned: it isn't a multiple of {size}",
                    named(*access)
                )
            }
            FaultKind::EndedBlock { rank, size, access, .. } => format!(
                "{} of {size} bytes in shared memory of block {rank} of the cluster, which has ended: the blocks have to wait for each other (barrier.cluster) before they end",
                named(*access)
            ),
            FaultKind::Unwritten { address, size, access, .. } => format!(
                "{} of {size} bytes at global address {address:#x} reads uninitialized memory; {}",
                named(*access),
                memory.describe(*address)
            ),
            FaultKind::Trap { .. } => "trap: the program stopped itself".into(),
            FaultKind::Assert { message, .. } => message.clone(),
            FaultKind::StackOverflow { needed, limit, .. } => format!(
                "stack overflow: the call needs {needed} bytes of stack and a thread has {limit}; raise CU_LIMIT_STACK_SIZE or reduce the call depth"
            ),
            FaultKind::WildCall { target, .. } => {
                format!("call of {target:#x}, which isn't a function of the module")
            }
            FaultKind::WildJump => "execution ran past the end of the code".into(),
            FaultKind::Deadlock { report } => report.clone(),
            FaultKind::Endless { accesses } => format!(
                "the launch hasn't ended after {accesses} accesses, many times as many as in the usual order: its threads wait for each other"
            ),
            FaultKind::OutOfFuel { limit } => format!(
                "the launch executed more than its limit of {limit} warp instructions: it may contain an endless loop; otherwise raise `RunSettings::instruction_limit` or CUDA_SIM_INSTRUCTION_LIMIT"
            ),
            FaultKind::BadOperand { message, .. }
            | FaultKind::BadImage { message, .. }
            | FaultKind::BadPointer { message, .. }
            | FaultKind::Misuse { message, .. }
            | FaultKind::BadGraph { message, .. } => message.clone(),
        }
    }
}

fn named(access: Access) -> &'static str {
    match access {
        Access::Load => "load",
        Access::Store => "store",
        Access::Atomic => "atomic operation",
    }
}

fn described(address: u64, memory: &dyn DeviceMemory, local: u32) -> String {
    if address.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE {
        "this is shared memory, beyond the block's".into()
    } else if address.wrapping_sub(LOCAL_WINDOW - WINDOW_SIZE) < 2 * WINDOW_SIZE {
        // Also as far before it as a negative index reaches.
        format!("the thread has {local} bytes of local memory, from {LOCAL_WINDOW:#x} on")
    } else {
        memory.describe(address)
    }
}
