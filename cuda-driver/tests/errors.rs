//! What errors say, what they give as their source and result, and that all of them become one type by `?`.
#![allow(clippy::unwrap_used)]

use std::error::Error as StdError;
use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};
use std::fmt;
use std::ptr::null;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::{
    ArgumentList, Context, CuResult, DeviceAttribute, Driver, Error, ErrorCode, Function, Launch,
    Library, Module, Stream, Version,
    array::{ArrayDescriptor, ArrayFormat},
    copy::{CopySource, RegionBatch},
    driver::{InvalidName, LoadError, Symbol, ToCStr},
    error::DestroyError,
    external::ExternalMemory,
    memory::{HostMemoryError, PitchedBuffer, RegisterFlags},
    module::{FunctionAttribute, FunctionNotFound},
    sys::{self, CUresult, DriverTable},
    texture::{Texture, TextureDescriptor},
};

/// The handle of all objects of the fake driver, except streams.
const HANDLE: *mut c_void = std::ptr::without_provenance_mut(0x1000);

/// The handle of a function with three parameters; others have none.
const WITH_PARAMETERS: *mut c_void = std::ptr::without_provenance_mut(0x1008);

/// A driver of two devices in which nothing runs: it makes objects, has `MEMORY` bytes of memory, and refuses images,
/// names and launches.
static TABLE: LazyLock<DriverTable> = LazyLock::new(|| {
    use sys::{
        CUDA_ARRAY3D_DESCRIPTOR, CUarray, CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr,
        CUevent, CUfunction, CUfunction_attribute, CUjit_option, CUlibrary,
        CUmemAllocationGranularity_flags, CUmemAllocationProp, CUmemGenericAllocationHandle,
        CUmodule, CUstream,
    };
    const OK: CUresult = CUresult::CUDA_SUCCESS;
    unsafe extern "C" fn init(_: c_uint) -> CUresult {
        OK
    }
    unsafe extern "C" fn count(count: *mut c_int) -> CUresult {
        // SAFETY: the caller passes a place to write to, here and below.
        unsafe { count.write(2) };
        OK
    }
    unsafe extern "C" fn device(device: *mut CUdevice, ordinal: c_int) -> CUresult {
        if !(0..2).contains(&ordinal) {
            return CUresult::CUDA_ERROR_INVALID_DEVICE;
        }
        // SAFETY: as above.
        unsafe { device.write(ordinal) };
        OK
    }
    unsafe extern "C" fn retain(context: *mut CUcontext, _: CUdevice) -> CUresult {
        // SAFETY: as above.
        unsafe { context.write(HANDLE.cast()) };
        OK
    }
    unsafe extern "C" fn release(_: CUdevice) -> CUresult {
        OK
    }
    unsafe extern "C" fn current(context: *mut CUcontext) -> CUresult {
        // SAFETY: as above.
        unsafe { context.write(HANDLE.cast()) };
        OK
    }
    unsafe extern "C" fn stream(stream: *mut CUstream, _: c_uint) -> CUresult {
        static MADE: AtomicUsize = AtomicUsize::new(0x2000);
        let handle = std::ptr::without_provenance_mut(MADE.fetch_add(1, Ordering::Relaxed));
        // SAFETY: as above.
        unsafe { stream.write(handle) };
        OK
    }
    unsafe extern "C" fn destroy_stream(_: CUstream) -> CUresult {
        OK
    }
    unsafe extern "C" fn event(event: *mut CUevent, _: c_uint) -> CUresult {
        // SAFETY: as above.
        unsafe { event.write(HANDLE.cast()) };
        OK
    }
    unsafe extern "C" fn destroy_event(_: CUevent) -> CUresult {
        OK
    }
    unsafe extern "C" fn alloc(pointer: *mut CUdeviceptr, bytes: usize, _: CUstream) -> CUresult {
        if bytes > MEMORY {
            return CUresult::CUDA_ERROR_OUT_OF_MEMORY;
        }
        // SAFETY: as above.
        unsafe { pointer.write(0x1001) };
        OK
    }
    unsafe extern "C" fn free(_: CUdeviceptr, _: CUstream) -> CUresult {
        OK
    }
    unsafe extern "C" fn load(
        _: *mut CUmodule,
        _: *const c_void,
        _: c_uint,
        _: *mut CUjit_option,
        _: *mut *mut c_void,
    ) -> CUresult {
        CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    }
    unsafe extern "C" fn function(_: *mut CUfunction, _: CUmodule, _: *const c_char) -> CUresult {
        CUresult::CUDA_ERROR_NOT_FOUND
    }
    unsafe extern "C" fn global(
        _: *mut CUdeviceptr,
        _: *mut usize,
        _: CUmodule,
        _: *const c_char,
    ) -> CUresult {
        CUresult::CUDA_ERROR_NOT_FOUND
    }
    unsafe extern "C" fn managed(
        pointer: *mut CUdeviceptr,
        bytes: *mut usize,
        _: CUlibrary,
        _: *const c_char,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe {
            pointer.write(0x1001);
            bytes.write(8);
        }
        OK
    }
    unsafe extern "C" fn launch(
        _: CUfunction,
        _: c_uint,
        _: c_uint,
        _: c_uint,
        _: c_uint,
        _: c_uint,
        _: c_uint,
        _: c_uint,
        _: CUstream,
        _: *mut *mut c_void,
        _: *mut *mut c_void,
    ) -> CUresult {
        CUresult::CUDA_ERROR_INVALID_VALUE
    }
    unsafe extern "C" fn parameter(
        function: CUfunction,
        index: usize,
        offset: *mut usize,
        size: *mut usize,
    ) -> CUresult {
        if function != WITH_PARAMETERS.cast() || index >= 3 {
            return CUresult::CUDA_ERROR_INVALID_VALUE;
        }
        // SAFETY: as above.
        unsafe {
            offset.write(8 * index);
            size.write(8);
        }
        OK
    }
    unsafe extern "C" fn device_attribute(
        value: *mut c_int,
        attribute: CUdevice_attribute,
        _: CUdevice,
    ) -> CUresult {
        use DeviceAttribute as D;
        let found = match DeviceAttribute::from_raw(attribute) {
            D::MAX_GRID_DIM_X => c_int::MAX,
            D::MAX_GRID_DIM_Y | D::MAX_GRID_DIM_Z => 65_535,
            D::MAX_BLOCK_DIM_X | D::MAX_BLOCK_DIM_Y => 1024,
            D::MAX_BLOCK_DIM_Z => 64,
            D::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN => 232_448,
            _ => return CUresult::CUDA_ERROR_INVALID_VALUE,
        };
        // SAFETY: as above.
        unsafe { value.write(found) };
        OK
    }
    unsafe extern "C" fn function_attribute(
        value: *mut c_int,
        attribute: CUfunction_attribute,
        _: CUfunction,
    ) -> CUresult {
        use FunctionAttribute as F;
        let found = match FunctionAttribute::from_raw(attribute) {
            F::MAX_THREADS_PER_BLOCK => 256,
            F::MAX_DYNAMIC_SHARED_SIZE_BYTES => 49_152,
            F::SHARED_SIZE_BYTES => 448,
            _ => return CUresult::CUDA_ERROR_INVALID_VALUE,
        };
        // SAFETY: as above.
        unsafe { value.write(found) };
        OK
    }
    unsafe extern "C" fn granularity(
        granularity: *mut usize,
        _: *const CUmemAllocationProp,
        _: CUmemAllocationGranularity_flags,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe { granularity.write(4096) };
        OK
    }
    unsafe extern "C" fn reserve(
        pointer: *mut CUdeviceptr,
        _: usize,
        _: usize,
        _: CUdeviceptr,
        _: c_ulonglong,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe { pointer.write(0x10000) };
        OK
    }
    unsafe extern "C" fn free_addresses(_: CUdeviceptr, _: usize) -> CUresult {
        OK
    }
    unsafe extern "C" fn create(
        handle: *mut CUmemGenericAllocationHandle,
        bytes: usize,
        _: *const CUmemAllocationProp,
        _: c_ulonglong,
    ) -> CUresult {
        if !bytes.is_multiple_of(4096) {
            return CUresult::CUDA_ERROR_INVALID_VALUE;
        }
        // SAFETY: as above.
        unsafe { handle.write(7) };
        OK
    }
    unsafe extern "C" fn release_memory(_: CUmemGenericAllocationHandle) -> CUresult {
        OK
    }
    unsafe extern "C" fn create_array(
        array: *mut CUarray,
        _: *const CUDA_ARRAY3D_DESCRIPTOR,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe { array.write(HANDLE.cast()) };
        OK
    }
    unsafe extern "C" fn destroy_array(_: CUarray) -> CUresult {
        OK
    }
    // SAFETY: nothing is there but what is put in below, each of its slot's signature.
    let mut table = unsafe { DriverTable::from_fn(13_000, |_| null()) };
    table.cuInit = Some(init);
    table.cuDeviceGetCount = Some(count);
    table.cuDeviceGet = Some(device);
    table.cuDevicePrimaryCtxRetain = Some(retain);
    table.cuDevicePrimaryCtxRelease_v2 = Some(release);
    table.cuCtxGetCurrent = Some(current);
    table.cuStreamCreate = Some(stream);
    table.cuStreamDestroy_v2 = Some(destroy_stream);
    table.cuEventCreate = Some(event);
    table.cuEventDestroy_v2 = Some(destroy_event);
    table.cuMemAllocAsync = Some(alloc);
    table.cuMemFreeAsync = Some(free);
    table.cuMemGetAllocationGranularity = Some(granularity);
    table.cuMemAddressReserve = Some(reserve);
    table.cuMemAddressFree = Some(free_addresses);
    table.cuMemCreate = Some(create);
    table.cuMemRelease = Some(release_memory);
    table.cuArray3DCreate_v2 = Some(create_array);
    table.cuArrayDestroy = Some(destroy_array);
    table.cuModuleLoadDataEx = Some(load);
    table.cuModuleGetFunction = Some(function);
    table.cuModuleGetGlobal_v2 = Some(global);
    table.cuLibraryGetManaged = Some(managed);
    table.cuLaunchKernel = Some(launch);
    table.cuDeviceGetAttribute = Some(device_attribute);
    table.cuFuncGetAttribute = Some(function_attribute);
    table.cuFuncGetParamInfo = Some(parameter);
    table
});

