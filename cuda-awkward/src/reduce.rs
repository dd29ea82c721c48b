//! Reductions, in lists and across them.

use std::sync::Arc;

use cuda_arrow::Buffer;
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceNode;
use crate::backend::{Args, Backend, Ix, Source};
use crate::carry::Offsets;
use crate::dtype::NumberKind;
use crate::error::{Error, Result};
use crate::node::{Index, Kind, Node};
use crate::{Array, Axis, Dtype, Scalar};

/// What is computed of many numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Awkward's")]
pub enum Reducer {
    Sum,
    Prod,
    Min,
    Max,
    ArgMin,
    ArgMax,
    Any,
    All,
    Count,
    CountNonzero,
    Mean,
    Var,
    Std,
    Ptp,
}

impl Reducer {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Prod => "prod",
            Self::Min => "min",
            Self::Max => "max",
            Self::ArgMin => "argmin",
            Self::ArgMax => "argmax",
            Self::Any => "any",
            Self::All => "all",
            Self::Count => "count",
            Self::CountNonzero => "count_nonzero",
            Self::Mean => "mean",
            Self::Var => "var",
            Self::Std => "std",
            Self::Ptp => "ptp",
        }
    }

    /// Whether an empty list's result is missing, unless told otherwise.
    fn masks(self) -> bool {
        matches!(
            self,
            Self::Min | Self::Max | Self::ArgMin | Self::ArgMax | Self::Ptp
        )
    }

    fn result(self, ty: Dtype) -> Dtype {
        match self {
            Self::Sum | Self::Prod => match ty.kind() {
                NumberKind::Bool | NumberKind::Signed => Dtype::Int64,
                NumberKind::Unsigned => Dtype::UInt64,
                _ => ty,
            },
            Self::Min | Self::Max => ty,
            Self::Any | Self::All => Dtype::Bool,
            _ => Dtype::Int64,
        }
    }
}

/// What a reduction gives.
#[derive(Debug, Clone)]
pub enum Reduced {
    /// An array.
    Array(Array),
    /// A number of everything, or none.
    Scalar(Option<Scalar>, Dtype),
}

/// A reduction that is being described: see [`Array::reduce`].
#[derive(Debug, Clone)]
#[must_use]
pub struct Reduction<'a> {
    pub(crate) array: &'a Array,
    pub(crate) reducer: Reducer,
    pub(crate) axis: Axis,
    pub(crate) keepdims: bool,
    pub(crate) mask_identity: Option<bool>,
}

/// The kernel's argument.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Segments {
    data: CUdeviceptr,
    index: Ix,
    place: Ix,
    offsets: Ix,
    n: i64,
    total: i64,
    out: CUdeviceptr,
    filled: CUdeviceptr,
    carry: CUdeviceptr,
    head: CUdeviceptr,
    carry_list: CUdeviceptr,
    blocks: i64,
}

cuda_driver::kernel_argument!(Segments);

/// Entries of lists lined up: see [`Backend::columns`].
pub(crate) struct Columns {
    /// The lists that they are in.
    pub(crate) offsets: Offsets,
    pub(crate) content: DeviceNode,
    /// For each group as many columns as its longest list has entries, and how many there are of all groups.
    pub(crate) out: Offsets,
    pub(crate) total: usize,
    /// The column of each entry, and the place of its list.
    pub(crate) groups: Index<Buffer>,
    pub(crate) places: Index<Buffer>,
}

/// How a reduction is done, whatever the array.
#[derive(Debug, Clone, Copy)]
struct How {
    reducer: Reducer,
    mask: bool,
    /// A NaN is the least or the greatest of all.
    nan_wins: bool,
    /// Positions are told within lists.
    local: bool,
}

