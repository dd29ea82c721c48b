//! What the nodes of a graph do.

use core::any::Any;
use core::ffi::c_void;
use core::fmt;
use std::sync::Arc;

use cuda_driver_sys::{
    CUDA_CHILD_GRAPH_NODE_PARAMS, CUDA_HOST_NODE_PARAMS, CUgraph, CUgraphChildGraphNodeOwnership,
    CUgraphExec, CUgraphNode, CUgraphNodeParams, CUgraphNodeParams_params, CUgraphNodeType, Symbol,
};

use crate::background::quietly;
use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::event::Event;
use crate::graph::Graph;

/// What a node does: a parameter of [`add_node`](crate::graph::GraphBuilder::add_node). Only this crate implements it.
pub trait NodeParams: sealed::Add {}

/// What a node does, where it can be changed: in a [graph](crate::graph::GraphBuilder::set_node) and in an
/// [executable graph](crate::graph::GraphExec::set_node). Only this crate implements it.
pub trait SettableNodeParams: NodeParams + sealed::Set {}

pub(super) use sealed::{Add, Set};

mod sealed {
    use super::*;

    pub trait Add {
        /// Adds a node to a graph. The context is current.
        ///
        /// # Safety
        /// The graph and the nodes `after` are alive, and no other call uses them. The graph keeps the
        /// [owner](Self::owner) alive.
        unsafe fn add(
            &self,
            context: &Context,
            graph: CUgraph,
            after: &[CUgraphNode],
        ) -> Result<CUgraphNode, Error>;

        /// Sets what a node has besides its parameters.
        ///
        /// # Safety
        /// The node was just added with these parameters, and no other call uses it.
        unsafe fn finish(&self, _: Raw, _: CUgraphNode) -> Result<(), Error> {
            Ok(())
        }

        /// Returns what must live as long as the node does this.
        fn owner(&self) -> Option<Box<dyn Any + Send>> {
            None
        }

        /// Returns an error if what the node uses belongs to another driver than the graph.
        fn check_driver(&self, _: Raw) -> Result<(), CuResult> {
            Ok(())
        }

        /// Returns another graph that a call with these parameters reads.
        fn other_graph(&self) -> Option<&Graph> {
            None
        }
    }

    pub trait Set: Add {
        /// Changes a node of a graph, or of an executable graph. The context is current.
        ///
        /// # Safety
        /// Both are alive, and no other call uses them. What the node is of keeps the [owner](Add::owner) alive.
        unsafe fn set(
            &self,
            context: &Context,
            exec: Option<CUgraphExec>,
            node: CUgraphNode,
        ) -> Result<(), Error>;
    }
}

/// Implements the calls of node parameters that the driver takes as one value, some with a context.
macro_rules! node_calls {
    ($(
        $name:ty $(where [$($generics:tt)*])? {
            $add:ident, $set:ident, $exec_set:ident;
            |$this:ident, $context:pat_param| $params:expr $(, $current:expr)?;
            $(owner: $owner:expr;)?
            $(check_driver: |$raw:ident| $check:expr;)?
        }
    )*) => {$(
        impl $(<$($generics)*>)? crate::graph::NodeParams for $name {}
        impl $(<$($generics)*>)? crate::graph::SettableNodeParams for $name {}

        impl $(<$($generics)*>)? crate::graph::params::Add for $name {
            unsafe fn add(
                &self,
                context: &crate::context::Context,
                graph: cuda_driver_sys::CUgraph,
                after: &[cuda_driver_sys::CUgraphNode],
            ) -> Result<cuda_driver_sys::CUgraphNode, crate::error::Error> {
                let ($this, $context) = (self, context);
                // SAFETY: the caller guarantees that the graph and the nodes are alive and unused, and that what this value
                // owns lives as long as the node; its creator guarantees that the memory does.
                Ok(unsafe { context.raw().$add(graph, after, $params $(, $current)?) }?)
            }

            $(fn owner(&self) -> Option<Box<dyn core::any::Any + Send>> {
                let $this = self;
                Some(Box::new($owner))
            })?

            $(fn check_driver(
                &self,
                $raw: crate::driver::Raw,
            ) -> Result<(), crate::error::CuResult> {
                let $this = self;
                $check
            })?
        }

        impl $(<$($generics)*>)? crate::graph::params::Set for $name {
            unsafe fn set(
                &self,
                context: &crate::context::Context,
                exec: Option<cuda_driver_sys::CUgraphExec>,
                node: cuda_driver_sys::CUgraphNode,
            ) -> Result<(), crate::error::Error> {
                let ($this, $context) = (self, context);
                // SAFETY: as above.
                Ok(unsafe {
                    match exec {
                        None => context.raw().$set(node, $params),
                        Some(exec) => context.raw().$exec_set(exec, node, $params $(, $current)?),
                    }
                }?)
            }
        }
    )*};
}
pub(super) use node_calls;

