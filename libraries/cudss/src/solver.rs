use core::ffi::c_int;
use core::fmt;

use cuda_driver::{DeviceSlice, DeviceSliceMut, Stream};
use cuda_libraries_sys::cudss::{
    Symbol, cudssConfig_t, cudssData_t, cudssDataParam_t, cudssHandle_t, cudssMatrix_t,
    cudssPhase_t,
};
use cuda_library_support::{Operand, OwnedHandle, StreamCall};
use cusparse::cublas::{BlasType, Matrix, MatrixMut, Product};
use cusparse::{Format, Index, SparseMatrix};

use crate::dense::Columns;
use crate::error::{Error, ErrorWithValue, Verdict};
use crate::library::Cudss;
use crate::objects::text;
use crate::options::{Kind, Options};

/// A matrix that was analyzed, its factors, and the solutions of its systems: [`Cudss::analyze`].
///
/// It has the matrix, and works on its stream, to which all operands belong. It has a handle of cuDSS of its own, so that solvers of
/// several threads and streams don't wait for each other. It is `Send`, and not `Sync`.
///
/// ```no_run
/// use cudss::{Cudss, Kind, Options};
/// use cuda_driver::Driver;
/// use cusparse::{Cusparse, Format, Parts, cublas::Fill};
///
/// let stream = Driver::load()?.device(0)?.primary_context()?.stream()?;
/// // 4 1
/// // 1 3
/// let parts = Parts { offsets: &[0, 2, 4][..], indices: &[0, 1, 0, 1], values: &[4.0_f64, 1.0, 1.0, 3.0][..] };
/// let a = Cusparse::load()?.upload(&stream, Format::Csr, (2, 2), parts)?;
/// let mut solver = Cudss::load()?.analyze(a, Kind::PositiveDefinite(Fill::Upper), &Options::default())?;
/// solver.factorize()?;
/// let (b, mut x) = (stream.upload(&[1.0, 2.0])?, stream.alloc(2)?);
/// solver.solve(&b, &mut x)?;
///
/// // Other values at the same places.
/// let values = stream.upload(&[5.0, 1.0, 1.0, 3.0])?;
/// solver.refactorize(&values)?;
/// solver.solve(&b, &mut x)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Dropping it may wait until the device is done with its work, as `cudssDataDestroy` does. Such waiting invalidates what other
/// threads [capture](cuda_driver::Context::capture) in the context meanwhile, in every mode.
///
/// # Errors
/// Before cuDSS is called, each call returns
/// - [`Error::Shapes`] or [`Error::Layout`], if its operands don't fit,
/// - [`Error::Phase`], if what it builds on is missing,
/// - [`Error::Call`], if they belong to another stream, or the stream is captured: cuDSS waits, and has memory that a graph can't
///   keep,
/// - [`Error::Absent`], if this release lacks a function;
///
/// and afterwards cuDSS's error, with the sizes.
#[doc(alias("cudssDataDestroy", "cudssDestroy", "cudssConfigDestroy", "cudssMatrixDestroy"))]
pub struct Solver<T, I = i32> {
    /// First: it is destroyed before the memory that it knows of.
    state: OwnedHandle<Cudss>,
    kind: Kind,
    /// Whether pivots may be replaced.
    permits_perturbation: bool,
    factors: Factors,
    /// Whether cuDSS remembers an error, until it is told to forget it.
    has_info: bool,
    matrix: SparseMatrix<T, I>,
}

/// Which factors there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Factors {
    /// None.
    Absent,
    /// Those of other values, or of which a pivot is missing.
    Stale,
    /// Those of the matrix.
    Present,
}

impl Cudss {
    /// Analyzes a matrix of CSR: reorders it, and finds where its factors have elements. It waits.
    ///
    /// # Errors
    /// The matrix, with the error that [`Solver`] says.
    #[doc(alias("cudssCreate", "cudssSetStream", "cudssConfigCreate", "cudssConfigSet"))]
    #[doc(alias("cudssDataCreate", "cudssMatrixCreateCsr", "cudssMatrixCreateCsr_0_8_0"))]
    #[doc(alias("cudssExecute", "CUDSS_PHASE_ANALYSIS"))]
    pub fn analyze<T: BlasType, I: Index>(
        self,
        matrix: SparseMatrix<T, I>,
        kind: Kind,
        options: &Options,
    ) -> Result<Solver<T, I>, ErrorWithValue<SparseMatrix<T, I>>> {
        match self.analyzed(&matrix, kind, options) {
            Ok(state) => Ok(Solver {
                state,
                kind,
                permits_perturbation: options.pivot_epsilon.is_some(),
                factors: Factors::Absent,
                has_info: false,
                matrix,
            }),
            Err(error) => Err(ErrorWithValue::new(matrix, error)),
        }
    }

