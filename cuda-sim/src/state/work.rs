mod children;

use core::ffi::c_void;
use litemap::LiteMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use cuda_driver_sys::{CUDA_MEMCPY3D, CUlaunchAttributeID, CUresult, CUstream_st};

use crate::counters;
use crate::report;
use crate::state::activity::{self, Action, Place};
use crate::state::devices::Devices;
use crate::state::external::Semaphores;
use crate::state::host_function::in_host_function;
use crate::state::module::{block_of, blocks_of_grid};
use crate::state::plain::Plain;
use crate::state::shared_event::SharedEvent;
use crate::state::ticket::Mark;
use crate::state::trace::Trace;
use crate::state::transfer::{self, Copy, Fill};
use children::Children;
use cuda_sim_engine::{
    Checks, Child, DeviceMemory, Image, Item, Launch, Limits, Output, Snapshot, WorkPlace, run,
};
use parking_lot::Mutex;

/// Copies and fills up to this size are performed by the calling thread if nothing precedes them.
pub(crate) const BRIEF: u64 = 64 << 10;

/// The most bytes of pageable memory that a call reads before it returns, without waiting for its stream: as many as an
/// H200's driver was seen to read.
pub(crate) const STAGED: u64 = 2 << 20;

/// An item of a stream's work.
#[derive(Debug, Clone)]
pub(crate) enum Work {
    Launch(Arc<KernelLaunch>),
    /// A copy, and what the program described it as, if the stream captures.
    Copy(Copy, Option<Box<Plain<CUDA_MEMCPY3D>>>),
    /// A copy of bytes that were read during the call.
    Staged(Arc<[u8]>, Copy),
    Fill(Fill),
    /// `cuLaunchHostFunc`: the function, and its argument.
    HostFunction(unsafe extern "C" fn(*mut c_void), usize),
    /// `cuStreamAddCallback`: the function, the stream's handle, and its argument.
    Callback(unsafe extern "C" fn(*mut CUstream_st, CUresult, *mut c_void), usize, usize),
    /// The completion of an event, with its time.
    Record(Arc<Mark>),
    /// The end of an allocation: its address and id.
    Free(u64, u64),
    /// The same of memory of a graph, which keeps it if it isn't gone.
    FreeOfGraph(u64, u64),
    Write(Value),
    Reduce(Value, Reduction),
    Wait(Value, Comparison),
    /// A wait for another process's event.
    WaitShared(Arc<SharedEvent>, u64),
    /// Signals of semaphores of other APIs, or waits for them.
    Semaphores(Arc<Semaphores>),
    /// No work, only dependencies.
    Nothing,
    /// The place in the stream of memory that begins: its address, and its bytes. Unlike other marks, the stream's
    /// synchronization always waits for it.
    Memory(u64, u64),
}

/// A number in memory, for `cuStreamWriteValue` and `cuStreamWaitValue`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value {
    pub address: u64,
    pub value: u64,
    /// Whether it has 64 bits rather than 32.
    pub wide: bool,
}

/// What changes a number in memory atomically.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reduction {
    Or,
    And,
    Add,
}

/// The condition that ends a wait for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// The difference, as a signed number, isn't negative.
    GreaterOrEqual,
    Equal,
    /// The bitwise and isn't zero.
    And,
    /// The bitwise nor isn't zero.
    Nor,
}

/// The attributes of a launch, by number.
pub(crate) type Attributes = LiteMap<u32, [u8; 64]>;

/// A kernel with its launch parameters.
#[derive(Debug)]
pub(crate) struct KernelLaunch {
    pub image: Arc<Image>,
    /// The index of the kernel in the program.
    pub kernel: usize,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cluster: [u32; 3],
    pub dynamic_shared: u32,
    pub params: Vec<u8>,
    pub cooperative: bool,
    pub limits: Limits,
    pub schedule_seed: Option<u64>,
    /// The handles of the function, of its context, and of the library kernel it was added as, if any.
    pub function: usize,
    pub context: usize,
    pub kern: usize,
    /// The launch attributes that were set, by number.
    pub attributes: Attributes,
    /// The addresses of the parameters in `params`, once the API has asked for them.
    pub pointers: OnceLock<Box<[usize]>>,
    /// What the host's memory contained when nothing was left to wait for, if races are looked for.
    pub snapshot: Mutex<Option<Snapshot>>,
}

