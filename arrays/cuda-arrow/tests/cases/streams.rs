//! Streams as stock pyarrow writes them.

use std::fs;
use std::path::Path;

use cuda_arrow::arrow_array::RecordBatch;
use cuda_arrow::arrow_ipc::reader::StreamReader;
use cuda_arrow::arrow_schema::{Metadata, Schema};
use cuda_arrow::ffi::{FFI_ArrowArray, FFI_ArrowSchema, export_field};
use cuda_arrow::{
    DeviceArray, DeviceRecordBatch, DeviceStreamReader, DeviceStreamWriter, Dictionaries, Error,
    MemoryManager, Message,
};
use cuda_rust::cases::Outcome;
use serde_json::{Value, json};

use crate::{types, values};

const KEYS: [&str; 12] = [
    "name",
    "tier",
    "stream",
    "bytes",
    "schema",
    "metadata",
    "batches",
    "c_data",
    "schema_message",
    "batch_messages",
    "expect",
    "note",
];

type Batches = Vec<(DeviceRecordBatch, RecordBatch)>;

/// Returns the batches of a stream, and those on the host again.
fn read(
    manager: &MemoryManager,
    bytes: &[u8],
    from_host: bool,
) -> Result<(Schema, Batches, Dictionaries), Error> {
    let mut reader = if from_host {
        DeviceStreamReader::from_host(manager, bytes)?
    } else {
        DeviceStreamReader::new(manager.copy_from_host(bytes)?)?
    };
    let mut batches = Vec::new();
    for batch in &mut reader {
        let batch = batch?;
        let host = batch.to_host()?;
        batches.push((batch, host));
    }
    Ok((reader.schema().as_ref().clone(), batches, reader.dictionaries().clone()))
}

