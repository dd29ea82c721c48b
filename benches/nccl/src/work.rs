/// The collective that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Work {
    AllReduce,
    AllGather,
    ReduceScatter,
}

impl Work {
    pub const ALL: [Self; 3] = [Self::AllReduce, Self::AllGather, Self::ReduceScatter];

    pub fn name(self) -> &'static str {
        match self {
            Self::AllReduce => "all_reduce",
            Self::AllGather => "all_gather",
            Self::ReduceScatter => "reduce_scatter",
        }
    }

    /// Returns how many bytes go over each link, as nccl-tests counts them, for one byte of the largest buffer.
    pub fn bus_factor(self, gpus: usize) -> f64 {
        let others = (gpus - 1) as f64 / gpus as f64;
        match self {
            Self::AllReduce => 2.0 * others,
            _ => others,
        }
    }
}
