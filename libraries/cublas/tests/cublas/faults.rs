//! Every function fails in turn: what was made is released, and the error names the function.

use cublas::sys::{CublasTable, cublasHandle_t, cublasStatus_t};
use cublas::{Cublas, Diag, Error, Fill, Handle, Matrix, MatrixMut, Side};
use cuda_driver::Stream;
use cuda_rust::failing::{Answer, Replaceable, each_function_fails, replace};

use crate::device::{copy_of_table, table};

pub(crate) struct ExecutionFailure;

impl Answer for ExecutionFailure {
    type Status = cublasStatus_t;
    const STATUS: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_EXECUTION_FAILED;
}

pub(crate) struct Unsupported;

impl Answer for Unsupported {
    type Status = cublasStatus_t;
    const STATUS: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED;
}

/// Makes a function fail.
pub(crate) fn fail<F: Replaceable<ExecutionFailure>>(slot: &mut Option<F>) {
    replace::<ExecutionFailure, F>(slot);
}

/// Makes a function find no kernel.
pub(crate) fn refuse<F: Replaceable<Unsupported>>(slot: &mut Option<F>) {
    replace::<Unsupported, F>(slot);
}

/// Returns the function of an error of cuBLAS.
pub(crate) fn function_of(error: &Error) -> Option<&'static str> {
    match error {
        Error::Cublas(failure) => Some(failure.function),
        _ => None,
    }
}

cuda_rust::failing! {
    fail, CublasTable:
    cublasCreate_v2 cublasSetStream_v2 cublasSetPointerMode_v2 cublasSetMathMode cublasSetAtomicsMode cublasSetWorkspace_v2
    cublasAxpyEx cublasScalEx cublasDotEx cublasDotcEx cublasNrm2Ex cublasDcopy_v2 cublasDswap_v2 cublasDasum_v2
    cublasIdamax_v2 cublasIdamin_v2 cublasDrot_v2 cublasDrotg_v2 cublasDgemv_v2 cublasDger_v2 cublasDsymv_v2 cublasDsyr_v2
    cublasDsyr2_v2 cublasDtrmv_v2 cublasDtrsv_v2 cublasGemmEx cublasGemmStridedBatchedEx cublasGemmBatchedEx
    cublasDsymm_v2 cublasDsyrk_v2 cublasDsyr2k_v2 cublasDtrmm_v2 cublasDtrsm_v2 cublasDtrsmBatched cublasDgeam cublasDdgmm
}

/// Calls each of the functions, and returns the first error.
fn work(cublas: Cublas, stream: &Stream) -> Result<(), Error> {
    let mut handle: Handle = cublas.handle(stream.context())?;
    let mut workspace = cublas::Workspace::new(stream, 1 << 16)?;
    let x = stream.upload(&[2.0_f64; 8])?;
    let mut y = stream.upload(&[1.0_f64; 8])?;
    let mut z = stream.upload(&[1.0_f64; 8])?;
    let mut number = stream.upload(&[1.0_f64])?;
    let mut blas = handle.on(stream).workspace(&mut workspace)?;
    let a = Matrix::new(&x, 2, 2)?;
    let four = x.slice(..2)?;
    blas.axpy(1.0, &x, &mut y)?;
    blas.scal(0.5, &mut y)?;
    blas.dot(&x, &x)?;
    blas.dotc_into(&x, &x, &mut number)?;
    blas.nrm2(&x)?;
    blas.copy(&x, &mut y)?;
    blas.swap(&mut z, &mut y)?;
    blas.asum(&x)?;
    blas.iamax(&x)?;
    blas.iamin(&x)?;
    blas.rot(&mut y, &mut z, 0.6, 0.8)?;
    blas.rotg(1.0, 2.0)?;
    blas.gemv(1.0, a, four, 0.0, y.slice_mut(..2)?)?;
    blas.ger(1.0, four, four, MatrixMut::new(&mut z, 2, 2)?)?;
    blas.symv(1.0, a.upper(), four, 0.0, y.slice_mut(..2)?)?;
    blas.syr(1.0, four, MatrixMut::new(&mut z, 2, 2)?.lower())?;
    blas.syr2(1.0, four, four, MatrixMut::new(&mut z, 2, 2)?.lower())?;
    blas.trmv(Diag::Unit, a.upper(), y.slice_mut(..2)?)?;
    blas.trsv(Diag::Unit, a.upper(), y.slice_mut(..2)?)?;
    blas.matmul(a, a)?;
    blas.gemm(1.0, a, a, 0.0, MatrixMut::batch(&mut y, 2, 2, 2)?)?;
    let mut products = [MatrixMut::new(&mut y, 2, 2)?, MatrixMut::new(&mut z, 2, 2)?];
    blas.gemm_batched(1.0, &[a], &[a], 0.0, &mut products)?;
    blas.symm(Side::Left, 1.0, a.lower(), a, 0.0, MatrixMut::new(&mut y, 2, 2)?)?;
    blas.syrk(1.0, a, 0.0, MatrixMut::new(&mut y, 2, 2)?.triangle(Fill::Upper))?;
    blas.syr2k(1.0, a, a, 0.0, MatrixMut::new(&mut y, 2, 2)?.upper())?;
    blas.trmm(Side::Right, Diag::Unit, 1.0, a.lower(), MatrixMut::new(&mut y, 2, 2)?)?;
    blas.trsm(Side::Right, Diag::Unit, 1.0, a.lower(), MatrixMut::new(&mut y, 2, 2)?)?;
    let mut solutions = [MatrixMut::new(&mut y, 2, 2)?];
    blas.trsm_batched(Side::Right, Diag::Unit, 1.0, &[a.lower()], &mut solutions)?;
    blas.geam(1.0, a, 1.0, a.t(), MatrixMut::new(&mut y, 2, 2)?)?;
    blas.dgmm(Side::Left, a, four, MatrixMut::new(&mut y, 2, 2)?)
}

