//! What was recorded, as values.

use core::fmt;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

/// Everything that was recorded, each list in the order of its times.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// From the start of the recording to its end.
    pub time: Span,
    /// Kernels that ran.
    pub kernels: Vec<Kernel>,
    /// Copies.
    pub copies: Vec<Copy>,
    /// Fills.
    pub fills: Vec<Fill>,
    /// Allocations and releases of memory.
    pub memory: Vec<Memory>,
    /// Calls of the driver, and of the runtime if they were chosen.
    pub calls: Vec<Call>,
    /// Waits for the device, and of streams for events.
    pub synchronizations: Vec<Synchronization>,
    /// Ranges and marks of NVTX, if they were chosen, and spans of the crate `tracing`, with the feature `tracing`.
    pub markers: Vec<Marker>,
    /// The records that CUPTI dropped because it got no memory for them.
    #[doc(alias = "cuptiActivityGetNumDroppedRecords")]
    pub dropped: u64,
    /// The records whose times aren't known, which are in no list: those of work that wasn't done when the recording stopped, and
    /// those for which CUPTI gave times that can't be: 0, an end before the beginning or in the future, or a beginning before the
    /// call that launched it or before the recording.
    pub incomplete: u64,
}

/// A time with a beginning and an end, in nanoseconds of CUPTI's clock, which is the same for the host and all devices.
#[derive(Debug, Clone, core::marker::Copy, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Span {
    /// The beginning.
    pub start: u64,
    /// The end.
    pub end: u64,
}

impl Span {
    /// Returns how long it took.
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::from_nanos(self.end.saturating_sub(self.start))
    }
}

/// Where work of a device ran. Ids are CUPTI's, not handles of the driver.
#[derive(Debug, Clone, core::marker::Copy, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The device's ordinal.
    pub device: u32,
    /// The id of the context.
    pub context: u32,
    /// The id of the stream.
    pub stream: u32,
    /// The id of the graph, if it was launched by one.
    pub graph: Option<u32>,
    /// The id of the node of the graph.
    pub graph_node: Option<u64>,
}

/// A kernel that ran.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Kernel {
    /// Its name, demangled: `saxpy(float, float const*)`, or `saxpy` of `extern "C"`.
    pub name: Arc<str>,
    /// Its name in the code.
    pub symbol: Arc<str>,
    /// The blocks of the grid.
    pub grid: [u32; 3],
    /// The threads of a block.
    pub block: [u32; 3],
    /// The registers of a thread.
    pub registers: u32,
    /// The bytes of shared memory of a block that the code declares.
    pub static_shared: u32,
    /// The bytes of shared memory of a block that the launch adds.
    pub dynamic_shared: u32,
    /// The bytes of local memory of a thread.
    pub local: u32,
    /// The warps that fit on a multiprocessor at once, as a part of those that it can hold, 0 to 1: by the block's threads,
    /// registers and shared memory, without clusters. `None` before [`Trace::set_occupancy`].
    pub occupancy: Option<f32>,
    /// Where it ran.
    pub place: Place,
    /// When it ran.
    pub time: Span,
    /// The number of the call that launched it: [`Call::correlation`].
    pub correlation: u32,
}

/// A copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Copy {
    /// The direction.
    pub kind: CopyKind,
    /// The memory it reads.
    pub from: MemoryKind,
    /// The memory it writes.
    pub to: MemoryKind,
    /// Its size.
    pub bytes: u64,
    /// Whether the call could return before it was done.
    pub is_async: bool,
    /// The device that it writes to, for copies between devices.
    pub to_device: Option<u32>,
    /// Where it ran.
    pub place: Place,
    /// When it ran.
    pub time: Span,
    /// The number of the call: [`Call::correlation`].
    pub correlation: u32,
}

/// A fill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fill {
    /// The value of an element.
    pub value: u32,
    /// Its size.
    pub bytes: u64,
    /// The memory it writes.
    pub to: MemoryKind,
    /// Where it ran.
    pub place: Place,
    /// When it ran.
    pub time: Span,
    /// The number of the call: [`Call::correlation`].
    pub correlation: u32,
}

