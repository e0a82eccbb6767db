import { percentDecode, percentEncodeBytes } from "#oauth1";
import type { Cause } from "../cause.ts";
import { type Candidate, type Change, candidatesExcept, type Facts } from "../hypothesis.ts";
import { defaultPort, originParts } from "../origin-parts.ts";

export function* addresses(facts: Facts): Iterable<Change> {
  const { request, signing } = facts;
  const { method: sent, origin: expected, path } = signing;
  for (const signed of ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]) {
    if (signed === sent) continue;
    const weight = signed === "GET" || signed === "POST" ? 1 : 3;
    yield { weight, cause: { id: "method", signed, sent }, method: signed };
  }
  const capitalized = sent.slice(0, 1) + sent.slice(1).toLowerCase();
  for (const signed of [sent.toLowerCase(), capitalized, ""]) {
    const weight = signed === sent.toLowerCase() ? 2 : 3;
    yield { weight, cause: { id: "method-case", signed }, method: signed };
  }
  for (const [origin, weight] of candidatesExcept(expected, otherOrigins(facts))) {
    yield { weight, cause: originCause(origin, expected), origin };
  }
  for (const [signed, weight] of candidatesExcept(path, otherPaths(facts))) {
    yield { weight, cause: pathCause(signed, path), path: signed };
  }
  // RFC 5849 §3.4.1.2: the URL is signed without its query, whose parameters are signed with the others.
  if (request.query) {
    const signed = `${path}?${request.query}`;
    const cause = { id: "query-in-url", signed } as const;
    const pairs = request.query.split("&");
    const names = new Set(pairs.map((pair) => percentDecode(pair.split("=", 1)[0] ?? "")));
    yield { weight: 1, cause, path: signed };
    const parameters: Change["parameters"] = (all) => all.filter(([name]) => !names.has(name));
    yield { weight: 1, cause, path: signed, parameters };
  }
}

function* otherOrigins(facts: Facts): Iterable<Candidate> {
  const expected = facts.signing.origin;
  const near = nearOrigins(facts);
  for (const origin of near) yield [origin, 1];
  for (const origin of near) {
    const { scheme, host, port } = originParts(origin);
    for (const other of ["https", "http"]) {
      yield [`${other}://${host}${port === "" ? "" : `:${port}`}`, 1];
      yield [`${other}://${host}`, 2];
      yield [`${other}://${host}:${defaultPort(other)}`, 2];
      yield [`${other}://${host}:${defaultPort(scheme)}`, 3];
    }
  }
  for (const origin of [...facts.known.origins, ...facts.known.apiOrigins]) yield [origin, 2];
  const { scheme, host } = originParts(expected);
  for (const port of ["8080", "3000"]) yield [`${scheme}://${host}:${port}`, 2];
  const rarePorts = ["8443", "8000", "5000", "80", "443"];
  for (const local of ["http://localhost", "http://127.0.0.1"]) {
    for (const port of ["", ":8080", ":3000"]) yield [local + port, 2];
    for (const port of rarePorts) yield [`${local}:${port}`, 4];
  }
  for (const port of rarePorts) yield [`${scheme}://${host}:${port}`, 4];
  yield [`${scheme}://${host.startsWith("www.") ? host.slice(4) : `www.${host}`}`, 3];
  yield [expected.toUpperCase(), 4];
  yield [`${scheme}://${host.toUpperCase()}`, 4];
  yield [host, 3];
}

/** Returns the origins in the paste and in its headers, as written and in lower case. */
function nearOrigins({ request, signing }: Facts): string[] {
  const { scheme } = originParts(signing.origin);
  const pasted = request.origin === undefined ? [] : [request.origin, request.origin.toLowerCase()];
  const named = request.hosts.flatMap((host) => [host, host.toLowerCase()]);
  return [...pasted, ...named.map((host) => `${scheme}://${host}`), signing.origin];
}

function originCause(signed: string, expected: string): Cause {
  const [one, other] = [originParts(signed), originParts(expected)];
  if (one.host !== other.host) return { id: "host", signed, expected };
  // Each scheme has its own default port, so if both differ, the scheme is the cause.
  if (one.scheme !== other.scheme) return { id: "scheme", signed, expected };
  return { id: "port", signed, expected };
}

function* otherPaths({ signing: { path: sent }, request, known }: Facts): Iterable<Candidate> {
  yield [sent.replace(/\/$/, ""), 1];
  yield [`${sent}/`, 1];
  for (const { path } of known.operations) yield [path, 2];
  yield [sent.endsWith(".json") ? sent.slice(0, -5) : `${sent}.json`, 2];
  const segments = sent.split("/");
  for (const start of [2, 3, 4]) {
    if (start < segments.length) yield [`/${segments.slice(start).join("/")}`, 2];
  }
  yield [segments.slice(0, -1).join("/"), 3];
  for (const prefix of ["/api", "/v1", "/1.1", "/v2", "/1", "/api/v1", "/oauth"]) {
    yield [prefix + sent, 3];
  }
  yield [percentDecode(sent), 2];
  yield [segments.map(percentEncodeBytes).join("/"), 2];
  yield [sent.toLowerCase(), 3];
  yield [sent.replace(/\/{2,}/g, "/"), 2];
  yield [`/${sent}`, 2];
  // A server whose addresses have an index page redirects to the address without it, or the other way around.
  if (indexPage.test(sent)) {
    yield [sent.replace(indexPage, ""), 1];
    yield [`${sent.replace(indexPage, "")}/`, 2];
  } else {
    yield [`/index.php${sent}`, 2];
    yield [`${sent.replace(/\/$/, "")}/index.php`, 3];
    yield [sent.replace("/wp-json/", "/index.php/wp-json/"), 2];
  }
  if (request.pathBefore !== undefined) yield [request.pathBefore, 1];
}

const indexPage = /\/(?:index|default)\.[a-z]{2,4}(?=\/|$)/i;

function pathCause(signed: string, sent: string): Cause {
  if (indexPage.test(signed) !== indexPage.test(sent)) return { id: "index-page", signed, sent };
  const slash = signed === `${sent}/` || `${signed}/` === sent;
  return { id: slash ? "trailing-slash" : "path", signed: signed || "/", sent };
}
