//! What an object is, keeps, and becomes.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::ffi::{CStr, CString};
use std::fs;
use std::path::PathBuf;

use cuda_arch::{Code, Image, ObjectCode, ObjectError, ObjectKind};

const TEXT: &CStr =
    c".version 8.0\n.target sm_75\n.visible .entry a(\n)\n.weak .entry b()\n.entry hidden()\n";

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cuda-arch-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn names() -> [(CString, CString); 1] {
    [(c"scale<float, 3>".to_owned(), c"_Z5scaleIfLi3EEvPT_".to_owned())]
}

#[test]
fn saved_ptx_loads_with_its_names() {
    let folder = Folder::new("ptx");
    let path = folder.0.join("k.ptx");
    let object = ObjectCode::ptx(TEXT.to_owned()).with_symbols(names());
    object.save(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), TEXT.to_bytes());
    // SAFETY: it is PTX.
    let loaded = unsafe { ObjectCode::load(&path) }.unwrap();
    assert_eq!(loaded, object);
    assert_eq!(loaded.symbol("scale<float, 3>"), Some(c"_Z5scaleIfLi3EEvPT_"));
    assert_eq!(loaded.symbol("scale<float>"), None);
    assert_eq!(loaded.kernels().unwrap(), ["a", "b"]);
    // Another that is saved there has none of its names.
    ObjectCode::ptx(TEXT.to_owned()).save(&path).unwrap();
    // SAFETY: as above.
    let loaded = unsafe { ObjectCode::load(&path) }.unwrap();
    assert!(loaded.symbols().is_empty());
}

#[test]
fn the_kind_is_determined_by_the_first_bytes() {
    let kinds: [(&[u8], Option<ObjectKind>); 6] = [
        (TEXT.to_bytes(), Some(ObjectKind::Ptx)),
        (b"\x7fELF\x02", Some(ObjectKind::Cubin)),
        (&[0x50, 0xed, 0x55, 0xba], Some(ObjectKind::Fatbin)),
        (b"\xedCN\x7f", Some(ObjectKind::LtoIr)),
        (b"neither", None),
        (b"", None),
    ];
    for (bytes, kind) in kinds {
        assert_eq!(ObjectKind::of(bytes), kind);
    }
    let folder = Folder::new("kind");
    let path = folder.0.join("k.cubin");
    fs::write(&path, "neither").unwrap();
    // SAFETY: it is rejected.
    let error = unsafe { ObjectCode::load(&path) }.unwrap_err();
    assert!(matches!(error, ObjectError::Unknown { .. }), "{error}");
    // What `main` prints.
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(error.to_string().contains("k.cubin is none of PTX"), "{error}");
    // SAFETY: there is no such file.
    let error = unsafe { ObjectCode::load(folder.0.join("no.cubin")) }.unwrap_err();
    assert!(error.to_string().contains("no.cubin"), "{error}");
}

#[test]
fn lto_ir_is_not_an_image() {
    let ptx = ObjectCode::ptx(TEXT.to_owned());
    assert!(matches!(ptx.code(), Code::Ptx(text) if text == TEXT));
    // SAFETY: nothing loads them.
    let object_code = |kind| unsafe { ObjectCode::new(kind, vec![1]) }.unwrap();
    assert!(matches!(object_code(ObjectKind::Cubin).code(), Code::Cubin([1])));
    assert!(matches!(object_code(ObjectKind::Fatbin).code(), Code::Fatbin([1])));
    // No driver ever follows what is in it: it gets a text that it refuses.
    let refused = object_code(ObjectKind::LtoIr);
    assert!(
        matches!(refused.code(), Code::Ptx(text) if text.to_str().unwrap().contains("link it to a cubin"))
    );
}

#[test]
fn a_text_with_a_nul_byte_inside_is_not_ptx() {
    // SAFETY: any text may be said to be PTX.
    let new = |bytes: &[u8]| unsafe { ObjectCode::new(ObjectKind::Ptx, bytes.to_vec()) };
    assert_eq!(new(b"a\0").unwrap(), new(b"a").unwrap());
    assert_eq!(
        new(b"a\0b").unwrap_err().to_string(),
        "the PTX has a NUL byte at byte 1, where C would end it"
    );
}

#[test]
fn a_damaged_file_lists_no_kernels() {
    let mut elf = [0xff; 200];
    elf[..4].copy_from_slice(b"\x7fELF");
    for length in 4..elf.len() {
        // SAFETY: nothing loads it.
        let object = unsafe { ObjectCode::new(ObjectKind::Cubin, elf[..length].to_vec()) }.unwrap();
        assert_eq!(object.kernels(), None);
    }
    let folder = Folder::new("damaged");
    let path = folder.0.join("k.ptx");
    ObjectCode::ptx(TEXT.to_owned()).with_symbols(names()).save(&path).unwrap();
    let names = folder.0.join("k.ptx.names");
    let whole = fs::read(&names).unwrap();
    fs::write(&names, &whole[..whole.len() - 1]).unwrap();
    // SAFETY: it is PTX.
    let error = unsafe { ObjectCode::load(&path) }.unwrap_err();
    assert!(error.to_string().contains("k.ptx.names is damaged"), "{error}");
}
