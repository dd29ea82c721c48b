//! Graphs that are ready to be launched.

use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::{CUgraphExec, Symbol};

use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, DestroyError, Error};
use crate::graph::{Graph, GraphGuard, GraphLock, GraphNode, SettableNodeParams};
use crate::object::{Object, ObjectKind, Owner, Ownership};
use crate::stream::Stream;
use crate::stream::recording::GraphAllocations;

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

/// A graph that is ready to be launched.
///
/// A value is the only one of its executable graph, and doesn't need the [`Graph`] that it was instantiated from.
/// Threads that launch the same one share it in an [`Arc`](std::sync::Arc).
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// # let module = context.load_ptx(kernels)?;
/// # let count = module.function("count")?;
/// # let mut capture = context.capture()?;
/// # // SAFETY: count() takes no arguments.
/// # unsafe { capture.launch(&count, cuda_driver::Launch::grid(1).block(32), ()) }?;
/// # capture.keep(count);
/// let exec = capture.finish()?.instantiate()?; // the graph itself is destroyed here
/// // SAFETY: the graph keeps what it uses, and nothing else uses the module's variable meanwhile.
/// unsafe { exec.launch(&stream) }?;
/// stream.synchronize()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GraphExec {
    object: Object<ExecKind>,
}

#[derive(Debug)]
struct ExecKind {
    context: Context,
    /// That of the graph that it was instantiated from.
    graph_lock: GraphLock,
    /// What nodes that were changed need alive, by their numbers. The launches that use it keep it alive, too.
    owners: Vec<(u64, Arc<Owner>)>,
    /// The memory that captures allocated for the graph whose nodes it has.
    allocations: Vec<GraphAllocations>,
}

impl GraphExec {
    /// Returns the context of the graph's work.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Runs the graph in the order of `stream`, after the work submitted to that so far, and after previous launches of the
    /// same executable graph, on any stream.
    ///
    /// [`cuGraphLaunch`](crate::Raw::cuGraphLaunch)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if memory that the graph allocated at its last launch
    /// hasn't been freed. Free it, or instantiate with
    /// [`AUTO_FREE_ON_LAUNCH`](crate::graph::InstantiateFlags::AUTO_FREE_ON_LAUNCH).
    ///
    /// # Safety
    /// - Everything that the recorded work uses stays alive until the launch has completed.
    /// - Nothing else accesses what the work writes, or writes what it reads, until the launch has completed. Work of
    ///   `stream` is ordered; work of other streams and the host must wait.
    /// - Memory that the graph allocates is used outside of it only after a launch, in order, and before it is freed or
    ///   the graph is launched again.
    /// - The stream belongs to the graph's driver.
    #[doc(alias = "cuGraphLaunch")]
    #[inline]
    pub unsafe fn launch(&self, stream: &Stream) -> Result<(), CuResult> {
        let _guard = self.object.graph_lock.lock_for_launch();
        // SAFETY: both are alive; the caller guarantees the rest.
        let launch = |raw: Raw, stream| unsafe { raw.cuGraphLaunch(self.as_raw(), stream) };
        let (owners, allocations) = (&self.object.owners, &self.object.allocations);
        let launch = || {
            if owners.is_empty() && allocations.is_empty() {
                stream.submit_recorded(&launch)
            } else {
                // A capture would keep the nodes, but not what they need, and nothing would be allocated yet.
                stream.submit_uncaptured(launch)
            }
        };
        if allocations.is_empty() {
            launch()?
        } else {
            GraphAllocations::launch(allocations, self.context().raw(), launch)?
        }
        if owners.is_empty() {
            return Ok(());
        }
        stream.drop_after(owners.clone())
    }

    /// Prepares the device for the next launch, in the order of `stream`, so that this launch takes no longer than later
    /// ones. Nothing runs.
    ///
    /// [`cuGraphUpload`](crate::driver::Raw::cuGraphUpload)
    ///
    /// # Errors
    /// Returns the driver's error; `CUDA_ERROR_INVALID_HANDLE` (400) for a stream of another driver.
    #[doc(alias = "cuGraphUpload")]
    #[inline]
    pub fn upload(&self, stream: &Stream) -> Result<(), CuResult> {
        let raw = self.context().raw();
        raw.check_same(stream.raw(), Symbol::cuGraphUpload)?;
        let _guard = self.object.graph_lock.lock_for_launch();
        // SAFETY: both are alive, and belong to the same driver.
        stream.submit_uncaptured(|raw, stream| unsafe { raw.cuGraphUpload(self.as_raw(), stream) })
    }

