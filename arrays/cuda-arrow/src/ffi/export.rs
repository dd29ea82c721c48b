use core::ffi::c_void;
use core::ptr;

use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{Field, Schema};
use cuda_driver::{
    Event,
    event::EventFlags,
    sys::{CUdeviceptr, CUevent},
};

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::Buffer;
use crate::error::Error;
use crate::ffi::abi::{DeviceType, FFI_ArrowDeviceArray, RawArray, with_nullable_dictionaries};
use crate::ffi::drop_quietly;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// Exports a schema to another library of the process.
///
/// # Errors
/// [`Error::Arrow`] for types that the interface can't express.
pub fn export_schema(schema: &Schema) -> Result<FFI_ArrowSchema, Error> {
    let schema = FFI_ArrowSchema::try_from(schema)?;
    Ok(with_nullable_dictionaries(schema))
}

/// Exports a field to another library of the process.
///
/// # Errors
/// As [`export_schema`].
pub fn export_field(field: &Field) -> Result<FFI_ArrowSchema, Error> {
    let schema = FFI_ArrowSchema::try_from(field)?;
    Ok(with_nullable_dictionaries(schema))
}

/// The data that an exported array owns.
struct ArrayPrivateData {
    _buffers: Vec<Buffer>,
    pointers: Box<[*const c_void]>,
    children: Box<[*mut RawArray]>,
    dictionary: *mut RawArray,
    /// The event of the outermost array, and the handle that the array points to.
    event: Option<(Event, Box<CUevent>)>,
}

unsafe extern "C" fn release(array: *mut RawArray) {
    // SAFETY: the consumer releases each exported array once.
    unsafe {
        if array.is_null() || (*array).release.is_none() {
            return;
        }
        let owned = Box::from_raw((*array).private_data.cast::<ArrayPrivateData>());
        for child in &owned.children {
            release_boxed(*child);
        }
        release_boxed(owned.dictionary);
        (*array).release = None;
        (*array).private_data = ptr::null_mut();
        drop_quietly(owned);
    }
}

/// # Safety
/// The array is null, or was boxed here.
unsafe fn release_boxed(array: *mut RawArray) {
    if array.is_null() {
        return;
    }
    // SAFETY: the consumer may have moved the child away, which leaves a null `release`.
    unsafe {
        if let Some(release) = (*array).release {
            release(array);
        }
        drop(Box::from_raw(array));
    }
}

/// Converts a device address to a C pointer, which the host must not dereference.
fn pointer(address: CUdeviceptr) -> *const c_void {
    ptr::without_provenance(address as usize)
}

/// Exports arrays of one stream.
struct Exporter {
    /// The sizes of the buffers that views refer to, which the interface requires to be on the device.
    sizes: std::vec::IntoIter<Buffer>,
}

impl Exporter {
    fn new<'a>(
        manager: Option<&MemoryManager>,
        arrays: impl Iterator<Item = &'a ArrayParts>,
    ) -> Result<Self, Error> {
        let mut sizes = Vec::new();
        for parts in arrays {
            collect_sizes(parts, &mut sizes)?;
        }
        let mut buffers = Vec::new();
        let bytes: Vec<u8> = sizes.iter().flatten().flat_map(|size| size.to_le_bytes()).collect();
        if let Some(manager) = manager
            && !sizes.is_empty()
        {
            let all = manager.copy_from_host(&bytes)?;
            let mut at = 0;
            for sizes in sizes {
                buffers.push(all.part(at..at + sizes.len() * 8));
                at += sizes.len() * 8;
            }
        }
        Ok(Self { sizes: buffers.into_iter() })
    }

    fn array(&mut self, parts: &ArrayParts) -> Result<RawArray, Error> {
        let layout = parts.layout()?;
        let mut buffers: Vec<Buffer> = parts.nulls.iter().chain(&parts.buffers).cloned().collect();
        let mut pointers = Vec::with_capacity(buffers.len() + 1);
        if layout.validity {
            pointers.push(pointer(parts.nulls.as_ref().map_or(0, Buffer::as_raw)));
        }
        pointers.extend(parts.buffers.iter().map(|buffer| pointer(buffer.as_raw())));
        if layout.variadic {
            let sizes = self.sizes.next();
            pointers.push(pointer(sizes.as_ref().map_or(0, Buffer::as_raw)));
            buffers.extend(sizes);
        }
        let mut children = Children(Vec::with_capacity(parts.children.len()));
        for child in &parts.children {
            children.0.push(Box::into_raw(Box::new(self.array(child)?)));
        }
        let dictionary = match &parts.dictionary {
            Some(values) => Box::into_raw(Box::new(self.array(values)?)),
            None => ptr::null_mut(),
        };
        let null_count = match (&parts.nulls, &parts.data_type) {
            (_, arrow_schema::DataType::Null) => Some(parts.len),
            (None, _) => Some(0),
            _ => parts.null_count,
        };
        Ok(raw([parts.len, parts.offset], null_count, buffers, pointers, children, dictionary))
    }
}

