//! Indexes each list with a separate list.

use cuda_arrow::Buffer;

use crate::arguments::{Args, BITS_TILE, Ix, Report, first_wrong};
use crate::array::{Array, DeviceNode};
use crate::backend::{Backend, Source, word_of};
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind};
use crate::lists::{Lists, Offsets};

/// The error for indexes whose number or length differs from that of the lists.
fn unfit(position: usize, length: usize) -> Error {
    let operation = "getitem: cannot fit jagged slice into the array";
    Error::Index { operation, position: position as i64, length }
}

/// Booleans for the elements of lists, and the arguments of kernels for both.
struct Booleans<'a> {
    content: &'a DeviceNode,
    picks: &'a DeviceNode,
    offsets: Offsets,
    args: Args,
    report: &'a Report,
    may_miss: bool,
}

impl Array {
    /// Selects entries of each list with the list at the same place in `picks`: positions, or booleans. Missing picks
    /// and lists give missing entries.
    ///
    /// # Errors
    /// [`Error::Index`] for a position that a list doesn't have, or for lists that don't fit.
    pub fn get_jagged(&self, picks: &Self) -> Result<Self> {
        let backend = &self.backend;
        backend.check(&picks.backend)?;
        if self.len() != picks.len() {
            return Err(unfit(picks.len(), self.len()));
        }
        Ok(self.with(backend.jagged(&self.node, &picks.node)?))
    }
}

