//! Every function fails in turn: what was made is released, and the error names the function.

use std::cell::Cell;

use cublas::sys::{CublasTable, cublasHandle_t, cublasStatus_t};
use cublas::{Cublas, Diag, Error, Fill, Handle, Matrix, MatrixMut, Side};
use cuda_driver::driver::Symbol;
use cuda_driver::sys::instrument::Instrument;
use cuda_driver::{Driver, Stream};

use crate::device::{context, copy_of_table, table};

/// A function that can be replaced by one that fails.
pub(crate) trait CanFail {
    const FAILING: Self;
    const UNSUPPORTED: Self;
}

macro_rules! can_fail {
    ($($parameter:ident)*) => {
        impl<$($parameter),*> CanFail for unsafe extern "C" fn($($parameter),*) -> cublasStatus_t {
            const FAILING: Self = {
                unsafe extern "C" fn failing<$($parameter),*>($(_: $parameter),*) -> cublasStatus_t {
                    cublasStatus_t::CUBLAS_STATUS_EXECUTION_FAILED
                }
                failing::<$($parameter),*>
            };
            const UNSUPPORTED: Self = {
                unsafe extern "C" fn unsupported<$($parameter),*>($(_: $parameter),*) -> cublasStatus_t {
                    cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED
                }
                unsupported::<$($parameter),*>
            };
        }
    };
}

/// Implements it for functions of up to this many parameters.
macro_rules! can_fail_up_to {
    () => { can_fail!(); };
    ($first:ident $($rest:ident)*) => {
        can_fail!($first $($rest)*);
        can_fail_up_to!($($rest)*);
    };
}

can_fail_up_to!(A B C D E F G H I J K L M N O P Q R S T U V W X);

/// Makes a function fail.
pub(crate) fn fail<F: CanFail>(slot: &mut Option<F>) {
    assert!(slot.is_some());
    *slot = Some(F::FAILING);
}

/// Makes a function find no kernel.
pub(crate) fn refuse<F: CanFail>(slot: &mut Option<F>) {
    assert!(slot.is_some());
    *slot = Some(F::UNSUPPORTED);
}

macro_rules! functions {
    ($($name:ident)*) => {
        /// The functions that the work calls, and how each is made to fail.
        const FUNCTIONS: &[(&str, fn(&mut CublasTable))] =
            &[$((stringify!($name), |table| fail(&mut table.$name)),)*];
    };
}

functions! {
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

thread_local! {
    /// The handles that this thread has created and destroyed.
    static HANDLES: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

unsafe extern "C" fn create(handle: *mut cublasHandle_t) -> cublasStatus_t {
    // SAFETY: the caller guarantees it.
    let status = unsafe { table().cublasCreate_v2.unwrap()(handle) };
    let (created, destroyed) = HANDLES.get();
    let is_success = status == cublasStatus_t::CUBLAS_STATUS_SUCCESS;
    HANDLES.set((created + u32::from(is_success), destroyed));
    status
}

unsafe extern "C" fn destroy(handle: cublasHandle_t) -> cublasStatus_t {
    let (created, destroyed) = HANDLES.get();
    HANDLES.set((created, destroyed + 1));
    // SAFETY: the caller guarantees it.
    unsafe { table().cublasDestroy_v2.unwrap()(handle) }
}

/// What is made through the driver, and what releases it.
const PAIRS: [(Symbol, Symbol); 3] = [
    (Symbol::cuMemAllocAsync, Symbol::cuMemFreeAsync),
    (Symbol::cuStreamCreate, Symbol::cuStreamDestroy_v2),
    (Symbol::cuCtxPushCurrent_v2, Symbol::cuCtxPopCurrent_v2),
];

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let instrument = Instrument::over(context().driver().raw().table()).unwrap();
    // SAFETY: the table wraps that of the device.
    let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
    let context = driver.device(0).unwrap().primary_context().unwrap();
    let run = |name: &str, spoil: fn(&mut CublasTable)| {
        let mut table = copy_of_table();
        table.cublasCreate_v2 = Some(create);
        table.cublasDestroy_v2 = Some(destroy);
        spoil(&mut table);
        let table = Box::leak(Box::new(table));
        HANDLES.set((0, 0));
        instrument.reset();
        let stream = context.stream().unwrap();
        let result = work(Cublas::from_table(table), &stream);
        stream.synchronize().unwrap();
        drop(stream);
        cuda_driver::stream::wait_for_deferred();
        let (created, destroyed) = HANDLES.get();
        assert_eq!(created, destroyed, "handles, when {name} fails");
        for (make, release) in PAIRS {
            let (made, released) = (instrument.successes(make), instrument.successes(release));
            assert_eq!(made, released, "{make}, {release}, when {name} fails");
        }
        result
    };
    run("nothing", |_| {}).unwrap();
    for (name, spoil) in FUNCTIONS {
        let error = run(name, *spoil).expect_err(name);
        let Error::Cublas(failure) = &error else {
            panic!("{name}: {error}");
        };
        assert_eq!(failure.function, *name, "{error}");
    }
}
