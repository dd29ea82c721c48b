//! Forms and buffers of ragged arrays. A device and the host take the same ones; what is taken is read whole.
//!
//! An input has the form in its first line, the length in its second, and then each buffer: a line with its name and how
//! many bytes follow, and the bytes.

use std::sync::OnceLock;

use cuda_awkward::{Backend, Form, HostArray};
use nvrtc_cache::Cache;
use serde_json::Value;

use crate::device::{check_device, stream};

/// The longest arrays that are read: forms may describe any number of values without memory.
const LENGTH: usize = 64;

/// The largest length of regular lists in arrays that are read, and how many there may be in each other.
const REGULAR: (u64, usize) = (16, 3);

fn backend() -> &'static Backend {
    static BACKEND: OnceLock<Backend> = OnceLock::new();
    BACKEND.get_or_init(|| Backend::with_cache(stream(), Cache::of_this_user()).unwrap())
}

/// Takes the first line of bytes.
fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (line, after) = rest.split_at(end);
    *rest = &after[1..];
    str::from_utf8(line).ok()
}

/// Makes an array of the form and the buffers.
pub(crate) fn arrays(input: &[u8]) {
    let mut rest = input;
    let (Some(text), Some(length)) = (line(&mut rest), line(&mut rest)) else { return };
    let (Ok(form), Ok(length)) = (Form::from_json(text), length.trim().parse::<usize>()) else {
        return;
    };
    let mut buffers: Vec<(String, Vec<u8>)> = Vec::new();
    while let Some(header) = line(&mut rest) {
        let Some((name, len)) = header.rsplit_once(' ') else { break };
        let len = len.parse().unwrap_or(usize::MAX).min(rest.len());
        let (bytes, after) = rest.split_at(len);
        rest = after;
        buffers.push((name.to_owned(), bytes.to_vec()));
    }
    let gpu = backend();
    let copied: Vec<_> = buffers
        .iter()
        .map(|(name, bytes)| (name.clone(), gpu.manager().copy_from_host(bytes).unwrap()))
        .collect();
    // SAFETY: only `is_valid` is called on it.
    let unchecked = unsafe { gpu.from_buffers_unchecked(&form, length, copied.clone()) };
    let array = gpu.from_buffers(&form, length, copied);
    if let Ok(unchecked) = unchecked {
        assert_eq!(unchecked.is_valid().unwrap(), array.is_ok(), "{array:?}");
    }
    let host = HostArray::from_buffers(&form, length, buffers);
    assert_eq!(array.is_ok(), host.is_ok(), "{array:?} {host:?}");
    if let (Ok(array), Ok(host)) = (array, host)
        && length <= LENGTH
        && is_small(text)
    {
        let found = array.to_host().unwrap().value();
        let expected = host.value();
        assert_eq!(found.is_ok(), expected.is_ok(), "{found:?} {expected:?}");
        if let (Ok(found), Ok(expected)) = (found, expected) {
            assert_eq!(found.to_string(), expected.to_string());
        }
        let _ = array.sum(-1);
        let _ = array.slice(1..).and_then(|rest| rest.sort(-1, true));
        let _ = array.num(-1);
    }
    check_device();
}

/// Returns whether an array of this form has few values.
fn is_small(form: &str) -> bool {
    fn regular(json: &Value, sizes: &mut Vec<u64>) {
        match json {
            Value::Object(fields) => {
                sizes.extend(fields.get("size").and_then(Value::as_u64));
                let inner = fields.get("inner_shape").and_then(Value::as_array);
                sizes.extend(inner.into_iter().flatten().filter_map(Value::as_u64));
                fields.values().for_each(|field| regular(field, sizes));
            }
            Value::Array(items) => items.iter().for_each(|item| regular(item, sizes)),
            _ => {}
        }
    }
    let Ok(json) = serde_json::from_str(form) else { return false };
    let mut sizes = Vec::new();
    regular(&json, &mut sizes);
    sizes.len() <= REGULAR.1 && sizes.iter().all(|size| *size <= REGULAR.0)
}
