//! What can go wrong in a kernel, and the report of it.

use super::core::{Bits, Core};
use super::{DeviceMemory, Fault};
use crate::engine::space::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use cuda_driver_sys::CUresult;

/// How memory was touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Access {
    Load,
    Store,
    Atomic,
}

/// The reason why a kernel can't go on.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// An address outside every allocation (or outside its space).
    OutOfBounds {
        lane: u32,
        address: u64,
        size: u32,
        access: Access,
        space: &'static str,
    },
    /// An address that isn't a multiple of the access's size.
    Misaligned {
        lane: u32,
        address: u64,
        size: u32,
        access: Access,
        space: &'static str,
    },
    /// A read of memory that nobody has written.
    Unwritten {
        lane: u32,
        address: u64,
        size: u32,
        access: Access,
    },
    /// `trap`
    Trap { lane: u32 },
    /// A failed `assert`, with its message.
    Assert { lane: u32, message: String },
    /// Calls or local variables need more stack than there is.
    StackOverflow { lane: u32, needed: u64, limit: u64 },
    /// A call or jump to what is no function or label.
    WildCall { lane: u32, target: u64 },
    /// Execution left the code.
    WildJump,
    /// All of a block's threads wait for one another.
    Deadlock { report: String },
    /// The launch has used up its fuel.
    OutOfFuel { limit: u64 },
    /// An operand that the instruction doesn't allow.
    BadOperand { lane: u32, what: String },
    /// A texture or surface that isn't one, or a place outside a surface that traps.
    BadImage { lane: u32, what: String },
}

/// The addresses that shared memory can have at all; beyond them, an H200 finds the instruction illegal.
const SHARED_ADDRESSES: u64 = 16 << 20;

impl Trouble {
    /// Returns the error that the real driver gives.
    fn code(&self) -> CUresult {
        match self {
            Trouble::OutOfBounds {
                space: "shared",
                address,
                ..
            } if *address >= SHARED_ADDRESSES => CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION,
            Trouble::OutOfBounds { .. } | Trouble::StackOverflow { .. } => {
                CUresult::CUDA_ERROR_ILLEGAL_ADDRESS
            }
            Trouble::Misaligned { .. } => CUresult::CUDA_ERROR_MISALIGNED_ADDRESS,
            Trouble::Trap { .. } | Trouble::Unwritten { .. } | Trouble::BadImage { .. } => {
                CUresult::CUDA_ERROR_LAUNCH_FAILED
            }
            Trouble::Assert { .. } => CUresult::CUDA_ERROR_ASSERT,
            Trouble::WildCall { .. } | Trouble::WildJump => CUresult::CUDA_ERROR_INVALID_PC,
            Trouble::Deadlock { .. } | Trouble::OutOfFuel { .. } => {
                CUresult::CUDA_ERROR_LAUNCH_TIMEOUT
            }
            Trouble::BadOperand { .. } => CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION,
        }
    }

    fn lane(&self) -> Option<u32> {
        match self {
            Trouble::OutOfBounds { lane, .. }
            | Trouble::Misaligned { lane, .. }
            | Trouble::Unwritten { lane, .. }
            | Trouble::Trap { lane }
            | Trouble::Assert { lane, .. }
            | Trouble::StackOverflow { lane, .. }
            | Trouble::WildCall { lane, .. }
            | Trouble::BadOperand { lane, .. }
            | Trouble::BadImage { lane, .. } => Some(*lane),
            _ => None,
        }
    }

    fn sentence(&self, memory: &dyn DeviceMemory) -> String {
        match self {
            Trouble::OutOfBounds {
                address,
                size,
                access,
                space,
                ..
            } => {
                let near = match *space {
                    "global" | "generic" => format!("; {}", described(*address, memory)),
                    _ => String::new(),
                };
                format!(
                    "{} of {size} bytes at {space} address {address:#x} is out of bounds{near}",
                    named(*access)
                )
            }
            Trouble::Misaligned {
                address,
                size,
                access,
                space,
                ..
            } => {
                format!(
                    "{} of {size} bytes at {space} address {address:#x} is misaligned: it is no multiple of {size}",
                    named(*access)
                )
            }
            Trouble::Unwritten {
                address,
                size,
                access,
                ..
            } => format!(
                "{} of {size} bytes at global address {address:#x} reads what nobody has written; {}",
                named(*access),
                memory.describe(*address)
            ),
            Trouble::Trap { .. } => "trap: the program stopped itself".into(),
            Trouble::Assert { message, .. } => message.clone(),
            Trouble::StackOverflow { needed, limit, .. } => format!(
                "stack overflow: the call needs {needed} bytes of stack and a thread has {limit}; raise CU_LIMIT_STACK_SIZE or call less deeply"
            ),
            Trouble::WildCall { target, .. } => {
                format!("call of {target:#x}, which is no function of the module")
            }
            Trouble::WildJump => "execution ran past the end of the code".into(),
            Trouble::Deadlock { report } => report.clone(),
            Trouble::OutOfFuel { limit } => format!(
                "the launch has executed more than {limit} warp instructions, the limit that was set for it: a loop that doesn't end, or raise the limit"
            ),
            Trouble::BadOperand { what, .. } | Trouble::BadImage { what, .. } => what.clone(),
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

fn described(address: u64, memory: &dyn DeviceMemory) -> String {
    if address.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE {
        "that is shared memory, past what the block has".into()
    } else if address.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE {
        "that is local memory, past what the thread has".into()
    } else {
        memory.describe(address)
    }
}

impl Core<'_> {
    /// Returns the fault of a trouble at instruction `pc`.
    #[cold]
    pub fn fault(&self, pc: u32, trouble: &Trouble) -> Fault {
        let mut report = trouble.sentence(self.grid.memory);
        report.push_str(&format!("\n  kernel {}", self.grid.name()));
        if let Some(place) = self.code.places.get(pc as usize) {
            if let Some(function) = self.code.functions.get(place.function as usize)
                && function.name != self.grid.name()
            {
                report.push_str(&format!(", function {}", function.name));
            }
            report.push_str(&format!(", PTX line {}", place.line));
            if let Some(file) = place
                .file
                .and_then(|file| self.code.files.get(file as usize))
            {
                report.push_str(&format!(" ({file}:{})", place.source_line));
            }
        }
        let block = self.gang.blocks.get(self.block);
        if let Some(block) = block {
            let [x, y, z] = block.index;
            report.push_str(&format!(", block ({x}, {y}, {z})"));
        }
        if let Some(lane) = trouble.lane() {
            let [x, y, z] = self.grid.thread_index(self.warp as u32 * 32 + lane);
            report.push_str(&format!(
                ", thread ({x}, {y}, {z}), lane {lane} of warp {}",
                self.warp
            ));
        }
        Fault {
            code: trouble.code(),
            report,
        }
    }

    /// Returns the first active lane, for troubles that concern them all.
    pub fn first_lane(&self) -> u32 {
        Bits(self.mask).next().unwrap_or(0) as u32
    }
}
