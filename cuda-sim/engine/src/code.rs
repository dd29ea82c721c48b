//! Decoded instructions.

pub mod counts;
pub mod function;
pub mod level;
pub mod native;
pub mod operands;
pub mod place;
pub mod program;
pub mod sites;
pub mod watch;

use crate::code::counts::{Counted, Counters, Counts, LineCounts, Tallies};
use crate::code::function::FunctionCode;
use crate::code::level::Level;
use crate::code::operands::{
    CallSite, MatrixShape, QuadMatrix, Reduction, VideoPlan, WarpGroupMatrix,
};
use crate::code::place::SourcePlace;
use crate::code::sites::SiteTable;
use crate::code::watch::Watch;
use crate::state::core::{Core, Next};

/// The function that executes an instruction.
///
/// # Safety
/// The CPU has the features that the handler was compiled for, and the instruction's operands lie
/// within the frame that `Core::regs` points to.
pub type Handler = unsafe fn(&mut Core<'_>, &Inst) -> Next;

/// A decoded instruction. `d`, `a`, `b` and `c` are the indices of its registers' first words in the frame; the handler
/// defines the other fields.
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
    /// Defined by the handler.
    pub y: u32,
    /// Defined by the handler.
    pub z: u32,
    /// Defined by the handler; an address offset for memory instructions.
    pub x: u64,
}

/// A module's instructions.
#[derive(Default)]
pub struct Code {
    /// The features for which the handlers were compiled. The CPU has them, and each core that executes this code has
    /// this level.
    pub level: Level,
    /// The instructions of all functions, one function after the other.
    pub insts: Vec<Inst>,
    /// The source position of each.
    pub places: Vec<SourcePlace>,
    /// Source files.
    pub files: Vec<String>,
    /// Functions by their index.
    pub functions: Vec<FunctionCode>,
    /// Lists of registers that instructions refer to.
    pub lists: Vec<Box<[u32]>>,
    /// While a function is decoded: lists that will hold the indices of these labels.
    pub label_lists: Vec<(usize, Vec<u32>)>,
    /// How many times as large as on a GPU a function's frame is, at most.
    pub frame_ratio: u32,
    /// The calls.
    pub calls: Vec<CallSite>,
    /// The shapes of matrix instructions.
    pub shapes: Vec<MatrixShape>,
    /// Volta's matrix instructions.
    pub quads: Vec<QuadMatrix>,
    /// Matrix instructions of warp groups.
    pub groups: Vec<WarpGroupMatrix>,
    /// The operations of bulk copies and surfaces.
    pub reductions: Vec<Reduction>,
    /// The plans of video instructions.
    pub videos: Vec<VideoPlan>,
    /// The number of memory instructions, each with its [`Site`](crate::state::allocations::Site).
    pub sites: u32,
    /// Who is told about instructions.
    pub observers: Observers,
    /// What a detector of races is told about.
    pub watches: Vec<Watch>,
    /// The number of the first of these among those of all programs.
    pub first_site: u32,
    /// What is counted.
    pub counted: Vec<Counted>,
}

/// Who is told about a program's instructions while it runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Observers {
    /// A detector of races.
    pub races: bool,
    /// The counters.
    pub counters: bool,
}

impl Observers {
    /// Returns `true` if there is one.
    pub fn any(self) -> bool {
        self.races || self.counters
    }
}

/// Returns the local memory of a frame with `local_size` bytes of variables and arguments: as on a GPU, there is room
/// for the return address.
pub fn frame_size(local_size: u32) -> u32 {
    local_size.next_multiple_of(16) + 16
}

impl Code {
    /// Returns the index of an instruction of this code.
    pub fn index_of(&self, inst: &Inst) -> u32 {
        let distance = std::ptr::from_ref(inst) as usize - self.insts.as_ptr() as usize;
        (distance / size_of::<Inst>()) as u32
    }