    /// Changes what a node does, from the next launch on. The graph isn't changed, and must still exist with the node.
    /// [`Recorder::edit`](crate::graph::Recorder::edit) tells which node a capture has recorded last.
    ///
    /// What a [`HostNode`](crate::graph::HostNode), an event node or a child graph needs is kept until the node is changed again and its
    /// launches have completed. From then on, each launch records one event more, and can't be captured.
    ///
    /// # Errors
    /// [`Error::NotInGraph`] if the graph or the node was destroyed, [`Error::Launch`] for a kernel, or the driver's
    /// error: `CUDA_ERROR_INVALID_VALUE` (1) for a node of another type, or one that was added later.
    pub fn set_node(
        &mut self,
        node: GraphNode,
        params: impl SettableNodeParams,
    ) -> Result<(), Error> {
        params.check_driver(self.context().raw())?;
        let owner = {
            let nodes = self.lock_with(params.other_graph(), Symbol::cuGraphExecNodeSetParams)?;
            let handle = nodes.any_handle(node)?;
            let _bound = self.context().bind()?;
            let owner: Option<Box<dyn Any + Send>> = match params.other_graph() {
                // The executable graph doesn't keep what another graph does, but a copy of that graph does.
                // SAFETY: the other graph is alive and locked.
                Some(other) if nodes.other().is_keeping() => unsafe {
                    Some(Box::new(other.clone_locked(nodes.other())?))
                },
                _ => params.owner(),
            };
            // SAFETY: both are alive and locked, and the context is current.
            unsafe { params.set(self.context(), Some(self.as_raw()), handle) }?;
            owner
        };
        let owners = &mut self.object.owners;
        owners.retain(|(number, _)| *number != node.number());
        let owner = owner.map(|owner| Arc::new(Owner::new(owner)));
        owners.extend(owner.map(|owner| (node.number(), owner)));
        Ok(())
    }

