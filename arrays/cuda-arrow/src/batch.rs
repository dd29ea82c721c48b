use core::fmt;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_data::ArrayData;
#[cfg(feature = "expressions")]
use arrow_schema::Schema;
use arrow_schema::{ArrowError, SchemaRef};

use crate::array::DeviceArray;
use crate::buffer::Buffer;
use crate::download;
use crate::error::{Error, OutOfRange};
use crate::flat;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;
use crate::upload;

/// Columns of one length whose buffers are on a device: the device's [`RecordBatch`]. Clones and slices copy nothing.
///
/// ```
/// use std::sync::Arc;
/// use cuda_arrow::MemoryManager;
/// use cuda_arrow::arrow_array::{ArrayRef, Float32Array, RecordBatch, StringArray};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let host = RecordBatch::try_from_iter([
///     ("x", Arc::new(Float32Array::from(vec![1.0, 2.0, 3.0])) as ArrayRef),
///     ("name", Arc::new(StringArray::from(vec![Some("one"), None, Some("three")]))),
/// ])?;
/// let batch = manager.upload(&host)?; // one allocation, one copy
/// let x = batch.column("x")?.values::<f32>()?; // for a launch
/// assert_eq!(x.len(), 3);
/// assert_eq!(batch.slice(1, 2)?.to_host()?, host.slice(1, 2));
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct DeviceRecordBatch {
    schema: SchemaRef,
    columns: Vec<DeviceArray>,
    rows: usize,
    manager: MemoryManager,
}

impl DeviceRecordBatch {
    /// Creates a batch of `rows` rows.
    ///
    /// # Errors
    /// [`Error::Arrow`] if the columns don't match the schema, or for more than `isize::MAX` rows; [`Error::Invalid`] for a
    /// column of another length or another stream.
    pub fn try_new(
        manager: &MemoryManager,
        schema: SchemaRef,
        columns: Vec<DeviceArray>,
        rows: usize,
    ) -> Result<Self, Error> {
        if schema.fields().len() != columns.len() {
            let (columns, fields) = (columns.len(), schema.fields().len());
            let text = format!("there are {columns} columns for {fields} fields");
            return Err(ArrowError::InvalidArgumentError(text).into());
        }
        if isize::try_from(rows).is_err() {
            let text = format!("a batch of {rows} rows: there are at most {}", isize::MAX);
            return Err(ArrowError::InvalidArgumentError(text).into());
        }
        for (field, column) in schema.fields().iter().zip(&columns) {
            let wrong = |reason| Err(column.parts().invalid(reason));
            if field.data_type() != column.data_type() {
                let (name, expected) = (field.name(), field.data_type());
                return wrong(format!("the column {name:?} is of {expected}"));
            }
            if column.len() != rows {
                return wrong(format!("the batch has {rows} rows"));
            }
            if column.manager().is_some_and(|other| other.stream() != manager.stream()) {
                return wrong("it is of another stream; share it with `on`".to_owned());
            }
        }
        // SAFETY: the columns were checked.
        Ok(unsafe { Self::new_unchecked(manager, schema, columns, rows) })
    }

    /// Creates a batch without checking the columns.
    ///
    /// # Safety
    /// The columns must be valid: [`try_new`](Self::try_new) would accept them.
    #[must_use]
    pub unsafe fn new_unchecked(
        manager: &MemoryManager,
        schema: SchemaRef,
        columns: Vec<DeviceArray>,
        rows: usize,
    ) -> Self {
        Self { schema, columns, rows, manager: manager.clone() }
    }

    /// Returns the names and types of the columns.
    #[must_use]
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn num_rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn num_columns(&self) -> usize {
        self.columns.len()
    }

    /// Returns the columns.
    #[must_use]
    pub fn columns(&self) -> &[DeviceArray] {
        &self.columns
    }

    /// Returns the column with this name.
    ///
    /// # Errors
    /// [`Error::Arrow`] if there is none, which lists the existing names, or if there are several, which lists their positions:
    /// [`columns`](Self::columns) has them by position, and [`project`](Self::project) leaves columns out.
    pub fn column(&self, name: &str) -> Result<&DeviceArray, Error> {
        Ok(&self.columns[self.index_of(name)?])
    }

