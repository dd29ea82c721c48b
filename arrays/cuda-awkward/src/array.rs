use core::fmt;
use std::collections::HashMap;
use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::host;
use crate::host::bytes::HostBytes;
use crate::host::{HostArray, NamedBuffer, import};
use crate::layout::form::Form;
use crate::layout::node::{Bytes, Node};
use crate::layout::value::Value;

pub(crate) type DeviceNode = Node<Buffer>;

/// A ragged array in device memory. Its nodes share their buffers: a clone, a slice of rows and a field copy nothing.
///
/// It is immutable: each operation returns a new array. An array belongs to a [`Backend`], on whose stream its
/// operations run.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// # let gpu = cuda_awkward::Backend::new(&stream)?;
/// use cuda_awkward::{Axis, HostArray};
///
/// let array = HostArray::from_json("[[1, 2, 3], [], [4, 5]]")?.to_backend(&gpu)?;
/// assert_eq!(array.type_text(), "3 * var * int64");
/// assert_eq!(array.sum(Axis::INNER)?.to_host()?.value()?.to_string(), "[6, 0, 9]");
/// assert_eq!(array.sum_of_all()?.and_then(|sum| sum.as_i64()), Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Array {
    pub(crate) node: Arc<DeviceNode>,
    pub(crate) backend: Backend,
}

/// The alignment of buffers, in bytes.
const ALIGNMENT: usize = 64;

impl HostArray {
    /// Copies the array to a device: `ak.to_backend`. This takes one allocation and one copy, regardless of the number
    /// of buffers.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn to_backend(&self, backend: &Backend) -> Result<Array> {
        let mut bytes = Vec::new();
        let mut places = Vec::new();
        self.node.map(&mut |data: &HostBytes| {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
            places.push((bytes.len(), Bytes::len(data)));
            bytes.extend_from_slice(data.as_slice());
            Ok::<_, Error>(data.clone())
        })?;
        let whole = backend.manager().copy_from_host(&bytes)?;
        let mut places = places.into_iter();
        let node = self.node.map(&mut |_| {
            let (start, len) = places.next().unwrap_or_default();
            Ok::<_, Error>(whole.part(start, len))
        })?;
        Ok(Array::new(backend, node))
    }
}

impl Backend {
    /// Creates an array from a form and buffers in device memory, which it shares: `ak.from_buffers`. Offsets,
    /// positions and tags are checked, with one kernel for each node that has any, and one wait.
    ///
    /// # Errors
    /// [`Error::Buffers`] for a buffer that is missing, too short, not aligned to its numbers, or that has positions
    /// out of range, and for texts that aren't lists of `uint8`; [`Error::Backend`] for a buffer of another stream.
    pub fn from_buffers(
        &self,
        form: &Form,
        length: usize,
        buffers: impl IntoIterator<Item = (String, Buffer)>,
    ) -> Result<Array> {
        let node = self.assemble(form, buffers)?;
        let node = self.checked(&node, form, length)?;
        Ok(Array::new(self, node))
    }

    fn assemble(
        &self,
        form: &Form,
        buffers: impl IntoIterator<Item = (String, Buffer)>,
    ) -> Result<DeviceNode> {
        let buffers: HashMap<String, Buffer> = buffers.into_iter().collect();
        import::assemble(form, &mut |name, dtype| {
            let found = host::missing(buffers.get(name), name)?;
            if found.manager().stream() != self.stream() {
                return Err(Error::Backend {
                    left: self.name(),
                    right: format!("that of buffer '{name}'"),
                });
            }
            if !found.is_empty() && found.as_raw() % dtype.size() as u64 != 0 {
                let reason = format!("'{name}' is not aligned to numbers of {dtype}");
                return Err(Error::buffers(form.key(), reason));
            }
            Ok(found)
        })
    }

    /// Creates an array from a form and buffers without checking the contents: it launches no kernel, and doesn't wait.
    ///
    /// # Errors
    /// [`Error::Buffers`] for a buffer that is missing, not aligned to its numbers, or too short for the length, and
    /// for texts that aren't lists of `uint8`; [`Error::Backend`] for a buffer of another stream.
    ///
    /// # Safety
    /// Offsets, positions and tags are those of a valid array: no list ends before it starts, and none of them is out of
    /// range of the content that it refers to. If that isn't known, only [`is_valid`](Array::is_valid) may be called,
    /// which checks it.
    pub unsafe fn from_buffers_unchecked(
        &self,
        form: &Form,
        length: usize,
        buffers: impl IntoIterator<Item = (String, Buffer)>,
    ) -> Result<Array> {
        let mut node = self.assemble(form, buffers)?;
        if node.len < length {
            let reason = format!("there are {} entries, and {length} are needed", node.len);
            return Err(Error::buffers(form.key(), reason));
        }
        if node.len > length {
            node = self.rows(&node, 0, length)?;
        }
        Ok(Array::new(self, node))
    }
}

