//! Eigenvalues and singular values, by Jacobi's rotations, which are simple and exact, and by QR steps.

use crate::cublas::factors::unit;
use crate::dense::Dense;
use crate::element::Wide;

type Dense64 = Dense<Wide>;

/// More than any matrix needs.
const SWEEPS: usize = 60;
const EPSILON: f64 = f64::EPSILON;

/// Replaces two columns by `c p - s w̄ q` and `s p + c w̄ q`.
fn rotate(a: &mut Dense64, [p, q]: [usize; 2], (c, s, w): (f64, f64, Wide)) {
    for row in 0..a.rows {
        let (one, other) = (a.get(row, p), a.get(row, q) * w.conj());
        a.set(row, p, one * c - other * s);
        a.set(row, q, one * s + other * c);
    }
}

/// Returns the rotation that makes an element between two diagonal ones 0.
fn rotation(first: f64, second: f64, between: Wide) -> (f64, f64, Wide) {
    let size = between.norm();
    let middle = (second - first) / (2.0 * size);
    let tangent = 1.0_f64.copysign(middle) / (middle.abs() + middle.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    (cosine, cosine * tangent, between / size)
}

fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |p| (p + 1..n).map(move |q| [p, q]))
}

/// Returns the columns in another order.
fn ordered(a: &Dense64, order: &[usize]) -> Dense64 {
    let elements = order.iter().flat_map(|column| &a.elements[column * a.rows..][..a.rows]);
    Dense { rows: a.rows, columns: order.len(), elements: elements.copied().collect() }
}

/// Replaces a Hermitian matrix by its eigenvectors, and returns its eigenvalues, the smallest first.
pub(super) fn eigen(a: &mut Dense64) -> Vec<Wide> {
    let n = a.rows;
    let mut vectors = unit(n);
    let size: f64 = a.elements.iter().map(Wide::norm_sqr).sum::<f64>().sqrt();
    for _ in 0..SWEEPS {
        let mut is_done = true;
        for [p, q] in pairs(n) {
            let between = a.get(p, q);
            if between.norm() <= EPSILON * 0.01 * size || between.norm() < f64::MIN_POSITIVE {
                continue;
            }
            is_done = false;
            let turn = rotation(a.get(p, p).re, a.get(q, q).re, between);
            rotate(a, [p, q], turn);
            let (c, s, w) = turn;
            for column in 0..n {
                let (one, other) = (a.get(p, column), a.get(q, column) * w);
                a.set(p, column, one * c - other * s);
                a.set(q, column, one * s + other * c);
            }
            rotate(&mut vectors, [p, q], turn);
        }
        if is_done {
            break;
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|one, other| a.get(*one, *one).re.total_cmp(&a.get(*other, *other).re));
    let values = order.iter().map(|at| a.get(*at, *at).re.into()).collect();
    *a = ordered(&vectors, &order);
    values
}

/// Returns the left singular vectors, as many as there are rows, the singular values, the largest first, and the adjoint of the
/// right ones, of a matrix with no fewer rows than columns.
pub(super) fn singular(mut a: Dense64) -> (Dense64, Vec<Wide>, Dense64) {
    let (m, n) = (a.rows, a.columns);
    let mut right = unit(n);
    let product = |a: &Dense64, p: usize, q: usize| -> Wide {
        (0..m).map(|row| a.get(row, p).conj() * a.get(row, q)).sum()
    };
    for _ in 0..SWEEPS {
        let mut is_done = true;
        for [p, q] in pairs(n) {
            let [first, second] = [p, q].map(|it| product(&a, it, it).re);
            let between = product(&a, p, q);
            let size = between.norm();
            if size <= EPSILON * (first * second).sqrt() || size < f64::MIN_POSITIVE {
                continue;
            }
            is_done = false;
            let turn = rotation(first, second, between);
            rotate(&mut a, [p, q], turn);
            rotate(&mut right, [p, q], turn);
        }
        if is_done {
            break;
        }
    }
    let norms: Vec<f64> = (0..n).map(|at| product(&a, at, at).re.sqrt()).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|one, other| norms[*other].total_cmp(&norms[*one]));
    let values: Vec<f64> = order.iter().map(|at| norms[*at]).collect();
    let least = values.first().copied().unwrap_or(0.0) * EPSILON * m as f64;
    let (a, right) = (ordered(&a, &order), ordered(&right, &order));
    let mut left = Dense { rows: m, columns: m, elements: vec![Wide::ZERO; m * m] };
    for column in 0..m {
        let mut vector = vec![Wide::ZERO; m];
        if let Some(value) = values.get(column).filter(|value| **value > least) {
            (0..m).for_each(|row| vector[row] = a.get(row, column) / *value);
        } else {
            // Any that is orthogonal to those before: the axis that is farthest from them.
            let others =
                |axis: usize| (0..column).map(|it| left.get(axis, it).norm_sqr()).sum::<f64>();
            let axis = (0..m).min_by(|one, other| others(*one).total_cmp(&others(*other)));
            vector[axis.unwrap_or(0)] = Wide::ONE;
            for _ in 0..2 {
                for other in 0..column {
                    let along: Wide =
                        (0..m).map(|row| left.get(row, other).conj() * vector[row]).sum();
                    (0..m).for_each(|row| vector[row] -= along * left.get(row, other));
                }
                let norm = vector.iter().map(Wide::norm_sqr).sum::<f64>().sqrt();
                vector.iter_mut().for_each(|it| *it /= norm);
            }
        }
        (0..m).for_each(|row| left.set(row, column, vector[row]));
    }
    let adjoint = right.operated(cuda_libraries_sys::cublas::cublasOperation_t::CUBLAS_OP_C);
    (left, values.into_iter().map(Wide::from).collect(), adjoint)
}

/// Returns the eigenvalues of a matrix, and its eigenvectors, of length 1.
pub(super) fn general(mut a: Dense64) -> (Vec<Wide>, Dense64) {
    let n = a.rows;
    let mut schur = unit(n);
    let mut end = n;
    let mut steps = 0;
    // The last row of what is left becomes 0 but for its diagonal, by QR steps with a shift.
    while end > 1 {
        let last = end - 1;
        let below: f64 = (0..last).map(|column| a.get(last, column).norm()).sum();
        let size: f64 = a.elements.iter().map(|it| it.norm()).fold(0.0, f64::max);
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
    let size: f64 = a.elements.iter().map(|it| it.norm()).fold(f64::MIN_POSITIVE, f64::max);
    for (at, value) in values.iter().enumerate() {
        // Of the triangular matrix, and then of the whole one.
        let mut x = vec![Wide::ZERO; n];
        x[at] = Wide::ONE;
        for row in (0..at).rev() {
            let sum: Wide = (row + 1..=at).map(|column| a.get(row, column) * x[column]).sum();
            let difference = a.get(row, row) - value;
            let least = EPSILON * size;
            let difference = if difference.norm() < least { Wide::from(least) } else { difference };
            x[row] = -sum / difference;
        }
        let whole: Vec<Wide> = (0..n)
            .map(|row| (0..=at).map(|column| schur.get(row, column) * x[column]).sum())
            .collect();
        let norm = whole.iter().map(Wide::norm_sqr).sum::<f64>().sqrt();
        (0..n).for_each(|row| vectors.set(row, at, whole[row] / norm));
    }
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
            let size = one.norm_sqr().hypot(0.0).sqrt().hypot(other.norm());
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
