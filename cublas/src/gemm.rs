//! Products of matrices, of which there may be many in a call.

use core::ffi::{c_int, c_void};

use cuda_driver::{DeviceBuffer, Element};
use cuda_libraries_sys::cublas::{Symbol, cublasGemmAlgo_t, cublasOperation_t};

use crate::call::{Job, Operand, is_narrow};
use crate::element::{BlasType, Factor, Host, Product};
use crate::error::Error;
use crate::handle::Blas;
use crate::layout::MatrixLayout;
use crate::{Diag, Matrix, MatrixMut, Side, Triangle, routines};

const DEFAULT: cublasGemmAlgo_t = cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT;

const RULE: &str = "a must have as many columns as b has rows, c the rows of a and the columns of b, and a and b one matrix or as \
                    many as c";

const BATCH_RULE: &str = "each slice must have as many matrices as the last one, or one where it is read; those of a slice must be \
                          single ones of the same shape, distance of rows and order, and fit the others";

/// Products of matrices.
impl Blas<'_> {
    /// `c = alpha a b + beta c`, for each matrix of the batch `c`. A factor that is one matrix is used for all.
    ///
    /// With a `beta` of 0, `c` isn't read, and may be NaN.
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
    #[doc(alias = "cublasGemmEx")]
    #[doc(alias = "cublasGemmStridedBatchedEx")]
    #[doc(alias = "cublasSgemm")]
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
            && [a.len(), b.len()].iter().all(|it| *it == 1 || *it == len);
        self.check(call, &operands, fits, RULE)?;
        if c.layout.is_empty() {
            return Ok(());
        }
        let sides = Sides::new::<A, C>(call, &a.layout, &b.layout, &c.layout)?;
        let (left, right) = sides.ordered(a.address(), b.address());
        let Sides {
            transa,
            transb,
            m,
            n,
            k,
            lda,
            ldb,
            ldc,
            ..
        } = sides;
        let (alpha, beta) = (A::factor(alpha, self.math), A::factor(beta, self.math));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        let (data, product, compute) = (A::DATA, A::PRODUCT, A::compute(self.math));
        let job = Job::new(&operands);
        // SAFETY: the layouts were checked against the slices when the views were made, and the shapes against each other.
        // The slices are borrowed and belong to the stream, in whose order their memory is freed. Nothing else writes to `c`,
        // which is borrowed mutably. The factors are in host memory, and are read before the call returns.
        unsafe {
            if len == 1 {
                return routines::gemm(
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
                    right,
                    data,
                    ldb,
                    beta,
                    c.address(),
                    product,
                    ldc,
                    compute,
                    DEFAULT,
                );
            }
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
        let size = rows.checked_mul(columns).and_then(|it| it.checked_mul(len));
        let fits = a.shape().1 == b.shape().0 && (b.len() == 1 || b.len() == len) && size.is_some();
        self.check("matmul", &operands, fits, RULE)?;
        self.refuse_recording("matmul")?;
        let stream = self.stream;
        let mut product = stream.alloc::<T>(size.unwrap_or(0))?;
        let c = MatrixMut::batch(&mut product, len, rows, columns)?;
        self.gemm(T::Factor::ONE, a, b, T::Factor::ZERO, c)?;
        Ok(product)
    }

    /// `c = alpha a b + beta c` for matrices anywhere in memory, all in one call: the first ones of each slice, the second ones,
    /// and so on. A factor that is one matrix is used for all.
    ///
    /// Where the matrices are at equal distances, [`gemm`](Self::gemm) of a batch takes them without addresses.
    ///
    /// # Errors
    /// As [`Blas`] says. It can't be recorded, because the addresses are copied to the device first.
    #[doc(alias = "cublasGemmBatchedEx")]
    #[doc(alias = "cublasSgemmBatched")]
    pub fn gemm_batched<A: Product<C>, C: Element>(
        &mut self,
        alpha: A::Factor,
        a: &[Matrix<'_, A>],
        b: &[Matrix<'_, A>],
        beta: A::Factor,
        c: &mut [MatrixMut<'_, C>],
    ) -> Result<(), Error> {
        let call = "gemm_batched";
        let len = c.len();
        let (Some(a0), Some(b0), Some(c0)) = (a.first(), b.first(), c.first()) else {
            return self.check(call, &[], len == 0, BATCH_RULE);
        };
        let (a0, b0, c0) = (a0.layout, b0.layout, c0.layout);
        let operands: Vec<_> = (a.iter().map(|it| it.operand("a")))
            .chain(b.iter().map(|it| it.operand("b")))
            .chain(c.iter().map(|it| it.operand("c")))
            .collect();
        let is_single = |layout: &MatrixLayout, first: &MatrixLayout| {
            layout.batch == 1 && layout.is_like(first)
        };
        let fits = fit(&a0, &b0, &c0)
            && [a.len(), b.len()].iter().all(|it| *it == 1 || *it == len)
            && a.iter().all(|it| is_single(&it.layout, &a0))
            && b.iter().all(|it| is_single(&it.layout, &b0))
            && c.iter().all(|it| is_single(&it.layout, &c0));
        self.check(call, &operands, fits, BATCH_RULE)?;
        if c0.is_empty() {
            return Ok(());
        }
        let sides = Sides::new::<A, C>(call, &a0, &b0, &c0)?;
        let addresses = |count: usize, at: &dyn Fn(usize) -> u64| -> Vec<u64> {
            (0..len)
                .map(|index| at(if count == 1 { 0 } else { index }))
                .collect()
        };
        let pointers = self.pointers(
            call,
            [
                addresses(a.len(), &|it| a[it].address()),
                addresses(b.len(), &|it| b[it].address()),
                addresses(len, &|it| c[it].address()),
            ],
        )?;
        let [a_at, b_at, c_at] = pointers.addresses;
        let (left, right) = sides.ordered(a_at, b_at);
        let Sides {
            transa,
            transb,
            m,
            n,
            k,
            lda,
            ldb,
            ldc,
            ..
        } = sides;
        let (alpha, beta) = (A::factor(alpha, self.math), A::factor(beta, self.math));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        let (data, product, compute) = (A::DATA, A::PRODUCT, A::compute(self.math));
        let job = Job::new(&operands[..]);
        // SAFETY: as in `gemm`; the addresses are in memory of the stream, which is freed in its order.
        unsafe {
            routines::gemm_batched(
                self, &job, transa, transb, m, n, k, alpha, left, data, lda, right, data, ldb,
                beta, c_at, product, ldc, len, compute, DEFAULT,
            )
        }
    }

    /// Computes several products of different shapes in one call.
    ///
    /// # Errors
    /// As [`Blas`] says. It needs cuBLAS 12.9, and can't be recorded, because addresses are copied to the device first.
    #[doc(alias = "cublasGemmGroupedBatchedEx")]
    pub fn gemm_grouped<A: Product<C>, C: Element>(
        &mut self,
        groups: &mut [GemmGroup<'_, A, C>],
    ) -> Result<(), Error> {
        let call = "gemm_grouped";
        let mut operands: Vec<Operand<'_>> = Vec::with_capacity(3 * groups.len());
        let mut grouped = Grouped::default();
        for group in groups.iter() {
            let GemmGroup { a, b, c, .. } = group;
            let these = [a.operand("a"), b.operand("b"), c.operand("c")];
            let fits = fit(&a.layout, &b.layout, &c.layout)
                && [a.len(), b.len()]
                    .iter()
                    .all(|it| *it == 1 || *it == c.len());
            self.check(call, &these, fits, RULE)?;
            operands.extend(these);
            if c.layout.is_empty() {
                continue;
            }
            let sides = Sides::new::<A, C>(call, &a.layout, &b.layout, &c.layout)?;
            let factors = [group.alpha, group.beta];
            let at = [
                a.addresses(c.len()),
                b.addresses(c.len()),
                c.addresses(c.len()),
            ];
            grouped.push(sides, factors, at, c.len());
        }
        if grouped.sides.is_empty() {
            return Ok(());
        }
        let pointers = self.pointers(call, core::mem::take(&mut grouped.addresses))?;
        let job = Job::new(&operands);
        // SAFETY: as in `gemm_batched`, for each group.
        unsafe { self.submit_groups::<A, C>(&job, &grouped, pointers.addresses) }
    }

    /// Calls cuBLAS for groups.
    ///
    /// # Safety
    /// As for the function of cuBLAS.
    unsafe fn submit_groups<A: Product<C>, C: Element>(
        &mut self,
        job: &Job<'_>,
        grouped: &Grouped<A::Factor>,
        [left, right, product]: [u64; 3],
    ) -> Result<(), Error> {
        let Grouped {
            sides,
            alpha,
            beta,
            lens,
            ..
        } = grouped;
        let sizes = |it: &Sides| [it.m, it.n, it.k, it.lda, it.ldb, it.ldc];
        let widest = sides
            .iter()
            .flat_map(sizes)
            .chain(lens.iter().copied())
            .max()
            .unwrap_or(0);
        let transa: Vec<_> = sides.iter().map(|it| it.transa).collect();
        let transb: Vec<_> = sides.iter().map(|it| it.transb).collect();
        let (data, product_data, compute) = (A::DATA, A::PRODUCT, A::compute(self.math));
        let (transa, transb) = (transa.as_ptr(), transb.as_ptr());
        let (alpha, beta) = (
            alpha.as_ptr().cast::<c_void>(),
            beta.as_ptr().cast::<c_void>(),
        );
        let table = self.table();
        let is_double = size_of::<C>() == 8 && !A::IS_COMPLEX;
        /// Calls one of the two functions, which differ in the type of sizes.
        macro_rules! call {
            ($symbol:ident, $function:expr, $number:ty) => {{
                let function = $function;
                let list = |size: fn(&Sides) -> usize| sides.iter().map(|it| size(it) as $number).collect::<Vec<_>>();
                let [m, n, k] = [list(|it| it.m), list(|it| it.n), list(|it| it.k)];
                let [lda, ldb, ldc] = [list(|it| it.lda), list(|it| it.ldb), list(|it| it.ldc)];
                let lens: Vec<_> = lens.iter().map(|it| *it as $number).collect();
                // SAFETY: the lists have an entry for each group, and the caller guarantees the rest.
                self.run(Symbol::$symbol, job, is_double, |handle| unsafe {
                    function(
                        handle, transa, transb, m.as_ptr(), n.as_ptr(), k.as_ptr(), alpha, left as usize as *const _, data,
                        lda.as_ptr(), right as usize as *const _, data, ldb.as_ptr(), beta, product as usize as *const _,
                        product_data, ldc.as_ptr(), sides.len() as $number, lens.as_ptr(), compute,
                    )
                })
            }};
        }
        let (narrow, wide) = (
            Symbol::cublasGemmGroupedBatchedEx,
            Symbol::cublasGemmGroupedBatchedEx_64,
        );
        match is_narrow(widest) {
            true => {
                let function = self
                    .handle
                    .cublas()
                    .require(narrow, table.cublasGemmGroupedBatchedEx)?;
                call!(cublasGemmGroupedBatchedEx, function, c_int)
            }
            false => {
                let slot = table.cublasGemmGroupedBatchedEx_64;
                call!(
                    cublasGemmGroupedBatchedEx_64,
                    self.require_wide(narrow, wide, slot, widest)?,
                    i64
                )
            }
        }
    }

    /// [`trsm`](Self::trsm) for matrices anywhere in memory, all in one call: the first ones of each slice, and so on.
    ///
    /// # Errors
    /// As [`Blas`] says. It can't be recorded, because the addresses are copied to the device first.
    #[doc(alias = "cublasStrsmBatched")]
    pub fn trsm_batched<T: BlasType>(
        &mut self,
        side: Side,
        diag: Diag,
        alpha: T,
        a: &[Triangle<'_, T>],
        b: &mut [MatrixMut<'_, T>],
    ) -> Result<(), Error> {
        let call = "trsm_batched";
        let (Some(a0), Some(b0)) = (a.first(), b.first()) else {
            return self.check(call, &[], b.is_empty(), BATCH_RULE);
        };
        let (a0, b0, len) = (a0.layout, b0.layout, b.len());
        let operands: Vec<_> = (a.iter().map(|it| it.operand("a")))
            .chain(b.iter().map(|it| it.operand("b")))
            .collect();
        let inner = match side {
            Side::Left => b0.shape().0,
            Side::Right => b0.shape().1,
        };
        let fits = (a.len() == 1 || a.len() == len)
            && a0.matrix.shape() == (inner, inner)
            && a.iter().all(|it| {
                it.layout.matrix.batch == 1
                    && it.layout.fill == a0.fill
                    && it.layout.matrix.is_like(&a0.matrix)
            })
            && b.iter()
                .all(|it| it.layout.batch == 1 && it.layout.is_like(&b0));
        self.check(call, &operands, fits, BATCH_RULE)?;
        if b0.is_empty() {
            return Ok(());
        }
        let is_turned = b0.is_transposed;
        let operation = a0.matrix.operation::<T, T>(call, "a", is_turned)?;
        let side = if is_turned { side.other() } else { side };
        let a_at = (0..len)
            .map(|it| a[if a.len() == 1 { 0 } else { it }].address())
            .collect();
        let b_at = b.iter().map(MatrixMut::address).collect();
        let pointers = self.pointers(call, [a_at, b_at, Vec::new()])?;
        let [a_at, b_at, _] = pointers.addresses;
        let (alpha, job) = (Host::of(alpha), Job::new(&operands[..]));
        let (side, fill, diag) = (side.by_columns(), a0.fill.by_columns(), diag.by_columns());
        let (m, n, lda, ldb) = (b0.columns, b0.rows, a0.matrix.leading(), b0.leading());
        // SAFETY: as in `gemm_batched`.
        unsafe {
            routines::trsm_batched::<T>(
                self,
                &job,
                side,
                fill,
                operation,
                diag,
                m,
                n,
                alpha.pointer(),
                a_at,
                lda,
                b_at,
                ldb,
                len,
            )
        }
    }

    /// Refuses a call that allocates while it is to be recorded.
    fn refuse_recording(&self, call: &'static str) -> Result<(), Error> {
        match self.place().is_recorded {
            true => Err(Error::Captured { call }),
            false => Ok(()),
        }
    }

    /// Copies lists of addresses to the device, without waiting.
    fn pointers(&self, call: &'static str, lists: [Vec<u64>; 3]) -> Result<Pointers, Error> {
        self.refuse_recording(call)?;
        self.place().check_waits(call)?;
        let [first, second, _] = lists.each_ref().map(Vec::len);
        let all = lists.concat();
        let mut buffer = self.stream.alloc::<u64>(all.len())?;
        let copy = self.stream.upload_owned(all, &mut buffer);
        drop(copy.map_err(cuda_driver::Error::from)?);
        let start = buffer.as_raw();
        let after = |count: usize| start + (count * size_of::<u64>()) as u64;
        Ok(Pointers {
            addresses: [start, after(first), after(first + second)],
            _buffer: buffer,
        })
    }
}

/// One of the products of [`Blas::gemm_grouped`]: `c = alpha a b + beta c`, for each matrix of the batch `c`.
#[derive(Debug)]
pub struct GemmGroup<'a, A: Product<C>, C: Element> {
    /// The factor of the product.
    pub alpha: A::Factor,
    /// The first factors: one, or as many as there are products.
    pub a: Matrix<'a, A>,
    /// The second factors.
    pub b: Matrix<'a, A>,
    /// The factor of what `c` has before.
    pub beta: A::Factor,
    /// The products.
    pub c: MatrixMut<'a, C>,
}

/// Lists of addresses on the device.
struct Pointers {
    addresses: [u64; 3],
    // Freed in the order of the stream, after the call.
    _buffer: DeviceBuffer<u64>,
}

/// What groups have, as lists.
struct Grouped<F> {
    sides: Vec<Sides>,
    alpha: Vec<F>,
    beta: Vec<F>,
    lens: Vec<usize>,
    addresses: [Vec<u64>; 3],
}

impl<F> Default for Grouped<F> {
    fn default() -> Self {
        Self {
            sides: Vec::new(),
            alpha: Vec::new(),
            beta: Vec::new(),
            lens: Vec::new(),
            addresses: [const { Vec::new() }; 3],
        }
    }
}

impl<F> Grouped<F> {
    fn push(&mut self, sides: Sides, [alpha, beta]: [F; 2], [a, b, c]: [Vec<u64>; 3], len: usize) {
        let (left, right) = sides.ordered(a, b);
        for (list, more) in self.addresses.iter_mut().zip([left, right, c]) {
            list.extend(more);
        }
        self.sides.push(sides);
        self.alpha.push(alpha);
        self.beta.push(beta);
        self.lens.push(len);
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
        let ((transa, lda), (transb, ldb)) = match is_swapped {
            true => ((of_b, b.leading()), (of_a, a.leading())),
            false => ((of_a, a.leading()), (of_b, b.leading())),
        };
        let ldc = c.leading();
        Ok(Self {
            transa,
            transb,
            m,
            n,
            k,
            lda,
            ldb,
            ldc,
            is_swapped,
        })
    }

    /// Returns what belongs to the two factors in cuBLAS's order.
    pub(crate) fn ordered<T>(&self, a: T, b: T) -> (T, T) {
        match self.is_swapped {
            true => (b, a),
            false => (a, b),
        }
    }
}

/// Returns whether `c = a b` is possible.
pub(crate) fn fit(a: &MatrixLayout, b: &MatrixLayout, c: &MatrixLayout) -> bool {
    a.shape().1 == b.shape().0 && (a.shape().0, b.shape().1) == c.shape()
}
