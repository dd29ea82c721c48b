use core::ffi::c_void;

use cuda_driver_sys::CUdeviceptr;

use crate::memory::{DeviceBuffer, DeviceSlice, DeviceSliceMut, PitchedBuffer};
use crate::module::ParameterInfo;
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

    /// Calls `each` with every stream that the argument's memory belongs to: those of an array's elements, or
    /// [`stream`](Self::stream).
    #[inline]
    fn for_each_stream<'a>(&'a self, each: &mut impl FnMut(&'a Stream)) {
        if let Some(stream) = self.stream() {
            each(stream);
        }
    }

    /// Returns what a message shows of it.
    #[doc(hidden)]
    fn shown(&self) -> String {
        core::any::type_name::<Self>().to_owned()
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
    (@ $ty:ty $(, $shown:ident)?) => {
        impl $crate::launch::Argument for $ty {
            type Value = Self;

            #[inline]
            fn value(&self) -> Self {
                *self
            }

            $(#[inline]
            fn $shown(&self) -> String {
                format!("{self:?}: {}", stringify!($ty))
            })?
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
    };
    ($($ty:ty),* $(,)?) => {$($crate::kernel_argument!(@ $ty);)*};
}

kernel_argument!(@ bool, shown);
kernel_argument!(@ u8, shown);
kernel_argument!(@ u16, shown);
kernel_argument!(@ u32, shown);
kernel_argument!(@ u64, shown);
kernel_argument!(@ u128, shown);
kernel_argument!(@ usize, shown);
kernel_argument!(@ i8, shown);
kernel_argument!(@ i16, shown);
kernel_argument!(@ i32, shown);
kernel_argument!(@ i64, shown);
kernel_argument!(@ i128, shown);
kernel_argument!(@ isize, shown);
kernel_argument!(@ f32, shown);
kernel_argument!(@ f64, shown);
#[cfg(feature = "half")]
kernel_argument!(@ half::f16, shown);
#[cfg(feature = "half")]
kernel_argument!(@ half::bf16, shown);

/// A plain value of any type, such as a type of another crate, passed byte for byte.
///
/// ```
/// use cuda_driver::launch::{Argument, ByValue};
///
/// // For a parameter of a type that consists of three floats.
/// let direction = ByValue([0.0f32, 0.0, 1.0]);
/// assert_eq!(direction.value(), [0.0, 0.0, 1.0]);
///
/// // For a parameter of type `__nv_fp8_e4m3`, of which 0x38 is 1.0; likewise `__nv_fp8_e5m2` and `__nv_fp8_e8m0`.
/// let one = ByValue(0x38u8);
/// # assert_eq!(one.value(), 0x38);
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

/// Arrays of numbers.
impl<T: Argument + bytemuck::NoUninit, const N: usize> Parameter for [T; N] {
    type Argument<'a> = Self;
}

impl<T: Argument, const N: usize> Argument for [T; N] {
    type Value = [T::Value; N];

    #[inline]
    fn value(&self) -> Self::Value {
        core::array::from_fn(|index| self[index].value())
    }

    #[inline]
    fn for_each_stream<'a>(&'a self, each: &mut impl FnMut(&'a Stream)) {
        for element in self {
            element.for_each_stream(each);
        }
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

            fn shown(&self) -> String {
                format!("{} elements of {}", self.len(), core::any::type_name::<T>())
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

impl<T: 'static> Parameter for &'static DeviceBuffer<T> {
    type Argument<'a> = &'a DeviceBuffer<T>;
}

impl<T: 'static> Parameter for Option<&'static DeviceBuffer<T>> {
    type Argument<'a> = Option<&'a DeviceBuffer<T>>;
}

impl<T: 'static> Parameter for &'static mut DeviceBuffer<T> {
    type Argument<'a> = &'a mut DeviceBuffer<T>;
}

impl<T: 'static> Parameter for Option<&'static mut DeviceBuffer<T>> {
    type Argument<'a> = Option<&'a mut DeviceBuffer<T>>;
}

impl<T: 'static> Parameter for DeviceSlice<'static, T> {
    type Argument<'a> = DeviceSlice<'a, T>;
}

impl<T: 'static> Parameter for Option<DeviceSlice<'static, T>> {
    type Argument<'a> = Option<DeviceSlice<'a, T>>;
}

impl<T: 'static> Parameter for DeviceSliceMut<'static, T> {
    type Argument<'a> = DeviceSliceMut<'a, T>;
}

impl<T: 'static> Parameter for Option<DeviceSliceMut<'static, T>> {
    type Argument<'a> = Option<DeviceSliceMut<'a, T>>;
}

impl<T: 'static> Parameter for &'static PitchedBuffer<T> {
    type Argument<'a> = &'a PitchedBuffer<T>;
}

impl<T: 'static> Parameter for Option<&'static PitchedBuffer<T>> {
    type Argument<'a> = Option<&'a PitchedBuffer<T>>;
}

impl<T: 'static> Parameter for &'static mut PitchedBuffer<T> {
    type Argument<'a> = &'a mut PitchedBuffer<T>;
}

impl<T: 'static> Parameter for Option<&'static mut PitchedBuffer<T>> {
    type Argument<'a> = Option<&'a mut PitchedBuffer<T>>;
}

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

pub(super) mod sealed {
    /// Only this crate passes pointers to the driver.
    pub trait Sealed {}
}

/// All arguments of a launch: a tuple of up to 32, or an [`ArgumentList`](crate::launch::ArgumentList) of any number. Only this crate implements it.
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

    /// Returns `true` if number and sizes are those of the kernel's parameters.
    fn fit(&self, parameters: &[ParameterInfo]) -> bool;

    /// Returns the size of an argument, in bytes.
    fn size_of(&self, index: usize) -> usize;

    /// Returns the type of an argument, if it is known.
    fn type_name_of(&self, index: usize) -> Option<&'static str>;

    /// Returns what a message shows of each.
    #[doc(hidden)]
    fn shown(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the first argument, from 0, some of whose memory belongs to another stream than `stream`, and that stream.
    fn other_stream<'a>(&'a self, stream: &Stream) -> Option<(usize, &'a Stream)>;
}

/// Argument types that are known at compile time. Only this crate implements it.
pub trait Signature: sealed::Sealed {
    /// The size of each argument, in bytes.
    const SIZES: &'static [usize];

    /// The alignment of each argument's type, in bytes.
    const ALIGNMENTS: &'static [usize];

    /// Returns the types' names.
    #[doc(hidden)]
    fn type_names() -> Vec<&'static str>;
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
