//! Exchange with the arrays of [`cuda_arrow`]: `ak.from_arrow` and `ak.to_arrow`, on the device.

mod export;
mod import;

use cuda_arrow::{Buffer, DeviceArray};

use crate::arguments::{Args, Ix};
use crate::array::Array;
use crate::backend::Backend;
use crate::error::{Error, Result};

impl Backend {
    /// Creates an array from an Arrow array, whose memory it shares as far as the [layouts agree](crate#arrow).
    /// Offsets, keys and type ids are checked, with one wait, because those of a [`DeviceArray`] from a message weren't
    /// checked before.
    ///
    /// # Errors
    /// [`Error::Buffers`] for offsets, keys and type ids out of range, [`Error::Backend`] for an array of another
    /// stream, [`Error::Value`] for a buffer of foreign memory that isn't aligned to its numbers, and
    /// [`Error::Unsupported`] for a type without an equivalent here.
    pub fn from_arrow(&self, array: &DeviceArray) -> Result<Array> {
        if array.manager().is_some_and(|manager| manager.stream() != self.stream()) {
            return Err(Error::Backend {
                left: self.name(),
                right: "that of the Arrow array".to_owned(),
            });
        }
        let node = self.of_parts(array.parts(), 0, array.len(), false)?;
        let node = self.checked(&node, &node.form(), array.len())?;
        Ok(Array::new(self, node))
    }

    /// Returns a byte for each of `n` bits.
    fn bytes_of_bits(&self, bits: Ix, n: usize) -> Result<Buffer> {
        let out = self.alloc(n)?;
        let args = Args { a: bits, o0: out.as_raw(), n: n as i64, ..Args::default() };
        let body = "reinterpret_cast<u8 *>(x.o0)[i] = at(x.a, i)";
        // SAFETY: there are `n` bits, and room for `n` bytes.
        unsafe { self.each(body, &args) }?;
        Ok(out.freeze())
    }

    /// Returns a bit for each of `n` numbers, which is set if a condition on `v` holds.
    fn bits_of(&self, numbers: Ix, n: usize, condition: &str) -> Result<Buffer> {
        let bytes = n.div_ceil(8);
        let out = self.alloc(bytes)?;
        let args =
            Args { a: numbers, o0: out.as_raw(), p: n as i64, n: bytes as i64, ..Args::default() };
        let body = format!(
            "u8 byte = 0; for (int j = 0; j < 8 && i * 8 + j < x.p; j++) {{ i64 v = at(x.a, i * 8 + j); byte |= ({condition}) << j; }} \
             reinterpret_cast<u8 *>(x.o0)[i] = byte"
        );
        // SAFETY: there are `n` numbers, and room for as many bits.
        unsafe { self.each(&body, &args) }?;
        Ok(out.freeze())
    }
}

impl Array {
    /// Returns an Arrow array that shares the array's memory as far as the [layouts agree](crate#arrow). Lists with
    /// separate starts and stops, and values referred to by positions, are copied to be contiguous, for which the host
    /// waits.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a type that Arrow doesn't have.
    pub fn to_arrow(&self) -> Result<DeviceArray> {
        let parts = self.backend.to_parts(&self.node)?;
        Ok(DeviceArray::try_new(parts)?)
    }
}
