//! Sets of flags.

use core::fmt;
use core::marker::PhantomData;

/// Defines sets of flags with the methods, operators and traits that `bitflags!` gives them, and with the feature `bitflags`
/// its trait: that crate and what its macro expands to would take longer to compile. After `const _`, other bits are known,
/// too.
macro_rules! flags {
    ($($(#[$meta:meta])* pub struct $name:ident: $bits:ty {
        $($(#[$doc:meta])* const $flag:ident = $value:expr;)* $(const _ = $others:expr;)?
    })*) => {$(
        $(#[$meta])*
        pub struct $name($bits);

        impl $name {
            $($(#[$doc])* pub const $flag: Self = Self($value);)*

            flags! { @methods $bits, 0 $(| $value)* $(| $others)? }
        }

        impl crate::flags::sealed::Sealed for $name {}

        impl crate::flags::Set for $name {
            const NAMED: &'static [(&'static str, u64)] = &[$((stringify!($flag), $value)),*];

            #[inline]
            fn of(bits: u64) -> Self {
                Self(bits as $bits)
            }
        }

        #[cfg(feature = "bitflags")]
        impl bitflags::Flags for $name {
            type Bits = $bits;

            const FLAGS: &'static [bitflags::Flag<$name>] = &[
                $(bitflags::Flag::new(stringify!($flag), Self($value)),)*
                $(bitflags::Flag::new("", Self($others)),)?
            ];

            #[inline]
            fn bits(&self) -> $bits {
                self.0
            }

            #[inline]
            fn from_bits_retain(bits: $bits) -> Self {
                Self(bits)
            }
        }

        impl core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::flags::debug(f, stringify!($name), self.0.into(), <Self as crate::flags::Set>::NAMED)
            }
        }

        flags! { @formats $name Binary Octal LowerHex UpperHex }
        flags! { @operators $name
            BitOr bitor BitOrAssign bitor_assign union, BitAnd bitand BitAndAssign bitand_assign intersection,
            BitXor bitxor BitXorAssign bitxor_assign symmetric_difference, Sub sub SubAssign sub_assign difference
        }

        impl core::ops::Not for $name {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                self.complement()
            }
        }

        impl Extend<$name> for $name {
            #[inline]
            fn extend<I: IntoIterator<Item = Self>>(&mut self, sets: I) {
                sets.into_iter().for_each(|set| self.insert(set));
            }
        }

        impl FromIterator<$name> for $name {
            #[inline]
            fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
                sets.into_iter().fold(Self(0), Self::union)
            }
        }

        impl IntoIterator for $name {
            type Item = Self;
            type IntoIter = crate::flags::Iter<Self>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }
    )*};
    (@methods $bits:ty, $all:expr) => {
        flags! { @functions
            "Returns the set without flags.", empty() -> Self { Self(0) }
            "Returns the set of all known flags.", all() -> Self { Self($all) }
            "Returns the bits as a number.", bits(&self) -> $bits { self.0 }
            "Returns the set with these bits; `None` if one is unknown.", from_bits(bits: $bits) -> Option<Self> {
                if bits & !Self::all().0 == 0 { Some(Self(bits)) } else { None }
            }
            "Returns the set with those of these bits that are known.", from_bits_truncate(bits: $bits) -> Self {
                Self(bits & Self::all().0)
            }
            "Returns the set with these bits, also those that are unknown.", from_bits_retain(bits: $bits) -> Self {
                Self(bits)
            }
            "Returns `true` if no bit is set.", is_empty(&self) -> bool { self.0 == 0 }
            "Returns `true` if all known flags are set.", is_all(&self) -> bool { self.contains(Self::all()) }
            "Returns `true` if a bit of `other` is set in this set.", intersects(&self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
            "Returns `true` if all bits of `other` are set in this set.", contains(&self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
            "Returns the bits that both sets have.", intersection(self, other: Self) -> Self { Self(self.0 & other.0) }
            "Returns the bits of both sets.", union(self, other: Self) -> Self { Self(self.0 | other.0) }
            "Returns the bits that `other` doesn't have.", difference(self, other: Self) -> Self { Self(self.0 & !other.0) }
            "Returns the bits that one of the sets has.", symmetric_difference(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
            "Returns the known flags that this set doesn't have.", complement(self) -> Self {
                Self::from_bits_truncate(!self.0)
            }
        }

        /// Adds the bits of `other`.
        #[inline]
        pub const fn insert(&mut self, other: Self) {
            self.0 |= other.0;
        }

        /// Removes the bits of `other`.
        #[inline]
        pub const fn remove(&mut self, other: Self) {
            self.0 &= !other.0;
        }

        /// Changes the bits of `other`.
        #[inline]
        pub const fn toggle(&mut self, other: Self) {
            self.0 ^= other.0;
        }

        /// Adds the bits of `other` if `value` is `true`, else removes them.
        #[inline]
        pub const fn set(&mut self, other: Self, value: bool) {
            self.0 = if value { self.0 | other.0 } else { self.0 & !other.0 };
        }

        /// Returns the flag of this name.
        #[must_use]
        #[inline]
        pub fn from_name(name: &str) -> Option<Self> {
            crate::flags::named(name)
        }

        /// Returns the flags that are set, and at the end the bits without a flag, as one.
        #[inline]
        pub fn iter(&self) -> crate::flags::Iter<Self> {
            crate::flags::Iter::new(self.0.into())
        }

        /// Returns the flags that are set, with their names.
        #[inline]
        pub fn iter_names(&self) -> crate::flags::IterNames<Self> {
            crate::flags::IterNames::new(self.0.into())
        }
    };
    (@functions $($doc:literal, $function:ident($($parameter:tt)*) -> $returns:ty $body:block)*) => {$(
        #[doc = $doc]
        #[must_use]
        #[inline]
        pub const fn $function($($parameter)*) -> $returns $body
    )*};
    (@formats $name:ident $($format:ident)*) => {$(
        impl core::fmt::$format for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::$format::fmt(&self.0, f)
            }
        }
    )*};
    (@operators $name:ident $($operator:ident $method:ident $assign:ident $assign_method:ident $set:ident),*) => {$(
        impl core::ops::$operator for $name {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.$set(other)
            }
        }

        impl core::ops::$assign for $name {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$set(other);
            }
        }
    )*};
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A type of sets of flags.
pub trait Set: Sized + 'static + sealed::Sealed {
    /// The names of flags, and their bits.
    const NAMED: &'static [(&'static str, u64)];

    /// Returns the set with these bits.
    fn of(bits: u64) -> Self;
}

