//! The command, with a program of C that knows nothing of the software device.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod starting;
mod workshop;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_rust::skip;
use serde_json::Value;

use crate::workshop::{Run, Workshop};

#[test]
fn run_is_the_program_with_its_output_and_its_exit_status() {
    let workshop = Workshop::new();
    for status in ["0", "5"] {
        let run = workshop.run(&["run"], ["right", status]);
        assert_eq!(run.status, status.parse().ok(), "{}", run.err);
        assert_eq!((run.out.as_str(), run.err.as_str()), ("63\n", ""));
    }
    // Without `--`, what follows the program is the program's, too.
    let words = [
        "run",
        "--devices",
        "2",
        "sh",
        "-c",
        "echo $CUDA_SIM_DEVICES $*",
        "-",
        "--driver",
        "--",
        "-x",
    ];
    assert_eq!(Run::of(workshop.command().args(words)).out, "2 --driver -- -x\n");
    // What a kernel prints is in its place, also in a pipe.
    assert_eq!(workshop.run(&["run"], ["prints", "0"]).out, "63\nk: 63\n");
    // A signal ends the command as it ends the program, and is told as a shell tells it where the
    // command waits.
    assert_eq!(workshop.run(&["run"], ["killed", "0"]).status, None);
    assert_eq!(workshop.run(&["check"], ["killed", "0"]).status, Some(128 + 9));
    // Its libraries have 23 KiB of thread-local memory, which the loader reserves before it sees them.
    let rustc = Run::of(workshop.command().args(["run", "--", "rustc", "--version"]));
    assert_eq!(rustc.status, Some(0), "{}", rustc.err);
}

#[test]
fn whoever_ends_check_ends_the_program_and_is_told_what_it_did() {
    let workshop = Workshop::new();
    let json = workshop.0.path().join("findings.json");
    // A shell can't trap what was ignored when it was started, as in a script's background.
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    let signals = [("TERM", 15), ("INT", 2), ("QUIT", 3), ("HUP", 1)];
    for (signal, _) in signals.into_iter().filter(|(_, number)| ignored >> (number - 1) & 1 == 0) {
        let script =
            "trap 'exit 5' $0; sleep 1; kill -$0 $PPID; for i in $(seq 600); do sleep 0.1; done";
        let mut command = workshop.command();
        command.args(["check", "--json"]).arg(&json).args(["--", "sh", "-c", script, signal]);
        assert_eq!(Run::of(&mut command).status, Some(5), "{signal}");
        let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        assert_eq!(report["status"], 5);
    }
}

#[test]
fn what_is_found_is_told_whatever_the_program_does_with_files() {
    let workshop = Workshop::new();
    let folder = workshop.0.path().join("own");
    for script in [
        "exec $0 beyond 5 >&- 2>&-",
        "exec $0 beyond 5 $1",
        "$0 beyond 5; rm $CUDA_SIM_REPORT; exit 5",
        "echo no JSON >> $CUDA_SIM_REPORT; exec $0 beyond 5",
    ] {
        let json = workshop.0.path().join("findings.json");
        let mut command = workshop.command();
        command.args(["check", "--json"]).arg(&json).args(["--", "sh", "-c", script]);
        let run = Run::of(command.arg(workshop.program()).arg(&folder));
        assert_eq!(run.status, Some(66), "{script}: {}", run.err);
        let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        assert_eq!((&report["status"], &report["findings"][0]["code"]), (&5.into(), &700.into()));
    }
    assert_eq!(fs::read_to_string(folder).unwrap(), "", "it is the program's alone");
}

#[test]
fn a_program_without_a_kernel_fails_where_a_device_is_expected() {
    let workshop = Workshop::new();
    let expected = ["run", "--expect-device"];
    let run = workshop.run(&expected, ["none", "0"]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("launched no kernel on the device"), "{}", run.err);
    assert_eq!(workshop.run(&expected, ["none", "5"]).status, Some(5));
    assert_eq!(workshop.run(&expected, ["right", "0"]).status, Some(0));
    assert_eq!(workshop.run(&["run"], ["none", "0"]).status, Some(0));
    assert_eq!(workshop.run(&["check", "--expect-device"], ["none", "0"]).status, Some(1));
}

