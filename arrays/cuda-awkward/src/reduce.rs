//! Reductions, in lists and across them.

pub(crate) mod along;
pub(crate) mod moments;
pub(crate) mod order;
pub(crate) mod reducer;
pub(crate) mod sort;
pub(crate) mod statistics;

use std::sync::Arc;

use cuda_arrow::Buffer;
use cuda_driver::{ArgumentList, sys::CUdeviceptr};

use crate::arguments::{Args, Ix, Reduce, THREADS, Tiles};
use crate::array::{Array, DeviceNode};
use crate::backend::{Backend, Source};
use crate::elementwise::broadcast::Operand;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::{Dtype, NumberKind};
use crate::layout::node::{Index, Kind, Node};
use crate::layout::scalar::Scalar;
use crate::reduce::reducer::{ReduceOptions, Reducer, operation};

/// The result of a reduction.
#[derive(Debug, Clone)]
pub enum ReducerOutput {
    /// An array.
    Array(Array),
    /// A number, or `None` if it is missing, and its type.
    Scalar(Option<Scalar>, Dtype),
}

/// A builder of a reduction: see [`Array::reduce`].
#[derive(Debug, Clone)]
#[must_use]
pub struct Reduction<'a> {
    pub(crate) array: &'a Array,
    pub(crate) reducer: Reducer,
    pub(crate) axis: Axis,
    pub(crate) keepdims: bool,
    pub(crate) mask_identity: Option<bool>,
    pub(crate) weight: Option<Operand>,
    pub(crate) ddof: i64,
    pub(crate) initial: Option<Scalar>,
    pub(crate) without_nan: bool,
}

impl Reduction<'_> {
    /// Sets the axis; [`Axis::ALL`] by default.
    pub fn axis(mut self, axis: impl Into<Axis>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Sets whether the reduced axis is kept, with length one.
    pub fn keepdims(mut self, keepdims: bool) -> Self {
        self.keepdims = keepdims;
        self
    }

    /// Sets whether the result for an empty list is missing, instead of the identity of the operation. By default, it
    /// is missing for minima, maxima, their positions and their differences.
    pub fn mask_identity(mut self, mask: bool) -> Self {
        self.mask_identity = Some(mask);
        self
    }

    /// Sets the weights of means, variances and standard deviations: numbers that are broadcast with the array.
    pub fn weight(mut self, weight: impl Into<Operand>) -> Self {
        self.weight = Some(weight.into());
        self
    }

    /// Sets the number of degrees of freedom that variances and standard deviations subtract from the number of entries;
    /// 0 by default.
    pub fn ddof(mut self, ddof: i64) -> Self {
        self.ddof = ddof;
        self
    }

    /// Sets a number that minima aren't greater, and maxima not less than, converted to the array's type.
    pub fn initial(mut self, initial: impl Into<Scalar>) -> Self {
        self.initial = Some(initial.into());
        self
    }

    /// Sets whether NaN counts as missing, in the array and in the weights: `ak.nansum` is `ak.sum` with this. Positions
    /// still count all entries.
    pub fn without_nan(mut self, without_nan: bool) -> Self {
        self.without_nan = without_nan;
        self
    }

    /// Computes the reduction. Variances along an outer axis of lists wait, for whether all have the same length: then they
    /// are the means of squared deviations, as otherwise, and else the mean of the squares less the square of the mean.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that doesn't exist, [`Error::Type`] for records, [`Error::Unsupported`] for texts,
    /// and [`Error::Value`] for unions, for an axis that lists of different depths don't share, and for an option that
    /// the reducer doesn't have.
    pub fn run(mut self) -> Result<ReducerOutput> {
        self.check_options()?;
        if self.without_nan {
            let array = self.array.nan_to_none()?;
            if let Some(Operand::Array(weight)) = &self.weight {
                self.weight = Some(weight.nan_to_none()?.into());
            }
            // As Awkward's functions without NaN do.
            if let Reducer::Mean | Reducer::Var | Reducer::Std = self.reducer {
                self.mask_identity.get_or_insert(true);
            }
            let without = Reduction { array: &array, without_nan: false, ..self };
            return without.run();
        }
        if let Reducer::Mean | Reducer::Var | Reducer::Std | Reducer::Ptp = self.reducer {
            return self.of_others();
        }
        if let Some(initial) = self.initial.take() {
            return self.with_initial(initial);
        }
        let backend = &self.array.backend;
        let node = &*self.array.node;
        let mut how = ReduceOptions {
            reducer: self.reducer,
            mask: self.mask_identity.unwrap_or(self.reducer.masks()),
            nan_wins: false,
            local: true,
        };
        let depth = node.list_depth();
        check_axis(node, self.axis)?;
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
                return Ok(ReducerOutput::Array(self.array.with((1..depth).fold(single, wrap))));
            }
            return backend.scalar(&single).map(|(scalar, ty)| ReducerOutput::Scalar(scalar, ty));
        };
        let level = if axis < 0 { axis + depth as i64 } else { axis };
        if level < 0 || level >= depth as i64 {
            return Err(Error::Axis { axis, depth });
        }
        if level == 0 {
            let result = backend.reduce_groups(node, Ix::affine(0, node.len as i64), 1, how)?;
            if self.keepdims {
                return Ok(ReducerOutput::Array(self.array.with(result)));
            }
            return if result.is_list() {
                let packed = backend.contiguous(&result)?;
                Ok(ReducerOutput::Array(self.array.with(packed.1)))
            } else {
                backend.scalar(&result).map(|(scalar, ty)| ReducerOutput::Scalar(scalar, ty))
            };
        }
        let result = backend.reduce_level(node, level as usize, how, self.keepdims)?;
        Ok(ReducerOutput::Array(self.array.with(result)))
    }
}

