//! Sets of flags.

use core::fmt;

/// Defines sets of flags with `bitflags!`, in the form that creates one type for each instead of two: the methods of
/// the inner type take as long to compile and are never called.
macro_rules! flags {
    ($($(#[$meta:meta])* pub struct $name:ident: $bits:ty { $($flags:tt)* })*) => {$(
        $(#[$meta])*
        pub struct $name($bits);

        bitflags::bitflags! {
            impl $name: $bits { $($flags)* }
        }

        impl core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::flags::debug(f, stringify!($name), self.bits().into(), |at| {
                    let flag = <Self as bitflags::Flags>::FLAGS.get(at);
                    flag.map(|flag| (flag.name(), flag.value().bits().into()))
                })
            }
        }
    )*};
}

/// Formats the names of the flags that are set, and as a number the bits without a name. `flag` returns one by its
/// index: an iterator would be compiled for each type, with all of its methods.
#[inline]
pub(crate) fn debug(
    f: &mut fmt::Formatter<'_>,
    ty: &str,
    bits: u64,
    flag: fn(usize) -> Option<(&'static str, u64)>,
) -> fmt::Result {
    write!(f, "{ty}(")?;
    let (mut rest, mut separator) = (bits, "");
    for (name, flag) in (0..).map_while(flag) {
        // Of flags that share bits, the first is shown. Those of newer drivers are shown as one flag without a name.
        if !name.is_empty() && bits & flag == flag && rest & flag != 0 {
            write!(f, "{separator}{name}")?;
            (rest, separator) = (rest & !flag, " | ");
        }
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
        pub struct Some: u16 {
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
        let shown = |bits| format!("{:?}", Some::from_bits_retain(bits));
        assert_eq!(shown(0), "Some(0x0)");
        assert_eq!(shown(3), "Some(ONE | TWO)");
        assert_eq!(shown(2 | 0x100), "Some(TWO | 0x100)");
        assert_eq!(shown(8), "Some(0x8)");
        assert_eq!(shown(0xffff), "Some(ONE | TWO | 0xfffc)");
    }
}
