//! What nodes do, with their parameters as the API reads them.

use core::ffi::c_void;
use std::fmt::Debug;
use std::sync::Arc;

use cuda_driver_sys::{
    CUDA_MEMCPY3D, CUgraph, CUgraphConditionalNodeType, CUgraphNodeType, CUmemAccessDesc,
    CUmemPoolProps, CUmemorytype, CUresult, CUstreamBatchMemOpParams,
};

use crate::memory;
use crate::state::array::Array;
use crate::state::condition::Condition;
use crate::state::devices::Devices;
use crate::state::error::NOT_SUPPORTED;
use crate::state::external::Semaphores;
use crate::state::graph::Graph;
use crate::state::handles::Handles;
use crate::state::plain::Plain;
use crate::state::ticket::{Mark, Ticket};
use crate::state::transfer::{Copy, Fill, PitchedPlace};
use crate::state::work::{KernelLaunch, Work};

/// What nodes and launches need of an event.
pub(crate) trait NodeEvent: Debug + Send + Sync {
    fn handle(&self) -> usize;

    /// Returns the completion of a new recording.
    fn mark(&self) -> Arc<Mark>;

    /// Records it in a graph whose launch was submitted, so that nothing waits for a launch that isn't.
    fn record_in_graph(&self, mark: Arc<Mark>);

    /// Returns its pending work, if there is any.
    fn ticket(&self) -> Option<Ticket>;
}

/// A node's kind and parameters.
#[derive(Debug)]
pub(crate) enum NodeKind {
    Kernel(Arc<KernelLaunch>),
    Copy(CopyNode),
    Fill(FillNode),
    Host {
        function: unsafe extern "C" fn(*mut c_void),
        argument: usize,
    },
    Child(Inner),
    Empty,
    Record(Arc<dyn NodeEvent>),
    Wait(Arc<dyn NodeEvent>),
    Semaphores(Arc<Semaphores>),
    Allocate(Arc<Allocation>),
    Free(u64),
    Batch(Arc<Batch>),
    Conditional(Conditional),
    /// Work of a stream that no node can be made of otherwise.
    Other(Work),
}

/// A copy, and what the program described it as.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CopyNode {
    pub copy: Copy,
    pub described: Plain<CUDA_MEMCPY3D>,
}

/// A fill; a row has the pitch that the program gave.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FillNode {
    pub fill: Fill,
}

/// An allocation of a graph.
#[derive(Debug)]
pub(crate) struct Allocation {
    pub address: u64,
    /// Its number in the table of memory.
    pub id: u64,
    pub bytes: usize,
    pub properties: Plain<CUmemPoolProps>,
    pub access: Vec<Plain<CUmemAccessDesc>>,
}

impl Drop for Allocation {
    fn drop(&mut self) {
        if let Ok(devices) = Devices::get() {
            let (memory, graphs) = (&devices.memory, &devices.graph_memory);
            if graphs.forget(memory, self.address, self.id) && devices.checks_order() {
                devices.races.forget(self.address, self.bytes as u64);
            }
        }
    }
}

/// Reads and writes of numbers in memory.
#[derive(Debug)]
pub(crate) struct Batch {
    pub context: usize,
    pub flags: u32,
    pub operations: Vec<Plain<CUstreamBatchMemOpParams>>,
    pub work: Vec<Work>,
}

/// A node that executes one of its graphs, or one repeatedly.
#[derive(Debug)]
pub(crate) struct Conditional {
    pub condition: Arc<Condition>,
    pub kind: CUgraphConditionalNodeType,
    pub context: usize,
    pub bodies: Vec<Inner>,
    /// The handles of the bodies, which the program may read while the node exists.
    pub handles: Vec<Plain<CUgraph>>,
}

impl Drop for Conditional {
    fn drop(&mut self) {
        self.condition.disclaim();
    }
}

/// A graph that belongs to a node.
#[derive(Debug)]
pub(crate) struct Inner(pub Arc<Graph>);

impl Drop for Inner {
    fn drop(&mut self) {
        let _ = self.0.tables.graphs.remove(self.0.raw());
    }
}

