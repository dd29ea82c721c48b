//! Eigenvalues and singular values, by Jacobi's rotations, which are simple and exact, and by QR steps.

use cuda_libraries_sys::cublas::cublasOperation_t;

use crate::cublas::factors::unit;
use crate::dense::Dense;
use crate::element::{Scalar, Wide};
use crate::quotient::quotient;
use crate::range::{self, largest_part, norm};

type Dense64 = Dense<Wide>;

/// More than any matrix needs.
const SWEEPS: usize = 60;
const EPSILON: f64 = f64::EPSILON;

/// Replaces two columns by `c p - s w̄ q` and `s p + c w̄ q`.
fn rotate<S: Scalar>(a: &mut Dense<S>, [p, q]: [usize; 2], (c, s, w): (f64, f64, S)) {
    for row in 0..a.rows {
        let (one, other) = (a.get(row, p), a.get(row, q) * w.conj());
        a.set(row, p, one.scaled(c) - other.scaled(s));
        a.set(row, q, one.scaled(s) + other.scaled(c));
    }
}

/// Returns the rotation that makes an element between two diagonal ones 0, of which the second one is larger by a difference.
fn rotation<S: Scalar>(difference: f64, between: S) -> (f64, f64, S) {
    let size = between.modulus();
    let middle = difference / (2.0 * size);
    let tangent = 1.0_f64.copysign(middle) / (middle.abs() + middle.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    (cosine, cosine * tangent, between.parted(size))
}

fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |p| (p + 1..n).map(move |q| [p, q]))
}

fn column<S>(a: &Dense<S>, at: usize) -> &[S] {
    &a.elements[at * a.rows..][..a.rows]
}

/// Returns the columns in another order.
fn ordered<S: Scalar>(a: &Dense<S>, order: &[usize]) -> Dense<S> {
    let elements = order.iter().flat_map(|at| column(a, *at)).copied().collect();
    Dense { rows: a.rows, columns: order.len(), elements }
}

fn is_finite<S: Scalar>(a: &Dense<S>) -> bool {
    largest_part(&a.elements).is_finite()
}

/// A matrix of what isn't a number.
fn unknown<S: Scalar>(rows: usize, columns: usize) -> Dense<S> {
    Dense { rows, columns, elements: vec![S::real(f64::NAN); rows * columns] }
}

/// Replaces a Hermitian matrix by its eigenvectors, and returns its eigenvalues, the smallest first.
pub(super) fn eigen<S: Scalar>(a: &mut Dense<S>) -> Vec<f64> {
    let n = a.rows;
    if n > 1 && !is_finite(a) {
        *a = unknown(n, n);
        return vec![f64::NAN; n];
    }
    let exponent = range::normalize(a);
    let mut vectors: Dense<S> = unit(n);
    let size = norm(&a.elements);
    for _ in 0..SWEEPS {
        let mut is_done = true;
        for [p, q] in pairs(n) {
            let between = a.get(p, q);
            let height = between.modulus();
            if height <= EPSILON * 0.01 * size || height < f64::MIN_POSITIVE {
                continue;
            }
            is_done = false;
            let turn = rotation(a.get(q, q).wide().re - a.get(p, p).wide().re, between);
            rotate(a, [p, q], turn);
            let (c, s, w) = turn;
            for column in 0..n {
                let (one, other) = (a.get(p, column), a.get(q, column) * w);
                a.set(p, column, one.scaled(c) - other.scaled(s));
                a.set(q, column, one.scaled(s) + other.scaled(c));
            }
            rotate(&mut vectors, [p, q], turn);
        }
        if is_done {
            break;
        }
    }
    let values: Vec<f64> = (0..n).map(|at| a.get(at, at).wide().re).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    *a = ordered(&vectors, &order);
    order.iter().map(|at| libm::scalbn(values[*at], exponent)).collect()
}

/// Singular values and vectors.
pub(super) struct Svd<S> {
    /// The left vectors, as many as there are rows.
    pub left: Dense<S>,
    /// The largest first.
    pub values: Vec<f64>,
    /// The adjoint of the right vectors.
    pub right: Dense<S>,
}

