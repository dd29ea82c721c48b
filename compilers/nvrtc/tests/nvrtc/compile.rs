//! The outputs of a real NVRTC.

use std::ffi::CString;

use nvrtc::{Arch, Nvrtc, NvrtcErrorKind, Program, Version};

use crate::real::{SAXPY, with_nvrtc};

/// A real architecture that this NVRTC knows.
fn real_arch(nvrtc: Nvrtc) -> Arch {
    nvrtc.supported_archs().unwrap().last().unwrap().to_real()
}

with_nvrtc! {
    fn saxpy_compiles_to_ptx_for_its_architecture(nvrtc) {
        let ptx = nvrtc.program(c"saxpy.cu", SAXPY).arch(Arch::compute(7, 5)).compile_ptx().unwrap();
        assert_eq!(ptx.target(), Some("sm_75"));
        assert_eq!(ptx.entries().collect::<Vec<_>>(), ["saxpy"]);
        assert_eq!(ptx.log(), "");
    }

    fn ptx_requires_a_driver_of_the_version_of_nvrtc(nvrtc) {
        let ptx = nvrtc.program(c"saxpy.cu", SAXPY).compile_ptx().unwrap();
        // NVRTC 12.6 still writes PTX 8.5.
        let needed = match nvrtc.version() {
            version if version == Version::new(12, 6) => Version::new(12, 5),
            version => version,
        };
        assert_eq!(ptx.version().unwrap().cuda_version(), Some(needed));
    }

    fn ptx_ends_in_its_only_nul_byte(nvrtc) {
        let ptx = nvrtc.program(c"saxpy.cu", SAXPY).compile_ptx().unwrap();
        let (last, text) = ptx.as_bytes().split_last().unwrap();
        assert_eq!(*last, 0);
        assert_eq!(text, ptx.as_str().as_bytes());
        assert!(!text.contains(&0));
        assert_eq!(ptx.as_c_str().to_bytes(), text);
    }

    fn a_real_architecture_compiles_to_an_elf_file(nvrtc) {
        let cubin = nvrtc.program(c"saxpy.cu", SAXPY).arch(real_arch(nvrtc)).compile_cubin().unwrap();
        assert!(cubin.as_bytes().starts_with(b"\x7fELF"));
    }

    fn one_program_compiles_to_ptx_and_to_a_cubin(nvrtc) {
        let program = nvrtc.program(c"saxpy.cu", SAXPY).arch(real_arch(nvrtc));
        let ptx = program.compile_ptx().unwrap();
        assert_eq!(ptx.target(), Some(real_arch(nvrtc).to_string().as_str()));
        assert!(!program.compile_cubin().unwrap().as_bytes().is_empty());
    }

    fn a_virtual_architecture_has_no_cubin(nvrtc) {
        let program = nvrtc.program(c"saxpy.cu", SAXPY).arch(Arch::compute(7, 5));
        let error = program.compile_cubin().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::VirtualArch { .. }), "{error}");
        assert!(error.to_string().contains("sm_75, not compute_75"), "{error}");
    }

    fn a_program_without_an_architecture_has_no_cubin(nvrtc) {
        let error = nvrtc.program(c"saxpy.cu", SAXPY).compile_cubin().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::NoOutput { output: "cubin", .. }), "{error}");
        assert!(error.to_string().contains("real architecture"), "{error}");
    }

    fn ptx_that_the_options_suppress_is_an_error(nvrtc) {
        let program = nvrtc.program(c"saxpy.cu", SAXPY).arch(Arch::compute(8, 0)).option("-dlto");
        let error = program.compile_ptx().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::NoOutput { output: "PTX", .. }), "{error}");
        assert!(error.to_string().contains("-dlto"), "{error}");
    }

    fn warnings_of_a_successful_compilation_are_kept(nvrtc) {
        let source = "__global__ void kernel() { int idle = 1; }";
        let ptx = nvrtc.program("warned.cu", source).compile_ptx().unwrap();
        assert!(ptx.log().contains("warned.cu(1): warning"), "{}", ptx.log());
        assert!(ptx.log().contains("idle"), "{}", ptx.log());
    }

    fn all_string_types_compile_to_the_same_output(nvrtc) {
        let compile = |program: Program<'_>| program.compile_ptx().unwrap().to_string();
        let owned = CString::new(SAXPY).unwrap();
        let text = compile(nvrtc.program("saxpy.cu", SAXPY));
        assert_eq!(text, compile(nvrtc.program(c"saxpy.cu", owned.as_c_str())));
        assert_eq!(text, compile(nvrtc.program(c"saxpy.cu", &owned)));
        assert_eq!(text, compile(nvrtc.program(String::from("saxpy.cu"), SAXPY.to_owned())));
        assert_eq!(text, compile(nvrtc.program(c"saxpy.cu", owned)));
    }

    fn nvrtc_reports_its_file_and_its_architectures(nvrtc) {
        assert!(nvrtc.path().unwrap().is_file());
        assert!(nvrtc.supported_archs().unwrap().contains(&Arch::compute(7, 5)));
    }
}
