use core::ffi::c_void;
use std::sync::Arc;

use cuda_libraries_sys::cudnn::*;

use crate::call::{Operand, listed};
use crate::error::{Error, NoAlgorithm};
use crate::graph::descriptor::{Descriptor, Descriptors};
use crate::handle::Dnn;
use crate::library::Cudnn;
use crate::math::Determinism;
use cuda_library_support::{OwnedHandle, WorkspaceRange};

type A = cudnnBackendAttributeName_t;
type D = cudnnBackendDescriptorType_t;
type T = cudnnBackendAttributeType_t;

/// The most notes of an engine.
const MOST_NOTES: usize = 16;

/// A number of a graph in host memory, of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar {
    pub(crate) uid: i64,
    pub(crate) bits: u32,
}

/// An operation graph that was compiled.
pub(crate) struct CompiledPlan {
    /// The graph with its parts, the configuration and the plan; none once it is dropped.
    parts: Option<Descriptors>,
    /// The place of the plan.
    plan: usize,
    handle: Arc<OwnedHandle<Cudnn>>,
    workspace: usize,
    values: Vec<Scalar>,
}

impl CompiledPlan {
    /// Creates one of the first engine that suits the conditions of a call.
    pub(super) fn new(
        dnn: &mut Dnn<'_>,
        call: &'static str,
        operands: &[Operand<'_>],
        mut parts: Descriptors,
        graph: usize,
        values: Vec<Scalar>,
    ) -> Result<Self, Error> {
        let mut reasons = Vec::new();
        let mut chosen = None;
        for mode in [
            cudnnBackendHeurMode_t::CUDNN_HEUR_MODE_A,
            cudnnBackendHeurMode_t::CUDNN_HEUR_MODE_FALLBACK,
        ] {
            let Some(graph) = parts.get(graph) else { break };
            match dnn.in_context(|| choose(dnn, graph, mode, &mut reasons)) {
                Ok(found) => chosen = found,
                // A graph that no engine supports may have no results, or an error instead.
                Err(error) if error.is_not_supported() => reasons.push(error.to_string()),
                Err(error) => return Err(error),
            }
            if chosen.is_some() {
                break;
            }
        }
        let Some((plan, config, workspace)) = chosen else {
            return Err(Error::NoAlgorithm(Box::new(NoAlgorithm {
                call,
                operands: listed(operands),
                reasons,
            })));
        };
        parts.add(config);
        let plan = parts.add(plan);
        Ok(Self { parts: Some(parts), plan, handle: dnn.handle.state.clone(), workspace, values })
    }

    /// Returns the bytes of workspace that it needs.
    pub(crate) fn workspace(&self) -> usize {
        self.workspace
    }

    /// Returns whether it was made with a handle.
    pub(crate) fn is_of(&self, dnn: &Dnn<'_>) -> bool {
        Arc::ptr_eq(&self.handle, &dnn.handle.state)
    }

    /// Submits it with tensors, each with its number. They were checked against the layouts that it was compiled for.
    pub(crate) fn execute(
        &self,
        dnn: &mut Dnn<'_>,
        call: &'static str,
        tensors: &[(i64, Operand<'_>)],
    ) -> Result<(), Error> {
        let cudnn = dnn.cudnn();
        let symbol = Symbol::cudnnBackendExecute;
        let function = cudnn.require(symbol, cudnn.raw().cudnnBackendExecute)?;
        let operands: Vec<Operand<'_>> = tensors.iter().map(|(_, operand)| *operand).collect();
        let mut uids: Vec<i64> = tensors.iter().map(|(uid, _)| *uid).collect();
        let mut pointers: Vec<*mut c_void> = operands.iter().map(Operand::pointer).collect();
        for scalar in &self.values {
            uids.push(scalar.uid);
            pointers.push(core::ptr::from_ref(&scalar.bits).cast_mut().cast());
        }
        // Freed on the stream, after the call.
        let memory = dnn.memory(call, self.workspace)?;
        let pack = Descriptor::new(cudnn, D::CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR)?;
        pack.numbers(A::CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, &uids)?;
        pack.pointers(A::CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, &pointers)?;
        pack.pointers(A::CUDNN_ATTR_VARIANT_PACK_WORKSPACE, &[memory.pointer()])?;
        pack.finalize()?;
        let plan = self.parts.as_ref().and_then(|parts| parts.get(self.plan));
        let plan = plan.map_or(core::ptr::null_mut(), Descriptor::raw);
        // SAFETY: the plan and the pack are alive; the tensors were checked, are borrowed, and belong to the stream, in whose order
        // their memory and the workspace's is freed. Numbers are read before the call returns.
        dnn.run(symbol, &operands, |handle| unsafe { function(handle, plan, pack.raw()) })
    }
}

impl Drop for CompiledPlan {
    fn drop(&mut self) {
        let parts = self.parts.take();
        // What was loaded is unloaded. If the context is gone, so is that.
        let _ = self.handle.context().with_current_relaxed(|| drop(parts));
    }
}

/// Returns the plan of the first engine that suits, with its configuration and workspace, and notes what is against others.
fn choose(
    dnn: &Dnn<'_>,
    graph: &Descriptor,
    mode: cudnnBackendHeurMode_t,
    reasons: &mut Vec<String>,
) -> Result<Option<(Descriptor, Descriptor, usize)>, Error> {
    let cudnn = dnn.cudnn();
    let heuristics = Descriptor::new(cudnn, D::CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR)?;
    heuristics.others(A::CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, &[graph])?;
    let ty = T::CUDNN_TYPE_HEUR_MODE;
    heuristics.choice(A::CUDNN_ATTR_ENGINEHEUR_MODE, ty, mode.0)?;
    heuristics.finalize()?;
    let kind = D::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR;
    let configs = heuristics.made(A::CUDNN_ATTR_ENGINEHEUR_RESULTS, kind)?;
    for (index, config) in configs.into_iter().enumerate() {
        let mut against = |reason: String| reasons.push(format!("engine {index}: {reason}"));
        if dnn.determinism == Determinism::Deterministic && varies(&config)? {
            against("adds in an order that varies".into());
            continue;
        }
        let plan = Descriptor::new(cudnn, D::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)?;
        plan.handle(A::CUDNN_ATTR_EXECUTION_PLAN_HANDLE, dnn.handle.raw())?;
        plan.others(A::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, &[&config])?;
        if let Err(error) = plan.finalize() {
            against(error.to_string());
            continue;
        }
        let needed = plan.number(A::CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE)?;
        let needed = usize::try_from(needed).unwrap_or(0);
        match dnn.workspace {
            Some(WorkspaceRange { len: found, .. }) if found < needed => {
                against(format!("needs a workspace of {needed} bytes, and there are {found}"));
            }
            _ => return Ok(Some((plan, config, needed))),
        }
    }
    Ok(None)
}

/// Returns whether an engine adds in an order that varies.
fn varies(config: &Descriptor) -> Result<bool, Error> {
    let kind = D::CUDNN_BACKEND_ENGINE_DESCRIPTOR;
    let engine = config.made_one(A::CUDNN_ATTR_ENGINECFG_ENGINE, kind)?;
    let ty = T::CUDNN_TYPE_NUMERICAL_NOTE;
    let notes = engine.choices(A::CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, ty, MOST_NOTES)?;
    Ok(notes.contains(&cudnnBackendNumericalNote_t::CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC.0))
}
