//! How two values compare.

use crate::numbers::lane::Elem;

/// A comparison of two values of one type.
pub trait Relation<T> {
    /// How the values compare where it holds: bit 0 less, 1 equal, 2 greater, 3 unordered.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "only vectors are compared by it")
    )]
    const OUTCOMES: u32;
    /// Returns `true` if it holds.
    fn holds(a: T, b: T) -> bool;
}

/// How vectors of a type are compared.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "only vectors are compared by it")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedKind {
    /// As integers.
    Integer {
        /// Whether they have a sign.
        signed: bool,
        /// Whether they have 16 bits of their words.
        short: bool,
    },
    /// In single precision.
    Single,
    /// In double precision.
    Double,
}

/// A type with comparisons that have their own handlers.
pub trait Compared: Elem + PartialOrd {
    /// How its vectors are compared.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "only vectors are compared by it")
    )]
    const KIND: ComparedKind;
}

macro_rules! compared {
    ($($ty:ty: $kind:expr;)*) => { $(
        impl Compared for $ty {
            const KIND: ComparedKind = $kind;
        }
    )* };
}
compared! {
    u16: ComparedKind::Integer { signed: false, short: true };
    i16: ComparedKind::Integer { signed: true, short: true };
    u32: ComparedKind::Integer { signed: false, short: false };
    i32: ComparedKind::Integer { signed: true, short: false };
    u64: ComparedKind::Integer { signed: false, short: false };
    i64: ComparedKind::Integer { signed: true, short: false };
    f32: ComparedKind::Single;
    f64: ComparedKind::Double;
}

macro_rules! relations {
    ($($(#[$doc:meta])* $name:ident($outcomes:literal): |$a:ident, $b:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name;
        impl<T: PartialOrd> Relation<T> for $name {
            const OUTCOMES: u32 = $outcomes;
            #[inline(always)]
            #[allow(clippy::double_comparisons, reason = "NaN is neither less, equal nor greater")]
            fn holds($a: T, $b: T) -> bool { $body }
        }
    )* };
}

relations! {
    /// `eq`
    Eq(0b0010): |a, b| a == b;
    /// `ne`, false for NaN
    Ne(0b0101): |a, b| a < b || a > b;
    /// `lt`
    Lt(0b0001): |a, b| a < b;
    /// `le`
    Le(0b0011): |a, b| a <= b;
    /// `gt`
    Gt(0b0100): |a, b| a > b;
    /// `ge`
    Ge(0b0110): |a, b| a >= b;
    /// `equ`: or one is NaN
    Equ(0b1010): |a, b| !(a < b || a > b);
    /// `neu`
    Neu(0b1101): |a, b| a != b;
    /// `ltu`
    Ltu(0b1001): |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Greater) && a != b;
    /// `leu`
    Leu(0b1011): |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Greater);
    /// `gtu`
    Gtu(0b1100): |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Less) && a != b;
    /// `geu`
    Geu(0b1110): |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Less);
    /// `num`: neither is NaN
    Num(0b0111): |a, b| a == b || a < b || a > b;
    /// `nan`
    Nan(0b1000): |a, b| a.partial_cmp(&b).is_none();
}
