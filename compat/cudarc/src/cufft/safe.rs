//! Plans, which are destroyed when they are dropped.

use core::ffi::c_int;
use std::sync::Arc;

use super::result::{self, CufftError};
use super::sys::{self, cufftResult, cufftType};
use crate::driver::safe::any_memory::{read, write};
use crate::driver::{CudaStream, DevicePtr, DevicePtrMut};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FftDirection {
    Forward = -1,
    Inverse = 1,
}

/// A plan of transforms, on a stream.
#[derive(Debug)]
pub struct CudaFft {
    handle: sys::cufftHandle,
    stream: Arc<CudaStream>,
    ty: cufftType,
    /// How many elements its transforms read and write.
    sizes: [usize; 2],
}

// SAFETY: cuFFT lets any thread execute a plan; several at the same time share its workspace in the order of its stream.
unsafe impl Send for CudaFft {}
// SAFETY: as above.
unsafe impl Sync for CudaFft {}

/// How one side of the transforms is laid out: for each axis, how many elements there are in memory; the elements between
/// two, and between two transforms.
type AxisLayout<'a> = (&'a [c_int], c_int, c_int);

/// Returns how many elements one side of the transforms has: those of real transforms are half as many on the complex side.
fn elements(
    n: &[c_int],
    is_half: bool,
    embedded: Option<AxisLayout<'_>>,
    batch: c_int,
) -> Option<usize> {
    let number = |value: c_int| usize::try_from(value).ok();
    let mut extents = n.iter().map(|extent| number(*extent)).collect::<Option<Vec<_>>>()?;
    if let Some(last) = extents.last_mut().filter(|_| is_half) {
        *last = *last / 2 + 1;
    }
    let batch = number(batch)?;
    let Some((embed, stride, distance)) = embedded else {
        let of_one = extents.iter().try_fold(1, |all: usize, extent| all.checked_mul(*extent))?;
        return of_one.checked_mul(batch);
    };
    // The last element of each axis.
    let mut last = 0usize;
    for (axis, extent) in extents.iter().enumerate() {
        let embed = number(*embed.get(axis)?)?;
        let within = if axis == 0 { 0 } else { last.checked_mul(embed)? };
        last = within.checked_add(extent.checked_sub(1)?)?;
    }
    let last = last.checked_mul(number(stride)?)?;
    let before = batch.checked_sub(1)?.checked_mul(number(distance)?)?;
    last.checked_add(before)?.checked_add(1)
}

impl CudaFft {
    pub fn plan_1d(
        nx: i32,
        type_: cufftType,
        batch: i32,
        stream: Arc<CudaStream>,
    ) -> Result<Self, CufftError> {
        let plan = || result::plan_1d(nx, type_, batch);
        Self::of(plan, &[nx], [None, None], type_, batch, stream)
    }

    pub fn plan_2d(
        nx: i32,
        ny: i32,
        type_: cufftType,
        stream: Arc<CudaStream>,
    ) -> Result<Self, CufftError> {
        let plan = || result::plan_2d(nx, ny, type_);
        Self::of(plan, &[nx, ny], [None, None], type_, 1, stream)
    }

    pub fn plan_3d(
        nx: i32,
        ny: i32,
        nz: i32,
        type_: cufftType,
        stream: Arc<CudaStream>,
    ) -> Result<Self, CufftError> {
        let plan = || result::plan_3d(nx, ny, nz, type_);
        Self::of(plan, &[nx, ny, nz], [None, None], type_, 1, stream)
    }

    /// Without `inembed` and `onembed`, elements are adjacent, and strides and distances mean nothing. With one of them alone,
    /// it is refused.
    #[allow(clippy::too_many_arguments, reason = "as cudarc has them")]
    pub fn plan_many(
        n: &[c_int],
        inembed: Option<&[c_int]>,
        istride: i32,
        idist: i32,
        onembed: Option<&[c_int]>,
        ostride: i32,
        odist: i32,
        type_: cufftType,
        batch: i32,
        stream: Arc<CudaStream>,
    ) -> Result<Self, CufftError> {
        let is_rank = |list: Option<&[c_int]>| list.is_none_or(|extents| extents.len() >= n.len());
        let rank = c_int::try_from(n.len()).unwrap_or(c_int::MAX);
        if !is_rank(inembed) || !is_rank(onembed) || inembed.is_some() != onembed.is_some() {
            return Err(CufftError(cufftResult::CUFFT_INVALID_VALUE));
        }
        let list = |list: Option<&[c_int]>| {
            list.map_or(core::ptr::null_mut(), |extents| extents.as_ptr().cast_mut())
        };
        let (from, to) = (list(inembed), list(onembed));
        // SAFETY: the lists have an entry for each axis, and are only read.
        let plan = || unsafe {
            let n = n.as_ptr().cast_mut();
            result::plan_many(rank, n, from, istride, idist, to, ostride, odist, type_, batch)
        };
        let sides = [
            inembed.map(|embedded| (embedded, istride, idist)),
            onembed.map(|embedded| (embedded, ostride, odist)),
        ];
        Self::of(plan, n, sides, type_, batch, stream)
    }

