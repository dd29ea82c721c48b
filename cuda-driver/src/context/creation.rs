use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use cuda_driver_sys::{
    CUcigDataType, CUcontext, CUctxCigParam, CUctxCreateParams, CUexecAffinityParam, Symbol,
};

use super::{Context, Origin};
use crate::context::ExecAffinityType;
use crate::device::Device;
use crate::driver::raw::call;
use crate::error::CuResult;
use crate::object::Ownership;
use crate::trace::span;

flags! {
    /// The flags of a context: [`Device::create_context`](crate::device::Device::create_context).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct ContextFlags: u32 {
        /// Spin while waiting for the device.
        const SCHED_SPIN = 0x01;
        /// Yield while waiting for the device.
        const SCHED_YIELD = 0x02;
        /// Block on a primitive of the operating system while waiting for the device.
        const SCHED_BLOCKING_SYNC = 0x04;
        /// Allow mapping pinned memory (always on since CUDA 3.2).
        const MAP_HOST = 0x08;
        /// Keep the local memory that a launch needed.
        const LMEM_RESIZE_TO_MAX = 0x10;
        /// Write a core dump when a kernel faults.
        const COREDUMP_ENABLE = 0x20;
        /// Let another process trigger a core dump.
        const USER_COREDUMP_ENABLE = 0x40;
        /// Make synchronous memory operations always synchronize.
        const SYNC_MEMOPS = 0x80;
    }
}

/// A part of a device that a context is limited to: [`Device::create_context_with_affinity`](crate::device::Device::create_context_with_affinity).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExecAffinity {
    /// This many streaming multiprocessors.
    SmCount(u32),
}

impl ExecAffinity {
    /// Returns the kind of the limit.
    #[must_use]
    #[inline]
    pub const fn affinity_type(self) -> ExecAffinityType {
        match self {
            Self::SmCount(_) => ExecAffinityType::SM_COUNT,
        }
    }

    fn to_raw(self) -> CUexecAffinityParam {
        let mut raw = CUexecAffinityParam {
            type_: self.affinity_type().as_raw(),
            ..CUexecAffinityParam::default()
        };
        match self {
            Self::SmCount(count) => raw.param.smCount.val = count,
        }
        raw
    }
}

/// Data that a graphics library shares with a context: [`Device::create_context_in_graphics`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CigData {
    /// A command queue of Direct3D 12.
    D3d12CommandQueue(*mut c_void),
    /// Data from Vulkan or another client.
    NvBlob(*mut c_void),
}

impl CigData {
    fn to_raw(self) -> CUctxCigParam {
        let (kind, data) = match self {
            Self::D3d12CommandQueue(queue) => {
                (CUcigDataType::CIG_DATA_TYPE_D3D12_COMMAND_QUEUE, queue)
            }
            Self::NvBlob(blob) => (CUcigDataType::CIG_DATA_TYPE_NV_BLOB, blob),
        };
        CUctxCigParam { sharedDataType: kind, sharedData: data, ..CUctxCigParam::default() }
    }
}

impl Device {
    /// Creates a context in addition to the primary one. Most programs should use [`primary_context`](Self::primary_context), which is
    /// shared with other libraries of the process.
    ///
    /// [`cuCtxCreate`](crate::driver::Raw::cuCtxCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuCtxCreate", "cuCtxCreate_v4"))]
    #[inline]
    pub fn create_context(self, flags: ContextFlags) -> Result<Context, CuResult> {
        // SAFETY: no parameters are given.
        unsafe { Context::create(self, flags, &mut CUctxCreateParams::default()) }
    }

