/**
 * Preloaded (`--import`) into the process of an unmodified client that always uses the same hosts.
 * It replaces what such a client finds outside: the DNS that resolves a host, and the router that
 * leads its port 443 to the port of the service under test. Nothing of the client, of TLS or of
 * HTTP is changed: names are still checked against the certificate, and `Host` is the client's own.
 *
 * `TEST_ROUTES`: JSON, from `host:port` to a port on loopback. No other host except loopback can be
 * reached, so that no test uses the internet.
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

/**
 * Node passes one options object, either alone or as the first element of an array that it has marked as normalized.
 */
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
