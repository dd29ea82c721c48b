//! Every function of cuBLAS that calls the device, by its routine: the only place where they are called.
//!
//! A row has the routine's parameters, each with what it is, and the functions of each type of element, with their variants for
//! 64-bit sizes. The compiler compares each call with the function's signature.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::{Symbol, cublasComputeType_t, cublasGemmAlgo_t};
use cuda_libraries_sys::shared::cudaDataType;

use crate::call::{Job, is_narrow};
use crate::element::{BlasType, Kind};
use crate::error::Error;
use crate::handle::Blas;

/// What parameters are: `n` a size, `i` one that always has 64 bits, `d` an address on the device, `h` a number in host memory, `r` a result in the memory that the
/// job says.
macro_rules! parameter {
    (n) => { usize };
    (i) => { usize };
    (d) => { u64 };
    (h) => { *const core::ffi::c_void };
    (r) => { *mut c_void };
    (op) => { cuda_libraries_sys::cublas::cublasOperation_t };
    (fill) => { cuda_libraries_sys::cublas::cublasFillMode_t };
    (side) => { cuda_libraries_sys::cublas::cublasSideMode_t };
    (diag) => { cuda_libraries_sys::cublas::cublasDiagType_t };
    (data) => { cudaDataType };
    (compute) => { cublasComputeType_t };
    (algorithm) => { cublasGemmAlgo_t };
}

pub(crate) use parameter;

/// Returns the type of a routine with these parameters.
macro_rules! routine {
    ($($kind:ident),*) => {
        unsafe fn(
            &mut crate::handle::Blas<'_>,
            &crate::call::Job<'_>,
            $(crate::routines::parameter!($kind)),*
        ) -> Result<(), crate::error::Error>
    };
}
pub(crate) use routine;

/// Converts a parameter to the function's type. Sizes were compared with its range before.
macro_rules! pass {
    (n $value:ident) => {
        $value as _
    };
    (i $value:ident) => {
        $value as _
    };
    (d $value:ident) => {
        $value as usize as *mut c_void as *mut _
    };
    (h $value:ident) => {
        $value.cast()
    };
    (r $value:ident) => {
        $value.cast()
    };
    ($kind:ident $value:ident) => {
        $value
    };
}

/// Returns a size, and 0 for everything else.
macro_rules! size {
    (n $value:ident) => {
        $value
    };
    ($kind:ident $value:ident) => {
        0
    };
}

/// Calls the function for 32-bit sizes if they fit, and the one for 64-bit sizes otherwise.
macro_rules! call {
    ($blas:ident $job:ident $is_double:expr, $narrow:ident $wide:ident ($($name:ident: $kind:ident),*)) => {{
        let table = $blas.table();
        let widest = 0_usize$(.max(size!($kind $name)))*;
        if is_narrow(widest) {
            let function = $blas.handle.cublas().require(Symbol::$narrow, table.$narrow)?;
            // SAFETY: the handle is alive and on the right stream. The caller guarantees the rest.
            $blas.run(Symbol::$narrow, $job, $is_double, |handle| unsafe {
                function(handle, $(pass!($kind $name)),*)
            })
        } else {
            let function = $blas.require_wide(Symbol::$narrow, Symbol::$wide, table.$wide, widest)?;
            // SAFETY: as above.
            $blas.run(Symbol::$wide, $job, $is_double, |handle| unsafe {
                function(handle, $(pass!($kind $name)),*)
            })
        }
    }};
}

