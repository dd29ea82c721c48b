//! Builds and runs the example crates with kernels and with host code, as a user who copied them would.
#![allow(missing_docs)]
#![cfg(target_os = "linux")]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use cuda_pathfinder::{CCCL_HEADERS, NVCC, Search};
use cuda_rust::{built, skip};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Cargo builds one at a time, in a shared target folder.
static CARGO: Mutex<()> = Mutex::new(());

/// A copy of an example. Only one test at a time has it.
struct Copy {
    name: &'static str,
    folder: PathBuf,
}

fn copy() -> Copy {
    copy_of("kernels", &["src/kernels.cu", "src/range.h", "src/sorted.cu"])
}

/// Copies an example into a copy of the workspace. There, paths from the workspace's folder are the same, by which Cargo
/// tells crates apart: what it compiled for the tests isn't compiled again.
fn copy_of(name: &'static str, sources: &[&str]) -> Copy {
    let workspace = target().join("workspace-with-user");
    let copy = Copy { name, folder: workspace.join("user") };
    let _ = fs::remove_dir_all(&workspace);
    fs::create_dir(&workspace).unwrap();
    for entry in fs::read_dir(HERE).unwrap() {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path())).unwrap();
        if path.is_dir() && name != "target" && name != ".git" {
            symlink(path, workspace.join(name)).unwrap();
        }
    }
    for file in ["build.rs", "Cargo.lock"] {
        fs::copy(Path::new(HERE).join(file), workspace.join(file)).unwrap();
    }
    let manifest = fs::read_to_string(Path::new(HERE).join("Cargo.toml")).unwrap();
    let manifest = manifest.replacen("members = [", "members = [\"user\", ", 1);
    fs::write(workspace.join("Cargo.toml"), manifest).unwrap();

    let example = Path::new(HERE).join("examples").join(name);
    for file in ["build.rs", "src/main.rs"].iter().chain(sources) {
        let copied = copy.path().join(file);
        fs::create_dir_all(copied.parent().unwrap()).unwrap();
        fs::copy(example.join(file), copied).unwrap();
    }
    let manifest = fs::read_to_string(example.join("Cargo.toml")).unwrap();
    let (manifest, _) = manifest.split_once("[profile.dev]").unwrap();
    let manifest = manifest.replace("[workspace]\n", "").replace("../../", "../");
    fs::write(copy.path().join("Cargo.toml"), manifest).unwrap();
    copy
}

impl Copy {
    fn path(&self) -> &Path {
        &self.folder
    }

    /// Builds it with the features that it asks for. With the other package, macros have the features of the workspace,
    /// which clap's decide.
    fn build(&self, adjust: impl FnOnce(&mut Command)) -> Output {
        self.cargo(|cargo| {
            cargo.args(["--package", self.name, "--package", "saxpy-arguments"]);
            adjust(cargo.args(["--bin", self.name]));
        })
    }

    fn cargo(&self, adjust: impl FnOnce(&mut Command)) -> Output {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.arg("build").current_dir(self.path()).env("CARGO_TARGET_DIR", target());
        adjust(&mut cargo);
        cargo.output().unwrap()
    }
}

