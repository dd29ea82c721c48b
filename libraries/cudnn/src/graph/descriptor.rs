use core::ffi::c_void;

use cuda_libraries_sys::cudnn::*;

use crate::error::Error;
use crate::library::Cudnn;
use crate::library::check_status;

type Name = cudnnBackendAttributeName_t;
type Type = cudnnBackendAttributeType_t;

/// A description of the graph interface, destroyed when it is dropped. It is the host's memory.
pub(crate) struct Descriptor {
    cudnn: Cudnn,
    raw: cudnnBackendDescriptor_t,
}

// SAFETY: it is memory of the host, which belongs to no thread.
unsafe impl Send for Descriptor {}
// SAFETY: a shared reference only reads the pointer; attributes are set before others see it.
unsafe impl Sync for Descriptor {}

impl Descriptor {
    pub(crate) fn new(cudnn: Cudnn, kind: cudnnBackendDescriptorType_t) -> Result<Self, Error> {
        let table = cudnn.raw();
        let symbol = Symbol::cudnnBackendCreateDescriptor;
        let create = cudnn.require(symbol, table.cudnnBackendCreateDescriptor)?;
        // One that couldn't be destroyed would be leaked.
        let symbol = Symbol::cudnnBackendDestroyDescriptor;
        cudnn.require(symbol, table.cudnnBackendDestroyDescriptor)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live pointer.
        let status = unsafe { create(kind, &raw mut raw) };
        check_status(cudnn, "cudnnBackendCreateDescriptor", status, || vec![format!("{kind:?}")])?;
        Ok(Self { cudnn, raw })
    }

    pub(crate) fn raw(&self) -> cudnnBackendDescriptor_t {
        self.raw
    }

    /// Sets an attribute from values that are as the type says.
    ///
    /// # Safety
    /// `values` are of this type.
    unsafe fn set<V>(&self, name: Name, ty: Type, values: &[V]) -> Result<(), Error> {
        let cudnn = self.cudnn;
        let symbol = Symbol::cudnnBackendSetAttribute;
        let function = cudnn.require(symbol, cudnn.raw().cudnnBackendSetAttribute)?;
        let (count, values) = (values.len() as i64, values.as_ptr().cast());
        // SAFETY: the description is alive, and there are as many values, of the type.
        let status = unsafe { function(self.raw, name, ty, count, values) };
        check_status(cudnn, "cudnnBackendSetAttribute", status, || {
            vec![format!("{name:?} of {count} of {ty:?}")]
        })
    }

    pub(crate) fn numbers(&self, name: Name, values: &[i64]) -> Result<(), Error> {
        // SAFETY: they are of this type.
        unsafe { self.set(name, Type::CUDNN_TYPE_INT64, values) }
    }

    pub(crate) fn flag(&self, name: Name, value: bool) -> Result<(), Error> {
        // SAFETY: it is of this type, C's `bool`.
        unsafe { self.set(name, Type::CUDNN_TYPE_BOOLEAN, &[value]) }
    }

    pub(crate) fn data_type(&self, name: Name, value: cudnnDataType_t) -> Result<(), Error> {
        self.choice(name, Type::CUDNN_TYPE_DATA_TYPE, value.0)
    }

    /// Sets the number of an enumeration.
    pub(crate) fn choice(&self, name: Name, ty: Type, value: u32) -> Result<(), Error> {
        // SAFETY: enumerations are numbers of 32 bits in C.
        unsafe { self.set(name, ty, &[value]) }
    }

    pub(crate) fn pointers(&self, name: Name, values: &[*mut c_void]) -> Result<(), Error> {
        // SAFETY: they are of this type.
        unsafe { self.set(name, Type::CUDNN_TYPE_VOID_PTR, values) }
    }

    pub(crate) fn handle(&self, name: Name, value: cudnnHandle_t) -> Result<(), Error> {
        // SAFETY: it is of this type.
        unsafe { self.set(name, Type::CUDNN_TYPE_HANDLE, &[value]) }
    }

    pub(crate) fn others(&self, name: Name, values: &[&Self]) -> Result<(), Error> {
        let values: Vec<cudnnBackendDescriptor_t> =
            values.iter().map(|descriptor| descriptor.raw).collect();
        // SAFETY: they are of this type, and alive.
        unsafe { self.set(name, Type::CUDNN_TYPE_BACKEND_DESCRIPTOR, &values) }
    }

