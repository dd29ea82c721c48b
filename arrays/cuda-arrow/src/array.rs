use core::fmt;
use std::sync::OnceLock;

use arrow_schema::DataType;
use cuda_driver::{DeviceSlice, Element};

use crate::buffer::Buffer;
use crate::error::{Error, OutOfRange};
use crate::kernels::{CopyKind, Jobs};
use crate::layout::BufferSpec;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// An array whose buffers are on a device. Clones and slices copy nothing.
///
/// Its buffers belong to one stream. Their sizes match its type and length, but their contents aren't checked: offsets,
/// keys and views of a corrupt message may point anywhere. [`to_host`](crate::batch::DeviceRecordBatch::to_host) checks them;
/// a kernel must not rely on them before.
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// use cuda_arrow::arrow_array::Int32Array;
///
/// let array = manager.upload_array(&Int32Array::from(vec![Some(1), None, Some(3)]))?;
/// assert_eq!((array.len(), array.null_count()?), (3, 1));
/// let values = array.values::<i32>()?; // for a launch
/// let last = array.slice(2, 1)?.to_host()?;
/// assert_eq!(*last, *(&Int32Array::from(vec![3]) as &dyn cuda_arrow::arrow_array::Array));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeviceArray {
    parts: ArrayParts,
    null_count: OnceLock<usize>,
}

/// The validity bitmap of an array: a set bit means that the entry has a value.
#[derive(Debug, Clone, Copy)]
pub struct Bitmap<'a> {
    /// The bytes, in which the least significant bit comes first.
    pub bytes: DeviceSlice<'a, u8>,
    /// The bit of the first entry.
    pub offset: usize,
    /// The number of bits.
    pub len: usize,
}

mod sealed {
    /// Only this crate implements the traits, so that types can be added later.
    pub trait Sealed {}
}

/// Types of numbers in arrays. Only this crate implements it.
///
/// Dates, times, timestamps, durations and decimals are the integers that they are stored as; half-precision numbers
/// are `u16`, or `half::f16` with the feature of that name. Intervals are `i32` (`YearMonth`), `[i32; 2]` (`DayTime`)
/// or `[u8; 16]` (`MonthDayNano`), and decimals of 256 bits are `[u8; 32]`.
pub trait Primitive: Element + sealed::Sealed {
    /// The name of the type.
    const NAME: &'static str;

    /// Returns `true` if arrays of this data type have values of `Self`.
    fn is_of(data_type: &DataType) -> bool;
}

macro_rules! primitives {
    ($($ty:ty: $pattern:pat),* $(,)?) => {$(
        impl sealed::Sealed for $ty {}

        impl Primitive for $ty {
            const NAME: &'static str = stringify!($ty);

            fn is_of(data_type: &DataType) -> bool {
                #[allow(unused_imports, reason = "not every pattern has one")]
                use arrow_schema::{DataType::*, IntervalUnit::*};
                matches!(data_type, $pattern)
            }
        }
    )*};
}

primitives! {
    i8: Int8,
    i16: Int16,
    i32: Int32 | Date32 | Time32(_) | Decimal32(_, _) | Interval(YearMonth),
    i64: Int64 | Date64 | Time64(_) | Timestamp(_, _) | Duration(_) | Decimal64(_, _),
    i128: Decimal128(_, _),
    u8: UInt8,
    u16: UInt16 | Float16,
    u32: UInt32,
    u64: UInt64,
    f32: Float32,
    f64: Float64,
    [i32; 2]: Interval(DayTime),
    [u8; 16]: Interval(MonthDayNano),
    [u8; 32]: Decimal256(_, _),
}

#[cfg(feature = "half")]
primitives! {
    half::f16: Float16,
}

/// Types of offsets: `i32` and `i64`. Only this crate implements it.
pub trait Offset: Primitive {}

impl Offset for i32 {}
impl Offset for i64 {}

