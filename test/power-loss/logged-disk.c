/*
 * A file system with two files. Every write to `disk`, every sync of it, and every write to `marks` is appended to a log, in
 * the order in which it arrives: a loop device on `disk` turns the flushes of its file system into syncs.
 *
 *   logged-disk IMAGE LOG MOUNTPOINT -f -s
 *
 * A record of the log is 'W' with offset and length, each of 8 bytes, and the data; 'F'; or 'M' with length and text.
 */
#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int image;
static FILE *records;

static int is_disk(const char *path) { return strcmp(path, "/disk") == 0; }

static int attributes(const char *path, struct stat *found, struct fuse_file_info *info) {
  (void)info;
  memset(found, 0, sizeof *found);
  if (strcmp(path, "/") == 0) {
    found->st_mode = S_IFDIR | 0700;
    found->st_nlink = 2;
    return 0;
  }
  found->st_mode = S_IFREG | 0600;
  found->st_nlink = 1;
  if (strcmp(path, "/marks") == 0) return 0;
  if (!is_disk(path)) return -ENOENT;
  struct stat size;
  if (fstat(image, &size) != 0) return -errno;
  found->st_size = size.st_size;
  return 0;
}

static int open_file(const char *path, struct fuse_file_info *info) {
  /* A mark is in the log once its write has returned. */
  info->direct_io = !is_disk(path);
  return 0;
}

static int read_file(const char *path, char *to, size_t size, off_t at, struct fuse_file_info *info) {
  (void)info;
  if (!is_disk(path)) return 0;
  ssize_t length = pread(image, to, size, at);
  return length == -1 ? -errno : (int)length;
}

static void append(const void *bytes, size_t length) {
  if (fwrite(bytes, 1, length, records) != length) abort();
}

static int write_file(const char *path, const char *from, size_t size, off_t at, struct fuse_file_info *info) {
  (void)info;
  uint64_t length = size, offset = (uint64_t)at;
  if (is_disk(path)) {
    if (pwrite(image, from, size, at) != (ssize_t)size) return -EIO;
    append("W", 1);
    append(&offset, sizeof offset);
  } else {
    append("M", 1);
  }
  append(&length, sizeof length);
  append(from, size);
  return (int)size;
}

static int sync_file(const char *path, int data_only, struct fuse_file_info *info) {
  (void)data_only, (void)info;
  if (is_disk(path)) append("F", 1);
  return 0;
}

static int truncate_file(const char *path, off_t size, struct fuse_file_info *info) {
  (void)size, (void)info;
  return is_disk(path) ? -EPERM : 0;
}

static void end(void *data) {
  (void)data;
  if (fclose(records) != 0) abort();
}

static const struct fuse_operations operations = {
    .getattr = attributes,
    .open = open_file,
    .read = read_file,
    .write = write_file,
    .fsync = sync_file,
    .truncate = truncate_file,
    .destroy = end,
};

int main(int count, char **arguments) {
  if (count < 4) return 2;
  image = open(arguments[1], O_RDWR);
  records = fopen(arguments[2], "w");
  if (image == -1 || records == NULL) {
    perror("logged-disk");
    return 1;
  }
  arguments[2] = arguments[0];
  return fuse_main(count - 2, arguments + 2, &operations, NULL);
}
