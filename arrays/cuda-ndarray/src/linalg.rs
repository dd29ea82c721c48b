//! Linear algebra of arrays with cuSOLVER, as NumPy's `linalg`. It needs the feature `cusolver`.
//!
//! ```no_run
//! use cuda_ndarray::cusolver::Cusolver;
//! use cuda_ndarray::{MakeArrays, linalg};
//! use ndarray::array;
//!
//! let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let mut handle = Cusolver::load()?.handle(&context)?;
//! let mut solver = handle.on(&stream);
//!
//! let a = stream.to_device(&array![[2.0_f64, 1.0], [1.0, 3.0]])?;
//! let b = stream.to_device(&array![3.0, 5.0])?;
//! let x = linalg::solve(&a, &b, &mut solver)?;
//! let (values, vectors) = linalg::eigh(&a, &mut solver)?;
//! let svd = linalg::svd(&a, &mut solver)?;
//! # let _ = (x, values, vectors, svd);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - Arrays may have any layout. Each function copies its matrix once, to the order that cuSOLVER needs, because cuSOLVER overwrites
//!   it. Results are new arrays of its stream, which is that of the solver.
//! - Shapes that don't fit, and matrices without a result, are [`Error::Solve`], with the pivot. Functions wait for that.

use cublas::{Blas, BlasType, Fill, MatrixMut, Scalar, Side, Vector};
use cuda_driver::DeviceBuffer;
use cusolver::{Pivots, Solver, SolverType, Vectors};
use ndarray::{Axis, Dimension, Ix1, Ix2, IxDyn, Order, Slice};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::kernels;
use crate::layout::Layout;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// Real numbers.
type Values<A> = DeviceArray<<A as Scalar>::Real, Ix1>;

/// A matrix.
type Matrix<A> = DeviceArray<A, Ix2>;

/// Two factors.
type Factors<A, D> = (DeviceArray<A, D>, DeviceArray<A, D>);

/// Singular values and vectors: `a = u diag(values) vh`.
#[derive(Debug)]
pub struct Svd<A: BlasType> {
    /// The left vectors, as columns: as many as there are values.
    pub u: DeviceArray<A, Ix2>,
    /// The values, the largest first.
    pub values: DeviceArray<A::Real, Ix1>,
    /// The adjoint of the right vectors, which are its rows.
    pub vh: DeviceArray<A, Ix2>,
}

/// A solution of least squares.
#[derive(Debug)]
pub struct LeastSquares<A: BlasType, D: Dimension> {
    /// Of all with the least distance, the shortest one.
    pub solution: DeviceArray<A, D>,
    /// How many singular values count.
    pub rank: usize,
    /// The singular values, the largest first.
    pub values: Vec<A::Real>,
}

/// Returns an array without gaps in an order, with elements that aren't written yet.
fn new<A: SolverType>(
    like: &DeviceArrayView<'_, A, Ix2>,
    shape: (usize, usize),
    order: Order,
) -> Result<DeviceArray<A, Ix2>, Error> {
    DeviceArray::uninit(like.stream(), Layout::contiguous(Ix2(shape.0, shape.1), order)?)
}

/// Returns an error unless shapes fit a call.
fn demand(
    call: &'static str,
    operands: &[(&str, &[usize])],
    fits: bool,
    rule: &'static str,
) -> Result<(), Error> {
    if fits {
        return Ok(());
    }
    let named = operands.iter().map(|(name, shape)| format!("{name} of {shape:?}"));
    let operands = named.collect::<Vec<_>>().join(", ");
    Err(cusolver::Error::Shapes { call, operands, rule }.into())
}

/// Checks a square matrix.
fn demand_square(call: &'static str, shape: &[usize]) -> Result<(), Error> {
    demand(call, &[("a", shape)], shape[0] == shape[1], "a has as many rows as columns")
}

/// Checks a vector or a matrix beside a matrix with as many rows.
fn demand_rows(
    call: &'static str,
    a: &[usize],
    b: &[usize],
    is_square: bool,
    rule: &'static str,
) -> Result<(), Error> {
    let fits = matches!(b, [rows] | [rows, _] if *rows == a[0]) && (!is_square || a[0] == a[1]);
    demand(call, &[("a", a), ("b", b)], fits, rule)
}

fn copied<A: SolverType, D: Dimension>(
    a: &DeviceArrayView<'_, A, D>,
    order: Order,
) -> Result<DeviceArray<A, D>, Error> {
    a.copy_as(Layout::contiguous(a.raw_dim(), order)?)
}

