pub(crate) mod green;
pub(crate) mod storage;

use litemap::LiteMap;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use cuda_driver_sys::{CUcontext, CUctx_flags, CUctx_st, CUlimit, CUresult};
use parking_lot::{Mutex, MutexGuard};

use crate::memory::Owner;
use crate::state::error::*;
use crate::state::handles::{Handles, Object};
use crate::state::outcome::Outcome;
use crate::state::stream::{GreenPart, Order, Role, Stream};

/// A context: the program's objects on a device.
#[derive(Debug)]
pub(crate) struct Context {
    /// The handle that objects created in it refer to: its own, or for a green context that of the primary context.
    pub handle: usize,
    /// Its own handle.
    own: usize,
    /// A number that is unique in the process.
    pub id: u64,
    pub is_primary: bool,
    /// The ordinal of its device.
    pub device: usize,
    /// The handles of other devices' contexts whose memory it may access.
    pub peers: Mutex<BTreeSet<usize>>,
    pub flags: AtomicU32,
    /// By `CUlimit`.
    pub limits: Mutex<[usize; CUlimit::CU_LIMIT_MAX.0 as usize]>,
    /// The settings of core dumps that aren't those of all contexts.
    pub coredump: Mutex<CoredumpSettings>,
    pub cache_config: AtomicU32,
    pub shared_config: AtomicU32,
    /// The number of `cuCtxAttach` calls, plus one.
    pub uses: AtomicUsize,
    pub order: Arc<Order>,
    pub legacy: Arc<Stream>,
    /// Whether it hasn't been destroyed yet.
    alive: AtomicBool,
}

/// The settings of core dumps that were set, by attribute.
pub(crate) type CoredumpSettings = LiteMap<u32, Vec<u8>>;

impl Object for Context {
    type Raw = CUctx_st;
    const KIND: &'static str = "context";
    const INVALID: CUresult = INVALID_CONTEXT;
    const IS_REUSED: bool = false;

    fn context(&self) -> usize {
        self.handle
    }
}

thread_local! {
    /// The thread's stack of current contexts.
    static STACK: Stack = const { Stack::new() };
    /// The thread's own default streams, by the id of the context.
    static DEFAULT_STREAMS: RefCell<HashMap<u64, Arc<Stream>>> = RefCell::new(HashMap::new());
    /// The id of that which the thread used last, or 0.
    static LAST_DEFAULT_STREAM: Cell<u64> = const { Cell::new(0) };
}

/// A thread's stack of current contexts. It isn't dropped with the thread's other values, because handlers of the
/// process's exit, which are called after that, still have their context. So an ended thread leaves the memory of `below`,
/// if there is any.
struct Stack {
    top: Cell<Option<usize>>,
    /// The contexts below the top, which few threads have.
    below: ManuallyDrop<RefCell<Vec<usize>>>,
}

impl Stack {
    const fn new() -> Self {
        Self { top: Cell::new(None), below: ManuallyDrop::new(RefCell::new(Vec::new())) }
    }

    fn push(&self, context: usize) {
        if let Some(top) = self.top.replace(Some(context)) {
            self.below.borrow_mut().push(top);
        }
    }

    fn pop(&self) -> Option<usize> {
        let mut below = self.below.borrow_mut();
        let popped = self.top.replace(below.pop());
        if below.is_empty() {
            *below = Vec::new();
        }
        popped
    }
}

impl Context {
    fn new(handle: usize, device: usize, is_primary: bool, flags: u32) -> Self {
        Self::with_order(handle, handle, device, is_primary, flags, Order::default())
    }

    fn with_order(
        own: usize,
        handle: usize,
        device: usize,
        is_primary: bool,
        flags: u32,
        order: Order,
    ) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let order = Arc::new(order);
        let mut limits = [0; CUlimit::CU_LIMIT_MAX.0 as usize];
        for (limit, value) in [
            (CUlimit::CU_LIMIT_STACK_SIZE, 1024),
            (CUlimit::CU_LIMIT_PRINTF_FIFO_SIZE, 8_650_752),
            (CUlimit::CU_LIMIT_MALLOC_HEAP_SIZE, 8 << 20),
            (CUlimit::CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 2048),
            (CUlimit::CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 64),
            (CUlimit::CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 11_796_480),
        ] {
            limits[limit.0 as usize] = value;
        }
        Self {
            handle,
            own,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            is_primary,
            device,
            peers: Mutex::default(),
            flags: AtomicU32::new(flags),
            limits: Mutex::new(limits),
            coredump: Mutex::default(),
            cache_config: AtomicU32::new(0),
            shared_config: AtomicU32::new(1),
            uses: AtomicUsize::new(1),
            legacy: order.stream(1, handle, Role::Legacy, 0),
            order,
            alive: AtomicBool::new(true),
        }
    }

    /// Returns the owner of memory that is allocated in it.
    pub(crate) fn owner(&self) -> Owner {
        Owner { context: self.handle, device: self.device }
    }

    pub(crate) fn raw(&self) -> CUcontext {
        self.own as CUcontext
    }

    /// Returns the calling thread's own default stream.
    pub(crate) fn per_thread_stream(&self) -> Arc<Stream> {
        let make = || self.order.stream(2, self.handle, Role::PerThread, 0);
        let stream_of = |streams: &RefCell<HashMap<u64, Arc<Stream>>>| {
            let mut streams = streams.borrow_mut();
            streams.entry(self.id).or_insert_with(make).clone()
        };
        let stream = DEFAULT_STREAMS.try_with(stream_of).unwrap_or_else(|_| {
            // The thread has dropped its streams: a handler of the process's exit calls. What it used last is still one of
            // the context's while it has work.
            let last = LAST_DEFAULT_STREAM.get();
            self.order.all().into_iter().find(|stream| stream.id == last).unwrap_or_else(make)
        });
        LAST_DEFAULT_STREAM.set(stream.id);
        stream
    }

    /// Fails, and invalidates the captures, if one of its streams captures.
    pub(crate) fn refuse_captures(&self) -> Outcome {
        let capturing = self.order.capturing();
        capturing.iter().for_each(|stream| {
            stream.invalidate_capture();
        });
        if capturing.is_empty() { Ok(()) } else { Err(STREAM_CAPTURE_UNSUPPORTED) }
    }

    /// Notes that it is destroyed; returns `false` if it was before.
    pub(crate) fn end(&self) -> bool {
        self.alive.swap(false, Ordering::AcqRel)
    }
}

