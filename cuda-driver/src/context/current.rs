use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::{iter, ptr};

use cuda_driver_sys::CUcontext;

use crate::context::{Context, capture_mode::relaxed};
use crate::driver::{Driver, Raw};
use crate::error::CuResult;
use crate::fork::is_forked;

/// A context that is current on this thread until the value is dropped: [`Context::make_current`].
#[derive(Debug)]
#[must_use = "the context is current only until the value is dropped"]
pub struct CurrentContext {
    position: Position,
    /// It belongs to the thread.
    thread: PhantomData<*mut ()>,
}

#[derive(Debug)]
enum Position {
    /// The position in the thread's [`MADE_CURRENT`].
    Index(usize),
    /// The thread is ending, and has no such list any more.
    Alone(CurrentEntry),
}

/// A context that was made current.
#[derive(Debug)]
struct CurrentEntry {
    raw: Raw,
    context: ContextOwner,
    /// Whether it is on the driver's stack. It isn't if it was current already.
    is_pushed: bool,
    is_over: bool,
}

/// What keeps an entry's context alive as long as it may be current.
#[derive(Debug)]
enum ContextOwner {
    Value(Context),
    /// A [`BorrowedContext`], which lasts as long as the entry, borrows it.
    Call(*const Context),
}

impl ContextOwner {
    fn context(&self) -> &Context {
        match self {
            Self::Value(context) => context,
            // SAFETY: a call that ends either removes its entry or leaves a value there.
            Self::Call(context) => unsafe { &**context },
        }
    }
}

thread_local! {
    /// The thread's values, in the order of the driver's stack. Those that are over are below others that aren't.
    static MADE_CURRENT: RefCell<Vec<CurrentEntry>> = const { RefCell::new(Vec::new()) };

    /// The thread's innermost [`BorrowedContext`] that isn't entered into that list, or null.
    static CALL: Cell<*const BorrowedContext> = const { Cell::new(ptr::null()) };
}

/// A context that is current during a call that borrows it. It is entered into the list only if a value above it is made
/// or one below it dropped during the call, so that most calls don't pay for this.
struct BorrowedContext {
    /// It lives as long as the call.
    context: *const Context,
    is_pushed: bool,
    /// The call around this one that isn't entered either, or null.
    outer: *const BorrowedContext,
    index: Cell<Option<usize>>,
}

impl Context {
    /// Makes the context current on this thread until the returned value is dropped; then the previous one is current
    /// again. Values can be dropped in any order.
    ///
    /// This crate's own calls don't need it. C and C++ code often does, in particular what nvcc compiled against the
    /// runtime, such as a library of kernels with host code: without a current context, it uses the primary context of
    /// device 0, or fails. Create the value once on each thread that calls such code; [`with_current`](Self::with_current)
    /// suits a single call.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let raw = context.driver().raw();
    /// let current = context.make_current()?;
    /// // Code in C, which is passed `stream.as_raw()` and addresses, now finds the context.
    /// # // SAFETY: the driver is initialized.
    /// assert_eq!(unsafe { raw.cuCtxGetCurrent() }?, context.as_raw());
    /// drop(current);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuCtxPushCurrent`](crate::Raw::cuCtxPushCurrent), [`cuCtxPopCurrent`](crate::Raw::cuCtxPopCurrent)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuCtxPushCurrent", "cuCtxPushCurrent_v2", "cuCtxPopCurrent"))]
    #[doc(alias("cuCtxPopCurrent_v2", "cuCtxSetCurrent"))]
    #[inline]
    pub fn make_current(&self) -> Result<CurrentContext, CuResult> {
        // SAFETY: the handle is alive, and the entry below keeps it so.
        unsafe { self.raw().cuCtxPushCurrent(self.as_raw()) }?;
        let mut entry = Some(CurrentEntry {
            raw: self.raw(),
            context: ContextOwner::Value(self.clone()),
            is_pushed: true,
            is_over: false,
        });
        let index = with_list(|list| {
            list.extend(entry.take());
            list.len() - 1
        });
        let position = match entry {
            Some(entry) => Position::Alone(entry),
            None => Position::Index(index.unwrap_or_default()),
        };
        Ok(CurrentContext { position, thread: PhantomData })
    }

    /// Runs `work` with the context current on this thread, and restores the previous one.
    /// [`make_current`](Self::make_current) does so for longer.
    ///
    /// This crate's own calls don't need it. It is meant for calls of [`Driver::raw`](crate::driver::Driver::raw), and for libraries that
    /// use the current context.
    ///
    /// ```no_run
    /// # let driver = cuda_driver::Driver::load()?;
    /// # let context = driver.device(0)?.primary_context()?;
    /// // SAFETY: the context is current.
    /// let (free, total) = context.with_current(|| unsafe { driver.raw().cuMemGetInfo() })??;
    /// # Ok::<(), cuda_driver::Error>(())
    /// ```
    ///
    /// [`cuCtxPushCurrent`](crate::driver::Raw::cuCtxPushCurrent),
    /// [`cuCtxPopCurrent`](crate::driver::Raw::cuCtxPopCurrent)
    ///
    /// # Errors
    /// Returns the driver's error if the context can't be made current; `work` is then not run.
    #[inline]
    #[doc(alias("cuCtxPushCurrent", "cuCtxPushCurrent_v2", "cuCtxPopCurrent"))]
    #[doc(alias("cuCtxPopCurrent_v2", "cuCtxSetCurrent"))]
    pub fn with_current<T>(&self, work: impl FnOnce() -> T) -> Result<T, CuResult> {
        let raw = self.raw();
        // SAFETY: the driver is initialized.
        let is_pushed = unsafe { raw.cuCtxGetCurrent() }? != self.as_raw();
        if is_pushed {
            // SAFETY: as in `make_current`.
            unsafe { raw.cuCtxPushCurrent(self.as_raw()) }?;
        }
        let call =
            BorrowedContext { context: self, is_pushed, outer: CALL.get(), index: Cell::new(None) };
        CALL.set(&raw const call);
        let _end = EndOfCall { context: self, call: &call };
        Ok(work())
    }

