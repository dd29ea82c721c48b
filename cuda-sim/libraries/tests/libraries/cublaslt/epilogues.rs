//! What is done to the result of a product.

use core::ptr::null;

use cuda_libraries_sys::cublas::cublasComputeType_t;
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::cudaDataType;

use super::{Layout, NOT_SUPPORTED, Product, SUCCESS, at};
use crate::cublas::{Device, OPERATIONS, Own, Stored, bound};
use crate::reference::{Matrix, Number};

/// What the approximation of a GELU by the hyperbolic tangent yields.
fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + ((2.0 / core::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3))).tanh())
}

/// The matrices of products with epilogues.
struct Epilogues {
    own: Own,
    a: Stored,
    b: Stored,
    d: Stored,
    bias: Device,
    biases: Vec<f32>,
}

impl Epilogues {
    fn new(m: usize, n: usize, k: usize) -> Self {
        let own = Own::new();
        let (a, b) = (own.matrix::<f32>(m, k), own.matrix::<f32>(k, n));
        let d = own.matrix::<f32>(m, n);
        let biases: Vec<f32> = (0..m).map(|_| f32::random()).collect();
        Self {
            bias: own.upload(&biases),
            own,
            a,
            b,
            d,
            biases,
        }
    }

    fn product(&self, epilogue: cublasLtEpilogue_t) -> Product {
        use cublasLtMatmulDescAttributes_t as A;
        Product::plain()
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue)
            .with(A::CUBLASLT_MATMUL_DESC_BIAS_POINTER, self.bias.address())
    }

    fn submit(&self, product: &Product) {
        let data = cudaDataType::CUDA_R_32F;
        let [a, b, d] = [&self.a, &self.b, &self.d].map(|it| Layout::of(data, it));
        let addresses = at(&[&self.a, &self.b, &self.d, &self.d])
            .try_into()
            .unwrap();
        let status = product.submit(&self.own, (1.0_f32, 0.0_f32), addresses, [&a, &b, &d, &d]);
        assert_eq!(status, SUCCESS);
    }

    /// Returns the product, plus the bias if there is one, after a function.
    fn expected(&self, has_bias: bool, function: impl Fn(f64) -> f64) -> Matrix {
        let product = self.a.matrix.times(&self.b.matrix);
        Matrix::new(product.rows, product.columns, |row, column| {
            let bias = if has_bias {
                f64::from(self.biases[row])
            } else {
                0.0
            };
            function(product.at(row, column).re + bias).into()
        })
    }
}

#[test]
fn epilogues_add_a_bias_and_apply_a_function() {
    use cublasLtEpilogue_t as E;
    let it = Epilogues::new(9, 5, 12);
    let relu: fn(f64) -> f64 = |x| x.max(0.0);
    for (epilogue, has_bias, function) in [
        (
            E::CUBLASLT_EPILOGUE_DEFAULT,
            false,
            (|x| x) as fn(f64) -> f64,
        ),
        (E::CUBLASLT_EPILOGUE_BIAS, true, |x| x),
        (E::CUBLASLT_EPILOGUE_RELU, false, relu),
        (E::CUBLASLT_EPILOGUE_RELU_BIAS, true, relu),
        (E::CUBLASLT_EPILOGUE_GELU, false, gelu),
        (E::CUBLASLT_EPILOGUE_GELU_BIAS, true, gelu),
    ] {
        it.submit(&it.product(epilogue));
        let expected = it.expected(has_bias, function);
        let what = format!("{epilogue:?}");
        it.d.now::<f32>()
            .assert_near(&expected, bound::<f32>(12), &what);
    }
}

#[test]
fn the_input_of_a_gelu_is_kept_for_its_gradient() {
    use cublasLtEpilogue_t as E;
    use cublasLtMatmulDescAttributes_t as A;
    let it = Epilogues::new(9, 5, 12);
    // The distance of its columns is a multiple of 8.
    let input = it.own.aligned::<f32>(9, 5);
    let with_input = |epilogue| {
        it.product(epilogue)
            .with(
                A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
                input.device.address(),
            )
            .with(
                A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
                input.leading as i64,
            )
    };
    it.submit(&with_input(E::CUBLASLT_EPILOGUE_GELU_AUX_BIAS));
    let kept = it.expected(true, |x| x);
    input
        .now::<f32>()
        .assert_near(&kept, bound::<f32>(12), "the input");
    it.submit(&with_input(E::CUBLASLT_EPILOGUE_DGELU_BGRAD));
    let slope = |x: f64| (gelu(x + 1e-6) - gelu(x - 1e-6)) / 2e-6;
    let product = it.expected(false, |x| x);
    let expected = Matrix::new(9, 5, |row, column| {
        product.at(row, column) * slope(kept.at(row, column).re)
    });
    it.d.now::<f32>()
        .assert_near(&expected, 1e-5, "the gradient");
    let sums = it.bias.numbers::<f32>();
    for (row, sum) in sums.iter().enumerate() {
        let wanted: f64 = (0..5).map(|column| expected.at(row, column).re).sum();
        assert!((f64::from(*sum) - wanted).abs() < 1e-4, "{sum} {wanted}");
    }
}

