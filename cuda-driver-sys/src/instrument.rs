//! A table that wraps another: it counts calls by name, and makes a chosen call fail.
//!
//! It works with any driver, hardware or software. Tests use it to assert what an operation costs, and what happens
//! when a driver call fails.

use core::ffi::*;
use core::fmt;
use core::sync::atomic::{AtomicI64, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use crate::generated::{enums::*, types::*};
use crate::{DriverTable, Symbol};

/// The number of different tables that one process can wrap.
pub const SLOTS: usize = 5;

/// What one wrapping table knows. A function pointer has no room for state, so each wrapped table
/// has a slot in a static, and functions of its own that know the number of the slot.
struct Slot {
    base: AtomicPtr<DriverTable>,
    table: OnceLock<DriverTable>,
    /// Held by the `Instrument` that is in use: one measurement at a time.
    session: Mutex<()>,
    calls: [AtomicU64; Symbol::ALL.len()],
    /// The number of calls that didn't return `CUDA_SUCCESS`.
    failures: [AtomicU64; Symbol::ALL.len()],
    all: AtomicU64,
    /// The call that fails: which symbol (`ANY` for all), after how many more calls, with what.
    failing: AtomicU32,
    countdown: AtomicI64,
    code: AtomicU32,
    /// The symbol that was made to fail.
    failed: AtomicU32,
}

const NONE: u32 = u32::MAX;
const ANY: u32 = u32::MAX - 1;

static WRAPPED: [Slot; SLOTS] = [const {
    Slot {
        base: AtomicPtr::new(core::ptr::null_mut()),
        table: OnceLock::new(),
        session: Mutex::new(()),
        calls: [const { AtomicU64::new(0) }; Symbol::ALL.len()],
        failures: [const { AtomicU64::new(0) }; Symbol::ALL.len()],
        all: AtomicU64::new(0),
        failing: AtomicU32::new(NONE),
        countdown: AtomicI64::new(0),
        code: AtomicU32::new(0),
        failed: AtomicU32::new(NONE),
    }
}; SLOTS];

impl Slot {
    fn base(&self) -> Option<&'static DriverTable> {
        // SAFETY: only `Instrument::over` stores a pointer, that of a table that lives forever.
        unsafe { self.base.load(Ordering::Acquire).as_ref() }
    }

    /// Counts a call. Returns the code to return instead of calling, if this call is to fail.
    fn enter(&self, symbol: Symbol) -> Result<(), CUresult> {
        self.calls[symbol as usize].fetch_add(1, Ordering::Relaxed);
        self.all.fetch_add(1, Ordering::Relaxed);
        let failing = self.failing.load(Ordering::Acquire);
        if (failing == ANY || failing == symbol as u32)
            && self.countdown.fetch_sub(1, Ordering::AcqRel) == 1
        {
            self.failed.store(symbol as u32, Ordering::Release);
            self.failures[symbol as usize].fetch_add(1, Ordering::Relaxed);
            return Err(CUresult(self.code.load(Ordering::Acquire)));
        }
        Ok(())
    }

    /// Counts a result.
    fn leave(&self, symbol: Symbol, code: CUresult) -> CUresult {
        if code != CUresult::CUDA_SUCCESS {
            self.failures[symbol as usize].fetch_add(1, Ordering::Relaxed);
        }
        code
    }

    fn reset(&self) {
        self.failing.store(NONE, Ordering::Release);
        self.failed.store(NONE, Ordering::Release);
        self.all.store(0, Ordering::Relaxed);
        for count in self.calls.iter().chain(&self.failures) {
            count.store(0, Ordering::Relaxed);
        }
    }
}

/// A driver table wrapped for counting and for failing.
///
/// Code that passes the table on as a driver's also guarantees that the driver could return each planned
/// failure for that call in its state.
///
/// A second `Instrument` over the same table waits until the first is dropped. After
/// that, the table continues to work, without a planned failure.
pub struct Instrument {
    slot: &'static Slot,
    table: &'static DriverTable,
    _session: MutexGuard<'static, ()>,
}

/// The process already wraps [`SLOTS`] other tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NoSlot;

/// The text, which is what `main` prints of an error that it returns.
impl fmt::Debug for NoSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for NoSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this process already instruments {SLOTS} driver tables, which is all that it can"
        )
    }
}

impl std::error::Error for NoSlot {}

