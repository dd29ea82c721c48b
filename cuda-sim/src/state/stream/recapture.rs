//! Capturing a graph again: the captured work replaces the parameters of the graph's nodes.

use core::ffi::c_void;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_driver_sys::{
    CUgraphNode, CUgraphRecaptureCallback, CUgraphRecaptureStatus, CUresult,
    CUstreamBatchMemOpParams,
};
use parking_lot::Mutex;

use crate::state::error::GRAPH_RECAPTURE_FAILURE;
use crate::state::graph::node::Allocation;
use crate::state::graph::parameters::any_parameters;
use crate::state::graph::{Graph, edge::Edge, node::NodeKind, plan::Step};
use crate::state::outcome::Outcome;
use crate::state::plain::Plain;
use crate::state::work::KernelLaunch;

/// What is left of a graph that is captured again.
#[derive(Debug)]
pub(crate) struct Recapture {
    /// The nodes that weren't captured yet, in the order of their creation.
    left: Mutex<VecDeque<usize>>,
    has_failed: AtomicBool,
    /// Decides whether parameters may differ; its argument is an address.
    callback: CUgraphRecaptureCallback,
    data: usize,
}

/// A node whose parameters a recapture has changed.
pub(crate) struct Difference {
    node: usize,
    before: NodeKind,
    after: NodeKind,
    status: CUgraphRecaptureStatus,
}

impl Recapture {
    pub(crate) fn new(
        graph: &Graph,
        callback: CUgraphRecaptureCallback,
        data: *mut c_void,
    ) -> Self {
        Self {
            left: Mutex::new(graph.with(|nodes| nodes.all.keys().copied().collect())),
            has_failed: AtomicBool::new(false),
            callback,
            data: data as usize,
        }
    }

    /// Fails if work doesn't match the graph, or if there was less of it.
    pub(crate) fn finish(&self) -> Outcome {
        if self.has_failed.load(Ordering::Acquire) || !self.left.lock().is_empty() {
            Err(GRAPH_RECAPTURE_FAILURE)
        } else {
            Ok(())
        }
    }

    fn fail(&self) -> CUresult {
        self.has_failed.store(true, Ordering::Release);
        GRAPH_RECAPTURE_FAILURE
    }

    /// Gives captured work to the next node of the graph, which must be of its kind and depend on the same nodes. Returns
    /// the node, and what the program has to be asked about.
    pub(crate) fn add(
        &self,
        graph: &Graph,
        kind: NodeKind,
        after: &[Edge],
    ) -> Result<(usize, Option<Difference>), CUresult> {
        let node = self.left.lock().pop_front().ok_or_else(|| self.fail())?;
        // What isn't put into the graph is dropped without its lock.
        let mut new = Some(kind);
        let difference = graph.with(|nodes| {
            let (found, kind) = (nodes.all.get_mut(&node)?, new.as_ref()?);
            let is_after = |edge: &Edge| after.contains(edge);
            let fits = found.kind.node_type() == kind.node_type()
                && found.after.len() == after.len()
                && found.after.iter().all(is_after);
            let is_same = has_same_parameters(&found.kind, kind);
            if !fits || !is_same && kind.is_memory() {
                return None;
            }
            if is_same {
                return Some(None);
            }
            let after = kind.copy(0).ok()?;
            let before = core::mem::replace(&mut found.kind, new.take()?);
            let steps = [Step::of(node, &before), Step::of(node, &after)];
            let is_eligible = match steps {
                [Ok(before), Ok(after)] => before.updated(&after).is_ok(),
                _ => false,
            };
            Some(Some(Difference {
                node,
                before,
                after,
                status: if is_eligible {
                    CUgraphRecaptureStatus::CU_GRAPH_RECAPTURE_ELIGIBLE_FOR_UPDATE
                } else {
                    CUgraphRecaptureStatus::CU_GRAPH_RECAPTURE_INELIGIBLE_FOR_UPDATE
                },
            }))
        });
        let difference = difference.ok_or_else(|| self.fail())?;
        Ok((node, difference))
    }

    /// Asks the program whether it accepts changed parameters. It may use the stream, so nothing is locked.
    pub(crate) fn ask(&self, difference: &Difference) -> Outcome {
        let Some(callback) = self.callback else {
            return Ok(());
        };
        let [before, after] = [&difference.before, &difference.after].map(any_parameters);
        let (data, node) = (self.data as *mut c_void, difference.node as CUgraphNode);
        // SAFETY: the program gave the function with its argument, and what the parameters point to lives until it
        // returns.
        let code =
            unsafe { callback(data, node, &raw const before, &raw const after, difference.status) };
        match code {
            CUresult::CUDA_SUCCESS => Ok(()),
            _ => Err(self.fail()),
        }
    }
}

/// Returns `true` if two nodes do the same.
fn has_same_parameters(one: &NodeKind, other: &NodeKind) -> bool {
    match (one, other) {
        (NodeKind::Kernel(a), NodeKind::Kernel(b)) => {
            let shape = |launch: &KernelLaunch| (launch.grid, launch.block, launch.dynamic_shared);
            a.function == b.function
                && shape(a) == shape(b)
                && a.params == b.params
                && a.attributes == b.attributes
        }
        (NodeKind::Copy(a), NodeKind::Copy(b)) => a.copy == b.copy,
        (NodeKind::Fill(a), NodeKind::Fill(b)) => a.fill == b.fill,
        (NodeKind::Host { function, argument }, NodeKind::Host { function: f, argument: a }) => {
            core::ptr::fn_addr_eq(*function, *f) && argument == a
        }
        (NodeKind::Record(a), NodeKind::Record(b)) | (NodeKind::Wait(a), NodeKind::Wait(b)) => {
            Arc::ptr_eq(a, b)
        }
        (NodeKind::Allocate(a), NodeKind::Allocate(b)) => {
            let place = |allocation: &Allocation| {
                let properties = &allocation.properties.0;
                // SAFETY: every bit pattern of the union's first field is a valid number.
                let id = unsafe { properties.location.id.id };
                (allocation.bytes, properties.allocType, properties.location.type_, id)
            };
            place(a) == place(b)
        }
        (NodeKind::Free(a), NodeKind::Free(b)) => a == b,
        (NodeKind::Batch(a), NodeKind::Batch(b)) => {
            a.operations.len() == b.operations.len()
                && a.operations.iter().zip(&b.operations).all(same_operation)
        }
        (NodeKind::Empty, NodeKind::Empty) => true,
        _ => false,
    }
}

/// Returns `true` for equal descriptions of an operation.
fn same_operation(
    pair: (&Plain<CUstreamBatchMemOpParams>, &Plain<CUstreamBatchMemOpParams>),
) -> bool {
    // SAFETY: the largest variant has only numbers, and all of it was initialized.
    let bytes = |params: &Plain<CUstreamBatchMemOpParams>| unsafe { params.0.pad };
    bytes(pair.0) == bytes(pair.1)
}
