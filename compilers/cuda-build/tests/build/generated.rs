//! The generated code, tested with a real NVRTC.

use std::fs;
use std::path::Path;
use std::process::Command;

use cuda_build::{Arch, Build, Cache, ErrorKind, Structure};
use cuda_rust::skip;
use tempfile::TempDir;

use crate::{build, parameters};

/// Returns the generated Rust code.
fn rust(build: &Build, folder: &Path) -> String {
    build.write_to(folder, "kernels").unwrap();
    fs::read_to_string(folder.join("kernels.rs")).unwrap()
}

with_nvrtc! {
    fn parameter_types_are_those_of_the_compiler(folder) {
        let source = "typedef unsigned short word; namespace n { using real = double; }\n\
            #define INDEX long long\n\
            extern \"C\" __global__ void k(bool a, char b, unsigned char c, short d, word e, int f, unsigned g, INDEX h,\n\
              unsigned long long i, float j, n::real k, size_t l, const void *m, bool *o, const float *const *p, const int4 *q) {}\n\
            __global__ void plain(const volatile n::real *x, n::real y[]) {}";
        let rust = rust(&build(source), folder);
        let slice = |kind: &str| format!("::cuda_driver::DeviceSlice<'static, {kind}>");
        let slice_mut = |kind: &str| format!("::cuda_driver::DeviceSliceMut<'static, {kind}>");
        let expected = [
            "bool, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, usize".to_owned(),
            slice("u8"), slice_mut("u8"), slice_mut("u64"), slice("[i32; 4]"),
        ];
        // In `const float *const *`, the inner pointers are constant, so the last but one is a plain slice.
        let expected = [&expected[..3], &[slice("u64")], &expected[4..]].concat();
        assert_eq!(parameters(&rust, "K"), expected.join(", "));
        assert_eq!(parameters(&rust, "Plain"), format!("{}, {}", slice("f64"), slice_mut("f64")));
        assert!(rust.contains("a: bool, b: i8, c: u8"), "{rust}");
    }

    fn template_instances_have_the_requested_names(folder) {
        let source = "template<class T, int N> __global__ void scale(T *x, T a) { x[N] *= a; }\n\
                      namespace n { __global__ void inner(int x) {} }";
        let build = build(source).instance("scale<float, 3>", "scale_three");
        let rust = rust(&build, folder);
        assert!(rust.contains("fn scale_three<'m>("), "{rust}");
        assert!(rust.contains("c\"_Z5scaleIfLi3EEvPT_S0_\""), "{rust}");
        assert!(rust.contains("of Kernels, NInner {") && rust.contains("fn n_inner(x: i32)"), "{rust}");
    }

    fn launch_bounds_and_shared_memory_are_constants(folder) {
        let source = "extern \"C\" __global__ void __launch_bounds__(256, 2) k(float *x) {\n\
              __shared__ float s[64]; extern __shared__ float more[];\n\
              s[threadIdx.x] = *x; more[threadIdx.x] = 1; __syncthreads(); *x = s[3] + more[2]; }\n\
            extern \"C\" __global__ void none() {}";
        let rust = rust(&build(source), folder);
        let (_, k) = rust.split_once(", K {").unwrap();
        let (k, none) = k.split_once(", None {").unwrap();
        for constant in [
            "MAX_THREADS: [256, 1, 1],",
            "MIN_BLOCKS: 2,",
            "STATIC_SHARED_MEMORY: 256,",
            "HAS_DYNAMIC_SHARED_MEMORY: true,",
        ] {
            assert!(k.contains(constant), "{k}");
        }
        let (none, _) = none.split_once("built_kernel").unwrap_or((none, ""));
        let (none, _) = none.split_once("/// The kernels of").unwrap_or((none, ""));
        assert!(!none.contains("MAX_THREADS"), "{none}");
        assert!(none.contains("STATIC_SHARED_MEMORY: 0,"), "{none}");
    }

    fn variables_have_typed_getters_and_setters(folder) {
        let source = "struct Pair { float x; double y; };\n\
            __constant__ float table[3][4]; namespace n { __device__ Pair pair; } __device__ unsigned counter;\n\
            __device__ float *address;\n\
            __global__ void k() { counter = n::pair.y + table[0][1] + (address != nullptr); }";
        let build = build(source).structure(Structure::new("Pair", "crate::Pair").field("y"));
        let rust = rust(&build, folder);
        for expected in [
            "pub fn table(&self, stream: &::cuda_driver::Stream) -> ::core::result::Result<[f32; 12]",
            "pub fn set_table(&self, stream: &::cuda_driver::Stream, value: &[f32; 12])",
            "pub fn n_pair(&self, stream: &::cuda_driver::Stream) -> ::core::result::Result<crate::Pair",
            "pub fn counter(&self, stream: &::cuda_driver::Stream) -> ::core::result::Result<u32",
            "offset_of!(crate::Pair, y) == 8",
            "size_of::<crate::Pair>() == 16",
        ] {
            assert!(rust.contains(expected), "{expected}\n{rust}");
        }
    }

    fn a_structure_without_a_rust_type_is_an_error_with_a_remedy(folder) {
        let source = "struct Pair { int a, b; };\n__global__ void k(float a, Pair both) {}\n__global__ void other() {}";
        let error = build(source).write_to(folder, "kernels").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the kernel k takes Pair as `both`: name its Rust type, Build::structure(Structure::new(\"Pair\", \"crate::…\")), \
             or let it be generated, Structure::generated(\"Pair\")"
        );
        let rust = rust(&build(source).leave_out("k"), folder);
        assert!(!rust.contains("fn k(") && rust.contains("fn other("), "{rust}");
        let error = build("__global__ void k(int (*f)(int)) {}").write_to(folder, "kernels").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnsupportedType { .. }), "{error}");
    }

    fn names_that_are_invalid_in_rust_are_changed_or_rejected(folder) {
        let source = "extern \"C\" __global__ void match(int type, int stream, int self) {}";
        let text = rust(&build(source), folder);
        assert!(text.contains("fn r#match(r#type: i32, "), "{text}");
        assert!(text.contains("r#type: i32, stream_: i32, self__: i32"), "{text}");
        let overloads = "__global__ void k(int x) {} __global__ void k(float x) {}";
        let error = build(overloads).write_to(folder, "kernels").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::SameName { .. }), "{error}");
        for wrong in ["a-b", "", "fn", "1a"] {
            let error = build("").write_to(folder, wrong).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Name { .. }), "{error}");
        }
    }

    fn included_files_and_compiler_warnings_are_reported_to_cargo(folder) {
        fs::write(folder.join("a.h"), "#include \"b.h\"").unwrap();
        fs::write(folder.join("b.h"), "#define B 1").unwrap();
        let file = folder.join("k.cu");
        fs::write(&file, "#include \"a.h\"\nextern \"C\" __global__ void k() {\n  int unused = B;\n}").unwrap();
        let build = Build::file(&file).cache(Cache::in_memory());
        let notes = build.write_to(folder, "kernels").unwrap();
        for name in ["k.cu", "a.h", "b.h"] {
            let path = folder.join(name);
            let path = if name == "k.cu" { path } else { path.canonicalize().unwrap() };
            let expected = format!("cargo::rerun-if-changed={}", path.display());
            assert!(notes.contains(&expected), "{expected}: {notes:?}");
        }
        assert!(notes.contains(&"cargo::rerun-if-env-changed=CUDA_NVRTC".to_owned()));
        let warning = format!("cargo::warning={}:3: warning #177-D", file.display());
        assert!(notes.iter().any(|note| note.starts_with(&warning)), "{notes:?}");
    }

    fn several_architectures_become_a_fat_binary(folder) {
        let source = "extern \"C\" __global__ void k(int *x) { *x = 1; }";
        let one = build(source).arch(Arch::sm(8, 0));
        one.write_to(folder, "one").unwrap();
        assert!(fs::read(folder.join("one.cubin")).unwrap().starts_with(b"\x7fELF"));
        let both = build(source).arch(Arch::sm(8, 0)).arch(Arch::compute(8, 0));
        match both.write_to(folder, "both") {
            Err(error) if error.to_string().contains("no usable nvFatbin") => {
                skip("there is no nvFatbin");
            }
            result => {
                result.unwrap();
                assert!(fs::read(folder.join("both.fatbin")).unwrap().len() > 100);
                let rust = fs::read_to_string(folder.join("both.rs")).unwrap();
                assert!(rust.contains("include_bytes!(\"both.fatbin\")"), "{rust}");
            }
        }
    }

    fn launch_bounds_hold_on_every_architecture(folder) {
        let source = "#if __CUDA_ARCH__ >= 900\n#define THREADS 1024\n#define MORE , 4\n#define BYTES 64\n\
            #elif __CUDA_ARCH__ >= 800\n#define THREADS 256\n#define MORE , 2\n#define BYTES 512\n\
            #else\n#define THREADS 512\n#define MORE , 3\n#define BYTES 128\n#endif\n\
            extern \"C\" __global__ void __launch_bounds__(THREADS MORE) k(char *x) {\n\
              __shared__ char s[BYTES]; s[threadIdx.x] = *x; __syncthreads(); *x = s[3]; }\n\
            extern \"C\" __global__ void\n#if __CUDA_ARCH__ >= 900\n__launch_bounds__(64, 1)\n#endif\n one(char *x) {}";
        let (turing, ampere, hopper) = (Arch::compute(7, 5), Arch::compute(8, 0), Arch::compute(9, 0));
        // In each order, to show that the order doesn't matter.
        for archs in [[turing, ampere, hopper], [hopper, turing, ampere], [ampere, hopper, turing]] {
            let all = archs.into_iter().fold(build(source), Build::arch);
            let rust = match all.write_to(folder, "kernels") {
                Err(error) if error.to_string().contains("no usable nvFatbin") => {
                    return skip("there is no nvFatbin");
                }
                result => {
                    result.unwrap();
                    fs::read_to_string(folder.join("kernels.rs")).unwrap()
                }
            };
            let (_, k) = rust.split_once(", K {").unwrap();
            let (k, one) = k.split_once(", One {").unwrap();
            assert!(k.contains("MAX_THREADS: [256, 1, 1], MIN_BLOCKS: 2,"), "{k}");
            assert!(k.contains("STATIC_SHARED_MEMORY: 512,"), "{k}");
            assert!(one.contains("MAX_THREADS: [64, 1, 1], STATIC_SHARED_MEMORY"), "{one}");
        }
    }

    fn duplicate_and_missing_names_are_errors(folder) {
        let source = "struct Pair { int a, b; }; typedef Pair Both;\n__global__ void k(Pair both) {}\n\
            __global__ void other() {}";
        let text = |build: Build| build.write_to(folder, "kernels").unwrap_err().to_string();
        let pair = || Structure::new("Pair", "crate::Pair");
        let duplicate = build(source).structure(pair()).structure(Structure::new("Pair", "crate::Another"));
        assert_eq!(text(duplicate), "for k.cu, Build::structure names Pair twice: remove one of them");
        let alias = build(source).structure(pair()).structure(Structure::new("Both", "crate::Both"));
        assert_eq!(
            text(alias),
            "for k.cu, Build::structure of Pair and of Both names the structure Pair twice: remove one of them"
        );
        let field = build(source).structure(pair().fields(["a", "b", "a"]));
        assert_eq!(text(field), "for k.cu, Structure::field of Pair names a twice: remove one of them");
        let left_out = build(source).leave_out("k").leave_out("k");
        assert_eq!(text(left_out), "for k.cu, Build::leave_out names k twice: remove one of them");
        let none = build(source).structure(pair()).leave_out("kk");
        assert_eq!(text(none), "k.cu has no kernel kk for Build::leave_out: it has k, other");
        build(source).leave_out("k").write_to(folder, "kernels").unwrap();
    }

    fn cubs_block_primitives_compile(folder) {
        let Some(headers) = cuda_rust::newest_headers().filter(|headers| headers.join("cccl/cub").is_dir()) else {
            return skip("CUDA_HEADERS lacks the newest set, with CUB");
        };
        if nvrtc::Nvrtc::load().unwrap().version().major < 13 {
            return skip("this NVRTC is older than the headers");
        }
        let source = "#include <cub/block/block_reduce.cuh>\n\
            __global__ void __launch_bounds__(128) sums(const float *x, float *sums) {\n\
              using Reduce = cub::BlockReduce<float, 128>; __shared__ typename Reduce::TempStorage storage;\n\
              float sum = Reduce(storage).Sum(x[blockIdx.x * 128 + threadIdx.x]);\n\
              if (threadIdx.x == 0) sums[blockIdx.x] = sum; }";
        let build = build(source).cuda_headers(false).with(move |program| {
            program.include_dir(headers.join("cccl")).include_dir(&headers)
        });
        let rust = rust(&build, folder);
        let slices = "::cuda_driver::DeviceSlice<'static, f32>, ::cuda_driver::DeviceSliceMut<'static, f32>";
        assert_eq!(parameters(&rust, "Sums"), slices);
        assert!(!rust.contains("cub_"), "{rust}");
    }
}

