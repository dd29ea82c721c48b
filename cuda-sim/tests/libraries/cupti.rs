//! The stand-in for CUPTI: what `cuda-profiler` doesn't ask for.

use std::sync::Mutex;

use cuda_libraries_sys::cupti::*;
use cuda_sim_libraries::cupti;

use crate::run_alone;

/// Calls a function of the table, which succeeds.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = cupti::table().$name.unwrap();
        // SAFETY: tests pass pointers to live values of the right types.
        assert_eq!(unsafe { function($($argument),*) }, CUptiResult::CUPTI_SUCCESS);
    }};
}

type E = CUpti_ExternalCorrelationKind;

/// Kinds, correlations, and external kinds and numbers, of all records.
static SEEN: Mutex<Vec<(CUpti_ActivityKind, u32, u32, u64)>> = Mutex::new(Vec::new());

unsafe extern "C" fn request(buffer: *mut *mut u8, size: *mut usize, most: *mut usize) {
    let new = vec![0_u64; 4096].leak();
    // SAFETY: the stand-in passes where these go.
    unsafe {
        buffer.write(new.as_mut_ptr().cast());
        size.write(size_of_val(new));
        most.write(0);
    }
}

unsafe extern "C" fn complete(_: CUcontext, _: u32, buffer: *mut u8, _: usize, valid: usize) {
    let next = cupti::table().cuptiActivityGetNextRecord.unwrap();
    let mut record = core::ptr::null_mut();
    // SAFETY: the buffer has so many bytes of records, which are of external numbers or of calls.
    unsafe {
        while next(buffer, valid, &raw mut record) == CUptiResult::CUPTI_SUCCESS {
            let kind = record.cast::<CUpti_ActivityKind>().read_unaligned();
            let seen = match kind {
                CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION => {
                    let correlation =
                        record.cast::<CUpti_ActivityExternalCorrelation>().read_unaligned();
                    (
                        kind,
                        correlation.correlationId,
                        correlation.externalKind.0,
                        correlation.externalId,
                    )
                }
                _ => {
                    let call = record.cast::<CUpti_ActivityAPI>().read_unaligned();
                    (kind, call.correlationId, call.cbid, call.start)
                }
            };
            SEEN.lock().unwrap().push(seen);
        }
    }
}

#[test]
fn calls_have_the_numbers_that_the_program_gave_them_and_the_times_of_its_clock() {
    let output = run_alone("cupti::numbered", &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

unsafe extern "C" fn clock() -> u64 {
    77
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn numbered() {
    let context = cuda_sim::driver().unwrap().device(0).unwrap().primary_context().unwrap();
    let stream = context.stream().unwrap();
    call!(cuptiActivityRegisterCallbacks(Some(request), Some(complete)));
    call!(cuptiActivityRegisterTimestampCallback(Some(clock)));
    let kind = CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
    call!(cuptiActivityEnable(kind));
    // One call alone is recorded.
    let query = CUpti_driver_api_trace_cbid::CUPTI_DRIVER_TRACE_CBID_cuStreamQuery.0;
    call!(cuptiActivityEnableDriverApi(query, 1));
    let [first, second] =
        [E::CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, E::CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1];
    assert!(stream.query().unwrap());
    for (kind, id) in [(first, 5), (second, 6), (first, 7)] {
        call!(cuptiActivityPushExternalCorrelationId(kind, id));
    }
    assert!(stream.query().unwrap());
    let mut last = 0;
    call!(cuptiActivityPopExternalCorrelationId(first, &raw mut last));
    assert_eq!(last, 7);
    call!(cuptiActivityPopExternalCorrelationId(second, core::ptr::null_mut()));
    stream.synchronize().unwrap();
    call!(cuptiActivityFlushAll(0));

    let seen = SEEN.lock().unwrap();
    let calls: Vec<_> = seen.iter().filter(|record| record.0 != kind).collect();
    assert_eq!(calls.len(), 2, "{seen:?}");
    assert!(calls.iter().all(|call| (call.2, call.3) == (query, 77)), "{seen:?}");
    let records_of = |correlation: u32| {
        let all = seen.iter().filter(|record| record.0 == kind && record.1 == correlation);
        all.map(|record| (record.2, record.3)).collect::<Vec<_>>()
    };
    assert_eq!(records_of(calls[0].1), []);
    assert_eq!(records_of(calls[1].1), [(second.0, 6), (first.0, 7)]);
    // The wait has the number that is left.
    assert!(
        seen.iter().any(|record| record.1 > calls[1].1 && (record.2, record.3) == (first.0, 5)),
        "{seen:?}"
    );
}
