use core::cell::RefCell;
use core::marker::PhantomData;

use crate::context::Context;
use crate::error::CuResult;

/// A context that is current on this thread until the value is dropped: [`Context::make_current`].
#[derive(Debug)]
#[must_use = "the context is current only until the value is dropped"]
pub struct CurrentContext {
    /// Its position in the thread's [`MADE_CURRENT`].
    index: usize,
    /// It belongs to the thread.
    thread: PhantomData<*mut ()>,
}

/// A context that was made current, which is alive as long as it may be.
struct Entry {
    context: Context,
    is_over: bool,
}

thread_local! {
    /// The thread's values, in the order of the driver's stack.
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
        let entry = Entry {
            context: self.clone(),
            is_over: false,
        };
        let index = MADE_CURRENT.with_borrow_mut(|made| {
            made.push(entry);
            made.len() - 1
        });
        Ok(CurrentContext {
            index,
            thread: PhantomData,
        })
    }
}

impl Drop for CurrentContext {
    fn drop(&mut self) {
        let end = |made: &RefCell<Vec<Entry>>| {
            let mut made = made.borrow_mut();
            if let Some(entry) = made.get_mut(self.index) {
                entry.is_over = true;
            }
            // Those that are still current are above, or are this thread's until they are dropped.
            let left = made.iter().rposition(|entry| !entry.is_over);
            made.split_off(left.map_or(0, |last| last + 1))
        };
        // While the thread ends, the driver's stack ends with it.
        let Ok(over) = MADE_CURRENT.try_with(end) else {
            return;
        };
        for entry in over.into_iter().rev() {
            // SAFETY: it pops the context that was pushed last. It also pops if it reports an earlier error.
            let _ = unsafe { entry.context.raw().cuCtxPopCurrent() };
        }
    }
}
