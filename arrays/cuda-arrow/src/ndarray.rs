//! Exchange with the arrays of `cuda-ndarray`, and through them with Numba, CuPy and PyTorch. Nothing is copied.

use arrow_schema::DataType;
use cuda_ndarray::interface::{CudaArrayInterface, InterfaceError};
use cuda_ndarray::ndarray::Ix1;
use cuda_ndarray::{DeviceArrayView, Dtype, Layout};

use crate::array::{DeviceArray, Primitive};
use crate::buffer::{Buffer, MutableBuffer};
use crate::error::Error;
use crate::manager::MemoryManager;
use crate::origin::Origin;
use crate::parts::ArrayParts;

impl DeviceArray {
    /// Returns the values of a primitive array, including those of null entries, as a read-only array of one axis.
    ///
    /// # Errors
    /// As [`values`](Self::values).
    pub fn as_ndarray<A: Primitive + Dtype>(&self) -> Result<DeviceArrayView<'_, A, Ix1>, Error> {
        let values = self.values::<A>()?;
        let layout = Layout::of_shape(values.len())?;
        Ok(DeviceArrayView::from_slice(values, layout)?)
    }
}

impl MemoryManager {
    /// Converts an array of one axis to a primitive Arrow array without nulls. Its memory isn't counted.
    ///
    /// # Errors
    /// [`Error::Type`] for a type whose values aren't `A`; [`Error::Imported`] for an array whose elements aren't
    /// contiguous; [`OtherStream`](cuda_driver::Error::OtherStream) for one of another stream.
    pub fn take_ndarray<A: Primitive + Dtype>(
        &self,
        array: cuda_ndarray::DeviceArray<A, Ix1>,
        data_type: DataType,
    ) -> Result<DeviceArray, Error> {
        if !A::is_of(&data_type) {
            return Err(Error::Type { expected: A::NAME, found: data_type });
        }
        if array.stream() != self.stream() {
            return Err(cuda_driver::Error::OtherStream.into());
        }
        if !array.is_c_contiguous() {
            return Err(Error::Imported("array data is non-contiguous".to_owned()));
        }
        let len = array.len();
        let (memory, layout) = array.into_buffer();
        let memory = memory.cast::<u8>().map_err(|(_, error)| error)?;
        let start = layout.range().start * size_of::<A>();
        let buffer = MutableBuffer::new(self, memory, Origin::Writable).freeze();
        DeviceArray::try_new(ArrayParts {
            data_type,
            len,
            offset: 0,
            null_count: Some(0),
            nulls: None,
            buffers: vec![buffer.slice(start..start + len * size_of::<A>())?],
            children: Vec::new(),
            dictionary: None,
        })
    }
}

/// Returns the size of an element in bytes, from NumPy's name of its type.
fn item_size(typestr: &str) -> Option<usize> {
    typestr.get(2..)?.parse().ok()
}

/// Returns the first byte of an array, relative to its first element, and its size in bytes; `None` if there are gaps
/// between its elements.
fn span(array: &CudaArrayInterface) -> Option<(isize, usize)> {
    let size = item_size(&array.typestr)?;
    let count = array.shape.iter().try_fold(1usize, |all, len| all.checked_mul(*len))?;
    let bytes = count.checked_mul(size)?;
    let Some(strides) = &array.strides else {
        return Some((0, bytes));
    };
    if bytes == 0 {
        return Some((0, 0));
    }
    let (mut start, mut end) = (0isize, isize::try_from(size).ok()?);
    for (len, stride) in array.shape.iter().zip(strides) {
        let reach = stride.checked_mul(isize::try_from(*len).ok()?.checked_sub(1)?)?;
        if reach < 0 {
            start = start.checked_add(reach)?;
        } else {
            end = end.checked_add(reach)?;
        }
    }
    (usize::try_from(end.checked_sub(start)?).ok()? == bytes).then_some((start, bytes))
}

impl Buffer {
    /// Wraps the bytes of another library's array: `buffer_from_object`, `CudaBuffer.from_numba`. The stream waits for
    /// the one that the array names. `owner` keeps the memory alive.
    ///
    /// # Errors
    /// [`Error::Imported`] for an array with gaps between its elements; [`Error::Ndarray`] for memory that the driver
    /// doesn't know, or for an interface with a mask, of an unknown version, with the stream 0, or with another number of
    /// strides than of axes.
    ///
    /// # Safety
    /// - The memory described by the interface exists until `owner` is dropped, and isn't written meanwhile. Earlier
    ///   work on it is completed, or ordered before the work of the stream that the interface names.
    /// - That stream exists during the call, and belongs to the manager's context.
    pub unsafe fn from_array(
        manager: &MemoryManager,
        array: &CudaArrayInterface,
        owner: impl Send + 'static,
    ) -> Result<Self, Error> {
        if let Some(strides) = array.strides.as_ref().map(Vec::len)
            && strides != array.shape.len()
        {
            let ndim = array.shape.len();
            return Err(cuda_ndarray::Error::from(InterfaceError::Strides { strides, ndim }).into());
        }
        let Some((start, bytes)) = span(array) else {
            return Err(Error::Imported("array data is non-contiguous".to_owned()));
        };
        let bytes = CudaArrayInterface {
            shape: vec![bytes],
            typestr: "|u1".to_owned(),
            descr: None,
            data: (array.data.0.wrapping_add_signed(start as i64), false),
            strides: None,
            ..array.clone()
        };
        // SAFETY: the caller guarantees that the memory is valid, which isn't written, as the buffer is foreign.
        let taken = unsafe { bytes.into_array::<u8, Ix1>(owner, manager.stream()) }?;
        let memory = taken.into_buffer().0;
        Ok(MutableBuffer::new(manager, memory, Origin::Foreign).freeze())
    }

    /// Returns the bytes as an array for other libraries: `to_numba`. The buffer must outlive their objects.
    #[must_use]
    pub fn cuda_array_interface(&self) -> CudaArrayInterface {
        CudaArrayInterface::new(&u8::dtype(), &[self.len()], &[1], self.as_raw(), true)
            .with_stream(self.manager().stream())
    }
}
