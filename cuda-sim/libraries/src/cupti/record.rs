//! The device's activities, as records of CUPTI 13.5.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::CString;
use std::sync::OnceLock;

use cuda_libraries_sys::cupti::*;
use cuda_sim::activity::{Action, Activity, Place, WaitKind};

/// Records that weren't delivered, and the texts that they point to.
#[derive(Default)]
pub(super) struct Records {
    bytes: Vec<u8>,
    /// Where each record begins.
    starts: Vec<usize>,
    texts: HashMap<String, CString>,
}

type K = CUpti_ActivityKind;

/// Returns the size of a record of this kind, which is a multiple of 8.
pub(super) fn size_of_record(kind: K) -> usize {
    match kind {
        K::CUPTI_ACTIVITY_KIND_KERNEL | K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL => {
            size_of::<CUpti_ActivityKernel13>()
        }
        K::CUPTI_ACTIVITY_KIND_MEMCPY => size_of::<CUpti_ActivityMemcpy7>(),
        K::CUPTI_ACTIVITY_KIND_MEMSET => size_of::<CUpti_ActivityMemset5>(),
        K::CUPTI_ACTIVITY_KIND_MEMORY2 => size_of::<CUpti_ActivityMemory4>(),
        K::CUPTI_ACTIVITY_KIND_DRIVER => size_of::<CUpti_ActivityAPI>(),
        K::CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION => {
            size_of::<CUpti_ActivityExternalCorrelation>()
        }
        _ => size_of::<CUpti_ActivitySynchronization2>(),
    }
}

/// A record.
///
/// # Safety
/// It consists of numbers and pointers, without padding, and its size is a multiple of 8.
unsafe trait Record: Default {}

const _: () = assert!(size_of::<CUpti_ActivityKernel13>().is_multiple_of(8));

// SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
unsafe impl Record for CUpti_ActivityKernel13 {}

const _: () = assert!(size_of::<CUpti_ActivityMemcpy7>().is_multiple_of(8));

// SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
unsafe impl Record for CUpti_ActivityMemcpy7 {}

const _: () = assert!(size_of::<CUpti_ActivityMemset5>().is_multiple_of(8));

// SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
unsafe impl Record for CUpti_ActivityMemset5 {}

const _: () = assert!(size_of::<CUpti_ActivityMemory4>().is_multiple_of(8));

// SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
unsafe impl Record for CUpti_ActivityMemory4 {}

const _: () = assert!(size_of::<CUpti_ActivityAPI>().is_multiple_of(8));

// SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
unsafe impl Record for CUpti_ActivityAPI {}

const _: () = assert!(size_of::<CUpti_ActivityExternalCorrelation>().is_multiple_of(8));

// SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
unsafe impl Record for CUpti_ActivityExternalCorrelation {}

const _: () = assert!(size_of::<CUpti_ActivitySynchronization2>().is_multiple_of(8));

// SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
unsafe impl Record for CUpti_ActivitySynchronization2 {}

impl Records {
    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns how many records fit into so many bytes, and aren't more than `most`, unless that is 0.
    pub(super) fn fitting(&self, size: usize, most: usize) -> usize {
        let ends = self.starts.iter().copied().skip(1);
        let ends = ends.chain([self.bytes.len()]);
        let fitting = ends.take_while(|end| *end <= size).count();
        if most == 0 { fitting } else { fitting.min(most) }
    }

    /// Moves the first records to a buffer, and returns their size; if there are none, forgets all.
    ///
    /// # Safety
    /// The buffer is writable for them.
    pub(super) unsafe fn take(&mut self, count: usize, buffer: *mut u8) -> usize {
        if count == 0 {
            self.bytes.clear();
            self.starts.clear();
            return 0;
        }
        let end = self.starts.get(count).copied().unwrap_or(self.bytes.len());
        // SAFETY: the caller guarantees the space.
        unsafe { buffer.copy_from_nonoverlapping(self.bytes.as_ptr(), end) };
        self.bytes.drain(..end);
        self.starts.drain(..count);
        self.starts.iter_mut().for_each(|start| *start -= end);
        end
    }

