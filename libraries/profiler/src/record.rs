//! CUPTI's records, as values.

use core::ffi::{CStr, c_char};
use core::fmt;
use std::collections::HashMap;
use std::sync::Arc;

use cuda_libraries_sys::cupti::*;

use crate::trace::*;

/// A text that gets no longer than some names: that of a symbol may double with each of its letters.
struct ShortRecord(String);

impl fmt::Write for ShortRecord {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MOST: usize = 1 << 16;
        if self.0.len() + text.len() > MOST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

fn demangle(symbol: &str) -> Option<String> {
    let symbol = cpp_demangle::Symbol::new(symbol.as_bytes()).ok()?;
    let mut name = ShortRecord(String::new());
    let options = cpp_demangle::DemangleOptions::new();
    symbol.structured_demangle(&mut name, &options).ok()?;
    Some(name.0)
}

/// The trace so far.
pub(crate) struct Reader {
    pub(crate) table: &'static CuptiTable,
    pub(crate) trace: Trace,
    /// Every text once: names of a million launches are a few.
    texts: HashMap<Vec<u8>, Arc<str>>,
    demangled: HashMap<Arc<str>, Arc<str>>,
    functions: HashMap<(u32, u32), Arc<str>>,
    /// The ranges of NVTX that began, by their ids.
    open: HashMap<u32, Marker>,
}

impl Reader {
    pub(crate) fn new(table: &'static CuptiTable, start: u64) -> Self {
        let time = Span { start, end: start };
        Self {
            table,
            trace: Trace { time, ..Trace::default() },
            texts: HashMap::new(),
            demangled: HashMap::new(),
            functions: HashMap::new(),
            open: HashMap::new(),
        }
    }

    /// Adds a range of the program's, if it began meanwhile.
    #[cfg(feature = "tracing")]
    pub(crate) fn mark(&mut self, marker: Marker) {
        if marker.time.start >= self.trace.time.start {
            self.trace.markers.push(marker);
        }
    }

    /// Returns the trace, with ranges that didn't end. `read` is when all records had been read.
    pub(crate) fn finish(mut self, end: u64, read: u64) -> Trace {
        for (_, mut marker) in self.open.drain() {
            marker.time.end = end;
            self.trace.markers.push(marker);
        }
        self.trace.check_times(read);
        self.trace.end(end);
        self.trace.sort();
        self.trace
    }

    /// Reads a record. Structures only grow at their end, so the oldest one is read.
    ///
    /// # Safety
    /// It is a record of a CUPTI of CUDA 11.8 or newer, with the texts that it points to.
    pub(crate) unsafe fn read(&mut self, record: *const CUpti_Activity) {
        use CUpti_ActivityKind as K;
        // SAFETY: every record begins with its kind.
        let kind = unsafe { record.cast::<CUpti_ActivityKind>().read_unaligned() };
        // SAFETY: from 11.8 on, a record of each kind begins with the structure that its function reads.
        unsafe {
            match kind {
                K::CUPTI_ACTIVITY_KIND_KERNEL | K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL => {
                    self.kernel(&record.cast::<CUpti_ActivityKernel8>().read_unaligned());
                }
                K::CUPTI_ACTIVITY_KIND_MEMCPY => {
                    self.copy(&record.cast::<CUpti_ActivityMemcpy5>().read_unaligned());
                }
                K::CUPTI_ACTIVITY_KIND_MEMCPY2 => {
                    self.copy_of_peers(
                        &record.cast::<CUpti_ActivityMemcpyPtoP4>().read_unaligned(),
                    );
                }
                K::CUPTI_ACTIVITY_KIND_MEMSET => {
                    self.fill(&record.cast::<CUpti_ActivityMemset4>().read_unaligned());
                }
                K::CUPTI_ACTIVITY_KIND_MEMORY2 => {
                    self.memory(&record.cast::<CUpti_ActivityMemory3>().read_unaligned());
                }
                K::CUPTI_ACTIVITY_KIND_DRIVER | K::CUPTI_ACTIVITY_KIND_RUNTIME => {
                    self.call(&record.cast::<CUpti_ActivityAPI>().read_unaligned());
                }
                K::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION => {
                    let record = record.cast::<CUpti_ActivitySynchronization>();
                    self.synchronization(&record.read_unaligned());
                }
                K::CUPTI_ACTIVITY_KIND_MARKER => {
                    self.marker(&record.cast::<CUpti_ActivityMarker2>().read_unaligned());
                }
                // Others were not enabled.
                _ => {}
            }
        }
    }