fn view<A: SolverType>(a: &mut DeviceArray<A, Ix2>) -> Result<MatrixMut<'_, A>, Error> {
    a.view_mut()?.into_matrix()
}

/// Returns a vector as a matrix of one column, and a matrix as it is.
fn columns<A, D: Dimension>(
    view: DeviceArrayViewMut<'_, A, D>,
) -> Result<DeviceArrayViewMut<'_, A, Ix2>, Error> {
    let view = view.into_dyn();
    let view = if view.ndim() == 1 { view.insert_axis(Axis(1))? } else { view };
    view.into_dimensionality()
}

/// The order of a copy of a matrix that is used in either: that of its columns, if it is by columns.
fn own_order<A>(a: &DeviceArrayView<'_, A, Ix2>) -> Order {
    if a.is_f_contiguous() && !a.is_c_contiguous() { Order::ColumnMajor } else { Order::RowMajor }
}

/// Returns `x` with `a x = b`, for a square matrix `a` and a vector or a matrix `b`: NumPy's `solve`.
///
/// # Errors
/// [`Error::Solve`], or the driver's error.
pub fn solve<'a, 'b, A: SolverType, D: Dimension>(
    a: impl Into<DeviceArrayView<'a, A, Ix2>>,
    b: impl Into<DeviceArrayView<'b, A, D>>,
    solver: &mut Solver<'_>,
) -> Result<DeviceArray<A, D>, Error> {
    let (a, b) = (a.into(), b.into());
    let rule = "a is a square matrix, and b a vector or a matrix with as many rows";
    demand_rows("solve", a.shape(), b.shape(), true, rule)?;
    let (mut a, mut x) = (copied(&a, own_order(&a))?, copied(&b, Order::ColumnMajor)?);
    solver.solve(view(&mut a)?, columns(x.view_mut()?)?.into_matrix()?)?;
    Ok(x)
}

/// Returns the inverse of a square matrix: NumPy's `inv`.
///
/// # Errors
/// [`Error::Solve`], or the driver's error.
pub fn inv<'a, A: SolverType>(
    a: impl Into<DeviceArrayView<'a, A, Ix2>>,
    solver: &mut Solver<'_>,
) -> Result<DeviceArray<A, Ix2>, Error> {
    let a = a.into();
    demand_square("inv", a.shape())?;
    invert(&a, solver).map_err(|error| error.in_call("inv"))
}

fn invert<A: SolverType>(
    a: &DeviceArrayView<'_, A, Ix2>,
    solver: &mut Solver<'_>,
) -> Result<DeviceArray<A, Ix2>, Error> {
    let (shape, order) = ((a.shape()[0], a.shape()[1]), own_order(a));
    let (mut inverse, n) = (new(a, shape, order)?, shape.0.min(shape.1));
    inverse.view_mut()?.fill(A::ZERO)?;
    let (buffer, layout) = inverse.into_buffer();
    let diagonal = Layout::new(&[n], &[layout.strides().iter().sum()], 0)?;
    let mut diagonal = DeviceArray::<A, Ix1>::from_buffer(buffer, diagonal)?;
    diagonal.view_mut()?.fill(A::ONE)?;
    let mut inverse = DeviceArray::from_buffer(diagonal.into_buffer().0, layout)?;
    let mut a = copied(a, order)?;
    let mut pivots = Pivots::new(a.stream(), n)?;
    solver.lu(view(&mut a)?, &mut pivots)?;
    solver.lu_inverse(a.view().as_matrix()?, &pivots, view(&mut inverse)?)?;
    Ok(inverse)
}

/// Returns the lower triangular `l` with `a = l lᴴ`, of a Hermitian positive definite matrix, whose lower triangle is read: NumPy's
/// `cholesky`.
///
/// # Errors
/// [`Error::Solve`], or the driver's error.
pub fn cholesky<'a, A: SolverType>(
    a: impl Into<DeviceArrayView<'a, A, Ix2>>,
    solver: &mut Solver<'_>,
) -> Result<DeviceArray<A, Ix2>, Error> {
    let a = a.into();
    demand_square("cholesky", a.shape())?;
    let mut factor = copied(&a, own_order(&a))?;
    solver.cholesky(view(&mut factor)?, Fill::Lower)?;
    kernels::clear(factor.view_mut()?, true)?;
    Ok(factor)
}

