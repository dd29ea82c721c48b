//! Random lists and numbers of all types, compared with the same operations on the host.

use core::fmt::Debug;
use std::cmp::Ordering;

use cuda_awkward::{Array, Axis, Backend, HostArray, Pick, Scalar, Value};
use cuda_rust::options;
use fastrand::Rng;

use crate::backend;

/// Returns a key for comparisons, in which all NaNs are equal.
fn key(number: Scalar) -> (&'static str, u64) {
    let bits = match number {
        Scalar::Float32(value) if value.is_nan() => u64::MAX,
        Scalar::Float64(value) if value.is_nan() => u64::MAX,
        Scalar::Float32(value) => value.to_bits().into(),
        Scalar::Float64(value) => value.to_bits(),
        Scalar::UInt64(value) => value,
        other => other.as_i64().unwrap() as u64,
    };
    (number.dtype().name(), bits)
}

type Key = Option<(&'static str, u64)>;

fn keys(values: &[Value]) -> Vec<Key> {
    values.iter().map(|value| value.as_number().map(key)).collect()
}

fn numbers(array: &Array) -> Vec<Key> {
    keys(&array.to_host().unwrap().to_list().unwrap())
}

fn lists(array: &Array) -> Vec<Vec<Key>> {
    let host = array.to_host().unwrap().to_list().unwrap();
    host.iter().map(|value| keys(value.as_list().unwrap())).collect()
}

fn of<T: Into<Scalar>>(number: T) -> Key {
    Some(key(number.into()))
}

trait Number: Copy + Into<Scalar> + PartialOrd + Debug + Default {
    type Sum: Into<Scalar>;
    fn any(random: &mut Rng) -> Self;
    fn sum(numbers: impl Iterator<Item = Self>) -> Self::Sum;
    fn doubled(self) -> Self;
    fn is_nan(self) -> bool {
        false
    }
    const LEAST: Self;
    const MOST: Self;
}

macro_rules! integers {
    ($($ty:ty: $sum:ty),*) => {$(
        impl Number for $ty {
            type Sum = $sum;
            fn any(random: &mut Rng) -> Self {
                match random.u8(..8) {
                    0 => <$ty>::MIN,
                    1 => <$ty>::MAX,
                    2..5 => random.u8(..3) as $ty,
                    _ => random.u64(..) as $ty,
                }
            }
            fn sum(numbers: impl Iterator<Item = Self>) -> $sum {
                numbers.fold(0, |sum: $sum, number| sum.wrapping_add(number as $sum))
            }
            fn doubled(self) -> Self {
                self.wrapping_add(self)
            }
            const LEAST: Self = <$ty>::MIN;
            const MOST: Self = <$ty>::MAX;
        }
    )*};
}

integers!(i8: i64, i16: i64, i32: i64, i64: i64, u8: u64, u16: u64, u32: u64, u64: u64);

macro_rules! floats {
    ($($ty:ident),*) => {$(
        impl Number for $ty {
            type Sum = $ty;
            fn any(random: &mut Rng) -> Self {
                match random.u8(..100) {
                    0 => $ty::NAN,
                    1 => -$ty::NAN,
                    2..6 => -0.0,
                    6..10 => 0.0,
                    10 => $ty::INFINITY,
                    11 => $ty::NEG_INFINITY,
                    12 => $ty::MIN_POSITIVE,
                    _ => random.i8(-100..100).into(),
                }
            }
            fn sum(numbers: impl Iterator<Item = Self>) -> $ty {
                numbers.fold(0.0, |sum, number| sum + number)
            }
            fn doubled(self) -> Self {
                self + self
            }
            fn is_nan(self) -> bool {
                self != self
            }
            const LEAST: Self = $ty::NEG_INFINITY;
            const MOST: Self = $ty::INFINITY;
        }
    )*};
}

floats!(f32, f64);

type Lists<T> = Vec<Vec<Option<T>>>;

/// Lists of `lens`, and the same on the host, which begin `skipped` numbers behind the beginning of memory. With `missing` some
/// entries are.
fn made<T: Number>(
    gpu: &Backend,
    lens: &[usize],
    skipped: usize,
    missing: bool,
    random: &mut Rng,
) -> (Array, Lists<T>) {
    let total: usize = lens.iter().sum();
    let flat: Vec<T> = (0..skipped + total + 1).map(|_| T::any(random)).collect();
    let array = HostArray::from_numbers(&flat).unwrap();
    let array = array.to_backend(gpu).unwrap();
    let from = skipped as i64;
    let mut array = array.slice(from..from + total as i64).unwrap();
    let mut flat: Vec<_> = flat[skipped..][..total].iter().copied().map(Some).collect();
    if missing && total > 0 {
        let index: Vec<_> =
            (0..total).map(|_| (random.u8(..4) > 0).then(|| random.usize(..total))).collect();
        let picks = HostArray::from_values(&index).unwrap();
        let picks = picks.to_backend(gpu).unwrap();
        array = array.get_array([&picks]).unwrap();
        flat = index.iter().map(|place| place.and_then(|i| flat[i])).collect();
    }
    let counts: Vec<i64> = lens.iter().map(|len| *len as i64).collect();
    let counts = [&counts[..], &[0]].concat();
    let counts = HostArray::from_numbers(&counts).unwrap().to_backend(gpu);
    let array = array.unflatten(counts.unwrap(), 0).unwrap();
    let array = array.slice(..lens.len() as i64).unwrap();
    let mut flat = flat.into_iter();
    let host = lens.iter().map(|len| flat.by_ref().take(*len).collect());
    (array, host.collect())
}

/// Returns the first that no other is before; a leading NaN stays.
fn best<T: Number>(list: &[Option<T>], before: impl Fn(T, T) -> bool) -> Option<usize> {
    let mut best = list.iter().position(Option::is_some)?;
    let first = list[best]?;
    for (at, entry) in list.iter().enumerate() {
        if let (Some(entry), Some(now)) = (entry, list[best])
            && !first.is_nan()
            && before(*entry, now)
        {
            best = at;
        }
    }
    Some(best)
}

fn extreme<T: Number>(list: &[Option<T>], identity: T, before: impl Fn(T, T) -> bool) -> Option<T> {
    let mut numbers = list.iter().flatten().copied().peekable();
    numbers.peek()?;
    let numbers = numbers.filter(|number| !number.is_nan());
    let best = numbers.reduce(|a, b| if before(b, a) { b } else { a });
    Some(best.unwrap_or(identity))
}

/// Zeros are equal, whatever their signs.
fn unsigned(keys: Vec<Key>) -> Vec<Key> {
    let unsigned = |(ty, bits)| match (ty, bits) {
        ("float32", 0x8000_0000) | ("float64", 0x8000_0000_0000_0000) => (ty, 0),
        other => other,
    };
    keys.into_iter().map(|key| key.map(unsigned)).collect()
}

/// NaN first, missing ones last.
fn order<T: Number>(a: Option<T>, b: Option<T>, ascending: bool) -> Ordering {
    let (Some(a), Some(b)) = (a, b) else {
        return b.is_some().cmp(&a.is_some());
    };
    let order = if ascending { a.partial_cmp(&b) } else { b.partial_cmp(&a) };
    order.unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
}

fn flat(lists: &[Vec<Key>]) -> Vec<Key> {
    lists.concat()
}

fn same(found: &[Vec<Key>], expected: &[Vec<Key>], case: &str) {
    assert_eq!(found.len(), expected.len(), "{case}");
    for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "{case}, list {number}");
    }
}

