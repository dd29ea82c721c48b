use core::ffi::c_int;
use core::fmt;

use cuda_driver::stream::CaptureStatus;
use cuda_driver::{Context, DeviceBuffer, Stream};
use cuda_libraries_sys::cublas::{
    Symbol, cublasGemmAlgo_t, cublasHandle_t, cublasOperation_t, cublasStatus_t,
};

use crate::element::pointer;
use crate::error::{Error, Failure, Shapes};
use crate::matrix::Layout;
use crate::{Cublas, Gemm, Matrix, MatrixMut, Scalar};

/// cuBLAS's state on a device: [documentation](https://docs.nvidia.com/cuda/cublas/index.html#cublashandle-t).
///
/// Products of one handle are submitted by one thread at a time; another thread may continue with it, or have its own.
///
/// Dropping it waits until the device is done with all work, because `cublasDestroy` does.
pub struct Handle {
    cublas: Cublas,
    raw: cublasHandle_t,
    context: Context,
}

// SAFETY: cuBLAS allows a handle to be used by any thread, one at a time; methods that call cuBLAS take `&mut self`.
unsafe impl Send for Handle {}
// SAFETY: a shared reference only reads fields that don't change.
unsafe impl Sync for Handle {}

impl Handle {
    pub(crate) fn new(cublas: Cublas, context: &Context) -> Result<Self, Error> {
        let create = cublas.require(Symbol::cublasCreate_v2, cublas.raw().cublasCreate_v2)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live handle, and a context is current.
        let status = context.with_current(|| unsafe { create(&raw mut raw) })?;
        check(Symbol::cublasCreate_v2, status, None)?;
        Ok(Self {
            cublas,
            raw,
            context: context.clone(),
        })
    }

    /// Computes `c = alpha a b + beta c`, for each matrix of the batch `c`. A factor that is one matrix is used for all.
    ///
    /// The matrices belong to `stream`, and this returns before the product is computed.
    ///
    /// # Errors
    /// [`Error::Shapes`], [`Error::OtherStream`], [`Error::OtherContext`], [`Error::Captured`] or [`Error::TooLarge`],
    /// before cuBLAS is called; or cuBLAS's error.
    #[doc(alias = "cublasGemmEx")]
    #[doc(alias = "cublasGemmStridedBatchedEx")]
    #[doc(alias = "cublasSgemm")]
    #[doc(alias = "cublasDgemm")]
    pub fn gemm<T: Scalar>(
        &mut self,
        stream: &Stream,
        gemm: &Gemm<T>,
        a: Matrix<'_, T>,
        b: Matrix<'_, T>,
        c: MatrixMut<'_, T>,
    ) -> Result<(), Error> {
        let shapes = shapes(&a.layout, &b.layout, &c.layout)?;
        let (a_stream, b_stream) = (a.slice.stream(), b.slice.stream());
        for (matrix, of) in [("a", a_stream), ("b", b_stream), ("c", c.slice.stream())] {
            if of != stream {
                return Err(Error::OtherStream { matrix });
            }
        }
        if !stream.context().shares_memory_with(&self.context) {
            return Err(Error::OtherContext);
        }
        if stream.capture_status()? != CaptureStatus::NONE {
            return Err(Error::Captured);
        }
        let (m, n, len) = shapes.c;
        if m == 0 || n == 0 || len == 0 {
            return Ok(());
        }
        // cuBLAS's order is by columns: it sees each matrix as its transpose, and computes cᵀ = bᵀ aᵀ.
        let (left, right) = (
            Side::new(b.slice.as_raw(), &b.layout),
            Side::new(a.slice.as_raw(), &a.layout),
        );
        let product = Side::new(c.slice.as_raw(), &c.layout);
        let sizes = [n, m, shapes.a.1];
        // SAFETY: the layouts were checked against the slices when the views were made, and the shapes against each other.
        // The slices are borrowed, and their memory is freed in the order of the stream, after the product. Nothing else
        // writes to `c`, which is borrowed mutably.
        unsafe { self.submit(stream, gemm, sizes, [left, right, product], len, &shapes) }
    }

    /// Returns the product of two matrices, or of two batches, in a new buffer of `stream`: row-major, one after the other.
    ///
    /// # Errors
    /// As [`gemm`](Self::gemm), or the driver's if there isn't enough memory.
    pub fn matmul<T: Scalar>(
        &mut self,
        stream: &Stream,
        a: Matrix<'_, T>,
        b: Matrix<'_, T>,
    ) -> Result<DeviceBuffer<T>, Error> {
        let (rows, columns) = (a.shape().0, b.shape().1);
        let len = match a.len() {
            1 => b.len(),
            len => len,
        };
        let size = rows.checked_mul(columns).and_then(|it| it.checked_mul(len));
        let Some(size) = size else {
            return Err(Error::TooLarge {
                what: "the number of rows of a product",
                value: rows,
                most: usize::MAX as u64 / columns.max(1) as u64,
            });
        };
        let mut product = stream.alloc::<T>(size)?;
        let c = MatrixMut::batch(&mut product, len, rows, columns)?;
        self.gemm(stream, &Gemm::new(), a, b, c)?;
        Ok(product)
    }

    /// Returns the library.
    #[must_use]
    pub fn cublas(&self) -> Cublas {
        self.cublas
    }

    /// Returns the context that it was created in.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns cuBLAS's own handle, for [`Cublas::raw`]. What calls set in it, each method of this type sets anew.
    #[must_use]
    pub fn as_raw(&mut self) -> cublasHandle_t {
        self.raw
    }

