use core::any::Any;
use core::ffi::c_int;
use core::fmt;
use core::ptr::null_mut;
use std::sync::Arc;

use cuda_driver::graph::Recorder;
use cuda_driver::stream::StreamIdentity;
use cuda_driver::{Context, Stream};
use cuda_libraries_sys::cublas::{
    CublasTable, Symbol, cublasAtomicsMode_t, cublasHandle_t, cublasMath_t, cublasPointerMode_t,
    cublasStatus_t,
};
use cuda_library_support::{HandleApi, OwnedHandle, StreamCall, Workspace, WorkspaceRange};

use crate::call::{self, Job, Operand, Results, check_status, failure};
use crate::error::{Error, release};
use crate::library::Cublas;
use crate::math::{Atomics, Math};

/// cuBLAS's state on a device: [documentation](https://docs.nvidia.com/cuda/cublas/index.html#cublashandle-t).
///
/// Routines of one handle are submitted by one thread at a time; another thread may continue with it, or have its own.
///
/// Dropping it waits until the device is done with all work, because `cublasDestroy` does. Such waiting invalidates what other
/// threads [capture](cuda_driver::Context::capture) in the context meanwhile, in every mode: keep handles until captures have
/// ended.
#[doc(alias = "cublasDestroy")]
pub struct Handle {
    state: Arc<OwnedHandle<Cublas>>,
    settings: HandleSettings,
}

// SAFETY: cuBLAS allows a handle to be used by any thread, one at a time.
unsafe impl HandleApi for Cublas {
    type Raw = cublasHandle_t;
    const LIBRARY: &'static str = "cuBLAS";
    const MODULE: &'static str = "cublas";

    fn is_of_file(self) -> bool {
        Cublas::is_of_file(self)
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.raw().cublasDestroy_v2 {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(raw) };
        }
    }
}

/// What is set in a handle; `None` if it isn't known.
#[derive(Clone, Copy, Default)]
struct HandleSettings {
    place: Option<(StreamIdentity, Option<WorkspaceRange>)>,
    modes: Modes,
}

/// The modes that are set; `None` if one isn't known.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Modes {
    results: Option<Results>,
    math: Option<cublasMath_t>,
    atomics: Option<cublasAtomicsMode_t>,
}

impl Handle {
    /// Returns the routines, on a stream. Nothing of a call remains in the handle.
    ///
    /// ```no_run
    /// # use cublas::{Cublas, Math, Matrix};
    /// # use cuda_driver::Driver;
    /// # let context = Driver::load()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut handle = Cublas::load()?.handle(&context)?;
    /// # let (x, mut y) = (stream.upload(&[1.0_f32; 16])?, stream.upload(&[1.0_f32; 4])?);
    /// let mut blas = handle.on(&stream).math(Math::Tf32);
    /// let a = Matrix::new(&x, 4, 4)?;
    /// blas.gemv(2.0, a, a.row(0)?, 1.0, &mut y)?;
    /// let norm = blas.nrm2(&y)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "cublasSetStream")]
    #[inline]
    pub fn on<'a>(&'a mut self, stream: &'a Stream) -> Blas<'a> {
        Blas::new(self, stream, false)
    }