    fn of(
        plan: impl FnOnce() -> Result<sys::cufftHandle, CufftError>,
        n: &[c_int],
        sides: [Option<AxisLayout<'_>>; 2],
        ty: cufftType,
        batch: c_int,
        stream: Arc<CudaStream>,
    ) -> Result<Self, CufftError> {
        let bound = stream.context().bind_to_thread();
        bound.map_err(|_| CufftError(cufftResult::CUFFT_SETUP_FAILED))?;
        let from_half = [cufftType::CUFFT_C2R, cufftType::CUFFT_Z2D].contains(&ty);
        let to_half = [cufftType::CUFFT_R2C, cufftType::CUFFT_D2Z].contains(&ty);
        let handle = plan()?;
        let side_elements = |half, side| elements(n, half, side, batch);
        let sizes = side_elements(from_half, sides[0]).zip(side_elements(to_half, sides[1]));
        // What can't be counted has room nowhere.
        let (read, written) = sizes.unwrap_or((usize::MAX, usize::MAX));
        let plan = Self { handle, stream, ty, sizes: [read, written] };
        // SAFETY: both are alive.
        unsafe { result::set_stream(handle, plan.stream.cu_stream().cast()) }?;
        Ok(plan)
    }

    pub fn handle(&self) -> sys::cufftHandle {
        self.handle
    }

    /// # Safety
    /// Work of the stream before needs nothing that the plan keeps.
    pub unsafe fn set_stream(&mut self, stream: Arc<CudaStream>) -> Result<(), CufftError> {
        // SAFETY: both are alive, and the caller guarantees the rest.
        unsafe { result::set_stream(self.handle, stream.cu_stream().cast()) }?;
        self.stream = stream;
        Ok(())
    }

    /// Returns an error if the transforms are of another type, or the memory has no room for them.
    fn check(&self, ty: cufftType, read: usize, written: usize) -> Result<(), CufftError> {
        if self.ty != ty {
            return Err(CufftError(cufftResult::CUFFT_INVALID_TYPE));
        }
        if self.sizes[0] > read || self.sizes[1] > written {
            return Err(CufftError(cufftResult::CUFFT_INVALID_SIZE));
        }
        Ok(())
    }
}

impl CudaFft {
    pub fn exec_r2c<Src: DevicePtr<f32>, Dst: DevicePtrMut<sys::float2>>(
        &self,
        input: &Src,
        output: &mut Dst,
    ) -> Result<(), CufftError> {
        self.check(cufftType::CUFFT_R2C, input.len(), output.len())?;
        let (from, _read) = read(input, &self.stream);
        let (to, _written) = write(output, &self.stream);
        // SAFETY: the plan is of this type, and both have the elements of its transforms.
        unsafe { result::exec_r2c(self.handle, from as *mut f32, to as *mut sys::float2) }
    }

    pub fn exec_d2z<Src: DevicePtr<f64>, Dst: DevicePtrMut<sys::double2>>(
        &self,
        input: &Src,
        output: &mut Dst,
    ) -> Result<(), CufftError> {
        self.check(cufftType::CUFFT_D2Z, input.len(), output.len())?;
        let (from, _read) = read(input, &self.stream);
        let (to, _written) = write(output, &self.stream);
        // SAFETY: the plan is of this type, and both have the elements of its transforms.
        unsafe { result::exec_d2z(self.handle, from as *mut f64, to as *mut sys::double2) }
    }

    /// The input may be overwritten.
    pub fn exec_c2r<Src: DevicePtrMut<sys::float2>, Dst: DevicePtrMut<f32>>(
        &self,
        input: &mut Src,
        output: &mut Dst,
    ) -> Result<(), CufftError> {
        self.check(cufftType::CUFFT_C2R, input.len(), output.len())?;
        let (from, _read) = write(input, &self.stream);
        let (to, _written) = write(output, &self.stream);
        let (from, to) = (from as *mut sys::float2, to as *mut f32);
        // SAFETY: the plan is of this type, and both have the elements of its transforms.
        unsafe { result::exec_c2r(self.handle, from, to) }
    }

    /// The input may be overwritten.
    pub fn exec_z2d<Src: DevicePtrMut<sys::double2>, Dst: DevicePtrMut<f64>>(
        &self,
        input: &mut Src,
        output: &mut Dst,
    ) -> Result<(), CufftError> {
        self.check(cufftType::CUFFT_Z2D, input.len(), output.len())?;
        let (from, _read) = write(input, &self.stream);
        let (to, _written) = write(output, &self.stream);
        let (from, to) = (from as *mut sys::double2, to as *mut f64);
        // SAFETY: the plan is of this type, and both have the elements of its transforms.
        unsafe { result::exec_z2d(self.handle, from, to) }
    }

    /// The input may be overwritten.
    pub fn exec_c2c<Src: DevicePtrMut<sys::float2>, Dst: DevicePtrMut<sys::float2>>(
        &self,
        input: &mut Src,
        output: &mut Dst,
        direction: FftDirection,
    ) -> Result<(), CufftError> {
        self.check(cufftType::CUFFT_C2C, input.len(), output.len())?;
        let (from, _read) = write(input, &self.stream);
        let (to, _written) = write(output, &self.stream);
        let (from, to) = (from as *mut sys::float2, to as *mut sys::float2);
        // SAFETY: the plan is of this type, and both have the elements of its transforms.
        unsafe { result::exec_c2c(self.handle, from, to, direction as c_int) }
    }

    /// The input may be overwritten.
    pub fn exec_z2z<Src: DevicePtrMut<sys::double2>, Dst: DevicePtrMut<sys::double2>>(
        &self,
        input: &mut Src,
        output: &mut Dst,
        direction: FftDirection,
    ) -> Result<(), CufftError> {
        self.check(cufftType::CUFFT_Z2Z, input.len(), output.len())?;
        let (from, _read) = write(input, &self.stream);
        let (to, _written) = write(output, &self.stream);
        let (from, to) = (from as *mut sys::double2, to as *mut sys::double2);
        // SAFETY: the plan is of this type, and both have the elements of its transforms.
        unsafe { result::exec_z2z(self.handle, from, to, direction as c_int) }
    }
}

impl Drop for CudaFft {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::destroy(self.handle) };
    }
}
