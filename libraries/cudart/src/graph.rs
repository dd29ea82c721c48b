//! Nodes of graphs whose parameters differ from the driver's: kernels and fills.

use core::ffi::c_void;

use cuda_driver_sys::CUDA_KERNEL_NODE_PARAMS_v2;
use cuda_libraries_sys::cudart::{cudaKernelNodeParams, dim3};

use crate::api::{Api, Outcome};
use crate::code;

impl Api {
    fn kernel_parameters(
        &self,
        parameters: *const cudaKernelNodeParams,
    ) -> Outcome<CUDA_KERNEL_NODE_PARAMS_v2> {
        let parameters = get!(parameters)?;
        let (kernel, function) = code::find(self, parameters.func)?;
        if function.is_none() {
            // The driver looks at the graph before it looks at a handle.
            let mut function = core::ptr::null_mut();
            cu!(self, cuKernelGetFunction(&raw mut function, kernel))?;
        }
        code::remember(kernel, parameters.func);
        Ok(CUDA_KERNEL_NODE_PARAMS_v2 {
            kern: kernel,
            gridDimX: parameters.gridDim.x,
            gridDimY: parameters.gridDim.y,
            gridDimZ: parameters.gridDim.z,
            blockDimX: parameters.blockDim.x,
            blockDimY: parameters.blockDim.y,
            blockDimZ: parameters.blockDim.z,
            sharedMemBytes: parameters.sharedMemBytes,
            kernelParams: parameters.kernelParams,
            extra: parameters.extra,
            ..Default::default()
        })
    }

    /// Returns the context that is current.
    pub(crate) fn current(&self) -> Outcome<cuda_driver_sys::CUcontext> {
        let mut context = core::ptr::null_mut();
        cu!(self, cuCtxGetCurrent(&raw mut context))?;
        Ok(context)
    }

    entry! { cudaGraphAddKernelNode(
        self, pGraphNode, graph, pDependencies, numDependencies, pNodeParams,
    ) => {
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
    } }

    entry!(cudaGraphKernelNodeGetParams, |self, node, pNodeParams| {
        let mut found = CUDA_KERNEL_NODE_PARAMS_v2::default();
        cu!(self, cuGraphKernelNodeGetParams_v2(node.cast(), &raw mut found))?;
        let kernel: *mut c_void =
            if found.kern.is_null() { found.func.cast() } else { found.kern.cast() };
        put!(
            pNodeParams,
            cudaKernelNodeParams {
                func: code::function_of(self, kernel),
                gridDim: dim3 { x: found.gridDimX, y: found.gridDimY, z: found.gridDimZ },
                blockDim: dim3 { x: found.blockDimX, y: found.blockDimY, z: found.blockDimZ },
                sharedMemBytes: found.sharedMemBytes,
                kernelParams: found.kernelParams,
                extra: found.extra,
                ..Default::default()
            }
        )
    });

    entry!(cudaGraphKernelNodeSetParams, |self, node, pNodeParams| {
        let parameters = self.kernel_parameters(pNodeParams)?;
        cu!(self, cuGraphKernelNodeSetParams_v2(node.cast(), &raw const parameters))
    });

    entry!(cudaGraphExecKernelNodeSetParams, |self, hGraphExec, node, pNodeParams| {
        let parameters = self.kernel_parameters(pNodeParams)?;
        cu!(
            self,
            cuGraphExecKernelNodeSetParams_v2(
                hGraphExec.cast(),
                node.cast(),
                &raw const parameters
            )
        )
    });

    entry! { cudaGraphAddMemsetNode(
        self, pGraphNode, graph, pDependencies, numDependencies, pMemsetParams,
    ) => {
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
    } }

    entry!(cudaGraphExecMemsetNodeSetParams, |self, hGraphExec, node, pNodeParams| {
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
    });
}
