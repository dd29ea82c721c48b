//! Custom expressions, in one kernel.

use crate::array::Array;
use crate::backend::Backend;
use crate::elementwise::broadcast::{ElementWise, Level, Nodes, Operand, Side};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;

/// The broadcast that computes an expression.
struct Expression<'a> {
    text: &'a str,
}

impl ElementWise for Expression<'_> {
    fn operation(&self) -> &str {
        "map"
    }

    fn compute(&self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let (values, types) = backend.values(sides)?;
        let common = types.iter().copied().reduce(Dtype::promote);
        let result = common.unwrap_or(Dtype::Float64).to_float();
        if result.is_complex() || types.iter().any(|ty| ty.is_time()) {
            let text = "map of complex numbers, dates and durations";
            return Err(Error::Unsupported(text.to_owned()));
        }
        let ty = result.c_type();
        let before = (0..types.len()).map(|number| {
            format!("const computed<{ty}>::type v{number} = as<computed<{ty}>::type>(x{number}); ")
        });
        let before: String = before.collect();
        let expression = format!("as<{ty}>({})", self.text);
        let node = backend.element_wise(&values, &before, &expression, result, level)?;
        Ok(vec![node])
    }
}

/// Splits a text into words and the texts between them.
fn words(text: &str) -> Vec<&str> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_of_word(c) != is_of_word(first));
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = after;
    }
    words
}

impl Backend {
    /// Computes a CUDA C++ expression for all numbers of arrays, which are [broadcast](crate#broadcasting), in one
    /// kernel. A name in it is that of an array or, with a dot, of a field of its records: `sqrt(a.x * a.x + b)`. The
    /// result has the common floating-point type of all numbers. NVRTC compiles the text as it is, so an expression
    /// isn't a safe input from outside; [`Expression`](crate::elementwise::expression::Expression) is the safe way.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let a = HostArray::from_json(r#"[[{"x": 3, "y": 4}], []]"#)?.to_backend(&gpu)?;
    /// // SAFETY: arithmetic with the fields.
    /// let length = unsafe { gpu.map("sqrt(a.x * a.x + a.y * a.y)", [("a", &a)]) }?;
    /// assert_eq!(length.to_host()?.value()?.to_string(), "[[5.0], []]");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Compile`] for an expression that NVRTC rejects, with its log; [`Error::Field`] for a field that doesn't
    /// exist; [`Error::Broadcast`] for arrays whose structures don't match; [`Error::Value`] for an expression of
    /// several lines.
    ///
    /// # Safety
    /// - The text is one expression, with balanced parentheses. Besides the names of the arrays it consists of literals,
    ///   operators, and functions of CUDA C++ that neither access memory nor depend on other threads. In particular, it
    ///   uses no other name of the kernel's source.
    /// - For all numbers, also those of missing values and unused entries, it ends, is defined, and has no effect but
    ///   its value.
    pub unsafe fn map<'a>(
        &self,
        expression: &str,
        arrays: impl IntoIterator<Item = (&'a str, &'a Array)>,
    ) -> Result<Array> {
        // It becomes the value of a macro, which ends with the line.
        if let Some(at) = expression.find(|c: char| c.is_control() && c != '\t') {
            return Err(Error::Value(format!(
                "the expression {expression:?} has a control character at byte {at}: it must be on one line"
            )));
        }
        let arrays: Vec<(&str, &Array)> = arrays.into_iter().collect();
        let mut used: Vec<&str> = Vec::new();
        let mut operands = Vec::new();
        let mut text = String::new();
        for word in words(expression) {
            let mut parts = word.split('.');
            let name = parts.next().unwrap_or_default();
            let Some((_, array)) = arrays.iter().find(|array| array.0 == name) else {
                text += word;
                continue;
            };
            let place = match used.iter().position(|name| *name == word) {
                Some(place) => place,
                None => {
                    let mut operand = (*array).clone();
                    for field in parts {
                        operand = operand.field(field)?;
                    }
                    used.push(word);
                    operands.push(Operand::Array(operand));
                    operands.len() - 1
                }
            };
            text += &format!("v{place}");
        }
        let results = self.broadcast(&operands, &mut Expression { text: &text })?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(Array::new(self, node))
    }
}
