//! CUDA's own headers in kernels, from a simulated environment with NVIDIA's wheels.
//!
//! `CUDA_HEADERS` names a folder of header sets, such as `13.5/include`; headers that a set lacks are skipped.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Arch, Nvrtc, NvrtcErrorKind, Program, Standard, sys::nvrtcResult};
use tempfile::TempDir;

use crate::fake;
use crate::real::{skip, with_nvrtc};

/// Headers that a kernel includes, each with the files that it requires.
const INCLUDED: [(&str, &[&str]); 7] = [
    ("cuda_fp16.h", &["cuda_fp16.h"]),
    ("cuda_bf16.h", &["cuda_bf16.h"]),
    ("cuda_fp8.h", &["cuda_fp8.h"]),
    ("cooperative_groups.h", &["cooperative_groups.h", "nv/target"]),
    ("mma.h", &["mma.h", "crt/mma.h"]),
    ("cuda/std/atomic", &["cuda/std/atomic"]),
    ("cuda/std/limits", &["cuda/std/limits"]),
];

/// A virtualenv whose packages are the wheels of a set of headers.
struct Wheels {
    folder: TempDir,
    set: PathBuf,
}

impl Wheels {
    /// Returns the wheels of NVRTC's version; `None`, with a note, if there is no such set.
    fn of(nvrtc: Nvrtc, test: &str) -> Option<Self> {
        let version = nvrtc.version();
        let set = std::env::var_os("CUDA_HEADERS")
            .map(|sets| Path::new(&sets).join(version.to_string()).join("include"))
            .filter(|set| set.is_dir());
        let Some(set) = set else {
            skip(test, &format!("CUDA_HEADERS has no set of {version}"));
            return None;
        };
        let wheels = Self { folder: TempDir::new().unwrap(), set };
        for entry in fs::read_dir(&wheels.set).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let wheel = match name.as_str() {
                _ if version.major >= 13 => "cu13",
                "crt" => "cuda_nvcc",
                "cub" | "cuda" | "nv" | "thrust" => "cuda_cccl",
                _ => "cuda_runtime",
            };
            let folder = wheels.site().join("nvidia").join(wheel).join("include");
            fs::create_dir_all(&folder).unwrap();
            symlink(wheels.set.join(&name), folder.join(&name)).unwrap();
        }
        Some(wheels)
    }

    fn site(&self) -> PathBuf {
        self.folder.path().join("venv/lib/python3.12/site-packages")
    }

    fn search(&self) -> Search {
        let venv = self.folder.path().join("venv");
        let environment = Environment::simulated(Os::Linux, self.folder.path());
        Search::with_environment(environment.set("VIRTUAL_ENV", venv))
    }

    /// Returns `true` if the set has a file; CCCL has its own folder from CUDA 13 on.
    fn has(&self, header: &str) -> bool {
        self.set.join(header).is_file() || self.set.join("cccl").join(header).is_file()
    }
}

fn program(nvrtc: Nvrtc, header: &str) -> Program<'static> {
    let source = format!("#include <{header}>\nextern \"C\" __global__ void kernel() {{}}");
    program_of(nvrtc, source)
}

fn program_of(nvrtc: Nvrtc, source: String) -> Program<'static> {
    Program::new("kernel.cu", source)
        .with_nvrtc(nvrtc)
        .arch(Arch::compute(8, 0))
        .std(Standard::Cpp17)
}

