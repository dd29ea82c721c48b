//! Every typed option with every available NVRTC.

use std::path::Path;

use nvrtc::{
    Arch, FastCompile, Nvrtc, NvrtcError, NvrtcErrorKind, OptimizationInfo, Program, Standard,
    Version, Warning,
};
use tempfile::TempDir;

use crate::real::{SAXPY, with_nvrtc};

type With = fn(Program<'static>, &Path) -> Program<'static>;

/// Each option with a valid value, and the first version of NVRTC that is known to accept it.
const OPTIONS: &[(u32, With)] = &[
    (0, |p, _| p.device_c()),
    (0, |p, _| p.device_w()),
    (0, |p, _| p.relocatable_device_code(true)),
    (0, |p, _| p.extensible_whole_program()),
    (13030, |p, _| p.enable_tile().arch(Arch::compute(10, 0))),
    (13030, |p, _| p.tile_only().arch(Arch::compute(10, 0))),
    (13030, |p, _| p.simt_only().arch(Arch::compute(10, 0))),
    (13050, |p, _| p.tile_preview_simt().arch(Arch::compute(10, 0))),
    (13030, |p, _| p.enable_tile().tile_as_default_execution_space().arch(Arch::compute(10, 0))),
    (13030, |p, _| {
        p.enable_tile()
            .tile_as_default_execution_space()
            .diagnose_implicit_tile_var()
            .arch(Arch::compute(10, 0))
    }),
    (0, |p, _| p.device_debug()),
    (0, |p, _| p.generate_line_info()),
    (0, |p, _| p.dopt()),
    (12090, |p, _| p.ofast_compile(FastCompile::Mid)),
    (0, |p, _| p.ptxas_options("-v")),
    (0, |p, _| p.maxrregcount(32)),
    (0, |p, _| p.ftz(true)),
    (0, |p, _| p.prec_sqrt(false)),
    (0, |p, _| p.prec_div(false)),
    (13040, |p, _| p.fno_signed_zeros()),
    (13040, |p, _| p.ffinite_math_only()),
    (0, |p, _| p.use_fast_math()),
    (0, |p, _| p.extra_device_vectorization()),
    (0, |p, _| p.modify_stack_limit(false)),
    (12000, |p, _| p.option("-dlto").gen_opt_lto()),
    (12030, |p, _| p.jump_table_density(50)),
    (12060, |p, _| p.device_stack_protector(true)),
    (12090, |p, _| p.no_cache()),
    (12090, |p, _| p.frandom_seed("7")),
    (12000, |p, _| p.split_compile(2)),
    (0, |p, _| p.define("GONE", 1).undefine_macro("GONE")),
    (0, |p, _| p.header("first.h", "").pre_include("first.h")),
    (0, |p, _| p.no_source_include()),
    (13030, |p, folder| p.use_bundled_headers(folder)),
    (0, |p, _| p.std(Standard::Cpp03)),
    (0, |p, _| p.std(Standard::Cpp17)),
    (12000, |p, _| p.std(Standard::Cpp20)),
    (13030, |p, _| p.std(Standard::Cpp23)),
    (0, |p, _| p.builtin_move_forward(false)),
    (0, |p, _| p.builtin_initializer_list(false)),
    // SAFETY: the folder is empty, and then has what this NVRTC wrote.
    (12080, |p, folder| unsafe { p.pch().pch_dir(folder) }),
    (12080, |p, folder| {
        // SAFETY: as above.
        unsafe { p.pch_dir(folder) }.pch_verbose(true).pch_messages(false)
    }),
    (12080, |p, _| p.instantiate_templates_in_pch(false)),
    (0, |p, _| p.disable_warnings()),
    (13010, |p, _| p.wreorder()),
    (13040, |p, _| p.wconversion()),
    (13010, |p, _| p.warning_as_error(&[Warning::All, Warning::DeprecatedDeclarations])),
    (13010, |p, _| p.warning_as_error(&[Warning::Reorder])),
    (13040, |p, _| p.warning_as_error(&[Warning::Conversion])),
    (13040, |p, _| p.fmax_errors(3)),
    (0, |p, _| p.restrict()),
    (0, |p, _| p.device_as_default_execution_space()),
    (0, |p, _| p.device_int128()),
    // It is as old as 12.6, the architecture that it needs as 12.8.
    (12080, |p, _| p.device_float128().arch(Arch::compute(10, 0))),
    (0, |p, _| p.optimization_info(OptimizationInfo::Inline)),
    (0, |p, _| p.display_error_number()),
    (0, |p, _| p.no_display_error_number()),
    (0, |p, _| p.diag_error(&[177])),
    (0, |p, _| p.diag_suppress(&[177, 550])),
    (0, |p, _| p.diag_warn(&[177])),
    (12010, |p, _| p.brief_diagnostics(true)),
    (12010, |p, folder| p.time(&folder.join("time.csv"))),
    (12050, |p, folder| p.fdevice_time_trace(&folder.join("trace.json"))),
    (12040, |p, _| p.fdevice_syntax_only()),
    (12040, |p, _| p.minimal()),
];

/// Returns an error if NVRTC rejects the option; it need not write PTX.
fn accepts(nvrtc: Nvrtc, with: With, folder: &Path) -> Result<(), NvrtcError> {
    let program = Program::new("saxpy.cu", SAXPY).with_nvrtc(nvrtc);
    match with(program, folder).compile_ptx() {
        Err(error) if !matches!(error.kind(), NvrtcErrorKind::NoOutput { .. }) => Err(error),
        _ => Ok(()),
    }
}

with_nvrtc! {
    fn every_typed_option_is_accepted_by_nvrtc(nvrtc) {
        for (since, with) in OPTIONS {
            let folder = TempDir::new().unwrap();
            let since = Version::from_number(*since);
            let accepted = accepts(nvrtc, *with, folder.path());
            if nvrtc.version() >= since {
                accepted.unwrap_or_else(|error| panic!("{error}"));
            } else if let Err(error) = accepted {
                let NvrtcErrorKind::InvalidOption { .. } = error.kind() else {
                    // This NVRTC doesn't support the architecture that the option needs, either.
                    assert!(matches!(error.kind(), NvrtcErrorKind::UnsupportedArch { .. }), "{error}");
                    continue;
                };
                let help = format!("needs NVRTC {since}, and this is {}", nvrtc.version());
                assert!(error.to_string().contains(&help), "{error}");
            }
        }
    }

    fn options_have_their_documented_effect(nvrtc) {
        let program = || nvrtc.program("saxpy.cu", SAXPY);
        let fast = program().use_fast_math().compile_ptx().unwrap();
        assert!(fast.as_str().contains(".ftz."), "{fast}");
        let lines = program().generate_line_info().compile_ptx().unwrap();
        assert!(lines.as_str().contains(".loc"), "{lines}");
        let debug = program().device_debug().compile_ptx().unwrap();
        assert!(debug.as_str().contains(".target sm_") && debug.as_str().contains("debug"), "{debug}");
        let old = nvrtc.program("old.cu", "auto x = 1;").std(Standard::Cpp03);
        let error = old.compile_ptx().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::Compile { .. }), "{error}");
    }
}
