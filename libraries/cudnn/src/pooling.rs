use core::ffi::c_int;

use cuda_libraries_sys::cudnn::{Symbol, cudnnNanPropagation_t, cudnnPoolingMode_t};

use crate::descriptor::PoolingDescriptor;
use crate::element::Float;
use crate::error::{Error, Shapes};
use crate::handle::Dnn;
use crate::layout::Layout;
use crate::math::Determinism;
use crate::tensor::{Tensor, TensorMut};

/// What becomes of a window: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnpoolingmode-t).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cudnnPoolingMode_t")]
#[non_exhaustive]
pub enum PoolingMode {
    /// Its largest element; NaN, if one is.
    #[doc(alias("CUDNN_POOLING_MAX", "CUDNN_POOLING_MAX_DETERMINISTIC"))]
    Max,
    /// Its average, for which padding counts as zeros.
    #[doc(alias = "CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING")]
    AverageIncludingPadding,
    /// The average of its elements without padding.
    #[doc(alias = "CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING")]
    AverageExcludingPadding,
}

/// Pooling over `N` spatial dimensions, 1 to 3: how windows move over images.
///
/// ```
/// use cudnn::{Pooling, PoolingMode};
///
/// let pooling = Pooling::new(PoolingMode::Max, [2, 2]);
/// assert_eq!(pooling.output_shape(&[8, 3, 32, 24])?, [8, 3, 16, 12]);
/// assert_eq!(pooling.stride([1, 1]).output_shape(&[8, 3, 32, 24])?, [8, 3, 31, 23]);
/// # Ok::<(), cudnn::Error>(())
/// ```
#[doc(alias("cudnnCreatePoolingDescriptor", "cudnnDestroyPoolingDescriptor"))]
#[doc(alias = "cudnnPoolingDescriptor_t")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pooling<const N: usize> {
    mode: PoolingMode,
    window: [usize; N],
    padding: [usize; N],
    stride: [usize; N],
}

impl<const N: usize> Pooling<N> {
    /// Creates one whose windows follow each other, without padding.
    #[doc(alias = "cudnnSetPoolingNdDescriptor")]
    #[must_use]
    pub const fn new(mode: PoolingMode, window: [usize; N]) -> Self {
        Self { mode, window, padding: [0; N], stride: window }
    }

    /// Sets how many elements are added on both sides of each dimension: fewer than the window has.
    #[must_use]
    pub const fn padding(mut self, padding: [usize; N]) -> Self {
        self.padding = padding;
        self
    }

    /// Sets by how many elements windows move.
    #[must_use]
    pub const fn stride(mut self, stride: [usize; N]) -> Self {
        self.stride = stride;
        self
    }

    /// Returns the shape of the result for images of a shape.
    ///
    /// # Errors
    /// [`Error::Shapes`], if windows exceed images, and [`Error::Layout`].
    #[doc(alias = "cudnnGetPoolingNdForwardOutputDim")]
    pub fn output_shape(&self, x: &[usize]) -> Result<Vec<usize>, Error> {
        self.output("output_shape", &Layout::packed(x)?)
    }

    fn output(&self, call: &'static str, x: &Layout) -> Result<Vec<usize>, Error> {
        let wrong = |rule: String| {
            Err(Error::Shapes(Box::new(Shapes {
                call,
                operands: vec![format!("x of {x}"), format!("{self:?}")],
                rule,
            })))
        };
        if !(1..=3).contains(&N) || x.rank() != N + 2 {
            return wrong(format!(
                "images must have {} dimensions, of which {N} are spatial: 1 to 3",
                N + 2
            ));
        }
        let x = x.shape();
        let mut shape = vec![x[0], x[1]];
        for axis in 0..N {
            let (window, padding, stride) =
                (self.window[axis], self.padding[axis], self.stride[axis]);
            if window == 0 || stride == 0 || padding >= window {
                return wrong(
                    "windows and strides are 1 or more, and padding is less than a window".into(),
                );
            }
            let padded =
                padding.checked_mul(2).and_then(|padding| padding.checked_add(x[axis + 2]));
            match padded {
                Some(padded) if window <= padded => shape.push((padded - window) / stride + 1),
                _ => {
                    return wrong(format!(
                        "windows must not exceed the image, with its padding, in spatial dimension {axis}"
                    ));
                }
            }
        }
        Ok(shape)
    }

