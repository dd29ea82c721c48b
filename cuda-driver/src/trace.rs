//! Spans and events of the crate `tracing`, with the feature `tracing`. Without it, they are nothing.
//!
//! A span is named after the driver's function that takes the time, so that it is found in NVIDIA's documentation and
//! tools. Calls that only submit work have events of the level `TRACE`.

/// Begins a span of the level `DEBUG`, which ends with the enclosing block.
#[cfg(feature = "tracing")]
macro_rules! span {
    ($name:literal $(, $field:ident = $value:expr)*) => {
        let _span = tracing::debug_span!($name $(, $field = $value)*).entered();
    };
}

#[cfg(not(feature = "tracing"))]
macro_rules! span {
    ($($any:tt)*) => {};
}

/// Reports an event of the level `TRACE`.
#[cfg(feature = "tracing")]
macro_rules! event {
    ($($event:tt)*) => { tracing::trace!($($event)*) };
}

#[cfg(not(feature = "tracing"))]
macro_rules! event {
    ($($any:tt)*) => {};
}

pub(crate) use {event, span};
