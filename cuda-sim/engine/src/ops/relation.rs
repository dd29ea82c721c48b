//! How two values compare.

use crate::numbers::lane::Elem;
use crate::ops::int::Int;
use std::cmp::Ordering;

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

impl<T: Int> Compared for T {
    const KIND: ComparedKind = ComparedKind::Integer { signed: T::SIGNED, short: T::BITS == 16 };
}

impl Compared for f32 {
    const KIND: ComparedKind = ComparedKind::Single;
}

impl Compared for f64 {
    const KIND: ComparedKind = ComparedKind::Double;
}

/// A relation of PTX by its [`OUTCOMES`](Relation::OUTCOMES).
pub struct RelationOf<const OUTCOMES: u32>;

/// `eq`
pub type Eq = RelationOf<0b0010>;
/// `ne`, false for NaN
pub type Ne = RelationOf<0b0101>;
/// `lt`
pub type Lt = RelationOf<0b0001>;
/// `le`
pub type Le = RelationOf<0b0011>;
/// `gt`
pub type Gt = RelationOf<0b0100>;
/// `ge`
pub type Ge = RelationOf<0b0110>;
/// `equ`: or one is NaN
pub type Equ = RelationOf<0b1010>;
/// `neu`
pub type Neu = RelationOf<0b1101>;
/// `ltu`
pub type Ltu = RelationOf<0b1001>;
/// `leu`
pub type Leu = RelationOf<0b1011>;
/// `gtu`
pub type Gtu = RelationOf<0b1100>;
/// `geu`
pub type Geu = RelationOf<0b1110>;
/// `num`: neither is NaN
pub type Num = RelationOf<0b0111>;
/// `nan`
pub type Nan = RelationOf<0b1000>;

impl<T: PartialOrd, const OUTCOMES: u32> Relation<T> for RelationOf<OUTCOMES> {
    const OUTCOMES: u32 = OUTCOMES;
    #[inline(always)]
    #[allow(clippy::double_comparisons, reason = "NaN is neither less, equal nor greater")]
    fn holds(a: T, b: T) -> bool {
        match OUTCOMES {
            0b0001 => a < b,
            0b0010 => a == b,
            0b0011 => a <= b,
            0b0100 => a > b,
            0b0101 => a < b || a > b,
            0b0110 => a >= b,
            0b0111 => a == b || a < b || a > b,
            0b1000 => a.partial_cmp(&b).is_none(),
            0b1001 => a.partial_cmp(&b) != Some(Ordering::Greater) && a != b,
            0b1010 => !(a < b || a > b),
            0b1011 => a.partial_cmp(&b) != Some(Ordering::Greater),
            0b1100 => a.partial_cmp(&b) != Some(Ordering::Less) && a != b,
            0b1101 => a != b,
            0b1110 => a.partial_cmp(&b) != Some(Ordering::Less),
            _ => unreachable!("PTX has no relation of these outcomes"),
        }
    }
}
