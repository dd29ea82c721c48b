//! Lists that end at the boundaries of blocks, and offsets of all widths.

use cuda_awkward::{Array, Axis, Backend, Dtype, Form, HostArray};
use fastrand::Rng;

use crate::{backend, text};

/// Lists of floats of the given lengths.
fn lists(gpu: &Backend, lens: &[usize], random: &mut Rng) -> (Array, Vec<Vec<f64>>) {
    let host: Vec<Vec<f64>> = lens
        .iter()
        .map(|len| (0..*len).map(|_| f64::from(random.i32(-500..500)) / 8.0).collect())
        .collect();
    let array = HostArray::from_values(&host).unwrap().values(Dtype::Float64).to_backend(gpu);
    (array.unwrap(), host)
}

/// Arrays of JSON have integers if there are no fractions.
trait Values {
    fn values(self, dtype: Dtype) -> HostArray;
}

impl Values for HostArray {
    fn values(self, dtype: Dtype) -> HostArray {
        assert!(
            self.type_text().ends_with(dtype.name()) || self.type_text().ends_with("unknown"),
            "{}",
            self.type_text()
        );
        self
    }
}

fn floats(array: &Array) -> Vec<Option<f64>> {
    let host = array.to_host().unwrap();
    host.iter().map(|value| value.unwrap().as_number().and_then(|number| number.as_f64())).collect()
}

fn check(gpu: &Backend, lens: &[usize], random: &mut Rng) {
    let (array, host) = lists(gpu, lens, random);
    // All sums of these numbers are exact.
    let sums: Vec<_> = host.iter().map(|value| Some(value.iter().sum::<f64>())).collect();
    assert_eq!(floats(&array.sum(1).unwrap()), sums, "{lens:?}");
    let most: Vec<_> = host.iter().map(|value| value.iter().copied().reduce(f64::max)).collect();
    assert_eq!(floats(&array.max(1).unwrap()), most, "{lens:?}");
    let first: Vec<_> = host
        .iter()
        .map(|value| {
            let most = value.iter().copied().reduce(f64::max)?;
            value.iter().position(|value| *value == most).map(|index| index as f64)
        })
        .collect();
    assert_eq!(floats(&array.argmax(1).unwrap()), first, "{lens:?}");
    let counts: Vec<_> = host.iter().map(|value| Some(value.len() as f64)).collect();
    assert_eq!(floats(&array.num(1).unwrap()), counts);
    let all: f64 = host.iter().flatten().sum();
    assert_eq!(array.sum_of_all().unwrap().unwrap().as_f64(), Some(all));
    let mut sorted = host.clone();
    sorted.iter_mut().for_each(|value| value.sort_by(f64::total_cmp));
    let found = array.sort(Axis::INNER, true).unwrap();
    let flat: Vec<_> = sorted.iter().flatten().map(|value| Some(*value + 0.0)).collect();
    let found: Vec<_> = floats(&found.ravel().unwrap())
        .into_iter()
        .map(|float| float.map(|float| float + 0.0))
        .collect();
    assert_eq!(found, flat, "{lens:?}");
    let columns = lens.iter().copied().max().unwrap_or(0);
    let sums: Vec<_> = (0..columns)
        .map(|at| Some(host.iter().filter_map(|value| value.get(at)).sum::<f64>()))
        .collect();
    assert_eq!(floats(&array.sum(0).unwrap()), sums, "{lens:?}");
    let selected = array.get_jagged(&array.gt(0.0).unwrap()).unwrap();
    let positive: Vec<_> =
        host.iter().flatten().filter(|value| **value > 0.0).map(|value| Some(*value)).collect();
    assert_eq!(floats(&selected.ravel().unwrap()), positive);
    // Booleans of other lists of the same lengths, and of lists that begin later.
    let (other, host_other) = lists(gpu, lens, random);
    let mask = other.gt(0.0).unwrap();
    let chosen = |from: usize| -> Vec<_> {
        let pairs = host.iter().zip(&host_other).skip(from);
        let pairs = pairs.flat_map(|(own, other)| own.iter().zip(other));
        pairs.filter(|pair| *pair.1 > 0.0).map(|pair| Some(*pair.0)).collect()
    };
    let selected = array.get_jagged(&mask).unwrap();
    assert_eq!(floats(&selected.ravel().unwrap()), chosen(0), "{lens:?}");
    let rows = array.slice(2..).unwrap();
    let selected = rows.get_jagged(&mask.slice(2..).unwrap()).unwrap();
    assert_eq!(floats(&selected.ravel().unwrap()), chosen(2), "{lens:?}");
    // One number per list.
    let more = (&array + &array.num(1).unwrap()).unwrap();
    let longer =
        host.iter().flat_map(|value| value.iter().map(|number| Some(number + value.len() as f64)));
    let longer: Vec<_> = longer.collect();
    assert_eq!(floats(&more.ravel().unwrap()), longer, "{lens:?}");
}

