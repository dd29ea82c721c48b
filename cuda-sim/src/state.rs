//! What the devices have: memory, streams, events, modules, graphs and the other objects of the driver API.
//!
//! An object knows what it is made of, and neither the calls nor [`System`](crate::system::System), which has the tables of
//! all objects.

pub(crate) mod activity;
pub(crate) mod advice;
pub(crate) mod array;
pub(crate) mod condition;
pub(crate) mod context;
pub(crate) mod delay;
pub(crate) mod devices;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod executor;
pub(crate) mod external;
pub(crate) mod graph;
pub(crate) mod graph_memory;
pub(crate) mod handles;
pub(crate) mod host_function;
pub(crate) mod ipc;
pub(crate) mod location;
pub(crate) mod log;
pub(crate) mod model;
pub(crate) mod module;
pub(crate) mod outcome;
pub(crate) mod plain;
pub(crate) mod pool;
pub(crate) mod shared_event;
pub(crate) mod stream;
pub(crate) mod thread_number;
pub(crate) mod ticket;
pub(crate) mod trace;
pub(crate) mod transfer;
pub(crate) mod user_object;
pub(crate) mod virtual_memory;
pub(crate) mod work;
