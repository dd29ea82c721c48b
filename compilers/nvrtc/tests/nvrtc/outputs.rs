//! Outputs other than PTX and cubins.

use nvrtc::{Arch, Version};

use crate::real::{SAXPY, with_nvrtc};

with_nvrtc! {
    fn lto_ir_needs_no_additional_option(nvrtc) {
        let program = nvrtc.program("saxpy.cu", SAXPY).arch(Arch::compute(8, 0));
        let ir = program.compile_lto_ir().unwrap();
        let again = program.option("--dlink-time-opt").compile_lto_ir().unwrap();
        assert!(ir.as_bytes().len() > 100 && again.as_bytes().len() > 100);
        assert_eq!(ir.log(), "");
    }

    fn optix_ir_is_available_from_12_0(nvrtc) {
        let program = nvrtc.program("saxpy.cu", SAXPY).arch(Arch::compute(8, 0));
        match program.compile_optix_ir() {
            Ok(ir) => assert!(ir.as_bytes().len() > 100),
            Err(error) => {
                assert!(nvrtc.version() < Version::new(12, 0), "{error}");
            }
        }
    }

    fn tile_ir_is_available_from_13_3(nvrtc) {
        let program = nvrtc.program("saxpy.cu", SAXPY).arch(Arch::compute(8, 0));
        match program.compile_tile_ir() {
            // The source has no tile kernels, so NVRTC writes tile IR without kernels.
            Ok(ir) => assert!(ir.as_bytes().len() > 100),
            Err(error) => assert!(nvrtc.version() < Version::new(13, 3), "{error}"),
        }
    }

    fn a_result_has_the_name_that_nvrtc_reports(nvrtc) {
        use nvrtc::sys::nvrtcResult;
        let name = |result| nvrtc.error_string(result).unwrap().to_str().unwrap();
        assert_eq!(name(nvrtcResult::NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION");
        assert!(name(nvrtcResult(9999)).contains("unknown"));
    }
}