    /// Returns the names of the columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.schema.fields().iter().map(|field| &**field.name())
    }

    /// Returns the position of the only column with this name.
    pub(crate) fn index_of(&self, name: &str) -> Result<usize, Error> {
        let first = self.schema.index_of(name)?;
        let fields = self.schema.fields().iter().enumerate();
        let named = fields.filter(|(_, field)| field.name() == name);
        let positions: Vec<String> = named.map(|(at, _)| at.to_string()).collect();
        match positions.len() {
            1 => Ok(first),
            count => Err(ArrowError::SchemaError(format!(
                "the name {name:?} is ambiguous: {count} columns have it, at the positions {}; `project` leaves columns out, and `try_new` takes a schema of other names",
                positions.join(", ")
            ))
            .into()),
        }
    }

    /// Returns the manager whose stream reads the columns.
    #[must_use]
    pub fn manager(&self) -> &MemoryManager {
        &self.manager
    }

    /// Returns `len` rows from `offset` on, which share the memory.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for rows that don't exist.
    pub fn slice(&self, offset: usize, len: usize) -> Result<Self, Error> {
        if offset > self.rows || len > self.rows - offset {
            return Err(OutOfRange::Entries.error(offset, len, self.rows));
        }
        let columns = self.columns.iter().map(|column| column.slice(offset, len));
        Ok(Self {
            schema: self.schema.clone(),
            columns: columns.collect::<Result<_, _>>()?,
            rows: len,
            manager: self.manager.clone(),
        })
    }

    /// Returns a batch of the columns with these indices.
    ///
    /// # Errors
    /// [`Error::Arrow`] for a column that doesn't exist.
    pub fn project(&self, indices: &[usize]) -> Result<Self, Error> {
        let schema = Arc::new(self.schema.project(indices)?);
        let columns = indices.iter().map(|index| self.columns[*index].clone());
        Ok(Self {
            schema,
            columns: columns.collect(),
            rows: self.rows,
            manager: self.manager.clone(),
        })
    }

    /// Returns the same columns by other names; all may have nulls.
    #[cfg(feature = "expressions")]
    pub(crate) fn renamed(&self, names: impl Iterator<Item = String>) -> Result<Self, Error> {
        let fields = self.schema.fields().iter().zip(names);
        let fields =
            fields.map(|(field, name)| field.as_ref().clone().with_name(name).with_nullable(true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        Self::try_new(&self.manager, schema, self.columns.clone(), self.rows)
    }

    /// Returns the same columns for another stream of the context, which waits for the work that wrote them:
    /// [`Buffer::on`] of each buffer.
    ///
    /// # Errors
    /// As [`Buffer::on`].
    pub fn on(&self, manager: &MemoryManager) -> Result<Self, Error> {
        self.with(manager, |buffer| buffer.on(manager))
    }

    /// Copies the batch for another manager, which may be of another device, with one copy for each buffer.
    ///
    /// # Errors
    /// As [`MemoryManager::copy`].
    pub fn copy_to(&self, manager: &MemoryManager) -> Result<Self, Error> {
        self.with(manager, |buffer| buffer.copy_to(manager))
    }

    fn with(
        &self,
        manager: &MemoryManager,
        mut f: impl FnMut(Buffer) -> Result<Buffer, Error>,
    ) -> Result<Self, Error> {
        let columns = self.columns.iter().map(|column| {
            let parts = column.clone().into_parts().map(&mut f)?;
            // SAFETY: the buffers are as large as those that were checked.
            Ok(unsafe { DeviceArray::new_unchecked(parts) })
        });
        Ok(Self {
            schema: self.schema.clone(),
            columns: columns.collect::<Result<_, Error>>()?,
            rows: self.rows,
            manager: manager.clone(),
        })
    }

    /// Returns the parts of all columns, with the null counts that are known.
    pub(crate) fn parts(&self) -> Vec<ArrayParts> {
        let columns = self.columns.iter();
        columns.map(|column| column.clone().into_parts()).collect()
    }

    /// Copies the batch to the host, and waits. Of slices, only the entries in use are copied. A batch whose buffers
    /// are contiguous takes one copy; otherwise, small buffers are first gathered on the device, and large ones copied
    /// individually.
    ///
    /// # Errors
    /// [`Error::Arrow`] or [`Error::Invalid`] if the buffers aren't a valid array, for example because the message was
    /// corrupt; or the driver's error.
    pub fn to_host(&self) -> Result<RecordBatch, Error> {
        let columns = download::arrays(&self.manager, &self.columns)?;
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let schema = self.schema.clone();
        Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
    }
}

impl DeviceArray {
    /// Copies the array to the host, as [`DeviceRecordBatch::to_host`] does.
    ///
    /// # Errors
    /// As [`DeviceRecordBatch::to_host`].
    pub fn to_host(&self) -> Result<ArrayRef, Error> {
        let Some(manager) = self.manager() else {
            return Ok(arrow_array::make_array(without_buffers(self.parts())?));
        };
        let arrays = download::arrays(manager, core::slice::from_ref(self))?;
        let array = arrays.into_iter().next();
        array.ok_or_else(|| self.parts().invalid("it has no buffers"))
    }
}

/// Returns an array without buffers, such as a struct of nulls: there is nothing to copy.
fn without_buffers(parts: &ArrayParts) -> Result<ArrayData, Error> {
    let children = parts.children.iter().map(without_buffers);
    let data = ArrayData::builder(parts.data_type.clone())
        .len(parts.len)
        .offset(parts.offset)
        .child_data(children.collect::<Result<_, _>>()?)
        .build()?;
    Ok(data)
}

/// The number of rows displayed at the beginning and at the end.
const SHOWN: usize = 10;

/// Formats the array as arrow-rs does. At most the first and the last ten entries are copied.
impl fmt::Display for DeviceArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.len();
        let show = |f: &mut fmt::Formatter<'_>, start: usize, len: usize| match self
            .slice(start, len)
            .and_then(|part| part.to_host())
        {
            Ok(array) => fmt::Debug::fmt(&array, f),
            Err(error) => write!(f, "<{error}>"),
        };
        writeln!(f, "{} entries of {}", len, self.data_type())?;
        if len <= 2 * SHOWN {
            return show(f, 0, len);
        }
        show(f, 0, SHOWN)?;
        writeln!(f, "\n...{} entries...", len - 2 * SHOWN)?;
        show(f, len - SHOWN, SHOWN)
    }
}