/// The bytes of memory that the driver has.
const MEMORY: usize = 1 << 20;

fn driver() -> Driver {
    // SAFETY: nothing here looks at what the driver of these tests doesn't do.
    unsafe { Driver::from_table(&TABLE) }.unwrap()
}

fn context() -> Context {
    driver().device(0).unwrap().primary_context().unwrap()
}

fn stream() -> Stream {
    context().stream().unwrap()
}

fn module() -> Module {
    // SAFETY: the driver of these tests doesn't look at handles.
    unsafe { Module::borrow_raw(&context(), HANDLE.cast()) }
}

fn refused() -> CuResult {
    CuResult::new(CUresult::CUDA_ERROR_NOT_PERMITTED, Symbol::cuMemFreeAsync, 13_000)
}

fn no_such_device() -> Error {
    driver().device(7).unwrap_err()
}

fn out_of_memory() -> Error {
    stream().alloc::<u8>(MEMORY + 1).unwrap_err()
}

fn length() -> Error {
    let stream = stream();
    let (source, mut target) = (stream.alloc::<u8>(3).unwrap(), stream.alloc(2).unwrap());
    stream.copy(&source, &mut target).unwrap_err()
}

fn out_of_range() -> Error {
    let buffer = stream().alloc::<u8>(3).unwrap();
    buffer.slice(2..5).unwrap_err()
}