    fn check(&self, call: &'static str, x: &Layout, y: &Layout) -> Result<(), Error> {
        let shape = self.output(call, x)?;
        if y.shape() == shape {
            Ok(())
        } else {
            Err(Error::Shapes(Box::new(Shapes {
                call,
                operands: vec![format!("x of {x}"), format!("y of {y}"), format!("{self:?}")],
                rule: format!("y must be of {shape:?}"),
            })))
        }
    }

    fn describe(&self, call: &'static str, dnn: &Dnn<'_>) -> Result<PoolingDescriptor, Error> {
        use cudnnPoolingMode_t as M;
        let mode = match (self.mode, dnn.determinism) {
            (PoolingMode::Max, Determinism::Deterministic) => M::CUDNN_POOLING_MAX_DETERMINISTIC,
            (PoolingMode::Max, Determinism::Any) => M::CUDNN_POOLING_MAX,
            (PoolingMode::AverageIncludingPadding, _) => {
                M::CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING
            }
            (PoolingMode::AverageExcludingPadding, _) => {
                M::CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING
            }
        };
        // Images of one spatial dimension have a height of 1.
        let skipped = usize::from(N == 1);
        let spread = |values: &[usize; N], fill: c_int| {
            let mut spread = [fill; 3];
            for (place, value) in spread.iter_mut().skip(skipped).zip(values) {
                *place = c_int::try_from(*value).map_err(|_| Error::TooLarge {
                    call,
                    operand: "pooling",
                    value: *value,
                })?;
            }
            Ok::<_, Error>(spread)
        };
        let numbers =
            [spread(&self.window, 1)?, spread(&self.padding, 0)?, spread(&self.stride, 1)?];
        let nan = cudnnNanPropagation_t::CUDNN_PROPAGATE_NAN;
        PoolingDescriptor::new(dnn.cudnn(), mode, nan, (N + skipped) as c_int, numbers)
    }
}

impl Dnn<'_> {
    /// Computes the largest elements or the averages of windows.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnpoolingforward).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnPoolingForward")]
    pub fn pooling_forward<T: Float, const N: usize>(
        &mut self,
        pooling: &Pooling<N>,
        x: Tensor<'_, T>,
        y: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "pooling_forward";
        let (cudnn, operands) = (self.cudnn(), [x.operand("x"), y.operand("y")]);
        let [x, y] = operands;
        pooling.check(call, &x.layout, &y.layout)?;
        self.check(call, &operands)?;
        let pooling = pooling.describe(call, self)?;
        let (x_is, y_is) = (x.descriptor(cudnn, call)?, y.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnPoolingForward,
                self.cudnn().raw().cudnnPoolingForward,
                |function, handle| {
                    function(
                        handle,
                        pooling.raw(),
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

    /// Computes the gradient of [`pooling_forward`](Self::pooling_forward) with respect to `x`, from its result `y` and the
    /// gradient `dy` with respect to that.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnpoolingbackward).
    ///
    /// # Errors
    /// As [`Dnn`] says. cuDNN demands that `y` and `dy` have the same layout, and `x` and `dx`.
    #[doc(alias = "cudnnPoolingBackward")]
    pub fn pooling_backward<T: Float, const N: usize>(
        &mut self,
        pooling: &Pooling<N>,
        y: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        x: Tensor<'_, T>,
        dx: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "pooling_backward";
        let cudnn = self.cudnn();
        let operands = [y.operand("y"), dy.operand("dy"), x.operand("x"), dx.operand("dx")];
        let [y, dy, x, dx] = operands;
        pooling.check(call, &x.layout, &y.layout)?;
        self.check_same_shape(call, &[y, dy])?;
        self.check_same_shape(call, &[x, dx])?;
        self.check(call, &operands)?;
        let pooling = pooling.describe(call, self)?;
        let (y_is, dy_is) = (y.descriptor(cudnn, call)?, dy.descriptor(cudnn, call)?);
        let (x_is, dx_is) = (x.descriptor(cudnn, call)?, dx.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: as in `pooling_forward`.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnPoolingBackward,
                self.cudnn().raw().cudnnPoolingBackward,
                |function, handle| {
                    function(
                        handle,
                        pooling.raw(),
                        alpha.pointer(),
                        y_is.raw(),
                        y.pointer(),
                        dy_is.raw(),
                        dy.pointer(),
                        x_is.raw(),
                        x.pointer(),
                        beta.pointer(),
                        dx_is.raw(),
                        dx.pointer(),
                    )
                },
            )
        }
    }
}
