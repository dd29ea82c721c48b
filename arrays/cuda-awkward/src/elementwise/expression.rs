//! Expressions of arrays and numbers, computed by one kernel.

use std::collections::HashMap;
use std::sync::Arc;

use crate::array::Array;
use crate::backend::Backend;
use crate::elementwise::broadcast::{ElementWise, Level, Nodes, Operand, Side};
use crate::elementwise::step::Step;
use crate::elementwise::ufunc::{step, with_functions_of_two};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::scalar::Scalar;

/// The maximum number of functions in an expression.
const MOST_CALLS: usize = 256;

/// An expression of arrays and numbers that is computed in one pass, by one kernel, when [`compute`](Self::compute) is
/// called.
///
/// Operators and methods apply [NumPy's functions](https://numpy.org/doc/stable/reference/ufuncs.html) as
/// [`Backend::ufunc`] does, with the same types and the same bits as one call after another, but nothing between them is
/// written to memory. The types are checked when the expression is built: [`check`](Self::check) returns the first error,
/// and so does `compute`. NVRTC compiles the kernel when it is first needed, and `nvrtc-cache` keeps it for all expressions
/// that differ in their arrays and numbers alone.
///
/// Numbers have their own types: `&a * 2.0f32` of `float32` stays `float32`. On the left of an operator, a number is an `f64` or
/// `i64`.
///
/// All arrays are [broadcast](crate#broadcasting) together. An array that is used several times is read once, and a clone of
/// a part of an expression is computed once.
///
/// ```
/// use cuda_awkward::{Backend, HostArray};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// # let gpu = Backend::new(&stream)?;
/// let a = HostArray::from_json("[[3, 1], [], [null]]")?.to_backend(&gpu)?.expression();
/// let b = HostArray::from_json("[4, 5, 6]")?.to_backend(&gpu)?.expression();
/// let c = (&a * &a + 2.0 * &b - 1.0).sqrt().compute()?;
/// assert_eq!(c.to_host()?.value()?.to_string(), "[[4.0, 2.8284271247461903], [], [None]]");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
#[must_use = "it is computed by `compute`"]
pub struct Expression {
    /// The tree, or why there is none.
    tree: core::result::Result<Arc<Tree>, Arc<Error>>,
}

#[derive(Debug)]
struct Tree {
    kind: Term,
    /// The type of the result; `None` if it isn't the same for all entries.
    dtype: Option<Dtype>,
    calls: usize,
}

#[derive(Debug)]
enum Term {
    Array(Array),
    Number(Scalar),
    Call { name: String, operands: Vec<Arc<Tree>> },
}

impl Array {
    /// Returns the array as an expression, to compute several functions in one pass.
    pub fn expression(&self) -> Expression {
        Expression::from(self)
    }
}

impl From<&Array> for Expression {
    fn from(array: &Array) -> Self {
        let node = &array.node;
        let tree = if node.contains(&|node| node.is_record() || node.is_text()) {
            Err(Arc::new(Error::Type(format!(
                "an expression is of numbers, and not of {}",
                node.form().type_text()
            ))))
        } else {
            Ok(Arc::new(Tree {
                dtype: array.number_type(),
                kind: Term::Array(array.clone()),
                calls: 0,
            }))
        };
        Self { tree }
    }
}

impl From<Array> for Expression {
    fn from(array: Array) -> Self {
        Self::from(&array)
    }
}

impl From<&Self> for Expression {
    fn from(expression: &Self) -> Self {
        expression.clone()
    }
}

impl<T: Into<Scalar>> From<T> for Expression {
    fn from(number: T) -> Self {
        let number = number.into();
        let tree = Tree { kind: Term::Number(number), dtype: Some(number.dtype()), calls: 0 };
        let tree = Ok(Arc::new(tree));
        Self { tree }
    }
}

/// Returns the same error again: one of those that a check returns.
fn again(error: &Error) -> Error {
    match error {
        Error::Type(text) => Error::Type(text.clone()),
        Error::Unsupported(text) => Error::Unsupported(text.clone()),
        other => Error::Value(other.to_string()),
    }
}

/// Checks the operands of a function as far as their types are known, and returns that of its result.
fn checked(name: &str, operands: &[Arc<Tree>]) -> Result<Option<Dtype>> {
    let types: Option<Vec<Dtype>> = operands.iter().map(|operand| operand.dtype).collect();
    let Some(types) = types else {
        return Ok(None);
    };
    let result = step(name, &types, &vec![""; types.len()])?.result;
    let exponent = operands.get(1).map(|operand| &operand.kind);
    let is_natural = matches!(exponent, Some(Term::Number(number)) if number.as_i64().is_some_and(|number| number >= 0));
    if name == "power" && result.is_integer() && !is_natural {
        return Err(Error::Unsupported(
            "an integer power in an expression, unless the exponent is a number that isn't negative,"
                .to_owned(),
        ));
    }
    Ok(Some(result))
}