#[test]
fn the_signs_of_the_input_of_a_relu_are_kept_as_bits() {
    use cublasLtEpilogue_t as E;
    use cublasLtMatmulDescAttributes_t as A;
    let it = Epilogues::new(19, 5, 12);
    let bits = it.own.upload(&[0_i8; 16 * 5]);
    let with_bits = |epilogue| {
        it.product(epilogue)
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, bits.address())
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, 128_i64)
    };
    it.submit(&with_bits(E::CUBLASLT_EPILOGUE_RELU_AUX_BIAS));
    let input = it.expected(true, |x| x);
    let bytes = bits.numbers::<i8>();
    for column in 0..5 {
        for row in 0..19 {
            let bit = bytes[column * 16 + row / 8] >> (row % 8) & 1;
            assert_eq!(bit != 0, input.at(row, column).re > 0.0);
        }
    }
    it.submit(&with_bits(E::CUBLASLT_EPILOGUE_DRELU));
    let product = it.expected(false, |x| x);
    let expected = Matrix::new(19, 5, |row, column| match input.at(row, column).re > 0.0 {
        true => product.at(row, column),
        false => 0.0.into(),
    });
    it.d.now::<f32>()
        .assert_near(&expected, bound::<f32>(12), "the gradient");
}

#[test]
fn the_gradients_of_biases_are_the_sums_of_the_matrices() {
    use cublasLtEpilogue_t as E;
    let it = Epilogues::new(6, 6, 12);
    for (epilogue, matrix) in [
        (E::CUBLASLT_EPILOGUE_BGRADA, it.a.matrix.clone()),
        (E::CUBLASLT_EPILOGUE_BGRADB, it.b.matrix.t()),
    ] {
        it.submit(&it.product(epilogue));
        for (row, sum) in it.bias.numbers::<f32>().iter().enumerate() {
            let wanted: f64 = (0..12).map(|column| matrix.at(row, column).re).sum();
            assert!((f64::from(*sum) - wanted).abs() < 1e-5, "{sum} {wanted}");
        }
    }
}

