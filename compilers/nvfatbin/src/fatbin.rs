use crate::entry::Entry;
use crate::option::FatbinOption;

/// A description of a fat binary, with its entries and options:
/// [documentation](https://docs.nvidia.com/cuda/nvfatbin/index.html).
///
/// It can be built many times, and from many threads.
///
/// ```no_run
/// use nvfatbin::{Arch, Entry, Fatbin};
///
/// # let (turing, hopper) = (String::new(), String::new());
/// let packed = Fatbin::new()
///     .entry(Entry::ptx(Arch::compute(7, 5), "kernels", &turing))
///     .entry(Entry::ptx(Arch::compute(9, 0), "kernels", &hopper))
///     .build()?;
/// std::fs::write("kernels.fatbin", packed.as_bytes())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "nvFatbinDestroy")]
#[derive(Clone, Debug, Default)]
#[must_use = "a fat binary is nothing until it is built"]
pub struct Fatbin<'a> {
    pub(crate) entries: Vec<Entry<'a>>,
    pub(crate) options: Vec<FatbinOption>,
}

impl<'a> Fatbin<'a> {
    /// Creates a fat binary without entries.
    #[doc(alias = "nvFatbinCreate")]
    pub const fn new() -> Self {
        Self { entries: Vec::new(), options: Vec::new() }
    }

    /// Adds an entry.
    pub fn entry(mut self, entry: Entry<'a>) -> Self {
        self.entries.push(entry);
        self
    }

    /// Adds an option: a [`FatbinOption`], or a string such as `"-compress-all"`.
    pub fn option(mut self, option: impl Into<FatbinOption>) -> Self {
        self.options.push(option.into());
        self
    }
}
