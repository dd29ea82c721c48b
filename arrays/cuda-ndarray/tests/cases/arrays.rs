//! `arrays 1`: the descriptions of exchanged arrays.

use cuda_driver::Stream;
use cuda_ndarray::dlpack::abi::{DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions};
use cuda_ndarray::interface::{CudaArrayInterface, DescrField, DescrType, InterfaceError};
use cuda_ndarray::ndarray::IxDyn;
use cuda_ndarray::{DeviceArray, Dtype, DtypeInfo, Error, Field, Kind, Layout};
use cuda_rust::cases::Outcome;
use serde_json::Value;

use crate::values::{NAMES, TestValue, integers, lengths, with_dtype};

pub fn run(stream: &Stream, case: &Value) -> Outcome {
    const KEYS: [&str; 11] = [
        "name",
        "tier",
        "dtype",
        "shape",
        "strides_bytes",
        "offset_bytes",
        "read_only",
        "dlpack",
        "cuda_array_interface",
        "note",
        "made_from",
    ];
    for key in case.as_object().expect("a case is an object").keys() {
        if !KEYS.contains(&key.as_str()) && key != "upstream" && key != "error" {
            return Outcome::Failed(format!("unknown key {key}"));
        }
    }
    let result = match &case["dtype"] {
        Value::String(name) => {
            let unknown = |name: &str| nameless(stream, case, &format!("unknown dtype {name}"));
            with_dtype!(name.as_str(), with(stream, case), unknown)
        }
        fields => with_fields(stream, fields, case),
    };
    match result {
        Ok(()) => Outcome::Passed,
        Err(text) => Outcome::Failed(text),
    }
}

fn check(name: &str, found: impl Into<Value>, expected: &Value) -> Result<(), String> {
    let found = found.into();
    if found == *expected { Ok(()) } else { Err(format!("{name} {found}, expected {expected}")) }
}

fn with<A: TestValue>(stream: &Stream, case: &Value) -> Result<(), String> {
    let (shape, bytes) = (lengths(&case["shape"]), integers(&case["strides_bytes"]));
    let size = size_of::<A>() as isize;
    let strides: Vec<isize> = bytes.iter().map(|stride| stride / size).collect();
    if bytes.iter().any(|stride| stride % size != 0) {
        // No layout of whole elements has such strides, but the dictionary can describe them.
        return dictionary(&A::dtype(), case, 1 << 20);
    }
    let offset = case["offset_bytes"].as_u64().unwrap_or(0) as usize / size_of::<A>();
    let layout =
        Layout::<IxDyn>::new(&shape, &strides, offset).map_err(|error| error.to_string())?;
    let elements: Vec<A> = (0..layout.range().end).map(A::of_index).collect();
    let is_read_only = case["read_only"] == true;
    let make = || {
        let buffer = stream.upload(&elements).unwrap();
        DeviceArray::from_buffer(buffer, layout.clone()).unwrap()
    };
    let options = ExportOptions::new(ConsumerStream::Unordered).allow_negative_strides();

    let array = make();
    let address = array.device_pointer();
    let (found, tensor) = if is_read_only {
        let shared = array.into_shared();
        // SAFETY: no stream is named.
        (shared.cuda_array_interface(), unsafe { shared.into_dlpack(options) })
    } else {
        // SAFETY: as above.
        (array.cuda_array_interface(), unsafe { array.into_dlpack(options) })
    };
    compare_dictionary(&found, &case["cuda_array_interface"], address)?;
    let read = CudaArrayInterface::parse(&found.to_string()).map_err(|error| error.to_string())?;
    if read != found {
        return Err(format!("{found} is read as {read}"));
    }
    let expected = &case["dlpack"];
    let tensor = match (tensor, expected["error"].is_null()) {
        (Ok(tensor), true) => tensor,
        (Err(_), false) => return Ok(()),
        (result, _) => return Err(format!("the tensor is {result:?}, expected {expected}")),
    };
    let flags = tensor.managed().flags;
    compare_tensor(tensor.as_dl_tensor(), address, &expected["versioned"])?;
    check("flags", flags, &expected["versioned"]["flags"])?;
    if flags & DLPACK_FLAG_BITMASK_READ_ONLY == 0 {
        // SAFETY: as above.
        let legacy =
            unsafe { make().into_dlpack_legacy(options) }.map_err(|error| error.to_string())?;
        let address = legacy.as_dl_tensor().data as u64;
        compare_tensor(legacy.as_dl_tensor(), address, &expected["legacy"])?;
    } else if !expected["legacy"].is_null() {
        return Err("a legacy tensor of an array that is read-only".to_owned());
    }
    // SAFETY: nothing else uses the memory, and its work is of this stream.
    let back =
        unsafe { tensor.into_shared::<A, IxDyn>(stream) }.map_err(|error| error.to_string())?;
    let again = make().to_host().unwrap();
    let same = back.shape() == shape
        && back.to_host().unwrap().iter().map(A::text).eq(again.iter().map(A::text));
    same.then_some(()).ok_or(format!("it comes back as {back:?}"))
}

