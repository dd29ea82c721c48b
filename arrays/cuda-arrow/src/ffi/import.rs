use std::sync::Arc;

use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema};
use cuda_driver::{
    DeviceBuffer, Event,
    event::EventFlags,
    memory::KeepAlive,
    sys::{CUdeviceptr, CUevent},
};

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::ffi::abi::{DeviceType, FFI_ArrowDeviceArray, RawArray};
use crate::kernels;
use crate::kernels::{Node, Step};
use crate::layout::{BufferSpec, DEPTH, children};
use crate::manager::MemoryManager;
use crate::origin::Origin;
use crate::parts::ArrayParts;

/// A buffer whose size may still be unknown.
enum ImportedBuffer {
    Sized(CUdeviceptr, usize),
    /// The size is the end of the range of the node with this index.
    Requested(CUdeviceptr, usize),
}

fn refused(text: impl Into<String>) -> Error {
    Error::Imported(text.into())
}

/// The nodes of imported arrays whose ranges are read from the device.
#[derive(Default)]
struct Importer {
    nodes: Vec<Node>,
    first: Vec<u32>,
}

impl MemoryManager {
    /// Imports a batch of another library of the process, without a copy. The stream first waits for the batch's event;
    /// the host waits only to read the lengths of texts, with one launch and one copy for all columns. The whole tree
    /// is kept alive until the last of its buffers is dropped, and released after the stream's work.
    ///
    /// # Errors
    /// [`Error::Released`]; [`Error::Imported`] for an array that doesn't match its schema; [`Error::Device`] for one
    /// of another device; [`Error::Arrow`] for types that arrow-rs doesn't know; or the driver's error. In any case the
    /// array is then released.
    ///
    /// # Safety
    /// - Both are valid by the C Device interface, and the array matches its schema: it has the right numbers of buffers and
    ///   children, and its buffers are as large as its length and last offsets require. These can't be checked here.
    /// - The buffers aren't written until the array is released.
    pub unsafe fn import(
        &self,
        array: FFI_ArrowDeviceArray,
        schema: &FFI_ArrowSchema,
    ) -> Result<DeviceRecordBatch, Error> {
        let data_type = type_of(schema)?;
        let DataType::Struct(fields) = &data_type else {
            let text = format!("ArrowSchema describes non-struct type {data_type}");
            return Err(refused(text));
        };
        let root = array.raw();
        check_released(root)?;
        let has_nulls = |count| {
            let text =
                "ArrowArray struct has non-zero null count, cannot be imported as RecordBatch";
            Err(refused(format!("{text}: {count}")))
        };
        if root.null_count > 0 {
            return has_nulls(root.null_count);
        }
        if root.offset != 0 {
            let offset = root.offset;
            return Err(refused(format!(
                "ArrowArray struct has non-zero offset, cannot be imported as RecordBatch: {offset}"
            )));
        }
        let metadata = schema.metadata()?;
        let schema = Schema::new_with_metadata(fields.clone(), metadata);
        // SAFETY: the caller guarantees that the array is valid and of the schema's type.
        let batch = unsafe { self.import_parts(array, &data_type) }?;
        let rows = batch.len;
        if batch.nulls.is_some() && batch.null_count.is_none() {
            let nulls = DeviceArray::try_new(batch.clone())?.null_count()?;
            if nulls > 0 {
                return has_nulls(nulls as i64);
            }
        }
        let columns = batch.children.into_iter().map(|mut column| {
            // Columns may be longer than the batch.
            if column.len > rows {
                column.len = rows;
                column.null_count = column.null_count.filter(|count| *count == 0);
            }
            DeviceArray::try_new(column)
        });
        let columns = columns.collect::<Result<_, _>>()?;
        DeviceRecordBatch::try_new(self, Arc::new(schema), columns, rows)
    }

    /// Imports an array of another library of the process, as [`import`](Self::import) does, with its field.
    ///
    /// # Errors
    /// As [`import`](Self::import).
    ///
    /// # Safety
    /// As [`import`](Self::import).
    pub unsafe fn import_array(
        &self,
        array: FFI_ArrowDeviceArray,
        schema: &FFI_ArrowSchema,
    ) -> Result<(DeviceArray, Field), Error> {
        let data_type = type_of(schema)?;
        let field = Field::try_from(schema)?;
        check_released(array.raw())?;
        // SAFETY: the caller guarantees that the array is valid and of the schema's type.
        let parts = unsafe { self.import_parts(array, &data_type) }?;
        Ok((DeviceArray::try_new(parts)?, field))
    }

