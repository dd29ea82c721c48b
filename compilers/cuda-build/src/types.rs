//! C++ types, read from the compiler's mangled names, and their Rust equivalents.

use cpp_demangle::Symbol;

/// A C++ type with all aliases resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A number, or a class, by its name.
    Named(String),
    Pointer {
        to: Box<Type>,
        is_const: bool,
    },
    Array {
        of: Box<Type>,
        /// The length of each dimension, the outermost first.
        lengths: Vec<usize>,
    },
    /// Any other type, as the demangler writes it.
    Other(String),
}

impl Type {
    /// Reads a type as the demangler writes it, such as `float const*`.
    pub(crate) fn parse(text: &str) -> Self {
        Self::parse_qualified(text).0
    }

    /// Reads a type, and whether it is `const`.
    pub(crate) fn parse_qualified(text: &str) -> (Self, bool) {
        let (mut text, mut is_const) = (text.trim(), false);
        loop {
            if let Some(rest) = text.strip_suffix(" const") {
                (text, is_const) = (rest, true);
            } else if let Some(rest) = [" volatile", " restrict", " __restrict", " __restrict__"]
                .iter()
                .find_map(|qualifier| text.strip_suffix(qualifier))
            {
                text = rest;
            } else {
                break;
            }
        }
        if let Some(to) = text.strip_suffix('*').filter(|to| !to.ends_with('(')) {
            let (to, is_const_there) = Self::parse_qualified(to);
            let pointer = Self::Pointer { to: Box::new(to), is_const: is_const_there };
            return (pointer, is_const);
        }
        if text.ends_with(']')
            && let Some((element, lengths)) = text.split_once(" [")
            && !element.ends_with(')')
        {
            let lengths = lengths.trim_end_matches(']').split("][");
            let Some(lengths) = lengths.map(|length| length.parse().ok()).collect() else {
                return (Self::Other(text.to_owned()), is_const);
            };
            let (of, is_const_element) = Self::parse_qualified(element);
            let array = Self::Array { of: Box::new(of), lengths };
            return (array, is_const || is_const_element);
        }
        let is_plain = !text.ends_with(['&', ')', '(', ']']) && !text.is_empty();
        let kind = if is_plain { Self::Named } else { Self::Other };
        (kind(text.to_owned()), is_const)
    }

    /// Returns `true` if it is a built-in type, or a pointer to one.
    fn is_built_in(&self) -> bool {
        match self {
            Self::Named(name) => name == "void" || number(name).is_some() || vector(name).is_some(),
            Self::Pointer { to, .. } => to.is_built_in(),
            Self::Array { of, .. } => of.is_built_in(),
            Self::Other(_) => false,
        }
    }

    /// Returns the name of the class that it is, or is an array of, unless it is a built-in type.
    pub(crate) fn class(&self) -> Option<&str> {
        match self {
            Self::Named(name) if !self.is_built_in() => Some(name),
            Self::Array { of, .. } => of.class(),
            _ => None,
        }
    }

    /// Returns approximately the C++ notation.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Named(name) | Self::Other(name) => name.clone(),
            Self::Pointer { to, is_const } => {
                let qualifier = if *is_const { "const " } else { "" };
                format!("{qualifier}{} *", to.text())
            }
            Self::Array { of, lengths } => {
                let lengths: String = lengths.iter().map(|n| format!("[{n}]")).collect();
                format!("{}{lengths}", of.text())
            }
        }
    }
}

/// A parsed mangled name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MangledName {
    /// The name with namespaces and template arguments.
    pub(crate) name: String,
    /// The types of the parameters; none for a variable.
    pub(crate) parameters: Vec<Type>,
}

impl MangledName {
    pub(crate) fn parse(symbol: &str) -> Option<Self> {
        let text = Symbol::new(symbol).ok()?.demangle().ok()?.to_string();
        let Some(open) = text.ends_with(')').then(|| matching(&text)).flatten() else {
            return Some(Self { name: text, parameters: Vec::new() });
        };
        let (head, list) = (&text[..open], &text[open + 1..text.len() - 1]);
        // A template's result type comes before its name.
        let name = match last_outside_brackets(head, ' ') {
            Some(at) => &head[at + 1..],
            None => head,
        };
        Some(Self { name: name.to_owned(), parameters: parameters(list) })
    }

    /// Returns `true` if the name contains the actual types of the parameters: a template's may refer to its
    /// arguments, as in `Traits<float>::type`, and the demangler omits operators that are applied to each type of a
    /// parameter pack.
    pub(crate) fn encodes_parameter_types(&self, symbol: &str) -> bool {
        let is_template = self.name.contains('<');
        let has_pack = symbol.contains("Dp");
        !is_template || (!has_pack && self.parameters.iter().all(Type::is_built_in))
    }

    /// Returns the template arguments of the name, as text.
    pub(crate) fn arguments(&self) -> Vec<&str> {
        let Some((_, rest)) = self.name.split_once('<') else {
            return Vec::new();
        };
        let list = rest.strip_suffix('>').unwrap_or(rest);
        split(list)
    }
}

