//! What programs that are written for cudarc do with libraries that are called on a GPU alone, where they are installed.

#[allow(unused_imports, reason = "each test needs a feature")]
use cudarc::driver::CudaContext;

/// Returns `true`, and notes that the test was skipped, without a GPU or the library.
#[allow(dead_code)]
fn is_skipped(name: &str, is_present: impl FnOnce() -> bool) -> bool {
    let reason = if std::env::var("CUDA_TEST_DEVICE").as_deref() != Ok("hardware") {
        format!("{name} is called on a GPU alone")
    } else if !is_present() {
        format!("no {name} is installed")
    } else {
        return false;
    };
    cuda_rust::skip(reason);
    true
}

#[cfg(feature = "cutensor")]
#[test]
fn cutensor_describes_tensors() {
    use cudarc::cutensor::{result, sys};

    // SAFETY: it only loads the library.
    if is_skipped("cuTENSOR", || unsafe { sys::is_culib_present() }) {
        return;
    }
    let _context = CudaContext::new(0).unwrap();
    let handle = result::create_handle().unwrap();
    assert!(result::get_version().0 >= 2, "{:?}", result::get_version());
    let extents = [3i64, 4];
    // SAFETY: there are two modes, and each object is destroyed once.
    unsafe {
        let strides = core::ptr::null();
        let ty = sys::cudaDataType_t::CUDA_R_32F;
        let tensor =
            result::create_tensor_descriptor(handle, 2, extents.as_ptr(), strides, ty, 128);
        result::destroy_tensor_descriptor(tensor.unwrap()).unwrap();
        result::destroy_handle(handle).unwrap();
    }
}

#[cfg(feature = "cusolvermg")]
#[test]
fn cusolvermg_spreads_a_matrix_over_a_grid_of_one() {
    use cudarc::cusolvermg::{Grid, MatrixDesc, MgHandle, sys};

    // SAFETY: it only loads the library.
    if is_skipped("cuSOLVERMg", || unsafe { sys::is_culib_present() }) {
        return;
    }
    let _context = CudaContext::new(0).unwrap();
    let handle = MgHandle::new().unwrap();
    handle.device_select(&[0]).unwrap();
    let mapping = sys::cusolverMgGridMapping_t::CUDALIBMG_GRID_MAPPING_COL_MAJOR;
    let grid = Grid::new(&[0], mapping).unwrap();
    let ty = sys::cudaDataType_t::CUDA_R_64F;
    let matrix = MatrixDesc::new(&grid, 64, 64, 64, 16, ty).unwrap();
    // The matrix keeps it.
    drop(grid);
    drop(matrix);
}

#[cfg(all(feature = "cufile", target_os = "linux"))]
#[test]
fn a_file_is_copied_to_the_device_and_back() {
    use std::fs::File;
    use std::io::{Read, Write};

    use cudarc::cufile::{Cufile, CufileError, sys};

    // SAFETY: it only loads the library.
    if is_skipped("cuFile", || unsafe { sys::is_culib_present() }) {
        return;
    }
    let stream = CudaContext::new(0).unwrap().default_stream();
    let files = Cufile::new().unwrap();
    let folder = tempfile::tempdir_in(".").unwrap();
    let bytes: Vec<u8> = (0..1 << 16).map(|i: u32| i as u8).collect();
    let from = folder.path().join("from");
    File::create(&from).unwrap().write_all(&bytes).unwrap();
    let from = match files.register(File::open(&from).unwrap()) {
        Err(CufileError::Cufile(sys::CUfileOpError::CU_FILE_HANDLE_NOT_REGISTERED)) => {
            return cuda_rust::skip("cuFile takes no file here: udev doesn't know the disk");
        }
        from => from.unwrap(),
    };
    let mut memory = stream.alloc_zeros::<u8>(bytes.len()).unwrap();
    assert_eq!(from.sync_read(0, &mut memory).unwrap(), bytes.len() as isize);
    stream.synchronize().unwrap();
    assert_eq!(stream.clone_dtoh(&memory).unwrap(), bytes);

    let to = folder.path().join("to");
    let mut target = files.register(File::create(&to).unwrap()).unwrap();
    assert_eq!(target.sync_write(0, &memory).unwrap(), bytes.len() as isize);
    target.file_mut().flush().unwrap();
    let mut read = Vec::new();
    File::open(&to).unwrap().read_to_end(&mut read).unwrap();
    assert_eq!(read, bytes);
}

#[cfg(all(feature = "cupti", target_os = "linux"))]
#[test]
fn callbacks_get_the_arguments_of_a_function() {
    use core::ffi::c_void;
    use std::sync::atomic::{AtomicBool, Ordering};

    use cudarc::cupti::{result, sys};

    const SIZE: usize = 123_456;
    /// Whether so many bytes were asked for: the other tests call the function, too.
    static WERE_ASKED_FOR: AtomicBool = AtomicBool::new(false);

    unsafe extern "C" fn note(
        _: *mut c_void,
        _: sys::CUpti_CallbackDomain,
        _: sys::CUpti_CallbackId,
        data: *const c_void,
    ) {
        // SAFETY: it is enabled for this function alone.
        let size = unsafe {
            let call = &*data.cast::<sys::CUpti_CallbackData>();
            (*call.functionParams.cast::<sys::cuMemAllocAsync_params>()).bytesize
        };
        WERE_ASKED_FOR.fetch_or(size == SIZE, Ordering::Relaxed);
    }

    // SAFETY: it only loads the library.
    if is_skipped("CUPTI", || unsafe { sys::is_culib_present() }) {
        return;
    }
    let stream = CudaContext::new(0).unwrap().new_stream().unwrap();
    let domain = sys::CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API;
    let function = sys::CUpti_driver_api_trace_cbid::CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync;
    let mut subscriber = core::ptr::null_mut();
    // SAFETY: the function lives as long as the program.
    unsafe {
        result::subscribe(&raw mut subscriber, Some(note), core::ptr::null_mut()).unwrap();
        result::enable_callback(1, subscriber, domain, function as u32).unwrap();
    }
    let memory = stream.alloc_zeros::<u8>(SIZE).unwrap();
    drop(memory);
    // SAFETY: it was subscribed.
    unsafe { result::unsubscribe(subscriber) }.unwrap();
    assert!(WERE_ASKED_FOR.load(Ordering::Relaxed));
}
