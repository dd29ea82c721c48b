//! Nodes of graphs whose parameters differ from the driver's: kernels, copies and fills.

use core::ffi::{c_uint, c_void};

use cuda_driver_sys::{CUDA_KERNEL_NODE_PARAMS_v2, CUDA_MEMCPY3D};
use cuda_libraries_sys::cudart::{
    cudaGraphConditionalHandle, cudaGraphExec_t, cudaGraphNode_t, cudaKernelNodeParams,
    cudaMemcpy3DParms, cudaMemcpyKind, cudaMemsetParams, dim3,
};
use cuda_libraries_sys::shared::cudaGraph_t;

use crate::api::{Api, Outcome};
use crate::code;
use crate::copy::{Side, parameters};

impl Api {
    fn kernel_parameters(
        &self,
        given: *const cudaKernelNodeParams,
    ) -> Outcome<CUDA_KERNEL_NODE_PARAMS_v2> {
        let given = get!(given)?;
        let kernel = code::kernel(self, given.func)?;
        code::remember(kernel, given.func);
        Ok(CUDA_KERNEL_NODE_PARAMS_v2 {
            kern: kernel,
            gridDimX: given.gridDim.x,
            gridDimY: given.gridDim.y,
            gridDimZ: given.gridDim.z,
            blockDimX: given.blockDim.x,
            blockDimY: given.blockDim.y,
            blockDimZ: given.blockDim.z,
            sharedMemBytes: given.sharedMemBytes,
            kernelParams: given.kernelParams,
            extra: given.extra,
            ..Default::default()
        })
    }

    /// Adds a node that copies.
    ///
    /// # Safety
    /// As the driver's function.
    unsafe fn add_copy(
        &self,
        node: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        dependencies: *const cudaGraphNode_t,
        length: usize,
        copy: &CUDA_MEMCPY3D,
    ) -> Outcome {
        let context = self.current()?;
        cu!(
            self,
            cuGraphAddMemcpyNode(
                node.cast(),
                graph.cast(),
                dependencies.cast(),
                length,
                copy,
                context,
            )
        )
    }

    fn current(&self) -> Outcome<cuda_driver_sys::CUcontext> {
        let mut context = core::ptr::null_mut();
        cu!(self, cuCtxGetCurrent(&raw mut context))?;
        Ok(context)
    }

    fn bytes(
        &self,
        dst: *mut c_void,
        src: *const c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> Outcome<CUDA_MEMCPY3D> {
        let side = |start| {
            (
                Side::Memory {
                    start,
                    pitch: count,
                    rows: 1,
                },
                (0, 0, 0),
            )
        };
        parameters(side(src), side(dst), (count, 1, 1), kind)
    }

    pub(crate) unsafe fn cudaGraphAddKernelNode(
        &self,
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> Outcome {
        let parameters = self.kernel_parameters(pNodeParams)?;
        cu!(
            self,
            cuGraphAddKernelNode_v2(
                pGraphNode.cast(),
                graph.cast(),
                pDependencies.cast(),
                numDependencies,
                &raw const parameters,
            )
        )
    }

    pub(crate) unsafe fn cudaGraphKernelNodeGetParams(
        &self,
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaKernelNodeParams,
    ) -> Outcome {
        let mut found = CUDA_KERNEL_NODE_PARAMS_v2::default();
        cu!(
            self,
            cuGraphKernelNodeGetParams_v2(node.cast(), &raw mut found)
        )?;
        let kernel: *mut c_void = if found.kern.is_null() {
            found.func.cast()
        } else {
            found.kern.cast()
        };
        put!(
            pNodeParams,
            cudaKernelNodeParams {
                func: code::function_of(kernel),
                gridDim: dim3 {
                    x: found.gridDimX,
                    y: found.gridDimY,
                    z: found.gridDimZ
                },
                blockDim: dim3 {
                    x: found.blockDimX,
                    y: found.blockDimY,
                    z: found.blockDimZ
                },
                sharedMemBytes: found.sharedMemBytes,
                kernelParams: found.kernelParams,
                extra: found.extra,
                ..Default::default()
            }
        )
    }

    pub(crate) unsafe fn cudaGraphKernelNodeSetParams(
        &self,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> Outcome {
        let parameters = self.kernel_parameters(pNodeParams)?;
        cu!(
            self,
            cuGraphKernelNodeSetParams_v2(node.cast(), &raw const parameters)
        )
    }

    pub(crate) unsafe fn cudaGraphExecKernelNodeSetParams(
        &self,
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> Outcome {
        let parameters = self.kernel_parameters(pNodeParams)?;
        cu!(
            self,
            cuGraphExecKernelNodeSetParams_v2(
                hGraphExec.cast(),
                node.cast(),
                &raw const parameters
            )
        )
    }

    pub(crate) unsafe fn cudaGraphAddMemcpyNode(
        &self,
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pCopyParams: *const cudaMemcpy3DParms,
    ) -> Outcome {
        let copy = self.copy_parameters(&get!(pCopyParams)?)?;
        // SAFETY: the caller guarantees it.
        unsafe { self.add_copy(pGraphNode, graph, pDependencies, numDependencies, &copy) }
    }

    pub(crate) unsafe fn cudaGraphAddMemcpyNode1D(
        &self,
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        dst: *mut c_void,
        src: *const c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> Outcome {
        let copy = self.bytes(dst, src, count, kind)?;
        // SAFETY: the caller guarantees it.
        unsafe { self.add_copy(pGraphNode, graph, pDependencies, numDependencies, &copy) }
    }

    pub(crate) unsafe fn cudaGraphMemcpyNodeSetParams1D(
        &self,
        node: cudaGraphNode_t,
        dst: *mut c_void,
        src: *const c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> Outcome {
        let copy = self.bytes(dst, src, count, kind)?;
        cu!(
            self,
            cuGraphMemcpyNodeSetParams(node.cast(), &raw const copy)
        )
    }

    pub(crate) unsafe fn cudaGraphExecMemcpyNodeSetParams1D(
        &self,
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        dst: *mut c_void,
        src: *const c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> Outcome {
        let copy = self.bytes(dst, src, count, kind)?;
        let context = self.current()?;
        cu!(
            self,
            cuGraphExecMemcpyNodeSetParams(
                hGraphExec.cast(),
                node.cast(),
                &raw const copy,
                context
            )
        )
    }

    pub(crate) unsafe fn cudaGraphAddMemsetNode(
        &self,
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pMemsetParams: *const cudaMemsetParams,
    ) -> Outcome {
        let context = self.current()?;
        cu!(
            self,
            cuGraphAddMemsetNode(
                pGraphNode.cast(),
                graph.cast(),
                pDependencies.cast(),
                numDependencies,
                pMemsetParams.cast(),
                context,
            )
        )
    }

    pub(crate) unsafe fn cudaGraphExecMemsetNodeSetParams(
        &self,
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemsetParams,
    ) -> Outcome {
        let context = self.current()?;
        cu!(
            self,
            cuGraphExecMemsetNodeSetParams(
                hGraphExec.cast(),
                node.cast(),
                pNodeParams.cast(),
                context
            )
        )
    }

    pub(crate) unsafe fn cudaGraphConditionalHandleCreate(
        &self,
        pHandle_out: *mut cudaGraphConditionalHandle,
        graph: cudaGraph_t,
        defaultLaunchValue: c_uint,
        flags: c_uint,
    ) -> Outcome {
        let context = self.current()?;
        cu!(
            self,
            cuGraphConditionalHandleCreate(
                pHandle_out,
                graph.cast(),
                context,
                defaultLaunchValue,
                flags
            )
        )
    }
}
