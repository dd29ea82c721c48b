//! The texts of reports and errors.

use cuda_pathfinder::{NVJITLINK, NVRTC, NotFound, Place, Search};

use crate::machine::Machine;

#[test]
fn a_missing_library_lists_every_place_tried() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .folder("venv/lib/python3.11/site-packages/nvidia/cublas")
        .set_path("CUDA_HOME", "toolkit")
        .folder("usr/lib64");
    let error = machine.search().load(&NVRTC).unwrap_err();
    // `main` prints the error with `Debug`.
    assert_eq!(format!("{error:?}"), error.to_string());
    let root = machine.path("").display().to_string();
    let text = error.to_string().replace(root.trim_end_matches('/'), "");
    assert_eq!(
        text,
        "\
no usable NVRTC was found
  tried  libnvrtc.so.13, libnvrtc.so.12, libnvrtc.so.11.2
  in     already loaded        not used in a simulated environment
         CUDA_NVRTC            not set
         Python wheels         /venv/lib/python3.11/site-packages: no nvidia/cu13, no nvidia/cuda_nvrtc
                               no python3 on PATH
         conda                 CONDA_PREFIX not set
         system loader         not used in a simulated environment
         CUDA_PATH, CUDA_HOME  /toolkit: no such folder
         usual folders         /usr/local/cuda, /usr/local/cuda-*, /opt/cuda: no such folder
                               /usr/lib64: none of them
  help   pip install 'nvidia-cuda-nvrtc==13.0.*'"
    );
}

#[test]
fn the_help_can_be_replaced() {
    let machine = Machine::linux();
    let error = machine.search().help("ask the administrator").load(&NVRTC).unwrap_err();
    assert!(error.to_string().ends_with("\n  help   ask the administrator"), "{error}");
    let error = error.with_help("fetch it");
    assert!(error.to_string().ends_with("\n  help   fetch it"), "{error}");
}

#[test]
fn explain_continues_after_the_first_usable_file() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .nvrtc("conda/lib", 12)
        .nvrtc("usr/local/cuda/lib64", 13);
    let report = machine.search().explain(&NVRTC);
    assert_eq!(report.chosen(), Some(&*machine.path("conda/lib/libnvrtc.so.12")));
    let text = report.to_string();
    assert!(text.contains("usr/local/cuda/lib64/libnvrtc.so.13 (usable)"), "{text}");
    assert!(text.ends_with("conda/lib/libnvrtc.so.12"), "{text}");
}

#[test]
fn find_ends_at_the_first_usable_file() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .nvrtc("conda/lib", 12)
        .nvrtc("usr/local/cuda/lib64", 13);
    let report = machine.search().find(&NVRTC);
    assert_eq!(report.chosen(), Some(&*machine.path("conda/lib/libnvrtc.so.12")));
    let last = report.attempts.last().map(|attempt| attempt.place);
    assert_eq!(last, Some(Place::Conda));
}

#[test]
fn a_library_that_the_version_lacks_is_reported_as_such() {
    let error = Machine::linux().search().newest(11).load(&NVJITLINK).unwrap_err();
    let text = error.to_string();
    assert!(text.ends_with("help   nvJitLink began with a later CUDA"), "{text}");
}

#[test]
fn a_given_folder_is_listed_even_when_it_is_missing() {
    let machine = Machine::linux();
    let error =
        machine.search().folder(machine.path("cache")).load(&NVRTC).unwrap_err().to_string();
    assert!(error.contains("given folders"), "{error}");
    assert!(error.contains("cache: no such folder"), "{error}");
}

#[test]
fn the_error_can_be_cloned_and_sent() {
    fn is_clone_and_send<T: Clone + Send + Sync + std::error::Error + 'static>() {}
    is_clone_and_send::<NotFound>();
    fn is_sync<T: Clone + Send + Sync>() {}
    is_sync::<Search>();
}
