//! Nodes of graphs that copy.

use core::ffi::c_void;

use cuda_driver_sys::CUDA_MEMCPY3D;
use cuda_libraries_sys::cudart::{
    cudaError_t, cudaGraphExec_t, cudaGraphNode_t, cudaMemcpy3DParms, cudaMemcpyKind,
};
use cuda_libraries_sys::shared::cudaGraph_t;

use crate::api::{Api, Outcome};
use crate::copy::{CopyTime, Side, parameters};
use crate::memory::is_empty;

/// Defines the three functions of a form of copies: one adds a node, one changes it, and one changes it in an executable
/// graph.
macro_rules! copies {
    ($($add:ident $set:ident $set_exec:ident ($($parameter:ident: $ty:ty),*) |$api:ident| $copy:expr;)*) => {
        impl Api {
            $(
                pub(crate) unsafe fn $add(
                    &self,
                    pGraphNode: *mut cudaGraphNode_t,
                    graph: cudaGraph_t,
                    pDependencies: *const cudaGraphNode_t,
                    numDependencies: usize,
                    $($parameter: $ty),*
                ) -> Outcome {
                    let $api = self;
                    let copy = $copy?;
                    let context = self.current()?;
                    cu!(
                        self,
                        cuGraphAddMemcpyNode(
                            pGraphNode.cast(),
                            graph.cast(),
                            pDependencies.cast(),
                            numDependencies,
                            &raw const copy,
                            context,
                        )
                    )
                }

                pub(crate) unsafe fn $set(&self, node: cudaGraphNode_t, $($parameter: $ty),*) -> Outcome {
                    let $api = self;
                    let copy = $copy?;
                    cu!(self, cuGraphMemcpyNodeSetParams(node.cast(), &raw const copy))
                }

                pub(crate) unsafe fn $set_exec(
                    &self,
                    hGraphExec: cudaGraphExec_t,
                    node: cudaGraphNode_t,
                    $($parameter: $ty),*
                ) -> Outcome {
                    let $api = self;
                    let copy = $copy?;
                    let context = self.current()?;
                    cu!(
                        self,
                        cuGraphExecMemcpyNodeSetParams(hGraphExec.cast(), node.cast(), &raw const copy, context)
                    )
                }
            )*
        }
    };
}

copies! {
    cudaGraphAddMemcpyNode cudaGraphMemcpyNodeSetParams cudaGraphExecMemcpyNodeSetParams
        (copy: *const cudaMemcpy3DParms) |api| api.node_parameters(&get!(copy)?);
    cudaGraphAddMemcpyNode1D cudaGraphMemcpyNodeSetParams1D cudaGraphExecMemcpyNodeSetParams1D
        (dst: *mut c_void, src: *const c_void, count: usize, kind: cudaMemcpyKind) |_api| bytes(dst, src, count, kind);
    cudaGraphAddMemcpyNodeToSymbol cudaGraphMemcpyNodeSetParamsToSymbol cudaGraphExecMemcpyNodeSetParamsToSymbol
        (symbol: *const c_void, src: *const c_void, count: usize, offset: usize, kind: cudaMemcpyKind)
        |api| bytes(api.part(symbol, offset, count, (kind, true, CopyTime::Now))?, src, count, kind);
    cudaGraphAddMemcpyNodeFromSymbol cudaGraphMemcpyNodeSetParamsFromSymbol cudaGraphExecMemcpyNodeSetParamsFromSymbol
        (dst: *mut c_void, symbol: *const c_void, count: usize, offset: usize, kind: cudaMemcpyKind)
        |api| bytes(dst, api.part(symbol, offset, count, (kind, false, CopyTime::Now))?, count, kind);
}

fn bytes(
    dst: *mut c_void,
    src: *const c_void,
    count: usize,
    kind: cudaMemcpyKind,
) -> Outcome<CUDA_MEMCPY3D> {
    if count == 0 {
        return Err(cudaError_t::cudaErrorInvalidValue);
    }
    let side = |start| (Side::Memory { start, pitch: 0, rows: 0 }, (0, 0, 0));
    parameters(side(src), side(dst), (count, 1, 1), kind)
}

impl Api {
    /// Returns the driver's parameters of a node, which copies something.
    pub(crate) fn node_parameters(&self, copy: &cudaMemcpy3DParms) -> Outcome<CUDA_MEMCPY3D> {
        if is_empty(&copy.extent) {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        self.copy_parameters(copy)
    }

    entry!(cudaGraphMemcpyNodeGetParams, |self, node, pNodeParams| {
        let mut found = CUDA_MEMCPY3D::default();
        cu!(self, cuGraphMemcpyNodeGetParams(node.cast(), &raw mut found))?;
        put!(pNodeParams, self.copy_of(&found)?)
    });
}
