//! Machines as network namespaces, each on a wire to all others.

use std::io::{BufRead as _, BufReader, Error, Result, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};

use crate::tools::{done, root};

/// Machines in the order of their networks: 10.77.1.0/24 and so on.
pub(super) const MACHINES: [&str; 4] = ["database", "one", "two", "players"];

/// A machine: its place in [`MACHINES`].
pub(super) type Machine = usize;
pub(super) const DATABASE: Machine = 0;
pub(super) const SITES: [Machine; 2] = [1, 2];
pub(super) const PLAYERS: Machine = 3;

/// The first address of a machine.
pub(super) fn address(machine: Machine) -> String {
    format!("10.77.{}.1", machine + 1)
}

/// The machines, and the wire between them: each packet is a millisecond under way.
pub(super) struct Network {
    wire: Child,
    orders: ChildStdin,
    /// Number of namespaces that each machine has had.
    lives: [u32; MACHINES.len()],
}

impl Network {
    /// Makes the machines, in namespaces of network and files that nobody else is in.
    pub(super) fn new() -> Result<Self> {
        done(Command::new("mount").args(["-t", "tmpfs", "tmpfs", "/run"]))?;
        let script = root().join("xtask/src/suites/machines/wire.py");
        let mut wire = Command::new("python3");
        wire.arg(script).args(MACHINES).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut wire = wire.spawn()?;
        let (Some(orders), Some(said)) = (wire.stdin.take(), wire.stdout.take()) else {
            return Err(Error::other("the wire has no ends"));
        };
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line)?;
        if line.trim() != "ready" {
            return Err(Error::other("there are no TUN devices here (/dev/net/tun)"));
        }
        let network = Self { wire, orders, lives: Default::default() };
        for (machine, name) in MACHINES.iter().enumerate() {
            let space = network.namespace(machine);
            ip(&format!("netns add {space}"))?;
            ip(&format!("link set dev {name} netns {space}"))?;
            network.address(machine)?;
        }
        Ok(network)
    }

    /// Gives a machine its addresses: its whole network is its own.
    fn address(&self, machine: Machine) -> Result<()> {
        let (name, space) = (MACHINES[machine], self.namespace(machine));
        ip(&format!("-n {space} link set dev lo up"))?;
        ip(&format!("-n {space} address add {}/16 dev {name}", address(machine)))?;
        ip(&format!("-n {space} link set dev {name} up"))?;
        ip(&format!("-n {space} route add local 10.77.{}.0/24 dev lo", machine + 1))
    }

    fn namespace(&self, machine: Machine) -> String {
        format!("{}{}", MACHINES[machine], self.lives[machine])
    }

    /// A command on a machine.
    pub(super) fn on(&self, machine: Machine, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/run/netns/{}", self.namespace(machine))).arg(program);
        command
    }

    /// Takes a machine's link down, or up again: the machine itself notices.
    pub(super) fn link(&self, machine: Machine, up: bool) -> Result<()> {
        let (name, space) = (MACHINES[machine], self.namespace(machine));
        let state = if up { "up" } else { "down" };
        ip(&format!("-n {space} link set dev {name} {state}"))
    }

    /// Swallows all packets of a machine, or no longer: nobody is told.
    pub(super) fn silence(&mut self, machine: Machine, silent: bool) -> Result<()> {
        let order = if silent { "silence" } else { "mend" };
        // In one piece: the wire may read at any moment.
        self.orders.write_all(format!("{order} {}\n", MACHINES[machine]).as_bytes())
    }

    /// Gives a machine another memory, which knows nothing of the connections that there were, as
    /// when its power has failed. Its programs must be gone.
    pub(super) fn forget(&mut self, machine: Machine) -> Result<()> {
        let (name, old) = (MACHINES[machine], self.namespace(machine));
        self.lives[machine] += 1;
        let new = self.namespace(machine);
        ip(&format!("netns add {new}"))?;
        ip(&format!("-n {old} link set dev {name} netns {new}"))?;
        self.address(machine)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let _ = self.wire.kill();
        let _ = self.wire.wait();
    }
}

fn ip(words: &str) -> Result<()> {
    done(Command::new("ip").args(words.split(' ')))
}
