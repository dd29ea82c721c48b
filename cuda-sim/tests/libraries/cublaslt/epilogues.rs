//! What is done to the result of a product.

use cuda_libraries_sys::cublas::{cublasComputeType_t, cublasStatus_t};
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::cudaDataType;

use super::{INVALID, Layout, NOT_SUPPORTED, Product, SUCCESS, WORKSPACE, at};
use crate::cublas::{Device, OPERATIONS, StoredMatrix, TestHandle, bound};
use crate::reference::{Matrix, Number};

/// What the approximation of a GELU by the hyperbolic tangent yields.
fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + ((2.0 / core::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3))).tanh())
}

/// What a gradient of a GELU is off by at most, whose hyperbolic tangent a GPU approximates.
const GRADIENT: f64 = 1e-3;

/// The matrices of products with epilogues.
struct Epilogues {
    test: TestHandle,
    a: StoredMatrix,
    b: StoredMatrix,
    d: StoredMatrix,
    bias: Device,
    biases: Vec<f32>,
}

impl Epilogues {
    fn new(m: usize, n: usize, k: usize) -> Self {
        let test = TestHandle::new();
        let (a, b) = (test.matrix::<f32>(m, k), test.matrix::<f32>(k, n));
        let d = test.matrix::<f32>(m, n);
        let biases: Vec<f32> = (0..m).map(|_| f32::random()).collect();
        Self { bias: test.upload(&biases), test, a, b, d, biases }
    }

    fn product(&self, epilogue: cublasLtEpilogue_t) -> Product {
        use cublasLtMatmulDescAttributes_t as A;
        let bias = if uses_bias(epilogue) { self.bias.address() } else { 0 };
        Product::plain()
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue)
            .with(A::CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias)
    }

    fn submit(&self, product: &Product) {
        let answers = self.answers(product, WORKSPACE);
        assert_eq!(answers, ([SUCCESS; 2], 1));
    }

    fn answers(&self, product: &Product, workspace: usize) -> ([cublasStatus_t; 2], i32) {
        let data = cudaDataType::CUDA_R_32F;
        let [a, b, d] = [&self.a, &self.b, &self.d].map(|matrix| Layout::of(data, matrix));
        let addresses = at(&[&self.a, &self.b, &self.d, &self.d]).try_into().unwrap();
        let (alpha, beta) = (1.0_f32, 0.0_f32);
        let factors = ((&raw const alpha).cast(), (&raw const beta).cast());
        product.answers(&self.test, workspace, factors, addresses, [&a, &b, &d, &d])
    }

    /// Returns the product, plus the bias if there is one, after a function.
    fn expected(&self, has_bias: bool, function: impl Fn(f64) -> f64) -> Matrix {
        let product = self.a.matrix.times(&self.b.matrix);
        Matrix::new(product.rows, product.columns, |row, column| {
            let bias = if has_bias { f64::from(self.biases[row]) } else { 0.0 };
            function(product.at(row, column).re + bias).into()
        })
    }
}

/// Whether an epilogue has a bias or its gradient.
fn uses_bias(epilogue: cublasLtEpilogue_t) -> bool {
    let name = epilogue.name().unwrap();
    name.contains("BIAS") || name.contains("BGRAD")
}

#[test]
fn epilogues_add_a_bias_and_apply_a_function() {
    use cublasLtEpilogue_t as E;
    let setup = Epilogues::new(9, 5, 12);
    let relu: fn(f64) -> f64 = |x| x.max(0.0);
    for (epilogue, has_bias, function) in [
        (E::CUBLASLT_EPILOGUE_DEFAULT, false, (|x| x) as fn(f64) -> f64),
        (E::CUBLASLT_EPILOGUE_BIAS, true, |x| x),
        (E::CUBLASLT_EPILOGUE_RELU, false, relu),
        (E::CUBLASLT_EPILOGUE_RELU_BIAS, true, relu),
        (E::CUBLASLT_EPILOGUE_GELU, false, gelu),
        (E::CUBLASLT_EPILOGUE_GELU_BIAS, true, gelu),
    ] {
        setup.submit(&setup.product(epilogue));
        let expected = setup.expected(has_bias, function);
        let label = format!("{epilogue:?}");
        setup.d.now::<f32>().assert_near(&expected, bound::<f32>(12), &label);
    }
}

