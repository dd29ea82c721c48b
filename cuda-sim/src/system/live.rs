//! The objects that weren't destroyed.

use core::fmt;
use std::sync::Arc;

use crate::state::handles::{Handles, Object};
use crate::state::pool::Pool;
use crate::system::System;

/// A driver object that hasn't been destroyed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LiveObject {
    /// The kind: `stream`, `event`, `module`, `allocation`…
    pub kind: &'static str,
    /// Its handle, or its address.
    pub handle: u64,
    /// The handle of its context, or 0.
    pub context: u64,
    /// The size of an allocation in bytes.
    pub size: Option<u64>,
}

impl fmt::Display for LiveObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:#x}", self.kind, self.handle)?;
        match self.size {
            Some(size) => write!(f, " of {size} bytes"),
            None => Ok(()),
        }
    }
}

impl System {
    /// Returns all living objects, contexts first.
    pub(crate) fn live_objects(&self) -> Vec<LiveObject> {
        fn listed<T: Object>((handle, object): (usize, Arc<T>)) -> LiveObject {
            LiveObject {
                kind: T::KIND,
                handle: handle as u64,
                context: object.context() as u64,
                size: None,
            }
        }
        fn list<T: Object>(handles: &Handles<T>) -> impl Iterator<Item = LiveObject> {
            handles.all().into_iter().map(listed)
        }
        // Those of native kernels aren't the program's.
        let mut modules = self.modules.all();
        modules.retain(|(_, module)| !module.is_native());
        let modules = modules.into_iter().map(listed);
        let allocations = self.memory.live().into_iter().map(|allocation| LiveObject {
            kind: "allocation",
            handle: allocation.start,
            context: allocation.context as u64,
            size: Some(allocation.size),
        });
        let [memory, reservations] = self.virtual_memory.live();
        let without_context =
            |kind| move |(handle, size)| LiveObject { kind, handle, context: 0, size: Some(size) };
        let memory = memory.into_iter().map(without_context("physical memory"));
        let reservations = reservations.into_iter().map(without_context("reservation"));
        let virtual_memory = memory.chain(reservations);
        list(self.contexts.live())
            .chain(list(&self.green.live))
            .chain(list(&self.streams))
            .chain(list(&self.events))
            .chain(modules)
            .chain(list(&self.libraries))
            .chain(list(&self.links))
            .chain(list(&self.graphs))
            .chain(list(&self.graph_execs))
            .chain(list(&self.user_objects))
            .chain(list(&self.arrays))
            .chain(list(&self.mipmapped))
            .chain(list(&self.images))
            .chain(list(&self.external_memory))
            .chain(list(&self.external_semaphores))
            .chain(list::<Pool>(self.pools.live()))
            .chain(allocations)
            .chain(virtual_memory)
            .collect()
    }
}
