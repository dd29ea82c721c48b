//! Lanes: the words of planes, and the PTX types stored in them.

use crate::numbers::half::{Float16, Format16};
use std::ops::{BitOr, BitXor};

/// A word of a plane.
pub trait Word:
    Copy + Default + PartialEq + BitOr<Output = Self> + BitXor<Output = Self> + Send + Sync + 'static
{
    /// Returns `self` where `lanes` is all ones, and `old` where it is zero.
    fn blend(self, old: Self, lanes: u32) -> Self;
    /// Truncates a 64-bit value.
    fn cut(value: u64) -> Self;
    /// Zero-extends to 64 bits.
    fn wide(self) -> u64;
    /// Returns the sum, wrapping at the word's width.
    fn plus(self, more: u64) -> Self;
    /// Returns the number of ones.
    fn count_ones(self) -> u32;
    /// Returns the number of zeros before the highest one.
    fn leading_zeros(self) -> u32;
    /// Returns the bits in the opposite order.
    fn reverse_bits(self) -> Self;
}

impl Word for u32 {
    #[inline(always)]
    fn blend(self, old: u32, lanes: u32) -> u32 {
        self & lanes | old & !lanes
    }
    #[inline(always)]
    fn cut(value: u64) -> u32 {
        value as u32
    }
    #[inline(always)]
    fn wide(self) -> u64 {
        u64::from(self)
    }
    #[inline(always)]
    fn plus(self, more: u64) -> u32 {
        self.wrapping_add(more as u32)
    }
    #[inline(always)]
    fn count_ones(self) -> u32 {
        u32::count_ones(self)
    }
    #[inline(always)]
    fn leading_zeros(self) -> u32 {
        u32::leading_zeros(self)
    }
    #[inline(always)]
    fn reverse_bits(self) -> u32 {
        u32::reverse_bits(self)
    }
}

impl Word for u64 {
    #[inline(always)]
    fn blend(self, old: u64, lanes: u32) -> u64 {
        let lanes = lanes as i32 as i64 as u64;
        self & lanes | old & !lanes
    }
    #[inline(always)]
    fn cut(value: u64) -> u64 {
        value
    }
    #[inline(always)]
    fn wide(self) -> u64 {
        self
    }
    #[inline(always)]
    fn plus(self, more: u64) -> u64 {
        self.wrapping_add(more)
    }
    #[inline(always)]
    fn count_ones(self) -> u32 {
        u64::count_ones(self)
    }
    #[inline(always)]
    fn leading_zeros(self) -> u32 {
        u64::leading_zeros(self)
    }
    #[inline(always)]
    fn reverse_bits(self) -> u64 {
        u64::reverse_bits(self)
    }
}

/// Returns an array of what `value` returns for each index, as `std::array::from_fn` does. That function isn't inlined
/// in dev builds, where a kernel's time would be spent in calls of it.
#[inline(always)]
pub fn from_fn<T: Copy + Default, const N: usize>(mut value: impl FnMut(usize) -> T) -> [T; N] {
    let mut array = [T::default(); N];
    let mut index = 0;
    while index < N {
        array[index] = value(index);
        index += 1;
    }
    array
}

/// Returns the mask of the lanes in which `holds` is true.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn collect(holds: [[bool; 8]; 4]) -> u32 {
    // A compiler would extract the bits one by one; the CPU can pack words to bytes and those to bits.
    use std::arch::x86_64::*;
    let four = |chunk: usize, first: usize| {
        let words: [i32; 4] = from_fn(|lane| -i32::from(holds[chunk][first + lane]));
        // SAFETY: both types are 16 bytes of which every value is valid.
        unsafe { std::mem::transmute::<[i32; 4], __m128i>(words) }
    };
    // SAFETY: every x86-64 has SSE2.
    let eight = |chunk| unsafe { _mm_packs_epi32(four(chunk, 0), four(chunk, 4)) };
    // SAFETY: as above.
    let sixteen =
        |chunk| unsafe { _mm_movemask_epi8(_mm_packs_epi16(eight(chunk), eight(chunk + 1))) }
            as u32;
    sixteen(0) | sixteen(2) << 16
}

/// Returns the mask of the lanes in which `holds` is true.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn collect(holds: [[bool; 8]; 4]) -> u32 {
    let bits = holds.iter().flatten().enumerate();
    bits.fold(0, |mask, (lane, holds)| mask | u32::from(*holds) << lane)
}

/// A PTX type, and how it is stored in a word. Types narrower than their word ignore its upper bits.
pub trait Elem: Copy + Send + Sync + 'static {
    /// The word of its registers.
    type W: Word;
    /// Reads it from a word.
    fn get(word: Self::W) -> Self;
    /// Writes it to a word.
    fn put(self) -> Self::W;
}

macro_rules! integers {
    ($($ty:ty: $word:ty;)*) => { $(
        impl Elem for $ty {
            type W = $word;
            #[inline(always)]
            fn get(word: $word) -> $ty { word as $ty }
            #[inline(always)]
            fn put(self) -> $word { self as $word }
        }
    )* };
}

integers! { u8: u32; i8: u32; u16: u32; i16: u32; u32: u32; i32: u32; u64: u64; i64: u64; }

impl Elem for f32 {
    type W = u32;
    #[inline(always)]
    fn get(word: u32) -> Self {
        f32::from_bits(word)
    }
    #[inline(always)]
    fn put(self) -> u32 {
        self.to_bits()
    }
}

impl Elem for f64 {
    type W = u64;
    #[inline(always)]
    fn get(word: u64) -> Self {
        f64::from_bits(word)
    }
    #[inline(always)]
    fn put(self) -> u64 {
        self.to_bits()
    }
}

impl<F: Format16> Elem for Float16<F> {
    type W = u32;
    #[inline(always)]
    fn get(word: u32) -> Self {
        Float16::from_bits(word as u16)
    }
    #[inline(always)]
    fn put(self) -> u32 {
        u32::from(self.to_bits())
    }
}

/// A type of which a register can hold two values.
pub trait Paired: Elem<W = u32> {
    /// The word that holds both.
    type Both: Word;
    /// The width of one in bits.
    const BITS: u32;
}

impl Paired for u16 {
    type Both = u32;
    const BITS: u32 = 16;
}

impl Paired for i16 {
    type Both = u32;
    const BITS: u32 = 16;
}

impl<F: Format16> Paired for Float16<F> {
    type Both = u32;
    const BITS: u32 = 16;
}

impl Paired for f32 {
    type Both = u64;
    const BITS: u32 = 32;
}

/// A packed type of PTX, such as `f16x2`: two values in one register, the lower one first.
#[derive(Clone, Copy)]
pub struct Packed2<T>(pub T, pub T);

impl<T: Paired> Elem for Packed2<T> {
    type W = T::Both;
    #[inline(always)]
    fn get(word: T::Both) -> Packed2<T> {
        let word = word.wide();
        let one = u64::MAX >> (64 - T::BITS);
        Packed2(T::get((word & one) as u32), T::get((word >> T::BITS) as u32))
    }
    #[inline(always)]
    fn put(self) -> T::Both {
        let one = u64::MAX >> (64 - T::BITS);
        T::Both::cut(u64::from(self.0.put()) & one | u64::from(self.1.put()) << T::BITS)
    }
}

/// 32 words, aligned for vectors.
#[repr(C, align(128))]
#[derive(Clone, Copy)]
pub struct Plane(pub [u32; 32]);

/// The indices of the set bits, lowest first.
#[derive(Clone, Copy)]
pub struct Bits(pub u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(lane as usize)
    }
}