    fn analyzed<T: BlasType, I: Index>(
        self,
        matrix: &SparseMatrix<T, I>,
        kind: Kind,
        options: &Options,
    ) -> Result<OwnedHandle<Self>, Error> {
        let (call, (rows, columns)) = ("analyze", matrix.shape());
        if matrix.format() != Format::Csr || rows != columns || matrix.nnz() == 0 {
            let rule = "the matrix is CSR and square, with a value at least";
            return Err(Error::Shapes { call, operands: text(matrix), rule });
        }
        self.check_release()?;
        check_call(call, matrix, matrix.stream().context(), [])?;
        let (context, name) = (matrix.stream().context(), Symbol::cudssCreate.function().name);
        let create = || self.objects(matrix, kind, options);
        // SAFETY: the objects are new, and nothing else has them.
        let state = unsafe { OwnedHandle::new::<Error>(self, context, name, create) }?;
        execute_on_matrix(&state, matrix, cudssPhase_t::CUDSS_PHASE_ANALYSIS)?;
        Ok(state)
    }
}

/// The phases.
impl<T: BlasType, I: Index> Solver<T, I> {
    /// Computes the factors of the matrix. It waits for them.
    ///
    /// # Errors
    /// As [`Solver`] says; [`Error::Numbers`], if the matrix has none.
    #[doc(alias("CUDSS_PHASE_FACTORIZATION", "cudssExecute", "cudssDataGet", "cudssDataSet"))]
    pub fn factorize(&mut self) -> Result<(), Error> {
        self.factorize_as("factorize", cudssPhase_t::CUDSS_PHASE_FACTORIZATION)
    }

    /// Replaces the values of the matrix, all of them, and its factors, with the pivots' places of before: faster than
    /// [`factorize`](Self::factorize), which finds them anew.
    ///
    /// # Errors
    /// As [`factorize`](Self::factorize).
    #[doc(alias("CUDSS_PHASE_REFACTORIZATION", "cudssExecute"))]
    pub fn refactorize<'v>(&mut self, values: impl Into<DeviceSlice<'v, T>>) -> Result<(), Error> {
        let (call, values) = ("refactorize", values.into());
        if values.len() != self.matrix.nnz() {
            let operands = format!("{} and {} values", text(&self.matrix), values.len());
            return Err(Error::Shapes { call, operands, rule: "there are as many values" });
        }
        if self.factors == Factors::Absent {
            return Err(Error::Phase { call, needed: "factorize" });
        }
        self.check(call, [Columns::of_slice("values", &values).operand()])?;
        self.factors = Factors::Stale;
        let stream = self.matrix.stream().clone();
        stream.copy(values, self.matrix.values_mut())?;
        self.factorize_as(call, cudssPhase_t::CUDSS_PHASE_REFACTORIZATION)
    }

    fn factorize_as(&mut self, call: &'static str, phase: cudssPhase_t) -> Result<(), Error> {
        self.check(call, [])?;
        if self.has_info {
            self.forget_info()?;
        }
        // Until it is known that there is none.
        self.has_info = true;
        if self.factors == Factors::Present {
            self.factors = Factors::Stale;
        }
        execute_on_matrix(&self.state, &self.matrix, phase)?;
        self.factors = Factors::Stale;
        let [info] = self.get::<c_int, 1>(cudssDataParam_t::CUDSS_DATA_INFO)?;
        self.has_info = info != 0;
        if info != 0 {
            let row = info.unsigned_abs() as usize - 1;
            let verdict = match self.kind {
                Kind::PositiveDefinite(_) => Verdict::NotPositiveDefinite { row },
                _ => Verdict::Singular { row },
            };
            return Err(Error::Numbers { call, verdict });
        }
        if !self.permits_perturbation {
            let pivots = self.perturbed_pivots()?;
            if pivots > 0 {
                return Err(Error::Numbers { call, verdict: Verdict::Perturbed { pivots } });
            }
        }
        self.factors = Factors::Present;
        Ok(())
    }

    /// Writes the solution `x` of `a x = b`. It doesn't wait for it.
    ///
    /// # Errors
    /// As [`Solver`] says.
    #[doc(alias("CUDSS_PHASE_SOLVE", "cudssExecute", "cudssMatrixCreateDn"))]
    pub fn solve<'b, 'x>(
        &mut self,
        b: impl Into<DeviceSlice<'b, T>>,
        x: impl Into<DeviceSliceMut<'x, T>>,
    ) -> Result<(), Error> {
        let (b, x) = (b.into(), x.into());
        let (b, x) = (Columns::of_slice("b", &b), Columns::of_slice_mut("x", &x));
        self.solve_as("solve", b, x)
    }

    /// Writes the solutions `x` of `a x = b` for several columns of `b`. The columns of both are contiguous: views after `t`.
    ///
    /// # Errors
    /// As [`Solver`] says.
    #[doc(alias("CUDSS_PHASE_SOLVE", "cudssExecute", "cudssMatrixCreateDn"))]
    pub fn solve_columns(&mut self, b: Matrix<'_, T>, x: MatrixMut<'_, T>) -> Result<(), Error> {
        let call = "solve_columns";
        let b = Columns::of_matrix(call, "b", &b)?;
        self.solve_as(call, b, Columns::of_matrix_mut(call, "x", &x)?)
    }

    fn solve_as(
        &mut self,
        call: &'static str,
        b: Columns<'_>,
        x: Columns<'_>,
    ) -> Result<(), Error> {
        let rows = self.matrix.shape().0;
        if b.shape != x.shape || b.shape.0 != rows {
            let operands = format!("{}, {}, {}", text(&self.matrix), b.text(), x.text());
            let rule = "b and x have a row for each row of the matrix, and as many columns";
            return Err(Error::Shapes { call, operands, rule });
        }
        if self.factors != Factors::Present {
            return Err(Error::Phase { call, needed: "factorize" });
        }
        self.check(call, [b.operand(), x.operand()])?;
        if b.shape.1 == 0 {
            return Ok(());
        }
        execute(&self.state, &self.matrix, cudssPhase_t::CUDSS_PHASE_SOLVE, b, x)
    }

    /// Checks what is the same for all calls.
    fn check<const N: usize>(
        &self,
        call: &'static str,
        operands: [Operand<'_>; N],
    ) -> Result<(), Error> {
        check_call(call, &self.matrix, self.state.context(), operands)
    }
}

