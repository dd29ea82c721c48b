//! Kernels compiled by a real nvcc, if there is one: the one that `NVCC` names or that `cuda-pathfinder` finds, for
//! example in the wheel `nvidia-cuda-nvcc`.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::env;
use std::fs;
use std::path::Path;

use cuda_build::{Arch, Build, ErrorKind, Structure};
use cuda_pathfinder::{NVCC, Search};
use cuda_rust::skip;
use tempfile::TempDir;

/// A test with a temporary folder that contains a header.
macro_rules! with_nvcc {
    ($(fn $test:ident($folder:ident) $body:block)*) => { $(
        #[test]
        fn $test() {
            if env::var_os("NVCC").is_none() && let Err(error) = Search::new().tool(&NVCC) {
                return skip(error.to_string().lines().next().unwrap_or_default());
            }
            let folder = TempDir::new().unwrap();
            let $folder = folder.path();
            fs::write($folder.join("own name.h"), "#define THREE 3\n").unwrap();
            $body
        }
    )* };
}

const NONE: [&str; 0] = [];

fn rust(build: &Build, folder: &Path) -> (String, Vec<String>) {
    let notes = build.write_to(folder, "kernels").unwrap();
    (
        fs::read_to_string(folder.join("kernels.rs")).unwrap(),
        notes,
    )
}

with_nvcc! {
    fn sources_that_need_nvcc_get_typed_functions(folder) {
        let source = "#include <vector>\n#include \"own name.h\"\n\
            struct Pair { float x; double y; };\n\
            __constant__ float table[THREE];\n\
            extern \"C\" __global__ void __launch_bounds__(256) scale(float *x, const Pair *pair, size_t n) {\n\
              __shared__ float s[64]; s[threadIdx.x % 64] = x[0]; __syncthreads(); x[n] = s[1] * table[2] + pair->y; }\n\
            template <class T> __global__ void fill(T *x, T value) { *x = value; }\n\
            template __global__ void fill<int>(int *, int);\n\
            std::vector<int> on_the_host() { return {1, 2, 3}; }\n";
        let file = folder.join("k.cu");
        fs::write(&file, source).unwrap();
        let build = Build::file(&file).nvcc(["-std=c++17"])
            .structure(Structure::new("Pair", "crate::Pair").fields(["x", "y"]));
        let (rust, notes) = rust(&build.instance("fill<int>", "fill_i32"), folder);
        for expected in [
            "::cuda_driver::DeviceSliceMut<'static, f32>, ::cuda_driver::DeviceSlice<'static, crate::Pair>, usize",
            "MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1])",
            "STATIC_SHARED_MEMORY: usize = 256",
            "pub fn set_table(&self, stream: &::cuda_driver::Stream, value: &[f32; 3])",
            "pub unsafe fn fill_i32<'m>",
            "offset_of!(crate::Pair, y) == 8",
        ] {
            assert!(rust.contains(expected), "{expected}\n{rust}");
        }
        let ptx = fs::read_to_string(folder.join("kernels.ptx")).unwrap();
        assert!(ptx.contains(".target sm_75") && ptx.contains("_Z4fillIiEvPT_S0_"), "{ptx}");
        let changed = |path: &str| notes.iter().any(|note| note.starts_with("cargo::rerun-if-changed=") && note.contains(path));
        for path in ["k.cu", "own name.h", "/vector", "nvcc"] {
            assert!(changed(path), "{path}: {notes:#?}");
        }
        assert!(!changed("cuda-build-"), "{notes:#?}");
    }

    fn several_architectures_become_one_fat_binary(folder) {
        let source = "extern \"C\" __global__ void k(int *x) { *x = 1; }";
        let build = Build::text("k.cu", source).nvcc(NONE).arch(Arch::sm(8, 0)).arch(Arch::sm(9, 0)).arch(Arch::compute(9, 0));
        rust(&build, folder);
        let image = fs::read(folder.join("kernels.fatbin")).unwrap();
        assert!(image.starts_with(&0xBA55_ED50_u32.to_le_bytes()));
        let build = Build::text("k.cu", source).nvcc(NONE).arch(Arch::sm(8, 0));
        rust(&build, folder);
        let one = fs::read(folder.join("kernels.fatbin")).unwrap();
        assert!(one.len() < image.len(), "{} {}", one.len(), image.len());
    }

    fn sources_with_the_same_name_compile_concurrently(folder) {
        std::thread::scope(|scope| {
            for n in 0..3 {
                scope.spawn(move || {
                    let out = folder.join(n.to_string());
                    fs::create_dir(&out).unwrap();
                    let source = format!("extern \"C\" __global__ void k{n}(int *x) {{ *x = {n}; }}");
                    let (rust, _) = rust(&Build::text("k.cu", source).nvcc(NONE), &out);
                    assert!(rust.contains(&format!("pub unsafe fn k{n}<")), "{rust}");
                });
            }
        });
    }

    fn nvcc_diagnostics_have_file_and_line(folder) {
        for (source, expected) in [
            ("__global__ void k() {}\n__global__ void l() { wrong(); }", "odd näme.cu(2): error: identifier \"wrong\" is undefined"),
            ("#include <not/there.h>\n", "odd näme.cu:1:10: fatal error: not/there.h: No such file"),
        ] {
            let error = Build::text("odd näme.cu", source).nvcc(NONE).write_to(folder, "kernels").unwrap_err();
            let ErrorKind::Nvcc { problem, .. } = error.kind() else { panic!("{error}") };
            assert!(problem.contains(expected), "{problem}");
        }
        let source = "extern \"C\" __global__ void k() {\n  int unused = 1;\n}";
        let (_, notes) = rust(&Build::text("k.cu", source).nvcc(NONE), folder);
        assert!(notes.iter().any(|note| note.starts_with("cargo::warning=k.cu:2: warning #177-D")), "{notes:#?}");
    }
}
