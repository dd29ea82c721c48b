//! CUPTI's activities.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function requires.
//!
//! # Features and limits
//! - One subscriber at a time, whose callbacks can't be enabled.
//! - Kernels, copies, fills, allocations and releases (`MEMORY2`), calls of the driver, external correlation, and
//!   synchronizations. Another kind of
//!   activity is refused with `CUPTI_ERROR_INVALID_KIND`, and another function with `CUPTI_ERROR_NOT_SUPPORTED`.
//! - Times are those of the CPU that interprets the kernels, and say nothing about a GPU. Registers are those of the PTX.
//! - Work is recorded once it is done, so what isn't done at a flush has no record at all; a GPU's has one without an end.
//! - A copy between devices is a `MEMCPY`. Ids of graphs are 0, and kernels that kernels launch have no records.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::useless_conversion)]

mod record;

use core::ffi::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use cuda_libraries_sys::cupti::*;
use cuda_libraries_sys::for_each_cupti_function;
use parking_lot::Mutex;

use crate::c_strings::{CStrings, c_strings};
use record::{Records, size_of_record};

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Cupti;

/// The newest release that the table knows, 13.5.
const VERSION: u32 = 13_050;

for_each_cupti_function!(stand_in, "CUPTI" Cupti CuptiTable VERSION);

const SUCCESS: CUptiResult = CUptiResult::CUPTI_SUCCESS;
const INVALID_PARAMETER: CUptiResult = CUptiResult::CUPTI_ERROR_INVALID_PARAMETER;

/// The handle of the subscriber.
const SUBSCRIBER: CUpti_SubscriberHandle = core::ptr::without_provenance_mut(8);

/// The kinds that it has.
const KINDS: [CUpti_ActivityKind; 9] = [
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_KERNEL,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMCPY,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMCPY2,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMSET,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMORY2,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_DRIVER,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
];

#[derive(Default)]
struct CuptiState {
    enabled: BTreeSet<CUpti_ActivityKind>,
    /// Calls of the driver that are recorded, or not, whether or not others are.
    calls: BTreeMap<CUpti_CallbackId, bool>,
    request: CUpti_BuffersCallbackRequestFunc,
    complete: CUpti_BuffersCallbackCompleteFunc,
    records: Records,
    /// The records for which there was no buffer, since the last question.
    dropped: usize,
    is_subscribed: bool,
}

static STATE: Mutex<Option<CuptiState>> = Mutex::new(None);

fn with<R>(run: impl FnOnce(&mut CuptiState) -> R) -> R {
    run(STATE.lock().get_or_insert_default())
}

impl CuptiState {
    /// Takes what the device recorded while these kinds were enabled.
    fn drain(&mut self) {
        let activities = cuda_sim::activity::take();
        for activity in &activities {
            self.records.add(activity, &self.enabled, &self.calls);
        }
    }

    fn set(&mut self, kind: CUpti_ActivityKind, on: bool) -> CUptiResult {
        if !KINDS.contains(&kind) {
            return CUptiResult::CUPTI_ERROR_INVALID_KIND;
        }
        self.drain();
        if on {
            self.enabled.insert(kind)
        } else {
            self.enabled.remove(&kind)
        };
        self.record();
        SUCCESS
    }

    fn set_call(&mut self, call: CUpti_CallbackId, on: bool) -> CUptiResult {
        self.drain();
        self.calls.insert(call, on);
        self.record();
        SUCCESS
    }

    fn record(&self) {
        let is_any = !self.enabled.is_empty() || self.calls.values().any(|on| *on);
        cuda_sim::activity::record(is_any);
    }
}

/// Returns the names of the driver's functions for C, by their numbers.
fn names() -> &'static CStrings<u32> {
    static NAMES: OnceLock<CStrings<u32>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let all = CUpti_driver_api_trace_cbid::ENUMERATORS.iter();
        c_strings(all.filter_map(|(name, number)| {
            let name = name.strip_prefix("CUPTI_DRIVER_TRACE_CBID_cu")?;
            Some((number.0, format!("cu{name}")))
        }))
    })
}

function!(Cupti::cuptiGetVersion, |version| { write(version, CUPTI_API_VERSION) });

function!(Cupti::cuptiGetTimestamp, |timestamp| { write(timestamp, cuda_sim::activity::now()) });

function!(Cupti::cuptiGetResultString, |result, str_| {
    static TEXTS: OnceLock<CStrings<CUptiResult>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| {
        c_strings(CUptiResult::ENUMERATORS.iter().map(|(name, code)| (*code, *name)))
    });
    match texts.get(&result) {
        Some(text) => write(str_, text.as_ptr()),
        None => INVALID_PARAMETER,
    }
});

function!(Cupti::cuptiGetCallbackName, |domain, cbid, name| {
    let is_driver = domain == CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API;
    match names().get(&cbid).filter(|_| is_driver) {
        Some(text) => write(name, text.as_ptr()),
        None => INVALID_PARAMETER,
    }
});

function!(Cupti::cuptiSubscribe, |subscriber, _callback, _userdata| {
    if subscriber.is_null() {
        return INVALID_PARAMETER;
    }
    if with(|state| core::mem::replace(&mut state.is_subscribed, true)) {
        CUptiResult::CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED
    } else {
        write(subscriber, SUBSCRIBER)
    }
});