    /// Like [`with_current`](Self::with_current), with this thread in the relaxed capture mode: calls that may wait for the
    /// device, such as freeing memory, then neither fail because of captures nor invalidate them. It is meant for a `Drop`
    /// that calls a library.
    ///
    /// [`cuThreadExchangeStreamCaptureMode`](crate::driver::Raw::cuThreadExchangeStreamCaptureMode)
    ///
    /// # Errors
    /// As [`with_current`](Self::with_current).
    #[doc(alias = "cuThreadExchangeStreamCaptureMode")]
    pub fn with_current_relaxed<T>(&self, work: impl FnOnce() -> T) -> Result<T, CuResult> {
        self.with_current(|| relaxed(self.raw(), work))
    }
}

/// Ends a call, also one that panics.
struct EndOfCall<'a> {
    context: &'a Context,
    call: &'a BorrowedContext,
}

impl Drop for EndOfCall<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(index) = self.call.index.get() {
            return end_entered(self.context, index);
        }
        CALL.set(self.call.outer);
        if self.call.is_pushed {
            pop(self.context.raw());
        }
    }
}

/// Returns this context of the driver's if a value or a call of this thread has made it current, and it is kept alive by
/// clones.
#[inline]
pub(super) fn made_current(driver: Driver, handle: CUcontext) -> Option<Context> {
    let is_same = |context: &&Context| {
        context.as_raw() == handle && context.driver() == driver && context.object.is_kept()
    };
    // SAFETY: a call takes itself out of the thread's chain when it ends.
    let next = |call: *const BorrowedContext| unsafe { call.as_ref() };
    let calls = iter::successors(next(CALL.get()), |call| next(call.outer));
    // SAFETY: a call borrows the context until it ends.
    if let Some(context) = calls.map(|call| unsafe { &*call.context }).find(is_same) {
        return Some(context.clone());
    }
    let of_entry = |made: &RefCell<Vec<CurrentEntry>>| {
        made.borrow().iter().rev().map(|entry| entry.context.context()).find(is_same).cloned()
    };
    MADE_CURRENT.try_with(of_entry).ok().flatten()
}

#[cold]
#[inline]
fn end_entered(context: &Context, index: usize) {
    let _ = MADE_CURRENT.try_with(|list| {
        let mut list = list.borrow_mut();
        // If another context stays current above it, it stays on the driver's stack for longer than the borrow.
        if index + 1 < list.len()
            && let Some(entry) = list.get_mut(index)
        {
            entry.context = ContextOwner::Value(context.clone());
        }
    });
    end(index);
}

/// Calls a function with the thread's list, which then is the driver's stack. A thread that is ending has none.
fn with_list<T>(f: impl FnOnce(&mut Vec<CurrentEntry>) -> T) -> Option<T> {
    #[inline]
    fn enter(call: *const BorrowedContext, list: &mut Vec<CurrentEntry>) {
        // SAFETY: a call takes itself out of the thread's chain when it ends.
        let Some(call) = (unsafe { call.as_ref() }) else {
            return;
        };
        enter(call.outer, list);
        call.index.set(Some(list.len()));
        list.push(CurrentEntry {
            // SAFETY: it borrows the context until it ends.
            raw: unsafe { &*call.context }.raw(),
            context: ContextOwner::Call(call.context),
            is_pushed: call.is_pushed,
            is_over: false,
        });
    }

    let with = |made: &RefCell<Vec<CurrentEntry>>| {
        let mut list = made.borrow_mut();
        enter(CALL.replace(ptr::null()), &mut list);
        f(&mut list)
    };
    MADE_CURRENT.try_with(with).ok()
}

/// Pops the context that was pushed last, unless that was in the process that this one was forked from.
#[inline]
fn pop(raw: Raw) {
    if is_forked() {
        return;
    }
    // SAFETY: the driver is initialized. It also pops if it reports an earlier error.
    let _ = unsafe { raw.cuCtxPopCurrent() };
}

impl Drop for CurrentContext {
    #[inline]
    fn drop(&mut self) {
        match &self.position {
            Position::Index(index) => end(*index),
            Position::Alone(entry) => pop(entry.raw),
        }
    }
}

#[inline]
fn end(index: usize) {
    let mut ending = Some(index);
    let mut is_more = true;
    // Those that are over stay as long as one above them doesn't. Dropping a context may run code that makes another one
    // current, so it is done one by one, and when the list is the driver's stack again.
    while is_more {
        let over = with_list(|list| {
            if let Some(entry) = ending.take().and_then(|index| list.get_mut(index)) {
                entry.is_over = true;
            }
            let over = list.pop_if(|entry| entry.is_over);
            is_more = list.last().is_some_and(|entry| entry.is_over);
            over
        });
        let Some(Some(entry)) = over else {
            break;
        };
        if entry.is_pushed {
            pop(entry.raw);
        }
        drop(entry);
    }
}
