//! Copies between the host and the device, and between layouts.

use cuda_driver::{Element, driver::Symbol};
use cuda_ndarray::ndarray::{
    Array, Array1, Array2, ArrayD, Axis, Ix0, Ix1, Ix2, IxDyn, ShapeBuilder, Slice, s,
};
use cuda_ndarray::{DeviceArrayView, Error, MakeArrays, ScopedArrays};

use crate::device::{TestDevice, on_every_driver};
use crate::views::counted;

/// Random steps that both host and device arrays support.
enum Step {
    Slice(Axis, Slice),
    Swap(usize, usize),
}

fn steps(random: &mut fastrand::Rng, shape: &[usize]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (axis, len) in shape.iter().enumerate() {
        let step = *random.choice(&[1, 1, 1, 2, 3, -1, -2]).unwrap();
        let start = random.usize(0..=(*len).min(2)) as isize;
        if random.bool() {
            steps.push(Step::Slice(Axis(axis), Slice::new(start, None, step)));
        }
    }
    if shape.len() > 1 && random.bool() {
        steps.push(Step::Swap(random.usize(0..shape.len()), random.usize(0..shape.len())));
    }
    steps
}

/// Copies between random layouts of elements made from a number.
fn random_copies<A: Element + PartialEq + std::fmt::Debug>(
    device: &TestDevice,
    seed: u64,
    of: fn(u32) -> A,
) {
    let mut random = fastrand::Rng::with_seed(seed);
    for round in 0..60 {
        let ndim = random.usize(0..6);
        let shape: Vec<usize> =
            (0..ndim).map(|_| *random.choice(&[1, 2, 3, 5, 9, 17]).unwrap()).collect();
        if shape.iter().product::<usize>() > 6000 {
            continue;
        }
        let is_f = random.bool();
        let mut next = 0;
        let mut host = ArrayD::from_shape_simple_fn(IxDyn(&shape).set_f(is_f), || {
            next += 1;
            of(next)
        });
        let array = device.stream.to_device(&host).unwrap();
        let mut view: DeviceArrayView<'_, A, IxDyn> = array.view();
        for step in steps(&mut random, &shape) {
            match step {
                Step::Slice(axis, slice) => {
                    view = view.slice_axis(axis, slice).unwrap();
                    host.slice_axis_inplace(axis, slice);
                }
                Step::Swap(one, other) => {
                    let mut axes: Vec<usize> = (0..ndim).collect();
                    axes.swap(one, other);
                    view = view.permuted_axes(IxDyn(&axes)).unwrap();
                    host.swap_axes(one, other);
                }
            }
        }
        let name = format!("round {round}: {shape:?} as {view:?}");
        assert_eq!(view.to_host().unwrap(), host, "{name}");
        assert_eq!(view.to_standard_layout().unwrap().to_host().unwrap(), host, "{name}");
        let owned = view.to_owned().unwrap();
        assert_eq!(owned.to_host().unwrap(), host, "{name}");
        // Conversely, the target is strided, on the device and on the host.
        let mut target = device.stream.from_elem::<A, _>(IxDyn(&shape).set_f(is_f), of(0)).unwrap();
        let mut expected = ArrayD::from_elem(IxDyn(&shape), of(0));
        let slices: Vec<(Axis, Slice)> = (0..ndim)
            .map(|axis| {
                let step = *random.choice(&[1, 2, -1, -3]).unwrap();
                (Axis(axis), Slice::new(0, None, step))
            })
            .collect();
        let mut part = target.view_mut().unwrap();
        let mut host_part = expected.view_mut();
        for (axis, slice) in slices {
            part = part.slice_axis(axis, slice).unwrap();
            host_part.slice_axis_inplace(axis, slice);
        }
        let mut next = 0;
        let source = ArrayD::from_shape_simple_fn(IxDyn(host_part.shape()).set_f(!is_f), || {
            next += 7;
            of(next)
        });
        if random.bool() {
            part.assign(&source).unwrap();
        } else {
            part.assign(&device.stream.to_device(&source).unwrap()).unwrap();
        }
        host_part.assign(&source);
        assert_eq!(target.to_host().unwrap(), expected, "{name}");
        let mut back = ArrayD::from_elem(IxDyn(&shape).set_f(random.bool()), of(1));
        back.invert_axis_if_any();
        target.copy_to(&mut back).unwrap();
        assert_eq!(back, expected, "{name}");
    }
}

trait InvertAny {
    fn invert_axis_if_any(&mut self);
}

