//! How ranks of several processes find each other: the variables that launchers set, and ways to distribute the
//! [`UniqueId`].
//!
//! Each process is one rank, which is set by the launcher in its environment ([`Ranks::from_environment`]), or by the
//! program itself. Rank 0 creates the id, and distributes it to all others over TCP or in a file:
//!
//! | launcher | rank, ranks, rank on its host | the id |
//! |---|---|---|
//! | torchrun | `RANK`, `WORLD_SIZE`, `LOCAL_RANK` | [`share_by_tcp`](Ranks::share_by_tcp) with [`master_address`] |
//! | Slurm's `srun` | `SLURM_PROCID`, `SLURM_NTASKS`, `SLURM_LOCALID` | as torchrun's, once the job's script sets `MASTER_ADDR` and `MASTER_PORT`; or [`share_by_file`](Ranks::share_by_file) |
//! | Open MPI's `mpirun` | `OMPI_COMM_WORLD_RANK`, `…_SIZE`, `…_LOCAL_RANK` | as Slurm's |
//! | MPICH's `mpiexec`, and others with its interface | `PMI_RANK`, `PMI_SIZE`, `MPI_LOCALRANKID` | as Slurm's |
//! | none | [`Ranks`] is a plain struct | `share_by_tcp` with any address of rank 0's host |
//!
//! Here two threads stand for the processes; the address is one that all of them know:
//!
//! ```
//! use nccl::UniqueId;
//! use nccl::rendezvous::{Ranks, RendezvousError};
//! use std::time::Duration;
//!
//! # let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
//! # let address = listener.local_addr().unwrap();
//! # drop(listener);
//! let rank = |rank| -> Result<UniqueId, RendezvousError> {
//!     let ranks = Ranks { rank, nranks: 2, local_rank: rank };
//!     // In a program that has NCCL: `|| nccl.unique_id()`.
//!     let make = || Ok(UniqueId::from_bytes(&[7; 128]));
//!     ranks.share_by_tcp(address, make, Duration::from_secs(60))
//! };
//! std::thread::scope(|scope| {
//!     let other = scope.spawn(|| rank(1));
//!     assert_eq!(rank(0)?, other.join().unwrap()?);
//!     Ok::<(), RendezvousError>(())
//! })?;
//! # Ok::<(), RendezvousError>(())
//! ```
//!
//! Anyone who knows the id can join and receive data, so use networks and folders that others can't read.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, thread};

use thiserror::Error;

use crate::UniqueId;
use crate::error::debug_as_display;

/// The position of this process among those that a launcher started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// The rank of this process, from 0.
    pub rank: usize,
    /// The number of ranks.
    pub nranks: usize,
    /// The rank among the processes of the same host, conventionally used as the device ordinal.
    pub local_rank: usize,
}

/// An error of the rendezvous.
#[derive(Error)]
#[non_exhaustive]
pub enum RendezvousError {
    /// No launcher set its variables.
    #[error(
        "no launcher set the rank of this process: there is no RANK (torchrun), SLURM_PROCID, OMPI_COMM_WORLD_RANK or PMI_RANK"
    )]
    NoLauncher,
    /// A variable of a launcher is missing, or isn't a number.
    #[error("{variable} is {found}, and should be a number")]
    Variable {
        /// Its name.
        variable: &'static str,
        /// Its value.
        found: String,
    },
    /// Nothing says where rank 0 listens.
    #[error(
        "nothing says where rank 0 listens: set MASTER_ADDR to its host, and MASTER_PORT to a free port there (torchrun sets both)"
    )]
    NoAddress,
    /// The rank isn't among the ranks.
    #[error("rank {rank} isn't among {nranks} ranks")]
    NoSuchRank {
        /// The rank.
        rank: usize,
        /// The number of ranks.
        nranks: usize,
    },
    /// Not all ranks arrived in time.
    #[error("{missing} of {nranks} ranks did not arrive at {place} within {waited:?}")]
    Late {
        /// The meeting place.
        place: String,
        /// The number of missing ranks; for ranks other than 0, rank 0 is the missing one.
        missing: usize,
        /// The number of ranks.
        nranks: usize,
        /// The time waited.
        waited: Duration,
    },
    /// A system call failed.
    #[error("cannot {what} {place}: {source}")]
    Io {
        /// What failed.
        what: &'static str,
        /// The address or file.
        place: String,
        /// The cause.
        source: io::Error,
    },
    /// The id could not be created.
    #[error(transparent)]
    Nccl(#[from] crate::Error),
}

