//! Element types, for reductions and for transfers.

use half::{bf16, f16};
use nccl::{Config, DataType, Error, F8E4M3, F8E5M2, NcclType, Reduce};

use crate::{alone, enough, stand_in, together, values};

fn sum_of_two<T: NcclType + PartialEq + std::fmt::Debug + Sync + Send>(
    values_of_ranks: [T; 2],
    sum: T,
) {
    let got = together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&[values_of_ranks[comm.rank()]; 5]).unwrap();
        // SAFETY: all ranks do this.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Sum) }.unwrap();
        values(&comm, &stream, &y)
    });
    for got in got.into_iter().flatten() {
        assert_eq!(got, [sum; 5]);
    }
}

#[test]
fn every_type_is_added() {
    sum_of_two([100_i8, 100], -56);
    sum_of_two([u8::MAX, 2], 1);
    sum_of_two([i32::MAX, 1], i32::MIN);
    sum_of_two([u32::MAX, 3], 2);
    sum_of_two([-5_i64, 3], -2);
    sum_of_two([u64::MAX, 1], 0);
    sum_of_two([1.5_f32, 2.0], 3.5);
    sum_of_two([1.5_f64, -2.0], -0.5);
    sum_of_two([f16::from_f32(1.5), f16::from_f32(2.0)], f16::from_f32(3.5));
    sum_of_two([bf16::from_f32(1.5), bf16::from_f32(-2.0)], bf16::from_f32(-0.5));
}

#[test]
fn floats_of_8_bits_are_added_by_their_bits() {
    // 1.5 and 2.5 make 4; the exponent's bias is 7, and 15.
    sum_of_two([F8E4M3(0x3c), F8E4M3(0x42)], F8E4M3(0x48));
    sum_of_two([F8E5M2(0x3e), F8E5M2(0x41)], F8E5M2(0x44));
}

/// Reduces the elements of two ranks.
fn reduced<T: NcclType + Sync + Send>(of_ranks: &[Vec<T>; 2], operator: Reduce) -> Option<Vec<T>> {
    let got = together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&of_ranks[comm.rank()]).unwrap();
        // SAFETY: all ranks do this.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, operator) }.unwrap();
        values(&comm, &stream, &y)
    });
    got?.pop()
}

/// The operands of both ranks, an operator, and what it is.
type Operation<'a, T> = (&'a [Vec<T>; 2], Reduce, fn(f64, f64) -> f64);

/// Floats of 16 bits: their bits and value, the nearest one, and all of them.
fn every_half<T: NcclType + Sync + Send>(
    of_bits: impl Fn(u16) -> T,
    bits: impl Fn(T) -> u16,
    number: impl Fn(T) -> f64,
    nearest: impl Fn(f64) -> T,
) {
    let all = || (0..=u16::MAX).map(&of_bits);
    let partner = |index: u16| index.wrapping_mul(40_503).wrapping_add(12_345);
    let pairs =
        [all().collect::<Vec<_>>(), (0..=u16::MAX).map(|bits| of_bits(partner(bits))).collect()];
    let constant = |value: f64| [all().collect(), vec![nearest(value); 1 << 16]];
    let itself = [all().collect(), all().collect()];
    // Where operands are zeros of both signs, or no numbers, several results are right.
    let is_one = |a: f64, b: f64| !(a.is_nan() || b.is_nan() || a == 0.0 && b == 0.0);
    let operations: [Operation<'_, T>; 8] = [
        (&constant(0.0), Reduce::Sum, |a, b| a + b),
        (&constant(1.0), Reduce::Prod, |a, b| a * b),
        (&itself, Reduce::Min, f64::min),
        (&itself, Reduce::Max, f64::max),
        (&pairs, Reduce::Sum, |a, b| a + b),
        (&pairs, Reduce::Prod, |a, b| a * b),
        (&pairs, Reduce::Min, f64::min),
        (&pairs, Reduce::Max, f64::max),
    ];
    for (operands, operator, expected) in operations {
        let Some(got) = reduced(operands, operator) else {
            return;
        };
        let operands = operands[0].iter().zip(&operands[1]);
        for ((a, b), got) in operands.zip(got) {
            let (a, b) = (number(*a), number(*b));
            let want = expected(a, b);
            let is_same = if is_one(a, b) && !want.is_nan() {
                bits(got) == bits(nearest(want))
            } else {
                number(got) == want || number(got).is_nan()
            };
            assert!(is_same, "{operator:?} of {a:e} and {b:e} is {:e}", number(got));
        }
    }
}

