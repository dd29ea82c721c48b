//! Columns of numbers without nulls, which need none of the trees of other arrays: a batch of thousands takes no more
//! host time than copying them.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray, downcast_primitive,
    downcast_primitive_array,
};
use arrow_buffer::{Buffer as HostBytes, ScalarBuffer};
use arrow_schema::DataType;

use crate::array::DeviceArray;
use crate::buffer::Buffer;
use crate::parts::ArrayParts;

/// Returns the values of an array of numbers without nulls.
pub(crate) fn values(array: &dyn Array) -> Option<&HostBytes> {
    if array.null_count() > 0 {
        return None;
    }
    downcast_primitive_array!(
        array => Some(array.values().inner()),
        _ => None
    )
}

/// Returns the device's array of `len` numbers.
///
/// # Safety
/// The type is one of numbers, of which the buffer has that many, aligned.
pub(crate) unsafe fn on_device(data_type: &DataType, len: usize, values: Buffer) -> DeviceArray {
    let parts = ArrayParts {
        data_type: data_type.clone(),
        len,
        offset: 0,
        null_count: Some(0),
        nulls: None,
        buffers: vec![values],
        children: Vec::new(),
        dictionary: None,
    };
    // SAFETY: the caller guarantees that the buffer has the values.
    unsafe { DeviceArray::new_unchecked(parts) }
}

/// Returns the buffer of a device's array of numbers without nulls, and the size of each.
pub(crate) fn buffer(array: &DeviceArray) -> Option<(&Buffer, usize)> {
    let parts = array.parts();
    let has_nulls = parts.nulls.is_some() && array.known_null_count() != Some(0);
    let [values] = &parts.buffers[..] else {
        return None;
    };
    let width = parts.data_type.primitive_width().filter(|_| !has_nulls)?;
    Some((values, width))
}

/// Returns the host's array of numbers; for other types, or if they aren't aligned, the values again.
pub(crate) fn on_host(data_type: &DataType, values: HostBytes) -> Result<ArrayRef, HostBytes> {
    fn array<T: ArrowPrimitiveType>(
        data_type: &DataType,
        values: HostBytes,
    ) -> Result<ArrayRef, HostBytes> {
        if values.as_ptr().align_offset(align_of::<T::Native>()) != 0 {
            return Err(values);
        }
        let array = PrimitiveArray::<T>::new(ScalarBuffer::from(values), None);
        Ok(if *data_type == T::DATA_TYPE {
            Arc::new(array)
        } else {
            Arc::new(array.with_data_type(data_type.clone()))
        })
    }
    macro_rules! of {
        ($ty:ty) => {
            array::<$ty>(data_type, values)
        };
    }
    downcast_primitive! {
        data_type => (of),
        _ => Err(values)
    }
}
