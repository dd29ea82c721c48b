//! Ranges and marks that a profiler shows.

use std::ffi::CString;

use super::sys::{nvtxColorType_t as Color, nvtxPayloadType_t as PayloadType};
use super::{result, sys};

/// Begins a range, which ends when the value is dropped.
pub fn scoped_range<S: AsRef<str>>(msg: S) -> Range {
    Event::message(msg).range()
}

/// Marks an instant.
pub fn mark<S: AsRef<str>>(msg: S) {
    Event::message(msg).mark();
}

/// Names a category.
pub fn name_category<S: AsRef<str>>(category: u32, name: S) {
    result::name_category(category, name);
}

/// What a mark or a range is described by.
#[derive(Debug)]
pub struct Event {
    category: Option<u32>,
    argb: Option<u32>,
    payload: Option<Payload>,
    message: CString,
}

impl Event {
    /// Describes one by a text, which ends at its first NUL.
    pub fn message<S: AsRef<str>>(message: S) -> Self {
        let message = result::text(message.as_ref());
        Self { category: None, argb: None, payload: None, message }
    }

    pub fn category(&mut self, category: u32) -> &mut Self {
        self.category = Some(category);
        self
    }

    /// Sets the color, of which the highest byte is the opacity.
    pub fn argb(&mut self, argb: u32) -> &mut Self {
        self.argb = Some(argb);
        self
    }

    pub fn payload(&mut self, payload: Payload) -> &mut Self {
        self.payload = Some(payload);
        self
    }

    /// Marks an instant.
    pub fn mark(self) {
        result::mark_ex(&self.attributes());
    }

    /// Begins a range, which ends when the value is dropped.
    pub fn range(self) -> Range {
        Range { id: result::range_start_ex(&self.attributes()) }
    }

    /// Returns the event as C has it; its text is this value's.
    fn attributes(&self) -> sys::nvtxEventAttributes_t {
        sys::nvtxEventAttributes_t {
            version: self.cu_version(),
            size: self.cu_size(),
            category: self.cu_category(),
            colorType: self.cu_color_type(),
            color: self.cu_color_value(),
            payloadType: self.cu_payload_type(),
            reserved0: 0,
            payload: self.cu_payload_value(),
            messageType: sys::nvtxMessageType_t::NVTX_MESSAGE_TYPE_ASCII as i32,
            message: sys::nvtxMessageValue_t { ascii: self.message.as_ptr() },
        }
    }

    pub fn cu_color_type(&self) -> i32 {
        self.argb.map_or(Color::NVTX_COLOR_UNKNOWN, |_| Color::NVTX_COLOR_ARGB) as i32
    }

    pub fn cu_color_value(&self) -> u32 {
        self.argb.unwrap_or(0)
    }

    pub fn cu_payload_type(&self) -> i32 {
        self.payload.map_or(PayloadType::NVTX_PAYLOAD_UNKNOWN, |payload| payload.parts().0) as i32
    }

    pub fn cu_payload_value(&self) -> sys::nvtxEventAttributes_v2_payload_t {
        let none = sys::nvtxEventAttributes_v2_payload_t { ullValue: 0 };
        self.payload.map_or(none, |payload| payload.parts().1)
    }

    pub fn cu_category(&self) -> u32 {
        self.category.unwrap_or(0)
    }

    pub fn cu_version(&self) -> u16 {
        3
    }

    pub fn cu_size(&self) -> u16 {
        size_of::<sys::nvtxEventAttributes_t>() as u16
    }
}

/// A number that is shown with an event.
#[derive(Debug, Clone, Copy)]
pub enum Payload {
    I32(i32),
    Int64(i64),
    U32(u32),
    U64(u64),
    F32(f32),
    F64(f64),
}

impl Payload {
    fn parts(self) -> (PayloadType, sys::nvtxEventAttributes_v2_payload_t) {
        // All bytes have a value.
        let mut value = sys::nvtxEventAttributes_v2_payload_t { ullValue: 0 };
        match self {
            Self::I32(number) => {
                value.iValue = number;
                (PayloadType::NVTX_PAYLOAD_TYPE_INT32, value)
            }
            Self::Int64(number) => {
                value.llValue = number;
                (PayloadType::NVTX_PAYLOAD_TYPE_INT64, value)
            }
            Self::U32(number) => {
                value.uiValue = number;
                (PayloadType::NVTX_PAYLOAD_TYPE_UNSIGNED_INT32, value)
            }
            Self::U64(number) => {
                value.ullValue = number;
                (PayloadType::NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, value)
            }
            Self::F32(number) => {
                value.fValue = number;
                (PayloadType::NVTX_PAYLOAD_TYPE_FLOAT, value)
            }
            Self::F64(number) => {
                value.dValue = number;
                (PayloadType::NVTX_PAYLOAD_TYPE_DOUBLE, value)
            }
        }
    }
}

/// A range, which ends when this is dropped.
#[derive(Debug)]
pub struct Range {
    id: u64,
}

impl Drop for Range {
    fn drop(&mut self) {
        // SAFETY: the range began, and ends once.
        unsafe { result::range_end(self.id) };
    }
}
