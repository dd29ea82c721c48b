//! What cuDNN computes, written out in `f64`.

use cudnn::Layout;

use crate::number::Array;

/// A convolution's numbers.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub(crate) padding: Vec<usize>,
    pub(crate) stride: Vec<usize>,
    pub(crate) dilation: Vec<usize>,
    pub(crate) groups: usize,
    pub(crate) is_turned: bool,
}

/// Returns the index of each dimension.
pub(crate) fn split(mut index: usize, shape: &[usize]) -> Vec<usize> {
    let mut at = vec![0; shape.len()];
    for (at, dim) in at.iter_mut().zip(shape).rev() {
        *at = index % dim;
        index /= dim;
    }
    at
}

pub(crate) fn join(at: &[usize], shape: &[usize]) -> usize {
    at.iter().zip(shape).fold(0, |index, (at, dim)| index * dim + at)
}

/// Calls `f` with the indices of `x`, `w` and `y` of each product of a convolution.
pub(crate) fn convolve(
    steps: &Steps,
    x: &Layout,
    w: &Layout,
    y: &Layout,
    mut f: impl FnMut(usize, usize, usize),
) {
    let (x, w, y) = (x.shape(), w.shape(), y.shape());
    let per_group = w[0] / steps.groups;
    for result in 0..y.iter().product() {
        let to = split(result, y);
        let group = to[1] / per_group;
        let window: usize = w[1..].iter().product();
        'taps: for tap in 0..window {
            let mut tap = split(tap, &w[1..]);
            let mut from = vec![to[0], group * w[1] + tap[0]];
            for axis in 0..x.len() - 2 {
                let at = to[axis + 2] * steps.stride[axis] + tap[axis + 1] * steps.dilation[axis];
                match at.checked_sub(steps.padding[axis]) {
                    Some(at) if at < x[axis + 2] => from.push(at),
                    _ => continue 'taps,
                }
                if steps.is_turned {
                    tap[axis + 1] = w[axis + 2] - 1 - tap[axis + 1];
                }
            }
            tap.insert(0, to[1]);
            f(join(&from, x), join(&tap, w), result);
        }
    }
}

/// Returns a sum of products for each element, and the sum of their magnitudes.
pub(crate) fn sums(
    len: usize,
    each: impl FnOnce(&mut dyn FnMut(usize, f64)),
) -> (Vec<f64>, Vec<f64>) {
    let (mut sums, mut bounds) = (vec![0.0; len], vec![0.0; len]);
    each(&mut |index, term| {
        sums[index] += term;
        bounds[index] += term.abs();
    });
    (sums, bounds)
}

/// Returns the result and the sums of magnitudes of a convolution.
pub(crate) fn forward(steps: &Steps, x: &Array, w: &Array, y: &Layout) -> (Vec<f64>, Vec<f64>) {
    sums(y.elements(), |add| {
        convolve(steps, &x.layout, &w.layout, y, |from, tap, to| {
            add(to, x.values[from] * w.values[tap]);
        });
    })
}

pub(crate) fn backward_data(
    steps: &Steps,
    x: &Layout,
    w: &Array,
    dy: &Array,
) -> (Vec<f64>, Vec<f64>) {
    sums(x.elements(), |add| {
        convolve(steps, x, &w.layout, &dy.layout, |from, tap, to| {
            add(from, dy.values[to] * w.values[tap]);
        });
    })
}

pub(crate) fn backward_filter(
    steps: &Steps,
    x: &Array,
    w: &Layout,
    dy: &Array,
) -> (Vec<f64>, Vec<f64>) {
    sums(w.elements(), |add| {
        convolve(steps, &x.layout, w, &dy.layout, |from, tap, to| {
            add(tap, dy.values[to] * x.values[from]);
        });
    })
}
