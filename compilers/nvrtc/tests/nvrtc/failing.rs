//! Checks that nothing leaks when a call of NVRTC fails, with a fake NVRTC.

use nvrtc::{Nvrtc, NvrtcError, NvrtcErrorKind, Ptx, sys};
use sys::{Symbol, nvrtcResult};

use crate::fake;

const FAILURE: nvrtcResult = nvrtcResult::NVRTC_ERROR_OUT_OF_MEMORY;

/// Every call that compiling this program makes, in order.
const CALLS: [Symbol; 9] = [
    Symbol::nvrtcCreateProgram,
    Symbol::nvrtcAddNameExpression,
    Symbol::nvrtcCompileProgram,
    Symbol::nvrtcGetProgramLogSize,
    Symbol::nvrtcGetProgramLog,
    Symbol::nvrtcGetLoweredName,
    Symbol::nvrtcGetPTXSize,
    Symbol::nvrtcGetPTX,
    Symbol::nvrtcDestroyProgram,
];

fn compile(nvrtc: Nvrtc) -> Result<Ptx, NvrtcError> {
    nvrtc.program("fake.cu", "").name_expression("f<int>").compile_ptx()
}

#[test]
fn a_successful_compilation_calls_each_function_once_and_leaks_nothing() {
    let nvrtc = fake::nvrtc(13000, &[]);
    fake::fail(0, FAILURE);
    let ptx = compile(nvrtc).unwrap();
    assert_eq!(fake::calls(), CALLS);
    assert_eq!(fake::alive(), 0);
    assert_eq!(ptx.log(), "a remark");
    assert_eq!(ptx.lowered_name("f<int>"), Some(c"lowered"));
}

#[test]
fn any_failing_call_leaks_nothing_and_is_named() {
    let nvrtc = fake::nvrtc(13000, &[]);
    // The last call destroys the program; if it fails, the fake's program stays alive.
    for (nth, symbol) in (1..).zip(&CALLS[..CALLS.len() - 1]) {
        fake::fail(nth, FAILURE);
        let error = compile(nvrtc).unwrap_err();
        match (error.kind(), symbol) {
            (NvrtcErrorKind::Compile { result, .. }, Symbol::nvrtcCompileProgram) => {
                assert_eq!(*result, FAILURE)
            }
            (NvrtcErrorKind::Call { function, result, .. }, _) => {
                assert_eq!((*function, *result), (symbol.function().name, FAILURE));
            }
            _ => panic!("{error}"),
        }
        assert_eq!(
            fake::succeeded(Symbol::nvrtcCreateProgram),
            fake::succeeded(Symbol::nvrtcDestroyProgram),
            "{symbol} failed"
        );
        assert_eq!(fake::alive(), 0, "{symbol} failed");
    }
}

#[test]
fn a_failed_destruction_is_not_retried_and_does_not_affect_the_result() {
    let nvrtc = fake::nvrtc(13000, &[]);
    fake::fail(CALLS.len(), FAILURE);
    compile(nvrtc).unwrap();
    assert_eq!(fake::calls(), CALLS);
}

#[test]
fn any_absent_function_leaks_nothing_and_is_named() {
    for symbol in CALLS {
        let nvrtc = fake::nvrtc(13000, &[symbol]);
        fake::fail(0, FAILURE);
        let error = compile(nvrtc).unwrap_err();
        assert!(
            matches!(error.kind(), NvrtcErrorKind::Absent { function, .. } if *function == symbol.function()),
            "{error}"
        );
        assert!(error.to_string().contains(symbol.function().name), "{error}");
        assert_eq!(fake::alive(), 0, "{symbol} is absent");
    }
}

#[test]
fn no_program_is_created_if_it_cannot_be_destroyed() {
    fake::fail(0, FAILURE);
    compile(fake::nvrtc(13000, &[Symbol::nvrtcDestroyProgram])).unwrap_err();
    assert_eq!(fake::calls(), []);
}

#[test]
fn a_compilation_that_fails_without_a_log_is_reported() {
    let nvrtc = fake::nvrtc(12040, &[Symbol::nvrtcGetProgramLog]);
    fake::fail(3, nvrtcResult::NVRTC_ERROR_COMPILATION);
    let error = compile(nvrtc).unwrap_err();
    assert_eq!(error.log(), Some(""));
    assert_eq!(
        error.to_string(),
        "NVRTC 12.4 could not compile fake.cu: NVRTC_ERROR_COMPILATION (6): compilation failed"
    );
}

#[test]
fn an_absent_function_is_reported_with_the_version_that_has_it() {
    let absent = |symbol: Symbol, major, minor| {
        let nvrtc = nvrtc::Version::new(major, minor);
        NvrtcErrorKind::Absent { function: symbol.function(), nvrtc }.to_string()
    };
    let newer = absent(Symbol::nvrtcGetTileIR, 12, 4);
    assert_eq!(newer, "nvrtcGetTileIR needs NVRTC 13.2 or newer, this is 12.4");
    let dropped = absent(Symbol::nvrtcGetNVVM, 13, 5);
    assert!(dropped.contains("was removed in NVRTC 13.0"), "{dropped}");
    let broken = absent(Symbol::nvrtcCreateProgram, 12, 4);
    assert!(broken.contains("which it should have"), "{broken}");
}
