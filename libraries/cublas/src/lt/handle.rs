use core::any::Any;
use core::ffi::{c_int, c_void};
use core::fmt;
use core::ptr::null_mut;
use std::sync::Arc;
use std::time::Duration;

use cuda_driver::graph::Recorder;
use cuda_driver::{Context, Element, Stream};
use cuda_libraries_sys::cublas::cublasStatus_t;
use cuda_libraries_sys::cublaslt::{
    Symbol, cublasLtHandle_t, cublasLtMatmulHeuristicResult_t, cublasLtMatmulPreferenceAttributes_t,
};
use cuda_library_support::{HandleApi, OwnedHandle, StreamCall, Workspace, WorkspaceRange};

use crate::call::{Operand, check, check_status, failure};
use crate::element::Host;
use crate::error::Error;
use crate::lt::algorithm::{Alignments, alignment};
use crate::lt::descriptor::Preference;
use crate::lt::problem::{Addresses, Problem, ProductDescriptors};
use crate::lt::{Algorithm, CublasLt, LtProduct, Matmul};

/// cuBLASLt's state on a device. Threads may share it; clones refer to the same one.
///
/// Dropping the last one may wait until the device is done with all work, which invalidates captures of the context, as with
/// [`cublas::Handle`](crate::handle::Handle).
#[doc(alias = "cublasLtDestroy")]
#[derive(Clone)]
pub struct Handle {
    state: Arc<OwnedHandle<CublasLt>>,
}

// SAFETY: cuBLASLt allows a handle to be used by several threads at a time.
unsafe impl HandleApi for CublasLt {
    type Raw = cublasLtHandle_t;
    const LIBRARY: &'static str = "cuBLASLt";
    const MODULE: &'static str = "cublaslt";

    fn is_of_file(self) -> bool {
        CublasLt::is_of_file(self)
    }

    unsafe fn destroy(self, raw: Self::Raw) {
        if let Some(destroy) = self.raw().cublasLtDestroy {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(raw) };
        }
    }
}

impl CublasLt {
    /// Creates cuBLASLt's state on the device of `context`.
    ///
    /// # Errors
    /// cuBLASLt's error, or the driver's.
    #[doc(alias = "cublasLtCreate")]
    pub fn handle(self, context: &Context) -> Result<Handle, Error> {
        Handle::new(self, context)
    }
}

impl Handle {
    pub(crate) fn new(lt: CublasLt, context: &Context) -> Result<Self, Error> {
        let symbol = Symbol::cublasLtCreate;
        let create = lt.require(symbol, lt.raw().cublasLtCreate)?;
        // What couldn't be destroyed would be leaked.
        lt.require(Symbol::cublasLtDestroy, lt.raw().cublasLtDestroy)?;
        let create = || {
            let mut raw = null_mut();
            // SAFETY: the pointer is to a live pointer, and the context is current.
            let status = unsafe { create(&raw mut raw) };
            check_status(symbol.function().name, status, &[])?;
            Ok::<_, Error>(raw)
        };
        // SAFETY: cuBLASLt's function returns a new handle, which nothing else has.
        let state = unsafe { OwnedHandle::new(lt, context, symbol.function().name, create) }?;
        Ok(Self { state: Arc::new(state) })
    }

    /// Returns what is computed on a stream.
    #[must_use]
    pub fn on<'a>(&'a self, stream: &'a Stream) -> Lt<'a> {
        Lt::new(self, stream, false)
    }

    /// Returns what is recorded into a graph: each product is done at each launch. Operands may belong to any stream of the
    /// context.
    ///
    /// # Safety
    /// As [`cublas::Handle::record`](crate::handle::Handle::record).
    #[must_use]
    pub unsafe fn record<'a>(&'a self, recorder: &'a Recorder) -> Lt<'a> {
        // SAFETY: the caller guarantees what is recorded; nothing is allocated on the stream, and no clone of it is made.
        let stream = unsafe { recorder.stream() };
        Lt::new(self, stream, true)
    }

    /// Returns a value that keeps cuBLASLt's handle alive, for a graph that uses it.
    #[must_use]
    pub fn owner(&self) -> impl Any + Send + Sync + use<> {
        self.state.clone()
    }

