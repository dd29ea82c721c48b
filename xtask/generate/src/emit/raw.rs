use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result, bail};

use super::{HEAD, feature, type_text};
use crate::abi::{EntryPoint, aliases, parameter_types};
use crate::api::{Api, ParameterPassing, Rooms};
use crate::parse::{Header, Parameter};

/// Returns `raw.rs` of cuda-driver: a method for each function of the headers, which returns what C writes through
/// pointers.
pub fn raw(entries: &[EntryPoint], header: &Header, api: &Api) -> Result<String> {
    let passing = &api.driver.functions;
    let aliases = aliases(header);
    let mut rooms: BTreeMap<Option<&str>, String> = BTreeMap::new();
    let mut pages: Vec<&str> = Vec::new();
    for entry in entries {
        let Some(declaration) = &entry.newest else {
            continue;
        };
        pages.push(&declaration.name);
        let none = ParameterPassing::default();
        let rules = passing.get(&declaration.name).unwrap_or(&none);
        rules.check(&declaration.name, &entry.parameters, api)?;
        let method = method(entry, &declaration.name, &older(entry, entries, &aliases), rules, api)
            .with_context(|| format!("the parameters of {}", declaration.name))?;
        let room = api.driver.rooms.of(&declaration.name, &entry.page);
        rooms.entry(room).or_default().push_str(&method);
    }
    for name in passing.keys() {
        api.demand(pages.contains(&name.as_str()), || {
            format!("api.toml has an entry for {name}, which the headers don't declare")
        })?;
    }
    api.driver.rooms.check(&pages, entries, api)?;
    let mut text = format!(
        "{HEAD}use core::ffi::*;\n\nuse cuda_driver_sys::*;\n\n\
         use crate::driver::raw::methods;\n"
    );
    for (room, methods) in &rooms {
        let _ = write!(text, "\n{}methods! {{\n{methods}}}\n", feature(*room));
    }
    Ok(text)
}

impl Rooms {
    /// Returns the feature that a function needs.
    fn of(&self, function: &str, page: &str) -> Option<&str> {
        if self.always.iter().any(|name| name == function) {
            return None;
        }
        let page = page.strip_prefix("group__CUDA__")?;
        let mut rooms = self.pages.iter();
        let (room, _) = rooms.find(|(_, pages)| pages.iter().any(|name| name == page))?;
        Some(room)
    }

    /// Checks that the listed functions and pages exist.
    fn check(&self, functions: &[&str], entries: &[EntryPoint], api: &Api) -> Result<()> {
        for name in &self.always {
            api.demand(functions.contains(&name.as_str()), || {
                format!("api.toml: there is no function {name}")
            })?;
        }
        for page in self.pages.values().flatten() {
            let has_page =
                entries.iter().any(|entry| entry.page.strip_prefix("group__CUDA__") == Some(page));
            api.demand(has_page, || format!("api.toml: no function is on the page {page}"))?;
        }
        Ok(())
    }
}

/// Returns the superseded ABIs that can replace `entry`: the same name and signature, newest first. None for a function
/// whose name contains a version, such as `cuGraphAddNode_v3`.
fn older<'a>(
    entry: &EntryPoint,
    entries: &'a [EntryPoint],
    aliases: &BTreeMap<String, String>,
) -> Vec<&'a EntryPoint> {
    let types = parameter_types(&entry.parameters, aliases);
    let mut found: Vec<&EntryPoint> = entries
        .iter()
        .filter(|e| {
            e.name == entry.name
                && e.since < entry.since
                && parameter_types(&e.parameters, aliases) == types
                && entry.newest.as_ref().is_some_and(|declaration| declaration.name == entry.name)
        })
        .collect();
    found.sort_by_key(|e| std::cmp::Reverse(e.since));
    found
}

impl ParameterPassing {
    /// Checks that the parameters in an entry exist.
    fn check(&self, function: &str, parameters: &[Parameter], api: &Api) -> Result<()> {
        let pairs = self.slices.iter().flat_map(|(pointer, length)| [pointer, length]);
        for name in
            self.out.iter().chain(&self.pass).chain(&self.nullable).chain(&self.reads).chain(pairs)
        {
            let is_parameter = parameters.iter().any(|p| p.name.trim_end_matches('_') == name);
            api.demand(is_parameter, || format!("api.toml: {function} has no parameter {name}"))?;
        }
        Ok(())
    }
}

/// How a C parameter is passed in Rust.
enum Role {
    Passed(String),
    Returned(String),
    Text,
    Slice {
        element: String,
        mutable: bool,
    },
    /// The length of the slice of this name, as this integer.
    Length {
        slice: String,
        ty: String,
    },
}

