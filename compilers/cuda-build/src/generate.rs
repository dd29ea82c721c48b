//! Generates the Rust code.

use std::fmt::{self, Write as _};

use crate::plan::{Constant, Field, Kernel, Passed, Plan, Structure, Variable, Written};

/// What the image file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageKind {
    Ptx,
    /// A cubin or a fat binary.
    Code,
}

/// What `CUDA_BUILD_OFFSET(field, class)` is to the compilers: NVRTC before 13.5 has no `__builtin_offsetof`.
pub(crate) const OFFSET: &str = "#ifdef __CUDACC_RTC__\n\
    #define CUDA_BUILD_OFFSET(field, ...) (unsigned long long)__INTADDR__(&((__VA_ARGS__ *)0)->field)\n\
    #else\n\
    #define CUDA_BUILD_OFFSET(field, ...) __builtin_offsetof(__VA_ARGS__, field)\n\
    #endif\n";

/// The maximum number of arguments in a tuple. Kernels with more use a list.
const MOST: usize = 32;

/// Returns the Rust code of `plan`, whose image is the file `image` in the same folder.
pub(crate) fn text(plan: &Plan, image: &str, kind: ImageKind) -> String {
    let mut text = String::new();
    // Writing to a string doesn't fail.
    let _ = write_all(&mut text, plan, image, kind);
    text
}

fn write_all(out: &mut String, plan: &Plan, image: &str, kind: ImageKind) -> fmt::Result {
    let Plan { type_name, source, .. } = plan;
    writeln!(out, "// Written by cuda-build, out of {source}.\n")?;
    for Constant { name, rust, cpp, value } in &plan.constants {
        let name = raw(name);
        writeln!(
            out,
            "/// `{cpp}` of `{source}`.\n#[allow(non_upper_case_globals, dead_code)]\npub const {name}: {rust} = {value};\n"
        )?;
    }
    for structure in &plan.structures {
        if let Some(written) = &structure.written {
            definition(out, structure, written, source)?;
        }
        layout(out, structure)?;
        if let Some(written) = &structure.written {
            plain_bytes(out, structure, written)?;
        }
    }
    for kernel in &plan.kernels {
        description(out, kernel)?;
    }
    if plan.is_embedded {
        writeln!(
            out,
            "/// The kernels of `{source}`, which each driver loads when one is launched first.\n#[derive(Clone, Copy, Debug)]\n\
             pub enum {type_name} {{}}\n\n\
             #[allow(clippy::too_many_arguments, clippy::missing_safety_doc, non_snake_case, dead_code)]\nimpl {type_name} {{"
        )?;
        embedded(out, plan, image)?;
        for (at, kernel) in plan.kernels.iter().enumerate() {
            launch(out, kernel, Some(at))?;
        }
        return writeln!(out, "}}");
    }
    let function_fields: String = plan
        .kernels
        .iter()
        .map(|kernel| format!("    {}: ::cuda_driver::Function,\n", field(kernel)))
        .collect();
    writeln!(
        out,
        "/// The kernels of `{source}`, loaded into a context.\n#[derive(Clone, Debug)]\npub struct {type_name} {{\n    \
         module: ::cuda_driver::Module,\n{function_fields}}}\n"
    )?;
    writeln!(
        out,
        "#[allow(clippy::too_many_arguments, clippy::missing_safety_doc, non_snake_case, dead_code)]\nimpl {type_name} {{"
    )?;
    load(out, plan, image, kind)?;
    for kernel in &plan.kernels {
        launch(out, kernel, None)?;
    }
    for variable in &plan.variables {
        access(out, variable)?;
    }
    writeln!(out, "}}")
}

/// Writes the type of a structure.
fn definition(
    out: &mut String,
    structure: &Structure,
    written: &Written,
    source: &str,
) -> fmt::Result {
    let Structure { cpp, rust, fields, .. } = structure;
    let align = match written.alignment {
        Some(alignment) => format!(", align({alignment})"),
        None => String::new(),
    };
    let text: String = fields
        .iter()
        .map(|Field { name, rust, .. }| {
            let kind = rust.as_deref().unwrap_or_default();
            format!("    pub {}: {kind},\n", raw(name))
        })
        .collect();
    writeln!(
        out,
        "/// `{cpp}` of `{source}`. Pointers are addresses on the device.\n\
         #[allow(missing_docs, non_snake_case, dead_code)]\n#[derive(Clone, Copy, Debug, PartialEq)]\n#[repr(C{align})]\n\
         pub struct {rust} {{\n{text}}}\n"
    )
}

