use cuda_driver::launch::{ArgumentCheck, ArgumentMismatch};
use cuda_driver::{ArgumentList, Error, Launch, Version, kernel_argument};

use crate::device::on_every_driver;
use crate::kernels;

#[derive(Clone, Copy)]
#[repr(C)]
struct Padded {
    a: i8,
    b: f64,
    c: i16,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Small {
    r: u8,
    g: u8,
    b: u8,
}

kernel_argument!(Padded, Small);

on_every_driver! {
    fn every_scalar_arrives_unchanged(device) {
        let Some(scalars) = kernels::kernel(&device.context, "scalars") else { return };
        let mut out = device.stream.alloc_zeroed::<f64>(11).unwrap();
        let arguments = (true, -1i8, 255u8, -300i16, 65_000u16, -100_000i32, 4_000_000_000u32, -(1i64 << 40), 1u64 << 50, 1.5f32, -2.25f64, &mut out);
        // SAFETY: scalars(bool, signed char, …, double, double *), eleven elements.
        unsafe { device.stream.launch(&scalars, Launch::grid(1), arguments) }.unwrap();
        let expected = [1.0, -1.0, 255.0, -300.0, 65_000.0, -100_000.0, 4e9, -(2f64.powi(40)), 2f64.powi(50), 1.5, -2.25];
        assert_eq!(out.to_vec().unwrap(), expected);
    }

    fn pitched_memory_is_passed_as_a_pointer_to_its_first_row(device) {
        let Some(saxpy) = kernels::kernel(&device.context, "saxpy") else { return };
        let mut x = device.stream.alloc_pitched::<f32>(100, 1).unwrap();
        device.stream.fill_pitched(&mut x, 2.0).unwrap();
        let mut out = device.stream.alloc_pitched::<f32>(100, 1).unwrap();
        let launch = Launch::elements(100, 32);
        // SAFETY: saxpy(float, const float *, const float *, float *, size_t), a row of 100 elements each.
        unsafe { device.stream.launch(&saxpy, launch, (3.0f32, &x, &x, &mut out, 100usize)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [8.0; 100]);
        let foreign = device.context.stream().unwrap().alloc_pitched::<f32>(100, 1).unwrap();
        // SAFETY: as above; it is refused.
        let refused = unsafe { device.stream.launch(&saxpy, launch, (3.0f32, &x, &foreign, &mut out, 100usize)) };
        assert_eq!(refused, Err(Error::ArgumentOfOtherStream { index: 2 }));
    }

    fn structs_arrive_with_their_padding(device) {
        let Some(structs) = kernels::kernel(&device.context, "structs") else { return };
        let mut out = device.stream.alloc_zeroed::<f64>(6).unwrap();
        let (padded, small) = (Padded { a: -5, b: 6.5, c: -7 }, Small { r: 1, g: 2, b: 3 });
        // SAFETY: structs(Padded, Small, double *), six elements.
        unsafe { device.stream.launch(&structs, Launch::grid(1), (padded, small, &mut out)) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [-5.0, 6.5, -7.0, 1.0, 2.0, 3.0]);
        let mut list = ArgumentList::new();
        let mut again = device.stream.alloc_zeroed::<f64>(6).unwrap();
        list.push(padded).push(small).push(&mut again);
        // SAFETY: as above.
        unsafe { device.stream.launch(&structs, Launch::grid(1), &list) }.unwrap();
        assert_eq!(again.to_vec().unwrap(), [-5.0, 6.5, -7.0, 1.0, 2.0, 3.0]);
    }

    fn an_argument_of_a_size_known_at_run_time_arrives(device) {
        let Some(structs) = kernels::kernel(&device.context, "structs") else { return };
        let mut out = device.stream.alloc_zeroed::<f64>(6).unwrap();
        // Padded { char a; double b; short c; }
        let mut padded = vec![0u8; size_of::<Padded>()];
        padded[core::mem::offset_of!(Padded, a)] = (-5i8).to_ne_bytes()[0];
        padded[core::mem::offset_of!(Padded, b)..][..8].copy_from_slice(&6.5f64.to_ne_bytes());
        padded[core::mem::offset_of!(Padded, c)..][..2].copy_from_slice(&(-7i16).to_ne_bytes());
        let mut list = ArgumentList::new();
        list.push_bytes(&padded).push_bytes(&[1, 2, 3]).push(&mut out);
        drop(padded);
        // SAFETY: structs(Padded, Small, double *), six elements.
        unsafe { device.stream.launch(&structs, Launch::grid(1), &list) }.unwrap();
        drop(list);
        assert_eq!(out.to_vec().unwrap(), [-5.0, 6.5, -7.0, 1.0, 2.0, 3.0]);
    }

    fn a_list_that_was_moved_has_the_same_arguments(device) {
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        let mut out = device.stream.alloc_zeroed::<i32>(1).unwrap();
        let mut list = ArgumentList::new();
        list.push(1i32).push(2i32);
        let mut moved = Box::new(list);
        moved.push(3i32);
        let mut list = *moved;
        list.push(&mut out);
        let list = vec![list];
        // SAFETY: four(int, int, int, int *)
        unsafe { device.stream.launch(&four, Launch::grid(1), &list[0]) }.unwrap();
        drop(list);
        assert_eq!(out.to_vec().unwrap(), [321]);
    }

    fn a_list_that_does_not_match_the_kernel_is_an_error_that_names_the_argument(device) {
        let Some(structs) = kernels::kernel(&device.context, "structs") else { return };
        let out = device.stream.alloc_zeroed::<f64>(6).unwrap();
        let large = size_of::<Padded>();
        let list_of = |first: usize, others: usize| {
            let mut list = ArgumentList::new();
            list.push_bytes(&vec![0; first]).push_bytes(&[0; 3]);
            list.extend(vec![&out; others]);
            list
        };
        if device.driver.version() < Version::new(12, 4) {
            assert_eq!(list_of(8, 1).check(&structs), Ok(ArgumentCheck::Unknown));
            return;
        }
        let size = |given| ArgumentMismatch::Size { index: 0, expected: large, given };
        assert_eq!(list_of(large, 1).check(&structs), Ok(ArgumentCheck::Fits));
        // One that is too short, one too long, and one that takes the list to the heap.
        for given in [0, 8, large + 1, 1000] {
            assert_eq!(list_of(given, 1).check(&structs), Err(size(given).into()));
        }
        for others in [0, 2, 14, 15, 40] {
            let count = ArgumentMismatch::Count { expected: 3, given: 2 + others };
            assert_eq!(list_of(large, others).check(&structs), Err(count.into()));
        }
        let parameters = structs.parameters().unwrap();
        assert_eq!(list_of(large, 1).check_parameters(parameters), Ok(()));
        assert_eq!(list_of(8, 1).check_parameters(parameters), Err(size(8)));
    }

    fn a_list_grows_with_values_of_every_alignment(device) {
        let Ok(nvrtc) = nvrtc::Nvrtc::load() else { cuda_rust::skip("there is no NVRTC"); return };
        // A byte and a long in turns, 0 to 19 pairs: inline until 16 arguments, then on the heap.
        let mut out = device.stream.alloc_zeroed::<i64>(1).unwrap();
        let pairs = 0..20usize;
        let kernel = |pairs: usize| format!(
            "extern \"C\" __global__ void pairs{pairs}({}long long *out) {{ *out = 0{}; }}\n",
            (0..pairs).map(|i| format!("signed char a{i}, long long b{i}, ")).collect::<String>(),
            (0..pairs).map(|i| format!(" + {} * a{i} + {} * b{i}", 2 * i + 1, 2 * i + 2)).collect::<String>(),
        );
        let source: String = pairs.clone().map(kernel).collect();
        let ptx = nvrtc.program("pairs.cu", source).arch(nvrtc::Arch::compute(7, 5)).compile_ptx().unwrap();
        let module = device.context.load(&ptx).unwrap();
        let mut empty = ArgumentList::new();
        for pairs in pairs.clone().chain(pairs.rev()) {
            let mut list = empty;
            for pair in 0..pairs {
                list.push(-(pair as i8)).push(1i64 << pair);
            }
            list.push(&mut out);
            let kernel = module.function(&*format!("pairs{pairs}")).unwrap();
            list.check(&kernel).unwrap();
            // SAFETY: pairsN(signed char, long long, …, long long *), one element.
            unsafe { device.stream.launch(&kernel, Launch::grid(1), &list) }.unwrap();
            empty = list.reset();
            let term = |pair: i64| -(2 * pair + 1) * pair + (2 * pair + 2) * (1i64 << pair);
            assert_eq!(out.to_vec().unwrap(), [(0..pairs as i64).map(term).sum::<i64>()]);
        }
    }

    fn a_kernel_can_have_512_arguments(device) {
        let Ok(nvrtc) = nvrtc::Nvrtc::load() else { cuda_rust::skip("there is no NVRTC"); return };
        let parameters: Vec<String> = (0..511).map(|i| format!("int a{i}")).collect();
        let terms: Vec<String> = (0..511).map(|i| format!("{} * a{i}", i + 1)).collect();
        let source = format!("extern \"C\" __global__ void many({}, int *out) {{ *out = {}; }}", parameters.join(", "), terms.join(" + "));
        let ptx = nvrtc.program("many.cu", source).arch(nvrtc::Arch::compute(7, 5)).compile_ptx().unwrap();
        let many = device.context.load(&ptx).unwrap().function(c"many").unwrap();
        let mut out = device.stream.alloc_zeroed::<i32>(1).unwrap();
        let values = 0..511i32;
        let ways: [fn(&mut ArgumentList, core::ops::Range<i32>); 4] = [
            |list, values| values.for_each(|value| { list.push(3 * value); }),
            |list, values| list.extend(values.map(|value| 3 * value)),
            // Of unknown length, after others that move when the list grows.
            |list, values| {
                list.push(0);
                list.extend(values.skip(1).filter(|_| true).map(|value| 3 * value));
            },
            |list, values| {
                list.extend([0, 3, 6]);
                list.extend(values.skip(3).map(|value| 3 * value));
            },
        ];
        for fill in ways {
            let mut list = ArgumentList::new();
            fill(&mut list, values.clone());
            list.push(&mut out);
            assert_eq!(list.len(), 512);
            // SAFETY: many(int × 511, int *), one element.
            unsafe { device.stream.launch(&many, Launch::grid(1), &list) }.unwrap();
            let sum: i32 = values.clone().map(|value| 3 * value * (value + 1)).sum();
            assert_eq!(out.to_vec().unwrap(), [sum]);
        }
    }
}

/// An iterator that reports a wrong length.
struct Liar {
    says: usize,
    left: u32,
}

impl Iterator for Liar {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.says, Some(self.says))
    }
}

#[test]
fn a_list_takes_all_items_of_an_iterator_with_a_wrong_size_hint() {
    let mut list = ArgumentList::new();
    list.push(1u8);
    list.extend(Liar { says: 100, left: 3 });
    assert_eq!(list.len(), 4);
    list.extend(Liar { says: 2, left: 1000 });
    assert_eq!(list.len(), 1004);
    list.extend(core::iter::empty::<u64>());
    assert_eq!(list.len(), 1004);
}

#[test]
fn a_list_has_all_of_its_arguments_after_one_that_it_had_no_room_for() {
    let mut list = ArgumentList::new();
    list.push(1u32);
    let too_many = std::iter::repeat_n(0u128, usize::MAX / 16);
    let extend = std::panic::AssertUnwindSafe(|| list.extend(too_many));
    assert!(std::panic::catch_unwind(extend).is_err());
    assert_eq!(list.len(), 1);
    let error = list.check_parameters(&[]).unwrap_err();
    assert_eq!(error, ArgumentMismatch::Count { expected: 0, given: 1 });
}
