//! Sobol's sequences, with the direction numbers of S. Joe and F. Y. Kuo: "Constructing Sobol sequences with better
//! two-dimensional projections", 2008. <https://doi.org/10.1137/070709359>

use std::sync::OnceLock;

use super::distribution::{Distribution, DistributionKind, SingleDraw};
use super::out::{Out, Value};
use super::poisson::Table;

/// The number of dimensions that cuRAND has.
pub(crate) const MAX_DIMENSIONS: u32 = 20_000;

/// Their numbers m₂, m₃ … for each dimension, which are odd: of each mᵢ the bits above the lowest, i − 1 of them.
static NUMBERS: &[u8] = include_bytes!("joe_kuo.bin");

/// An integer of a sequence.
pub(crate) trait Bits: SingleDraw + Value + core::ops::BitXorAssign + 'static {
    const LEN: usize;

    /// Returns the number whose highest bits are those of a number of `len` ones.
    fn highest(number: u64, len: usize) -> Self;

    fn zero() -> Self {
        Self::highest(0, 1)
    }
}

impl Bits for u32 {
    const LEN: usize = 32;

    fn highest(number: u64, len: usize) -> Self {
        (number << (32 - len)) as u32
    }
}

impl Bits for u64 {
    const LEN: usize = 64;

    fn highest(number: u64, len: usize) -> Self {
        number << (64 - len)
    }
}

/// Writes points from the number `start` on: all first coordinates, then all second ones, and so on.
///
/// # Safety
/// `out` is writable for the distribution's values.
pub(crate) unsafe fn fill<B: Bits>(
    dimensions: u32,
    start: u64,
    distribution: &Distribution,
    table: Option<&Table>,
    out: Out,
) {
    // SAFETY: the caller guarantees it for each of these.
    unsafe {
        match distribution.kind {
            DistributionKind::BITS => run::<B, _>(dimensions, start, out, |x| x),
            DistributionKind::UNIFORM => run::<B, _>(dimensions, start, out, |x| x.single()),
            DistributionKind::UNIFORM_DOUBLE => run::<B, _>(dimensions, start, out, |x| x.double()),
            DistributionKind::NORMAL => {
                run::<B, _>(dimensions, start, out, |x| distribution.normal(x.normal()))
            }
            DistributionKind::NORMAL_DOUBLE => {
                run::<B, _>(dimensions, start, out, |x| {
                    distribution.normal_double(x.normal_double())
                });
            }
            DistributionKind::LOG_NORMAL => {
                run::<B, _>(dimensions, start, out, |x| distribution.log_normal(x.normal()))
            }
            DistributionKind::LOG_NORMAL_DOUBLE => {
                run::<B, _>(dimensions, start, out, |x| {
                    distribution.log_normal_double(x.normal_double())
                });
            }
            _ => {
                if let Some(table) = table {
                    run::<B, _>(dimensions, start, out, |x| table.single(x));
                }
            }
        }
    }
}

/// # Safety
/// As for [`fill`].
unsafe fn run<B: Bits, T: Value>(dimensions: u32, start: u64, out: Out, value: impl Fn(B) -> T) {
    let points = out.len / dimensions.max(1) as usize;
    for dimension in 0..dimensions as usize {
        let vectors = vectors::<B>(dimension);
        // Gray's code of the number says which vectors the point is the sum of.
        let mut index = start;
        let gray = index ^ index >> 1;
        let mut point = B::zero();
        for (bit, vector) in vectors.iter().enumerate() {
            if gray >> bit & 1 == 1 {
                point ^= *vector;
            }
        }
        for at in 0..points {
            // SAFETY: there are so many points of each dimension.
            unsafe { out.set(dimension * points + at, value(point)) };
            let lowest = (index.trailing_ones() as usize).min(B::LEN - 1);
            point ^= vectors[lowest];
            index = index.wrapping_add(1);
        }
    }
}

/// Returns the direction vectors of a dimension.
pub(crate) fn vectors<B: Bits>(dimension: usize) -> Vec<B> {
    let highest_bit = |(at, number): (usize, u64)| B::highest(number, at + 1);
    if dimension == 0 {
        return (0..B::LEN).map(|at| highest_bit((at, 1))).collect();
    }
    let (polynomial, numbers) = parameters(dimension);
    let degree = numbers.len();
    let mut all = numbers;
    for at in degree..B::LEN {
        let last = all[at - degree];
        let mut next = last ^ last << degree;
        for distance in 1..degree {
            if polynomial >> (degree - distance) & 1 == 1 {
                next ^= all[at - distance] << distance;
            }
        }
        all.push(next);
    }
    all.into_iter().enumerate().map(highest_bit).collect()
}

/// Returns the polynomial of a dimension except the first, and as many numbers as its degree.
fn parameters(dimension: usize) -> (u32, Vec<u64>) {
    let mut before = 1;
    let mut bit = 0;
    let mut degree = 1;
    let bits_of = |degree: usize| degree * (degree - 1) / 2;
    loop {
        let len = primitive(degree).len();
        if dimension < before + len {
            break;
        }
        before += len;
        bit += len * bits_of(degree);
        degree += 1;
    }
    bit += (dimension - before) * bits_of(degree);
    let mut numbers = vec![1];
    for len in 1..degree {
        let number = (0..len).fold(0, |number, at| {
            let byte = NUMBERS.get((bit + at) / 8).copied().unwrap_or_default();
            number | u64::from(byte >> ((bit + at) % 8) & 1) << at
        });
        bit += len;
        numbers.push(2 * number + 1);
    }
    (primitive(degree)[dimension - before], numbers)
}

/// Returns the primitive polynomials of a degree over the field of two elements, in the order of their bits.
fn primitive(degree: usize) -> &'static [u32] {
    static LISTS: [OnceLock<Vec<u32>>; 19] = [const { OnceLock::new() }; 19];
    LISTS[degree.min(18)].get_or_init(|| {
        let order = (1_u32 << degree) - 1;
        let factors = prime_factors(order);
        let candidates = (1_u32 << degree..2 << degree).skip(1).step_by(2);
        // x has the largest possible order.
        candidates
            .filter(|&polynomial| {
                power_of_x(order, polynomial, degree) == 1
                    && factors
                        .iter()
                        .all(|factor| power_of_x(order / factor, polynomial, degree) != 1)
            })
            .collect()
    })
}

fn prime_factors(mut number: u32) -> Vec<u32> {
    let mut factors = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            factors.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        factors.push(number);
    }
    factors
}

/// Returns a power of x modulo a polynomial.
fn power_of_x(exponent: u32, polynomial: u32, degree: usize) -> u32 {
    let reduce = |value: u32| match value >> degree & 1 {
        1 => value ^ polynomial,
        _ => value,
    };
    let times = |mut a: u32, mut b: u32| {
        let mut product = 0;
        while b != 0 {
            if b & 1 == 1 {
                product ^= a;
            }
            a = reduce(a << 1);
            b >>= 1;
        }
        product
    };
    let (mut power, mut square, mut rest) = (1, reduce(2), exponent);
    while rest != 0 {
        if rest & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        rest >>= 1;
    }
    power
}

/// Returns the direction vectors of all dimensions.
pub(crate) fn table<B: Bits, const N: usize>() -> Vec<[B; N]> {
    (0..MAX_DIMENSIONS as usize)
        .map(|dimension| {
            let mut all = [B::zero(); N];
            for (place, vector) in all.iter_mut().zip(vectors(dimension)) {
                *place = vector;
            }
            all
        })
        .collect()
}
