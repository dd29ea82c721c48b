//! Decodes columns from a message. Every length is checked against the available bytes before it is used.

use arrow_ipc::{FieldNode, MetadataVersion, RecordBatch};
use arrow_schema::DataType;
use flatbuffers::VectorIter;

use crate::buffer::Buffer;
use crate::error::Error;
use crate::ipc::decompress::decompressed;
use crate::ipc::metadata::range;
use crate::ipc::schema::Ids;
use crate::ipc::{Dictionaries, IpcError};
use crate::layout::{DEPTH, children};
use crate::parts::ArrayParts;

/// A message's description of its arrays, and the position in it.
pub(super) struct Decoder<'a> {
    batch: RecordBatch<'a>,
    version: MetadataVersion,
    body: Buffer,
    dictionaries: &'a Dictionaries,
    nodes: VectorIter<'a, FieldNode>,
    buffers: std::vec::IntoIter<arrow_ipc::Buffer>,
    variadic: VectorIter<'a, i64>,
    /// The number of buffers read so far.
    read: usize,
    depth: usize,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(
        message: arrow_ipc::Message<'a>,
        batch: RecordBatch<'a>,
        body: &Buffer,
        dictionaries: &'a Dictionaries,
    ) -> Result<Self, Error> {
        check_together(batch, body.len())?;
        let (body, buffers) = decompressed(batch, body)?;
        Ok(Self {
            batch,
            version: message.version(),
            body,
            dictionaries,
            nodes: batch.nodes().unwrap_or_default().iter(),
            buffers: buffers.into_iter(),
            variadic: batch.variadicBufferCounts().unwrap_or_default().iter(),
            read: 0,
            depth: 0,
        })
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> Result<usize, IpcError> {
        count("batch", self.batch.length())
    }

    fn node(&mut self) -> Result<(usize, usize), IpcError> {
        let Some(node) = self.nodes.next() else {
            let found = self.batch.nodes().map_or(0, |nodes| nodes.len());
            return Err(IpcError::Missing { parts: "arrays", found });
        };
        let nulls = count("null count of an array", node.null_count())?;
        Ok((count("array", node.length())?, nulls))
    }

    fn buffer(&mut self) -> Result<Buffer, IpcError> {
        let Some(buffer) = self.buffers.next() else {
            return Err(IpcError::Missing { parts: "buffers", found: self.read });
        };
        let index = self.read;
        self.read += 1;
        match range(buffer.offset(), buffer.length(), self.body.len()) {
            Some(range) => Ok(self.body.part(range)),
            None => Err(IpcError::of_buffer(index, &buffer, self.body.len())),
        }
    }

    /// Returns the next array, of a field.
    pub(super) fn array(&mut self, data_type: &DataType, ids: &Ids) -> Result<ArrayParts, Error> {
        match ids.id {
            Some(id) => {
                let dictionaries = self.dictionaries;
                let values = dictionaries.get(id).ok_or(IpcError::NoDictionary { id })?;
                let mut parts = self.values(data_type, &[])?;
                parts.dictionary = Some(Box::new(values.clone().into_parts()));
                Ok(parts)
            }
            None => self.values(data_type, &ids.children),
        }
    }

    /// Returns the next array, whose children have these ids. For a dictionary type, these are the keys.
    pub(super) fn values(
        &mut self,
        data_type: &DataType,
        ids: &[Ids],
    ) -> Result<ArrayParts, Error> {
        let (len, null_count) = self.node()?;
        let mut parts = ArrayParts {
            data_type: data_type.clone(),
            len,
            offset: 0,
            null_count: Some(null_count),
            nulls: None,
            buffers: Vec::new(),
            children: Vec::new(),
            dictionary: None,
        };
        let layout = parts.layout()?;
        // Unions had a validity before version 5 of the metadata.
        let has_one = layout.validity
            || (matches!(data_type, DataType::Union(_, _)) && self.version < MetadataVersion::V5);
        if has_one {
            let nulls = self.buffer()?;
            if null_count > 0 && layout.validity {
                parts.nulls = Some(nulls);
            }
        }
        for _ in layout.specs() {
            let buffer = self.buffer()?;
            parts.buffers.push(buffer);
        }
        if layout.variadic {
            let more = self
                .variadic
                .next()
                .ok_or(IpcError::Missing { parts: "numbers of buffers", found: 0 })?;
            let left = self.buffers.len();
            let more = count("list of buffers", more)?;
            if more > left {
                let found = self.read + left;
                return Err(IpcError::Missing { parts: "buffers", found }.into());
            }
            for _ in 0..more {
                let buffer = self.buffer()?;
                parts.buffers.push(buffer);
            }
        }
        let types = match data_type {
            DataType::Dictionary(_, _) => Vec::new(),
            other => children(other),
        };
        if !types.is_empty() {
            self.depth += 1;
            if self.depth > DEPTH {
                let reason = format!("arrays are nested deeper than {DEPTH}");
                return Err(parts.invalid(reason));
            }
            for (data_type, ids) in types.into_iter().zip(ids) {
                let child = self.array(data_type, ids)?;
                parts.children.push(child);
            }
            self.depth -= 1;
        }
        Ok(parts)
    }
}

/// Checks that buffers share few bytes. They may share some, such as a validity bitmap of several columns, but copies
/// of the buffers of a small message must not add up to a large batch.
fn check_together(batch: RecordBatch<'_>, body: usize) -> Result<(), IpcError> {
    let buffers = batch.buffers().unwrap_or_default().iter();
    // Longer ones are separate errors.
    let lens = buffers.filter_map(|buffer| u64::try_from(buffer.length()).ok());
    let lens = lens.filter(|len| *len <= body as u64);
    let together = lens.fold(0, u64::saturating_add);
    if together > (body as u64).saturating_mul(SHARED).max(ALWAYS) {
        Err(IpcError::Together { together, body })
    } else {
        Ok(())
    }
}

/// The maximum average number of buffers that share a byte of the body.
const SHARED: u64 = 8;

/// The total size in bytes that buffers may always have.
const ALWAYS: u64 = 1 << 20;

/// Converts a length, which must not be negative.
fn count(part: &'static str, len: i64) -> Result<usize, IpcError> {
    usize::try_from(len).map_err(|_| IpcError::Length { part, len })
}
