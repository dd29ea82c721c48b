//! The functions of CUDA's math library, which PTX computes step by step.

use crate::device::{args, assert_same, floats};
use crate::texts::on_every_ptx;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// A function of a number and its right neighbor: the index of its results, its name, and the CPU's implementation.
type Function = (usize, &'static str, fn(f64, f64) -> f64);

/// The functions of both precisions.
const COMMON: [Function; 30] = [
    (0, "sin", |x, _| x.sin()),
    (1, "cos", |x, _| x.cos()),
    (2, "tan", |x, _| x.tan()),
    (3, "exp", |x, _| x.exp()),
    (4, "log", |x, _| x.ln()),
    (5, "pow", f64::powf),
    (6, "erf", |x, _| libm::erf(x)),
    (7, "tgamma", |x, _| libm::tgamma(x)),
    (8, "lgamma", |x, _| libm::lgamma(x)),
    (9, "asin", |x, _| x.asin()),
    (10, "acos", |x, _| x.acos()),
    (11, "atan", |x, _| x.atan()),
    (12, "atan2", f64::atan2),
    (13, "sinh", |x, _| x.sinh()),
    (14, "cosh", |x, _| x.cosh()),
    (15, "tanh", |x, _| x.tanh()),
    (16, "sqrt", |x, _| x.sqrt()),
    (17, "rsqrt", |x, _| 1.0 / x.sqrt()),
    (18, "cbrt", |x, _| x.cbrt()),
    (19, "exp2", |x, _| x.exp2()),
    (20, "log2", |x, _| x.log2()),
    (21, "log10", |x, _| x.log10()),
    (22, "log1p", |x, _| x.ln_1p()),
    (23, "expm1", |x, _| x.exp_m1()),
    (24, "hypot", f64::hypot),
    (25, "fmod", |x, y| x % y),
    (26, "remainder", libm::remainder),
    (27, "copysign", f64::copysign),
    (28, "fmin", f64::min),
    (29, "fmax", f64::max),
];

const SINGLE: [Function; 22] = [
    (34, "__fdividef", |x, y| x / y),
    (42, "erfc", |x, _| libm::erfc(x)),
    (43, "j0", |x, _| libm::j0(x)),
    (44, "sinpi", |x, _| (PI * x).sin()),
    (45, "ldexp", |x, _| x * 8.0),
    (46, "frexp", |x, _| {
        let (fraction, exponent) = libm::frexp(x);
        fraction + f64::from(exponent)
    }),
    (47, "ilogb", |x, _| x.log2().floor()),
    (48, "isnan, isinf", |_, _| 3.0),
    (49, "normcdf", |x, _| libm::erfc(-x * FRAC_1_SQRT_2) / 2.0),
    (52, "fdim", libm::fdim),
    (53, "sincos", |x, _| x.sin() + x.cos()),
    (54, "exp10", |x, _| libm::exp10(x)),
    (56, "norm3d", |x, y| (x * x + y * y + x * x).sqrt()),
    (57, "acosh, asinh, atanh", |x, y| x.acosh() + y.asinh() + x.atanh()),
    (58, "modf", |x, _| x),
    (59, "scalbn", |x, _| x * 4.0),
    (60, "nearbyint", |x, _| x.round_ties_even()),
    (62, "fabs", |x, y| x.abs() - y),
    // Approximate instructions, which are exact in single precision here.
    (30, "__sinf", |x, _| x.sin()),
    (31, "__cosf", |x, _| x.cos()),
    (32, "__logf", |x, _| x.ln()),
    (61, "__expf", |x, _| x.exp()),
];

const DOUBLE: [Function; 5] = [
    (38, "erfc", |x, _| libm::erfc(x)),
    (39, "j1", |x, _| libm::j1(x)),
    (40, "ldexp", |x, _| x * 8.0),
    (41, "isnan, isinf", |_, _| 3.0),
    (42, "fabs", |x, y| x.abs() - y),
];

/// Asserts that every function is within `tolerance`, relative to results beyond one.
fn assert_near(x: &[f64], out: &[f64], functions: &[Function], tolerance: f64) {
    for (pair, out) in x.windows(2).zip(out.chunks(64)) {
        for (index, name, function) in functions {
            let (actual, expected) = (out[*index], function(pair[0], pair[1]));
            let near = (actual - expected).abs() <= tolerance * expected.abs().max(1.0);
            assert!(
                near || actual.is_nan() && expected.is_nan(),
                "{name} of {pair:?}: {actual} instead of {expected}"
            );
        }
    }
}

#[test]
fn the_math_library_is_accurate_in_single_precision() {
    let x = floats(33, 61, 0.01, 5.0);
    let wide: Vec<f64> = x.iter().copied().map(f64::from).collect();
    on_every_ptx("math32", |device| {
        let (a, o) = (device.upload(&x), device.zeroed::<f32>(64 * 32));
        device.run("m32", 1, 32, args().buffer(&a).buffer(&o));
        let out: Vec<f64> = o.read().into_iter().map(f64::from).collect();
        assert_near(&wide, &out, &COMMON, 1e-6);
        assert_near(&wide, &out, &SINGLE, 1e-6);
        for (pair, out) in wide.windows(2).zip(out.chunks(64)) {
            let (x, y) = (pair[0], pair[1]);
            // The error of a logarithm or near a pole grows with the result.
            let power = x.powf(y);
            assert!((out[33] - power).abs() <= 1e-5 * power.max(1.0), "__powf of {pair:?}");
            let tangent = x.tan();
            let tolerance = 1e-6 * (1.0 + tangent * tangent);
            assert!((out[55] - tangent).abs() <= tolerance, "__tanf of {x}");
            // The error function's inverse exists only below one.
            let inverted = if x < 1.0 { libm::erf(out[50]) } else { x };
            assert!((inverted - x).abs() <= 1e-6, "erfinv of {x}");
            assert_eq!(out[50].is_nan(), x > 1.0, "erfinv of {x}");
        }
    });
}

#[test]
fn the_math_library_is_accurate_in_double_precision() {
    let x = floats(33, 60, 0.01, 5.0).into_iter().map(f64::from);
    let x: Vec<f64> = x.map(|x| x * 1.000_000_000_123).collect();
    on_every_ptx("math64", |device| {
        let (a, o) = (device.upload(&x), device.zeroed::<f64>(64 * 32));
        device.run("m64", 1, 32, args().buffer(&a).buffer(&o));
        let out = o.read();
        assert_near(&x, &out, &COMMON, 8e-15);
        assert_near(&x, &out, &DOUBLE, 8e-15);
    });
}

/// Returns the greatest single-precision number that isn't greater.
fn below(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) > value { nearest.next_down() } else { nearest }
}

