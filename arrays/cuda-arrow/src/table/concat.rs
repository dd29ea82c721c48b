//! Several tables as one.

use arrow_schema::{ArrowError, DataType, Field, Schema, UnionMode};
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::{Buffer, MutableBuffer};
use crate::compact::{BufferCopy, compact};
use crate::error::{Error, ORDERED, Operation};
use crate::kernels::table::{
    JOIN_BITS, JOIN_DENSE, JOIN_KEYS, JOIN_MAPPED, JOIN_OFFSETS_32, JOIN_OFFSETS_64, JOIN_ONES,
    JOIN_VIEWS, Join, Kernels, TILE,
};
use crate::kernels::{CopyKind, Jobs};
use crate::layout::BufferSpec;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;
use crate::runs;
use crate::table::column;
use crate::table::column::Order;
use crate::table::gather::{Source, gather};
use crate::table::slots::Slots;
use crate::table::work::{Arena, ArenaRange, Tables, Work, check_rows, invalid};

/// The copies that make the arrays.
struct ConcatPlan<'a> {
    manager: &'a MemoryManager,
    arena: Arena,
    /// Copies of bytes, and where in their place each goes.
    bytes: Vec<(BufferCopy, ArenaRange, usize)>,
    joins: Vec<(Join, ArenaRange)>,
    /// What copies read.
    unified: Vec<UnifiedDictionary>,
    kept: Vec<Buffer>,
}

const NO_JOIN: Join = Join {
    to: 0,
    from: 0,
    place: 0,
    bit: 0,
    n: 0,
    add: 0,
    limit: 0,
    map: 0,
    nulls: 0,
    error: 0,
    kind: 0,
    width: 0,
};

const OPERATION: Operation = ("joining dictionaries", ORDERED);

/// Checks that positions up to this one are numbers of the type's width.
fn check_fits(most: usize, width: usize, data_type: &DataType) -> Result<(), Error> {
    if width < 8 && most >> (8 * width - 1) > 0 {
        Err(invalid(format!(
            "{most} entries or bytes don't fit into the numbers of {width} bytes of {data_type}: join fewer batches"
        )))
    } else {
        Ok(())
    }
}

/// Adds up lengths, which may be any in arrays of nulls: those need no memory.
fn total(lengths: impl IntoIterator<Item = usize>, unit: &str) -> Result<usize, Error> {
    const MAX_LEN: usize = isize::MAX as usize;
    lengths.into_iter().try_fold(0usize, |sum, len| {
        sum.checked_add(len).filter(|sum| *sum <= MAX_LEN).ok_or_else(|| {
            invalid(format!("{sum} {unit} and {len} more are over {MAX_LEN}; join fewer batches"))
        })
    })
}

/// Returns `true` if both have the same entries in the same memory.
fn is_same(a: &ArrayParts<BufferCopy>, b: &ArrayParts<BufferCopy>) -> bool {
    let rows_of = |copy: &BufferCopy| (copy.from, copy.count, copy.bit);
    (a.len, a.nulls.as_ref().map(rows_of)) == (b.len, b.nulls.as_ref().map(rows_of))
        && a.buffers.iter().map(rows_of).eq(b.buffers.iter().map(rows_of))
        && a.children.iter().zip(&b.children).all(|(a, b)| is_same(a, b))
        && a.dictionary.iter().zip(&b.dictionary).all(|(a, b)| is_same(a, b))
}