function!(Cupti::cuptiUnsubscribe, |subscriber| {
    let is_subscriber = subscriber == SUBSCRIBER;
    if is_subscriber && with(|state| core::mem::take(&mut state.is_subscribed)) {
        SUCCESS
    } else {
        INVALID_PARAMETER
    }
});

function!(Cupti::cuptiActivityRegisterCallbacks, |funcBufferRequested, funcBufferCompleted| {
    if funcBufferRequested.is_none() || funcBufferCompleted.is_none() {
        return INVALID_PARAMETER;
    }
    with(|state| {
        state.request = funcBufferRequested;
        state.complete = funcBufferCompleted;
    });
    SUCCESS
});

function!(Cupti::cuptiActivityEnable, |kind| { with(|state| state.set(kind, true)) });

function!(Cupti::cuptiActivityDisable, |kind| { with(|state| state.set(kind, false)) });

function!(Cupti::cuptiActivityEnableDriverApi, |cbid, enable| {
    if names().contains_key(&cbid) {
        with(|state| state.set_call(cbid, enable != 0))
    } else {
        INVALID_PARAMETER
    }
});

// Calls of the runtime have no records, so there is nothing to choose among.
function!(Cupti::cuptiActivityEnableRuntimeApi, |_cbid, _enable| { SUCCESS });

function!(Cupti::cuptiActivityRegisterTimestampCallback, |funcTimestamp| {
    match funcTimestamp {
        // SAFETY: the program registers it for records of any thread.
        Some(_) => unsafe { cuda_sim::activity::set_clock(funcTimestamp) },
        None => return INVALID_PARAMETER,
    }
    SUCCESS
});

function!(Cupti::cuptiActivityPushExternalCorrelationId, |kind, id| {
    if is_external(kind) {
        cuda_sim::activity::push_external(kind.0, id)
    } else {
        return INVALID_PARAMETER;
    }
    SUCCESS
});

function!(Cupti::cuptiActivityPopExternalCorrelationId, |kind, lastId| {
    if !is_external(kind) {
        return INVALID_PARAMETER;
    }
    match cuda_sim::activity::pop_external(kind.0) {
        None => CUptiResult::CUPTI_ERROR_QUEUE_EMPTY,
        Some(_) if lastId.is_null() => SUCCESS,
        Some(id) => write(lastId, id),
    }
});

fn is_external(kind: CUpti_ExternalCorrelationKind) -> bool {
    use CUpti_ExternalCorrelationKind as E;
    (E::CUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN.0..E::CUPTI_EXTERNAL_CORRELATION_KIND_SIZE.0)
        .contains(&kind.0)
}

function!(Cupti::cuptiActivityFlushAll, |_flag| {
    let (request, complete, mut records) = with(|state| {
        state.drain();
        let records = core::mem::take(&mut state.records);
        (state.request, state.complete, records)
    });
    let (Some(request), Some(complete)) = (request, complete) else {
        return CUptiResult::CUPTI_ERROR_INVALID_OPERATION;
    };
    // Without the lock, because the functions make calls.
    while records.count() > 0 {
        let (mut buffer, mut size, mut most) = (core::ptr::null_mut(), 0, 0);
        // SAFETY: the program registered the function for these pointers, which are to live variables.
        unsafe { request(&raw mut buffer, &raw mut size, &raw mut most) };
        let fitting = if buffer.is_null() { 0 } else { records.fitting(size, most) };
        if fitting == 0 {
            with(|state| state.dropped += records.count());
        }
        // SAFETY: the buffer has `size` writable bytes, or nothing fits.
        let valid = unsafe { records.take(fitting, buffer) };
        if !buffer.is_null() {
            // SAFETY: the program registered the function for its buffers, and the texts live until it returns.
            unsafe { complete(core::ptr::null_mut(), 0, buffer, size, valid) };
        }
        if fitting == 0 {
            return SUCCESS;
        }
    }
    SUCCESS
});

function!(Cupti::cuptiActivityGetNextRecord, |buffer, validBufferSizeBytes, record| {
    if buffer.is_null() || record.is_null() {
        return INVALID_PARAMETER;
    }
    // SAFETY: the caller guarantees a pointer to null, or to a record of the buffer.
    let next = unsafe {
        let last = record.read().cast::<u8>();
        if last.is_null() {
            buffer
        } else {
            let kind = last.cast::<CUpti_ActivityKind>().read_unaligned();
            last.add(size_of_record(kind))
        }
    };
    if next as usize - buffer as usize >= validBufferSizeBytes {
        return CUptiResult::CUPTI_ERROR_MAX_LIMIT_REACHED;
    }
    write(record, next.cast())
});

function!(Cupti::cuptiActivityGetNumDroppedRecords, |_context, _streamId, dropped| {
    if dropped.is_null() {
        INVALID_PARAMETER
    } else {
        write(dropped, with(|state| core::mem::take(&mut state.dropped)))
    }
});

/// # Safety
/// The pointer is null or writable.
unsafe fn write<T>(to: *mut T, value: T) -> CUptiResult {
    if to.is_null() {
        return INVALID_PARAMETER;
    }
    // SAFETY: the caller guarantees it.
    unsafe { to.write(value) };
    SUCCESS
}
