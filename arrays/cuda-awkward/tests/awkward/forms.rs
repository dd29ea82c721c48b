//! Forms of any structure, with parameters that may contradict it, and buffers of any content.

use cuda_awkward::{
    Array, Axis, Backend, Dtype, Equality, Error, Form, HostArray, Operand, Pick, Reducer,
    TimeUnit, Tolerance,
};
use fastrand::Rng;

use crate::{backend, rounds, text, up};

/// A form that is being made, and its buffers.
struct Maker<'a> {
    random: &'a mut Rng,
    next: usize,
    buffers: Vec<(String, Vec<u8>)>,
}

impl Maker<'_> {
    /// Adds a buffer of `count` numbers of `size` bytes each.
    fn buffer(
        &mut self,
        key: usize,
        name: &str,
        count: usize,
        size: usize,
        mut number: impl FnMut(&mut Rng, usize) -> i64,
    ) {
        let numbers =
            (0..count).flat_map(|at| number(self.random, at).to_le_bytes()[..size].to_vec());
        let bytes = numbers.collect();
        self.buffers.push((format!("node{key}-{name}"), bytes));
    }

    fn index(&mut self) -> (&'static str, usize) {
        [("i64", 8), ("i32", 4), ("u32", 4)][self.random.usize(..3)]
    }

    /// Returns a form, and how many entries it has at least.
    #[expect(clippy::too_many_lines, reason = "a row for each kind of form")]
    fn form(&mut self, depth: usize) -> (String, usize) {
        let key = self.next;
        self.next += 1;
        let count = self.random.usize(..7);
        let kinds = if depth > 3 { 3 } else { 13 };
        let mut len = count;
        let class = match self.random.u8(..kinds) {
            0 => {
                len = 0;
                r#""class": "EmptyArray""#.to_owned()
            }
            1 | 2 => {
                let types = [("int64", 8), ("uint8", 1), ("bool", 1), ("float64", 8)];
                let (name, size) = types[self.random.usize(..4)];
                let shape = match self.random.u8(..8) {
                    0 => "[0]",
                    1 => "[2]",
                    _ => "[]",
                };
                self.buffer(key, "data", count, size, |random, _| {
                    if size == 8 { random.i64(0..4) } else { random.i64(0..2) }
                });
                len = match shape {
                    "[0]" => 9,
                    "[2]" => count / 2,
                    _ => count,
                };
                format!(r#""class": "NumpyArray", "primitive": "{name}", "inner_shape": {shape}"#)
            }
            3 => {
                let fields = self.random.usize(..3);
                let contents: Vec<_> = (0..fields).map(|_| self.form(depth + 1)).collect();
                len = contents.iter().map(|content| content.1).min().unwrap_or(9);
                let contents: Vec<_> = contents.into_iter().map(|content| content.0).collect();
                let names = if self.random.bool() {
                    "null".to_owned()
                } else {
                    format!("{:?}", &["x", "y"][..fields])
                };
                format!(
                    r#""class": "RecordArray", "fields": {names}, "contents": [{}]"#,
                    contents.join(", ")
                )
            }
            4 | 5 => {
                let (ty, size) = self.index();
                let (content, most) = self.form(depth + 1);
                let mut ends: Vec<i64> =
                    (0..=count).map(|_| self.random.i64(0..=most as i64)).collect();
                ends.sort_unstable();
                self.buffer(key, "offsets", count + 1, size, |_, at| ends[at]);
                format!(r#""class": "ListOffsetArray", "offsets": "{ty}", "content": {content}"#)
            }
            6 => {
                let (ty, size) = self.index();
                let (content, most) = self.form(depth + 1);
                let starts: Vec<i64> =
                    (0..count).map(|_| self.random.i64(0..=most as i64)).collect();
                self.buffer(key, "starts", count, size, |_, at| starts[at]);
                self.buffer(key, "stops", count, size, |random, at| {
                    random.i64(starts[at]..=most as i64)
                });
                format!(
                    r#""class": "ListArray", "starts": "{ty}", "stops": "{ty}", "content": {content}"#
                )
            }
            7 => {
                let (content, most) = self.form(depth + 1);
                let size = self.random.usize(..3);
                len = most.checked_div(size).unwrap_or(9);
                format!(r#""class": "RegularArray", "size": {size}, "content": {content}"#)
            }
            8 | 9 => {
                let (ty, size) = self.index();
                let (content, most) = self.form(depth + 1);
                let is_option = self.random.bool() || most == 0;
                let least = if is_option && ty != "u32" { -1 } else { 0 };
                len = if most == 0 && ty == "u32" { 0 } else { count };
                self.buffer(key, "index", len, size, |random, _| {
                    random.i64(least..(most as i64).max(least + 1))
                });
                let class = if is_option { "IndexedOptionArray" } else { "IndexedArray" };
                format!(r#""class": "{class}", "index": "{ty}", "content": {content}"#)
            }
            10 => {
                let (content, most) = self.form(depth + 1);
                len = most;
                self.buffer(key, "mask", most.min(16), 1, |random, _| random.i64(0..2));
                len = len.min(16);
                format!(
                    r#""class": "ByteMaskedArray", "mask": "i8", "valid_when": {}, "content": {content}"#,
                    self.random.bool()
                )
            }
            11 => {
                let (content, most) = self.form(depth + 1);
                self.buffer(key, "mask", 2, 1, |random, _| random.i64(0..256));
                len = most.min(16);
                format!(
                    r#""class": "BitMaskedArray", "mask": "u8", "valid_when": {}, "lsb_order": {}, "content": {content}"#,
                    self.random.bool(),
                    self.random.bool()
                )
            }
            _ => {
                let parts: Vec<_> =
                    (0..self.random.usize(1..3)).map(|_| self.form(depth + 1)).collect();
                let usable: Vec<_> = (0..parts.len()).filter(|i| parts[*i].1 > 0).collect();
                len = if usable.is_empty() { 0 } else { count };
                let tags: Vec<usize> =
                    (0..len).map(|_| usable[self.random.usize(..usable.len())]).collect();
                self.buffer(key, "tags", len, 1, |_, at| tags[at] as i64);
                self.buffer(key, "index", len, 8, |random, at| {
                    random.i64(0..parts[tags[at]].1 as i64)
                });
                let contents: Vec<_> = parts.into_iter().map(|part| part.0).collect();
                format!(
                    r#""class": "UnionArray", "tags": "i8", "index": "i64", "contents": [{}]"#,
                    contents.join(", ")
                )
            }
        };
        let purposes = ["string", "bytestring", "char", "byte", "categorical", "sorted_map"];
        let parameters = match self.random.u8(..4) {
            0 => format!(
                r#""parameters": {{"__array__": "{}"}}, "#,
                purposes[self.random.usize(..purposes.len())]
            ),
            _ => String::new(),
        };
        (format!(r#"{{{class}, {parameters}"form_key": "node{key}"}}"#), len)
    }
}

/// Computes a result, which may be an error, but not of the device.
macro_rules! attempt {
    ($gpu:ident, $work:expr) => {
        let _ = $work;
        if let Err(error) = $gpu.stream().synchronize() {
            panic!("{}: {error}", stringify!($work));
        }
    };
}

/// Computes with the array in many ways. Errors are right, but not those of the device.
fn compute(gpu: &Backend, array: &Array, other: &Array) {
    let number = up(gpu, "[1]");
    for axis in [0, 1, 2, -1, -2] {
        attempt!(gpu, array.num(axis));
        attempt!(gpu, array.flatten(axis));
        attempt!(gpu, array.local_index(axis));
        attempt!(gpu, array.sort(axis, true));
        attempt!(gpu, array.argsort(axis, false));
        attempt!(gpu, array.pad_none(2, axis, axis == 1));
        attempt!(gpu, array.is_none(axis));
        attempt!(gpu, array.drop_none(axis));
        attempt!(gpu, array.firsts(axis));
        attempt!(gpu, array.singletons(axis));
        attempt!(gpu, array.to_regular(axis));
        attempt!(gpu, array.from_regular(axis));
        attempt!(gpu, array.unflatten(1i64, axis));
        attempt!(gpu, array.fill_none(7i64, axis));
        attempt!(gpu, array.combinations(2).axis(axis).run());
        attempt!(gpu, gpu.concatenate([array, other], axis));
        attempt!(gpu, gpu.cartesian([array, other]).axis(axis).run());
        for reducer in [
            Reducer::Sum,
            Reducer::ArgMax,
            Reducer::Max,
            Reducer::Any,
            Reducer::Var,
            Reducer::Count,
        ] {
            attempt!(gpu, array.reduce(reducer).axis(axis).run());
            attempt!(
                gpu,
                array.reduce(reducer).axis(axis).keepdims(true).mask_identity(false).run()
            );
        }
    }
    attempt!(gpu, array.flatten(Axis::ALL));
    compute_more(gpu, array, other);
    attempt!(gpu, array.sum_of_all());
    attempt!(gpu, array.ravel());
    attempt!(gpu, array.run_lengths());
    attempt!(gpu, array.values_astype(Dtype::Float32));
    attempt!(gpu, array.nan_to_num());
    attempt!(gpu, array.zeros_like());
    attempt!(gpu, array + other);
    attempt!(gpu, array.equals(array));
    attempt!(gpu, array.equals(other));
    attempt!(gpu, array.plus(1i64));
    attempt!(gpu, array.mask(other, true));
    attempt!(gpu, array.get_jagged(other));
    attempt!(gpu, array.get_jagged(array));
    attempt!(gpu, gpu.choose(array, array, other));
    attempt!(gpu, gpu.zip([array, other], Some(&["a", "b"]), None));
    attempt!(gpu, gpu.broadcast_arrays([array, other]));
    attempt!(gpu, array.with_field("z", other));
    attempt!(gpu, array.unzip());
    attempt!(gpu, array.field("x"));
    attempt!(gpu, array.field("0"));
    attempt!(gpu, array.get([Pick::At(0)]));
    attempt!(gpu, array.get([Pick::At(-1), Pick::At(0)]));
    attempt!(gpu, array.get([Pick::ALL, Pick::At(0)]));
    attempt!(gpu, array.get([Pick::ALL, Pick::Slice(None, None, Some(-1))]));
    attempt!(gpu, array.get([Pick::Ellipsis, Pick::At(0)]));
    attempt!(gpu, array.get([Pick::from(&number)]));
    attempt!(gpu, array.get([Pick::from(other)]));
    attempt!(gpu, array.to_arrow());
    attempt!(gpu, array.view::<cuda_awkward::view::List<u8>>());
    attempt!(gpu, array.packed());
    attempt!(gpu, array.is_valid());
    attempt!(gpu, array.to_string());
    if let Ok(host) = array.to_host() {
        attempt!(gpu, host.value().map(|value| value.to_string()));
        attempt!(gpu, host.form().type_text());
        attempt!(gpu, host.to_backend(gpu).map(|backend| backend.len()));
    }
}

/// Computes what analyses end with.
fn compute_more(gpu: &Backend, array: &Array, other: &Array) {
    let seconds = Dtype::DateTime64(TimeUnit::Second);
    for axis in [0, 1, -1] {
        attempt!(gpu, array.merge_option_of_records(axis));
        attempt!(gpu, array.merge_union_of_records(axis));
    }
    for how in [
        Equality::default(),
        Equality {
            dtype_exact: false,
            same_content_types: false,
            check_parameters: false,
            check_regular: false,
            equal_nan: true,
        },
    ] {
        attempt!(gpu, array.array_equal(other, how));
        attempt!(gpu, array.array_equal(array, how));
        attempt!(gpu, array.almost_equal(array, Tolerance::default(), how));
    }
    attempt!(gpu, array.equals("one"));
    attempt!(gpu, array.fill_none("one", Axis::ALL));
    attempt!(gpu, gpu.choose(array, "one", other));
    attempt!(gpu, array.to_categorical().and_then(|categorical| categorical.equals(&categorical)));
    attempt!(gpu, array.to_categorical().and_then(|categorical| categorical.run_lengths()));
    attempt!(gpu, array.strings_astype(Dtype::Int64));
    attempt!(gpu, array.strings_astype(Dtype::Bool));
    attempt!(gpu, array.transform(|_, _| Ok(None)));
    attempt!(gpu, array.transform(|node, _| node.drop_none(0).map(Some)));
    attempt!(gpu, array.transform(|node, _| node.mask(&node.equals(1i64)?, true).map(Some)));
    attempt!(gpu, gpu.zip_no_broadcast([array, other], None));
    attempt!(gpu, gpu.zip_no_broadcast([array, array], Some(&["a", "b"])));
    attempt!(gpu, gpu.broadcast_fields([array, other]));
    attempt!(gpu, array.enforce_type(&other.form()));
    attempt!(gpu, array.enforce_type(&array.form()));
    for ty in
        ["?union[int64, string]", "var * ?float32", "{x: ?int64, z: ?string}", "string", "2 * int8"]
    {
        attempt!(gpu, array.enforce_type(&Form::of_type(ty).unwrap()));
    }
    attempt!(gpu, array.values_astype(seconds).and_then(|array| array.equals(other)));
    attempt!(gpu, array.values_astype(seconds).and_then(|array| array.sort(-1, true)));
    attempt!(gpu, array.values_astype(seconds).and_then(|array| array.max(-1)));
}

on_the_device! {
    fn texts_of_every_length_have_types_of_their_own(_device) {
        let form = |class: &str, purpose: &str, content: &str| {
            let characters = format!(r#"{{"class": "NumpyArray", "primitive": "uint8", "parameters": {{"__array__": "{content}"}}}}"#);
            let form = format!(r#"{{{class}, "content": {characters}, "parameters": {{"__array__": "{purpose}"}}}}"#);
            Form::from_json(&form).unwrap().type_text()
        };
        let regular = r#""class": "RegularArray", "size": 3"#;
        assert_eq!([form(regular, "string", "char"), form(regular, "bytestring", "byte")], ["string[3]", "bytes[3]"]);
        for lists in [
            r#""class": "ListOffsetArray", "offsets": "i64""#,
            r#""class": "ListArray", "starts": "i64", "stops": "i64""#,
        ] {
            assert_eq!([form(lists, "string", "char"), form(lists, "bytestring", "byte")], ["string", "bytes"]);
        }
        let type_text = |form: &str| Form::from_json(form).unwrap().type_text();
        for name in ["char", "byte"] {
            let form = format!(r#"{{"class": "NumpyArray", "primitive": "uint8", "parameters": {{"__array__": "{name}"}}}}"#);
            assert_eq!(type_text(&form), name);
        }
        assert_eq!(type_text(r#"{"class": "NumpyArray", "primitive": "int64", "inner_shape": [2, 3]}"#), "2 * 3 * int64");
        assert_eq!(type_text(r#"{"class": "RegularArray", "size": 3, "content": "int64"}"#), "3 * int64");
    }

    fn contents_that_are_not_there_are_refused_by_what_they_are(device) {
        let gpu = backend(device);
        let refused = |form: &str, buffers: Vec<(&str, Vec<u8>)>, length: usize, text: &str| {
            let buffers = buffers.into_iter().map(|(name, bytes)| (format!("a-{name}"), bytes)).collect::<Vec<_>>();
            let form = Form::from_json(form).unwrap();
            let array = HostArray::from_buffers(&form, length, buffers.clone());
            let array = array.and_then(|array| array.to_backend(&gpu));
            let error = array.expect_err(text);
            assert!(matches!(error, Error::Buffers { .. }) && error.to_string().contains(text), "{error}");
        };
        let bytes = |numbers: &[i64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let two = r#"{"class": "RegularArray", "size": 1, "content": {"class": "EmptyArray"}}"#;
        let union = r#"{"class": "UnionArray", "tags": "i8", "index": "i64", "contents": ["int64", "bool"], "form_key": "a"}"#;
        let union = union.replace(r#""int64", "bool""#, &format!("{two}, {two}"));
        let there = "entry 1 is of a content, or at a position, that isn't there";
        for (tags, index) in [([0, 2], [0, 0]), ([0, 255], [0, 0]), ([0, 1], [0, -1])] {
            refused(&union, vec![("tags", tags.to_vec()), ("index", bytes(&index))], 2, there);
        }
        let lists = r#"{"class": "ListOffsetArray", "offsets": "i64", "content": {"class": "EmptyArray"}, "form_key": "a"}"#;
        refused(lists, vec![("offsets", bytes(&[0, 0, -1]))], 2, "list 1 begins before 0, or after its end");
        refused(lists, vec![("offsets", bytes(&[-1, 0, 0]))], 2, "list 0 begins before 0, or after its end");
        let indexed = r#"{"class": "IndexedArray", "index": "i64", "content": {"class": "EmptyArray"}, "form_key": "a"}"#;
        refused(indexed, vec![("index", bytes(&[-1]))], 1, "position 0 is negative");
    }

    fn an_unknown_type_or_a_size_below_0_is_an_error_of_the_buffers(_device) {
        let error_of = |form: &str| Form::from_json(form).unwrap_err();
        let numbers = |primitive: &str, more: &str| format!(r#"{{"class": "NumpyArray", "primitive": {primitive}, "form_key": "a"{more}}}"#);
        let regular = |size: &str| format!(r#"{{"class": "RegularArray", "size": {size}, "content": "int64", "form_key": "a"}}"#);
        for (form, text) in [
            (numbers(r#""int65""#, ""), "'int65' isn't a primitive type"),
            (numbers("3", ""), "'' isn't a primitive type"),
            (r#""text""#.to_owned(), "'text' isn't a primitive type"),
            (numbers(r#""int64""#, r#", "inner_shape": [2, -1]"#), "'inner_shape' is [2,-1], whose entries aren't lengths"),
            (regular("-1"), "'size' is -1, which isn't a length"),
            (regular("null"), "'size' is null, which isn't a length"),
        ] {
            let error = error_of(&form);
            assert!(matches!(error, Error::Buffers { .. }) && error.to_string().contains(text), "{error}");
        }
        for name in ["datetime64[25s]", "timedelta64[2ns]", "float128", "complex256"] {
            let error = error_of(&numbers(&format!("{name:?}"), ""));
            assert!(matches!(error, Error::Unsupported(_)), "{error}");
        }
    }

    fn an_index_of_a_union_of_regular_lists_is_rejected(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[1, 2, 3]");
        let form = r#"{"class": "UnionArray", "tags": "i8", "index": "i64", "form_key": "a", "contents": [
            {"class": "NumpyArray", "primitive": "int64", "inner_shape": [2], "form_key": "b"}]}"#;
        let words = |words: &[i64]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let buffers = [("a-tags", vec![0]), ("a-index", words(&[0])), ("b-data", words(&[1, 2]))];
        let buffers = buffers.map(|(name, bytes)| (name.to_owned(), gpu.manager().copy_from_host(&bytes).unwrap()));
        let index = gpu.from_buffers(&Form::from_json(form).unwrap(), 1, buffers).unwrap();
        let error = array.get([Pick::from(&index)]).unwrap_err();
        assert!(matches!(error, Error::Unsupported(_)), "{error}");
        let regular = up(&gpu, "[[0, 1], [1, 2]]").to_regular(1).unwrap();
        assert_eq!(text(&array.get_array([Pick::from(&regular)]).unwrap()), "[[1, 2], [2, 3]]");
    }

    fn a_field_below_an_option_of_positions_is_that_of_its_record(device) {
        let gpu = backend(device);
        let form = r#"{"class": "ByteMaskedArray", "mask": "i8", "valid_when": true, "form_key": "a", "content":
            {"class": "IndexedArray", "index": "i32", "form_key": "b", "content":
            {"class": "RegularArray", "size": 1, "content":
            {"class": "RecordArray", "fields": ["x"], "contents": [{"class": "NumpyArray", "primitive": "int8", "form_key": "c"}]}}}}"#;
        let index: Vec<u8> = [3i32, 0, 9, 2].iter().flat_map(|n| n.to_le_bytes()).collect();
        let data: Vec<u8> = (10..20).collect();
        let buffers = [("a-mask", vec![1, 1, 1, 0]), ("b-index", index), ("c-data", data)];
        let buffers = buffers.map(|(name, bytes)| (name.to_owned(), gpu.manager().copy_from_host(&bytes).unwrap()));
        let array = gpu.from_buffers(&Form::from_json(form).unwrap(), 4, buffers).unwrap();
        assert_eq!(text(&array), "[[{x: 13}], [{x: 10}], [{x: 19}], None]");
        assert_eq!(text(&array.field("x").unwrap()), "[[13], [10], [19], None]");
        gpu.stream().synchronize().unwrap();
    }

    fn texts_are_lists_of_bytes(device) {
        let gpu = backend(device);
        let data = |dtype: &str| format!(r#"{{"class": "NumpyArray", "primitive": "{dtype}", "form_key": "node1"}}"#);
        let lists = |content: &str| format!(r#""class": "RegularArray", "size": 2, "content": {content}"#);
        let option = |content: &str| format!(r#"{{"class": "UnmaskedArray", "content": {content}}}"#);
        for (form, is_right) in [
            (lists(&data("uint8")), true),
            (lists(&data("int64")), false),
            (lists(&option(&data("uint8"))), false),
            (lists(&format!("{{{}}}", lists(&data("uint8")))), false),
            (r#""class": "NumpyArray", "primitive": "uint8", "form_key": "node1""#.to_owned(), false),
            (format!(r#""class": "RecordArray", "fields": null, "contents": [{}]"#, data("uint8")), false),
            (format!(r#""class": "UnmaskedArray", "content": {}"#, data("uint8")), false),
        ] {
            for purpose in ["string", "bytestring"] {
                let form = format!(r#"{{{form}, "parameters": {{"__array__": "{purpose}"}}, "form_key": "node0"}}"#);
                let form = Form::from_json(&form).unwrap();
                let bytes = vec![b'a'; 64];
                let names = ["node0-data", "node1-data"].map(str::to_owned);
                let host = HostArray::from_buffers(&form, 1, names.clone().map(|name| (name, bytes.clone())));
                let there = gpu.manager().copy_from_host(&bytes).unwrap();
                let array = gpu.from_buffers(&form, 1, names.map(|name| (name, there.clone())));
                assert_eq!([host.is_ok(), array.is_ok()], [is_right; 2], "{}", form.to_json());
                let Err(error) = array else { continue };
                assert!(error.to_string().contains("aren't lists of uint8"), "{error}");
            }
        }
    }

    fn common_parameters_of_lists_and_options_are_kept(device) {
        let gpu = backend(device);
        for (json, fields) in [("[[1, 2], [3]]", false), ("[[1, 2], null]", false), (r#"[[{"x": 1}], []]"#, true), (r#"[{"x": 1}, null]"#, true)] {
            let plain = up(&gpu, json);
            let [mm, cm] = ["mm", "cm"].map(|unit| plain.with_parameter("unit", &format!("\"{unit}\"")).unwrap());
            let both = mm.with_parameter("more", "1").unwrap();
            let results = if fields {
                vec![(mm.with_field("y", 2).unwrap(), true), (mm.without_field("x").unwrap(), true)]
            } else {
                [(&mm, true), (&both, true), (&cm, false), (&plain, false)]
                    .map(|(other, kept)| (gpu.ufunc("add", [Operand::from(&mm), other.into()]).unwrap(), kept)).into()
            };
            for (result, kept) in results {
                let expected = if kept { r#"{"unit":"mm"}"# } else { "{}" };
                assert_eq!(result.parameters(), expected, "{json}: {}", result.type_text());
            }
        }
    }

    fn any_form_is_computed_with_or_rejected(device) {
        let gpu = backend(device);
        let seed = cuda_rust::options::number("seed", 1);
        let mut resident = up(&gpu, "[1, 2]");
        let mut taken = 0;
        let rounds = rounds(30);
        for round in seed..seed + rounds as u64 {
            let mut random = Rng::with_seed(round);
            let mut maker = Maker { random: &mut random, next: 0, buffers: Vec::new() };
            let (text, len) = maker.form(0);
            let buffers = maker.buffers;
            let len = len.saturating_sub(random.usize(..2));
            let form = Form::from_json(&text).unwrap();
            let there = buffers.iter().map(|(name, bytes)| (name.clone(), gpu.manager().copy_from_host(bytes).unwrap()));
            let array = gpu.from_buffers(&form, len, there);
            let host = HostArray::from_buffers(&form, len, buffers.clone());
            assert_eq!(array.is_ok(), host.is_ok(), "{round}: {text} {array:?} {host:?}");
            let Ok(array) = array else { continue };
            taken += 1;
            let work = std::panic::AssertUnwindSafe(|| compute(&gpu, &array, &resident));
            if let Err(panic) = std::panic::catch_unwind(work) {
                panic!("{round}: {len} of {text}: {:?}", panic.downcast_ref::<String>());
            }
            gpu.stream().synchronize().unwrap_or_else(|error| panic!("{round}: {len} of {text}: {error}"));
            if random.bool() {
                resident = array;
            }
        }
        assert!(taken * 3 > rounds, "{taken}");
    }
}
