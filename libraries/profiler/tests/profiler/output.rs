//! The table, JSON, and Chrome's format.

use cuda_driver::Launch;
use cuda_profiler::Trace;

use crate::device::{device, function};

fn trace() -> Trace {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let (empty, increment) = (function(&context, "_Z5emptyv"), function(&context, "increment"));
    let profiled = profiler.profile(&context, || {
        let mut buffer = stream.upload(&vec![1u32; 1024]).unwrap();
        // SAFETY: increment(unsigned *), of as many elements as there are threads.
        unsafe { stream.launch(&increment, Launch::elements(1024, 128), (&mut buffer,)) }.unwrap();
        // SAFETY: it has no parameters.
        unsafe { stream.launch(&empty, Launch::grid(1).block(32), ()) }.unwrap();
        stream.fill(&mut buffer, 0).unwrap();
    });
    profiled.unwrap().1
}

#[test]
fn the_table_fits_80_columns_and_names_everything() {
    let trace = trace();
    let table = trace.to_string();
    for line in table.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
    for part in [
        "2 kernels, 1 copy, 1 fill and",
        "increment",
        "empty()",
        "8 blocks of 128 threads",
        "occupancy 100 %",
        "copy of 4 KiB host to device",
        "fill of 4 KiB of device memory",
        "cuLaunchKernel",
        "1 allocation of 4 KiB",
    ] {
        assert!(table.contains(part), "no {part:?} in\n{table}");
    }
    assert!(!table.contains("NOT ALL"), "{table}");
}

#[test]
fn json_has_every_record() {
    let trace = trace();
    let json: serde_json::Value = serde_json::from_str(&trace.to_json()).unwrap();
    let count = |list: &str| json[list].as_array().unwrap().len();
    assert_eq!((count("kernels"), count("copies"), count("fills")), (2, 1, 1));
    assert_eq!(count("calls"), trace.calls.len());
    assert_eq!(json["kernels"][0]["name"], "increment");
    assert_eq!(json["kernels"][0]["grid"], serde_json::json!([8, 1, 1]));
    assert_eq!(json["copies"][0]["kind"], "HostToDevice");
    assert_eq!(json["dropped"], 0);
}

#[test]
fn the_picture_has_a_row_for_each_stream_and_an_arrow_for_each_launch() {
    let trace = trace();
    let json: serde_json::Value = serde_json::from_str(&trace.to_chrome()).unwrap();
    let events = json["traceEvents"].as_array().unwrap();
    let events_of =
        |kind: &str| events.iter().filter(|event| event["ph"] == kind).collect::<Vec<_>>();
    assert_eq!(events_of("X").len(), 4 + trace.calls.len());
    assert_eq!((events_of("s").len(), events_of("f").len()), (4, 4));
    let kernel = events_of("X").into_iter().find(|event| event["name"] == "increment").unwrap();
    assert_eq!(kernel["pid"], 1);
    assert_eq!(kernel["tid"], trace.kernels[0].place.stream);
    assert_eq!(kernel["args"]["registers"], trace.kernels[0].registers);
    let rows = events_of("M").into_iter().filter(|event| event["name"] == "thread_name").count();
    assert_eq!(rows, 1);
}