/// Writes the traits of a generated type, after what asserts the types of its fields.
fn plain_bytes(out: &mut String, structure: &Structure, written: &Written) -> fmt::Result {
    let Structure { rust, size, .. } = structure;
    let mut parts: Vec<(&str, u64)> = Vec::new();
    for (rust, count) in &written.parts {
        match parts.iter_mut().find(|(known, _)| known == rust) {
            Some((_, all)) => *all += count,
            None => parts.push((rust, *count)),
        }
    }
    let sizes = parts.iter().map(|(rust, count)| match count {
        1 => format!("plain::<{rust}>()"),
        _ => format!("{count} * plain::<{rust}>()"),
    });
    let sizes: Vec<String> = sizes.collect();
    let sizes = sizes.join(" + ");
    writeln!(
        out,
        "// The types of its fields are plain bytes, and none of its bytes is without a field.\n\
         const _: () = {{\n    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {{\n        \
         ::core::mem::size_of::<T>()\n    }}\n    \
         assert!({sizes} == {size}, \"{rust} has padding\");\n}};\n\n\
         // SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.\n\
         unsafe impl ::cuda_driver::bytemuck::Zeroable for {rust} {{}}\n\n\
         // SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.\n\
         unsafe impl ::cuda_driver::bytemuck::Pod for {rust} {{}}\n\n\
         impl ::core::default::Default for {rust} {{\n    #[inline]\n    fn default() -> Self {{\n        \
         ::cuda_driver::bytemuck::Zeroable::zeroed()\n    }}\n}}\n\n\
         ::cuda_driver::kernel_argument!({rust});\n"
    )
}

/// Asserts that a structure has the compiler's layout.
fn layout(out: &mut String, structure: &Structure) -> fmt::Result {
    let Structure { cpp, rust, size, alignment, fields, .. } = structure;
    writeln!(
        out,
        "const _: () = {{\n    assert!(::core::mem::size_of::<{rust}>() == {size}, \"{rust} doesn't have the {size} bytes of {cpp}\");\n    \
         assert!(::core::mem::align_of::<{rust}>() == {alignment}, \"{rust} is not aligned to {alignment} bytes as {cpp} is\");"
    )?;
    for Field { name, offset, rust: kind } in fields {
        let field = raw(name);
        writeln!(
            out,
            "    assert!(::core::mem::offset_of!({rust}, {field}) == {offset}, \"{rust}::{name} is not at byte {offset}, where {cpp}::{name} is\");"
        )?;
        if let Some(kind) = kind {
            writeln!(
                out,
                "    const _: fn(&{rust}) -> *const {kind} = |value| &raw const value.{field};"
            )?;
        }
    }
    writeln!(out, "}};\n")
}

