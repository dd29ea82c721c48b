use core::any::Any;
use core::ffi::{c_int, c_void};
use core::fmt;
use core::ptr::null_mut;
use std::sync::Arc;

use cublas::BlasType;
use cuda_driver::graph::Recorder;
use cuda_driver::{Context, DeviceSliceMut, Stream};
use cuda_libraries_sys::cusolver::{
    CusolverTable, Symbol, cusolverDnHandle_t, cusolverDnParams_t, cusolverStatus_t,
};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_library_support::{
    CallError, CurrentStream, HandleApi, Operand, OwnedHandle, StreamCall, Workspace,
    WorkspaceRange,
};

use crate::error::{Error, Verdict, check};
use crate::library::Cusolver;

/// cuSOLVER's state on a device: [documentation](https://docs.nvidia.com/cuda/cusolver/index.html#cusolverdncreate).
///
/// Calls of one handle are submitted by one thread at a time; another thread may continue with it, or have its own.
///
/// Dropping it waits until the device is done with all work, because `cusolverDnDestroy` does. Such waiting invalidates what other
/// threads [capture](cuda_driver::Context::capture) in the context meanwhile, in every mode: keep handles until captures have
/// ended.
#[doc(alias = "cusolverDnDestroy")]
pub struct Handle {
    state: Arc<HandleState>,
    current_stream: CurrentStream,
}

/// A handle, and its parameters, which are destroyed first.
struct HandleState {
    params: OwnedHandle<Params>,
    handle: OwnedHandle<Cusolver>,
}

// SAFETY: cuSOLVER allows a handle to be used by any thread, one at a time.
unsafe impl HandleApi for Cusolver {
    type Raw = cusolverDnHandle_t;
    const LIBRARY: &'static str = "cuSOLVER";
    const MODULE: &'static str = "cusolver";

    fn is_of_file(self) -> bool {
        Cusolver::is_of_file(self)
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.raw().cusolverDnDestroy {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(raw) };
        }
    }
}

/// cuSOLVER, as what makes a handle's parameters.
#[derive(Clone, Copy, Debug)]
struct Params(Cusolver);

// SAFETY: as for handles.
unsafe impl HandleApi for Params {
    type Raw = cusolverDnParams_t;
    const LIBRARY: &'static str = Cusolver::LIBRARY;
    const MODULE: &'static str = Cusolver::MODULE;

    fn is_of_file(self) -> bool {
        self.0.is_of_file()
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.0.raw().cusolverDnDestroyParams {
            // SAFETY: the caller guarantees that they are alive, and that nothing uses them afterwards.
            unsafe { destroy(raw) };
        }
    }
}

impl Handle {
    /// Returns the calls, on a stream. Nothing of a call remains in the handle.
    #[doc(alias = "cusolverDnSetStream")]
    #[inline]
    pub fn on<'a>(&'a mut self, stream: &'a Stream) -> Solver<'a> {
        Solver::new(self, stream, false)
    }

    /// Returns the calls for a graph: each is recorded, and done at each launch. A [workspace](Solver::workspace) and
    /// [memory for `info`](Solver::info) are passed.
    ///
    /// # Safety
    /// - The memory, the workspace and the handle live until the graph and everything instantiated from it are destroyed, and
    ///   their last launch has completed. [`Capture::keep`](cuda_driver::graph::Capture::keep) ensures this;
    ///   [`owner`](Self::owner) is the handle's.
    /// - While the graph runs, nothing else uses what it writes, or writes what it reads. The workspace and memory of the handle
    ///   count as written.
    /// - No other thread records, edits or ends the capture during a call.
    pub unsafe fn record<'a>(&'a mut self, recorder: &'a Recorder) -> Solver<'a> {
        // SAFETY: the caller guarantees what is recorded; nothing is allocated on the stream, and no clone of it is made.
        let stream = unsafe { recorder.stream() };
        Solver::new(self, stream, true)
    }

    /// Returns a value that keeps cuSOLVER's handle alive, for a graph that uses it.
    #[must_use]
    pub fn owner(&self) -> impl Any + Send + Sync + use<> {
        self.state.clone()
    }

    /// Returns the library.
    #[must_use]
    #[inline]
    pub fn cusolver(&self) -> Cusolver {
        self.state.handle.library()
    }

