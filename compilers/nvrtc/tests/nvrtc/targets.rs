//! The right output for a GPU and its driver.

use std::path::Path;

use cuda_arch::{Code, Image as _};
use nvrtc::{Arch, NvrtcErrorKind, ObjectCode, ObjectKind, Target, Version};

use crate::real::{SAXPY, with_nvrtc};

const HOPPER: (u32, u32) = (9, 0);

with_nvrtc! {
    fn a_supported_gpu_gets_machine_code_even_from_a_newer_nvrtc(nvrtc) {
        let driver = Version::new(nvrtc.version().major, 0);
        let program = nvrtc.program("saxpy.cu", SAXPY);
        let image = program.compile_for(Target::new(HOPPER, driver)).unwrap();
        assert_eq!(image.kind(), ObjectKind::Cubin);
        assert!(image.as_bytes().starts_with(b"\x7fELF"));
        assert!(matches!(image.code(), Code::Cubin(bytes) if bytes == image.as_bytes()));
        assert_eq!(nvrtc.native_arch(HOPPER).unwrap(), Arch::sm(9, 0));
    }

    fn machine_code_uses_the_specific_features_of_the_gpu(nvrtc) {
        let source = "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\nextern \"C\" __global__ void has_wgmma() {}\n#endif\n";
        let driver = Version::new(nvrtc.version().major, 0);
        let compile = |capability| nvrtc.program("k.cu", source).compile_for(Target::new(capability, driver)).unwrap();
        let has = |image: &ObjectCode| image.as_bytes().windows(9).any(|part| part == b"has_wgmma");
        assert_eq!(has(&compile(HOPPER)), nvrtc.version().major >= 12);
        assert!(!has(&compile((8, 0))));
    }

    fn an_untrusted_precompiled_header_is_rejected(nvrtc) {
        let direct = ["--use-pch=big.pch", "-use-pch", " --use-pch=big.pch", "--pch-dir=folder", "\t-pch-dir=folder"];
        let to_front_end = ["-Xcudafe=--use_p=big", " -Xcudafe=--pch"];
        let in_two = ["--use_pch=big.pch", "--use_p=big"].map(|option| ["-Xcudafe", option]);
        let one = direct.iter().chain(&to_front_end).map(std::slice::from_ref);
        let all = one.chain(in_two.iter().map(|both| &both[..]));
        for options in all {
            let program = nvrtc.program("k.cu", "");
            // SAFETY: nothing is compiled.
            let trusting = unsafe { program.clone().use_pch(Path::new("other.pch")) };
            for program in [program, trusting] {
                let program = options.iter().fold(program, |program, option| program.option(*option));
                let error = program.compile_ptx().unwrap_err();
                assert!(matches!(error.kind(), NvrtcErrorKind::UntrustedPch { .. }), "{options:?}: {error}");
            }
        }
    }

    fn a_gpu_newer_than_nvrtc_gets_ptx_of_the_newest_architecture(nvrtc) {
        let (future, driver) = ((99, 0), Version::new(99, 0));
        let newest = nvrtc.supported_archs().unwrap().into_iter().max_by_key(|arch| arch.capability()).unwrap();
        assert_eq!(nvrtc.native_arch(future).unwrap(), newest);
        let image = nvrtc.program("saxpy.cu", SAXPY).compile_for(Target::new(future, driver)).unwrap();
        let Code::Ptx(text) = image.code() else { panic!("a cubin for a GPU that NVRTC doesn't know") };
        let (major, minor) = newest.capability();
        assert!(text.to_str().unwrap().contains(&format!(".target sm_{major}{minor}")), "{text:?}");
    }

    fn compile_for_returns_the_format_that_the_device_loads(nvrtc) {
        let compile = |name| {
            let target = Target::of_device(HOPPER, nvrtc.version(), name);
            nvrtc.program("saxpy.cu", SAXPY).compile_for(target).unwrap()
        };
        assert_eq!(compile("NVIDIA H200").kind(), ObjectKind::Cubin);
        let image = compile("CUDA software device (2 cores)");
        let text = image.as_ptx().expect("machine code").to_str().unwrap();
        assert!(text.contains(".target sm_90"), "{text}");
    }

    fn ptx_newer_than_the_driver_is_rejected_before_it_is_loaded(nvrtc) {
        let version = nvrtc.version();
        let older = Version::new(version.major - 1, 0);
        let ptx = nvrtc.program("saxpy.cu", SAXPY).compile_ptx().unwrap();
        ptx.check_driver(version).unwrap();
        let error = ptx.check_driver(older).unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::PtxTooNew { .. }));
        let words = error.to_string();
        assert!(words.contains(&format!("a driver of CUDA {older} does not accept PTX")), "{words}");

        let only_ptx = Target::of_device(HOPPER, older, "CUDA software device (2 cores)");
        let error = nvrtc.program("saxpy.cu", SAXPY).compile_for(only_ptx).unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::PtxTooNew { .. }), "{error}");
    }

    fn a_driver_of_an_older_major_version_is_an_error(nvrtc) {
        let older = Version::new(nvrtc.version().major - 1, 8);
        let error = nvrtc.program("saxpy.cu", SAXPY).compile_for(Target::new(HOPPER, older)).unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::DriverTooOld { .. }), "{error}");
    }

    fn an_nvrtc_that_is_too_new_for_the_driver_is_reported_with_the_package_of_an_older_one(nvrtc) {
        let software = "CUDA software device (2 cores)";
        if nvrtc.version().major == 13 {
            let gpu = Target::new(HOPPER, Version::new(12, 4));
            for target in [gpu, Target::of_device(HOPPER, Version::new(12, 4), software)] {
                let error = nvrtc.program("saxpy.cu", SAXPY).compile_for(target).unwrap_err().to_string();
                assert!(error.ends_with("\n  help     pip install 'nvidia-cuda-nvrtc-cu12==12.4.*'"), "{error}");
            }
        }
    }

    fn a_gpu_that_is_too_old_is_an_error_with_the_oldest_supported_one(nvrtc) {
        let error = nvrtc.native_arch((1, 3)).unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::OldGpu { .. }));
        assert!(error.to_string().contains("and newer, and the GPU is of compute capability 1.3"), "{error}");
    }
}

