//! Which numbers a generator gives: those of its seed, its offset and its order.

use cuda_driver::Stream;
use curand::{
    Curand, Kind, Mrg32k3a, Mt19937, Mtgp32, Offset, Ordering, Philox4x32x10, Sobol32, Sobol64,
    Xorwow,
};

use crate::device::{context, curand};

fn bits<K: Kind>(curand: Curand, stream: &Stream, kind: K, lens: &[usize]) -> Vec<K::Bits>
where
    K::Bits: Default + Clone,
{
    let mut generator = curand.generator(stream.context(), kind).unwrap();
    let mut all = Vec::new();
    for len in lens {
        let mut buffer = stream.alloc::<K::Bits>(*len).unwrap();
        generator.bits(stream, &mut buffer).unwrap();
        all.extend(buffer.to_vec().unwrap());
    }
    all
}

fn same_for_the_seed<K: Kind<Bits = u32>>(generate: impl Fn(u64) -> K) {
    let stream = context().stream().unwrap();
    let numbers = |seed| bits(curand(), &stream, generate(seed), &[1000]);
    assert_eq!(numbers(7), numbers(7));
    assert_ne!(numbers(7), numbers(8));
}

fn continues<K: Kind>(kind: K)
where
    K::Bits: Default + Clone + PartialEq + std::fmt::Debug,
{
    let stream = context().stream().unwrap();
    let once = bits(curand(), &stream, kind, &[600]);
    let parts = bits(curand(), &stream, kind, &[4, 96, 1, 299, 200]);
    assert_eq!(once, parts, "{kind:?}");
}

fn skips<K: Offset>(generate: impl Fn(u64) -> K)
where
    K::Bits: Default + Clone + PartialEq + std::fmt::Debug,
{
    let context = context();
    let stream = context.stream().unwrap();
    let all = bits(curand(), &stream, generate(0), &[5000]);
    let rest = bits(curand(), &stream, generate(4097), &[903]);
    assert_eq!(all[4097..], rest);
    let mut generator = curand().generator(&context, generate(0)).unwrap();
    let mut buffer = stream.alloc::<K::Bits>(10).unwrap();
    generator.bits(&stream, &mut buffer).unwrap();
    generator.set_offset(17).unwrap();
    generator.bits(&stream, &mut buffer).unwrap();
    assert_eq!(all[17..27], buffer.to_vec().unwrap());
}

#[test]
fn a_seed_gives_the_same_numbers_each_time() {
    same_for_the_seed(Xorwow::seed);
    same_for_the_seed(Mrg32k3a::seed);
    same_for_the_seed(Philox4x32x10::seed);
    same_for_the_seed(Mtgp32::seed);
    same_for_the_seed(Mt19937::seed);
}

#[test]
fn calls_continue_the_sequence() {
    continues(Xorwow::seed(1));
    continues(Mrg32k3a::seed(1));
    continues(Philox4x32x10::seed(1));
    continues(Mtgp32::seed(1));
    continues(Mt19937::seed(1));
    continues(Sobol32::dimensions(1));
    continues(Sobol64::dimensions(1));
}

#[test]
fn an_offset_skips_numbers() {
    skips(|offset| Xorwow::seed(3).offset(offset));
    skips(|offset| Mrg32k3a::seed(3).offset(offset));
    skips(|offset| Philox4x32x10::seed(3).offset(offset));
    skips(|offset| Sobol32::dimensions(1).offset(offset));
    skips(|offset| Sobol64::dimensions(1).offset(offset));
}

/// Values that NVIDIA's cuRAND gave.
#[test]
fn numbers_are_those_of_every_other_program() {
    let stream = context().stream().unwrap();
    let legacy = Ordering::Legacy;
    let first = |numbers: Vec<u32>| -> [u32; 4] { numbers[..4].try_into().unwrap() };
    let xorwow = bits(curand(), &stream, Xorwow::seed(2024).ordering(legacy), &[8]);
    assert_eq!(first(xorwow), [0x3eb3_e908, 0x6f06_f693, 0x8df7_b45b, 0x49c8_4dab]);
    let mrg = bits(curand(), &stream, Mrg32k3a::seed(2024).ordering(legacy), &[8]);
    assert_eq!(first(mrg), [0x671a_82be, 0x83ec_e332, 0xd4fc_2f4a, 0x6882_cb47]);
    let philox = Philox4x32x10::seed(2024).ordering(legacy);
    let philox = bits(curand(), &stream, philox, &[8]);
    assert_eq!(first(philox), [0x9a8b_6b73, 0x44c0_9046, 0xfc0e_a9b9, 0x1566_8c92]);
    let mtgp = bits(curand(), &stream, Mtgp32::seed(2024), &[8]);
    assert_eq!(first(mtgp), [0xeb7a_7e7f, 0xa0ac_0456, 0xe4be_2d90, 0x816f_be1f]);
    let twister = bits(curand(), &stream, Mt19937::seed(2024), &[8]);
    assert_eq!(first(twister), [0x9688_1e88, 0xde1f_aa57, 0x6e63_d28b, 0x5e4a_c34e]);
}

