//! What an instruction does to memory and to the order of accesses, as the decoder finds it in a program that is
//! checked.

use crate::code::place::SourcePlace;
use crate::forms::Modifier;

/// The threads that an operation is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// `.cta`
    #[default]
    Block,
    /// `.cluster`
    Cluster,
    /// `.gpu`
    Device,
    /// `.sys`
    System,
}

impl Scope {
    /// Returns the scope of an instruction with these modifiers, or `otherwise`.
    pub fn of(modifiers: &[Modifier<'_>], otherwise: Scope) -> Scope {
        let found = modifiers.iter().find_map(|word| match *word {
            Modifier::Cta => Some(Scope::Block),
            Modifier::Cluster => Some(Scope::Cluster),
            Modifier::Gpu | Modifier::Gl => Some(Scope::Device),
            Modifier::Sys | Modifier::Mmio => Some(Scope::System),
            _ => None,
        });
        found.unwrap_or(otherwise)
    }
}

/// The memory of an address, as far as the instruction says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    Shared,
    Global,
    Generic,
}

/// An address in a register.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// The register.
    pub at: u32,
    /// Whether it has 64 bits.
    pub wide: bool,
    /// What is added.
    pub offset: u64,
    pub space: Where,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    Read,
    Write,
    /// `atom` and `red`: both.
    Update,
}

/// An access of memory by each lane.
#[derive(Clone, Debug)]
pub struct Access {
    pub address: Address,
    /// Bytes for each lane.
    pub size: u32,
    pub kind: AccessKind,
    /// Whether it returns what it found: `red` doesn't, and acquires nothing.
    pub returns: bool,
    /// Its scope, if it is strong: `.relaxed`, `.acquire`, `.release`, `.volatile`, or atomic.
    pub scope: Option<Scope>,
    pub acquires: bool,
    pub releases: bool,
    /// The registers that a store writes, each with its words.
    pub values: Vec<(u32, u32)>,
    /// The size of each value in bytes.
    pub value_size: u32,
    /// The registers that a compare-and-swap compares with, and stores, and their words.
    pub compared: Option<(u32, u32, u32)>,
}

/// An operation on an `mbarrier`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnBarrier {
    /// `init`, `inval`
    Reset,
    /// `arrive` and its kinds: the scope at which it releases, if it does.
    Arrive(Option<Scope>),
    /// `cp.async.mbarrier.arrive`
    ArriveAfterCopies,
    /// `expect_tx`, `complete_tx`
    Count,
    /// `test_wait`, `try_wait`: the predicate, and the scope at which it acquires, if it does.
    Wait(u32, Option<Scope>),
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum Action {
    Access(Access),
    Fence {
        scope: Scope,
        acquires: bool,
        releases: bool,
    },
    /// `fence.proxy.async`
    ProxyFence,
    /// A barrier of the block in register `id`; threads in register `count`, unless that is `u32::MAX`.
    Barrier {
        id: u32,
        waits: bool,
        count: u32,
        /// Whether all lanes of a warp must execute it together.
        aligned: bool,
    },
    /// `bar.warp.sync` of the lanes in a register.
    WarpSync {
        members: u32,
    },
    ClusterArrive {
        releases: bool,
    },
    ClusterWait {
        acquires: bool,
    },
    Mbarrier {
        address: Address,
        operation: OnBarrier,
    },
    /// `cp.async`: from global to shared memory.
    CopyAsync {
        to: Address,
        from: Address,
        size: u32,
        read: u32,
    },
    /// `cp.async.bulk`, of the bytes in register `size`, counted by a barrier or by a group.
    CopyBulk {
        to: Address,
        from: Address,
        size: u32,
        updates: bool,
        barrier: Option<Address>,
        blocks: Option<u32>,
    },
    /// `st.async`, `red.async`: counted by a barrier.
    StoreAsync {
        to: Address,
        size: u32,
        updates: bool,
        barrier: Option<Address>,
    },
    /// The end of a group of copies: of `cp.async.bulk`, or of `cp.async`.
    Commit {
        bulk: bool,
    },
    /// Waits until at most so many groups are left; `reads` until those have read.
    WaitGroups {
        bulk: bool,
        left: u32,
        reads: bool,
    },
    /// `griddepcontrol.wait`: for what the launch before did, if this one started early.
    GridWait,
    /// `griddepcontrol.launch_dependents`: the next launch may start early.
    LaunchDependents,
    /// Another instruction of the lanes in a register.
    Collective {
        members: u32,
    },
    /// Writes shared memory somewhere.
    WritesShared,
    /// Rows of 16 bytes in shared memory, of the first so many lanes.
    Rows {
        address: Address,
        lanes: u32,
        kind: AccessKind,
    },
}

/// An instruction of a program that is checked.
#[derive(Clone, Debug)]
pub struct Watch {
    pub action: Action,
    pub place: SourcePlace,
    /// The instruction as written.
    pub text: String,
}

impl Action {
    /// Returns the scope of an access that is strong.
    pub fn scope(&self) -> Option<Scope> {
        match self {
            Action::Access(access) => access.scope,
            Action::Mbarrier { operation, .. } => {
                (*operation != OnBarrier::Reset).then_some(Scope::Cluster)
            }
            Action::CopyBulk { updates, .. } | Action::StoreAsync { updates, .. } => {
                updates.then_some(Scope::Device)
            }
            _ => None,
        }
    }
}

impl Action {
    /// Returns `true` if the detector must also be told afterwards.
    pub fn has_after(&self) -> bool {
        match self {
            Action::Barrier { waits, .. } => *waits,
            Action::WarpSync { .. } | Action::ClusterWait { .. } | Action::Mbarrier { .. } => true,
            Action::CopyBulk { barrier, .. } | Action::StoreAsync { barrier, .. } => {
                barrier.is_some()
            }
            _ => false,
        }
    }
}
