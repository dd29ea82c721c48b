//! The trait that passes pointers to the driver can't be implemented outside of the crate.
use std::ffi::c_void;

use cuda_driver::{launch::Arguments, module::ParameterInfo, Stream};

struct Wild;

impl Arguments for Wild {
    type Storage = ();

    fn store(&self) {}

    fn pointers((): &mut ()) -> *mut *mut c_void {
        0x1000 as *mut *mut c_void
    }

    fn count(&self) -> usize {
        0
    }

    fn fit(&self, _: &[ParameterInfo]) -> bool {
        true
    }

    fn size_of(&self, _: usize) -> usize {
        0
    }

    fn type_name_of(&self, _: usize) -> Option<&'static str> {
        None
    }

    fn other_stream<'a>(&'a self, _: &Stream) -> Option<(usize, &'a Stream)> {
        None
    }
}

fn main() {}
