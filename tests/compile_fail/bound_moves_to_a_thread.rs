//! Which context is current is a thread's own.
use cuda_driver::{Context, CuResult};

fn unbind_elsewhere(context: &Context) -> Result<(), CuResult> {
    let bound = context.bind()?;
    std::thread::scope(|scope| {
        scope.spawn(move || drop(bound));
    });
    Ok(())
}

fn main() {}
