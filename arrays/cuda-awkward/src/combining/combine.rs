//! Combinations within lists, products of lists, and concatenation of lists.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::elementwise::broadcast::whole;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::node::{Bytes, Index, Kind, MOST, Node};
use crate::lists::{Lists, Offsets};
use crate::walk::AxisNode;

/// The maximum number of entries of a combination, each of which is a field.
const MOST_FIELDS: i64 = 1 << 16;

/// A builder of combinations: see [`Array::combinations`].
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// # let gpu = cuda_awkward::Backend::new(&stream)?;
/// use cuda_awkward::HostArray;
///
/// let array = HostArray::from_json("[[1, 2], [3]]")?.to_backend(&gpu)?;
/// let pairs = array.combinations(2).replacement(true).fields(&["a", "b"]).run()?;
/// assert_eq!(pairs.to_host()?.value()?.to_string(), "[[{a: 1, b: 1}, {a: 1, b: 2}, {a: 2, b: 2}], [{a: 3, b: 3}]]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Combinations<'a> {
    array: &'a Array,
    n: i64,
    replacement: bool,
    axis: Axis,
    fields: Option<Vec<String>>,
    positions: bool,
}

pub(crate) fn names(fields: &Option<Vec<String>>, count: usize) -> Result<Option<Arc<[String]>>> {
    match fields {
        Some(fields) if fields.len() != count => {
            Err(Error::Value(format!("{} names are not as many as {count} fields", fields.len())))
        }
        Some(fields) => Ok(Some(fields.clone().into())),
        None => Ok(None),
    }
}

/// Returns the maximum length of each of `n` lists for which the sum of all lengths does not overflow.
pub(crate) fn most_of_each(n: usize) -> i64 {
    (1 << 62) / (n.max(1) as i64)
}

/// Returns the number of combinations of `n` of `size` entries.
fn choices(size: usize, n: usize, replacement: bool) -> Result<usize> {
    let size = if replacement && size > 0 { size + n - 1 } else { size };
    let Some(rest) = size.checked_sub(n) else {
        return Ok(0);
    };
    // Each product is divisible by what it is divided by.
    let count = (0..n.min(rest)).try_fold(1usize, |count, at| {
        let product = count.checked_mul(size - at)?;
        (product / (at + 1) <= MOST).then_some(product / (at + 1))
    });
    count.ok_or_else(|| too_many("combinations", 0))
}

pub(crate) fn too_many(operation: &str, list: usize) -> Error {
    Error::Value(format!("list {list} has more {operation} than memory can hold"))
}

impl Combinations<'_> {
    /// Sets whether an entry may be used more than once.
    pub fn replacement(mut self, replacement: bool) -> Self {
        self.replacement = replacement;
        self
    }

    /// Sets the axis of the lists; 1 by default.
    pub fn axis(mut self, axis: impl Into<Axis>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Sets the names of the fields; without names, the results are tuples.
    pub fn fields(mut self, fields: &[&str]) -> Self {
        self.fields = Some(fields.iter().map(|field| (*field).to_owned()).collect());
        self
    }

    /// Computes the combinations.
    ///
    /// # Errors
    /// [`Error::Value`] if `n` is less than 1 or more than 65,536, or isn't the number of names; [`Error::Axis`] for an
    /// axis that doesn't exist.
    pub fn run(self) -> Result<Array> {
        let (least, most) = self.array.node.depths();
        if let Some(axis) = self.axis.number()
            && self.positions
            && (axis >= least as i64 || axis < -(most as i64))
        {
            return Err(Error::Axis { axis, depth: most });
        }
        if self.n < 1 {
            return Err(Error::Value("in combinations, 'n' must be at least 1".to_owned()));
        }
        if self.n > MOST_FIELDS {
            return Err(Error::Value(format!(
                "in combinations, 'n' is {}, and must be at most {MOST_FIELDS}",
                self.n
            )));
        }
        let n = self.n as usize;
        let fields = names(&self.fields, n)?;
        let (array, backend) = (self.array, &self.array.backend);
        let combine = |node: &DeviceNode| {
            if node.is_text() {
                return Err(Error::Value(
                    "combinations of the characters of texts: make lists of them first".to_owned(),
                ));
            }
            let node = if self.positions { backend.local(node)? } else { node.clone() };
            backend.combined(&node, n, self.replacement, fields.clone())
        };
        let axis = self.axis.required("combinations")?;
        let positions = self.positions;
        let combine = &mut |node: &DeviceNode, at| match at {
            AxisNode::Lists => combine(node).map(Some),
            // No entries have no combinations, of unknown type.
            AxisNode::Unknown => Ok(Some(node.clone())),
            AxisNode::Entries if matches!(node.kind, Kind::Empty) && !positions => {
                Ok(Some(node.clone()))
            }
            AxisNode::Branch => Err(Error::Value(format!(
                "axis={axis} is one of lists of different depths in a union, whose entries can't be combined"
            ))),
            AxisNode::Entries => {
                let combined = combine(&whole(node.clone()))?;
                let content = combined.content().ok_or_else(internal)?;
                Ok(Some((**content).clone()))
            }
        };
        let node = backend.at_axis(&array.node, axis, 1, combine)?;
        Ok(array.with(node))
    }
}

