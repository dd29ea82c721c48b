use cuda_driver::DeviceSliceMut;

use crate::call::run;
use crate::convolution::Convolution;
use crate::convolution::algorithm::{Algorithm, Direction};
use crate::convolution::forward::channels;
use crate::convolution::prepared::PreparedConvolution;
use crate::element::{Convolve, Float};
use crate::error::Error;
use crate::handle::Dnn;
use crate::tensor::{Tensor, TensorMut};

/// The calls, the algorithms and the measurement of a gradient.
macro_rules! gradients {
    ($(
        $direction:ident $prepare:ident ($first:ident $second:ident $result:ident) [$x:ident $w:ident $y:ident]
        $(#[$doc:meta])* $call:ident
        $(#[$list_doc:meta])* $list:ident
        $(#[$tune_doc:meta])* $tune:ident;
    )*) => {
        impl Dnn<'_> {$(
            fn $prepare<'b, T: Float + Convolve, const N: usize>(
                &self,
                call: &'static str,
                convolution: &Convolution<N>,
                $first: &Tensor<'b, T>,
                $second: &Tensor<'b, T>,
                $result: &TensorMut<'b, T>,
            ) -> Result<PreparedConvolution<'b>, Error> {
                let operands = [
                    $x.operand(stringify!($x)),
                    $w.operand(stringify!($w)),
                    $y.operand(stringify!($y)),
                ];
                self.prepare(call, Direction::$direction, convolution, operands, T::COMPUTE)
            }

            $(#[$doc])*
            ///
            /// # Errors
            /// As [`convolution_forward`](Self::convolution_forward).
            pub fn $call<T: Float + Convolve, const N: usize>(
                &mut self,
                convolution: &Convolution<N>,
                $first: Tensor<'_, T>,
                $second: Tensor<'_, T>,
                $result: TensorMut<'_, T>,
            ) -> Result<(), Error> {
                let prepared = self.$prepare(stringify!($call), convolution, &$first, &$second, &$result)?;
                let algorithm = self.choose(&prepared)?;
                self.submit(&prepared, &algorithm)
            }

            $(#[$list_doc])*
            ///
            /// # Errors
            /// As [`convolution_forward`](Self::convolution_forward).
            pub fn $list<T: Float + Convolve, const N: usize>(
                &mut self,
                convolution: &Convolution<N>,
                $first: Tensor<'_, T>,
                $second: Tensor<'_, T>,
                $result: TensorMut<'_, T>,
                count: usize,
            ) -> Result<Vec<Algorithm>, Error> {
                let prepared = self.$prepare(stringify!($list), convolution, &$first, &$second, &$result)?;
                self.search(&prepared, count)
            }

            $(#[$tune_doc])*
            ///
            /// # Errors
            /// As [`convolution_forward`](Self::convolution_forward).
            pub fn $tune<T: Float + Convolve, const N: usize>(
                &mut self,
                convolution: &Convolution<N>,
                $first: Tensor<'_, T>,
                $second: Tensor<'_, T>,
                $result: TensorMut<'_, T>,
            ) -> Result<Algorithm, Error> {
                let prepared = self.$prepare(stringify!($tune), convolution, &$first, &$second, &$result)?;
                self.fastest(&prepared)
            }
        )*}
    };
}

gradients! {
    BackwardData prepare_backward_data (w dy dx) [dx w dy]
    /// Computes the gradient of a convolution with respect to its images, from that with respect to its result:
    /// `dx = alpha * … + beta * dx`. Its shapes are those of the convolution.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnnconvolutionbackwarddata).
    #[doc(alias = "cudnnConvolutionBackwardData")]
    convolution_backward_data
    /// Returns up to `count` algorithms for [`convolution_backward_data`](Self::convolution_backward_data).
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnngetconvolutionbackwarddataalgorithm-v7).
    #[doc(alias = "cudnnGetConvolutionBackwardDataAlgorithm_v7")]
    backward_data_algorithms
    /// Measures every algorithm for [`convolution_backward_data`](Self::convolution_backward_data), as
    /// [`tune_forward`](Self::tune_forward) does.
    #[doc(alias = "cudnnFindConvolutionBackwardDataAlgorithmEx")]
    tune_backward_data;

    BackwardFilter prepare_backward_filter (x dy dw) [x dw dy]
    /// Computes the gradient of a convolution with respect to its filters: `dw = alpha * … + beta * dw`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnnconvolutionbackwardfilter).
    #[doc(alias = "cudnnConvolutionBackwardFilter")]
    convolution_backward_filter
    /// Returns up to `count` algorithms for [`convolution_backward_filter`](Self::convolution_backward_filter).
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnngetconvolutionbackwardfilteralgorithm-v7).
    #[doc(alias = "cudnnGetConvolutionBackwardFilterAlgorithm_v7")]
    backward_filter_algorithms
    /// Measures every algorithm for [`convolution_backward_filter`](Self::convolution_backward_filter), as
    /// [`tune_forward`](Self::tune_forward) does.
    #[doc(alias = "cudnnFindConvolutionBackwardFilterAlgorithmEx")]
    tune_backward_filter;
}

impl Dnn<'_> {
    /// Computes the gradient with respect to a bias: the sum of each channel of `dy`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnnconvolutionbackwardbias).
    ///
    /// # Errors
    /// As [`Dnn`] says. cuDNN 9 doesn't have it for `bf16`.
    #[doc(alias = "cudnnConvolutionBackwardBias")]
    pub fn convolution_backward_bias<'b, T: Float>(
        &mut self,
        dy: Tensor<'_, T>,
        db: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<(), Error> {
        let call = "convolution_backward_bias";
        let cudnn = self.cudnn();
        let (db, dy) = (db.into(), dy.operand("dy"));
        if dy.layout.rank() < 2 {
            let rule = "it must have a batch and channels at least";
            return Err(Error::shapes(call, &[("dy", &dy.layout)], rule));
        }
        let db = channels("db", call, &db.as_slice(), &dy)?;
        self.check(call, &[dy, db])?;
        let (dy_is, db_is) = (dy.descriptor(cudnn, call)?, db.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream.
        unsafe {
            run!(self, &[dy, db], cudnnConvolutionBackwardBias:
                alpha.pointer(), dy_is.raw(), dy.pointer(), beta.pointer(), db_is.raw(), db.pointer()
            )
        }
    }
}
