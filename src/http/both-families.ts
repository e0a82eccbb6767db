import { createServer, type Server } from "node:net";

/**
 * Listens on one more address for `server`, which treats the connections as its own. Resolves to undefined if
 * the machine has no such address or the port is taken there.
 */
export function alsoListening(
  server: Server,
  where: { readonly host: string; readonly port: number; readonly reusePort: boolean },
  troubled: (error: Error) => void,
): Promise<Server | undefined> {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit("connection", socket);
  });
  return new Promise((resolve) => {
    other.once("error", () => resolve(undefined));
    other.listen(where, () => {
      other.on("error", troubled);
      resolve(other);
    });
  });
}
