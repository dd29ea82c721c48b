//! Layouts of real installations, and the files that are found in each.

use std::path::PathBuf;

use cuda_pathfinder::{
    CCCL_HEADERS, CUBLAS, CUDA_HEADERS, CUDNN, CUDNN_HEADERS, CUDSS, CUPTI, CUSPARSE, CUSTATEVEC,
    CUTENSOR, DRIVER, LIBRARIES, Library, NCCL, NCCL_HEADERS, NVML, NVRTC, NVVM, Os, Place,
};

use crate::machine::Machine;

const SITE: &str = "venv/lib/python3.12/site-packages";

/// Returns the candidates, each with its place.
fn seen(machine: &Machine, library: &Library) -> Vec<(Place, PathBuf)> {
    let candidates = machine.search().candidates(library).into_iter();
    candidates.map(|candidate| (candidate.place, candidate.path)).collect()
}

/// Returns the only candidate for a library.
fn only(machine: &Machine, library: &Library) -> (Place, PathBuf) {
    let seen = seen(machine, library);
    assert_eq!(seen.len(), 1, "{seen:?}");
    seen.into_iter().next().unwrap()
}

#[test]
fn wheels_of_cuda_11_and_12_have_a_folder_for_each_component() {
    for (major, cusparse) in [(11, "libcusparse.so.11"), (12, "libcusparse.so.12")] {
        let machine = Machine::linux()
            .set_path("VIRTUAL_ENV", "venv")
            .nvrtc(&format!("{SITE}/nvidia/cuda_nvrtc/lib"), major)
            .library(&format!("{SITE}/nvidia/cublas/lib/libcublas.so.{major}"))
            .library(&format!("{SITE}/nvidia/cusparse/lib/{cusparse}"))
            .file(&format!("{SITE}/nvidia/cuda_runtime/include/cuda.h"), "")
            .file(&format!("{SITE}/nvidia/cuda_cccl/include/cuda/std/version"), "");
        for library in [&NVRTC, &CUBLAS, &CUSPARSE] {
            let found = machine.search().load(library).unwrap();
            assert_eq!(found.place, Place::PythonWheels, "{}", library.name);
        }
        for (set, folder) in [(&CUDA_HEADERS, "cuda_runtime"), (&CCCL_HEADERS, "cuda_cccl")] {
            let found = machine.search().headers(set).unwrap();
            let expected = format!("{SITE}/nvidia/{folder}/include");
            assert_eq!(found.folder, machine.path(&expected));
        }
    }
}

#[test]
fn wheels_of_cuda_13_share_one_folder() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .nvrtc(&format!("{SITE}/nvidia/cu13/lib"), 13)
        .library(&format!("{SITE}/nvidia/cu13/lib/libcublas.so.13"))
        .library(&format!("{SITE}/nvidia/cu13/lib/libnvvm.so.4"))
        .file(&format!("{SITE}/nvidia/cu13/include/cuda.h"), "")
        .file(&format!("{SITE}/nvidia/cu13/include/cccl/cuda/std/version"), "");
    for library in [&NVRTC, &CUBLAS, &NVVM] {
        let found = machine.search().load(library).unwrap();
        let folder = machine.path(&format!("{SITE}/nvidia/cu13/lib"));
        assert_eq!(found.path.unwrap().parent(), Some(&*folder));
    }
    let cccl = machine.search().headers(&CCCL_HEADERS).unwrap();
    let expected = format!("{SITE}/nvidia/cu13/include/cccl");
    assert_eq!(cccl.folder, machine.path(&expected));
}

