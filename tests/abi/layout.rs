//! The size, alignment and fields of every type, and the value of every enumerator, in C and in Rust.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, c_char, c_int, c_longlong};
use std::fmt;
use std::mem::{MaybeUninit, align_of, offset_of, size_of};

use cuda_driver_sys::*;
use cuda_libraries_sys::nvfatbin::*;
use cuda_libraries_sys::nvjitlink::*;
use cuda_libraries_sys::nvrtc::*;

/// The items by name: a type, a field as `type.field`, or an enumerator.
pub type Layout = BTreeMap<String, Item>;

/// A compiler's result for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Type { size: usize, alignment: usize },
    Field { offset: usize, size: usize },
    Enumerator(i64),
}

impl Item {
    /// Describes the difference in another version of the same item.
    fn change_to(self, newer: Item) -> String {
        let parts = match (self, newer) {
            (
                Item::Type { size, alignment },
                Item::Type { size: new_size, alignment: new_alignment },
            ) => [("size", size, new_size), ("alignment", alignment, new_alignment)],
            (Item::Field { offset, size }, Item::Field { offset: new_offset, size: new_size }) => {
                [("offset", offset, new_offset), ("size", size, new_size)]
            }
            _ => return format!("{self} → {newer}"),
        };
        let changed = parts.into_iter().filter(|(_, old, new)| old != new);
        changed
            .map(|(property, old, new)| format!("{property} {old} → {new}"))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Type { size, alignment } => write!(f, "size {size}, alignment {alignment}"),
            Item::Field { offset, size } => write!(f, "offset {offset}, size {size}"),
            Item::Enumerator(value) => write!(f, "{value}"),
        }
    }
}

/// A `struct row` of `layout.h`.
#[repr(C)]
pub struct Row {
    kind: c_int,
    name: *const c_char,
    first: c_longlong,
    second: c_longlong,
}

/// Returns what a C compiler measured.
///
/// # Safety
/// `row` is the first of an array of rows that live forever; the last one has no name, and the others' names are C
/// strings that live forever.
pub unsafe fn of_c(mut row: *const Row) -> Layout {
    let mut layout = Layout::new();
    loop {
        // SAFETY: the caller's array extends to the row without a name, and `row` goes no further.
        let Row { kind, name, first, second } = unsafe { row.read() };
        if name.is_null() {
            return layout;
        }
        let number = |value| usize::try_from(value).expect("sizes and offsets are not negative");
        let item = match u8::try_from(kind) {
            Ok(b't') => Item::Type { size: number(first), alignment: number(second) },
            Ok(b'f') => Item::Field { offset: number(first), size: number(second) },
            _ => Item::Enumerator(first),
        };
        // SAFETY: the caller's names are C strings that live forever.
        let name = unsafe { CStr::from_ptr(name) };
        layout.insert(name.to_string_lossy().into_owned(), item);
        // SAFETY: this was not the last row.
        row = unsafe { row.add(1) };
    }
}

/// Returns what the Rust compiler measured of the `-sys` crates.
pub fn of_rust() -> Layout {
    let types = TYPES.iter().map(|(name, item)| ((*name).to_owned(), *item));
    types
        .chain(
            enumerators()
                .into_iter()
                .map(|(name, value)| (name.to_owned(), Item::Enumerator(value))),
        )
        .collect()
}

macro_rules! rows {
    (types { $($ty:ident { $($c:literal $($rust:ident).+,)* })* } enums { $($enum:ident,)* }) => {
        static TYPES: &[(&str, Item)] = &[$(
            (stringify!($ty), Item::Type { size: size_of::<$ty>(), alignment: align_of::<$ty>() }),
            $((concat!(stringify!($ty), ".", $c), Item::Field {
                offset: offset_of!($ty, $($rust).+),
                // SAFETY: the field is inside of a live value, and only its address is taken.
                size: size_of_place(unsafe { &raw const (*MaybeUninit::<$ty>::uninit().as_ptr()).$($rust).+ }),
            }),)*
        )*];

        fn enumerators() -> Vec<(&'static str, i64)> {
            let mut enumerators = Vec::new();
            $(enumerators.extend($enum::ENUMERATORS.iter().map(|(name, value)| (*name, i64::from(value.0))));)*
            enumerators
        }
    };
}

const fn size_of_place<T>(_: *const T) -> usize {
    size_of::<T>()
}

include!("generated/rows.rs");

/// Returns each name on which two layouts disagree, with both values.
pub fn mismatches(c: &Layout, rust: &Layout) -> Vec<String> {
    let names: BTreeSet<&String> = c.keys().chain(rust.keys()).collect();
    let text = |item: Option<&Item>| item.map_or_else(|| "unknown".to_owned(), Item::to_string);
    let differs = names.into_iter().filter(|name| c.get(*name) != rust.get(*name));
    differs
        .map(|name| format!("{name}: {} in C, {} in Rust", text(c.get(name)), text(rust.get(name))))
        .collect()
}

/// Returns the types and enumerators of an older header set that changed in a newer one.
///
/// New types and enumerators don't affect older code; a new field in an old type does.
pub fn changes(old: &Layout, new: &Layout) -> BTreeSet<String> {
    let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, item) in old.iter().filter(|(name, _)| !name.contains('.')) {
        let mut changes = Vec::new();
        match new.get(name) {
            None => changes.push("gone".to_owned()),
            Some(now) if now != item => changes.push(item.change_to(*now)),
            Some(_) => {}
        }
        if new.contains_key(name) {
            changes.extend(changes_of_fields(&fields(old, name), &fields(new, name)));
        }
        if !changes.is_empty() {
            names.entry(changes.join("; ")).or_default().push(name);
        }
    }
    names.into_iter().map(|(changes, names)| format!("{}: {changes}", names.join(", "))).collect()
}

