//! Headers of pages, and footers: structs of Thrift's compact protocol.

/// What the header of a page declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    /// The size of the header in bytes.
    pub(super) len: u64,
    pub(super) kind: FieldKind,
    /// The number of bytes after the header, and that of what they hold.
    pub(super) compressed: u64,
    pub(super) uncompressed: u64,
    /// The number of values, with nulls.
    pub(super) values: u64,
    /// The number of rows, which pages of version 2 have.
    pub(super) rows: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldKind {
    Data,
    Index,
    Dictionary,
    DataV2,
}

const I32: u8 = 5;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// The type of a value, as `parquet.thrift` has it.
#[derive(Clone, Copy)]
enum Type {
    Bool,
    Byte,
    I32,
    I64,
    Binary,
    List(&'static Type),
    Struct(&'static [(i32, Type)]),
    /// A struct of which one field is there, and others may be known later.
    Union(&'static [(i32, Type)]),
    /// A field that may be missing, and so is skipped if it has another type: vendors had some of the numbers before the format
    /// did.
    Optional(&'static Type),
    /// What decoding doesn't need, such as statistics, of which older writers had other rules.
    Unused,
    /// A list that has to be there, and isn't needed.
    Emptied,
}

use Type::{Binary, Bool, Byte, Emptied, I64, List, Optional, Struct, Union, Unused};

/// What a footer is [rewritten](rewritten) to: fields that aren't listed are left out. The crate reads each field as the type that it
/// should have, whatever it says, and would go on with other bytes.
const FILE: Type = Struct(&[
    (1, Type::I32),
    (2, List(&ELEMENT)),
    (3, I64),
    (4, List(&ROW_GROUP)),
    (5, Optional(&List(&KEY_VALUE))),
    (6, Optional(&Binary)),
    (8, Struct(&[(1, ALGORITHM), (2, ALGORITHM)])),
    (9, Binary),
]);
const ELEMENT: Type = Struct(&[
    (1, Type::I32),
    (2, Type::I32),
    (3, Type::I32),
    (4, Binary),
    (5, Type::I32),
    (6, Type::I32),
    (7, Type::I32),
    (8, Type::I32),
    (9, Optional(&Type::I32)),
    (10, LOGICAL_TYPE),
]);
const LOGICAL_TYPE: Type = Union(&[
    (1, EMPTY),
    (2, EMPTY),
    (3, EMPTY),
    (4, EMPTY),
    (5, Struct(&[(1, Type::I32), (2, Type::I32)])),
    (6, EMPTY),
    (7, TIME),
    (8, TIME),
    (10, Struct(&[(1, Byte), (2, Bool)])),
    (11, EMPTY),
    (12, EMPTY),
    (13, EMPTY),
    (14, EMPTY),
    (15, EMPTY),
    (16, Struct(&[(1, Byte)])),
    (17, Struct(&[(1, Binary)])),
    (18, Struct(&[(1, Binary), (2, Type::I32)])),
]);
const TIME: Type = Struct(&[(1, Bool), (2, Struct(&[(1, EMPTY), (2, EMPTY), (3, EMPTY)]))]);
const ROW_GROUP: Type = Struct(&[
    (1, List(&CHUNK)),
    (2, I64),
    (3, I64),
    (4, Unused),
    (5, Unused),
    (6, Unused),
    (7, Unused),
]);
const CHUNK: Type = Struct(&[
    (1, Optional(&Binary)),
    (2, I64),
    (3, COLUMN),
    (4, Unused),
    (5, Unused),
    (6, Unused),
    (7, Unused),
    (8, Union(&[(1, EMPTY), (2, Struct(&[(1, List(&Binary)), (2, Binary)]))])),
    (9, Binary),
]);
const COLUMN: Type = Struct(&[
    (1, Type::I32),
    (2, Emptied),
    (3, Unused),
    (4, Type::I32),
    (5, I64),
    (6, I64),
    (7, I64),
    (8, Unused),
    (9, I64),
    (10, Unused),
    (11, Optional(&I64)),
    (12, Unused),
    (13, Unused),
    (14, Unused),
    (15, Unused),
    (16, Unused),
    (17, Unused),
]);
const STATISTICS: Type = Struct(&[
    (1, Binary),
    (2, Binary),
    (3, I64),
    (4, I64),
    (5, Binary),
    (6, Binary),
    (7, Bool),
    (8, Bool),
]);
const KEY_VALUE: Type = Struct(&[(1, Binary), (2, Optional(&Binary))]);
const ALGORITHM: Type = Struct(&[(1, Binary), (2, Binary), (3, Bool)]);
const EMPTY: Type = Struct(&[]);

/// The header of a page.
const PAGE: Type = Struct(&[
    (1, Type::I32),
    (2, Type::I32),
    (3, Type::I32),
    (4, Type::I32),
    (5, Struct(&[(1, Type::I32), (2, Type::I32), (3, Type::I32), (4, Type::I32), (5, STATISTICS)])),
    (6, EMPTY),
    (7, Struct(&[(1, Type::I32), (2, Type::I32), (3, Bool)])),
    (
        8,
        Struct(&[
            (1, Type::I32),
            (2, Type::I32),
            (3, Type::I32),
            (4, Type::I32),
            (5, Type::I32),
            (6, Type::I32),
            (7, Bool),
            (8, STATISTICS),
        ]),
    ),
]);

/// More levels of structs and lists than there are.
const DEPTH: usize = 64;

impl Header {
    /// Reads the header that bytes begin with; `None` if there is none, or it doesn't end.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        Compact(bytes).value(PAGE, STRUCT)?;
        let mut from = Compact(bytes);
        let (mut kind, mut sizes) = (None, [None; 2]);
        // The number of values, and of rows, in the struct of each kind of page.
        let mut counts = [[None; 2]; 3];
        from.fields(&mut |from, id, ty| {
            match (id, ty) {
                (1, I32) => kind = Some(from.number()?),
                (2 | 3, I32) => sizes[usize::from(id == 3)] = Some(from.number()?),
                (5 | 7 | 8, STRUCT) => {
                    let count = &mut counts[usize::from(id != 5) + usize::from(id == 8)];
                    *count = [None; 2];
                    from.fields(&mut |from, field, ty| {
                        match (field, ty) {
                            (1, I32) => count[0] = Some(from.number()?),
                            (3, I32) if id == 8 => count[1] = Some(from.number()?),
                            _ => from.skip(ty, DEPTH)?,
                        }
                        Some(())
                    })?;
                }
                _ => from.skip(ty, DEPTH)?,
            }
            Some(())
        })?;
        let (kind, [values, rows]) = match kind? {
            0 => (FieldKind::Data, counts[0]),
            1 => (FieldKind::Index, [Some(0), None]),
            2 => (FieldKind::Dictionary, counts[1]),
            3 => (FieldKind::DataV2, counts[2]),
            _ => return None,
        };
        let size = |number: i32| u64::try_from(number).ok();
        Some(Self {
            len: (bytes.len() - from.0.len()) as u64,
            kind,
            uncompressed: size(sizes[0]?)?,
            compressed: size(sizes[1]?)?,
            values: size(values?)?,
            rows: rows.and_then(size),
        })
    }
}

/// Returns a footer with the fields that are needed alone, as Thrift reads them: those of other types are skipped. `None` if it can't be
/// read.
pub(super) fn rewritten(footer: &[u8]) -> Option<Vec<u8>> {
    let mut to = Vec::with_capacity(footer.len());
    Compact(footer).rewrite(FILE, STRUCT, &mut to)?;
    Some(to)
}

/// Returns the number of elements of a [rewritten](rewritten) footer's schema, and the greatest number of children that one of them
/// declares; `None` if it can't be read.
pub(super) fn schema(footer: &[u8]) -> Option<(u64, i32)> {
    let (mut elements, mut most) = (None, 0);
    Compact(footer).fields(&mut |from, id, ty| match (id, ty) {
        (2, LIST) => {
            let (count, STRUCT) = from.list()? else { return None };
            elements = Some(count);
            (0..count).try_for_each(|_| {
                from.fields(&mut |from, field, ty| match (field, ty) {
                    (5, I32) => from.number().map(|children| most = most.max(children)),
                    _ => from.skip(ty, DEPTH),
                })
            })
        }
        _ => from.skip(ty, DEPTH),
    })?;
    Some((elements?, most))
}

/// The rest of some bytes.
struct Compact<'a>(&'a [u8]);

impl Compact<'_> {
    fn take(&mut self, count: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    fn varint(&mut self) -> Option<u64> {
        let (number, rest) = varint(self.0)?;
        self.0 = rest;
        Some(number)
    }

    /// Reads a number of at most 32 bits.
    fn number(&mut self) -> Option<i32> {
        let number = self.varint()?;
        Some((number >> 1) as i32 ^ -((number & 1) as i32))
    }

    /// Reads a struct: `each` reads a field with a number and of a type.
    fn fields(&mut self, each: &mut dyn FnMut(&mut Self, i32, u8) -> Option<()>) -> Option<()> {
        let mut id = 0i32;
        loop {
            let head = self.byte()?;
            if head & 15 == 0 {
                return Some(());
            }
            id = match head >> 4 {
                // The crate would cut off a longer one.
                0 => i16::try_from(self.number()?).ok()?.into(),
                more => id.checked_add(more.into())?,
            };
            each(self, id, head & 15)?;
        }
    }

    /// Reads the number and the type of a list's elements.
    fn list(&mut self) -> Option<(u64, u8)> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.varint()?,
            count => count.into(),
        };
        Some((count, head & 15))
    }

