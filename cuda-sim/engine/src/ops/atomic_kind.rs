//! The effect of atomic operations on the value in memory.

use crate::code::Code;
use crate::code::operands::Reduction;
use crate::numbers::half::{Float16, Format16};
use crate::numbers::lane::{Elem, Packed2, Word};
use crate::ops::float::{Real, extreme};
use crate::ops::int::Int;
use crate::ops::modifiers::NEAREST;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor};
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A value that the host can change atomically.
pub trait AtomicCell: Copy + 'static {
    /// The register's word.
    type W: Word;
    /// The value at `place`.
    ///
    /// # Safety
    /// `place` is aligned and lies in live memory.
    unsafe fn read(place: *const u8) -> Self::W;
    /// Replaces the value at `place` with `f(old)`, and returns the old one. `f` may be called again if another thread
    /// was faster.
    ///
    /// # Safety
    /// `place` is aligned and lies in live, writable memory.
    unsafe fn update(place: *mut u8, f: impl FnMut(Self::W) -> Self::W) -> Self::W;
    /// Adds `more` to the value at `place`, and returns the old one.
    ///
    /// # Safety
    /// As for `update`.
    unsafe fn add(place: *mut u8, more: Self::W) -> Self::W;
    /// Replaces the value at `place` with `new`, and returns the old one.
    ///
    /// # Safety
    /// As for `update`.
    unsafe fn swap(place: *mut u8, new: Self::W) -> Self::W;
    /// The same as `update`, for memory that only this thread accesses.
    ///
    /// # Safety
    /// As for `update`, and no other thread uses the memory.
    unsafe fn update_exclusive(place: *mut u8, f: impl FnOnce(Self::W) -> Self::W) -> Self::W;
    /// Returns the value at `place`, which other threads may change.
    ///
    /// # Safety
    /// As for `read`.
    unsafe fn load(place: *mut u8) -> Self::W;
    /// Replaces the value at `place` with `new` if it is `old`; otherwise returns it.
    ///
    /// # Safety
    /// As for `update`.
    unsafe fn exchange(place: *mut u8, old: Self::W, new: Self::W) -> Result<(), Self::W>;
    /// Returns a register's word after it was stored in a cell.
    fn stored(word: Self::W) -> Self::W;
}

macro_rules! cells {
    ($($ty:ty, $atomic:ty, $word:ty;)*) => { $(
        impl AtomicCell for $ty {
            type W = $word;
            #[inline(always)]
            unsafe fn read(place: *const u8) -> $word {
                // SAFETY: the caller's promise.
                <$word>::from(unsafe { place.cast::<$ty>().read() })
            }
            unsafe fn update(place: *mut u8, mut f: impl FnMut($word) -> $word) -> $word {
                // SAFETY: the caller's promise; other threads change the value atomically, too.
                let cell = unsafe { <$atomic>::from_ptr(place.cast()) };
                let mut old = cell.load(Ordering::Relaxed);
                loop {
                    let new = f(<$word>::from(old)) as $ty;
                    match cell.compare_exchange_weak(old, new, Ordering::SeqCst, Ordering::Relaxed) {
                        Ok(old) => return <$word>::from(old),
                        Err(now) => old = now,
                    }
                }
            }
            #[inline(always)]
            unsafe fn add(place: *mut u8, more: $word) -> $word {
                // SAFETY: as above.
                let cell = unsafe { <$atomic>::from_ptr(place.cast()) };
                <$word>::from(cell.fetch_add(more as $ty, Ordering::SeqCst))
            }
            #[inline(always)]
            unsafe fn swap(place: *mut u8, new: $word) -> $word {
                // SAFETY: as above.
                let cell = unsafe { <$atomic>::from_ptr(place.cast()) };
                <$word>::from(cell.swap(new as $ty, Ordering::SeqCst))
            }
            #[inline(always)]
            unsafe fn update_exclusive(place: *mut u8, f: impl FnOnce($word) -> $word) -> $word {
                // SAFETY: the caller's promise.
                let old = unsafe { Self::read(place) };
                // SAFETY: the caller's promise.
                unsafe { place.cast::<$ty>().write(f(old) as $ty) };
                old
            }
            #[inline(always)]
            unsafe fn load(place: *mut u8) -> $word {
                // SAFETY: the caller's promise; other threads change the value atomically, too.
                <$word>::from(unsafe { <$atomic>::from_ptr(place.cast()) }.load(Ordering::Relaxed))
            }
            #[inline(always)]
            unsafe fn exchange(place: *mut u8, old: $word, new: $word) -> Result<(), $word> {
                // SAFETY: as above.
                let cell = unsafe { <$atomic>::from_ptr(place.cast()) };
                let (old, new) = (old as $ty, new as $ty);
                match cell.compare_exchange(old, new, Ordering::SeqCst, Ordering::Relaxed) {
                    Ok(_) => Ok(()),
                    Err(now) => Err(<$word>::from(now)),
                }
            }
            #[inline(always)]
            fn stored(word: $word) -> $word {
                <$word>::from(word as $ty)
            }
        }
    )* };
}
cells! {
    u16, AtomicU16, u32;
    u32, AtomicU32, u32;
    u64, AtomicU64, u64;
}