    /// Returns the context that it was created in.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        self.state.handle.context()
    }

    /// Returns cuSOLVER's own handle, for [`Cusolver::raw`].
    ///
    /// The next call of this crate sets its stream anew: take the handle again before the stream is set by others again, whose
    /// streams calls would be on otherwise.
    #[must_use]
    pub fn as_raw(&mut self) -> cusolverDnHandle_t {
        self.current_stream = CurrentStream::default();
        self.state.handle.raw()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("cusolver", &self.cusolver())
            .field("context", self.context())
            .finish_non_exhaustive()
    }
}

impl Cusolver {
    /// Creates cuSOLVER's state on the device of `context`, which takes some memory there, and time: a program keeps it.
    ///
    /// # Errors
    /// cuSOLVER's error, or the driver's.
    #[doc(alias("cusolverDnCreate", "cusolverDnCreateParams", "cusolverDnDestroyParams"))]
    pub fn handle(self, context: &Context) -> Result<Handle, Error> {
        let table = self.raw();
        let (symbol, params_symbol) = (Symbol::cusolverDnCreate, Symbol::cusolverDnCreateParams);
        let create = self.require(symbol, table.cusolverDnCreate)?;
        let create_params = self.require(params_symbol, table.cusolverDnCreateParams)?;
        // What couldn't be destroyed would be leaked.
        self.require(Symbol::cusolverDnDestroy, table.cusolverDnDestroy)?;
        self.require(Symbol::cusolverDnDestroyParams, table.cusolverDnDestroyParams)?;
        let create = || {
            let mut raw = null_mut();
            // SAFETY: the pointer is to a live pointer, and the context is current.
            check(symbol, unsafe { create(&raw mut raw) }, String::new)?;
            Ok::<_, Error>(raw)
        };
        // SAFETY: cuSOLVER's function returns a new handle, which nothing else has.
        let handle = unsafe { OwnedHandle::new(self, context, symbol.function().name, create) }?;
        let create = || {
            let mut raw = null_mut();
            // SAFETY: as above.
            check(params_symbol, unsafe { create_params(&raw mut raw) }, String::new)?;
            Ok::<_, Error>(raw)
        };
        let (name, params) = (params_symbol.function().name, Params(self));
        // SAFETY: as above, of new parameters.
        let params = unsafe { OwnedHandle::new(params, context, name, create) }?;
        let state = HandleState { params, handle };
        Ok(Handle { state: Arc::new(state), current_stream: CurrentStream::default() })
    }
}

/// LAPACK's routines, on a stream: [`Handle::on`].
///
/// Matrices are those of `cuda-cublas`: row-major, or by columns after `t`. What cuSOLVER can't do in an order is
/// [`Error::Layout`], which says what to copy; each call says what it takes.
///
/// Calls whose result may not exist wait until cuSOLVER has said whether it does, which is an error with the pivot; with
/// [`info`](Self::info) that is written to device memory, and they return at once, as the others do.
///
/// # Errors
/// Before cuSOLVER is called, each call returns
/// - [`Error::Shapes`] or [`Error::Layout`], if its operands don't fit,
/// - [`Error::Call`], if they belong elsewhere, other code captures the stream, the call would have to allocate or to wait while
///   it is captured, or the workspace is too small, or absent from a graph;
///
/// and afterwards [`Error::Numbers`], or cuSOLVER's error, with the sizes.
pub struct Solver<'a> {
    handle: &'a mut Handle,
    pub(crate) stream: &'a Stream,
    workspace: Option<WorkspaceRange>,
    /// Address and length.
    info: Option<(u64, usize)>,
    is_recorded: bool,
}

/// The memory that a function may use.
#[doc(hidden)]
pub struct Work {
    pub(crate) device: *mut c_void,
    pub(crate) bytes: usize,
    pub(crate) host: *mut c_void,
    pub(crate) host_bytes: usize,
}

impl Work {
    /// Returns the number of elements for functions of 32 bits, which need no more than that.
    pub(crate) fn elements<T>(&self) -> c_int {
        c_int::try_from(self.bytes / size_of::<T>()).unwrap_or(c_int::MAX)
    }
}

/// What is said about each matrix, by a number above 0.
#[doc(hidden)]
pub type Judge = fn(usize) -> Verdict;

