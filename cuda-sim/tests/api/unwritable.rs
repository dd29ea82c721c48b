//! Programs whose standard error or output can't be written.
#![cfg(unix)]

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

use cuda_driver::sys::CUresult;

use crate::kernels::{STORE, launch, load};
use crate::{TestDevice, alone, code};

/// `stop()` executes `trap`.
const TRAP: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry stop() { trap; ret; }
";

/// `hello(n)` prints a text.
const PRINTF: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[4] = {104, 105, 10, 0};
.visible .entry hello(.param .u64 n)
{
    .reg .b64 %d<3>; .reg .b32 %r;
    mov.u64 %d1, text; cvta.global.u64 %d1, %d1;
    mov.u64 %d2, 0;
    {
        .param .b64 format; st.param.b64 [format], %d1;
        .param .b64 arguments; st.param.b64 [arguments], %d2;
        .param .b32 result;
        call.uni (result), vprintf, (format, arguments);
        ld.param.b32 %r, [result];
    }
    ret;
}
";

/// How long a test may take that ends in a moment or never.
const LIMIT: Duration = Duration::from_secs(100);

/// Returns files that no byte can be written to: a full disk, and a pipe without a reader.
fn unwritable() -> Vec<Stdio> {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut files = vec![writer.into()];
    if cfg!(target_os = "linux") {
        files.push(File::create("/dev/full").unwrap().into());
    }
    files
}

/// Runs one test of this program in a separate process that can't write to standard error; it must end and pass.
fn ends_without_standard_error(name: &str, variables: &[(&str, &str)]) {
    for stderr in unwritable() {
        let mut child =
            alone(name, variables).stdout(Stdio::piped()).stderr(stderr).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let (done, is_done) = channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stdout.read_to_string(&mut text);
            let _ = done.send(text);
        });
        let text = is_done.recv_timeout(LIMIT);
        if text.is_err() {
            child.kill().unwrap();
        }
        let status = child.wait().unwrap();
        let text = text.expect("the process ends");
        assert!(status.success() && text.contains("1 passed"), "{text}");
    }
}

#[test]
fn an_illegal_access_ends_waits_without_standard_error() {
    ends_without_standard_error("unwritable::alone_with_an_illegal_access", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_an_illegal_access() {
    fails(STORE, c"store", CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn a_trap_ends_waits_without_standard_error() {
    ends_without_standard_error("unwritable::alone_with_a_trap", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_trap() {
    fails(TRAP, c"stop", CUresult::CUDA_ERROR_LAUNCH_FAILED);
}

/// Launches a kernel that fails with this code, which all ways of waiting must return.
fn fails(ptx: &CStr, name: &CStr, expected: CUresult) {
    let sim = TestDevice::new();
    let function = call!(sim.raw, cuModuleGetFunction(load(sim.raw, ptx), name)).unwrap();
    let stream = sim.stream(1);
    let event = call!(sim.raw, cuEventCreate(0)).unwrap();
    launch(sim.raw, function, 1, 1, stream, &mut 8).unwrap();
    // A brief fault may already have happened.
    let _ = call!(sim.raw, cuEventRecord(event, stream));
    for wait in [
        code(call!(sim.raw, cuStreamSynchronize(stream))),
        code(call!(sim.raw, cuEventSynchronize(event))),
        code(call!(sim.raw, cuCtxSynchronize())),
    ] {
        assert_eq!(wait, expected);
    }
    assert!(cuda_sim::last_fault().is_some());
}

#[test]
fn the_choice_of_a_device_needs_no_standard_error() {
    ends_without_standard_error(
        "unwritable::alone_with_a_choice",
        &[("CUDA_TEST_DEVICE", "software")],
    );
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_choice() {
    cuda_sim::gpu_or_software().unwrap();
}

#[test]
fn other_messages_need_no_standard_error() {
    ends_without_standard_error("unwritable::alone_with_messages", &[("CUDA_SIM_LEAKS", "1")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_messages() {
    let sim = TestDevice::new();
    let load =
        |image: &CStr| code(call!(sim.raw, cuModuleLoadData(image.as_ptr().cast::<c_void>())));
    assert_eq!(load(c"\x7fELF"), CUresult::CUDA_ERROR_INVALID_IMAGE);
    assert_eq!(
        load(c".version 9.9\n.target sm_75\n.address_size 64\n"),
        CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    );
    let unsupported = cuda_sim::driver_table().cuMulticastUnbind.unwrap();
    // SAFETY: the call is refused before it reads its arguments.
    let answer = unsafe { unsupported(0, 0, 0, 0) };
    assert_eq!(answer, CUresult::CUDA_ERROR_NOT_SUPPORTED);
    // A living object.
    sim.stream(1);
    sim.context.destroy().unwrap();
}

#[test]
fn a_kernel_prints_to_a_closed_standard_output() {
    let mut child = alone("unwritable::alone_with_printf", &[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The test harness doesn't start without it.
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("running") {
        assert_ne!(stdout.read_line(&mut line).unwrap(), 0);
    }
    drop(stdout);
    // This ends what the process reads.
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("all is well"), "{error}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_printf() {
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let sim = TestDevice::new();
    let function = call!(sim.raw, cuModuleGetFunction(load(sim.raw, PRINTF), c"hello")).unwrap();
    launch(sim.raw, function, 1, 1, null_mut(), &mut 0).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    // The test harness can't say so any more.
    eprintln!("all is well");
}
