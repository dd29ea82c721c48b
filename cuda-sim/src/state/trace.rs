//! What the detector of races knows of work that runs.

use crate::state::devices::Devices;
use crate::state::transfer::{Copy, Fill, PitchedPlace};
use cuda_sim_engine::{ItemClock, Operation, WorkPlace};

/// What is known where a stream is, or after a node of a graph.
#[derive(Debug, Clone, Default)]
pub(crate) struct PositionClock {
    pub clock: ItemClock,
    /// What the kernel before knew at first.
    pub early: Option<ItemClock>,
    /// Whether it lets the next one start before it ends.
    pub lets_next_start: bool,
    /// What is known without `griddepcontrol.wait`, after an event that a kernel triggered before it ended.
    pub sure: Option<ItemClock>,
}

impl PositionClock {
    /// Adds what is known after work that was waited for.
    pub(crate) fn join(&mut self, clock: &ItemClock, sure: Option<&ItemClock>) {
        if sure.is_some() {
            self.sure.get_or_insert_with(|| self.clock.clone());
        }
        self.clock.join(clock);
        for own in [&mut self.early, &mut self.sure].into_iter().flatten() {
            own.join(sure.unwrap_or(clock));
        }
    }

    /// Returns what is known to anything that follows.
    pub(crate) fn sure(&self) -> &ItemClock {
        self.sure.as_ref().unwrap_or(&self.clock)
    }
}

/// What happened before an item of work, and then what is known after it.
#[derive(Debug)]
pub(crate) struct Trace {
    pub clock: ItemClock,
    /// The same for a kernel that starts early; then what it knew at first.
    pub early: Option<ItemClock>,
    /// Whether it has let the next one start before it ended.
    pub lets_next_start: bool,
    pub place: WorkPlace,
}

impl Trace {
    /// That of an item that starts after all of this.
    pub(crate) fn after(clock: ItemClock, place: WorkPlace) -> Self {
        Self { clock, early: None, lets_next_start: false, place }
    }

    /// Returns what is known afterwards.
    pub(crate) fn reached(self) -> PositionClock {
        let Self { clock, early, lets_next_start, .. } = self;
        PositionClock { clock, early, lets_next_start, sure: None }
    }

    /// Tells the detector of work that isn't a kernel.
    fn operation(
        &mut self,
        devices: &Devices,
        description: String,
        accesses: impl FnOnce(&mut Operation<'_, '_>),
    ) {
        let item = devices.races.begin(&self.clock, self.place);
        accesses(&mut item.operation(description, &devices.memory));
        self.clock = item.end();
        devices.print_races();
    }

    /// A copy, which reads its source now unless that was read during the call.
    pub(crate) fn copy(&mut self, devices: &Devices, copy: &Copy, reads: bool) {
        let description = format!("copy of {} bytes", copy.bytes());
        self.operation(devices, description, |operation| {
            let rows = |place: PitchedPlace| {
                (0..copy.depth).flat_map(move |z| {
                    (0..copy.height).map(move |y| place.address + z * place.slice + y * place.pitch)
                })
            };
            if reads {
                rows(copy.from).for_each(|row| operation.read(row, copy.width));
            }
            rows(copy.to).for_each(|row| operation.write(row, copy.width));
        });
    }

    pub(crate) fn fill(&mut self, devices: &Devices, fill: &Fill) {
        let description = format!("fill of {} bytes", fill.bytes());
        self.operation(devices, description, |operation| {
            let width = fill.width * fill.element;
            fill.rows_written().for_each(|row| operation.write(row, width));
        });
    }

    /// The end of an allocation, after which nothing may use it.
    pub(crate) fn free(&mut self, devices: &Devices, address: u64) {
        if let Some(allocation) = devices.memory.allocated(address) {
            self.operation(devices, "free of memory".to_owned(), |operation| {
                operation.end(allocation.start, allocation.size);
            });
        }
    }

    /// The host unmaps memory, which it must have waited for. What is mapped there later is other memory.
    pub(crate) fn unmap(devices: &Devices, address: u64, bytes: u64) {
        if devices.checks_order() {
            let mut trace = Trace::after(devices.races.host(), WorkPlace::default());
            trace.operation(devices, "unmapping of memory".to_owned(), |operation| {
                operation.end(address, bytes);
            });
            devices.host_waited([trace.clock.clone()]);
            devices.races.forget(address, bytes);
        }
    }

    /// The begin of an allocation, before which nothing may use it.
    pub(crate) fn allocate(&mut self, devices: &Devices, address: u64, bytes: u64) {
        if bytes > 0 {
            self.operation(devices, "allocation of memory".to_owned(), |operation| {
                operation.begin(address, bytes);
            });
        }
    }

    /// A function of the program, which may tell the host what happened before it, and wait for what the host knows.
    pub(crate) fn host(&mut self, devices: &Devices, function: impl FnOnce()) {
        devices.host_waited([self.clock.clone()]);
        function();
        self.clock.join(&devices.races.host());
    }

    /// It waited for something that the detector doesn't see.
    pub(crate) fn waited(&mut self, devices: &Devices) {
        self.clock.join(&devices.races.everything());
    }
}
