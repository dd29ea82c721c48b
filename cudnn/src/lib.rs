//! Neural networks.
#![allow(clippy::too_many_arguments, reason = "calls have those of cuDNN")]

mod activation;
mod arithmetic;
mod attention;
mod call;
mod convolution;
mod descriptor;
mod element;
mod error;
mod graph;
mod handle;
mod layout;
mod library;
mod math;
mod norm;
mod normalization;
mod pooling;
mod softmax;
mod tensor;
mod workspace;

pub use activation::Activation;
pub use arithmetic::{OpTensor, Reduce};
pub use attention::{Attend, Attention, AttentionLayouts, AttentionPlan, Mask};
pub use convolution::{Algorithm, Convolution, ConvolutionMode};
pub use element::{Convolve, DataType, Float};
pub use error::{Error, Failure, Misfit, NoAlgorithm, Shapes};
pub use half;
pub use handle::{Dnn, Handle};
pub use layout::{Layout, MOST_DIMENSIONS};
pub use library::Cudnn;
pub use math::{Determinism, Math};
pub use norm::{Norm, NormPlan};
pub use normalization::{BatchNorm, BatchNormMode, Running, Saved};
pub use pooling::{Pooling, PoolingMode};
pub use softmax::{SoftmaxAlgorithm, SoftmaxMode};
pub use tensor::{Tensor, TensorMut};
pub use workspace::Workspace;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cudnn as sys;
