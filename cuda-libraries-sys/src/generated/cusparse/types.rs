// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cusparse/index.html"
    cusparseHandle_t = *mut cusparseContext; cusparseMatDescr_t = *mut cusparseMatDescr;
    bsrsv2Info_t = *mut bsrsv2Info; bsrsm2Info_t = *mut bsrsm2Info; csric02Info_t = *mut csric02Info;
    bsric02Info_t = *mut bsric02Info; csrilu02Info_t = *mut csrilu02Info; bsrilu02Info_t = *mut bsrilu02Info;
    csru2csrInfo_t = *mut csru2csrInfo; cusparseColorInfo_t = *mut cusparseColorInfo; pruneInfo_t = *mut pruneInfo;
    cusparseLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
    cusparseSpVecDescr_t = *mut cusparseSpVecDescr; cusparseDnVecDescr_t = *mut cusparseDnVecDescr;
    cusparseSpMatDescr_t = *mut cusparseSpMatDescr; cusparseDnMatDescr_t = *mut cusparseDnMatDescr;
    cusparseConstSpVecDescr_t = *const cusparseSpVecDescr; cusparseConstDnVecDescr_t = *const cusparseDnVecDescr;
    cusparseConstSpMatDescr_t = *const cusparseSpMatDescr; cusparseConstDnMatDescr_t = *const cusparseDnMatDescr;
    cusparseSpSVDescr_t = *mut cusparseSpSVDescr; cusparseSpSMDescr_t = *mut cusparseSpSMDescr;
    cusparseSpGEMMDescr_t = *mut cusparseSpGEMMDescr; cusparseSpGEAMDescr_t = *mut cusparseSpGEAMDescr;
    cusparseSpMMOpPlan_t = *mut cusparseSpMMOpPlan; csrsv2Info_t = *mut csrsv2Info; csrsm2Info_t = *mut csrsm2Info;
    csrgemm2Info_t = *mut csrgemm2Info;
}

opaque! {
    cusparseContext, cusparseMatDescr, bsrsv2Info, bsrsm2Info, csric02Info, bsric02Info, csrilu02Info, bsrilu02Info,
    csru2csrInfo, cusparseColorInfo, pruneInfo, cusparseSpVecDescr, cusparseDnVecDescr, cusparseSpMatDescr,
    cusparseDnMatDescr, cusparseSpSVDescr, cusparseSpSMDescr, cusparseSpGEMMDescr, cusparseSpGEAMDescr,
    cusparseSpMMOpPlan, csrsv2Info, csrsm2Info, csrgemm2Info,
}
