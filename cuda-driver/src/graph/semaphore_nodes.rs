//! Nodes that signal, and wait for, semaphores of other APIs.

use cuda_driver_sys::Symbol;

use crate::external::{SemaphoreSignals, SemaphoreWaits, check_semaphores};
use crate::graph::params::node_calls;

/// A node that signals semaphores of other APIs.
///
/// [`cuGraphAddExternalSemaphoresSignalNode`](crate::driver::Raw::cuGraphAddExternalSemaphoresSignalNode)
#[derive(Debug, Clone)]
#[doc(alias = "cuGraphAddExternalSemaphoresSignalNode")]
#[doc(alias = "cuGraphExternalSemaphoresSignalNodeSetParams")]
#[doc(alias = "cuGraphExecExternalSemaphoresSignalNodeSetParams")]
pub struct ExternalSemaphoresSignalNode(SemaphoreSignals);

impl ExternalSemaphoresSignalNode {
    /// Creates the parameters from a list. The graph keeps the semaphores.
    #[must_use]
    pub fn new(signals: &SemaphoreSignals) -> Self {
        Self(signals.clone())
    }
}

/// A node that waits for semaphores of other APIs. Until they are signaled, the launch isn't over, nor is what waits for
/// it.
///
/// [`cuGraphAddExternalSemaphoresWaitNode`](crate::driver::Raw::cuGraphAddExternalSemaphoresWaitNode)
#[derive(Debug, Clone)]
#[doc(alias("cuGraphAddExternalSemaphoresWaitNode", "cuGraphExternalSemaphoresWaitNodeSetParams"))]
#[doc(alias = "cuGraphExecExternalSemaphoresWaitNodeSetParams")]
pub struct ExternalSemaphoresWaitNode(SemaphoreWaits);

impl ExternalSemaphoresWaitNode {
    /// Creates the parameters from a list. The graph keeps the semaphores.
    #[must_use]
    pub fn new(waits: &SemaphoreWaits) -> Self {
        Self(waits.clone())
    }
}

node_calls! {
    ExternalSemaphoresSignalNode {
        cuGraphAddExternalSemaphoresSignalNode, cuGraphExternalSemaphoresSignalNodeSetParams,
        cuGraphExecExternalSemaphoresSignalNodeSetParams;
        |this, _| &this.0.as_raw();
        owner: this.0.clone();
        check_driver: |raw| {
            check_semaphores(this.0.semaphores(), raw, Symbol::cuGraphAddExternalSemaphoresSignalNode)
        };
    }
    ExternalSemaphoresWaitNode {
        cuGraphAddExternalSemaphoresWaitNode, cuGraphExternalSemaphoresWaitNodeSetParams,
        cuGraphExecExternalSemaphoresWaitNodeSetParams;
        |this, _| &this.0.as_raw();
        owner: this.0.clone();
        check_driver: |raw| {
            check_semaphores(this.0.semaphores(), raw, Symbol::cuGraphAddExternalSemaphoresWaitNode)
        };
    }
}