    /// # Safety
    /// As [`import`](Self::import).
    unsafe fn import_parts(
        &self,
        array: FFI_ArrowDeviceArray,
        data_type: &DataType,
    ) -> Result<ArrayParts, Error> {
        let supported = [DeviceType::CUDA, DeviceType::CUDA_HOST, DeviceType::CUDA_MANAGED];
        if !supported.contains(&array.device_type) {
            let found = array.device_type.0;
            return Err(refused(format!(
                "the array is of device type {found}: those of CUDA are 2, 3 and 13"
            )));
        }
        let ours = i64::from(self.device().as_raw());
        if array.device_type == DeviceType::CUDA && array.device_id != ours {
            return Err(Error::Device {
                expected: format!("device {ours}"),
                found: format!("device {}", array.device_id),
            });
        }
        if !array.sync_event.is_null() {
            // SAFETY: it is a pointer to an event, which the array owns until it is released.
            let event = unsafe {
                let handle = array.sync_event.cast::<CUevent>().read();
                Event::borrow_raw(self.context(), handle, EventFlags::DISABLE_TIMING)
            };
            self.stream().wait_event(&event)?;
        }
        let mut importer = Importer { nodes: Vec::new(), first: vec![0] };
        // SAFETY: the caller guarantees that the array and its children are valid.
        let parts = unsafe { importer.array(array.raw(), data_type, 0) }?;
        // From here on the stream may use the array's memory, so the array is released in the stream's order.
        // SAFETY: it owns no memory; the array is kept with it.
        let keeper = unsafe { DeviceBuffer::from_owner(self.stream(), 0, 0, KeepAlive(array)) };
        let memory = MutableBuffer::new(self, keeper, Origin::Foreign).freeze();
        // SAFETY: the offsets have the array's number of entries, and the stream waits for the work that writes them.
        let ranges = unsafe { kernels::resolve(self.stream(), &importer.nodes, &importer.first) }?;
        parts.map(&mut |pending| {
            let (address, len) = match pending {
                ImportedBuffer::Sized(address, len) => (address, len),
                ImportedBuffer::Requested(address, node) => {
                    let end = ranges.get(node).map_or(-1, |range| range.1);
                    let len = usize::try_from(end).map_err(|_| {
                        refused(format!("the last offset of a buffer is {end}"))
                    })?;
                    (address, len)
                }
            };
            if address == 0 && len > 0 {
                return Err(refused(format!(
                    "ArrowArrayStruct contains null data pointer for a buffer with non-zero computed size: {len} bytes"
                )));
            }
            // SAFETY: the caller guarantees that the array has these bytes; the memory keeps it alive.
            Ok(unsafe { memory.with_bytes(address, len) })
        })
    }
}

fn check_released(array: &RawArray) -> Result<(), Error> {
    match array.release {
        Some(_) => Ok(()),
        None => Err(Error::Released { object: "ArrowArray" }),
    }
}

fn type_of(schema: &FFI_ArrowSchema) -> Result<DataType, Error> {
    if schema.release().is_none() {
        return Err(Error::Released { object: "ArrowSchema" });
    }
    Ok(DataType::try_from(schema)?)
}

fn count(field: &str, number: i64) -> Result<usize, Error> {
    usize::try_from(number)
        .map_err(|_| refused(format!("ArrowArray struct has a {field} of {number}")))
}

