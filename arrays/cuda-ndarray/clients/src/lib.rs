//! Arrays of `cuda-ndarray` as C functions, which `python/rust_arrays.py` wraps in objects, so that Python libraries
//! exchange arrays with Rust in one process.
//!
//! [`arrow`] is the same for record batches of `cuda-arrow`.
//!
//! A function that fails returns null or a negative number, and [`nd_error`] returns the reason. All arrays hold `f32` and have two
//! axes. A [`Session`] is used on one thread.

mod arrow;

use core::ffi::{CStr, c_char};
use core::ptr::null_mut;
use std::cell::RefCell;
use std::ffi::CString;

use cuda_arrow::MemoryManager;
use cuda_driver::{Driver, Function, Launch, Stream};
use cuda_ndarray::dlpack::abi::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions, LegacyTensor, Tensor};
use cuda_ndarray::interface::CudaArrayInterface;
use cuda_ndarray::ndarray::{Array2, Ix2};
use cuda_ndarray::{DeviceArray, MakeArrays, SharedDeviceArray};

type Error = Box<dyn std::error::Error>;

/// A stream, and a kernel that takes a while before it adds to each element.
pub struct Session {
    stream: Stream,
    /// One for all batches: pinned memory that a manager frees waits for the device, and lets others wait.
    manager: MemoryManager,
    slow_add: Function,
}

/// An array that is alone, or shared.
pub enum Held {
    /// One that may be written.
    Own(DeviceArray<f32, Ix2>),
    /// One that is read.
    Shared(SharedDeviceArray<f32, Ix2>),
}

/// slow_add(float *, u64 len, float value, u32 turns): each thread counts its turns, then adds the value.
const SLOW_ADD: &CStr = c"
.version 7.0
.target sm_52
.address_size 64
.visible .entry slow_add(.param .u64 data, .param .u64 len, .param .f32 value, .param .u32 turns) {
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<7>;
    .reg .f32 %f<4>;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [len];
    ld.param.f32 %f1, [value];
    ld.param.u32 %r1, [turns];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    cvt.u64.u32 %rd3, %r5;
    mov.u32 %r6, 0;
    mov.u64 %rd6, %clock64;
turn:
    setp.ge.u32 %p1, %r6, %r1;
    @%p1 bra done;
    // The clock never goes back; without the check, the compiler would remove the loop.
    mov.u64 %rd5, %clock64;
    setp.lt.u64 %p3, %rd5, %rd6;
    @%p3 bra done;
    add.u32 %r6, %r6, 1;
    bra turn;
done:
    setp.ge.u64 %p2, %rd3, %rd2;
    @%p2 bra end;
    shl.b64 %rd4, %rd3, 2;
    add.u64 %rd4, %rd4, %rd1;
    ld.global.f32 %f2, [%rd4];
    add.f32 %f3, %f2, %f1;
    st.global.f32 [%rd4], %f3;
end:
    ret;
}
";

thread_local! {
    static ERROR: RefCell<CString> = RefCell::default();
}

/// Stores an error, and returns `value`.
fn tell<T>(error: &dyn std::fmt::Display, value: T) -> T {
    let text = CString::new(error.to_string().replace('\0', " ")).unwrap_or_default();
    ERROR.with(|slot| *slot.borrow_mut() = text);
    value
}

fn pointer<T>(result: Result<T, Error>) -> *mut T {
    match result {
        Ok(value) => Box::into_raw(Box::new(value)),
        Err(error) => tell(&error, null_mut()),
    }
}

/// The reason why the last call on this thread failed.
#[unsafe(no_mangle)]
pub extern "C" fn nd_error() -> *const c_char {
    ERROR.with(|slot| slot.borrow().as_ptr())
}

/// A session with the first device of the driver that the process finds.
#[unsafe(no_mangle)]
pub extern "C" fn nd_open() -> *mut Session {
    let open = || -> Result<Session, Error> {
        let context = Driver::load()?.device(0)?.primary_context()?;
        let stream = context.stream_with(cuda_driver::stream::StreamFlags::NON_BLOCKING, 0)?;
        let slow_add = context.load_ptx(SLOW_ADD)?.function("slow_add")?;
        let manager = MemoryManager::new(&stream);
        Ok(Session { stream, manager, slow_add })
    };
    pointer(open())
}

/// Ends a session.
///
/// # Safety
/// `nd_open` made it, and it isn't used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_close(session: *mut Session) {
    // SAFETY: guaranteed by the caller.
    drop(unsafe { Box::from_raw(session) });
}