impl Backend {
    /// Picks entries from each list; there are as many picks as lists.
    fn jagged(&self, node: &DeviceNode, picks: &DeviceNode) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.jagged(&self.resolved(node)?, picks);
        }
        if picks.is_indexed() {
            return self.jagged(node, &self.resolved(picks)?);
        }
        if picks.is_option() {
            // If the list of indexes is missing, so is the result.
            let (index, content) = self.option_index(picks)?;
            let filled = self.carry(&content, &index)?;
            let result = self.jagged_where(node, &filled, Some(&index))?;
            let args = Args { a: index.ix(), n: picks.len as i64, ..Args::default() };
            // SAFETY: there is one for each list.
            let index = unsafe { self.positions("v = at(x.a, i) < 0 ? -1 : i", &args) }?;
            return self.optional(index, result);
        }
        self.jagged_where(node, picks, None)
    }

    /// Like [`jagged`](Self::jagged), for lists at which `there` isn't negative.
    fn jagged_where(
        &self,
        node: &DeviceNode,
        picks: &DeviceNode,
        there: Option<&Index<Buffer>>,
    ) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.jagged_where(&self.resolved(node)?, picks, there);
        }
        if node.is_option() {
            return self.jagged_option(node, picks, there);
        }
        if let Kind::Record { fields, contents } = &node.kind {
            let contents = contents
                .iter()
                .map(|content| self.jagged_where(&self.rows(content, 0, node.len)?, picks, there));
            let kind =
                Kind::Record { fields: fields.clone(), contents: contents.collect::<Result<_>>()? };
            return Ok(node.with_kind(node.len, kind));
        }
        let (Some(lists), Some(_)) = (node.lists().filter(|_| node.is_list()), picks.lists())
        else {
            return Err(unfit(picks.len, 0));
        };
        let (offsets, content) = self.contiguous(picks)?;
        let content = self.resolved(&content)?;
        if is_deeper(&content) {
            self.jagged_inner(node, picks, there)
        } else {
            self.jagged_lists(node, &lists, picks, offsets, &content)
        }
    }

    /// Picks from lists of which some are missing.
    fn jagged_option(
        &self,
        node: &DeviceNode,
        picks: &DeviceNode,
        there: Option<&Index<Buffer>>,
    ) -> Result<DeviceNode> {
        let (index, content) = self.option_index(node)?;
        let args = Args {
            a: index.ix(),
            b: there.map_or(Ix::IOTA, Index::ix),
            n: node.len as i64,
            ..Args::default()
        };
        let code = "v = at(x.a, i) < 0 || at(x.b, i) < 0 ? -1 : i";
        // SAFETY: there is one for each list.
        let both = unsafe { self.positions(code, &args) }?;
        let filled = self.carry(&content, &index)?;
        // If the list is missing, its indexes are ignored.
        let picks = self.carry(picks, &both)?;
        let result = self.jagged_where(&filled, &picks, Some(&both))?;
        let args = Args { a: index.ix(), n: node.len as i64, ..Args::default() };
        // SAFETY: there is one for each list.
        let index = unsafe { self.positions("v = at(x.a, i) < 0 ? -1 : i", &args) }?;
        self.optional(index, result)
    }

    /// Picks from lists with lists of numbers or booleans, whose content is `content`.
    fn jagged_lists(
        &self,
        node: &DeviceNode,
        lists: &Lists,
        picks: &DeviceNode,
        offsets: Offsets,
        content: &DeviceNode,
    ) -> Result<DeviceNode> {
        let (index, numbers) = if content.is_option() {
            let (index, content) = self.option_index(content)?;
            (Some(index), content)
        } else {
            (None, content.clone())
        };
        let (data, ty) = match &numbers.kind {
            Kind::Empty => (self.zeroed(numbers.len * 8)?.freeze(), Dtype::Int64),
            _ => self.as_numbers(&numbers)?,
        };
        let report = self.report(4)?;
        let args = Args {
            a: lists.starts,
            b: lists.stops,
            c: index.as_ref().map_or(Ix::IOTA, Index::ix),
            d: Ix::of_buffer(&data, ty),
            offsets: offsets.ix(),
            report: report.address(),
            n: node.len as i64,
            total: content.len as i64,
            ..Args::default()
        };
        let may_miss = index.is_some();
        if ty == Dtype::Bool {
            let content = &lists.content;
            let booleans = Booleans { content, picks, offsets, args, report: &report, may_miss };
            return match (may_miss, &node.kind) {
                (false, Kind::ListOffset { .. } | Kind::Regular { .. }) => self.taken(&booleans),
                _ => self.taken_anywhere(&booleans, None),
            };
        }
        if !ty.is_integer() {
            return Err(Error::Type(format!(
                "lists of {ty} can't be indexes: they must be of integers or booleans"
            )));
        }
        // SAFETY: there is a start and a stop for each list, and a number for each pick that isn't missing.
        let positions = unsafe { self.numbered(&args, &report) }?;
        self.picked(&lists.content, positions, may_miss, &offsets, node.len)
    }

    /// Returns the places in the content of lists that are picked by number, -1 for missing ones.
    ///
    /// # Safety
    /// `args` has a start and a stop for each list (a, b), and for each pick its place (c) among the numbers (d).
    unsafe fn numbered(&self, args: &Args, report: &Report) -> Result<Index<Buffer>> {
        let code = "i64 p = at(x.c, k); if (p >= 0) v = place_in(x, i, at(x.d, p), k)";
        // SAFETY: the caller guarantees it.
        let positions = unsafe { self.expanded(code, args) }?;
        let Some(wrong) = first_wrong(self.read(report)?[0]) else {
            return Ok(positions);
        };
        let value = |code: &str| {
            // SAFETY: as above.
            let all = unsafe { self.expanded(code, args) }?;
            self.position(&all, wrong)
        };
        Err(Error::Index {
            operation: "getitem by jagged positions",
            position: value("v = at(x.d, at(x.c, k))")?,
            length: value("v = at(x.b, i) - at(x.a, i)")? as usize,
        })
    }

    fn picked(
        &self,
        content: &DeviceNode,
        positions: Index<Buffer>,
        may_miss: bool,
        offsets: &Offsets,
        n: usize,
    ) -> Result<DeviceNode> {
        let content = if may_miss {
            self.optional(positions, content.clone())?
        } else {
            self.carry(content, &positions)?
        };
        Ok(offsets.lists(n, content, false))
    }

    /// Returns the elements whose booleans are true. No boolean is missing. If the lists are contiguous, and so are their
    /// booleans, the booleans are read twice, and the elements are moved once.
    fn taken(&self, booleans: &Booleans<'_>) -> Result<DeviceNode> {
        let Booleans { content, args, report, .. } = booleans;
        let (n, own) = (booleans.picks.len, args.offsets);
        if args.a != own || args.b != own.skip(1) {
            // SAFETY: there is a start and a stop for each list, and there are as many of picks.
            unsafe { self.each("compare_with_booleans(x, i)", args) }?;
        }
        let tiles = (args.total as usize).div_ceil(BITS_TILE);
        let (element, value, size) = match &content.kind {
            Kind::Numpy { dtype, .. } => {
                let word = word_of(dtype.size());
                let value = format!("static_cast<const {word} *>(x.a.p)[k]");
                (word, value, dtype.size())
            }
            _ => ("i64", "k".to_owned(), 8),
        };
        let source = |kernel| Source {
            file: "compact.cu",
            before: format!("#define ELEMENT {element}\n#define ELEMENT_AT(k) {value}"),
            kernel,
        };
        let counts = self.alloc_words(tiles)?;
        let counting = Args { o0: counts.as_raw(), ..*args };
        // SAFETY: there is a boolean for each of `total` elements, and a count for each tile.
        unsafe { self.launch_one(&source("count_true"), tiles, counting) }?;
        let counts = counts.freeze();
        let scanning = Args {
            a: Ix::of_buffer(&counts, Dtype::Int64),
            n: tiles as i64,
            report: args.report,
            ..Args::default()
        };
        // SAFETY: there is a count for each tile.
        let places = unsafe { self.scan("v = at(x.a, i)", &scanning) }?;
        let words = self.read(report)?;
        if let Some(list) = first_wrong(words[0]) {
            return Err(unfit(list, n));
        }
        let count = words[1].max(0) as usize;
        if words[2] != 0 {
            return self.taken_anywhere(booleans, Some(count));
        }
        let (to, offsets) = (self.alloc(count * size)?, self.offsets_for(tiles, n)?);
        let moving = Args {
            a: match &content.kind {
                Kind::Numpy { dtype, data } => Ix::of_buffer(data, *dtype),
                _ => Ix::IOTA,
            },
            e: Ix::of_buffer(&places, Dtype::Int64),
            p: words[3],
            o0: to.as_raw(),
            o1: offsets.as_raw(),
            ..*args
        };
        // SAFETY: there is room for an element for each true boolean, and for an offset of each list and one more; each selected
        // element belongs to its list, which isn't shorter than its booleans.
        unsafe { self.launch_one(&source("take_true"), tiles, moving) }?;
        let content = match &content.kind {
            Kind::Numpy { dtype, .. } => {
                let (dtype, data) = (*dtype, to.freeze());
                content.with_kind(count, Kind::Numpy { dtype, data })
            }
            _ => self.carry(content, &Index::i64(to.freeze()))?,
        };
        let offsets = Offsets::Index(Index::i64(offsets.freeze()));
        Ok(offsets.lists(n, content, false))
    }

    /// Returns the elements whose booleans are true or missing, for lists anywhere in the content. `count` is their
    /// number, if it is known.
    fn taken_anywhere(&self, booleans: &Booleans<'_>, count: Option<usize>) -> Result<DeviceNode> {
        let Booleans { content, picks, offsets, args, report, may_miss } = booleans;
        // SAFETY: there is a start and a stop for each list, and a boolean for each pick that isn't missing.
        let flags = unsafe { self.expanded("v = picked_by_boolean(x, i, j, k)", args) }?;
        let n = args.total as usize;
        let scanned = Args { a: flags.ix(), n: n as i64, report: args.report, ..Args::default() };
        // SAFETY: there is a flag for each pick.
        let places = unsafe { self.scan("v = at(x.a, i) >= 0", &scanned) }?;
        let count = match count {
            Some(count) => count,
            None => {
                let words = self.read(report)?;
                if let Some(list) = first_wrong(words[0]) {
                    return Err(unfit(list, picks.len));
                }
                words[1].max(0) as usize
            }
        };
        let positions = self.alloc_words(count)?;
        let filled = Args {
            e: flags.ix(),
            f: Ix::of_buffer(&places, Dtype::Int64),
            o0: positions.as_raw(),
            ..*args
        };
        let body = "if (i >= 0) { i64 flag = at(x.e, k); if (flag >= 0) x.o0[at(x.f, k)] = flag >= x.total ? -1 : at(x.a, i) + j; }";
        // SAFETY: there is a place for each selected element.
        unsafe { self.expand(body, &filled) }?;
        let args = Args {
            a: offsets.ix(),
            b: Ix::of_buffer(&places, Dtype::Int64),
            n: picks.len as i64 + 1,
            ..Args::default()
        };
        // SAFETY: there is a place for each pick, and one more.
        let offsets = unsafe { self.positions("v = at(x.b, at(x.a, i))", &args) }?;
        let positions = Index::i64(positions.freeze());
        self.picked(content, positions, *may_miss, &Offsets::Index(offsets), picks.len)
    }

    /// Picks with nested lists: the lists in a pick apply to the lists in an entry.
    fn jagged_inner(
        &self,
        node: &DeviceNode,
        picks: &DeviceNode,
        there: Option<&Index<Buffer>>,
    ) -> Result<DeviceNode> {
        let outer = self.tight(node)?;
        let inner = self.tight(picks)?;
        let report = self.report(1)?;
        let args = Args {
            a: outer.offsets.ix(),
            b: inner.offsets.ix(),
            c: there.map_or(Ix::IOTA, Index::ix),
            report: report.address(),
            n: node.len as i64,
            ..Args::default()
        };
        let body = "if (at(x.c, i) >= 0 && at(x.a, i + 1) - at(x.a, i) != at(x.b, i + 1) - at(x.b, i)) wrong(x, i)";
        // SAFETY: there are as many lists of both.
        unsafe { self.each(body, &args) }?;
        if let Some(list) = first_wrong(self.read(&report)?[0]) {
            return Err(unfit(list, node.len));
        }
        if outer.content.len != inner.content.len {
            return Err(Error::Unsupported("jagged picks of lists that are missing".to_owned()));
        }
        let content = self.jagged(&outer.content, &inner.content)?;
        Ok(inner.offsets.lists(node.len, content, true))
    }
}

fn is_deeper(node: &DeviceNode) -> bool {
    if node.is_option() || node.is_indexed() {
        node.content().is_some_and(|content| is_deeper(content))
    } else {
        node.is_list()
    }
}