impl Expression {
    /// Applies one of [NumPy's functions](https://numpy.org/doc/stable/reference/ufuncs.html), given by name, to
    /// expressions, arrays or numbers.
    pub fn of(name: &str, operands: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        let operands = operands.into_iter().map(|operand| operand.into().tree);
        let tree = operands
            .collect::<core::result::Result<Vec<_>, _>>()
            .and_then(|operands| {
                let calls = operands.iter().fold(1, |sum: usize, operand| sum.saturating_add(operand.calls));
                if calls > MOST_CALLS {
                    return Err(Arc::new(Error::Value(format!(
                        "the expression has {calls} functions, and {MOST_CALLS} are the most: compute parts of it"
                    ))));
                }
                let dtype = checked(name, &operands).map_err(Arc::new)?;
                let name = name.to_owned();
                let kind = Term::Call { name, operands };
                Ok(Arc::new(Tree { kind, dtype, calls }))
            });
        Self { tree }
    }

    /// Applies a NumPy function of one operand, given by name: `a.apply("cosh")`.
    pub fn apply(&self, name: &str) -> Self {
        Self::of(name, [self])
    }

    /// Applies a NumPy function of two operands, given by name: `a.with("arctan2", &b)`.
    pub fn with(&self, name: &str, other: impl Into<Self>) -> Self {
        Self::of(name, [self.clone(), other.into()])
    }

    /// Checks the types of the operands of all functions; `compute` does so, too.
    ///
    /// # Errors
    /// [`Error::Type`] for records, texts and types of numbers that a function doesn't accept; [`Error::Value`] for an
    /// unknown function, a wrong number of operands, and for more than 256 functions; [`Error::Unsupported`] for
    /// integer powers of which the exponent isn't a number.
    pub fn check(&self) -> Result<()> {
        self.tree.as_ref().map_err(|error| again(error))?;
        Ok(())
    }

    /// Computes the expression.
    ///
    /// # Errors
    /// As [`check`](Self::check); [`Error::Value`] for an expression without arrays, and for one of more than 16 different
    /// arrays and numbers; [`Error::Broadcast`] for arrays that don't fit each other; [`Error::Backend`] for arrays of
    /// different backends.
    pub fn compute(&self) -> Result<Array> {
        let tree = self.tree.as_ref().map_err(|error| again(error))?;
        let mut inputs = Inputs::default();
        inputs.find(tree);
        let Some(backend) = inputs.backend else {
            return Err(Error::Value(
                "an expression needs an array, and was given numbers".to_owned(),
            ));
        };
        let mut how = Computation { tree, places: &inputs.places };
        let results = backend.broadcast(&inputs.operands, &mut how)?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(Array::new(&backend, node))
    }
}

/// The operands of an expression, each once.
#[derive(Default)]
struct Inputs {
    operands: Vec<Operand>,
    /// The operand that a part of the tree is, by its address.
    places: HashMap<*const Tree, usize>,
    backend: Option<Backend>,
}

impl Inputs {
    fn find(&mut self, tree: &Arc<Tree>) {
        let operand = match &tree.kind {
            Term::Call { operands, .. } => {
                // A part that several functions share is visited once.
                if self.places.insert(Arc::as_ptr(tree), usize::MAX).is_none() {
                    operands.iter().for_each(|operand| self.find(operand));
                }
                return;
            }
            Term::Array(array) => Operand::Array(array.clone()),
            Term::Number(number) => Operand::Scalar(*number),
        };
        let is_same = |other: &Operand| match (&operand, other) {
            (Operand::Array(a), Operand::Array(b)) => Arc::ptr_eq(&a.node, &b.node),
            (Operand::Scalar(a), Operand::Scalar(b)) => {
                a.dtype() == b.dtype() && a.to_bytes() == b.to_bytes()
            }
            _ => false,
        };
        let place = self.operands.iter().position(is_same);
        let place = place.unwrap_or(self.operands.len());
        self.places.insert(Arc::as_ptr(tree), place);
        if place == self.operands.len() {
            if let (None, Operand::Array(array)) = (&self.backend, &operand) {
                self.backend = Some(array.backend().clone());
            }
            self.operands.push(operand);
        }
    }
}

/// The broadcast that computes an expression.
struct Computation<'a> {
    tree: &'a Arc<Tree>,
    places: &'a HashMap<*const Tree, usize>,
}

/// A number in the kernel: its name and type.
type KernelNumber = (String, Dtype);

