//! Decoded instructions.

use super::core::{Core, Next};
use super::function::FunctionCode;
use super::ops::{CallSite, MatrixShape};

/// The code that executes an instruction.
///
/// # Safety
/// The CPU has the features that the handler was compiled for, and the instruction's operands lie
/// within the frame that `Core::regs` points to.
pub type Handler = unsafe fn(&mut Core<'_>, &Inst) -> Next;

/// One decoded instruction. `d`, `a`, `b` and `c` are the words in the frame where its registers
/// begin, the rest is for the handler.
#[derive(Clone, Copy)]
pub struct Inst {
    /// Executes it.
    pub run: Handler,
    /// Destination.
    pub d: u32,
    /// First source.
    pub a: u32,
    /// Second source.
    pub b: u32,
    /// Third source.
    pub c: u32,
    /// Whatever the handler needs.
    pub y: u32,
    /// Whatever the handler needs.
    pub z: u32,
    /// Whatever the handler needs; an address offset for memory instructions.
    pub x: u64,
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Line of the PTX.
    pub line: u32,
    /// Index in [`Code::files`], if the source is known.
    pub file: Option<u32>,
    /// Line of the source.
    pub source_line: u32,
    /// Index of the function in [`Code::functions`].
    pub function: u32,
}

/// A module's instructions.
#[derive(Default)]
pub struct Code {
    /// All functions' instructions, one function after the other.
    pub insts: Vec<Inst>,
    /// Where each comes from.
    pub places: Vec<Place>,
    /// Source files.
    pub files: Vec<String>,
    /// Functions by their index.
    pub functions: Vec<FunctionCode>,
    /// Lists of registers that instructions refer to.
    pub lists: Vec<Box<[u32]>>,
    /// While a function is decoded: lists that will hold the places of these labels.
    pub label_lists: Vec<(usize, Vec<u32>)>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Shapes of matrix instructions.
    pub shapes: Vec<MatrixShape>,
    /// Memory instructions, each with a [`Site`](super::space::Site) of its own.
    pub sites: u32,
}

impl Code {
    /// The index of an instruction of this code.
    pub fn index_of(&self, inst: &Inst) -> u32 {
        let distance = std::ptr::from_ref(inst) as usize - self.insts.as_ptr() as usize;
        (distance / size_of::<Inst>()) as u32
    }

    /// Adds an instruction.
    pub fn push(&mut self, inst: Inst, place: Place) {
        self.insts.push(inst);
        self.places.push(place);
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code")
            .field("instructions", &self.insts.len())
            .finish_non_exhaustive()
    }
}
