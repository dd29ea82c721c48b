use cuda_driver_sys::{CUdeviceptr, CUstream};

use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::memory::{DeviceBuffer, DeviceSliceMut, Element};
use crate::stream::Stream;

/// The number of bytes that are filled unit by unit, before copies double the filled part.
const SEED: usize = 4096;

/// The largest value, in units, whose units are set one by one. The first copy of a larger value comes from the host.
const MAX_UNITS: usize = 16;

impl Stream {
    /// Sets every element of `target` to `value`, in the stream's order.
    ///
    /// This is one driver call if all units of the value are equal (any 1-, 2- or 4-byte type, and zeros of any type).
    /// Otherwise the first elements are written, and copies then double the filled part, so that the number of calls is
    /// logarithmic in the length.
    ///
    /// [`cuMemsetD32Async`](Raw::cuMemsetD32Async)
    ///
    /// # Errors
    /// [`Error::OtherStream`], or the driver's error.
    #[doc(alias("cuMemsetD8Async", "cuMemsetD16Async", "cuMemsetD32Async"))]
    #[inline]
    pub fn fill<'a, T: Element>(
        &self,
        target: impl Into<DeviceSliceMut<'a, T>>,
        value: T,
    ) -> Result<(), Error> {
        let target = target.into();
        self.owns(target.stream())?;
        if self.is_recorded() {
            self.fill_recorded(target, value)
        } else {
            self.fill_with(target, value, MAX_UNITS)
        }
    }

    /// Fills on a capturing stream. The value must not come from host memory, which is gone when the graph runs.
    pub(crate) fn fill_recorded<T: Element>(
        &self,
        target: DeviceSliceMut<'_, T>,
        value: T,
    ) -> Result<(), Error> {
        self.fill_with(target, value, usize::MAX)
    }

    /// Fills a slice, with values of up to `max_units` units set unit by unit.
    fn fill_with<T: Element>(
        &self,
        target: DeviceSliceMut<'_, T>,
        value: T,
        max_units: usize,
    ) -> Result<(), Error> {
        if target.is_empty() || size_of::<T>() == 0 {
            return Ok(());
        }
        let value = bytemuck::bytes_of(&value);
        let (start, bytes) = (target.as_raw(), target.len() * value.len());
        let unit = unit(value.len(), start);
        let units = value.chunks_exact(unit);
        let (first, count) = (&value[..unit], units.len());
        if units.clone().all(|other| other == first) {
            return Ok(self.submit_recordable(|raw, stream| {
                // SAFETY: the memory is a slice of the stream, which no other code accesses.
                unsafe { set(raw, stream, start, first, bytes / unit) }
            })?);
        }
        let done = if count <= max_units {
            let rows = (SEED / value.len()).clamp(1, target.len());
            for (index, bytes) in units.enumerate() {
                let at = start + (index * unit) as CUdeviceptr;
                self.submit_recordable(|raw, stream| {
                    // SAFETY: as above; the rows are elements.
                    unsafe { set_column(raw, stream, (at, value.len(), rows), bytes) }
                })?;
            }
            rows * value.len()
        } else {
            // The copy keeps its source until it is done.
            let first = DeviceSliceMut::<u8>::new(start, value.len(), self);
            let copying = self.upload_owned(value.to_vec(), first);
            drop(copying.map_err(|error| error.error)?);
            value.len()
        };
        Ok(self.double(start, done, bytes)?)
    }

    /// Copies the first `done` bytes at `start` repeatedly, until `bytes` bytes are filled.
    #[inline]
    fn double(&self, start: CUdeviceptr, mut done: usize, bytes: usize) -> Result<(), CuResult> {
        while done < bytes {
            let (next, count) = (start + done as CUdeviceptr, done.min(bytes - done));
            // SAFETY: the memory is a slice of the stream, which no other code accesses; the source lies before the
            // target.
            self.submit_copy(move |raw, stream| unsafe {
                raw.cuMemcpyDtoDAsync(next, start, count, stream)
            })?;
            done += count;
        }
        Ok(())
    }

    /// Allocates device memory for `len` elements that are zero.
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc) and [`fill`](Self::fill).
    pub fn alloc_zeroed<T: Element>(&self, len: usize) -> Result<DeviceBuffer<T>, Error> {
        let mut buffer = self.alloc(len)?;
        self.fill(&mut buffer, bytemuck::Zeroable::zeroed())?;
        Ok(buffer)
    }
}

/// Returns the widest unit that the driver can set and that divides the size and the address.
#[inline]
pub(super) fn unit(size: usize, address: CUdeviceptr) -> usize {
    [4, 2]
        .into_iter()
        .find(|unit| size.is_multiple_of(*unit) && address.is_multiple_of(*unit as CUdeviceptr))
        .unwrap_or(1)
}

/// Returns the size in bytes of equal parts that `value` consists of, and such a part as the number that the driver
/// takes; `None` if it doesn't consist of equal parts that the driver can set at `address`.
#[cfg(feature = "graph")]
pub(crate) fn memset_unit(value: &[u8], address: CUdeviceptr) -> Option<(usize, u32)> {
    if value.is_empty() {
        return None;
    }
    let unit = unit(value.len(), address);
    let first = value.get(..unit)?;
    let is_uniform = value.chunks_exact(unit).all(|other| other == first);
    is_uniform.then(|| (unit, number(first)))
}

/// Returns a unit as the number that the driver takes.
#[inline]
pub(super) fn number(unit: &[u8]) -> u32 {
    let mut bytes = [0; 4];
    for (to, from) in bytes.iter_mut().zip(unit) {
        *to = *from;
    }
    u32::from_ne_bytes(bytes)
}

/// Sets `count` contiguous units.
///
/// # Safety
/// They are memory of the stream's context that no other code accesses, at a multiple of the unit's size.
#[inline]
unsafe fn set(
    raw: Raw,
    stream: CUstream,
    start: CUdeviceptr,
    unit: &[u8],
    count: usize,
) -> Result<(), CuResult> {
    let value = number(unit);
    // SAFETY: the caller guarantees that the memory is valid.
    unsafe {
        match unit.len() {
            4 => raw.cuMemsetD32Async(start, value, count, stream),
            2 => raw.cuMemsetD16Async(start, value as u16, count, stream),
            _ => raw.cuMemsetD8Async(start, value as u8, count, stream),
        }
    }
}

/// Sets one unit in each row: `at` is the address of the first one, the distance in bytes, and the number of rows.
///
/// # Safety
/// They are memory of the stream's context that no other code accesses, at multiples of the unit's size.
#[inline]
unsafe fn set_column(
    raw: Raw,
    stream: CUstream,
    (start, pitch, rows): (CUdeviceptr, usize, usize),
    unit: &[u8],
) -> Result<(), CuResult> {
    let value = number(unit);
    // SAFETY: the caller guarantees that the memory is valid.
    unsafe {
        match unit.len() {
            4 => raw.cuMemsetD2D32Async(start, pitch, value, 1, rows, stream),
            2 => raw.cuMemsetD2D16Async(start, pitch, value as u16, 1, rows, stream),
            _ => raw.cuMemsetD2D8Async(start, pitch, value as u8, 1, rows, stream),
        }
    }
}
