use core::ffi::*;
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use crate::Symbol;
use crate::generated::{enums::*, types::*};

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, $parameters:tt;)*) => {
        /// A driver: one slot for each entry point, `None` if the driver lacks it.
        ///
        /// A call through a slot costs as much as one through any other function pointer.
        #[repr(C)]
        pub struct DriverTable {
            $(
                #[doc = concat!(
                    "[`", $name, "`](https://docs.nvidia.com/cuda/cuda-driver-api/", $page, ".html#", $page, "_1", $anchor,
                    ") of CUDA ", stringify!($since), "."
                )]
                pub $symbol: Option<unsafe extern "C" fn $parameters -> CUresult>,
            )*
            // Last, so that slot and symbol have the same index.
            version: usize,
        }
    };
}

for_each_entry_point!(define);

const SLOTS: usize = Symbol::ALL.len();
const _: () = assert!(size_of::<DriverTable>() == (SLOTS + 1) * size_of::<*const c_void>());

impl DriverTable {
    /// Fills a table with the result of `resolve` for each entry point: a function, or null.
    ///
    /// `version` is the driver's as `cuDriverGetVersion` gives it, 13000 for 13.0; error messages
    /// name it.
    ///
    /// # Safety
    /// - Each pointer that is not null is a function with the signature of its slot, and so is what is put into a
    ///   slot later.
    /// - It stays callable as long as the table, or a copy of the slot, is used.
    pub unsafe fn from_fn(
        version: c_int,
        mut resolve: impl FnMut(Symbol) -> *const c_void,
    ) -> Self {
        let mut table = MaybeUninit::<Self>::zeroed();
        let slots = table.as_mut_ptr().cast::<*const c_void>();
        for &symbol in Symbol::ALL {
            let pointer = resolve(symbol);
            // SAFETY: the struct is `repr(C)` and begins with one pointer-sized slot for each symbol,
            // in the order of `Symbol::ALL` (both come from the same list).
            unsafe { slots.add(symbol as usize).write(pointer) };
        }
        // SAFETY: zero was a value of every field, and the slots were overwritten with what the
        // caller guarantees: an `Option` of a function pointer is a nullable pointer.
        let mut table = unsafe { table.assume_init() };
        table.version = usize::try_from(version).unwrap_or(0);
        table
    }

    /// Returns the driver's version as CUDA writes it: 13000 for 13.0, 12040 for 12.4.
    #[must_use]
    pub fn version(&self) -> c_int {
        c_int::try_from(self.version).unwrap_or(0)
    }

    /// Returns the function in the slot of `symbol`.
    #[must_use]
    pub fn get(&self, symbol: Symbol) -> Option<NonNull<c_void>> {
        let slots = core::ptr::from_ref(self).cast::<*mut c_void>();
        // SAFETY: as in `from_fn`, the slot of a symbol lies at its index.
        NonNull::new(unsafe { *slots.add(symbol as usize) })
    }

    /// Returns the entry points that this driver lacks.
    #[inline]
    pub fn missing(&self) -> impl Iterator<Item = Symbol> + '_ {
        Symbol::ALL.iter().copied().filter(|symbol| self.get(*symbol).is_none())
    }

    /// Returns the same driver as if it were of an older `version`: entry points that are newer are absent.
    ///
    /// This is for tests of a program on older drivers.
    #[must_use]
    #[inline]
    pub fn capped(&self, version: c_int) -> Self {
        let version = version.min(self.version());
        // SAFETY: the pointers are this table's own, each in the slot that it came from.
        unsafe {
            Self::from_fn(version, |symbol| match self.get(symbol) {
                Some(function) if c_int::from(symbol.since()) <= version => function.as_ptr(),
                _ => core::ptr::null(),
            })
        }
    }
}

impl fmt::Debug for DriverTable {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriverTable")
            .field("version", &self.version)
            .field("entry_points", &(SLOTS - self.missing().count()))
            .finish_non_exhaustive()
    }
}
