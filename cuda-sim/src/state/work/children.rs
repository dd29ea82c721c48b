//! What kernels launch: it runs one after another, and what happened before each is what CUDA's streams of a device order.

use litemap::LiteMap;
use std::collections::VecDeque;

use cuda_sim_engine::{Child, ItemClock, LaunchClock};

/// `cudaStreamFireAndForget`: after nothing but what the launching thread did.
const FIRE_AND_FORGET: u64 = 4;

/// A stream of a kernel; the default stream is one of each block.
type StreamOf = (u64, [u32; 3]);

/// A kernel that has ended, and whose launches haven't.
#[derive(Debug, Default)]
struct Parent {
    children: VecDeque<Child>,
    /// What is before the next launch into a stream, and after an event's record.
    streams: LiteMap<StreamOf, LaunchClock>,
    events: LiteMap<u64, LaunchClock>,
    /// What is known after the kernel, and its launches that are done.
    done: ItemClock,
    /// What is known, besides, to what follows.
    besides: ItemClock,
    /// The stream of its own parent that it is in.
    stream: Option<StreamOf>,
}

/// The launches by a kernel, and by what it launched.
#[derive(Debug, Default)]
pub(crate) struct Children {
    parents: Vec<Parent>,
    /// The stream of the launch that runs.
    stream: Option<StreamOf>,
    done: ItemClock,
}

impl Children {
    /// Adds those of the launch that has run, after which so much is known.
    pub(crate) fn add(&mut self, mut children: Vec<Child>, clock: Option<ItemClock>) {
        children.sort_by_key(|child| child.stream == Child::TAIL);
        let (done, stream) = (clock.unwrap_or_default(), self.stream);
        let mut parent = Parent { children: children.into(), done, stream, ..Parent::default() };
        // A kernel that launches itself after it has no end, nor as many of these as launches.
        if let Some(last) = self.parents.pop_if(|last| last.children.is_empty()) {
            (parent.besides, parent.stream) = (last.done, last.stream);
            parent.besides.join(&last.besides);
        }
        self.parents.push(parent);
    }

    /// Returns the next launch, and what is before it.
    pub(crate) fn next(&mut self, goes_on: impl Fn() -> bool) -> Option<(Child, LaunchClock)> {
        loop {
            let parent = self.parents.last_mut()?;
            let Some(mut child) = parent.children.pop_front().filter(|_| goes_on()) else {
                self.end();
                continue;
            };
            let mut before = core::mem::take(&mut child.before);
            self.stream = match child.stream {
                Child::TAIL | FIRE_AND_FORGET => None,
                0..Child::TAIL => Some((0, child.launcher)),
                named => Some((named, [0; 3])),
            };
            if child.stream == Child::TAIL {
                before.join_items(&parent.done);
            }
            if let Some(stream) = self.stream {
                let stream = parent.streams.entry(stream).or_default();
                stream.join(&before);
                before.join(stream);
            }
            return Some((child, before));
        }
    }

    /// A record of an event, or a wait for one, took the place of the launch.
    pub(crate) fn order(&mut self, event: u64, waits: bool) {
        let Some(parent) = self.parents.last_mut() else {
            return;
        };
        if let Some(stream) = self.stream.and_then(|stream| parent.streams.get_mut(&stream)) {
            match parent.events.get(&event).filter(|_| waits) {
                Some(event) => stream.join(event),
                None if waits => {}
                None => drop(parent.events.insert(event, stream.clone())),
            }
        }
    }

    /// Ends the last parent.
    fn end(&mut self) {
        let Some(Parent { mut done, besides, stream, .. }) = self.parents.pop() else {
            return;
        };
        done.join(&besides);
        let Some(parent) = self.parents.last_mut() else {
            self.done = done;
            return;
        };
        parent.done.join(&done);
        if let Some(stream) = stream.and_then(|stream| parent.streams.get_mut(&stream)) {
            stream.join_items(&done);
        }
    }

    /// Returns what is known after all of them, once there is none left.
    pub(crate) fn done(&self) -> &ItemClock {
        &self.done
    }
}
