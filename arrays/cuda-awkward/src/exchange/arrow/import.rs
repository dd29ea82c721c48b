//! Converts parts of Arrow arrays to nodes.

use std::sync::Arc;

use cuda_arrow::arrow_schema::{DataType, TimeUnit, UnionFields, UnionMode};
use cuda_arrow::{ArrayParts, Buffer};

use crate::arguments::{Args, Ix};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::host::build::parameter;
use crate::layout::dtype::{Dtype, IndexType};
use crate::layout::node::{Bytes, Index, Kind, Node};

/// Returns the type of the numbers of an Arrow type, for types whose memory is shared without a conversion.
fn number(data_type: &DataType) -> Option<Dtype> {
    Some(match data_type {
        DataType::Int8 => Dtype::Int8,
        DataType::Int16 => Dtype::Int16,
        DataType::Int32 => Dtype::Int32,
        DataType::Int64 => Dtype::Int64,
        DataType::UInt8 => Dtype::UInt8,
        DataType::UInt16 => Dtype::UInt16,
        DataType::UInt32 => Dtype::UInt32,
        DataType::UInt64 => Dtype::UInt64,
        DataType::Float16 => Dtype::Float16,
        DataType::Float32 => Dtype::Float32,
        DataType::Float64 => Dtype::Float64,
        DataType::Date64 => Dtype::DateTime64(crate::layout::times::TimeUnit::Millisecond),
        // Those with a time zone are in UTC, whatever the zone is.
        DataType::Timestamp(unit, _) | DataType::Time64(unit) => Dtype::DateTime64(time_unit(unit)),
        DataType::Duration(unit) => Dtype::TimeDelta64(time_unit(unit)),
        _ => return None,
    })
}

fn time_unit(unit: &TimeUnit) -> crate::layout::times::TimeUnit {
    match unit {
        TimeUnit::Second => crate::layout::times::TimeUnit::Second,
        TimeUnit::Millisecond => crate::layout::times::TimeUnit::Millisecond,
        TimeUnit::Microsecond => crate::layout::times::TimeUnit::Microsecond,
        TimeUnit::Nanosecond => crate::layout::times::TimeUnit::Nanosecond,
    }
}

fn unsupported(data_type: &DataType, advice: &str) -> Error {
    Error::Unsupported(format!("an Arrow array of {data_type} ({advice})"))
}

fn buffer(parts: &ArrayParts, number: usize) -> Result<&Buffer> {
    let missing = || Error::Value(format!("{} lacks buffer {number}", parts.data_type));
    parts.buffers.get(number).ok_or_else(missing)
}

fn child(parts: &ArrayParts, number: usize) -> Result<&ArrayParts> {
    let missing = || Error::Value(format!("{} lacks child {number}", parts.data_type));
    parts.children.get(number).ok_or_else(missing)
}

/// Returns `len` entries of a buffer, of `size` bytes each, from entry `at` on. Kernels read them as numbers, so they are aligned.
fn entries(
    parts: &ArrayParts,
    number: usize,
    at: usize,
    len: usize,
    size: usize,
) -> Result<Buffer> {
    let all = buffer(parts, number)?;
    if !all.is_empty() && !all.as_raw().is_multiple_of(size as u64) {
        let (data_type, address) = (&parts.data_type, all.as_raw());
        return Err(Error::Value(format!(
            "buffer {number} of {data_type} is at {address:#x}, and its entries must be aligned to {size} bytes: copy it with `Buffer::copy_to` before"
        )));
    }
    Ok(all.part(at * size, len * size))
}

