//! Whether two arrays are equal.

use crate::arguments::{Args, Ix, Report};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::elementwise::broadcast::{ElementWise, Level, Side};
use crate::elementwise::close::Tolerance;
use crate::elementwise::ufunc::step;
use crate::error::Result;
use crate::error::internal;
use crate::layout::dtype::{Dtype, NumberKind};
use crate::layout::node::is_categorical;
use crate::layout::node::{Kind, Parameters};

/// What counts when arrays are compared; everything but NaN by default. Order of fields and width of offsets never do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Equality {
    /// Whether numbers must be of the same type, or else of the same family, such as integers.
    pub dtype_exact: bool,
    /// Whether nodes must be of the same kind, such as options with an index. [`almost_equal`](Array::almost_equal)
    /// ignores it.
    pub same_content_types: bool,
    /// Whether parameters must be equal, and so names of records.
    pub check_parameters: bool,
    /// Whether regular lists differ from other lists.
    pub check_regular: bool,
    /// Whether NaN equals NaN, and NaT equals NaT; they don't by default. [`almost_equal`](Array::almost_equal) takes this from the
    /// tolerance.
    pub equal_nan: bool,
}

impl Default for Equality {
    fn default() -> Self {
        Self {
            dtype_exact: true,
            same_content_types: true,
            check_parameters: true,
            check_regular: true,
            equal_nan: false,
        }
    }
}

/// A comparison under way. Kernels write to the report what differs, and it is read at the end.
struct Comparison<'a> {
    backend: &'a Backend,
    how: Equality,
    tolerance: Option<Tolerance>,
    report: Report,
}

fn same_parameters(a: &Parameters, b: &Parameters) -> bool {
    let within = |a: &Parameters, b: &Parameters| {
        let all = a.iter().flat_map(|value| value.iter());
        all.into_iter().all(|(name, value)| {
            value.is_null() || b.as_ref().and_then(|parameters| parameters.get(name)) == Some(value)
        })
    };
    within(a, b) && within(b, a)
}

/// Returns `true` if options within lists and records are of the same kinds.
fn same_options(a: &DeviceNode, b: &DeviceNode) -> bool {
    let below = |node: &DeviceNode| match node.content() {
        Some(content) if node.is_indexed() => Some(content.clone()),
        _ => None,
    };
    if let Some(content) = below(a) {
        return same_options(&content, b);
    }
    if let Some(content) = below(b) {
        return same_options(a, &content);
    }
    if a.is_union() || b.is_union() {
        return true;
    }
    let (contents, others) = if a.is_record() && b.is_record() {
        // Fields may be in another order.
        let named = a.field_names();
        let others = named.iter().filter_map(|name| b.field(name)).collect();
        (a.contents(), others)
    } else {
        (a.contents(), b.contents())
    };
    let same = core::mem::discriminant(&a.kind) == core::mem::discriminant(&b.kind);
    (same || !a.is_option() || !b.is_option())
        && contents.into_iter().zip(others).all(|(a, b)| same_options(a, b))
}

/// Returns the numbers of tags that entries have, in the order in which they come first.
fn tags_in_order(firsts: &[i64]) -> Vec<usize> {
    let mut used: Vec<usize> = (0..firsts.len()).filter(|i| firsts[*i] != 0).collect();
    used.sort_by_key(|tag| !firsts[*tag]);
    used
}

