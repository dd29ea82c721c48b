//! Solutions of triangular systems.

use core::ffi::c_void;

use cublas::{BlasType, Factor, Fill, Matrix, MatrixMut};
use cuda_driver::{DeviceBuffer, DeviceSlice, DeviceSliceMut};
use cuda_libraries_sys::cusparse::{
    Symbol, cusparseDiagType_t, cusparseFillMode_t, cusparseOrder_t, cusparseSpMatAttribute_t,
    cusparseSpSMAlg_t, cusparseSpSMUpdate_t, cusparseSpSVAlg_t, cusparseSpSVUpdate_t,
};

use crate::descriptor::{Descriptor, MatrixSolution, VectorSolution};
use crate::element::{FactorOf, Index, Operation, compute, data};
use crate::error::{Error, ErrorWithValue};
use crate::handle::{Job, Sparse};
use crate::matrix::{Format, SparseMatrix};
use crate::product::{AlignedFactor, Dense, demand, listed};
use cuda_library_support::Operand;

/// A triangle of a square matrix, and what is known of it for solutions: it is analyzed once, and then solved with often.
///
/// It is made by [`Sparse::triangular`], for vectors, or [`Sparse::triangular_columns`], for matrices of so many columns.
#[derive(Debug)]
#[doc(alias("cusparseSpSVDescr_t", "cusparseSpSMDescr_t"))]
pub struct Triangular<T, I = i32> {
    solution: Solution,
    operation: Operation,
    /// The triangle: cuSPARSE multiplies by none, so the matrix has a description of its own.
    triangle: Descriptor,
    /// What cuSPARSE has written there.
    _work: DeviceBuffer<u8>,
    matrix: SparseMatrix<T, I>,
}

#[derive(Debug)]
enum Solution {
    Vector(VectorSolution),
    /// With the number of columns.
    Columns(MatrixSolution, usize),
}

const ROW: cusparseOrder_t = cusparseOrder_t::CUSPARSE_ORDER_ROW;
const VECTOR: cusparseSpSVAlg_t = cusparseSpSVAlg_t::CUSPARSE_SPSV_ALG_DEFAULT;
const COLUMNS: cusparseSpSMAlg_t = cusparseSpSMAlg_t::CUSPARSE_SPSM_ALG_DEFAULT;

impl<T, I> Triangular<T, I> {
    /// Returns the matrix.
    #[must_use]
    pub fn matrix(&self) -> &SparseMatrix<T, I> {
        &self.matrix
    }
}

