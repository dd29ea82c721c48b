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
use std::num::NonZeroU16;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, thread};

use thiserror::Error;

use crate::unique_id::UniqueId;
use cuda_driver::debug_as_display;

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
    /// A variable of a launcher is missing or isn't a number.
    #[error("{variable} is {found}, and should be {expected}")]
    Variable {
        /// Its name.
        variable: &'static str,
        /// Its value.
        found: String,
        /// A description of valid values.
        expected: &'static str,
    },
    /// The environment has no address of rank 0.
    #[error(
        "no address of rank 0 is known: set MASTER_ADDR to its host, and MASTER_PORT to a free port there (torchrun sets both)"
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
    TimedOut {
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
    #[error("cannot {action} {place}: {source}")]
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The address or file.
        place: String,
        /// The cause.
        source: io::Error,
    },
    /// The id could not be created.
    #[error(transparent)]
    Nccl(#[from] crate::error::Error),
}

debug_as_display!(RendezvousError);

/// The variables of rank, number of ranks, and rank on the host: of torchrun, Open MPI, MPICH and others with its interface, and
/// Slurm. A program under Slurm may have been started by `mpirun` or torchrun, whose variables take precedence.
const LAUNCHERS: [[&str; 3]; 4] = [
    ["RANK", "WORLD_SIZE", "LOCAL_RANK"],
    ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"],
    ["PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"],
    ["SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"],
];

