use cuda_driver::Element;
use cuda_libraries_sys::curand::{curandOrdering_t, curandRngType_t};

mod sealed {
    pub trait Sealed {}
}

/// The number of dimensions that a quasi-random generator can have.
pub const MAX_DIMENSIONS: u32 = 20_000;

/// A kind of generator, with where its sequence begins: [`Xorwow`], [`Sobol32`] and the others of this crate.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator of cuRAND",
    note = "generators are Xorwow, Mrg32k3a, Philox4x32x10, Mtgp32, Mt19937, Sobol32, ScrambledSobol32, Sobol64 and \
            ScrambledSobol64"
)]
pub trait Kind: Copy + core::fmt::Debug + Send + Sync + 'static + sealed::Sealed {
    /// The generator's integers: `u64` for 64-bit Sobol sequences, and `u32` for the others.
    type Bits: Element + Bits;

    #[doc(hidden)]
    const TYPE: curandRngType_t;
    /// Whether normally distributed numbers can only be generated in pairs.
    #[doc(hidden)]
    const IN_PAIRS: bool;

    #[doc(hidden)]
    fn start(&self) -> Start;
}

/// An integer of a generator: `u32` or `u64`.
pub trait Bits: sealed::Sealed {
    #[doc(hidden)]
    const IS_LONG: bool;
}

impl sealed::Sealed for u32 {}
impl sealed::Sealed for u64 {}
impl Bits for u32 {
    const IS_LONG: bool = false;
}

impl Bits for u64 {
    const IS_LONG: bool = true;
}

/// A kind whose sequence can begin at any offset: all except [`Mtgp32`] and [`Mt19937`].
#[diagnostic::on_unimplemented(
    message = "the sequence of `{Self}` can't begin at an offset",
    note = "of cuRAND's generators, Mtgp32 and Mt19937 always begin at their start"
)]
pub trait Offset: Kind {
    #[doc(hidden)]
    fn set_offset(&mut self, offset: u64);
}

/// What is set in a new generator.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Start {
    pub seed: Option<u64>,
    pub offset: u64,
    pub ordering: Option<Ordering>,
    pub dimensions: Option<u32>,
}

/// The order in which a pseudo-random generator writes its numbers: [documentation](https://docs.nvidia.com/cuda/curand/host-api-overview.html#generator-options).
#[doc(alias = "curandOrdering_t")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Ordering {
    /// What this cuRAND considers best on all devices: the same numbers on each, but later releases may have others.
    #[doc(alias("CURAND_ORDERING_PSEUDO_DEFAULT", "CURAND_ORDERING_PSEUDO_BEST"))]
    #[default]
    Default,
    /// The same numbers on each device and with each release.
    #[doc(alias = "CURAND_ORDERING_PSEUDO_LEGACY")]
    Legacy,
    /// What is fastest on the device. Other devices and releases have other numbers.
    #[doc(alias = "CURAND_ORDERING_PSEUDO_DYNAMIC")]
    Dynamic,
    /// Starts faster, with parts of the sequence that may be statistically dependent. [`Xorwow`] has it.
    #[doc(alias = "CURAND_ORDERING_PSEUDO_SEEDED")]
    Seeded,
}

impl Ordering {
    pub(crate) fn as_raw(self) -> curandOrdering_t {
        match self {
            Self::Default => curandOrdering_t::CURAND_ORDERING_PSEUDO_DEFAULT,
            Self::Legacy => curandOrdering_t::CURAND_ORDERING_PSEUDO_LEGACY,
            Self::Dynamic => curandOrdering_t::CURAND_ORDERING_PSEUDO_DYNAMIC,
            Self::Seeded => curandOrdering_t::CURAND_ORDERING_PSEUDO_SEEDED,
        }
    }
}

/// G. Marsaglia's XORWOW: cuRAND's default.
#[doc(alias = "CURAND_RNG_PSEUDO_XORWOW")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Xorwow {
    seed: u64,
    ordering: Ordering,
    offset: u64,
}

impl Xorwow {
    /// Begins the sequence of `seed`.
    #[doc(alias = "curandSetPseudoRandomGeneratorSeed")]
    #[must_use]
    pub const fn seed(seed: u64) -> Self {
        Self { seed, ordering: Ordering::Default, offset: 0 }
    }

    /// Sets the order of numbers in memory.
    #[doc(alias = "curandSetGeneratorOrdering")]
    #[must_use]
    pub const fn ordering(mut self, ordering: Ordering) -> Self {
        self.ordering = ordering;
        self
    }

    /// Begins after the first `offset` integers of the sequence.
    #[doc(alias = "curandSetGeneratorOffset")]
    #[must_use]
    pub const fn offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }
}

impl sealed::Sealed for Xorwow {}
impl Kind for Xorwow {
    type Bits = u32;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_PSEUDO_XORWOW;
    const IN_PAIRS: bool = true;

    fn start(&self) -> Start {
        Start {
            seed: Some(self.seed),
            ordering: Some(self.ordering),
            offset: self.offset,
            ..Start::default()
        }
    }
}

