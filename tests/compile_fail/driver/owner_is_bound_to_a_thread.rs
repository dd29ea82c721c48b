//! Any thread may drop the last clone of a foreign object, and with it the owner.

use std::rc::Rc;

use cuda_driver::sys::CUstream;
use cuda_driver::{Context, Stream};

fn of_this_thread(context: &Context, handle: CUstream, owner: Rc<()>) -> Stream {
    // SAFETY: the owner keeps the stream alive.
    unsafe { Stream::from_owner(context, handle, owner) }
}

fn main() {}
