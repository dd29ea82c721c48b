use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr;

use crate::error::Error;
use crate::launch::argument::sealed;
use crate::launch::check::{ArgumentCheck, check_sizes};
use crate::launch::{Argument, ArgumentMismatch, Arguments, Launchable};
use crate::module::ParameterInfo;
use crate::stream::Stream;

/// The unit in which a list grows, and the largest alignment in it.
const UNIT: usize = size_of::<u128>();

/// How many arguments a list has without an allocation.
const INLINE_ARGUMENTS: usize = 16;

/// How many units of values a list has without an allocation.
const INLINE_UNITS: usize = 16;

/// Arguments whose number or types are only known at run time. Memory that they refer to is borrowed for `'a`.
///
/// Up to 16 arguments of together 256 bytes need no allocation: a new list for each launch is as cheap as it gets. A longer
/// list that is [reset](Self::reset) or [cleared](Self::clear) and filled again reuses its memory. A launch with a list
/// never allocates. Many arguments of one type are added faster by [`extend`](Extend::extend) than one by one.
///
/// ```no_run
/// # use cuda_driver::{ArgumentList, Function, Launch, Stream};
/// # fn run(stream: &Stream, kernel: &Function) -> Result<(), cuda_driver::Error> {
/// let mut empty = ArgumentList::new();
/// for round in 0..10u32 {
///     let mut out = stream.alloc::<f32>(100)?;
///     let mut list = empty;
///     list.push(round).push(&mut out);
///     // SAFETY: kernel(unsigned, float *), 100 elements.
///     unsafe { stream.launch(kernel, Launch::grid(1), &list) }?;
///     empty = list.reset();
/// }
/// # Ok(()) }
/// ```
///
/// A launch compares a list with the kernel's parameters, as it does a tuple.
#[derive(Debug)]
pub struct ArgumentList<'a> {
    /// The values, one after the other, each aligned for its type, up to 16 bytes, until they are moved to `heap`.
    inline: [MaybeUninit<u128>; INLINE_UNITS],
    /// The byte at which each value in `inline` begins.
    starts: [u16; INLINE_ARGUMENTS],
    /// The size of each value in `inline`, in bytes.
    sizes: [u16; INLINE_ARGUMENTS],
    /// The number of arguments.
    len: usize,
    /// The number of bytes of the units that are used.
    bytes: usize,
    heap: Heap,
    /// The stream of the first value that is memory, with the index of its argument.
    first_stream: Option<StreamOfArgument>,
    /// Those of later values, each with the index of its first argument after one of another stream.
    other_streams: Vec<StreamOfArgument>,
    borrowed: PhantomData<&'a ()>,
}

/// The values of a list that has outgrown its inline storage, and stays here when it is filled again.
#[derive(Debug, Default)]
struct Heap {
    /// Not empty if the list is here.
    units: Vec<MaybeUninit<u128>>,
    /// A pointer to each value, into `units`.
    pointers: Vec<*mut c_void>,
    /// The size of each value, in bytes.
    sizes: Vec<usize>,
}

type StreamOfArgument = (usize, Stream);

// SAFETY: the pointers are to memory that the value owns, and only the driver follows them.
unsafe impl Send for ArgumentList<'_> {}
// SAFETY: as above; a shared reference writes nothing.
unsafe impl Sync for ArgumentList<'_> {}

impl Default for ArgumentList<'_> {
    #[inline]
    fn default() -> Self {
        Self::over(Heap::default(), Vec::new())
    }
}

