use core::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{CuResult, Error};
use crate::memory::{DeviceSlice, DeviceSliceMut};
use crate::stream::{
    Stream,
    quiesce::{Proof, quiesce},
};

/// Shares a stream's memory with other streams within [`Stream::fork`].
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let other = context.stream()?;
/// let mut buffer = stream.alloc::<u32>(6)?;
/// stream.fork(|fork| {
///     let (left, right) = buffer.as_slice_mut().split_at_mut(3)?;
///     let right = fork.lend(&other, right)?;
///     stream.fill(left, 1)?;
///     other.fill(right, 2)?; // at the same time
///     Ok(())
/// })?;
/// assert_eq!(buffer.to_vec()?, [1, 1, 1, 2, 2, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Fork<'scope, 'env: 'scope> {
    stream: &'scope Stream,
    branches: &'scope Branches,
    // Invariant, as in `std::thread::scope`: what is borrowed for 'scope is borrowed until its end.
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}

/// The streams that memory was shared with.
#[derive(Debug, Default)]
struct Branches(Mutex<Vec<Stream>>);

impl Branches {
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Vec<Stream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stream {
    /// Lets other streams work on this one's memory. Shared memory is borrowed until the end of the fork, and then this
    /// stream waits for the work submitted to the others. The host doesn't wait, and sharing memory for reading needs
    /// no `&mut`.
    ///
    /// One buffer read on several streams, and disjoint parts of another written:
    ///
    /// ```no_run
    /// # use cuda_driver::{Function, Launch, Stream};
    /// # fn run(stream: Stream, left: Stream, right: Stream, scale: Function) -> Result<(), cuda_driver::Error> {
    /// let input = stream.upload(&[1.0f32; 1000])?;
    /// let mut output = stream.alloc::<f32>(1000)?;
    /// stream.fork(|fork| {
    ///     let (first, second) = output.as_slice_mut().split_at_mut(500)?;
    ///     for (branch, half, begin) in [(&left, first, 0), (&right, second, 500)] {
    ///         let input = fork.share(branch, input.slice(begin..begin + 500)?)?;
    ///         let half = fork.lend(branch, half)?;
    ///         // SAFETY: scale(const float *, float *, size_t), 500 elements each.
    ///         unsafe { branch.launch(&scale, Launch::elements(500, 128), (input, half, 500usize)) }?;
    ///     }
    ///     Ok(())
    /// })?;
    /// # Ok(()) }
    /// ```
    ///
    /// [`try_fork`](Self::try_fork) is the same for errors of your own.
    ///
    /// Sharing takes two driver calls, and two more at the end for each stream that memory was shared with. The events
    /// come from the context, which reuses them.
    ///
    /// # Errors
    /// The error that `f` returns, or the driver's error at the end. If this stream can't be made to wait for another
    /// one, the host waits for that one.
    ///
    /// # Aborts
    /// As [`scope`](Self::scope), if that fails, too.
    #[inline]
    pub fn fork<'env, R, F>(&self, f: F) -> Result<R, Error>
    where
        F: for<'scope> FnOnce(&'scope Fork<'scope, 'env>) -> Result<R, Error>,
    {
        self.try_fork(f)
    }

    /// Like [`fork`](Self::fork), for closures with their own error type.
    ///
    /// # Errors
    /// As [`fork`](Self::fork).
    ///
    /// # Aborts
    /// As [`fork`](Self::fork).
    pub fn try_fork<'env, R, E, F>(&self, f: F) -> Result<R, E>
    where
        F: for<'scope> FnOnce(&'scope Fork<'scope, 'env>) -> Result<R, E>,
        E: From<CuResult>,
    {
        /// Joins also when `f` panics.
        struct JoinGuard<'a> {
            stream: &'a Stream,
            branches: &'a Branches,
        }

        impl JoinGuard<'_> {
            #[inline]
            fn join(&self) -> Result<(), CuResult> {
                let mut result = Ok(());
                for branch in self.branches.lock().drain(..) {
                    let joined = self.stream.wait_stream(&branch);
                    if joined.is_err() {
                        // From now on, this stream may use or free the shared memory.
                        let _ = quiesce(&branch, &Proof::None);
                    }
                    result = result.and(joined);
                }
                result
            }
        }

        impl Drop for JoinGuard<'_> {
            #[inline]
            fn drop(&mut self) {
                let _ = self.join();
            }
        }

        let branches = Branches::default();
        let open = JoinGuard { stream: self, branches: &branches };
        let result =
            f(&Fork { stream: self, branches: &branches, scope: PhantomData, env: PhantomData });
        let end = open.join();
        let result = result?;
        end?;
        Ok(result)
    }
}

impl<'scope, 'env> Fork<'scope, 'env> {
    /// Returns the stream whose memory is shared.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &'scope Stream {
        self.stream
    }

    /// Shares memory of the fork's stream with `branch` for reading. Work of `branch` waits for the work submitted to
    /// the fork's stream so far. Any number of streams may read the memory, including the fork's own.
    ///
    /// # Errors
    /// [`Error::OtherStream`], [`Error::OtherContext`], or the driver's error.
    pub fn share<T>(
        &'scope self,
        branch: &'env Stream,
        memory: impl Into<DeviceSlice<'scope, T>>,
    ) -> Result<DeviceSlice<'scope, T>, Error> {
        let memory = memory.into();
        self.branch(branch, memory.stream())?;
        // SAFETY: the branch waits for earlier work; the memory is borrowed until the fork's end, so nothing writes to
        // it, and the fork's stream continues after the branch.
        Ok(unsafe { memory.assume_on(branch) })
    }

    /// Lends memory of the fork's stream to `branch` alone for reading and writing. Work of `branch` waits for the work
    /// submitted to the fork's stream so far.
    ///
    /// # Errors
    /// [`Error::OtherStream`], [`Error::OtherContext`], or the driver's error.
    pub fn lend<T>(
        &'scope self,
        branch: &'env Stream,
        memory: impl Into<DeviceSliceMut<'scope, T>>,
    ) -> Result<DeviceSliceMut<'scope, T>, Error> {
        let memory = memory.into();
        self.branch(branch, memory.stream())?;
        // SAFETY: the branch waits for earlier work; the memory is borrowed until the fork's end, so no other code
        // accesses it, and the fork's stream continues after the branch.
        Ok(unsafe { memory.assume_on(branch) })
    }

    /// Orders `branch` after the fork's stream, and at the end the fork's stream after `branch`.
    #[inline]
    fn branch(&self, branch: &Stream, owner: &Stream) -> Result<(), Error> {
        self.stream.owns(owner)?;
        if !(branch.context()).shares_memory_with(self.stream.context()) {
            return Err(Error::OtherContext);
        }
        if branch == self.stream {
            return Ok(());
        }
        branch.wait_stream(self.stream)?;
        let mut branches = self.branches.lock();
        if !branches.contains(branch) {
            branches.push(branch.clone());
        }
        Ok(())
    }
}