debug_as_display!(RendezvousError);

/// The variables of rank, number of ranks, and rank on the host: of torchrun, Open MPI, MPICH and others with its interface, and
/// Slurm. A program under Slurm may have been started by `mpirun` or torchrun, whose variables say more.
const LAUNCHERS: [[&str; 3]; 4] = [
    ["RANK", "WORLD_SIZE", "LOCAL_RANK"],
    [
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "OMPI_COMM_WORLD_LOCAL_RANK",
    ],
    ["PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"],
    ["SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"],
];

impl Ranks {
    /// Reads the launcher's variables, the first set that is there: those of torchrun (`RANK`, `WORLD_SIZE`, `LOCAL_RANK`), of Open MPI
    /// (`OMPI_COMM_WORLD_…`), of MPICH (`PMI_…`), or of Slurm (`SLURM_PROCID`, `SLURM_NTASKS`, `SLURM_LOCALID`).
    ///
    /// # Errors
    /// [`RendezvousError::NoLauncher`], [`RendezvousError::Variable`], [`RendezvousError::NoSuchRank`].
    pub fn from_environment() -> Result<Self, RendezvousError> {
        Self::from_variables(|name| env::var(name).ok())
    }

    /// Like [`from_environment`](Self::from_environment), with the variables that `get` returns.
    ///
    /// # Errors
    /// As [`from_environment`](Self::from_environment).
    pub fn from_variables(get: impl Fn(&str) -> Option<String>) -> Result<Self, RendezvousError> {
        let number = |variable: &'static str| {
            let found = get(variable);
            let parsed = found.as_deref().and_then(|text| text.trim().parse().ok());
            parsed.ok_or_else(|| RendezvousError::Variable {
                variable,
                found: found.map_or("not set".to_owned(), |text| format!("`{text}`")),
            })
        };
        let launcher = LAUNCHERS.iter().find(|[rank, ..]| get(rank).is_some());
        let [rank, nranks, local_rank] = launcher.ok_or(RendezvousError::NoLauncher)?;
        let (rank, nranks) = (number(rank)?, number(nranks)?);
        // A launcher that doesn't set it runs one process per host.
        let local_rank = get(local_rank).map_or(Ok(0), |_| number(local_rank))?;
        if rank >= nranks {
            return Err(RendezvousError::NoSuchRank { rank, nranks });
        }
        Ok(Self {
            rank,
            nranks,
            local_rank,
        })
    }

    /// Distributes the id over TCP: rank 0 creates it with `make` and listens at `address`, to which the others
    /// connect: an address of rank 0's host, such as [`master_address`] returns.
    ///
    /// # Errors
    /// [`RendezvousError::Late`] after `timeout`, or the system's error.
    pub fn share_by_tcp(
        &self,
        address: impl ToSocketAddrs,
        make: impl FnOnce() -> Result<UniqueId, crate::Error>,
        timeout: Duration,
    ) -> Result<UniqueId, RendezvousError> {
        let addresses: Vec<_> = address
            .to_socket_addrs()
            .map_err(io_error("look up", "the address"))?
            .collect();
        let place = addresses
            .first()
            .map_or("no address".to_owned(), ToString::to_string);
        let since = Instant::now();
        let late = |missing| RendezvousError::Late {
            place: place.clone(),
            missing,
            nranks: self.nranks,
            waited: since.elapsed(),
        };
        if self.rank == 0 {
            let listener =
                TcpListener::bind(&addresses[..]).map_err(io_error("listen at", &place))?;
            listener
                .set_nonblocking(true)
                .map_err(io_error("listen at", &place))?;
            let id = make()?;
            let mut missing = self.nranks - 1;
            while missing > 0 {
                match listener.accept() {
                    Ok((stream, _)) => missing -= usize::from(hand_over(stream, id, timeout)),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        thread::sleep(Duration::from_millis(1))
                    }
                    Err(error) => return Err(io_error("listen at", &place)(error)),
                }
                if missing > 0 && since.elapsed() > timeout {
                    return Err(late(missing));
                }
            }
            return Ok(id);
        }
        loop {
            let left = timeout.saturating_sub(since.elapsed());
            let received = connect(&addresses, left).and_then(|stream| receive(stream, left));
            match received {
                Ok(id) => return Ok(id),
                Err(_) if since.elapsed() < timeout => thread::sleep(Duration::from_millis(5)),
                Err(_) => return Err(late(1)),
            }
        }
    }

    /// Distributes the id in a file that all ranks can read: rank 0 creates it with `make` and writes it, readable only
    /// for its user. The file must not exist before. Rank 0's program should remove it, for example after all ranks
    /// have joined.
    ///
    /// # Errors
    /// [`RendezvousError::Late`] after `timeout`, or the system's error.
    pub fn share_by_file(
        &self,
        path: &Path,
        make: impl FnOnce() -> Result<UniqueId, crate::Error>,
        timeout: Duration,
    ) -> Result<UniqueId, RendezvousError> {
        let place = path.display().to_string();
        if self.rank == 0 {
            let id = make()?;
            // The file appears with its complete contents.
            let unfinished = PathBuf::from(format!("{place}.{}", std::process::id()));
            let written = create_private(&unfinished).and_then(|mut file| {
                file.write_all(id.to_string().as_bytes())?;
                fs::rename(&unfinished, path)
            });
            written.map_err(io_error("write", &place))?;
            return Ok(id);
        }
        let since = Instant::now();
        loop {
            match fs::read_to_string(path) {
                Ok(text) => return Ok(text.trim().parse()?),
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(io_error("read", &place)(error));
                }
                Err(_) if since.elapsed() < timeout => thread::sleep(Duration::from_millis(5)),
                Err(_) => {
                    return Err(RendezvousError::Late {
                        place,
                        missing: 1,
                        nranks: self.nranks,
                        waited: since.elapsed(),
                    });
                }
            }
        }
    }
}

