//! Launches on a stream.

use core::ffi::c_void;

use crate::context::needs_context;
use crate::error::Error;
use crate::launch::{Arguments, Launch, Launchable, check_arguments_of};
use crate::stream::Stream;
use crate::trace::event;

impl Stream {
    /// Launches `function`, a [`Function`](crate::module::Function) or a [`Kernel`](crate::module::Kernel), with the threads of
    /// `launch` and with `arguments`: a tuple of scalars, structs, and references to buffers. The launch is one driver
    /// call and allocates nothing. A [`TypedKernel`](crate::launch::TypedKernel) is launched without `unsafe`.
    ///
    /// Give literals the kernel's types: `2.0f32`, `8u32`. Without a suffix, `2` is an `i32` and `2.0` an `f64`, which the
    /// launch notices if the sizes differ.
    ///
    /// A buffer or slice of another stream is rejected ([`Error::ArgumentOfOtherStream`], or of another context
    /// [`Error::ArgumentOfOtherContext`]), also if one of the two is the
    /// context's default stream: the driver orders their work, but waiting for one doesn't wait for the other's. Where
    /// other means order the work, pass [`slice.assume_on(&stream)`](crate::memory::DeviceSlice::assume_on).
    ///
    /// [`cuLaunchKernel`](crate::driver::Raw::cuLaunchKernel),
    /// or [`cuLaunchKernelEx`](crate::driver::Raw::cuLaunchKernelEx)
    /// if `launch` has attributes.
    ///
    /// # Errors
    /// [`Error::LaunchArguments`] if the number or the sizes of the arguments aren't those of the kernel's parameters, which
    /// the first launch of a function asks the driver for (drivers before 12.4 don't report them, and nothing is checked).
    /// [`Error::Launch`] if the grid, the block, the cluster or the shared memory exceeds a limit, which it names;
    /// [`Error::FunctionOfOtherContext`] if the driver refuses the function for that; otherwise the driver's error. Errors of
    /// the running kernel are returned by a later call.
    ///
    /// # Safety
    /// - The arguments match the kernel's parameters in number, order and types. The launch checks number and sizes, not
    ///   types, and neither with a driver before 12.4.
    /// - The kernel stays within the memory that it is passed, and that memory stays allocated until the kernel has
    ///   run. A buffer of this stream does, because it is freed in stream order.
    /// - Nothing else accesses what the kernel writes, or writes what it reads, until the kernel has run. Work of the
    ///   same stream is ordered (except with
    ///   [`programmatic_stream_serialization`](crate::launch::LaunchAttribute::programmatic_stream_serialization)); work of
    ///   other streams and of the host must wait.
    /// - The function, the buffers and the events in `launch` belong to the stream's driver, and to its context or one that
    ///   [shares memory](crate::context::Context::shares_memory_with) with it.
    /// - The code stays loaded until the kernel has run. A [`Module`](crate::module::Module) does: the driver waits before it
    ///   unloads one. The owner passed to
    ///   [`Function::from_owner`](crate::module::Function::from_owner) must do the same.
    // Inlined so that the shape of the launch is passed to the driver in registers.
    #[inline(always)]
    #[doc(alias("cuLaunchKernel", "cuLaunchKernelEx"))]
    pub unsafe fn launch<A: Arguments>(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        arguments: A,
    ) -> Result<(), Error> {
        if let Some((index, owner)) = arguments.other_stream(self) {
            return Err(Error::of_argument(index, self, owner));
        }
        check_arguments_of(function, &arguments)?;
        // SAFETY: the caller guarantees that the arguments match the kernel, and that its accesses are valid.
        unsafe { self.launch_of_any_stream(function, launch, arguments) }
    }

    /// Launches with memory of any stream.
    ///
    /// # Safety
    /// As [`launch`](Self::launch).
    #[inline(always)]
    pub(crate) unsafe fn launch_of_any_stream<A: Arguments>(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        arguments: A,
    ) -> Result<(), Error> {
        let mut storage = arguments.store();
        let parameters = A::pointers(&mut storage);
        // SAFETY: there is a pointer for each argument; the caller guarantees the rest.
        unsafe { self.launch_with(function, launch, parameters) }
    }

    /// Launches with arguments that are stored.
    ///
    /// # Safety
    /// As [`launch`](Self::launch), with a pointer for each argument.
    #[inline(always)]
    pub(crate) unsafe fn launch_with(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        parameters: *mut *mut c_void,
    ) -> Result<(), Error> {
        event!(?launch, "launch");
        if self.has_recording() {
            // SAFETY: as below.
            return unsafe { self.launch_recorded(function, launch, parameters) };
        }
        if let Some((raw, stream)) = self.without_context() {
            // Does the same as `submit`, but keeps the shape of the launch in registers until it is needed again.
            // SAFETY: the stream and the function are alive, there is a pointer for each argument, each to
            // a live value; the caller guarantees the rest.
            let result = unsafe { launch.call(raw, function.handle(), stream, parameters) };
            if result.is_ok() {
                return Ok(());
            }
            if let Err(error) = result
                && !needs_context(error)
            {
                return Err(Error::of_launch(error, function, self.context(), launch));
            }
        }
        // SAFETY: as above.
        unsafe { self.launch_bound(function, launch, parameters) }
    }

    /// Launches on a stream that a capture of this crate records, or has recorded.
    ///
    /// # Safety
    /// As [`launch`](Self::launch), with a pointer for each argument.
    #[cold]
    unsafe fn launch_recorded(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        parameters: *mut *mut c_void,
    ) -> Result<(), Error> {
        // SAFETY: the caller guarantees that the arguments match the kernel, and that its accesses are valid.
        self.submit_recorded(&|raw, stream| unsafe {
            launch.call(raw, function.handle(), stream, parameters)
        })
        .map_err(|error| Error::of_launch(error, function, self.context(), launch))
    }

    /// Launches with the context current.
    ///
    /// # Safety
    /// As [`launch`](Self::launch), with a pointer for each argument.
    #[cold]
    unsafe fn launch_bound(
        &self,
        function: &impl Launchable,
        launch: Launch<'_>,
        parameters: *mut *mut c_void,
    ) -> Result<(), Error> {
        // SAFETY: the caller guarantees that the arguments match the kernel, and that its accesses are valid.
        self.submit_bound(None, &|raw, stream| unsafe {
            launch.call(raw, function.handle(), stream, parameters)
        })
        .map_err(|error| Error::of_launch(error, function, self.context(), launch))
    }
}
