//! Normalization of rows.

use core::fmt;
use core::marker::PhantomData;

use cuda_driver::DeviceSlice;
use cuda_libraries_sys::cudnn::{cudnnBackendNormMode_t, cudnnDataType_t};

use crate::call::Operand;
use crate::element::{DataType, Float};
use crate::error::Error;
use crate::graph::{CompiledPlan, Graph};
use crate::handle::Dnn;
use crate::layout::Layout;
use crate::tensor::{Tensor, TensorMut};

/// A normalization of rows: each row of a matrix has averages of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cudnnBackendNormMode_t")]
#[non_exhaustive]
pub enum Norm {
    /// `scale * (x - mean) / sqrt(variance + epsilon) + bias`
    #[doc(alias = "CUDNN_LAYER_NORM")]
    Layer,
    /// `scale * x / sqrt(mean of x² + epsilon)`
    #[doc(alias = "CUDNN_RMS_NORM")]
    Rms,
}

/// A normalization that was compiled for layouts, on the device of a handle. It keeps that handle's state.
#[doc(alias(
    "cudnnBackendCreateDescriptor",
    "cudnnBackendDestroyDescriptor",
    "cudnnBackendExecute",
    "cudnnBackendFinalize",
    "cudnnBackendGetAttribute",
    "cudnnBackendSetAttribute"
))]
pub struct NormPlan<T> {
    plan: CompiledPlan,
    norm: Norm,
    x: Layout,
    y: Layout,
    /// The numbers of `x`, the scale and `y`.
    uids: [i64; 3],
    bias: Option<i64>,
    _element: PhantomData<fn(T)>,
}

impl<T> NormPlan<T> {
    /// Returns the bytes of workspace that it needs.
    #[must_use]
    pub fn workspace(&self) -> usize {
        self.plan.workspace()
    }
}

impl<T> fmt::Debug for NormPlan<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NormPlan")
            .field("norm", &self.norm)
            .field("x", &self.x)
            .field("y", &self.y)
            .field("workspace", &self.workspace())
            .finish_non_exhaustive()
    }
}

/// Checks that a layout is one of rows.
fn check_rows(call: &'static str, name: &'static str, layout: &Layout) -> Result<(), Error> {
    match (layout.shape(), layout.strides()) {
        ([_, _], [_, 1]) => Ok(()),
        _ => Err(Error::shapes(
            call,
            &[(name, layout)],
            "it must have rows and columns, and the elements of a row must be next to each other",
        )),
    }
}

/// Returns a slice of a number for each column, as an operand.
fn columns<'b>(
    call: &'static str,
    name: &'static str,
    slice: &DeviceSlice<'b, f32>,
    x: &Layout,
) -> Result<Operand<'b>, Error> {
    let count = x.shape().get(1).copied().unwrap_or(0);
    if slice.len() != count {
        let rule = format!(
            "{name} must have a number for each of its {count} columns, and has {}",
            slice.len()
        );
        return Err(Error::shapes(call, &[("x", x)], rule));
    }
    Ok(Operand {
        name,
        layout: Layout::packed([count])?,
        data: f32::DATA,
        data_name: f32::NAME,
        stream: slice.stream(),
        address: slice.as_raw(),
    })
}

impl Dnn<'_> {
    /// Compiles a normalization of the rows of a matrix, whose epsilon is 0 or more. It suits the workspace and the determinism
    /// that are set.
    ///
    /// # Errors
    /// [`Error::Shapes`], if the layouts aren't those of two matrices of the same shape, and [`Error::NoAlgorithm`], if cuDNN has
    /// none for them on this device.
    pub fn norm_plan<T: Float<Wide = f32>>(
        &mut self,
        norm: Norm,
        epsilon: f32,
        x: Layout,
        y: Layout,
    ) -> Result<NormPlan<T>, Error> {
        let call = "norm_plan";
        let operand = |(name, layout): (&'static str, Layout)| Operand {
            name,
            layout,
            data: T::DATA,
            data_name: T::NAME,
            stream: self.stream,
            address: 0,
        };
        let operands = [("x", x), ("y", y)].map(operand);
        check_rows(call, "x", &x)?;
        check_rows(call, "y", &y)?;
        self.check_same_shape(call, &operands)?;
        if !(epsilon.is_finite() && epsilon >= 0.0) {
            let rule = format!("epsilon must be a number of 0 or more, and is {epsilon}");
            return Err(Error::shapes(call, &[("x", &x)], rule));
        }
        self.check(call, &operands)?;
        // Columns are the channels of images of one element, which are next to each other.
        let number = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        let shape = [number(x.shape()[0]), number(x.shape()[1]), 1, 1];
        let row = |layout: &Layout| {
            let distance = number(layout.strides()[0]);
            [distance, 1, shape[1], shape[1]]
        };
        let each = [1, shape[1], 1, 1];
        let float = cudnnDataType_t::CUDNN_DATA_FLOAT;
        let mut graph = Graph::new(self.cudnn());
        let (of_x, of_y) = (row(&x), row(&y));
        let from = graph.memory(T::DATA, &shape, &of_x)?;
        let of_each = [shape[1], 1, shape[1], shape[1]];
        let scale = graph.memory(float, &each, &of_each)?;
        let epsilon = graph.value(epsilon, 4)?;
        let (mode, bias) = match norm {
            Norm::Layer => (
                cudnnBackendNormMode_t::CUDNN_LAYER_NORM,
                Some(graph.memory(float, &each, &of_each)?),
            ),
            Norm::Rms => (cudnnBackendNormMode_t::CUDNN_RMS_NORM, None),
        };
        let to = graph.memory(T::DATA, &shape, &of_y)?;
        graph.norm(mode, [from, scale, epsilon, to], bias)?;
        Ok(NormPlan {
            plan: graph.compile(self, call, &operands)?,
            norm,
            x,
            y,
            uids: [from, scale, to].map(|tensor| tensor.uid),
            bias: bias.map(|tensor| tensor.uid),
            _element: PhantomData,
        })
    }

    /// Normalizes the rows of a matrix with a plan. The scale, and the bias of [`Norm::Layer`], have a number for each column.
    ///
    /// # Errors
    /// As [`Dnn`] says, and [`Error::OtherProblem`], if the plan is for other layouts or another handle.
    pub fn norm_forward_inference<'b, T: Float<Wide = f32>>(
        &mut self,
        plan: &NormPlan<T>,
        x: Tensor<'_, T>,
        scale: impl Into<DeviceSlice<'b, f32>>,
        bias: Option<DeviceSlice<'_, f32>>,
        y: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "norm_forward_inference";
        if x.layout() != plan.x || y.layout() != plan.y || !plan.plan.is_of(self) {
            return Err(Error::OtherProblem {
                call,
                found: format!("{:?}, x of {}, y of {}", plan.norm, plan.x, plan.y),
            });
        }
        if bias.is_some() != plan.bias.is_some() {
            let rule = "Norm::Layer has a bias, and Norm::Rms has none";
            return Err(Error::shapes(call, &[("x", &plan.x)], rule));
        }
        let scale = columns(call, "scale", &scale.into(), &plan.x)?;
        let mut tensors: Vec<_> =
            plan.uids.into_iter().zip([x.operand("x"), scale, y.operand("y")]).collect();
        if let Some((uid, bias)) = plan.bias.zip(bias) {
            tensors.push((uid, columns(call, "bias", &bias, &plan.x)?));
        }
        let operands: Vec<_> = tensors.iter().map(|(_, operand)| *operand).collect();
        self.check(call, &operands)?;
        plan.plan.execute(self, call, &tensors)
    }
}
