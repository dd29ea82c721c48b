//! Descriptions of matrices, products and preferences.

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::cudaDataType;

use super::attribute::{create, description, functions, init};
use super::{CublasLt, signatures};
use crate::cublas::context::status;

description! {
    /// A matrix, or a batch of them.
    Layout in cublasLtMatrixLayoutOpaque_t, cublasLtMatrixLayoutAttribute_t {
        rows: u64 = CUBLASLT_MATRIX_LAYOUT_ROWS,
        columns: u64 = CUBLASLT_MATRIX_LAYOUT_COLS,
        leading: i64 = CUBLASLT_MATRIX_LAYOUT_LD,
        batch_offset: i64 = CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
        plane_offset: i64 = CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET,
        rows_array: u64 = CUBLASLT_GROUPED_MATRIX_LAYOUT_ROWS_ARRAY,
        columns_array: u64 = CUBLASLT_GROUPED_MATRIX_LAYOUT_COLS_ARRAY,
        leading_array: u64 = CUBLASLT_GROUPED_MATRIX_LAYOUT_LD_ARRAY,
        data: cudaDataType = CUBLASLT_MATRIX_LAYOUT_TYPE,
        order: cublasLtOrder_t = CUBLASLT_MATRIX_LAYOUT_ORDER,
        batch_count: i32 = CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
        batch_mode: cublasLtBatchMode_t = CUBLASLT_MATRIX_LAYOUT_BATCH_MODE,
        size_width: cublasLtIntegerWidth_t = CUBLASLT_GROUPED_MATRIX_LAYOUT_ROWS_COLS_ARRAY_INTEGER_WIDTH,
        leading_width: cublasLtIntegerWidth_t = CUBLASLT_GROUPED_MATRIX_LAYOUT_LD_ARRAY_INTEGER_WIDTH,
    }
}

description! {
    /// A product, without its matrices.
    Product in cublasLtMatmulDescOpaque_t, cublasLtMatmulDescAttributes_t {
        bias: u64 = CUBLASLT_MATMUL_DESC_BIAS_POINTER,
        bias_batch: i64 = CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE,
        auxiliary: u64 = CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
        auxiliary_leading: i64 = CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
        auxiliary_batch: i64 = CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
        alpha_vector_batch: i64 = CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE,
        a_scale: u64 = CUBLASLT_MATMUL_DESC_A_SCALE_POINTER,
        b_scale: u64 = CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
        c_scale: u64 = CUBLASLT_MATMUL_DESC_C_SCALE_POINTER,
        d_scale: u64 = CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
        d_largest: u64 = CUBLASLT_MATMUL_DESC_AMAX_D_POINTER,
        auxiliary_scale: u64 = CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER,
        auxiliary_largest: u64 = CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER,
        d_out_scale: u64 = CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER,
        emulation: u64 = CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR,
        alpha_batch: i64 = CUBLASLT_MATMUL_DESC_ALPHA_BATCH_STRIDE,
        beta_batch: i64 = CUBLASLT_MATMUL_DESC_BETA_BATCH_STRIDE,
        counters_in: u64 = CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_IN_COUNTERS_POINTER,
        counters_out: u64 = CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_OUT_COUNTERS_POINTER,
        compute: cublasComputeType_t = CUBLASLT_MATMUL_DESC_COMPUTE_TYPE,
        scale: cudaDataType = CUBLASLT_MATMUL_DESC_SCALE_TYPE,
        pointers: cublasLtPointerMode_t = CUBLASLT_MATMUL_DESC_POINTER_MODE,
        a_operation: cublasOperation_t = CUBLASLT_MATMUL_DESC_TRANSA,
        b_operation: cublasOperation_t = CUBLASLT_MATMUL_DESC_TRANSB,
        c_operation: cublasOperation_t = CUBLASLT_MATMUL_DESC_TRANSC,
        fill: cublasFillMode_t = CUBLASLT_MATMUL_DESC_FILL_MODE,
        epilogue: cublasLtEpilogue_t = CUBLASLT_MATMUL_DESC_EPILOGUE,
        multiprocessors: i32 = CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET,
        auxiliary_data: cudaDataType = CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE,
        bias_data: cudaDataType = CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE,
        a_scale_mode: cublasLtMatmulMatrixScale_t = CUBLASLT_MATMUL_DESC_A_SCALE_MODE,
        b_scale_mode: cublasLtMatmulMatrixScale_t = CUBLASLT_MATMUL_DESC_B_SCALE_MODE,
        c_scale_mode: cublasLtMatmulMatrixScale_t = CUBLASLT_MATMUL_DESC_C_SCALE_MODE,
        d_scale_mode: cublasLtMatmulMatrixScale_t = CUBLASLT_MATMUL_DESC_D_SCALE_MODE,
        auxiliary_scale_mode: cublasLtMatmulMatrixScale_t = CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE,
        d_out_scale_mode: cublasLtMatmulMatrixScale_t = CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE,
        batch_invariance: cublasLtMatmulBatchInvarianceFlags_t = CUBLASLT_MATMUL_DESC_BATCH_INVARIANCE_FLAGS,
        chunk_rows: i32 = CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_NUM_CHUNKS_D_ROWS,
        chunk_columns: i32 = CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_NUM_CHUNKS_D_COLS,
        fast_accumulation: i8 = CUBLASLT_MATMUL_DESC_FAST_ACCUM,
    }
}

