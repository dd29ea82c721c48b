use core::fmt;
use std::collections::HashMap;
use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::backend::Backend;
use crate::error::Result;
use crate::host::{self, HostArray, HostBytes, NamedBuffer};
use crate::node::{Bytes, Node};
use crate::{Error, Form, import};

pub(crate) type DeviceNode = Node<Buffer>;

/// A ragged array in device memory. Its nodes share their buffers: a clone, a slice of rows and a field copy nothing.
///
/// It is immutable. Each operation gives a new array, and belongs to the array's [`Backend`], on whose stream it is done.
#[derive(Clone)]
pub struct Array {
    pub(crate) node: Arc<DeviceNode>,
    pub(crate) backend: Backend,
}

/// Buffers begin at multiples of this.
const ALIGNMENT: usize = 64;

impl HostArray {
    /// A copy of the array on a device: `ak.to_backend`. One allocation and one copy, however many buffers there are.
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
    /// An array of a form and buffers in device memory, which it shares: `ak.from_buffers`. All that leads from one buffer
    /// into another is checked, by one kernel for each node that does, and one wait.
    ///
    /// # Errors
    /// [`Error::Buffers`] for a buffer that is missing, too short, not aligned to its numbers, or that leads to what isn't
    /// there; [`Error::Backend`] for one of another stream.
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

    /// An array of a form and buffers that aren't checked: no kernel, and no wait.
    ///
    /// # Errors
    /// [`Error::Buffers`] for a buffer that is missing or too short for the length.
    ///
    /// # Safety
    /// Offsets, positions, masks and tags are those of a valid array, so that whatever they lead to is there. All nodes are
    /// as long as their buffers say.
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
        Self {
            node: Arc::new(node),
            backend: backend.clone(),
        }
    }

    pub(crate) fn with(&self, node: DeviceNode) -> Self {
        Self::new(&self.backend, node)
    }

    /// Returns the backend that the array belongs to.
    #[must_use]
    pub fn backend(&self) -> &Backend {
        &self.backend
    }

    /// Returns how many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.node.len
    }

    /// Returns `true` if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.node.len == 0
    }

    /// Returns the least and the greatest number of axes that entries have, the outermost included.
    #[must_use]
    pub fn depths(&self) -> (usize, usize) {
        self.node.depths()
    }

    /// Returns the form, with the keys `node0`, `node1` … in order.
    #[must_use]
    pub fn form(&self) -> Form {
        self.node.form()
    }

    /// Returns the type in Awkward's words, with the length: `3 * var * float64`.
    #[must_use]
    pub fn type_text(&self) -> String {
        format!("{} * {}", self.len(), self.form().type_text())
    }

    /// Returns the buffers, by the names that the [form](Self::form) gives them; they are shared. To have them without
    /// what isn't in use, take those of the [packed](Self::packed) array.
    #[must_use]
    pub fn buffers(&self) -> Vec<NamedBuffer<Buffer>> {
        let buffers = self.node.buffers().into_iter();
        buffers
            .map(|(name, dtype, data)| NamedBuffer { name, dtype, data })
            .collect()
    }

    /// Form, length and buffers of the [packed](Self::packed) array: `ak.to_buffers`.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn to_buffers(&self) -> Result<(Form, usize, Vec<NamedBuffer<Buffer>>)> {
        let packed = self.packed()?;
        Ok((packed.form(), packed.len(), packed.buffers()))
    }

    /// Returns the same entries, without anything in the buffers that they don't use: `ak.to_packed`.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn packed(&self) -> Result<Self> {
        Ok(self.with(self.backend.packed(&self.node)?))
    }

    /// A copy in the host's memory, of what the entries use; waits.
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

    /// Returns the same array for another backend of the context: its stream goes on after what this one has to do.
    /// Memory is shared, and nothing is copied.
    ///
    /// # Errors
    /// [`Error::Backend`] for a backend of another context, or the driver's error.
    pub fn on(&self, backend: &Backend) -> Result<Self> {
        if self.backend.stream().context() != backend.stream().context() {
            self.backend.check(backend)?;
        }
        let node = self
            .node
            .map(&mut |data| Ok::<_, Error>(data.on(backend.manager())?))?;
        Ok(Self::new(backend, node))
    }

    /// Returns `true` if both have the same buffer at the same place, for as many bytes.
    pub(crate) fn same(a: &Buffer, b: &Buffer) -> bool {
        a.as_raw() == b.as_raw() && a.len() == b.len()
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Array({}, on {})", self.type_text(), self.backend.name())
    }
}

/// The values, but for those in the middle of a long array, and the type, as Awkward prints them. The few that are shown are
/// copied to the host.
impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hidden = host::shown(self.len());
        let rows = |start, stop| {
            let part = self.backend.rows(&self.node, start, stop);
            part.and_then(|node| self.with(node).to_host())
        };
        let (first, last) = match (rows(0, hidden.start), rows(hidden.end, self.len())) {
            (Ok(first), Ok(last)) => (first, last),
            (Err(error), _) | (_, Err(error)) => return write!(f, "<{error}>"),
        };
        let mut shown: Vec<String> = first.iter().map(|it| it.to_string()).collect();
        if !hidden.is_empty() {
            shown.push("...".to_owned());
        }
        shown.extend(last.iter().map(|it| it.to_string()));
        host::write_rows(f, &shown, &self.type_text())
    }
}
