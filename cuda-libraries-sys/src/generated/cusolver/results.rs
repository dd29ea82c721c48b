// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cusolverStatus_t;

results! {
    "cuSOLVER" cusolverStatus_t {
        CUSOLVER_STATUS_SUCCESS 0 "success",
        CUSOLVER_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        CUSOLVER_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUSOLVER_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUSOLVER_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        CUSOLVER_STATUS_MAPPING_ERROR 0 "device memory could not be accessed",
        CUSOLVER_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUSOLVER_STATUS_INTERNAL_ERROR 0 "internal error",
        CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED 0 "the function doesn't support this type of matrix",
        CUSOLVER_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
        CUSOLVER_STATUS_ZERO_PIVOT 0 "an element of the diagonal is zero",
        CUSOLVER_STATUS_INVALID_LICENSE 0 "the license doesn't allow this function",
        CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED 0 "the refinement's parameters aren't initialized",
        CUSOLVER_STATUS_IRS_PARAMS_INVALID 0 "the refinement's parameters are invalid",
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC 0 "the refinement's precisions don't go together",
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE 0 "the refinement's solver is invalid",
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER 0 "the refinement's number of iterations is invalid",
        CUSOLVER_STATUS_IRS_INTERNAL_ERROR 0 "internal error of the refinement",
        CUSOLVER_STATUS_IRS_NOT_SUPPORTED 0 "the refinement isn't supported for these arguments",
        CUSOLVER_STATUS_IRS_OUT_OF_RANGE 0 "a value of the refinement is out of range",
        CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES 0 "refinement with GMRES takes one right-hand side",
        CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED 0 "the refinement's information isn't initialized",
        CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED 0 "the refinement's information isn't destroyed",
        CUSOLVER_STATUS_IRS_MATRIX_SINGULAR 0 "the matrix is singular",
        CUSOLVER_STATUS_INVALID_WORKSPACE 0 "the workspace is invalid",
    }
}