/// Returns `q`, with orthogonal columns, and the upper triangular `r` with `a = q r`, of a matrix, or of each of a stack, in the last
/// two axes: NumPy's `qr`, of the mode `reduced`. Nothing waits.
///
/// # Errors
/// [`Error::Solve`], or the driver's error.
pub fn qr<'a, A: SolverType, D: Dimension>(
    a: impl Into<DeviceArrayView<'a, A, D>>,
    solver: &mut Solver<'_>,
) -> Result<Factors<A, D>, Error> {
    let a = a.into();
    let rule = "a is a matrix, or has the matrices of a batch in its last two axes";
    demand("qr", &[("a", a.shape())], a.ndim() >= 2, rule)?;
    qr_factors(&a.into_dyn(), solver)
        .and_then(|(q, r)| Ok((q.into_dimensionality()?, r.into_dimensionality()?)))
        .map_err(|error| error.in_call("qr"))
}

fn qr_factors<A: SolverType>(
    a: &DeviceArrayView<'_, A, IxDyn>,
    solver: &mut Solver<'_>,
) -> Result<Factors<A, IxDyn>, Error> {
    let last = a.ndim() - 1;
    let (m, n) = (a.shape()[last - 1], a.shape()[last]);
    let (k, len) = (m.min(n), a.shape()[..last - 1].iter().product::<usize>());
    // By columns, one matrix after the other.
    let mut by_columns = a.raw_dim();
    (by_columns[last - 1], by_columns[last]) = (n, m);
    let mut order: Vec<usize> = (0..=last).collect();
    order.swap(last - 1, last);
    let layout = Layout::contiguous(by_columns, Order::RowMajor)?;
    let layout = layout.permuted_axes(IxDyn(&order))?;
    let mut factors = a.copy_as(layout)?;
    let mut tau = a.stream().alloc::<A>(len * k)?;
    let has_elements = len * k > 0;
    if has_elements {
        let slice = factors.view_mut()?.into_slice_memory_order()?;
        solver.qr(MatrixMut::batch(slice, len, n, m)?.t(), &mut tau)?;
    }
    let r = upper(&factors.view(), k)?;
    let layout = factors.layout().slice_axis(Axis(last), Slice::new(0, Some(k as isize), 1))?;
    let (mut buffer, _) = factors.into_buffer();
    if has_elements {
        let q = MatrixMut::batch_with_strides(&mut buffer, len, (k, m), m, n * m)?;
        solver.q(q.t(), &tau)?;
    }
    Ok((DeviceArray::from_buffer(buffer, layout)?, r))
}

/// Returns the upper triangles of the first `k` rows of matrices, with zeros below.
fn upper<A: SolverType>(
    factors: &DeviceArrayView<'_, A, IxDyn>,
    k: usize,
) -> Result<DeviceArray<A, IxDyn>, Error> {
    let last = factors.ndim() - 1;
    let n = factors.shape()[last];
    let rows = |end: usize| Slice::new(0, Some(end as isize), 1);
    if last == 1 {
        let mut r = factors.slice_axis(Axis(0), rows(k))?.to_owned()?;
        kernels::clear(r.view_mut()?.into_dimensionality()?, false)?;
        return Ok(r);
    }
    let mut shape = factors.raw_dim();
    shape[last - 1] = k;
    let mut r = DeviceArray::uninit(factors.stream(), Layout::contiguous(shape, Order::RowMajor)?)?;
    r.view_mut()?.fill(A::ZERO)?;
    // A copy for each column of all matrices.
    for column in 0..n {
        let end = k.min(column + 1);
        let at = Slice::new(column as isize, Some(column as isize + 1), 1);
        let from = factors.slice_axis(Axis(last), at)?.slice_axis(Axis(last - 1), rows(end))?;
        let to = r.view_mut()?.slice_axis(Axis(last), at)?;
        to.slice_axis(Axis(last - 1), rows(end))?.assign(&from)?;
    }
    Ok(r)
}

/// Returns the eigenvalues of a Hermitian matrix, the smallest first, and its eigenvectors, as columns: NumPy's `eigh`, which reads
/// the lower triangle.
///
/// # Errors
/// [`Error::Solve`], or the driver's error.
pub fn eigh<'a, A: SolverType>(
    a: impl Into<DeviceArrayView<'a, A, Ix2>>,
    solver: &mut Solver<'_>,
) -> Result<(Values<A>, Matrix<A>), Error> {
    let a = a.into();
    demand_square("eigh", a.shape())?;
    let mut vectors = copied(&a, Order::ColumnMajor)?;
    let n = vectors.shape()[0];
    let mut values = vectors.stream().alloc::<A::Real>(n)?;
    solver.eigh(view(&mut vectors)?.t().t(), Fill::Lower, Vectors::Yes, &mut values)?;
    Ok((of_values(values)?, vectors))
}