/// An allocation or a release of memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Memory {
    /// Which of the two.
    pub operation: MemoryOperation,
    /// The memory.
    pub kind: MemoryKind,
    /// Its address.
    pub address: u64,
    /// Its size.
    pub bytes: u64,
    /// Whether it is ordered by a stream.
    pub is_async: bool,
    /// The device's ordinal.
    pub device: u32,
    /// The id of the context.
    pub context: u32,
    /// The id of the stream, if it is ordered by one.
    pub stream: Option<u32>,
    /// When the call was made, in nanoseconds of [`Span`].
    pub timestamp: u64,
    /// The number of the call: [`Call::correlation`].
    pub correlation: u32,
}

/// A call of the driver or the runtime.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Call {
    /// The function: `cuLaunchKernel`.
    #[doc(alias = "cuptiGetCallbackName")]
    pub name: Arc<str>,
    /// The result code: 0 is success.
    pub result: u32,
    /// The id of the thread.
    pub thread: u32,
    /// When the host was in it.
    pub time: Span,
    /// A number of this call, which what it submitted has as well.
    pub correlation: u32,
}

/// A wait of the host for the device, or of a stream for an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Synchronization {
    /// Who waited for what.
    pub kind: SynchronizationKind,
    /// The id of the context.
    pub context: u32,
    /// The id of the stream, if there is one.
    pub stream: Option<u32>,
    /// When the call was made.
    pub time: Span,
    /// The number of the call: [`Call::correlation`].
    pub correlation: u32,
}

/// A range of NVTX, a span, or a mark, which begins and ends at the same time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Marker {
    /// Its text.
    pub name: Arc<str>,
    /// Its domain, if it isn't in NVTX's default one.
    pub domain: Option<Arc<str>>,
    /// The id of its thread, as in [`Call::thread`]; `None` for a range that may end on another.
    pub thread: Option<u32>,
    /// When.
    pub time: Span,
}

/// The direction of a copy.
#[derive(Debug, Clone, core::marker::Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub enum CopyKind {
    /// From the host to a device.
    HostToDevice,

    /// From a device to the host.
    DeviceToHost,

    /// From the host to an array.
    HostToArray,

    /// From an array to the host.
    ArrayToHost,

    /// Between arrays.
    ArrayToArray,

    /// From an array to a device.
    ArrayToDevice,

    /// From a device to an array.
    DeviceToArray,

    /// Within a device.
    DeviceToDevice,

    /// Within the host.
    HostToHost,

    /// Between devices.
    PeerToPeer,
    /// What CUPTI doesn't know, or what is newer than this crate, by its number.
    Other(u32),
}

impl CopyKind {
    pub(crate) fn of(number: impl Into<u32>) -> Self {
        match number.into() {
            1 => Self::HostToDevice,
            2 => Self::DeviceToHost,
            3 => Self::HostToArray,
            4 => Self::ArrayToHost,
            5 => Self::ArrayToArray,
            6 => Self::ArrayToDevice,
            7 => Self::DeviceToArray,
            8 => Self::DeviceToDevice,
            9 => Self::HostToHost,
            10 => Self::PeerToPeer,
            other => Self::Other(other),
        }
    }
}

impl fmt::Display for CopyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HostToDevice => f.write_str("host to device"),
            Self::DeviceToHost => f.write_str("device to host"),
            Self::HostToArray => f.write_str("host to array"),
            Self::ArrayToHost => f.write_str("array to host"),
            Self::ArrayToArray => f.write_str("array to array"),
            Self::ArrayToDevice => f.write_str("array to device"),
            Self::DeviceToArray => f.write_str("device to array"),
            Self::DeviceToDevice => f.write_str("device to device"),
            Self::HostToHost => f.write_str("host to host"),
            Self::PeerToPeer => f.write_str("peer to peer"),
            Self::Other(number) => write!(f, "of kind {number}"),
        }
    }
}

