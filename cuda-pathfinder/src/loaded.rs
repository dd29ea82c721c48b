//! Looks up the libraries that this process has loaded, without searching folders.
//!
//! `dlopen` with `RTLD_NOLOAD` searches all of the loader's folders for a name that isn't loaded, which takes about a
//! hundred system calls.

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

/// Returns `true` if a loaded library has `name` as its file name or its soname; otherwise the loader has none of this
/// name.
pub(crate) fn may_be_loaded(name: &Path) -> bool {
    let mut name: &OsStr = name.as_os_str();
    // SAFETY: `matches_name` gets this pointer to a `&OsStr`, which lives until the call returns.
    unsafe { dl_iterate_phdr(matches_name, (&raw mut name).cast()) != 0 }
}

/// Returns 1, which ends the iteration, if an object has the name that `data` points to.
unsafe extern "C" fn matches_name(object: *const Object, _size: usize, data: *mut c_void) -> c_int {
    // SAFETY: `data` is the pointer that `may_be_loaded` passed.
    let name = unsafe { *data.cast::<&OsStr>() };
    // SAFETY: the loader passes an object that lives until the callback returns; its further fields come after these.
    let object = unsafe { &*object };
    let file = if object.name.is_null() {
        c""
    } else {
        // SAFETY: the path of an object is a C string, which lives as long as the object.
        unsafe { CStr::from_ptr(object.name) }
    };
    let file = Path::new(OsStr::from_bytes(file.to_bytes())).file_name();
    // SAFETY: the loader passed `object`.
    let soname = unsafe { soname(object) };
    let matches_name =
        file == Some(name) || soname.is_some_and(|soname| soname.to_bytes() == name.as_bytes());
    c_int::from(matches_name)
}

/// Returns the `DT_SONAME` of a library.
///
/// # Safety
/// The loader reported the object, and it is still loaded.
#[inline(never)]
unsafe fn soname(object: &Object) -> Option<&CStr> {
    const PT_DYNAMIC: u32 = 2;
    const DT_NULL: i64 = 0;
    const DT_STRTAB: i64 = 5;
    const DT_SONAME: i64 = 14;
    if object.segments.is_null() {
        return None;
    }
    // SAFETY: the loader reports the address and the number of the program headers of a loaded object.
    let segments = unsafe { std::slice::from_raw_parts(object.segments, object.count.into()) };
    let dynamic = segments.iter().find(|segment| segment.kind == PT_DYNAMIC)?;
    let at = |address: u64| Some(object.base.wrapping_add(usize::try_from(address).ok()?));
    let mut entry = at(dynamic.address)? as *const Entry;
    let (mut strings, mut soname_offset) = (None, None);
    loop {
        // SAFETY: the dynamic section of a loaded object is mapped at this address, and DT_NULL ends it.
        let Entry { tag, value } = unsafe { entry.read() };
        match tag {
            DT_NULL => break,
            DT_STRTAB => strings = Some(value),
            DT_SONAME => soname_offset = Some(value),
            _ => {}
        }
        entry = entry.wrapping_add(1);
    }
    let (strings, soname_offset) =
        (usize::try_from(strings?).ok()?, usize::try_from(soname_offset?).ok()?);
    // glibc replaces the offset in the section with the address if the section is writable; musl and the vDSO don't.
    let strings = if strings < object.base { object.base.wrapping_add(strings) } else { strings };
    // SAFETY: DT_SONAME is the offset of a C string in the string table, which is mapped as long as the object.
    Some(unsafe { CStr::from_ptr(strings.wrapping_add(soname_offset) as *const c_char) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loaded_library_is_found_by_its_soname_and_by_its_file_name() {
        let c = if cfg!(target_env = "musl") { "libc.so" } else { "libc.so.6" };
        assert!(cfg!(target_feature = "crt-static") || may_be_loaded(Path::new(c)));
        assert!(!may_be_loaded(Path::new("libnone-has-this-name.so.1")));
        let program = std::env::current_exe().unwrap();
        // The loader reports the program itself with an empty name.
        assert!(!may_be_loaded(Path::new(program.file_name().unwrap())));
    }

    // Test programs on glibc have loaded `libgcc_s`, for panics.
    #[cfg(target_env = "gnu")]
    #[test]
    fn a_renamed_library_is_found_by_its_soname() {
        let folder = tempfile::tempdir().unwrap();
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let mut paths = maps.lines().filter_map(|line| line.split_once('/'));
        let (_, gcc) = paths.find(|(_, path)| path.contains("libgcc_s.so")).unwrap();
        let gcc = format!("/{gcc}");
        let path = folder.path().join("libanother-file-name.so");
        std::fs::copy(gcc, &path).unwrap();
        assert!(!may_be_loaded(Path::new("libanother-file-name.so")));
        // SAFETY: the library is a copy of one that this process has loaded.
        let library = unsafe { libloading::Library::new(&path) }.unwrap();
        assert!(may_be_loaded(Path::new("libanother-file-name.so")));
        assert!(may_be_loaded(Path::new("libgcc_s.so.1")));
        drop(library);
    }
}
