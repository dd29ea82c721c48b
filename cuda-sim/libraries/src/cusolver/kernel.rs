//! The kernel: does a task for each matrix of a batch, in memory of the host.

use cuda_libraries_sys::cublas::{cublasFillMode_t, cublasOperation_t, cublasSideMode_t};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Elements, Fault, NativeCall};

use super::eigen::{Svd, eigen, general, singular};
use crate::cublas::factors::{apply, factorize, reflect, solve};
use crate::cublas::product::size;
use crate::cublas::solve::substitute;
use crate::dense::Dense;
use crate::element::{Scalar, Wide};
use crate::matrix::{Form, Matrix};
use crate::operation::Operation;

/// What is done with each matrix.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Task(u32);

impl Task {
    /// `a` becomes its triangular factors.
    pub const LU: Self = Self(0);
    /// `b` becomes the solution with these factors.
    pub const LU_SOLVE: Self = Self(1);
    /// The triangle of `a` becomes its factor.
    pub const CHOLESKY: Self = Self(2);
    /// `b` becomes the solution with that factor.
    pub const CHOLESKY_SOLVE: Self = Self(3);
    /// `a` becomes its triangular factor and reflections, whose factors are in `b`.
    pub const QR: Self = Self(4);
    /// `a` becomes the first columns of the product of these reflections.
    pub const MAKE_Q: Self = Self(5);
    /// `c` is multiplied by their product, on a side.
    pub const MULTIPLY_Q: Self = Self(6);
    /// `b` becomes the eigenvalues of a Hermitian `a`, which becomes their vectors.
    pub const EIGEN: Self = Self(7);
    /// `b` becomes the singular values of `a`, `c` and `d` the vectors.
    pub const SVD: Self = Self(8);
    /// `b` becomes the eigenvalues of `a`, and `c` the vectors.
    pub const GENERAL_EIGEN: Self = Self(9);
    /// `b` becomes the singular values of `a`, and the columns of `c` and `d` the vectors.
    pub const SVD_COLUMNS: Self = Self(10);
}

/// A task for a batch of matrices. Arrays at the address 0 aren't there.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    pub task: Task,
    pub operation: cublasOperation_t,
    /// What a function chooses: vectors, a side.
    pub flags: [u32; 2],
    pub m: i64,
    pub n: i64,
    pub k: i64,
    /// The columns of `b` that are solved.
    pub columns: i64,
    pub len: i64,
    pub work: u64,
    pub a: Matrix,
    pub b: Matrix,
    pub c: Matrix,
    pub d: Matrix,
    /// The rows that were exchanged, from 1 on.
    pub pivots: Matrix,
    /// 0, or what was wrong with a matrix.
    pub info: Matrix,
}

// SAFETY: it consists of integers and open enumerations, so any bytes are one.
unsafe impl Operation for Job {
    const NAME: &'static str = "cusolver::job";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        if self.work != 0 {
            // A GPU's kernels write to it.
            call.write(Elements::new(self.work, 8, super::WORK as u64 / 8))?;
        }
        (0..self.len).try_for_each(|index| {
            // Real numbers are computed with as such: beside the 0 of a complex one, what isn't finite is NaN.
            let info = if is_real(self.a.data) {
                self.one::<f64>(call, index)?
            } else {
                self.one::<Wide>(call, index)?
            };
            match self.info.address {
                0 => Ok(()),
                _ => put(call, &self.info, index, [1, 1], |_, _| info as f64),
            }
        })
    }
}

/// Stores elements of a matrix of the batch.
fn put<S: Scalar>(
    call: &NativeCall<'_>,
    to: &Matrix,
    index: i64,
    sizes: [usize; 2],
    element: impl Fn(usize, usize) -> S,
) -> Result<(), Fault> {
    to.store::<S>(call, index, sizes, false, |row, column, _| element(row, column))
}

