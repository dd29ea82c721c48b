//! Activations, pooling, softmax and reductions.

use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr;
use std::sync::Arc;

use super::{
    ActivationDescriptor, Cudnn, CudnnDataType, CudnnError, FlatIndices, NoIndices,
    PoolingDescriptor, ReductionDescriptor, TensorDescriptor, factor, factors,
};
use crate::cudnn::{result, sys};
use crate::driver::safe::any_memory::{read, write};
use crate::driver::{DevicePtr, DevicePtrMut};

/// An activation: its descriptions.
#[derive(Debug)]
pub struct ActivationForward<'a, A: CudnnDataType, X: CudnnDataType, Y: CudnnDataType> {
    pub act: &'a ActivationDescriptor<A>,
    pub x: &'a TensorDescriptor<X>,
    pub y: &'a TensorDescriptor<Y>,
}

impl<A: CudnnDataType, X: CudnnDataType, Y: CudnnDataType> ActivationForward<'_, A, X, Y> {
    pub unsafe fn launch<Src, Dst>(
        &self,
        (alpha, beta): (Y, Y),
        x: &Src,
        y: &mut Dst,
    ) -> Result<(), CudnnError>
    where
        Src: DevicePtr<A>,
        Dst: DevicePtrMut<A>,
    {
        let handle = &self.act.handle;
        let (alpha, beta) = factors((alpha, beta));
        let (x, _x) = read(x, &handle.stream);
        let (y, _y) = write(y, &handle.stream);
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::activation_forward(
                handle.handle,
                self.act.desc,
                factor(&alpha),
                self.x.desc,
                x as *const c_void,
                factor(&beta),
                self.y.desc,
                y as *mut c_void,
            )
        }
    }
}

/// Pooling: its descriptions.
#[derive(Debug)]
pub struct PoolingForward<'a, P, X, Y> {
    pub pooling: &'a PoolingDescriptor<P>,
    pub x: &'a TensorDescriptor<X>,
    pub y: &'a TensorDescriptor<Y>,
}

impl<P: CudnnDataType, X: CudnnDataType, Y: CudnnDataType> PoolingForward<'_, P, X, Y> {
    pub unsafe fn launch<Src, Dst>(
        &self,
        (alpha, beta): (Y, Y),
        src: &Src,
        y: &mut Dst,
    ) -> Result<(), CudnnError>
    where
        Src: DevicePtr<X>,
        Dst: DevicePtrMut<Y>,
    {
        let handle = &self.x.handle;
        let (alpha, beta) = factors((alpha, beta));
        let (src, _src) = read(src, &handle.stream);
        let (y, _y) = write(y, &handle.stream);
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::pooling_forward(
                handle.handle,
                self.pooling.desc,
                factor(&alpha),
                self.x.desc,
                src as *const c_void,
                factor(&beta),
                self.y.desc,
                y as *mut c_void,
            )
        }
    }
}

/// Softmax, over the elements that its mode says.
#[derive(Debug)]
pub struct Softmax<T> {
    handle: Arc<Cudnn>,
    mode: sys::cudnnSoftmaxMode_t,
    marker: PhantomData<T>,
}

impl<T> Softmax<T> {
    pub(super) fn new(handle: Arc<Cudnn>, mode: sys::cudnnSoftmaxMode_t) -> Self {
        Self { handle, mode, marker: PhantomData }
    }
}

/// Softmax: its descriptions.
#[derive(Debug)]
pub struct SoftmaxForward<'a, A: CudnnDataType, X: CudnnDataType, Y: CudnnDataType> {
    pub softmax: &'a Softmax<A>,
    pub x: &'a TensorDescriptor<X>,
    pub y: &'a TensorDescriptor<Y>,
}

impl<A: CudnnDataType, X: CudnnDataType, Y: CudnnDataType> SoftmaxForward<'_, A, X, Y> {
    pub unsafe fn launch<Src, Dst>(
        &self,
        (alpha, beta): (Y, Y),
        algo: sys::cudnnSoftmaxAlgorithm_t,
        x: &Src,
        y: &mut Dst,
    ) -> Result<(), CudnnError>
    where
        Src: DevicePtr<A>,
        Dst: DevicePtrMut<A>,
    {
        let handle = &self.softmax.handle;
        let (alpha, beta) = factors((alpha, beta));
        let (x, _x) = read(x, &handle.stream);
        let (y, _y) = write(y, &handle.stream);
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::softmax_forward(
                handle.handle,
                algo,
                self.softmax.mode,
                factor(&alpha),
                self.x.desc,
                x as *const c_void,
                factor(&beta),
                self.y.desc,
                y as *mut c_void,
            )
        }
    }
}

