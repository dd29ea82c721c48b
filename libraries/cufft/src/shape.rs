use core::fmt;

/// The sizes of one to three axes, the last of which varies fastest in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axes {
    /// Those that aren't there are 1, and come first.
    pub(crate) sizes: [usize; 3],
    pub(crate) rank: usize,
}

impl Axes {
    /// Returns the sizes.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes[3 - self.rank..]
    }
}

impl From<usize> for Axes {
    fn from(size: usize) -> Self {
        Self { sizes: [1, 1, size], rank: 1 }
    }
}

impl From<[usize; 1]> for Axes {
    fn from([size]: [usize; 1]) -> Self {
        size.into()
    }
}

impl From<[usize; 2]> for Axes {
    fn from([rows, columns]: [usize; 2]) -> Self {
        Self { sizes: [1, rows, columns], rank: 2 }
    }
}

impl From<[usize; 3]> for Axes {
    fn from(sizes: [usize; 3]) -> Self {
        Self { sizes, rank: 3 }
    }
}

impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, size) in self.sizes().iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " × " })?;
            write!(f, "{size}")?;
        }
        Ok(())
    }
}

/// Where the elements of a transform are in memory: cuFFT's [advanced data
/// layout](https://docs.nvidia.com/cuda/cufft/index.html#advanced-data-layout).
///
/// They are the first ones, along each axis, of an array. The element `[x, y, z]` of the transform `b` of a batch is at
/// `b * distance + ((x * axes[1] + y) * axes[2] + z) * stride`.
///
/// ```
/// use cufft::Layout;
///
/// // The red channel of a picture of 480 rows of 640 pixels, of three numbers each.
/// let red = Layout::of([480, 640]).stride(3);
/// // All three channels, as a batch.
/// let channels = red.distance(1);
/// # let _ = channels;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("inembed", "onembed", "istride", "ostride", "idist", "odist"))]
pub struct Layout {
    pub(crate) axes: Axes,
    pub(crate) stride: usize,
    pub(crate) distance: Option<usize>,
}

impl Layout {
    /// Creates the layout of an array with these axes, whose elements are next to each other, and of arrays one after the other.
    #[must_use]
    pub fn of(axes: impl Into<Axes>) -> Self {
        Self { axes: axes.into(), stride: 1, distance: None }
    }

    /// Sets the distance of two elements along the last axis.
    #[must_use]
    pub fn stride(self, stride: usize) -> Self {
        Self { stride, ..self }
    }

    /// Sets the distance of the first elements of two transforms of a batch.
    #[must_use]
    pub fn distance(self, distance: usize) -> Self {
        Self { distance: Some(distance), ..self }
    }
}

/// What a plan transforms: the axes, how many there are in a batch, and where the elements are. By default they are packed: one
/// after the other.
///
/// ```
/// use cufft::{Layout, Shape};
///
/// let lines = Shape::new(1024).batch(100);
/// let pictures = Shape::new([480, 640]).batch(3);
/// // Every second column of a matrix of 100 rows and 64 columns, to the rows of another matrix.
/// let columns = Shape::new(100).batch(32).input(Layout::of(100).stride(64).distance(2)).output(Layout::of(100));
/// # let _ = (lines, pictures, columns);
/// ```
///
/// The axes are those of the real numbers. Of the last one, a transform from real numbers writes the first `n / 2 + 1` complex
/// numbers, and one to real numbers reads as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub(crate) axes: Axes,
    pub(crate) batch: usize,
    pub(crate) is_in_place: bool,
    pub(crate) input: Option<Layout>,
    pub(crate) output: Option<Layout>,
}

impl Shape {
    /// Creates the shape of one transform: `Shape::new(1024)`, `Shape::new([480, 640])`.
    #[must_use]
    pub fn new(axes: impl Into<Axes>) -> Self {
        Self { axes: axes.into(), batch: 1, is_in_place: false, input: None, output: None }
    }

    /// Sets the number of transforms.
    #[must_use]
    pub fn batch(self, batch: usize) -> Self {
        Self { batch, ..self }
    }

    /// Sets where the input is.
    #[must_use]
    pub fn input(self, layout: Layout) -> Self {
        Self { input: Some(layout), ..self }
    }

    /// Sets where the output is.
    #[must_use]
    pub fn output(self, layout: Layout) -> Self {
        Self { output: Some(layout), ..self }
    }

    /// Gives rows of packed real numbers the room of their complex numbers, which replace them: `n / 2 + 1` complex numbers, or
    /// twice as many real ones.
    #[must_use]
    pub fn in_place(self) -> Self {
        Self { is_in_place: true, ..self }
    }

    /// Returns the axes.
    #[must_use]
    pub fn axes(&self) -> &[usize] {
        self.axes.sizes()
    }
}

impl<A: Into<Axes>> From<A> for Shape {
    fn from(axes: A) -> Self {
        Self::new(axes)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.batch != 1 {
            write!(f, "{} times ", self.batch)?;
        }
        write!(f, "{}", self.axes)?;
        for (name, layout) in [("from", self.input), ("to", self.output)] {
            if let Some(Layout { axes, stride, distance }) = layout {
                write!(f, " {name} an array of {axes} (stride {stride}")?;
                match distance {
                    Some(distance) => write!(f, ", distance {distance})")?,
                    None => f.write_str(")")?,
                }
            }
        }
        Ok(())
    }
}