/// A kind of memory.
#[derive(Debug, Clone, core::marker::Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub enum MemoryKind {
    /// The host's.
    Pageable,

    /// The host's, page-locked.
    Pinned,

    /// A device's.
    Device,

    /// An array.
    Array,

    /// Managed memory.
    Managed,

    /// A variable of a module.
    DeviceStatic,

    /// A managed variable of a module.
    ManagedStatic,
    /// What CUPTI doesn't know, or what is newer than this crate, by its number.
    Other(u32),
}

impl MemoryKind {
    pub(crate) fn of(number: impl Into<u32>) -> Self {
        match number.into() {
            1 => Self::Pageable,
            2 => Self::Pinned,
            3 => Self::Device,
            4 => Self::Array,
            5 => Self::Managed,
            6 => Self::DeviceStatic,
            7 => Self::ManagedStatic,
            other => Self::Other(other),
        }
    }
}

impl fmt::Display for MemoryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pageable => f.write_str("pageable memory"),
            Self::Pinned => f.write_str("pinned memory"),
            Self::Device => f.write_str("device memory"),
            Self::Array => f.write_str("an array"),
            Self::Managed => f.write_str("managed memory"),
            Self::DeviceStatic => f.write_str("a device variable"),
            Self::ManagedStatic => f.write_str("a managed variable"),
            Self::Other(number) => write!(f, "of kind {number}"),
        }
    }
}

/// What happened to memory.
#[derive(Debug, Clone, core::marker::Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub enum MemoryOperation {
    /// It was allocated.
    Allocation,

    /// It was freed.
    Release,
    /// What CUPTI doesn't know, or what is newer than this crate, by its number.
    Other(u32),
}

impl MemoryOperation {
    pub(crate) fn of(number: impl Into<u32>) -> Self {
        match number.into() {
            1 => Self::Allocation,
            2 => Self::Release,
            other => Self::Other(other),
        }
    }
}

impl fmt::Display for MemoryOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allocation => f.write_str("allocation"),
            Self::Release => f.write_str("release"),
            Self::Other(number) => write!(f, "of kind {number}"),
        }
    }
}

/// Who waited for what.
#[derive(Debug, Clone, core::marker::Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub enum SynchronizationKind {
    /// The host for an event.
    Event,

    /// A stream for an event.
    StreamWaitEvent,

    /// The host for a stream.
    Stream,

    /// The host for a context.
    Context,
    /// What CUPTI doesn't know, or what is newer than this crate, by its number.
    Other(u32),
}

impl SynchronizationKind {
    pub(crate) fn of(number: impl Into<u32>) -> Self {
        match number.into() {
            1 => Self::Event,
            2 => Self::StreamWaitEvent,
            3 => Self::Stream,
            4 => Self::Context,
            other => Self::Other(other),
        }
    }
}

impl fmt::Display for SynchronizationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event => f.write_str("event"),
            Self::StreamWaitEvent => f.write_str("stream for an event"),
            Self::Stream => f.write_str("stream"),
            Self::Context => f.write_str("context"),
            Self::Other(number) => write!(f, "of kind {number}"),
        }
    }
}

