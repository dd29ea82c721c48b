//! Converts nodes to parts of Arrow arrays.

use std::sync::Arc;

use cuda_arrow::arrow_schema::{DataType, Field, FieldRef, TimeUnit, UnionFields, UnionMode};
use cuda_arrow::{ArrayParts, Buffer};

use crate::arguments::{Args, Ix, first_wrong};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, IndexType};
use crate::layout::node::is_categorical;
use crate::layout::node::{Bytes, Index, Kind, Node, field_name};
use crate::lists::Offsets;

fn data_type(dtype: Dtype) -> Result<DataType> {
    Ok(match dtype {
        Dtype::Bool => DataType::Boolean,
        Dtype::Int8 => DataType::Int8,
        Dtype::Int16 => DataType::Int16,
        Dtype::Int32 => DataType::Int32,
        Dtype::Int64 => DataType::Int64,
        Dtype::UInt8 => DataType::UInt8,
        Dtype::UInt16 => DataType::UInt16,
        Dtype::UInt32 => DataType::UInt32,
        Dtype::UInt64 => DataType::UInt64,
        Dtype::Float16 => DataType::Float16,
        Dtype::Float32 => DataType::Float32,
        Dtype::Float64 => DataType::Float64,
        Dtype::Complex64 | Dtype::Complex128 => {
            return Err(Error::Unsupported(format!("{dtype} in Arrow")));
        }
        Dtype::DateTime64(unit) => DataType::Timestamp(time_unit(dtype, unit)?, None),
        Dtype::TimeDelta64(unit) => DataType::Duration(time_unit(dtype, unit)?),
    })
}

fn time_unit(dtype: Dtype, unit: crate::layout::times::TimeUnit) -> Result<TimeUnit> {
    Ok(match unit {
        crate::layout::times::TimeUnit::Second => TimeUnit::Second,
        crate::layout::times::TimeUnit::Millisecond => TimeUnit::Millisecond,
        crate::layout::times::TimeUnit::Microsecond => TimeUnit::Microsecond,
        crate::layout::times::TimeUnit::Nanosecond => TimeUnit::Nanosecond,
        _ => {
            return Err(Error::Unsupported(format!(
                "{dtype} in Arrow (`values_astype` converts it to seconds)"
            )));
        }
    })
}

fn parts(
    data_type: DataType,
    len: usize,
    buffers: Vec<Buffer>,
    children: Vec<ArrayParts>,
) -> ArrayParts {
    ArrayParts {
        data_type,
        len,
        offset: 0,
        null_count: Some(0),
        nulls: None,
        buffers,
        children,
        dictionary: None,
    }
}

/// Returns the field of a child, which is nullable if entries of the node may be missing, or a date is NaT.
fn field(name: &str, parts: &ArrayParts, node: &DeviceNode) -> FieldRef {
    let is_nullable =
        node.is_option() || parts.nulls.is_some() || matches!(parts.data_type, DataType::Null);
    Arc::new(Field::new(name, parts.data_type.clone(), is_nullable))
}