impl Work {
    /// Returns the address and size of the number that it writes or waits for, if it does.
    pub(crate) fn number(&self) -> Option<(u64, u64)> {
        match self {
            Self::Write(value) | Self::Reduce(value, _) | Self::Wait(value, _) => {
                Some((value.address, value.size()))
            }
            _ => None,
        }
    }

    /// Returns `true` if it does nothing but mark a place in the stream.
    pub(crate) fn is_mark(&self) -> bool {
        matches!(self, Self::Record(_) | Self::Nothing)
    }

    /// Returns `true` if it takes no longer than waking another thread.
    pub(crate) fn is_brief(&self) -> bool {
        match self {
            Self::Copy(copy, _) => copy.bytes() <= BRIEF,
            Self::Staged(bytes, _) => bytes.len() as u64 <= BRIEF,
            Self::Fill(fill) => fill.bytes() <= BRIEF,
            Self::Record(_)
            | Self::Free(..)
            | Self::FreeOfGraph(..)
            | Self::Write(_)
            | Self::Reduce(..)
            | Self::Nothing
            | Self::Memory(..) => true,
            Self::Semaphores(list) => !list.is_wait(),
            Self::Launch(_)
            | Self::HostFunction(..)
            | Self::Callback(..)
            | Self::Wait(..)
            | Self::WaitShared(..) => false,
        }
    }

    /// Returns `true` if it calls functions of the program, or waits for the program.
    pub(crate) fn runs_host_code(&self) -> bool {
        match self {
            Self::HostFunction(..) | Self::Callback(..) | Self::Wait(..) | Self::WaitShared(..) => {
                true
            }
            Self::Semaphores(list) => list.is_wait(),
            _ => false,
        }
    }

    /// Executes it; a panic makes the device unusable, so that the work counts as done and its waits end.
    pub(crate) fn run(&self, devices: &'static Devices, trace: Option<&mut Trace>) {
        let run = || {
            if catch_unwind(AssertUnwindSafe(|| self.execute(devices, trace))).is_err() {
                devices.mark_broken();
            }
        };
        activity::watch(|| self.action(devices), run);
    }

    /// Returns what a profiler sees of it; kernels say it themselves.
    fn action(&self, devices: &Devices) -> Option<Action> {
        devices.check().ok()?;
        let place = |address| Place::at(&devices.memory, address);
        match self {
            Self::Copy(copy, _) => Some(Action::Copy {
                from: place(copy.from.address),
                to: place(copy.to.address),
                bytes: copy.bytes(),
            }),
            Self::Staged(_, copy) => Some(Action::Copy {
                from: Place::Pageable,
                to: place(copy.to.address),
                bytes: copy.bytes(),
            }),
            Self::Fill(fill) => Some(Action::Fill {
                to: place(fill.address),
                value: fill.value,
                bytes: fill.bytes(),
            }),
            _ => None,
        }
    }

    /// Executes it. On an unusable device, it only ends waits.
    fn execute(&self, devices: &'static Devices, mut trace: Option<&mut Trace>) {
        match self {
            Self::Record(mark) => mark.set_after(trace.as_deref()),
            Self::Callback(function, stream, argument) => {
                let status = devices.check().err().unwrap_or(CUresult::CUDA_SUCCESS);
                // SAFETY: the code that added the callback guaranteed that it is valid with this argument.
                let call = || unsafe {
                    function(*stream as *mut CUstream_st, status, *argument as *mut c_void)
                };
                match trace {
                    Some(trace) => trace.host(devices, || in_host_function(call)),
                    None => in_host_function(call),
                }
            }
            _ if devices.check().is_err() => {}
            Self::Launch(launch) => {
                let _place = devices.memory.keep_in_place();
                launch.run(devices, devices, trace);
            }
            Self::Copy(..)
            | Self::Staged(..)
            | Self::Fill(_)
            | Self::Write(_)
            | Self::Reduce(..) => {
                let _place = devices.memory.keep_in_place();
                self.change_memory(devices, trace);
            }
            Self::HostFunction(function, argument) => {
                // SAFETY: the code that launched the function guaranteed that it is valid with this argument.
                let call = || unsafe { function(*argument as *mut c_void) };
                match trace {
                    Some(trace) => trace.host(devices, || in_host_function(call)),
                    None => in_host_function(call),
                }
            }
            Self::Free(address, id) => {
                if let Some(trace) = &mut trace {
                    trace.free(devices, *address);
                }
                // Its memory may already belong to another allocation.
                if !devices.end_if(*address, |allocation| allocation.id == *id) {
                    devices.memory.begin_again(*address);
                }
            }
            Self::FreeOfGraph(address, id) => {
                if let Some(trace) = &mut trace {
                    trace.free(devices, *address);
                }
                devices.reach_free_of_graph(*address, *id);
            }
            Self::WaitShared(event, number) => {
                event.wait(*number, devices);
                if let Some(trace) = &mut trace {
                    trace.waited(devices);
                }
            }
            Self::Semaphores(list) => {
                list.run(devices);
                if let Some(trace) = &mut trace {
                    trace.waited(devices);
                }
            }
            Self::Wait(value, comparison) => {
                devices.wait_until(|| value.is_met(*comparison));
                if let Some(trace) = &mut trace {
                    trace.waited(devices);
                }
            }
            Self::Memory(address, bytes) => {
                if let Some(trace) = &mut trace {
                    trace.allocate(devices, *address, *bytes);
                }
            }
            Self::Nothing => {}
        }
    }

