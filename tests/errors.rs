//! `main` and `unwrap` print an error with `Debug`, so the `Debug` output of every error is its message.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.

use std::fs;
use std::path::{Path, PathBuf};

use cuda_driver::{Launch, Module, Stream};
use cuda_rust::{skip, sources};
use nvrtc::Program;

/// Returns the folders of the published packages.
fn packages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let manifest: toml::Table = toml::from_str(&manifest).unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let folders = members.iter().map(|member| member.as_str().unwrap());
    let tools = ["xtask", "examples/", "benches/", "tests/", "arrays/cuda-ndarray/clients"];
    folders
        .filter(|folder| !tools.iter().any(|tool| folder.starts_with(tool)))
        .map(|folder| root.join(folder))
        .collect()
}

/// Returns the error types of a file, with their derived traits.
fn errors(source: &str) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    let mut derived = Vec::new();
    let mut lines = source.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if let Some(list) = line.strip_prefix("#[derive(") {
            let mut list = list.to_owned();
            while !list.contains(')') {
                list.push_str(lines.next().unwrap());
            }
            let list = list.split(')').next().unwrap_or_default().split(',');
            let last = |path: &str| path.trim().rsplit(':').next().unwrap_or_default().to_owned();
            derived.extend(list.map(last));
            continue;
        }
        let words: Vec<_> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let keyword = words.iter().position(|word| matches!(*word, "struct" | "enum"));
        let is_text = line.starts_with("//") || line.starts_with("#[");
        if let Some(at) = keyword.filter(|_| !is_text && !line.is_empty()) {
            let name = words.get(at + 1).copied().unwrap_or_default().to_owned();
            let by_hand = ["Error for ", "StdError for "].iter().any(|words| {
                [" {", "<", " where"]
                    .iter()
                    .any(|end| source.contains(&format!("{words}{name}{end}")))
            });
            if by_hand || derived.iter().any(|derived| derived == "Error") {
                all.push((name, derived.clone()));
            }
        }
        if !is_text && !line.is_empty() {
            derived.clear();
        }
    }
    all
}

#[test]
fn debug_of_every_error_is_its_message() {
    let (mut seen, mut derived) = (0, Vec::new());
    for package in packages() {
        for file in sources::below(&package.join("src")).unwrap() {
            let source = fs::read_to_string(&file).unwrap();
            for (name, list) in errors(&source) {
                seen += 1;
                // A kind's `Debug` shows its fields, because the error that contains it has the message.
                if list.iter().any(|derived| derived == "Debug") && !name.ends_with("Kind") {
                    derived.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(seen > 50, "{seen} errors were found");
    assert!(derived.is_empty(), "write `Debug` as `Display` for these: {derived:#?}");
}

#[test]
fn derived_errors_are_found_in_every_spelling() {
    let source = "#[derive(\n    Clone,\n    Debug,\n    thiserror::Error,\n)]\n#[error(\"x\")]\npub struct A;\n\
        /// Text of struct B.\n#[derive(Debug)]\npub(crate) enum B<T> {}\nimpl<T> std::error::Error for B<T> {}\n\
        #[derive(Debug)]\nstruct C;\n";
    let names: Vec<_> = errors(source).into_iter().collect();
    let list = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        names,
        [
            ("A".to_owned(), list(&["Clone", "Debug", "Error", ""])),
            ("B".to_owned(), list(&["Debug"]))
        ]
    );
}

#[test]
fn an_error_of_each_crate_is_displayed_as_a_sentence() {
    fn is_told<E: std::error::Error>(error: &E) {
        assert_eq!(format!("{error:?}"), error.to_string());
        assert_eq!(format!("{error:#?}"), error.to_string());
    }
    is_told(&cuda_sim::set_driver_version(1, 0).unwrap_err());
    is_told(&"sm_x".parse::<nvrtc::Arch>().unwrap_err());
    is_told(&nvrtc::Program::new("a\0", "").compile_ptx().unwrap_err());
    is_told(&nvrtc_cache::Bypass::Nvrtc);
}

const MISTAKES: &str = r#"extern "C" __global__ void scale(float a, float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}
extern "C" __global__ void forever(volatile int *x) { while (*x == 0) {} }
extern "C" __global__ void past(int *x) { x[threadIdx.x + 4] = 1; }
extern "C" __global__ void copy(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x] + 1; }
extern "C" __global__ void race(int *x) { x[0] = x[0] + threadIdx.x; }"#;

/// A mistake, what is seen of it, and words that its text has.
type Mistake<'a> = (&'a str, String, &'a [&'a str]);

