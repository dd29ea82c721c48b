use core::marker::PhantomData;

use cuda_driver_sys::{CUDA_MEMCPY2D, CUdeviceptr, CUmemorytype};

use crate::context::capture_mode::relaxed;
use crate::error::{DestroyError, Error};
use crate::memory::{
    DeviceBuffer, DeviceSliceMut, Element, Extent, InvalidPitch,
    error::bytes_of,
    fill::{number, unit},
};
use crate::stream::Stream;

/// Device memory for `height` rows of `width` elements, each of which begins at an address that the device accesses
/// fast.
///
/// It belongs to a stream, as a [`DeviceBuffer`] does. Pass it to kernels as a pointer to
/// the first row, with the [pitch](Self::pitch) as a separate argument.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// let mut picture = stream.alloc_pitched::<[u8; 4]>(100, 50)?;
/// stream.fill_pitched(&mut picture, [255, 0, 0, 255])?;
/// assert!(picture.pitch() >= 4 * 100);
/// // A kernel gets it as `&mut picture, picture.pitch()`.
/// assert_eq!(picture.to_vec()?, [[255, 0, 0, 255]; 100 * 50]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PitchedBuffer<T> {
    bytes: DeviceBuffer<u8>,
    width: usize,
    height: usize,
    pitch: usize,
    elements: PhantomData<T>,
}