impl Comparison<'_> {
    /// Queues a kernel that reports where a condition on the arguments is true.
    ///
    /// # Safety
    /// As [`Backend::each`].
    unsafe fn differ(&self, condition: &str, args: Args) -> Result<()> {
        let args = Args { report: self.report.address(), ..args };
        // SAFETY: as the caller guarantees.
        unsafe { self.backend.each(&format!("if ({condition}) wrong(x, i)"), &args) }
    }

    fn same_type(&self, a: Dtype, b: Dtype) -> bool {
        let family = |ty: Dtype| match ty.kind() {
            NumberKind::Unsigned => NumberKind::Signed,
            other => other,
        };
        let counts = a.is_integer() || a.is_float() || a.is_complex();
        a == b || (!self.how.dtype_exact && counts && family(a) == family(b))
    }

    /// Returns `false` if nodes are known to differ; otherwise the report has it.
    fn alike(&self, a: &DeviceNode, b: &DeviceNode) -> Result<bool> {
        let (backend, how) = (self.backend, self.how);
        let plain = |node: &DeviceNode| match &node.kind {
            Kind::Union { .. } => backend.resolved(&backend.canonical(node.clone())?),
            _ => backend.resolved(node),
        };
        // No other index is left once arrays are packed.
        let is_categorical = |node: &DeviceNode| node.is_indexed() && is_categorical(node);
        if how.same_content_types && is_categorical(a) != is_categorical(b) {
            return Ok(false);
        }
        let (a, b) = (&plain(a)?, &plain(b)?);
        // Kinds of options were compared before they were packed.
        let both = |is: fn(&DeviceNode) -> bool| is(a) && is(b);
        let is_var =
            |node: &DeviceNode| matches!(node.kind, Kind::ListOffset { .. } | Kind::List { .. });
        let same_kind = core::mem::discriminant(&a.kind) == core::mem::discriminant(&b.kind)
            || both(is_var)
            || both(|node| node.is_option());
        if how.same_content_types && !same_kind {
            return Ok(false);
        }
        let n = a.len;
        if n != b.len || (how.check_parameters && !same_parameters(&a.parameters, &b.parameters)) {
            return Ok(false);
        }
        match (&a.kind, &b.kind) {
            (Kind::Empty, Kind::Empty) => Ok(true),
            (Kind::Numpy { .. }, Kind::Numpy { .. }) => self.numbers(a, b),
            (Kind::Record { fields, .. }, Kind::Record { fields: others, .. }) => {
                let (names, others_names) = (a.field_names(), b.field_names());
                if fields.is_none() != others.is_none() || names.len() != others_names.len() {
                    return Ok(false);
                }
                for name in names {
                    let (Some(own), Some(other)) = (a.field(&name), b.field(&name)) else {
                        return Ok(false);
                    };
                    if !self.alike(&backend.rows(own, 0, n)?, &backend.rows(other, 0, n)?)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Kind::Union { .. }, Kind::Union { .. }) => self.unions(a, b),
            _ if a.is_option() && b.is_option() => {
                let (index, content) = backend.option_index(a)?;
                let (other, other_content) = backend.option_index(b)?;
                let args = Args { a: index.ix(), b: other.ix(), n: n as i64, ..Args::default() };
                // SAFETY: both have an index for each entry.
                unsafe { self.differ("(at(x.a, i) < 0) != (at(x.b, i) < 0)", args) }?;
                let (_, content) = backend.compacted(&index, &content)?;
                let (_, other_content) = backend.compacted(&other, &other_content)?;
                self.alike(&content, &other_content)
            }
            (Kind::Regular { size, .. }, Kind::Regular { size: other, .. }) if size != other => {
                Ok(false)
            }
            _ => {
                let (Some(_), Some(_)) = (a.lists(), b.lists()) else {
                    return Ok(false);
                };
                if how.check_regular && !same_kind {
                    return Ok(false);
                }
                let (a, b) = (backend.tight(a)?, backend.tight(b)?);
                let args = Args {
                    a: a.offsets.ix(),
                    b: b.offsets.ix(),
                    n: n as i64 + 1,
                    ..Args::default()
                };
                // SAFETY: there is an offset for each list, and one more.
                unsafe { self.differ("at(x.a, i) != at(x.b, i)", args) }?;
                self.alike(&a.content, &b.content)
            }
        }
    }

    fn numbers(&self, a: &DeviceNode, b: &DeviceNode) -> Result<bool> {
        let backend = self.backend;
        let sides = [Side::Node(a.clone()), Side::Node(b.clone())];
        let level = Level { n: a.len, spread: None };
        let (values, types) = backend.values(&sides)?;
        let [ty, other] = types[..] else {
            return Err(internal());
        };
        if !self.same_type(ty, other) {
            return Ok(false);
        }
        let same = match self.tolerance {
            Some(tolerance) if !ty.is_time() => {
                let close = tolerance.compute(backend, &sides, &level)?;
                close.into_iter().next().ok_or_else(internal)?
            }
            _ => {
                let step = step("equal", &types, &["x0", "x1"])?;
                let equal_nan =
                    self.tolerance.map_or(self.how.equal_nan, |tolerance| tolerance.equal_nan);
                let nan = match (equal_nan, ty.is_time()) {
                    (true, true) => " || (a == NAT && b == NAT)",
                    (true, false) => " || (op_isnan(a) && op_isnan(b))",
                    (false, _) => "",
                };
                let same = format!("boolean({}{nan})", step.expression);
                backend.element_wise(&values, &step.before, &same, Dtype::Bool, &level)?
            }
        };
        let (same, _) = backend.as_numbers(&same)?;
        let args =
            Args { a: Ix::of_buffer(&same, Dtype::Bool), n: a.len as i64, ..Args::default() };
        // SAFETY: there is a flag for each number.
        unsafe { self.differ("at(x.a, i) == 0", args) }?;
        Ok(true)
    }

    /// Compares unions, whose types may be in another order: those of the same entries are compared.
    fn unions(&self, a: &DeviceNode, b: &DeviceNode) -> Result<bool> {
        let backend = self.backend;
        let (tags, index, contents) = a.union_parts()?;
        let (others, other_index, other_contents) = b.union_parts()?;
        let first = backend.report(contents.len() + other_contents.len())?;
        for (tags, at) in [(tags, 0), (others, contents.len())] {
            let args = Args {
                a: Ix::of_buffer(tags, Dtype::Int8),
                report: first.word(at),
                n: a.len as i64,
                ..Args::default()
            };
            // The complement of the first position is the greatest of these.
            let body = "atomicMax(reinterpret_cast<u64 *>(x.report) + at(x.a, i), ~u64(i))";
            // SAFETY: there is a word for each tag.
            unsafe { backend.each(body, &args) }?;
        }
        let firsts = backend.read(&first)?;
        let (firsts, other_firsts) = firsts.split_at(contents.len());
        let (used, other_used) = (tags_in_order(firsts), tags_in_order(other_firsts));
        if used.len() != other_used.len() {
            return Ok(false);
        }
        for (tag, other) in used.into_iter().zip(other_used) {
            let args = Args {
                a: Ix::of_buffer(tags, Dtype::Int8),
                b: Ix::of_buffer(others, Dtype::Int8),
                p: tag as i64,
                q: other as i64,
                n: a.len as i64,
                ..Args::default()
            };
            // SAFETY: there is a tag for each entry.
            unsafe { self.differ("(at(x.a, i) == x.p) != (at(x.b, i) == x.q)", args) }?;
            let (_, kept, _) = backend.of_tag(tags, tag, a.len)?;
            let (_, other_kept, _) = backend.of_tag(others, other, a.len)?;
            let part = backend.carry(&contents[tag], &backend.composed(index, &kept)?)?;
            let composed = backend.composed(other_index, &other_kept)?;
            if !self.alike(&part, &backend.carry(&other_contents[other], &composed)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Array {
    fn compared(&self, other: &Self, how: Equality, near: Option<Tolerance>) -> Result<bool> {
        let backend = &self.backend;
        backend.check(&other.backend)?;
        if how.same_content_types && !same_options(&self.node, &other.node) {
            return Ok(false);
        }
        let comparison = Comparison { backend, how, tolerance: near, report: backend.report(1)? };
        let (a, b) = (backend.packed(&self.node)?, backend.packed(&other.node)?);
        Ok(comparison.alike(&a, &b)? && backend.read(&comparison.report)?[0] == 0)
    }

    /// Returns whether both arrays have the same structure and equal values; missing values equal each other:
    /// [`ak.array_equal`](https://awkward-array.org/doc/main/reference/generated/ak.array_equal.html).
    ///
    /// It waits once, if the lists are contiguous, and more often for options and unions, of which it compares what is
    /// there.
    ///
    /// ```
    /// use cuda_awkward::{Backend, Equality, HostArray, Tolerance};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[1.5, 2.5], []]")?.to_backend(&gpu)?;
    /// let other = array.plus(1e-9)?;
    /// assert!(!array.array_equal(&other, Equality::default())?);
    /// assert!(array.almost_equal(&other, Tolerance::default(), Equality::default())?);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Backend`](crate::error::Error::Backend) for arrays of different backends, or the driver's error.
    pub fn array_equal(&self, other: &Self, mut how: Equality) -> Result<bool> {
        how.same_content_types &= how.check_regular;
        self.compared(other, how, None)
    }

    /// Returns whether both arrays have the same structure, and numbers that are [close](Self::isclose):
    /// [`ak.almost_equal`](https://awkward-array.org/doc/main/reference/generated/ak.almost_equal.html). Nodes may be of
    /// different kinds.
    ///
    /// # Errors
    /// As [`array_equal`](Self::array_equal).
    pub fn almost_equal(
        &self,
        other: &Self,
        tolerance: Tolerance,
        mut how: Equality,
    ) -> Result<bool> {
        how.same_content_types = false;
        self.compared(other, how, Some(tolerance))
    }
}
