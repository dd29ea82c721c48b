//! Pairs of entries, which are written while they are counted.

use std::thread;

use cuda_awkward::{Array, Backend, Error, HostArray, Pick};
use cuda_driver::context::ContextFlags;
use cuda_driver::graph::CaptureMode;
use fastrand::Rng;

use crate::{backend, text, up};

fn numbers(array: &Array) -> Vec<i64> {
    let host = array.ravel().unwrap().to_host().unwrap();
    let numbers = host.iter().map(|value| value.unwrap().as_number().unwrap());
    numbers.map(|number| number.as_f64().unwrap() as i64).collect()
}

/// Lists of these lengths, whose entries are counted from 0 on.
fn lists(gpu: &Backend, lens: &[usize]) -> Array {
    // One more, so that there are numbers.
    let all: Vec<i64> = (0..lens.iter().sum::<usize>() as i64 + 1).collect();
    let each: Vec<i64> = lens.iter().map(|len| *len as i64).chain([1]).collect();
    let up = |numbers: &[i64]| HostArray::from_numbers(numbers).unwrap().to_backend(gpu).unwrap();
    let lists = up(&all).unflatten(up(&each), 0).unwrap();
    lists.slice(..lens.len() as i64).unwrap()
}

/// Returns the first and second entries, and the number of pairs of each list.
fn expected(starts: &[usize], lens: &[usize], replacement: bool) -> [Vec<i64>; 3] {
    let (mut first, mut second, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (start, len) in starts.iter().zip(lens) {
        let before = first.len();
        for a in 0..*len {
            for b in a + usize::from(!replacement)..*len {
                first.push((start + a) as i64);
                second.push((start + b) as i64);
            }
        }
        counts.push((first.len() - before) as i64);
    }
    [first, second, counts]
}

fn check(array: &Array, starts: &[usize], lens: &[usize]) {
    for replacement in [false, true] {
        let pairs = array.combinations(2).replacement(replacement).run().unwrap();
        let found = ["0", "1"].map(|name| numbers(&pairs.field(name).unwrap()));
        let counts = numbers(&pairs.num(1).unwrap());
        let [first, second, each] = expected(starts, lens, replacement);
        assert!(counts == each, "{} lists, {replacement}", lens.len());
        assert!(found[0] == first, "{} lists, {replacement}", lens.len());
        assert!(found[1] == second, "{} lists, {replacement}", lens.len());
    }
}

fn starts(lens: &[usize]) -> Vec<usize> {
    let mut end = 0;
    let ends = lens.iter().map(|len| {
        end += len;
        end - len
    });
    ends.collect()
}

on_the_device! {
    fn pairs_of_lists_of_any_lengths_are_right(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(21);
        let mut distributions: Vec<Vec<usize>> = vec![
            vec![0], vec![1], vec![2], vec![3], vec![0; 3000], vec![1; 5000], vec![2; 2048], vec![2; 2049], vec![3; 6000],
        ];
        // On average 1.5, as pairs are expected.
        distributions.push((0..7000).map(|_| random.usize(0..4)).collect());
        // Many more pairs than expected, for which there is no room.
        distributions.push((0..3000).map(|_| if random.u32(0..10) == 0 { random.usize(10..30) } else { 0 }).collect());
        // Lists with many pairs of a warp, of a block, and too many.
        for len in [40, 300, 700, 1024, 1025] {
            let mut lens = vec![1; 2500];
            lens[random.usize(0..2500)] = len;
            distributions.push(lens);
        }
        // With too many pairs in a block only together.
        distributions.push((0..4000).map(|i| if i % 100 == 0 { 150 } else { 0 }).collect());
        for lens in distributions {
            let array = lists(&gpu, &lens);
            check(&array, &starts(&lens), &lens);
            // Lists that begin later.
            if lens.len() > 3 {
                check(&array.slice(3..).unwrap(), &starts(&lens)[3..], &lens[3..]);
            }
        }
    }

    fn pairs_of_lists_in_any_order_are_right(device) {
        let gpu = backend(device);
        let lens: Vec<usize> = (0..3000).map(|i| i * 7 % 4).collect();
        let rows: Vec<i64> = (0..3000).map(|i| i * 1237 % 3000).collect();
        let there = HostArray::from_numbers(&rows).unwrap().to_backend(&gpu).unwrap();
        let array = lists(&gpu, &lens).get_array([Pick::from(&there)]).unwrap();
        let selected = |all: &[usize]| -> Vec<usize> { rows.iter().map(|row| all[*row as usize]).collect() };
        check(&array, &selected(&starts(&lens)), &selected(&lens));
        let regular = lists(&gpu, &[3; 1000]).to_regular(1).unwrap();
        check(&regular, &starts(&[3; 1000]), &[3; 1000]);
        let options = up(&gpu, "[[1, 2, null], null, [4, 5]]");
        assert_eq!(text(&options.combinations(2).run().unwrap()), "[[(1, 2), (1, None), (2, None)], None, [(4, 5)]]");
    }

    fn pairs_take_at_most_twice_the_memory_that_they_need(device) {
        let gpu = backend(device);
        for (len, count) in [(1, 5000), (2, 5000), (3, 5000), (4, 5000)] {
            let array = lists(&gpu, &vec![len; count]);
            drop(array.combinations(2).run().unwrap());
            let before = gpu.manager().bytes_allocated();
            let pairs = array.combinations(2).run().unwrap();
            let taken = gpu.manager().bytes_allocated() - before;
            let needed = (count + 1) * 8 + count * (len * (len - 1) / 2) * 8;
            assert!(taken <= 2 * needed + 8192, "{taken} bytes for {needed}, lists of {len}");
            drop(pairs);
            assert_eq!(gpu.manager().bytes_allocated(), before);
        }
    }

    fn threads_that_share_a_backend_do_not_mix_their_sums(device) {
        let gpu = backend(device);
        let lens: Vec<usize> = (0..5000).map(|i| i * 7 % 4).collect();
        let array = lists(&gpu, &lens);
        let [first, ..] = expected(&starts(&lens), &lens, false);
        let sums = text(&array.sum(1).unwrap());
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..4 {
                        let pairs = array.combinations(2).run().unwrap();
                        assert!(numbers(&pairs.field("0").unwrap()) == first);
                        assert!(text(&array.sum(1).unwrap()) == sums);
                        assert_eq!(array.slice(1..).unwrap().packed().unwrap().len(), 4999);
                    }
                });
            }
        });
    }

    fn sums_are_right_after_any_number_of_calls(device) {
        let gpu = backend(device);
        let array = lists(&gpu, &[2, 0, 3]);
        // Words that blocks publish name one of 255 launches.
        for round in 0..600 {
            let total = match round % 3 {
                0 => array.combinations(2).run().unwrap().num(1).unwrap(),
                1 => array.combinations(3).run().unwrap().num(1).unwrap(),
                _ => array.pad_none(3, 1, false).unwrap().num(1).unwrap(),
            };
            assert_eq!(text(&total), ["[1, 0, 3]", "[0, 0, 1]", "[3, 3, 3]"][round % 3], "{round}");
        }
    }

    fn work_that_is_captured_waits_for_nothing_and_shares_nothing(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
        let gpu = Backend::with_cache(&stream, crate::cache()).unwrap();
        let array = lists(&gpu, &vec![2; 9000]);
        let sums = text(&array.sum(1).unwrap());
        // SAFETY: the array lives longer than the graph.
        let capture = unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap();
        let error = array.combinations(2).run().unwrap_err();
        assert!(matches!(error, Error::Driver(_)), "{error}");
        drop(array.sum(1).unwrap());
        let graph = capture.finish().unwrap().instantiate().unwrap();
        for _ in 0..10 {
            // SAFETY: it only reads the array, and writes memory of its own.
            unsafe { graph.launch(&other) }.unwrap();
            assert!(text(&array.sum(1).unwrap()) == sums);
            let pairs = array.combinations(2).run().unwrap();
            assert_eq!(numbers(&pairs.field("0").unwrap()).len(), 9000);
        }
        other.synchronize().unwrap();
    }
}

