use core::any::Any;
use core::ffi::c_void;
use core::fmt;
use core::ptr::null_mut;
use std::sync::Arc;

use cuda_driver::graph::Recorder;
use cuda_driver::{Context, DeviceBuffer, Stream};
use cuda_libraries_sys::cusparse::{
    CusparseTable, Symbol, cusparseDnMatDescr_t, cusparseDnVecDescr_t, cusparseHandle_t,
    cusparseOrder_t, cusparseStatus_t,
};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_library_support::{
    CallMemory, CurrentStream, HandleApi, Operand, OwnedHandle, StreamCall, Workspace,
    WorkspaceRange,
};

use crate::descriptor::{DenseMatrix, DenseVector};
use crate::error::{Error, check};
use crate::library::Cusparse;
use crate::matrix::SparseMatrix;

/// cuSPARSE's state on a device: [documentation](https://docs.nvidia.com/cuda/cusparse/index.html#cusparsecreate).
///
/// Calls of one handle are submitted by one thread at a time; another thread may continue with it, or have its own.
///
/// Dropping it may wait until the device is done with all work, as `cusparseDestroy` does. Such waiting invalidates what other
/// threads [capture](cuda_driver::Context::capture) in the context meanwhile, in every mode: keep handles until captures have
/// ended.
#[doc(alias = "cusparseDestroy")]
pub struct Handle {
    state: Arc<OwnedHandle<Cusparse>>,
    current_stream: CurrentStream,
    /// The dense operands of the last calls, with their addresses, which are replaced as long as the rest is the same.
    vectors: [Option<(VectorKey, u64, DenseVector)>; 2],
    matrices: [Option<(MatrixKey, u64, DenseMatrix)>; 2],
}

/// The length and the type.
type VectorKey = (i64, cudaDataType);

/// Rows, columns, the distance of two rows or columns, the type, and the order.
pub(crate) type MatrixKey = ([i64; 3], cudaDataType, cusparseOrder_t);

// SAFETY: cuSPARSE allows a handle to be used by any thread, one at a time.
unsafe impl HandleApi for Cusparse {
    type Raw = cusparseHandle_t;
    const LIBRARY: &'static str = "cuSPARSE";
    const MODULE: &'static str = "cusparse";

    fn is_of_file(self) -> bool {
        Cusparse::is_of_file(self)
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.raw().cusparseDestroy {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(raw) };
        }
    }
}

impl Handle {
    /// Returns the calls, on a stream. Nothing of a call remains in the handle.
    #[doc(alias = "cusparseSetStream")]
    #[inline]
    pub fn on<'a>(&'a mut self, stream: &'a Stream) -> Sparse<'a> {
        Sparse { handle: self, stream, workspace: None, is_recorded: false }
    }

    /// Returns the calls for a graph: each is recorded, and done at each launch. A [workspace](Sparse::workspace) is passed to
    /// those that need one, unless the matrix is [prepared](Sparse::prepare).
    ///
    /// # Safety
    /// - The matrices, the memory, the workspace and the handle live until the graph and everything instantiated from it are
    ///   destroyed, and their last launch has completed. [`Capture::keep`](cuda_driver::graph::Capture::keep) ensures this;
    ///   [`owner`](Self::owner) is the handle's.
    /// - While the graph runs, nothing else uses what it writes, or writes what it reads. The workspace, and what is prepared, count
    ///   as written, and two graphs with the same don't run at a time.
    /// - No other thread records, edits or ends the capture during a call.
    pub unsafe fn record<'a>(&'a mut self, recorder: &'a Recorder) -> Sparse<'a> {
        // SAFETY: the caller guarantees what is recorded; nothing is allocated on the stream, and no clone of it is made.
        let stream = unsafe { recorder.stream() };
        Sparse { handle: self, stream, workspace: None, is_recorded: true }
    }

    /// Returns a value that keeps cuSPARSE's handle alive, for a graph that uses it.
    #[must_use]
    pub fn owner(&self) -> impl Any + Send + Sync + use<> {
        self.state.clone()
    }

    /// Returns the library.
    #[must_use]
    #[inline]
    pub fn cusparse(&self) -> Cusparse {
        self.state.library()
    }

    /// Returns the context that it was created in.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        self.state.context()
    }

    /// Returns cuSPARSE's own handle, for [`Cusparse::raw`].
    ///
    /// The next call of this crate sets its stream anew: take the handle again before the stream is set by others again, whose
    /// streams calls would be on otherwise.
    #[must_use]
    pub fn as_raw(&mut self) -> cusparseHandle_t {
        self.current_stream = CurrentStream::default();
        self.state.raw()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("cusparse", &self.cusparse())
            .field("context", self.context())
            .finish_non_exhaustive()
    }
}