#[test]
fn every_float_of_16_bits_is_reduced() {
    every_half(f16::from_bits, f16::to_bits, f16::to_f64, f16::from_f64);
    every_half(bf16::from_bits, bf16::to_bits, bf16::to_f64, bf16::from_f64);
}

#[test]
fn every_number_of_8_bits_is_the_same_after_adding_zero_and_multiplying_by_one() {
    fn check<T: NcclType + PartialEq + Sync + Send>(
        of_bits: fn(u8) -> T,
        bits: fn(T) -> u8,
        one: u8,
        is_number: fn(u8) -> bool,
    ) {
        let numbers: Vec<u8> = (0..=u8::MAX).filter(|bits| is_number(*bits)).collect();
        let with = |other: u8| {
            let all = numbers.iter().map(|bits| of_bits(*bits)).collect::<Vec<_>>();
            let others = all.iter().map(|_| of_bits(other)).collect();
            [all, others]
        };
        for (operands, operator) in [(with(0), Reduce::Sum), (with(one), Reduce::Prod)] {
            let Some(got) = reduced(&operands, operator) else {
                return;
            };
            for (before, after) in numbers.iter().zip(got) {
                // A negative zero plus zero is positive.
                let is_same = bits(after) == *before || before << 1 == 0 && bits(after) << 1 == 0;
                assert!(is_same, "{operator:?} of {before:#x}: {:#x}", bits(after));
            }
        }
    }
    check(F8E4M3, |value| value.0, 0x38, |bits| bits & 0x7f != 0x7f);
    check(F8E5M2, |value| value.0, 0x3c, |bits| bits & 0x7f < 0x7c);
}

#[test]
fn the_average_of_integers_rounds_toward_zero() {
    let got = together(2, &Config::new(), |comm, stream| {
        let mut y = stream.upload(&[[-3_i32, 3, i32::MAX], [-4, 4, 1]][comm.rank()]).unwrap();
        // SAFETY: all ranks do this.
        unsafe { comm.all_reduce_in_place(&stream, &mut y, Reduce::Avg) }.unwrap();
        values(&comm, &stream, &y)
    });
    for got in got.into_iter().flatten() {
        assert_eq!(got, [-3, 3, i32::MIN / 2]);
    }
}

#[test]
fn bytes_of_any_element_are_moved() {
    let got = together(2, &Config::new(), |comm, stream| {
        let rank = comm.rank() as u16;
        let x = stream.upload(&[[rank, 700, 3], [4, 5, rank]]).unwrap();
        let mut y = stream.upload(&[[0_u16; 3]; 4]).unwrap();
        // SAFETY: all ranks do this.
        unsafe { comm.all_gather(&stream, &x, &mut y) }.unwrap();
        values(&comm, &stream, &y)
    });
    for got in got.into_iter().flatten() {
        assert_eq!(got, [[0, 700, 3], [4, 5, 0], [1, 700, 3], [4, 5, 1]]);
    }
}

#[test]
fn a_scalar_in_device_memory_scales() {
    let (comm, stream) = alone();
    let scalar = stream.upload(&[3.0_f32]).unwrap();
    let mut y = stream.upload(&[2.0_f32; 4]).unwrap();
    // SAFETY: the scalar is of the same stream; it is the only rank.
    unsafe {
        let scaled = comm.pre_mul_sum_from_device(scalar.as_slice()).unwrap();
        comm.all_reduce_in_place(&stream, &mut y, &scaled).unwrap();
        comm.wait(&stream).unwrap();
    }
    assert_eq!(values(&comm, &stream, &y), [6.0; 4]);
}

/// Adds the bytes of both ranks as elements of `ty`, by each operation that reduces.
fn sum_of_bytes<T: NcclType + PartialEq + std::fmt::Debug + Sync + Send>(
    ty: DataType,
    of_ranks: [T; 2],
    sum: T,
) {
    assert_eq!(ty.code(), T::CODE);
    assert_eq!(ty.size(), size_of::<T>());
    let got = together(2, &Config::new(), |comm, stream| {
        let (rank, sum_of) = (comm.rank(), Reduce::Sum.of(ty));
        let elements = [of_ranks[rank]; 4];
        let bytes: &[u8] = bytemuck::cast_slice(&elements);
        let x = stream.upload(bytes).unwrap();
        let mut y = stream.alloc_zeroed::<u8>(bytes.len()).unwrap();
        let mut in_place = stream.upload(bytes).unwrap();
        let mut part = stream.alloc_zeroed::<u8>(bytes.len() / 2).unwrap();
        // SAFETY: all ranks do this.
        unsafe {
            comm.all_reduce(&stream, &x, &mut y, sum_of).unwrap();
            comm.all_reduce_in_place(&stream, &mut in_place, sum_of).unwrap();
            comm.reduce_scatter(&stream, &x, &mut part, sum_of).unwrap();
        }
        [&y, &in_place, &part].map(|buffer| values(&comm, &stream, buffer))
    });
    let sums = [sum; 4];
    let sums: &[u8] = bytemuck::cast_slice(&sums);
    for [y, in_place, part] in got.into_iter().flatten() {
        assert_eq!((&y[..], &in_place[..]), (sums, sums));
        assert_eq!(part, sums[..sums.len() / 2]);
    }
}

