//! What the generated files of the `-sys` crates declare, as cudarc has it: a module includes them, and its `raw` is where
//! they are. Open enumerations and types behind handles stay those of `raw`, but for the enumerations that functions of
//! cudarc's return, which programs match: those functions check the value.
#![allow(unused_macros, reason = "a build without features has no types of C")]

/// Enumerations whose values calls hand out: another value than these would be undefined behavior in an enum of Rust.
macro_rules! open_enum {
    ($page:literal $($(#[$meta:meta])* $name:ident: $repr:ident $all:tt)*) => {$(
        open_enum!(@ $name $repr $all);
    )*};
    (@ CUstreamCaptureStatus $($all:tt)*) => { open_enum!(= CUstreamCaptureStatus $($all)*); };
    (@ cublasPointerMode_t $($all:tt)*) => { open_enum!(= cublasPointerMode_t $($all)*); };
    (@ cusolverDeterministicMode_t $($all:tt)*) => {
        open_enum!(= cusolverDeterministicMode_t $($all)*);
    };
    (@ $($all:tt)*) => {};
    (= $name:ident $repr:ident $all:tt) => { closed_enum!(@ $repr $name $all); };
}

macro_rules! flags_enum {
    ($page:literal $($name:ident: $repr:ident { $($flag:ident = $value:literal),* $(,)? })*) => {$(
        /// No, one or several flags.
        #[repr(transparent)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            $(pub const $flag: Self = Self($value);)*
        }

        flags_enum! { @ $name BitOr bitor BitOrAssign bitor_assign }
        flags_enum! { @ $name BitAnd bitand BitAndAssign bitand_assign }
    )*};
    (@ $name:ident $operator:ident $call:ident $assign:ident $call_assign:ident) => {
        impl core::ops::$operator for $name {
            type Output = Self;

            fn $call(self, other: Self) -> Self {
                Self(core::ops::$operator::$call(self.0, other.0))
            }
        }

        impl core::ops::$assign for $name {
            fn $call_assign(&mut self, other: Self) {
                core::ops::$assign::$call_assign(&mut self.0, other.0);
            }
        }
    };
}

/// The others are enums of Rust.
macro_rules! closed_enum {
    ($page:literal $($(#[$meta:meta])* $name:ident: $repr:ident { $($all:tt)* })*) => {$(
        closed_enum!(@ $repr $name { $($all)* });
    )*};
    (@ c_uint $name:ident $all:tt) => { closed_enum!(@ #[repr(u32)] $name $all); };
    (@ c_int $name:ident $all:tt) => { closed_enum!(@ #[repr(i32)] $name $all); };
    (@ #[$repr:meta] $name:ident {
        $($enumerator:ident = $value:literal),* $(,)? $(; $($second:ident = $same:literal),*)?
    }) => {
        #[$repr]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($enumerator = $value,)*
        }

        impl $name {
            $($(#[allow(non_upper_case_globals)] pub const $second: Self = Self::of($same).expect("it has this value");)*)?

            /// Returns the enumerator with a value.
            #[allow(dead_code)]
            pub(crate) const fn of(value: i64) -> Option<Self> {
                match value {
                    $($value => Some(Self::$enumerator),)*
                    _ => None,
                }
            }
        }

        impl From<$name> for raw::$name {
            fn from(value: $name) -> Self {
                Self(value as _)
            }
        }
    };
}

/// The result codes, with a conversion of what a call returned.
macro_rules! result_enum {
    ($page:literal $(#[$meta:meta])* $name:ident: $repr:ident $all:tt) => {
        closed_enum!(@ $repr $name $all);

        impl From<raw::$name> for $name {
            fn from(code: raw::$name) -> Self {
                Self::of(i64::from(code.0)).unwrap_or(Self::OTHER)
            }
        }
    };
}

macro_rules! aliases {
    ($page:literal $($name:ident = $ty:ty;)*) => {$(pub type $name = $ty;)*};
}

macro_rules! opaque {
    ($($all:tt)*) => {};
}

/// Structures have no names for padding, so that programs that write all fields compile. None has a default, because zero
/// isn't a value of each enumeration.
macro_rules! structs {
    ($page:literal $($all:tt)*) => { structs! { $($all)* } };
    ($($(#[$meta:meta])* pub $kind:ident $name:ident $fields:tt)*) => {$(
        structs!(@ [$(#[$meta])*] $kind $name [] $fields);
    )*};
    // Their shapes are the chosen release's: see driver/sys.rs.
    (@ $meta:tt struct CUmemLocation_v1 $done:tt $fields:tt) => {};
    (@ $meta:tt struct CUmemPoolProps_v1 $done:tt $fields:tt) => {};
    (@ $meta:tt $kind:ident $name:ident $done:tt {
        #[doc(hidden)] pub $field:ident: $ty:ty $(, $($left:tt)*)?
    }) => { structs!(@ $meta $kind $name $done { $($($left)*)? }); };
    (@ $meta:tt $kind:ident $name:ident [$($done:tt)*] {
        pub $field:ident: $ty:ty $(, $($left:tt)*)?
    }) => { structs!(@ $meta $kind $name [$($done)* $field: $ty,] { $($($left)*)? }); };
    (@ [$($meta:tt)*] $kind:ident $name:ident [$($field:ident: $ty:ty,)*] {}) => {
        $($meta)*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub $kind $name {
            $(pub $field: $ty,)*
        }

        const _: () = {
            assert!(size_of::<$name>() == size_of::<raw::$name>());
            assert!(align_of::<$name>() == align_of::<raw::$name>());
            $(assert!(
                core::mem::offset_of!($name, $field) == core::mem::offset_of!(raw::$name, $field)
            );)*
        };
    };
}
