use core::ffi::c_void;
use core::fmt;
use core::ptr::null_mut;
use std::sync::Arc;

use cuda_driver::graph::Recorder;
use cuda_driver::stream::{LibraryCall, Operand, StreamIdentity};
use cuda_driver::{Context, DeviceBuffer, Stream};
use cuda_libraries_sys::cusparse::{
    CusparseTable, Symbol, cusparseDnMatDescr_t, cusparseDnVecDescr_t, cusparseHandle_t,
    cusparseOrder_t, cusparseStatus_t,
};
use cuda_libraries_sys::shared::cudaDataType;

use crate::descriptor::{DenseMatrix, DenseVector};
use crate::error::{Error, check};
use crate::library::Cusparse;
use crate::matrix::SparseMatrix;
use crate::workspace::{ALIGNMENT, Workspace};

/// cuSPARSE's state on a device: [documentation](https://docs.nvidia.com/cuda/cusparse/index.html#cusparsecreate).
///
/// Calls of one handle are submitted by one thread at a time; another thread may continue with it, or have its own.
///
/// Dropping it may wait until the device is done with all work, as `cusparseDestroy` does. Such waiting invalidates what other
/// threads [capture](cuda_driver::Context::capture) in the context meanwhile, in every mode: keep handles until captures have
/// ended.
#[doc(alias = "cusparseDestroy")]
pub struct Handle {
    state: Arc<HandleState>,
    /// The stream that is set.
    stream_identity: Option<StreamIdentity>,
    /// The dense operands of the last calls, with their addresses, which are replaced as long as the rest is the same.
    vectors: [Option<(VectorKey, u64, DenseVector)>; 2],
    matrices: [Option<(MatrixKey, u64, DenseMatrix)>; 2],
}

/// The length and the type.
type VectorKey = (i64, cudaDataType);

/// Rows, columns, the distance of two rows or columns, the type, and the order.
pub(crate) type MatrixKey = ([i64; 3], cudaDataType, cusparseOrder_t);

cuda_libraries_sys::handle_state! {
    "cuSPARSE", cusparse: Cusparse, cusparse::cusparseHandle_t, cusparseCreate, cusparseDestroy,
    check |_, symbol, status| check(symbol, status, String::new),
    ///
    /// The next call of this crate sets its stream anew: take the handle again before the stream is set by others again, whose
    /// streams calls would be on otherwise.
    fn as_raw(&mut self) { self.stream_identity = None; }
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
}

impl Cusparse {
    /// Creates cuSPARSE's state on the device of `context`, which takes some memory there, and time: a program keeps it.
    ///
    /// # Errors
    /// cuSPARSE's error, or the driver's.
    #[doc(alias = "cusparseCreate")]
    pub fn handle(self, context: &Context) -> Result<Handle, Error> {
        let state = HandleState::new(self, context)?;
        let (vectors, matrices) = ([None, None], [None, None]);
        Ok(Handle { state, stream_identity: None, vectors, matrices })
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
/// - [`Error::OtherStream`] or [`Error::OtherContext`], if they belong elsewhere,
/// - [`Error::Absent`], if this release lacks a function,
/// - [`Error::Captured`], if other code captures the stream, or the call would have to allocate or to wait meanwhile,
///   and [`Error::Workspace`], if that is too small;
///
/// and afterwards cuSPARSE's error, with the sizes.
pub struct Sparse<'a> {
    handle: &'a mut Handle,
    pub(crate) stream: &'a Stream,
    /// Address and length in bytes.
    workspace: Option<(u64, usize)>,
    is_recorded: bool,
}

/// The memory of a call: of the stream, in whose order it is freed.
pub(crate) struct Memory {
    pub(crate) pointer: *mut c_void,
    _own: Option<DeviceBuffer<u8>>,
}

/// A call after its checks: its name, and the operands with their sizes.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) call: &'static str,
    pub(crate) operands: &'a dyn Fn() -> String,
}

impl<'a> Sparse<'a> {
    /// Sets the memory that calls may use.
    ///
    /// # Errors
    /// [`Error::OtherStream`], if it belongs to another stream, and [`Error::Misaligned`].
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        let memory = workspace.slice();
        let (stream, address) = (memory.stream(), memory.as_raw());
        let operand = Operand { name: "workspace", stream, address, alignment: ALIGNMENT };
        self.check("workspace", &[operand])?;
        self.workspace = Some((address, memory.len()));
        Ok(self)
    }

    /// Returns the library.
    #[must_use]
    pub fn cusparse(&self) -> Cusparse {
        self.handle.state.cusparse
    }

    pub(crate) fn table(&self) -> &'static CusparseTable {
        self.handle.cusparse().raw()
    }

    fn place(&self) -> LibraryCall<'_> {
        let context = &self.handle.state.context;
        LibraryCall { stream: self.stream, context, is_recorded: self.is_recorded }
    }

    /// Checks what is the same for all calls.
    pub(crate) fn check(&self, call: &'static str, operands: &[Operand<'_>]) -> Result<(), Error> {
        let checked = self.place().check(operands.iter().copied());
        checked.map_err(|error| Error::of_library_call(call, error))
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
    pub(crate) fn check_waits(&self, call: &'static str) -> Result<(), Error> {
        self.place().check_waits().map_err(|error| Error::of_library_call(call, error))
    }

    /// Calls a function, with the stream set.
    pub(crate) fn run(
        &mut self,
        job: Job<'_>,
        symbol: Symbol,
        run: impl FnOnce(cusparseHandle_t) -> cusparseStatus_t,
    ) -> Result<(), Error> {
        let (state, known) = (&*self.handle.state, &mut self.handle.stream_identity);
        let set = Symbol::cusparseSetStream;
        let set_stream = state.cusparse.require(set, state.cusparse.raw().cusparseSetStream)?;
        let stream = self.stream;
        state.context.with_current(|| {
            if !known.is_some_and(|identity| identity.is_of(stream)) {
                *known = None;
                // SAFETY: the handle is alive, and this has it alone. The stream is alive until after the call; one that is gone has
                // an identity of its own, as has another one with its handle.
                check(set, unsafe { set_stream(state.raw, stream.as_raw().cast()) }, job.operands)?;
                *known = Some(stream.identity());
            }
            check(symbol, run(state.raw), job.operands)
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
    pub(crate) fn memory(&self, call: &'static str, needed: usize) -> Result<Memory, Error> {
        match self.workspace {
            _ if needed == 0 => Ok(Memory { pointer: null_mut(), _own: None }),
            Some((_, found)) if found < needed => Err(Error::Workspace { call, needed, found }),
            Some((address, _)) => Ok(Memory { pointer: address as *mut c_void, _own: None }),
            // What a graph uses must be there when it is launched.
            None if self.is_recorded => Err(Error::Workspace { call, needed, found: 0 }),
            None => {
                self.check_waits(call)?;
                let allocated = self.stream.alloc::<u8>(needed)?;
                Ok(Memory { pointer: allocated.as_raw() as *mut c_void, _own: Some(allocated) })
            }
        }
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
                let context = &self.handle.state.context;
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
                    (&self.handle.state.context, key);
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
