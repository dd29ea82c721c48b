use core::marker::PhantomData;
use std::io::Write;

use cuda_driver_sys::{CUresult, CUstreamCaptureStatus, Symbol};

use crate::argument::Arguments;
use crate::launch::Launch;
use crate::memory::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, MemoryError};
use crate::{CuResult, Function, Stream};

/// What can be given to a stream within [`Stream::scope`].
///
/// Host memory is borrowed until the scope ends, device memory only for the call: the stream keeps
/// the order.
#[derive(Debug)]
pub struct Scope<'scope, 'env: 'scope> {
    stream: &'scope Stream,
    // Invariant, as in `std::thread::scope`: what is borrowed for 'scope is borrowed until its end.
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}

impl Stream {
    /// Gives asynchronous work to the stream that borrows host memory, and waits for all of it once, at
    /// the end, also when `f` fails or panics.
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
    /// # Errors
    /// What `f` returns, or what the driver says of the work at the end.
    ///
    /// A stream that captures can't be waited for, and what it captured must never be done. So a scope
    /// doesn't begin on a stream that captures (`CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED`, 900), and a capture
    /// that is begun on it inside is ended, its graph destroyed, with the same error.
    ///
    /// # Aborts
    /// If the driver won't say whether the device still uses what was borrowed, the process is aborted. That
    /// happens if the stream joins another stream's capture inside, which [`wait_event`](Self::wait_event)
    /// refuses to; and if the driver answers a wait with an error that doesn't say that the context is lost.
    pub fn scope<'env, R, E, F>(&self, f: F) -> Result<R, E>
    where
        F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> Result<R, E>,
        E: From<CuResult>,
    {
        /// Waits also when `f` panics.
        struct Open<'a>(&'a Stream);

        impl Open<'_> {
            fn settle(self) -> Result<(), CuResult> {
                let stream = self.0;
                core::mem::forget(self);
                stream.scope_ends();
                settle(stream)
            }
        }

        impl Drop for Open<'_> {
            fn drop(&mut self) {
                self.0.scope_ends();
                let _ = settle(self.0);
            }
        }

        self.refuse_capture()?;
        self.scope_begins();
        let open = Open(self);
        let result = f(&Scope {
            stream: self,
            scope: PhantomData,
            env: PhantomData,
        });
        let end = open.settle();
        let result = result?;
        end?;
        Ok(result)
    }
}

impl Stream {
    /// An error if the stream captures.
    fn refuse_capture(&self) -> Result<(), CuResult> {
        // SAFETY: the stream is alive.
        let status = self.submit(move |raw, stream| unsafe { raw.cuStreamIsCapturing(stream) })?;
        let code = match status {
            CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE => CUresult::CUDA_SUCCESS,
            _ => CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        };
        self.context()
            .raw()
            .check(Symbol::cuStreamIsCapturing, code)
    }
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// The stream of the scope.
    #[must_use]
    pub fn stream(&self) -> &'scope Stream {
        self.stream
    }

    /// Begins to copy `source` to new device memory.
    ///
    /// # Errors
    /// As [`Stream::upload`].
    pub fn upload<T: Element>(
        &'scope self,
        source: &'scope [T],
    ) -> Result<DeviceBuffer<T>, MemoryError> {
        let mut buffer = self.stream.alloc(source.len())?;
        self.upload_into(source, &mut buffer)?;
        Ok(buffer)
    }

    /// Begins to copy `source` to device memory of the same length.
    ///
    /// # Errors
    /// As [`Stream::upload_into`].
    pub fn upload_into<'a, T: Element>(
        &'scope self,
        source: &'scope [T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), MemoryError> {
        // SAFETY: the source is borrowed until the scope ends, and that waits for the copy.
        unsafe { self.stream.upload_into_async(source, target) }
    }

    /// Begins to copy device memory to `target`, which has the same length.
    ///
    /// # Errors
    /// As [`Stream::download`].
    pub fn download<'a, T: Element>(
        &'scope self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &'scope mut [T],
    ) -> Result<(), MemoryError> {
        // SAFETY: the target is borrowed until the scope ends, and that waits for the copy.
        unsafe { self.stream.download_async(source, target) }
    }

    /// Launches a kernel, as [`Stream::launch`].
    ///
    /// # Errors
    /// What the driver answers.
    ///
    /// # Safety
    /// As [`Stream::launch`].
    #[inline]
    pub unsafe fn launch(
        &self,
        function: &Function,
        launch: Launch<'_>,
        arguments: impl Arguments,
    ) -> Result<(), CuResult> {
        // SAFETY: the caller vouches for it.
        unsafe { self.stream.launch(function, launch, arguments) }
    }
}

/// Waits until the device can touch nothing more that the stream was given.
fn settle(stream: &Stream) -> Result<(), CuResult> {
    let Err(error) = stream.synchronize() else {
        return Ok(());
    };
    if is_the_end(error.code()) {
        return Err(error);
    }
    if is_capture(error.code()) {
        end_capture(stream);
    }
    // What failed proved nothing. Ask again, and then in another way.
    for wait in [
        |stream: &Stream| stream.synchronize(),
        |stream: &Stream| stream.context().synchronize(),
    ] {
        match wait(stream) {
            Ok(()) => return Err(error),
            Err(other) if is_the_end(other.code()) => return Err(error),
            Err(_) => {}
        }
    }
    // Not `eprintln!`: that panics where nobody listens, and what was borrowed would be given back.
    let _ = writeln!(
        std::io::stderr(),
        "cuda-driver: aborting, because the driver does not say whether the device still uses memory that is \
         about to be given back ({error})"
    );
    std::process::abort();
}

/// Ends a capture that was begun on the stream and destroys its graph: what was captured is never done.
fn end_capture(stream: &Stream) {
    // SAFETY: the stream is alive.
    let ended = stream.submit(move |raw, stream| unsafe { raw.cuStreamEndCapture(stream) });
    if let Ok(graph) = ended
        && !graph.is_null()
    {
        // SAFETY: ending the capture made the graph, and nobody else has it.
        let _ = stream.submit(move |raw, _| unsafe { raw.cuGraphDestroy(graph) });
    }
}

fn is_capture(code: CUresult) -> bool {
    use CUresult as C;
    matches!(
        code,
        C::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
            | C::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
            | C::CUDA_ERROR_STREAM_CAPTURE_UNJOINED
            | C::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
    )
}

/// Whether the code says that the context is lost, so that nothing of it runs any more.
fn is_the_end(code: CUresult) -> bool {
    use CUresult as C;
    matches!(
        code,
        C::CUDA_ERROR_DEINITIALIZED
            | C::CUDA_ERROR_ECC_UNCORRECTABLE
            | C::CUDA_ERROR_NVLINK_UNCORRECTABLE
            | C::CUDA_ERROR_CONTAINED
            | C::CUDA_ERROR_ILLEGAL_ADDRESS
            | C::CUDA_ERROR_LAUNCH_TIMEOUT
            | C::CUDA_ERROR_CONTEXT_IS_DESTROYED
            | C::CUDA_ERROR_ASSERT
            | C::CUDA_ERROR_HARDWARE_STACK_ERROR
            | C::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | C::CUDA_ERROR_MISALIGNED_ADDRESS
            | C::CUDA_ERROR_INVALID_ADDRESS_SPACE
            | C::CUDA_ERROR_INVALID_PC
            | C::CUDA_ERROR_LAUNCH_FAILED
            | C::CUDA_ERROR_TENSOR_MEMORY_LEAK
    )
}
