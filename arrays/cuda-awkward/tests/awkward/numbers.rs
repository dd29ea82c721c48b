//! Numbers, one by one.

use cuda_awkward::{Array, Dtype, Error, HostArray, Operand, Reduced, Reducer, Scalar, Value};

use crate::{backend, text, up};

on_the_device! {
    fn a_reduction_is_an_operand_of_its_type_or_an_error(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[3, 1], [], [2]]");
        let most = |array: &Array| Operand::try_from(array.reduce(Reducer::Max).run().unwrap());
        let less = array.minus(most(&array).unwrap()).unwrap();
        assert_eq!(less.type_text(), "3 * var * int64");
        assert_eq!(text(&less), "[[0, -2], [], [-1]]");
        let error = most(&up(&gpu, "[[1]]").slice(0..0).unwrap()).unwrap_err();
        assert!(error.to_string().contains("a missing number of int64"), "{error}");
        assert!(matches!(error, Error::Value(_)));
        let each = array.reduce(Reducer::Max).axis(1).run().unwrap();
        let less = array.minus(Operand::try_from(each).unwrap()).unwrap();
        assert_eq!(text(&less), "[[0, -2], None, [0]]");
        // Variances of nothing, whose mean is missing.
        for ty in [Dtype::Int64, Dtype::Float32, Dtype::Complex64, Dtype::Complex128] {
            let none = array.slice(0..0).unwrap().values_astype(ty).unwrap();
            for reducer in [Reducer::Mean, Reducer::Var, Reducer::Std, Reducer::Ptp] {
                if reducer == Reducer::Ptp && ty.name().starts_with("complex") { continue }
                let found = none.reduce(reducer).mask_identity(true).run().unwrap();
                assert!(matches!(found, Reduced::Scalar(None, _)), "{ty} {found:?}");
            }
        }
    }

    fn nan_to_num_replaces_both_parts_of_complex_numbers(device) {
        let gpu = backend(device);
        let finite = |numbers: &[Scalar]| {
            let array = HostArray::from_numbers(numbers).unwrap().to_backend(&gpu).unwrap();
            let host = array.nan_to_num().unwrap().to_host().unwrap();
            let numbers = host.to_list().unwrap();
            numbers.iter().map(|number| number.as_number().unwrap()).collect::<Vec<_>>()
        };
        // NumPy's rules: each part by itself, as a number of its type.
        let rules = [(f64::NAN, 0.0, 0.0), (f64::INFINITY, f32::MAX, f64::MAX), (f64::NEG_INFINITY, f32::MIN, f64::MIN), (-1.5, -1.5, -1.5)]
            .map(|(from, single, double)| (from, (single, double)));
        let pairs: Vec<_> = rules.iter().flat_map(|a| rules.iter().map(move |b| (a, b))).collect();
        let of = |number: fn(f64, f64) -> Scalar| -> Vec<Scalar> { pairs.iter().map(|(a, b)| number(a.0, b.0)).collect() };
        let single = finite(&of(|re, im| Scalar::Complex64(re as f32, im as f32)));
        let double = finite(&of(Scalar::Complex128));
        for (at, (a, b)) in pairs.iter().enumerate() {
            assert_eq!(single[at], Scalar::Complex64(a.1.0, b.1.0));
            assert_eq!(double[at], Scalar::Complex128(a.1.1, b.1.1));
        }
        let lists = HostArray::from_values([vec![1], vec![]]).unwrap().to_backend(&gpu).unwrap();
        let lists = lists.values_astype(Dtype::Complex128).unwrap();
        assert_eq!(text(&lists.nan_to_num().unwrap()), "[[(1+0j)], []]");
    }
}

#[test]
fn a_number_has_as_many_bytes_as_its_type() {
    let types = [
        (Dtype::Bool, 1),
        (Dtype::Int8, 1),
        (Dtype::UInt16, 2),
        (Dtype::Float16, 2),
        (Dtype::Int32, 4),
        (Dtype::Float64, 8),
        (Dtype::Complex64, 8),
        (Dtype::Complex128, 16),
    ];
    for (dtype, size) in types {
        for len in 0..40 {
            let number = Scalar::from_bytes(dtype, &vec![1; len]);
            assert_eq!(number.is_some(), len == size, "{len} bytes of {dtype}");
            if let Some(number) = number {
                assert_eq!(number.to_bytes(), vec![1; size], "{dtype}");
            }
        }
    }
}

on_the_device! {
    fn numbers_are_compared(device) {
        let gpu = backend(device);
        let pairs = [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (f64::NAN, 1.0), (1.0, f64::NAN), (-0.0, 0.0)];
        let up = |numbers: Vec<f64>| HostArray::from_numbers(&numbers).unwrap().to_backend(&gpu).unwrap();
        let [a, b] = [up(pairs.iter().map(|pair| pair.0).collect()), up(pairs.iter().map(|pair| pair.1).collect())];
        type Relation = fn(&f64, &f64) -> bool;
        let relations: [(&str, Relation); 6] = [
            ("equal", f64::eq), ("not_equal", f64::ne), ("less", f64::lt), ("less_equal", f64::le),
            ("greater", f64::gt), ("greater_equal", f64::ge),
        ];
        for (name, holds) in relations {
            let expected: Vec<bool> = pairs.iter().map(|(a, b)| holds(a, b)).collect();
            for ty in [Dtype::Float64, Dtype::Float32, Dtype::Float16] {
                let [a, b] = [&a, &b].map(|array| array.values_astype(ty).unwrap());
                let found = gpu.ufunc(name, [Operand::from(&a), Operand::from(&b)]).unwrap();
                assert_eq!(text(&found), format!("{expected:?}"), "{name} of {ty}");
            }
            // Without the NaNs, which no integer is.
            let some = |array: &Array| array.slice(..3).unwrap().values_astype(Dtype::Int32).unwrap();
            let found = gpu.ufunc(name, [Operand::from(&some(&a)), Operand::from(&some(&b))]).unwrap();
            assert_eq!(text(&found), format!("{:?}", &expected[..3]), "{name} of integers");
        }
    }

    fn a_value_has_the_fields_of_its_records_and_tuples(device) {
        let gpu = backend(device);
        let value = |array: &Array| array.to_host().unwrap().value().unwrap();
        let number = |value: Option<&Value>| value.and_then(Value::as_number).and_then(|number| number.as_i64());
        let pairs = value(&up(&gpu, "[[5, 6]]").combinations(2).run().unwrap());
        let pair = &pairs.as_list().unwrap()[0].as_list().unwrap()[0];
        assert_eq!(["0", "1", "2", "x"].map(|name| number(pair.field(name))), [Some(5), Some(6), None, None]);
        let records = value(&up(&gpu, r#"[{"x": 5, "1": 6}]"#));
        let record = &records.as_list().unwrap()[0];
        assert_eq!(["x", "1", "0"].map(|name| number(record.field(name))), [Some(5), Some(6), None]);
        assert!(records.field("0").is_none() && record.field("x").unwrap().field("0").is_none());
    }
}
