//! What the code that `cuda-build` generates consists of. Crates commit such code: what these accept, they keep accepting.

/// Constants of a source, in a module that is reexported: what the including module defines itself takes precedence.
#[doc(hidden)]
#[macro_export]
macro_rules! built_constants {
    ($module:ident of $source:literal { $($cpp:literal => pub const $name:ident: $ty:ty = $value:expr;)* }) => {
        #[allow(unused_imports)]
        pub use self::$module::*;

        #[allow(non_upper_case_globals, dead_code, unused_imports)]
        mod $module {
            use super::*;

            $(#[doc = concat!("`", $cpp, "` of `", $source, "`.")]
            pub const $name: $ty = $value;)*
        }
    };
}

/// A structure, which is plain bytes. Asserts that it has the compiler's layout, with these offsets of its fields, and no
/// padding.
#[doc(hidden)]
#[macro_export]
macro_rules! built_structure {
    (
        $cpp:literal of $source:literal, $size:literal bytes aligned to $alignment:literal:
        #[$repr:meta]
        pub struct $rust:ident { $($field:ident: $kind:ty = $offset:literal,)* }
    ) => {
        #[doc = concat!("`", $cpp, "` of `", $source, "`. Pointers are addresses on the device.")]
        #[allow(missing_docs, non_snake_case, dead_code)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[$repr]
        pub struct $rust {
            $(pub $field: $kind,)*
        }

        const _: () = {
            const fn plain<T: $crate::bytemuck::Pod>() -> usize {
                ::core::mem::size_of::<T>()
            }
            assert!(
                ::core::mem::size_of::<$rust>() == $size,
                concat!(stringify!($rust), " doesn't have the ", $size, " bytes of ", $cpp)
            );
            assert!(
                ::core::mem::align_of::<$rust>() == $alignment,
                concat!(stringify!($rust), " is not aligned to ", $alignment, " bytes as ", $cpp, " is")
            );
            $(assert!(
                ::core::mem::offset_of!($rust, $field) == $offset,
                concat!(
                    stringify!($rust), "::", stringify!($field), " is not at byte ", $offset,
                    ", where ", $cpp, "::", stringify!($field), " is"
                )
            );)*
            assert!(
                0 $(+ plain::<$kind>())* == $size,
                concat!(stringify!($rust), " has padding")
            );
        };

        // SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
        unsafe impl $crate::bytemuck::Zeroable for $rust {}

        // SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
        unsafe impl $crate::bytemuck::Pod for $rust {}

        impl ::core::default::Default for $rust {
            #[inline]
            fn default() -> Self {
                $crate::bytemuck::Zeroable::zeroed()
            }
        }

        $crate::kernel_argument!($rust);
    };
}

/// A kernel: the type of its properties, its signature, the function that launches it, and that which returns it. It is
/// that of the embedded kernels with an index, or of loaded kernels the field with the last function's name.
#[doc(hidden)]
#[macro_export]
macro_rules! built_kernel {
    ($cpp:literal of $kernels:ident[$at:literal], $camel:ident { $($properties:tt)* }
        $(type $parameters:ident = $signature:ty;)?
        fn $launch:ident $(<$lifetime:lifetime>)? ($($name:ident: $ty:ty),*) { $arguments:expr }
        fn $function:ident
    ) => {
        $crate::built_kernel!(@properties $cpp of $kernels, $camel { $($properties)* } $($parameters = $signature)?);

        #[allow(clippy::too_many_arguments, clippy::missing_errors_doc, non_snake_case, dead_code)]
        impl $kernels {
            #[doc = concat!("Launches `", $cpp, "`, with the errors of `Stream::launch`.")]
            ///
            /// # Safety
            /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
            #[inline]
            pub unsafe fn $launch $(<$lifetime>)? (
                stream: &$crate::Stream,
                launch: $crate::Launch<'_>,
                $($name: $ty),*
            ) -> ::core::result::Result<(), $crate::Error> {
                let arguments = $arguments;
                // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
                unsafe { stream.launch(&Self::embedded().on(stream)?[$at], launch, arguments) }
            }

            #[doc = concat!("The function of `", $cpp, "`, with the errors of `EmbeddedKernels::on`.")]
            pub fn $function(
                stream: &$crate::Stream,
            ) -> ::core::result::Result<&'static $crate::launch::AnyKernel, $crate::Error> {
                ::core::result::Result::Ok(&Self::embedded().on(stream)?[$at])
            }
        }
    };
    ($cpp:literal of $kernels:ident, $camel:ident { $($properties:tt)* }
        $(type $parameters:ident = $signature:ty;)?
        fn $launch:ident $(<$lifetime:lifetime>)? ($($name:ident: $ty:ty),*) { $arguments:expr }
        fn $function:ident
    ) => {
        $crate::built_kernel!(@properties $cpp of $kernels, $camel { $($properties)* } $($parameters = $signature)?);

        #[allow(clippy::too_many_arguments, clippy::missing_errors_doc, non_snake_case, dead_code)]
        impl $kernels {
            #[doc = concat!("Launches `", $cpp, "`, with the errors of `Stream::launch`.")]
            ///
            /// # Safety
            /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
            #[inline]
            pub unsafe fn $launch $(<$lifetime>)? (
                &self,
                stream: &$crate::Stream,
                launch: $crate::Launch<'_>,
                $($name: $ty),*
            ) -> ::core::result::Result<(), $crate::Error> {
                let arguments = $arguments;
                // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
                unsafe { stream.launch(&self.$function, launch, arguments) }
            }

            #[doc = concat!("The function of `", $cpp, "`.")]
            pub fn $function(&self) -> &$crate::Function {
                &self.$function
            }
        }
    };
    (@properties $cpp:literal of $kernels:ident, $camel:ident {
        NAME: $symbol:literal,
        $(MAX_THREADS: $max:expr,)?
        $(REQUIRED_THREADS: $required:expr,)?
        $(MIN_BLOCKS: $min:expr,)?
        STATIC_SHARED_MEMORY: $shared:literal,
        HAS_DYNAMIC_SHARED_MEMORY: $dynamic:literal $(,)?
    } $($parameters:ident = $signature:ty)?) => {
        #[doc = concat!("Properties of the kernel `", $cpp, "`: see [`", stringify!($kernels), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub enum $camel {}

        #[allow(missing_docs, dead_code)]
        impl $camel {
            pub const NAME: &'static ::core::ffi::CStr = $symbol;
            pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = $crate::built_kernel!(@option $($max)?);
            pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> =
                $crate::built_kernel!(@option $($required)?);
            pub const MIN_BLOCKS: ::core::option::Option<u32> = $crate::built_kernel!(@option $($min)?);
            pub const STATIC_SHARED_MEMORY: usize = $shared;
            pub const HAS_DYNAMIC_SHARED_MEMORY: bool = $dynamic;
        }

        $(#[doc = concat!("The signature of `", $cpp, "`, for `Function::typed`.")]
        #[allow(dead_code)]
        pub type $parameters = $signature;)?
    };
    (@option) => {
        ::core::option::Option::None
    };
    (@option $value:expr) => {
        ::core::option::Option::Some($value)
    };
}
