//! A signature has no raw pointers, because safe code can create any.
use cuda_driver::{Error, launch::TypedKernel, module::Function};

fn typed(function: Function) -> Result<TypedKernel<(*const f32,)>, Error> {
    // SAFETY: of what?
    unsafe { function.typed() }
}

fn main() {}
