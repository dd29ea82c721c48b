//! The effects of options, headers and macros in a real NVRTC.

use std::fs;

use nvrtc::{Arch, NvrtcError, NvrtcErrorKind, Text};
use tempfile::TempDir;

use crate::fake;
use crate::real::{SAXPY, with_nvrtc};

with_nvrtc! {
    fn without_fmad_no_operations_are_fused(nvrtc) {
        let ptx = |fmad| nvrtc.program(c"saxpy.cu", SAXPY).fmad(fmad).compile_ptx().unwrap();
        assert!(ptx(true).as_str().contains("fma.rn.f32"));
        let text = ptx(false);
        assert!(!text.as_str().contains("fma.rn.f32") && text.as_str().contains("mul."), "{text}");
    }

    fn a_macro_has_the_value_that_it_was_defined_with(nvrtc) {
        let source = "#if N != 16 || WIDE != 2\n#error macros\n#endif";
        nvrtc.program("macros.cu", source).define("N", "16").define("WIDE", 2).compile_ptx().unwrap();
    }

    fn a_raw_option_reaches_nvrtc(nvrtc) {
        let program = nvrtc.program(c"saxpy.cu", SAXPY).arch(Arch::compute(7, 5));
        let lines = program.option("--generate-line-info").compile_ptx().unwrap();
        assert!(lines.as_str().contains(".loc"), "{lines}");
    }

    fn a_header_in_memory_is_included_by_its_name(nvrtc) {
        let source = "#include <in/memory.cuh>\n#if ANSWER != 42\n#error header\n#endif";
        let program = nvrtc.program("header.cu", source).header("in/memory.cuh", "#define ANSWER 42");
        program.compile_ptx().unwrap();
    }

    fn folders_are_searched_in_the_order_given(nvrtc) {
        let (first, second) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        fs::write(first.path().join("both.cuh"), "#define ORDER 1").unwrap();
        fs::write(second.path().join("both.cuh"), "#define ORDER 2").unwrap();
        let source = "#include \"both.cuh\"\n#if ORDER != 1\n#error order\n#endif";
        let program = nvrtc.program("order.cu", source);
        program.include_dir(first.path()).include_dir(second.path()).compile_ptx().unwrap();
    }

    fn a_missing_header_is_named(nvrtc) {
        let error = nvrtc.program("lost.cu", "#include <nowhere.cuh>").compile_ptx().unwrap_err();
        assert!(error.log().unwrap().contains("nowhere.cuh"), "{error}");
    }
}

#[test]
fn a_nul_byte_in_a_string_is_an_error_with_its_position() {
    let nvrtc = fake::nvrtc(13000, &[]);
    let nul = |error: NvrtcError| match error.into_kind() {
        NvrtcErrorKind::InteriorNul { text, at } => (text, at),
        other => panic!("{other}"),
    };
    let program = || nvrtc.program("name", "");
    let cases = [
        (nvrtc.program("na\0me", ""), Text::Name, 2),
        (nvrtc.program("name", "sou\0rce"), Text::Source, 3),
        (program().option("-D\0N"), Text::Option("-D\0N".into()), 2),
        (program().define("N", "\0"), Text::Option("--define-macro=N=\0".into()), 17),
        (program().header("h\0", ""), Text::HeaderName("h\0".into()), 1),
        (program().header("h", "\0"), Text::Header("h".into()), 0),
        (program().name_expression("f\0"), Text::NameExpression("f\0".into()), 1),
        // The first one is reported.
        (nvrtc.program("name", "\0").option("\0\0"), Text::Source, 0),
    ];
    for (program, text, at) in cases {
        assert_eq!(nul(program.compile_ptx().unwrap_err()), (text, at));
    }
}