/// Formats the names, types and entries of the columns.
impl fmt::Display for DeviceRecordBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} rows", self.rows)?;
        for (field, column) in self.schema.fields().iter().zip(&self.columns) {
            writeln!(f, "{}: {column}", field.name())?;
        }
        Ok(())
    }
}

impl MemoryManager {
    /// Copies a batch to device memory, with one allocation. Buffers of less than 1 MiB are copied together, through
    /// pinned memory of up to 8 MiB at a time, which up to four threads fill if it is 1 MiB or more; the host doesn't wait
    /// for the last two of these copies. Larger buffers are copied directly, for which it waits. Of slices, only the entries
    /// in use are copied.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn upload(&self, batch: &RecordBatch) -> Result<DeviceRecordBatch, Error> {
        let columns = self.upload_arrays(batch.columns().iter().map(|column| &**column))?;
        let schema = batch.schema();
        DeviceRecordBatch::try_new(self, schema, columns, batch.num_rows())
    }

    /// Copies an array to device memory, as [`upload`](Self::upload) does.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn upload_array(&self, array: &dyn Array) -> Result<DeviceArray, Error> {
        let mut arrays = self.upload_arrays([array].into_iter())?;
        arrays.pop().ok_or_else(|| OutOfRange::Entries.error(0, 1, 0))
    }

    fn upload_arrays<'a>(
        &self,
        arrays: impl ExactSizeIterator<Item = &'a dyn Array>,
    ) -> Result<Vec<DeviceArray>, Error> {
        enum Column<'a> {
            Flat(&'a dyn Array, &'a arrow_buffer::Buffer),
            Tree(Box<ArrayParts<arrow_buffer::Buffer>>),
        }
        // A collected `Result` doesn't know its length, and moves what it has each time that it grows.
        let mut columns = Vec::with_capacity(arrays.len());
        for array in arrays {
            columns.push(match flat::values(array) {
                Some(values) => Column::Flat(array, values),
                None => Column::Tree(Box::new(upload::host_parts(&array.to_data())?)),
            });
        }
        let mut host = Vec::with_capacity(columns.len());
        for column in &columns {
            match column {
                Column::Flat(_, values) => host.push(*values),
                Column::Tree(parts) => parts.for_each(&mut |buffer| host.push(buffer)),
            }
        }
        let mut buffers = upload::send(self, &host)?.into_iter();
        drop(host);
        let mut next = || {
            let missing = || OutOfRange::Entries.error(0, 1, 0);
            buffers.next().ok_or_else(missing)
        };
        let mut uploaded = Vec::with_capacity(columns.len());
        for column in columns {
            uploaded.push(match column {
                // SAFETY: it has the values of that array, and memory begins at a multiple of 64 bytes.
                Column::Flat(array, _) => unsafe {
                    flat::on_device(array.data_type(), array.len(), next()?)
                },
                Column::Tree(parts) => DeviceArray::try_new(parts.map(&mut |_| next())?)?,
            });
        }
        Ok(uploaded)
    }
}
