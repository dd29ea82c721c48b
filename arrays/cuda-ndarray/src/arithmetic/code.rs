//! The kernel of an expression: its code, and its argument.

use core::fmt::Write;
use std::collections::HashMap;
use std::sync::Arc;

use cuda_driver::Stream;

use crate::arithmetic::expr::{Elements, MOST_CALLS, Node, NodeKind};
use crate::error::{Error, check_stream};

/// The most bytes of a kernel's argument.
const ARGUMENT: usize = 4096;

/// The threads of a block.
pub(super) const THREADS: u32 = 256;

/// What the parts of an expression are called in the kernel, and what they read.
#[derive(Default)]
pub(super) struct Code<'a> {
    text: String,
    pub(super) arrays: Vec<(Elements<'a>, &'static str)>,
    scalars: Vec<[u64; 2]>,
    numbers: HashMap<*const Node<'a>, usize>,
    count: usize,
    result: usize,
}

impl<'a> Code<'a> {
    /// Writes the code of an expression.
    ///
    /// # Errors
    /// [`Error::Expression`] for one with too many functions.
    pub(super) fn new(expression: &Arc<Node<'a>>) -> Result<Self, Error> {
        let mut code = Self::default();
        code.result = code.write(expression)?;
        Ok(code)
    }

    fn write(&mut self, node: &Arc<Node<'a>>) -> Result<usize, Error> {
        if let Some(number) = self.numbers.get(&Arc::as_ptr(node)) {
            return Ok(*number);
        }
        let ty = node.ty;
        let value = match &node.kind {
            NodeKind::TooLong(calls) => {
                return Err(Error::Expression(format!(
                    "it has {calls} functions, and {MOST_CALLS} are the most: compute parts of it before"
                )));
            }
            NodeKind::Array(elements) => {
                let array = (elements.clone(), ty);
                let place =
                    self.arrays.iter().position(|other| *other == array).unwrap_or_else(|| {
                        self.arrays.push(array);
                        self.arrays.len() - 1
                    });
                format!("e{place}")
            }
            NodeKind::Scalar(words) => {
                self.scalars.push(*words);
                format!("*(const {ty} *)x.scalars[{}]", self.scalars.len() - 1)
            }
            NodeKind::Call(name, operands) => {
                let operands = operands
                    .iter()
                    .map(|operand| self.write(operand))
                    .collect::<Result<Vec<_>, _>>()?;
                let operands: Vec<String> =
                    operands.iter().map(|number| format!("t{number}")).collect();
                let target = if *name == "cast" { format!("<{ty}>") } else { String::new() };
                format!("{name}{target}({})", operands.join(", "))
            }
        };
        let number = self.count;
        self.count += 1;
        // Writing to a string doesn't fail.
        let _ = writeln!(self.text, "        const {ty} t{number} = {value};");
        self.numbers.insert(Arc::as_ptr(node), number);
        Ok(number)
    }