    /// Returns the library.
    #[must_use]
    pub fn cublaslt(&self) -> CublasLt {
        self.state.library()
    }

    /// Returns the context that it was created in.
    #[must_use]
    pub fn context(&self) -> &Context {
        self.state.context()
    }

    /// Returns cuBLASLt's own handle, for [`CublasLt::raw`].
    #[must_use]
    pub fn as_raw(&self) -> cublasLtHandle_t {
        self.state.raw()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("cublaslt", &self.cublaslt())
            .field("context", self.context())
            .finish_non_exhaustive()
    }
}

/// cuBLASLt on a stream: [`Handle::on`].
///
/// # Errors
/// Before cuBLASLt is called, each method returns [`Error::Shapes`], [`Error::Call`], [`Error::Layout`] or [`Error::TooLarge`] as
/// those of [`Blas`](crate::handle::Blas) do; and afterwards cuBLASLt's error, with the sizes.
pub struct Lt<'a> {
    handle: &'a Handle,
    stream: &'a Stream,
    workspace: Option<WorkspaceRange>,
    is_recorded: bool,
}

/// How often each algorithm is measured.
const ROUNDS: u32 = 10;

impl<'a> Lt<'a> {
    fn new(handle: &'a Handle, stream: &'a Stream, is_recorded: bool) -> Self {
        Self { handle, stream, workspace: None, is_recorded }
    }

