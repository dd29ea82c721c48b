//! Two threads can't submit work that writes the same buffer.
use cuda_driver::{DeviceBuffer, Stream};

fn race(stream: &Stream, buffer: &mut DeviceBuffer<u32>) {
    std::thread::scope(|threads| {
        threads.spawn(|| stream.fill(&mut *buffer, 1));
        threads.spawn(|| stream.fill(&mut *buffer, 2));
    });
}

fn main() {}
