//! Exchange of arrays with other libraries of the process by the
//! [CUDA Array Interface](https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html), version 3.
//!
//! [`CudaArrayInterface`] is the dictionary that a Python object has as `__cuda_array_interface__`. Its `Display` is that
//! dictionary as Python writes it, and [`parse`](CudaArrayInterface::parse) reads it; no Python is needed here.

mod descr;
mod literal;
mod text;

use core::fmt;

use cuda_driver::{
    DeviceBuffer, Stream,
    memory::KeepAlive,
    sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD},
};
use ndarray::Dimension;

use crate::array::DeviceArray;
use crate::dlpack::{check_memory, from_first};
use crate::dtype::{Dtype, DtypeInfo};
use crate::error::Error;
use crate::shared::SharedDeviceArray;
use crate::view::DeviceArrayView;

pub use crate::error::interface::InterfaceError;
pub use descr::{DescrField, DescrType};
use descr::{List, descr};
use text::Text;

/// The dictionary `__cuda_array_interface__` of a Python object.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_ndarray::interface::CudaArrayInterface;
/// use cuda_ndarray::{MakeArrays, SharedDeviceArray};
/// use ndarray::{Ix2, arr2};
///
/// let array = stream.to_device(&arr2(&[[1.0f32, 2.0], [3.0, 4.0]]))?;
/// let text = array.cuda_array_interface().to_string(); // {'shape': (2, 2), 'typestr': '<f4', …
///
/// let theirs = CudaArrayInterface::parse(&text)?;
/// // SAFETY: `array` keeps the memory alive, and nothing writes to it.
/// let shared: SharedDeviceArray<f32, Ix2> = unsafe { theirs.into_shared(array, &stream) }?;
/// assert_eq!(shared.to_host()?, arr2(&[[1.0, 2.0], [3.0, 4.0]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CudaArrayInterface {
    /// The lengths of the axes.
    pub shape: Vec<usize>,
    /// NumPy's name of the element type: `<f4`.
    pub typestr: String,
    /// The fields of a record, as NumPy's `dtype.descr` has them.
    pub descr: Option<Vec<DescrField>>,
    /// The address of the element of index 0, or 0 without elements; and whether the array is read-only.
    pub data: (u64, bool),
    /// The strides, in bytes; `None` in C order.
    pub strides: Option<Vec<isize>>,
    /// The stream in whose order the array may be used: 1 is the legacy default stream, 2 the per-thread one, and
    /// others are handles. With `None`, no stream needs to wait.
    pub stream: Option<u64>,
    /// The version of the interface; exported dictionaries have 3.
    pub version: u32,
    /// Whether the object has a mask; arrays with masks are rejected.
    pub has_mask: bool,
}

impl CudaArrayInterface {
    /// Creates the dictionary of an array with strides in bytes. The strides are omitted if the array is contiguous in
    /// C order, and the address is 0 without elements. It has no stream.
    #[must_use]
    pub fn new(
        dtype: &DtypeInfo,
        shape: &[usize],
        strides: &[isize],
        address: u64,
        is_read_only: bool,
    ) -> Self {
        let is_empty = shape.contains(&0);
        let mut expected = dtype.size() as isize;
        // Strides for another number of axes are kept, so that the reader rejects them.
        let mut is_contiguous = strides.len() == shape.len();
        for (len, stride) in shape.iter().zip(strides).rev().filter(|(len, _)| **len != 1) {
            is_contiguous &= *stride == expected;
            expected = expected.wrapping_mul(*len as isize);
        }
        Self {
            shape: shape.to_vec(),
            typestr: dtype.typestr(),
            descr: match dtype {
                DtypeInfo::Record { size, fields } => Some(descr(fields, *size)),
                _ => None,
            },
            data: (if is_empty { 0 } else { address }, is_read_only),
            strides: (!is_contiguous && !is_empty).then(|| strides.to_vec()),
            stream: None,
            version: 3,
            has_mask: false,
        }
    }

    /// Sets the stream in whose order the array may be used, for which consumers wait.
    #[must_use]
    pub fn with_stream(mut self, stream: &Stream) -> Self {
        let handle = stream.as_raw();
        self.stream = Some(match handle {
            _ if handle.is_null() || handle == CU_STREAM_LEGACY => 1,
            _ if handle == CU_STREAM_PER_THREAD => 2,
            _ => handle as usize as u64,
        });
        self
    }

