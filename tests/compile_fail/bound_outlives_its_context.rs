//! A context that is current is not destroyed.
use cuda_driver::{Context, CuResult};

fn destroy_too_early(context: Context) -> Result<(), CuResult> {
    let _bound = context.bind()?;
    context.destroy()
}

fn main() {}
