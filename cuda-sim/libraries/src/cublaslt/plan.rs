//! Products: what their descriptions say, checked.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::cudaDataType;

use super::attribute::read;
use super::description::{Layout, Product, UNSET};
use super::epilogue::{Epilogue, Matmul};
use super::settings::is_alive;
use crate::bytes::{BytesProduct, Side};
use crate::cublas::context::{Context, INVALID_VALUE, NOT_INITIALIZED, NOT_SUPPORTED, Outcome};
use crate::cublas::product;
use crate::dense::is_transposed;
use crate::element::size_of_data;
use crate::factor::Factor;
use crate::matrix::Matrix;

/// Fails for handles that aren't alive: those of cuBLAS are of cuBLASLt, too.
pub(super) fn check_handle(handle: cublasLtHandle_t) -> Outcome {
    let handle = handle as usize;
    if is_alive(handle) || Context::is_alive(handle) { Ok(()) } else { Err(NOT_INITIALIZED) }
}

pub(super) fn check(is_valid: bool) -> Outcome {
    if is_valid { Ok(()) } else { Err(INVALID_VALUE) }
}

/// Fails for what cuBLASLt has and this library lacks.
fn lack<T>(feature: &'static str) -> Result<T, cublasStatus_t> {
    Err(crate::stand_in::not_supported("cuBLASLt", feature))
}

/// Fails for what cuBLASLt doesn't have on this device.
fn support(is_supported: bool) -> Outcome {
    if is_supported { Ok(()) } else { Err(NOT_SUPPORTED) }
}

impl Layout {
    /// Returns the matrix at an address.
    pub(super) fn matrix(&self, address: u64) -> Result<Matrix, cublasStatus_t> {
        let mut matrix = Matrix::new(address, self.data, self.leading);
        match self.order {
            cublasLtOrder_t::CUBLASLT_ORDER_COL => check(self.leading >= self.rows as i64)?,
            cublasLtOrder_t::CUBLASLT_ORDER_ROW => {
                check(self.leading >= self.columns as i64)?;
                (matrix.rows, matrix.columns) = (self.leading, 1);
            }
            order if order.name().is_none() => return Err(INVALID_VALUE),
            _ => return lack("a matrix in tiles (cublasLtOrder_t)"),
        }
        match self.batch_mode {
            cublasLtBatchMode_t::CUBLASLT_BATCH_MODE_STRIDED => Ok(matrix.batch(self.batch_offset)),
            cublasLtBatchMode_t::CUBLASLT_BATCH_MODE_POINTER_ARRAY => Ok(matrix.array()),
            mode if mode.name().is_none() => Err(INVALID_VALUE),
            _ => lack("a group of matrices (CUBLASLT_BATCH_MODE_GROUPED)"),
        }
    }

    /// Returns the shape after an operation.
    fn shape(&self, operation: cublasOperation_t) -> (i64, i64) {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        if is_transposed(operation) { (columns, rows) } else { (rows, columns) }
    }
}

fn is_float8(data: cudaDataType) -> bool {
    matches!(data, cudaDataType::CUDA_R_8F_E4M3 | cudaDataType::CUDA_R_8F_E5M2)
}

/// A product whose descriptions were checked.
pub(super) struct MatmulPlan {
    product: Product,
    layouts: [Layout; 4],
    sizes: [i64; 3],
    scalar: cudaDataType,
}

