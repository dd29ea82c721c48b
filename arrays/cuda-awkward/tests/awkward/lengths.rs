//! Arrays whose entries need no memory, as many as there can be: no sum and no product of lengths wraps.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_awkward::{
    Array, Axis, Backend, Dtype, Equality, Error, Form, HostArray, Pick, Reducer, ReducerOutput,
};

use crate::backend;

/// The most entries that an array can have.
const MOST: usize = 1 << 48;

const NOTHING: &str = r#"{"class": "RecordArray", "fields": [], "contents": []}"#;
const NUMBERS: &str = r#"{"class": "NumpyArray", "primitive": "int64", "form_key": "numbers"}"#;

fn regular(size: usize, content: &str) -> String {
    format!(
        r#"{{"class": "RegularArray", "size": {size}, "form_key": "lists", "content": {content}}}"#
    )
}

fn with_buffer(class: &str, buffer: &str, content: &str) -> String {
    format!(r#"{{"class": "{class}", {buffer}, "form_key": "outer", "content": {content}}}"#)
}

fn offsets(content: &str) -> String {
    with_buffer("ListOffsetArray", r#""offsets": "i64""#, content)
}

/// An array of a form, with its buffer `outer` and no numbers.
fn array(
    gpu: &Backend,
    form: &str,
    length: usize,
    outer: &[(&str, &[i64])],
) -> Result<Array, Error> {
    let form = Form::from_json(form)?;
    let bytes =
        |words: &[i64]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let outer = outer.iter().map(|(name, words)| (format!("outer-{name}"), bytes(words)));
    let buffers = outer.chain([("numbers-data".to_owned(), vec![])]);
    HostArray::from_buffers(&form, length, buffers)?.to_backend(gpu)
}

/// Arrays of about `len` entries, or with such contents.
fn arrays(gpu: &Backend, len: usize) -> Vec<(String, Array)> {
    let most = len as i64;
    // What has memory is small: each operation is fast, or refused.
    let (part, none) = (len / 16, [0i64; 65]);
    let record = format!(
        r#"{{"class": "RecordArray", "fields": ["a", "b"], "contents": [{NOTHING}, {}]}}"#,
        regular(0, NUMBERS)
    );
    let union = format!(
        r#"{{"class": "UnionArray", "tags": "i8", "index": "i64", "form_key": "outer", "contents": [{NOTHING}, {}]}}"#,
        regular(0, NUMBERS)
    );
    let starts = [0, 0, 1];
    let (two, three, ends) = ([0, most], [0, -1, most - 1], [0, most - 1]);
    let (stops, tags) = ([most; 3], [256]);
    let forms: Vec<FormCase<'_>> = vec![
        (NOTHING.to_owned(), len, vec![]),
        (record, len, vec![]),
        (regular(0, NOTHING), len, vec![]),
        (regular(0, NUMBERS), len, vec![]),
        (regular(1, NOTHING), len, vec![]),
        (regular(2, NOTHING), len / 2, vec![]),
        (regular(part, NOTHING), 16, vec![]),
        (regular(4, &regular(part, NOTHING)), 4, vec![]),
        (regular(part, &regular(4, NOTHING)), 4, vec![]),
        (regular(len, NOTHING), 1, vec![]),
        (regular(len, NUMBERS), 0, vec![]),
        (regular(len, &regular(len, NUMBERS)), 0, vec![]),
        (regular(1, &regular(len, NOTHING)), 1, vec![]),
        (regular(len, &regular(1, NOTHING)), 1, vec![]),
        (regular(len, &regular(0, NUMBERS)), 1, vec![]),
        (offsets(NOTHING), 1, vec![("offsets", &two)]),
        (offsets(&regular(0, NUMBERS)), 1, vec![("offsets", &two)]),
        (offsets(&regular(len, NUMBERS)), none.len() - 1, vec![("offsets", &none)]),
        (offsets(&regular(len, NOTHING)), none.len() - 1, vec![("offsets", &none)]),
        (
            with_buffer("ListArray", r#""starts": "i64", "stops": "i64""#, NOTHING),
            3,
            vec![("starts", &starts), ("stops", &stops)],
        ),
        (with_buffer("IndexedArray", r#""index": "i64""#, NOTHING), 2, vec![("index", &ends)]),
        (
            with_buffer("IndexedOptionArray", r#""index": "i64""#, &regular(0, NUMBERS)),
            3,
            vec![("index", &three)],
        ),
        (with_buffer("UnmaskedArray", r#""parameters": {}"#, &regular(0, NUMBERS)), len, vec![]),
        (union, 2, vec![("tags", &tags), ("index", &ends)]),
    ];
    let there = forms.into_iter().map(|(form, length, outer)| {
        let array_text = format!("{length} of {form}, of {len}");
        let array = array(gpu, &form, length, &outer);
        (array_text, array.unwrap())
    });
    there.collect()
}

/// A form, a length, and the contents of the buffer `outer`.
type FormCase<'a> = (String, usize, Vec<(&'a str, &'a [i64])>);

type Operation<'a> = (String, Box<dyn Fn(&Array) -> Result<Vec<Array>, Error> + 'a>);

/// All that an operation with these arguments makes.
#[expect(clippy::too_many_lines, reason = "a row for each operation")]
fn operations(gpu: &Backend) -> Vec<Operation<'_>> {
    let mut all: Vec<Operation<'_>> = Vec::new();
    macro_rules! add {
        ($($name:expr => $call:expr),* $(,)?) => {$(
            all.push(($name.to_string(), Box::new($call)));
        )*};
    }
    let one = |made: Result<Array, Error>| made.map(|array| vec![array]);
    let none = |made: Result<(), Error>| made.map(|()| Vec::new());
    let many = HostArray::from_numbers(&[0i64; 1 << 12]).unwrap().to_backend(gpu).unwrap();
    let few = HostArray::from_numbers(&[0i64, 0]).unwrap().to_backend(gpu).unwrap();
    for axis in [0i64, 1, -1] {
        add! {
            format!("num {axis}") => move |array: &Array| one(array.num(axis)),
            format!("flatten {axis}") => move |array: &Array| one(array.flatten(axis)),
            format!("local_index {axis}") => move |array: &Array| one(array.local_index(axis)),
            format!("to_regular {axis}") => move |array: &Array| one(array.to_regular(axis)),
            format!("from_regular {axis}") => move |array: &Array| one(array.from_regular(axis)),
            format!("fill_none {axis}") => move |array: &Array| one(array.fill_none(5i64, axis)),
            format!("is_none {axis}") => move |array: &Array| one(array.is_none(axis)),
            format!("drop_none {axis}") => move |array: &Array| one(array.drop_none(axis)),
            format!("firsts {axis}") => move |array: &Array| one(array.firsts(axis)),
            format!("singletons {axis}") => move |array: &Array| one(array.singletons(axis)),
            format!("sort {axis}") => move |array: &Array| one(array.sort(axis, true)),
            format!("argsort {axis}") => move |array: &Array| one(array.argsort(axis, false)),
            format!("sum {axis}") => move |array: &Array| one(array.sum(axis)),
            format!("argmax {axis}") => move |array: &Array| one(array.argmax(axis)),
            format!("mean {axis}") => move |array: &Array| {
                array.reduce(Reducer::Mean).axis(axis).keepdims(true).run().map(|mean| match mean {
                    ReducerOutput::Array(mean) => vec![mean],
                    ReducerOutput::Scalar(..) => vec![],
                })
            },
        }
        for count in [0, 1, 3, 1 << 40, MOST as i64, i64::MAX] {
            add!(format!("unflatten {count} {axis}") => move |array: &Array| one(array.unflatten(count, axis)));
        }
        for target in [0, 1, 3, 1 << 40, MOST, usize::MAX] {
            for clip in [false, true] {
                add!(format!("pad_none {target} {axis} {clip}") => move |array: &Array| one(array.pad_none(target, axis, clip)));
            }
        }
        for n in [1, 2, 3, 40] {
            for replacement in [false, true] {
                add! {
                    format!("combinations {n} {replacement} {axis}") => move |array: &Array| one(array.combinations(n).replacement(replacement).axis(axis).run()),
                    format!("argcombinations {n} {replacement} {axis}") => move |array: &Array| one(array.argcombinations(n).replacement(replacement).axis(axis).run()),
                }
            }
        }
        for copies in [2, 3, 64] {
            add!(format!("concatenate {copies} {axis}") => move |array: &Array| one(gpu.concatenate(vec![array; copies], axis)));
            for nested in [false, true] {
                add! {
                    format!("cartesian {copies} {nested} {axis}") => move |array: &Array| one(gpu.cartesian(vec![array; copies]).axis(axis).nested(nested).run()),
                    format!("argcartesian {copies} {nested} {axis}") => move |array: &Array| one(gpu.argcartesian(vec![array; copies]).axis(axis).nested(nested).run()),
                }
            }
        }
    }
    for picks in [
        vec![Pick::At(-1)],
        vec![Pick::At(i64::MIN)],
        vec![Pick::ALL, Pick::At(0)],
        vec![Pick::ALL, Pick::At(i64::MIN)],
        vec![Pick::ALL, Pick::At(i64::MAX)],
        vec![Pick::ALL, Pick::from(&many)],
        vec![Pick::from(&many)],
        vec![Pick::from(&few), Pick::from(&few)],
        vec![Pick::ALL, Pick::from(&few), Pick::ALL],
        vec![Pick::ALL, Pick::ALL, Pick::from(&many)],
        vec![Pick::NewAxis],
        vec![Pick::Ellipsis, Pick::At(0)],
        vec![Pick::Ellipsis, Pick::NewAxis],
        vec![Pick::Slice(None, None, Some(-1))],
        vec![Pick::Slice(None, None, Some(i64::MAX))],
        vec![Pick::Slice(Some(1), Some(i64::MAX), Some(2))],
        vec![Pick::Slice(Some(i64::MIN), Some(-1), None)],
        vec![Pick::ALL, Pick::Slice(None, None, Some(-1))],
        vec![Pick::ALL, Pick::Slice(Some(1), None, None)],
        vec![Pick::ALL, Pick::Slice(Some(-2), Some(i64::MAX), Some(i64::MIN))],
    ] {
        let name = format!("get {picks:?}");
        add!(name => move |array: &Array| one(array.get_array(picks.clone())));
    }
    add! {
        "flatten" => move |array: &Array| one(array.flatten(Axis::ALL)),
        "ravel" => move |array: &Array| one(array.ravel()),
        "drop_none" => move |array: &Array| one(array.drop_none(Axis::ALL)),
        "packed" => move |array: &Array| one(array.packed()),
        "first" => move |array: &Array| none(array.first().map(drop)),
        "zeros_like" => move |array: &Array| one(array.zeros_like()),
        "full_like" => move |array: &Array| one(array.full_like(1i64, Some(Dtype::Int8), true)),
        "values_astype" => move |array: &Array| one(array.values_astype(Dtype::Float32)),
        "run_lengths" => move |array: &Array| one(array.run_lengths()),
        "sum_of_all" => move |array: &Array| none(array.sum_of_all().map(drop)),
        "zip" => move |array: &Array| one(gpu.zip([array, array], None, None)),
        "zip by name" => move |array: &Array| one(gpu.zip([array, array, array], Some(&["a", "b", "c"]), Some(1))),
        "zip_no_broadcast" => move |array: &Array| one(gpu.zip_no_broadcast([array, array], None)),
        "broadcast_arrays" => move |array: &Array| gpu.broadcast_arrays([array, array]),
        "broadcast a number" => move |array: &Array| gpu.broadcast_arrays([array.into(), cuda_awkward::Operand::from(1i64)]),
        "broadcast_fields" => move |array: &Array| gpu.broadcast_fields([array, array]),
        "with_field" => move |array: &Array| one(array.with_field("x", 1i64)),
        "plus" => move |array: &Array| one(array + array),
        "plus a number" => move |array: &Array| one(array + 1i64),
        "choose" => move |array: &Array| one(gpu.choose(array, array, 1i64)),
        "mask" => move |array: &Array| one(array.mask(array, true)),
        "get_jagged" => move |array: &Array| one(array.get_jagged(array)),
        "array_equal" => move |array: &Array| none(array.array_equal(array, Equality::default()).map(drop)),
        "to_categorical" => move |array: &Array| one(array.to_categorical()),
        "merge_union_of_records" => move |array: &Array| one(array.merge_union_of_records(-1)),
        "merge_option_of_records" => move |array: &Array| one(array.merge_option_of_records(-1)),
        "transform" => move |array: &Array| one(array.transform(|_, _| Ok(None))),
        "to_arrow" => move |array: &Array| one(array.to_arrow().and_then(|arrow| gpu.from_arrow(&arrow))),
        "to_ndarray" => move |array: &Array| none(array.to_ndarray::<i64>().map(drop)),
        "to_host" => move |array: &Array| one(array.to_host().and_then(|host| host.to_backend(gpu))),
        "value" => move |array: &Array| none(array.to_host().and_then(|host| host.value()).map(drop)),
        "display" => move |array: &Array| { drop(array.to_string()); Ok(vec![]) },
    }
    for ty in [
        "{}",
        "0 * {}",
        "281474976710656 * {}",
        "18446744073709551615 * int64",
        "0 * int64",
        "var * int64",
        "var * {}",
    ] {
        let form = Form::of_type(ty).unwrap();
        add!(format!("enforce_type {ty}") => move |array: &Array| one(array.enforce_type(&form)));
    }
    all
}

on_the_device! {
    fn operations_on_entries_without_memory_end_with_a_valid_result_or_an_error(device) {
        let gpu = backend(device);
        let operations = operations(&gpu);
        let (mut made, mut refused, mut wrong) = (0, 0, Vec::new());
        for (array_text, array) in [(1 << 47) + 1, MOST].into_iter().flat_map(|len| arrays(&gpu, len)) {
            for (operation, call) in &operations {
                match catch_unwind(AssertUnwindSafe(|| call(&array))) {
                    Ok(Ok(results)) => {
                        // Each node has as many entries as those around it need.
                        let valid = |array: &Array| matches!(array.is_valid(), Ok(true));
                        if let Some(result) = results.iter().find(|result| !valid(result)) {
                            wrong.push(format!("{operation} of {array_text} is {result:?}"));
                        }
                        made += 1;
                    }
                    Ok(Err(error)) => {
                        let text = error.to_string();
                        if text.contains("internal") || text.contains("report it") {
                            wrong.push(format!("{operation} of {array_text}: {text}"));
                        }
                        refused += 1;
                    }
                    Err(_) => wrong.push(format!("{operation} of {array_text} panicked")),
                }
            }
            gpu.stream().synchronize().unwrap();
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(made > 1000 && refused > 1000, "{made} {refused}");
    }

    fn sizes_and_lengths_above_the_most_are_an_error(device) {
        let gpu = backend(device);
        for len in [MOST + 1, 1 << 60, 1 << 61, 1 << 62, i64::MAX as usize, usize::MAX - 1, usize::MAX] {
            for (form, length) in [
                (NOTHING.to_owned(), len),
                (regular(0, NUMBERS), len),
                (regular(1, NOTHING), len),
                (regular(2, NOTHING), len / 2 + 1),
                (regular(len, NOTHING), 1),
                (regular(len, NUMBERS), 0),
                (regular(3, &regular(len, NUMBERS)), 0),
                (regular(len, NOTHING), len),
                (with_buffer("UnmaskedArray", r#""parameters": {}"#, NOTHING), len),
            ] {
                let error = array(&gpu, &form, length, &[]).map(|array| array.len()).unwrap_err();
                assert!(matches!(error, Error::Buffers { .. }), "{length} of {form}: {error}");
            }
            let parsed = Form::of_type(&format!("{len} * int64")).unwrap();
            let empty = array(&gpu, &offsets(NUMBERS), 0, &[("offsets", &[0])]).unwrap();
            let error = empty.enforce_type(&parsed).map(|array| array.type_text()).unwrap_err();
            assert!(error.to_string().contains(&format!("times {len} entries are too many")), "{error}");
        }
    }

    fn sums_and_products_say_both_lengths(device) {
        let gpu = backend(device);
        let whole = array(&gpu, NOTHING, MOST, &[]).unwrap();
        let part = whole.slice(0..5).unwrap();
        let pages = array(&gpu, &regular(1, NOTHING), 1 << 47, &[]).unwrap();
        let positions = HostArray::from_numbers(&vec![0i64; 1 << 17]).unwrap().to_backend(&gpu).unwrap();
        let lists = array(&gpu, &offsets(&regular(1 << 47, NUMBERS)), 1 << 17, &[("offsets", &vec![0; (1 << 17) + 1])]).unwrap();
        let broadcast = gpu.broadcast_arrays([
            &array(&gpu, &regular(1 << 10, &regular(1, NOTHING)), 1, &[]).unwrap(),
            &array(&gpu, &regular(1, &regular(1 << 40, NOTHING)), 1, &[]).unwrap(),
        ]);
        let combined = array(&gpu, &regular(1 << 20, NOTHING), 1 << 28, &[]).unwrap().combinations(2).run();
        for (result, expected) in [
            (gpu.concatenate([&whole, &part], 0), "281474976710656 entries and 5 more are over 281474976710656"),
            (gpu.concatenate([&part, &whole], 0), "5 entries and 281474976710656 more are over 281474976710656"),
            (pages.get_array([Pick::ALL, Pick::from(&positions)]), "140737488355328 times 131072 entries are too many"),
            (lists.sum(1), "131072 times 140737488355328 entries are too many"),
            (broadcast.map(|mut arrays| arrays.remove(0)), "1024 times 1099511627776 entries are too many"),
            (combined, "268435456 lists of 549755289600 combinations are more than memory can hold"),
            (part.pad_none(usize::MAX, 0, false), "1 lists of 18446744073709551615 entries or more are too many"),
        ] {
            let error = result.map(|result| result.len()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}, not: {expected}");
        }
    }
}
