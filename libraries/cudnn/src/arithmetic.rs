//! Sums and products of tensors, reductions, and copies to other layouts.

use cuda_driver::DeviceSliceMut;
use cuda_libraries_sys::cudnn::{
    Symbol, cudnnOpTensorOp_t, cudnnReduceTensorIndices_t, cudnnReduceTensorOp_t,
};

use crate::call::Operand;
use crate::descriptor::{OpTensorDescriptor, ReduceTensorDescriptor};
use crate::element::{DataType, Factor, Float};
use crate::error::Error;
use crate::handle::Dnn;
use crate::layout::Layout;
use crate::tensor::{Tensor, TensorMut};

/// What becomes of two elements: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnoptensorop-t).
#[doc(alias(
    "cudnnCreateOpTensorDescriptor",
    "cudnnDestroyOpTensorDescriptor",
    "cudnnSetOpTensorDescriptor"
))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cudnnOpTensorOp_t")]
#[non_exhaustive]
pub enum OpTensor {
    /// Their sum.
    #[doc(alias = "CUDNN_OP_TENSOR_ADD")]
    Add,
    /// Their product.
    #[doc(alias = "CUDNN_OP_TENSOR_MUL")]
    Mul,
    /// The smaller one.
    #[doc(alias = "CUDNN_OP_TENSOR_MIN")]
    Min,
    /// The larger one.
    #[doc(alias = "CUDNN_OP_TENSOR_MAX")]
    Max,
}

impl OpTensor {
    fn as_raw(self) -> cudnnOpTensorOp_t {
        match self {
            Self::Add => cudnnOpTensorOp_t::CUDNN_OP_TENSOR_ADD,
            Self::Mul => cudnnOpTensorOp_t::CUDNN_OP_TENSOR_MUL,
            Self::Min => cudnnOpTensorOp_t::CUDNN_OP_TENSOR_MIN,
            Self::Max => cudnnOpTensorOp_t::CUDNN_OP_TENSOR_MAX,
        }
    }
}

/// What becomes of the elements along dimensions: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnreducetensorop-t).
#[doc(alias(
    "cudnnCreateReduceTensorDescriptor",
    "cudnnDestroyReduceTensorDescriptor",
    "cudnnSetReduceTensorDescriptor"
))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cudnnReduceTensorOp_t")]
#[non_exhaustive]
pub enum Reduce {
    /// Their sum.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_ADD")]
    Add,
    /// Their product.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_MUL")]
    Mul,
    /// The smallest.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_MIN")]
    Min,
    /// The largest.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_MAX")]
    Max,
    /// The largest magnitude.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_AMAX")]
    Amax,
    /// Their average.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_AVG")]
    Avg,
    /// The sum of their magnitudes.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_NORM1")]
    Norm1,
    /// The square root of the sum of their squares.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_NORM2")]
    Norm2,
    /// The product of those that aren't 0.
    #[doc(alias = "CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS")]
    MulNoZeros,
}

impl Reduce {
    pub(crate) fn as_raw(self) -> cudnnReduceTensorOp_t {
        use cudnnReduceTensorOp_t as R;
        match self {
            Self::Add => R::CUDNN_REDUCE_TENSOR_ADD,
            Self::Mul => R::CUDNN_REDUCE_TENSOR_MUL,
            Self::Min => R::CUDNN_REDUCE_TENSOR_MIN,
            Self::Max => R::CUDNN_REDUCE_TENSOR_MAX,
            Self::Amax => R::CUDNN_REDUCE_TENSOR_AMAX,
            Self::Avg => R::CUDNN_REDUCE_TENSOR_AVG,
            Self::Norm1 => R::CUDNN_REDUCE_TENSOR_NORM1,
            Self::Norm2 => R::CUDNN_REDUCE_TENSOR_NORM2,
            Self::MulNoZeros => R::CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS,
        }
    }
}

