//! Products of arrays, compared with those of `ndarray` on the host.

use cublas::{Cublas, Handle};
use cuda_driver::Stream;
use cuda_ndarray::{DeviceArray, DeviceArrayView, Error, MakeArrays};
use fastrand::Rng;
use ndarray::{
    Array, Array1, Array2, Array3, ArrayView2, Axis, Ix2, Ix3, ShapeBuilder, Slice, array, s,
};

use crate::device::{context, is_software, with_others};

/// The device of the tests, as it is: cuBLAS needs its own driver.
fn stream_and_handle() -> (Stream, Handle) {
    let context = context();
    let cublas = if is_software() {
        Cublas::from_table(cuda_sim_libraries::cublas::table())
    } else {
        Cublas::load().unwrap_or_else(|error| panic!("{error}"))
    };
    (context.stream().unwrap(), cublas.handle(&context).unwrap())
}

/// A matrix of small numbers, whose products are exact, in any layout: sliced, with steps, reversed, transposed.
struct TestMatrix {
    device: DeviceArray<f32, Ix2>,
    host: Array2<f32>,
    steps: [isize; 2],
    is_transposed: bool,
}

impl TestMatrix {
    fn random(stream: &Stream, rng: &mut Rng, rows: usize, columns: usize) -> Self {
        let steps = [(); 2].map(|()| [1, 1, 1, 2, -1, -3][rng.usize(..6)]);
        let is_transposed = rng.bool();
        let (rows, columns) = if is_transposed { (columns, rows) } else { (rows, columns) };
        let size = |count: usize, step: isize| count * step.unsigned_abs();
        let shape = (size(rows, steps[0]), size(columns, steps[1])).set_f(rng.bool());
        let host = Array::from_shape_fn(shape, |_| f32::from(rng.i8(-4..=4)));
        let device = stream.to_device(&host).unwrap();
        Self { device, host, steps, is_transposed }
    }

    fn view(&self) -> DeviceArrayView<'_, f32, Ix2> {
        let mut view = self.device.view();
        for (axis, step) in self.steps.into_iter().enumerate() {
            view = view.slice_axis(Axis(axis), Slice::new(0, None, step)).unwrap();
        }
        if self.is_transposed { view.t() } else { view }
    }

    fn host(&self) -> ArrayView2<'_, f32> {
        let mut view = self.host.view();
        for (axis, step) in self.steps.into_iter().enumerate() {
            view.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
        }
        if self.is_transposed { view.reversed_axes() } else { view }
    }
}

#[test]
fn products_of_views_in_any_layout_are_those_of_ndarray() {
    let _turn = with_others();
    let (stream, mut handle) = stream_and_handle();
    let mut blas = handle.on(&stream);
    let mut rng = Rng::with_seed(4);
    for _ in 0..60 {
        let [m, n, k] = [(); 3].map(|()| rng.usize(..7));
        let (a, b) = (
            TestMatrix::random(&stream, &mut rng, m, k),
            TestMatrix::random(&stream, &mut rng, k, n),
        );
        let product = a.view().dot(b.view(), &mut blas).unwrap();
        assert_eq!(product.to_host().unwrap(), a.host().dot(&b.host()));
        // Its columns and rows are vectors, in any layout, too.
        if n > 0 && m > 0 {
            let column = b.view().index_axis(Axis(1), n - 1).unwrap();
            let row = a.view().index_axis(Axis(0), 0).unwrap();
            let (host_column, host_row) =
                (b.host().column(n - 1).to_owned(), a.host().row(0).to_owned());
            let product = a.view().dot(column, &mut blas).unwrap();
            assert_eq!(product.to_host().unwrap(), a.host().dot(&host_column));
            let product = row.dot(b.view(), &mut blas).unwrap();
            assert_eq!(product.to_host().unwrap(), host_row.dot(&b.host()));
            assert_eq!(row.dot(column, &mut blas).unwrap(), host_row.dot(&host_column));
        }
    }
}

