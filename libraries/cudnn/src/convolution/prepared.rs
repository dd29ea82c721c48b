//! What the three convolutions have in common: descriptions, and the choice of an algorithm.

use core::ffi::c_int;
use core::time::Duration;

use cuda_libraries_sys::cudnn::*;
use cuda_library_support::WorkspaceRange;

use crate::call::{Operand, listed};
use crate::convolution::Convolution;
use crate::convolution::algorithm::{Algorithm, Direction, Problem};
use crate::descriptor::{ConvolutionDescriptor, FilterDescriptor, TensorDescriptor};
use crate::element::Factor;
use crate::error::{Error, NoAlgorithm};
use crate::handle::Dnn;
use crate::math::Determinism;

/// How often each algorithm is measured.
const ROUNDS: u32 = 5;

/// The algorithm by which alone cuDNN adds a bias without an activation.
const PRECOMPUTED: u32 =
    cudnnConvolutionFwdAlgo_t::CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM.0;

/// The most algorithms that cuDNN is asked for: it has ten at most, each in two precisions.
const MOST_ALGORITHMS: usize = 24;

/// A convolution that was checked, and its descriptions.
pub(super) struct PreparedConvolution<'a> {
    pub(super) call: &'static str,
    /// `x`, `w` and `y`, whichever of them is the result.
    pub(super) operands: [Operand<'a>; 3],
    pub(super) problem: Problem,
    pub(super) x: TensorDescriptor,
    pub(super) w: FilterDescriptor,
    pub(super) y: TensorDescriptor,
    pub(super) convolution: ConvolutionDescriptor,
    pub(super) is_double: bool,
}

/// What cuDNN says of an algorithm.
struct AlgorithmReport {
    algorithm: u32,
    status: cudnnStatus_t,
    determinism: cudnnDeterminism_t,
    math: cudnnMathType_t,
}

impl<'b> Dnn<'_> {
    pub(super) fn prepare<const N: usize>(
        &self,
        call: &'static str,
        direction: Direction,
        convolution: &Convolution<N>,
        operands: [Operand<'b>; 3],
        compute: cudnnDataType_t,
    ) -> Result<PreparedConvolution<'b>, Error> {
        let [x, w, y] = operands;
        convolution.check(call, &x.layout, &w.layout, &y.layout)?;
        self.check(call, &operands)?;
        let cudnn = self.cudnn();
        let raw = convolution.as_raw(call, compute)?;
        let is_channels_last = !x.layout.is_packed() || !y.layout.is_packed();
        let problem = Problem {
            direction,
            x: x.layout,
            w: w.layout,
            y: y.layout,
            data: [x.data, y.data],
            convolution: raw,
            math: self.math,
            place: (self.handle.context().device().as_raw(), cudnn.version()),
        };
        Ok(PreparedConvolution {
            call,
            operands,
            problem,
            x: x.descriptor(cudnn, call)?,
            w: w.filter(cudnn, call, is_channels_last)?,
            y: y.descriptor(cudnn, call)?,
            convolution: ConvolutionDescriptor::new(cudnn, &raw, self.math.as_raw(x.data))?,
            is_double: compute == cudnnDataType_t::CUDNN_DATA_DOUBLE,
        })
    }

    /// Returns up to `count` algorithms, those that cuDNN thinks fastest first.
    pub(super) fn search(
        &mut self,
        prepared: &PreparedConvolution<'_>,
        count: usize,
    ) -> Result<Vec<Algorithm>, Error> {
        let mut algorithms = Vec::new();
        let mut reasons = Vec::new();
        let wanted = self.math.as_raw(prepared.problem.data[0]);
        for found in self.heuristics(prepared)? {
            if algorithms.len() == count {
                break;
            }
            let mut algorithm = Algorithm {
                problem: prepared.problem,
                algorithm: found.algorithm,
                // What is asked to be exact stays so.
                math: match wanted {
                    cudnnMathType_t::CUDNN_FMA_MATH => wanted,
                    _ => found.math,
                },
                determinism: match found.determinism {
                    cudnnDeterminism_t::CUDNN_DETERMINISTIC => Determinism::Deterministic,
                    _ => Determinism::Any,
                },
                workspace: 0,
                time: None,
            };
            let name = algorithm.name();
            let mut against = |reason: String| reasons.push(format!("{name} {reason}"));
            if found.status != cudnnStatus_t::CUDNN_STATUS_SUCCESS {
                against(format!("returned {}", found.status));
                continue;
            }
            if !self.determinism.allows(found.determinism) {
                against("adds in an order that varies".into());
                continue;
            }
            let is_precomputed = found.algorithm == PRECOMPUTED;
            if prepared.problem.direction == Direction::Fused && !is_precomputed {
                against("isn't for a bias".into());
                continue;
            }
            match self.workspace_of(prepared, &algorithm) {
                Ok(needed) => algorithm.workspace = needed,
                Err(error) => {
                    against(format!("failed: {error}"));
                    continue;
                }
            }
            if let Some(WorkspaceRange { len: found, .. }) = self.workspace
                && found < algorithm.workspace
            {
                against(format!(
                    "needs a workspace of {} bytes, and there are {found}",
                    algorithm.workspace
                ));
                continue;
            }
            algorithms.push(algorithm);
        }
        if algorithms.is_empty() && count > 0 {
            Err(Error::NoAlgorithm(Box::new(NoAlgorithm {
                call: prepared.call,
                operands: listed(&prepared.operands),
                reasons,
            })))
        } else {
            Ok(algorithms)
        }
    }

