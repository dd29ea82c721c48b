//! What calls and work did, for a profiler.

use std::cell::{Cell, RefCell};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use cuda_driver_sys::{CUresult, Symbol};
use parking_lot::{Mutex, RwLock};

use crate::memory::{AllocationKind, Memory};

/// A call, or work of a device that has ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Activity {
    /// Who caused it, and where it ran.
    pub origin: Origin,
    /// When it began, by [`now`].
    pub start: u64,
    /// When it ended.
    pub end: u64,
    /// What it was.
    pub action: Action,
}

/// Who caused an activity, and where it ran.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Origin {
    /// A number of the call; 0 for none that was recorded.
    pub correlation: u32,
    /// The ordinal of the context's device.
    pub device: u32,
    /// The handle of the context: the stream's, or the one that was current.
    pub context: u32,
    /// A number of the stream, 0 if there is none.
    pub stream: u32,
    /// The handle of the node of a graph, or 0.
    pub node: u64,
    /// Whether the call may have returned before it was done.
    pub is_async: bool,
    /// A number of the call of [`counters::record`](crate::counters::record) that records it, or 0.
    pub(crate) recording: u32,
}

/// What an activity was.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Action {
    /// A call of the driver.
    Call { symbol: Symbol, result: CUresult, thread: u32 },
    /// A kernel, with the bytes of memory of a block and of a thread.
    Kernel {
        name: String,
        grid: [u32; 3],
        block: [u32; 3],
        cluster: [u32; 3],
        registers: u32,
        static_shared: u32,
        dynamic_shared: u32,
        local: u32,
    },
    /// A copy.
    Copy { from: Place, to: Place, bytes: u64 },
    /// A fill.
    Fill { to: Place, value: u32, bytes: u64 },
    /// An allocation, or a release.
    Memory { is_release: bool, place: Place, address: u64, bytes: u64 },
    /// A wait.
    Wait(WaitKind),
    /// What the program calls that which it does, by [`push_external`].
    External { kind: u32, id: u64 },
}

/// A kind of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Place {
    Pageable,
    Pinned,
    Device,
    Array,
    Managed,
    /// A variable of a module.
    Static,
}

/// Who waits for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum WaitKind {
    HostForEvent,
    StreamForEvent,
    HostForStream,
    HostForContext,
}

impl Place {
    /// Returns the kind of memory at an address.
    pub(crate) fn at(memory: &Memory, address: u64) -> Self {
        match memory.containing(address) {
            Some(found) => Self::of(found.kind),
            None if memory.is_ours(address) => Self::Device,
            None => Self::Pageable,
        }
    }

    pub(crate) fn of(kind: AllocationKind) -> Self {
        match kind {
            kind if kind.is_managed() => Self::Managed,
            AllocationKind::Pinned(_)
            | AllocationKind::Registered(_)
            | AllocationKind::HostPool(_) => Self::Pinned,
            AllocationKind::Array => Self::Array,
            AllocationKind::Global | AllocationKind::Constant => Self::Static,
            _ => Self::Device,
        }
    }
}

static IS_ON: AtomicBool = AtomicBool::new(false);
/// The number of the next call that is recorded, and of the first one since this was turned on.
static NEXT: AtomicU32 = AtomicU32::new(1);
static FIRST: AtomicU32 = AtomicU32::new(1);
static RECORDED: Mutex<Vec<Activity>> = Mutex::new(Vec::new());

thread_local! {
    static ORIGIN: Cell<Origin> = const { Cell::new(Origin {
        correlation: 0,
        device: 0,
        context: 0,
        stream: 0,
        node: 0,
        is_async: false,
        recording: 0,
    }) };
    /// The kinds and numbers that the program gave to what this thread does, the innermost last.
    static EXTERNAL: RefCell<Vec<(u32, u64)>> = const { RefCell::new(Vec::new()) };
}

/// The clock of a profiler.
static CLOCK: RwLock<Option<Clock>> = RwLock::new(None);

/// A clock's function.
pub type Clock = unsafe extern "C" fn() -> u64;

/// Makes times those of another clock; with none, they are the CPU's again.
///
/// # Safety
/// The function can be called on any thread.
pub unsafe fn set_clock(clock: Option<Clock>) {
    *CLOCK.write() = clock;
}

/// Says what the program calls that which this thread does from now on, in one of several kinds: each call of the driver has a
/// record of it.
pub fn push_external(kind: u32, id: u64) {
    EXTERNAL.with_borrow_mut(|all| all.push((kind, id)));
}

/// Takes back the last of a kind, and returns it.
pub fn pop_external(kind: u32) -> Option<u64> {
    EXTERNAL.with_borrow_mut(|all| {
        let last = all.iter().rposition(|entry| entry.0 == kind)?;
        Some(all.remove(last).1)
    })
}

