//! Many products in a call, of matrices anywhere in memory.

use core::ffi::{c_int, c_void};

use cuda_driver::{DeviceBuffer, Element};
use cuda_libraries_sys::cublas::Symbol;
use cuda_library_support::CallError;

use crate::call::{Job, Operand, is_narrow};
use crate::element::{BlasType, Host, Product};
use crate::error::Error;
use crate::gemm::{DEFAULT, RULE, Sides, demand_rows, fit};
use crate::handle::Blas;
use crate::layout::{Diag, MatrixLayout, Side};
use crate::math::Math;
use crate::routines;
use crate::view::{Matrix, MatrixMut, Triangle};

const BATCH_RULE: &str = "each slice must have as many matrices as the last one, or one where it is read; those of a slice must be \
                          single ones of the same shape, distance of rows and order, and fit the others";

/// Many products in a call.
impl Blas<'_> {
    /// `c = alpha a b + beta c` for matrices anywhere in memory, all in one call: the first ones of each slice, the second ones,
    /// and so on. A factor that is one matrix is used for all.
    ///
    /// Where the matrices are at equal distances, [`gemm`](Self::gemm) of a batch takes them without addresses.
    ///
    /// Products of `f16` and `bf16`, and those of less precision than [`Math::Default`], are one call only if all matrices begin
    /// at multiples of 16 bytes: cuBLAS's kernels for addresses would fault. Otherwise there is a call for each.
    ///
    /// # Errors
    /// As [`Blas`] says. It can't be recorded, because the addresses are copied to the device first.
    #[doc(alias("cublasGemmBatchedEx", "cublasSgemmBatched", "cublasCgemmBatched"))]
    #[doc(alias("cublasDgemmBatched", "cublasZgemmBatched"))]
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
        let operands: Vec<_> = (a.iter().map(|matrix| matrix.operand("a")))
            .chain(b.iter().map(|matrix| matrix.operand("b")))
            .chain(c.iter().map(|matrix| matrix.operand("c")))
            .collect();
        let is_single = |layout: &MatrixLayout, first: &MatrixLayout| {
            layout.batch == 1 && layout.is_like(first)
        };
        let fits = fit(&a0, &b0, &c0)
            && [a.len(), b.len()].iter().all(|count| *count == 1 || *count == len)
            && a.iter().all(|matrix| is_single(&matrix.layout, &a0))
            && b.iter().all(|matrix| is_single(&matrix.layout, &b0))
            && c.iter().all(|matrix| is_single(&matrix.layout, &c0));
        self.check(call, &operands, fits, BATCH_RULE)?;
        if c0.is_empty() {
            return Ok(());
        }
        for (name, matrices) in [("a", a), ("b", b)] {
            for matrix in matrices {
                demand_rows::<A>(call, name, matrix.address(), &matrix.layout)?;
            }
        }
        let sides = Sides::new::<A, C>(call, &a0, &b0, &c0)?;
        let addresses = |count: usize, at: &dyn Fn(usize) -> u64| -> Vec<u64> {
            (0..len).map(|index| at(if count == 1 { 0 } else { index })).collect()
        };
        let lists = || {
            [
                addresses(a.len(), &|index| a[index].address()),
                addresses(b.len(), &|index| b[index].address()),
                addresses(len, &|index| c[index].address()),
            ]
        };
        let job = Job::of_products::<A>(&operands);
        // Without terms, nothing is at the addresses.
        let factors = [alpha, beta];
        if sides.k == 0 || needs_alignment::<A, C>(self.math) && !are_aligned(&lists()) {
            self.refuse_lists(call)?;
            // SAFETY: as in `gemm`.
            return unsafe { self.submit_each::<A, C>(&job, &sides, factors, &lists()) };
        }
        let pointers = self.pointers(call, lists())?;
        let [a_at, b_at, c_at] = pointers.addresses;
        let (left, right) = sides.ordered(a_at, b_at);
        let Sides { transa, transb, m, n, k, lda, ldb, ldc, .. } = sides;
        let (alpha, beta) = (A::factor(alpha, self.math), A::factor(beta, self.math));
        let (alpha, beta) = (alpha.pointer(), beta.pointer());
        let (data, product, compute) = (A::DATA, A::PRODUCT, A::compute(self.math));
        // SAFETY: as in `gemm`; the addresses are in memory of the stream, which is freed in its order.
        let submitted = unsafe {
            routines::gemm_batched(
                self, &job, transa, transb, m, n, k, alpha, left, data, lda, right, data, ldb,
                beta, c_at, product, ldc, len, compute, DEFAULT,
            )
        };
        match submitted {
            // As in `gemm`.
            Err(Error::Cublas(failure)) if failure.is_unsupported() => {
                // SAFETY: as in `gemm`.
                unsafe { self.submit_each::<A, C>(&job, &sides, factors, &lists()) }
            }
            submitted => submitted,
        }
    }

    /// Computes several products of different shapes in one call; or with a call for each, where
    /// [`gemm_batched`](Self::gemm_batched) does.
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
        let mut grouped = GroupLists::default();
        let mut separate = Vec::new();
        let needs_alignment = needs_alignment::<A, C>(self.math);
        for group in groups.iter() {
            let GemmGroup { a, b, c, .. } = group;
            let these = [a.operand("a"), b.operand("b"), c.operand("c")];
            let fits = fit(&a.layout, &b.layout, &c.layout)
                && [a.len(), b.len()].iter().all(|len| *len == 1 || *len == c.len());
            self.check(call, &these, fits, RULE)?;
            operands.extend(these);
            if c.layout.is_empty() {
                continue;
            }
            demand_rows::<A>(call, "a", a.address(), &a.layout)?;
            demand_rows::<A>(call, "b", b.address(), &b.layout)?;
            let sides = Sides::new::<A, C>(call, &a.layout, &b.layout, &c.layout)?;
            let factors = [group.alpha, group.beta];
            let lists = [a.addresses(c.len()), b.addresses(c.len()), c.addresses(c.len())];
            // Groups have no sums of 16 bits, whose factors would be of another type. Without terms, nothing is at the addresses.
            let is_possible = !needs_alignment || are_aligned(&lists) && self.math != Math::F16Sum;
            if is_possible && sides.k > 0 {
                grouped.push(sides, factors, lists, c.len())
            } else {
                separate.push((these, sides, factors, lists))
            }
        }
        if grouped.sides.is_empty() && separate.is_empty() {
            return Ok(());
        }
        self.refuse_lists(call)?;
        for (these, sides, factors, lists) in separate {
            // SAFETY: as in `gemm`.
            unsafe {
                self.submit_each::<A, C>(&Job::of_products::<A>(&these), &sides, factors, &lists)
            }?;
        }
        if grouped.sides.is_empty() {
            return Ok(());
        }
        let pointers = self.pointers(call, core::mem::take(&mut grouped.addresses))?;
        let job = Job::of_products::<A>(&operands);
        // SAFETY: as in `gemm_batched`, for each group.
        unsafe { self.submit_groups::<A, C>(&job, &grouped, pointers.addresses) }
    }

    /// Calls cuBLAS for each product.
    ///
    /// # Safety
    /// As for [`submit_one`](Self::submit_one), for the addresses of each.
    pub(crate) unsafe fn submit_each<A: Product<C>, C: Element>(
        &mut self,
        job: &Job<'_>,
        sides: &Sides,
        factors: [A::Factor; 2],
        [a, b, c]: &[Vec<u64>; 3],
    ) -> Result<(), Error> {
        for ((a, b), c) in a.iter().zip(b).zip(c) {
            // SAFETY: the caller guarantees it.
            unsafe { self.submit_one::<A, C>(job, sides, factors, [*a, *b, *c]) }?;
        }
        Ok(())
    }

    /// Calls cuBLAS for groups.
    ///
    /// # Safety
    /// As for the function of cuBLAS.
    unsafe fn submit_groups<A: Product<C>, C: Element>(
        &mut self,
        job: &Job<'_>,
        grouped: &GroupLists<A::Factor>,
        [left, right, product]: [u64; 3],
    ) -> Result<(), Error> {
        let GroupLists { sides, alpha, beta, lens, .. } = grouped;
        let sizes = |side: &Sides| [side.m, side.n, side.k, side.lda, side.ldb, side.ldc];
        let widest = sides.iter().flat_map(sizes).chain(lens.iter().copied()).max().unwrap_or(0);
        let transa: Vec<_> = sides.iter().map(|side| side.transa).collect();
        let transb: Vec<_> = sides.iter().map(|side| side.transb).collect();
        let (data, product_data, compute) = (A::DATA, A::PRODUCT, A::compute(self.math));
        let (transa, transb) = (transa.as_ptr(), transb.as_ptr());
        let (alpha, beta) = (alpha.as_ptr().cast::<c_void>(), beta.as_ptr().cast::<c_void>());
        let table = self.table();
        let is_double = size_of::<C>() == 8 && !A::IS_COMPLEX;
        let (narrow, wide) =
            (Symbol::cublasGemmGroupedBatchedEx, Symbol::cublasGemmGroupedBatchedEx_64);
        if is_narrow(widest) {
            let function =
                self.handle.cublas().require(narrow, table.cublasGemmGroupedBatchedEx)?;
            let list = |size: fn(&Sides) -> usize| {
                sides.iter().map(|side| size(side) as c_int).collect::<Vec<_>>()
            };
            let [m, n, k] = [list(|side| side.m), list(|side| side.n), list(|side| side.k)];
            let [lda, ldb, ldc] =
                [list(|side| side.lda), list(|side| side.ldb), list(|side| side.ldc)];
            let lens: Vec<_> = lens.iter().map(|len| *len as c_int).collect();
            // SAFETY: the lists have an entry for each group, and the caller guarantees the rest.
            self.run(Symbol::cublasGemmGroupedBatchedEx, job, is_double, |handle| unsafe {
                function(
                    handle,
                    transa,
                    transb,
                    m.as_ptr(),
                    n.as_ptr(),
                    k.as_ptr(),
                    alpha,
                    left as usize as *const _,
                    data,
                    lda.as_ptr(),
                    right as usize as *const _,
                    data,
                    ldb.as_ptr(),
                    beta,
                    product as usize as *const _,
                    product_data,
                    ldc.as_ptr(),
                    sides.len() as c_int,
                    lens.as_ptr(),
                    compute,
                )
            })
        } else {
            let slot = table.cublasGemmGroupedBatchedEx_64;
            let function = self.require_wide(narrow, wide, slot, widest)?;
            let list = |size: fn(&Sides) -> usize| {
                sides.iter().map(|side| size(side) as i64).collect::<Vec<_>>()
            };
            let [m, n, k] = [list(|side| side.m), list(|side| side.n), list(|side| side.k)];
            let [lda, ldb, ldc] =
                [list(|side| side.lda), list(|side| side.ldb), list(|side| side.ldc)];
            let lens: Vec<_> = lens.iter().map(|len| *len as i64).collect();
            // SAFETY: the lists have an entry for each group, and the caller guarantees the rest.
            self.run(Symbol::cublasGemmGroupedBatchedEx_64, job, is_double, |handle| unsafe {
                function(
                    handle,
                    transa,
                    transb,
                    m.as_ptr(),
                    n.as_ptr(),
                    k.as_ptr(),
                    alpha,
                    left as usize as *const _,
                    data,
                    lda.as_ptr(),
                    right as usize as *const _,
                    data,
                    ldb.as_ptr(),
                    beta,
                    product as usize as *const _,
                    product_data,
                    ldc.as_ptr(),
                    sides.len() as i64,
                    lens.as_ptr(),
                    compute,
                )
            })
        }
    }

    /// [`trsm`](Self::trsm) for matrices anywhere in memory, all in one call: the first ones of each slice, and so on.
    ///
    /// Less precision than [`Math::Default`] is used only if all matrices begin at multiples of 16 bytes.
    ///
    /// # Errors
    /// As [`Blas`] says. It can't be recorded, because the addresses are copied to the device first.
    #[doc(alias = "cublasStrsmBatched")]
    #[doc(alias("cublasCtrsmBatched", "cublasDtrsmBatched", "cublasZtrsmBatched"))]
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
        let operands: Vec<_> = (a.iter().map(|matrix| matrix.operand("a")))
            .chain(b.iter().map(|matrix| matrix.operand("b")))
            .collect();
        let inner = match side {
            Side::Left => b0.shape().0,
            Side::Right => b0.shape().1,
        };
        let fits = (a.len() == 1 || a.len() == len)
            && a0.matrix.shape() == (inner, inner)
            && a.iter().all(|matrix| {
                matrix.layout.matrix.batch == 1
                    && matrix.layout.fill == a0.fill
                    && matrix.layout.matrix.is_like(&a0.matrix)
            })
            && b.iter().all(|matrix| matrix.layout.batch == 1 && matrix.layout.is_like(&b0));
        self.check(call, &operands, fits, BATCH_RULE)?;
        if b0.is_empty() {
            return Ok(());
        }
        let is_turned = b0.is_transposed;
        let operation = a0.matrix.operation::<T, T>(call, "a", is_turned)?;
        let side = if is_turned { side.other() } else { side };
        let a_at = (0..len).map(|i| a[if a.len() == 1 { 0 } else { i }].address()).collect();
        let b_at = b.iter().map(MatrixMut::address).collect();
        let lists = [a_at, b_at, Vec::new()];
        let wanted = self.math;
        let math =
            if are_aligned(&lists) || wanted == Math::Pedantic { wanted } else { Math::Default };
        let pointers = self.pointers(call, lists)?;
        let [a_at, b_at, _] = pointers.addresses;
        let (alpha, job) = (Host::of(alpha), Job::new(&operands[..]));
        let (side, fill, diag) = (side.by_columns(), a0.fill.by_columns(), diag.by_columns());
        let (m, n, lda, ldb) = (b0.columns, b0.rows, a0.matrix.leading(), b0.leading());
        self.math = math;
        // SAFETY: as in `gemm_batched`.
        let done = unsafe {
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
        };
        self.math = wanted;
        done
    }

    /// Refuses a call that allocates while it is to be recorded.
    pub(crate) fn refuse_recording(&self, call: &'static str) -> Result<(), Error> {
        if self.stream_call(call).is_recorded {
            Err(CallError::Captured { call }.into())
        } else {
            Ok(())
        }
    }

    /// Refuses a call whose addresses are copied to the device while it is to be recorded.
    fn refuse_lists(&self, call: &'static str) -> Result<(), Error> {
        self.refuse_recording(call)?;
        self.check_not_captured(call)
    }

    /// Copies lists of addresses to the device, without waiting.
    fn pointers(&self, call: &'static str, lists: [Vec<u64>; 3]) -> Result<Pointers, Error> {
        self.refuse_lists(call)?;
        let [first, second, _] = lists.each_ref().map(Vec::len);
        let all = lists.concat();
        let mut buffer = self.stream.alloc::<u64>(all.len())?;
        let copy = self.stream.upload_owned(all, &mut buffer);
        drop(copy.map_err(cuda_driver::Error::from)?);
        let start = buffer.as_raw();
        let after = |count: usize| start + (count * size_of::<u64>()) as u64;
        Ok(Pointers { addresses: [start, after(first), after(first + second)], _buffer: buffer })
    }
}

/// Returns whether kernels for addresses in device memory, which cuBLAS doesn't see before, read 16 bytes at a time: its
/// documentation demands aligned matrices for 16-bit elements and for less precision.
fn needs_alignment<A: Product<C>, C: Element>(math: Math) -> bool {
    let compute = A::compute(math);
    let is_plain = [Math::Default, Math::Pedantic].iter().any(|math| A::compute(*math) == compute);
    size_of::<A>() < 4 || !is_plain
}

/// Returns whether all matrices begin at multiples of 16 bytes.
fn are_aligned(lists: &[Vec<u64>; 3]) -> bool {
    lists.iter().flatten().all(|list| list & 15 == 0)
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
struct GroupLists<F> {
    sides: Vec<Sides>,
    alpha: Vec<F>,
    beta: Vec<F>,
    lens: Vec<usize>,
    addresses: [Vec<u64>; 3],
}

impl<F> Default for GroupLists<F> {
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

impl<F> GroupLists<F> {
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
