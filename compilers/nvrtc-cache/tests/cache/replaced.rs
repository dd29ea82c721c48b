//! NVRTC's file is replaced while a process uses the cache.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_rust::skip;
use nvrtc::{Nvrtc, Program};
use nvrtc_cache::{Bypass, Cache};
use tempfile::TempDir;

/// The variable that makes a test run again, in another process, with the folder.
const FOLDER: &str = "CUDA_TEST_CHILD";

/// A folder with a copy of NVRTC, which a process loads, and a cache.
struct Bench(PathBuf);

impl Bench {
    fn cache(&self) -> Cache {
        Cache::at(self.0.join("cache"))
    }

    fn library(&self) -> PathBuf {
        let files = fs::read_dir(self.0.join("lib")).unwrap().map(|file| file.unwrap().path());
        let is_nvrtc = |path: &PathBuf| path.to_string_lossy().contains("libnvrtc.so");
        files.into_iter().find(is_nvrtc).unwrap()
    }

    /// Replaces NVRTC by another file of the same version, as an installer would.
    fn replace(&self) {
        let (library, new) = (self.library(), self.0.join("new"));
        fs::copy(&library, &new).unwrap();
        File::options().append(true).open(&new).unwrap().write_all(b"other").unwrap();
        fs::rename(new, library).unwrap();
    }
}

fn program() -> Program<'static> {
    Program::new("k.cu", "__global__ void k() {}")
}

/// Runs a test in other processes, one after another, with one folder.
fn in_processes(test: &str, processes: &[fn(&Bench)]) {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let process: usize = std::env::var("CUDA_TEST_PROCESS").unwrap().parse().unwrap();
        return processes[process](&Bench(folder.into()));
    }
    let nvrtc = match Nvrtc::load() {
        Ok(nvrtc) => nvrtc,
        Err(error) => return skip(error),
    };
    let Some(installed) = nvrtc.path().and_then(Path::parent) else {
        return skip("the file of NVRTC isn't known");
    };
    let folder = TempDir::new().unwrap();
    let lib = folder.path().join("lib");
    fs::create_dir(&lib).unwrap();
    for file in fs::read_dir(installed).unwrap() {
        let file = file.unwrap();
        if file.file_name().to_string_lossy().starts_with("libnvrtc") {
            fs::copy(file.path(), lib.join(file.file_name())).unwrap();
        }
    }
    for process in 0..processes.len() {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", test, "--nocapture"]).env(FOLDER, folder.path());
        child.env("CUDA_TEST_PROCESS", process.to_string()).env("CUDA_NVRTC", &lib);
        let output = child.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "process {process}: {text}");
    }
}

#[test]
fn what_a_replaced_nvrtc_compiles_is_not_cached() {
    in_processes(
        "replaced::what_a_replaced_nvrtc_compiles_is_not_cached",
        &[
            |bench| {
                let nvrtc = Nvrtc::load().unwrap();
                assert_eq!(nvrtc.path(), Some(bench.library().as_path()));
                bench.replace();
                let cache = bench.cache();
                for program in [program(), program().with_nvrtc(nvrtc)] {
                    cache.compile_ptx(&program).unwrap();
                    assert_eq!(cache.last_bypass(), Some(Bypass::Nvrtc));
                }
                assert_eq!((cache.bypassed(), cache.misses()), (2, 0));
            },
            |bench| {
                let cache = bench.cache();
                cache.compile_ptx(&program()).unwrap();
                assert_eq!((cache.hits(), cache.misses()), (0, 1));
            },
        ],
    );
}

#[test]
fn an_nvrtc_that_is_replaced_after_a_compilation_is_noticed() {
    in_processes(
        "replaced::an_nvrtc_that_is_replaced_after_a_compilation_is_noticed",
        &[|bench| {
            let cache = bench.cache();
            cache.compile_ptx(&program()).unwrap();
            cache.compile_ptx(&program()).unwrap();
            assert_eq!((cache.hits(), cache.misses()), (1, 1));
            // Another name of the file changes nothing.
            fs::hard_link(bench.library(), bench.0.join("kept")).unwrap();
            cache.compile_ptx(&program()).unwrap();
            assert_eq!((cache.hits(), cache.misses()), (2, 1));
            bench.replace();
            cache.compile_ptx(&program()).unwrap();
            assert_eq!(cache.last_bypass(), Some(Bypass::Nvrtc));
            // It is there again.
            fs::rename(bench.0.join("kept"), bench.library()).unwrap();
            cache.compile_ptx(&program()).unwrap();
            assert_eq!((cache.hits(), cache.misses(), cache.bypassed()), (3, 1, 1));
        }],
    );
}

#[test]
fn an_nvrtc_that_is_replaced_during_a_compilation_leaves_no_entry() {
    in_processes(
        "replaced::an_nvrtc_that_is_replaced_during_a_compilation_leaves_no_entry",
        &[|bench| {
            let cache = Cache::at(bench.0.join("cache")).observed_by({
                let library = Bench(bench.0.clone());
                move |_| library.replace()
            });
            cache.compile_ptx(&program()).unwrap();
            assert_eq!((cache.misses(), cache.usage().unwrap().entries), (1, 0));
        }],
    );
}

#[test]
fn a_process_that_has_not_loaded_nvrtc_notices_another_one() {
    in_processes(
        "replaced::a_process_that_has_not_loaded_nvrtc_notices_another_one",
        &[
            |bench| _ = bench.cache().compile_ptx(&program()).unwrap(),
            |bench| {
                let cache = bench.cache();
                cache.compile_ptx(&program()).unwrap();
                cache.compile_ptx(&program()).unwrap();
                assert_eq!((cache.hits(), cache.misses()), (2, 0));
                assert!(Nvrtc::if_loaded().is_none());
                bench.replace();
                cache.compile_ptx(&program()).unwrap();
                assert_eq!((cache.hits(), cache.misses()), (2, 1));
            },
        ],
    );
}
