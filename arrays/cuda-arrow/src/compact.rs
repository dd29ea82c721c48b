//! Slices become whole arrays: finds the entries of arrays, and of their children, that are in use, and plans the copies of
//! only these.

use core::ops::Range;

use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::buffer::Buffer;
use crate::error::Error;
use crate::kernels;
use crate::kernels::{CopyKind, Node, Step};
use crate::layout::{BufferSpec, ChildEntries};
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// A copy from device memory that creates one buffer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BufferCopy {
    pub(crate) kind: CopyKind,
    pub(crate) from: CUdeviceptr,
    /// The number of bytes, bits or offsets.
    pub(crate) count: usize,
    /// The position of the first bit in its byte.
    pub(crate) bit: usize,
    /// The start of the allocation; `None` if it is unknown.
    pub(crate) allocation: Option<CUdeviceptr>,
}

impl BufferCopy {
    pub(crate) fn of(buffer: &Buffer, kind: CopyKind, start: usize, count: usize) -> Self {
        let memory = buffer.memory();
        let (base, address) = (memory.as_raw(), buffer.as_raw());
        let is_within =
            address >= base && address - base + buffer.len() as u64 <= memory.len() as u64;
        let (bytes, bit) = match kind {
            CopyKind::Bits => (start / 8, start % 8),
            _ => (start, 0),
        };
        // Bits that begin at a byte are copied as bytes.
        let (kind, count) = match kind {
            CopyKind::Bits if bit == 0 => (CopyKind::Bytes, count.div_ceil(8)),
            _ => (kind, count),
        };
        Self {
            kind,
            from: address + bytes as CUdeviceptr,
            count,
            bit,
            allocation: is_within.then_some(base),
        }
    }

    /// Returns the size of the copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self.kind {
            CopyKind::Bytes => self.count,
            CopyKind::Bits => self.count.div_ceil(8),
            CopyKind::Offsets32 => self.count * 4,
            CopyKind::Offsets64 => self.count * 8,
        }
    }
}

/// The nodes of arrays, with the ranges that are known without reading offsets from the device.
struct NodeRanges {
    nodes: Vec<Node>,
    ranges: Vec<Option<Range<i64>>>,
    first: Vec<u32>,
}

impl NodeRanges {
    fn push(&mut self, node: Node) -> u32 {
        let index = self.nodes.len() as u32;
        let parent = match node.step {
            step if step == Step::Root as u32 => None,
            _ => self.ranges.get(node.parent as usize).cloned().flatten(),
        };
        let range = match node.step {
            step if step == Step::Root as u32 => Some(node.offset..node.offset + node.len),
            step if step == Step::Fixed as u32 => parent.map(|parent| {
                let at = |entry: i64| entry.saturating_mul(node.len).saturating_add(node.offset);
                at(parent.start)..at(parent.end)
            }),
            // Without entries in the parent, there are none here.
            _ => parent.filter(|parent| parent.is_empty()).map(|_| node.offset..node.offset),
        };
        self.nodes.push(node);
        self.ranges.push(range);
        index
    }

    /// Adds the nodes of an array, each after its parent, in the order of [`compact`].
    fn add(&mut self, parts: &ArrayParts, mut node: Node) -> Result<(), Error> {
        node.offset = parts.offset as i64;
        if node.step == Step::Root as u32 {
            node.len = parts.len as i64;
        }
        let layout = parts.layout()?;
        let index = self.push(node);
        let by_offsets = |offset: usize| {
            let offsets = parts.buffers.first();
            let (step, width) = match layout.specs().first() {
                Some(BufferSpec::Offsets(8)) => (Step::List64, 8),
                _ => (Step::List32, 4),
            };
            let count = offsets.map_or(0, Buffer::len) / width;
            Node {
                offsets: match count {
                    0 => 0,
                    _ => offsets.map_or(0, Buffer::as_raw),
                },
                len: count.saturating_sub(1) as i64,
                offset: offset as i64,
                parent: index,
                step: step as u32,
            }
        };
        if let [BufferSpec::Offsets(_), BufferSpec::Bytes] = layout.specs() {
            self.push(by_offsets(0));
        }
        for child in &parts.children {
            let node = match layout.entries {
                ChildEntries::Fixed(count) => Node {
                    offsets: 0,
                    len: count as i64,
                    offset: 0,
                    parent: index,
                    step: Step::Fixed as u32,
                },
                ChildEntries::Offsets => by_offsets(child.offset),
                ChildEntries::Any => ROOT,
            };
            self.add(child, node)?;
        }
        match &parts.dictionary {
            Some(values) => self.add(values, ROOT),
            None => Ok(()),
        }
    }
}

const ROOT: Node = Node { offsets: 0, len: 0, offset: 0, parent: 0, step: Step::Root as u32 };