/// Returns the flag of this name.
pub(crate) fn named<S: Set>(name: &str) -> Option<S> {
    let (_, bits) = S::NAMED.iter().find(|(known, _)| *known == name)?;
    Some(S::of(*bits))
}

/// The flags of a set that have a name, with it. Of flags that share bits, the first is returned.
#[derive(Debug, Clone)]
pub struct IterNames<S> {
    bits: u64,
    rest: u64,
    named: core::slice::Iter<'static, (&'static str, u64)>,
    of: PhantomData<S>,
}

impl<S: Set> IterNames<S> {
    pub(crate) fn new(bits: u64) -> Self {
        Self { bits, rest: bits, named: S::NAMED.iter(), of: PhantomData }
    }
}

impl<S: Set> Iterator for IterNames<S> {
    type Item = (&'static str, S);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, flag) = next(self.bits, &mut self.rest, &mut self.named)?;
        Some((name, S::of(flag)))
    }
}

/// The flags of a set, and at the end its bits without a flag, as one.
#[derive(Debug, Clone)]
pub struct Iter<S>(IterNames<S>);

impl<S: Set> Iter<S> {
    pub(crate) fn new(bits: u64) -> Self {
        Self(IterNames::new(bits))
    }
}

impl<S: Set> Iterator for Iter<S> {
    type Item = S;

    fn next(&mut self) -> Option<S> {
        if let Some((_, flag)) = self.0.next() {
            return Some(flag);
        }
        let rest = core::mem::take(&mut self.0.rest);
        (rest != 0).then(|| S::of(rest))
    }
}

