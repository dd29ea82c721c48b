use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};

use cuda_driver_sys::{CUgraph_st, CUgraphExec_st, CUresult};
use parking_lot::Mutex;

use super::error::INVALID_VALUE;
use super::handles::{Object, next};
use super::outcome::Outcome;
use super::stream::Ticket;
use super::user_object::{Held, UserObject};
use super::work::Work;

/// A graph: work and its dependencies.
#[derive(Debug)]
pub(super) struct Graph {
    pub handle: usize,
    pub nodes: Mutex<Vec<Node>>,
    /// Allocations that were captured, and whether the graph frees them, too.
    pub allocations: Mutex<BTreeMap<u64, bool>>,
    objects: Mutex<Vec<Held>>,
    /// The executable graph that was created last, if it still exists.
    executable: Mutex<Weak<()>>,
    /// Allocations of other graphs that this one frees.
    freed: Mutex<Vec<u64>>,
}

/// A node of a graph. Nodes come after their dependencies.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub handle: usize,
    pub work: Work,
    /// The indices of its dependencies.
    pub after: Vec<usize>,
}

impl Object for Graph {
    type Raw = CUgraph_st;
    const KIND: &'static str = "graph";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

impl Graph {
    pub(super) fn new(handle: usize) -> Self {
        Self {
            handle,
            nodes: Mutex::default(),
            allocations: Mutex::default(),
            objects: Mutex::default(),
            executable: Mutex::default(),
            freed: Mutex::default(),
        }
    }

    /// Copies the graph, with references to the same objects.
    pub(super) fn copy(&self, handle: usize) -> Self {
        let node = |node: &Node| Node {
            handle: next(),
            ..node.clone()
        };
        Self {
            handle,
            nodes: Mutex::new(self.nodes.lock().iter().map(node).collect()),
            allocations: Mutex::new(self.allocations.lock().clone()),
            objects: Mutex::new(self.objects.lock().clone()),
            executable: Mutex::default(),
            freed: Mutex::default(),
        }
    }

    /// Takes over references to a user object.
    pub(super) fn hold(&self, object: Arc<UserObject>, count: u32) -> Outcome {
        let mut objects = self.objects.lock();
        // One entry for all references to an object, so that all can be released at once.
        let known = objects
            .iter_mut()
            .find(|held| Arc::ptr_eq(&held.object, &object));
        match known {
            Some(held) => held.count = held.count.checked_add(count).ok_or(INVALID_VALUE)?,
            None => objects.push(Held { object, count }),
        }
        Ok(())
    }

    /// Removes references to an object from the graph, for the caller to drop.
    pub(super) fn release(&self, object: &Arc<UserObject>, count: u32) -> Result<Held, CUresult> {
        let mut objects = self.objects.lock();
        let place = objects
            .iter()
            .position(|held| Arc::ptr_eq(&held.object, object) && held.count >= count)
            .ok_or(INVALID_VALUE)?;
        let held = objects.get_mut(place).ok_or(INVALID_VALUE)?;
        if held.count == count {
            return Ok(objects.swap_remove(place));
        }
        held.count -= count;
        Ok(Held {
            object: object.clone(),
            count,
        })
    }

    /// Adds a node, and returns its index.
    pub(super) fn add(&self, work: Work, after: Vec<usize>) -> usize {
        let mut nodes = self.nodes.lock();
        nodes.push(Node {
            handle: next(),
            work,
            after,
        });
        nodes.len() - 1
    }

    /// Returns `true` if it allocates or frees memory.
    pub(super) fn has_memory(&self) -> bool {
        !self.allocations.lock().is_empty() || !self.freed.lock().is_empty()
    }

    /// Returns `true` if the last executable graph made of it still exists.
    pub(super) fn is_executable(&self) -> bool {
        self.executable.lock().strong_count() > 0
    }

    /// Records that the graph frees an allocation, its own or another graph's; returns `false` if it does already.
    pub(super) fn note_free(&self, address: u64) -> bool {
        if let Some(is_freed) = self.allocations.lock().get_mut(&address) {
            return !core::mem::replace(is_freed, true);
        }
        let mut freed = self.freed.lock();
        let is_new = !freed.contains(&address);
        if is_new {
            freed.push(address);
        }
        is_new
    }

    fn kept_allocations(&self) -> Vec<u64> {
        let allocations = self.allocations.lock();
        let kept = allocations.iter().filter(|(_, is_freed)| !**is_freed);
        kept.map(|(address, _)| *address).collect()
    }

    /// Returns the indices of the given nodes and of all before them.
    pub(super) fn before(&self, nodes: &[usize]) -> BTreeSet<usize> {
        let all = self.nodes.lock();
        let mut found = BTreeSet::new();
        let mut open = nodes.to_vec();
        while let Some(node) = open.pop() {
            if found.insert(node) {
                open.extend(
                    all.get(node)
                        .map(|node| node.after.as_slice())
                        .unwrap_or_default(),
                );
            }
        }
        found
    }
}

impl Graph {
    /// Returns the indices of the nodes with these handles.
    pub(super) fn places(&self, handles: &[usize]) -> Result<Vec<usize>, CUresult> {
        let nodes = self.nodes.lock();
        let place = |handle: &usize| {
            nodes
                .iter()
                .position(|node| node.handle == *handle)
                .ok_or(INVALID_VALUE)
        };
        handles.iter().map(place).collect()
    }
}

/// An executable graph.
#[derive(Debug)]
pub(super) struct GraphExec {
    pub handle: usize,
    pub flags: u64,
    pub steps: Arc<Steps>,
    /// The last launch, which the next one waits for.
    pub last: Mutex<Option<Ticket>>,
    /// Tells its graph that it exists.
    _exists: Arc<()>,
}

/// The nodes of a graph in topological order, shared with each launch.
#[derive(Debug)]
pub(super) struct Steps {
    pub work: Vec<Work>,
    /// Allocations that the graph doesn't free itself.
    pub allocations: Vec<u64>,
    /// Allocations of other graphs that it frees.
    pub freed: Vec<u64>,
    /// The user objects, released with the last reference.
    _objects: Vec<Held>,
}

impl Object for GraphExec {
    type Raw = CUgraphExec_st;
    const KIND: &'static str = "executable graph";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

impl GraphExec {
    pub(super) fn new(handle: usize, graph: &Graph, flags: u64) -> Self {
        let exists = Arc::new(());
        *graph.executable.lock() = Arc::downgrade(&exists);
        let nodes = graph.nodes.lock();
        let steps = Steps {
            work: nodes.iter().map(|node| node.work.clone()).collect(),
            allocations: graph.kept_allocations(),
            freed: graph.freed.lock().clone(),
            _objects: graph.objects.lock().clone(),
        };
        Self {
            handle,
            flags,
            steps: Arc::new(steps),
            last: Mutex::default(),
            _exists: exists,
        }
    }
}