/// A call after its checks.
#[doc(hidden)]
pub struct Job<'a> {
    pub(crate) call: &'static str,
    /// The operands with their sizes.
    pub(crate) operands: &'a dyn Fn() -> String,
    /// The number of matrices.
    pub(crate) len: usize,
    /// `None` if there is always a result: then nothing waits for it.
    pub(crate) judge: Option<Judge>,
}

impl<'a> Solver<'a> {
    fn new(handle: &'a mut Handle, stream: &'a Stream, is_recorded: bool) -> Self {
        Self { handle, stream, workspace: None, info: None, is_recorded }
    }

    /// Sets the memory that calls may use. Without it, a call allocates what it needs on the stream, and frees it there.
    ///
    /// # Errors
    /// [`Error::Call`], if it belongs to another stream, or begins at no multiple of 256 bytes.
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        self.workspace = Some(self.stream_call("workspace").workspace::<Error>(workspace)?);
        Ok(self)
    }

    /// Sets where cuSOLVER writes whether there are results, a number for each matrix: 0, or LAPACK's `info`. Calls don't wait for
    /// it then, and only their arguments are errors. What always has a result doesn't write it, but where it is
    /// [recorded](Handle::record): then 0, so that a graph needs other memory for it.
    ///
    /// # Errors
    /// [`Error::Call`], if it belongs to another stream.
    #[doc(alias = "devInfo")]
    pub fn info(mut self, info: impl Into<DeviceSliceMut<'a, i32>>) -> Result<Self, Error> {
        let info = info.into();
        self.check("info", &[Operand::new("info", info.stream(), info.as_raw(), 4)])?;
        self.info = Some((info.as_raw(), info.len()));
        Ok(self)
    }

    pub(crate) fn cusolver(&self) -> Cusolver {
        self.handle.cusolver()
    }

    pub(crate) fn table(&self) -> &'static CusolverTable {
        self.handle.cusolver().raw()
    }

    pub(crate) fn require<F>(&self, symbol: Symbol, slot: Option<F>) -> Result<F, Error> {
        self.handle.cusolver().require(symbol, slot)
    }

    fn stream_call(&self, name: &'static str) -> StreamCall<'_> {
        let context = self.handle.context();
        StreamCall { name, stream: self.stream, context, is_recorded: self.is_recorded }
    }

    /// Checks what is the same for all calls.
    pub(crate) fn check(&self, call: &'static str, operands: &[Operand<'_>]) -> Result<(), Error> {
        self.stream_call(call).check(operands.iter().copied())
    }

    /// Checks that the call may allocate memory of the stream.
    pub(crate) fn check_not_captured(&self, call: &'static str) -> Result<(), Error> {
        self.stream_call(call).check_not_captured()
    }

    /// Calls a function that needs memory of which another says how much.
    ///
    /// # Safety
    /// The functions are called with operands that were checked.
    pub(crate) unsafe fn sized(
        &mut self,
        job: &Job<'_>,
        (size_symbol, size): (
            Symbol,
            impl FnOnce(
                cusolverDnHandle_t,
                cusolverDnParams_t,
                *mut usize,
                *mut usize,
            ) -> cusolverStatus_t,
        ),
        (symbol, run): (
            Symbol,
            impl FnOnce(cusolverDnHandle_t, cusolverDnParams_t, Work, *mut c_int) -> cusolverStatus_t,
        ),
    ) -> Result<(), Error> {
        let call = job.call;
        let state = self.handle.state.clone();
        let (handle, params) = (state.handle.raw(), state.params.raw());
        let (mut needed, mut host_bytes) = (0, 0);
        let sizes = (&raw mut needed, &raw mut host_bytes);
        let status =
            state.handle.context().with_current(|| size(handle, params, sizes.0, sizes.1))?;
        check(size_symbol, status, job.operands)?;
        if self.is_recorded && host_bytes > 0 {
            // The graph would use the host's memory.
            return Err(CallError::Captured { call }.into());
        }
        let memory = self.stream_call(call).memory::<Error>(self.workspace, needed)?;
        let mut words = vec![0_u64; host_bytes.div_ceil(8)];
        let host = if words.is_empty() { null_mut() } else { words.as_mut_ptr().cast() };
        let work = Work { device: memory.pointer(), bytes: memory.len, host, host_bytes };
        // SAFETY: the caller guarantees the operands; the work area is the stream's, in whose order it is freed, and so is the host's.
        let judged =
            unsafe { self.judged(job, symbol, |raw, params, info| run(raw, params, work, info)) };
        if !words.is_empty() {
            // What was submitted may use it after the call.
            let drop_result = self.stream.drop_after(words);
            judged?;
            return Ok(drop_result?);
        }
        judged
    }

    /// Calls a function that says whether there is a result.
    ///
    /// # Safety
    /// As [`sized`](Self::sized).
    pub(crate) unsafe fn judged(
        &mut self,
        job: &Job<'_>,
        symbol: Symbol,
        run: impl FnOnce(cusolverDnHandle_t, cusolverDnParams_t, *mut c_int) -> cusolverStatus_t,
    ) -> Result<(), Error> {
        let call = job.call;
        let mut allocated = None;
        // What is said of a factorization remains when the factors are used.
        let writes = |_: &_| job.judge.is_some() || self.check_not_captured(call).is_err();
        let info = match self.info.filter(writes) {
            Some((_, found)) if found < job.len => {
                let operands = format!("an info of {found} for {} matrices", job.len);
                let rule = "there is a number for each matrix";
                return Err(Error::Shapes { call, operands, rule });
            }
            Some((address, _)) => address,
            None => {
                self.check_not_captured(call)?;
                allocated.insert(self.stream.alloc_zeroed::<i32>(job.len)?).as_raw()
            }
        };
        let (state, current_stream) = (&*self.handle.state, &mut self.handle.current_stream);
        let (library, set) = (state.handle.library(), Symbol::cusolverDnSetStream);
        let (handle, params) = (state.handle.raw(), state.params.raw());
        let set_stream = library.require(set, library.raw().cusolverDnSetStream)?;
        state.handle.context().with_current(|| {
            current_stream.set(self.stream, |stream| {
                // SAFETY: the handle is alive, and this has it alone. The stream is alive until after the call.
                check(set, unsafe { set_stream(handle, stream.cast()) }, job.operands)
            })?;
            check(symbol, run(handle, params, info as *mut c_int), job.operands)
        })??;
        let (Some(allocated), Some(judge)) = (allocated, job.judge) else {
            return Ok(());
        };
        let wrong = allocated.to_vec()?.into_iter().enumerate().find(|(_, info)| *info != 0);
        match wrong {
            None => Ok(()),
            Some((index, info)) => {
                let number = info.unsigned_abs() as usize;
                let verdict =
                    if info > 0 { judge(number) } else { Verdict::Argument { argument: number } };
                Err(Error::Numbers { call, matrix: (job.len > 1).then_some(index), verdict })
            }
        }
    }
}

