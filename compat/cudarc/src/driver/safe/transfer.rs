use std::sync::Arc;

use super::host::until_used;
use super::uses::{CAPTURED, not_captured};
use super::{
    CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DeviceRepr, HostSlice, ValidAsZeroBits,
};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, result, sys};

const RECORDED: DriverError = DriverError(sys::CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);

/// Returns an error unless a target has room for what is copied, as cudarc asserts.
fn check(room: usize, len: usize) -> Result<(), DriverError> {
    match room >= len {
        true => Ok(()),
        false => Err(DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE)),
    }
}

impl CudaStream {
    /// Creates a slice without elements.
    pub fn null<T>(self: &Arc<Self>) -> Result<CudaSlice<T>, DriverError> {
        self.alloc_uninit(0)
    }

    fn alloc_uninit<T>(self: &Arc<Self>, len: usize) -> Result<CudaSlice<T>, DriverError> {
        let too_many = DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        let bytes = len.checked_mul(size_of::<T>()).ok_or(too_many)?;
        // cuBLAS and others that are called next work in the current context.
        self.context().bind_to_thread()?;
        Ok(CudaSlice::new(self.stream().alloc::<u8>(bytes).or_code()?, len, self))
    }

    /// Allocates memory in the stream's order.
    ///
    /// # Safety
    /// The elements are uninitialized.
    pub unsafe fn alloc<T: DeviceRepr>(
        self: &Arc<Self>,
        len: usize,
    ) -> Result<CudaSlice<T>, DriverError> {
        self.alloc_uninit(len)
    }

    /// Allocates memory of zeros.
    pub fn alloc_zeros<T: DeviceRepr + ValidAsZeroBits>(
        self: &Arc<Self>,
        len: usize,
    ) -> Result<CudaSlice<T>, DriverError> {
        let mut slice = self.alloc_uninit(len)?;
        self.memset_zeros(&mut slice)?;
        Ok(slice)
    }

