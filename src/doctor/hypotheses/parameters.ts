import { createHash } from "node:crypto";
import {
  formBodyOf,
  fromText,
  isForm,
  maxParameters,
  type Parameter,
  parseForm,
  toReadableText,
} from "#oauth1";
import type { Cause } from "../cause.ts";
import type { Change, Hypothesis } from "../hypothesis.ts";
import type { Signing } from "../signing.ts";
import { isProtocol, maxTriedOneByOne, oneParameter } from "./one-parameter.ts";

/** RFC 5849 §3.4.1.3.1: header, query and form are signed. A client may have left the query or the form out. */
export const otherPlaces: Hypothesis = ({ request }) => {
  const [query, form] = [request.query ?? "", formBodyOf(request)].map(othersIn) as [
    ReadonlySet<string>,
    ReadonlySet<string>,
  ];
  const without = (names: ReadonlySet<string>) => (all: readonly Parameter[]) =>
    all.filter(([name]) => !names.has(name));
  return [
    ...(query.size > 0 ? [whole({ id: "query-unsigned" }, 1, without(query))] : []),
    ...(form.size > 0 ? [whole({ id: "body-unsigned" }, 1, without(form))] : []),
  ];
};

function othersIn(form: string): ReadonlySet<string> {
  const names = parseForm(form, maxParameters).map(([name]) => name);
  return new Set(names.filter((name) => !isProtocol(name)));
}

/** A client may add the query to a URL that has it already. */
export const sentTwice: Hypothesis = ({ signing: { parameters } }) => {
  const once = [...new Map(parameters.map((pair) => [pair.join("\0"), pair])).values()];
  if (once.length === parameters.length) return [];
  return [whole({ id: "sent-twice" }, 1, () => once)];
};

/** A body that is not a form may be signed as if it were one. */
export const otherBodies: Hypothesis = ({ request }) => {
  const changes: Change[] = [];
  const json = jsonPairs(request.body);
  if (json.length > 0) changes.push(whole({ id: "json-signed" }, 1, (all) => [...all, ...json]));
  if (request.body !== "" && !isForm(request.contentType)) {
    const raw: Parameter[] = [[request.body, ""]];
    changes.push(whole({ id: "json-signed" }, 2, (all) => [...all, ...raw]));
    const form = parseForm(request.body, 64);
    if (json.length === 0) {
      const id = request.fields.length > 0 ? "multipart-signed" : "json-signed";
      changes.push(whole({ id }, 2, (all) => [...all, ...form]));
    }
  }
  if (request.fields.length > 0) {
    changes.push(whole({ id: "multipart-signed" }, 1, (all) => [...all, ...request.fields]));
  }
  return changes;
};

/** RFC 5849 §3.4.1.3.1 excludes the realm and the signature itself. A client may have signed them. */
export const tooMuchOfTheHeader: Hypothesis = ({ request }) => {
  const realm = /[\s,]realm="((?:[^"\\]|\\.)*)"/i.exec(request.authorization ?? "")?.[1];
  return [
    ...(realm === undefined ? [] : [added({ id: "realm-signed" }, 1, ["realm", fromText(realm)])]),
    added({ id: "signature-signed" }, 1, ["oauth_signature", ""]),
  ];
};

/** It was added later, or the client forgot to sign it. */
export const unsignedParameter: Hypothesis = ({ signing }) => [
  ...oneByOne(signing).map((pair) => {
    const name = toReadableText(pair[0]);
    return oneParameter({ id: "parameter-unsigned", name }, pair, unsignedWeight(name));
  }),
  whole({ id: "empty-unsigned" }, 1, (all) => all.filter(([, value]) => value !== "")),
];

export const doubledParameter: Hypothesis = ({ signing }) =>
  oneByOne(signing).map((pair) => {
    const name = toReadableText(pair[0]);
    return oneParameter(
      { id: "parameter-doubled", name },
      pair,
      isProtocol(name) ? 3 : 2,
      pair,
      pair,
    );
  });

/** One parameter was signed but not sent. It can only be found if it is one that clients usually send. */
export const lostParameter: Hypothesis = ({ request, signing, known }) => {
  const has = new Set(signing.parameters.map(([name]) => name));
  const lost = usuallyLost(request.body, known.application.callbacks)
    .filter(([name]) => !has.has(name))
    .map(([name, value, weight]) => added(lostCause([name, value]), weight, [name, value]));
  const rest = parseForm(request.cutOff, 64);
  if (rest.length > 0) {
    const cause: Cause = { id: "cut-by-shell", rest: toReadableText(request.cutOff) };
    lost.push(whole(cause, 1, (all) => [...all, ...rest]));
  }
  return lost;
};

function lostCause([name, value]: Parameter): Cause {
  return { id: "parameter-lost", name: toReadableText(name), value: toReadableText(value) };
}

/** The numbers are weights. */
function usuallyLost(
  body: string,
  callbacks: readonly string[],
): (readonly [name: string, value: string, weight: Change["weight"]])[] {
  const bodyHash = createHash("sha1").update(body, "latin1").digest("base64");
  return [
    ["oauth_version", "1.0", 1],
    ["oauth_token", "", 1],
    ["oauth_callback", "oob", 2],
    ...callbacks.map((callback) => ["oauth_callback", fromText(callback), 2] as const),
    ["oauth_verifier", "", 2],
    ["oauth_body_hash", bodyHash, 2],
    ["include_email", "true", 2],
    ["skip_status", "true", 2],
    ["include_entities", "true", 2],
    ["include_entities", "false", 2],
    ["tweet_mode", "extended", 2],
    ["include_email", "false", 3],
    ["skip_status", "false", 3],
    ["svc_auth_access_type", "read", 3],
    ["svc_auth_access_type", "write", 3],
    ["x_auth_access_type", "read", 3],
    ["x_auth_access_type", "write", 3],
    ["grant_type", "client_credentials", 3],
    ["force_login", "true", 3],
    ["format", "json", 3],
    ["", "", 3],
  ];
}

function unsignedWeight(name: string): Change["weight"] {
  if (!isProtocol(name)) return 1;
  return /^oauth_(?:token|callback|verifier|version)$/.test(name) ? 2 : 3;
}

/** Clients flatten a JSON object like this. */
function jsonPairs(body: string): Parameter[] {
  if (!/^\s*\{/.test(body)) return [];
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
    if (typeof parsed !== "object" || parsed === null) return [];
    return Object.entries(parsed)
      .slice(0, 64)
      .map(([name, value]): Parameter => [fromText(name), fromText(textOf(value))]);
  } catch {
    return [];
  }
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function oneByOne({ parameters }: Signing): readonly Parameter[] {
  return parameters.slice(0, maxTriedOneByOne);
}

function whole(
  cause: Cause,
  weight: Change["weight"],
  replace: (all: readonly Parameter[]) => readonly Parameter[],
): Change {
  return {
    cause,
    parts: ["parameters"],
    weight,
    apply: (signing) => ({ ...signing, parameters: replace(signing.parameters) }),
  };
}

function added(cause: Cause, weight: Change["weight"], pair: Parameter): Change {
  return { ...whole(cause, weight, (all) => [...all, pair]), parts: [`one:+${pair[0]}`] };
}