    /// Executes a change of memory, which stays in its place.
    /// Returns what the work is, and the address of memory that it uses and that is gone.
    fn missing(&self, devices: &Devices) -> Option<(&'static str, u64)> {
        let is_there = |copy: &Copy, place: transfer::PitchedPlace| {
            let extent = place.extent(copy.width, copy.height, copy.depth);
            devices.still_holds(place.address, extent.unwrap_or(u64::MAX))
        };
        match self {
            Self::Copy(copy, _) if !is_there(copy, copy.from) => Some(("copy", copy.from.address)),
            Self::Copy(copy, _) | Self::Staged(_, copy) if !is_there(copy, copy.to) => {
                Some(("copy", copy.to.address))
            }
            Self::Fill(fill) => {
                let extent = fill.extent().unwrap_or(u64::MAX);
                (!devices.still_holds(fill.address, extent)).then_some(("set", fill.address))
            }
            _ => None,
        }
    }

    fn change_memory(&self, devices: &Devices, mut trace: Option<&mut Trace>) {
        if let Some((operation, address)) = self.missing(devices) {
            return devices.mark_freed(operation, address);
        }
        match self {
            Self::Copy(copy, _) => {
                if let Some(trace) = &mut trace {
                    trace.copy(devices, copy, true);
                }
                // SAFETY: the call checked that device memory is allocated; the caller guaranteed host memory.
                unsafe { copy.run_in(&devices.memory) };
                for (from, to) in copy.rows() {
                    devices.memory.note_copy(from, to, copy.width);
                    devices.note_change(to, copy.width);
                }
            }
            Self::Staged(bytes, to) => {
                if let Some(trace) = &mut trace {
                    trace.copy(devices, to, false);
                }
                // SAFETY: the call checked that the target is allocated, and the bytes are its rows.
                unsafe { to.of_packed(bytes.as_ptr() as u64).run_in(&devices.memory) };
                for row in to.rows_written() {
                    devices.memory.note_write(row, to.width);
                    devices.note_change(row, to.width);
                }
            }
            Self::Fill(fill) => {
                if let Some(trace) = &mut trace {
                    trace.fill(devices, fill);
                }
                // SAFETY: the call checked that the memory is allocated, and the alignment.
                unsafe { fill.run_in(&devices.memory) };
                for row in fill.rows_written() {
                    devices.memory.note_write(row, fill.width * fill.element);
                    devices.note_change(row, fill.width * fill.element);
                }
            }
            Self::Write(value) => {
                if let Some(trace) = &trace {
                    // Who sees the number, such as a kernel that polls it, is after this.
                    devices.host_waited([trace.clock.clone()]);
                }
                if !devices.memory.is_replaced(value.address, value.size()) {
                    value.write();
                }
                devices.memory.note_write(value.address, value.size());
                devices.note_change(value.address, value.size());
            }
            Self::Reduce(value, reduction) => {
                if let Some(trace) = &trace {
                    devices.host_waited([trace.clock.clone()]);
                }
                if !devices.memory.is_replaced(value.address, value.size()) {
                    value.reduce(*reduction);
                }
                devices.note_change(value.address, value.size());
            }
            _ => {}
        }
    }
}