fn too_large() -> Error {
    stream().alloc::<u64>(usize::MAX).unwrap_err()
}

fn cast() -> Error {
    let buffer = stream().alloc::<u8>(4).unwrap();
    buffer.as_slice().cast::<u32>().unwrap_err()
}

fn array() -> Error {
    let cube = ArrayDescriptor::new::<f32>((8, 4)).cube();
    stream().create_array(&cube).unwrap_err()
}

fn region() -> Error {
    let stream = stream();
    let (source, mut target) = (stream.alloc::<u8>(20).unwrap(), stream.alloc(20).unwrap());
    let rows = CopySource::from(&source).row_length(5).offset((1, 3));
    stream.copy_region(rows, &mut target, (4, 2)).unwrap_err()
}

fn pitch() -> Error {
    let bytes = stream().alloc::<u8>(100).unwrap();
    PitchedBuffer::<u32>::from_bytes(bytes, 6, 4, 20).unwrap_err()
}

fn out_of_external_memory() -> Error {
    let stream = stream();
    // SAFETY: nothing is mapped, and the fake driver's objects live forever.
    let mapped = unsafe {
        let memory = ExternalMemory::borrow_raw(stream.context(), HANDLE.cast(), 4096);
        memory.buffer::<u32>(&stream, 4000, 25)
    };
    mapped.unwrap_err()
}

