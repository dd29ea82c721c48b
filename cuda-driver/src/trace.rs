//! Spans and events of the crate `tracing`, with the feature `tracing`. Without it, they are nothing.
//!
//! A span is named after the driver's function that takes the time, so that it is found in NVIDIA's documentation and
//! tools. Calls that only submit work have events of the level `TRACE`.

/// Begins a span of the level `DEBUG`, which ends with the enclosing block.
macro_rules! span {
    ($name:literal $(, $field:ident = $value:expr)*) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::debug_span!($name $(, $field = $value)*).entered();
    };
}

/// Reports an event of the level `TRACE`.
macro_rules! event {
    ($($event:tt)*) => {
        #[cfg(feature = "tracing")]
        tracing::trace!($($event)*);
    };
}

pub(crate) use {event, span};
