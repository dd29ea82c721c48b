// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cusparseStatus_t;

results! {
    "cuSPARSE" cusparseStatus_t {
        CUSPARSE_STATUS_SUCCESS 0 "success",
        CUSPARSE_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        CUSPARSE_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUSPARSE_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUSPARSE_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        CUSPARSE_STATUS_MAPPING_ERROR 0 "device memory could not be accessed",
        CUSPARSE_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUSPARSE_STATUS_INTERNAL_ERROR 0 "internal error",
        CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED 0 "the function doesn't support this type of matrix",
        CUSPARSE_STATUS_ZERO_PIVOT 0 "an element of the diagonal is zero",
        CUSPARSE_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
        CUSPARSE_STATUS_INSUFFICIENT_RESOURCES 0 "the device's resources don't suffice",
    }
}
