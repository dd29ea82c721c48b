//! The layout of Windows, tested on all systems.

use cuda_pathfinder::{CUDA_HEADERS, NVRTC, Os, Place};

use crate::machine::Machine;

#[test]
fn windows_folders_are_searched_in_the_same_order() {
    let files = [
        "venv/Lib/site-packages/nvidia/cu13/bin/x86_64/nvrtc64_130_0.dll",
        "venv/Lib/site-packages/nvidia/cuda_nvrtc/bin/nvrtc64_120_0.dll",
        "conda/Library/bin/nvrtc64_120_0.dll",
        "toolkit/bin/x64/nvrtc64_130_0.dll",
        "Program Files/NVIDIA GPU Computing Toolkit/CUDA/v13.0/bin/x64/nvrtc64_130_0.dll",
        "Program Files/NVIDIA GPU Computing Toolkit/CUDA/v11.8/bin/nvrtc64_112_0.dll",
        "Program Files/NVIDIA GPU Computing Toolkit/CUDA/v9.2/bin/nvrtc64_112_0.dll",
    ];
    let machine = Machine::new(Os::Windows)
        .set_path("VIRTUAL_ENV", "venv")
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_PATH", "toolkit")
        .set_path("ProgramFiles", "Program Files");
    let machine = files.iter().fold(machine, |machine, file| machine.file(file, ""));
    let candidates = machine.search().candidates(&NVRTC);
    let paths: Vec<_> = candidates.iter().map(|candidate| candidate.path.clone()).collect();
    assert_eq!(paths, files.map(|file| machine.path(file)));
    let places: Vec<_> = candidates.iter().map(|candidate| candidate.place).collect();
    assert_eq!(
        places,
        [
            Place::PythonWheels,
            Place::PythonWheels,
            Place::Conda,
            Place::CudaPath,
            Place::UsualFolders,
            Place::UsualFolders,
            Place::UsualFolders,
        ]
    );
}

#[test]
fn packages_of_the_python_on_path_of_windows_are_found() {
    let dll = "python312/Lib/site-packages/nvidia/cuda_nvrtc/bin/nvrtc64_120_0.dll";
    let machine = Machine::new(Os::Windows).file("python312/python.exe", "").file(dll, "");
    let path =
        format!("{};{}", machine.path("elsewhere").display(), machine.path("python312").display());
    let machine = machine.set("PATH", path);
    assert_eq!(machine.search().candidates(&NVRTC)[0].path, machine.path(dll));
}

#[test]
fn headers_of_conda_on_windows_are_found_under_library() {
    let machine = Machine::new(Os::Windows)
        .set_path("CONDA_PREFIX", "conda")
        .file("conda/Library/include/cuda.h", "");
    let found = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!(found.folder, machine.path("conda/Library/include"));
}