/// The contexts of the devices: living, destroyed and primary ones.
#[derive(Debug)]
pub(crate) struct Contexts {
    live: Handles<Context>,
    /// The handles of destroyed contexts, with their devices.
    destroyed: Mutex<BTreeMap<usize, usize>>,
    /// By device.
    primary: Vec<Mutex<Primary>>,
}

/// The state of a primary context. Its handle never changes.
#[derive(Debug, Default)]
struct Primary {
    handle: Option<usize>,
    retained: usize,
    flags: u32,
    active: bool,
}

/// The flags of `cuCtxCreate`.
const KNOWN_FLAGS: u32 = CUctx_flags::CU_CTX_FLAGS_MASK.0;

/// Checks the flags of a context: only known ones, and at most one scheduling mode.
pub(crate) fn check_flags(flags: u32) -> Outcome {
    let schedule = flags & CUctx_flags::CU_CTX_SCHED_MASK.0;
    if flags & !KNOWN_FLAGS != 0 || !matches!(schedule, 0 | 1 | 2 | 4) {
        return Err(INVALID_VALUE);
    }
    Ok(())
}

/// Returns the flags that a context reports: all except those of core dumps.
pub(crate) fn reported_flags(flags: u32) -> u32 {
    flags & !(CUctx_flags::CU_CTX_COREDUMP_ENABLE.0 | CUctx_flags::CU_CTX_USER_COREDUMP_ENABLE.0)
}

impl Contexts {
    pub(crate) fn new(devices: usize) -> Self {
        Self {
            live: Handles::default(),
            destroyed: Mutex::default(),
            primary: (0..devices).map(|_| Mutex::default()).collect(),
        }
    }

    pub(crate) fn live(&self) -> &Handles<Context> {
        &self.live
    }

    /// Returns the context of a handle; the error distinguishes destroyed contexts from invalid handles.
    pub(crate) fn get(&self, handle: CUcontext) -> Result<Arc<Context>, CUresult> {
        self.live.get(handle).map_err(|invalid| {
            if self.was_destroyed(handle) { CONTEXT_IS_DESTROYED } else { invalid }
        })
    }

    pub(crate) fn was_destroyed(&self, handle: CUcontext) -> bool {
        self.destroyed.lock().contains_key(&(handle as usize))
    }

    /// Returns `true` for the handle of a primary context, which it keeps while it isn't there.
    pub(crate) fn is_primary(&self, handle: CUcontext) -> bool {
        self.primary.iter().any(|primary| primary.lock().handle == Some(handle as usize))
    }

    /// Returns the device's ordinal of a living or destroyed context.
    pub(crate) fn device(&self, handle: CUcontext) -> Result<usize, CUresult> {
        match self.live.get(handle) {
            Ok(context) => Ok(context.device),
            Err(invalid) => {
                let destroyed = self.destroyed.lock();
                destroyed.get(&(handle as usize)).copied().ok_or(invalid)
            }
        }
    }

