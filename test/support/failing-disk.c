/*
 * Preloaded into a process, makes calls on its files fail with EIO. Each line of the file that FAILING_DISK
 * names is a rule: "read ledger.db" lets reads fail of files whose path ends in "ledger.db"; "write" and
 * "sync" likewise. "sync-once" is one sync: its file is removed by the first call that fails. "full DIRECTORY"
 * is a disk without room: writes to files below it fail with ENOSPC.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

/* The error that a rule asks for; 0 where none does. `end` is where the file would end after a write. */
static int found(const char *operation, int fd, off_t end) {
  const char *rules_path = getenv("FAILING_DISK");
  if (rules_path == NULL || access(rules_path, R_OK) != 0) return 0;
  int rules_fd = open(rules_path, O_RDONLY | O_CLOEXEC);
  if (rules_fd < 0) return 0;
  char rules[1024];
  long length = syscall(SYS_read, rules_fd, rules, sizeof rules - 1);
  close(rules_fd);
  if (length <= 0) return 0;
  rules[length] = 0;

  char link[64], path[1024];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t path_length = readlink(link, path, sizeof path - 1);
  if (path_length <= 0) return 0;
  path[path_length] = 0;

  char *rest = NULL;
  for (char *rule = strtok_r(rules, "\n", &rest); rule; rule = strtok_r(NULL, "\n", &rest)) {
    char name[32], suffix[256];
    if (sscanf(rule, "%31s %255s", name, suffix) != 2) continue;
    if (strcmp(name, "full") == 0) {
      struct stat now;
      int grows = strcmp(operation, "write") == 0 && fstat(fd, &now) == 0 && end > now.st_size;
      if (grows && S_ISREG(now.st_mode) && strstr(path, suffix) != NULL) return ENOSPC;
      continue;
    }
    size_t suffix_length = strlen(suffix);
    if ((size_t)path_length < suffix_length) continue;
    if (strcmp(path + path_length - suffix_length, suffix) != 0) continue;
    if (strcmp(name, operation) == 0) return EIO;
    if (strncmp(name, operation, strlen(operation)) == 0 && strstr(name, "-once")) {
      unlink(rules_path);
      return EIO;
    }
  }
  return 0;
}

/* A call that succeeds leaves errno as it was: some callers look at it then as well. */
static int failure(const char *operation, int fd, off_t end) {
  int before = errno;
  int error = found(operation, fd, end);
  errno = before;
  return error;
}

static off_t length_of(const struct iovec *parts, int count) {
  off_t length = 0;
  for (int at = 0; at < count; at++) length += parts[at].iov_len;
  return length;
}

#define FAILING(operation, type, name, parameters, arguments, end)       \
  type name parameters {                                                 \
    static type(*real) parameters;                                       \
    if (real == NULL) real = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
    int error = failure(operation, fd, end);                             \
    if (error != 0) {                                                    \
      errno = error;                                                     \
      return -1;                                                         \
    }                                                                    \
    return real arguments;                                               \
  }

FAILING("read", ssize_t, read, (int fd, void *to, size_t size), (fd, to, size), 0)
FAILING("read", ssize_t, pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at), 0)
FAILING("read", ssize_t, pread64, (int fd, void *to, size_t size, off_t at), (fd, to, size, at), 0)
FAILING("write", ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size), lseek(fd, 0, SEEK_CUR) + (off_t)size)
FAILING("write", ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at), at + (off_t)size)
FAILING("write", ssize_t, pwrite64, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at), at + (off_t)size)
FAILING("write", ssize_t, pwritev, (int fd, const struct iovec *from, int count, off_t at), (fd, from, count, at), at + length_of(from, count))
FAILING("write", ssize_t, pwritev64, (int fd, const struct iovec *from, int count, off_t at), (fd, from, count, at), at + length_of(from, count))
FAILING("sync", int, fsync, (int fd), (fd), 0)
FAILING("sync", int, fdatasync, (int fd), (fd), 0)

/* It returns the error in place of -1. */
int posix_fallocate(int fd, off_t at, off_t size) {
  static int (*real)(int, off_t, off_t);
  if (real == NULL) real = (int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, "posix_fallocate");
  int error = failure("write", fd, at + size);
  return error != 0 ? error : real(fd, at, size);
}

/* HANGING_DISK: to ask how much room this directory has never returns, as on a disk of the network that is gone. */
int statfs64(const char *path, struct statfs64 *room) {
  const char *hanging = getenv("HANGING_DISK");
  while (hanging != NULL && strcmp(path, hanging) == 0) sleep(1);
  int (*real)(const char *, struct statfs64 *) = dlsym(RTLD_NEXT, "statfs64");
  return real(path, room);
}