impl DeviceArray {
    /// Creates an array from its parts.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a part is missing, too short or not aligned, or of another stream.
    pub fn try_new(parts: ArrayParts) -> Result<Self, Error> {
        parts.check()?;
        let mut manager: Option<&MemoryManager> = None;
        let mut is_one = true;
        parts.for_each(&mut |buffer: &Buffer| match manager {
            Some(manager) => is_one &= manager.stream() == buffer.manager().stream(),
            None => manager = Some(buffer.manager()),
        });
        if !is_one {
            return Err(parts.invalid("its buffers are of several streams; share them with `on`"));
        }
        // SAFETY: the parts were checked.
        Ok(unsafe { Self::new_unchecked(parts) })
    }

    /// Creates an array from its parts without checking them.
    ///
    /// # Safety
    /// The parts must be valid: [`try_new`](Self::try_new) would accept them.
    #[must_use]
    pub unsafe fn new_unchecked(parts: ArrayParts) -> Self {
        let null_count = OnceLock::new();
        let known_null_count = match parts.nulls {
            None => Some(0),
            Some(_) => parts.null_count,
        };
        if let Some(count) = known_null_count {
            let _ = null_count.set(count);
        }
        Self { parts, null_count }
    }

    /// Returns the parts of the array.
    #[must_use]
    pub fn parts(&self) -> &ArrayParts {
        &self.parts
    }

    /// Returns the parts of the array.
    #[must_use]
    pub fn into_parts(self) -> ArrayParts {
        let mut parts = self.parts;
        parts.null_count = self.null_count.get().copied();
        parts
    }

    /// Returns the type.
    #[must_use]
    pub fn data_type(&self) -> &DataType {
        &self.parts.data_type
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len
    }

