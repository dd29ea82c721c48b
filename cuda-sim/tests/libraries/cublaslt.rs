//! The stand-in for cuBLASLt.

mod epilogues;

use core::ffi::c_void;
use core::mem::size_of_val;
use core::ptr::{null, null_mut};

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::cublaslt::{Symbol as LtSymbol, *};
use cuda_libraries_sys::shared::cudaDataType;
use half::{bf16, f16};
use num_complex::Complex64;

use crate::cublas::{
    OPERATIONS, StoredMatrix, TestHandle, bound, combined, factor, operated, pick, precision, shape,
};
use crate::reference::{Matrix, Number};

const SUCCESS: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_SUCCESS;
const INVALID: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_INVALID_VALUE;
const NOT_SUPPORTED: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED;

/// Calls a function of the table.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = table().$name.unwrap();
        // SAFETY: tests pass pointers to live values of the right types; device memory is checked by kernels.
        unsafe { function($($argument),*) }
    }};
}

/// Returns the table of the stand-in, or of the cuBLASLt for the GPU.
fn table() -> &'static CublasLtTable {
    if crate::chosen().is_software() {
        cuda_sim_libraries::cublaslt::table()
    } else {
        cuda_libraries_sys::cublaslt::load().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The bytes that a product may use.
const WORKSPACE: usize = 1 << 16;

/// A handle, which leaves with the test.
struct Handle(cublasLtHandle_t);

impl Handle {
    fn new() -> Self {
        let mut handle = null_mut();
        assert_eq!(call!(cublasLtCreate(&raw mut handle)), SUCCESS);
        Self(handle)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        assert_eq!(call!(cublasLtDestroy(self.0)), SUCCESS);
    }
}

/// A description of a matrix.
struct Layout(cublasLtMatrixLayout_t);

impl Layout {
    fn new(data: cudaDataType, rows: usize, columns: usize, leading: usize) -> Self {
        let mut layout = null_mut();
        let status = call!(cublasLtMatrixLayoutCreate(
            &raw mut layout,
            data,
            rows as u64,
            columns as u64,
            leading as i64
        ));
        assert_eq!(status, SUCCESS);
        Self(layout)
    }

    fn of(data: cudaDataType, stored: &StoredMatrix) -> Self {
        let Matrix { rows, columns, .. } = stored.matrix;
        Self::new(data, rows, columns, stored.leading)
    }

    fn with<T>(self, attribute: cublasLtMatrixLayoutAttribute_t, value: T) -> Self {
        let status = call!(cublasLtMatrixLayoutSetAttribute(
            self.0,
            attribute,
            (&raw const value).cast(),
            size_of_val(&value)
        ));
        assert_eq!(status, SUCCESS);
        self
    }
}

impl Drop for Layout {
    fn drop(&mut self) {
        assert_eq!(call!(cublasLtMatrixLayoutDestroy(self.0)), SUCCESS);
    }
}

/// A description of a product.
struct Product(cublasLtMatmulDesc_t);

impl Product {
    fn new(compute: cublasComputeType_t, scale: cudaDataType) -> Self {
        let mut product = null_mut();
        assert_eq!(call!(cublasLtMatmulDescCreate(&raw mut product, compute, scale)), SUCCESS);
        Self(product)
    }

    /// One of `f32`.
    fn plain() -> Self {
        Self::new(cublasComputeType_t::CUBLAS_COMPUTE_32F, cudaDataType::CUDA_R_32F)
    }

    fn with<T>(self, attribute: cublasLtMatmulDescAttributes_t, value: T) -> Self {
        let status = call!(cublasLtMatmulDescSetAttribute(
            self.0,
            attribute,
            (&raw const value).cast(),
            size_of_val(&value)
        ));
        assert_eq!(status, SUCCESS);
        self
    }

    fn with_operations(self, left: cublasOperation_t, right: cublasOperation_t) -> Self {
        use cublasLtMatmulDescAttributes_t as A;
        self.with(A::CUBLASLT_MATMUL_DESC_TRANSA, left).with(A::CUBLASLT_MATMUL_DESC_TRANSB, right)
    }

    /// Submits it with the algorithm of the heuristics, which must find one if it is computed.
    fn submit<S>(
        &self,
        test: &TestHandle,
        (alpha, beta): (S, S),
        addresses: [u64; 4],
        layouts: [&Layout; 4],
    ) -> cublasStatus_t {
        let (alpha, beta) = ((&raw const alpha).cast(), (&raw const beta).cast());
        self.submit_pointers(test, (alpha, beta), addresses, layouts)
    }

    fn submit_pointers(
        &self,
        test: &TestHandle,
        factors: (*const c_void, *const c_void),
        addresses: [u64; 4],
        layouts: [&Layout; 4],
    ) -> cublasStatus_t {
        let ([found, status], count) = self.answers(test, WORKSPACE, factors, addresses, layouts);
        assert_eq!(status, found);
        assert_eq!(count == 1, found == SUCCESS);
        status
    }

    /// Returns what the heuristics and the product return with a workspace of so many bytes, and how many algorithms
    /// there are, which was 9.
    fn answers(
        &self,
        test: &TestHandle,
        workspace: usize,
        (alpha, beta): (*const c_void, *const c_void),
        [a, b, c, d]: [u64; 4],
        [a_layout, b_layout, c_layout, d_layout]: [&Layout; 4],
    ) -> ([cublasStatus_t; 2], i32) {
        let handle = Handle::new();
        let mut preference = null_mut();
        let status = call!(cublasLtMatmulPreferenceCreate(&raw mut preference));
        assert_eq!(status, SUCCESS);
        let set = call!(cublasLtMatmulPreferenceSetAttribute(
            preference,
            cublasLtMatmulPreferenceAttributes_t::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
            (&raw const workspace).cast(),
            size_of_val(&workspace)
        ));
        assert_eq!(set, SUCCESS);
        let memory = test.stream.alloc_zeroed::<u8>(WORKSPACE).unwrap();
        let (mut result, mut count) = (cublasLtMatmulHeuristicResult_t::default(), 9);
        let found = call!(cublasLtMatmulAlgoGetHeuristic(
            handle.0,
            self.0,
            a_layout.0,
            b_layout.0,
            c_layout.0,
            d_layout.0,
            preference,
            1,
            &raw mut result,
            &raw mut count
        ));
        assert_eq!(call!(cublasLtMatmulPreferenceDestroy(preference)), SUCCESS);
        let algorithm = match found {
            SUCCESS => &raw const result.algo,
            _ => null(),
        };
        let status = call!(cublasLtMatmul(
            handle.0,
            self.0,
            alpha,
            a as *const c_void,
            a_layout.0,
            b as *const c_void,
            b_layout.0,
            beta,
            c as *const c_void,
            c_layout.0,
            d as *mut c_void,
            d_layout.0,
            algorithm,
            memory.as_raw() as *mut c_void,
            workspace,
            test.stream.as_raw().cast()
        ));
        ([found, status], count)
    }
}

impl Drop for Product {
    fn drop(&mut self) {
        assert_eq!(call!(cublasLtMatmulDescDestroy(self.0)), SUCCESS);
    }
}

fn size() -> usize {
    fastrand::usize(1..40)
}

fn at(stored: &[&StoredMatrix]) -> Vec<u64> {
    stored.iter().map(|matrix| matrix.device.address()).collect()
}

macro_rules! types {
    ($($compute:ident $S:ty, $scale:ident: $T:ty, $data:ident => $C:ty, $c_data:ident;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..6 {
            let (m, n, k) = (size(), size(), size());
            let (left, right) = (pick(&OPERATIONS), pick(&OPERATIONS));
            let (rows, columns) = shape(left, m, k);
            let a = test.matrix::<$T>(rows, columns);
            let (rows, columns) = shape(right, k, n);
            let b = test.matrix::<$T>(rows, columns);
            let c = test.matrix::<$C>(m, n);
            // cuBLASLt 13.1 faults if the distance of columns is less aligned than that of `c`.
            let d = test.stored_at::<$C>(c.matrix.clone(), c.leading);
            let (alpha, beta) = (factor::<$S>(), factor::<$S>());
            let data = cudaDataType::$data;
            let layouts = [Layout::of(data, &a), Layout::of(data, &b)];
            let data = cudaDataType::$c_data;
            let results = [Layout::of(data, &c), Layout::of(data, &d)];
            let product = Product::new(cublasComputeType_t::$compute, cudaDataType::$scale)
                .with_operations(left, right);
            let addresses = at(&[&a, &b, &c, &d]).try_into().unwrap();
            let all = [&layouts[0], &layouts[1], &results[0], &results[1]];
            assert_eq!(product.submit(&test, (alpha, beta), addresses, all), SUCCESS);
            let expected = operated(&a.matrix, left).times(&operated(&b.matrix, right));
            let expected = combined(alpha.wide(), &expected, beta.wide(), &c.matrix);
            let bound = <$C as Number>::EPSILON + precision::<$S>(cublasComputeType_t::$compute, k);
            d.now::<$C>().assert_near(&expected, bound, stringify!($compute $T $C));
            assert_eq!(c.now::<$C>(), c.matrix);
        }
    })*};
}

