//! Gets types from the compiler, which encodes them in mangled names.
//!
//! A probe is the source with a few lines appended: `decltype` of each kernel without a mangled name, and of each
//! variable, as a template argument, so that the name of the instance contains the type; and an array of the sizes and
//! offsets of structures. So the compiler itself resolves every alias, macro and `#if`, and nothing here parses C++.

use std::fmt::Write as _;

use crate::names;
use crate::ptx::{Contents, Variable};
use crate::types::{MangledName, Type, of_function};

/// What `CUDA_BUILD_OFFSET(field, class)` is to the compilers: NVRTC before 13.5 has no `__builtin_offsetof`.
pub(crate) const OFFSET: &str = "#ifdef __CUDACC_RTC__\n\
    #define CUDA_BUILD_OFFSET(field, ...) (unsigned long long)__INTADDR__(&((__VA_ARGS__ *)0)->field)\n\
    #else\n\
    #define CUDA_BUILD_OFFSET(field, ...) __builtin_offsetof(__VA_ARGS__, field)\n\
    #endif\n";

/// A structure whose layout is needed.
#[derive(Clone, Debug)]
pub(crate) struct RequestedStructure {
    pub(crate) cpp: String,
    pub(crate) fields: Vec<String>,
    /// The fields whose types are written `size_t`.
    pub(crate) sizes: Vec<String>,
    /// Whether its Rust type is generated.
    pub(crate) is_generated: bool,
}

/// The types of kernels and variables, by their indices in the image's PTX, and the layouts of structures.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProbedTypes {
    pub(crate) kernels: Vec<(usize, (String, Vec<Type>))>,
    /// The `bool` is `true` for a `const` variable.
    pub(crate) variables: Vec<(usize, (String, Type, bool))>,
    pub(crate) structures: Vec<Layout>,
    /// The values of constants, in the order of the request.
    pub(crate) constants: Vec<i128>,
}

impl ProbedTypes {
    /// Returns the name of the first kernel, structure or common variable whose types differ in `others` or are
    /// missing there.
    pub(crate) fn difference(
        &self,
        contents: &Contents,
        probed: &Self,
        others: &Contents,
    ) -> Option<String> {
        for (at, (name, types)) in &self.kernels {
            let entry = contents.entries.get(*at)?;
            let same = probed.kernels.iter().find_map(|(at, (_, types))| {
                let other = others.entries.get(*at)?;
                (other.name == entry.name).then_some((types, &other.parameters))
            });
            if same != Some((types, &entry.parameters)) {
                return Some(format!("the kernel {name}"));
            }
        }
        for (at, (name, kind, is_const)) in &self.variables {
            let variable = contents.variables.get(*at)?;
            let other = probed.variables.iter().find(|(at, _)| {
                let other = others.variables.get(*at);
                other.is_some_and(|other| other.name == variable.name)
            });
            if other.is_some_and(|(_, (_, other, is_const_there))| {
                (other, is_const_there) != (kind, is_const)
            }) {
                return Some(format!("the variable {name}"));
            }
        }
        if self.constants != probed.constants {
            return Some("a constant of Build::constants".to_owned());
        }
        let mut structures = self.structures.iter().zip(&probed.structures);
        let other = structures.find(|(structure, other)| structure != other);
        other.map(|(structure, _)| structure.cpp.clone())
    }

    /// Returns the names of the classes that fields of generated types have, and of those that kernels take if
    /// `of_kernels`.
    pub(crate) fn classes(&self, of_kernels: bool) -> Vec<&str> {
        let kernels = self.kernels.iter().filter(|_| of_kernels);
        let parameters = kernels.flat_map(|(_, (_, types))| types).filter_map(|kind| match kind {
            Type::Pointer { to, .. } => to.class(),
            kind => kind.class(),
        });
        let structures = self.structures.iter().filter(|structure| structure.is_generated);
        let fields = structures.flat_map(|structure| &structure.fields);
        let mut names: Vec<&str> = Vec::new();
        for name in parameters.chain(fields.filter_map(|field| field.kind.class())) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// Returns `true` if a kernel or variable belongs to CUDA's own libraries.
fn is_library_item(name: &MangledName) -> bool {
    ["cub::", "thrust::", "cuda::", "std::", "cooperative_groups::"]
        .iter()
        .any(|library| name.name.starts_with(library))
}

/// Returns `true` for a variable that only its own source can name: a static one of a function, or what has internal linkage
/// in a namespace, of which a name of the compiler's is the outer one.
fn is_internal(symbol: &str, mangled: Option<&MangledName>) -> bool {
    let mut spaces = mangled.into_iter().flat_map(|mangled| mangled.name.split("::"));
    symbol.starts_with("_ZZ") || spaces.any(|space| space.starts_with("_INTERNAL_"))
}

/// The layout of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The name in the build script.
    pub(crate) cpp: String,
    /// The compiler's name, with aliases resolved.
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) alignment: u64,
    pub(crate) fields: Vec<LayoutField>,
    /// Whether its Rust type is generated.
    pub(crate) is_generated: bool,
}

