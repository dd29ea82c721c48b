//! What a real NVRTC's errors tell.

use nvrtc::{Arch, NvrtcError, sys::nvrtcResult};

use crate::real::{SAXPY, with_nvrtc};

with_nvrtc! {
    fn a_syntax_error_names_file_and_line(nvrtc) {
        let error = nvrtc.program("broken.cu", "\n\n__global__ void kernel( {}").compile_ptx().unwrap_err();
        let NvrtcError::Compile { program, result, log, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(program, "broken.cu");
        assert_eq!(*result, nvrtcResult::NVRTC_ERROR_COMPILATION);
        assert!(log.contains("broken.cu(3): error"), "{log}");
    }

    fn an_error_begins_with_what_failed_and_indents_the_log(nvrtc) {
        let program = nvrtc.program("broken.cu", "?").fmad(false);
        let error = program.compile_ptx().unwrap_err().to_string();
        let mut lines = error.lines();
        let first = lines.next().unwrap();
        assert!(first.contains("could not compile broken.cu"), "{first}");
        assert!(lines.all(|line| line.is_empty() || line.starts_with("  ")), "{error}");
        assert!(error.ends_with("\n  options  --fmad=false"), "{error}");
    }

    fn a_program_without_a_name_goes_by_nvrtcs_own(nvrtc) {
        let error = nvrtc.program("", "?").compile_ptx().unwrap_err();
        assert!(error.to_string().contains("could not compile default_program"), "{error}");
        assert!(error.log().unwrap().contains("default_program(1)"), "{error}");
    }

    fn an_unknown_option_comes_with_nvrtcs_words(nvrtc) {
        let error = nvrtc.program("saxpy.cu", SAXPY).option("--frobnicate").compile_ptx().unwrap_err();
        let NvrtcError::InvalidOption { options, log, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(options, &["--frobnicate"]);
        assert!(log.contains("--frobnicate"), "{log}");
    }

    fn an_unknown_architecture_comes_with_those_that_nvrtc_knows(nvrtc) {
        let program = nvrtc.program("saxpy.cu", SAXPY).arch(Arch::compute(99, 9));
        let error = program.compile_ptx().unwrap_err();
        assert!(matches!(error, NvrtcError::UnsupportedArch { .. }), "{error}");
        assert!(error.to_string().contains("does not know compute_999"), "{error}");
        assert!(error.to_string().contains("compute_75, "), "{error}");
    }

    fn a_bad_option_beside_a_known_architecture_is_about_the_option(nvrtc) {
        let program = nvrtc.program("saxpy.cu", SAXPY).arch(Arch::compute(7, 5)).option("--frobnicate");
        let error = program.compile_ptx().unwrap_err();
        assert!(matches!(error, NvrtcError::InvalidOption { .. }), "{error}");
    }
}
