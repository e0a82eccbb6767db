/** Sockets of a supervisor that the service can't use: it says which setting differs, and doesn't start. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type ListenOptions, type Server } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { descriptorOf } from "../support/descriptor.ts";
import { freePort } from "../support/free-port.ts";
import { command, inheritedEnvironment } from "../support/process.ts";
import { until } from "../support/until.ts";
import { scratchDirectory } from "./command.ts";

test("exit 2 — a socket on another port than the setting's", async () => {
  await using socket = await listening({ port: 0, host: "127.0.0.1" });
  const { status, stderr } = await served([socket], { COUNTERSIGN_PORT: "8080" });
  assert.match(
    stderr,
    /^countersign: COUNTERSIGN_PORT: .+ listens on port \d+, and the setting is 8080/,
  );
  assert.equal(status, 2);
});

for (const [name, host] of [
  ["HOST", "0.0.0.0"],
  ["INTERNAL_HOST", "::"],
] as const) {
  test(`exit 2 — a socket that others can reach, and ${name} says that they can't`, async () => {
    await using open = await listening({ port: 0, host });
    await using closed = await listening({ port: 0, host: "127.0.0.1" });
    const sockets = name === "HOST" ? [open, closed] : [closed, open];
    const { status, stderr } = await served(sockets, {});
    assert.match(
      stderr,
      new RegExp(`^countersign: COUNTERSIGN_${name}: .+ listens on ${host}, and`),
    );
    assert.equal(status, 2);
  });
}

test("exit 2 — the two sockets are exchanged, on one port of two addresses", async () => {
  await using here = await listening({ port: 0, host: "127.0.0.1" });
  const { port } = here.address() as AddressInfo;
  await using there = await listening({ port, host: "127.0.0.2" });
  const settings = {
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_INTERNAL_PORT: String(port),
    COUNTERSIGN_INTERNAL_HOST: "127.0.0.2",
  };
  const { status, stderr } = await served([there, here], settings);
  assert.match(
    stderr,
    /^countersign: COUNTERSIGN_HOST: .+ listens on 127\.0\.0\.2, and the setting is 127\.0\.0\.1/,
  );
  assert.equal(status, 2);
});

test("the internal address has no socket: while the service drains, /readyz reports it", async () => {
  await using socket = await listening({ port: 0, host: "127.0.0.1" });
  const internal = await freePort();
  const settings = {
    COUNTERSIGN_INTERNAL_PORT: String(internal),
    COUNTERSIGN_DRAIN_SECONDS: "60",
  };
  using started = start([socket], settings);
  const { child } = started;
  await once(child.stdout ?? child, "data");
  const statusOf = async () => (await fetch(`http://127.0.0.1:${internal}/readyz`)).status;
  await until(async () => (await statusOf()) === 200);
  child.kill("SIGTERM");
  await until(async () => (await statusOf()) === 503);
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("exit 2 — a socket of the file system, and something that is no socket", async () => {
  using directory = scratchDirectory();
  await using socket = await listening({ path: join(directory.path, "socket") });
  const path = await served([socket], {});
  assert.match(path.stderr, /^countersign: COUNTERSIGN_PORT: .+ is not a TCP socket/);
  const none = await served(["ignore"], {});
  assert.match(none.stderr, /^countersign: COUNTERSIGN_PORT: .+ can't be used/);
  assert.deepEqual([path.status, none.status], [2, 2]);
});

test("exit 2 — a socket for the internal address, which is off, and too many", async () => {
  await using one = await listening({ port: 0, host: "127.0.0.1" });
  await using other = await listening({ port: 0, host: "127.0.0.1" });
  const off = await served([one, other], { COUNTERSIGN_INTERNAL_PORT: "off" });
  assert.match(off.stderr, /^countersign: COUNTERSIGN_INTERNAL_PORT: it is off, and/);
  const many = await served([one, other, "ignore"], {});
  assert.match(many.stderr, /^countersign: the supervisor passes 3 sockets/);
  assert.deepEqual([off.status, many.status], [2, 2]);
});

async function listening(where: ListenOptions): Promise<Server> {
  const server = createServer().listen(where);
  await once(server, "listening");
  return server;
}

/** Ends if the service starts, too. */
async function served(
  sockets: readonly (Server | "ignore")[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly status: number | null; readonly stderr: string }> {
  using started = start(sockets, settings);
  const { child } = started;
  let stderr = "";
  child.stdout?.once("data", () => child.kill());
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    // Lines of the log are JSON.
    stderr += text.replace(/^\{.*\n/gm, "");
  });
  await once(child, "close");
  return { status: child.exitCode, stderr };
}

function start(
  sockets: readonly (Server | "ignore")[],
  settings: Readonly<Record<string, string>>,
): Disposable & { readonly child: ChildProcess } {
  const directory = scratchDirectory();
  const child = spawn("sh", ["-c", 'LISTEN_PID=$$ exec "$0" serve', command], {
    env: {
      ...inheritedEnvironment(),
      LISTEN_FDS: String(sockets.length),
      COUNTERSIGN_DATA_DIR: directory.path,
      COUNTERSIGN_PORT: "0",
      COUNTERSIGN_INTERNAL_PORT: "0",
      COUNTERSIGN_LOG_FORMAT: "text",
      ...settings,
    },
    stdio: [
      "ignore",
      "pipe",
      "pipe",
      ...sockets.map((one) => (one === "ignore" ? one : descriptorOf(one))),
    ],
  });
  return { child, [Symbol.dispose]: () => directory[Symbol.dispose]() };
}
