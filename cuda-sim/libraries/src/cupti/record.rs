//! The device's activities, as records of CUPTI 13.5.

use std::collections::{BTreeSet, HashMap};
use std::ffi::CString;
use std::sync::{Arc, OnceLock};

use cuda_libraries_sys::cupti::*;
use cuda_sim::{Action, Activity, Place, Waiting};

/// Records that weren't delivered, and the texts that they point to.
#[derive(Default)]
pub(super) struct Records {
    bytes: Vec<u8>,
    /// Where each record begins.
    starts: Vec<usize>,
    texts: HashMap<String, Arc<CString>>,
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
        _ => size_of::<CUpti_ActivitySynchronization2>(),
    }
}

/// A record.
///
/// # Safety
/// It consists of numbers and pointers, without padding, and its size is a multiple of 8.
unsafe trait Record: Default {}

macro_rules! records {
    ($($record:ty)*) => {$(
        const _: () = assert!(size_of::<$record>().is_multiple_of(8));

        // SAFETY: the header declares its numbers and pointers, and the generator the padding between them.
        unsafe impl Record for $record {}
    )*};
}

records! {
    CUpti_ActivityKernel13 CUpti_ActivityMemcpy7 CUpti_ActivityMemset5 CUpti_ActivityMemory4 CUpti_ActivityAPI
    CUpti_ActivitySynchronization2
}

