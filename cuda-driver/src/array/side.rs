use crate::array::Array;
use crate::copy::{CopySide, CopySource, CopyTarget};
use crate::error::Error;

fn side<T>(array: &Array) -> CopySide {
    let mismatch = match array.check_element(size_of::<T>()) {
        Err(Error::ElementSize { size, expected }) => Some((size, expected)),
        _ => None,
    };
    let descriptor = array.descriptor();
    let is_unknown = descriptor.element_size().is_none();
    let unknown = is_unknown.then_some(descriptor.format);
    CopySide::array(array.as_raw(), array.extent(), mismatch, unknown)
}

impl<'a, T> From<&'a Array> for CopySource<'a, T> {
    fn from(array: &'a Array) -> Self {
        Self::new(side::<T>(array), array.stream())
    }
}

impl<'a, T> From<&'a Array> for CopyTarget<'a, T> {
    fn from(array: &'a Array) -> Self {
        Self::new(side::<T>(array), array.stream())
    }
}
