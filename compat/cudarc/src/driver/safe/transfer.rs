use core::ops::RangeInclusive;
use std::sync::Arc;

use super::any_memory::{Use, read, read_host, write, write_host};
use super::host::until_used;
use super::uses::{CAPTURED, not_captured};
use super::{
    CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DeviceRepr, HostSlice, ValidAsZeroBits,
};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, result, sys};

const RECORDED: DriverError = DriverError(sys::CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);

const TOO_MANY: DriverError = DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY);
const INVALID: DriverError = DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE);

/// Returns the bytes of elements. `num_bytes` of another crate's memory may be another number.
fn bytes<T>(len: usize) -> Result<usize, DriverError> {
    len.checked_mul(size_of::<T>()).ok_or(INVALID)
}

/// Returns an error unless a target has room for what is copied, as cudarc asserts.
fn check(room: usize, len: usize) -> Result<(), DriverError> {
    if room >= len { Ok(()) } else { Err(INVALID) }
}

/// Returns the error of either use.
fn both_begun(first: &Use<'_>, second: &Use<'_>) -> Result<(), DriverError> {
    let (first, second) = (first.begun(), second.begun());
    first.and(second)
}

// Memory of another crate is asked for its length once: it may return another one each time.
impl CudaStream {
    /// Creates a slice without elements.
    pub fn null<T>(self: &Arc<Self>) -> Result<CudaSlice<T>, DriverError> {
        self.alloc_uninit(0)
    }

    fn alloc_uninit<T>(self: &Arc<Self>, len: usize) -> Result<CudaSlice<T>, DriverError> {
        let bytes = bytes::<T>(len).map_err(|_| TOO_MANY)?;
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
        let bytes = bytes::<T>(dst.len())?;
        if bytes == 0 {
            return Ok(());
        }
        // A default stream is one of the current context.
        self.context().bind_to_thread()?;
        let (address, written) = write(dst, self);
        written.begun()?;
        // SAFETY: there are that many bytes, which are used in order.
        unsafe { result::memset_d8_async(address, 0, bytes, self.cu_stream()) }?;
        written.end()
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
        let len = src.len();
        let mut slice = self.alloc_uninit(len)?;
        if len > 0 {
            self.upload(src, &mut slice, len..=len)?;
        }
        Ok(slice)
    }