/// The matrix.
impl<T, I> Solver<T, I> {
    /// Returns the matrix.
    #[must_use]
    pub fn matrix(&self) -> &SparseMatrix<T, I> {
        &self.matrix
    }

    /// Returns the values of the matrix, to be changed; afterwards it is [factorized](Self::factorize) again.
    #[must_use]
    pub fn values_mut(&mut self) -> DeviceSliceMut<'_, T> {
        if self.factors == Factors::Present {
            self.factors = Factors::Stale;
        }
        self.matrix.values_mut()
    }

    /// Returns the matrix. The factors are gone.
    #[must_use]
    pub fn into_matrix(self) -> SparseMatrix<T, I> {
        self.matrix
    }

    /// Returns the stream that it works on.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.matrix.stream()
    }

    /// Returns the library.
    #[must_use]
    pub fn cudss(&self) -> Cudss {
        self.state.library()
    }

    /// Returns cuDSS's objects, for [`Cudss::raw`]; the handle's stream is that of the matrix, and has to stay it.
    #[must_use]
    pub fn as_raw(&mut self) -> (cudssHandle_t, cudssConfig_t, cudssData_t, cudssMatrix_t) {
        let objects = self.state.raw();
        (objects.handle, objects.config, objects.data, objects.matrix)
    }

    pub(crate) fn state(&self) -> &OwnedHandle<Cudss> {
        &self.state
    }

    pub(crate) fn has_factors(&self) -> bool {
        self.factors != Factors::Absent
    }

    pub(crate) fn has_current_factors(&self) -> bool {
        self.factors == Factors::Present
    }
}

impl<T, I> fmt::Debug for Solver<T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("cudss", &self.cudss())
            .field("kind", &self.kind)
            .field("matrix", &text(&self.matrix))
            .finish_non_exhaustive()
    }
}

/// Checks that a call may be made on the stream of the matrix, with these operands.
fn check_call<T, I, const N: usize>(
    name: &'static str,
    matrix: &SparseMatrix<T, I>,
    context: &cuda_driver::Context,
    operands: [Operand<'_>; N],
) -> Result<(), Error> {
    let (stream, values) = (matrix.stream(), matrix.values());
    let call = StreamCall { name, stream, context, is_recorded: false };
    let matrix = Operand::new("matrix", stream, values.as_raw(), size_of::<T>());
    call.check::<Error>([matrix].into_iter().chain(operands))?;
    call.check_not_captured()
}

/// Runs a phase of the matrix alone.
fn execute_on_matrix<T: BlasType, I>(
    state: &OwnedHandle<Cudss>,
    matrix: &SparseMatrix<T, I>,
    phase: cudssPhase_t,
) -> Result<(), Error> {
    // It neither reads nor writes the column that it is given.
    let column = matrix.stream().alloc::<T>(matrix.shape().0)?;
    let column = column.as_slice();
    let column = Columns::of_slice("column", &column);
    execute(state, matrix, phase, column, column)
}

/// Runs a phase, which reads `b` and writes `x`.
fn execute<T: BlasType, I>(
    state: &OwnedHandle<Cudss>,
    matrix: &SparseMatrix<T, I>,
    phase: cudssPhase_t,
    b: Columns<'_>,
    x: Columns<'_>,
) -> Result<(), Error> {
    let (library, objects) = (state.library(), state.raw());
    let arguments = || format!("{phase:?} of {}, {}, {}", text(matrix), b.text(), x.text());
    state.context().with_current(|| {
        let ty = <T as Product<T>>::DATA;
        let b = b.describe(library, ty, &arguments)?;
        let x = x.describe(library, ty, &arguments)?;
        let symbol = Symbol::cudssExecute;
        library.call(symbol, library.raw().cudssExecute, arguments, |execute| {
            let (handle, config, data) = (objects.handle, objects.config, objects.data);
            // SAFETY: the objects are alive, and this thread has them alone, as a solver isn't `Sync`. The operands were checked,
            // are borrowed, and belong to the stream, in whose order their memory is used and freed.
            unsafe { execute(handle, phase.0 as c_int, config, data, objects.matrix, x.raw, b.raw) }
        })
    })?
}
