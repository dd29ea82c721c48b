use crate::shape::Shape;

cuda_libraries_sys::library_errors! {
    "cuFFT", "plan", "Plan::record", cufft::cufftResult::CUFFT_SUCCESS,
    /// An error of cuFFT or this crate.
    pub enum Error {
        /// cuFFT returned an error.
        Cufft(Box<Failure>),
        /// There is no transform of this shape.
        #[error("there is no transform of {shape}: {rule}")]
        Shape {
            /// The shape.
            shape: Box<Shape>,
            /// What must hold.
            rule: &'static str,
        },
        /// A callback can't be part of a plan.
        #[error("the callback {name:?} can't be set: {rule}")]
        Callback {
            /// The name of its function.
            name: String,
            /// What must hold.
            rule: &'static str,
        },
        /// A slice is shorter than the layout.
        #[error("{call}'s {operand} has {found} elements, and {shape} needs {needed}")]
        NotInBounds {
            /// The call.
            call: &'static str,
            /// The operand.
            operand: &'static str,
            /// The shape of the transform.
            shape: Box<Shape>,
            /// The elements that are needed.
            needed: usize,
            /// Those that there are.
            found: usize,
        },
        /// Input and output of a shape aren't in the same places.
        #[error(
            "{call} needs a shape whose elements can be replaced where they are, as `Shape::in_place` has: {shape} doesn't"
        )]
        NotInPlace {
            /// The call.
            call: &'static str,
            /// The shape of the transform.
            shape: Box<Shape>,
        },
    }
}

impl Error {
    /// Returns the error as that of the call that was made, of which the one that failed is a part.
    #[doc(hidden)]
    #[must_use]
    pub fn of_call(mut self, name: &'static str) -> Self {
        match &mut self {
            Self::Workspace { call, .. }
            | Self::Misaligned { call, .. }
            | Self::OtherStream { call, .. }
            | Self::OtherContext { call }
            | Self::Captured { call }
            | Self::NotRecording { call }
            | Self::NotInBounds { call, .. }
            | Self::NotInPlace { call, .. } => *call = name,
            _ => {}
        }
        self
    }
}
