//! Sorts and reductions of types of all sizes, in lists of several blocks.

use core::cmp::Ordering;

use cuda_awkward::half::f16;
use cuda_awkward::{Array, Axis, Backend, HostArray, Scalar};
use fastrand::Rng;

use crate::backend;

/// Lengths of lists that end within blocks and take several of them.
const LENS: [usize; 11] = [10, 5000, 0, 300, 2049, 4096, 1, 4097, 9000, 0, 17000];

/// Lists of these lengths, and on the host.
fn lists<T: Into<Scalar> + Copy>(
    gpu: &Backend,
    lens: &[usize],
    mut number: impl FnMut() -> T,
) -> (Array, Vec<Vec<T>>) {
    let host: Vec<Vec<T>> = lens.iter().map(|len| (0..*len).map(|_| number()).collect()).collect();
    let flat: Vec<T> = host.concat();
    let lens: Vec<i64> = lens.iter().map(|len| *len as i64).collect();
    let up = |array: HostArray| array.to_backend(gpu).unwrap();
    let lens = up(HostArray::from_numbers(&lens).unwrap());
    let flat = up(HostArray::from_numbers(&flat).unwrap());
    (flat.unflatten(&lens, 0).unwrap(), host)
}

fn scalars(array: &Array) -> Vec<Option<Scalar>> {
    let host = array.to_host().unwrap();
    host.iter().map(|value| value.unwrap().as_number()).collect()
}

/// Checks both directions; the order is stable in both.
fn check_sorts<T: Into<Scalar> + Copy>(
    gpu: &Backend,
    number: impl FnMut() -> T,
    is_nan: fn(T) -> bool,
    compare: fn(T, T) -> Ordering,
) {
    let (array, host) = lists(gpu, &LENS, number);
    for ascending in [true, false] {
        let orders: Vec<Vec<usize>> = host
            .iter()
            .map(|list| {
                let mut order: Vec<usize> = (0..list.len()).collect();
                order.sort_by(|a, b| {
                    let (a, b) = (list[*a], list[*b]);
                    match (is_nan(a), is_nan(b)) {
                        (false, false) if ascending => compare(a, b),
                        (false, false) => compare(b, a),
                        // In both directions, NaN comes first.
                        (a, b) => b.cmp(&a),
                    }
                });
                order
            })
            .collect();
        let places: Vec<_> =
            orders.iter().flatten().map(|at| Some(Scalar::from(*at as i64))).collect();
        let found = array.argsort(Axis::INNER, ascending).unwrap();
        assert!(scalars(&found.ravel().unwrap()) == places, "{ascending}");
        let numbers = host.iter().zip(&orders);
        let numbers = numbers.flat_map(|(list, order)| order.iter().map(|at| list[*at].into()));
        let numbers: Vec<Vec<u8>> = numbers.map(|number: Scalar| number.to_bytes()).collect();
        let found = array.sort(Axis::INNER, ascending).unwrap();
        let found = scalars(&found.ravel().unwrap());
        let found: Vec<Vec<u8>> =
            found.into_iter().map(|number| number.unwrap().to_bytes()).collect();
        for (at, (found, expected)) in found.iter().zip(&numbers).enumerate() {
            assert_eq!(found, expected, "{at}, {ascending}");
        }
        assert_eq!(found.len(), numbers.len());
    }
}

/// Few different numbers, of which some are NaN, infinite, or zeros of both signs.
fn float(random: &mut Rng) -> f64 {
    match random.u32(0..12) {
        0 => f64::NAN,
        1 => 0.0,
        2 => -0.0,
        3 => f64::INFINITY,
        4 => f64::NEG_INFINITY,
        _ => f64::from(random.i32(-300..300)) / 8.0,
    }
}

fn complex(random: &mut Rng) -> (f32, f32) {
    let mut part = || (random.i32(-4..5)) as f32;
    (part(), part())
}