impl Computation<'_> {
    /// Appends the code of a part of the tree, unless it is there, and returns what holds its result.
    fn write(
        &self,
        tree: &Arc<Tree>,
        types: &[Dtype],
        code: &mut String,
        done: &mut HashMap<*const Tree, KernelNumber>,
    ) -> Result<KernelNumber> {
        let address = Arc::as_ptr(tree);
        if let Some(named) = done.get(&address) {
            return Ok(named.clone());
        }
        let named = match &tree.kind {
            Term::Call { name, operands } => {
                let operands =
                    operands.iter().map(|operand| self.write(operand, types, code, done));
                let (names, types): (Vec<String>, Vec<Dtype>) =
                    operands.collect::<Result<Vec<_>>>()?.into_iter().unzip();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let Step { before, expression, result } = step(name, &types, &names)?;
                if name == "power" && result.is_integer() && tree.dtype.is_none() {
                    return Err(Error::Unsupported(
                        "an integer power of a union in an expression".to_owned(),
                    ));
                }
                let (ty, number) = (result.c_type(), done.len());
                // It is a function, so that its names don't meet those of others.
                *code += &format!(
                    "const {ty} t{number} = [&]() -> {ty} {{ {before}return {expression}; }}(); "
                );
                (format!("t{number}"), result)
            }
            Term::Array(_) | Term::Number(_) => {
                let place = self.places.get(&address).copied().ok_or_else(internal)?;
                let ty = types.get(place).copied().ok_or_else(internal)?;
                (format!("x{place}"), ty)
            }
        };
        done.insert(address, named.clone());
        Ok(named)
    }
}

impl ElementWise for Computation<'_> {
    fn operation(&self) -> &str {
        "an expression"
    }

    fn compute(&self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let (values, types) = backend.values(sides)?;
        let mut code = String::new();
        let (name, result) = self.write(self.tree, &types, &mut code, &mut HashMap::new())?;
        let node = backend.element_wise(&values, &code, &name, result, level)?;
        Ok(vec![node])
    }
}

macro_rules! methods {
    (
        one: $($(#[$one_doc:meta])* $one:ident $one_name:literal),*;
        two: $($(#[$two_doc:meta])* $two:ident $two_name:literal),* $(,)?
    ) => {
        impl Expression {
            $(
                $(#[$one_doc])*
                pub fn $one(&self) -> Self {
                    self.apply($one_name)
                }
            )*
            $(
                $(#[$two_doc])*
                pub fn $two(&self, other: impl Into<Self>) -> Self {
                    self.with($two_name, other)
                }
            )*
        }
    };
}

with_functions_of_two!(
    methods:
    one:
    /// Returns the square roots: `numpy.sqrt`.
    sqrt "sqrt",
    /// Returns the absolute values: `numpy.absolute`.
    abs "absolute",
    /// Returns e to these powers: `numpy.exp`.
    exp "exp",
    /// Returns the natural logarithms: `numpy.log`.
    log "log",
    /// Returns the sines: `numpy.sin`.
    sin "sin",
    /// Returns the cosines: `numpy.cos`.
    cos "cos";
    two:
);

macro_rules! operators {
    ($($trait:ident $method:ident $name:literal),* $(,)?) => {$(
        impl<T: Into<Expression>> core::ops::$trait<T> for &Expression {
            type Output = Expression;

            fn $method(self, other: T) -> Expression {
                self.with($name, other)
            }
        }

        impl<T: Into<Expression>> core::ops::$trait<T> for Expression {
            type Output = Expression;

            fn $method(self, other: T) -> Expression {
                self.with($name, other)
            }
        }

        // One type of each kind, so that the type of a literal is known.
        operators!(@left $trait $method $name: f64 i64);
    )*};
    (@left $trait:ident $method:ident $name:literal: $($number:ty)*) => {$(
        impl core::ops::$trait<&Expression> for $number {
            type Output = Expression;

            fn $method(self, other: &Expression) -> Expression {
                Expression::from(self).with($name, other)
            }
        }

        impl core::ops::$trait<Expression> for $number {
            type Output = Expression;

            fn $method(self, other: Expression) -> Expression {
                Expression::from(self).with($name, other)
            }
        }
    )*};
}

operators!(
    Add add "add",
    Sub sub "subtract",
    Mul mul "multiply",
    Div div "divide",
    Rem rem "remainder",
);

impl core::ops::Neg for &Expression {
    type Output = Expression;

    fn neg(self) -> Expression {
        self.apply("negative")
    }
}

impl core::ops::Neg for Expression {
    type Output = Self;

    fn neg(self) -> Self {
        self.apply("negative")
    }
}
