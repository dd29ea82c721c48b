//! Exchange with the arrays of `cuda-ndarray`, and through them with CuPy, PyTorch and others: `ak.from_numpy`, `ak.to_numpy`,
//! `ak.from_cupy`, `ak.to_cupy`, on the device and without a copy.

use cuda_arrow::Buffer;
use cuda_ndarray::interface::CudaArrayInterface;
use cuda_ndarray::ndarray::{Dimension, IxDyn};
use cuda_ndarray::{Dtype as Element, SharedDeviceArray};
use std::sync::Arc;

use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Kind, MOST, Node, entries};

/// Returns the name of a type in the CUDA array interface.
fn typestr(dtype: Dtype) -> String {
    let (order, letter) = match dtype {
        Dtype::Bool => ('|', 'b'),
        Dtype::Int8 => ('|', 'i'),
        Dtype::UInt8 => ('|', 'u'),
        Dtype::Int16 | Dtype::Int32 | Dtype::Int64 => ('<', 'i'),
        Dtype::UInt16 | Dtype::UInt32 | Dtype::UInt64 => ('<', 'u'),
        Dtype::Float16 | Dtype::Float32 | Dtype::Float64 => ('<', 'f'),
        Dtype::Complex64 | Dtype::Complex128 => ('<', 'c'),
        Dtype::DateTime64(unit) => return format!("<M8[{}]", unit.symbol()),
        Dtype::TimeDelta64(unit) => return format!("<m8[{}]", unit.symbol()),
    };
    format!("{order}{letter}{}", dtype.size())
}

impl Array {
    /// Returns a read-only array of `cuda-ndarray` that shares the memory of numbers or of regular lists of them. Its
    /// methods `into_dlpack` and `cuda_array_interface` export it to other libraries.
    ///
    /// # Errors
    /// [`Error::Type`] if the numbers aren't of type `A`, and for lists of different lengths, records and options,
    /// which [`to_regular`](Self::to_regular), [`field`](Self::field) and [`fill_none`](Self::fill_none) convert.
    pub fn to_ndarray<A: Element>(&self) -> Result<SharedDeviceArray<A, IxDyn>> {
        let (shape, dtype, data) = self.rectangle()?;
        let info = A::dtype();
        if info.typestr() != typestr(dtype) {
            let (found, expected) = (self.type_text(), info.typestr());
            let text = format!("cannot make an array of {expected} of {found}: use values_astype");
            return Err(Error::Type(text));
        }
        let mut strides = vec![info.size() as isize; shape.len()];
        for axis in (1..shape.len()).rev() {
            strides[axis - 1] = strides[axis].wrapping_mul(shape[axis] as isize);
        }
        let stream = self.backend.stream();
        let interface = CudaArrayInterface::new(&info, &shape, &strides, data.as_raw(), true);
        let interface = interface.with_stream(stream);
        // SAFETY: the buffer keeps as many numbers, which nothing writes, and is of this stream.
        let array = unsafe { interface.into_shared(data, stream) };
        array.map_err(|error| Error::Value(error.to_string()))
    }

    /// Returns the lengths of the axes, and the numbers.
    fn rectangle(&self) -> Result<(Vec<usize>, Dtype, Buffer)> {
        let mut shape = vec![self.len()];
        let mut node: Arc<DeviceNode> = self.node.clone();
        loop {
            let (next, count) = match &node.kind {
                Kind::Numpy { dtype, data } => return Ok((shape, *dtype, data.clone())),
                Kind::Regular { size, content } if !node.is_text() => {
                    let count = node.len * size;
                    shape.push(*size);
                    (content.clone(), count)
                }
                Kind::Indexed { .. } => (Arc::new(self.backend.resolved(&node)?), node.len),
                Kind::Unmasked { content } => (content.clone(), node.len),
                _ => {
                    let (ty, found) = (self.type_text(), node.form().type_text());
                    return Err(Error::Type(format!(
                        "cannot make a rectangular array of {ty}, because of {found}: use to_regular, field, or fill_none"
                    )));
                }
            };
            node = Arc::new(self.backend.rows(&next, 0, count)?);
        }
    }
}

impl Backend {
    /// Creates an array from one of `cuda-ndarray`, whose memory it shares: regular lists of numbers, with a level for
    /// each axis after the first. Convert a writable array with [`into_shared`](cuda_ndarray::DeviceArray::into_shared)
    /// first, and import an array of another library with [`cuda_ndarray::dlpack`] or [`cuda_ndarray::interface`].
    ///
    /// # Errors
    /// [`Error::Backend`] for an array of another stream; [`Error::Value`] for one without axes, whose elements aren't
    /// contiguous in C order, or that isn't aligned to the size of an element, as complex numbers must be here; [`Error::Unsupported`] for elements of other types than [`Dtype`].
    pub fn from_ndarray<A: Element, D: Dimension + 'static>(
        &self,
        array: SharedDeviceArray<A, D>,
    ) -> Result<Array> {
        if array.stream() != self.stream() {
            return Err(Error::Backend {
                left: self.name(),
                right: "that of the array, which `SharedDeviceArray::on` shares with others"
                    .to_owned(),
            });
        }
        let wanted = A::dtype().typestr();
        let unknown = || Error::Unsupported(format!("an array of {wanted}"));
        let found = Dtype::ALL.into_iter().find(|dtype| typestr(*dtype) == wanted);
        let dtype = found.ok_or_else(unknown)?;
        let shape = array.shape().to_vec();
        let Some((first, inner)) = shape.split_first() else {
            let text = "an array without axes has no entries: use `into_shape_with_order` before";
            return Err(Error::Value(text.to_owned()));
        };
        if !array.is_c_contiguous() {
            let text = format!(
                "the array of shape {shape:?} doesn't lie together in C order: use `to_standard_layout` before"
            );
            return Err(Error::Value(text));
        }
        // Without elements, the lengths of the other axes aren't limited by memory.
        if shape.iter().any(|len| *len > MOST) {
            return Err(Error::Value(format!("an array of shape {shape:?} has too many entries")));
        }
        let interface = array.cuda_array_interface();
        let (address, size) = (interface.data.0, dtype.size());
        // Kernels read a complex number at once.
        if !array.is_empty() && !address.is_multiple_of(size as u64) {
            return Err(Error::Value(format!(
                "the array of {dtype} is at {address:#x}, and must be aligned to {size} bytes: copy it with `to_owned` before"
            )));
        }
        // SAFETY: the array keeps its memory, which nothing writes while it is shared, and is of this stream.
        let data = unsafe { Buffer::from_array(self.manager(), &interface, array) }?;
        let mut node = Node::numpy(dtype, data);
        for (axis, size) in inner.iter().enumerate().rev() {
            let lists = shape[..=axis].iter().try_fold(1, |n, len| entries(n, *len))?;
            let (size, content) = (*size, Arc::new(node));
            node = Node::new(lists, Kind::Regular { size, content });
        }
        debug_assert_eq!(node.len, *first);
        Ok(Array::new(self, node))
    }
}
