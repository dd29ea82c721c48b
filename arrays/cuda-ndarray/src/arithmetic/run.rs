//! Compiling and launching expressions.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{ArgumentList, Function, Launch, Stream, sys::CUdeviceptr};
use ndarray::{Dimension, Order};
use nvrtc::{Program, Target};
use nvrtc_cache::Cache;

use crate::arithmetic::code::{Code, THREADS, axes};
use crate::arithmetic::expr::{Expr, Operand};
use crate::arithmetic::scalar::Scalar;
use crate::array::DeviceArray;
use crate::error::{Error, check_stream};
use crate::layout::{Layout, dimension};
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// The most kernels that stay loaded.
const KERNELS: usize = 512;

/// The most blocks of a launch: threads go on with further elements.
const BLOCKS: u64 = 1 << 20;

/// The kernels of expressions, for the streams of one context. NVRTC compiles one when it is first needed, for all expressions of the
/// same functions, types and number of axes, whatever their numbers and shapes; the user's cache keeps it for later programs.
///
/// It can be used by several threads at a time.
#[derive(Debug)]
pub struct Arithmetic {
    stream: Stream,
    target: Target,
    cache: Cache,
    functions: Mutex<LoadedKernels>,
}

/// The kernels that were used last, by their code, each with the time of its last use.
#[derive(Debug, Default)]
struct LoadedKernels {
    functions: HashMap<String, (Function, u64)>,
    /// The number of uses so far.
    time: u64,
}

impl LoadedKernels {
    fn get(&mut self, kernel: &str) -> Option<Function> {
        self.time += 1;
        let (function, used) = self.functions.get_mut(kernel)?;
        *used = self.time;
        Some(function.clone())
    }

    /// Inserts a kernel, and returns the one that it replaces or that is evicted for it: its module is unloaded when it is dropped, which waits for
    /// the context's work.
    fn insert(&mut self, kernel: String, function: Function) -> Option<Function> {
        self.time += 1;
        let replaced = self.functions.insert(kernel, (function, self.time));
        if self.functions.len() <= KERNELS {
            return replaced.map(|(function, _)| function);
        }
        let (oldest, _) = self.functions.iter().min_by_key(|(_, (_, used))| *used)?;
        let oldest = oldest.clone();
        self.functions.remove(&oldest).map(|(function, _)| function)
    }
}

impl Arithmetic {
    /// Has no kernels yet, and compiles them for the device of `stream`, on which expressions without arrays are computed.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn new(stream: &Stream) -> Result<Self, Error> {
        Self::with_cache(stream, Cache::of_this_user())
    }

    /// Does so with a cache of compiled kernels.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn with_cache(stream: &Stream, cache: Cache) -> Result<Self, Error> {
        let device = stream.context().device();
        let capability = device.compute_capability()?;
        let target = Target::of_device(capability, device.driver().version(), &device.name()?);
        Ok(Self { stream: stream.clone(), target, cache, functions: Mutex::default() })
    }

    /// Returns how many kernels are loaded: at most 512. Another one is loaded in place of the least recently used, which is loaded
    /// again when it is needed.
    #[must_use]
    pub fn kernels(&self) -> usize {
        self.functions.lock().unwrap_or_else(PoisonError::into_inner).functions.len()
    }

    fn function(&self, stream: &Stream, kernel: String) -> Result<Function, Error> {
        let lock = || self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        if stream.context() != self.stream.context() {
            return Err(cuda_driver::Error::OtherContext.into());
        }
        if let Some(function) = lock().get(&kernel) {
            return Ok(function);
        }
        // No lock is held during compilation: at worst, two threads compile the same program.
        let functions = include_str!("../kernels/arithmetic.cuh");
        let program = Program::new("arithmetic.cu", format!("{functions}\n{kernel}"))
            // Each function is rounded, as on the host.
            .fmad(false)
            // NVRTC 11's own standard is older.
            .option("--std=c++17");
        let image = self.cache.compile_for(&program, self.target)?;
        let function = stream.context().load(&image)?.function("arithmetic")?;
        let evicted = lock().insert(kernel, function.clone());
        // Without the lock.
        drop(evicted);
        Ok(function)
    }

    /// Computes an expression into a layout of elements, of the shape that it is broadcast to.
    ///
    /// # Safety
    /// They are memory of the stream that nothing else accesses but the expression, at the same indices; none is there twice.
    unsafe fn launch<A: Scalar, D: Dimension>(
        &self,
        code: &Code<'_>,
        stream: &Stream,
        (to, layout): (u64, &Layout<D>),
    ) -> Result<(), Error> {
        if layout.is_empty() {
            return Ok(());
        }
        let of_result = (layout.strides(), size_of::<A>());
        let axes = axes(layout.shape(), of_result, &code.arrays);
        let argument = code.argument(&axes, to)?;
        let count = argument[0];
        let is_small = count < 1 << 31;
        let function = self.function(stream, code.kernel(A::NAME, axes.len(), is_small))?;
        let blocks = count.div_ceil(THREADS.into()).min(BLOCKS) as u32;
        let mut list = ArgumentList::new();
        list.push_bytes(bytemuck::cast_slice(&argument));
        let launch = Launch::grid(blocks).block(THREADS);
        // SAFETY: it is the kernel's argument; the arrays are borrowed by the expression, with their layouts within their memory, and
        // broadcast to this shape; the caller guarantees the result.
        Ok(unsafe { stream.launch(&function, launch, &list) }?)
    }
}

