//! Solutions of systems, whose residuals are as small as rounding errors.

use cuda_driver::Stream;
use cudss::{Cudss, Kind, Options, Pivoting, Reordering};
use cusparse::Index;
use cusparse::cublas::{Fill, Matrix, MatrixMut};
use num_complex::Complex;

use crate::device::stream_and_cudss;
use crate::systems::{Number, System};

/// Solves a system of which `stored` is what the solver gets.
fn solve<T: Number, I: Index>(
    (stream, cudss): &(Stream, Cudss),
    system: &System<T>,
    stored: &System<T>,
    kind: Kind,
    options: &Options,
) {
    let matrix = stored.upload::<I>(stream);
    let mut solver = cudss.analyze(matrix, kind, options).unwrap();
    solver.factorize().unwrap();
    let b = system.right_hand_side(1);
    let (of_b, mut x) = (stream.upload(&b).unwrap(), stream.alloc(b.len()).unwrap());
    solver.solve(&of_b, &mut x).unwrap();
    // The memory is freed in the order of the stream.
    drop((solver, of_b));
    system.assert_solved(&x.to_vec().unwrap(), &b);
}

/// Solves a Hermitian system in each way that it can be stored.
fn solve_each<T: Number, I: Index>(on: &(Stream, Cudss), system: &System<T>, is_positive: bool) {
    let options = Options::default();
    solve::<T, I>(on, system, system, Kind::General, &options);
    for fill in [Fill::Lower, Fill::Upper] {
        for stored in [system.clone(), system.triangle(fill)] {
            solve::<T, I>(on, system, &stored, Kind::Hermitian(fill), &options);
            if !T::IS_COMPLEX {
                solve::<T, I>(on, system, &stored, Kind::Symmetric(fill), &options);
            }
            if is_positive {
                solve::<T, I>(on, system, &stored, Kind::PositiveDefinite(fill), &options);
            }
        }
    }
}

fn each_system<T: Number, I: Index>(on: &(Stream, Cudss)) {
    solve_each::<T, I>(on, &System::laplacian([23, 17]), true);
    solve_each::<T, I>(on, &System::laplacian([9, 8, 7]), true);
    solve_each::<T, I>(on, &System::arrow(120), true);
    solve_each::<T, I>(on, &System::laplacian([1]), true);
    solve_each::<T, I>(on, &System::hermitian(200, 3, |_| 9.0), true);
    let indefinite = System::hermitian(200, 4, |row| if row % 3 == 0 { -9.0 } else { 9.0 });
    solve_each::<T, I>(on, &indefinite, false);
    let general = System::dominant(300, 5);
    solve::<T, I>(on, &general, &general, Kind::General, &Options::default());
}

#[test]
fn systems_of_real_numbers_are_solved() {
    let Some(on) = stream_and_cudss() else { return };
    each_system::<f64, i32>(&on);
    each_system::<f32, i32>(&on);
    each_system::<f64, i64>(&on);
}

#[test]
fn systems_of_complex_numbers_are_solved() {
    let Some(on) = stream_and_cudss() else { return };
    each_system::<Complex<f64>, i32>(&on);
    each_system::<Complex<f32>, i32>(&on);
}

#[test]
fn a_complex_symmetric_matrix_is_not_conjugated() {
    let Some(on) = stream_and_cudss() else { return };
    let mut system = System::<Complex<f64>>::hermitian(80, 9, |_| 9.0);
    for (row, elements) in system.0.iter_mut().enumerate() {
        for (column, value) in elements {
            // The lower triangle as the upper one.
            *value = if *column < row { value.conj() } else { *value };
        }
    }
    let kind = Kind::Symmetric(Fill::Lower);
    solve::<_, i32>(&on, &system, &system.triangle(Fill::Lower), kind, &Options::default());
}

#[test]
fn several_columns_are_solved_in_one_call() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    let system = System::<f64>::dominant(150, 6);
    let mut solver =
        cudss.analyze(system.upload::<i32>(&stream), Kind::General, &Options::default()).unwrap();
    solver.factorize().unwrap();
    let (rows, columns) = (system.rows(), 3);
    let b = system.right_hand_side(columns);
    let (of_b, mut x) = (stream.upload(&b).unwrap(), stream.alloc(b.len()).unwrap());
    let view = Matrix::new(&of_b, columns, rows).unwrap().t();
    solver.solve_columns(view, MatrixMut::new(&mut x, columns, rows).unwrap().t()).unwrap();
    system.assert_solved(&x.to_vec().unwrap(), &b);
    // A part of a larger matrix: what is between the columns stays.
    let stride = rows + 5;
    let mut wide = stream.upload(&vec![7.0; stride * columns]).unwrap();
    let part = MatrixMut::with_row_stride(&mut wide, columns, rows, stride).unwrap().t();
    solver.solve_columns(view, part).unwrap();
    let wide = wide.to_vec().unwrap();
    let x: Vec<f64> = wide.chunks(stride).flat_map(|column| &column[..rows]).copied().collect();
    system.assert_solved(&x, &b);
    assert!(wide.chunks(stride).all(|column| column[rows..].iter().all(|x| *x == 7.0)));
    // No column, of which nothing is solved.
    let (none, mut nowhere) = (stream.alloc(0).unwrap(), stream.alloc(0).unwrap());
    let none = Matrix::new(&none, 0, rows).unwrap().t();
    solver.solve_columns(none, MatrixMut::new(&mut nowhere, 0, rows).unwrap().t()).unwrap();
}

#[test]
fn each_option_gives_a_solution() {
    let Some(on) = stream_and_cudss() else { return };
    let (system, general) = (System::<f64>::laplacian([15, 14]), System::<f64>::dominant(200, 8));
    let definite = Kind::PositiveDefinite(Fill::Upper);
    let options = Options::default();
    for reordering in [Reordering::Amd, Reordering::NestedDissection, Reordering::None] {
        solve::<_, i32>(&on, &system, &system, definite, &options.reordering(reordering));
    }
    for reordering in [Reordering::BtfColamd, Reordering::Colamd] {
        for pivoting in [Pivoting::Column, Pivoting::Row] {
            let options = options.reordering(reordering).pivoting(pivoting);
            solve::<_, i32>(&on, &general, &general, Kind::General, &options);
        }
    }
    for matching in [false, true] {
        solve::<_, i32>(&on, &general, &general, Kind::General, &options.matching(matching));
    }
    for pivoting in [Pivoting::None, Pivoting::LocalBlock] {
        let options = options.pivoting(pivoting);
        solve::<_, i32>(&on, &general, &general, Kind::General, &options);
    }
    let symmetric = Kind::Symmetric(Fill::Upper);
    solve::<_, i32>(&on, &system, &system, symmetric, &options.pivoting(Pivoting::Diagonal));
    if on.1.version() >= 10_000 {
        let options = options.pivoting(Pivoting::BunchKaufman);
        solve::<_, i32>(&on, &system, &system, symmetric, &options);
    }
    solve::<_, i32>(&on, &system, &system, definite, &options.refinement_steps(2));
    solve::<_, i32>(&on, &system, &system, definite, &options.hybrid_memory(None));
}

#[test]
fn solvers_of_several_streams_and_threads_are_independent() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    let context = stream.context().clone();
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let on = (context.stream().unwrap(), cudss);
            scope.spawn(move || {
                let system = System::<f64>::dominant(100, seed);
                solve::<_, i32>(&on, &system, &system, Kind::General, &Options::default());
            });
        }
    });
}
