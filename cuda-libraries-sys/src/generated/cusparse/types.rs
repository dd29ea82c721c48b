// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseContext {
    _unused: [u8; 0],
}
/// [`cusparseHandle_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseHandle_t = *mut cusparseContext;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseMatDescr {
    _unused: [u8; 0],
}
/// [`cusparseMatDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseMatDescr_t = *mut cusparseMatDescr;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct bsrsv2Info {
    _unused: [u8; 0],
}
/// [`bsrsv2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsrsv2Info_t = *mut bsrsv2Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct bsrsm2Info {
    _unused: [u8; 0],
}
/// [`bsrsm2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsrsm2Info_t = *mut bsrsm2Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csric02Info {
    _unused: [u8; 0],
}
/// [`csric02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csric02Info_t = *mut csric02Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct bsric02Info {
    _unused: [u8; 0],
}
/// [`bsric02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsric02Info_t = *mut bsric02Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrilu02Info {
    _unused: [u8; 0],
}
/// [`csrilu02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrilu02Info_t = *mut csrilu02Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct bsrilu02Info {
    _unused: [u8; 0],
}
/// [`bsrilu02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsrilu02Info_t = *mut bsrilu02Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csru2csrInfo {
    _unused: [u8; 0],
}
/// [`csru2csrInfo_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csru2csrInfo_t = *mut csru2csrInfo;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseColorInfo {
    _unused: [u8; 0],
}
/// [`cusparseColorInfo_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseColorInfo_t = *mut cusparseColorInfo;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct pruneInfo {
    _unused: [u8; 0],
}
/// [`pruneInfo_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type pruneInfo_t = *mut pruneInfo;
/// [`cusparseLoggerCallback_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseLoggerCallback_t = Option<
    unsafe extern "C" fn(
        logLevel: c_int,
        functionName: *const c_char,
        message: *const c_char,
    ),
>;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseSpVecDescr {
    _unused: [u8; 0],
}
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseDnVecDescr {
    _unused: [u8; 0],
}
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseSpMatDescr {
    _unused: [u8; 0],
}
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseDnMatDescr {
    _unused: [u8; 0],
}
/// [`cusparseSpVecDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpVecDescr_t = *mut cusparseSpVecDescr;
/// [`cusparseDnVecDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseDnVecDescr_t = *mut cusparseDnVecDescr;
/// [`cusparseSpMatDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpMatDescr_t = *mut cusparseSpMatDescr;
/// [`cusparseDnMatDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseDnMatDescr_t = *mut cusparseDnMatDescr;
/// [`cusparseConstSpVecDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseConstSpVecDescr_t = *const cusparseSpVecDescr;
/// [`cusparseConstDnVecDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseConstDnVecDescr_t = *const cusparseDnVecDescr;
/// [`cusparseConstSpMatDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseConstSpMatDescr_t = *const cusparseSpMatDescr;
/// [`cusparseConstDnMatDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseConstDnMatDescr_t = *const cusparseDnMatDescr;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseSpSVDescr {
    _unused: [u8; 0],
}
/// [`cusparseSpSVDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpSVDescr_t = *mut cusparseSpSVDescr;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseSpSMDescr {
    _unused: [u8; 0],
}
/// [`cusparseSpSMDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpSMDescr_t = *mut cusparseSpSMDescr;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseSpGEMMDescr {
    _unused: [u8; 0],
}
/// [`cusparseSpGEMMDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpGEMMDescr_t = *mut cusparseSpGEMMDescr;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseSpGEAMDescr {
    _unused: [u8; 0],
}
/// [`cusparseSpGEAMDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpGEAMDescr_t = *mut cusparseSpGEAMDescr;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cusparseSpMMOpPlan {
    _unused: [u8; 0],
}
/// [`cusparseSpMMOpPlan_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpMMOpPlan_t = *mut cusparseSpMMOpPlan;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrsv2Info {
    _unused: [u8; 0],
}
/// [`csrsv2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrsv2Info_t = *mut csrsv2Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrsm2Info {
    _unused: [u8; 0],
}
/// [`csrsm2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrsm2Info_t = *mut csrsm2Info;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct csrgemm2Info {
    _unused: [u8; 0],
}
/// [`csrgemm2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrgemm2Info_t = *mut csrgemm2Info;

zero_default! {
}