/// A node that does nothing, to join and to fork branches.
///
/// [`cuGraphAddEmptyNode`](crate::driver::Raw::cuGraphAddEmptyNode)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cuGraphAddEmptyNode")]
pub struct EmptyNode;

impl NodeParams for EmptyNode {}

impl Add for EmptyNode {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        // SAFETY: the caller guarantees that all are alive and unused.
        Ok(unsafe { context.raw().cuGraphAddEmptyNode(graph, after) }?)
    }
}

/// A node that calls a function of the host at each launch.
///
/// [`cuGraphAddHostNode`](crate::driver::Raw::cuGraphAddHostNode)
#[doc(alias("cuGraphAddHostNode", "cuGraphHostNodeSetParams", "cuGraphExecHostNodeSetParams"))]
pub struct HostNode<F>(Arc<F>);

impl<F: Fn() + Send + Sync + 'static> HostNode<F> {
    /// Creates the parameters. The graph keeps `function`, and calls it on a thread of the driver, where it must not
    /// call CUDA: what [`Stream::launch_host_func`](crate::stream::Stream::launch_host_func) says applies. Launches of
    /// several executable graphs may call it at the same time.
    #[must_use]
    pub fn new(function: F) -> Self {
        Self(Arc::new(function))
    }
}

impl<F> fmt::Debug for HostNode<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostNode").finish_non_exhaustive()
    }
}

/// # Safety
/// `function` is a pointer to a live `F`.
unsafe extern "C" fn call<F: Fn()>(function: *mut c_void) {
    // SAFETY: the caller guarantees that it is alive.
    let function = unsafe { &*function.cast_const().cast::<F>() };
    quietly(function);
}

impl<F: Fn() + Send + Sync + 'static> HostNode<F> {
    fn params(&self) -> CUDA_HOST_NODE_PARAMS {
        CUDA_HOST_NODE_PARAMS {
            fn_: Some(call::<F>),
            userData: Arc::as_ptr(&self.0).cast_mut().cast(),
        }
    }
}

node_calls! {
    HostNode<F> where [F: Fn() + Send + Sync + 'static] {
        cuGraphAddHostNode, cuGraphHostNodeSetParams, cuGraphExecHostNodeSetParams;
        |this, _| &this.params();
        owner: this.0.clone();
    }
    EventRecordNode {
        cuGraphAddEventRecordNode, cuGraphEventRecordNodeSetEvent,
        cuGraphExecEventRecordNodeSetEvent;
        |this, _| this.0.as_raw();
        owner: this.0.clone();
        check_driver: |raw| this.0.check_driver(raw, Symbol::cuGraphAddEventRecordNode);
    }
    EventWaitNode {
        cuGraphAddEventWaitNode, cuGraphEventWaitNodeSetEvent, cuGraphExecEventWaitNodeSetEvent;
        |this, _| this.0.as_raw();
        owner: this.0.clone();
        check_driver: |raw| this.0.check_driver(raw, Symbol::cuGraphAddEventWaitNode);
    }
}

/// A node that records an event.
///
/// [`cuGraphAddEventRecordNode`](crate::driver::Raw::cuGraphAddEventRecordNode)
#[doc(alias("cuGraphAddEventRecordNode", "cuGraphEventRecordNodeSetEvent"))]
#[doc(alias = "cuGraphExecEventRecordNodeSetEvent")]
#[derive(Debug, Clone)]
pub struct EventRecordNode(Event);

impl EventRecordNode {
    /// Creates the parameters. The graph keeps the event.
    #[must_use]
    #[inline]
    pub fn new(event: &Event) -> Self {
        Self(event.clone())
    }
}

/// A node that waits for an event.
///
/// [`cuGraphAddEventWaitNode`](crate::driver::Raw::cuGraphAddEventWaitNode)
#[doc(alias("cuGraphAddEventWaitNode", "cuGraphEventWaitNodeSetEvent"))]
#[doc(alias = "cuGraphExecEventWaitNodeSetEvent")]
#[derive(Debug, Clone)]
pub struct EventWaitNode(Event);

