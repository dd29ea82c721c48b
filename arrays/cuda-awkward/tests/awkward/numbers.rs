//! Numbers, one by one.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use cuda_awkward::{
    Array, Axis, Backend, Dtype, Error, HostArray, Operand, Reducer, ReducerOutput, Scalar,
    StatisticOutput, Value,
};

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
                assert!(matches!(found, ReducerOutput::Scalar(None, _)), "{ty} {found:?}");
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
        let scalars = |number: fn(f64, f64) -> Scalar| -> Vec<Scalar> { pairs.iter().map(|(a, b)| number(a.0, b.0)).collect() };
        let single = finite(&scalars(|re, im| Scalar::Complex64(re as f32, im as f32)));
        let double = finite(&scalars(Scalar::Complex128));
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

/// The parts of a number.
type Complex = (f64, f64);

/// Complex numbers of 64 or 128 bits.
fn complex(gpu: &Backend, ty: Dtype, numbers: &[Complex]) -> Array {
    let one = |(re, im): &Complex| match ty {
        Dtype::Complex64 => Scalar::Complex64(*re as f32, *im as f32),
        _ => Scalar::Complex128(*re, *im),
    };
    let numbers: Vec<Scalar> = numbers.iter().map(one).collect();
    HostArray::from_numbers(&numbers).unwrap().to_backend(gpu).unwrap()
}

fn in_lists(gpu: &Backend, numbers: &Array, lens: &[i64]) -> Array {
    let lens = HostArray::from_numbers(lens).unwrap().to_backend(gpu).unwrap();
    numbers.unflatten(&lens, 0).unwrap()
}

fn parts(array: &Array) -> Vec<Complex> {
    let host = array.to_host().unwrap();
    let numbers = host.to_list().unwrap();
    let part = |number: &Value| match number.as_number().unwrap() {
        Scalar::Complex64(re, im) => (re.into(), im.into()),
        Scalar::Complex128(re, im) => (re, im),
        other => panic!("{other:?}"),
    };
    numbers.iter().map(part).collect()
}

