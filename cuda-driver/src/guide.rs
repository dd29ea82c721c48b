//! How this crate works, and how to build on it: chapters about one topic each.
//!
//! | chapter | about |
//! |---|---|
//! | [`libraries`] | building a library on this crate: where to begin, and its rules |
//! | [`frameworks`] | what a framework needs whose operations and types are known only at run time |
//! | [`ownership`] | objects, memory and handles of other code: who destroys what, and when |
//! | [`contexts`] | which calls need a current context, and C code that does; green contexts |
//! | [`streams`] | order between streams; memory that several of them use; default streams |
//! | [`launches`] | arguments of kernels; what a launch costs, instruction by instruction |
//! | [`allocation`] | memory pools, what they keep, and allocators |
//! | [`host_memory`] | copies that wait, borrow or own; pinned memory; what the end of a scope waits for |
//! | [`completions`] | callbacks, futures, and values that are dropped when the device is done |
//! | [`captures`] | recording graphs; what a capture forbids |
//! | [`graphs`] | building, changing and launching graphs |
//! | [`other_apis`] | memory, images and semaphores that Vulkan and other APIs share |
//! | [`errors`] | the two error types |
//! | [`costs`] | the driver calls of each operation |
//!
//! Times are from an H200 with driver 580.159 (CUDA 13.0) unless a chapter says otherwise, and only give an idea of
//! proportions.

#[doc = include_str!("guide/allocation.md")]
pub mod allocation {}
#[doc = include_str!("guide/captures.md")]
pub mod captures {}
#[doc = include_str!("guide/completions.md")]
pub mod completions {}
#[doc = include_str!("guide/contexts.md")]
pub mod contexts {}
#[doc = include_str!("guide/costs.md")]
pub mod costs {}
#[doc = include_str!("guide/errors.md")]
pub mod errors {}
#[doc = include_str!("guide/frameworks.md")]
pub mod frameworks {}
#[cfg(feature = "graph")]
#[doc = include_str!("guide/graphs.md")]
#[doc = include_str!("guide/graph.svg")]
pub mod graphs {}
#[doc = include_str!("guide/host_memory.md")]
pub mod host_memory {}
#[doc = include_str!("guide/launches.md")]
pub mod launches {}
#[doc = include_str!("guide/libraries.md")]
pub mod libraries {}
#[cfg(feature = "external")]
#[doc = include_str!("guide/other_apis.md")]
pub mod other_apis {}
#[doc = include_str!("guide/ownership.md")]
pub mod ownership {}
#[doc = include_str!("guide/streams.md")]
pub mod streams {}
