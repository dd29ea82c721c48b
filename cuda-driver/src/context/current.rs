use core::cell::RefCell;
use core::marker::PhantomData;

use crate::context::Context;
use crate::driver::Raw;
use crate::error::CuResult;

/// A context that is current on this thread until the value is dropped: [`Context::make_current`].
#[derive(Debug)]
#[must_use = "the context is current only until the value is dropped"]
pub struct CurrentContext {
    place: Place,
    /// It belongs to the thread.
    thread: PhantomData<*mut ()>,
}

#[derive(Debug)]
enum Place {
    /// The position in the thread's [`MADE_CURRENT`].
    Index(usize),
    /// The thread is ending, and has no such list any more.
    Alone(Entry),
}

/// A context that was made current.
#[derive(Debug)]
struct Entry {
    raw: Raw,
    /// Keeps it alive as long as it may be current, unless a call that borrows it does.
    context: Option<Context>,
    /// Whether it is on the driver's stack. It isn't if it was current already.
    is_pushed: bool,
    is_over: bool,
}

thread_local! {
    /// The thread's values, in the order of the driver's stack. Those that are over are below others that aren't.
    static MADE_CURRENT: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
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
    #[doc(alias = "cuCtxPushCurrent")]
    #[doc(alias = "cuCtxPopCurrent")]
    #[doc(alias = "cuCtxSetCurrent")]
    pub fn make_current(&self) -> Result<CurrentContext, CuResult> {
        // SAFETY: the handle is alive, and the entry below keeps it so.
        unsafe { self.raw().cuCtxPushCurrent(self.as_raw()) }?;
        Ok(enter(self.raw(), Some(self.clone()), true))
    }

    /// Makes the context current, if it isn't, for a call that borrows it.
    #[inline]
    pub(super) fn keep_current(&self) -> Result<Kept<'_>, CuResult> {
        let raw = self.raw();
        // SAFETY: the driver is initialized.
        let is_pushed = unsafe { raw.cuCtxGetCurrent() }? != self.as_raw();
        if is_pushed {
            // SAFETY: as in `make_current`.
            unsafe { raw.cuCtxPushCurrent(self.as_raw()) }?;
        }
        Ok(Kept {
            context: self,
            current: enter(raw, None, is_pushed),
        })
    }
}

/// Notes that a context is current.
#[inline]
fn enter(raw: Raw, context: Option<Context>, is_pushed: bool) -> CurrentContext {
    let mut entry = Some(Entry {
        raw,
        context,
        is_pushed,
        is_over: false,
    });
    let noted = MADE_CURRENT.try_with(|made| {
        let mut made = made.borrow_mut();
        made.extend(entry.take());
        made.len() - 1
    });
    let place = match (noted, entry) {
        (_, Some(entry)) => Place::Alone(entry),
        (index, None) => Place::Index(index.unwrap_or(usize::MAX)),
    };
    CurrentContext {
        place,
        thread: PhantomData,
    }
}

/// A context that is current during a call that borrows it.
pub(super) struct Kept<'a> {
    context: &'a Context,
    current: CurrentContext,
}

impl Drop for Kept<'_> {
    #[inline]
    fn drop(&mut self) {
        let Place::Index(index) = self.current.place else {
            return;
        };
        let _ = MADE_CURRENT.try_with(|made| {
            let mut made = made.borrow_mut();
            // If another context stays current above it, it stays on the driver's stack for longer than this borrow.
            if index + 1 < made.len()
                && let Some(entry) = made.get_mut(index)
            {
                entry.context = Some(self.context.clone());
            }
        });
    }
}

impl Entry {
    fn pop(&self) {
        if self.is_pushed {
            // SAFETY: it pops the context that was pushed last. It also pops if it reports an earlier error.
            let _ = unsafe { self.raw.cuCtxPopCurrent() };
        }
    }
}

impl Drop for CurrentContext {
    fn drop(&mut self) {
        let index = match &self.place {
            Place::Index(index) => *index,
            Place::Alone(entry) => return entry.pop(),
        };
        // While the thread ends, the driver's stack ends with it.
        let _ = MADE_CURRENT.try_with(|made| {
            if let Some(entry) = made.borrow_mut().get_mut(index) {
                entry.is_over = true;
            }
            // Those that are over stay as long as one above them doesn't. Dropping a context may run code that makes
            // another one current, so it is done one by one, and when the list is the driver's stack again.
            loop {
                let over = made.borrow_mut().pop_if(|entry| entry.is_over);
                let Some(entry) = over else { break };
                entry.pop();
                drop(entry);
            }
        });
    }
}
