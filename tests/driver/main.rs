//! The promises of `cuda-driver`, tested on a device: each test runs on the actual driver, and again limited to older
//! versions.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod aborts;
mod allocations;
mod arguments;
mod arrays;
mod capture_races;
mod captures;
mod cluster_answers;
mod compilers;
mod completions;
mod contexts;
mod copies;
mod costs;
mod device;
mod devices;
mod diagnostics;
mod enums;
mod events;
mod examples;
#[cfg(unix)]
mod exits;
mod external;
mod faults;
mod functions;
mod graph_captures;
mod graph_device;
mod graph_faults;
mod graph_lifetimes;
mod graph_memory;
mod graph_nodes;
mod graph_updates;
mod graphics;
mod graphs;
mod green_contexts;
mod green_memory;
mod guide;
mod host_memory;
mod instructions;
mod ipc;
mod kernels;
mod launches;
mod libraries;
mod linking;
mod managed;
mod mem_ops;
mod memory;
mod messages;
mod modules;
mod objects;
mod occupancy_answers;
mod opengl;
mod owners;
mod pairs;
mod peers;
mod pointers;
mod pools;
mod random_graphs;
mod raw;
mod resources;
mod results;
mod saxpy;
mod scopes;
mod shared_buffers;
mod sharing;
mod stream_attributes;
mod stream_captures;
mod streams;
mod stress;
mod tegra;
mod tensor_maps;
mod texture_answers;
mod textures;
mod threads;
mod typed_kernels;
mod virtual_memory;
mod waiting_copies;

#[global_allocator]
static ALLOCATOR: allocations::CountingResource = allocations::CountingResource;
