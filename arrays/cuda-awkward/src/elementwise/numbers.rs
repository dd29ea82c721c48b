//! Operations on the numbers of an array, at any depth of lists.

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::elementwise::dates;
use crate::elementwise::ufunc::step;
use crate::error::Result;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node};
use crate::lists::Offsets;

impl Backend {
    /// Changes all numbers, and leaves the lists as they are. Texts aren't numbers.
    pub(crate) fn map_numbers(
        &self,
        node: &DeviceNode,
        change: &mut dyn FnMut(&Buffer, Dtype, usize) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        self.map_leaves(node, &mut |node| match &node.kind {
            Kind::Numpy { dtype, data } => change(data, *dtype, node.len),
            _ => Ok(node.clone()),
        })
    }

    /// Changes all numbers and texts, and leaves the lists as they are.
    pub(crate) fn map_leaves(
        &self,
        node: &DeviceNode,
        change: &mut dyn FnMut(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        match node.kind {
            Kind::Empty | Kind::Numpy { .. } => change(node),
            _ if node.is_text() => change(node),
            _ => node.with_contents(&mut |content| self.map_leaves(content, change)),
        }
    }

    /// Returns the offsets of the runs of each list among all runs, and the lengths of the runs.
    fn runs(
        &self,
        numbers: &DeviceNode,
        offsets: Ix,
        n: usize,
    ) -> Result<(Index<Buffer>, DeviceNode)> {
        let numbers = self.resolved(numbers)?;
        let total = numbers.len;
        let begins = if numbers.is_text() {
            self.texts_begin(&numbers)?
        } else {
            self.numbers_begin(&numbers)?
        };
        let flags = Ix::of_buffer(&begins, Dtype::Bool);
        let args = Args { a: flags, offsets, n: n as i64, total: total as i64, ..Args::default() };
        // SAFETY: there is a flag for each number.
        let index = unsafe { self.expanded("v = j == 0 || at(x.a, k) ? k : -1", &args) }?;
        let (starts, places) = self.kept(index.ix(), total)?;
        let count = starts.count();
        let args = Args {
            a: offsets,
            b: Ix::of_buffer(&places, Dtype::Int64),
            n: n as i64 + 1,
            ..Args::default()
        };
        // SAFETY: there is a place for each number, and one more.
        let lists = unsafe { self.positions("v = at(x.b, at(x.a, i))", &args) }?;
        let args = Args {
            a: starts.ix(),
            b: offsets,
            p: count as i64,
            q: n as i64,
            n: count as i64,
            ..Args::default()
        };
        let code = "v = (i + 1 < x.p ? at(x.a, i + 1) : at(x.b, x.q)) - at(x.a, i)";
        // SAFETY: there are that many runs.
        let lengths = unsafe { self.positions(code, &args) }?;
        Ok((lists, Node::numpy(Dtype::Int64, lengths.data)))
    }

    /// Returns whether each number differs from the one before it. 0 equals -0, and a NaN equals nothing.
    fn numbers_begin(&self, numbers: &DeviceNode) -> Result<Buffer> {
        let (data, ty) = self.as_numbers(numbers)?;
        let step = step("equal", &[ty, ty], &["before", "x0"])?;
        let before = format!(
            "const {0} before = k > 0 ? static_cast<const {0} *>(x.p[0])[k - 1] : x0; {1}",
            ty.c_type(),
            step.before
        );
        let begins = format!("boolean(k == 0 || !{})", step.expression);
        let n = numbers.len;
        let begins = self.each_number(&data, ty, n, &before, &begins, Dtype::Bool)?;
        Ok(self.as_numbers(&begins)?.0)
    }

    /// Casts numbers to another type.
    pub(crate) fn cast(
        &self,
        data: &Buffer,
        from: Dtype,
        to: Dtype,
        n: usize,
    ) -> Result<DeviceNode> {
        if from == to {
            return Ok(Node::numpy(to, data.clone()));
        }
        let expression = dates::cast("x0", from, to)?;
        self.each_number(data, from, n, "", &expression, to)
    }

    /// Computes a number from each number.
    pub(crate) fn each_number(
        &self,
        data: &Buffer,
        ty: Dtype,
        n: usize,
        before: &str,
        expression: &str,
        result: Dtype,
    ) -> Result<DeviceNode> {
        let values = [crate::elementwise::ufunc::Values::Each(data.clone(), ty)];
        let level = crate::elementwise::broadcast::Level { n, spread: None };
        self.element_wise(&values, before, expression, result, &level)
    }
}

impl Array {
    /// Returns the lengths of runs of equal numbers or texts, in each of the innermost lists:
    /// [`ak.run_lengths`](https://awkward-array.org/doc/main/reference/generated/ak.run_lengths.html). Of sorted keys, they
    /// are the sizes of groups:
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let text = r#"[{"key": "b", "x": 1}, {"key": "a", "x": 2}, {"key": "b", "x": 3}]"#;
    /// let array = HostArray::from_json(text)?.to_backend(&gpu)?;
    /// let sorted = array.get_array([&array.field("key")?.argsort(0, true)?])?;
    /// let groups = sorted.unflatten(&sorted.field("key")?.run_lengths()?, 0)?;
    /// assert_eq!(groups.field("x")?.sum(1)?.to_host()?.value()?.to_string(), "[2, 4]");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Type`](crate::error::Error::Type) for arrays that are neither numbers nor texts.
    pub fn run_lengths(&self) -> Result<Self> {
        let backend = &self.backend;
        if self.node.is_option() && self.node.list_depth() < 3 {
            // Missing lists are left out.
            let (index, content) = backend.option_index(&self.node)?;
            return self.with(backend.compacted(&index, &content)?.1).run_lengths();
        }
        if self.node.list_depth() == 1 {
            let node = backend.runs(&self.node, Ix::affine(0, self.len() as i64), 1)?.1;
            return Ok(self.with(node));
        }
        let mut runs = |node: &DeviceNode| {
            if node.content().is_none_or(|content| !content.is_option()) {
                let (offsets, content) = backend.contiguous(node)?;
                let (offsets, lengths) = backend.runs(&content, offsets.ix(), node.len)?;
                return Ok(Offsets::Index(offsets).lists(node.len, lengths, false));
            }
            // As in Awkward, missing entries are left out, and the lists keep their offsets, up to the end of the content.
            let packed = backend.tight(node)?;
            let (index, content) = backend.option_index(&packed.content)?;
            let content = backend.compacted(&index, &content)?.1;
            let args = Args {
                a: packed.offsets.ix(),
                p: content.len as i64,
                n: node.len as i64 + 1,
                ..Args::default()
            };
            // SAFETY: there are as many offsets as lists, and one more.
            let ends = unsafe { backend.positions("v = min(at(x.a, i), x.p)", &args) }?;
            let (offsets, lengths) = backend.runs(&content, ends.ix(), node.len)?;
            Ok(Offsets::Index(offsets).lists(node.len, lengths, false))
        };
        Ok(self.with(backend.at_lists(&self.node, -1, 1, &mut runs)?))
    }