impl Ranks {
    /// Reads the launcher's variables, the first set that exists: those of torchrun (`RANK`, `WORLD_SIZE`,
    /// `LOCAL_RANK`), of Open MPI (`OMPI_COMM_WORLD_…`), of MPICH (`PMI_…`), or of Slurm (`SLURM_PROCID`,
    /// `SLURM_NTASKS`, `SLURM_LOCALID`).
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
                expected: "a number",
            })
        };
        let launcher = LAUNCHERS.iter().find(|[rank, ..]| get(rank).is_some());
        let [rank, nranks, local_rank] = launcher.ok_or(RendezvousError::NoLauncher)?;
        let (rank, nranks) = (number(rank)?, number(nranks)?);
        // A launcher that doesn't set it runs one process per host.
        let local_rank = get(local_rank).map_or(Ok(0), |_| number(local_rank))?;
        let this = Self { rank, nranks, local_rank };
        this.check()?;
        Ok(this)
    }

    fn check(&self) -> Result<(), RendezvousError> {
        let Self { rank, nranks, .. } = *self;
        if rank < nranks { Ok(()) } else { Err(RendezvousError::NoSuchRank { rank, nranks }) }
    }

    /// Distributes the id over TCP: rank 0 creates it with `make` and listens at `address`, and the others connect to
    /// it. The address is one of rank 0's host, such as [`master_address`] returns.
    ///
    /// # Errors
    /// [`RendezvousError::TimedOut`] after `timeout`, [`RendezvousError::NoSuchRank`], or the system's error.
    pub fn share_by_tcp(
        &self,
        address: impl ToSocketAddrs,
        make: impl FnOnce() -> Result<UniqueId, crate::error::Error>,
        timeout: Duration,
    ) -> Result<UniqueId, RendezvousError> {
        self.check()?;
        let addresses: Vec<_> =
            address.to_socket_addrs().map_err(io_error("look up", "the address"))?.collect();
        let place = addresses.first().map_or("no address".to_owned(), ToString::to_string);
        let since = Instant::now();
        let late = |missing| RendezvousError::TimedOut {
            place: place.clone(),
            missing,
            nranks: self.nranks,
            waited: since.elapsed(),
        };
        if self.rank == 0 {
            let listener =
                TcpListener::bind(&addresses[..]).map_err(io_error("listen at", &place))?;
            listener.set_nonblocking(true).map_err(io_error("listen at", &place))?;
            let id = make()?;
            let mut missing = self.nranks - 1;
            let mut guests = Vec::new();
            while missing > 0 {
                match listener.accept() {
                    Ok((stream, _)) => guests.extend(Connection::new(stream)),
                    Err(error) if is_of_one_connection(&error) => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        thread::sleep(Duration::from_millis(1))
                    }
                    Err(error) => return Err(io_error("listen at", &place)(error)),
                }
                guests.retain_mut(|guest| match guest.serve(id) {
                    ConnectionState::Waits => true,
                    ConnectionState::Gone => false,
                    ConnectionState::HasId => {
                        missing = missing.saturating_sub(1);
                        false
                    }
                });
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
    /// [`RendezvousError::TimedOut`] after `timeout`, [`RendezvousError::NoSuchRank`], or the system's error.
    pub fn share_by_file(
        &self,
        path: &Path,
        make: impl FnOnce() -> Result<UniqueId, crate::error::Error>,
        timeout: Duration,
    ) -> Result<UniqueId, RendezvousError> {
        self.check()?;
        let place = path.display().to_string();
        if self.rank == 0 {
            let id = make()?;
            // The file appears with its complete contents.
            let mut unfinished = path.as_os_str().to_owned();
            unfinished.push(format!(".{}", std::process::id()));
            let written = create_private(Path::new(&unfinished)).and_then(|mut file| {
                let written = file.write_all(id.to_string().as_bytes());
                let renamed = written.and_then(|()| fs::rename(&unfinished, path));
                renamed.inspect_err(|_| drop(fs::remove_file(&unfinished)))
            });
            written.map_err(io_error("write", &place))?;
            return Ok(id);
        }
        let since = Instant::now();
        loop {
            match read_start(path) {
                Ok(text) => return Ok(text.trim().parse()?),
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(io_error("read", &place)(error));
                }
                Err(_) if since.elapsed() < timeout => thread::sleep(Duration::from_millis(5)),
                Err(_) => {
                    return Err(RendezvousError::TimedOut {
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
    let host = get("MASTER_ADDR").filter(|host| !host.trim().is_empty());
    let (Some(host), Some(port)) = (host, get(variable)) else {
        return Err(RendezvousError::NoAddress);
    };
    // At port 0, the system would choose one that no other rank knows.
    let parsed = port.trim().parse().map(NonZeroU16::get);
    let port = parsed.map_err(|_| RendezvousError::Variable {
        variable,
        found: format!("`{port}`"),
        expected: "a port, from 1 to 65535",
    })?;
    let is_taken = get("TORCHELASTIC_USE_AGENT_STORE").as_deref() == Some("True");
    let port = if is_taken { port.checked_add(1).unwrap_or(port - 1) } else { port };
    Ok((host.trim().to_owned(), port))
}

/// The first bytes that a rank sends, so that another program that connects to the port doesn't count as a rank.
const HELLO: [u8; 8] = *b"nccl-id\0";
/// The bytes that rank 0 sends before the id, so that data from another program at the port doesn't count as one. They differ
/// from [`HELLO`], because a system can connect a rank to itself while nothing listens at the port.
const ANSWER: [u8; 8] = *b"nccl-id\x01";
/// The time in which a connection must send [`HELLO`].
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection to rank 0, which may be of another program.
struct Connection {
    stream: TcpStream,
    since: Instant,
    hello: [u8; HELLO.len()],
    filled: usize,
}

/// The state of a [`Connection`].
enum ConnectionState {
    HasId,
    Waits,
    Gone,
}

impl Connection {
    /// Returns `None` if the connection is already gone.
    fn new(stream: TcpStream) -> Option<Self> {
        stream.set_nonblocking(true).ok()?;
        Some(Self { stream, since: Instant::now(), hello: [0; HELLO.len()], filled: 0 })
    }

    /// Reads the bytes that have arrived, and sends the id if it is a rank. It doesn't wait, so that others are served
    /// meanwhile.
    fn serve(&mut self, id: UniqueId) -> ConnectionState {
        while let Some(rest @ [_, ..]) = self.hello.get_mut(self.filled..) {
            match self.stream.read(rest) {
                Ok(0) => return ConnectionState::Gone,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    return if self.since.elapsed() < PATIENCE {
                        ConnectionState::Waits
                    } else {
                        ConnectionState::Gone
                    };
                }
                Err(_) => return ConnectionState::Gone,
            }
        }
        let mut answer = ANSWER.to_vec();
        answer.extend(id.to_bytes());
        // This is small enough for the system's buffer.
        if self.hello == HELLO && self.stream.write_all(&answer).is_ok() {
            ConnectionState::HasId
        } else {
            ConnectionState::Gone
        }
    }
}

/// Returns `true` for the error of a connection that ended before it was accepted, which doesn't concern others.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted)
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
    let (since, limit) = (Instant::now(), timeout.max(Duration::from_millis(1)));
    let left = || limit.saturating_sub(since.elapsed());
    stream.write_all(&HELLO)?;
    let mut answer = [0; ANSWER.len()];
    read_within(&mut stream, &mut answer, left)?;
    if answer != ANSWER {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = [0; 128];
    read_within(&mut stream, &mut bytes, left)?;
    Ok(UniqueId::from_bytes(&bytes))
}

/// Fills `bytes` within the time `left`, which a peer that sends single bytes can't extend.
fn read_within(
    stream: &mut TcpStream,
    mut bytes: &mut [u8],
    left: impl Fn() -> Duration,
) -> io::Result<()> {
    while !bytes.is_empty() {
        let left = left();
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(bytes) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => bytes = bytes.get_mut(read..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads a file; of a long one, only enough to show that it isn't an id.
fn read_start(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(1024).read_to_string(&mut text)?;
    Ok(text)
}

fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn io_error(action: &'static str, place: &str) -> impl FnOnce(io::Error) -> RendezvousError {
    let place = place.to_owned();
    move |source| RendezvousError::Io { action, place, source }
}
