//! Structures whose Rust types are generated.

use std::env;
use std::fs;
use std::process::Command;

use cuda_build::{Arch, Build, Cache, Error, ErrorKind, Structure};
use nvrtc::Program;
use tempfile::TempDir;

use crate::build;

fn rust(build: &Build) -> String {
    let folder = TempDir::new().unwrap();
    build.write_to(folder.path(), "kernels").unwrap();
    fs::read_to_string(folder.path().join("kernels.rs")).unwrap()
}

fn error(build: &Build) -> Error {
    build.write_to(TempDir::new().unwrap().path(), "kernels").unwrap_err()
}

/// Returns why no type can be generated for the structure `A` of a source.
fn problem(source: &str) -> String {
    let error = error(&build(source).structure(Structure::generated("A")));
    match error.kind() {
        ErrorKind::UnsupportedStructure { cpp, problem, .. } if cpp == "A" => problem.clone(),
        _ => panic!("{error}"),
    }
}

/// Returns the fields of a generated type.
fn fields(rust: &str, name: &str) -> String {
    let (_, rest) = rust.split_once(&format!("pub struct {name} {{\n")).expect(rust);
    let (fields, _) = rest.split_once(",\n} }").unwrap();
    let fields = fields.split(',').map(|field| field.split_once(" = ").unwrap().0.trim());
    fields.collect::<Vec<_>>().join(", ")
}

/// What the generated types need of `cuda_driver`.
const DRIVER: [&str; 2] = [
    "pub mod bytemuck {
    pub unsafe trait Zeroable: Sized { fn zeroed() -> Self { unsafe { core::mem::zeroed() } } }
    pub unsafe trait Pod: Zeroable + Copy + 'static {}
    macro_rules! plain { ($($it:ty),*) => { $(unsafe impl Zeroable for $it {} unsafe impl Pod for $it {})* } }
    plain!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, f32, f64);
    unsafe impl<T: Zeroable, const N: usize> Zeroable for [T; N] {}
    unsafe impl<T: Pod, const N: usize> Pod for [T; N] {}
}
#[macro_export] macro_rules! kernel_argument { ($it:ty) => {} }
mod built {",
    include_str!("../../../../cuda-driver/src/launch/built.rs"),
];

/// Compiles the generated types, followed by `more`; returns the compiler's errors.
fn compile(rust: &str, more: &str) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    let types = rust.split("/// The kernels of").next().unwrap();
    let types = types.split("::cuda_driver::built_kernel!").next().unwrap();
    let run = |name: &str, text: &str| {
        let file = folder.path().join(format!("{name}.rs"));
        fs::write(&file, text).unwrap();
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--crate-name", name]);
        rustc.arg("--out-dir").arg(folder.path()).arg("-L").arg(folder.path()).arg(file);
        if name != "cuda_driver" {
            rustc.args(["-Dwarnings", "--extern", "cuda_driver"]);
        }
        let output = rustc.output().unwrap();
        let errors = || String::from_utf8_lossy(&output.stderr).into_owned();
        output.status.success().then_some(()).ok_or_else(errors)
    };
    run("cuda_driver", &format!("{}\n}}", DRIVER.concat()))?;
    run("types", &format!("{types}\n{more}"))
}

