use core::fmt;

/// A piece of memory that the device may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allocation {
    /// The first byte's address.
    pub start: u64,
    /// Bytes that were asked for.
    pub size: u64,
    /// How it came to be.
    pub kind: Kind,
    /// The handle of the context that it belongs to.
    pub context: usize,
    /// The number of the device whose memory it is.
    pub device: usize,
    /// A number that no other allocation of the process has or had.
    pub id: u64,
    /// Given back on a stream that hasn't come to it yet: kernels before that still use it, calls no more.
    pub released: bool,
}

/// Whose an allocation is to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner {
    /// The handle of the context.
    pub context: usize,
    /// The number of the device.
    pub device: usize,
}

/// How memory was allocated, which decides how it may be freed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// By `cuMemAlloc`.
    Device,
    /// By `cuMemAllocAsync`, from the pool of this handle.
    Pool(usize),
    /// By `cuMemHostAlloc` with these flags.
    Pinned(u32),
    /// Host memory of `cuMemAllocFromPoolAsync`, from the pool of this handle.
    HostPool(usize),
    /// Another process's, by `cuIpcOpenMemHandle`.
    Imported,
    /// Of the program's own, by `cuMemHostRegister` with these flags.
    Registered(u32),
    /// By `cuMemAllocManaged` with these flags.
    Managed(u32),
    /// By `cuMemCreate`, where `cuMemMap` put it.
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

/// What may be done with mapped memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    None,
    Read,
    ReadWrite,
}

impl Kind {
    /// Returns `true` if anything may be done with it.
    pub(crate) fn is_accessible(self) -> bool {
        self != Self::Mapped(Access::None)
    }

    /// Returns `true` if the bytes count as the host's: pinned or registered.
    pub(crate) fn is_host(self) -> bool {
        matches!(self, Self::Pinned(_) | Self::Registered(_))
    }

    /// Returns how many of `size` bytes are the device's.
    pub(crate) fn counted(self, size: u64) -> u64 {
        // What another process allocated counts there, and what is mapped was counted when it was created.
        match self {
            Self::Pinned(_)
            | Self::Registered(_)
            | Self::HostPool(_)
            | Self::Imported
            | Self::Mapped(_) => 0,
            _ => size,
        }
    }

    /// Returns the handle of the pool that it came from, if it did.
    pub(crate) fn pool(self) -> Option<usize> {
        match self {
            Self::Pool(pool) | Self::HostPool(pool) => Some(pool),
            _ => None,
        }
    }

    /// Returns `true` if other processes can be given it, for which it has pages of its own.
    pub(crate) fn has_own_pages(self) -> bool {
        matches!(self, Self::Device | Self::Imported)
    }

    /// Returns `true` if nothing is in it but what kernels, copies and fills wrote, which can be watched.
    pub(crate) fn is_written_by_the_device_alone(self) -> bool {
        matches!(self, Self::Device | Self::Pool(_) | Self::Heap)
    }

    /// Returns `true` if kernels may write to it.
    pub(crate) fn is_writable(self) -> bool {
        !matches!(
            self,
            Self::Constant | Self::Mapped(Access::None | Access::Read)
        )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Device => "device memory",
            Self::Pool(_) => "stream-ordered memory",
            Self::HostPool(_) => "stream-ordered host memory",
            Self::Imported => "another process's memory",
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

    /// Returns `true` if all `length` bytes from `address` lie in it.
    pub(crate) fn holds(&self, address: u64, length: u64) -> bool {
        address >= self.start
            && address
                .checked_add(length)
                .is_some_and(|end| end <= self.end())
    }
}

impl fmt::Display for Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} bytes of {} at {:#x}",
            self.size, self.kind, self.start
        )
    }
}
