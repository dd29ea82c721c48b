//! nvJitLink, CUDA's run-time linker.
//!
//! Numbers are CUDA's: 13050 is 13.5. nvJitLink 12.0, 12.1 and 12.2 export each function only with a number, such as
//! `__nvJitLinkCreate_12_0`, which their headers hide; later ones also have the plain name. A table uses the plain name, or
//! else the newest number. These three also have no function that returns their version, which is assumed to be that newest
//! number. No GPU and no driver are needed to link.

pub use crate::generated::nvjitlink::enums::*;
pub use crate::generated::nvjitlink::functions::*;
pub use crate::generated::nvjitlink::types::*;