impl Cusparse {
    /// Creates cuSPARSE's state on the device of `context`, which takes some memory there, and time: a program keeps it.
    ///
    /// # Errors
    /// cuSPARSE's error, or the driver's.
    #[doc(alias = "cusparseCreate")]
    pub fn handle(self, context: &Context) -> Result<Handle, Error> {
        let symbol = Symbol::cusparseCreate;
        let create = self.require(symbol, self.raw().cusparseCreate)?;
        // What couldn't be destroyed would be leaked.
        self.require(Symbol::cusparseDestroy, self.raw().cusparseDestroy)?;
        let create = || {
            let mut raw = null_mut();
            // SAFETY: the pointer is to a live pointer, and the context is current.
            let status = unsafe { create(&raw mut raw) };
            check(symbol, status, String::new)?;
            Ok::<_, Error>(raw)
        };
        // SAFETY: cuSPARSE's function returns a new handle, which nothing else has.
        let state = unsafe { OwnedHandle::new(self, context, symbol.function().name, create) }?;
        let (state, current_stream) = (Arc::new(state), CurrentStream::default());
        let (vectors, matrices) = ([None, None], [None, None]);
        Ok(Handle { state, current_stream, vectors, matrices })
    }
}

/// Calls with sparse matrices, on a stream: [`Handle::on`].
///
/// Dense matrices are those of `cuda-cublas`, row-major, or by columns after `t`, with any distance of their rows.
///
/// A call is submitted to the stream, to which its memory belongs.
///
/// # Errors
/// Before cuSPARSE is called, each call returns
/// - [`Error::Shapes`], if its operands don't fit, or cuSPARSE has no such call for their format,
/// - [`Error::Call`], if they belong elsewhere, other code captures the stream, the call would have to allocate or to wait while
///   it is captured, or the workspace is too small, or absent from a graph,
/// - [`Error::Absent`], if this release lacks a function;
///
/// and afterwards cuSPARSE's error, with the sizes.
pub struct Sparse<'a> {
    handle: &'a mut Handle,
    pub(crate) stream: &'a Stream,
    workspace: Option<WorkspaceRange>,
    is_recorded: bool,
}

/// A call after its checks: its name, and the operands with their sizes.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) call: &'static str,
    pub(crate) operands: &'a dyn Fn() -> String,
}

