use cuda_driver::DeviceSliceMut;

use cuda_libraries_sys::cudnn::Symbol;

use crate::convolution::Convolution;
use crate::convolution::algorithm::{Algorithm, Direction};
use crate::convolution::forward::channels;
use crate::convolution::prepared::PreparedConvolution;
use crate::element::{ConvolutionElement, Float};
use crate::error::Error;
use crate::handle::Dnn;
use crate::tensor::{Tensor, TensorMut};

impl Dnn<'_> {
    fn prepare_backward_data<'b, T: Float + ConvolutionElement, const N: usize>(
        &self,
        call: &'static str,
        convolution: &Convolution<N>,
        w: &Tensor<'b, T>,
        dy: &Tensor<'b, T>,
        dx: &TensorMut<'b, T>,
    ) -> Result<PreparedConvolution<'b>, Error> {
        let operands = [dx.operand("dx"), w.operand("w"), dy.operand("dy")];
        self.prepare(call, Direction::BackwardData, convolution, operands, T::COMPUTE)
    }

    /// Computes the gradient of a convolution with respect to its images, from that with respect to its result:
    /// `dx = alpha * … + beta * dx`. Its shapes are those of the convolution.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnnconvolutionbackwarddata).
    #[doc(alias = "cudnnConvolutionBackwardData")]
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    pub fn convolution_backward_data<T: Float + ConvolutionElement, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        w: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dx: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let prepared =
            self.prepare_backward_data("convolution_backward_data", convolution, &w, &dy, &dx)?;
        let algorithm = self.choose(&prepared)?;
        self.submit(&prepared, &algorithm)
    }

    /// Returns up to `count` algorithms for [`convolution_backward_data`](Self::convolution_backward_data).
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnngetconvolutionbackwarddataalgorithm-v7).
    #[doc(alias = "cudnnGetConvolutionBackwardDataAlgorithm_v7")]
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    pub fn backward_data_algorithms<T: Float + ConvolutionElement, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        w: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dx: TensorMut<'_, T>,
        count: usize,
    ) -> Result<Vec<Algorithm>, Error> {
        let prepared =
            self.prepare_backward_data("backward_data_algorithms", convolution, &w, &dy, &dx)?;
        self.search(&prepared, count)
    }

    /// Measures every algorithm for [`convolution_backward_data`](Self::convolution_backward_data), as
    /// [`tune_forward`](Self::tune_forward) does.
    #[doc(alias = "cudnnFindConvolutionBackwardDataAlgorithmEx")]
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    pub fn tune_backward_data<T: Float + ConvolutionElement, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        w: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dx: TensorMut<'_, T>,
    ) -> Result<Algorithm, Error> {
        let prepared =
            self.prepare_backward_data("tune_backward_data", convolution, &w, &dy, &dx)?;
        self.fastest(&prepared)
    }

    fn prepare_backward_filter<'b, T: Float + ConvolutionElement, const N: usize>(
        &self,
        call: &'static str,
        convolution: &Convolution<N>,
        x: &Tensor<'b, T>,
        dy: &Tensor<'b, T>,
        dw: &TensorMut<'b, T>,
    ) -> Result<PreparedConvolution<'b>, Error> {
        let operands = [x.operand("x"), dw.operand("dw"), dy.operand("dy")];
        self.prepare(call, Direction::BackwardFilter, convolution, operands, T::COMPUTE)
    }

    /// Computes the gradient of a convolution with respect to its filters: `dw = alpha * … + beta * dw`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnnconvolutionbackwardfilter).
    #[doc(alias = "cudnnConvolutionBackwardFilter")]
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    pub fn convolution_backward_filter<T: Float + ConvolutionElement, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        x: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dw: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let prepared =
            self.prepare_backward_filter("convolution_backward_filter", convolution, &x, &dy, &dw)?;
        let algorithm = self.choose(&prepared)?;
        self.submit(&prepared, &algorithm)
    }

    /// Returns up to `count` algorithms for [`convolution_backward_filter`](Self::convolution_backward_filter).
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnngetconvolutionbackwardfilteralgorithm-v7).
    #[doc(alias = "cudnnGetConvolutionBackwardFilterAlgorithm_v7")]
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    pub fn backward_filter_algorithms<T: Float + ConvolutionElement, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        x: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dw: TensorMut<'_, T>,
        count: usize,
    ) -> Result<Vec<Algorithm>, Error> {
        let prepared =
            self.prepare_backward_filter("backward_filter_algorithms", convolution, &x, &dy, &dw)?;
        self.search(&prepared, count)
    }

    /// Measures every algorithm for [`convolution_backward_filter`](Self::convolution_backward_filter), as
    /// [`tune_forward`](Self::tune_forward) does.
    #[doc(alias = "cudnnFindConvolutionBackwardFilterAlgorithmEx")]
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    pub fn tune_backward_filter<T: Float + ConvolutionElement, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        x: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dw: TensorMut<'_, T>,
    ) -> Result<Algorithm, Error> {
        let prepared =
            self.prepare_backward_filter("tune_backward_filter", convolution, &x, &dy, &dw)?;
        self.fastest(&prepared)
    }
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
            self.call(
                &[dy, db],
                Symbol::cudnnConvolutionBackwardBias,
                self.cudnn().raw().cudnnConvolutionBackwardBias,
                |function, handle| {
                    function(
                        handle,
                        alpha.pointer(),
                        dy_is.raw(),
                        dy.pointer(),
                        beta.pointer(),
                        db_is.raw(),
                        db.pointer(),
                    )
                },
            )
        }
    }
}