/// What all types have in common: numbers of which lists have several.
fn check_reductions<T: Into<Scalar> + Copy>(
    gpu: &Backend,
    number: impl FnMut() -> T,
    less: fn(T, T) -> bool,
    is_zero: fn(T) -> bool,
    sum: fn(&[T]) -> Scalar,
) {
    let mut lens = LENS.to_vec();
    // Many ends in one block, and a list from there to the last one.
    lens.extend([1; 3000]);
    lens.extend([40_000, 2, 0]);
    let (whole, all) = lists(gpu, &lens, number);
    // Elements before the array's first one move it from a boundary of 16 bytes.
    for from in [0, 1] {
        let (array, host) = (whole.slice(from as i64..).unwrap(), &all[from..]);
        let each = |of: &dyn Fn(&[T]) -> Option<Scalar>| -> Vec<_> {
            host.iter().map(|list| of(list)).collect()
        };
        let best = |list: &[T], is_better: &dyn Fn(T, T) -> bool| {
            (0..list.len())
                .reduce(|best, at| if is_better(list[at], list[best]) { at } else { best })
        };
        let (most, least) = (|a, b| less(b, a), |a, b| less(a, b));
        let position = |at: usize| Scalar::from(at as i64);
        let count = |list: &[T]| list.iter().filter(|entry| !is_zero(**entry)).count();
        let checks: [(&str, Array, Vec<Option<Scalar>>); 8] = [
            ("sum", array.sum(1).unwrap(), each(&|list| Some(sum(list)))),
            (
                "max",
                array.max(1).unwrap(),
                each(&|list| best(list, &most).map(|at| list[at].into())),
            ),
            (
                "min",
                array.min(1).unwrap(),
                each(&|list| best(list, &least).map(|at| list[at].into())),
            ),
            ("argmax", array.argmax(1).unwrap(), each(&|list| best(list, &most).map(position))),
            ("argmin", array.argmin(1).unwrap(), each(&|list| best(list, &least).map(position))),
            ("any", array.any(1).unwrap(), each(&|list| Some(Scalar::from(count(list) > 0)))),
            (
                "all",
                array.all(1).unwrap(),
                each(&|list| Some(Scalar::from(count(list) == list.len()))),
            ),
            (
                "count_nonzero",
                array.count_nonzero(1).unwrap(),
                each(&|list| Some(position(count(list)))),
            ),
        ];
        for (name, found, expected) in checks {
            let found = scalars(&found);
            for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found, expected, "{name} of list {at} of {}", host[at].len());
            }
            assert_eq!(found.len(), expected.len());
        }
    }
}

