//! Asks the compiler for types, by what it mangles.
//!
//! A second program is the source with a few lines after it: `decltype` of each kernel that has no mangled name, and of
//! each variable, as the argument of a template, whose instance then has the type in its name; and an array of the
//! sizes and offsets of structures. So every alias, macro and `#if` is resolved by the compiler itself, and nothing here
//! parses C++.

use std::fmt::Write as _;

use crate::names;
use crate::plan::is_of_a_library;
use crate::ptx::Contents;
use crate::types::{Mangled, Type, of_function};

/// A structure that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) cpp: String,
    pub(crate) fields: Vec<String>,
}

/// What was told of the kernels and variables, by their place among those of the image.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    pub(crate) kernels: Vec<(usize, (String, Vec<Type>))>,
    /// With whether it is `const`.
    pub(crate) variables: Vec<(usize, (String, Type, bool))>,
    pub(crate) structures: Vec<Layout>,
}

impl Told {
    /// What isn't the same, or is missing, in what was told of `others`, by its name: a kernel, a structure, or a variable
    /// that both have.
    pub(crate) fn difference(
        &self,
        contents: &Contents,
        told: &Self,
        others: &Contents,
    ) -> Option<String> {
        for (at, (name, types)) in &self.kernels {
            let entry = contents.entries.get(*at)?;
            let same = told.kernels.iter().find_map(|(at, (_, types))| {
                let other = others.entries.get(*at)?;
                (other.name == entry.name).then_some((types, &other.parameters))
            });
            if same != Some((types, &entry.parameters)) {
                return Some(format!("the kernel {name}"));
            }
        }
        for (at, (name, kind, is_const)) in &self.variables {
            let variable = contents.variables.get(*at)?;
            let other = told.variables.iter().find(|(at, _)| {
                let other = others.variables.get(*at);
                other.is_some_and(|other| other.name == variable.name)
            });
            if other.is_some_and(|(_, (_, other, is_const_there))| {
                (other, is_const_there) != (kind, is_const)
            }) {
                return Some(format!("the variable {name}"));
            }
        }
        let mut structures = self.structures.iter().zip(&told.structures);
        let other = structures.find(|(structure, other)| structure != other);
        other.map(|(structure, _)| structure.cpp.clone())
    }
}

/// The layout of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// As it was asked for.
    pub(crate) cpp: String,
    /// As the compiler writes it, with aliases resolved.
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) alignment: u64,
    /// Name, offset and type.
    pub(crate) fields: Vec<(String, u64, Type)>,
}

/// The questions about an image, of which some are answered already.
pub(crate) struct Probe {
    told: Told,
    /// Kernels and variables whose types must be asked for: which, and by which name.
    kernels: Vec<(usize, String)>,
    variables: Vec<(usize, String)>,
    structures: Vec<Asked>,
}

impl Probe {
    /// The questions about what `contents` has and `source` writes, but for kernels that are left out.
    pub(crate) fn new(
        contents: &Contents,
        source: &str,
        left_out: &[String],
        structures: &[Asked],
    ) -> Self {
        let mut probe = Self {
            told: Told::default(),
            kernels: Vec::new(),
            variables: Vec::new(),
            structures: structures.to_vec(),
        };
        for (at, entry) in contents.entries.iter().enumerate() {
            let mangled = Mangled::parse(&entry.name).filter(|_| entry.name.starts_with("_Z"));
            if left_out.contains(&entry.cpp_name()) {
                continue;
            }
            match mangled {
                Some(mangled) if is_of_a_library(&mangled) => {}
                Some(mangled) if !mangled.tells_its_types(&entry.name) => {
                    probe.kernels.push((at, mangled.name));
                }
                Some(mangled) => {
                    let told = (mangled.name, mangled.parameters);
                    probe.told.kernels.push((at, told));
                }
                None => probe.kernels.push((at, entry.name.clone())),
            }
        }
        for (at, variable) in contents.variables.iter().enumerate() {
            let mangled =
                Mangled::parse(&variable.name).filter(|_| variable.name.starts_with("_Z"));
            let name = mangled.map_or(variable.name.clone(), |mangled| mangled.name);
            let last = name.rsplit("::").next().unwrap_or(&name);
            let can_be_named = !name.contains(['(', '<', '$', ' ', '.']);
            if can_be_named && names::mentions(source, last) {
                probe.variables.push((at, name));
            }
        }
        probe
    }

    /// Returns `true` if the compiler must be asked at all.
    pub(crate) fn is_answered(&self) -> bool {
        self.kernels.is_empty() && self.variables.is_empty() && self.structures.is_empty()
    }