impl<'a> ArgumentList<'a> {
    /// Creates an empty list.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an argument.
    #[inline]
    pub fn push<A: Argument + 'a>(&mut self, argument: A) -> &mut Self {
        let value = argument.value();
        self.note_stream(&argument, self.len);
        let align = align_of::<A::Value>();
        // SAFETY: the value is alive, and has that size.
        unsafe { self.push_value((&raw const value).cast(), size_of::<A::Value>(), align) };
        self
    }

    /// Appends an argument of a type that is only known at run time, such as a structure whose fields a compiler of
    /// kernels has laid out: the kernel receives these bytes.
    ///
    /// The parameter must have that size; [`check`](Self::check) finds one that has another. Its alignment is the
    /// kernel's affair: the driver copies the bytes to where the kernel expects them.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
    /// use cuda_driver::{ArgumentList, Launch};
    ///
    /// // scale(const float *x, float *out, size_t n), whose last parameter is described at run time.
    /// let scale = context.load_ptx(kernels)?.function("scale")?;
    /// let (x, mut out) = (stream.upload(&[1.0f32, 2.0])?, stream.alloc::<f32>(2)?);
    /// let n: Vec<u8> = 2u64.to_ne_bytes().to_vec();
    /// let mut list = ArgumentList::new();
    /// list.push(&x).push(&mut out).push_bytes(&n);
    /// list.check(&scale)?;
    /// // SAFETY: the arguments are those of the kernel, and there are two elements.
    /// unsafe { stream.launch(&scale, Launch::elements(2, 32), &list) }?;
    /// drop(list);
    /// assert_eq!(out.to_vec()?, [2.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn push_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        // SAFETY: the slice is alive, and has that size.
        unsafe { self.push_value(bytes.as_ptr().cast(), bytes.len(), UNIT) };
        self
    }

    /// Appends a value.
    ///
    /// # Safety
    /// `value` is valid for reads of `size` bytes, which may be uninitialized.
    #[inline]
    unsafe fn push_value(&mut self, value: *const MaybeUninit<u8>, size: usize, align: usize) {
        let start = self.bytes.next_multiple_of(align.min(UNIT));
        let is_inline = self.heap.units.is_empty()
            && self.len < INLINE_ARGUMENTS
            && size <= (INLINE_UNITS * UNIT).saturating_sub(start);
        if is_inline {
            let target = self.inline.as_mut_ptr().cast::<MaybeUninit<u8>>();
            // SAFETY: there is room for it; the units hold any bytes, such as padding.
            unsafe { ptr::copy_nonoverlapping(value, target.add(start), size) };
            // Both are at most 256.
            self.starts[self.len] = start as u16;
            self.sizes[self.len] = size as u16;
        } else {
            self.make_room(start.saturating_add(size));
            let target = self.heap.at(start);
            // SAFETY: as above.
            unsafe { ptr::copy_nonoverlapping(value, target.cast(), size) };
            self.heap.pointers.push(target);
            self.heap.sizes.push(size);
        }
        self.bytes = start + size;
        self.len += 1;
    }

    /// Appends the next arguments of the iterator, at most `count`, to the heap.
    #[inline]
    fn extend_up_to<A: Argument + 'a>(
        &mut self,
        count: usize,
        arguments: &mut impl Iterator<Item = A>,
    ) {
        let size = size_of::<A::Value>();
        let start = self.bytes.next_multiple_of(align_of::<A::Value>().min(UNIT));
        self.make_room(start.saturating_add(count.saturating_mul(size)));
        let first = self.heap.at(start).cast::<A::Value>();
        let mut added = 0;
        arguments.take(count).for_each(|argument| {
            // SAFETY: there is room for `count`; the units hold any bytes, such as padding.
            unsafe { first.add(added).write_unaligned(argument.value()) };
            self.note_stream(&argument, self.len + added);
            added += 1;
        });
        self.bytes = start + added * size;
        self.len += added;
        let pointers = (0..added).map(|index| first.wrapping_add(index).cast());
        self.heap.pointers.extend(pointers);
        self.heap.sizes.resize(self.len, size);
    }

    /// Makes room on the heap for that many bytes of values, and moves those that are inline there.
    #[inline]
    fn make_room(&mut self, bytes: usize) {
        if self.heap.units.is_empty() {
            self.move_to_heap(bytes);
        } else if bytes > self.heap.units.len() * UNIT {
            self.heap.grow(bytes);
        }
    }

    /// Moves the inline values to the heap, which has room for that many bytes then.
    #[cold]
    #[inline]
    fn move_to_heap(&mut self, bytes: usize) {
        // Making room may panic, and a list is on the heap only with all of its values.
        let mut heap = Heap::default();
        heap.units.extend_from_slice(&self.inline);
        heap.grow(bytes.max(2 * INLINE_UNITS * UNIT));
        for (start, size) in self.starts.iter().zip(&self.sizes).take(self.len) {
            let target = heap.at(usize::from(*start));
            heap.pointers.push(target);
            heap.sizes.push(usize::from(*size));
        }
        self.heap = heap;
    }

    /// Records the stream of an argument that is memory, unless it is that of the one before.
    #[inline]
    fn note_stream(&mut self, argument: &impl Argument, index: usize) {
        argument.for_each_stream(&mut |stream| {
            // A clone, because an argument may own its stream, and be dropped before the launch.
            match self.other_streams.last().or(self.first_stream.as_ref()) {
                None => self.first_stream = Some((index, stream.clone())),
                Some((_, last)) if last == stream => {}
                Some(_) => self.other_streams.push((index, stream.clone())),
            }
        });
    }

    /// Compares the number and the sizes of the arguments with the parameters of a kernel, as a launch does. The driver is
    /// asked for them once.
    ///
    /// # Errors
    /// An [`Error`] that identifies the wrong argument.
    pub fn check(&self, kernel: &impl Launchable) -> Result<ArgumentCheck, Error> {
        match kernel.layout()? {
            None => Ok(ArgumentCheck::Unknown),
            Some(parameters) => {
                self.check_parameters(parameters)?;
                Ok(ArgumentCheck::Fits)
            }
        }
    }

    /// Compares the number and the sizes of the arguments with a kernel's parameters, without a call of the driver.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
    /// use cuda_driver::ArgumentList;
    ///
    /// let scale = context.load_ptx(kernels)?.function("scale")?;
    /// let parameters = scale.parameters()?;
    /// let mut list = ArgumentList::new();
    /// list.push(0u64).push(0u64).push(3u32); // The number of elements is a `size_t`.
    /// let error = list.check_parameters(parameters).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "argument 2 (counted from 0) of the kernel takes 8 bytes, and 4 were given"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with which argument.
    #[inline]
    pub fn check_parameters(&self, parameters: &[ParameterInfo]) -> Result<(), ArgumentMismatch> {
        check_sizes(parameters, (0..self.len).map(|index| self.size(index)))
    }

    /// Returns the size of an argument, in bytes.
    #[inline]
    fn size(&self, index: usize) -> usize {
        if self.heap.units.is_empty() { self.sizes[index].into() } else { self.heap.sizes[index] }
    }

    /// Returns the number of arguments.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no arguments.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all arguments. The memory stays allocated.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
        self.bytes = 0;
        self.heap.pointers.clear();
        self.heap.sizes.clear();
        self.first_stream = None;
        self.other_streams.clear();
    }

    /// Returns an empty list with the memory of this one, for arguments with another lifetime.
    #[inline]
    #[must_use]
    pub fn reset<'b>(mut self) -> ArgumentList<'b> {
        self.clear();
        ArgumentList::over(self.heap, self.other_streams)
    }

    /// Creates an empty list that uses this memory.
    #[inline]
    const fn over(heap: Heap, other_streams: Vec<StreamOfArgument>) -> Self {
        Self {
            inline: [MaybeUninit::uninit(); INLINE_UNITS],
            starts: [0; INLINE_ARGUMENTS],
            sizes: [0; INLINE_ARGUMENTS],
            len: 0,
            bytes: 0,
            heap,
            first_stream: None,
            other_streams,
            borrowed: PhantomData,
        }
    }
}

