//! Names of cudarc 0.19.10 with all releases, from its source.

mod nvtx_sys {
    use cudarc::nvtx::sys::{
        culib, is_culib_present, nvtxColorType_t, nvtxDomainCreateA, nvtxDomainCreateA_impl_fntype,
        nvtxDomainCreateW, nvtxDomainCreateW_impl_fntype, nvtxDomainDestroy,
        nvtxDomainDestroy_impl_fntype, nvtxDomainHandle_t, nvtxDomainMarkEx,
        nvtxDomainMarkEx_impl_fntype, nvtxDomainNameCategoryA, nvtxDomainNameCategoryA_impl_fntype,
        nvtxDomainNameCategoryW, nvtxDomainNameCategoryW_impl_fntype, nvtxDomainRangeEnd,
        nvtxDomainRangeEnd_impl_fntype, nvtxDomainRangePop, nvtxDomainRangePop_impl_fntype,
        nvtxDomainRangePushEx, nvtxDomainRangePushEx_impl_fntype, nvtxDomainRangeStartEx,
        nvtxDomainRangeStartEx_impl_fntype, nvtxDomainRegisterStringA,
        nvtxDomainRegisterStringA_impl_fntype, nvtxDomainRegisterStringW,
        nvtxDomainRegisterStringW_impl_fntype, nvtxDomainRegistration, nvtxDomainRegistration_st,
        nvtxDomainResourceCreate, nvtxDomainResourceCreate_impl_fntype, nvtxDomainResourceDestroy,
        nvtxDomainResourceDestroy_impl_fntype, nvtxEventAttributes_t, nvtxEventAttributes_v2,
        nvtxEventAttributes_v2_payload_t, nvtxInitialize_impl_fntype, nvtxMarkA,
        nvtxMarkA_impl_fntype, nvtxMarkEx, nvtxMarkEx_impl_fntype, nvtxMarkW,
        nvtxMarkW_impl_fntype, nvtxMessageType_t, nvtxMessageValue_t, nvtxNameCategoryA,
        nvtxNameCategoryA_impl_fntype, nvtxNameCategoryW, nvtxNameCategoryW_impl_fntype,
        nvtxNameOsThreadA, nvtxNameOsThreadA_impl_fntype, nvtxNameOsThreadW,
        nvtxNameOsThreadW_impl_fntype, nvtxPayloadType_t, nvtxRangeEnd, nvtxRangeEnd_impl_fntype,
        nvtxRangeId_t, nvtxRangePop, nvtxRangePop_impl_fntype, nvtxRangePushA,
        nvtxRangePushA_impl_fntype, nvtxRangePushEx, nvtxRangePushEx_impl_fntype, nvtxRangePushW,
        nvtxRangePushW_impl_fntype, nvtxRangeStartA, nvtxRangeStartA_impl_fntype, nvtxRangeStartEx,
        nvtxRangeStartEx_impl_fntype, nvtxRangeStartW, nvtxRangeStartW_impl_fntype,
        nvtxResourceAttributes_t, nvtxResourceAttributes_v0,
        nvtxResourceAttributes_v0_identifier_t, nvtxResourceGenericType_t, nvtxResourceHandle,
        nvtxResourceHandle_t, nvtxStringHandle_t, nvtxStringRegistration,
        nvtxStringRegistration_st, wchar_t,
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