/// Returns whether the dimensions of one layout are those of another, or 1.
fn spreads(from: &Layout, to: &Layout) -> bool {
    let mut pairs = from.shape().iter().zip(to.shape());
    from.rank() == to.rank() && pairs.all(|(from, to)| from == to || *from == 1)
}

impl Dnn<'_> {
    /// Adds a tensor to another one: `c = alpha * a + beta * c`, so with [`beta`](Self::beta) of 1 it is added. Dimensions of
    /// `a` may be 1: it is then added as often as `c` needs it, as a bias is.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnaddtensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnAddTensor")]
    pub fn add_tensor<T: Float>(
        &mut self,
        a: Tensor<'_, T>,
        c: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "add_tensor";
        let (cudnn, operands) = (self.cudnn(), [a.operand("a"), c.operand("c")]);
        let [a, c] = operands;
        if !spreads(&a.layout, &c.layout) {
            let operands = [("a", &a.layout), ("c", &c.layout)];
            return Err(Error::shapes(
                call,
                &operands,
                "the dimensions of a must be those of c, or 1",
            ));
        }
        self.check(call, &operands)?;
        let (a_is, c_is) = (a.descriptor(cudnn, call)?, c.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnAddTensor,
                self.cudnn().raw().cudnnAddTensor,
                |function, handle| {
                    function(
                        handle,
                        alpha.pointer(),
                        a_is.raw(),
                        a.pointer(),
                        beta.pointer(),
                        c_is.raw(),
                        c.pointer(),
                    )
                },
            )
        }
    }

    /// Copies a tensor to another layout: `y = alpha * x + beta * y`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnntransformtensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnTransformTensor")]
    pub fn transform_tensor<T: Float>(
        &mut self,
        x: Tensor<'_, T>,
        y: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "transform_tensor";
        let (cudnn, operands) = (self.cudnn(), [x.operand("x"), y.operand("y")]);
        let [x, y] = operands;
        self.check_same_shape(call, &operands)?;
        self.check(call, &operands)?;
        let (x_is, y_is) = (x.descriptor(cudnn, call)?, y.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: as in `add_tensor`.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnTransformTensor,
                self.cudnn().raw().cudnnTransformTensor,
                |function, handle| {
                    function(
                        handle,
                        alpha.pointer(),
                        x_is.raw(),
                        x.pointer(),
                        beta.pointer(),
                        y_is.raw(),
                        y.pointer(),
                    )
                },
            )
        }
    }

    /// Writes a number to all elements, rounded to their type.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnsettensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnSetTensor")]
    pub fn set_tensor<T: Float>(&mut self, y: TensorMut<'_, T>, value: f64) -> Result<(), Error> {
        let call = "set_tensor";
        let (cudnn, y) = (self.cudnn(), y.operand("y"));
        self.check(call, &[y])?;
        let y_is = y.descriptor(cudnn, call)?;
        // For 16-bit elements, too, it reads a number of 32 bits.
        let value = Factor::new(value, T::IS_DOUBLE);
        // SAFETY: as in `add_tensor`; the number is read before the call returns.
        unsafe {
            self.call(
                &[y],
                Symbol::cudnnSetTensor,
                self.cudnn().raw().cudnnSetTensor,
                |function, handle| function(handle, y_is.raw(), y.pointer(), value.pointer()),
            )
        }
    }

    /// Multiplies all elements by a number.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnscaletensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnScaleTensor")]
    pub fn scale_tensor<T: Float>(
        &mut self,
        y: TensorMut<'_, T>,
        factor: f64,
    ) -> Result<(), Error> {
        let call = "scale_tensor";
        let (cudnn, y) = (self.cudnn(), y.operand("y"));
        self.check(call, &[y])?;
        let y_is = y.descriptor(cudnn, call)?;
        let factor = Factor::new(factor, T::IS_DOUBLE);
        // SAFETY: as in `set_tensor`.
        unsafe {
            self.call(
                &[y],
                Symbol::cudnnScaleTensor,
                self.cudnn().raw().cudnnScaleTensor,
                |function, handle| function(handle, y_is.raw(), y.pointer(), factor.pointer()),
            )
        }
    }

    /// Combines the elements of two tensors: `c = op(alpha * a, b) + beta * c`. Dimensions of `b` may be 1.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnoptensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnOpTensor")]
    pub fn op_tensor<T: Float>(
        &mut self,
        operation: OpTensor,
        a: Tensor<'_, T>,
        b: Tensor<'_, T>,
        c: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let operands = [a.operand("a"), b.operand("b"), c.operand("c")];
        self.combine("op_tensor", operation.as_raw(), operands, T::IS_DOUBLE, T::Wide::DATA)
    }

    /// Computes the square roots of a tensor's elements: `c = sqrt(alpha * a) + beta * c`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnoptensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias("cudnnOpTensor", "CUDNN_OP_TENSOR_SQRT"))]
    pub fn sqrt_tensor<T: Float>(
        &mut self,
        a: Tensor<'_, T>,
        c: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        // cuDNN doesn't read the second one.
        let operands = [a.operand("a"), a.operand("a"), c.operand("c")];
        let operation = cudnnOpTensorOp_t::CUDNN_OP_TENSOR_SQRT;
        self.combine("sqrt_tensor", operation, operands, T::IS_DOUBLE, T::Wide::DATA)
    }

    fn combine(
        &mut self,
        call: &'static str,
        operation: cudnnOpTensorOp_t,
        operands: [Operand<'_>; 3],
        is_double: bool,
        compute: cuda_libraries_sys::cudnn::cudnnDataType_t,
    ) -> Result<(), Error> {
        let cudnn = self.cudnn();
        let [a, b, c] = operands;
        if a.layout.shape() != c.layout.shape() || !spreads(&b.layout, &c.layout) {
            let operands = [("a", &a.layout), ("b", &b.layout), ("c", &c.layout)];
            let rule =
                "a must have the shape of c, and the dimensions of b must be those of c, or 1";
            return Err(Error::shapes(call, &operands, rule));
        }
        self.check(call, &operands)?;
        let operation = OpTensorDescriptor::new(cudnn, operation, compute)?;
        let (a_is, b_is) = (a.descriptor(cudnn, call)?, b.descriptor(cudnn, call)?);
        let c_is = c.descriptor(cudnn, call)?;
        let (alpha, beta) = self.factors(is_double);
        let one = Factor::new(1.0, is_double);
        // SAFETY: as in `add_tensor`.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnOpTensor,
                self.cudnn().raw().cudnnOpTensor,
                |function, handle| {
                    function(
                        handle,
                        operation.raw(),
                        alpha.pointer(),
                        a_is.raw(),
                        a.pointer(),
                        one.pointer(),
                        b_is.raw(),
                        b.pointer(),
                        beta.pointer(),
                        c_is.raw(),
                        c.pointer(),
                    )
                },
            )
        }
    }

    /// Reduces a tensor along the dimensions of which the result has one element: `c = alpha * reduce(a) + beta * c`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnreducetensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnReduceTensor")]
    pub fn reduce_tensor<T: Float>(
        &mut self,
        reduce: Reduce,
        a: Tensor<'_, T>,
        c: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        self.reduce("reduce_tensor", reduce, &a, &c, None)
    }

    /// Does the same for [`Reduce::Min`], [`Reduce::Max`] and [`Reduce::Amax`], and writes where each of these elements is among
    /// those that it was chosen from.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnreducetensor).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnReduceTensor")]
    pub fn reduce_tensor_indices<'b, T: Float>(
        &mut self,
        reduce: Reduce,
        a: Tensor<'_, T>,
        c: TensorMut<'_, T>,
        indices: impl Into<DeviceSliceMut<'b, i32>>,
    ) -> Result<(), Error> {
        let call = "reduce_tensor_indices";
        let indices = indices.into();
        if indices.len() != c.layout().elements()
            || !matches!(reduce, Reduce::Min | Reduce::Max | Reduce::Amax)
        {
            let rule = format!(
                "indices are those of a smallest or largest element, one for each element of c; there is space for {}, and {reduce:?} is wanted",
                indices.len()
            );
            return Err(Error::shapes(call, &[("a", &a.layout()), ("c", &c.layout())], rule));
        }
        if !c.layout().is_packed() {
            let rule = "c must be packed, as indices are";
            return Err(Error::shapes(call, &[("c", &c.layout())], rule));
        }
        let indices = Operand {
            name: "indices",
            layout: Layout::packed([indices.len()])?,
            data: i32::DATA,
            data_name: i32::NAME,
            stream: indices.stream(),
            address: indices.as_raw(),
        };
        self.reduce(call, reduce, &a, &c, Some(indices))
    }

    fn reduce<T: Float>(
        &mut self,
        call: &'static str,
        reduce: Reduce,
        a: &Tensor<'_, T>,
        c: &TensorMut<'_, T>,
        indices: Option<Operand<'_>>,
    ) -> Result<(), Error> {
        let cudnn = self.cudnn();
        let operands = [a.operand("a"), c.operand("c")];
        let [a, c] = operands;
        if !spreads(&c.layout, &a.layout) || c.layout.shape() == a.layout.shape() {
            let operands = [("a", &a.layout), ("c", &c.layout)];
            return Err(Error::shapes(
                call,
                &operands,
                "the dimensions of c must be those of a, or 1, and one must differ",
            ));
        }
        self.check(call, &operands)?;
        if let Some(indices) = indices {
            self.check(call, &[indices])?;
        }
        let wanted = match indices {
            Some(_) => cudnnReduceTensorIndices_t::CUDNN_REDUCE_TENSOR_FLATTENED_INDICES,
            None => cudnnReduceTensorIndices_t::CUDNN_REDUCE_TENSOR_NO_INDICES,
        };
        let description =
            ReduceTensorDescriptor::new(cudnn, reduce.as_raw(), T::Wide::DATA, wanted)?;
        let (a_is, c_is) = (a.descriptor(cudnn, call)?, c.descriptor(cudnn, call)?);
        let mut needed = 0;
        // SAFETY: the descriptions are alive, and the pointer is to a live number.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnGetReductionWorkspaceSize,
                self.cudnn().raw().cudnnGetReductionWorkspaceSize,
                |function, handle| {
                    function(handle, description.raw(), a_is.raw(), c_is.raw(), &raw mut needed)
                },
            )
        }?;
        let (places, bytes) = match indices {
            Some(indices) => (indices.pointer(), indices.layout.elements() * size_of::<i32>()),
            None => (core::ptr::null_mut(), 0),
        };
        if indices.is_some() {
            let mut expected = 0;
            // SAFETY: the descriptions are alive, and the pointer is to a live number.
            unsafe {
                self.call(
                    &operands,
                    Symbol::cudnnGetReductionIndicesSize,
                    self.cudnn().raw().cudnnGetReductionIndicesSize,
                    |function, handle| {
                        function(
                            handle,
                            description.raw(),
                            a_is.raw(),
                            c_is.raw(),
                            &raw mut expected,
                        )
                    },
                )
            }?;
            if expected > bytes {
                let operands = [("a", &a.layout), ("c", &c.layout)];
                let rule =
                    format!("cuDNN wants {expected} bytes for indices, and there are {bytes}");
                return Err(Error::shapes(call, &operands, rule));
            }
        }
        // Freed on the stream, after the call.
        let memory = self.memory(call, needed)?;
        let (workspace, len) = (memory.pointer(), memory.len);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: as in `add_tensor`; there is space for an index of each element of the result, and the workspace belongs to
        // the stream, too.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnReduceTensor,
                self.cudnn().raw().cudnnReduceTensor,
                |function, handle| {
                    function(
                        handle,
                        description.raw(),
                        places,
                        bytes,
                        workspace,
                        len,
                        alpha.pointer(),
                        a_is.raw(),
                        a.pointer(),
                        beta.pointer(),
                        c_is.raw(),
                        c.pointer(),
                    )
                },
            )
        }
    }
}