fn fields<'a>(layout: &'a Layout, owner: &str) -> BTreeMap<&'a str, Item> {
    let after = format!("{owner}.");
    let fields = layout
        .range(after.clone()..)
        .map_while(|(name, item)| Some((name.strip_prefix(&after)?, *item)));
    fields.collect()
}

fn changes_of_fields(old: &BTreeMap<&str, Item>, new: &BTreeMap<&str, Item>) -> Vec<String> {
    // The fields of a new field are also new.
    let only = |one: &BTreeMap<&str, Item>, other: &BTreeMap<&str, Item>| {
        let names = one.keys().filter(|name| !other.contains_key(*name));
        let outermost = names.filter(|name| {
            let outer = name.rsplit_once('.').map(|(outer, _)| outer);
            outer.is_none_or(|outer| other.contains_key(outer))
        });
        outermost.copied().collect::<Vec<_>>().join(", ")
    };
    let moved = old.iter().filter_map(|(name, item)| {
        let now = new.get(name).filter(|now| *now != item)?;
        Some(format!("{name} {}", item.change_to(*now)))
    });
    let sides = [("without", only(old, new)), ("with", only(new, old))];
    let sides = sides
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(word, names)| format!("{word} {names}"));
    moved.chain(sides).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_offset_is_reported_with_type_field_and_both_numbers() {
        let rust = of_rust();
        let mut c = rust.clone();
        let planted = Item::Field { offset: 12, size: 8 };
        c.insert("CUDA_MEMCPY2D_v2.srcHost".to_owned(), planted);
        assert_eq!(
            mismatches(&c, &rust),
            ["CUDA_MEMCPY2D_v2.srcHost: offset 12, size 8 in C, offset 24, size 8 in Rust"]
        );
    }

    #[test]
    fn a_name_missing_on_one_side_is_reported() {
        let rust = of_rust();
        let mut c = rust.clone();
        c.remove("CUDA_ERROR_NOT_FOUND");
        c.insert("CUDA_ERROR_NEWER".to_owned(), Item::Enumerator(1000));
        assert_eq!(
            mismatches(&c, &rust),
            [
                "CUDA_ERROR_NEWER: 1000 in C, unknown in Rust",
                "CUDA_ERROR_NOT_FOUND: unknown in C, 500 in Rust"
            ]
        );
    }

    #[test]
    fn fields_of_unnamed_members_have_their_path_in_c() {
        let rust = of_rust();
        assert_eq!(
            rust["CUstreamBatchMemOpParams_v1.waitValue.value64"],
            Item::Field { offset: 16, size: 8 }
        );
        assert_eq!(rust["CUmemLocation.id"], Item::Field { offset: 4, size: 4 });
    }

    #[test]
    fn rows_of_the_c_program_are_parsed() {
        let row =
            |kind: u8, name: *const c_char| Row { kind: kind.into(), name, first: -1, second: 0 };
        let enumerator = row(b'e', c"CU_JIT_INPUT".as_ptr());
        let rows = [
            Row { first: 16, second: 1, ..row(b't', c"CUuuid".as_ptr()) },
            enumerator,
            row(0, std::ptr::null()),
        ];
        // SAFETY: the last row has no name, the others' are literals.
        let layout = unsafe { of_c(rows.as_ptr()) };
        let read = [
            ("CU_JIT_INPUT", Item::Enumerator(-1)),
            ("CUuuid", Item::Type { size: 16, alignment: 1 }),
        ];
        assert_eq!(layout, read.map(|(name, item)| (name.to_owned(), item)).into());
    }

    #[test]
    fn a_change_is_reported_once_for_all_names_of_a_type() {
        let old = layout(&[("A", 8), ("A_v1", 8), ("B", 4)], &[("A.x", 0), ("A_v1.x", 0)]);
        let new = layout(
            &[("A", 16), ("A_v1", 16), ("B", 4)],
            &[("A.x", 4), ("A_v1.x", 4), ("A.y", 8), ("A_v1.y", 8)],
        );
        let expected = "A, A_v1: size 8 → 16; x offset 0 → 4; with y";
        assert_eq!(changes(&old, &new), BTreeSet::from([expected.to_owned()]));
    }

    #[test]
    fn a_removed_type_is_a_change_and_a_new_one_is_not() {
        let (old, new) = (layout(&[("A", 4)], &[("A.x", 0)]), layout(&[("B", 4)], &[("B.x", 0)]));
        assert_eq!(changes(&old, &new), BTreeSet::from(["A: gone".to_owned()]));
    }

    #[test]
    fn the_fields_of_a_new_field_are_not_reported_separately() {
        let old = layout(&[("A", 8)], &[("A.old", 0), ("A.same", 0), ("A.same.x", 0)]);
        let new = layout(
            &[("A", 8)],
            &[("A.new", 0), ("A.new.x", 0), ("A.same", 0), ("A.same.x", 0), ("A.same.y", 4)],
        );
        assert_eq!(
            changes(&old, &new),
            BTreeSet::from(["A: without old; with new, same.y".to_owned()])
        );
    }

    fn layout(types: &[(&str, usize)], fields: &[(&str, usize)]) -> Layout {
        let types =
            types.iter().map(|&(name, size)| (name.to_owned(), Item::Type { size, alignment: 4 }));
        let fields =
            fields.iter().map(|&(name, offset)| (name.to_owned(), Item::Field { offset, size: 4 }));
        types.chain(fields).collect()
    }
}