impl KernelLaunch {
    /// A copy, whose parameters are in another place.
    pub(crate) fn copy(&self) -> Self {
        Self {
            image: self.image.clone(),
            params: self.params.clone(),
            attributes: self.attributes.clone(),
            pointers: OnceLock::new(),
            snapshot: Mutex::default(),
            ..*self
        }
    }

    /// Keeps what the host's memory contains: from now on, the host can order nothing before the kernel any more.
    pub(crate) fn keep(&self, devices: &Devices) {
        *self.snapshot.lock() = self.now_kept(devices);
    }

    fn now_kept(&self, devices: &Devices) -> Option<Snapshot> {
        let checks = devices.checks();
        let is_checked = checks.races && !checks.schedules;
        is_checked
            .then(|| devices.races.keep(&devices.memory, self.image.addresses(), &self.params))
    }

    /// Returns `true` if it may start before the kernel in front of it has completed.
    pub(crate) fn starts_early(&self) -> bool {
        self.number(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION) != 0
    }

    /// Returns the first number of an attribute, 0 if it wasn't set.
    pub(crate) fn number(&self, attribute: CUlaunchAttributeID) -> u32 {
        let value = self.attributes.get(&attribute.0);
        let word = value.and_then(|value| value.first_chunk());
        word.map_or(0, |word| u32::from_ne_bytes(*word))
    }

    /// Returns the address of each parameter's value, which stay the same while the launch exists.
    pub(crate) fn pointers(&self) -> &[usize] {
        self.pointers.get_or_init(|| {
            let kernel = self.image.program().kernels().nth(self.kernel);
            let params = kernel.map_or(&[][..], |kernel| &kernel.params);
            let base = self.params.as_ptr() as usize;
            params.iter().map(|param| base + param.offset as usize).collect()
        })
    }

    /// Executes it, and what its kernels launch; `output` is where they print, and what they launch graphs with.
    pub(crate) fn run(
        &self,
        devices: &Devices,
        output: &dyn Output,
        mut trace: Option<&mut Trace>,
    ) {
        let checks = devices.checks();
        // Without a trace, its order isn't known.
        let unordered = || devices.races.begin(&devices.races.everything(), WorkPlace::default());
        let item = checks.any().then(|| match &trace {
            Some(trace) => {
                let first = trace.early.as_ref().unwrap_or(&trace.clock);
                let item = devices.races.begin(first, trace.place);
                item.awaiting(trace.clock.clone())
            }
            None => unordered(),
        });
        let children = self.run_alone(devices, output, checks, item.as_ref());
        if let Some(trace) = &mut trace {
            trace.early.get_or_insert_with(|| trace.clock.clone());
            trace.lets_next_start = item.as_ref().is_some_and(Item::has_let_next_start);
        }
        let mut launched = Children::default();
        launched.add(children, item.map(Item::end));
        while let Some((child, before)) = launched.next(|| devices.check().is_ok()) {
            let child = KernelLaunch {
                image: self.image.clone(),
                kernel: child.kernel,
                grid: child.grid,
                block: child.block,
                cluster: child.cluster,
                dynamic_shared: child.dynamic_shared,
                params: child.params,
                cooperative: false,
                attributes: Attributes::default(),
                pointers: OnceLock::new(),
                snapshot: Mutex::default(),
                ..*self
            };
            if let Some((event, waits)) = child.event() {
                launched.order(event, waits);
                continue;
            }
            let item = checks.any().then(|| match &trace {
                Some(trace) => devices.races.begin_launched(&before, trace.place),
                None => unordered(),
            });
            let children = child.run_alone(devices, output, checks, item.as_ref());
            launched.add(children, item.map(Item::end));
        }
        if let Some(trace) = trace {
            // However early what follows may start, children start after it.
            trace.clock.join(launched.done());
        }
    }

    /// Returns the event that a launch by the device's runtime stands for, and whether its stream waits for it, or records it.
    fn event(&self) -> Option<(u64, bool)> {
        let kernel = self.image.program().kernels().nth(self.kernel)?;
        let (event, rest) = self.params.split_first_chunk()?;
        (kernel.name == "__cudaCDP2EventKernel")
            .then(|| (u64::from_ne_bytes(*event), rest.first() == Some(&1)))
    }

