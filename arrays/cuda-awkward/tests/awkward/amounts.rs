//! Few bytes that stand for many entries: records without fields, lists of size 0, and lists that overlap.

use cuda_awkward::{Axis, Error, Form, HostArray, NamedBuffer, Value};

use crate::{backend, text, up};

/// The most entries that an array can have.
const MOST: usize = 1 << 48;

const NOTHING: &str = r#"{"class": "RecordArray", "fields": [], "contents": []}"#;

/// Lists at any place, of 64-bit positions.
fn lists(number: usize, content: &str) -> String {
    format!(
        r#"{{"class": "ListArray", "starts": "i64", "stops": "i64", "form_key": "node{number}", "content": {content}}}"#
    )
}

/// Texts.
const TEXTS: &str = r#"{"class": "ListOffsetArray", "offsets": "i64", "content": {"class": "NumpyArray", "primitive": "uint8", "form_key": "bytes", "parameters": {"__array__": "char"}}, "form_key": "texts", "parameters": {"__array__": "string"}}"#;

fn words(words: impl IntoIterator<Item = i64>) -> Vec<u8> {
    words.into_iter().flat_map(i64::to_le_bytes).collect()
}

fn too_many(error: Error) {
    assert!(matches!(&error, Error::Value(_)), "{error}");
    assert!(error.to_string().contains("more than 33554432 values"), "{error}");
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

    fn a_text_counts_by_the_memory_of_its_bytes(_device) {
        let len = (1 << 25) + 1;
        let buffers = vec![("texts-offsets".to_string(), words([0, len as i64])), ("bytes-data".to_string(), vec![b'a'; len])];
        let array = host(TEXTS, 1, buffers);
        assert!(matches!(array.get(0).unwrap(), Some(Value::Text(text)) if text.len() == len));
    }

    fn lists_that_contain_the_same_entries_are_not_read_without_end(_device) {
        // 2^60 texts, of two that count for as much as 65,536 values each.
        let mut form = TEXTS.to_owned();
        let len = 1 << 21;
        let mut buffers = vec![
            ("texts-offsets".to_owned(), words([0, len, 2 * len])),
            ("bytes-data".to_owned(), vec![b'a'; 2 * len as usize]),
        ];
        for level in 0..60 {
            form = lists(level, &form);
            buffers.push((format!("node{level}-starts"), words([0, 0])));
            buffers.push((format!("node{level}-stops"), words([2, 2])));
        }
        let array = host(&form, 2, buffers);
        too_many(array.value().unwrap_err());
        assert_eq!(array.type_text().matches("var * ").count(), 60);
    }

    fn lengths_of_overlapping_lists_may_have_any_sum(device) {
        let gpu = backend(device);
        // The sum of the lengths doesn't fit into 64 bits, or into those that the kernel has for it.
        for n in [1usize << 14, (1 << 16) + 1] {
            let buffers = [
                ("node0-starts".to_owned(), words(vec![0; n])),
                ("node0-stops".to_owned(), words(vec![MOST as i64; n])),
            ];
            let array = host(&lists(0, NOTHING), n, buffers.to_vec()).to_backend(&gpu).unwrap();
            assert_eq!(array.slice(5..6).unwrap().num(1).unwrap().to_string().lines().next(), Some("[281474976710656]"));
            for result in [
                array.packed(),
                array.flatten(1),
                array.pad_none(1, 1, false),
                array.get_array([cuda_awkward::Pick::ALL, cuda_awkward::Pick::Slice(Some(1), None, Some(2))]),
                gpu.concatenate([&array, &array], 1),
                array.combinations(2).run(),
                gpu.cartesian([&array, &array]).run(),
                array.local_index(1),
            ] {
                assert!(result.is_err(), "{n}: {:?}", result.map(|result| result.len()));
            }
            assert!(array.to_host().is_err());
        }
        gpu.stream().synchronize().unwrap();
    }

    fn a_number_of_entries_does_not_overflow(device) {
        let gpu = backend(device);
        let mut array = host(NOTHING, MOST / 2, Vec::new()).to_backend(&gpu).unwrap();
        array = gpu.concatenate([&array, &array], 0).unwrap();
        assert_eq!(array.len(), MOST);
        let error = gpu.concatenate([&array, &array], 0).unwrap_err();
        assert!(error.to_string().contains("too many"), "{error}");
        let form = format!(r#"{{"class": "RegularArray", "size": {MOST}, "content": {NOTHING}}}"#);
        let one = host(&form, 1, Vec::new()).to_backend(&gpu).unwrap();
        let positions = HostArray::from_numbers(&vec![0i64; 1 << 16]).unwrap().to_backend(&gpu).unwrap();
        let error = one.get_array([cuda_awkward::Pick::from(&positions)]).and_then(|array| array.packed()).unwrap_err();
        assert!(error.to_string().contains("too many"), "{error}");
    }

    fn forms_are_at_most_64_levels_deep(device) {
        let gpu = backend(device);
        let form = |levels: usize| {
            let shape = vec!["1"; levels].join(", ");
            Form::from_json(&format!(
                r#"{{"class": "NumpyArray", "primitive": "int8", "inner_shape": [{shape}], "form_key": "node0"}}"#
            ))
        };
        for levels in [65, 1_000_000] {
            let error = form(levels).unwrap_err();
            assert!(error.to_string().contains("deeper than 64"), "{error}");
        }
        let deep = form(60).unwrap();
        let data = [("node0-data".to_owned(), gpu.manager().copy_from_host(&[5]).unwrap())];
        let array = gpu.from_buffers(&deep, 1, data).unwrap();
        assert_eq!(text(&array.flatten(Axis::ALL).unwrap()), "[5]");
        let NamedBuffer { data, .. } = &array.buffers()[0];
        assert_eq!(data.len(), 1);
        assert_eq!(text(&up(&gpu, "[]")), "[]");
    }

    fn lists_need_an_offset_even_if_there_are_none(device) {
        let gpu = backend(device);
        let form = r#"{"class": "ListOffsetArray", "offsets": "i64", "form_key": "a", "content":
            {"class": "NumpyArray", "primitive": "int64", "form_key": "b"}}"#;
        let form = Form::from_json(form).unwrap();
        for len in 0..9 {
            let buffers = [("a-offsets", vec![0; len]), ("b-data", Vec::new())].map(|(name, bytes)| (name.to_owned(), bytes));
            let there = || buffers.iter().map(|(name, bytes)| (name.clone(), gpu.manager().copy_from_host(bytes).unwrap()));
            let array = gpu.from_buffers(&form, 0, there());
            // SAFETY: it isn't used.
            let unchecked = unsafe { gpu.from_buffers_unchecked(&form, 0, there()) };
            let host = HostArray::from_buffers(&form, 0, buffers.clone());
            let found = [array.is_ok(), unchecked.is_ok(), host.is_ok()];
            assert_eq!(found, [len >= 8; 3], "{len}");
            if let Ok(array) = array {
                assert_eq!(text(&array.sort(1, true).unwrap()), "[]");
            }
        }
        gpu.stream().synchronize().unwrap();
    }

    fn no_rows_at_the_end_have_no_memory(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[1, null], [2, 3]]");
        for end in [array.slice(2..2).unwrap(), array.slice(2..).unwrap()] {
            assert_eq!(end.len(), 0);
            // The offsets are one more.
            let sizes: Vec<_> = end.buffers().iter().map(|buffer| buffer.data.len()).collect();
            assert_eq!(sizes[0], 8, "{sizes:?}");
        }
        let numbers = up(&gpu, "[1, null, 2]").slice(3..).unwrap();
        assert_eq!(numbers.buffers()[0].data.len(), 0);
        // The lists begin and end after the last entry.
        let form = Form::from_json(&lists(0, r#"{"class": "IndexedOptionArray", "index": "i64", "form_key": "a", "content":
            {"class": "RegularArray", "size": 2, "content": {"class": "NumpyArray", "primitive": "bool", "form_key": "b"}}}"#));
        let form = form.unwrap().to_json().replace("ListArray", "ListOffsetArray").replace("\"starts\"", "\"offsets\"");
        let array = [("node0-offsets", words([3, 3])), ("a-index", words([0, 0, 0])), ("b-data", vec![1, 0])];
        let array = array.map(|(name, bytes)| (name.to_owned(), gpu.manager().copy_from_host(&bytes).unwrap()));
        let array = gpu.from_buffers(&Form::from_json(&form).unwrap(), 1, array).unwrap();
        assert_eq!(text(&array.get_jagged(&array).unwrap()), "[[]]");
        gpu.stream().synchronize().unwrap();
    }

    fn an_arrow_array_of_nothing_has_a_limited_length(device) {
        use cuda_arrow::arrow_schema::{DataType, Fields};
        use cuda_arrow::{ArrayParts, DeviceArray};
        let gpu = backend(device);
        let parts = |data_type: DataType, len| ArrayParts {
            data_type, len, offset: 0, null_count: Some(0), nulls: None, buffers: Vec::new(), children: Vec::new(), dictionary: None,
        };
        let nothing = || DataType::Struct(Fields::empty());
        for (data_type, len) in [
            (nothing(), MOST + 1), (nothing(), 1 << 62), (DataType::Null, 1 << 61), (DataType::Null, (1 << 61) + 1), (DataType::Null, 1 << 62),
        ] {
            let array = DeviceArray::try_new(parts(data_type.clone(), len)).unwrap();
            let found = gpu.from_arrow(&array);
            assert!(found.is_err(), "{len} of {data_type}: {found:?}");
        }
        let array = DeviceArray::try_new(parts(nothing(), MOST)).unwrap();
        assert_eq!(gpu.from_arrow(&array).unwrap().len(), MOST);
        // The only offset of no lists is cut off.
        let mut texts = parts(DataType::Utf8, 0);
        texts.buffers = vec![gpu.manager().copy_from_host(&[0, 0]).unwrap(), gpu.manager().copy_from_host(&[]).unwrap()];
        let array = gpu.from_arrow(&DeviceArray::try_new(texts).unwrap()).unwrap();
        assert_eq!(text(&gpu.concatenate([&array, &up(&gpu, r#"["a"]"#)], 0).unwrap()), r#"["a"]"#);
        let NamedBuffer { data, .. } = &array.buffers()[0];
        assert_eq!(data.len(), 4);
    }
}
