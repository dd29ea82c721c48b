//! The table of libraries: a row is all that a library needs.

use cuda_pathfinder::{DRIVER, LIBRARIES, Os, Scope};

use crate::machine::Machine;

#[test]
fn every_row_is_found_by_its_override() {
    for library in LIBRARIES {
        for soname in library.sonames.linux {
            let file = format!("mine/{}", soname.file);
            let machine = Machine::linux()
                .set_path(library.variable, &file)
                .library(&file);
            let found = machine.search().load(library).unwrap();
            assert_eq!(found.soname, soname.file);
        }
    }
}

#[test]
fn every_row_with_wheels_is_found_in_each_of_them() {
    for os in [Os::Linux, Os::Windows] {
        let site = match os {
            Os::Linux => "venv/lib/python3.12/site-packages",
            Os::Windows => "venv/Lib/site-packages",
        };
        for library in LIBRARIES {
            for wheel in library.wheels.on(os) {
                for soname in library.sonames.on(os) {
                    let file = format!("{site}/nvidia/{wheel}/{}", soname.file);
                    let machine = Machine::new(os)
                        .set_path("VIRTUAL_ENV", "venv")
                        .file(&file, "");
                    let candidates = machine.search().candidates(library);
                    assert_eq!(candidates.len(), 1, "{} in {wheel}", soname.file);
                    assert_eq!(candidates[0].path, machine.path(&file));
                }
            }
        }
    }
}

#[test]
fn names_are_listed_newest_first() {
    for library in LIBRARIES {
        for os in [Os::Linux, Os::Windows] {
            let majors: Vec<_> = library
                .sonames
                .on(os)
                .iter()
                .map(|soname| soname.major)
                .collect();
            assert!(
                majors.is_sorted_by(|a, b| a >= b),
                "{}: {majors:?}",
                library.name
            );
        }
    }
}

#[test]
fn rows_have_variables_of_their_own() {
    let variables: std::collections::BTreeSet<_> =
        LIBRARIES.iter().map(|library| library.variable).collect();
    assert_eq!(variables.len(), LIBRARIES.len());
}

#[test]
fn the_stub_of_the_driver_is_never_taken_for_the_driver() {
    assert_eq!(DRIVER.scope, Scope::SystemLoader);
    assert!(
        DRIVER
            .sonames
            .linux
            .iter()
            .all(|soname| soname.file == "libcuda.so.1")
    );
}