#[test]
fn check_ends_with_66_where_it_found_something() {
    let workshop = Workshop::new();
    // The check, the kernel, and what is found by it.
    for (check, kernel, found) in [
        (&["--races"][..], "race", Some("races")),
        (&["--memory"], "race", None),
        (&["--memory"], "beyond", Some("fault")),
        (&["--barriers"], "unwritten", None),
        (&["--uninitialized"], "unwritten", Some("fault")),
        (&[], "race", Some("races")),
        (&[], "unwritten", Some("fault")),
        (&["--races", "--uninitialized", "--barriers"], "right", None),
    ] {
        let json = workshop.0.path().join("findings.json");
        let mut words = vec!["check", "--json", json.to_str().unwrap()];
        words.extend(check);
        let run = workshop.run(&words, [kernel, "5"]);
        assert_eq!(
            run.status,
            Some(if found.is_some() { 66 } else { 5 }),
            "{check:?}: {}",
            run.err
        );
        let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        let findings = report["findings"].as_array().unwrap();
        assert_eq!(
            findings.first().and_then(|finding| finding["check"].as_str()),
            found,
            "{report}"
        );
        for finding in findings {
            let message = finding["message"].as_str().unwrap();
            assert!(
                message.contains(kernel) && run.err.contains(message),
                "{message}: {}",
                run.err
            );
        }
        assert_eq!(report["ran"].as_array().unwrap().len(), 1, "{report}");
        assert_eq!((&report["program"][1], &report["status"]), (&kernel.into(), &5.into()));
    }
}

#[test]
fn info_tells_what_the_options_ask_for() {
    let workshop = Workshop::new();
    let options =
        ["--capability", "8.6", "--devices", "3", "--device-memory", "3G", "--name", "NVIDIA X"];
    let run = Run::of(workshop.command().args(["info", "--json"]).args(options));
    let info: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(info["driver_version"], "13.5");
    assert_eq!(info["devices"].as_array().unwrap().len(), 3);
    let device = &info["devices"][2];
    assert_eq!(device["compute_capability"], "8.6");
    assert_eq!(device["name"], "NVIDIA X");
    assert_eq!(device["memory_bytes"], 3_u64 << 30);
    let run = Run::of(workshop.command().env("CUDA_SIM_COMPUTE_CAPABILITY", "7.5").arg("info"));
    assert!(run.out.contains("compute capability 7.5"), "{}{}", run.out, run.err);
}

#[test]
fn the_device_can_be_what_the_options_name() {
    let workshop = Workshop::new();
    let named = ["--capability", "--driver"].map(|option| {
        let run = Run::of(workshop.command().args(["info", option, "0.0"]));
        let list =
            run.err.split_once("possible values: ").and_then(|parts| parts.1.split_once(']'));
        list.unwrap().0.split(", ").map(str::to_owned).collect::<Vec<_>>()
    });
    let [capabilities, drivers] = named;
    assert_eq!(capabilities.len(), drivers.len());
    for (capability, driver) in capabilities.iter().zip(&drivers) {
        let mut command = workshop.command();
        let run = Run::of(command.args(["info", "--capability", capability, "--driver", driver]));
        let expected = [format!("CUDA {driver}\n"), format!("capability {capability},")];
        assert!(expected.iter().all(|value| run.out.contains(value)), "{}{}", run.out, run.err);
    }
}