impl Backend {
    /// Returns the node of `len` entries of the array, without the first `skip` ones.
    pub(super) fn of_parts(
        &self,
        parts: &ArrayParts,
        skip: usize,
        len: usize,
        is_nullable: bool,
    ) -> Result<DeviceNode> {
        let at = parts.offset + skip;
        if let DataType::Dictionary(keys, _) = &parts.data_type {
            return self.of_dictionary(parts, keys, at, len, is_nullable);
        }
        let content = self.of_values(parts, at, len)?;
        let content = Arc::new(content);
        let kind = match &parts.nulls {
            Some(nulls) if parts.null_count != Some(0) => match at % 8 {
                0 => Kind::BitMasked {
                    mask: nulls.part(at / 8, len.div_ceil(8)),
                    valid_when: true,
                    lsb_order: true,
                    content,
                },
                _ => Kind::ByteMasked {
                    mask: self.bytes_of_bits(Ix::of_bits(nulls, true).skip(at as i64), len)?,
                    valid_when: true,
                    content,
                },
            },
            nulls if (nulls.is_some() || is_nullable) && !content.is_option() => {
                Kind::Unmasked { content }
            }
            _ => return Ok(Arc::unwrap_or_clone(content)),
        };
        Ok(Node::new(len, kind))
    }

    /// Returns the values, including those of null entries.
    fn of_values(&self, parts: &ArrayParts, at: usize, len: usize) -> Result<DeviceNode> {
        if let Some(dtype) = number(&parts.data_type) {
            let data = entries(parts, 0, at, len, dtype.size())?;
            return Ok(Node::numpy(dtype, data));
        }
        let kind = match &parts.data_type {
            DataType::Null => {
                let mut index = self.alloc_words(len)?;
                if len > 0 {
                    self.stream().fill(index.as_slice_mut(), 0xffu8)?;
                }
                Kind::IndexedOption {
                    index: Index::i64(index.freeze()),
                    content: Arc::new(Node::new(0, Kind::Empty)),
                }
            }
            DataType::Date32 => {
                let data = entries(parts, 0, at, len, 4)?;
                let days = Dtype::DateTime64(crate::layout::times::TimeUnit::Day);
                return self.cast(&data, Dtype::Int32, days, len);
            }
            DataType::Time32(unit) => {
                let data = entries(parts, 0, at, len, 4)?;
                return self.cast(&data, Dtype::Int32, Dtype::DateTime64(time_unit(unit)), len);
            }
            DataType::FixedSizeBinary(size) => {
                let size = size.unsigned_abs() as usize;
                let data = buffer(parts, 0)?.part(at * size, len * size);
                let content = Node::numpy(Dtype::UInt8, data).with_parameters(&parameter("byte"));
                let kind = Kind::Regular { size, content: Arc::new(content) };
                return Ok(Node::new(len, kind).with_parameters(&parameter("bytestring")));
            }
            DataType::Boolean => {
                let bits = Ix::of_bits(buffer(parts, 0)?, true).skip(at as i64);
                let data = self.bytes_of_bits(bits, len)?;
                return Ok(Node::numpy(Dtype::Bool, data));
            }
            DataType::Utf8 | DataType::Binary => {
                return self.of_text(parts, at, len, IndexType::I32);
            }
            DataType::LargeUtf8 | DataType::LargeBinary => {
                return self.of_text(parts, at, len, IndexType::I64);
            }
            DataType::List(field) | DataType::Map(field, _) => {
                self.of_lists(parts, at, len, IndexType::I32, field.is_nullable())?
            }
            DataType::LargeList(field) => {
                self.of_lists(parts, at, len, IndexType::I64, field.is_nullable())?
            }
            DataType::ListView(field) => {
                self.of_list_views(parts, at, len, Dtype::Int32, field.is_nullable())?
            }
            DataType::LargeListView(field) => {
                self.of_list_views(parts, at, len, Dtype::Int64, field.is_nullable())?
            }
            DataType::FixedSizeList(field, size) => {
                let size = size.unsigned_abs() as usize;
                let items = child(parts, 0)?;
                let content = self.of_parts(items, at * size, len * size, field.is_nullable())?;
                let content = Arc::new(content);
                Kind::Regular { size, content }
            }
            DataType::Struct(fields) => {
                let each = fields.iter().enumerate().map(|(number, field)| {
                    self.of_parts(child(parts, number)?, at, len, field.is_nullable())
                });
                let names: Vec<String> = fields.iter().map(|field| field.name().clone()).collect();
                Kind::Record { contents: each.collect::<Result<_>>()?, fields: Some(names.into()) }
            }
            DataType::Union(fields, mode) => self.of_union(parts, at, len, fields, *mode)?,
            other @ (DataType::Utf8View | DataType::BinaryView) => {
                return Err(unsupported(other, "cast it to Utf8 or Binary"));
            }
            other @ DataType::RunEndEncoded(_, _) => {
                return Err(unsupported(other, "expand the runs"));
            }
            other => {
                return Err(unsupported(other, "cast it to a type of integers or floats"));
            }
        };
        Ok(Node::new(len, kind))
    }

