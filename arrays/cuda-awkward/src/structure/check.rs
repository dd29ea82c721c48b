//! Checks the values of buffers that refer to other buffers: one kernel for each node, and one wait.

use cuda_arrow::Buffer;
use cuda_driver::sys::CUdeviceptr;

use crate::arguments::{Check, Ix, TILE, first_wrong};
use crate::array::DeviceNode;
use crate::backend::{Backend, Source};
use crate::error::Result;
use crate::host::import;
use crate::host::import::{CheckedIndex, Checker};
use crate::layout::form::Form;
use crate::layout::node::{Kind, Node};

/// How many entries of a node are needed: a number, or a multiple of a word that a kernel writes.
#[derive(Debug, Clone, Copy)]
enum Need {
    Fixed(usize),
    Times(usize, usize),
}

/// The nodes that the kernels check, in preorder.
struct CheckPlan<'a> {
    checks: Vec<(&'a DeviceNode, Need, usize)>,
    words: usize,
}

impl<'a> CheckPlan<'a> {
    fn add(&mut self, node: &'a DeviceNode, need: Need) {
        let first = self.words;
        if import::needs_check(node) {
            self.words += 2 + node.contents().len();
            self.checks.push((node, need, first));
        }
        for (number, content) in node.contents().into_iter().enumerate() {
            let need = match &node.kind {
                _ if import::needs_check(node) => Need::Times(first + 2 + number, 1),
                Kind::Regular { size, .. } => match need {
                    Need::Fixed(count) => Need::Fixed(count.saturating_mul(*size)),
                    Need::Times(word, times) => Need::Times(word, times.saturating_mul(*size)),
                },
                _ => need,
            };
            self.add(content, need);
        }
    }
}

/// The results that were read back.
struct OnDevice {
    found: std::vec::IntoIter<CheckedIndex>,
}

impl Checker<Buffer> for OnDevice {
    fn check(&mut self, _: &Node<Buffer>, _: usize) -> Result<CheckedIndex> {
        Ok(self.found.next().unwrap_or_default())
    }
}

impl Backend {
    /// Returns the array of `length` entries, after all offsets and positions were checked.
    pub(crate) fn checked(
        &self,
        node: &DeviceNode,
        form: &Form,
        length: usize,
    ) -> Result<DeviceNode> {
        let mut plan = CheckPlan { checks: Vec::new(), words: 0 };
        plan.add(node, Need::Fixed(length));
        let words = match plan.words {
            0 => Vec::new(),
            words => {
                let report = self.report(words)?;
                for (node, need, first) in &plan.checks {
                    self.check_node(node, *need, report.address(), *first)?;
                }
                self.read(&report)?
            }
        };
        let found = plan.checks.iter().map(|(node, _, first)| {
            let contents = node.contents().len();
            CheckedIndex {
                wrong: first_wrong(words[*first]),
                first: words[first + 1],
                needed: words[first + 2..first + 2 + contents].to_vec(),
            }
        });
        let found: Vec<CheckedIndex> = found.collect();
        let mut checker = OnDevice { found: found.into_iter() };
        import::trim(node, form, length, &mut checker)
    }

    fn check_node(
        &self,
        node: &DeviceNode,
        need: Need,
        report: CUdeviceptr,
        first: usize,
    ) -> Result<()> {
        let word = |number: usize| report + (number * 8) as CUdeviceptr;
        let zero = Ix::affine(0, 0);
        let (kernel, a, b, tags, contents) = match &node.kind {
            Kind::ListOffset { offsets, .. } => ("check_offsets", offsets.ix(), zero, 0, 1),
            Kind::List { starts, stops, .. } => ("check_lists", starts.ix(), stops.ix(), 0, 1),
            Kind::Indexed { index, .. } => ("check_index", index.ix(), zero, 0, 1),
            Kind::IndexedOption { index, .. } => ("check_index", index.ix(), zero, 0, 0),
            Kind::Union { tags, index, contents } => {
                ("check_union", index.ix(), zero, tags.as_raw(), contents.len() as i64)
            }
            _ => return Ok(()),
        };
        let (from, fixed, times) = match need {
            Need::Fixed(count) => (0, i64::try_from(count).unwrap_or(i64::MAX), 0),
            Need::Times(number, times) => {
                let times = i64::try_from(times).unwrap_or(i64::MAX);
                (word(number), 0, times)
            }
        };
        let check = Check {
            a,
            b,
            tags,
            word: from,
            report: word(first),
            there: node.len as i64,
            fixed,
            times,
            contents,
        };
        let source = Source { file: "check.cu", before: String::new(), kernel };
        // SAFETY: only existing entries are read, and the words belong to the node.
        unsafe { self.launch_one(&source, (node.len + 1).div_ceil(TILE), check) }
    }
}