/// The error for a format whose elements are blocks of unknown size.
fn unknown_elements() -> Error {
    let stream = stream();
    let blocks = ArrayDescriptor::with_format((16, 16), ArrayFormat::BC7_UNORM, 4);
    let array = stream.create_array(&blocks).unwrap();
    let bytes = stream.alloc::<u8>(64).unwrap();
    let mut batch = RegionBatch::new(&stream);
    let error = batch.push(&bytes, &array, (8, 8)).unwrap_err();
    assert!(batch.is_empty());
    error
}

fn row_length() -> Error {
    let stream = stream();
    let array = stream.create_array(&ArrayDescriptor::new::<[u8; 4]>((2, 4)));
    let (array, bytes) = (array.unwrap(), stream.alloc::<u8>(100).unwrap());
    let rows = PitchedBuffer::<[u8; 4]>::from_bytes(bytes, 2, 4, 10).unwrap();
    let mut batch = RegionBatch::new(&stream);
    batch.push(&rows, &array, (2, 1)).unwrap();
    let error = batch.push(&rows, &array, (2, 2)).unwrap_err();
    assert_eq!(batch.len(), 1);
    error
}

fn texture() -> Error {
    let buffer = stream().alloc::<u8>(100).unwrap();
    let slanting = TextureDescriptor::default().max_anisotropy(17);
    Texture::new(buffer, &slanting).unwrap_err()
}

fn granularity() -> Error {
    let device = driver().device(0).unwrap();
    device.create_memory(5000).unwrap_err()
}

fn out_of_reservation() -> Error {
    let memory = driver().device(0).unwrap().create_memory(8192).unwrap();
    driver().reserve(8192).unwrap().map(4096, &memory).unwrap_err()
}

fn transfer() -> HostMemoryError<Vec<u8>> {
    let stream = stream();
    let mut target = stream.alloc::<u8>(2).unwrap();
    stream.upload_owned(vec![1, 2, 3], &mut target).unwrap_err()
}

fn refused_launch(launch: Launch<'_>) -> Error {
    // SAFETY: the driver of these tests doesn't look at handles, and refuses each launch.
    unsafe {
        let function = Function::borrow_raw(&context(), HANDLE.cast());
        stream().launch(&function, launch, ()).unwrap_err()
    }
}

fn launch_of_nothing() -> Error {
    refused_launch(Launch::grid((4, 0)))
}

fn refused_image() -> Error {
    context().load_ptx(".version 9.5\n.target sm_90").unwrap_err()
}

fn unreadable_file() -> Error {
    context().load_ptx_file("/does/not/exist.ptx").unwrap_err()
}

fn misaligned() -> Error {
    // SAFETY: the driver of these tests doesn't look at handles.
    let library = unsafe { Library::borrow_raw(driver(), HANDLE.cast()) };
    // SAFETY: it isn't accessed.
    unsafe { library.managed_slice::<u32>("shared") }.unwrap_err()
}

fn not_a_driver() -> sys::LoadError {
    sys::LoadError::NotADriver { path: Some("/tmp/libcuda.so.1".into()), symbol: "cuInit" }
}

fn invalid_name() -> InvalidName {
    "saxpy\0".to_c_str().unwrap_err()
}

fn count() -> Error {
    cuda_driver::launch::ArgumentMismatch::Count { expected: 5, given: 4 }.into()
}

fn size() -> Error {
    cuda_driver::launch::ArgumentMismatch::Size { index: 4, expected: 8, given: 4 }.into()
}

fn alignment() -> Error {
    cuda_driver::launch::ArgumentMismatch::Alignment { index: 1, offset: 4, align: 8 }.into()
}

fn other_size() -> Error {
    cuda_driver::module::InvalidGlobal::Size {
        name: "table".to_string(),
        bytes: 10,
        len: 2,
        size: 4,
    }
    .into()
}