fn compare_tensor(tensor: &DLTensor, address: u64, expected: &Value) -> Result<(), String> {
    let ndim = tensor.ndim as usize;
    let numbers = |pointer: *mut i64| {
        if pointer.is_null() {
            Vec::new()
        } else {
            // SAFETY: a tensor has as many of them as axes.
            unsafe { core::slice::from_raw_parts(pointer, ndim) }.to_vec()
        }
    };
    let (shape, strides) = (numbers(tensor.shape), numbers(tensor.strides));
    for (key, expected) in expected.as_object().ok_or("there is no such tensor")? {
        match key.as_str() {
            "dtype" => {
                let dtype = tensor.dtype;
                let found = vec![u16::from(dtype.code), u16::from(dtype.bits), dtype.lanes];
                check(key, found, expected)?;
            }
            "ndim" => check(key, tensor.ndim, expected)?,
            "shape" => check(key, shape.clone(), expected)?,
            "strides" => {
                let expected = expected.as_array().cloned().unwrap_or_default();
                let is_empty = shape.contains(&0);
                let mut axes = strides.iter().zip(&expected).zip(&shape);
                let are_equal = axes.all(|((found, expected), len)| {
                    *len < 2 || is_empty || Some(*found) == expected.as_i64()
                });
                if strides.len() != expected.len() || !are_equal {
                    return Err(format!("strides {strides:?}, expected {expected:?}"));
                }
            }
            "start_bytes" => {
                let start = (tensor.data as u64 + tensor.byte_offset).wrapping_sub(address);
                match expected {
                    Value::Null => check("data", tensor.data as u64, &0.into())?,
                    expected => check(key, start, expected)?,
                }
            }
            // The version is this crate's.
            "version" | "flags" => {}
            other => return Err(format!("unknown key {other} of a tensor")),
        }
    }
    Ok(())
}

fn compare_dictionary(
    found: &CudaArrayInterface,
    expected: &Value,
    address: u64,
) -> Result<(), String> {
    for (key, expected) in expected.as_object().ok_or("a dictionary is an object")? {
        match key.as_str() {
            "shape" => check(key, found.shape.clone(), expected)?,
            "typestr" => check(key, found.typestr.clone(), expected)?,
            "strides" => {
                check(key, found.strides.clone().map_or(Value::Null, Value::from), expected)?
            }
            "data" => {
                check("data[1]", found.data.1, &expected[1])?;
                let is_empty = found.shape.contains(&0);
                check("data[0]", found.data.0, &if is_empty { 0 } else { address }.into())?;
            }
            "version" => check(key, found.version, expected)?,
            "descr" => {
                let fields = list(found.descr.as_deref().unwrap_or_default());
                // For a number, NumPy has one field without a name.
                if found.descr.is_some() || expected[0][0] != "" {
                    check(key, fields, expected)?;
                }
            }
            "mask" if expected.is_null() => {}
            "stream" => {}
            other => return Err(format!("unknown key {other} of a dictionary")),
        }
    }
    Ok(())
}

/// Fields as the cases write them.
fn list(fields: &[DescrField]) -> Value {
    let field = |field: &DescrField| {
        let dtype = match &field.dtype {
            DescrType::Name(typestr) => typestr.as_str().into(),
            DescrType::Record(fields) => list(fields),
        };
        let mut parts = vec![field.name.as_str().into(), dtype];
        parts.extend((!field.shape.is_empty()).then(|| Value::from(field.shape.clone())));
        Value::from(parts)
    };
    fields.iter().map(field).collect()
}

/// The descriptions of records, for which there is no type here.
fn with_fields(stream: &Stream, fields: &Value, case: &Value) -> Result<(), String> {
    let dtype = match record(fields) {
        Ok(dtype) => dtype,
        Err(unknown) => return nameless(stream, case, &unknown),
    };
    let (shape, size) = (lengths(&case["shape"]), dtype.size());
    if case["dlpack"]["error"].is_null() || dtype.dlpack().is_some() {
        return Err(format!("records have no DLPack: {}", case["dlpack"]));
    }
    let address = if shape.contains(&0) { 0 } else { 256 * size as u64 };
    dictionary(&dtype, case, address)
}