fn target() -> PathBuf {
    let test = env::current_exe().unwrap();
    test.ancestors().nth(3).unwrap().to_owned()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns `true` if NVRTC is available; otherwise records the test as skipped.
fn has_nvrtc() -> bool {
    match nvrtc::Nvrtc::load() {
        Ok(_) => true,
        Err(error) => {
            skip(error.to_string().lines().next().unwrap_or_default());
            false
        }
    }
}

#[test]
fn the_example_builds_and_its_kernels_give_the_right_results() {
    if !has_nvrtc() {
        return;
    }
    let _one = CARGO.lock();
    let folder = copy();
    let output = folder.build(|_| {});
    assert!(output.status.success(), "{}", text(&output.stderr));
    // A second build does nothing, and a changed header is noticed.
    let fresh = |output: &Output| !text(&output.stderr).contains("Compiling kernels");
    assert!(fresh(&folder.build(|_| {})));
    let header = folder.path().join("src/range.h");
    let changed = fs::read_to_string(&header).unwrap() + "// changed\n";
    fs::write(&header, changed).unwrap();
    assert!(!fresh(&folder.build(|_| {})));

    let out = run();
    assert!(out.contains("all results are right"), "{out}");
}

/// Runs the built example, on the GPU or the software device.
fn run() -> String {
    let mut program = Command::new(target().join("debug/kernels"));
    let driver = tempfile::tempdir().unwrap();
    if env::var("CUDA_TEST_DEVICE").as_deref() != Ok("hardware") {
        built::write_software_driver(driver.path()).unwrap();
        program.env("CUDA_DRIVER", driver.path()).env("CUDA_SIM_DRIVER_VERSION", cuda_rust::NEWEST);
    }
    let output = program.output().unwrap();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{error}");
    out
}

#[test]
fn a_kernel_of_cubs_block_primitives_sorts() {
    let Some(headers) =
        cuda_rust::newest_headers().filter(|headers| headers.join("cccl/cub").is_dir())
    else {
        return skip("CUDA_HEADERS lacks the newest set, with CUB");
    };
    match nvrtc::Nvrtc::load() {
        Ok(nvrtc) if nvrtc.version().major >= 13 => {}
        _ => return skip("there is no NVRTC of CUDA 13"),
    }
    let _one = CARGO.lock();
    let folder = copy();
    let toolkit = tempfile::tempdir().unwrap();
    symlink(headers, toolkit.path().join("include")).unwrap();
    let output = folder.build(|cargo| {
        cargo.args(["--features", "cub"]).env("CUDA_PATH", toolkit.path());
    });
    assert!(output.status.success(), "{}", text(&output.stderr));
    let out = run();
    assert!(out.contains("CUB sorted and added up 512 numbers"), "{out}");
}

/// Everything that a kernel crate may contain, in a crate that denies all warnings.
#[test]
fn kernels_of_every_kind_are_called_by_their_types() {
    if !has_nvrtc() {
        return;
    }
    let _one = CARGO.lock();
    let folder = copy();
    let kinds = Path::new(HERE).join("tests/kernel_kinds");
    for (file, place) in
        [("build.rs", "build.rs"), ("program.rs", "src/main.rs"), ("kinds.cu", "src/kinds.cu")]
    {
        fs::copy(kinds.join(file), folder.path().join(place)).unwrap();
    }
    let manifest = folder.path().join("Cargo.toml");
    let text_of_it = fs::read_to_string(&manifest).unwrap();
    let with_bytemuck =
        text_of_it.replace("[dependencies]\n", "[dependencies]\nbytemuck = \"1\"\n");
    fs::write(&manifest, with_bytemuck).unwrap();
    let output = folder.build(|_| {});
    assert!(output.status.success(), "{}", text(&output.stderr));
    let out = run();
    assert!(out.contains("all results are right"), "{out}");
}

/// The dependencies of a crate with ragged arrays. All but the first are there for features that crates have only for tests,
/// and so is the next list: with others, Arrow's crates, among others, would be compiled a second time, which takes a minute.
const AWKWARD: &str = r#"[dependencies]
cuda-awkward.path = "../arrays/cuda-awkward"
png = "0.18"
tracing = { version = "0.1", default-features = false, features = ["std"] }
tracing-core = "0.1"
"#;
const OF_TESTS: &str = "cuda-arrow/time-zones,cuda-awkward/ndarray,cuda-cublas/lt,cuda-cufft/half,\
    cuda-driver/instrument,cuda-driver/tracing,cuda-libraries-sys/cublasmp,\
    cuda-libraries-sys/cudensitymat,cuda-libraries-sys/cudla,cuda-libraries-sys/cufftmp,\
    cuda-libraries-sys/cusolvermp,cuda-libraries-sys/cusparselt,cuda-libraries-sys/custatevec,\
    cuda-libraries-sys/cutensormg,cuda-libraries-sys/cutensornet,cuda-libraries-sys/nvjpeg,\
    cuda-libraries-sys/nvjpeg2k,cuda-libraries-sys/nvtiff,cuda-ndarray/arithmetic,\
    cuda-ndarray/cufft,cuda-ndarray/cusolver";

/// A crate with the kernels of `tests/kernel_kinds/ragged`, which depends on cuda-awkward.
fn ragged() -> Copy {
    let copy = copy();
    let kinds = Path::new(HERE).join("tests/kernel_kinds/ragged");
    for (file, place) in
        [("build.rs", "build.rs"), ("program.rs", "src/main.rs"), ("ragged.cu", "src/ragged.cu")]
    {
        fs::copy(kinds.join(file), copy.path().join(place)).unwrap();
    }
    let manifest = copy.path().join("Cargo.toml");
    let text_of_it = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text_of_it.replacen("[dependencies]\n", AWKWARD, 1)).unwrap();
    copy
}

