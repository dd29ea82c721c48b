//! The order in which files are preferred.

use cuda_pathfinder::{DRIVER, NVML, NVRTC, Place};

use crate::machine::Machine;

const SITE: &str = "venv/lib/python3.11/site-packages";

#[test]
fn a_wheel_of_the_active_virtualenv_is_found() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .nvrtc(&format!("{SITE}/nvidia/cuda_nvrtc/lib"), 12);
    let found = machine.search().load(&NVRTC).unwrap();
    assert_eq!(found.place, Place::PythonWheels);
    assert_eq!(found.soname, "libnvrtc.so.12");
    assert_eq!(
        found.path.as_deref(),
        Some(&*machine.path(&format!("{SITE}/nvidia/cuda_nvrtc/lib/libnvrtc.so.12")))
    );
}

#[test]
fn a_found_library_is_loaded() {
    let machine = Machine::linux().set_path("CONDA_PREFIX", "conda").nvrtc("conda/lib", 13);
    let found = machine.search().load(&NVRTC).unwrap();
    // SAFETY: the simulated library has `int answer(void)`.
    let answer = unsafe { found.library.get::<unsafe extern "C" fn() -> i32>(b"answer") }.unwrap();
    // SAFETY: the function has no parameters and accesses no memory.
    assert_eq!(unsafe { answer() }, 42);
}

#[test]
fn each_place_precedes_those_after_it() {
    let site = format!("{SITE}/nvidia/cu13/lib");
    let folders = [
        (Place::Override("CUDA_NVRTC"), "override"),
        (Place::GivenFolders, "given"),
        (Place::PythonWheels, site.as_str()),
        (Place::Conda, "conda/lib"),
        (Place::CudaPath, "path/lib64"),
        (Place::CudaPath, "home/lib64"),
        (Place::UsualFolders, "usr/local/cuda/lib64"),
        (Place::UsualFolders, "opt/cuda/lib64"),
        (Place::UsualFolders, "usr/lib/x86_64-linux-gnu"),
        (Place::UsualFolders, "usr/lib/wsl/lib"),
    ];
    let machine = Machine::linux()
        .set_path("CUDA_NVRTC", "override")
        .set_path("VIRTUAL_ENV", "venv")
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "path")
        .set_path("CUDA_HOME", "home");
    let machine = folders.iter().fold(machine, |machine, (_, folder)| machine.nvrtc(folder, 13));
    let search = machine.search().folder(machine.path("given"));
    let found: Vec<_> = search
        .candidates(&NVRTC)
        .into_iter()
        .map(|candidate| (candidate.place, candidate.path))
        .collect();
    let expected =
        folders.map(|(place, folder)| (place, machine.path(&format!("{folder}/libnvrtc.so.13"))));
    assert_eq!(found, expected);
}

#[test]
fn within_one_place_the_newest_wins() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .nvrtc("conda/lib", 11)
        .nvrtc("conda/lib", 13)
        .nvrtc("conda/lib", 12);
    assert_eq!(machine.search().load(&NVRTC).unwrap().soname, "libnvrtc.so.13");
}

#[test]
fn nothing_newer_than_the_caller_accepts_is_loaded() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .nvrtc("conda/lib", 12)
        .nvrtc("conda/lib", 13);
    assert_eq!(machine.search().newest(12).load(&NVRTC).unwrap().soname, "libnvrtc.so.12");
}

#[test]
fn a_file_that_is_too_new_is_reported_as_such() {
    let machine = Machine::linux().set_path("CONDA_PREFIX", "conda").nvrtc("conda/lib", 13);
    let error = machine.search().newest(12).load(&NVRTC).unwrap_err().to_string();
    assert!(error.contains("conda/lib/libnvrtc.so.13: newer than CUDA 12"), "{error}");
    assert!(error.contains("tried  libnvrtc.so.12, libnvrtc.so.11.2\n"), "{error}");
    assert!(error.contains("help   pip install 'nvidia-cuda-nvrtc-cu12'"), "{error}");
}