#[test]
fn products_of_all_types_are_those_of_a_reference() {
    types! {
        CUBLAS_COMPUTE_16F f16, CUDA_R_16F: f16, CUDA_R_16F => f16, CUDA_R_16F;
        CUBLAS_COMPUTE_32F f32, CUDA_R_32F: f16, CUDA_R_16F => f16, CUDA_R_16F;
        CUBLAS_COMPUTE_32F f32, CUDA_R_32F: f16, CUDA_R_16F => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F f32, CUDA_R_32F: bf16, CUDA_R_16BF => bf16, CUDA_R_16BF;
        CUBLAS_COMPUTE_32F f32, CUDA_R_32F: f32, CUDA_R_32F => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F_FAST_TF32 f32, CUDA_R_32F: f32, CUDA_R_32F => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F num_complex::Complex<f32>, CUDA_C_32F:
            num_complex::Complex<f32>, CUDA_C_32F => num_complex::Complex<f32>, CUDA_C_32F;
        CUBLAS_COMPUTE_64F f64, CUDA_R_64F: f64, CUDA_R_64F => f64, CUDA_R_64F;
    }
}

#[test]
fn integers_are_exact_or_rounded_to_bytes_with_a_scale() {
    let test = TestHandle::new();
    let (m, n, k) = (4, 8, 16);
    // The first one is transposed.
    let (a, b) = (test.aligned::<i8>(k, m), test.aligned::<i8>(k, n));
    let (wide, narrow) = (test.aligned::<i32>(m, n), test.aligned::<i8>(m, n));
    let data = cudaDataType::CUDA_R_8I;
    let (a_layout, b_layout) = (Layout::of(data, &a), Layout::of(data, &b));
    let compute = cublasComputeType_t::CUBLAS_COMPUTE_32I;
    let product = a.matrix.t().times(&b.matrix);

    let layout = Layout::of(cudaDataType::CUDA_R_32I, &wide);
    let addresses = at(&[&a, &b, &wide, &wide]).try_into().unwrap();
    let layouts = [&a_layout, &b_layout, &layout, &layout];
    let exact = Product::new(compute, cudaDataType::CUDA_R_32I)
        .with_operations(OPERATIONS[1], OPERATIONS[0]);
    assert_eq!(exact.submit(&test, (1_i32, 0_i32), addresses, layouts), SUCCESS);
    assert_eq!(wide.now::<i32>(), product);

    let layout = Layout::of(data, &narrow);
    let addresses = at(&[&a, &b, &narrow, &narrow]).try_into().unwrap();
    let layouts = [&a_layout, &b_layout, &layout, &layout];
    let scaled = Product::new(compute, cudaDataType::CUDA_R_32F)
        .with_operations(OPERATIONS[1], OPERATIONS[0]);
    // Most have no exact product with a sum, which is then rounded to an `f32` before it is rounded to a byte.
    let factors = (1000..1020).map(|divisor| 1.0 / divisor as f32);
    for factor in factors.chain([1.0 / 1024.0]) {
        assert_eq!(scaled.submit(&test, (factor, 0.0_f32), addresses, layouts), SUCCESS);
        let rounded = |value: Complex64| {
            let scaled = value.re as f32 * factor;
            f64::from(scaled.round_ties_even().clamp(-128.0, 127.0))
        };
        let expected = Matrix::new(m, n, |row, column| rounded(product.at(row, column)).into());
        assert_eq!(narrow.now::<i8>(), expected);
    }
}

