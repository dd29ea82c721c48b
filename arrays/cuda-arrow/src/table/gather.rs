//! Rows of columns, in any order.

use core::mem::offset_of;

use arrow_schema::{DataType, UnionMode};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::buffer::Buffer;
use crate::error::{Error, Operation};
use crate::kernels::table::{Column, GATHER_BITS, GATHER_BYTES, Gather, Gathers, Kernels, TILE};
use crate::layout::{BufferSpec, Layout};
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::var_length::{Content, Entries, PrefixSums, VarLengthColumn, contents_of};
use crate::table::work::{Arena, ArenaRange, Tables, Work, check_rows, invalid};

/// Rows of an array.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) parts: &'a ArrayParts,
    /// The address of the rows' numbers; null for the rows as they are.
    pub(super) rows: CUdeviceptr,
    /// Whether some of the numbers may be `NONE`, whose entries are null.
    pub(super) optional: bool,
}

/// A buffer of a gathered array.
enum Part {
    New(ArenaRange),
    Same(Buffer),
    /// The bytes, or instead of its array the child, of the [`VarLengthColumn`] with this index.
    Long(usize),
}

/// The copies of an operation.
struct GatherPlan<'a> {
    n: usize,
    arena: Arena,
    /// The copies, and the place of each in the room.
    copies: Vec<(Gather, ArenaRange)>,
    long: Vec<VarLengthColumn<'a>>,
    /// The number of long columns that have prefix sums.
    sums: usize,
}

const OPERATION: Operation = (
    "selecting rows",
    "it takes all types but run-end encoded arrays, and unions where rows may be missing",
);

impl<'a> GatherPlan<'a> {
    fn copy(&mut self, from: &Buffer, source: &Source<'_>, offset: usize, width: usize) -> Part {
        let place = self.arena.add::<u8>(self.n.saturating_mul(width));
        self.add(from.as_raw(), source, offset, (GATHER_BYTES, width), place);
        Part::New(place)
    }

    fn bits(&mut self, from: CUdeviceptr, source: &Source<'_>, offset: usize) -> Part {
        let place = self.arena.add::<u32>(self.n.div_ceil(32));
        self.add(from, source, offset, (GATHER_BITS, 0), place);
        Part::New(place)
    }

    fn add(
        &mut self,
        from: CUdeviceptr,
        source: &Source<'_>,
        offset: usize,
        (kind, width): (u32, usize),
        place: ArenaRange,
    ) {
        let gather = Gather {
            to: 0,
            from,
            rows: source.rows,
            offset: offset as i64,
            n: self.n as u64,
            column: 0,
            places: 0,
            sums: 0,
            offsets: 0,
            kind,
            width: width as u32,
        };
        self.copies.push((gather, place));
    }