#[test]
fn integers_that_are_scaled_to_bytes_may_have_a_factor_for_each_row() {
    use cublasLtMatmulDescAttributes_t as A;
    use cublasLtPointerMode_t as P;
    let own = Own::new();
    let (m, n, k) = (16, 16, 32);
    let (a, b) = (own.aligned::<i8>(k, m), own.aligned::<i8>(k, n));
    let d = own.aligned::<i8>(m, n);
    let factors: Vec<f32> = (0..m).map(|row| 1.0 / (1024.0 + row as f32)).collect();
    let device = own.upload(&factors);
    let mode = P::CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
    let compute = cublasComputeType_t::CUBLAS_COMPUTE_32I;
    let product = Product::new(compute, cudaDataType::CUDA_R_32F)
        .with_operations(OPERATIONS[1], OPERATIONS[0])
        .with(A::CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
    let data = cudaDataType::CUDA_R_8I;
    let [a_layout, b_layout, d_layout] = [&a, &b, &d].map(|it| Layout::of(data, it));
    let addresses = at(&[&a, &b, &d, &d]).try_into().unwrap();
    let layouts = [&a_layout, &b_layout, &d_layout, &d_layout];
    let status = product.submit_pointers(&own, (device.c(), null()), addresses, layouts);
    assert_eq!(status, SUCCESS);
    let product = a.matrix.t().times(&b.matrix);
    let expected = Matrix::new(m, n, |row, column| {
        let value = product.at(row, column).re as f32 * factors[row];
        f64::from(value.round_ties_even().clamp(-128.0, 127.0)).into()
    });
    assert_eq!(d.now::<i8>(), expected);

    // Others have none.
    let it = Epilogues::new(16, 16, 16);
    let product = Product::plain().with(A::CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
    let data = cudaDataType::CUDA_R_32F;
    let [a, b, d] = [&it.a, &it.b, &it.d].map(|it| Layout::of(data, it));
    let addresses = at(&[&it.a, &it.b, &it.d, &it.d]).try_into().unwrap();
    let factors = (it.bias.c(), null());
    let status = product.submit_pointers(&it.own, factors, addresses, [&a, &b, &d, &d]);
    assert_eq!(status, NOT_SUPPORTED);
}

/// Prints what each epilogue returns for several types and sizes, to compare a GPU's answers with the software device's.
#[test]
#[ignore = "it only prints"]
fn probe() {
    use cublasLtMatmulDescAttributes_t as A;
    let own = Own::new();
    let zeros = own.upload(&vec![0_i8; 1 << 20]);
    let others = own.upload(&vec![0_i8; 1 << 20]);
    let kinds = [
        ("f32", cudaDataType::CUDA_R_32F),
        ("f16", cudaDataType::CUDA_R_16F),
        ("bf16", cudaDataType::CUDA_R_16BF),
        ("f64", cudaDataType::CUDA_R_64F),
    ];
    for (name, data) in kinds {
        for (m, n, k) in [
            (64, 64, 64),
            (9, 5, 12),
            (8, 8, 8),
            (16, 5, 12),
            (9, 16, 16),
        ] {
            for (epilogue_name, epilogue) in cublasLtEpilogue_t::ENUMERATORS {
                let is_double = data == cudaDataType::CUDA_R_64F;
                let product = match is_double {
                    true => Product::new(cublasComputeType_t::CUBLAS_COMPUTE_64F, data),
                    false => Product::plain(),
                };
                let mut product = product
                    .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE, *epilogue)
                    .with(A::CUBLASLT_MATMUL_DESC_BIAS_POINTER, others.address());
                if epilogue.0 & 128 != 0 {
                    let is_bits = epilogue.0 & 10 != 0;
                    let leading: i64 = if is_bits { 128 } else { (m + 7) / 8 * 8 };
                    let pointer = others.address() + (1 << 19);
                    product = product
                        .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, pointer)
                        .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, leading);
                }
                let layout = |rows: i64, columns: i64| {
                    Layout::new(data, rows as usize, columns as usize, rows as usize)
                };
                let (a, b, d) = (layout(m, k), layout(k, n), layout(m, n));
                let result = others.address() + (1 << 18);
                let addresses = [zeros.address(), zeros.address(), result, result];
                let layouts = [&a, &b, &d, &d];
                let statuses = match is_double {
                    true => product.statuses(&own, (1.0_f64, 0.0_f64), addresses, layouts),
                    false => product.statuses(&own, (1.0_f32, 0.0_f32), addresses, layouts),
                };
                println!("{name} {m} {n} {k} {epilogue_name}: {statuses:?}");
            }
        }
    }
    let data = cudaDataType::CUDA_R_8F_E4M3;
    for (m, n, k) in [
        (16, 16, 32),
        (64, 64, 64),
        (16, 8, 32),
        (16, 4, 16),
        (32, 32, 16),
    ] {
        for (name, c_data, d_data) in [
            ("bf16 e4m3", cudaDataType::CUDA_R_16BF, data),
            (
                "bf16 bf16",
                cudaDataType::CUDA_R_16BF,
                cudaDataType::CUDA_R_16BF,
            ),
            (
                "f32 f32",
                cudaDataType::CUDA_R_32F,
                cudaDataType::CUDA_R_32F,
            ),
        ] {
            for step in [0_u64, 4, 16] {
                let scale = |index: u64| others.address() + step * index;
                let mut product = Product::plain().with_operations(OPERATIONS[1], OPERATIONS[0]);
                if step != 0 {
                    product = product
                        .with(A::CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, scale(0))
                        .with(A::CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, scale(1));
                    if d_data == data {
                        product = product
                            .with(A::CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, scale(2))
                            .with(A::CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, scale(3));
                    }
                }
                let (a, b) = (Layout::new(data, k, m, k), Layout::new(data, k, n, k));
                let (c, d) = (Layout::new(c_data, m, n, m), Layout::new(d_data, m, n, m));
                let address = zeros.address();
                let (c_address, d_address) = (address + (1 << 18), others.address() + (1 << 18));
                let addresses = [address, address, c_address, d_address];
                let statuses =
                    product.statuses(&own, (1.0_f32, 0.0_f32), addresses, [&a, &b, &c, &d]);
                println!("e4m3 {m} {n} {k} {name}, scales at {step}: {statuses:?}");
            }
        }
    }
}
