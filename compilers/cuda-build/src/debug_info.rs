//! Reads the names of parameters, fields and enumerators from debug information, in which the compiler writes what it saw:
//! no other namespace's, and none of a branch that it skipped, or of a text.
//!
//! PTX has the sections of DWARF as directives, for ptxas to write: `.b8 1,2,3` are bytes, and `.b32 .debug_abbrev` an offset.

use std::collections::HashMap;

use gimli::{
    AttributeValue, DebugAbbrev, DebugInfo as Units, DebugStr, DwAt, EndianSlice, EntriesTreeNode,
    LittleEndian, UnitOffset, constants as dw,
};

use crate::types::MangledName;

type Bytes<'s> = EndianSlice<'s, LittleEndian>;
type Entry<'a, 'u, 's> = gimli::DebuggingInformationEntry<'a, 'u, Bytes<'s>>;

/// A parameter, or a field, as the source declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeclaredName {
    pub(crate) name: Option<String>,
    /// Whether its type is written `size_t`.
    pub(crate) is_size: bool,
}

/// The definition of a class or an enumeration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The file with it.
    pub(crate) file: Option<String>,
    /// The fields of a class, in order; without base classes and anonymous unions.
    pub(crate) fields: Vec<DeclaredName>,
    pub(crate) enumerators: Vec<String>,
}

/// What the debug information of a PTX text says about its functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct DebugInfo {
    /// By their names in the PTX.
    parameters: HashMap<String, Vec<DeclaredName>>,
    /// The classes that were asked for, by their indices.
    definitions: HashMap<usize, Definition>,
}

/// The sections of a PTX text.
struct Sections<'s> {
    abbreviations: &'s [u8],
    info: &'s [u8],
    strings: &'s [u8],
    files: HashMap<u64, String>,
}

impl DebugInfo {
    /// Returns the lines that make the debug information describe these classes and enumerations.
    pub(crate) fn lines(classes: &[String]) -> String {
        let mut lines = String::from(
            "\n#line 1 \"cuda-build\"\ntemplate<int Index> struct cuda_build_class;\n\
             template<class Index, class Type> __global__ void cuda_build_members(Type *) { (void)sizeof(Type); }\n",
        );
        for (at, cpp) in classes.iter().enumerate() {
            lines.push_str(&format!(
                "template __global__ void cuda_build_members<cuda_build_class<{at}>, {cpp} >({cpp} *);\n"
            ));
        }
        lines
    }

    /// Reads the debug information of a PTX text; it is empty if there is none.
    pub(crate) fn of(ptx: &str) -> Self {
        let (sections, files) = sections(ptx);
        let section = |name: &str| sections.get(name).map(Vec::as_slice).unwrap_or_default();
        let sections = Sections {
            abbreviations: section(".debug_abbrev"),
            info: section(".debug_info"),
            strings: section(".debug_str"),
            files,
        };
        // Without it, parameters have no names.
        sections.read().unwrap_or_default()
    }

    /// Returns the parameters of the function with this name in the PTX.
    pub(crate) fn parameters(&self, symbol: &str) -> Option<&[DeclaredName]> {
        self.parameters.get(symbol).map(Vec::as_slice)
    }

    /// Returns the definition of one of the [classes](Self::lines).
    pub(crate) fn definition(&self, index: usize) -> Option<&Definition> {
        self.definitions.get(&index)
    }
}

impl<'s> Sections<'s> {
    fn read(&self) -> Result<DebugInfo, gimli::Error> {
        let mut found = DebugInfo::default();
        let abbreviations = DebugAbbrev::new(self.abbreviations, LittleEndian);
        let info = Units::new(self.info, LittleEndian);
        let mut units = info.units();
        while let Some(header) = units.next()? {
            let abbreviations = header.abbreviations(&abbreviations)?;
            let unit = Unit { header: &header, abbreviations: &abbreviations, sections: self };
            let mut tree = header.entries_tree(&abbreviations, None)?;
            unit.functions(tree.root()?, &mut found)?;
        }
        Ok(found)
    }

    fn text(&self, value: AttributeValue<Bytes<'s>>) -> Option<String> {
        let text = match value {
            AttributeValue::String(text) => text,
            AttributeValue::DebugStrRef(at) => {
                DebugStr::new(self.strings, LittleEndian).get_str(at).ok()?
            }
            _ => return None,
        };
        Some(text.to_string_lossy().into_owned())
    }
}

