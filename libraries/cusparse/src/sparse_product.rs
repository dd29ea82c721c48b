//! Products of sparse matrices.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::sync::Arc;

use cublas::BlasType;
use cuda_driver::DeviceBuffer;
use cuda_libraries_sys::cusparse::{
    Symbol, cusparseConstSpMatDescr_t, cusparseIndexBase_t, cusparseOperation_t,
    cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, cusparseSpMatDescr_t,
};

use crate::descriptor::{Descriptor, ProductState};
use crate::element::{FactorOf, Index, Operation, compute, data};
use crate::error::Error;
use crate::handle::{Job, Sparse};
use crate::matrix::{Format, Pattern, SparseMatrix, TOO_LARGE, text};
use crate::product::{AlignedFactor, demand};

/// The product of two sparse matrices: where its values are is computed once, and the values as often as those of the factors
/// change. It is made by [`Sparse::product`].
#[derive(Debug)]
#[doc(alias = "cusparseSpGEMMDescr_t")]
pub struct SparseProduct<T> {
    state: ProductState,
    /// What cuSPARSE has written there.
    _work: Vec<DeviceBuffer<u8>>,
    patterns: [Arc<Pattern<i32>>; 2],
    result: SparseMatrix<T, i32>,
}

const ALGORITHM: cusparseSpGEMMAlg_t = cusparseSpGEMMAlg_t::CUSPARSE_SPGEMM_DEFAULT;

impl<T> SparseProduct<T> {
    /// Returns the result; before [`spgemm`](Sparse::spgemm), all its values are 0.
    #[must_use]
    pub fn result(&self) -> &SparseMatrix<T, i32> {
        &self.result
    }

    /// Returns the result alone.
    #[must_use]
    pub fn into_result(self) -> SparseMatrix<T, i32> {
        self.result
    }
}

