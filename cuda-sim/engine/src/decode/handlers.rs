//! The handlers of elementwise instructions, from the table of forms.

use crate::code::Handler;
use crate::code::level::Level;
use crate::forms::Modifier;
use crate::numbers::half::{bf16, f16};
use crate::numbers::lane::Two;
use crate::ops::{self, FTZ, rare};
use crate::ptx::{Instruction, Type};

include!(concat!(env!("OUT_DIR"), "/handlers.rs"));
