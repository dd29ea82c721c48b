use core::fmt;

/// An allocation that the device may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allocation {
    /// The address of the first byte.
    pub start: u64,
    /// The requested size in bytes.
    pub size: u64,
    /// How it was allocated.
    pub kind: AllocationKind,
    /// The handle of its context.
    pub context: usize,
    /// The ordinal of the device whose memory it is.
    pub device: usize,
    /// A number that is unique in the process.
    pub id: u64,
    /// Freed on a stream that hasn't reached the free yet: earlier kernels may still use it, calls may not.
    pub released: bool,
}

/// The owner of a new allocation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner {
    /// The handle of the context.
    pub context: usize,
    /// The ordinal of the device.
    pub device: usize,
}

impl Owner {
    /// That of kernels' allocations and of managed variables: all devices share one heap, which counts as the first one's.
    pub(crate) const NO_CONTEXT: Self = Self { context: 0, device: 0 };
}

/// How memory was allocated, which decides how it may be freed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AllocationKind {
    /// By `cuMemAlloc`.
    Device,
    /// By `cuMemAllocAsync`, from the pool with this handle.
    Pool(usize),
    /// Managed memory of `cuMemAllocFromPoolAsync`, from the pool with this handle.
    ManagedPool(usize),
    /// By a graph's node.
    Graph,
    /// Managed memory, by a graph's node.
    ManagedGraph,
    /// By `cuMemHostAlloc` with these flags.
    Pinned(u32),
    /// Host memory of `cuMemAllocFromPoolAsync`, from the pool with this handle.
    HostPool(usize),
    /// Imported from another process with `cuIpcOpenMemHandle`.
    Imported,
    /// Of another API, mapped with `cuExternalMemoryGetMappedBuffer`.
    External,
    /// The program's own, by `cuMemHostRegister` with these flags.
    Registered(u32),
    /// By `cuMemAllocManaged` with these flags.
    Managed(u32),
    /// By `cuMemCreate`, mapped with `cuMemMap`.
    Mapped(Access),
    /// By a kernel's `malloc`.
    Heap,
    /// A variable of a loaded module.
    Global,
    /// A constant of a loaded module, which kernels only read.
    Constant,
    /// The storage of an array.
    Array,
}

/// The access to mapped memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    None,
    Read,
    ReadWrite,
}

impl AllocationKind {
    /// Returns `true` if any access is allowed.
    pub(crate) fn is_accessible(self) -> bool {
        self != Self::Mapped(Access::None)
    }

    /// Returns `true` for host memory: pinned or registered.
    pub(crate) fn is_host(self) -> bool {
        matches!(self, Self::Pinned(_) | Self::Registered(_))
    }

    /// Returns `true` for managed memory.
    pub(crate) fn is_managed(self) -> bool {
        matches!(self, Self::Managed(_) | Self::ManagedPool(_) | Self::ManagedGraph)
    }

    /// Returns `true` for memory of a pool.
    pub(crate) fn is_of_pool(self) -> bool {
        matches!(self, Self::Pool(_) | Self::ManagedPool(_) | Self::HostPool(_))
    }

    /// Returns `true` for memory that a graph allocates.
    pub(crate) fn is_of_graph(self) -> bool {
        matches!(self, Self::Graph | Self::ManagedGraph)
    }

    /// Returns how many of `size` bytes count as device memory.
    pub(crate) fn counted(self, size: u64) -> u64 {
        // Imported memory counts in the exporting process, mapped memory was counted when it was created, and a graph's
        // counts while it is backed.
        match self {
            Self::Pinned(_)
            | Self::Registered(_)
            | Self::HostPool(_)
            | Self::Imported
            | Self::External
            | Self::Mapped(_)
            | Self::Graph
            | Self::ManagedGraph => 0,
            _ => size,
        }
    }

    /// Returns the handle of its pool, if any.
    pub(crate) fn pool(self) -> Option<usize> {
        match self {
            Self::Pool(pool) | Self::HostPool(pool) | Self::ManagedPool(pool) => Some(pool),
            _ => None,
        }
    }

    /// Returns `true` if it can be exported, for which it has its own pages.
    pub(crate) fn has_own_pages(self) -> bool {
        matches!(self, Self::Device | Self::Imported)
    }

    /// Returns `true` if only kernels, copies and fills write to it, which can be tracked.
    pub(crate) fn is_written_by_the_device_alone(self) -> bool {
        matches!(self, Self::Device | Self::Pool(_) | Self::Graph | Self::Heap)
    }

    /// Returns `true` if kernels may write to it.
    pub(crate) fn is_writable(self) -> bool {
        !matches!(
            self,
            // As on a GPU, it writes constants at the address that `cuModuleGetGlobal` returns.
            Self::Mapped(Access::None | Access::Read)
        )
    }
}

impl fmt::Display for AllocationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Device => "device memory",
            Self::Pool(_) => "stream-ordered memory",
            Self::HostPool(_) => "stream-ordered host memory",
            Self::ManagedPool(_) => "stream-ordered managed memory",
            Self::Graph => "a graph's memory",
            Self::ManagedGraph => "a graph's managed memory",
            Self::Imported => "another process's memory",
            Self::External => "another API's memory",
            Self::Pinned(_) => "pinned host memory",
            Self::Registered(_) => "registered host memory",
            Self::Managed(_) => "managed memory",
            Self::Mapped(Access::None) => "mapped memory without access",
            Self::Mapped(_) => "mapped memory",
            Self::Heap => "a kernel's heap memory",
            Self::Global => "a module's variable",
            Self::Constant => "a module's constant",
            Self::Array => "an array",
        })
    }
}

impl Allocation {
    /// Returns the address after the last byte.
    pub(crate) fn end(&self) -> u64 {
        self.start.saturating_add(self.size)
    }

    /// Returns `true` if it contains all `length` bytes from `address`.
    pub(crate) fn holds(&self, address: u64, length: u64) -> bool {
        address >= self.start && address.checked_add(length).is_some_and(|end| end <= self.end())
    }
}

impl fmt::Display for Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of {} at {:#x}", self.size, self.kind, self.start)
    }
}
