//! cuDNN.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function
//! requires. Handles and descriptions are looked up, never dereferenced, and device memory is accessed only by kernels, which
//! check it.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::useless_conversion)]

mod activation;
mod arithmetic;
mod backend;
mod convolution;
mod descriptor;
mod dropout;
mod handle;
mod interpreter;
mod kernel;
mod normalization;
mod pooling;
mod program;
mod rnn;
mod softmax;
mod view;

use core::ffi::*;

use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::for_each_cudnn_function;
use cuda_libraries_sys::shared::*;

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Cudnn;

/// The newest release that the table knows, 9.28.1.
const VERSION: u32 = 92_801;

for_each_cudnn_function!(stand_in, "cuDNN" Cudnn CudnnTable VERSION);

/// The result of a call: nothing, or its status.
type Outcome<T = ()> = Result<T, cudnnStatus_t>;

const SUCCESS: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_SUCCESS;
const BAD_PARAM: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_BAD_PARAM;
const NULL_POINTER: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_BAD_PARAM_NULL_POINTER;
const NOT_SUPPORTED: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_NOT_SUPPORTED;

/// Returns the status of an outcome.
fn status(outcome: Outcome) -> cudnnStatus_t {
    match outcome {
        Ok(()) => SUCCESS,
        Err(status) => status,
    }
}

/// Returns the status for an error of the driver.
fn of_driver(code: cuda_driver_sys::CUresult) -> cudnnStatus_t {
    match code {
        cuda_driver_sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
            cudnnStatus_t::CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED
        }
        _ => cudnnStatus_t::CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER,
    }
}

/// Reads what a pointer is to, unless it is null.
///
/// # Safety
/// It is null or readable.
unsafe fn get<T: Copy>(pointer: *const T) -> Outcome<T> {
    if pointer.is_null() {
        return Err(NULL_POINTER);
    }
    // SAFETY: the caller guarantees it.
    Ok(unsafe { pointer.read_unaligned() })
}

/// Writes through a pointer, unless it is null.
///
/// # Safety
/// It is null or writable.
unsafe fn put<T>(pointer: *mut T, value: T) -> Outcome {
    if pointer.is_null() {
        return Err(NULL_POINTER);
    }
    // SAFETY: the caller guarantees it.
    unsafe { pointer.write_unaligned(value) };
    Ok(())
}

/// Writes through a pointer; null is of a caller who doesn't want the value.
///
/// # Safety
/// As for [`put`].
unsafe fn put_if_wanted<T>(pointer: *mut T, value: T) -> Outcome {
    // SAFETY: the caller guarantees it.
    if pointer.is_null() { Ok(()) } else { unsafe { put(pointer, value) } }
}
