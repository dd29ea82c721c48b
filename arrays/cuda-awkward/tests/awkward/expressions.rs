//! Expressions that are computed by one kernel: built safely, and given as a text.

use cuda_awkward::{Array, Backend, Dtype, Error, Expression, Operand, Scalar};
use fastrand::Rng;

use crate::{backend, rounds, text, up};

const UNARY: [&str; 14] = [
    "sqrt",
    "exp",
    "negative",
    "absolute",
    "sign",
    "isnan",
    "floor",
    "square",
    "logical_not",
    "cosh",
    "reciprocal",
    "invert",
    "signbit",
    "arctan",
];
const BINARY: [&str; 18] = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "floor_divide",
    "remainder",
    "maximum",
    "fmin",
    "hypot",
    "arctan2",
    "less",
    "equal",
    "greater_equal",
    "logical_and",
    "bitwise_xor",
    "left_shift",
    "copysign",
    "gcd",
];

/// Lists, numbers for each of them, and missing entries, of all types of numbers but complex ones.
fn arrays(gpu: &Backend) -> Vec<Array> {
    let texts = [
        "[[1, 2, 0], [], [3, -4, 5, 250]]",
        "[2, 3, -1]",
        "[[1, null, 7], [], [null, 0, 2, 1]]",
        "[7, null, 0]",
        "[null, [], [1, 2, 3, 4]]",
    ];
    let types = [
        Dtype::Bool,
        Dtype::Int8,
        Dtype::UInt8,
        Dtype::Int16,
        Dtype::UInt32,
        Dtype::Int64,
        Dtype::UInt64,
        Dtype::Float16,
        Dtype::Float32,
        Dtype::Float64,
    ];
    let cast = |text: &str| types.map(|ty| up(gpu, text).values_astype(ty).unwrap());
    texts.into_iter().flat_map(cast).collect()
}

/// A random expression, and what the functions give one after another.
fn random_tree(
    arrays: &[Array],
    depth: usize,
    random: &mut Rng,
) -> (Expression, Result<Operand, Error>) {
    if depth == 0 {
        let array = &arrays[random.usize(..arrays.len())];
        return (array.expression(), Ok(Operand::from(array)));
    }
    let (first, eager) = random_tree(arrays, depth - 1, random);
    let gpu = arrays[0].backend();
    let applied = |name: &str, operands: Vec<Operand>| gpu.ufunc(name, operands).map(Operand::from);
    if random.u8(..3) == 0 {
        let name = UNARY[random.usize(..UNARY.len())];
        let eager = eager.and_then(|operand| applied(name, vec![operand]));
        return (first.apply(name), eager);
    }
    let name = BINARY[random.usize(..BINARY.len())];
    let (second, other) = match random.u8(..4) {
        0 => {
            let numbers =
                [Scalar::Int64(2), Scalar::Float32(1.5), Scalar::Float64(-0.5), Scalar::Bool(true)];
            let number = numbers[random.usize(..numbers.len())];
            (number.into(), Ok(Operand::Scalar(number)))
        }
        1 => (
            first.clone(),
            eager.as_ref().map(Clone::clone).map_err(|_| Error::Value(String::new())),
        ),
        _ => random_tree(arrays, random.usize(..depth), random),
    };
    let eager = eager.and_then(|a| applied(name, vec![a, other?]));
    (first.with(name, second), eager)
}