/// What an atomic operation does.
pub trait AtomicKind {
    /// Its cell.
    type Cell: AtomicCell;
    /// Whether it is `cas` of whole words, without bits to ignore.
    const COMPARES: bool = false;
    /// Returns the new value of `old`, given the operands.
    fn new(old: Word1<Self>, b: Word1<Self>, c: Word1<Self>) -> Word1<Self>;
    /// Returns the same in global memory.
    #[inline(always)]
    fn new_in_global(old: Word1<Self>, b: Word1<Self>, c: Word1<Self>) -> Word1<Self> {
        Self::new(old, b, c)
    }
    /// Replaces the value at `place` in global memory with the new one, and returns the old one.
    ///
    /// # Safety
    /// As for [`AtomicCell::update`].
    #[inline(always)]
    unsafe fn change_in_global(place: *mut u8, b: Word1<Self>, c: Word1<Self>) -> Word1<Self> {
        // SAFETY: the caller's promise.
        unsafe { Self::Cell::update(place, |old| Self::new_in_global(old, b, c)) }
    }
}

/// The word of a kind's registers.
pub type Word1<K> = <<K as AtomicKind>::Cell as AtomicCell>::W;

impl Reduction {
    /// Returns that of a kind.
    pub const fn of<K: AtomicKind>() -> Reduction {
        fn words<K: AtomicKind>(
            new: impl Fn(Word1<K>, Word1<K>, Word1<K>) -> Word1<K>,
            words: [u64; 3],
        ) -> u64 {
            let [old, b, c] = words.map(Word::cut);
            new(old, b, c).wide()
        }
        Reduction {
            size: size_of::<K::Cell>() as u32,
            new: |old, b, c| words::<K>(K::new, [old, b, c]),
            new_in_global: |old, b, c| words::<K>(K::new_in_global, [old, b, c]),
        }
    }

    /// Updates the cell at `to` with the operand at `from`.
    ///
    /// # Safety
    /// Both places are live and aligned to the size, `to` is writable, and no other thread uses it unless it is in
    /// global memory.
    pub unsafe fn update(self, to: *mut u8, from: *const u8, to_global: bool) {
        // SAFETY: the caller's promise.
        unsafe {
            match self.size {
                2 => Selected::<u16>(self, PhantomData).reduce(to, from, to_global),
                4 => Selected::<u32>(self, PhantomData).reduce(to, from, to_global),
                _ => Selected::<u64>(self, PhantomData).reduce(to, from, to_global),
            }
        }
    }
}

