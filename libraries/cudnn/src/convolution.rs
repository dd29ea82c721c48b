//! Convolutions, and their gradients.

mod algorithm;
mod backward;
mod forward;
mod prepared;

pub use algorithm::Algorithm;

use core::ffi::c_int;

use cuda_libraries_sys::cudnn::{cudnnConvolutionMode_t, cudnnDataType_t};

use crate::descriptor::RawConvolution;
use crate::error::{Error, Shapes};
use crate::layout::Layout;

/// Whether a filter is turned around before it moves over the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cudnnConvolutionMode_t")]
pub enum ConvolutionMode {
    /// It isn't, as in most neural networks.
    #[doc(alias = "CUDNN_CROSS_CORRELATION")]
    #[default]
    CrossCorrelation,
    /// It is, as in mathematics.
    #[doc(alias = "CUDNN_CONVOLUTION")]
    Convolution,
}

/// A convolution over `N` spatial dimensions, 1 to 3: how filters move over images.
///
/// ```
/// use cudnn::Convolution;
///
/// let convolution = Convolution::new().padding([1, 1]).stride([2, 2]);
/// // 8 images of 3 channels, and 16 filters of 3 × 3.
/// assert_eq!(convolution.output_shape(&[8, 3, 32, 24], &[16, 3, 3, 3])?, [8, 16, 16, 12]);
/// assert!(convolution.output_shape(&[8, 4, 32, 24], &[16, 3, 3, 3]).is_err());
/// # Ok::<(), cudnn::Error>(())
/// ```
#[doc(alias("cudnnCreateConvolutionDescriptor", "cudnnDestroyConvolutionDescriptor"))]
#[doc(alias = "cudnnConvolutionDescriptor_t")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convolution<const N: usize> {
    padding: [usize; N],
    stride: [usize; N],
    dilation: [usize; N],
    groups: usize,
    mode: ConvolutionMode,
}

impl<const N: usize> Default for Convolution<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Convolution<N> {
    /// Creates one without padding, whose filters move by one element, and see all channels.
    #[doc(alias = "cudnnSetConvolutionNdDescriptor")]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            padding: [0; N],
            stride: [1; N],
            dilation: [1; N],
            groups: 1,
            mode: ConvolutionMode::CrossCorrelation,
        }
    }

    /// Sets how many zeros are added on both sides of each dimension.
    #[must_use]
    pub const fn padding(mut self, padding: [usize; N]) -> Self {
        self.padding = padding;
        self
    }

    /// Sets by how many elements filters move.
    #[must_use]
    pub const fn stride(mut self, stride: [usize; N]) -> Self {
        self.stride = stride;
        self
    }

    /// Sets the distance of the elements that a filter sees.
    #[must_use]
    pub const fn dilation(mut self, dilation: [usize; N]) -> Self {
        self.dilation = dilation;
        self
    }

    /// Sets the number of groups: a filter sees the channels of its group alone.
    #[doc(alias = "cudnnSetConvolutionGroupCount")]
    #[must_use]
    pub const fn groups(mut self, groups: usize) -> Self {
        self.groups = groups;
        self
    }

    /// Sets whether filters are turned around.
    #[must_use]
    pub const fn mode(mut self, mode: ConvolutionMode) -> Self {
        self.mode = mode;
        self
    }

    /// Returns the shape of the result for images and filters of these shapes.
    ///
    /// # Errors
    /// [`Error::Shapes`], if they don't fit each other, and [`Error::Layout`].
    #[doc(alias = "cudnnGetConvolutionNdForwardOutputDim")]
    pub fn output_shape(&self, x: &[usize], w: &[usize]) -> Result<Vec<usize>, Error> {
        self.output("output_shape", &Layout::packed(x)?, &Layout::packed(w)?)
    }

    fn output(&self, call: &'static str, x: &Layout, w: &Layout) -> Result<Vec<usize>, Error> {
        let wrong = |rule: String| {
            Err(Error::Shapes(Box::new(Shapes {
                call,
                operands: vec![format!("x of {x}"), format!("w of {w}"), format!("{self:?}")],
                rule,
            })))
        };
        if !(1..=3).contains(&N) {
            return wrong("convolutions have 1 to 3 spatial dimensions".into());
        }
        if x.rank() != N + 2 || w.rank() != N + 2 {
            return wrong(format!(
                "images and filters must have {} dimensions, of which {N} are spatial",
                N + 2
            ));
        }
        let (x, w) = (x.shape(), w.shape());
        if self.groups == 0 || !w[0].is_multiple_of(self.groups) {
            return wrong(format!(
                "the number of filters must be a multiple of the groups, {}",
                self.groups
            ));
        }
        if w[1].checked_mul(self.groups) != Some(x[1]) {
            return wrong(format!(
                "x must have {} times as many channels as a filter, one for each group",
                self.groups
            ));
        }
        let mut shape = vec![x[0], w[0]];
        for axis in 0..N {
            let (stride, dilation) = (self.stride[axis], self.dilation[axis]);
            if stride == 0 || dilation == 0 {
                return wrong("strides and dilations are 1 or more".into());
            }
            let padded = self.padding[axis]
                .checked_mul(2)
                .and_then(|padding| padding.checked_add(x[axis + 2]));
            let reach =
                (w[axis + 2] - 1).checked_mul(dilation).and_then(|reach| reach.checked_add(1));
            match padded.zip(reach) {
                Some((padded, reach)) if reach <= padded => {
                    shape.push((padded - reach) / stride + 1);
                }
                _ => {
                    return wrong(format!(
                        "the filter, with its dilation, must not exceed the image, with its padding, in spatial dimension {axis}"
                    ));
                }
            }
        }
        Ok(shape)
    }

    /// Checks that operands fit each other.
    fn check(&self, call: &'static str, x: &Layout, w: &Layout, y: &Layout) -> Result<(), Error> {
        let shape = self.output(call, x, w)?;
        if y.shape() == shape {
            Ok(())
        } else {
            Err(Error::Shapes(Box::new(Shapes {
                call,
                operands: vec![
                    format!("x of {x}"),
                    format!("w of {w}"),
                    format!("y of {y}"),
                    format!("{self:?}"),
                ],
                rule: format!("y must be of {shape:?}"),
            })))
        }
    }

    fn as_raw(
        &self,
        call: &'static str,
        compute: cudnnDataType_t,
    ) -> Result<RawConvolution, Error> {
        let narrow = |value: usize| {
            c_int::try_from(value).map_err(|_| Error::TooLarge {
                call,
                operand: "convolution",
                value,
            })
        };
        // Images of one spatial dimension have a height of 1.
        let skipped = usize::from(N == 1);
        let spread = |values: &[usize; N], fill: c_int| {
            let mut spread = [fill; 3];
            for (place, value) in spread.iter_mut().skip(skipped).zip(values) {
                *place = narrow(*value)?;
            }
            Ok::<_, Error>(spread)
        };
        Ok(RawConvolution {
            rank: (N + skipped) as c_int,
            padding: spread(&self.padding, 0)?,
            stride: spread(&self.stride, 1)?,
            dilation: spread(&self.dilation, 1)?,
            groups: narrow(self.groups)?,
            mode: match self.mode {
                ConvolutionMode::CrossCorrelation => {
                    cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION
                }
                ConvolutionMode::Convolution => cudnnConvolutionMode_t::CUDNN_CONVOLUTION,
            },
            compute,
        })
    }
}
