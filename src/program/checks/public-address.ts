/**
 * A signed call to the service itself, through the URL that clients use. It needs no application: the service responds
 * to a request that proves the key ring with what arrived (src/http/server/check-call.ts). The differences show what a
 * proxy, a setting or a name server does to every client's request.
 */
import { randomBytes } from "node:crypto";
import { sign } from "#oauth1";
import {
  authParameter,
  checkConsumer,
  checkPath,
  createProof,
  isAnswer,
  keyIdOf,
  type ReceivedRequest,
  secretOf,
} from "../../http/server/check-call.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { judgeArrival, type Sent } from "./arrival.ts";
import { lifeFinding } from "./certificate.ts";
import { aheadOf, type OtherClock } from "./clock.ts";
import { type Finding, failure, reasonOf, skipped, warning } from "./finding.ts";
import { ask, type CheckResponse, timeIn } from "./request.ts";

/** It can be unknown whether the service runs, because it may be on another machine. */
export type Running = "yes" | "no" | "not known";

export interface Surroundings {
  readonly running: Running;
  readonly trustedProxies: readonly string[];
  /** Whether the ring is in a setting, which a running server doesn't read again. */
  readonly isRingFixed: boolean;
  /** What the internal address said. */
  readonly clocks: readonly OtherClock[];
}

export interface PublicAddress {
  readonly findings: readonly Finding[];
  readonly clocks: readonly OtherClock[];
}

export async function checkPublicAddress(
  origin: string,
  keys: KeyRing,
  here: Surroundings,
): Promise<PublicAddress> {
  const findings: Finding[] = [];
  const only = (finding: Finding) => ({ findings: [...findings, finding], clocks: [] });
  let trusting = false;
  let sent = checkRequest(origin, keys, Date.now());
  let answered: CheckResponse;
  try {
    answered = await ask(origin, sent);
  } catch (error) {
    if (!isCertificateError(error)) return only(unanswered(origin, error, here.running));
    findings.push(untrusted(origin, error));
    trusting = true;
    try {
      answered = await ask(origin, { ...sent, trusting });
    } catch (again) {
      return only(unanswered(origin, again, here.running));
    }
  }
  for (const { keyId, ahead } of otherProofs(keys, answered, here)) {
    if (!isUnknownPath(answered)) break;
    sent = checkRequest(origin, keys, Date.now() + ahead, keyId);
    try {
      answered = await ask(origin, { ...sent, trusting });
    } catch (error) {
      return only(unanswered(origin, error, here.running));
    }
  }
  if (answered.certificateUntil !== undefined) {
    const life = lifeFinding(
      `The certificate at ${origin}`,
      0,
      answered.certificateUntil,
      Date.now(),
    );
    if (life.level !== "ok") findings.push({ ...life, check: "public address" });
  }
  const seen = seenIn(answered);
  if (seen === undefined || !isAnswer(keys, sent.proof, seen.answer)) {
    return only(notOurs(origin, answered));
  }
  if (here.isRingFixed && keyIdOf(sent.proof) !== keys.keyIds[0]) {
    findings.push(withoutFirstKey(origin, keys));
  }
  return {
    findings: [...findings, ...judgeArrival(sent, seen, here)],
    clocks: [{ whose: `the service at ${origin}`, ahead: aheadOf(seen.time, sent.at, Date.now()) }],
  };
}

/**
 * Signed like a client's request. Path, query and body contain what careless proxies decode, encode again, sort or
 * drop: a space, a plus, a percent sign, an empty value, a repeated name. `keyId`: the key of the proof.
 */
export function checkRequest(
  origin: string,
  keys: KeyRing,
  now: number,
  keyId = keys.sealingKeyId,
): Sent {
  const proof = createProof(keys, keyId, now, randomBytes(16).toString("hex"));
  const query = `text=a%20b%2Bc%25d%7e&empty=&twice=2&twice=1&${authParameter}=${proof}`;
  const body = "note=a+b%26c&path=%2Fx%2Fy";
  const target = `${checkPath}?${query}`;
  const { authorization } = sign(
    { method: "POST", url: origin + target, form: body },
    { consumerKey: checkConsumer, consumerSecret: secretOf(keys, proof).reveal() },
    { timestamp: Math.floor(now / 1000) },
  );
  return {
    origin,
    at: Date.now(),
    proof,
    method: "POST",
    target,
    body,
    headers: {
      authorization,
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": "countersign-check",
    },
  };
}

