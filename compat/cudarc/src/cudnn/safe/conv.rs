use core::ffi::{c_int, c_void};
use core::ptr;

use cuda_libraries_sys::cudnn as raw;

use super::{
    ActivationDescriptor, ConvDescriptor, CudnnDataType, CudnnError, FilterDescriptor,
    TensorDescriptor, factor, factors,
};
use crate::cudnn::{result, sys};
use crate::driver::safe::any_memory::{read, write};
use crate::driver::{DevicePtr, DevicePtrMut};

/// Returns a function that returns the algorithm that cuDNN thinks fastest, and one for its workspace in bytes.
macro_rules! algorithms {
    ($Algorithm:ident $Perf:ident $pick:ident $size:ident, $first:ident $second:ident $last:ident) => {
        /// Returns the algorithm that cuDNN thinks fastest.
        pub fn pick_algorithm(&self) -> Result<sys::$Algorithm, CudnnError> {
            let mut count: c_int = 0;
            // Another status than those of the enum would be undefined behavior in it.
            let mut found = [raw::$Perf::default()];
            // SAFETY: the handle and the descriptions are alive, and there is space for one result.
            unsafe {
                result::$pick(
                    self.conv.handle.handle,
                    self.$first.desc,
                    self.$second.desc,
                    self.conv.desc,
                    self.$last.desc,
                    1,
                    &raw mut count,
                    found.as_mut_ptr().cast(),
                )
            }?;
            assert!(count > 0, "cuDNN returns an algorithm");
            let [found] = found;
            sys::cudnnStatus_t::from(found.status).result()?;
            let newer = CudnnError(sys::cudnnStatus_t::CUDNN_STATUS_NOT_SUPPORTED);
            sys::$Algorithm::of(found.algo.0.into()).ok_or(newer)
        }

        /// Returns the bytes of workspace that an algorithm needs.
        pub fn get_workspace_size(&self, algo: sys::$Algorithm) -> Result<usize, CudnnError> {
            // SAFETY: the handle and the descriptions are alive.
            unsafe {
                result::$size(
                    self.conv.handle.handle,
                    self.$first.desc,
                    self.$second.desc,
                    self.conv.desc,
                    self.$last.desc,
                    algo,
                )
            }
        }
    };
}

/// A convolution: its descriptions.
#[derive(Debug)]
pub struct ConvForward<'a, X: CudnnDataType, C: CudnnDataType, Y: CudnnDataType> {
    pub conv: &'a ConvDescriptor<C>,
    pub x: &'a TensorDescriptor<X>,
    pub w: &'a FilterDescriptor<X>,
    pub y: &'a TensorDescriptor<Y>,
}

impl<X: CudnnDataType, C: CudnnDataType, Y: CudnnDataType> ConvForward<'_, X, C, Y> {
    algorithms!(cudnnConvolutionFwdAlgo_t cudnnConvolutionFwdAlgoPerf_t
        get_convolution_forward_algorithm get_convolution_forward_workspace_size, x w y);

    pub unsafe fn launch<Workspace, Src, Filter, Dst>(
        &self,
        algo: sys::cudnnConvolutionFwdAlgo_t,
        workspace: Option<&mut Workspace>,
        (alpha, beta): (Y, Y),
        src: &Src,
        filter: &Filter,
        y: &mut Dst,
    ) -> Result<(), CudnnError>
    where
        Workspace: DevicePtrMut<u8>,
        Src: DevicePtr<X>,
        Filter: DevicePtr<X>,
        Dst: DevicePtrMut<Y>,
    {
        let stream = &self.x.handle.stream;
        let (alpha, beta) = factors((alpha, beta));
        let (src, _src) = read(src, stream);
        let (filter, _filter) = read(filter, stream);
        let (y, _y) = write(y, stream);
        let len = workspace.as_ref().map_or(0, |workspace| workspace.num_bytes());
        let (workspace, _workspace) = workspace.map(|workspace| write(workspace, stream)).unzip();
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::convolution_forward(
                self.conv.handle.handle,
                factor(&alpha),
                self.x.desc,
                src as *const c_void,
                self.w.desc,
                filter as *const c_void,
                self.conv.desc,
                algo,
                workspace.map_or(ptr::null_mut(), |address| address as *mut c_void),
                len,
                factor(&beta),
                self.y.desc,
                y as *mut c_void,
            )
        }
    }
}

