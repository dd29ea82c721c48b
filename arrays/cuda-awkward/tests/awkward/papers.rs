//! What analyses end with: texts as keys and as numbers, comparisons of whole arrays, and changes of nodes.

use cuda_awkward::{
    Array, Dtype, Equality, Error, Form, HostArray, Scalar, TimeUnit, Tolerance, Value,
};
use fastrand::Rng;

use crate::counts::counted;
use crate::{backend, rounds, text, up};

on_the_device! {
    fn texts_are_compared_with_one_text(device) {
        let gpu = backend(device);
        let array = up(&gpu, r#"[["one", "two"], [], ["one", null]]"#);
        assert_eq!(text(&array.equals("one").unwrap()), "[[true, false], [], [true, None]]");
        let differ = gpu.ufunc("not_equal", ["two".into(), cuda_awkward::Operand::from(&array)]).unwrap();
        assert_eq!(text(&differ), "[[true, false], [], [true, None]]");
        assert!(matches!(array.lt("one"), Err(Error::Type(_))));
        assert!(matches!(array.equals(1i64), Err(Error::Type(_))));
        let numbers = up(&gpu, "[[1], []]");
        assert!(matches!(numbers.equals("one"), Err(Error::Broadcast(_))));
        let error = numbers.isclose("one", Tolerance::default()).unwrap_err();
        assert_eq!(error.to_string(), "isclose is not for texts");
        assert_eq!(text(&array.fill_none("none", -1).unwrap()), r#"[["one", "two"], [], ["one", "none"]]"#);
        assert_eq!(text(&gpu.choose(&up(&gpu, "[true, false]"), "yes", "no").unwrap()), r#"["yes", "no"]"#);
        let flat = up(&gpu, r#"["one", "two"]"#);
        assert_eq!(counted(&gpu, || drop(flat.equals("one").unwrap())).1, 0);
    }

    fn equal_texts_are_one_category(device) {
        let gpu = backend(device);
        let random = &mut Rng::with_seed(cuda_rust::options::number("seed", 1) as u64);
        for _ in 0..rounds(4) {
            let keys = random.usize(1..40);
            let texts: Vec<String> = (0..random.usize(0..3000)).map(|_| "k".repeat(random.usize(..keys))).collect();
            let array = HostArray::from_values(&texts).unwrap().to_backend(&gpu).unwrap();
            let categorical = array.to_categorical().unwrap();
            let mut seen: Vec<&String> = Vec::new();
            texts.iter().for_each(|text| if !seen.contains(&text) { seen.push(text) });
            let found = categorical.categories().map_or(Vec::new(), |categories| categories.to_host().unwrap().to_list().unwrap());
            assert_eq!(found, seen.iter().map(|value| Value::Text((*value).clone())).collect::<Vec<_>>());
            assert_eq!(categorical.to_host().unwrap().to_list().unwrap(), array.to_host().unwrap().to_list().unwrap());
        }
        let array = up(&gpu, r#"["b", "a", "b"]"#);
        assert_eq!(counted(&gpu, || drop(array.to_categorical().unwrap())).1, 1);
    }

    fn floats_in_texts_are_the_nearest_ones(device) {
        let gpu = backend(device);
        let random = &mut Rng::with_seed(cuda_rust::options::number("seed", 1) as u64);
        for unusual in [false, true] {
            let texts: Vec<String> = (0..3000).map(|_| match (unusual, random.u8(..4)) {
                (true, 0) => format!("{:e}", f64::from_bits(random.u64(..))),
                (_, 1) => format!("{}", random.f64() * 1e6 - 5e5),
                (_, 2) => format!("{:.17e}", random.f64()).replace("e0", ""),
                _ => format!("{}.{}e{}", random.u32(..), random.u32(..), random.i8(-9..10)),
            }).collect();
            let array = HostArray::from_values(&texts).unwrap().to_backend(&gpu).unwrap();
            let found = array.strings_astype(Dtype::Float64).unwrap().to_host().unwrap().to_list().unwrap();
            for (text, found) in texts.iter().zip(found) {
                let (found, expected) = (found.as_number().and_then(|number| number.as_f64()).unwrap(), text.parse::<f64>().unwrap());
                assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{text}: {found:?}");
            }
        }
        let array = up(&gpu, r#"["12", "1.5e-3", "-0.25"]"#);
        assert_eq!(counted(&gpu, || drop(array.strings_astype(Dtype::Float64).unwrap())), (1, 1));
        let error = array.strings_astype(Dtype::Int64).unwrap_err().to_string();
        assert!(error.contains(r#"text 1, "1.5e-3""#), "{error}");
    }

    fn texts_of_any_length_are_compared_at_any_byte(device) {
        let gpu = backend(device);
        let random = &mut Rng::with_seed(cuda_rust::options::number("seed", 1) as u64);
        let texts: Vec<String> = (0..3000).map(|_| (0..random.u8(..20)).map(|_| random.char('a'..='b')).collect()).collect();
        let mut others = texts.clone();
        for other in others.iter_mut().filter(|other| !other.is_empty()) {
            let at = random.usize(..2 * other.len());
            if at < other.len() { other.replace_range(at..at + 1, "c") }
        }
        let up = |texts: &[String]| HostArray::from_values(texts).unwrap().to_backend(&gpu).unwrap();
        let bools = |array: Array| array.to_host().unwrap().to_list().unwrap();
        let (array, other) = (up(&texts), up(&others));
        let expected: Vec<Value> = texts.iter().zip(&others).map(|(a, b)| Value::Number((a == b).into())).collect();
        assert_eq!(bools(array.equals(&other).unwrap()), expected);
        for one in others.iter().take(60) {
            let expected: Vec<Value> = texts.iter().map(|text| Value::Number((text == one).into())).collect();
            assert_eq!(bools(array.equals(one.as_str()).unwrap()), expected, "{one}");
        }
    }

    fn digits_are_read_together_and_anything_else_is_not_one(device) {
        let gpu = backend(device);
        let random = &mut Rng::with_seed(cuda_rust::options::number("seed", 1) as u64);
        let read = |texts: &[String], ty| HostArray::from_values(texts).unwrap().to_backend(&gpu).unwrap().strings_astype(ty).map(|array| text(&array));
        let texts: Vec<String> = (0..3000).map(|_| (0..random.u8(1..18)).map(|_| random.char('0'..='9')).collect()).collect();
        let expected: Vec<i64> = texts.iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(read(&texts, Dtype::Int64).unwrap(), format!("{expected:?}"));
        for byte in (0..128u8).filter(|byte| !byte.is_ascii_digit()) {
            let number = format!("123{}5678", char::from(byte));
            let expected = if byte == b'_' { Some("[1235678]".to_owned()) } else { None };
            assert_eq!(read(&[number], Dtype::Int64).ok(), expected, "{byte}");
        }
        assert_eq!(read(&["0255".into()], Dtype::UInt8).unwrap(), "[255]");
        assert!(read(&["0256".into()], Dtype::UInt8).is_err());
    }

    fn equality_waits_once(device) {
        let gpu = backend(device);
        let json = r#"[{"x": [1.5, 2], "y": "a"}, {"x": [], "y": "b"}]"#;
        let (a, b) = (up(&gpu, json), up(&gpu, json));
        let equal = |a: &Array, b: &Array| a.array_equal(b, Equality::default()).unwrap();
        assert!(equal(&a, &b));
        assert_eq!(counted(&gpu, || assert!(equal(&a, &b))).1, 1);
        assert!(!equal(&a, &up(&gpu, &json.replace('b', "c"))));
        assert!(!equal(&a, &up(&gpu, &json.replace("1.5", "1.5000001"))));
        let near = up(&gpu, &json.replace("1.5", "1.5000001"));
        assert!(a.almost_equal(&near, Tolerance::default(), Equality::default()).unwrap());
    }

    fn arrays_with_the_same_offsets_are_zipped_without_a_wait(device) {
        let gpu = backend(device);
        let (a, b) = (up(&gpu, "[[1, 2], [], [3]]"), up(&gpu, "[[4, 5], [], [6]]"));
        let zip = |a: &Array, b: &Array| gpu.zip_no_broadcast([a, b], Some(&["a", "b"]));
        let zipped = zip(&a, &b).unwrap();
        assert_eq!(text(&zipped), "[[{a: 1, b: 4}, {a: 2, b: 5}], [], [{a: 3, b: 6}]]");
        assert_eq!(counted(&gpu, || drop(zip(&a, &b).unwrap())), (1, 1));
        let fields = zipped.unzip().unwrap();
        assert_eq!(counted(&gpu, || drop(zip(&fields[0], &fields[1]).unwrap())), (0, 0));
        let other = zip(&a, &up(&gpu, "[[4], [5], [6]]")).unwrap_err();
        assert!(matches!(&other, Error::Value(text) if text.contains("offsets 1 differ")), "{other}");
        assert!(matches!(zip(&a, &up(&gpu, "[[1]]")), Err(Error::Broadcast(_))));
        assert!(matches!(zip(&a, &up(&gpu, "[1, 2, 3]")), Err(Error::Value(_))));
    }

    fn durations_are_converted_by_one_ratio(device) {
        let gpu = backend(device);
        let convert = |number: i64, from: &str, to: &str| {
            let ty = |unit: &str| Dtype::of_name(&format!("timedelta64[{unit}]")).unwrap();
            let spans = up(&gpu, &format!("[{number}]")).values_astype(ty(from)).unwrap();
            spans.values_astype(ty(to))?.values_astype(Dtype::Int64).map(|array| text(&array))
        };
        for (number, from, to, expected) in [
            (731, "h", "M", "[1]"),
            (8766, "h", "Y", "[1]"),
            (8765, "h", "Y", "[0]"),
            (-1, "h", "M", "[-1]"),
            (1, "Y", "ns", "[31556952000000000]"),
            (i64::MIN, "ps", "W", "[-9223372036854775808]"),
        ] {
            assert_eq!(convert(number, from, to).unwrap(), expected, "{number} {from} in {to}");
        }
        for (from, to) in [("W", "as"), ("as", "W"), ("fs", "Y")] {
            let error = convert(i64::MIN, from, to).unwrap_err();
            assert!(matches!(&error, Error::Value(text) if text.contains("too different")), "{error}");
        }
    }

    fn dates_are_filled_with_dates_of_the_same_unit(device) {
        let gpu = backend(device);
        let fill = |value: Scalar| {
            let dates = up(&gpu, "[1, null]").values_astype(Dtype::DateTime64(TimeUnit::Second)).unwrap();
            dates.fill_none(value, -1).unwrap()
        };
        let same = fill(Scalar::DateTime64(5, TimeUnit::Second));
        assert_eq!((same.type_text().as_str(), text(&same).as_str()), ("2 * datetime64[s]", "[1970-01-01T00:00:01, 1970-01-01T00:00:05]"));
        for (value, ty, shown) in [
            (Scalar::DateTime64(5, TimeUnit::Millisecond), "datetime64[ms]", "1970-01-01T00:00:00.005"),
            (Scalar::TimeDelta64(5, TimeUnit::Second), "timedelta64[s]", "5 seconds"),
            (Scalar::Int64(5), "int64", "5"),
        ] {
            let filled = fill(value);
            assert_eq!(filled.type_text(), format!("2 * union[datetime64[s], {ty}]"));
            assert_eq!(text(&filled), format!("[1970-01-01T00:00:01, {shown}]"));
        }
        let filled = up(&gpu, "[1, null]").fill_none(Scalar::TimeDelta64(5, TimeUnit::Day), -1).unwrap();
        assert_eq!(text(&filled), "[1, 5 days]");
    }

    fn dates_have_neither_angles_nor_decimals(device) {
        let gpu = backend(device);
        for ty in [Dtype::DateTime64(TimeUnit::Second), Dtype::TimeDelta64(TimeUnit::Day)] {
            let array = up(&gpu, "[[1], []]").values_astype(ty).unwrap();
            for result in [array.angle(false), array.round(0), array.round(-1)] {
                assert!(matches!(result, Err(Error::Type(_))), "{result:?}");
            }
        }
    }

    fn nat_equals_nat_where_nan_equals_nan(device) {
        let gpu = backend(device);
        let numbers = up(&gpu, &format!("[1, {}]", i64::MIN));
        let other = up(&gpu, &format!("[{}, 1]", i64::MIN));
        let equal_nan = Equality { equal_nan: true, ..Equality::default() };
        let near = Tolerance { equal_nan: true, ..Tolerance::default() };
        for ty in [Dtype::DateTime64(TimeUnit::Second), Dtype::TimeDelta64(TimeUnit::Day)] {
            let (a, b) = (numbers.values_astype(ty).unwrap(), other.values_astype(ty).unwrap());
            assert!(!a.array_equal(&a, Equality::default()).unwrap());
            assert!(!a.almost_equal(&a, Tolerance::default(), equal_nan).unwrap());
            assert!(a.array_equal(&a, equal_nan).unwrap() && !a.array_equal(&b, equal_nan).unwrap());
            assert!(a.almost_equal(&a, near, Equality::default()).unwrap());
        }
    }

    fn types_of_any_form_are_enforced(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[1, 2], [3, 4]]");
        let form = |json: &str| Form::from_json(json).unwrap();
        let shaped = form(r#"{"class": "NumpyArray", "primitive": "float32", "inner_shape": [2], "parameters": {"a": 1}}"#);
        let enforced = array.enforce_type(&shaped).unwrap();
        assert_eq!(enforced.type_text(), r#"2 * [2 * float32, parameters={"a": 1}]"#);
        assert!(up(&gpu, "[1, 2]").enforce_type(&shaped).is_err());
        let indexed = form(r#"{"class": "IndexedArray", "index": "i64", "content": "float32"}"#);
        assert_eq!(up(&gpu, "[1, 2]").enforce_type(&indexed).unwrap().type_text(), "2 * float32");
        let ty = Form::of_type(r#"{x: int64, y: option[int8, parameters={"a": 1}]}"#).unwrap();
        let records = up(&gpu, r#"[{"x": 1}]"#).enforce_type(&ty).unwrap();
        assert_eq!(records.type_text(), format!("1 * {}", ty.type_text()));
        let union = up(&gpu, r#"[1, null, "a"]"#);
        let option = |array: &Array, ty: &str| array.enforce_type(&Form::of_type(ty).unwrap()).map(|array| text(&array));
        assert_eq!(option(&union.slice(..-1).unwrap(), "?int64").unwrap(), "[1, None]");
        assert!(option(&union, "?int64").is_err());
        let records = [r#"[{"x": 1}, null]"#, r#"[{"x": 2, "y": 3}, null]"#].map(|json| up(&gpu, json));
        let union = gpu.concatenate(&records, 0).unwrap();
        let merged = option(&union, "?{x: int64, y: ?int64}").unwrap();
        assert_eq!(merged, "[{x: 1, y: None}, None, {x: 2, y: 3}, None]");
        for ty in ["[var * int64, parameters={\"__array__\": \"string\"}]", "var * int8[parameters={\"__array__\": \"bytestring\"}]"] {
            let error = array.enforce_type(&Form::of_type(ty).unwrap()).unwrap_err();
            assert!(matches!(&error, Error::Type(text) if text.contains("lists of uint8")), "{error}");
        }
        let categorical = up(&gpu, r#"["a", "b", "a"]"#).to_categorical().unwrap();
        assert!(categorical.enforce_type(&categorical.form()).is_ok());
        for array in [up(&gpu, r#"["a"]"#), up(&gpu, "[]")] {
            let error = array.enforce_type(&categorical.form()).unwrap_err();
            assert!(matches!(error, Error::Unsupported(_)) && error.to_string().contains("to_categorical"), "{error}");
        }
    }

    fn types_of_a_union_that_become_one_are_one(device) {
        let gpu = backend(device);
        let numbers = up(&gpu, r#"["1", 5, " 2 "]"#).strings_astype(Dtype::Int64).unwrap();
        assert_eq!((numbers.type_text().as_str(), text(&numbers).as_str()), ("3 * int64", "[1, 5, 2]"));
        let union = up(&gpu, r#"[1, "a", 2]"#);
        let replaced = |replacement: &str| union.transform(|node, _| Ok(if node.form().type_text() == "int64" {
            Some(up(&gpu, replacement))
        } else {
            None
        })).unwrap();
        for (replacement, expected, ty) in [
            (r#"["x", "y"]"#, r#"["x", "a", "y"]"#, "3 * string"),
            (r#"["x", true]"#, r#"["x", "a", true]"#, "3 * union[string, bool]"),
            ("[null, 1.5]", r#"[None, "a", 1.5]"#, "3 * union[?float64, ?string]"),
        ] {
            let array = replaced(replacement);
            assert_eq!((text(&array).as_str(), array.type_text().as_str()), (expected, ty));
        }
    }

    fn half_precision_floats_are_rounded_once(device) {
        let gpu = backend(device);
        // Next to halves of a step, by less than a float can tell.
        let texts = ["1.0004882813", "1.0004882812", "65519.99999999", "65520", "2.9802322388e-8"];
        let expected = "[1.0009766, 1.0, 65504.0, inf, 5.9604645e-8]";
        let array = HostArray::from_values(texts.map(str::to_owned)).unwrap().to_backend(&gpu).unwrap();
        assert_eq!(text(&array.strings_astype(Dtype::Float16).unwrap()), expected);
        let doubles = array.strings_astype(Dtype::Float64).unwrap();
        assert_eq!(text(&doubles.values_astype(Dtype::Float16).unwrap()), expected);
        let complex = doubles.values_astype(Dtype::Complex128).unwrap();
        assert_eq!(text(&complex.values_astype(Dtype::Float16).unwrap()), expected);
    }

    fn categorical_texts_differ_from_others_by_their_nodes(device) {
        let gpu = backend(device);
        let texts = up(&gpu, r#"["a", "b", "a"]"#);
        let missing = up(&gpu, r#"[["a", null], []]"#);
        let usual = Equality::default();
        let [no_types, no_parameters] = [
            Equality { same_content_types: false, ..usual },
            Equality { check_parameters: false, ..usual },
        ];
        let compared = |array: &Array| {
            let other = array.to_categorical().unwrap();
            assert!(other.array_equal(&other, usual).unwrap());
            [usual, no_types, no_parameters].map(|how| {
                let found = [array.array_equal(&other, how), other.array_equal(array, how)].map(Result::unwrap);
                assert_eq!(found[0], found[1]);
                found[0]
            })
        };
        assert_eq!(compared(&texts), [false, true, false]);
        assert_eq!(compared(&missing), [false, false, true]);
        let other = texts.to_categorical().unwrap();
        assert!(texts.almost_equal(&other, Tolerance::default(), usual).unwrap());
    }

    fn a_closure_replaces_nodes(device) {
        let gpu = backend(device);
        let array = up(&gpu, r#"[[{"x": 1, "y": "a"}], []]"#);
        let mut seen = Vec::new();
        let same = array.transform(|node, depth| {
            seen.push((depth, node.form().type_text()));
            Ok(None)
        }).unwrap();
        assert_eq!(text(&same), text(&array));
        let types = ["var * {x: int64, y: string}", "{x: int64, y: string}", "int64", "string", "char"];
        assert_eq!(seen.iter().map(|value| value.1.as_str()).collect::<Vec<_>>(), types);
        assert_eq!(seen.iter().map(|value| value.0).collect::<Vec<_>>(), [1, 2, 2, 2, 3]);
        let numbers = |node: &Array| node.form().type_text() == "int64";
        let missing = array.transform(|node, _| if numbers(node) {
            node.mask(&node.gt(1i64)?, true).map(Some)
        } else {
            Ok(None)
        }).unwrap();
        assert_eq!(missing.type_text(), "2 * var * {x: ?int64, y: string}");
        let shorter = array.transform(|node, _| Ok(numbers(node).then(|| node.slice(1..).unwrap())));
        assert!(shorter.unwrap_err().to_string().contains("returned 0 entries in place of 1"));
        let chars = array.transform(|node, _| if node.form().type_text() == "char" {
            node.values_astype(Dtype::Int64).map(Some)
        } else {
            Ok(None)
        });
        assert!(matches!(chars, Err(Error::Value(_))));
    }

    fn sorted_regular_lists_with_missing_values_are_of_any_size(device) {
        let gpu = backend(device);
        let regular = |json| up(&gpu, json).to_regular(1).unwrap();
        assert_eq!(regular("[[2, null], [4, 3]]").sort(1, true).unwrap().type_text(), "2 * var * ?int64");
        assert_eq!(regular("[[2, 1], [4, 3]]").sort(1, true).unwrap().type_text(), "2 * 2 * int64");
    }
}

#[test]
fn a_type_that_is_read_prints_the_same_text() {
    let types = [
        "var * ?float64",
        "3 * var * union[int64, ?string, bytes]",
        r#"{x: int64, "two words": (bool, option[2 * datetime64[ms]])}"#,
        r#"Point[x: int64[parameters={"unit": "mm"}], y: [var * timedelta64[s], parameters={"a": [1, null]}]]"#,
        r#"struct[{x: int8}, parameters={"a": 1}]"#,
        r#"tuple[[int8, char], parameters={"a": 1}]"#,
        "Pair[int64, string[3]]",
        "()",
        "?unknown",
        r#"datetime64[s][parameters={"a": 1}]"#,
        r#"datetime64[s][parameters={"a": 1}]"#,
    ];
    for text in types {
        assert_eq!(Form::of_type(text).unwrap().type_text(), text);
    }
    for text in [
        "",
        "var",
        "var *",
        "{x: int64",
        "int65",
        "(int8,",
        "3 * 3",
        "union[int8",
        "int8 int8",
        "{int64}",
        "(x: int64)",
        "union[x: int64]",
        "tuple[[x: int64], parameters={}]",
        "int64[int8]",
        "datetime64[q]",
    ] {
        let error = Form::of_type(text).unwrap_err().to_string();
        assert!(error.contains(" at byte "), "{error}");
    }
    let deep = "var * ".repeat(100_000) + "int8";
    assert!(Form::of_type(&deep).is_err());
}
