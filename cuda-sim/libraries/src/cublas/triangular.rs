//! Products with triangular matrices, and solutions of triangular systems.

use cuda_libraries_sys::cublas::*;

use super::arguments::{
    Value, check, check_diagonal, check_fill, check_leading, check_operation, check_side, constant,
    matrices, matrix, rows,
};
use super::context::{Context, Outcome, status};
use super::product::Product;
use super::solve::Solve;
use crate::matrix::{Form, Matrix};

const RIGHT: cublasSideMode_t = cublasSideMode_t::CUBLAS_SIDE_RIGHT;

/// The arguments that functions of triangular matrices share.
#[derive(Clone, Copy)]
struct Triangle {
    side: cublasSideMode_t,
    fill: cublasFillMode_t,
    operation: cublasOperation_t,
    diagonal: cublasDiagType_t,
    m: i64,
    n: i64,
}

impl Triangle {
    /// Checks them, and makes the matrix triangular.
    fn of(&self, a: Matrix, others: &[Matrix]) -> Result<Matrix, cublasStatus_t> {
        let Self { m, n, .. } = *self;
        check_side(self.side)?;
        check_fill(self.fill)?;
        check_operation(self.operation)?;
        check_diagonal(self.diagonal)?;
        check(m >= 0 && n >= 0)?;
        check_leading(a.columns, self.order())?;
        others.iter().try_for_each(|other| check_leading(other.columns, m))?;
        let a = a.triangle(Form::TRIANGULAR, self.fill);
        Ok(a.diagonal(self.diagonal).operation(self.operation))
    }

    fn order(&self) -> i64 {
        if self.side == RIGHT { self.n } else { self.m }
    }

    fn multiply(
        &self,
        handle: cublasHandle_t,
        alpha: Value,
        a: Matrix,
        b: Matrix,
        c: Matrix,
    ) -> Outcome {
        let context = Context::of(handle)?;
        let a = self.of(a, &[b, c])?;
        if self.m == 0 || self.n == 0 {
            return Ok(());
        }
        let (a, b) = if self.side == RIGHT { (b, a) } else { (a, b) };
        context.submit(&Product {
            m: self.m,
            n: self.n,
            k: self.order(),
            alpha: alpha.factor(&context)?,
            a,
            b,
            ..Product::new(c.data, c)
        })
    }

    fn solve(
        &self,
        handle: cublasHandle_t,
        alpha: Value,
        a: Matrix,
        b: Matrix,
        len: i64,
    ) -> Outcome {
        let context = Context::of(handle)?;
        let a = self.of(a, &[b])?;
        check(len >= 0)?;
        if self.m == 0 || self.n == 0 || len == 0 {
            return Ok(());
        }
        context.submit(&Solve {
            m: self.m,
            n: self.n,
            len,
            scalar: b.data,
            is_right: (self.side == RIGHT).into(),
            alpha: alpha.factor(&context)?,
            a,
            b,
        })
    }
}

rows! { (handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc) => {
        let triangle = Triangle {
            side,
            fill: uplo,
            operation: trans,
            diagonal: diag,
            m: m.into(),
            n: n.into(),
        };
        let (a, b) = (matrix(A, lda.into()), matrix(B, ldb.into()));
        let c = matrix(C.cast_const(), ldc.into());
        status(triangle.multiply(handle, Value::of(alpha), a, b, c))
    };
    cublasStrmm_v2 cublasStrmm_v2_64 cublasDtrmm_v2 cublasDtrmm_v2_64 cublasCtrmm_v2 cublasCtrmm_v2_64
    cublasZtrmm_v2 cublasZtrmm_v2_64
}

rows! { (handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb) => {
        let triangle = Triangle {
            side,
            fill: uplo,
            operation: trans,
            diagonal: diag,
            m: m.into(),
            n: n.into(),
        };
        let (a, b) = (matrix(A, lda.into()), matrix(B.cast_const(), ldb.into()));
        status(triangle.solve(handle, Value::of(alpha), a, b, 1))
    };
    cublasStrsm_v2 cublasStrsm_v2_64 cublasDtrsm_v2 cublasDtrsm_v2_64 cublasCtrsm_v2 cublasCtrsm_v2_64
    cublasZtrsm_v2 cublasZtrsm_v2_64
}

rows! { (handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, batchCount) => {
        let triangle = Triangle {
            side,
            fill: uplo,
            operation: trans,
            diagonal: diag,
            m: m.into(),
            n: n.into(),
        };
        let b = matrices(constant(B), ldb.into());
        status(triangle.solve(handle, Value::of(alpha), matrices(A, lda.into()), b, batchCount.into()))
    };
    cublasStrsmBatched cublasStrsmBatched_64 cublasDtrsmBatched cublasDtrsmBatched_64 cublasCtrsmBatched
    cublasCtrsmBatched_64 cublasZtrsmBatched cublasZtrsmBatched_64
}