impl Job {
    pub(super) fn new(task: Task) -> Self {
        let none = Matrix::new(0, cudaDataType::CUDA_R_32I, 1);
        let operation = cublasOperation_t::CUBLAS_OP_N;
        let (a, b, c, d, pivots, info) = (none, none, none, none, none, none);
        let sizes = [0, 0, 0, 0];
        let [m, n, k, columns] = sizes;
        Self {
            task,
            operation,
            flags: [0; 2],
            m,
            n,
            k,
            columns,
            len: 1,
            work: 0,
            a,
            b,
            c,
            d,
            pivots,
            info,
        }
    }

    pub(super) fn needs_work(&self) -> bool {
        ![Task::LU_SOLVE, Task::CHOLESKY_SOLVE].contains(&self.task)
    }

    fn one<S: Scalar>(&self, call: &NativeCall<'_>, index: i64) -> Result<usize, Fault> {
        let (m, n, k) = (size(call, self.m)?, size(call, self.n)?, size(call, self.k)?);
        let columns = size(call, self.columns)?;
        let store = |to: &Matrix, from: &Dense<S>| {
            put(call, to, index, [from.rows, from.columns], |row, column| from.get(row, column))
        };
        let vector =
            |to: &Matrix, from: &[S]| put(call, to, index, [from.len(), 1], |row, _| from[row]);
        let numbers =
            |to: &Matrix, from: &[f64]| put(call, to, index, [from.len(), 1], |row, _| from[row]);
        match self.task {
            Task::LU => {
                let mut a: Dense<S> = self.a.load(call, index, m, n)?;
                let (pivots, place) = factorize(&mut a, self.pivots.address != 0);
                store(&self.a, &a)?;
                if self.pivots.address != 0 {
                    let rows: Vec<_> = pivots.iter().map(|row| (row + 1) as f64).collect();
                    numbers(&self.pivots, &rows)?;
                }
                return Ok(place);
            }
            Task::LU_SOLVE => {
                let a: Dense<S> = self.a.load(call, index, n, n)?;
                let mut b: Dense<S> = self.b.load(call, index, n, columns)?;
                let pivots: Vec<usize> = match self.pivots.address {
                    0 => (0..n).collect(),
                    _ => {
                        let rows: Dense<f64> = self.pivots.load(call, index, n, 1)?;
                        rows.elements.iter().map(|row| (*row as usize).clamp(1, n) - 1).collect()
                    }
                };
                solve(&a, &pivots, self.operation, &mut b);
                store(&self.b, &b)?;
            }
            Task::CHOLESKY => return self.cholesky::<S>(call, index, n),
            Task::CHOLESKY_SOLVE => self.cholesky_solve::<S>(call, index, [n, columns])?,
            Task::QR => {
                let mut a: Dense<S> = self.a.load(call, index, m, n)?;
                let factors = reflect(&mut a);
                store(&self.a, &a)?;
                vector(&self.b, &factors)?;
            }
            Task::MAKE_Q => {
                let mut q = Dense::new(call, m, n)?;
                (0..n).for_each(|at| q.set(at, at, S::one()));
                self.multiply(call, index, [m, k], false, &mut q)?;
                store(&self.a, &q)?;
            }
            Task::MULTIPLY_Q => {
                let c: Dense<S> = self.c.load(call, index, m, n)?;
                let is_adjoint = self.operation != cublasOperation_t::CUBLAS_OP_N;
                if self.flags[0] == cublasSideMode_t::CUBLAS_SIDE_LEFT.0 {
                    let mut c = c;
                    self.multiply(call, index, [m, k], is_adjoint, &mut c)?;
                    store(&self.c, &c)?;
                } else {
                    let mut c = c.operated(cublasOperation_t::CUBLAS_OP_C);
                    self.multiply(call, index, [n, k], !is_adjoint, &mut c)?;
                    store(&self.c, &c.operated(cublasOperation_t::CUBLAS_OP_C))?;
                }
            }
            Task::EIGEN => {
                let mut a: Dense<S> = self.a.load(call, index, n, n)?;
                let values = eigen(&mut a);
                numbers(&self.b, &values)?;
                if self.flags[0] != 0 {
                    store(&whole(self.a), &a)?;
                }
            }
            Task::SVD | Task::SVD_COLUMNS => self.singular::<S>(call, index, [m, n])?,
            Task::GENERAL_EIGEN => self.general_eigen(call, index, n)?,
            other => return Err(call.trap(format_args!("an unknown {other:?}"))),
        }
        Ok(0)
    }

