//! The driver may crash if other threads use streams in whose order memory of the pool was freed.

fn main() {}

fn destroy(pool: cuda_driver::memory::MemoryPool) {
    let _ = pool.destroy();
}