fn above(value: f64) -> f32 {
    -below(-value)
}

#[test]
fn arithmetic_of_single_precision_rounds_in_every_direction() {
    let x = floats(33, 61, 0.01, 5.0);
    on_every_ptx("math32", |device| {
        let (a, o) = (device.upload(&x), device.zeroed::<f32>(64 * 32));
        device.run("m32", 1, 32, args().buffer(&a).buffer(&o));
        for (pair, out) in x.windows(2).zip(o.read().chunks(64)) {
            let (x, y) = (f64::from(pair[0]), f64::from(pair[1]));
            // All are positive, so towards zero is down.
            let expected = [
                (1.0 / x) as f32,
                below(x.sqrt()),
                above(x / y),
                below(x + y),
                below(x * y),
                above(x * y + x),
                pair[0] / pair[1],
            ];
            assert_same(&out[35..42], &expected);
            let towards = |a: f32, b: f32| if b > a { a.next_up() } else { a.next_down() };
            assert_same(&out[51..52], &[towards(pair[0], pair[1])]);
            assert_same(&out[16..17], &[pair[0].sqrt()]);
        }
    });
}

#[test]
fn arithmetic_of_double_precision_rounds_in_every_direction() {
    let x = floats(33, 60, 0.01, 5.0).into_iter().map(f64::from);
    let x: Vec<f64> = x.map(|x| x * 1.000_000_000_123).collect();
    // The nearest number, adjusted if the remainder has the wrong sign. All are positive, so towards zero is down.
    let down = |nearest: f64, rest: f64| {
        if rest < 0.0 { nearest.next_down() } else { nearest }
    };
    let up = |nearest: f64, rest: f64| {
        if rest > 0.0 { nearest.next_up() } else { nearest }
    };
    let rest_of_sum = |a: f64, b: f64| {
        let sum = a + b;
        let of_b = sum - a;
        (a - (sum - of_b)) + (b - of_b)
    };
    on_every_ptx("math64", |device| {
        let (a, o) = (device.upload(&x), device.zeroed::<f64>(64 * 32));
        device.run("m64", 1, 32, args().buffer(&a).buffer(&o));
        for (pair, out) in x.windows(2).zip(o.read().chunks(64)) {
            let (x, y) = (pair[0], pair[1]);
            let (root, quotient, product) = (x.sqrt(), x / y, x * y);
            let fused = x.mul_add(y, x);
            let rest_of_product = x.mul_add(y, -product);
            let rest = rest_of_sum(product, x) + rest_of_product;
            let expected = [
                quotient,
                1.0 / x,
                up(root, -root.mul_add(root, -x)),
                down(quotient, -quotient.mul_add(y, -x)),
                down(x + y, rest_of_sum(x, y)),
                up(product, rest_of_product),
                down(fused, (product + x - fused) + rest),
                fused,
            ];
            assert_same(&out[30..38], &expected);
            assert_same(&out[16..17], &[root]);
        }
    });
}
