use core::{fmt, mem};

use cuda_driver_sys::CUdeviceptr;

use crate::error::{CuResult, Error};
use crate::memory::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, KeepAlive, MemAccessFlags, error::bytes_of,
};
use crate::stream::Stream;
use crate::virtual_memory::{
    Mapping, MemAllocationGranularity, OutOfReservation, PhysicalMemory, PhysicalProperties,
    Reservation,
};

/// Device memory that grows without moving: its address and contents stay, and nothing is copied.
///
/// Addresses for the maximum length are reserved at first, and memory is created and mapped there as it grows, in steps
/// of the device's granularity (2 MiB on most). It belongs to a stream as a [`DeviceBuffer`] does, can be borrowed as
/// one ([`as_buffer`](Self::as_buffer)) and converted to one ([`into_buffer`](Self::into_buffer)). Pass its
/// [`as_slice`](Self::as_slice) and [`as_slice_mut`](Self::as_slice_mut) to launches.
///
/// When it is dropped, a thread of this crate unmaps the memory after the work of its stream ([`Stream::drop_after`]),
/// because the driver doesn't wait for that work.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// // Addresses for a million elements, which take no memory yet.
/// let mut list = stream.growing::<u32>(1 << 20)?;
/// for (from, value) in [(0, 1), (3, 2)] {
///     list.grow_to(from + 3)?;
///     stream.fill(list.as_slice_mut().slice_mut(from..)?, value)?;
/// }
/// assert_eq!(list.as_buffer().to_vec()?, [1, 1, 1, 2, 2, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GrowingBuffer<T> {
    /// The current elements. Their memory belongs to `pieces`, and this doesn't release it.
    buffer: DeviceBuffer<T>,
    /// The mappings, from the first address on.
    pieces: Vec<Mapping>,
    reservation: Reservation,
    granularity: usize,
}

