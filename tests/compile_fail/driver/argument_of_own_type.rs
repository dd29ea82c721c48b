//! A struct becomes an argument with `kernel_argument!`; the message says so.
use cuda_driver::{Error, Function, Launch, Stream};

#[derive(Clone, Copy)]
#[repr(C)]
struct Range {
    begin: u32,
    end: u64,
}

fn launch(stream: &Stream, function: &Function, range: Range) -> Result<(), Error> {
    // SAFETY: none.
    unsafe { stream.launch(function, Launch::grid(1), (range, 1.0f32)) }
}

fn main() {}
