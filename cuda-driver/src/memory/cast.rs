//! Casts of device memory to elements of another type, as `bytemuck` casts slices of the host.

use crate::error::Error;
use crate::memory::{DeviceSlice, DeviceSliceMut, Element, error::cast_len};

impl<'a, T: bytemuck::NoUninit> DeviceSlice<'a, T> {
    /// Returns the same memory as elements of another type, as many as it holds of them.
    ///
    /// # Errors
    /// [`Error::Cast`] if its size isn't a multiple of an element's, or its alignment is too small.
    pub fn cast<U: bytemuck::AnyBitPattern>(self) -> Result<DeviceSlice<'a, U>, Error> {
        let len = cast_len::<T, U>(self.as_raw(), self.len())?;
        Ok(DeviceSlice::new(self.as_raw(), len, self.stream()))
    }

    /// Returns the bytes of the elements.
    #[must_use]
    #[inline]
    pub fn as_bytes(self) -> DeviceSlice<'a, u8> {
        let bytes = self.len() * size_of::<T>();
        DeviceSlice::new(self.as_raw(), bytes, self.stream())
    }
}

impl<'a, T: Element> DeviceSliceMut<'a, T> {
    /// Returns the same memory as elements of another type, as many as it holds of them.
    ///
    /// # Errors
    /// [`Error::Cast`] if its size isn't a multiple of an element's, or its alignment is too small.
    pub fn cast<U: Element>(self) -> Result<DeviceSliceMut<'a, U>, Error> {
        let len = cast_len::<T, U>(self.as_raw(), self.len())?;
        Ok(DeviceSliceMut::new(self.as_raw(), len, self.stream()))
    }

    /// Returns the bytes of the elements.
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> DeviceSliceMut<'a, u8> {
        let bytes = self.len() * size_of::<T>();
        DeviceSliceMut::new(self.as_raw(), bytes, self.stream())
    }
}
