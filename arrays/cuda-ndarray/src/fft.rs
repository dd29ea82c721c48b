//! Fourier transforms of arrays, with cuFFT.

use cuda_driver::Element;
use cufft::{Axes, Kind, Plans, Real, Shape, Transform};
use ndarray::{Axis, Dimension, IxDyn, Order, Slice};
use num_complex::Complex;

use crate::array::DeviceArray;
use crate::error::Error;
use crate::kernels::{self, ScaleElement};
use crate::layout::Layout;
use crate::shared::SharedDeviceArray;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// What a transform is multiplied by, so that one forward and one back is the array again: NumPy's `norm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Norm {
    /// Transforms back are divided by the number of elements of the axes.
    #[default]
    Backward,
    /// Both are divided by its square root.
    Ortho,
    /// Transforms forward are divided by it.
    Forward,
}

/// Along which axes a transform is, of which lengths, and how it is normalized: NumPy's `axes`, `s` and `norm`, and `axis` and
/// `n`.
///
/// By default a transform is along the last axis, or along all for the methods whose names end in `n`; of the array's length.
///
/// ```
/// use cuda_ndarray::{Along, Norm};
/// use ndarray::Axis;
///
/// let rows = Along::default();
/// // NumPy's `axis=0, n=16, norm="ortho"`: an axis that is shorter is continued with zeros, and a longer one is cut.
/// let columns = Along::axis(Axis(0)).lens(&[16]).norm(Norm::Ortho);
/// let last_two = Along::axes(&[Axis(1), Axis(2)]);
/// # let _ = (rows, columns, last_two);
/// ```
///
/// Transforms copy an array only where cuFFT can't take its layout, where a longer length is given, and where the result is real.
/// Their results are new arrays of its stream, row-major where cuFFT can write them so.
///
/// ```no_run
/// use cuda_ndarray::cufft::Cufft;
/// use cuda_ndarray::{Along, MakeArrays};
/// use ndarray::{Array2, Axis};
///
/// let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
/// let stream = context.stream()?;
/// let mut plans = Cufft::load()?.plans(&context, 16);
///
/// let pixels = stream.to_device(&Array2::<f32>::ones((480, 640)))?;
/// let frequencies = pixels.rfftn(Along::default(), &mut plans)?;
/// assert_eq!(frequencies.shape(), [480, 321]);
/// let same = frequencies.irfftn(Along::default(), &mut plans)?;
/// let columns = pixels.rfft(Axis(0), &mut plans)?;
/// # let _ = (same, columns);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Along {
    axes: Option<Vec<usize>>,
    lens: Option<Vec<usize>>,
    norm: Norm,
}

impl Along {
    /// Returns the transform along one axis.
    #[must_use]
    pub fn axis(axis: Axis) -> Self {
        Self::axes(&[axis])
    }

    /// Returns the transform along some axes. That of real numbers is along the last of them.
    #[must_use]
    pub fn axes(axes: &[Axis]) -> Self {
        Self { axes: Some(axes.iter().map(|axis| axis.0).collect()), ..Self::default() }
    }

    /// Sets the lengths: of the axes if they are given, and otherwise of as many last ones. They are those of the real numbers.
    #[must_use]
    pub fn lens(self, lens: &[usize]) -> Self {
        Self { lens: Some(lens.to_vec()), ..self }
    }

    /// Sets by what the transform is multiplied.
    #[must_use]
    pub fn norm(self, norm: Norm) -> Self {
        Self { norm, ..self }
    }

    /// Returns the axes and lengths for an array.
    fn of(&self, shape: &[usize], job: &Job) -> Result<(Vec<usize>, Vec<usize>), Error> {
        let ndim = shape.len();
        let first = match &self.lens {
            Some(lens) => ndim.saturating_sub(lens.len()),
            None if job.is_of_all => 0,
            None => ndim.saturating_sub(1),
        };
        let axes = self.axes.clone().unwrap_or_else(|| (first..ndim).collect());
        if let Some(axis) = axes.iter().copied().find(|axis| *axis >= ndim) {
            return Err(Error::Axis { axis, ndim });
        }
        let mut lens: Vec<usize> = axes.iter().map(|axis| shape[*axis]).collect();
        if let (Kind::ToReal, Some(last)) = (job.kind, lens.last_mut()) {
            *last = 2 * last.saturating_sub(1);
        }
        let lens = self.lens.clone().unwrap_or(lens);
        if lens.len() != axes.len() || axes.is_empty() && (job.kind != Kind::Complex || ndim == 0) {
            return Err(Error::Ndim { found: lens.len(), expected: axes.len().max(1) });
        }
        Ok((axes, lens))
    }
}