impl Reduction<'_> {
    /// Along which axis; [`Axis::ALL`], unless told otherwise.
    pub fn axis(mut self, axis: impl Into<Axis>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Keeps the axis, as lists of one entry.
    pub fn keepdims(mut self, keepdims: bool) -> Self {
        self.keepdims = keepdims;
        self
    }

    /// Whether the result of nothing is missing, and not the number that changes nothing. It is for minima and maxima.
    pub fn mask_identity(mut self, mask: bool) -> Self {
        self.mask_identity = Some(mask);
        self
    }

    /// Does it.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that isn't there, [`Error::Type`] for records and texts.
    pub fn run(self) -> Result<Reduced> {
        if let Reducer::Mean | Reducer::Var | Reducer::Std | Reducer::Ptp = self.reducer {
            return self.of_others();
        }
        let backend = &self.array.backend;
        let node = &*self.array.node;
        let mut how = How {
            reducer: self.reducer,
            mask: self.mask_identity.unwrap_or(self.reducer.masks()),
            nan_wins: false,
            local: true,
        };
        let depth = node.list_depth();
        let (least, most) = node.depths();
        if let Some(axis) = self.axis.number() {
            if least != most && axis >= 0 {
                return Err(Error::Value(format!(
                    "cannot use axis={axis} on lists of different depths ({least} to {most}): negative axes count from the innermost"
                )));
            }
            if least != most && -axis > least as i64 {
                return Err(Error::Value(format!(
                    "cannot use axis={axis} on lists of different depths: the least is {least} from the innermost"
                )));
            }
            if least == most && (axis >= most as i64 || axis < -(most as i64)) {
                return Err(Error::Axis { axis, depth: most });
            }
        }
        check_type(node, self.reducer.name())?;
        how.nan_wins = depth == 1;
        let Some(axis) = self.axis.number() else {
            how.nan_wins = true;
            let flat = backend.flattened(node, true)?;
            let single = backend.reduce_groups(&flat, Ix::affine(0, flat.len as i64), 1, how)?;
            if self.keepdims {
                let wrap = |content: DeviceNode, _| {
                    let content = Arc::new(content);
                    Node::new(1, Kind::Regular { size: 1, content })
                };
                return Ok(Reduced::Array(
                    self.array.with((1..depth).fold(single, wrap)),
                ));
            }
            return backend
                .scalar(&single)
                .map(|(it, ty)| Reduced::Scalar(it, ty));
        };
        let level = match axis < 0 {
            true => axis + depth as i64,
            false => axis,
        };
        if level < 0 || level >= depth as i64 {
            return Err(Error::Axis { axis, depth });
        }
        if level == 0 {
            let result = backend.reduce_groups(node, Ix::affine(0, node.len as i64), 1, how)?;
            if self.keepdims {
                return Ok(Reduced::Array(self.array.with(result)));
            }
            return match result.is_list() {
                true => {
                    let packed = backend.contiguous(&result)?;
                    Ok(Reduced::Array(self.array.with(packed.1)))
                }
                false => backend
                    .scalar(&result)
                    .map(|(it, ty)| Reduced::Scalar(it, ty)),
            };
        }
        let result = backend.reduce_level(node, level as usize, how, self.keepdims)?;
        Ok(Reduced::Array(self.array.with(result)))
    }
}

fn check_type(node: &DeviceNode, name: &str) -> Result<()> {
    if node.is_text() {
        return Err(Error::Unsupported(format!("ak.{name} of texts")));
    }
    match &node.kind {
        Kind::Record { fields, contents } => {
            let names = 0..contents.len();
            let names = names.map(|it| crate::node::field_name(fields.as_deref(), it));
            let names = names.collect::<Vec<_>>().join(", ");
            Err(Error::Type(format!(
                "no ak.{name} overloads for custom types: {names}"
            )))
        }
        Kind::Union { .. } => Err(Error::Value(format!(
            "cannot call ak.{name} on a union, whose types are not one"
        ))),
        _ => match node.content() {
            Some(content) => check_type(content, name),
            None => Ok(()),
        },
    }
}