    /// Adds an array whose entries begin `base` after its own offset.
    fn array(&mut self, source: &Source<'a>, base: usize) -> Result<ArrayParts<Part>, Error> {
        let parts = source.parts;
        let unsupported = || Error::unsupported(&parts.data_type, OPERATION);
        let layout = Layout::of(&parts.data_type).ok_or_else(unsupported)?;
        let from = base + parts.offset;
        let nulls = match &parts.nulls {
            _ if !layout.validity => None,
            Some(nulls) if parts.null_count != Some(0) => Some(nulls.as_raw()),
            _ => source.optional.then_some(0),
        };
        let lacks_validity = !layout.validity && parts.data_type != DataType::Null;
        if (source.optional && lacks_validity)
            || matches!(parts.data_type, DataType::RunEndEncoded(..))
        {
            return Err(unsupported());
        }
        let mut new_parts = ArrayParts {
            data_type: parts.data_type.clone(),
            len: self.n,
            offset: 0,
            null_count: nulls.is_none().then_some(0),
            nulls: nulls.map(|nulls| self.bits(nulls, source, from)),
            buffers: Vec::new(),
            children: Vec::new(),
            dictionary: None,
        };
        let mut long = |width: Option<usize>, child, size| {
            let offsets = match width {
                Some(width) => self.arena.add::<u8>((self.n + 1).saturating_mul(width)),
                None => ArenaRange { start: 0, len: 0 },
            };
            self.long.push(VarLengthColumn {
                parts,
                child,
                from,
                rows: source.rows,
                offsets,
                width: width.unwrap_or(8),
                size,
                place: self.sums,
                optional: source.optional,
            });
            self.sums += usize::from(size.is_none());
            (offsets, Part::Long(self.long.len() - 1))
        };
        match (&parts.data_type, layout.specs()) {
            (_, [BufferSpec::Offsets(width), BufferSpec::Bytes]) => {
                let (offsets, bytes) = long(Some(*width), None, None);
                new_parts.buffers = vec![Part::New(offsets), bytes];
                return Ok(new_parts);
            }
            (_, [BufferSpec::Offsets(width)]) => {
                let child = parts.children.first().ok_or_else(unsupported)?;
                let (offsets, content) = long(Some(*width), Some(child), None);
                new_parts.buffers = vec![Part::New(offsets)];
                new_parts.children = vec![later(child, content)];
                return Ok(new_parts);
            }
            (DataType::FixedSizeList(_, size), _) => {
                let child = parts.children.first().ok_or_else(unsupported)?;
                let size = usize::try_from(*size).map_err(|_| unsupported())?;
                let (_, content) = long(None, Some(child), Some(size));
                new_parts.children = vec![later(child, content)];
                return Ok(new_parts);
            }
            _ => {}
        }
        let mut buffers = parts.buffers.iter();
        for (spec, buffer) in layout.specs().iter().zip(buffers.by_ref()) {
            new_parts.buffers.push(match spec {
                BufferSpec::Bits => self.bits(buffer.as_raw(), source, from),
                BufferSpec::Fixed(width) => self.copy(buffer, source, from, *width),
                _ => return Err(unsupported()),
            });
        }
        new_parts.buffers.extend(buffers.cloned().map(Part::Same));
        let shares = matches!(
            &parts.data_type,
            DataType::ListView(_)
                | DataType::LargeListView(_)
                | DataType::Union(_, UnionMode::Dense)
        );
        for child in &parts.children {
            new_parts.children.push(if shares {
                shared(child)?
            } else {
                let source = Source { parts: child, ..*source };
                self.array(&source, from)?
            });
        }
        new_parts.dictionary = match &parts.dictionary {
            Some(values) => Some(Box::new(shared(values)?)),
            None => None,
        };
        Ok(new_parts)
    }
}

fn shared(parts: &ArrayParts) -> Result<ArrayParts<Part>, Error> {
    parts.clone().map(&mut |buffer| Ok(Part::Same(buffer)))
}

/// Returns what stands for a child until it is gathered.
fn later(child: &ArrayParts, content: Part) -> ArrayParts<Part> {
    ArrayParts {
        data_type: child.data_type.clone(),
        len: 0,
        offset: 0,
        null_count: None,
        nulls: Some(content),
        buffers: Vec::new(),
        children: Vec::new(),
        dictionary: None,
    }
}