#[test]
fn batches_are_multiplied_in_any_order_of_their_axes() {
    let _turn = with_others();
    let (stream, mut handle) = stream_and_handle();
    let mut blas = handle.on(&stream);
    let mut rng = Rng::with_seed(6);
    for case in 0..30 {
        let [len, m, n, k] = [(); 4].map(|()| rng.usize(1..5));
        let mut number = || f32::from(rng.i8(-4..=4));
        let a = Array3::from_shape_simple_fn((len, m, k), &mut number);
        let b = Array3::from_shape_simple_fn((len, k, n), &mut number);
        let expected = |a: &Array3<f32>, b: &Array3<f32>| -> Array3<f32> {
            let count = a.len_of(Axis(0)).max(b.len_of(Axis(0)));
            let mut product = Array3::zeros((count, a.len_of(Axis(1)), b.len_of(Axis(2))));
            for (index, mut product) in product.outer_iter_mut().enumerate() {
                let matrix = |batch: &Array3<f32>| {
                    batch.index_axis(Axis(0), index % batch.len_of(Axis(0))).to_owned()
                };
                product.assign(&matrix(a).dot(&matrix(b)));
            }
            product
        };
        // In memory, another axis is the first one.
        let axes = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]][case % 6];
        let mut places = [0; 3];
        for (place, axis) in axes.into_iter().enumerate() {
            places[axis] = place;
        }
        let stored = a.clone().permuted_axes(axes).as_standard_layout().to_owned();
        let left = stream.to_device(&stored).unwrap().permuted_axes(places).unwrap();
        let right = stream.to_device(&b).unwrap();
        let product = left.matmul(&right, &mut blas).unwrap();
        assert_eq!(product.to_host().unwrap(), expected(&a, &b));
        // One matrix is used for all, as an array of two or three axes, or repeated.
        let one = right.view().index_axis(Axis(0), 0).unwrap();
        let one_on_host = b.slice(s![..1, .., ..]).to_owned();
        for product in [
            left.matmul(one, &mut blas).unwrap(),
            left.matmul(right.slice(s![..1, .., ..]).unwrap(), &mut blas).unwrap(),
            left.matmul(one.broadcast((len, k, n)).unwrap(), &mut blas).unwrap(),
        ] {
            assert_eq!(product.to_host().unwrap(), expected(&a, &one_on_host));
        }
        let vector = Array1::from_shape_simple_fn(k, &mut number);
        let product = left.matmul(&stream.to_device(&vector).unwrap(), &mut blas).unwrap();
        let as_matrices = vector.insert_axis(Axis(1)).insert_axis(Axis(0));
        let expected = expected(&a, &as_matrices).index_axis_move(Axis(2), 0);
        assert_eq!(product.to_host().unwrap(), expected);
    }
}

#[test]
fn arrays_are_operands_of_every_routine_and_what_cannot_be_is_an_error() {
    let _turn = with_others();
    let (stream, mut handle) = stream_and_handle();
    let mut blas = handle.on(&stream);
    let a = stream.to_device(&array![[1.0_f64, 2.0], [3.0, 4.0]]).unwrap();
    let mut y = stream.to_device(&array![1.0, 0.0, 1.0, 0.0]).unwrap();
    let column = a.slice(s![.., 1]).unwrap();
    let target = y.slice_mut(s![..;2]).unwrap().into_vector().unwrap();
    blas.gemv(1.0, a.t().as_matrix().unwrap(), column.as_vector().unwrap(), 10.0, target).unwrap();
    assert_eq!(y.to_host().unwrap(), array![24.0, 0.0, 30.0, 0.0]);

    // A result in Fortran order.
    let mut f = stream.zeros((2, 2).f()).unwrap();
    let target = f.view_mut().unwrap().into_matrix().unwrap();
    blas.gemm(1.0, a.view().as_matrix().unwrap(), a.view().as_matrix().unwrap(), 0.0, target)
        .unwrap();
    assert_eq!(f.to_host().unwrap(), array![[7.0, 10.0], [15.0, 22.0]]);

    let wide: DeviceArray<f64, Ix2> = stream.zeros((4, 4)).unwrap();
    let error = wide.slice(s![..;2, ..;2]).unwrap().as_matrix().unwrap_err();
    assert!(matches!(error, Error::NotMatrices { .. }), "{error}");
    assert!(error.to_string().contains("shape [2, 2] with strides [8, 2]"), "{error}");
    assert!(wide.slice(s![..;-1, ..]).unwrap().as_matrix().is_err());
    let batch: DeviceArray<f64, Ix3> = stream.zeros((2, 3, 4)).unwrap();
    assert!(batch.slice(s![..;-1, .., ..]).unwrap().as_matrices().is_err());
    let error = wide.dot(&a, &mut blas).unwrap_err();
    assert!(error.to_string().contains("a of 4 × 4, b of 2 × 2"), "{error}");
}
