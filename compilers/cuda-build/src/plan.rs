//! The kernels and variables to write, with their Rust types.

use std::collections::HashMap;

use crate::error::{Error, ErrorKind};
use crate::identifiers::{camel, identifier, raw};
use crate::input::{Constant, Input, SIZE, element_of, named};
use crate::ptx::Entry;
use crate::ragged;
use crate::ragged::UnnamedClass;
use crate::structure;
use crate::structure::StructureForm;
use crate::types::{Type, number};

/// The contents of the Rust code.
#[derive(Debug)]
pub(crate) struct BuildPlan {
    pub(crate) type_name: String,
    pub(crate) source: String,
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) structures: Vec<Structure>,
    pub(crate) constants: Vec<Constant>,
    /// Whether the kernels need no loading.
    pub(crate) is_embedded: bool,
}

#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) entry: Entry,
    pub(crate) rust: String,
    /// Its declaration in C++.
    pub(crate) cpp: String,
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) passed: ArgumentType,
    pub(crate) size: usize,
}

/// How Rust passes an argument, with the Rust type of the value or of the elements.
#[derive(Debug)]
pub(crate) enum ArgumentType {
    Value(String),
    Memory(String),
    MemoryMut(String),
    /// A reference to an array, which the kernel takes by value.
    View(String),
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) rust: String,
    pub(crate) cpp: String,
    /// The Rust type of an element.
    pub(crate) element: String,
    pub(crate) count: usize,
    /// The size of the whole variable, in bytes.
    pub(crate) size: usize,
    pub(crate) is_array: bool,
    pub(crate) is_constant: bool,
    /// Whether C++ forbids writing to it.
    pub(crate) is_const: bool,
}

/// A structure with the compiler's layout.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub(crate) cpp: String,
    pub(crate) rust: String,
    pub(crate) size: u64,
    pub(crate) alignment: u64,
    pub(crate) fields: Vec<Field>,
    /// How the Rust type is written, if it is generated.
    pub(crate) written: Option<StructureForm>,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) offset: u64,
    /// The type in C++.
    pub(crate) cpp: String,
    /// The Rust type, if it is known.
    pub(crate) rust: Option<String>,
}

impl BuildPlan {
    /// Whether the image has anything that Rust uses.
    pub(crate) fn has_code(&self) -> bool {
        !self.kernels.is_empty() || !self.variables.is_empty()
    }

    pub(crate) fn new(input: &Input<'_>) -> Result<Self, Error> {
        let mut plan = Self {
            type_name: input.type_name.to_owned(),
            source: input.source_name.to_owned(),
            kernels: Vec::new(),
            variables: Vec::new(),
            structures: Vec::new(),
            constants: input.constants.to_vec(),
            is_embedded: input.is_embedded,
        };
        let probed = &input.probed.kernels;
        for (entry, (name, types)) in probed
            .iter()
            .filter_map(|(at, probed)| Some((input.contents.entries.get(*at)?, probed)))
        {
            plan.kernels.push(kernel(input, entry, name, types)?);
        }
        for (at, (name, kind, is_const)) in &input.probed.variables {
            // What loads embedded kernels has no functions for variables.
            if input.is_embedded {
                break;
            }
            let Some(found) = input.contents.variables.get(*at) else {
                continue;
            };
            let (element, count, is_array) = match kind {
                Type::Array { of, lengths } => (of.as_ref(), lengths.iter().product(), true),
                other => (other, 1, false),
            };
            // The host can't use a device pointer or a union.
            let Some(element) = element_of(input, element) else {
                continue;
            };
            plan.variables.push(Variable {
                name: found.name.clone(),
                rust: identifier(name),
                cpp: format!("{} {name}", kind.text()),
                element,
                count,
                size: found.size,
                is_array,
                is_constant: found.is_constant,
                is_const: *is_const,
            });
        }
        for layout in &input.probed.structures {
            let Some((_, rust)) = input.structures.iter().find(|(cpp, _)| *cpp == layout.cpp)
            else {
                continue;
            };
            let written =
                if layout.is_generated { Some(structure::written(input, layout)?) } else { None };
            let fields = layout.fields.iter();
            let fields = fields.map(|field| Field {
                name: field.name.clone(),
                offset: field.offset,
                cpp: field.kind.text(),
                rust: if layout.is_generated {
                    structure::field_type(input, field)
                } else {
                    field_type(input, &field.kind)
                },
            });
            plan.structures.push(Structure {
                cpp: layout.cpp.clone(),
                rust: rust.clone(),
                size: layout.size,
                alignment: layout.alignment,
                fields: fields.collect(),
                written,
            });
        }
        plan.check_names()?;
        Ok(plan)
    }