/// Names and numbers for the text of the kernel.
fn operation(how: How, ty: Dtype, result: Dtype) -> Result<(String, usize)> {
    let element = ty.c_type();
    let wide = |ty: Dtype| match ty {
        Dtype::Bool | Dtype::UInt8 | Dtype::UInt16 => ("u32", 4),
        Dtype::Int8 | Dtype::Int16 => ("i32", 4),
        Dtype::Float16 => ("float", 4),
        other => (other.c_type(), other.size()),
    };
    let reducer = how.reducer;
    let is_best = matches!(reducer, Reducer::ArgMin | Reducer::ArgMax);
    let (value, size) = match reducer {
        Reducer::Min | Reducer::Max | Reducer::ArgMin | Reducer::ArgMax => wide(ty),
        Reducer::Any | Reducer::All => ("u32", 4),
        Reducer::Count | Reducer::CountNonzero => ("i64", 8),
        _ => wide(result),
    };
    if ty.is_complex() && matches!(reducer, Reducer::Min | Reducer::Max)
        || ty.is_complex() && is_best
    {
        let name = reducer.name();
        return Err(Error::Unsupported(format!("ak.{name} of complex numbers")));
    }
    let element_value = format!("as<VALUE>(static_cast<const {element} *>(x.data)[position])");
    let truth = format!(
        "truth(as<computed<{element}>::type>(static_cast<const {element} *>(x.data)[position]))"
    );
    let load = match reducer {
        Reducer::Any | Reducer::All => truth,
        Reducer::Count => "1".to_owned(),
        Reducer::CountNonzero => truth,
        _ => element_value.clone(),
    };
    let (least, greatest) = match ty {
        Dtype::Bool => ("0", "1"),
        Dtype::Int8 => ("-128", "127"),
        Dtype::Int16 => ("-32768", "32767"),
        Dtype::Int32 => ("(-2147483647 - 1)", "2147483647"),
        Dtype::Int64 => ("(-9223372036854775807ll - 1)", "9223372036854775807ll"),
        Dtype::UInt8 => ("0", "255"),
        Dtype::UInt16 => ("0", "65535"),
        Dtype::UInt32 => ("0", "4294967295u"),
        Dtype::UInt64 => ("0", "18446744073709551615ull"),
        _ => ("__int_as_float(0xff800000)", "__int_as_float(0x7f800000)"),
    };
    let nan = match (ty.is_float(), how.nan_wins) {
        (true, false) => "f",
        _ => "",
    };
    let (identity, combine) = match reducer {
        Reducer::Sum => ("VALUE(0)", "op_add(a, b)".to_owned()),
        Reducer::Prod => ("VALUE(1)", "op_multiply(a, b)".to_owned()),
        Reducer::Any => ("0", "a | b".to_owned()),
        Reducer::All => ("1", "a & b".to_owned()),
        Reducer::Count | Reducer::CountNonzero => ("0", "a + b".to_owned()),
        Reducer::Min if nan == "f" => (greatest, "op_fmin(a, b)".to_owned()),
        Reducer::Max if nan == "f" => (least, "op_fmax(a, b)".to_owned()),
        Reducer::Min => (greatest, "op_minimum(a, b)".to_owned()),
        Reducer::Max => (least, "op_maximum(a, b)".to_owned()),
        _ => ("0", String::new()),
    };
    let out = result.c_type();
    if is_best {
        let better = match reducer {
            Reducer::ArgMin => "b.value < a.value",
            _ => "b.value > a.value",
        };
        let local = match how.local {
            true => "if (best >= 0) best -= at(x.offsets, list);",
            false => "",
        };
        let text = format!(
            "typedef {value} VALUE; typedef Best<VALUE> ACC; \
             __device__ inline ACC identity() {{ return {{VALUE(0), -1, -1}}; }} \
             __device__ inline ACC load(const Reduce &x, i64 position, i64 place) {{ \
                 VALUE value = {element_value}; bool nan = is_nan(value); \
                 return {{value, nan ? -1 : place, 2 * place + nan}}; }} \
             __device__ inline ACC combine(const ACC &a, const ACC &b) {{ \
                 i64 first = a.first >= 0 ? a.first : b.first; \
                 bool take = a.position < 0 || (b.position >= 0 && {better}); \
                 return {{take ? b.value : a.value, take ? b.position : a.position, first}}; }} \
             __device__ inline void store(const Reduce &x, i64 list, const ACC &acc) {{ \
                 i64 best = acc.first >= 0 && (acc.first & 1) ? acc.first >> 1 : acc.position; {local} \
                 static_cast<i64 *>(x.out)[list] = best; if (x.filled) x.filled[list] = best >= 0; }}"
        );
        return Ok((text, size.max(8) + 16));
    }
    let text = match how.mask {
        false => format!(
            "typedef {value} VALUE; typedef VALUE ACC; \
             __device__ inline ACC identity() {{ return {identity}; }} \
             __device__ inline ACC load(const Reduce &x, i64 position, i64) {{ return {load}; }} \
             __device__ inline ACC combine(const ACC &a, const ACC &b) {{ return {combine}; }} \
             __device__ inline void store(const Reduce &x, i64 list, const ACC &acc) {{ \
                 static_cast<{out} *>(x.out)[list] = as<{out}>(acc); }}"
        ),
        true => format!(
            "typedef {value} VALUE; typedef Counted<VALUE> ACC; \
             __device__ inline VALUE both(VALUE a, VALUE b) {{ return {combine}; }} \
             __device__ inline ACC identity() {{ return {{{identity}, 0}}; }} \
             __device__ inline ACC load(const Reduce &x, i64 position, i64) {{ return {{VALUE({load}), 1}}; }} \
             __device__ inline ACC combine(const ACC &a, const ACC &b) {{ return {{both(a.value, b.value), a.count + b.count}}; }} \
             __device__ inline void store(const Reduce &x, i64 list, const ACC &acc) {{ \
                 static_cast<{out} *>(x.out)[list] = as<{out}>(acc.value); x.filled[list] = acc.count > 0; }}"
        ),
    };
    let size = match how.mask {
        true => size.max(8) + if size > 8 { 16 } else { 8 },
        false => size,
    };
    Ok((text, size))
}