/// Returns the next flag that is set in `bits`, and takes it from the rest.
#[inline]
fn next(
    bits: u64,
    rest: &mut u64,
    named: &mut core::slice::Iter<'static, (&'static str, u64)>,
) -> Option<(&'static str, u64)> {
    let (name, flag) = named.find(|(_, flag)| bits & flag == *flag && *rest & flag != 0)?;
    *rest &= !flag;
    Some((name, *flag))
}

/// Formats the names of the flags that are set, and as a number the bits without a name.
#[inline]
pub(crate) fn debug(
    f: &mut fmt::Formatter<'_>,
    ty: &str,
    bits: u64,
    named: &'static [(&'static str, u64)],
) -> fmt::Result {
    write!(f, "{ty}(")?;
    let (mut rest, mut separator, mut named) = (bits, "", named.iter());
    while let Some((name, _)) = next(bits, &mut rest, &mut named) {
        write!(f, "{separator}{name}")?;
        separator = " | ";
    }
    if rest != 0 || separator.is_empty() {
        write!(f, "{separator}{rest:#x}")?;
    }
    f.write_str(")")
}

#[cfg(test)]
mod tests {
    flags! {
        /// Flags.
        #[derive(Clone, Copy)]
        pub struct Few: u16 {
            /// One.
            const ONE = 1;
            /// Two.
            const TWO = 2;
            /// Both.
            const BOTH = 3;
            const _ = !0;
        }
    }

    #[test]
    fn known_flags_are_formatted_by_name_and_others_by_number() {
        let shown = |bits| format!("{:?}", Few::from_bits_retain(bits));
        assert_eq!(shown(0), "Few(0x0)");
        assert_eq!(shown(3), "Few(ONE | TWO)");
        assert_eq!(shown(2 | 0x100), "Few(TWO | 0x100)");
        assert_eq!(shown(8), "Few(0x8)");
        assert_eq!(shown(0xffff), "Few(ONE | TWO | 0xfffc)");
    }

    #[test]
    fn sets_are_those_of_bitflags() {
        fn of(bits: u16) -> Few {
            Few::from_bits_retain(bits)
        }
        assert_eq!(
            (Few::all().bits(), Few::from_bits(0x100).map(|it| it.bits())),
            (0xffff, Some(0x100))
        );
        let each = |set: Few| set.into_iter().map(|it| it.bits()).collect::<Vec<_>>();
        assert_eq!(
            (each(of(0)), each(of(0x103)), each(of(0x100))),
            (vec![], vec![1, 2, 0x100], vec![0x100])
        );
        let names = |set: Few| set.iter_names().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(of(0x103)), ["ONE", "TWO"]);
        assert_eq!(Few::from_name("BOTH").map(|it| it.bits()), Some(3));
        assert!(
            Few::from_name("").is_none()
                && Few::BOTH.contains(Few::TWO)
                && !Few::ONE.contains(Few::BOTH)
        );
        let set = |change: fn(&mut Few)| {
            let mut set = Few::BOTH;
            change(&mut set);
            set.bits()
        };
        assert!(Few::empty().is_empty() && Few::all().is_all() && !Few::BOTH.is_all());
        assert!(Few::BOTH.intersects(Few::TWO) && !Few::ONE.intersects(Few::TWO));
        assert_eq!(set(|it| it.remove(Few::ONE)), 2);
        assert_eq!((set(|it| it.toggle(of(6))), set(|it| it.set(Few::ONE, false))), (5, 2));
        assert_eq!(
            (set(|it| *it -= Few::TWO), set(|it| *it ^= Few::TWO), set(|it| *it |= of(8))),
            (1, 1, 11)
        );
        assert_eq!(
            ([Few::ONE, of(8)].into_iter().collect::<Few>().bits(), (!Few::ONE).bits()),
            (9, 0xfffe)
        );
        assert_eq!(format!("{:#x} {:b} {:o} {:X}", of(10), of(2), of(8), of(10)), "0xa 10 10 A");
    }
}