    /// Copies elements of the host to the beginning of a slice.
    pub fn memcpy_htod<T: DeviceRepr, Src: HostSlice<T> + ?Sized, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
    ) -> Result<(), DriverError> {
        let (room, len) = (dst.len(), src.len());
        check(room, len)?;
        match len {
            0 => Ok(()),
            _ => self.upload(src, dst, 0..=room),
        }
    }

    /// Copies all elements that there are, if their number is one of these.
    fn upload<T: DeviceRepr, Src: HostSlice<T> + ?Sized, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
        lengths: RangeInclusive<usize>,
    ) -> Result<(), DriverError> {
        self.context().bind_to_thread()?;
        let (address, written) = write(dst, self);
        // SAFETY: the use ends after the copy was submitted.
        let (elements, read) = unsafe { read_host(src, self) };
        both_begun(&read, &written)?;
        lengths.contains(&elements.len()).then_some(()).ok_or(INVALID)?;
        // SAFETY: there is room for the elements, which are used in order.
        unsafe { result::memcpy_htod_async(address, elements, self.cu_stream()) }?;
        read.end().and(written.end())
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
        let len = src.len();
        let bytes = bytes::<T>(len).map_err(|_| TOO_MANY)?;
        let mut elements: Vec<T> = Vec::new();
        elements.try_reserve_exact(len).map_err(|_| TOO_MANY)?;
        if len == 0 {
            return Ok(elements);
        }
        self.context().bind_to_thread()?;
        let captures = self.stream().capture_epoch();
        let refuse =
            || not_captured(self).map_err(|error| if error == CAPTURED { RECORDED } else { error });
        refuse()?;
        {
            let (address, read) = read(src, self);
            read.begun()?;
            if read.is_of_another_crate() {
                // It may have begun a capture.
                refuse()?;
            }
            if self.stream().is_recorded() {
                // It has joined a capture, to wait for a use.
                return Err(RECORDED);
            }
            let to = elements.as_mut_ptr();
            // The copy is over when it returns, but for pinned memory, which an allocator may return.
            let mut used = until_used(to, self)?;
            if let Some(used) = &mut used {
                used.begin()?;
                if used.is_recorded() {
                    return Err(RECORDED);
                }
            }
            // SAFETY: there is room for that many bytes, and the copy is over before they are used.
            unsafe { sys::cuMemcpyDtoHAsync_v2(to.cast(), address, bytes, self.cu_stream()) }
                .result()?;
            let over = match used {
                Some(used) => used.end(),
                None if self.stream().is_recorded_since(captures) => Err(RECORDED),
                None => Ok(()),
            };
            if let Err(error) = over {
                // The vector may yet be written.
                core::mem::forget(elements);
                return Err(error);
            }
            read.end()?;
        }
        self.context().check_err()?;
        // SAFETY: the copy has written as many elements.
        unsafe { elements.set_len(len) };
        Ok(elements)
    }

    /// Copies all elements to the beginning of a slice of the host.
    pub fn memcpy_dtoh<T: DeviceRepr, Src: DevicePtr<T>, Dst: HostSlice<T> + ?Sized>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
    ) -> Result<(), DriverError> {
        let len = src.len();
        check(dst.len(), len)?;
        if len == 0 {
            return Ok(());
        }
        self.context().bind_to_thread()?;
        let (address, read) = read(src, self);
        // SAFETY: the use ends after the copy was submitted.
        let (elements, written) = unsafe { write_host(dst, self) };
        both_begun(&read, &written)?;
        // The elements that there are may be fewer than `dst` said.
        let elements = elements.get_mut(..len).ok_or(INVALID)?;
        // SAFETY: there is room for the elements, which are used in order.
        unsafe { result::memcpy_dtoh_async(elements, address, self.cu_stream()) }?;
        written.end().and(read.end())
    }

    /// Copies all elements to the beginning of a slice of the device, which may be of another context.
    pub fn memcpy_dtod<T, Src: DevicePtr<T>, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
    ) -> Result<(), DriverError> {
        let len = src.len();
        check(dst.len(), len)?;
        self.copy(src, dst, len)
    }

    /// Copies elements to the beginning of a slice that has room for them.
    fn copy<T, Src: DevicePtr<T>, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        src: &Src,
        dst: &mut Dst,
        len: usize,
    ) -> Result<(), DriverError> {
        let bytes = bytes::<T>(len)?;
        if bytes == 0 {
            return Ok(());
        }
        self.context().bind_to_thread()?;
        let [of, into] = [src.stream().context().clone(), dst.stream().context().clone()];
        let (from, read) = read(src, self);
        let (to, written) = write(dst, self);
        both_begun(&read, &written)?;
        // SAFETY: both have as many bytes, which are used in order.
        unsafe {
            if of == into {
                result::memcpy_dtod_async(to, from, bytes, self.cu_stream())
            } else {
                result::memcpy_peer_async(
                    into.cu_ctx(),
                    to,
                    of.cu_ctx(),
                    from,
                    bytes,
                    self.cu_stream(),
                )
            }
        }?;
        written.end().and(read.end())
    }

    /// Copies the elements to a new slice.
    pub fn clone_dtod<T: DeviceRepr, Src: DevicePtr<T>>(
        self: &Arc<Self>,
        src: &Src,
    ) -> Result<CudaSlice<T>, DriverError> {
        let len = src.len();
        let mut slice = self.alloc_uninit(len)?;
        self.copy(src, &mut slice, len)?;
        Ok(slice)
    }
}
