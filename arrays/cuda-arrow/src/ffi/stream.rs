use core::ffi::{CStr, c_char, c_int};
use core::ptr;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Schema, SchemaRef};

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::ffi::abi::{DeviceType, FFI_ArrowDeviceArray, FFI_ArrowDeviceArrayStream};
use crate::ffi::drop_quietly;
use crate::ffi::export::export_schema;
use crate::manager::MemoryManager;

/// The data that an exported stream owns.
struct StreamPrivateData {
    schema: SchemaRef,
    batches: Box<dyn Iterator<Item = Result<DeviceRecordBatch, Error>> + Send>,
    error: CString,
}

/// C's error number for input and output errors.
const EIO: c_int = 5;

/// C's error number for invalid arguments.
const EINVAL: c_int = 22;

/// Exports batches to another library of the process, which requests them one after the other: those of a
/// [`DeviceStreamReader`](crate::ipc::DeviceStreamReader) or of any other iterator.
///
/// Consumers rely on this schema. So for a batch whose columns have other names or types, or nulls where the schema has
/// none, they get the error `EINVAL`, with a message that names the column. For an error of the iterator, it is `EIO`.
#[must_use]
pub fn export_stream(
    schema: SchemaRef,
    batches: impl Iterator<Item = Result<DeviceRecordBatch, Error>> + Send + 'static,
) -> FFI_ArrowDeviceArrayStream {
    let exported = Box::new(StreamPrivateData {
        schema,
        batches: Box::new(batches),
        error: CString::default(),
    });
    FFI_ArrowDeviceArrayStream {
        device_type: DeviceType::CUDA,
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(exported).cast(),
    }
}

impl StreamPrivateData {
    /// Runs a consumer's request, and keeps the error.
    fn respond(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Error>) -> c_int {
        let (number, text) = match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(Ok(())) => return 0,
            Ok(Err(error @ Error::Arrow(ArrowError::SchemaError(_)))) => {
                (EINVAL, error.to_string())
            }
            Ok(Err(error)) => (EIO, error.to_string()),
            Err(thrown) => {
                drop_quietly(thrown);
                (EIO, "the producer panicked".to_owned())
            }
        };
        self.error = CString::new(text.replace('\0', " ")).unwrap_or_default();
        number
    }
}

/// Returns an error unless a consumer that knows only the stream's schema can read the batch.
fn check(schema: &SchemaRef, batch: &DeviceRecordBatch) -> Result<(), Error> {
    if Arc::ptr_eq(schema, batch.schema()) {
        return Ok(());
    }
    let wrong = |text: String| Err(ArrowError::SchemaError(text).into());
    let (found, expected) = (batch.schema().fields(), schema.fields());
    if found.len() != expected.len() {
        let (found, expected) = (found.len(), expected.len());
        return wrong(format!(
            "the batch has {found} columns, and the schema of its stream {expected}"
        ));
    }
    let columns = found.iter().zip(expected).zip(batch.columns());
    for (number, ((found, expected), column)) in columns.enumerate() {
        let (name, ty) = (expected.name(), expected.data_type());
        let column_name = format!("column {number} of the batch, {:?},", found.name());
        if found.name() != name {
            return wrong(format!("{column_name} is {name:?} in the schema of its stream"));
        }
        if found.data_type() != ty {
            let found = found.data_type();
            return wrong(format!(
                "{column_name} is of {found}, and of {ty} in the schema of its stream"
            ));
        }
        let may_have_nulls = found.is_nullable() && column.known_null_count() != Some(0);
        if may_have_nulls && !expected.is_nullable() {
            return wrong(format!(
                "{column_name} may have nulls, and none in the schema of its stream"
            ));
        }
    }
    Ok(())
}

/// # Safety
/// The stream was exported by this crate and not released yet.
unsafe fn exported<'a>(stream: *mut FFI_ArrowDeviceArrayStream) -> &'a mut StreamPrivateData {
    // SAFETY: it was boxed when the stream was created, and the consumer makes one call at a time.
    unsafe { &mut *(*stream).private_data.cast::<StreamPrivateData>() }
}

unsafe extern "C" fn get_schema(
    stream: *mut FFI_ArrowDeviceArrayStream,
    out: *mut FFI_ArrowSchema,
) -> c_int {
    // SAFETY: the consumer passes a valid stream and output pointer, as the interface requires.
    unsafe {
        exported(stream).respond(|exported| {
            out.write(export_schema(&exported.schema)?);
            Ok(())
        })
    }
}