impl<A> InvertAny for ArrayD<A> {
    fn invert_axis_if_any(&mut self) {
        if self.ndim() > 0 {
            self.invert_axis(Axis(0));
        }
    }
}

/// An element of `N` bytes, made from a number.
fn bytes<const N: usize>(number: u32) -> [u8; N] {
    std::array::from_fn(|index| {
        (number.wrapping_mul(2_654_435_761) >> (8 * (index % 4))) as u8 ^ index as u8
    })
}

on_every_driver! {
    fn copies_work_in_every_order_of_axes(device) {
        random_copies(device, 1, |number| number as u8);
        random_copies(device, 2, |number| number as u16);
        random_copies(device, 3, |number| number as f32);
        random_copies(device, 4, f64::from);
        random_copies(device, 5, |number| [u64::from(number), !u64::from(number)]);
    }

    fn elements_of_any_size_are_copied(device) {
        random_copies(device, 6, bytes::<3>);
        random_copies(device, 7, bytes::<5>);
        random_copies(device, 8, bytes::<12>);
        random_copies(device, 9, bytes::<20>);
        random_copies(device, 10, |number| [number, !number, number]);
    }

    fn a_large_transpose_is_right_in_every_element(device) {
        for (rows, columns) in [(64, 64), (65, 130), (1000, 37), (8, 300)] {
            let host = counted(rows, columns);
            let array = device.stream.to_device(&host).unwrap();
            let transposed = array.t().to_standard_layout().unwrap();
            assert!(transposed.is_c_contiguous());
            assert_eq!(transposed.to_host().unwrap(), host.t(), "{rows} x {columns}");
            let doubles = host.mapv(f64::from);
            let array = device.stream.to_device(&doubles).unwrap();
            assert_eq!(array.t().to_standard_layout().unwrap().to_host().unwrap(), doubles.t());
            let shorts = host.mapv(|value| value as u16);
            let array = device.stream.to_device(&shorts).unwrap();
            assert_eq!(array.t().to_standard_layout().unwrap().to_host().unwrap(), shorts.t());
        }
        // Many matrices, with rows that lie apart.
        let host = Array::from_shape_fn((3, 2, 40, 50), |(a, b, i, j)| (a * 10_000 + b * 5000 + i * 100 + j) as u32);
        let array = device.stream.to_device(&host).unwrap();
        let view = array.slice(s![.., .., ..;-1, 3..45]).unwrap().permuted_axes([1, 3, 0, 2]).unwrap();
        let expected = host.slice(s![.., .., ..;-1, 3..45]).permuted_axes([1, 3, 0, 2]).to_owned();
        assert_eq!(view.to_standard_layout().unwrap().to_host().unwrap(), expected);
    }

    fn an_array_of_many_pages_is_copied_to_a_new_host_array(device) {
        // 4 MiB and a partial page.
        for len in [(4 << 20) - 1, 4 << 20, (4 << 20) + 1, (6 << 20) + 4097] {
            let host = Array1::from_iter((0..len).map(|i: u32| (i ^ (i >> 8)) as u8));
            let array = device.stream.to_device(&host).unwrap();
            assert!(array.to_host().unwrap() == host, "{len} bytes");
        }
    }

    fn reversed_arrays_are_copied_to_the_host(device) {
        let host = counted(4, 5);
        let array = device.stream.to_device(&host).unwrap();
        assert_eq!(array.slice(s![..;-1, ..;-1]).unwrap().to_host().unwrap(), host.slice(s![..;-1, ..;-1]));
        let reversed = host.slice(s![..;-1, ..]);
        assert_eq!(device.stream.to_device(&reversed).unwrap().to_host().unwrap(), reversed);
    }

    fn an_order_of_axes_is_kept(device) {
        let host = counted(4, 5);
        assert_eq!(device.stream.to_device(&host.t()).unwrap().strides(), [1, 5]);
        let columns = device.stream.to_device(&host.t()).unwrap().to_host().unwrap();
        assert_eq!(columns.strides(), [1, 5]);
        // Elements that aren't contiguous are packed in their order.
        let packed = device.stream.to_device(&host.slice(s![..;2, 1..3]).t()).unwrap();
        assert_eq!(packed.strides(), [1, 2]);
        assert_eq!(packed.alloc_size(), 16);
    }

    fn a_broadcast_axis_is_copied_once(device) {
        let (instrument, device) = device.instrumented();
        let row = Array1::from_iter(0..1000u32);
        let wide = row.broadcast((500, 1000)).unwrap();
        instrument.reset();
        let array = device.stream.to_device(&wide).unwrap();
        assert_eq!(array.alloc_size(), 4000);
        assert_eq!((array.shape(), array.strides()), (&[500, 1000][..], &[0, 1][..]));
        assert_eq!(instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), 1);
        // It is copied back once, too.
        assert_eq!(array.to_host().unwrap(), wide);
        assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), 1);
        assert_eq!(instrument.calls(Symbol::cuLaunchKernel), 0);
    }

    fn part_of_each_row_is_copied_row_by_row(device) {
        let (instrument, device) = device.instrumented();
        let host = counted(100, 300);
        let array = device.stream.to_device(&host).unwrap();
        instrument.reset();
        assert_eq!(array.slice(s![.., 20..120]).unwrap().to_host().unwrap(), host.slice(s![.., 20..120]));
        assert_eq!(instrument.calls(Symbol::cuMemcpy3DAsync_v2), 1);
        assert_eq!(instrument.calls(Symbol::cuMemAllocAsync), 0);
        let mut target = device.stream.zeros::<f32, Ix2>((100, 300)).unwrap();
        instrument.reset();
        target.slice_mut(s![.., 20..120]).unwrap().assign(&host.slice(s![.., 20..120])).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpy3DAsync_v2), 1);
        assert_eq!(instrument.calls(Symbol::cuMemAllocAsync), 0);
        assert_eq!(target.slice(s![.., 20..120]).unwrap().to_host().unwrap(), host.slice(s![.., 20..120]));
        assert_eq!(target.get((0, 19)).unwrap(), 0.0);
        assert_eq!(target.get((99, 120)).unwrap(), 0.0);
    }

    fn assigning_broadcasts_and_rejects_other_shapes(device) {
        let stream = &device.stream;
        let mut array = stream.zeros::<i32, Ix2>((3, 5)).unwrap();
        array.assign(&Array1::from_iter(0..5)).unwrap();
        assert_eq!(array.to_host().unwrap().row(2).to_vec(), [0, 1, 2, 3, 4]);
        let column = stream.to_device(&Array2::from_shape_vec((3, 1), vec![7, 8, 9]).unwrap()).unwrap();
        array.assign(&column).unwrap();
        assert_eq!(array.to_host().unwrap().column(4).to_vec(), [7, 8, 9]);
        let scalar = stream.from_elem::<i32, Ix0>((), 3).unwrap();
        array.slice_mut(s![.., ..;2]).unwrap().assign(&scalar).unwrap();
        assert_eq!(array.to_host().unwrap().row(0).to_vec(), [3, 7, 3, 7, 3]);

        let error = array.assign(&ArrayD::<i32>::zeros(vec![1, 3, 5])).unwrap_err();
        assert_eq!(error.to_string(), "Can't assign 3-D array to 2-D self");
        let error = array.slice_mut(s![0, ..]).unwrap().assign(&Array::<i32, _>::zeros((3, 1, 5))).unwrap_err();
        assert_eq!(error.to_string(), "Can't assign 3-D array to 1-D self");
        let error = array.slice_mut(s![0, ..]).unwrap().assign(&Array1::<i32>::zeros(2)).unwrap_err();
        assert_eq!(error.to_string(), "Can't copy sequence with size 2 to array axis 0 with dimension 5: assigning shape [2] to [5]");
        let error = array.copy_to(&mut Array2::zeros((5, 3))).unwrap_err();
        assert_eq!(error.to_string(), "incompatible shape: [3, 5] vs. [5, 3]");
    }

    fn a_strided_part_is_filled(device) {
        let mut array = device.stream.zeros::<u16, Ix2>((7, 9)).unwrap();
        let mut expected = Array2::<u16>::zeros((7, 9));
        array.slice_mut(s![1..;2, ..;-3]).unwrap().fill(0xabcd).unwrap();
        expected.slice_mut(s![1..;2, ..;-3]).fill(0xabcd);
        assert_eq!(array.to_host().unwrap(), expected);
        // A size that isn't that of a unit.
        let mut array = device.stream.zeros::<[u8; 3], Ix1>(10).unwrap();
        array.slice_mut(s![..;3]).unwrap().fill([1, 2, 3]).unwrap();
        let host = array.to_host().unwrap();
        assert_eq!(host.to_vec(), (0..10).map(|i| if i % 3 == 0 { [1, 2, 3] } else { [0; 3] }).collect::<Vec<_>>());
        let mut all = device.stream.zeros::<f64, Ix2>((3, 4).f()).unwrap();
        all.fill(2.5).unwrap();
        assert!(all.to_host().unwrap().iter().all(|value| *value == 2.5));
    }

    fn an_array_of_another_stream_is_rejected(device) {
        let other = device.context.stream().unwrap();
        let source = other.zeros::<f32, Ix1>(4).unwrap();
        let mut target = device.stream.zeros::<f32, Ix1>(4).unwrap();
        let error = target.assign(&source).unwrap_err();
        assert!(matches!(error, Error::Cuda(_)) && error.to_string().contains("another stream"), "{error}");
        target.assign(&source.on(&device.stream).unwrap()).unwrap();
    }

    fn a_scope_copies_without_waiting_in_between(device) {
        let (instrument, device) = device.instrumented();
        let (x, mut y) = (counted(20, 30), Array2::<f32>::zeros((30, 20)));
        let strided = x.slice(s![..;2, ..]);
        let mut z = Array2::<f32>::zeros((10, 30).f());
        instrument.reset();
        device.stream.try_scope(|scope| {
            let array = scope.to_device(&x)?;
            let part = scope.to_device(&strided)?;
            scope.to_host(array.t(), &mut y)?;
            scope.to_host(&part, &mut z)
        }).unwrap();
        assert_eq!(instrument.calls(Symbol::cuStreamSynchronize), 1);
        assert_eq!(y, x.t());
        assert_eq!(z, strided);
        let mut gaps = Array2::<f32>::zeros((20, 60));
        let mut gaps = gaps.slice_mut(s![.., ..;2]);
        let error = device.stream.try_scope(|scope| {
            let array = scope.to_device(&x)?;
            scope.to_host(&array, &mut gaps)
        }).unwrap_err();
        assert!(error.to_string().starts_with("Array contains non-contiguous buffer"), "{error}");
    }
}

