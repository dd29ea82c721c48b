use cuda_driver::Element;
use cuda_libraries_sys::cublas::{cublasComputeType_t, cublasOperation_t};
use cuda_libraries_sys::cublaslt::{
    cublasLtEpilogue_t, cublasLtMatmulDescAttributes_t, cublasLtMatrixLayoutAttribute_t,
};
use cuda_libraries_sys::shared::cudaDataType;

use crate::error::{Error, release};
use crate::layout::MatrixLayout;
use crate::lt::descriptor::{Layout, Operation};
use crate::lt::element::Types;
use crate::lt::{CublasLt, LtProduct, Matmul};

/// What an algorithm depends on: everything of a product but its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    types: Types,
    compute: cublasComputeType_t,
    epilogue: cublasLtEpilogue_t,
    /// The factors in cuBLAS's order, what is added, and the result.
    sides: [Side; 4],
    operations: [cublasOperation_t; 2],
    aux: Option<(usize, usize)>,
    scales: [bool; 3],
    has_amax: bool,
    has_fast_sums: bool,
}

/// A matrix by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    data: cudaDataType,
    rows: usize,
    columns: usize,
    leading: usize,
    batch: usize,
    batch_stride: usize,
}

/// What a product is to cuBLASLt.
pub(crate) struct ProductDescriptors {
    pub(crate) operation: Operation,
    /// The factors in cuBLAS's order, what is added, and the result.
    pub(crate) layouts: [Layout; 4],
}

/// The addresses of the matrices, in the order of the sides.
pub(crate) type Addresses = [u64; 4];

impl Side {
    /// cuBLAS sees a matrix in memory as its transpose. One matrix is used for all of a batch.
    fn new(data: cudaDataType, layout: &MatrixLayout, batch: usize) -> Self {
        Self {
            data,
            rows: layout.columns,
            columns: layout.rows,
            leading: layout.leading(),
            batch,
            batch_stride: layout.batch_leading(),
        }
    }

    fn describe(&self, lt: CublasLt) -> Result<Layout, Error> {
        use cublasLtMatrixLayoutAttribute_t as L;
        let too_large = |value: usize, most: u64| Error::TooLarge {
            function: "cublasLtMatmul",
            value,
            most,
            needs: None,
            found: release(lt.version()),
        };
        let leading =
            i64::try_from(self.leading).map_err(|_| too_large(self.leading, i64::MAX as u64))?;
        let mut layout =
            Layout::new(lt, self.data, self.rows as u64, self.columns as u64, leading)?;
        if self.batch > 1 {
            let batch =
                i32::try_from(self.batch).map_err(|_| too_large(self.batch, i32::MAX as u64))?;
            let stride = self.batch_stride;
            let stride = i64::try_from(stride).map_err(|_| too_large(stride, i64::MAX as u64))?;
            // SAFETY: the attributes are numbers of these types.
            unsafe {
                layout.set(L::CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batch)?;
                layout.set(L::CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, stride)?;
            }
        }
        Ok(layout)
    }
}

impl Problem {
    /// Returns what the product is, which fits and has an epilogue.
    pub(crate) fn of<A: LtProduct<B, D>, B: Element, D: Element>(
        matmul: &Matmul<'_, A, B, D>,
        epilogue: cublasLtEpilogue_t,
    ) -> (Self, Addresses) {
        let types = A::TYPES;
        let len = matmul.d.len();
        let result = Side::new(types.d, &matmul.d.layout, len);
        let (added, added_at) = match &matmul.added {
            Some(added) => (Side::new(types.added, &added.layout, len), added.address()),
            // It isn't read. In place of a result of other elements it isn't taken, either.
            None => {
                let side = Side { data: types.added, ..result };
                let is_like_result = types.added == types.d;
                (side, if is_like_result { matmul.d.address() } else { 0 })
            }
        };
        let (a, b) = (&matmul.a, &matmul.b);
        // cuBLAS's order is by columns: it computes dᵀ = bᵀ aᵀ.
        let sides =
            [Side::new(types.b, &b.layout, len), Side::new(types.a, &a.layout, len), added, result];
        let operation = |layout: &MatrixLayout| match (
            layout.is_transposed,
            layout.is_conjugated && types.is_complex,
        ) {
            (false, _) => cublasOperation_t::CUBLAS_OP_N,
            (true, false) => cublasOperation_t::CUBLAS_OP_T,
            (true, true) => cublasOperation_t::CUBLAS_OP_C,
        };
        let this = Self {
            types,
            compute: A::compute(matmul.math),
            epilogue,
            sides,
            operations: [operation(&b.layout), operation(&a.layout)],
            aux: matmul.aux_place().map(|(_, leading, stride)| (leading, stride)),
            scales: matmul.scales.each_ref().map(Option::is_some),
            has_amax: matmul.amax.is_some(),
            has_fast_sums: matmul.has_fast_sums,
        };
        (this, [b.address(), a.address(), added_at, matmul.d.address()])
    }

    /// Describes the product to cuBLASLt, with the addresses of what isn't a matrix of it.
    pub(crate) fn describe<A: LtProduct<B, D>, B: Element, D: Element>(
        &self,
        lt: CublasLt,
        matmul: &Matmul<'_, A, B, D>,
    ) -> Result<ProductDescriptors, Error> {
        use cublasLtMatmulDescAttributes_t as M;
        let mut operation = Operation::new(lt, self.compute, self.types.factor)?;
        let [transa, transb] = self.operations;
        let is_batch = self.sides[3].batch > 1;
        // SAFETY: each attribute has the type of its value, and what addresses lead to is borrowed as long as the product.
        unsafe {
            operation.set(M::CUBLASLT_MATMUL_DESC_TRANSA, transa)?;
            operation.set(M::CUBLASLT_MATMUL_DESC_TRANSB, transb)?;
            operation.set(M::CUBLASLT_MATMUL_DESC_EPILOGUE, self.epilogue)?;
            if let Some(address) = matmul.bias_address() {
                operation.set(M::CUBLASLT_MATMUL_DESC_BIAS_POINTER, address)?;
                // What the result has is the default, which cuBLAS 11 has alone.
                if self.types.bias != self.types.d {
                    operation.set(M::CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, self.types.bias)?;
                }
            }
            if let Some((address, leading, stride)) = matmul.aux_place() {
                operation.set(M::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, address)?;
                operation.set(M::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, leading as i64)?;
                if is_batch {
                    operation
                        .set(M::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, stride as i64)?;
                }
            }
            let attributes = [
                M::CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
                M::CUBLASLT_MATMUL_DESC_A_SCALE_POINTER,
                M::CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
            ];
            for (scale, attribute) in matmul.scales.iter().zip(attributes) {
                if let Some(scale) = scale {
                    operation.set(attribute, scale.as_raw())?;
                }
            }
            if let Some(amax) = &matmul.amax {
                operation.set(M::CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, amax.as_raw())?;
            }
            if self.has_fast_sums {
                operation.set(M::CUBLASLT_MATMUL_DESC_FAST_ACCUM, 1_i8)?;
            }
        }
        let [a, b, c, d] = &self.sides;
        let layouts = [a.describe(lt)?, b.describe(lt)?, c.describe(lt)?, d.describe(lt)?];
        Ok(ProductDescriptors { operation, layouts })
    }
}