impl Backend {
    pub(super) fn to_parts(&self, node: &DeviceNode) -> Result<ArrayParts> {
        let len = node.len;
        match &node.kind {
            Kind::Empty => Ok(parts(DataType::Null, len, Vec::new(), Vec::new())),
            Kind::Numpy { dtype: Dtype::DateTime64(crate::layout::times::TimeUnit::Day), data } => {
                self.days_to_parts(data, len)
            }
            Kind::Numpy { dtype, data } => {
                let ty = data_type(*dtype)?;
                let data = match dtype {
                    Dtype::Bool => self.bits_of(Ix::of_buffer(data, *dtype), len, "v != 0")?,
                    _ => data.clone(),
                };
                Ok(parts(ty, len, vec![data], Vec::new()))
            }
            Kind::Regular { size, content } if !node.is_text() => {
                let items = self.to_parts(content)?;
                let too_large = |_| Error::Unsupported(format!("lists of {size} in Arrow"));
                let size = i32::try_from(*size).map_err(too_large)?;
                let ty = DataType::FixedSizeList(field("item", &items, content), size);
                Ok(parts(ty, len, Vec::new(), vec![items]))
            }
            Kind::Regular { size, content } if node.purpose() == Some("bytestring") => {
                let too_large = |_| Error::Unsupported(format!("bytes[{size}] in Arrow"));
                let ty = DataType::FixedSizeBinary(i32::try_from(*size).map_err(too_large)?);
                match &self.resolved(content)?.kind {
                    Kind::Numpy { data, .. } => {
                        Ok(parts(ty, len, vec![data.part(0, size * len)], Vec::new()))
                    }
                    _ => self.lists_to_parts(node),
                }
            }
            Kind::Regular { .. } | Kind::ListOffset { .. } | Kind::List { .. } => {
                self.lists_to_parts(node)
            }
            Kind::Record { fields, contents } => {
                let fields = fields.as_deref();
                let mut types = Vec::new();
                let mut children = Vec::new();
                for (number, content) in contents.iter().enumerate() {
                    let child = self.to_parts(&self.rows(content, 0, len)?)?;
                    types.push(field(&field_name(fields, number), &child, content));
                    children.push(child);
                }
                Ok(parts(DataType::Struct(types.into()), len, Vec::new(), children))
            }
            Kind::Indexed { index, content } if is_categorical(node) => {
                self.keys_to_parts(index, content)
            }
            Kind::Indexed { .. } => self.to_parts(&self.resolved(node)?),
            Kind::Union { tags, index, contents } => {
                self.union_to_parts(tags, index, contents, len)
            }
            _ => self.option_to_parts(node),
        }
    }

    /// Converts days of 8 bytes to those of 4 that Arrow has, and NaT to null. It waits.
    fn days_to_parts(&self, days: &Buffer, len: usize) -> Result<ArrayParts> {
        let dtype = Dtype::DateTime64(crate::layout::times::TimeUnit::Day);
        let (out, report) = (self.alloc(len * 4)?, self.report(2)?);
        let args = Args {
            a: Ix::of_buffer(days, Dtype::Int64),
            o0: out.as_raw(),
            report: report.address(),
            n: len as i64,
            ..Args::default()
        };
        // SAFETY: there are `len` days, and room for as many.
        unsafe { self.each("narrow_day(x, i)", &args) }?;
        let report = self.read(&report)?;
        if let Some(at) = first_wrong(report[0]) {
            return Err(Error::Value(format!(
                "entry {at} of {dtype} is out of the range of Arrow's dates, of 32 bits (`values_astype` converts it to seconds)"
            )));
        }
        let present = "v != (-9223372036854775807ll - 1)";
        let mut parts = parts(DataType::Date32, len, vec![out.freeze()], Vec::new());
        if first_wrong(report[1]).is_some() {
            parts.nulls = Some(self.bits_of(Ix::of_buffer(days, Dtype::Int64), len, present)?);
            parts.null_count = None;
        }
        Ok(parts)
    }

    fn lists_to_parts(&self, node: &DeviceNode) -> Result<ArrayParts> {
        let (offsets, content) = self.contiguous(node)?;
        let offsets = match offsets {
            Offsets::Index(offsets) => match offsets.ty {
                IndexType::I32 | IndexType::I64 => offsets,
                _ => Index::i64(self.words(offsets.ix(), node.len + 1)?),
            },
            Offsets::Regular(_) => Index::i64(self.words(offsets.ix(), node.len + 1)?),
        };
        let is_wide = offsets.ty == IndexType::I64;
        if node.is_text() {
            let Kind::Numpy { data, .. } = &content.kind else {
                return Err(internal());
            };
            let ty = match (node.purpose() == Some("string"), is_wide) {
                (true, true) => DataType::LargeUtf8,
                (true, false) => DataType::Utf8,
                (false, true) => DataType::LargeBinary,
                (false, false) => DataType::Binary,
            };
            let buffers = vec![offsets.data, data.clone()];
            return Ok(parts(ty, node.len, buffers, Vec::new()));
        }
        let items = self.to_parts(&content)?;
        let item = field("item", &items, &content);
        let ty = if is_wide { DataType::LargeList(item) } else { DataType::List(item) };
        Ok(parts(ty, node.len, vec![offsets.data], vec![items]))
    }