/// What an H200 (cuBLASLt 13.1) takes and refuses: operations, whether the first, second and third matrix is by rows, sizes,
/// leading dimensions (0: as small as can be), products, and whether the result is bytes.
#[test]
fn there_are_kernels_for_products_of_bytes_as_on_a_gpu() {
    use cublasLtMatrixLayoutAttribute_t as L;
    use cudaDataType as T;
    type Case = (&'static str, &'static str, [usize; 3], [usize; 3], i32, bool, bool);
    let cases: [Case; 34] = [
        ("TN", "", [3, 5, 4], [0; 3], 1, false, true),
        ("TN", "", [3, 5, 4], [0; 3], 1, true, false),
        ("TN", "", [4, 5, 4], [0; 3], 1, true, true),
        ("TN", "", [4, 4, 6], [0; 3], 1, false, false),
        ("TN", "", [4, 4, 6], [8, 8, 0], 1, false, true),
        ("TN", "", [64, 64, 36], [0; 3], 3, false, true),
        ("NN", "", [4, 5, 4], [0; 3], 1, false, true),
        ("NN", "", [5, 4, 4], [0; 3], 1, false, false),
        ("NN", "", [5, 4, 4], [8, 0, 0], 1, false, true),
        ("NN", "", [1, 2, 4], [0; 3], 1, false, true),
        ("NN", "", [1, 2, 4], [4, 0, 0], 1, false, false),
        ("NN", "", [1, 1, 4], [0; 3], 1, false, false),
        ("NN", "", [64, 48, 96], [0; 3], 1, false, false),
        ("NN", "", [64, 48, 128], [0; 3], 1, false, true),
        ("NN", "", [64, 64, 96], [0; 3], 1, false, true),
        ("NN", "", [64, 64, 96], [0; 3], 3, false, false),
        ("NN", "", [64, 16, 96], [0; 3], 3, false, true),
        ("NN", "", [32, 32, 32], [0; 3], 1, true, false),
        ("NN", "", [16, 16, 16], [0; 3], 1, true, true),
        ("NT", "", [4, 4, 5], [0; 3], 1, false, true),
        ("NT", "", [32, 4, 4], [0; 3], 1, false, false),
        ("NT", "", [32, 8, 4], [0; 3], 1, false, true),
        ("NT", "", [1, 4, 5], [0; 3], 1, false, false),
        ("NT", "", [1, 4, 4], [0; 3], 1, false, true),
        ("TT", "", [2, 4, 4], [0; 3], 1, false, false),
        ("TT", "", [1, 4, 4], [0; 3], 1, false, true),
        ("TT", "", [36, 8, 96], [0; 3], 1, false, false),
        ("TT", "", [64, 8, 96], [0; 3], 1, false, true),
        // By rows, a matrix is as its transpose, and so is a product.
        ("NN", "a", [3, 5, 4], [0; 3], 1, false, true),
        ("TT", "b", [3, 5, 4], [0; 3], 1, false, true),
        ("NT", "abc", [3, 5, 4], [0; 3], 1, false, true),
        ("NN", "c", [32, 4, 4], [0; 3], 1, false, true),
        ("NN", "c", [4, 36, 4], [0; 3], 1, false, false),
        ("NN", "", [4, 4, 0], [0; 3], 1, false, true),
    ];
    let test = TestHandle::new();
    let memory = test.upload(&vec![1_i32; 3 * 64 * 64]);
    for case @ (operations, rows, [m, n, k], leading, len, to_bytes, expected) in cases {
        let is_turned = |at: usize| operations.as_bytes()[at] == b'T';
        let layout = |at: usize, data, [height, width]: [usize; 2]| {
            let is_row = rows.contains(["a", "b", "c"][at]);
            let (order, [least, others]) = if is_row {
                (cublasLtOrder_t::CUBLASLT_ORDER_ROW, [width, height])
            } else {
                (cublasLtOrder_t::CUBLASLT_ORDER_COL, [height, width])
            };
            let leading = least.max(leading[at]);
            Layout::new(data, height, width, leading)
                .with(L::CUBLASLT_MATRIX_LAYOUT_ORDER, order)
                .with(L::CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, len)
                .with(L::CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, (leading * others) as i64)
        };
        let a = layout(0, T::CUDA_R_8I, if is_turned(0) { [k, m] } else { [m, k] });
        let b = layout(1, T::CUDA_R_8I, if is_turned(1) { [n, k] } else { [k, n] });
        let [scale, result] =
            if to_bytes { [T::CUDA_R_32F, T::CUDA_R_8I] } else { [T::CUDA_R_32I; 2] };
        let c = layout(2, result, [m, n]);
        let [left, right] = [0, 1].map(|at| OPERATIONS[usize::from(is_turned(at))]);
        let product = Product::new(cublasComputeType_t::CUBLAS_COMPUTE_32I, scale)
            .with_operations(left, right);
        let (addresses, layouts) = ([memory.address(); 4], [&a, &b, &c, &c]);
        let status = if to_bytes {
            product.submit(&test, (1.0_f32, 0.0_f32), addresses, layouts)
        } else {
            product.submit(&test, (1_i32, 0_i32), addresses, layouts)
        };
        let refusal = if expected { SUCCESS } else { NOT_SUPPORTED };
        assert_eq!(status, refusal, "{case:?}");
    }
}

