//! Work that borrows: copies that borrow host memory in a scope, and device memory that is shared with other streams in a
//! fork.

mod fork;

pub use fork::Fork;

use core::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use cuda_driver_sys::Symbol;

use crate::error::{CuResult, Error};
use crate::launch::{Arguments, Launch, Launchable};
use crate::memory::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Element};
use crate::stream::{
    Stream,
    quiesce::{Proof, quiesce},
};

/// A scope in which asynchronous work can borrow host memory: [`Stream::scope`].
///
/// Host memory is borrowed until the scope ends, device memory only during the call, because the stream keeps the
/// order.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// # let module = context.load_ptx(kernels)?;
/// # let scale = module.function("scale")?;
/// use cuda_driver::Launch;
///
/// let (x, mut y) = ([1.0f32, 2.0, 3.0], [0.0f32; 3]);
/// stream.scope(|scope| {
///     let device_x = scope.upload(&x)?;
///     let mut device_y = scope.stream().alloc::<f32>(3)?;
///     // SAFETY: scale(const float *, float *, size_t), with three elements each.
///     unsafe { scope.launch(&scale, Launch::elements(3, 32), (&device_x, &mut device_y, 3usize)) }?;
///     scope.download(&device_y, &mut y)
/// })?; // waits, once
/// assert_eq!(y, [2.0, 4.0, 6.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scope<'scope, 'env: 'scope> {
    stream: &'scope Stream,
    /// On a stream that other code may capture: the events that mark the end of the copies.
    proof: &'scope Mutex<Proof>,
    // Invariant, as in `std::thread::scope`: what is borrowed for 'scope is borrowed until its end.
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}

impl Stream {
    /// Runs `f`, which can submit asynchronous work that borrows host memory, and waits once for all of it at the end,
    /// even if `f` fails or panics.
    ///
    /// ```no_run
    /// # let driver = cuda_driver::Driver::load()?;
    /// # let stream = driver.device(0)?.primary_context()?.stream()?;
    /// let (input, mut output) = (vec![1.0f32; 1000], vec![0.0f32; 1000]);
    /// let mut buffer = stream.alloc::<f32>(1000)?;
    /// stream.scope(|scope| {
    ///     scope.upload_into(&input, &mut buffer)?;
    ///     scope.download(&buffer, &mut output)
    /// })?;
    /// assert_eq!(output, input);
    /// # Ok::<(), cuda_driver::Error>(())
    /// ```
    ///
    /// [`try_scope`](Self::try_scope) is the same for other error types.
    ///
    /// # Errors
    /// The error that `f` returns, or the driver's error about the work at the end.
    ///
    /// A scope can't begin on a stream that is captured (`CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED`, 900; on a default
    /// stream also 906). A capture that the stream begins or joins inside the scope is invalidated, with the same
    /// error, because its graph must never run.
    ///
    /// # Aborts
    /// The process is aborted if it can't be determined whether the device still uses the borrowed memory: if the wait
    /// at the end fails repeatedly, with an error that doesn't mean that the context is lost. If only a capture
    /// prevents waiting, the call waits until it has ended.
    #[inline]
    pub fn scope<'env, R, F>(&self, f: F) -> Result<R, Error>
    where
        F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> Result<R, Error>,
    {
        self.try_scope(f)
    }

    /// Like [`scope`](Self::scope), for closures with their own error type.
    ///
    /// # Errors
    /// As [`scope`](Self::scope).
    ///
    /// # Aborts
    /// As [`scope`](Self::scope).
    pub fn try_scope<'env, R, E, F>(&self, f: F) -> Result<R, E>
    where
        F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> Result<R, E>,
        E: From<CuResult>,
    {
        self.scope_of(Symbol::cuStreamSynchronize, f)
    }

    /// Like [`try_scope`](Self::try_scope), for one call, which errors name if the stream is captured.
    pub(crate) fn scope_of<'env, R, E, F>(&self, call: Symbol, f: F) -> Result<R, E>
    where
        F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> Result<R, E>,
        E: From<CuResult>,
    {
        /// Waits even if `f` panics.
        struct WaitGuard<'a> {
            stream: &'a Stream,
            proof: &'a Mutex<Proof>,
            is_quiesced: bool,
        }