    /// Stores the eigenvalues of any matrix, and the vectors if they are wanted.
    fn general_eigen(&self, call: &NativeCall<'_>, index: i64, n: usize) -> Result<(), Fault> {
        let a: Dense<Wide> = self.a.load(call, index, n, n)?;
        let (mut values, mut vectors) = general(a);
        if is_real(self.a.data) {
            pair(&mut values, &mut vectors);
        }
        put(call, &self.b, index, [n, 1], |row, _| values[row])?;
        match self.flags[0] {
            0 => Ok(()),
            _ => put(call, &self.c, index, [n, n], |row, column| vectors.get(row, column)),
        }
    }

    /// Stores singular values, and the vectors that are wanted.
    fn singular<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        [m, n]: [usize; 2],
    ) -> Result<(), Fault> {
        let a: Dense<S> = self.a.load(call, index, m, n)?;
        let adjoint = |matrix: Dense<S>| matrix.operated(cublasOperation_t::CUBLAS_OP_C);
        let Svd { left: u, values, right: vh } = if m >= n {
            singular(a)
        } else {
            let Svd { left, values, right } = singular(adjoint(a));
            Svd { left: adjoint(right), values, right: adjoint(left) }
        };
        put(call, &self.b, index, [values.len(), 1], |row, _| values[row])?;
        let columns = |letter: u32| match u8::try_from(letter) {
            Ok(b'A') => Some(m),
            Ok(b'S') => Some(n),
            _ => None,
        };
        let (of_u, v) = match (self.task, self.flags[0]) {
            (Task::SVD_COLUMNS, 0) => (None, None),
            (Task::SVD_COLUMNS, _) => (Some(m), Some(adjoint(vh))),
            _ => (columns(self.flags[0]), columns(self.flags[1]).map(|_| vh)),
        };
        if let Some(columns) = of_u {
            put(call, &self.c, index, [m, columns], |row, column| u.get(row, column))?;
        }
        v.map_or(Ok(()), |v| {
            put(call, &self.d, index, [v.rows, v.columns], |row, column| v.get(row, column))
        })
    }

    /// Replaces a triangle by its factor; returns the order of the first minor that isn't positive, or 0.
    fn cholesky<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        n: usize,
    ) -> Result<usize, Fault> {
        let mut a: Dense<S> = self.a.load(call, index, n, n)?;
        let mut place = 0;
        for column in 0..n {
            let diagonal = a.get(column, column).wide().re
                - (0..column).map(|at| a.get(column, at).square()).sum::<f64>();
            // So is NaN.
            if diagonal.is_nan() || diagonal <= 0.0 {
                place = column + 1;
                break;
            }
            let root = diagonal.sqrt();
            a.set(column, column, S::real(root));
            for row in column + 1..n {
                let mut sum = S::default();
                for at in 0..column {
                    sum += a.get(row, at) * a.get(column, at).conj();
                }
                a.set(row, column, (a.get(row, column) - sum).parted(root));
            }
        }
        let is_lower = self.a.fill == cublasFillMode_t::CUBLAS_FILL_MODE_LOWER;
        put(call, &self.a, index, [n, n], |row, column| {
            if is_lower { a.get(row, column) } else { a.get(column, row).conj() }
        })?;
        Ok(place)
    }

    /// Replaces `b` by the solution with a triangle's factor.
    fn cholesky_solve<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        [n, columns]: [usize; 2],
    ) -> Result<(), Fault> {
        let is_lower = self.a.fill == cublasFillMode_t::CUBLAS_FILL_MODE_LOWER;
        let a: Dense<S> = self.a.load(call, index, n, n)?;
        let copy = Dense { rows: n, columns: n, elements: a.elements.clone() };
        let mut adjoint = copy.operated(cublasOperation_t::CUBLAS_OP_C);
        let mut a = a;
        let (first, second) =
            if is_lower { (&mut a, &mut adjoint) } else { (&mut adjoint, &mut a) };
        let mut b: Dense<S> = self.b.load(call, index, n, columns)?;
        // SAFETY: the factors have `n` rows and columns, and `b` has `n` rows; all are different.
        unsafe {
            substitute(true, n, columns, first.strided(), b.strided());
            substitute(false, n, columns, second.strided(), b.strided());
        }
        put(call, &self.b, index, [n, columns], |row, column| b.get(row, column))
    }

    /// Multiplies by the product of `k` reflections of `m` rows, or by its adjoint.
    fn multiply<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        [m, k]: [usize; 2],
        is_adjoint: bool,
        c: &mut Dense<S>,
    ) -> Result<(), Fault> {
        let a: Dense<S> = self.a.load(call, index, m, k)?;
        let factors: Dense<S> = self.b.load(call, index, k, 1)?;
        for step in 0..k {
            // `apply` is the adjoint of each.
            let (column, conj) = if is_adjoint { (step, false) } else { (k - 1 - step, true) };
            let factor = factors.get(column, 0);
            apply(&a, column, if conj { factor.conj() } else { factor }, c);
        }
        Ok(())
    }
}

