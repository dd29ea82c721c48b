//! Programs whose output depends on a file, in spellings that a scanner could miss: what the cache returns after the file
//! has changed is what NVRTC returns.
#![allow(missing_docs)]
#![cfg(unix)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

use cuda_pathfinder::{Environment, Os, Search};
use cuda_rust::{options, skip};
use nvrtc::{Arch, Nvrtc, Program};
use nvrtc_cache::Cache;
use tempfile::TempDir;

mod cases;
mod random;

/// Every NVRTC of the tests, or the one of this machine.
fn every_nvrtc() -> Vec<Nvrtc> {
    let Some(folders) = std::env::var_os("CUDA_NVRTC_SETS") else {
        return Nvrtc::load().map_err(skip).into_iter().collect();
    };
    let load = |folder: std::path::PathBuf| {
        let environment = Environment::simulated(Os::current(), "/");
        let search = Search::with_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
        Nvrtc::from_table(nvrtc::sys::load_with(&search).unwrap())
    };
    std::env::split_paths(&folders).map(load).collect()
}

/// A folder of files, and a cache.
struct Bench {
    root: TempDir,
    name: String,
}

/// What a program gives: its number, or an error.
type Outcome = Option<i32>;

impl Bench {
    fn new(name: impl Into<String>) -> Self {
        let bench = Self { root: TempDir::new().unwrap(), name: name.into() };
        bench.write("d/e.h", "");
        bench
    }

    fn root(&self) -> &Path {
        self.root.path()
    }

    /// The text with the folder of the headers in place of `{}`.
    fn with_folder(&self, text: &str) -> String {
        text.replace("{}", &self.root().join("d").display().to_string())
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A program that gives `V`, or 9.
    fn program(&self, nvrtc: Nvrtc, source: &str) -> Program<'static> {
        let source = format!("{source}\n#ifndef V\n#define V 9\n#endif\n__device__ int n = V;\n");
        let name = self.root().join("k.cu").display().to_string();
        Program::new(name, source).arch(Arch::compute(7, 5)).with_nvrtc(nvrtc)
    }

    /// What the cache returns for a program, and whether it had it.
    fn cached(&self, program: &Program<'_>) -> (Outcome, bool) {
        let cache = Cache::at(self.root().join("cache"));
        let outcome = number(cache.compile_ptx(program));
        (outcome, cache.hits() > 0)
    }

    /// Compiles, changes a file, and compiles again; returns what it was first, and the truth afterwards.
    fn is_never_stale(&self, program: &Program<'_>, change: impl FnOnce()) -> (Outcome, Outcome) {
        let (before, _) = self.cached(program);
        change();
        let (after, was_hit) = self.cached(program);
        // What isn't a hit was compiled.
        let truth = if was_hit { number(program.compile_ptx()) } else { after };
        assert_eq!(after, truth, "stale: {}, {:?}", self.name, program.source());
        (before, truth)
    }

    /// As [`is_never_stale`](Self::is_never_stale), for a header `h.h` that changes.
    fn sees_header(&self, program: &Program<'_>) -> (Outcome, Outcome) {
        self.write("d/h.h", "#define V 1\n");
        self.is_never_stale(program, || self.write("d/h.h", "#define V 2\n"))
    }

    /// As [`is_never_stale`](Self::is_never_stale), for a header `h.h` that appears.
    fn sees_appearance(&self, program: &Program<'_>) -> (Outcome, Outcome) {
        self.is_never_stale(program, || self.write("d/h.h", ""))
    }
}

fn number(ptx: Result<nvrtc::Ptx, nvrtc::NvrtcError>) -> Outcome {
    let ptx = ptx.ok()?;
    let (_, number) = ptx.as_str().split_once(" n = ").unwrap_or(("", "0;"));
    number.split(';').next()?.trim().parse().ok()
}

/// Runs a test of each case, with one NVRTC, or with all in a long run. Some must depend on the file.
fn for_each<C>(cases: &[C], test: impl Fn(Nvrtc, &C) -> (Outcome, Outcome)) {
    let all = every_nvrtc();
    let mut seen = all.is_empty();
    for (case, of_case) in cases.iter().enumerate() {
        for (part, nvrtc) in all.iter().enumerate() {
            if options::runs(case, part, all.len()) {
                let (before, after) = test(*nvrtc, of_case);
                seen |= before.is_some() && after.is_some() && before != after;
            }
        }
    }
    assert!(seen, "no case depends on the file");
}

