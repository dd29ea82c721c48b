//! Tests of uses that the documentation promises.

use std::fs;

use cuda_build::{Arch, Build, ErrorKind, Structure};
use tempfile::TempDir;

use crate::{build, parameters};

/// Returns the Rust code, with short names for this workspace's types, and the lines for Cargo.
fn written(build: &Build) -> (String, Vec<String>) {
    let folder = TempDir::new().unwrap();
    let notes = build.write_to(folder.path(), "kernels").unwrap();
    let rust = fs::read_to_string(folder.path().join("kernels.rs")).unwrap();
    let rust = rust.replace("::cuda_driver::", "").replace("'static, ", "");
    (rust, notes)
}

/// Returns the types of a kernel's parameters.
fn types(build: &Build, kernel: &str) -> String {
    let (rust, _) = written(build);
    parameters(&rust, kernel).to_owned()
}

fn error(build: &Build) -> cuda_build::Error {
    build.write_to(TempDir::new().unwrap().path(), "kernels").unwrap_err()
}

with_nvrtc! {
    fn pointer_qualifiers_do_not_change_the_element_type() {
        let source = "extern \"C\" __global__ void k(float *__restrict__ const x, const float *__restrict__ const *__restrict__ y,\
                      volatile int *v, float *__restrict__ *z, const volatile double *w) {}\n\
                      template<class T> __global__ void t(T *__restrict__ x, const T *const *__restrict__ y, T *__restrict__ *z) {}";
        let build = build(source).instance("t<float>", "t");
        let expected = "DeviceSliceMut<f32>, DeviceSlice<u64>, DeviceSliceMut<i32>, DeviceSliceMut<u64>, DeviceSlice<f64>";
        assert_eq!(types(&build, "K"), expected);
        assert_eq!(types(&build, "T"), "DeviceSliceMut<f32>, DeviceSlice<u64>, DeviceSliceMut<u64>");
    }

    fn each_parameter_of_a_pack_has_its_own_type() {
        let source = "template<class... T> __global__ void k(T... x) {}\n\
                      template<class... T> __global__ void p(const T *... x) {}\n\
                      template<class... T> __global__ void q(T *... x, int n) {}";
        let build = build(source).instance("k<int, float*>", "k").instance("p<double, double, int>", "p");
        assert_eq!(types(&build, "K"), "i32, DeviceSliceMut<f32>");
        // Pointers and doubles are both 8 bytes, so the sizes alone do not distinguish them.
        assert_eq!(types(&build, "P"), "DeviceSlice<f64>, DeviceSlice<f64>, DeviceSlice<i32>");
    }

    fn types_that_depend_on_template_arguments_are_resolved() {
        let source = "template<class T> struct Traits { using type = float; struct Own { T x; }; };\n\
                      struct S { using type = int; };\n\
                      template<class T> __global__ void k(typename Traits<T>::type a, typename T::type *b, typename Traits<T>::Own c) {}";
        let own_type = Structure::new("Traits<S>::Own", "crate::Own");
        assert_eq!(types(&build(source).instance("k<S>", "k").structure(own_type), "K"), "f32, DeviceSliceMut<i32>, crate::Own");
    }

    fn extern_c_items_in_a_namespace_are_found() {
        let source = "namespace a { namespace b { extern \"C\" __global__ void k(float *x) {} } extern \"C\" __constant__ float c[2]; }\n\
                      namespace d::e { extern \"C\" __global__ void j(int x) {} }";
        let build = build(source);
        assert_eq!(types(&build, "K"), "DeviceSliceMut<f32>");
        assert_eq!(types(&build, "J"), "i32");
        assert!(written(&build).0.contains("pub fn set_c(&self, stream: &Stream, value: &[f32; 2])"));
    }

    fn a_structure_is_found_by_any_of_its_aliases() {
        let source = "typedef struct { int x; } A; typedef struct Tag { int y; } B; struct Pair { int x; }; using P = Pair;\n\
                      template<class T, int N> struct Vec { T v[N]; };\n\
                      extern \"C\" __global__ void k(A a, B b, P p, Vec<float, 3> v, const Vec<double, 2> *w) {}";
        let build = build(source)
            .structure(Structure::new("A", "crate::A").field("x"))
            .structure(Structure::new("B", "crate::B").field("y"))
            .structure(Structure::new("P", "crate::P"))
            .structure(Structure::new("Vec<float, 3>", "crate::V3").field("v"))
            .structure(Structure::new("Vec<double,2>", "crate::V2").field("v"));
        assert_eq!(types(&build, "K"), "crate::A, crate::B, crate::P, crate::V3, DeviceSlice<crate::V2>");
        let (rust, _) = written(&build);
        assert!(rust.contains("impl SameType for [f64; 2] {}") && rust.contains("fn(&crate::V2) -> *const T"), "{rust}");
    }

    fn a_field_named_like_a_rust_keyword_becomes_a_raw_identifier() {
        let build = build("struct S { int type; }; __global__ void k(S s) {}").structure(Structure::new("S", "crate::S").field("type"));
        let (rust, _) = written(&build);
        assert!(rust.contains("offset_of!(crate::S, r#type) == 0") && rust.contains("&raw const value.r#type"), "{rust}");
    }

    fn rustc_checks_the_field_types_of_packed_structures() {
        let build = build("struct __attribute__((packed)) A { char y; int x; }; __global__ void k(A a) {}")
            .structure(Structure::new("A", "crate::A").fields(["y", "x"]));
        let (rust, _) = written(&build);
        let (layout, _) = rust.split_once("built_kernel!").unwrap();
        let folder = TempDir::new().unwrap();
        let compiles = |x: &str| {
            let file = folder.path().join("lib.rs");
            fs::write(&file, format!("#[repr(C, packed)] pub struct A {{ y: i8, x: {x} }}\n{layout}")).unwrap();
            let mut rustc = std::process::Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
            rustc.args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--out-dir"]).arg(folder.path());
            let output = rustc.arg(file).output().unwrap();
            output.status.success().then_some(()).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
        };
        compiles("i32").unwrap();
        let error = compiles("f32").unwrap_err();
        for part in [
            "`crate::A::x` is `f32` in Rust, but `A::x` of k.cu is `int`, which is `i32`",
            "expected `i32`, which C++ has",
            "correct the field `x` of `crate::A`, or what the build script says: Structure::new(\"A\", \"crate::A\")",
        ] {
            assert!(error.contains(part), "{part}: {error}");
        }
    }

    fn missing_fields_and_structures_are_named() {
        let message = |structure: Structure| {
            let error = error(&build("struct A { int x : 3; }; __global__ void k(A a) {}").structure(structure));
            assert!(matches!(error.kind(), ErrorKind::UnknownTypes { .. }), "{error}");
            error.to_string()
        };
        let wrong = message(Structure::new("A", "crate::A").field("z"));
        assert!(wrong.contains("class \"A\" has no member \"z\""), "{wrong}");
        assert!(message(Structure::new("Ab", "crate::A")).contains("identifier \"Ab\" is undefined"));
        assert!(message(Structure::new("A", "crate::A").field("x")).contains("bit field"));
    }

    fn overloaded_kernels_are_distinguished_by_their_types() {
        let source = "__global__ void k(int x) {} __global__ void k(float x) {}";
        let build = build(source).instance("static_cast<void (*)(int)>(k)", "k_int").instance("(void (*)(float))k", "k_float");
        assert_eq!((types(&build, "KInt"), types(&build, "KFloat")), ("i32".to_owned(), "f32".to_owned()));
    }

    fn only_parameters_that_are_size_t_become_usize() {
        let source = "namespace a { __global__ void k(size_t n) {} } namespace b { __global__ void k(unsigned long long n) {} }";
        let build = build(source);
        assert_eq!((types(&build, "AK"), types(&build, "BK")), ("usize".to_owned(), "u64".to_owned()));
    }

    fn comments_strings_macros_and_default_arguments_do_not_hide_parameters() {
        let source = "#define PARAMS float a, size_t n\n#define KERNEL extern \"C\" __global__ void\nKERNEL m(PARAMS) {}\n\
                      extern \"C\" __global__ void a(int first) { printf(\"http://x\"); } extern \"C\" __global__ void b(float second) {}\n\
                      extern \"C\" __global__ void c(/* one, (two) */ float a, // the, second\n int b /* third) */, size_t n) {}\n\
                      __global__ void d(float *x, int n = 3, float y = (1, 2), int m = {4}) {}";
        let (rust, _) = written(&build(source));
        for expected in [
            "fn m(a: f32, n: usize)",
            "second: f32)",
            "a: f32, b: i32, n: usize)",
            "n: i32, y: f32, m: i32)",
        ] {
            assert!(rust.contains(expected), "{expected}: {rust}");
        }
    }

    fn names_of_parameters_are_those_that_the_compiler_saw() {
        let wrong = "int *o, int rows, int cols";
        let right = "int *o, int cols, int rows";
        let body = "{ *o = rows * 100 + cols; }";
        for source in [
            format!("namespace a {{ __global__ void j({wrong}) {body} }} namespace b {{ extern \"C\" __global__ void k({right}) {body} }}"),
            format!("namespace a {{ __global__ void k({wrong}) {body} }} extern \"C\" __global__ void k({right}) {body}"),
            format!("#if 0\nextern \"C\" __global__ void k({wrong}) {body}\n#else\nextern \"C\" __global__ void k({right}) {body}\n#endif"),
            format!("__device__ const char *help = \"__global__ void k({wrong})\"; extern \"C\" __global__ void k({right}) {body}"),
            format!("extern \"C\" __global__ void k({wrong}); extern \"C\" __global__ void k({right}) {body}"),
            format!("#define OTHER __global__ void k({wrong}) {body}\nextern \"C\" __global__ void k({right}) {body}"),
            format!("struct S {{ static __device__ const char *text() {{ return R\"(__global__ void k({wrong}))\"; }} }};\nextern \"C\" __global__ void k({right}) {body}"),
        ] {
            let (rust, _) = written(&build(&source));
            assert!(rust.contains("fn k<'m>(o: impl") && rust.contains("cols: i32, rows: i32"), "{source}: {rust}");
        }
        let both = build(&format!("namespace a {{ __global__ void k({wrong}) {body} }} namespace b {{ __global__ void k({right}) {body} }}"));
        let (rust, _) = written(&both);
        let list = |name: &str| {
            let (_, rest) = rust.split_once(&format!("fn {name}<'m>(")).unwrap();
            rest.split_once('{').unwrap().0.to_owned()
        };
        assert!(list("a_k").contains("rows: i32, cols: i32") && list("b_k").contains("cols: i32, rows: i32"), "{rust}");
        // Overloads, instances, and parameters without names.
        let source = "__global__ void k(int x, size_t n) {} __global__ void k(float n, unsigned long long x) {}\n\
                      template<class T> __global__ void t(T first, int second) {} template<> __global__ void t<float>(float a, int) {}";
        let build = build(source)
            .instance("static_cast<void (*)(int, size_t)>(k)", "k_int")
            .instance("(void (*)(float, unsigned long long))k", "k_float")
            .instance("t<int>", "t_int")
            .instance("t<float>", "t_float");
        let (rust, _) = written(&build);
        for expected in ["fn k_int(x: i32, n: usize)", "fn t_int(first: i32, second: i32)", "fn t_float(a: f32, arg1: i32)"] {
            assert!(rust.contains(expected), "{expected}: {rust}");
        }
    }

    fn variables_that_no_other_code_can_name_have_no_functions() {
        for (source, named) in [
            ("namespace a { constexpr int N = 3; } extern \"C\" __global__ void k(int *x) { *x = 1; }", None),
            ("namespace a { constexpr int N = 3; __global__ void k(int *x) { *x = N; } }", None),
            ("namespace a { constexpr int LUT[4] = {1, 2, 3, 4}; } extern \"C\" __global__ void k(int *x) { *x = a::LUT[*x & 3]; }", None),
            ("namespace a { static __device__ int s; } extern \"C\" __global__ void k(int *x) { *x = a::s++; }", None),
            ("namespace a::b { const int N = 3; } extern \"C\" __global__ void k(const int **x) { *x = &a::b::N; }", None),
            ("extern \"C\" __global__ void k(int *x) { static constexpr int lut[4] = {1, 2, 3, 4}; *x = lut[*x & 3]; }", None),
            ("extern \"C\" __global__ void k(int *x) { static __device__ int calls; *x = calls++; }", None),
            ("__global__ void k(int *x) { static __shared__ int s[4]; static const int lut[2] = {1, 2}; s[0] = *x; *x = lut[s[0] & 1]; }", None),
            ("template<class T> __device__ T f(int i) { static const T lut[2] = {1, 2}; return lut[i]; } __global__ void k(int *x) { *x = f<int>(*x); }", None),
            ("constexpr int N = 3; namespace { constexpr int M = 4; } namespace a { inline constexpr int L = 5; } __device__ int seen;\n\
              extern \"C\" __global__ void k(int *x) { *x = N + M + a::L + seen++; }", Some("seen")),
        ] {
            let (rust, _) = written(&build(source));
            for hidden in ["_INTERNAL_", "lut", "LUT", "fn calls", "fn k_calls"] {
                assert!(!rust.contains(hidden), "{hidden} of {source}: {rust}");
            }
            if let Some(name) = named {
                assert!(rust.contains(&format!("pub fn {name}(&self")), "{name}: {rust}");
            }
        }
    }

    fn large_variables_are_not_returned_on_the_stack() {
        let source = "struct Big { float x[1 << 18]; }; __device__ float table[1 << 22]; __device__ double cube[64][64][64]; __constant__ int small[2][3];\n\
                      __constant__ float whole[1 << 14]; __device__ const float fixed[1 << 15] = {}; __device__ Big big; __device__ Big several[2]; __device__ float4 wide[1 << 13];\n\
                      __global__ void k(int *o) { *o = table[*o] + cube[0][0][*o] + small[0][*o] + whole[*o] + fixed[*o] + big.x[*o] + several[1].x[*o] + wide[*o].x; }";
        let (rust, _) = written(&build(source).structure(Structure::generated("Big")));
        let getter = |name: &str| {
            let (_, rest) = rust.split_once(&format!("pub fn {name}(&self, stream: &Stream) -> ::core::result::Result<")).expect(&rust);
            rest.split_once(", Error>").unwrap().0.to_owned()
        };
        for (name, kind) in [
            ("table", "::std::vec::Vec<f32>"),
            ("cube", "::std::vec::Vec<f64>"),
            ("small", "[i32; 6]"),
            ("whole", "[f32; 16384]"),
            ("fixed", "::std::vec::Vec<f32>"),
            ("big", "::std::boxed::Box<Big>"),
            ("several", "::std::vec::Vec<Big>"),
            ("wide", "::std::vec::Vec<[f32; 4]>"),
        ] {
            assert_eq!(getter(name), kind, "{name}");
        }
        for setter in ["set_table(&self, stream: &Stream, value: &[f32])", "set_big(&self, stream: &Stream, value: &Big)"] {
            assert!(rust.contains(setter), "{setter}: {rust}");
        }
        assert!(!rust.contains("set_fixed"), "{rust}");
    }

    fn a_duplicate_name_is_an_error_with_both_items_and_a_remedy() {
        let message = |source: &str| error(&build(source)).to_string();
        assert_eq!(
            message("extern \"C\" __global__ void load(int x) {}"),
            "in k.cu, the type Kernels and the kernel load(int x) would both be called load in Rust: \
             name a kernel with Build::instance(\"load\", \"…\"), or the type by Build::type_name"
        );
        let kernels = "extern \"C\" __global__ void kernels(int x) {}";
        assert!(message(kernels).contains("the type of all kernels and the kernel kernels(int x) would both be called Kernels"));
        written(&build(kernels).type_name("All"));
        written(&build("extern \"C\" __global__ void load(int x) {}").instance("load", "load_all"));
    }

    fn names_of_digits_and_underscores_become_rust_identifiers() {
        let (rust, _) = written(&build("extern \"C\" __global__ void _1d(int x) {} extern \"C\" __global__ void __(int x) {}"));
        assert!(rust.contains("of Kernels, Kernel1d {") && rust.contains("fn _1d("), "{rust}");
    }

    fn kernels_with_too_many_parameters_for_a_tuple_use_a_list() {
        let list: Vec<String> = (0..40).map(|at| format!("int {}", if at == 3 { "arguments".to_owned() } else { format!("a{at}") })).collect();
        let (rust, _) = written(&build(&format!("extern \"C\" __global__ void k({}) {{}}", list.join(", "))));
        assert!(rust.contains("arguments.push(arguments_);") && rust.contains("arguments.push(a39);"), "{rust}");
    }

    fn only_variables_that_are_writable_in_cpp_have_setters() {
        let source = "__constant__ int c[2] = {1, 2}; __device__ const float f = 3; __constant__ const float g[2][2] = {};\
                      static __device__ int s; __managed__ int m;\
                      __global__ void k(int *o) { *o = c[0] + f + g[1][1] + s + m; }";
        let (rust, _) = written(&build(source));
        for name in ["c", "s", "m"] {
            assert!(rust.contains(&format!("pub fn {name}(&self")) && rust.contains(&format!("pub fn set_{name}(&self")), "{name}: {rust}");
        }
        for name in ["f", "g"] {
            assert!(!rust.contains(&format!("pub fn set_{name}(&self")), "{name}: {rust}");
        }
    }

    fn a_source_without_a_launchable_kernel_causes_a_warning() {
        for source in ["template<class T> __global__ void k(T *x) {}", "namespace { __global__ void k() {} }", "static __global__ void k() {}"] {
            let (_, notes) = written(&build(source));
            assert!(notes.iter().any(|note| note.starts_with("cargo::warning=k.cu: none of its kernels can be launched")), "{notes:?}");
        }
        assert!(!written(&build("__device__ int x;")).1.iter().any(|note| note.contains("none of its kernels")));
    }

    fn an_instance_that_is_not_a_kernel_is_an_error_that_names_it() {
        let template = "template<class T> __global__ void k(T *x) {} __device__ void f() {}";
        for expression in ["k<floot>", "j<float>", "&f"] {
            let error = error(&build(template).instance(expression, "k"));
            assert!(matches!(error.kind(), ErrorKind::Instance { .. }), "{error}");
            assert!(error.to_string().contains(expression), "{error}");
        }
    }

    fn a_syntax_error_has_its_file_and_line() {
        let error = error(&build("extern \"C\" __global__ void k(int *o) {\n  *o = 1\n}"));
        assert!(matches!(error.kind(), ErrorKind::Nvrtc(_)), "{error}");
        assert!(error.to_string().contains("k.cu(3): error: expected a \";\""), "{error}");
    }

    fn ptx_is_for_the_requested_architecture() {
        let build = build("__global__ void k() {}").arch(Arch::compute(8, 0)).with(|program| program.arch(Arch::compute(9, 0)));
        let folder = TempDir::new().unwrap();
        build.write_to(folder.path(), "kernels").unwrap();
        let ptx = fs::read_to_string(folder.path().join("kernels.ptx")).unwrap();
        assert!(ptx.contains(".target sm_80"), "{ptx}");
    }

    fn types_that_depend_on_the_architecture_are_an_error() {
        if let Err(error) = nvfatbin::NvFatbin::load() {
            return cuda_rust::skip(error);
        }
        let source = "#if __CUDA_ARCH__ >= 800\n#define WIDE 1\n#endif\n#ifdef WIDE\ntypedef double real;\n#else\ntypedef float real;\n#endif\n\
                      struct S { real x; int n; };";
        let archs_of = |kernel: &str, archs: [Arch; 2]| {
            let build = archs.into_iter().fold(build(&format!("{source}{kernel}")), Build::arch);
            let build = build.structure(Structure::new("S", "crate::S").field("n"));
            let folder = TempDir::new().unwrap();
            build.write_to(folder.path(), "kernels").map_err(|error| error.to_string()).err()
        };
        let (old, new) = (Arch::compute(7, 5), Arch::compute(8, 0));
        let message = archs_of("extern \"C\" __global__ void k(real *x) {}", [old, new]).unwrap();
        assert!(message.starts_with("in k.cu, the kernel k differs between compute_80 and compute_75"), "{message}");
        let message = archs_of("__global__ void k(real x) {}", [new, old]).unwrap();
        assert!(message.starts_with("in k.cu, the kernel k differs between compute_75 and compute_80"), "{message}");
        let message = archs_of("__device__ real v[2]; __global__ void k(void *x) {}", [old, new]).unwrap();
        assert!(message.contains("the variable v differs"), "{message}");
        let message = archs_of("__global__ void k(int x) {}", [old, new]).unwrap();
        assert!(message.contains("k.cu, S differs"), "{message}");
    }

    fn kernel_bodies_may_depend_on_the_architecture() {
        let source = "#if __CUDA_ARCH__ >= 800\n#define N 512\n__global__ void more(int x) {}\n#else\n#define N 256\n#endif\n\
                      extern \"C\" __global__ void __launch_bounds__(N) k(float *x) { x[N] = N; }";
        match nvfatbin::NvFatbin::load() {
            Err(error) => cuda_rust::skip(error),
            Ok(_) => _ = written(&build(source).arch(Arch::compute(7, 5)).arch(Arch::compute(8, 0))),
        }
    }

    fn raw_strings_do_not_hide_variables_or_parameters() {
        let source = "__device__ const char *text = R\"-(a \" /* b)\" )-\";\n__constant__ float c[2];\n// it goes on \\\n /* here\n\
                      extern \"C\" __global__ void k(size_t n) {}";
        let (rust, _) = written(&build(source));
        assert!(rust.contains("pub fn set_c(") && rust.contains("fn k(n: usize)"), "{rust}");
    }

    fn one_kernel_has_one_name() {
        let build = build("template<class T = float> __global__ void k(T *x) {}").instance("k<>", "k").instance("k<float>", "k_f32");
        let message = error(&build).to_string();
        assert!(message.contains("k<float> is the kernel that is already named k"), "{message}");
    }

    fn names_that_are_rust_patterns_or_keywords_are_changed() {
        let source = "extern \"C\" __global__ void self(int None, int Some, int Ok, int Err) {}";
        let (rust, _) = written(&build(source));
        assert!(rust.contains("None_: i32, Some_: i32, Ok_: i32, Err_: i32)") && rust.contains("of Kernels, KernelSelf {"), "{rust}");
    }

    fn a_byte_order_mark_is_ignored() {
        assert_eq!(types(&build("\u{feff}extern \"C\" __global__ void k(int x) {}\r\n"), "K"), "i32");
    }
}
