//! A scope can't be used after its end.
use cuda_driver::{Scope, Stream};

fn keep(stream: &Stream) {
    let mut escaped: Option<&Scope<'_, '_>> = None;
    let _ = stream.scope(|scope| {
        escaped = Some(scope);
        Ok(())
    });
}

fn main() {}