/// The gradient of a convolution with respect to its images: its descriptions.
#[derive(Debug)]
pub struct ConvBackwardData<'a, X: CudnnDataType, C: CudnnDataType, Y: CudnnDataType> {
    pub conv: &'a ConvDescriptor<C>,
    pub dx: &'a TensorDescriptor<X>,
    pub w: &'a FilterDescriptor<X>,
    pub dy: &'a TensorDescriptor<Y>,
}

impl<X: CudnnDataType, C: CudnnDataType, Y: CudnnDataType> ConvBackwardData<'_, X, C, Y> {
    algorithms!(cudnnConvolutionBwdDataAlgo_t cudnnConvolutionBwdDataAlgoPerf_t
        get_convolution_backward_data_algorithm get_convolution_backward_data_workspace_size, w dy dx);

    pub unsafe fn launch<Workspace, Src, Filter, Dst>(
        &self,
        algo: sys::cudnnConvolutionBwdDataAlgo_t,
        workspace: Option<&mut Workspace>,
        (alpha, beta): (Y, Y),
        dx: &mut Src,
        filter: &Filter,
        dy: &Dst,
    ) -> Result<(), CudnnError>
    where
        Workspace: DevicePtrMut<u8>,
        Src: DevicePtrMut<X>,
        Filter: DevicePtr<X>,
        Dst: DevicePtr<Y>,
    {
        let stream = &self.dx.handle.stream;
        let (alpha, beta) = factors((alpha, beta));
        let (dx, _dx) = write(dx, stream);
        let (filter, _filter) = read(filter, stream);
        let (dy, _dy) = read(dy, stream);
        let len = workspace.as_ref().map_or(0, |workspace| workspace.num_bytes());
        let (workspace, _workspace) = workspace.map(|workspace| write(workspace, stream)).unzip();
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::convolution_backward_data(
                self.conv.handle.handle,
                factor(&alpha),
                self.w.desc,
                filter as *const c_void,
                self.dy.desc,
                dy as *const c_void,
                self.conv.desc,
                algo,
                workspace.map_or(ptr::null_mut(), |address| address as *mut c_void),
                len,
                factor(&beta),
                self.dx.desc,
                dx as *mut c_void,
            )
        }
    }
}

/// The gradient of a convolution with respect to its filters: its descriptions.
#[derive(Debug)]
pub struct ConvBackwardFilter<'a, X: CudnnDataType, C: CudnnDataType, Y: CudnnDataType> {
    pub conv: &'a ConvDescriptor<C>,
    pub x: &'a TensorDescriptor<X>,
    pub dw: &'a FilterDescriptor<X>,
    pub dy: &'a TensorDescriptor<Y>,
}

