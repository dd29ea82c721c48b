//! Nodes that run their bodies depending on a value, which kernels set.

use cuda_driver_sys::{
    CUDA_CONDITIONAL_NODE_PARAMS, CUgraph, CUgraphConditionalNodeType, CUgraphNode,
    CUgraphNodeType, Symbol,
};

use crate::error::{CuResult, Error};
use crate::graph::params::node_params;
use crate::graph::{Condition, GraphBuilder, GraphNode};

/// Conditional nodes need a driver of CUDA 12.3; [`if_else`](Self::if_else) and [`switch`](Self::switch) one of 12.8. A graph
/// with such nodes can be instantiated once at a time, and can't be cloned.
///
/// A body may have kernel, empty, memset and memory-copy nodes, child graphs and further conditional nodes, all of one
/// device; the driver refuses others when the graph is instantiated.
///
/// A node whose body can't be built is removed. In a graph that [allocates](Self::alloc), the driver removes no node, so it
/// stays, with what was built.
impl<'g> GraphBuilder<'g> {
    /// Creates a condition for one conditional node of this graph.
    ///
    /// Each launch of the graph that the program has, not each run of a body, sets its value to `default`. With `None`, it
    /// keeps its value, and the first launch has no known one.
    ///
    /// [`cuGraphConditionalHandleCreate`](crate::driver::Raw::cuGraphConditionalHandleCreate)
    ///
    /// # Errors
    /// Returns the driver's error. The driver doesn't instantiate a graph with a condition that no node uses.
    #[doc(alias = "cuGraphConditionalHandleCreate")]
    pub fn condition(&mut self, default: Option<u32>) -> Result<Condition, CuResult> {
        let mut nodes = self.lock(Symbol::cuGraphConditionalHandleCreate)?;
        let (value, flags) = match default {
            Some(value) => (value, cuda_driver_sys::CU_GRAPH_COND_ASSIGN_DEFAULT),
            None => (0, 0),
        };
        let (graph, context) = (self.as_raw(), self.context().as_raw());
        let raw = self.context().raw();
        // SAFETY: the graph is alive and locked, and the context is alive.
        let handle = unsafe { raw.cuGraphConditionalHandleCreate(graph, context, value, flags) }?;
        Ok(nodes.add_condition(graph, handle))
    }

