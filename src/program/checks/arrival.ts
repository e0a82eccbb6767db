import { digestOf, type ReceivedRequest } from "../../http/server/check-call.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";
import type { CheckRequest } from "./request.ts";

export interface Sent extends CheckRequest {
  readonly origin: string;
  /** When it was made by this machine's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly proof: string;
  readonly body: string;
  readonly headers: Readonly<Record<"authorization" | "content-type" | "user-agent", string>>;
}

interface Here {
  readonly trustedProxies: readonly string[];
}

/** Returns one finding if all is well, otherwise one for each problem. */
export function judgeArrival(sent: Sent, seen: ReceivedRequest, here: Here): readonly Finding[] {
  const findings = [
    scheme(sent, seen),
    origin(sent, seen),
    method(sent, seen),
    target(sent, seen),
    authorization(sent, seen),
    body(sent, seen),
    forwarded(seen, here),
  ].filter((one) => one !== undefined);
  const isSpoilt = findings.some(({ level }) => level === "failure");
  if (!seen.signed && !isSpoilt) {
    findings.push(
      wrong(
        "The signature does not match, although nothing seems changed",
        "Run `countersign debug-signature` with a client's request",
      ),
    );
  }
  if (findings.length > 0) return findings;
  return [
    ok(
      "public address",
      `A signed request to ${sent.origin} arrives as it was sent, over ${seen.secure ? "TLS" : "plain http"}`,
    ),
  ];
}

function scheme(
  { origin }: Sent,
  { secure, peer, forwardedProto }: ReceivedRequest,
): Finding | undefined {
  if (secure || origin.startsWith("http:")) return undefined;
  const what = `Scheme: requests to ${origin} arrive as plain HTTP from ${peer}, and are rejected with 403 (code 92)`;
  return forwardedProto === null
    ? wrong(
        `${what}: the proxy sends no X-Forwarded-Proto`,
        "Let the proxy send X-Forwarded-Proto: https",
      )
    : wrong(
        `${what}: X-Forwarded-Proto is ${JSON.stringify(forwardedProto)}, and is only accepted from trusted proxies`,
        `Add ${peer} to COUNTERSIGN_TRUSTED_PROXIES, if that is your proxy; the last value of the header must be https`,
      );
}

function origin(sent: Sent, { origin: checked, host }: ReceivedRequest): Finding | undefined {
  if (checked === sent.origin) return undefined;
  const [ours, theirs] = [new URL(sent.origin), new URL(checked)];
  const differs = (
    [
      ["scheme", ours.protocol, theirs.protocol],
      ["host", ours.hostname, theirs.hostname],
      ["port", portOf(ours), portOf(theirs)],
    ] as const
  )
    .filter(([, one, other]) => one !== other)
    .map(([name]) => name);
  return wrong(
    `Base URL: signatures of requests to ${sent.origin} are checked against ${checked} (another ${differs.join(" and ")}); the Host header arrives as ${JSON.stringify(host)}`,
    "Set COUNTERSIGN_BASE_URL to the URL that clients use; with COUNTERSIGN_ADDITIONAL_BASE_URLS, let the proxy forward the Host header unchanged",
  );
}

function portOf({ port, protocol }: URL): string {
  return port === "" ? (protocol === "https:" ? "443" : "80") : port;
}

function method(sent: Sent, seen: ReceivedRequest): Finding | undefined {
  if (seen.method === sent.method) return undefined;
  return wrong(
    `Method: ${sent.method} arrives as ${seen.method}`,
    "Let the proxy forward the method",
  );
}

function target(sent: Sent, seen: ReceivedRequest): Finding | undefined {
  if (seen.target === sent.target) return undefined;
  const [path = "", query = ""] = split(sent.target);
  const [seenPath = "", seenQuery = ""] = split(seen.target);
  if (path === seenPath) {
    return wrong(
      `Query: ${JSON.stringify(withoutAuthEvent(query))} arrives as ${JSON.stringify(withoutAuthEvent(seenQuery))}`,
      "Let the proxy forward the query byte for byte: signatures cover it as it was sent",
    );
  }
  const prefix = seenPath.endsWith(path) ? seenPath.slice(0, -path.length) : undefined;
  return wrong(
    prefix === undefined
      ? `Path: ${path} arrives as ${seenPath}`
      : `Path: the proxy puts ${prefix} before every path`,
    "Let the proxy forward paths unchanged; in nginx, use `proxy_pass` without a path",
  );
}

function split(target: string): readonly string[] {
  const at = target.indexOf("?");
  return at === -1 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}

/** Someone who reads the output could use the proof for a minute. */
function withoutAuthEvent(query: string): string {
  return query.replace(/countersign_check=[^&]*/, "countersign_check=…");
}

function authorization({ headers }: Sent, seen: ReceivedRequest): Finding | undefined {
  if (seen.authorizations > 1) {
    return wrong(
      "Header: Authorization arrives twice",
      "Don't let the proxy add its own Authorization header",
    );
  }
  if (seen.authorization === digestOf(headers.authorization)) return undefined;
  return wrong(
    seen.authorization === null
      ? "Header: Authorization doesn't arrive"
      : "Header: Authorization arrives changed",
    "Let the proxy forward the Authorization header; in Apache, `CGIPassAuth On` or `SetEnvIf`",
  );
}

function body(sent: Sent, seen: ReceivedRequest): Finding | undefined {
  const type = sent.headers["content-type"];
  if (seen.contentType !== type) {
    return wrong(
      `Header: Content-Type ${type} arrives as ${seen.contentType ?? "nothing"}`,
      "Let the proxy forward Content-Type unchanged",
    );
  }
  if (seen.body === digestOf(sent.body)) return undefined;
  return wrong(
    seen.bodyBytes === 0
      ? "Body: the body of a POST doesn't arrive"
      : `Body: ${sent.body.length} bytes arrive as ${seen.bodyBytes} others`,
    "Let the proxy forward bodies unchanged: signatures cover forms",
  );
}

/** Limits count clients by their IP addresses. */
function forwarded(seen: ReceivedRequest, { trustedProxies }: Here): Finding | undefined {
  if (trustedProxies.length === 0 || seen.forwardedFor || seen.forwardedProto === null)
    return undefined;
  return warning(
    "public address",
    `The proxy at ${seen.peer} doesn't send X-Forwarded-For, so all clients appear to have the same IP address`,
    "Let the proxy send X-Forwarded-For",
  );
}

function wrong(message: string, fix: string): Finding {
  return failure("public address", message, fix);
}
