//! NumPy's universal functions, applied to all numbers of arrays.

use cuda_arrow::Buffer;
use cuda_driver::sys::CUdeviceptr;

use crate::arguments::{Args, Inputs, Ix, OPERANDS, THREADS, first_wrong};
use crate::array::{Array, DeviceNode};
use crate::backend::{Backend, Source};
use crate::elementwise::broadcast::{ElementWise, Level, Nodes, Operand, Side};
use crate::elementwise::dates;
use crate::elementwise::plan::plan;
use crate::elementwise::step::Step;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, NumberKind};
use crate::layout::node::Node;
use crate::layout::node::is_categorical;
use crate::layout::scalar::Scalar;

/// The broadcast that applies a function.
struct Function<'a> {
    name: &'a str,
}

impl ElementWise for Function<'_> {
    fn operation(&self) -> &str {
        self.name
    }

    fn trims(&self) -> bool {
        self.name == "power"
    }

    fn stops(&self, sides: &[Side]) -> bool {
        self.name == "equal" && sides.iter().all(|side| side.node().is_some_and(is_categorical))
    }

    fn compute(&self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let name = self.name;
        if let ([a, b], true) = (sides, ElementWise::stops(self, sides)) {
            return self.of_categories(backend, a, b, level);
        }
        if sides.iter().any(Side::is_text) {
            return match (sides, name) {
                _ if sides
                    .iter()
                    .any(|side| !side.is_text() && !matches!(side, Side::Scalar(_))) =>
                {
                    Err(Error::Broadcast(format!("cannot broadcast texts with numbers in {name}")))
                }
                ([a, b], "equal" | "not_equal") if a.is_text() && b.is_text() => {
                    let equal = backend.texts_equal(a, b, level.n, name == "equal")?;
                    Ok(vec![equal])
                }
                _ => Err(Error::Type(format!("ufunc '{name}' is not for texts"))),
            };
        }
        let (values, types) = backend.values(sides)?;
        let names: Vec<String> = (0..types.len()).map(|i| format!("x{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if let Some(parts) = parts(name) {
            let each = parts.iter().map(|part| {
                let step = step(part, &types, &names).map_err(|error| match error {
                    Error::Type(text) => Error::Type(text.replace(part, name)),
                    Error::Value(text) => Error::Value(text.replace(part, name)),
                    other => other,
                })?;
                backend.element_wise(&values, &step.before, &step.expression, step.result, level)
            });
            return each.collect();
        }
        let step = step(self.name, &types, &names)?;
        if self.name == "power"
            && step.result.is_integer()
            && let (Some(exponents), Some(ty)) = (values.get(1), types.get(1))
        {
            backend.check_exponents(exponents, *ty)?;
        }
        backend
            .element_wise(&values, &step.before, &step.expression, step.result, level)
            .map(|node| vec![node])
    }
}

impl Function<'_> {
    /// Returns whether categorical entries are equal: missing ones equal each other, and nothing else.
    fn of_categories(&self, backend: &Backend, a: &Side, b: &Side, level: &Level) -> Result<Nodes> {
        let values = |side: &Side| {
            let (index, content) = backend.option_index(side.node().ok_or_else(internal)?)?;
            let values = backend.carry(&content, &index)?;
            Ok::<_, Error>((index, Side::Node(values)))
        };
        let ((index, one), (other_index, other)) = (values(a)?, values(b)?);
        let equal = self.compute(backend, &[one, other], level)?;
        let (equal, _) = backend.as_numbers(equal.first().ok_or_else(internal)?)?;
        let out = backend.alloc(level.n)?;
        let args = Args {
            a: index.ix(),
            b: other_index.ix(),
            c: Ix::of_buffer(&equal, Dtype::Bool),
            o0: out.as_raw(),
            n: level.n as i64,
            ..Args::default()
        };
        let body = "compare_options(x, i)";
        // SAFETY: there is an index and a flag for each entry, and a byte for each result.
        unsafe { backend.each(body, &args) }?;
        Ok(vec![Node::numpy(Dtype::Bool, out.freeze())])
    }
}

/// Returns the functions that compute the results of a function with several.
fn parts(name: &str) -> Option<[&'static str; 2]> {
    Some(match name {
        "divmod" => ["floor_divide", "remainder"],
        "modf" => ["modf.fraction", "modf.whole"],
        "frexp" => ["frexp.mantissa", "frexp.exponent"],
        _ => return None,
    })
}