#[test]
fn wrong_words_are_errors_that_name_them() {
    let workshop = Workshop::new();
    for (words, status, expected) in [
        (&["check", "--race", "--", "true"][..], 2, "--races"),
        (&["run", "--unknown", "true"], 2, "'--unknown'"),
        (&["run"], 2, "<PROGRAM>"),
        (&["run", "--"], 2, "<PROGRAM>"),
        (&["run", "--", "/not/here"], 127, "/not/here: No such file"),
        (&["run", "--expect-device", "--", "/not/here"], 127, "/not/here: No such file"),
        (&["run", "--", "/"], 126, "/: Permission denied"),
        (&["run", "--capability", "99.9", "--", "true"], 2, "9.0, 10.0, 10.1, 10.3, 11.0"),
        (&["run", "--driver", "14.0", "--", "true"], 2, "13.5"),
        (&["run", "--device-memory", "8 gigs", "--", "true"], 2, "such as 8G"),
        (&["run", "--devices", "17", "--", "true"], 2, "1..=16"),
        (&["check", "--json", "/not/here/x", "--", "true"], 1, "writing /not/here/x"),
        (&["run", "--device-memory", "-1", "--", "true"], 2, "such as 8G"),
    ] {
        let run = Run::of(workshop.command().args(words));
        assert_eq!(run.status, Some(status), "{words:?}: {}", run.err);
        assert!(run.err.contains(expected), "{words:?}: {}", run.err);
    }
    let colon = workshop.0.path().join("a:b");
    std::os::unix::fs::symlink(workshop.libraries(), &colon).unwrap();
    let mut command = workshop.command();
    let run = Run::of(command.env("CUDA_SIM_LIBRARIES", &colon).args(["run", "--", "true"]));
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("a:b has a character"), "{}", run.err);
    let empty = tempfile::tempdir().unwrap();
    let mut command = workshop.command();
    let run = Run::of(command.env("CUDA_SIM_LIBRARIES", empty.path()).args(["run", "--", "true"]));
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("which has no libcuda.so.1"), "{}", run.err);
}

