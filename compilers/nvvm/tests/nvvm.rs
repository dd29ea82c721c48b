//! What libNVVM compiles, and what it refuses.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

use cuda_driver::Launch;
use nvvm::{Arch, Nvvm, NvvmErrorKind, ObjectKind, Program};

/// Returns libNVVM, unless this machine has none.
fn nvvm() -> Option<Nvvm> {
    match Nvvm::load() {
        Ok(nvvm) => Some(nvvm),
        Err(_) => {
            cuda_rust::skip("there is no libNVVM");
            None
        }
    }
}

/// `sines(float *x)` replaces an element by its sine, by libdevice.
const SINES: &str = r#"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare float @__nv_sinf(float)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @sines(float* %x) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, float* %x, i32 %thread
  %value = load float, float* %at
  %sine = call float @__nv_sinf(float %value)
  store float %sine, float* %at
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (float*)* @sines, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
"#;

fn sines(nvvm: Nvvm) -> Program<'static> {
    let program = Program::new().with_nvvm(nvvm).module("sines", SINES);
    program.libdevice().arch(Arch::compute(7, 5))
}

#[test]
fn a_kernel_is_compiled_with_libdevice_and_runs() {
    let Some(nvvm) = nvvm() else { return };
    let ptx = sines(nvvm).compile_ptx().unwrap();
    assert_eq!(ptx.kernels().unwrap(), ["sines"]);
    let text = ptx.as_ptx().unwrap().to_str().unwrap();
    assert!(text.contains(".target sm_75"), "{text}");
    let driver = cuda_sim::gpu_or_software().unwrap();
    let context = driver.device(0).unwrap().primary_context().unwrap();
    let function = context.load(&ptx).unwrap().function("sines").unwrap();
    let stream = context.stream().unwrap();
    let values: Vec<f32> = (0..64).map(|number| number as f32 / 8.0 - 4.0).collect();
    let mut x = stream.upload(&values).unwrap();
    // SAFETY: sines(float *) changes an element for each of 64 threads.
    unsafe { stream.launch(&function, Launch::grid(1).block(64), (&mut x,)) }.unwrap();
    for (sine, value) in x.to_vec().unwrap().into_iter().zip(values) {
        assert!((sine - value.sin()).abs() < 1e-6, "{sine} of {value}");
    }
}

#[test]
fn a_program_is_compiled_again_and_by_several_threads() {
    let Some(nvvm) = nvvm() else { return };
    let program = sines(nvvm);
    let first = program.compile_ptx().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let ptx = program.compile_ptx().unwrap();
                assert_eq!(ptx.as_bytes(), first.as_bytes());
            });
        }
    });
}

#[test]
fn options_change_the_output() {
    let Some(nvvm) = nvvm() else { return };
    let text = |program: Program<'_>| {
        let ptx = program.compile_ptx().unwrap();
        ptx.as_ptx().unwrap().to_str().unwrap().to_owned()
    };
    assert!(text(sines(nvvm).ftz(true)).contains(".ftz"));
    assert!(!text(sines(nvvm).ftz(false)).contains(".ftz"));
    let ir = SINES.replace("call float @__nv_sinf(float %value)", "fadd float %product, 1.0");
    let ir = ir.replace("  %sine", "  %product = fmul float %value, 3.0\n  %sine");
    let fused = |fma| text(Program::new().with_nvvm(nvvm).module("fused", ir.as_str()).fma(fma));
    assert!(fused(true).contains("fma.rn.f32") && !fused(false).contains("fma.rn.f32"));
    assert!(text(sines(nvvm).optimize(false)).len() > text(sines(nvvm)).len());
}

#[test]
fn lto_ir_is_an_input_of_the_linker() {
    let Some(nvvm) = nvvm() else { return };
    // A linker leaves out kernels that aren't marked as used.
    let used = "@llvm.used = appending global [1 x i8*] [i8* bitcast (void (float*)* @sines to i8*)], section \"llvm.metadata\"";
    let ir = format!("{SINES}\n{used}\n");
    let program = Program::new().with_nvvm(nvvm).module("sines", ir);
    let code = program.libdevice().arch(Arch::compute(7, 5)).compile_lto_ir().unwrap();
    assert_eq!(code.kind(), ObjectKind::LtoIr);
    if nvjitlink::NvJitLink::load().is_err() {
        return cuda_rust::skip("there is no nvJitLink");
    }
    let linked = nvjitlink::Linker::new(Arch::sm(7, 5))
        .option(nvjitlink::LinkOption::Lto)
        .object("sines", &code)
        .link_cubin()
        .unwrap();
    let text = String::from_utf8_lossy(linked.as_bytes());
    assert!(text.contains("sines"), "{text}");
}

#[test]
fn errors_name_the_module_and_have_the_log() {
    let Some(nvvm) = nvvm() else { return };
    let program = |ir: &'static str| Program::new().with_nvvm(nvvm).module("broken", ir);
    let error = program("define void @f( {").compile_ptx().unwrap_err();
    let NvvmErrorKind::Compile { modules, log, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(modules, &["broken"]);
    assert!(!log.is_empty() && error.to_string().contains(log.lines().next().unwrap()), "{error}");
    assert!(program("").verify().is_err());
    assert!(Program::new().with_nvvm(nvvm).compile_ptx().is_err(), "there are no modules");
    let error = sines(nvvm).arch(Arch::compute(1, 0)).compile_ptx().unwrap_err();
    assert!(matches!(error.kind(), NvvmErrorKind::InvalidOption { .. }), "{error}");
    let error = sines(nvvm).option("-no-such-option").compile_ptx().unwrap_err();
    let NvvmErrorKind::InvalidOption { options, .. } = error.kind() else { panic!("{error}") };
    assert!(options.contains(&"-no-such-option".to_owned()), "{error}");
    let error = sines(nvvm).option("a\0b").compile_ptx().unwrap_err();
    assert!(matches!(error.kind(), NvvmErrorKind::InteriorNul { at: 1, .. }), "{error}");
    sines(nvvm).verify().unwrap();
}

#[test]
fn a_missing_function_and_module_are_errors() {
    let Some(nvvm) = nvvm() else { return };
    // What isn't defined is left to a linker, as an external function.
    let ir = SINES.replace("__nv_sinf", "no_such_function");
    let ptx = Program::new().with_nvvm(nvvm).module("sines", ir).compile_ptx().unwrap();
    assert!(ptx.as_ptx().unwrap().to_str().unwrap().contains("no_such_function"));
    assert!(nvvm.ir_version().unwrap().ir >= (1, 0));
}