/// Returns the type of the computation; `None` for combinations that cuBLASLt doesn't have.
fn scalar(product: &Product, [a, b, c, d]: [cudaDataType; 4]) -> Option<cudaDataType> {
    use cublasComputeType_t as C;
    use cudaDataType as T;
    let when = |fits: bool, scalar| fits.then_some(scalar);
    let scale = product.scale;
    let are = |data: cudaDataType| [a, b, c, d] == [data; 4];
    match product.compute {
        C::CUBLAS_COMPUTE_16F | C::CUBLAS_COMPUTE_16F_PEDANTIC => {
            when(are(T::CUDA_R_16F) && scale == T::CUDA_R_16F, T::CUDA_R_32F)
        }
        C::CUBLAS_COMPUTE_32I | C::CUBLAS_COMPUTE_32I_PEDANTIC => {
            let fits = (a, b, c) == (T::CUDA_R_8I, T::CUDA_R_8I, d)
                && matches!(
                    (scale, d),
                    (T::CUDA_R_32I, T::CUDA_R_32I) | (T::CUDA_R_32F, T::CUDA_R_8I)
                );
            when(fits, T::CUDA_R_32I)
        }
        C::CUBLAS_COMPUTE_32F
        | C::CUBLAS_COMPUTE_32F_PEDANTIC
        | C::CUBLAS_COMPUTE_32F_FAST_16F
        | C::CUBLAS_COMPUTE_32F_FAST_16BF
        | C::CUBLAS_COMPUTE_32F_FAST_TF32
        | C::CUBLAS_COMPUTE_32F_EMULATED_16BFX9 => {
            if are(T::CUDA_C_32F) {
                return when(scale == T::CUDA_C_32F, scale);
            }
            let fits = match (a, b) {
                (T::CUDA_R_16F, T::CUDA_R_16F) => {
                    c == d && matches!(d, T::CUDA_R_16F | T::CUDA_R_32F)
                }
                (T::CUDA_R_16BF, T::CUDA_R_16BF) => {
                    c == d && matches!(d, T::CUDA_R_16BF | T::CUDA_R_32F)
                }
                (T::CUDA_R_8I | T::CUDA_R_32F, _) => a == b && (c, d) == (T::CUDA_R_32F, c),
                (T::CUDA_R_8F_E5M2, T::CUDA_R_8F_E5M2) => false,
                (a, b) if is_float8(a) && is_float8(b) => match c {
                    T::CUDA_R_32F => d == c,
                    T::CUDA_R_16F | T::CUDA_R_16BF => d == c || is_float8(d),
                    _ => false,
                },
                _ => false,
            };
            when(fits && scale == T::CUDA_R_32F, scale)
        }
        C::CUBLAS_COMPUTE_64F
        | C::CUBLAS_COMPUTE_64F_PEDANTIC
        | C::CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT => {
            let fits = are(T::CUDA_R_64F) || are(T::CUDA_C_64F);
            when(fits && scale == a, a)
        }
        _ => None,
    }
}

/// Returns what cuBLASLt 13.1 returns for types that it doesn't combine.
fn refusal(product: &Product, [a, b, c, d]: [cudaDataType; 4]) -> cublasStatus_t {
    use cudaDataType as T;
    let is_integer = matches!(
        product.compute,
        cublasComputeType_t::CUBLAS_COMPUTE_32I | cublasComputeType_t::CUBLAS_COMPUTE_32I_PEDANTIC
    );
    if is_integer && product.scale == T::CUDA_R_32F && matches!(d, T::CUDA_R_32F | T::CUDA_R_16F) {
        return NOT_SUPPORTED;
    }
    let has_single = [c, d].contains(&T::CUDA_R_32F);
    if is_integer || has_single && !(is_float8(a) && is_float8(b)) {
        INVALID_VALUE
    } else {
        NOT_SUPPORTED
    }
}