fn is_real(data: cudaDataType) -> bool {
    matches!(data, cudaDataType::CUDA_R_32F | cudaDataType::CUDA_R_64F)
}

/// Puts eigenvalues of a real matrix in LAPACK's order: those that aren't real in pairs, with the real and the imaginary parts of one
/// vector in two columns.
fn pair(values: &mut [Wide], vectors: &mut Dense<Wide>) {
    let n = values.len();
    let columns: Vec<Vec<Wide>> =
        (0..n).map(|at| (0..n).map(|row| vectors.get(row, at)).collect()).collect();
    let vector = |at: usize| columns[at].clone();
    let mut rest: Vec<usize> = (0..n).collect();
    rest.sort_by(|one, other| values[*one].im.abs().total_cmp(&values[*other].im.abs()));
    // What is smaller than roundings isn't there.
    let size = values.iter().map(|value| value.norm()).fold(0.0, f64::max);
    let noise = 16.0 * f64::EPSILON * n as f64 * size;
    // With the place of the first of a pair.
    let mut found: Vec<(usize, Wide, Vec<Wide>)> = Vec::new();
    while let Some(at) = rest.pop() {
        let mirrored = values[at].conj();
        let distance = |other: usize| (values[other] - mirrored).norm();
        let other =
            (0..rest.len()).min_by(|a, b| distance(rest[*a]).total_cmp(&distance(rest[*b])));
        // A number is real if no other is nearer to its mirror image than itself.
        let height = mirrored.im.abs();
        let is_near = |other: &usize| height > noise && distance(rest[*other]) < 2.0 * height;
        match other.filter(is_near) {
            Some(other) => {
                let other = rest.remove(other);
                let value = (values[other] + mirrored) / 2.0;
                let (value, column) = if value.im > 0.0 {
                    (value, vector(other))
                } else {
                    (value.conj(), vector(at))
                };
                found.push((at.min(other), value, column));
            }
            None => {
                let column = vector(at);
                // Such a vector is real, but for a factor.
                let larger = |a: Wide, b: Wide| if b.norm() > a.norm() { b } else { a };
                let largest = column.iter().copied().fold(Wide::ZERO, larger);
                let factor = largest.conj() / largest.norm();
                let column = column.into_iter().map(|value| (value * factor).re.into()).collect();
                found.push((at, values[at].re.into(), column));
            }
        }
    }
    found.sort_by_key(|(at, ..)| *at);
    let mut to = 0;
    for (_, value, column) in found {
        let mut put = |value: Wide, part: &dyn Fn(&Wide) -> f64| {
            values[to] = value;
            column
                .iter()
                .enumerate()
                .for_each(|(row, element)| vectors.set(row, to, part(element).into()));
            to += 1;
        };
        put(value, &|element| element.re);
        if value.im != 0.0 {
            put(value.conj(), &|element| element.im);
        }
    }
}

/// All elements of a matrix of which a triangle was read.
fn whole(mut matrix: Matrix) -> Matrix {
    matrix.form = Form::GENERAL;
    (matrix.below, matrix.above) = (i64::MAX, i64::MAX);
    matrix
}