#[test]
fn the_input_of_a_gelu_is_kept_for_its_gradient() {
    use cublasLtEpilogue_t as E;
    use cublasLtMatmulDescAttributes_t as A;
    let setup = Epilogues::new(9, 5, 12);
    // The distance of its columns is a multiple of 8.
    let input = setup.test.aligned::<f32>(9, 5);
    let with_input = |epilogue| {
        setup
            .product(epilogue)
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, input.device.address())
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, input.leading as i64)
    };
    setup.submit(&with_input(E::CUBLASLT_EPILOGUE_GELU_AUX_BIAS));
    let activations = setup.expected(true, |x| x);
    input.now::<f32>().assert_near(&activations, bound::<f32>(12), "the input");
    setup.submit(&with_input(E::CUBLASLT_EPILOGUE_DGELU_BGRAD));
    let slope = |x: f64| (gelu(x + 1e-6) - gelu(x - 1e-6)) / 2e-6;
    let product = setup.expected(false, |x| x);
    let expected = Matrix::new(9, 5, |row, column| {
        product.at(row, column) * slope(activations.at(row, column).re)
    });
    setup.d.now::<f32>().assert_near(&expected, GRADIENT, "the gradient");
    let sums = setup.bias.numbers::<f32>();
    for (row, sum) in sums.iter().enumerate() {
        let wanted: f64 = (0..5).map(|column| expected.at(row, column).re).sum();
        assert!((f64::from(*sum) - wanted).abs() < 5.0 * GRADIENT, "{sum} {wanted}");
    }
}

#[test]
fn the_signs_of_the_input_of_a_relu_are_kept_as_bits() {
    use cublasLtEpilogue_t as E;
    use cublasLtMatmulDescAttributes_t as A;
    let setup = Epilogues::new(19, 5, 12);
    let bits = setup.test.upload(&[0_i8; 16 * 5]);
    let with_bits = |epilogue| {
        setup
            .product(epilogue)
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, bits.address())
            .with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, 128_i64)
    };
    setup.submit(&with_bits(E::CUBLASLT_EPILOGUE_RELU_AUX_BIAS));
    let input = setup.expected(true, |x| x);
    let bytes = bits.numbers::<i8>();
    for column in 0..5 {
        for row in 0..19 {
            let bit = bytes[column * 16 + row / 8] >> (row % 8) & 1;
            assert_eq!(bit != 0, input.at(row, column).re > 0.0);
        }
    }
    setup.submit(&with_bits(E::CUBLASLT_EPILOGUE_DRELU));
    let product = setup.expected(false, |x| x);
    let expected = Matrix::new(19, 5, |row, column| {
        if input.at(row, column).re > 0.0 { product.at(row, column) } else { 0.0.into() }
    });
    setup.d.now::<f32>().assert_near(&expected, bound::<f32>(12), "the gradient");
}

#[test]
fn the_gradients_of_biases_are_the_sums_of_the_matrices() {
    use cublasLtEpilogue_t as E;
    let setup = Epilogues::new(12, 12, 12);
    for (epilogue, matrix) in [
        (E::CUBLASLT_EPILOGUE_BGRADA, setup.a.matrix.clone()),
        (E::CUBLASLT_EPILOGUE_BGRADB, setup.b.matrix.clone()),
    ] {
        // The second matrix, which is square here, must be transposed for its gradient.
        let right = OPERATIONS[usize::from(epilogue == E::CUBLASLT_EPILOGUE_BGRADB)];
        setup.submit(&setup.product(epilogue).with_operations(OPERATIONS[0], right));
        for (row, sum) in setup.bias.numbers::<f32>().iter().enumerate() {
            let wanted: f64 = (0..12).map(|column| matrix.at(row, column).re).sum();
            assert!((f64::from(*sum) - wanted).abs() < 1e-5, "{sum} {wanted}");
        }
    }
}