/// Defines routines: those whose function depends on the type of the elements have a function for each of BLAS's letters, and
/// those that take the types as numbers have one.
macro_rules! routines {
    ($($name:ident $parameters:tt $functions:tt)*) => {
        $(routines!(@one $name $parameters $parameters $functions);)*
    };
    (@one $name:ident ($($parameter:ident: $kind:ident),*) $parameters:tt
        { $($letter:ident $narrow:ident $wide:ident),* }) => {
        #[doc = concat!("Calls `", stringify!($name), "`, in cuBLAS's order.")]
        ///
        /// # Safety
        /// As for the function of cuBLAS: addresses are of memory of these sizes and distances, which belongs to the stream.
        pub(crate) unsafe fn $name<T: BlasType>(
            blas: &mut Blas<'_>,
            job: &Job<'_>,
            $($parameter: parameter!($kind)),*
        ) -> Result<(), Error> {
            match T::KIND {
                $(Kind::$letter => {
                    call!(blas job Kind::$letter.is_double(), $narrow $wide $parameters)
                })*
            }
        }
    };
    (@one $name:ident ($($parameter:ident: $kind:ident),*) $parameters:tt { $narrow:ident $wide:ident }) => {
        #[doc = concat!("Calls `", stringify!($narrow), "`.")]
        ///
        /// # Safety
        /// As for the function of cuBLAS: addresses are of memory of these types, sizes and distances, which belongs to the stream.
        #[inline]
        pub(crate) unsafe fn $name(
            blas: &mut Blas<'_>,
            job: &Job<'_>,
            $($parameter: parameter!($kind)),*
        ) -> Result<(), Error> {
            call!(blas job false, $narrow $wide $parameters)
        }
    };
}