with_nvrtc! {
    fn a_generated_type_has_the_fields_of_the_class() {
        let source = "typedef unsigned short word; namespace n { struct Inner { int x; word y, z[1]; }; }\n\
            struct A { const float *from, *to; n::Inner inner, more[2]; size_t n; unsigned long long wide, wider; double at[2][3];\n\
              float4 color; char type; bool is; signed char small[14]; };\n\
            extern \"C\" __global__ void k(const A a) {}";
        let rust = rust(&build(source).generate_structures());
        let expected = "from: u64, to: u64, inner: NInner, more: [NInner; 2], n: usize, wide: u64, wider: u64, at: [[f64; 3]; 2], \
                        color: [f32; 4], r#type: i8, is: u8, small: [i8; 14]";
        assert_eq!(fields(&rust, "A"), expected);
        assert_eq!(fields(&rust, "NInner"), "x: i32, y: u16, z: [u16; 1]");
        assert!(rust.contains("#[repr(C, align(16))]\npub struct A {") && rust.contains("#[repr(C)]\npub struct NInner {"), "{rust}");
        assert!(rust.contains("type KParameters = (A, )"), "{rust}");
        compile(&rust, "const _: () = assert!(size_of::<A>() == 144 && align_of::<A>() == 16);").unwrap();
    }

    fn structures_are_generated_of_what_kernels_take_by_value_and_by_address() {
        let source = "struct Value { int x; }; struct Pointee { float x; }; struct Kept { double x; }; struct Far { char c; };\n\
            struct Named { int y; }; template<class T, int N> struct List { T items[N]; Far *far; };\n\
            __constant__ Kept kept[2];\n\
            extern \"C\" __global__ void k(Value v, const Pointee *p, List<Value, 2> l, Named n, double *o) { *o = kept[1].x; }";
        let all = build(source).generate_structures().structure(Structure::new("Named", "crate::Named"));
        let text = rust(&all);
        for expected in ["struct Value {", "struct Pointee {", "items: [Value; 2]", "far: u64", "n: crate::Named"] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        for other in ["Far", "Named", "Kept"] {
            assert!(!text.contains(&format!("struct {other}")), "{other}: {text}");
        }
        let text = rust(&all.structure(Structure::generated("Far")).structure(Structure::generated("Kept")));
        assert!(text.contains("struct Far {") && text.contains("[Kept; 2]"), "{text}");
    }

    fn a_structure_of_a_header_is_generated() {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("a.h"), "#pragma once\nstruct A { int x; float y; };").unwrap();
        let file = folder.path().join("k.cu");
        fs::write(&file, "#include \"a.h\"\nextern \"C\" __global__ void k(A a) {}").unwrap();
        let in_a_file = Build::file(&file).cache(Cache::in_memory()).generate_structures();
        assert_eq!(fields(&rust(&in_a_file), "A"), "x: i32, y: f32");
        let in_memory = build("#include \"b.h\"\nextern \"C\" __global__ void k(B b) {}")
            .with(|program| program.header("b.h", "struct B { int z; };"))
            .structure(Structure::generated("B"));
        assert_eq!(fields(&rust(&in_memory), "B"), "z: i32");
    }

    fn a_source_without_kernels_has_structures_constants_and_assertions_and_no_image() {
        let source = "#define MOST 4\nstruct A { int x[MOST]; };";
        let build = build(source).structure(Structure::generated("A")).constants("usize", ["MOST"]);
        let folder = TempDir::new().unwrap();
        build.write_to(folder.path(), "kernels").unwrap();
        let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(files.collect::<Vec<_>>(), ["kernels.rs"]);
        let rust = rust(&build);
        assert_eq!(fields(&rust, "A"), "x: [i32; 4]");
        assert!(rust.contains("\npub const ASSERTIONS: ") && !rust.contains("IMAGE"), "{rust}");
        let more = "pub fn a() -> (A, usize, &'static str) { (A { x: [0; MOST] }, MOST, ASSERTIONS) }";
        compile(&rust, more).unwrap();
    }

    fn padding_is_an_error_that_says_where_it_is() {
        assert_eq!(
            problem("struct A { unsigned begin; unsigned long long end; };"),
            "its bytes 4 to 7 belong to no field: give padding a name, such as `unsigned char unused[4];`, and for a base class or \
             an anonymous union name a type of your own, Structure::new(\"A\", \"crate::…\")"
        );
        assert!(problem("struct A { double x; int n; };").starts_with("its bytes 12 to 15 belong to no field"));
        assert!(problem("struct alignas(16) A { double x; };").starts_with("its bytes 8 to 15 belong to no field"));
        // Also that of a structure within it.
        let inner = "struct I { double x; int n; }; struct A { I i; };";
        let error = error(&build(inner).structure(Structure::generated("A"))).to_string();
        assert!(error.starts_with("no Rust type can be generated for I of k.cu: its bytes 12 to 15"), "{error}");
    }

    fn a_field_that_is_not_found_is_never_taken_for_padding() {
        for source in [
            "struct B { int x; }; struct A : B { int y; };",
            "struct A { int x; union { int a; float b; }; };",
            "struct A { virtual __device__ void f() {} int x; int y; };",
        ] {
            assert!(problem(source).contains("belong to no field"), "{source}");
        }
    }

    fn layouts_that_rust_does_not_have_are_errors() {
        let packed = problem("struct __attribute__((packed)) A { char x; int y; };");
        assert!(packed.starts_with("the field y at byte 1 isn't aligned to 4 bytes"), "{packed}");
        let unknown = problem("enum Kind { ONE }; struct A { Kind kind; };");
        assert!(unknown.starts_with("the field kind is of type Kind, which has no equivalent: name one"), "{unknown}");
        let function = problem("struct A { int x; int y; int (*f)(int); };");
        assert!(function.starts_with("the field f is of type int (*)(int), which has no equivalent"), "{function}");
        let missing = problem("struct B { int x; };");
        assert!(missing.starts_with("the compiler knows no definition of a class of this name"), "{missing}");
        let bits = error(&build("struct A { unsigned x : 3, y : 29; };").structure(Structure::generated("A")));
        assert!(bits.to_string().contains("bit field"), "{bits}");
        let private = error(&build("class A { int x; };").structure(Structure::generated("A")));
        assert!(private.to_string().contains("inaccessible"), "{private}");
    }

    fn fields_are_those_that_the_compiler_saw() {
        for (source, name, expected) in [
            ("struct S { int a; __device__ char f() { return '}'; } int b; };", "S", "a: i32, b: i32"),
            ("struct S { int a; __device__ const char *f() { return \"}; int zz;\"; } int b; };", "S", "a: i32, b: i32"),
            ("namespace a { struct S { int x; }; } namespace b { struct S { float y; int z; }; }", "b::S", "y: f32, z: i32"),
            ("template <class T> struct P { T a; }; template <> struct P<int> { double b; };", "P<int>", "b: f64"),
            ("template <class T> struct P { T a; }; template <> struct P<int> { double b; };", "P<float>", "a: f32"),
            ("#define DEFINE(name) struct name { int x; };\nDEFINE(A)", "A", "x: i32"),
            ("#define FIELD int hidden;\nstruct A { int x; FIELD int y; };", "A", "x: i32, hidden: i32, y: i32"),
            ("#if 0\nstruct A { float no; };\n#else\nstruct A { int yes; };\n#endif", "A", "yes: i32"),
            ("struct A { static const int N = 3; size_t n; size_t *p; int x[N]; int last; };", "A", "n: usize, p: u64, x: [i32; 3], last: i32"),
            ("struct S { long4 d; long2 b; long1 a; long3 c; };", "S", "d: [i64; 4], b: [i64; 2], a: [i64; 1], c: [i64; 3]"),
            ("struct S { ulong4 d; ulong2 b; ulong1 a; ulong3 c; };", "S", "d: [u64; 4], b: [u64; 2], a: [u64; 1], c: [u64; 3]"),
        ] {
            if cfg!(windows) && source.contains("long") { continue }
            let source = format!("{source}\nextern \"C\" __global__ void k(const {name} *p) {{}}");
            let type_name = name.replace("::", "").replace(['<', '>'], "");
            let text = rust(&build(&source).structure(Structure::generated(name)));
            let found = ["BS", "PInt", "PFloat", type_name.as_str()].into_iter().find(|name| text.contains(&format!("pub struct {name} ")));
            assert_eq!(fields(&text, found.expect(&text)), expected, "{source}");
        }
    }

    fn listed_fields_and_named_types_are_used() {
        let source = "#define DEFINE(name) struct name { int x; Kind kind; };\nenum Kind : unsigned { ONE };\nDEFINE(A)";
        let build = build(source)
            .structure(Structure::generated("A").fields(["x", "kind"]))
            .structure(Structure::new("Kind", "u32"));
        let rust = rust(&build);
        assert_eq!(fields(&rust, "A"), "x: i32, kind: u32");
        compile(&rust, "").unwrap();
        // They must be complete.
        let part = self::build(source).structure(Structure::generated("A").field("x"));
        assert!(error(&part).to_string().contains("its bytes 4 to 7 belong to no field"));
    }

    fn a_wrong_layout_does_not_compile() {
        let source = "struct Inner { float x, y; }; struct A { unsigned long long n; Inner inner; unsigned a, b; };\n\
            extern \"C\" __global__ void k(A a) {}";
        let rust = rust(&build(source).generate_structures());
        compile(&rust, "pub fn a() -> A { A { n: 1, inner: Inner { x: 1.0, ..Default::default() }, ..A::default() } }").unwrap();
        for (from, to) in [
            ("a: u32 =", "a: u64 ="),
            ("n: u64 = 0, inner: Inner = 8,", "inner: Inner = 8, n: u64 = 0,"),
            ("#[repr(C)]\npub struct A", "#[repr(C, packed)]\npub struct A"),
            ("b: u32 =", "b: bool ="),
            ("y: f32 =", "y: i16 ="),
        ] {
            assert!(rust.contains(from), "{rust}");
            assert!(compile(&rust.replacen(from, to, 1), "").is_err(), "{from}: {to}");
        }
    }

    fn a_source_with_another_layout_does_not_compile_with_the_assertions() {
        let source = "struct Inner { float x, y; }; struct A { unsigned long long n; Inner inner; unsigned a, b; };\n\
            extern \"C\" __global__ void k(A a) {}\n";
        let rust = rust(&build(source).generate_structures());
        let (_, assertions) = rust.split_once("pub const ASSERTIONS: &'static str = r#\"").unwrap();
        let (assertions, _) = assertions.split_once("\"#;").unwrap();
        let compiled = |source: &str| Program::new("k.cu", format!("{source}{assertions}")).arch(Arch::compute(7, 5)).compile_ptx();
        let ptx = compiled(source).unwrap();
        assert_eq!(ptx.as_str(), Program::new("k.cu", source).arch(Arch::compute(7, 5)).compile_ptx().unwrap().as_str());
        for (from, to, named) in [
            ("unsigned a, b;", "unsigned b, a;", "A::a"),
            ("float x, y;", "double x, y;", "\"Inner\""),
            ("unsigned long long n; Inner inner;", "Inner inner; unsigned long long n;", "A::inner"),
        ] {
            let error = compiled(&source.replace(from, to)).unwrap_err();
            assert!(error.log().unwrap().contains(named), "{error}");
        }
    }

    fn names_that_are_words_of_rust_are_raw() {
        let source = "struct A { int type, match; }; enum Kind { loop = 3 }; extern \"C\" __global__ void k(A a) {}\n";
        let text = rust(&build(source).enumeration("u32", "Kind").generate_structures());
        assert_eq!(fields(&text, "A"), "r#type: i32, r#match: i32");
        assert!(text.contains("pub const r#loop: u32 = 3;"), "{text}");
        compile(&text, "").unwrap();
    }

    fn a_type_and_a_kernel_of_one_name_are_an_error_with_a_remedy() {
        let source = "struct Range { int x; }; extern \"C\" __global__ void range(Range r) {}";
        let message = error(&build(source).generate_structures()).to_string();
        assert_eq!(
            message,
            "in k.cu, the structure Range and the kernel range(Range r) would both be called Range in Rust: name a kernel with \
             Build::instance(\"range\", \"…\"), or the type by Build::type_name"
        );
        rust(&build(source).generate_structures().instance("range", "within"));
    }

    fn constants_have_the_compilers_values() {
        let source = "#define TILE (THREADS * 4)\n#define THREADS 256\n#define NONE 0xffffffffu\nconstexpr long long FAR = -3;\n\
            namespace n { enum class Mode : unsigned char { ADD = 3, LAST = ADD + 250 }; }\n\
            enum Kind { ZERO, LESS = -1, MORE = 1 << 3 }; constexpr unsigned long long MOST = ~0ull;\n\
            struct A { n::Mode mode; unsigned char unused[3]; Kind kinds[2]; };\n\
            extern \"C\" __global__ void k(A a, n::Mode mode) {}\n";
        let build = build(source)
            .constants("usize", ["TILE", "THREADS"])
            .constants("u32", ["NONE"])
            .constants("i64", ["FAR"])
            .constants("u64", ["MOST"])
            .enumeration("u8", "n::Mode")
            .enumeration("i32", "Kind")
            .generate_structures();
        let text = rust(&build);
        for expected in [
            "TILE: usize = 1024;", "THREADS: usize = 256;", "NONE: u32 = 4294967295;", "FAR: i64 = -3;", "MOST: u64 = 18446744073709551615;",
            "ADD: u8 = 3;", "LAST: u8 = 253;", "ZERO: i32 = 0;", "LESS: i32 = -1;", "MORE: i32 = 8;", "KParameters = (A, u8, )",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert_eq!(fields(&text, "A"), "mode: u8, unused: [u8; 3], kinds: [i32; 2]");
        compile(&text, "").unwrap();
        let (_, assertions) = text.split_once("pub const ASSERTIONS: &'static str = r#\"").unwrap();
        let (assertions, _) = assertions.split_once("\"#;").unwrap();
        let compiled = |source: &str| Program::new("k.cu", format!("{source}{assertions}")).arch(Arch::compute(7, 5)).compile_ptx();
        compiled(source).unwrap();
        let changed = compiled(&source.replace("LESS = -1", "LESS = -2")).unwrap_err();
        assert!(changed.log().unwrap().contains("\"Kind::LESS\""), "{changed}");
        // What doesn't fit is an error of rustc.
        let narrow = rust(&self::build(source).constants("u16", ["NONE"]).leave_out("k"));
        assert!(compile(&narrow, "").unwrap_err().contains("out of range for `u16`"));
        for (wrong, message) in [
            (self::build(source).constants("u32", ["OTHER"]), "identifier \"OTHER\" is undefined"),
            (self::build(source).enumeration("u32", "Other"), "defines an enumeration of this name"),
            (self::build(source).constants("u8", ["n::Mode::ADD"]).enumeration("u8", "n::Mode"), "names ADD twice"),
        ] {
            let error = error(&wrong.leave_out("k"));
            assert!(error.to_string().contains(message), "{error}");
        }
    }

    fn embedded_kernels_need_no_loading() {
        let source = "struct A { int x; }; __device__ int variable;\n\
            extern \"C\" __global__ void first(A a, const float *x) {} __global__ void second(float *x) { *x = variable; }";
        let build = build(source).generate_structures().embedded();
        let text = rust(&build);
        for expected in [
            "pub enum Kernels {}",
            "EmbeddedKernels<2>",
            "First::NAME,\n                Second::NAME,",
            "of Kernels[1], Second {\n    NAME: c\"_Z6secondPf\",",
            "fn first<'m>(a: A, x: impl",
            "fn second_function }",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert!(!text.contains("fn load(") && !text.contains("fn variable("), "{text}");
        let error = error(&build.arch(Arch::sm(8, 0)));
        assert!(matches!(error.kind(), ErrorKind::EmbeddedCode { .. }), "{error}");
    }

    fn a_layout_that_depends_on_the_architecture_is_an_error() {
        if let Err(error) = nvfatbin::NvFatbin::load() {
            return cuda_rust::skip(error);
        }
        let source = "#if __CUDA_ARCH__ >= 800\n#define REAL double\n#else\n#define REAL float\n#endif\nstruct A { REAL x; };\n\
                      extern \"C\" __global__ void k(const A *a) {}";
        let build = build(source).arch(Arch::compute(7, 5)).arch(Arch::compute(8, 0)).generate_structures();
        assert!(error(&build).to_string().starts_with("in k.cu, A differs between compute_80 and compute_75"));
    }
}