    /// Returns the routines for a graph: each is recorded, and done at each launch.
    ///
    /// Operands may belong to any stream of the context. Routines that return a number are refused: those that
    /// write it to device memory are recorded.
    ///
    /// ```no_run
    /// # use std::sync::Arc;
    /// # use cublas::{Cublas, Matrix, MatrixMut, Workspace};
    /// # use cuda_driver::Driver;
    /// # let context = Driver::load()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let (x, mut y) = (stream.upload(&[1.0_f32; 16])?, stream.upload(&[1.0_f32; 16])?);
    /// let mut handle = Cublas::load()?.handle(&context)?; // for this graph alone
    /// let mut workspace = Workspace::new(&stream, 32 << 20)?;
    /// let mut capture = context.capture()?;
    /// let a = Matrix::new(&x, 4, 4)?;
    /// // SAFETY: the graph keeps the handle, the workspace and both buffers, and nothing else uses them while it runs.
    /// let blas = unsafe { handle.record(&capture) };
    /// blas.workspace(&mut workspace)?.gemm(1.0, a, a, 0.0, MatrixMut::new(&mut y, 4, 4)?)?;
    /// capture.keep((handle, workspace, x, y));
    /// let graph = capture.finish()?.instantiate()?;
    /// // SAFETY: as recorded.
    /// unsafe { graph.launch(&stream) }?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Safety
    /// - The operands, the [workspace](Blas::workspace) and the handle live until the graph and everything instantiated from it
    ///   are destroyed, and their last launch has completed. [`Capture::keep`](cuda_driver::graph::Capture::keep) ensures this;
    ///   [`owner`](Self::owner) is the handle's.
    /// - While the graph runs, nothing else uses what it writes, or writes what it reads. Memory of the handle counts as written:
    ///   its other calls are ordered before or after, or the graph has a handle of its own.
    /// - No other thread records, edits or ends the capture during a call.
    pub unsafe fn record<'a>(&'a mut self, recorder: &'a Recorder) -> Blas<'a> {
        // SAFETY: the caller guarantees what is recorded; nothing is allocated on the stream, and no clone of it is made.
        let stream = unsafe { recorder.stream() };
        Blas::new(self, stream, true)
    }

    /// Returns a value that keeps cuBLAS's handle alive, for a graph that uses it.
    #[must_use]
    pub fn owner(&self) -> impl Any + Send + Sync + use<> {
        self.state.clone()
    }

    /// Returns the library.
    #[must_use]
    #[inline]
    pub fn cublas(&self) -> Cublas {
        self.state.library()
    }

    /// Returns the context that it was created in.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        self.state.context()
    }

    /// Returns cuBLAS's own handle, for [`Cublas::raw`].
    ///
    /// What is set in it then, the next routine of this crate sets anew: take the handle again before something is set by others
    /// again, which routines would use otherwise. What an earlier one has set, its stream and workspace, may be gone: set them first.
    #[must_use]
    pub fn as_raw(&mut self) -> cublasHandle_t {
        self.settings = HandleSettings::default();
        self.state.raw()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("cublas", &self.cublas())
            .field("context", self.context())
            .finish_non_exhaustive()
    }
}

/// BLAS's routines, on a stream: [`Handle::on`].
///
/// Their names and the order of their parameters are BLAS's. Vectors and matrices are views: [`Vector`](crate::view::Vector), to which
/// buffers and slices convert, and [`Matrix`](crate::view::Matrix), which is row-major, and of which a
/// [`Triangle`](crate::view::Triangle) is read where BLAS has a parameter `uplo`.
///
/// A routine is submitted to the stream, to which its operands belong, and returns at once. Only those that return a number wait
/// for it.
///
/// # Errors
/// Before cuBLAS is called, each routine returns
/// - [`Error::Shapes`], if its operands don't fit each other,
/// - [`Error::Call`], if they belong elsewhere, begin at no multiple of an element, or other code captures the stream,
/// - [`Error::Layout`] or [`Error::TooLarge`], if cuBLAS can't take them;
///
/// and afterwards cuBLAS's error, with the sizes.
#[doc(alias = "cublasSetPointerMode")]
pub struct Blas<'a> {
    pub(crate) handle: &'a mut Handle,
    pub(crate) stream: &'a Stream,
    pub(crate) math: Math,
    atomics: Atomics,
    workspace: Option<WorkspaceRange>,
    is_recorded: bool,
}

impl<'a> Blas<'a> {
    #[inline]
    fn new(handle: &'a mut Handle, stream: &'a Stream, is_recorded: bool) -> Self {
        Self {
            handle,
            stream,
            math: Math::default(),
            atomics: Atomics::default(),
            workspace: None,
            is_recorded,
        }
    }

    /// Sets the precision.
    #[doc(alias = "cublasSetMathMode")]
    #[must_use]
    pub fn math(mut self, math: Math) -> Self {
        self.math = math;
        self
    }

    /// Sets whether routines may add in an order that varies.
    #[doc(alias = "cublasSetAtomicsMode")]
    #[must_use]
    pub fn atomics(mut self, atomics: Atomics) -> Self {
        self.atomics = atomics;
        self
    }

