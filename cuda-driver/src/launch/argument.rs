use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use cuda_driver_sys::{CUcontext, CUdeviceptr, CUstream};

use crate::memory::{DeviceBuffer, DeviceSlice, DeviceSliceMut, PitchedBuffer};
use crate::stream::Stream;

/// A value that can be passed to a kernel as one argument.
///
/// Scalars, arrays of them, and references to device memory are arguments; so is `None` in place of optional memory,
/// which is passed as a null pointer. A device address ([`CUdeviceptr`]) is passed as a number. Your own structs become
/// arguments with [`kernel_argument!`](crate::kernel_argument), those of another crate with [`ByValue`]. `f16` and `bf16`
/// of the crate `half` are arguments with the feature `half`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kernel argument",
    label = "not an argument",
    note = "memory is passed by reference (`&buffer`, `&mut buffer`), or as a slice of it",
    note = "for a `#[repr(C)]` struct of your own say `cuda_driver::kernel_argument!(Type);`, and wrap one of another crate in \
            `ByValue`",
    note = "for `f16` and `bf16`, enable the feature `half` of `cuda-driver`"
)]
pub trait Argument {
    /// The type whose bytes the kernel receives.
    type Value: Copy;

    /// Returns the value that the kernel receives.
    fn value(&self) -> Self::Value;

    /// Returns the stream that the argument's memory belongs to, if it is memory.
    #[inline]
    fn stream(&self) -> Option<&Stream> {
        None
    }
}

/// Implements [`Argument`](crate::launch::Argument) for `#[repr(C)]` types, which are passed by value, byte for byte.
///
/// ```
/// #[derive(Clone, Copy)]
/// #[repr(C)]
/// struct Range {
///     begin: u32,
///     end: u64,
/// }
///
/// cuda_driver::kernel_argument!(Range);
/// ```
///
/// A launch then takes it by value, for a parameter `Range range` of the same structure in C++:
/// `stream.launch(&kernel, shape, (Range { begin: 0, end: 10 }, &x))`. The layouts must agree: `#[repr(C)]`, the same
/// order of fields, and types of the same sizes. The macro can't check that the type is `#[repr(C)]`: without it, Rust may
/// order the fields in another way, and the kernel reads wrong values.
#[macro_export]
macro_rules! kernel_argument {
    ($($ty:ty),* $(,)?) => {$(
        impl $crate::launch::Argument for $ty {
            type Value = Self;

            #[inline]
            fn value(&self) -> Self {
                *self
            }
        }

        impl $crate::launch::Parameter for $ty {
            type Argument<'a> = Self;
        }

        impl $crate::launch::Argument for &$ty {
            type Value = $ty;

            #[inline]
            fn value(&self) -> $ty {
                **self
            }
        }
    )*};
}

kernel_argument!(
    bool, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64
);
#[cfg(feature = "half")]
kernel_argument!(half::f16, half::bf16);

/// A plain value of any type, such as a type of another crate, passed byte for byte.
///
/// ```
/// use cuda_driver::launch::{Argument, ByValue};
///
/// // For a parameter of a type that consists of three floats.
/// let direction = ByValue([0.0f32, 0.0, 1.0]);
/// assert_eq!(direction.value(), [0.0, 0.0, 1.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct ByValue<T>(pub T);

impl<T: bytemuck::NoUninit> Argument for ByValue<T> {
    type Value = T;

    #[inline]
    fn value(&self) -> T {
        self.0
    }
}

impl<T: bytemuck::NoUninit> Parameter for ByValue<T> {
    type Argument<'a> = Self;
}

/// Arrays of numbers. Memory is passed as single arguments, so that a launch can check which stream it belongs to.
impl<T: Argument + bytemuck::NoUninit, const N: usize> Parameter for [T; N] {
    type Argument<'a> = Self;
}

impl<T: Argument, const N: usize> Argument for [T; N] {
    type Value = [T::Value; N];

    #[inline]
    fn value(&self) -> Self::Value {
        core::array::from_fn(|index| self[index].value())
    }
}

