use super::*;

pub unsafe fn instantiate(
    graph: sys::CUgraph,
    flags: sys::CUgraphInstantiate_flags,
) -> Result<sys::CUgraphExec, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuGraphInstantiateWithFlags(to, graph, flags.0.into())) }
}

pub unsafe fn exec_destroy(graph_exec: sys::CUgraphExec) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuGraphExecDestroy(graph_exec).result() }
}

pub unsafe fn destroy(graph: sys::CUgraph) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuGraphDestroy(graph).result() }
}

pub unsafe fn launch(
    graph_exec: sys::CUgraphExec,
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuGraphLaunch(graph_exec, stream).result() }
}

pub unsafe fn upload(
    graph_exec: sys::CUgraphExec,
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuGraphUpload(graph_exec, stream).result() }
}