/// Combinations: the positions of their first entries, of their second ones, and so on.
pub(crate) struct CombinationPositions {
    pub(crate) offsets: Offsets,
    pub(crate) total: usize,
    pub(crate) positions: Vec<Index<Buffer>>,
}

/// Returns the arguments of kernels that count combinations of `n`.
pub(crate) fn args_of(lists: &Lists, replacement: bool) -> Args {
    Args {
        a: lists.starts,
        b: lists.stops,
        q: i64::from(replacement),
        r: most_of_each(lists.n),
        n: lists.n as i64,
        ..Args::default()
    }
}

/// Returns the kind of starts and stops, as a constant of kernels; -1 if they have two.
pub(crate) fn starts_of(lists: &Lists) -> i32 {
    if lists.starts.kind() == lists.stops.kind() { lists.starts.kind() } else { -1 }
}

impl Backend {
    /// Returns all combinations of the entries of each list.
    fn combined(
        &self,
        node: &DeviceNode,
        n: usize,
        replacement: bool,
        fields: Option<Arc<[String]>>,
    ) -> Result<DeviceNode> {
        let lists = node.lists().ok_or_else(internal)?;
        let each = match &node.kind {
            Kind::Regular { size, .. } => Some(choices(*size, n, replacement)?),
            _ => None,
        };
        let found = match n {
            2 => self.pairs(&lists, each, replacement)?,
            _ => self.groups(&lists, each, n, replacement)?,
        };
        let total = found.total;
        let contents = found.positions.into_iter();
        let contents = contents.map(|positions| self.lazily(&lists.content, positions));
        let kind = Kind::Record { fields, contents: contents.collect::<Result<_>>()? };
        let records = Node::new(total, kind);
        Ok(found.offsets.lists(lists.n, records, true))
    }

