use cuda_driver::{DeviceSlice, DeviceSliceMut, Element};
use cuda_libraries_sys::cublaslt::cublasLtEpilogue_t;

use crate::call::Operand;
use crate::element::Factor;
use crate::error::Error;
use crate::gemm::fit;
use crate::lt::LtProduct;
use crate::math::Math;
use crate::view::{Matrix, MatrixMut, Vector, VectorMut};

/// A product of matrices, and what follows it: `d = activation(alpha a b + beta c + bias)`.
///
/// Each may be a batch; a factor that is one matrix is used for all.
#[doc(alias(
    "cublasLtMatmulDescCreate",
    "cublasLtMatmulDescDestroy",
    "cublasLtMatmulDescSetAttribute",
    "cublasLtMatrixLayoutCreate",
    "cublasLtMatrixLayoutDestroy",
    "cublasLtMatrixLayoutSetAttribute"
))]
#[derive(Debug)]
pub struct Matmul<'a, A: LtProduct<B, D>, B: Element, D: Element> {
    pub(crate) a: Matrix<'a, A>,
    pub(crate) b: Matrix<'a, B>,
    pub(crate) added: Option<Matrix<'a, A::Addend>>,
    pub(crate) d: MatrixMut<'a, D>,
    pub(crate) alpha: A::Factor,
    pub(crate) beta: A::Factor,
    pub(crate) bias: Option<Vector<'a, A::Bias>>,
    pub(crate) bias_gradient: Option<VectorMut<'a, A::Bias>>,
    pub(crate) activation: Activation,
    pub(crate) aux: Option<Aux<'a, D>>,
    pub(crate) scales: [Option<DeviceSlice<'a, f32>>; 3],
    pub(crate) amax: Option<DeviceSliceMut<'a, f32>>,
    pub(crate) math: Math,
    pub(crate) has_fast_sums: bool,
}

/// What is done with each element of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cublasLtEpilogue_t")]
#[non_exhaustive]
pub enum Activation {
    /// Nothing.
    #[default]
    None,
    /// `max(x, 0)`
    #[doc(alias = "CUBLASLT_EPILOGUE_RELU")]
    Relu,
    /// The Gaussian error linear unit, by its approximation with a hyperbolic tangent.
    #[doc(alias = "CUBLASLT_EPILOGUE_GELU")]
    Gelu,
}