impl Offset for Xorwow {
    fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }
}

/// P. L'Ecuyer's combined multiple recursive generator MRG32k3a.
#[doc(alias = "CURAND_RNG_PSEUDO_MRG32K3A")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mrg32k3a {
    seed: u64,
    ordering: Ordering,
    offset: u64,
}

impl Mrg32k3a {
    /// Begins the sequence of `seed`.
    #[doc(alias = "curandSetPseudoRandomGeneratorSeed")]
    #[must_use]
    pub const fn seed(seed: u64) -> Self {
        Self { seed, ordering: Ordering::Default, offset: 0 }
    }

    /// Sets the order of numbers in memory.
    #[doc(alias = "curandSetGeneratorOrdering")]
    #[must_use]
    pub const fn ordering(mut self, ordering: Ordering) -> Self {
        self.ordering = ordering;
        self
    }

    /// Begins after the first `offset` integers of the sequence.
    #[doc(alias = "curandSetGeneratorOffset")]
    #[must_use]
    pub const fn offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }
}

impl sealed::Sealed for Mrg32k3a {}
impl Kind for Mrg32k3a {
    type Bits = u32;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_PSEUDO_MRG32K3A;
    const IN_PAIRS: bool = true;

    fn start(&self) -> Start {
        Start {
            seed: Some(self.seed),
            ordering: Some(self.ordering),
            offset: self.offset,
            ..Start::default()
        }
    }
}

impl Offset for Mrg32k3a {
    fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }
}

/// The counter-based generator Philox 4x32 of 10 rounds, by J. Salmon and others.
#[doc(alias = "CURAND_RNG_PSEUDO_PHILOX4_32_10")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Philox4x32x10 {
    seed: u64,
    ordering: Ordering,
    offset: u64,
}

impl Philox4x32x10 {
    /// Begins the sequence of `seed`.
    #[doc(alias = "curandSetPseudoRandomGeneratorSeed")]
    #[must_use]
    pub const fn seed(seed: u64) -> Self {
        Self { seed, ordering: Ordering::Default, offset: 0 }
    }

    /// Sets the order of numbers in memory.
    #[doc(alias = "curandSetGeneratorOrdering")]
    #[must_use]
    pub const fn ordering(mut self, ordering: Ordering) -> Self {
        self.ordering = ordering;
        self
    }

    /// Begins after the first `offset` integers of the sequence.
    #[doc(alias = "curandSetGeneratorOffset")]
    #[must_use]
    pub const fn offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }
}

impl sealed::Sealed for Philox4x32x10 {}
impl Kind for Philox4x32x10 {
    type Bits = u32;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_PSEUDO_PHILOX4_32_10;
    const IN_PAIRS: bool = false;

    fn start(&self) -> Start {
        Start {
            seed: Some(self.seed),
            ordering: Some(self.ordering),
            offset: self.offset,
            ..Start::default()
        }
    }
}

impl Offset for Philox4x32x10 {
    fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }
}

/// M. Saito's Mersenne Twister for GPUs.
#[doc(alias = "CURAND_RNG_PSEUDO_MTGP32")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mtgp32 {
    seed: u64,
    ordering: Ordering,
}

impl Mtgp32 {
    /// Begins the sequence of `seed`.
    #[doc(alias = "curandSetPseudoRandomGeneratorSeed")]
    #[must_use]
    pub const fn seed(seed: u64) -> Self {
        Self { seed, ordering: Ordering::Default }
    }

    /// Sets the order of numbers in memory.
    #[doc(alias = "curandSetGeneratorOrdering")]
    #[must_use]
    pub const fn ordering(mut self, ordering: Ordering) -> Self {
        self.ordering = ordering;
        self
    }
}

impl sealed::Sealed for Mtgp32 {}
impl Kind for Mtgp32 {
    type Bits = u32;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_PSEUDO_MTGP32;
    const IN_PAIRS: bool = false;

    fn start(&self) -> Start {
        Start { seed: Some(self.seed), ordering: Some(self.ordering), ..Start::default() }
    }
}

/// The Mersenne Twister MT19937. Creating it takes longer than the others.
#[doc(alias = "CURAND_RNG_PSEUDO_MT19937")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mt19937 {
    seed: u64,
    ordering: Ordering,
}

impl Mt19937 {
    /// Begins the sequence of `seed`.
    #[doc(alias = "curandSetPseudoRandomGeneratorSeed")]
    #[must_use]
    pub const fn seed(seed: u64) -> Self {
        Self { seed, ordering: Ordering::Default }
    }

    /// Sets the order of numbers in memory.
    #[doc(alias = "curandSetGeneratorOrdering")]
    #[must_use]
    pub const fn ordering(mut self, ordering: Ordering) -> Self {
        self.ordering = ordering;
        self
    }
}

impl sealed::Sealed for Mt19937 {}
impl Kind for Mt19937 {
    type Bits = u32;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_PSEUDO_MT19937;
    const IN_PAIRS: bool = false;

