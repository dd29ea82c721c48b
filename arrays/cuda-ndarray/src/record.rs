//! Arrays of records, and their fields.

use core::marker::PhantomData;

use cuda_driver::Element;
use ndarray::Dimension;

use crate::array::DeviceArray;
use crate::error::Error;
use crate::shared::SharedDeviceArray;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// A field of a record: its offset in a `T`, and its type `F`. [`field!`](crate::field) creates it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecordField<T, F> {
    offset: usize,
    marker: PhantomData<fn(T) -> F>,
}

impl<T, F> RecordField<T, F> {
    /// Creates the field at `offset` bytes from the start of the record, of the type that `_get` returns.
    ///
    /// With a wrong offset, [`field`](DeviceArrayView::field) returns other bytes of the record, [`Error::CastSize`] if
    /// they aren't within it, or [`Error::Alignment`].
    #[must_use]
    pub const fn new(offset: usize, _get: fn(&T) -> F) -> Self {
        Self { offset, marker: PhantomData }
    }
}

/// A field of a `#[repr(C)]` type, for [`DeviceArrayView::field`].
///
/// ```no_run
/// use cuda_driver::Element;
/// use cuda_ndarray::{DeviceArray, Error, field};
/// use ndarray::Ix1;
///
/// #[derive(Clone, Copy)]
/// #[repr(C)]
/// struct Particle {
///     position: [f32; 3],
///     mass: f32,
/// }
/// # unsafe impl bytemuck::Zeroable for Particle {}
/// # unsafe impl bytemuck::Pod for Particle {}
///
/// # fn f(particles: &DeviceArray<Particle, Ix1>) -> Result<(), Error> {
/// // A view of every fourth float.
/// let masses = particles.field(field!(Particle, mass))?;
/// assert_eq!(masses.strides(), [4]);
/// # Ok(()) }
/// ```
#[macro_export]
macro_rules! field {
    ($record:ty, $field:tt) => {
        $crate::RecordField::new(::core::mem::offset_of!($record, $field), |record: &$record| {
            record.$field
        })
    };
}

macro_rules! fields {
    ($($view:ident, $self:ident, $receiver:ty;)*) => {$(
        impl<'a, A: Element, D: Dimension> $view<'a, A, D> {
            /// Returns a field of each record: a view with larger strides.
            ///
            /// # Errors
            /// [`Error::Stride`] if the distance between records isn't a multiple of the field's size, as for a field
            /// `[f32; 3]` of a record of 16 bytes; [`Error::Alignment`]; [`Error::CastSize`] for a field without a
            /// size, or outside the record.
            pub fn field<F: Element>($self: $receiver, field: RecordField<A, F>) -> Result<$view<'a, F, D>, Error> {
                let (record, size) = (size_of::<A>(), size_of::<F>());
                let end = field.offset.checked_add(size);
                if size == 0 || end.is_none_or(|end| end > record) {
                    return Err(Error::CastSize { bytes: record, size });
                }
                let (lowest, layout) = $self.layout().rebased();
                let layout = layout.field(record, size)?;
                let address = $self.address_of(lowest) + field.offset as u64;
                let align = align_of::<F>();
                if !layout.is_empty() && !address.is_multiple_of(align as u64) {
                    return Err(Error::Alignment { address, align });
                }
                // SAFETY: each element is within the record of its index.
                Ok(unsafe { $view::from_raw_parts($self.stream(), address, layout) })
            }
        }
    )*};
}

fields! {
    DeviceArrayView, self, &Self;
    DeviceArrayViewMut, self, Self;
}

impl<A: Element, D: Dimension> DeviceArray<A, D> {
    /// Returns a field of each record: a view with larger strides.
    ///
    /// # Errors
    /// As [`DeviceArrayView::field`].
    pub fn field<F: Element>(
        &self,
        field: RecordField<A, F>,
    ) -> Result<DeviceArrayView<'_, F, D>, Error> {
        self.view().field(field)
    }
}

impl<A: Element, D: Dimension> SharedDeviceArray<A, D> {
    /// Returns a field of each record: a view with larger strides.
    ///
    /// # Errors
    /// As [`DeviceArrayView::field`].
    pub fn field<F: Element>(
        &self,
        field: RecordField<A, F>,
    ) -> Result<DeviceArrayView<'_, F, D>, Error> {
        self.view().field(field)
    }
}

impl<A: Element, D: Dimension> DeviceArray<A, D> {
    /// Returns a field of each record, to write.
    ///
    /// # Errors
    /// As [`DeviceArrayView::field`], and [`Error::Overlap`].
    pub fn field_mut<F: Element>(
        &mut self,
        field: RecordField<A, F>,
    ) -> Result<DeviceArrayViewMut<'_, F, D>, Error> {
        self.view_mut()?.field(field)
    }
}

/// Implements [`Dtype`](crate::dtype::Dtype) for a `#[repr(C)]` record whose fields have names, given in any order: NumPy gets them as a
/// `descr`. DLPack has no records.
///
/// ```
/// # use cuda_ndarray::Dtype;
/// #[derive(Clone, Copy)]
/// #[repr(C)]
/// struct Point {
///     x: f32,
///     y: f32,
///     color: [u8; 4],
/// }
/// # unsafe impl bytemuck::Zeroable for Point {}
/// # unsafe impl bytemuck::Pod for Point {}
///
/// cuda_ndarray::record_dtype!(Point { x: f32, y: f32, color: [u8; 4] });
/// assert_eq!(Point::dtype().typestr(), "|V12");
/// ```
#[macro_export]
macro_rules! record_dtype {
    ($record:ty { $($field:ident: $ty:ty),* $(,)? }) => {
        // SAFETY: size and offsets are those of the type, and the compiler checks each field's type.
        unsafe impl $crate::Dtype for $record {
            fn dtype() -> $crate::DtypeInfo {
                // Each field has the given type, and occurs once.
                let _ = |record: &$record| { $(let _: $ty = record.$field;)* };
                #[allow(dead_code)]
                struct Once { $($field: ()),* }
                $crate::DtypeInfo::record(
                    ::core::mem::size_of::<$record>(),
                    ::std::vec![$($crate::Field {
                        name: ::core::stringify!($field).into(),
                        offset: ::core::mem::offset_of!($record, $field),
                        dtype: <$ty as $crate::FieldDtype>::element(),
                        shape: <$ty as $crate::FieldDtype>::shape(),
                    }),*],
                )
            }
        }
    };
}

/// The type of a field of a record: a [`Dtype`](crate::dtype::Dtype), or an array of them.
pub trait FieldDtype: sealed::FieldDtype {
    /// Returns the description of the type, or of an array's elements.
    fn element() -> crate::dtype::DtypeInfo;

    /// Returns the lengths of the axes; none for a single element.
    fn shape() -> Vec<usize>;
}

mod sealed {
    /// A wrong description of a field would make other libraries read outside of it, so only this crate implements the trait.
    pub trait FieldDtype {}

    impl<T: crate::dtype::Dtype> FieldDtype for T {}
    impl<T: FieldDtype, const N: usize> FieldDtype for [T; N] {}
}

impl<T: crate::dtype::Dtype> FieldDtype for T {
    fn element() -> crate::dtype::DtypeInfo {
        T::dtype()
    }

    fn shape() -> Vec<usize> {
        Vec::new()
    }
}

impl<T: FieldDtype, const N: usize> FieldDtype for [T; N] {
    fn element() -> crate::dtype::DtypeInfo {
        T::element()
    }

    fn shape() -> Vec<usize> {
        let mut shape = vec![N];
        shape.extend(T::shape());
        shape
    }
}