fn role(
    parameter: &Parameter,
    entry: &EntryPoint,
    rules: &ParameterPassing,
    api: &Api,
) -> Result<Role> {
    let name = parameter.name.trim_end_matches('_');
    let ty = type_text(&parameter.ty);
    let listed = |names: &[String]| names.iter().any(|n| n == name);
    if rules.slices.iter().any(|(pointer, _)| pointer == name) {
        let (element, mutable) = match (ty.strip_prefix("*mut "), ty.strip_prefix("*const ")) {
            (Some(element), _) => (element, true),
            (_, Some(element)) => (element, false),
            _ => bail!("{name} isn't a pointer"),
        };
        return Ok(Role::Slice {
            element: element.to_string(),
            mutable: mutable && !listed(&rules.reads),
        });
    }
    if let Some((slice, _)) = rules.slices.iter().find(|(_, length)| length == name) {
        return Ok(Role::Length { slice: slice.clone(), ty });
    }
    if ty == "*const c_char" && !listed(&rules.nullable) {
        return Ok(Role::Text);
    }
    let Some(target) = ty.strip_prefix("*mut ") else {
        return Ok(Role::Passed(ty));
    };
    if target == "c_void" || target == "c_char" || listed(&rules.pass) {
        return Ok(Role::Passed(ty));
    }
    let documented = entry.newest.as_ref().is_some_and(|d| d.returned.contains(name));
    if documented || listed(&rules.out) {
        return Ok(Role::Returned(target.to_string()));
    }
    api.demand(false, || {
        format!("the headers don't show whether {name} is returned: list it in `out` or `pass` of api.toml")
    })?;
    Ok(Role::Passed(ty))
}

/// Returns the method's row in `methods!`.
fn method(
    entry: &EntryPoint,
    name: &str,
    older: &[&EntryPoint],
    rules: &ParameterPassing,
    api: &Api,
) -> Result<String> {
    let (mut inputs, mut outputs, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
    for parameter in &entry.parameters {
        let p = &parameter.name;
        match role(parameter, entry, rules, api)? {
            Role::Passed(ty) => {
                inputs.push(format!("{p}: {ty}"));
                arguments.push(p.clone());
            }
            Role::Text => {
                inputs.push(format!("{p}: &CStr"));
                arguments.push(format!("{p}.as_ptr()"));
            }
            Role::Slice { element, mutable } => {
                inputs.push(format!("{p}: &{}[{element}]", if mutable { "mut " } else { "" }));
                let pointer = type_text(&parameter.ty);
                arguments.push(if mutable {
                    format!("{p}.as_mut_ptr()")
                } else if pointer.starts_with("*mut") {
                    format!("{p}.as_ptr().cast_mut()")
                } else {
                    format!("{p}.as_ptr()")
                });
            }
            Role::Length { slice, ty } => {
                arguments.push(match ty.as_str() {
                    "usize" => format!("{slice}.len()"),
                    ty => format!("{ty}::try_from({slice}.len()).unwrap_or({ty}::MAX)"),
                });
            }
            Role::Returned(ty) => {
                arguments.push(format!("&raw mut {p}"));
                outputs.push((p.clone(), ty));
            }
        }
    }
    let symbols: Vec<&str> =
        std::iter::once(entry).chain(older.iter().copied()).map(|e| e.symbol.as_str()).collect();
    let mut text = String::new();
    // Under this name, profilers and the driver's log show it.
    if entry.symbol != name {
        let _ = writeln!(text, "    #[doc(alias = \"{}\")]", entry.symbol);
    }
    let outputs = outputs.iter().map(|(p, ty)| format!("{p}: {ty}"));
    let _ = writeln!(
        text,
        "    {:?} {:?} {name}({}) -> ({}) = {}({});",
        entry.page,
        entry.anchor,
        inputs.join(", "),
        outputs.collect::<Vec<_>>().join(", "),
        symbols.join(" or "),
        arguments.join(", ")
    );
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_needs_the_feature_of_its_page_unless_every_build_calls_it() {
        let rooms = Rooms {
            always: vec!["cuGraphDestroy".to_string()],
            pages: BTreeMap::from([("graph".to_string(), vec!["GRAPH".to_string()])]),
        };
        let room_of = |name: &str, page: &str| rooms.of(name, page).map(str::to_owned);
        assert_eq!(room_of("cuGraphCreate", "group__CUDA__GRAPH").as_deref(), Some("graph"));
        assert_eq!(room_of("cuGraphDestroy", "group__CUDA__GRAPH"), None);
        assert_eq!(room_of("cuMemAlloc", "group__CUDA__MEM"), None);
    }
}
