//! The C library's functions that start programs: where one is started of which the folder has a
//! stand-in, that is started instead. Packages start their own `ptxas` by its path.
//!
//! They are called between `fork` and `exec`, too, so they take no lock and no memory.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::env;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;

use crate::{VARIABLE, base};

/// The names of the stand-ins, and their paths.
static PROGRAMS: OnceLock<Vec<(CString, CString)>> = OnceLock::new();

/// Finds the stand-ins, before the program begins.
pub(crate) fn find() {
    PROGRAMS.get_or_init(|| {
        let folder = env::var_os(VARIABLE).map(|folder| Path::new(&folder).join("bin"));
        let files = folder.and_then(|folder| folder.read_dir().ok()).into_iter().flatten();
        let names = files.filter_map(|file| {
            let path = file.ok()?.path();
            let text = |text: &std::ffi::OsStr| CString::new(text.as_bytes()).ok();
            Some((text(path.file_name()?)?, text(path.as_os_str())?))
        });
        names.collect()
    });
}

/// Returns the program that is started for another.
unsafe fn own(program: *const c_char) -> *const c_char {
    if program.is_null() {
        return program;
    }
    // SAFETY: the caller passes a string.
    let path = unsafe { CStr::from_ptr(program) };
    let name = base(path);
    // A stand-in that starts the program itself says so.
    if path.to_bytes()[..path.count_bytes() - name.len()].ends_with(b"/./") {
        return program;
    }
    let mut all = PROGRAMS.get().into_iter().flatten();
    all.find(|it| it.0.to_bytes() == name).map_or(program, |it| it.1.as_ptr())
}

/// Defines functions that call the C library's with another program.
macro_rules! functions {
    ($($name:ident($($before:ident: $first:ty,)* @program, $($after:ident: $rest:ty),*);)*) => {
        /// Returns the address of what takes the place of a function, which is at `address`.
        pub(crate) fn of(name: &CStr, address: usize) -> Option<usize> {
            $(if name.to_bytes() == stringify!($name).as_bytes() {
                return Some($name::of(address));
            })*
            None
        }

        $(mod $name {
            use super::*;

            type Function = unsafe extern "C" fn($($first,)* *const c_char, $($rest),*) -> c_int;

            static REAL: OnceLock<usize> = OnceLock::new();

            pub(super) fn of(address: usize) -> usize {
                REAL.get_or_init(|| address);
                call as *const () as usize
            }

            unsafe extern "C" fn call(
                $($before: $first,)*
                program: *const c_char,
                $($after: $rest),*
            ) -> c_int {
                // It was bound, so it is known.
                let Some(real) = REAL.get() else { return -1 };
                // SAFETY: it is the function of this name, and the caller fulfils its contract.
                unsafe {
                    let real = core::mem::transmute::<usize, Function>(*real);
                    real($($before,)* own(program), $($after),*)
                }
            }
        })*
    };
}

functions! {
    execv(@program, arguments: *const c_void);
    execve(@program, arguments: *const c_void, environment: *const c_void);
    execvp(@program, arguments: *const c_void);
    execvpe(@program, arguments: *const c_void, environment: *const c_void);
    posix_spawn(
        process: *mut c_int, @program, actions: *const c_void, attributes: *const c_void,
        arguments: *const c_void, environment: *const c_void
    );
    posix_spawnp(
        process: *mut c_int, @program, actions: *const c_void, attributes: *const c_void,
        arguments: *const c_void, environment: *const c_void
    );
}