on_every_driver! { alone
    fn only_copies_to_and_from_the_host_wait(device) {
        let stream = &device.stream;
        let mut array = stream.to_device(&counted(6, 8)).unwrap();
        let mut target = stream.zeros::<f32, Ix2>((8, 6)).unwrap();
        let held = crate::blocked_stream::BlockedStream::new(stream);
        target.assign(array.t()).unwrap();
        target.slice_mut(s![..;2, ..;2]).unwrap().fill(-1.0).unwrap();
        array.fill(9.0).unwrap();
        let copy = target.to_owned().unwrap();
        // The memory is returned after the work on it.
        drop((array, target));
        assert!(!stream.query().unwrap());
        held.release();
        let mut expected = counted(6, 8).reversed_axes();
        expected.slice_mut(s![..;2, ..;2]).fill(-1.0);
        assert_eq!(copy.to_host().unwrap(), expected);
    }
}

#[test]
#[ignore = "takes 20 GiB of device memory: run it on a GPU, by `--ignored`"]
fn more_than_2_to_the_31_elements_are_copied() {
    let _turn = crate::device::alone();
    let device = TestDevice::of_tests();
    let len = (1 << 31) + 4099;
    let mut array = device.stream.zeros::<u8, Ix2>((2, len)).unwrap();
    let marks = [
        (0, 0, 1),
        (0, len - 1, 2),
        (1, 0, 3),
        (1, 1 << 31, 4),
        (1, (1 << 31) - 1, 5),
        (0, 1 << 30, 6),
    ];
    for (i, j, mark) in marks {
        array.slice_mut(s![i, j]).unwrap().fill(mark).unwrap();
    }
    let reversed = array.slice(s![.., ..;-1]).unwrap().to_standard_layout().unwrap();
    let transposed = array.t().to_standard_layout().unwrap();
    for (i, j, mark) in marks {
        assert_eq!(reversed.get((i, len - 1 - j)).unwrap(), mark, "{i}, {j}");
        assert_eq!(transposed.get((j, i)).unwrap(), mark, "{i}, {j}");
    }
    drop((reversed, transposed));
    array.slice_mut(s![.., 1..;2]).unwrap().fill(9).unwrap();
    for (i, j, mark) in marks {
        let expected = if j % 2 == 1 { 9 } else { mark };
        assert_eq!(array.get((i, j)).unwrap(), expected, "{i}, {j}");
    }
    let broadcast = array.slice(s![1.., ..]).unwrap().broadcast((2, len)).unwrap();
    array = broadcast.to_standard_layout().unwrap();
    assert_eq!(array.get((0, 1 << 31)).unwrap(), 4);
    assert_eq!(array.get((1, 0)).unwrap(), 3);
}
