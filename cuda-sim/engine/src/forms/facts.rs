//! What becomes of an instruction's first operand, and what a detector of races is told.

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
    GridDependency,
    Mbarrier,
    Copy,
    /// That shared memory is written, but not where.
    WritesShared,
    Rows,
}
