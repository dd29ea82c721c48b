//! The examples of `cuda-driver`: each succeeds, and each of its driver calls can fail.

use std::error::Error;
use std::process::Command;

use cuda_driver::{Driver, driver::Symbol, sys::CUresult};
use cuda_rust::options;

use crate::allocations;
use crate::costs::instrumented;
use crate::device::{TestDevice, with_device};
use crate::{kernels, pairs};

type Example = fn(&Driver) -> Result<(), Box<dyn Error>>;

/// Runs an example on a new thread, because a failed call may leave a context current.
fn on_a_new_thread(driver: Driver, example: Example) -> Result<(), String> {
    std::thread::scope(|scope| {
        scope
            .spawn(|| example(&driver).map_err(|error| error.to_string()))
            .join()
            .expect("no failure is a panic")
    })
}

/// Makes driver calls of an example fail, one in each run: every third, or each with the option `faults=1`;
/// `the_device_works` afterwards.
fn each_call_can_fail(device: &TestDevice, example: Example) {
    let instrument = instrumented(device);
    // SAFETY: the table wraps that of the device.
    let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
    on_a_new_thread(driver, example).unwrap();
    cuda_driver::stream::wait_for_deferred();
    instrument.reset();
    on_a_new_thread(driver, example).unwrap();
    cuda_driver::stream::wait_for_deferred();
    let calls = u32::try_from(instrument.all_calls()).unwrap();
    let mut errors = 0;
    for nth in (1..=calls).step_by(options::number("faults", 3)) {
        instrument.reset();
        instrument.fail_any(nth, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        errors += u32::from(on_a_new_thread(driver, example).is_err());
        cuda_driver::stream::wait_for_deferred();
        pairs::all_was_destroyed_once(&instrument, || format!("call {nth} of {calls}"));
    }
    assert!(errors > 0, "no failure was noticed");
    instrument.reset();
    on_a_new_thread(driver, example).expect("the device works afterwards");
}

macro_rules! examples {
    ($($name:ident $path:literal)*) => {
        $(
            #[path = $path]
            #[allow(dead_code, reason = "its main is not called")]
            mod $name;
        )*

        mod do_what_they_say {$(
            #[test]
            fn $name() {
                if super::kernels::ptx().is_none() { return }
                super::with_device(None, |device| super::$name::run(&device.driver).unwrap());
            }
        )*}

        mod each_call_can_fail {$(
            #[test]
            fn $name() {
                if super::kernels::ptx().is_none() { return }
                super::with_device(None, |device| super::each_call_can_fail(device, super::$name::run));
            }
        )*}
    };
}

examples! {
    decoding_loop "../../cuda-driver/examples/decoding_loop.rs"
    diagnostics "../../cuda-driver/examples/diagnostics.rs"
    green_context "../../cuda-driver/examples/green_context.rs"
    growing_array "../../cuda-driver/examples/growing_array.rs"
    linked_library "../../cuda-driver/examples/linked_library.rs"
    memory_operations "../../cuda-driver/examples/memory_operations.rs"
    pitched_image "../../cuda-driver/examples/pitched_image.rs"
    pipeline "../../cuda-driver/examples/pipeline.rs"
    pool "../../cuda-driver/examples/pool.rs"
    ptx_file "../../cuda-driver/examples/ptx_file.rs"
    reduction "../../cuda-driver/examples/reduction.rs"
    rust_kernel "../../cuda-driver/examples/rust_kernel/main.rs"
    structure_argument "../../cuda-driver/examples/structure_argument.rs"
    template "../../cuda-driver/examples/template.rs"
    texture_filter "../../cuda-driver/examples/texture_filter.rs"
    tensor_map "../../cuda-driver/examples/tensor_map.rs"
    while_loop "../../cuda-driver/examples/while_loop.rs"
}

#[path = "../../cuda-driver/examples/graph.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod graph;
#[path = "../../cuda-driver/examples/overlapped_copies.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod overlapped_copies;

// If a wait fails, or a context can't be popped, these leak objects, and the driver keeps the context.
#[test]
fn a_run_of_a_pipeline_is_two_calls_and_a_changed_parameter_one() {
    with_device(None, |device| {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let mut pipeline = pipeline::Pipeline::new(&device.context, 100).unwrap();
        pipeline.set_factor(2.0).unwrap();
        // The first run creates the event that later ones reuse.
        let run = pipeline.run(&device.stream).unwrap();
        let mut pipeline = pipeline::block_on(run).unwrap();
        let mut run = None;
        let (mut calls, _) = allocations::cost(&instrument, || {
            pipeline.input().fill(3.0);
            pipeline.set_factor(4.0).unwrap();
            run = Some(pipeline.run(&device.stream).unwrap());
        });
        // The graph's context is made current, and the one before it again.
        calls.retain(|(call, _)| !call.to_string().starts_with("cuCtx"));
        let set = Symbol::cuGraphExecKernelNodeSetParams_v2;
        assert_eq!(calls, [(Symbol::cuEventRecord, 1), (set, 1), (Symbol::cuGraphLaunch, 1)]);
        assert_eq!(pipeline::block_on(run.unwrap()).unwrap().output(), [6.0; 100]);
    });
}

#[test]
fn the_graph_example_works() {
    with_device(None, |device| graph::run(&device.driver).unwrap());
}

#[test]
fn the_overlapped_copies_example_works() {
    with_device(None, |device| overlapped_copies::run(&device.driver).unwrap());
}

#[path = "../../cuda-driver/examples/two_processes.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod two_processes;

/// Runs the example with this program as the second process.
fn with_a_second_process(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let mut other = Command::new(std::env::current_exe()?);
    other.args(["--exact", "--ignored", "examples::is_the_second_process", "--nocapture"]);
    two_processes::run(driver, other)
}

#[test]
#[ignore = "run in a separate process"]
fn is_the_second_process() {
    with_device(None, |device| with_a_second_process(&device.driver).unwrap());
}

#[test]
fn the_two_processes_example_works() {
    with_device(None, |device| with_a_second_process(&device.driver).unwrap());
}

#[test]
fn each_call_of_the_first_of_two_processes_can_fail() {
    with_device(None, |device| each_call_can_fail(device, with_a_second_process));
}

#[path = "../../cuda-driver/examples/raw.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod raw;

/// After an error, it leaves objects to the end of its process, as it says.
#[test]
fn raw_does_what_it_says() {
    if kernels::ptx().is_none() {
        return;
    }
    with_device(None, |device| raw::run(&device.driver).unwrap());
}
