//! Reads kernels and variables from PTX.

use crate::types::MangledName;

/// A kernel of a PTX text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    /// `__launch_bounds__`: the maximum size of a block in each dimension.
    pub(crate) max_threads: Option<[u32; 3]>,
    /// `__block_size__`: the required size of a block.
    pub(crate) required_threads: Option<[u32; 3]>,
    /// The second argument of `__launch_bounds__`.
    pub(crate) min_blocks: Option<u32>,
    /// The size of its static shared memory, in bytes.
    pub(crate) static_shared: usize,
    /// Whether it uses dynamic shared memory.
    pub(crate) has_dynamic_shared: bool,
}

/// A parameter as PTX declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) size: usize,
    pub(crate) alignment: usize,
}

/// A named variable of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) size: usize,
    pub(crate) is_constant: bool,
    /// The initial bytes, if the text lists them one by one; trailing zeros may be omitted.
    pub(crate) bytes: Vec<u8>,
}

/// The kernels and variables of a PTX text, in the order of their declarations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) entries: Vec<Entry>,
    pub(crate) variables: Vec<Variable>,
}

/// A declaration of shared memory.
struct SharedVariable {
    name: String,
    /// `None` for dynamic shared memory.
    size: Option<usize>,
    alignment: usize,
}

/// A function or kernel, with its text.
struct Body<'p> {
    name: &'p str,
    text: &'p str,
}

impl Entry {
    /// Merges `other`, the same kernel for another architecture, so that the result holds for both; the error names
    /// what can't be merged.
    pub(crate) fn merge(&mut self, other: &Self) -> Result<(), &'static str> {
        if self.required_threads != other.required_threads {
            return Err("__block_size__");
        }
        let threads = |sides: [u32; 3]| sides.into_iter().map(u64::from).product::<u64>();
        self.max_threads = match (self.max_threads, other.max_threads) {
            (Some(own), Some(others)) if threads(others) < threads(own) => Some(others),
            (own, others) => own.or(others),
        };
        let blocks = self.min_blocks.zip(other.min_blocks);
        self.min_blocks = blocks.map(|(own, others)| own.min(others));
        self.static_shared = self.static_shared.max(other.static_shared);
        self.has_dynamic_shared |= other.has_dynamic_shared;
        Ok(())
    }

    /// Returns the name in C++, without parameters.
    pub(crate) fn cpp_name(&self) -> String {
        let mangled = MangledName::parse(&self.name).filter(|_| self.name.starts_with("_Z"));
        mangled.map_or_else(|| self.name.clone(), |mangled| mangled.name)
    }
}

impl Contents {
    pub(crate) fn of(ptx: &str) -> Self {
        let ptx = &without_comments(ptx);
        let (bodies, outside) = bodies(ptx);
        let mut contents = Self::default();
        let module_shared: Vec<SharedVariable> =
            outside.iter().filter_map(|text| shared(text)).collect();
        contents.variables.extend(outside.iter().filter_map(|text| variable(text)));
        for body in bodies.iter().filter(|body| is_kernel(body.text)) {
            let entry = entry(body, &bodies, &module_shared);
            contents.entries.push(entry);
        }
        contents
    }
}

fn is_kernel(text: &str) -> bool {
    let head = text.split('{').next().unwrap_or(text);
    let visible = head.starts_with(".visible") || head.starts_with(".weak");
    visible && head.contains(".entry")
}

fn entry(body: &Body<'_>, all: &[Body<'_>], module_shared: &[SharedVariable]) -> Entry {
    let (head, _) = body.text.split_once('{').unwrap_or((body.text, ""));
    let (parameters, tail) =
        head.split_once('(').and_then(|(_, rest)| rest.split_once(')')).unwrap_or(("", head));
    let sides = |directive: &str| {
        let numbers = numbers_after(tail, directive)?;
        let side = |at: usize| numbers.get(at).copied().unwrap_or(1);
        Some([side(0), side(1), side(2)])
    };
    let reachable = reachable(body, all);
    let texts = || reachable.iter().map(|body| body.text);
    let mut bytes: usize = 0;
    let mut has_dynamic_shared = false;
    let entry_shared = texts().flat_map(|text| statements(inside(text)).filter_map(shared));
    let of_module =
        module_shared.iter().filter(|shared| texts().any(|text| has_word(text, &shared.name)));
    let of_module = of_module.map(|shared| (shared.size, shared.alignment));
    for (size, alignment) in
        entry_shared.map(|shared| (shared.size, shared.alignment)).chain(of_module)
    {
        match size {
            Some(size) => bytes = bytes.next_multiple_of(alignment) + size,
            None => has_dynamic_shared = true,
        }
    }
    Entry {
        name: body.name.to_owned(),
        parameters: parameters.split(',').filter_map(parameter).collect(),
        max_threads: sides(".maxntid"),
        required_threads: sides(".reqntid"),
        min_blocks: numbers_after(tail, ".minnctapersm").and_then(|n| n.first().copied()),
        static_shared: bytes,
        has_dynamic_shared,
    }
}

