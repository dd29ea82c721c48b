//! The lists of any node, as starts and stops.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::Ix;
use crate::array::DeviceNode;
use crate::layout::node::{Index, Kind, Node};

/// Lists as starts and stops in their content.
pub(crate) struct Lists {
    pub(crate) n: usize,
    pub(crate) starts: Ix,
    pub(crate) stops: Ix,
    pub(crate) content: Arc<DeviceNode>,
}

/// The offsets of lists. They keep their memory alive.
#[derive(Clone)]
pub(crate) enum Offsets {
    /// Lists of one size.
    Regular(usize),
    Index(Index<Buffer>),
}

impl Offsets {
    pub(crate) fn ix(&self) -> Ix {
        match self {
            Self::Regular(size) => Ix::affine(0, *size as i64),
            Self::Index(index) => index.ix(),
        }
    }

    /// Returns lists with these offsets.
    pub(crate) fn lists(&self, n: usize, content: DeviceNode, tight: bool) -> DeviceNode {
        let content = Arc::new(content);
        let kind = match self {
            Self::Regular(size) => Kind::Regular { size: *size, content },
            Self::Index(offsets) => Kind::ListOffset { offsets: offsets.clone(), content, tight },
        };
        Node::new(n, kind)
    }
}

impl DeviceNode {
    /// Returns the node as lists; `None` for other nodes. Texts are lists here.
    pub(crate) fn lists(&self) -> Option<Lists> {
        let n = self.len;
        Some(match &self.kind {
            Kind::Regular { size, content } => {
                let size = *size as i64;
                Lists {
                    n,
                    starts: Ix::affine(0, size),
                    stops: Ix::affine(size, size),
                    content: content.clone(),
                }
            }
            Kind::ListOffset { offsets, content, .. } => Lists {
                n,
                starts: offsets.ix(),
                stops: offsets.ix().skip(1),
                content: content.clone(),
            },
            Kind::List { starts, stops, content } => {
                Lists { n, starts: starts.ix(), stops: stops.ix(), content: content.clone() }
            }
            _ => return None,
        })
    }

    /// Returns the same list with another content, entry for entry.
    pub(crate) fn with_content(&self, content: DeviceNode) -> DeviceNode {
        let content = Arc::new(content);
        let kind = match &self.kind {
            Kind::Regular { size, .. } => Kind::Regular { size: *size, content },
            Kind::ListOffset { offsets, tight, .. } => {
                Kind::ListOffset { offsets: offsets.clone(), content, tight: *tight }
            }
            Kind::List { starts, stops, .. } => {
                Kind::List { starts: starts.clone(), stops: stops.clone(), content }
            }
            Kind::Indexed { index, .. } => Kind::Indexed { index: index.clone(), content },
            Kind::IndexedOption { index, .. } => {
                Kind::IndexedOption { index: index.clone(), content }
            }
            Kind::ByteMasked { mask, valid_when, .. } => {
                Kind::ByteMasked { mask: mask.clone(), valid_when: *valid_when, content }
            }
            Kind::BitMasked { mask, valid_when, lsb_order, .. } => Kind::BitMasked {
                mask: mask.clone(),
                valid_when: *valid_when,
                lsb_order: *lsb_order,
                content,
            },
            Kind::Unmasked { .. } => Kind::Unmasked { content },
            other => other.clone(),
        };
        Node::new(self.len, kind)
    }
}
