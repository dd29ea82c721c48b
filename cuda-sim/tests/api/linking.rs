//! Linked PTX texts: which definition of a symbol prevails, and which errors occur.

use core::ffi::CStr;

use cuda_driver::Context;
use cuda_driver::module::{FunctionAttribute, LinkedImage};

use crate::TestDevice;

const HEADER: &str = ".version 7.0\n.target sm_75\n.address_size 64\n";
const READS: &str = "\n.visible .entry read(.param .u64 p) {\n.reg .b64 %d; .reg .b32 %r;\nld.param.u64 %d, [p]; ld.global.u32 %r, [g]; st.u32 [%d], %r; ret; }";

/// Links the parts.
fn link(context: &Context, parts: &[&str]) -> Result<LinkedImage, String> {
    let mut linker = context.linker().unwrap();
    for (index, part) in parts.iter().enumerate() {
        let part = linker.add_ptx(&format!("part{index}"), &format!("{HEADER}{part}"));
        part.map_err(|error| error.to_string())?;
    }
    linker.complete().map_err(|error| error.to_string())
}

/// Returns what a kernel stores.
fn stored(sim: &TestDevice, linked: &LinkedImage, kernel: &CStr) -> u32 {
    let module = sim.context.load(linked).unwrap();
    let kernel = module.function(kernel).unwrap();
    let stream = sim.context.stream().unwrap();
    let mut out = stream.alloc_zeroed::<u32>(1).unwrap();
    // SAFETY: the kernels of these tests store one element.
    unsafe { stream.launch(&kernel, cuda_driver::Launch::grid(1), (&mut out,)) }.unwrap();
    out.to_vec().unwrap()[0]
}

#[test]
fn a_variable_of_one_part_is_read_by_another() {
    let sim = TestDevice::new();
    let reads = format!(".extern .global .u32 g;{READS}");
    let defines = ".visible .global .u32 g = 5;";
    for parts in [[reads.as_str(), defines], [defines, &reads]] {
        assert_eq!(stored(&sim, &link(&sim.context, &parts).unwrap(), c"read"), 5);
    }
}

#[test]
fn static_symbols_are_private_to_their_part() {
    let sim = TestDevice::new();
    let one = format!(".global .u32 g = 1;{READS}");
    let two = format!(".global .u32 g = 2;{}", READS.replace("read", "other"));
    let linked = link(&sim.context, &[&one, &two]).unwrap();
    assert_eq!((stored(&sim, &linked, c"read"), stored(&sim, &linked, c"other")), (1, 2));
}

#[test]
fn a_strong_definition_precedes_weak_and_common_ones() {
    let sim = TestDevice::new();
    let (weak, strong) = (".weak .global .u32 g = 1;", ".visible .global .u32 g = 2;");
    let common = ".common .global .u32 g;";
    let reads = format!(".extern .global .u32 g;{READS}");
    let read = |parts: &[&str]| stored(&sim, &link(&sim.context, parts).unwrap(), c"read");
    assert_eq!(read(&[weak, strong, &reads]), 2);
    assert_eq!(read(&[strong, &reads, weak]), 2);
    assert_eq!(read(&[&reads, common, weak]), 1);
    assert_eq!(read(&[common, &reads]), 0);
}

/// The bytes of shared memory that a kernel's variables have.
const SHARED: FunctionAttribute = FunctionAttribute::SHARED_SIZE_BYTES;

/// A kernel that stores a number in shared memory, and then what it finds there.
fn shares(declared: &str, kernel: &str, number: u32) -> String {
    format!(
        "{declared}\n.visible .entry {kernel}(.param .u64 p) {{\n.reg .b64 %d; .reg .b32 %r;
        ld.param.u64 %d, [p]; mov.u32 %r, {number}; st.shared.u32 [s], %r; ld.shared.u32 %r, [s];
        st.u32 [%d], %r; ret; }}"
    )
}

