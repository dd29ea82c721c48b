//! Where numbers are written.

/// An element of the results.
pub(crate) trait Value: Copy {}

impl Value for u32 {}
impl Value for u64 {}
impl Value for f32 {}
impl Value for f64 {}

/// Memory for `len` numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Out {
    pub start: *mut u8,
    pub len: usize,
}

impl Out {
    /// Writes a number.
    ///
    /// # Safety
    /// `index` is below `len`, and the memory is writable for as many values of this type, and aligned.
    pub(crate) unsafe fn set<T: Value>(&self, index: usize, value: T) {
        // SAFETY: the caller guarantees it.
        unsafe { self.start.cast::<T>().add(index).write(value) };
    }
}