impl From<Axis> for Along {
    fn from(axis: Axis) -> Self {
        Self::axis(axis)
    }
}

/// Which of the methods it is.
struct Job {
    kind: Kind,
    is_forward: bool,
    /// Whether it is along all axes unless some are named.
    is_of_all: bool,
}

/// A real number of arrays that are transformed: `f32` or `f64`.
pub trait FftReal: Real + Element + ScaleElement + crate::sealed::Sealed {}

impl FftReal for f32 {}
impl FftReal for f64 {}

/// The most axes of one plan.
const MOST: usize = 3;

/// Axes of an array, in the order in which they are transformed, and their lengths.
struct Group<'a> {
    axes: &'a [usize],
    lens: &'a [usize],
}

/// Splits axes into groups that plans can have: from the last one on, up to three, none twice.
///
/// An axis of one element is alone, if it is the last: with others, cuFFT can't transform to real numbers along it.
fn groups<'a>(axes: &'a [usize], lens: &'a [usize]) -> Vec<Group<'a>> {
    let (mut groups, mut end) = (Vec::new(), axes.len());
    while end > 0 {
        let mut start = end - 1;
        while start > 0
            && lens[end - 1] != 1
            && end - start < MOST
            && !axes[start..end].contains(&axes[start - 1])
        {
            start -= 1;
        }
        groups.push(Group { axes: &axes[start..end], lens: &lens[start..end] });
        end = start;
    }
    groups
}

/// Returns where cuFFT finds the elements of a layout, whose last axes are transformed, and the number of transforms; `None` if
/// their strides aren't those of one batch.
fn place(layout: &Layout<IxDyn>, transformed: usize) -> Option<(cufft::Layout, usize)> {
    // One element of an axis is anywhere: 0.
    let step = |(len, stride): (usize, isize)| match len {
        0 | 1 => Some((1, 0)),
        _ => Some((len, usize::try_from(stride).ok().filter(|stride| *stride > 0)?)),
    };
    let mut outer = layout.axes().map(step).collect::<Option<Vec<_>>>()?;
    let mut inner = outer.split_off(layout.ndim() - transformed);
    let (mut batch, mut distance) = (1, 1);
    for (len, stride) in outer.into_iter().rev().filter(|(len, _)| *len > 1) {
        match batch {
            1 => distance = stride,
            _ if stride == batch * distance => {}
            _ => return None,
        }
        batch *= len;
    }
    // Axes of one element get the stride of the one before; the first ones, what follows from those after.
    let mut before = 0;
    for (_, stride) in &mut inner {
        *stride = if *stride == 0 { before } else { *stride };
        before = *stride;
    }
    let mut after = 1;
    for (len, stride) in inner.iter_mut().rev() {
        *stride = if *stride == 0 { after } else { *stride };
        after = *len * *stride;
    }
    let mut embed = vec![inner.first()?.0];
    for pair in inner.windows(2) {
        let ((_, stride), (len, next)) = (pair[0], pair[1]);
        embed.push(
            Some(stride / next).filter(|count| *count >= len && stride.is_multiple_of(next))?,
        );
    }
    let axes = Axes::try_from(&embed[..]).ok()?;
    Some((cufft::Layout::of(axes).stride(inner.last()?.1).distance(distance), batch))
}

/// Returns the order of axes in which some are the last ones.
fn moved(ndim: usize, last: &[usize]) -> Vec<usize> {
    let others = (0..ndim).filter(|axis| !last.contains(axis));
    others.chain(last.iter().copied()).collect()
}

/// Returns the elements of a view, whose last axes get these lengths: cut, or continued with zeros. It is the view itself if it
/// may be, and cuFFT finds them there.
fn of_lens<'a, A: Element>(
    view: &DeviceArrayView<'a, A, IxDyn>,
    lens: &[usize],
    (is_kept, alignment): (bool, usize),
    copy: &'a mut Option<DeviceArray<A, IxDyn>>,
) -> Result<DeviceArrayView<'a, A, IxDyn>, Error> {
    let (ndim, first) = (view.ndim(), view.ndim() - lens.len());
    let (mut cut, mut shape) = (view.clone(), view.raw_dim());
    let mut is_longer = false;
    for (axis, len) in (first..ndim).zip(lens) {
        is_longer |= *len > shape[axis];
        let end = shape[axis].min(*len) as isize;
        cut = cut.slice_axis(Axis(axis), Slice::new(0, Some(end), 1))?;
        shape[axis] = *len;
    }
    let is_aligned = cut.device_pointer().is_multiple_of(alignment as u64);
    if !is_longer && !is_kept && is_aligned && place(cut.layout(), lens.len()).is_some() {
        return Ok(cut);
    }
    let layout = Layout::contiguous(shape, Order::RowMajor)?;
    let mut whole = DeviceArray::uninit(view.stream(), layout)?;
    if is_longer {
        whole.view_mut()?.fill(A::zeroed())?;
    }
    let mut part = whole.view_mut()?;
    for axis in first..ndim {
        part = part.slice_axis(Axis(axis), Slice::new(0, Some(cut.shape()[axis] as isize), 1))?;
    }
    part.assign(&cut)?;
    Ok(copy.insert(whole).view())
}