    /// Returns the offsets of `len` lists. Arrays without lists may lack the only offset, or a part of it.
    fn arrow_offsets(
        &self,
        parts: &ArrayParts,
        at: usize,
        len: usize,
        ty: IndexType,
    ) -> Result<Index<Buffer>> {
        let data = if buffer(parts, 0)?.len() < ty.size() {
            self.zeroed(ty.size())?.freeze()
        } else {
            entries(parts, 0, at, len + 1, ty.size())?
        };
        Ok(Index { ty, data })
    }

    fn of_lists(
        &self,
        parts: &ArrayParts,
        at: usize,
        len: usize,
        ty: IndexType,
        is_nullable: bool,
    ) -> Result<Kind<Buffer>> {
        let items = child(parts, 0)?;
        Ok(Kind::ListOffset {
            offsets: self.arrow_offsets(parts, at, len, ty)?,
            content: Arc::new(self.of_parts(items, 0, items.len, is_nullable)?),
            tight: false,
        })
    }

    fn of_text(
        &self,
        parts: &ArrayParts,
        at: usize,
        len: usize,
        ty: IndexType,
    ) -> Result<DeviceNode> {
        let is_text = matches!(parts.data_type, DataType::Utf8 | DataType::LargeUtf8);
        let (purpose, of_bytes) = if is_text { ("string", "char") } else { ("bytestring", "byte") };
        let content = Node::numpy(Dtype::UInt8, buffer(parts, 1)?.clone());
        let kind = Kind::ListOffset {
            offsets: self.arrow_offsets(parts, at, len, ty)?,
            content: Arc::new(content.with_parameters(&parameter(of_bytes))),
            tight: false,
        };
        Ok(Node::new(len, kind).with_parameters(&parameter(purpose)))
    }

    /// Returns the lists of an array that has their starts and sizes.
    fn of_list_views(
        &self,
        parts: &ArrayParts,
        at: usize,
        len: usize,
        dtype: Dtype,
        is_nullable: bool,
    ) -> Result<Kind<Buffer>> {
        let numbers = |number: usize| {
            let part = entries(parts, number, at, len, dtype.size())?;
            Ok::<_, Error>(Ix::of_buffer(&part, dtype))
        };
        let args = Args { a: numbers(0)?, b: numbers(1)?, n: len as i64, ..Args::default() };
        // A size that is too large wraps to an end before the beginning, which the check finds.
        let end =
            "v = static_cast<i64>(static_cast<u64>(at(x.a, i)) + static_cast<u64>(at(x.b, i)))";
        let items = child(parts, 0)?;
        // SAFETY: there are `len` numbers of both.
        let (starts, stops) =
            unsafe { (self.positions("v = at(x.a, i)", &args)?, self.positions(end, &args)?) };
        Ok(Kind::List {
            starts,
            stops,
            content: Arc::new(self.of_parts(items, 0, items.len, is_nullable)?),
        })
    }