    /// Creates a read-only array in another object's memory. Nothing is copied, and `stream` waits for the object's
    /// stream by an event, so the host doesn't. `owner` keeps the memory alive; it is dropped after the work of the
    /// array's streams.
    ///
    /// # Errors
    /// An [`InterfaceError`]; [`Error::Ndim`], [`Error::TooLarge`], [`Error::Stride`], [`Error::Alignment`];
    /// [`Error::Dlpack`] if the elements aren't within memory that the driver knows; or the driver's error.
    ///
    /// # Safety
    /// - The memory is as the dictionary describes it until `owner` is dropped, and nothing writes to it while the array
    ///   and its clones live. Earlier work on it is ordered before the dictionary's stream, or completed.
    /// - The dictionary's stream, if there is one, exists during the call, and belongs to the context of `stream`.
    pub unsafe fn into_shared<A: Dtype, D: Dimension>(
        self,
        owner: impl Send + 'static,
        stream: &Stream,
    ) -> Result<SharedDeviceArray<A, D>, Error> {
        // SAFETY: the caller guarantees that the memory is valid as long as the owner lives.
        Ok(unsafe { self.take(owner, stream) }?.into_shared())
    }

    /// Creates an array like [`into_shared`](Self::into_shared) that can also be written to.
    ///
    /// # Errors
    /// As [`into_shared`](Self::into_shared); [`InterfaceError::ReadOnly`], [`Error::Overlap`].
    ///
    /// # Safety
    /// As [`into_shared`](Self::into_shared), and nothing else accesses the memory while the array lives.
    pub unsafe fn into_array<A: Dtype, D: Dimension>(
        self,
        owner: impl Send + 'static,
        stream: &Stream,
    ) -> Result<DeviceArray<A, D>, Error> {
        if self.data.1 {
            return Err(InterfaceError::ReadOnly.into());
        }
        // SAFETY: the caller guarantees that the memory is valid as long as the owner lives.
        let array = unsafe { self.take::<A, D>(owner, stream) }?;
        array.layout().check_writable()?;
        Ok(array)
    }

    /// # Safety
    /// As [`into_shared`](Self::into_shared).
    unsafe fn take<A: Dtype, D: Dimension>(
        self,
        owner: impl Send + 'static,
        stream: &Stream,
    ) -> Result<DeviceArray<A, D>, Error> {
        let size = size_of::<A>();
        self.check::<A>()?;
        let strides = match &self.strides {
            None => crate::layout::Layout::<ndarray::IxDyn>::of_shape(self.shape.clone())?
                .strides()
                .to_vec(),
            Some(strides) => {
                let is_empty = self.shape.contains(&0);
                let whole = |(axis, bytes): (usize, &isize)| match bytes.checked_rem(size as isize)
                {
                    // Such strides have no meaning.
                    _ if is_empty || self.shape[axis] == 1 => Ok(0),
                    Some(0) => Ok(bytes / size as isize),
                    _ => Err(Error::Stride { axis, bytes: *bytes, size }),
                };
                strides.iter().enumerate().map(whole).collect::<Result<_, _>>()?
            }
        };
        let layout = from_first::<D>(&self.shape, &strides)?;
        let mut address = 0;
        if !layout.is_empty() {
            if self.data.0 == 0 {
                return Err(InterfaceError::NoAddress { shape: self.shape }.into());
            }
            check_memory::<A, D>(self.data.0, &layout, stream)?;
            address = self.data.0 - (layout.offset() * size) as u64;
        }
        if let Some(theirs) = self.stream.filter(|_| !layout.is_empty()) {
            let handle = core::ptr::with_exposed_provenance_mut(theirs as usize);
            // SAFETY: the caller guarantees that the stream is valid during this call.
            let theirs = unsafe { Stream::borrow_raw(stream.context(), handle) };
            stream.wait_stream(&theirs)?;
        }
        // SAFETY: the caller guarantees that the memory is valid, which the owner keeps.
        let buffer = unsafe {
            DeviceBuffer::from_owner(stream, address, layout.range().end, KeepAlive(owner))
        };
        DeviceArray::from_buffer(buffer, layout)
    }

