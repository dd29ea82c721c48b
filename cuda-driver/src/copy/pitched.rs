use crate::error::Error;
use crate::memory::{Element, PitchedBuffer, TooLarge, large_pages::zeroed_vec};

impl<T: Element> PitchedBuffer<T> {
    /// Returns a copy of the elements on the host, as contiguous rows; waits for the buffer's stream.
    ///
    /// # Errors
    /// Returns the driver's error; [`Error::TooLarge`] for more zero-sized elements than a vector can hold.
    ///
    /// # Aborts
    /// As [`scope`](crate::stream::Stream::scope).
    #[inline]
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        let Some(len) = self.width().checked_mul(self.height()) else {
            let (len, size) = (usize::MAX, size_of::<T>());
            return Err(Error::TooLarge(Box::new(TooLarge { len, size })));
        };
        let mut elements = zeroed_vec(len);
        if self.height() > 0 {
            self.stream().download_region(self, &mut elements, self.extent())?;
        }
        Ok(elements)
    }
}