fn reductions<T: Number>(array: &Array, host: &Lists<T>, case: &str) {
    let sums: Vec<_> =
        host.iter().map(|value| of(T::sum(value.iter().flatten().copied()))).collect();
    let found = numbers(&array.sum(1).unwrap());
    assert_eq!(unsigned(found), unsigned(sums), "sum of {case}");
    for (is_max, identity) in [(false, T::MOST), (true, T::LEAST)] {
        let before = |a: T, b: T| if is_max { a > b } else { a < b };
        let expected: Vec<_> =
            host.iter().map(|value| extreme(value, identity, before).and_then(of)).collect();
        let found = if is_max { array.max(1) } else { array.min(1) };
        let found = unsigned(numbers(&found.unwrap()));
        assert_eq!(found, unsigned(expected), "max {is_max} of {case}");
        let expected: Vec<_> = host
            .iter()
            .map(|value| best(value, before).and_then(|value| of(value as i64)))
            .collect();
        let found = if is_max { array.argmax(1) } else { array.argmin(1) };
        assert_eq!(numbers(&found.unwrap()), expected, "argmax {is_max} of {case}");
    }
    let expected: Vec<_> =
        host.iter().map(|value| of(value.iter().flatten().count() as i64)).collect();
    assert_eq!(numbers(&array.count(1).unwrap()), expected, "count of {case}");
}