#[test]
fn wheels_of_two_versions_in_one_environment_are_distinguished() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .library(&format!("{SITE}/nvidia/cu13/lib/libcudss.so.0"))
        .library(&format!("{SITE}/nvidia/cu12/lib/libcudss.so.0"))
        .file(&format!("{SITE}/nvidia/cu13/include/cuda.h"), "")
        .file(&format!("{SITE}/nvidia/cuda_runtime/include/cuda.h"), "");
    // Neither file's name contains the version of CUDA.
    for (newest, wheel) in [(13, "cu13"), (12, "cu12")] {
        let found = machine.search().newest(newest).load(&CUDSS).unwrap();
        let expected = machine.path(&format!("{SITE}/nvidia/{wheel}/lib/libcudss.so.0"));
        assert_eq!(found.path, Some(expected));
    }
    let older = machine.search().newest(12).headers(&CUDA_HEADERS).unwrap();
    let expected = format!("{SITE}/nvidia/cuda_runtime/include");
    assert_eq!(older.folder, machine.path(&expected));
    let report = machine.search().newest(12).explain(&CUDSS).to_string();
    assert!(report.contains("nvidia/cu13/lib: newer than CUDA 12"), "{report}");
}

#[test]
fn wheels_outside_of_the_nvidia_folder_are_found() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .library(&format!("{SITE}/cutensor/lib/libcutensor.so.2"))
        .library(&format!("{SITE}/cuquantum/lib/libcustatevec.so.1"));
    for library in [&CUTENSOR, &CUSTATEVEC] {
        let found = machine.search().load(library).unwrap();
        assert_eq!(found.place, Place::PythonWheels);
    }
}

#[test]
fn the_active_one_of_two_virtualenvs_is_used() {
    let machine = ["one", "two"].iter().fold(Machine::linux(), |machine, env| {
        machine
            .file(&format!("{env}/pyvenv.cfg"), "")
            .file(&format!("{env}/bin/python3"), "")
            .nvrtc(&format!("{env}/lib/python3.12/site-packages/nvidia/cu13/lib"), 13)
    });
    for active in ["one", "two"] {
        let expected =
            format!("{active}/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13");
        // The environment after `activate`, and that of a program started by the virtualenv's own Python.
        let path = machine.path(&format!("{active}/bin"));
        for search in [
            machine.environment().set("VIRTUAL_ENV", machine.path(active)),
            machine.environment().set("PATH", path),
        ] {
            let search = cuda_pathfinder::Search::with_environment(search);
            let candidates = search.candidates(&NVRTC);
            assert_eq!(candidates.len(), 1, "{candidates:?}");
            assert_eq!(candidates[0].path, machine.path(&expected));
        }
    }
}

#[test]
fn a_nested_virtualenv_hides_the_outer_one_but_not_its_base_python() {
    let site = "lib/python3.12/site-packages/nvidia/cu13/lib";
    let machine = Machine::linux()
        .file("opt/bin/python3.12", "")
        .nvrtc(&format!("opt/{site}"), 13)
        .file("outer/pyvenv.cfg", "")
        .link("outer/bin/python3", "opt/bin/python3.12")
        .nvrtc(&format!("outer/{site}"), 13)
        .file("outer/project/inner/pyvenv.cfg", "")
        .link("outer/project/inner/bin/python3", "opt/bin/python3.12")
        .nvrtc(&format!("outer/project/inner/{site}"), 13)
        .set_path("VIRTUAL_ENV", "outer/project/inner");
    let path =
        std::env::join_paths([machine.path("outer/project/inner/bin"), machine.path("outer/bin")]);
    let machine = machine.set("PATH", path.unwrap());
    let paths: Vec<_> = seen(&machine, &NVRTC).into_iter().map(|(_, path)| path).collect();
    let expected = ["outer/project/inner", "opt"]
        .map(|prefix| machine.path(&format!("{prefix}/{site}/libnvrtc.so.13")));
    assert_eq!(paths, expected);
}

#[test]
fn conda_has_libraries_in_lib_and_headers_in_targets() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda/envs/work")
        .nvrtc("conda/envs/work/lib", 12)
        .nvrtc("conda/lib", 13)
        .library("conda/envs/work/nvvm/lib64/libnvvm.so.4")
        .file("conda/envs/work/targets/x86_64-linux/include/cuda.h", "")
        .file("conda/envs/work/include/cudnn.h", "");
    let (place, path) = only(&machine, &NVRTC);
    assert_eq!(place, Place::Conda);
    assert_eq!(path, machine.path("conda/envs/work/lib/libnvrtc.so.12"));
    let (_, path) = only(&machine, &NVVM);
    assert_eq!(path, machine.path("conda/envs/work/nvvm/lib64/libnvvm.so.4"));
    for (set, folder) in
        [(&CUDA_HEADERS, "targets/x86_64-linux/include"), (&CUDNN_HEADERS, "include")]
    {
        let found = machine.search().headers(set).unwrap();
        let expected = format!("conda/envs/work/{folder}");
        assert_eq!(found.folder, machine.path(&expected));
    }
}