        impl WaitGuard<'_> {
            fn quiesce(&mut self) -> Result<(), CuResult> {
                self.is_quiesced = true;
                let proof = self.proof.lock().unwrap_or_else(PoisonError::into_inner);
                quiesce(self.stream, &proof)
            }
        }

        impl Drop for WaitGuard<'_> {
            fn drop(&mut self) {
                if !self.is_quiesced {
                    let _ = self.quiesce();
                }
            }
        }

        self.refuse_capture(call)?;
        let proof = Mutex::new(if self.is_foreign() { Proof::NoWork } else { Proof::None });
        let mut open = WaitGuard { stream: self, proof: &proof, is_quiesced: false };
        let result =
            f(&Scope { stream: self, proof: &proof, scope: PhantomData, env: PhantomData });
        let end = open.quiesce();
        let result = result?;
        end?;
        Ok(result)
    }
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// Returns the stream of the scope.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &'scope Stream {
        self.stream
    }

    /// Starts copying `source` to new device memory.
    ///
    /// # Errors
    /// As [`Stream::upload`].
    pub fn upload<T: Element>(&'scope self, source: &'scope [T]) -> Result<DeviceBuffer<T>, Error> {
        let mut buffer = self.stream.alloc(source.len())?;
        self.upload_into(source, &mut buffer)?;
        Ok(buffer)
    }

    /// Starts copying `source` to device memory of the same length.
    ///
    /// # Errors
    /// As [`Stream::upload_into`].
    #[inline]
    pub fn upload_into<'a, T: Element>(
        &'scope self,
        source: &'scope [T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        self.begin_upload(source, target)
    }

    pub(crate) fn begin_upload<'a, T: Element>(
        &'scope self,
        source: &'scope [T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        // SAFETY: the source is borrowed until the scope ends, which waits for the copy.
        unsafe { self.stream.upload_into_async(source, target) }?;
        self.mark();
        Ok(())
    }

    /// Starts copying device memory to `target`, which has the same length.
    ///
    /// # Errors
    /// As [`Stream::download`].
    #[inline]
    pub fn download<'a, T: Element>(
        &'scope self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &'scope mut [T],
    ) -> Result<(), Error> {
        self.begin_download(source, target)
    }

    pub(crate) fn begin_download<'a, T: Element>(
        &'scope self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &'scope mut [T],
    ) -> Result<(), Error> {
        // SAFETY: the target is borrowed until the scope ends, which waits for the copy.
        unsafe { self.stream.download_async(source, target) }?;
        self.mark();
        Ok(())
    }

    /// Launches a [`Function`](crate::module::Function) or a [`Kernel`](crate::module::Kernel), as [`Stream::launch`].
    ///
    /// # Errors
    /// As [`Stream::launch`].
    ///
    /// # Safety
    /// As [`Stream::launch`].
    #[inline]
    pub unsafe fn launch(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        arguments: impl Arguments,
    ) -> Result<(), Error> {
        // SAFETY: the caller guarantees that the arguments match the kernel, and that its accesses are valid.
        unsafe { self.stream.launch(function, launch, arguments) }
    }

    /// Makes the end of the scope wait for all work of the stream, and not only for the scope's copies: for work that
    /// uses borrowed host memory in another way, because it is mapped. The difference is that the wait then lasts until
    /// other code that captures the stream has ended that capture.
    #[inline]
    pub fn include_all_work(&self) {
        *self.proof.lock().unwrap_or_else(PoisonError::into_inner) = Proof::None;
    }

    /// Records an event after a copy, on a stream that other code may capture: during a capture, it is impossible to
    /// wait for the stream, but possible to wait for the event.
    pub(crate) fn mark(&self) {
        if self.stream.is_foreign() {
            let mut proof = self.proof.lock().unwrap_or_else(PoisonError::into_inner);
            let marked = match core::mem::replace(&mut *proof, Proof::None) {
                Proof::None => return,
                Proof::Event(event) => self.stream.mark_with(&event).map(|()| event),
                Proof::NoWork => self.stream.mark(),
            };
            if let Ok(event) = marked {
                *proof = Proof::Event(event);
            }
        }
    }
}
