//! Names of cudarc 0.19.10 with all features, from its source.

use cudarc::nvrtc::{
    CompileError, CompileOptions, Ptx, compile_ptx, compile_ptx_with_opts, result, safe, sys,
};

mod nvrtc_result {
    use cudarc::nvrtc::result::{
        NvrtcError, compile_program, create_program, destroy_program, get_program_log, get_ptx,
    };
}

mod nvrtc_safe {
    use cudarc::nvrtc::safe::{
        CompileError, CompileOptions, Ptx, compile_ptx, compile_ptx_with_opts,
    };
}

mod nvrtc_sys {
    use cudarc::nvrtc::sys::{
        _nvrtcProgram, culib, is_culib_present, nvrtcAddNameExpression, nvrtcBundledHeadersInfo,
        nvrtcCompileProgram, nvrtcCreateProgram, nvrtcDestroyProgram, nvrtcGetBundledHeadersInfo,
        nvrtcGetCUBIN, nvrtcGetCUBINSize, nvrtcGetErrorString, nvrtcGetLTOIR, nvrtcGetLTOIRSize,
        nvrtcGetLoweredName, nvrtcGetNumSupportedArchs, nvrtcGetOptiXIR, nvrtcGetOptiXIRSize,
        nvrtcGetPTX, nvrtcGetPTXSize, nvrtcGetProgramLog, nvrtcGetProgramLogSize,
        nvrtcGetSupportedArchs, nvrtcGetTileIR, nvrtcGetTileIRSize, nvrtcInstallBundledHeaders,
        nvrtcProgram, nvrtcRemoveBundledHeaders, nvrtcResult, nvrtcVersion,
    };
}