/// Returns the function, and all functions that it calls by name.
fn reachable<'b, 'p>(body: &'b Body<'p>, all: &'b [Body<'p>]) -> Vec<&'b Body<'p>> {
    let mut reachable = vec![body];
    let mut next = 0;
    while let Some(body) = reachable.get(next).copied() {
        next += 1;
        let calls = body.text.contains("call");
        for other in all.iter().filter(|_| calls) {
            let is_reached = reachable.iter().any(|reached| std::ptr::eq(*reached, other));
            if !is_reached && !is_kernel(other.text) && has_word(inside(body.text), other.name) {
                reachable.push(other);
            }
        }
    }
    reachable
}

/// Returns the text between the braces of a function.
fn inside(text: &str) -> &str {
    text.split_once('{').map_or("", |(_, rest)| rest)
}

/// Splits a text into functions, and the statements around them.
fn bodies(ptx: &str) -> (Vec<Body<'_>>, Vec<&str>) {
    let (mut bodies, mut outside) = (Vec::new(), Vec::new());
    let mut rest = ptx;
    while let Some(end) = rest.find([';', '{']) {
        let head = rest[..end].trim();
        if rest[end..].starts_with('{') && !head.contains('=') {
            let close = end + closing(&rest[end..]);
            // Otherwise it is a section of debug information.
            if head.contains(".entry") || head.contains(".func") {
                bodies.push(Body { name: function_name(head), text: rest[..close].trim() });
            }
            rest = &rest[close..];
        } else {
            let Some(end) = rest.find(';') else {
                break;
            };
            outside.push(rest[..end].trim());
            rest = &rest[end + 1..];
        }
    }
    (bodies, outside)
}

/// Returns `true` if a line consists of one directive.
fn is_directive(line: &str) -> bool {
    [".version", ".target", ".address_size", ".file", ".loc"]
        .iter()
        .any(|directive| line.trim_start().starts_with(directive))
}

/// Returns the length of the leading block in braces.
fn closing(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

fn function_name(head: &str) -> &str {
    let after = [".entry", ".func"]
        .iter()
        .find_map(|kind| head.split_once(kind).map(|(_, rest)| rest.trim_start()))
        .unwrap_or(head);
    // A function's result comes before its name.
    let after = match after.strip_prefix('(') {
        Some(rest) => rest.split_once(')').map_or(rest, |(_, rest)| rest.trim_start()),
        None => after,
    };
    let end = after.find(|c: char| c == '(' || c.is_whitespace());
    &after[..end.unwrap_or(after.len())]
}

fn statements(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '{', '}']).map(str::trim)
}

/// Returns the text without comments and without directives that have no semicolon.
fn without_comments(ptx: &str) -> String {
    let lines: Vec<&str> = ptx.lines().filter(|line| !is_directive(line)).collect();
    crate::text::without_comments(&lines.join("\n"))
}

/// Returns the size of a type such as `.u64` or `.b8`, in bytes.
fn type_size(word: &str) -> Option<usize> {
    let bits = word.strip_prefix('.')?.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let kind = word.trim_start_matches('.').chars().next()?;
    if !matches!(kind, 'u' | 's' | 'b' | 'f') {
        return None;
    }
    let bits: usize = bits.parse().ok()?;
    bits.is_multiple_of(8).then_some(bits / 8)
}

/// Returns the number after the first `.align` that doesn't describe a pointer's target.
fn alignment(words: &[&str]) -> Option<usize> {
    let until = words.iter().position(|word| *word == ".ptr");
    let words = &words[..until.unwrap_or(words.len())];
    let at = words.iter().position(|word| *word == ".align")?;
    words.get(at + 1)?.parse().ok()
}

/// Returns the name at the end of a declaration, and its number of elements: `None` for `[]`.
fn declared(text: &str) -> Option<(String, Option<usize>)> {
    let declaration = text.split('=').next()?.trim();
    let (name, lengths) = match declaration.find('[') {
        Some(at) => declaration.split_at(at),
        None => (declaration, ""),
    };
    let name = name.split_whitespace().last()?.to_owned();
    if lengths.is_empty() {
        return Some((name, Some(1)));
    }
    let mut count = 1usize;
    for length in lengths.split('[').skip(1) {
        let Some(length) = length.split(']').next()?.trim().parse::<usize>().ok() else {
            return Some((name, None));
        };
        count = count.checked_mul(length)?;
    }
    Some((name, Some(count)))
}

