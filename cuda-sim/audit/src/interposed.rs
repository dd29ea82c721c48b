//! Functions that take the place of a library's, and how they call it.

use core::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::symbols::{LinkMap, Symbols};

/// The libraries of a kind in a process, such as NVRTCs, each at a place, and the addresses of
/// those `N` functions of each of which there are others here. A function here is told its place by
/// a parameter, because those who call it don't say which library they mean.
pub(crate) struct Libraries<const N: usize>([Library<N>; PLACES]);

/// A library beyond so many keeps its own functions.
pub(crate) const PLACES: usize = 4;

/// A library by its map; zero if there is none.
struct Library<const N: usize> {
    map: AtomicUsize,
    functions: [AtomicUsize; N],
}

impl<const N: usize> Libraries<N> {
    pub(crate) const fn new() -> Self {
        Self(
            [const {
                Library { map: AtomicUsize::new(0), functions: [const { AtomicUsize::new(0) }; N] }
            }; PLACES],
        )
    }

    /// Gives a library that is loaded a place, and its symbols the addresses of the functions here:
    /// `own` returns that of one, by its name, its library and its address there.
    pub(crate) fn open(&self, map: usize, own: fn(&CStr, usize, usize) -> Option<usize>) {
        let (set, read) = (Ordering::AcqRel, Ordering::Acquire);
        if self.0.iter().any(|slot| slot.map.compare_exchange(0, map, set, read).is_ok())
            && let Some(symbols) = symbols(map)
        {
            symbols.replace(|name, address| own(name, map, address));
        }
    }

    /// Frees the place of a library that is unloaded: another one can have the same map.
    pub(crate) fn close(&self, map: usize) {
        if let Some(place) = self.place(map) {
            self.0[place].map.store(0, Ordering::Release);
        }
    }

    /// Returns the place of a library.
    pub(crate) fn place(&self, map: usize) -> Option<usize> {
        self.0.iter().position(|slot| slot.map.load(Ordering::Acquire) == map)
    }

    /// Notes where a library has a function.
    pub(crate) fn bind(&self, place: usize, function: usize, address: usize) {
        self.0[place].functions[function].store(address, Ordering::Release);
    }

    /// Returns the address of a function that was bound.
    pub(crate) fn bound(&self, place: usize, function: usize) -> Option<usize> {
        let address = self.0[place].functions[function].load(Ordering::Acquire);
        (address != 0).then_some(address)
    }

    /// Returns the address of a function of which there is no other here, by its name. The loader
    /// isn't asked: it answers only for a library that was opened, and not for one that is linked.
    pub(crate) fn named(&self, place: usize, is_name: impl Fn(&CStr) -> bool) -> Option<usize> {
        symbols(self.0[place].map.load(Ordering::Acquire))?.find(is_name)
    }
}

/// Returns the symbols of a library that is loaded.
fn symbols(map: usize) -> Option<Symbols> {
    // SAFETY: the loader passed the map when it loaded the library, and says when it unloads it;
    // while a function of the library is called, it is loaded.
    unsafe { (map as *const LinkMap).as_ref().and_then(|map| Symbols::of(map)) }
}

/// Defines the libraries of a kind, and `own`, which finds what takes the place of a function by
/// its name, as `plain` makes it from that of the symbol. Each function has the place of its
/// library as a parameter, and calls that library's by `BoundFunction`.
macro_rules! functions {
    ($plain:expr; $($name:literal $function:ident;)*) => {
        /// The functions of a library, by their names here.
        #[allow(non_camel_case_types)]
        enum BoundFunction { $($function),* }

        impl BoundFunction {
            /// Returns the address of this function of the library at a place.
            fn at(self, place: usize) -> Option<usize> {
                LIBRARIES.bound(place, self as usize)
            }
        }

        pub(crate) static LIBRARIES: $crate::interposed::Libraries<
            { [$(stringify!($function)),*].len() },
        > = $crate::interposed::Libraries::new();

        /// Returns the address of what takes the place of a function of a library, which is at
        /// `address` there.
        pub(crate) fn own(name: &CStr, library: usize, address: usize) -> Option<usize> {
            let place = LIBRARIES.place(library)?;
            let plain: fn(&[u8]) -> &[u8] = $plain;
            $(if plain(name.to_bytes()) == $name {
                LIBRARIES.bind(place, BoundFunction::$function as usize, address);
                let all: [usize; $crate::interposed::PLACES] = [
                    $function::<0> as *const () as usize,
                    $function::<1> as *const () as usize,
                    $function::<2> as *const () as usize,
                    $function::<3> as *const () as usize,
                ];
                return Some(all[place]);
            })*
            None
        }
    };
}

/// Returns the strings of a list; nothing if one is missing: then the library says what is wrong.
///
/// # Safety
/// The list has so many pointers, each to a string or null, or is null.
pub(crate) unsafe fn strings<'a>(
    list: *const *const c_char,
    count: usize,
) -> Option<Vec<&'a CStr>> {
    if list.is_null() {
        return (count == 0).then(Vec::new);
    }
    // SAFETY: the caller's promise.
    let string = |at| unsafe {
        let string = *list.add(at);
        (!string.is_null()).then(|| CStr::from_ptr(string))
    };
    (0..count).map(string).collect()
}

/// Calls a function of a type by its address.
macro_rules! call {
    ($address:expr, ($($argument:expr),*): ($($ty:ty),*)) => {{
        type Function = unsafe extern "C" fn($($ty),*) -> core::ffi::c_int;
        core::mem::transmute::<usize, Function>($address)($($argument),*)
    }};
}

pub(crate) use {call, functions};