description! {
    /// What is wanted of an algorithm.
    Preference in cublasLtMatmulPreferenceOpaque_t, cublasLtMatmulPreferenceAttributes_t {
        workspace: u64 = CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
        implementations: u64 = CUBLASLT_MATMUL_PREF_IMPL_MASK,
        average_rows: i64 = CUBLASLT_MATMUL_PREF_GROUPED_DESC_D_AVERAGE_ROWS,
        average_columns: i64 = CUBLASLT_MATMUL_PREF_GROUPED_DESC_D_AVERAGE_COLS,
        search: cublasLtMatmulSearch_t = CUBLASLT_MATMUL_PREF_SEARCH_MODE,
        reductions: u32 = CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
        a_alignment: u32 = CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
        b_alignment: u32 = CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
        c_alignment: u32 = CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
        d_alignment: u32 = CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES,
        waves: f32 = CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT,
        math: u32 = CUBLASLT_MATMUL_PREF_MATH_MODE_MASK,
        gaussian: u32 = CUBLASLT_MATMUL_PREF_GAUSSIAN_MODE_MASK,
        pointers: u32 = CUBLASLT_MATMUL_PREF_POINTER_MODE_MASK,
        epilogues: u32 = CUBLASLT_MATMUL_PREF_EPILOGUE_MASK,
        multiprocessors: u32 = CUBLASLT_MATMUL_PREF_SM_COUNT_TARGET,
    }
}

description! {
    /// A sum of matrices in any layouts.
    Transform in cublasLtMatrixTransformDescOpaque_t, cublasLtMatrixTransformDescAttributes_t {
        scale: cudaDataType = CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
        pointers: cublasLtPointerMode_t = CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
        a_operation: cublasOperation_t = CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
        b_operation: cublasOperation_t = CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB,
    }
}

functions! {
    Layout cublasLtMatrixLayout_t: cublasLtMatrixLayoutDestroy cublasLtMatrixLayoutSetAttribute
        cublasLtMatrixLayoutGetAttribute cublasLtMatrixLayoutAttribute_t;
    Product cublasLtMatmulDesc_t: cublasLtMatmulDescDestroy cublasLtMatmulDescSetAttribute
        cublasLtMatmulDescGetAttribute cublasLtMatmulDescAttributes_t;
    Preference cublasLtMatmulPreference_t: cublasLtMatmulPreferenceDestroy cublasLtMatmulPreferenceSetAttribute
        cublasLtMatmulPreferenceGetAttribute cublasLtMatmulPreferenceAttributes_t;
    Transform cublasLtMatrixTransformDesc_t: cublasLtMatrixTransformDescDestroy
        cublasLtMatrixTransformDescSetAttribute cublasLtMatrixTransformDescGetAttribute
        cublasLtMatrixTransformDescAttributes_t;
}

/// The value of types that weren't set.
pub(super) const UNSET: cudaDataType = cudaDataType(u32::MAX);

impl Layout {
    fn new(data: cudaDataType, rows: u64, columns: u64, leading: i64) -> Self {
        Self {
            rows,
            columns,
            leading,
            batch_offset: 0,
            plane_offset: 0,
            rows_array: 0,
            columns_array: 0,
            leading_array: 0,
            data,
            order: cublasLtOrder_t::CUBLASLT_ORDER_COL,
            batch_count: 1,
            batch_mode: cublasLtBatchMode_t::CUBLASLT_BATCH_MODE_STRIDED,
            size_width: cublasLtIntegerWidth_t::CUBLASLT_INTEGER_WIDTH_32,
            leading_width: cublasLtIntegerWidth_t::CUBLASLT_INTEGER_WIDTH_32,
        }
    }
}