/// Records what calls and devices do from now on, in the whole process, or stops that.
///
/// Work is recorded once it has ended, if its call began since this was turned on.
pub fn record(on: bool) {
    if on && !is_on() {
        FIRST.store(NEXT.load(Ordering::Relaxed), Ordering::Relaxed);
    }
    IS_ON.store(on, Ordering::Relaxed);
}

/// Returns what was recorded, and forgets it.
pub(crate) fn take() -> Vec<Activity> {
    std::mem::take(&mut *RECORDED.lock())
}

/// Returns `true` while something is recorded.
pub(crate) fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Returns `true` while what this call causes is recorded.
fn records(origin: Origin) -> bool {
    is_on() && origin.correlation >= FIRST.load(Ordering::Relaxed)
}

/// Returns the time in nanoseconds, which is never 0. It is the CPU's, and says nothing about a GPU.
#[must_use]
pub fn now() -> u64 {
    if let Some(clock) = *CLOCK.read() {
        // SAFETY: whoever set it said that it can be called.
        return unsafe { clock() }.max(1);
    }
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let since = FIRST.get_or_init(Instant::now).elapsed();
    1_000_000_000 + u64::try_from(since.as_nanos()).unwrap_or(u64::MAX / 2)
}

/// Returns who causes what this thread does.
pub(crate) fn origin() -> Origin {
    ORIGIN.get()
}

/// Runs something that another call caused, or that runs at another place.
pub(crate) fn from<R>(origin: Origin, run: impl FnOnce() -> R) -> R {
    struct Restore(Origin);
    impl Drop for Restore {
        fn drop(&mut self) {
            ORIGIN.set(self.0);
        }
    }
    let _restore = Restore(ORIGIN.replace(origin));
    run()
}

/// Makes a call of the driver in a context, and records it.
pub(crate) fn call(symbol: Symbol, context: u32, make: impl FnOnce() -> CUresult) -> CUresult {
    let origin = Origin {
        correlation: NEXT.fetch_add(1, Ordering::Relaxed),
        context,
        recording: origin().recording,
        ..Origin::default()
    };
    let start = now();
    let result = from(origin, make);
    push(origin, start, Action::Call { symbol, result, thread: thread() });
    EXTERNAL.with_borrow(|all| {
        let is_last = |at: &usize| !all[at + 1..].iter().any(|entry| entry.0 == all[*at].0);
        for (kind, id) in (0..all.len()).filter(is_last).map(|at| all[at]) {
            push(origin, start, Action::External { kind, id });
        }
    });
    result
}

/// Returns the id of this thread, as CUPTI has it: the low half of what identifies it to C.
pub(crate) fn thread() -> u32 {
    #[cfg(unix)]
    {
        unsafe extern "C" {
            safe fn pthread_self() -> usize;
        }
        pthread_self() as u32
    }
    #[cfg(windows)]
    {
        unsafe extern "system" {
            safe fn GetCurrentThreadId() -> u32;
        }
        GetCurrentThreadId()
    }
}

/// Does something, and records it if its call is recorded.
pub(crate) fn watch<R>(action: impl FnOnce() -> Option<Action>, run: impl FnOnce() -> R) -> R {
    if !records(origin()) {
        return run();
    }
    let (action, start) = (action(), now());
    let result = run();
    if let Some(action) = action {
        push(origin(), start, action);
    }
    result
}

/// Records an allocation or a release of a call, on a stream if its number isn't 0.
pub(crate) fn note(
    (stream, context): (u64, usize),
    is_release: bool,
    kind: AllocationKind,
    address: u64,
    bytes: u64,
) {
    if is_on() {
        let origin = Origin {
            stream: stream as u32,
            context: context as u32,
            is_async: stream != 0,
            ..origin()
        };
        let place = Place::of(kind);
        let action = Action::Memory { is_release, place, address, bytes };
        push(origin, now(), action);
    }
}

/// Waits, and records that if it succeeds, on a stream if its number isn't 0.
pub(crate) fn wait<R, E>(
    waiting: WaitKind,
    (stream, context): (u64, usize),
    run: impl FnOnce() -> Result<R, E>,
) -> Result<R, E> {
    let origin = Origin { stream: stream as u32, context: context as u32, ..origin() };
    let start = if is_on() { now() } else { 0 };
    let result = run();
    if result.is_ok() && start != 0 {
        push(origin, start, Action::Wait(waiting));
    }
    result
}

fn push(origin: Origin, start: u64, action: Action) {
    let end = now();
    if !records(origin) {
        return;
    }
    RECORDED.lock().push(Activity { origin, start, end, action });
}