impl<A: Scalar, D: Dimension> Expr<'_, A, D> {
    /// Computes it into a new array, of the shape to which all arrays are broadcast, in the stream's order. Its elements are without gaps:
    /// in C order, or in that of the first array of this shape.
    ///
    /// # Errors
    /// [`Error::Broadcast`], [`Error::TooLarge`]; [`cuda_driver::Error::OtherStream`] and
    /// [`OtherContext`](cuda_driver::Error::OtherContext) in [`Error::Cuda`]; [`Error::Compile`] if there is no NVRTC;
    /// [`Error::Expression`] for an expression that is too long; or the driver's error.
    pub fn compute(&self, arithmetic: &Arithmetic) -> Result<DeviceArray<A, D>, Error> {
        let code = Code::new(self.node())?;
        let stream = code.stream()?.unwrap_or(&arithmetic.stream);
        let shape = code.shape()?;
        let ndim = D::NDIM.unwrap_or(shape.len());
        if shape.len() > ndim {
            return Err(Error::Ndim { found: shape.len(), expected: ndim });
        }
        let whole: Vec<usize> =
            core::iter::repeat_n(1, ndim - shape.len()).chain(shape.iter().copied()).collect();
        let like = code.arrays.iter().map(|(array, _)| array).find(|array| array.shape == whole);
        let layout = match like {
            Some(array) => Layout::<D>::from_parts(
                dimension(&array.shape),
                dimension(bytemuck::cast_slice(&array.strides)),
                usize::MAX >> 2,
            )
            .dense_like(),
            None => Layout::contiguous(dimension(&whole), Order::RowMajor)?,
        };
        let output = DeviceArray::uninit(stream, layout.clone())?;
        // SAFETY: the array is new, and its layout dense.
        unsafe { arithmetic.launch::<A, D>(&code, stream, (output.base(), &layout)) }?;
        Ok(output)
    }

    /// Computes it into elements, broadcast to their shape, in the stream's order; nothing is allocated.
    ///
    /// # Errors
    /// As [`compute`](Self::compute), and as [`DeviceArrayViewMut::assign`].
    pub fn assign_to<E: Dimension>(
        &self,
        target: &mut DeviceArrayViewMut<'_, A, E>,
        arithmetic: &Arithmetic,
    ) -> Result<(), Error> {
        let code = Code::new(self.node())?;
        let stream = target.stream();
        if let Some(other) = code.stream()? {
            check_stream(other, stream)?;
        }
        let shape = code.shape()?;
        check_assignment(&shape, target.shape())?;
        let (first, layout) =
            (target.address_of(target.layout().offset()), target.layout().clone());
        // SAFETY: the target is borrowed exclusively, and has no element twice; its memory is the stream's.
        unsafe { arithmetic.launch::<A, E>(&code, stream, (first, &layout)) }
    }
}

