//! Few bytes that stand for many entries: records without fields, lists of size 0, and lists that overlap.

use cuda_awkward::{Error, Form, HostArray};

use crate::backend;

/// The most entries that an array can have.
const MOST: usize = 1 << 48;

const NOTHING: &str = r#"{"class": "RecordArray", "fields": [], "contents": []}"#;

/// Lists at any place, of 64-bit positions.
fn lists(number: usize, content: &str) -> String {
    format!(
        r#"{{"class": "ListArray", "starts": "i64", "stops": "i64", "form_key": "node{number}", "content": {content}}}"#
    )
}

fn words(words: impl IntoIterator<Item = i64>) -> Vec<u8> {
    words.into_iter().flat_map(i64::to_le_bytes).collect()
}

fn too_many(error: Error) {
    assert!(matches!(&error, Error::Value(_)), "{error}");
    assert!(
        error.to_string().contains("more than 134217728 values"),
        "{error}"
    );
}

fn host(form: &str, length: usize, buffers: Vec<(String, Vec<u8>)>) -> HostArray {
    HostArray::from_buffers(&Form::from_json(form).unwrap(), length, buffers).unwrap()
}

on_the_device! {
    fn entries_without_memory_are_not_read_at_once(device) {
        let gpu = backend(device);
        let empty = format!(r#"{{"class": "RegularArray", "size": 0, "content": {NOTHING}}}"#);
        for (form, shown) in [(NOTHING, "{}"), (&empty, "[]")] {
            for length in [1 << 28, 1 << 32, MOST] {
                let array = host(form, length, Vec::new());
                too_many(array.to_list().unwrap_err());
                too_many(array.value().unwrap_err());
                assert_eq!(array.get(length - 1).unwrap().unwrap().to_string(), shown);
                assert_eq!(array.iter().len(), length);
                assert!(array.to_string().starts_with(&format!("[{shown}, {shown}, ")));
                let there = array.to_backend(&gpu).unwrap();
                assert!(there.to_string().starts_with(&format!("[{shown}, {shown}, ")));
                assert_eq!(there.to_host().unwrap().len(), length);
                assert_eq!(there.slice(3..5).unwrap().to_host().unwrap().to_list().unwrap().len(), 2);
            }
        }
        let whole = host(&format!(r#"{{"class": "RegularArray", "size": {MOST}, "content": {NOTHING}}}"#), 1, Vec::new());
        too_many(whole.value().unwrap_err());
        too_many(whole.get(0).unwrap_err());
        assert!(whole.to_string().starts_with("[<the entries consist of more than"), "{whole}");
        let there = whole.to_backend(&gpu).unwrap();
        assert!(there.to_string().starts_with("[<the entries consist of more than"), "{there}");
        assert_ne!(whole, whole.clone());
    }

    fn lists_that_contain_the_same_entries_are_not_read_without_end(_device) {
        // 2^60 numbers, of one.
        let mut form = r#"{"class": "NumpyArray", "primitive": "int8", "form_key": "number"}"#.to_owned();
        let mut buffers = vec![("number-data".to_owned(), vec![7, 7])];
        for level in 0..60 {
            form = lists(level, &form);
            buffers.push((format!("node{level}-starts"), words([0, 0])));
            buffers.push((format!("node{level}-stops"), words([2, 2])));
        }
        let array = host(&form, 2, buffers);
        too_many(array.value().unwrap_err());
        assert_eq!(array.type_text().matches("var * ").count(), 60);
    }
}
