#!/bin/sh
# Installs, plays, upgrades, removes and purges the package in a fresh Debian, and looks at what is
# there each time: try.sh PACKAGE NEWER FOLDER, as root. `cargo xtask deb test` makes both packages.
set -eu

package=$1 newer=$2 folder=$3
here=$(dirname "$0")
version=$(dpkg-deb --field "$package" Version)
root=$folder/root
database=/var/lib/carrick/carrick.db
# Units that are enabled.
server_link=$root/etc/systemd/system/multi-user.target.wants/carrick.service
timer_link=$root/etc/systemd/system/timers.target.wants/carrick-backup.timer
server=

# Ends with a sentence unless a command succeeds.
expect() {
    what=$1
    shift
    "$@" || { echo "it is not so: $what" >&2; exit 1; }
}

# Becomes a command in the system, as a user. It sees the processes, as systemd's tools want to.
enter() {
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        unshare --mount sh -c 'mount -t proc proc "$1/proc"; root=$1 user=$2; shift 2
            exec chroot --userspec="$user" "$root" "$@"' sh "$root" "$@"
}

as_root() { (enter root "$@"); }
as_server() { (enter carrick:carrick "$@"); }

# A Debian of this machine's release: a program runs only with the C library that it was built
# with, or a newer one. Its base is kept.
fresh() {
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    base=$folder/$release
    if [ ! -d "$base" ]; then
        # The archive from which this machine gets its own packages, if there is one.
        archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $release" | head -n 1)
        rm -rf "$base.half"
        # What the package depends on, and no service manager.
        debootstrap --variant=minbase --include=systemd-standalone-sysusers,systemd-standalone-tmpfiles \
            "$release" "$base.half" ${archive:+"$archive"}
        mv "$base.half" "$base"
    fi
    rm -rf "$root"
    cp --archive --reflink=auto "$base" "$root"
}

install_package() {
    cp "$1" "$root/package.deb"
    as_root dpkg --install /package.deb
    rm "$root/package.deb"
}

# Asks systemd how much each unit may do, from 0 to 10.
confined() {
    if ! command -v systemd-analyze >/dev/null; then
        echo "Not looked at, as systemd-analyze is missing: how much the units may do."
        return
    fi
    for unit in carrick.service carrick-worker.service carrick-backup.service; do
        level=$(systemd-analyze security --offline=yes --no-pager "$here/$unit" |
            sed -n "s/.*level for $unit: \([0-9.]*\).*/\1/p")
        echo "$unit has an exposure of $level."
        expect "$unit may do little" awk "BEGIN { exit !($level < 2.0) }"
    done
}

# Starts a server with the package's settings, and waits until it says where it is.
start() {
    : >"$folder/served"
    (enter carrick:carrick carrick serve --config /etc/carrick.toml --listen 127.0.0.1:0) >"$folder/served" &
    server=$!
    for _ in $(seq 300); do
        site=$(sed -n 's/^Carrick is at //p' "$folder/served")
        [ -z "$site" ] || return 0
        sleep 0.1
    done
    expect "the server starts" false
}

# Stops it as a service manager does.
stop() {
    kill "$server"
    expect "the server stops when it is told to" wait "$server"
    server=
}

ends() {
    if [ -n "$server" ]; then kill -KILL "$server"; fi
}
trap ends EXIT

answers() { curl --fail --silent --show-error --output "$folder/page" "${site%/}$1"; }
does() { as_server carrick do --db "$database" "$1"; }
is_over() { does "antipod show 101" >"$folder/shown" && grep -q "bob wins" "$folder/shown"; }
backups() { ls "$root/var/backups/carrick" | wc -l; }
is_mode() { [ "$(stat --format %a "$root/$2")" = "$1" ]; }
is_owned() { [ "$(stat --format "%$1" "$root/$2")" != 0 ]; }

