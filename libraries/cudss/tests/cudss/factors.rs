//! Factors: of new values, of matrices that have none, and what is known of them.

use cudss::{Error, Inertia, Kind, Options, Verdict};
use cusparse::cublas::Fill;

use crate::device::stream_and_cudss;
use crate::systems::System;

const DEFINITE: Kind = Kind::PositiveDefinite(Fill::Lower);

#[test]
fn new_values_are_factorized_without_another_analysis() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    let mut system = System::<f64>::laplacian([20, 20]);
    let matrix = system.upload::<i32>(&stream);
    let mut solver = cudss.analyze(matrix, DEFINITE, &Options::default()).unwrap();
    solver.factorize().unwrap();
    let b = system.right_hand_side(1);
    let (of_b, mut x) = (stream.upload(&b).unwrap(), stream.alloc(b.len()).unwrap());
    for step in 1..4 {
        let rows = system.0.iter_mut().enumerate();
        rows.for_each(|(row, elements)| {
            elements.iter_mut().filter(|(at, _)| *at == row).for_each(|(_, a)| *a += 0.5);
        });
        let values = stream.upload(&system.values()).unwrap();
        if step == 2 {
            stream.copy(&values, solver.values_mut()).unwrap();
            solver.factorize().unwrap();
        } else {
            solver.refactorize(&values).unwrap();
        }
        drop(values);
        solver.solve(&of_b, &mut x).unwrap();
        system.assert_solved(&x.to_vec().unwrap(), &b);
    }
    let matrix = solver.into_matrix();
    assert_eq!(matrix.to_host().unwrap().values, system.values());
}

#[test]
fn a_matrix_that_is_not_positive_definite_is_an_error_until_it_is() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    let good = System::<f64>::laplacian([12, 12]);
    let mut bad = good.clone();
    bad.0[70].iter_mut().filter(|(at, _)| *at == 70).for_each(|(_, value)| *value = -4.0);
    let mut solver =
        cudss.analyze(bad.upload::<i32>(&stream), DEFINITE, &Options::default()).unwrap();
    let error = solver.factorize().unwrap_err();
    let Error::Numbers { call: "factorize", verdict: Verdict::NotPositiveDefinite { row } } = error
    else {
        panic!("{error}")
    };
    assert!(row < 144);
    let b = good.right_hand_side(1);
    let (of_b, mut x) = (stream.upload(&b).unwrap(), stream.alloc(b.len()).unwrap());
    let error = solver.solve(&of_b, &mut x).unwrap_err();
    assert!(matches!(error, Error::Phase { call: "solve", needed: "factorize" }), "{error}");
    solver.refactorize(&stream.upload(&good.values()).unwrap()).unwrap();
    solver.solve(&of_b, &mut x).unwrap();
    good.assert_solved(&x.to_vec().unwrap(), &b);
}

#[test]
fn a_singular_matrix_is_an_error() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    // Two rows are the same.
    let rows = vec![vec![(0, 1.0), (1, 1.0)], vec![(0, 1.0), (1, 1.0)], vec![(2, 1.0)]];
    let (system, options) = (System::<f64>(rows), Options::default());
    let mut solver = cudss.analyze(system.upload::<i32>(&stream), Kind::General, &options).unwrap();
    let error = solver.factorize().unwrap_err();
    assert!(
        matches!(
            error,
            Error::Numbers { verdict: Verdict::Perturbed { .. } | Verdict::Singular { .. }, .. }
        ),
        "{error}"
    );
    // A row is empty: there are no factors for any values.
    let system = System::<f64>(vec![vec![(0, 1.0)], vec![], vec![(2, 1.0)]]);
    let analyzed = cudss.analyze(system.upload::<i32>(&stream), Kind::General, &options);
    if let Ok(mut solver) = analyzed {
        solver.factorize().unwrap_err();
    }
}

#[test]
fn a_matrix_that_needs_exchanged_rows_is_not_called_singular() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    // 0 on the diagonal.
    let rows = (0..50).map(|row: usize| vec![(row ^ 1, 2.0 + row as f64)]).collect();
    let (system, options) = (System::<f64>(rows), Options::default().matching(true));
    let mut solver = cudss.analyze(system.upload::<i32>(&stream), Kind::General, &options).unwrap();
    solver.factorize().unwrap();
    let b = system.right_hand_side(1);
    let (of_b, mut x) = (stream.upload(&b).unwrap(), stream.alloc(b.len()).unwrap());
    solver.solve(&of_b, &mut x).unwrap();
    system.assert_solved(&x.to_vec().unwrap(), &b);
}

#[test]
fn a_pivot_epsilon_permits_pivots_that_are_replaced() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    let rows = vec![vec![(0, 1.0), (1, 1.0)], vec![(0, 1.0), (1, 1.0)]];
    let system = System::<f64>(rows);
    let options = Options::default().pivot_epsilon(1e-10);
    let mut solver = cudss.analyze(system.upload::<i32>(&stream), Kind::General, &options).unwrap();
    solver.factorize().unwrap();
    assert_eq!(solver.perturbed_pivots().unwrap(), 1);
}

#[test]
fn factors_say_how_large_they_are_and_the_signs_of_eigenvalues() {
    let Some((stream, cudss)) = stream_and_cudss() else { return };
    let options = Options::default();
    let laplacian = System::<f64>::laplacian([16, 16]);
    let mut solver = cudss.analyze(laplacian.upload::<i32>(&stream), DEFINITE, &options).unwrap();
    let stored = laplacian.triangle(Fill::Lower).values().len() as u64;
    assert!(solver.factor_nnz().unwrap() >= stored);
    let memory = solver.memory_estimates().unwrap();
    assert!(memory.device > 0 && memory.device_peak >= memory.device, "{memory:?}");
    solver.factorize().unwrap();
    assert_eq!(solver.perturbed_pivots().unwrap(), 0);
    // With 32 and 64 bits.
    let indefinite = System::<f64>::hermitian(90, 2, |row| if row < 30 { -9.0 } else { 9.0 });
    let kind = Kind::Symmetric(Fill::Upper);
    let expected = Inertia { positive: 60, negative: 30 };
    let mut solver = cudss.analyze(indefinite.upload::<i32>(&stream), kind, &options).unwrap();
    solver.factorize().unwrap();
    assert_eq!(solver.inertia().unwrap(), expected);
    let mut solver = cudss.analyze(indefinite.upload::<i64>(&stream), kind, &options).unwrap();
    solver.factorize().unwrap();
    assert_eq!(solver.inertia().unwrap(), expected);
}