/// Transforms along the axes of a group, to a new array.
fn transform<A: Transform<B>, B: Element>(
    from: &DeviceArrayView<'_, A, IxDyn>,
    group: &Group<'_>,
    plans: &mut Plans,
    run: impl FnOnce(
        &mut cufft::Plan<A, B>,
        DeviceArrayView<'_, A, IxDyn>,
        &mut DeviceArray<B, IxDyn>,
    ) -> Result<(), cufft::Error>,
) -> Result<DeviceArray<B, IxDyn>, Error> {
    let Group { axes, lens } = group;
    let order = moved(from.ndim(), axes);
    let halved = |is_half: bool| {
        let mut lens = lens.to_vec();
        if let (true, Some(last)) = (is_half, lens.last_mut()) {
            *last = *last / 2 + 1;
        }
        lens
    };
    let kind = A::TYPES.kind;
    let moved_from = from.permuted_axes(IxDyn(&order))?;
    let mut copy = None;
    // What becomes real is overwritten.
    let how = (kind == Kind::ToReal, A::TYPES.sizes[0].max(A::TYPES.sizes[1]));
    let x = of_lens(&moved_from, &halved(kind == Kind::ToReal), how, &mut copy)?;
    let mut shape = from.raw_dim();
    for (axis, len) in axes.iter().zip(halved(kind == Kind::FromReal)) {
        shape[*axis] = len;
    }
    // Row-major if cuFFT can write it so.
    let layout = Layout::contiguous(shape, Order::RowMajor)?;
    let mut seen = layout.permuted_axes(IxDyn(&order))?;
    let mut to = place(&seen, axes.len());
    if to.is_none() {
        seen = Layout::contiguous(seen.raw_dim(), Order::RowMajor)?;
        to = place(&seen, axes.len());
    }
    let mut back = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, axis)| back[*axis] = at);
    let layout = seen.permuted_axes(IxDyn(&back))?;
    let mut y = DeviceArray::uninit(from.stream(), layout)?;
    let shape = Shape::new(Axes::try_from(*lens)?);
    if y.is_empty() && !lens.contains(&0) {
        return Ok(y);
    }
    let shape = match (place(x.layout(), axes.len()), to) {
        (Some((input, batch)), Some((output, _))) => shape.batch(batch).input(input).output(output),
        // An array without elements has an axis of none, which cuFFT refuses.
        _ => shape,
    };
    run(plans.get(shape)?, x, &mut y)?;
    Ok(y)
}

