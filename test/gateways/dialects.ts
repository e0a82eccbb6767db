/** The request that each gateway sends to its endpoint, according to its documentation; a function sends it. */
import { sendText } from "../support/raw-http.ts";
import type { World } from "../support/world.ts";
import { origin, secret } from "./cases.ts";

/** https://doc.traefik.io/traefik/reference/routing-configuration/http/middlewares/forwardauth/ */
export const traefik = (method: string, uri: string) => [
  `X-Forwarded-Method: ${method}`,
  "X-Forwarded-Proto: https",
  "X-Forwarded-Host: api.example.com:8443",
  `X-Forwarded-Uri: ${uri}`,
  "X-Forwarded-For: 203.0.113.9",
];

/** https://apisix.apache.org/docs/apisix/plugins/forward-auth/ with the guide's `extra_headers`. */
const apisix = (method: string, uri: string) => [
  "X-Forwarded-Proto: https",
  `X-Forwarded-Method: ${method}`,
  "X-Forwarded-Host: api.example.com",
  `X-Forwarded-Uri: ${decodeURI(uri).replace(/[^\x20-\x7e]/g, "?")}`,
  "X-Forwarded-For: 203.0.113.9",
  `X-Countersign-Origin: ${origin}`,
  `X-Countersign-Target: ${uri}`,
];

/** https://www.envoyproxy.io/docs/envoy/latest/api-v3/extensions/filters/http/ext_authz/v3/ext_authz.proto */
export const envoy = [`x-countersign-origin: ${origin}`, "x-countersign-address: 203.0.113.9"];

export const own = (method: string, uri: string) => [
  `X-Countersign-Method: ${method}`,
  `X-Countersign-Origin: ${origin}`,
  `X-Countersign-Target: ${uri}`,
  "X-Countersign-Address: 203.0.113.9",
];

let requestIds = 0;
export const requestIdLine = () => {
  requestIds += 1;
  return `X-Countersign-Request-Id: request-${requestIds}`;
};

type Described = (method: string, uri: string) => { line: string; lines: readonly string[] };

/** These two gateways send no body, so that no form is verified with them. */
export const bodiless: Readonly<Record<string, Described>> = {
  nginx: (method, uri) => ({
    line: "GET /gateway/nginx",
    lines: [...own(method, uri), requestIdLine()],
  }),
  caddy: (method, uri) => ({
    line: "GET /gateway/caddy",
    lines: [...own(method, uri), requestIdLine()],
  }),
};

/** The request of each gateway about a client's request. */
export const dialects: Readonly<Record<string, Described>> = {
  traefik: (method, uri) => ({ line: "GET /gateway/traefik", lines: traefik(method, uri) }),
  apisix: (method, uri) => ({ line: "POST /gateway/apisix", lines: apisix(method, uri) }),
  envoy: (method, uri) => ({ line: `${method} /gateway/envoy?target=${uri}`, lines: envoy }),
  njs: (method, uri) => ({
    line: "POST /gateway/njs",
    lines: [...own(method, uri), requestIdLine()],
  }),
  haproxy: (method, uri) => ({
    line: "POST /gateway/haproxy",
    lines: [...own(method, uri), requestIdLine()],
  }),
  kong: (method, uri) => ({
    line: "POST /gateway/kong",
    lines: [...own(method, uri), requestIdLine()],
  }),
  tyk: (method, uri) => ({
    line: "POST /gateway/tyk",
    lines: [...own(method, uri), requestIdLine()],
  }),
};

/** Sends lines unchanged, because gateways send headers that `fetch` would not. */
export async function callGateway(
  { service }: Pick<World, "service">,
  line: string,
  lines: readonly string[],
  body = "",
) {
  const head = [`${line} HTTP/1.1`, "Host: countersign", "Connection: close"];
  const all = [...head, `X-Countersign-Secret: ${secret}`, ...lines];
  const received = await sendText(service.internalUrl ?? "", `${all.join("\r\n")}\r\n\r\n${body}`);
  const end = received.indexOf("\r\n\r\n");
  const [status = "", ...headers] = received.slice(0, end).split("\r\n");
  return {
    status: Number(status.split(" ")[1]),
    text: received.slice(end + 4),
    header: (name: string) =>
      headers.find((one) => one.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2),
  };
}