/// Returns an error for an axis that doesn't exist, or that lists of different depths don't share.
pub(crate) fn check_axis(node: &DeviceNode, of: Axis) -> Result<()> {
    let (least, most) = node.depths();
    if let Some(axis) = of.number() {
        if least != most && axis >= 0 {
            return Err(Error::Value(format!(
                "cannot use axis={axis} on lists of different depths ({least} to {most}): negative axes count from the innermost"
            )));
        }
        if least != most && axis < -(least as i64) {
            return Err(Error::Value(format!(
                "cannot use axis={axis} on lists of different depths: the least is {least} from the innermost"
            )));
        }
        if least == most && (axis >= most as i64 || axis < -(most as i64)) {
            return Err(Error::Axis { axis, depth: most });
        }
    }
    Ok(())
}

pub(crate) fn check_type(node: &DeviceNode, name: &str) -> Result<()> {
    if node.is_text() {
        return Err(Error::Unsupported(format!("ak.{name} of texts")));
    }
    match &node.kind {
        Kind::Record { fields, contents } => {
            let names = 0..contents.len();
            let names = names.map(|name| crate::layout::node::field_name(fields.as_deref(), name));
            let names = names.collect::<Vec<_>>().join(", ");
            Err(Error::Type(format!("no ak.{name} overloads for custom types: {names}")))
        }
        Kind::Numpy { dtype, .. } if dtype.is_time() => match (name, dtype.kind()) {
            ("sum", NumberKind::Span) => Ok(()),
            ("sum" | "prod" | "mean" | "var" | "std", _) => Err(Error::Value(format!(
                "cannot compute ak.{name} of {dtype}: `values_astype` makes numbers of it"
            ))),
            _ => Ok(()),
        },
        Kind::Union { .. } => {
            Err(Error::Value(format!("cannot call ak.{name} on a union, whose types are not one")))
        }
        _ => match node.content() {
            Some(content) => check_type(content, name),
            None => Ok(()),
        },
    }
}

