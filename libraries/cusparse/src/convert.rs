//! Conversions between formats, and from and to dense matrices.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use std::sync::Arc;

use cublas::{Matrix, MatrixMut, Scalar};
use cuda_libraries_sys::cusparse::{
    Symbol, cusparseAction_t, cusparseCsr2CscAlg_t, cusparseDenseToSparseAlg_t,
    cusparseIndexBase_t, cusparseSparseToDenseAlg_t,
};

use crate::descriptor::Descriptor;
use crate::element::{Index, data};
use crate::error::Error;
use crate::handle::{Job, Sparse};
use crate::matrix::{Format, Pattern, SparseMatrix, TOO_LARGE, text};
use crate::product::{Dense, demand, listed};

const BASE: cusparseIndexBase_t = cusparseIndexBase_t::CUSPARSE_INDEX_BASE_ZERO;

/// Conversions.
impl Sparse<'_> {
    /// Writes all elements of a matrix of CSR, CSC or COO to a dense one, in any order.
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias("cusparseSparseToDense", "cusparseSparseToDense_bufferSize"))]
    pub fn to_dense<T: Scalar, I: Index>(
        &mut self,
        a: &SparseMatrix<T, I>,
        to: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let to = Dense::from(("to", &to));
        let operands = || listed(&a.text(), &[&to]);
        let job = Job { call: "to_dense", operands: &operands };
        let has_format = !matches!(a.format(), Format::Bsr { .. });
        let fits = has_format && to.shape == a.shape();
        demand(job, &[&to], fits, "it is CSR, CSC or COO, and the dense one has its shape")?;
        self.check(job.call, &[self.operand(job, "a", a)?, to.operand()])?;
        if to.shape.0 == 0 || to.shape.1 == 0 {
            return Ok(());
        }
        let of_to = self.matrix(0, job, to.key::<T>(), to.address)?;
        let d = a.descriptor().cast_const();
        let algorithm = cusparseSparseToDenseAlg_t::CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
        let needed = self.size(
            job,
            Symbol::cusparseSparseToDense_bufferSize,
            self.table().cusparseSparseToDense_bufferSize,
            |function, handle, size| {
                // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                unsafe { function(handle, d, of_to, algorithm, size) }
            },
        )?;
        let memory = self.memory(job.call, needed)?;
        self.call(
            job,
            Symbol::cusparseSparseToDense,
            self.table().cusparseSparseToDense,
            |function, handle| {
                // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                unsafe { function(handle, d, of_to, algorithm, memory.pointer()) }
            },
        )?;
        Ok(())
    }

    /// Returns the elements of a dense matrix that aren't 0, in CSR, CSC or COO. It waits for the stream.
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias("cusparseDenseToSparse_bufferSize", "cusparseDenseToSparse_analysis"))]
    #[doc(alias(
        "cusparseDenseToSparse_convert",
        "cusparseCscSetPointers",
        "cusparseCooSetPointers"
    ))]
    pub fn from_dense<T: Scalar, I: Index>(
        &mut self,
        from: Matrix<'_, T>,
        format: Format,
    ) -> Result<SparseMatrix<T, I>, Error> {
        let from = Dense::from(("from", &from));
        let operands = || listed(&format!("{format:?}"), &[&from]);
        let job = Job { call: "from_dense", operands: &operands };
        let shape = from.shape;
        let is_bsr = matches!(format, Format::Bsr { .. });
        let fits = !is_bsr && shape.0 > 0 && shape.1 > 0;
        demand(job, &[&from], fits, "there are elements, for CSR, CSC or COO")?;
        // How many aren't 0 is only known when they are counted.
        let is_counted = shape.0.checked_mul(shape.1).is_some_and(I::counts);
        demand(job, &[], is_counted, TOO_LARGE)?;
        self.check(job.call, &[from.operand()])?;
        self.check_not_captured(job.call)?;
        let (stream, library) = (self.stream, self.cusparse());
        let majors = match format {
            Format::Csr => shape.0 + 1,
            Format::Csc => shape.1 + 1,
            _ => 0,
        };
        let mut offsets = stream.alloc_zeroed::<I>(majors)?;
        let start = offsets.as_raw() as *mut c_void;
        let descriptor = self.uncounted_descriptor::<T, I>(shape, format, start)?;
        let d = descriptor.raw();
        let of_from = self.matrix(0, job, from.key::<T>(), from.address)?.cast_const();
        let algorithm = cusparseDenseToSparseAlg_t::CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
        let needed = self.size(
            job,
            Symbol::cusparseDenseToSparse_bufferSize,
            self.table().cusparseDenseToSparse_bufferSize,
            |function, handle, size| {
                // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                unsafe { function(handle, of_from, d, algorithm, size) }
            },
        )?;
        let memory = self.memory(job.call, needed)?;
        self.call(
            job,
            Symbol::cusparseDenseToSparse_analysis,
            self.table().cusparseDenseToSparse_analysis,
            |function, handle| {
                // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                unsafe { function(handle, of_from, d, algorithm, memory.pointer()) }
            },
        )?;
        let nnz = self.nnz_of::<I>(job, &descriptor)?;
        let (indices, values) = (stream.alloc::<I>(nnz)?, stream.alloc::<T>(nnz)?);
        if format == Format::Coo {
            offsets = stream.alloc(nnz)?;
        }
        if nnz > 0 {
            let all = [offsets.as_raw(), indices.as_raw(), values.as_raw()];
            let [start, at, to] = all.map(|address| address as *mut c_void);
            let table = self.table();
            let (symbol, set_pointers) = match format {
                Format::Csr => (Symbol::cusparseCsrSetPointers, table.cusparseCsrSetPointers),
                Format::Csc => (Symbol::cusparseCscSetPointers, table.cusparseCscSetPointers),
                _ => (Symbol::cusparseCooSetPointers, table.cusparseCooSetPointers),
            };
            self.call(job, symbol, set_pointers, |function, _| {
                // SAFETY: the descriptor is alive, and addresses are only stored.
                unsafe { function(d, start, at, to) }
            })?;
            self.call(
                job,
                Symbol::cusparseDenseToSparse_convert,
                self.table().cusparseDenseToSparse_convert,
                |function, handle| {
                    // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                    unsafe { function(handle, of_from, d, algorithm, memory.pointer()) }
                },
            )?;
        }
        let pattern = Arc::new(Pattern { offsets, indices });
        Ok(SparseMatrix::adopt(library, (format, shape), pattern, values, descriptor))
    }

    /// Returns the descriptor of a sparse matrix whose elements are still to be counted: those of CSR and CSC have space for
    /// their offsets.
    fn uncounted_descriptor<T: Scalar, I: Index>(
        &self,
        shape: (usize, usize),
        format: Format,
        offsets: *mut c_void,
    ) -> Result<Descriptor, Error> {
        let (library, context, nothing) = (self.cusparse(), self.stream.context(), null_mut());
        let (rows, columns) = (shape.0 as i64, shape.1 as i64);
        let (ty, index) = (data::<T>(), I::TYPE);
        let description = || text(format, shape, 0);
        let of_lines = match format {
            Format::Csr => Descriptor::csr,
            Format::Csc => Descriptor::csc,
            _ => {
                return Descriptor::coo(
                    library,
                    context,
                    &description,
                    rows,
                    columns,
                    0,
                    nothing,
                    nothing,
                    nothing,
                    index,
                    BASE,
                    ty,
                );
            }
        };
        of_lines(
            library,
            context,
            &description,
            rows,
            columns,
            0,
            offsets,
            nothing,
            nothing,
            index,
            index,
            BASE,
            ty,
        )
    }

    /// Returns a matrix in another format, of CSR, CSC and COO. Values of CSR in CSC, and the other way round, are sorted; memory for
    /// them is allocated.
    ///
    /// # Errors
    /// As [`Sparse`] says.
    #[doc(alias("cusparseCsr2cscEx2", "cusparseCsr2cscEx2_bufferSize", "csr2csc"))]
    #[doc(alias("cusparseXcsr2coo", "cusparseXcoo2csr", "tocsr", "tocsc", "tocoo"))]
    pub fn convert<T: Scalar>(
        &mut self,
        a: &SparseMatrix<T, i32>,
        format: Format,
    ) -> Result<SparseMatrix<T, i32>, Error> {
        let operands = || format!("{} to {format:?}", a.text());
        let job = Job { call: "convert", operands: &operands };
        let sizes = [a.shape().0, a.shape().1, a.nnz()].map(|size| c_int::try_from(size).ok());
        let is_bsr = [a.format(), format].iter().any(|format| matches!(format, Format::Bsr { .. }));
        let ([Some(rows), Some(columns), Some(nnz)], false) = (sizes, is_bsr) else {
            let rule = "it is of CSR, CSC and COO, of sizes below 2^31";
            return Err(Error::Shapes { call: job.call, operands: operands(), rule });
        };
        self.check(job.call, &[self.operand(job, "a", a)?])?;
        self.check_not_captured(job.call)?;
        if a.format() == Format::Csc && format == Format::Coo
            || a.format() == Format::Coo && format == Format::Csc
        {
            let rows = self.convert(a, Format::Csr)?;
            return self.convert(&rows, format);
        }
        let (stream, pattern) = (self.stream, &*a.pattern);
        let majors = if format == Format::Csc { a.shape().1 } else { a.shape().0 };
        let mut offsets =
            stream.alloc_zeroed::<i32>(if format == Format::Coo { a.nnz() } else { majors + 1 })?;
        let from = pattern.offsets.as_raw() as *const c_int;
        let to = offsets.as_raw() as *mut c_int;
        let (mut indices, mut values) = (stream.alloc(a.nnz())?, stream.alloc::<T>(a.nnz())?);
        if nnz > 0 && (a.format() == Format::Coo) != (format == Format::Coo) {
            stream.copy(&pattern.indices, &mut indices)?;
            stream.copy(&a.values, &mut values)?;
            match format {
                Format::Coo => self.call(
                    job,
                    Symbol::cusparseXcsr2coo,
                    self.table().cusparseXcsr2coo,
                    |function, handle| {
                        // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                        unsafe { function(handle, from, nnz, rows, to, BASE) }
                    },
                )?,
                _ => self.call(
                    job,
                    Symbol::cusparseXcoo2csr,
                    self.table().cusparseXcoo2csr,
                    |function, handle| {
                        // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                        unsafe { function(handle, from, nnz, rows, to, BASE) }
                    },
                )?,
            }
        } else if a.format() == format {
            stream.copy(&pattern.offsets, &mut offsets)?;
            stream.copy(&pattern.indices, &mut indices)?;
            stream.copy(&a.values, &mut values)?;
        } else if nnz > 0 {
            // Of CSC, they are those of the transpose.
            let (m, n) = if format == Format::Csc { (rows, columns) } else { (columns, rows) };
            let (at, at_to) =
                (pattern.indices.as_raw() as *const c_int, indices.as_raw() as *mut c_int);
            let (of, of_to) = (a.values.as_raw() as *const c_void, values.as_raw() as *mut c_void);
            let (ty, action) = (data::<T>(), cusparseAction_t::CUSPARSE_ACTION_NUMERIC);
            let algorithm = cusparseCsr2CscAlg_t::CUSPARSE_CSR2CSC_ALG1;
            let needed = self.size(
                job,
                Symbol::cusparseCsr2cscEx2_bufferSize,
                self.table().cusparseCsr2cscEx2_bufferSize,
                |function, handle, size| {
                    // SAFETY: the operands were checked, and are borrowed; the pointer is to a live size.
                    unsafe {
                        function(
                            handle, m, n, nnz, of, from, at, of_to, to, at_to, ty, action, BASE,
                            algorithm, size,
                        )
                    }
                },
            )?;
            let memory = self.memory(job.call, needed)?;
            self.call(
                job,
                Symbol::cusparseCsr2cscEx2,
                self.table().cusparseCsr2cscEx2,
                |function, handle| {
                    // SAFETY: the operands were checked, and belong to the stream, in whose order their memory is freed.
                    unsafe {
                        function(
                            handle,
                            m,
                            n,
                            nnz,
                            of,
                            from,
                            at,
                            of_to,
                            to,
                            at_to,
                            ty,
                            action,
                            BASE,
                            algorithm,
                            memory.pointer(),
                        )
                    }
                },
            )?;
        }
        let pattern = Arc::new(Pattern { offsets, indices });
        SparseMatrix::of_pattern(self.cusparse(), format, a.shape(), pattern, values)
    }
}
