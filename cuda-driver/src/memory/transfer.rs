use cuda_driver_sys::Symbol;

use crate::error::Error;
use crate::memory::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, LengthMismatch, large_pages::zeroed_vec,
};
use crate::stream::Stream;

impl Stream {
    /// Copies `source` to new device memory, and waits until the copy is done.
    ///
    /// [`cuMemcpyHtoDAsync`](crate::driver::Raw::cuMemcpyHtoDAsync)
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc) and [`upload_into`](Self::upload_into).
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[doc(alias("cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2"))]
    pub fn upload<T: Element>(&self, source: &[T]) -> Result<DeviceBuffer<T>, Error> {
        let mut buffer = self.alloc(source.len())?;
        self.upload_into(source, &mut buffer)?;
        Ok(buffer)
    }

    /// Copies `source` to device memory of the same length, and waits until the copy is done.
    /// [`Scope::upload_into`](crate::scope::Scope::upload_into) doesn't wait.
    ///
    /// [`cuMemcpyHtoDAsync`](crate::driver::Raw::cuMemcpyHtoDAsync)
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`], or the driver's error.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[doc(alias("cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2"))]
    #[inline]
    pub fn upload_into<'a, T: Element>(
        &self,
        source: &[T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        self.scope_of(Symbol::cuMemcpyHtoDAsync_v2, |scope| scope.begin_upload(source, target))
    }

    /// Copies device memory to `target`, which has the same length, and waits until the copy is done.
    /// [`Scope::download`](crate::scope::Scope::download) doesn't wait.
    ///
    /// [`cuMemcpyDtoHAsync`](crate::driver::Raw::cuMemcpyDtoHAsync)
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`], or the driver's error.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[doc(alias("cuMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2"))]
    #[inline]
    pub fn download<'a, T: Element>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &mut [T],
    ) -> Result<(), Error> {
        self.scope_of(Symbol::cuMemcpyDtoHAsync_v2, |scope| scope.begin_download(source, target))
    }

    /// Copies device memory to device memory of the same length, in the stream's order.
    ///
    /// [`cuMemcpyDtoDAsync`](crate::driver::Raw::cuMemcpyDtoDAsync)
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`], [`Error::OtherContext`] if
    /// [`copy_peer`](Self::copy_peer) is needed, or the driver's error.
    #[inline]
    #[doc(alias("cuMemcpyDtoDAsync", "cuMemcpyDtoDAsync_v2"))]
    pub fn copy<'a, 'b, T: Element>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        self.owns(source.stream())?;
        self.owns(target.stream())?;
        let bytes = same_bytes::<T>(source.len(), target.len())?;
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (source.as_raw(), target.as_raw());
        // SAFETY: both are memory of this stream of that many bytes, borrowed separately, so they don't overlap.
        self.submit_copy(move |raw, stream| unsafe {
            raw.cuMemcpyDtoDAsync(to, from, bytes, stream)
        })
        .map_err(Error::from)
    }

    /// Starts copying `source` to device memory of the same length, in the stream's order.
    ///
    /// [`cuMemcpyHtoDAsync`](crate::driver::Raw::cuMemcpyHtoDAsync)
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`], or the driver's error.
    ///
    /// # Safety
    /// `source` lives and doesn't change until the copy is done.
    #[inline]
    #[doc(alias("cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2"))]
    pub unsafe fn upload_into_async<'a, T: Element>(
        &self,
        source: &[T],
        target: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let target = target.into();
        self.owns(target.stream())?;
        let bytes = same_bytes::<T>(source.len(), target.len())?;
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (source.as_ptr().cast(), target.as_raw());
        // SAFETY: both are memory of that many bytes; the caller keeps the source.
        self.submit_copy(move |raw, stream| unsafe {
            raw.cuMemcpyHtoDAsync(to, from, bytes, stream)
        })
        .map_err(Error::from)
    }

    /// Starts copying device memory to `target`, which has the same length, in the stream's order.
    ///
    /// [`cuMemcpyDtoHAsync`](crate::driver::Raw::cuMemcpyDtoHAsync)
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`], or the driver's error.
    ///
    /// # Safety
    /// `target` lives, and is neither read nor written, until the copy is done.
    #[inline]
    #[doc(alias("cuMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2"))]
    pub unsafe fn download_async<'a, T: Element>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: &mut [T],
    ) -> Result<(), Error> {
        let source = source.into();
        self.owns(source.stream())?;
        let bytes = same_bytes::<T>(source.len(), target.len())?;
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (source.as_raw(), target.as_mut_ptr().cast());
        // SAFETY: both are memory of that many bytes; the caller keeps the target.
        self.submit_copy(move |raw, stream| unsafe {
            raw.cuMemcpyDtoHAsync(to, from, bytes, stream)
        })
        .map_err(Error::from)
    }

    /// Checks that memory of `other` is safe to use here: the order between two streams is unknown.
    #[inline]
    pub(crate) fn owns(&self, other: &Stream) -> Result<(), Error> {
        if self == other {
            return Ok(());
        }
        Err(Error::of_other(self, other))
    }
}

impl<T: Element> DeviceBuffer<T> {
    /// Returns a copy of the buffer on its stream, from the device's pool. The host doesn't wait.
    ///
    /// ```
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// let buffer = stream.upload(&[1u32, 2, 3])?;
    /// let copy = buffer.try_clone()?;
    /// assert_eq!(copy.to_vec()?, [1, 2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Stream::alloc`] and [`Stream::copy`].
    #[inline]
    pub fn try_clone(&self) -> Result<Self, Error> {
        let mut copy = self.stream().alloc(self.len())?;
        self.stream().copy(self, &mut copy)?;
        Ok(copy)
    }

    /// Returns a copy of the elements on the host; waits for the buffer's stream.
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[inline]
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        self.as_slice().to_vec()
    }
}

impl<T: Element> DeviceSlice<'_, T> {
    /// Returns a copy of the elements on the host; waits for the slice's stream.
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[inline]
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        let mut elements = zeroed_vec(self.len());
        self.stream().download(self, &mut elements)?;
        Ok(elements)
    }
}

/// Returns the size of a copy, in bytes. Memory of that many elements exists, so the size fits an address.
#[inline]
pub(crate) fn same_bytes<T>(source_len: usize, target_len: usize) -> Result<usize, Error> {
    if source_len == target_len {
        Ok(source_len * size_of::<T>())
    } else {
        Err(Error::Length(Box::new(LengthMismatch { source_len, target_len })))
    }
}
