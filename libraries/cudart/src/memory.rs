//! Memory: allocations, fills, and pools.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::{CUdeviceptr, CUresult};
use cuda_libraries_sys::cudart::{cudaError_t, cudaExtent, cudaPitchedPtr};

use crate::api::{Api, Outcome, out};

/// Returns an address of the driver as a pointer.
pub(crate) fn pointer(address: CUdeviceptr) -> *mut c_void {
    core::ptr::with_exposed_provenance_mut(address as usize)
}

/// Returns a pointer as an address of the driver.
pub(crate) fn address(pointer: *const c_void) -> CUdeviceptr {
    pointer.expose_provenance() as CUdeviceptr
}

pub(crate) fn is_empty(extent: &cudaExtent) -> bool {
    [extent.width, extent.height, extent.depth].contains(&0)
}

impl Api {
    entry!(cudaMalloc, |self, devPtr, size| {
        // Also where it fails, as in the functions below.
        put!(devPtr, core::ptr::null_mut())?;
        let mut memory = 0;
        if size != 0 {
            cu!(self, cuMemAlloc_v2(&raw mut memory, size))?;
        } else {
            self.ready()?;
        }
        put!(devPtr, pointer(memory))
    });

    entry!(cudaMallocManaged, |self, devPtr, size, flags| {
        put!(devPtr, core::ptr::null_mut())?;
        let mut memory = 0;
        if size != 0 {
            cu!(self, cuMemAllocManaged(&raw mut memory, size, flags))?;
        } else {
            self.ready()?;
        }
        put!(devPtr, pointer(memory))
    });

    entry!(cudaMallocHost, |self, ptr, size| {
        // SAFETY: the caller fulfils the contract, which is the same.
        unsafe { self.cudaHostAlloc(ptr, size, 0) }
    });

    entry!(cudaHostAlloc, |self, pHost, size, flags| {
        put!(pHost, core::ptr::null_mut())?;
        let mut memory = core::ptr::null_mut();
        if size != 0 {
            cu!(self, cuMemHostAlloc(&raw mut memory, size, flags))?;
        } else {
            self.ready()?;
        }
        put!(pHost, memory)
    });

    entry!(cudaMallocPitch, |self, devPtr, pitch, width, height| {
        out(pitch)?;
        put!(devPtr, core::ptr::null_mut())?;
        put!(pitch, 0)?;
        let (mut memory, mut row) = (0, 0);
        if width != 0 && height != 0 {
            // The smallest elements: rows are aligned for all of them.
            cu!(self, cuMemAllocPitch_v2(&raw mut memory, &raw mut row, width, height, 4))?;
        } else {
            self.ready()?;
        }
        put!(devPtr, pointer(memory))?;
        put!(pitch, row)
    });

    entry!(cudaMalloc3D, |self, pitchedDevPtr, extent| {
        let (mut memory, mut pitch) = (0, 0);
        let mut given = get!(pitchedDevPtr)?;
        (given.ptr, given.pitch) = (core::ptr::null_mut(), 0);
        put!(pitchedDevPtr, given)?;
        // So many are too many for the driver.
        let rows = extent.height.saturating_mul(extent.depth);
        if extent.width != 0 && rows != 0 {
            cu!(self, cuMemAllocPitch_v2(&raw mut memory, &raw mut pitch, extent.width, rows, 4))?;
        } else {
            self.ready()?;
        }
        put!(
            pitchedDevPtr,
            cudaPitchedPtr {
                ptr: pointer(memory),
                pitch,
                xsize: extent.width,
                ysize: extent.height,
            }
        )
    });

    entry!(cudaFree, |self, devPtr| { cu!(self, cuMemFree_v2(address(devPtr))) });

    entry!(cudaFreeHost, |self, ptr| { cu!(self, cuMemFreeHost(ptr)) });

    entry!(cudaMallocAsync, |self, devPtr, size, hStream| {
        out(devPtr)?;
        let mut memory = 0;
        if size != 0 {
            cu!(self, cuMemAllocAsync(&raw mut memory, size, hStream.cast()))?;
        } else {
            self.ready()?;
        }
        put!(devPtr, pointer(memory))
    });