#[test]
fn shared_memory_that_several_parts_define_is_linked_as_other_variables() {
    let sim = TestDevice::new();
    const WEAK: &str = ".weak .shared .align 4 .b8 s[64];";
    const STRONG: &str = ".visible .shared .align 4 .b8 s[64];";
    const EXTERN: &str = ".extern .shared .align 4 .b8 s[64];";
    const STATIC: &str = ".shared .align 4 .b8 s[32];";
    for (one, two, sizes) in [
        (WEAK, WEAK, [64, 64]),
        (WEAK, STRONG, [64, 64]),
        (STRONG, WEAK, [64, 64]),
        (STRONG, EXTERN, [64, 64]),
        (EXTERN, STRONG, [64, 64]),
        (STATIC, STATIC, [32, 32]),
        (STATIC, WEAK, [32, 64]),
        (STRONG, STATIC, [64, 32]),
    ] {
        let parts = [shares(one, "one", 1), shares(two, "two", 2)];
        let linked = link(&sim.context, &[&parts[0], &parts[1]]).unwrap();
        let module = sim.context.load(&linked).unwrap();
        let size = |name| module.function(name).unwrap().attribute(SHARED).unwrap();
        assert_eq!([size(c"one"), size(c"two")], sizes, "{one} {two}");
        assert_eq!((stored(&sim, &linked, c"one"), stored(&sim, &linked, c"two")), (1, 2));
    }
    let twice = [shares(STRONG, "one", 1), shares(STRONG, "two", 2)];
    let error = link(&sim.context, &[&twice[0], &twice[1]]).unwrap_err();
    assert!(error.contains("Multiple definition of 's' in 'part1'"), "{error}");
    let nowhere = [shares(STATIC, "one", 1), shares(EXTERN, "two", 2)];
    let error = link(&sim.context, &[&nowhere[0], &nowhere[1]]).unwrap_err();
    assert!(error.contains("Undefined reference to 's' in 'part1'"), "{error}");
}

#[test]
fn shared_memory_that_a_launch_adds_needs_no_definition() {
    let sim = TestDevice::new();
    let dynamic = ".extern .shared .align 4 .b8 s[];";
    for other in [dynamic, ".shared .align 4 .b8 s[32];"] {
        let parts = [shares(dynamic, "one", 1), shares(other, "two", 2)];
        let linked = link(&sim.context, &[&parts[0], &parts[1]]).unwrap();
        let module = sim.context.load(&linked).unwrap();
        let size = |name| module.function(name).unwrap().attribute(SHARED).unwrap();
        assert_eq!([size(c"one"), size(c"two")], [0, if other == dynamic { 0 } else { 32 }]);
    }
}

#[test]
fn an_undefined_symbol_is_named_with_the_part_that_uses_it() {
    let sim = TestDevice::new();
    let reads = format!(".extern .global .u32 g;{READS}");
    let error = link(&sim.context, &[".visible .func f() { ret; }", &reads]).unwrap_err();
    assert!(error.contains("Undefined reference to 'g' in 'part1'"), "{error}");
    // A variable that nothing uses is looked for, too; a function isn't.
    let error = link(&sim.context, &[".extern .global .u32 unused;"]).unwrap_err();
    assert!(error.contains("Undefined reference to 'unused' in 'part0'"), "{error}");
    link(&sim.context, &[".extern .func unused();"]).unwrap();
}

#[test]
fn a_duplicate_symbol_is_named_with_both_parts() {
    let sim = TestDevice::new();
    let function = ".visible .func f() { ret; }";
    let error = link(&sim.context, &[function, function]).unwrap_err();
    assert!(
        error.contains("Multiple definition of 'f' in 'part1', first defined in 'part0'"),
        "{error}"
    );
}

