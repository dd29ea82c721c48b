//! Executable graphs, and why a graph can't become one.

use core::ptr;

use cuda_driver_sys::{CUDA_GRAPH_INSTANTIATE_PARAMS, CUgraphExec, Symbol};

use crate::error::Error;
use crate::generated::enums::GraphInstantiateResult;
use crate::graph::{Graph, GraphExec, RefusedGraph};
use crate::trace::span;

flags! {
    /// How a graph is instantiated: [`Graph::instantiate_with`].
    ///
    /// `CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD` isn't one of them, because it needs a stream: [`GraphExec::upload`] does the
    /// same.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct InstantiateFlags: u64 {
        /// Each launch first frees what the graph allocated at the previous one and hasn't been freed since.
        const AUTO_FREE_ON_LAUNCH = 0x1;
        /// Kernels of graphs can launch it, too: by `cudaGraphLaunch`, with the handle of the executable graph
        /// ([`GraphExec::as_raw`]) or with their own (`cudaGetCurrentGraphExec`), in code that is linked with
        /// `libcudadevrt.a`. It has kernels, copies, fills and child graphs alone. They launch what was last
        /// [uploaded](GraphExec::upload) or launched by the host; it must not be running otherwise, and it and what it uses must outlive their
        /// graph's launches.
        const DEVICE_LAUNCH = 0x4;
        /// Nodes run with their own priorities, rather than with that of the stream that the graph is launched on.
        const USE_NODE_PRIORITY = 0x8;
    }
}

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