#[test]
fn a_target_is_formatted_with_its_properties() {
    let target = |name| Target::of_device(HOPPER, Version::new(13, 0), name).to_string();
    let gpu = "compute capability 9.0 with a driver of CUDA 13.0";
    assert_eq!(target("NVIDIA H200"), gpu);
    assert_eq!(target("CUDA software device"), format!("{gpu}, by PTX alone"));
}

/// The driver determines which of two NVRTCs is used. Runs in a separate process, because it sets variables.
#[test]
#[cfg(target_os = "linux")]
fn the_newest_nvrtc_that_suits_the_driver_is_used() {
    const TEST: &str = "the_newest_nvrtc_that_suits_the_driver_is_used";
    let newest = |major: u32| {
        let sets = crate::real::sets().iter();
        let mut of_major: Vec<_> = sets.filter(|nvrtc| nvrtc.version().major == major).collect();
        of_major.sort_by_key(|nvrtc| nvrtc.version());
        Some(of_major.last()?.path()?.parent()?.to_path_buf())
    };
    let (Some(newer), Some(older)) = (newest(13), newest(12)) else {
        return crate::real::skip(TEST, "CUDA_NVRTC_SETS has not both 12 and 13");
    };
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "targets::with_two_installed_nvrtcs", "--ignored"]);
    for variable in ["CUDA_NVRTC", "VIRTUAL_ENV", "CONDA_PREFIX"] {
        child.env_remove(variable);
    }
    let folders = std::env::join_paths([newer, older]).unwrap();
    let output = child.env("LD_LIBRARY_PATH", folders).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn with_two_installed_nvrtcs() {
    assert_eq!(nvrtc::Nvrtc::load().unwrap().version().major, 13);
    let program = nvrtc::Program::new("saxpy.cu", SAXPY);
    for (driver, major) in [(Version::new(12, 8), 12), (Version::new(13, 0), 13)] {
        let target = Target::new(HOPPER, driver);
        assert_eq!(program.nvrtc_for(target).unwrap().version().major, major);
        let image = program.compile_for(target).unwrap();
        assert_eq!(image.kind(), ObjectKind::Cubin);
    }
    // None is old enough, so the error is about the newest.
    let error = program.compile_for(Target::new(HOPPER, Version::new(10, 0))).unwrap_err();
    assert!(matches!(error.kind(), NvrtcErrorKind::DriverTooOld { .. }), "{error}");
}