    /// Adds the record of an activity, if its kind is enabled, or, of a call, its number.
    pub(super) fn add(
        &mut self,
        activity: &Activity,
        enabled: &BTreeSet<K>,
        calls: &BTreeMap<u32, bool>,
    ) {
        let (start, end, origin) = (activity.start, activity.end, activity.origin);
        let Some(kind) = kind_of(&activity.action, enabled, calls) else {
            return;
        };
        match &activity.action {
            Action::Call { symbol, result, thread } => self.push(&CUpti_ActivityAPI {
                kind,
                cbid: number(&symbol.to_string()),
                start,
                end,
                processId: std::process::id(),
                threadId: *thread,
                correlationId: origin.correlation,
                returnValue: result.0,
            }),
            Action::Kernel { name, .. } => {
                let name = self.text(name);
                self.push(&CUpti_ActivityKernel13 { kind, name, ..kernel(activity) });
            }
            Action::Copy { from, to, bytes } => self.push(&CUpti_ActivityMemcpy7 {
                kind,
                start,
                end,
                deviceId: origin.device,
                contextId: origin.context,
                streamId: origin.stream,
                correlationId: origin.correlation,
                graphNodeId: origin.node,
                copyKind: direction(*from, *to).0 as u8,
                srcKind: memory(*from).0 as u8,
                dstKind: memory(*to).0 as u8,
                flags: u8::from(origin.is_async),
                bytes: *bytes,
                copyCount: 1,
                ..Default::default()
            }),
            Action::Fill { to, value, bytes } => self.push(&CUpti_ActivityMemset5 {
                kind,
                start,
                end,
                deviceId: origin.device,
                contextId: origin.context,
                streamId: origin.stream,
                correlationId: origin.correlation,
                graphNodeId: origin.node,
                value: *value,
                bytes: *bytes,
                flags: u16::from(origin.is_async),
                memoryKind: memory(*to).0 as u16,
                ..Default::default()
            }),
            Action::Memory { is_release, place, address, bytes } => {
                let operation = operation_of(*is_release);
                self.push(&allocation(kind, activity, operation, *place, (*address, *bytes)));
            }
            Action::External { kind: of, id } => {
                self.push(&external(kind, (*of, *id), origin.correlation));
            }
            Action::Wait(waiting) => {
                self.push(&CUpti_ActivitySynchronization2 {
                    kind,
                    type_: type_of_wait(*waiting),
                    start,
                    end,
                    correlationId: origin.correlation,
                    contextId: origin.context,
                    streamId: if origin.stream == 0 { u32::MAX } else { origin.stream },
                    ..Default::default()
                });
            }
            _ => {}
        }
    }

    fn push<T: Record>(&mut self, record: &T) {
        self.starts.push(self.bytes.len());
        // SAFETY: a record has no padding, so all of its bytes are initialized.
        let bytes = unsafe {
            core::slice::from_raw_parts(core::ptr::from_ref(record).cast(), size_of::<T>())
        };
        self.bytes.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) -> *const core::ffi::c_char {
        if !self.texts.contains_key(text) {
            let new = CString::new(text).unwrap_or_default();
            self.texts.insert(text.to_owned(), new);
        }
        self.texts.get(text).map_or(core::ptr::null(), |string| string.as_ptr())
    }
}

/// Returns CUPTI's number of a function of the driver; 0 if it has none.
fn number(function: &str) -> u32 {
    static NUMBERS: OnceLock<HashMap<&'static str, u32>> = OnceLock::new();
    let numbers = NUMBERS.get_or_init(|| {
        let all = CUpti_driver_api_trace_cbid::ENUMERATORS.iter();
        let name = |name: &'static str| name.strip_prefix("CUPTI_DRIVER_TRACE_CBID_");
        all.filter_map(|(text, number)| Some((name(text)?, number.0))).collect()
    });
    numbers.get(function).copied().unwrap_or(0)
}

fn memory(place: Place) -> CUpti_ActivityMemoryKind {
    use CUpti_ActivityMemoryKind as M;
    match place {
        Place::Pageable => M::CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE,
        Place::Pinned => M::CUPTI_ACTIVITY_MEMORY_KIND_PINNED,
        Place::Device => M::CUPTI_ACTIVITY_MEMORY_KIND_DEVICE,
        Place::Array => M::CUPTI_ACTIVITY_MEMORY_KIND_ARRAY,
        Place::Managed => M::CUPTI_ACTIVITY_MEMORY_KIND_MANAGED,
        Place::Static => M::CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC,
        _ => M::CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN,
    }
}

fn direction(from: Place, to: Place) -> CUpti_ActivityMemcpyKind {
    use CUpti_ActivityMemcpyKind as C;
    let is_host = |place| matches!(place, Place::Pageable | Place::Pinned);
    let is_array = |place| place == Place::Array;
    match (is_host(from), is_array(from), is_host(to), is_array(to)) {
        (true, _, true, _) => C::CUPTI_ACTIVITY_MEMCPY_KIND_HTOH,
        (true, _, _, true) => C::CUPTI_ACTIVITY_MEMCPY_KIND_HTOA,
        (true, _, _, false) => C::CUPTI_ACTIVITY_MEMCPY_KIND_HTOD,
        (_, true, true, _) => C::CUPTI_ACTIVITY_MEMCPY_KIND_ATOH,
        (_, true, _, true) => C::CUPTI_ACTIVITY_MEMCPY_KIND_ATOA,
        (_, true, _, false) => C::CUPTI_ACTIVITY_MEMCPY_KIND_ATOD,
        (_, _, true, _) => C::CUPTI_ACTIVITY_MEMCPY_KIND_DTOH,
        (_, _, _, true) => C::CUPTI_ACTIVITY_MEMCPY_KIND_DTOA,
        _ => C::CUPTI_ACTIVITY_MEMCPY_KIND_DTOD,
    }
}