impl Importer {
    /// # Safety
    /// The array is valid by the C Device interface, and is of this type.
    unsafe fn array(
        &mut self,
        raw: &RawArray,
        data_type: &DataType,
        depth: usize,
    ) -> Result<ArrayParts<ImportedBuffer>, Error> {
        if depth > DEPTH {
            let text = "Recursion level in ArrowArray struct exceeded";
            return Err(refused(format!("{text}: {DEPTH}")));
        }
        check_released(raw)?;
        let mut parts = ArrayParts {
            data_type: data_type.clone(),
            len: count("length", raw.length)?,
            offset: count("offset", raw.offset)?,
            null_count: usize::try_from(raw.null_count).ok(),
            nulls: None,
            buffers: Vec::new(),
            children: Vec::new(),
            dictionary: None,
        };
        let layout = parts.layout()?;
        let found = count("number of buffers", raw.n_buffers)?;
        let least = usize::from(layout.validity) + layout.specs().len();
        let expected = least + usize::from(layout.variadic);
        if found < expected || (found > expected && !layout.variadic) {
            return Err(refused(format!(
                "Expected {expected} buffers for imported type {data_type}, ArrowArray struct has {found}"
            )));
        }
        let missing = || refused("ArrowArray struct has no list of buffers, or of children");
        if (found > 0 && raw.buffers.is_null()) || (raw.n_children > 0 && raw.children.is_null()) {
            return Err(missing());
        }
        let address = |index: usize| -> CUdeviceptr {
            // SAFETY: there are that many.
            unsafe { raw.buffers.add(index).read() as CUdeviceptr }
        };
        let Some(end) = parts.offset.checked_add(parts.len) else {
            return Err(parts.invalid("it ends after the last address"));
        };
        let mut at = 0;
        if layout.validity {
            let nulls = address(at);
            at += 1;
            if nulls != 0 {
                parts.nulls = Some(ImportedBuffer::Sized(nulls, end.div_ceil(8)));
            }
        }
        let offsets = found.checked_sub(at).filter(|left| *left > 0).map_or(0, |_| address(at));
        for spec in layout.specs() {
            let Some(len) = spec.min_bytes(end) else {
                return Err(parts.invalid("it is larger than any memory"));
            };
            parts.buffers.push(match spec {
                BufferSpec::Bytes if end > 0 => {
                    let step = match layout.specs() {
                        [BufferSpec::Offsets(8), ..] => Step::List64,
                        _ => Step::List32,
                    };
                    let width = if step == Step::List64 { 8 } else { 4 };
                    if offsets == 0 || !offsets.is_multiple_of(width) {
                        let text = "its offsets are missing, or not aligned";
                        return Err(parts.invalid(text));
                    }
                    ImportedBuffer::Requested(address(at), self.last(offsets, end, step))
                }
                _ => ImportedBuffer::Sized(address(at), len),
            });
            at += 1;
        }
        if layout.variadic {
            let sizes = address(found - 1);
            if found - 1 > at && (sizes == 0 || !sizes.is_multiple_of(8)) {
                return Err(parts.invalid("the sizes of its buffers are missing, or not aligned"));
            }
            for number in 0..found - 1 - at {
                let node = Node {
                    offsets: sizes,
                    len: 0,
                    offset: number as i64,
                    parent: 0,
                    step: Step::Number as u32,
                };
                let node = self.add_column(&[node]);
                parts.buffers.push(ImportedBuffer::Requested(address(at + number), node));
            }
        }
        // SAFETY: the caller guarantees that the array and its children are valid.
        unsafe { self.below(raw, parts, depth) }
    }

    /// # Safety
    /// As [`array`](Self::array).
    unsafe fn below(
        &mut self,
        raw: &RawArray,
        mut parts: ArrayParts<ImportedBuffer>,
        depth: usize,
    ) -> Result<ArrayParts<ImportedBuffer>, Error> {
        let data_type = parts.data_type.clone();
        let types = children(&data_type);
        let (found, expected) = (count("number of children", raw.n_children)?, types.len());
        if found != expected {
            return Err(refused(format!(
                "Expected {expected} children for imported type {data_type}, ArrowArray struct has {found}"
            )));
        }
        for (at, data_type) in types.into_iter().enumerate() {
            // SAFETY: there are that many, of these types.
            let child = unsafe { raw.children.add(at).read().as_ref() };
            let child = child.ok_or_else(|| refused("a child of the ArrowArray struct is null"))?;
            // SAFETY: as above.
            parts.children.push(unsafe { self.array(child, data_type, depth + 1) }?);
        }
        // SAFETY: it is null, or the dictionary.
        let dictionary = unsafe { raw.dictionary.as_ref() };
        if let DataType::Dictionary(_, values) = &data_type {
            let dictionary = dictionary.ok_or_else(|| parts.invalid("there is no dictionary"))?;
            // SAFETY: it is of this type.
            let values = unsafe { self.array(dictionary, values, depth + 1) }?;
            parts.dictionary = Some(Box::new(values));
        }
        Ok(parts)
    }

    /// Returns the index of a node whose range ends at the offset after the last entry.
    fn last(&mut self, offsets: CUdeviceptr, end: usize, step: Step) -> usize {
        let root =
            Node { offsets: 0, len: end as i64, offset: 0, parent: 0, step: Step::Root as u32 };
        let list = Node {
            offsets,
            len: end as i64,
            offset: 0,
            parent: self.nodes.len() as u32,
            step: step as u32,
        };
        self.add_column(&[root, list])
    }

    /// Adds nodes as a separate column, and returns the index of the last one.
    fn add_column(&mut self, nodes: &[Node]) -> usize {
        self.nodes.extend_from_slice(nodes);
        self.first.push(self.nodes.len() as u32);
        self.nodes.len() - 1
    }
}
