//! The kernel of products with scales and with what is done to their result.

use cuda_libraries_sys::cublas::cublasOperation_t;
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Elements, Fault, NativeCall};

use crate::cublas::product::{Product, size};
use crate::dense::Dense;
use crate::dispatch::with_scalar;
use crate::element::Scalar;
use crate::matrix::Matrix;
use crate::operation::Operation;

/// What is done to the result: the bits of `cublasLtEpilogue_t`.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Epilogue(pub u32);

impl Epilogue {
    pub const RELU: u32 = 2;
    pub const BIAS: u32 = 4;
    /// The gradient through a ReLU, or a GELU.
    pub const RELU_GRADIENT: u32 = 8;
    /// The sums of the rows of the result go where the bias would be.
    pub const BIAS_GRADIENT: u32 = 16;
    pub const GELU: u32 = 32;
    pub const GELU_GRADIENT: u32 = 64;
    /// The input of a ReLU or a GELU is written, or read by a gradient.
    pub const AUXILIARY: u32 = 128;
    /// The same sums of the rows of the first matrix, and of the columns of the second one.
    pub const A_GRADIENT: u32 = 256;
    pub const B_GRADIENT: u32 = 512;

    pub(super) fn has(self, bit: u32) -> bool {
        self.0 & bit != 0
    }

    /// Whether it reads a bias, or writes the gradient of one.
    pub(super) fn uses_bias(self) -> bool {
        self.has(Self::BIAS | Self::BIAS_GRADIENT | Self::A_GRADIENT | Self::B_GRADIENT)
    }
}

/// `d = scale * epilogue(alpha * a * b + beta * c)` for each matrix of a batch. Where an address is 0, there is no such
/// number or vector.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Matmul {
    /// The product, with `c`.
    pub product: Product,
    pub d: Matrix,
    /// Factors for each row, instead of the product's.
    pub alphas: Matrix,
    /// Scales of the rows of `a` and of the columns of `b`, and of the whole other matrices.
    pub a_scale: Matrix,
    pub b_scale: Matrix,
    pub c_scale: Matrix,
    pub d_scale: Matrix,
    /// Where the largest absolute value before scaling goes.
    pub d_largest: Matrix,
    pub epilogue: Epilogue,
    pub reserved: u32,
    pub bias: Matrix,
    /// A matrix, or for a ReLU a bit for each element, with this distance of columns in bits.
    pub auxiliary: Matrix,
    pub auxiliary_scale: Matrix,
    pub auxiliary_largest: Matrix,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Matmul {
    const NAME: &'static str = "cublasLt::matmul";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        if self.is_plain() {
            return self.product.run(call);
        }
        with_scalar!(call, self.product.scalar, S => self.compute::<S>(call))
    }
}

/// A number or a vector of which an element is taken for each row or column.
struct Factors<S>(Option<Vec<S>>);

impl<S: Scalar> Factors<S> {
    fn load(call: &NativeCall<'_>, place: &Matrix, index: i64, len: usize) -> Result<Self, Fault> {
        match place.address {
            0 => Ok(Self(None)),
            _ => Ok(Self(Some(place.load(call, index, len, 1)?.elements))),
        }
    }

    fn at(&self, index: usize) -> Option<S> {
        self.0.as_ref().and_then(|all| all.get(index).copied())
    }
}

/// The largest absolute value of numbers so far.
#[derive(Default)]
struct LargestNorm(f64);

impl LargestNorm {
    fn see<S: Scalar>(&mut self, value: S) {
        self.0 = self.0.max(value.wide().norm());
    }

    fn store(&self, call: &NativeCall<'_>, to: &Matrix) -> Result<(), Fault> {
        match to.address {
            0 => Ok(()),
            _ => to.store::<f64>(call, 0, [1, 1], false, |_, _, _| self.0),
        }
    }
}

impl Matmul {
    /// Returns a value as the type of the factors holds it: where integers are scaled to bytes, that is `f32`, though
    /// sums are `f64` here.
    fn rounded<S: Scalar>(&self, value: S) -> S {
        match self.d.data {
            cudaDataType::CUDA_R_8I => S::of_wide(f64::from(value.wide().re as f32).into()),
            _ => value,
        }
    }

    /// Returns `true` if it is only a product in place.
    fn is_plain(&self) -> bool {
        let others = [
            &self.alphas,
            &self.a_scale,
            &self.b_scale,
            &self.c_scale,
            &self.d_scale,
            &self.d_largest,
        ];
        let (c, d) = (&self.product.c, &self.d);
        let is_same = |c: &Matrix| {
            (c.address, c.data, c.rows, c.columns, c.batch, c.is_array)
                == (d.address, d.data, d.rows, d.columns, d.batch, d.is_array)
        };
        let is_scaled = self.d.data == cudaDataType::CUDA_R_8I;
        let has_epilogue = is_scaled || self.epilogue.0 > 1;
        !has_epilogue && is_same(c) && others.iter().all(|place| place.address == 0)
    }

