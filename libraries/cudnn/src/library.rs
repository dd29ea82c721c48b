use cuda_libraries_sys::cudnn::cudnnStatus_t;
use cuda_library_support::AbsentFunction;

use crate::error::{Error, Failure, release};

cuda_libraries_sys::loaded! {
    /// A loaded cuDNN: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/index.html).
    ///
    /// It is a handle of pointer size; cuDNN is never unloaded.
    pub struct Cudnn: cudnn::CudnnTable, Error;
    impl Cudnn {
        fn load("cuDNN", "Error::Load");
        const fn from_table();
        /// Returns the table of cuDNN's functions by their names in C, including whether this cuDNN has each.
        const fn raw();
        /// Returns the release as cuDNN writes it: 91900 is 9.19.0.
        #[doc(alias = "cudnnGetVersion")]
        fn version() -> u32 = u32::from;
        fn path();
    }
    absent |library, function| {
        AbsentFunction::new("cuDNN", function, library.version(), release).into()
    }
}

impl Cudnn {
    /// Returns what cuDNN has to say about the last error of this thread.
    pub(crate) fn last_message(self) -> String {
        let Some(get) = self.table.cudnnGetLastErrorString else {
            return String::new();
        };
        let mut text = [0_u8; 512];
        // SAFETY: cuDNN writes no more bytes than these, with a zero at the end.
        unsafe { get(text.as_mut_ptr().cast(), text.len()) };
        let end = text.iter().position(|byte| *byte == 0);
        let text = String::from_utf8_lossy(text.get(..end.unwrap_or(0)).unwrap_or_default());
        text.trim().to_owned()
    }
}

/// Returns an error unless cuDNN succeeded.
pub(crate) fn check_status(
    cudnn: Cudnn,
    function: &'static str,
    status: cudnnStatus_t,
    arguments: impl FnOnce() -> Vec<String>,
) -> Result<(), Error> {
    match status {
        cudnnStatus_t::CUDNN_STATUS_SUCCESS => Ok(()),
        status => Err(Error::Cudnn(Box::new(Failure {
            function,
            status,
            arguments: arguments(),
            message: cudnn.last_message(),
        }))),
    }
}
