//! The messages of errors, including those of a real NVRTC.

use std::error::Error;

use cuda_pathfinder::{CUDA_HEADERS, Environment, Os, Search};
use nvrtc::{Arch, NvrtcError, NvrtcErrorKind, Version, sys::nvrtcResult};

use crate::real::{SAXPY, with_nvrtc};

with_nvrtc! {
    fn a_syntax_error_names_file_and_line(nvrtc) {
        let error = nvrtc.program("broken.cu", "\n\n__global__ void kernel( {}").compile_ptx().unwrap_err();
        let NvrtcErrorKind::Compile { program, result, log, .. } = error.kind() else {
            panic!("{error}");
        };
        assert_eq!(program, "broken.cu");
        assert_eq!(*result, nvrtcResult::NVRTC_ERROR_COMPILATION);
        assert!(log.contains("broken.cu(3): error"), "{log}");
    }

    fn an_error_begins_with_the_failure_and_indents_the_log(nvrtc) {
        let program = nvrtc.program("broken.cu", "?").fmad(false);
        let error = program.compile_ptx().unwrap_err().to_string();
        let mut lines = error.lines();
        let first = lines.next().unwrap();
        assert!(first.contains("could not compile broken.cu"), "{first}");
        assert!(lines.all(|line| line.is_empty() || line.starts_with("  ")), "{error}");
        assert!(error.ends_with("\n  options  --fmad=false"), "{error}");
    }

    fn a_program_without_a_name_has_the_default_name_of_nvrtc(nvrtc) {
        let error = nvrtc.program("", "?").compile_ptx().unwrap_err();
        assert!(error.to_string().contains("could not compile default_program"), "{error}");
        assert!(error.log().unwrap().contains("default_program(1)"), "{error}");
    }

    fn an_unknown_option_is_reported_with_the_log_of_nvrtc(nvrtc) {
        let error = nvrtc.program("saxpy.cu", SAXPY).option("--frobnicate").compile_ptx().unwrap_err();
        let NvrtcErrorKind::InvalidOption { options, log, .. } = error.kind() else {
            panic!("{error}");
        };
        assert_eq!(options, &["--frobnicate"]);
        assert!(log.contains("--frobnicate"), "{log}");
    }

    fn an_unknown_architecture_is_reported_with_the_supported_ones(nvrtc) {
        let program = nvrtc.program("saxpy.cu", SAXPY).arch(Arch::compute(99, 9));
        let error = program.compile_ptx().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::UnsupportedArch { .. }), "{error}");
        assert!(error.to_string().contains("does not know compute_999"), "{error}");
        assert!(error.to_string().contains("compute_75, "), "{error}");
    }

    fn an_invalid_option_with_a_supported_architecture_is_reported_as_such(nvrtc) {
        let program = nvrtc.program("saxpy.cu", SAXPY).arch(Arch::compute(7, 5)).option("--frobnicate");
        let error = program.compile_ptx().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::InvalidOption { .. }), "{error}");
    }
}

/// A search that finds nothing.
fn nowhere() -> Search {
    Search::with_environment(Environment::simulated(Os::current(), "/nowhere"))
}

#[test]
fn a_wrapped_error_has_the_message_and_source_of_the_inner_one() {
    let load = nvrtc::sys::load_with(&nowhere()).unwrap_err();
    assert_eq!(format!("{load:?}"), load.to_string());
    let headers = nowhere().headers(&CUDA_HEADERS).unwrap_err();
    let wrapped: [(NvrtcError, &dyn Error); 2] =
        [(load.clone().into(), &load), (headers.clone().into(), &headers)];
    for (error, inner) in wrapped {
        assert_eq!(error.to_string(), inner.to_string());
        let source = |error: &dyn Error| error.source().map(ToString::to_string);
        assert_eq!(source(&error), source(inner));
        assert_eq!(source(error.kind()), source(inner));
    }
    // A program that also prints sources prints nothing twice.
    let error = NvrtcError::from(load);
    assert!(error.source().is_none(), "{error}");
}

#[test]
fn an_error_returned_from_main_is_printed_as_its_message() {
    let error = NvrtcError::from(NvrtcErrorKind::Compile {
        program: "k.cu".into(),
        options: vec!["--fmad=false".into()],
        result: nvrtcResult::NVRTC_ERROR_COMPILATION,
        help: String::new(),
        log: "k.cu(1): error\n\nmore\n".into(),
        nvrtc: Version::new(13, 0),
    });
    assert_eq!(format!("{error:?}"), error.to_string());
    assert_eq!(
        error.to_string(),
        "NVRTC 13.0 could not compile k.cu: NVRTC_ERROR_COMPILATION (6): compilation failed\n  \
         k.cu(1): error\n\n  more\n  options  --fmad=false"
    );
}

#[test]
fn a_result_with_an_error_fits_into_two_registers() {
    assert!(size_of::<Result<(), NvrtcError>>() <= 16);
}
