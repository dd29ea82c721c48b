//! Files that have the name of a library or header but aren't usable.

use cuda_pathfinder::{CUDA_HEADERS, DRIVER, NVJITLINK, NVRTC};

use crate::machine::{Machine, shared_object};

/// Returns a machine with a broken library in conda, and a usable one in `CUDA_PATH`, which is searched later.
fn with_a_usable_one_after(broken: &[u8]) -> Machine {
    Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit")
        .file("conda/lib/libnvJitLink.so.13", broken)
        .library("toolkit/lib64/libnvJitLink.so.13")
}

/// Asserts that the broken file is skipped, and that the report contains `complaint`.
fn assert_skipped(broken: &[u8], complaint: &str) {
    let machine = with_a_usable_one_after(broken);
    let found = machine.search().load(&NVJITLINK).unwrap();
    assert_eq!(found.path.as_deref(), Some(&*machine.path("toolkit/lib64/libnvJitLink.so.13")));
    let report = machine.search().explain(&NVJITLINK).to_string();
    let line = report.lines().find(|line| line.contains("conda/lib/libnvJitLink.so.13"));
    assert!(line.is_some_and(|line| line.contains(complaint)), "{report}");
}

#[test]
fn a_text_file_is_skipped() {
    assert_skipped(b"not a library, whatever it is called\n", "libnvJitLink.so.13: ");
}

#[test]
fn an_empty_file_is_skipped() {
    assert_skipped(b"", "file too short");
}

#[test]
fn a_truncated_library_is_skipped_without_a_crash() {
    let whole = shared_object();
    assert_skipped(&whole[..whole.len() / 2], "cut off, has ");
    assert_skipped(&whole[..100], "cut off, has 100 of ");
}

#[test]
fn a_library_for_another_processor_is_skipped() {
    let mut foreign = shared_object().to_vec();
    // e_machine of Elf64_Ehdr: EM_SPARC, which CUDA never ran on.
    foreign[18..20].copy_from_slice(&2u16.to_le_bytes());
    assert_skipped(&foreign, "libnvJitLink.so.13: it is for ELF machine 2, and this machine is ");
    foreign[18..20]
        .copy_from_slice(&if cfg!(target_arch = "x86_64") { 183u16 } else { 62 }.to_le_bytes());
    let other = if cfg!(target_arch = "x86_64") { "AArch64" } else { "x86-64" };
    assert_skipped(&foreign, &format!("it is for {other}, and this machine is "));
}

#[test]
fn a_folder_with_the_name_of_a_library_is_skipped() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit")
        .folder("conda/lib/libnvJitLink.so.13")
        .library("toolkit/lib64/libnvJitLink.so.13");
    let found = machine.search().load(&NVJITLINK).unwrap();
    assert_eq!(found.path.as_deref(), Some(&*machine.path("toolkit/lib64/libnvJitLink.so.13")));
}

#[test]
fn a_broken_override_is_an_error() {
    let machine =
        with_a_usable_one_after(b"text").set_path("CUDA_NVJITLINK", "mine.so").file("mine.so", "x");
    let error = machine.search().load(&NVJITLINK).unwrap_err().to_string();
    assert!(error.contains("mine.so: "), "{error}");
    assert!(error.contains("help   correct CUDA_NVJITLINK"), "{error}");
}

#[test]
fn a_library_without_its_companion_is_skipped() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit")
        .library("conda/lib/libnvrtc.so.13")
        .library("conda/lib/libnvrtc-builtins.so.12.4")
        .nvrtc("toolkit/lib64", 12);
    assert_eq!(machine.search().load(&NVRTC).unwrap().soname, "libnvrtc.so.12");
    let report = machine.search().explain(&NVRTC).to_string();
    assert!(
        report.contains("conda/lib/libnvrtc.so.13: no libnvrtc-builtins.so.13.* next to it"),
        "{report}"
    );
}

#[test]
fn a_library_with_a_broken_companion_is_skipped() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit")
        .library("conda/lib/libnvrtc.so.13")
        .file("conda/lib/libnvrtc-builtins.so.13.0", &shared_object()[..200])
        .nvrtc("toolkit/lib64", 13);
    let found = machine.search().load(&NVRTC).unwrap();
    assert_eq!(found.path.as_deref(), Some(&*machine.path("toolkit/lib64/libnvrtc.so.13")));
    let report = machine.search().explain(&NVRTC).to_string();
    assert!(report.contains("libnvrtc-builtins.so.13.0: cut off, has 200 of "), "{report}");
}

#[test]
fn the_companion_may_be_next_to_the_target_of_a_link() {
    let machine = Machine::linux()
        .nvrtc("store", 13)
        .link("conda/lib/libnvrtc.so.13", "store/libnvrtc.so.13")
        .set_path("CONDA_PREFIX", "conda");
    let found = machine.search().load(&NVRTC).unwrap();
    assert_eq!(found.path.as_deref(), Some(&*machine.path("store/libnvrtc.so.13")));
    assert_eq!(found.companion(), Some(&*machine.path("store/libnvrtc-builtins.so.13.0")));
}

#[test]
fn a_folder_with_the_name_of_a_header_is_skipped() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit")
        .folder("conda/include/cuda.h")
        .file("toolkit/include/cuda.h", "");
    let found = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!(found.folder, machine.path("toolkit/include"));
    let report = machine.search().explain_headers(&CUDA_HEADERS).to_string();
    assert!(report.contains("conda/include/cuda.h: not a file"), "{report}");
}

#[test]
fn a_truncated_driver_is_skipped_without_a_crash() {
    let whole = shared_object();
    let machine = Machine::linux()
        .set_path("LD_LIBRARY_PATH", "mine")
        .file("mine/libcuda.so.1", &whole[..whole.len() / 2])
        .library("run/opengl-driver/lib/libcuda.so.1");
    let found = machine.search().load(&DRIVER).unwrap();
    assert_eq!(found.path.as_deref(), Some(&*machine.path("run/opengl-driver/lib/libcuda.so.1")));
}
