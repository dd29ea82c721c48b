//! Integer arithmetic.

use crate::code::Inst;
#[cfg(target_arch = "x86_64")]
use crate::code::level::Level;
use crate::numbers::lane::{Packed2, Paired, Word, from_fn};
use crate::numbers::words::{from_word, to_word};
use crate::ops::int::Int;
use crate::ops::op::{Op, map1, map2, map3, with_vectors};
#[cfg(target_arch = "x86_64")]
use crate::ops::vector;
use crate::state::core::{CONTINUE, Core, Next, SKIP};
use std::marker::PhantomData;

/// An operation on two integers of a type.
pub trait BinaryOperation<T> {
    /// Returns its result.
    fn of(a: T, b: T) -> T;
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident$([$vector:ident])?: |$a:ident, $b:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<T>);
        impl<T: Int> Op for $name<T> {
            #[inline(always)]
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                $(with_vectors!(core, inst, vector::$vector::<T>);)?
                map2::<T, T, T>(core, inst, <$name<T> as BinaryOperation<T>>::of)
            }
        }
        impl<T: Int> BinaryOperation<T> for $name<T> {
            #[inline(always)]
            fn of($a: T, $b: T) -> T { $body }
        }
    )* };
}

binary! {
    /// `add`
    Add[add]: |a, b| a.add(b);
    /// `add.sat`
    AddSat: |a, b| a.add_sat(b);
    /// `sub`
    Sub[sub]: |a, b| a.sub(b);
    /// `sub.sat`
    SubSat: |a, b| a.sub_sat(b);
    /// `mul.lo`
    Mul[mul]: |a, b| a.mul(b);
    /// `mul.hi`
    MulHi[mul_hi]: |a, b| a.mul_hi(b);
    /// `div`
    Div: |a, b| a.div(b);
    /// `rem`
    Rem: |a, b| a.rem(b);
    /// `min`
    Min[min]: |a, b| a.min(b);
    /// `max`
    Max[max]: |a, b| a.max(b);
    /// `min.relu`
    MinRelu: |a, b| a.min(b).max(T::default());
    /// `max.relu`
    MaxRelu: |a, b| a.max(b).max(T::default());
}

/// `mul.hi.u64`, and the shift of the upper half by `z` that follows immediately, to `c`: a division by a constant.
pub struct MulHiShr;
impl Op for MulHiShr {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        #[cfg(target_arch = "x86_64")]
        if core.level == Level::Avx2 {
            // SAFETY: the CPU has AVX2.
            unsafe { vector::mul_hi_shr(core, inst) };
            return SKIP;
        }
        let (d, by) = (inst.c, inst.z);
        map2::<u64, u64, u64>(core, &Inst { d, ..*inst }, |a, b| Int::mul_hi(a, b) >> by);
        SKIP
    }
}

/// `div` and, if `REM`, `rem` of unsigned words. Usually all lanes have the same divisor: then there is one division,
/// and a product for each lane.
pub struct DivideWords<const REM: bool>;
impl<const REM: bool> Op for DivideWords<REM> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let divisor = core.lane::<u32>(inst.b, 0);
        let differing = (0..4).fold([0; 8], |differing: [u32; 8], chunk| {
            let words = core.load::<u32>(inst.b, chunk);
            from_fn(|lane| differing[lane] | words[lane] ^ divisor)
        });
        if divisor == 0 || differing.into_iter().fold(0, |all, bits| all | bits) != 0 {
            return if REM {
                map2::<u32, u32, u32>(core, inst, |a, b| a.rem(b))
            } else {
                map2::<u32, u32, u32>(core, inst, |a, b| a.div(b))
            };
        }
        let inverse = 1.0 / f64::from(divisor);
        map1::<u32, u32>(core, inst, |a| {
            // Adding a half keeps the quotient further from whole numbers than the product's rounding error.
            let whole = ((from_word(a) + 0.5) * inverse).trunc();
            let quotient = to_word(whole);
            if REM { a.wrapping_sub(quotient.wrapping_mul(divisor)) } else { quotient }
        })
    }
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident$([$vector:ident])?: |$a:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<T>);
        impl<T: Int> Op for $name<T> {
            #[inline(always)]
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                $(with_vectors!(core, inst, vector::$vector::<T>);)?
                map1::<T, T>(core, inst, |$a| $body)
            }
        }
    )* };
}

