//! A signature has no raw pointers, because safe code can create any.
use cuda_driver::{launch::TypedKernel, module::ArgumentError, Function};

fn typed(function: Function) -> Result<TypedKernel<(*const f32,)>, ArgumentError> {
    // SAFETY: of what?
    unsafe { function.typed() }
}

fn main() {}
