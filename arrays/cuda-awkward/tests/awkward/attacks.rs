//! Lengths of 0, numbers that would overflow, and garbage in unused entries.

use cuda_awkward::{Axis, Backend, Dtype, Error, Form, HostArray, Operand, Pick, Scalar};

use crate::{backend, text, up};

/// An array of a form with one buffer of zeros.
fn of_form(gpu: &Backend, form: &str, length: usize, floats: usize) -> Result<(), Error> {
    let form = Form::from_json(form)?;
    let data = vec![0u8; floats * 8];
    let buffers = [("node1-data".to_owned(), data.clone())];
    let host = HostArray::from_buffers(&form, length, buffers);
    let device = [("node1-data".to_owned(), gpu.manager().copy_from_host(&data)?)];
    let array = gpu.from_buffers(&form, length, device);
    assert_eq!(host.is_ok(), array.is_ok(), "{host:?} {array:?}");
    // The selected entries are used in a computation.
    let array = array?;
    array.num(1)?;
    array.sum(-1)?;
    Ok(())
}

fn regular(size: usize) -> String {
    format!(
        r#"{{"class": "RegularArray", "size": {size}, "form_key": "node0", "content":
            {{"class": "NumpyArray", "primitive": "float64", "form_key": "node1"}}}}"#
    )
}

