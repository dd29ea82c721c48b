//! What is known of each instruction: how it is decoded, what it writes, what it counts as, and what a detector is told.
//!
//! An instruction is a row here, or more if its words matter, and lines of the table of forms. Who looks an opcode up finds all
//! of this; no other list of opcodes has a default.

use crate::code::counts::InstructionKind::{self, *};
use crate::ptx::Instruction;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What is known of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    opcodes: &'static [&'static str],
    /// The words that the row is for if the instruction has one of them; without any, it is for all.
    words: &'static [&'static str],
    pub by: By,
    pub first: First,
    /// `None` is what its type says.
    pub kind: Option<InstructionKind>,
    pub race_event: RaceEvent,
    /// Whether threads in a loop with it may wait for each other.
    pub may_wait: bool,
    /// Whether it takes a cache policy, by `.L2::cache_hint`.
    pub takes_policy: bool,
}

/// The method of [`Body`](crate::decode::body::Body) that decodes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Arithmetic,
    Logic,
    Compare,
    Select,
    Sign,
    BitFields,
    Dot,
    Mul24,
    Video,
    Convert,
    Mov,
    StoreAsync,
    OrderedAccess,
    Atomic,
    CreatePolicy,
    ConvertAddress,
    CopyAsync,
    Mbarrier,
    Shuffle,
    Vote,
    WarpWide,
    Barrier,
    System,
    Mma,
    Wmma,
    RowMatrix,
    Branch,
    Call,
    Leave,
    Image,
    TensorMap,
    WarpGroup,
    RegisterCount,
    Stack,
    /// Valid PTX that the software device doesn't execute, and why.
    Missing(&'static str),
    /// The same, which only faults when it is executed, with this index of [`MISSING`](crate::ops::MISSING).
    Faults(u32),
}

/// What becomes of the first operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// It is written.
    Written,
    /// It is read, or is an address.
    Read,
    /// It is read and written.
    Accumulated,
    /// It has the results of a call.
    Results,
}

/// What an instruction is for a detector of races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceEvent {
    /// Nothing: it accesses no memory that threads share, and orders nothing.
    Nothing,
    /// Nothing, although it accesses such memory: what isn't checked, docs/checks.md says.
    Unseen,
    Access,
    Update,
    StoreAsync,
    Fence,
    Barrier,
    Collective,
    GridWait,
    LaunchDependents,
    Mbarrier,
    Copy,
    /// That shared memory is written, but not where.
    WritesShared,
    Rows,
}

const fn row(
    opcodes: &'static [&'static str],
    words: &'static [&'static str],
    by: By,
    first: First,
    kind: Option<InstructionKind>,
    race_event: RaceEvent,
) -> Facts {
    Facts { opcodes, words, by, first, kind, race_event, may_wait: false, takes_policy: false }
}

impl Facts {
    const fn waiting(self) -> Facts {
        Facts { may_wait: true, ..self }
    }

    const fn with_policy(self) -> Facts {
        Facts { takes_policy: true, ..self }
    }
}

use First::*;