fn parameter(text: &str) -> Option<Parameter> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.first() != Some(&".param") {
        return None;
    }
    let element = words.iter().find_map(|word| type_size(word))?;
    let (_, count) = declared(text)?;
    Some(Parameter { size: element * count?, alignment: alignment(&words).unwrap_or(element) })
}

fn shared(text: &str) -> Option<SharedVariable> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| *word == ".shared")?;
    if !words[..at].iter().all(|word| word.starts_with('.')) {
        return None;
    }
    let element = words.iter().find_map(|word| type_size(word))?;
    let (name, count) = declared(text)?;
    Some(SharedVariable {
        name,
        size: count.map(|count| count * element),
        alignment: alignment(&words).unwrap_or(element).max(1),
    })
}

fn variable(text: &str) -> Option<Variable> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| matches!(*word, ".global" | ".const"))?;
    let linkage = &words[..at];
    if linkage.contains(&".extern") || !linkage.iter().all(|word| word.starts_with('.')) {
        return None;
    }
    let element = words.iter().find_map(|word| type_size(word))?;
    let (name, count) = declared(text)?;
    let bytes = match text.split_once('=') {
        Some((_, values)) if element == 1 => {
            values.split(['{', '}', ',']).filter_map(|value| value.trim().parse().ok()).collect()
        }
        _ => Vec::new(),
    };
    Some(Variable { name, size: element * count?, is_constant: words[at] == ".const", bytes })
}

/// Returns the numbers after a directive.
fn numbers_after(text: &str, directive: &str) -> Option<Vec<u32>> {
    let (_, rest) = text.split_once(directive)?;
    let rest = rest.split('.').next()?;
    let numbers = rest.split(|c: char| !c.is_ascii_digit());
    Some(numbers.filter_map(|number| number.parse().ok()).collect())
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '%');
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r"
//
.version 9.5
.target sm_75
.address_size 64
	// _ZZ5saxpyE1s has been demoted
.extern .shared .align 16 .b8 dynamic[];
.shared .align 4 .b8 of_module[12];
.const .align 4 .b8 coeff[64];
.visible .global .align 4 .u32 counter = 7;
.global .align 8 .b8 sizes[24] = {16, 0, 0, 0, 0, 0, 0, 0, 8};
.extern .global .align 4 .u32 elsewhere;
.func  (.param .b32 func_retval0) helper(
	.param .b32 helper_param_0
)
{
	ld.shared.u32 	%r1, [of_module];
	ret;
}
.visible .entry saxpy(
	.param .f32 saxpy_param_0,
	.param .u64 .ptr .align 1 saxpy_param_1,
	.param .align 8 .b8 saxpy_param_2[16]
)
.maxntid 256, 1, 1
.minnctapersm 2
{
	// demoted variable
	.shared .align 4 .b8 _ZZ5saxpyE1s[511];
	{
	call.uni (retval0), helper, (param0);
	}
	ret;
}
.weak .entry _Z5emptyv()
.reqntid 32, 4, 1
{
	ld.shared.u32 	%r1, [dynamic];
	ret;
}
";

    #[test]
    fn parameters_bounds_and_shared_memory_of_kernels_are_read() {
        let contents = Contents::of(TEXT);
        let [saxpy, empty] = contents.entries.as_slice() else {
            panic!("{contents:?}");
        };
        let parameter = |size, alignment| Parameter { size, alignment };
        assert_eq!(saxpy.name, "saxpy");
        assert_eq!(saxpy.parameters, [parameter(4, 4), parameter(8, 8), parameter(16, 8)]);
        assert_eq!((saxpy.max_threads, saxpy.min_blocks), (Some([256, 1, 1]), Some(2)));
        // 511 bytes, and 12 at the next multiple of 4.
        assert_eq!((saxpy.static_shared, saxpy.has_dynamic_shared), (524, false));
        assert_eq!((empty.name.as_str(), empty.parameters.len()), ("_Z5emptyv", 0));
        assert_eq!(empty.required_threads, Some([32, 4, 1]));
        assert_eq!((empty.static_shared, empty.has_dynamic_shared), (0, true));
    }

    #[test]
    fn sizes_and_initial_values_of_variables_are_read() {
        let contents = Contents::of(TEXT);
        let summary: Vec<_> =
            contents.variables.iter().map(|v| (v.name.as_str(), v.size, v.is_constant)).collect();
        assert_eq!(summary, [("coeff", 64, true), ("counter", 4, false), ("sizes", 24, false)]);
        assert_eq!(contents.variables[2].bytes, [16, 0, 0, 0, 0, 0, 0, 0, 8]);
    }
}
