//! Kernels that are compiled at run time, of which a number stay loaded.

use std::cell::Cell;

use cuda_arrow::CompiledKernels;
use cuda_driver::Launch;
use cuda_driver::driver::Symbol;
use nvrtc::Program;
use nvrtc_cache::Cache;

use crate::device::{TestDevice, with_others};
use crate::instrumented;

fn program(number: i32) -> Program<'static> {
    let text = format!("extern \"C\" __global__ void k(int *x) {{ *x += {number}; }}");
    Program::new("k.cu", text)
}

#[test]
fn as_many_kernels_as_the_limit_stay_loaded() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let (instrument, manager) = instrumented(&device);
    let stream = manager.stream();
    let compiled = Cell::new(0);
    let kernels = CompiledKernels::new(stream, Cache::in_memory()).unwrap().limit(3);
    let get = |number: i32| {
        kernels
            .function(stream, &number, "k", || {
                compiled.set(compiled.get() + 1);
                program(number)
            })
            .unwrap()
    };
    let unloaded = || instrument.calls(Symbol::cuModuleUnload);
    for number in 0..3 {
        drop(get(number));
    }
    for _ in 0..5 {
        drop(get(0));
    }
    assert_eq!((compiled.get(), kernels.loaded(), unloaded()), (3, 3, 0));
    // The least recently used makes room.
    for number in [3, 0, 4, 0, 5, 0] {
        drop(get(number));
    }
    assert_eq!((compiled.get(), kernels.loaded(), unloaded()), (6, 3, 3));
    drop(get(1));
    assert_eq!((compiled.get(), kernels.loaded(), unloaded()), (7, 3, 4));
    drop(kernels);
    assert_eq!(unloaded(), 7);
}

#[test]
fn a_kernel_in_use_stays_loaded_when_another_takes_its_place() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let (instrument, manager) = instrumented(&device);
    let stream = manager.stream();
    let kernels = CompiledKernels::new(stream, Cache::in_memory()).unwrap().limit(1);
    let get = |number: i32| kernels.function(stream, &number, "k", || program(number)).unwrap();
    let mut x = stream.upload(&[0i32]).unwrap();
    let first = get(1);
    drop(get(2));
    assert_eq!((kernels.loaded(), instrument.calls(Symbol::cuModuleUnload)), (1, 0));
    // SAFETY: `k` adds to its one number.
    unsafe { stream.launch(&first, Launch::elements(1, 32), (&mut x,)) }.unwrap();
    drop(first);
    assert_eq!(instrument.calls(Symbol::cuModuleUnload), 1);
    assert_eq!(x.to_vec().unwrap(), [1]);
}