/// What the derivative of an activation needs, written by one product and read by another.
#[derive(Debug)]
pub(crate) enum Aux<'a, D> {
    WriteMask(DeviceSliceMut<'a, u8>),
    WriteInput(MatrixMut<'a, D>),
    ReadMask(DeviceSlice<'a, u8>),
    ReadInput(Matrix<'a, D>),
}

/// The names of the scales, in their order.
const SCALES: [&str; 3] = ["scale_a", "scale_b", "scale_d"];

impl<'a, A: LtProduct<B, D>, B: Element, D: Element> Matmul<'a, A, B, D> {
    /// `d = a b`
    #[must_use]
    pub fn new(a: Matrix<'a, A>, b: Matrix<'a, B>, d: MatrixMut<'a, D>) -> Self {
        Self {
            a,
            b,
            added: None,
            d,
            alpha: A::Factor::ONE,
            beta: A::Factor::ZERO,
            bias: None,
            bias_gradient: None,
            activation: Activation::None,
            aux: None,
            scales: [None; 3],
            amax: None,
            math: Math::Default,
            has_fast_sums: false,
        }
    }

    /// Sets the factor of the product.
    #[must_use]
    pub fn alpha(mut self, alpha: A::Factor) -> Self {
        self.alpha = alpha;
        self
    }

    /// Adds a multiple of a matrix.
    #[must_use]
    pub fn add(mut self, beta: A::Factor, c: Matrix<'a, A::Addend>) -> Self {
        (self.beta, self.added) = (beta, Some(c));
        self
    }

    /// Adds a number to each column of the result. They begin at a multiple of 16 bytes, because cuBLASLt's kernels would fault
    /// otherwise; so do all that follows a product.
    #[must_use]
    #[doc(alias = "CUBLASLT_EPILOGUE_BIAS")]
    pub fn bias(mut self, bias: impl Into<Vector<'a, A::Bias>>) -> Self {
        self.bias = Some(bias.into());
        self
    }

    /// Sets what is done with each element afterwards.
    #[must_use]
    pub fn activation(mut self, activation: Activation) -> Self {
        self.activation = activation;
        self
    }

    /// Writes which elements were positive before [`Activation::Relu`]: a bit for each, and as many bytes as
    /// [`mask_len`](Self::mask_len) says. What the bit of a 0 is depends on cuBLASLt.
    #[must_use]
    #[doc(alias = "CUBLASLT_EPILOGUE_RELU_AUX")]
    pub fn write_mask(mut self, mask: impl Into<DeviceSliceMut<'a, u8>>) -> Self {
        self.aux = Some(Aux::WriteMask(mask.into()));
        self
    }

    /// Writes the elements before [`Activation::Gelu`], to a matrix of the shape of `d`. Its rows begin at multiples of 16
    /// bytes.
    #[must_use]
    #[doc(alias = "CUBLASLT_EPILOGUE_GELU_AUX")]
    pub fn write_input(mut self, input: MatrixMut<'a, D>) -> Self {
        self.aux = Some(Aux::WriteInput(input));
        self
    }

    /// Multiplies the product with the derivative of [`Activation::Relu`], from the mask that
    /// [`write_mask`](Self::write_mask) wrote.
    #[must_use]
    #[doc(alias = "CUBLASLT_EPILOGUE_DRELU")]
    pub fn relu_gradient(mut self, mask: impl Into<DeviceSlice<'a, u8>>) -> Self {
        self.aux = Some(Aux::ReadMask(mask.into()));
        self
    }

    /// Multiplies the product with the derivative of [`Activation::Gelu`], from the elements that
    /// [`write_input`](Self::write_input) wrote.
    #[must_use]
    #[doc(alias = "CUBLASLT_EPILOGUE_DGELU")]
    pub fn gelu_gradient(mut self, input: Matrix<'a, D>) -> Self {
        self.aux = Some(Aux::ReadInput(input));
        self
    }

    /// Writes the sum of each column of a gradient, which is that of the bias.
    #[must_use]
    #[doc(alias("CUBLASLT_EPILOGUE_DRELU_BGRAD", "CUBLASLT_EPILOGUE_DGELU_BGRAD"))]
    pub fn bias_gradient(mut self, sums: impl Into<VectorMut<'a, A::Bias>>) -> Self {
        self.bias_gradient = Some(sums.into());
        self
    }

    /// Multiplies `a` with a number in device memory, for 8-bit floats.
    #[must_use]
    #[doc(alias = "CUBLASLT_MATMUL_DESC_A_SCALE_POINTER")]
    pub fn scale_a(self, scale: impl Into<DeviceSlice<'a, f32>>) -> Self {
        self.scale(0, scale.into())
    }

    /// Multiplies `b` with a number in device memory, for 8-bit floats.
    #[must_use]
    #[doc(alias = "CUBLASLT_MATMUL_DESC_B_SCALE_POINTER")]
    pub fn scale_b(self, scale: impl Into<DeviceSlice<'a, f32>>) -> Self {
        self.scale(1, scale.into())
    }

    /// Multiplies the result with a number in device memory, for 8-bit floats.
    #[must_use]
    #[doc(alias = "CUBLASLT_MATMUL_DESC_D_SCALE_POINTER")]
    pub fn scale_d(self, scale: impl Into<DeviceSlice<'a, f32>>) -> Self {
        self.scale(2, scale.into())
    }

    /// Writes the largest absolute value of the result before it is scaled, for 8-bit floats.
    #[must_use]
    #[doc(alias = "CUBLASLT_MATMUL_DESC_AMAX_D_POINTER")]
    pub fn amax(mut self, amax: impl Into<DeviceSliceMut<'a, f32>>) -> Self {
        self.amax = Some(amax.into());
        self
    }

    /// Lets sums of products of 8-bit floats be less precise, and faster.
    #[must_use]
    #[doc(alias = "CUBLASLT_MATMUL_DESC_FAST_ACCUM")]
    pub fn fast_sums(mut self) -> Self {
        self.has_fast_sums = true;
        self
    }

    /// Sets the precision.
    #[must_use]
    pub fn math(mut self, math: Math) -> Self {
        self.math = math;
        self
    }

    /// Returns how many bytes [`write_mask`](Self::write_mask) needs for a result of `rows` and `columns`: whole groups of 128
    /// bits for each row.
    #[must_use]
    pub fn mask_len(rows: usize, columns: usize) -> usize {
        rows.saturating_mul(columns.div_ceil(128)).saturating_mul(16)
    }

    fn scale(mut self, index: usize, scale: DeviceSlice<'a, f32>) -> Self {
        self.scales[index] = Some(scale);
        self
    }

    /// Returns the number of the epilogue; `None` if cuBLASLt hasn't what was asked for.
    pub(crate) fn epilogue(&self) -> Option<cublasLtEpilogue_t> {
        use cublasLtEpilogue_t as E;
        let (bias, sums) = (self.bias.is_some(), self.bias_gradient.is_some());
        Some(match (self.activation, &self.aux, bias, sums) {
            (Activation::None, None, false, false) => E::CUBLASLT_EPILOGUE_DEFAULT,
            (Activation::None, None, true, false) => E::CUBLASLT_EPILOGUE_BIAS,
            (Activation::Relu, None, false, false) => E::CUBLASLT_EPILOGUE_RELU,
            (Activation::Relu, None, true, false) => E::CUBLASLT_EPILOGUE_RELU_BIAS,
            (Activation::Relu, Some(Aux::WriteMask(_)), false, false) => {
                E::CUBLASLT_EPILOGUE_RELU_AUX
            }
            (Activation::Relu, Some(Aux::WriteMask(_)), true, false) => {
                E::CUBLASLT_EPILOGUE_RELU_AUX_BIAS
            }
            (Activation::Gelu, None, false, false) => E::CUBLASLT_EPILOGUE_GELU,
            (Activation::Gelu, None, true, false) => E::CUBLASLT_EPILOGUE_GELU_BIAS,
            (Activation::Gelu, Some(Aux::WriteInput(_)), false, false) => {
                E::CUBLASLT_EPILOGUE_GELU_AUX
            }
            (Activation::Gelu, Some(Aux::WriteInput(_)), true, false) => {
                E::CUBLASLT_EPILOGUE_GELU_AUX_BIAS
            }
            (Activation::None, Some(Aux::ReadMask(_)), false, false) => E::CUBLASLT_EPILOGUE_DRELU,
            (Activation::None, Some(Aux::ReadMask(_)), false, true) => {
                E::CUBLASLT_EPILOGUE_DRELU_BGRAD
            }
            (Activation::None, Some(Aux::ReadInput(_)), false, false) => E::CUBLASLT_EPILOGUE_DGELU,
            (Activation::None, Some(Aux::ReadInput(_)), false, true) => {
                E::CUBLASLT_EPILOGUE_DGELU_BGRAD
            }
            _ => return None,
        })
    }

    /// Returns the address of the bias, or of its gradient.
    pub(crate) fn bias_address(&self) -> Option<u64> {
        let bias = self.bias.as_ref().map(Vector::address);
        bias.or_else(|| self.bias_gradient.as_ref().map(VectorMut::address))
    }

    /// Returns the address of what the activation writes or reads, and the distance of its rows and of its matrices.
    pub(crate) fn aux_place(&self) -> Option<(u64, usize, usize)> {
        let of_mask = |address: u64| {
            let row = self.d.shape().1.div_ceil(128) * 128;
            (address, row, row * self.d.shape().0)
        };
        Some(match self.aux.as_ref()? {
            Aux::WriteMask(mask) => of_mask(mask.as_raw()),
            Aux::ReadMask(mask) => of_mask(mask.as_raw()),
            Aux::WriteInput(input) => {
                (input.address(), input.layout.leading(), input.layout.batch_leading())
            }
            Aux::ReadInput(input) => {
                (input.address(), input.layout.leading(), input.layout.batch_leading())
            }
        })
    }

    /// Returns what is checked of the operands; and the epilogue if they fit each other, or the rule that they break.
    pub(crate) fn operands(&self) -> (Vec<Operand<'_>>, Result<cublasLtEpilogue_t, &'static str>) {
        let mut operands = vec![self.a.operand("a"), self.b.operand("b"), self.d.operand("d")];
        let ((rows, columns), len) = (self.d.shape(), self.d.len());
        let mut broken = None;
        let mut demand = |holds: bool, rule: &'static str| {
            if !holds {
                broken = broken.or(Some(rule));
            }
        };
        let fits = fit(&self.a.layout, &self.b.layout, &self.d.layout);
        demand(
            fits && [self.a.len(), self.b.len()].iter().all(|count| *count == 1 || *count == len),
            "a must have as many columns as b has rows, d the rows of a and the columns of b, and a and b one matrix or as many \
             as d",
        );
        if let Some(added) = &self.added {
            operands.push(added.operand("c"));
            let is_plain = !added.layout.is_transposed && !added.layout.is_conjugated;
            demand(
                added.shape() == (rows, columns) && added.len() == len && is_plain,
                "c must have the shape of d, and not be transposed",
            );
        }
        if let Some(bias) = &self.bias {
            operands.push(for_kernels(bias.operand("bias")));
            demand(
                is_dense(bias.len(), bias.stride(), columns),
                "the bias must have a number for each column, next to each other",
            );
        }
        if let Some(sums) = &self.bias_gradient {
            operands.push(for_kernels(sums.operand("bias_gradient")));
            demand(
                is_dense(sums.len(), sums.stride(), columns) && len == 1,
                "the gradient of the bias must have a number for each column, next to each other, and is of one matrix",
            );
        }
        let mask_len = Self::mask_len(rows, columns).saturating_mul(len);
        let is_input = |shape, of, is_transposed: bool| {
            shape == (rows, columns) && of == len && !is_transposed
        };
        let (mask_rule, input_rule) = (
            "the mask must have `mask_len` bytes for each matrix",
            "the input must have the shape of d, and not be transposed",
        );
        match &self.aux {
            None => {}
            Some(Aux::WriteMask(mask)) => {
                operands.push(for_kernels(Vector::new(mask).operand("mask")));
                demand(mask.len() >= mask_len, mask_rule);
            }
            Some(Aux::ReadMask(mask)) => {
                operands.push(for_kernels(Vector::new(*mask).operand("mask")));
                demand(mask.len() >= mask_len, mask_rule);
            }
            Some(Aux::WriteInput(input)) => {
                operands.push(for_kernels(input.operand("input")));
                demand(
                    is_input(input.shape(), input.len(), input.layout.is_transposed),
                    input_rule,
                );
            }
            Some(Aux::ReadInput(input)) => {
                operands.push(for_kernels(input.operand("input")));
                demand(
                    is_input(input.shape(), input.len(), input.layout.is_transposed),
                    input_rule,
                );
            }
        }
        let scales = self
            .scales
            .iter()
            .zip(SCALES)
            .filter_map(|(scale, name)| Some((scale.as_ref()?, name)));
        for (scale, name) in scales {
            operands.push(Vector::new(*scale).operand(name));
            demand(
                scale.len() == 1 && A::TYPES.is_scaled,
                "a scale must be one number, and belongs to 8-bit floats",
            );
        }
        if let Some(amax) = &self.amax {
            operands.push(Vector::new(amax).operand("amax"));
            demand(
                amax.len() == 1 && A::TYPES.is_scaled,
                "amax must be one number, and belongs to 8-bit floats",
            );
        }
        let epilogue = self.epilogue();
        demand(
            epilogue.is_some(),
            "a mask goes with Relu, an input with Gelu, and a gradient with neither of them nor a bias",
        );
        demand(
            !self.d.layout.is_transposed,
            "d must not be transposed: multiply the transposes the other way round",
        );
        (operands, broken.map_or(Ok(epilogue.unwrap_or_default()), Err))
    }

    /// Returns an error if cuBLASLt can't use a factor as it is in memory.
    pub(crate) fn demand_operations(&self) -> Result<(), Error> {
        for (layout, operand) in [(&self.a.layout, "a"), (&self.b.layout, "b")] {
            if A::TYPES.is_complex && layout.is_conjugated && !layout.is_transposed {
                let reason = "cuBLAS conjugates only what it transposes, too";
                return Err(Error::Layout { call: "matmul", operand, reason });
            }
        }
        Ok(())
    }
}

/// Returns whether a vector has `count` elements next to each other.
fn is_dense(len: usize, stride: usize, count: usize) -> bool {
    len == count && (stride == 1 || len < 2)
}

/// Returns the operand as one that begins at a multiple of 16 bytes. Unlike the matrices' own, its alignment can't be told to
/// cuBLASLt, which chooses kernels that read as much at a time.
fn for_kernels(operand: Operand<'_>) -> Operand<'_> {
    let element = operand.element.max(16);
    Operand { element, ..operand }
}