    /// Returns all numbers converted to another type: `ak.values_astype`.
    ///
    /// # Errors
    /// [`Error::Value`](crate::error::Error::Value) for dates and durations of units of which an `int64` doesn't hold the ratio, such
    /// as weeks and attoseconds.
    pub fn values_astype(&self, to: Dtype) -> Result<Self> {
        let backend = &self.backend;
        let mut cast = |data: &Buffer, ty: Dtype, n: usize| backend.cast(data, ty, to, n);
        Ok(self.with(backend.map_numbers(&self.node, &mut cast)?))
    }

    /// Returns all numbers with NaN replaced by 0, and infinities by the largest and smallest finite numbers, also in
    /// both parts of complex numbers: `ak.nan_to_num`.
    ///
    /// # Errors
    /// Returns the error of the driver or of NVRTC.
    pub fn nan_to_num(&self) -> Result<Self> {
        let backend = &self.backend;
        let mut change = |data: &Buffer, ty: Dtype, n: usize| {
            let greatest = match ty {
                Dtype::Float16 => "65504.f",
                Dtype::Float32 | Dtype::Complex64 => "3.402823466e+38f",
                Dtype::Float64 | Dtype::Complex128 => "1.7976931348623157e+308",
                _ => return Ok(Node::numpy(ty, data.clone())),
            };
            let element = ty.c_type();
            let expression =
                format!("as<{element}>(finite(as<computed<{element}>::type>(x0), {greatest}))");
            backend.each_number(data, ty, n, "", &expression, ty)
        };
        Ok(self.with(backend.map_numbers(&self.node, &mut change)?))
    }
}
