//! Reads information that only the text of a header contains: documentation groups, argument text, macros.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

/// A function declaration in the documented part of a header.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// The name as written, before the header's macros change it.
    pub name: String,
    /// Its `\defgroup`, which names NVIDIA's page.
    pub group: String,
    /// The return type and arguments as written, with single spaces.
    pub result: String,
    pub arguments: String,
    /// The header's file name.
    pub header: &'static str,
    /// The parameters that the documentation describes as returned.
    pub returned: BTreeSet<String>,
}

impl Declaration {
    /// Returns the anchor of the function on NVIDIA's page: doxygen's hash of its declaration.
    pub fn anchor(&self) -> String {
        use md5::Digest;
        let Self { name, result, arguments, .. } = self;
        let hash = md5::Md5::digest(format!("{result} {name}{name}({arguments})"));
        hash.iter().fold(String::from("g"), |text, byte| text + &format!("{byte:02x}"))
    }
}

/// Returns the documented functions of the header named `file`, in order; `calling` is the macro between type and name.
pub fn declarations(file: &'static str, header: &str, calling: &str) -> Result<Vec<Declaration>> {
    let documented = without_superseded(header)?;
    let mut group = String::new();
    let mut comment = String::new();
    let mut found = Vec::new();
    let mut rest = documented.as_str();
    loop {
        let comment_at = rest.find("/**");
        let function_at = rest.find(calling);
        match (comment_at, function_at) {
            (Some(start), function) if function.is_none_or(|f| start < f) => {
                let length = rest[start..].find("*/").context("a comment without an end")?;
                comment = rest[start..start + length].to_string();
                if let Some(name) =
                    comment.split("\\defgroup").nth(1).and_then(|t| t.split_whitespace().next())
                {
                    group = name.to_string();
                }
                rest = &rest[start + length..];
            }
            (_, Some(at)) => {
                let line = rest[..at].rsplit('\n').next().unwrap_or_default().trim().to_string();
                let after = &rest[at + calling.len()..];
                rest = after;
                if line.starts_with('#') || line.starts_with("typedef") || line.is_empty() {
                    continue;
                }
                let Some((name, tail)) = after.split_once('(') else {
                    continue;
                };
                let (arguments, tail) =
                    tail.split_once(')').context("a declaration without an end")?;
                if !tail.trim_start().starts_with(';') {
                    continue;
                }
                found.push(Declaration {
                    name: name.trim().to_string(),
                    group: group.clone(),
                    result: line.replace("__CUDA_DEPRECATED ", ""),
                    arguments: arguments.split_whitespace().collect::<Vec<_>>().join(" "),
                    header: file,
                    returned: returned_parameters(&comment),
                });
                comment.clear();
                rest = tail;
            }
            _ => return Ok(found),
        }
    }
}

/// Removes the block of cuda.h that declares the superseded ABIs.
fn without_superseded(header: &str) -> Result<String> {
    let Some((before, block)) =
        header.split_once("\n#if defined(__CUDA_API_VERSION_INTERNAL)\n    #undef")
    else {
        return Ok(header.to_string());
    };
    let (_, after) =
        block.split_once("\n#endif").context("the block of superseded ABIs has no end")?;
    Ok(format!("{before}{after}"))
}

/// Returns the parameters that a documentation comment describes as returned: `\param[out] name`, or `\param name -
/// Returned …` in one of NVIDIA's variants.
fn returned_parameters(comment: &str) -> BTreeSet<String> {
    const WORDS: [&str; 12] = [
        "return",
        "optionally return",
        "the returned",
        "pointer to return",
        "pointer used to return",
        "pointer to store",
        "location to return",
        "location to store",
        "optional location to",
        "on success",
        "output pointer",
        "output handle",
    ];
    comment
        .split("\\param")
        .skip(1)
        .filter_map(|text| {
            let (tag, text) = match text.strip_prefix('[') {
                Some(text) => text.split_once(']')?,
                None => ("", text),
            };
            let (name, description) = text.trim_start().split_once(char::is_whitespace)?;
            let description = description
                .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*'))
                .to_lowercase();
            (tag == "out" || WORDS.iter().any(|words| description.starts_with(words)))
                .then(|| name.to_string())
        })
        .collect()
}

