//! Safe code makes pointers to anywhere, so that a signature has none.
use cuda_driver::{ArgumentError, Function, TypedKernel};

fn typed(function: Function) -> Result<TypedKernel<(*const f32,)>, ArgumentError> {
    // SAFETY: of what?
    unsafe { function.typed() }
}

fn main() {}