    /// # Safety
    /// The record's texts live.
    unsafe fn kernel(&mut self, record: &CUpti_ActivityKernel8) {
        let time = Span { start: record.start, end: record.end };
        // SAFETY: the caller guarantees it.
        let symbol = unsafe { self.text(record.name) }.unwrap_or_else(|| "unknown".into());
        let size = |shape: [i32; 3]| shape.map(|extent| u32::try_from(extent).unwrap_or(0));
        let bytes = |count: i32| u32::try_from(count).unwrap_or(0);
        let name = self.demangled(&symbol);
        self.trace.kernels.push(Kernel {
            name,
            symbol,
            grid: size([record.gridX, record.gridY, record.gridZ]),
            block: size([record.blockX, record.blockY, record.blockZ]),
            registers: record.registersPerThread.into(),
            static_shared: bytes(record.staticSharedMemory),
            dynamic_shared: bytes(record.dynamicSharedMemory),
            local: record.localMemoryPerThread,
            occupancy: None,
            place: place(
                record.deviceId,
                record.contextId,
                record.streamId,
                record.graphId,
                record.graphNodeId,
            ),
            time,
            correlation: record.correlationId,
        });
    }

    fn copy(&mut self, record: &CUpti_ActivityMemcpy5) {
        let time = Span { start: record.start, end: record.end };
        self.trace.copies.push(Copy {
            kind: CopyKind::of(record.copyKind),
            from: MemoryKind::of(record.srcKind),
            to: MemoryKind::of(record.dstKind),
            bytes: record.bytes,
            is_async: u32::from(record.flags)
                & CUpti_ActivityFlag::CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC.0
                != 0,
            to_device: None,
            place: place(
                record.deviceId,
                record.contextId,
                record.streamId,
                record.graphId,
                record.graphNodeId,
            ),
            time,
            correlation: record.correlationId,
        });
    }

    fn copy_of_peers(&mut self, record: &CUpti_ActivityMemcpyPtoP4) {
        let time = Span { start: record.start, end: record.end };
        self.trace.copies.push(Copy {
            kind: CopyKind::of(record.copyKind),
            from: MemoryKind::of(record.srcKind),
            to: MemoryKind::of(record.dstKind),
            bytes: record.bytes,
            is_async: u32::from(record.flags)
                & CUpti_ActivityFlag::CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC.0
                != 0,
            to_device: Some(record.dstDeviceId),
            place: place(
                record.deviceId,
                record.contextId,
                record.streamId,
                record.graphId,
                record.graphNodeId,
            ),
            time,
            correlation: record.correlationId,
        });
    }

    fn fill(&mut self, record: &CUpti_ActivityMemset4) {
        self.trace.fills.push(Fill {
            value: record.value,
            bytes: record.bytes,
            to: MemoryKind::of(record.memoryKind),
            place: place(
                record.deviceId,
                record.contextId,
                record.streamId,
                record.graphId,
                record.graphNodeId,
            ),
            time: Span { start: record.start, end: record.end },
            correlation: record.correlationId,
        });
    }

    fn memory(&mut self, record: &CUpti_ActivityMemory3) {
        self.trace.memory.push(Memory {
            operation: MemoryOperation::of(record.memoryOperationType.0),
            kind: MemoryKind::of(record.memoryKind.0),
            address: record.address,
            bytes: record.bytes,
            is_async: record.isAsync != 0,
            device: record.deviceId,
            context: record.contextId,
            stream: Some(record.streamId).filter(|_| record.isAsync != 0),
            timestamp: record.timestamp,
            correlation: record.correlationId,
        });
    }