cuda_rust::counted! {
    table: CublasTable, cublasStatus_t::CUBLAS_STATUS_SUCCESS;
    cublasCreate_v2(created: *mut cublasHandle_t) cublasDestroy_v2(cublasHandle_t);
}

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let counting = || {
        let mut table = copy_of_table();
        count(&mut table);
        table
    };
    let work = |table, stream: &Stream| work(Cublas::from_table(table), stream);
    each_function_fails(FUNCTIONS, counting, work, function_of);
}

thread_local! {
    /// How often the stream and the workspace were set.
    static SET: std::cell::Cell<[u32; 2]> = const { std::cell::Cell::new([0; 2]) };
}

fn count_set(index: usize) {
    let mut set = SET.get();
    set[index] += 1;
    SET.set(set);
}

#[test]
fn a_stream_and_a_workspace_are_set_only_where_they_change() {
    unsafe extern "C" fn set_stream(
        handle: cublasHandle_t,
        stream: cuda_libraries_sys::shared::cudaStream_t,
    ) -> cublasStatus_t {
        count_set(0);
        // SAFETY: the caller guarantees it.
        unsafe { table().cublasSetStream_v2.unwrap()(handle, stream) }
    }
    unsafe extern "C" fn set_workspace(
        handle: cublasHandle_t,
        memory: *mut core::ffi::c_void,
        len: usize,
    ) -> cublasStatus_t {
        count_set(1);
        // SAFETY: the caller guarantees it.
        unsafe { table().cublasSetWorkspace_v2.unwrap()(handle, memory, len) }
    }
    let mut counting = copy_of_table();
    counting.cublasSetStream_v2 = Some(set_stream);
    counting.cublasSetWorkspace_v2 = Some(set_workspace);
    let context = crate::device::context();
    let cublas = Cublas::from_table(Box::leak(Box::new(counting)));
    let mut handle = cublas.handle(&context).unwrap();
    let mut expect = |stream: &Stream, workspace: Option<&mut cublas::Workspace>, expected| {
        let mut x = stream.upload(&[1.0_f32]).unwrap();
        SET.take();
        let mut blas = handle.on(stream);
        if let Some(workspace) = workspace {
            blas = blas.workspace(workspace).unwrap();
        }
        blas.scal(2.0, &mut x).unwrap();
        assert_eq!((SET.take(), x.to_vec().unwrap()), (expected, vec![2.0]));
    };
    let (first, second) = (context.stream().unwrap(), context.stream().unwrap());
    let mut workspace = cublas::Workspace::new(&second, 1 << 20).unwrap();
    expect(&first, None, [1, 0]);
    expect(&first.clone(), None, [0, 0]);
    expect(&second, None, [1, 0]);
    expect(&second, Some(&mut workspace), [1, 1]);
    expect(&second, Some(&mut workspace), [0, 0]);
    // Setting the stream makes the workspace the handle's own.
    expect(&second, None, [1, 0]);
    // A stream that may have the handle of one that is gone is another one.
    drop(first);
    drop((workspace, second));
    for _ in 0..3 {
        expect(&context.stream().unwrap(), None, [1, 0]);
    }
}