#[test]
fn integers_that_are_scaled_to_bytes_may_have_a_factor_for_each_row() {
    use cublasLtMatmulDescAttributes_t as A;
    use cublasLtPointerMode_t as P;
    let test = TestHandle::new();
    let (m, n, k) = (16, 16, 32);
    let (a, b) = (test.aligned::<i8>(k, m), test.aligned::<i8>(k, n));
    let d = test.aligned::<i8>(m, n);
    let factors: Vec<f32> = (0..m).map(|row| 1.0 / (1024.0 + row as f32)).collect();
    let device = test.upload(&factors);
    let mode = P::CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    let zero = 0.0_f32;
    let compute = cublasComputeType_t::CUBLAS_COMPUTE_32I;
    let product = Product::new(compute, cudaDataType::CUDA_R_32F)
        .with_operations(OPERATIONS[1], OPERATIONS[0])
        .with(A::CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
    let data = cudaDataType::CUDA_R_8I;
    let [a_layout, b_layout, d_layout] = [&a, &b, &d].map(|matrix| Layout::of(data, matrix));
    let addresses = at(&[&a, &b, &d, &d]).try_into().unwrap();
    let layouts = [&a_layout, &b_layout, &d_layout, &d_layout];
    let pointers = (device.c(), (&raw const zero).cast());
    let status = product.submit_pointers(&test, pointers, addresses, layouts);
    assert_eq!(status, SUCCESS);
    let product = a.matrix.t().times(&b.matrix);
    let expected = Matrix::new(m, n, |row, column| {
        let value = product.at(row, column).re as f32 * factors[row];
        f64::from(value.round_ties_even().clamp(-128.0, 127.0)).into()
    });
    assert_eq!(d.now::<i8>(), expected);

    // Others have none, and no other mode has.
    let setup = Epilogues::new(16, 16, 16);
    let single = Product::plain().with(A::CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
    let refused = ([NOT_SUPPORTED; 2], 0);
    assert_eq!(setup.answers(&single, WORKSPACE), refused);
    for mode in [
        P::CUBLASLT_POINTER_MODE_DEVICE_VECTOR,
        P::CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO,
    ] {
        let product = Product::new(compute, cudaDataType::CUDA_R_32F)
            .with_operations(OPERATIONS[1], OPERATIONS[0])
            .with(A::CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
        let factors = (device.c(), device.c());
        let answers = product.answers(&test, WORKSPACE, factors, addresses, layouts);
        assert_eq!(answers, refused, "{mode:?}");
    }
}

/// What an H200's cuBLASLt 13.1 returns for each epilogue. In each column, the heuristics' status, the product's, and
/// the number of algorithms, which was 9: `S` succeeds, `I` is an invalid value, `N` isn't supported. The columns are:
/// as it is meant, with the first matrix transposed, the second one, a bias where it has none or none where it has one,
/// the same of the other matrix, that without the distance of its columns, and no workspace.
const ANSWERS: [(&str, &str); 16] = [
    ("DEFAULT", "SS1 SS1 SS1 SI1 SS1 SS1 SS1"),
    ("RELU", "SS1 SS1 SS1 SI1 SN1 SS1 SS1"),
    ("RELU_AUX", "SS1 SS1 SS1 SI1 SN1 II9 SS1"),
    ("BIAS", "SS1 SS1 SS1 SI1 SS1 SS1 SS1"),
    ("RELU_BIAS", "SS1 SS1 SS1 SI1 SN1 SS1 SS1"),
    ("RELU_AUX_BIAS", "SS1 SS1 SS1 SI1 SN1 II9 SS1"),
    ("DRELU", "SS1 SS1 SS1 SI1 SI1 II9 SS1"),
    ("DRELU_BGRAD", "SS1 SS1 SS1 SI1 SI1 II9 NN0"),
    ("GELU", "SS1 SS1 SS1 SI1 SN1 SS1 SS1"),
    ("GELU_AUX", "SS1 SS1 SS1 SI1 SN1 II9 SS1"),
    ("GELU_BIAS", "SS1 SS1 SS1 SI1 SN1 SS1 SS1"),
    ("GELU_AUX_BIAS", "SS1 SS1 SS1 SI1 SN1 II9 SS1"),
    ("DGELU", "SS1 SS1 SS1 SI1 SI1 II9 SS1"),
    ("DGELU_BGRAD", "SS1 SS1 SS1 SI1 SI1 II9 NN0"),
    ("BGRADA", "SS1 NN9 SS1 SI1 SS1 SS1 SS1"),
    ("BGRADB", "NN9 NN9 SS1 NN9 NN9 NN9 NN9"),
];

#[test]
fn epilogues_are_refused_as_by_the_library() {
    use cublasLtMatmulDescAttributes_t as A;
    let setup = Epilogues::new(16, 16, 16);
    let other = setup.test.aligned::<f32>(128, 16);
    for ((name, expected), (known, epilogue)) in
        ANSWERS.into_iter().zip(cublasLtEpilogue_t::ENUMERATORS)
    {
        assert!(known.ends_with(name), "{known} {name}");
        let has_other = name.contains("AUX") || name.starts_with('D') && name != "DEFAULT";
        let answer = |column: usize| {
            let mut product = setup.product(*epilogue);
            if column == 3 {
                let bias = setup.bias.address() * u64::from(!uses_bias(*epilogue));
                product = product.with(A::CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
            }
            if has_other != (column == 4) {
                let address = other.device.address();
                product = product.with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, address);
            }
            if has_other && column != 5 {
                product = product.with(A::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, 128_i64);
            }
            let left = OPERATIONS[usize::from(column == 1)];
            let right = OPERATIONS[usize::from(column == 2)];
            let workspace = if column == 6 { 0 } else { WORKSPACE };
            let ([found, status], count) =
                setup.answers(&product.with_operations(left, right), workspace);
            let letter = |status| match status {
                SUCCESS => 'S',
                INVALID => 'I',
                NOT_SUPPORTED => 'N',
                _ => '?',
            };
            format!("{}{}{count}", letter(found), letter(status))
        };
        let answers: Vec<String> = (0..7).map(answer).collect();
        assert_eq!(answers.join(" "), expected, "{name}");
    }
}
