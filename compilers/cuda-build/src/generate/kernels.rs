//! The properties of kernels, and the functions that launch them.

use super::template::fill;
use crate::identifiers::{camel, raw};
use crate::plan::{ArgumentType, BuildPlan, Kernel};
use crate::ptx::Entry;

/// The maximum number of arguments in a tuple. Kernels with more use a list.
const MOST: usize = 32;

/// Returns a kernel: its properties, its signature, the function that launches it, and that which returns it: methods, or
/// functions if it is the embedded kernel with this index.
pub(super) fn kernel(kernel: &Kernel, type_name: &str, embedded: Option<usize>) -> String {
    let CallSignature { parameters, lifetime, arguments } = CallSignature::of(kernel);
    let index = embedded.map(|at| format!("[{at}]")).unwrap_or_default();
    fill(
        include_str!("templates/kernel.txt"),
        &[
            ("cpp", &format!("{:?}", kernel.cpp)),
            ("kernels", &format!("{type_name}{index}")),
            ("camel", &camel(&kernel.rust)),
            ("name", &format!("{:?}", kernel.entry.name)),
            ("bounds", &bounds(&kernel.entry)),
            ("shared", &kernel.entry.static_shared.to_string()),
            ("dynamic", &kernel.entry.has_dynamic_shared.to_string()),
            ("signature", &signature(kernel)),
            ("rust", &raw(&kernel.rust)),
            ("lifetime", lifetime),
            ("parameters", &parameters),
            ("arguments", &arguments),
            ("field", &field(kernel)),
        ],
    ) + &sizes(kernel)
}

/// Returns the launch bounds that a kernel has.
fn bounds(entry: &Entry) -> String {
    let sides = |sides: Option<[u32; 3]>| sides.map(|[x, y, z]| format!("[{x}, {y}, {z}]"));
    let bounds = [
        ("MAX_THREADS", sides(entry.max_threads)),
        ("REQUIRED_THREADS", sides(entry.required_threads)),
        ("MIN_BLOCKS", entry.min_blocks.map(|blocks| blocks.to_string())),
    ];
    let bounds = bounds.into_iter().filter_map(|(name, value)| Some((name, value?)));
    bounds.map(|(name, value)| format!("{name}: {value}, ")).collect()
}

/// Returns the tuple of parameters, unless there are too many.
fn signature(kernel: &Kernel) -> String {
    if kernel.arguments.len() > MOST {
        return String::new();
    }
    let parameters: String = kernel
        .arguments
        .iter()
        .map(|argument| match &argument.passed {
            ArgumentType::Value(rust) | ArgumentType::View(rust) => format!("{rust}, "),
            ArgumentType::Memory(_) | ArgumentType::MemoryMut(_) => {
                format!("{}, ", slice(&argument.passed, "static"))
            }
        })
        .collect();
    format!("type {}Parameters = ({parameters});\n", camel(&kernel.rust))
}

/// Returns the type of a slice of this lifetime.
fn slice(passed: &ArgumentType, lifetime: &str) -> String {
    match passed {
        ArgumentType::Value(rust) | ArgumentType::View(rust) => rust.clone(),
        ArgumentType::Memory(rust) => format!("::cuda_driver::DeviceSlice<'{lifetime}, {rust}>"),
        ArgumentType::MemoryMut(rust) => {
            format!("::cuda_driver::DeviceSliceMut<'{lifetime}, {rust}>")
        }
    }
}

/// Returns the assertions that structures and views have the sizes of the kernel's parameters.
fn sizes(kernel: &Kernel) -> String {
    let mut text = String::new();
    for argument in &kernel.arguments {
        let rust = match &argument.passed {
            ArgumentType::Value(rust) if rust.contains("::") => rust.clone(),
            ArgumentType::View(rust) => {
                format!("<&'static {rust} as ::cuda_driver::launch::Argument>::Value")
            }
            _ => continue,
        };
        let (size, name, cpp) = (argument.size, &argument.name, &kernel.cpp);
        text += &format!(
            "const _: () = assert!(::core::mem::size_of::<{rust}>() == {size}, \"{cpp} takes {size} bytes as `{name}`\");\n"
        );
    }
    text
}

/// Returns the functions that need no loading: each loads the kernels when it is called first.
pub(super) fn embedded(plan: &BuildPlan) -> String {
    let names = plan.kernels.iter();
    let names = names.map(|kernel| format!("                {}::NAME,\n", camel(&kernel.rust)));
    fill(
        include_str!("templates/embedded.txt"),
        &[
            ("count", &plan.kernels.len().to_string()),
            ("type_name", &plan.type_name),
            ("names", &names.collect::<String>()),
        ],
    )
}

/// Returns the function that loads all kernels; `call` loads the image.
pub(super) fn load(plan: &BuildPlan, call: &str) -> String {
    let functions = plan.kernels.iter().map(|kernel| {
        let (field, camel) = (field(kernel), camel(&kernel.rust));
        let found = format!("        let {field} = module.function({camel}::NAME)?;\n");
        match kernel.arguments.len() {
            0..=MOST => {
                format!("{found}        {field}.check_arguments::<{camel}Parameters>()?;\n")
            }
            _ => found,
        }
    });
    let fields = plan.kernels.iter().map(|kernel| format!("{}, ", field(kernel)));
    fill(
        include_str!("templates/load.txt"),
        &[
            ("call", call),
            ("functions", &functions.collect::<String>()),
            ("fields", &fields.collect::<String>()),
        ],
    )
}

/// How a function takes the arguments of a kernel, and passes them on.
struct CallSignature {
    parameters: String,
    lifetime: &'static str,
    /// A tuple, or a list if there are too many arguments for one.
    arguments: String,
}

impl CallSignature {
    fn of(kernel: &Kernel) -> Self {
        let (mut parameters, mut values, mut lifetime) = (Vec::new(), Vec::new(), "");
        for argument in &kernel.arguments {
            let name = &argument.name;
            let (kind, value) = match &argument.passed {
                ArgumentType::Value(rust) => (rust.clone(), name.clone()),
                ArgumentType::View(rust) => (format!("&{rust}"), name.clone()),
                memory => {
                    lifetime = "<'m>";
                    let into = format!("::core::convert::Into<{}>", slice(memory, "m"));
                    let value = into.replacen("Into<", "Into::<", 1);
                    (format!("impl {into}"), format!("{value}::into({name})"))
                }
            };
            parameters.push(format!("{name}: {kind}"));
            values.push(value);
        }
        let arguments = if values.len() <= MOST {
            format!("({})", values.iter().map(|value| format!("{value}, ")).collect::<String>())
        } else {
            let pushes = values.iter().map(|value| format!("    arguments.push({value});\n"));
            format!(
                "&{{\n    let mut arguments = ::cuda_driver::ArgumentList::new();\n{}    arguments\n}}",
                pushes.collect::<String>()
            )
        };
        Self { parameters: parameters.join(", "), lifetime, arguments }
    }
}

/// Returns the name of the field with a kernel's function; no keyword ends like this.
pub(super) fn field(kernel: &Kernel) -> String {
    format!("{}_function", kernel.rust)
}
