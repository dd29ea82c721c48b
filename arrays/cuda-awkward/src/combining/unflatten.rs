//! Groups entries into lists.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix, first_wrong};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::combine::most_of_each;
use crate::elementwise::broadcast::Operand;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::node::{Index, Kind, Node};
use crate::layout::scalar::Scalar;
use crate::lists::Offsets;

impl Backend {
    /// Returns lists with these lengths. A missing length makes a missing list.
    fn counted(
        &self,
        node: &DeviceNode,
        counts: &DeviceNode,
    ) -> Result<(DeviceNode, Index<Buffer>)> {
        let unfit = || {
            Error::Value(
                "structure imposed by 'counts' does not fit in the array or partition at axis=0"
                    .to_owned(),
            )
        };
        let counts = self.resolved(counts)?;
        let (index, content) = if counts.is_option() {
            let (index, content) = self.option_index(&counts)?;
            (Some(index), content)
        } else {
            (None, counts.clone())
        };
        let (data, ty) = self.as_numbers(&content)?;
        if !ty.is_integer() {
            return Err(Error::Type(format!("counts are numbers of {ty}, and no integers")));
        }
        let report = self.report(2)?;
        let n = counts.len;
        let args = Args {
            a: Ix::of_buffer(&data, ty),
            b: index.as_ref().map_or(Ix::IOTA, Index::ix),
            p: most_of_each(n).min(node.len as i64),
            report: report.address(),
            n: n as i64,
            ..Args::default()
        };
        // No count exceeds the number of entries, so that the sum doesn't overflow.
        let value = "i64 p = at(x.b, i); v = p < 0 ? 0 : at(x.a, p); if (v < 0 || v > x.p) { wrong(x, i); v = 0; }";
        // SAFETY: there is a count, or a position of one, for each list.
        let scanned = unsafe { self.scan_total(value, &args, Some(&report)) }?;
        let offsets = Index::i64(scanned.offsets);
        if scanned.wrong.is_some() || scanned.total != node.len {
            return Err(unfit());
        }
        let lists = Offsets::Index(offsets.clone()).lists(n, node.clone(), true);
        let lists = match index {
            Some(index) => {
                let args = Args { a: index.ix(), n: n as i64, ..Args::default() };
                // SAFETY: there is one for each list.
                let index = unsafe { self.positions("v = at(x.a, i) < 0 ? -1 : i", &args) }?;
                self.optional(index, lists)?
            }
            None => lists,
        };
        Ok((lists, offsets))
    }
}

impl Array {
    /// Groups entries into lists of one length, or of the lengths in an array, within the lists of an axis:
    /// `ak.unflatten`.
    ///
    /// # Errors
    /// [`Error::Value`] for counts that don't match the entries, and for an axis that doesn't exist.
    pub fn unflatten(&self, counts: impl Into<Operand>, axis: impl Into<Axis>) -> Result<Self> {
        let axis = axis.into();
        let level = self.level(axis, "unflatten").map_err(|error| match error {
            Error::Axis { axis, .. } => Error::Value(format!(
                "structure imposed by 'counts' does not fit in the array or partition at axis={axis}"
            )),
            other => other,
        })?;
        let backend = &self.backend;
        let unfit = || {
            Error::Value(format!(
                "structure imposed by 'counts' does not fit in the array or partition at axis={level}"
            ))
        };
        let counts = counts.into();
        let by_number = |node: &DeviceNode, number: Scalar| {
            let count = number
                .as_i64()
                .filter(|_| number.dtype().is_integer() && number.as_i64() >= Some(0));
            let count = count.ok_or_else(unfit)? as usize;
            if count > node.len {
                return Err(unfit());
            }
            let kind = Kind::Regular { size: count, content: Arc::new(node.clone()) };
            Ok::<_, Error>(Node::new(node.len.checked_div(count).unwrap_or(0), kind))
        };
        let grouped = |node: &DeviceNode| match &counts {
            Operand::Text(_) => Err(unfit()),
            Operand::Scalar(number) => {
                let lists = by_number(node, *number)?;
                let size = number.as_i64().unwrap_or(1);
                Ok::<_, Error>((lists, Offsets::Regular(size as usize)))
            }
            Operand::Array(counts) => {
                backend.check(&counts.backend)?;
                if counts.node.list_depth() != 1 {
                    return Err(Error::Value(
                        "counts must be an integer or a one-dimensional array of integers"
                            .to_owned(),
                    ));
                }
                let (lists, offsets) = backend.counted(node, &counts.node)?;
                Ok((lists, Offsets::Index(offsets)))
            }
        };
        if level == 0 {
            return Ok(self.with(grouped(&self.node)?.0));
        }
        let mut within = |node: &DeviceNode| {
            let packed = backend.tight(node)?;
            let (lists, inner) = grouped(&packed.content)?;
            // The end of each list must be the end of a group.
            let report = backend.report(1)?;
            let args = Args {
                a: packed.offsets.ix(),
                b: inner.ix(),
                p: lists.len as i64,
                report: report.address(),
                n: node.len as i64 + 1,
                ..Args::default()
            };
            // Empty groups belong to the list before them.
            // SAFETY: there is an offset for each list and each group, and one more.
            let offsets = unsafe { backend.positions("v = i ? group_at(x, i, x.p) : 0", &args) }?;
            if first_wrong(backend.read(&report)?[0]).is_some() {
                return Err(unfit());
            }
            Ok(Offsets::Index(offsets).lists(node.len, lists, false))
        };
        let node = backend.at_lists(&self.node, level as i64, 1, &mut within)?;
        Ok(self.with(node))
    }
}