/// Checks that what has one shape can be broadcast to another.
fn check_assignment(from: &[usize], to: &[usize]) -> Result<(), Error> {
    let Some(more) = to.len().checked_sub(from.len()) else {
        return Err(Error::AssignNdim { source_ndim: from.len(), target_ndim: to.len() });
    };
    for (axis, (source_len, target_len)) in from.iter().zip(&to[more..]).enumerate() {
        if *source_len != 1 && source_len != target_len {
            let (source_len, target_len) = (*source_len, *target_len);
            let (source_shape, target_shape) = (from.to_vec(), to.to_vec());
            let axis = more + axis;
            return Err(Error::AssignAxis {
                axis,
                source_len,
                target_len,
                source_shape,
                target_shape,
            });
        }
    }
    Ok(())
}

/// Computes elements of themselves.
///
/// # Safety
/// They are memory of the stream that is borrowed for `'x`, and that nothing else accesses; none is there twice.
unsafe fn update<'x, A: Scalar, D: Dimension, E: Dimension>(
    arithmetic: &Arithmetic,
    (stream, base, layout): (&'x Stream, CUdeviceptr, Layout<D>),
    function: impl FnOnce(Expr<'x, A, D>) -> Expr<'x, A, E>,
) -> Result<(), Error> {
    // SAFETY: the caller guarantees it; the expression alone reads the elements.
    let view = unsafe { DeviceArrayView::<'x, A, D>::from_raw_parts(stream, base, layout.clone()) };
    let first = view.address_of(layout.offset());
    let expression = function(view.into_expr());
    let code = Code::new(expression.node())?;
    if let Some(other) = code.stream()? {
        check_stream(other, stream)?;
    }
    let shape = code.shape()?;
    if !code.arrays.is_empty() && shape != layout.shape() {
        return Err(Error::Shape { source_shape: shape, target_shape: layout.shape().to_vec() });
    }
    // SAFETY: each element is written after it was read, by the same thread, and read by no other, because the expression has this
    // shape.
    unsafe { arithmetic.launch::<A, D>(&code, stream, (first, &layout)) }
}

impl<A: Scalar, D: Dimension> DeviceArrayViewMut<'_, A, D> {
    /// Computes elements of themselves, in the stream's order; nothing is allocated: `y.update(&arithmetic, |y| y * 2.0 + &x)`.
    ///
    /// # Errors
    /// As [`Expr::assign_to`]; [`Error::Shape`] if the result has another shape.
    pub fn update<'x, E: Dimension>(
        &'x mut self,
        arithmetic: &Arithmetic,
        function: impl FnOnce(Expr<'x, A, D>) -> Expr<'x, A, E>,
    ) -> Result<(), Error> {
        let place = (self.stream(), self.base(), self.layout().clone());
        // SAFETY: the view is borrowed exclusively for as long, and has no element twice.
        unsafe { update(arithmetic, place, function) }
    }
}

impl<A: Scalar, D: Dimension> DeviceArray<A, D> {
    /// Computes the elements of themselves: see [`DeviceArrayViewMut::update`].
    ///
    /// # Errors
    /// As [`DeviceArrayViewMut::update`], and [`Error::Overlap`].
    pub fn update<'x, E: Dimension>(
        &'x mut self,
        arithmetic: &Arithmetic,
        function: impl FnOnce(Expr<'x, A, D>) -> Expr<'x, A, E>,
    ) -> Result<(), Error> {
        self.layout().check_writable()?;
        let place = (self.stream(), self.base(), self.layout().clone());
        // SAFETY: the array is borrowed exclusively for as long, and has no element twice.
        unsafe { update(arithmetic, place, function) }
    }
}
