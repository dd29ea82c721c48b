//! A decoded function: its frame, and the values that are constant while it runs.

/// The initial value of a plane or predicate of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// A number.
    Value(u64),
    /// The address of a module variable, by its index among the globals, plus bytes.
    Global(u32, i64),
    /// An address in the frame's local memory.
    Local(u32),
    /// The same as a generic address.
    LocalGeneric(u32),
    /// The first free address in local memory after the frame; `alloca` moves it.
    StackTop(u32),
    /// The first address of dynamic shared memory, plus bytes.
    DynamicShared(i64),
    /// Bytes of the kernel's parameter buffer: offset, bytes, sign-extended.
    Param(u32, u8, bool),
    /// The address of the kernel's parameter buffer, plus bytes.
    ParamAddress(u32),
    /// A special register.
    Special(Special),
}

/// How a constant differs between the threads of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varies {
    /// It is the same for all.
    Never,
    /// It differs between the lanes of a warp, but not between warps.
    ByLane,
    /// It differs.
    ByThread,
}

impl Constant {
    /// Returns how it differs within a block.
    pub fn varies(self) -> Varies {
        match self {
            Constant::Special(Special::Tid(_) | Special::WarpId) => Varies::ByThread,
            Constant::Special(
                Special::LaneId
                | Special::LanemaskEq
                | Special::LanemaskLe
                | Special::LanemaskLt
                | Special::LanemaskGe
                | Special::LanemaskGt,
            ) => Varies::ByLane,
            _ => Varies::Never,
        }
    }
}

impl Constant {
    /// Returns `true` if it is the same for all lanes of a warp at any time.
    pub fn is_alike(self) -> bool {
        match self {
            // `alloca` moves that of each lane.
            Constant::StackTop(_) => false,
            _ => self.varies() == Varies::Never,
        }
    }

    /// Returns `true` if it may differ between the calls of a function in one launch.
    pub fn varies_by_call(self) -> bool {
        match self {
            Constant::Local(_) | Constant::LocalGeneric(_) | Constant::StackTop(_) => true,
            Constant::Special(special) if special.is_per_block() => true,
            _ => self.varies() == Varies::ByThread,
        }
    }
}

/// Special registers that don't change while a block runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    ClusterId(u8),
    NclusterId(u8),
    ClusterCtaid(u8),
    ClusterNctaid(u8),
    ClusterCtarank,
    ClusterNctarank,
    ExplicitCluster,
    LaneId,
    WarpId,
    NwarpId,
    SmId,
    NsmId,
    GridId,
    CurrentGraph,
    LanemaskEq,
    LanemaskLe,
    LanemaskLt,
    LanemaskGe,
    LanemaskGt,
    TotalSmem,
    DynamicSmem,
    AggregateSmem,
    ReservedSmem,
    ReservedSmemEnd,
    ReservedSmemSize,
    Envreg(u8),
}

impl Special {
    /// Returns `true` if it differs between blocks.
    pub fn is_per_block(self) -> bool {
        matches!(
            self,
            Special::Ctaid(_)
                | Special::ClusterId(_)
                | Special::ClusterCtaid(_)
                | Special::ClusterCtarank
                | Special::SmId
        )
    }
}

/// A constant and its position in the frame.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The first word.
    pub at: u32,
    /// Words for each lane: 1 or 2; 0 for a predicate.
    pub words: u8,
    /// The value.
    pub constant: Constant,
}

/// A function's part of [`Code`](crate::code::Code).
#[derive(Clone, Debug, Default)]
pub struct FunctionCode {
    /// Its name.
    pub name: String,
    /// Its first instruction.
    pub entry: u32,
    /// The number of 32-bit words of its frame, a multiple of 32.
    pub frame_words: u32,
    /// The initial contents of the frame.
    pub slots: Vec<Slot>,
    /// Those that may differ between calls in one launch.
    pub entry_slots: Vec<Slot>,
    /// Size of its local memory, in bytes.
    pub local_size: u32,
    /// The part of it that holds variables rather than arguments.
    pub variables_size: u32,
    /// Local memory of the function and the deepest chain of its calls, in bytes, without recursion.
    pub stack: u32,
    /// Whether it never needs more: its calls, and theirs, are direct and not recursive, and none uses `alloca`.
    pub has_fixed_stack: bool,
    /// The part of it that holds variables.
    pub stack_variables: u32,
    /// Whether it, or a function that it calls, launches graphs.
    pub launches_graphs: bool,
    /// Parameters: offset in local memory and size.
    pub params: Vec<(u32, u32)>,
    /// Return values: offset in local memory and size.
    pub returns: Vec<(u32, u32)>,
    /// The position of the 64-bit [`Constant::StackTop`] in the frame, if it needs one.
    pub stack_top: Option<u32>,
}
