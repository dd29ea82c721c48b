//! Products with symmetric matrices, and updates of triangles.

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{
    Layout, Triangle, Value, check, check_fill, check_leading, check_operation, check_side, matrix,
    rows,
};
use super::context::{Context, NOT_SUPPORTED, Outcome, status};
use super::product::Product;
use crate::element::Number;
use crate::matrix::{Form, Matrix};

const RIGHT: cublasSideMode_t = cublasSideMode_t::CUBLAS_SIDE_RIGHT;

/// `c = alpha * a * b + beta * c`, or with `b * a`, where `a` is symmetric or Hermitian.
fn symm<T: Number>(
    handle: cublasHandle_t,
    side: cublasSideMode_t,
    [m, n]: [i64; 2],
    [alpha, beta]: [Value; 2],
    a: Triangle<T>,
    b: Matrix,
    c: Matrix,
) -> Outcome {
    let context = Context::of(handle)?;
    check_side(side)?;
    check(m >= 0 && n >= 0)?;
    let (order, a) = (a.n, a.matrix()?);
    check_leading(b.columns, m)?;
    check_leading(c.columns, m)?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    let (a, b) = if side == RIGHT { (b, a) } else { (a, b) };
    context.submit(&Product {
        m,
        n,
        k: order,
        alpha: alpha.factor(&context)?,
        a,
        b,
        beta: beta.factor(&context)?,
        ..Product::new(T::DATA, c)
    })
}

rows! { (handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc), form => {
        let (b, c) = (matrix(B, ldb.into()), matrix(C.cast_const(), ldc.into()));
        let order = if side == RIGHT { n } else { m };
        let layout = Layout::Full(lda.into());
        let a = Triangle { pointer: A, layout, form, fill: uplo, n: order.into() };
        let factors = [Value::of(alpha), Value::of(beta)];
        status(symm(handle, side, [m.into(), n.into()], factors, a, b, c))
    };
    cublasSsymm_v2 cublasSsymm_v2_64 cublasDsymm_v2 cublasDsymm_v2_64 cublasCsymm_v2 cublasCsymm_v2_64
    cublasZsymm_v2 cublasZsymm_v2_64: Form::SYMMETRIC;
    cublasChemm_v2 cublasChemm_v2_64 cublasZhemm_v2 cublasZhemm_v2_64: Form::HERMITIAN;
}

/// How a triangle is updated by a product with a transposed matrix.
struct Update {
    form: Form,
    fill: cublasFillMode_t,
    operation: cublasOperation_t,
    n: i64,
    k: i64,
    alpha: Value,
    beta: Value,
    a: Matrix,
    /// The matrix that is transposed, if it is another one, and whether the mirror image of the product is added.
    b: Option<(Matrix, bool)>,
    c: Matrix,
}

impl Update {
    fn submit(&self, handle: cublasHandle_t) -> Outcome {
        let context = Context::of(handle)?;
        let Self { n, k, .. } = *self;
        check_fill(self.fill)?;
        check(n >= 0 && k >= 0)?;
        let is_hermitian = self.form == Form::HERMITIAN;
        let mirror = if is_hermitian {
            cublasOperation_t::CUBLAS_OP_C
        } else {
            cublasOperation_t::CUBLAS_OP_T
        };
        // Of the two ways to transpose, each form has one; for real numbers, they are the same.
        let is_complex = matches!(self.c.data, cudaDataType::CUDA_C_32F | cudaDataType::CUDA_C_64F);
        check_operation(self.operation)?;
        let is_plain = self.operation == cublasOperation_t::CUBLAS_OP_N;
        check(is_plain || !is_complex || self.operation == mirror)?;
        let rows = if is_plain { n } else { k };
        let (b, adds_mirror) = self.b.unwrap_or((self.a, false));
        check_leading(self.a.columns, rows)?;
        check_leading(b.columns, rows)?;
        check_leading(self.c.columns, n)?;
        if n == 0 {
            return Ok(());
        }
        let (left, right) = if is_plain {
            (cublasOperation_t::CUBLAS_OP_N, mirror)
        } else {
            (mirror, cublasOperation_t::CUBLAS_OP_N)
        };
        context.submit(&Product {
            m: n,
            n,
            k,
            mirror: if adds_mirror { mirror } else { cublasOperation_t::CUBLAS_OP_N },
            alpha: self.alpha.factor(&context)?,
            a: self.a.operation(left),
            b: b.operation(right),
            beta: self.beta.factor(&context)?,
            ..Product::new(self.c.data, self.c.triangle(self.form, self.fill))
        })
    }
}