/// Returns singular values and vectors of a matrix with no fewer rows than columns.
pub(super) fn singular<S: Scalar>(mut a: Dense<S>) -> Svd<S> {
    let (m, n) = (a.rows, a.columns);
    if !is_finite(&a) {
        return Svd { left: unknown(m, m), values: vec![f64::NAN; n], right: unknown(n, n) };
    }
    let exponent = range::normalize(&mut a);
    let mut right: Dense<S> = unit(n);
    let product = |a: &Dense<S>, p: usize, q: usize| {
        let mut sum = S::default();
        for (one, other) in column(a, p).iter().zip(column(a, q)) {
            sum += one.conj() * *other;
        }
        sum
    };
    for _ in 0..SWEEPS {
        let mut is_done = true;
        for [p, q] in pairs(n) {
            let [first, second] = [p, q].map(|at| norm(column(&a, at)));
            let between = product(&a, p, q);
            let height = between.modulus();
            // Beside the largest column, shorter ones are 0.
            if height <= EPSILON * first * second || height < f64::MIN_POSITIVE {
                continue;
            }
            is_done = false;
            let turn = rotation((second - first) * (second + first), between);
            rotate(&mut a, [p, q], turn);
            rotate(&mut right, [p, q], turn);
        }
        if is_done {
            break;
        }
    }
    let norms: Vec<f64> = (0..n).map(|at| norm(column(&a, at))).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|one, other| norms[*other].total_cmp(&norms[*one]));
    let values: Vec<f64> = order.iter().map(|at| norms[*at]).collect();
    let (a, right) = (ordered(&a, &order), ordered(&right, &order));
    let left = left_vectors(&a, &values);
    let right = right.operated(cublasOperation_t::CUBLAS_OP_C);
    let values = values.into_iter().map(|value| libm::scalbn(value, exponent)).collect();
    Svd { left, values, right }
}

/// Returns as many orthogonal columns as there are rows: those of a matrix over their lengths, and others.
fn left_vectors<S: Scalar>(a: &Dense<S>, lengths: &[f64]) -> Dense<S> {
    let m = a.rows;
    let least = lengths.first().copied().unwrap_or(0.0) * EPSILON * m as f64;
    let mut left = Dense { rows: m, columns: m, elements: vec![S::default(); m * m] };
    for at in 0..m {
        let mut vector = vec![S::default(); m];
        if let Some(length) = lengths.get(at).filter(|length| **length > least) {
            (0..m).for_each(|row| vector[row] = a.get(row, at).parted(*length));
        } else {
            // Any that is orthogonal to those before: the axis that is farthest from them.
            let others = |axis: usize| (0..at).map(|i| left.get(axis, i).square()).sum::<f64>();
            let axis = (0..m).min_by(|one, other| others(*one).total_cmp(&others(*other)));
            vector[axis.unwrap_or(0)] = S::one();
            for _ in 0..2 {
                for other in 0..at {
                    let mut along = S::default();
                    for (one, value) in column(&left, other).iter().zip(&vector) {
                        along += one.conj() * *value;
                    }
                    (0..m).for_each(|row| vector[row] = vector[row] - along * left.get(row, other));
                }
                let length = norm(&vector);
                vector.iter_mut().for_each(|value| *value = value.parted(length));
            }
        }
        left.elements[at * m..][..m].copy_from_slice(&vector);
    }
    left
}

