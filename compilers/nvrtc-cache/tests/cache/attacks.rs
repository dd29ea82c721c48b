//! Faults of the machine, of other processes and of other versions: each leaves the right result, and no file is read in
//! vain.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Arch, Nvrtc, Program};
use nvrtc_cache::{Bypass, Cache};

use crate::bench::{Bench, has_nvrtc};

/// Returns the manifest of a program, and a number that changes when it is rewritten.
fn manifest(bench: &Bench) -> (PathBuf, u64) {
    let files = fs::read_dir(bench.cache.path()).unwrap();
    let mut paths = files.map(|file| file.unwrap().path());
    let is_manifest = |path: &PathBuf| path.extension().is_some_and(|end| end == "manifest");
    let path = paths.find(is_manifest).unwrap();
    let inode = fs::metadata(&path).unwrap().ino();
    (path, inode)
}

/// Returns the files of the cache that end so.
fn count(bench: &Bench, end: &str) -> usize {
    let files = fs::read_dir(bench.cache.path()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(end)).count()
}

tricks! {
    fn unrelated_changes_in_a_folder_do_not_reread_headers(bench) {
        bench.write("h/n.h", "#define N 1").write("g/x.h", "");
        let program = bench.program("#if __has_include(<asked.h>)\n#define N 2\n#else\n#include <n.h>\n#endif", &["g", "h"]);
        bench.fill(&program, 1);
        let before = manifest(&bench);
        for n in 0..5 {
            bench.write(&format!("g/other{n}.o"), "").write("h/log", "more");
            assert_eq!(bench.n(&program), Ok(1));
        }
        assert_eq!(manifest(&bench), before);
        // A file that `__has_include` names is noticed in a folder that others write to, too.
        bench.write("g/asked.h", "");
        assert_eq!(bench.n(&program), Ok(2));
    }

    fn changes_within_one_tick_of_the_clock_are_all_seen(bench) {
        let program = bench.program("#include <n.h>", &["h"]);
        for n in 10..25 {
            bench.write("h/n.h", &format!("#define N {n}"));
            assert_eq!(bench.n(&program), Ok(n));
        }
    }

    fn a_changed_header_with_a_future_time_is_noticed(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["h"]);
        let header = bench.path("h/n.h");
        let tomorrow = SystemTime::now() + Duration::from_secs(86_400);
        let date = || fs::File::options().write(true).open(&header).unwrap().set_modified(tomorrow).unwrap();
        date();
        for n in [1, 1, 2, 3] {
            fs::write(&header, format!("#define N {n}")).unwrap();
            date();
            assert_eq!(bench.n(&program), Ok(n));
        }
        assert_eq!(bench.manifests(), 0);
    }

    fn a_header_with_a_time_before_1970_is_cached(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["h"]);
        let header = bench.path("h/n.h");
        let old = SystemTime::UNIX_EPOCH - Duration::from_secs(100);
        fs::File::options().write(true).open(&header).unwrap().set_modified(old).unwrap();
        bench.changes(&program, 1, || {
            fs::write(&header, "#define N 2").unwrap();
            fs::File::options().write(true).open(&header).unwrap().set_modified(old).unwrap();
        }, 2);
    }

    fn an_atomically_swapped_link_above_the_folder_is_noticed(bench) {
        bench.write("v1/include/sub/n.h", "#define N 1").write("v2/include/sub/n.h", "#define N 2");
        symlink(bench.path("v1"), bench.path("current")).unwrap();
        let program = bench.program("#include <sub/n.h>", &["current/include"]);
        let swap = |to: &str| {
            symlink(bench.path(to), bench.path("next")).unwrap();
            fs::rename(bench.path("next"), bench.path("current")).unwrap();
        };
        bench.changes(&program, 1, || swap("v2"), 2);
        swap("v1");
        assert_eq!(bench.n(&program), Ok(1));
    }

    fn a_header_that_is_there_only_during_a_compilation_leaves_no_entry(bench) {
        bench.write("h/x.h", "").write("h/sub/x.h", "");
        for (name, made) in [("n.h", "h/n.h"), ("sub/n.h", "h/sub/n.h"), ("new/n.h", "h/new")] {
            bench.write(&format!("g/{name}"), "#define N 1");
            let program = bench.program(&format!("#include <{name}>"), &["h", "g"]);
            let (header, made) = (bench.path(&format!("h/{name}")), bench.path(made));
            let change = move || {
                fs::create_dir_all(header.parent().unwrap()).unwrap();
                fs::write(&header, "#define N 2").unwrap();
            };
            let undo = || if made.is_dir() { fs::remove_dir_all(&made) } else { fs::remove_file(&made) };
            during(&bench, &program, change, || undo().unwrap());
        }
    }

    fn a_link_that_is_another_one_only_during_a_compilation_leaves_no_entry(bench) {
        bench.write("one/n.h", "#define N 1").write("two/n.h", "#define N 2").write("h/x.h", "");
        for (path, one, two, folder) in [("folder", "one", "two", "folder"), ("h/n.h", "one/n.h", "two/n.h", "h")] {
            let (link, away, two) = (bench.path(path), bench.path("away"), bench.path(two));
            symlink(bench.path(one), &link).unwrap();
            let program = bench.program("#include <n.h>", &[folder]);
            let (old, new) = (link.clone(), away.clone());
            let change = move || {
                fs::rename(&old, &new).unwrap();
                symlink(&two, &old).unwrap();
            };
            during(&bench, &program, change, || fs::rename(&away, &link).unwrap());
        }
    }

    fn unrelated_files_that_change_during_a_compilation_do_not_matter(bench) {
        bench.write("h/n.h", "#define N 1").write("other/x.h", "");
        let program = bench.program("#include <n.h>", &["h"]);
        let cache = Cache::at(bench.cache.path()).observed_by({
            let other = bench.path("other/y.h");
            move |_| fs::write(&other, "").unwrap()
        });
        cache.compile_ptx(&program).unwrap();
        assert_eq!(count(&bench, ".entry"), 1);
    }

    fn a_pipe_in_place_of_a_header_does_not_block(bench) {
        bench.write("h/n.h", "#define N 1");
        let status = Command::new("mkfifo").arg(bench.path("h/pipe.h")).status();
        assert!(status.unwrap().success());
        let program = bench.program("#if 0\n#include <pipe.h>\n#endif\n#include <n.h>", &["h"]);
        let cache = Cache::at(bench.cache.path());
        cache.compile_ptx(&program).unwrap();
        let path = bench.path("h/pipe.h");
        assert_eq!(cache.last_bypass(), Some(Bypass::Special { path }));
    }

    fn a_manifest_with_a_valid_checksum_and_wrong_contents_is_ignored(bench) {
        bench.write("h/n.h", "#define N 1").write("g/m.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["h"]);
        let other = Bench::new();
        other.write("h/n.h", "#define N 3");
        other.fill(&other.program("#include <n.h>", &["h"]), 3);
        bench.fill(&program, 1);
        // The entry of another program, under this one's name.
        fs::copy(manifest(&other).0, manifest(&bench).0).unwrap();
        assert_eq!(bench.n(&program), Ok(1));
        // An entry of an unknown version.
        fs::write(manifest(&bench).0, b"nvrtcm01 and what was its own").unwrap();
        assert_eq!(bench.n(&program), Ok(1));
    }

    fn an_invalid_size_record_is_recounted(bench) {
        for (n, rubbish) in ["", "-1", "many", "18446744073709551615", "\u{0}\u{0}"].iter().enumerate() {
            fs::write(bench.cache.path().join("bytes.count"), rubbish).unwrap();
            let program = bench.program("", &[]).define("N", n + 1);
            assert_eq!(bench.n(&program), Ok(i32::try_from(n + 1).unwrap()));
            let counted = fs::read_to_string(bench.cache.path().join("bytes.count")).unwrap();
            let counted: u64 = counted.parse().unwrap();
            assert!((1..10_000_000).contains(&counted), "{rubbish:?}: {counted}");
        }
    }

    fn entries_of_another_user_are_used(bench) {
        let program = bench.program("#define N 1", &[]);
        bench.n(&program).unwrap();
        for file in fs::read_dir(bench.cache.path()).unwrap() {
            let path = file.unwrap().path();
            fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
            // Only root may change a file's owner; other users test with their own files.
            let _ = std::os::unix::fs::chown(&path, Some(65_534), None);
        }
        let cache = Cache::at(bench.cache.path());
        cache.compile_ptx(&program).unwrap();
        assert_eq!((cache.hits(), cache.misses()), (1, 0));
    }

    fn a_full_disk_is_not_an_error_and_leaves_no_partial_files(bench) {
        // No file may grow, and writes return an error instead of raising a signal.
        let mut shell = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
        let program = std::env::current_exe().unwrap();
        shell.args(["-c", script, "sh"]).arg(program).args(CHILD);
        let output = shell.env(FOLDER, bench.cache.path()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        // The process writes its output to pipes, which have no such limit.
        assert!(output.status.success(), "{text}");
        assert!(text.contains("hits 0 misses 1") && text.contains("can't write"), "{text}");
        assert_eq!((count(&bench, ".entry"), count(&bench, "")), (0, 0));
        // Even if that can't be reported.
        if cfg!(target_os = "linux") {
            shell.stdout(Stdio::null());
            shell.stderr(File::create("/dev/full").unwrap());
            assert!(shell.status().unwrap().success());
        }
        // Once there is space again, the entry is kept.
        assert!(child(&bench).wait_with_output().unwrap().status.success());
        assert_eq!(count(&bench, ".entry"), 1);
    }

    fn one_program_is_compiled_once_for_all_processes(bench) {
        let children: Vec<Child> = (0..4).map(|_| child(&bench)).collect();
        let mut outputs = Vec::new();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{text}");
            outputs.push(text);
        }
        let having = |line: &str| outputs.iter().filter(|text| text.contains(line)).count();
        assert_eq!((having("misses 1"), having("hits 1")), (1, 3), "{outputs:?}");
        assert_eq!(count(&bench, ".lock"), 0);
    }

    fn a_lock_of_a_dead_process_delays_no_other(bench) {
        let mut first = child(&bench);
        // Whether it had begun or not.
        std::thread::sleep(Duration::from_millis(100));
        first.kill().unwrap();
        first.wait().unwrap();
        let output = child(&bench).wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains("misses 1"), "{text}");
    }

    fn the_files_that_nvrtc_reports_as_included_are_watched(bench) {
        let Some(set) = cuda_rust::nvrtc_set(cuda_rust::NEWEST) else {
            return cuda_rust::skip("CUDA_NVRTC_SETS lacks the newest");
        };
        let environment = Environment::simulated(Os::current(), "/").set("CUDA_NVRTC", set.as_os_str());
        let nvrtc = Nvrtc::from_table(nvrtc::sys::load_with(&Search::with_environment(environment)).unwrap());
        bench.write("h/a.h", "#include \"deep/b.h\"").write("h/deep/b.h", "#define NAME <c.h>\n#include NAME");
        bench.write("h/c.h", "#if __has_include(<only/asked.h>)\n#define N 1\n#endif").write("h/only/asked.h", "");
        let program = bench.program("#include <a.h>", &["h"]).with_nvrtc(nvrtc);
        let trace = bench.path("trace");
        program.clone().fdevice_time_trace(&trace).compile_ptx().unwrap();
        let trace_text = fs::read_to_string(trace.with_extension("json")).unwrap();
        let watched = nvrtc_cache::included_files(&program).unwrap();
        let is_watched = |name: &str| watched.contains(&bench.path(name).canonicalize().unwrap());
        for name in ["h/a.h", "h/deep/b.h", "h/c.h"] {
            assert!(trace_text.contains(&format!("{name}\"")) && is_watched(name), "{name}: {trace_text}");
        }
        // `__has_include` also affects the result, but isn't reported, so the cache doesn't rely on the report.
        assert!(!trace_text.contains("asked.h") && is_watched("h/only/asked.h"), "{trace_text}");
    }

    fn a_hit_reads_no_header_and_stats_each_once(bench) {
        // On one processor no other thread helps, so no query is repeated for a late one.
        let Some(calls) = calls_of_a_hit(&bench, true, (0..200).map(|n| format!("n{n}.h"))) else {
            return;
        };
        let of_headers: Vec<&str> = calls.lines().filter(|call| call.contains(".h\"")).collect();
        assert_eq!(of_headers.len(), 200, "{of_headers:#?}");
        assert!(of_headers.iter().all(|call| call.contains("stat")), "{of_headers:#?}");
        assert!(!calls.contains("libnvrtc-builtins"), "NVRTC is loaded");
    }

    fn threads_that_share_a_check_stat_each_header_once(bench) {
        let name = |n| format!("{}/n{n}.h", n % 20);
        let Some(calls) = calls_of_a_hit(&bench, false, (0..640).map(name)) else {
            return;
        };
        let count = |text: &str| calls.lines().filter(|call| call.contains(text)).count();
        let headers = (0..640).map(|n| count(&format!("\"n{n}.h\"")));
        let folders = (0..20).map(|n| count(&format!("/h/{n}\"")));
        for count in headers.chain(folders) {
            // Queries are repeated only if a thread was late.
            assert!(count == 1 || count == 2, "{count} calls: {calls}");
        }
        let of_headers: Vec<&str> = calls.lines().filter(|call| call.contains(".h\"")).collect();
        assert!(of_headers.iter().all(|call| call.contains("statx(")), "{of_headers:#?}");
        // At most three other threads help, each with one folder of 32 at a time.
        assert!(of_headers.len() <= 640 + 3 * 32, "{}", of_headers.len());
    }

    fn hits_share_the_bytes_of_an_output(bench) {
        let program = bench.program("#define N 1", &[]);
        bench.n(&program).unwrap();
        let cache = Cache::at(bench.cache.path());
        let [first, second] = [(); 2].map(|()| cache.compile_ptx(&program).unwrap());
        assert_eq!(cache.hits(), 2);
        assert_eq!(first.as_bytes().as_ptr(), second.as_bytes().as_ptr());
        let program = program.arch(Arch::sm(8, 0));
        let [first, second] = [(); 2].map(|()| cache.compile_cubin(&program).unwrap());
        assert_eq!((cache.hits(), cache.misses()), (3, 1));
        assert_eq!(first.as_bytes().as_ptr(), second.as_bytes().as_ptr());
    }
}