/// A pointer that the kernel can use, to mapped, managed or registered memory.
impl<T> Argument for *const T {
    type Value = Self;

    #[inline]
    fn value(&self) -> Self {
        *self
    }
}

/// A pointer that the kernel can use, to mapped, managed or registered memory.
impl<T> Argument for *mut T {
    type Value = Self;

    #[inline]
    fn value(&self) -> Self {
        *self
    }
}

macro_rules! device_memory {
    ($($ty:ty),*) => {$(
        impl<T> Argument for $ty {
            type Value = CUdeviceptr;

            #[inline]
            fn value(&self) -> CUdeviceptr {
                self.as_raw()
            }

            #[inline]
            fn stream(&self) -> Option<&Stream> {
                Some(DeviceMemory::stream(self))
            }
        }

        /// `None` is a null pointer.
        impl<T> Argument for Option<$ty> {
            type Value = CUdeviceptr;

            #[inline]
            fn value(&self) -> CUdeviceptr {
                self.as_ref().map_or(0, |memory| memory.as_raw())
            }

            #[inline]
            fn stream(&self) -> Option<&Stream> {
                self.as_ref().map(DeviceMemory::stream)
            }
        }
    )*};
}

macro_rules! memory_parameter {
    ($($ty:ty => $argument:ty),* $(,)?) => {$(
        impl<T: 'static> Parameter for $ty {
            type Argument<'a> = $argument;
        }

        impl<T: 'static> Parameter for Option<$ty> {
            type Argument<'a> = Option<$argument>;
        }
    )*};
}

memory_parameter!(
    &'static DeviceBuffer<T> => &'a DeviceBuffer<T>,
    &'static mut DeviceBuffer<T> => &'a mut DeviceBuffer<T>,
    DeviceSlice<'static, T> => DeviceSlice<'a, T>,
    DeviceSliceMut<'static, T> => DeviceSliceMut<'a, T>,
    &'static PitchedBuffer<T> => &'a PitchedBuffer<T>,
    &'static mut PitchedBuffer<T> => &'a mut PitchedBuffer<T>,
);

device_memory!(
    &DeviceBuffer<T>,
    &mut DeviceBuffer<T>,
    DeviceSlice<'_, T>,
    &DeviceSlice<'_, T>,
    DeviceSliceMut<'_, T>,
    &mut DeviceSliceMut<'_, T>,
    &PitchedBuffer<T>,
    &mut PitchedBuffer<T>
);

/// Memory that belongs to a stream.
trait DeviceMemory {
    fn stream(&self) -> &Stream;
}

impl<M: DeviceMemory> DeviceMemory for &M {
    #[inline]
    fn stream(&self) -> &Stream {
        (**self).stream()
    }
}

impl<M: DeviceMemory> DeviceMemory for &mut M {
    #[inline]
    fn stream(&self) -> &Stream {
        (**self).stream()
    }
}

impl<T> DeviceMemory for DeviceBuffer<T> {
    #[inline]
    fn stream(&self) -> &Stream {
        self.stream()
    }
}

impl<T> DeviceMemory for PitchedBuffer<T> {
    #[inline]
    fn stream(&self) -> &Stream {
        self.stream()
    }
}

impl<T> DeviceMemory for DeviceSlice<'_, T> {
    #[inline]
    fn stream(&self) -> &Stream {
        self.stream()
    }
}

impl<T> DeviceMemory for DeviceSliceMut<'_, T> {
    #[inline]
    fn stream(&self) -> &Stream {
        self.stream()
    }
}

mod sealed {
    /// Only this crate passes pointers to the driver.
    pub trait Sealed {}
}

/// All arguments of a launch: a tuple of up to 32, or an [`ArgumentList`] of any number. Only this crate implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the arguments of a launch",
    note = "arguments are a tuple of up to 32, `(a,)` for one and `()` for none, each of which is an `Argument`, or \
            `&ArgumentList`"
)]
pub trait Arguments: sealed::Sealed {
    /// The values, and a pointer to each, as the driver expects them, on the stack of the launch.
    type Storage;