impl<'a> ConcatPlan<'a> {
    fn new(manager: &'a MemoryManager) -> Self {
        Self {
            manager,
            arena: Arena::default(),
            bytes: Vec::new(),
            joins: Vec::new(),
            unified: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn join(
        &mut self,
        kind: u32,
        from: (CUdeviceptr, usize),
        place: (ArenaRange, usize),
        n: usize,
        add: usize,
    ) {
        let join = Join {
            from: from.0,
            place: place.1 as u64,
            bit: from.1 as u64,
            n: n as u64,
            add: add as u64,
            kind,
            ..NO_JOIN
        };
        self.joins.push((join, place.0));
    }

    fn bits(&mut self, parts: &[(Option<&BufferCopy>, usize)], n: usize) -> ArenaRange {
        let place = self.arena.add::<u32>(n.div_ceil(32) + 1);
        let mut at = 0;
        for (copy, len) in parts {
            match copy {
                Some(copy) => self.join(JOIN_BITS, (copy.from, copy.bit), (place, at), *len, 0),
                None => self.join(JOIN_ONES, (0, 0), (place, at), *len, 0),
            }
            at += len;
        }
        place
    }

    fn bytes(&mut self, copies: &[&BufferCopy]) -> Result<ArenaRange, Error> {
        let total = total(copies.iter().map(|copy| copy.bytes()), "bytes")?;
        let place = self.arena.add::<u8>(total);
        let mut at = 0;
        for copy in copies {
            self.bytes.push((**copy, place, at));
            at += copy.bytes();
        }
        Ok(place)
    }

    /// Adds the buffers of views. The buffers that those of each array point into follow those of the arrays before it.
    fn views(
        &mut self,
        arrays: &[&ArrayParts<BufferCopy>],
        len: usize,
    ) -> Result<Vec<ArenaRange>, Error> {
        let mut buffers = vec![self.arena.add::<[u8; 16]>(len)];
        let mut at = 0;
        for array in arrays {
            let mut copies = array.buffers.iter();
            if let Some(views) = copies.next() {
                let place = (buffers[0], at);
                self.join(JOIN_VIEWS, (views.from, 0), place, array.len, buffers.len() - 1);
            }
            at += array.len;
            for copy in copies {
                buffers.push(self.bytes(&[copy])?);
            }
        }
        Ok(buffers)
    }

    /// Adds arrays of one type, one after the other.
    fn array(
        &mut self,
        arrays: &[&ArrayParts<BufferCopy>],
    ) -> Result<ArrayParts<ArenaRange>, Error> {
        let Some(first) = arrays.first() else {
            return Err(invalid("there are no arrays"));
        };
        let layout = first.layout()?;
        let len = total(arrays.iter().map(|array| array.len), "entries")?;
        let null_counts: Option<Vec<usize>> = arrays
            .iter()
            .map(|array| if array.nulls.is_none() { Some(0) } else { array.null_count })
            .collect();
        let null_count = null_counts.map(|counts| total(counts, "nulls")).transpose()?;
        let mut array_parts = ArrayParts {
            data_type: first.data_type.clone(),
            len,
            offset: 0,
            null_count,
            nulls: None,
            buffers: Vec::new(),
            children: Vec::new(),
            dictionary: None,
        };
        if arrays.iter().any(|array| array.nulls.is_some()) {
            let parts: Vec<_> =
                arrays.iter().map(|array| (array.nulls.as_ref(), array.len)).collect();
            array_parts.nulls = Some(self.bits(&parts, len));
        }
        // The buffer whose entries count those of a child, all of which are copied.
        let shifted = match &first.data_type {
            DataType::Union(_, UnionMode::Dense) => Some(1),
            DataType::ListView(_) | DataType::LargeListView(_) => Some(0),
            DataType::Utf8View | DataType::BinaryView => {
                array_parts.buffers = self.views(arrays, len)?;
                return Ok(array_parts);
            }
            DataType::RunEndEncoded(..) => {
                array_parts.children = self.runs(arrays, len)?;
                return Ok(array_parts);
            }
            _ => None,
        };
        for (index, spec) in layout.specs().iter().enumerate() {
            let copies = arrays.iter().map(|array| array.buffers.get(index));
            array_parts.buffers.push(match spec {
                BufferSpec::Bits => {
                    let parts: Vec<_> = copies.zip(arrays.iter().map(|array| array.len)).collect();
                    self.bits(&parts, len)
                }
                BufferSpec::Offsets(width) => self.offsets(arrays, index, *width, len)?,
                BufferSpec::Fixed(width) if shifted == Some(index) => {
                    self.shifted(arrays, index, *width, len)?
                }
                BufferSpec::Fixed(_) | BufferSpec::Bytes => {
                    let copies: Vec<&BufferCopy> = copies.flatten().collect();
                    self.bytes(&copies)?
                }
            });
        }
        for index in 0..first.children.len() {
            let children: Vec<_> =
                arrays.iter().filter_map(|array| array.children.get(index)).collect();
            array_parts.children.push(self.array(&children)?);
        }
        if let DataType::Dictionary(keys, _) = &first.data_type {
            self.dictionaries(arrays, keys, &mut array_parts)?;
        }
        Ok(array_parts)
    }

    /// Adds positions in children, which are after those of the arrays before.
    fn shifted(
        &mut self,
        arrays: &[&ArrayParts<BufferCopy>],
        index: usize,
        width: usize,
        len: usize,
    ) -> Result<ArenaRange, Error> {
        let place = self.arena.add::<u8>(len.saturating_mul(width));
        let data_type = arrays.first().map_or(&DataType::Null, |first| &first.data_type);
        let ids: Vec<i8> = match data_type {
            DataType::Union(fields, _) => fields.iter().map(|(id, _)| id).collect(),
            _ => vec![0],
        };
        let (mut before, mut at) = (vec![0usize; ids.len()], 0);
        let mut bases = Vec::with_capacity(arrays.len());
        for array in arrays {
            let mut of_ids = [0u32; 256];
            for ((id, before), child) in ids.iter().zip(&mut before).zip(&array.children) {
                of_ids[usize::from(*id as u8)] = *before as u32;
                *before = total([*before, child.len], "entries")?;
                check_fits(*before, width, data_type)?;
            }
            bases.push(of_ids);
        }
        let map = match index {
            1 => self.manager.copy_from_host(bytemuck::cast_slice(&bases))?,
            _ => self.manager.copy_from_host(&[])?,
        };
        let mut add = 0;
        for (nth, array) in arrays.iter().enumerate() {
            if let Some(copy) = array.buffers.get(index) {
                let join = self.keys(copy.from, (place, at), (array.len, width), add);
                if index == 1 {
                    join.kind = JOIN_DENSE;
                    join.map = map.as_raw() + (nth * size_of::<[u32; 256]>()) as CUdeviceptr;
                    join.nulls = array.buffers.first().map_or(0, |ids| ids.from);
                }
            }
            at += array.len;
            add += array.children.first().map_or(0, |values| values.len);
        }
        self.kept.push(map);
        Ok(place)
    }

    /// Adds runs that were [cut](runs::cut): their ends, which are after those of the arrays before, and their values.
    fn runs(
        &mut self,
        arrays: &[&ArrayParts<BufferCopy>],
        len: usize,
    ) -> Result<Vec<ArrayParts<ArenaRange>>, Error> {
        let (mut ends, mut values) = (Vec::new(), Vec::new());
        for array in arrays {
            let [of_ends, of_values] = runs::children(array)?;
            ends.push((of_ends, array.len));
            values.push(of_values);
        }
        let data_type = ends.first().map_or(DataType::Null, |end| end.0.data_type.clone());
        let width = data_type.primitive_width().unwrap_or(0);
        check_fits(len, width, &data_type)?;
        let count = total(ends.iter().map(|end| end.0.len), "runs")?;
        let place = self.arena.add::<u8>(count.saturating_mul(width));
        let (mut at, mut before) = (0, 0);
        for (ends, len) in ends {
            if let Some(copy) = ends.buffers.first() {
                self.keys(copy.from, (place, at), (ends.len, width), before);
            }
            (at, before) = (at + ends.len, before + len);
        }
        let ends = ArrayParts {
            data_type,
            len: count,
            offset: 0,
            null_count: Some(0),
            nulls: None,
            buffers: vec![place],
            children: Vec::new(),
            dictionary: None,
        };
        Ok(vec![ends, self.array(&values)?])
    }

    /// Adds numbers of some bytes, to each of which a number is added.
    fn keys(
        &mut self,
        from: CUdeviceptr,
        (place, at): (ArenaRange, usize),
        (n, width): (usize, usize),
        add: usize,
    ) -> &mut Join {
        let join = Join {
            from,
            place: at as u64,
            n: n as u64,
            add: add as u64,
            kind: JOIN_KEYS,
            width: width as u32,
            ..NO_JOIN
        };
        self.joins.push((join, place));
        let last = self.joins.len() - 1;
        &mut self.joins[last].0
    }

    /// Adds offsets, those of each array after those of the arrays before it.
    fn offsets(
        &mut self,
        arrays: &[&ArrayParts<BufferCopy>],
        index: usize,
        width: usize,
        len: usize,
    ) -> Result<ArenaRange, Error> {
        let kind = if width == 4 { JOIN_OFFSETS_32 } else { JOIN_OFFSETS_64 };
        let (mut at, mut add) = (0, 0usize);
        let copies = arrays.iter().filter_map(|array| {
            let copy = array.buffers.get(index);
            Some((array, copy.filter(|copy| copy.count > 0)?))
        });
        let mut copies = copies.peekable();
        // Arrays without entries may lack their only offset: then nothing would write it.
        let count = copies.peek().map_or(0, |_| len.saturating_add(1));
        let place = self.arena.add::<u8>(count.saturating_mul(width));
        while let Some((array, copy)) = copies.next() {
            // The last offset of a part is the first one of the next.
            let n = array.len + usize::from(copies.peek().is_none());
            self.join(kind, (copy.from, 0), (place, at), n, add);
            at += array.len;
            let more = match (array.buffers.get(index + 1), array.children.first()) {
                (Some(data), _) => data.bytes(),
                (None, Some(child)) => child.len,
                _ => 0,
            };
            add = total([add, more], "entries or bytes")?;
        }
        check_fits(add, width, arrays.first().map_or(&DataType::Null, |first| &first.data_type))?;
        Ok(place)
    }

    /// Adds the dictionaries of arrays with keys of a type: the first, if all are the same, or one of their different entries.
    fn dictionaries(
        &mut self,
        arrays: &[&ArrayParts<BufferCopy>],
        keys: &DataType,
        outputs: &mut ArrayParts<ArenaRange>,
    ) -> Result<(), Error> {
        let values: Vec<_> =
            arrays.iter().filter_map(|array| array.dictionary.as_deref()).collect();
        if values.iter().all(|value| is_same(values[0], value)) {
            outputs.dictionary = Some(Box::new(self.array(&values[..1])?));
            return Ok(());
        }
        let mut joined = ConcatPlan::new(self.manager);
        let all = joined.array(&values)?;
        let count = all.len;
        if !can_be_unified(&all) {
            check_keys(count, keys)?;
            self.new_keys(arrays, None, outputs)?;
            outputs.dictionary = Some(Box::new(self.array(&values)?));
            return Ok(());
        }
        let all = joined.run(vec![all])?;
        let unified = UnifiedDictionary::new(self.manager, all[0].parts())?;
        check_keys(unified.values.len(), keys)?;
        self.new_keys(arrays, Some(unified.map.as_raw()), outputs)?;
        let copies = compact(self.manager, core::iter::once(unified.values.parts()))?;
        outputs.dictionary = Some(Box::new(self.array(&[&copies[0]])?));
        self.unified.push(unified);
        Ok(())
    }

    /// Makes keys count from the beginning of the first of the dictionaries, which follow each other, or be what a map has for that.
    fn new_keys(
        &mut self,
        arrays: &[&ArrayParts<BufferCopy>],
        map: Option<CUdeviceptr>,
        outputs: &mut ArrayParts<ArenaRange>,
    ) -> Result<(), Error> {
        // In place of copies of the keys.
        let Some(ArenaRange { len, .. }) = outputs.buffers.pop() else {
            return Err(invalid("there are no keys"));
        };
        let width = len.checked_div(outputs.len).unwrap_or(0);
        let with_buffers = arrays.iter().filter(|array| !array.buffers.is_empty()).count();
        self.bytes.truncate(self.bytes.len() - with_buffers);
        let place = self.arena.add::<u8>(len);
        let (mut at, mut add) = (0, 0);
        for array in arrays {
            let entries = array.dictionary.as_ref().map_or(0, |values| values.len);
            if let Some(copy) = array.buffers.first() {
                let nulls = array.nulls.as_ref();
                let join = Join {
                    from: copy.from,
                    place: at as u64,
                    bit: nulls.map_or(0, |nulls| nulls.bit as u64),
                    n: array.len as u64,
                    add: add as u64,
                    limit: entries as u64,
                    map: map.unwrap_or(0),
                    nulls: nulls.map_or(0, |nulls| nulls.from),
                    kind: if map.is_some() { JOIN_MAPPED } else { JOIN_KEYS },
                    width: width as u32,
                    ..NO_JOIN
                };
                self.joins.push((join, place));
            }
            at += array.len;
            add += entries;
        }
        outputs.buffers.push(place);
        Ok(())
    }

    /// Makes the arrays. It waits if keys are mapped.
    fn run(self, outputs: Vec<ArrayParts<ArenaRange>>) -> Result<Vec<DeviceArray>, Error> {
        let manager = self.manager;
        let work = Work::new(manager, 0)?;
        let mut memory = self.arena.allocate(&work)?;
        let mut tables = Tables::default();
        let (mut lines, mut most, mut maps) = (0, 0usize, false);
        // Bits are set one by one.
        if !self.joins.is_empty() && !memory.is_empty() {
            manager.stream().fill(memory.as_slice_mut(), 0)?;
        }
        for (join, place) in &self.joins {
            if join.n > 0 {
                tables.push(Join { to: place.of(&memory), error: work.error(), ..*join });
                lines += 1;
                most = most.max(join.n as usize);
                maps |= join.kind == JOIN_MAPPED;
            }
        }
        let mut jobs = Jobs::default();
        for (copy, place, at) in &self.bytes {
            let to = place.of(&memory) + *at as CUdeviceptr;
            jobs.add(CopyKind::Bytes, to, copy.from, copy.bytes(), 0);
        }
        if lines > 0 {
            let tables = tables.upload(&work)?;
            let joins = tables.as_slice().cast()?;
            // SAFETY: the buffers are within their arrays, and there is room for each.
            unsafe { work.launch(Kernels::table_join, most.div_ceil(TILE / 2), lines, joins) }?;
        }
        // SAFETY: as above.
        unsafe { jobs.copy(manager) }?;
        if maps {
            work.wait()?;
        }
        let memory: Buffer = memory.freeze();
        let arrays = outputs.into_iter().map(|parts| {
            let parts = parts.map(&mut |place: ArenaRange| {
                Ok::<_, Error>(memory.part(place.start..place.start + place.len))
            })?;
            DeviceArray::try_new(parts)
        });
        arrays.collect()
    }
}

/// Returns `true` if entries of a dictionary can be compared with each other.
fn can_be_unified(values: &ArrayParts<ArenaRange>) -> bool {
    values.dictionary.is_none() && Order::of(&values.data_type).is_some()
}

/// Checks that a dictionary isn't larger than its keys allow.
fn check_keys(entries: usize, keys: &DataType) -> Result<(), Error> {
    let width = keys.primitive_width().unwrap_or(0);
    let bits = 8 * width - usize::from(keys.is_signed_integer());
    if entries > 0 && bits < 64 && (entries - 1) >> bits > 0 {
        return Err(invalid(format!(
            "dictionaries of {entries} different entries together don't fit into keys of {keys}, of which there are {}: use wider keys",
            1u64 << bits
        )));
    }
    Ok(())
}

/// One dictionary of the different entries of several.
struct UnifiedDictionary {
    values: DeviceArray,
    /// The number in it, of 4 bytes, of each entry of the others, which follow each other.
    map: MutableBuffer,
}

impl UnifiedDictionary {
    /// Keeps the first of entries that are equal. It waits.
    fn new(manager: &MemoryManager, all: &ArrayParts) -> Result<Self, Error> {
        check_rows(all.len)?;
        let work = Work::new(manager, 1)?;
        let mut tables = Tables::default();
        let place = column::push(&mut tables, [(all, all.offset)], OPERATION)?;
        let tables = tables.upload(&work)?;
        let column = tables.as_raw() + place as CUdeviceptr;
        // SAFETY: the column is of this stream, and has these entries.
        let slots = unsafe { Slots::new(&work, column, 1, all.len, false) }?;
        let first = slots.first(&work, 0)?;
        let count = work.wait()?[0] as usize;
        slots.number(&work, &first, 0)?;
        let map = manager.allocate(4 * all.len)?;
        // SAFETY: there is room for a number for each entry.
        unsafe { slots.groups(&work, count, map.as_raw(), (0, 0)) }?;
        slots.release();
        let source = Source { parts: all, rows: first.as_raw(), optional: false };
        // SAFETY: the rows are those of entries.
        let mut values = unsafe { gather(manager, &[source], count) }?;
        let values = values.pop().ok_or_else(|| invalid("there is no dictionary"))?;
        Ok(Self { values, map })
    }
}

impl DeviceRecordBatch {
    /// Returns the rows of several batches of one schema as one: pyarrow's `combine_chunks`. Metadata of schemas and fields may
    /// differ, and is the first batch's. Different dictionaries of a column become one, which has each of their entries once, in
    /// the order of its first place; those of nested types follow each other. It waits only if there are texts or lists, once, and a
    /// few times for each column whose dictionaries differ, and for run-end encoded arrays, whose ends are read on the host.
    ///
    /// # Errors
    /// [`Error::Arrow`] without batches, for batches of different schemas or streams, if offsets or keys become too large for
    /// their type or a key is outside of its dictionary, or there are more than `isize::MAX` rows or entries; or the driver's error.
    pub fn concat(batches: &[Self]) -> Result<Self, Error> {
        let [first, others @ ..] = batches else {
            return Err(invalid("there are no batches, and so no schema"));
        };
        for other in others {
            check_schemas(first.schema(), other.schema())?;
            if other.manager().stream() != first.manager().stream() {
                return Err(invalid("a batch is of another stream; share it with `on`"));
            }
        }
        if others.is_empty() {
            return Ok(first.clone());
        }
        let rows = total(batches.iter().map(Self::num_rows), "rows")?;
        let manager = first.manager();
        let all: Vec<ArrayParts> = batches.iter().flat_map(Self::parts).collect();
        let mut copies = compact(manager, all.iter())?;
        let mut new_ends = Vec::new();
        runs::cut(manager, &all, &mut copies, &mut new_ends)?;
        let (count, mut plan) = (first.num_columns(), ConcatPlan::new(manager));
        let mut columns = Vec::with_capacity(count);
        for column in 0..count {
            let arrays: Vec<_> = copies.iter().skip(column).step_by(count).collect();
            columns.push(
                plan.array(&arrays).map_err(|error| error.naming(first.schema(), first.names()))?,
            );
        }
        Self::try_new(manager, first.schema().clone(), plan.run(columns)?, rows)
    }
}

/// Checks that two schemas differ in metadata at most.
fn check_schemas(first: &Schema, other: &Schema) -> Result<(), ArrowError> {
    let (a, b) = (first.fields(), other.fields());
    if a.len() != b.len() {
        let (a, b) = (a.len(), b.len());
        let text = format!("the batches have different schemas: one has {a} columns, and one {b}");
        return Err(ArrowError::SchemaError(text));
    }
    match a.iter().zip(b).position(|(a, b)| !same_fields(a, b)) {
        None => Ok(()),
        Some(at) => Err(ArrowError::SchemaError(format!(
            "the batches have different schemas: column {at} is `{}` in one, and `{}` in another",
            a[at], b[at]
        ))),
    }
}

/// Returns `true` if two columns differ in metadata at most.
fn same_fields(a: &Field, b: &Field) -> bool {
    a.name() == b.name()
        && a.is_nullable() == b.is_nullable()
        && a.data_type().equals_datatype(b.data_type())
}