/**
 * The proofs to try after the first one. A server learns of a new key when it needs it, so it may still have only the
 * older ones; and a proof counts for a minute of the server's clock, which may be wrong.
 */
function otherProofs(
  { keyIds }: KeyRing,
  { headers }: CheckResponse,
  { clocks }: Surroundings,
): readonly { readonly keyId: string; readonly ahead: number }[] {
  const time = timeIn(headers);
  const aheads = clocks.map(({ ahead }) => ahead);
  if (time !== undefined) aheads.push(time - Date.now());
  const wrong = aheads.filter((ahead) => Math.abs(ahead) > 30_000);
  return [0, ...wrong].flatMap((ahead) => keyIds.map((keyId) => ({ keyId, ahead }))).slice(1);
}

function withoutFirstKey(origin: string, { keyIds: [first] }: KeyRing): Finding {
  return warning(
    "key ring",
    `The service at ${origin} was started without the key ${first}, which is the first one of this ring`,
    "Restart every server with this ring before you run `countersign keys rotate`",
  );
}

function unanswered(origin: string, error: unknown, running: Running): Finding {
  const message = `Nothing responds at ${origin}: ${reasonOf(error)}`;
  switch (running) {
    case "no":
      return skipped("public address", `${message}; the service isn't running`);
    case "yes":
      return failure(
        "public address",
        `${message}, although the service runs`,
        `Check DNS, the firewall, and the proxy for ${origin}, and at COUNTERSIGN_BASE_URL`,
      );
    default:
      return warning(
        "public address",
        message,
        "Start the service and run this again; if it is running, check DNS, the firewall, and the proxy",
      );
  }
}

/** Node's codes for what is wrong with a certificate include OpenSSL's names. */
function isCertificateError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/.test(code);
}

function untrusted(origin: string, error: unknown): Finding {
  return failure(
    "public address",
    `The certificate at ${origin} is not trusted: ${reasonOf(error)}`,
    "Clients reject it too: serve the whole chain, for this name; if your clients trust your own certificate authority, set NODE_EXTRA_CA_CERTS to its file for this command; countersign-admin takes it from the settings file",
  );
}

function seenIn({ status, body }: CheckResponse): ReceivedRequest | undefined {
  if (status !== 200) return undefined;
  try {
    const seen: unknown = JSON.parse(body);
    return typeof seen === "object" && seen !== null && "answer" in seen
      ? (seen as ReceivedRequest)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The service's own response to a path that doesn't exist, or to a proof that it doesn't accept. */
function isUnknownPath({ status, body }: CheckResponse): boolean {
  return status === 404 && /^\{"errors":\[\{"code":34,/.test(body);
}

/** The response is from another server, or from this service with another key ring. */
function notOurs(origin: string, answered: CheckResponse): Finding {
  const { status, headers } = answered;
  const by = headers.server === undefined ? "" : ` (${String(headers.server).slice(0, 60)})`;
  if (status >= 300 && status < 400) {
    const to = String(headers.location ?? "").split("?")[0];
    return failure(
      "public address",
      `${origin} redirects to ${to}`,
      "Signed requests can't follow a redirect: set COUNTERSIGN_BASE_URL to that URL, or let the proxy forward requests",
    );
  }
  if (isUnknownPath(answered)) {
    return failure(
      "public address",
      `The service at ${origin} has a different key ring from this command's, or a proxy drops the query`,
      "Run this with the settings of the service; if they are the same, check what the proxy does to the query",
    );
  }
  if (status >= 502 && status <= 504) {
    return failure(
      "public address",
      `The proxy at ${origin} doesn't reach the service: it returns ${status}${by}`,
      "Let it connect to COUNTERSIGN_HOST and COUNTERSIGN_PORT, and look at its log",
    );
  }
  return failure(
    "public address",
    `Something else responds at ${origin}, with status ${status}${by}`,
    "Let the proxy forward every path of that host to the service",
  );
}