impl Backend {
    /// The number that an array of one has, if it isn't missing; waits.
    pub(crate) fn scalar(&self, node: &DeviceNode) -> Result<(Option<Scalar>, Dtype)> {
        let (mask, content) = match &node.kind {
            Kind::ByteMasked { mask, content, .. } => (Some(mask.clone()), (**content).clone()),
            _ => (None, node.clone()),
        };
        let (data, ty) = self.as_numbers(&content)?;
        let host = Array::new(self, Node::numpy(ty, data)).to_host()?;
        let value = host.get(0).and_then(|it| it.as_number());
        let Some(mask) = mask else {
            return Ok((value, ty));
        };
        let host = Array::new(self, Node::numpy(Dtype::Bool, mask)).to_host()?;
        let is_there = host.get(0).and_then(|it| it.as_number()) == Some(Scalar::Bool(true));
        Ok((value.filter(|_| is_there), ty))
    }

    /// Reduces the lists whose entries are the axis.
    fn reduce_level(
        &self,
        node: &DeviceNode,
        axis: usize,
        how: How,
        keepdims: bool,
    ) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.reduce_level(&self.resolved(node)?, axis, how, keepdims);
        }
        if node.is_option() {
            let (index, content) = self.option_index(node)?;
            let content = self.reduce_level(&content, axis, how, keepdims)?;
            return self.optional(index, content);
        }
        if axis > 1 {
            let content = node.content().ok_or_else(crate::carry::internal)?;
            let content = self.reduce_level(content, axis - 1, how, keepdims)?;
            return Ok(node.with_content(content));
        }
        let (offsets, content) = self.contiguous(node)?;
        let result = self.reduce_groups(&content, offsets.ix(), node.len, how)?;
        Ok(match keepdims {
            true => {
                let content = Arc::new(result);
                Node::new(node.len, Kind::Regular { size: 1, content })
            }
            false => result,
        })
    }

    /// Reduces `n` groups of items, which follow each other: numbers to one each, lists by lining up their entries from the
    /// left.
    fn reduce_groups(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        how: How,
    ) -> Result<DeviceNode> {
        if items.is_indexed() {
            return self.reduce_groups(&self.resolved(items)?, offsets, n, how);
        }
        let (index, content) = match items.is_option() {
            true => {
                let (index, content) = self.option_index(items)?;
                (Some(index), content)
            }
            false => (None, items.clone()),
        };
        if !content.is_list() {
            let (data, ty) = self.as_numbers(&content)?;
            let index = index.as_ref().map_or(Ix::IOTA, Index::ix);
            return self.segments(&data, ty, index, Ix::IOTA, offsets, n, items.len, how);
        }
        let args = Args {
            offsets,
            n: n as i64,
            total: items.len as i64,
            ..Args::default()
        };
        // SAFETY: there are `n` groups.
        let (groups, places) = unsafe {
            (
                self.expanded("v = i", &args)?,
                self.expanded("v = j", &args)?,
            )
        };
        self.reduce_columns(
            items,
            &groups,
            &places,
            n,
            How {
                local: false,
                ..how
            },
        )
    }

    /// Reduces items of any groups, in order; -1 is none. The place is what positions are told by.
    fn reduce_columns(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        how: How,
    ) -> Result<DeviceNode> {
        if items.is_indexed() {
            return self.reduce_columns(&self.resolved(items)?, groups, places, n, how);
        }
        if items.is_option() {
            let (index, content) = self.option_index(items)?;
            let args = Args {
                a: groups.ix(),
                b: index.ix(),
                n: items.len as i64,
                ..Args::default()
            };
            // SAFETY: there is a group and an index for each item.
            let groups = unsafe { self.positions("v = at(x.b, i) < 0 ? -1 : at(x.a, i)", &args) }?;
            let content = self.carry(&content, &index)?;
            return self.reduce_columns(&content, &groups, places, n, how);
        }
        if !items.is_list() {
            return self.reduce_scattered(items, groups, places, n, how);
        }
        let ranked = matches!(how.reducer, Reducer::ArgMin | Reducer::ArgMax);
        let columns = self.columns(items, groups, places, n, ranked)?;
        let content = self.reduce_columns(
            &columns.content,
            &columns.groups,
            &columns.places,
            columns.total,
            how,
        )?;
        Ok(columns.out.lists(n, content, true))
    }

    /// Lines the entries of lists up from the left, the lists of each group among themselves. Where it is `ranked`, places are
    /// counted among the lists of a group.
    pub(crate) fn columns(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        ranked: bool,
    ) -> Result<Columns> {
        let (offsets, content) = self.contiguous(items)?;
        let (out, total) = match offsets {
            Offsets::Regular(size) => (Offsets::Regular(size), n * size),
            Offsets::Index(_) => {
                let widths = self.zeroed(n * 8)?;
                let args = Args {
                    a: offsets.ix(),
                    b: groups.ix(),
                    o0: widths.as_raw(),
                    n: items.len as i64,
                    ..Args::default()
                };
                let body = "i64 to = at(x.b, i), count = at(x.a, i + 1) - at(x.a, i); if (to >= 0 && count > 0) atomicMax(reinterpret_cast<u64 *>(x.o0) + to, static_cast<u64>(count))";
                // SAFETY: groups are less than `n`.
                unsafe { self.each(body, &args) }?;
                let widths = widths.freeze();
                let (out, total) = self.offsets_of(Ix::of_buffer(&widths, Dtype::Int64), n)?;
                (Offsets::Index(out), total)
            }
        };
        let ranks;
        let places = match ranked {
            true => {
                ranks = self.ranks(groups, n)?;
                &ranks
            }
            false => places,
        };
        let args = Args {
            a: groups.ix(),
            b: places.ix(),
            c: out.ix(),
            offsets: offsets.ix(),
            n: items.len as i64,
            total: content.len as i64,
            ..Args::default()
        };
        let column = "i64 to = at(x.a, i); if (to >= 0) v = at(x.c, to) + j";
        // SAFETY: there is a group and a place for each list, and an offset for each group.
        let (groups, places) = unsafe {
            (
                self.expanded(column, &args)?,
                self.expanded("v = at(x.b, i)", &args)?,
            )
        };
        Ok(Columns {
            offsets,
            content,
            out,
            total,
            groups,
            places,
        })
    }

    /// The items in the order of their groups, and where each group begins there.
    pub(crate) fn grouped(
        &self,
        groups: &Index<Buffer>,
        n: usize,
    ) -> Result<(Index<Buffer>, Index<Buffer>)> {
        let count = groups.count();
        let args = Args {
            a: groups.ix(),
            n: count as i64,
            ..Args::default()
        };
        // SAFETY: there is a group for each item.
        let keys = unsafe { self.positions("v = at(x.a, i) + 1", &args) }?;
        let (keys, order) = self.radix_sort(keys.data, None, n as u64 + 1)?;
        let order = Index::i64(order);
        let args = Args {
            a: Ix::of_buffer(&keys, Dtype::Int64),
            p: count as i64,
            n: n as i64 + 1,
            ..Args::default()
        };
        let code = "i64 lo = 0, hi = x.p; while (lo < hi) { i64 m = (lo + hi) / 2; if (at(x.a, m) < i + 1) lo = m + 1; else hi = m; } v = lo";
        // SAFETY: there are so many keys.
        let offsets = unsafe { self.positions(code, &args) }?;
        Ok((order, offsets))
    }

    /// Of each item which of its group it is.
    fn ranks(&self, groups: &Index<Buffer>, n: usize) -> Result<Index<Buffer>> {
        let count = groups.count();
        let (order, offsets) = self.grouped(groups, n)?;
        let ranks = self.alloc_words(count)?;
        let args = Args {
            a: order.ix(),
            b: offsets.ix(),
            c: groups.ix(),
            o0: ranks.as_raw(),
            n: count as i64,
            ..Args::default()
        };
        let body = "i64 element = at(x.a, i), group = at(x.c, element); x.o0[element] = group < 0 ? -1 : i - at(x.b, group)";
        // SAFETY: the order is a permutation, and groups are less than `n`.
        unsafe { self.each(body, &args) }?;
        Ok(Index::i64(ranks.freeze()))
    }

    /// Numbers of any groups: they are brought into the groups' order first.
    fn reduce_scattered(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        how: How,
    ) -> Result<DeviceNode> {
        let count = items.len;
        let (data, ty) = self.as_numbers(items)?;
        let (order, offsets) = self.grouped(groups, n)?;
        let places = self.composed(places, &order)?;
        self.segments(
            &data,
            ty,
            order.ix(),
            places.ix(),
            offsets.ix(),
            n,
            count,
            how,
        )
    }

    /// Reduces numbers of contiguous lists.
    #[allow(clippy::too_many_arguments, reason = "they are the kernel's")]
    fn segments(
        &self,
        data: &Buffer,
        ty: Dtype,
        index: Ix,
        place: Ix,
        offsets: Ix,
        n: usize,
        total: usize,
        how: How,
    ) -> Result<DeviceNode> {
        let result = how.reducer.result(ty);
        let (text, acc) = operation(how, ty, result)?;
        let work = if acc <= 16 { 8 } else { 4 };
        let out = self.alloc(n * result.size())?;
        let filled = match how.mask {
            true => Some(self.alloc(n)?),
            false => None,
        };
        let blocks = (n + total).div_ceil(256 * work);
        let (carry, head) = (self.alloc(blocks * acc)?, self.alloc(blocks * acc)?);
        let carry_list = self.alloc_words(blocks)?;
        let segments = Segments {
            data: data.as_raw(),
            index,
            place,
            offsets,
            n: n as i64,
            total: total as i64,
            out: out.as_raw(),
            filled: filled.as_ref().map_or(0, |it| it.as_raw()),
            carry: carry.as_raw(),
            head: head.as_raw(),
            carry_list: carry_list.as_raw(),
            blocks: blocks as i64,
        };
        let source = |kernel| Source {
            file: "reduce.cu",
            before: format!("#define WORK {work}\n#define OPERATION {text}"),
            kernel,
        };
        if n > 0 {
            // SAFETY: offsets are within the data and no more than `total`, and there is room for each list and block.
            unsafe {
                self.launch_one(&source("reduce"), blocks, segments)?;
                if blocks > 1 {
                    self.launch_one(&source("reduce_carry"), 1, segments)?;
                }
            }
        }
        let content = Node::numpy(result, out.freeze());
        let Some(filled) = filled else {
            return Ok(content);
        };
        let kind = Kind::ByteMasked {
            mask: filled.freeze(),
            valid_when: true,
            content: Arc::new(content),
        };
        Ok(Node::new(n, kind))
    }
}

