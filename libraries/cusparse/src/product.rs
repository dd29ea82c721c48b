//! Products of a sparse matrix with vectors and matrices, and those of two matrices at the places of a sparse one.

use core::ffi::c_void;

use cublas::{Matrix, MatrixMut, Scalar};
use cuda_driver::{DeviceSlice, DeviceSliceMut, Stream};
use cuda_libraries_sys::cusparse::{
    Symbol, cusparseOperation_t, cusparseOrder_t, cusparseSDDMMAlg_t, cusparseSpMMAlg_t,
    cusparseSpMVAlg_t,
};
use cuda_libraries_sys::shared::cudaDataType;

use crate::element::{FactorOf, Index, Operation, compute, data};
use crate::error::Error;
use crate::handle::{Job, MatrixKey, Sparse};
use crate::matrix::{Format, SparseMatrix};
use cuda_library_support::Operand;

/// A dense matrix, as cuSPARSE sees it.
pub(crate) struct Dense<'a> {
    name: &'static str,
    stream: &'a Stream,
    pub(crate) address: u64,
    size: usize,
    pub(crate) shape: (usize, usize),
    leading: usize,
    is_row_major: bool,
    is_usable: bool,
}

impl<'a, T: Scalar> From<(&'static str, &Matrix<'a, T>)> for Dense<'a> {
    fn from((name, view): (&'static str, &Matrix<'a, T>)) -> Self {
        Self {
            name,
            stream: view.stream(),
            address: view.as_raw(),
            size: size_of::<T>(),
            shape: view.shape(),
            leading: view.row_stride(),
            is_row_major: !view.is_transposed(),
            is_usable: view.len() == 1 && !view.is_conjugated(),
        }
    }
}

impl<'a, T: Scalar> From<(&'static str, &MatrixMut<'a, T>)> for Dense<'a> {
    fn from((name, view): (&'static str, &MatrixMut<'a, T>)) -> Self {
        Self {
            name,
            stream: view.stream(),
            address: view.as_raw(),
            size: size_of::<T>(),
            shape: view.shape(),
            leading: view.row_stride(),
            is_row_major: !view.is_transposed(),
            is_usable: view.len() == 1,
        }
    }
}

impl Dense<'_> {
    pub(crate) fn operand(&self) -> Operand<'_> {
        Operand::new(self.name, self.stream, self.address, self.size)
    }

    /// Returns what is passed for it in its own order.
    pub(crate) fn key<T: Scalar>(&self) -> MatrixKey {
        let (rows, columns) = self.shape;
        let order = if self.is_row_major {
            cusparseOrder_t::CUSPARSE_ORDER_ROW
        } else {
            cusparseOrder_t::CUSPARSE_ORDER_COL
        };
        ([rows, columns, self.leading].map(|size| size as i64), data::<T>(), order)
    }

    /// Returns the same in an order: its transpose, where that isn't its own.
    pub(crate) fn key_in<T: Scalar>(&self, is_row_major: bool) -> (MatrixKey, cusparseOperation_t) {
        let ([rows, columns, leading], ty, order) = self.key::<T>();
        if self.is_row_major == is_row_major {
            let none = cusparseOperation_t::CUSPARSE_OPERATION_NON_TRANSPOSE;
            return (([rows, columns, leading], ty, order), none);
        }
        let other = if is_row_major {
            cusparseOrder_t::CUSPARSE_ORDER_ROW
        } else {
            cusparseOrder_t::CUSPARSE_ORDER_COL
        };
        let transposed = cusparseOperation_t::CUSPARSE_OPERATION_TRANSPOSE;
        (([columns, rows, leading], ty, other), transposed)
    }

    fn text(&self) -> String {
        format!("{} of {} × {}", self.name, self.shape.0, self.shape.1)
    }
}

