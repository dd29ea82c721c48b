//! Products of matrices.

use cuda_driver::{DeviceBuffer, Element};
use cuda_libraries_sys::cublas::{cublasGemmAlgo_t, cublasOperation_t};

use crate::call::Job;
use crate::element::{Factor, Product};
use crate::error::Error;
use crate::handle::Blas;
use crate::layout::MatrixLayout;
use crate::routines;
use crate::view::{Matrix, MatrixMut};

pub(crate) const DEFAULT: cublasGemmAlgo_t = cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT;

pub(crate) const RULE: &str = "a must have as many columns as b has rows, c the rows of a and the columns of b, and a and b one matrix or as \
                    many as c";

/// Products of matrices.
impl Blas<'_> {
    /// `c = alpha a b + beta c`, for each matrix of the batch `c`. A factor that is one matrix is used for all.
    ///
    /// With a `beta` of 0, `c` isn't read, and may be NaN. A batch for which this cuBLAS has no kernel, such as some of `i8`, is
    /// multiplied product by product.
    ///
    /// ```no_run
    /// # use cublas::{Cublas, Math, Matrix, MatrixMut};
    /// # let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut handle = Cublas::load()?.handle(&context)?;
    /// let (x, y) = (stream.upload(&[1.0_f32; 64 * 32])?, stream.upload(&[2.0_f32; 16 * 32])?);
    /// let mut sum = stream.upload(&[1.0_f32; 64 * 16])?;
    /// // sum = 0.5 x yᵀ + sum, in TF32
    /// let (x, y) = (Matrix::new(&x, 64, 32)?, Matrix::new(&y, 16, 32)?);
    /// let sum = MatrixMut::new(&mut sum, 64, 16)?;
    /// handle.on(&stream).math(Math::Tf32).gemm(0.5, x, y.t(), 1.0, sum)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Blas`] says.
    #[doc(alias("cublasGemmEx", "cublasGemmStridedBatchedEx", "cublasSgemm", "cublasCgemm"))]
    #[doc(alias("cublasDgemm", "cublasZgemm"))]
    pub fn gemm<A: Product<C>, C: Element>(
        &mut self,
        alpha: A::Factor,
        a: Matrix<'_, A>,
        b: Matrix<'_, A>,
        beta: A::Factor,
        c: MatrixMut<'_, C>,
    ) -> Result<(), Error> {
        self.gemm_as("gemm", alpha, a, b, beta, c)
    }

    /// The same for a routine that is a product of matrices.
    pub(crate) fn gemm_as<A: Product<C>, C: Element>(
        &mut self,
        call: &'static str,
        alpha: A::Factor,
        a: Matrix<'_, A>,
        b: Matrix<'_, A>,
        beta: A::Factor,
        c: MatrixMut<'_, C>,
    ) -> Result<(), Error> {
        let operands = [a.operand("a"), b.operand("b"), c.operand("c")];
        let len = c.len();
        let fits = fit(&a.layout, &b.layout, &c.layout)
            && [a.len(), b.len()].iter().all(|count| *count == 1 || *count == len);
        self.check(call, &operands, fits, RULE)?;
        if c.layout.is_empty() {
            return Ok(());
        }
        demand_rows::<A>(call, "a", a.address(), &a.layout)?;
        demand_rows::<A>(call, "b", b.address(), &b.layout)?;
        let sides = Sides::new::<A, C>(call, &a.layout, &b.layout, &c.layout)?;
        let job = Job::of_products::<A>(&operands);
        if len == 1 {
            let addresses = [a.address(), b.address(), c.address()];
            // SAFETY: as below.
            return unsafe { self.submit_one::<A, C>(&job, &sides, [alpha, beta], addresses) };
        }
        let (left, right) = sides.ordered(a.address(), b.address());
        let Sides { transa, transb, m, n, k, lda, ldb, ldc, .. } = sides;
        let factors = [alpha, beta];
        let (alpha, beta) = (A::factor(alpha, self.math), A::factor(beta, self.math));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        let (data, product, compute) = (A::DATA, A::PRODUCT, A::compute(self.math));
        // SAFETY: the layouts were checked against the slices when the views were made, and the shapes against each other.
        // The slices are borrowed and belong to the stream, in whose order their memory is freed. Nothing else writes to `c`,
        // which is borrowed mutably. The factors are in host memory, and are read before the call returns.
        let submitted = unsafe {
            let (stride_a, stride_b) =
                sides.ordered(a.layout.batch_leading(), b.layout.batch_leading());
            routines::gemm_strided(
                self,
                &job,
                transa,
                transb,
                m,
                n,
                k,
                alpha,
                left,
                data,
                lda,
                stride_a,
                right,
                data,
                ldb,
                stride_b,
                beta,
                c.address(),
                product,
                ldc,
                c.layout.batch_leading(),
                len,
                compute,
                DEFAULT,
            )
        };
        match submitted {
            // For some batches of i8, an H200 has kernels for each product alone.
            Err(Error::Cublas(failure)) if failure.is_unsupported() => {
                let addresses = [a.addresses(len), b.addresses(len), c.addresses(len)];
                // SAFETY: as above.
                unsafe { self.submit_each::<A, C>(&job, &sides, factors, &addresses) }
            }
            submitted => submitted,
        }
    }

    /// Calls cuBLAS for one product, with the addresses of `a`, `b` and `c`.
    ///
    /// # Safety
    /// The addresses are of matrices of these sides, which belong to the stream.
    pub(crate) unsafe fn submit_one<A: Product<C>, C: Element>(
        &mut self,
        job: &Job<'_>,
        sides: &Sides,
        factors: [A::Factor; 2],
        [a, b, c]: [u64; 3],
    ) -> Result<(), Error> {
        let (left, right) = sides.ordered(a, b);
        let [alpha, beta] = factors.map(|factor| A::factor(factor, self.math));
        let compute = A::compute(self.math);
        // SAFETY: the caller guarantees it, and the factors are read before the call returns.
        unsafe {
            routines::gemm(
                self,
                job,
                sides.transa,
                sides.transb,
                sides.m,
                sides.n,
                sides.k,
                alpha.pointer(),
                left,
                A::DATA,
                sides.lda,
                right,
                A::DATA,
                sides.ldb,
                beta.pointer(),
                c,
                A::PRODUCT,
                sides.ldc,
                compute,
                DEFAULT,
            )
        }
    }

    /// Returns the product of two matrices, or of two batches, in a new buffer of the stream: row-major, one after the other.
    ///
    /// # Errors
    /// As [`gemm`](Self::gemm), or the driver's if there isn't enough memory. It can't be recorded.
    pub fn matmul<T: Product<T>>(
        &mut self,
        a: Matrix<'_, T>,
        b: Matrix<'_, T>,
    ) -> Result<DeviceBuffer<T>, Error> {
        let operands = [a.operand("a"), b.operand("b")];
        let (rows, columns) = (a.shape().0, b.shape().1);
        let len = match a.len() {
            1 => b.len(),
            len => len,
        };
        let size = rows.checked_mul(columns).and_then(|count| count.checked_mul(len));
        let fits = a.shape().1 == b.shape().0 && (b.len() == 1 || b.len() == len) && size.is_some();
        self.check("matmul", &operands, fits, RULE)?;
        self.refuse_recording("matmul")?;
        let stream = self.stream;
        let mut product = stream.alloc::<T>(size.unwrap_or(0))?;
        let c = MatrixMut::batch(&mut product, len, rows, columns)?;
        self.gemm_as("matmul", T::Factor::ONE, a, b, T::Factor::ZERO, c)?;
        Ok(product)
    }
}