fn of_values<R: cuda_driver::Element>(
    values: DeviceBuffer<R>,
) -> Result<DeviceArray<R, Ix1>, Error> {
    let layout = Layout::contiguous(Ix1(values.len()), Order::RowMajor)?;
    DeviceArray::from_buffer(values, layout)
}

/// Returns singular values and vectors: NumPy's `svd` without `full_matrices`. Of numbers below 1e-31, or 1e-290 for types of
/// 64 bits, digits are lost on a GPU: see [`Solver::svd`].
///
/// # Errors
/// [`Error::Solve`], or the driver's error.
pub fn svd<'a, A: SolverType>(
    a: impl Into<DeviceArrayView<'a, A, Ix2>>,
    solver: &mut Solver<'_>,
) -> Result<Svd<A>, Error> {
    let a = a.into();
    let (m, n) = (a.shape()[0], a.shape()[1]);
    let k = m.min(n);
    // What cuSOLVER takes in each order.
    let order = if m >= n { Order::ColumnMajor } else { Order::RowMajor };
    let (mut copy, mut u, mut vh) =
        (copied(&a, order)?, new(&a, (m, k), order)?, new(&a, (k, n), order)?);
    let mut values = a.stream().alloc::<A::Real>(k)?;
    solver.svd(
        view_in(&mut copy, order)?,
        &mut values,
        Some(view_in(&mut u, order)?),
        Some(view_in(&mut vh, order)?),
    )?;
    Ok(Svd { u, values: of_values(values)?, vh })
}

/// Returns a matrix without gaps in its order, also where both are the same.
fn view_in<A: SolverType>(
    a: &mut DeviceArray<A, Ix2>,
    order: Order,
) -> Result<MatrixMut<'_, A>, Error> {
    let (rows, columns) = (a.shape()[0], a.shape()[1]);
    let slice = a.view_mut()?.into_slice_memory_order()?;
    match order {
        Order::ColumnMajor => Ok(MatrixMut::new(slice, columns, rows)?.t()),
        _ => Ok(MatrixMut::new(slice, rows, columns)?),
    }
}

/// Returns the shortest `x` for which `a x` is nearest to `b`, a vector or a matrix: NumPy's `lstsq`. Singular values up to `rcond`
/// times the largest one count as 0; `None` is the precision of an element times the longer side of `a`, and a negative one the
/// precision, as in LAPACK.
///
/// # Errors
/// [`Error::Solve`], also if `rcond` is NaN, [`Error::Blas`], or the driver's error.
pub fn lstsq<'a, 'b, A: SolverType, D: Dimension>(
    a: impl Into<DeviceArrayView<'a, A, Ix2>>,
    b: impl Into<DeviceArrayView<'b, A, D>>,
    rcond: Option<f64>,
    solver: &mut Solver<'_>,
    blas: &mut Blas<'_>,
) -> Result<LeastSquares<A, D>, Error>
where
    A::Real: Into<f64> + FromF64,
{
    let (a, b) = (a.into(), b.into());
    let rule = "a is a matrix, and b a vector or a matrix with as many rows";
    demand_rows("lstsq", a.shape(), b.shape(), false, rule)?;
    if rcond.is_some_and(f64::is_nan) {
        let operands = format!("a of {:?}, b of {:?}, rcond = NaN", a.shape(), b.shape());
        let rule = "rcond is a number, or `None`";
        return Err(cusolver::Error::Shapes { call: "lstsq", operands, rule }.into());
    }
    least_squares(&a, &b, rcond, solver, blas).map_err(|error| error.in_call("lstsq"))
}