/// The variable that makes a new process run the body of the test, in the folder that is its value.
const FOLDER: &str = "CUDA_TEST_CHILD";

/// Runs a test in a new process with these environment variables, and returns its output.
fn run_in_new_process(test: &str, folder: &Path, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(FOLDER, folder);
    command.envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn committed_kernels_are_used_without_nvrtc_if_the_source_is_unchanged() {
    const TEST: &str =
        "generated::committed_kernels_are_used_without_nvrtc_if_the_source_is_unchanged";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = Path::new(&folder);
        let build = Build::file(folder.join("k.cu")).cache(Cache::in_memory());
        let build = build.committed(folder.join("committed/k"));
        match build.write_to(folder, "kernels") {
            Ok(notes) => println!("written {notes:?}"),
            Err(error) => println!("error {error}"),
        }
        return;
    }
    if let Err(error) = nvrtc::Nvrtc::load() {
        return skip(error);
    }
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let source = folder.join("k.cu");
    fs::write(folder.join("own.h"), "#pragma once\n#define ONE 1\n").unwrap();
    fs::write(
        &source,
        "#include \"own.h\"\nextern \"C\" __global__ void k(int *x) { *x = ONE; }\n",
    )
    .unwrap();
    let none = ("CUDA_NVRTC", "/nowhere");
    let error = run_in_new_process(TEST, folder, &[none]);
    assert!(error.contains("error") && error.contains("without NVRTC"), "{error}");
    assert!(run_in_new_process(TEST, folder, &[("CUDA_BUILD_UPDATE", "1")]).contains("written"));
    let compiled = ["kernels.rs", "kernels.ptx"].map(|name| fs::read(folder.join(name)).unwrap());
    for name in ["kernels.rs", "kernels.ptx"] {
        fs::remove_file(folder.join(name)).unwrap();
    }
    assert!(run_in_new_process(TEST, folder, &[none]).contains("written"));
    let taken = ["kernels.rs", "kernels.ptx"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(compiled == taken);
    // As Git writes them to a checkout on Windows: the source, then both.
    let crlf = |path: &Path| {
        let text = fs::read_to_string(path).unwrap().replace('\n', "\r\n");
        fs::write(path, text).unwrap();
    };
    for path in [&source, &folder.join("own.h"), &folder.join("committed/k")] {
        crlf(path);
        let output = run_in_new_process(TEST, folder, &[none]);
        assert!(output.contains("written"), "{}: {output}", path.display());
        let taken = ["kernels.rs", "kernels.ptx"].map(|name| fs::read(folder.join(name)).unwrap());
        assert!(compiled == taken);
    }
    assert!(!run_in_new_process(TEST, folder, &[]).contains("cargo::warning="));
    // A committed file from another source or a corrupted one is rejected.
    fs::write(&source, "extern \"C\" __global__ void k(int *x) { *x = 2; }").unwrap();
    let error = run_in_new_process(TEST, folder, &[none]);
    assert!(error.contains("changed after it was written"), "{error}");
    assert!(run_in_new_process(TEST, folder, &[]).contains("cargo::warning="), "{error}");
    let file = folder.join("committed/k");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    let error = run_in_new_process(TEST, folder, &[none]);
    assert!(error.contains("it is corrupted"), "{error}");
}

/// Most test machines lack nvcc, so it is replaced by a script that records its arguments and copies a PTX file.
#[cfg(unix)]
#[test]
fn nvcc_compiles_if_requested() {
    const TEST: &str = "generated::nvcc_compiles_if_requested";
    const SOURCE: &str = "#include <vector>\n__global__ void k(const float *x, int n) {}";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let options = std::env::var("OPTIONS").unwrap_or("-O2".to_owned());
        let build = Build::text("k.cu", SOURCE).nvcc([options]);
        let build = match std::env::var_os("COMMITTED") {
            Some(path) => build.committed(path),
            None => build,
        };
        match build.write_to(Path::new(&folder), "kernels") {
            Ok(notes) => println!("written {notes:?}"),
            Err(error) => println!("error {error}"),
        }
        return;
    }
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let ptx = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry _Z1kPKfi(\n.param .u64 _Z1kPKfi_param_0,\n.param .u32 _Z1kPKfi_param_1\n)\n{\nret;\n}\n";
    fs::write(folder.join("output.ptx"), ptx).unwrap();
    let nvcc = folder.join("nvcc");
    let script = format!(
        "#!/bin/sh\necho \"$@\" > {0}/arguments\nwhile [ $# -gt 0 ]; do case $1 in -o) cp {0}/output.ptx \"$2\";; \
         -MF) echo \"out : /usr/include/vector\" > \"$2\";; esac; shift; done\n",
        folder.display()
    );
    fs::write(&nvcc, script).unwrap();
    fs::set_permissions(&nvcc, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let output = run_in_new_process(TEST, folder, &[("NVCC", nvcc.to_str().unwrap())]);
    assert!(output.contains("cargo::rerun-if-changed=/usr/include/vector"), "{output}");
    let arguments = fs::read_to_string(folder.join("arguments")).unwrap();
    assert!(
        arguments.contains("-O2") && arguments.contains("--ptx -arch=compute_75"),
        "{arguments}"
    );
    let rust = fs::read_to_string(folder.join("kernels.rs")).unwrap();
    assert_eq!(parameters(&rust, "K"), "::cuda_driver::DeviceSlice<'static, f32>, i32");
    let output = run_in_new_process(TEST, folder, &[("NVCC", "/nowhere/nvcc")]);
    assert!(output.contains("k.cu can't be compiled without nvcc: /nowhere/nvcc: "), "{output}");
    // The committed file is used if it was made with the same options.
    let (there, nowhere) = (("NVCC", nvcc.to_str().unwrap()), ("NVCC", "/nowhere/nvcc"));
    let path = folder.join("committed");
    let committed = ("COMMITTED", path.to_str().unwrap());
    let update = ("CUDA_BUILD_UPDATE", "1");
    assert!(run_in_new_process(TEST, folder, &[there, committed, update]).contains("written"));
    assert!(run_in_new_process(TEST, folder, &[nowhere, committed]).contains("written"));
    let output = run_in_new_process(TEST, folder, &[nowhere, committed, ("OPTIONS", "-O3")]);
    assert!(output.contains("changed after it was written"), "{output}");
}
