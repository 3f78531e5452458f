/* Writes to databases that fail: the n-th from now, where n stands in the file $FAULT_AT, with the
   error $FAULT. Loaded before libc. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int fd) {
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, sizeof name - 1);
    const char *at = getenv("FAULT_AT"), *error = getenv("FAULT");
    if (length <= 0 || !at || !error) return 0;
    name[length] = 0;
    if (!strstr(name, ".db")) return 0;
    char count[16] = {0};
    int file = open(at, O_RDWR);
    if (file < 0) return 0;
    if (read(file, count, 15) < 0) count[0] = 0;
    int n = atoi(count);
    if (n > 0) {
        char text[17];
        snprintf(text, sizeof text, "%-15d", n == 1 ? -1 : n - 1);
        lseek(file, 0, SEEK_SET);
        ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
        if (real(file, text, 15) < 0) abort();
    }
    close(file);
    if (n == 1) { errno = atoi(error); return 1; }
    return 0;
}

#define WRAP(type, name, arguments, names) \
    type name arguments { \
        type (*real) arguments = dlsym(RTLD_NEXT, #name); \
        return fails(fd) ? -1 : real names; \
    }

WRAP(ssize_t, write, (int fd, const void *bytes, size_t length), (fd, bytes, length))
WRAP(ssize_t, pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, length, at))
WRAP(ssize_t, pwrite64, (int fd, const void *bytes, size_t length, off64_t at), (fd, bytes, length, at))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, fdatasync, (int fd), (fd))
WRAP(int, ftruncate, (int fd, off_t length), (fd, length))
WRAP(int, ftruncate64, (int fd, off64_t length), (fd, length))