unary! {
    /// `neg`
    Neg[neg]: |a| a.neg();
    /// `abs`
    Abs: |a| a.abs();
    /// `cnot`
    Cnot: |a| if a == T::default() { T::one() } else { T::default() };
}

/// `mul.wide`
pub struct MulWide<T>(PhantomData<T>);
impl<T: Int> Op for MulWide<T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if T::BITS == 32 {
            with_vectors!(core, inst, vector::mul_wide::<T>);
        }
        map2::<T, T, T::Wide>(core, inst, |a, b| a.mul_wide(b))
    }
}

macro_rules! ternary {
    ($($(#[$doc:meta])* $name:ident$([$vector:ident])?: |$a:ident, $b:ident, $c:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<T>);
        impl<T: Int> Op for $name<T> {
            #[inline(always)]
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                $(with_vectors!(core, inst, vector::$vector::<T>);)?
                map3::<T, T, T, T>(core, inst, |$a, $b, $c| $body)
            }
        }
    )* };
}

ternary! {
    /// `mad.lo`
    Mad[mad]: |a, b, c| a.mul(b).add(c);
    /// `mad.hi`
    MadHi: |a, b, c| a.mul_hi(b).add(c);
    /// `mad.hi.sat`
    MadHiSat: |a, b, c| a.mul_hi(b).add_sat(c);
    /// `sad`
    Sad: |a, b, c| a.distance(b).add(c);
}

/// `mad.wide`
pub struct MadWide<T>(PhantomData<T>);
impl<T: Int> Op for MadWide<T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if T::BITS == 32 {
            with_vectors!(core, inst, vector::mad_wide::<T>);
        }
        map3::<T, T, T::Wide, T::Wide>(core, inst, |a, b, c| T::wide_add(a.mul_wide(b), c))
    }
}

/// `shl`; the distance is 32 bits wide.
pub struct Shl<T>(PhantomData<T>);
impl<T: Int> Op for Shl<T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector::shift::<T, false>);
        map2::<T, u32, T>(core, inst, |a, by| a.shl(by))
    }
}

/// `shr`
pub struct Shr<T>(PhantomData<T>);
impl<T: Int> Op for Shr<T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector::shift::<T, true>);
        map2::<T, u32, T>(core, inst, |a, by| a.shr(by))
    }
}

/// `mul24`, `mad24`: 24-bit factors. `HIGH` selects bits 16 to 47 of the product; `y` 1 saturates a signed sum.
pub struct Mul24<T, const HIGH: bool, const ADD: bool>(PhantomData<T>);
impl<T: Int, const HIGH: bool, const ADD: bool> Op for Mul24<T, HIGH, ADD>
where
    T::W: Word,
{
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let signed = T::SIGNED;
        map3::<u32, u32, u32, u32>(core, inst, |a, b, c| {
            let cut = |v: u32| {
                if signed { i64::from((v << 8) as i32 >> 8) } else { i64::from(v & 0xff_ffff) }
            };
            let product = cut(a) * cut(b);
            let part = if HIGH { product >> 16 } else { product } as u32;
            if !ADD {
                part
            } else if inst.y == 1 {
                (part as i32).saturating_add(c as i32) as u32
            } else {
                part.wrapping_add(c)
            }
        })
    }
}

macro_rules! logic {
    ($($(#[$doc:meta])* $name:ident[$vector:ident]: |$a:ident, $b:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<T>);
        impl<T: Int + std::ops::BitAnd<Output = T> + std::ops::BitOr<Output = T> + std::ops::BitXor<Output = T>> Op for $name<T> {
            #[inline(always)]
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                with_vectors!(core, inst, vector::$vector::<T>);
                map2::<T, T, T>(core, inst, |$a, $b| $body)
            }
        }
    )* };
}

