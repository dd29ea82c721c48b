//! Rows of columns, in any order.

use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use super::column;
use super::work::{Kernel, Place, Room, TILE, Tables, Work, check_rows, invalid, sums_of};
use crate::layout::{Layout, Spec};
use crate::{ArrayParts, Buffer, DeviceArray, Error, MemoryManager};

/// Rows of an array.
pub(super) struct Source<'a> {
    pub(super) parts: &'a ArrayParts,
    /// The address of the rows' numbers; null for the rows as they are.
    pub(super) rows: CUdeviceptr,
    /// Whether some of the numbers may be `NONE`, whose entries are null.
    pub(super) optional: bool,
}

#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Gather {
    to: CUdeviceptr,
    from: CUdeviceptr,
    rows: CUdeviceptr,
    offset: i64,
    n: u64,
    column: CUdeviceptr,
    places: CUdeviceptr,
    sums: CUdeviceptr,
    offsets: CUdeviceptr,
    kind: u32,
    width: u32,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Gathers {
    gathers: CUdeviceptr,
    error: CUdeviceptr,
}

cuda_driver::kernel_argument!(Gathers);

const BYTES: u32 = 0;
const BITS: u32 = 1;
const LENGTHS: u32 = 2;
const TEXT: u32 = 3;

/// A buffer of a gathered array.
enum Part {
    New(Place),
    Same(Buffer),
    /// The bytes of the text with this index.
    Text(usize),
}

/// A column of texts: its parts, where they begin, and the new offsets.
struct Text<'a> {
    parts: &'a ArrayParts,
    from: usize,
    rows: CUdeviceptr,
    offsets: Place,
    width: usize,
}

/// The copies of an operation.
struct Plan<'a> {
    n: usize,
    room: Room,
    /// The copies, and the place of each in the room.
    copies: Vec<(Gather, Place)>,
    texts: Vec<Text<'a>>,
}

const OPERATION: &str = "selecting rows";

impl<'a> Plan<'a> {
    fn copy(&mut self, from: &Buffer, source: &Source<'_>, offset: usize, width: usize) -> Part {
        let place = self.room.add::<u8>(self.n.saturating_mul(width));
        self.add(from.as_raw(), source, offset, (BYTES, width), place);
        Part::New(place)
    }

    fn bits(&mut self, from: CUdeviceptr, source: &Source<'_>, offset: usize) -> Part {
        let place = self.room.add::<u32>(self.n.div_ceil(32));
        self.add(from, source, offset, (BITS, 0), place);
        Part::New(place)
    }

    fn add(
        &mut self,
        from: CUdeviceptr,
        source: &Source<'_>,
        offset: usize,
        (kind, width): (u32, usize),
        place: Place,
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
        let unsupported = || Error::Unsupported {
            data_type: parts.data_type.clone(),
            operation: OPERATION,
        };
        let layout = Layout::of(&parts.data_type).ok_or_else(unsupported)?;
        let from = base + parts.offset;
        let nulls = match &parts.nulls {
            _ if !layout.validity => None,
            Some(nulls) if parts.null_count != Some(0) => Some(nulls.as_raw()),
            _ => source.optional.then_some(0),
        };
        if source.optional && !layout.validity && parts.data_type != DataType::Null {
            return Err(unsupported());
        }
        let mut made = ArrayParts {
            data_type: parts.data_type.clone(),
            len: self.n,
            offset: 0,
            null_count: nulls.is_none().then_some(0),
            nulls: nulls.map(|nulls| self.bits(nulls, source, from)),
            buffers: Vec::new(),
            children: Vec::new(),
            dictionary: None,
        };
        match &parts.data_type {
            DataType::List(_)
            | DataType::LargeList(_)
            | DataType::Map(..)
            | DataType::FixedSizeList(..)
            | DataType::RunEndEncoded(..) => return Err(unsupported()),
            _ => {}
        }
        let mut buffers = parts.buffers.iter();
        match layout.specs() {
            [Spec::Offsets(width), Spec::Bytes] => {
                let offsets = self.room.add::<u8>((self.n + 1).saturating_mul(*width));
                made.buffers = vec![Part::New(offsets), Part::Text(self.texts.len())];
                self.texts.push(Text {
                    parts,
                    from,
                    rows: source.rows,
                    offsets,
                    width: *width,
                });
                return Ok(made);
            }
            specs => {
                for (spec, buffer) in specs.iter().zip(buffers.by_ref()) {
                    made.buffers.push(match spec {
                        Spec::Bits => self.bits(buffer.as_raw(), source, from),
                        Spec::Fixed(width) => self.copy(buffer, source, from, *width),
                        _ => return Err(unsupported()),
                    });
                }
            }
        }
        made.buffers.extend(buffers.cloned().map(Part::Same));
        let shared =
            |parts: &ArrayParts| parts.clone().map(&mut |it| Ok::<_, Error>(Part::Same(it)));
        for child in &parts.children {
            let shares = matches!(
                &parts.data_type,
                DataType::ListView(_) | DataType::LargeListView(_)
            ) || matches!(
                &parts.data_type,
                DataType::Union(_, arrow_schema::UnionMode::Dense)
            );
            made.children.push(match shares {
                true => shared(child)?,
                false => {
                    let source = Source {
                        parts: child,
                        ..*source
                    };
                    self.array(&source, from)?
                }
            });
        }
        made.dictionary = match &parts.dictionary {
            Some(values) => Some(Box::new(shared(values)?)),
            None => None,
        };
        Ok(made)
    }
}