/// Writes the type with a kernel's properties, and its signature.
fn description(out: &mut String, kernel: &Kernel) -> fmt::Result {
    let camel = camel(&kernel.rust);
    let Kernel { cpp, entry, .. } = kernel;
    let sides = |sides: Option<[u32; 3]>| match sides {
        Some([x, y, z]) => format!("::core::option::Option::Some([{x}, {y}, {z}])"),
        None => "::core::option::Option::None".to_owned(),
    };
    let min_blocks = match entry.min_blocks {
        Some(blocks) => format!("::core::option::Option::Some({blocks})"),
        None => "::core::option::Option::None".to_owned(),
    };
    writeln!(
        out,
        "/// Properties of the kernel `{cpp}`.\n#[derive(Clone, Copy, Debug)]\npub enum {camel} {{}}\n\n\
         #[allow(dead_code)]\nimpl {camel} {{\n    \
         /// Its name in the image.\n    pub const NAME: &'static ::core::ffi::CStr = c\"{name}\";\n    \
         /// The maximum size of a block in each dimension, from `__launch_bounds__`.\n    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = {max};\n    \
         /// The required size of a block, from `__block_size__`.\n    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = {required};\n    \
         /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.\n    pub const MIN_BLOCKS: ::core::option::Option<u32> = {min_blocks};\n    \
         /// The size of the kernel's static shared memory, in bytes.\n    pub const STATIC_SHARED_MEMORY: usize = {shared};\n    \
         /// Whether it uses dynamic shared memory, whose size the launch sets.\n    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = {dynamic};\n}}\n",
        name = entry.name,
        max = sides(entry.max_threads),
        required = sides(entry.required_threads),
        shared = entry.static_shared,
        dynamic = entry.has_dynamic_shared,
    )?;
    let parameters: String = kernel
        .arguments
        .iter()
        .map(|argument| match &argument.passed {
            Passed::Value(rust) | Passed::View(rust) => format!("{rust}, "),
            Passed::Memory(rust) => format!("::cuda_driver::DeviceSlice<'static, {rust}>, "),
            Passed::MemoryMut(rust) => format!("::cuda_driver::DeviceSliceMut<'static, {rust}>, "),
        })
        .collect();
    if kernel.arguments.len() <= MOST {
        writeln!(
            out,
            "/// The signature of `{cpp}`, for `Function::typed`.\n#[allow(dead_code)]\npub type {camel}Parameters = ({parameters});\n"
        )?;
    }
    for argument in &kernel.arguments {
        let rust = match &argument.passed {
            Passed::Value(rust) if rust.contains("::") => rust.clone(),
            Passed::View(rust) => {
                format!("<&'static {rust} as ::cuda_driver::launch::Argument>::Value")
            }
            _ => continue,
        };
        let (size, name) = (argument.size, &argument.name);
        writeln!(
            out,
            "const _: () = assert!(::core::mem::size_of::<{rust}>() == {size}, \"{cpp} takes {size} bytes as `{name}`\");"
        )?;
    }
    Ok(())
}

/// Writes the kernels that need no loading, and the C++ assertions.
fn embedded(out: &mut String, plan: &Plan, image: &str) -> fmt::Result {
    let count = plan.kernels.len();
    let names: String = plan
        .kernels
        .iter()
        .map(|kernel| format!("                c{:?},\n", kernel.entry.name))
        .collect();
    writeln!(
        out,
        "    /// The compiled kernels.\n    pub const IMAGE: &'static str = include_str!({image:?});\n\n    \
         /// The kernels, in the order of the image.\n    #[inline]\n    \
         pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<{count}> {{\n        \
         static KERNELS: ::cuda_driver::launch::EmbeddedKernels<{count}> = ::cuda_driver::launch::EmbeddedKernels::new(\n            \
         {type_name}::IMAGE,\n            [\n{names}            ],\n        );\n        &KERNELS\n    }}",
        type_name = plan.type_name,
    )?;
    assertions(out, plan)
}

/// Writes the assertions of the structures' layouts in C++.
fn assertions(out: &mut String, plan: &Plan) -> fmt::Result {
    if plan.structures.is_empty() && plan.constants.is_empty() {
        return Ok(());
    }
    let mut text = OFFSET.to_owned();
    for Constant { cpp, value, .. } in &plan.constants {
        // As the compiler sees it: all bits, as in an unsigned number.
        let bits = *value as u64;
        writeln!(text, "static_assert((unsigned long long)({cpp}) == {bits}ull, \"{cpp}\");")?;
    }
    for Structure { cpp, size, alignment, fields, .. } in &plan.structures {
        writeln!(
            text,
            "static_assert(sizeof({cpp}) == {size} && alignof({cpp}) == {alignment}, \"{cpp}\");"
        )?;
        for Field { name, offset, .. } in fields {
            writeln!(
                text,
                "static_assert(CUDA_BUILD_OFFSET({name}, {cpp}) == {offset}, \"{cpp}::{name}\");"
            )?;
        }
    }
    writeln!(
        out,
        "\n    /// Assertions in C++ that structures have the layouts of this code, and constants the values: append them to a\n    \
         /// source that something else compiles by C++11 or newer, such as NVRTC at run time.\n    pub const ASSERTIONS: &'static str = r#\"\n{text}\"#;"
    )
}

