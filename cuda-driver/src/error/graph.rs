use core::fmt;

use crate::error::{CuResult, debug_as_display};
use crate::generated::enums::{GraphExecUpdateResult, GraphInstantiateResult, GraphNodeType};
use crate::graph::node::GraphNode;

/// Why a graph can't be instantiated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub struct RefusedGraph {
    /// The driver's reason.
    pub reason: GraphInstantiateResult,
    /// The node that it is about, and its type, if the driver names one and it is one of the graph itself.
    pub node: Option<(GraphNode, GraphNodeType)>,
    /// The driver's result.
    pub result: CuResult,
}

impl fmt::Display for RefusedGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GraphInstantiateResult as R;
        let reason = match self.reason {
            R::INVALID_STRUCTURE => "it has a cycle, or another structure that can't run",
            R::NODE_OPERATION_NOT_SUPPORTED => "a node does what such a graph can't",
            R::MULTIPLE_CTXS_NOT_SUPPORTED => "its nodes belong to several contexts",
            R::CONDITIONAL_HANDLE_UNUSED => "no node uses one of its conditions",
            _ => "the driver gives no reason",
        };
        write!(f, "the graph can't be instantiated: {reason}")?;
        if let Some((_, node_type)) = self.node {
            write!(f, " (at a node of type {node_type:?})")?;
        }
        write!(f, "; {}", self.result)
    }
}

/// Why an executable graph can't become what another graph is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub struct RefusedUpdate {
    /// The driver's reason.
    pub reason: GraphExecUpdateResult,
    /// The node of the other graph that it is about, and its type, if the driver names one and it is one of the graph
    /// itself.
    pub node: Option<(GraphNode, GraphNodeType)>,
    /// The node that this one depends on, if the edge between them is what differs.
    pub from: Option<(GraphNode, GraphNodeType)>,
    /// The driver's result.
    pub result: CuResult,
}

impl fmt::Display for RefusedUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GraphExecUpdateResult as R;
        let reason = match self.reason {
            R::ERROR_TOPOLOGY_CHANGED => "the nodes and edges of the graphs differ",
            R::ERROR_NODE_TYPE_CHANGED => "a node has another type",
            R::ERROR_FUNCTION_CHANGED => "a node launches a function of another module",
            R::ERROR_PARAMETERS_CHANGED => "a node has parameters that can't be changed",
            // Drivers before CUDA 12.0 say so of graphs with other numbers of nodes, too.
            R::ERROR_NOT_SUPPORTED => "they differ in what can't be updated",
            R::ERROR_UNSUPPORTED_FUNCTION_CHANGE => {
                "a node launches a function that can't replace its present one"
            }
            R::ERROR_ATTRIBUTES_CHANGED => "a node has attributes that can't be changed",
            _ => "the driver gives no reason",
        };
        write!(f, "the executable graph can't be updated: {reason}")?;
        match (self.from, self.node) {
            (Some((_, from)), Some((_, to))) => {
                write!(f, " (at the edge from a node of type {from:?} to one of {to:?})")?;
            }
            (None, Some((_, node_type))) => write!(f, " (at a node of type {node_type:?})")?,
            _ => {}
        }
        write!(f, "; instantiate the other graph instead; {}", self.result)
    }
}

debug_as_display!(RefusedGraph, RefusedUpdate);
