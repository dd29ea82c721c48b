//! Record batches of `cuda-arrow` as C functions, which `python/arrow_batches.py` calls.

use core::ptr;
use std::sync::Arc;

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::{Float32Type, Int64Type};
use cuda_arrow::arrow_array::{Array, ArrayRef, Int64Array};
use cuda_arrow::arrow_schema::ffi::FFI_ArrowSchema;
use cuda_arrow::arrow_schema::{DataType, Field, Schema};
use cuda_arrow::ffi::FFI_ArrowDeviceArray;
use cuda_arrow::{ArrayParts, DeviceArray, DeviceRecordBatch};
use cuda_driver::Launch;

use crate::{Error, Session, pointer, tell};

/// A batch of `rows` rows: `x` holds 0, 1, 2 …, to which a kernel adds `value` after so many turns, and `i` the same as integers, of
/// which every third is null.
///
/// # Safety
/// The session is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ar_counted(
    session: *const Session,
    rows: usize,
    value: f32,
    turns: u32,
) -> *mut DeviceRecordBatch {
    // SAFETY: guaranteed by the caller.
    let session = unsafe { &*session };
    let make = || -> Result<DeviceRecordBatch, Error> {
        let manager = &session.manager;
        // Before the kernel, because pinning memory waits for the device.
        let i = (0..rows as i64).map(|row| (row % 3 > 0).then_some(row));
        let i = manager.upload_array(&Int64Array::from_iter(i))?;
        let numbers: Vec<f32> = (0..rows).map(|row| row as f32).collect();
        let bytes = 4 * rows;
        let mut memory = manager.allocate(bytes)?;
        session.stream.upload_into(&numbers, memory.typed_mut::<f32>()?)?;
        let launch = Launch::elements(rows, 128);
        let arguments = (memory.typed_mut::<f32>()?, rows as u64, value, turns);
        // SAFETY: slow_add(float *, u64, float, u32), with that many elements.
        unsafe { session.stream.launch(&session.slow_add, launch, arguments) }?;
        let x = DeviceArray::try_new(ArrayParts {
            data_type: DataType::Float32,
            len: rows,
            offset: 0,
            null_count: Some(0),
            nulls: None,
            buffers: vec![memory.freeze()],
            children: Vec::new(),
            dictionary: None,
        })?;
        let schema = Schema::new(vec![
            Field::new("x", DataType::Float32, false),
            Field::new("i", DataType::Int64, true),
        ]);
        Ok(DeviceRecordBatch::try_new(manager, Arc::new(schema), vec![x, i], rows)?)
    };
    pointer(make())
}

/// Exports a batch to two structures of the C Device interface.
///
/// # Safety
/// The batch is alive, and the places are there, with nothing in them that must be released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ar_export(
    batch: *const DeviceRecordBatch,
    array: *mut FFI_ArrowDeviceArray,
    schema: *mut FFI_ArrowSchema,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    match unsafe { &*batch }.export() {
        Ok(made) => {
            // SAFETY: as above.
            unsafe {
                ptr::write(array, made.0);
                ptr::write(schema, made.1);
            }
            0
        }
        Err(error) => tell(&error, -1),
    }
}

/// Takes over a batch of another library, whose structure is released afterwards.
///
/// # Safety
/// The session is open; the structures are as the interface says, and all is what they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ar_import(
    session: *const Session,
    array: *mut FFI_ArrowDeviceArray,
    schema: *const FFI_ArrowSchema,
) -> *mut DeviceRecordBatch {
    // SAFETY: the caller guarantees all.
    let imported = unsafe {
        let array = FFI_ArrowDeviceArray::from_raw(array);
        (*session).manager.import(array, &*schema)
    };
    pointer(imported.map_err(Error::from))
}

/// Copies a column to the host as `f64`, with NaN for a null; answers the number of rows.
///
/// # Safety
/// The batch is alive, and `values` has room for its rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ar_column(
    batch: *const DeviceRecordBatch,
    at: usize,
    values: *mut f64,
) -> i64 {
    // SAFETY: guaranteed by the caller.
    let batch = unsafe { &*batch };
    let read = || -> Result<Vec<f64>, Error> {
        let column = batch.columns().get(at).ok_or("there is no such column")?;
        let column: ArrayRef = column.to_host()?;
        let number = |row: usize| match column.data_type() {
            _ if column.is_null(row) => f64::NAN,
            DataType::Float32 => f64::from(column.as_primitive::<Float32Type>().value(row)),
            _ => column.as_primitive::<Int64Type>().value(row) as f64,
        };
        Ok((0..column.len()).map(number).collect())
    };
    match read() {
        Ok(numbers) => {
            // SAFETY: the caller guarantees the room.
            unsafe { ptr::copy_nonoverlapping(numbers.as_ptr(), values, numbers.len()) };
            numbers.len() as i64
        }
        Err(error) => tell(&error, -1),
    }
}

/// Drops a batch.
///
/// # Safety
/// It came from here, and isn't used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ar_free(batch: *mut DeviceRecordBatch) {
    // SAFETY: guaranteed by the caller.
    drop(unsafe { Box::from_raw(batch) });
}