/// A reduction: its descriptions.
#[derive(Debug)]
pub struct ReduceTensor<'a, T: CudnnDataType, Idx> {
    pub reduce: &'a ReductionDescriptor<T, Idx>,
    pub a: &'a TensorDescriptor<T>,
    pub c: &'a TensorDescriptor<T>,
}

impl<T: CudnnDataType, Idx> ReduceTensor<'_, T, Idx> {
    /// Returns the bytes of workspace that it needs.
    pub fn get_workspace_size(&self) -> Result<usize, CudnnError> {
        let handle = self.reduce.handle.handle;
        let (reduce, a, c) = (self.reduce.desc, self.a.desc, self.c.desc);
        // SAFETY: the handle and the descriptions are alive.
        unsafe { result::get_reduction_workspace_size(handle, reduce, a, c) }
    }

    /// Submits it, with space for indices of a number of bytes.
    ///
    /// # Safety
    /// The memory is as the descriptions say.
    unsafe fn submit<Workspace, A, C>(
        &self,
        (indices, bytes): (*mut c_void, usize),
        workspace: &mut Workspace,
        (alpha, beta): (T, T),
        a: &A,
        c: &mut C,
    ) -> Result<(), CudnnError>
    where
        Workspace: DevicePtrMut<u8>,
        A: DevicePtr<T>,
        C: DevicePtrMut<T>,
    {
        let stream = &self.a.handle.stream;
        let (alpha, beta) = factors((alpha, beta));
        let len = workspace.num_bytes();
        let (workspace, _workspace) = write(workspace, stream);
        let (a, _a) = read(a, stream);
        let (c, _c) = write(c, stream);
        // SAFETY: the caller guarantees that the memory is as the descriptions say.
        unsafe {
            result::reduce_tensor(
                self.reduce.handle.handle,
                self.reduce.desc,
                indices,
                bytes,
                workspace as *mut c_void,
                len,
                factor(&alpha),
                self.a.desc,
                a as *const c_void,
                factor(&beta),
                self.c.desc,
                c as *mut c_void,
            )
        }
    }
}

impl<T: CudnnDataType> ReduceTensor<'_, T, FlatIndices> {
    /// Returns the bytes of its indices.
    pub fn get_indices_size(&self) -> Result<usize, CudnnError> {
        let handle = self.reduce.handle.handle;
        let (reduce, a, c) = (self.reduce.desc, self.a.desc, self.c.desc);
        // SAFETY: the handle and the descriptions are alive.
        unsafe { result::get_reduction_indices_size(handle, reduce, a, c) }
    }

    pub unsafe fn launch<Indices, Workspace, A, C>(
        &self,
        indices: &mut Indices,
        workspace: &mut Workspace,
        factors: (T, T),
        a: &A,
        c: &mut C,
    ) -> Result<(), CudnnError>
    where
        Indices: DevicePtrMut<u32>,
        Workspace: DevicePtrMut<u8>,
        A: DevicePtr<T>,
        C: DevicePtrMut<T>,
    {
        let bytes = indices.num_bytes();
        let (indices, _indices) = write(indices, &self.a.handle.stream);
        // SAFETY: the caller guarantees it.
        unsafe { self.submit((indices as *mut c_void, bytes), workspace, factors, a, c) }
    }
}

impl<T: CudnnDataType> ReduceTensor<'_, T, NoIndices> {
    pub unsafe fn launch<Workspace, A, C>(
        &self,
        workspace: &mut Workspace,
        factors: (T, T),
        a: &A,
        c: &mut C,
    ) -> Result<(), CudnnError>
    where
        Workspace: DevicePtrMut<u8>,
        A: DevicePtr<T>,
        C: DevicePtrMut<T>,
    {
        // SAFETY: the caller guarantees it.
        unsafe { self.submit((ptr::null_mut(), 0), workspace, factors, a, c) }
    }
}