/// Of an opcode with several rows, the first one counts whose words the instruction has.
#[rustfmt::skip]
const ROWS: &[Facts] = &[
    row(&["add", "sub", "mul", "mad", "fma", "div", "rem", "min", "max", "neg", "abs", "sad", "addc", "subc", "madc"], &[],
        By::Arithmetic, Written, None, RaceEvent::Nothing),
    row(&["rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh"], &[], By::Arithmetic, Written, Some(Float), RaceEvent::Nothing),
    row(&["and", "or", "xor", "not", "cnot", "shl", "shr"], &[], By::Logic, Written, None, RaceEvent::Nothing),
    row(&["setp", "set"], &[], By::Compare, Written, None, RaceEvent::Nothing),
    row(&["selp", "slct"], &[], By::Select, Written, Some(Move), RaceEvent::Nothing),
    row(&["copysign", "testp"], &[], By::Sign, Written, Some(Float), RaceEvent::Nothing),
    row(&["popc", "clz", "brev", "bfind", "bfe", "bfi", "bmsk", "lop3", "shf", "prmt", "szext", "fns"], &[],
        By::BitFields, Written, None, RaceEvent::Nothing),
    row(&["dp4a", "dp2a"], &[], By::Dot, Written, None, RaceEvent::Nothing),
    row(&["mul24", "mad24"], &[], By::Mul24, Written, None, RaceEvent::Nothing),
    row(&["vadd2", "vadd4", "vsub2", "vsub4", "vabsdiff2", "vabsdiff4", "vmin2", "vmin4", "vmax2", "vmax4", "vavrg2", "vavrg4",
        "vset2", "vset4"], &[], By::Video, Written, None, RaceEvent::Nothing),
    row(&["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset"], &[],
        By::Video, Written, None, RaceEvent::Nothing),
    row(&["cvt"], &[], By::Convert, Written, Some(Conversion), RaceEvent::Nothing),
    row(&["mov"], &[], By::Mov, Written, Some(Move), RaceEvent::Nothing),

    row(&["st", "red"], &["async"], By::StoreAsync, Read, Some(Memory), RaceEvent::StoreAsync).with_policy(),
    row(&["ld"], &[], By::OrderedAccess, Written, Some(Memory), RaceEvent::Access).with_policy(),
    row(&["ldu"], &[], By::OrderedAccess, Written, Some(Memory), RaceEvent::Access),
    row(&["st"], &[], By::OrderedAccess, Read, Some(Memory), RaceEvent::Access).with_policy(),
    row(&["atom"], &[], By::Atomic, Written, Some(Memory), RaceEvent::Update).waiting().with_policy(),
    row(&["red"], &[], By::Atomic, Read, Some(Memory), RaceEvent::Update).with_policy(),
    row(&["createpolicy"], &[], By::CreatePolicy, Written, Some(Other), RaceEvent::Nothing),
    row(&["cvta"], &[], By::ConvertAddress, Written, Some(Move), RaceEvent::Nothing),
    row(&["prefetch", "prefetchu", "discard", "applypriority"], &[], By::System, Read, Some(Memory), RaceEvent::Nothing),
    row(&["tensormap"], &[], By::TensorMap, Read, Some(Memory), RaceEvent::Unseen),
    row(&["multimem"], &["ld_reduce"], By::Faults(2), Written, Some(Memory), RaceEvent::Unseen),
    row(&["multimem"], &[], By::Faults(2), Read, Some(Memory), RaceEvent::Unseen),

    row(&["cp"], &["tensor"], By::CopyAsync, Read, Some(Memory), RaceEvent::WritesShared).with_policy(),
    row(&["cp"], &["commit_group", "wait_group", "wait_all", "mbarrier"], By::CopyAsync, Read, Some(Synchronization), RaceEvent::Copy)
        .with_policy(),
    row(&["cp"], &[], By::CopyAsync, Read, Some(Memory), RaceEvent::Copy).with_policy(),
    row(&["mbarrier"], &[], By::Mbarrier, Written, Some(Synchronization), RaceEvent::Mbarrier).waiting(),

    row(&["shfl"], &["sync"], By::Shuffle, Written, Some(Warp), RaceEvent::Collective),
    row(&["shfl"], &[], By::Shuffle, Written, Some(Warp), RaceEvent::Nothing),
    row(&["vote"], &["sync"], By::Vote, Written, Some(Warp), RaceEvent::Collective),
    row(&["vote"], &[], By::Vote, Written, Some(Warp), RaceEvent::Nothing),
    row(&["match", "redux", "elect"], &[], By::WarpWide, Written, Some(Warp), RaceEvent::Collective),
    row(&["activemask"], &[], By::WarpWide, Written, Some(Warp), RaceEvent::Nothing),
    row(&["bar", "barrier"], &["red"], By::Barrier, Written, Some(Synchronization), RaceEvent::Barrier),
    row(&["bar", "barrier"], &[], By::Barrier, Read, Some(Synchronization), RaceEvent::Barrier),
    row(&["membar", "fence"], &[], By::System, Read, Some(Synchronization), RaceEvent::Fence),
    row(&["nanosleep"], &[], By::System, Read, Some(Synchronization), RaceEvent::Nothing).waiting(),
    row(&["griddepcontrol"], &["wait"], By::System, Read, Some(Synchronization), RaceEvent::GridWait),
    row(&["griddepcontrol"], &[], By::System, Read, Some(Synchronization), RaceEvent::LaunchDependents),

    row(&["isspacep", "mapa", "getctarank"], &[], By::System, Written, Some(Other), RaceEvent::Nothing),
    row(&["pmevent"], &[], By::System, Read, Some(Other), RaceEvent::Nothing),
    row(&["brkpt"], &[], By::System, Read, Some(Control), RaceEvent::Nothing),
    row(&["setmaxnreg"], &[], By::RegisterCount, Read, Some(Other), RaceEvent::Nothing),
    row(&["alloca", "stacksave"], &[], By::Stack, Written, Some(Other), RaceEvent::Nothing),
    row(&["stackrestore"], &[], By::Stack, Read, Some(Other), RaceEvent::Nothing),

    row(&["mma"], &[], By::Mma, Written, Some(Matrix), RaceEvent::Nothing),
    row(&["wmma"], &["store"], By::Wmma, Read, Some(Memory), RaceEvent::WritesShared),
    row(&["wmma"], &["load"], By::Wmma, Written, Some(Memory), RaceEvent::Unseen),
    row(&["wmma"], &[], By::Wmma, Written, Some(Matrix), RaceEvent::Nothing),
    row(&["wgmma"], &["mma_async"], By::WarpGroup, Accumulated, Some(Matrix), RaceEvent::Unseen),
    row(&["wgmma"], &[], By::WarpGroup, Accumulated, Some(Synchronization), RaceEvent::Nothing),
    row(&["ldmatrix"], &[], By::RowMatrix, Written, Some(Memory), RaceEvent::Rows),
    row(&["stmatrix"], &[], By::RowMatrix, Read, Some(Memory), RaceEvent::Rows),
    row(&["movmatrix"], &[], By::RowMatrix, Written, Some(Move), RaceEvent::Nothing),
    row(&["tcgen05"], &[], By::Missing(
        "matrices in tensor memory can't be used on the software device; compile for an architecture without them, or use mma",
    ), Written, Some(Matrix), RaceEvent::Unseen),

    row(&["bra", "brx"], &[], By::Branch, Read, Some(Control), RaceEvent::Nothing),
    row(&["call"], &[], By::Call, Results, Some(Control), RaceEvent::Nothing).waiting(),
    row(&["ret", "exit", "trap"], &[], By::Leave, Read, Some(Control), RaceEvent::Nothing),

    row(&["tex", "tld4", "suld"], &[], By::Image, Written, Some(Texture), RaceEvent::Unseen),
    row(&["txq", "suq"], &[], By::Image, Written, Some(Texture), RaceEvent::Nothing),
    row(&["sust", "sured"], &[], By::Image, Read, Some(Texture), RaceEvent::Unseen),
    row(&["istypep"], &[], By::Image, Written, Some(Other), RaceEvent::Nothing),
    row(&["clusterlaunchcontrol"], &[], By::Missing("the software device doesn't support this instruction yet"),
        Written, Some(Other), RaceEvent::Unseen),
];

/// Returns what is known of an instruction; `None` if it is unknown.
pub fn facts(i: &Instruction<'_>) -> Option<&'static Facts> {
    static BY_OPCODE: LazyLock<HashMap<&'static str, Vec<&'static Facts>>> = LazyLock::new(|| {
        let mut rows: HashMap<_, Vec<_>> = HashMap::new();
        for row in ROWS {
            row.opcodes.iter().for_each(|opcode| rows.entry(*opcode).or_default().push(row));
        }
        rows
    });
    let is_for = |row: &&&Facts| {
        row.words.is_empty() || row.words.iter().any(|word| i.modifiers.contains(word))
    };
    BY_OPCODE.get(i.opcode)?.iter().find(is_for).copied()
}
