import { percentDecode, percentEncodeBytes } from "#oauth1";
import type { Cause } from "../cause.ts";
import type { Change, Facts, Hypothesis } from "../hypothesis.ts";
import { defaultPort, originParts } from "../origin-parts.ts";
import type { Signing } from "../signing.ts";

export const otherMethod: Hypothesis = ({ signing: { method: sent } }) => [
  ...["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]
    .filter((signed) => signed !== sent)
    .map((signed) =>
      replaced("method", { id: "method", signed, sent }, isUsual(signed) ? 1 : 3, signed),
    ),
  ...[sent.toLowerCase(), sent.slice(0, 1) + sent.slice(1).toLowerCase(), ""].map((signed) =>
    replaced(
      "method",
      { id: "method-case", signed },
      signed === sent.toLowerCase() ? 2 : 3,
      signed,
    ),
  ),
];

function isUsual(method: string): boolean {
  return method === "GET" || method === "POST";
}

export const otherOrigin: Hypothesis = (facts) => {
  const expected = facts.signing.origin;
  const found = new Map<string, Change["weight"]>();
  const add = (origin: string, weight: Change["weight"]) => {
    if (origin !== expected && !found.has(origin)) found.set(origin, weight);
  };
  const near = nearOrigins(facts);
  for (const origin of near) add(origin, 1);
  for (const origin of near) {
    const { scheme, host, port } = originParts(origin);
    for (const other of ["https", "http"]) {
      add(`${other}://${host}${port === "" ? "" : `:${port}`}`, 1);
      add(`${other}://${host}`, 2);
      add(`${other}://${host}:${defaultPort(other)}`, 2);
      add(`${other}://${host}:${defaultPort(scheme)}`, 3);
    }
  }
  for (const origin of [...facts.known.origins, ...facts.known.apiOrigins]) add(origin, 2);
  const { scheme, host } = originParts(expected);
  for (const port of ["8080", "3000"]) add(`${scheme}://${host}:${port}`, 2);
  for (const local of ["http://localhost", "http://127.0.0.1"]) {
    for (const port of ["", ":8080", ":3000"]) add(local + port, 2);
    for (const port of otherPorts) add(`${local}:${port}`, 4);
  }
  for (const port of otherPorts) add(`${scheme}://${host}:${port}`, 4);
  add(`${scheme}://${host.startsWith("www.") ? host.slice(4) : `www.${host}`}`, 3);
  add(expected.toUpperCase(), 4);
  add(`${scheme}://${host.toUpperCase()}`, 4);
  add(host, 3);
  return [...found].map(([signed, weight]) =>
    replaced("origin", originCause(signed, expected), weight, signed),
  );
};

const otherPorts = ["8443", "8000", "5000", "80", "443"];

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

export const otherPath: Hypothesis = ({ signing: { path: sent }, request, known }) => {
  const found = new Map<string, Change["weight"]>();
  const add = (path: string, weight: Change["weight"]) => {
    if (path !== sent && !found.has(path)) found.set(path, weight);
  };
  const bare = sent.replace(/\/$/, "");
  add(bare, 1);
  add(`${sent}/`, 1);
  for (const { path } of known.operations) add(path, 2);
  add(sent.endsWith(".json") ? sent.slice(0, -5) : `${sent}.json`, 2);
  const segments = sent.split("/");
  for (const dropped of [1, 2, 3].filter((count) => count < segments.length - 1)) {
    add(`/${segments.slice(dropped + 1).join("/")}`, 2);
  }
  add(segments.slice(0, -1).join("/"), 3);
  for (const prefix of ["/api", "/v1", "/1.1", "/v2", "/1", "/api/v1", "/oauth"])
    add(prefix + sent, 3);
  add(percentDecode(sent), 2);
  add(sent.split("/").map(percentEncodeBytes).join("/"), 2);
  add(sent.toLowerCase(), 3);
  add(sent.replace(/\/{2,}/g, "/"), 2);
  add(`/${sent}`, 2);
  for (const [path, weight] of otherIndexPages(sent)) add(path, weight);
  if (request.pathBefore !== undefined) add(request.pathBefore, 1);
  return [...found].map(([signed, weight]) =>
    replaced("path", pathCause(signed, sent), weight, signed),
  );
};

/** A server whose addresses have an index page redirects to the address without it, or the other way around. */
function otherIndexPages(sent: string): (readonly [path: string, weight: Change["weight"]])[] {
  if (indexPage.test(sent)) {
    const without = sent.replace(indexPage, "");
    return [
      [without, 1],
      [`${without}/`, 2],
    ];
  }
  return [
    [`/index.php${sent}`, 2],
    [`${sent.replace(/\/$/, "")}/index.php`, 3],
    [sent.replace("/wp-json/", "/index.php/wp-json/"), 2],
  ];
}

const indexPage = /\/(?:index|default)\.[a-z]{2,4}(?=\/|$)/i;

function pathCause(signed: string, sent: string): Cause {
  if (indexPage.test(signed) !== indexPage.test(sent)) return { id: "index-page", signed, sent };
  const slash = signed === `${sent}/` || `${signed}/` === sent;
  return { id: slash ? "trailing-slash" : "path", signed: signed || "/", sent };
}

/** RFC 5849 §3.4.1.2: the URL is signed without its query, whose parameters are signed with the others. */
export const queryInUrl: Hypothesis = ({ request, signing }) => {
  if (!request.query) return [];
  const signed = `${signing.path}?${request.query}`;
  const cause: Cause = { id: "query-in-url", signed };
  const put = (one: Signing): Signing => ({ ...one, path: signed });
  const inQuery = new Set(
    request.query.split("&").map((pair) => percentDecode(pair.split("=", 1)[0] ?? "")),
  );
  return [
    { cause, parts: ["path"], weight: 1, apply: put },
    {
      cause,
      parts: ["path", "parameters"],
      weight: 1,
      apply: (one) => ({
        ...put(one),
        parameters: one.parameters.filter(([name]) => !inQuery.has(name)),
      }),
    },
  ];
};

function replaced(
  part: "method" | "origin" | "path",
  cause: Cause,
  weight: Change["weight"],
  value: string,
): Change {
  return { cause, parts: [part], weight, apply: (signing) => ({ ...signing, [part]: value }) };
}
