//! Tuples as arguments. What is said for each length is compiled for each, in every build of the crate, so that is little:
//! one bound of each type, by which an error is of the argument, not of all. A tuple `(A, B)` has a list `(((), A), B)`, and
//! the rest is said of lists, by recursion.

use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;

use crate::launch::argument::sealed;
use crate::launch::{Argument, Arguments, Parameter, Parameters, Signature};
use crate::module::ParameterInfo;
use crate::stream::Stream;

/// The largest number of arguments in a tuple.
const MAX_ARGUMENTS: usize = 32;

/// A tuple of up to 32.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the arguments of a launch",
    note = "arguments are a tuple of up to 32, `(a,)` for one and `()` for none, each of which is an `Argument`, or \
            `&ArgumentList`"
)]
pub trait Tuple: sealed::Sealed {
    /// Its types.
    type List: Types;

    /// Returns references to its items.
    fn each(&self) -> <Self::List as List>::Refs<'_>;
}

/// A list of types: `()`, or a list and one more type.
pub trait List: list_sealed::Sealed {
    /// References to a value of each.
    type Refs<'a>
    where
        Self: 'a;
}

mod list_sealed {
    /// Lists alone are lists.
    pub trait Sealed {}
    impl Sealed for () {}
    impl<L, A> Sealed for (L, A) {}
}

impl List for () {
    type Refs<'a> = ();
}

impl<L: List, A> List for (L, A) {
    type Refs<'a>
        = (L::Refs<'a>, &'a A)
    where
        Self: 'a;
}

/// A list of types of arguments.
pub trait Types: List + list_sealed::Sealed {
    /// The arguments' values.
    type Values;

    /// A pointer to each value, one after the other.
    type Pointers;

    /// The number of types.
    const LEN: usize;

    /// Their sizes, and zeros.
    const SIZES: [usize; MAX_ARGUMENTS];

    /// Their alignments, and zeros.
    const ALIGNMENTS: [usize; MAX_ARGUMENTS];

    /// Evaluates the arguments.
    fn values(refs: Self::Refs<'_>) -> Self::Values;

    /// Returns the pointers to values.
    fn pointers(values: &mut Self::Values) -> Self::Pointers;

    /// Appends the types' names.
    fn names(names: &mut Vec<&'static str>);

    /// Appends what a message shows of each argument.
    fn show(refs: Self::Refs<'_>, shown: &mut Vec<String>);

    /// Returns the first argument, from 0, some of whose memory belongs to another stream, and that stream.
    fn other_stream<'a>(refs: Self::Refs<'a>, stream: &Stream) -> Option<(usize, &'a Stream)>;
}

impl Types for () {
    type Values = ();
    type Pointers = ();
    const LEN: usize = 0;
    const SIZES: [usize; MAX_ARGUMENTS] = [0; MAX_ARGUMENTS];
    const ALIGNMENTS: [usize; MAX_ARGUMENTS] = [0; MAX_ARGUMENTS];

    #[inline]
    fn values((): ()) {}

    #[inline]
    fn pointers((): &mut ()) {}

    fn names(_: &mut Vec<&'static str>) {}

    fn show((): (), _: &mut Vec<String>) {}

    #[inline]
    fn other_stream<'a>((): (), _: &Stream) -> Option<(usize, &'a Stream)> {
        None
    }
}

impl<L: Types, A: Argument> Types for (L, A) {
    type Values = (L::Values, A::Value);
    type Pointers = Pointers<L::Pointers>;
    const LEN: usize = L::LEN + 1;
    const SIZES: [usize; MAX_ARGUMENTS] = with(L::SIZES, L::LEN, size_of::<A::Value>());
    const ALIGNMENTS: [usize; MAX_ARGUMENTS] = with(L::ALIGNMENTS, L::LEN, align_of::<A::Value>());

    #[inline]
    fn values((refs, argument): Self::Refs<'_>) -> Self::Values {
        (L::values(refs), argument.value())
    }

    #[inline]
    fn pointers((values, value): &mut Self::Values) -> Self::Pointers {
        Pointers { list: L::pointers(values), last: (&raw mut *value).cast() }
    }

    fn names(names: &mut Vec<&'static str>) {
        L::names(names);
        names.push(core::any::type_name::<A>());
    }

    fn show((refs, argument): Self::Refs<'_>, shown: &mut Vec<String>) {
        L::show(refs, shown);
        shown.push(argument.shown());
    }

    #[inline]
    fn other_stream<'a>(
        (refs, argument): Self::Refs<'a>,
        stream: &Stream,
    ) -> Option<(usize, &'a Stream)> {
        if let Some(other) = L::other_stream(refs, stream) {
            return Some(other);
        }
        let mut other = None;
        argument.for_each_stream(&mut |owner| {
            if owner != stream {
                other = Some((L::LEN, owner));
            }
        });
        other
    }
}

/// Pointers, and one more, without padding.
#[repr(C)]
pub struct Pointers<P> {
    list: P,
    last: *mut c_void,
}

const fn with(
    mut numbers: [usize; MAX_ARGUMENTS],
    index: usize,
    number: usize,
) -> [usize; MAX_ARGUMENTS] {
    numbers[index] = number;
    numbers
}

/// The values of a tuple's arguments, and a pointer to each. A null pointer ends the list, so that drivers notice missing
/// arguments.
pub struct StoredArguments<L: Types> {
    values: L::Values,
    pointers: MaybeUninit<Pointers<L::Pointers>>,
}

impl<T: Tuple> sealed::Sealed for T {}

impl<T: Tuple> Arguments for T {
    type Storage = StoredArguments<T::List>;

    #[inline]
    fn store(&self) -> Self::Storage {
        StoredArguments { values: T::List::values(self.each()), pointers: MaybeUninit::uninit() }
    }

    #[inline]
    fn pointers(storage: &mut Self::Storage) -> *mut *mut c_void {
        if T::List::LEN == 0 {
            return ptr::null_mut();
        }
        let list = T::List::pointers(&mut storage.values);
        let pointers = storage.pointers.write(Pointers { list, last: ptr::null_mut() });
        (&raw mut *pointers).cast()
    }

    #[inline]
    fn count(&self) -> usize {
        T::List::LEN
    }

    #[inline]
    fn fit(&self, parameters: &[ParameterInfo]) -> bool {
        let sizes = Self::SIZES;
        parameters.len() == sizes.len()
            && parameters.iter().zip(sizes).all(|(parameter, size)| parameter.size == *size)
    }

    fn size_of(&self, index: usize) -> usize {
        Self::SIZES[index]
    }

    fn type_name_of(&self, index: usize) -> Option<&'static str> {
        Self::type_names().get(index).copied()
    }

    fn shown(&self) -> Vec<String> {
        let mut shown = Vec::new();
        T::List::show(self.each(), &mut shown);
        shown
    }

    #[inline]
    fn other_stream<'a>(&'a self, stream: &Stream) -> Option<(usize, &'a Stream)> {
        T::List::other_stream(self.each(), stream)
    }
}