logic! {
    /// `and`
    And[and]: |a, b| a & b;
    /// `or`
    Or[or]: |a, b| a | b;
    /// `xor`
    Xor[xor]: |a, b| a ^ b;
}

/// `not`
pub struct Not<T>(PhantomData<T>);
impl<T: Int + std::ops::Not<Output = T>> Op for Not<T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector::not::<T>);
        map1::<T, T>(core, inst, |a| !a)
    }
}

/// `add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`: predicate `z` has the carries of all lanes. `y` bit 0: uses
/// the carry; bit 1: writes it; bit 2: saturates a signed sum.
pub struct Carry<T, K>(PhantomData<(T, K)>);

/// The operation before the carry.
pub trait CarryKind {
    /// Whether it is a subtraction.
    const SUBTRACT: bool = false;
    /// Returns the two summands.
    fn summands(a: u64, b: u64, c: u64, signed: bool, bits: u32) -> (u64, u64);
}

/// Addition.
pub struct CarryAdd;
impl CarryKind for CarryAdd {
    fn summands(a: u64, b: u64, _: u64, _: bool, _: u32) -> (u64, u64) {
        (a, b)
    }
}
/// Subtraction.
pub struct CarrySub;
impl CarryKind for CarrySub {
    const SUBTRACT: bool = true;
    fn summands(a: u64, b: u64, _: u64, _: bool, _: u32) -> (u64, u64) {
        (a, b)
    }
}
/// `mad.lo`.
pub struct CarryMadLo;
impl CarryKind for CarryMadLo {
    fn summands(a: u64, b: u64, c: u64, _: bool, _: u32) -> (u64, u64) {
        (a.wrapping_mul(b), c)
    }
}
/// `mad.hi`.
pub struct CarryMadHi;
impl CarryKind for CarryMadHi {
    fn summands(a: u64, b: u64, c: u64, signed: bool, bits: u32) -> (u64, u64) {
        let widen = |v: u64| {
            if signed {
                i128::from((v << (64 - bits)) as i64 >> (64 - bits))
            } else {
                i128::from(v)
            }
        };
        ((widen(a).wrapping_mul(widen(b)) >> bits) as u64, c)
    }
}

impl<T: Int, K: CarryKind> Op for Carry<T, K>
where
    T::W: Word,
{
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = T::BITS;
        let all = u64::MAX >> (64 - bits);
        let signed = T::SIGNED;
        let carries = core.pred(inst.z);
        let mut out = 0;
        for lane in core.active() {
            let word = |at| core.lane::<T::W>(at, lane).wide() & all;
            let (x, y) = K::summands(word(inst.a), word(inst.b), word(inst.c), signed, bits);
            // A subtraction adds the complement, as the hardware does: its carry means that there was no borrow, and
            // NVRTC's code for 128-bit divisions uses `addc` after `subc.cc`.
            let first = u32::from(K::SUBTRACT);
            let carry = u128::from(if inst.y & 1 == 0 { first } else { carries >> lane & 1 });
            let y = if K::SUBTRACT { !y } else { y };
            let mut sum = u128::from(x & all) + u128::from(y & all) + carry;
            out |= ((sum >> bits & 1) as u32) << lane;
            if inst.y & 4 != 0 {
                let signed = |v: u64| i128::from((v << (64 - bits)) as i64 >> (64 - bits));
                let exact = signed(x & all) + signed(y & all) + carry as i128;
                let most = i128::from(all >> 1);
                sum = exact.clamp(-most - 1, most) as u128;
            }
            core.set_lane(inst.d, lane, T::W::cut(sum as u64 & all));
        }
        if inst.y & 2 != 0 {
            core.set_pred(inst.z, out);
        }
        CONTINUE
    }
}

/// Two separate 16-bit integers in a register.
pub struct Pairwise<T, K>(PhantomData<(T, K)>);

impl<T: Int + Paired, K: BinaryOperation<T>> Op for Pairwise<T, K> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map2::<Packed2<T>, Packed2<T>, Packed2<T>>(core, inst, |a, b| {
            Packed2(K::of(a.0, b.0), K::of(a.1, b.1))
        })
    }
}