with_nvrtc! {
    fn kernels_include_cudas_headers(nvrtc) {
        const TEST: &str = "kernels_include_cudas_headers";
        let Some(wheels) = Wheels::of(nvrtc, TEST) else {
            continue;
        };
        // One program, because most of each is what all include.
        let mut includes = String::new();
        for (header, needed) in INCLUDED {
            if let Some(lacking) = needed.iter().find(|needed| !wheels.has(needed)) {
                skip(TEST, &format!("the headers of {} lack {lacking}", nvrtc.version()));
                continue;
            }
            includes += &format!("#include <{header}>\n");
        }
        let source = includes + "extern \"C\" __global__ void kernel() {}";
        let program = program_of(nvrtc, source).cuda_headers_with(&wheels.search());
        assert_eq!(program.unwrap().compile_ptx().unwrap().entries().count(), 1);
    }

    fn half_numbers_and_groups_compile_to_code(nvrtc) {
        const TEST: &str = "half_numbers_and_groups_compile_to_code";
        let Some(wheels) = Wheels::of(nvrtc, TEST) else {
            continue;
        };
        if !wheels.has("nv/target") && nvrtc.version().major > 11 {
            skip(TEST, &format!("the headers of {} lack nv/target", nvrtc.version()));
            continue;
        }
        let source = r#"
            #include <cuda_fp16.h>
            #include <cooperative_groups.h>
            extern "C" __global__ void twice(__half* x) {
                auto grid = cooperative_groups::this_grid();
                x[grid.thread_rank()] = __hmul(x[grid.thread_rank()], __float2half(2.0f));
            }"#;
        let program = Program::new("twice.cu", source).with_nvrtc(nvrtc).arch(Arch::compute(8, 0)).std(Standard::Cpp17);
        let ptx = program.cuda_headers_with(&wheels.search()).unwrap().compile_ptx().unwrap();
        assert!(ptx.as_str().contains("mul") && ptx.as_str().contains("f16"), "{ptx:?}");
    }

    fn a_missing_header_is_reported_with_its_package_for_this_version(nvrtc) {
        let major = nvrtc.version().major;
        let packages: [(&str, [&str; 3]); 3] = [
            ("cuda_bf16.h", ["nvidia-cuda-runtime==13.*", "nvidia-cuda-runtime-cu12", "nvidia-cuda-runtime-cu11"]),
            ("cuda/std/atomic", ["nvidia-cuda-cccl==13.*", "nvidia-cuda-cccl-cu12", "nvidia-cuda-cccl-cu11"]),
            ("crt/mma.h", ["nvidia-cuda-crt==13.*", "nvidia-cuda-nvcc-cu12", "nvidia-cuda-nvcc-cu11"]),
        ];
        for (header, [of_13, of_12, of_11]) in packages {
            let package = match major { 13.. => of_13, 12 => of_12, _ => of_11 };
            let error = program(nvrtc, header).compile_ptx().unwrap_err().to_string();
            let help = error.lines().last().unwrap();
            assert!(help.starts_with(&format!("  help     {header} is one of the ")), "{error}");
            assert!(help.ends_with(&format!("pip install '{package}'")), "{error}");
        }
    }

    fn a_missing_header_of_the_program_itself_is_reported_with_the_ways_to_pass_it(nvrtc) {
        let error = program(nvrtc, "my_kernels.h").compile_ptx().unwrap_err().to_string();
        assert!(error.contains("my_kernels.h"), "{error}");
        assert!(error.contains("\n  help     pass its folder with Program::include_dir, or its text with Program::header"), "{error}");
    }
}

with_nvrtc! {
    fn printf_and_assert_need_no_header(nvrtc) {
        let kernel = r#"extern "C" __global__ void k(int x) { assert(x > 0); printf("%d\n", x); }"#;
        Program::new("k.cu", kernel).with_nvrtc(nvrtc).compile_ptx().unwrap();
        for header in ["stdio.h", "assert.h"] {
            let error = program(nvrtc, header).compile_ptx().unwrap_err().to_string();
            assert!(error.ends_with("\n  help     NVRTC has printf and assert: remove the include"), "{error}");
        }
    }

    fn a_header_that_a_header_lacks_is_not_blamed_on_the_program(nvrtc) {
        let folder = TempDir::new().unwrap();
        let outer = folder.path().join("outer.h");
        fs::write(&outer, "#include <cstdlib>\n").unwrap();
        let error = program(nvrtc, "outer.h").include_dir(folder.path()).compile_ptx().unwrap_err().to_string();
        let help = format!("  help     {} includes it, not your program", outer.display());
        assert!(error.lines().last().unwrap().starts_with(&help), "{error}");
    }
}