impl EventWaitNode {
    /// Creates the parameters. The graph keeps the event.
    #[must_use]
    #[inline]
    pub fn new(event: &Event) -> Self {
        Self(event.clone())
    }
}

/// A node that runs another graph: the driver copies it into the node, with all that it keeps.
/// [`GraphBuilder::edit_child`](crate::graph::GraphBuilder::edit_child) changes the copy.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let mut x = stream.alloc::<u32>(3)?;
/// # stream.synchronize()?;
/// use cuda_driver::graph::{ChildNode, MemsetNode};
///
/// let mut child = context.create_graph()?;
/// // SAFETY: the buffer outlives both graphs, and only their launch uses it.
/// child.add_node(&[], unsafe { MemsetNode::new(&mut x, 7u32) }?)?;
/// let mut graph = context.create_graph()?;
/// graph.add_node(&[], ChildNode::new(&child))?;
/// // SAFETY: as above.
/// unsafe { graph.instantiate()?.launch(&stream) }?;
/// assert_eq!(x.to_vec()?, [7, 7, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`cuGraphAddChildGraphNode`](crate::driver::Raw::cuGraphAddChildGraphNode)
#[derive(Debug, Clone, Copy)]
#[doc(alias("cuGraphAddChildGraphNode", "cuGraphExecChildGraphNodeSetParams"))]
#[doc(alias = "cuGraphNodeSetParams")]
pub struct ChildNode<'a>(&'a Graph);

impl<'a> ChildNode<'a> {
    /// Creates the parameters. The driver refuses a graph with conditional nodes, and one that allocates memory, except in
    /// [`GraphBuilder::move_child`](crate::graph::GraphBuilder::move_child).
    #[must_use]
    #[inline]
    pub const fn new(graph: &'a Graph) -> Self {
        Self(graph)
    }
}

impl NodeParams for ChildNode<'_> {}
impl SettableNodeParams for ChildNode<'_> {}

impl Add for ChildNode<'_> {
    unsafe fn add(
        &self,
        context: &Context,
        graph: CUgraph,
        after: &[CUgraphNode],
    ) -> Result<CUgraphNode, Error> {
        let child = self.0.as_raw();
        // SAFETY: the caller guarantees that all are alive and unused, and has locked the child graph.
        Ok(unsafe { context.raw().cuGraphAddChildGraphNode(graph, after, child) }?)
    }

    fn check_driver(&self, raw: Raw) -> Result<(), CuResult> {
        raw.check_same(self.0.context().raw(), Symbol::cuGraphAddChildGraphNode)
    }

    fn other_graph(&self) -> Option<&Graph> {
        Some(self.0)
    }
}

impl Set for ChildNode<'_> {
    unsafe fn set(
        &self,
        context: &Context,
        exec: Option<CUgraphExec>,
        node: CUgraphNode,
    ) -> Result<(), Error> {
        let (raw, child) = (context.raw(), self.0.as_raw());
        // SAFETY: the caller guarantees that all are alive and unused, and has locked the child graph.
        Ok(unsafe {
            match exec {
                None => {
                    let ownership =
                        CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE;
                    raw.cuGraphNodeSetParams(node, &mut child_params(child, ownership))
                }
                Some(exec) => raw.cuGraphExecChildGraphNodeSetParams(exec, node, child),
            }
        }?)
    }
}

/// Returns the parameters of a node that runs `graph`.
pub(super) fn child_params(
    graph: CUgraph,
    ownership: CUgraphChildGraphNodeOwnership,
) -> CUgraphNodeParams {
    let graph = CUDA_CHILD_GRAPH_NODE_PARAMS {
        graph,
        ownership,
        ..CUDA_CHILD_GRAPH_NODE_PARAMS::default()
    };
    node_params(CUgraphNodeType::CU_GRAPH_NODE_TYPE_GRAPH, |params| params.graph = graph)
}

/// Returns the parameters of a node of any type, with zeros in what `set` doesn't set: the driver refuses others.
pub(super) fn node_params(
    type_: CUgraphNodeType,
    set: impl FnOnce(&mut CUgraphNodeParams_params),
) -> CUgraphNodeParams {
    let mut params = CUgraphNodeParams { type_, ..CUgraphNodeParams::default() };
    set(&mut params.params);
    params
}
