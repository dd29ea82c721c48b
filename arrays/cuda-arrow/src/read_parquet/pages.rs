//! Pages whose declarations are checked before the crate `parquet` decodes them. It believes them and allocates for them,
//! and a page of a few bytes can declare any number of values.

use std::sync::Arc;

use arrow_schema::{Fields, TimeUnit};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ParquetRecordBatchReader, RowGroups};
use parquet::arrow::parquet_to_arrow_field_levels;
use parquet::basic::{Compression, Encoding, Type};
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::ChunkReader;
use parquet::file::serialized_reader::SerializedPageReader;

use crate::read_parquet::int96;
use crate::read_parquet::keys::widened;
use crate::read_parquet::thrift::{FieldKind, Header, varint};

/// The row groups of a file.
pub(super) struct Groups<T> {
    file: Arc<T>,
    metadata: Arc<ParquetMetaData>,
    /// The unit of each column of timestamps of 96 bits.
    units: Vec<Option<TimeUnit>>,
}

/// The bytes by which chunks of parquet-mr before 1.2.9 are longer than they say: they don't count the header of a dictionary
/// (PARQUET-816). As many as other readers take.
const UNCOUNTED: u64 = 100;

/// Returns metadata with the rules that other readers have for older writers: a dictionary's offset that isn't before the other
/// pages says nothing, and some chunks are longer than they say.
pub(super) fn as_written(metadata: ParquetMetaData, len: u64) -> Result<ParquetMetaData> {
    let is_short = counts_no_header(metadata.file_metadata().created_by().unwrap_or_default());
    let mut builder = metadata.into_builder();
    let groups = builder.take_row_groups().into_iter().map(|group| {
        let columns = group.columns().iter().map(|chunk| {
            let data = chunk.data_page_offset();
            let dictionary = chunk.dictionary_page_offset().filter(|at| (1..data).contains(at));
            let mut size = chunk.compressed_size();
            if is_short && size >= 0 {
                let begin = u64::try_from(dictionary.unwrap_or(data)).unwrap_or(len);
                let end = begin.saturating_add(size as u64);
                size += len.saturating_sub(end).min(UNCOUNTED) as i64;
            }
            let chunk = chunk.clone().into_builder().set_dictionary_page_offset(dictionary);
            chunk.set_total_compressed_size(size).build()
        });
        let columns = columns.collect::<Result<_>>()?;
        group.into_builder().set_column_metadata(columns).build()
    });
    let groups = groups.collect::<Result<_>>()?;
    Ok(builder.set_row_groups(groups).build())
}

/// Returns the reader of all rows, `rows` at a time, of these fields with [widened](widened) keys of dictionaries.
pub(super) fn reader(
    file: impl ChunkReader + 'static,
    metadata: &ArrowReaderMetadata,
    fields: &Fields,
    rows: usize,
) -> Result<ParquetRecordBatchReader> {
    let units = int96::units(fields, metadata.parquet_schema());
    let fields = widened(fields);
    let mask = ProjectionMask::all();
    let levels = parquet_to_arrow_field_levels(metadata.parquet_schema(), mask, Some(&fields))?;
    let metadata = metadata.metadata().clone();
    let groups = Groups { file: Arc::new(file), metadata, units };
    ParquetRecordBatchReader::try_new_with_row_groups(&levels, &groups, rows, None)
}

/// Returns whether a file's writer is parquet-mr before 1.2.9; a version that isn't there is 0.
fn counts_no_header(created_by: &str) -> bool {
    let Some(rest) = created_by.strip_prefix("parquet-mr") else { return false };
    let numbers = rest.trim_start_matches(" version ").split(|c: char| !c.is_ascii_digit());
    let mut numbers = numbers.map_while(|number| number.parse::<u32>().ok()).chain([0; 3]);
    let version = [(); 3].map(|()| numbers.next().unwrap_or(0));
    version < [1, 2, 9]
}

impl<T: ChunkReader + 'static> RowGroups for Groups<T> {
    fn num_rows(&self) -> usize {
        let rows = self.metadata.row_groups().iter().map(|group| group.num_rows());
        rows.fold(0, |sum, rows| sum.saturating_add(usize::try_from(rows).unwrap_or(0)))
    }

    fn column_chunks(&self, column: usize) -> Result<Box<dyn PageIterator>> {
        let (file, metadata) = (self.file.clone(), self.metadata.clone());
        let unit = self.units.get(column).copied().flatten();
        Ok(Box::new(Chunks { file, metadata, column, unit, group: 0 }))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(self.metadata.row_groups().iter())
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

/// The chunks of a column, one in each row group.
struct Chunks<T> {
    file: Arc<T>,
    metadata: Arc<ParquetMetaData>,
    column: usize,
    unit: Option<TimeUnit>,
    group: usize,
}

impl<T: ChunkReader + 'static> Iterator for Chunks<T> {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        let group = self.metadata.row_groups().get(self.group)?;
        let chunk = group.columns().get(self.column)?;
        self.group += 1;
        let rows = usize::try_from(group.num_rows()).unwrap_or(0);
        let pages = SerializedPageReader::new(self.file.clone(), chunk, rows, None);
        let (at, len) = chunk.byte_range();
        Some(pages.map(|pages| {
            Box::new(Pages {
                pages,
                file: self.file.clone(),
                chunk: chunk.clone(),
                unit: self.unit,
                at,
                end: at.saturating_add(len),
                next: None,
                left: u64::try_from(chunk.num_values()).unwrap_or(0),
            }) as Box<dyn PageReader>
        }))
    }
}