#[test]
fn toolkits_in_the_usual_folder_are_ordered_by_number() {
    let machine = Machine::linux()
        .nvrtc("usr/local/cuda-9.2/lib64", 12)
        .nvrtc("usr/local/cuda-12.4/lib64", 12)
        .nvrtc("usr/local/cuda-13.0/lib64", 13);
    let folders: Vec<_> = machine
        .search()
        .candidates(&NVRTC)
        .iter()
        .map(|c| c.path.parent().unwrap().to_owned())
        .collect();
    assert_eq!(
        folders,
        ["cuda-13.0", "cuda-12.4", "cuda-9.2"]
            .map(|name| machine.path(&format!("usr/local/{name}/lib64")))
    );
}

#[test]
fn a_toolkit_and_the_link_to_it_are_one_candidate() {
    let machine = Machine::linux()
        .nvrtc("usr/local/cuda-13.0/targets/x86_64-linux/lib", 13)
        .link("usr/local/cuda-13.0/lib64", "usr/local/cuda-13.0/targets/x86_64-linux/lib")
        .link("usr/local/cuda", "usr/local/cuda-13.0");
    let candidates = machine.search().candidates(&NVRTC);
    assert_eq!(candidates.len(), 1, "{candidates:?}");
}

#[test]
fn the_override_may_be_a_file() {
    let machine = Machine::linux()
        .set_path("CUDA_NVRTC", "mine/libnvrtc.so.12.4.127")
        .library("mine/libnvrtc.so.12.4.127")
        .library("mine/libnvrtc-builtins.so.12.4");
    let found = machine.search().load(&NVRTC).unwrap();
    assert_eq!(found.place, Place::Override("CUDA_NVRTC"));
    assert_eq!(found.companion(), Some(&*machine.path("mine/libnvrtc-builtins.so.12.4")));
}

#[test]
fn the_override_may_be_newer_than_the_caller_accepts() {
    let machine = Machine::linux()
        .set_path("CUDA_NVRTC", "mine/libnvrtc.so.13")
        .library("mine/libnvrtc.so.13");
    assert_eq!(machine.search().newest(12).load(&NVRTC).unwrap().soname, "libnvrtc.so.13");
}

#[test]
fn the_override_may_be_a_folder() {
    let machine = Machine::linux().set_path("CUDA_NVRTC", "mine").nvrtc("mine", 13);
    assert_eq!(machine.search().load(&NVRTC).unwrap().place, Place::Override("CUDA_NVRTC"));
}

#[test]
fn a_broken_override_is_an_error_even_if_another_place_would_work() {
    let machine = Machine::linux()
        .set_path("CUDA_NVRTC", "gone/libnvrtc.so.13")
        .set_path("CONDA_PREFIX", "conda")
        .nvrtc("conda/lib", 13);
    let error = machine.search().load(&NVRTC).unwrap_err().to_string();
    assert!(error.contains("gone/libnvrtc.so.13: no such file or folder"), "{error}");
    assert!(error.contains("help   correct CUDA_NVRTC"), "{error}");
    assert!(!error.contains("conda"), "{error}");
}

#[test]
fn an_empty_override_counts_as_unset() {
    let machine = Machine::linux()
        .set("CUDA_NVRTC", "")
        .set_path("CONDA_PREFIX", "conda")
        .nvrtc("conda/lib", 13);
    assert_eq!(machine.search().load(&NVRTC).unwrap().place, Place::Conda);
}

#[test]
fn libraries_of_the_driver_are_never_searched_in_folders() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit");
    let machine = ["conda/lib", "toolkit/lib64", "usr/lib64", "usr/local/cuda/lib64", "given"]
        .iter()
        .fold(machine, |machine, folder| {
            machine
                .library(&format!("{folder}/libcuda.so.1"))
                .library(&format!("{folder}/libcuda.so"))
                .library(&format!("{folder}/libnvidia-ml.so.1"))
        });
    for library in [&DRIVER, &NVML] {
        let candidates = machine.search().folder(machine.path("given")).candidates(library);
        assert!(candidates.is_empty(), "{candidates:?}");
    }
}

