//! The file that holds the device and its libraries, as programs load it.
#![cfg(unix)]

use core::ptr::null_mut;

use cuda_driver::Driver;
use cuda_libraries_sys::cublas::cublasStatus_t;
use cuda_libraries_sys::{cublas, cublaslt, cudnn};

use crate::run_alone;

#[test]
fn one_file_is_the_driver_and_its_libraries() {
    let folder = tempfile::tempdir().unwrap();
    cuda_rust::built::write_software_driver(folder.path()).unwrap();
    let path = folder.path().to_str().unwrap();
    let driver = format!("{path}/libcuda.so.1");
    run_alone(
        "exported::loading",
        &[
            ("CUDA_DRIVER", &driver),
            ("CUDA_CUBLAS", path),
            ("CUDA_CUBLASLT", path),
            ("CUDA_CUDNN", path),
        ],
    );
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn loading() {
    let context = Driver::load().unwrap().device(0).unwrap().primary_context().unwrap();
    let stream = context.stream().unwrap();
    let x = stream.upload(&[3.0_f32, 4.0]).unwrap();
    let table = cublas::load().unwrap();
    assert_eq!(table.missing().count(), 0);
    assert_eq!(cublaslt::load().unwrap().missing().count(), 0);
    assert_eq!(cudnn::load().unwrap().missing().count(), 0);
    assert_eq!(table.version(), cuda_sim_libraries::cublas::table().version());
    let (mut handle, mut norm) = (null_mut(), 0.0_f32);
    let success = cublasStatus_t::CUBLAS_STATUS_SUCCESS;
    // SAFETY: the pointers are to live values, and the vector has two elements.
    unsafe {
        assert_eq!(table.cublasCreate_v2.unwrap()(&raw mut handle), success);
        let raw = stream.as_raw().cast();
        assert_eq!(table.cublasSetStream_v2.unwrap()(handle, raw), success);
        let x = x.as_raw() as *const f32;
        let status = table.cublasSnrm2_v2.unwrap()(handle, 2, x, 1, &raw mut norm);
        assert_eq!((status, norm), (success, 5.0));
        assert_eq!(table.cublasDestroy_v2.unwrap()(handle), success);
    }
}