/// Reads and checks the descriptions of a product: of `a`, `b`, `c` and `d`.
///
/// # Safety
/// Each is null or a description of its type.
pub(super) unsafe fn plan(
    product: cublasLtMatmulDesc_t,
    [a, b, c, d]: [cublasLtMatrixLayout_t; 4],
) -> Result<MatmulPlan, cublasStatus_t> {
    // SAFETY: the caller guarantees it.
    let (product, d, a, b): (Product, Layout, Layout, Layout) =
        unsafe { (read(product)?, read(d)?, read(a)?, read(b)?) };
    // SAFETY: the same.
    let c = if c.is_null() { d } else { unsafe { read(c)? } };
    let layouts = [a, b, c, d];
    for layout in &layouts {
        layout.matrix(0)?;
        check(layout.batch_count >= 1)?;
        // One matrix isn't a batch.
        check(layout.batch_count == d.batch_count)?;
        check(layout.batch_mode == d.batch_mode)?;
    }
    for operation in [product.a_operation, product.b_operation] {
        check(operation.0 <= cublasOperation_t::CUBLAS_OP_C.0)?;
    }
    if product.c_operation != cublasOperation_t::CUBLAS_OP_N
        || product.fill != cublasFillMode_t::CUBLAS_FILL_MODE_FULL
    {
        return lack("cublasLtMatmul of a triangle, or with CUBLASLT_MATMUL_DESC_TRANSC,");
    }
    let (m, k) = a.shape(product.a_operation);
    let (others, n) = b.shape(product.b_operation);
    check(others == k)?;
    check((c.rows, c.columns) == (m as u64, n as u64))?;
    check((d.rows, d.columns) == (m as u64, n as u64))?;
    check(c.leading > 0 && d.leading > 0 && c.order == d.order)?;
    let data = layouts.map(|layout| layout.data);
    let scalar = scalar(&product, data).ok_or_else(|| refusal(&product, data))?;
    check_epilogue(&product, scalar, m)?;
    check(product.pointers.name().is_some())?;
    check_scales(&product, &layouts)?;
    if is_float8(a.data) {
        check_alignment(&product, &layouts, [m, k])?;
    }
    Ok(MatmulPlan { product, layouts, sizes: [m, n, k], scalar })
}

fn check_epilogue(product: &Product, scalar: cudaDataType, m: i64) -> Outcome {
    let epilogue = Epilogue(product.epilogue.0);
    check(product.epilogue.name().is_some())?;
    let is_complex = matches!(scalar, cudaDataType::CUDA_C_32F | cudaDataType::CUDA_C_64F);
    support(epilogue.0 <= 1 || !is_complex)?;
    support(!epilogue.has(Epilogue::A_GRADIENT) || !is_transposed(product.a_operation))?;
    support(!epilogue.has(Epilogue::B_GRADIENT) || is_transposed(product.b_operation))?;
    if epilogue.has(Epilogue::AUXILIARY) {
        check(product.auxiliary_leading >= m)?;
        let is_bits = epilogue.has(Epilogue::RELU) || epilogue.has(Epilogue::RELU_GRADIENT);
        check(!is_bits || product.auxiliary_leading % 128 == 0)?;
        support(product.auxiliary_leading % 8 == 0)?;
    }
    Ok(())
}

fn check_scales(product: &Product, [a, b, c, d]: &[Layout; 4]) -> Outcome {
    use cublasLtMatmulMatrixScale_t as M;
    let scalar = M::CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
    let vector = M::CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
    let is_known = |mode| mode == scalar || mode == vector;
    if !is_known(product.a_scale_mode) || !is_known(product.b_scale_mode) {
        return lack("cublasLtMatmul with scales of blocks (cublasLtMatmulMatrixScale_t)");
    }
    support(product.a_scale_mode == product.b_scale_mode)?;
    let others = [
        product.c_scale_mode,
        product.d_scale_mode,
        product.auxiliary_scale_mode,
        product.d_out_scale_mode,
    ];
    if others.iter().any(|mode| *mode != scalar) || product.d_out_scale != 0 {
        return lack("cublasLtMatmul with scales of blocks of the result");
    }
    // Only matrices of eight bits have scales.
    for (scale, layout) in [
        (product.a_scale, a),
        (product.b_scale, b),
        (product.c_scale, c),
        (product.d_scale, d),
        (product.d_largest, d),
    ] {
        support(scale == 0 || is_float8(layout.data))?;
    }
    Ok(())
}

/// Checks what a device of compute capability 9.0 needs for floats of eight bits: the first matrix is transposed, and
/// columns are aligned to 16 bytes.
fn check_alignment(product: &Product, layouts: &[Layout; 4], [m, k]: [i64; 2]) -> Outcome {
    let is_fitting = (product.a_operation, product.b_operation)
        == (cublasOperation_t::CUBLAS_OP_T, cublasOperation_t::CUBLAS_OP_N);
    let is_by_columns = |layout: &Layout| layout.order == cublasLtOrder_t::CUBLASLT_ORDER_COL;
    support(is_fitting && layouts.iter().all(is_by_columns))?;
    let is_aligned = |elements: i64, layout: &Layout| {
        let size = size_of_data(layout.data).unwrap_or(1);
        elements.wrapping_mul(size.into()) % 16 == 0
    };
    let are_aligned = layouts.iter().all(|layout| is_aligned(layout.leading, layout));
    support(are_aligned && k % 16 == 0 && is_aligned(m, &layouts[3]))
}

