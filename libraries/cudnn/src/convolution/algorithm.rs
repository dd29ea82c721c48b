use core::fmt;
use core::time::Duration;

use cuda_libraries_sys::cudnn::{
    cudnnConvolutionBwdDataAlgo_t, cudnnConvolutionBwdFilterAlgo_t, cudnnConvolutionFwdAlgo_t,
    cudnnDataType_t, cudnnMathType_t,
};

use crate::descriptor::RawConvolution;
use crate::layout::Layout;
use crate::math::{Determinism, Math};

/// Which of the three convolutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    /// With a bias and an activation.
    Fused,
    BackwardData,
    BackwardFilter,
}

/// What an algorithm is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) direction: Direction,
    pub(crate) x: Layout,
    pub(crate) w: Layout,
    pub(crate) y: Layout,
    pub(crate) data: [cudnnDataType_t; 2],
    pub(crate) convolution: RawConvolution,
    pub(crate) math: Math,
    /// The device and cuDNN's release.
    pub(crate) place: (i32, u32),
}

/// An algorithm for one convolution: its shapes, layouts, types and precision.
///
/// It is a plain value, which a program keeps. [`Dnn::algorithm`](crate::handle::Dnn::algorithm) uses it.
#[doc(alias("cudnnConvolutionFwdAlgo_t", "cudnnConvolutionFwdAlgoPerf_t"))]
#[derive(Clone, Copy)]
pub struct Algorithm {
    pub(crate) problem: Problem,
    pub(crate) algorithm: u32,
    pub(crate) math: cudnnMathType_t,
    pub(crate) determinism: Determinism,
    pub(crate) workspace: usize,
    pub(crate) time: Option<Duration>,
}

impl Algorithm {
    /// Returns the name in C.
    #[must_use]
    pub fn name(&self) -> &'static str {
        let name = match self.problem.direction {
            Direction::Forward | Direction::Fused => {
                cudnnConvolutionFwdAlgo_t(self.algorithm).name()
            }
            Direction::BackwardData => cudnnConvolutionBwdDataAlgo_t(self.algorithm).name(),
            Direction::BackwardFilter => cudnnConvolutionBwdFilterAlgo_t(self.algorithm).name(),
        };
        name.unwrap_or("an algorithm newer than these bindings")
    }

    /// Returns the bytes of workspace that it needs.
    #[doc(alias(
        "cudnnGetConvolutionBackwardDataWorkspaceSize",
        "cudnnGetConvolutionBackwardFilterWorkspaceSize"
    ))]
    #[doc(alias = "cudnnGetConvolutionForwardWorkspaceSize")]
    #[must_use]
    pub fn workspace(&self) -> usize {
        self.workspace
    }

    /// Returns whether it adds in an order that varies.
    #[must_use]
    pub fn determinism(&self) -> Determinism {
        self.determinism
    }

    /// Returns the time that a call took, if it was measured.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.time
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Algorithm")
            .field("name", &self.name())
            .field("math", &self.math)
            .field("determinism", &self.determinism)
            .field("workspace", &self.workspace)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}