fn no_device() -> LoadError {
    LoadError::NoDevice { version: Version::new(13, 0), result: refused() }
}

fn did_not_start() -> LoadError {
    LoadError::Init { version: Version::new(13, 0), result: refused() }
}

fn shared() -> DestroyError<Stream> {
    let stream = stream();
    let _clone = stream.clone();
    stream.destroy().unwrap_err()
}

/// What `?` makes of an error in a function that returns [`Error`].
fn question_mark<T, E>(error: E) -> Error
where
    Error: From<E>,
{
    fn returns<T, E>(result: Result<T, E>) -> Result<T, Error>
    where
        Error: From<E>,
    {
        Ok(result?)
    }
    match returns::<T, E>(Err(error)) {
        Ok(_) => unreachable!("an error was given"),
        Err(error) => error,
    }
}

/// An error as it is shown, its variant of [`Error`], its source and its result.
struct Row {
    shown: String,
    debug: String,
    converted: Error,
    source: Option<String>,
    /// The result of the error's own type.
    result: Option<CuResult>,
}

fn row<E: StdError + Clone>(error: E, result: impl Fn(&E) -> Option<CuResult>) -> Row
where
    Error: From<E>,
{
    Row {
        shown: error.to_string(),
        debug: format!("{error:?}"),
        source: error.source().map(ToString::to_string),
        result: result(&error),
        converted: question_mark::<(), E>(error),
    }
}

/// Returns every variant of every error of the crate that [`Error`] is made of.
fn rows() -> Vec<Row> {
    let code = refused();
    let mut rows = vec![row(code, |error| Some(*error))];
    let errors = [
        code.into(),
        out_of_memory(),
        length(),
        out_of_range(),
        too_large(),
        cast(),
        Error::OtherStream,
        Error::OtherContext,
        Error::Alignment { align: 64 },
        array(),
        region(),
        pitch(),
        Error::ElementSize { size: 4, expected: 8 },
        Error::Level { level: 5, levels: 5 },
        unknown_elements(),
        row_length(),
        granularity(),
        out_of_reservation(),
        out_of_external_memory(),
        Error::NoHostAccess,
        launch_of_nothing(),
        Error::ArgumentOfOtherStream { index: 3 },
        Error::ArgumentOfOtherContext { index: 3 },
        Error::FunctionOfOtherContext,
        Error::Overlap,
        Error::NotInGraph,
        Error::MemsetValue { size: 8 },
        Error::NotOneElement { len: 4 },
        no_such_device(),
        refused_image(),
        unreadable_file(),
        invalid_name().into(),
        module().function("saxpy").unwrap_err(),
        FunctionNotFound {
            name: "saxpy".to_string(),
            kernels: Some(vec!["fill".to_string(), "sum".to_string()]),
        }
        .into(),
        module().global("table").unwrap_err(),
        other_size(),
        misaligned(),
        count(),
        size(),
        alignment(),
        Error::TimingDisabled,
        Error::NotRecorded,
        Error::NotComplete,
        Error::Reversed,
        texture(),
        Error::NotShareable(code),
        Error::NotInterprocess,
        Error::OwnProcess(code),
        Error::UnknownHandle(code),
        Error::HandleLength { found: 63 },
    ];
    rows.extend(errors.map(|error| row(error, Error::result)));
    let load = [not_a_driver().into(), no_device(), did_not_start()];
    rows.extend(load.map(|error| row(error, LoadError::result)));
    rows.push(row(invalid_name(), |_| None));
    rows
}

#[test]
fn results_are_small() {
    assert_eq!(size_of::<CuResult>(), 8);
    assert_eq!(size_of::<Result<(), CuResult>>(), 8);
    assert!(size_of::<Result<(), Error>>() <= 16);
}

#[test]
fn a_misaligned_variable_names_the_alignment() {
    assert_eq!(
        misaligned().to_string(),
        "the global variable \"shared\" isn't aligned to 4 bytes, as its elements must be; declare it `__align__(4)`"
    );
}

