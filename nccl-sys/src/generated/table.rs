// Written by `cargo xtask generate` from a template. Do not edit.

use core::ffi::*;
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::enums::*;
use super::function::Symbol;
use super::types::*;

macro_rules! define {
    ($($name:ident: $since:literal, $(until($until:literal),)? ($($parameter:ident: $ty:ty),*) -> $result:ty;)*) => {
        /// An NCCL: one slot for each function, `None` if this NCCL lacks it.
        ///
        /// A call through a slot costs as much as one through any other function pointer.
        #[repr(C)]
        pub struct NcclTable {
            $(
                #[doc = concat!(
                    "[`", stringify!($name), "`](https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html)."
                )]
                pub $name: Option<unsafe extern "C" fn($($parameter: $ty),*) -> $result>,
            )*
            // Last, so that slot and symbol have the same index.
            version: usize,
        }
    };
}

for_each_function!(define);

const SLOTS: usize = Symbol::ALL.len();
const _: () = assert!(size_of::<NcclTable>() == (SLOTS + 1) * size_of::<*const c_void>());

impl NcclTable {
    /// Fills a table with the result of `resolve` for each function: a function, or null.
    ///
    /// `version` is NCCL's as NCCL writes versions, 23007 for 2.30.7; error messages name it.
    ///
    /// # Safety
    /// - Each pointer that is not null is a function with the signature of its slot, and does what
    ///   NCCL's function of that name does.
    /// - It stays callable as long as the table, or a copy of the slot, is used.
    /// - The same holds for what is put into a slot of this table later.
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

    /// NCCL's version as NCCL writes it: 23007 for 2.30.7.
    #[must_use]
    pub fn version(&self) -> c_int {
        c_int::try_from(self.version).unwrap_or(0)
    }

    pub(super) fn set_version(&mut self, version: c_int) {
        self.version = usize::try_from(version).unwrap_or(0);
    }

    /// Returns the function in the slot of `symbol`.
    #[must_use]
    pub fn get(&self, symbol: Symbol) -> Option<NonNull<c_void>> {
        let slots = core::ptr::from_ref(self).cast::<*mut c_void>();
        // SAFETY: as in `from_fn`, the slot of a symbol lies at its index.
        NonNull::new(unsafe { *slots.add(symbol as usize) })
    }

    /// Returns the functions that this NCCL lacks.
    pub fn missing(&self) -> impl Iterator<Item = Symbol> + '_ {
        Symbol::ALL
            .iter()
            .copied()
            .filter(|symbol| self.get(*symbol).is_none())
    }
}

impl fmt::Debug for NcclTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NcclTable")
            .field("version", &self.version)
            .field("functions", &(SLOTS - self.missing().count()))
            .finish_non_exhaustive()
    }
}