impl Instrument {
    /// Wraps `base`, with all counts at zero and no failure planned.
    ///
    /// # Errors
    /// [`NoSlot`] if the process already wraps [`SLOTS`] other tables.
    pub fn over(base: &'static DriverTable) -> Result<Self, NoSlot> {
        static CHOOSING: Mutex<()> = Mutex::new(());
        let choosing = CHOOSING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let index = WRAPPED
            .iter()
            .position(|slot| slot.base().is_none_or(|taken| core::ptr::eq(taken, base)))
            .ok_or(NoSlot)?;
        let slot = &WRAPPED[index];
        slot.base.store(core::ptr::from_ref(base).cast_mut(), Ordering::Release);
        drop(choosing);
        let session = slot.session.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let table = slot.table.get_or_init(|| match index {
            0 => wrap::<0>(base),
            1 => wrap::<1>(base),
            2 => wrap::<2>(base),
            3 => wrap::<3>(base),
            _ => wrap::<4>(base),
        });
        slot.reset();
        Ok(Self { slot, table, _session: session })
    }

    /// Returns the wrapping table, which lacks what the wrapped one lacks.
    #[must_use]
    pub fn table(&self) -> &'static DriverTable {
        self.table
    }

    /// Returns how often `symbol` was called, including failed calls.
    #[must_use]
    pub fn calls(&self, symbol: Symbol) -> u64 {
        self.slot.calls[symbol as usize].load(Ordering::Relaxed)
    }

    /// Returns how many of the calls of `symbol` succeeded.
    #[must_use]
    pub fn successes(&self, symbol: Symbol) -> u64 {
        let failures = self.slot.failures[symbol as usize].load(Ordering::Relaxed);
        self.calls(symbol).saturating_sub(failures)
    }

    /// Returns how many calls there were of all functions together.
    #[must_use]
    pub fn all_calls(&self) -> u64 {
        self.slot.all.load(Ordering::Relaxed)
    }

    /// Returns the functions that were called, and how often.
    #[must_use]
    pub fn called(&self) -> Vec<(Symbol, u64)> {
        Symbol::ALL
            .iter()
            .copied()
            .map(|symbol| (symbol, self.calls(symbol)))
            .filter(|(_, calls)| *calls > 0)
            .collect()
    }

    /// Returns the function whose call was made to fail since the last [`reset`](Self::reset).
    #[must_use]
    pub fn failed(&self) -> Option<Symbol> {
        let index = usize::try_from(self.slot.failed.load(Ordering::Acquire)).ok()?;
        Symbol::ALL.get(index).copied()
    }

    /// Sets all counts to zero, and forgets a planned failure.
    pub fn reset(&self) {
        self.slot.reset();
    }

    /// Makes the `nth` call of `symbol` from now (1 is the next) return `code` without being made.
    pub fn fail(&self, symbol: Symbol, nth: u32, code: CUresult) {
        self.plan(symbol as u32, nth, code);
    }

    /// Makes the `nth` call of any function from now (1 is the next) return `code` without being made.
    pub fn fail_any(&self, nth: u32, code: CUresult) {
        self.plan(ANY, nth, code);
    }

    fn plan(&self, failing: u32, nth: u32, code: CUresult) {
        self.slot.failing.store(NONE, Ordering::Release);
        self.slot.code.store(code.0, Ordering::Release);
        self.slot.countdown.store(i64::from(nth.max(1)), Ordering::Release);
        self.slot.failing.store(failing, Ordering::Release);
    }
}

impl Drop for Instrument {
    fn drop(&mut self) {
        self.slot.failing.store(NONE, Ordering::Release);
    }
}

impl fmt::Debug for Instrument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instrument")
            .field("table", self.table)
            .field("called", &self.called())
            .finish()
    }
}

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, ($($parameter:ident: $ty:ty),*);)*) => {
        /// Returns the table of the functions that know `SLOT`.
        fn wrap<const SLOT: usize>(base: &'static DriverTable) -> DriverTable {
            $(
                unsafe extern "C" fn $symbol<const SLOT: usize>($($parameter: $ty),*) -> CUresult {
                    let slot = &WRAPPED[SLOT];
                    if let Err(code) = slot.enter(Symbol::$symbol) {
                        return code;
                    }
                    match slot.base().and_then(|base| base.$symbol) {
                        // SAFETY: the caller fulfils the contract of the function.
                        Some(function) => slot.leave(Symbol::$symbol, unsafe { function($($parameter),*) }),
                        None => CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
                    }
                }
            )*
            // SAFETY: each function has the signature of its slot, both from the same list, and
            // functions of the program live forever.
            unsafe {
                DriverTable::from_fn(base.version(), |symbol| {
                    if base.get(symbol).is_none() {
                        return core::ptr::null();
                    }
                    match symbol {
                        $(Symbol::$symbol => $symbol::<SLOT> as *const c_void,)*
                    }
                })
            }
        }
    };
}

for_each_entry_point!(define);