fn load(out: &mut String, plan: &Plan, image: &str, kind: ImageKind) -> fmt::Result {
    let (constant, call) = match kind {
        ImageKind::Ptx => (
            format!("pub const IMAGE: &'static str = include_str!({image:?});"),
            "context.load_ptx(Self::IMAGE)?",
        ),
        ImageKind::Code => (
            format!("pub const IMAGE: &'static [u8] = include_bytes!({image:?});"),
            "{\n            // SAFETY: NVIDIA's compiler wrote the image when this crate was built.\n            \
             unsafe { context.load_cubin(Self::IMAGE) }?\n        }",
        ),
    };
    writeln!(
        out,
        "    /// The compiled kernels.\n    {constant}\n\n    \
         /// Loads the kernels into a context, and checks their parameters.\n    ///\n    /// # Errors\n    \
         /// As `Context::load_ptx` and `Module::function`, if the image isn't for this device or driver.\n    \
         pub fn load(context: &::cuda_driver::Context) -> ::core::result::Result<Self, ::cuda_driver::Error> {{\n        \
         let module = {call};"
    )?;
    for kernel in &plan.kernels {
        let (field, camel) = (field(kernel), camel(&kernel.rust));
        writeln!(out, "        let {field} = module.function({camel}::NAME)?;")?;
        if kernel.arguments.len() <= MOST {
            writeln!(out, "        {field}.check_arguments::<{camel}Parameters>()?;")?;
        }
    }
    let fields: String = plan.kernels.iter().map(|kernel| format!("{}, ", field(kernel))).collect();
    writeln!(
        out,
        "        Ok(Self {{ module, {fields}}})\n    }}\n\n    /// The module.\n    \
         pub fn module(&self) -> &::cuda_driver::Module {{\n        &self.module\n    }}"
    )?;
    assertions(out, plan)
}

/// Writes the function that launches a kernel: a method, or a function if it is the embedded kernel with this index.
fn launch(out: &mut String, kernel: &Kernel, embedded: Option<usize>) -> fmt::Result {
    let Kernel { rust, cpp, .. } = kernel;
    let field = field(kernel);
    let (mut parameters, mut values) = (String::new(), Vec::new());
    for argument in &kernel.arguments {
        let name = &argument.name;
        let slice = match &argument.passed {
            Passed::Value(rust) => {
                write!(parameters, ", {name}: {rust}")?;
                values.push(name.clone());
                continue;
            }
            Passed::View(rust) => {
                write!(parameters, ", {name}: &{rust}")?;
                values.push(name.clone());
                continue;
            }
            Passed::Memory(rust) => format!("::cuda_driver::DeviceSlice<'m, {rust}>"),
            Passed::MemoryMut(rust) => format!("::cuda_driver::DeviceSliceMut<'m, {rust}>"),
        };
        write!(parameters, ", {name}: impl ::core::convert::Into<{slice}>")?;
        values.push(format!("::core::convert::Into::<{slice}>::into({name})"));
    }
    let has_memory = values.iter().any(|value| value.contains("'m"));
    let lifetime = if has_memory { "<'m>" } else { "" };
    let (start, end) = if values.len() > MOST {
        let pushes: String =
            values.iter().map(|value| format!("arguments.push({value});\n        ")).collect();
        (
            format!("let mut arguments = ::cuda_driver::ArgumentList::new();\n        {pushes}"),
            "&arguments".to_owned(),
        )
    } else {
        let values: String = values.iter().map(|value| format!("{value}, ")).collect();
        (String::new(), format!("({values})"))
    };
    let (receiver, function, duty, accessor) = match embedded {
        None => (
            "&self, ",
            format!("&self.{field}"),
            "/// - `stream` and the events in `launch` belong to the context that the kernels were loaded into.\n    ",
            format!(
                "pub fn {field}(&self) -> &::cuda_driver::Function {{\n        &self.{field}\n    }}"
            ),
        ),
        Some(at) => (
            "",
            format!("&Self::embedded().on(stream)?[{at}]"),
            "/// - The events in `launch` belong to the context of `stream`.\n    ",
            format!(
                "///\n    /// # Errors\n    /// As `EmbeddedKernels::on`.\n    \
                 pub fn {field}(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, \
                 ::cuda_driver::Error> {{\n        Ok(&Self::embedded().on(stream)?[{at}])\n    }}"
            ),
        ),
    };
    writeln!(
        out,
        "\n    /// Launches `{cpp}`.\n    ///\n    /// # Errors\n    /// As `Stream::launch`.\n    ///\n    /// # Safety\n    \
         /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's \
         variables, and writes only to variables and to memory that it takes by `&mut`.\n    \
         /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or \
         writes what it reads: see `Stream::launch`.\n    \
         {duty}\
         #[inline]\n    pub unsafe fn {rust}{lifetime}({receiver}stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>{parameters}) \
         -> ::core::result::Result<(), ::cuda_driver::Error> {{\n        {start}\
         // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.\n        \
         unsafe {{ stream.launch({function}, launch, {end}) }}\n    }}\n\n    \
         /// The function of `{cpp}`.\n    {accessor}",
        rust = raw(rust),
    )
}