impl Sparse<'_> {
    /// Finds out where the product `a * b` of CSR matrices has values. It waits for the stream.
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias(
        "cusparseSpGEMM_createDescr",
        "cusparseSpGEMM_destroyDescr",
        "cusparseSpMatGetSize"
    ))]
    #[doc(alias("cusparseSpGEMMreuse_workEstimation", "cusparseSpGEMMreuse_nnz"))]
    #[doc(alias("cusparseSpGEMMreuse_copy", "cusparseCsrSetPointers"))]
    pub fn product<T: BlasType>(
        &mut self,
        a: &SparseMatrix<T, i32>,
        b: &SparseMatrix<T, i32>,
    ) -> Result<SparseProduct<T>, Error> {
        let operands = || format!("{}, {}", a.text(), b.text());
        let job = Job { call: "product", operands: &operands };
        let is_csr = a.format() == Format::Csr && b.format() == Format::Csr;
        let fits = is_csr && a.shape().1 == b.shape().0;
        demand(job, &[], fits, "they are CSR, and b has a row for each column of a")?;
        self.check(job.call, &[self.operand(job, "a", a)?, self.operand(job, "b", b)?])?;
        self.check_not_captured(job.call)?;
        let (stream, library, shape) = (self.stream, self.cusparse(), (a.shape().0, b.shape().1));
        let context = stream.context();
        let offsets = stream.alloc_zeroed::<i32>(shape.0 + 1)?;
        let state = ProductState::new(library, context, job.operands)?;
        let (plan, base, ty) =
            (state.raw(), cusparseIndexBase_t::CUSPARSE_INDEX_BASE_ZERO, data::<T>());
        let descriptor = Descriptor::csr(
            library,
            context,
            &|| text(Format::Csr, shape, 0),
            shape.0 as i64,
            shape.1 as i64,
            0,
            offsets.as_raw() as *mut c_void,
            null_mut(),
            null_mut(),
            i32::TYPE,
            i32::TYPE,
            base,
            ty,
        )?;
        let (none, c) = (Operation::None.raw::<T>(), descriptor.raw());
        let [a_raw, b_raw] = [a, b].map(|matrix| matrix.descriptor().cast_const());
        let [third, fourth] = self.count_products(job, none, [a_raw, b_raw], c, plan)?;
        let nnz = self.nnz_of::<i32>(job, &descriptor)?;
        let (indices, values) = (stream.alloc::<i32>(nnz)?, stream.alloc_zeroed::<T>(nnz)?);
        let mut work = Vec::from_iter(fourth);
        if nnz > 0 {
            let all = [offsets.as_raw(), indices.as_raw(), values.as_raw()];
            let [from, at, to] = all.map(|address| address as *mut c_void);
            self.call(
                job,
                Symbol::cusparseCsrSetPointers,
                self.table().cusparseCsrSetPointers,
                |function, _| {
                    // SAFETY: descriptors are alive, other pointers are to live values, and addresses are only stored.
                    unsafe { function(c, from, at, to) }
                },
            )?;
            let copied: [_; 1] = self.call_with_memory(
                job,
                Symbol::cusparseSpGEMMreuse_copy,
                self.table().cusparseSpGEMMreuse_copy,
                |function, handle, sizes, memory| {
                    // SAFETY: the operands were checked, and belong to the stream; sizes are live, and memory is as large as they say.
                    unsafe {
                        function(
                            handle,
                            none,
                            none,
                            a_raw,
                            b_raw,
                            c,
                            ALGORITHM,
                            plan,
                            &raw mut sizes[0],
                            memory[0],
                        )
                    }
                },
            )?;
            work.extend(copied.into_iter().flatten());
        }
        drop(third);
        let pattern = Arc::new(Pattern { offsets, indices });
        let format = (Format::Csr, shape);
        let result = SparseMatrix::adopt(library, format, pattern, values, descriptor);
        let patterns = [a.pattern.clone(), b.pattern.clone()];
        Ok(SparseProduct { state, _work: work, patterns, result })
    }

    /// Counts the values of a product, and returns the memory that the next steps read.
    fn count_products(
        &mut self,
        job: Job<'_>,
        none: cusparseOperation_t,
        [a_raw, b_raw]: [cusparseConstSpMatDescr_t; 2],
        c: cusparseSpMatDescr_t,
        plan: cusparseSpGEMMDescr_t,
    ) -> Result<[Option<DeviceBuffer<u8>>; 2], Error> {
        let [first] = self.call_with_memory(
            job,
            Symbol::cusparseSpGEMMreuse_workEstimation,
            self.table().cusparseSpGEMMreuse_workEstimation,
            |function, handle, sizes, memory| {
                // SAFETY: the operands were checked, and belong to the stream; sizes are live, and memory is as large as they say.
                unsafe {
                    function(
                        handle,
                        none,
                        none,
                        a_raw,
                        b_raw,
                        c,
                        ALGORITHM,
                        plan,
                        &raw mut sizes[0],
                        memory[0],
                    )
                }
            },
        )?;
        let [second, third, fourth] = self.call_with_memory(
            job,
            Symbol::cusparseSpGEMMreuse_nnz,
            self.table().cusparseSpGEMMreuse_nnz,
            |function, handle, sizes, memory| {
                // SAFETY: the operands were checked, and belong to the stream; sizes are live, and memory is as large as they say.
                unsafe {
                    function(
                        handle,
                        none,
                        none,
                        a_raw,
                        b_raw,
                        c,
                        ALGORITHM,
                        plan,
                        &raw mut sizes[0],
                        memory[0],
                        &raw mut sizes[1],
                        memory[1],
                        &raw mut sizes[2],
                        memory[2],
                    )
                }
            },
        )?;
        drop((first, second));
        Ok([third, fourth])
    }

    /// Returns the number of values that cuSPARSE has counted.
    pub(crate) fn nnz_of<I: Index>(
        &mut self,
        job: Job<'_>,
        matrix: &Descriptor,
    ) -> Result<usize, Error> {
        let (mut rows, mut columns, mut nnz) = (0_i64, 0_i64, 0_i64);
        let (to_rows, to_columns, to) = (&raw mut rows, &raw mut columns, &raw mut nnz);
        let raw = matrix.raw().cast_const();
        self.call(
            job,
            Symbol::cusparseSpMatGetSize,
            self.table().cusparseSpMatGetSize,
            |function, _| {
                // SAFETY: descriptors are alive, other pointers are to live values, and addresses are only stored.
                unsafe { function(raw, to_rows, to_columns, to) }
            },
        )?;
        usize::try_from(nnz).ok().filter(|count| I::counts(*count)).ok_or_else(|| {
            let operands = (job.operands)();
            Error::Shapes { call: job.call, operands, rule: TOO_LARGE }
        })
    }

    /// Computes the values of a product, `alpha * a * b + beta * result`, of matrices with values at the same places as those that it
    /// was made for: the same, or others [with their places](SparseMatrix::with_values).
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias("cusparseSpGEMMreuse_compute", "cusparseSpGEMM", "cusparseSpGEMM_compute"))]
    pub fn spgemm<T: BlasType>(
        &mut self,
        alpha: FactorOf<T>,
        a: &SparseMatrix<T, i32>,
        b: &SparseMatrix<T, i32>,
        beta: FactorOf<T>,
        product: &mut SparseProduct<T>,
    ) -> Result<(), Error> {
        let operands = || format!("{}, {}", a.text(), b.text());
        let job = Job { call: "spgemm", operands: &operands };
        let is_of = [a, b]
            .iter()
            .zip(&product.patterns)
            .all(|(matrix, of)| Arc::ptr_eq(&matrix.pattern, of));
        let fits = is_of && [a.format(), b.format()] == [Format::Csr; 2];
        demand(job, &[], fits, "they have the places of those that the product was made for")?;
        self.check(
            job.call,
            &[
                self.operand(job, "a", a)?,
                self.operand(job, "b", b)?,
                self.operand(job, "result", &product.result)?,
            ],
        )?;
        if product.result.nnz() == 0 {
            return Ok(());
        }
        let (none, c, plan) =
            (Operation::None.raw::<T>(), product.result.descriptor(), product.state.raw());
        let [a, b] = [a, b].map(|matrix| matrix.descriptor().cast_const());
        let (alpha, beta) = (AlignedFactor(alpha), AlignedFactor(beta));
        let (alpha, beta, ty) = (alpha.address(), beta.address(), compute::<T>());
        self.call(
            job,
            Symbol::cusparseSpGEMMreuse_compute,
            self.table().cusparseSpGEMMreuse_compute,
            |function, handle| {
                // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                unsafe { function(handle, none, none, alpha, a, b, beta, c, ty, ALGORITHM, plan) }
            },
        )?;
        Ok(())
    }
}
