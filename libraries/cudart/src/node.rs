//! Nodes of graphs by a description of any type.

use cuda_driver_sys::{
    CUDA_KERNEL_NODE_PARAMS_v3, CUDA_MEMCPY_NODE_PARAMS, CUcontext, CUgraphNodeParams,
};
use cuda_libraries_sys::cudart::{
    cudaExecutionContext_t, cudaGraphNodeParams, cudaGraphNodeParams_reserved1, cudaGraphNodeType,
    cudaKernelFunctionType, cudaKernelNodeParamsV2, cudaKernelNodeParamsV2_func,
    cudaMemcpyNodeParams, dim3,
};

use crate::api::{Api, Outcome, same};
use crate::code;

impl Api {
    /// Returns the driver's context of an execution context, which is a green one; that of the thread for null.
    fn execution_context(&self, context: cudaExecutionContext_t) -> Outcome<CUcontext> {
        if context.is_null() {
            return self.current();
        }
        let mut found = core::ptr::null_mut();
        cu!(self, cuCtxFromGreenCtx(&raw mut found, context.cast()))?;
        Ok(found)
    }

    /// Returns the driver's description: that of kernels and copies differs, and the others may lack a context.
    ///
    /// # Safety
    /// The member of the type is valid.
    unsafe fn described(
        &self,
        parameters: *const cudaGraphNodeParams,
    ) -> Outcome<CUgraphNodeParams> {
        let parameters = get!(parameters)?;
        // SAFETY: the sizes are equal, and any bytes are a value of it.
        let mut result: CUgraphNodeParams = unsafe { same(parameters) };
        // SAFETY: the caller promises that the type says which member it is.
        unsafe {
            match parameters.type_ {
                cudaGraphNodeType::cudaGraphNodeTypeKernel => {
                    let kernel = parameters.reserved1.kernel;
                    let mut of_driver = CUDA_KERNEL_NODE_PARAMS_v3 {
                        gridDimX: kernel.gridDim.x,
                        gridDimY: kernel.gridDim.y,
                        gridDimZ: kernel.gridDim.z,
                        blockDimX: kernel.blockDim.x,
                        blockDimY: kernel.blockDim.y,
                        blockDimZ: kernel.blockDim.z,
                        sharedMemBytes: kernel.sharedMemBytes,
                        kernelParams: kernel.kernelParams,
                        extra: kernel.extra,
                        ctx: self.execution_context(kernel.ctx)?,
                        ..Default::default()
                    };
                    match kernel.functionType {
                        cudaKernelFunctionType::cudaKernelFunctionTypeFunction => {
                            of_driver.func = kernel.func.cuFunc.cast();
                        }
                        cudaKernelFunctionType::cudaKernelFunctionTypeKernel => {
                            of_driver.kern = kernel.func.kern.cast();
                        }
                        _ => {
                            let function = kernel.func.func;
                            of_driver.kern = code::kernel(self, function)?;
                            code::remember(of_driver.kern, function);
                        }
                    }
                    result.params.kernel = of_driver;
                }
                cudaGraphNodeType::cudaGraphNodeTypeMemcpy => {
                    let copy = parameters.reserved1.memcpy;
                    result.params.memcpy = CUDA_MEMCPY_NODE_PARAMS {
                        flags: copy.flags,
                        reserved: copy.reserved,
                        copyCtx: self.execution_context(copy.ctx)?,
                        copyParams: self.node_parameters(&copy.copyParams)?,
                    };
                }
                cudaGraphNodeType::cudaGraphNodeTypeMemset => {
                    result.params.memset.ctx =
                        self.execution_context(parameters.reserved1.memset.ctx)?;
                }
                cudaGraphNodeType::cudaGraphNodeTypeConditional => {
                    result.params.conditional.ctx =
                        self.execution_context(parameters.reserved1.conditional.ctx)?;
                }
                _ => {}
            }
        }
        Ok(result)
    }

    /// Writes what the driver returns in its description: the graphs of a condition, and the address of memory.
    ///
    /// # Safety
    /// As for [`described`](Self::described).
    unsafe fn give_back(&self, parameters: &CUgraphNodeParams, to: *mut cudaGraphNodeParams) {
        // SAFETY: the caller promises a valid pointer, and that the type says which member it is.
        unsafe {
            match (*to).type_ {
                cudaGraphNodeType::cudaGraphNodeTypeConditional => {
                    (*to).reserved1.conditional.phGraph_out =
                        parameters.params.conditional.phGraph_out.cast();
                }
                cudaGraphNodeType::cudaGraphNodeTypeMemAlloc => {
                    (*to).reserved1.alloc.dptr =
                        crate::memory::pointer(parameters.params.alloc.dptr);
                }
                _ => {}
            }
        }
    }