    /// Locks the graph that this one was instantiated from, and another one, if that still exists.
    pub(super) fn lock_with<'a>(
        &'a self,
        other: Option<&'a Graph>,
        call: Symbol,
    ) -> Result<GraphGuard<'a>, CuResult> {
        let locked = self.object.graph_lock.lock_with(other.map(Graph::graph_lock));
        if let Some(other) = other {
            other.check_exists(locked.other(), call)?;
        }
        Ok(locked)
    }

    /// Makes a call, with both locked, that gives it the nodes of another graph: what was kept for nodes isn't needed any more,
    /// and launches allocate the other graph's memory.
    pub(super) fn update_with(
        &mut self,
        graph: &Graph,
        call: Symbol,
        update: impl FnOnce() -> Result<(), CuResult>,
    ) -> Result<(), CuResult> {
        let graph_lock = self.object.graph_lock.clone();
        let before = {
            let locked = graph_lock.lock_with(Some(graph.graph_lock()));
            graph.check_exists(locked.other(), call)?;
            let _bound = self.context().bind()?;
            let allocations = &mut self.object.allocations;
            GraphAllocations::destroy(allocations.iter(), update, Result::is_ok)?;
            core::mem::replace(allocations, locked.other().allocations())
        };
        drop(before);
        self.object.owners.clear();
        Ok(())
    }

    /// Lets launches skip a kernel, memset or memory-copy node, or run it again. Nodes that run after it do in any case. A
    /// skipped node is skipped until then, also after [`set_node`](Self::set_node) and [`update`](Self::update).
    ///
    /// [`cuGraphNodeSetEnabled`](crate::driver::Raw::cuGraphNodeSetEnabled)
    ///
    /// # Errors
    /// As [`set_node`](Self::set_node). Requires a driver of CUDA 11.6.
    #[doc(alias = "cuGraphNodeSetEnabled")]
    pub fn set_enabled(&mut self, node: GraphNode, is_enabled: bool) -> Result<(), Error> {
        let nodes = self.object.graph_lock.lock();
        let (raw, handle) = (self.context().raw(), nodes.any_handle(node)?);
        // SAFETY: both are alive and locked.
        Ok(unsafe { raw.cuGraphNodeSetEnabled(self.as_raw(), handle, is_enabled.into()) }?)
    }

    /// Returns whether launches run a node.
    ///
    /// [`cuGraphNodeGetEnabled`](crate::driver::Raw::cuGraphNodeGetEnabled)
    ///
    /// # Errors
    /// As [`set_enabled`](Self::set_enabled).
    #[doc(alias = "cuGraphNodeGetEnabled")]
    pub fn is_enabled(&self, node: GraphNode) -> Result<bool, Error> {
        let nodes = self.object.graph_lock.lock();
        let (raw, handle) = (self.context().raw(), nodes.any_handle(node)?);
        // SAFETY: both are alive and locked.
        Ok(unsafe { raw.cuGraphNodeGetEnabled(self.as_raw(), handle) }? != 0)
    }

    /// Returns the number of the executable graph in the process.
    ///
    /// [`cuGraphExecGetId`](crate::driver::Raw::cuGraphExecGetId)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 13.1.
    #[doc(alias = "cuGraphExecGetId")]
    pub fn id(&self) -> Result<u32, CuResult> {
        let _guard = self.object.graph_lock.lock_for_launch();
        // SAFETY: the executable graph is alive and locked.
        unsafe { self.context().raw().cuGraphExecGetId(self.as_raw()) }
    }

    /// Returns the flags that the graph was instantiated with.
    ///
    /// [`cuGraphExecGetFlags`](crate::driver::Raw::cuGraphExecGetFlags)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.0.
    #[doc(alias = "cuGraphExecGetFlags")]
    #[inline]
    pub fn flags(&self) -> Result<InstantiateFlags, CuResult> {
        let _guard = self.object.graph_lock.lock_for_launch();
        // SAFETY: the executable graph is alive, and locked for this call.
        unsafe { self.context().raw().cuGraphExecGetFlags(self.as_raw()) }
            .map(InstantiateFlags::from_bits_retain)
    }

    /// Destroys the executable graph; dropping the value does the same silently. Neither waits for its launches,
    /// which continue.
    ///
    /// [`cuGraphExecDestroy`](crate::Raw::cuGraphExecDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, with the value.
    #[doc(alias = "cuGraphExecDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        self.object.destroy().map_err(|error| error.map(|object| Self { object }))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgraphExec {
        self.object.handle()
    }

    /// Takes ownership of an executable graph, which is destroyed when the value is dropped.
    ///
    /// # Safety
    /// - `handle` is an executable graph whose work belongs to `context`.
    /// - No other code destroys or updates it, or passes it or its graph to a call while this value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUgraphExec) -> Self {
        Self::foreign(context, handle, Ownership::Owned)
    }

    /// Borrows an executable graph that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// - `handle` is an executable graph whose work belongs to `context`, and outlives the value.
    /// - No other code updates it, or passes it or its graph to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUgraphExec) -> Self {
        Self::foreign(context, handle, Ownership::Borrowed)
    }

    /// Uses an executable graph that other code owns, and keeps it alive through `owner`, which is dropped with the
    /// value.
    ///
    /// # Safety
    /// - `handle` is an executable graph whose work belongs to `context`, and lives until `owner` is dropped.
    /// - No other code updates it, or passes it or its graph to a call while the value is used.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        context: &Context,
        handle: CUgraphExec,
        owner: impl Any + Send,
    ) -> Self {
        Self::foreign(context, handle, Ownership::foreign(owner))
    }

    /// Releases ownership of the executable graph; the caller must destroy it. What nodes that were
    /// [changed](Self::set_node) need is leaked. If it frees memory of other graphs, that is the caller's, too.
    ///
    /// # Errors
    /// Returns the value if this crate doesn't own the executable graph.
    #[inline]
    pub fn into_raw(mut self) -> Result<CUgraphExec, Self> {
        let owners = core::mem::take(&mut self.object.owners);
        // It allocates and frees from now on what this crate doesn't know.
        let allocations = core::mem::take(&mut self.object.allocations);
        match self.object.into_raw() {
            Ok(handle) => {
                core::mem::forget((owners, allocations));
                Ok(handle)
            }
            Err(mut object) => {
                (object.owners, object.allocations) = (owners, allocations);
                Err(Self { object })
            }
        }
    }

    /// An executable graph that other code instantiated from a graph of its own.
    fn foreign(context: &Context, handle: CUgraphExec, ownership: Ownership) -> Self {
        Self::new(context, handle, ownership, GraphLock::default())
    }

    /// An executable graph that was instantiated from `graph`.
    pub(super) fn of_graph(graph: &Graph, handle: CUgraphExec) -> Self {
        let graph_lock = graph.graph_lock().clone();
        let mut exec = Self::new(graph.context(), handle, Ownership::Owned, graph_lock);
        exec.object.allocations = graph.graph_lock().lock().allocations();
        exec
    }

    fn new(
        context: &Context,
        handle: CUgraphExec,
        ownership: Ownership,
        graph_lock: GraphLock,
    ) -> Self {
        let kind = ExecKind {
            context: context.clone(),
            graph_lock,
            owners: Vec::new(),
            allocations: Vec::new(),
        };
        Self { object: Object::new(handle, ownership, kind) }
    }
}

impl ObjectKind for ExecKind {
    type Handle = CUgraphExec;

    unsafe fn destroy(&mut self, handle: CUgraphExec) -> Result<(), CuResult> {
        let _guard = self.graph_lock.lock();
        let destroy = || {
            // SAFETY: the caller gives up the executable graph, whose graph is locked.
            self.context.retry_despite_captures(|raw| unsafe { raw.cuGraphExecDestroy(handle) })
        };
        GraphAllocations::destroy(self.allocations.iter(), destroy, Result::is_ok)
    }
}
