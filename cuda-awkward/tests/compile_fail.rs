//! What must not compile: each file of `tests/compile_fail` is a program that would be unsound, or wrong on any device.
#![allow(missing_docs)]

#[test]
fn wrong_programs_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