#[test]
fn debug_prints_the_same_as_display() {
    for row in rows() {
        assert_eq!(row.debug, row.shown);
        assert_eq!(format!("{:?}", row.converted), row.shown);
    }
    let (image, launch) = (refused_image(), launch_of_nothing());
    let (Error::Image(image), Error::Launch(launch)) = (&image, &launch) else {
        unreachable!("{image}, {launch}");
    };
    assert_eq!(format!("{image:?}"), image.to_string());
    assert_eq!(format!("{launch:?}"), launch.to_string());
    let (shared, transfer) = (shared(), transfer());
    assert_eq!(format!("{shared:?}"), shared.to_string());
    assert_eq!(format!("{transfer:?}"), transfer.to_string());
    assert_eq!(format!("{:?}", Error::Shared), Error::Shared.to_string());
}

#[test]
fn the_common_error_has_the_message_of_the_original_one() {
    for row in rows() {
        assert_eq!(row.converted.to_string(), row.shown);
        let source = row.converted.source().map(ToString::to_string);
        assert_eq!(source, row.source, "{}", row.shown);
    }
}

#[test]
fn the_common_error_has_the_result_code_of_the_original_one() {
    for row in rows() {
        assert_eq!(row.converted.result(), row.result, "{}", row.shown);
    }
    assert_eq!(Error::Shared.result(), None);
}

#[test]
fn an_error_with_its_own_message_has_the_result_code_as_its_source() {
    for row in rows() {
        // An error that only wraps a result code has the same message.
        let adds_text = row.result.is_some_and(|result| row.shown != result.to_string());
        let expected = adds_text.then(|| row.result.map(|result| result.to_string()));
        assert_eq!(row.source, expected.flatten(), "{}", row.shown);
    }
}

#[test]
fn a_failed_destruction_has_the_result_code_as_its_source() {
    let code = refused();
    for error in [DestroyError::Refused((), code), DestroyError::Lost(code)] {
        assert_eq!(error.result(), Some(code));
        assert_eq!(error.source().unwrap().to_string(), code.to_string());
        assert!(error.to_string().ends_with(&code.to_string()), "{error}");
        let is_lost = matches!(error, DestroyError::Lost(_));
        assert_eq!(question_mark::<(), _>(error).result(), Some(code));
        let again =
            if is_lost { DestroyError::Lost(code) } else { DestroyError::Refused((), code) };
        assert_eq!(again.into_value().is_none(), is_lost);
    }
}

#[test]
fn a_failed_destruction_names_the_kind_of_the_value() {
    let error = DestroyError::Refused(module(), refused());
    let text = error.to_string();
    assert!(text.starts_with("the driver did not destroy the module: "), "{text}");
    let shared = DestroyError::Shared(stream().alloc::<u8>(1).unwrap()).to_string();
    assert!(shared.starts_with("clones of the device buffer, or"), "{shared}");
    let lost = DestroyError::<()>::Lost(refused()).to_string();
    assert!(lost.starts_with("the value was lost: "), "{lost}");
}

#[test]
fn a_shared_value_is_returned_by_the_error() {
    let error = shared();
    assert_eq!((error.result(), error.source().is_none()), (None, true));
    let generic = Error::Shared.to_string();
    assert_eq!(error.to_string(), generic.replace("the value", "the stream"));
    let stream = error.into_value().unwrap();
    stream.destroy().unwrap();
    assert!(matches!(question_mark::<(), _>(shared()), Error::Shared));
}

#[test]
fn an_error_of_a_transfer_converts_without_its_memory() {
    let error = transfer();
    assert_eq!(error.to_string(), length().to_string());
    assert!(error.source().is_none());
    let converted = question_mark::<(), _>(error);
    assert!(matches!(converted, Error::Length(_)), "{converted}");
}

