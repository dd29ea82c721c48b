//! What `cargo xtask generate` writes; nothing here is edited by hand but this file.
#![allow(non_snake_case, clippy::type_complexity)]

use core::fmt;

/// Defines C enumerations, which the page documents, under Rust names. They are open: every value that a newer driver may
/// return is valid. `name: type in C "type in C", prefix that the constants' names lose (names with exceptions) { … }`
macro_rules! enumerations {
    ($page:literal $(#[doc = $is:literal] $name:ident: $raw:ident $alias:literal,
        $prefix:literal ($($odd:literal = $odd_short:literal),*) { $($short:ident = $value:literal $c:literal),* $(,)? }
    )*) => {$(
        #[doc = $is]
        #[doc = ""]
        #[doc = concat!("[`", $alias, "`](", $page, ")")]
        #[doc(alias = $alias)]
        #[repr(transparent)]
        #[derive(Copy, PartialEq, Hash)]
        pub struct $name(sys::$raw);

        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl Eq for $name {}

        impl $name {
            $(#[doc = $c] #[doc(alias = $c)] pub const $short: Self = Self(sys::$raw($value));)*

            /// Creates a value from the C constant, which may be newer than this crate.
            #[must_use]
            #[inline]
            pub const fn from_raw(raw: sys::$raw) -> Self {
                Self(raw)
            }

            /// Returns the C constant.
            #[must_use]
            #[inline]
            pub const fn as_raw(self) -> sys::$raw {
                self.0
            }

            /// Returns the constant's name, the first where several have the value; `None` for a value that is newer
            /// than this crate.
            #[must_use]
            #[inline]
            pub fn name(self) -> Option<&'static str> {
                short(self.0.name(), $prefix, &[$(($odd, $odd_short)),*])
            }
        }

        impl fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                debug(f, stringify!($name), self.name(), i64::from(self.0.0))
            }
        }

        impl From<sys::$raw> for $name {
            #[inline]
            fn from(raw: sys::$raw) -> Self {
                Self(raw)
            }
        }

        impl From<$name> for sys::$raw {
            #[inline]
            fn from(value: $name) -> Self {
                value.0
            }
        }
    )*};
}

pub(crate) mod enums;
mod raw;

/// Returns a constant's name without `prefix`, or its entry in `odd`.
#[inline(never)]
fn short(name: Option<&'static str>, prefix: &str, odd: &[(&str, &'static str)]) -> Option<&'static str> {
    let name = name?;
    match odd.iter().find(|(c, _)| *c == name) {
        Some((_, short)) => Some(short),
        None => name.strip_prefix(prefix),
    }
}

#[inline(never)]
fn debug(f: &mut fmt::Formatter<'_>, ty: &str, name: Option<&str>, value: i64) -> fmt::Result {
    match name {
        Some(name) => f.write_str(name),
        None => write!(f, "{ty}({value})"),
    }
}
