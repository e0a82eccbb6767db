/**
 * `node supervisor.ts COMMAND` does what systemd does with a socket unit: it opens a public and an internal socket,
 * from which it never accepts a connection itself, prints their ports, and starts the command with them, again
 * and again until it fails. Each start prints the process ID.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { descriptorOf } from "./descriptor.ts";

const sockets = [];
for (const _name of ["public", "internal"]) {
  const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 4096 });
  await once(server, "listening");
  sockets.push({ port: (server.address() as AddressInfo).port, descriptor: descriptorOf(server) });
}
const [publicPort, internalPort] = sockets.map(({ port }) => port);
writeSync(1, `sockets ${publicPort} ${internalPort}\n`);
for (;;) {
  // It returns when the command ends, and until then nothing else of this process runs.
  const { status } = spawnSync(
    "sh",
    ["-c", 'echo "started $$"; LISTEN_PID=$$ exec "$0" serve', process.argv[2] ?? ""],
    {
      env: {
        ...process.env,
        LISTEN_FDS: "2",
        COUNTERSIGN_PORT: String(publicPort),
        COUNTERSIGN_INTERNAL_PORT: String(internalPort),
      },
      stdio: ["ignore", 1, 2, ...sockets.map(({ descriptor }) => descriptor)],
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
