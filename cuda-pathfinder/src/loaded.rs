//! Which libraries this process has, without a search.
//!
//! `dlopen` with `RTLD_NOLOAD` looks through the folders of the loader for a name that isn't loaded, which takes a hundred
//! calls of the system.

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// `struct dl_phdr_info` of `link.h`, up to the last field that is read here.
#[repr(C)]
struct Object {
    base: usize,
    name: *const c_char,
    segments: *const Segment,
    count: u16,
}

/// `Elf64_Phdr` of `elf.h`.
#[repr(C)]
struct Segment {
    kind: u32,
    flags: u32,
    offset: u64,
    address: u64,
    physical: u64,
    file_size: u64,
    size: u64,
    align: u64,
}

/// `Elf64_Dyn` of `elf.h`.
#[repr(C)]
struct Entry {
    tag: i64,
    value: u64,
}

unsafe extern "C" {
    fn dl_iterate_phdr(
        callback: unsafe extern "C" fn(*const Object, usize, *mut c_void) -> c_int,
        data: *mut c_void,
    ) -> c_int;
}

/// Whether the loader could take a library of the process for `name`: one whose file has this name, or that calls itself so.
/// Where not, it has none.
pub(crate) fn may_be(name: &Path) -> bool {
    let mut name: &OsStr = name.as_os_str();
    // SAFETY: `is_it` gets this pointer, to a live `&OsStr`, while the call lasts.
    unsafe { dl_iterate_phdr(is_it, (&raw mut name).cast()) != 0 }
}

/// 1, which ends the walk, if an object goes by the name that `data` points to.
unsafe extern "C" fn is_it(object: *const Object, _size: usize, data: *mut c_void) -> c_int {
    // SAFETY: it is the pointer that `may_be` passed.
    let name = unsafe { *data.cast::<&OsStr>() };
    // SAFETY: the loader hands each callback an object that lives until it returns, with more fields behind these.
    let object = unsafe { &*object };
    let file = if object.name.is_null() {
        c""
    } else {
        // SAFETY: the path of an object is a C string, which lives as long as the object.
        unsafe { CStr::from_ptr(object.name) }
    };
    let file = Path::new(OsStr::from_bytes(file.to_bytes())).file_name();
    // SAFETY: `object` is one of the loader's.
    let own = unsafe { own_name(object) };
    let is_it = file == Some(name) || own.is_some_and(|own| own.to_bytes() == name.as_bytes());
    c_int::from(is_it)
}

/// The name that a library has in itself, `DT_SONAME`.
///
/// # Safety
/// The object is one that the loader reported, and is still loaded.
unsafe fn own_name(object: &Object) -> Option<&CStr> {
    const PT_DYNAMIC: u32 = 2;
    const DT_NULL: i64 = 0;
    const DT_STRTAB: i64 = 5;
    const DT_SONAME: i64 = 14;
    if object.segments.is_null() {
        return None;
    }
    // SAFETY: the loader tells where the program headers of a loaded object are, and how many.
    let segments = unsafe { std::slice::from_raw_parts(object.segments, object.count.into()) };
    let dynamic = segments.iter().find(|segment| segment.kind == PT_DYNAMIC)?;
    let at = |address: u64| Some(object.base.wrapping_add(usize::try_from(address).ok()?));
    let mut entry = at(dynamic.address)? as *const Entry;
    let (mut strings, mut own) = (None, None);
    loop {
        // SAFETY: the dynamic section of a loaded object is mapped there, and DT_NULL ends it.
        let Entry { tag, value } = unsafe { entry.read() };
        match tag {
            DT_NULL => break,
            DT_STRTAB => strings = Some(value),
            DT_SONAME => own = Some(value),
            _ => {}
        }
        entry = entry.wrapping_add(1);
    }
    let (strings, own) = (usize::try_from(strings?).ok()?, usize::try_from(own?).ok()?);
    // glibc writes the address into the section itself where it can, and musl and the vDSO leave the offset.
    let strings = if strings < object.base {
        object.base.wrapping_add(strings)
    } else {
        strings
    };
    // SAFETY: DT_SONAME is the offset of a C string in the table of strings, which is mapped as long as the object.
    Some(unsafe { CStr::from_ptr(strings.wrapping_add(own) as *const c_char) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_loaded_goes_by_its_own_name_and_by_that_of_its_file() {
        let c = if cfg!(target_env = "musl") {
            "libc.so"
        } else {
            "libc.so.6"
        };
        assert!(cfg!(target_feature = "crt-static") || may_be(Path::new(c)));
        assert!(!may_be(Path::new("libnone-has-this-name.so.1")));
        let program = std::env::current_exe().unwrap();
        // The loader gives the program itself no name.
        assert!(!may_be(Path::new(program.file_name().unwrap())));
    }

    // A test program on glibc has this one, for panics.
    #[cfg(target_env = "gnu")]
    #[test]
    fn a_library_under_another_file_name_is_known_by_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let mut paths = maps.lines().filter_map(|line| line.split_once('/'));
        let (_, gcc) = paths
            .find(|(_, path)| path.contains("libgcc_s.so"))
            .unwrap();
        let gcc = format!("/{gcc}");
        let path = folder.path().join("libanother-file-name.so");
        std::fs::copy(gcc, &path).unwrap();
        assert!(!may_be(Path::new("libanother-file-name.so")));
        // SAFETY: the library is a copy of one that this process has loaded.
        let library = unsafe { libloading::Library::new(&path) }.unwrap();
        assert!(may_be(Path::new("libanother-file-name.so")));
        assert!(may_be(Path::new("libgcc_s.so.1")));
        drop(library);
    }
}