fn text<T, E: std::fmt::Display>(result: Result<T, E>) -> String {
    result.err().map_or_else(String::new, |error| error.to_string())
}

/// Mistakes of a machine, and of a source.
fn before_a_launch() -> Vec<Mistake<'static>> {
    use cuda_pathfinder::{DRIVER, Environment, Os, Search};
    let empty = Search::with_environment(Environment::simulated(Os::Linux, "/nowhere"));
    let error_text = |source: &str| text(Program::new("k.cu", source).compile_ptx());
    vec![
        (
            "no driver",
            text(empty.load(&DRIVER)),
            &[
                "no usable CUDA driver was found",
                "CUDA_DRIVER     not set",
                "install NVIDIA's driver",
                "`cuda_sim::gpu_or_software`",
            ],
        ),
        (
            "no NVRTC",
            text(nvrtc::Nvrtc::load_with(&empty)),
            &[
                "no usable NVRTC was found",
                "CUDA_NVRTC            not set",
                "pip install 'nvidia-cuda-nvrtc==",
            ],
        ),
        (
            "wrong CUDA C++",
            error_text("__global__ void k() { int i = 1 }"),
            &[
                "could not compile k.cu",
                "k.cu(1): error: expected a \";\"\n    __global__ void k() { int i = 1 }",
            ],
        ),
        (
            "a header that isn't there",
            error_text("#include \"mine.h\""),
            &[
                "\"mine.h\"",
                "pass its folder with Program::include_dir, or its text with Program::header",
            ],
        ),
        (
            "a header of CUDA",
            error_text("#include <cub/cub.cuh>"),
            &[
                "cub/cub.cuh is one of the CCCL headers",
                "Program::cuda_headers",
                "pip install 'nvidia-cuda-cccl==",
            ],
        ),
        (
            "a header of C++",
            error_text("#include <vector>"),
            &["no C++ standard library", "cuda/std"],
        ),
    ]
}

/// Mistakes that a launch shows.
fn of_kernels(stream: &Stream, module: &Module) -> Vec<Mistake<'static>> {
    use cuda_sim::RunSettings;
    let run = |name: &str, threads: u32, settings: RunSettings| {
        let kernel = module.function(name).unwrap();
        cuda_sim::set_run(settings);
        let (x, mut y) = (stream.alloc::<i32>(4).unwrap(), stream.alloc::<i32>(4).unwrap());
        let launch = Launch::grid(1).block(threads);
        // SAFETY: the software device checks each access.
        match unsafe {
            match name {
                "copy" => stream.launch(&kernel, launch, (&x, &mut y)),
                _ => {
                    stream.fill(&mut y, 0).and_then(|()| stream.launch(&kernel, launch, (&mut y,)))
                }
            }
        } {
            Ok(()) => (),
            Err(error) => return (error.to_string(), String::new()),
        }
        let seen = text(stream.synchronize());
        let later = text(stream.alloc::<i32>(1));
        cuda_sim::recover();
        cuda_sim::set_run(RunSettings::default());
        (seen, later)
    };
    let mut settings = [RunSettings::default(); 4];
    settings[1].instruction_limit = Some(100_000);
    settings[2].uninitialized_reads = true;
    settings[3].races = true;
    let (past, later) = run("past", 4, settings[0]);
    run("race", 64, settings[3]);
    let race = cuda_sim::races().first().map(ToString::to_string).unwrap_or_default();
    vec![
        (
            "out of bounds",
            past,
            &[
                "store of 4 bytes",
                "is out of bounds; directly after 16 bytes",
                "kernel past, PTX line",
                "(mistakes.cu:6)",
                "thread (0, 0, 0)",
            ],
        ),
        (
            "a lost context",
            later,
            &[
                "cuMemAllocAsync: CUDA_ERROR_ILLEGAL_ADDRESS (700)",
                "the context is lost until the process ends, by this or earlier work",
                "(mistakes.cu:6)",
            ],
        ),
        (
            "endless",
            run("forever", 1, settings[1]).0,
            &[
                "limit of 100000 warp instructions: it may contain an endless loop",
                "raise `RunSettings::instruction_limit` or CUDA_SIM_INSTRUCTION_LIMIT",
                "kernel forever",
                "(mistakes.cu:5)",
            ],
        ),
        (
            "uninitialized",
            run("copy", 4, settings[2]).0,
            &[
                "load of 4 bytes",
                "reads uninitialized memory; byte 0 of 16 bytes",
                "kernel copy",
                "(mistakes.cu:7)",
            ],
        ),
        (
            "a race",
            race,
            &[
                "race of a read and a write, of byte 0 of 16 bytes",
                "in kernel race",
                "is between them",
                "(mistakes.cu:8)",
            ],
        ),
    ]
}

