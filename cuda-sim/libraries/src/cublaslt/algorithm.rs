//! Algorithms: there is one, for everything.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::cudaDataType;

use super::attribute::{self, description};
use super::description::Preference;
use super::plan::{MatmulPlan, check_handle, plan};
use super::{CublasLt, signatures};
use crate::cublas::context::{INVALID_VALUE, NOT_SUPPORTED, Outcome, status};

description! {
    /// The algorithm, and its configuration, which changes nothing.
    Algorithm in cublasLtMatmulAlgo_t, cublasLtMatmulAlgoConfigAttributes_t {
        /// What tells it from other bytes.
        mark: u64,
        id: i32 = CUBLASLT_ALGO_CONFIG_ID,
        tile: u32 = CUBLASLT_ALGO_CONFIG_TILE_ID,
        parts: i32 = CUBLASLT_ALGO_CONFIG_SPLITK_NUM,
        reduction: u32 = CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME,
        swizzling: u32 = CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING,
        custom: u32 = CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION,
        stages: u32 = CUBLASLT_ALGO_CONFIG_STAGES_ID,
        inner: u16 = CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID,
        cluster: u16 = CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID,
    }
}

const MARK: u64 = u64::from_le_bytes(*b"software");

impl Algorithm {
    fn new() -> Self {
        Self {
            mark: MARK,
            id: 0,
            tile: 0,
            parts: 1,
            reduction: 0,
            swizzling: 0,
            custom: 0,
            stages: 0,
            inner: 0,
            cluster: 0,
        }
    }

    fn opaque() -> cublasLtMatmulAlgo_t {
        let mut opaque = cublasLtMatmulAlgo_t::default();
        // SAFETY: the words have room for it, as was checked at compile time.
        unsafe { (&raw mut opaque).cast::<Self>().write(Self::new()) };
        opaque
    }
}

/// Fails for anything but this library's algorithm.
///
/// # Safety
/// `algorithm` is null or readable.
pub(super) unsafe fn check_algorithm(algorithm: *const cublasLtMatmulAlgo_t) -> Outcome {
    // SAFETY: the caller guarantees it.
    let algorithm = unsafe { attribute::read::<Algorithm>(algorithm)? };
    if algorithm.mark == MARK { Ok(()) } else { Err(INVALID_VALUE) }
}

fn result(plan: &MatmulPlan) -> cublasLtMatmulHeuristicResult_t {
    cublasLtMatmulHeuristicResult_t {
        algo: Algorithm::opaque(),
        workspaceSize: plan.workspace(),
        state: cublasStatus_t::CUBLAS_STATUS_SUCCESS,
        wavesCount: 1.0,
        reserved: [0; 4],
    }
}

/// Whether a call's matrices are of types for which there is an algorithm.
fn are_known(types: &[cudaDataType]) -> bool {
    let is_known = |data: &cudaDataType| crate::element::size_of_data(*data).is_some();
    types.iter().all(is_known)
}

call! { CublasLt::cublasLtMatmulAlgoGetHeuristic(
    lightHandle, operationDesc, Adesc, Bdesc, Cdesc, Ddesc, preference, requestedAlgoCount,
    heuristicResultsArray, returnAlgoCount,
) => {
    check_handle(lightHandle)?;
    if requestedAlgoCount < 1 || heuristicResultsArray.is_null() || returnAlgoCount.is_null() {
        return Err(INVALID_VALUE);
    }
    let preference: Preference = attribute::read(preference)?;
    // Of descriptions that it refuses, cuBLASLt doesn't say how many algorithms there are.
    let plan = plan(operationDesc, [Adesc, Bdesc, Cdesc, Ddesc])?;
    returnAlgoCount.write(0);
    plan.check_algorithm(usize::try_from(preference.workspace).unwrap_or(usize::MAX))?;
    heuristicResultsArray.write(result(&plan));
    returnAlgoCount.write(1);
    Ok(())
} }

function! { CublasLt::cublasLtMatmulAlgoGetHeuristicForStream(
    lightHandle, operationDesc, Adesc, Bdesc, Cdesc, Ddesc, preference, requestedAlgoCount,
    heuristicResultsArray, returnAlgoCount, _stream,
) => {
    CublasLt::cublasLtMatmulAlgoGetHeuristic(
        lightHandle,
        operationDesc,
        Adesc,
        Bdesc,
        Cdesc,
        Ddesc,
        preference,
        requestedAlgoCount,
        heuristicResultsArray,
        returnAlgoCount,
    )
} }

call! { CublasLt::cublasLtMatmulAlgoGetIds(
    lightHandle, _computeType, _scaleType, Atype, Btype, Ctype, Dtype, requestedAlgoCount,
    algoIdsArray, returnAlgoCount,
) => {
    check_handle(lightHandle)?;
    if requestedAlgoCount < 1 || algoIdsArray.is_null() || returnAlgoCount.is_null() {
        return Err(INVALID_VALUE);
    }
    let is_known = are_known(&[Atype, Btype, Ctype, Dtype]);
    returnAlgoCount.write(is_known.into());
    if !is_known {
        return Err(NOT_SUPPORTED);
    }
    algoIdsArray.write(0);
    Ok(())
} }

