import type { Server } from "node:net";

/** The file descriptor of its listening socket, to be passed to a process. Node doesn't tell it. */
export function descriptorOf(server: Server): number {
  const { _handle: handle } = server as Server & { _handle?: { fd: number } };
  if (handle === undefined) throw new Error("it doesn't listen");
  return handle.fd;
}
