//! What programs that are written for cudarc do with CUDA's runtime, on a GPU.

use cudarc::runtime::result::{self, device, event, stream, version};
use cudarc::runtime::sys::{cudaDeviceAttr, cudaError_t};

#[test]
fn memory_is_copied_in_the_order_of_a_stream() {
    if std::env::var("CUDA_TEST_DEVICE").as_deref() != Ok("hardware") {
        return cuda_rust::skip("the software device's runtime isn't linked here");
    }
    assert!(version::get().unwrap() >= 11_000 && version::get_driver_version().unwrap() >= 11_000);
    assert!(device::get_count().unwrap() > 0);
    device::set(0).unwrap();
    assert_eq!(device::get().unwrap(), 0);
    let (free, total) = result::get_mem_info().unwrap();
    assert!(free <= total && device::total_mem().unwrap() == total);
    let numbers: Vec<u32> = (0..1000).collect();
    let mut back = vec![0u32; 1000];
    // SAFETY: the memory has 8,000 bytes, and both vectors live until the stream was waited for.
    unsafe {
        let warp = device::get_attribute(0, cudaDeviceAttr::cudaDevAttrWarpSize);
        assert_eq!(warp.unwrap(), 32);
        let ordered = stream::create(stream::StreamKind::NonBlocking).unwrap();
        let [begin, end] = [0, 0].map(|flags| event::create(flags).unwrap());
        let memory = result::malloc_async(ordered, 8000).unwrap();
        event::record(begin, ordered).unwrap();
        result::memset_d8_async(memory, 0xff, 8000, ordered).unwrap();
        result::memcpy_htod_async(memory, &numbers, ordered).unwrap();
        let second = memory.cast::<u8>().add(4000).cast();
        result::memcpy_dtod_async(second, memory, 4000, ordered).unwrap();
        result::memcpy_dtoh_async(&mut back, second, ordered).unwrap();
        event::record(end, ordered).unwrap();
        stream::synchronize(ordered).unwrap();
        assert!(event::elapsed(begin, end).unwrap() > 0.0);
        result::free_async(memory, ordered).unwrap();
        event::destroy(begin).unwrap();
        event::destroy(end).unwrap();
        stream::destroy(ordered).unwrap();
    }
    assert_eq!(back, numbers);
    let error = device::set(1000).unwrap_err();
    assert_eq!(error.0, cudaError_t::cudaErrorInvalidDevice);
    assert_eq!(error.error_name().unwrap(), c"cudaErrorInvalidDevice");
}