#[test]
fn errors_name_the_value_and_the_limit() {
    fn holds(error: impl fmt::Display, parts: &[&str]) {
        let shown = error.to_string();
        for part in parts {
            assert!(shown.contains(part), "{part:?} in {shown}");
        }
    }
    holds(no_such_device(), &["no device 7", "has 2", "(101)"]);
    holds(out_of_memory(), &["1048577 bytes", "cuMemAllocAsync", "(2)"]);
    holds(length(), &["3 elements", "target of 2"]);
    holds(out_of_range(), &["2..5", "3 elements"]);
    holds(too_large(), &["18446744073709551615", "8 bytes"]);
    holds(cast(), &["4 bytes at 0x1001", "alignment of 4"]);
    holds(array(), &["8 x 4 x 6", "CUBEMAP", "square"]);
    holds(region(), &["4 x 2 x 1", "(1, 3, 0)", "source", "20 elements: 4 rows of 5"]);
    holds(pitch(), &["100 bytes", "4 rows", "20 bytes apart"]);
    holds(unknown_elements(), &["BC7_UNORM", "copy_region"]);
    holds(row_length(), &["10 bytes apart", "of 4 bytes", "copy_region"]);
    holds(texture(), &["max_anisotropy: 17", "at most 16"]);
    holds(launch_of_nothing(), &["4 x 0 x 1", "no threads", "cuLaunchKernel", "(1)"]);
    holds(
        refused_image(),
        &[
            "version 9.5",
            "driver of CUDA 13.5",
            "driver is of CUDA 13.0",
            "or older (`pip install 'nvidia-cuda-nvrtc==13.0.*'`)",
        ],
    );
    holds(unreadable_file(), &["/does/not/exist.ptx"]);
    holds(invalid_name(), &["saxpy\\0", "position 5"]);
    holds(count(), &["takes 5", "4 were given"]);
    holds(size(), &["argument 4", "8 bytes", "4 were given"]);
    let argument = Error::ArgumentOfOtherStream { index: 3 };
    holds(argument, &["argument 3 (counted from 0)"]);
    holds(other_size(), &["\"table\"", "10 bytes", "2 elements of 4"]);
    holds(not_a_driver(), &["/tmp/libcuda.so.1", "cuInit"]);
    holds(no_device(), &["13.0", "nvidia-smi"]);
    holds(module().function("saxpy").unwrap_err(), &["\"saxpy\"", "extern \"C\""]);
    holds(module().global("table").unwrap_err(), &["\"table\"", "extern \"C\""]);
}

#[test]
fn a_rejected_launch_names_the_exceeded_limit() {
    let shown = |launch| refused_launch(launch).to_string();
    let one = Launch::grid(1);
    let row = |launch, expected: &str| {
        let shown = shown(launch);
        assert!(shown.starts_with(expected), "{expected:?} in {shown}");
    };
    row(
        Launch::grid((1, 65_536)),
        "a grid of 1 x 65536 x 1 blocks is larger than the device's limit of 2147483647 x 65535 x 65535",
    );
    row(
        one.block((1, 1, 65)),
        "a block of 1 x 1 x 65 threads is larger than the device's limit of 1024 x 1024 x 64",
    );
    row(one.block((32, 16)), "a block of 512 threads is larger than the kernel's limit of 256");
    row(one.block(0), "a grid of 1 x 1 x 1 blocks of 0 x 1 x 1 threads has no threads");
    row(
        one.shared_memory(49_153),
        "49153 bytes of dynamic shared memory exceed the kernel's limit of 49152; ",
    );
    row(one.shared_memory(49_152), "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE");
}

#[test]
fn a_launch_with_another_number_of_arguments_names_both_numbers_and_is_not_made() {
    let (context, stream) = (context(), stream());
    // SAFETY: the driver of these tests doesn't look at handles, and refuses each launch.
    let refused = |launch, arguments: &ArgumentList<'_>| unsafe {
        let function = Function::borrow_raw(&context, WITH_PARAMETERS.cast());
        let by_list = stream.launch(&function, launch, arguments).unwrap_err();
        if arguments.len() == 2 {
            let by_tuple = stream.launch(&function, launch, (1u64, 2u64));
            assert_eq!(by_tuple, Err(by_list.clone()));
        }
        by_list
    };
    let mut arguments = ArgumentList::new();
    arguments.push(1u64).push(2u64);
    let error = refused(Launch::grid(1), &arguments);
    // This driver doesn't report names.
    let expected = "the kernel takes 3 arguments, and 2 were given";
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.result(), None, "the driver wasn't called");
    arguments.push(3u64);
    let shown = refused(Launch::grid(1), &arguments).to_string();
    assert!(shown.starts_with("cuLaunchKernel: "), "{shown}");
}

