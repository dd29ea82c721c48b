//! Programs for which the cache returned, or could return, something other than NVRTC's output.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use cuda_rust::{NEWEST, nvrtc_set, skip};
use nvrtc::{Arch, Program, Standard, Target, Version};
use nvrtc_cache::{Bypass, Cache, Event, Store};
use tempfile::TempDir;

use crate::bench::{Bench, has_nvrtc};

tricks! {
    fn swapped_links_to_include_folders_are_noticed(bench) {
        bench.write("one/n.h", "#define N 1").write("two/n.h", "#define N 2");
        symlink(bench.path("one"), bench.path("a")).unwrap();
        symlink(bench.path("two"), bench.path("b")).unwrap();
        let program = bench.program("#include <n.h>", &["a", "b"]);
        bench.changes(&program, 1, || {
            fs::rename(bench.path("a"), bench.path("c")).unwrap();
            fs::rename(bench.path("b"), bench.path("a")).unwrap();
            fs::rename(bench.path("c"), bench.path("b")).unwrap();
        }, 2);
    }

    fn a_new_header_included_by_a_macro_is_noticed(bench) {
        let source = "#ifdef __has_include\n#  define HAS(x) __has_include(x) // if it can\n#endif\n#define OTHER <other.h>\n\
                      #if HAS(<asked.h>)\n#define N 2\n#elif HAS(OTHER)\n#define N 3\n#else\n#define N 1\n#endif";
        bench.write("h/always.h", "");
        let program = bench.program(source, &["h"]);
        bench.changes(&program, 1, || _ = bench.write("h/other.h", ""), 3);
        bench.changes(&program, 3, || _ = bench.write("h/asked.h", ""), 2);
    }

    fn the_time_in_an_option_or_pasted_is_not_cached(bench) {
        let by_option = bench.program("#define N sizeof(NOW)", &[]).option("-DNOW=__TIME__");
        let pasted = bench.program("#define CAT(a, b) a##b\n#define N sizeof(CAT(__TI, ME__))", &[]);
        let source = "template <int i> __global__ void f() {}\n#define N 1";
        let named = bench.program(source, &[]).name_expression("f<sizeof(__TIME__)>");
        for program in [by_option, pasted, named] {
            let cache = Cache::at(bench.cache.path());
            cache.compile_ptx(&program).unwrap();
            assert_eq!((cache.bypassed(), cache.misses()), (1, 0));
            assert_eq!(cache.last_bypass(), Some(Bypass::Time));
        }
    }

    fn an_option_after_a_space_is_not_cached(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &[]);
        let program = program.option(format!(" --include-path={}", bench.path("h").display()));
        let cache = Cache::at(bench.cache.path());
        cache.compile_ptx(&program).unwrap();
        assert_eq!((cache.bypassed(), cache.misses()), (1, 0));
        assert!(matches!(cache.last_bypass(), Some(Bypass::Option { .. })));
    }

    fn machine_code_with_the_times_of_files_is_compiled_each_time(bench) {
        bench.write("h/n.h", "__device__ inline int f(int x) { return x * N; }").write("k.cu", "");
        let header = bench.path("h/n.h");
        let source = "#include \"n.h\"\n__global__ void k(int *x) { *x = f(*x); }";
        let program = Program::new(bench.path("k.cu").display().to_string(), source);
        let program = program.arch(Arch::sm(8, 0)).define("N", 3).include_dir(bench.path("h"));
        let target = Target::new((8, 0), Version::new(99, 0));
        for option in ["-lineinfo", "--generate-line-info", "-G", "--device-debug"] {
            let program = program.clone().option(option);
            let cache = Cache::at(bench.cache.path());
            for days in 1..3 {
                let date = SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400);
                fs::File::options().write(true).open(&header).unwrap().set_modified(date).unwrap();
                let (cubin, code) = (cache.compile_cubin(&program), cache.compile_for(&program, target));
                // Older versions count in what they write for debugging.
                let [first, second] = [(); 2].map(|()| program.compile_cubin().unwrap());
                if first == second {
                    assert!(cubin.unwrap() == first, "cubin with {option}");
                    assert!(code.unwrap() == program.compile_for(target).unwrap(), "code with {option}");
                }
                cache.compile_ptx(&program).unwrap();
                cache.compile_lto_ir(&program).unwrap();
            }
            assert_eq!(cache.last_bypass(), Some(Bypass::Option { option: option.into() }));
            // PTX and LTO-IR have no times.
            assert_eq!((cache.bypassed(), cache.hits(), cache.misses()), (4, 2, 2));
        }
    }

    fn a_trigraph_hides_no_include(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("??=include <n.h>", &["h"]).option("--std=c++14");
        if program.compile_ptx().is_err() {
            return skip("this NVRTC knows no trigraphs");
        }
        bench.changes(&program, 1, || _ = bench.write("h/n.h", "#define N 2"), 2);
    }

    fn comments_in_raw_strings_do_not_hide_includes(bench) {
        bench.write("h/n.h", "#define N 1");
        let source = "__device__ const char *raw = R\"(/*)\";\n#/**/include <n.h>\n// */";
        let program = bench.program(source, &["h"]).option("--std=c++17");
        bench.changes(&program, 1, || _ = bench.write("h/n.h", "#define N 2"), 2);
    }

    fn a_header_whose_name_is_not_utf8_is_seen(bench) {
        let name = OsStr::from_bytes(b"h/\xe9.h");
        fs::create_dir(bench.path("h")).unwrap();
        let header = bench.files.path().join(name);
        fs::write(&header, "#define N 1").unwrap();
        let source = std::ffi::CString::new(b"#include <\xe9.h>\n__device__ int n = N;".to_vec()).unwrap();
        let program = Program::new("k.cu", source).arch(Arch::compute(7, 5)).include_dir(bench.path("h"));
        bench.changes(&program, 1, || fs::write(&header, "#define N 2").unwrap(), 2);
    }

    fn a_changed_header_of_the_same_size_and_time_is_noticed(bench) {
        bench.write("h/n.h", "#define N 1");
        let header = bench.path("h/n.h");
        let time = fs::metadata(&header).unwrap().modified().unwrap();
        let program = bench.program("#include <n.h>", &["h"]);
        bench.changes(&program, 1, || {
            fs::write(&header, "#define N 2").unwrap();
            fs::File::options().write(true).open(&header).unwrap().set_modified(time).unwrap();
        }, 2);
    }

    fn a_replaced_header_is_noticed(bench) {
        bench.write("h/n.h", "#define N 1").write("other.h", "#define N 2");
        let (header, other) = (bench.path("h/n.h"), bench.path("other.h"));
        let time = fs::metadata(&header).unwrap().modified().unwrap();
        fs::File::options().write(true).open(&other).unwrap().set_modified(time).unwrap();
        let program = bench.program("#include <n.h>", &["h"]);
        bench.changes(&program, 1, || fs::rename(&other, &header).unwrap(), 2);
    }

    fn a_header_in_an_earlier_folder_takes_precedence(bench) {
        bench.write("b/n.h", "#define N 1").write("a/unrelated.h", "");
        let program = bench.program("#include <n.h>", &["a", "b"]);
        bench.changes(&program, 1, || _ = bench.write("a/n.h", "#define N 2"), 2);
    }

    fn a_header_in_a_new_folder_takes_precedence(bench) {
        bench.write("b/deep/n.h", "#define N 1");
        let program = bench.program("#include <deep/n.h>", &["never/made", "b"]);
        bench.changes(&program, 1, || _ = bench.write("never/made/deep/n.h", "#define N 2"), 2);
    }

    fn a_folder_replaced_by_a_link_is_noticed(bench) {
        bench.write("h/sub/n.h", "#define N 1").write("elsewhere/n.h", "#define N 2");
        let program = bench.program("#include <sub/n.h>", &["h"]);
        bench.changes(&program, 1, || {
            fs::rename(bench.path("h/sub"), bench.path("h/old")).unwrap();
            symlink(bench.path("elsewhere"), bench.path("h/sub")).unwrap();
        }, 2);
    }

    fn a_retargeted_link_to_a_header_is_noticed(bench) {
        bench.write("one.h", "#define N 1").write("two.h", "#define N 2").write("h/x.h", "");
        let link = bench.path("h/n.h");
        symlink(bench.path("one.h"), &link).unwrap();
        let program = bench.program("#include <n.h>", &["h"]);
        bench.changes(&program, 1, || {
            fs::remove_file(&link).unwrap();
            symlink(bench.path("two.h"), &link).unwrap();
        }, 2);
    }

    fn a_header_written_through_a_hard_link_is_noticed(bench) {
        bench.write("mine.h", "#define N 1").write("h/x.h", "");
        fs::hard_link(bench.path("mine.h"), bench.path("h/n.h")).unwrap();
        let program = bench.program("#include <n.h>", &["h"]);
        bench.changes(&program, 1, || fs::write(bench.path("mine.h"), "#define N 2").unwrap(), 2);
    }

    fn a_removed_header_is_an_error_again(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["h"]);
        bench.fill(&program, 1);
        fs::remove_file(bench.path("h/n.h")).unwrap();
        assert!(bench.n(&program).unwrap_err().contains("n.h"));
    }

    fn a_header_included_by_macros_of_two_branches_is_seen_in_both(bench) {
        bench.write("h/cpu/n.h", "#define N 9").write("h/gpu/n.h", "#define N 1");
        let source = "#ifdef CPU\n#define WHERE cpu\n#else\n#define WHERE gpu\n#endif\n#define HEADER <WHERE/n.h>\n#include HEADER";
        let program = bench.program(source, &["h"]);
        bench.changes(&program, 1, || _ = bench.write("h/gpu/n.h", "#define N 2"), 2);
        assert_eq!(bench.n(&program.define("CPU", 1)), Ok(9));
    }

    fn a_header_that_an_option_includes_is_seen(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("", &["h"]).pre_include("n.h");
        bench.changes(&program, 1, || _ = bench.write("h/n.h", "#define N 2"), 2);
    }

    fn a_damaged_manifest_is_ignored(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["h"]);
        bench.fill(&program, 1);
        let files = fs::read_dir(bench.cache.path()).unwrap().map(|file| file.unwrap().path());
        let manifest = files.into_iter().find(|path| path.extension() == Some(OsStr::new("manifest"))).unwrap();
        let whole = fs::read(&manifest).unwrap();
        let mut changed = whole.clone();
        changed[60] ^= 1;
        for damaged in [&whole[..whole.len() / 2], b"", b"rubbish", &changed] {
            fs::write(&manifest, damaged).unwrap();
            assert_eq!(bench.n(&program), Ok(1));
        }
    }

    fn unchanged_files_are_not_read_again(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["h"]);
        bench.fill(&program, 1);
        // The access time shows that a file was opened, if the system keeps it; the lock shows it everywhere.
        let header = bench.path("h/n.h");
        let before = fs::metadata(&header).unwrap();
        fs::set_permissions(&header, std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
        fs::set_permissions(&header, before.permissions()).unwrap();
        let cache = Cache::at(bench.cache.path());
        cache.compile_ptx(&program).unwrap();
        assert_eq!((cache.hits(), cache.misses()), (1, 0));
    }

    fn one_program_is_compiled_once_for_all_threads(bench) {
        let program = bench.program("#define N 1", &[]);
        let cache = Cache::in_memory();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| cache.compile_ptx(&program).unwrap());
            }
        });
        assert_eq!((cache.hits(), cache.misses()), (3, 1));
    }

    fn a_cache_reports_hits_and_misses(bench) {
        let events = Arc::new(Mutex::new(Vec::new()));
        let cache = Cache::at(bench.cache.path()).observed_by({
            let events = events.clone();
            move |event: &Event<'_>| events.lock().unwrap().push(format!("{event:?}"))
        });
        let program = bench.program("#define N 1", &[]);
        cache.compile_ptx(&program).unwrap();
        cache.compile_ptx(&program).unwrap();
        cache.compile_ptx(&bench.program("#define N sizeof(__DATE__)", &[])).unwrap();
        let events = events.lock().unwrap().clone();
        assert_eq!(events.len(), 3);
        for (event, expected) in events.iter().zip(["Miss", "Hit", "Bypassed"]) {
            assert!(event.starts_with(expected), "{event}");
        }
        assert_eq!(cache.usage().unwrap().entries, 1);
        cache.clear().unwrap();
        assert_eq!(cache.usage().unwrap().entries, 0);
        cache.compile_ptx(&program).unwrap();
        assert_eq!(cache.misses(), 2);
    }

    fn entries_can_be_kept_in_another_store(bench) {
        #[derive(Debug, Default)]
        struct MemoryStore(Mutex<std::collections::HashMap<[u8; 32], Vec<u8>>>);
        // SAFETY: entries are returned as they were stored, or truncated.
        unsafe impl Store for MemoryStore {
            fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
                self.0.lock().unwrap().get(key).cloned()
            }
            fn put(&self, key: &[u8; 32], entry: &[u8]) {
                self.0.lock().unwrap().insert(*key, entry.to_vec());
            }
        }
        let store = Arc::new(MemoryStore::default());
        let program = bench.program("#define N 1", &[]);
        for (hits, misses) in [(0, 1), (1, 0)] {
            let cache = Cache::with_store(store.clone());
            cache.compile_ptx(&program).unwrap();
            assert_eq!((cache.hits(), cache.misses()), (hits, misses));
        }
        // A damaged entry is compiled again.
        for entry in store.0.lock().unwrap().values_mut() {
            entry.truncate(50);
        }
        let cache = Cache::with_store(store.clone());
        cache.compile_ptx(&program).unwrap();
        assert_eq!((cache.hits(), cache.misses()), (0, 1));
    }

    fn files_of_the_cache_have_the_usual_permissions(bench) {
        use std::os::unix::fs::PermissionsExt;
        bench.n(&bench.program("#define N 1", &[])).unwrap();
        fs::write(bench.path("usual"), "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for file in fs::read_dir(bench.cache.path()).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(mode(&path), mode(&bench.path("usual")), "{}", path.display());
        }
    }

    fn programs_with_cubs_headers_are_cached(bench) {
        let Some(sets) = std::env::var_os("CUDA_HEADERS").map(PathBuf::from) else {
            return skip("CUDA_HEADERS is not set");
        };
        for set in ["12.9/include", "13.0/include/cccl", "13.5/include/cccl"] {
            let folder = sets.join(set);
            let above = if set.ends_with("cccl") { folder.join("..") } else { folder.clone() };
            let source = "#include <cub/block/block_reduce.cuh>";
            let program = Program::new("k.cu", source).include_dir(&folder).include_dir(above).std(Standard::Cpp17);
            if !folder.join("cub/block/block_reduce.cuh").is_file() {
                skip(format!("{} has no CUB", folder.display()));
                continue;
            }
            let files = nvrtc_cache::included_files(&program).unwrap();
            assert!(files.len() > 300, "{}", files.len());
        }
        drop(bench);
    }
}