    /// Sets the memory that products may use. Without it there is none, and fewer algorithms are possible.
    ///
    /// # Errors
    /// [`Error::Call`], if it belongs to another stream, or begins at no multiple of 256 bytes.
    #[doc(alias(
        "cublasLtMatmulPreferenceCreate",
        "cublasLtMatmulPreferenceDestroy",
        "cublasLtMatmulPreferenceSetAttribute"
    ))]
    pub fn workspace(mut self, workspace: &'a mut Workspace) -> Result<Self, Error> {
        self.workspace = Some(self.stream_call("workspace").workspace::<Error>(workspace)?);
        Ok(self)
    }

    /// Computes a product with the algorithm that cuBLASLt thinks fastest.
    ///
    /// # Errors
    /// As [`Lt`] says.
    #[doc(alias = "cublasLtMatmul")]
    pub fn matmul<A: LtProduct<B, D>, B: Element, D: Element>(
        &mut self,
        matmul: &mut Matmul<'_, A, B, D>,
    ) -> Result<(), Error> {
        self.prepared(matmul, |lt, prepared| {
            // cuBLASLt's own choice, without an algorithm, wouldn't know how the addresses are aligned.
            match lt.search(prepared, 1)?.first() {
                Some(algorithm) => lt.submit(matmul, prepared, algorithm),
                None if prepared.is_empty => Ok(()),
                None => Err(lt.unsupported(prepared)),
            }
        })
    }

    /// Computes a product with an algorithm.
    ///
    /// # Errors
    /// As [`Lt`] says, and [`Error::OtherProblem`] if the algorithm was found for another one.
    #[doc(alias = "cublasLtMatmul")]
    pub fn matmul_with<A: LtProduct<B, D>, B: Element, D: Element>(
        &mut self,
        algorithm: &Algorithm,
        matmul: &mut Matmul<'_, A, B, D>,
    ) -> Result<(), Error> {
        self.prepared(matmul, |lt, prepared| lt.submit(matmul, prepared, algorithm))
    }

    /// Returns up to `count` algorithms for a product and the workspace, those that cuBLASLt thinks fastest first.
    ///
    /// # Errors
    /// As [`Lt`] says.
    #[doc(alias = "cublasLtMatmulAlgoGetHeuristic")]
    pub fn algorithms<A: LtProduct<B, D>, B: Element, D: Element>(
        &self,
        matmul: &Matmul<'_, A, B, D>,
        count: usize,
    ) -> Result<Vec<Algorithm>, Error> {
        self.prepared(matmul, |lt, prepared| lt.search(prepared, count))
    }

    /// Measures up to `count` algorithms, each several times, and returns the fastest. The product is computed with each, and
    /// what is in its results afterwards is unspecified. This waits for the stream.
    ///
    /// # Errors
    /// As [`Lt`] says; cuBLASLt's, if it has no algorithm.
    pub fn tune<A: LtProduct<B, D>, B: Element, D: Element>(
        &mut self,
        matmul: &mut Matmul<'_, A, B, D>,
        count: usize,
    ) -> Result<Algorithm, Error> {
        self.stream_call("tune").check_not_captured::<Error>()?;
        self.prepared(matmul, |lt, prepared| {
            let mut fastest: Option<(Duration, Algorithm)> = None;
            let mut failed = None;
            for algorithm in lt.search(prepared, count)? {
                match lt.time(matmul, prepared, &algorithm) {
                    Ok(time) if fastest.as_ref().is_none_or(|(least, _)| time < *least) => {
                        fastest = Some((time, algorithm));
                    }
                    Ok(_) => {}
                    Err(error) => failed = Some(error),
                }
            }
            match (fastest, failed) {
                (Some((_, algorithm)), _) => Ok(algorithm),
                (None, Some(error)) => Err(error),
                (None, None) => Err(lt.unsupported(prepared)),
            }
        })
    }

    fn time<A: LtProduct<B, D>, B: Element, D: Element>(
        &self,
        matmul: &Matmul<'_, A, B, D>,
        prepared: &PreparedProduct<'_>,
        algorithm: &Algorithm,
    ) -> Result<Duration, Error> {
        // The first time loads code.
        self.submit(matmul, prepared, algorithm)?;
        let context = self.stream.context();
        let (begin, end) = (context.event()?, context.event()?);
        self.stream.record(&begin)?;
        for _ in 0..ROUNDS {
            self.submit(matmul, prepared, algorithm)?;
        }
        self.stream.record(&end)?;
        end.synchronize()?;
        Ok(begin.elapsed(&end)?)
    }

    fn stream_call(&self, name: &'static str) -> StreamCall<'_> {
        let context = self.handle.context();
        StreamCall { name, stream: self.stream, context, is_recorded: self.is_recorded }
    }

    /// Returns the address and the length of the workspace.
    fn workspace_range(&self) -> (u64, usize) {
        self.workspace.map_or((0, 0), |workspace| (workspace.address, workspace.len))
    }

    /// Returns the release and the device, for which an algorithm is.
    fn release_and_device(&self) -> (u32, i32) {
        (self.handle.cublaslt().version(), self.handle.context().device().as_raw())
    }

    /// Checks a product, describes it, and does something with it.
    fn prepared<A: LtProduct<B, D>, B: Element, D: Element, R>(
        &self,
        matmul: &Matmul<'_, A, B, D>,
        work: impl FnOnce(&Self, &PreparedProduct<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let (operands, epilogue) = matmul.operands();
        let rule = epilogue.err().unwrap_or("");
        check(self.stream_call("matmul"), &operands, epilogue.is_ok(), rule)?;
        matmul.demand_operations()?;
        let epilogue = epilogue.unwrap_or_default();
        let (problem, addresses) = Problem::of(matmul, epilogue);
        let [a, b, c, d] = addresses;
        let (bias, aux) =
            (matmul.bias_address().unwrap_or(0), matmul.aux_place().map_or(0, |place| place.0));
        let prepared = PreparedProduct {
            described: problem.describe(self.handle.cublaslt(), matmul)?,
            problem,
            alignments: [a, b, c, d, bias, aux].map(alignment),
            addresses,
            operands,
            is_empty: matmul.d.layout.is_empty(),
        };
        work(self, &prepared)
    }

    fn submit<A: LtProduct<B, D>, B: Element, D: Element>(
        &self,
        matmul: &Matmul<'_, A, B, D>,
        prepared: &PreparedProduct<'_>,
        algorithm: &Algorithm,
    ) -> Result<(), Error> {
        let state = &*self.handle.state;
        let lt = state.library();
        if prepared.is_empty {
            return Ok(());
        }
        let (workspace, len) = self.workspace_range();
        let suits =
            algorithm.suits(&prepared.problem, &prepared.alignments, self.release_and_device());
        if !suits || algorithm.workspace > len {
            return Err(Error::OtherProblem { needed: algorithm.workspace, found: len });
        }
        let function = lt.require(Symbol::cublasLtMatmul, lt.raw().cublasLtMatmul)?;
        let algorithm = &raw const algorithm.raw;
        let (alpha, beta) = (Host::of(matmul.alpha), Host::of(matmul.beta));
        let [a, b, c, d] = prepared.addresses.map(|address| address as usize as *mut c_void);
        let ProductDescriptors { operation, layouts } = &prepared.described;
        let [of_a, of_b, of_c, of_d] = layouts.each_ref().map(|each_ref| each_ref.raw());
        let stream = self.stream.as_raw().cast();
        // SAFETY: the descriptions are of these matrices, which were checked, are borrowed, and belong to the stream, in whose order
        // their memory is freed. The factors are in host memory, and are read before the call returns. The algorithm is for
        // the same product.
        let status = state.context().with_current(|| unsafe {
            function(
                state.raw(),
                operation.raw(),
                alpha.pointer(),
                a,
                of_a,
                b,
                of_b,
                beta.pointer(),
                c,
                of_c,
                d,
                of_d,
                algorithm,
                workspace as usize as *mut c_void,
                len,
                stream,
            )
        })?;
        check_status("cublasLtMatmul", status, &prepared.operands)
    }

    fn search(
        &self,
        prepared: &PreparedProduct<'_>,
        count: usize,
    ) -> Result<Vec<Algorithm>, Error> {
        use cublasLtMatmulPreferenceAttributes_t as P;
        if prepared.is_empty {
            return Ok(Vec::new());
        }
        let state = &*self.handle.state;
        let (lt, table) = (state.library(), state.library().raw());
        let symbol = Symbol::cublasLtMatmulAlgoGetHeuristic;
        let search = lt.require(symbol, table.cublasLtMatmulAlgoGetHeuristic)?;
        let alignments = prepared.alignments;
        let mut preference = Preference::new(lt)?;
        let attributes = [
            P::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
            P::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
            P::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
            P::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES,
        ];
        // SAFETY: the attributes are numbers of these types.
        unsafe {
            preference.set(
                P::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                self.workspace_range().1 as u64,
            )?;
            for (attribute, alignment) in attributes.into_iter().zip(alignments) {
                preference.set(attribute, alignment)?;
            }
        }
        let wanted = c_int::try_from(count).unwrap_or(c_int::MAX).clamp(1, 1 << 12);
        let mut results = vec![cublasLtMatmulHeuristicResult_t::default(); wanted as usize];
        let mut found: c_int = 0;
        let ProductDescriptors { operation, layouts } = &prepared.described;
        let [a, b, c, d] = layouts.each_ref().map(|each_ref| each_ref.raw());
        // SAFETY: the descriptions are alive, and there is room for as many results as are wanted.
        let status = state.context().with_current(|| unsafe {
            search(
                state.raw(),
                operation.raw(),
                a,
                b,
                c,
                d,
                preference.raw(),
                wanted,
                results.as_mut_ptr(),
                &raw mut found,
            )
        })?;
        check_status("cublasLtMatmulAlgoGetHeuristic", status, &prepared.operands)?;
        results.truncate(usize::try_from(found).unwrap_or(0));
        let usable = results
            .into_iter()
            .filter(|result| result.state == cublasStatus_t::CUBLAS_STATUS_SUCCESS);
        Ok(usable
            .map(|usable| Algorithm {
                raw: usable.algo,
                problem: prepared.problem.clone(),
                alignments,
                workspace: usable.workspaceSize,
                waves: usable.wavesCount,
                place: self.release_and_device(),
            })
            .collect())
    }

    /// Returns the error of a product without an algorithm.
    fn unsupported(&self, prepared: &PreparedProduct<'_>) -> Error {
        let status = cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED;
        failure("cublasLtMatmulAlgoGetHeuristic", status, &prepared.operands)
    }
}

/// A product that was checked and described.
struct PreparedProduct<'m> {
    problem: Problem,
    described: ProductDescriptors,
    alignments: Alignments,
    addresses: Addresses,
    operands: Vec<Operand<'m>>,
    is_empty: bool,
}

impl fmt::Debug for Lt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lt").field("handle", &self.handle).finish_non_exhaustive()
    }
}