#[test]
fn the_stand_in_for_ptxas_gives_what_the_device_loads() {
    let workshop = Workshop::new();
    let folder = workshop.0.path();
    fs::write(folder.join("a.ptx"), ".version 9.0\n").unwrap();
    let ptxas = |words: &[&str]| {
        let mut command = workshop.command();
        Run::of(command.current_dir(folder).args(["run", "--", "ptxas"]).args(words))
    };
    let run = ptxas(&["--gpu-name", "sm_90a", "-O3", "-v", "a.ptx", "-o", "a.cubin"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert_eq!(fs::read(folder.join("a.cubin")).unwrap(), b".version 9.0\n\0");
    assert!(ptxas(&["--version"]).out.contains("release 13.5, V13.5"));
    let words =
        ["-dlcm", "ca", "--split-compile", "2", "a.ptx", "-e", "a.ptx", "--def-store-cache", "cs"];
    assert_eq!(ptxas(&words).status, Some(0));
    assert_eq!(ptxas(&[]).status, Some(255));
    // Which version it takes is asked for by one that there isn't.
    for (version, is_taken) in [("9.5", true), ("8.8", true), ("9.6", false), ("99.99", false)] {
        fs::write(folder.join("c.ptx"), format!("//\n.version {version}\n")).unwrap();
        let run = ptxas(&["c.ptx", "-o", "c.cubin"]);
        assert_eq!(run.status, Some(if is_taken { 0 } else { 255 }), "{version}: {}", run.err);
        let line = format!(
            "ptxas c.ptx, line 2; fatal   : Unsupported .version {version}; current version is '9.5'"
        );
        assert_eq!(run.err.contains(&line), !is_taken, "{}", run.err);
    }
    let run = ptxas(&["--input-as-string", ".version 99.99"]);
    let line = "ptxas application ptx input, line 1; fatal   : Unsupported .version 99.99; ";
    assert_eq!(run.status, Some(255));
    assert!(run.err.contains(line), "{}", run.err);
    let words = ["--input-as-string", ".version 9.0", "-o", "d.cubin"];
    assert_eq!(ptxas(&words).status, Some(0));
    assert_eq!(fs::read(folder.join("d.cubin")).unwrap(), b".version 9.0\n\0");
    assert_eq!(ptxas(&["b.ptx", "-o", "b.cubin"]).status, Some(255));
    assert!(!folder.join("b.cubin").exists());
}

#[test]
fn a_program_is_given_the_files_of_a_driver_where_it_may_have_a_namespace() {
    let workshop = Workshop::new();
    let files = "test -f /dev/nvidiactl && echo > /dev/null && test -d /dev/shm";
    let run = Run::of(workshop.command().args(["run", "--dev", "--", "sh", "-c", files]));
    if run.err.contains("allowed to make a namespace") {
        return skip("no namespaces may be made here");
    }
    assert_eq!(run.status, Some(0), "{}", run.err);
}

/// Runs Python in the device's libraries, with words after its code; nothing if there is none.
fn python(workshop: &Workshop, options: &[&str], code: &str, words: &[&Path]) -> Option<Run> {
    let mut command = workshop.command();
    command.arg("run").args(options).args(["--", "python3", "-c", code]).args(words);
    // Where NVRTC finds its other library.
    command.env("LD_LIBRARY_PATH", env::var_os("CUDA_NVRTC").unwrap_or_default());
    let run = Run::of(&mut command);
    if run.status == Some(127) {
        skip("there is no python3");
        return None;
    }
    assert_eq!(run.status, Some(0), "{}", run.err);
    Some(run)
}

#[test]
fn the_loader_finds_the_libraries_wherever_a_program_has_others() {
    let workshop = Workshop::new();
    let other = workshop.0.path().join("libcublas.so.13");
    fs::write(&other, "no library").unwrap();
    // By its path, which LD_LIBRARY_PATH has no part in.
    let code = "import ctypes, sys; print(ctypes.CDLL(sys.argv[1]).cublasCreate_v2(None))";
    if let Some(run) = python(&workshop, &[], code, &[&other]) {
        assert_eq!(run.out, "7\n");
    }
}

#[test]
fn a_program_that_starts_its_own_ptxas_starts_the_stand_in() {
    let workshop = Workshop::new();
    let code = "import subprocess, sys; subprocess.run([sys.argv[1], '--version'], check=True)";
    let ptxas = workshop.0.path().join("own/ptxas");
    if let Some(run) = python(&workshop, &[], code, &[&ptxas]) {
        assert!(run.out.contains("stand-in of cuda-sim"), "{}", run.out);
    }
}

#[test]
fn nvrtc_gives_ptx_for_machine_code_each_time_that_it_is_loaded() {
    const CODE: &str = "\
import _ctypes, ctypes, sys
def code():
    nvrtc, program, size = ctypes.CDLL(sys.argv[1]), ctypes.c_void_p(), ctypes.c_size_t()
    source = b'extern \"C\" __global__ void k() {}'
    assert not nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, None, 0, None, None)
    options = (ctypes.c_char_p * 1)(b'--gpu-architecture=sm_90')
    assert not nvrtc.nvrtcCompileProgram(program, 1, options)
    assert not nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    assert not nvrtc.nvrtcGetCUBIN(program, code)
    _ctypes.dlclose(nvrtc._handle)
    return code.value.decode()
codes = [code() for _ in range(6)]
assert all(code == codes[0] for code in codes)
print(codes[0])";
    let workshop = Workshop::new();
    let Some(nvrtc) = nvrtc() else { return skip("CUDA_NVRTC is not set") };
    if let Some(run) = python(&workshop, &[], CODE, &[&nvrtc]) {
        assert!(run.out.contains(".target sm_90") && run.out.contains(".entry k("), "{}", run.out);
    }
}

/// A program that is linked with NVRTC, and asks for machine code also before `main`.
const LINKED: &str = r#"
#include <stdio.h>
#include <string.h>
int nvrtcCreateProgram(void **, const char *, const char *, int, const char *const *, const char *const *);
int nvrtcCompileProgram(void *, int, const char *const *);
int nvrtcGetCUBINSize(void *, size_t *);
int nvrtcGetCUBIN(void *, char *);
int (*by_pointer)(void *, char *) = nvrtcGetCUBIN;
static char code[1 << 16];
static int compile(void) {
    const char *options[] = {"-arch=sm_90"};
    void *program;
    size_t size = 0;
    if (nvrtcCreateProgram(&program, "extern \"C\" __global__ void k() {}", 0, 0, 0, 0)) return 1;
    if (nvrtcCompileProgram(program, 1, options)) return 2;
    if (nvrtcGetCUBINSize(program, &size) || size > sizeof code) return 3;
    if (by_pointer(program, code)) return 4;
    return strstr(code, ".target sm_90") ? 0 : 5;
}
static int early;
__attribute__((constructor)) static void before_main(void) { early = compile(); }
int main(void) { printf("%d %d\n", early, compile()); }
"#;

#[test]
fn a_program_that_is_linked_with_nvrtc_is_given_ptx_for_machine_code() {
    let workshop = Workshop::new();
    let Some(nvrtc) = nvrtc() else { return skip("CUDA_NVRTC is not set") };
    let source = workshop.0.path().join("linked.c");
    fs::write(&source, LINKED).unwrap();
    // Symbols are bound when they are called, or at once, by way of a table of calls or not.
    for flags in [
        &["-Wl,-z,lazy"][..],
        &["-Wl,-z,now"],
        &["-Wl,-z,now", "-fno-plt", "-fPIE"],
        &["-Wl,-z,lazy", "-no-pie"],
    ] {
        let program = workshop.0.path().join("linked");
        let output = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
            .args([&source, &nvrtc])
            .args(flags)
            .arg("-o")
            .arg(&program)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut command = workshop.command();
        command.env("LD_LIBRARY_PATH", nvrtc.parent().unwrap());
        let run = Run::of(command.args(["run", "--"]).arg(&program));
        assert_eq!((run.status, run.out.as_str()), (Some(0), "0 0\n"), "{flags:?}: {}", run.err);
    }
}

#[test]
fn nvjitlink_links_what_is_optimized_with_ptx_and_the_runtime_for_kernels() {
    const CODE: &str = "\
import ctypes as c, sys
def compiled(source, option, kind):
    rtc, program, size = c.CDLL(sys.argv[1]), c.c_void_p(), c.c_size_t()
    assert not rtc.nvrtcCreateProgram(c.byref(program), source, None, 0, None, None)
    options = (c.c_char_p * 3)(b'-arch=compute_90', b'-rdc=true', option)
    assert not rtc.nvrtcCompileProgram(program, 3, options)
    assert not rtc[f'nvrtcGet{kind}Size'](program, c.byref(size))
    code = c.create_string_buffer(size.value)
    assert not rtc[f'nvrtcGet{kind}'](program, code)
    return code.raw
lto = compiled(b'extern __device__ int g(int); extern \"C\" __global__ void k(int *p) { *p = g(*p); }', b'-dlto', 'LTOIR')
grid = b'__device__ int g(int x) { return x * 2 + !cudaCGGetIntrinsicHandle(cudaCGScope(1)); }'
ptx = compiled(grid, b'-std=c++17', 'PTX')
runtime = b'!<arch>\\ncuda_device_runtime.o/'
link, cuda = c.CDLL(sys.argv[2]), c.CDLL('libcuda.so.1')
def linked(options, inputs):
    linker, size = c.c_void_p(), c.c_size_t()
    assert not link.nvJitLinkCreate(c.byref(linker), len(options), (c.c_char_p * len(options))(*options))
    for kind, data in inputs:
        assert not link.nvJitLinkAddData(linker, kind, data, c.c_size_t(len(data)), b'part'), kind
    assert not link.nvJitLinkComplete(linker)
    assert not link.nvJitLinkGetLinkedCubinSize(linker, c.byref(size))
    code = c.create_string_buffer(size.value)
    assert not link.nvJitLinkGetLinkedCubin(linker, code)
    assert not link.nvJitLinkDestroy(c.byref(linker))
    return code
device, context = c.c_int(), c.c_void_p()
assert not cuda.cuInit(0) and not cuda.cuDeviceGet(c.byref(device), 0)
assert not cuda.cuCtxCreate_v2(c.byref(context), 0, device)
lto_options = [b'-arch=sm_90', b'-lto']
own = ptx.replace(b'_Z1gi', b'_Z1hi')
for code in linked(lto_options, [(3, lto), (2, ptx), (6, runtime)]), linked(lto_options, [(2, own), (6, runtime)]):
    module = c.c_void_p()
    assert not cuda.cuModuleLoadData(c.byref(module), code)
kernel, at, value = c.c_void_p(), c.c_ulonglong(), c.c_int(21)
code = linked(lto_options, [(6, runtime), (10, lto), (10, ptx)])
assert not cuda.cuModuleLoadData(c.byref(module), code)
assert not cuda.cuModuleGetFunction(c.byref(kernel), module, b'k')
assert not cuda.cuMemAlloc_v2(c.byref(at), c.c_size_t(4)) and not cuda.cuMemcpyHtoD_v2(at, c.byref(value), c.c_size_t(4))
arguments = (c.c_void_p * 1)(c.addressof(at))
assert not cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, None, arguments, None)
assert not cuda.cuMemcpyDtoH_v2(c.byref(value), at, c.c_size_t(4))
print(value.value // 2)";
    let workshop = Workshop::new();
    let linker = in_folder("CUDA_NVJITLINK", "libnvJitLink.so.1");
    let (Some(nvrtc), Some(linker)) = (nvrtc(), linker) else {
        return skip("CUDA_NVRTC or CUDA_NVJITLINK is not set");
    };
    if let Some(run) = python(&workshop, &[], CODE, &[&nvrtc, &linker]) {
        assert_eq!(run.out, "21\n", "{}", run.err);
    }
}

/// Returns the file of NVRTC, if there is one.
fn nvrtc() -> Option<PathBuf> {
    in_folder("CUDA_NVRTC", "libnvrtc.so.1")
}

/// Returns the file of a library that a variable names, or whose folder.
fn in_folder(variable: &str, name: &str) -> Option<PathBuf> {
    let folder = env::var_os(variable).map(PathBuf::from)?;
    let mut files = folder.read_dir().unwrap().map(|file| file.unwrap().path());
    files.find(|file| file.file_name().unwrap().to_string_lossy().starts_with(name))
}

#[test]
fn an_installed_package_comes_before_one_with_the_libraries() {
    const CODE: &str = "\
import nvidia.cu13, nvidia.cufft, os, sitecustomize
paths = [os.path.realpath(os.path.join(path, 'lib')) for path in nvidia.cu13.__path__]
print(*paths, *map(os.path.realpath, nvidia.cufft.__path__), sitecustomize.OWN, sep='\\n')";
    let workshop = Workshop::new();
    let installed = workshop.0.path().canonicalize().unwrap().join("installed");
    let library_folder = installed.join("nvidia/cu13/lib");
    fs::create_dir_all(&library_folder).unwrap();
    fs::write(installed.join("sitecustomize.py"), "OWN = 5\n").unwrap();
    let mut command = workshop.command();
    command.env("PYTHONPATH", &installed).args(["run", "--", "python3", "-c", CODE]);
    let run = Run::of(&mut command);
    if run.status == Some(127) {
        return skip("there is no python3");
    }
    assert_eq!(run.status, Some(0), "{}", run.err);
    let libraries = workshop.libraries().canonicalize().unwrap();
    let packages = libraries.join("python/packages/nvidia/cufft");
    let lines = [library_folder, libraries, packages].map(|path| path.display().to_string());
    assert_eq!(run.out, lines.join("\n") + "\n5\n");
}

#[test]
fn nvml_has_the_devices() {
    const CODE: &str = "\
import ctypes
nvml, name = ctypes.CDLL('libnvidia-ml.so.1'), ctypes.create_string_buffer(64)
device, count, memory = ctypes.c_void_p(), ctypes.c_uint(), (ctypes.c_ulonglong * 3)()
assert nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)) == 1 and nvml.nvmlShutdown() == 1
assert not nvml.nvmlInit_v2() and not nvml.nvmlInit_v2() and not nvml.nvmlShutdown()
assert not nvml.nvmlDeviceGetCount_v2(ctypes.byref(count))
assert nvml.nvmlDeviceGetHandleByIndex_v2(2, ctypes.byref(device)) == 2
assert not nvml.nvmlDeviceGetHandleByIndex_v2(1, ctypes.byref(device))
assert nvml.nvmlDeviceGetName(device, name, 3) == 7
assert not nvml.nvmlDeviceGetName(device, name, 64)
assert not nvml.nvmlDeviceGetMemoryInfo(device, memory)
assert nvml.nvmlDeviceGetPowerUsage(device, None) == 3
memory_2 = (ctypes.c_ulonglong * 5)()
assert nvml.nvmlDeviceGetMemoryInfo_v2(device, memory_2) == 25
memory_2[0] = 40 | 2 << 24
assert not nvml.nvmlDeviceGetMemoryInfo_v2(device, memory_2) and memory_2[1] == memory[0]
other = ctypes.c_void_p()
known = [b'0000FFFF:01:00.0', b'ffff:01:00.0', b'FFFF:1:0.0']
others = [(b'0:1:0.0', 6), (b'1:0.0', 6), (b'ffff:2:0.0', 6), (b'', 2), (b'0', 2)]
for text, status in [(text, 0) for text in known] + others:
    assert nvml.nvmlDeviceGetHandleByPciBusId_v2(text, ctypes.byref(other)) == status, text