macro_rules! reducers {
    ($($(#[$attribute:meta])* $method:ident $of_all:ident $reducer:ident),* $(,)?) => {$(
        $(#[$attribute])*
        ///
        /// # Errors
        /// As [`Reduction::run`]; [`Error::Value`] for an axis that leaves a single number, for which there is the function
        /// of all.
        pub fn $method(&self, axis: impl Into<Axis>) -> Result<Self> {
            match self.reduce(Reducer::$reducer).axis(axis).run()? {
                Reduced::Array(array) => Ok(array),
                Reduced::Scalar(..) => Err(Error::Value(format!(
                    "the result is a number: use {}", stringify!($of_all)
                ))),
            }
        }

        /// The same of all numbers.
        ///
        /// # Errors
        /// As [`Reduction::run`].
        pub fn $of_all(&self) -> Result<Option<Scalar>> {
            match self.reduce(Reducer::$reducer).run()? {
                Reduced::Scalar(number, _) => Ok(number),
                Reduced::Array(_) => Ok(None),
            }
        }
    )*};
}

impl Array {
    /// A reduction with all its options.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray, Reduced, Reducer};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[1, 2], [], [3]]")?.to_backend(&gpu)?;
    /// let most = array.reduce(Reducer::Max).axis(1).keepdims(true).run()?;
    /// let Reduced::Array(most) = most else { panic!() };
    /// assert_eq!(most.to_host()?.value().to_string(), "[[2], [None], [3]]");
    /// # Ok(()) }
    /// ```
    pub fn reduce(&self, reducer: Reducer) -> Reduction<'_> {
        Reduction {
            array: self,
            reducer,
            axis: Axis::ALL,
            keepdims: false,
            mask_identity: None,
        }
    }

    reducers!(
        /// The sum of each list: `ak.sum`.
        sum sum_of_all Sum,
        /// The product of each list: `ak.prod`.
        prod prod_of_all Prod,
        /// The least of each list, missing for an empty one: `ak.min`.
        min min_of_all Min,
        /// The greatest of each list, missing for an empty one: `ak.max`.
        max max_of_all Max,
        /// The position of the least in each list, missing for an empty one: `ak.argmin`.
        argmin argmin_of_all ArgMin,
        /// The position of the greatest in each list, missing for an empty one: `ak.argmax`.
        argmax argmax_of_all ArgMax,
        /// Whether any of a list is true: `ak.any`.
        any any_of_all Any,
        /// Whether all of a list are true: `ak.all`.
        all all_of_all All,
        /// How many of a list aren't missing: `ak.count`.
        count count_of_all Count,
        /// The mean of each list, NaN for an empty one: `ak.mean`.
        mean mean_of_all Mean,
        /// The variance of each list: `ak.var`.
        var var_of_all Var,
        /// The standard deviation of each list: `ak.std`.
        std std_of_all Std,
        /// The greatest less the least of each list: `ak.ptp`.
        ptp ptp_of_all Ptp,
        /// How many of a list are neither missing nor 0: `ak.count_nonzero`.
        count_nonzero count_nonzero_of_all CountNonzero,
    );
}