on_the_device! {
    fn an_expression_has_the_bits_and_types_of_its_functions_one_after_another(device) {
        let gpu = backend(device);
        let arrays = arrays(&gpu);
        let mut random = Rng::with_seed(11);
        let (mut computed, mut refused) = (0, 0);
        for round in 0..rounds(40) {
            let depth = random.usize(1..6);
            let (expression, eager) = random_tree(&arrays, depth, &mut random);
            match (expression.compute(), eager) {
                (Ok(found), Ok(Operand::Array(expected))) => {
                    assert_eq!(text(&found), text(&expected), "round {round}: {expression:?}");
                    assert_eq!(found.type_text(), expected.type_text(), "round {round}");
                    computed += 1;
                }
                (Err(Error::Type(_)), Err(_)) => {
                    assert!(expression.check().is_err(), "round {round}: found only when it was computed");
                    refused += 1;
                }
                (found, expected) => panic!("round {round}: {found:?}, and not {expected:?}: {expression:?}"),
            }
        }
        assert!(computed > 10 && refused > 0, "{computed} computed, {refused} refused");
    }

    fn an_expression_is_one_launch_and_reads_each_array_once(device) {
        let gpu = backend(device);
        let a = up(&gpu, "[[1.5, 2.5], [], [3.5]]").expression();
        let b = up(&gpu, "[[1, 2], [], [3]]").expression();
        let square = &a * &a;
        let c = (&square + &b * 2.0 - 1.0).sqrt() / (&square + &b).maximum(1.0) - &square;
        let before = (gpu.launches(), gpu.waits());
        c.compute().unwrap();
        // The lists are compared once.
        assert!(gpu.launches() - before.0 <= 2, "{} launches", gpu.launches() - before.0);
        let before = (gpu.launches(), gpu.waits());
        let c = (&a * &a + 2.0 * &a - 1.0).sqrt().compute().unwrap();
        assert_eq!((gpu.launches() - before.0, gpu.waits() - before.1), (1, 0));
        assert_eq!(text(&c), "[[2.0615528128088303, 3.2015621187164243], [], [4.272001872658765]]");
        // Sixteen operands are the most, and the same one counts once.
        let many = (0..200).fold(a.clone(), |sum, _| sum + &a);
        assert_eq!(text(&many.compute().unwrap()), "[[301.5, 502.5], [], [703.5]]");
    }

    /// Drivers take the negative of the least number of 16 bits for another where it is an operand.
    fn a_negative_that_does_not_fit_is_the_number_also_as_an_operand(device) {
        let gpu = backend(device);
        let least = "[-128, -32768, -2147483648]";
        for (ty, half, is_less) in [
            (Dtype::Int8, "[-64, 0, 0]", "[false, false, false]"),
            (Dtype::Int16, "[64, -16384, 0]", "[true, false, false]"),
            (Dtype::Int32, "[64, 16384, -1073741824]", "[true, true, false]"),
        ] {
            let a = up(&gpu, least).values_astype(ty).unwrap().expression();
            let two = up(&gpu, "[2, 2, 2]").values_astype(ty).unwrap();
            for negative in [-&a, a.apply("absolute")] {
                let found = negative.with("floor_divide", &two).compute().unwrap();
                assert_eq!(text(&found), half, "{ty:?}");
                assert_eq!(text(&a.lt(&negative).compute().unwrap()), is_less, "{ty:?}");
            }
        }
    }

    fn wrong_types_are_found_when_an_expression_is_built(device) {
        let gpu = backend(device);
        let numbers = up(&gpu, "[1, 2]");
        let flags = up(&gpu, "[true, false]").expression();
        let a = numbers.expression();
        let is_type = |error: &Error| matches!(error, Error::Type(_));
        let is_value = |error: &Error| matches!(error, Error::Value(_));
        let is_unsupported = |error: &Error| matches!(error, Error::Unsupported(_));
        type Is<'a> = &'a dyn Fn(&Error) -> bool;
        let cases: [(Expression, Is<'_>, &str); 10] = [
            (up(&gpu, r#"[{"x": 1}]"#).expression() + 1.0, &is_type, "{x: int64}"),
            (1.0 - up(&gpu, r#"["a", 1]"#).expression(), &is_type, "string"),
            (&flags - &flags, &is_type, "'subtract'"),
            (-&flags, &is_type, "'negative'"),
            ((&a / 2.0).with("bitwise_and", &a), &is_type, "'bitwise_and'"),
            (a.apply("no_function") + 1.0, &is_value, "no_function"),
            (Expression::of("sqrt", [&a, &a]), &is_value, "takes 1 operands"),
            (a.power(&a), &is_unsupported, "integer power"),
            (a.power(-1i64), &is_unsupported, "integer power"),
            ((0..300).fold(a.clone(), |sum, _| sum + 1.0), &is_value, "257 functions"),
        ];
        for (expression, is_right, word) in cases {
            for error in [expression.check().unwrap_err(), expression.compute().unwrap_err()] {
                assert!(is_right(&error) && error.to_string().contains(word), "{error}, expected {word}");
            }
        }
        assert_eq!(text(&a.power(3i64).compute().unwrap()), "[1, 8]");
        let none = (Expression::from(1.0) + 2.0).compute().unwrap_err();
        assert!(none.to_string().contains("needs an array"), "{none}");
        let other = backend(device);
        let mixed = &a + &up(&other, "[1, 2]").expression();
        mixed.check().unwrap();
        if other != gpu {
            assert!(matches!(mixed.compute(), Err(Error::Backend { .. })));
        }
        let many = (0..20).fold(a, |sum, number| sum + f64::from(number));
        assert!(many.compute().unwrap_err().to_string().contains("operands are more than 16"));
    }

    fn an_expression_of_unions_has_a_result_for_each_type(device) {
        let gpu = backend(device);
        let union = up(&gpu, "[1, [2, 3.5], true, [4]]");
        let other = up(&gpu, "[10, 20, 30, 40]");
        let found = ((union.expression() + &other.expression()) * 2.0).compute().unwrap();
        let expected = (&(&union + &other).unwrap() * 2.0).unwrap();
        assert_eq!((text(&found), found.type_text()), (text(&expected), expected.type_text()));
    }

    fn a_text_uses_arrays_and_fields(device) {
        let gpu = backend(device);
        let points = up(&gpu, r#"[[{"x": 3, "y": 4}, null], []]"#);
        let scale = up(&gpu, "[2, 3]");
        // SAFETY: arithmetic with the numbers.
        let found = unsafe { gpu.map("s *\thypot(p.x, p.y)", [("p", &points), ("s", &scale)]) };
        assert_eq!(text(&found.unwrap()), "[[10.0, None], []]");
    }

    fn an_expression_of_several_lines_is_rejected(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[1.5]");
        // The second line would be outside of the macro that the first one defines.
        for expression in ["a\n+ a", "a\r\n", "a\n#define THREADS 1", "a \u{b}+ a", "a\0"] {
            // SAFETY: it is rejected.
            let error = unsafe { gpu.map(expression, [("a", &array)]) }.unwrap_err();
            assert!(matches!(&error, Error::Value(_)), "{error}");
            assert!(error.to_string().contains("must be on one line"), "{error}");
        }
    }
}