#[test]
fn matrices_by_rows_and_batches_are_those_of_a_reference() {
    use cublasLtMatrixLayoutAttribute_t as A;
    let test = TestHandle::new();
    let (m, n, k, len) = (5, 7, 9, 3);
    let row = cublasLtOrder_t::CUBLASLT_ORDER_ROW;
    let data = cudaDataType::CUDA_R_32F;
    // A matrix by rows is stored as its transpose by columns.
    let by_rows = |rows: usize, columns: usize| test.matrix::<f32>(columns, rows * len);
    let (a, b, d) = (by_rows(m, k), by_rows(k, n), by_rows(m, n));
    let layout = |stored: &StoredMatrix, rows: usize, columns: usize| {
        Layout::new(data, rows, columns, stored.leading.max(columns))
    };
    let finish = |layout: Layout, stored: &StoredMatrix, rows: usize| {
        layout
            .with(A::CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, len as i32)
            .with(A::CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, (stored.leading * rows) as i64)
            .with(A::CUBLASLT_MATRIX_LAYOUT_ORDER, row)
    };
    let a_layout = finish(layout(&a, m, k), &a, m);
    let b_layout = finish(layout(&b, k, n), &b, k);
    let d_layout = finish(layout(&d, m, n), &d, m);
    let addresses = at(&[&a, &b, &d, &d]).try_into().unwrap();
    let layouts = [&a_layout, &b_layout, &d_layout, &d_layout];
    assert_eq!(Product::plain().submit(&test, (1.0_f32, 0.0_f32), addresses, layouts), SUCCESS);
    let part = |matrix: &Matrix, index: usize, rows: usize| {
        Matrix::new(rows, matrix.rows, |row, column| matrix.at(column, index * rows + row))
    };
    let now = d.now::<f32>();
    for index in 0..len {
        let expected = part(&a.matrix, index, m).times(&part(&b.matrix, index, k));
        part(&now, index, m).assert_near(&expected, bound::<f32>(k), "a product by rows");
    }
}