#[test]
fn a_symbol_that_is_not_defined_as_declared_is_named_when_its_part_is_added() {
    let sim = TestDevice::new();
    let call = |declared: &str, call: &str| {
        format!(
            "{declared}\n.visible .entry k() {{ .param .b32 x; .param .b32 r; .param .b64 w; st.param.b32 [x], 5; \
             st.param.b64 [w], 5; {call}; ret; }}"
        )
    };
    let defined = ".visible .func (.param .b32 r) f(.param .b32 x) { st.param.b32 [r], 1; ret; }";
    let nothing = ".visible .func f(.param .b32 x) { ret; }";
    let declared =
        |results: &str, parameters: &str| format!(".extern .func {results} f({parameters});");
    let (result, parameter) = ("(.param .b32 r)", ".param .b32 x");
    let wrong = "error   : Prototype doesn't match for 'f' in 'part1', first defined in ";
    for (declaration, its_call, definition) in [
        (declared("", parameter), "call f, (x)", defined),
        (declared(result, parameter), "call (r), f, (x)", nothing),
        (declared("(.param .b64 r)", parameter), "call (w), f, (x)", defined),
        (declared(result, ".param .b64 x"), "call (r), f, (w)", defined),
        (declared(result, ""), "call (r), f", defined),
    ] {
        let part = call(&declaration, its_call);
        let error = link(&sim.context, &[&part, definition]).unwrap_err();
        assert!(error.contains(&format!("{wrong}'part1'")), "{error}");
        let error = link(&sim.context, &[definition, &part]).unwrap_err();
        assert!(error.contains(&format!("{wrong}'part0'")), "{error}");
    }
    let right = call(&declared(result, parameter), "call (r), f, (x)");
    link(&sim.context, &[&right, defined]).unwrap();
    // What isn't used is dropped, as on an H200.
    let unused = format!("{}\n.visible .entry k() {{ ret; }}", declared("", parameter));
    link(&sim.context, &[&unused, defined]).unwrap();
    let reads = format!(".extern .global .u32 g;{READS}");
    let error = link(&sim.context, &[&reads, ".visible .global .u64 g = 5;"]).unwrap_err();
    let wrong = "error   : Size doesn't match for 'g' in 'part1', first specified in 'part0'";
    assert!(error.contains(wrong), "{error}");
}

const WITH_RESULT: &str = ".extern .func (.param .b32 r) f(.param .b32 x);\n.visible .entry a() { .param .b32 x; .param .b32 r; st.param.b32 [x], 5; call (r), f, (x); ret; }";

const WITHOUT_RESULT: &str = ".extern .func f(.param .b32 x);\n.visible .entry b() { .param .b32 x; st.param.b32 [x], 5; call f, (x); ret; }";

#[test]
fn a_declaration_that_differs_from_an_earlier_part_is_refused_when_it_is_added_and_ends_the_link() {
    let sim = TestDevice::new();
    let mut linker = sim.context.linker().unwrap();
    let mut add = |name: &str, part: &str| linker.add_ptx(name, &format!("{HEADER}{part}"));
    add("a", WITH_RESULT).unwrap();
    let error = add("b", WITHOUT_RESULT).unwrap_err().to_string();
    let log = "Prototype doesn't match for 'f' in 'b', first defined in 'a'";
    assert!(error.contains(log), "{error}");
    let defined = ".visible .func (.param .b32 r) f(.param .b32 x) { st.param.b32 [r], 1; ret; }";
    let error = add("c", defined).unwrap_err().to_string();
    assert!(error.contains("CUDA_ERROR_INVALID_SOURCE"), "{error}");
    let error = linker.complete().unwrap_err().to_string();
    assert!(error.contains("CUDA_ERROR_INVALID_SOURCE"), "{error}");
}

#[test]
fn a_function_that_is_declared_as_a_variable_is_an_error() {
    let sim = TestDevice::new();
    let reads = format!(".extern .global .u32 g;{READS}");
    let error = link(&sim.context, &[&reads, ".visible .func g() { ret; }"]).unwrap_err();
    let log = "Memory space doesn't match for 'g' in 'part1', first specified in 'part0'";
    assert!(error.contains(log) && error.contains("CUDA_ERROR_UNKNOWN"), "{error}");
}

#[test]
fn a_part_with_a_syntax_error_is_left_out() {
    let sim = TestDevice::new();
    let mut linker = sim.context.linker().unwrap();
    let part = format!("{HEADER}.visible .entry k() {{ ; ret; }}");
    let error = linker.add_ptx("wrong", &part).unwrap_err().to_string();
    assert!(error.contains("Parsing error near ';': syntax error"), "{error}");
    linker.add_ptx("right", &part.replace(" ;", "")).unwrap();
    linker.complete().unwrap();
}