#[test]
fn the_usual_mistakes_have_full_answers() {
    let driver = cuda_sim::driver().unwrap();
    let context = driver.device(0).unwrap().primary_context().unwrap();
    let stream = context.stream().unwrap();
    let Ok(nvrtc) = nvrtc::Nvrtc::load() else { return skip("there is no NVRTC") };
    let program = nvrtc.program("mistakes.cu", MISTAKES).generate_line_info();
    let ptx = program.arch(nvrtc::Arch::compute(7, 5)).compile_ptx().unwrap();
    let version = ptx.as_str().lines().find(|line| line.starts_with(".version ")).unwrap();
    let module = context.load(&ptx).unwrap();
    let scale = module.function("scale").unwrap();
    let mut x = stream.upload(&[1f32; 8]).unwrap();
    let other = |from: &str, to: &str| text(context.load_ptx(&ptx.as_str().replace(from, to)));
    let mut all = before_a_launch();
    all.extend::<[Mistake<'_>; 5]>([
        (
            "PTX of a newer CUDA",
            other(version, ".version 9.9"),
            &[
                "the PTX is version 9.9, and this driver is of CUDA 13.0",
                "use NVRTC 13.0 or older (`pip install 'nvidia-cuda-nvrtc==13.0.*'`)",
            ],
        ),
        (
            "PTX for a newer GPU",
            other(".target sm_75", ".target sm_121"),
            &[
                "the PTX is for sm_121, but the device has compute capability 9.0",
                "compile for compute_90 or older",
            ],
        ),
        (
            "a name that isn't there",
            text(module.function("scael")),
            &["the module has no kernel \"scael\"; it has ", "scale"],
        ),
        (
            "slices of two lengths",
            text(stream.upload_into(&[0f32; 9], &mut x)),
            &["cannot copy 9 elements to a target of 8; take a slice of the longer one"],
        ),
        (
            "too much memory",
            text(stream.alloc::<u8>(1 << 50)),
            &["cannot allocate 1125899906842624 bytes, with ", "bytes of device memory free"],
        ),
    ]);
    let one = Launch::grid(1);
    // SAFETY: they are refused.
    all.extend::<[Mistake<'_>; 4]>(unsafe {
        [
            (
                "a scalar of another type",
                text(stream.launch(&scale, one, (2.0f64, &mut x, 8i32))),
                &["argument 0", "`f64` of 8 bytes", "kernel \"scale\" has 4", "write `2.0f32`"],
            ),
            (
                "too few arguments",
                text(stream.launch(&scale, one, (2.0f32, &mut x))),
                &["the kernel \"scale\" takes 3 arguments, and 2 were given"],
            ),
            (
                "a grid of nothing",
                text(stream.launch(&scale, Launch::grid(0), (2.0f32, &mut x, 0i32))),
                &["a grid of 0 x 1 x 1 blocks", "`Launch::elements` has a block even for no"],
            ),
            (
                "too large a block",
                text(stream.launch(&scale, one.block(2048), (2.0f32, &mut x, 8i32))),
                &["a block of 2048 x 1 x 1 threads is larger than the device's limit of 1024"],
            ),
        ]
    });
    all.extend(of_kernels(&stream, &module));
    for (case, text, words) in all {
        let lacking: Vec<_> = words.iter().filter(|word| !text.contains(**word)).collect();
        assert!(lacking.is_empty(), "{case}: {lacking:?} in {text:?}");
    }
}