    /// Evaluates the arguments.
    fn store(&self) -> Self::Storage;

    /// Returns the array of pointers to the values, valid as long as `storage` isn't moved.
    fn pointers(storage: &mut Self::Storage) -> *mut *mut c_void;

    /// Returns the number of arguments.
    fn count(&self) -> usize;

    /// Returns the first argument, from 0, whose memory belongs to another stream, whose work isn't ordered with that of
    /// `stream`.
    fn other_stream(&self, stream: &Stream) -> Option<usize>;
}

/// Argument types that are known at compile time. Only this crate implements it.
pub trait Signature: sealed::Sealed {
    /// The size of each argument, in bytes.
    const SIZES: &'static [usize];

    /// The alignment of each argument's type, in bytes.
    const ALIGNMENTS: &'static [usize];
}

/// A type in the signature of a [typed kernel](crate::launch::TypedKernel), which determines the argument that a launch takes: a
/// number, an array of numbers, a type with [`kernel_argument!`](crate::kernel_argument), [`ByValue`], or a reference to
/// memory or a slice of it, whose lifetime is omitted in a signature.
///
/// A type of another crate that refers to device memory implements it with its own lifetime replaced.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a parameter of a typed kernel",
    note = "memory is `&DeviceBuffer<T>`, `&mut DeviceBuffer<T>`, `DeviceSlice<T>` or `DeviceSliceMut<T>`; a raw pointer would \
            let safe code hand over any address, and a texture, a surface or a tensor map could be gone while the kernel uses it: \
            launch those with `Stream::launch`"
)]
pub trait Parameter: Argument {
    /// The same type with a lifetime, as it is passed to a launch.
    type Argument<'a>: Argument<Value = Self::Value>;
}

/// The signature of a [typed kernel](crate::launch::TypedKernel): a tuple of up to 32 [`Parameter`]s. Only this crate implements it.
pub trait Parameters: Signature + 'static {
    /// The tuple that is passed to a launch.
    type Arguments<'a>: Arguments;
}

/// Returns `true` if memory belongs to another stream, whose work isn't ordered with that of `stream`.
#[inline]
fn is_of_other(memory: Option<&Stream>, stream: &Stream) -> bool {
    memory.is_some_and(|owner| {
        owner != stream
            // SAFETY: the stream is alive.
            && !unsafe { stream.is_ordered_with(owner.as_raw(), owner.context().as_raw()) }
    })
}

macro_rules! tuples {
    ($count:literal: $($name:ident $index:tt),*) => {
        impl<$($name),*> sealed::Sealed for ($($name,)*) {}

        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            type Storage = (($($name::Value,)*), [*mut c_void; $count]);

            #[inline]
            fn store(&self) -> Self::Storage {
                (($(self.$index.value(),)*), [core::ptr::null_mut(); $count])
            }

            #[inline]
            fn pointers((values, pointers): &mut Self::Storage) -> *mut *mut c_void {
                *pointers = [$((&raw mut values.$index).cast()),*];
                pointers.as_mut_ptr()
            }

            #[inline]
            fn count(&self) -> usize {
                $count
            }

            #[inline]
            fn other_stream(&self, stream: &Stream) -> Option<usize> {
                $(if is_of_other(self.$index.stream(), stream) {
                    return Some($index);
                })*
                None
            }
        }

        impl<$($name: Parameter + 'static),*> Parameters for ($($name,)*) {
            type Arguments<'a> = ($($name::Argument<'a>,)*);
        }

        impl<$($name: Argument),*> Signature for ($($name,)*) {
            const SIZES: &'static [usize] = &[$(size_of::<$name::Value>()),*];
            const ALIGNMENTS: &'static [usize] = &[$(align_of::<$name::Value>()),*];
        }
    };
}

impl sealed::Sealed for () {}

impl Arguments for () {
    type Storage = ();

    #[inline]
    fn store(&self) {}

    #[inline]
    fn pointers((): &mut ()) -> *mut *mut c_void {
        core::ptr::null_mut()
    }

