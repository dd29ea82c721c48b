//! The calls of the software device's driver that the libraries make.

use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_driver_sys::{CUDA_MEMCPY2D_v2, CUcontext, CUmemorytype, CUresult, CUstream};

/// The result of a call of the driver.
pub(crate) type Outcome = Result<(), CUresult>;

/// Calls the function of a slot of the driver's table.
pub(crate) fn call<F>(slot: Option<F>, call: impl FnOnce(F) -> CUresult) -> Outcome {
    match slot.map(call) {
        Some(CUresult::CUDA_SUCCESS) => Ok(()),
        Some(code) => Err(code),
        None => Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
    }
}

/// Makes sure that a context is current: as the libraries do, the first device's primary one if there is none.
pub(crate) fn ensure_context() -> Outcome {
    let mut context: CUcontext = null_mut();
    call(cuda_sim::driver_table().cuInit, |function| {
        // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
        unsafe { function(0) }
    })?;
    call(cuda_sim::driver_table().cuCtxGetCurrent, |function| {
        // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
        unsafe { function(&raw mut context) }
    })?;
    if context.is_null() {
        call(cuda_sim::driver_table().cuDevicePrimaryCtxRetain, |function| {
            // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
            unsafe { function(&raw mut context, 0) }
        })?;
        call(cuda_sim::driver_table().cuCtxSetCurrent, |function| {
            // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
            unsafe { function(context) }
        })?;
    }
    Ok(())
}

/// Calls `submit` with the address of `bytes` bytes of device memory, copies them to the host once the stream has reached
/// that, and waits for it.
///
/// # Safety
/// `to` is writable for `bytes` bytes.
pub(crate) unsafe fn with_result(
    to: *mut c_void,
    bytes: usize,
    stream: CUstream,
    submit: impl FnOnce(u64) -> Outcome,
) -> Outcome {
    let mut address = 0;
    call(cuda_sim::driver_table().cuMemAllocAsync, |function| {
        // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
        unsafe { function(&raw mut address, bytes, stream) }
    })?;
    let copied = submit(address).and_then(|()| {
        call(cuda_sim::driver_table().cuMemcpyDtoHAsync_v2, |function| {
            // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
            unsafe { function(to, address, bytes, stream) }
        })
    });
    let freed = call(cuda_sim::driver_table().cuMemFreeAsync, |function| {
        // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
        unsafe { function(address, stream) }
    });
    copied.and(freed)?;
    call(cuda_sim::driver_table().cuStreamSynchronize, |function| {
        // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
        unsafe { function(stream) }
    })
}

/// Launches a kernel of one thread, which reads one parameter at `parameter`.
///
/// # Safety
/// The function has one parameter, and `parameter` is a value of its size.
pub(crate) unsafe fn launch(
    name: &str,
    body: cuda_sim::NativeBody,
    size: usize,
    parameter: *const c_void,
    stream: CUstream,
) -> Outcome {
    let size = u32::try_from(size).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
    let function = cuda_sim::native_kernel(name, size, body)?;
    let mut parameters = [parameter.cast_mut()];
    call(cuda_sim::driver_table().cuLaunchKernel, |launch_kernel| {
        // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
        unsafe {
            launch_kernel(
                function,
                1,
                1,
                1,
                1,
                1,
                1,
                0,
                stream,
                parameters.as_mut_ptr(),
                null_mut(),
            )
        }
    })
}

/// A copy between the host and the device of `height` rows of `width` bytes.
pub(crate) struct Rows {
    pub from: *const c_void,
    pub from_pitch: usize,
    pub to: *mut c_void,
    pub to_pitch: usize,
    pub width: usize,
    pub height: usize,
    pub is_upload: bool,
    /// `None` for a copy that is done when the call returns.
    pub stream: Option<CUstream>,
}

/// # Safety
/// The host's memory is readable or writable, until the copy is done.
pub(crate) unsafe fn copy_rows(rows: &Rows) -> Outcome {
    let (host, device) = (CUmemorytype::CU_MEMORYTYPE_HOST, CUmemorytype::CU_MEMORYTYPE_DEVICE);
    let (source, target) = if rows.is_upload { (host, device) } else { (device, host) };
    let copy = CUDA_MEMCPY2D_v2 {
        srcMemoryType: source,
        srcHost: rows.from,
        srcDevice: rows.from as u64,
        srcPitch: rows.from_pitch,
        dstMemoryType: target,
        dstHost: rows.to,
        dstDevice: rows.to as u64,
        dstPitch: rows.to_pitch,
        WidthInBytes: rows.width,
        Height: rows.height,
        ..Default::default()
    };
    match rows.stream {
        Some(stream) => call(cuda_sim::driver_table().cuMemcpy2DAsync_v2, |function| {
            // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
            unsafe { function(&raw const copy, stream) }
        }),
        None => call(cuda_sim::driver_table().cuMemcpy2DUnaligned_v2, |function| {
            // SAFETY: pointers are to live values, or to memory that the caller guarantees; handles and addresses are looked up.
            unsafe { function(&raw const copy) }
        }),
    }
}
