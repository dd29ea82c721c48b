//! Executable graphs, and why a graph can't become one.

use core::ptr;

use cuda_driver_sys::{CUDA_GRAPH_INSTANTIATE_PARAMS, CUgraphExec, Symbol};

use crate::error::Error;
use crate::generated::enums::GraphInstantiateResult;
use crate::graph::{Graph, GraphExec, InstantiateFlags, RefusedGraph};
use crate::trace::span;

impl Graph {
    /// Creates an executable graph, ready to be launched.
    ///
    /// [`cuGraphInstantiateWithParams`](crate::driver::Raw::cuGraphInstantiateWithParams),
    /// or [`cuGraphInstantiate`](crate::driver::Raw::cuGraphInstantiate) in drivers before CUDA 12.0
    ///
    /// # Errors
    /// [`Error::Graph`] with the driver's reason, or the driver's error.
    #[doc(alias("cuGraphInstantiate", "cuGraphInstantiateWithFlags"))]
    #[doc(alias = "cuGraphInstantiateWithParams")]
    #[inline]
    pub fn instantiate(&self) -> Result<GraphExec, Error> {
        self.instantiate_with(InstantiateFlags::empty())
    }

    /// Creates an executable graph with the given flags.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let capture = context.capture()?;
    /// use cuda_driver::graph::InstantiateFlags;
    ///
    /// let exec = capture.finish()?.instantiate_with(InstantiateFlags::AUTO_FREE_ON_LAUNCH)?;
    /// exec.upload(&stream)?; // so that the first launch doesn't have to
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuGraphInstantiateWithParams`](crate::driver::Raw::cuGraphInstantiateWithParams),
    /// or [`cuGraphInstantiate`](crate::driver::Raw::cuGraphInstantiate) in drivers before CUDA 12.0
    ///
    /// # Errors
    /// [`Error::Graph`] with the driver's reason, or the driver's error.
    #[doc(alias("cuGraphInstantiate", "cuGraphInstantiateWithFlags"))]
    #[doc(alias = "cuGraphInstantiateWithParams")]
    pub fn instantiate_with(&self, flags: InstantiateFlags) -> Result<GraphExec, Error> {
        span!("cuGraphInstantiate");
        let handle = self.instantiate_raw(flags)?;
        Ok(GraphExec::of_graph(self, handle))
    }

    fn instantiate_raw(&self, flags: InstantiateFlags) -> Result<CUgraphExec, Error> {
        let mut params = CUDA_GRAPH_INSTANTIATE_PARAMS {
            flags: flags.bits(),
            hUploadStream: ptr::null_mut(),
            hErrNode_out: ptr::null_mut(),
            ..CUDA_GRAPH_INSTANTIATE_PARAMS::default()
        };
        let raw = self.context().raw();
        let result = {
            let _guard = self.lock(Symbol::cuGraphInstantiate)?;
            let _bound = self.context().bind()?;
            let graph = self.as_raw();
            match raw.table().cuGraphInstantiateWithParams {
                // SAFETY: the context is current, and the graph is alive and locked for this call.
                None => return Ok(unsafe { raw.cuGraphInstantiate(graph, flags.bits()) }?),
                // SAFETY: as above.
                Some(_) => unsafe { raw.cuGraphInstantiateWithParams(graph, &raw mut params) },
            }
        };
        let result = match result {
            Ok(handle) => return Ok(handle),
            Err(result) => result,
        };
        let reason = GraphInstantiateResult::from_raw(params.result_out);
        let is_told =
            !matches!(reason, GraphInstantiateResult::SUCCESS | GraphInstantiateResult::ERROR);
        if is_told && result.call() == Symbol::cuGraphInstantiateWithParams {
            Err(Error::from(RefusedGraph {
                reason,
                node: self.typed_node(params.hErrNode_out),
                result,
            }))
        } else {
            Err(result.into())
        }
    }
}
