//! Which node runs after which.

use core::ptr;

use cuda_driver_sys::{CUgraph, CUgraphDependencyType, CUgraphEdgeData, CUgraphNode, Symbol};

use crate::error::{CuResult, Error};
use crate::graph::{GraphBuilder, GraphDependencyType, GraphNode};

/// A dependency between two nodes of a graph: the second runs after the first. A pair of nodes converts into a plain one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Edge {
    /// The node that runs first.
    pub from: GraphNode,
    /// The node that runs afterwards.
    pub to: GraphNode,
    /// What of `from` the dependency is on: 0 for its end, [`PROGRAMMATIC`](Self::PROGRAMMATIC), or
    /// [`LAUNCH_ORDER`](Self::LAUNCH_ORDER).
    pub from_port: u8,
    /// What of `to` depends on it: 0, for all of it.
    pub to_port: u8,
    /// How the dependency is kept.
    pub dependency_type: GraphDependencyType,
}

impl Edge {
    /// The port of a kernel node at which all its blocks have called `cudaTriggerProgrammaticLaunchCompletion` or ended.
    pub const PROGRAMMATIC: u8 = 1;
    /// The port of a kernel node at which all its blocks have begun.
    pub const LAUNCH_ORDER: u8 = 2;

    /// Creates a plain dependency.
    #[must_use]
    #[inline]
    pub const fn new(from: GraphNode, to: GraphNode) -> Self {
        Self { from, to, from_port: 0, to_port: 0, dependency_type: GraphDependencyType::DEFAULT }
    }

    /// Creates a programmatic dependency between two kernel nodes: the second may begin when all blocks of the first have
    /// called `cudaTriggerProgrammaticLaunchCompletion` or ended, and waits for its results with
    /// `cudaGridDependencySynchronize`. The device needs compute capability 9.0.
    #[must_use]
    #[inline]
    pub const fn programmatic(from: GraphNode, to: GraphNode) -> Self {
        Self {
            from_port: Self::PROGRAMMATIC,
            dependency_type: GraphDependencyType::PROGRAMMATIC,
            ..Self::new(from, to)
        }
    }

    /// Returns this dependency on another port of its first node.
    #[must_use]
    #[inline]
    pub const fn from_port(mut self, port: u8) -> Self {
        self.from_port = port;
        self
    }

    fn data(self) -> CUgraphEdgeData {
        CUgraphEdgeData {
            from_port: self.from_port,
            to_port: self.to_port,
            type_: self.dependency_type.as_raw().0 as u8,
            reserved: [0; 5],
        }
    }
}

impl From<(GraphNode, GraphNode)> for Edge {
    #[inline]
    fn from((from, to): (GraphNode, GraphNode)) -> Self {
        Self::new(from, to)
    }
}

impl From<&(GraphNode, GraphNode)> for Edge {
    #[inline]
    fn from((from, to): &(GraphNode, GraphNode)) -> Self {
        Self::new(*from, *to)
    }
}

impl From<&Edge> for Edge {
    #[inline]
    fn from(edge: &Edge) -> Self {
        *edge
    }
}

/// The edges of a call as the driver takes them, in lists of the same length.
struct EdgeLists {
    from: Vec<CUgraphNode>,
    to: Vec<CUgraphNode>,
    data: Vec<CUgraphEdgeData>,
}

impl EdgeLists {
    fn new(length: usize) -> Self {
        Self {
            from: vec![ptr::null_mut(); length],
            to: vec![ptr::null_mut(); length],
            data: vec![PLAIN; length],
        }
    }

    /// Returns the data, or null if all edges are plain: drivers before CUDA 12.3 have no other ones.
    fn data(&self) -> *const CUgraphEdgeData {
        let plain = (0, 0, 0);
        let is_plain = |data: &CUgraphEdgeData| (data.from_port, data.to_port, data.type_) == plain;
        if self.data.iter().all(is_plain) { ptr::null() } else { self.data.as_ptr() }
    }
}

const PLAIN: CUgraphEdgeData =
    CUgraphEdgeData { from_port: 0, to_port: 0, type_: 0, reserved: [0; 5] };