    fn call(&mut self, record: &CUpti_ActivityAPI) {
        let domain = match record.kind {
            CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_RUNTIME => {
                CUpti_CallbackDomain::CUPTI_CB_DOMAIN_RUNTIME_API
            }
            _ => CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API,
        };
        let name = self.function(domain, record.cbid);
        self.trace.calls.push(Call {
            name,
            result: record.returnValue,
            thread: record.threadId,
            time: Span { start: record.start, end: record.end },
            correlation: record.correlationId,
        });
    }

    fn synchronization(&mut self, record: &CUpti_ActivitySynchronization) {
        self.trace.synchronizations.push(Synchronization {
            kind: SynchronizationKind::of(record.type_.0),
            context: record.contextId,
            stream: Some(record.streamId).filter(|stream| *stream != u32::MAX),
            time: Span { start: record.start, end: record.end },
            correlation: record.correlationId,
        });
    }

    /// # Safety
    /// The record's texts live.
    unsafe fn marker(&mut self, record: &CUpti_ActivityMarker2) {
        let ends = record.flags.0 & CUpti_ActivityFlag::CUPTI_ACTIVITY_FLAG_MARKER_END.0 != 0;
        if ends {
            if let Some(mut marker) = self.open.remove(&record.id) {
                marker.time.end = record.timestamp;
                self.trace.markers.push(marker);
            }
            return;
        }
        let is_of_thread =
            record.objectKind == CUpti_ActivityObjectKind::CUPTI_ACTIVITY_OBJECT_THREAD;
        // SAFETY: an object of this kind is a thread, and any number is one.
        let thread = unsafe { record.objectId.pt }.threadId;
        // SAFETY: the caller guarantees both.
        let (name, domain) = unsafe { (self.text(record.name), self.text(record.domain)) };
        let marker = Marker {
            name: name.unwrap_or_default(),
            domain,
            thread: is_of_thread.then_some(thread),
            time: Span { start: record.timestamp, end: record.timestamp },
        };
        let begins = record.flags.0 & CUpti_ActivityFlag::CUPTI_ACTIVITY_FLAG_MARKER_START.0 != 0;
        if begins {
            drop(self.open.insert(record.id, marker))
        } else {
            self.trace.markers.push(marker)
        }
    }

    /// # Safety
    /// It is null or a text of C.
    unsafe fn text(&mut self, text: *const c_char) -> Option<Arc<str>> {
        if text.is_null() {
            return None;
        }
        // SAFETY: the caller guarantees it.
        let bytes = unsafe { CStr::from_ptr(text) }.to_bytes();
        if let Some(known) = self.texts.get(bytes) {
            return Some(known.clone());
        }
        let new: Arc<str> = String::from_utf8_lossy(bytes).into();
        self.texts.insert(bytes.to_vec(), new.clone());
        Some(new)
    }

    fn demangled(&mut self, symbol: &Arc<str>) -> Arc<str> {
        if let Some(known) = self.demangled.get(symbol) {
            return known.clone();
        }
        let name = demangle(symbol).map_or_else(|| symbol.clone(), Arc::from);
        self.demangled.insert(symbol.clone(), name.clone());
        name
    }