#[test]
fn a_kernel_that_iterates_a_ragged_array_takes_the_view_of_its_type() {
    if !has_nvrtc() {
        return;
    }
    let _one = CARGO.lock();
    let folder = ragged();
    let all = env::var("CUDA_TEST_BUILD").unwrap_or_else(|_| "--workspace".to_owned());
    let build = || {
        folder.cargo(|cargo| {
            cargo.args(all.split_whitespace()).args(["--features", OF_TESTS, "--bin", "kernels"]);
        })
    };
    let output = build();
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    // `cargo xtask test` has built the rest.
    let others = ["cuda-driver v", "cuda-arrow v", "cuda-awkward v", "arrow-array v"];
    let again = others.iter().any(|other| errors.contains(&format!("Compiling {other}")));
    assert!(!again || env::var_os("CUDA_TEST_BUILD").is_none(), "{errors}");
    let out = run();
    assert!(out.contains("all results are right"), "{out}");

    // What differs from the kernel is found by the compiler: the type of the view, and a record's fields.
    let main = folder.path().join("src/main.rs");
    let whole = fs::read_to_string(&main).unwrap();
    for (right, wrong, message) in [
        (
            "&muons.view()?,",
            "&muons.view::<List<f32>>()?,",
            "expected `View<List<Muon>>`, found `View<List<f32>>`",
        ),
        ("pt: f32, eta: f32", "pt: f32, eta: i32", "correct the field `eta` of `crate::Muon`"),
        ("pt: f32, eta: f32", "eta: f32, pt: f32", "is not at byte"),
        ("pt: f32, eta: f32", "pt: f32", "no field `eta` on type `Muon`"),
        ("met: Option<f64>", "met: f64", "doesn't have the"),
    ] {
        assert!(whole.contains(right), "{right}");
        fs::write(&main, whole.replacen(right, wrong, 1)).unwrap();
        let output = build();
        let errors = text(&output.stderr);
        assert!(!output.status.success(), "{wrong}");
        assert!(errors.contains(message), "{wrong}: {errors}");
    }
}

#[test]
fn wrong_arguments_do_not_compile_and_are_named() {
    if !has_nvrtc() {
        return;
    }
    let _one = CARGO.lock();
    let folder = copy();
    let main = folder.path().join("src/main.rs");
    let whole = fs::read_to_string(&main).unwrap();
    let right = "unsafe { kernels.saxpy(&stream, launch, 2.0, &x, &y, &mut out, n) }?;\n";
    let wrong = [
        ("2.0, &x, &y, &mut out", "this method takes 7 arguments but 6 arguments were supplied"),
        (
            "2.0, &x, &y, &out, n",
            "`DeviceSliceMut<'_, f32>: From<&DeviceBuffer<f32>>` is not satisfied",
        ),
        ("2, &x, &y, &mut out, n", "expected `f32`, found integer"),
        ("2.0, &x, &y, &mut out, n as u32", "expected `usize`, found `u32`"),
        (
            "2.0, &doubles, &y, &mut out, n",
            "`DeviceSlice<'_, f32>: From<&DeviceBuffer<f64>>` is not satisfied",
        ),
    ];
    // All are errors of one build.
    let calls = wrong.map(|(arguments, _)| {
        format!("unsafe {{ kernels.saxpy(&stream, launch, {arguments}) }}?;\n")
    });
    let calls = format!("let doubles = stream.alloc::<f64>(n)?;\n{}", calls.concat());
    assert!(whole.contains(right), "{whole}");
    fs::write(&main, whole.replacen(right, &calls, 1)).unwrap();
    let output = folder.build(|_| {});
    let error = text(&output.stderr);
    assert!(!output.status.success());
    assert_eq!(error.matches("\nerror[").count(), wrong.len(), "{error}");
    for (arguments, message) in wrong {
        assert!(error.contains(message), "{arguments}: {error}");
    }
}

