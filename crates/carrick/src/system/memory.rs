//! Memory that this program may use.

/// Memory of the machine, or of the control group of this program if that is less, in MiB; `None`
/// where nobody tells.
#[cfg(target_os = "linux")]
pub(crate) fn mebibytes() -> Option<usize> {
    let found = rustix::system::sysinfo();
    // Their types differ by machine.
    let (pages, bytes) = (u128::from(found.totalram), u128::from(found.mem_unit));
    let machine = (pages * bytes) >> 20;
    let group = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = group.lines().filter_map(|line| line.strip_prefix("0::")).flat_map(|path| {
        let path = std::path::Path::new("/sys/fs/cgroup").join(path.trim_start_matches('/'));
        let up = path.ancestors().take_while(|path| path.starts_with("/sys/fs/cgroup"));
        up.map(|folder| folder.join("memory.max")).collect::<Vec<_>>()
    });
    let limits = limits.filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok());
    let least = limits.map(|bytes: u128| bytes >> 20).fold(machine, u128::min);
    usize::try_from(least).ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn mebibytes() -> Option<usize> {
    None
}