    /// Returns `n` numbers of 8 bytes.
    fn words(&self, numbers: Ix, n: usize) -> Result<Buffer> {
        let args = Args { a: numbers, n: n as i64, ..Args::default() };
        // SAFETY: there are that many.
        Ok(unsafe { self.positions("v = at(x.a, i)", &args) }?.data)
    }

    /// Converts an option to validity bits, and values at the same positions.
    fn option_to_parts(&self, node: &DeviceNode) -> Result<ArrayParts> {
        let len = node.len;
        let content = node.content().ok_or_else(internal)?;
        if content.is_option() || (content.is_indexed() && !is_categorical(content)) {
            let (index, content) = self.option_index(node)?;
            let content = Arc::new(content);
            return self.option_to_parts(&Node::new(len, Kind::IndexedOption { index, content }));
        }
        let condition = |valid_when: bool| if valid_when { "v != 0" } else { "v == 0" };
        let (nulls, mut values) = match &node.kind {
            Kind::IndexedOption { index, .. } => {
                let nulls = self.bits_of(index.ix(), len, "v >= 0")?;
                let values = if is_categorical(node) {
                    self.keys_to_parts(index, content)?
                } else {
                    self.to_parts(&self.resolved(&self.carry(content, index)?)?)?
                };
                (Some(nulls), values)
            }
            Kind::ByteMasked { mask, valid_when, .. } => {
                let mask = Ix::of_buffer(mask, Dtype::UInt8);
                let nulls = self.bits_of(mask, len, condition(*valid_when))?;
                (Some(nulls), self.to_parts(content)?)
            }
            Kind::BitMasked { mask, valid_when: true, lsb_order: true, .. } => {
                (Some(mask.clone()), self.to_parts(content)?)
            }
            Kind::BitMasked { mask, valid_when, lsb_order, .. } => {
                let mask = Ix::of_bits(mask, *lsb_order);
                let nulls = self.bits_of(mask, len, condition(*valid_when))?;
                (Some(nulls), self.to_parts(content)?)
            }
            _ => (None, self.to_parts(content)?),
        };
        match (&values.data_type, nulls) {
            // All entries are null.
            (DataType::Null, _) => values.len = len,
            (DataType::Union(_, _), Some(_)) => {
                let text = "missing values of a union in Arrow, whose unions have no validity";
                return Err(Error::Unsupported(text.to_owned()));
            }
            (_, Some(nulls)) => {
                values.nulls = Some(match &values.nulls {
                    Some(others) => self.both(&nulls, others, len)?,
                    None => nulls,
                });
                values.null_count = None;
            }
            (_, None) => {}
        }
        values.len = len;
        Ok(values)
    }

    /// Returns the bits that are set in both.
    fn both(&self, a: &Buffer, b: &Buffer, len: usize) -> Result<Buffer> {
        let bytes = len.div_ceil(8);
        let out = self.alloc(bytes)?;
        let bitmap = |bits| Ix::of_buffer(bits, Dtype::UInt8);
        let args = Args {
            a: bitmap(a),
            b: bitmap(b),
            o0: out.as_raw(),
            n: bytes as i64,
            ..Args::default()
        };
        let body = "reinterpret_cast<u8 *>(x.o0)[i] = static_cast<u8>(at(x.a, i) & at(x.b, i))";
        // SAFETY: both have a bit for each entry, and there is room for as many.
        unsafe { self.each(body, &args) }?;
        Ok(out.freeze())
    }