/// Calls a function with a workspace: that which says its size, and that which uses it, with the parameters that both have
/// between their first and last ones, and between semicolons one that the first lacks.
macro_rules! sized {
    (
        $solver:expr, $job:expr, $size:ident,
        $run:ident($($argument:expr),* $(,)? $(; $written:expr; $($after:expr),*)?) $(, $last:expr)?
    ) => {{
        use cuda_libraries_sys::cusolver::Symbol;
        let table = $solver.table();
        let size = $solver.require(Symbol::$size, table.$size)?;
        let run = $solver.require(Symbol::$run, table.$run)?;
        // SAFETY: the operands were checked, are borrowed, and belong to the stream, in whose order their memory is freed. The sizes
        // are those of the views, whose layouts were checked when they were made.
        unsafe {
            $solver.sized(
                $job,
                (Symbol::$size, |raw, params, device, host| size(raw, params, $($argument,)* $($($after,)*)? device, host $(, $last)?)),
                (Symbol::$run, |raw, params, work, info| {
                    run(
                        raw, params, $($argument,)* $($written, $($after,)*)?
                        work.device, work.bytes, work.host, work.host_bytes, info $(, $last)?
                    )
                }),
            )
        }
    }};
}

pub(crate) use sized;

/// Returns the type of elements.
pub(crate) fn data<T: BlasType>() -> cudaDataType {
    <T as cublas::Product<T>>::DATA
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("handle", &self.handle).finish_non_exhaustive()
    }
}