/// Compiles a program whose `N` is 1, but 2 after `change` and before `undo`, which are called before NVRTC reads the files
/// and afterwards, while it compiles. That isn't cached, whether the files were written just now or not.
fn during(
    bench: &Bench,
    program: &Program<'_>,
    change: impl Fn() + Send + Sync + 'static,
    undo: impl Fn() + Sync,
) {
    let cache = Cache::at(bench.cache.path()).observed_by(move |_| change());
    for (n, is_new) in [true, false].into_iter().enumerate() {
        let program = program.clone().define("ROUND", n);
        if !is_new {
            // Another program with these files.
            bench.fill(&program.clone().define("OTHER", 1), 1);
        }
        let (before, is_undone) = (count(bench, ".entry"), AtomicBool::new(false));
        // NVRTC 12.8 and newer call it.
        let call = || {
            if !is_undone.swap(true, Ordering::Relaxed) {
                undo();
            }
            ControlFlow::Continue(())
        };
        let compiled = cache.compile_ptx(&program.clone().flow(&call));
        if let Err(error) = &compiled
            && !is_undone.load(Ordering::Relaxed)
        {
            undo();
            return cuda_rust::skip(error);
        }
        assert!(compiled.unwrap().as_str().contains(" n = 2;"));
        assert_eq!(count(bench, ".entry"), before);
        assert_eq!(bench.n(&program), Ok(1));
    }
}

