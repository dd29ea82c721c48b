//! Header folders are found by the same search.

use cuda_pathfinder::{CCCL_HEADERS, CUDA_HEADERS, Place, defined};

use crate::machine::Machine;

const SITE: &str = "venv/lib/python3.11/site-packages";

#[test]
fn headers_are_found_in_a_wheel() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .file(&format!("{SITE}/nvidia/cuda_runtime/include/cuda.h"), "");
    let found = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!(found.folder, machine.path(&format!("{SITE}/nvidia/cuda_runtime/include")));
    assert_eq!(found.place, Place::PythonWheels);
}

#[test]
fn headers_are_found_in_conda_before_the_toolkit() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit")
        .file("toolkit/include/cuda.h", "")
        .file("conda/targets/x86_64-linux/include/cuda.h", "");
    let found = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!(found.folder, machine.path("conda/targets/x86_64-linux/include"));
}

#[test]
fn a_given_folder_comes_first() {
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .file("toolkit/include/cuda.h", "")
        .file("mine/cuda.h", "");
    let found = machine.search().folder(machine.path("mine")).headers(&CUDA_HEADERS).unwrap();
    assert_eq!((found.folder, found.place), (machine.path("mine"), Place::GivenFolders));
}

#[test]
fn headers_of_the_distribution_come_last() {
    let machine = Machine::linux().file("usr/include/cuda.h", "");
    let found = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!((found.folder, found.place), (machine.path("usr/include"), Place::UsualFolders));
    let machine = machine.file("usr/local/cuda-13.0/include/cuda.h", "");
    let found = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!(found.folder, machine.path("usr/local/cuda-13.0/include"));
}

#[test]
fn a_header_in_a_subfolder_yields_its_include_folder() {
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .file("toolkit/include/cccl/cuda/std/version", "");
    let found = machine.search().headers(&CCCL_HEADERS).unwrap();
    assert_eq!(found.folder, machine.path("toolkit/include/cccl"));
}

#[test]
fn missing_headers_list_every_place_tried() {
    let machine = Machine::linux().set_path("CUDA_PATH", "toolkit").folder("toolkit/include");
    let error = machine.search().headers(&CUDA_HEADERS).unwrap_err().to_string();
    assert!(error.starts_with("no usable CUDA headers were found\n  tried  cuda.h\n"), "{error}");
    assert!(error.contains("toolkit/include: no cuda.h"), "{error}");
    assert!(!error.contains("already loaded") && !error.contains("system loader"), "{error}");
}

#[test]
fn explain_headers_names_the_folder() {
    let machine =
        Machine::linux().set_path("CUDA_PATH", "toolkit").file("toolkit/include/cuda.h", "");
    let report = machine.search().explain_headers(&CUDA_HEADERS);
    assert_eq!(report.chosen(), Some(&*machine.path("toolkit/include")));
}

#[test]
fn a_version_is_read_from_the_first_line_that_defines_it_as_a_number() {
    for (header, version) in [
        ("", None),
        ("#define V", None),
        (" \t#define\tV \t12050", Some(12050)),
        ("é\r\n#define V 12050\r\n#define V 1\r\n", Some(12050)),
        (
            "#define V (12050)\n#define V 4294967296\n#define V 7/* */\n#define V 007 /* */\n",
            Some(7),
        ),
        ("#define V \\\n12050\n", None),
        ("# define V 1\n#define V(a) 2\n#define VV 3\n#define V\n4\n", None),
    ] {
        let machine = Machine::linux().file("cuda.h", header);
        assert_eq!(defined(&machine.path("cuda.h"), "V"), version, "{header}");
    }
    assert_eq!(defined(&Machine::linux().path("cuda.h"), "V"), None);
}
