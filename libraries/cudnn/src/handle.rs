use core::fmt;
use std::sync::Arc;

use cuda_driver::graph::Recorder;
use cuda_driver::{Context, DeviceBuffer, Stream};
use cuda_libraries_sys::cudnn::cudnnHandle_t;

use crate::convolution::Algorithm;
use crate::error::Error;
use crate::library::Cudnn;
use crate::library::check_status;
use crate::math::{Determinism, Math};
use crate::workspace::{ALIGNMENT, Workspace};

/// cuDNN's state on a device: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-graph-library.html#cudnnhandle-t).
///
/// Calls of one handle are submitted by one thread at a time; another thread may continue with it, or have its own.
///
/// Dropping it, and the [plans](crate::attention::AttentionPlan) that were made with it, may wait until the device is done with all work, which invalidates what other threads
/// [capture](cuda_driver::Context::capture) in the context meanwhile: keep handles until captures have ended.
#[doc(alias("cudnnDestroy", "cudnnHandle_t"))]
pub struct Handle {
    pub(crate) state: Arc<HandleState>,
}

cuda_libraries_sys::handle_state! {
    "cuDNN", cudnn: Cudnn, cudnn::cudnnHandle_t, cudnnCreate, cudnnDestroy,
    check |cudnn, symbol, status| check_status(cudnn, symbol.function().name, status, Vec::new),
    ///
    /// Each call of this crate sets its stream anew.
    fn as_raw(&mut self) {}
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

    pub(crate) fn raw(&self) -> cudnnHandle_t {
        self.state.raw
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
/// - [`Error::OtherStream`] or [`Error::OtherContext`], if they belong elsewhere,
/// - [`Error::Misaligned`] or [`Error::TooLarge`], if cuDNN can't take them: addresses are multiples of 16 bytes,
/// - [`Error::Captured`], if other code captures the stream;
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
    /// Address and length in bytes.
    pub(crate) workspace: Option<(u64, usize)>,
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

    /// Sets the memory that calls may use. Without it, a call allocates what it needs on the stream, and frees it there.
    ///
    /// # Errors
    /// [`Error::OtherStream`], if it belongs to another stream, and [`Error::Misaligned`].
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        let memory = workspace.slice();
        let (call, operand) = ("workspace", "workspace");
        self.check_stream(call, operand, memory.stream())?;
        let address = memory.as_raw();
        if !address.is_multiple_of(ALIGNMENT as u64) {
            return Err(Error::Misaligned { call, operand, address, alignment: ALIGNMENT });
        }
        self.workspace = Some((address, memory.len()));
        Ok(self)
    }

    /// Returns the stream.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// Returns memory for a call: the workspace, or a buffer that is freed on the stream after the call.
    pub(crate) fn memory(
        &self,
        call: &'static str,
        needed: usize,
    ) -> Result<(Option<DeviceBuffer<u8>>, u64, usize), Error> {
        match self.workspace {
            Some((_, found)) if found < needed => Err(Error::Workspace { call, needed, found }),
            Some((address, len)) => Ok((None, address, len)),
            None if needed == 0 => Ok((None, 0, 0)),
            // What a graph uses must be there when it is launched.
            None if self.is_recorded => Err(Error::Workspace { call, needed, found: 0 }),
            None => {
                let buffer = self.stream.alloc::<u8>(needed)?;
                let address = buffer.as_raw();
                Ok((Some(buffer), address, needed))
            }
        }
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
        Ok(Handle { state: HandleState::new(self, context)? })
    }
}