    /// Returns the lines behind the source.
    ///
    /// What is `extern "C"` in a namespace is found where `namespaces` are opened.
    pub(crate) fn lines(&self, namespaces: &[String]) -> String {
        let mut lines = String::from(
            "\n#line 1 \"cuda-build\"\n\
             template<class Index, class Type> __global__ void cuda_build_type() {}\n\
             template<int Index> struct cuda_build_kernel;\n\
             template<int Index> struct cuda_build_variable;\n\
             template<int Index, int Field> struct cuda_build_field;\n\
             template<int Index> struct cuda_build_structure;\n\
             template<class Type> struct cuda_build_value { using type = Type; };\n\
             template<class Type> struct cuda_build_value<Type &> { using type = Type; };\n\
             #ifdef __CUDACC_RTC__\n\
             #define CUDA_BUILD_OFFSET(field, ...) (unsigned long long)__INTADDR__(&((__VA_ARGS__ *)0)->field)\n\
             #else\n\
             #define CUDA_BUILD_OFFSET(field, ...) __builtin_offsetof(__VA_ARGS__, field)\n\
             #endif\n",
        );
        for namespace in namespaces {
            let _ = writeln!(lines, "using namespace {namespace};");
        }
        for (at, name) in &self.kernels {
            let _ = writeln!(
                lines,
                "template __global__ void cuda_build_type<cuda_build_kernel<{at}>, decltype({name})>();"
            );
        }
        for (at, name) in &self.variables {
            let _ = writeln!(
                lines,
                "template __global__ void cuda_build_type<cuda_build_variable<{at}>, typename cuda_build_value<decltype(({name}))>::type>();"
            );
        }
        for (at, Asked { cpp, fields }) in self.structures.iter().enumerate() {
            let _ = write!(
                lines,
                "__device__ unsigned long long cuda_build_layout_{at}[] = {{ sizeof({cpp}), alignof({cpp})"
            );
            for field in fields {
                let _ = write!(lines, ", CUDA_BUILD_OFFSET({field}, {cpp})");
            }
            lines.push_str(" };\n");
            let _ = writeln!(
                lines,
                "template __global__ void cuda_build_type<cuda_build_structure<{at}>, {cpp}>();"
            );
            for (index, field) in fields.iter().enumerate() {
                let _ = writeln!(
                    lines,
                    "template __global__ void cuda_build_type<cuda_build_field<{at}, {index}>, decltype({cpp}::{field})>();"
                );
            }
        }
        lines
    }

    /// What the compiler told in `answer`; the first thing that it didn't tell is an error.
    pub(crate) fn read(self, answer: &Contents) -> Result<Told, String> {
        let types: Vec<(String, String)> = answer
            .entries
            .iter()
            .filter_map(|entry| {
                let mangled = Mangled::parse(&entry.name)?;
                let arguments = mangled.arguments();
                let [index, kind] = arguments.as_slice() else {
                    return None;
                };
                mangled
                    .name
                    .starts_with("cuda_build_type<")
                    .then(|| ((*index).to_owned(), (*kind).to_owned()))
            })
            .collect();
        let told = |index: String| {
            let found = types.iter().find(|(known, _)| *known == index);
            found.map(|(_, kind)| kind.as_str())
        };
        let Self {
            told: mut all,
            kernels,
            variables,
            structures,
        } = self;
        for (at, name) in kernels {
            let types = told(format!("cuda_build_kernel<{at}>")).and_then(of_function);
            let types = types.ok_or_else(|| format!("the kernel {name}"))?;
            all.kernels.push((at, (name, types)));
        }
        all.kernels.sort_by_key(|(at, _)| *at);
        for (at, name) in variables {
            let kind = told(format!("cuda_build_variable<{at}>"));
            let kind = kind.ok_or_else(|| format!("the variable {name}"))?;
            let (kind, is_const) = Type::parse_qualified(kind);
            all.variables.push((at, (name, kind, is_const)));
        }
        for (at, Asked { cpp, fields }) in structures.into_iter().enumerate() {
            let symbol = format!("cuda_build_layout_{at}");
            let variable = answer.variables.iter().find(|v| v.name == symbol);
            let variable = variable.ok_or_else(|| cpp.clone())?;
            let number = |at: usize| {
                let mut number = [0; 8];
                for (index, byte) in number.iter_mut().enumerate() {
                    *byte = variable.bytes.get(at * 8 + index).copied().unwrap_or(0);
                }
                u64::from_le_bytes(number)
            };
            let name = told(format!("cuda_build_structure<{at}>"));
            let name = name.map_or_else(|| cpp.clone(), |name| Type::parse(name).text());
            let mut layout = Layout {
                name,
                size: number(0),
                alignment: number(1),
                cpp,
                fields: Vec::new(),
            };
            for (index, field) in fields.into_iter().enumerate() {
                let kind = told(format!("cuda_build_field<{at}, {index}>"));
                let kind = kind.ok_or_else(|| format!("{}::{field}", layout.cpp))?;
                let kind = Type::parse(kind);
                layout.fields.push((field, number(index + 2), kind));
            }
            all.structures.push(layout);
        }
        Ok(all)
    }
}