/// Returns the eigenvalues of a matrix, and its eigenvectors, of length 1.
pub(super) fn general(mut a: Dense64) -> (Vec<Wide>, Dense64) {
    let n = a.rows;
    if n > 1 && !is_finite(&a) {
        return (vec![Wide::from(f64::NAN); n], unknown(n, n));
    }
    let exponent = range::normalize(&mut a);
    let mut schur = unit(n);
    let mut end = n;
    let mut steps = 0;
    // The last row of what is left becomes 0 but for its diagonal, by QR steps with a shift.
    while end > 1 {
        let last = end - 1;
        let below: f64 = (0..last).map(|column| a.get(last, column).norm()).sum();
        let size: f64 = a.elements.iter().map(|element| element.norm()).fold(0.0, f64::max);
        if below <= EPSILON * size || steps > 40 * n {
            (0..last).for_each(|column| a.set(last, column, Wide::ZERO));
            end -= 1;
            steps = 0;
            continue;
        }
        steps += 1;
        let [p, q, r, s] = [(last - 1, last - 1), (last - 1, last), (last, last - 1), (last, last)]
            .map(|(row, column)| a.get(row, column));
        // The eigenvalue of the last corner that is nearer to its last element; now and then another, against circles.
        let root = ((p - s) * (p - s) / 4.0 + q * r).sqrt();
        let middle = (p + s) / 2.0;
        let near = |one: Wide, other: Wide| {
            if (one - s).norm() < (other - s).norm() { one } else { other }
        };
        let shift = match steps % 11 {
            10 => s + Wide::from(below),
            _ => near(middle + root, middle - root),
        };
        qr_step(&mut a, &mut schur, end, shift);
    }
    let values: Vec<Wide> = (0..n).map(|at| a.get(at, at)).collect();
    let mut vectors = Dense { rows: n, columns: n, elements: vec![Wide::ZERO; n * n] };
    let size: f64 =
        a.elements.iter().map(|element| element.norm()).fold(f64::MIN_POSITIVE, f64::max);
    for (at, value) in values.iter().enumerate() {
        // Of the triangular matrix, and then of the whole one.
        let mut x = vec![Wide::ZERO; n];
        x[at] = Wide::ONE;
        for row in (0..at).rev() {
            let sum: Wide = (row + 1..=at).map(|column| a.get(row, column) * x[column]).sum();
            let difference = a.get(row, row) - value;
            let least = EPSILON * size;
            let difference = if difference.norm() < least { Wide::from(least) } else { difference };
            x[row] = quotient(-sum, difference);
            // Nearly equal values make what grows with each row.
            let largest = x[row].re.abs().max(x[row].im.abs());
            if largest > 1e100 {
                x.iter_mut().for_each(|value| *value /= largest);
            }
        }
        let whole: Vec<Wide> = (0..n)
            .map(|row| (0..=at).map(|column| schur.get(row, column) * x[column]).sum())
            .collect();
        let length = norm(&whole);
        (0..n).for_each(|row| vectors.set(row, at, whole[row] / length));
    }
    let mut values = values;
    range::scale(&mut values, exponent);
    (values, vectors)
}

/// Does `a - shift = q r`, `a = r q + shift` for the first `end` rows and columns, and collects the rotations.
fn qr_step(a: &mut Dense64, schur: &mut Dense64, end: usize, shift: Wide) {
    let n = a.rows;
    (0..end).for_each(|at| a.set(at, at, a.get(at, at) - shift));
    let mut turns = Vec::new();
    for column in 0..end {
        for row in (column + 1..end).rev() {
            let (one, other) = (a.get(column, column), a.get(row, column));
            if other == Wide::ZERO {
                continue;
            }
            let size = one.norm().hypot(other.norm());
            let (c, s) = (one / size, other / size);
            for at in 0..n {
                let (x, y) = (a.get(column, at), a.get(row, at));
                a.set(column, at, c.conj() * x + s.conj() * y);
                a.set(row, at, c * y - s * x);
            }
            turns.push((column, row, c, s));
        }
    }
    for (column, row, c, s) in turns {
        for matrix in [&mut *a, &mut *schur] {
            for at in 0..n {
                let (x, y) = (matrix.get(at, column), matrix.get(at, row));
                matrix.set(at, column, x * c + y * s);
                matrix.set(at, row, y * c.conj() - x * s.conj());
            }
        }
    }
    (0..end).for_each(|at| a.set(at, at, a.get(at, at) + shift));
}
