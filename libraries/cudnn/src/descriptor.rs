//! cuDNN's descriptions, each destroyed when it is dropped. They are the host's memory: a call reads them before it returns.

use cuda_libraries_sys::cudnn::*;

use crate::error::Error;
use crate::layout::RawLayout;
use crate::library::Cudnn;
use crate::library::check_status;

macro_rules! descriptors {
    ($($(#[$doc:meta])* $Descriptor:ident: $raw:ty, $create:ident $destroy:ident;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $Descriptor {
            cudnn: Cudnn,
            raw: $raw,
        }

        impl $Descriptor {
            fn create(cudnn: Cudnn) -> Result<Self, Error> {
                let create = cudnn.require(Symbol::$create, cudnn.raw().$create)?;
                // One that couldn't be destroyed would be leaked.
                cudnn.require(Symbol::$destroy, cudnn.raw().$destroy)?;
                let mut raw = core::ptr::null_mut();
                // SAFETY: the pointer is to a live pointer.
                let status = unsafe { create(&raw mut raw) };
                check_status(cudnn, stringify!($create), status, Vec::new)?;
                Ok(Self { cudnn, raw })
            }

            pub(crate) fn raw(&self) -> $raw {
                self.raw
            }
        }

        impl Drop for $Descriptor {
            fn drop(&mut self) {
                if let Some(destroy) = self.cudnn.raw().$destroy {
                    // SAFETY: it is alive, and nothing uses it afterwards.
                    let _ = unsafe { destroy(self.raw) };
                }
            }
        }
    )*};
}

descriptors! {
    TensorDescriptor: cudnnTensorDescriptor_t, cudnnCreateTensorDescriptor cudnnDestroyTensorDescriptor;
    FilterDescriptor: cudnnFilterDescriptor_t, cudnnCreateFilterDescriptor cudnnDestroyFilterDescriptor;
    ConvolutionDescriptor: cudnnConvolutionDescriptor_t, cudnnCreateConvolutionDescriptor cudnnDestroyConvolutionDescriptor;
    ActivationDescriptor: cudnnActivationDescriptor_t, cudnnCreateActivationDescriptor cudnnDestroyActivationDescriptor;
    PoolingDescriptor: cudnnPoolingDescriptor_t, cudnnCreatePoolingDescriptor cudnnDestroyPoolingDescriptor;
    OpTensorDescriptor: cudnnOpTensorDescriptor_t, cudnnCreateOpTensorDescriptor cudnnDestroyOpTensorDescriptor;
    ReduceTensorDescriptor: cudnnReduceTensorDescriptor_t, cudnnCreateReduceTensorDescriptor cudnnDestroyReduceTensorDescriptor;
}

/// Calls the function of a slot, which sets a descriptor, and checks its status; an error has the values.
fn set<F>(
    cudnn: Cudnn,
    symbol: Symbol,
    slot: Option<F>,
    call: impl FnOnce(F) -> cudnnStatus_t,
    values: impl FnOnce() -> String,
) -> Result<(), Error> {
    let status = call(cudnn.require(symbol, slot)?);
    check_status(cudnn, symbol.function().name, status, || vec![values()])
}

impl TensorDescriptor {
    pub(crate) fn new(
        cudnn: Cudnn,
        layout: &RawLayout,
        data: cudnnDataType_t,
    ) -> Result<Self, Error> {
        let descriptor = Self::create(cudnn)?;
        set(
            descriptor.cudnn,
            Symbol::cudnnSetTensorNdDescriptor,
            descriptor.cudnn.raw().cudnnSetTensorNdDescriptor,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe {
                    function(
                        descriptor.raw,
                        data,
                        layout.rank,
                        layout.dims.as_ptr(),
                        layout.strides.as_ptr(),
                    )
                }
            },
            || format!("{data:?} of {layout:?}"),
        )?;
        Ok(descriptor)
    }
}

impl FilterDescriptor {
    pub(crate) fn new(
        cudnn: Cudnn,
        layout: &RawLayout,
        data: cudnnDataType_t,
        is_channels_last: bool,
    ) -> Result<Self, Error> {
        let descriptor = Self::create(cudnn)?;
        let format = if is_channels_last {
            cudnnTensorFormat_t::CUDNN_TENSOR_NHWC
        } else {
            cudnnTensorFormat_t::CUDNN_TENSOR_NCHW
        };
        set(
            descriptor.cudnn,
            Symbol::cudnnSetFilterNdDescriptor,
            descriptor.cudnn.raw().cudnnSetFilterNdDescriptor,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe { function(descriptor.raw, data, format, layout.rank, layout.dims.as_ptr()) }
            },
            || format!("{data:?} in {format:?} of {layout:?}"),
        )?;
        Ok(descriptor)
    }
}

/// What a convolution's description says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawConvolution {
    pub(crate) rank: i32,
    pub(crate) padding: [i32; 3],
    pub(crate) stride: [i32; 3],
    pub(crate) dilation: [i32; 3],
    pub(crate) groups: i32,
    pub(crate) mode: cudnnConvolutionMode_t,
    pub(crate) compute: cudnnDataType_t,
}