on_the_device! {
    fn lengths_around_a_block_are_right(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(5);
        check(&gpu, &[31, 32, 33, 0, 1, 64, 63, 65], &mut random);
        check(&gpu, &[1023, 1024, 1025, 0, 7], &mut random);
        check(&gpu, &[255, 256, 257, 2047, 2048, 2049], &mut random);
        let mut lens = vec![0; 3000];
        lens[1500] = 5000;
        check(&gpu, &lens, &mut random);
        let lens: Vec<usize> = (0..300).map(|_| random.usize(0..40)).collect();
        check(&gpu, &lens, &mut random);
    }

    fn lists_of_several_blocks_are_right(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(6);
        check(&gpu, &[0, 9000, 0, 0, 4096, 4095, 1, 100, 0], &mut random);
        let mut lens = vec![1; 5000];
        (lens[0], lens[4000]) = (3000, 2500);
        check(&gpu, &lens, &mut random);
    }

    fn ties_and_nans_are_as_in_order(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(7);
        let lens = [3, 0, 1, 70, 5000, 0, 0, 33, 9000, 2, 0, 200, 4, 4, 4];
        let numbers = |random: &mut Rng, len: usize| -> Vec<f32> {
            let number = |random: &mut Rng| match random.u32(0..9) {
                0 => f32::NAN,
                other => (other % 4) as f32 - 1.5,
            };
            (0..len).map(|_| number(random)).collect()
        };
        let host: Vec<Vec<f32>> = lens.iter().map(|len| numbers(&mut random, *len)).collect();
        let flat: Vec<f32> = host.concat();
        let counts: Vec<i64> = lens.iter().map(|len| *len as i64).collect();
        let counts = HostArray::from_numbers(&counts).unwrap().to_backend(&gpu).unwrap();
        let flat = HostArray::from_numbers(&flat).unwrap().to_backend(&gpu).unwrap();
        let array = flat.unflatten(&counts, 0).unwrap();
        // The first number counts even if it is NaN; then, a NaN is neither less nor greater.
        let best = |list: &Vec<f32>, is_better: fn(f32, f32) -> bool| -> Option<(usize, f32)> {
            let mut best = None;
            for (at, number) in list.iter().enumerate() {
                match best {
                    None => best = Some((at, *number)),
                    Some((_, other)) if is_better(*number, other) => best = Some((at, *number)),
                    _ => {}
                }
            }
            best
        };
        // Elements before the array's first one move it from a boundary of 16 bytes.
        for from in [0, 2, 3] {
            let (array, host) = (array.slice(from as i64..).unwrap(), &host[from..]);
            for (found, is_better) in [
                (array.argmax(1).unwrap(), (|a, b| a > b) as fn(f32, f32) -> bool),
                (array.argmin(1).unwrap(), |a, b| a < b),
            ] {
                let expected: Vec<_> = host.iter().map(|value| best(value, is_better).map(|value| value.0 as f64)).collect();
                assert_eq!(floats(&found), expected);
            }
            let most: Vec<_> = host
                .iter()
                .map(|value| (!value.is_empty()).then(|| value.iter().copied().filter(|value| !value.is_nan()).fold(f32::NEG_INFINITY, f32::max).into()))
                .collect();
            assert_eq!(floats(&array.max(1).unwrap()), most);
        }
    }

    fn long_lists_are_sorted_with_missing_entries_last(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(8);
        let lens = [10, 5000, 0, 300, 2049, 2048, 6000];
        let host: Vec<Vec<Option<i32>>> = lens
            .iter()
            .map(|len| (0..*len).map(|_| (random.u32(0..10) > 0).then(|| random.i32(-40..40))).collect())
            .collect();
        let array = HostArray::from_values(&host).unwrap().to_backend(&gpu).unwrap();
        for ascending in [true, false] {
            let key = |number: &Option<i32>| (number.is_none(), number.map_or(0, |number| if ascending { number } else { -number }));
            let mut sorted = host.clone();
            sorted.iter_mut().for_each(|value| value.sort_by_key(key));
            let expected = HostArray::from_values(&sorted).unwrap().to_list().unwrap();
            let found = array.sort(Axis::INNER, ascending).unwrap();
            assert_eq!(found.to_host().unwrap().to_list().unwrap(), expected);
            let places = host.iter().map(|list| {
                let mut places: Vec<i64> = (0..list.len() as i64).collect();
                places.sort_by_key(|at| key(&list[*at as usize]));
                places
            });
            let expected = HostArray::from_values(places.collect::<Vec<_>>()).unwrap().to_list().unwrap();
            let found = array.argsort(Axis::INNER, ascending).unwrap();
            assert_eq!(found.to_host().unwrap().to_list().unwrap(), expected);
        }
    }

    fn sums_are_the_same_bits_in_every_run(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(9);
        let numbers: Vec<f32> = (0..9000).map(|_| random.f32() * 1e6 - 5e5).collect();
        let flat = HostArray::from_numbers(&numbers).unwrap().to_backend(&gpu).unwrap();
        for size in [9000i64, 3000, 9, 1] {
            let lists = flat.unflatten(size, 0).unwrap();
            let first = text(&lists.sum(1).unwrap());
            for _ in 0..3 {
                assert_eq!(text(&lists.sum(1).unwrap()), first);
            }
        }
    }

    fn offsets_of_all_widths_agree(device) {
        let gpu = backend(device);
        let data: Vec<u8> = (0..6i64).flat_map(i64::to_le_bytes).collect();
        let offsets = [0i64, 2, 2, 5, 6];
        let mut answers = Vec::new();
        for (ty, size) in [("i32", 4), ("u32", 4), ("i64", 8)] {
            let form = Form::from_json(&format!(
                r#"{{"class": "ListOffsetArray", "offsets": "{ty}", "content": {{"class": "NumpyArray", "primitive": "int64", "form_key": "node1"}}, "form_key": "node0"}}"#
            )).unwrap();
            let bytes: Vec<u8> = offsets.iter().flat_map(|offset| offset.to_le_bytes()[..size].to_vec()).collect();
            let buffers = [("node0-offsets", bytes), ("node1-data", data.clone())];
            let buffers = buffers.map(|(name, bytes)| (name.to_owned(), gpu.manager().copy_from_host(&bytes).unwrap()));
            let array = gpu.from_buffers(&form, 4, buffers).unwrap();
            let sorted = array.sort(-1, false).unwrap();
            let pairs = array.combinations(2).run().unwrap();
            let sums = array.slice(1..).unwrap().sum(1).unwrap();
            answers.push([&sorted, &pairs, &sums].map(text));
        }
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
        assert_eq!(answers[0][2], "[0, 9, 5]");
    }
}
