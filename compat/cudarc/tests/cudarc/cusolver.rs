//! What programs that are written for cudarc do with cuSOLVER and cuSPARSE, on a GPU: the software device has neither.

use cudarc::cusolver::sys::{cusolverAlgMode_t, cusolverDnFunction_t, cusolverStatus_t};
use cudarc::cusolver::{DnHandle, DnParams, RfHandle, SpHandle, sys};
use cudarc::driver::{CudaContext, DevicePtrMut};

#[test]
fn a_system_of_equations_is_solved() {
    if std::env::var("CUDA_TEST_DEVICE").as_deref() != Ok("hardware") {
        return cuda_rust::skip("the software device has no cuSOLVER");
    }
    let context = CudaContext::new(0).unwrap();
    let stream = context.new_stream().unwrap();
    let mut solver = DnHandle::new(stream.clone()).unwrap();
    let function = cusolverDnFunction_t::CUSOLVERDN_GETRF;
    DnParams::new(function, cusolverAlgMode_t::CUSOLVER_ALG_0).unwrap();
    RfHandle::new().unwrap().set_numeric_properties(0.0, 0.0);
    SpHandle::new(stream.clone()).unwrap();
    let other = context.new_stream().unwrap();
    // SAFETY: there is no work yet.
    unsafe { solver.set_stream(other.clone()) }.unwrap();
    assert!(std::sync::Arc::ptr_eq(solver.stream(), &other));

    // By columns: 4 x + y = 6, x + 3 y = 7.
    let mut a = other.clone_htod(&[4.0f64, 1.0, 1.0, 3.0]).unwrap();
    let mut b = other.clone_htod(&[6.0f64, 7.0]).unwrap();
    let mut pivots = other.alloc_zeros::<i32>(2).unwrap();
    let mut info = other.alloc_zeros::<i32>(1).unwrap();
    let mut work = other.alloc_zeros::<f64>(1 << 16).unwrap();
    {
        let (a, _a) = a.device_ptr_mut(&other);
        let (b, _b) = b.device_ptr_mut(&other);
        let (pivots, _pivots) = pivots.device_ptr_mut(&other);
        let (info, _info) = info.device_ptr_mut(&other);
        let (work, _work) = work.device_ptr_mut(&other);
        let (a, b, work) = (a as *mut f64, b as *mut f64, work as *mut f64);
        let (pivots, info) = (pivots as *mut i32, info as *mut i32);
        // SAFETY: the matrices have two rows, and the workspace has what the first call asks for.
        unsafe {
            let mut need = 0;
            let size = sys::cusolverDnDgetrf_bufferSize(solver.cu(), 2, 2, a, 2, &raw mut need);
            assert_eq!((size, need <= 1 << 16), (cusolverStatus_t::CUSOLVER_STATUS_SUCCESS, true));
            let call = sys::cusolverDnDgetrf(solver.cu(), 2, 2, a, 2, work, pivots, info);
            call.result().unwrap();
            let no = sys::cublasOperation_t::CUBLAS_OP_N;
            let call = sys::cusolverDnDgetrs(solver.cu(), no, 2, 1, a, 2, pivots, b, 2, info);
            call.result().unwrap();
        }
    }
    assert_eq!(other.clone_dtoh(&info).unwrap(), [0]);
    let x = other.clone_dtoh(&b).unwrap();
    assert!((x[0] - 1.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12, "{x:?}");

    let sparse = cudarc::cusparse::result::create().unwrap();
    // SAFETY: nothing uses it.
    unsafe { cudarc::cusparse::result::destroy(sparse) }.unwrap();
}