    /// Converts positions to the keys of a dictionary that has the content as its values.
    fn keys_to_parts(&self, index: &Index<Buffer>, content: &DeviceNode) -> Result<ArrayParts> {
        let values = self.to_parts(content)?;
        let keys = data_type(index.ty.dtype())?;
        let ty = DataType::Dictionary(Box::new(keys), Box::new(values.data_type.clone()));
        let mut all =
            parts(ty, index.data.len() / index.ty.size(), vec![index.data.clone()], Vec::new());
        all.dictionary = Some(Box::new(values));
        Ok(all)
    }

    /// Returns the positions and the contents of a union so that the positions in each content don't decrease, as Arrow
    /// requires. Contents whose positions don't are shared; it waits.
    fn in_order(
        &self,
        tags: &Buffer,
        index: &Index<Buffer>,
        contents: &[DeviceNode],
        len: usize,
    ) -> Result<(Index<Buffer>, Vec<DeviceNode>)> {
        let mut index = index.clone();
        let mut ordered = Vec::with_capacity(contents.len());
        for (tag, content) in contents.iter().enumerate() {
            let (which, kept, places) = self.of_tag(tags, tag, len)?;
            let part_index = self.composed(&index, &kept)?;
            let report = self.report(1)?;
            let args = Args {
                a: part_index.ix(),
                report: report.address(),
                n: kept.count() as i64,
                ..Args::default()
            };
            // SAFETY: there are that many positions.
            unsafe { self.each("if (i > 0 && at(x.a, i) < at(x.a, i - 1)) wrong(x, i)", &args) }?;
            if first_wrong(self.read(&report)?[0]).is_none() {
                ordered.push(content.clone());
                continue;
            }
            ordered.push(self.carry_present(content, &part_index)?);
            let args = Args {
                a: which.ix(),
                b: Ix::of_buffer(&places, Dtype::Int64),
                c: index.ix(),
                n: len as i64,
                ..Args::default()
            };
            let code = "v = at(x.a, i) < 0 ? at(x.c, i) : at(x.b, i)";
            // SAFETY: there is a tag, a place and a position for each entry.
            index = unsafe { self.positions(code, &args) }?;
        }
        Ok((index, ordered))
    }

    fn union_to_parts(
        &self,
        tags: &Buffer,
        index: &Index<Buffer>,
        contents: &[DeviceNode],
        len: usize,
    ) -> Result<ArrayParts> {
        let (index, contents) = &self.in_order(tags, index, contents, len)?;
        let places = match index.ty {
            IndexType::I32 => index.data.clone(),
            _ => {
                if let Some(content) =
                    contents.iter().find(|content| i32::try_from(content.len).is_err())
                {
                    let text = format!("a union's content of {} entries in Arrow", content.len);
                    return Err(Error::Unsupported(text));
                }
                let out = self.alloc(len * 4)?;
                let args =
                    Args { a: index.ix(), o0: out.as_raw(), n: len as i64, ..Args::default() };
                let body = "reinterpret_cast<i32 *>(x.o0)[i] = static_cast<i32>(at(x.a, i))";
                // SAFETY: there are `len` positions, and room for as many.
                unsafe { self.each(body, &args) }?;
                out.freeze()
            }
        };
        let mut children = Vec::new();
        let mut fields = Vec::new();
        for (number, content) in contents.iter().enumerate() {
            let child = self.to_parts(content)?;
            fields.push(field(&number.to_string(), &child, content));
            children.push(child);
        }
        let ids = (0..contents.len()).map(|i| i as i8);
        let union = UnionFields::try_new(ids, fields);
        let union = union.map_err(|error| Error::Value(error.to_string()))?;
        let ty = DataType::Union(union, UnionMode::Dense);
        Ok(parts(ty, len, vec![tags.clone(), places], children))
    }
}