#[test]
fn a_structure_of_another_layout_does_not_compile() {
    if !has_nvrtc() {
        return;
    }
    let _one = CARGO.lock();
    let folder = copy();
    // A type of the crate in place of the generated one.
    for (file, from, to) in [
        (
            "build.rs",
            ".generate_structures()",
            ".structure(cuda_build::Structure::new(\"Range\", \"crate::Range\").field(\"begin\"))",
        ),
        (
            "src/main.rs",
            "use kernels::{BlockSums, Kernels, Range, Saxpy, SaxpyParameters};",
            "use kernels::{BlockSums, Kernels, Saxpy, SaxpyParameters};\n#[derive(Clone, Copy)]\n#[repr(C)]\n\
             pub struct Range { begin: u32, weight: f32, end: u64 }\ncuda_driver::kernel_argument!(Range);",
        ),
    ] {
        let file = folder.path().join(file);
        let source = fs::read_to_string(&file).unwrap();
        assert!(source.contains(from), "{source}");
        fs::write(&file, source.replace(from, to)).unwrap();
    }
    let output = folder.build(|_| {});
    let error = text(&output.stderr);
    assert!(
        error.contains("crate::Range::begin is not at byte 8, where Range::begin is"),
        "{error}"
    );
}

#[test]
fn an_error_in_a_kernel_is_a_warning_with_file_and_line() {
    if !has_nvrtc() {
        return;
    }
    let _one = CARGO.lock();
    let folder = copy();
    let kernels = folder.path().join("src/kernels.cu");
    let source = fs::read_to_string(&kernels).unwrap();
    fs::write(&kernels, source.replace("a * x[i] + y[i]", "a * z[i] + y[i]")).unwrap();
    let output = folder.build(|_| {});
    let error = text(&output.stderr);
    assert!(error.contains("src/kernels.cu:10: error: identifier \"z\" is undefined"), "{error}");
}

/// Cold, warm, and without a compiler: each builds the same program.
#[test]
fn the_example_builds_without_nvrtc_from_committed_kernels() {
    if !has_nvrtc() {
        return;
    }
    let _one = CARGO.lock();
    let folder = copy();
    let script = folder.path().join("build.rs");
    let text_of_it = fs::read_to_string(&script).unwrap();
    let arch = ".arch(Arch::compute(7, 5))";
    let committed = format!("{arch}\n        .committed(\"src/kernels.committed\")");
    assert!(text_of_it.contains(arch), "{text_of_it}");
    fs::write(&script, text_of_it.replace(arch, &committed)).unwrap();
    let cache = tempfile::tempdir().unwrap();
    let build = |variables: &[(&str, &str)]| {
        let output = folder.build(|cargo| {
            cargo.env("NVRTC_CACHE", cache.path());
            cargo.envs(variables.iter().copied());
        });
        (output.status.success(), text(&output.stderr))
    };
    let entries = || fs::read_dir(cache.path()).map_or(0, Iterator::count);
    // Cold: the compiled kernels are in the cache and in the file.
    let (is_built, error) = build(&[("CUDA_BUILD_UPDATE", "1")]);
    assert!(is_built && entries() > 0, "{error}");
    let whole = fs::read(folder.path().join("src/kernels.committed")).unwrap();
    // Warm: they come from the cache, unchanged.
    let before = entries();
    let (is_built, error) = build(&[("CUDA_BUILD_UPDATE", "2")]);
    assert!(is_built && entries() == before, "{error}");
    assert_eq!(fs::read(folder.path().join("src/kernels.committed")).unwrap(), whole);
    // Without an NVRTC.
    let nowhere = ("CUDA_NVRTC", "/nowhere");
    let (is_built, error) = build(&[nowhere]);
    assert!(is_built, "{error}");
    let out = run();
    assert!(out.contains("all results are right"), "{out}");
    // For another source, the file is rejected.
    let kernels = folder.path().join("src/kernels.cu");
    let source = fs::read_to_string(&kernels).unwrap();
    fs::write(&kernels, source + "// changed\n").unwrap();
    let (is_built, error) = build(&[nowhere]);
    assert!(!is_built && error.contains("changed after it was written"), "{error}");
}