/// Returns the places of each combination of `n` of `len`, in order.
fn places(len: usize, n: usize, replacement: bool) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..n {
        let more = |chosen: Vec<usize>| {
            let first = chosen.last().map_or(0, |last| last + usize::from(!replacement));
            (first..len).map(move |next| [&chosen[..], &[next]].concat())
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all
}

on_the_device! {
    fn combinations_of_any_number_are_right(device) {
        let gpu = backend(device);
        let lens = [0, 1, 5, 2, 0, 7, 3, 4, 6, 0];
        let (array, starts) = (lists(&gpu, &lens), starts(&lens));
        for (n, replacement) in (1..=5).flat_map(|n| [(n, false), (n, true)]) {
            let found = array.combinations(n as i64).replacement(replacement).run().unwrap();
            let each: Vec<_> = lens.iter().map(|len| places(*len, n, replacement)).collect();
            let counts: Vec<i64> = each.iter().map(|places| places.len() as i64).collect();
            assert_eq!(numbers(&found.num(1).unwrap()), counts, "{n}, {replacement}");
            for which in 0..n {
                let of_list = |(start, all): (&usize, &Vec<Vec<usize>>)| -> Vec<i64> {
                    all.iter().map(|value| (start + value[which]) as i64).collect()
                };
                let expected: Vec<i64> = starts.iter().zip(&each).flat_map(of_list).collect();
                let found = numbers(&found.field(&which.to_string()).unwrap());
                assert_eq!(found, expected, "{n}, {replacement}, {which}");
            }
        }
    }
}