rows! { (handle, uplo, trans, n, k, alpha, A, lda, beta, C, ldc), form => {
        let update = Update {
            form,
            fill: uplo,
            operation: trans,
            n: n.into(),
            k: k.into(),
            alpha: Value::of(alpha),
            beta: Value::of(beta),
            a: matrix(A, lda.into()),
            b: None,
            c: matrix(C.cast_const(), ldc.into()),
        };
        status(update.submit(handle))
    };
    cublasSsyrk_v2 cublasSsyrk_v2_64 cublasDsyrk_v2 cublasDsyrk_v2_64 cublasCsyrk_v2 cublasCsyrk_v2_64
    cublasZsyrk_v2 cublasZsyrk_v2_64: Form::SYMMETRIC;
    cublasCherk_v2 cublasCherk_v2_64 cublasZherk_v2 cublasZherk_v2_64: Form::HERMITIAN;
}

rows! { (handle, uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc), form => {
        let is_known = matches!(
            (Atype, Ctype),
            (cudaDataType::CUDA_C_8I | cudaDataType::CUDA_C_32F, cudaDataType::CUDA_C_32F)
        );
        if !is_known {
            return status(Context::of(handle).and(Err(NOT_SUPPORTED)));
        }
        let update = Update {
            form,
            fill: uplo,
            operation: trans,
            n: n.into(),
            k: k.into(),
            alpha: Value::of(alpha),
            beta: Value::of(beta),
            a: Matrix::new(A as u64, Atype, lda.into()),
            b: None,
            c: Matrix::new(C as u64, Ctype, ldc.into()),
        };
        status(update.submit(handle))
    };
    cublasCsyrkEx cublasCsyrkEx_64 cublasCsyrk3mEx cublasCsyrk3mEx_64: Form::SYMMETRIC;
    cublasCherkEx cublasCherkEx_64 cublasCherk3mEx cublasCherk3mEx_64: Form::HERMITIAN;
}

rows! { (handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc), (form, adds_mirror) => {
        let update = Update {
            form,
            fill: uplo,
            operation: trans,
            n: n.into(),
            k: k.into(),
            alpha: Value::of(alpha),
            beta: Value::of(beta),
            a: matrix(A, lda.into()),
            b: Some((matrix(B, ldb.into()), adds_mirror)),
            c: matrix(C.cast_const(), ldc.into()),
        };
        status(update.submit(handle))
    };
    cublasSsyr2k_v2 cublasSsyr2k_v2_64 cublasDsyr2k_v2 cublasDsyr2k_v2_64 cublasCsyr2k_v2 cublasCsyr2k_v2_64
    cublasZsyr2k_v2 cublasZsyr2k_v2_64: (Form::SYMMETRIC, true);
    cublasCher2k_v2 cublasCher2k_v2_64 cublasZher2k_v2 cublasZher2k_v2_64: (Form::HERMITIAN, true);
    cublasSsyrkx cublasSsyrkx_64 cublasDsyrkx cublasDsyrkx_64 cublasCsyrkx cublasCsyrkx_64 cublasZsyrkx
    cublasZsyrkx_64: (Form::SYMMETRIC, false);
    cublasCherkx cublasCherkx_64 cublasZherkx cublasZherkx_64: (Form::HERMITIAN, false);
}