/// Numbers of eight bits that are exact: `0`, `1`, `1.5`, `2`, and their negatives.
const EXACT: [(u8, f64); 7] =
    [(0x00, 0.0), (0x38, 1.0), (0xb8, -1.0), (0x3c, 1.5), (0xbc, -1.5), (0x40, 2.0), (0xc0, -2.0)];

#[test]
fn numbers_of_eight_bits_are_scaled_and_their_largest_result_is_kept() {
    use cublasLtMatmulDescAttributes_t as A;
    let test = TestHandle::new();
    let (m, n, k) = (16, 16, 32);
    let random = |rows: usize, columns: usize| {
        let picked: Vec<(u8, f64)> = (0..rows * columns).map(|_| pick(&EXACT)).collect();
        let bytes: Vec<i8> = picked.iter().map(|pair| pair.0 as i8).collect();
        let matrix = Matrix::new(rows, columns, |row, column| picked[column * rows + row].1.into());
        (test.upload(&bytes), matrix)
    };
    // The first one is transposed.
    let ((a, left), (b, right)) = (random(k, m), random(k, n));
    // Each is aligned to 16 bytes.
    let mut scales = [0.0_f32; 16];
    (scales[0], scales[4], scales[8]) = (0.5, 0.25, 4.0);
    let scales = test.upload(&scales);
    let scale = |index: u64| scales.address() + 16 * index;
    let data = cudaDataType::CUDA_R_8F_E4M3;
    let (a_layout, b_layout) = (Layout::new(data, k, m, k), Layout::new(data, k, n, k));
    let c = test.stored::<bf16>(Matrix::new(m, n, |_, _| 1.0.into()));
    let c_layout = Layout::new(cudaDataType::CUDA_R_16BF, m, n, c.leading.next_multiple_of(8));
    let d = test.upload(&[0_i8; 256]);
    let d_layout = Layout::new(data, m, n, m);
    let product = Product::plain()
        .with_operations(OPERATIONS[1], OPERATIONS[0])
        .with(A::CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, scale(0))
        .with(A::CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, scale(1))
        .with(A::CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, scale(2))
        .with(A::CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, scale(3));
    let addresses = [a.address(), b.address(), c.device.address(), d.address()];
    let layouts = [&a_layout, &b_layout, &c_layout, &d_layout];
    assert_eq!(product.submit(&test, (1.0_f32, 0.0_f32), addresses, layouts), SUCCESS);
    let expected = left.t().times(&right).scaled(0.125.into());
    let bytes = d.numbers::<i8>();
    for (index, byte) in bytes.iter().enumerate() {
        let wanted = 4.0 * expected.at(index % m, index / m).re;
        let found = decoded(*byte as u8);
        // Three bits of fraction.
        let bound = wanted.abs() / 16.0 + 1e-3;
        assert!((found - wanted).abs() <= bound, "{found} instead of {wanted}");
    }
    assert_eq!(f64::from(scales.numbers::<f32>()[12]), expected.largest());

    // On this device, the first matrix must be transposed.
    let plain = Product::plain();
    let (a_layout, b_layout) = (Layout::new(data, k, k, k), Layout::new(data, k, n, k));
    let d_layout = Layout::new(data, k, n, k);
    let c_layout = Layout::new(cudaDataType::CUDA_R_16BF, k, n, k);
    let layouts = [&a_layout, &b_layout, &c_layout, &d_layout];
    let status = plain.submit(&test, (1.0_f32, 0.0_f32), addresses, layouts);
    assert_eq!(status, NOT_SUPPORTED);
}