unsafe extern "C" fn get_next(
    stream: *mut FFI_ArrowDeviceArrayStream,
    out: *mut FFI_ArrowDeviceArray,
) -> c_int {
    // SAFETY: the consumer passes a valid stream and output pointer, as the interface requires.
    unsafe {
        exported(stream).respond(|exported| {
            out.write(match exported.batches.next().transpose()? {
                Some(batch) => {
                    check(&exported.schema, &batch)?;
                    batch.export_array()?
                }
                None => FFI_ArrowDeviceArray::empty(),
            });
            Ok(())
        })
    }
}

unsafe extern "C" fn get_last_error(stream: *mut FFI_ArrowDeviceArrayStream) -> *const c_char {
    // SAFETY: the consumer's stream was exported by this crate.
    let error = unsafe { &exported(stream).error };
    if error.is_empty() { ptr::null() } else { error.as_ptr() }
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowDeviceArrayStream) {
    // SAFETY: the consumer releases each exported stream once.
    unsafe {
        if !(*stream).private_data.is_null() {
            drop_quietly(Box::from_raw((*stream).private_data.cast::<StreamPrivateData>()));
        }
        (*stream).private_data = ptr::null_mut();
        (*stream).release = None;
    }
}

/// An iterator over the batches of another library's stream, with their columns on the device.
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// use std::sync::Arc;
/// use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
/// use cuda_arrow::ffi::{DeviceArrayStream, export_stream};
///
/// let host = RecordBatch::try_from_iter([("x", Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef)])?;
/// let theirs = export_stream(host.schema(), [manager.upload(&host)].into_iter());
/// // SAFETY: the stream was just exported, for this device.
/// for batch in unsafe { DeviceArrayStream::import(&manager, theirs) }? {
///     assert_eq!(batch?.to_host()?, host);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DeviceArrayStream {
    stream: FFI_ArrowDeviceArrayStream,
    ffi_schema: FFI_ArrowSchema,
    schema: SchemaRef,
    manager: MemoryManager,
    is_over: bool,
}

impl DeviceArrayStream {
    /// Imports a stream of another library of the process. Each batch is [imported](MemoryManager::import) when it is
    /// requested.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::Imported`] with the producer's message, [`Error::Arrow`].
    ///
    /// # Safety
    /// The stream is valid by the C Device interface, and its arrays satisfy the requirements of
    /// [`MemoryManager::import`].
    pub unsafe fn import(
        manager: &MemoryManager,
        mut stream: FFI_ArrowDeviceArrayStream,
    ) -> Result<Self, Error> {
        let (Some(get_schema), Some(_)) = (stream.get_schema, stream.release) else {
            return Err(Error::Released { object: "ArrowDeviceArrayStream" });
        };
        let mut ffi_schema = FFI_ArrowSchema::empty();
        // SAFETY: the caller guarantees that the stream is valid.
        let code = unsafe { get_schema(&raw mut stream, &raw mut ffi_schema) };
        if code != 0 {
            // SAFETY: as above.
            return Err(unsafe { last_error(&mut stream, code) });
        }
        if ffi_schema.release().is_none() {
            return Err(Error::Released { object: "ArrowSchema" });
        }
        let schema = Schema::try_from(&ffi_schema)?;
        Ok(Self {
            stream,
            schema: schema.into(),
            ffi_schema,
            manager: manager.clone(),
            is_over: false,
        })
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn next_batch(&mut self) -> Result<Option<DeviceRecordBatch>, Error> {
        let Some(get_next) = self.stream.get_next else {
            return Ok(None);
        };
        let mut array = FFI_ArrowDeviceArray::empty();
        // SAFETY: the constructor's caller guarantees that the stream is valid.
        let code = unsafe { get_next(&raw mut self.stream, &raw mut array) };
        if code != 0 {
            // SAFETY: as above.
            return Err(unsafe { last_error(&mut self.stream, code) });
        }
        if array.array.is_released() {
            return Ok(None);
        }
        // SAFETY: the array is from the stream, whose arrays are guaranteed to be valid.
        unsafe { self.manager.import(array, &self.ffi_schema) }.map(Some)
    }
}

/// Returns the producer's message for its last error.
///
/// # Safety
/// The stream is valid by the C Device interface.
unsafe fn last_error(stream: &mut FFI_ArrowDeviceArrayStream, code: c_int) -> Error {
    let text = match stream.get_last_error {
        // SAFETY: the caller guarantees that the stream is valid.
        Some(get) => unsafe { get(stream) },
        None => ptr::null(),
    };
    let text = if text.is_null() {
        "it gave no message".into()
    } else {
        // SAFETY: it is a C string that lives until the next call.
        unsafe { CStr::from_ptr(text) }.to_string_lossy()
    };
    Error::Imported(format!("the producer of the stream failed with {code}: {text}"))
}

/// It ends with the first error.
impl Iterator for DeviceArrayStream {
    type Item = Result<DeviceRecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_batch().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}