#[test]
fn libraries_of_conda_on_windows_are_found_in_library_bin() {
    let machine = Machine::new(Os::Windows)
        .set_path("CONDA_PREFIX", "conda")
        .file("conda/Library/bin/x64/nvrtc64_130_0.dll", "")
        .file("conda/Library/bin/cudnn64_9.dll", "")
        .file("conda/Library/nvvm/bin/x64/nvvm70.dll", "");
    for (library, file) in [
        (&NVRTC, "bin/x64/nvrtc64_130_0.dll"),
        (&CUDNN, "bin/cudnn64_9.dll"),
        (&NVVM, "nvvm/bin/x64/nvvm70.dll"),
    ] {
        let expected = machine.path(&format!("conda/Library/{file}"));
        assert_eq!(only(&machine, library), (Place::Conda, expected));
    }
}

#[test]
fn a_virtualenv_in_a_conda_environment_comes_first() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .set_path("CONDA_PREFIX", "conda")
        .nvrtc(&format!("{SITE}/nvidia/cuda_nvrtc/lib"), 12)
        .nvrtc("conda/lib", 13);
    let found = machine.search().load(&NVRTC).unwrap();
    assert_eq!(found.place, Place::PythonWheels);
}

#[test]
fn the_nix_store_is_found_through_ld_library_path() {
    let store = "nix/store/0c5x-cuda_nvrtc-12.9.86-lib/lib";
    let machine = Machine::linux().set_path("LD_LIBRARY_PATH", store).nvrtc(store, 12);
    let expected = machine.path(&format!("{store}/libnvrtc.so.12"));
    assert_eq!(only(&machine, &NVRTC), (Place::SystemLoader, expected));
    assert!(machine.search().load(&NVRTC).is_ok());
}

#[test]
fn the_driver_of_nixos_is_found_without_the_loader() {
    let store = "nix/store/7yxp-nvidia-x11-580.95/lib";
    let machine = Machine::linux()
        .library(&format!("{store}/libcuda.so.1"))
        .library(&format!("{store}/libnvidia-ml.so.1"))
        .link("run/opengl-driver/lib", store);
    for library in [&DRIVER, &NVML] {
        let found = machine.search().load(library).unwrap();
        assert_eq!(found.place, Place::UsualFolders);
        let path = found.path.unwrap();
        assert_eq!(path.parent(), Some(&*machine.path(store)));
    }
}

#[test]
fn a_driver_that_the_loader_finds_comes_before_that_of_nixos() {
    let machine = Machine::linux()
        .set_path("LD_LIBRARY_PATH", "mine")
        .library("mine/libcuda.so.1")
        .library("run/opengl-driver/lib/libcuda.so.1");
    let expected = [
        (Place::SystemLoader, "mine/libcuda.so.1"),
        (Place::UsualFolders, "run/opengl-driver/lib/libcuda.so.1"),
    ];
    let expected = expected.map(|(place, path)| (place, machine.path(path)));
    assert_eq!(seen(&machine, &DRIVER), expected);
}

#[test]
fn the_link_in_usr_local_comes_before_a_newer_toolkit_next_to_it() {
    let machine = Machine::linux()
        .nvrtc("usr/local/cuda-13.0/lib64", 13)
        .nvrtc("usr/local/cuda-12.4/lib64", 12)
        .link("usr/local/cuda", "usr/local/cuda-12.4")
        .file("usr/local/cuda-12.4/include/cuda.h", "")
        .file("usr/local/cuda-13.0/include/cuda.h", "");
    let found = machine.search().load(&NVRTC).unwrap();
    assert_eq!(found.soname, "libnvrtc.so.12");
    let headers = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!(headers.folder, machine.path("usr/local/cuda/include"));
}

