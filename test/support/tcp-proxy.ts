/** A connection to a server that a test can cut, stall and open again. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Ends all connections; new ones are still accepted. */
  cut(): void;
  /** From now on nothing passes on the connections that are open. New ones work. */
  hang(): void;
  /** From now on nothing passes, but connections stay open. */
  stall(): void;
  /** Lets stalled data pass again. */
  resume(): void;
  /** Delays each piece of data by this time; with 0 it passes at once. */
  slow(ms: number): void;
  /**
   * `look` is called with data from clients before it is passed on. If it returns `false`, this data and all responses
   * are held back.
   */
  watch(look: ((sent: Buffer) => boolean) | undefined): void;
}

export async function tcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let stalled = false;
  let delayMs = 0;
  let look: ((sent: Buffer) => boolean) | undefined;
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      /** The number of delayed pieces; later data waits behind them. */
      let waiting = 0;
      const pass = (data: Buffer) => {
        if (delayMs === 0 && waiting === 0) {
          to.write(data);
          return;
        }
        waiting += 1;
        const wait = delayMs;
        passed = passed.then(async () => {
          await new Promise((resolve) => setTimeout(resolve, wait));
          waiting -= 1;
          if (!to.destroyed) to.write(data);
        });
      };
      let passed = Promise.resolve();
      from.on("data", (data) => {
        if (from === client && look?.(data) === false) {
          client.pause();
          upstream.pause();
          return;
        }
        pass(data);
      });
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("error", () => {});
      if (stalled) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hang = () => {
    for (const socket of sockets) socket.pause();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    hang,
    stall() {
      stalled = true;
      hang();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    slow(ms) {
      delayMs = ms;
    },
    watch(looking) {
      look = looking;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
