use core::ffi::*;

use cuda_driver::sys::*;

use crate::TestDevice;

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, ($($parameter:ident: $ty:ty),*);)*) => {
        /// Calls an entry point with zero for every argument.
        #[allow(non_snake_case)]
        fn call_with_nothing(table: &DriverTable, symbol: Symbol) -> Option<CUresult> {
            match symbol {
                $(Symbol::$symbol => {
                    // SAFETY: zero is a value of every parameter's type, and the driver promises to reject it where it
                    // is invalid.
                    table.$symbol.map(|function| unsafe { function($(core::mem::zeroed::<$ty>()),*) })
                })*
                // The macro lists every entry point.
                _ => None,
            }
        }
    };
}

for_each_entry_point!(define);

#[test]
fn every_entry_point_survives_zeros_with_and_without_a_context() {
    for table in [cuda_sim::driver_table(), cuda_sim::driver_table_per_thread()] {
        for &symbol in Symbol::ALL {
            let sim = TestDevice::new();
            call_with_nothing(table, symbol);
            call!(sim.raw, cuCtxSetCurrent(core::ptr::null_mut())).unwrap();
            let answer = call_with_nothing(table, symbol);
            assert_ne!(answer, Some(CUresult::CUDA_ERROR_UNKNOWN), "{symbol} panicked");
        }
    }
}