#[test]
fn a_header_is_seen_in_every_spelling() {
    for_each(cases::INCLUDES, |nvrtc, (name, source)| {
        let bench = Bench::new(*name);
        let program = bench.program(nvrtc, source).include_dir(bench.root().join("d"));
        bench.sees_header(&program)
    });
}

#[test]
fn a_file_that_appears_is_seen_in_every_spelling() {
    for_each(cases::ASKS, |nvrtc, (name, source)| {
        let bench = Bench::new(*name);
        let program = bench.program(nvrtc, &format!("{source}#define V 2\n#endif\n"));
        bench.sees_appearance(&program.include_dir(bench.root().join("d")))
    });
}

/// The program with these options.
fn with(program: Program<'static>, bench: &Bench, options: &[&str]) -> Program<'static> {
    let options = options.iter().map(|option| bench.with_folder(option));
    options.fold(program, Program::option)
}

#[test]
fn a_header_is_seen_by_every_option() {
    for_each(cases::FOLDERS, |nvrtc, options| {
        let bench = Bench::new(options.join(" "));
        bench.write("d/o", &bench.with_folder("-I{}"));
        let program = bench.program(nvrtc, "#include <h.h>\n");
        bench.sees_header(&with(program, &bench, options))
    });
    for_each(cases::FILES, |nvrtc, options| {
        let bench = Bench::new(options.join(" "));
        bench.sees_header(&with(bench.program(nvrtc, ""), &bench, options))
    });
    for_each(cases::DEFINITIONS, |nvrtc, (options, source)| {
        let bench = Bench::new(options.join(" "));
        let program = bench.program(nvrtc, source).include_dir(bench.root().join("d"));
        bench.sees_appearance(&with(program, &bench, options))
    });
}

#[test]
fn a_header_is_seen_in_a_name_expression() {
    for_each(cases::EXPRESSIONS, |nvrtc, expression| {
        let bench = Bench::new(*expression);
        let source = "template <int i> __global__ void f() {}\n";
        let program = Program::new("k.cu", source).arch(Arch::compute(7, 5)).with_nvrtc(nvrtc);
        let program = program.include_dir(bench.root().join("d")).name_expression(*expression);
        bench.write("d/h.h", "#define W 1\n");
        bench.is_never_stale(&program, || bench.write("d/h.h", "#define W 2\n"));
        fs::remove_file(bench.root().join("d/h.h")).unwrap();
        bench.is_never_stale(&program, || bench.write("d/h.h", "#define W 3\n"))
    });
}

#[test]
fn a_header_is_seen_wherever_it_is_found() {
    for_each(cases::FOUND, |nvrtc, (options, source, files, (name, text))| {
        let bench = Bench::new(*source);
        files.iter().for_each(|(name, text)| bench.write(name, text));
        let program = bench.program(nvrtc, source).include_dir(bench.root().join("d"));
        let program = with(program, &bench, options);
        bench.is_never_stale(&program, || bench.write(name, text))
    });
}

/// What depends on the working folder.
const HERE: &str = "what_depends_on_the_working_folder_is_seen";

#[test]
fn what_depends_on_the_working_folder_is_seen() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        let folder = TempDir::new().unwrap();
        return run_again(HERE, folder.path(), |child| _ = child.current_dir(folder.path()));
    };
    for nvrtc in every_nvrtc() {
        let mut bench = Bench::new("here");
        bench.root = TempDir::new_in(&folder).unwrap();
        std::env::set_current_dir(bench.root()).unwrap();
        bench.write("d/h.h", "#define V 1\n");
        // A header of an option is searched here first.
        let program = Program::new("sub/k.cu", "__device__ int n = V;\n");
        let program = program.arch(Arch::compute(7, 5)).with_nvrtc(nvrtc);
        let program = program.include_dir("d").option("--pre-include=h.h");
        let (before, after) =
            bench.is_never_stale(&program, || bench.write("h.h", "#define V 2\n"));
        assert_eq!((before, after), (Some(1), Some(2)));
        // And so is one of a name expression.
        let named = Program::new("sub/k.cu", "template <int i> __global__ void f() {}\n")
            .name_expression("f<1>\n#include \"g.h\"\n__device__ int n = V;\n");
        let named = named.arch(Arch::compute(7, 5)).with_nvrtc(nvrtc);
        bench.write("g.h", "#define V 1\n");
        let (before, after) = bench.is_never_stale(&named, || bench.write("g.h", "#define V 2\n"));
        assert_eq!((before, after), (Some(1), Some(2)));
        // A header in memory counts as the file here that has its name.
        let once = "#pragma once\n#ifdef A\n#define V 2\n#else\n#define A\n#endif\n";
        bench.write("d/once.h", once);
        let source = "#include \"once_here.h\"\n#include \"once.h\"\n";
        let program = bench.program(nvrtc, source).include_dir("d").header("once_here.h", once);
        let link = || fs::hard_link("d/once.h", "once_here.h").unwrap();
        let (before, after) = bench.is_never_stale(&program, link);
        assert_eq!((before, after), (Some(2), Some(9)));
        // LTO-IR has the name of this folder.
        let program =
            Program::new("k.cu", "namespace { __device__ int x; }\n__device__ int *y = &x;");
        let program = program.arch(Arch::compute(8, 0)).with_nvrtc(nvrtc);
        let cache = Cache::at(bench.root().join("cache"));
        for folder in ["d", "."] {
            std::env::set_current_dir(bench.root().join(folder)).unwrap();
            let cached = cache.compile_lto_ir(&program).unwrap();
            assert!(cached == program.compile_lto_ir().unwrap(), "LTO-IR of another folder");
        }
    }
}