    fn of_union(
        &self,
        parts: &ArrayParts,
        at: usize,
        len: usize,
        fields: &UnionFields,
        mode: UnionMode,
    ) -> Result<Kind<Buffer>> {
        let ids: Vec<i8> = fields.iter().map(|(id, _)| id).collect();
        let given = entries(parts, 0, at, len, 1)?;
        let tags = if ids.iter().enumerate().all(|(tag, id)| tag as i8 == *id) {
            given
        } else {
            self.tags_of_ids(&given, &ids, len)?
        };
        let iota = Args { n: len as i64, ..Args::default() };
        let (index, skip, count) = match mode {
            UnionMode::Dense => {
                let ty = IndexType::I32;
                let data = entries(parts, 1, at, len, ty.size())?;
                (Index { ty, data }, 0, None)
            }
            // SAFETY: nothing is read.
            UnionMode::Sparse => (unsafe { self.positions("v = i", &iota) }?, at, Some(len)),
        };
        let each = fields.iter().enumerate().map(|(number, (_, field))| {
            let content = child(parts, number)?;
            let len = count.unwrap_or(content.len);
            self.of_parts(content, skip, len, field.is_nullable())
        });
        Ok(Kind::Union { tags, index, contents: each.collect::<Result<_>>()? })
    }

    /// Returns the index of each type id in `ids`. Unknown type ids become an index after the last, which the check
    /// rejects.
    fn tags_of_ids(&self, buffer: &Buffer, ids: &[i8], len: usize) -> Result<Buffer> {
        let out = self.alloc(len)?;
        let args = Args {
            a: Ix::of_buffer(buffer, Dtype::Int8),
            o0: out.as_raw(),
            n: len as i64,
            ..Args::default()
        };
        let cases = ids.iter().enumerate();
        let cases: String = cases.map(|(tag, id)| format!("v == {id} ? {tag} : ")).collect();
        let other = ids.len();
        let body = format!("i64 v = at(x.a, i); reinterpret_cast<i8 *>(x.o0)[i] = {cases}{other}");
        // SAFETY: there are `len` ids, and room for as many bytes.
        unsafe { self.each(&body, &args) }?;
        Ok(out.freeze())
    }

    fn of_dictionary(
        &self,
        parts: &ArrayParts,
        keys: &DataType,
        at: usize,
        len: usize,
        is_nullable: bool,
    ) -> Result<DeviceNode> {
        let missing = || unsupported(&parts.data_type, "it has no dictionary of integer keys");
        let (Some(dtype), Some(values)) = (number(keys), &parts.dictionary) else {
            return Err(missing());
        };
        if !dtype.is_integer() {
            return Err(missing());
        }
        let given = entries(parts, 0, at, len, dtype.size())?;
        let content = Arc::new(self.of_parts(values, 0, values.len, false)?);
        let nulls = parts.nulls.as_ref().filter(|_| parts.null_count != Some(0));
        let index = match (nulls, dtype) {
            (None, Dtype::Int32) => Index { ty: IndexType::I32, data: given },
            (None, Dtype::Int64) => Index { ty: IndexType::I64, data: given },
            (None, Dtype::UInt32) => Index { ty: IndexType::U32, data: given },
            _ => {
                let valid = match nulls {
                    Some(nulls) => Ix::of_bits(nulls, true).skip(at as i64),
                    None => Ix::affine(1, 0),
                };
                let args = Args {
                    a: Ix::of_buffer(&given, dtype),
                    b: valid,
                    n: len as i64,
                    ..Args::default()
                };
                // A negative key must not be taken for a missing one.
                let code =
                    "v = at(x.a, i); v = at(x.b, i) == 0 ? -1 : v < 0 ? 9223372036854775807ll : v";
                // SAFETY: there is a key, and a bit, for each entry.
                unsafe { self.positions(code, &args) }?
            }
        };
        let kind = if parts.nulls.is_some() || is_nullable {
            Kind::IndexedOption { index, content }
        } else {
            Kind::Indexed { index, content }
        };
        Ok(Node::new(len, kind).with_parameters(&parameter("categorical")))
    }
}