    /// Returns `true` if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.len == 0
    }

    /// Returns the position of the first entry in the buffers.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.parts.offset
    }

    /// Returns the buffers, without the validity bitmap.
    #[must_use]
    pub fn buffers(&self) -> &[Buffer] {
        &self.parts.buffers
    }

    /// Returns a child of a nested array. [`ArrayParts`] describes which of its entries belong to the array.
    #[must_use]
    pub fn child(&self, index: usize) -> Option<Self> {
        let child = self.parts.children.get(index)?.clone();
        // SAFETY: the buffer was checked with the array.
        Some(unsafe { Self::new_unchecked(child) })
    }

    /// Returns the values of a dictionary.
    #[must_use]
    pub fn dictionary(&self) -> Option<Self> {
        let values = (**self.parts.dictionary.as_ref()?).clone();
        // SAFETY: the buffer was checked with the array.
        Some(unsafe { Self::new_unchecked(values) })
    }

    /// Returns the manager of the buffers; `None` if the array has no buffers.
    #[must_use]
    pub fn manager(&self) -> Option<&MemoryManager> {
        let mut manager = None;
        self.parts.for_each(&mut |buffer: &Buffer| {
            manager = manager.or(Some(buffer.manager()));
        });
        manager
    }

    /// Returns `len` entries from `offset` on, which share the memory.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for entries that don't exist.
    pub fn slice(&self, offset: usize, len: usize) -> Result<Self, Error> {
        if offset > self.len() || len > self.len() - offset {
            return Err(OutOfRange::Entries.error(offset, len, self.len()));
        }
        let mut parts = self.parts.clone();
        parts.offset += offset;
        parts.len = len;
        parts.null_count = match self.null_count.get() {
            Some(0) => Some(0),
            Some(all) if *all == self.len() => Some(len),
            Some(count) if len == self.len() => Some(*count),
            _ => None,
        };
        // SAFETY: the array was checked, and this is a range of its entries.
        Ok(unsafe { Self::new_unchecked(parts) })
    }

    /// Returns the validity bitmap; `None` if every entry has a value, or the type has no bitmap.
    #[must_use]
    pub fn validity(&self) -> Option<Bitmap<'_>> {
        self.parts.nulls.as_ref().map(|nulls| Bitmap {
            bytes: nulls.as_slice(),
            offset: self.offset(),
            len: self.len(),
        })
    }

    /// Returns the number of null entries, if it is known.
    #[must_use]
    pub fn known_null_count(&self) -> Option<usize> {
        self.null_count.get().copied()
    }

    /// Returns the number of null entries. If it isn't known, it is counted on the device, once.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn null_count(&self) -> Result<usize, Error> {
        if let Some(count) = self.null_count.get() {
            return Ok(*count);
        }
        let Some(nulls) = &self.parts.nulls else {
            return Ok(0);
        };
        let mut jobs = Jobs::default();
        jobs.add(CopyKind::Bits, 0, nulls.as_raw(), self.len(), self.offset());
        // SAFETY: the validity has a bit for each entry, and is of this stream.
        let set = unsafe { jobs.count(nulls.manager().stream()) }?;
        let set = set.first().map_or(0, |set| *set as usize);
        Ok(*self.null_count.get_or_init(|| self.len() - set))
    }

    pub(crate) fn wrong(&self, expected: &'static str) -> Error {
        Error::Type { expected, found: self.data_type().clone() }
    }

    /// Returns the values of a primitive array, including those of null entries, for a launch.
    ///
    /// # Errors
    /// [`Error::Type`]; [`Cast`](cuda_driver::Error::Cast) if they aren't aligned, which is possible for
    /// foreign memory: Arrow guarantees an alignment of only 8 bytes.
    pub fn values<T: Primitive>(&self) -> Result<DeviceSlice<'_, T>, Error> {
        match &self.parts.buffers[..] {
            [values] if T::is_of(self.data_type()) => entries(values, self.offset(), self.len()),
            _ => Err(self.wrong(T::NAME)),
        }
    }

    /// Returns the keys of a dictionary array, for a launch.
    ///
    /// # Errors
    /// As [`values`](Self::values).
    pub fn keys<T: Primitive>(&self) -> Result<DeviceSlice<'_, T>, Error> {
        match (self.data_type(), &self.parts.buffers[..]) {
            (DataType::Dictionary(keys, _), [values]) if T::is_of(keys) => {
                entries(values, self.offset(), self.len())
            }
            _ => Err(self.wrong(T::NAME)),
        }
    }

    /// Returns the offsets of text, bytes, lists and maps: one more than the number of entries. An array without
    /// entries may have none.
    ///
    /// # Errors
    /// As [`values`](Self::values).
    pub fn offsets<T: Offset>(&self) -> Result<DeviceSlice<'_, T>, Error> {
        let spec = self.parts.layout()?.specs().first().copied();
        match &self.parts.buffers[..] {
            [offsets, ..] if spec == Some(BufferSpec::Offsets(size_of::<T>())) => {
                let is_there = offsets.len() >= size_of::<T>();
                entries(offsets, self.offset(), self.len() + usize::from(is_there))
            }
            _ => Err(self.wrong(T::NAME)),
        }
    }

    /// Returns the bytes that the offsets of text and bytes point into.
    ///
    /// # Errors
    /// [`Error::Type`] for an array of another type.
    pub fn data(&self) -> Result<DeviceSlice<'_, u8>, Error> {
        match (self.parts.layout()?.specs(), &self.parts.buffers[..]) {
            ([BufferSpec::Offsets(_), BufferSpec::Bytes], [_, bytes]) => Ok(bytes.as_slice()),
            _ => Err(self.wrong("text or bytes")),
        }
    }
}

/// Returns the `len` values that begin at `offset`.
fn entries<T: Element>(
    buffer: &Buffer,
    offset: usize,
    len: usize,
) -> Result<DeviceSlice<'_, T>, Error> {
    let (start, bytes) = (offset * size_of::<T>(), len * size_of::<T>());
    let bytes = buffer.as_slice().slice(start..start + bytes)?;
    Ok(bytes.cast()?)
}

impl Clone for DeviceArray {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), null_count: self.null_count.clone() }
    }
}

impl fmt::Debug for DeviceArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceArray")
            .field("data_type", self.data_type())
            .field("len", &self.len())
            .field("offset", &self.offset())
            .field("null_count", &self.null_count.get())
            .finish_non_exhaustive()
    }
}