impl<T: Tuple> Signature for T {
    const SIZES: &'static [usize] = T::List::SIZES.split_at(T::List::LEN).0;
    const ALIGNMENTS: &'static [usize] = T::List::ALIGNMENTS.split_at(T::List::LEN).0;

    fn type_names() -> Vec<&'static str> {
        let mut names = Vec::new();
        T::List::names(&mut names);
        names
    }
}

impl Tuple for () {
    type List = ();

    #[inline]
    fn each(&self) {}
}

impl Parameters for () {
    type Arguments<'a> = ();
}

/// A tuple, its list of types, that of references to them, and that of references to its items.
macro_rules! tuples {
    ($self:ident $($name:ident)*, $list:ty, $refs:ty, $items:tt) => {
        impl<$($name: Argument),*> Tuple for ($($name,)*) {
            type List = $list;

            #[inline]
            fn each(&$self) -> $refs {
                $items
            }
        }

        impl<$($name: Parameter + 'static),*> Parameters for ($($name,)*) {
            type Arguments<'a> = ($($name::Argument<'a>,)*);
        }
    };
}

/// Calls `tuples!` for every length from one on: each call adds the next type to what the one before had. The index of a type
/// is the number of types before it.
macro_rules! tuples_up_to {
    ($self:ident $($done:ident)*, $list:tt, $refs:tt, $items:tt,) => {};
    ($self:ident $($done:ident)*, $list:tt, $refs:tt, $items:tt, $next:ident $index:tt $($rest:tt)*) => {
        tuples!($self $($done)* $next, ($list, $next), ($refs, &$next), ($items, &$self.$index));
        tuples_up_to!($self $($done)* $next, ($list, $next), ($refs, &$next), ($items, &$self.$index), $($rest)*);
    };
}

tuples_up_to!(self, (), (), (), A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15 Q 16 R 17 S 18 T 19
    U 20 V 21 W 22 X 23 Y 24 Z 25 A1 26 B1 27 C1 28 D1 29 E1 30 F1 31);
