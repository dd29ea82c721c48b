//! Neural networks in device memory with NVIDIA's cuDNN: convolutions, attention, normalizations, pooling, softmax and
//! activations, with their gradients, typed, and checked before cuDNN is called.
//!
//! ```no_run
//! use cuda_driver::Driver;
//! use cudnn::{Activation, Attention, AttentionLayouts, Convolution, Cudnn, Layout, Mask, Tensor, TensorMut};
//! use cudnn::half::f16;
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let mut handle = Cudnn::load()?.handle(&context)?;
//!
//! // Tensors are views of buffers or slices, with a shape.
//! let images = stream.upload(&vec![1.0_f32; 8 * 3 * 32 * 32])?;
//! let filters = stream.upload(&vec![0.5_f32; 16 * 3 * 3 * 3])?;
//! let mut result = stream.alloc::<f32>(8 * 16 * 32 * 32)?;
//! let (x, w) = (Tensor::new(&images, [8, 3, 32, 32])?, Tensor::new(&filters, [16, 3, 3, 3])?);
//! let mut y = TensorMut::new(&mut result, [8, 16, 32, 32])?;
//! let convolution = Convolution::new().padding([1, 1]);
//! let mut dnn = handle.on(&stream);
//! dnn.convolution_forward(&convolution, x, w, y.reborrow())?;
//! dnn.activation_in_place(Activation::Relu, y)?;
//!
//! // Attention is compiled once for its layouts.
//! let layout = Layout::packed([2, 4, 128, 64])?; // batch, heads, sequence, elements
//! let layouts = AttentionLayouts { q: layout, k: layout, v: layout, bias: None, o: layout };
//! let plan = dnn.attention_plan(&Attention::new().mask(Mask::Causal), &layouts)?;
//! let q = stream.upload(&vec![f16::ONE; layout.elements()])?;
//! let mut o = stream.alloc::<f16>(layout.elements())?;
//! let q = Tensor::with_layout(&q, layout)?;
//! dnn.attention(&plan, q, q, q, None, TensorMut::with_layout(&mut o, layout)?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found and loaded at run time: it isn't needed to build | [`Cudnn`] |
//! | cuDNN's state on a device | [`Handle`] |
//! | its calls, on a stream, with factors, [precision](Math), [determinism](Determinism) and [workspace](Workspace) | [`Handle::on`], [`Dnn`] |
//! | the same for a graph | [`Handle::record`] |
//! | operands | [`Tensor`], [`TensorMut`], with a [`Layout`] |
//! | every other function of cuDNN | [`Cudnn::raw`] with [`Handle::as_raw`] |
//!
//! # Calls
//! | | results | gradients |
//! |---|---|---|
//! | [convolutions](Convolution) | [`convolution_forward`](Dnn::convolution_forward), [`convolution_bias_activation_forward`](Dnn::convolution_bias_activation_forward) | [`convolution_backward_data`](Dnn::convolution_backward_data), [`…_filter`](Dnn::convolution_backward_filter), [`…_bias`](Dnn::convolution_backward_bias) |
//! | their algorithms | [`forward_algorithms`](Dnn::forward_algorithms), [`tune_forward`](Dnn::tune_forward) | [`backward_data_algorithms`](Dnn::backward_data_algorithms), [`tune_backward_data`](Dnn::tune_backward_data), and of filters |
//! | [activations](Activation) | [`activation_forward`](Dnn::activation_forward), [`activation_in_place`](Dnn::activation_in_place) | [`activation_backward`](Dnn::activation_backward) |
//! | [pooling](Pooling) | [`pooling_forward`](Dnn::pooling_forward) | [`pooling_backward`](Dnn::pooling_backward) |
//! | [softmax](SoftmaxAlgorithm) | [`softmax_forward`](Dnn::softmax_forward) | [`softmax_backward`](Dnn::softmax_backward) |
//! | [batch normalization](BatchNorm) | [`batch_normalization_forward_training`](Dnn::batch_normalization_forward_training), [`…_inference`](Dnn::batch_normalization_forward_inference) | [`batch_normalization_backward`](Dnn::batch_normalization_backward) |
//! | [layer and RMS normalization](Norm) | [`norm_plan`](Dnn::norm_plan), [`norm_forward_inference`](Dnn::norm_forward_inference) | |
//! | [attention](Attention) | [`attention_plan`](Dnn::attention_plan), [`attention`](Dnn::attention) | |
//! | arithmetic | [`add_tensor`](Dnn::add_tensor), [`op_tensor`](Dnn::op_tensor), [`sqrt_tensor`](Dnn::sqrt_tensor), [`reduce_tensor`](Dnn::reduce_tensor), [`scale_tensor`](Dnn::scale_tensor), [`set_tensor`](Dnn::set_tensor), [`transform_tensor`](Dnn::transform_tensor) | |
//!
//! # Rules
//! - **Shapes.** Dimensions are in one order, batch, channels and then the spatial ones, whatever the order in memory:
//!   [`Layout`]. cuDNN has no tensors without elements, and this crate makes none.
//! - **Order.** A call is submitted to the stream and returns at once. Its operands belong to that stream, so that later work on
//!   them runs afterwards, and so that they are freed afterwards: calls are safe. Those that tune algorithms or build plans may wait for the stream.
//! - **State.** A call sets everything that it depends on: nothing of an earlier one remains in the handle. Nothing is cached,
//!   either: [`Algorithm`]s and plans are values that a program keeps.
//! - **Precision.** By default `f32` is computed as `f32`; [`Math::Tf32`] is cuDNN's own default. Algorithms whose results vary in the last bits
//!   are used with [`Determinism::Any`] alone.
//! - **Memory.** A call that needs a workspace allocates it on the stream and frees it there, unless it has a [`Workspace`].
//! - **Graphs.** On a stream that other code captures, calls are refused, because the graph could run when the buffers are gone.
//!   [`Handle::record`] records them, and says what has to live.
//! - **What cuDNN can't do** for a type, a layout or a device is an error with [`Error::is_not_supported`].
//!
//! # Without a GPU
//! NVIDIA's cuDNN needs NVIDIA's driver. The package `cuda-sim-libraries` has its functions for the software device of `cuda-sim`:
//!
//! ```no_run
//! # use cudnn::Cudnn;
//! let chosen = cuda_sim::choice::choose()?;
//! let cudnn = if chosen.is_software() {
//!     Cudnn::from_table(cuda_sim_libraries::cudnn::table())
//! } else {
//!     Cudnn::load()?
//! };
//! let context = chosen.driver()?.device(0)?.primary_context()?;
//! # let _ = (cudnn, context);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![allow(clippy::too_many_arguments, reason = "calls have those of cuDNN")]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

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

pub use activation::Activation;
pub use arithmetic::{OpTensor, Reduce};
pub use attention::{Attention, AttentionElement, AttentionLayouts, AttentionPlan, Mask};
pub use convolution::{Algorithm, Convolution, ConvolutionMode};
pub use cuda_library_support::{AbsentFunction, CallError, Release, Workspace};
pub use element::{ConvolutionElement, DataType, Float};
pub use error::{Error, Failure, NoAlgorithm, ShapeMismatch, Shapes};
pub use half;
pub use handle::{Dnn, Handle};
pub use layout::{Layout, MAX_DIMENSIONS};
pub use library::Cudnn;
pub use math::{Determinism, Math};
pub use norm::{Norm, NormPlan};
pub use normalization::{BatchNorm, BatchNormMode, RunningStatistics, SavedStatistics};
pub use pooling::{Pooling, PoolingMode};
pub use softmax::{SoftmaxAlgorithm, SoftmaxMode};
pub use tensor::{Tensor, TensorMut};

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cudnn as sys;