/// Returns the parameters of a function type such as `void (float, int*)`; `None` for any other type.
pub(crate) fn of_function(text: &str) -> Option<Vec<Type>> {
    let list = text.strip_prefix("void (")?.strip_suffix(')')?;
    Some(parameters(list))
}

fn parameters(list: &str) -> Vec<Type> {
    let parts = split(list).into_iter();
    parts.filter(|part| !matches!(*part, "" | "void")).map(Type::parse).collect()
}

/// Returns the position of the parenthesis that the last character closes.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, character) in text.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn last_outside_brackets(text: &str, searched: char) -> Option<usize> {
    let (mut depth, mut found) = (0, None);
    for (at, character) in text.char_indices() {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            _ if character == searched && depth == 0 => found = Some(at),
            _ => {}
        }
    }
    found
}

/// Splits at the commas outside of brackets.
pub(crate) fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, character) in list.char_indices() {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

/// Returns the Rust name and the size of a C++ number.
pub(crate) fn number(name: &str) -> Option<(&'static str, usize)> {
    let long = if cfg!(windows) { 4 } else { 8 };
    Some(match name {
        "bool" => ("bool", 1),
        "char" | "signed char" => ("i8", 1),
        "unsigned char" | "char8_t" => ("u8", 1),
        "short" => ("i16", 2),
        "unsigned short" | "char16_t" => ("u16", 2),
        "int" | "wchar_t" => ("i32", 4),
        "unsigned int" | "char32_t" => ("u32", 4),
        "long" if long == 4 => ("i32", 4),
        "unsigned long" if long == 4 => ("u32", 4),
        "long" | "long long" => ("i64", 8),
        "unsigned long" | "unsigned long long" => ("u64", 8),
        "__int128" => ("i128", 16),
        "unsigned __int128" => ("u128", 16),
        "float" => ("f32", 4),
        "double" => ("f64", 8),
        "__half" => ("::half::f16", 2),
        "__nv_bfloat16" => ("::half::bf16", 2),
        _ => return None,
    })
}

/// Returns the element and length of a CUDA vector type: `float` and 4 for `float4`.
pub(crate) fn vector(name: &str) -> Option<(&'static str, usize)> {
    // From CUDA 13 on, those of four wide numbers also have names with their alignment.
    let aligned = ["_16a", "_32a"].iter().find_map(|suffix| name.strip_suffix(suffix));
    let name = aligned.unwrap_or(name);
    let (element, count) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let count: usize = count.parse().ok().filter(|count| (1..=4).contains(count))?;
    let element = match element {
        "char" => "i8",
        "uchar" => "u8",
        "short" => "i16",
        "ushort" => "u16",
        "int" => "i32",
        "uint" => "u32",
        "long" => number("long")?.0,
        "ulong" => number("unsigned long")?.0,
        "longlong" => "i64",
        "ulonglong" => "u64",
        "float" => "f32",
        "double" => "f64",
        _ => return None,
    };
    Some((element, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Type {
        Type::Named(name.to_owned())
    }

    fn pointer(to: Type, is_const: bool) -> Type {
        let to = Box::new(to);
        Type::Pointer { to, is_const }
    }

    #[test]
    fn a_mangled_name_contains_a_kernels_types_with_all_aliases_resolved() {
        // ns::inner(Pair const*, unsigned int), and scale<float>(float*, float).
        let inner = MangledName::parse("_ZN2ns5innerEPK4Pairj").unwrap();
        assert_eq!(inner.name, "ns::inner");
        assert_eq!(inner.parameters, [pointer(named("Pair"), true), named("unsigned int")]);
        let scale = MangledName::parse("_Z5scaleIfEvPT_S0_").unwrap();
        assert_eq!(scale.name, "scale<float>");
        assert_eq!(scale.parameters, [pointer(named("float"), false), named("float")]);
    }

    #[test]
    fn template_arguments_are_read_from_a_mangled_name() {
        let probe = "_Z15cuda_build_typeIJ12cuda_build_0FvfPKfS2_Pfm4Pair6float4xPVKiEEEvv";
        let probe = MangledName::parse(probe).unwrap();
        let arguments = probe.arguments();
        assert_eq!(arguments[0], "cuda_build_0");
        let parameters = of_function(arguments[1]).unwrap();
        assert_eq!(parameters.len(), 9);
        assert_eq!(parameters[1], pointer(named("float"), true));
        assert_eq!(parameters[3], pointer(named("float"), false));
        assert_eq!(parameters[7], named("long long"));
        assert_eq!(parameters[8], pointer(named("int"), true));
    }

    #[test]
    fn arrays_and_other_types_are_distinguished() {
        let array = Type::parse("double2 const [3][4]");
        let element = Box::new(named("double2"));
        let lengths = vec![3, 4];
        assert_eq!(array, Type::Array { of: element, lengths });
        assert_eq!(array.text(), "double2[3][4]");
        for other in ["int&", "void (*)(int)", "int (*) [4]"] {
            assert_eq!(Type::parse(other), Type::Other(other.to_owned()), "{other}");
        }
        assert_eq!(
            Type::parse("float const* const restrict*"),
            pointer(pointer(named("float"), true), true)
        );
        assert_eq!(Type::parse("float**"), pointer(pointer(named("float"), false), false));
    }
}
