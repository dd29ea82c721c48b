//! A context is current on one thread.

use cuda_driver::Context;

fn main() {}

fn send(context: &Context) {
    let current = context.make_current().unwrap();
    std::thread::scope(|threads| {
        threads.spawn(move || drop(current));
    });
}
