// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusparse::*;

/// [`cusolverDnHandle_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnHandle_t = *mut cusolverDnContext;
/// [`syevjInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type syevjInfo_t = *mut syevjInfo;
/// [`gesvdjInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type gesvdjInfo_t = *mut gesvdjInfo;
/// [`cusolverDnIRSParams_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnIRSParams_t = *mut cusolverDnIRSParams;
/// [`cusolverDnIRSInfos_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnIRSInfos_t = *mut cusolverDnIRSInfos;
/// [`cusolverDnParams_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnParams_t = *mut cusolverDnParams;
/// [`cusolver_int_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolver_int_t = c_int;
/// [`cusolverDnLoggerCallback_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverDnLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
/// [`cusolverSpHandle_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverSpHandle_t = *mut cusolverSpContext;
/// [`csrqrInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrqrInfo_t = *mut csrqrInfo;
/// [`csrluInfoHost_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrluInfoHost_t = *mut csrluInfoHost;
/// [`csrqrInfoHost_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrqrInfoHost_t = *mut csrqrInfoHost;
/// [`csrcholInfoHost_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrcholInfoHost_t = *mut csrcholInfoHost;
/// [`csrcholInfo_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type csrcholInfo_t = *mut csrcholInfo;
/// [`cusolverRfHandle_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverRfHandle_t = *mut cusolverRfCommon;

opaque! {
    cusolverDnContext, syevjInfo, gesvdjInfo, cusolverDnIRSParams, cusolverDnIRSInfos, cusolverDnParams,
    cusolverSpContext, csrqrInfo, csrluInfoHost, csrqrInfoHost, csrcholInfoHost, csrcholInfo, cusolverRfCommon,
}

zero_default! {

}
