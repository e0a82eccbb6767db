/**
 * Preloaded (`--import`) into a process that runs an unmodified client whose hosts are written into it.
 * It stands in for what such a client finds outside: the DNS that says where a host is, and the router
 * that leads its port 443 to where the service under test listens. Nothing of the client, of TLS or of
 * HTTP is touched: names are still checked against the certificate, and `Host` says what the client said.
 *
 * `TEST_ROUTES`: JSON, from `host:port` to a port on loopback. Any other host but loopback is out of
 * reach, so that no test talks to the world.
 */
import { Socket } from "node:net";

type Connect = (this: Socket, ...parameters: unknown[]) => Socket;

const routes = new Map<string, number>(
  Object.entries(JSON.parse(process.env["TEST_ROUTES"] ?? "{}")),
);
const loopback = new Set(["localhost", "127.0.0.1", "::1"]);
const connect = Socket.prototype.connect as Connect;

const connectByRoute: Connect = function (...parameters) {
  return connect.apply(this, parameters.map(routed));
};
Object.assign(Socket.prototype, { connect: connectByRoute });

/** Node passes one options object, alone or as the first of a list that it has marked as its own. */
function routed(parameter: unknown): unknown {
  if (Array.isArray(parameter)) {
    parameter[0] = routed(parameter[0]);
    return parameter;
  }
  if (typeof parameter !== "object" || parameter === null || !("port" in parameter))
    return parameter;
  const host = "host" in parameter ? String(parameter.host) : "localhost";
  const port = routes.get(`${host}:${parameter.port}`);
  if (port !== undefined) return { ...parameter, host: "127.0.0.1", port };
  if (loopback.has(host)) return parameter;
  throw new Error(`${host}:${parameter.port} is not on the map of this test`);
}
