/* What CUPTI's headers use of <cuda.h> and <builtin_types.h>, which alone they include. */
#pragma once
#include <stddef.h>
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct { char bytes[16]; } CUuuid;
typedef enum { CU_GRAPH_NODE_TYPE_KERNEL = 0 } CUgraphNodeType;
typedef enum { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1 } CUdevice_attribute;
typedef enum { CU_ACCESS_PROPERTY_NORMAL = 0 } CUaccessProperty;
typedef struct {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    CUaccessProperty hitProp;
    CUaccessProperty missProp;
} CUaccessPolicyWindow;
typedef enum { CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1 } CUstreamAttrID;
typedef union { char pad[64]; CUaccessPolicyWindow accessPolicyWindow; } CUstreamAttrValue;