/// Returns the copies that create an array equal to each array, without an offset and without unused data. All offsets
/// are read with one launch, which is skipped if no array has offsets.
pub(crate) fn compact<'a>(
    manager: &MemoryManager,
    arrays: impl Iterator<Item = &'a ArrayParts> + Clone,
) -> Result<Vec<ArrayParts<BufferCopy>>, Error> {
    let mut node_ranges = NodeRanges { nodes: Vec::new(), ranges: Vec::new(), first: vec![0] };
    for parts in arrays.clone() {
        node_ranges.add(parts, ROOT)?;
        node_ranges.first.push(node_ranges.nodes.len() as u32);
    }
    let ranges: Vec<(i64, i64)> = if node_ranges.ranges.iter().all(Option::is_some) {
        let flat_ranges = node_ranges.ranges.iter().flatten();
        flat_ranges.map(|range| (range.start, range.end)).collect()
    } else {
        // SAFETY: the arrays were checked: their offsets are of this stream, aligned, and of this number.
        unsafe { kernels::resolve(manager.stream(), &node_ranges.nodes, &node_ranges.first) }?
    };
    let mut ranges = ranges.into_iter();
    let mut compacted = Vec::with_capacity(node_ranges.first.len());
    for parts in arrays {
        compacted.push(copies_of(parts, &mut ranges)?.0);
    }
    Ok(compacted)
}

/// Returns the next range, which must be within `bounds`.
fn next(
    parts: &ArrayParts,
    ranges: &mut impl Iterator<Item = (i64, i64)>,
    bounds: Range<usize>,
) -> Result<Range<usize>, Error> {
    let (start, end) = ranges.next().unwrap_or((-1, -1));
    match (usize::try_from(start), usize::try_from(end)) {
        (Ok(start), Ok(end)) if bounds.start <= start && start <= end && end <= bounds.end => {
            Ok(start..end)
        }
        _ => {
            let reason = format!(
                "offsets select the range {start}..{end}, which is not within {}..{}",
                bounds.start, bounds.end
            );
            Err(parts.invalid(reason))
        }
    }
}

/// Returns the copies of an array, and the index of its first entry that is in use.
fn copies_of(
    parts: &ArrayParts,
    ranges: &mut impl Iterator<Item = (i64, i64)>,
) -> Result<(ArrayParts<BufferCopy>, usize), Error> {
    let layout = parts.layout()?;
    let used = next(parts, ranges, parts.offset..parts.offset + parts.len)?;
    let (start, len) = (used.start, used.len());
    let is_whole = start == parts.offset && len == parts.len;
    let null_count = match (&parts.nulls, parts.null_count) {
        (None, _) | (_, Some(0)) => Some(0),
        (_, Some(count)) if is_whole => Some(count),
        _ if len == 0 => Some(0),
        _ => None,
    };
    let nulls = match &parts.nulls {
        Some(nulls) if null_count != Some(0) => {
            Some(BufferCopy::of(nulls, CopyKind::Bits, start, len))
        }
        _ => None,
    };
    let mut buffers = Vec::with_capacity(parts.buffers.len());
    let bytes = match (layout.specs(), &parts.buffers[..]) {
        ([BufferSpec::Offsets(_), BufferSpec::Bytes], [_, bytes]) => {
            next(parts, ranges, 0..bytes.len())?
        }
        _ => 0..0,
    };
    for (spec, buffer) in layout.specs().iter().zip(&parts.buffers) {
        buffers.push(match *spec {
            BufferSpec::Fixed(width) => {
                BufferCopy::of(buffer, CopyKind::Bytes, start * width, len * width)
            }
            BufferSpec::Bits => BufferCopy::of(buffer, CopyKind::Bits, start, len),
            BufferSpec::Offsets(width) => {
                let kind = match width {
                    8 => CopyKind::Offsets64,
                    _ => CopyKind::Offsets32,
                };
                // Arrays without entries may lack their only offset.
                let count = if buffer.len() / width > start + len { len + 1 } else { 0 };
                BufferCopy::of(buffer, kind, start * width, count)
            }
            BufferSpec::Bytes => BufferCopy::of(buffer, CopyKind::Bytes, bytes.start, bytes.len()),
        });
    }
    for buffer in parts.buffers.get(layout.specs().len()..).unwrap_or(&[]) {
        buffers.push(BufferCopy::of(buffer, CopyKind::Bytes, 0, buffer.len()));
    }
    let mut children = Vec::with_capacity(parts.children.len());
    let mut from_zero = len > 0 && bytes.start == 0;
    for child in &parts.children {
        let (copies, start) = copies_of(child, ranges)?;
        children.push(copies);
        from_zero &= start == child.offset;
    }
    let dictionary = match &parts.dictionary {
        Some(values) => Some(Box::new(copies_of(values, ranges)?.0)),
        None => None,
    };
    // Offsets that begin with 0 are copied unchanged.
    from_zero &= matches!(layout.specs(), [BufferSpec::Offsets(_), ..]);
    if from_zero && let Some(offsets) = buffers.first_mut() {
        (offsets.count, offsets.kind) = (offsets.bytes(), CopyKind::Bytes);
    }
    let copies = ArrayParts {
        data_type: parts.data_type.clone(),
        len,
        offset: match parts.data_type {
            DataType::RunEndEncoded(_, _) => start,
            _ => 0,
        },
        null_count,
        nulls,
        buffers,
        children,
        dictionary,
    };
    Ok((copies, start))
}