fn access(out: &mut String, variable: &Variable) -> fmt::Result {
    let Variable { name, rust, cpp, element, count, is_array, is_constant, is_const } = variable;
    let kind = if *is_constant { "constant" } else { "device" };
    let value = if *is_array { format!("[{element}; {count}]") } else { element.clone() };
    let (zero, as_mut, as_ref) = if *is_array {
        (
            format!("[<{element} as ::core::default::Default>::default(); {count}]"),
            "&mut value",
            "value",
        )
    } else {
        (
            format!("<{element} as ::core::default::Default>::default()"),
            "::core::slice::from_mut(&mut value)",
            "::core::slice::from_ref(value)",
        )
    };
    writeln!(
        out,
        "\n    /// Copies the {kind} variable `{cpp}` from the device, in the order of `stream`.\n    ///\n    /// # Errors\n    \
         /// As `Module::read_global`.\n    \
         pub fn {raw}(&self, stream: &::cuda_driver::Stream) -> ::core::result::Result<{value}, ::cuda_driver::Error> {{\n        \
         let mut value = {zero};\n        self.module.read_global(stream, c\"{name}\", {as_mut})?;\n        Ok(value)\n    }}",
        raw = raw(rust),
    )?;
    if *is_const {
        return Ok(());
    }
    writeln!(
        out,
        "\n    /// Copies `value` to the {kind} variable `{cpp}`, in the order of `stream`.\n    ///\n    /// # Errors\n    \
         /// As `Module::write_global`.\n    \
         pub fn set_{rust}(&self, stream: &::cuda_driver::Stream, value: &{value}) -> ::core::result::Result<(), ::cuda_driver::Error> {{\n        \
         self.module.write_global(stream, c\"{name}\", {as_ref})\n    }}",
    )
}

/// Returns the name of the field with a kernel's function; no keyword ends like this.
fn field(kernel: &Kernel) -> String {
    format!("{}_function", kernel.rust)
}

/// Returns the name, as a raw identifier if it is a keyword.
pub(crate) fn raw(name: &str) -> String {
    const KEYWORDS: [&str; 44] = [
        "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern",
        "false", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "match", "mod", "move",
        "mut", "pub", "ref", "return", "static", "struct", "trait", "true", "type", "unsafe",
        "use", "where", "while", "abstract", "become", "box", "do", "final", "macro", "override",
        "priv", "try",
    ];
    const MORE: [&str; 4] = ["typeof", "unsized", "virtual", "yield"];
    if KEYWORDS.contains(&name) || MORE.contains(&name) {
        format!("r#{name}")
    } else if matches!(name, "self" | "Self" | "super" | "crate" | "_") {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

/// `scale_f32` as `ScaleF32`.
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        let mut characters = part.chars();
        camel.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        camel.extend(characters);
    }
    // `_1d`, only `_`, or a name that Rust uses itself.
    if camel == "Self" || camel.chars().next().is_none_or(|first| first.is_ascii_digit()) {
        camel.insert_str(0, "Kernel");
    }
    camel
}