pub fn run(manager: &MemoryManager, folder: &Path, case: &Value) -> Outcome {
    match check(manager, folder, case) {
        Ok(()) => Outcome::Passed,
        Err(Error::Unsupported { data_type, operation, .. }) => {
            Outcome::Unsupported(format!("{operation} of {data_type}"))
        }
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

fn check(manager: &MemoryManager, folder: &Path, case: &Value) -> Result<(), Error> {
    for key in case.as_object().unwrap().keys() {
        assert!(
            KEYS.contains(&key.as_str()) || key == "made_from" || key == "upstream",
            "unknown key {key}"
        );
    }
    let bytes = fs::read(folder.join(case["stream"].as_str().unwrap())).unwrap();
    assert_eq!(bytes.len() as u64, case["bytes"].as_u64().unwrap());
    if let Some(expect) = case.get("expect") {
        assert_eq!(expect["error"], "ipc", "unknown error");
        for from_host in [false, true] {
            let read = read(manager, &bytes, from_host);
            assert!(read.is_err(), "it was read, from_host: {from_host}");
        }
        return Ok(());
    }
    // Compared with what arrow-rs reads, if it supports the types.
    let theirs: Option<Vec<RecordBatch>> =
        StreamReader::try_new(&bytes[..], None).and_then(Iterator::collect).ok();
    for from_host in [false, true] {
        let (schema, batches, dictionaries) = read(manager, &bytes, from_host)?;
        check_schema(&schema, case);
        let expected = case["batches"].as_array().unwrap();
        assert_eq!(batches.len(), expected.len(), "batches");
        for (at, ((batch, host), expected)) in batches.iter().zip(expected).enumerate() {
            if let Some(theirs) = &theirs {
                assert_eq!(host, &theirs[at], "batch {at} is not what arrow-rs reads");
            }
            check_batch(batch, host, expected);
            if let Some(trees) = case.get("c_data") {
                check_exported(batch, &trees[at])?;
            }
        }
        let (batches, hosts): (Vec<_>, Vec<_>) = batches.into_iter().unzip();
        check_written(manager, &schema, &batches, &hosts)?;
        check_messages(manager, folder, case, &schema, &batches, &dictionaries)?;
    }
    Ok(())
}

fn metadata(found: &Metadata, expected: Option<&Value>) {
    let empty = json!({});
    let expected = expected.filter(|expected| !expected.is_null()).unwrap_or(&empty);
    let found: std::collections::BTreeMap<_, _> = found.iter().collect();
    assert_eq!(&json!(found), expected, "metadata");
}

fn check_schema(schema: &Schema, case: &Value) {
    let expected = case["schema"].as_array().unwrap();
    assert_eq!(schema.fields().len(), expected.len(), "fields");
    for (field, expected) in schema.fields().iter().zip(expected) {
        for key in expected.as_object().unwrap().keys() {
            assert!(
                ["name", "type", "nullable", "metadata"].contains(&key.as_str()),
                "unknown key {key}"
            );
        }
        assert_eq!(field.name(), expected["name"].as_str().unwrap());
        let ordered = |text: &str| text.replace("ordered=1", "ordered=0");
        assert_eq!(types::text(field.data_type()), ordered(expected["type"].as_str().unwrap()));
        assert_eq!(field.is_nullable(), expected["nullable"].as_bool().unwrap(), "{field}");
        metadata(field.metadata(), expected.get("metadata"));
    }
    metadata(schema.metadata(), case.get("metadata"));
}

fn check_batch(batch: &DeviceRecordBatch, host: &RecordBatch, expected: &Value) {
    for key in expected.as_object().unwrap().keys() {
        assert!(["rows", "columns", "null_counts"].contains(&key.as_str()), "unknown key {key}");
    }
    assert_eq!(batch.num_rows() as u64, expected["rows"].as_u64().unwrap(), "rows");
    let columns = expected["columns"].as_array().unwrap();
    assert_eq!(host.num_columns(), columns.len(), "columns");
    for (at, expected) in columns.iter().enumerate() {
        let found = Value::Array(values::list(host.column(at)));
        assert!(values::is(&found, expected), "column {at} is {found}, expected {expected}");
    }
    for (at, expected) in expected["null_counts"].as_array().into_iter().flatten().enumerate() {
        let column = &batch.columns()[at];
        let count =
            if column.data_type().is_null() { column.len() } else { column.null_count().unwrap() };
        assert_eq!(count as u64, expected.as_u64().unwrap(), "null count of column {at}");
    }
}

/// What is exported of the columns, compared with pyarrow's trees.
fn check_exported(batch: &DeviceRecordBatch, expected: &Value) -> Result<(), Error> {
    for (at, (column, expected)) in
        batch.columns().iter().zip(expected.as_array().unwrap()).enumerate()
    {
        // An array alone has no name, and may have nulls.
        let field = batch.schema().field(at).clone().with_name("").with_nullable(true);
        let field = field.with_metadata(Metadata::default());
        let (array, _) = column.export()?;
        let schema = export_field(&field)?;
        check_schema_tree(&schema, &expected["schema"], true);
        check_array_tree(&array.array, column, &expected["array"]);
    }
    Ok(())
}

fn check_schema_tree(schema: &FFI_ArrowSchema, expected: &Value, is_top: bool) {
    for key in expected.as_object().unwrap().keys() {
        let allowed_keys = ["format", "name", "flags", "children", "dictionary", "metadata"];
        assert!(allowed_keys.contains(&key.as_str()), "unknown key {key}");
    }
    assert_eq!(schema.format(), expected["format"].as_str().unwrap());
    if !is_top {
        assert_eq!(schema.name().unwrap_or(""), expected["name"].as_str().unwrap());
    }
    let flags = schema.flags().map_or(0, |flags| flags.bits());
    assert_eq!(flags, expected["flags"].as_i64().unwrap(), "flags of {}", schema.format());
    let empty = Vec::new();
    let children = expected["children"].as_array().unwrap_or(&empty);
    assert_eq!(schema.children().count(), children.len(), "children of {}", schema.format());
    for (child, expected) in schema.children().zip(children) {
        check_schema_tree(child, expected, false);
    }
    match (schema.dictionary(), expected.get("dictionary").filter(|value| !value.is_null())) {
        (Some(found), Some(expected)) => check_schema_tree(found, expected, true),
        (None, None) => {}
        (found, expected) => panic!("the dictionary is {found:?}, expected {expected:?}"),
    }
}

fn check_array_tree(array: &FFI_ArrowArray, column: &DeviceArray, expected: &Value) {
    for key in expected.as_object().unwrap().keys() {
        let allowed_keys = ["length", "null_count", "offset", "buffers", "children", "dictionary"];
        assert!(allowed_keys.contains(&key.as_str()), "unknown key {key}");
    }
    let len = expected["length"].as_u64().unwrap() as usize;
    assert_eq!(array.len(), len, "length");
    assert_eq!(array.offset() as u64, expected["offset"].as_u64().unwrap(), "offset");
    let null_count = expected["null_count"].as_i64().unwrap();
    if null_count >= 0 && column.known_null_count().is_some() && !column.data_type().is_null() {
        assert_eq!(column.known_null_count().unwrap() as i64, null_count, "null count");
    }
    let buffers = expected["buffers"].as_array().unwrap();
    assert_eq!(array.num_buffers(), buffers.len(), "buffers of {}", column.data_type());
    let has_validity = !matches!(column.data_type().to_string().as_str(), "Null")
        && buffers.len() > column.buffers().len();
    for (at, expected) in buffers.iter().enumerate() {
        // There may be no bytes, or a validity without nulls.
        let is_needed = match (at, has_validity) {
            (0, true) => null_count > 0,
            // The last buffer has the sizes of the data buffers of views.
            _ => match column.buffers().get(at - usize::from(has_validity)) {
                Some(buffer) => len > 0 && !buffer.is_empty(),
                None => column.buffers().len() > 1,
            },
        };
        let is_there = !array.buffer(at).is_null();
        if is_needed && expected.as_bool().unwrap() {
            assert!(is_there, "buffer {at} of {} is null", column.data_type());
        }
    }
    let empty = Vec::new();
    let children = expected["children"].as_array().unwrap_or(&empty);
    assert_eq!(array.num_children(), children.len(), "children");
    for (at, expected) in children.iter().enumerate() {
        check_array_tree(array.child(at), &column.child(at).unwrap(), expected);
    }
    match (array.dictionary(), expected.get("dictionary").filter(|value| !value.is_null())) {
        (Some(found), Some(expected)) => {
            check_array_tree(found, &column.dictionary().unwrap(), expected)
        }
        (None, None) => {}
        (found, expected) => panic!("the dictionary is {found:?}, expected {expected:?}"),
    }
}

/// What is written of device columns, and of parts of them, is what arrow-rs reads.
fn check_written(
    manager: &MemoryManager,
    schema: &Schema,
    batches: &[DeviceRecordBatch],
    hosts: &[RecordBatch],
) -> Result<(), Error> {
    let mut writer = DeviceStreamWriter::new(manager, Vec::new(), schema)?;
    let mut expected = Vec::new();
    for (batch, host) in batches.iter().zip(hosts) {
        writer.write(batch)?;
        expected.push(host.clone());
        // It is also uploaded as it is.
        assert_eq!(&manager.upload(host)?.to_host()?, host);
        for (start, len) in [(1, 2), (0, 1)] {
            if start + len > host.num_rows() {
                continue;
            }
            let part = batch.slice(start, len)?;
            assert_eq!(part.to_host()?, host.slice(start, len), "rows {start} and {len} on");
            match writer.write(&part) {
                // Slices of run-end encoded arrays return this error.
                Err(Error::Unsupported { .. }) => {}
                written => {
                    written?;
                    expected.push(host.slice(start, len));
                }
            }
        }
    }
    let bytes = writer.finish()?;
    let back: Vec<RecordBatch> =
        StreamReader::try_new(&bytes[..], None)?.map(Result::unwrap).collect();
    assert_eq!(back, expected, "written by the device");
    Ok(())
}

/// Single messages of pyarrow, compared with those written of the columns.
fn check_messages(
    manager: &MemoryManager,
    folder: &Path,
    case: &Value,
    schema: &Schema,
    batches: &[DeviceRecordBatch],
    dictionaries: &Dictionaries,
) -> Result<(), Error> {
    let file = |name: &Value| {
        manager.copy_from_host(&fs::read(folder.join(name.as_str().unwrap())).unwrap())
    };
    let Some(name) = case.get("schema_message") else {
        return Ok(());
    };
    let message = Message::read(&file(name)?)?;
    let theirs = message.schema()?;
    assert_eq!(theirs.schema().as_ref(), schema, "the schema's message");
    let ours = Message::read(&manager.serialize_schema(schema)?)?.schema()?;
    assert_eq!(ours.schema(), theirs.schema(), "the schema's message, written");
    let names = case["batch_messages"].as_array().cloned().unwrap_or_default();
    for (name, batch) in names.iter().zip(batches) {
        let message = Message::read(&file(name)?)?.record_batch(&theirs, dictionaries)?;
        assert_eq!(message.to_host()?, batch.to_host()?, "{name}");
        let written =
            Message::read(&manager.serialize(batch)?)?.record_batch(&theirs, dictionaries)?;
        assert_eq!(written.to_host()?, message.to_host()?, "{name}, written");
    }
    Ok(())
}
