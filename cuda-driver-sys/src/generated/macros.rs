// Written by `cargo xtask generate`. Do not edit.

/// Defines C enumerations as open newtypes: every value that a newer library may answer is valid.
macro_rules! open_enum {
    ($($(#[$meta:meta])* $name:ident: $repr:ty { $($enumerator:ident = $value:literal,)* })*) => {$(
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            $(#[allow(missing_docs)] pub const $enumerator: Self = Self($value);)*

            /// Every enumerator that the headers name, in their order.
            pub const ENUMERATORS: &'static [(&'static str, Self)] = &[$((stringify!($enumerator), Self($value)),)*];

            /// The enumerator's name in C; `None` for a value that these headers don't know.
            #[must_use]
            pub fn name(self) -> Option<&'static str> {
                Self::ENUMERATORS.iter().find(|(_, value)| *value == self).map(|(name, _)| *name)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, concat!(stringify!($name), "({})"), self.0),
                }
            }
        }
    )*};
}

/// Gives each C struct and union a default of all zeros, as the API asks for.
macro_rules! zero_default {
    ($($name:ident,)*) => {$(
        impl Default for $name {
            fn default() -> Self {
                // SAFETY: the C structs and unions hold integers, raw pointers, `Option`s of
                // function pointers and open newtypes, and zero is a value of each.
                unsafe { core::mem::zeroed() }
            }
        }
    )*};
}