impl Stream {
    /// Creates an empty buffer, and reserves addresses for `max_len` elements. That uses no memory;
    /// [`GrowingBuffer::grow_to`] does.
    ///
    /// [`cuMemAddressReserve`](crate::driver::Raw::cuMemAddressReserve),
    /// [`cuMemGetAllocationGranularity`](crate::driver::Raw::cuMemGetAllocationGranularity)
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::OutOfMemory`], or the driver's error: `CUDA_ERROR_NOT_SUPPORTED` (801)
    /// on a device without virtual memory management.
    #[doc(alias("cuMemAddressReserve", "cuMemGetAllocationGranularity"))]
    pub fn growing<T: Element>(&self, max_len: usize) -> Result<GrowingBuffer<T>, Error> {
        let device = self.context().device();
        let granularity = PhysicalProperties::new(device)
            .granularity(device.driver(), MemAllocationGranularity::RECOMMENDED)?;
        let bytes = steps(bytes_of::<T>(max_len)?.max(1), granularity)?;
        let reservation = device.driver().reserve(bytes)?;
        // SAFETY: there are no elements yet.
        let buffer = unsafe { DeviceBuffer::borrow_raw(self, reservation.as_raw(), 0) };
        Ok(GrowingBuffer { buffer, pieces: Vec::new(), reservation, granularity })
    }
}

/// Returns `bytes`, rounded up to whole steps.
fn steps(bytes: usize, granularity: usize) -> Result<usize, Error> {
    let rounded = bytes.checked_next_multiple_of(granularity.max(1));
    match rounded {
        Some(rounded) => Ok(rounded),
        None => bytes_of::<u8>(usize::MAX),
    }
}

impl<T> GrowingBuffer<T> {
    /// Returns the number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many elements there is memory for, so that growing to them takes no driver call.
    #[must_use]
    #[inline]
    pub fn capacity(&self) -> usize {
        elements::<T>(self.mapped_bytes())
    }

    /// Returns how many elements there are addresses for, which is the maximum length.
    #[must_use]
    #[inline]
    pub fn max_len(&self) -> usize {
        elements::<T>(self.reservation.bytes())
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &Stream {
        self.buffer.stream()
    }

    /// Returns the elements, to read from.
    #[must_use]
    #[inline]
    pub fn as_buffer(&self) -> &DeviceBuffer<T> {
        &self.buffer
    }

    /// Returns the elements, to read from.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.buffer.as_slice()
    }

    /// Returns the elements, to write to.
    #[must_use]
    #[inline]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.buffer.as_slice_mut()
    }

    /// Moves it to `stream`, as [`DeviceBuffer::move_to`] does.
    ///
    /// # Errors
    /// As [`DeviceBuffer::move_to`].
    #[inline]
    pub fn move_to(&mut self, stream: &Stream) -> Result<(), Error> {
        self.buffer.move_to(stream)
    }

    /// Returns the elements as a buffer, which keeps the mappings and the addresses until it is dropped.
    #[must_use]
    #[inline]
    pub fn into_buffer(mut self) -> DeviceBuffer<T> {
        let (pieces, len) = (mem::take(&mut self.pieces), self.len());
        // SAFETY: the memory is mapped for `len` elements until the pieces are dropped, and this value gives up its
        // ownership.
        unsafe { DeviceBuffer::from_owner(self.stream(), self.as_raw(), len, KeepAlive(pieces)) }
    }

    /// Returns the device address of the first element, which stays the same.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.reservation.as_raw()
    }

    fn mapped_bytes(&self) -> usize {
        self.pieces.iter().map(Mapping::bytes).sum()
    }
}

impl<T: Element> GrowingBuffer<T> {
    /// Grows to `len` elements; does nothing if there are as many. The contents of the new ones are unspecified until
    /// written.
    ///
    /// [`cuMemCreate`](crate::driver::Raw::cuMemCreate),
    /// [`cuMemMap`](crate::driver::Raw::cuMemMap)
    /// and [`cuMemSetAccess`](crate::driver::Raw::cuMemSetAccess),
    /// once each, if the [capacity](Self::capacity) isn't enough. So grow in large steps.
    ///
    /// # Errors
    /// [`Error::OutOfReservation`] for more than [`max_len`](Self::max_len), [`Error::OutOfMemory`], or the
    /// driver's error. The elements are then unchanged.
    #[doc(alias("cuMemCreate", "cuMemMap", "cuMemSetAccess"))]
    #[inline]
    pub fn grow_to(&mut self, len: usize) -> Result<(), Error> {
        if len <= self.len() {
            return Ok(());
        }
        let (mapped, bytes) = (self.mapped_bytes(), bytes_of::<T>(len)?);
        if let Some(more) = bytes.checked_sub(mapped).filter(|more| *more > 0) {
            self.map(mapped, more)?;
        }
        let stream = self.stream().clone();
        // SAFETY: that many elements are mapped, and the pieces outlive the buffer, which can't be moved out.
        self.buffer = unsafe { DeviceBuffer::borrow_raw(&stream, self.as_raw(), len) };
        Ok(())
    }

    /// Maps memory for `more` bytes after the `mapped` ones.
    fn map(&mut self, mapped: usize, more: usize) -> Result<(), Error> {
        let context = self.stream().context();
        let (device, reserved) = (context.device(), self.reservation.bytes());
        let bytes = steps(more, self.granularity)?;
        if bytes > reserved - mapped {
            return Err(Error::OutOfReservation(Box::new(OutOfReservation {
                offset: mapped,
                bytes,
                reserved,
            })));
        }
        let properties = PhysicalProperties::new(device);
        let memory =
            PhysicalMemory::create_for(Some(context), device.driver(), bytes, &properties)?;
        let mut piece = self.reservation.map(mapped, &memory)?;
        piece.set_access(device, MemAccessFlags::READWRITE)?;
        self.pieces.push(piece);
        Ok(())
    }
}

fn elements<T>(bytes: usize) -> usize {
    bytes.checked_div(size_of::<T>()).unwrap_or(usize::MAX)
}

impl<T> GrowingBuffer<T> {
    fn release(&mut self) -> Result<(), CuResult> {
        let pieces = mem::take(&mut self.pieces);
        if pieces.is_empty() {
            return Ok(());
        }
        self.stream().drop_after(pieces)
    }
}

impl<T> Drop for GrowingBuffer<T> {
    fn drop(&mut self) {
        // If there is no way to know when the work is over, the memory is leaked.
        let _ = self.release();
    }
}

impl<T> fmt::Debug for GrowingBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrowingBuffer")
            .field("pointer", &format_args!("{:#x}", self.as_raw()))
            .field("len", &self.len())
            .field("mapped_bytes", &self.mapped_bytes())
            .field("element", &core::any::type_name::<T>())
            .finish_non_exhaustive()
    }
}

impl<'a, T> From<&'a GrowingBuffer<T>> for DeviceSlice<'a, T> {
    fn from(buffer: &'a GrowingBuffer<T>) -> Self {
        buffer.as_slice()
    }
}

impl<'a, T> From<&'a mut GrowingBuffer<T>> for DeviceSliceMut<'a, T> {
    fn from(buffer: &'a mut GrowingBuffer<T>) -> Self {
        buffer.as_slice_mut()
    }
}