/// Returns the handle of the session's stream.
///
/// # Safety
/// The session is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_stream(session: *const Session) -> usize {
    // SAFETY: guaranteed by the caller.
    unsafe { &*session }.stream.as_raw() as usize
}

/// An array of the numbers 0, 1, 2 … row by row; `columns_first` in Fortran order.
///
/// # Safety
/// The session is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_counted(
    session: *const Session,
    rows: usize,
    columns: usize,
    columns_first: bool,
) -> *mut Held {
    // SAFETY: guaranteed by the caller.
    let session = unsafe { &*session };
    let make = || -> Result<Held, Error> {
        let host = Array2::from_shape_fn((rows, columns), |(i, j)| (i * columns + j) as f32);
        Ok(Held::Own(if columns_first {
            let columns = session.stream.to_device(&host)?.t().to_standard_layout()?;
            columns.reversed_axes()
        } else {
            session.stream.to_device(&host)?
        }))
    };
    pointer(make())
}

/// Begins to add `value` to each element of an array without gaps, `turns` turns later.
///
/// # Safety
/// The session is open, and the array is one of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_slow_add(
    session: *const Session,
    array: *mut Held,
    value: f32,
    turns: u32,
) -> i32 {
    // SAFETY: the caller guarantees them.
    let (session, array) = unsafe { (&*session, &mut *array) };
    let mut add = || -> Result<(), Error> {
        let Held::Own(array) = array else {
            return Err(cuda_ndarray::Error::ReadOnly.into());
        };
        let elements = array.as_slice_memory_order_mut()?;
        let len = elements.len();
        // SAFETY: slow_add(float *, u64, float, u32), with that many elements.
        unsafe {
            session.stream.launch(
                &session.slow_add,
                Launch::elements(len, 128),
                (elements, len as u64, value, turns),
            )
        }?;
        Ok(())
    };
    add().map_or_else(|error| tell(&error, -1), |()| 0)
}

/// Returns whether the session's stream has work to do.
///
/// # Safety
/// The session is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_is_busy(session: *const Session) -> i32 {
    // SAFETY: guaranteed by the caller.
    let query = unsafe { &*session }.stream.query();
    query.map_or_else(|error| tell(&error, -1), |is_done| i32::from(!is_done))
}

/// An array that shares the memory of another from now on; that one is shared, too.
///
/// # Safety
/// The array is alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_share(array: *mut Held) -> *mut Held {
    // SAFETY: guaranteed by the caller, and it is rewritten below.
    let held = unsafe { array.read() };
    let shared = match held {
        Held::Own(own) => own.into_shared(),
        Held::Shared(shared) => shared,
    };
    // SAFETY: its value was taken.
    unsafe { array.write(Held::Shared(shared.clone())) };
    Box::into_raw(Box::new(Held::Shared(shared)))
}

/// Gives an array away as a tensor of DLPack 1; it is gone in any case.
///
/// # Safety
/// The array is alive and not used afterwards; `stream` is what Python's `__dlpack__` takes, of the array's context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_to_dlpack(
    array: *mut Held,
    stream: i64,
    minor: u32,
) -> *mut DLManagedTensorVersioned {
    // SAFETY: the caller passes ownership.
    let held = *unsafe { Box::from_raw(array) };
    let give = || -> Result<Tensor, Error> {
        let options = ExportOptions::new(ConsumerStream::from_python(Some(stream))?);
        let options = options.max_version(DLPackVersion { major: 1, minor })?;
        // SAFETY: the caller guarantees that the stream is valid.
        Ok(unsafe {
            match held {
                Held::Own(own) => own.into_dlpack(options),
                Held::Shared(shared) => shared.into_dlpack(options),
            }
        }?)
    };
    give().map_or_else(|error| tell(&error, null_mut()), Tensor::into_raw)
}

/// Gives an array away as a tensor from before DLPack 1; it is gone in any case.
///
/// # Safety
/// As `nd_to_dlpack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_to_dlpack_legacy(
    array: *mut Held,
    stream: i64,
) -> *mut DLManagedTensor {
    // SAFETY: the caller passes ownership.
    let held = *unsafe { Box::from_raw(array) };
    let give = || -> Result<LegacyTensor, Error> {
        let Held::Own(own) = held else {
            return Err(cuda_ndarray::Error::ReadOnly.into());
        };
        let options = ExportOptions::new(ConsumerStream::from_python(Some(stream))?);
        // SAFETY: the caller guarantees that the stream is valid.
        Ok(unsafe { own.into_dlpack_legacy(options) }?)
    };
    give().map_or_else(|error| tell(&error, null_mut()), LegacyTensor::into_raw)
}

