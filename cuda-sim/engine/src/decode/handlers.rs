//! The handlers of elementwise instructions, which `build.rs` generates: it writes `handler` from those that rows of
//! `forms/*.txt` name. From `abs|neg s16|s32|s64 : =T T : : Abs<T>|Neg<T>`, it writes of `neg`:
//!
//! ```text
//! 24 => { match ty {
//!     Type::S16 => level.of::<ops::Neg<i16>>(),
//!     Type::S32 => level.of::<ops::Neg<i32>>(),
//!     Type::S64 => level.of::<ops::Neg<i64>>(),
//!     _ => return None
//! } },
//! ```
//!
//! The number is that of [`Form::handler`](crate::forms::Form::handler).

include!(concat!(env!("OUT_DIR"), "/handlers.rs"));
