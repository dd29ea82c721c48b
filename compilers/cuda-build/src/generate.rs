//! Generates the Rust code.

use std::fmt::{self, Write as _};

use crate::plan::{Field, Kernel, Passed, Plan, Structure, Variable};

/// What the image file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageKind {
    Ptx,
    /// A cubin or a fat binary.
    Code,
}

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
    for structure in &plan.structures {
        layout(out, structure)?;
    }
    for kernel in &plan.kernels {
        description(out, kernel)?;
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
        launch(out, kernel)?;
    }
    for variable in &plan.variables {
        access(out, variable)?;
    }
    writeln!(out, "}}")
}

/// Asserts that a structure has the compiler's layout.
fn layout(out: &mut String, structure: &Structure) -> fmt::Result {
    let Structure { cpp, rust, size, alignment, fields } = structure;
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
    )
}

fn launch(out: &mut String, kernel: &Kernel) -> fmt::Result {
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
    writeln!(
        out,
        "\n    /// Launches `{cpp}`.\n    ///\n    /// # Errors\n    /// As `Stream::launch`.\n    ///\n    /// # Safety\n    \
         /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's \
         variables, and writes only to variables and to memory that it takes by `&mut`.\n    \
         /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or \
         writes what it reads: see `Stream::launch`.\n    \
         /// - `stream` and the events in `launch` belong to the context that the kernels were loaded into.\n    \
         #[inline]\n    pub unsafe fn {rust}{lifetime}(&self, stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>{parameters}) \
         -> ::core::result::Result<(), ::cuda_driver::Error> {{\n        {start}\
         // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.\n        \
         unsafe {{ stream.launch(&self.{field}, launch, {end}) }}\n    }}\n\n    \
         /// The function of `{cpp}`.\n    pub fn {field}(&self) -> &::cuda_driver::Function {{\n        \
         &self.{field}\n    }}",
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