impl Product {
    fn new(compute: cublasComputeType_t, scale: cudaDataType) -> Self {
        let mode = cublasLtMatmulMatrixScale_t::CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
        let none = cublasOperation_t::CUBLAS_OP_N;
        Self {
            bias: 0,
            bias_batch: 0,
            auxiliary: 0,
            auxiliary_leading: 0,
            auxiliary_batch: 0,
            alpha_vector_batch: 0,
            a_scale: 0,
            b_scale: 0,
            c_scale: 0,
            d_scale: 0,
            d_largest: 0,
            auxiliary_scale: 0,
            auxiliary_largest: 0,
            d_out_scale: 0,
            emulation: 0,
            alpha_batch: 0,
            beta_batch: 0,
            counters_in: 0,
            counters_out: 0,
            compute,
            scale,
            pointers: cublasLtPointerMode_t::CUBLASLT_POINTER_MODE_HOST,
            a_operation: none,
            b_operation: none,
            c_operation: none,
            fill: cublasFillMode_t::CUBLAS_FILL_MODE_FULL,
            epilogue: cublasLtEpilogue_t::CUBLASLT_EPILOGUE_DEFAULT,
            multiprocessors: 0,
            auxiliary_data: UNSET,
            bias_data: UNSET,
            a_scale_mode: mode,
            b_scale_mode: mode,
            c_scale_mode: mode,
            d_scale_mode: mode,
            auxiliary_scale_mode: mode,
            d_out_scale_mode: mode,
            batch_invariance:
                cublasLtMatmulBatchInvarianceFlags_t::CUBLASLT_BATCH_INVARIANCE_DISABLED,
            chunk_rows: 0,
            chunk_columns: 0,
            fast_accumulation: 0,
        }
    }
}

impl Preference {
    fn new() -> Self {
        Self {
            workspace: 0,
            implementations: u64::MAX,
            average_rows: 0,
            average_columns: 0,
            search: cublasLtMatmulSearch_t::CUBLASLT_SEARCH_BEST_FIT,
            reductions: cublasLtReductionScheme_t::CUBLASLT_REDUCTION_SCHEME_MASK.0,
            a_alignment: 256,
            b_alignment: 256,
            c_alignment: 256,
            d_alignment: 256,
            waves: 0.0,
            math: 0,
            gaussian: 0,
            pointers: 0,
            epilogues: 0,
            multiprocessors: 0,
        }
    }
}

impl Transform {
    fn new(scale: cudaDataType) -> Self {
        Self {
            scale,
            pointers: cublasLtPointerMode_t::CUBLASLT_POINTER_MODE_HOST,
            a_operation: cublasOperation_t::CUBLAS_OP_N,
            b_operation: cublasOperation_t::CUBLAS_OP_N,
        }
    }
}

function!(CublasLt::cublasLtMatrixLayoutInit_internal, |matLayout, size, type_, rows, cols, ld| {
    status(init(matLayout, size, Layout::new(type_, rows, cols, ld)))
});

function!(CublasLt::cublasLtMatrixLayoutCreate, |matLayout, type_, rows, cols, ld| {
    status(create(matLayout, Layout::new(type_, rows, cols, ld)))
});

function!(CublasLt::cublasLtMatmulDescInit_internal, |matmulDesc, size, computeType, scaleType| {
    status(init(matmulDesc, size, Product::new(computeType, scaleType)))
});

function!(CublasLt::cublasLtMatmulDescCreate, |matmulDesc, computeType, scaleType| {
    status(create(matmulDesc, Product::new(computeType, scaleType)))
});

function!(CublasLt::cublasLtMatmulPreferenceInit_internal, |pref, size| {
    status(init(pref, size, Preference::new()))
});

function!(CublasLt::cublasLtMatmulPreferenceCreate, |pref| {
    status(create(pref, Preference::new()))
});

function!(CublasLt::cublasLtMatrixTransformDescInit_internal, |transformDesc, size, scaleType| {
    status(init(transformDesc, size, Transform::new(scaleType)))
});

function!(CublasLt::cublasLtMatrixTransformDescCreate, |transformDesc, scaleType| {
    status(create(transformDesc, Transform::new(scaleType)))
});