/// Returns the `n` rows of each array. It waits once if there are texts or lists, and once more for each level of lists.
///
/// # Safety
/// The rows' numbers are of this stream, `n` for each, and less than the arrays' lengths or `NONE` where that is allowed.
pub(super) unsafe fn gather(
    manager: &MemoryManager,
    sources: &[Source<'_>],
    n: usize,
) -> Result<Vec<DeviceArray>, Error> {
    check_rows(n)?;
    if n == 0 {
        let empty = |source: &Source<'_>| {
            manager.upload_array(&*arrow_array::new_empty_array(&source.parts.data_type))
        };
        return sources.iter().map(empty).collect();
    }
    let mut plan =
        GatherPlan { n, arena: Arena::default(), copies: Vec::new(), long: Vec::new(), sums: 0 };
    let mut gathered = Vec::with_capacity(sources.len());
    for source in sources {
        gathered.push(plan.array(source, 0)?);
    }
    let long = core::mem::take(&mut plan.long);
    let work = Work::new(manager, plan.sums)?;
    let memory = plan.arena.allocate(&work)?;
    let mut tables = Tables::default();
    let texts = long.iter().filter(|text| text.child.is_none());
    let columns = column::push(&mut tables, texts.map(|text| (text.parts, text.from)), OPERATION)?;
    let first = tables.len();
    for (gather, place) in &plan.copies {
        tables.push(Gather { to: place.of(&memory), ..*gather });
    }
    let prefix_sums = PrefixSums::new(&work, n, plan.sums)?;
    let mut column = columns;
    let mut count = plan.copies.len();
    for content in &long {
        if content.size.is_some() {
            continue;
        }
        let lengths = prefix_sums.of(content.place, content.lengths(n, column));
        let place = tables.push(lengths);
        count += 1;
        if content.child.is_none() {
            tables.link(place + offset_of!(Gather, column));
            column += size_of::<Column>();
        }
    }
    let tables = tables.upload(&work)?;
    let argument = Gathers { gathers: tables.as_raw() + first as CUdeviceptr, error: work.error() };
    let blocks = n.div_ceil(TILE / 2);
    // SAFETY: the caller guarantees the rows; the buffers of arrays were checked, and there is room for each.
    unsafe { work.launch(Kernels::table_gather, blocks, count, argument) }?;
    let mut contents = Vec::with_capacity(long.len());
    if !long.is_empty() {
        // SAFETY: there is a sum for each row of each column.
        unsafe { prefix_sums.scan(&work) }?;
        let totals = match plan.sums {
            0 => Vec::new(),
            _ => work.wait()?,
        };
        // SAFETY: as the caller guarantees; the lengths were checked.
        let found = unsafe {
            contents_of(
                &work,
                &long,
                &prefix_sums,
                &totals,
                &memory,
                tables.as_raw() + columns as CUdeviceptr,
            )
        }?;
        for content in found {
            contents.push(match content {
                Content::Bytes(bytes) => Content::Bytes(bytes),
                // SAFETY: the numbers are those of entries of the child.
                Content::Child(entries) => Content::Child(unsafe { child_of(manager, &entries) }?),
            });
        }
    }
    let memory = memory.freeze();
    let arrays = gathered.into_iter().map(|parts| {
        let parts = finished(parts, &memory, &contents);
        DeviceArray::try_new(parts?)
    });
    arrays.collect()
}

/// Returns a child that consists of these entries.
///
/// # Safety
/// As [`gather`].
unsafe fn child_of(manager: &MemoryManager, entries: &Entries) -> Result<ArrayParts, Error> {
    let Entries { child, rows, count, optional } = entries;
    let source = Source { parts: child, rows: rows.as_raw(), optional: *optional };
    // SAFETY: as the caller guarantees.
    let mut gathered = unsafe { gather(manager, &[source], *count) }?;
    let child_output = gathered.pop().ok_or_else(|| invalid("there is no child"))?;
    Ok(child_output.into_parts())
}

/// Returns an array with its buffers.
fn finished(
    parts: ArrayParts<Part>,
    memory: &Buffer,
    contents: &[Content<ArrayParts>],
) -> Result<ArrayParts, Error> {
    let part = |place: ArenaRange| memory.part(place.start..place.start + place.len);
    if let Some(Part::Long(index)) = &parts.nulls {
        return match &contents[*index] {
            Content::Child(child) => Ok(child.clone()),
            Content::Bytes(_) => Err(invalid("there is no child")),
        };
    }
    let buffer = |piece: Part| match piece {
        Part::New(place) => Ok(part(place)),
        Part::Same(buffer) => Ok(buffer),
        Part::Long(index) => match &contents[index] {
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Child(_) => Err(invalid("there are no bytes")),
        },
    };
    let children = parts.children.into_iter();
    Ok(ArrayParts {
        data_type: parts.data_type,
        len: parts.len,
        offset: parts.offset,
        null_count: parts.null_count,
        nulls: parts.nulls.map(buffer).transpose()?,
        buffers: parts.buffers.into_iter().map(buffer).collect::<Result<_, _>>()?,
        children: children
            .map(|child| finished(child, memory, contents))
            .collect::<Result<_, _>>()?,
        dictionary: match parts.dictionary {
            Some(values) => Some(Box::new(finished(*values, memory, contents)?)),
            None => None,
        },
    })
}