/// Returns the number of four bits of exponent and three of fraction.
fn decoded(bits: u8) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 3 & 15), f64::from(bits & 7));
    let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
    sign * match exponent {
        0 => fraction / 8.0 * 2_f64.powi(-6),
        _ => (1.0 + fraction / 8.0) * 2_f64.powi(exponent - 7),
    }
}

#[test]
fn a_transformation_adds_matrices_of_any_order_and_type() {
    use cublasLtMatrixLayoutAttribute_t as A;
    let test = TestHandle::new();
    let handle = Handle::new();
    let (m, n) = (5, 7);
    let (a, b) = (test.matrix::<f32>(m, n), test.matrix::<f32>(n, m));
    let c = test.matrix::<f16>(n, m);
    let (single, half) = (cudaDataType::CUDA_R_32F, cudaDataType::CUDA_R_16F);
    let (a_layout, b_layout) = (Layout::of(single, &a), Layout::of(single, &b));
    let row = cublasLtOrder_t::CUBLASLT_ORDER_ROW;
    let c_layout = Layout::new(half, m, n, c.leading).with(A::CUBLASLT_MATRIX_LAYOUT_ORDER, row);
    let mut transform = null_mut();
    let status = call!(cublasLtMatrixTransformDescCreate(&raw mut transform, single));
    assert_eq!(status, SUCCESS);
    let operation = OPERATIONS[1];
    let set = call!(cublasLtMatrixTransformDescSetAttribute(
        transform,
        cublasLtMatrixTransformDescAttributes_t::CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB,
        (&raw const operation).cast(),
        4
    ));
    assert_eq!(set, SUCCESS);
    let (alpha, beta) = (2.0_f32, -1.0_f32);
    let status = call!(cublasLtMatrixTransform(
        handle.0,
        transform,
        (&raw const alpha).cast(),
        a.device.c(),
        a_layout.0,
        (&raw const beta).cast(),
        b.device.c(),
        b_layout.0,
        c.device.m(),
        c_layout.0,
        test.stream.as_raw().cast()
    ));
    assert_eq!(status, SUCCESS);
    let expected = combined(2.0.into(), &a.matrix, (-1.0).into(), &b.matrix.t());
    c.now::<f16>().t().assert_near(&expected, bound::<f16>(1), "a sum");
    assert_eq!(call!(cublasLtMatrixTransformDescDestroy(transform)), SUCCESS);
}