    entry!(cudaMemset, |self, devPtr, value, count| {
        if count == 0 {
            return self.ready();
        }
        cu!(self, cuMemsetD8_v2(address(devPtr), value as u8, count))
    });

    entry!(cudaMemsetAsync, |self, devPtr, value, count, stream| {
        if count == 0 {
            return self.ready();
        }
        cu!(self, cuMemsetD8Async(address(devPtr), value as u8, count, stream.cast()))
    });

    entry!(cudaMemset2D, |self, devPtr, pitch, value, width, height| {
        if width == 0 || height == 0 {
            return self.ready();
        }
        cu!(self, cuMemsetD2D8_v2(address(devPtr), pitch, value as u8, width, height))
    });

    entry!(cudaMemset2DAsync, |self, devPtr, pitch, value, width, height, stream| {
        if width == 0 || height == 0 {
            return self.ready();
        }
        cu!(
            self,
            cuMemsetD2D8Async(address(devPtr), pitch, value as u8, width, height, stream.cast())
        )
    });

    entry!(cudaMemset3D, |self, pitchedDevPtr, value, extent| {
        layers(pitchedDevPtr, extent, |memory, rows| {
            cu!(self, cuMemsetD2D8_v2(memory, pitchedDevPtr.pitch, value as u8, extent.width, rows))
        })
    });

    entry!(cudaMemset3DAsync, |self, pitchedDevPtr, value, extent, stream| {
        layers(pitchedDevPtr, extent, |memory, rows| {
            cu!(
                self,
                cuMemsetD2D8Async(
                    memory,
                    pitchedDevPtr.pitch,
                    value as u8,
                    extent.width,
                    rows,
                    stream.cast(),
                )
            )
        })
    });

    /// Returns the context of a device's memory, for copies between devices.
    pub(crate) fn context_of(&self, device: c_int) -> Outcome<cuda_driver_sys::CUcontext> {
        self.ready()?;
        let mut current = core::ptr::null_mut();
        if self.device() == device {
            cu_without_context!(self, cuCtxGetCurrent(&raw mut current))?;
            return Ok(current);
        }
        self.primary_context(device)
    }

    entry!(cudaDeviceEnablePeerAccess, |self, peerDevice, flags| {
        self.ready()?;
        let peer = self.primary_context(peerDevice)?;
        cu!(self, cuCtxEnablePeerAccess(peer, flags))
    });

    entry!(cudaDeviceDisablePeerAccess, |self, peerDevice| {
        self.ready()?;
        let peer = self.primary_context(peerDevice)?;
        cu!(self, cuCtxDisablePeerAccess(peer))
    });
}

/// Fills all layers at once if nothing is between them, and otherwise one after the other.
fn layers(
    memory: cudaPitchedPtr,
    extent: cudaExtent,
    fill: impl Fn(CUdeviceptr, usize) -> Outcome,
) -> Outcome {
    if is_empty(&extent) {
        return Ok(());
    }
    // Layers would be on top of each other, if there are several, or rows.
    if memory.ysize < extent.height || extent.depth > 1 && memory.pitch < extent.width {
        return Err(cudaError_t::cudaErrorInvalidValue);
    }
    let start = address(memory.ptr);
    if memory.ysize == extent.height || extent.depth <= 1 {
        let rows = extent.height.checked_mul(extent.depth);
        return fill(start, rows.ok_or(cudaError_t::cudaErrorInvalidValue)?);
    }
    let layer = memory.pitch.checked_mul(memory.ysize);
    let layer = layer.ok_or(cudaError_t::cudaErrorInvalidValue)?;
    for index in 0..extent.depth {
        let offset =
            layer.checked_mul(index).and_then(|offset| start.checked_add(offset as CUdeviceptr));
        fill(offset.ok_or(cudaError_t(CUresult::CUDA_ERROR_INVALID_VALUE.0))?, extent.height)?;
    }
    Ok(())
}
