import { closeSync, constants, fstatSync, openSync } from "node:fs";

export interface Descriptor {
  readonly fd: number;
  close(): void;
}

/**
 * Standard error is opened so that writes fail with EAGAIN instead of waiting. A pipe or a terminal is opened a
 * second time, because its descriptor 2 is shared with other processes, and any of them can make it blocking again.
 */
export function standardError(): Descriptor {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    const stat = fstatSync(2);
    if (stat.isFIFO() || stat.isCharacterDevice()) {
      const fd = openSync("/dev/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY);
      return { fd, close: () => closeSync(fd) };
    }
  } catch {
    // This is another user's terminal, or a system without /dev/fd.
  }
  // Sockets (systemd's journal) can't be opened. Node makes them non-blocking when its stream is first used.
  process.stderr.writableLength;
  return { fd: 2, close: () => {} };
}
