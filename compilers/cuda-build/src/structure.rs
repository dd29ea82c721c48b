//! Structures whose Rust types are generated.
//!
//! A generated type is plain bytes (`bytemuck::Pod`), so each of its bytes belongs to a field. That makes it certain, too,
//! that no field was missed, which would be a gap.

use crate::error::{Error, ErrorKind};
use crate::input::{Input, SIZE, element_of};
use crate::probe::{Layout, LayoutField};
use crate::types::{Type, number, vector};

/// A path in the crate, in messages.
const OWN: &str = "crate::…";

/// How a generated type is written, besides its fields.
#[derive(Clone, Debug)]
pub(crate) struct StructureForm {
    /// The alignment to request, if it is larger than that of the fields.
    pub(crate) alignment: Option<u64>,
}

/// Returns how the Rust type of a structure is written; an error if it can't have the compiler's layout, or has padding.
pub(crate) fn written(input: &Input<'_>, layout: &Layout) -> Result<StructureForm, Error> {
    let cpp = &layout.cpp;
    let error = |problem: String| {
        let source_name = input.source_name.to_owned();
        ErrorKind::UnsupportedStructure { source_name, cpp: cpp.clone(), problem }
    };
    let advice = format!("name a type of your own, Structure::new({cpp:?}, {OWN:?})");
    let (mut end, mut alignment) = (0, 1);
    for field in &layout.fields {
        let name = &field.name;
        if field_type(input, field).is_none() {
            let kind = field.kind.text();
            return Err(error(format!(
                "the field {name} is of type {kind}, which has no equivalent: name one, \
                 Structure::new({kind:?}, {OWN:?})"
            ))
            .into());
        }
        check_end(end, field.offset, &advice).map_err(error)?;
        if field.offset < end {
            return Err(
                error(format!("the field {name} overlaps the one before it: {advice}")).into()
            );
        }
        let needed = alignment_of(input, &field.kind);
        if !field.offset.is_multiple_of(needed) {
            return Err(error(format!(
                "the field {name} at byte {} isn't aligned to {needed} bytes: {advice}",
                field.offset
            ))
            .into());
        }
        (end, alignment) = (field.offset + field.size, alignment.max(needed));
    }
    check_end(end, layout.size, &advice).map_err(error)?;
    Ok(StructureForm { alignment: (alignment < layout.alignment).then_some(layout.alignment) })
}

/// Checks that no bytes are between the end of a field and the next one.
fn check_end(end: u64, next: u64, own: &str) -> Result<(), String> {
    match next.checked_sub(end) {
        None | Some(0) => Ok(()),
        Some(count) => Err(format!(
            "its bytes {end} to {} belong to no field: give padding a name, such as `unsigned char unused[{count}];`, \
             and for a base class or an anonymous union {own}",
            next - 1
        )),
    }
}

/// Returns the Rust type of a field of a generated type.
pub(crate) fn field_type(input: &Input<'_>, field: &LayoutField) -> Option<String> {
    match &field.kind {
        Type::Named(name) if field.is_size && name == SIZE => Some("usize".to_owned()),
        kind => element_of(input, kind),
    }
}

/// Returns the alignment of the Rust type of a field, which may be smaller than in C++.
fn alignment_of(input: &Input<'_>, kind: &Type) -> u64 {
    match kind {
        Type::Pointer { .. } => 8,
        Type::Array { of, .. } => alignment_of(input, of),
        Type::Named(name) => {
            let layout = input.probed.structures.iter();
            let layout = layout
                .into_iter()
                .find(|structure| structure.name == *name || structure.cpp == *name);
            let element = || vector(name).and_then(|(rust, _)| rust[1..].parse::<u64>().ok());
            let size = || number(name).map(|(_, size)| size as u64);
            let alignment = layout.map(|layout| layout.alignment);
            alignment.or_else(size).or_else(|| element().map(|bits| bits / 8)).unwrap_or(1)
        }
        Type::Other(_) => 1,
    }
}