/// Returns the `n` rows of each array. Texts are waited for, once.
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
    let mut plan = Plan {
        n,
        room: Room::default(),
        copies: Vec::new(),
        texts: Vec::new(),
    };
    let mut made = Vec::with_capacity(sources.len());
    for source in sources {
        made.push(plan.array(source, 0)?);
    }
    let texts = core::mem::take(&mut plan.texts);
    let work = Work::new(manager, texts.len())?;
    let memory = plan.room.allocate(&work)?;
    let mut scratch = Room::default();
    let places = scratch.add::<u64>(n.saturating_mul(texts.len()));
    let sums = scratch.add::<u64>(sums_of(n).unwrap_or(0) * texts.len());
    let scratch = match texts.is_empty() {
        true => None,
        false => Some(scratch.allocate(&work)?),
    };
    let mut tables = Tables::default();
    let columns = column::push(
        &mut tables,
        texts.iter().map(|text| (text.parts, text.from)),
        OPERATION,
    )?;
    let copies = plan.copies.iter().map(|(gather, place)| Gather {
        to: place.of(&memory),
        ..*gather
    });
    let lengths = texts.iter().enumerate().map(|(at, text)| Gather {
        to: 0,
        from: 0,
        rows: text.rows,
        offset: 0,
        n: n as u64,
        column: (columns + at * column::SIZE) as CUdeviceptr,
        places: scratch.as_ref().map_or(0, |it| places.of(it)) + (8 * n * at) as CUdeviceptr,
        sums: match (sums_of(n), &scratch) {
            (Some(count), Some(it)) => sums.of(it) + (8 * count * at) as CUdeviceptr,
            _ => 0,
        },
        offsets: text.offsets.of(&memory),
        kind: LENGTHS,
        width: text.width as u32,
    });
    let gathers: Vec<Gather> = copies.chain(lengths).collect();
    let mut first = None;
    for gather in &gathers {
        let place = tables.push(*gather);
        if gather.kind == LENGTHS {
            tables.link(place + 40);
        }
        first = first.or(Some(place));
    }
    let tables = tables.upload(&work)?;
    let first = first.unwrap_or(0);
    let blocks = n.div_ceil(TILE / 2);
    let argument = Gathers {
        gathers: tables.as_raw() + first as CUdeviceptr,
        error: work.error(),
    };
    // SAFETY: the caller guarantees the rows; the buffers of arrays were checked, and there is room for each.
    unsafe { work.launch(Kernel::Gather, blocks, gathers.len(), argument) }?;
    let mut bytes = Vec::new();
    if let Some(scratch) = &scratch {
        let (data, sums) = (places.of(scratch), sums.of(scratch));
        // SAFETY: there is a place for each row of each text.
        unsafe { work.scan(Kernel::Scan64, (data, n), texts.len(), sums, work.word(0)) }?;
        let totals = work.wait()?;
        let mut room = Room::default();
        for (total, text) in totals.iter().zip(&texts) {
            if text.width == 4 && *total > i32::MAX as u64 {
                let data_type = &text.parts.data_type;
                let reason = format!("{total} bytes don't fit into offsets of 4 bytes: use Large{data_type}, or select fewer rows");
                return Err(invalid(reason));
            }
            bytes.push(room.add::<u8>(*total as usize));
        }
        let data = room.allocate(&work)?;
        let mut tables = Tables::default();
        // The columns are those of the first launch.
        for (gather, place) in gathers[gathers.len() - texts.len()..].iter().zip(&bytes) {
            tables.push(Gather {
                to: place.of(&data),
                column: gather.column + argument_base(&argument, first),
                kind: TEXT,
                ..*gather
            });
        }
        let copies = tables.upload(&work)?;
        let argument = Gathers {
            gathers: copies.as_raw(),
            error: work.error(),
        };
        // SAFETY: as above; the places are sums of the lengths.
        unsafe { work.launch(Kernel::Gather, blocks, texts.len(), argument) }?;
        return finish(made, memory.freeze(), Some((data.freeze(), bytes)));
    }
    finish(made, memory.freeze(), None)
}

/// Returns the address of the tables in which gathers begin at `first`.
fn argument_base(argument: &Gathers, first: usize) -> CUdeviceptr {
    argument.gathers - first as CUdeviceptr
}

fn finish(
    made: Vec<ArrayParts<Part>>,
    memory: Buffer,
    texts: Option<(Buffer, Vec<Place>)>,
) -> Result<Vec<DeviceArray>, Error> {
    let part = |buffer: &Buffer, place: Place| buffer.part(place.start..place.start + place.len);
    let mut buffer = |it: Part| {
        Ok::<_, Error>(match it {
            Part::New(place) => part(&memory, place),
            Part::Same(buffer) => buffer,
            Part::Text(at) => match &texts {
                Some((data, places)) => part(data, places[at]),
                None => part(&memory, Place { start: 0, len: 0 }),
            },
        })
    };
    let arrays = made.into_iter().map(|parts| {
        let parts = parts.map(&mut buffer)?;
        DeviceArray::try_new(parts)
    });
    arrays.collect()
}