#[test]
fn bytes_are_reduced_as_elements_of_a_type_chosen_at_run_time() {
    sum_of_bytes(DataType::Int8, [100_i8, 100], -56);
    sum_of_bytes(DataType::Uint8, [u8::MAX, 2], 1);
    sum_of_bytes(DataType::Int32, [i32::MAX, 1], i32::MIN);
    sum_of_bytes(DataType::Uint32, [u32::MAX, 3], 2);
    sum_of_bytes(DataType::Int64, [-5_i64, 3], -2);
    sum_of_bytes(DataType::Uint64, [u64::MAX, 1], 0);
    sum_of_bytes(DataType::Float32, [1.5_f32, 2.0], 3.5);
    sum_of_bytes(DataType::Float64, [1.5_f64, -2.0], -0.5);
    let f = f16::from_f32;
    sum_of_bytes(DataType::Float16, [f(1.5), f(2.0)], f(3.5));
    let b = bf16::from_f32;
    sum_of_bytes(DataType::Bfloat16, [b(1.5), b(-2.0)], b(-0.5));
    sum_of_bytes(DataType::Float8e4m3, [F8E4M3(0x3c), F8E4M3(0x42)], F8E4M3(0x48));
    sum_of_bytes(DataType::Float8e5m2, [F8E5M2(0x3e), F8E5M2(0x41)], F8E5M2(0x44));
}

#[test]
fn cliques_and_groups_reduce_bytes_as_elements_too() {
    let Some(contexts) = enough(2) else { return };
    let _watchdog = stand_in::Watchdog::new();
    let clique = stand_in::nccl().clique(&contexts).unwrap();
    let streams: Vec<_> = contexts.iter().map(|context| context.stream().unwrap()).collect();
    let bytes: Vec<u8> = [1.5_f32, 2.5].map(f32::to_le_bytes).concat();
    let mut buffers: Vec<_> = streams.iter().map(|stream| stream.upload(&bytes).unwrap()).collect();
    let mut slices: Vec<_> = buffers.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
    clique.all_reduce(&mut slices, Reduce::Sum.of(DataType::Float32)).unwrap();
    clique.wait(&streams).unwrap();
    let sums = [3.0_f32, 5.0].map(f32::to_le_bytes).concat();
    for buffer in &buffers {
        assert_eq!(buffer.to_vec().unwrap(), sums);
    }

    let (comm, stream) = alone();
    let mut y = stream.upload(&bytes).unwrap();
    let mut group = comm.nccl().group();
    let average = Reduce::Avg.of(DataType::Float32);
    group.all_reduce_in_place(&comm, &stream, &mut y, average).unwrap();
    // SAFETY: it is the only rank.
    unsafe { group.launch() }.unwrap();
    assert_eq!(values(&comm, &stream, &y), bytes);
}

#[test]
fn bytes_that_are_not_whole_and_aligned_elements_are_refused() {
    let (comm, stream) = alone();
    let mut y = stream.alloc_zeroed::<u8>(16).unwrap();
    for range in [0..7, 2..10] {
        let part = y.slice_mut(range).unwrap();
        // SAFETY: it is the only rank.
        let refused =
            unsafe { comm.all_reduce_in_place(&stream, part, Reduce::Max.of(DataType::Float32)) };
        assert!(
            matches!(refused, Err(Error::NotElements { buffer: "receiver", each: 4, .. })),
            "{refused:?}"
        );
    }
}

#[test]
fn an_empty_operation_succeeds() {
    let got = together(2, &Config::new(), |comm, stream| {
        let x = stream.upload::<f32>(&[]).unwrap();
        let mut y = stream.upload::<f32>(&[]).unwrap();
        // SAFETY: all ranks do this.
        unsafe {
            comm.all_reduce(&stream, &x, &mut y, Reduce::Sum).unwrap();
            comm.all_gather(&stream, &x, &mut y).unwrap();
            comm.all_to_all(&stream, &x, &mut y).unwrap();
            comm.broadcast(&stream, &mut y, 1).unwrap();
        }
        values(&comm, &stream, &y).len()
    });
    assert!(got.is_none_or(|got| got == [0, 0]));
}