    /// Returns the name of a function by its number.
    fn function(&mut self, domain: CUpti_CallbackDomain, number: u32) -> Arc<str> {
        if let Some(known) = self.functions.get(&(domain.0, number)) {
            return known.clone();
        }
        let mut text = core::ptr::null();
        let name = match self.table.cuptiGetCallbackName {
            // SAFETY: the pointer is to a live pointer.
            Some(name) => match unsafe { name(domain, number, &raw mut text) } {
                // SAFETY: CUPTI's names are texts that live as long as CUPTI.
                CUptiResult::CUPTI_SUCCESS => unsafe { self.text(text) },
                _ => None,
            },
            None => None,
        };
        let name = name.unwrap_or_else(|| format!("function {number}").into());
        self.functions.insert((domain.0, number), name.clone());
        name
    }
}

/// Returns where the work of a record ran; the number of a node is 0 for work of no graph.
fn place(device: u32, context: u32, stream: u32, graph: u32, node: u64) -> Place {
    let graph_node = Some(node).filter(|node| *node != 0);
    Place { device, context, stream, graph: graph_node.map(|_| graph), graph_node }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the symbol of `f(a)`, in which `a` is a pair of pairs of pairs, so often.
    fn pairs(depth: usize) -> String {
        const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let pair = |level| {
            let name = if level == 0 { "1b" } else { "S0_" };
            let prefix = match level {
                0 => "S_".to_owned(),
                _ => format!("S{}_", char::from(DIGITS[level])),
            };
            format!("{name}I{prefix}{prefix}E")
        };
        "_Z1f1a".to_owned() + &(0..depth).map(pair).collect::<String>()
    }

    #[test]
    fn ranges_and_marks_are_in_rows_of_their_threads() {
        use CUpti_ActivityFlag as F;
        use CUpti_ActivityObjectKind as O;
        let mut reader = Reader::new(cuda_sim_libraries::cupti::table(), 1);
        for (flags, id, object, thread, timestamp) in [
            (F::CUPTI_ACTIVITY_FLAG_MARKER_START, 1, O::CUPTI_ACTIVITY_OBJECT_THREAD, 5, 10),
            (F::CUPTI_ACTIVITY_FLAG_MARKER_START, 2, O::CUPTI_ACTIVITY_OBJECT_PROCESS, 5, 20),
            (
                F::CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS,
                3,
                O::CUPTI_ACTIVITY_OBJECT_THREAD,
                6,
                30,
            ),
            (F::CUPTI_ACTIVITY_FLAG_MARKER_END, 2, O::CUPTI_ACTIVITY_OBJECT_PROCESS, 6, 40),
            (F::CUPTI_ACTIVITY_FLAG_MARKER_END, 1, O::CUPTI_ACTIVITY_OBJECT_THREAD, 5, 50),
        ] {
            let pt = CUpti_ActivityObjectKindId_pt { processId: 1, threadId: thread };
            let record = CUpti_ActivityMarker2 {
                kind: CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MARKER,
                flags,
                timestamp,
                id,
                objectKind: object,
                objectId: CUpti_ActivityObjectKindId { pt },
                name: c"name".as_ptr(),
                ..Default::default()
            };
            // SAFETY: it is a record, and its text is a constant.
            unsafe { reader.read((&raw const record).cast()) };
        }
        let trace = reader.finish(60, 60);
        let span = |marker: &Marker| (marker.thread, marker.time.start, marker.time.end);
        let ranges: Vec<_> = trace.markers.iter().map(span).collect();
        assert_eq!(ranges, [(Some(5), 10, 50), (None, 20, 40), (Some(6), 30, 30)]);
        let json: serde_json::Value = serde_json::from_str(&trace.to_chrome()).unwrap();
        let events = json["traceEvents"].as_array().unwrap();
        let rows = events.iter().filter(|event| event["ph"] == "X").map(|event| &event["tid"]);
        assert_eq!(rows.collect::<Vec<_>>(), [5, 0, 6]);
    }

    #[test]
    fn boxes_that_overlap_are_in_rows_of_their_own() {
        let mut reader = Reader::new(cuda_sim_libraries::cupti::table(), 1);
        let spans = [(10, 50), (20, 30), (25, 60), (40, 50), (60, 70), (10, 55)];
        for (start, end) in spans {
            let record = CUpti_ActivityKernel8 {
                kind: CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                streamId: 7,
                start,
                end,
                ..Default::default()
            };
            // SAFETY: it is a record, without a name.
            unsafe { reader.read((&raw const record).cast()) };
        }
        let trace = reader.finish(80, 80);
        let json: serde_json::Value = serde_json::from_str(&trace.to_chrome()).unwrap();
        let events = json["traceEvents"].as_array().unwrap();
        let symbol_name = |kind: &'static str, name: &'static str| {
            let all = events.iter().filter(move |event| event["ph"] == kind);
            all.filter(move |event| name.is_empty() || event["name"] == name)
        };
        let further = u32::MAX - 1;
        let rows: Vec<_> = symbol_name("X", "").map(|event| &event["tid"]).collect();
        assert_eq!(rows, [7, 7, 7, further, 7, 7]);
        let names =
            symbol_name("M", "thread_name").map(|event| (&event["tid"], &event["args"]["name"]));
        let (one, name) = (serde_json::json!(7), serde_json::json!("stream 7"));
        let other = serde_json::json!(further);
        assert_eq!(names.collect::<Vec<_>>(), [(&one, &name), (&other, &name)]);
    }

    #[test]
    fn work_whose_times_cant_be_is_counted_and_left_out() {
        use CUpti_ActivityKind as K;
        // The recording began at 100, and call 1 at 200.
        let times =
            [(0, 0), (0, 300), (300, 0), (300, 299), (150, 300), (99, 300), (300, u64::MAX)];
        for (correlation, least) in [(1, 200), (2, 100)] {
            let mut reader = Reader::new(cuda_sim_libraries::cupti::table(), 100);
            let call = CUpti_ActivityAPI {
                kind: K::CUPTI_ACTIVITY_KIND_DRIVER,
                start: 200,
                end: 210,
                correlationId: 1,
                ..Default::default()
            };
            // SAFETY: it is a record.
            unsafe { reader.read((&raw const call).cast()) };
            let right = [(least, 300), (300, 300), (300, 500)];
            for (start, end) in times.into_iter().chain(right) {
                let kernel = CUpti_ActivityKernel8 {
                    kind: K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                    start,
                    end,
                    correlationId: correlation,
                    ..Default::default()
                };
                let copy = CUpti_ActivityMemcpy5 {
                    kind: K::CUPTI_ACTIVITY_KIND_MEMCPY,
                    start,
                    end,
                    correlationId: correlation,
                    ..Default::default()
                };
                let fill = CUpti_ActivityMemset4 {
                    kind: K::CUPTI_ACTIVITY_KIND_MEMSET,
                    start,
                    end,
                    correlationId: correlation,
                    ..Default::default()
                };
                // SAFETY: they are records, without names.
                unsafe {
                    reader.read((&raw const kernel).cast());
                    reader.read((&raw const copy).cast());
                    reader.read((&raw const fill).cast());
                }
            }
            let trace = reader.finish(450, 500);
            let wrong =
                times.iter().filter(|time| **time != (150, 300) || correlation == 1).count();
            let spans: Vec<_> =
                trace.kernels.iter().map(|kernel| (kernel.time.start, kernel.time.end)).collect();
            assert_eq!(spans.len(), right.len() + times.len() - wrong, "{spans:?}");
            assert!(right.iter().all(|time| spans.contains(time)), "{spans:?}");
            assert_eq!((trace.copies.len(), trace.fills.len()), (spans.len(), spans.len()));
            assert_eq!(trace.incomplete, 3 * wrong as u64);
            assert_eq!(trace.time, Span { start: 100, end: 500 });
            assert!(trace.to_string().contains(&format!("and {} weren't complete", 3 * wrong)));
        }
    }

    #[test]
    fn calls_whose_times_cant_be_are_counted_and_left_out() {
        let mut reader = Reader::new(cuda_sim_libraries::cupti::table(), 100);
        for (start, end) in [(0, 0), (0, 200), (200, 0), (200, 199), (200, u64::MAX), (200, 300)] {
            let call = CUpti_ActivityAPI {
                kind: CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_DRIVER,
                start,
                end,
                ..Default::default()
            };
            let wait = CUpti_ActivitySynchronization {
                kind: CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
                start,
                end,
                ..Default::default()
            };
            // SAFETY: they are records.
            unsafe {
                reader.read((&raw const call).cast());
                reader.read((&raw const wait).cast());
            }
        }
        let trace = reader.finish(400, 500);
        assert_eq!((trace.calls.len(), trace.synchronizations.len(), trace.incomplete), (1, 1, 10));
    }

    #[test]
    fn a_name_that_grows_without_end_is_its_symbol() {
        let short = demangle(&pairs(2)).unwrap();
        assert_eq!(short, "f(a, b<a, a>, b<b<a, a>, b<a, a> >)");
        assert_eq!(demangle(&pairs(34)), None);
    }
}
