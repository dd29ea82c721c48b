// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

//! The macros that the generated files use. `cargo xtask generate` writes a copy for `cuda-libraries-sys`.

/// Defines C enumerations, which the page documents, as open newtypes: every value that a newer library may return is
/// valid.
macro_rules! open_enum {
    ($page:literal $($(#[$meta:meta])* $name:ident: $repr:ty {
        $($enumerator:ident = $value:literal),* $(,)? $(; $($second:ident = $same:literal),*)?
    })*) => {$(
        #[doc = concat!("[`", stringify!($name), "`](", $page, ")")]
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Copy, PartialEq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        // These by hand, because what is derived takes longer to compile.
        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl Eq for $name {}

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                Self(0)
            }
        }

        impl $name {
            $(#[allow(missing_docs)] pub const $enumerator: Self = Self($value);)*
            $($(#[allow(missing_docs)] pub const $second: Self = Self($same);)*)?

            /// Every enumerator in the headers, in their order; after them, second names of values.
            pub const ENUMERATORS: &'static [(&'static str, Self)] = &[
                $((stringify!($enumerator), Self($value)),)* $($((stringify!($second), Self($same)),)*)?
            ];

            /// Returns the enumerator's name in C; `None` for a value that these headers don't know.
            #[must_use]
            #[inline]
            pub const fn name(self) -> Option<&'static str> {
                const NAMES: &str = concat!($(stringify!($enumerator), " "),*);
                crate::generated::macros::name_of(self.0 as i64, NAMES, &[$($value),*])
            }
        }

        impl core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::generated::macros::debug(f, self.name(), stringify!($name), &self.0)
            }
        }
    )*};
}

/// Defines sets of flags as those above.
macro_rules! flags_enum {
    ($($all:tt)*) => { open_enum! { $($all)* } };
}

/// Defines the enumerations that no call hands out as those above.
macro_rules! closed_enum {
    ($($all:tt)*) => { open_enum! { $($all)* } };
}

/// Defines the result codes as those above.
macro_rules! result_enum {
    ($($all:tt)*) => { open_enum! { $($all)* } };
}

/// Returns the first name of a value; a space ends each name. All enumerations share this function, because the compiler
/// would unroll a loop in each of them. A table with a string for each name would need a relocation for each.
#[inline(never)]
pub(crate) const fn name_of(value: i64, names: &'static str, values: &[i64]) -> Option<&'static str> {
    let (mut at, mut start, mut end) = (0, 0, 0);
    while at < values.len() {
        while names.as_bytes()[end] != b' ' {
            end += 1;
        }
        if values[at] == value {
            return Some(names.split_at(end).0.split_at(start).1);
        }
        (at, start, end) = (at + 1, end + 1, end + 1);
    }
    None
}

/// Formats a value of an enumeration: its name, or the type and the number.
#[inline(never)]
pub(crate) fn debug(
    f: &mut core::fmt::Formatter<'_>, name: Option<&str>, ty: &str, value: &dyn core::fmt::Debug,
) -> core::fmt::Result {
    match name {
        Some(name) => f.write_str(name),
        None => f.debug_tuple(ty).field(value).finish(),
    }
}

/// Defines other names of types, which the page documents.
macro_rules! aliases {
    ($page:literal $($name:ident = $ty:ty;)*) => {$(
        #[doc = concat!("[`", stringify!($name), "`](", $page, ")")]
        pub type $name = $ty;
    )*};
}

/// Defines C structs and unions, each with a default of all zeros, as the API requires; the page documents them if they
/// have no other documentation.
macro_rules! structs {
    ($page:literal $($(#[$meta:meta])* pub $kind:ident $name:ident $fields:tt)*) => {
        structs! {$(
            #[doc = concat!("[`", stringify!($name), "`](", $page, ")")]
            $(#[$meta])* pub $kind $name $fields
        )*}
    };
    ($($(#[$meta:meta])* pub $kind:ident $name:ident $fields:tt)*) => {$(
        $(#[$meta])*
        #[repr(C)]
        #[derive(Copy)]
        pub $kind $name $fields

        // What is derived takes longer to compile.
        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                // SAFETY: the C structs and unions hold integers, raw pointers, `Option`s of
                // function pointers and open newtypes, and zero is a value of each.
                unsafe { core::mem::zeroed() }
            }
        }
    )*};
}

/// Defines the types behind handles.
macro_rules! opaque {
    ($($name:ident,)*) => {$(
        /// An opaque type behind a handle; only the library knows its fields.
        #[repr(C)]
        #[derive(Debug)]
        pub struct $name {
            _unused: [u8; 0],
        }
    )*};
}

/// Defines the macros of a header that are values.
macro_rules! constants {
    ($($name:ident: $ty:ty = $value:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`, a macro of the header.")]
        pub const $name: $ty = $value;
    )*};
}