/// Returns the system calls of a process that takes a program with these headers from the cache, on one processor if
/// `is_alone`; `None` if no process can be traced here.
fn calls_of_a_hit(
    bench: &Bench,
    is_alone: bool,
    headers: impl Iterator<Item = String>,
) -> Option<String> {
    let mut includes = String::new();
    for name in headers {
        bench.write(&format!("h/{name}"), "");
        includes += &format!("#include <{name}>\n");
    }
    bench.write("includes", &includes);
    bench.fill(&of_includes(bench.files.path()), 1);
    let Ok(found) = Command::new("strace").arg("-V").output() else {
        cuda_rust::skip("there is no strace");
        return None;
    };
    assert!(found.status.success());
    let trace = bench.path("trace");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o"]).arg(&trace);
    strace.arg(std::env::current_exe().unwrap()).args(HIT);
    let mut paths = vec![bench.cache.path(), bench.files.path()];
    if is_alone {
        paths.push(Path::new(ALONE));
    }
    strace.env(FOLDER, std::env::join_paths(paths).unwrap());
    let output = strace.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() && text.contains("ptrace") {
        cuda_rust::skip("processes can't be traced here");
        return None;
    }
    assert!(output.status.success(), "{text}");
    Some(fs::read_to_string(&trace).unwrap())
}

