use std::fmt;

/// An [option](https://docs.nvidia.com/cuda/nvjitlink/index.html#supported-link-options) of linking.
///
/// It is formatted as nvJitLink reads it. A string converts to [`Raw`](Self::Raw), for options without a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkOption {
    /// Optimize across all inputs that are LTO-IR: `-lto`.
    Lto,
    /// The optimization level, 0 or 3: `-O3`.
    Optimization(u32),
    /// With debug information: `-g`.
    Debug,
    /// With the source's line numbers: `-lineinfo`.
    LineInfo,
    /// Whether denormals are flushed to zero: `-ftz=1`.
    FlushToZero(bool),
    /// Whether division is rounded correctly: `-prec-div=1`.
    PreciseDivision(bool),
    /// Whether square roots are rounded correctly: `-prec-sqrt=1`.
    PreciseSquareRoot(bool),
    /// Whether a multiplication and an addition may be fused: `-fma=1`.
    Fma(bool),
    /// How many registers a thread may use: `-maxrregcount=32`.
    MaxRegisters(u32),
    /// The number of threads that compile, 0 for one per processor: `-split-compile=4`.
    SplitCompile(u32),
    /// The same, with more of the work split, which may make the code slower: `-split-compile-extended=4`.
    SplitCompileExtended(u32),
    /// An option of ptxas: `-Xptxas=-v`.
    Ptxas(String),
    /// A kernel that is used; others may be removed: `-kernels-used=saxpy`.
    KernelUsed(String),
    /// A variable that is used; others may be removed: `-variables-used=factor`.
    VariableUsed(String),
    /// Remove variables that no device code uses: `-optimize-unused-variables`.
    OptimizeUnusedVariables,
    /// Don't cache the results of intermediate steps: `-no-cache`.
    NoCache,
    /// Make a relocatable object, which can be linked again: `-r`.
    Relocatable,
    /// Write more into the log: `-verbose`.
    Verbose,
    /// Write times into the log: `-time`.
    Time,
    /// Any other, as nvJitLink reads it.
    Raw(String),
}

impl fmt::Display for LinkOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lto => f.write_str("-lto"),
            Self::Optimization(level) => write!(f, "-O{level}"),
            Self::Debug => f.write_str("-g"),
            Self::LineInfo => f.write_str("-lineinfo"),
            Self::FlushToZero(on) => write!(f, "-ftz={}", u8::from(*on)),
            Self::PreciseDivision(on) => write!(f, "-prec-div={}", u8::from(*on)),
            Self::PreciseSquareRoot(on) => write!(f, "-prec-sqrt={}", u8::from(*on)),
            Self::Fma(on) => write!(f, "-fma={}", u8::from(*on)),
            Self::MaxRegisters(count) => write!(f, "-maxrregcount={count}"),
            Self::SplitCompile(threads) => write!(f, "-split-compile={threads}"),
            Self::SplitCompileExtended(threads) => write!(f, "-split-compile-extended={threads}"),
            Self::Ptxas(option) => write!(f, "-Xptxas={option}"),
            Self::KernelUsed(name) => write!(f, "-kernels-used={name}"),
            Self::VariableUsed(name) => write!(f, "-variables-used={name}"),
            Self::OptimizeUnusedVariables => f.write_str("-optimize-unused-variables"),
            Self::NoCache => f.write_str("-no-cache"),
            Self::Relocatable => f.write_str("-r"),
            Self::Verbose => f.write_str("-verbose"),
            Self::Time => f.write_str("-time"),
            Self::Raw(option) => f.write_str(option),
        }
    }
}

impl From<&str> for LinkOption {
    fn from(option: &str) -> Self {
        Self::Raw(option.to_owned())
    }
}

impl From<String> for LinkOption {
    fn from(option: String) -> Self {
        Self::Raw(option)
    }
}