installed() {
    install_package "$package"
    expect "there is a user carrick" grep -q '^carrick:' "$root/etc/passwd"
    for private in var/lib/carrick var/backups/carrick; do
        expect "$private is private" is_mode 700 "$private"
        expect "$private is the server's" is_owned u "$private"
    done
    expect "the settings, which may hold passwords, are private" is_mode 640 etc/carrick.toml
    expect "the server may read the settings" is_owned g etc/carrick.toml
    for file in etc/carrick.toml etc/logrotate.d/carrick usr/share/man/man1/carrick.1.gz \
        usr/share/doc/carrick/changelog.gz usr/share/doc/carrick/carrick.toml.example \
        usr/share/bash-completion/completions/carrick usr/share/zsh/vendor-completions/_carrick \
        usr/share/fish/vendor_completions.d/carrick.fish \
        usr/lib/systemd/system/carrick-worker.service usr/lib/systemd/system/carrick-backup.service; do
        expect "$file is there" test -f "$root/$file"
    done
    expect "the licence is there" grep -q "hereby granted" "$root/usr/share/doc/carrick/copyright"
    expect "the server is enabled" test -L "$server_link"
    expect "the backup is enabled" test -L "$timer_link"
    as_root carrick version >"$folder/shown"
    expect "the version is the package's" grep -qx "carrick ${version%-1}" "$folder/shown"
    as_root /var/lib/dpkg/info/carrick.postinst configure
    expect "a script that runs twice does no harm" test -L "$server_link"
}

# Plays the game of docs/rules/first-game.md.
played() {
    start
    expect "the server is ready" answers /readyz
    does "signup ann ann-pass"
    does "signup bob bob-pass"
    does "antipod challenge -radius=4 ann bob"
    for turn in e4 c3 f5 b2 f12 a2 e12 b9 e11 c10; do
        case $turn in e* | f*) player=ann ;; *) player=bob ;; esac
        does "antipod move 101 $player $player-pass $turn" >"$folder/shown"
    done
    expect "the game has a page" answers /antipod/101
    expect "the page names the players" grep -q bob "$folder/page"
    expect "the game is over" is_over
    as_server carrick worker --config /etc/carrick.toml --once
    as_server /usr/lib/carrick/nightly-backup /var/backups/carrick
    expect "there is a backup with its key" [ "$(backups)" = 2 ]
    cp -p "$root/etc/carrick.toml" "$folder/own.toml"
    cat >"$root/etc/carrick.toml" <<-EOF
	database = "postgres://carrick@db.example/carrick"
	key = "/var/lib/carrick/carrick.key"
	EOF
    as_server /usr/lib/carrick/nightly-backup /var/backups/carrick >"$folder/shown"
    expect "pg_dump is named for a server's database" grep -q pg_dump "$folder/shown"
    expect "the key of a server's database is kept" [ "$(backups)" = 2 ]
    cat "$folder/own.toml" >"$root/etc/carrick.toml"
    stop
    expect "only the server reads the database" is_mode 600 "$database"
}

upgraded() {
    printf '\n[mail]\naddress = "games@carrick.example"\n' >>"$root/etc/carrick.toml"
    cp "$root/etc/carrick.toml" "$folder/own.toml"
    # As `systemctl disable` does.
    rm "$timer_link"
    install_package "$newer"
    found=$(as_root dpkg-query --show --showformat='${Version} ${db:Status-Status}' carrick)
    expect "the newer one is installed" [ "$found" = "${version%-1}+newer-1 installed" ]
    expect "settings stay as they were changed" cmp "$folder/own.toml" "$root/etc/carrick.toml"
    expect "a unit that was disabled stays so" [ ! -L "$timer_link" ]
    expect "the server stays enabled" test -L "$server_link"
    expect "games stay" is_over
    start
    expect "the newer one serves" answers /antipod/101
    stop
}

removed() {
    as_root dpkg --remove carrick
    for gone in usr/bin/carrick usr/lib/systemd/system/carrick.service usr/lib/carrick; do
        expect "$gone is gone" [ ! -e "$root/$gone" ]
    done
    for kept in etc/carrick.toml "$database" var/lib/carrick/carrick.key; do
        expect "$kept stays until the package is purged" test -f "$root/$kept"
    done
    expect "backups stay" [ "$(backups)" = 2 ]
}

purged() {
    as_root dpkg --purge carrick >"$folder/shown"
    for gone in etc/carrick.toml etc/logrotate.d/carrick var/lib/carrick var/log/carrick; do
        expect "$gone is gone" [ ! -e "$root/$gone" ]
    done
    expect "systemd remembers nothing" [ -z "$(find "$root/etc/systemd" -name '*carrick*')" ]
    expect "backups stay even then" [ "$(backups)" = 2 ]
    expect "and the administrator is told so" grep -q /var/backups/carrick "$folder/shown"
}

confined
fresh
installed
played
upgraded
removed
purged
echo "The package installs, serves, upgrades, and goes as it came."