    /// Executes it, and returns the launches by its kernel in their order.
    fn run_alone(
        &self,
        devices: &Devices,
        output: &dyn Output,
        checks: Checks,
        item: Option<&Item<'_>>,
    ) -> Vec<Child> {
        let Some(kernel) = self.image.program().kernels().nth(self.kernel) else {
            return Vec::new();
        };
        report::ran();
        let checks = devices.checks_of(&kernel.name, checks);
        let item = item.filter(|_| checks.any());
        let children = Mutex::default();
        let planned_fault = devices.take_planned_fault(&kernel.name, self.grid);
        let grid = blocks_of_grid(kernel, self.grid, self.cluster);
        let launch = Launch {
            image: &self.image,
            kernel,
            grid,
            block: block_of(kernel, self.block),
            cluster: self.cluster,
            dynamic_shared: self.dynamic_shared,
            params: &self.params,
            cooperative: self.cooperative,
            limits: self.limits,
            schedule_seed: self.schedule_seed,
            planned_fault,
            checks,
            races: item,
            counters: None,
            children: Some(&children),
        };
        let action = || Action::Kernel {
            name: kernel.name.clone(),
            grid: self.grid,
            block: self.block,
            cluster: self.cluster,
            registers: kernel.registers,
            static_shared: kernel.shared_static,
            dynamic_shared: self.dynamic_shared,
            local: kernel.local,
        };
        let snapshot = self.snapshot.lock().take().or_else(|| self.now_kept(devices));
        let result = counters::watch((&kernel.name, self.grid, self.block), |counters| {
            let launch = Launch { counters, ..launch };
            activity::watch(
                || Some(action()),
                || {
                    if checks.schedules && launch.schedule_seed.is_none() {
                        devices.explore(&launch, output)
                    } else {
                        run(&launch, &devices.memory, output)
                    }
                },
            )
        });
        if let (Some(snapshot), Some(item)) = (snapshot, item) {
            item.compare(snapshot, &devices.memory);
        }
        if checks.races {
            devices.print_races();
        }
        if let Err(fault) = result {
            devices.mark_unusable(fault);
        }
        children.into_inner()
    }
}

/// Where a [`Value`] is.
enum Number<'a> {
    Narrow(&'a AtomicU32),
    Wide(&'a AtomicU64),
}

impl Value {
    /// Its size in bytes.
    fn size(&self) -> u64 {
        if self.wide { 8 } else { 4 }
    }

    fn number(&self) -> Number<'_> {
        // SAFETY: the call checked that as many aligned bytes are allocated.
        unsafe {
            if self.wide {
                Number::Wide(AtomicU64::from_ptr(self.address as *mut u64))
            } else {
                Number::Narrow(AtomicU32::from_ptr(self.address as *mut u32))
            }
        }
    }

    fn reduce(&self, reduction: Reduction) {
        let (value, order) = (self.value, Ordering::AcqRel);
        match (self.number(), reduction) {
            (Number::Wide(number), Reduction::Or) => drop(number.fetch_or(value, order)),
            (Number::Wide(number), Reduction::And) => drop(number.fetch_and(value, order)),
            (Number::Wide(number), Reduction::Add) => drop(number.fetch_add(value, order)),
            (Number::Narrow(number), Reduction::Or) => drop(number.fetch_or(value as u32, order)),
            (Number::Narrow(number), Reduction::And) => drop(number.fetch_and(value as u32, order)),
            (Number::Narrow(number), Reduction::Add) => drop(number.fetch_add(value as u32, order)),
        }
    }

    fn write(&self) {
        match self.number() {
            Number::Wide(number) => number.store(self.value, Ordering::Release),
            Number::Narrow(number) => number.store(self.value as u32, Ordering::Release),
        }
    }

    fn read(&self) -> u64 {
        match self.number() {
            Number::Wide(number) => number.load(Ordering::Acquire),
            Number::Narrow(number) => number.load(Ordering::Acquire).into(),
        }
    }

    fn is_met(&self, comparison: Comparison) -> bool {
        let (found, value) = (self.read(), self.value);
        // The number's bits, uppermost.
        let bits = |result: u64| if self.wide { result } else { result << 32 };
        match comparison {
            Comparison::GreaterOrEqual => bits(found.wrapping_sub(value)) as i64 >= 0,
            Comparison::Equal => bits(found ^ value) == 0,
            Comparison::And => bits(found & value) != 0,
            Comparison::Nor => bits(!(found | value)) != 0,
        }
    }
}