fn sorts<T: Number>(array: &Array, host: &Lists<T>, case: &str) {
    for ascending in [true, false] {
        let orders: Vec<Vec<usize>> = host
            .iter()
            .map(|list| {
                let mut places: Vec<_> = (0..list.len()).collect();
                places.sort_by(|a, b| order(list[*a], list[*b], ascending));
                places
            })
            .collect();
        let sorted: Vec<Vec<Key>> = orders
            .iter()
            .zip(host)
            .map(|(order, list)| order.iter().map(|i| list[*i].and_then(of)).collect())
            .collect();
        let found = lists(&array.sort(Axis::INNER, ascending).unwrap());
        same(&found, &sorted, &format!("sort {ascending} of {case}"));
        let orders: Vec<Vec<Key>> = orders
            .iter()
            .map(|order| order.iter().map(|order| of(*order as i64)).collect())
            .collect();
        let found = lists(&array.argsort(Axis::INNER, ascending).unwrap());
        same(&found, &orders, &format!("argsort {ascending} of {case}"));
    }
}

fn structure<T: Number>(
    gpu: &Backend,
    array: &Array,
    host: &Lists<T>,
    random: &mut Rng,
    case: &str,
) {
    let all: Vec<Vec<Key>> =
        host.iter().map(|value| value.iter().map(|value| value.and_then(of)).collect()).collect();
    same(&lists(array), &all, case);
    let lens: Vec<_> = host.iter().map(|value| of(value.len() as i64)).collect();
    assert_eq!(numbers(&array.num(1).unwrap()), lens, "num of {case}");
    assert_eq!(numbers(&array.flatten(1).unwrap()), flat(&all), "flatten of {case}");
    // Each twice: with itself, and with one number per list.
    let twice: Vec<Vec<Key>> = host
        .iter()
        .map(|value| {
            value.iter().map(|value| value.and_then(|value| of(value.doubled()))).collect()
        })
        .collect();
    same(&lists(&(array + array).unwrap()), &twice, &format!("+ of {case}"));
    let each: Vec<T> = host.iter().map(|_| T::any(random)).collect();
    if let Some(numbers) = HostArray::from_numbers(&each) {
        let numbers = numbers.to_backend(gpu).unwrap();
        let most: Vec<Vec<Key>> = host
            .iter()
            .zip(&each)
            .map(|(list, one)| {
                let less = |number: T| of(number < *one);
                list.iter().map(|number| number.and_then(less)).collect()
            })
            .collect();
        let found = lists(&array.lt(&numbers).unwrap());
        same(&found, &most, &format!("spread over {case}"));
    }
    // Booleans in other memory, at any offset.
    let skipped = random.usize(..20);
    let lens: Vec<_> = host.iter().map(Vec::len).collect();
    let (other, host_other) = made::<u8>(gpu, &lens, skipped, false, random);
    let mask = other.gt(1u8).unwrap();
    let expected: Vec<Vec<Key>> = host
        .iter()
        .zip(&host_other)
        .map(|(own, other)| {
            let pairs = own.iter().zip(other).filter(|pair| *pair.1 > Some(1));
            pairs.map(|pair| pair.0.and_then(of)).collect()
        })
        .collect();
    let found = lists(&array.get_jagged(&mask).unwrap());
    same(&found, &expected, &format!("booleans of {case}"));
    // Positions, some from the end.
    let picks: Vec<Vec<i64>> = host
        .iter()
        .map(|value| {
            let len = value.len() as i64;
            let count = if len == 0 { 0 } else { random.usize(..4) };
            (0..count).map(|_| random.i64(-len..len)).collect()
        })
        .collect();
    if picks.iter().any(|pick| !pick.is_empty()) {
        let on_device = HostArray::from_values(&picks).unwrap().to_backend(gpu).unwrap();
        let expected: Vec<Vec<Key>> = host
            .iter()
            .zip(&picks)
            .map(|(own, picks)| {
                let at = |pick: &i64| pick.rem_euclid(own.len() as i64) as usize;
                picks.iter().map(|pick| own[at(pick)].and_then(of)).collect()
            })
            .collect();
        let found = lists(&array.get_jagged(&on_device).unwrap());
        same(&found, &expected, &format!("positions of {case}"));
    }
}

