#!/usr/bin/env python3
"""A network between machines that are network namespaces: each packet is one millisecond under way.

    python3 wire.py NAME...

Makes a TUN device of each name and says "ready". The devices can then be moved into namespaces.
Packets go from one to the other by the third number of their destination: 10.77.1.0/24 is behind
the first device, 10.77.2.0/24 behind the second. Lines of input: "silence NAME" swallows whatever
goes to or comes from a device from now on, without a word to anybody, and "mend NAME" ends that.
(Not every kernel has netem, which would do the same.)
"""

import fcntl
import heapq
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
TUN_WITHOUT_HEADER = 0x0001 | 0x1000
DELAY = 0.001
# Larger than any packet, as the devices' own limit is 1500 bytes.
PACKET = 4096


def device(name):
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), TUN_WITHOUT_HEADER))
    return file


def main(names):
    files = [device(name) for name in names]
    silent, waiting, count, orders = set(), [], 0, ""
    events = select.epoll()
    for file in (0, *files):
        events.register(file, select.EPOLLIN)
    print("ready", flush=True)
    while True:
        rest = max(waiting[0][0] - time.monotonic(), 0) if waiting else -1
        for file, _ in events.poll(rest):
            if file == 0:
                read = os.read(0, PACKET).decode()
                if not read:
                    return
                # The end of the last line may still come.
                *lines, orders = (orders + read).split("\n")
                for line in lines:
                    order, name = line.split()
                    (silent.add if order == "silence" else silent.discard)(files[names.index(name)])
                continue
            for _ in range(64):
                try:
                    packet = os.read(file, PACKET)
                except OSError:
                    # Nothing is left, or the device is down.
                    break
                # Only IPv4 has a destination there.
                to = packet[18] - 1 if len(packet) > 19 and packet[0] >> 4 == 4 else -1
                if file not in silent and 0 <= to < len(files):
                    heapq.heappush(waiting, (time.monotonic() + DELAY, count, files[to], packet))
                    count += 1
        while waiting and waiting[0][0] <= time.monotonic():
            *_, file, packet = heapq.heappop(waiting)
            if file not in silent:
                try:
                    os.write(file, packet)
                except OSError:
                    # A device that is down takes nothing.
                    pass


if __name__ == "__main__":
    main(sys.argv[1:])
