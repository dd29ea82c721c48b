// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

/// [`cusparseHandle_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseHandle_t = *mut cusparseContext;
/// [`cusparseMatDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseMatDescr_t = *mut cusparseMatDescr;
/// [`bsrsv2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsrsv2Info_t = *mut bsrsv2Info;
/// [`bsrsm2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsrsm2Info_t = *mut bsrsm2Info;
/// [`csric02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csric02Info_t = *mut csric02Info;
/// [`bsric02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsric02Info_t = *mut bsric02Info;
/// [`csrilu02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrilu02Info_t = *mut csrilu02Info;
/// [`bsrilu02Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type bsrilu02Info_t = *mut bsrilu02Info;
/// [`csru2csrInfo_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csru2csrInfo_t = *mut csru2csrInfo;
/// [`cusparseColorInfo_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseColorInfo_t = *mut cusparseColorInfo;
/// [`pruneInfo_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type pruneInfo_t = *mut pruneInfo;
/// [`cusparseLoggerCallback_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
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
/// [`cusparseSpSVDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpSVDescr_t = *mut cusparseSpSVDescr;
/// [`cusparseSpSMDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpSMDescr_t = *mut cusparseSpSMDescr;
/// [`cusparseSpGEMMDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpGEMMDescr_t = *mut cusparseSpGEMMDescr;
/// [`cusparseSpGEAMDescr_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpGEAMDescr_t = *mut cusparseSpGEAMDescr;
/// [`cusparseSpMMOpPlan_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type cusparseSpMMOpPlan_t = *mut cusparseSpMMOpPlan;
/// [`csrsv2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrsv2Info_t = *mut csrsv2Info;
/// [`csrsm2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrsm2Info_t = *mut csrsm2Info;
/// [`csrgemm2Info_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
pub type csrgemm2Info_t = *mut csrgemm2Info;

opaque! {
    cusparseContext, cusparseMatDescr, bsrsv2Info, bsrsm2Info, csric02Info, bsric02Info, csrilu02Info, bsrilu02Info,
    csru2csrInfo, cusparseColorInfo, pruneInfo, cusparseSpVecDescr, cusparseDnVecDescr, cusparseSpMatDescr,
    cusparseDnMatDescr, cusparseSpSVDescr, cusparseSpSMDescr, cusparseSpGEMMDescr, cusparseSpGEAMDescr,
    cusparseSpMMOpPlan, csrsv2Info, csrsm2Info, csrgemm2Info,
}

zero_default! {

}
