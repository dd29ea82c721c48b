//! Names of cudarc 0.19.10 with all releases, from its source.

mod nvtx_sys {
    use cudarc::nvtx::sys::{
        culib, is_culib_present, nvtx_CUcontext, nvtx_CUdevice, nvtx_CUevent, nvtx_CUstream,
        nvtx_cl_command_queue, nvtx_cl_context, nvtx_cl_device_id, nvtx_cl_event, nvtx_cl_kernel,
        nvtx_cl_mem, nvtx_cl_platform_id, nvtx_cl_program, nvtx_cl_sampler, nvtx_cudaEvent_t,
        nvtx_cudaStream_t, nvtx_nvtxSyncUser_t, nvtx_nvtxSyncUserAttributes_t, nvtxColorType_t,
        nvtxDomainCreateA, nvtxDomainCreateA_impl_fntype, nvtxDomainCreateW,
        nvtxDomainCreateW_impl_fntype, nvtxDomainDestroy, nvtxDomainDestroy_impl_fntype,
        nvtxDomainHandle_t, nvtxDomainMarkEx, nvtxDomainMarkEx_impl_fntype,
        nvtxDomainNameCategoryA, nvtxDomainNameCategoryA_impl_fntype, nvtxDomainNameCategoryW,
        nvtxDomainNameCategoryW_impl_fntype, nvtxDomainRangeEnd, nvtxDomainRangeEnd_impl_fntype,
        nvtxDomainRangePop, nvtxDomainRangePop_impl_fntype, nvtxDomainRangePushEx,
        nvtxDomainRangePushEx_impl_fntype, nvtxDomainRangeStartEx,
        nvtxDomainRangeStartEx_impl_fntype, nvtxDomainRegisterStringA,
        nvtxDomainRegisterStringA_impl_fntype, nvtxDomainRegisterStringW,
        nvtxDomainRegisterStringW_impl_fntype, nvtxDomainRegistration, nvtxDomainRegistration_st,
        nvtxDomainResourceCreate, nvtxDomainResourceCreate_impl_fntype, nvtxDomainResourceDestroy,
        nvtxDomainResourceDestroy_impl_fntype, nvtxDomainSyncUserAcquireFailed_fakeimpl_fntype,
        nvtxDomainSyncUserAcquireFailed_impl_fntype,
        nvtxDomainSyncUserAcquireStart_fakeimpl_fntype, nvtxDomainSyncUserAcquireStart_impl_fntype,
        nvtxDomainSyncUserAcquireSuccess_fakeimpl_fntype,
        nvtxDomainSyncUserAcquireSuccess_impl_fntype, nvtxDomainSyncUserCreate_fakeimpl_fntype,
        nvtxDomainSyncUserCreate_impl_fntype, nvtxDomainSyncUserDestroy_fakeimpl_fntype,
        nvtxDomainSyncUserDestroy_impl_fntype, nvtxDomainSyncUserReleasing_fakeimpl_fntype,
        nvtxDomainSyncUserReleasing_impl_fntype, nvtxEventAttributes_t, nvtxEventAttributes_v2,
        nvtxEventAttributes_v2_payload_t, nvtxInitialize_impl_fntype, nvtxMarkA,
        nvtxMarkA_impl_fntype, nvtxMarkEx, nvtxMarkEx_impl_fntype, nvtxMarkW,
        nvtxMarkW_impl_fntype, nvtxMessageType_t, nvtxMessageValue_t, nvtxNameCategoryA,
        nvtxNameCategoryA_impl_fntype, nvtxNameCategoryW, nvtxNameCategoryW_impl_fntype,
        nvtxNameClCommandQueueA_fakeimpl_fntype, nvtxNameClCommandQueueW_fakeimpl_fntype,
        nvtxNameClContextA_fakeimpl_fntype, nvtxNameClContextW_fakeimpl_fntype,
        nvtxNameClDeviceA_fakeimpl_fntype, nvtxNameClDeviceW_fakeimpl_fntype,
        nvtxNameClEventA_fakeimpl_fntype, nvtxNameClEventW_fakeimpl_fntype,
        nvtxNameClMemObjectA_fakeimpl_fntype, nvtxNameClMemObjectW_fakeimpl_fntype,
        nvtxNameClProgramA_fakeimpl_fntype, nvtxNameClProgramW_fakeimpl_fntype,
        nvtxNameClSamplerA_fakeimpl_fntype, nvtxNameClSamplerW_fakeimpl_fntype,
        nvtxNameCuContextA_fakeimpl_fntype, nvtxNameCuContextW_fakeimpl_fntype,
        nvtxNameCuDeviceA_fakeimpl_fntype, nvtxNameCuDeviceW_fakeimpl_fntype,
        nvtxNameCuEventA_fakeimpl_fntype, nvtxNameCuEventW_fakeimpl_fntype,
        nvtxNameCuStreamA_fakeimpl_fntype, nvtxNameCuStreamW_fakeimpl_fntype,
        nvtxNameCudaDeviceA_fakeimpl_fntype, nvtxNameCudaDeviceA_impl_fntype,
        nvtxNameCudaDeviceW_fakeimpl_fntype, nvtxNameCudaDeviceW_impl_fntype,
        nvtxNameCudaEventA_fakeimpl_fntype, nvtxNameCudaEventW_fakeimpl_fntype,
        nvtxNameCudaStreamA_fakeimpl_fntype, nvtxNameCudaStreamW_fakeimpl_fntype,
        nvtxNameOsThreadA, nvtxNameOsThreadA_impl_fntype, nvtxNameOsThreadW,
        nvtxNameOsThreadW_impl_fntype, nvtxPayloadType_t, nvtxRangeEnd, nvtxRangeEnd_impl_fntype,
        nvtxRangeId_t, nvtxRangePop, nvtxRangePop_impl_fntype, nvtxRangePushA,
        nvtxRangePushA_impl_fntype, nvtxRangePushEx, nvtxRangePushEx_impl_fntype, nvtxRangePushW,
        nvtxRangePushW_impl_fntype, nvtxRangeStartA, nvtxRangeStartA_impl_fntype, nvtxRangeStartEx,
        nvtxRangeStartEx_impl_fntype, nvtxRangeStartW, nvtxRangeStartW_impl_fntype,
        nvtxResourceAttributes_t, nvtxResourceAttributes_v0,
        nvtxResourceAttributes_v0_identifier_t, nvtxResourceGenericType_t, nvtxResourceHandle,
        nvtxResourceHandle_t, nvtxStringHandle_t, nvtxStringRegistration,
        nvtxStringRegistration_st, nvtxSyncUser, nvtxSyncUser_t, nvtxSyncUserAttributes_t,
        nvtxSyncUserAttributes_v0, wchar_t,
    };
}

mod nvtx_result {
    use cudarc::nvtx::result::{
        domain_create, domain_destroy, domain_mark, domain_name_category, domain_range_end,
        domain_range_pop, domain_range_push, domain_range_start, mark, mark_ex, name_category,
        name_os_thread, range_end, range_pop, range_push, range_push_ex, range_start,
        range_start_ex,
    };
}

mod nvtx_safe {
    use cudarc::nvtx::safe::{Event, Payload, Range, mark, name_category, scoped_range};
}
