//! Tests the command on the software device alone.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::path::Path;
use std::process::{Command, Output};

fn differential(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cuda-differential"))
        .args(arguments)
        .arg(folder)
        .output()
        .unwrap()
}

#[test]
fn random_control_flow_does_not_depend_on_the_order_of_warps() {
    let scratch = tempfile::tempdir().unwrap();
    let arguments = ["--seeds", "0..60", "--kinds", "control", "--order", "7", "--folder"];
    let output = differential(&arguments, &scratch.path().join("programs"));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}");
    assert!(stdout.contains("      60 the same"), "{stdout}");
}

/// A Python that writes one kernel, which doesn't compile.
#[cfg(unix)]
const PYTHON: &str = r#"#!/bin/sh
echo 'void k(' > "$3/k0.cu"
echo '[{"name": "k0", "options": [], "launch": ""}]' > "$3/kernels.json"
"#;

#[cfg(unix)]
#[test]
fn a_kernel_that_does_not_compile_is_counted_and_fails_the_command() {
    use std::os::unix::fs::PermissionsExt;

    if let Err(error) = nvrtc::Nvrtc::load() {
        return cuda_rust::skip(error);
    }
    if std::env::var_os("CUDA_HEADERS").is_none() {
        return cuda_rust::skip("CUDA_HEADERS is not set");
    }
    let scratch = tempfile::tempdir().unwrap();
    let python = scratch.path().join("python");
    std::fs::write(&python, PYTHON).unwrap();
    std::fs::set_permissions(&python, PermissionsExt::from_mode(0o755)).unwrap();
    let folder = scratch.path().join("programs");
    let output = Command::new(env!("CARGO_BIN_EXE_cuda-differential"))
        .args(["make", "--seeds", "0..1", "--kinds", "kernels"])
        .arg(&folder)
        .env("PYTHON", &python)
        .output()
        .unwrap();
    assert!(!output.status.success(), "{output:?}");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let wanted = format!("0 programs and 1 that don't compile in {}\n", folder.display());
    assert_eq!(stdout, wanted);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("k0: NVRTC "), "{stderr}");
}

#[test]
fn a_failing_program_is_reduced() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("programs");
    std::fs::create_dir(&folder).unwrap();
    let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .align 4 .b8 d[64])\n{\n\
        .reg .b32 %r<4>;\n.reg .b64 %l<4>;\nmov.u32 %r0, %tid.x;\nadd.u32 %r1, %r0, 1;\nmov.u64 %l0, 64;\n\
        mul.lo.u32 %r1, %r1, %r1;\nst.global.u32 [%l0], %r0;\nadd.u32 %r2, %r1, %r0;\nret;\n}\n";
    std::fs::write(folder.join("bad.ptx"), ptx).unwrap();
    std::fs::write(folder.join("in.bin"), [0; 64]).unwrap();
    let line = "bad bad.ptx k 1 1 1 32 1 1 0 1 0 in.bin 64 64 exact\n";
    std::fs::write(folder.join("bad.man"), line).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cuda-differential"))
        .arg("reduce")
        .arg(&folder)
        .arg("bad")
        .output()
        .unwrap();
    let small = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{small}");
    assert!(small.contains("st.global.u32 [%l0], %r0;"), "{small}");
    assert!(small.contains("mov.u64 %l0, 64;"), "{small}");
    assert!(!small.contains("mul.lo") && !small.contains("add.u32"), "{small}");
}

#[test]
fn records_are_compared_by_program() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("programs");
    let program_output = differential(&["make", "--seeds", "0..5", "--kinds", "control"], &folder);
    assert!(program_output.status.success());
    let record = scratch.path().join("answers.tsv");
    let recorded = Command::new(env!("CARGO_BIN_EXE_cuda-differential"))
        .arg("record")
        .arg(&folder)
        .args(["--software", "--to"])
        .arg(&record)
        .output()
        .unwrap();
    assert!(recorded.status.success());
    let text = std::fs::read_to_string(&record).unwrap();
    let other = scratch.path().join("other.tsv");
    // A line has several results.
    let (first, _) = text.split_once("\t\t").unwrap();
    std::fs::write(&other, first).unwrap();
    let compare = |expected: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cuda-differential"));
        command.arg("compare").arg(&folder).arg(&record).arg(expected);
        let output = command.output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (right, stdout) = compare(&record);
    assert!(right && stdout.contains("       5 the same"), "{stdout}");
    let (right, stdout) = compare(&other);
    assert!(right && stdout.contains("       4 without an answer"), "{stdout}");
    let hash = first.split(['\t', ' ']).nth_back(1).unwrap();
    std::fs::write(&other, text.replace(hash, "0000000000000001")).unwrap();
    let (right, stdout) = compare(&other);
    assert!(!right && stdout.contains("is expected"), "{stdout}");
}

#[test]
fn random_driver_calls_neither_crash_nor_hang() {
    let output = Command::new(env!("CARGO_BIN_EXE_cuda-differential"))
        .args(["calls", "--seeds", "0..4", "--count", "5000"])
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}");
    assert_eq!(stdout.matches(" of them successful").count(), 4, "{stdout}");
}