    entry! { cudaGraphAddNode(
        self, pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams,
    ) => {
        // SAFETY: the caller fulfils the contract.
        let mut described = unsafe { self.described(nodeParams)? };
        cu!(
            self,
            cuGraphAddNode_v2(
                pGraphNode.cast(),
                graph.cast(),
                pDependencies.cast(),
                dependencyData.cast(),
                numDependencies,
                &raw mut described,
            )
        )?;
        // SAFETY: as above.
        unsafe { self.give_back(&described, nodeParams) };
        Ok(())
    } }

    entry! { cudaGraphAddNode_v2(
        self, pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams,
    ) => {
        // SAFETY: the caller fulfils the contract, which is the same.
        unsafe {
            self.cudaGraphAddNode(
                pGraphNode,
                graph,
                pDependencies,
                dependencyData,
                numDependencies,
                nodeParams,
            )
        }
    } }

    entry! { cudaGraphAddNode_12_9(
        self, pGraphNode, graph, pDependencies, numDependencies, nodeParams,
    ) => {
        // SAFETY: the caller fulfils the contract.
        let mut described = unsafe { self.described(nodeParams)? };
        cu!(
            self,
            cuGraphAddNode(
                pGraphNode.cast(),
                graph.cast(),
                pDependencies.cast(),
                numDependencies,
                &raw mut described,
            )
        )?;
        // SAFETY: as above.
        unsafe { self.give_back(&described, nodeParams) };
        Ok(())
    } }

    entry!(cudaGraphNodeSetParams, |self, node, nodeParams| {
        // SAFETY: the caller fulfils the contract.
        let mut described = unsafe { self.described(nodeParams)? };
        cu!(self, cuGraphNodeSetParams(node.cast(), &raw mut described))
    });

    entry!(cudaGraphExecNodeSetParams, |self, graphExec, node, nodeParams| {
        // SAFETY: the caller fulfils the contract.
        let mut described = unsafe { self.described(nodeParams)? };
        cu!(self, cuGraphExecNodeSetParams(graphExec.cast(), node.cast(), &raw mut described))
    });

    entry!(cudaGraphNodeGetParams, |self, node, nodeParams| {
        let mut found = CUgraphNodeParams::default();
        cu!(self, cuGraphNodeGetParams(node.cast(), &raw mut found))?;
        // SAFETY: the sizes are equal, and any bytes are a value of it.
        let mut result: cudaGraphNodeParams = unsafe { same(found) };
        // SAFETY: the driver's type says which member it is.
        unsafe {
            match result.type_ {
                cudaGraphNodeType::cudaGraphNodeTypeKernel => {
                    let kernel = found.params.kernel;
                    let function =
                        if kernel.kern.is_null() { kernel.func.cast() } else { kernel.kern.cast() };
                    result.reserved1 = cudaGraphNodeParams_reserved1 {
                        kernel: cudaKernelNodeParamsV2 {
                            func: cudaKernelNodeParamsV2_func {
                                func: code::function_of(self, function),
                            },
                            gridDim: dim3 {
                                x: kernel.gridDimX,
                                y: kernel.gridDimY,
                                z: kernel.gridDimZ,
                            },
                            blockDim: dim3 {
                                x: kernel.blockDimX,
                                y: kernel.blockDimY,
                                z: kernel.blockDimZ,
                            },
                            sharedMemBytes: kernel.sharedMemBytes,
                            kernelParams: kernel.kernelParams,
                            extra: kernel.extra,
                            ..Default::default()
                        },
                    };
                }
                cudaGraphNodeType::cudaGraphNodeTypeMemcpy => {
                    let copy = found.params.memcpy;
                    result.reserved1 = cudaGraphNodeParams_reserved1 {
                        memcpy: cudaMemcpyNodeParams {
                            flags: copy.flags,
                            reserved: copy.reserved,
                            copyParams: self.copy_of(&copy.copyParams)?,
                            ..Default::default()
                        },
                    };
                }
                _ => {}
            }
        }
        put!(nodeParams, result)
    });

    entry!(cudaGraphConditionalHandleCreate, |self,
                                              pHandle_out,
                                              graph,
                                              defaultLaunchValue,
                                              flags| {
        let none = core::ptr::null_mut();
        // SAFETY: the caller fulfils the contract.
        unsafe {
            self.cudaGraphConditionalHandleCreate_v2(
                pHandle_out,
                graph,
                none,
                defaultLaunchValue,
                flags,
            )
        }
    });

    entry! { cudaGraphConditionalHandleCreate_v2(
        self, pHandle_out, graph, ctx, defaultLaunchValue, flags,
    ) => {
        let context = self.execution_context(ctx)?;
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
    } }
}