    /// Sets the memory that routines may use, instead of the handle's own: 4 MiB, or 32 MiB from compute capability 9.0 on, which
    /// cuBLAS allocates. Graphs need one, and so does a handle that several streams use; more memory makes products faster.
    ///
    /// # Errors
    /// [`Error::Call`], if it belongs to another stream, or begins at no multiple of 256 bytes.
    #[doc(alias = "cublasSetWorkspace")]
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        self.workspace = Some(self.stream_call("workspace").workspace::<Error>(workspace)?);
        Ok(self)
    }

    #[inline]
    pub(crate) fn stream_call(&self, name: &'static str) -> StreamCall<'_> {
        let context = self.handle.context();
        StreamCall { name, stream: self.stream, context, is_recorded: self.is_recorded }
    }

    /// Checks that a result may be waited for.
    pub(crate) fn check_not_captured(&self, call: &'static str) -> Result<(), Error> {
        self.stream_call(call).check_not_captured()
    }

    /// Checks what is the same for all calls. Called, it would only copy its parameters, of which a processor waits for some.
    #[inline(always)]
    pub(crate) fn check(
        &self,
        name: &'static str,
        operands: &[Operand<'_>],
        fits: bool,
        rule: &'static str,
    ) -> Result<(), Error> {
        call::check(self.stream_call(name), operands, fits, rule)
    }

    /// Returns the handle, and what sets it for a call.
    #[inline]
    pub(crate) fn setter(
        &mut self,
        job: &Job<'_>,
        is_double: bool,
    ) -> (&OwnedHandle<Cublas>, Setter<'_>) {
        let math = if job.is_exact { Math::Default } else { self.math };
        let Handle { state, settings } = &mut *self.handle;
        let setter = Setter {
            state,
            settings,
            stream: self.stream,
            workspace: self.workspace,
            wanted: Modes {
                results: Some(job.results),
                math: Some(math.mode(is_double)),
                atomics: Some(self.atomics.mode()),
            },
        };
        (state, setter)
    }

    pub(crate) fn table(&self) -> &'static CublasTable {
        self.handle.cublas().raw()
    }

    /// Returns the function of a slot with 64-bit sizes, or the error for sizes of more than 32 bits.
    pub(crate) fn require_wide<F>(
        &self,
        narrow: Symbol,
        wide: Symbol,
        slot: Option<F>,
        widest: usize,
    ) -> Result<F, Error> {
        let found = release(self.handle.cublas().version());
        if i64::try_from(widest).is_err() {
            let function = wide.function().name;
            return Err(Error::TooLarge {
                function,
                value: widest,
                most: i64::MAX as u64,
                needs: None,
                found,
            });
        }
        slot.ok_or_else(|| Error::TooLarge {
            function: narrow.function().name,
            value: widest,
            most: c_int::MAX as u64,
            needs: Some(release(wide.function().since)),
            found,
        })
    }

    /// Calls a function after setting what the handle needs for it.
    #[inline]
    pub(crate) fn run(
        &mut self,
        symbol: Symbol,
        job: &Job<'_>,
        is_double: bool,
        call: impl FnOnce(cublasHandle_t) -> cublasStatus_t,
    ) -> Result<(), Error> {
        let (state, setter) = self.setter(job, is_double);
        let status = state.context().with_current(|| setter.set().map(call))??;
        match status {
            cublasStatus_t::CUBLAS_STATUS_SUCCESS => Ok(()),
            status => Err(failure(symbol.function().name, status, job.operands)),
        }
    }
}

/// Sets a handle for a call.
pub(crate) struct Setter<'a> {
    state: &'a OwnedHandle<Cublas>,
    settings: &'a mut HandleSettings,
    stream: &'a Stream,
    workspace: Option<WorkspaceRange>,
    wanted: Modes,
}

