//! Kernels compiled by a real nvcc, if there is one: the one that `NVCC` names or that `cuda-pathfinder` finds, for
//! example in the wheel `nvidia-cuda-nvcc`.

use std::env;
use std::fs;
use std::path::Path;

use cuda_build::{Arch, Build, ErrorKind, Runtime, StaticLibrary, Structure};
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
    (fs::read_to_string(folder.join("kernels.rs")).unwrap(), notes)
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

    fn host_code_becomes_a_library_to_link(folder) {
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write("a.cu", "#include \"own name.h\"\n\
            extern __device__ int other(int);\n\
            __global__ void k(int *x) { *x = other(THREE); }\n\
            extern \"C\" int run(int *x, cudaStream_t s) { int unused = 1; k<<<1, 1, 0, s>>>(x); return cudaGetLastError(); }\n");
        write("b.cu", "__device__ int other(int x) { return x + 1; }\n");
        write("c.cpp", "#include <cuda_runtime.h>\n#include <vector>\n\
            extern \"C\" size_t host() { return std::vector<int>(SIZE).size(); }\n");
        let library = StaticLibrary::new("one").files(["a.cu", "b.cu", "c.cpp"].map(|name| folder.join(name)))
            .relocatable(true).arch(Arch::sm(8, 0)).arch(Arch::compute(9, 0)).define("SIZE", 3).host_option("-Wall");
        let lines = match library.compile_to(folder) {
            Err(error) if matches!(error.kind(), ErrorKind::HostCompiler { .. }) => {
                return skip(error.to_string().lines().next().unwrap_or_default());
            }
            lines => lines.unwrap(),
        };
        let has = |start: &str, part: &str| lines.iter().any(|line| line.starts_with(start) && line.contains(part));
        for path in ["a.cu", "b.cu", "c.cpp", "own name.h", "cuda_runtime.h", "/vector"] {
            assert!(has("cargo::rerun-if-changed=", path), "{path}: {lines:#?}");
        }
        for library in ["static=one", "static=cudadevrt", "static=cudart_static"] {
            assert!(has("cargo::rustc-link-lib=", library), "{library}: {lines:#?}");
        }
        // One of nvcc, and one of the host's compiler about the same.
        let warning = format!("cargo::warning={}:4: warning", folder.join("a.cu").display());
        assert!(has(&warning, "unused"), "{lines:#?}");
        let time = |name: &str| {
            let objects = fs::read_dir(folder.join("one.objects")).unwrap().map(|entry| entry.unwrap().path());
            let mut objects = objects.filter(|path| path.display().to_string().ends_with(name));
            fs::metadata(objects.next().unwrap()).unwrap().modified().unwrap()
        };
        let names = ["a.cu.o", "b.cu.o", "c.cpp.o", "dlink.o"];
        let before = names.map(time);
        assert_eq!(library.compile_to(folder).unwrap(), lines);
        assert_eq!(names.map(time), before);
        write("own name.h", "#define THREE 4\n");
        library.compile_to(folder).unwrap();
        let is_new = names.map(|name| before[names.iter().position(|other| *other == name).unwrap()] != time(name));
        assert_eq!(is_new, [true, false, false, true]);
        match library.clone().runtime(Runtime::Shared).compile_to(folder) {
            Err(error) if matches!(error.kind(), ErrorKind::NoRuntime { .. }) => skip("there is no shared runtime"),
            lines => {
                let lines = lines.unwrap();
                let shared = |line: &String| line.starts_with("cargo::rustc-link-lib=dylib:+verbatim=libcudart.so.");
                assert!(lines.iter().any(shared), "{lines:#?}");
                assert!(!lines.iter().any(|line| line.contains("cudart_static") && line.contains("link-lib")), "{lines:#?}");
            }
        }
        write("b.cu", "");
        let error = library.compile_to(folder).unwrap_err().to_string();
        assert!(error.contains("nvlink error") && error.contains("other"), "{error}");
    }
}