impl NodeKind {
    pub(crate) fn node_type(&self) -> CUgraphNodeType {
        use CUgraphNodeType as T;
        match self {
            Self::Kernel(_) => T::CU_GRAPH_NODE_TYPE_KERNEL,
            Self::Copy(_) => T::CU_GRAPH_NODE_TYPE_MEMCPY,
            Self::Fill(_) => T::CU_GRAPH_NODE_TYPE_MEMSET,
            Self::Host { .. } => T::CU_GRAPH_NODE_TYPE_HOST,
            Self::Child(_) => T::CU_GRAPH_NODE_TYPE_GRAPH,
            Self::Empty | Self::Other(_) => T::CU_GRAPH_NODE_TYPE_EMPTY,
            Self::Record(_) => T::CU_GRAPH_NODE_TYPE_EVENT_RECORD,
            Self::Wait(_) => T::CU_GRAPH_NODE_TYPE_WAIT_EVENT,
            Self::Semaphores(list) if list.is_wait() => T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT,
            Self::Semaphores(_) => T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL,
            Self::Allocate(_) => T::CU_GRAPH_NODE_TYPE_MEM_ALLOC,
            Self::Free(_) => T::CU_GRAPH_NODE_TYPE_MEM_FREE,
            Self::Batch(_) => T::CU_GRAPH_NODE_TYPE_BATCH_MEM_OP,
            Self::Conditional(_) => T::CU_GRAPH_NODE_TYPE_CONDITIONAL,
        }
    }

    pub(crate) fn is_memory(&self) -> bool {
        matches!(self, Self::Allocate(_) | Self::Free(_))
    }

    /// Returns the graphs that belong to the node.
    pub(crate) fn graphs(&self) -> impl Iterator<Item = &Arc<Graph>> {
        let graphs = match self {
            Self::Child(child) => core::slice::from_ref(child),
            Self::Conditional(node) => &node.bodies,
            _ => &[],
        };
        graphs.iter().map(|inner| &inner.0)
    }

    /// Copies it for a clone of its graph.
    pub(crate) fn copy(&self, depth: u32) -> Result<Self, CUresult> {
        Ok(match self {
            Self::Kernel(launch) => Self::Kernel(launch.clone()),
            Self::Copy(copy) => Self::Copy(*copy),
            Self::Fill(fill) => Self::Fill(*fill),
            Self::Host { function, argument } => {
                Self::Host { function: *function, argument: *argument }
            }
            Self::Child(child) => Self::Child(Inner(child.0.copy(depth + 1)?)),
            Self::Empty => Self::Empty,
            Self::Record(event) => Self::Record(event.clone()),
            Self::Wait(event) => Self::Wait(event.clone()),
            Self::Semaphores(list) => Self::Semaphores(list.clone()),
            Self::Batch(batch) => Self::Batch(batch.clone()),
            Self::Other(work) => Self::Other(work.clone()),
            Self::Allocate(_) | Self::Free(_) | Self::Conditional(_) => {
                return Err(NOT_SUPPORTED);
            }
        })
    }

    /// The node for work that a stream captured into `graph`.
    pub(crate) fn captured(devices: &Devices, graph: &Graph, work: Work) -> Self {
        match work {
            Work::Launch(launch) => Self::Kernel(launch),
            Work::Copy(copy, Some(described)) => {
                Self::Copy(CopyNode { copy, described: *described })
            }
            Work::Copy(copy, None) => {
                Self::Copy(CopyNode::captured(devices, graph.tables.arrays, copy))
            }
            Work::Fill(fill) => Self::Fill(FillNode { fill }),
            Work::HostFunction(function, argument) => Self::Host { function, argument },
            Work::Semaphores(list) => Self::Semaphores(list),
            Work::Nothing => Self::Empty,
            work => Self::Other(work),
        }
    }
}