impl Array {
    pub(crate) fn new(backend: &Backend, node: DeviceNode) -> Self {
        Self { node: Arc::new(node), backend: backend.clone() }
    }

    pub(crate) fn with(&self, node: DeviceNode) -> Self {
        Self::new(&self.backend, node)
    }

    /// Returns the backend that the array belongs to.
    #[must_use]
    pub fn backend(&self) -> &Backend {
        &self.backend
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.node.len
    }

    /// Returns `true` if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.node.len == 0
    }

    /// Returns the minimum and maximum number of axes of the entries, including the outermost.
    #[must_use]
    pub fn depths(&self) -> (usize, usize) {
        self.node.depths()
    }

    /// Returns the form, with the keys `node0`, `node1` … in order.
    #[must_use]
    pub fn form(&self) -> Form {
        self.node.form()
    }

    /// Returns the type as Awkward Array prints it, with the length: `3 * var * float64`.
    #[must_use]
    pub fn type_text(&self) -> String {
        format!("{} * {}", self.len(), self.form().type_text())
    }

    /// Returns the buffers, with their names in the [form](Self::form); they are shared. Those of the
    /// [packed](Self::packed) array contain only what is used.
    #[must_use]
    pub fn buffers(&self) -> Vec<NamedBuffer<Buffer>> {
        let buffers = self.node.buffers().into_iter();
        buffers.map(|(name, dtype, data)| NamedBuffer { name, dtype, data }).collect()
    }

    /// Returns form, length and buffers of the [packed](Self::packed) array: `ak.to_buffers`.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn to_buffers(&self) -> Result<(Form, usize, Vec<NamedBuffer<Buffer>>)> {
        let packed = self.packed()?;
        Ok((packed.form(), packed.len(), packed.buffers()))
    }

    /// Returns the same entries, with buffers that contain nothing else: `ak.to_packed`.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn packed(&self) -> Result<Self> {
        Ok(self.with(self.backend.packed(&self.node)?))
    }

    /// Copies the array to host memory, without unused parts of its buffers, and waits until that is done.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn to_host(&self) -> Result<HostArray> {
        let packed = self.backend.packed(&self.node)?;
        let node = packed.map(&mut |data| {
            let mut bytes = vec![0; data.len()];
            data.download_into(.., &mut bytes)?;
            Ok::<_, Error>(HostBytes::from(bytes))
        })?;
        Ok(HostArray { node })
    }

    /// Returns the same array for another backend of the context, whose stream waits for the earlier work of this one.
    /// Memory is shared, and nothing is copied.
    ///
    /// # Errors
    /// [`Error::Backend`] for a backend of another context, or the driver's error.
    pub fn on(&self, backend: &Backend) -> Result<Self> {
        let (from, to) = (self.backend.stream().context(), backend.stream().context());
        if !from.shares_memory_with(to) {
            self.backend.check(backend)?;
        }
        let node = self.node.map(&mut |data| Ok::<_, Error>(data.on(backend.manager())?))?;
        Ok(Self::new(backend, node))
    }

    /// Returns `true` if both are the same bytes of the same buffer.
    pub(crate) fn same(a: &Buffer, b: &Buffer) -> bool {
        a.as_raw() == b.as_raw() && a.len() == b.len()
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Array({}, on {})", self.type_text(), self.backend.name())
    }
}

/// Formats the values, except those in the middle of a long array, and the type, as Awkward does. Only the displayed values are
/// copied to the host.
impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hidden = host::hidden(self.len());
        let rows = |start, stop| {
            let part = self.backend.rows(&self.node, start, stop);
            part.and_then(|node| self.with(node).to_host())
        };
        let (first, last) = match (rows(0, hidden.start), rows(hidden.end, self.len())) {
            (Ok(first), Ok(last)) => (first, last),
            (Err(error), _) | (_, Err(error)) => return write!(f, "<{error}>"),
        };
        let row = |entry: Result<Value>| {
            entry.map_or_else(|error| format!("<{error}>"), |value| value.to_string())
        };
        let mut shown: Vec<String> = first.iter().map(row).collect();
        if !hidden.is_empty() {
            shown.push("...".to_owned());
        }
        shown.extend(last.iter().map(row));
        host::write_rows(f, &shown, &self.type_text())
    }
}