    fn check<A: Dtype>(&self) -> Result<(), InterfaceError> {
        if self.version > 3 {
            return Err(InterfaceError::Version(self.version));
        }
        if self.has_mask {
            return Err(InterfaceError::Masked);
        }
        if self.stream == Some(0) {
            return Err(InterfaceError::AmbiguousStream);
        }
        if let Some(strides) = self.strides.as_ref().map(Vec::len)
            && strides != self.shape.len()
        {
            let ndim = self.shape.len();
            return Err(InterfaceError::Strides { strides, ndim });
        }
        let expected = Self::new(&A::dtype(), &[], &[], 0, false);
        let (expected, fields) = (expected.typestr, expected.descr);
        // A descr with a single unnamed field adds nothing to the typestr.
        let is_plain = |descr: &[DescrField]| matches!(descr, [field] if field.name.is_empty() && field.shape.is_empty());
        let theirs = self.descr.as_ref().filter(|descr| !is_plain(descr));
        let same_fields = fields.is_none() || theirs.is_none() || theirs == fields.as_ref();
        if same_name(&self.typestr, &expected) && same_fields {
            Ok(())
        } else {
            Err(InterfaceError::Dtype { found: self.typestr.clone(), expected })
        }
    }
}

/// Returns `true` if two names mean the same type. The byte order is ignored for elements of one byte, and `=` is the
/// native one.
fn same_name(found: &str, expected: &str) -> bool {
    let split = |name: &str| {
        let order = name.chars().next().unwrap_or('|');
        (order, name.get(order.len_utf8()..).unwrap_or_default().to_owned())
    };
    let ((order, found), (expected_order, expected)) = (split(found), split(expected));
    let machine = if cfg!(target_endian = "little") { '<' } else { '>' };
    let is_same_order = match (order, expected_order) {
        (_, '|') => true,
        ('=', expected) => expected == machine,
        (found, expected) => found == expected,
    };
    is_same_order && found == expected
}

impl<A: Dtype, D: Dimension> DeviceArray<A, D> {
    /// Returns the array's `__cuda_array_interface__`. It names the array's stream, for which consumers wait.
    ///
    /// It doesn't keep the array alive: the array must live until the consumers have completed their work on it.
    #[must_use]
    pub fn cuda_array_interface(&self) -> CudaArrayInterface {
        let size = size_of::<A>() as isize;
        let strides: Vec<isize> =
            self.strides().iter().map(|stride| stride.wrapping_mul(size)).collect();
        CudaArrayInterface::new(&A::dtype(), self.shape(), &strides, self.device_pointer(), false)
            .with_stream(self.stream())
    }
}

impl<A: Dtype, D: Dimension> SharedDeviceArray<A, D> {
    /// Returns the array's `__cuda_array_interface__`. It names the array's stream, for which consumers wait.
    ///
    /// It doesn't keep the array alive: the array must live until the consumers have completed their work on it.
    #[must_use]
    pub fn cuda_array_interface(&self) -> CudaArrayInterface {
        let size = size_of::<A>() as isize;
        let strides: Vec<isize> =
            self.strides().iter().map(|stride| stride.wrapping_mul(size)).collect();
        CudaArrayInterface::new(&A::dtype(), self.shape(), &strides, self.device_pointer(), true)
            .with_stream(self.stream())
    }
}

impl<A: Dtype, D: Dimension> DeviceArrayView<'_, A, D> {
    /// Returns the array's `__cuda_array_interface__`. It names the array's stream, for which consumers wait.
    ///
    /// It doesn't keep the array alive: the array must live until the consumers have completed their work on it.
    #[must_use]
    pub fn cuda_array_interface(&self) -> CudaArrayInterface {
        let size = size_of::<A>() as isize;
        let strides: Vec<isize> =
            self.strides().iter().map(|stride| stride.wrapping_mul(size)).collect();
        CudaArrayInterface::new(&A::dtype(), self.shape(), &strides, self.device_pointer(), true)
            .with_stream(self.stream())
    }
}

/// Formats the dictionary as a Python literal.
impl fmt::Display for CudaArrayInterface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let truth = |value| if value { "True" } else { "False" };
        write!(f, "{{'shape': {}, 'typestr': {}", Tuple(&self.shape), Text(&self.typestr))?;
        if let Some(descr) = &self.descr {
            write!(f, ", 'descr': {}", List(descr))?;
        }
        write!(f, ", 'data': ({}, {})", self.data.0, truth(self.data.1))?;
        match &self.strides {
            Some(strides) => write!(f, ", 'strides': {}", Tuple(strides))?,
            None => f.write_str(", 'strides': None")?,
        }
        match self.stream {
            Some(stream) => write!(f, ", 'stream': {stream}")?,
            None => f.write_str(", 'stream': None")?,
        }
        write!(f, ", 'mask': None, 'version': {}}}", self.version)
    }
}

/// Formats numbers as a Python tuple.
struct Tuple<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Tuple<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (index, number) in self.0.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            let comma = if index + 1 < self.0.len() || index == 0 { "," } else { "" };
            write!(f, "{space}{number}{comma}")?;
        }
        f.write_str(")")
    }
}
