//! What can't be computed is refused with the reason, and what is just within a limit isn't refused.

use cuda_awkward::{Array, Axis, Error, Operand, Pick, Reducer};

use crate::{backend, text, up};

/// Whether a call is refused, and what its error says.
type Case<'a, T> = (Result<T, Error>, Option<&'a str>);

fn check<T>(cases: Vec<Case<'_, T>>) {
    for (at, (result, expected)) in cases.into_iter().enumerate() {
        match (result, expected) {
            (Ok(_), None) => {}
            (Ok(_), Some(expected)) => panic!("case {at} isn't refused: {expected}"),
            (Err(error), None) => panic!("case {at}: {error}"),
            (Err(error), Some(expected)) => {
                assert!(error.to_string().contains(expected), "case {at}: {error}")
            }
        }
    }
}

fn numbers(operands: &[f64]) -> Vec<Operand> {
    operands.iter().map(|number| Operand::from(*number)).collect()
}

on_the_device! {
    fn an_axis_that_lists_of_different_depths_do_not_share_is_refused(device) {
        let gpu = backend(device);
        let records = up(&gpu, r#"[{"x": 1, "y": [1, 2]}, {"x": 3, "y": []}]"#);
        let reduce = |axis: i64| records.reduce(Reducer::Sum).axis(axis).run();
        for axis in [0, 1] {
            let Err(Error::Value(error)) = reduce(axis) else { panic!() };
            assert!(error.contains("negative axes count from the innermost"), "{error}");
        }
        let Err(Error::Value(error)) = reduce(-2) else { panic!() };
        assert!(error.contains("the least is 1 from the innermost"), "{error}");
        // All have this one, but records have no sum.
        let Err(Error::Type(_)) = reduce(-1) else { panic!() };
        let lists = up(&gpu, "[[1, 2], [3]]");
        let reduce = |axis: i64| lists.reduce(Reducer::Sum).axis(axis).run();
        for axis in [-2, -1, 0, 1] {
            reduce(axis).unwrap();
        }
        for axis in [-3, 2] {
            assert!(matches!(reduce(axis), Err(Error::Axis { depth: 2, .. })), "{axis}");
        }
        let sorted = |axis: i64| records.sort(axis, true);
        check(vec![
            (sorted(-1), None),
            (sorted(-2), Some("lists of different depths (1 to 2)")),
            (sorted(0), Some("lists of different depths (1 to 2)")),
        ]);
    }

    fn a_position_that_is_out_of_range_is_named_with_the_length(device) {
        let gpu = backend(device);
        let (rows, lists) = (up(&gpu, "[5, 6, 7, 8]"), up(&gpu, "[[1, 2], [], [3, 4, 5]]"));
        let message = |position: i64, length: usize| format!("position {position} was requested, but the length is {length}");
        let positions = |list: &[i64]| Pick::Array(up(&gpu, &format!("{list:?}")));
        let jagged = |picks: &str| lists.get_jagged(&up(&gpu, picks));
        check(vec![
            (rows.get_array([positions(&[7, 0, 0])]), Some(&*message(7, 4))),
            (rows.get_array([positions(&[0, 1, -5])]), Some(&*message(-5, 4))),
            (rows.get_array([positions(&[3, -4])]), None),
            (lists.get_array([Pick::ALL, Pick::At(1)]), Some(&*message(1, 0))),
            (lists.get_array([Pick::from(2..), positions(&[0, 3])]), Some(&*message(3, 3))),
            (jagged("[[0], [], [1, 9]]"), Some(&*message(9, 3))),
            (jagged("[[-1], [0], []]"), Some(&*message(0, 0))),
            (jagged("[[-2], [], [2]]"), None),
        ]);
    }

    fn operations_that_need_an_axis_say_so(device) {
        let gpu = backend(device);
        let a = up(&gpu, "[[1, 2], [3]]");
        check(vec![
            (gpu.concatenate([&a, &a], Axis::ALL), Some("concatenate needs an axis, and was given none")),
            (a.combinations(2).axis(Axis::ALL).run(), Some("combinations needs an axis")),
            (a.num(Axis::ALL), Some("num needs an axis")),
            (a.local_index(Axis::ALL), Some("local_index needs an axis")),
            (a.sort(Axis::ALL, true), Some("sort needs an axis")),
            (a.pad_none(2, Axis::ALL, false), Some("pad_none needs an axis")),
            (a.firsts(Axis::ALL), Some("firsts needs an axis")),
            (a.unflatten(1, Axis::ALL), Some("unflatten needs an axis")),
        ]);
    }

    fn names_must_be_as_many_as_fields(device) {
        let gpu = backend(device);
        let a = up(&gpu, "[[1, 2], [3]]");
        let zip = |names: &[&str]| gpu.zip([&a, &a], Some(names), None);
        check(vec![
            (zip(&["x", "y"]), None),
            (zip(&["x"]), Some("1 names are not as many as 2 arrays")),
            (zip(&["x", "y", "z"]), Some("3 names are not as many as 2 arrays")),
            (gpu.zip([&a], None, Some(0)), Some("depth_limit must be at least 1")),
            (gpu.zip([&a], None, Some(1)), None),
            (a.combinations(2).fields(&["x", "y"]).run(), None),
            (a.combinations(2).fields(&["x"]).run(), Some("1 names are not as many as 2 fields")),
            (a.combinations(2).fields(&["x", "y", "z"]).run(), Some("3 names are not as many as 2 fields")),
            (gpu.cartesian([&a, &a]).fields(&["x"]).run(), Some("1 names are not as many as 2 fields")),
            (gpu.cartesian([&a, &a]).fields(&["x", "y"]).run(), None),
            (gpu.cartesian(Vec::<&Array>::new()).run(), Some("a product needs arrays")),
            (a.combinations(0).run(), Some("'n' must be at least 1")),
            (a.combinations(-1).run(), Some("'n' must be at least 1")),
            (a.combinations(1).run(), None),
        ]);
        let Err(Error::Value(error)) = a.combinations(i64::MAX).run() else { panic!() };
        assert!(error.contains("'n' is 9223372036854775807, and must be at most"), "{error}");
        let words = up(&gpu, r#"["one", "two"]"#);
        check(vec![
            (words.combinations(2).axis(1).run(), Some("make lists of them first")),
            (words.combinations(2).axis(0).run(), None),
            (words.flatten(1), Some("arrays of records and texts cannot be flattened")),
            (up(&gpu, r#"[[{"x": 1}]]"#).flatten(1), None),
        ]);
    }

    fn counts_must_fit_the_entries(device) {
        let gpu = backend(device);
        let a = up(&gpu, "[1, 2, 3, 4]");
        let unfit = Some("structure imposed by 'counts' does not fit in the array or partition at axis=0");
        for (counts, expected) in [
            ("[1, 3]", None), ("[4, 0]", None), ("[0, 0, 4]", None),
            ("[1, 2]", unfit), ("[1, 4]", unfit), ("[5, -1]", unfit),
            ("[[4]]", Some("counts must be an integer or a one-dimensional array of integers")),
            ("[4.0]", Some("counts are numbers of float64, and no integers")),
        ] {
            check(vec![(a.unflatten(up(&gpu, counts), 0), expected)]);
        }
        check(vec![
            (a.unflatten(2, 0), None), (a.unflatten(4, 0), None),
            (a.unflatten(5, 0), unfit), (a.unflatten(-1, 0), unfit), (a.unflatten(2.0, 0), unfit),
            (a.unflatten(2, 1), Some("does not fit in the array or partition at axis=1")),
        ]);
        assert_eq!(text(&a.unflatten(2, 0).unwrap()), "[[1, 2], [3, 4]]");
        check(vec![
            (up(&gpu, "[[1, 2], [3, 4]]").to_regular(1), None),
            (up(&gpu, "[[1, 2], [3]]").to_regular(1), Some("subarray lengths are not regular")),
        ]);
    }

    fn arrays_that_cannot_be_joined_are_refused(device) {
        let gpu = backend(device);
        let (flat, deep) = (up(&gpu, "[1, 2]"), up(&gpu, "[[1], [2]]"));
        let beyond = Some("is beyond the depth of this array");
        check(vec![
            (gpu.concatenate([&flat, &flat], 0), None),
            (gpu.concatenate([&flat, &flat], 1), beyond),
            (gpu.concatenate([&flat, &flat], -2), beyond),
            (gpu.concatenate([&deep, &deep], -2), None),
            (gpu.concatenate([&deep, &deep], 1), None),
            (gpu.concatenate([&deep, &deep], 2), beyond),
            (gpu.concatenate([&deep, &flat], -1), Some("do not have the same depth for negative axis=-1")),
            (gpu.concatenate(numbers(&[1.0]), 0), Some("concatenate needs an array")),
        ]);
    }

    fn masks_and_conditions_are_arrays_of_booleans(device) {
        let gpu = backend(device);
        let (a, yes) = (up(&gpu, "[1, 2]"), up(&gpu, "[true, false]"));
        assert_eq!(text(&a.mask(&yes, true).unwrap()), "[1, None]");
        assert_eq!(text(&a.mask(&yes, false).unwrap()), "[None, 2]");
        check(vec![
            (a.mask(&a, true), Some("a mask is of booleans, and not of int64")),
            (a.mask(&up(&gpu, r#"["a", "b"]"#), true), Some("a mask is of booleans, and not of")),
        ]);
        check(vec![
            (gpu.ufunc("add", numbers(&[1.0, 2.0])), Some("needs an array, and was given numbers")),
            (gpu.ufunc("nothing", [Operand::from(&a)]), Some("there is no ufunc 'nothing'")),
            (gpu.ufunc("add", [Operand::from(&a)]), Some("'add' takes 2 operands, and was given 1")),
        ]);
    }

    fn arrays_that_do_not_match_are_refused_by_the_name_of_the_operation(device) {
        let gpu = backend(device);
        let (two, three) = (up(&gpu, "[1, 2]"), up(&gpu, "[1, 2, 3]"));
        let (lists, others) = (up(&gpu, "[[1], [2]]"), up(&gpu, "[[1], [2], [3]]"));
        let (yes, records) = (up(&gpu, "[true, false]"), up(&gpu, r#"[{"x": 1}, {"x": 2}]"#));
        check(vec![
            (gpu.zip([&two, &three], None, None), Some("in zip")),
            (gpu.concatenate([&lists, &others], 1), Some("in concatenate")),
            (gpu.ufunc("multiply", [&two, &three]), Some("in multiply")),
            (three.mask(&yes, true), Some("in mask")),
            (gpu.choose(&yes, &three, &three), Some("in where")),
            (records.with_field("y", &three), Some("in with_field")),
            ((two.expression() + three.expression()).compute(), Some("in an expression")),
        ]);
        check(vec![(gpu.broadcast_arrays([&two, &three]), Some("in broadcast_arrays"))]);
    }

    fn a_missing_entry_of_missing_entries_is_one_option(device) {
        let gpu = backend(device);
        let options = up(&gpu, "[1, null, 3]");
        let masked = options.mask(&up(&gpu, "[false, true, true]"), true).unwrap();
        assert_eq!((text(&masked).as_str(), masked.type_text().as_str()), ("[None, None, 3]", "3 * ?int64"));
        let form = masked.form().to_json();
        assert_eq!(form.matches("Option").count() + form.matches("Mask").count(), 1, "{form}");
    }
}
