//! Tests of how `cuda-driver` waits for the device: `tests/orders.rs` and `tests/watch.rs` run its part without CUDA,
//! and `tests/runtimes.rs` awaits work on async runtimes.
