//! Numbers whose sums and negations overflow.

use cuda_awkward::{Backend, Error, HostArray, Pick, Scalar};

use crate::{backend, text, up};

fn counts<T: Into<Scalar> + Copy>(gpu: &Backend, counts: &[T]) -> cuda_awkward::Array {
    let counts = HostArray::from_numbers(counts).unwrap();
    counts.to_backend(gpu).unwrap()
}

on_the_device! {
    fn counts_whose_sum_overflows_are_rejected(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]");
        let most = i64::MAX;
        // The sum is 10 in 64 bits.
        let all = [most, most, 12];
        assert!(matches!(array.unflatten(counts(&gpu, &all), 0), Err(Error::Value(_))));
        // Sums of one tile of the scan that leave no room for its status bits.
        for large in [1 << 61, 1 << 62, (1 << 62) + 5, most] {
            for at in [0, 2047, 2048, 4095] {
                let mut all = vec![0; 4100];
                all[at] = large;
                all[4099] = 10;
                assert!(matches!(array.unflatten(counts(&gpu, &all), 0), Err(Error::Value(_))), "{large} at {at}");
                all[at + 1] = (1 << 62) - large.wrapping_rem(1 << 62);
                assert!(matches!(array.unflatten(counts(&gpu, &all), 0), Err(Error::Value(_))), "{large} at {at}");
            }
        }
        let all = [u64::MAX, 11];
        assert!(matches!(array.unflatten(counts(&gpu, &all), 0), Err(Error::Value(_))));
        let lists = up(&gpu, "[[1, 2, 3], [4]]");
        assert!(lists.unflatten(counts(&gpu, &[most, most, 6]), 1).is_err());
        assert_eq!(text(&lists.unflatten(counts(&gpu, &[2u64, 1, 0, 1]), 1).unwrap()), "[[[1, 2], [3], []], [[4]]]");
    }

    fn extreme_axes_are_errors(device) {
        let gpu = backend(device);
        let lists = up(&gpu, "[[1, 2, 3], [4]]");
        let mixed = up(&gpu, r#"[{"x": [1], "y": 2}]"#);
        for axis in [i64::MIN, i64::MIN + 1, -100, 100, i64::MAX] {
            for array in [&lists, &mixed] {
                assert!(array.combinations(2).axis(axis).run().is_err(), "{axis}");
                assert!(array.argcombinations(2).axis(axis).run().is_err(), "{axis}");
                assert!(gpu.cartesian([array, array]).axis(axis).run().is_err(), "{axis}");
                assert!(gpu.argcartesian([array, array]).axis(axis).run().is_err(), "{axis}");
                assert!(array.num(axis).is_err(), "{axis}");
                assert!(array.flatten(axis).is_err(), "{axis}");
                assert!(array.local_index(axis).is_err(), "{axis}");
                assert!(array.sort(axis, true).is_err(), "{axis}");
                assert!(array.argsort(axis, true).is_err(), "{axis}");
                assert!(array.sum(axis).is_err(), "{axis}");
                assert!(array.mean(axis).is_err(), "{axis}");
                assert!(array.argmax(axis).is_err(), "{axis}");
                assert!(array.unflatten(1i64, axis).is_err(), "{axis}");
                assert!(array.pad_none(2, axis, false).is_err(), "{axis}");
                assert!(array.is_none(axis).is_err(), "{axis}");
                assert!(array.drop_none(axis).is_err(), "{axis}");
                assert!(array.firsts(axis).is_err(), "{axis}");
                assert!(array.singletons(axis).is_err(), "{axis}");
                assert!(array.to_regular(axis).is_err(), "{axis}");
                assert!(gpu.concatenate([array, array], axis).is_err(), "{axis}");
            }
        }
    }

    fn extreme_slices_behave_like_pythons(device) {
        let gpu = backend(device);
        let lists = up(&gpu, "[[1, 2, 3], [], [4]]");
        let ends = [None, Some(i64::MIN), Some(-2), Some(0), Some(2), Some(i64::MAX)];
        let steps = [None, Some(i64::MIN), Some(-1), Some(2), Some(i64::MAX)];
        for (start, stop) in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
            for step in steps {
                let by = i128::from(step.unwrap_or(1));
                let sliced = |list: &[i64]| -> Vec<i64> {
                    let len = list.len() as i128;
                    let (low, high) = if by > 0 { (0, len) } else { (-1, len - 1) };
                    let end = |end: i64| {
                        let end = i128::from(end);
                        (if end < 0 { end + len } else { end }).clamp(low, high)
                    };
                    let mut at = start.map_or(if by > 0 { low } else { high }, end);
                    let stop = stop.map_or(if by > 0 { high } else { low }, end);
                    let mut found = Vec::new();
                    while if by > 0 { at < stop } else { at > stop } {
                        found.push(list[at as usize]);
                        at += by;
                    }
                    found
                };
                let expected: Vec<_> = [&[1, 2, 3][..], &[], &[4]].map(sliced).into();
                let found = lists.get_array([Pick::ALL, Pick::Slice(start, stop, step)]).unwrap();
                assert_eq!(text(&found), format!("{expected:?}"), "{start:?} {stop:?} {step:?}");
                let row = up(&gpu, "[1, 2, 3]");
                let found = row.get_array([Pick::Slice(start, stop, step)]).unwrap();
                assert_eq!(text(&found), format!("{:?}", expected[0]), "{start:?} {stop:?} {step:?}");
            }
        }
    }

    fn too_many_combinations_are_rejected(device) {
        let gpu = backend(device);
        let lists = up(&gpu, "[[1, 2, 3], [4]]");
        for n in [1 << 40, i64::MAX] {
            assert!(matches!(lists.combinations(n).run(), Err(Error::Value(_))), "{n}");
        }
        // There are as many combinations as ways to omit one.
        let numbers: Vec<i64> = (0..80).collect();
        let list = HostArray::from_values([numbers]).unwrap().to_backend(&gpu).unwrap();
        assert_eq!(text(&list.combinations(79).run().unwrap().num(1).unwrap()), "[80]");
    }
}
