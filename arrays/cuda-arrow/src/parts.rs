use arrow_schema::DataType;

use crate::buffer::Buffer;
use crate::error::Error;
use crate::layout::{BufferSpec, ChildEntries, DEPTH, Layout, children};

/// The parts of an array: a plain tree, as [`arrow_data::ArrayData`] on the host. Entry `i` of the array is at `offset
/// + i` in each of its buffers, and in the children of structs and sparse unions; in those of fixed-size lists it
/// begins at `(offset + i) * size`.
#[derive(Debug, Clone)]
pub struct ArrayParts<B = Buffer> {
    /// The type.
    pub data_type: DataType,
    /// The number of entries.
    pub len: usize,
    /// The position of the first entry.
    pub offset: usize,
    /// The number of null entries, if it is known. Without `nulls`, there are none.
    pub null_count: Option<usize>,
    /// The validity bitmap: a set bit means that the entry has a value.
    pub nulls: Option<B>,
    /// The other buffers.
    pub buffers: Vec<B>,
    /// The child arrays of a nested type.
    pub children: Vec<ArrayParts<B>>,
    /// The values of a dictionary, whose keys are in `buffers`.
    pub dictionary: Option<Box<ArrayParts<B>>>,
}

/// The size in bytes of a bitmap that arrow-rs may always allocate for entries, even if these have no bytes.
pub(crate) const EXPANDED: usize = 16 << 20;

impl<B> ArrayParts<B> {
    /// Converts each buffer, and keeps everything else.
    pub(crate) fn map<C, E>(
        self,
        f: &mut impl FnMut(B) -> Result<C, E>,
    ) -> Result<ArrayParts<C>, E> {
        Ok(ArrayParts {
            data_type: self.data_type,
            len: self.len,
            offset: self.offset,
            null_count: self.null_count,
            nulls: self.nulls.map(&mut *f).transpose()?,
            buffers: self.buffers.into_iter().map(&mut *f).collect::<Result<_, _>>()?,
            children: self
                .children
                .into_iter()
                .map(|child| child.map(f))
                .collect::<Result<_, _>>()?,
            dictionary: match self.dictionary {
                Some(values) => Some(Box::new(values.map(f)?)),
                None => None,
            },
        })
    }

    /// Calls `f` with each buffer, in the order of [`map`](Self::map).
    pub(crate) fn for_each<'a>(&'a self, f: &mut impl FnMut(&'a B)) {
        self.nulls.iter().for_each(&mut *f);
        self.buffers.iter().for_each(&mut *f);
        for child in &self.children {
            child.for_each(f);
        }
        if let Some(values) = &self.dictionary {
            values.for_each(f);
        }
    }

    /// Returns `true` if an entry may be null.
    pub(crate) fn has_nulls(&self) -> bool {
        self.data_type == DataType::Null
            || (self.nulls.is_some() && self.null_count != Some(0))
            || self.dictionary.as_deref().is_some_and(Self::has_nulls)
    }

    pub(crate) fn invalid(&self, reason: impl Into<String>) -> Error {
        Error::Invalid {
            data_type: self.data_type.clone(),
            len: self.len,
            offset: self.offset,
            reason: reason.into(),
        }
    }

    /// Returns the layout of the array's type.
    pub(crate) fn layout(&self) -> Result<Layout, Error> {
        Layout::of(&self.data_type).ok_or_else(|| self.invalid("there is no such type"))
    }
}

