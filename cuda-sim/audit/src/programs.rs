//! The C library's functions that start programs: where one is started of which the folder has a
//! stand-in, that is started instead. Packages start their own `ptxas` by its path.
//!
//! They are called between `fork` and `exec`, too, so they take no lock and no memory.

use core::ffi::{CStr, c_char, c_int, c_void};

use crate::interposed::{call, functions};
use crate::{base, folder};

/// Returns whether a file is a C library.
pub(crate) fn is_one(file: &[u8]) -> bool {
    file == b"libc.so.6"
}

/// Returns the program that is started for another.
unsafe fn stand_in(program: *const c_char) -> *const c_char {
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
    folder::PROGRAMS.path(name).map_or(program, CStr::as_ptr)
}

/// Defines functions that call the C library's with another program.
macro_rules! starting {
    ($($name:literal $function:ident(
        $($before:ident: $first:ty,)* @program, $($after:ident: $rest:ty),*
    );)*) => {
        functions! {
            |name| name;
            $($name $function;)*
        }

        $(unsafe extern "C" fn $function<const PLACE: usize>(
            $($before: $first,)*
            program: *const c_char,
            $($after: $rest),*
        ) -> c_int {
            // It was bound, so it is known.
            let Some(real) = BoundFunction::$function.at(PLACE) else { return -1 };
            // SAFETY: it is the function of this name, and the caller fulfils its contract.
            unsafe {
                let program = stand_in(program);
                call!(
                    real,
                    ($($before,)* program, $($after),*): ($($first,)* *const c_char, $($rest),*)
                )
            }
        })*
    };
}

starting! {
    b"execv" execv(@program, arguments: *const c_void);
    b"execve" execve(@program, arguments: *const c_void, environment: *const c_void);
    b"execvp" execvp(@program, arguments: *const c_void);
    b"execvpe" execvpe(@program, arguments: *const c_void, environment: *const c_void);
    b"posix_spawn" posix_spawn(
        process: *mut c_int, @program, actions: *const c_void, attributes: *const c_void,
        arguments: *const c_void, environment: *const c_void
    );
    b"posix_spawnp" posix_spawnp(
        process: *mut c_int, @program, actions: *const c_void, attributes: *const c_void,
        arguments: *const c_void, environment: *const c_void
    );
}