#[test]
fn every_attribute_is_read_as_it_was_set() {
    let product = Product::plain();
    for (name, attribute) in cublasLtMatmulDescAttributes_t::ENUMERATORS {
        let mut size = 0;
        let get = |to: *mut c_void, bytes, written| {
            call!(cublasLtMatmulDescGetAttribute(product.0, *attribute, to, bytes, written))
        };
        let code = get(null_mut(), 0, &raw mut size);
        if !crate::chosen().is_software() && code == INVALID {
            // An older library than the headers.
            continue;
        }
        assert_eq!(code, SUCCESS, "{name}");
        let bytes: Vec<u8> = (0..size).map(|_| fastrand::u8(..)).collect();
        let set = |bytes: &[u8]| {
            let from = bytes.as_ptr().cast();
            call!(cublasLtMatmulDescSetAttribute(product.0, *attribute, from, bytes.len()))
        };
        assert_eq!(set(&bytes), SUCCESS, "{name}");
        assert_eq!(set(&[0; 9]), INVALID, "{name}");
        let mut found = vec![0; size];
        let to = found.as_mut_ptr().cast();
        assert_eq!(get(to, size, null_mut()), SUCCESS, "{name}");
        assert_eq!(get(to, size - 1, null_mut()), INVALID, "{name}");
        assert_eq!(found, bytes, "{name}");
    }
    let unknown = cublasLtMatmulDescAttributes_t(99);
    let status =
        call!(cublasLtMatmulDescSetAttribute(product.0, unknown, [0_u8; 4].as_ptr().cast(), 4));
    assert_eq!(status, INVALID);
}

#[test]
fn shapes_and_types_that_do_not_fit_are_refused() {
    let test = TestHandle::new();
    let data = cudaDataType::CUDA_R_32F;
    let layout = |rows, columns| Layout::new(data, rows, columns, rows);
    let (a, b, d) = (layout(2, 3), layout(3, 4), layout(2, 4));
    let submit =
        |product: &Product, layouts| product.submit(&test, (1.0_f32, 0.0_f32), [0; 4], layouts);
    let plain = Product::plain();
    assert_eq!(submit(&plain, [&b, &a, &d, &d]), INVALID);
    assert_eq!(submit(&plain, [&a, &b, &a, &d]), INVALID);
    let narrow = Layout::new(data, 2, 4, 1);
    assert_eq!(submit(&plain, [&a, &b, &narrow, &narrow]), INVALID);
    let tiles = layout(2, 3).with(
        cublasLtMatrixLayoutAttribute_t::CUBLASLT_MATRIX_LAYOUT_ORDER,
        cublasLtOrder_t::CUBLASLT_ORDER_COL32,
    );
    assert_eq!(submit(&plain, [&tiles, &b, &d, &d]), NOT_SUPPORTED);
}