/// Returns an error unless dense operands fit a sparse one, and cuSPARSE takes them.
pub(crate) fn demand(
    job: Job<'_>,
    dense: &[&Dense<'_>],
    fits: bool,
    rule: &'static str,
) -> Result<(), Error> {
    let rule = if !dense.iter().all(|operand| operand.is_usable) {
        "dense matrices are one each, and cuSPARSE takes no conjugates of them: copy them"
    } else if fits {
        return Ok(());
    } else {
        rule
    };
    Err(Error::Shapes { call: job.call, operands: (job.operands)(), rule })
}

/// A factor in host memory, aligned as C aligns complex numbers: cuSPARSE reads 16 bytes at once.
#[repr(align(16))]
pub(crate) struct AlignedFactor<T>(pub(crate) T);

impl<T> AlignedFactor<T> {
    pub(crate) fn address(&self) -> *const c_void {
        (&raw const self.0).cast()
    }
}

/// Returns an error for products that cuSPARSE doesn't have.
fn demand_product<T: Scalar, I>(
    job: Job<'_>,
    operation: Operation,
    a: &SparseMatrix<T, I>,
    is_many: bool,
) -> Result<(), Error> {
    let (is_plain, is_half) = (operation == Operation::None, data::<T>() != compute::<T>());
    let (fits, kinds) = match a.format() {
        Format::Bsr { .. } => (is_plain && a.cusparse.version() >= 12_600, BLOCKS),
        Format::Csc => (!(is_half && is_many), HALVES),
        Format::Csr | Format::Coo => (is_plain || !(is_half && is_many), HALVES),
    };
    let (_, inner) = operation.shape(a.shape());
    if inner == 0 && a.cusparse.version() < 12_600 {
        let rule = "cuSPARSE before 12.6 leaves the result as it was where there is nothing to add";
        return demand(job, &[], false, rule);
    }
    demand(job, &[], fits, kinds)
}

const BLOCKS: &str =
    "cuSPARSE multiplies blocks only with `Operation::None`, and since 12.6, of CUDA 13";
const HALVES: &str = "cuSPARSE multiplies 16-bit floats with dense matrices only with `Operation::None`, in CSR or COO: `convert` makes \
                      them";

pub(crate) fn listed(sparse: &str, dense: &[&Dense<'_>]) -> String {
    dense.iter().fold(sparse.to_owned(), |all, operand| all + ", " + &operand.text())
}

/// Products.
impl Sparse<'_> {
    /// Computes `y = alpha * a * x + beta * y`, or with the transpose of `a`. If `beta` is 0, `y` isn't read.
    ///
    /// ```no_run
    /// use cuda_driver::Driver;
    /// use cusparse::{Cusparse, Format, Operation, Parts};
    ///
    /// let context = Driver::load()?.device(0)?.primary_context()?;
    /// let stream = context.stream()?;
    /// let cusparse = Cusparse::load()?;
    /// let mut handle = cusparse.handle(&context)?;
    /// let parts = Parts { offsets: &[0, 1, 2][..], indices: &[1, 0], values: &[2.0_f32, 3.0][..] };
    /// let a = cusparse.upload(&stream, Format::Csr, (2, 2), parts)?;
    /// let (x, mut y) = (stream.upload(&[1.0_f32, 10.0])?, stream.alloc(2)?);
    /// handle.on(&stream).spmv(Operation::None, 1.0, &a, &x, 0.0, &mut y)?;
    /// assert_eq!(y.to_vec()?, [20.0, 3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias("cusparseSpMV", "cusparseSpMV_bufferSize"))]
    #[doc(alias("cusparseCreateDnVec", "cusparseDnVecSetValues", "cusparseDestroyDnVec"))]
    pub fn spmv<'x, 'y, T: Scalar, I: Index>(
        &mut self,
        operation: Operation,
        alpha: FactorOf<T>,
        a: &SparseMatrix<T, I>,
        x: impl Into<DeviceSlice<'x, T>>,
        beta: FactorOf<T>,
        y: impl Into<DeviceSliceMut<'y, T>>,
    ) -> Result<(), Error> {
        let (x, y) = (x.into(), y.into());
        let operands = || format!("{}, x of {}, y of {}", a.text(), x.len(), y.len());
        let job = Job { call: "spmv", operands: &operands };
        let fits = operation.shape(a.shape()) == (y.len(), x.len());
        demand(job, &[], fits, "x has an element for each column, and y for each row")?;
        demand_product(job, operation, a, false)?;
        let of_x = Operand::new("x", x.stream(), x.as_raw(), size_of::<T>());
        let of_y = Operand::new("y", y.stream(), y.as_raw(), size_of::<T>());
        self.check(job.call, &[self.operand(job, "a", a)?, of_x, of_y])?;
        if y.is_empty() {
            return Ok(());
        }
        let of_x = self.vector(0, job, (x.len(), data::<T>(), x.as_raw()))?;
        let of_y = self.vector(1, job, (y.len(), data::<T>(), y.as_raw()))?;
        let (alpha, beta) = (AlignedFactor(alpha), AlignedFactor(beta));
        let (raw, alpha, beta) = (operation.raw::<T>(), alpha.address(), beta.address());
        let (ty, algorithm) = (compute::<T>(), cusparseSpMVAlg_t::CUSPARSE_SPMV_ALG_DEFAULT);
        let d = a.descriptor().cast_const();
        let mut allocated = None;
        let prepared = a.prepared.last().filter(|prepared| prepared.0 == Some(operation));
        let pointer = match prepared {
            Some((_, buffer)) => buffer.as_raw() as *mut c_void,
            None => {
                let needed = self.size(
                    job,
                    Symbol::cusparseSpMV_bufferSize,
                    self.table().cusparseSpMV_bufferSize,
                    |function, handle, size| {
                        // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                        unsafe {
                            function(handle, raw, alpha, d, of_x, beta, of_y, ty, algorithm, size)
                        }
                    },
                )?;
                allocated.insert(self.memory(job.call, needed)?).pointer()
            }
        };
        self.call(job, Symbol::cusparseSpMV, self.table().cusparseSpMV, |function, handle| {
            // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
            unsafe { function(handle, raw, alpha, d, of_x, beta, of_y, ty, algorithm, pointer) }
        })?;
        Ok(())
    }

    /// Lets [`spmv`](Self::spmv) with a matrix and an operation begin with what depends on its indices alone; memory for that is
    /// kept with the matrix. It needs cuSPARSE 12.3.1, of CUDA 12.4.
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias("cusparseSpMV_preprocess", "cusparseSpMV_bufferSize"))]
    pub fn prepare<T: Scalar, I: Index>(
        &mut self,
        operation: Operation,
        a: &mut SparseMatrix<T, I>,
    ) -> Result<(), Error> {
        let text = a.text();
        let operands = || text.clone();
        let job = Job { call: "prepare", operands: &operands };
        demand_product(job, operation, a, false)?;
        self.check(job.call, &[self.operand(job, "a", a)?])?;
        self.check_not_captured(job.call)?;
        let (rows, columns) = operation.shape(a.shape());
        if rows == 0 {
            return Ok(());
        }
        // Vectors of these sizes, of which nothing is read.
        let nothing = self.stream.alloc::<T>(1)?;
        let of_x = self.vector(0, job, (columns, data::<T>(), nothing.as_raw()))?;
        let of_y = self.vector(1, job, (rows, data::<T>(), nothing.as_raw()))?;
        let (one, zero) =
            (<FactorOf<T> as cublas::Factor>::ONE, <FactorOf<T> as cublas::Factor>::ZERO);
        let (one, zero) = (AlignedFactor(one), AlignedFactor(zero));
        let (raw, alpha, beta) = (operation.raw::<T>(), one.address(), zero.address());
        let (ty, algorithm) = (compute::<T>(), cusparseSpMVAlg_t::CUSPARSE_SPMV_ALG_DEFAULT);
        let d = a.descriptor().cast_const();
        let needed = self.size(
            job,
            Symbol::cusparseSpMV_bufferSize,
            self.table().cusparseSpMV_bufferSize,
            |function, handle, size| {
                // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                unsafe { function(handle, raw, alpha, d, of_x, beta, of_y, ty, algorithm, size) }
            },
        )?;
        let buffer = self.stream.alloc::<u8>(needed.max(1))?;
        let pointer = buffer.as_raw() as *mut c_void;
        // As long as cuSPARSE may take memory there for what it had prepared, that is kept.
        a.prepared.push((None, buffer));
        self.call(
            job,
            Symbol::cusparseSpMV_preprocess,
            self.table().cusparseSpMV_preprocess,
            |function, handle| {
                // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                unsafe { function(handle, raw, alpha, d, of_x, beta, of_y, ty, algorithm, pointer) }
            },
        )?;
        a.prepared.drain(..a.prepared.len() - 1);
        a.prepared[0].0 = Some(operation);
        Ok(())
    }

    /// Computes `c = alpha * a * b + beta * c`, or with the transpose of `a`, of dense `b` and `c` in any order. If `beta` is 0, `c`
    /// isn't read.
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias("cusparseSpMM", "cusparseSpMM_bufferSize"))]
    #[doc(alias("cusparseCreateDnMat", "cusparseDnMatSetValues", "cusparseDestroyDnMat"))]
    pub fn spmm<T: Scalar, I: Index>(
        &mut self,
        operation: Operation,
        alpha: FactorOf<T>,
        a: &SparseMatrix<T, I>,
        b: Matrix<'_, T>,
        beta: FactorOf<T>,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let (b, c) = (Dense::from(("b", &b)), Dense::from(("c", &c)));
        let operands = || listed(&a.text(), &[&b, &c]);
        let job = Job { call: "spmm", operands: &operands };
        let (rows, inner) = operation.shape(a.shape());
        let fits = c.shape.0 == rows && b.shape == (inner, c.shape.1);
        demand(
            job,
            &[&b, &c],
            fits,
            "b has a row for each column of a, and c the rows of a and the columns of b",
        )?;
        demand_product(job, operation, a, true)?;
        self.check(job.call, &[self.operand(job, "a", a)?, b.operand(), c.operand()])?;
        if rows == 0 || c.shape.1 == 0 {
            return Ok(());
        }
        let (key, of_b) = b.key_in::<T>(c.is_row_major);
        let b = self.matrix(0, job, key, b.address)?;
        let c = self.matrix(1, job, c.key::<T>(), c.address)?;
        let (alpha, beta) = (AlignedFactor(alpha), AlignedFactor(beta));
        let (raw, alpha, beta) = (operation.raw::<T>(), alpha.address(), beta.address());
        let (ty, algorithm) = (compute::<T>(), cusparseSpMMAlg_t::CUSPARSE_SPMM_ALG_DEFAULT);
        let d = a.descriptor().cast_const();
        let needed = self.size(
            job,
            Symbol::cusparseSpMM_bufferSize,
            self.table().cusparseSpMM_bufferSize,
            |function, handle, size| {
                // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                unsafe { function(handle, raw, of_b, alpha, d, b, beta, c, ty, algorithm, size) }
            },
        )?;
        let memory = self.memory(job.call, needed)?;
        self.call(job, Symbol::cusparseSpMM, self.table().cusparseSpMM, |function, handle| {
            // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
            unsafe {
                function(handle, raw, of_b, alpha, d, b, beta, c, ty, algorithm, memory.pointer())
            }
        })?;
        Ok(())
    }

    /// Replaces each value of `c` by `alpha` times the element of `a * b` at its place, plus `beta` times the value: of dense `a` and
    /// `b` in any order.
    ///
    /// # Errors
    /// As [`Sparse`] says; `c` is of [`Format::Csr`], and its values aren't `bf16`.
    #[doc(alias("cusparseSDDMM", "cusparseSDDMM_bufferSize"))]
    pub fn sddmm<T: Scalar, I: Index>(
        &mut self,
        alpha: FactorOf<T>,
        a: Matrix<'_, T>,
        b: Matrix<'_, T>,
        beta: FactorOf<T>,
        c: &mut SparseMatrix<T, I>,
    ) -> Result<(), Error> {
        let (a, b, c) = (Dense::from(("a", &a)), Dense::from(("b", &b)), &*c);
        let operands = || listed(&c.text(), &[&a, &b]);
        let job = Job { call: "sddmm", operands: &operands };
        let is_of = c.shape() == (a.shape.0, b.shape.1) && a.shape.1 == b.shape.0;
        let fits = is_of && c.format() == Format::Csr;
        demand(
            job,
            &[&a, &b],
            fits,
            "c is CSR, with the rows of a and the columns of b, and b has a row for each column of a",
        )?;
        let is_bf16 = data::<T>() == cudaDataType::CUDA_R_16BF;
        demand(job, &[], !is_bf16, "cuSPARSE has it for all values but `bf16`")?;
        self.check(job.call, &[a.operand(), b.operand(), self.operand(job, "c", c)?])?;
        if c.nnz() == 0 {
            return Ok(());
        }
        let ((key_a, of_a), (key_b, of_b)) = (a.key_in::<T>(true), b.key_in::<T>(true));
        let a = self.matrix(0, job, key_a, a.address)?;
        let b = self.matrix(1, job, key_b, b.address)?;
        let (alpha, beta) = (AlignedFactor(alpha), AlignedFactor(beta));
        let (alpha, beta, d) = (alpha.address(), beta.address(), c.descriptor());
        let (ty, algorithm) = (compute::<T>(), cusparseSDDMMAlg_t::CUSPARSE_SDDMM_ALG_DEFAULT);
        let needed = self.size(
            job,
            Symbol::cusparseSDDMM_bufferSize,
            self.table().cusparseSDDMM_bufferSize,
            |function, handle, size| {
                // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                unsafe { function(handle, of_a, of_b, alpha, a, b, beta, d, ty, algorithm, size) }
            },
        )?;
        let memory = self.memory(job.call, needed)?;
        self.call(job, Symbol::cusparseSDDMM, self.table().cusparseSDDMM, |function, handle| {
            // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
            unsafe {
                function(handle, of_a, of_b, alpha, a, b, beta, d, ty, algorithm, memory.pointer())
            }
        })?;
        Ok(())
    }
}