    #[inline]
    fn count(&self) -> usize {
        0
    }

    fn other_stream(&self, _: &Stream) -> Option<usize> {
        None
    }
}

impl Parameters for () {
    type Arguments<'a> = ();
}

impl Signature for () {
    const SIZES: &'static [usize] = &[];
    const ALIGNMENTS: &'static [usize] = &[];
}

/// Calls `tuples!` for every length from one to that of the list, which ends with its own length. The index of a type is
/// the number of types before it.
macro_rules! tuples_up_to {
    (($($done:ident $done_index:tt),*) $length:literal) => { tuples!($length: $($done $done_index),*); };
    (($($done:ident $done_index:tt),*) $next:ident $index:tt, $($rest:tt)*) => {
        tuples!($index: $($done $done_index),*);
        tuples_up_to!(($($done $done_index,)* $next $index) $($rest)*);
    };
}

tuples_up_to!((A 0) B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18,
    T 19, U 20, V 21, W 22, X 23, Y 24, Z 25, A1 26, B1 27, C1 28, D1 29, E1 30, F1 31, 32);

/// The unit in which an [`ArgumentList`] grows, and the largest alignment in it.
const UNIT: usize = size_of::<u128>();

/// Arguments whose number or types are only known at run time. Memory that they refer to is borrowed for `'a`.
///
/// A list that is cleared and filled again reuses its memory, and a launch with it allocates nothing. Many of one type
/// are added faster by [`extend`](Extend::extend) than one by one.
///
/// ```no_run
/// # use cuda_driver::{ArgumentList, Function, Launch, Stream};
/// # fn run(stream: &Stream, kernel: &Function) -> Result<(), cuda_driver::Error> {
/// let mut empty = ArgumentList::new();
/// for round in 0..10u32 {
///     let mut out = stream.alloc::<f32>(100)?;
///     let mut list = empty;
///     list.push(round).push(&mut out);
///     // SAFETY: kernel(unsigned, float *), 100 elements.
///     unsafe { stream.launch(kernel, Launch::grid(1), &list) }?;
///     empty = list.reset();
/// }
/// # Ok(()) }
/// ```
#[derive(Debug, Default)]
pub struct ArgumentList<'a> {
    /// The values, one after the other, each aligned for its type, up to 16 bytes.
    units: Vec<MaybeUninit<u128>>,
    /// The number of bytes of the units that are used.
    bytes: usize,
    /// A pointer to each value, into `units`.
    pointers: Vec<*mut c_void>,
    /// The streams of values that are memory, each with the index of its first argument after one of another stream.
    streams: Vec<(usize, CUstream, CUcontext)>,
    borrowed: PhantomData<&'a ()>,
}

// SAFETY: the pointers are to memory that the value owns, and only the driver follows them.
unsafe impl Send for ArgumentList<'_> {}
// SAFETY: as above; a shared reference writes nothing.
unsafe impl Sync for ArgumentList<'_> {}

