use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

use cuda_driver::sys::CUresult;

use crate::kernels::{STORE, launch, load};
use crate::{TestDevice, alone, code, run_alone};

/// `as(n)` asserts that `n` is greater than zero.
const ASSERT: &str = concat!(include_str!("../kernels/ptx/printf.75.ptx"), "\0");

#[test]
fn a_failed_assertion_is_only_printed_to_standard_error() {
    let output = run_alone("reports::alone_with_a_failed_assertion", &[]);
    let text = "f:3: g: block: [0,0,0], thread: [0,0,0] Assertion `n>0` failed.";
    let (stderr, warned) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(warned.lines().any(|line| line == text), "{warned}");
    assert!(!stderr.contains("Assertion"), "{stderr}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_failed_assertion() {
    let sim = TestDevice::new();
    let module = load(sim.raw, CStr::from_bytes_with_nul(ASSERT.as_bytes()).unwrap());
    let function = call!(sim.raw, cuModuleGetFunction(module, c"as")).unwrap();
    launch(sim.raw, function, 1, 1, null_mut(), &mut 0).unwrap();
    assert_eq!(code(call!(sim.raw, cuCtxSynchronize())), CUresult::CUDA_ERROR_ASSERT);
}

/// `say(n)` prints a line.
const SAY: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[6] = {115, 97, 105, 100, 10, 0};
.visible .entry say(.param .u64 n)
{
    .reg .b64 %f;
    mov.u64 %f, text;
    cvta.global.u64 %f, %f;
    { .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %f; st.param.b64 [a], 0; call (r), vprintf, (f, a); }
    ret;
}
";

#[test]
fn what_a_kernel_prints_is_written_without_another_call() {
    let mut command = alone("reports::alone_with_a_line", &[]);
    let (input, output) = (Stdio::piped(), Stdio::piped());
    let mut process = command.stdin(input).stdout(output).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "said"));
    drop(process.stdin.take());
    assert!(process.wait().unwrap().success());
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_line() {
    let sim = TestDevice::new();
    let say = call!(sim.raw, cuModuleGetFunction(load(sim.raw, SAY), c"say")).unwrap();
    launch(sim.raw, say, 1, 1, null_mut(), &mut 0).unwrap();
    let (closed, waits) = channel();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read(&mut [0]);
        let _ = closed.send(());
    });
    // Until the parent has seen the line.
    waits.recv_timeout(Duration::from_secs(60)).unwrap();
}

#[test]
fn multibyte_characters_in_ptx_do_not_panic() {
    let sim = TestDevice::new();
    let text = STORE.to_bytes();
    for at in 0..text.len() {
        // The second one is the first half of a letter.
        for letter in ["\u{e9}".as_bytes(), b"\xc3"] {
            let text = [&text[..at], letter, &text[at..], b"\0"].concat();
            if let Ok(module) = call!(sim.raw, cuModuleLoadData(text.as_ptr().cast::<c_void>())) {
                call!(sim.raw, cuModuleUnload(module)).unwrap();
            }
        }
    }
}

#[test]
fn what_is_said_about_the_process_is_said_once() {
    let software = [("CUDA_TEST_DEVICE", "software")];
    let output = run_alone("reports::alone_with_notes", &software);
    let stderr = String::from_utf8_lossy(&output.stderr);
    for text in ["running on the software device", "private tables"] {
        assert_eq!(stderr.matches(text).count(), 1, "{text}: {stderr}");
    }
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_notes() {
    let sim = TestDevice::new();
    for _ in 0..2 {
        cuda_sim::gpu_or_software().unwrap();
        let mut id = cuda_driver::sys::CUuuid::default();
        let table = call!(sim.raw, cuGetExportTable(&raw mut id));
        assert_eq!(code(table), CUresult::CUDA_ERROR_INVALID_VALUE);
    }
}