#[test]
fn relative_entries_of_pythonpath_are_not_searched() {
    let machine = Machine::linux().set("PYTHONPATH", "src:.:");
    let report = machine.search().explain(&NVRTC).to_string();
    assert!(!report.contains("src") && !report.contains("no nvidia"), "{report}");
}

#[test]
fn packages_of_the_python_on_path_are_found_through_links() {
    let machine = Machine::linux()
        .file("opt/python/bin/python3.12", "")
        .link("bin/python3", "opt/python/bin/python3.12")
        .set_path("PATH", "bin")
        .nvrtc("opt/python/lib/python3.12/site-packages/nvidia/cu13/lib", 13)
        .nvrtc("opt/python/lib/python3.13/site-packages/nvidia/cu13/lib", 13);
    let paths: Vec<_> = machine.search().candidates(&NVRTC).into_iter().map(|c| c.path).collect();
    assert_eq!(
        paths,
        [machine.path("opt/python/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13")]
    );
}

#[test]
fn a_shim_is_reported_as_such() {
    let machine = Machine::linux().file("shims/python3", "#!/bin/sh\n").set_path("PATH", "shims");
    let report = machine.search().explain(&NVRTC).to_string();
    assert!(
        report.contains(
            "shims/python3: no site-packages belong to it (a pyenv shim? activate a virtualenv)"
        ),
        "{report}"
    );
}

#[test]
fn the_help_makes_a_virtualenv_where_packages_of_pip_would_not_be_found() {
    let shim = || Machine::linux().file("shims/python3", "#!/bin/sh\n").set_path("PATH", "shims");
    let ends = |machine: &Machine, help: &str| {
        let error = machine.search().load(&NVRTC).unwrap_err().to_string();
        assert!(error.ends_with(&format!("\n  help   {help}")), "{error}");
    };
    let install = "pip install 'nvidia-cuda-nvrtc==13.0.*'";
    let make = format!("python3 -m venv venv && . venv/bin/activate && {install}");
    ends(&shim(), &make);
    let active = shim().set_path("VIRTUAL_ENV", "venv").folder("venv/lib/python3.11/site-packages");
    ends(&active, install);
    let machine = Machine::linux()
        .file("opt/bin/python3", "")
        .folder("opt/lib/python3.11/site-packages")
        .set_path("PATH", "opt/bin");
    ends(&machine, install);
    ends(&Machine::linux(), install);
    let error = shim().search().help("ask").load(&NVRTC).unwrap_err();
    assert!(error.to_string().ends_with("help   ask"), "{error}");
}

#[test]
fn packages_of_pythonpath_and_of_the_user_come_after_those_of_the_virtualenv() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .set_path("PYTHONPATH", "extra")
        .set_path("HOME", "home")
        .nvrtc("home/.local/lib/python3.11/site-packages/nvidia/cu13/lib", 13)
        .nvrtc("extra/nvidia/cu13/lib", 13)
        .nvrtc(&format!("{SITE}/nvidia/cu13/lib"), 13);
    let paths: Vec<_> = machine.search().candidates(&NVRTC).into_iter().map(|c| c.path).collect();
    let expected = [
        format!("{SITE}/nvidia/cu13/lib/libnvrtc.so.13"),
        "extra/nvidia/cu13/lib/libnvrtc.so.13".to_owned(),
        "home/.local/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13".to_owned(),
    ];
    assert_eq!(paths, expected.map(|path| machine.path(&path)));
}

#[test]
fn the_alternative_build_in_the_wheel_is_ignored() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .library("conda/lib/libnvrtc.alt.so.13")
        .library("conda/lib/libnvrtc-builtins.alt.so.13.0")
        .nvrtc("conda/lib", 13);
    let found = machine.search().load(&NVRTC).unwrap();
    assert_eq!(found.soname, "libnvrtc.so.13");
    assert_eq!(found.companion(), Some(&*machine.path("conda/lib/libnvrtc-builtins.so.13.0")));
}