/// Returns the object-like macros of `header` with their replacement text, without guards and attributes.
pub fn macros(header: &str) -> BTreeMap<String, String> {
    let joined = header.replace("\\\n", " ");
    joined
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define"))
        .filter_map(|line| {
            let (name, value) = line.trim().split_once(char::is_whitespace)?;
            let value = value.split("/*").next()?.trim();
            (!name.contains('(') && !name.starts_with('_') && !value.is_empty())
                .then(|| (name.to_string(), value.to_string()))
        })
        .collect()
}

/// Returns the enumerators of a C enumeration, each with the comment before it.
pub fn enumerators(header: &str, name: &str) -> Result<BTreeMap<String, String>> {
    let (before, _) = header
        .split_once(&format!("\n}} {name};"))
        .with_context(|| format!("no enumeration {name}"))?;
    let (_, body) =
        before.rsplit_once("typedef enum").with_context(|| format!("no begin of {name}"))?;
    let mut found = BTreeMap::new();
    for part in body.split("/**").skip(1) {
        let (comment, declared) =
            part.split_once("*/").with_context(|| format!("a comment without an end in {name}"))?;
        let words = comment.split_whitespace().filter(|word| *word != "*");
        let comment = words.collect::<Vec<_>>().join(" ");
        for line in declared.split(',') {
            let enumerator = line.split('=').next().unwrap_or_default().trim();
            if !enumerator.is_empty() {
                found.insert(enumerator.to_string(), comment.clone());
            }
        }
    }
    Ok(found)
}

/// Returns the result codes whose comments say that every later call fails.
pub fn sticky(codes: &BTreeMap<String, String>) -> BTreeSet<String> {
    const PHRASES: [&str; 4] = [
        "inconsistent state",
        "process must be terminated",
        "cannot be used anymore",
        "must be destroyed",
    ];
    let says = |comment: &str| {
        let comment = comment.to_lowercase();
        PHRASES.iter().any(|phrase| comment.contains(phrase))
    };
    let codes = codes.iter().filter(|(_, comment)| says(comment));
    codes.map(|(code, _)| code.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "
typedef enum other_enum { OTHER = 1 } other;

typedef enum cudaError_enum {
    /**
     * All is well.
     */
    CUDA_SUCCESS = 0,

   /**
     * A graph recapture failed and had to be terminated.
     */
    CUDA_ERROR_GRAPH = 1,

    /**
     * This leaves the process in an inconsistent
     * state. To continue, the process must
     * be terminated.
     */
     CUDA_ERROR_LOST = 2,

    /** The context cannot be used anymore, and must be destroyed. */
    CUDA_ERROR_ASSERT = 3
} CUresult;
";

    #[test]
    fn each_enumerator_has_the_comment_before_it_on_one_line() {
        let codes = enumerators(HEADER, "CUresult").unwrap();
        let names: Vec<&str> = codes.keys().map(String::as_str).collect();
        let expected = ["CUDA_ERROR_ASSERT", "CUDA_ERROR_GRAPH", "CUDA_ERROR_LOST", "CUDA_SUCCESS"];
        assert_eq!(names, expected);
        assert_eq!(codes["CUDA_SUCCESS"], "All is well.");
    }

    #[test]
    fn a_code_is_sticky_if_its_comment_says_that_the_context_or_process_is_lost() {
        let sticky = sticky(&enumerators(HEADER, "CUresult").unwrap());
        let expected = ["CUDA_ERROR_ASSERT", "CUDA_ERROR_LOST"];
        assert!(sticky.iter().eq(expected.iter()), "{sticky:?}");
    }
}