impl Backend {
    /// Returns the only number of an array, or `None` if it is missing; waits.
    pub(crate) fn scalar(&self, node: &DeviceNode) -> Result<(Option<Scalar>, Dtype)> {
        let (mask, content) = match &node.kind {
            _ if node.is_option() && !matches!(node.kind, Kind::ByteMasked { .. }) => {
                let array = Array::new(self, node.clone());
                let ty = array.number_type().unwrap_or(Dtype::Float64);
                let value = array.to_host()?.get(0)?;
                return Ok((value.and_then(|value| value.as_number()), ty));
            }
            Kind::ByteMasked { mask, content, .. } => (Some(mask.clone()), (**content).clone()),
            _ => (None, node.clone()),
        };
        let (data, ty) = self.as_numbers(&content)?;
        let host = Array::new(self, Node::numpy(ty, data)).to_host()?;
        let value = host.get(0)?.and_then(|value| value.as_number());
        let Some(mask) = mask else {
            return Ok((value, ty));
        };
        let host = Array::new(self, Node::numpy(Dtype::Bool, mask)).to_host()?;
        let is_there = host.get(0)?.and_then(|value| value.as_number()) == Some(Scalar::Bool(true));
        Ok((value.filter(|_| is_there), ty))
    }

    /// Reduces the lists whose entries are the axis.
    fn reduce_level(
        &self,
        node: &DeviceNode,
        axis: usize,
        how: ReduceOptions,
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
            let content = node.content().ok_or_else(crate::error::internal)?;
            let content = self.reduce_level(content, axis - 1, how, keepdims)?;
            return Ok(node.with_content(content));
        }
        let (offsets, content) = self.contiguous(node)?;
        let result = self.reduce_groups(&content, offsets.ix(), node.len, how)?;
        Ok(if keepdims {
            let content = Arc::new(result);
            Node::new(node.len, Kind::Regular { size: 1, content })
        } else {
            result
        })
    }

    /// Reduces `n` contiguous groups of items: numbers to one per group, lists by columns, aligned at the left.
    fn reduce_groups(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        how: ReduceOptions,
    ) -> Result<DeviceNode> {
        if items.is_indexed() {
            return self.reduce_groups(&self.resolved(items)?, offsets, n, how);
        }
        let (index, content) = if items.is_option() {
            let (index, content) = self.option_index(items)?;
            (Some(index), content)
        } else {
            (None, items.clone())
        };
        if !content.is_list() {
            let (data, ty) = self.as_numbers(&content)?;
            let index = index.as_ref().map_or(Ix::IOTA, Index::ix);
            return self.segments(&data, ty, index, Ix::IOTA, offsets, n, items.len, how);
        }
        let args = Args { offsets, n: n as i64, total: items.len as i64, ..Args::default() };
        // SAFETY: there are `n` groups.
        let (groups, places) =
            unsafe { (self.expanded("v = i", &args)?, self.expanded("v = j", &args)?) };
        self.reduce_columns(items, &groups, &places, n, ReduceOptions { local: false, ..how })
    }

    /// Reduces items of groups in any order; an item of group -1 belongs to none. Positions are those in `places`.
    fn reduce_columns(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        how: ReduceOptions,
    ) -> Result<DeviceNode> {
        if items.is_indexed() {
            return self.reduce_columns(&self.resolved(items)?, groups, places, n, how);
        }
        if items.is_option() {
            let (index, content) = self.option_index(items)?;
            let args =
                Args { a: groups.ix(), b: index.ix(), n: items.len as i64, ..Args::default() };
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

    /// Reduces numbers of groups in any order, after sorting them by group.
    fn reduce_scattered(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        how: ReduceOptions,
    ) -> Result<DeviceNode> {
        let count = items.len;
        let (data, ty) = self.as_numbers(items)?;
        let (order, offsets) = self.grouped(groups, n)?;
        let places = self.composed(places, &order)?;
        self.segments(&data, ty, order.ix(), places.ix(), offsets.ix(), n, count, how)
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
        how: ReduceOptions,
    ) -> Result<DeviceNode> {
        let result = how.reducer.result(ty);
        let (is_indexed, is_placed) = (index != Ix::IOTA, place != Ix::IOTA);
        let position = if !is_placed && total < 1 << 30 { "i32" } else { "i64" };
        let operation = operation(how, ty, result, position);
        let (text, acc) = (&operation.text, operation.accumulator);
        // The elements of a thread; fewer if blocks wouldn't fill the device.
        let is_small = n + total < 1 << 22;
        let (most, bytes) = if is_small { (32, 64) } else { (48, 96) };
        let work = most.min(bytes / ty.size());
        let path = THREADS as usize * work - 16 / ty.size();
        let out = self.alloc(n * result.size())?;
        let filled = if how.mask { Some(self.alloc(n)?) } else { None };
        let blocks = (n + total).div_ceil(path);
        // Each block passes on two accumulators and the position of a list.
        let carrying_blocks = if blocks > 1 { blocks } else { 0 };
        let acc = acc.next_multiple_of(16);
        let scratch = self.alloc(carrying_blocks * (2 * acc + 8))?;
        let at = |bytes: usize| scratch.as_raw() + (carrying_blocks * bytes) as CUdeviceptr;
        let segments = Reduce {
            data: data.as_raw(),
            index,
            place,
            offsets,
            n: n as i64,
            total: total as i64,
            out: out.as_raw(),
            filled: filled.as_ref().map_or(0, |buffer| buffer.as_raw()),
            carry: at(0),
            head: at(acc),
            carry_list: at(2 * acc),
            blocks: blocks as i64,
        };
        // A second launch is cheaper than waits of blocks that the device doesn't run all at once.
        let one_pass = is_small || blocks <= 1;
        let source = |kernel| Source {
            file: "reduce.cu",
            before: format!(
                "#define OFFSETS {}\n#define WORK {work}\n#define ONE_PASS {}\n#define INDEXED {}\n#define PLACED {}\n\
                 #define INDEX {}\n#define PLACE {}\n{text}",
                offsets.kind(),
                i32::from(one_pass),
                i32::from(is_indexed),
                i32::from(is_placed),
                index.kind(),
                place.kind()
            ),
            kernel,
        };
        let launch = |tiles: Tiles| {
            let mut list = ArgumentList::new();
            list.push(segments).push(tiles);
            // SAFETY: offsets are within the data and no more than `total`, and there is room for each list and block.
            unsafe { self.launch(&source("reduce"), blocks, &list) }
        };
        match (n, blocks) {
            (0, _) => {}
            (_, 1) => launch(Tiles::NONE)?,
            _ if one_pass => self.launch_looking_back(blocks, 0, launch)?,
            _ => {
                launch(Tiles::NONE)?;
                let blocks = blocks.div_ceil(THREADS as usize);
                // SAFETY: as above.
                unsafe { self.launch_one(&source("reduce_carry"), blocks, segments) }?;
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

macro_rules! without_nan {
    ($($method:ident $reducer:ident $link:literal $text:literal),* $(,)?) => {$(
        #[doc = concat!("Returns the ", $text, " of each list, without NaN: [`ak.", $link, "`](https://awkward-array.org/doc/main/reference/generated/ak.", $link, ".html).")]
        /// For its other options, use [`reduce`](Self::reduce) with [`without_nan`](Reduction::without_nan).
        ///
        /// # Errors
        /// As [`Reduction::run`].
        pub fn $method(&self, axis: impl Into<Axis>) -> Result<ReducerOutput> {
            self.reduce(Reducer::$reducer).axis(axis).without_nan(true).run()
        }
    )*};
}

macro_rules! reducers {
    ($($(#[$attribute:meta])* $method:ident $of_all:ident $reducer:ident),* $(,)?) => {$(
        $(#[$attribute])*
        ///
        /// # Errors
        /// As [`Reduction::run`]; [`Error::Value`] for an axis that leaves a single number, such as [`Axis::ALL`]: for
        /// that, use the method whose name ends with `_of_all`.
        pub fn $method(&self, axis: impl Into<Axis>) -> Result<Self> {
            match self.reduce(Reducer::$reducer).axis(axis).run()? {
                ReducerOutput::Array(array) => Ok(array),
                ReducerOutput::Scalar(..) => Err(Error::Value(format!(
                    "the result is a number: use {}", stringify!($of_all)
                ))),
            }
        }

        /// Reduces all numbers of the array to one, at any depth, in the same way; `None` if the result is missing.
        ///
        /// # Errors
        /// As [`Reduction::run`].
        pub fn $of_all(&self) -> Result<Option<Scalar>> {
            match self.reduce(Reducer::$reducer).run()? {
                ReducerOutput::Scalar(number, _) => Ok(number),
                ReducerOutput::Array(_) => Ok(None),
            }
        }
    )*};
}

impl Array {
    /// Returns a builder of a reduction with all its options.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray, Reducer, ReducerOutput};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[1, 2], [], [3]]")?.to_backend(&gpu)?;
    /// let most = array.reduce(Reducer::Max).axis(1).keepdims(true).run()?;
    /// let ReducerOutput::Array(most) = most else { panic!() };
    /// assert_eq!(most.to_host()?.value()?.to_string(), "[[2], [None], [3]]");
    /// # Ok(()) }
    /// ```
    pub fn reduce(&self, reducer: Reducer) -> Reduction<'_> {
        Reduction {
            array: self,
            reducer,
            axis: Axis::ALL,
            keepdims: false,
            mask_identity: None,
            weight: None,
            ddof: 0,
            initial: None,
            without_nan: false,
        }
    }

    reducers!(
        /// Returns the sum of each list: `ak.sum`.
        sum sum_of_all Sum,
        /// Returns the product of each list: `ak.prod`.
        prod prod_of_all Prod,
        /// Returns the minimum of each list; that of an empty one is missing: `ak.min`.
        min min_of_all Min,
        /// Returns the maximum of each list; that of an empty one is missing: `ak.max`.
        max max_of_all Max,
        /// Returns the position of the minimum in each list; that of an empty one is missing: `ak.argmin`.
        argmin argmin_of_all ArgMin,
        /// Returns the position of the maximum in each list; that of an empty one is missing: `ak.argmax`.
        argmax argmax_of_all ArgMax,
        /// Returns whether any entry of each list is true: `ak.any`.
        any any_of_all Any,
        /// Returns whether all entries of each list are true: `ak.all`.
        all all_of_all All,
        /// Returns the number of entries of each list that aren't missing: `ak.count`.
        count count_of_all Count,
        /// Returns the mean of each list; that of an empty one is NaN: `ak.mean`.
        mean mean_of_all Mean,
        /// Returns the variance of each list, the mean of the squared distances from its mean; that of an empty one is
        /// NaN: `ak.var`.
        var var_of_all Var,
        /// Returns the standard deviation of each list, the square root of its [variance](Self::var): `ak.std`.
        std std_of_all Std,
        /// Returns the difference between the maximum and the minimum of each list; that of an empty one is missing:
        /// `ak.ptp`.
        ptp ptp_of_all Ptp,
        /// Returns the number of entries of each list that are neither missing nor 0: `ak.count_nonzero`.
        count_nonzero count_nonzero_of_all CountNonzero,
    );
    without_nan!(
        nansum Sum "nansum" "sum",
        nanprod Prod "nanprod" "product",
        nanmin Min "nanmin" "minimum",
        nanmax Max "nanmax" "maximum",
        nanargmin ArgMin "nanargmin" "position of the minimum",
        nanargmax ArgMax "nanargmax" "position of the maximum",
        nanmean Mean "nanmean" "mean",
        nanvar Var "nanvar" "variance",
        nanstd Std "nanstd" "standard deviation",
    );
}
