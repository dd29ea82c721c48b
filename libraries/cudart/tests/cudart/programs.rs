//! The libraries that the archive becomes: the names that they export, and a program that nvcc compiled.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_pathfinder::{NVCC, Search};
use cuda_runtime::{Release, names};
use cuda_rust::{built, skip};
use tempfile::TempDir;

#[test]
fn each_release_exports_the_listed_names() {
    let mut text = String::new();
    let releases = Release::ALL.map(Release::exports);
    let mut all = names();
    all.sort_unstable();
    for name in all {
        let exports_of = |exports: &Vec<(&'static str, &'static str)>| {
            let found = exports.iter().find(|(exported, _)| *exported == name);
            found.map_or("-", |(_, function)| *function)
        };
        let [of_11, of_12, of_13] = releases.each_ref().map(exports_of);
        writeln!(text, "{name} {of_11} {of_12} {of_13}").unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports.txt");
    if updates() {
        fs::write(&file, &text).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap();
    for (expected, is) in listed.lines().zip(text.lines()) {
        assert_eq!(is, expected, "CUDA_TEST_OPTIONS=update writes {}", file.display());
    }
    assert_eq!(text.len(), listed.len());
}

#[test]
fn a_name_is_exported_once() {
    for release in Release::ALL {
        let mut exported: Vec<&str> = release.exports().iter().map(|(name, _)| *name).collect();
        exported.sort_unstable();
        let all = exported.len();
        exported.dedup();
        assert_eq!(exported.len(), all, "{release:?}");
    }
}

/// Returns a folder with the driver and the runtime's libraries.
pub(crate) fn libraries() -> TempDir {
    let folder = TempDir::new().unwrap();
    if env::var_os("CUDA_DRIVER").is_none() {
        built::write_software_driver(folder.path()).unwrap();
    }
    let status = Command::new(env!("CARGO_BIN_EXE_link-cudart"))
        .args([&archive(), folder.path()])
        .status()
        .unwrap();
    assert!(status.success(), "{status}");
    folder
}

/// Builds the archive.
fn archive() -> PathBuf {
    let link = Path::new(env!("CARGO_BIN_EXE_link-cudart"));
    // Cargo leaves the archive of a tested package among its dependencies.
    let target = link.ancestors().nth(2).unwrap();
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--quiet", "--package", env!("CARGO_PKG_NAME"), "--lib"]);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let status = build
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", target)
        .status()
        .unwrap();
    assert!(status.success(), "{status}");
    link.with_file_name("libcuda_runtime.a")
}

/// Returns the folder of nvcc, if there is one.
fn nvcc() -> Option<PathBuf> {
    if let Some(file) = env::var_os("NVCC") {
        return Some(file.into());
    }
    match Search::new().tool(&NVCC) {
        Ok(found) => Some(found),
        Err(error) => {
            skip(error.to_string().lines().next().unwrap_or_default());
            None
        }
    }
}

/// What a program did.
struct ProgramOutput {
    stdout: String,
    stderr: String,
}

/// Returns whether expected output is to be written instead of compared.
fn updates() -> bool {
    env::var("CUDA_TEST_OPTIONS").is_ok_and(|options| options == "update")
}

/// Compiles files of `tests/cudart/programs`, and runs the program with these libraries; it must end without an error.
fn run(nvcc: &Path, libraries: &Path, sources: &[&str], options: &[&str]) -> ProgramOutput {
    run_with("shared", nvcc, libraries, sources, options)
}

/// The same, linked with our shared runtime, or with NVIDIA's static one.
fn run_with(
    runtime: &str,
    nvcc: &Path,
    libraries: &Path,
    sources: &[&str],
    options: &[&str],
) -> ProgramOutput {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cudart/programs");
    let program = libraries.join(sources[0]).with_extension("exe");
    let output = Command::new(nvcc)
        .args(["-std=c++17", "-arch=compute_75", "-cudart", runtime, "-L"])
        .arg(libraries)
        .args(options)
        .args(sources.iter().map(|source| folder.join(source)))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(&program).env("LD_LIBRARY_PATH", libraries).output().unwrap();
    let ran = ProgramOutput {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    assert!(output.status.success(), "{}: {}{}", output.status, ran.stdout, ran.stderr);
    ran
}

/// Compares what programs print with the file of each.
fn compare(programs: &[(&[&str], &[&str])]) {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let libraries = libraries();
    let mut wrong = String::new();
    for (sources, options) in programs {
        let ran = run(&nvcc, libraries.path(), sources, options);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cudart/programs");
        let file = file.join(sources[0]).with_extension("txt");
        if updates() {
            fs::write(&file, &ran.stdout).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap();
        differences(&file, &expected, &ran.stdout, &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Adds the lines of a file that a program printed otherwise.
fn differences(file: &Path, expected: &str, printed: &str, wrong: &mut String) {
    for (number, (expected, is)) in expected.lines().zip(printed.lines()).enumerate() {
        if expected != is {
            let (file, line) = (file.display(), number + 1);
            writeln!(wrong, "{file}:{line}\n  expected {expected}\n  printed  {is}").unwrap();
        }
    }
    let lines = [expected, printed].map(|text| text.lines().count());
    if lines[0] != lines[1] {
        writeln!(wrong, "{}: {lines:?} lines", file.display()).unwrap();
    }
}

#[test]
fn a_program_of_nvcc_runs_with_the_shared_runtime() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let ran = run(&nvcc, libraries().path(), &["saxpy.cu"], &[]);
    let expected = "launch: no error\nsync: cudaSuccess\nwrong 0 count 10000 total 6 major 9\n\
        peek: cudaErrorInvalidValue\nlast: cudaErrorInvalidValue\nagain: cudaSuccess\n\
        absent: cudaErrorNotSupported\n";
    assert_eq!(ran.stdout, expected, "{}", ran.stderr);
    let lines = ran.stderr.matches("cudaGLGetDevices was called").count();
    assert_eq!(lines, 1, "{}", ran.stderr);
}

/// NVIDIA's static runtime, which becomes a part of the program.
#[cfg(target_os = "linux")]
#[test]
fn programs_do_the_same_with_the_runtime_that_nvcc_links() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    // Wheels have it in a folder that nvcc doesn't look into.
    let folder = nvcc.ancestors().nth(2).unwrap();
    let archive = ["lib64", "lib"].map(|lib| folder.join(lib).join("libcudart_static.a"));
    let Some(archive) = archive.iter().find(|archive| archive.exists()) else {
        return skip("nvcc has no libcudart_static.a");
    };
    let search = format!("-L{}", archive.parent().unwrap().display());
    let libraries = libraries();
    let mut wrong = String::new();
    for program in ["calls", "exits", "graphs", "ipc", "managed", "mistakes", "textures"] {
        let source = format!("{program}.cu");
        let ran = run_with("static", &nvcc, libraries.path(), &[&source], &[&search]);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cudart/programs").join(source);
        let expected = fs::read_to_string(file.with_extension("txt")).unwrap();
        differences(&file, &expected, &ran.stdout, &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn calls_return_what_is_expected() {
    compare(&[(&["calls.cu"], &[])]);
}

#[test]
fn errors_are_remembered_until_they_are_asked_for_or_the_device_is_reset() {
    compare(&[(&["errors.cu"], &[])]);
}

#[test]
fn mistakes_have_the_codes_of_a_gpu() {
    compare(&[(&["mistakes.cu"], &[])]);
}

#[test]
fn managed_variables_are_symbols() {
    compare(&[(&["managed.cu"], &[])]);
}

#[test]
fn what_is_registered_after_the_first_call_works_while_the_process_exits() {
    compare(&[(&["exits.cu"], &[])]);
}

#[test]
fn textures_and_surfaces_read_what_they_were_created_for() {
    compare(&[(&["textures.cu"], &[])]);
}

#[test]
fn graphs_are_captured_built_and_changed() {
    compare(&[(&["graphs.cu"], &[])]);
}

#[test]
fn code_of_several_files_is_linked() {
    compare(&[(&["separate.cu", "separate_other.cu"], &["-rdc=true"])]);
}

#[cfg(target_os = "linux")]
#[test]
fn processes_share_memory_and_events() {
    compare(&[(&["ipc.cu"], &[])]);
}

/// As for the archive, `rustc` of another version than this test's may not do.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_links_the_archive_starts_without_cuda() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let archive = archive();
    let libraries = libraries();
    let folder = libraries.path();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cudart/programs");
    let done = |command: &mut Command| {
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {stderr}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    done(
        Command::new(nvcc)
            .args(["-arch=compute_75", "-lib", "-o"])
            .arg(folder.join("libkernels.a"))
            .arg(sources.join("kernels.cu")),
    );
    let program = folder.join("program");
    let search = |folder: &Path| format!("native={}", folder.display());
    done(
        Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition", "2024", "-l", "static=kernels"])
            .args(["-l", "static=cuda_runtime", "-l", "stdc++"])
            .args(["-L", &search(folder)])
            .args(["-L", &search(archive.parent().unwrap())])
            .arg("-o")
            .arg(&program)
            .arg(sources.join("links_archive.rs")),
    );
    // Nothing of CUDA is needed to start; without a driver, the first call fails.
    let needed = done(Command::new("ldd").arg(&program));
    assert!(!needed.contains("cuda"), "{needed}");
    let run = |driver: &Path| {
        let mut command = Command::new(&program);
        done(command.env("CUDA_DRIVER", driver))
    };
    let missing = run(&folder.join("nothing"));
    assert_eq!(missing, "35 1 99\n");
    let driver = env::var_os("CUDA_DRIVER").map(PathBuf::from);
    let driver = driver.unwrap_or_else(|| folder.join("libcuda.so.1"));
    assert_eq!(run(&driver), "0 3 297\n");
}