/// Returns the code of a function of operands of these types, which have these names in the kernel.
pub(crate) fn step(name: &str, types: &[Dtype], names: &[&str]) -> Result<Step> {
    let numbers = dates::as_numbers(name, types);
    let types = numbers.as_deref().unwrap_or(types);
    if let Some(step) = dates::step(name, types, names) {
        return step;
    }
    let mut plan = plan(name, types)?;
    let is_comparison = plan.result == Dtype::Bool && types.len() == 2;
    let sixty_four = |ty: Dtype| ty == Dtype::UInt64 || ty.kind() == NumberKind::Signed;
    // No type holds both, so they are compared without a conversion.
    let exact = is_comparison
        && types.contains(&Dtype::UInt64)
        && types.iter().all(|ty| sixty_four(*ty))
        && types[0] != types[1];
    let mut before = String::new();
    for (number, (ty, name)) in types.iter().zip(names).enumerate() {
        let operand = ["a", "b", "c", "d"][number.min(3)];
        let computed = if !exact {
            plan.computed
        } else if *ty == Dtype::UInt64 {
            Dtype::UInt64
        } else {
            Dtype::Int64
        };
        let computed = computed.c_type();
        before += &format!(
            "typedef computed<{computed}>::type C{number}; const C{number} {operand} = as<C{number}>({name}); "
        );
    }
    if exact {
        plan.computed = Dtype::Int64;
    }
    let computed = plan.computed.c_type();
    before += &format!("typedef computed<{computed}>::type C; ");
    let result = plan.result.c_type();
    let expression = match plan.result {
        Dtype::Bool => format!("boolean({})", plan.expression),
        _ => format!("as<{result}>({})", plan.expression),
    };
    Ok(Step { before, expression, result: plan.result })
}