/// A field of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayoutField {
    pub(crate) name: String,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) kind: Type,
    /// Whether its type is written `size_t`.
    pub(crate) is_size: bool,
}

/// A probe: the items of unknown type, and the types that are already known.
pub(crate) struct Probe {
    probed: ProbedTypes,
    /// Kernels and variables whose types are unknown: their indices, and their names in the probe.
    kernels: Vec<(usize, String)>,
    variables: Vec<(usize, String)>,
    structures: Vec<RequestedStructure>,
    /// The expressions of constants.
    constants: Vec<String>,
}

impl Probe {
    /// Lists the items of `contents` that `source` declares, except kernels that are left out.
    pub(crate) fn new(
        contents: &Contents,
        source: &str,
        left_out: &[String],
        structures: &[RequestedStructure],
        constants: &[String],
    ) -> Self {
        let mut probe = Self {
            probed: ProbedTypes::default(),
            kernels: Vec::new(),
            variables: Vec::new(),
            structures: structures.to_vec(),
            constants: constants.to_vec(),
        };
        for (at, entry) in contents.entries.iter().enumerate() {
            let mangled = MangledName::parse(&entry.name).filter(|_| entry.name.starts_with("_Z"));
            if left_out.contains(&entry.cpp_name()) {
                continue;
            }
            match mangled {
                Some(mangled) if is_library_item(&mangled) => {}
                Some(mangled) if !mangled.encodes_parameter_types(&entry.name) => {
                    probe.kernels.push((at, mangled.name));
                }
                Some(mangled) => {
                    let probed = (mangled.name, mangled.parameters);
                    probe.probed.kernels.push((at, probed));
                }
                None => probe.kernels.push((at, entry.name.clone())),
            }
        }
        for (at, variable) in contents.variables.iter().enumerate() {
            let mangled =
                MangledName::parse(&variable.name).filter(|_| variable.name.starts_with("_Z"));
            if is_internal(&variable.name, mangled.as_ref()) {
                continue;
            }
            let name = mangled.map_or(variable.name.clone(), |mangled| mangled.name);
            let last = name.rsplit("::").next().unwrap_or(&name);
            let can_be_named = !name.contains(['(', '<', '$', ' ', '.']);
            if can_be_named && names::mentions(source, last) {
                probe.variables.push((at, name));
            }
        }
        probe
    }

    /// Returns `true` if all types are known.
    pub(crate) fn is_resolved(&self) -> bool {
        let has_types = self.kernels.is_empty() && self.variables.is_empty();
        has_types && self.structures.is_empty() && self.constants.is_empty()
    }