on_the_device! {
    fn a_size_times_a_length_does_not_overflow(device) {
        let gpu = backend(device);
        of_form(&gpu, &regular(2), 3, 6).unwrap();
        of_form(&gpu, &regular(0), 3, 0).unwrap();
        for (size, length) in [(1 << 61, 16), (1 << 62, 4), (1 << 32, 1 << 32), (3, 1 << 62)] {
            let error = of_form(&gpu, &regular(size), length, 6).unwrap_err();
            assert!(matches!(error, Error::Buffers { .. }), "{error}");
        }
        // Empty lists need no content, and their number must fit.
        let error = of_form(&gpu, &regular(0), usize::MAX / 4, 0).unwrap_err();
        assert!(matches!(error, Error::Buffers { .. }), "{error}");
    }

    fn results_larger_than_memory_are_an_error(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[1, 2], [], [3]]");
        for clip in [false, true] {
            for target in [usize::MAX, usize::MAX / 3, 1 << 61, 1 << 48] {
                let error = array.pad_none(target, 1, clip).unwrap_err();
                assert!(matches!(error, Error::Value(_)), "{error}");
            }
        }
        let long: Vec<Vec<i64>> = vec![(0..3000).collect(), vec![1]];
        let long = HostArray::from_values(&long).unwrap().to_backend(&gpu).unwrap();
        for n in [7, 20, 1500] {
            let error = long.combinations(n).run().unwrap_err();
            assert!(matches!(error, Error::Value(_)), "{n}: {error}");
        }
        let seven = vec![&long; 7];
        for nested in [false, true] {
            let error = gpu.cartesian(seven.clone()).nested(nested).run().unwrap_err();
            assert!(matches!(error, Error::Value(_)), "{error}");
        }
    }

    fn lists_next_to_missing_ones_are_unaffected(device) {
        let gpu = backend(device);
        let missing = up(&gpu, "[[1, 2], null, [3]]");
        let there = up(&gpu, "[[10, 20], [30, 40, 50], [60]]");
        assert_eq!(text(&(&missing + &there).unwrap()), "[[11, 22], None, [63]]");
        assert_eq!(text(&(&there + &missing).unwrap()), "[[11, 22], None, [63]]");
        let regular = up(&gpu, "[[1, 2], [3, 4], [5, 6]]").to_regular(1).unwrap();
        let masked = regular.mask(&up(&gpu, "[true, false, true]"), true).unwrap();
        let ragged = up(&gpu, "[[10, 20], [30, 40, 50], [60, 70]]");
        assert_eq!(text(&(&masked + &ragged).unwrap()), "[[11, 22], None, [65, 76]]");
    }

    fn missing_regular_lists_stay_missing(device) {
        let gpu = backend(device);
        let regular = up(&gpu, "[[1, 2], [3, 4], [5, 6]]").to_regular(1).unwrap();
        let masked = regular.mask(&up(&gpu, "[true, false, true]"), true).unwrap();
        assert_eq!(text(&masked.flatten(1).unwrap()), "[1, 2, 5, 6]");
        assert_eq!(text(&masked.flatten(Axis::ALL).unwrap()), "[1, 2, 5, 6]");
        let joined = gpu.concatenate([&masked, &masked], 1).unwrap();
        assert_eq!(text(&joined), "[[1, 2, 1, 2], [], [5, 6, 5, 6]]");
        let both = gpu.cartesian([&up(&gpu, "[[1], [2], [3]]"), &masked]).run().unwrap();
        assert_eq!(text(&both), "[[(1, 1), (1, 2)], [], [(3, 5), (3, 6)]]");
    }

    fn argmin_and_argmax_across_lists_count_from_the_first_list(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[3, 1, 2], [], [1, 5], [4]]");
        assert_eq!(text(&array.argmin(0).unwrap()), "[2, 0, 0]");
        assert_eq!(text(&array.argmax(0).unwrap()), "[3, 2, 0]");
    }

    fn an_array_of_missing_values_broadcasts(device) {
        let gpu = backend(device);
        let none = up(&gpu, "[[1, 2], [3]]").slice(0..0).unwrap();
        let three = up(&gpu, "[[1, 2], [], [3]]");
        assert_eq!(text(&(&none + &none).unwrap()), "[]");
        assert_eq!(text(&(&none + 1i64).unwrap()), "[]");
        assert_eq!(text(&gpu.concatenate([&none, &three], 0).unwrap()), "[[1, 2], [], [3]]");
        assert_eq!(text(&none.sum(0).unwrap()), "[]");
        assert_eq!(none.max_of_all().unwrap(), None);
        for axis in [0, 1, -1] {
            assert_eq!(text(&none.sort(axis, true).unwrap()), "[]");
        }
        assert_eq!(text(&none.combinations(2).run().unwrap()), "[]");
    }

    fn zeros_of_both_signs_are_equal_and_keep_their_order(device) {
        let gpu = backend(device);
        let zeros = HostArray::from_numbers(&[0.0f64, -0.0, f64::NAN, -1.0, -0.0, 0.0]).unwrap();
        let zeros = zeros.to_backend(&gpu).unwrap();
        assert_eq!(text(&zeros.argsort(0, true).unwrap()), "[2, 3, 0, 1, 4, 5]");
        assert_eq!(text(&zeros.argsort(0, false).unwrap()), "[2, 0, 1, 4, 5, 3]");
    }

    fn integers_wrap_and_mixed_signs_make_floats(device) {
        let gpu = backend(device);
        let most = HostArray::from_numbers(&[i64::MAX, 1]).unwrap().to_backend(&gpu).unwrap();
        assert_eq!(most.sum_of_all().unwrap(), Some(Scalar::Int64(i64::MIN)));
        let unsigned = HostArray::from_numbers(&[u64::MAX, 1]).unwrap().to_backend(&gpu).unwrap();
        assert_eq!(unsigned.sum_of_all().unwrap(), Some(Scalar::UInt64(0)));
        let both = (&unsigned + &most).unwrap();
        assert_eq!(both.type_text(), "2 * float64");
        let less = HostArray::from_numbers(&[-1i64, 1]).unwrap().to_backend(&gpu).unwrap();
        assert_eq!(text(&unsigned.gt(&less).unwrap()), "[true, false]");
        let small = HostArray::from_numbers(&[127i8, 127]).unwrap().to_backend(&gpu).unwrap();
        assert_eq!(small.sum_of_all().unwrap(), Some(Scalar::Int64(254)));
        let power = gpu.ufunc("power", [Operand::from(&most), Operand::from(&less)]);
        assert!(matches!(power.unwrap_err(), Error::Value(_)));
        let infinite = HostArray::from_numbers(&[f64::INFINITY, f64::NAN, 3e9]).unwrap();
        let narrow = infinite.to_backend(&gpu).unwrap().values_astype(Dtype::Int32).unwrap();
        assert_eq!(text(&narrow), "[-2147483648, -2147483648, -2147483648]");
    }

    fn exponents_outside_of_the_view_are_not_read(device) {
        let gpu = backend(device);
        let whole = up(&gpu, "[[2, 3], [-5], [1]]");
        let picked = gpu.concatenate([&whole.slice(0..1).unwrap(), &whole.slice(2..3).unwrap()], 0);
        let picked = picked.unwrap();
        assert_eq!(text(&picked.power(&picked).unwrap()), "[[4, 27], [1]]");
        let first = whole.slice(0..1).unwrap();
        assert_eq!(text(&first.power(&first).unwrap()), "[[4, 27]]");
    }

    fn sixty_four_levels_are_supported(device) {
        let gpu = backend(device);
        let (open, close) = ("[".repeat(63), "]".repeat(63));
        let deep = up(&gpu, &format!("[{open}1, 2{close}, {open}3{close}]"));
        assert_eq!(deep.depths(), (64, 64));
        assert_eq!(deep.sum_of_all().unwrap(), Some(Scalar::Int64(6)));
        let sums = deep.sum(-1).unwrap();
        assert_eq!(text(&sums.flatten(Axis::ALL).unwrap()), "[3, 3]");
        let more = (&deep + &deep).unwrap();
        assert_eq!(text(&more.ravel().unwrap()), "[2, 4, 6]");
        let one = deep.get_array([Pick::At(1)]).unwrap();
        assert_eq!(text(&one.ravel().unwrap()), "[3]");
    }

    fn unions_are_broadcast_and_sliced_by_type(device) {
        let gpu = backend(device);
        let numbers = up(&gpu, "[1, 2]");
        let lists = up(&gpu, "[[10, 20], []]");
        let mixed = gpu.concatenate([&numbers, &lists], 0).unwrap();
        assert_eq!(mixed.type_text(), "4 * union[int64, var * int64]");
        let more = (&mixed + &up(&gpu, "[1, 2, 3, 4]")).unwrap();
        assert_eq!(text(&more), "[2, 4, [13, 23], []]");
        let texts = up(&gpu, r#"["a", "b"]"#);
        let words = gpu.concatenate([&numbers, &texts], 0).unwrap();
        assert_eq!(words.type_text(), "4 * union[int64, string]");
        assert!(matches!(words.sort(-1, true).unwrap_err(), Error::Value(_)));
        assert_eq!(text(&words.slice(1..3).unwrap()), "[2, \"a\"]");
    }

    fn too_many_combinations_of_union_types_are_rejected_early(device) {
        let gpu = backend(device);
        let numbers = up(&gpu, "[1, 2]");
        let mixed = gpu.concatenate([&numbers, &up(&gpu, "[[10, 20], []]")], 0).unwrap();
        let deeper = up(&gpu, "[[1], [2], [3], [4]]");
        for (count, combinations) in [(8, "256"), (40, "1099511627776"), (70, "18446744073709551615")] {
            let mut arrays = vec![&mixed; count];
            arrays.push(&deeper);
            let error = gpu.broadcast_arrays(arrays).unwrap_err();
            let expected = format!("with {combinations} combinations of types, and 128 are the most");
            assert!(error.to_string().contains(&expected), "{error}");
        }
    }
}
