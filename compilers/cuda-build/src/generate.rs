//! Generates the Rust code.

mod kernels;
mod structures;
mod template;
mod variables;

use self::template::fill;
use crate::plan::BuildPlan;

/// What the image file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageKind {
    Ptx,
    /// A cubin or a fat binary.
    Code,
}

/// Returns the Rust code of `plan`, whose image is the file `image` in the same folder.
pub(crate) fn text(plan: &BuildPlan, image: &str, kind: ImageKind) -> String {
    let kernels = plan.kernels.iter().enumerate();
    let kernels = kernels.map(|(at, kernel)| {
        kernels::kernel(kernel, &plan.type_name, plan.is_embedded.then_some(at))
    });
    [
        format!("// Written by cuda-build, out of {}.\n\n", plan.source),
        structures::constants(plan),
        structures::structures(plan),
        kernels.collect(),
        if !plan.has_code() {
            structures::assertions_alone(plan)
        } else if plan.is_embedded {
            embedded(plan, image)
        } else {
            loaded(plan, image, kind)
        },
    ]
    .concat()
}

/// Returns the type of kernels that each driver loads when one is launched first.
fn embedded(plan: &BuildPlan, image: &str) -> String {
    kernels_type(
        plan,
        &Parts {
            loaded: "which each driver loads when one is launched first",
            duty: "The events in `launch` belong to the context of `stream`.",
            definition: format!("#[derive(Clone, Copy, Debug)]\npub enum {} {{}}", plan.type_name),
            image: format!("str = include_str!({image:?})"),
            start: kernels::embedded(plan),
            variables: String::new(),
        },
    )
}

/// Returns the type of kernels that are loaded into a context, with the functions of variables.
fn loaded(plan: &BuildPlan, image: &str, kind: ImageKind) -> String {
    let (image, call) = match kind {
        ImageKind::Ptx => {
            (format!("str = include_str!({image:?})"), "context.load_ptx(Self::IMAGE)?")
        }
        ImageKind::Code => (
            format!("[u8] = include_bytes!({image:?})"),
            "{\n            // SAFETY: NVIDIA's compiler wrote the image when this crate was built.\n            \
             unsafe { context.load_cubin(Self::IMAGE) }?\n        }",
        ),
    };
    let fields = plan.kernels.iter().map(kernels::field);
    let fields = fields.map(|field| format!("    {field}: ::cuda_driver::Function,\n"));
    kernels_type(
        plan,
        &Parts {
            loaded: "loaded into a context",
            duty: "`stream` and the events in `launch` belong to the context that the kernels were loaded into.",
            definition: format!(
                "#[derive(Clone, Debug)]\npub struct {} {{\n    module: ::cuda_driver::Module,\n{}}}",
                plan.type_name,
                fields.collect::<String>()
            ),
            image,
            start: kernels::load(plan, call),
            variables: plan.variables.iter().map(variables::access).collect(),
        },
    )
}

/// What the type of kernels that are embedded, or loaded, has of its own.
struct Parts {
    loaded: &'static str,
    duty: &'static str,
    definition: String,
    image: String,
    start: String,
    variables: String,
}

fn kernels_type(plan: &BuildPlan, parts: &Parts) -> String {
    fill(
        include_str!("generate/templates/type.txt"),
        &[
            ("source", &plan.source),
            ("type_name", &plan.type_name),
            ("loaded", parts.loaded),
            ("duty", parts.duty),
            ("definition", &parts.definition),
            ("image", &parts.image),
            ("start", &parts.start),
            ("assertions", &structures::assertions(plan)),
            ("variables", &parts.variables),
        ],
    )
}
