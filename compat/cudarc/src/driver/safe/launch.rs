use core::ffi::c_void;

use super::uses::NotedUse;
use super::view::Memory as _;
use super::{
    CudaEvent, CudaFunction, CudaSlice, CudaStream, CudaView, CudaViewMut, DeviceRepr,
    UnifiedSlice, UnifiedView, UnifiedViewMut,
};
use crate::driver::{DriverError, result, sys};

/// The threads of a launch.
#[derive(Debug, Clone, Copy)]
pub struct LaunchConfig {
    /// The blocks.
    pub grid_dim: (u32, u32, u32),
    /// The threads of each block.
    pub block_dim: (u32, u32, u32),
    /// The bytes of dynamic shared memory of each block.
    pub shared_mem_bytes: u32,
}

impl LaunchConfig {
    /// A thread for each of `n` elements, in blocks of 1024.
    pub fn for_num_elems(n: u32) -> Self {
        Self { grid_dim: (n.div_ceil(1024), 1, 1), block_dim: (1024, 1, 1), shared_mem_bytes: 0 }
    }
}

/// The arguments of a launch.
#[derive(Debug)]
pub struct LaunchArgs<'a> {
    stream: &'a CudaStream,
    function: &'a CudaFunction,
    arguments: Vec<Argument<'a>>,
    /// Nothing here is dropped, so that the borrows end with the last launch.
    uses: Vec<NotedUse<'a>>,
    events: Option<sys::CUevent_flags>,
}

#[derive(Debug)]
enum Argument<'a> {
    Value(*const c_void, core::marker::PhantomData<&'a ()>),
    Address(sys::CUdeviceptr),
}

impl CudaStream {
    /// Prepares a launch.
    pub fn launch_builder<'a>(&'a self, func: &'a CudaFunction) -> LaunchArgs<'a> {
        LaunchArgs {
            stream: self,
            function: func,
            arguments: Vec::new(),
            uses: Vec::new(),
            events: None,
        }
    }
}

/// Arguments that a launch can be given.
///
/// # Safety
/// The argument lives until the launch.
pub unsafe trait PushKernelArg<T> {
    fn arg(&mut self, arg: T) -> &mut Self;
}

// SAFETY: the value is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, T: DeviceRepr> PushKernelArg<&'b T> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b T) -> &mut Self {
        let value = core::ptr::from_ref(arg).cast();
        self.arguments.push(Argument::Value(value, core::marker::PhantomData));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, T> PushKernelArg<&'b CudaSlice<T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b CudaSlice<T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, false));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, T> PushKernelArg<&'b mut CudaSlice<T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b mut CudaSlice<T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, true));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, 'c: 'b, T> PushKernelArg<&'b CudaView<'c, T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b CudaView<'c, T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, false));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, 'c: 'b, T> PushKernelArg<&'b CudaViewMut<'c, T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b CudaViewMut<'c, T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, false));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, 'c: 'b, T> PushKernelArg<&'b mut CudaViewMut<'c, T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b mut CudaViewMut<'c, T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, true));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, T> PushKernelArg<&'b UnifiedSlice<T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b UnifiedSlice<T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, true));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, T> PushKernelArg<&'b mut UnifiedSlice<T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b mut UnifiedSlice<T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, true));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, 'c: 'b, T> PushKernelArg<&'b UnifiedView<'c, T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b UnifiedView<'c, T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, true));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, 'c: 'b, T> PushKernelArg<&'b UnifiedViewMut<'c, T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b UnifiedViewMut<'c, T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, true));
        self
    }
}

// SAFETY: the memory is borrowed as long as the launch.
unsafe impl<'a, 'b: 'a, 'c: 'b, T> PushKernelArg<&'b mut UnifiedViewMut<'c, T>> for LaunchArgs<'a> {
    fn arg(&mut self, arg: &'b mut UnifiedViewMut<'c, T>) -> &mut Self {
        self.arguments.push(Argument::Address(arg.address()));
        self.uses.push(arg.noted(self.stream, true));
        self
    }
}

impl LaunchArgs<'_> {
    /// Lets the launch record an event before and after it.
    pub fn record_kernel_launch(&mut self, flags: sys::CUevent_flags) -> &mut Self {
        self.events = Some(flags);
        self
    }

    /// Launches the kernel.
    ///
    /// # Safety
    /// The arguments match the kernel's parameters, and it stays within the memory that it is passed.
    pub unsafe fn launch(
        &mut self,
        cfg: LaunchConfig,
    ) -> Result<Option<(CudaEvent, CudaEvent)>, DriverError> {
        // SAFETY: the caller guarantees it.
        unsafe { self.call(cfg, result::launch_kernel) }
    }

    /// Launches the kernel so that all blocks run at the same time.
    ///
    /// # Safety
    /// As [`launch`](Self::launch).
    pub unsafe fn launch_cooperative(
        &mut self,
        cfg: LaunchConfig,
    ) -> Result<Option<(CudaEvent, CudaEvent)>, DriverError> {
        // SAFETY: the caller guarantees it.
        unsafe { self.call(cfg, result::launch_cooperative_kernel) }
    }

    unsafe fn call(
        &mut self,
        cfg: LaunchConfig,
        launch: Launch,
    ) -> Result<Option<(CudaEvent, CudaEvent)>, DriverError> {
        self.stream.context().bind_to_thread()?;
        self.function.check_arguments(self.arguments.len())?;
        self.uses.iter_mut().try_for_each(NotedUse::begin)?;
        let event = |flags| self.stream.record_event(Some(flags));
        let begin = self.events.map(event).transpose()?;
        let mut pointers: Vec<*mut c_void> = self.arguments.iter().map(Argument::pointer).collect();
        let function = self.function.function().as_raw();
        let stream = self.stream.cu_stream();
        // SAFETY: the caller guarantees that the arguments match the kernel; they live until the call returns.
        unsafe {
            launch(
                function,
                cfg.grid_dim,
                cfg.block_dim,
                cfg.shared_mem_bytes,
                stream,
                &mut pointers,
            )
        }?;
        let end = self.events.map(event).transpose();
        // The kernel was submitted, so each use is noted, even if another can't be.
        let noted = self.uses.iter().map(NotedUse::end);
        noted.fold(Ok(()), Result::and)?;
        Ok(begin.zip(end?))
    }
}

type Launch = unsafe fn(
    sys::CUfunction,
    (u32, u32, u32),
    (u32, u32, u32),
    u32,
    sys::CUstream,
    &mut [*mut c_void],
) -> Result<(), DriverError>;

impl Argument<'_> {
    fn pointer(&self) -> *mut c_void {
        match self {
            Self::Value(value, _) => value.cast_mut(),
            Self::Address(address) => core::ptr::from_ref(address).cast_mut().cast(),
        }
    }
}