impl Backend {
    /// Returns an error for a negative exponent of integers, as NumPy does. Waits unless it is a single number.
    fn check_exponents(&self, exponents: &Values, ty: Dtype) -> Result<()> {
        let negative =
            || Error::Value("integers to negative integer powers are not allowed".to_owned());
        match exponents {
            Values::One(number) if number.as_i64().is_some_and(|exponent| exponent < 0) => {
                Err(negative())
            }
            Values::Each(data, _) | Values::List(data, _) if ty.kind() == NumberKind::Signed => {
                let report = self.report(1)?;
                let args = Args {
                    a: Ix::of_buffer(data, ty),
                    report: report.address(),
                    n: (data.len() / ty.size()) as i64,
                    ..Args::default()
                };
                // SAFETY: there are that many numbers.
                unsafe { self.each("if (at(x.a, i) < 0) wrong(x, i)", &args) }?;
                match first_wrong(self.read(&report)?[0]) {
                    Some(_) => Err(negative()),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

/// Numbers that a kernel reads.
pub(crate) enum Values {
    /// A number for each position.
    Each(Buffer, Dtype),
    /// A number for each list.
    List(Buffer, Dtype),
    /// The same number for all positions.
    One(Scalar),
}

impl Backend {
    /// Returns the operands as numbers, and their types.
    pub(crate) fn values(&self, sides: &[Side]) -> Result<(Vec<Values>, Vec<Dtype>)> {
        let mut values = Vec::with_capacity(sides.len());
        let mut types = Vec::with_capacity(sides.len());
        for side in sides {
            let (value, ty) = match side {
                Side::Scalar(scalar) => (Values::One(*scalar), scalar.dtype()),
                // A text, which operations look for before.
                Side::One(_) => return Err(internal()),
                Side::Node(node) => {
                    let (data, ty) = self.as_numbers(node)?;
                    (Values::Each(data, ty), ty)
                }
                Side::Spread(node) => {
                    let (data, ty) = self.as_numbers(node)?;
                    (Values::List(data, ty), ty)
                }
            };
            values.push(value);
            types.push(ty);
        }
        Ok((values, types))
    }

    /// Computes an expression of `x0`, `x1` … for each position, with code before it.
    pub(crate) fn element_wise(
        &self,
        values: &[Values],
        before: &str,
        expression: &str,
        result: Dtype,
        level: &Level,
    ) -> Result<DeviceNode> {
        if values.len() > OPERANDS {
            let count = values.len();
            return Err(Error::Value(format!("{count} operands are more than {OPERANDS}")));
        }
        let out = self.alloc(level.n * result.size())?;
        let widest = values.iter().map(|value| match value {
            Values::Each(_, ty) => ty.size(),
            _ => 1,
        });
        // A thread reads and writes 16 bytes at once, of the widest operand.
        let wide = 16 / widest.fold(result.size(), usize::max);
        let is_aligned = |address: CUdeviceptr| address.is_multiple_of(16);
        let aligned = values.iter().all(|value| match value {
            Values::Each(data, _) => is_aligned(data.as_raw()),
            _ => true,
        });
        // Blocks that search for lists have more work if these are long.
        let rounds = match &level.spread {
            None => 1,
            Some((_, lists)) if level.n / 16 > *lists => 8,
            Some(_) => 2,
        };
        let tile = THREADS as usize * wide * rounds;
        let mut inputs = Inputs {
            p: [0; 16],
            s: [[0; 2]; 16],
            offsets: Ix::affine(0, 0),
            lists: 0,
            n: level.n as i64,
            out: out.as_raw(),
            tile: tile as i32,
            is_aligned: i32::from(aligned && is_aligned(out.as_raw())),
        };
        let [mut loads, mut packs, mut load_packs, mut elements] = [const { String::new() }; 4];
        let [mut lists, mut load_lists, mut set_lists] = [const { String::new() }; 3];
        for (number, value) in values.iter().enumerate() {
            let (ty, load, element) = match value {
                Values::Each(data, ty) => {
                    inputs.p[number] = data.as_raw();
                    let ty = ty.c_type();
                    packs += &format!("Pack<{ty}> y{number}; ");
                    load_packs += &format!("y.y{number} = pack<{ty}>(x.p[{number}], k); ");
                    let load = format!("read<{ty}>(x.p[{number}], k)");
                    (ty, load, format!("y.y{number}.v[e]"))
                }
                Values::List(data, ty) => {
                    inputs.p[number] = data.as_raw();
                    let ty = ty.c_type();
                    packs += &format!("Pack<{ty}> y{number}; ");
                    lists += &format!("{ty} z{number}; ");
                    load_lists += &format!("z.z{number} = read<{ty}>(x.p[{number}], i); ");
                    set_lists += &format!("y.y{number}.v[e] = z.z{number}; ");
                    let load = format!("i < 0 ? {ty}() : read<{ty}>(x.p[{number}], i)");
                    (ty, load, format!("y.y{number}.v[e]"))
                }
                Values::One(scalar) => {
                    let mut bytes = scalar.to_bytes();
                    bytes.resize(16, 0);
                    for (word, bytes) in inputs.s[number].iter_mut().zip(bytes.chunks_exact(8)) {
                        *word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
                    }
                    let ty = scalar.dtype().c_type();
                    let load = format!("constant<{ty}>(x.s[{number}])");
                    (ty, load.clone(), load)
                }
            };
            loads += &format!("const {ty} x{number} = {load}; ");
            elements += &format!("const {ty} x{number} = {element}; ");
        }
        let spread = match &level.spread {
            Some((offsets, lists)) => {
                inputs.offsets = offsets.ix();
                inputs.lists = *lists as i64;
                1
            }
            None => 0,
        };
        let source = Source {
            file: "ufunc.cu",
            before: format!(
                "#define SPREAD {spread}\n#define OFFSETS {}\n#define WIDE {wide}\n#define RESULT {}\n#define LOADS {loads}{before}\n#define PACKS {packs}\n#define LOAD_PACKS {load_packs}\n#define LISTS_OF {lists}\n#define LOAD_LISTS {load_lists}\n#define SET_LISTS {set_lists}\n#define ELEMENTS {elements}{before}\n#define EXPRESSION {expression}",
                inputs.offsets.kind(),
                result.c_type()
            ),
            kernel: "ufunc",
        };
        // SAFETY: each operand has `n` numbers, or one for each list, and there is room for `n` results. The expression is
        // this crate's, or that of `map`, whose caller guarantees that it has no effect but its value.
        unsafe { self.launch_one(&source, level.n.div_ceil(tile), inputs) }?;
        Ok(Node::numpy(result, out.freeze()))
    }

    /// Applies one of [NumPy's functions](https://numpy.org/doc/stable/reference/ufuncs.html), given by name, to all
    /// numbers of arrays, which are [broadcast](crate#broadcasting).
    ///
    /// # Errors
    /// [`Error::Broadcast`] for arrays that don't fit each other, [`Error::Type`] for records, texts and types of numbers
    /// that the function doesn't accept, [`Error::Value`] for an unknown name.
    pub fn ufunc(
        &self,
        name: &str,
        operands: impl IntoIterator<Item = impl Into<Operand>>,
    ) -> Result<Array> {
        let mut results = self.ufuncs(name, operands)?;
        match (results.pop(), results.len()) {
            (Some(result), 0) => Ok(result),
            (_, more) => {
                Err(Error::Value(format!("ufunc '{name}' has {} results: use `ufuncs`", more + 1)))
            }
        }
    }

    /// As [`ufunc`](Self::ufunc), for functions with several results: `divmod` returns quotients and remainders, `modf`
    /// fractions and whole numbers, `frexp` mantissas and exponents.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[7, -7], [5]]")?.to_backend(&gpu)?;
    /// let results = gpu.ufuncs("divmod", [(&array).into(), cuda_awkward::Operand::from(3i64)])?;
    /// assert_eq!(results[0].to_host()?.value()?.to_string(), "[[2, -3], [1]]");
    /// assert_eq!(results[1].to_host()?.value()?.to_string(), "[[1, 2], [2]]");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`ufunc`](Self::ufunc).
    pub fn ufuncs(
        &self,
        name: &str,
        operands: impl IntoIterator<Item = impl Into<Operand>>,
    ) -> Result<Vec<Array>> {
        let operands: Vec<Operand> = operands.into_iter().map(Into::into).collect();
        let results = self.broadcast(&operands, &mut Function { name })?;
        Ok(results.into_iter().map(|node| Array::new(self, node)).collect())
    }
}

/// Appends the functions of two operands that arrays and expressions have to the rows of a macro.
macro_rules! with_functions_of_two {
    ($methods:ident: $($rows:tt)*) => {
        $methods! {
            $($rows)*
            /// Returns the powers, with `other` as exponents: `numpy.power`.
            power "power",
            /// Returns the greater numbers, or NaN where either is NaN: `numpy.maximum`.
            maximum "maximum",
            /// Returns the lesser numbers, or NaN where either is NaN: `numpy.minimum`.
            minimum "minimum",
            /// Returns whether the entries are equal: `numpy.equal`.
            equals "equal",
            /// Returns whether the entries differ: `numpy.not_equal`.
            differs "not_equal",
            /// Returns whether the numbers are less than those of `other`: `numpy.less`.
            lt "less",
            /// Returns whether the numbers are less than or equal to those of `other`: `numpy.less_equal`.
            le "less_equal",
            /// Returns whether the numbers are greater than those of `other`: `numpy.greater`.
            gt "greater",
            /// Returns whether the numbers are greater than or equal to those of `other`: `numpy.greater_equal`.
            ge "greater_equal",
            /// Returns whether both are true: `numpy.logical_and`.
            and "logical_and",
            /// Returns whether at least one is true: `numpy.logical_or`.
            or "logical_or",
        }
    };
}
pub(crate) use with_functions_of_two;

macro_rules! binary {
    ($($(#[$attribute:meta])* $method:ident $name:literal),* $(,)?) => {
        impl Array {
            $(
                $(#[$attribute])*
                ///
                /// # Errors
                /// As [`Backend::ufunc`].
                pub fn $method(&self, other: impl Into<Operand>) -> Result<Self> {
                    self.backend.ufunc($name, [Operand::from(self), other.into()])
                }
            )*
        }
    };
}

with_functions_of_two!(
    binary:
    /// Returns the sums: `numpy.add`.
    plus "add",
    /// Returns the differences: `numpy.subtract`.
    minus "subtract",
    /// Returns the products: `numpy.multiply`.
    times "multiply",
    /// Returns the quotients, as `float64` for integers: `numpy.divide`.
    over "divide",
    /// Returns the quotients, rounded down: `numpy.floor_divide`.
    floor_divide "floor_divide",
    /// Returns the remainders, with the divisor's sign: `numpy.remainder`.
    remainder "remainder",
);

impl Array {
    /// Applies a NumPy function of one operand, given by name: `array.apply("sqrt")`.
    ///
    /// # Errors
    /// As [`Backend::ufunc`].
    pub fn apply(&self, name: &str) -> Result<Self> {
        self.backend.ufunc(name, [self])
    }

    /// Returns the square root of each number: `numpy.sqrt`.
    ///
    /// # Errors
    /// As [`Backend::ufunc`].
    pub fn sqrt(&self) -> Result<Self> {
        self.apply("sqrt")
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $name:literal),* $(,)?) => {$(
        /// Returns the result of [`Backend::ufunc`], or its error.
        impl<T: Into<Operand>> core::ops::$trait<T> for &Array {
            type Output = Result<Array>;

            fn $method(self, other: T) -> Result<Array> {
                self.backend.ufunc($name, [Operand::from(self), other.into()])
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
    BitAnd bitand "bitwise_and",
    BitOr bitor "bitwise_or",
    BitXor bitxor "bitwise_xor",
);
