//! Copies of arrays to the device and back, with one backend and with several.

use cuda_awkward::{Axis, Dtype, Error, Form, HostArray, Pick};
use cuda_driver::driver::Symbol;

use crate::{backend, instrumented, text, up};

const MIXED: &str = r#"[{"x": [1, 2], "y": "one", "z": [[true], []]}, {"x": [], "y": null, "z": []}, {"x": [3], "y": "three", "z": [[false, true]]}]"#;

on_the_device! {
    fn an_array_is_copied_to_the_device_and_back(device) {
        let gpu = backend(device);
        for json in [MIXED, "[]", "[1, 2.5]", "[[[[1]]], [], [[], [[2, 3]]]]", r#"[1, "two", [3], null]"#] {
            let host = HostArray::from_json(json).unwrap();
            let array = host.to_backend(&gpu).unwrap();
            assert_eq!(array.type_text(), host.type_text());
            assert_eq!(array.to_host().unwrap(), host, "{json}");
            let (form, length, buffers) = array.to_buffers().unwrap();
            let again = gpu.from_buffers(&form, length, buffers.into_iter().map(|buffer| (buffer.name, buffer.data))).unwrap();
            assert_eq!(again.to_host().unwrap(), host, "{json}");
        }
    }

    fn forms_are_those_of_awkward_array(device) {
        let gpu = backend(device);
        let form = up(&gpu, "[[1.5], []]").form();
        let text = r#"{"class":"ListOffsetArray","offsets":"i64","content":{"class":"NumpyArray","primitive":"float64","form_key":"node1"},"form_key":"node0"}"#;
        assert_eq!(form.to_json(), text);
        assert_eq!(Form::from_json(text).unwrap(), form);
        assert_eq!(serde_json::from_str::<Form>(text).unwrap(), form);
    }

    fn whole_numbers_beyond_int64_are_uint64_or_an_error(_device) {
        let described = |text: &str| HostArray::from_json(text).map(|array| format!("{}: {}", array.type_text(), array.value().unwrap()));
        for (text, expected) in [
            ("[9223372036854775807, -9223372036854775808]", "2 * int64: [9223372036854775807, -9223372036854775808]"),
            ("[9223372036854775808]", "1 * uint64: [9223372036854775808]"),
            ("[[18446744073709551615, 1], [], [null]]", "3 * var * ?uint64: [[18446744073709551615, 1], [], [None]]"),
            ("[9223372036854775808, 0.5]", "2 * float64: [9.223372036854776e18, 0.5]"),
            ("[18446744073709551616]", "1 * float64: [1.8446744073709552e19]"),
        ] {
            assert_eq!(described(text).unwrap(), expected);
        }
        let error = described("[[9223372036854775808], [0], [-1]]").unwrap_err();
        assert!(matches!(error, Error::Value(_)), "{error}");
        assert!(error.to_string().contains("both -1 and 9223372036854775808"), "{error}");
        let values = HostArray::from_values([Some(u64::MAX), None]).unwrap();
        assert_eq!(values.type_text(), "2 * ?uint64");
    }

    fn arrays_of_different_backends_do_not_mix(device) {
        let (gpu, other) = (backend(device), backend(device));
        let (a, b) = (up(&gpu, "[[1], [2, 3]]"), up(&other, "[[10], [20, 30]]"));
        let Err(error) = &a + &b else { panic!() };
        assert!(matches!(error, Error::Backend { .. }));
        assert!(error.to_string().starts_with("cannot operate on arrays with incompatible backends"), "{error}");
        assert!(matches!(a.get([&b]), Err(Error::Backend { .. })));
        assert!(matches!(gpu.concatenate([&a, &b], 0), Err(Error::Backend { .. })));
        assert_eq!(text(&(&a + &b.on(&gpu).unwrap()).unwrap()), "[[11], [22, 33]]");
    }

    fn a_row_slice_makes_no_call(device) {
        let (instrument, gpu) = instrumented(device);
        let array = up(&gpu, MIXED);
        instrument.reset();
        let part = array.slice(1..).unwrap();
        let x = part.field("x").unwrap();
        assert_eq!(instrument.all_calls(), 0);
        assert_eq!((part.len(), x.type_text().as_str()), (2, "2 * var * int64"));
        assert_eq!(text(&x), "[[], [3]]");
    }

    fn arrays_are_only_copied_on_request(device) {
        let (instrument, gpu) = instrumented(device);
        let array = up(&gpu, "[[1, 2], [], [3]]");
        array.plus(1i64).unwrap();
        instrument.reset();
        let sum = array.plus(1i64).unwrap();
        let copies = [Symbol::cuMemcpyDtoH_v2, Symbol::cuMemcpyDtoHAsync_v2, Symbol::cuMemcpyHtoDAsync_v2, Symbol::cuMemcpyDtoDAsync_v2];
        assert_eq!(copies.map(|copy| instrument.calls(copy)), [0; 4]);
        assert_eq!(text(&sum), "[[2, 3], [], [4]]");
    }

    fn an_invalid_index_or_axis_does_not_affect_later_operations(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[1, 2], [], [3]]");
        let error = array.get([Pick::ALL, Pick::At(0)]).unwrap_err();
        assert!(matches!(error, Error::Index { .. }), "{error}");
        assert_eq!(text(&array.num(1).unwrap()), "[2, 0, 1]");
        let Err(Error::Axis { axis: 2, depth: 2 }) = array.num(2) else { panic!() };
    }

    fn missing_values_never_reach_a_kernel_as_numbers(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[1, null], null, [null, 3]]");
        assert_eq!(text(&array.sum(Axis::INNER).unwrap()), "[1, None, 3]");
        assert_eq!(text(&(&array + &array).unwrap()), "[[2, None], None, [None, 6]]");
        // All are missing: there is nothing to read.
        let nothing = up(&gpu, "[[null, null], [null]]").values_astype(Dtype::Int64).unwrap();
        assert_eq!(text(&nothing.plus(1i64).unwrap()), "[[None, None], [None]]");
    }

    fn debug_shows_the_ends_of_an_array(device) {
        let gpu = backend(device);
        let numbers: Vec<i64> = (0..1000).collect();
        let array = HostArray::from_numbers(&numbers).unwrap().to_backend(&gpu).unwrap();
        let shown = array.to_string();
        assert!(shown.starts_with("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ..., 990, "), "{shown}");
        assert!(shown.ends_with("type: 1000 * int64"), "{shown}");
    }
}