impl ConvolutionDescriptor {
    pub(crate) fn new(
        cudnn: Cudnn,
        convolution: &RawConvolution,
        math: cudnnMathType_t,
    ) -> Result<Self, Error> {
        let descriptor = Self::create(cudnn)?;
        set(
            descriptor.cudnn,
            Symbol::cudnnSetConvolutionNdDescriptor,
            descriptor.cudnn.raw().cudnnSetConvolutionNdDescriptor,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe {
                    function(
                        descriptor.raw,
                        convolution.rank,
                        convolution.padding.as_ptr(),
                        convolution.stride.as_ptr(),
                        convolution.dilation.as_ptr(),
                        convolution.mode,
                        convolution.compute,
                    )
                }
            },
            || format!("{convolution:?}"),
        )?;
        set(
            descriptor.cudnn,
            Symbol::cudnnSetConvolutionGroupCount,
            descriptor.cudnn.raw().cudnnSetConvolutionGroupCount,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe { function(descriptor.raw, convolution.groups) }
            },
            || format!("{:?}", (&convolution.groups,)),
        )?;
        descriptor.set_math(math)?;
        Ok(descriptor)
    }

    pub(crate) fn set_math(&self, math: cudnnMathType_t) -> Result<(), Error> {
        set(
            self.cudnn,
            Symbol::cudnnSetConvolutionMathType,
            self.cudnn.raw().cudnnSetConvolutionMathType,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe { function(self.raw, math) }
            },
            || format!("{:?}", (&math,)),
        )?;
        Ok(())
    }
}

impl ActivationDescriptor {
    pub(crate) fn new(
        cudnn: Cudnn,
        mode: cudnnActivationMode_t,
        nan: cudnnNanPropagation_t,
        coefficient: f64,
    ) -> Result<Self, Error> {
        let descriptor = Self::create(cudnn)?;
        set(
            descriptor.cudnn,
            Symbol::cudnnSetActivationDescriptor,
            descriptor.cudnn.raw().cudnnSetActivationDescriptor,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe { function(descriptor.raw, mode, nan, coefficient) }
            },
            || format!("{:?}", (&mode, &nan, &coefficient)),
        )?;
        if mode == cudnnActivationMode_t::CUDNN_ACTIVATION_SWISH {
            set(
                descriptor.cudnn,
                Symbol::cudnnSetActivationDescriptorSwishBeta,
                descriptor.cudnn.raw().cudnnSetActivationDescriptorSwishBeta,
                |function| {
                    // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                    unsafe { function(descriptor.raw, coefficient) }
                },
                || format!("{:?}", (&coefficient,)),
            )?;
        }
        Ok(descriptor)
    }
}

impl PoolingDescriptor {
    pub(crate) fn new(
        cudnn: Cudnn,
        mode: cudnnPoolingMode_t,
        nan: cudnnNanPropagation_t,
        rank: i32,
        [window, padding, stride]: [[i32; 3]; 3],
    ) -> Result<Self, Error> {
        let descriptor = Self::create(cudnn)?;
        set(
            descriptor.cudnn,
            Symbol::cudnnSetPoolingNdDescriptor,
            descriptor.cudnn.raw().cudnnSetPoolingNdDescriptor,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe {
                    function(
                        descriptor.raw,
                        mode,
                        nan,
                        rank,
                        window.as_ptr(),
                        padding.as_ptr(),
                        stride.as_ptr(),
                    )
                }
            },
            || format!("{mode:?} with windows {window:?}, padding {padding:?}, strides {stride:?}"),
        )?;
        Ok(descriptor)
    }
}

impl OpTensorDescriptor {
    pub(crate) fn new(
        cudnn: Cudnn,
        operation: cudnnOpTensorOp_t,
        compute: cudnnDataType_t,
    ) -> Result<Self, Error> {
        let descriptor = Self::create(cudnn)?;
        let nan = cudnnNanPropagation_t::CUDNN_PROPAGATE_NAN;
        set(
            descriptor.cudnn,
            Symbol::cudnnSetOpTensorDescriptor,
            descriptor.cudnn.raw().cudnnSetOpTensorDescriptor,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe { function(descriptor.raw, operation, compute, nan) }
            },
            || format!("{:?}", (&operation, &compute, &nan)),
        )?;
        Ok(descriptor)
    }
}

impl ReduceTensorDescriptor {
    pub(crate) fn new(
        cudnn: Cudnn,
        operation: cudnnReduceTensorOp_t,
        compute: cudnnDataType_t,
        indices: cudnnReduceTensorIndices_t,
    ) -> Result<Self, Error> {
        let descriptor = Self::create(cudnn)?;
        let nan = cudnnNanPropagation_t::CUDNN_PROPAGATE_NAN;
        let width = cudnnIndicesType_t::CUDNN_32BIT_INDICES;
        set(
            descriptor.cudnn,
            Symbol::cudnnSetReduceTensorDescriptor,
            descriptor.cudnn.raw().cudnnSetReduceTensorDescriptor,
            |function| {
                // SAFETY: the descriptor is alive, and this has it alone; pointers are to as many live values as are passed along.
                unsafe { function(descriptor.raw, operation, compute, nan, indices, width) }
            },
            || format!("{:?}", (&operation, &compute, &nan, &indices, &width)),
        )?;
        Ok(descriptor)
    }
}