impl Setter<'_> {
    /// Sets the handle, and returns it. A context is current.
    #[inline]
    pub(crate) fn set(self) -> Result<cublasHandle_t, Error> {
        let (cublas, table, raw) =
            (self.state.library(), self.state.library().raw(), self.state.raw());
        let (known, wanted) = (self.settings, self.wanted);
        // A stream that is gone has an identity of its own, as has another one with its handle. Memory that is gone is set no longer
        // once a call has none, and other memory at its address is the same to cuBLAS.
        let is_there = |(of, workspace): &(StreamIdentity, _)| {
            of.is_of(self.stream) && *workspace == self.workspace
        };
        if !known.place.as_ref().is_some_and(is_there) {
            known.place = None;
            // This also makes the workspace the handle's own again.
            cublas.set(Symbol::cublasSetStream_v2, table.cublasSetStream_v2, |function| {
                // SAFETY: the handle is alive, and this has it alone; the stream is alive until after the call, before whose
                // successor another one is set.
                unsafe { function(raw, self.stream.as_raw().cast()) }
            })?;
            if let Some(WorkspaceRange { address, len, .. }) = self.workspace {
                cublas.set(
                    Symbol::cublasSetWorkspace_v2,
                    table.cublasSetWorkspace_v2,
                    |function| {
                        // SAFETY: as above, and the workspace is borrowed until after the call.
                        unsafe { function(raw, address as *mut _, len) }
                    },
                )?;
            }
            known.place = Some((self.stream.identity(), self.workspace));
        }
        let modes = &mut known.modes;
        if *modes != wanted {
            // Until all is set.
            let before = core::mem::take(modes);
            if before.results != wanted.results {
                let mode = match wanted.results {
                    Some(Results::Device) => cublasPointerMode_t::CUBLAS_POINTER_MODE_DEVICE,
                    _ => cublasPointerMode_t::CUBLAS_POINTER_MODE_HOST,
                };
                cublas.set(
                    Symbol::cublasSetPointerMode_v2,
                    table.cublasSetPointerMode_v2,
                    |function| {
                        // SAFETY: the handle is alive, and this has it alone.
                        unsafe { function(raw, mode) }
                    },
                )?;
            }
            if before.math != wanted.math {
                cublas.set(Symbol::cublasSetMathMode, table.cublasSetMathMode, |function| {
                    // SAFETY: the handle is alive, and this has it alone.
                    unsafe { function(raw, wanted.math.unwrap_or_default()) }
                })?;
            }
            if before.atomics != wanted.atomics {
                cublas.set(
                    Symbol::cublasSetAtomicsMode,
                    table.cublasSetAtomicsMode,
                    |function| {
                        // SAFETY: the handle is alive, and this has it alone.
                        unsafe { function(raw, wanted.atomics.unwrap_or_default()) }
                    },
                )?;
            }
            *modes = wanted;
        }
        Ok(raw)
    }
}

impl Cublas {
    /// Calls the function of a slot, which sets something in a handle.
    #[inline]
    fn set<F>(
        self,
        symbol: Symbol,
        slot: Option<F>,
        call: impl FnOnce(F) -> cublasStatus_t,
    ) -> Result<(), Error> {
        let status = call(self.require(symbol, slot)?);
        check_status(symbol.function().name, status, &[])
    }
}

impl fmt::Debug for Blas<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blas")
            .field("handle", &self.handle)
            .field("math", &self.math)
            .field("atomics", &self.atomics)
            .finish_non_exhaustive()
    }
}

impl Cublas {
    /// Creates cuBLAS's state on the device of `context`, which takes some memory there, and time: a program keeps it.
    ///
    /// # Errors
    /// cuBLAS's error, or the driver's.
    #[doc(alias = "cublasCreate")]
    pub fn handle(self, context: &Context) -> Result<Handle, Error> {
        let symbol = Symbol::cublasCreate_v2;
        let create = self.require(symbol, self.raw().cublasCreate_v2)?;
        // What couldn't be destroyed would be leaked.
        self.require(Symbol::cublasDestroy_v2, self.raw().cublasDestroy_v2)?;
        let create = || {
            let mut raw = null_mut();
            // SAFETY: the pointer is to a live pointer, and the context is current.
            let status = unsafe { create(&raw mut raw) };
            check_status(symbol.function().name, status, &[])?;
            Ok::<_, Error>(raw)
        };
        // SAFETY: cuBLAS's function returns a new handle, which nothing else has.
        let state = unsafe { OwnedHandle::new(self, context, symbol.function().name, create) }?;
        Ok(Handle { state: Arc::new(state), settings: HandleSettings::default() })
    }
}