/// Transforms complex numbers along groups of axes.
fn complex<T: FftReal>(
    from: &DeviceArrayView<'_, Complex<T>, IxDyn>,
    groups: &[Group<'_>],
    is_forward: bool,
    plans: &mut Plans,
) -> Result<Option<DeviceArray<Complex<T>, IxDyn>>, Error> {
    let mut last = None;
    for group in groups {
        let from = last.as_ref().map_or_else(|| from.clone(), DeviceArray::view);
        let next = transform(&from, group, plans, |plan, x, y| {
            let (x, y) = (x.extent(), y.as_buffer_mut());
            let mut fft = plan.on(x.stream());
            if is_forward { fft.forward(x, y) } else { fft.inverse(x, y) }
        })?;
        last = Some(next);
    }
    Ok(last)
}

/// Multiplies what was transformed by its norm, and returns it.
fn normalized<A: Element, T: FftReal, D: Dimension>(
    array: DeviceArray<A, IxDyn>,
    along: &Along,
    lens: &[usize],
    is_forward: bool,
) -> Result<DeviceArray<A, D>, Error> {
    let all: f64 = lens.iter().map(|len| *len as f64).product();
    let factor = match (along.norm, is_forward) {
        (Norm::Ortho, _) => 1.0 / all.sqrt(),
        (Norm::Backward, false) | (Norm::Forward, true) => 1.0 / all,
        _ => 1.0,
    };
    let (mut buffer, layout) = array.into_buffer();
    if factor != 1.0 {
        kernels::scale::<T>(buffer.as_slice_mut().cast()?, factor)?;
    }
    DeviceArray::from_buffer(buffer, layout.into_dimensionality()?)
}

fn of_complex<T: FftReal, D: Dimension>(
    view: &DeviceArrayView<'_, Complex<T>, D>,
    along: &Along,
    plans: &mut Plans,
    job: &Job,
) -> Result<DeviceArray<Complex<T>, D>, Error> {
    let (axes, lens) = along.of(view.shape(), job)?;
    let view = view.into_dyn();
    let done = complex(&view, &groups(&axes, &lens), job.is_forward, plans)?;
    let array = done.map_or_else(|| view.to_standard_layout(), Ok)?;
    normalized::<_, T, D>(array, along, &lens, job.is_forward)
}

fn from_real<T: FftReal, D: Dimension>(
    view: &DeviceArrayView<'_, T, D>,
    along: &Along,
    plans: &mut Plans,
    job: &Job,
) -> Result<DeviceArray<Complex<T>, D>, Error> {
    let (axes, lens) = along.of(view.shape(), job)?;
    let groups = groups(&axes, &lens);
    let first = transform(&view.into_dyn(), &groups[0], plans, |plan, x, y| {
        let x = x.extent();
        plan.on(x.stream()).forward(x, y.as_buffer_mut())
    })?;
    let rest = complex(&first.view(), &groups[1..], true, plans)?;
    normalized::<_, T, D>(rest.unwrap_or(first), along, &lens, true)
}

fn to_real<T: FftReal, D: Dimension>(
    view: &DeviceArrayView<'_, Complex<T>, D>,
    along: &Along,
    plans: &mut Plans,
    job: &Job,
) -> Result<DeviceArray<T, D>, Error> {
    let (axes, lens) = along.of(view.shape(), job)?;
    let mut groups = groups(&axes, &lens);
    let last = groups.remove(0);
    // In NumPy's order, which counts where an axis is named twice.
    groups.reverse();
    let view = view.into_dyn();
    let rest = complex(&view, &groups, false, plans)?;
    let view = rest.as_ref().map_or(view, DeviceArray::view);
    let array = transform::<Complex<T>, T>(&view, &last, plans, |plan, x, y| {
        // SAFETY: the view is of a copy that nothing else has.
        let x = unsafe { x.into_extent_mut() };
        plan.on(x.stream()).inverse(x, y.as_buffer_mut())
    })?;
    normalized::<_, T, D>(array, along, &lens, false)
}

/// Defines the methods of arrays and views.
macro_rules! methods {
    ($($array:ident<$($lifetime:lifetime,)? A, D>;)*) => {$(
        impl<T: FftReal, D: Dimension> $array<$($lifetime,)? Complex<T>, D> {
            methods! { of_complex Complex<T>:
                /// Returns the Fourier transform along the last axis, or those of `along`: NumPy's `fft`, in the stream's order.
                fft Complex true false;
                /// Returns the inverse of [`fft`](Self::fft).
                ifft Complex false false;
                /// Returns the Fourier transform along all axes, or those of `along`: NumPy's `fftn`, and `fft2` for two axes.
                fftn Complex true true;
                /// Returns the inverse of [`fftn`](Self::fftn).
                ifftn Complex false true;
            }
            methods! { to_real T:
                /// Returns the real numbers of which this is [`rfft`](DeviceArrayView::rfft). Unless a length is given, it is even.
                irfft ToReal false false;
                /// Returns the real numbers of which this is [`rfftn`](DeviceArrayView::rfftn). Unless a length is given, that of the
                /// last axis is even.
                irfftn ToReal false true;
            }
        }

        impl<T: FftReal, D: Dimension> $array<$($lifetime,)? T, D> {
            methods! { from_real Complex<T>:
                /// Returns the first half of the Fourier transform of real numbers, along the last axis, or that of `along`: NumPy's
                /// `rfft`. The other half has their conjugates.
                rfft FromReal true false;
                /// Returns the Fourier transform of real numbers along all axes, or those of `along`, of which the last one is halved:
                /// NumPy's `rfftn`.
                rfftn FromReal true true;
            }
        }
    )*};
    ($run:ident $Output:ty: $($(#[$doc:meta])* $name:ident $kind:ident $is_forward:literal $is_of_all:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::Axis`], [`Error::Ndim`]; [`Error::Fft`], also for a length of 0; or the driver's error.
        pub fn $name(&self, along: impl Into<Along>, plans: &mut Plans) -> Result<DeviceArray<$Output, D>, Error> {
            let job = Job { kind: Kind::$kind, is_forward: $is_forward, is_of_all: $is_of_all };
            $run(&self.into(), &along.into(), plans, &job)
                .map_err(|error| error.in_call(stringify!($name)))
        }
    )*};
}

methods! {
    DeviceArray<A, D>;
    SharedDeviceArray<A, D>;
    DeviceArrayView<'_, A, D>;
    DeviceArrayViewMut<'_, A, D>;
}