/// Returns the program with the includes that the file `includes` in a folder lists.
fn of_includes(files: &Path) -> Program<'static> {
    let includes = fs::read_to_string(files.join("includes")).unwrap();
    let source = format!("{includes}#define N 1\n__device__ int n = N;");
    let program = Program::new("k.cu", source).arch(Arch::compute(7, 5));
    program.include_dir(files.join("h"))
}

/// The variable that makes a test do its work, with the folder.
const FOLDER: &str = "CUDA_TEST_CHILD";
/// After the folders of the cache and of the files, this makes a test run on one processor.
const ALONE: &str = "alone";
const CHILD: [&str; 4] = ["--exact", "--ignored", "--nocapture", "attacks::another_process"];
const HIT: [&str; 4] = ["--exact", "--ignored", "--nocapture", "attacks::a_process_that_hits"];

fn child(bench: &Bench) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(CHILD).env(FOLDER, bench.cache.path());
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
#[ignore = "run in separate processes by tests above"]
fn another_process() {
    let cache = Cache::at(std::env::var_os(FOLDER).unwrap());
    let functions: String = (0..50)
        .map(|n| format!("__global__ void k{n}(float *x) {{ x[{n}] = sinf(x[0]) + {n}; }}\n"))
        .collect();
    cache.compile_ptx(&Program::new("k.cu", functions).arch(Arch::compute(7, 5))).unwrap();
    let _ = writeln!(io::stderr(), "hits {} misses {}", cache.hits(), cache.misses());
}

#[test]
#[ignore = "run in a separate process by a test above"]
fn a_process_that_hits() {
    let paths = std::env::var_os(FOLDER).unwrap();
    let paths: Vec<_> = std::env::split_paths(&paths).collect();
    #[cfg(target_os = "linux")]
    if paths.get(2).is_some_and(|path| path == Path::new(ALONE)) {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let all = sched_getaffinity(None).unwrap();
        let first = (0..CpuSet::MAX_CPU).find(|processor| all.is_set(*processor));
        let mut one = CpuSet::new();
        one.set(first.unwrap());
        sched_setaffinity(None, &one).unwrap();
    }
    let program = of_includes(&paths[1]);
    let cache = Cache::at(&paths[0]);
    cache.compile_ptx(&program).unwrap();
    assert_eq!((cache.hits(), cache.misses()), (1, 0));
}
