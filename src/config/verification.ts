import { resolve } from "node:path";
import { type ApiLimit, apiLimitName, isApiLimitName } from "../domain/api-limits.ts";
import type { Secret } from "../domain/credentials.ts";
import { readWindows } from "../domain/limit-windows.ts";
import { type Addresses, isLoopbackHost, readOrigin } from "./addresses.ts";
import { ConfigProblem, type ConfigRow, list, type ValuesOf } from "./row.ts";
import { secretPair, secretsFrom } from "./secret-pair.ts";

export const internalSecret = secretPair(
  "INTERNAL_SECRET",
  "16 to 200 printable ASCII characters without spaces and commas",
  (text) => /^[\x21-\x2b\x2d-\x7e]{16,200}$/.test(text),
);

export const verificationRows = {
  givenInternalSecret: {
    name: "INTERNAL_SECRET",
    meaning:
      "The secret that gateways and services send as `X-Countersign-Secret` to the internal address. Required if INTERNAL_HOST isn't loopback. With two, either is accepted, so callers can switch to the new one at any time.",
    shape: internalSecret.shape,
    example: "c3b1Qm5nJx0vT2yP8rZk",
    default: "",
    read: internalSecret.read,
    secret: true,
  },
  internalSecretFile: {
    name: "INTERNAL_SECRET_FILE",
    meaning:
      "A file with the secret, or with two in a line each, instead of INTERNAL_SECRET. Its group may read it, other accounts may not. It is reloaded on SIGHUP.",
    shape: "a path",
    example: "/run/secrets/countersign-internal",
    default: "",
    read: (text) => resolve(text),
  },
  apiOrigins: {
    name: "API_ORIGINS",
    meaning:
      "The origins at which clients call your APIs. Signatures are verified against one of these, never against what a request claims. Default: the base URLs.",
    shape: "origins, separated by commas",
    example: "https://api.example.com,https://media.example.com",
    default: "",
    read: (text) => list(text).map(readOrigin),
  },
  apiLimits: {
    name: "API_LIMITS",
    meaning:
      "Named rate limits that a `/verify` request can apply. `user` counts per user and application, and a request without a user for its application. `application` counts per application. A window has up to 31 days, or is a calendar month (UTC); a request has to fit into each window of its limit.",
    shape:
      "name:user or application:windows, separated by commas; up to four windows, separated by spaces, such as 75/15m, 10/1s, 5000/1d, or 100000/month",
    example: "timeline:user:75/15m,search:application:10/1s 10000/month",
    default: "",
    read: readApiLimits,
  },
  decisionMaxAge: {
    name: "DECISION_MAX_AGE",
    meaning:
      "For how many seconds an API or gateway may accept a bearer token again without asking, so for how long a revoked one may be accepted. It is `max_age` in decisions; those on signed requests always have 0. At 0, nothing may be cached.",
    shape: "a whole number from 0 to 300",
    example: "30",
    default: "0",
    read: readMaxAge,
  },
} as const satisfies Record<string, ConfigRow>;

export function verificationSettings(values: ValuesOf<typeof verificationRows>) {
  const { givenInternalSecret, internalSecretFile, apiOrigins, apiLimits, decisionMaxAge } = values;
  return {
    /** Every request to the internal address must carry one of these; none is needed if there is none. */
    internalSecrets: secretsFrom(internalSecret, givenInternalSecret, internalSecretFile),
    internalSecretFile,
    apiOrigins,
    decisionMaxAge,
    apiLimits: apiLimits ?? new Map<string, ApiLimit>(),
  };
}

/** On a network, anyone who can reach the internal address could verify anyone's credentials. */
export function rejectOpenInternal(
  { internalHost, internalPort }: Addresses,
  secrets: readonly Secret[],
): void {
  if (internalPort === "off" || secrets.length > 0 || isLoopbackHost(internalHost)) return;
  throw new ConfigProblem(
    ["INTERNAL_HOST"],
    `${internalHost} isn't a loopback address, so callers must send a secret; set COUNTERSIGN_INTERNAL_SECRET or COUNTERSIGN_INTERNAL_SECRET_FILE, or leave COUNTERSIGN_INTERNAL_HOST at 127.0.0.1`,
  );
}

/**
 * Some clients leave the port out of what they sign, and are accepted although RFC 5849 §3.4.1.2 requires it. A
 * signature for a host on its default port would therefore be valid on every other port of that host.
 */
export function rejectConfusableOrigins(
  { baseUrl, additionalBaseUrls }: Addresses,
  apiOrigins: readonly string[] | undefined,
): void {
  const own = [...(baseUrl === undefined ? [] : [baseUrl]), ...additionalBaseUrls];
  const all = new Set([...own, ...(apiOrigins ?? [])]);
  for (const origin of apiOrigins ?? []) {
    for (const other of all) {
      if (other === origin || hostOf(other) !== hostOf(origin)) continue;
      if (new URL(origin).port !== "" && new URL(other).port !== "") continue;
      throw new ConfigProblem(
        ["API_ORIGINS"],
        `${origin} and ${other} differ only in their ports, and clients may leave the port out of what they sign: a request signed for one would be accepted at the other; give one of them a different host name`,
      );
    }
  }
}

function hostOf(origin: string): string {
  return origin.replace(/:\d+$/, "");
}

function readMaxAge(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 300) {
    throw new Error(`${JSON.stringify(text)} is out of range or not a number`);
  }
  return Number(text);
}

function readApiLimits(text: string): ReadonlyMap<string, ApiLimit> {
  const limits = new Map<string, ApiLimit>();
  for (const entry of list(text)) {
    const found = /^([^:]{1,40}):(user|application):([^:]+)$/.exec(entry);
    const [, name = "", per, windowsText = ""] = found ?? [];
    if (!isApiLimitName(apiLimitName(name))) {
      throw new Error(`${JSON.stringify(entry)} is not name:per:windows`);
    }
    if (limits.has(name)) throw new Error(`the limit ${name} is listed twice`);
    const windows = readWindows(windowsText);
    if (windows === undefined) {
      throw new Error(
        `${JSON.stringify(entry)} does not end in one to four windows, each of another length from 1s to 31d or month, that allow at least 1`,
      );
    }
    limits.set(name, {
      name: apiLimitName(name),
      per: per === "user" ? "user and application" : "application",
      windows,
    });
  }
  return limits;
}