impl MatmulPlan {
    /// Returns the bytes of workspace that the algorithm needs: cuBLASLt 13.1 has none without for the gradient of a
    /// bias that is the sum of a result.
    /// Returns whether its result has no elements.
    pub(super) fn is_empty(&self) -> bool {
        self.sizes[0] == 0 || self.sizes[1] == 0
    }

    pub(super) fn workspace(&self) -> usize {
        let [m, n, _] = self.sizes.map(|size| size.max(0) as usize);
        if Epilogue(self.product.epilogue.0).has(Epilogue::BIAS_GRADIENT) {
            m.saturating_mul(n.div_ceil(32)).saturating_mul(4) + 31
        } else {
            0
        }
    }

    /// Fails if there is no algorithm with so much workspace.
    pub(super) fn check_algorithm(&self, workspace: usize) -> Outcome {
        use cublasLtPointerMode_t as P;
        // Factors for each row are for integers that are scaled to bytes.
        let is_scaled = self.scalar == cudaDataType::CUDA_R_32I
            && self.layouts[3].data == cudaDataType::CUDA_R_8I;
        let has_factors = match self.product.pointers {
            P::CUBLASLT_POINTER_MODE_HOST | P::CUBLASLT_POINTER_MODE_DEVICE => true,
            P::CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST => is_scaled,
            _ => false,
        };
        support(has_factors && workspace >= self.workspace())?;
        if self.scalar == cudaDataType::CUDA_R_32I {
            support(is_scaled || self.product.epilogue.0 <= 1).and(self.check_integers())
        } else {
            Ok(())
        }
    }

    /// Fails for integers for which there is no kernel.
    fn check_integers(&self) -> Outcome {
        let [a, b, _, d] = &self.layouts;
        let is_row = |layout: &Layout| layout.order == cublasLtOrder_t::CUBLASLT_ORDER_ROW;
        let is_turned = |layout, operation| is_transposed(operation) != is_row(layout);
        let left = is_turned(a, self.product.a_operation);
        let right = !is_turned(b, self.product.b_operation);
        let product = BytesProduct {
            sizes: self.sizes,
            left: Side { in_order: left, leading: a.leading },
            right: Side { in_order: right, leading: b.leading },
            leading: d.leading,
            len: d.batch_count.into(),
            to_bytes: d.data == cudaDataType::CUDA_R_8I,
        };
        let product = if is_row(d) { product.transposed() } else { product };
        let has_strides =
            [a, b].iter().all(|layout| layout.batch_count == 1 || layout.batch_offset % 4 == 0);
        support(has_strides && product.has_kernel())
    }

    /// Fails for addresses that the heuristics don't look at.
    pub(super) fn check_addresses(&self) -> Outcome {
        let product = &self.product;
        let epilogue = Epilogue(product.epilogue.0);
        check((product.bias != 0) == epilogue.uses_bias())?;
        let has_auxiliary = product.auxiliary != 0;
        if epilogue.has(Epilogue::RELU_GRADIENT | Epilogue::GELU_GRADIENT) {
            check(has_auxiliary)?;
        } else if epilogue.has(Epilogue::RELU | Epilogue::GELU) {
            support(has_auxiliary == epilogue.has(Epilogue::AUXILIARY))?;
        }
        let scales = [product.a_scale, product.b_scale, product.c_scale, product.d_scale];
        support(scales.iter().all(|address| address % 16 == 0))
    }