    /// Sets all bytes to 0.
    pub fn memset_zeros<T: DeviceRepr + ValidAsZeroBits, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        dst: &mut Dst,
    ) -> Result<(), DriverError> {
        let bytes = dst.num_bytes();
        if bytes == 0 {
            return Ok(());
        }
        // A default stream is one of the current context.
        self.context().bind_to_thread()?;
        let (address, _until) = dst.device_ptr_mut(self);
        // SAFETY: there are that many bytes, which are used in order.
        unsafe { result::memset_d8_async(address, 0, bytes, self.cu_stream()) }
    }

    /// As [`clone_htod`](Self::clone_htod).
    pub fn memcpy_stod<T: DeviceRepr, Src: HostSlice<T> + ?Sized>(
        self: &Arc<Self>,
        src: &Src,
    ) -> Result<CudaSlice<T>, DriverError> {
        self.clone_htod(src)
    }

    /// Copies elements of the host to a new slice.
    pub fn clone_htod<T: DeviceRepr, Src: HostSlice<T> + ?Sized>(
        self: &Arc<Self>,
        src: &Src,
    ) -> Result<CudaSlice<T>, DriverError> {
        let mut slice = self.alloc_uninit(src.len())?;
        self.memcpy_htod(src, &mut slice)?;
        Ok(slice)
    }

    /// Copies elements of the host to the beginning of a slice.
    pub fn memcpy_htod<T: DeviceRepr, Src: HostSlice<T> + ?Sized, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
    ) -> Result<(), DriverError> {
        let dst_len = dst.len();
        check(dst_len, src.len())?;
        if src.is_empty() {
            return Ok(());
        }
        self.context().bind_to_thread()?;
        let (address, _until) = dst.device_ptr_mut(self);
        // SAFETY: the copy is submitted before the values are dropped; there is room for the elements.
        unsafe {
            let (elements, _until) = src.stream_synced_slice(self);
            // The trait is safe to implement, so its two lengths may differ.
            check(dst_len, elements.len())?;
            result::memcpy_htod_async(address, elements, self.cu_stream())
        }
    }

    /// As [`clone_dtoh`](Self::clone_dtoh).
    pub fn memcpy_dtov<T: DeviceRepr, Src: DevicePtr<T>>(
        self: &Arc<Self>,
        src: &Src,
    ) -> Result<Vec<T>, DriverError> {
        self.clone_dtoh(src)
    }

    /// Copies the elements to the host, and waits for that.
    pub fn clone_dtoh<T: DeviceRepr, Src: DevicePtr<T>>(
        self: &Arc<Self>,
        src: &Src,
    ) -> Result<Vec<T>, DriverError> {
        let mut elements: Vec<T> = Vec::with_capacity(src.len());
        if src.is_empty() {
            return Ok(elements);
        }
        self.context().bind_to_thread()?;
        let captures = self.captures();
        not_captured(self).map_err(|error| if error == CAPTURED { RECORDED } else { error })?;
        {
            let (address, _until) = src.device_ptr(self);
            let bytes = src.num_bytes();
            let to = elements.as_mut_ptr();
            // The copy is over when it returns, but for pinned memory, which an allocator may return.
            let used = until_used(to, self)?;
            // SAFETY: there is room for that many bytes, and the copy is over before they are used.
            unsafe { sys::cuMemcpyDtoHAsync_v2(to.cast(), address, bytes, self.cu_stream()) }
                .result()?;
            let over = match used {
                Some(used) => used.end(),
                None if self.captures() == captures => Ok(()),
                None => Err(RECORDED),
            };
            if let Err(error) = over {
                // The vector may yet be written.
                core::mem::forget(elements);
                return Err(error);
            }
        }
        self.context().check_err()?;
        // SAFETY: the copy has written as many elements.
        unsafe { elements.set_len(src.len()) };
        Ok(elements)
    }

    /// Copies all elements to the beginning of a slice of the host.
    pub fn memcpy_dtoh<T: DeviceRepr, Src: DevicePtr<T>, Dst: HostSlice<T> + ?Sized>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
    ) -> Result<(), DriverError> {
        check(dst.len(), src.len())?;
        if src.is_empty() {
            return Ok(());
        }
        self.context().bind_to_thread()?;
        let (address, _until) = src.device_ptr(self);
        // SAFETY: the copy is submitted before the values are dropped; there is room for the elements.
        unsafe {
            let (elements, _until) = dst.stream_synced_mut_slice(self);
            // As above.
            check(elements.len(), src.len())?;
            result::memcpy_dtoh_async(&mut elements[..src.len()], address, self.cu_stream())
        }
    }

    /// Copies all elements to the beginning of a slice of the device, which may be of another context.
    pub fn memcpy_dtod<T, Src: DevicePtr<T>, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
    ) -> Result<(), DriverError> {
        check(dst.len(), src.len())?;
        let bytes = src.num_bytes();
        if bytes == 0 {
            return Ok(());
        }
        self.context().bind_to_thread()?;
        let contexts = [src.stream().context().clone(), dst.stream().context().clone()];
        let (from, _until) = src.device_ptr(self);
        let (to, _until) = dst.device_ptr_mut(self);
        let [of, into] = contexts;
        // SAFETY: both have as many bytes, which are used in order.
        unsafe {
            match of == into {
                true => result::memcpy_dtod_async(to, from, bytes, self.cu_stream()),
                false => result::memcpy_peer_async(
                    into.cu_ctx(),
                    to,
                    of.cu_ctx(),
                    from,
                    bytes,
                    self.cu_stream(),
                ),
            }
        }
    }

    /// Copies the elements to a new slice.
    pub fn clone_dtod<T: DeviceRepr, Src: DevicePtr<T>>(
        self: &Arc<Self>,
        src: &Src,
    ) -> Result<CudaSlice<T>, DriverError> {
        let mut slice = self.alloc_uninit(src.len())?;
        self.memcpy_dtod(src, &mut slice)?;
        Ok(slice)
    }
}