assert other.value == device.value
assert nvml.nvmlDeviceGetName(ctypes.c_void_p(99), name, 64) == 2
assert not nvml.nvmlShutdown() and nvml.nvmlDeviceGetName(device, name, 64) == 1
print(count.value, name.value.decode(), memory[0])";
    let workshop = Workshop::new();
    let options = ["--devices", "2", "--name", "NVIDIA X", "--device-memory", "1G"];
    if let Some(run) = python(&workshop, &options, CODE, &[]) {
        assert_eq!(run.out, "2 NVIDIA X 1073741824\n");
    }
}

#[test]
fn a_wheel_installs_the_command() {
    let workshop = Workshop::new();
    let folder = workshop.0.path();
    let environment = folder.join("environment");
    let python = |words: &[&std::ffi::OsStr]| Command::new("python3").args(words).output();
    let output = python(&["-m".as_ref(), "venv".as_ref(), environment.as_ref()]);
    if !output.is_ok_and(|output| output.status.success()) {
        return skip("there is no python3 with venv");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("wheel.py");
    let program = env!("CARGO_BIN_EXE_cuda-sim");
    let wheel = python(&[script.as_ref(), folder.as_ref(), "--program".as_ref(), program.as_ref()])
        .unwrap();
    let wheel = String::from_utf8(wheel.stdout).unwrap();
    assert!(wheel.contains("-py3-none-manylinux_2_"), "{wheel}");
    let mut pip = Command::new(environment.join("bin/python"));
    pip.args(["-m", "pip", "install", "--no-index", wheel.trim()]);
    assert_eq!(Run::of(&mut pip).status, Some(0));
    let mut installed = Command::new(environment.join("bin/cuda-sim"));
    installed.env("CUDA_SIM_LIBRARIES", workshop.libraries());
    let run = Run::of(installed.args(["run", "--"]).arg(workshop.program()).args(["right", "0"]));
    assert_eq!((run.status, run.out.as_str()), (Some(0), "63\n"), "{}", run.err);
}
