//! The C++ names of Rust's types.

/// A type with an equivalent in C++.
///
/// ```
/// use nvrtc::{CppType, instance_name};
///
/// assert_eq!(<*const f32>::cpp_name(), "const float*");
/// assert_eq!(instance_name::<(f32, i32)>("scale"), "scale<float, int>");
///
/// struct Pair; // `ns::Pair` in C++
/// impl CppType for Pair {
///     fn cpp_name() -> String {
///         "ns::Pair".to_owned()
///     }
/// }
/// assert_eq!(instance_name::<Pair>("scale"), "scale<ns::Pair>");
/// ```
pub trait CppType {
    /// Returns the name in C++, such as `unsigned int`.
    fn cpp_name() -> String;
}

impl CppType for bool {
    #[inline]
    fn cpp_name() -> String {
        "bool".to_owned()
    }
}

impl CppType for i8 {
    #[inline]
    fn cpp_name() -> String {
        "signed char".to_owned()
    }
}

impl CppType for u8 {
    #[inline]
    fn cpp_name() -> String {
        "unsigned char".to_owned()
    }
}

impl CppType for i16 {
    #[inline]
    fn cpp_name() -> String {
        "short".to_owned()
    }
}

impl CppType for u16 {
    #[inline]
    fn cpp_name() -> String {
        "unsigned short".to_owned()
    }
}

impl CppType for i32 {
    #[inline]
    fn cpp_name() -> String {
        "int".to_owned()
    }
}

impl CppType for u32 {
    #[inline]
    fn cpp_name() -> String {
        "unsigned int".to_owned()
    }
}

impl CppType for i64 {
    #[inline]
    fn cpp_name() -> String {
        "long long".to_owned()
    }
}

impl CppType for u64 {
    #[inline]
    fn cpp_name() -> String {
        "unsigned long long".to_owned()
    }
}

impl CppType for isize {
    #[inline]
    fn cpp_name() -> String {
        "ptrdiff_t".to_owned()
    }
}

impl CppType for usize {
    #[inline]
    fn cpp_name() -> String {
        "size_t".to_owned()
    }
}

impl CppType for f32 {
    #[inline]
    fn cpp_name() -> String {
        "float".to_owned()
    }
}

impl CppType for f64 {
    #[inline]
    fn cpp_name() -> String {
        "double".to_owned()
    }
}

impl<T: CppType> CppType for *const T {
    fn cpp_name() -> String {
        format!("const {}*", T::cpp_name())
    }
}

impl<T: CppType> CppType for *mut T {
    fn cpp_name() -> String {
        format!("{}*", T::cpp_name())
    }
}

/// The type arguments of a template: one type, or a tuple of several.
pub trait CppTypes {
    /// Returns their names in C++, in order.
    fn cpp_names() -> Vec<String>;
}

impl<T: CppType> CppTypes for T {
    fn cpp_names() -> Vec<String> {
        vec![T::cpp_name()]
    }
}

impl<A: CppType> CppTypes for (A,) {
    fn cpp_names() -> Vec<String> {
        vec![A::cpp_name()]
    }
}

impl<A: CppType, B: CppType> CppTypes for (A, B) {
    fn cpp_names() -> Vec<String> {
        vec![A::cpp_name(), B::cpp_name()]
    }
}

impl<A: CppType, B: CppType, C: CppType> CppTypes for (A, B, C) {
    fn cpp_names() -> Vec<String> {
        vec![A::cpp_name(), B::cpp_name(), C::cpp_name()]
    }
}

impl<A: CppType, B: CppType, C: CppType, D: CppType> CppTypes for (A, B, C, D) {
    fn cpp_names() -> Vec<String> {
        vec![A::cpp_name(), B::cpp_name(), C::cpp_name(), D::cpp_name()]
    }
}

impl<A: CppType, B: CppType, C: CppType, D: CppType, E: CppType> CppTypes for (A, B, C, D, E) {
    fn cpp_names() -> Vec<String> {
        vec![A::cpp_name(), B::cpp_name(), C::cpp_name(), D::cpp_name(), E::cpp_name()]
    }
}

impl<A: CppType, B: CppType, C: CppType, D: CppType, E: CppType, F: CppType> CppTypes
    for (A, B, C, D, E, F)
{
    fn cpp_names() -> Vec<String> {
        vec![
            A::cpp_name(),
            B::cpp_name(),
            C::cpp_name(),
            D::cpp_name(),
            E::cpp_name(),
            F::cpp_name(),
        ]
    }
}

impl<A: CppType, B: CppType, C: CppType, D: CppType, E: CppType, F: CppType, G: CppType> CppTypes
    for (A, B, C, D, E, F, G)
{
    fn cpp_names() -> Vec<String> {
        vec![
            A::cpp_name(),
            B::cpp_name(),
            C::cpp_name(),
            D::cpp_name(),
            E::cpp_name(),
            F::cpp_name(),
            G::cpp_name(),
        ]
    }
}

impl<A: CppType, B: CppType, C: CppType, D: CppType, E: CppType, F: CppType, G: CppType, H: CppType>
    CppTypes for (A, B, C, D, E, F, G, H)
{
    fn cpp_names() -> Vec<String> {
        vec![
            A::cpp_name(),
            B::cpp_name(),
            C::cpp_name(),
            D::cpp_name(),
            E::cpp_name(),
            F::cpp_name(),
            G::cpp_name(),
            H::cpp_name(),
        ]
    }
}

/// Returns the name of an instance of a template in C++, `scale<float, int>`, for
/// [`ObjectCode::symbol`](cuda_arch::ObjectCode::symbol).
///
/// ```
/// assert_eq!(nvrtc::instance_name::<(f32, i32)>("scale"), "scale<float, int>");
/// ```
#[must_use]
pub fn instance_name<T: CppTypes>(function: &str) -> String {
    format!("{function}<{}>", T::cpp_names().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_is_named_as_in_cpp() {
        assert_eq!(instance_name::<f32>("scale"), "scale<float>");
        assert_eq!(
            instance_name::<(u64, *const f64, *mut *const i8)>("ns::f"),
            "ns::f<unsigned long long, const double*, const signed char**>"
        );
    }
}