    /// Makes the kernel of the product for addresses.
    ///
    /// # Safety
    /// `alpha` and `beta` are what the mode of pointers says.
    pub(super) unsafe fn kernel(
        &self,
        alpha: *const c_void,
        beta: *const c_void,
        [a, b, c, d]: [u64; 4],
    ) -> Result<Matmul, cublasStatus_t> {
        let Self { product: description, layouts, sizes: [m, n, k], scalar } = self;
        let [a_layout, b_layout, c_layout, d_layout] = layouts;
        let d = d_layout.matrix(d)?;
        // SAFETY: the caller guarantees it.
        let (alpha, alphas) = unsafe { self.alpha(alpha)? };
        let beta = match description.pointers {
            cublasLtPointerMode_t::CUBLASLT_POINTER_MODE_DEVICE => self.on_device(beta)?,
            // SAFETY: the caller guarantees it.
            _ => unsafe { self.on_host(beta)? },
        };
        let product = product::Product {
            m: *m,
            n: *n,
            k: *k,
            len: d_layout.batch_count.into(),
            alpha,
            a: a_layout.matrix(a)?.operation(description.a_operation),
            b: b_layout.matrix(b)?.operation(description.b_operation),
            beta,
            ..product::Product::new(*scalar, c_layout.matrix(c)?)
        };
        let scale = |address, mode, len| match mode {
            cublasLtMatmulMatrixScale_t::CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F => {
                Matrix::vector(address, cudaDataType::CUDA_R_32F, len, 1)
            }
            // One for all.
            _ => Matrix::vector(address, cudaDataType::CUDA_R_32F, len, 0),
        };
        let one = |address| Matrix::new(address, cudaDataType::CUDA_R_32F, 1);
        let bias_data = match description.bias_data {
            UNSET if is_float8(d_layout.data) => match c_layout.data {
                cudaDataType::CUDA_R_16F => cudaDataType::CUDA_R_16F,
                _ => cudaDataType::CUDA_R_16BF,
            },
            UNSET if d_layout.data == cudaDataType::CUDA_R_8I => cudaDataType::CUDA_R_32F,
            UNSET => d_layout.data,
            data => data,
        };
        let auxiliary_data = match description.auxiliary_data {
            UNSET => d_layout.data,
            data => data,
        };
        let bias = Matrix::vector(description.bias, bias_data, *m, 1);
        let auxiliary =
            Matrix::new(description.auxiliary, auxiliary_data, description.auxiliary_leading);
        Ok(Matmul {
            alphas,
            a_scale: scale(description.a_scale, description.a_scale_mode, *m),
            b_scale: scale(description.b_scale, description.b_scale_mode, *n),
            c_scale: one(description.c_scale),
            d_scale: one(description.d_scale),
            d_largest: one(description.d_largest),
            epilogue: Epilogue(description.epilogue.0),
            bias: bias.batch(description.bias_batch),
            auxiliary: auxiliary.batch(description.auxiliary_batch),
            auxiliary_scale: one(description.auxiliary_scale),
            auxiliary_largest: one(description.auxiliary_largest),
            ..Matmul::new(product, d)
        })
    }

    /// Returns the factor of the product, and those for each row.
    ///
    /// # Safety
    /// `pointer` is what the mode of pointers says.
    unsafe fn alpha(&self, pointer: *const c_void) -> Result<(Factor, Matrix), cublasStatus_t> {
        use cublasLtPointerMode_t as P;
        let none = Matrix::new(0, self.product.scale, 1);
        match self.product.pointers {
            // SAFETY: the caller guarantees it.
            P::CUBLASLT_POINTER_MODE_HOST => Ok((unsafe { self.on_host(pointer)? }, none)),
            P::CUBLASLT_POINTER_MODE_DEVICE => Ok((self.on_device(pointer)?, none)),
            _ => {
                check(!pointer.is_null())?;
                let [m, ..] = self.sizes;
                let factors = Matrix::vector(pointer as u64, self.product.scale, m, 1);
                let factors = factors.batch(self.product.alpha_vector_batch);
                Ok((Factor::new(1.0), factors))
            }
        }
    }

    /// # Safety
    /// `pointer` is null or points to a number of the type of factors.
    unsafe fn on_host(&self, pointer: *const c_void) -> Result<Factor, cublasStatus_t> {
        check(!pointer.is_null())?;
        // SAFETY: the caller guarantees it.
        unsafe { Factor::on_host(pointer, self.product.scale) }.ok_or(NOT_SUPPORTED)
    }

    fn on_device(&self, pointer: *const c_void) -> Result<Factor, cublasStatus_t> {
        check(!pointer.is_null())?;
        Ok(Factor::on_device(pointer as u64, self.product.scale))
    }
}