/// What changes the cells of an instruction: a kind, as [`PhantomData`], for which [`Atomic`](crate::ops::Atomic) is
/// compiled, or the one that the instruction has [`Selected`].
pub trait Change: Copy {
    /// Its cell.
    type Cell: AtomicCell;
    /// As of [`AtomicKind`].
    const COMPARES: bool = false;
    /// Returns the instruction's; `index` is that of [`Code::reductions`](crate::code::Code::reductions).
    fn find(code: &Code, index: u32) -> Self;
    /// Returns the new value of `old`, given the operands, in global or other memory.
    fn updated<const GLOBAL: bool>(
        self,
        old: Word2<Self>,
        b: Word2<Self>,
        c: Word2<Self>,
    ) -> Word2<Self>;
    /// Replaces the value at `place` with the new one, and returns the old one.
    ///
    /// # Safety
    /// `place` is aligned and lies in live, writable memory, and no other thread uses it unless it is `GLOBAL`.
    #[inline(always)]
    unsafe fn change<const GLOBAL: bool>(
        self,
        place: *mut u8,
        b: Word2<Self>,
        c: Word2<Self>,
    ) -> Word2<Self> {
        // SAFETY: the caller's promise.
        unsafe {
            if GLOBAL {
                self.change_in_global(place, b, c)
            } else {
                Self::Cell::update_exclusive(place, |old| self.updated::<false>(old, b, c))
            }
        }
    }
    /// The same in global memory.
    ///
    /// # Safety
    /// As for [`AtomicCell::update`].
    #[inline(always)]
    unsafe fn change_in_global(
        self,
        place: *mut u8,
        b: Word2<Self>,
        c: Word2<Self>,
    ) -> Word2<Self> {
        // SAFETY: the caller's promise.
        unsafe { Self::Cell::update(place, |old| self.updated::<true>(old, b, c)) }
    }
}

/// The word of a change's registers.
pub type Word2<K> = <<K as Change>::Cell as AtomicCell>::W;

impl<K: AtomicKind> Change for PhantomData<K> {
    type Cell = K::Cell;
    const COMPARES: bool = K::COMPARES;
    #[inline(always)]
    fn find(_: &Code, _: u32) -> Self {
        PhantomData
    }
    #[inline(always)]
    fn updated<const GLOBAL: bool>(self, old: Word1<K>, b: Word1<K>, c: Word1<K>) -> Word1<K> {
        if GLOBAL { K::new_in_global(old, b, c) } else { K::new(old, b, c) }
    }
    #[inline(always)]
    unsafe fn change_in_global(self, place: *mut u8, b: Word1<K>, c: Word1<K>) -> Word1<K> {
        // SAFETY: the caller's promise.
        unsafe { K::change_in_global(place, b, c) }
    }
}

/// An operation on a cell that is called for each lane. Only those that programs use most are compiled into the
/// instruction.
#[derive(Clone, Copy)]
pub struct Selected<C>(Reduction, PhantomData<C>);

impl<C: AtomicCell> Selected<C> {
    /// # Safety
    /// As for [`Reduction::update`], whose size is the cell's.
    unsafe fn reduce(self, to: *mut u8, from: *const u8, to_global: bool) {
        // SAFETY: the caller's promise.
        unsafe {
            let b = C::read(from);
            if to_global {
                self.change::<true>(to, b, b)
            } else {
                self.change::<false>(to, b, b)
            };
        }
    }
}

impl<C: AtomicCell> Change for Selected<C> {
    type Cell = C;
    #[inline(always)]
    fn find(code: &Code, index: u32) -> Self {
        Selected(code.reductions[index as usize], PhantomData)
    }
    #[inline(always)]
    fn updated<const GLOBAL: bool>(self, old: C::W, b: C::W, c: C::W) -> C::W {
        let new = if GLOBAL { self.0.new_in_global } else { self.0.new };
        C::W::cut(new(old.wide(), b.wide(), c.wide()))
    }
}

/// An integer that atomic operations change.
pub trait AtomicInteger:
    Int + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Its cell.
    type Cell: AtomicCell<W = Self::W>;
}
impl AtomicInteger for u16 {
    type Cell = u16;
}
impl AtomicInteger for u32 {
    type Cell = u32;
}
impl AtomicInteger for i32 {
    type Cell = u32;
}
impl AtomicInteger for u64 {
    type Cell = u64;
}
impl AtomicInteger for i64 {
    type Cell = u64;
}

