//! Programs and files of the toolkit.

use cuda_pathfinder::{LIBDEVICE, NVCC, TOOLS, Tool};

use crate::machine::Machine;

#[test]
fn a_program_is_found_on_the_path_before_the_toolkit() {
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .file("toolkit/bin/nvcc", "")
        .folder("mine");
    let nvcc = || machine.search().tool(&NVCC).unwrap();
    assert_eq!(nvcc(), machine.path("toolkit/bin/nvcc"));
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .set_path("PATH", "mine")
        .file("toolkit/bin/nvcc", "")
        .file("mine/nvcc", "");
    assert_eq!(
        machine.search().tool(&NVCC).unwrap(),
        machine.path("mine/nvcc")
    );
}

#[test]
fn a_file_is_found_in_the_wheels_and_in_the_usual_toolkit() {
    let machine = Machine::linux().file("usr/local/cuda/nvvm/libdevice/libdevice.10.bc", "");
    let found = machine.search().tool(&LIBDEVICE).unwrap();
    assert!(
        found.ends_with("nvvm/libdevice/libdevice.10.bc"),
        "{found:?}"
    );
    let site = "venv/lib/python3.12/site-packages/nvidia/cu13/nvvm/libdevice/libdevice.10.bc";
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .file(site, "");
    assert_eq!(
        machine.search().tool(&LIBDEVICE).unwrap(),
        machine.path(site)
    );
}

#[test]
fn a_tool_that_is_missing_is_an_error_that_lists_the_places_and_says_what_to_do() {
    let error = Machine::linux()
        .search()
        .tool(&NVCC)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("no usable nvcc was found"), "{error}");
    assert!(
        error.contains("usual folders") && error.contains("pip install 'nvidia-cuda-nvcc"),
        "{error}"
    );
}

#[test]
fn every_tool_has_a_name_of_its_own() {
    for tool in TOOLS {
        let named = Tool::named(&tool.name.to_uppercase()).unwrap();
        assert!(std::ptr::eq(named, tool), "{}", tool.name);
    }
}