/// A kernel, a copy or a fill.
#[derive(Clone, core::marker::Copy, Serialize)]
#[serde(untagged)]
pub(crate) enum Work<'a> {
    Kernel(&'a Kernel),
    Copy(&'a Copy),
    Fill(&'a Fill),
}

impl Work<'_> {
    pub(crate) fn name(self) -> String {
        match self {
            Self::Kernel(kernel) => kernel.name.to_string(),
            Self::Copy(copy) => format!("copy {}", copy.kind),
            Self::Fill(_) => "fill".to_owned(),
        }
    }

    /// Returns where and when it ran, and the number of its call.
    pub(crate) fn ran(self) -> (Place, Span, u32) {
        match self {
            Self::Kernel(kernel) => (kernel.place, kernel.time, kernel.correlation),
            Self::Copy(copy) => (copy.place, copy.time, copy.correlation),
            Self::Fill(fill) => (fill.place, fill.time, fill.correlation),
        }
    }
}

impl Copy {
    /// Returns the bytes per second, which aren't finite if it begins and ends at the same time.
    #[must_use]
    pub fn bandwidth(&self) -> f64 {
        self.bytes as f64 / self.time.duration().as_secs_f64()
    }
}

impl Kernel {
    /// Returns the bytes of shared memory of a block.
    #[must_use]
    pub fn shared(&self) -> u32 {
        self.static_shared.saturating_add(self.dynamic_shared)
    }
}

impl Trace {
    /// Returns how many kernels of this name ran, in the code or demangled.
    #[must_use]
    pub fn launches(&self, name: &str) -> usize {
        let of_name = |kernel: &&Kernel| &*kernel.name == name || &*kernel.symbol == name;
        self.kernels.iter().filter(of_name).count()
    }

    /// Returns how often this function was called.
    #[must_use]
    pub fn calls_of(&self, name: &str) -> usize {
        self.calls.iter().filter(|call| &*call.name == name).count()
    }

    /// Returns all of it as JSON: the fields of this type.
    #[must_use]
    pub fn to_json(&self) -> String {
        // A trace has nothing that JSON can't write.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns what devices did: kernels, copies, then fills.
    pub(crate) fn work(&self) -> impl Iterator<Item = Work<'_>> {
        let kernels = self.kernels.iter().map(Work::Kernel);
        let copies = self.copies.iter().map(Work::Copy);
        kernels.chain(copies).chain(self.fills.iter().map(Work::Fill))
    }

    /// Sorts each list by its times.
    pub(crate) fn sort(&mut self) {
        self.kernels.sort_by_key(|kernel| kernel.time.start);
        self.copies.sort_by_key(|copy| copy.time.start);
        self.fills.sort_by_key(|fill| fill.time.start);
        self.memory.sort_by_key(|memory| memory.timestamp);
        self.calls.sort_by_key(|call| call.time.start);
        self.synchronizations.sort_by_key(|synchronization| synchronization.time.start);
        self.markers.sort_by_key(|marker| marker.time.start);
    }

    /// Leaves out what has times that can't be, and counts it. `read` is when all records had been read.
    pub(crate) fn check_times(&mut self, read: u64) {
        let begin = self.time.start;
        // Work begins after the call that launched it, and where that wasn't recorded, after the beginning.
        let mut launched: HashMap<u32, u64> = HashMap::new();
        for call in self.calls.iter().filter(|call| call.time.start != 0) {
            let start = launched.entry(call.correlation).or_insert(call.time.start);
            *start = call.time.start.min(*start);
        }
        let mut incomplete = 0;
        let mut is_time = |from: u64, time: Span| {
            let is =
                time.start != 0 && from <= time.start && time.start <= time.end && time.end <= read;
            incomplete += u64::from(!is);
            is
        };
        let of_call = |call: u32| launched.get(&call).copied().unwrap_or(0).max(begin);
        self.kernels.retain(|kernel| is_time(of_call(kernel.correlation), kernel.time));
        self.copies.retain(|copy| is_time(of_call(copy.correlation), copy.time));
        self.fills.retain(|fill| is_time(of_call(fill.correlation), fill.time));
        // Calls on other threads may have begun before.
        self.calls.retain(|call| is_time(0, call.time));
        self.synchronizations.retain(|synchronization| is_time(0, synchronization.time));
        self.incomplete += incomplete;
    }

    /// Returns the last time at which something is known to have been done.
    pub(crate) fn last(&self) -> u64 {
        let work = self.work().map(|work| work.ran().1.end);
        let calls = self.calls.iter().map(|call| call.time.end);
        let all = work.chain(calls).chain(self.memory.iter().map(|memory| memory.timestamp));
        all.filter(|time| *time != u64::MAX).max().unwrap_or(self.time.start)
    }

    /// Removes what the host did after the end of the recording, which is the profiler's own; devices may end later.
    pub(crate) fn end(&mut self, end: u64) {
        let last = self.work().map(|work| work.ran().1.end).max();
        self.time.end = last.unwrap_or(0).max(end);
        self.memory.retain(|memory| memory.timestamp <= end);
        self.calls.retain(|call| call.time.start <= end);
        self.synchronizations.retain(|synchronization| synchronization.time.start <= end);
        self.markers.retain(|marker| marker.time.start <= end);
    }
}