/// Defines kinds on integers. In brackets is the CPU's own operation for some.
macro_rules! integer_kinds {
    ($($(#[$doc:meta])* $name:ident$([$own:ident])?: |$old:ident, $b:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<T>);
        impl<T: AtomicInteger> AtomicKind for $name<T> {
            type Cell = T::Cell;
            $(
                #[inline(always)]
                unsafe fn change_in_global(place: *mut u8, b: T::W, _: T::W) -> T::W {
                    // SAFETY: the caller's promise.
                    unsafe { T::Cell::$own(place, b) }
                }
            )?
            #[inline(always)]
            fn new(old: T::W, b: T::W, _: T::W) -> T::W {
                let ($old, $b) = (T::get(old), T::get(b));
                ($body).put()
            }
        }
    )* };
}

integer_kinds! {
    /// `add`
    AtomAdd[add]: |old, b| Int::add(old, b);
    /// `exch`
    AtomExch[swap]: |_old, b| b;
    /// `min`
    AtomMin: |old, b| old.min(b);
    /// `max`
    AtomMax: |old, b| old.max(b);
    /// `and`
    AtomAnd: |old, b| old & b;
    /// `or`
    AtomOr: |old, b| old | b;
    /// `xor`
    AtomXor: |old, b| old ^ b;
    /// `inc`
    AtomInc: |old, b| if old >= b { T::default() } else { old.add(T::one()) };
    /// `dec`
    AtomDec: |old, b| if old == T::default() || old > b { b } else { old.sub(T::one()) };
}

/// `cas`: `b` is the expected value
pub struct AtomCas<T>(PhantomData<T>);
impl<T: AtomicCell> AtomicKind for AtomCas<T> {
    type Cell = T;
    const COMPARES: bool = size_of::<T>() == size_of::<T::W>();
    #[inline(always)]
    fn new(old: T::W, b: T::W, c: T::W) -> T::W {
        if T::stored(old) == T::stored(b) { c } else { old }
    }
}

/// `add` of floating point
pub struct AtomAddFloat<T>(PhantomData<T>);
impl AtomicKind for AtomAddFloat<f32> {
    type Cell = u32;
    fn new(old: u32, b: u32, _: u32) -> u32 {
        (f32::from_bits(old) + f32::from_bits(b)).canonical().to_bits()
    }
    /// Flushes subnormal numbers.
    fn new_in_global(old: u32, b: u32, _: u32) -> u32 {
        (f32::from_bits(old).flush() + f32::from_bits(b).flush()).flush().canonical().to_bits()
    }
}
impl AtomicKind for AtomAddFloat<f64> {
    type Cell = u64;
    fn new(old: u64, b: u64, _: u64) -> u64 {
        let sum = Self::new_in_global(old, b, 0);
        if f64::from_bits(sum).is_nan() { sum | 1 << 51 } else { sum }
    }
    /// A NaN is unchanged, even a signalling one; of two NaNs, the result is the added one.
    fn new_in_global(old: u64, b: u64, _: u64) -> u64 {
        let (x, y) = (f64::from_bits(old), f64::from_bits(b));
        match (x.is_nan(), y.is_nan()) {
            (_, true) => b,
            (true, _) => old,
            _ => (x + y).to_bits(),
        }
    }
}
impl<F: Format16> AtomicKind for AtomAddFloat<Float16<F>> {
    type Cell = u16;
    fn new(old: u32, b: u32, _: u32) -> u32 {
        Real::add(Float16::<F>::get(old), Float16::get(b), NEAREST).canonical().put()
    }
}
impl<F: Format16> AtomicKind for AtomAddFloat<Packed2<Float16<F>>> {
    type Cell = u32;
    fn new(old: u32, b: u32, _: u32) -> u32 {
        let add = |x: Float16<F>, y| Real::add(x, y, NEAREST).canonical();
        let (x, y) = (Packed2::<Float16<F>>::get(old), Packed2::get(b));
        Packed2(add(x.0, y.0), add(x.1, y.1)).put()
    }
}

/// `min` and `max` of halves, of the elements of a vector: `MAX` selects which
pub struct AtomExtremeFloat<T, const MAX: bool>(PhantomData<T>);
impl<F: Format16, const MAX: bool> AtomicKind for AtomExtremeFloat<Float16<F>, MAX> {
    type Cell = u16;
    fn new(old: u32, b: u32, _: u32) -> u32 {
        extreme(Float16::<F>::get(old), Float16::get(b), 0, MAX).put()
    }
}
impl<F: Format16, const MAX: bool> AtomicKind for AtomExtremeFloat<Packed2<Float16<F>>, MAX> {
    type Cell = u32;
    fn new(old: u32, b: u32, _: u32) -> u32 {
        let (x, y) = (Packed2::<Float16<F>>::get(old), Packed2::get(b));
        Packed2(extreme(x.0, y.0, 0, MAX), extreme(x.1, y.1, 0, MAX)).put()
    }
}
