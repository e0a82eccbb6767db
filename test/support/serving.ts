import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on a free loopback port, until the end of the block. It closes no idle connection itself. */
export async function serving(
  listener: RequestListener,
): Promise<{ readonly origin: string; readonly url: string; readonly port: number } & Disposable> {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}/`,
    port,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