impl Heap {
    /// Returns the address of a byte of the values.
    #[inline]
    fn at(&mut self, byte: usize) -> *mut c_void {
        self.units.as_mut_ptr().wrapping_byte_add(byte).cast()
    }

    /// Makes room for that many bytes, and updates the pointers to the values if they moved.
    #[cold]
    #[inline]
    fn grow(&mut self, bytes: usize) {
        let before = self.units.as_ptr().addr();
        let units = bytes.div_ceil(UNIT).max(self.units.len() * 2);
        self.units.resize(units, MaybeUninit::zeroed());
        let base = self.units.as_mut_ptr().cast::<c_void>();
        for pointer in &mut self.pointers {
            *pointer = base.wrapping_byte_add(pointer.addr() - before);
        }
    }
}

impl<'a, A: Argument + 'a> Extend<A> for ArgumentList<'a> {
    #[inline]
    fn extend<I: IntoIterator<Item = A>>(&mut self, arguments: I) {
        let mut arguments = arguments.into_iter();
        if let (least, Some(most)) = arguments.size_hint()
            && least == most
            && (!self.heap.units.is_empty() || self.len.saturating_add(most) > INLINE_ARGUMENTS)
        {
            self.extend_up_to(most, &mut arguments);
        }
        // All values, or those beyond the size hint.
        arguments.for_each(|argument| {
            self.push(argument);
        });
    }
}

impl sealed::Sealed for &ArgumentList<'_> {}

impl Arguments for &ArgumentList<'_> {
    /// The pointers on the heap, or null, and those to inline values, which may have moved since they were added.
    type Storage = (*mut *mut c_void, [MaybeUninit<*mut c_void>; INLINE_ARGUMENTS]);

    #[inline]
    fn store(&self) -> Self::Storage {
        let mut pointers = [MaybeUninit::uninit(); INLINE_ARGUMENTS];
        // The driver only reads the arrays and the values.
        if !self.heap.units.is_empty() {
            return (self.heap.pointers.as_ptr().cast_mut(), pointers);
        }
        let base = self.inline.as_ptr().cast_mut().cast::<c_void>();
        let starts = self.starts.iter().take(self.len);
        for (pointer, start) in pointers.iter_mut().zip(starts) {
            pointer.write(base.wrapping_byte_add(usize::from(*start)));
        }
        (ptr::null_mut(), pointers)
    }

    #[inline]
    fn pointers((heap, inline): &mut Self::Storage) -> *mut *mut c_void {
        if heap.is_null() { inline.as_mut_ptr().cast() } else { *heap }
    }

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn fit(&self, parameters: &[ParameterInfo]) -> bool {
        // Without an early end, because that takes longer for hundreds that fit.
        let mut differ = parameters.len() ^ self.len;
        if self.heap.units.is_empty() {
            for (parameter, &size) in parameters.iter().zip(&self.sizes) {
                differ |= parameter.size ^ usize::from(size);
            }
        } else {
            for (parameter, &size) in parameters.iter().zip(&self.heap.sizes) {
                differ |= parameter.size ^ size;
            }
        }
        differ == 0
    }

    #[inline]
    fn size_of(&self, index: usize) -> usize {
        self.size(index)
    }

    fn type_name_of(&self, _: usize) -> Option<&'static str> {
        None
    }

    #[inline]
    fn other_stream<'s>(&'s self, stream: &Stream) -> Option<(usize, &'s Stream)> {
        let mut noted = self.first_stream.iter().chain(&self.other_streams);
        let (index, owner) = noted.find(|(_, owner)| owner != stream)?;
        Some((*index, owner))
    }
}
