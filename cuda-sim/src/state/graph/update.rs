use std::collections::BTreeMap;

use cuda_driver_sys::CUgraphExecUpdateResult;

use crate::state::graph::plan::{Action, GraphPlan, Step};
use crate::state::work::KernelLaunch;

/// The reasons, by short names.
pub(crate) type Reason = CUgraphExecUpdateResult;

/// Why a graph can't update an executable one: the reason, and the handle of the graph's node, or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Difference {
    pub reason: Reason,
    pub node: usize,
}

impl Difference {
    fn new(reason: Reason, node: usize) -> Self {
        Self { reason, node }
    }

    fn topology(node: usize) -> Self {
        Self::new(Reason::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, node)
    }
}

impl GraphPlan {
    /// Takes over the parameters of another plan with the same nodes and dependencies.
    pub(crate) fn update(&mut self, new: &Self) -> Result<(), Difference> {
        let pairs = self.pair(new)?;
        let mut actions = Vec::with_capacity(self.steps.len());
        for (step, pair) in self.steps.iter().zip(pairs) {
            let Some(new) = new.steps.get(pair) else {
                return Err(Difference::topology(0));
            };
            actions.push(step.updated(new)?);
        }
        for (step, action) in self.steps.iter_mut().zip(actions) {
            step.action = action;
        }
        Ok(())
    }

    /// Returns the other plan's step for each step.
    ///
    /// Those that nothing depends on correspond to each other, and then what they depend on, in order.
    fn pair(&self, new: &Self) -> Result<Vec<usize>, Difference> {
        if self.steps.len() != new.steps.len() {
            return Err(Difference::topology(0));
        }
        let ends = |plan: &Self| -> Vec<usize> {
            let steps = plan.steps.iter().enumerate().rev();
            let ends = steps.filter(|(_, step)| step.before.is_empty());
            ends.map(|(place, _)| place).collect()
        };
        let (own, other) = (ends(self), ends(new));
        if own.len() != other.len() {
            let more = other.get(own.len()).and_then(|place| new.steps.get(*place));
            return Err(Difference::topology(more.map_or(0, |step| step.node)));
        }
        let mut paired = BTreeMap::new();
        let mut taken = BTreeMap::new();
        let mut open: Vec<(usize, usize)> = own.into_iter().zip(other).collect();
        while let Some((old, place)) = open.pop() {
            let (Some(step), Some(other)) = (self.steps.get(old), new.steps.get(place)) else {
                return Err(Difference::topology(0));
            };
            match (paired.insert(old, place), taken.insert(place, old)) {
                (None, None) => {}
                (Some(before), Some(of)) if before == place && of == old => continue,
                _ => return Err(Difference::topology(other.node)),
            }
            if step.after.len() != other.after.len() {
                return Err(Difference::topology(other.node));
            }
            open.extend(step.after.iter().copied().zip(other.after.iter().copied()));
        }
        Ok(paired.into_values().collect())
    }
}

impl Step {
    /// Returns its action with the parameters of another step, if only those differ that may.
    pub(crate) fn updated(&self, new: &Self) -> Result<Action, Difference> {
        let differs = |reason| Err(Difference::new(reason, new.node));
        let changed = || differs(Reason::CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED);
        match (&self.action, &new.action) {
            (Action::Kernel(old), Action::Kernel(new)) if !same_attributes(old, new) => {
                differs(Reason::CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED)
            }
            // Of a copy in one dimension, addresses and size can change, and of another one nothing, not even a field that
            // isn't used.
            (Action::Copy(old), Action::Copy(new))
                if old.memory() != new.memory()
                    || old.dimensions() != new.dimensions()
                    || old.dimensions() > 1 && !old.is_described_as(new) =>
            {
                changed()
            }
            // Of a fill in two dimensions, the address and the value can.
            (Action::Fill(old), Action::Fill(new))
                if (old.fill.height == 1) != (new.fill.height == 1)
                    || old.fill.height != 1 && !old.fill.has_shape_of(&new.fill) =>
            {
                changed()
            }
            (Action::Batch(old), Action::Batch(new))
                if old.operations.len() != new.operations.len() =>
            {
                changed()
            }
            (Action::Allocate(old), Action::Allocate(new)) if old.bytes != new.bytes => changed(),
            (Action::Semaphores(old), Action::Semaphores(new))
                if old.is_wait() != new.is_wait() =>
            {
                differs(Reason::CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED)
            }
            (Action::Child(old), Action::Child(new)) => {
                let mut plan = GraphPlan::clone(old);
                plan.update(new)?;
                Ok(Action::Child(plan.into()))
            }
            (
                Action::Conditional { kind, bodies, .. },
                Action::Conditional { condition, kind: new_kind, bodies: new_bodies },
            ) => {
                if kind != new_kind || bodies.len() != new_bodies.len() {
                    return changed();
                }
                let updated =
                    |(old, new): (&std::sync::Arc<GraphPlan>, &std::sync::Arc<GraphPlan>)| {
                        let mut plan = GraphPlan::clone(old);
                        plan.update(new).map(|()| plan.into())
                    };
                let bodies: Result<Vec<_>, _> =
                    bodies.iter().zip(new_bodies).map(updated).collect();
                Ok(Action::Conditional {
                    condition: condition.clone(),
                    kind: *kind,
                    bodies: bodies?,
                })
            }
            (old, new) if core::mem::discriminant(old) != core::mem::discriminant(new) => {
                differs(Reason::CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED)
            }
            (_, new) => Ok(new.clone()),
        }
    }
}

/// Attributes that an update can't change.
fn same_attributes(old: &KernelLaunch, new: &KernelLaunch) -> bool {
    old.cooperative == new.cooperative && old.cluster == new.cluster
}