    fn start(&self) -> Start {
        Start { seed: Some(self.seed), ordering: Some(self.ordering), ..Start::default() }
    }
}

/// I. Sobol's sequence of 32-bit numbers.
#[doc(alias = "CURAND_RNG_QUASI_SOBOL32")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sobol32 {
    dimensions: u32,
    offset: u64,
}

impl Sobol32 {
    /// Begins a sequence of points of `dimensions` coordinates, from 1 to [`MAX_DIMENSIONS`].
    ///
    /// What is written in one call are all points' first coordinates, then all second ones, and so on.
    #[doc(alias = "curandSetQuasiRandomGeneratorDimensions")]
    #[must_use]
    pub const fn dimensions(dimensions: u32) -> Self {
        Self { dimensions, offset: 0 }
    }

    /// Begins after the first `offset` points of the sequence.
    #[doc(alias = "curandSetGeneratorOffset")]
    #[must_use]
    pub const fn offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }
}

impl sealed::Sealed for Sobol32 {}
impl Kind for Sobol32 {
    type Bits = u32;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_QUASI_SOBOL32;
    const IN_PAIRS: bool = false;

    fn start(&self) -> Start {
        Start { offset: self.offset, dimensions: Some(self.dimensions), ..Start::default() }
    }
}

impl Offset for Sobol32 {
    fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }
}

/// The same, scrambled.
#[doc(alias = "CURAND_RNG_QUASI_SCRAMBLED_SOBOL32")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScrambledSobol32 {
    dimensions: u32,
    offset: u64,
}

impl ScrambledSobol32 {
    /// Begins a sequence of points of `dimensions` coordinates, from 1 to [`MAX_DIMENSIONS`].
    ///
    /// What is written in one call are all points' first coordinates, then all second ones, and so on.
    #[doc(alias = "curandSetQuasiRandomGeneratorDimensions")]
    #[must_use]
    pub const fn dimensions(dimensions: u32) -> Self {
        Self { dimensions, offset: 0 }
    }

    /// Begins after the first `offset` points of the sequence.
    #[doc(alias = "curandSetGeneratorOffset")]
    #[must_use]
    pub const fn offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }
}

impl sealed::Sealed for ScrambledSobol32 {}
impl Kind for ScrambledSobol32 {
    type Bits = u32;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_QUASI_SCRAMBLED_SOBOL32;
    const IN_PAIRS: bool = false;

    fn start(&self) -> Start {
        Start { offset: self.offset, dimensions: Some(self.dimensions), ..Start::default() }
    }
}

impl Offset for ScrambledSobol32 {
    fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }
}

/// I. Sobol's sequence of 64-bit numbers.
#[doc(alias = "CURAND_RNG_QUASI_SOBOL64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sobol64 {
    dimensions: u32,
    offset: u64,
}

impl Sobol64 {
    /// Begins a sequence of points of `dimensions` coordinates, from 1 to [`MAX_DIMENSIONS`].
    ///
    /// What is written in one call are all points' first coordinates, then all second ones, and so on.
    #[doc(alias = "curandSetQuasiRandomGeneratorDimensions")]
    #[must_use]
    pub const fn dimensions(dimensions: u32) -> Self {
        Self { dimensions, offset: 0 }
    }

    /// Begins after the first `offset` points of the sequence.
    #[doc(alias = "curandSetGeneratorOffset")]
    #[must_use]
    pub const fn offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }
}

impl sealed::Sealed for Sobol64 {}
impl Kind for Sobol64 {
    type Bits = u64;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_QUASI_SOBOL64;
    const IN_PAIRS: bool = false;

    fn start(&self) -> Start {
        Start { offset: self.offset, dimensions: Some(self.dimensions), ..Start::default() }
    }
}

impl Offset for Sobol64 {
    fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }
}

/// The same, scrambled.
#[doc(alias = "CURAND_RNG_QUASI_SCRAMBLED_SOBOL64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScrambledSobol64 {
    dimensions: u32,
    offset: u64,
}

impl ScrambledSobol64 {
    /// Begins a sequence of points of `dimensions` coordinates, from 1 to [`MAX_DIMENSIONS`].
    ///
    /// What is written in one call are all points' first coordinates, then all second ones, and so on.
    #[doc(alias = "curandSetQuasiRandomGeneratorDimensions")]
    #[must_use]
    pub const fn dimensions(dimensions: u32) -> Self {
        Self { dimensions, offset: 0 }
    }

    /// Begins after the first `offset` points of the sequence.
    #[doc(alias = "curandSetGeneratorOffset")]
    #[must_use]
    pub const fn offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }
}

impl sealed::Sealed for ScrambledSobol64 {}
impl Kind for ScrambledSobol64 {
    type Bits = u64;
    const TYPE: curandRngType_t = curandRngType_t::CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    const IN_PAIRS: bool = false;

    fn start(&self) -> Start {
        Start { offset: self.offset, dimensions: Some(self.dimensions), ..Start::default() }
    }
}

impl Offset for ScrambledSobol64 {
    fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }
}
