//! The guarantees of the cache, tested with a real NVRTC.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use cuda_pathfinder::{Environment, Os, Search};
use cuda_rust::skip;
use nvrtc::{Arch, Nvrtc, NvrtcErrorKind, Program, Target, Version};
use nvrtc_cache::Cache;
use tempfile::TempDir;

const SCALE: &str = "template<class T> __global__ void scale(T *x, T a) { *x *= a; }\n__device__ int unused() { int y; return 1; }";

fn program() -> Program<'static> {
    Program::new("scale.cu", SCALE).arch(Arch::compute(7, 5)).instance::<f32>("scale")
}

/// Returns `true` if there is an NVRTC; if not, the test is noted as skipped.
fn nvrtc() -> bool {
    Nvrtc::load().map_err(skip).is_ok()
}

/// A test that needs an NVRTC and gets a folder.
macro_rules! with_nvrtc {
    ($($(#[$attribute:meta])* fn $test:ident($folder:ident) $body:block)*) => { $(
        #[test]
        $(#[$attribute])*
        fn $test() {
            if nvrtc() {
                let folder = TempDir::new().unwrap();
                let $folder = folder.path();
                $body
            }
        }
    )* };
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|kind| kind == "entry")).collect()
}

with_nvrtc! {
    fn cached_outputs_are_returned_unchanged(folder) {
        let compiled = program().compile_ptx().unwrap();
        let first = Cache::at(folder);
        first.compile_ptx(&program()).unwrap();
        let cache = Cache::at(folder);
        // Once from the folder, once from memory.
        for hits in 1..3 {
            let ptx = cache.compile_ptx(&program()).unwrap();
            assert_eq!((cache.hits(), cache.misses()), (hits, 0));
            assert_eq!(ptx.as_str(), compiled.as_str());
            assert_eq!(ptx.log(), compiled.log());
            assert_eq!(ptx.lowered_instance::<f32>("scale"), compiled.lowered_instance::<f32>("scale"));
        }
        assert_eq!((first.hits(), first.misses()), (0, 1));
    }

    fn every_output_has_a_separate_entry(folder) {
        let program = Program::new("scale.cu", SCALE).arch(Arch::sm(8, 0)).instance::<f32>("scale");
        for misses in [3, 0] {
            let cache = Cache::at(folder);
            assert!(cache.compile_ptx(&program).unwrap().as_str().contains(".version"));
            assert!(cache.compile_cubin(&program).unwrap().as_bytes().starts_with(b"\x7fELF"));
            assert!(cache.compile_lto_ir(&program).unwrap().as_bytes().len() > 100);
            assert_eq!(cache.misses(), misses);
        }
        let target = Target::new((8, 0), Version::new(99, 0));
        let image = |cache: &Cache| cache.compile_for(&program, target).unwrap().as_ref().to_vec();
        assert_eq!(image(&Cache::at(folder)), image(&Cache::at(folder)));
    }

    fn every_input_changes_the_entry(folder) {
        let cache = Cache::at(folder);
        let headers = TempDir::new().unwrap();
        let header = headers.path().join("n.h");
        let nested = headers.path().join("nested.h");
        fs::write(&header, "#include \"nested.h\"").unwrap();
        fs::write(&nested, "#define N 1").unwrap();
        let source = "#if 0\n#include <never.h>\n#endif\n#include <n.h>\n#include \"m.h\"\n__device__ int n = N + M;";
        let base = || Program::new("n.cu", source).include_dir(headers.path()).header("m.h", "#define M 1");
        let expect = |program: Program<'_>, misses: u64| {
            cache.compile_ptx(&program).unwrap();
            assert_eq!(cache.misses(), misses);
        };
        expect(base(), 1);
        expect(base(), 1);
        expect(base().define("X", 1), 2);
        expect(base().fmad(false), 3);
        expect(base().arch(Arch::compute(8, 0)), 4);
        expect(base().name_expression("&n"), 5);
        expect(Program::new("n.cu", source).include_dir(headers.path()).header("m.h", "#define M 2"), 6);
        expect(Program::new("other.cu", source).include_dir(headers.path()).header("m.h", "#define M 1"), 7);
        fs::write(&nested, "#define N 2").unwrap();
        expect(base(), 8);
        expect(base(), 8);
        // A file that isn't included, but could be.
        fs::write(headers.path().join("never.h"), "").unwrap();
        expect(base(), 9);
        fs::write(&nested, "#define N 1").unwrap();
        fs::remove_file(headers.path().join("never.h")).unwrap();
        expect(base(), 9);
    }

    fn every_nvrtc_has_separate_entries(folder) {
        let Some(folders) = std::env::var_os("CUDA_NVRTC_SETS") else {
            return skip("CUDA_NVRTC_SETS is not set");
        };
        let load = |folder: PathBuf| {
            let environment = Environment::simulated(Os::current(), "/");
            let search = Search::with_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
            Nvrtc::from_table(nvrtc::sys::load_with(&search).unwrap())
        };
        let all: Vec<Nvrtc> = std::env::split_paths(&folders).map(load).collect();
        let cache = Cache::at(folder);
        for (nvrtc, misses) in all.iter().zip(1..) {
            cache.compile_ptx(&program().with_nvrtc(*nvrtc)).unwrap();
            assert_eq!((cache.hits(), cache.misses()), (0, misses));
        }
        for (nvrtc, hits) in all.iter().zip(1..) {
            cache.compile_ptx(&program().with_nvrtc(*nvrtc)).unwrap();
            assert_eq!(cache.hits(), hits);
        }
    }

    fn programs_that_cannot_be_verified_are_compiled_each_time(folder) {
        let cache = Cache::at(folder);
        let computed = "#define H(x) \"x.h\"\n#include H(h)";
        let computed = Program::new("c.cu", computed).header("x.h", "");
        let timed = program().time(&folder.join("times.csv"));
        for bypassed in 1..3 {
            cache.compile_ptx(&computed).unwrap();
            assert_eq!(cache.bypassed(), 2 * bypassed - 1);
            let _ = cache.compile_ptx(&timed);
            assert_eq!(cache.bypassed(), 2 * bypassed);
        }
        assert_eq!((cache.hits(), cache.misses()), (0, 0));
    }

    fn an_unreadable_entry_is_not_mistaken_for_another(folder) {
        let cache = Cache::at(folder);
        cache.compile_ptx(&Program::new("k.cu", "")).unwrap();
        let unreadable = Program::new("k.cu", "__device__ int a;\0b");
        let error = cache.compile_ptx(&unreadable).unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::InteriorNul { .. }), "{error}");
    }

    fn a_header_is_not_confused_with_name_expressions(folder) {
        let cache = Cache::at(folder);
        let source = "__global__ void f() {}";
        cache.compile_ptx(&Program::new("k.cu", source).header("names", "f")).unwrap();
        let named = Program::new("k.cu", source).name_expression("names").name_expression("f");
        let _ = cache.compile_ptx(&named);
        assert_eq!(cache.hits(), 0);
    }

    fn a_header_that_changes_while_it_is_compiled_leaves_no_entry(folder) {
        let headers = TempDir::new().unwrap();
        let header = headers.path().join("n.h");
        let write = |n: u32| fs::write(&header, format!("#define N {n}")).unwrap();
        let source = "#include <n.h>\n__device__ int n = N;";
        let base = Program::new("n.cu", source).include_dir(headers.path());
        write(1);
        // NVRTC 12.8 and newer call this during the compilation; with older ones, nothing changes.
        let change = || { write(2); ControlFlow::Continue(()) };
        let cache = Cache::at(folder);
        if let Err(error) = cache.compile_ptx(&base.clone().flow(&change)) {
            return skip(error);
        }
        assert!(entries(folder).is_empty());
        for n in [1, 2] {
            write(n);
            let ptx = cache.compile_ptx(&base).unwrap();
            assert!(ptx.as_str().contains(&format!("n = {n};")), "{}", ptx.as_str());
        }
        assert_eq!(cache.hits(), 0);
    }

    fn a_recursive_request_does_not_deadlock(folder) {
        let (cache, began) = (Cache::at(folder), Instant::now());
        let nested = OnceLock::new();
        let ask = || {
            nested.get_or_init(|| cache.compile_ptx(&program()));
            ControlFlow::Continue(())
        };
        if let Err(error) = cache.compile_ptx(&program().flow(&ask)) {
            return skip(error);
        }
        let error = nested.get().unwrap().as_ref().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::InCallback), "{error}");
        // Waiting for another process would take a minute.
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
        assert_eq!(entries(folder).len(), 1);
    }

    fn a_wrong_recorded_nvrtc_version_is_noticed(folder) {
        Cache::at(folder).compile_ptx(&program()).unwrap();
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let record = files.into_iter().find(|path| path.extension().is_some_and(|kind| kind == "nvrtc")).unwrap();
        let right = fs::read_to_string(&record).unwrap();
        for wrong in ["1.5\n", "4294967295.4294967295\n", "rubbish", ""] {
            fs::write(&record, wrong).unwrap();
            let cache = Cache::at(folder);
            cache.compile_ptx(&program()).unwrap();
            assert_eq!((cache.hits(), cache.misses()), (1, 0), "{wrong}");
        }
        assert_eq!(entries(folder).len(), 1);
        assert!(right.contains('.'));
    }

    fn headers_that_include_each_other_are_read_once(folder) {
        let headers = TempDir::new().unwrap();
        for (name, others) in [("a", ["b", "c"]), ("b", ["a", "c"]), ("c", ["a", "b"])] {
            let folder = headers.path().join(name);
            fs::create_dir(&folder).unwrap();
            let [one, two] = others.map(|other| format!("#include \"../{other}/{other}.h\"\n"));
            fs::write(folder.join(format!("{name}.h")), format!("#pragma once\n{one}{two}")).unwrap();
        }
        let cache = Cache::at(folder);
        let program = Program::new("k.cu", "#include <a/a.h>").include_dir(headers.path());
        cache.compile_ptx(&program).unwrap();
        fs::write(headers.path().join("c/c.h"), "#pragma once").unwrap();
        cache.compile_ptx(&program).unwrap();
        assert_eq!((cache.hits(), cache.misses()), (0, 2));
    }

    fn a_program_that_uses_the_time_is_compiled_each_time(folder) {
        let cache = Cache::at(folder);
        let timed = Program::new("k.cu", "__device__ const char *now = __TIME__;");
        cache.compile_ptx(&timed).unwrap();
        assert_eq!((cache.bypassed(), cache.misses()), (1, 0));
    }

    fn failed_compilations_are_not_cached(folder) {
        let cache = Cache::at(folder);
        for misses in 1..3 {
            let error = cache.compile_ptx(&Program::new("x.cu", "?")).unwrap_err();
            assert!(matches!(error.kind(), NvrtcErrorKind::Compile { .. }));
            assert_eq!((cache.hits(), cache.misses()), (0, misses));
        }
    }

    fn a_damaged_entry_is_removed_and_recompiled(folder) {
        let compiled = Cache::at(folder).compile_ptx(&program()).unwrap();
        let [path] = entries(folder).try_into().unwrap();
        let whole = fs::read(&path).unwrap();
        let cut_off = whole[..whole.len() / 2].to_vec();
        for damaged in [cut_off, b"foreign".to_vec(), Vec::new(), vec![0; whole.len()]] {
            fs::write(&path, damaged).unwrap();
            let cache = Cache::at(folder);
            assert_eq!(cache.compile_ptx(&program()).unwrap().as_str(), compiled.as_str());
            assert_eq!((cache.hits(), cache.misses()), (0, 1));
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }

    fn above_the_limit_the_least_recently_used_entries_are_removed(folder) {
        let numbered = |n: u32| program().define("N", n);
        let cache = |limit| Cache::at(folder).limit(limit);
        for n in 0..4 {
            cache(u64::MAX).compile_ptx(&numbered(n)).unwrap();
        }
        // The size of a file is counted in blocks, not in bytes.
        let bytes = cache(u64::MAX).usage().unwrap().bytes;
        let bytes = bytes / fs::read_dir(folder).unwrap().count() as u64;
        // The oldest by their time are 0 and 1; 0 is used again.
        let old = std::time::SystemTime::UNIX_EPOCH;
        for path in entries(folder) {
            fs::File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
        }
        let used = cache(u64::MAX);
        used.compile_ptx(&numbered(0)).unwrap();
        assert_eq!(used.hits(), 1);
        cache(bytes * 3).compile_ptx(&numbered(4)).unwrap();
        assert_eq!(entries(folder).len(), 2);
        let left = cache(u64::MAX);
        left.compile_ptx(&numbered(0)).unwrap();
        left.compile_ptx(&numbered(4)).unwrap();
        assert_eq!((left.hits(), left.misses()), (2, 0));
    }

    fn an_unwritable_folder_is_not_an_error(folder) {
        let file = folder.join("file");
        fs::write(&file, "in the way").unwrap();
        for root in [file.join("below"), file] {
            let cache = Cache::at(root);
            let first = cache.compile_ptx(&program()).unwrap();
            assert_eq!(cache.compile_ptx(&program()).unwrap().as_str(), first.as_str());
            // The second time from memory.
            assert_eq!((cache.hits(), cache.misses()), (1, 1));
        }
    }

    fn a_cache_in_memory_leaves_nothing_behind(folder) {
        let cache = Cache::in_memory();
        cache.compile_ptx(&program()).unwrap();
        cache.compile_ptx(&program()).unwrap();
        assert_eq!((cache.hits(), cache.folder()), (1, None));
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
    }

    #[cfg(target_os = "linux")]
    fn a_program_from_the_cache_needs_no_nvrtc(folder) {
        for loads in ["loads", "doesn't load"] {
            let mut child = child("promises::alone_with_a_cache", folder);
            let output = child.env("CUDA_TEST_CHILD", loads).output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && text.contains("1 passed"), "{text}");
        }
    }

    fn eight_processes_share_a_folder_while_it_is_damaged(folder) {
        let start = || child("promises::alone_among_eight", folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut children: Vec<Child> = (0..8).map(|_| start()).collect();
        let mut random = fastrand::Rng::with_seed(1);
        while children.iter_mut().any(|child| child.try_wait().unwrap().is_none()) {
            let Ok(files) = fs::read_dir(folder) else {
                continue;
            };
            let files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
            let Some(path) = random.choice(files) else {
                continue;
            };
            // Either of them may remove it first.
            let _ = match random.u8(0..3) {
                0 => fs::remove_file(path),
                1 => fs::write(path, b"nvrtcc02"),
                _ => fs::File::options().write(true).open(path).and_then(|file| file.set_len(50)),
            };
            std::thread::yield_now();
        }
        for child in children {
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && text.contains("1 passed"), "{text}");
        }
        // Whatever is left is either valid or recreated.
        let cache = Cache::at(folder);
        cache.compile_ptx(&program()).unwrap();
        assert_eq!(cache.hits() + cache.misses(), 1);
    }
}