    pub(crate) fn finalize(&self) -> Result<(), Error> {
        let cudnn = self.cudnn;
        let symbol = Symbol::cudnnBackendFinalize;
        let function = cudnn.require(symbol, cudnn.raw().cudnnBackendFinalize)?;
        // SAFETY: the description is alive, and so are those that it refers to.
        let status = unsafe { function(self.raw) };
        check_status(cudnn, "cudnnBackendFinalize", status, Vec::new)
    }

    /// Returns how many values an attribute has, after writing as many as there is space for.
    ///
    /// # Safety
    /// `values` are of this type.
    unsafe fn get<V>(&self, name: Name, ty: Type, values: &mut [V]) -> Result<usize, Error> {
        let cudnn = self.cudnn;
        let symbol = Symbol::cudnnBackendGetAttribute;
        let function = cudnn.require(symbol, cudnn.raw().cudnnBackendGetAttribute)?;
        let mut count = 0_i64;
        let pointer =
            if values.is_empty() { core::ptr::null_mut() } else { values.as_mut_ptr().cast() };
        // SAFETY: the description is alive, and there is space for as many values, of the type.
        let status =
            unsafe { function(self.raw, name, ty, values.len() as i64, &raw mut count, pointer) };
        check_status(cudnn, "cudnnBackendGetAttribute", status, || vec![format!("{name:?}")])?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    pub(crate) fn number(&self, name: Name) -> Result<i64, Error> {
        let mut value = [0_i64];
        // SAFETY: it is of this type.
        unsafe { self.get(name, Type::CUDNN_TYPE_INT64, &mut value) }?;
        Ok(value[0])
    }

    /// Returns the numbers of an attribute that is a list of an enumeration.
    pub(crate) fn choices(&self, name: Name, ty: Type, most: usize) -> Result<Vec<u32>, Error> {
        let mut values = vec![0_u32; most];
        // SAFETY: enumerations are numbers of 32 bits in C.
        let count = unsafe { self.get(name, ty, &mut values) }?;
        values.truncate(count);
        Ok(values)
    }

    /// Returns the descriptions of an attribute, which are new ones of a kind.
    pub(crate) fn made(
        &self,
        name: Name,
        kind: cudnnBackendDescriptorType_t,
    ) -> Result<Vec<Self>, Error> {
        let ty = Type::CUDNN_TYPE_BACKEND_DESCRIPTOR;
        // SAFETY: there is no space.
        let count = unsafe { self.get::<cudnnBackendDescriptor_t>(name, ty, &mut []) }?;
        let descriptors: Result<Vec<Self>, Error> =
            (0..count).map(|_| Self::new(self.cudnn, kind)).collect();
        let mut descriptors = descriptors?;
        let mut raw: Vec<_> = descriptors.iter().map(|plan| plan.raw).collect();
        // SAFETY: they are of this type, and alive; cuDNN writes into what they describe.
        let count = unsafe { self.get(name, ty, &mut raw) }?;
        descriptors.truncate(count);
        Ok(descriptors)
    }

    /// The same where there is one.
    pub(crate) fn made_one(
        &self,
        name: Name,
        kind: cudnnBackendDescriptorType_t,
    ) -> Result<Self, Error> {
        let descriptor = Self::new(self.cudnn, kind)?;
        let ty = Type::CUDNN_TYPE_BACKEND_DESCRIPTOR;
        // SAFETY: it is of this type, and alive; cuDNN writes into what it describes.
        unsafe { self.get(name, ty, &mut [descriptor.raw]) }?;
        Ok(descriptor)
    }
}

/// Descriptions, of which later ones refer to earlier ones. They are destroyed in the opposite order.
#[derive(Default)]
pub(crate) struct Descriptors(Vec<Descriptor>);

impl Descriptors {
    /// Adds one, and returns its place.
    pub(crate) fn add(&mut self, descriptor: Descriptor) -> usize {
        self.0.push(descriptor);
        self.0.len() - 1
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Descriptor> {
        self.0.get(index)
    }
}

impl Drop for Descriptors {
    fn drop(&mut self) {
        while self.0.pop().is_some() {}
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        if let Some(destroy) = self.cudnn.raw().cudnnBackendDestroyDescriptor {
            // SAFETY: it is alive, and nothing uses it afterwards.
            let _ = unsafe { destroy(self.raw) };
        }
    }
}
