//! What must not compile: each file beside is a program that would be unsound, or wrong on any device, of the crate that its
//! folder is called after.
#![allow(missing_docs)]

/// One test, and so one project, because each compiles what its programs depend on anew.
#[test]
fn unsound_programs_do_not_compile() {
    let programs = trybuild::TestCases::new();
    for folder in ["arrow", "awkward", "driver", "ndarray"] {
        programs.compile_fail(format!("{folder}/*.rs"));
    }
}
