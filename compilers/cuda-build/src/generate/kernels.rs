//! The properties of kernels, and the functions that launch them.

use super::template::fill;
use crate::identifiers::{camel, raw};
use crate::plan::{Kernel, Passed, Plan};

/// The maximum number of arguments in a tuple. Kernels with more use a list.
const MOST: usize = 32;

/// Returns the types with a kernel's properties and its signature.
pub(super) fn description(kernel: &Kernel, type_name: &str) -> String {
    properties(kernel, type_name) + &signature(kernel) + &sizes(kernel)
}

fn properties(kernel: &Kernel, type_name: &str) -> String {
    let entry = &kernel.entry;
    let sides = |sides: Option<[u32; 3]>| option(sides.map(|[x, y, z]| format!("[{x}, {y}, {z}]")));
    fill(
        include_str!("templates/properties.txt"),
        &[
            ("cpp", &kernel.cpp),
            ("type_name", type_name),
            ("camel", &camel(&kernel.rust)),
            ("name", &entry.name),
            ("max", &sides(entry.max_threads)),
            ("required", &sides(entry.required_threads)),
            ("min_blocks", &option(entry.min_blocks.map(|blocks| blocks.to_string()))),
            ("shared", &entry.static_shared.to_string()),
            ("dynamic", &entry.has_dynamic_shared.to_string()),
        ],
    )
}

fn option(value: Option<String>) -> String {
    match value {
        Some(value) => format!("::core::option::Option::Some({value})"),
        None => "::core::option::Option::None".to_owned(),
    }
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
            Passed::Value(rust) | Passed::View(rust) => format!("{rust}, "),
            Passed::Memory(_) | Passed::MemoryMut(_) => {
                format!("{}, ", slice(&argument.passed, "static"))
            }
        })
        .collect();
    format!(
        "/// The signature of `{}`, for `Function::typed`.\n#[allow(dead_code)]\npub type {}Parameters = ({parameters});\n\n",
        kernel.cpp,
        camel(&kernel.rust),
    )
}

/// Returns the type of a slice of this lifetime.
fn slice(passed: &Passed, lifetime: &str) -> String {
    match passed {
        Passed::Value(rust) | Passed::View(rust) => rust.clone(),
        Passed::Memory(rust) => format!("::cuda_driver::DeviceSlice<'{lifetime}, {rust}>"),
        Passed::MemoryMut(rust) => format!("::cuda_driver::DeviceSliceMut<'{lifetime}, {rust}>"),
    }
}

/// Returns the assertions that structures and views have the sizes of the kernel's parameters.
fn sizes(kernel: &Kernel) -> String {
    let mut text = String::new();
    for argument in &kernel.arguments {
        let rust = match &argument.passed {
            Passed::Value(rust) if rust.contains("::") => rust.clone(),
            Passed::View(rust) => {
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
pub(super) fn embedded(plan: &Plan) -> String {
    let names = plan.kernels.iter();
    let names = names.map(|kernel| format!("                c{:?},\n", kernel.entry.name));
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
pub(super) fn load(plan: &Plan, call: &str) -> String {
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

/// Returns the function that launches a kernel, and that which returns it: methods, or functions if it is the embedded
/// kernel with this index.
pub(super) fn launch(kernel: &Kernel, embedded: Option<usize>) -> String {
    let (receiver, function, accessor) = match embedded {
        None => (
            "&self, ",
            format!("self.{}", field(kernel)),
            include_str!("templates/loaded_function.txt"),
        ),
        Some(at) => (
            "",
            format!("Self::embedded().on(stream)?[{at}]"),
            include_str!("templates/embedded_function.txt"),
        ),
    };
    let Passing { parameters, lifetime, list, arguments } = Passing::of(kernel);
    let values = [
        ("cpp", kernel.cpp.as_str()),
        ("rust", &raw(&kernel.rust)),
        ("field", &field(kernel)),
        ("receiver", receiver),
        ("function", &function),
        ("parameters", &parameters),
        ("lifetime", lifetime),
        ("list", &list),
        ("arguments", &arguments),
    ];
    fill(include_str!("templates/launch.txt"), &values) + &fill(accessor, &values)
}

/// How a function takes the arguments of a kernel, and passes them on.
struct Passing {
    parameters: String,
    lifetime: &'static str,
    /// The statements that make a list, if there are too many arguments for a tuple.
    list: String,
    arguments: String,
}

impl Passing {
    fn of(kernel: &Kernel) -> Self {
        let (mut parameters, mut values, mut lifetime) = (String::new(), Vec::new(), "");
        for argument in &kernel.arguments {
            let name = &argument.name;
            let (kind, value) = match &argument.passed {
                Passed::Value(rust) => (rust.clone(), name.clone()),
                Passed::View(rust) => (format!("&{rust}"), name.clone()),
                memory => {
                    lifetime = "<'m>";
                    let into = format!("::core::convert::Into<{}>", slice(memory, "m"));
                    let value = into.replacen("Into<", "Into::<", 1);
                    (format!("impl {into}"), format!("{value}::into({name})"))
                }
            };
            parameters += &format!(", {name}: {kind}");
            values.push(value);
        }
        if values.len() <= MOST {
            let values: String = values.iter().map(|value| format!("{value}, ")).collect();
            let arguments = format!("({values})");
            return Self { parameters, lifetime, list: String::new(), arguments };
        }
        let pushes = values.iter().map(|value| format!("arguments.push({value});\n        "));
        let list = format!(
            "let mut arguments = ::cuda_driver::ArgumentList::new();\n        {}",
            pushes.collect::<String>()
        );
        Self { parameters, lifetime, list, arguments: "&arguments".to_owned() }
    }
}

/// Returns the name of the field with a kernel's function; no keyword ends like this.
pub(super) fn field(kernel: &Kernel) -> String {
    format!("{}_function", kernel.rust)
}