/// Takes over a tensor of DLPack 1, to read.
///
/// # Safety
/// The session is open; the tensor has no other owner, and its producer ordered the session's stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_from_dlpack(
    session: *const Session,
    tensor: *mut DLManagedTensorVersioned,
) -> *mut Held {
    let take = || -> Result<Held, Error> {
        // SAFETY: the caller guarantees them.
        Ok(Held::Shared(unsafe { Tensor::from_raw(tensor)?.into_shared(&(*session).stream) }?))
    };
    pointer(take())
}

/// Takes over a tensor from before DLPack 1, to read.
///
/// # Safety
/// As `nd_from_dlpack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_from_dlpack_legacy(
    session: *const Session,
    tensor: *mut DLManagedTensor,
) -> *mut Held {
    let take = || -> Result<Held, Error> {
        // SAFETY: the caller guarantees them.
        Ok(Held::Shared(unsafe {
            LegacyTensor::from_raw(tensor)?.into_shared(&(*session).stream)
        }?))
    };
    pointer(take())
}

/// Uses the array of an object, to read, by the `repr` of its `__cuda_array_interface__`.
///
/// # Safety
/// The session is open, the text ends with a zero, and the object lives until this array's work is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_from_interface(
    session: *const Session,
    text: *const c_char,
) -> *mut Held {
    let take = || -> Result<Held, Error> {
        // SAFETY: the caller guarantees the text.
        let text = unsafe { CStr::from_ptr(text) };
        let interface = CudaArrayInterface::parse(text.to_str()?)?;
        // SAFETY: as above.
        Ok(Held::Shared(unsafe { interface.into_shared((), &(*session).stream) }?))
    };
    pointer(take())
}

/// Writes the `repr` of the array's `__cuda_array_interface__`, with a zero after it, and answers its length.
///
/// # Safety
/// The array is alive, and `text` has room for `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_interface(array: *const Held, text: *mut c_char, room: usize) -> i64 {
    // SAFETY: guaranteed by the caller.
    let interface = match unsafe { &*array } {
        Held::Own(own) => own.cuda_array_interface(),
        Held::Shared(shared) => shared.cuda_array_interface(),
    };
    let written = interface.to_string();
    if written.len() >= room {
        return tell(&"there is too little room", -1);
    }
    // SAFETY: there is room for the text and a zero.
    unsafe {
        core::ptr::copy_nonoverlapping(written.as_ptr(), text.cast(), written.len());
        text.add(written.len()).write(0);
    }
    written.len() as i64
}

/// Copies the elements, row by row, to `elements`, and waits.
///
/// # Safety
/// The array is alive, and `elements` has room for as many elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_to_host(array: *const Held, elements: *mut f32) -> i32 {
    // SAFETY: guaranteed by the caller.
    let host = match unsafe { &*array } {
        Held::Own(own) => own.to_host(),
        Held::Shared(shared) => shared.to_host(),
    };
    match host {
        Ok(host) => {
            for (index, element) in host.iter().enumerate() {
                // SAFETY: there is room for all of them.
                unsafe { elements.add(index).write(*element) };
            }
            0
        }
        Err(error) => tell(&error, -1),
    }
}

/// The number of rows and columns.
///
/// # Safety
/// The array is alive, and `shape` has room for two numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_shape(array: *const Held, shape: *mut usize) {
    // SAFETY: guaranteed by the caller.
    let found = match unsafe { &*array } {
        Held::Own(own) => own.shape(),
        Held::Shared(shared) => shared.shape(),
    };
    for (index, len) in found.iter().enumerate() {
        // SAFETY: there are two.
        unsafe { shape.add(index).write(*len) };
    }
}

/// Drops an array.
///
/// # Safety
/// The array is alive, and isn't used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nd_free(array: *mut Held) {
    // SAFETY: guaranteed by the caller.
    drop(unsafe { Box::from_raw(array) });
}

/// Waits until what was dropped is released.
#[unsafe(no_mangle)]
pub extern "C" fn nd_wait_for_deferred() {
    cuda_driver::stream::wait_for_deferred();
}

/// Returns the minor version of DLPack that tensors have, which `python/rust_arrays.py` requests.
#[unsafe(no_mangle)]
pub extern "C" fn nd_dlpack_minor() -> u32 {
    cuda_ndarray::dlpack::abi::VERSION.minor
}