/// What an H200's cuBLASLt 13.1 returns for types that it doesn't combine: of both matrices, of `c` and of the result.
#[test]
fn types_are_refused_as_by_the_library() {
    use cudaDataType as T;
    let test = TestHandle::new();
    for ([a, b, c, d], expected) in [
        ([T::CUDA_R_16F, T::CUDA_R_32F, T::CUDA_R_32F, T::CUDA_R_32F], INVALID),
        ([T::CUDA_R_32F, T::CUDA_R_64F, T::CUDA_R_32F, T::CUDA_R_32F], INVALID),
        ([T::CUDA_R_8I, T::CUDA_R_32F, T::CUDA_R_32F, T::CUDA_R_32F], INVALID),
        ([T::CUDA_R_16F, T::CUDA_R_16BF, T::CUDA_R_32F, T::CUDA_R_32F], INVALID),
        ([T::CUDA_R_16F, T::CUDA_R_16F, T::CUDA_R_32F, T::CUDA_R_16F], INVALID),
        ([T::CUDA_R_16F, T::CUDA_R_16F, T::CUDA_R_16F, T::CUDA_R_32F], INVALID),
        ([T::CUDA_R_8I, T::CUDA_R_8I, T::CUDA_R_8I, T::CUDA_R_32F], INVALID),
        ([T::CUDA_R_16F, T::CUDA_R_32F, T::CUDA_R_16BF, T::CUDA_R_16BF], NOT_SUPPORTED),
        ([T::CUDA_R_16F, T::CUDA_R_16F, T::CUDA_R_16F, T::CUDA_R_16BF], NOT_SUPPORTED),
        ([T::CUDA_R_32F, T::CUDA_R_32F, T::CUDA_R_16F, T::CUDA_R_16BF], NOT_SUPPORTED),
        ([T::CUDA_R_8F_E5M2, T::CUDA_R_8F_E5M2, T::CUDA_R_32F, T::CUDA_R_32F], NOT_SUPPORTED),
        ([T::CUDA_R_8F_E4M3, T::CUDA_R_8F_E4M3, T::CUDA_R_32F, T::CUDA_R_8F_E4M3], NOT_SUPPORTED),
    ] {
        let layouts = [a, b, c, d].map(|data| Layout::new(data, 32, 32, 32));
        let product = Product::plain().with_operations(OPERATIONS[1], OPERATIONS[0]);
        let status = product.submit(&test, (1.0_f32, 0.0_f32), [0; 4], layouts.each_ref());
        assert_eq!(status, expected, "{a:?} {b:?} {c:?} {d:?}");
    }
}

#[test]
fn a_handle_of_cublas_is_one_of_cublaslt() {
    let test = TestHandle::new();
    let (mut count, mut id) = (0, 9);
    let data = cudaDataType::CUDA_R_32F;
    let ids = |handle: cublasLtHandle_t, id: &mut i32, count: &mut i32| {
        let compute = cublasComputeType_t::CUBLAS_COMPUTE_32F;
        call!(cublasLtMatmulAlgoGetIds(handle, compute, data, data, data, data, data, 1, id, count))
    };
    assert_eq!(ids(test.handle.cast(), &mut id, &mut count), SUCCESS);
    assert_eq!((id, count), (0, 1));
    if crate::chosen().is_software() {
        let gone = Handle::new().0;
        let status = ids(gone, &mut id, &mut count);
        assert_eq!(status, cublasStatus_t::CUBLAS_STATUS_NOT_INITIALIZED);
    }
}

#[test]
fn what_it_lacks_is_listed() {
    if !crate::is_software() {
        return;
    }
    let unsupported = cuda_sim_libraries::cublaslt::unsupported();
    assert!(unsupported.contains(&LtSymbol::cublasLtGroupedMatrixLayoutCreate));
    assert!(!unsupported.contains(&LtSymbol::cublasLtMatmul));
    assert!(unsupported.len() < 10, "{unsupported:?}");
    assert_eq!(
        cuda_sim_libraries::cublaslt::table().version() as usize,
        call!(cublasLtGetVersion())
    );
}