    /// Returns the lines to append to the source.
    ///
    /// They open `namespaces`, in which `extern "C"` items of a namespace are found.
    pub(crate) fn lines(&self, namespaces: &[String]) -> String {
        let mut lines = String::from(
            "\n#line 1 \"cuda-build\"\n\
             template<class Index, class Type> __global__ void cuda_build_type() {}\n\
             template<int Index> struct cuda_build_kernel;\n\
             template<int Index> struct cuda_build_variable;\n\
             template<int Index, int Field> struct cuda_build_field;\n\
             template<int Index> struct cuda_build_structure;\n\
             template<class Type> struct cuda_build_value { using type = Type; };\n\
             template<class Type> struct cuda_build_value<Type &> { using type = Type; };\n",
        );
        lines.push_str(OFFSET);
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
        if !self.constants.is_empty() {
            // Each with whether it is negative.
            let values = self.constants.iter();
            let values = values.map(|cpp| format!("(unsigned long long)({cpp}), (long long)({cpp}) < 0 && ({cpp}) < static_cast<decltype({cpp})>(1)"));
            let values: Vec<String> = values.collect();
            let values = values.join(", ");
            let _ = writeln!(
                lines,
                "__device__ unsigned long long cuda_build_constants[] = {{ {values} }};"
            );
        }
        for (at, RequestedStructure { cpp, fields, .. }) in self.structures.iter().enumerate() {
            let _ = write!(
                lines,
                "__device__ unsigned long long cuda_build_layout_{at}[] = {{ sizeof({cpp}), alignof({cpp})"
            );
            for field in fields {
                let _ =
                    write!(lines, ", CUDA_BUILD_OFFSET({field}, {cpp}), sizeof({cpp}::{field})");
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

    /// Reads the types from the PTX `answer`; the first missing one is an error.
    pub(crate) fn read(self, answer: &Contents) -> Result<ProbedTypes, String> {
        let types: Vec<(String, String)> = answer
            .entries
            .iter()
            .filter_map(|entry| {
                let mangled = MangledName::parse(&entry.name)?;
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
        let probed = |index: String| {
            let found = types.iter().find(|(known, _)| *known == index);
            found.map(|(_, kind)| kind.as_str())
        };
        let Self { probed: mut all, kernels, variables, structures, constants } = self;
        for (at, name) in kernels {
            let types = probed(format!("cuda_build_kernel<{at}>")).and_then(of_function);
            let types = types.ok_or_else(|| format!("the kernel {name}"))?;
            all.kernels.push((at, (name, types)));
        }
        all.kernels.sort_by_key(|(at, _)| *at);
        for (at, name) in variables {
            let kind = probed(format!("cuda_build_variable<{at}>"));
            let kind = kind.ok_or_else(|| format!("the variable {name}"))?;
            let (kind, is_const) = Type::parse_qualified(kind);
            all.variables.push((at, (name, kind, is_const)));
        }
        for (at, requested) in structures.into_iter().enumerate() {
            let RequestedStructure { cpp, fields, sizes, is_generated } = requested;
            let symbol = format!("cuda_build_layout_{at}");
            let variable = answer.variables.iter().find(|v| v.name == symbol);
            let variable = variable.ok_or_else(|| cpp.clone())?;
            let number = |at: usize| number(variable, at);
            let name = probed(format!("cuda_build_structure<{at}>"));
            let name = name.map_or_else(|| cpp.clone(), |name| Type::parse(name).text());
            let (size, alignment, fields_read) = (number(0), number(1), Vec::new());
            let mut layout =
                Layout { cpp, name, size, alignment, fields: fields_read, is_generated };
            for (index, field) in fields.into_iter().enumerate() {
                let kind = probed(format!("cuda_build_field<{at}, {index}>"));
                let kind = kind.ok_or_else(|| format!("{}::{field}", layout.cpp))?;
                layout.fields.push(LayoutField {
                    offset: number(2 * index + 2),
                    size: number(2 * index + 3),
                    kind: Type::parse(kind),
                    is_size: sizes.contains(&field),
                    name: field,
                });
            }
            all.structures.push(layout);
        }
        let symbol = "cuda_build_constants";
        let values = answer.variables.iter().find(|variable| variable.name == symbol);
        for (at, cpp) in constants.into_iter().enumerate() {
            let values = values.ok_or(cpp)?;
            let value = number(values, 2 * at);
            let is_negative = number(values, 2 * at + 1) != 0;
            let value = if is_negative { i128::from(value.cast_signed()) } else { value.into() };
            all.constants.push(value);
        }
        Ok(all)
    }
}

/// Returns an element of a variable that is an array of numbers of 8 bytes.
fn number(variable: &Variable, at: usize) -> u64 {
    let mut number = [0; 8];
    for (index, byte) in number.iter_mut().enumerate() {
        *byte = variable.bytes.get(at * 8 + index).copied().unwrap_or(0);
    }
    u64::from_le_bytes(number)
}