impl<T: ChunkReader + 'static> PageIterator for Chunks<T> {}

/// The pages of a column chunk.
struct Pages<T: ChunkReader> {
    pages: SerializedPageReader<T>,
    file: Arc<T>,
    chunk: ColumnChunkMetaData,
    /// The unit of timestamps of 96 bits.
    unit: Option<TimeUnit>,
    /// Where the next header begins, and where the chunk ends.
    at: u64,
    end: u64,
    /// The next header, once it was checked.
    next: Option<Header>,
    /// The number of values that the chunk declares, without those of the pages before.
    left: u64,
}

/// The bytes that most headers fit into.
const HEADER: u64 = 256;

/// Returns the most bytes that as many compressed ones can hold, by the formats' longest repetitions.
fn most(codec: Compression, compressed: u64) -> u64 {
    let times = match codec {
        // A copy of 64 bytes takes three.
        Compression::SNAPPY => 22,
        Compression::GZIP(_) => 1032,
        Compression::LZ4 | Compression::LZ4_RAW => 255,
        // A block of 128 KiB takes four.
        Compression::ZSTD(_) => 1 << 15,
        _ => return u64::MAX,
    };
    compressed.saturating_add(8).saturating_mul(times)
}

impl<T: ChunkReader> Pages<T> {
    fn wrong(&self, reason: &str) -> ParquetError {
        let column = self.chunk.column_path();
        ParquetError::General(format!("the file is corrupt: column {column}: {reason}"))
    }

    /// Returns the header of the next page, after what it declares was checked. What follows the last value is no page.
    fn header(&mut self) -> Result<Option<Header>> {
        while self.next.is_none() && self.at < self.end && self.left > 0 {
            let header = self.read_header()?;
            self.check(&header)?;
            match header.kind {
                // The crate skips them.
                FieldKind::Index => self.at += header.len + header.compressed,
                _ => self.next = Some(header),
            }
        }
        Ok(self.next)
    }

    fn read_header(&self) -> Result<Header> {
        let rest = self.end - self.at;
        let mut window = HEADER;
        loop {
            let len = window.min(rest);
            let bytes = self.file.get_bytes(self.at, usize::try_from(len)?)?;
            match Header::read(&bytes) {
                Some(header) => return Ok(header),
                None if len == rest => {
                    return Err(self.wrong(&format!(
                        "the {rest} bytes at {} don't begin with the header of a page",
                        self.at
                    )));
                }
                None => window = window.saturating_mul(16),
            }
        }
    }

    fn check(&self, header: &Header) -> Result<()> {
        let Header { kind, compressed, uncompressed, values, .. } = *header;
        let rest = self.end - self.at - header.len;
        if compressed > rest {
            let text = format!("a page declares {compressed} bytes, and its chunk has {rest} left");
            return Err(self.wrong(&text));
        }
        let codec = self.chunk.compression();
        let most = most(codec, compressed);
        if uncompressed > most {
            return Err(self.wrong(&format!(
                "a page declares {uncompressed} bytes, and {compressed} bytes of {codec} hold at most {most}"
            )));
        }
        if matches!(kind, FieldKind::Data | FieldKind::DataV2) && values > self.left {
            let (left, all) = (self.left, self.chunk.num_values());
            return Err(self.wrong(&format!(
                "a page declares {values} values, and its chunk has {left} left of {all}"
            )));
        }
        Ok(())
    }

    /// Goes behind the next page.
    fn pass(&mut self) {
        if let Some(header) = self.next.take() {
            self.at += header.len + header.compressed;
            if header.kind != FieldKind::Dictionary {
                self.left -= header.values;
            }
        }
    }

    /// Checks that timestamps of 96 bits fit into their unit.
    fn check_timestamps(&self, values: Option<&[u8]>) -> Result<()> {
        let Some((values, unit)) = values.zip(self.unit) else { return Ok(()) };
        match int96::overflow(values, unit) {
            Some(reason) => {
                let column = self.chunk.column_path();
                Err(ParquetError::General(format!("column {column}: {reason}")))
            }
            None => Ok(()),
        }
    }