impl GraphBuilder<'_> {
    /// Adds edges: [`Edge`]s, or pairs of nodes. The driver finds a cycle when it instantiates the graph.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// use cuda_driver::graph::{Edge, EmptyNode};
    ///
    /// let mut graph = context.create_graph()?;
    /// let nodes = [(); 3].map(|()| graph.add_node(&[], EmptyNode));
    /// let [a, b, c] = nodes;
    /// let (a, b, c) = (a?, b?, c?);
    /// graph.add_edges([(a, b), (b, c)])?;
    /// graph.remove_edges([(b, c)])?;
    /// assert_eq!(graph.edges()?, [Edge::new(a, b)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuGraphAddDependencies`](crate::driver::Raw::cuGraphAddDependencies)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if an edge exists already, or for data
    /// that the nodes can't have. Edges that aren't plain need a driver of CUDA 12.3.
    #[doc(alias("cuGraphAddDependencies", "cuGraphAddDependencies_v2"))]
    pub fn add_edges(&mut self, edges: impl IntoIterator<Item: Into<Edge>>) -> Result<(), Error> {
        let raw = self.context().raw();
        self.change_edges(Symbol::cuGraphAddDependencies, edges, |graph, from, to, data, length| {
            // SAFETY: the caller guarantees that all are alive and locked, and the length.
            unsafe {
                match (raw.table().cuGraphAddDependencies_v2, raw.table().cuGraphAddDependencies) {
                    (None, Some(call)) if data.is_null() => {
                        raw.check(Symbol::cuGraphAddDependencies, call(graph, from, to, length))
                    }
                    _ => raw.cuGraphAddDependencies(graph, from, to, data, length),
                }
            }
        })
    }

    /// Removes edges.
    ///
    /// [`cuGraphRemoveDependencies`](crate::driver::Raw::cuGraphRemoveDependencies)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if an edge doesn't exist with its
    /// data.
    #[doc(alias("cuGraphRemoveDependencies", "cuGraphRemoveDependencies_v2"))]
    pub fn remove_edges(
        &mut self,
        edges: impl IntoIterator<Item: Into<Edge>>,
    ) -> Result<(), Error> {
        let raw = self.context().raw();
        self.change_edges(
            Symbol::cuGraphRemoveDependencies,
            edges,
            |graph, from, to, data, length| {
                // SAFETY: the caller guarantees that all are alive and locked, and the length.
                unsafe {
                    match (
                        raw.table().cuGraphRemoveDependencies_v2,
                        raw.table().cuGraphRemoveDependencies,
                    ) {
                        (None, Some(call)) if data.is_null() => raw.check(
                            Symbol::cuGraphRemoveDependencies,
                            call(graph, from, to, length),
                        ),
                        _ => raw.cuGraphRemoveDependencies(graph, from, to, data, length),
                    }
                }
            },
        )
    }

    /// Makes a call with edges, whose nodes are alive and locked.
    fn change_edges(
        &mut self,
        symbol: Symbol,
        edges: impl IntoIterator<Item: Into<Edge>>,
        call: impl FnOnce(
            CUgraph,
            *const CUgraphNode,
            *const CUgraphNode,
            *const CUgraphEdgeData,
            usize,
        ) -> Result<(), CuResult>,
    ) -> Result<(), Error> {
        // The iterator may use the graph, or an instantiation of it.
        let edges: Vec<Edge> = edges.into_iter().map(Into::into).collect();
        let nodes = self.lock(symbol)?;
        let graph = self.as_raw();
        let mut ends = EdgeLists::new(0);
        for edge in edges {
            ends.from.push(nodes.handle(graph, edge.from)?);
            ends.to.push(nodes.handle(graph, edge.to)?);
            ends.data.push(edge.data());
        }
        let (from, to) = (ends.from.as_ptr(), ends.to.as_ptr());
        Ok(call(graph, from, to, ends.data(), ends.from.len())?)
    }

    /// Returns all edges.
    ///
    /// [`cuGraphGetEdges`](crate::driver::Raw::cuGraphGetEdges)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuGraphGetEdges", "cuGraphGetEdges_v2"))]
    pub fn edges(&self) -> Result<Vec<Edge>, CuResult> {
        let mut nodes = self.lock(Symbol::cuGraphGetEdges)?;
        let (raw, graph) = (self.context().raw(), self.as_raw());
        let call = |from, to, data, length| {
            // SAFETY: the graph is alive and locked; there is room for the number of edges, or the lists are null.
            unsafe {
                match (raw.table().cuGraphGetEdges_v2, raw.table().cuGraphGetEdges) {
                    (None, Some(call)) => {
                        raw.check(Symbol::cuGraphGetEdges, call(graph, from, to, length))
                    }
                    _ => raw.cuGraphGetEdges(graph, from, to, data, length),
                }
            }
        };
        let none = ptr::null_mut;
        let mut length = 0;
        call(none(), none(), ptr::null_mut(), &raw mut length)?;
        let mut ends = EdgeLists::new(length);
        if length > 0 {
            let (from, to) = (ends.from.as_mut_ptr(), ends.to.as_mut_ptr());
            call(from, to, ends.data.as_mut_ptr(), &raw mut length)?;
        }
        let edges = ends.from.into_iter().zip(ends.to).zip(ends.data);
        let edge = |((from, to), data)| edge(nodes.node(graph, from), nodes.node(graph, to), data);
        Ok(edges.take(length).map(edge).collect())
    }

    /// Returns the edges to a node: what it runs after.
    ///
    /// [`cuGraphNodeGetDependencies`](crate::driver::Raw::cuGraphNodeGetDependencies)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error.
    #[doc(alias("cuGraphNodeGetDependencies", "cuGraphNodeGetDependencies_v2"))]
    pub fn dependencies(&self, node: GraphNode) -> Result<Vec<Edge>, Error> {
        let raw = self.context().raw();
        let others = self.others(
            Symbol::cuGraphNodeGetDependencies,
            node,
            &|node, others, data, length| {
                // SAFETY: the caller guarantees that the node is alive and locked, and the length.
                unsafe {
                    match (
                        raw.table().cuGraphNodeGetDependencies_v2,
                        raw.table().cuGraphNodeGetDependencies,
                    ) {
                        (None, Some(call)) => raw
                            .check(Symbol::cuGraphNodeGetDependencies, call(node, others, length)),
                        _ => raw.cuGraphNodeGetDependencies(node, others, data, length),
                    }
                }
            },
        )?;
        let edge = |(other, data)| edge(other, node, data);
        Ok(others.into_iter().map(edge).collect())
    }

    /// Returns the edges from a node: what runs after it.
    ///
    /// [`cuGraphNodeGetDependentNodes`](crate::driver::Raw::cuGraphNodeGetDependentNodes)
    ///
    /// # Errors
    /// [`Error::NotInGraph`], or the driver's error.
    #[doc(alias("cuGraphNodeGetDependentNodes", "cuGraphNodeGetDependentNodes_v2"))]
    pub fn dependents(&self, node: GraphNode) -> Result<Vec<Edge>, Error> {
        let raw = self.context().raw();
        let others = self.others(
            Symbol::cuGraphNodeGetDependentNodes,
            node,
            &|node, others, data, length| {
                // SAFETY: the caller guarantees that the node is alive and locked, and the length.
                unsafe {
                    match (
                        raw.table().cuGraphNodeGetDependentNodes_v2,
                        raw.table().cuGraphNodeGetDependentNodes,
                    ) {
                        (None, Some(call)) => raw.check(
                            Symbol::cuGraphNodeGetDependentNodes,
                            call(node, others, length),
                        ),
                        _ => raw.cuGraphNodeGetDependentNodes(node, others, data, length),
                    }
                }
            },
        )?;
        let edge = |(other, data)| edge(node, other, data);
        Ok(others.into_iter().map(edge).collect())
    }

    /// Returns the other ends of a node's edges, from a call that lists them.
    fn others(
        &self,
        symbol: Symbol,
        node: GraphNode,
        call: &dyn Fn(
            CUgraphNode,
            *mut CUgraphNode,
            *mut CUgraphEdgeData,
            *mut usize,
        ) -> Result<(), CuResult>,
    ) -> Result<Vec<(GraphNode, CUgraphEdgeData)>, Error> {
        let mut nodes = self.lock(symbol)?;
        let graph = self.as_raw();
        let handle = nodes.handle(graph, node)?;
        let mut length = 0;
        call(handle, ptr::null_mut(), ptr::null_mut(), &raw mut length)?;
        let mut others = vec![ptr::null_mut(); length];
        let mut data = vec![PLAIN; length];
        if length > 0 {
            call(handle, others.as_mut_ptr(), data.as_mut_ptr(), &raw mut length)?;
        }
        let other = |(handle, data)| (nodes.node(graph, handle), data);
        Ok(others.into_iter().zip(data).take(length).map(other).collect())
    }
}

fn edge(from: GraphNode, to: GraphNode, data: CUgraphEdgeData) -> Edge {
    Edge {
        from_port: data.from_port,
        to_port: data.to_port,
        dependency_type: GraphDependencyType::from_raw(CUgraphDependencyType(data.type_.into())),
        ..Edge::new(from, to)
    }
}