    /// Skips a value that says to be of type `ty`; `None` if it should be of another one. Fields that aren't known may have any.
    fn value(&mut self, expected: Type, ty: u8) -> Option<()> {
        if !expected.is(ty) {
            return None;
        }
        match (expected, ty) {
            (List(each), LIST) => {
                let (count, ty) = self.list()?;
                (0..count).try_for_each(|_| self.value(*each, ty))
            }
            (Struct(known) | Union(known), STRUCT) => self.fields(&mut |from, id, ty| match known
                .iter()
                .find(|(known, _)| *known == id)
            {
                Some((_, expected)) => from.value(*expected, ty),
                None => from.skip(ty, DEPTH),
            }),
            (Optional(expected), _) => self.value(*expected, ty),
            _ => self.skip(ty, DEPTH),
        }
    }

    /// Copies a value that says to be of type `ty`, and what is needed of structs; `None` if it should be of another one.
    fn rewrite(&mut self, expected: Type, ty: u8, to: &mut Vec<u8>) -> Option<()> {
        let whole = self.0;
        match (expected, ty) {
            (Optional(expected), _) => self.rewrite(*expected, ty, to),
            (Emptied, LIST) => {
                self.skip_all(ty)?;
                to.push(I32);
                Some(())
            }
            (List(each), LIST) => {
                let (count, ty) = self.list()?;
                to.extend(&whole[..whole.len() - self.0.len()]);
                (0..count).try_for_each(|_| self.rewrite(*each, ty, to))
            }
            (Struct(known) | Union(known), STRUCT) => {
                let is_union = matches!(expected, Union(_));
                let mut last = 0;
                self.fields(&mut |from, id, ty| {
                    let found =
                        known.iter().find(|(known, _)| *known == id).map(|(_, field)| *field);
                    let is_kept = match found {
                        None => is_union,
                        Some(Unused) => false,
                        Some(Optional(Binary)) => ty == 8 && from.is_text(),
                        Some(Optional(expected)) => expected.is(ty),
                        Some(_) => true,
                    };
                    if !is_kept {
                        return from.skip_all(ty);
                    }
                    match id - last {
                        more @ 1..=15 => to.push((more as u8) << 4 | ty),
                        _ => {
                            to.push(ty);
                            push_varint(to, ((id << 1) ^ (id >> 31)) as u32);
                        }
                    }
                    last = id;
                    if let Some(expected) = found {
                        return from.rewrite(expected, ty, to);
                    }
                    let whole = from.0;
                    from.skip(ty, DEPTH)?;
                    to.extend(&whole[..whole.len() - from.0.len()]);
                    Some(())
                })?;
                to.push(0);
                Some(())
            }
            _ => {
                self.value(expected, ty)?;
                to.extend(&whole[..whole.len() - self.0.len()]);
                Some(())
            }
        }
    }