    /// Checks what the content of a page declares.
    fn check_content(&self, page: &Page) -> Result<()> {
        let column = self.chunk.column_descr();
        let (encoding, values, content) = match page {
            Page::DictionaryPage { buf, num_values, .. } => {
                let (values, len) = (u64::from(*num_values), buf.len() as u64);
                let is_there = match column.physical_type() {
                    Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => values * 4 <= len,
                    Type::INT64 | Type::DOUBLE => values * 8 <= len,
                    Type::INT96 => values * 12 <= len,
                    Type::FIXED_LEN_BYTE_ARRAY if column.type_length() > 0 => {
                        values * u64::from(column.type_length().unsigned_abs()) <= len
                    }
                    // Bits, and values without bytes, of which only one differs from all others.
                    _ => values <= (len * 8).max(1),
                };
                return if is_there {
                    self.check_timestamps(Some(buf))
                } else {
                    Err(self.wrong(&format!(
                        "a dictionary declares {values} values, and has {len} bytes"
                    )))
                };
            }
            Page::DataPage {
                buf,
                num_values,
                encoding,
                def_level_encoding,
                rep_level_encoding,
                ..
            } => {
                let levels = [
                    (column.max_rep_level(), *rep_level_encoding),
                    (column.max_def_level(), *def_level_encoding),
                ];
                let content = levels.into_iter().try_fold(&buf[..], |from, (most, encoding)| {
                    after_levels(from, most, encoding, *num_values)
                });
                (*encoding, *num_values, content)
            }
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                def_levels_byte_len,
                rep_levels_byte_len,
                ..
            } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                let content = usize::try_from(levels).ok().and_then(|at| buf.get(at..));
                (*encoding, *num_values, content)
            }
        };
        if encoding == Encoding::PLAIN {
            self.check_timestamps(content)?;
        }
        // The crate has errors for content that doesn't begin as it should.
        let mut content = content.unwrap_or_default();
        let lists = match encoding {
            Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
            Encoding::DELTA_BYTE_ARRAY => 2,
            _ => 0,
        };
        for _ in 0..lists {
            let Some(lengths) = Deltas::read(content) else {
                break;
            };
            if lengths.count > u64::from(values) {
                let count = lengths.count;
                let text = format!("a page declares {count} lengths, and has {values} values");
                return Err(self.wrong(&text));
            }
            content = lengths.rest().unwrap_or_default();
        }
        Ok(())
    }
}

/// Returns what follows the levels of a page of version 1; there are none if the greatest is 0.
fn after_levels(from: &[u8], most: i16, encoding: Encoding, values: u32) -> Option<&[u8]> {
    if most == 0 {
        return Some(from);
    }
    let len = match encoding {
        Encoding::RLE => {
            let len = from.first_chunk::<4>()?;
            4 + u64::from(u32::from_le_bytes(*len))
        }
        _ => (u64::from(values) * u64::from(i16::BITS - most.leading_zeros())).div_ceil(8),
    };
    from.get(usize::try_from(len).ok()?..)
}

/// Numbers that are encoded by their differences.
struct Deltas<'a> {
    block: u64,
    miniblocks: u64,
    count: u64,
    blocks: &'a [u8],
}

impl<'a> Deltas<'a> {
    fn read(from: &'a [u8]) -> Option<Self> {
        let (block, from) = varint(from)?;
        let (miniblocks, from) = varint(from)?;
        let (count, from) = varint(from)?;
        let (_first, blocks) = varint(from)?;
        Some(Self { block, miniblocks, count, blocks })
    }

    /// Returns what follows them.
    fn rest(&self) -> Option<&'a [u8]> {
        let each = self.block.checked_div(self.miniblocks)?;
        let (mut left, mut from) = (self.count.saturating_sub(1), self.blocks);
        while left > 0 {
            let (_least, after) = varint(from)?;
            let (widths, after) = after.split_at_checked(usize::try_from(self.miniblocks).ok()?)?;
            let mut bytes = 0u64;
            for width in widths {
                if left > 0 {
                    bytes = bytes.checked_add(each.checked_mul(u64::from(*width))? / 8)?;
                    left = left.saturating_sub(each);
                }
            }
            from = after.get(usize::try_from(bytes).ok()?..)?;
        }
        Some(from)
    }
}

impl<T: ChunkReader> Iterator for Pages<T> {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl<T: ChunkReader> PageReader for Pages<T> {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        if self.header()?.is_none() {
            return Ok(None);
        }
        let page = self.pages.get_next_page()?;
        self.pass();
        if let Some(page) = &page {
            self.check_content(page)?;
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        let number = |number: u64| usize::try_from(number).ok();
        Ok(self.header()?.map(|header| match header.kind {
            FieldKind::Dictionary => {
                PageMetadata { num_rows: None, num_levels: None, is_dict: true }
            }
            _ => PageMetadata {
                num_rows: header.rows.and_then(number),
                num_levels: number(header.values),
                is_dict: false,
            },
        }))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        if self.header()?.is_some() {
            self.pages.skip_next_page()?;
            self.pass();
        }
        Ok(())
    }
}
