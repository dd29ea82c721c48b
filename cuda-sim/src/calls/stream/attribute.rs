//! The attributes of streams. Except for the priority they have no effect here, but they can be read.

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::launch::attribute::has_valid_value;
use crate::state::outcome::Outcome;
use crate::state::{error::INVALID_VALUE, stream::Stream};

/// The maximum size of an access-policy window in bytes.
const MAX_WINDOW: usize = 134_213_632;

fn is_synchronization_policy(policy: CUsynchronizationPolicy) -> bool {
    (1..=4).contains(&policy.0)
}

/// Returns the size of an attribute's value in bytes, if streams have the attribute.
fn size(attribute: CUstreamAttrID) -> Option<usize> {
    use CUlaunchAttributeID as A;
    Some(match attribute {
        A::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW => size_of::<CUaccessPolicyWindow>(),
        A::CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
        | A::CU_LAUNCH_ATTRIBUTE_PRIORITY
        | A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN => 4,
        A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP => 2,
        _ => return None,
    })
}

/// Returns the value of an attribute that was never set.
fn unset(stream: &Stream, attribute: CUstreamAttrID) -> [u8; 64] {
    use CUlaunchAttributeID as A;
    let mut bytes = [0; 64];
    match attribute {
        // The real driver reports no policy.
        A::CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY => bytes[..4].fill(0xff),
        A::CU_LAUNCH_ATTRIBUTE_PRIORITY => {
            bytes[..4].copy_from_slice(&stream.priority().to_ne_bytes())
        }
        A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP => bytes[1] = 1,
        _ => {}
    }
    bytes
}

/// Checks a value, and returns it as it will be read.
///
/// # Safety
/// The value is that of the attribute.
unsafe fn checked(
    attribute: CUstreamAttrID,
    value: &CUstreamAttrValue,
) -> Result<[u8; 64], CUresult> {
    use CUaccessProperty as P;
    use CUlaunchAttributeID as A;
    let is_valid = match attribute {
        A::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW => {
            // SAFETY: the caller guarantees that it is the attribute's.
            let window = unsafe { value.accessPolicyWindow };
            (0.0..=1.0).contains(&window.hitRatio)
                && window.num_bytes <= MAX_WINDOW
                && window.missProp != P::CU_ACCESS_PROPERTY_PERSISTING
        }
        A::CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY => {
            // SAFETY: as above.
            is_synchronization_policy(unsafe { value.syncPolicy })
        }
        // SAFETY: as above.
        _ => unsafe { has_valid_value(attribute, value) },
    };
    if !is_valid {
        return Err(INVALID_VALUE);
    }
    let size = size(attribute).ok_or(INVALID_VALUE)?;
    let mut bytes = [0; 64];
    // SAFETY: a value has at least the size of each attribute, which is at most 64 bytes.
    unsafe { bytes.as_mut_ptr().copy_from((&raw const *value).cast(), size) };
    if attribute == A::CU_LAUNCH_ATTRIBUTE_PRIORITY {
        // SAFETY: it is the attribute's.
        let priority = unsafe { value.priority };
        bytes[..4].copy_from_slice(&priority.clamp(-5, 0).to_ne_bytes());
    }
    Ok(bytes)
}

impl Call {
    pub(crate) fn cuStreamCopyAttributes(&self, dst: CUstream, src: CUstream) -> Outcome {
        let (to, from) = (self.stream(dst)?, self.stream(src)?);
        to.refuse_in_lost_capture()?;
        from.refuse_in_lost_capture()?;
        let mut attributes = from.attributes.lock().clone();
        let priority = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PRIORITY;
        attributes.entry(priority.0).or_insert_with(|| unset(&from, priority));
        *to.attributes.lock() = attributes;
        Ok(())
    }

    pub(crate) unsafe fn cuStreamGetAttribute(
        &self,
        hStream: CUstream,
        attr: CUstreamAttrID,
        value_out: *mut CUstreamAttrValue,
    ) -> Outcome {
        let stream = self.asked_outside_lost_captures(hStream)?;
        let size = size(attr).filter(|_| !value_out.is_null()).ok_or(INVALID_VALUE)?;
        let set = stream.attributes.lock().get(&attr.0).copied();
        let value = set.unwrap_or_else(|| unset(&stream, attr));
        // Only the attribute's own bytes are written, as with the real driver.
        // SAFETY: the program's place is for this attribute.
        unsafe { value_out.cast::<u8>().copy_from(value.as_ptr(), size) };
        Ok(())
    }

    pub(crate) unsafe fn cuStreamSetAttribute(
        &self,
        hStream: CUstream,
        attr: CUstreamAttrID,
        value: *const CUstreamAttrValue,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        stream.refuse_in_lost_capture()?;
        // SAFETY: the program's value is null or readable.
        let value = unsafe { value.as_ref() };
        let value = value.filter(|_| size(attr).is_some()).ok_or(INVALID_VALUE)?;
        // SAFETY: the program's value is that of this attribute.
        let value = unsafe { checked(attr, value)? };
        stream.attributes.lock().insert(attr.0, value);
        Ok(())
    }
}