/// Checks elements without a Rust type: non-native byte order, texts, dates. NumPy makes no tensors of them, and their
/// interface is rejected.
fn nameless(stream: &Stream, case: &Value, unknown: &str) -> Result<(), String> {
    if case["dlpack"]["error"].is_null() {
        return Err(unknown.to_owned());
    }
    let memory = stream.alloc::<u8>(1 << 16).unwrap();
    let mut interface = case["cuda_array_interface"].clone();
    if interface["data"][1].is_null() {
        return Err("a dictionary without data".to_owned());
    }
    interface["data"][0] = memory.as_raw().into();
    let text = literal(&interface);
    // Fields within fields aren't read at all.
    let Ok(read) = CudaArrayInterface::parse(&text) else {
        return Ok(());
    };
    for name in NAMES {
        let read = read.clone();
        let no_type = |name: &str| Err(format!("unknown dtype {name}"));
        with_dtype!(name, refused(read, stream), no_type)
            .map_err(|found| format!("{text} as {name}: {found}"))?;
    }
    Ok(())
}

fn refused<A: TestValue>(read: CudaArrayInterface, stream: &Stream) -> Result<(), String> {
    // SAFETY: the caller keeps the memory, and no other code uses the stream.
    match unsafe { read.into_shared::<A, IxDyn>((), stream) } {
        Err(Error::Interface(InterfaceError::Dtype { .. })) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

/// A value as Python writes it, with tuples for lists.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("'{text}'"),
        Value::Array(values) => {
            let values: String = values.iter().map(|value| literal(value) + ",").collect();
            format!("({values})")
        }
        Value::Object(entries) => {
            let entries = entries.iter();
            let entries: String =
                entries.map(|(key, value)| format!("'{key}':{},", literal(value))).collect();
            format!("{{{entries}}}")
        }
    }
}

fn dictionary(dtype: &DtypeInfo, case: &Value, address: u64) -> Result<(), String> {
    let (shape, strides) = (lengths(&case["shape"]), integers(&case["strides_bytes"]));
    let is_read_only = case["read_only"] == true;
    let found = CudaArrayInterface::new(dtype, &shape, &strides, address, is_read_only);
    compare_dictionary(&found, &case["cuda_array_interface"], address)?;
    let text = found.to_string();
    match CudaArrayInterface::parse(&text) {
        Ok(read) if read == found => Ok(()),
        other => Err(format!("{text} is read as {other:?}")),
    }
}

/// Returns the record that a list of fields means: `[name, type]` or `[name, type, shape]`, one after the other.
fn record(fields: &Value) -> Result<DtypeInfo, String> {
    let mut end = 0;
    let mut named = Vec::new();
    for field in fields.as_array().ok_or("a dtype is a name or a list of fields")? {
        let Value::String(name) = &field[0] else {
            return Err(format!("unknown form of a field: {field}"));
        };
        let shape = match &field[2] {
            Value::Null => Vec::new(),
            Value::Number(len) => vec![len.as_u64().unwrap_or(0) as usize],
            shape => lengths(shape),
        };
        let dtype = match &field[1] {
            Value::String(name) => scalar(name)?,
            fields => record(fields)?,
        };
        let offset = end;
        end += dtype.size() * shape.iter().product::<usize>();
        if !name.is_empty() {
            let name = name.clone();
            named.push(Field { name, offset, dtype, shape });
        }
    }
    Ok(DtypeInfo::Record { size: end, fields: named })
}

/// A type by NumPy's name or `typestr`.
fn scalar(name: &str) -> Result<DtypeInfo, String> {
    fn named<A: Dtype>() -> Result<DtypeInfo, String> {
        Ok(A::dtype())
    }
    let unknown = |name: &str| {
        let mut letters = name.trim_start_matches(['<', '|', '=']).chars();
        let kind = match letters.next() {
            Some('b') => Kind::Bool,
            Some('i') => Kind::Int,
            Some('u') => Kind::Uint,
            Some('f') => Kind::Float,
            Some('c') => Kind::Complex,
            Some('V') => Kind::Bfloat,
            _ => return Err(format!("unknown dtype {name}")),
        };
        let size = letters.as_str().parse().map_err(|_| format!("unknown dtype {name}"))?;
        Ok(DtypeInfo::scalar(kind, size))
    };
    with_dtype!(name, named(), unknown)
}