/// This program again, for one ignored test.
fn child(test: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--ignored", test]).env("NVRTC_CACHE", folder);
    command
}

#[test]
#[ignore = "run in a separate process by a test above"]
fn alone_with_a_cache() {
    let loads = std::env::var("CUDA_TEST_CHILD").unwrap() == "loads";
    let cache = Cache::of_this_user();
    // CUDA's headers are found without it.
    let headers = cache.folder().unwrap().join("include");
    fs::create_dir_all(&headers).unwrap();
    fs::write(headers.join("cuda.h"), "").unwrap();
    let search = Search::new().folder(headers);
    let program = program().cuda_headers_with(&search).unwrap();
    cache.compile_ptx(&program).unwrap();
    assert_eq!(cache.misses() == 1, loads);
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    assert_eq!(maps.contains("libnvrtc"), loads, "{maps}");
}

#[test]
#[ignore = "run in eight processes by a test above"]
fn alone_among_eight() {
    let expected: Vec<String> = (0..5)
        .map(|n| program().define("N", n).compile_ptx().unwrap().as_str().to_owned())
        .collect();
    for round in 0..40 {
        // A new cache each round, so that it reads the folder.
        let cache = Cache::of_this_user();
        let n = round % expected.len();
        let ptx = cache.compile_ptx(&program().define("N", n)).unwrap();
        assert_eq!(ptx.as_str(), expected[n]);
    }
}
