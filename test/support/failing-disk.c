/*
 * Preloaded into a process, makes calls on its files fail with EIO. Each line of the file that FAILING_DISK
 * names is a rule: "read ledger.db" lets reads fail of files whose path ends in "ledger.db"; "write" and
 * "sync" likewise. "sync-once" is one sync: its file is removed by the first call that fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(const char *operation, int fd) {
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
    size_t suffix_length = strlen(suffix);
    if ((size_t)path_length < suffix_length) continue;
    if (strcmp(path + path_length - suffix_length, suffix) != 0) continue;
    if (strcmp(name, operation) == 0) return 1;
    if (strncmp(name, operation, strlen(operation)) == 0 && strstr(name, "-once")) {
      unlink(rules_path);
      return 1;
    }
  }
  return 0;
}

#define FAILING(operation, type, name, parameters, arguments)            \
  type name parameters {                                                 \
    static type(*real) parameters;                                       \
    if (real == NULL) real = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
    if (fails(operation, fd)) {                                          \
      errno = EIO;                                                       \
      return -1;                                                         \
    }                                                                    \
    return real arguments;                                               \
  }

FAILING("read", ssize_t, read, (int fd, void *to, size_t size), (fd, to, size))
FAILING("read", ssize_t, pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
FAILING("read", ssize_t, pread64, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
FAILING("write", ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size))
FAILING("write", ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
FAILING("write", ssize_t, pwrite64, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
FAILING("sync", int, fsync, (int fd), (fd))
FAILING("sync", int, fdatasync, (int fd), (fd))
