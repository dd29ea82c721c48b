//! Programs that must not compile, because they would be unsound or wrong on any device. Each folder is named after the
//! crate that its programs use.
#![allow(missing_docs)]

/// One test, and so one project of trybuild, because each project compiles its dependencies anew.
#[test]
fn unsound_programs_do_not_compile() {
    let programs = trybuild::TestCases::new();
    for folder in ["arrow", "awkward", "driver", "ndarray"] {
        programs.compile_fail(format!("{folder}/*.rs"));
    }
}
