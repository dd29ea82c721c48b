//! Other formats, which are recognized by their first bytes.

use crate::ipc::IpcError;

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IpcFormat {
    Stream,
    File,
}

const UNPACK: &str = "decompress it first";
const READ: &str = "read it with a library for it, such as pyarrow or DuckDB, and upload its batches, or write them as a stream";

/// Returns the error that names the format that begins with these bytes, and says what to do; `None` if it isn't known. No metadata
/// is as long as these bytes would say.
pub(super) fn other(magic: [u8; 4], expected: IpcFormat) -> Option<IpcError> {
    let (format, remedy) = match &magic {
        b"ARRO" if expected == IpcFormat::File => return None,
        b"ARRO" => ("an Arrow file (or Feather, version 2)", "read it with `DeviceFileReader`"),
        [0xff, 0xff, 0xff, 0xff] if expected == IpcFormat::File => {
            ("a stream of Arrow's IPC format", "read it with `DeviceStreamReader`")
        }
        b"FEA1" => (
            "a Feather file, version 1",
            "convert it with pyarrow: `feather.write_feather(feather.read_table(path), path)` writes version 2, which \
             `DeviceFileReader` reads",
        ),
        b"PAR1" => {
            ("a Parquet file", "read it with `read_parquet`, of cuda-arrow's feature `parquet`")
        }
        b"PARE" => ("an encrypted Parquet file", "decrypt it with pyarrow, and upload its batches"),
        [b'O', b'R', b'C', _] => ("an ORC file", READ),
        b"Obj\x01" => ("an Avro file", READ),
        b"\x89HDF" => ("an HDF5 file", READ),
        b"CDF\x01" | b"CDF\x02" | b"CDF\x05" => ("a NetCDF file", READ),
        b"\x93NUM" => ("a file of NumPy", "read it with NumPy, and upload its arrays"),
        b"SQLi" => ("an SQLite database", READ),
        b"PK\x03\x04" | b"PK\x05\x06" => ("a ZIP file", UNPACK),
        [0x1f, 0x8b, 0x08, _] => ("a gzip file", UNPACK),
        [0x28, 0xb5, 0x2f, 0xfd] => ("a Zstandard frame", UNPACK),
        [0x04, 0x22, 0x4d, 0x18] | [0x02, 0x21, 0x4c, 0x18] => ("an LZ4 frame", UNPACK),
        [0xff, 0x06, 0x00, 0x00] => ("a Snappy frame", UNPACK),
        [b'B', b'Z', b'h', b'1'..=b'9'] => ("a bzip2 file", UNPACK),
        [0xfd, b'7', b'z', b'X'] => ("an xz file", UNPACK),
        [0xef, 0xbb, 0xbf, _] => ("a text, such as CSV or JSON", READ),
        text if text
            .iter()
            .all(|byte| (b' '..=b'~').contains(byte) || b"\t\r\n".contains(byte)) =>
        {
            ("a text, such as CSV or JSON", READ)
        }
        _ => return None,
    };
    let expected = match expected {
        IpcFormat::Stream => "a stream",
        IpcFormat::File => "a file",
    };
    Some(IpcError::Format { format, expected, remedy })
}
