/// The origin of memory, which determines how it may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The manager's resource.
    Resource,
    /// `cuMemAlloc`, which can be shared with other processes.
    Shareable,
    /// Foreign memory that only this buffer uses, and may write.
    Writable,
    /// Foreign memory that is only read.
    Foreign,
}
