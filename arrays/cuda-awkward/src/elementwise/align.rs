//! Aligns the lists of several operands.

use cuda_arrow::Buffer;

use crate::arguments::Args;
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::elementwise::broadcast::Side;
use crate::error::{Error, Result};
use crate::layout::node::{Index, Kind};
use crate::lists::Offsets;

impl Backend {
    /// Returns the content of regular lists of size 1; other nodes are returned unchanged.
    pub(crate) fn one_of_each(&self, node: DeviceNode) -> Result<DeviceNode> {
        match &node.kind {
            Kind::Regular { size: 1, content } if !node.is_text() => {
                self.rows(content, 0, node.len)
            }
            _ => Ok(node),
        }
    }

    /// Returns the index of the list that each element belongs to.
    pub(crate) fn parents(
        &self,
        offsets: &Offsets,
        n: usize,
        total: usize,
    ) -> Result<Index<Buffer>> {
        let args =
            Args { offsets: offsets.ix(), n: n as i64, total: total as i64, ..Args::default() };
        // SAFETY: there are `n` lists.
        unsafe { self.expanded("v = i", &args) }
    }

    /// Returns the common offsets of all lists, and the content of each; `None` for an operand that isn't a list,
    /// which is repeated for each element.
    pub(crate) fn aligned(
        &self,
        sides: &[Side],
        n: usize,
        trims: bool,
        operation: &str,
    ) -> Result<(Offsets, Vec<Option<DeviceNode>>)> {
        let lists: Vec<Option<&DeviceNode>> =
            sides.iter().map(|side| side.node().filter(|node| node.is_list())).collect();
        let size_of = |node: &DeviceNode| match node.kind {
            Kind::Regular { size, .. } => Some(size),
            _ => None,
        };
        let sizes: Vec<usize> = lists.iter().flatten().filter_map(|list| size_of(list)).collect();
        if sizes.len() == lists.iter().flatten().count() {
            let size =
                if sizes.contains(&0) { 0 } else { sizes.iter().copied().max().unwrap_or(1) };
            if let Some(other) =
                sizes.iter().find(|other| size > 0 && **other != size && **other != 1)
            {
                return Err(Error::Broadcast(format!(
                    "cannot broadcast RegularArray of size {other} with RegularArray of size {size} in {operation}"
                )));
            }
            let contents = lists.iter().map(|list| match list.map(|list| &list.kind) {
                Some(Kind::Regular { content, .. }) if size == 0 => {
                    Ok(Some(self.rows(content, 0, 0)?))
                }
                Some(Kind::Regular { size: own, content, .. }) if *own == size => {
                    Ok(Some(self.rows(content, 0, n * size)?))
                }
                _ => Ok(None),
            });
            return Ok((Offsets::Regular(size), contents.collect::<Result<_>>()?));
        }
        // Lists of one entry are repeated.
        let lists: Vec<_> =
            lists.into_iter().map(|list| list.filter(|list| size_of(list) != Some(1))).collect();
        let of_buffer = |node: &DeviceNode| match &node.kind {
            Kind::ListOffset { offsets, .. } => Some(offsets.data.clone()),
            _ => None,
        };
        let mut buffers = lists.iter().flatten().map(|list| of_buffer(list));
        let first = buffers.next().flatten();
        let same = first.is_some_and(|first| {
            buffers.all(|other| other.is_some_and(|other| Array::same(&first, &other)))
        });
        let mut offsets: Option<Offsets> = None;
        let mut contents = Vec::with_capacity(lists.len());
        let mut report = None;
        for list in &lists {
            let Some(list) = list else {
                contents.push(None);
                continue;
            };
            let (own, content) = if same && !trims {
                self.contiguous(list)?
            } else {
                let packed = self.tight(list)?;
                (packed.offsets, packed.content)
            };
            match &offsets {
                None => offsets = Some(own),
                Some(_) if same => {}
                Some(base) => {
                    let report = match &report {
                        Some(report) => report,
                        None => report.insert(self.report(1)?),
                    };
                    let args = Args {
                        a: base.ix(),
                        b: own.ix(),
                        report: report.address(),
                        n: n as i64,
                        ..Args::default()
                    };
                    let body = "if (at(x.a, i + 1) - at(x.a, i) != at(x.b, i + 1) - at(x.b, i)) wrong(x, i)";
                    // SAFETY: there are `n` lists of both.
                    unsafe { self.each(body, &args) }?;
                }
            }
            contents.push(Some(content));
        }
        if let Some(report) = &report
            && let Some(list) = crate::arguments::first_wrong(self.read(report)?[0])
        {
            return Err(Error::Broadcast(format!(
                "cannot broadcast nested list in {operation}: lists {list} have different lengths"
            )));
        }
        // An offset buffer of var lists is preferred, because the result is var.
        Ok((offsets.unwrap_or(Offsets::Regular(1)), contents))
    }
}
