//! Tests with this machine's loader in this process.

use std::path::Path;
use std::process::Command;

use cuda_pathfinder::{
    CUDART, Environment, NVFATBIN, NVJITLINK, NVRTC, NVRTC_BUILTINS, Place, Search,
};
use tempfile::TempDir;

use crate::machine::{self, Machine};

#[test]
fn loaded_libraries_precede_the_override() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().canonicalize().unwrap().join("anything.so");
    machine::compile(&path, &["-Wl,-soname,libnvfatbin.so.13"]);
    // SAFETY: the library has no initializers.
    let _loaded = unsafe { libloading::Library::new(&path) }.unwrap();

    let environment = Environment::current().set("CUDA_NVFATBIN", folder.path().join("gone"));
    let found = Search::with_environment(environment).load(&NVFATBIN).unwrap();
    assert_eq!(found.place, Place::AlreadyLoaded);
    assert_eq!(found.path, Some(path));
}

#[test]
fn explain_does_not_find_the_libraries_that_it_has_tried() {
    let machine = Machine::linux().folder("conda/lib");
    let path = machine.path("conda/lib/libcudart.so.12");
    machine::compile(&path, &["-Wl,-soname,libcudart.so.12"]);
    let environment = Environment::current().set("CONDA_PREFIX", machine.path("conda"));
    let report = Search::with_environment(environment).explain(&CUDART);
    let places = report.attempts.iter().filter(|attempt| attempt.usable() == Some(path.as_path()));
    let places: Vec<_> = places.map(|attempt| attempt.place).collect();
    assert_eq!(places, [Place::Conda], "{report}");
}

#[test]
fn the_companion_stays_loaded_under_its_soname() {
    let machine = Machine::linux()
        .set_path("CUDA_NVRTC", "lib/libnvrtc.so.11.2")
        .library("lib/libnvrtc.so.11.2");
    machine::compile(
        &machine.path("lib/libnvrtc-builtins.so.11.3"),
        &["-Wl,-soname,libnvrtc-builtins.so.11.3"],
    );
    drop(machine.search().load(&NVRTC).unwrap());
    // NVRTC loads it by name, long afterwards.
    let builtins = Search::new().load(&NVRTC_BUILTINS).unwrap();
    assert_eq!(builtins.place, Place::AlreadyLoaded);
    assert_eq!(builtins.soname, "libnvrtc-builtins.so.11.3");
}

/// The variable that makes a new process run the body of a test, in the folder that is its value.
const FOLDER: &str = "CUDA_TEST_CHILD";

/// Runs one test of this program in a new process, whose environment contains only what `change` adds.
fn run_again(test: &str, folder: &Path, change: impl FnOnce(&mut Command) -> &mut Command) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test]).env_clear().env(FOLDER, folder);
    let output = change(&mut command).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

/// The loader reads `LD_LIBRARY_PATH` once, when a process starts.
#[test]
fn a_library_found_by_the_loader_is_reported_with_its_path() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let found = Search::new().load(&NVJITLINK).unwrap();
        assert_eq!(found.place, Place::SystemLoader);
        assert_eq!(found.path, Some(Path::new(&folder).join("libnvJitLink.so.12")));
        return;
    }
    let machine = Machine::linux().library("lib/libnvJitLink.so.12");
    let folder = machine.path("lib");
    run_again(
        "loader::a_library_found_by_the_loader_is_reported_with_its_path",
        &folder,
        |command| command.env("LD_LIBRARY_PATH", &folder),
    );
}

/// The loader would map the file, and the process would crash.
#[test]
fn a_truncated_library_that_the_loader_would_find_is_skipped_without_a_crash() {
    let test = "loader::a_truncated_library_that_the_loader_would_find_is_skipped_without_a_crash";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let report = Search::new().explain(&NVJITLINK).to_string();
        assert!(report.contains("libnvJitLink.so.13: cut off, has 5000 of "), "{report}");
        let found = Search::new().load(&NVJITLINK).unwrap();
        let file = Path::new(&folder).join("libnvJitLink.so.12");
        // In the working folder, the loader reports no absolute path.
        assert!(found.path.is_none_or(|found| found == file));
        let error = Search::new().load(&NVFATBIN).unwrap_err().to_string();
        assert!(error.contains("libnvfatbin.so.13: it needs "), "{error}");
        assert!(error.contains("libneeded.so.1: cut off, has "), "{error}");
        return;
    }
    let machine = Machine::linux().library("lib/libnvJitLink.so.12");
    let whole = machine::shared_object();
    let machine = machine.file("lib/libnvJitLink.so.13", &whole[..5000]);
    let folder = machine.path("lib");
    // A complete library that depends on a truncated one.
    let needed = machine.path("lib/libneeded.so.1");
    machine::compile(&needed, &["-Wl,-soname,libneeded.so.1"]);
    let needed_text = needed.to_str().unwrap();
    machine::compile(
        &machine.path("lib/libnvfatbin.so.13"),
        &["-Wl,--no-as-needed", needed_text, "-Wl,-soname,libnvfatbin.so.13"],
    );
    let bytes = std::fs::read(&needed).unwrap();
    std::fs::write(&needed, &bytes[..bytes.len() / 3]).unwrap();
    run_again(test, &folder, |command| command.env("LD_LIBRARY_PATH", &folder));
    // The empty entry means the working folder.
    run_again(test, &folder, |command| {
        command.env("LD_LIBRARY_PATH", "/nowhere:").current_dir(&folder)
    });
}

#[test]
fn a_virtualenv_in_the_current_folder_is_searched_only_when_it_is_active() {
    const SITE: &str = "lib/python3.11/site-packages/nvidia/nvjitlink/lib";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let lies_here = |search: Search| {
            search
                .candidates(&NVJITLINK)
                .iter()
                .any(|candidate| candidate.path.starts_with(&folder))
        };
        assert!(!lies_here(Search::new()));
        let active = Environment::current().set("VIRTUAL_ENV", Path::new(&folder).join(".venv"));
        assert!(lies_here(Search::with_environment(active)));
        return;
    }
    let machine = Machine::linux()
        .library(&format!(".venv/{SITE}/libnvJitLink.so.12"))
        .library(&format!("venv/{SITE}/libnvJitLink.so.12"))
        .library("libnvJitLink.so.12");
    let folder = machine.path("");
    run_again(
        "loader::a_virtualenv_in_the_current_folder_is_searched_only_when_it_is_active",
        &folder,
        |command| command.current_dir(&folder),
    );
}
