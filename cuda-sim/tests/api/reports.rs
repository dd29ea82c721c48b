use core::ffi::{CStr, c_void};
use core::ptr::null_mut;

use cuda_driver::sys::CUresult;

use crate::kernels::{STORE, launch, load};
use crate::{Own, code, run_alone};

/// `as(n)` asserts that `n` is greater than zero.
const ASSERT: &str = concat!(
    include_str!("../../engine/tests/kernels/ptx/printf.75.ptx"),
    "\0"
);

#[test]
fn a_failed_assertion_is_only_printed_to_standard_error() {
    let output = run_alone("reports::alone_with_a_failed_assertion", &[]);
    let text = "f:3: g: block: [0,0,0], thread: [0,0,0] Assertion `n>0` failed.";
    let (stderr, warned) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(warned.lines().any(|line| line == text), "{warned}");
    assert!(!stderr.contains("Assertion"), "{stderr}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_failed_assertion() {
    let own = Own::new();
    let module = load(
        own.raw,
        CStr::from_bytes_with_nul(ASSERT.as_bytes()).unwrap(),
    );
    let function = call!(own.raw, cuModuleGetFunction(module, c"as")).unwrap();
    launch(own.raw, function, 1, 1, null_mut(), &mut 0).unwrap();
    assert_eq!(
        code(call!(own.raw, cuCtxSynchronize())),
        CUresult::CUDA_ERROR_ASSERT
    );
}

#[test]
fn multibyte_characters_in_ptx_do_not_panic() {
    let own = Own::new();
    let text = STORE.to_bytes();
    for at in 0..text.len() {
        // The second one is the first half of a letter.
        for letter in ["\u{e9}".as_bytes(), b"\xc3"] {
            let text = [&text[..at], letter, &text[at..], b"\0"].concat();
            if let Ok(module) = call!(own.raw, cuModuleLoadData(text.as_ptr().cast::<c_void>())) {
                call!(own.raw, cuModuleUnload(module)).unwrap();
            }
        }
    }
}