    fn check_names(&self) -> Result<(), Error> {
        for (at, constant) in self.constants.iter().enumerate() {
            let others = &self.constants[..at];
            if let Some(other) = others.iter().find(|other| other.name == constant.name) {
                return Err(ErrorKind::Twice {
                    source_name: self.source.clone(),
                    method: format!(
                        "Build::constants or Build::enumeration ({}, {})",
                        other.cpp, constant.cpp
                    ),
                    name: constant.name.clone(),
                }
                .into());
            }
        }
        let whole = format!("the type {}", self.type_name);
        let reserved = if self.is_embedded { &["embedded"][..] } else { &["load", "module"] };
        let reserved = reserved.iter().map(|name| ((*name).to_owned(), whole.clone()));
        let mut functions: HashMap<String, String> = reserved.collect();
        let mut types =
            HashMap::from([(self.type_name.clone(), "the type of all kernels".to_owned())]);
        let mut taken = |name: String, of: String, is_type: bool| {
            let names = if is_type { &mut types } else { &mut functions };
            match names.insert(name.clone(), of.clone()) {
                None => Ok(()),
                Some(other) => Err(ErrorKind::SameName {
                    source_name: self.source.clone(),
                    name,
                    first: other,
                    second: of,
                }),
            }
        };
        for structure in self.structures.iter().filter(|structure| structure.written.is_some()) {
            taken(structure.rust.clone(), format!("the structure {}", structure.cpp), true)?;
        }
        for kernel in &self.kernels {
            let (rust, camel) = (&kernel.rust, camel(&kernel.rust));
            let subject = || format!("the kernel {}", kernel.cpp);
            taken(rust.clone(), subject(), false)?;
            taken(format!("{rust}_function"), subject(), false)?;
            taken(format!("{camel}Parameters"), subject(), true)?;
            taken(camel, subject(), true)?;
        }
        for variable in &self.variables {
            let subject = || format!("the variable {}", variable.cpp);
            taken(variable.rust.clone(), subject(), false)?;
            taken(format!("set_{}", variable.rust), subject(), false)?;
        }
        Ok(())
    }
}

