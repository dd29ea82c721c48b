cuda_libraries_sys::library_errors! {
    "cuSPARSE", "handle", "Handle::record", cusparse::cusparseStatus_t::CUSPARSE_STATUS_SUCCESS,
    /// An error of cuSPARSE or this crate.
    pub enum Error {
        /// cuSPARSE returned an error.
        Cusparse(Box<Failure>),
        /// Operands don't fit each other, or cuSPARSE has no such call.
        #[error("{call} isn't possible with {operands}: {rule}")]
        Shapes {
            /// The call.
            call: &'static str,
            /// The operands with their sizes.
            operands: String,
            /// What must hold.
            rule: &'static str,
        },
        /// A matrix was made with another cuSPARSE than the handle.
        #[error(
            "{call}'s {operand} was made with another cuSPARSE than the handle: make matrices with the handle's, `Handle::cusparse`"
        )]
        OtherLibrary {
            /// The call.
            call: &'static str,
            /// The operand.
            operand: &'static str,
        },
        /// Offsets or indices aren't those of a matrix.
        #[error("{what} {at} of a {matrix} is {value}: {rule}")]
        Structure {
            /// "offset", "row", or "column".
            what: &'static str,
            /// Its place.
            at: usize,
            /// The matrix.
            matrix: String,
            /// The number there.
            value: i64,
            /// What must hold.
            rule: &'static str,
        },
    }
}
