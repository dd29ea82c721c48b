//! That a profiler gets what a program marks.

use std::process::Command;

use cudarc::nvtx::{Event, Payload, mark, name_category, result, scoped_range, sys};

/// Returns what the test below prints, with the library of a profiler.
fn output(profiler: &std::path::Path) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "nvtx::a_program"])
        .env("NVTX_INJECTION64_PATH", profiler)
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && out.contains("1 passed"), "{out}");
    out
}

#[test]
fn a_profiler_gets_ranges_and_marks() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("profiler.so");
    let source = "tests/cudarc/nvtx/profiler.c";
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let status = Command::new(compiler)
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(source)
        .status()
        .unwrap();
    assert!(status.success());
    let out = output(&library);
    let lines = [
        "category 3 steps",
        "mark plain category 0 color 0 0 payload 0 0 1",
        "start step category 3 color 1 ffff0000 payload 3 2.5 1",
        "push inner",
        "pop",
        "end 7",
        "start whole category 0 color 0 0 payload 0 0 1",
        "end 7",
        "domain own",
        "tracked 0 0, a profiler: true",
    ];
    assert!(out.contains(&lines.join("\n")), "{out}");
}

#[test]
fn without_a_profiler_calls_do_nothing() {
    let out = output(std::path::Path::new("/nothing"));
    assert!(out.contains("tracked -2 -2, a profiler: false"), "{out}");
}

#[test]
#[ignore = "run in a separate process"]
fn a_program() {
    // C's output isn't that of Rust, and comes last.
    println!();
    name_category(3, "steps");
    mark("plain\0 and what C doesn't see");
    let mut event = Event::message("step");
    event.category(3).argb(0xffff_0000).payload(Payload::F64(2.5));
    let range = event.range();
    let (push, pop) = (result::range_push("inner"), result::range_pop());
    drop(range);
    drop(scoped_range("whole"));
    // SAFETY: they take a text, or nothing.
    let is_there = unsafe {
        sys::nvtxDomainCreateA(c"own".as_ptr());
        sys::is_culib_present()
    };
    // SAFETY: no other thread writes; null is all files.
    unsafe { fflush(core::ptr::null_mut()) };
    println!("tracked {push} {pop}, a profiler: {is_there}");
}

unsafe extern "C" {
    fn fflush(file: *mut core::ffi::c_void) -> core::ffi::c_int;
}