impl Records {
    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns how many records fit into so many bytes, and aren't more than `most`, unless that is 0.
    pub(super) fn fitting(&self, size: usize, most: usize) -> usize {
        let ends = self.starts.iter().copied().skip(1);
        let ends = ends.chain([self.bytes.len()]);
        let fitting = ends.take_while(|end| *end <= size).count();
        if most == 0 {
            fitting
        } else {
            fitting.min(most)
        }
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

    /// Adds the record of an activity, if its kind is enabled.
    pub(super) fn add(&mut self, activity: &Activity, enabled: &BTreeSet<K>) {
        let (start, end) = (activity.start, activity.end);
        let origin = activity.origin;
        let correlationId = origin.correlation;
        let (deviceId, contextId, streamId) = (origin.device, origin.context, origin.stream);
        let graphNodeId = origin.node;
        match &activity.what {
            Action::Call {
                symbol,
                result,
                thread,
            } => {
                let kind = K::CUPTI_ACTIVITY_KIND_DRIVER;
                if enabled.contains(&kind) {
                    let mut record = CUpti_ActivityAPI::default();
                    record.kind = kind;
                    record.cbid = number(&symbol.to_string());
                    (record.start, record.end) = (start, end);
                    record.processId = std::process::id();
                    record.threadId = *thread;
                    record.correlationId = correlationId;
                    record.returnValue = result.0;
                    self.push(&record);
                }
            }
            Action::Kernel {
                name,
                grid,
                block,
                cluster,
                registers,
                static_shared,
                dynamic_shared,
                local,
            } => {
                let kinds = [
                    K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                    K::CUPTI_ACTIVITY_KIND_KERNEL,
                ];
                let Some(kind) = kinds.into_iter().find(|kind| enabled.contains(kind)) else {
                    return;
                };
                let mut record = CUpti_ActivityKernel13::default();
                record.kind = kind;
                record.registersPerThread = u16::try_from(*registers).unwrap_or(u16::MAX);
                (record.start, record.end, record.completed) = (start, end, end);
                (record.deviceId, record.contextId, record.streamId) =
                    (deviceId, contextId, streamId);
                let [x, y, z] = grid.map(|it| it as i32);
                (record.gridX, record.gridY, record.gridZ) = (x, y, z);
                let [x, y, z] = block.map(|it| it as i32);
                (record.blockX, record.blockY, record.blockZ) = (x, y, z);
                [record.clusterX, record.clusterY, record.clusterZ] = *cluster;
                record.staticSharedMemory = *static_shared as i32;
                record.dynamicSharedMemory = *dynamic_shared as i32;
                record.localMemoryPerThread = *local;
                record.correlationId = correlationId;
                record.graphNodeId = graphNodeId;
                record.name = self.text(name);
                self.push(&record);
            }
            Action::Copy { from, to, bytes } => {
                let kind = K::CUPTI_ACTIVITY_KIND_MEMCPY;
                if enabled.contains(&kind) {
                    let mut record = CUpti_ActivityMemcpy7::default();
                    record.kind = kind;
                    record.copyKind = direction(*from, *to).0 as u8;
                    record.srcKind = memory(*from).0 as u8;
                    record.dstKind = memory(*to).0 as u8;
                    record.flags = u8::from(origin.is_async);
                    record.bytes = *bytes;
                    (record.start, record.end) = (start, end);
                    (record.deviceId, record.contextId, record.streamId) =
                        (deviceId, contextId, streamId);
                    record.correlationId = correlationId;
                    record.graphNodeId = graphNodeId;
                    record.copyCount = 1;
                    self.push(&record);
                }
            }
            Action::Fill { to, value, bytes } => {
                let kind = K::CUPTI_ACTIVITY_KIND_MEMSET;
                if enabled.contains(&kind) {
                    let mut record = CUpti_ActivityMemset5::default();
                    record.kind = kind;
                    record.value = *value;
                    record.bytes = *bytes;
                    (record.start, record.end) = (start, end);
                    (record.deviceId, record.contextId, record.streamId) =
                        (deviceId, contextId, streamId);
                    record.correlationId = correlationId;
                    record.flags = u16::from(origin.is_async);
                    record.memoryKind = memory(*to).0 as u16;
                    record.graphNodeId = graphNodeId;
                    self.push(&record);
                }
            }
            Action::Memory {
                is_release,
                place,
                address,
                bytes,
            } => {
                let kind = K::CUPTI_ACTIVITY_KIND_MEMORY2;
                if enabled.contains(&kind) {
                    use CUpti_ActivityMemoryOperationType as T;
                    let mut record = CUpti_ActivityMemory4::default();
                    record.kind = kind;
                    record.memoryOperationType = match is_release {
                        true => T::CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE,
                        false => T::CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION,
                    };
                    record.memoryKind = memory(*place);
                    record.correlationId = correlationId;
                    record.address = *address;
                    record.bytes = *bytes;
                    record.timestamp = start;
                    record.processId = std::process::id();
                    (record.deviceId, record.contextId, record.streamId) =
                        (deviceId, contextId, streamId);
                    record.isAsync = u32::from(origin.is_async);
                    self.push(&record);
                }
            }
            Action::Wait(waiting) => {
                let kind = K::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
                if enabled.contains(&kind) {
                    use CUpti_ActivitySynchronizationType as T;
                    let mut record = CUpti_ActivitySynchronization2::default();
                    record.kind = kind;
                    record.type_ = match waiting {
                        Waiting::HostForEvent => {
                            T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE
                        }
                        Waiting::StreamForEvent => {
                            T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT
                        }
                        Waiting::HostForStream => {
                            T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE
                        }
                        Waiting::HostForContext => {
                            T::CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE
                        }
                    };
                    (record.start, record.end) = (start, end);
                    record.correlationId = correlationId;
                    record.contextId = contextId;
                    record.streamId = if streamId == 0 { u32::MAX } else { streamId };
                    self.push(&record);
                }
            }
            // What is newer than this.
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
        let make = || Arc::new(CString::new(text).unwrap_or_default());
        if let Some(known) = self.texts.get(text) {
            return known.as_ptr();
        }
        let new = make();
        let address = new.as_ptr();
        self.texts.insert(text.to_owned(), new);
        address
    }
}

/// Returns CUPTI's number of a function of the driver; 0 if it has none.
fn number(function: &str) -> u32 {
    static NUMBERS: OnceLock<HashMap<&'static str, u32>> = OnceLock::new();
    let numbers = NUMBERS.get_or_init(|| {
        let all = CUpti_driver_api_trace_cbid::ENUMERATORS.iter();
        let name = |name: &'static str| name.strip_prefix("CUPTI_DRIVER_TRACE_CBID_");
        all.filter_map(|(text, number)| Some((name(text)?, number.0)))
            .collect()
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
    }
}

fn direction(from: Place, to: Place) -> CUpti_ActivityMemcpyKind {
    use CUpti_ActivityMemcpyKind as C;
    let is_host = |it| matches!(it, Place::Pageable | Place::Pinned);
    let is_array = |it| it == Place::Array;
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
