//! A program with kernels of nvcc and this crate's archive, which needs no library of CUDA's to start.

unsafe extern "C" {
    fn triple_all(host: *mut i32, n: i32) -> i32;
}

fn main() {
    let mut numbers: Vec<i32> = (0..100).collect();
    // SAFETY: the vector has as many numbers.
    let error = unsafe { triple_all(numbers.as_mut_ptr(), 100) };
    println!("{error} {} {}", numbers[1], numbers[99]);
}
