//! [`KernelNames`]: kernels that checks leave out, by their names in the PTX or in C++.

/// Kernels of NVIDIA's libraries that checks leave out: what they find there is in every program that calls the library, also in
/// a right one, and nobody but NVIDIA could change it.
///
/// - `geqr2_smem_domino_fast` is a part of cuSOLVER's QR factorization.
pub const LEFT_OUT_OF_CHECKS: &[&str] = &["geqr2_smem_domino_fast"];

/// A list of names.
#[derive(Debug, Default)]
pub(crate) struct KernelNames(Vec<String>);

impl KernelNames {
    /// Those that come with this crate, and those of a list with commas, but for its names after a `-`.
    pub(crate) fn new(list: &str) -> Self {
        let words = || list.split(',').map(str::trim).filter(|word| !word.is_empty());
        let is_kept = |name: &&str| !words().any(|word| word.strip_prefix('-') == Some(*name));
        let names = LEFT_OUT_OF_CHECKS.iter().copied().filter(is_kept);
        let names = names.chain(words().filter(|word| !word.starts_with('-')));
        Self(names.map(str::to_owned).collect())
    }

    pub(crate) fn add(&mut self, name: &str) {
        self.0.push(name.to_owned());
    }

    /// Returns the name in the list that a kernel has.
    pub(crate) fn of(&self, kernel: &str) -> Option<&str> {
        self.0.iter().map(String::as_str).find(|name| is_named(kernel, name))
    }
}

/// Returns whether a kernel has this name in the PTX, or in C++: there, a name has its length before it.
fn is_named(kernel: &str, name: &str) -> bool {
    kernel == name
        || kernel.strip_prefix("_Z").is_some_and(|rest| {
            let part = format!("{}{name}", name.len());
            rest.match_indices(&part).any(|(start, _)| {
                // Not the end of a greater number.
                !rest[..start].ends_with(|before: char| before.is_ascii_digit())
            })
        })
}

#[cfg(test)]
mod tests {
    use super::{KernelNames, is_named};

    #[test]
    fn a_kernel_is_named_as_in_the_ptx_or_as_in_the_source() {
        for (kernel, name, expected) in [
            ("add", "add", true),
            ("add_all", "add", false),
            ("_Z3addPf", "add", true),
            ("_ZN4math3addIfEEvPT_", "add", true),
            ("_ZN4math3addIfEEvPT_", "_ZN4math3addIfEEvPT_", true),
            ("_Z7add_allPf", "add", false),
            ("_Z13addPfPfPfPfPf", "add", false),
            ("_Z22geqr2_smem_domino_fastIddLi4EEvi", "geqr2_smem_domino_fast", true),
        ] {
            assert_eq!(is_named(kernel, name), expected, "{kernel} {name}");
        }
    }

    #[test]
    fn names_are_those_of_the_crate_and_of_the_list() {
        let has = |list: &str, kernel: &str| KernelNames::new(list).of(kernel).is_some();
        assert!(has("", "geqr2_smem_domino_fast") && !has("", "add"));
        assert!(has("mul, add", "add") && has("add", "geqr2_smem_domino_fast"));
        assert!(!has("add,-geqr2_smem_domino_fast", "geqr2_smem_domino_fast"));
        let mut names = KernelNames::new("");
        names.add("mul");
        assert_eq!(names.of("_Z3mulv"), Some("mul"));
    }
}