call! { CublasLt::cublasLtMatmulAlgoInit(
    lightHandle, _computeType, _scaleType, Atype, Btype, Ctype, Dtype, algoId, algo,
) => {
    check_handle(lightHandle)?;
    if algo.is_null() || algoId != 0 {
        return Err(INVALID_VALUE);
    }
    if !are_known(&[Atype, Btype, Ctype, Dtype]) {
        return Err(NOT_SUPPORTED);
    }
    algo.write(Algorithm::opaque());
    Ok(())
} }

call! { CublasLt::cublasLtMatmulAlgoCheck(
    lightHandle, operationDesc, Adesc, Bdesc, Cdesc, Ddesc, algo, result_,
) => {
    check_handle(lightHandle)?;
    check_algorithm(algo)?;
    if result_.is_null() {
        return Err(INVALID_VALUE);
    }
    let plan = plan(operationDesc, [Adesc, Bdesc, Cdesc, Ddesc])?;
    plan.check_algorithm(usize::MAX)?;
    let mut found = result(&plan);
    found.algo = algo.read();
    result_.write(found);
    Ok(())
} }

function!(
    CublasLt::cublasLtMatmulAlgoCheckForStream,
    |lightHandle, operationDesc, Adesc, Bdesc, Cdesc, Ddesc, algo, result_, _stream| {
        CublasLt::cublasLtMatmulAlgoCheck(
            lightHandle,
            operationDesc,
            Adesc,
            Bdesc,
            Cdesc,
            Ddesc,
            algo,
            result_,
        )
    }
);

function!(CublasLt::cublasLtMatmulAlgoConfigSetAttribute, |algo, attr, buf, sizeInBytes| {
    status(
        check_algorithm(algo)
            .and_then(|()| attribute::set::<Algorithm>(algo, attr, buf, sizeInBytes)),
    )
});

function!(
    CublasLt::cublasLtMatmulAlgoConfigGetAttribute,
    |algo, attr, buf, sizeInBytes, sizeWritten| {
        status(
            check_algorithm(algo).and_then(|()| {
                attribute::get::<Algorithm>(algo, attr, buf, sizeInBytes, sizeWritten)
            }),
        )
    }
);

function!(
    CublasLt::cublasLtMatmulAlgoCapGetAttribute,
    |algo, attr, buf, sizeInBytes, sizeWritten| {
        status(check_algorithm(algo).and_then(|()| capability(attr, buf, sizeInBytes, sizeWritten)))
    }
);

/// Writes what the algorithm can do.
///
/// # Safety
/// `to` is null or writable for `size` bytes, and `written` is null or writable.
unsafe fn capability(
    attribute: cublasLtMatmulAlgoCapAttributes_t,
    to: *mut c_void,
    size: usize,
    written: *mut usize,
) -> Outcome {
    use cublasLtMatmulAlgoCapAttributes_t as A;
    let value: u32 = match attribute {
        A::CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT
        | A::CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT
        | A::CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT => 1,
        A::CUBLASLT_ALGO_CAP_SPLITK_SUPPORT
        | A::CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK
        | A::CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT
        | A::CUBLASLT_ALGO_CAP_UPLO_SUPPORT
        | A::CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX
        | A::CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER
        | A::CUBLASLT_ALGO_CAP_LD_NEGATIVE
        | A::CUBLASLT_ALGO_CAP_ATOMIC_SYNC
        | A::CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT
        | A::CUBLASLT_ALGO_CAP_POINTER_ARRAY_GROUPED_SUPPORT
        | A::CUBLASLT_ALGO_CAP_MATHMODE_IMPL
        | A::CUBLASLT_ALGO_CAP_GAUSSIAN_IMPL => 0,
        A::CUBLASLT_ALGO_CAP_POINTER_MODE_MASK => 31,
        A::CUBLASLT_ALGO_CAP_EPILOGUE_MASK => 0x3ff,
        A::CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES
        | A::CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES
        | A::CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES
        | A::CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES => 1,
        _ => return Err(NOT_SUPPORTED),
    };
    let wanted = size_of_val(&value);
    if !written.is_null() {
        // SAFETY: the caller guarantees that it is writable.
        unsafe { written.write(wanted) };
    }
    match (size, to.is_null()) {
        (0, _) if !written.is_null() => Ok(()),
        (size, false) if size >= wanted => {
            // SAFETY: there are `size` bytes, enough for the number.
            unsafe { to.cast::<u32>().write_unaligned(value) };
            Ok(())
        }
        _ => Err(INVALID_VALUE),
    }
}