#[test]
fn headers_in_usr_local_have_a_version_that_the_caller_accepts() {
    let machine = Machine::linux()
        .file("usr/local/cuda-13.0/include/cuda.h", "#define CUDA_VERSION 13000\n")
        .file("usr/local/cuda-12.4/include/cuda.h", "#define CUDA_VERSION 12040\n");
    for (newest, toolkit) in [(13, "cuda-13.0"), (12, "cuda-12.4")] {
        let found = machine.search().newest(newest).headers(&CUDA_HEADERS).unwrap();
        let expected = machine.path(&format!("usr/local/{toolkit}/include"));
        assert_eq!(found.folder, expected);
    }
    let error = machine.search().newest(11).headers(&CUDA_HEADERS).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("cuda-12.4/include/cuda.h: newer than CUDA 11"), "{text}");
}

#[test]
fn ld_library_path_of_an_environment_module_precedes_cuda_home() {
    let machine = Machine::linux()
        .set_path("CUDA_HOME", "apps/cuda/12.4")
        .nvrtc("apps/cuda/12.4/lib64", 12)
        .nvrtc("apps/cuda/13.0/lib64", 13)
        .library("apps/cuda/12.4/extras/CUPTI/lib64/libcupti.so.12");
    let folders = ["apps/gcc/14/lib64", "apps/cuda/13.0/lib64"].map(|path| machine.path(path));
    let machine = machine.set("LD_LIBRARY_PATH", std::env::join_paths(folders).unwrap());
    let expected = [
        (Place::SystemLoader, "apps/cuda/13.0/lib64/libnvrtc.so.13"),
        (Place::CudaPath, "apps/cuda/12.4/lib64/libnvrtc.so.12"),
    ];
    let expected = expected.map(|(place, path)| (place, machine.path(path)));
    assert_eq!(seen(&machine, &NVRTC), expected);
    let (place, _) = only(&machine, &CUPTI);
    assert_eq!(place, Place::CudaPath);
}

#[test]
fn an_environment_module_of_a_product_precedes_the_toolkit() {
    let machine = Machine::linux()
        .set_path("NCCL_HOME", "apps/nccl")
        .set_path("CUDNN_PATH", "apps/cudnn")
        .set_path("CUDA_HOME", "apps/cuda")
        .library("apps/nccl/build/lib/libnccl.so.2")
        .library("apps/cuda/lib64/libnccl.so.2")
        .file("apps/nccl/build/include/nccl.h", "")
        .library("apps/cudnn/lib/libcudnn.so.9")
        .library("apps/cuda/lib64/libcudnn.so.9")
        .file("apps/cudnn/include/cudnn.h", "");
    for (library, variable, file) in [
        (&NCCL, "NCCL_HOME", "apps/nccl/build/lib/libnccl.so.2"),
        (&CUDNN, "CUDNN_PATH", "apps/cudnn/lib/libcudnn.so.9"),
    ] {
        let found = machine.search().load(library).unwrap();
        assert_eq!(found.place, Place::Product(variable));
        assert_eq!(found.path, Some(machine.path(file)));
    }
    for (set, folder) in
        [(&NCCL_HEADERS, "apps/nccl/build/include"), (&CUDNN_HEADERS, "apps/cudnn/include")]
    {
        let found = machine.search().headers(set).unwrap();
        assert_eq!(found.folder, machine.path(folder));
    }
}

#[test]
fn the_driver_is_found_where_containers_mount_it() {
    for folder in [
        "usr/local/nvidia/lib64",
        "usr/local/nvidia/lib",
        "usr/lib/wsl/lib",
        "usr/lib/aarch64-linux-gnu/tegra",
        "usr/lib/aarch64-linux-gnu/nvidia",
    ] {
        let machine = Machine::linux().library(&format!("{folder}/libcuda.so.1"));
        let expected = machine.path(&format!("{folder}/libcuda.so.1"));
        assert_eq!(only(&machine, &DRIVER), (Place::UsualFolders, expected));
    }
}