/// A product in cuBLAS's order.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    pub(crate) transa: cublasOperation_t,
    pub(crate) transb: cublasOperation_t,
    pub(crate) m: usize,
    pub(crate) n: usize,
    pub(crate) k: usize,
    pub(crate) lda: usize,
    pub(crate) ldb: usize,
    pub(crate) ldc: usize,
    /// Whether the second factor comes first.
    pub(crate) is_swapped: bool,
}

impl Sides {
    /// cuBLAS's order is by columns: it sees each matrix in memory as its transpose, and computes `cᵀ = bᵀ aᵀ`. If `c` is
    /// transposed in memory, that is `c = a b`.
    pub(crate) fn new<A: Product<C>, C: Element>(
        call: &'static str,
        a: &MatrixLayout,
        b: &MatrixLayout,
        c: &MatrixLayout,
    ) -> Result<Self, Error> {
        let is_swapped = !c.is_transposed;
        let of_a = a.operation::<A, C>(call, "a", c.is_transposed)?;
        let of_b = b.operation::<A, C>(call, "b", c.is_transposed)?;
        let (m, n, k) = (c.columns, c.rows, a.shape().1);
        let ((transa, lda), (transb, ldb)) = if is_swapped {
            ((of_b, b.leading()), (of_a, a.leading()))
        } else {
            ((of_a, a.leading()), (of_b, b.leading()))
        };
        let ldc = c.leading();
        Ok(Self { transa, transb, m, n, k, lda, ldb, ldc, is_swapped })
    }

    /// Returns what belongs to the two factors in cuBLAS's order.
    pub(crate) fn ordered<T>(&self, a: T, b: T) -> (T, T) {
        if self.is_swapped { (b, a) } else { (a, b) }
    }
}

/// Returns whether `c = a b` is possible.
pub(crate) fn fit(a: &MatrixLayout, b: &MatrixLayout, c: &MatrixLayout) -> bool {
    a.shape().1 == b.shape().0 && (a.shape().0, b.shape().1) == c.shape()
}

/// Returns an error for matrices of bytes that cuBLAS's kernels can't read: it compares only what it is passed itself.
pub(crate) fn demand_rows<A: Element>(
    call: &'static str,
    operand: &'static str,
    address: u64,
    layout: &MatrixLayout,
) -> Result<(), Error> {
    let distance = match layout.batch {
        1 => 0,
        _ => layout.batch_leading(),
    };
    let is_aligned = address & 3 == 0 && (layout.leading() | distance) & 3 == 0;
    if size_of::<A>() > 1 || is_aligned {
        Ok(())
    } else {
        Err(Error::Layout {
            call,
            operand,
            reason: "cuBLAS multiplies integers only where each row begins at a multiple of 4 bytes",
        })
    }
}
