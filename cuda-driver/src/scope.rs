use core::marker::PhantomData;

use cuda_driver_sys::CUresult;

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
    /// A stream that captures can't be waited for, and what it captured must never be done. A capture
    /// that was begun inside is ended and its graph destroyed, one that the stream had joined before is
    /// invalidated, and the error is `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900). Unsafe code that joins
    /// the stream to a capture inside must see that this stream's work is over before the scope ends.
    ///
    /// # Aborts
    /// If the driver won't say whether the device still uses what was borrowed, the process is aborted.
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
    if is_capture(error.code()) && !end_capture(stream) {
        // The stream had joined another's capture before the scope began, so all that the scope gave it
        // was captured; and asking it to synchronize invalidated the capture, so that none of it is done.
        return Err(error);
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
    eprintln!(
        "cuda-driver: aborting, because the driver does not say whether the device still uses memory that is \
         about to be given back ({error})"
    );
    std::process::abort();
}

/// Ends a capture that was begun on the stream and destroys its graph: what was captured is never done.
/// False if the capture was begun on another stream, and goes on.
fn end_capture(stream: &Stream) -> bool {
    // SAFETY: the stream is alive.
    match stream.submit(|raw, stream| unsafe { raw.cuStreamEndCapture(stream) }) {
        Ok(graph) => {
            if !graph.is_null() {
                // SAFETY: ending the capture made the graph, and nobody else has it.
                let _ = stream.submit(|raw, _| unsafe { raw.cuGraphDestroy(graph) });
            }
            true
        }
        Err(error) => error.code() != CUresult::CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
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