impl ArrayParts {
    /// Checks that the array has the parts that its type requires, and that these are large enough. The contents of the
    /// buffers aren't read.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.check_at(0)
    }

    fn check_at(&self, depth: usize) -> Result<(), Error> {
        if depth >= DEPTH {
            let reason = format!("arrays are nested deeper than {DEPTH}");
            return Err(self.invalid(reason));
        }
        let layout = self.layout()?;
        let end = self.offset.checked_add(self.len);
        let Some(end) = end.filter(|end| isize::try_from(*end).is_ok()) else {
            return Err(self.invalid("it ends after the last address"));
        };
        self.check_nulls(&layout, end)?;
        self.check_buffers(&layout, end)?;
        self.check_children(&layout, end)?;
        for child in &self.children {
            child.check_at(depth + 1)?;
        }
        match (&self.data_type, &self.dictionary) {
            (DataType::Dictionary(keys, values), Some(dictionary)) => {
                if !keys.is_dictionary_key_type() {
                    return Err(self.invalid("its keys aren't integers"));
                }
                if dictionary.data_type != **values {
                    let found = &dictionary.data_type;
                    return Err(self.invalid(format!("its dictionary has values of {found}")));
                }
                dictionary.check_at(depth + 1)
            }
            (DataType::Dictionary(_, _), None) => Err(self.invalid("there is no dictionary")),
            (_, Some(_)) => Err(self.invalid("there is a dictionary")),
            (_, None) => Ok(()),
        }
    }

    fn check_nulls(&self, layout: &Layout, end: usize) -> Result<(), Error> {
        match &self.nulls {
            Some(_) if !layout.validity => Err(self.invalid("there is a validity")),
            Some(nulls) if nulls.len() < end.div_ceil(8) => {
                let (found, needed) = (nulls.len(), end.div_ceil(8));
                Err(self.invalid(format!("its validity has {found} bytes of {needed}")))
            }
            None if layout.validity && self.null_count.is_some_and(|count| count > 0) => {
                Err(self.invalid("there are nulls, and no validity"))
            }
            _ if self.null_count.is_some_and(|count| count > self.len) => {
                Err(self.invalid("there are more nulls than entries"))
            }
            _ => Ok(()),
        }
    }

    fn check_buffers(&self, layout: &Layout, end: usize) -> Result<(), Error> {
        let specs = layout.specs();
        let (found, expected) = (self.buffers.len(), specs.len());
        if found < expected || (found > expected && !layout.variadic) {
            let reason = format!("there are {found} buffers of {expected}");
            return Err(self.invalid(reason));
        }
        for (at, (spec, buffer)) in specs.iter().zip(&self.buffers).enumerate() {
            let Some(needed) = spec.min_bytes(end) else {
                return Err(self.invalid("it is larger than any memory"));
            };
            if buffer.len() < needed {
                let found = buffer.len();
                let reason = format!("buffer {at} has {found} bytes of {needed}");
                return Err(self.invalid(reason));
            }
            if let BufferSpec::Offsets(width) = spec
                && !buffer.is_empty()
                && !buffer.as_raw().is_multiple_of(*width as u64)
            {
                let reason = format!("its offsets are not aligned to {width} bytes");
                return Err(self.invalid(reason));
            }
        }
        Ok(())
    }

    fn check_children(&self, layout: &Layout, end: usize) -> Result<(), Error> {
        let types = children(&self.data_type);
        let (found, expected) = (self.children.len(), types.len());
        if found != expected {
            let reason = format!("there are {found} children of {expected}");
            return Err(self.invalid(reason));
        }
        for (at, (child, data_type)) in self.children.iter().zip(types).enumerate() {
            if child.data_type != *data_type {
                let reason = format!("child {at} is of {}", child.data_type);
                return Err(self.invalid(reason));
            }
            if let ChildEntries::Fixed(count) = layout.entries
                && end.checked_mul(count).is_none_or(|end| end > child.len)
            {
                let (len, each) = (child.len, count);
                let reason = format!("child {at} has {len} entries, {each} for each of {end}");
                return Err(self.invalid(reason));
            }
        }
        match (&self.data_type, &self.children[..]) {
            (DataType::RunEndEncoded(_, _), [ends, values]) => self.check_runs(ends, values),
            (DataType::Map(_, _), [entries]) => match entries.data_type {
                DataType::Struct(_) if entries.children.len() == 2 => Ok(()),
                _ => Err(self.invalid("its entries aren't pairs")),
            },
            (DataType::FixedSizeList(field, size), [items]) if !field.is_nullable() => {
                self.check_expanded(items, end.saturating_mul(size.unsigned_abs() as usize))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a bitmap of `count` items isn't too large: arrow-rs allocates one to find null items in lists, and
    /// the number of items without bytes is unlimited.
    fn check_expanded(&self, items: &Self, count: usize) -> Result<(), Error> {
        let mut bytes = 0usize;
        items.for_each(&mut |buffer: &Buffer| bytes = bytes.saturating_add(buffer.len()));
        if self.nulls.is_some() && count / 8 > bytes.max(EXPANDED) {
            let reason = format!("{count} items of {bytes} bytes are too many to find nulls in");
            return Err(self.invalid(reason));
        }
        Ok(())
    }

    fn check_runs(&self, ends: &Self, values: &Self) -> Result<(), Error> {
        if !ends.data_type.is_run_ends_type() {
            return Err(self.invalid("its run ends aren't signed integers"));
        }
        if ends.len != values.len || (ends.len == 0 && self.len > 0) {
            let (ends, values) = (ends.len, values.len);
            let reason = format!("there are {ends} run ends for {values} values");
            return Err(self.invalid(reason));
        }
        if ends.nulls.is_some() && ends.null_count != Some(0) {
            return Err(self.invalid("a run end is null"));
        }
        Ok(())
    }
}