    /// Returns the numbers of combinations as offsets, and their sum; waits, unless each list has `each`. A line of code
    /// sets `v` to the number of one of length `len`.
    pub(crate) fn counts_of(
        &self,
        lists: &Lists,
        each: Option<usize>,
        (n, count): (usize, &str),
        args: &Args,
    ) -> Result<(Offsets, usize)> {
        let (offsets, total) = match each {
            Some(each) => (Offsets::Regular(each), lists.n.checked_mul(each)),
            None => {
                let report = self.report(2)?;
                let args = Args { report: report.address(), ..*args };
                let kind = starts_of(lists);
                let value = format!(
                    "i64 len = at<{kind}>(x.b, i) - at<{kind}>(x.a, i); {count}; if (v > x.r) {{ wrong(x, i); v = 0; }}"
                );
                // SAFETY: there is a start and a stop for each list.
                let scanned = unsafe { self.scan_total(&value, &args, Some(&report)) }?;
                if let Some(list) = scanned.wrong {
                    return Err(too_many("combinations", list));
                }
                let offsets = Offsets::Index(Index::i64(scanned.offsets));
                (offsets, Some(scanned.total))
            }
        };
        let fits = |total: &usize| total.checked_mul(n).is_some_and(|product| product < 1 << 48);
        let lists = lists.n;
        let too_many = || {
            let text = match (each, total) {
                (Some(each), _) => format!("{lists} lists of {each} combinations are"),
                (_, total) => {
                    format!("{lists} lists have {} combinations, which are", total.unwrap_or(0))
                }
            };
            Error::Value(format!("{text} more than memory can hold"))
        };
        Ok((offsets, total.filter(fits).ok_or_else(too_many)?))
    }

    /// Returns the positions of all combinations of `n` entries.
    fn groups(
        &self,
        lists: &Lists,
        each: Option<usize>,
        n: usize,
        replacement: bool,
    ) -> Result<CombinationPositions> {
        let args = Args { p: n as i64, ..args_of(lists, replacement) };
        let count = "v = len > 0 ? choose(x.q ? len + x.p - 1 : len, x.p) : 0";
        let (offsets, total) = self.counts_of(lists, each, (n, count), &args)?;
        let out = self.alloc_words(total * n)?.freeze();
        let args = Args { offsets: offsets.ix(), o0: out.as_raw(), total: total as i64, ..args };
        // SAFETY: there is room for `n` positions of each.
        unsafe { self.expand("if (i >= 0) combine(x, i, j, k)", &args) }?;
        let part = |number| Index::i64(out.part(number * total * 8, total * 8));
        Ok(CombinationPositions { offsets, total, positions: (0..n).map(part).collect() })
    }

    /// Returns the entries at positions, which are gathered when they are used.
    pub(crate) fn lazily(&self, content: &DeviceNode, index: Index<Buffer>) -> Result<DeviceNode> {
        if content.is_option() || content.is_indexed() || content.is_record() {
            return self.carry(content, &index);
        }
        let content = Arc::new(content.clone());
        Ok(Node::new(index.count(), Kind::Indexed { index, content }))
    }

    /// Returns the offsets of lists with these lengths, and the last offset; waits.
    pub(crate) fn offsets_of(&self, lengths: Ix, n: usize) -> Result<(Index<Buffer>, usize)> {
        let args = Args { a: lengths, n: n as i64, ..Args::default() };
        // SAFETY: there are that many lengths.
        let scanned = unsafe { self.scan_total("v = at(x.a, i)", &args, None) }?;
        Ok((Index::i64(scanned.offsets), scanned.total))
    }
}

impl Array {
    /// Returns a builder of all combinations of `n` entries of each list, as tuples in the order of positions:
    /// `ak.combinations`.
    ///
    /// The result has positions of the entries, of 32 bits if these suffice for pairs. Pairs in lists of at most four entries
    /// on average are written while they are counted, into memory whose size is guessed, so up to half of it, or 4 KiB, may
    /// stay unused as long as the result lives.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[1, 2, 3], [4]]")?.to_backend(&gpu)?;
    /// let pairs = array.combinations(2).run()?;
    /// assert_eq!(pairs.to_host()?.value()?.to_string(), "[[(1, 2), (1, 3), (2, 3)], []]");
    /// # Ok(()) }
    /// ```
    pub fn combinations(&self, n: i64) -> Combinations<'_> {
        Combinations {
            array: self,
            n,
            replacement: false,
            axis: Axis::at(1),
            fields: None,
            positions: false,
        }
    }

    /// Returns a builder of the same combinations, with positions instead of entries: `ak.argcombinations`.
    pub fn argcombinations(&self, n: i64) -> Combinations<'_> {
        Combinations { positions: true, ..self.combinations(n) }
    }
}