#[test]
fn the_maximum_of_shared_memory_is_suggested_only_if_it_suffices() {
    let shown = |bytes| refused_launch(Launch::grid(1).shared_memory(bytes)).to_string();
    let (within, beyond) = (shown(232_000), shown(232_001));
    assert!(within.contains("MAX_DYNAMIC_SHARED_SIZE_BYTES` to 232000"), "{within}");
    assert!(!beyond.contains("set_attribute"), "{beyond}");
}

/// The driver isn't passed the length of a text, and may read four bytes. The driver of this test returns another code.
#[test]
fn a_ptx_text_of_fewer_than_four_bytes_is_not_passed_to_the_driver() {
    for (text, found) in [
        (c"", "this text is empty"),
        (c"a", "this text begins with \"a\""),
        (c"//", "this text begins with \"//\""),
    ] {
        for error in [
            context().load_ptx(text).unwrap_err(),
            context().load(text).unwrap_err(),
            driver().load_library_ptx(text).unwrap_err(),
        ] {
            assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_IMAGE);
            let error = error.to_string();
            assert!(error.contains("PTX begins with a line such as"), "{error}");
            assert!(error.contains(found), "{error}");
        }
    }
    // With its terminating null byte, this one has four.
    let error = context().load_ptx(c"///").unwrap_err();
    let code = error.result().unwrap().code();
    assert_eq!(code, ErrorCode::UNSUPPORTED_PTX_VERSION);
}

#[test]
fn a_missing_function_is_reported_with_the_version_that_has_it() {
    let absent = driver().raw().absent(Symbol::cuGraphConditionalHandleCreate);
    assert!(absent.is_absent());
    assert_eq!(absent.code(), ErrorCode::SHARED_OBJECT_SYMBOL_NOT_FOUND);
    let since = Symbol::cuGraphConditionalHandleCreate.since();
    assert!(since <= 13_000, "a driver of 13.0 should have it");
    assert!(absent.to_string().contains("drivers have it since"), "{absent}");
}

#[test]
fn an_error_after_which_the_context_is_lost_says_so() {
    let shown = |code| CuResult::new(CUresult(code), Symbol::cuMemAllocAsync, 13_000).to_string();
    assert_eq!(
        shown(700),
        "cuMemAllocAsync: CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered; the context is lost \
         until the process ends, by this or earlier work: `cuda-sim run -- PROGRAM` or compute-sanitizer shows which"
    );
    for code in [214, 710, 719] {
        assert!(shown(code).contains("; the context is lost"), "{code}");
    }
    for code in [1, 2, 4, 400, 709] {
        assert!(!shown(code).contains("lost"), "{code}");
    }
}

#[test]
fn a_missing_instance_of_a_template_is_explained_where_it_may_be_one() {
    let shown = |name: &str, kernels: Option<&[&str]>| {
        let kernels = kernels.map(|names| names.iter().map(ToString::to_string).collect());
        let name = name.to_string();
        FunctionNotFound { name, kernels }.to_string()
    };
    let (request, lookup) = ("`Program::name_expression`", "`Ptx::lowered_name`");
    assert_eq!(
        shown("tmpl", Some(&[])),
        format!(
            "the module has no kernel \"tmpl\"; it has no kernels at all; a C++ template becomes a kernel by {request}"
        )
    );
    for kernels in [None, Some(&[][..]), Some(&["_Z4tmplIfEvPT_"])] {
        let text = shown("tmpl<float>", kernels);
        assert!(text.contains(request) && text.contains(lookup), "{text}");
    }
    let text = shown("tmpl", Some(&["fill"]));
    assert_eq!(text, "the module has no kernel \"tmpl\"; it has fill");
}

#[test]
fn closures_that_return_ok_need_no_annotation() {
    let (stream, branch) = (stream(), stream());
    let mut buffer = stream.alloc::<u8>(3).unwrap();
    let mut host = [1u8, 2, 3];
    let scoped = stream.scope(|scope| {
        scope.upload_into(&[1, 2, 3], &mut buffer)?;
        Ok(())
    });
    let forked = stream.fork(|fork| {
        fork.share(&branch, &buffer)?;
        Ok(())
    });
    let registered = stream.context().with_registered(&mut host, RegisterFlags::empty(), |host| {
        stream.upload(host)?;
        Ok(())
    });
    for result in [scoped, forked, registered] {
        let error = result.unwrap_err();
        assert!(error.result().is_some_and(CuResult::is_absent), "{error}");
    }
}