/// Solutions of triangular systems.
impl Sparse<'_> {
    /// Analyzes a triangle of a matrix of CSR or COO, for [`spsv`](Self::spsv). The other triangle isn't read, nor the diagonal where
    /// `is_unit`, which says that it is 1.
    ///
    /// # Errors
    /// The matrix, with the error that [`Sparse`] says.
    #[doc(alias(
        "cusparseSpSV_createDescr",
        "cusparseSpSV_destroyDescr",
        "cusparseSpSV_bufferSize"
    ))]
    #[doc(alias("cusparseSpSV_analysis", "cusparseSpMatSetAttribute"))]
    pub fn triangular<T: BlasType, I: Index>(
        &mut self,
        operation: Operation,
        matrix: SparseMatrix<T, I>,
        fill: Fill,
        is_unit: bool,
    ) -> Result<Triangular<T, I>, ErrorWithValue<SparseMatrix<T, I>>> {
        self.of_triangle(operation, matrix, fill, is_unit, None)
    }

    /// Analyzes a triangle for [`spsm`](Self::spsm) with row-major matrices of so many columns.
    ///
    /// # Errors
    /// The matrix, with the error that [`Sparse`] says.
    #[doc(alias(
        "cusparseSpSM_createDescr",
        "cusparseSpSM_destroyDescr",
        "cusparseSpSM_bufferSize"
    ))]
    #[doc(alias("cusparseSpSM_analysis"))]
    pub fn triangular_columns<T: BlasType, I: Index>(
        &mut self,
        operation: Operation,
        matrix: SparseMatrix<T, I>,
        fill: Fill,
        is_unit: bool,
        columns: usize,
    ) -> Result<Triangular<T, I>, ErrorWithValue<SparseMatrix<T, I>>> {
        self.of_triangle(operation, matrix, fill, is_unit, Some(columns))
    }

    fn of_triangle<T: BlasType, I: Index>(
        &mut self,
        operation: Operation,
        matrix: SparseMatrix<T, I>,
        fill: Fill,
        is_unit: bool,
        columns: Option<usize>,
    ) -> Result<Triangular<T, I>, ErrorWithValue<SparseMatrix<T, I>>> {
        match self.analyze(operation, &matrix, fill, is_unit, columns) {
            Ok((solution, triangle, work)) => {
                Ok(Triangular { solution, operation, triangle, _work: work, matrix })
            }
            Err(error) => Err(ErrorWithValue::new(matrix, error)),
        }
    }

    /// Returns what cuSPARSE knows of a triangle, its description, and the memory where it has that.
    fn analyze<T: BlasType, I: Index>(
        &mut self,
        operation: Operation,
        matrix: &SparseMatrix<T, I>,
        fill: Fill,
        is_unit: bool,
        columns: Option<usize>,
    ) -> Result<(Solution, Descriptor, DeviceBuffer<u8>), Error> {
        let operands = || matrix.text();
        let call = if columns.is_some() { "triangular_columns" } else { "triangular" };
        let job = Job { call, operands: &operands };
        let (rows, count) = (matrix.shape().0, columns.unwrap_or(1));
        let has_format = matches!(matrix.format(), Format::Csr | Format::Coo);
        let fits = has_format && rows == matrix.shape().1 && rows > 0 && count > 0;
        demand(
            job,
            &[],
            fits,
            "it is CSR or COO and square, with a row and a column to solve for",
        )?;
        self.check(job.call, &[self.operand(job, "matrix", matrix)?])?;
        self.check_not_captured(job.call)?;
        let fill = match fill {
            Fill::Upper => cusparseFillMode_t::CUSPARSE_FILL_MODE_UPPER.0,
            Fill::Lower => cusparseFillMode_t::CUSPARSE_FILL_MODE_LOWER.0,
        };
        let diagonal = if is_unit {
            cusparseDiagType_t::CUSPARSE_DIAG_TYPE_UNIT.0
        } else {
            cusparseDiagType_t::CUSPARSE_DIAG_TYPE_NON_UNIT.0
        };
        let triangle = matrix.described_anew()?;
        self.set(job, &triangle, cusparseSpMatAttribute_t::CUSPARSE_SPMAT_FILL_MODE, fill)?;
        self.set(job, &triangle, cusparseSpMatAttribute_t::CUSPARSE_SPMAT_DIAG_TYPE, diagonal)?;
        // Operands of these sizes, of which nothing is read.
        let nothing = self.stream.alloc::<T>(1)?;
        let (raw, d, ty) = (operation.raw::<T>(), triangle.raw().cast_const(), compute::<T>());
        let one = AlignedFactor(<FactorOf<T> as Factor>::ONE);
        let (alpha, library, context) =
            (one.address(), self.cusparse(), self.stream.context().clone());
        let none = Operation::None.raw::<T>();
        Ok(match columns {
            None => {
                let state = VectorSolution::new(library, &context, job.operands)?;
                let all = (rows, data::<T>(), nothing.as_raw());
                let (x, y, plan) =
                    (self.vector(0, job, all)?, self.vector(1, job, all)?, state.raw());
                let needed = self.size(
                    job,
                    Symbol::cusparseSpSV_bufferSize,
                    self.table().cusparseSpSV_bufferSize,
                    |function, handle, size| {
                        // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                        unsafe { function(handle, raw, alpha, d, x, y, ty, VECTOR, plan, size) }
                    },
                )?;
                let work = self.stream.alloc::<u8>(needed.max(1))?;
                let buffer = work.as_raw() as *mut c_void;
                self.call(
                    job,
                    Symbol::cusparseSpSV_analysis,
                    self.table().cusparseSpSV_analysis,
                    |function, handle| {
                        // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                        unsafe { function(handle, raw, alpha, d, x, y, ty, VECTOR, plan, buffer) }
                    },
                )?;
                (Solution::Vector(state), triangle, work)
            }
            Some(columns) => {
                let state = MatrixSolution::new(library, &context, job.operands)?;
                let sizes = [rows, columns, columns].map(|size| size as i64);
                let (key, at) = ((sizes, data::<T>(), ROW), nothing.as_raw());
                let (b, c) = (self.matrix(0, job, key, at)?, self.matrix(1, job, key, at)?);
                let plan = state.raw();
                let needed = self.size(
                    job,
                    Symbol::cusparseSpSM_bufferSize,
                    self.table().cusparseSpSM_bufferSize,
                    |function, handle, size| {
                        // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                        unsafe {
                            function(handle, raw, none, alpha, d, b, c, ty, COLUMNS, plan, size)
                        }
                    },
                )?;
                let work = self.stream.alloc::<u8>(needed.max(1))?;
                let buffer = work.as_raw() as *mut c_void;
                self.call(
                    job,
                    Symbol::cusparseSpSM_analysis,
                    self.table().cusparseSpSM_analysis,
                    |function, handle| {
                        // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                        unsafe {
                            function(handle, raw, none, alpha, d, b, c, ty, COLUMNS, plan, buffer)
                        }
                    },
                )?;
                (Solution::Columns(state, columns), triangle, work)
            }
        })
    }

    /// Sets an attribute of a matrix.
    fn set(
        &mut self,
        job: Job<'_>,
        triangle: &Descriptor,
        attribute: cusparseSpMatAttribute_t,
        mut value: u32,
    ) -> Result<(), Error> {
        let (d, value) = (triangle.raw(), (&raw mut value).cast::<c_void>());
        self.call(
            job,
            Symbol::cusparseSpMatSetAttribute,
            self.table().cusparseSpMatSetAttribute,
            |function, _| {
                // SAFETY: descriptors are alive, other pointers are to live values, and addresses are only stored.
                unsafe { function(d, attribute, value, size_of::<u32>()) }
            },
        )?;
        Ok(())
    }

    /// Writes the solution `y` of `a * y = alpha * x`, where `a` is the triangle, or its transpose as it was analyzed.
    ///
    /// # Errors
    /// As [`Sparse`] says. A 0 on the diagonal isn't one, but gives infinite numbers.
    #[doc(alias = "cusparseSpSV_solve")]
    pub fn spsv<'x, 'y, T: BlasType, I: Index>(
        &mut self,
        alpha: FactorOf<T>,
        a: &mut Triangular<T, I>,
        x: impl Into<DeviceSlice<'x, T>>,
        y: impl Into<DeviceSliceMut<'y, T>>,
    ) -> Result<(), Error> {
        let (x, y, rows) = (x.into(), y.into(), a.matrix.shape().0);
        let operands = || format!("{}, x of {}, y of {}", a.matrix.text(), x.len(), y.len());
        let job = Job { call: "spsv", operands: &operands };
        let is_of = (x.len(), y.len()) == (rows, rows);
        let state = match &a.solution {
            Solution::Vector(state) if is_of => state.raw(),
            _ => {
                return demand(
                    job,
                    &[],
                    false,
                    "it was analyzed for vectors, and these have an element for each row",
                );
            }
        };
        let of_x = Operand::new("x", x.stream(), x.as_raw(), size_of::<T>());
        let of_y = Operand::new("y", y.stream(), y.as_raw(), size_of::<T>());
        self.check(job.call, &[self.operand(job, "a", &a.matrix)?, of_x, of_y])?;
        let of_x = self.vector(0, job, (rows, data::<T>(), x.as_raw()))?.cast_const();
        let of_y = self.vector(1, job, (rows, data::<T>(), y.as_raw()))?;
        let alpha = AlignedFactor(alpha);
        let (raw, alpha, ty) = (a.operation.raw::<T>(), alpha.address(), compute::<T>());
        let d = a.triangle.raw().cast_const();
        self.call(
            job,
            Symbol::cusparseSpSV_solve,
            self.table().cusparseSpSV_solve,
            |function, handle| {
                // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                unsafe { function(handle, raw, alpha, d, of_x, of_y, ty, VECTOR, state) }
            },
        )?;
        Ok(())
    }

    /// Writes the solution `c` of `a * c = alpha * b` for several columns, of row-major `b` and `c`.
    ///
    /// # Errors
    /// As [`Sparse`] says. A 0 on the diagonal isn't one, but gives infinite numbers.
    #[doc(alias = "cusparseSpSM_solve")]
    pub fn spsm<T: BlasType, I: Index>(
        &mut self,
        alpha: FactorOf<T>,
        a: &mut Triangular<T, I>,
        b: Matrix<'_, T>,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let (b, c, rows) = (Dense::from(("b", &b)), Dense::from(("c", &c)), a.matrix.shape().0);
        let operands = || listed(&a.matrix.text(), &[&b, &c]);
        let job = Job { call: "spsm", operands: &operands };
        let state = match &a.solution {
            Solution::Columns(state, columns) => (b.key::<T>() == c.key::<T>()
                && b.key::<T>()
                    == ([rows, *columns, *columns].map(|size| size as i64), data::<T>(), ROW))
                .then(|| state.raw()),
            Solution::Vector(_) => None,
        };
        let rule = "it was analyzed for row-major matrices of so many rows and columns, one row after the other";
        demand(job, &[&b, &c], state.is_some(), rule)?;
        let Some(state) = state else { return Ok(()) };
        self.check(job.call, &[self.operand(job, "a", &a.matrix)?, b.operand(), c.operand()])?;
        let of_b = self.matrix(0, job, b.key::<T>(), b.address)?.cast_const();
        let of_c = self.matrix(1, job, c.key::<T>(), c.address)?;
        let alpha = AlignedFactor(alpha);
        let (raw, alpha, ty) = (a.operation.raw::<T>(), alpha.address(), compute::<T>());
        let (d, none) = (a.triangle.raw().cast_const(), Operation::None.raw::<T>());
        self.call(
            job,
            Symbol::cusparseSpSM_solve,
            self.table().cusparseSpSM_solve,
            |function, handle| {
                // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                unsafe { function(handle, raw, none, alpha, d, of_b, of_c, ty, COLUMNS, state) }
            },
        )?;
        Ok(())
    }

    /// Replaces the values of an analyzed triangle, all of them. It needs cuSPARSE 12.1, or for columns 12.3.1, of CUDA 12.4.
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias(
        "cusparseSpSV_updateMatrix",
        "cusparseSpSM_updateMatrix",
        "cusparseSpMatSetValues"
    ))]
    pub fn replace_values<'v, T: BlasType, I: Index>(
        &mut self,
        a: &mut Triangular<T, I>,
        values: impl Into<DeviceSlice<'v, T>>,
    ) -> Result<(), Error> {
        let (text, values) = (a.matrix.text(), values.into());
        let operands = || text.clone();
        let job = Job { call: "replace_values", operands: &operands };
        demand(job, &[], values.len() == a.matrix.nnz(), "there are as many values as before")?;
        let of_values = Operand::new("values", values.stream(), values.as_raw(), size_of::<T>());
        self.check(job.call, &[self.operand(job, "a", &a.matrix)?, of_values])?;
        self.check_not_captured(job.call)?;
        let (library, table) = (self.cusparse(), self.table());
        match &a.solution {
            Solution::Vector(_) => library
                .require(Symbol::cusparseSpSV_updateMatrix, table.cusparseSpSV_updateMatrix)
                .map(drop),
            Solution::Columns(..) => library
                .require(Symbol::cusparseSpSM_updateMatrix, table.cusparseSpSM_updateMatrix)
                .map(drop),
        }?;
        // cuSPARSE's copy is made of that of the matrix.
        self.stream.copy(values, &mut a.matrix.values)?;
        let pointer = a.matrix.values.as_raw() as *mut c_void;
        match &a.solution {
            Solution::Vector(state) => {
                let (plan, part) =
                    (state.raw(), cusparseSpSVUpdate_t::CUSPARSE_SPSV_UPDATE_GENERAL);
                self.call(
                    job,
                    Symbol::cusparseSpSV_updateMatrix,
                    self.table().cusparseSpSV_updateMatrix,
                    |function, handle| {
                        // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                        unsafe { function(handle, plan, pointer, part) }
                    },
                )?;
            }
            Solution::Columns(state, _) => {
                let (plan, part) =
                    (state.raw(), cusparseSpSMUpdate_t::CUSPARSE_SPSM_UPDATE_GENERAL);
                self.call(
                    job,
                    Symbol::cusparseSpSM_updateMatrix,
                    self.table().cusparseSpSM_updateMatrix,
                    |function, handle| {
                        // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                        unsafe { function(handle, plan, pointer, part) }
                    },
                )?;
            }
        }
        Ok(())
    }
}
