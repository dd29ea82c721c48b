//! What work can wait for: an item of a stream, or an event.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::state::devices::Devices;
use crate::state::shared_event::SharedEvent;
use crate::state::trace::{PositionClock, Trace};
use cuda_sim_engine::ItemClock;

/// The completion of a recording, when its stream reaches it.
#[derive(Debug, Default)]
pub(crate) struct Mark {
    time: OnceLock<Instant>,
    /// The number of the recording, among those of all processes.
    shared: Option<(Arc<SharedEvent>, u64)>,
    /// What happened before it, if races are looked for.
    reached: OnceLock<PositionClock>,
    pub trigger: Trigger,
}

/// When an event is recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// After what precedes it.
    #[default]
    End,
    /// Once the kernel before has started.
    Start,
    /// Once the kernel before has executed `griddepcontrol.launch_dependents`.
    LaunchDependents,
}

impl Mark {
    /// That of a new recording, which other processes see if the event is theirs, too.
    pub(crate) fn new(shared: Option<&Arc<SharedEvent>>, trigger: Trigger) -> Arc<Self> {
        let shared = shared.map(|event| (event.clone(), event.record()));
        Arc::new(Self { shared, trigger, ..Self::default() })
    }

    /// Returns `true` for the recording with a number, among those of all processes.
    pub(crate) fn is_shared_as(&self, number: u64) -> bool {
        self.shared.as_ref().is_some_and(|(_, own)| *own == number)
    }

    /// Returns when it was set.
    pub(crate) fn time(&self) -> Option<Instant> {
        self.time.get().copied()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.time.get().is_some()
    }

    /// Waits until it is set.
    pub(crate) fn wait(&self) {
        self.time.wait();
    }

    /// Sets it after what a trace knows.
    pub(crate) fn set_after(&self, trace: Option<&Trace>) {
        if let Some(trace) = trace {
            let early = match self.trigger {
                Trigger::End => None,
                Trigger::Start => trace.early.clone(),
                Trigger::LaunchDependents => trace.early.clone().filter(|_| trace.lets_next_start),
            };
            let reached = PositionClock {
                clock: trace.clock.clone(),
                sure: early,
                ..PositionClock::default()
            };
            let _ = self.reached.set(reached);
        }
        self.set();
    }

    pub(crate) fn set(&self) {
        let _ = self.time.set(Instant::now());
        if let Some((event, number)) = &self.shared {
            event.complete(*number);
        }
    }
}

/// Items that are done in the order of their numbers.
pub(crate) trait InOrder: Debug + Send + Sync {
    /// Returns `true` if this item is done.
    fn is_done(&self, number: u64) -> bool;

    /// Waits until this item is done.
    fn wait(&self, number: u64);

    /// Waits until this item is done; if nothing is executing the items, executes them up to it.
    ///
    /// Waking another thread takes longer than a small launch, and this thread is idle.
    fn wait_or_execute(self: Arc<Self>, devices: &'static Devices, number: u64);
}

/// Work to wait for.
#[derive(Debug, Clone)]
pub(crate) enum Ticket {
    /// An item of a stream's work, by its number, and what is known after it, if races are looked for.
    Item(Arc<dyn InOrder>, u64, Option<Arc<OnceLock<ItemClock>>>),
    /// A node of a launched graph that records an event.
    Node(Arc<Mark>),
}

impl Ticket {
    /// Returns what is known after it, if it is done and races are looked for.
    pub(crate) fn known(&self) -> Option<ItemClock> {
        match self {
            Self::Item(_, _, known) => known.as_ref()?.get().cloned(),
            Self::Node(mark) => Some(mark.reached.get()?.sure().clone()),
        }
    }

    /// Adds what is known after it to what is known where a stream waits for it.
    pub(crate) fn join_to(&self, reached: &mut PositionClock) {
        match self {
            Self::Item(_, _, known) => {
                let clock = known.as_ref().and_then(|cell| cell.get());
                clock.into_iter().for_each(|clock| reached.join(clock, None));
            }
            Self::Node(mark) => {
                let position_clock = mark.reached.get();
                position_clock.into_iter().for_each(|position_clock| {
                    reached.join(&position_clock.clock, position_clock.sure.as_ref())
                });
            }
        }
    }

    /// Returns `true` if later work must name it: it isn't done, or the detector of races needs to know.
    pub(crate) fn matters(&self) -> bool {
        !self.is_done() || self.known().is_some()
    }

    /// Returns `true` if the host hasn't waited for it, as far as the detector of races knows.
    pub(crate) fn is_unknown_to_host(&self) -> bool {
        let clock = self.known();
        clock.is_some_and(|clock| {
            Devices::get().is_ok_and(|devices| !devices.races.host_includes(&clock))
        })
    }

    pub(crate) fn is_done(&self) -> bool {
        match self {
            Self::Item(stream, number, _) => stream.is_done(*number),
            Self::Node(mark) => mark.is_set(),
        }
    }

    /// Waits until it is done.
    pub(crate) fn wait(&self) {
        match self {
            Self::Item(stream, number, _) => stream.wait(*number),
            Self::Node(mark) => mark.wait(),
        }
    }

    /// Waits until it is done; if the stream's queue isn't being executed, executes it up to this item.
    pub(crate) fn wait_or_execute(&self, devices: &'static Devices) {
        match self {
            Self::Item(stream, number, _) => stream.clone().wait_or_execute(devices, *number),
            Self::Node(mark) => mark.wait(),
        }
    }
}