routines! {
    copy(n: n, x: d, incx: n, y: d, incy: n) {
        S cublasScopy_v2 cublasScopy_v2_64, D cublasDcopy_v2 cublasDcopy_v2_64,
        C cublasCcopy_v2 cublasCcopy_v2_64, Z cublasZcopy_v2 cublasZcopy_v2_64
    }
    swap(n: n, x: d, incx: n, y: d, incy: n) {
        S cublasSswap_v2 cublasSswap_v2_64, D cublasDswap_v2 cublasDswap_v2_64,
        C cublasCswap_v2 cublasCswap_v2_64, Z cublasZswap_v2 cublasZswap_v2_64
    }
    asum(n: n, x: d, incx: n, result: r) {
        S cublasSasum_v2 cublasSasum_v2_64, D cublasDasum_v2 cublasDasum_v2_64,
        C cublasScasum_v2 cublasScasum_v2_64, Z cublasDzasum_v2 cublasDzasum_v2_64
    }
    iamax(n: n, x: d, incx: n, result: r) {
        S cublasIsamax_v2 cublasIsamax_v2_64, D cublasIdamax_v2 cublasIdamax_v2_64,
        C cublasIcamax_v2 cublasIcamax_v2_64, Z cublasIzamax_v2 cublasIzamax_v2_64
    }
    iamin(n: n, x: d, incx: n, result: r) {
        S cublasIsamin_v2 cublasIsamin_v2_64, D cublasIdamin_v2 cublasIdamin_v2_64,
        C cublasIcamin_v2 cublasIcamin_v2_64, Z cublasIzamin_v2 cublasIzamin_v2_64
    }
    rot(n: n, x: d, incx: n, y: d, incy: n, c: h, s: h) {
        S cublasSrot_v2 cublasSrot_v2_64, D cublasDrot_v2 cublasDrot_v2_64,
        C cublasCrot_v2 cublasCrot_v2_64, Z cublasZrot_v2 cublasZrot_v2_64
    }
    rotg(a: r, b: r, c: r, s: r) {
        S cublasSrotg_v2 cublasSrotg_v2, D cublasDrotg_v2 cublasDrotg_v2,
        C cublasCrotg_v2 cublasCrotg_v2, Z cublasZrotg_v2 cublasZrotg_v2
    }
    gemv(trans: op, m: n, n: n, alpha: h, a: d, lda: n, x: d, incx: n, beta: h, y: d, incy: n) {
        S cublasSgemv_v2 cublasSgemv_v2_64, D cublasDgemv_v2 cublasDgemv_v2_64,
        C cublasCgemv_v2 cublasCgemv_v2_64, Z cublasZgemv_v2 cublasZgemv_v2_64
    }
    ger(m: n, n: n, alpha: h, x: d, incx: n, y: d, incy: n, a: d, lda: n) {
        S cublasSger_v2 cublasSger_v2_64, D cublasDger_v2 cublasDger_v2_64,
        C cublasCgeru_v2 cublasCgeru_v2_64, Z cublasZgeru_v2 cublasZgeru_v2_64
    }
    symv(fill: fill, n: n, alpha: h, a: d, lda: n, x: d, incx: n, beta: h, y: d, incy: n) {
        S cublasSsymv_v2 cublasSsymv_v2_64, D cublasDsymv_v2 cublasDsymv_v2_64,
        C cublasCsymv_v2 cublasCsymv_v2_64, Z cublasZsymv_v2 cublasZsymv_v2_64
    }
    syr(fill: fill, n: n, alpha: h, x: d, incx: n, a: d, lda: n) {
        S cublasSsyr_v2 cublasSsyr_v2_64, D cublasDsyr_v2 cublasDsyr_v2_64,
        C cublasCsyr_v2 cublasCsyr_v2_64, Z cublasZsyr_v2 cublasZsyr_v2_64
    }
    syr2(fill: fill, n: n, alpha: h, x: d, incx: n, y: d, incy: n, a: d, lda: n) {
        S cublasSsyr2_v2 cublasSsyr2_v2_64, D cublasDsyr2_v2 cublasDsyr2_v2_64,
        C cublasCsyr2_v2 cublasCsyr2_v2_64, Z cublasZsyr2_v2 cublasZsyr2_v2_64
    }
    trmv(fill: fill, trans: op, diag: diag, n: n, a: d, lda: n, x: d, incx: n) {
        S cublasStrmv_v2 cublasStrmv_v2_64, D cublasDtrmv_v2 cublasDtrmv_v2_64,
        C cublasCtrmv_v2 cublasCtrmv_v2_64, Z cublasZtrmv_v2 cublasZtrmv_v2_64
    }
    trsv(fill: fill, trans: op, diag: diag, n: n, a: d, lda: n, x: d, incx: n) {
        S cublasStrsv_v2 cublasStrsv_v2_64, D cublasDtrsv_v2 cublasDtrsv_v2_64,
        C cublasCtrsv_v2 cublasCtrsv_v2_64, Z cublasZtrsv_v2 cublasZtrsv_v2_64
    }
    symm(side: side, fill: fill, m: n, n: n, alpha: h, a: d, lda: n, b: d, ldb: n, beta: h, c: d, ldc: n) {
        S cublasSsymm_v2 cublasSsymm_v2_64, D cublasDsymm_v2 cublasDsymm_v2_64,
        C cublasCsymm_v2 cublasCsymm_v2_64, Z cublasZsymm_v2 cublasZsymm_v2_64
    }
    hemm(side: side, fill: fill, m: n, n: n, alpha: h, a: d, lda: n, b: d, ldb: n, beta: h, c: d, ldc: n) {
        S cublasSsymm_v2 cublasSsymm_v2_64, D cublasDsymm_v2 cublasDsymm_v2_64,
        C cublasChemm_v2 cublasChemm_v2_64, Z cublasZhemm_v2 cublasZhemm_v2_64
    }
    syrk(fill: fill, trans: op, n: n, k: n, alpha: h, a: d, lda: n, beta: h, c: d, ldc: n) {
        S cublasSsyrk_v2 cublasSsyrk_v2_64, D cublasDsyrk_v2 cublasDsyrk_v2_64,
        C cublasCsyrk_v2 cublasCsyrk_v2_64, Z cublasZsyrk_v2 cublasZsyrk_v2_64
    }
    herk(fill: fill, trans: op, n: n, k: n, alpha: h, a: d, lda: n, beta: h, c: d, ldc: n) {
        S cublasSsyrk_v2 cublasSsyrk_v2_64, D cublasDsyrk_v2 cublasDsyrk_v2_64,
        C cublasCherk_v2 cublasCherk_v2_64, Z cublasZherk_v2 cublasZherk_v2_64
    }
    syr2k(fill: fill, trans: op, n: n, k: n, alpha: h, a: d, lda: n, b: d, ldb: n, beta: h, c: d, ldc: n) {
        S cublasSsyr2k_v2 cublasSsyr2k_v2_64, D cublasDsyr2k_v2 cublasDsyr2k_v2_64,
        C cublasCsyr2k_v2 cublasCsyr2k_v2_64, Z cublasZsyr2k_v2 cublasZsyr2k_v2_64
    }
    her2k(fill: fill, trans: op, n: n, k: n, alpha: h, a: d, lda: n, b: d, ldb: n, beta: h, c: d, ldc: n) {
        S cublasSsyr2k_v2 cublasSsyr2k_v2_64, D cublasDsyr2k_v2 cublasDsyr2k_v2_64,
        C cublasCher2k_v2 cublasCher2k_v2_64, Z cublasZher2k_v2 cublasZher2k_v2_64
    }
    trmm(side: side, fill: fill, trans: op, diag: diag, m: n, n: n, alpha: h, a: d, lda: n, b: d, ldb: n, c: d, ldc: n) {
        S cublasStrmm_v2 cublasStrmm_v2_64, D cublasDtrmm_v2 cublasDtrmm_v2_64,
        C cublasCtrmm_v2 cublasCtrmm_v2_64, Z cublasZtrmm_v2 cublasZtrmm_v2_64
    }
    trsm(side: side, fill: fill, trans: op, diag: diag, m: n, n: n, alpha: h, a: d, lda: n, b: d, ldb: n) {
        S cublasStrsm_v2 cublasStrsm_v2_64, D cublasDtrsm_v2 cublasDtrsm_v2_64,
        C cublasCtrsm_v2 cublasCtrsm_v2_64, Z cublasZtrsm_v2 cublasZtrsm_v2_64
    }
    trsm_batched(side: side, fill: fill, trans: op, diag: diag, m: n, n: n, alpha: h, a: d, lda: n, b: d, ldb: n, len: n) {
        S cublasStrsmBatched cublasStrsmBatched_64, D cublasDtrsmBatched cublasDtrsmBatched_64,
        C cublasCtrsmBatched cublasCtrsmBatched_64, Z cublasZtrsmBatched cublasZtrsmBatched_64
    }
    geam(transa: op, transb: op, m: n, n: n, alpha: h, a: d, lda: n, beta: h, b: d, ldb: n, c: d, ldc: n) {
        S cublasSgeam cublasSgeam_64, D cublasDgeam cublasDgeam_64,
        C cublasCgeam cublasCgeam_64, Z cublasZgeam cublasZgeam_64
    }
    dgmm(side: side, m: n, n: n, a: d, lda: n, x: d, incx: n, c: d, ldc: n) {
        S cublasSdgmm cublasSdgmm_64, D cublasDdgmm cublasDdgmm_64,
        C cublasCdgmm cublasCdgmm_64, Z cublasZdgmm cublasZdgmm_64
    }
    axpy(n: n, alpha: h, alpha_type: data, x: d, x_type: data, incx: n, y: d, y_type: data, incy: n, execution: data) {
        cublasAxpyEx cublasAxpyEx_64
    }
    scal(n: n, alpha: h, alpha_type: data, x: d, x_type: data, incx: n, execution: data) {
        cublasScalEx cublasScalEx_64
    }
    dot(n: n, x: d, x_type: data, incx: n, y: d, y_type: data, incy: n, result: r, result_type: data, execution: data) {
        cublasDotEx cublasDotEx_64
    }
    dotc(n: n, x: d, x_type: data, incx: n, y: d, y_type: data, incy: n, result: r, result_type: data, execution: data) {
        cublasDotcEx cublasDotcEx_64
    }
    nrm2(n: n, x: d, x_type: data, incx: n, result: r, result_type: data, execution: data) {
        cublasNrm2Ex cublasNrm2Ex_64
    }
    gemm(transa: op, transb: op, m: n, n: n, k: n, alpha: h, a: d, a_type: data, lda: n, b: d, b_type: data, ldb: n, beta: h,
        c: d, c_type: data, ldc: n, compute: compute, algorithm: algorithm) {
        cublasGemmEx cublasGemmEx_64
    }
    gemm_strided(transa: op, transb: op, m: n, n: n, k: n, alpha: h, a: d, a_type: data, lda: n, stride_a: i, b: d,
        b_type: data, ldb: n, stride_b: i, beta: h, c: d, c_type: data, ldc: n, stride_c: i, len: n, compute: compute,
        algorithm: algorithm) {
        cublasGemmStridedBatchedEx cublasGemmStridedBatchedEx_64
    }
    gemm_batched(transa: op, transb: op, m: n, n: n, k: n, alpha: h, a: d, a_type: data, lda: n, b: d, b_type: data, ldb: n,
        beta: h, c: d, c_type: data, ldc: n, len: n, compute: compute, algorithm: algorithm) {
        cublasGemmBatchedEx cublasGemmBatchedEx_64
    }
}
