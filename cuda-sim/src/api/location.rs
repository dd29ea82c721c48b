use core::ffi::c_int;

/// Where memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Location {
    /// On the device of this number.
    Device(usize),
    Host,
    /// On a node of the host's memory.
    HostNuma(c_int),
    /// Of managed memory: anywhere.
    Anywhere,
}

impl Location {
    pub(super) fn device(self) -> Option<usize> {
        match self {
            Self::Device(device) => Some(device),
            _ => None,
        }
    }
}
