//! The features of the CPU.

/// The CPU's features that handlers may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// The features of the compilation target.
    #[default]
    Plain,
    /// AVX2, FMA and older ones.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Level {
    /// Returns `true` for x86-64 CPUs without AVX2.
    #[inline(always)]
    pub fn is_slow(self) -> bool {
        cfg!(target_arch = "x86_64") && self == Level::Plain
    }

    /// Detects the features of the current CPU.
    pub fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Level::Avx2;
        }
        Level::Plain
    }
}
