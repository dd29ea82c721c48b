//! The graph of a capture while it is recorded.

use core::ptr;

use cuda_driver_sys::{
    CUgraph, CUgraphNode, CUstream, CUstreamCaptureStatus, CUstreamUpdateCaptureDependencies_flags,
    Symbol,
};

use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::graph::recorder::demand_capture;
use crate::graph::{GraphBuilder, GraphNode, Recorder};
use crate::object::{Object, Ownership};

/// What the driver tells of a stream that captures.
struct CaptureInfo {
    id: u64,
    graph: CUgraph,
    /// The nodes that the next work depends on.
    last: Vec<CUgraphNode>,
}

impl Recorder {
    /// Returns the number of the capture in the process. All its streams have the same.
    ///
    /// [`cuStreamGetCaptureInfo`](crate::driver::Raw::cuStreamGetCaptureInfo)
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if the capture is invalid or has ended, or an error if the driver is
    /// older than CUDA 11.3.
    #[doc(alias("cuStreamGetCaptureInfo", "cuStreamGetCaptureInfo_v3"))]
    pub fn id(&self) -> Result<u64, CuResult> {
        let _nodes = self.graph_lock().lock();
        Ok(self.info()?.id)
    }

    /// Calls `edit` with the graph that is recorded, and with the nodes that the next recorded work will run after. The
    /// nodes that `edit` returns replace these. So nodes of all kinds can be mixed with recorded work:
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let mut x = stream.alloc::<u32>(3)?;
    /// # stream.synchronize()?;
    /// use cuda_driver::graph::HostNode;
    ///
    /// let capture = context.capture()?;
    /// // SAFETY: the buffer outlives the graph, and only its launch uses it.
    /// unsafe { capture.fill(&mut x, 1) }?;
    /// capture.edit(|graph, last| {
    ///     let node = graph.add_node(last, HostNode::new(|| println!("filled")))?;
    ///     Ok(vec![node]) // the copy below runs after it
    /// })?;
    /// let mut y = [0; 3];
    /// // SAFETY: as above, for `y` too.
    /// unsafe { capture.download(&x, &mut y) }?;
    /// // SAFETY: as above.
    /// unsafe { capture.finish()?.instantiate()?.launch(&stream) }?;
    /// stream.synchronize()?;
    /// assert_eq!(y, [1, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Work that a kernel of the capture lets begin early
    /// ([`programmatic_stream_serialization`](crate::LaunchAttribute::programmatic_stream_serialization)) runs after its end,
    /// if `edit` is called between both.
    ///
    /// [`cuStreamUpdateCaptureDependencies`](crate::driver::Raw::cuStreamUpdateCaptureDependencies)
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_INVALIDATED` (901) if the capture is invalid or has ended, or the error of `edit`: the
    /// next work then runs after the same nodes as before. [`Error::NotInGraph`] for a node of another graph. Requires a
    /// driver of CUDA 11.3.
    #[doc(alias("cuStreamGetCaptureInfo", "cuStreamGetCaptureInfo_v3"))]
    #[doc(alias("cuStreamUpdateCaptureDependencies", "cuStreamUpdateCaptureDependencies_v2"))]
    pub fn edit(
        &self,
        edit: impl FnOnce(&mut GraphBuilder<'_>, &[GraphNode]) -> Result<Vec<GraphNode>, Error>,
    ) -> Result<(), Error> {
        let (graph, last) = {
            let mut nodes = self.graph_lock().lock();
            let CaptureInfo { graph, last, .. } = self.info()?;
            let node = |node| nodes.node(graph, node);
            (graph, last.into_iter().map(node).collect::<Vec<_>>())
        };
        let kind = self.kind(graph);
        let mut builder = GraphBuilder::new(Object::new(graph, Ownership::Borrowed, kind));
        let next = edit(&mut builder, &last)?;
        let nodes = self.graph_lock().lock();
        let recording = self.its_stream().recording();
        let _calls = recording.as_ref().map(|recording| recording.lock_calls());
        // It may have ended meanwhile, or recorded more.
        let CaptureInfo { last, .. } = self.info_of_locked()?;
        let next = nodes.built_handles(graph, &next)?;
        if next == last {
            return Ok(());
        }
        let table = self.its_stream().raw().table();
        let flags = CUstreamUpdateCaptureDependencies_flags::CU_STREAM_SET_CAPTURE_DEPENDENCIES.0;
        Ok(self.its_stream().submit(|raw, stream| {
            // The driver only reads them.
            let (dependencies, length) = (next.as_ptr().cast_mut(), next.len());
            let older = table.cuStreamUpdateCaptureDependencies;
            match (table.cuStreamUpdateCaptureDependencies_v2, older) {
                // SAFETY: the stream captures this graph, whose nodes are alive and locked.
                (None, Some(update)) => unsafe {
                    let code = update(stream, dependencies, length, flags);
                    raw.check(Symbol::cuStreamUpdateCaptureDependencies, code)
                },
                // SAFETY: as above.
                _ => unsafe {
                    raw.cuStreamUpdateCaptureDependencies(
                        stream,
                        dependencies,
                        ptr::null(),
                        length,
                        flags,
                    )
                },
            }
        })?)
    }

    /// Returns the nodes that the next work depends on.
    pub(super) fn last_nodes(&self) -> Result<Vec<CUgraphNode>, CuResult> {
        let _nodes = self.graph_lock().lock();
        Ok(self.info()?.last)
    }

    /// Returns what the driver tells of the capture, whose graph is locked.
    fn info(&self) -> Result<CaptureInfo, CuResult> {
        let recording = self.its_stream().recording();
        let _calls = recording.as_ref().map(|recording| recording.lock_calls());
        self.info_of_locked()
    }

    /// The same, while no other thread records, because the driver's array of nodes is valid until then.
    fn info_of_locked(&self) -> Result<CaptureInfo, CuResult> {
        demand_capture(self.its_stream())?;
        self.its_stream().submit(info)
    }
}

fn info(raw: Raw, stream: CUstream) -> Result<CaptureInfo, CuResult> {
    let table = raw.table();
    let (id, graph, nodes, length) =
        match (table.cuStreamGetCaptureInfo_v3, table.cuStreamGetCaptureInfo_v2) {
            (None, Some(get)) => {
                let mut status = CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
                let (mut id, mut graph, mut length) = (0, ptr::null_mut(), 0);
                let mut nodes = ptr::null();
                // SAFETY: the stream is alive, and the driver writes each value.
                let code = unsafe {
                    get(
                        stream,
                        &raw mut status,
                        &raw mut id,
                        &raw mut graph,
                        &raw mut nodes,
                        &raw mut length,
                    )
                };
                raw.check(Symbol::cuStreamGetCaptureInfo, code)?;
                (id, graph, nodes, length)
            }
            // SAFETY: the stream is alive.
            _ => unsafe {
                let (_, id, graph, nodes, _, length) = raw.cuStreamGetCaptureInfo(stream)?;
                (id, graph, nodes, length)
            },
        };
    let last = if nodes.is_null() {
        Vec::new()
    } else {
        // SAFETY: the driver keeps an array of that many nodes until the next call on the stream.
        unsafe { core::slice::from_raw_parts(nodes, length) }.to_vec()
    };
    Ok(CaptureInfo { id, graph, last })
}
