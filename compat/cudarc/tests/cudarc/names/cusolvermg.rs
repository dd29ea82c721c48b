//! Names of cudarc 0.19.10 with all releases, from its source.

mod cusolvermg_sys {
    use cudarc::cusolvermg::sys::{
        cublasFillMode_t, cublasOperation_t, cudaDataType, cudaDataType_t, cudaLibMgGrid_t,
        cudaLibMgMatrixDesc_t, culib, cusolverEigMode_t, cusolverMgContext, cusolverMgCreate,
        cusolverMgCreateDeviceGrid, cusolverMgCreateMatrixDesc, cusolverMgDestroy,
        cusolverMgDestroyGrid, cusolverMgDestroyMatrixDesc, cusolverMgDeviceSelect,
        cusolverMgGetrf, cusolverMgGetrf_bufferSize, cusolverMgGetrs, cusolverMgGetrs_bufferSize,
        cusolverMgGridMapping_t, cusolverMgHandle_t, cusolverMgPotrf, cusolverMgPotrf_bufferSize,
        cusolverMgPotri, cusolverMgPotri_bufferSize, cusolverMgPotrs, cusolverMgPotrs_bufferSize,
        cusolverMgSyevd, cusolverMgSyevd_bufferSize, cusolverStatus_t, is_culib_present,
    };
}

mod cusolvermg_result {
    use cudarc::cusolvermg::result::{
        CusolverMgError, mg_create, mg_create_device_grid, mg_create_matrix_desc, mg_destroy,
        mg_destroy_grid, mg_destroy_matrix_desc, mg_device_select,
    };
}

mod cusolvermg_safe {
    use cudarc::cusolvermg::safe::{Grid, MatrixDesc, MgHandle};
}
