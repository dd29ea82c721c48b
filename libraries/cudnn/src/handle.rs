use core::any::Any;
use core::fmt;
use core::ptr::null_mut;
use std::sync::Arc;

use cuda_driver::graph::Recorder;
use cuda_driver::{Context, Stream};
use cuda_libraries_sys::cudnn::{Symbol, cudnnHandle_t};
use cuda_library_support::{CallMemory, HandleApi, OwnedHandle, Workspace, WorkspaceRange};

use crate::convolution::Algorithm;
use crate::error::Error;
use crate::library::Cudnn;
use crate::library::check_status;
use crate::math::{Determinism, Math};

/// cuDNN's state on a device: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-graph-library.html#cudnnhandle-t).
///
/// Calls of one handle are submitted by one thread at a time; another thread may continue with it, or have its own.
///
/// Dropping it, and the [plans](crate::attention::AttentionPlan) that were made with it, may wait until the device is done with all work, which invalidates what other threads
/// [capture](cuda_driver::Context::capture) in the context meanwhile: keep handles until captures have ended.
#[doc(alias("cudnnDestroy", "cudnnHandle_t"))]
pub struct Handle {
    pub(crate) state: Arc<OwnedHandle<Cudnn>>,
}

// SAFETY: cuDNN allows a handle to be used by any thread, one at a time.
unsafe impl HandleApi for Cudnn {
    type Raw = cudnnHandle_t;
    const LIBRARY: &'static str = "cuDNN";
    const MODULE: &'static str = "cudnn";

    fn is_of_file(self) -> bool {
        Cudnn::is_of_file(self)
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.raw().cudnnDestroy {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(raw) };
        }
    }
}

impl Handle {
    /// Returns cuDNN's calls, on a stream. Nothing of a call remains in the handle.
    ///
    /// ```no_run
    /// # use cudnn::{Activation, Cudnn, Math, Tensor, TensorMut};
    /// # use cuda_driver::Driver;
    /// # let context = Driver::load()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut handle = Cudnn::load()?.handle(&context)?;
    /// # let (x, mut y) = (stream.upload(&[1.0_f32; 16])?, stream.upload(&[1.0_f32; 16])?);
    /// let (x, y) = (Tensor::new(&x, [2, 8])?, TensorMut::new(&mut y, [2, 8])?);
    /// // y = 0.5 relu(x) + y
    /// handle.on(&stream).alpha(0.5).beta(1.0).activation_forward(Activation::Relu, x, y)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "cudnnSetStream")]
    #[inline]
    pub fn on<'a>(&'a mut self, stream: &'a Stream) -> Dnn<'a> {
        Dnn::new(self, stream, false)
    }

    /// Returns the calls for a graph: each is recorded, and done at each launch.
    ///
    /// Operands may belong to any stream of the context. A call that needs memory needs a [workspace](Dnn::workspace).
    ///
    /// ```no_run
    /// # use cudnn::{Activation, Cudnn, TensorMut};
    /// # use cuda_driver::Driver;
    /// # let context = Driver::load()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut y = stream.upload(&[1.0_f32; 16])?;
    /// let mut handle = Cudnn::load()?.handle(&context)?; // for this graph alone
    /// let mut capture = context.capture()?;
    /// // SAFETY: the graph keeps the handle and the buffer, and nothing else uses them while it runs.
    /// let mut dnn = unsafe { handle.record(&capture) };
    /// dnn.activation_in_place(Activation::Tanh, TensorMut::new(&mut y, [2, 8])?)?;
    /// capture.keep((handle, y));
    /// let graph = capture.finish()?.instantiate()?;
    /// // SAFETY: as recorded.
    /// unsafe { graph.launch(&stream) }?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Safety
    /// - The operands, the [workspace](Dnn::workspace), plans and the handle live until the graph and everything instantiated from
    ///   it are destroyed, and their last launch has completed. [`Capture::keep`](cuda_driver::graph::Capture::keep) ensures this;
    ///   [`owner`](Self::owner) is the handle's.
    /// - While the graph runs, nothing else uses what it writes, or writes what it reads. Memory of the handle counts as written:
    ///   its other calls are ordered before or after, or the graph has a handle of its own.
    /// - No other thread records, edits or ends the capture during a call.
    pub unsafe fn record<'a>(&'a mut self, recorder: &'a Recorder) -> Dnn<'a> {
        // SAFETY: the caller guarantees what is recorded; nothing is allocated on the stream, and no clone of it is made.
        let stream = unsafe { recorder.stream() };
        Dnn::new(self, stream, true)
    }

    /// Returns a value that keeps cuDNN's handle alive, for a graph that uses it.
    #[must_use]
    pub fn owner(&self) -> impl Any + Send + Sync + use<> {
        self.state.clone()
    }

    /// Returns the library.
    #[must_use]
    #[inline]
    pub fn cudnn(&self) -> Cudnn {
        self.state.library()
    }

