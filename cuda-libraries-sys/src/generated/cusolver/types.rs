// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusparse::*;

aliases! {
    "https://docs.nvidia.com/cuda/cusolver/index.html"
    cusolverDnHandle_t = *mut cusolverDnContext; syevjInfo_t = *mut syevjInfo; gesvdjInfo_t = *mut gesvdjInfo;
    cusolverDnIRSParams_t = *mut cusolverDnIRSParams; cusolverDnIRSInfos_t = *mut cusolverDnIRSInfos;
    cusolverDnParams_t = *mut cusolverDnParams; cusolver_int_t = c_int;
    cusolverDnLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
    cusolverSpHandle_t = *mut cusolverSpContext; csrqrInfo_t = *mut csrqrInfo; csrluInfoHost_t = *mut csrluInfoHost;
    csrqrInfoHost_t = *mut csrqrInfoHost; csrcholInfoHost_t = *mut csrcholInfoHost; csrcholInfo_t = *mut csrcholInfo;
    cusolverRfHandle_t = *mut cusolverRfCommon;
}

opaque! {
    cusolverDnContext, syevjInfo, gesvdjInfo, cusolverDnIRSParams, cusolverDnIRSInfos, cusolverDnParams,
    cusolverSpContext, csrqrInfo, csrluInfoHost, csrqrInfoHost, csrcholInfoHost, csrcholInfo, cusolverRfCommon,
}