    /// Computes how much local memory each function needs, including its calls, whether more may be needed at run time,
    /// and whether it launches graphs. As on a GPU, an indirect call needs as much as any of `callable` does, and a recursive
    /// function adds nothing to what its callers need.
    pub fn measure_stacks(&mut self, callable: &[usize]) {
        let frames = callable.iter().map(|&function| &self.functions[function]);
        let ratio = |of: &FunctionCode| frame_size(of.local_size).div_ceil(16 + of.variables_size);
        self.frame_ratio = frames.map(ratio).max().unwrap_or(1);
        let mut callees = vec![Vec::new(); self.functions.len()];
        let mut is_indirect = vec![false; self.functions.len()];
        for call in &self.calls {
            self.functions[call.caller as usize].launches_graphs |= call.launches_graph;
            match call.function {
                Some(function) => callees[call.caller as usize].push(function as usize),
                None => is_indirect[call.caller as usize] = true,
            }
        }
        // A function is measured after those that it calls; a call to one that is still being measured is recursive, and
        // its stack isn't known to be fixed.
        let mut seen = vec![false; self.functions.len()];
        let mut is_open = seen.clone();
        let mut is_recursive = seen.clone();
        for first in 0..self.functions.len() {
            let mut open = vec![(first, 0)];
            while let Some((function, next)) = open.last_mut() {
                let at = *function;
                if *next == 0 && std::mem::replace(&mut seen[at], true) {
                    open.pop();
                    is_recursive[at] |= is_open[at];
                    continue;
                }
                is_open[at] = true;
                let indirect = if is_indirect[at] { callable } else { &[] };
                let called = callees[at].iter().chain(indirect);
                if let Some(&callee) = called.clone().nth(*next) {
                    *next += 1;
                    open.push((callee, 0));
                    continue;
                }
                open.pop();
                is_open[at] = false;
                let below = |part: fn(&FunctionCode) -> u32| {
                    let called = called.clone().filter(|callee| !is_recursive[**callee]);
                    called.map(|&callee| part(&self.functions[callee])).max().unwrap_or(0)
                };
                let (stack, variables) = (below(|f| f.stack), below(|f| f.stack_variables));
                let launches =
                    callees[at].iter().any(|&callee| self.functions[callee].launches_graphs);
                let calls_fixed =
                    callees[at].iter().all(|&callee| self.functions[callee].has_fixed_stack);
                let function = &mut self.functions[at];
                function.has_fixed_stack =
                    function.stack_top.is_none() && !is_indirect[at] && calls_fixed;
                function.launches_graphs |= launches;
                let stack_bytes = if function.has_fixed_stack && callees[at].is_empty() {
                    function.local_size
                } else {
                    frame_size(function.local_size)
                };
                function.stack = stack_bytes.saturating_add(stack).min(u32::MAX / 4);
                function.stack_variables =
                    function.variables_size.saturating_add(variables).min(u32::MAX / 4);
            }
        }
    }

    /// Returns the local memory of a thread of a kernel, in bytes: as on a GPU, what the deepest chain of direct calls
    /// needs. With recursion, indirect calls or `alloca`, which may need more, it is at least `limit`, of which calls use
    /// more here: a GPU has their arguments in registers.
    pub fn local(&self, function: usize, limit: u32) -> u32 {
        let function = &self.functions[function];
        let rest = if function.has_fixed_stack {
            0
        } else {
            limit.saturating_sub(function.stack_variables)
        };
        function.stack.saturating_add(rest.saturating_mul(self.frame_ratio))
    }

    /// Adds the counts of a worker that executed it.
    pub fn count(&self, counters: &Counters, executed: &Tallies) {
        let mut lines = counters.0.lock();
        let places = executed.places.iter().zip(&self.counted);
        for (place, counted) in places.filter(|(place, _)| **place != 0) {
            let Some(counts) = executed.counts.get(*place as usize - 1) else {
                continue;
            };
            let SourcePlace { line, function, .. } = counted.place;
            let line = lines.entry(line).or_insert_with(|| LineCounts {
                function: self.functions[function as usize].name.clone(),
                line,
                source: counted.place.file.and_then(|file| {
                    let name = self.files.get(file as usize)?;
                    Some((name.clone(), counted.place.source_line))
                }),
                counts: Counts::default(),
            });
            line.counts += *counts;
        }
    }

    /// Returns its instructions that a detector is told about, for reports.
    pub fn site_table(&self) -> SiteTable {
        SiteTable {
            watches: self.watches.clone(),
            files: self.files.clone(),
            functions: self.functions.iter().map(|function| function.name.clone()).collect(),
        }
    }

    /// Adds an instruction.
    pub fn push(&mut self, inst: Inst, place: SourcePlace) {
        self.insts.push(inst);
        self.places.push(place);
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("instructions", &self.insts.len()).finish_non_exhaustive()
    }
}
