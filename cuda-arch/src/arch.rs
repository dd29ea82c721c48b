use std::fmt;
use std::str::FromStr;

/// A GPU architecture to compile or link for, as in `--gpu-architecture`.
///
/// A virtual one (`compute_75`) produces PTX, which a driver compiles for its GPU when it is loaded. A real one
/// (`sm_75`) produces a cubin, and also PTX.
/// [Documentation](https://docs.nvidia.com/cuda/nvrtc/index.html#supported-compile-options)
///
/// ```
/// use cuda_arch::Arch;
///
/// let hopper = Arch::sm(9, 0).architecture_specific();
/// assert_eq!(hopper.to_string(), "sm_90a");
/// assert_eq!("compute_75".parse(), Ok(Arch::compute(7, 5)));
/// assert!(hopper.is_real() && !Arch::compute(7, 5).is_real());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arch {
    is_real: bool,
    major: u32,
    minor: u32,
    features: Features,
}

/// The features beyond those that every later architecture also has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Features {
    Portable,
    Family,
    Architecture,
}

impl Arch {
    /// Returns the virtual architecture of a compute capability, `compute_75` for 7.5.
    #[must_use]
    #[inline]
    pub const fn compute(major: u32, minor: u32) -> Self {
        Self { is_real: false, major, minor, features: Features::Portable }
    }

    /// Returns the real architecture of a compute capability, `sm_90` for 9.0.
    #[must_use]
    #[inline]
    pub const fn sm(major: u32, minor: u32) -> Self {
        Self { is_real: true, ..Self::compute(major, minor) }
    }

    /// Adds the features that only this architecture has: the suffix `a`, as in `sm_90a`.
    #[must_use]
    #[inline]
    pub const fn architecture_specific(self) -> Self {
        Self { features: Features::Architecture, ..self }
    }

    /// Adds the features that the architectures of one family share: the suffix `f`, as in
    /// `sm_100f`; from NVRTC 12.9.
    #[must_use]
    #[inline]
    pub const fn family_specific(self) -> Self {
        Self { features: Features::Family, ..self }
    }

    /// Returns `true` if this is a real architecture, for which there are cubins.
    #[must_use]
    #[inline]
    pub const fn is_real(self) -> bool {
        self.is_real
    }

    /// Returns the compute capability, (7, 5) for `compute_75` and `sm_75`.
    #[must_use]
    #[inline]
    pub const fn capability(self) -> (u32, u32) {
        (self.major, self.minor)
    }

    /// Returns the virtual architecture of the same compute capability and features.
    #[must_use]
    #[inline]
    pub const fn to_virtual(self) -> Self {
        Self { is_real: false, ..self }
    }

    /// Returns the suffix of the number: `a`, `f`, or nothing.
    #[must_use]
    #[inline]
    pub const fn suffix(self) -> &'static str {
        match self.features {
            Features::Portable => "",
            Features::Family => "f",
            Features::Architecture => "a",
        }
    }

    /// Returns the real architecture of the same compute capability and features.
    #[must_use]
    #[inline]
    pub const fn to_real(self) -> Self {
        Self { is_real: true, ..self }
    }
}

/// `compute_75`, `sm_90a`.
impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_real { "sm" } else { "compute" };
        write!(f, "{kind}_{}{}{}", self.major, self.minor, self.suffix())
    }
}

/// The error of text that isn't an architecture.
#[derive(Clone, PartialEq, Eq)]
pub struct ParseArchError(Box<str>);

const _: () = assert!(size_of::<ParseArchError>() <= 16);

impl fmt::Display for ParseArchError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not an architecture; those are written like compute_75, sm_90a or sm_100f",
            self.0
        )
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for ParseArchError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ParseArchError {}

/// Reads `compute_75`, `sm_90a`; it isn't checked whether any compiler supports it.
impl FromStr for Arch {
    type Err = ParseArchError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseArchError> {
        parse(text).ok_or_else(|| ParseArchError(text.into()))
    }
}

#[inline]
fn parse(text: &str) -> Option<Arch> {
    let (kind, rest) = text.split_once('_')?;
    let digits = rest.trim_end_matches(|c: char| !c.is_ascii_digit());
    if digits.len() < 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: u32 = digits.parse().ok()?;
    let arch = match kind {
        "compute" => Arch::compute(number / 10, number % 10),
        "sm" => Arch::sm(number / 10, number % 10),
        _ => return None,
    };
    match &rest[digits.len()..] {
        "" => Some(arch),
        "a" => Some(arch.architecture_specific()),
        "f" => Some(arch.family_specific()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_architecture_is_formatted_as_nvrtc_expects() {
        assert_eq!(Arch::compute(7, 5).to_string(), "compute_75");
        assert_eq!(Arch::sm(9, 0).architecture_specific().to_string(), "sm_90a");
        assert_eq!(Arch::sm(10, 0).family_specific().to_string(), "sm_100f");
    }

    #[test]
    fn an_architecture_is_parsed_from_its_own_text() {
        for text in ["compute_75", "sm_90a", "sm_100f", "compute_121", "sm_80"] {
            assert_eq!(text.parse::<Arch>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_invalid_architecture_is_an_error_that_quotes_it() {
        for text in
            ["", "sm", "sm_", "sm_9", "sm_90b", "sm_9a0", "sm_+90", "gfx_90", "sm_99999999999"]
        {
            let error = text.parse::<Arch>().unwrap_err();
            assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
            assert_eq!(format!("{error:?}"), error.to_string());
        }
    }
}