on_the_device! {
    fn long_lists_of_doubles_are_sorted(device) {
        let mut random = Rng::with_seed(31);
        let compare = |a: f64, b: f64| a.partial_cmp(&b).unwrap();
        check_sorts(&backend(device), || float(&mut random), f64::is_nan, compare);
    }

    fn long_lists_of_half_precision_are_sorted(device) {
        let mut random = Rng::with_seed(32);
        let compare = |a: f16, b: f16| a.partial_cmp(&b).unwrap();
        check_sorts(&backend(device), || f16::from_f64(float(&mut random)), f16::is_nan, compare);
    }

    fn long_lists_of_unsigned_integers_are_sorted(device) {
        let mut random = Rng::with_seed(33);
        let number = || match random.u32(0..4) {
            0 => random.u64(..),
            1 => u64::MAX - random.u64(0..3),
            _ => random.u64(0..200),
        };
        check_sorts(&backend(device), number, |_| false, |a, b| a.cmp(&b));
    }

    fn long_lists_of_booleans_are_sorted(device) {
        let mut random = Rng::with_seed(34);
        check_sorts(&backend(device), || random.bool(), |_| false, |a, b| a.cmp(&b));
    }

    fn bytes_are_reduced_over_the_ends_of_blocks(device) {
        let mut random = Rng::with_seed(35);
        let sum = |list: &[u8]| Scalar::from(list.iter().map(|entry| u64::from(*entry)).sum::<u64>());
        check_reductions(&backend(device), || random.u8(..), |a, b| a < b, |byte| byte == 0, sum);
    }

    fn lists_of_more_blocks_than_run_at_once_are_reduced(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(38);
        let mut lens = vec![9, 0, 2_000_000, 0, 70_000, 24_570, 24_568, 1];
        lens.extend([3; 20_000]);
        lens.extend([0, 2_100_000, 0, 5]);
        let (array, host) = lists(&gpu, &lens, || random.u8(..));
        let each = |of: &dyn Fn(&[u8]) -> Option<Scalar>| -> Vec<_> {
            host.iter().map(|list| of(list)).collect()
        };
        let sums = each(&|list| Some(Scalar::from(list.iter().map(|byte| u64::from(*byte)).sum::<u64>())));
        assert!(scalars(&array.sum(1).unwrap()) == sums);
        let first = |list: &[u8]| {
            let most = list.iter().max()?;
            list.iter().position(|other| other == most).map(|at| Scalar::from(at as i64))
        };
        assert!(scalars(&array.argmax(1).unwrap()) == each(&|list| first(list)));
    }

    fn booleans_are_reduced_over_the_ends_of_blocks(device) {
        let mut random = Rng::with_seed(36);
        let sum = |list: &[bool]| Scalar::from(list.iter().filter(|entry| **entry).count() as i64);
        check_reductions(&backend(device), || random.bool(), |a, b| !a & b, |bit| !bit, sum);
    }

    fn complex_numbers_are_reduced_over_the_ends_of_blocks(device) {
        let gpu = backend(device);
        let mut random = Rng::with_seed(37);
        #[derive(Clone, Copy)]
        struct Single(f32, f32);
        #[derive(Clone, Copy)]
        struct Double(f64, f64);
        impl From<Single> for Scalar {
            fn from(number: Single) -> Self {
                Self::Complex64(number.0, number.1)
            }
        }
        impl From<Double> for Scalar {
            fn from(number: Double) -> Self {
                Self::Complex128(number.0, number.1)
            }
        }
        // All sums of these numbers are exact.
        let number = || complex(&mut random);
        let mut number = number;
        check_reductions(
            &gpu,
            || { let (re, im) = number(); Single(re, im) },
            |a, b| (a.0, a.1) < (b.0, b.1),
            |number| number.0 == 0.0 && number.1 == 0.0,
            |list| Scalar::Complex64(list.iter().map(|entry| entry.0).sum(), list.iter().map(|entry| entry.1).sum()),
        );
        check_reductions(
            &gpu,
            || { let (re, im) = number(); Double(re.into(), im.into()) },
            |a, b| (a.0, a.1) < (b.0, b.1),
            |number| number.0 == 0.0 && number.1 == 0.0,
            |list| Scalar::Complex128(list.iter().map(|entry| entry.0).sum(), list.iter().map(|entry| entry.1).sum()),
        );
    }

    fn only_the_first_number_of_a_complex_product_is_multiplied_by_its_identity(device) {
        const INF: f64 = f64::INFINITY;
        const NAN: f64 = f64::NAN;
        let gpu = backend(device);
        // The answers of Awkward 2.14 and NumPy.
        type Complex = (f64, f64);
        let cases: [(&[Complex], Complex); 17] = [
            (&[(INF, 0.0)], (INF, NAN)),
            (&[(-INF, -0.0)], (-INF, NAN)),
            (&[(INF, INF)], (NAN, NAN)),
            (&[(0.0, INF)], (NAN, INF)),
            (&[(1.0, 0.0), (INF, 0.0)], (INF, NAN)),
            (&[(INF, 0.0), (2.0, 0.0), (3.0, 0.0)], (NAN, NAN)),
            (&[(NAN, 1.0)], (NAN, NAN)),
            (&[(-0.0, -0.0)], (0.0, -0.0)),
            (&[(2.0, 3.0)], (2.0, 3.0)),
            (&[(1e200, 0.0), (1e200, 0.0)], (INF, 0.0)),
            (&[], (1.0, 0.0)),
            (&[(-0.0, 0.0)], (-0.0, 0.0)),
            (&[(0.0, -0.0)], (0.0, 0.0)),
            (&[(-0.0, -0.0), (1.0, 0.0)], (0.0, 0.0)),
            (&[(1.0, -0.0), (1.0, -0.0)], (1.0, 0.0)),
            (&[(1e200, 0.0), (1e200, 0.0), (1e-200, 0.0)], (INF, NAN)),
            (&[(0.0, 2.0), (0.0, 2.0), (0.0, 2.0)], (-0.0, -8.0)),
        ];
        let bits = |(re, im): (f64, f64)| [re, im].map(|part| if part.is_nan() { NAN.to_bits() } else { part.to_bits() });
        let number_of = |scalar: &Option<Scalar>| match scalar {
            Some(Scalar::Complex128(re, im)) => bits((*re, *im)),
            other => panic!("{other:?}"),
        };
        #[derive(Clone, Copy)]
        struct Double(f64, f64);
        impl From<Double> for Scalar {
            fn from(number: Double) -> Self {
                Self::Complex128(number.0, number.1)
            }
        }
        let numbers = |list: &[(f64, f64)]| list.iter().map(|(re, im)| Double(*re, *im)).collect::<Vec<_>>();
        let lens: Vec<i64> = cases.iter().map(|(list, _)| list.len() as i64).collect();
        let flat: Vec<Double> = cases.iter().flat_map(|(list, _)| numbers(list)).collect();
        let up = |host: HostArray| host.to_backend(&gpu).unwrap();
        let lists = up(HostArray::from_numbers(&flat).unwrap())
            .unflatten(up(HostArray::from_numbers(&lens).unwrap()), 0)
            .unwrap();
        let found = scalars(&lists.prod(-1).unwrap());
        for ((list, expected), found) in cases.iter().zip(&found) {
            assert_eq!(number_of(found), bits(*expected), "{list:?}");
            if list.is_empty() { continue }
            let alone = up(HostArray::from_numbers(&numbers(list)).unwrap());
            assert_eq!(number_of(&alone.prod_of_all().unwrap()), bits(*expected), "all of {list:?}");
        }
        // Many numbers, of several blocks, are multiplied in another order than NumPy's: of powers of i, all orders are exact.
        for len in [100, 1000, 3000, 50_000] {
            let long = vec![Double(0.0, 1.0); len + 1];
            let product = up(HostArray::from_numbers(&long).unwrap()).prod_of_all().unwrap();
            assert!(matches!(product, Some(Scalar::Complex128(re, im)) if re == 0.0 && im == 1.0), "{len}: {product:?}");
        }
    }
}
