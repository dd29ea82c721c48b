//! Code that must not compile: each file in `tests/compile_fail` would be unsound.
#![allow(missing_docs)]

#[test]
fn unsound_programs_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