/// The variable that makes a test run again, with the folder.
const FOLDER: &str = "CUDA_TEST_CHILD";

#[test]
fn a_variable_that_changes_what_nvrtc_writes_is_a_reason_not_to_cache() {
    const TEST: &str = "tricks::a_variable_that_changes_what_nvrtc_writes_is_a_reason_not_to_cache";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let cache = Cache::at(folder);
        // NVRTC may refuse the value.
        let _ = cache.compile_ptx(&Program::new("k.cu", "__global__ void k() {}"));
        return println!("{} of {:?}", cache.bypassed(), cache.last_bypass());
    }
    if !has_nvrtc() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let run = |name: &str| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", TEST, "--nocapture"]).env(FOLDER, folder.path()).env(name, "7");
        String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
    };
    assert!(run("ANOTHER_VARIABLE").contains("0 of None"));
    for name in [
        "NVRTC_APPEND_FLAGS",
        "NV_NVVM_VERSION",
        "NVVM_IR_VER_CHK",
        "LLVM_OVERRIDE_PRODUCER",
        "EDG_BASE",
    ] {
        let reason = Bypass::Variable { name };
        let text = run(name);
        assert!(text.contains(&format!("1 of Some({reason})")), "{name}: {text}");
    }
}

#[test]
fn a_retargeted_link_to_nvrtc_is_another_nvrtc() {
    const TEST: &str = "tricks::a_retargeted_link_to_nvrtc_is_another_nvrtc";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let cache = Cache::at(folder);
        let ptx = cache.compile_ptx(&Program::new("k.cu", "__global__ void k() {}")).unwrap();
        println!("PTX {} hits {}", ptx.version().unwrap(), cache.hits());
        return;
    }
    let (Some(older), Some(newer)) = (nvrtc_set("13.0"), nvrtc_set(NEWEST)) else {
        return skip("CUDA_NVRTC_SETS lacks 13.0 or the newest");
    };
    let folder = TempDir::new().unwrap();
    for (name, set) in [("older", older), ("newer", newer)] {
        fs::create_dir(folder.path().join(name)).unwrap();
        symlink(set, folder.path().join(name).join("lib64")).unwrap();
    }
    let toolkit = folder.path().join("cuda");
    let run = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", TEST, "--nocapture"]).env_clear();
        command.env(FOLDER, folder.path().join("cache")).env("CUDA_PATH", &toolkit);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text
            .lines()
            .find_map(|line| line.split_once("PTX ").map(|(_, version)| version.to_owned()));
        version.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
    };
    symlink(folder.path().join("older"), &toolkit).unwrap();
    assert_eq!([run(), run()], ["9.0 hits 0", "9.0 hits 1"]);
    fs::remove_file(&toolkit).unwrap();
    symlink(folder.path().join("newer"), &toolkit).unwrap();
    assert_eq!([run(), run()], ["9.5 hits 0", "9.5 hits 1"]);
}
