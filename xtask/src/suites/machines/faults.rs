//! Faults of machines and of the network between them, drawn from a seed.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

use std::io::Result;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::Cluster;
use super::network::{DATABASE, MACHINES, Machine, SITES};

/// Time for which a fault lasts, in milliseconds, and time until the next one.
const LASTS: std::ops::Range<u64> = 100..4000;
const RESTS: std::ops::Range<u64> = 100..1500;

/// A fault.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// A site's process is killed.
    Kill(usize),
    /// A site is stopped as its operator would, and started again.
    Restart(usize),
    /// The database's processes are killed.
    Crash,
    /// A machine's link is down, which the machine notices.
    Down(Machine),
    /// All packets to and from a machine are lost.
    Silence(Machine),
    /// A machine is without power, and knows nothing of its connections afterwards.
    Power(Machine),
}

impl Fault {
    fn draw(random: &mut Rng) -> Self {
        let (site, machine) = (random.usize(..SITES.len()), random.usize(..MACHINES.len()));
        match random.u8(..6) {
            0 => Self::Kill(site),
            1 => Self::Restart(site),
            2 => Self::Crash,
            3 => Self::Down(machine),
            4 => Self::Silence(machine),
            _ => Self::Power(random.usize(..=SITES.len())),
        }
    }

    fn tell(self) -> String {
        match self {
            Self::Kill(site) => format!("site {} is killed", MACHINES[SITES[site]]),
            Self::Restart(site) => format!("site {} is stopped", MACHINES[SITES[site]]),
            Self::Crash => "the database is killed".to_owned(),
            Self::Down(machine) => format!("the link of {} is down", MACHINES[machine]),
            Self::Silence(machine) => format!("the packets of {} are lost", MACHINES[machine]),
            Self::Power(machine) => format!("{} has no power", MACHINES[machine]),
        }
    }

    fn begin(self, cluster: &mut Cluster) -> Result<()> {
        match self {
            Self::Kill(site) => {
                cluster.sites[site].wanted = false;
                cluster.kill_site(site)
            }
            Self::Restart(site) => {
                cluster.sites[site].wanted = false;
                cluster.stop_site(site)
            }
            Self::Crash => {
                cluster.server = None;
                Ok(())
            }
            Self::Down(machine) => cluster.network.link(machine, false),
            Self::Silence(machine) => cluster.network.silence(machine, true),
            Self::Power(machine) => {
                cluster.network.silence(machine, true)?;
                if machine == DATABASE {
                    cluster.server = None;
                    return Ok(());
                }
                let site = machine - SITES[0];
                cluster.sites[site].wanted = false;
                cluster.kill_site(site)
            }
        }
    }

    fn end(self, cluster: &mut Cluster) -> Result<()> {
        match self {
            Self::Kill(site) | Self::Restart(site) => cluster.sites[site].wanted = true,
            Self::Crash => return cluster.start_database(),
            Self::Down(machine) => return cluster.network.link(machine, true),
            Self::Silence(machine) => return cluster.network.silence(machine, false),
            Self::Power(machine) => {
                cluster.network.forget(machine)?;
                cluster.network.silence(machine, false)?;
                if machine == DATABASE {
                    return cluster.start_database();
                }
                cluster.sites[machine - SITES[0]].wanted = true;
            }
        }
        Ok(())
    }
}

/// Faults in the order in which they come.
pub(super) struct Faults(Rng);

impl Faults {
    pub(super) fn new(seed: u64) -> Self {
        Self(Rng::with_seed(seed))
    }

    /// Lets one fault come, last for a while and be mended.
    pub(super) fn one(&mut self, cluster: &mut Cluster, start: Instant) -> Result<()> {
        let fault = Fault::draw(&mut self.0);
        let [lasts, rests] = [LASTS, RESTS].map(|range| Duration::from_millis(self.0.u64(range)));
        let (at, seconds) = (start.elapsed().as_secs_f64(), lasts.as_secs_f64());
        println!("{at:6.1} s: {} for {seconds:.1} s", fault.tell());
        fault.begin(cluster)?;
        rest(cluster, lasts)?;
        fault.end(cluster)?;
        rest(cluster, rests)
    }
}

/// Waits, and looks after the sites meanwhile.
fn rest(cluster: &mut Cluster, time: Duration) -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < time {
        cluster.tend()?;
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}