    /// Returns whether the next binary value is a text: the crate has no others.
    fn is_text(&self) -> bool {
        let text = varint(self.0).and_then(|(len, rest)| rest.get(..usize::try_from(len).ok()?));
        text.is_some_and(|text| core::str::from_utf8(text).is_ok())
    }

    /// Skips a value that the crate doesn't see.
    fn skip_all(&mut self, ty: u8) -> Option<()> {
        self.skip_elements(ty, DEPTH, &|from| from.take(1))
    }

    /// Skips a value of a type, of at most that many levels. There are no lists of booleans: they are bytes there, and the crate goes on
    /// as if they were nothing.
    fn skip(&mut self, ty: u8, depth: usize) -> Option<()> {
        self.skip_elements(ty, depth, &|_| None)
    }

    /// Skips a value, with a function that skips a boolean of a list, set or map.
    fn skip_elements(
        &mut self,
        ty: u8,
        depth: usize,
        boolean: &dyn Fn(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let below = depth.checked_sub(1)?;
        let element = |from: &mut Self, ty| match ty {
            1 | 2 => boolean(from),
            _ => from.skip_elements(ty, below, boolean),
        };
        match ty {
            // Booleans, in the type.
            1 | 2 => Some(()),
            3 => self.take(1),
            4..=6 => self.varint().map(drop),
            7 => self.take(8),
            8 => {
                let len = self.varint()?;
                self.take(len)
            }
            LIST | 10 => {
                let (count, ty) = self.list()?;
                (0..count).try_for_each(|_| element(self, ty))
            }
            11 => {
                let count = self.varint()?;
                let types = if count > 0 { self.byte()? } else { 0 };
                (0..count).try_for_each(|_| {
                    element(self, types >> 4)?;
                    element(self, types & 15)
                })
            }
            STRUCT => self.fields(&mut |from, _, ty| from.skip_elements(ty, below, boolean)),
            13 => self.take(16),
            _ => None,
        }
    }
}

impl Type {
    /// Returns whether a value that says to be of type `ty` is of this one.
    fn is(self, ty: u8) -> bool {
        match self {
            Bool => matches!(ty, 1 | 2),
            Byte => ty == 3,
            Self::I32 => ty == I32,
            I64 => ty == 6,
            Binary => ty == 8,
            List(_) | Emptied => ty == LIST,
            Struct(_) | Union(_) => ty == STRUCT,
            Optional(of) => of.is(ty),
            Unused => true,
        }
    }
}

/// Appends a number of seven bits in each byte.
fn push_varint(to: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        to.push(number as u8 | 128);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads a number of seven bits in each byte, the least significant ones first, and returns what follows it.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (at, byte) in bytes.iter().enumerate().take(10) {
        number |= u64::from(byte & 127) << (7 * at);
        if byte & 128 == 0 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{FieldKind, Header, rewritten};

    fn schema(footer: &[u8]) -> Option<(u64, i32)> {
        super::schema(&rewritten(footer)?)
    }

    /// Type 0, sizes 8 and 10, a checksum, and the header of a data page: 7 values, PLAIN, RLE, RLE, statistics with a text.
    const DATA: &[u8] = &[
        0x15, 0, 0x15, 16, 0x15, 20, 0x15, 2, 0x1c, 0x15, 14, 0x15, 0, 0x15, 6, 0x15, 6, 0x1c,
        0x18, 3, b'a', b'b', b'c', 0, 0, 0,
    ];

    #[test]
    fn a_header_is_read_to_its_end_and_no_further() {
        let expected = Header {
            len: DATA.len() as u64,
            kind: FieldKind::Data,
            compressed: 10,
            uncompressed: 8,
            values: 7,
            rows: None,
        };
        let more = [DATA, b"and its page"].concat();
        assert_eq!((Header::read(DATA), Header::read(&more)), (Some(expected), Some(expected)));
        for len in 0..DATA.len() {
            assert_eq!(Header::read(&DATA[..len]), None, "{len}");
        }
        // Version 2: 9 values, 1 null, 5 rows; then lengths and no compression.
        let v2 = [
            0x15, 6, 0x15, 2, 0x15, 2, 0x5c, 0x15, 18, 0x15, 2, 0x15, 10, 0x15, 0, 0x15, 4, 0x15,
            0, 0x12, 0, 0,
        ];
        let header =
            Header::read(&v2).map(|header| (header.kind, header.values, header.rows, header.len));
        assert_eq!(header, Some((FieldKind::DataV2, 9, Some(5), 22)));
        let dictionary = [0x15, 4, 0x15, 2, 0x15, 2, 0x4c, 0x15, 6, 0x15, 0, 0x11, 0, 0];
        let header = Header::read(&dictionary).map(|header| (header.kind, header.values));
        assert_eq!(header, Some((FieldKind::Dictionary, 3)));
    }

    #[test]
    fn lengths_beyond_the_bytes_and_endless_levels_are_no_header() {
        let mut long = DATA.to_vec();
        long.splice(19..20, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
        assert_eq!(Header::read(&long), None);
        let negative = [0x15, 0, 0x15, 16, 0x15, 1, 0x2c, 0x15, 14, 0, 0];
        assert_eq!(Header::read(&negative), None);
        let mut deep = vec![0x15, 0, 0x15, 16, 0x15, 20, 0x6c];
        deep.resize(100_000, 0x1c);
        assert_eq!(Header::read(&deep), None);
        let list = [0x15, 0, 0x15, 16, 0x15, 20, 0x69, 0xf3, 0xff, 0xff, 0xff, 0xff, 0x7f, 0];
        assert_eq!(Header::read(&list), None);
        // An unknown list of booleans, and a number of a field that isn't one with 16 bits.
        let unknown = |field: &[u8]| {
            let mut header = DATA[..DATA.len() - 1].to_vec();
            header.extend([field, &[0]].concat());
            Header::read(&header)
        };
        assert!(unknown(&[0x69, 0x13, 1]).is_some() && unknown(&[0x69, 0x11, 1]).is_none());
        assert!(unknown(&[0x05, 0xfe, 0xff, 3, 1]).is_some());
        assert!(unknown(&[0x05, 0x80, 0x80, 4, 1]).is_none());
        // A size that is a text.
        assert_eq!(Header::read(&[0x15, 0, 0x18, 0, 0x15, 20, 0x2c, 0x15, 14, 0, 0]), None);
    }

    #[test]
    fn a_schema_has_elements_and_children() {
        // The version, two elements, of which the first has one child, rows, and no row groups.
        let footer = [
            0x15, 2, 0x19, 0x2c, 0x48, 1, b'm', 0x15, 2, 0, 0x15, 2, 0x38, 1, b'a', 0, 0x16, 0,
            0x19, 0x0c, 0,
        ];
        assert_eq!(schema(&footer), Some((2, 1)));
        for len in 0..footer.len() {
            assert_eq!(schema(&footer[..len]), None, "{len}");
        }
        let mut many = footer.to_vec();
        many.splice(8..9, [0xfe, 0xff, 0xff, 0xff, 0x0f]);
        assert_eq!(schema(&many), Some((2, i32::MAX)));
        // A repetition that says that it is a boolean, which has no bytes: the next ones would be its number.
        let mut other = footer.to_vec();
        other.splice(3..3, [0x32]);
        assert_eq!(schema(&other), None);
    }
}