impl Stream {
    /// Allocates `height` rows of `width` elements, each row at an address that the device accesses fast. The memory
    /// isn't from a pool, and its contents are unspecified until written.
    ///
    /// [`cuMemAllocPitch`](crate::driver::Raw::cuMemAllocPitch)
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::TooLarge`], or the driver's error.
    #[doc(alias("cuMemAllocPitch", "cuMemAllocPitch_v2"))]
    pub fn alloc_pitched<T: Element>(
        &self,
        width: usize,
        height: usize,
    ) -> Result<PitchedBuffer<T>, Error> {
        let row = bytes_of::<T>(width)?;
        bytes_of::<T>(width.saturating_mul(height))?;
        let (pointer, pitch) = match row * height {
            0 => (0, row),
            bytes => {
                // The widest access of a kernel.
                let element = [16, 8].into_iter().find(|size| row.is_multiple_of(*size));
                let _bound = self.context().bind()?;
                // SAFETY: the context is current.
                relaxed(self.raw(), || unsafe {
                    self.raw().cuMemAllocPitch(row, height, element.unwrap_or(4) as u32)
                })
                .map_err(|error| Error::of_allocation(error, bytes, Some(self.context())))?
            }
        };
        let bytes = match pointer {
            // SAFETY: no bytes are at null.
            0 => unsafe { DeviceBuffer::borrow_raw(self, 0, 0) },
            // SAFETY: the memory is new, of `height` rows of `pitch` bytes.
            _ => unsafe { DeviceBuffer::from_raw(self, pointer, pitch * height) },
        };
        Ok(PitchedBuffer { bytes, width, height, pitch, elements: PhantomData })
    }

    /// Sets every element of `target` to `value`, in the stream's order.
    ///
    /// This is one driver call if all units of the value are equal (any 1-, 2- or 4-byte type, and zeros of any type).
    /// Otherwise the first row is written as by [`fill`](Self::fill), and copies then double the number of filled rows.
    ///
    /// [`cuMemsetD2D32Async`](crate::driver::Raw::cuMemsetD2D32Async)
    ///
    /// # Errors
    /// [`Error::OtherStream`], or the driver's error.
    #[doc(alias("cuMemsetD2D8Async", "cuMemsetD2D16Async", "cuMemsetD2D32Async", "cuMemsetD2D8"))]
    #[doc(alias("cuMemsetD2D8_v2", "cuMemsetD2D16", "cuMemsetD2D16_v2", "cuMemsetD2D32"))]
    #[doc(alias = "cuMemsetD2D32_v2")]
    pub fn fill_pitched<T: Element>(
        &self,
        target: &mut PitchedBuffer<T>,
        value: T,
    ) -> Result<(), Error> {
        self.owns(target.stream())?;
        let (start, pitch, width) = (target.as_raw(), target.pitch, target.width);
        let (row, height) = (width * size_of::<T>(), target.height);
        if row * height == 0 {
            return Ok(());
        }
        let bytes = bytemuck::bytes_of(&value);
        let unit = unit(bytes.len(), start | pitch as CUdeviceptr);
        if bytes.chunks_exact(unit).all(|other| *other == bytes[..unit]) {
            let (number, count) = (number(&bytes[..unit]), row / unit);
            // SAFETY: the rows belong to the buffer, and are at multiples of the unit's size.
            return Ok(self.submit_recordable(|raw, stream| unsafe {
                match unit {
                    4 => raw.cuMemsetD2D32Async(start, pitch, number, count, height, stream),
                    2 => raw.cuMemsetD2D16Async(start, pitch, number as u16, count, height, stream),
                    _ => raw.cuMemsetD2D8Async(start, pitch, number as u8, count, height, stream),
                }
            })?);
        }
        self.fill(DeviceSliceMut::<T>::new(start, width, self), value)?;
        let mut done = 1;
        while done < height {
            let count = done.min(height - done);
            let copy = CUDA_MEMCPY2D {
                srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
                srcDevice: start,
                srcPitch: pitch,
                dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
                dstDevice: start + (done * pitch) as CUdeviceptr,
                dstPitch: pitch,
                WidthInBytes: row,
                Height: count,
                ..CUDA_MEMCPY2D::default()
            };
            // SAFETY: the rows belong to the buffer; those that are read lie before those that are written.
            self.submit_copy(|raw, stream| unsafe {
                raw.cuMemcpy2DAsync(&raw const copy, stream)
            })?;
            done += count;
        }
        Ok(())
    }
}

impl<T> PitchedBuffer<T> {
    /// Converts bytes to `height` rows of `width` elements that begin `pitch` bytes apart.
    ///
    /// # Errors
    /// [`Error::Pitch`] if they don't fit, or rows would overlap.
    #[inline]
    pub fn from_bytes(
        bytes: DeviceBuffer<u8>,
        width: usize,
        height: usize,
        pitch: usize,
    ) -> Result<Self, Error> {
        let is_aligned =
            (bytes.as_raw() | pitch as CUdeviceptr).is_multiple_of(align_of::<T>() as CUdeviceptr);
        let fits = width.checked_mul(size_of::<T>()).is_some_and(|row| row <= pitch)
            && (pitch.checked_mul(height)).is_some_and(|needed| needed <= bytes.len());
        if fits && is_aligned {
            return Ok(Self { bytes, width, height, pitch, elements: PhantomData });
        }
        Err(Error::Pitch(Box::new(InvalidPitch {
            width,
            height,
            pitch,
            element: size_of::<T>(),
            bytes: bytes.len(),
        })))
    }

    /// Returns the bytes, including those after the elements of each row.
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> DeviceBuffer<u8> {
        self.bytes
    }

    /// Returns the number of elements in a row.
    #[must_use]
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    #[inline]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        self.width * self.height
    }

    /// Returns the distance between the starts of two consecutive rows, in bytes.
    #[must_use]
    #[inline]
    pub fn pitch(&self) -> usize {
        self.pitch
    }

    /// Returns the width and the height.
    #[must_use]
    #[inline]
    pub fn extent(&self) -> Extent {
        (self.width, self.height).into()
    }

    /// Returns the stream that the memory belongs to.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.bytes.stream()
    }

    /// Frees the memory; dropping the buffer does the same silently.
    ///
    /// # Errors
    /// As [`DeviceBuffer::destroy`].
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        let (width, height, pitch) = (self.width, self.height, self.pitch);
        let again = |bytes| Self { bytes, width, height, pitch, elements: PhantomData };
        self.bytes.destroy().map_err(|error| match error {
            DestroyError::Shared(bytes) => DestroyError::Shared(again(bytes)),
            DestroyError::Refused(bytes, result) => DestroyError::Refused(again(bytes), result),
            DestroyError::Lost(result) => DestroyError::Lost(result),
            DestroyError::Owner(error) => DestroyError::Owner(error),
        })
    }

    /// Returns the device address of the first row, for calls of [`Driver::raw`](crate::driver::Driver::raw); null if there are
    /// no elements.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.bytes.as_raw()
    }
}

impl<T> core::fmt::Debug for PitchedBuffer<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PitchedBuffer")
            .field("bytes", &self.bytes)
            .field("width", &self.width)
            .field("height", &self.height)
            .field("pitch", &self.pitch)
            .finish_non_exhaustive()
    }
}
