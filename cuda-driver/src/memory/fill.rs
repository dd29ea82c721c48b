use cuda_driver_sys::CUdeviceptr;

use crate::memory::{DeviceBuffer, DeviceSliceMut, Element, MemoryError};
use crate::{CuResult, Raw, Stream};

impl Stream {
    /// Sets every element of `target` to `value`, in the stream's order.
    ///
    /// One driver call where all units of the value are equal (any 1-, 2- or 4-byte type, and zeros of
    /// any), else one for each of its units.
    ///
    /// [`cuMemsetD32Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g58229da5d30f1c0cdf667b320ec2c0f5)
    ///
    /// # Errors
    /// [`MemoryError::OtherStream`], or what the driver answers.
    #[doc(alias = "cuMemsetD8Async")]
    #[doc(alias = "cuMemsetD16Async")]
    #[doc(alias = "cuMemsetD32Async")]
    pub fn fill<'a, T: Element>(
        &self,
        target: impl Into<DeviceSliceMut<'a, T>>,
        value: T,
    ) -> Result<(), MemoryError> {
        let target = target.into();
        self.owns(target.stream())?;
        if target.is_empty() || size_of::<T>() == 0 {
            return Ok(());
        }
        let value = bytemuck::bytes_of(&value);
        let unit = unit(value.len(), target.as_raw());
        let mut units = value.chunks_exact(unit);
        let first = units.next().unwrap_or(value);
        let region = Region {
            start: target.as_raw(),
            rows: target.len(),
            pitch: value.len(),
        };
        if units.all(|other| other == first) {
            let whole = Region {
                rows: target.len() * (value.len() / unit),
                pitch: unit,
                ..region
            };
            return self
                .submit(move |raw, stream| whole.set_line(raw, stream, first))
                .map_err(MemoryError::from);
        }
        for (index, bytes) in value.chunks_exact(unit).enumerate() {
            let column = Region {
                start: region.start + (index * unit) as CUdeviceptr,
                ..region
            };
            self.submit(move |raw, stream| column.set_column(raw, stream, bytes))?;
        }
        Ok(())
    }

    /// Allocates device memory for `len` elements that are zero.
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc) and [`fill`](Self::fill).
    pub fn alloc_zeroed<T: Element>(&self, len: usize) -> Result<DeviceBuffer<T>, MemoryError> {
        let mut buffer = self.alloc(len)?;
        self.fill(&mut buffer, bytemuck::Zeroable::zeroed())?;
        Ok(buffer)
    }
}

/// The widest unit that the driver can set which divides the size and the address.
fn unit(size: usize, address: CUdeviceptr) -> usize {
    [4, 2]
        .into_iter()
        .find(|unit| size.is_multiple_of(*unit) && address.is_multiple_of(*unit as CUdeviceptr))
        .unwrap_or(1)
}

/// Units in device memory, `pitch` bytes apart.
#[derive(Clone, Copy)]
struct Region {
    start: CUdeviceptr,
    rows: usize,
    pitch: usize,
}

/// A unit as the number that the driver takes.
fn number(unit: &[u8]) -> u32 {
    let mut bytes = [0; 4];
    for (to, from) in bytes.iter_mut().zip(unit) {
        *to = *from;
    }
    u32::from_ne_bytes(bytes)
}

impl Region {
    /// Sets units that lie side by side.
    fn set_line(
        &self,
        raw: Raw,
        stream: cuda_driver_sys::CUstream,
        unit: &[u8],
    ) -> Result<(), CuResult> {
        let value = number(unit);
        // SAFETY: the region is within a slice of the stream's, which nobody else writes, and the address
        // is a multiple of the unit.
        unsafe {
            match unit.len() {
                4 => raw.cuMemsetD32Async(self.start, value, self.rows, stream),
                2 => raw.cuMemsetD16Async(self.start, value as u16, self.rows, stream),
                _ => raw.cuMemsetD8Async(self.start, value as u8, self.rows, stream),
            }
        }
    }

    /// Sets one unit in each row.
    fn set_column(
        &self,
        raw: Raw,
        stream: cuda_driver_sys::CUstream,
        unit: &[u8],
    ) -> Result<(), CuResult> {
        let value = number(unit);
        // SAFETY: as above.
        unsafe {
            match unit.len() {
                4 => raw.cuMemsetD2D32Async(self.start, self.pitch, value, 1, self.rows, stream),
                2 => raw.cuMemsetD2D16Async(
                    self.start,
                    self.pitch,
                    value as u16,
                    1,
                    self.rows,
                    stream,
                ),
                _ => {
                    raw.cuMemsetD2D8Async(self.start, self.pitch, value as u8, 1, self.rows, stream)
                }
            }
        }
    }
}