    /// Creates a context that is limited to a part of the device, which clients of the Multi-Process Service can
    /// request ([`supports_exec_affinity`](Self::supports_exec_affinity)). A [green context](crate::green::GreenContext) needs no such service.
    ///
    /// [`cuCtxCreate`](crate::driver::Raw::cuCtxCreate)
    ///
    /// # Errors
    /// `CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY` (224), or another code, if the device has no such limits.
    #[doc(alias("cuCtxCreate", "cuCtxCreate_v4"))]
    #[inline]
    pub fn create_context_with_affinity(
        self,
        flags: ContextFlags,
        affinity: ExecAffinity,
    ) -> Result<Context, CuResult> {
        let mut affinity = affinity.to_raw();
        let mut parameters = CUctxCreateParams {
            execAffinityParams: &raw mut affinity,
            numExecAffinityParams: 1,
            ..CUctxCreateParams::default()
        };
        // SAFETY: the parameters point to one live affinity, and to no data of a graphics library.
        unsafe { Context::create(self, flags, &mut parameters) }
    }

    /// Creates a context that shares the device with a graphics library ("CUDA in graphics").
    ///
    /// [`cuCtxCreate`](crate::driver::Raw::cuCtxCreate)
    ///
    /// # Errors
    /// Returns the driver's error if the device or the system doesn't support it
    /// ([`DeviceAttribute::D3D12_CIG_SUPPORTED`](crate::device::DeviceAttribute::D3D12_CIG_SUPPORTED) and
    /// [`VULKAN_CIG_SUPPORTED`](crate::device::DeviceAttribute::VULKAN_CIG_SUPPORTED)), or the driver is older than CUDA 12.5.
    ///
    /// # Safety
    /// The data comes from the graphics library for this purpose, on the same device, and lives as long as the context.
    #[doc(alias("cuCtxCreate", "cuCtxCreate_v4"))]
    #[inline]
    pub unsafe fn create_context_in_graphics(
        self,
        flags: ContextFlags,
        data: CigData,
    ) -> Result<Context, CuResult> {
        let mut data = data.to_raw();
        let mut parameters =
            CUctxCreateParams { cigParams: &raw mut data, ..CUctxCreateParams::default() };
        // SAFETY: the parameters point to live data, which the caller guarantees.
        unsafe { Context::create(self, flags, &mut parameters) }
    }
}

impl Context {
    /// Creates a context, and restores the previously current one.
    ///
    /// # Safety
    /// The parameters point to what `cuCtxCreate` requires.
    #[inline]
    unsafe fn create(
        device: Device,
        flags: ContextFlags,
        parameters: &mut CUctxCreateParams,
    ) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees the parameters.
        let handle = unsafe { call_create(device, flags, parameters) }?;
        let context = Self::new(device, handle, Ownership::Owned, Origin::Created);
        // SAFETY: creating made the new context current; this restores the previous one.
        unsafe { device.driver().raw().cuCtxPopCurrent() }?;
        Ok(context)
    }
}

/// Calls the newest form of `cuCtxCreate` that the driver has and that accepts the parameters.
///
/// # Safety
/// The parameters point to what `cuCtxCreate` requires.
#[inline]
unsafe fn call_create(
    device: Device,
    flags: ContextFlags,
    parameters: &mut CUctxCreateParams,
) -> Result<CUcontext, CuResult> {
    span!("cuCtxCreate");
    let raw = device.driver().raw();
    let mut handle = null_mut();
    let (flags, device) = (flags.bits(), device.as_raw());
    let (affinity, count): (_, c_int) =
        (parameters.execAffinityParams, parameters.numExecAffinityParams);
    let is_plain = affinity.is_null() && parameters.cigParams.is_null();
    // SAFETY: the pointers are to live values; the caller guarantees the parameters.
    unsafe {
        if raw.table().cuCtxCreate_v4.is_some() {
            let parameters = if is_plain { null_mut() } else { parameters };
            call!(raw.cuCtxCreate_v4, (&raw mut handle, parameters, flags, device))?;
        } else if is_plain {
            call!(raw.cuCtxCreate_v2, (&raw mut handle, flags, device))?;
        } else if parameters.cigParams.is_null() {
            call!(raw.cuCtxCreate_v3, (&raw mut handle, affinity, count, flags, device))?;
        } else {
            return Err(raw.absent(Symbol::cuCtxCreate_v4));
        }
    }
    Ok(handle)
}