/// Returns the kind of the record that an activity has, if any.
fn kind_of(action: &Action, enabled: &BTreeSet<K>, calls: &BTreeMap<u32, bool>) -> Option<K> {
    let is_enabled = |kind: &K| match action {
        Action::Call { symbol, .. } => {
            let call = calls.get(&number(&symbol.to_string())).copied();
            call.unwrap_or_else(|| enabled.contains(kind))
        }
        _ => enabled.contains(kind),
    };
    kinds_of(action).iter().copied().find(is_enabled)
}

/// Returns the kinds of records that an activity may have.
fn kinds_of(action: &Action) -> &'static [K] {
    match action {
        Action::Call { .. } => &[K::CUPTI_ACTIVITY_KIND_DRIVER],
        Action::Kernel { .. } => {
            &[K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, K::CUPTI_ACTIVITY_KIND_KERNEL]
        }
        Action::Copy { .. } => &[K::CUPTI_ACTIVITY_KIND_MEMCPY],
        Action::Fill { .. } => &[K::CUPTI_ACTIVITY_KIND_MEMSET],
        Action::Memory { .. } => &[K::CUPTI_ACTIVITY_KIND_MEMORY2],
        Action::External { .. } => &[K::CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION],
        Action::Wait(_) => &[K::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION],
        // What is newer than this.
        _ => &[],
    }
}

fn operation_of(is_release: bool) -> CUpti_ActivityMemoryOperationType {
    use CUpti_ActivityMemoryOperationType as T;
    if is_release {
        T::CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE
    } else {
        T::CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION
    }
}

fn type_of_wait(waiting: WaitKind) -> CUpti_ActivitySynchronizationType {
    use CUpti_ActivitySynchronizationType as T;
    match waiting {
        WaitKind::HostForEvent => T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE,
        WaitKind::StreamForEvent => T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT,
        WaitKind::HostForStream => T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE,
        WaitKind::HostForContext => T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE,
        _ => T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN,
    }
}

fn external(kind: K, (of, id): (u32, u64), correlation: u32) -> CUpti_ActivityExternalCorrelation {
    CUpti_ActivityExternalCorrelation {
        kind,
        externalKind: CUpti_ExternalCorrelationKind(of),
        externalId: id,
        correlationId: correlation,
        ..Default::default()
    }
}

/// Returns the record of a kernel, without its name.
fn kernel(activity: &Activity) -> CUpti_ActivityKernel13 {
    let Action::Kernel {
        grid,
        block,
        cluster,
        registers,
        static_shared,
        dynamic_shared,
        local,
        ..
    } = &activity.action
    else {
        return CUpti_ActivityKernel13::default();
    };
    let origin = activity.origin;
    let [gridX, gridY, gridZ] = grid.map(|grid| grid as i32);
    let [blockX, blockY, blockZ] = block.map(|block| block as i32);
    let [clusterX, clusterY, clusterZ] = *cluster;
    CUpti_ActivityKernel13 {
        start: activity.start,
        end: activity.end,
        deviceId: origin.device,
        contextId: origin.context,
        streamId: origin.stream,
        correlationId: origin.correlation,
        graphNodeId: origin.node,
        completed: activity.end,
        registersPerThread: u16::try_from(*registers).unwrap_or(u16::MAX),
        gridX,
        gridY,
        gridZ,
        blockX,
        blockY,
        blockZ,
        clusterX,
        clusterY,
        clusterZ,
        staticSharedMemory: *static_shared as i32,
        dynamicSharedMemory: *dynamic_shared as i32,
        localMemoryPerThread: *local,
        ..Default::default()
    }
}

fn allocation(
    kind: K,
    activity: &Activity,
    operation: CUpti_ActivityMemoryOperationType,
    place: Place,
    (address, bytes): (u64, u64),
) -> CUpti_ActivityMemory4 {
    let origin = activity.origin;
    CUpti_ActivityMemory4 {
        kind,
        memoryOperationType: operation,
        memoryKind: memory(place),
        correlationId: origin.correlation,
        address,
        bytes,
        timestamp: activity.start,
        processId: std::process::id(),
        deviceId: origin.device,
        contextId: origin.context,
        streamId: origin.stream,
        isAsync: u32::from(origin.is_async),
        ..Default::default()
    }
}
