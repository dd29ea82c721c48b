//! How many rows are decoded together.

use parquet::file::metadata::ParquetMetaData;

/// The rows that any file may have in one batch. The crate allocates for a batch before it reads one, and a file can say any
/// number of rows; one with more for its size is decoded in several.
pub(super) const ROWS: usize = 1 << 20;

/// The bytes of values of a fixed length that a batch of several rows may have.
pub(super) const BYTES: usize = 1 << 30;

/// Returns how many of the rows are decoded together: at most `most`, or [`ROWS`], if that is more, and fewer if values have a
/// large fixed length.
pub(super) fn rows_at_once(metadata: &ParquetMetaData, rows: usize, most: usize) -> usize {
    let columns = metadata.file_metadata().schema_descr().columns();
    let longest = columns.iter().map(|column| column.type_length()).max();
    // Other values have no length, and a few bytes.
    let of_bytes = match longest.and_then(|length| usize::try_from(length).ok()) {
        Some(length) => BYTES / length.max(1),
        None => usize::MAX,
    };
    rows.min(most.max(ROWS)).min(of_bytes).max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::file::metadata::{FileMetaData, ParquetMetaData};
    use parquet::schema::{parser::parse_message_type, types::SchemaDescriptor};

    use super::{BYTES, ROWS, rows_at_once};

    #[test]
    fn fewer_rows_with_long_values_are_decoded_together() {
        for (column, expected) in [
            ("int64 a", ROWS),
            ("fixed_len_byte_array(16) a", ROWS),
            ("fixed_len_byte_array(65536) a", BYTES >> 16),
            ("fixed_len_byte_array(2147483647) a", 1),
            ("fixed_len_byte_array(0) a", ROWS),
        ] {
            let schema =
                parse_message_type(&format!("message m {{ optional {column}; }}")).unwrap();
            let schema = Arc::new(SchemaDescriptor::new(Arc::new(schema)));
            let rows = 1 << 40;
            let file = FileMetaData::new(1, rows, None, None, schema, None);
            let metadata = ParquetMetaData::new(file, Vec::new());
            assert_eq!(rows_at_once(&metadata, rows as usize, 0), expected, "{column}");
        }
    }
}