impl<X: CudnnDataType, C: CudnnDataType, Y: CudnnDataType> ConvBackwardFilter<'_, X, C, Y> {
    algorithms!(cudnnConvolutionBwdFilterAlgo_t cudnnConvolutionBwdFilterAlgoPerf_t
        get_convolution_backward_filter_algorithm get_convolution_backward_filter_workspace_size, x dy dw);

    pub unsafe fn launch<Workspace, Src, Filter, Dst>(
        &self,
        algo: sys::cudnnConvolutionBwdFilterAlgo_t,
        workspace: Option<&mut Workspace>,
        (alpha, beta): (Y, Y),
        x: &Src,
        dfilter: &mut Filter,
        dy: &Dst,
    ) -> Result<(), CudnnError>
    where
        Workspace: DevicePtrMut<u8>,
        Src: DevicePtr<X>,
        Filter: DevicePtrMut<X>,
        Dst: DevicePtr<Y>,
    {
        let stream = &self.x.handle.stream;
        let (alpha, beta) = factors((alpha, beta));
        let (x, _x) = read(x, stream);
        let (dfilter, _dfilter) = write(dfilter, stream);
        let (dy, _dy) = read(dy, stream);
        let len = workspace.as_ref().map_or(0, |workspace| workspace.num_bytes());
        let (workspace, _workspace) = workspace.map(|workspace| write(workspace, stream)).unzip();
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::convolution_backward_filter(
                self.conv.handle.handle,
                factor(&alpha),
                self.x.desc,
                x as *const c_void,
                self.dy.desc,
                dy as *const c_void,
                self.conv.desc,
                algo,
                workspace.map_or(ptr::null_mut(), |address| address as *mut c_void),
                len,
                factor(&beta),
                self.dw.desc,
                dfilter as *mut c_void,
            )
        }
    }
}

/// A convolution, the sum with `z` and a bias, and an activation: their descriptions.
#[derive(Debug)]
pub struct ConvBiasActivationForward<
    'a,
    X: CudnnDataType,
    C: CudnnDataType,
    A: CudnnDataType,
    Y: CudnnDataType,
> {
    pub conv: &'a ConvDescriptor<C>,
    pub act: &'a ActivationDescriptor<A>,
    pub x: &'a TensorDescriptor<X>,
    pub w: &'a FilterDescriptor<X>,
    pub z: &'a TensorDescriptor<X>,
    pub bias: &'a TensorDescriptor<X>,
    pub y: &'a TensorDescriptor<Y>,
}

impl<X, C, A, Y> ConvBiasActivationForward<'_, X, C, A, Y>
where
    X: CudnnDataType,
    C: CudnnDataType,
    A: CudnnDataType,
    Y: CudnnDataType,
{
    algorithms!(cudnnConvolutionFwdAlgo_t cudnnConvolutionFwdAlgoPerf_t
        get_convolution_forward_algorithm get_convolution_forward_workspace_size, x w y);

    #[allow(clippy::too_many_arguments, reason = "cudarc has as many")]
    pub unsafe fn launch<Workspace, Src, Filter, Dst>(
        &self,
        algo: sys::cudnnConvolutionFwdAlgo_t,
        workspace: Option<&mut Workspace>,
        (alpha1, alpha2): (Y, Y),
        src: &Src,
        filter: &Filter,
        z: &Src,
        bias: &Src,
        y: &mut Dst,
    ) -> Result<(), CudnnError>
    where
        Workspace: DevicePtrMut<u8>,
        Src: DevicePtr<X>,
        Filter: DevicePtr<X>,
        Dst: DevicePtrMut<Y>,
    {
        let stream = &self.x.handle.stream;
        let (alpha1, alpha2) = factors((alpha1, alpha2));
        let (src, _src) = read(src, stream);
        let (filter, _filter) = read(filter, stream);
        let (z, _z) = read(z, stream);
        let (bias, _bias) = read(bias, stream);
        let (y, _y) = write(y, stream);
        let len = workspace.as_ref().map_or(0, |workspace| workspace.num_bytes());
        let (workspace, _workspace) = workspace.map(|workspace| write(workspace, stream)).unzip();
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::convolution_bias_activation_forward(
                self.conv.handle.handle,
                factor(&alpha1),
                self.x.desc,
                src as *const c_void,
                self.w.desc,
                filter as *const c_void,
                self.conv.desc,
                algo,
                workspace.map_or(ptr::null_mut(), |address| address as *mut c_void),
                len,
                factor(&alpha2),
                self.z.desc,
                z as *const c_void,
                self.bias.desc,
                bias as *const c_void,
                self.act.desc,
                self.y.desc,
                y as *mut c_void,
            )
        }
    }
}