    /// Returns the context that it was created in.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        self.state.context()
    }

    /// Returns cuDNN's own handle, for [`Cudnn::raw`].
    ///
    /// Each call of this crate sets its stream anew.
    #[must_use]
    pub fn as_raw(&mut self) -> cudnnHandle_t {
        self.state.raw()
    }

    pub(crate) fn raw(&self) -> cudnnHandle_t {
        self.state.raw()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("cudnn", &self.cudnn())
            .field("context", self.context())
            .finish_non_exhaustive()
    }
}

/// cuDNN's calls, on a stream: [`Handle::on`].
///
/// Their names and operands are those of cuDNN. A call is submitted to the stream, to which its operands belong, and returns at
/// once. Those that measure wait.
///
/// Results are `alpha * result + beta * before`, by default with the factors 1 and 0: then what was there before isn't read.
///
/// # Errors
/// Before cuDNN is called, each call returns
/// - [`Error::Shapes`], if its operands don't fit each other,
/// - [`Error::Call`], if they belong elsewhere, begin at no multiple of 16 bytes, or other code captures the stream,
/// - [`Error::TooLarge`], if cuDNN can't take them;
///
/// and afterwards cuDNN's error, with the shapes and its own words. [`Error::is_not_supported`] says whether other types or
/// layouts may work.
pub struct Dnn<'a> {
    pub(crate) handle: &'a mut Handle,
    pub(crate) stream: &'a Stream,
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
    pub(crate) math: Math,
    pub(crate) determinism: Determinism,
    pub(crate) workspace: Option<WorkspaceRange>,
    pub(crate) algorithm: Option<&'a Algorithm>,
    pub(crate) is_recorded: bool,
}

impl<'a> Dnn<'a> {
    fn new(handle: &'a mut Handle, stream: &'a Stream, is_recorded: bool) -> Self {
        Self {
            handle,
            stream,
            alpha: 1.0,
            beta: 0.0,
            math: Math::default(),
            determinism: Determinism::default(),
            workspace: None,
            algorithm: None,
            is_recorded,
        }
    }

    /// Sets the factor of results.
    #[must_use]
    pub fn alpha(mut self, alpha: f64) -> Self {
        self.alpha = alpha;
        self
    }

    /// Sets the factor of what is there before, which is added to results; 0 means that it isn't read.
    #[must_use]
    pub fn beta(mut self, beta: f64) -> Self {
        self.beta = beta;
        self
    }

    /// Sets the precision of products.
    #[doc(alias = "cudnnSetConvolutionMathType")]
    #[must_use]
    pub fn math(mut self, math: Math) -> Self {
        self.math = math;
        self
    }

    /// Sets whether algorithms may add in an order that varies.
    #[must_use]
    pub fn determinism(mut self, determinism: Determinism) -> Self {
        self.determinism = determinism;
        self
    }

    /// Sets the algorithm of convolutions, which was [found](Self::forward_algorithms) or [measured](Self::tune_forward)
    /// before. Without one, cuDNN's heuristics choose at each call.
    #[must_use]
    pub fn algorithm(mut self, algorithm: &'a Algorithm) -> Self {
        self.algorithm = Some(algorithm);
        self
    }

    /// Sets the memory that calls may use, which limits what algorithms may need. Without it, a call allocates what its algorithm
    /// needs on the stream, and frees it there.
    ///
    /// # Errors
    /// [`Error::Call`], if it belongs to another stream, or begins at no multiple of 256 bytes.
    #[doc(alias("cudnnGetReductionIndicesSize", "cudnnGetReductionWorkspaceSize"))]
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        self.workspace = Some(self.stream_call("workspace").workspace::<Error>(workspace)?);
        Ok(self)
    }

    /// Returns the stream.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// Returns memory for a call: the workspace, or a buffer that is freed on the stream after the call.
    pub(crate) fn memory(&self, call: &'static str, needed: usize) -> Result<CallMemory, Error> {
        self.stream_call(call).memory(self.workspace, needed)
    }
}

impl fmt::Debug for Dnn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dnn")
            .field("handle", &self.handle)
            .field("math", &self.math)
            .field("determinism", &self.determinism)
            .finish_non_exhaustive()
    }
}

impl Cudnn {
    /// Creates cuDNN's state on the device of `context`, which takes some memory there, and time: a program keeps it.
    ///
    /// # Errors
    /// cuDNN's error, or the driver's.
    #[doc(alias = "cudnnCreate")]
    pub fn handle(self, context: &Context) -> Result<Handle, Error> {
        let symbol = Symbol::cudnnCreate;
        let create = self.require(symbol, self.raw().cudnnCreate)?;
        // What couldn't be destroyed would be leaked.
        self.require(Symbol::cudnnDestroy, self.raw().cudnnDestroy)?;
        let create = || {
            let mut raw = null_mut();
            // SAFETY: the pointer is to a live pointer, and the context is current.
            let status = unsafe { create(&raw mut raw) };
            check_status(self, symbol.function().name, status, Vec::new)?;
            Ok::<_, Error>(raw)
        };
        // SAFETY: cuDNN's function returns a new handle, which nothing else has.
        let state = unsafe { OwnedHandle::new(self, context, symbol.function().name, create) }?;
        Ok(Handle { state: Arc::new(state) })
    }
}