#[test]
fn orders_have_their_own_numbers() {
    let stream = context().stream().unwrap();
    let numbers_with = |ordering| {
        let kind = Mrg32k3a::seed(5).ordering(ordering);
        bits(curand(), &stream, kind, &[100_000])
    };
    let [default, legacy] = [Ordering::Default, Ordering::Legacy].map(numbers_with);
    // The first of each sequence, of which there are 4096 in one order, and more in the other.
    assert_eq!(default[..4096], legacy[..4096]);
    assert_ne!(default, legacy);
    let seeded = Xorwow::seed(5).ordering(Ordering::Seeded);
    let seeded = bits(curand(), &stream, seeded, &[10]);
    let default = bits(curand(), &stream, Xorwow::seed(5), &[10]);
    assert_eq!(seeded[0], default[0]);
    assert_ne!(seeded[1..], default[1..]);
    // What it has depends on the device, but it is there.
    let dynamic = Xorwow::seed(5).ordering(Ordering::Dynamic);
    assert_eq!(bits(curand(), &stream, dynamic, &[10]).len(), 10);
}

#[test]
fn points_are_written_by_coordinates_and_fill_the_space() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut generator = curand().generator(&context, Sobol32::dimensions(2)).unwrap();
    let mut buffer = stream.alloc::<u32>(2 * 4).unwrap();
    generator.bits(&stream, &mut buffer).unwrap();
    let quarter = 1 << 30;
    let expected = [0, 2 * quarter, 3 * quarter, quarter, 0, 2 * quarter, quarter, 3 * quarter];
    assert_eq!(buffer.to_vec().unwrap(), expected);
    // Of 2¹⁰ points, each square of 2⁵ by 2⁵ contains one.
    let mut points = stream.alloc::<f64>(2 << 10).unwrap();
    let mut generator = curand().generator(&context, Sobol64::dimensions(2)).unwrap();
    generator.uniform(&stream, &mut points).unwrap();
    let points = points.to_vec().unwrap();
    let mut squares = [0; 1 << 10];
    for at in 0..1 << 10 {
        let [x, y] =
            [points[at], points[(1 << 10) + at]].map(|coordinate| (coordinate * 32.0) as usize);
        squares[32 * y + x] += 1;
    }
    assert_eq!(squares, [1; 1 << 10]);
}

#[test]
fn a_generator_continues_in_another_stream_after_its_last_work() {
    let context = context();
    let streams = [(); 2].map(|()| context.stream().unwrap());
    let mut generator = curand().generator(&context, Xorwow::seed(9)).unwrap();
    let mut found = Vec::new();
    for turn in 0..6 {
        let stream = &streams[turn % 2];
        let mut buffer = stream.alloc::<u32>(50_000).unwrap();
        generator.bits(stream, &mut buffer).unwrap();
        found.push(buffer);
    }
    let found: Vec<u32> = found.iter().flat_map(|buffer| buffer.to_vec().unwrap()).collect();
    let expected = bits(curand(), &streams[0], Xorwow::seed(9), &[300_000]);
    assert!(found == expected);
}

#[test]
fn another_thread_continues_with_a_generator() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut generator = curand().generator(&context, Philox4x32x10::seed(9)).unwrap();
    let mut buffer = stream.alloc::<u32>(20).unwrap();
    let (first, second) = buffer.as_slice_mut().split_at_mut(8).unwrap();
    generator.bits(&stream, first).unwrap();
    std::thread::scope(|scope| {
        let work = || generator.bits(&stream, second).unwrap();
        scope.spawn(work).join().unwrap();
    });
    let expected = bits(curand(), &stream, Philox4x32x10::seed(9), &[20]);
    assert_eq!(buffer.to_vec().unwrap(), expected);
}

#[test]
fn generating_seeds_changes_no_numbers() {
    let context = context();
    let stream = context.stream().unwrap();
    let kind = Xorwow::seed(4).offset(5);
    let mut generator = curand().generator(&context, kind).unwrap();
    let mut buffer = stream.alloc::<u32>(8).unwrap();
    generator.generate_seeds(&stream).unwrap();
    let (first, second) = buffer.as_slice_mut().split_at_mut(4).unwrap();
    generator.bits(&stream, first).unwrap();
    generator.generate_seeds(&stream).unwrap();
    generator.bits(&stream, second).unwrap();
    assert_eq!(buffer.to_vec().unwrap(), bits(curand(), &stream, kind, &[8]));
    assert_eq!(generator.kind(), kind);
}

/// What `torch.manual_seed(42)` and `torch.rand(8, device="cuda")` give, or `torch.randn`: the first number of each sequence.
#[test]
fn every_fourth_number_of_philox_is_the_one_of_torch() {
    let context = context();
    let stream = context.stream().unwrap();
    let kind = Philox4x32x10::seed(42).ordering(Ordering::Legacy);
    let mut buffer = stream.alloc::<f32>(32).unwrap();
    let mut generator = curand().generator(&context, kind).unwrap();
    let rounded = |numbers: Vec<f32>| -> Vec<String> {
        let firsts = numbers.into_iter().step_by(4);
        firsts.map(|number| format!("{number:.4}")).collect()
    };
    generator.uniform(&stream, &mut buffer).unwrap();
    assert_eq!(
        rounded(buffer.to_vec().unwrap()),
        ["0.6130", "0.0101", "0.3984", "0.0403", "0.1563", "0.4825", "0.7362", "0.4060"]
    );
    // Those of the second call.
    generator.set_offset(4 * 65_536).unwrap();
    generator.uniform(&stream, &mut buffer).unwrap();
    let second = rounded(buffer.to_vec().unwrap());
    assert_eq!(second[..3], ["0.9877", "0.1289", "0.5621"]);
    generator.set_offset(0).unwrap();
    generator.normal(&stream, &mut buffer, 0.0, 1.0).unwrap();
    assert_eq!(
        rounded(buffer.to_vec().unwrap()),
        ["0.1940", "2.1614", "-0.1721", "0.8491", "-1.9244", "0.6530", "-0.6494", "-0.8175"]
    );
}