on_the_device! {
    fn variances_along_an_outer_axis_are_those_of_deviations(device) {
        let gpu = backend(device);
        let (var, std) = (|array: &Array| text(&array.var(0i64).unwrap()), |array: &Array| text(&array.std(0i64).unwrap()));
        for ty in [Dtype::Complex64, Dtype::Complex128] {
            for lens in [vec![1], vec![1, 1], vec![0, 1], vec![1, 2]] {
                let n = lens.iter().sum::<i64>() as usize;
                let array = in_lists(&gpu, &complex(&gpu, ty, &vec![(2.0, 3.0); n]), &lens);
                let zeros = if lens.contains(&2) { "[0.0, 0.0]" } else { "[0.0]" };
                assert_eq!((var(&array).as_str(), std(&array).as_str()), (zeros, zeros), "{ty} {lens:?}");
            }
        }
        let array = in_lists(&gpu, &complex(&gpu, Dtype::Complex128, &[(1.7e308, 0.0), (1.0, 0.0)]), &[2]);
        assert_eq!(var(&array), "[0.0, 0.0]");
        // The answers of Awkward 2.14.
        let cases = [
            ("[[1.7e308]]", "[0.0]"),
            ("[[100000001.0, 3], [100000002.0, 4]]", "[0.25, 0.25]"),
            ("[[[100000001.0, 3], [2]], [[100000002.0, 4], [1]]]", "[[0.25, 0.25], [0.25]]"),
        ];
        for (json, expected) in cases {
            let array = up(&gpu, json);
            assert_eq!(var(&array), expected, "{json}");
            let StatisticOutput::Array(covariance) = array.covar(&array).axis(0i64).run().unwrap() else { panic!() };
            assert_eq!(text(&covariance), expected, "{json}");
        }
        let array = up(&gpu, "[[100000001.0, 3], [100000002.0, 4]]");
        let StatisticOutput::Array(correlation) = array.corr(&array).axis(0i64).run().unwrap() else { panic!() };
        assert_eq!(text(&correlation), "[1.0, 1.0]");
        // Of lists of different lengths, in double precision.
        for ty in [Dtype::Float32, Dtype::Float64] {
            let array = up(&gpu, "[[2.1], [2.1, 5]]").values_astype(ty).unwrap();
            let StatisticOutput::Array(covariance) = array.covar(&array).axis(0i64).run().unwrap() else { panic!() };
            assert_eq!((var(&array).as_str(), text(&covariance).as_str()), ("[0.0, 0.0]", "[0.0, 0.0]"), "{ty}");
        }
    }

    fn complex_numbers_become_integers_as_their_real_parts_do(device) {
        let gpu = backend(device);
        let reals = [-3.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 300.7, -1.5, 3e9, -3e9, 1e20];
        // The answers of NumPy 2.4 on x86, whose `uint32` also depend on the instructions it uses: here they are truncated from 64 bits.
        let most = i64::MIN as i128;
        let cases: [(Dtype, [i128; 9]); 8] = [
            (Dtype::Int8, [-3, 0, 0, 0, 44, -1, 0, 0, 0]),
            (Dtype::UInt8, [253, 0, 0, 0, 44, 255, 0, 0, 0]),
            (Dtype::Int16, [-3, 0, 0, 0, 300, -1, 0, 0, 0]),
            (Dtype::UInt16, [65533, 0, 0, 0, 300, 65535, 0, 0, 0]),
            (Dtype::Int32, [-3, -2147483648, -2147483648, -2147483648, 300, -1, -2147483648, -2147483648, -2147483648]),
            (Dtype::UInt32, [4294967293, 0, 0, 0, 300, 4294967295, 3000000000, 1294967296, 0]),
            (Dtype::Int64, [-3, most, most, most, 300, -1, 3000000000, -3000000000, most]),
            (Dtype::UInt64, [18446744073709551613, 0, -most, -most, 300, 18446744073709551615, 3000000000, 18446744070709551616, 0]),
        ];
        for ty in [Dtype::Complex64, Dtype::Complex128] {
            let array = complex(&gpu, ty, &reals.map(|re| (re, 7.0)));
            let reals = HostArray::from_numbers(&reals).unwrap().to_backend(&gpu).unwrap();
            for (to, expected) in &cases {
                assert_eq!(text(&array.values_astype(*to).unwrap()), format!("{expected:?}"), "{ty} as {to}");
                assert_eq!(text(&reals.values_astype(*to).unwrap()), format!("{expected:?}"), "{to}");
            }
        }
    }

    fn divisors_and_multiples_are_those_of_unsigned_numbers(device) {
        let gpu = backend(device);
        // The answers of NumPy 2.4.
        for (ty, bits) in [(Dtype::Int8, 8), (Dtype::Int16, 16), (Dtype::Int32, 32), (Dtype::Int64, 64)] {
            let least = i64::MIN >> (64 - bits);
            let most = -(least + 1);
            let typed = |numbers: [i64; 9]| HostArray::from_numbers(&numbers).unwrap().to_backend(&gpu).unwrap().values_astype(ty).unwrap();
            let a = typed([least, least, most, 2, least, 0, least, most, -6]);
            let b = typed([5, least, least, most, -1, least, 6, most, 4]);
            let found = |name: &str| text(&gpu.ufunc(name, [&a, &b]).unwrap());
            assert_eq!(found("gcd"), format!("{:?}", [1, least, 1, 1, 1, least, 2, most, 2]), "{ty}");
            assert_eq!(found("lcm"), format!("{:?}", [least, least, least, -2, least, 0, least, most, 12]), "{ty}");
        }
        let [a, b] = [[u64::MAX, 2, 0], [6, u64::MAX, 5]].map(|numbers| HostArray::from_numbers(&numbers).unwrap().to_backend(&gpu).unwrap());
        assert_eq!(text(&gpu.ufunc("gcd", [&a, &b]).unwrap()), "[3, 1, 5]");
        assert_eq!(text(&gpu.ufunc("lcm", [&a, &b]).unwrap()), "[18446744073709551614, 18446744073709551614, 0]");
    }

    fn functions_of_large_complex_numbers_do_not_overflow(device) {
        let gpu = backend(device);
        let check = |ty: Dtype, numbers: &[Complex], cases: &[(&str, &[Complex])]| {
            let array = complex(&gpu, ty, numbers);
            for (name, expected) in cases {
                let near = |a: f64, b: f64| a == b || (a - b).abs() <= b.abs() * if ty == Dtype::Complex64 { 1e-6 } else { 1e-14 };
                for ((found, expected), z) in parts(&array.apply(name).unwrap()).iter().zip(*expected).zip(numbers) {
                    assert!(near(found.0, expected.0) && near(found.1, expected.1), "{name} of {ty} {z:?}: {found:?}, not {expected:?}");
                }
            }
        };
        // The answers of NumPy 2.4.
        check(Dtype::Complex64, &[(3e38, 3e38), (-3e38, 3e38), (3e38, -2e38), (-3e38, -3e38), (3.4e38, 0.0), (-3.4e38, 0.0)], &[
            ("sqrt", &[(1.9029767e19, 7.882388e18), (7.882388e18, 1.9029767e19), (1.817354e19, -5.5025054e18), (7.882388e18, -1.9029767e19), (1.8439089e19, 0.0), (0.0, 1.8439089e19)]),
            ("sign", &[(0.0, 1.0), (0.0, 1.0), (0.0, -1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)]),
            ("arcsin", &[(FRAC_PI_4, 89.636566), (-FRAC_PI_4, 89.636566), (0.98279375, -89.473854), (-FRAC_PI_4, -89.636566), (FRAC_PI_2, 89.41515), (-FRAC_PI_2, 89.41515)]),
            ("arccos", &[(FRAC_PI_4, -89.636566), (2.3561945, -89.636566), (0.58800256, 89.473854), (2.3561945, 89.636566), (0.0, -89.41515), (PI, -89.41515)]),
            ("log", &[(88.94342, FRAC_PI_4), (88.94342, 2.3561945), (88.78071, -0.58800256), (88.94342, -2.3561945), (88.72201, 0.0), (88.72201, PI)]),
        ]);
        let (size, less) = (710.766557664068, 710.568560401541);
        check(Dtype::Complex128, &[(1.7e308, 1.7e308), (-1.7e308, 1.7e308), (1.7e308, -1e308), (1.79e308, 0.0), (-1.79e308, 0.0), (1e18, 3.0), (3.0, 1e18)], &[
            ("sqrt", &[(1.4325088230154573e154, 5.933645827121221e153), (5.933645827121221e153, 1.4325088230154573e154), (1.3550476545737428e154, -3.6899071284491836e153), (1.3379088160259651e154, 0.0), (0.0, 1.3379088160259651e154), (1e9, 1.5e-9), (707106781.1865475, 707106781.1865475)]),
            ("sign", &[(0.0, 1.0), (0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (1.0, 3e-18), (3e-18, 1.0)]),
            ("arcsin", &[(FRAC_PI_4, size), (-FRAC_PI_4, size), (1.039072259536091, -less), (FRAC_PI_2, 710.4715714425786), (-FRAC_PI_2, 710.4715714425786), (FRAC_PI_2, 42.13967885445277), (3e-18, 42.13967885445277)]),
            ("arccos", &[(FRAC_PI_4, -size), (2.356194490192345, -size), (0.5317240672588056, less), (0.0, -710.4715714425786), (PI, -710.4715714425786), (3e-18, -42.13967885445277), (FRAC_PI_2, -42.13967885445277)]),
            ("arccosh", &[(size, FRAC_PI_4), (size, 2.356194490192345), (less, -0.5317240672588056), (710.4715714425786, 0.0), (710.4715714425786, PI), (42.13967885445277, 3e-18), (42.13967885445277, FRAC_PI_2)]),
            ("arcsinh", &[(size, FRAC_PI_4), (-size, FRAC_PI_4), (less, -0.5317240672588056), (710.4715714425786, 0.0), (-710.4715714425786, 0.0), (42.13967885445277, 3e-18), (42.13967885445277, FRAC_PI_2)]),
        ]);
    }

    fn softmax_of_an_empty_list_is_missing_where_its_sum_is(device) {
        let gpu = backend(device);
        // The answers of Awkward 2.14.
        let cases = [
            ("[[1.0], []]", true, false, "[[1.0], None]", "2 * option[var * float64]"),
            ("[[1.0], []]", true, true, "[[1.0], []]", "2 * var * ?float64"),
            ("[[1.0], []]", false, false, "[[1.0], []]", "2 * var * float64"),
            ("[0.0, 0.0]", true, false, "[0.5, 0.5]", "2 * float64"),
            ("[0.0, 0.0]", true, true, "[0.5, 0.5]", "2 * ?float64"),
            ("[0.0, 0.0]", false, true, "[0.5, 0.5]", "2 * float64"),
            ("[[1.0, null], []]", true, false, "[[1.0, None], None]", "2 * option[var * ?float64]"),
            ("[[[1.0], []], []]", true, false, "[[[1.0], None], []]", "2 * var * option[var * float64]"),
            ("[[1.0], null, []]", true, false, "[[1.0], None, None]", "3 * option[var * float64]"),
        ];
        for (json, mask, keepdims, list, ty) in cases {
            let array = up(&gpu, json);
            let softmax = array.softmax().mask_identity(mask).keepdims(keepdims).run().unwrap();
            let StatisticOutput::Array(found) = softmax else { panic!() };
            assert_eq!((text(&found).as_str(), found.type_text().as_str()), (list, ty), "{json} {mask} {keepdims}");
        }
    }

    fn the_best_of_complex_numbers_with_nan_is_that_of_comparisons_in_order(device) {
        const NAN: f64 = f64::NAN;
        let gpu = backend(device);
        // The answers of Awkward 2.14: positions of the maximum and of the minimum.
        let cases: [(&[Complex], i64, i64); 9] = [
            (&[(2.0, 0.0), (2.0, NAN), (2.0, 2.0)], 2, 0),
            (&[(2.0, NAN), (2.0, 2.0)], 0, 0),
            (&[(2.0, 0.0), (1.0, 1.0), (2.0, NAN), (2.0, 2.0)], 3, 1),
            (&[(2.0, 0.0), (1.0, NAN), (2.0, 2.0)], 2, 1),
            (&[(NAN, 1.0), (2.0, 0.0)], 0, 0),
            (&[(2.0, 0.0), (NAN, 5.0), (3.0, 0.0)], 2, 0),
            (&[(1.0, 1.0), (1.0, 0.0), (1.0, NAN), (1.0, 2.0)], 3, 1),
            (&[(2.0, 2.0), (2.0, NAN), (2.0, 1.0)], 0, 2),
            (&[(3.0, NAN), (2.0, 1.0), (3.0, 1.0)], 0, 1),
        ];
        type Order<'a> = &'a dyn Fn(Complex, Complex) -> bool;
        let in_order = |list: &[Complex], is_before: Order| {
            let better = |best: usize, at: usize| if is_before(list[best], list[at]) { at } else { best };
            if list[0].0.is_nan() { 0 } else { (0..list.len()).filter(|at| !list[*at].0.is_nan()).reduce(better).unwrap() }
        };
        let less = |a: Complex, b: Complex| a.0 < b.0 || (a.0 == b.0 && a.1 < b.1);
        let more = |a: Complex, b: Complex| less(b, a);
        for (list, most, least) in cases {
            assert_eq!((in_order(list, &less) as i64, in_order(list, &more) as i64), (most, least), "{list:?}");
        }
        let mut random = fastrand::Rng::with_seed(38);
        let mut lists: Vec<Vec<Complex>> = cases.iter().map(|(list, ..)| list.to_vec()).collect();
        for len in [3, 7, 33, 64, 300, 5000, 40_000].into_iter().chain((0..200).map(|at| at % 50 + 1)) {
            let part = |random: &mut fastrand::Rng, most: u8| if random.u8(..4) == 0 { NAN } else { f64::from(random.u8(..most)) };
            let mut one = || {
                let re = if random.u16(..) < 50 { NAN } else { f64::from(random.u8(..3)) };
                (re, part(&mut random, 200))
            };
            lists.push((0..len).map(|_| one()).collect());
        }
        let lens: Vec<i64> = lists.iter().map(|list| list.len() as i64).collect();
        for ty in [Dtype::Complex64, Dtype::Complex128] {
            let array = in_lists(&gpu, &complex(&gpu, ty, &lists.concat()), &lens);
            let bits = |(re, im): Complex| [re, im].map(|part| if part.is_nan() { NAN.to_bits() } else { part.to_bits() });
            for (places, best, is_before) in [
                (array.argmax(1).unwrap(), array.max(1).unwrap(), &less as Order),
                (array.argmin(1).unwrap(), array.min(1).unwrap(), &more),
            ] {
                let expected: Vec<usize> = lists.iter().map(|list| in_order(list, is_before)).collect();
                assert_eq!(text(&places), format!("{expected:?}"), "{ty}");
                for ((found, at), list) in parts(&best).iter().zip(&expected).zip(&lists) {
                    assert_eq!(bits(*found), bits(list[*at]), "{ty} {list:?}");
                }
            }
        }
        // Along the outer axis, by positions.
        let column = [[(2.0, 0.0)], [(1.0, 1.0)], [(2.0, NAN)], [(2.0, 2.0)]].concat();
        let array = in_lists(&gpu, &complex(&gpu, Dtype::Complex128, &column), &[1, 1, 1, 1]);
        assert_eq!(text(&array.argmax(0).unwrap()), "[3]");
        assert_eq!(text(&array.max(Axis::from(0i64)).unwrap()), "[(2+2j)]");
    }
}