impl<'a> Sparse<'a> {
    /// Sets the memory that calls may use. Without it, a call allocates what it needs on the stream, and frees it there.
    ///
    /// # Errors
    /// [`Error::Call`], if it belongs to another stream, or begins at no multiple of 256 bytes.
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        self.workspace = Some(self.stream_call("workspace").workspace::<Error>(workspace)?);
        Ok(self)
    }

    /// Returns the library.
    #[must_use]
    pub fn cusparse(&self) -> Cusparse {
        self.handle.cusparse()
    }

    pub(crate) fn table(&self) -> &'static CusparseTable {
        self.handle.cusparse().raw()
    }

    fn stream_call(&self, name: &'static str) -> StreamCall<'_> {
        let context = self.handle.context();
        StreamCall { name, stream: self.stream, context, is_recorded: self.is_recorded }
    }

    /// Checks what is the same for all calls.
    pub(crate) fn check(&self, call: &'static str, operands: &[Operand<'_>]) -> Result<(), Error> {
        self.stream_call(call).check(operands.iter().copied())
    }

    /// Returns what is checked of a sparse matrix, unless it is of another cuSPARSE, which can't read its descriptor.
    pub(crate) fn operand<'m, T, I>(
        &self,
        job: Job<'_>,
        operand: &'static str,
        matrix: &'m SparseMatrix<T, I>,
    ) -> Result<Operand<'m>, Error> {
        if core::ptr::eq(matrix.cusparse.raw(), self.table()) {
            Ok(matrix.operand(operand))
        } else {
            Err(Error::OtherLibrary { call: job.call, operand })
        }
    }

    /// Checks that the call may allocate memory of the stream, or wait.
    pub(crate) fn check_not_captured(&self, call: &'static str) -> Result<(), Error> {
        self.stream_call(call).check_not_captured()
    }

    /// Calls a function, with the stream set.
    pub(crate) fn run(
        &mut self,
        job: Job<'_>,
        symbol: Symbol,
        run: impl FnOnce(cusparseHandle_t) -> cusparseStatus_t,
    ) -> Result<(), Error> {
        let (state, current_stream) = (&*self.handle.state, &mut self.handle.current_stream);
        let (library, raw, set) = (state.library(), state.raw(), Symbol::cusparseSetStream);
        let set_stream = library.require(set, library.raw().cusparseSetStream)?;
        state.context().with_current(|| {
            current_stream.set(self.stream, |stream| {
                // SAFETY: the handle is alive, and this has it alone. The stream is alive until after the call.
                check(set, unsafe { set_stream(raw, stream.cast()) }, job.operands)
            })?;
            check(symbol, run(raw), job.operands)
        })?
    }

    /// Calls the function of a slot with the handle, whose stream is set.
    pub(crate) fn call<F>(
        &mut self,
        job: Job<'_>,
        symbol: Symbol,
        slot: Option<F>,
        call: impl FnOnce(F, cusparseHandle_t) -> cusparseStatus_t,
    ) -> Result<(), Error> {
        let function = self.cusparse().require(symbol, slot)?;
        self.run(job, symbol, |handle| call(function, handle))
    }

    /// Calls a function that says how many bytes of memory another one needs.
    pub(crate) fn size<F>(
        &mut self,
        job: Job<'_>,
        symbol: Symbol,
        slot: Option<F>,
        call: impl FnOnce(F, cusparseHandle_t, *mut usize) -> cusparseStatus_t,
    ) -> Result<usize, Error> {
        let mut size = 0;
        self.call(job, symbol, slot, |function, handle| call(function, handle, &raw mut size))?;
        Ok(size)
    }

    /// Calls a function twice: for the sizes of its memory, and with that memory, which is returned.
    pub(crate) fn call_with_memory<F: Copy, const N: usize>(
        &mut self,
        job: Job<'_>,
        symbol: Symbol,
        slot: Option<F>,
        call: impl Fn(F, cusparseHandle_t, &mut [usize; N], [*mut c_void; N]) -> cusparseStatus_t,
    ) -> Result<[Option<DeviceBuffer<u8>>; N], Error> {
        let mut sizes = [0; N];
        self.call(job, symbol, slot, |function, handle| {
            call(function, handle, &mut sizes, [null_mut(); N])
        })?;
        let mut memory = [const { None }; N];
        for (memory, size) in memory.iter_mut().zip(sizes) {
            *memory = Some(self.stream.alloc::<u8>(size.max(1))?);
        }
        let pointers = memory.each_ref().map(|buffer: &Option<DeviceBuffer<u8>>| {
            buffer.as_ref().map_or(null_mut(), |buffer| buffer.as_raw() as *mut c_void)
        });
        self.call(job, symbol, slot, |function, handle| {
            call(function, handle, &mut sizes, pointers)
        })?;
        Ok(memory)
    }

    /// Returns memory of so many bytes for a call: the workspace, or the stream's.
    pub(crate) fn memory(&self, call: &'static str, needed: usize) -> Result<CallMemory, Error> {
        self.stream_call(call).memory(self.workspace, needed)
    }

    /// Returns the description of a vector. One of each index lives at a time.
    pub(crate) fn vector(
        &mut self,
        index: usize,
        job: Job<'_>,
        (len, ty, address): (usize, cudaDataType, u64),
    ) -> Result<cusparseDnVecDescr_t, Error> {
        let (library, values, key) = (self.cusparse(), address as *mut c_void, (len as i64, ty));
        match &mut self.handle.vectors[index] {
            Some((known, at, vector)) if *known == key && address != 0 => {
                if *at != address {
                    // Until it is set.
                    *at = 0;
                    let symbol = Symbol::cusparseDnVecSetValues;
                    let set = library.require(symbol, library.raw().cusparseDnVecSetValues)?;
                    // SAFETY: it is alive, and this has it alone; the address is only stored.
                    check(symbol, unsafe { set(vector.raw(), values) }, job.operands)?;
                    *at = address;
                }
                Ok(vector.raw())
            }
            slot => {
                let context = self.handle.state.context();
                let new = DenseVector::new(library, context, job.operands, key.0, values, ty)?;
                Ok(slot.insert((key, address, new)).2.raw())
            }
        }
    }

    /// Returns the description of a matrix. One of each index lives at a time.
    pub(crate) fn matrix(
        &mut self,
        index: usize,
        job: Job<'_>,
        key: MatrixKey,
        address: u64,
    ) -> Result<cusparseDnMatDescr_t, Error> {
        let (library, values) = (self.cusparse(), address as *mut c_void);
        match &mut self.handle.matrices[index] {
            Some((known, at, matrix)) if *known == key && address != 0 => {
                if *at != address {
                    // Until it is set.
                    *at = 0;
                    let symbol = Symbol::cusparseDnMatSetValues;
                    let set = library.require(symbol, library.raw().cusparseDnMatSetValues)?;
                    // SAFETY: it is alive, and this has it alone; the address is only stored.
                    check(symbol, unsafe { set(matrix.raw(), values) }, job.operands)?;
                    *at = address;
                }
                Ok(matrix.raw())
            }
            slot => {
                let (context, ([rows, columns, leading], ty, order)) =
                    (self.handle.state.context(), key);
                let new = DenseMatrix::new(
                    library,
                    context,
                    job.operands,
                    rows,
                    columns,
                    leading,
                    values,
                    ty,
                    order,
                )?;
                Ok(slot.insert((key, address, new)).2.raw())
            }
        }
    }
}

impl fmt::Debug for Sparse<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sparse").field("handle", &self.handle).finish_non_exhaustive()
    }
}
