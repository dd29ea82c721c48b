//! Functions of the host that run in stream order.

use core::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

use super::Stream;
use crate::background::{drop_elsewhere, quietly};
use crate::context::Context;
use crate::error::CuResult;

impl Stream {
    /// Runs `function` once in stream order: after the work submitted to the stream so far, and before the work that is
    /// submitted to it later, which waits for it.
    ///
    /// ```
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// use std::sync::mpsc;
    ///
    /// let (sender, receiver) = mpsc::channel();
    /// let (first, second) = (sender.clone(), sender);
    /// stream.launch_host_func(move || _ = first.send(1))?;
    /// stream.launch_host_func(move || _ = second.send(2))?;
    /// assert_eq!((receiver.recv()?, receiver.recv()?), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// It runs on a thread of the driver, and must not call CUDA, nor wait for other work of the device, nor for a thread
    /// that calls CUDA: the driver may return `CUDA_ERROR_NOT_PERMITTED` (800), or never return, because the other call
    /// waits for the function. [`on_done`](Self::on_done) has no such limits, but the stream doesn't wait for it. A panic
    /// of `function` is caught and ignored.
    ///
    /// It is an [`FnMut`] although it runs once, so that what it captured is still there afterwards, and is dropped
    /// by a thread of this crate, where CUDA may be called. A value that `function` moves out of an `Option`, it drops
    /// itself.
    ///
    /// If earlier work fails so that the context [is lost](CuResult::is_context_lost), the function may never run; what
    /// it captured is then dropped all the same. [`wait_for_deferred`](super::wait_for_deferred) waits for that.
    ///
    /// [`cuLaunchHostFunc`](crate::driver::Raw::cuLaunchHostFunc)
    ///
    /// # Errors
    /// Returns the driver's error; `function` then doesn't run. `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) while
    /// other code captures the stream.
    #[doc(alias = "cuLaunchHostFunc")]
    pub fn launch_host_func(
        &self,
        function: impl FnMut() + Send + 'static,
    ) -> Result<(), CuResult> {
        // Acquired first, so that less can fail afterwards.
        let event = self.context().spare_event()?;
        let call =
            Arc::new(Call(Mutex::new(Some(Body { function, context: self.context().clone() }))));
        self.submit_call(&call)?;
        let for_fault = call.clone();
        let watched = self.call_with(event, move |result| {
            if result.is_err() {
                for_fault.give_up();
            }
        });
        match watched {
            // The function may never run, and nothing would tell.
            Err(error) if error.is_context_lost() => {
                call.give_up();
                Err(error)
            }
            // Without a fault, it runs.
            _ => Ok(()),
        }
    }

    fn submit_call<F: FnMut() + Send + 'static>(
        &self,
        call: &Arc<Call<F>>,
    ) -> Result<(), CuResult> {
        let argument = Arc::into_raw(call.clone());
        let launched = self.submit_uncaptured(|raw, stream| {
            // SAFETY: the stream is alive. The function is called with the argument at most once, which it owns.
            unsafe { raw.cuLaunchHostFunc(stream, Some(run::<F>), argument.cast_mut().cast()) }
        });
        if let Err(error) = launched {
            call.take();
            // In a lost context, an error may be that of earlier work, and the driver may have the argument.
            if !error.is_context_lost() {
                // SAFETY: it came from `into_raw`, and the driver doesn't have it.
                drop(unsafe { Arc::from_raw(argument) });
            }
        }
        launched
    }
}

/// A function that is called at most once. If the driver never calls it, only this shell is leaked: the driver might
/// still do so.
struct Call<F>(Mutex<Option<Body<F>>>);

struct Body<F> {
    function: F,
    /// For as long as the driver may call the function.
    context: Context,
}

impl<F: Send + 'static> Call<F> {
    fn take(&self) -> Option<Body<F>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Drops what the function captured, if it hasn't run.
    fn give_up(&self) {
        if let Some(body) = self.take() {
            body.drop_elsewhere();
        }
    }
}

impl<F: Send + 'static> Body<F> {
    /// Drops it where CUDA may be called.
    fn drop_elsewhere(self) {
        drop_elsewhere(self.context.raw(), (self.function, self.context));
    }
}

/// # Safety
/// `argument` is an `Arc<Call<F>>` that is passed once.
unsafe extern "C" fn run<F: FnMut() + Send + 'static>(argument: *mut c_void) {
    // SAFETY: the caller passes it on.
    let call = unsafe { Arc::from_raw(argument.cast_const().cast::<Call<F>>()) };
    if let Some(mut body) = call.take() {
        quietly(|| (body.function)());
        body.drop_elsewhere();
    }
}