/// Collects the sizes of the buffers that views refer to, in the order of the arrays.
fn collect_sizes(parts: &ArrayParts, sizes: &mut Vec<Vec<i64>>) -> Result<(), Error> {
    let layout = parts.layout()?;
    if layout.variadic {
        let variadic = parts.buffers.iter().skip(layout.specs().len());
        sizes.push(variadic.map(|buffer| buffer.len() as i64).collect());
    }
    for child in &parts.children {
        collect_sizes(child, sizes)?;
    }
    match &parts.dictionary {
        Some(values) => collect_sizes(values, sizes),
        None => Ok(()),
    }
}

/// Arrays that the consumer doesn't own yet.
struct Children(Vec<*mut RawArray>);

impl Drop for Children {
    fn drop(&mut self) {
        for child in self.0.drain(..) {
            // SAFETY: it was boxed here.
            unsafe { release_boxed(child) };
        }
    }
}

fn raw(
    [len, offset]: [usize; 2],
    null_count: Option<usize>,
    buffers: Vec<Buffer>,
    pointers: Vec<*const c_void>,
    mut children: Children,
    dictionary: *mut RawArray,
) -> RawArray {
    let mut owned = Box::new(ArrayPrivateData {
        _buffers: buffers,
        pointers: pointers.into_boxed_slice(),
        children: core::mem::take(&mut children.0).into_boxed_slice(),
        dictionary,
        event: None,
    });
    RawArray {
        length: len as i64,
        null_count: null_count.map_or(-1, |count| count as i64),
        offset: offset as i64,
        n_buffers: owned.pointers.len() as i64,
        n_children: owned.children.len() as i64,
        buffers: match &mut owned.pointers[..] {
            [] => ptr::null_mut(),
            pointers => pointers.as_mut_ptr(),
        },
        children: match &mut owned.children[..] {
            [] => ptr::null_mut(),
            children => children.as_mut_ptr(),
        },
        dictionary,
        release: Some(release),
        private_data: Box::into_raw(owned).cast(),
    }
}

/// Returns the array with an event after the work submitted to its stream so far.
fn with_event(
    manager: Option<&MemoryManager>,
    raw: RawArray,
) -> Result<FFI_ArrowDeviceArray, Error> {
    let owned = raw.private_data.cast::<ArrayPrivateData>();
    let mut array = FFI_ArrowDeviceArray {
        array: raw.into_ffi(),
        device_id: 0,
        device_type: DeviceType::CUDA,
        sync_event: ptr::null_mut(),
        reserved: [0; 3],
    };
    if let Some(manager) = manager {
        array.device_id = i64::from(manager.device().as_raw());
        let event = manager.context().event_with(EventFlags::DISABLE_TIMING)?;
        manager.stream().record(&event)?;
        let mut handle = Box::new(event.as_raw());
        array.sync_event = (&raw mut *handle).cast();
        // SAFETY: it is the data of an array that the consumer doesn't own yet.
        unsafe { (*owned).event = Some((event, handle)) };
    }
    Ok(array)
}

impl DeviceRecordBatch {
    /// Exports the batch to another library of the process, with its schema. The buffers live until the consumer
    /// releases the array, which it may do on any thread once its work on them is complete. `sync_event` is an event
    /// after the work submitted to the stream so far, so the host doesn't wait.
    ///
    /// # Errors
    /// [`Error::Arrow`] for types that the interface can't express, or the driver's error.
    pub fn export(&self) -> Result<(FFI_ArrowDeviceArray, FFI_ArrowSchema), Error> {
        let schema = export_schema(self.schema())?;
        Ok((self.export_array()?, schema))
    }

    pub(super) fn export_array(&self) -> Result<FFI_ArrowDeviceArray, Error> {
        let parts = self.parts();
        let mut exporter = Exporter::new(Some(self.manager()), parts.iter())?;
        let mut children = Children(Vec::with_capacity(parts.len()));
        for column in &parts {
            let array = exporter.array(column)?;
            children.0.push(Box::into_raw(Box::new(array)));
        }
        let shape = [self.num_rows(), 0];
        let validity = vec![ptr::null()];
        let raw = raw(shape, Some(0), Vec::new(), validity, children, ptr::null_mut());
        with_event(Some(self.manager()), raw)
    }
}

impl DeviceArray {
    /// Exports the array to another library of the process, with its type, as [`DeviceRecordBatch::export`] does.
    ///
    /// # Errors
    /// As [`DeviceRecordBatch::export`].
    pub fn export(&self) -> Result<(FFI_ArrowDeviceArray, FFI_ArrowSchema), Error> {
        let schema = export_field(&Field::new("", self.data_type().clone(), true))?;
        let parts = self.clone().into_parts();
        let mut exporter = Exporter::new(self.manager(), core::iter::once(&parts))?;
        let raw = exporter.array(&parts)?;
        Ok((with_event(self.manager(), raw)?, schema))
    }
}