impl CopyNode {
    /// Describes a captured copy by the kinds of memory at its addresses.
    fn captured(devices: &Devices, arrays: &Handles<Array>, copy: Copy) -> Self {
        // SAFETY: it is plain data, for which zero is valid.
        let mut described: CUDA_MEMCPY3D = unsafe { core::mem::zeroed() };
        described.WidthInBytes = copy.width as usize;
        described.Height = copy.height as usize;
        described.Depth = copy.depth as usize;
        let from = Side::of(devices, arrays, copy.from);
        described.srcMemoryType = from.kind;
        described.srcHost = from.host as *const c_void;
        described.srcDevice = from.device;
        described.srcArray = from.array.as_ref().map_or(core::ptr::null_mut(), |array| array.raw());
        (described.srcPitch, described.srcHeight) = (from.pitch, from.rows);
        (described.srcXInBytes, described.srcY, described.srcZ) = from.at;
        let to = Side::of(devices, arrays, copy.to);
        described.dstMemoryType = to.kind;
        described.dstHost = to.host as *mut c_void;
        described.dstDevice = to.device;
        described.dstArray = to.array.as_ref().map_or(core::ptr::null_mut(), |array| array.raw());
        (described.dstPitch, described.dstHeight) = (to.pitch, to.rows);
        (described.dstXInBytes, described.dstY, described.dstZ) = to.at;
        Self { copy, described: Plain(described) }
    }

    /// Returns the kinds of memory that it copies from and to.
    pub(crate) fn memory(&self) -> [CUmemorytype; 2] {
        [self.described.0.srcMemoryType, self.described.0.dstMemoryType]
    }

    /// Returns `true` if the program gave both the same description, in every field.
    pub(crate) fn is_described_as(&self, other: &Self) -> bool {
        let fields = |copy: &CUDA_MEMCPY3D| {
            let from = [copy.srcXInBytes, copy.srcY, copy.srcZ, copy.srcLOD, copy.srcPitch];
            let to = [copy.dstXInBytes, copy.dstY, copy.dstZ, copy.dstLOD, copy.dstPitch];
            (
                (from, copy.srcHeight, copy.srcMemoryType),
                (copy.srcHost.addr(), copy.srcDevice, copy.srcArray),
                (to, copy.dstHeight, copy.dstMemoryType),
                (copy.dstHost.addr(), copy.dstDevice, copy.dstArray),
                [copy.WidthInBytes, copy.Height, copy.Depth],
            )
        };
        fields(&self.described.0) == fields(&other.described.0)
    }

    /// Returns how many dimensions have more than one element.
    pub(crate) fn dimensions(&self) -> u32 {
        match (self.copy.height, self.copy.depth) {
            (1, 1) => 1,
            (_, 1) => 2,
            _ => 3,
        }
    }
}

/// The source or destination of a captured copy.
struct Side {
    kind: CUmemorytype,
    host: u64,
    device: u64,
    array: Option<Arc<Array>>,
    pitch: usize,
    rows: usize,
    at: (usize, usize, usize),
}

impl Side {
    fn of(devices: &Devices, arrays: &Handles<Array>, place: PitchedPlace) -> Self {
        let allocation = devices.memory.allocated(place.address);
        let (pitch, rows) =
            (place.pitch as usize, place.slice.checked_div(place.pitch).unwrap_or(0) as usize);
        let side = Self {
            kind: CUmemorytype::CU_MEMORYTYPE_HOST,
            host: 0,
            device: 0,
            array: None,
            pitch,
            rows,
            at: (0, 0, 0),
        };
        match allocation {
            Some(allocation) if allocation.kind == memory::AllocationKind::Array => {
                let array = arrays.all().into_iter().map(|(_, array)| array);
                let array = array.into_iter().find(|array| array.address == allocation.start);
                let Some(array) = array else {
                    return Self {
                        kind: CUmemorytype::CU_MEMORYTYPE_DEVICE,
                        device: place.address,
                        ..side
                    };
                };
                let offset = place.address - allocation.start;
                let (row, rows) = (array.pitch().max(1), array.rows().max(1));
                Self {
                    kind: CUmemorytype::CU_MEMORYTYPE_ARRAY,
                    at: (
                        (offset % row) as usize,
                        (offset / row % rows) as usize,
                        (offset / row / rows) as usize,
                    ),
                    array: Some(array),
                    pitch: 0,
                    rows: 0,
                    ..side
                }
            }
            Some(allocation) if !allocation.kind.is_host() => {
                Self { kind: CUmemorytype::CU_MEMORYTYPE_DEVICE, device: place.address, ..side }
            }
            _ => Self { host: place.address, ..side },
        }
    }
}