/// The variable that makes a test run again, with the folder.
const FOLDER: &str = "CUDA_TEST_CHILD";

#[test]
fn a_header_is_seen_in_folders_of_the_environment() {
    const TEST: &str = "a_header_is_seen_in_folders_of_the_environment";
    if std::env::var_os(FOLDER).is_some() {
        for nvrtc in every_nvrtc() {
            let mut bench = Bench::new("variables");
            let folder = std::env::var_os(FOLDER).unwrap();
            bench.root = TempDir::new_in(folder).unwrap();
            let named = Path::new("../h.h");
            let program = bench.program(nvrtc, "#include <h.h>\n");
            let write = |text| fs::write(bench.root().join(named), text).unwrap();
            write("#define V 1\n");
            bench.is_never_stale(&program, || write("#define V 2\n"));
        }
        return;
    }
    let folder = TempDir::new().unwrap();
    run_again(TEST, folder.path(), |child| {
        for (name, value) in cases::VARIABLES {
            child.env(name, value.replace("{}", &folder.path().display().to_string()));
        }
    });
}

#[test]
fn the_name_of_the_working_folder_is_seen() {
    const TEST: &str = "the_name_of_the_working_folder_is_seen";
    if let Some(folder) = std::env::var_os(FOLDER) {
        for nvrtc in every_nvrtc() {
            let program = Program::new("k.cu", "__global__ void k() {}").generate_line_info();
            let program = program.arch(Arch::compute(7, 5)).with_nvrtc(nvrtc);
            let cached = Cache::at(&folder).compile_ptx(&program).unwrap();
            assert_eq!(cached.as_str(), program.compile_ptx().unwrap().as_str());
        }
        return;
    }
    let folder = TempDir::new().unwrap();
    let (here, link) = (folder.path().join("here"), folder.path().join("link"));
    fs::create_dir(&here).unwrap();
    std::os::unix::fs::symlink(&here, &link).unwrap();
    for name in [&here, &link] {
        run_again(TEST, folder.path(), |child| _ = child.current_dir(&here).env("PWD", name));
    }
}

/// Runs a test in another process.
fn run_again(test: &str, folder: &Path, set: impl FnOnce(&mut Command)) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", test, "--nocapture"]).env(FOLDER, folder);
    set(&mut child);
    let output = child.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