/// A compilation unit.
struct Unit<'a, 's> {
    header: &'a gimli::UnitHeader<Bytes<'s>>,
    abbreviations: &'a gimli::Abbreviations,
    sections: &'a Sections<'s>,
}

impl<'a, 's> Unit<'a, 's> {
    /// Adds the functions below an entry, which may be that of a namespace.
    fn functions(
        &self,
        node: EntriesTreeNode<'_, '_, '_, Bytes<'s>>,
        info: &mut DebugInfo,
    ) -> Result<(), gimli::Error> {
        let mut children = node.children();
        while let Some(child) = children.next()? {
            match child.entry().tag() {
                dw::DW_TAG_subprogram => self.function(child, info)?,
                dw::DW_TAG_namespace => self.functions(child, info)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn function(
        &self,
        node: EntriesTreeNode<'_, '_, '_, Bytes<'s>>,
        info: &mut DebugInfo,
    ) -> Result<(), gimli::Error> {
        let linkage = [dw::DW_AT_linkage_name, dw::DW_AT_MIPS_linkage_name, dw::DW_AT_name];
        let symbol = linkage.into_iter().find_map(|name| self.text(node.entry(), name));
        let Some(symbol) = symbol else { return Ok(()) };
        let (mut parameters, mut first) = (Vec::new(), None);
        let mut children = node.children();
        while let Some(child) = children.next()? {
            let entry = child.entry();
            if entry.tag() == dw::DW_TAG_formal_parameter {
                parameters.push(self.declared(entry)?);
                first = first.or(self.reference(entry)?);
            }
        }
        if let Some(index) = asked(&symbol)
            && let Some(kind) = first
        {
            info.definitions.insert(index, self.definition(kind)?);
        }
        info.parameters.insert(symbol, parameters);
        Ok(())
    }

    /// Returns the name of a parameter or a field, and whether its type is written `size_t`.
    fn declared(&self, entry: &Entry<'_, '_, 's>) -> Result<DeclaredName, gimli::Error> {
        let name = self.text(entry, dw::DW_AT_name);
        let mut is_size = false;
        let mut kind = self.reference(entry)?;
        while let Some(at) = kind {
            let entry = self.header.entry(self.abbreviations, at)?;
            match entry.tag() {
                dw::DW_TAG_const_type | dw::DW_TAG_volatile_type => {
                    kind = self.reference(&entry)?
                }
                dw::DW_TAG_typedef => {
                    is_size =
                        self.text(&entry, dw::DW_AT_name).is_some_and(|name| is_size_t(&name));
                    break;
                }
                _ => break,
            }
        }
        Ok(DeclaredName { name, is_size })
    }

    /// Returns the definition of a type, by any of its names.
    fn definition(&self, mut at: UnitOffset) -> Result<Definition, gimli::Error> {
        loop {
            let entry = self.header.entry(self.abbreviations, at)?;
            let is_name = matches!(
                entry.tag(),
                dw::DW_TAG_typedef
                    | dw::DW_TAG_const_type
                    | dw::DW_TAG_volatile_type
                    // A parameter can't be as large as a class, so it is a pointer.
                    | dw::DW_TAG_pointer_type
            );
            match self.reference(&entry)? {
                Some(of) if is_name => at = of,
                _ => break,
            }
        }
        let mut definition = Definition::default();
        let mut tree = self.header.entries_tree(self.abbreviations, Some(at))?;
        let node = tree.root()?;
        if let Some(AttributeValue::FileIndex(file)) = value(node.entry(), dw::DW_AT_decl_file) {
            definition.file = self.sections.files.get(&file).cloned();
        }
        let mut children = node.children();
        while let Some(child) = children.next()? {
            let entry = child.entry();
            let has = |name| value(entry, name).is_some();
            match entry.tag() {
                // Static members have no place in the class.
                dw::DW_TAG_member if has(dw::DW_AT_data_member_location) => {
                    let field = self.declared(entry)?;
                    // NVRTC up to 13.0 has base classes, and the tables of virtual functions, as members of such names.
                    let is_hidden =
                        |name: &str| name.starts_with("__b_") || name.starts_with("__vptr");
                    if field.name.as_deref().is_some_and(|name| !is_hidden(name)) {
                        definition.fields.push(field);
                    }
                }
                dw::DW_TAG_enumerator => {
                    definition.enumerators.extend(self.text(entry, dw::DW_AT_name));
                }
                _ => {}
            }
        }
        // Those of `enum class` are mangled.
        for name in &mut definition.enumerators {
            if let Some(mangled) = MangledName::parse(name).filter(|_| name.starts_with("_Z")) {
                *name = mangled.name.rsplit("::").next().unwrap_or_default().to_owned();
            }
        }
        Ok(definition)
    }

    fn text(&self, entry: &Entry<'_, '_, 's>, name: DwAt) -> Option<String> {
        self.sections.text(value(entry, name)?)
    }

    /// Returns the place of an entry's type.
    fn reference(&self, entry: &Entry<'_, '_, 's>) -> Result<Option<UnitOffset>, gimli::Error> {
        Ok(match value(entry, dw::DW_AT_type) {
            Some(AttributeValue::UnitRef(at)) => Some(at),
            Some(AttributeValue::DebugInfoRef(at)) => at.to_unit_offset(self.header),
            _ => None,
        })
    }
}

fn value<'s>(entry: &Entry<'_, '_, 's>, name: DwAt) -> Option<AttributeValue<Bytes<'s>>> {
    entry.attr_value(name).ok().flatten()
}

/// Returns `true` for `size_t`, as it is or mangled.
fn is_size_t(name: &str) -> bool {
    let mangled = MangledName::parse(name).filter(|_| name.starts_with("_Z"));
    let name = mangled.as_ref().map_or(name, |mangled| &mangled.name);
    name.rsplit("::").next() == Some("size_t")
}

/// Returns the index of the class that a function of the lines has as its parameter.
fn asked(symbol: &str) -> Option<usize> {
    let mangled = MangledName::parse(symbol).filter(|_| symbol.contains("cuda_build_members"))?;
    let index = mangled.arguments().first()?.strip_prefix("cuda_build_class<")?.strip_suffix('>');
    index?.trim().parse().ok()
}

/// Returns the sections of debug information in a PTX text by their names, and its files by their numbers.
fn sections(ptx: &str) -> (HashMap<String, Vec<u8>>, HashMap<u64, String>) {
    let mut sections: HashMap<String, Vec<u8>> = HashMap::new();
    let (mut labels, mut addresses, mut files) = (HashMap::new(), Vec::new(), HashMap::new());
    let mut current = None;
    for line in ptx.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix(".file") {
            files.extend(file(rest));
        } else if let Some(name) = line.strip_prefix(".section") {
            let name = name.split(['{', '/']).next().unwrap_or(name).trim().to_owned();
            sections.entry(name.clone()).or_default();
            current = Some(name);
        } else if line.starts_with('}') {
            current = None;
        } else if let Some(name) = &current {
            let Some(section) = sections.get_mut(name) else { continue };
            if let Some(label) = line.strip_suffix(':') {
                labels.insert(label.to_owned(), section.len());
            }
            let Some((directive, values)) = line.split_once(char::is_whitespace) else { continue };
            let Some(size) = size(directive) else { continue };
            for value in values.trim_end_matches(';').split(',').map(str::trim) {
                let number = value.parse::<i128>().ok();
                if number.is_none() {
                    addresses.push((name.clone(), section.len(), size, value.to_owned()));
                }
                let bytes = number.unwrap_or_default().to_le_bytes();
                section.extend_from_slice(&bytes[..size]);
            }
        }
    }
    // Names of sections are their beginnings; what is in code has no address here.
    for (name, at, size, label) in addresses {
        let place = labels.get(&label).copied().unwrap_or_default();
        if let Some(target) = sections.get_mut(&name).and_then(|bytes| bytes.get_mut(at..at + size))
        {
            target.copy_from_slice(&place.to_le_bytes()[..size]);
        }
    }
    (sections, files)
}

/// Returns the number of bytes of a directive's values.
fn size(directive: &str) -> Option<usize> {
    Some(match directive {
        ".b8" => 1,
        ".b16" => 2,
        ".b32" => 4,
        ".b64" => 8,
        _ => return None,
    })
}

/// Returns the number and the name of a file: `1 "k.cu", 0, 0`.
fn file(text: &str) -> Option<(u64, String)> {
    let (number, rest) = text.trim().split_once(char::is_whitespace)?;
    let (name, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    Some((number.parse().ok()?, name.to_owned()))
}