fn kernel(input: &Input<'_>, entry: &Entry, name: &str, types: &[Type]) -> Result<Kernel, Error> {
    if types.len() != entry.parameters.len() {
        let problem = format!(
            "{} parameters in the PTX and {} by its type",
            entry.parameters.len(),
            types.len()
        );
        return Err(inconsistent(name, problem));
    }
    let declared = input.declared.parameters(&entry.name);
    let declared = declared.filter(|declared| declared.len() == types.len());
    let mut arguments: Vec<Argument> = Vec::new();
    for (at, (kind, parameter)) in types.iter().zip(&entry.parameters).enumerate() {
        let declared = declared.and_then(|declared| declared.get(at));
        let shown = declared.and_then(|declared| declared.name.clone());
        let shown = shown.unwrap_or_else(|| format!("arg{at}"));
        let mut rust = raw(&shown);
        // Names that the generated function uses itself; the last four are patterns.
        while matches!(
            rust.as_str(),
            "stream" | "launch" | "arguments" | "self_" | "None" | "Some" | "Ok" | "Err"
        ) || arguments.iter().any(|other| other.name == rust)
        {
            rust.push('_');
        }
        let is_size = declared.is_some_and(|declared| declared.is_size)
            && matches!(kind, Type::Named(name) if name == SIZE);
        let passed = passed(input, kind, is_size).map_err(|problem| match problem {
            Problem::Unnamed(cpp) => ErrorKind::UnnamedStructure {
                kernel: name.to_owned(),
                parameter: shown.clone(),
                cpp,
            },
            Problem::Unsupported => ErrorKind::UnsupportedType {
                kernel: name.to_owned(),
                parameter: shown.clone(),
                cpp: kind.text(),
            },
        })?;
        let size = match kind {
            Type::Named(cpp) => number(cpp).map(|(_, size)| size),
            _ => Some(8),
        };
        if let Some(size) = size.filter(|size| *size != parameter.size) {
            let problem = format!(
                "{} bytes for `{shown}` in the PTX, where a {} has {size}",
                parameter.size,
                kind.text()
            );
            return Err(inconsistent(name, problem));
        }
        arguments.push(Argument { name: rust, passed, size: parameter.size });
    }
    let list: Vec<String> = types
        .iter()
        .zip(&arguments)
        .map(|(kind, argument)| {
            let text = kind.text();
            let space = if text.ends_with('*') { "" } else { " " };
            format!("{text}{space}{}", argument.name.trim_start_matches("r#"))
        })
        .collect();
    let chosen = input.chosen.iter().find(|(ptx, _)| *ptx == entry.name);
    Ok(Kernel {
        entry: entry.clone(),
        rust: match chosen {
            Some((_, rust)) => rust.clone(),
            None => identifier(name),
        },
        cpp: format!("{name}({})", list.join(", ")),
        arguments,
    })
}

fn inconsistent(kernel: &str, problem: String) -> Error {
    ErrorKind::Inconsistent { kernel: kernel.to_owned(), problem }.into()
}

enum Problem {
    Unnamed(String),
    Unsupported,
}

fn passed(input: &Input<'_>, kind: &Type, is_size: bool) -> Result<ArgumentType, Problem> {
    match kind {
        Type::Named(name) => match (named(input, name), number(name)) {
            (Some(rust), _) => Ok(ArgumentType::Value(rust)),
            (None, Some((_, 8))) if is_size => Ok(ArgumentType::Value("usize".to_owned())),
            (None, Some((rust, _))) => Ok(ArgumentType::Value(rust.to_owned())),
            (None, None) => match ragged::view(name, &|cpp| named(input, cpp)) {
                Some(Ok(view)) => Ok(ArgumentType::View(view)),
                Some(Err(UnnamedClass(column))) => Err(Problem::Unnamed(column)),
                None => Err(Problem::Unnamed(name.clone())),
            },
        },
        Type::Pointer { to, is_const } => {
            let rust = match (to.as_ref(), element_of(input, to)) {
                (_, Some(rust)) => rust,
                (Type::Named(name), None) => return Err(Problem::Unnamed(name.clone())),
                _ => return Err(Problem::Unsupported),
            };
            Ok(if *is_const { ArgumentType::Memory(rust) } else { ArgumentType::MemoryMut(rust) })
        }
        Type::Array { .. } | Type::Other(_) => Err(Problem::Unsupported),
    }
}

/// Returns the Rust type of a field, which rustc compares; `None` if it is unknown.
fn field_type(input: &Input<'_>, kind: &Type) -> Option<String> {
    match kind {
        Type::Named(name) if name == "bool" => None,
        Type::Named(name) if name.starts_with("awkward::") => {
            ragged::column(name, &|cpp| named(input, cpp))
        }
        Type::Pointer { .. } => None,
        _ => element_of(input, kind),
    }
}