fn pairs<T: Number>(gpu: &Backend, array: &Array, host: &Lists<T>, case: &str) {
    let field = |array: &Array, name: &str| lists(&array.field(name).unwrap());
    let found = array.combinations(2).run().unwrap();
    let product = gpu.cartesian([array, array]).run().unwrap();
    let triples = array.combinations(3).replacement(true).run().unwrap();
    let pairs = |which: usize, product: bool| -> Vec<Vec<Key>> {
        let of_list = |list: &Vec<Option<T>>| {
            let places = (0..list.len()).flat_map(|a| (0..list.len()).map(move |b| [a, b]));
            let places = places.filter(|[a, b]| product || a < b);
            places.map(|place| list[place[which]].and_then(of)).collect()
        };
        host.iter().map(of_list).collect()
    };
    for which in 0..2 {
        let name = which.to_string();
        same(&field(&found, &name), &pairs(which, false), &format!("pairs of {case}"));
        same(&field(&product, &name), &pairs(which, true), &format!("product of {case}"));
    }
    let last: Vec<Vec<Key>> = host
        .iter()
        .map(|list| {
            let n = list.len();
            let places = (0..n).flat_map(|a| (a..n).flat_map(move |b| b..n));
            places.map(|place| list[place].and_then(of)).collect()
        })
        .collect();
    same(&field(&triples, "2"), &last, &format!("triples of {case}"));
}

/// Lengths that come to every path of the kernels.
fn distributions(random: &mut Rng) -> Vec<Vec<usize>> {
    let mut lonely = vec![0; 2100];
    lonely[700] = 5000;
    vec![
        vec![],
        vec![0],
        vec![0; 4500],
        vec![1],
        vec![8, 9, 0, 7, 8, 1],
        vec![31, 32, 33, 63, 64, 65, 127, 128, 129],
        vec![255, 256, 257, 0, 1],
        vec![2047, 2048, 2049],
        // Lists end at the boundaries of tiles.
        vec![1024; 4],
        vec![256, 768, 0, 1024, 0, 0, 2048, 4096],
        vec![2048, 0, 0, 0, 2048],
        (0..800).map(|_| random.usize(..9)).collect(),
        (0..200).map(|_| random.usize(..40)).collect(),
        lonely,
    ]
}

fn tried<T: Number>(gpu: &Backend, seed: u64) {
    let mut random = Rng::with_seed(seed);
    for (number, lens) in distributions(&mut random).into_iter().enumerate() {
        // Half of the rounds per type, because they are slow.
        if (number as u64 + seed).is_multiple_of(2) {
            continue;
        }
        let skipped = random.usize(..4);
        let missing = random.u8(..4) == 0;
        let (array, host) = made::<T>(gpu, &lens, skipped, missing, &mut random);
        let name = core::any::type_name::<T>();
        let case = format!("{name} {number} skipped {skipped} missing {missing}");
        let cut = random.usize(..=lens.len().min(3));
        let rest = array.slice(cut as i64..).unwrap();
        let host_rest = host[cut..].to_vec();
        // Without their first entries, lists have starts and stops.
        let tails = rest.get_array([Pick::ALL, Pick::from(1..)]).unwrap();
        let host_tails: Lists<T> =
            host_rest.iter().map(|list| list.iter().skip(1).copied().collect()).collect();
        let all = [(array, host, "whole"), (rest, host_rest, "rows"), (tails, host_tails, "tails")];
        // Each in turn, too.
        let (array, host, part) = &all[(number / 2 + seed as usize) % 3];
        let case = format!("{case}, {part}");
        // These, too, except in a long run.
        let runs = |part| options::runs(number + seed as usize, part, 3);
        if runs(0) {
            reductions(array, host, &case);
        }
        if runs(1) {
            sorts(array, host, &case);
        }
        if runs(2) {
            structure(gpu, array, host, &mut random, &case);
        }
        if host.iter().all(|value| value.len() < 50) {
            let few = array.slice(..20).unwrap();
            let host: Lists<T> = host.iter().take(20).cloned().collect();
            pairs(gpu, &few, &host, &case);
        }
    }
}

on_the_device! {
    fn random_lists_of_bytes_are_as_on_the_host(device) {
        let gpu = backend(device);
        tried::<i8>(&gpu, 1);
        tried::<u8>(&gpu, 2);
    }

    fn random_lists_of_short_integers_are_as_on_the_host(device) {
        let gpu = backend(device);
        tried::<i16>(&gpu, 3);
        tried::<u32>(&gpu, 4);
        tried::<i32>(&gpu, 5);
    }

    fn random_lists_of_long_integers_are_as_on_the_host(device) {
        let gpu = backend(device);
        tried::<i64>(&gpu, 6);
        tried::<u64>(&gpu, 7);
    }

    fn random_lists_of_floats_are_as_on_the_host(device) {
        let gpu = backend(device);
        for seed in 0..2 {
            tried::<f32>(&gpu, seed);
            tried::<f64>(&gpu, seed + 10);
        }
    }
}