    fn primary(&self, device: usize) -> Result<MutexGuard<'_, Primary>, CUresult> {
        self.primary.get(device).map(Mutex::lock).ok_or(INVALID_DEVICE)
    }

    /// Returns the context of a handle, or the current one for null.
    pub(crate) fn get_or_current(&self, handle: CUcontext) -> Result<Arc<Context>, CUresult> {
        if handle.is_null() { self.current() } else { self.get(handle) }
    }

    /// Returns the calling thread's current context.
    pub(crate) fn current(&self) -> Result<Arc<Context>, CUresult> {
        self.get(top()?)
    }

    /// Creates a context and makes it current.
    pub(crate) fn create(&self, device: usize, flags: u32) -> Arc<Context> {
        let context = self.live.insert(|handle| Context::new(handle, device, false, flags));
        push(context.raw());
        context
    }

    /// Retains a device's primary context, and creates it if needed.
    pub(crate) fn retain_primary(&self, device: usize) -> Result<Arc<Context>, CUresult> {
        let mut primary = self.primary(device)?;
        primary.retained += 1;
        let flags = primary.flags | CUctx_flags::CU_CTX_MAP_HOST.0;
        let context = match primary.handle {
            None => self.live.insert(|handle| Context::new(handle, device, true, flags)),
            Some(handle) => match self.live.get(handle as CUcontext) {
                Ok(context) => context,
                Err(_) => {
                    let context = Arc::new(Context::new(handle, device, true, flags));
                    self.destroyed.lock().remove(&handle);
                    self.live.restore(handle, context.clone());
                    context
                }
            },
        };
        primary.handle = Some(context.handle);
        primary.active = true;
        Ok(context)
    }

    /// Releases one use of the primary context; the last one destroys it.
    pub(crate) fn release_primary(
        &self,
        device: usize,
        destroy: impl FnOnce(&Arc<Context>),
    ) -> Outcome {
        let mut primary = self.primary(device)?;
        primary.retained = primary.retained.checked_sub(1).ok_or(INVALID_CONTEXT)?;
        if primary.retained == 0 {
            self.end_primary(&mut primary, destroy);
        }
        Ok(())
    }

    /// Destroys the primary context, even if it is in use.
    pub(crate) fn reset_primary(
        &self,
        device: usize,
        destroy: impl FnOnce(&Arc<Context>),
    ) -> Outcome {
        self.end_primary(&mut *self.primary(device)?, destroy);
        Ok(())
    }

    fn end_primary(&self, primary: &mut Primary, destroy: impl FnOnce(&Arc<Context>)) {
        primary.active = false;
        if let Some(context) =
            primary.handle.and_then(|handle| self.live.get(handle as CUcontext).ok())
        {
            destroy(&context);
        }
    }

    /// Returns the primary context's flags, and whether it is active.
    pub(crate) fn primary_state(&self, device: usize) -> Result<(u32, bool), CUresult> {
        let primary = self.primary(device)?;
        Ok((primary.flags, primary.active))
    }

    pub(crate) fn set_primary_flags(&self, device: usize, flags: u32) -> Outcome {
        let mut primary = self.primary(device)?;
        primary.flags = flags;
        if let Some(context) =
            primary.handle.and_then(|handle| self.live.get(handle as CUcontext).ok())
        {
            context
                .flags
                .store(reported_flags(flags) | CUctx_flags::CU_CTX_MAP_HOST.0, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Returns `true` if only green contexts, this many, retain a device's primary context.
    pub(crate) fn is_held_by_green(&self, device: usize, green: usize) -> bool {
        let held = |primary: MutexGuard<'_, Primary>| green > 0 && primary.retained <= green;
        self.primary(device).is_ok_and(held)
    }

    /// Removes a destroyed context, and the green contexts of a primary one.
    pub(crate) fn remove(&self, context: &Context) {
        if context.is_primary {
            let parts = self.live.all().into_iter();
            parts
                .filter(|(_, part)| part.handle == context.handle && !part.is_primary)
                .for_each(|(_, part)| self.remove_green(&part));
        }
        self.destroyed.lock().insert(context.handle, context.device);
        let _ = self.live.remove(context.raw());
        for (_, other) in self.live.all() {
            other.peers.lock().remove(&context.handle);
        }
    }

    /// Adds the context of a green context, in a device's primary one.
    pub(crate) fn add_green(&self, handle: usize, primary: &Context, part: u32) -> Arc<Context> {
        let order = Order::of_green(GreenPart { handle, multiprocessors: part });
        let flags = primary.flags.load(Ordering::Relaxed);
        let (home, device) = (primary.handle, primary.device);
        let context = Context::with_order(handle, home, device, false, flags, order);
        let context = Arc::new(context);
        self.live.restore(handle, context.clone());
        context
    }

    /// Removes a green context's part of the primary context; its streams then belong to no context.
    pub(crate) fn remove_green(&self, context: &Context) {
        self.destroyed.lock().insert(context.own, context.device);
        let _ = self.live.remove(context.raw());
        context.order.clear();
    }
}

const _: () = assert!(!std::mem::needs_drop::<Stack>());

/// Returns the handle on top of the thread's stack.
pub(crate) fn top() -> Result<CUcontext, CUresult> {
    let top = STACK.with(|stack| stack.top.get());
    top.map(|handle| handle as CUcontext).ok_or(INVALID_CONTEXT)
}

pub(crate) fn push(context: CUcontext) {
    STACK.with(|stack| stack.push(context as usize));
}

pub(crate) fn pop() -> Result<CUcontext, CUresult> {
    let popped = STACK.with(Stack::pop);
    popped.map(|handle| handle as CUcontext).ok_or(INVALID_CONTEXT)
}

/// Replaces the top of the thread's stack, or pushes the first context.
pub(crate) fn replace_top(context: CUcontext) {
    STACK.with(|stack| stack.top.set(Some(context as usize)));
}