    /// Returns the stream of the arrays.
    ///
    /// # Errors
    /// [`cuda_driver::Error::OtherStream`] or [`OtherContext`](cuda_driver::Error::OtherContext) if they are of several.
    pub(super) fn stream(&self) -> Result<Option<&'a Stream>, Error> {
        let mut streams = self.arrays.iter().map(|(array, _)| array.stream);
        let Some(first) = streams.next() else {
            return Ok(None);
        };
        streams.try_for_each(|stream| check_stream(stream, first))?;
        Ok(Some(first))
    }

    /// Returns the shape to which all arrays are broadcast.
    ///
    /// # Errors
    /// [`Error::Broadcast`], [`Error::TooLarge`].
    pub(super) fn shape(&self) -> Result<Vec<usize>, Error> {
        let mut shape: Vec<usize> = Vec::new();
        for (array, _) in &self.arrays {
            let more = array.shape.len().saturating_sub(shape.len());
            shape.splice(0..0, core::iter::repeat_n(1, more));
            let before = shape.clone();
            let from = shape.len() - array.shape.len();
            for (len, own) in shape[from..].iter_mut().zip(&array.shape) {
                match (*len, *own) {
                    (a, b) if a == b || b == 1 => {}
                    (1, b) => *len = b,
                    _ => {
                        return Err(Error::Broadcast { from: array.shape.clone(), to: before });
                    }
                }
            }
        }
        Ok(shape)
    }

    /// Returns the text of the kernel for results of a type, with as many axes, and whether indices have 32 bits.
    pub(super) fn kernel(&self, ty: &str, axes: usize, is_small: bool) -> String {
        let index = if is_small { "u32" } else { "u64" };
        let arrays = self.arrays.len();
        let mut text = format!("#define AXES {axes}\ntypedef {index} Index;\n");
        text += "struct Elements {\n    char *first;\n    i64 step[AXES];\n};\n";
        text += "struct Arguments {\n    u64 count;\n    u64 len[AXES];\n    Elements to;\n";
        if arrays > 0 {
            let _ = writeln!(text, "    Elements from[{arrays}];");
        }
        if !self.scalars.is_empty() {
            let _ = writeln!(text, "    u64 scalars[{}][2];", self.scalars.len());
        }
        text += "};\n\nextern \"C\" __global__ void __launch_bounds__(256) arithmetic(const Arguments x)\n{\n";
        text += "    const Index all = (Index)x.count, stride = gridDim.x * 256u;\n";
        text += "    for (Index i = (Index)blockIdx.x * 256u + threadIdx.x; i < all; i += stride) {\n        Index rest = i;\n";
        text += "        char *to = x.to.first;\n";
        for at in 0..arrays {
            let _ = writeln!(text, "        const char *a{at} = x.from[{at}].first;");
        }
        text += "#pragma unroll\n        for (int axis = 0; axis < AXES; axis++) {\n";
        text += "            const Index next = axis + 1 < AXES ? rest / (Index)x.len[axis] : 0;\n";
        text += "            const i64 step = (i64)(axis + 1 < AXES ? rest - next * (Index)x.len[axis] : rest);\n            rest = next;\n";
        text += "            to += step * x.to.step[axis];\n";
        for at in 0..arrays {
            let _ = writeln!(text, "            a{at} += step * x.from[{at}].step[axis];");
        }
        text += "        }\n";
        for (at, (_, ty)) in self.arrays.iter().enumerate() {
            let _ = writeln!(text, "        const {ty} e{at} = load<{ty}>(a{at});");
        }
        text += &self.text;
        let _ = writeln!(text, "        store<{ty}>(to, t{});\n    }}\n}}", self.result);
        text
    }

    /// Returns the argument of the kernel: axes, the fastest first, with the steps of the result and of each array, in bytes.
    ///
    /// # Errors
    /// [`Error::Expression`] if it is larger than a kernel's may be.
    pub(super) fn argument(&self, axes: &[Axis], to: u64) -> Result<Vec<u64>, Error> {
        let count: u64 = axes.iter().map(|axis| axis.len).product();
        let mut words = vec![count];
        words.extend(axes.iter().map(|axis| axis.len));
        let mut push = |first: u64, at: usize| {
            words.push(first);
            words.extend(axes.iter().map(|axis| axis.steps[at] as u64));
        };
        push(to, 0);
        for (at, (array, _)) in self.arrays.iter().enumerate() {
            push(array.address, at + 1);
        }
        words.extend(self.scalars.iter().flatten());
        let bytes = 8 * words.len();
        if bytes > ARGUMENT {
            Err(Error::Expression(format!(
                "its {} arrays and {} numbers, along {} axes, take {bytes} bytes of a kernel's {ARGUMENT}: compute parts of it before",
                self.arrays.len(),
                self.scalars.len(),
                axes.len()
            )))
        } else {
            Ok(words)
        }
    }
}

/// An axis of the result and of all arrays: its length, and how far apart its elements are, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) len: u64,
    pub(super) steps: Vec<i64>,
}

/// Returns the axes of a shape, the fastest of the result first, without those of length one; neighbors that are one axis in all
/// arrays are merged.
pub(super) fn axes(
    shape: &[usize],
    (strides, size): (&[isize], usize),
    arrays: &[(Elements<'_>, &'static str)],
) -> Vec<Axis> {
    let bytes = |stride: isize, size: usize| (stride as i64).wrapping_mul(size as i64);
    let mut axes: Vec<Axis> = (0..shape.len())
        .filter(|axis| shape[*axis] != 1)
        .map(|axis| {
            let of_arrays = arrays.iter().map(|(array, _)| {
                let own_axis = (axis + array.shape.len()).checked_sub(shape.len());
                match own_axis.filter(|own_axis| array.shape[*own_axis] != 1) {
                    Some(own_axis) => bytes(array.strides[own_axis], array.size),
                    None => 0,
                }
            });
            let steps = core::iter::once(bytes(strides[axis], size)).chain(of_arrays).collect();
            Axis { len: shape[axis] as u64, steps }
        })
        .collect();
    axes.sort_by_key(|axis| axis.steps[0].unsigned_abs());
    let mut merged: Vec<Axis> = Vec::with_capacity(axes.len());
    for axis in axes {
        if let Some(last) = merged.last_mut() {
            let mut pairs = last.steps.iter().zip(&axis.steps);
            if pairs.all(|(inner, outer)| inner.checked_mul(last.len as i64) == Some(*outer)) {
                last.len *= axis.len;
                continue;
            }
        }
        merged.push(axis);
    }
    if merged.is_empty() {
        merged.push(Axis { len: 1, steps: vec![0; arrays.len() + 1] });
    }
    merged
}
