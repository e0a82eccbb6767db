/**
 * The service's half of `countersign check`: a request that proves knowledge of the key ring gets back
 * what arrived, so that the command can say what a proxy changed.
 *
 * The proof is a keyed digest over a time and a nonce, under the ring that only servers and their administrators
 * have. It is in the query, because a proxy may change the path, the body and every header. Without it the path
 * does not exist: anonymous callers get the same 404 as for any other path. Someone who sees a proof, such as the
 * proxy, can use it for a minute, and learns how their own request arrived.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { readRequest, verifySignature } from "#oauth1";
import { Secret } from "../../domain/credentials.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import { originFor } from "../../verification/authentication/origin.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

/** No endpoint exists at this path. */
export const checkPath = "/countersign-check";
export const authParameter = "countersign_check";
/** The consumer key in the request; no application has it. */
export const checkConsumer = "countersign-check";

/** Digests are hexadecimal SHA-256; null if there was nothing. */
export interface ReceivedRequest {
  /** A keyed digest that proves that the responding process has the ring. */
  readonly answer: string;
  readonly method: string;
  readonly target: string;
  readonly host: string | null;
  readonly secure: boolean;
  /** The IP address of the connection, and the client's if known. */
  readonly peer: string;
  readonly client: string;
  readonly forwardedFor: boolean;
  readonly forwardedProto: string | null;
  readonly authorization: string | null;
  readonly authorizations: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly bodyBytes: number;
  readonly origin: string;
  readonly signed: boolean;
  readonly time: number;
}

/** `nonce` has 32 hexadecimal digits. */
export function createProof(keys: KeyRing, keyId: string, at: number, nonce: string): string {
  const said = `${Math.floor(at / 1000)}.${nonce}`;
  return `${said}.${keys.digest({ purpose: purposes.proof, value: said }, keyId)}`;
}

/** The secret that signs the request is another digest, which the proof does not reveal. */
export function secretOf(keys: KeyRing, proof: string): Secret {
  return new Secret(keys.digest({ purpose: purposes.secret, value: proof }, keyIdOf(proof)));
}

export function isAnswer(keys: KeyRing, proof: string, answer: string): boolean {
  return keys.digestMatches({ purpose: purposes.answer, value: proof }, answer);
}

/** A request without proof of the ring is rejected like any request to an unknown path. */
export function seenOf(
  incoming: Incoming,
  { socket, headers }: IncomingMessage,
  { keys, clock, origins }: Pick<Dependencies, "keys" | "clock" | "origins">,
): ReceivedRequest | undefined {
  const { query = "", method, path, secure, authorization, body } = incoming;
  const [, proof] = proofShape.exec(query) ?? [];
  if (proof === undefined || !holds(keys, proof, clock())) return undefined;
  const origin = originFor(incoming, origins as [string, ...string[]]);
  return {
    answer: keys.digest({ purpose: purposes.answer, value: proof }, keyIdOf(proof)),
    method,
    target: `${path}?${query}`,
    host: headers.host ?? null,
    secure,
    peer: socket.remoteAddress ?? "",
    client: incoming.address,
    forwardedFor: headers["x-forwarded-for"] !== undefined,
    forwardedProto: String(headers["x-forwarded-proto"] ?? "").slice(0, 40) || null,
    authorization: authorization === undefined ? null : digestOf(authorization),
    authorizations: incoming.authorizations,
    contentType: incoming.contentType ?? null,
    body: digestOf(body),
    bodyBytes: body.length,
    origin,
    signed: isSigned(incoming, origin, secretOf(keys, proof)),
    time: clock(),
  };
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text, "latin1").digest("hex");
}

const purposes = {
  proof: "proof of a check call",
  secret: "secret of a check call",
  answer: "answer to a check call",
} as const;

const proofShape = new RegExp(
  `(?:^|&)${authParameter}=(\\d{10}\\.[0-9a-f]{32}\\.[A-Za-z0-9_-]{1,32}\\.[A-Za-z0-9_-]{43})(?:&|$)`,
);

/** The tolerance is in seconds, in both directions, because the command may run on another machine. */
const proofLife = 60;

function holds(keys: KeyRing, proof: string, now: number): boolean {
  const [at = "", nonce = "", ...digest] = proof.split(".");
  const said = { purpose: purposes.proof, value: `${at}.${nonce}` };
  if (!keys.digestMatches(said, digest.join("."))) return false;
  return Math.abs(Number(at) - now / 1000) <= proofLife;
}

export function keyIdOf(proof: string): string {
  return proof.split(".")[2] ?? "";
}

/** The code that verifies every signed request runs here too. */
function isSigned(incoming: Incoming, origin: string, secret: Secret): boolean {
  const read = readRequest(incoming);
  return (
    read.ok &&
    verifySignature(read.request, {
      origin,
      consumerSecrets: [secret.reveal()],
      tokenSecret: undefined,
    })
  );
}