/// Returns where rank 0 should listen, for [`Ranks::share_by_tcp`]: the host `MASTER_ADDR`, and the port `MASTER_PORT`, or the
/// one after it if torchrun's own server listens at that. torchrun sets both; with other launchers, set them yourself.
///
/// # Errors
/// [`RendezvousError::NoAddress`], [`RendezvousError::Variable`].
pub fn master_address() -> Result<(String, u16), RendezvousError> {
    master_address_from(|name| env::var(name).ok())
}

/// Like [`master_address`], with the variables that `get` returns.
///
/// # Errors
/// As [`master_address`].
pub fn master_address_from(
    get: impl Fn(&str) -> Option<String>,
) -> Result<(String, u16), RendezvousError> {
    let variable = "MASTER_PORT";
    let (Some(host), Some(port)) = (get("MASTER_ADDR"), get(variable)) else {
        return Err(RendezvousError::NoAddress);
    };
    let parsed: Result<u16, _> = port.trim().parse();
    let port = parsed.map_err(|_| RendezvousError::Variable {
        variable,
        found: format!("`{port}`"),
    })?;
    let is_taken = get("TORCHELASTIC_USE_AGENT_STORE").as_deref() == Some("True");
    let port = match is_taken {
        true => port.checked_add(1).unwrap_or(port - 1),
        false => port,
    };
    Ok((host.trim().to_owned(), port))
}

/// The bytes that begin the exchange, so that another program at the port doesn't count as a rank.
const HELLO: [u8; 8] = *b"nccl-id\0";

/// Returns `true` if a rank got the id.
fn hand_over(mut stream: TcpStream, id: UniqueId, timeout: Duration) -> bool {
    let mut hello = [0; HELLO.len()];
    let patience = timeout
        .min(Duration::from_secs(5))
        .max(Duration::from_millis(1));
    let exchanged = stream
        .set_nonblocking(false)
        .and_then(|()| stream.set_read_timeout(Some(patience)))
        .and_then(|()| stream.read_exact(&mut hello))
        .and_then(|()| match hello == HELLO {
            true => stream.write_all(&id.to_bytes()),
            false => Err(io::ErrorKind::InvalidData.into()),
        });
    exchanged.is_ok()
}

/// Connects to the first address that accepts.
fn connect(addresses: &[SocketAddr], timeout: Duration) -> io::Result<TcpStream> {
    let each = timeout / u32::try_from(addresses.len()).unwrap_or(u32::MAX).max(1);
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses {
        match TcpStream::connect_timeout(address, each.max(Duration::from_millis(1))) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn receive(mut stream: TcpStream, timeout: Duration) -> io::Result<UniqueId> {
    stream.set_read_timeout(Some(timeout.max(Duration::from_millis(1))))?;
    stream.write_all(&HELLO)?;
    let mut bytes = [0; 128];
    stream.read_exact(&mut bytes)?;
    Ok(UniqueId::from_bytes(&bytes))
}

fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn io_error(what: &'static str, place: &str) -> impl FnOnce(io::Error) -> RendezvousError {
    let place = place.to_owned();
    move |source| RendezvousError::Io {
        what,
        place,
        source,
    }
}
