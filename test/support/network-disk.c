/* Every file system has the type FILE_SYSTEM_TYPE. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/vfs.h>

int statfs64(const char *path, struct statfs64 *found) {
  static int (*real)(const char *, struct statfs64 *);
  if (real == NULL) real = (int (*)(const char *, struct statfs64 *))dlsym(RTLD_NEXT, "statfs64");
  int result = real(path, found);
  const char *type = getenv("FILE_SYSTEM_TYPE");
  if (result == 0 && type != NULL) found->f_type = atol(type);
  return result;
}

/* On 64-bit systems both structures are the same. */
int statfs(const char *path, struct statfs *found) {
  return statfs64(path, (struct statfs64 *)found);
}