    /// Adds a node that runs its body if the condition isn't 0.
    ///
    /// `then` builds the body. If it fails, the node isn't added.
    ///
    /// [`cuGraphAddNode`](crate::driver::Raw::cuGraphAddNode)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], the driver's error, or that of `then`.
    #[doc(alias("cuGraphAddNode", "cuGraphAddNode_v2"))]
    pub fn if_then(
        &mut self,
        after: &[GraphNode],
        condition: Condition,
        then: impl FnOnce(&mut GraphBuilder<'_>) -> Result<(), Error>,
    ) -> Result<GraphNode, Error> {
        let node_type = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
        let node = self.add_conditional(after, condition, node_type, 1)?;
        node.graph.edit_body(node.node, 0, then)?;
        Ok(node.finish())
    }

    /// Adds a node that runs one body if the condition isn't 0, and another one if it is.
    ///
    /// `then` and `otherwise` build the bodies. If one fails, the node isn't added.
    ///
    /// [`cuGraphAddNode`](crate::driver::Raw::cuGraphAddNode)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], the driver's error, or that of a body.
    #[doc(alias("cuGraphAddNode", "cuGraphAddNode_v2"))]
    pub fn if_else(
        &mut self,
        after: &[GraphNode],
        condition: Condition,
        then: impl FnOnce(&mut GraphBuilder<'_>) -> Result<(), Error>,
        otherwise: impl FnOnce(&mut GraphBuilder<'_>) -> Result<(), Error>,
    ) -> Result<GraphNode, Error> {
        let node_type = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
        let node = self.add_conditional(after, condition, node_type, 2)?;
        node.graph.edit_body(node.node, 0, then)?;
        node.graph.edit_body(node.node, 1, otherwise)?;
        Ok(node.finish())
    }

    /// Adds a node that runs its body as long as the condition isn't 0: it is asked before each run, also the first.
    ///
    /// `body` builds the body. If it fails, the node isn't added.
    ///
    /// Let loops run one after the other, and after other conditional nodes: with four loops that may run at the same time,
    /// also in plain C, launches failed with `CUDA_ERROR_LAUNCH_FAILED` (719) or never ended on an H100 with driver
    /// 580.159.04.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conditions.ptx"));
    /// # let count_down = context.load_ptx(kernels)?.function("count_down")?;
    /// use cuda_driver::Launch;
    /// use cuda_driver::graph::KernelNode;
    ///
    /// let mut left = stream.upload(&[10u32])?;
    /// let mut graph = context.create_graph()?;
    /// let is_left = graph.condition(Some(1))?;
    /// // __global__ void count_down(unsigned *left, cudaGraphConditionalHandle is_left)
    /// // { cudaGraphSetConditional(is_left, --*left); }
    /// // SAFETY: as declared; `left` outlives the graph, and only its launch uses it.
    /// let node = unsafe { KernelNode::new(&count_down, Launch::grid(1).block(1), (&mut left, is_left)) };
    /// graph.while_loop(&[], is_left, |body| body.add_node(&[], node).map(drop))?;
    /// // SAFETY: as above.
    /// unsafe { graph.instantiate()?.launch(&stream) }?;
    /// assert_eq!(left.to_vec()?, [0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuGraphAddNode`](crate::driver::Raw::cuGraphAddNode)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], the driver's error, or that of `body`.
    #[doc(alias("cuGraphAddNode", "cuGraphAddNode_v2"))]
    pub fn while_loop(
        &mut self,
        after: &[GraphNode],
        condition: Condition,
        body: impl FnOnce(&mut GraphBuilder<'_>) -> Result<(), Error>,
    ) -> Result<GraphNode, Error> {
        let node_type = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE;
        let node = self.add_conditional(after, condition, node_type, 1)?;
        node.graph.edit_body(node.node, 0, body)?;
        Ok(node.finish())
    }

    /// Adds a node that runs the body whose number the condition is, from 0; none if there are no more than that.
    ///
    /// `body` builds each of the `bodies` bodies. If it fails, the node isn't added.
    ///
    /// [`cuGraphAddNode`](crate::driver::Raw::cuGraphAddNode)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], the driver's error, or that of `body`.
    #[doc(alias("cuGraphAddNode", "cuGraphAddNode_v2"))]
    pub fn switch(
        &mut self,
        after: &[GraphNode],
        condition: Condition,
        bodies: u32,
        mut body: impl FnMut(u32, &mut GraphBuilder<'_>) -> Result<(), Error>,
    ) -> Result<GraphNode, Error> {
        let node_type = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_SWITCH;
        let node = self.add_conditional(after, condition, node_type, bodies)?;
        for index in 0..bodies {
            let edit = |graph: &mut GraphBuilder<'_>| body(index, graph);
            node.graph.edit_body(node.node, index as usize, edit)?;
        }
        Ok(node.finish())
    }

    /// Adds a node with empty bodies.
    fn add_conditional<'a>(
        &'a mut self,
        after: &[GraphNode],
        condition: Condition,
        type_: CUgraphConditionalNodeType,
        size: u32,
    ) -> Result<UnbuiltNode<'a, 'g>, Error> {
        let mut nodes = self.lock(Symbol::cuGraphAddNode)?;
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let after = nodes.handles(graph, after)?;
        let handle = nodes.condition(condition)?;
        let _bound = self.context().bind()?;
        let conditional = CUDA_CONDITIONAL_NODE_PARAMS {
            handle,
            type_,
            size,
            phGraph_out: core::ptr::null_mut(),
            ctx: self.context().as_raw(),
        };
        let mut params = node_params(CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL, |params| {
            params.conditional = conditional;
        });
        let (after, length) = (after.as_ptr(), after.len());
        // SAFETY: the graph and the nodes are alive and locked, and the context is current.
        let node = unsafe {
            raw.cuGraphAddNode(graph, after, core::ptr::null(), length, &raw mut params)
        }?;
        let node = nodes.node(graph, node);
        // SAFETY: the driver has written the parameters of a conditional node.
        let bodies = unsafe { bodies_of(&params.params.conditional) };
        nodes.set_inner(node, bodies);
        nodes.set_unbuilt(node, true);
        drop(nodes);
        Ok(UnbuiltNode { graph: self, node, is_built: false })
    }

    /// Returns the bodies of a conditional node, which is alive and locked.
    pub(super) fn bodies(&self, node: CUgraphNode) -> Result<Vec<CUgraph>, CuResult> {
        let raw = self.context().raw();
        // SAFETY: the node is alive and locked.
        let params = unsafe { raw.cuGraphNodeGetParams(node) }?;
        match params.type_ {
            // SAFETY: this is the variant of such a node.
            CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL => unsafe {
                Ok(bodies_of(&params.params.conditional))
            },
            _ => Ok(Vec::new()),
        }
    }
}

/// A node whose bodies are being built. If that fails, or panics, dropping this removes it.
struct UnbuiltNode<'a, 'g> {
    graph: &'a mut GraphBuilder<'g>,
    node: GraphNode,
    is_built: bool,
}

impl UnbuiltNode<'_, '_> {
    fn finish(mut self) -> GraphNode {
        self.is_built = true;
        let mut nodes = self.graph.object.graph_lock.lock();
        nodes.set_unbuilt(self.node, false);
        self.node
    }
}

impl Drop for UnbuiltNode<'_, '_> {
    fn drop(&mut self) {
        if !self.is_built {
            self.graph.discard_node(self.node);
        }
    }
}

/// Returns the bodies that the driver has written to the parameters of a node.
///
/// # Safety
/// The driver has written the parameters.
pub(super) unsafe fn bodies_of(params: &CUDA_CONDITIONAL_NODE_PARAMS) -> Vec<CUgraph> {
    if params.phGraph_out.is_null() {
        return Vec::new();
    }
    // SAFETY: the driver keeps an array of that many graphs as long as the node exists.
    unsafe { core::slice::from_raw_parts(params.phGraph_out, params.size as usize) }.to_vec()
}
