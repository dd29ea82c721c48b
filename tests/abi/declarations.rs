//! Finds the functions that a header declares, in its text.

use std::collections::BTreeSet;

/// Returns the functions that preprocessed C declares: each name with `prefix` before a `(`.
pub fn functions<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let before_parentheses = text.match_indices('(').map(|(at, _)| last_word(&text[..at]));
    before_parentheses.filter(|name| name.starts_with(prefix)).collect()
}

/// Returns the function pointer types that preprocessed C defines, such as `typedef CUresult
/// (*PFN_cuInit_v2000)(unsigned int Flags)`.
pub fn pointers(text: &str) -> BTreeSet<&str> {
    let before_parentheses = text.match_indices(')').map(|(at, _)| last_word(&text[..at]));
    before_parentheses.filter(|name| name.starts_with("PFN_cu")).collect()
}

/// Returns `true` if a function uses the per-thread default stream.
pub fn is_per_thread(function: &str) -> bool {
    function.ends_with("_ptds") || function.ends_with("_ptsz")
}

fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    let start = text.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "typedef void ( *CUhostFn)(void *userData);
        CUresult cuMemcpy_ptds(CUdeviceptr dst, size_t n);
        const char *nvrtcGetErrorString (nvrtcResult result);
        typedef CUresult ( *PFN_cuInit_v2000)(unsigned int Flags);
        CUresult cuInit(unsigned int Flags);";

    #[test]
    fn functions_are_distinguished_from_types_and_parameters() {
        assert_eq!(functions(TEXT, "cu"), BTreeSet::from(["cuInit", "cuMemcpy_ptds"]));
        assert_eq!(functions(TEXT, "nvrtc"), BTreeSet::from(["nvrtcGetErrorString"]));
    }

    #[test]
    fn pointers_are_distinguished_from_functions_and_other_pointers() {
        assert_eq!(pointers(TEXT), BTreeSet::from(["PFN_cuInit_v2000"]));
    }
}