impl<'a> ArgumentList<'a> {
    /// Creates an empty list.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an argument.
    #[inline]
    pub fn push<A: Argument + 'a>(&mut self, argument: A) -> &mut Self {
        let value = argument.value();
        note_stream(&mut self.streams, &argument, self.pointers.len());
        let (start, target) = self.room_for::<A::Value>(1);
        // SAFETY: there is room for one; the units hold any bytes, such as padding.
        unsafe { target.write_unaligned(value) };
        self.bytes = start + size_of::<A::Value>();
        self.pointers.push(target.cast());
        self
    }

    /// Appends the next arguments of the iterator, at most `count`.
    #[inline]
    fn extend_up_to<A: Argument + 'a>(
        &mut self,
        count: usize,
        arguments: &mut impl Iterator<Item = A>,
    ) {
        let (start, first) = self.room_for::<A::Value>(count);
        let mut added = 0;
        arguments.take(count).for_each(|argument| {
            // SAFETY: there is room for `count`; the units hold any bytes, such as padding.
            unsafe { first.add(added).write_unaligned(argument.value()) };
            note_stream(&mut self.streams, &argument, self.pointers.len() + added);
            added += 1;
        });
        self.bytes = start + added * size_of::<A::Value>();
        let pointers = (0..added).map(|index| first.wrapping_add(index).cast());
        self.pointers.extend(pointers);
    }

    /// Makes room for `count` values after the others. Returns the byte where it begins, and its address.
    #[inline]
    fn room_for<V>(&mut self, count: usize) -> (usize, *mut V) {
        let start = self.bytes.next_multiple_of(align_of::<V>().min(UNIT));
        let end = start.saturating_add(count.saturating_mul(size_of::<V>()));
        if end > self.units.len() * UNIT {
            self.grow(end);
        }
        let target = self.units.as_mut_ptr().wrapping_byte_add(start);
        (start, target.cast())
    }

    /// Makes room for that many bytes, and updates the pointers to the values if they moved.
    #[cold]
    fn grow(&mut self, bytes: usize) {
        let before = self.units.as_ptr().addr();
        let units = bytes.div_ceil(UNIT).max(self.units.len() * 2);
        self.units.resize(units, MaybeUninit::zeroed());
        let base = self.units.as_mut_ptr().cast::<c_void>();
        for pointer in &mut self.pointers {
            *pointer = base.wrapping_byte_add(pointer.addr() - before);
        }
    }

    /// Returns the number of arguments.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.pointers.len()
    }

    /// Returns `true` if there are no arguments.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.pointers.is_empty()
    }

    /// Removes all arguments. The memory stays allocated.
    #[inline]
    pub fn clear(&mut self) {
        self.bytes = 0;
        self.pointers.clear();
        self.streams.clear();
    }

    /// Returns an empty list with the memory of this one, for arguments with another lifetime.
    #[inline]
    #[must_use]
    pub fn reset<'b>(mut self) -> ArgumentList<'b> {
        self.clear();
        ArgumentList {
            units: self.units,
            bytes: 0,
            pointers: self.pointers,
            streams: self.streams,
            borrowed: PhantomData,
        }
    }
}

/// Records the stream of an argument that is memory, unless it is that of the one before.
#[inline]
fn note_stream(
    streams: &mut Vec<(usize, CUstream, CUcontext)>,
    argument: &impl Argument,
    index: usize,
) {
    if let Some(stream) = argument.stream() {
        let (handle, context) = (stream.as_raw(), stream.context().as_raw());
        let is_noted =
            |(_, last, of): &(usize, CUstream, CUcontext)| (*last, *of) == (handle, context);
        if !streams.last().is_some_and(is_noted) {
            streams.push((index, handle, context));
        }
    }
}

impl<'a, A: Argument + 'a> Extend<A> for ArgumentList<'a> {
    #[inline]
    fn extend<I: IntoIterator<Item = A>>(&mut self, arguments: I) {
        let mut arguments = arguments.into_iter();
        if let (least, Some(most)) = arguments.size_hint()
            && least == most
        {
            self.extend_up_to(most, &mut arguments);
        }
        // All values, or those beyond the size hint.
        arguments.for_each(|argument| {
            self.push(argument);
        });
    }
}

impl sealed::Sealed for &ArgumentList<'_> {}

impl Arguments for &ArgumentList<'_> {
    type Storage = *mut *mut c_void;

    #[inline]
    fn store(&self) -> Self::Storage {
        // The driver only reads the array.
        self.pointers.as_ptr().cast_mut()
    }

    #[inline]
    fn pointers(pointers: &mut Self::Storage) -> *mut *mut c_void {
        *pointers
    }

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    fn other_stream(&self, stream: &Stream) -> Option<usize> {
        let own = (stream.as_raw(), stream.context().as_raw());
        let other = self.streams.iter().find(|(_, handle, context)| {
            (*handle, *context) != own
                // SAFETY: the list borrows the memory, which keeps its stream alive.
                && !unsafe { stream.is_ordered_with(*handle, *context) }
        })?;
        Some(other.0)
    }
}