    fn heuristics(
        &mut self,
        prepared: &PreparedConvolution<'_>,
    ) -> Result<Vec<AlgorithmReport>, Error> {
        let (x, w, y) = (prepared.x.raw(), prepared.w.raw(), prepared.y.raw());
        let convolution = prepared.convolution.raw();
        match prepared.problem.direction {
            Direction::Forward | Direction::Fused => {
                let mut found = [cudnnConvolutionFwdAlgoPerf_t::default(); MOST_ALGORITHMS];
                let mut count: c_int = 0;
                let (most, results) = (found.len() as c_int, found.as_mut_ptr());
                // SAFETY: the descriptions are alive, and there is space for as many results.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnGetConvolutionForwardAlgorithm_v7,
                        self.cudnn().raw().cudnnGetConvolutionForwardAlgorithm_v7,
                        |function, handle| {
                            function(handle, x, w, convolution, y, most, &raw mut count, results)
                        },
                    )
                }?;
                let report = |measurement: &cudnnConvolutionFwdAlgoPerf_t| AlgorithmReport {
                    algorithm: measurement.algo.0,
                    status: measurement.status,
                    determinism: measurement.determinism,
                    math: measurement.mathType,
                };
                let count = usize::try_from(count).unwrap_or(0);
                Ok(found.iter().take(count).map(report).collect())
            }
            Direction::BackwardData => {
                let mut found = [cudnnConvolutionBwdDataAlgoPerf_t::default(); MOST_ALGORITHMS];
                let mut count: c_int = 0;
                let (most, results) = (found.len() as c_int, found.as_mut_ptr());
                // SAFETY: the descriptions are alive, and there is space for as many results.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnGetConvolutionBackwardDataAlgorithm_v7,
                        self.cudnn().raw().cudnnGetConvolutionBackwardDataAlgorithm_v7,
                        |function, handle| {
                            function(handle, w, y, convolution, x, most, &raw mut count, results)
                        },
                    )
                }?;
                let report = |measurement: &cudnnConvolutionBwdDataAlgoPerf_t| AlgorithmReport {
                    algorithm: measurement.algo.0,
                    status: measurement.status,
                    determinism: measurement.determinism,
                    math: measurement.mathType,
                };
                let count = usize::try_from(count).unwrap_or(0);
                Ok(found.iter().take(count).map(report).collect())
            }
            Direction::BackwardFilter => {
                let mut found = [cudnnConvolutionBwdFilterAlgoPerf_t::default(); MOST_ALGORITHMS];
                let mut count: c_int = 0;
                let (most, results) = (found.len() as c_int, found.as_mut_ptr());
                // SAFETY: the descriptions are alive, and there is space for as many results.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnGetConvolutionBackwardFilterAlgorithm_v7,
                        self.cudnn().raw().cudnnGetConvolutionBackwardFilterAlgorithm_v7,
                        |function, handle| {
                            function(handle, x, y, convolution, w, most, &raw mut count, results)
                        },
                    )
                }?;
                let report = |measurement: &cudnnConvolutionBwdFilterAlgoPerf_t| AlgorithmReport {
                    algorithm: measurement.algo.0,
                    status: measurement.status,
                    determinism: measurement.determinism,
                    math: measurement.mathType,
                };
                let count = usize::try_from(count).unwrap_or(0);
                Ok(found.iter().take(count).map(report).collect())
            }
        }
    }

    /// Returns the bytes of workspace that an algorithm needs.
    fn workspace_of(
        &mut self,
        prepared: &PreparedConvolution<'_>,
        algorithm: &Algorithm,
    ) -> Result<usize, Error> {
        let (x, w, y) = (prepared.x.raw(), prepared.w.raw(), prepared.y.raw());
        let convolution = prepared.convolution.raw();
        prepared.convolution.set_math(algorithm.math)?;
        let mut bytes = 0;
        match prepared.problem.direction {
            Direction::Forward | Direction::Fused => {
                let which = cudnnConvolutionFwdAlgo_t(algorithm.algorithm);
                // SAFETY: the descriptions are alive, and the pointer is to a live number.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnGetConvolutionForwardWorkspaceSize,
                        self.cudnn().raw().cudnnGetConvolutionForwardWorkspaceSize,
                        |function, handle| {
                            function(handle, x, w, convolution, y, which, &raw mut bytes)
                        },
                    )
                }
            }
            Direction::BackwardData => {
                let which = cudnnConvolutionBwdDataAlgo_t(algorithm.algorithm);
                // SAFETY: the descriptions are alive, and the pointer is to a live number.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnGetConvolutionBackwardDataWorkspaceSize,
                        self.cudnn().raw().cudnnGetConvolutionBackwardDataWorkspaceSize,
                        |function, handle| {
                            function(handle, w, y, convolution, x, which, &raw mut bytes)
                        },
                    )
                }
            }
            Direction::BackwardFilter => {
                let which = cudnnConvolutionBwdFilterAlgo_t(algorithm.algorithm);
                // SAFETY: the descriptions are alive, and the pointer is to a live number.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnGetConvolutionBackwardFilterWorkspaceSize,
                        self.cudnn().raw().cudnnGetConvolutionBackwardFilterWorkspaceSize,
                        |function, handle| {
                            function(handle, x, y, convolution, w, which, &raw mut bytes)
                        },
                    )
                }
            }
        }?;
        Ok(bytes)
    }

    /// Returns the algorithm that was set, or the one that cuDNN thinks fastest.
    pub(super) fn choose(
        &mut self,
        prepared: &PreparedConvolution<'_>,
    ) -> Result<Algorithm, Error> {
        let Some(algorithm) = self.algorithm else {
            let first = self.search(prepared, 1)?;
            return first
                .first()
                .copied()
                .ok_or_else(|| Error::OtherProblem { call: prepared.call, found: String::new() });
        };
        let mut problem = algorithm.problem;
        let is_precomputed = algorithm.algorithm == PRECOMPUTED;
        if problem.direction == Direction::Forward && is_precomputed {
            problem.direction = prepared.problem.direction;
        }
        if problem != prepared.problem {
            let Problem { x, w, y, .. } = &problem;
            return Err(Error::OtherProblem {
                call: prepared.call,
                found: format!("x of {x}, w of {w}, y of {y}"),
            });
        }
        let is_certain = algorithm.determinism == Determinism::Deterministic;
        if self.determinism == Determinism::Deterministic && !is_certain {
            let reason = format!("{} adds in an order that varies", algorithm.name());
            return Err(Error::NoAlgorithm(Box::new(NoAlgorithm {
                call: prepared.call,
                operands: listed(&prepared.operands),
                reasons: vec![reason],
            })));
        }
        prepared.convolution.set_math(algorithm.math)?;
        Ok(*algorithm)
    }

    /// Submits a convolution other than a fused one, with an algorithm.
    pub(super) fn submit(
        &mut self,
        prepared: &PreparedConvolution<'_>,
        algorithm: &Algorithm,
    ) -> Result<(), Error> {
        let [x, w, y] = prepared.operands.each_ref().map(Operand::pointer);
        let (x_is, w_is, y_is) = (prepared.x.raw(), prepared.w.raw(), prepared.y.raw());
        let convolution = prepared.convolution.raw();
        let (alpha, beta) = self.factors(prepared.is_double);
        // Freed on the stream, after the call.
        let memory = self.memory(prepared.call, algorithm.workspace)?;
        let (workspace, len) = (memory.pointer(), memory.len);
        match prepared.problem.direction {
            Direction::Forward | Direction::Fused => {
                let which = cudnnConvolutionFwdAlgo_t(algorithm.algorithm);
                // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream, in
                // whose order their memory and the workspace's is freed. The factors are read before the call returns.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnConvolutionForward,
                        self.cudnn().raw().cudnnConvolutionForward,
                        |function, handle| {
                            function(
                                handle,
                                alpha.pointer(),
                                x_is,
                                x,
                                w_is,
                                w,
                                convolution,
                                which,
                                workspace,
                                len,
                                beta.pointer(),
                                y_is,
                                y,
                            )
                        },
                    )
                }
            }
            Direction::BackwardData => {
                let which = cudnnConvolutionBwdDataAlgo_t(algorithm.algorithm);
                // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream, in
                // whose order their memory and the workspace's is freed. The factors are read before the call returns.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnConvolutionBackwardData,
                        self.cudnn().raw().cudnnConvolutionBackwardData,
                        |function, handle| {
                            function(
                                handle,
                                alpha.pointer(),
                                w_is,
                                w,
                                y_is,
                                y,
                                convolution,
                                which,
                                workspace,
                                len,
                                beta.pointer(),
                                x_is,
                                x,
                            )
                        },
                    )
                }
            }
            Direction::BackwardFilter => {
                let which = cudnnConvolutionBwdFilterAlgo_t(algorithm.algorithm);
                // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream, in
                // whose order their memory and the workspace's is freed. The factors are read before the call returns.
                unsafe {
                    self.call(
                        &prepared.operands,
                        Symbol::cudnnConvolutionBackwardFilter,
                        self.cudnn().raw().cudnnConvolutionBackwardFilter,
                        |function, handle| {
                            function(
                                handle,
                                alpha.pointer(),
                                x_is,
                                x,
                                y_is,
                                y,
                                convolution,
                                which,
                                workspace,
                                len,
                                beta.pointer(),
                                w_is,
                                w,
                            )
                        },
                    )
                }
            }
        }
    }

    /// Measures algorithms, and returns the fastest.
    pub(super) fn fastest(
        &mut self,
        prepared: &PreparedConvolution<'_>,
    ) -> Result<Algorithm, Error> {
        self.check_not_captured(prepared.call)?;
        let mut fastest: Option<(Duration, Algorithm)> = None;
        let mut failed = None;
        for mut algorithm in self.search(prepared, MOST_ALGORITHMS)? {
            match self.time(prepared, &algorithm) {
                Ok(time) if fastest.as_ref().is_none_or(|(least, _)| time < *least) => {
                    algorithm.time = Some(time);
                    fastest = Some((time, algorithm));
                }
                Ok(_) => {}
                Err(error) => failed = Some(error),
            }
        }
        match (fastest, failed) {
            (Some((_, algorithm)), _) => Ok(algorithm),
            (None, Some(error)) => Err(error),
            (None, None) => Err(Error::OtherProblem { call: prepared.call, found: String::new() }),
        }
    }

    fn time(
        &mut self,
        prepared: &PreparedConvolution<'_>,
        algorithm: &Algorithm,
    ) -> Result<Duration, Error> {
        prepared.convolution.set_math(algorithm.math)?;
        // The first time loads code.
        self.submit(prepared, algorithm)?;
        let (stream, context) = (self.stream, self.stream.context());
        let (begin, end) = (context.event()?, context.event()?);
        stream.record(&begin)?;
        for _ in 0..ROUNDS {
            self.submit(prepared, algorithm)?;
        }
        stream.record(&end)?;
        end.synchronize()?;
        Ok(begin.elapsed(&end)? / ROUNDS)
    }

    /// Submits a convolution with a bias and an activation.
    pub(super) fn submit_fused(
        &mut self,
        prepared: &PreparedConvolution<'_>,
        algorithm: &Algorithm,
        (z_factor, z): (Factor, Operand<'_>),
        bias: Operand<'_>,
        activation: cudnnActivationDescriptor_t,
    ) -> Result<(), Error> {
        let cudnn = self.cudnn();
        let [x, w, y] = prepared.operands;
        let z_is = z.descriptor(cudnn, prepared.call)?;
        let bias_is = bias.descriptor(cudnn, prepared.call)?;
        let (alpha, _) = self.factors(prepared.is_double);
        // Freed on the stream, after the call.
        let memory = self.memory(prepared.call, algorithm.workspace)?;
        let (workspace, len) = (memory.pointer(), memory.len);
        let which = cudnnConvolutionFwdAlgo_t(algorithm.algorithm);
        // SAFETY: as in `submit`; the tensor that is added may be the result.
        unsafe {
            self.call(
                &[x, w, z, bias, y],
                Symbol::cudnnConvolutionBiasActivationForward,
                self.cudnn().raw().cudnnConvolutionBiasActivationForward,
                |function, handle| {
                    function(
                        handle,
                        alpha.pointer(),
                        prepared.x.raw(),
                        x.pointer(),
                        prepared.w.raw(),
                        w.pointer(),
                        prepared.convolution.raw(),
                        which,
                        workspace,
                        len,
                        z_factor.pointer(),
                        z_is.raw(),
                        z.pointer(),
                        bias_is.raw(),
                        bias.pointer(),
                        activation,
                        prepared.y.raw(),
                        y.pointer(),
                    )
                },
            )
        }
    }
}
