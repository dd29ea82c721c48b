//! The number of launches, waits and compilations.

use cuda_awkward::{Array, Backend, HostArray, Pick};
use nvrtc_cache::Cache;

use crate::{backend, text, up};

/// Lists nested to this depth.
fn nested(gpu: &Backend, depth: usize) -> Array {
    let lists = format!("{}1, 2, 3{}", "[".repeat(depth), "]".repeat(depth));
    up(gpu, &format!("[{lists}, {lists}]"))
}

/// Launches and waits of a call.
pub fn counted<T>(gpu: &Backend, call: impl FnOnce() -> T) -> (u64, u64) {
    let before = (gpu.launches(), gpu.waits());
    call();
    (gpu.launches() - before.0, gpu.waits() - before.1)
}

on_the_device! {
    fn an_operation_waits_at_most_once(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[3, 1, 2], [], [5, 4]]");
        let mask = array.gt(2i64).unwrap();
        let calls: [(&str, u64, &dyn Fn()); 12] = [
            ("num", 0, &|| drop(array.num(1).unwrap())),
            ("add", 0, &|| drop((&array + &array).unwrap())),
            ("add a number", 0, &|| drop(array.plus(1i64).unwrap())),
            ("sum", 0, &|| drop(array.sum(1).unwrap())),
            ("max", 0, &|| drop(array.max(1).unwrap())),
            ("argmax", 0, &|| drop(array.argmax(1).unwrap())),
            ("sort", 0, &|| drop(array.sort(-1, true).unwrap())),
            ("rows", 0, &|| drop(array.slice(1..).unwrap())),
            ("within lists", 0, &|| drop(array.get_array([Pick::ALL, Pick::from(1..)]).unwrap())),
            ("jagged booleans", 1, &|| drop(array.get_jagged(&mask).unwrap())),
            ("combinations", 1, &|| drop(array.combinations(2).run().unwrap())),
            ("pad_none", 1, &|| drop(array.pad_none(2, 1, false).unwrap())),
        ];
        for (name, expected, call) in calls {
            let (_, waits) = counted(&gpu, call);
            assert_eq!(waits, expected, "{name}");
        }
    }

    fn launches_grow_by_at_most_one_for_each_level(device) {
        let gpu = backend(device);
        type Call = fn(&Array);
        let calls: [(&str, Call); 4] = [
            ("add", |array| drop(array.plus(1i64).unwrap())),
            ("sum", |array| drop(array.sum(-1).unwrap())),
            ("num", |array| drop(array.num(-1).unwrap())),
            ("sort", |array| drop(array.sort(-1, true).unwrap())),
        ];
        for (name, call) in calls {
            let array_of = |depth| {
                let array = nested(&gpu, depth);
                counted(&gpu, || call(&array))
            };
            let (shallow, deep) = (array_of(1), array_of(8));
            assert_eq!(shallow, deep, "{name}");
        }
    }

    fn the_offsets_of_all_levels_are_compared_at_once(device) {
        let gpu = backend(device);
        for depth in [2, 3, 8] {
            let (a, b) = (nested(&gpu, depth), nested(&gpu, depth));
            let sum = || drop((&a + &b).unwrap());
            assert_eq!(counted(&gpu, sum), (2, 1), "{depth}");
            // The result shares the first one's.
            let c = (&a + &b).unwrap();
            assert_eq!(counted(&gpu, || drop((&a + &c).unwrap())), (1, 0), "{depth}");
        }
        let (a, b) = (up(&gpu, "[[[1, 2]], [[], [3]]]"), up(&gpu, "[[[1]], [[2], [3]]]"));
        let error = (&a + &b).unwrap_err().to_string();
        assert!(error.contains("different lengths"), "{error}");
    }

    fn levels_that_are_not_compared_cost_nothing(device) {
        let gpu = backend(device);
        for depth in [2, 8] {
            let (a, b) = (nested(&gpu, depth), nested(&gpu, depth));
            let zipped = |limit| counted(&gpu, || drop(gpu.zip([&a, &b], None, Some(limit)).unwrap()));
            assert_eq!(zipped(1), (0, 0), "{depth}");
            assert_eq!(zipped(depth + 1).1, 1, "{depth}");
            // As for arrays that share all offsets.
            let joined = |b: &Array| counted(&gpu, || drop(gpu.concatenate([&a, b], 1).unwrap()));
            assert_eq!(joined(&b), joined(&a), "{depth}");
        }
        // The bytes of texts aren't lists that are compared.
        let (a, b) = (up(&gpu, r#"[["one", "t"], ["x"]]"#), up(&gpu, r#"[["o", "two"], ["x"]]"#));
        assert_eq!(counted(&gpu, || drop(gpu.zip([&a, &b], None, None).unwrap())).1, 1);
    }

    fn a_level_that_differs_costs_the_others_no_second_wait(device) {
        let gpu = backend(device);
        let (a, b) = (up(&gpu, "[[[[1, 2], [3]]], [[[4]]]]"), up(&gpu, "[[[[1], [2, 3]]], [[[4]]]]"));
        let zipped = |limit| counted(&gpu, || drop(gpu.zip([&a, &b], None, Some(limit)).unwrap())).1;
        assert_eq!((zipped(1), zipped(2), zipped(3)), (0, 1, 1));
        // One wait finds that the outer levels are equal, and one which lists differ.
        let waits = counted(&gpu, || assert!((&a + &b).is_err())).1;
        assert_eq!(waits, 2);
        let c = nested(&gpu, 3);
        let waits = counted(&gpu, || assert!(gpu.broadcast_arrays([&a, &up(&gpu, &text(&a)), &c]).is_err())).1;
        assert_eq!(waits, 2);
    }

    fn untouched_fields_cost_nothing(device) {
        let gpu = backend(device);
        let records = |fields: usize| {
            let fields: Vec<String> = (0..fields).map(|i| format!("\"f{i}\": 1")).collect();
            up(&gpu, &format!("[[{{{0}}}], [{{{0}}}, {{{0}}}]]", fields.join(", ")))
        };
        let pick = |array: &Array| {
            counted(&gpu, || {
                let picked = array.get_array([Pick::ALL, Pick::At(0)]).unwrap();
                drop(picked.field("f0").unwrap().plus(1i64).unwrap());
            })
        };
        assert_eq!(pick(&records(1)), pick(&records(100)));
    }

    fn each_kernel_is_compiled_once(device) {
        let folder = tempfile::tempdir().unwrap();
        let backend = || Backend::with_cache(&device.stream, Cache::at(folder.path())).unwrap();
        let gpu = backend();
        let array = up(&gpu, "[[1, 2], [3]]");
        let work = |gpu: &Backend, array: &Array| {
            let sum = (array + array).unwrap().sum(1).unwrap();
            assert_eq!(text(&sum), "[6, 6]");
            let _ = gpu;
        };
        work(&gpu, &array);
        let misses = gpu.cache().misses();
        assert!(misses > 0);
        work(&gpu, &array);
        work(&gpu, &up(&gpu, "[[1, 2], [3]]"));
        assert_eq!(gpu.cache().misses(), misses);
        // Another backend finds the programs in the folder.
        let other = backend();
        work(&other, &up(&other, "[[1, 2], [3]]"));
        assert_eq!(other.cache().misses(), 0);
    }

    fn one_long_list_takes_as_many_launches_as_many_short_ones(device) {
        let gpu = backend(device);
        let numbers: Vec<f32> = (0..20_000).map(|i| i as f32).collect();
        let flat = HostArray::from_numbers(&numbers).unwrap().to_backend(&gpu).unwrap();
        let one = flat.unflatten(20_000i64, 0).unwrap();
        let many = flat.unflatten(20i64, 0).unwrap();
        let launches = |array: &Array| counted(&gpu, || drop(array.sum(1).unwrap())).0;
        assert_eq!(launches(&one), launches(&many));
    }
}