    /// Submits a product in cuBLAS's order of the factors.
    ///
    /// # Safety
    /// The sides are matrices of these sizes, their memory belongs to the stream, and nothing else uses the last one.
    unsafe fn submit<T: Scalar>(
        &mut self,
        stream: &Stream,
        gemm: &Gemm<T>,
        sizes: [usize; 3],
        [left, right, product]: [Side; 3],
        len: usize,
        shapes: &Shapes,
    ) -> Result<(), Error> {
        let table = self.cublas.raw();
        let set_stream = self
            .cublas
            .require(Symbol::cublasSetStream_v2, table.cublasSetStream_v2)?;
        let set_mode = self.cublas.require(
            Symbol::cublasSetPointerMode_v2,
            table.cublasSetPointerMode_v2,
        )?;
        let (alpha, beta) = (pointer(&gemm.alpha), pointer(&gemm.beta));
        let (raw, compute, data) = (self.raw, T::compute(gemm.math), T::DATA);
        let algorithm = cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT;
        let host = cuda_libraries_sys::cublas::cublasPointerMode_t::CUBLAS_POINTER_MODE_HOST;
        /// Calls one of the two functions, which differ in the type of sizes.
        macro_rules! call {
            ($symbol:ident, $number:ty) => {{
                let function = self.cublas.require(Symbol::$symbol, table.$symbol)?;
                let [m, n, k] = sizes;
                let m: $number = number("the number of columns of b", m)?;
                let n: $number = number("the number of rows of a", n)?;
                let k: $number = number("the number of columns of a", k)?;
                let len: $number = number("the number of matrices", len)?;
                let left_stride: $number = number("the distance of rows of b", left.row_stride)?;
                let right_stride: $number = number("the distance of rows of a", right.row_stride)?;
                let stride: $number = number("the distance of rows of c", product.row_stride)?;
                let left_batch: i64 = number("the distance of matrices of b", left.batch_stride)?;
                let right_batch: i64 = number("the distance of matrices of a", right.batch_stride)?;
                let batch: i64 = number("the distance of matrices of c", product.batch_stride)?;
                self.context.with_current(|| {
                    // SAFETY: the handle is alive, and this has it alone; the stream is alive.
                    let status = unsafe { set_stream(raw, stream.as_raw().cast()) };
                    check(Symbol::cublasSetStream_v2, status, None)?;
                    // SAFETY: as above.
                    let status = unsafe { set_mode(raw, host) };
                    check(Symbol::cublasSetPointerMode_v2, status, None)?;
                    // SAFETY: the caller guarantees the matrices; the factors are in host memory, and are read before the
                    // function returns.
                    let status = unsafe {
                        function(
                            raw, left.operation, right.operation, m, n, k, alpha, left.pointer, data, left_stride,
                            left_batch, right.pointer, data, right_stride, right_batch, beta, product.pointer.cast_mut(),
                            data, stride, batch, len, compute, algorithm,
                        )
                    };
                    check(Symbol::$symbol, status, Some(shapes))
                })?
            }};
        }
        let all =
            sizes
                .into_iter()
                .chain([left.row_stride, right.row_stride, product.row_stride, len]);
        let most = all.max().unwrap_or(0);
        match c_int::try_from(most) {
            Ok(_) => call!(cublasGemmStridedBatchedEx, c_int),
            Err(_) => call!(cublasGemmStridedBatchedEx_64, i64),
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if let Some(destroy) = self.cublas.raw().cublasDestroy_v2 {
            let raw = self.raw;
            // SAFETY: the handle is alive, and nothing uses it afterwards. If its context is gone, so is what it has there.
            let _ = self.context.with_current(|| unsafe { destroy(raw) });
        }
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("cublas", &self.cublas)
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}

/// A matrix as cuBLAS takes it.
#[derive(Clone, Copy)]
struct Side {
    pointer: *const core::ffi::c_void,
    operation: cublasOperation_t,
    row_stride: usize,
    batch_stride: usize,
}

impl Side {
    fn new(address: u64, layout: &Layout) -> Self {
        Self {
            pointer: address as *const core::ffi::c_void,
            operation: match layout.is_transposed {
                true => cublasOperation_t::CUBLAS_OP_T,
                false => cublasOperation_t::CUBLAS_OP_N,
            },
            // At least 1, also without elements.
            row_stride: layout.row_stride.max(1),
            // One matrix is used for all.
            batch_stride: match layout.batch {
                1 => 0,
                _ => layout.batch_stride(),
            },
        }
    }
}

/// Returns the shapes of a product if they fit each other.
fn shapes(a: &Layout, b: &Layout, c: &Layout) -> Result<Shapes, Error> {
    let of = |layout: &Layout| {
        let (rows, columns) = layout.shape();
        (rows, columns, layout.batch)
    };
    let shapes = Shapes {
        a: of(a),
        b: of(b),
        c: of(c),
    };
    let fits = shapes.a.1 == shapes.b.0
        && (shapes.a.0, shapes.b.1) == (shapes.c.0, shapes.c.1)
        && [shapes.a.2, shapes.b.2]
            .iter()
            .all(|len| *len == 1 || *len == shapes.c.2);
    match fits {
        true => Ok(shapes),
        false => Err(Error::Shapes(Box::new(shapes))),
    }
}

/// Converts a size to the type that cuBLAS takes.
fn number<N: TryFrom<usize>>(what: &'static str, value: usize) -> Result<N, Error> {
    N::try_from(value).map_err(|_| Error::TooLarge {
        what,
        value,
        most: (1 << (8 * size_of::<N>() - 1)) - 1,
    })
}

fn check(symbol: Symbol, status: cublasStatus_t, shapes: Option<&Shapes>) -> Result<(), Error> {
    match status {
        cublasStatus_t::CUBLAS_STATUS_SUCCESS => Ok(()),
        status => Err(Error::Cublas(Box::new(Failure {
            function: symbol.function().name,
            status,
            shapes: shapes.cloned(),
        }))),
    }
}
