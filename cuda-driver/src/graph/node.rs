use cuda_driver_sys::CUgraphNode;

use crate::opaque::Opaque;

/// A node of a [`Graph`](crate::graph::Graph), until it is destroyed. It can be copied, and belongs to its graph: another
/// graph, or a clone of it, refuses it with [`Error::NotInGraph`](crate::error::Error::NotInGraph).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GraphNode {
    pub(super) handle: Opaque<CUgraphNode>,
    /// Unique in the process, because the driver may reuse the handle of a destroyed node.
    pub(super) number: u64,
}

impl GraphNode {
    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(self) -> CUgraphNode {
        self.handle.0
    }

    pub(super) const fn number(self) -> u64 {
        self.number
    }
}
