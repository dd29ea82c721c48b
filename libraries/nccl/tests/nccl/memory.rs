//! Memory allocated by NCCL, registered memory, and windows.

use nccl::{Config, Reduce, WindowFlags};

use crate::{stand_in, together, values};

#[test]
fn registered_memory_is_reduced_and_returned() {
    if stand_in::nccl().raw().ncclMemAlloc.is_none() {
        cuda_rust::skip("this NCCL allocates no memory");
        return;
    }
    together(2, &Config::new(), |comm, stream| {
        let mut memory = comm.nccl().alloc::<f32>(&stream, 1024).unwrap();
        assert_eq!(memory.len(), 1024);
        stream.fill(memory.as_slice_mut(), comm.rank() as f32 + 1.0).unwrap();
        // SAFETY: all ranks register the same amount, and reduce it.
        let mut registered = unsafe { comm.register(memory) }.unwrap();
        // SAFETY: as above.
        unsafe { comm.all_reduce_in_place(&stream, registered.as_slice_mut(), Reduce::Sum) }
            .unwrap();
        let memory = registered.deregister().unwrap();
        let buffer = memory.into_buffer();
        assert_eq!(values(&comm, &stream, &buffer), [3.0; 1024]);
        drop(buffer);
        comm.destroy().unwrap();
    });
    cuda_driver::stream::wait_for_deferred();
}

#[test]
fn a_window_is_opened_by_all_ranks() {
    if stand_in::nccl().raw().ncclCommWindowRegister.is_none() {
        cuda_rust::skip("this NCCL has no windows");
        return;
    }
    together(2, &Config::new(), |comm, stream| {
        let memory = comm.nccl().alloc::<u8>(&stream, 1 << 21).unwrap();
        // SAFETY: all ranks do this with the same amount.
        let window = unsafe { comm.window(memory, WindowFlags::SYMMETRIC) }.unwrap();
        assert!(!window.as_raw().is_null());
        assert_eq!(window.deregister().unwrap().len(), 1 << 21);
    });
}
