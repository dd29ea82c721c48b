//! Records as structures.

/// Structures of records' fields, for [views](crate::view) of arrays: up to 16 fields each, whose types are
/// [`Entry`](crate::view::Entry)s. In C++ it is a structure of the same name.
///
/// A text in parentheses is the field's name in the array, if it differs: `pt ("transverse momentum"): f32`.
///
/// ```
/// use cuda_awkward::view::{self, List};
///
/// cuda_awkward::record! {
///     /// A muon.
///     pub struct Muon { pt: f32, eta: f32 }
///
///     /// An event.
///     pub struct Event { muons: List<Muon>, met ("missing energy"): f64 }
/// }
///
/// let text = view::cpp::<Event>();
/// assert!(text.contains("AWKWARD_RECORD(Muon, float, pt, float, eta)"));
/// assert!(text.contains("AWKWARD_RECORD(Event, awkward::List<Muon>, muons, double, met)"));
/// ```
#[macro_export]
macro_rules! record {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_attribute:meta])* $field:ident $(($other:literal))? : $ty:ty),+ $(,)?
        }
    )+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        #[repr(C)]
        #[allow(dead_code, reason = "a kernel uses the fields")]
        $visibility struct $name {
            $($(#[$field_attribute])* $field: <$ty as $crate::view::Entry>::Column),+
        }

        impl $crate::view::Entry for $name {
            type Column = Self;

            fn cpp_type() -> ::std::string::String {
                ::std::string::String::from(::core::stringify!($name))
            }

            fn records(all: &mut ::std::vec::Vec<::std::string::String>) {
                $(<$ty as $crate::view::Entry>::records(all);)+
                let mut text = ::std::string::String::from(::core::concat!("AWKWARD_RECORD(", ::core::stringify!($name)));
                $(
                    let name = ::core::concat!(::core::stringify!($name), "_", ::core::stringify!($field));
                    let ty = $crate::view::in_macro(<$ty as $crate::view::Entry>::cpp_type(), name, all);
                    text.push_str(&::std::format!(", {ty}, {}", ::core::stringify!($field)));
                )+
                text.push(')');
                if !all.contains(&text) {
                    all.push(text);
                }
            }

            fn column(part: &$crate::view::Part<'_>) -> ::core::result::Result<Self, $crate::Error> {
                ::core::result::Result::Ok(Self {
                    $($field: part.field::<$ty>($crate::record!(@name $field $($other)?))?),+
                })
            }
        }
    )+};
    (@name $field:ident) => { ::core::stringify!($field) };
    (@name $field:ident $other:literal) => { $other };
}
