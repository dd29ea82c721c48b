//! The types and functions of `cufile.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cufile CUfileOpError
    absent CU_FILE_DRIVER_NOT_INITIALIZED other CU_FILE_INTERNAL_ERROR);

pub use self::{
    CUfileBatchMode_t as cufileBatchMode, CUfileDescr_t_handle as CUfileDescr_t__bindgen_ty_1,
    CUfileDriverControlFlags_t as CUfileDriverControlFlags,
    CUfileDriverStatusFlags_t as CUfileDriverStatusFlags, CUfileDrvProps_t as CUfileDrvProps,
    CUfileDrvProps_t_nvfs as CUfileDrvProps__bindgen_ty_1, CUfileError_t as CUfileError,
    CUfileFSOps_t as CUfileFSOps, CUfileFeatureFlags_t as CUfileFeatureFlags,
    CUfileIOEvents_t as CUfileIOEvents, CUfileIOParams_t as CUfileIOParams,
    CUfileIOParams_t_u as CUfileIOParams__bindgen_ty_1,
    CUfileIOParams_t_u_batch as CUfileIOParams__bindgen_ty_1__bindgen_ty_1,
    CUfileIOVec_t as CUfileIOVec, CUfileOpCounter_t as CUfileOpCounter,
    CUfileOpcode_t as CUfileOpcode, CUfileP2PFlags_t as CUfileP2PFlags,
    CUfilePerGpuStats_t as CUfilePerGpuStats, CUfileStatsLevel1_t as CUfileStatsLevel1,
    CUfileStatsLevel2_t as CUfileStatsLevel2, CUfileStatsLevel3_t as CUfileStatsLevel3,
    CUfileStatus_t as CUFILEStatus_enum, CUresult as cudaError_enum,
    cufileRDMAInfo_t as cufileRDMAInfo, sockaddr_t as sockaddr,
};

impl From<raw::CUfileError_t> for CUfileError_t {
    fn from(error: raw::CUfileError_t) -> Self {
        Self { err: error.err.into(), cu_err: error.cu_err }
    }
}

impl crate::library::CallResult for CUfileError_t {
    type Raw = raw::CUfileError_t;
    const ABSENT: Self =
        Self { err: CUfileOpError::CU_FILE_DRIVER_NOT_INITIALIZED, cu_err: CUresult::CUDA_SUCCESS };
}

// A count of bytes that is negative is a code.
crate::library::returned! {
    isize = -(CUfileOpError::CU_FILE_DRIVER_NOT_INITIALIZED as isize),
    c_long = 0,
}

cuda_libraries_sys::for_each_cufile_function!(crate::library::functions, cufile);
