//! Expressions that are compiled.

use cuda_awkward::Error;

use crate::{backend, text, up};

on_the_device! {
    fn an_expression_uses_arrays_and_fields(device) {
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