/// A folder of CCCL headers, and the CUDA headers of 12.0, both older than the NVRTC.
fn older() -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in [
        ("cuda/std/version", ""),
        ("cuda/std/__cccl/version.h", "#define CCCL_VERSION 2008002\n"),
        ("cuda.h", "#define CUDA_VERSION 11020\n"),
        ("cuda_fp16.h", "#error too old\n"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

with_nvrtc! {
    fn a_header_that_an_older_cccl_lacks_is_reported_with_both_versions(nvrtc) {
        let folder = older();
        let (header, version) = ("cuda/std/inplace_vector_of_tomorrow", nvrtc.version());
        let error = program(nvrtc, header).include_dir(folder.path()).compile_ptx().unwrap_err().to_string();
        let help = format!(
            "  help     {header} is one of the CCCL headers, which those in {} (CCCL 2.8.2) don't have; NVRTC is {version}; newer ones: ",
            folder.path().display()
        );
        assert!(error.lines().last().unwrap().starts_with(&help), "{error}");
    }

    fn errors_in_older_headers_are_reported_with_both_versions(nvrtc) {
        let folder = older();
        let error = program(nvrtc, "cuda_fp16.h").include_dir(folder.path()).compile_ptx().unwrap_err().to_string();
        let help = format!(
            "  help     the CUDA headers in {} are of 11.2, and NVRTC is {}: use the same version for both",
            folder.path().display(),
            nvrtc.version()
        );
        assert_eq!(error.lines().last().unwrap(), help, "{error}");
        // An error in other code has no such help.
        let program = Program::new("k.cu", "int f( {").with_nvrtc(nvrtc).include_dir(folder.path());
        assert!(!program.compile_ptx().unwrap_err().to_string().contains("  help"));
    }
}

/// A machine on which `CUDA_PATH` has headers whose version is CUDA `version`.
fn toolkit(version: u32) -> (TempDir, Search) {
    let folder = TempDir::new().unwrap();
    let include = folder.path().join("toolkit/include");
    fs::create_dir_all(&include).unwrap();
    fs::write(include.join("cuda.h"), format!("#define CUDA_VERSION {version}\n")).unwrap();
    let environment = Environment::simulated(Os::Linux, folder.path());
    let search =
        Search::with_environment(environment.set("CUDA_PATH", folder.path().join("toolkit")));
    (folder, search)
}

#[test]
fn missing_headers_are_an_error_that_lists_every_place() {
    let folder = TempDir::new().unwrap();
    let search = Search::with_environment(Environment::simulated(Os::Linux, folder.path()));
    let nvrtc = fake::nvrtc(12_090, &[]);
    let error = program(nvrtc, "cuda_fp16.h").cuda_headers_with(&search).unwrap_err();
    assert!(matches!(error.kind(), NvrtcErrorKind::Headers(_)), "{error}");
    let text = error.to_string();
    assert!(text.starts_with("no usable CUDA headers were found"), "{text}");
    assert!(text.contains("conda") && text.contains("usual folders"), "{text}");
    assert!(text.ends_with("pip install 'nvidia-cuda-runtime-cu12'"), "{text}");
}

#[test]
fn headers_of_a_newer_major_version_than_nvrtc_are_skipped() {
    let (_folder, search) = toolkit(13_050);
    let older = program(fake::nvrtc(12_090, &[]), "cuda_fp16.h");
    let error = older.cuda_headers_with(&search).unwrap_err().to_string();
    assert!(error.contains("toolkit/include/cuda.h: newer than CUDA 12"), "{error}");
    let same = program(fake::nvrtc(13_000, &[]), "cuda_fp16.h");
    assert!(same.cuda_headers_with(&search).is_ok());
}

#[test]
fn each_folder_is_passed_once() {
    let (folder, search) = toolkit(12_090);
    let include = folder.path().join("toolkit/include");
    for header in ["crt/host_defines.h", "cuda/std/version"] {
        fs::create_dir_all(include.join(header).parent().unwrap()).unwrap();
        fs::write(include.join(header), "").unwrap();
    }
    let program = program(fake::nvrtc(12_090, &[]), "cuda_fp16.h");
    let program = program.cuda_headers_with(&search).unwrap();
    fake::fail(2, nvrtcResult::NVRTC_ERROR_COMPILATION);
    let error = program.compile_ptx().unwrap_err();
    let NvrtcErrorKind::Compile { options, .. } = error.kind() else {
        panic!("the compilation should have failed");
    };
    let passed = format!("--include-path={}", include.display());
    let found = options.iter().filter(|option| option.starts_with("--include-path"));
    assert_eq!(found.collect::<Vec<_>>(), [&passed]);
}

/// The variable that makes a new process run the body of a test.
const IN_NEW_PROCESS: &str = "CUDA_TEST_CHILD";

/// Runs the body of a test in a new process, which has no other variables than these. Returns what it printed.
fn in_new_process(test: &str, variables: &[(&str, &Path)]) -> String {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--nocapture", test]).env_clear();
    command.env(IN_NEW_PROCESS, "1").envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    text
}

#[test]
fn bundled_headers_are_used_if_no_others_are_found() {
    const TEST: &str = "cuda_headers::bundled_headers_are_used_if_no_others_are_found";
    if std::env::var_os(IN_NEW_PROCESS).is_some() {
        let source = "#include <cuda/std/array>\n__global__ void k(cuda::std::array<int, 2> x) {}";
        let program = Program::new("k.cu", source).cuda_headers().unwrap();
        assert_eq!(program.compile_ptx().unwrap().entries().count(), 1);
        return;
    }
    let sets = std::env::var_os("CUDA_NVRTC_SETS").unwrap_or_default();
    let mut sets = std::env::split_paths(&sets);
    let Some(nvrtc) = sets.find(|set| set.to_string_lossy().contains("/13.5.")) else {
        return skip(TEST, "CUDA_NVRTC_SETS lacks 13.5");
    };
    let folder = TempDir::new().unwrap();
    in_new_process(TEST, &[("CUDA_NVRTC", &nvrtc), ("XDG_CACHE_HOME", folder.path())]);
    let installed = folder.path().join("nvrtc-headers");
    assert_eq!(fs::read_dir(installed).unwrap().count(), 1);
}

#[test]
fn without_bundled_headers_missing_ones_are_an_error() {
    const TEST: &str = "cuda_headers::without_bundled_headers_missing_ones_are_an_error";
    if std::env::var_os(IN_NEW_PROCESS).is_some() {
        let program = || program(fake::nvrtc(12_090, &[]), "cuda_fp16.h");
        if program().cuda_headers_with(&Search::new()).is_ok() {
            return println!("this machine has headers");
        }
        let error = program().cuda_headers().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::Headers(_)), "{error}");
        return;
    }
    let folder = TempDir::new().unwrap();
    let variables = [("HOME", folder.path()), ("XDG_CACHE_HOME", folder.path())];
    if in_new_process(TEST, &variables).contains("this machine has headers") {
        skip(TEST, "a folder of the system has headers");
    }
}