fn least_squares<A: SolverType, D: Dimension>(
    a: &DeviceArrayView<'_, A, Ix2>,
    b: &DeviceArrayView<'_, A, D>,
    rcond: Option<f64>,
    solver: &mut Solver<'_>,
    blas: &mut Blas<'_>,
) -> Result<LeastSquares<A, D>, Error>
where
    A::Real: Into<f64> + FromF64,
{
    let (m, n) = (a.shape()[0], a.shape()[1]);
    let svd = svd(*a, solver)?;
    let values = svd.values.as_buffer().to_vec()?;
    let largest = values.first().map_or(0.0, |value| (*value).into());
    let precision = <A::Real as FromF64>::EPSILON;
    let least = match rcond {
        None => precision * m.max(n) as f64,
        Some(rcond) if rcond < 0.0 => precision / 2.0,
        Some(rcond) => rcond,
    } * largest;
    // What isn't a number makes a solution that isn't, either.
    let counts = |value: f64| value > least || value.is_nan();
    let rank = values.iter().filter(|value| counts((**value).into())).count();
    // A quotient is two products, so that inverses of the smallest values don't overflow, nor those of the largest vanish.
    let (mut scales, mut inverses) = (vec![1.0; values.len()], vec![0.0; values.len()]);
    for (at, value) in values[..rank].iter().enumerate() {
        let value: f64 = (*value).into();
        scales[at] = <A::Real as FromF64>::scale(value);
        inverses[at] = 1.0 / (value * scales[at]);
    }
    let stream = a.stream();
    let upload = |factors: &[f64]| {
        let factors = factors.iter().map(|factor| A::from_real(FromF64::from_f64(*factor)));
        stream.upload(&factors.collect::<Vec<A>>())
    };
    let is_scaled = scales.iter().any(|scale| *scale != 1.0);
    let inverses = upload(&inverses)?;
    let k = values.len();
    let mut b = copied(b, Order::RowMajor)?;
    let right = columns(b.view_mut()?)?;
    let width = right.shape()[1];
    let right = right.view();
    // cuBLAS conjugates what it transposes: all are in the order of the vectors.
    let order = if m >= n { Order::ColumnMajor } else { Order::RowMajor };
    let (mut middle, mut scaled) = (new(a, (k, width), order)?, new(a, (k, width), order)?);
    let (mut u, mut vh) = (svd.u, svd.vh);
    let adjoint = view_in(&mut u, order)?;
    blas.gemm(
        A::ONE,
        adjoint.as_view().h(),
        right.as_matrix()?,
        A::ZERO,
        view_in(&mut middle, order)?,
    )?;
    if is_scaled {
        let scales = upload(&scales)?;
        let factors = Vector::from(&scales);
        let from = view_in(&mut middle, order)?;
        blas.dgmm(Side::Left, from.as_view(), factors, view_in(&mut scaled, order)?)?;
        core::mem::swap(&mut middle, &mut scaled);
    }
    let factors = Vector::from(&inverses);
    let from = view_in(&mut middle, order)?;
    blas.dgmm(Side::Left, from.as_view(), factors, view_in(&mut scaled, order)?)?;
    let mut shape = b.raw_dim();
    shape[0] = n;
    let mut solution = DeviceArray::uninit(stream, Layout::contiguous(shape, order)?)?;
    let slice = solution.view_mut()?.into_slice_memory_order()?;
    let to = match order {
        Order::ColumnMajor => MatrixMut::new(slice, width, n)?.t(),
        _ => MatrixMut::new(slice, n, width)?,
    };
    let adjoint = view_in(&mut vh, order)?;
    blas.gemm(A::ONE, adjoint.as_view().h(), view_in(&mut scaled, order)?.as_view(), A::ZERO, to)?;
    Ok(LeastSquares { solution, rank, values })
}

/// A real number of singular values: `f32` or `f64`.
pub trait FromF64: crate::sealed::Sealed {
    #[doc(hidden)]
    const EPSILON: f64;
    #[doc(hidden)]
    const MIN_POSITIVE: f64;
    #[doc(hidden)]
    fn from_f64(value: f64) -> Self;
    /// Returns the power of 2 by which a value is multiplied so that its inverse is a normal number.
    #[doc(hidden)]
    fn scale(value: f64) -> f64 {
        let up = 4.0 / Self::EPSILON;
        if value < 4.0 * Self::MIN_POSITIVE {
            up
        } else if value > 0.25 / Self::MIN_POSITIVE && value.is_finite() {
            1.0 / up
        } else {
            1.0
        }
    }
}

impl FromF64 for f32 {
    const EPSILON: f64 = Self::EPSILON as f64;
    const MIN_POSITIVE: f64 = Self::MIN_POSITIVE as f64;
    fn from_f64(value: f64) -> Self {
        value as Self
    }
}

impl FromF64 for f64 {
    const EPSILON: f64 = Self::EPSILON;
    const MIN_POSITIVE: f64 = Self::MIN_POSITIVE;
    fn from_f64(value: f64) -> Self {
        value
    }
}
