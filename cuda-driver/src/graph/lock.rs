//! Which calls of a graph run at a time: one.

use core::ops::{Deref, DerefMut};
use core::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use cuda_driver_sys::CUgraph;

use crate::exclusive::lock;
use crate::graph::GraphNode;
use crate::graph::nodes::Nodes;
use crate::stream::recording::{GraphAllocations, StructureLock};

/// Serializes calls on a graph, on the graphs in its nodes and on its instantiations, because the driver doesn't lock
/// them: with one thread instantiating a graph while another destroys an executable graph of it, the driver crashes on an
/// H200. A graph and its instantiations are values of their own, so the borrow checker can't do it. It has the graph's
/// known nodes.
#[derive(Debug, Clone, Default)]
pub(super) struct GraphLock(Arc<LockState>);

#[derive(Debug, Default)]
struct LockState {
    nodes: Mutex<Nodes>,
    /// The lock of the graph that this one has become part of.
    moved_to: OnceLock<GraphLock>,
}

impl LockState {
    fn lock(&self) -> MutexGuard<'_, Nodes> {
        lock(&self.nodes)
    }

    fn is_moved(&self) -> bool {
        self.moved_to.get().is_some()
    }
}

/// A [`GraphLock`] that is locked, and another one if the call reads a second graph.
pub(super) struct GraphGuard<'a> {
    nodes: MutexGuard<'a, Nodes>,
    other: Option<MutexGuard<'a, Nodes>>,
    /// What keeps other threads from recording into the graph.
    calls: Option<MutexGuard<'a, ()>>,
    _structure: StructureLock,
    /// What is dropped last, without these locks.
    destroyed: Vec<GraphAllocations>,
}

impl<'a> GraphGuard<'a> {
    pub(super) fn keep_calls(&mut self, calls: Option<MutexGuard<'a, ()>>) {
        self.calls = calls;
    }

    /// Returns the known nodes of the second graph.
    pub(super) fn other(&self) -> &Nodes {
        self.other.as_deref().unwrap_or(&self.nodes)
    }

    /// Makes the known nodes of the second graph those of a graph in `node`.
    pub(super) fn absorb_other(&mut self, node: GraphNode, graph: CUgraph) {
        if let Some(other) = &mut self.other {
            self.nodes.absorb(core::mem::take(other), node, graph);
        }
    }
}

impl Drop for GraphGuard<'_> {
    #[inline]
    fn drop(&mut self) {
        self.destroyed = self.nodes.take_destroyed();
    }
}

impl Deref for GraphGuard<'_> {
    type Target = Nodes;

    fn deref(&self) -> &Nodes {
        &self.nodes
    }
}

impl DerefMut for GraphGuard<'_> {
    fn deref_mut(&mut self) -> &mut Nodes {
        &mut self.nodes
    }
}

impl GraphLock {
    pub(super) fn lock(&self) -> GraphGuard<'_> {
        self.lock_with(None)
    }

    /// Locks the graph for a call that only launches it, or reads an executable graph.
    pub(super) fn lock_for_launch(&self) -> MutexGuard<'_, Nodes> {
        loop {
            let lock = self.last();
            let nodes = lock.lock();
            if !lock.is_moved() {
                return nodes;
            }
        }
    }

    /// Locks another graph, too. All calls lock two graphs in the same order, so that no two of them wait for each other.
    pub(super) fn lock_with<'a>(&'a self, other: Option<&'a Self>) -> GraphGuard<'a> {
        let structure = StructureLock::lock();
        loop {
            let lock = self.last();
            let other = other.map(Self::last);
            let other = other.filter(|other| !ptr::eq(*other, lock));
            let is_first = other.is_some_and(|other| ptr::from_ref(other) < ptr::from_ref(lock));
            let first = other.filter(|_| is_first).map(LockState::lock);
            let nodes = lock.lock();
            let locked = first.or_else(|| other.map(LockState::lock));
            if !lock.is_moved() && !other.is_some_and(LockState::is_moved) {
                return GraphGuard {
                    nodes,
                    other: locked,
                    calls: None,
                    _structure: structure,
                    destroyed: Vec::new(),
                };
            }
        }
    }

    /// Lets calls of this graph, which has become part of another one, be calls of that. Both are locked.
    pub(super) fn move_to(&self, other: &Self) {
        // It has only been set if the graph was part of another one before, which isn't possible.
        let _ = self.last().moved_to.set(other.clone());
    }

    /// Returns what is locked: that of the graph which this one is part of by now.
    fn last(&self) -> &LockState {
        let mut lock = &*self.0;
        while let Some(next) = lock.moved_to.get() {
            lock = &next.0;
        }
        lock
    }
}
