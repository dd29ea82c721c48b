//! Functions of a library that fail in turn, for the tests of its wrapper.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use cuda_driver::Stream;
use cuda_driver::driver::Symbol;
use cuda_driver::stream::wait_for_deferred;

use crate::device::TestDevice;

/// A type of a test, whose functions only return this status.
pub trait Answer {
    /// The result of a function.
    type Status;
    /// What is returned.
    const STATUS: Self::Status;
}

/// A function that can be replaced by one that only returns an answer.
pub trait Replaceable<Given> {
    /// The other function.
    const REPLACED: Self;
}

macro_rules! replaceable {
    () => { replaceable!(@); };
    ($first:ident $($rest:ident)*) => {
        replaceable!(@ $first $($rest)*);
        replaceable!($($rest)*);
    };
    (@ $($parameter:ident)*) => {
        impl<Given: Answer, $($parameter),*> Replaceable<Given>
            for unsafe extern "C" fn($($parameter),*) -> Given::Status
        {
            const REPLACED: Self = {
                unsafe extern "C" fn only<Given: Answer, $($parameter),*>(
                    $(_: $parameter),*
                ) -> Given::Status {
                    Given::STATUS
                }
                only::<Given, $($parameter),*>
            };
        }
    };
}

replaceable!(A B C D E F G H I J K L M N O P Q R S T U V W X);

/// Replaces a function of a table by one that only returns an answer.
///
/// # Panics
/// If the table doesn't have the function.
pub fn replace<Given, F: Replaceable<Given>>(slot: &mut Option<F>) {
    assert!(slot.is_some());
    *slot = Some(F::REPLACED);
}

/// A function's name, and how a table's is made to fail.
pub type FailCase<T> = (&'static str, fn(&mut T));

/// Defines the functions that work calls, each of which `$fail` makes fail.
#[macro_export]
macro_rules! failing {
    ($fail:path, $table:ty: $($name:ident)*) => {
        /// The functions that the work calls, and how each is made to fail.
        const FUNCTIONS: &[$crate::failing::FailCase<$table>] =
            &[$((stringify!($name), |table| $fail(&mut table.$name)),)*];
    };
}

thread_local! {
    /// How many objects this thread has created and destroyed, by the function that creates them.
    static MADE: RefCell<BTreeMap<&'static str, (u32, u32)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts an object.
pub fn created(by: &'static str) {
    MADE.with_borrow_mut(|counts| counts.entry(by).or_default().0 += 1);
}

/// Counts the end of an object.
pub fn destroyed(by: &'static str) {
    MADE.with_borrow_mut(|counts| counts.entry(by).or_default().1 += 1);
}

/// Defines `count`, which replaces functions of a table that create and destroy by those of another, counted; after `+` are
/// those whose objects another function of the list destroys.
#[macro_export]
macro_rules! counted {
    (
        $of:ident: $table:ty, $status:ident::$success:ident;
        $($create:ident($($name:ident: $parameter:ty),*) $destroy:ident($raw:ty);)*
        $(+ $other:ident($($of_other:ident: $other_ty:ty),*) as $same:ident;)*
    ) => {
        /// Replaces the functions that create and destroy by those that count, too.
        #[allow(non_snake_case, reason = "they have the library's names")]
        fn count(counting: &mut $table) {
            $(
                unsafe extern "C" fn $create($($name: $parameter),*) -> $status {
                    // SAFETY: the caller guarantees it.
                    let status = unsafe { $of().$create.unwrap()($($name),*) };
                    if status == $status::$success {
                        $crate::failing::created(stringify!($create));
                    }
                    status
                }
                unsafe extern "C" fn $destroy(handle: $raw) -> $status {
                    $crate::failing::destroyed(stringify!($create));
                    // SAFETY: the caller guarantees handle.
                    unsafe { $of().$destroy.unwrap()(handle) }
                }
                counting.$create = Some($create);
                counting.$destroy = Some($destroy);
            )*
            $(
                unsafe extern "C" fn $other($($of_other: $other_ty),*) -> $status {
                    // SAFETY: the caller guarantees it.
                    let status = unsafe { $of().$other.unwrap()($($of_other),*) };
                    if status == $status::$success {
                        $crate::failing::created(stringify!($same));
                    }
                    status
                }
                counting.$other = Some($other);
            )*
        }
    };
}

/// What is made through the driver, and what releases it.
const PAIRS: [(Symbol, Symbol); 3] = [
    (Symbol::cuMemAllocAsync, Symbol::cuMemFreeAsync),
    (Symbol::cuStreamCreate, Symbol::cuStreamDestroy_v2),
    (Symbol::cuCtxPushCurrent_v2, Symbol::cuCtxPopCurrent_v2),
];

/// Runs `work` with a table, whose functions that create and destroy are [counted](crate::counted), and again with each of
/// `functions` failing: its error must be of that function, and what it created must be destroyed.
///
/// # Panics
/// If any of this isn't the case.
#[expect(clippy::panic, clippy::expect_used, reason = "it is for tests")]
pub fn each_function_fails<T: 'static, E: Display>(
    functions: &[FailCase<T>],
    table: impl Fn() -> T,
    work: impl Fn(&'static T, &Stream) -> Result<(), E>,
    function_of: impl Fn(&E) -> Option<&'static str>,
) {
    let (instrument, device) = TestDevice::of_tests().instrumented();
    let run = |name: &str, spoil: fn(&mut T)| {
        let mut table = table();
        spoil(&mut table);
        let table = Box::leak(Box::new(table));
        MADE.take();
        instrument.reset();
        let stream = device.context.stream().expect("there are streams");
        let result = work(table, &stream);
        stream.synchronize().expect("the work ends");
        drop(stream);
        wait_for_deferred();
        for (by, (created, destroyed)) in MADE.take() {
            assert_eq!(created, destroyed, "of {by}, when {name} fails");
        }
        for (make, release) in PAIRS {
            let (made, released) = (instrument.successes(make), instrument.successes(release));
            assert_eq!(made, released, "{make}, {release}, when {name} fails");
        }
        result
    };
    if let Err(error) = run("nothing", |_| {}) {
        panic!("without a failing function: {error}");
    }
    assert!(!functions.is_empty());
    for (name, spoil) in functions {
        match run(name, *spoil) {
            Ok(()) => panic!("{name} fails without an error"),
            Err(error) => assert_eq!(function_of(&error), Some(*name), "{error}"),
        }
    }
}