    fn compute<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let (mut largest, mut auxiliary) = (LargestNorm::default(), LargestNorm::default());
        for index in 0..self.product.len {
            self.multiply::<S>(call, index, &mut largest, &mut auxiliary)?;
        }
        largest.store(call, &self.d_largest)?;
        auxiliary.store(call, &self.auxiliary_largest)
    }

    fn multiply<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        largest: &mut LargestNorm,
        auxiliary_largest: &mut LargestNorm,
    ) -> Result<(), Fault> {
        let Product { m, n, k, .. } = self.product;
        let (m, n) = (size(call, m)?, size(call, n)?);
        let (zero, one) = (S::default(), S::one());
        let alphas = Factors::load(call, &self.alphas, index, m)?;
        let alpha = match alphas.0 {
            Some(_) => one,
            None => self.product.alpha.get(call)?.value,
        };
        let beta: S = self.product.beta.get(call)?.value;
        let k = if alpha == zero { 0 } else { size(call, k)? };
        let mut a: Dense<S> = self.product.a.load(call, index, m, k)?;
        let mut b: Dense<S> = self.product.b.load(call, index, k, n)?;
        self.d.check_writable(call, index, [m, n])?;
        let mut product = Dense::new(call, m, n)?;
        product.multiply(one, &mut a, &mut b, zero);
        let a_scales = Factors::load(call, &self.a_scale, 0, m)?;
        let b_scales = Factors::load(call, &self.b_scale, 0, n)?;
        let c_scale = Factors::load(call, &self.c_scale, 0, 1)?;
        let former: Option<Dense<S>> =
            if beta == zero { None } else { Some(self.product.c.load(call, index, m, n)?) };
        for column in 0..n {
            for row in 0..m {
                let scales = [alphas.at(row), a_scales.at(row), b_scales.at(column)];
                let factor = scales.into_iter().flatten().fold(alpha, |all, scale| all * scale);
                let sum = self.rounded(product.get(row, column));
                let mut value = self.rounded(factor * sum);
                if let Some(former) = &former {
                    let factor = c_scale.at(0).map_or(beta, |scale| beta * scale);
                    value = self.rounded(value + factor * former.get(row, column));
                }
                product.set(row, column, value);
            }
        }
        self.finish(call, index, &mut product, auxiliary_largest)?;
        self.store_sums(call, index, &a, &b, &product)?;
        let scale = Factors::<S>::load(call, &self.d_scale, 0, 1)?.at(0);
        for value in &product.elements {
            largest.see(*value);
        }
        self.d.store::<S>(call, index, [m, n], false, |row, column, _| {
            let value = product.get(row, column);
            scale.map_or(value, |scale| self.rounded(scale * value))
        })
    }

    /// Does to the result what the epilogue says.
    fn finish<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        result: &mut Dense<S>,
        largest: &mut LargestNorm,
    ) -> Result<(), Fault> {
        let epilogue = self.epilogue;
        let (m, n) = (result.rows, result.columns);
        if epilogue.has(Epilogue::BIAS) {
            let bias: Dense<S> = self.bias.load(call, index, m, 1)?;
            map(result, |row, _, value| self.rounded(value + bias.get(row, 0)));
        }
        let has_auxiliary = epilogue.has(Epilogue::AUXILIARY);
        if epilogue.has(Epilogue::RELU) {
            if has_auxiliary {
                self.store_bits(call, index, result)?;
            }
            map(result, |_, _, value| S::of_wide(value.wide().re.max(0.0).into()));
        }
        if epilogue.has(Epilogue::GELU) {
            if has_auxiliary {
                let scale = Factors::<S>::load(call, &self.auxiliary_scale, 0, 1)?.at(0);
                result.elements.iter().for_each(|value| largest.see(*value));
                self.auxiliary.store::<S>(call, index, [m, n], false, |row, column, _| {
                    let value = result.get(row, column);
                    scale.map_or(value, |scale| scale * value)
                })?;
            }
            map(result, |_, _, value| S::of_wide(gelu(value.wide().re).into()));
        }
        if epilogue.has(Epilogue::RELU_GRADIENT) {
            let bits = self.load_bits(call, index, m, n)?;
            map(
                result,
                |row, column, value| if bits[column * m + row] { value } else { S::default() },
            );
        }
        if epilogue.has(Epilogue::GELU_GRADIENT) {
            let input: Dense<S> = self.auxiliary.load(call, index, m, n)?;
            map(result, |row, column, value| {
                let slope = gelu_slope(input.get(row, column).wide().re);
                value * S::of_wide(slope.into())
            });
        }
        Ok(())
    }

    /// Writes the sums that are gradients of a bias.
    fn store_sums<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        a: &Dense<S>,
        b: &Dense<S>,
        result: &Dense<S>,
    ) -> Result<(), Fault> {
        let sum = |matrix: &Dense<S>, row: usize| -> S {
            let columns = 0..matrix.columns;
            S::of_wide(columns.map(|column| matrix.get(row, column).wide()).sum())
        };
        let sums: Vec<S> = if self.epilogue.has(Epilogue::BIAS_GRADIENT) {
            (0..result.rows).map(|row| sum(result, row)).collect()
        } else if self.epilogue.has(Epilogue::A_GRADIENT) {
            (0..a.rows).map(|row| sum(a, row)).collect()
        } else if self.epilogue.has(Epilogue::B_GRADIENT) {
            let columns = (0..b.columns).map(|column| {
                let rows = 0..b.rows;
                S::of_wide(rows.map(|row| b.get(row, column).wide()).sum())
            });
            columns.collect()
        } else {
            return Ok(());
        };
        self.bias.store::<S>(call, index, [sums.len(), 1], false, |row, _, _| sums[row])
    }

    /// Returns the bytes of the bits of each column.
    fn bits(&self, index: i64, rows: usize, columns: usize) -> Elements {
        let address = self.auxiliary.address;
        let matrix = index.wrapping_mul(self.auxiliary.batch) / 8;
        Elements {
            address: address.wrapping_add_signed(matrix),
            size: 1,
            len: rows.div_ceil(8) as u64,
            runs: columns as u64,
            stride: (self.auxiliary.columns / 8).max(0) as u64,
        }
    }

    fn store_bits<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        input: &Dense<S>,
    ) -> Result<(), Fault> {
        let bits = self.bits(index, input.rows, input.columns);
        let start = call.write(bits)?;
        for column in 0..input.columns {
            for byte in 0..bits.len as usize {
                let rows = (byte * 8..input.rows).take(8);
                let value = rows.enumerate().fold(0, |all, (bit, row)| {
                    let is_set = input.get(row, column).wide().re > 0.0;
                    all | u8::from(is_set) << bit
                });
                let place = column * bits.stride as usize + byte;
                // SAFETY: the bytes of each column were just found writable.
                unsafe { start.add(place).write(value) };
            }
        }
        Ok(())
    }

    fn load_bits(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        rows: usize,
        columns: usize,
    ) -> Result<Vec<bool>, Fault> {
        let bits = self.bits(index, rows, columns);
        let start = call.read(bits)?;
        let places = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
        let bit = |(row, column): (usize, usize)| {
            let place = column * bits.stride as usize + row / 8;
            // SAFETY: the bytes of each column were just found readable.
            let byte = unsafe { start.add(place).read() };
            byte >> (row % 8) & 1 != 0
        };
        Ok(places.map(bit).collect())
    }

    /// A product whose other parts are still missing.
    pub(super) fn new(product: Product, d: Matrix) -> Self {
        let none = Matrix::new(0, cudaDataType::CUDA_R_32F, 1);
        debug_assert_eq!(product.mirror, cublasOperation_t::CUBLAS_OP_N);
        Self {
            product,
            d,
            alphas: none,
            a_scale: none,
            b_scale: none,
            c_scale: none,
            d_scale: none,
            d_largest: none,
            epilogue: Epilogue(1),
            reserved: 0,
            bias: none,
            auxiliary: none,
            auxiliary_scale: none,
            auxiliary_largest: none,
        }
    }
}

fn map<S: Scalar>(matrix: &mut Dense<S>, change: impl Fn(usize, usize, S) -> S) {
    for column in 0..matrix.columns {
        for row in 0..matrix.rows {
            let value = matrix.get(row, column);
            matrix.set(row, column, change(row, column, value));
        }
    }
}

/// The factors of the approximation by the hyperbolic tangent, which cuBLASLt uses, too.
const INNER: f64 = 0.797_884_560_802_865_4;
const CUBIC: f64 = 0.044_715;

fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + (INNER * (x + CUBIC * x * x * x)).tanh())
}

fn gelu_slope(x: f64) -> f64 {
    let tanh = (INNER * (x + CUBIC * x * x * x)).tanh();
    let inner = INNER * (1.0 + 3.0 * CUBIC * x * x);
    0.5 * (1.0 + tanh) + 0.5 * x * (1.0 - tanh * tanh) * inner
}