#[test]
fn without_nvrtc_the_build_error_lists_where_it_was_searched() {
    let _one = CARGO.lock();
    let folder = copy();
    let output = folder.build(|cargo| {
        cargo.env("CUDA_NVRTC", "/nowhere");
    });
    let error = text(&output.stderr);
    assert!(
        error.contains("src/kernels.cu can't be compiled without NVRTC")
            && error.contains("/nowhere: no such file or folder")
            && error.contains("Build::committed"),
        "{error}"
    );
}

const HOST_CODE: [&str; 3] = ["cuda/host_code.h", "cuda/saxpy.cu", "cuda/sum.cu"];

#[test]
fn host_code_gives_the_right_results_or_says_that_it_needs_a_gpu() {
    if env::var_os("NVCC").is_none()
        && let Err(error) = Search::new().tool(&NVCC)
    {
        return skip(error.to_string().lines().next().unwrap_or_default());
    }
    if let Err(error) = Search::new().headers(&CCCL_HEADERS) {
        return skip(error.to_string().lines().next().unwrap_or_default());
    }
    let _one = CARGO.lock();
    let folder = copy_of("host_code", &HOST_CODE);
    let output = folder.build(|_| {});
    let error = text(&output.stderr);
    if !output.status.success() && error.contains("with the host's compiler") {
        return skip("nvcc has no host's compiler");
    }
    assert!(output.status.success(), "{error}");
    let fresh = |output: &Output| !text(&output.stderr).contains("Compiling host_code");
    assert!(fresh(&folder.build(|_| {})));
    let header = folder.path().join("cuda/host_code.h");
    let changed = fs::read_to_string(&header).unwrap() + "// changed\n";
    fs::write(&header, changed).unwrap();
    assert!(!fresh(&folder.build(|_| {})));

    let mut program = Command::new(target().join("debug/host_code"));
    let driver = tempfile::tempdir().unwrap();
    let is_hardware = env::var("CUDA_TEST_DEVICE").as_deref() == Ok("hardware");
    if !is_hardware {
        built::write_software_driver(driver.path()).unwrap();
        program.env("CUDA_DRIVER", driver.path());
    }
    let output = program.output().unwrap();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    if is_hardware {
        assert!(out.contains("all results are right"), "{out}{error}");
    } else {
        let expected = "it needs NVIDIA's driver and a GPU, and doesn't run on the software device";
        assert!(error.contains(expected), "{out}{error}");
    }
}

#[test]
fn without_nvcc_the_build_error_says_that_host_code_needs_it() {
    let _one = CARGO.lock();
    let folder = copy_of("host_code", &HOST_CODE);
    let output = folder.build(|cargo| {
        cargo.env("NVCC", "/nowhere/nvcc");
    });
    let error = text(&output.stderr);
    assert!(
        error.contains("the library host_code has host code, which only nvcc compiles")
            && error.contains("/nowhere/nvcc: No such file"),
        "{error}"
    );
}
