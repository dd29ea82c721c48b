// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusparse::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusolverDnContext {
    _unused: [u8; 0],
}
/// [`cusolverDnHandle_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnHandle_t = *mut cusolverDnContext;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct syevjInfo {
    _unused: [u8; 0],
}
/// [`syevjInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type syevjInfo_t = *mut syevjInfo;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct gesvdjInfo {
    _unused: [u8; 0],
}
/// [`gesvdjInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type gesvdjInfo_t = *mut gesvdjInfo;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusolverDnIRSParams {
    _unused: [u8; 0],
}
/// [`cusolverDnIRSParams_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnIRSParams_t = *mut cusolverDnIRSParams;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusolverDnIRSInfos {
    _unused: [u8; 0],
}
/// [`cusolverDnIRSInfos_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnIRSInfos_t = *mut cusolverDnIRSInfos;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusolverDnParams {
    _unused: [u8; 0],
}
/// [`cusolverDnParams_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnParams_t = *mut cusolverDnParams;
/// [`cusolver_int_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolver_int_t = c_int;
/// [`cusolverDnLoggerCallback_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnLoggerCallback_t = Option<
    unsafe extern "C" fn(
        logLevel: c_int,
        functionName: *const c_char,
        message: *const c_char,
    ),
>;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusolverSpContext {
    _unused: [u8; 0],
}
/// [`cusolverSpHandle_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverSpHandle_t = *mut cusolverSpContext;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrqrInfo {
    _unused: [u8; 0],
}
/// [`csrqrInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrqrInfo_t = *mut csrqrInfo;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrluInfoHost {
    _unused: [u8; 0],
}
/// [`csrluInfoHost_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrluInfoHost_t = *mut csrluInfoHost;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrqrInfoHost {
    _unused: [u8; 0],
}
/// [`csrqrInfoHost_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrqrInfoHost_t = *mut csrqrInfoHost;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrcholInfoHost {
    _unused: [u8; 0],
}
/// [`csrcholInfoHost_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrcholInfoHost_t = *mut csrcholInfoHost;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrcholInfo {
    _unused: [u8; 0],
}
/// [`csrcholInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrcholInfo_t = *mut csrcholInfo;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusolverRfCommon {
    _unused: [u8; 0],
}
/// [`cusolverRfHandle_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverRfHandle_t = *mut cusolverRfCommon;

zero_default! {
}
