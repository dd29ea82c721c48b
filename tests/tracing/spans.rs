//! What `cuda-driver` reports to a program's subscriber.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt;
use std::sync::{Arc, Mutex};

use cuda_driver::{Launch, context::ContextFlags};
use cuda_profiler::{Profiler, SpanLayer};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

const PTX: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry nothing() { ret; }
";

/// Collects the names of spans, and the fields of events.
#[derive(Default, Clone)]
struct Names(Arc<Mutex<Vec<String>>>);

impl Names {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push_str(&format!("{}={value:?} ", field.name()));
    }
}

impl Subscriber for Names {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("cuda_driver")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut names = self.0.lock().unwrap();
        names.push(span.metadata().name().to_owned());
        Id::from_u64(names.len() as u64)
    }

    fn event(&self, event: &Event<'_>) {
        let mut text = String::new();
        event.record(&mut Fields(&mut text));
        self.0.lock().unwrap().push(text);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn what_takes_time_is_a_span_named_after_the_drivers_function() {
    let names = Names::default();
    tracing::subscriber::with_default(names.clone(), || {
        let device = cuda_sim::driver().unwrap().device(0).unwrap();
        let context = device.primary_context().unwrap();
        assert_eq!(names.take(), ["cuDevicePrimaryCtxRetain"]);
        let other = device.create_context(ContextFlags::empty()).unwrap();
        assert_eq!(names.take(), ["cuCtxCreate"]);
        let module = context.load_ptx(PTX).unwrap();
        assert_eq!(names.take(), ["cuModuleLoadDataEx"]);
        names.take();
        let stream = context.stream().unwrap();
        let nothing = module.function("nothing").unwrap();
        names.take();
        // SAFETY: nothing()
        unsafe { stream.launch(&nothing, Launch::grid(3).block(64), ()) }.unwrap();
        let launched = names.take();
        assert!(launched[0].contains("message=launch"), "{launched:?}");
        assert!(launched[0].contains("64"), "{launched:?}");
        stream.synchronize().unwrap();
        assert_eq!(names.take(), ["cuStreamSynchronize"]);
        context.event().unwrap().synchronize().unwrap();
        assert!(names.take().contains(&"cuEventSynchronize".to_owned()));
        other.synchronize().unwrap();
        assert!(names.take().contains(&"cuCtxSynchronize".to_owned()));
    });
}

#[test]
fn spans_are_in_a_profile_with_the_calls_of_their_thread() {
    use tracing_subscriber::prelude::*;

    let device = cuda_sim::driver().unwrap().device(0).unwrap();
    let context = device.primary_context().unwrap();
    let stream = context.stream().unwrap();
    let profiler = Profiler::from_table(cuda_sim_libraries::cupti::table());
    tracing::subscriber::with_default(tracing_subscriber::registry().with(SpanLayer), || {
        let before = tracing::info_span!("before").entered();
        let ((), trace) = profiler
            .profile(&context, || {
                drop(before);
                let _span = tracing::info_span!("step").entered();
                stream.synchronize().unwrap();
            })
            .unwrap();
        let names = trace.markers.iter().map(|marker| &*marker.name);
        assert_eq!(names.collect::<Vec<_>>(), ["step", "cuStreamSynchronize"]);
        let step = &trace.markers[0];
        assert_eq!(step.domain.as_deref(), Some("tracing"));
        let mut calls = trace.calls.iter();
        let call = calls.find(|call| Some(call.thread) == step.thread).unwrap();
        assert_eq!(&*call.name, "cuStreamSynchronize");
        assert!(step.time.start <= call.time.start && call.time.end <= step.time.end);
    });
}

#[test]
fn a_failed_call_is_an_event_with_the_error() {
    let names = Names::default();
    tracing::subscriber::with_default(names.clone(), || {
        let context = cuda_sim::driver().unwrap().device(0).unwrap();
        let context = context.primary_context().unwrap();
        context.stream().unwrap().alloc::<u8>(1 << 60).unwrap_err();
        let reported = names.take().join("\n");
        assert!(reported.contains("CUDA_ERROR_OUT_OF_MEMORY (2)"), "{reported}");
    });
}
