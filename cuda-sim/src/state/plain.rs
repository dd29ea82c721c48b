//! C structs as the program gave them.

/// Returns a C struct with these fields of another one, `of_fields!(Struct of other: field …)`; its others are zero.
macro_rules! of_fields {
    ($Struct:ident of $other:ident: $($field:ident)*) => {
        $Struct { $($field: $other.$field,)* ..$Struct::default() }
    };
}
pub(crate) use of_fields;

/// A C struct whose pointers are only returned, never followed.
#[derive(Clone, Copy)]
pub(crate) struct Plain<T>(pub T);

impl<T> core::fmt::Debug for Plain<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(core::any::type_name::<T>())
    }
}

// SAFETY: it is plain data, whose pointers this crate doesn't follow.
unsafe impl<T: core::marker::Copy> Send for Plain<T> {}
// SAFETY: the same.
unsafe impl<T: core::marker::Copy> Sync for Plain<T> {}