#[test]
fn libraries_in_containers_are_found_in_the_folders_of_the_distribution() {
    for folder in ["usr/lib64", "usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu"] {
        let machine = Machine::linux().library(&format!("{folder}/libcudnn.so.9"));
        let expected = machine.path(&format!("{folder}/libcudnn.so.9"));
        assert_eq!(only(&machine, &CUDNN), (Place::UsualFolders, expected));
    }
    let machine = Machine::linux().file("usr/include/x86_64-linux-gnu/cudnn.h", "");
    let found = machine.search().headers(&CUDNN_HEADERS).unwrap();
    assert_eq!(found.folder, machine.path("usr/include/x86_64-linux-gnu"));
}

#[test]
fn toolkits_on_windows_have_libraries_in_bin_or_from_13_on_in_bin_x64() {
    for (dll, folder) in [
        ("nvrtc64_112_0.dll", "bin"),
        ("nvrtc64_120_0.dll", "bin"),
        ("nvrtc64_130_0.dll", "bin/x64"),
        ("nvrtc64_130_0.dll", "bin/arm64"),
    ] {
        let file = format!("CUDA/v1/{folder}/{dll}");
        let machine = Machine::new(Os::Windows).set_path("CUDA_PATH", "CUDA/v1").file(&file, "");
        assert_eq!(only(&machine, &NVRTC), (Place::CudaPath, machine.path(&file)));
    }
}

#[test]
fn the_loader_of_windows_searches_path() {
    let machine =
        Machine::new(Os::Windows).set_path("PATH", "tools").file("tools/nvrtc64_130_0.dll", "");
    let expected = machine.path("tools/nvrtc64_130_0.dll");
    assert_eq!(only(&machine, &NVRTC), (Place::SystemLoader, expected));
}

#[test]
fn cudnn_on_windows_is_found_in_its_folder_of_program_files() {
    let machine = Machine::new(Os::Windows)
        .set_path("ProgramFiles", "Program Files")
        .file("Program Files/NVIDIA/CUDNN/v9.8/bin/cudnn64_9.dll", "")
        .file("Program Files/NVIDIA/CUDNN/v9.12/bin/x64/cudnn64_9.dll", "")
        .file("Program Files/NVIDIA/CUDNN/v9.12/include/cudnn.h", "");
    let paths: Vec<_> = seen(&machine, &CUDNN).into_iter().map(|(_, path)| path).collect();
    let expected = ["v9.12/bin/x64", "v9.8/bin"]
        .map(|folder| machine.path(&format!("Program Files/NVIDIA/CUDNN/{folder}/cudnn64_9.dll")));
    assert_eq!(paths, expected);
    let headers = machine.search().headers(&CUDNN_HEADERS).unwrap();
    let expected = machine.path("Program Files/NVIDIA/CUDNN/v9.12/include");
    assert_eq!(headers.folder, expected);
}

#[test]
fn libraries_that_windows_lacks_are_reported_as_such() {
    let machine = Machine::new(Os::Windows);
    let error = machine.search().load(&NCCL).unwrap_err().to_string();
    assert!(error.ends_with("help   there is no NCCL for Windows"), "{error}");
}

#[test]
fn stubs_for_linking_are_never_candidates() {
    let machine =
        Machine::linux().set_path("CONDA_PREFIX", "conda").set_path("CUDA_HOME", "toolkit");
    let folders = [
        "conda/lib/stubs",
        "conda/targets/x86_64-linux/lib/stubs",
        "toolkit/lib64/stubs",
        "usr/local/cuda/lib64/stubs",
        "usr/local/cuda-13.0/targets/x86_64-linux/lib/stubs",
        "usr/lib/x86_64-linux-gnu/stubs",
    ];
    let machine = LIBRARIES.iter().fold(machine, |machine, library| {
        let sonames = library.sonames().linux.iter();
        let files =
            sonames.flat_map(|soname| folders.map(|folder| format!("{folder}/{}", soname.file)));
        files.fold(machine, |machine, file| machine.file(&file, ""))
    });
    for library in LIBRARIES {
        assert_eq!(seen(&machine, library), [], "{}", library.name);
    }
}
