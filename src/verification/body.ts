/**
 * What a decision knows of a request's body. A signature covers the fields of a form (RFC 5849 §3.4.1.3.1), and a body
 * of any type if `oauth_body_hash` is among the signed parameters:
 * https://datatracker.ietf.org/doc/html/draft-eaton-oauth-bodyhash-00
 */
import { hash, timingSafeEqual } from "node:crypto";
import { type ByteString, isForm } from "#oauth1";
import { RequestError } from "../domain/errors.ts";
import { type ApiCaller, isBearerCaller } from "./authentication/bearer.ts";

/**
 * "signed": a form, whose fields the signature covers. "hashed": its hash was signed. "unsigned": it could be another
 * one. "unseen": a form, or a body with a hash, that the verification request does not describe.
 */
export type BodyState = "signed" | "hashed" | "unsigned" | "unseen";

/** The bytes, or digests of them in base64. Undefined if the body was not described. */
export type DescribedBody = ByteString | BodyDigests | undefined;
export type BodyDigests = Readonly<Partial<Record<DigestName, string>>>;

export const digestNames = ["sha1", "sha256", "sha512"] as const;
type DigestName = (typeof digestNames)[number];

const lengths: Readonly<Record<DigestName, number>> = { sha1: 20, sha256: 32, sha512: 64 };

interface Digest {
  readonly name: DigestName;
  readonly bytes: Buffer;
}

/**
 * Reads a digest in base64, whose length says which one it is: clients take SHA-1, or the digest of their signature
 * method. Undefined if the text is not a digest.
 */
export function readDigest(text: string): Digest | undefined {
  const bytes = Buffer.from(text, "base64");
  // The decoder skips what is not base64.
  if (bytes.toString("base64") !== text) return undefined;
  const name = digestNames.find((one) => lengths[one] === bytes.length);
  return name && { name, bytes };
}

interface Described {
  readonly incoming: { readonly contentType: string | undefined };
  readonly body: DescribedBody;
  readonly requires: { readonly body?: "hashed" };
}

/**
 * Throws a `RequestError` if the body is not the one whose hash was signed, or if the API requires a hash and there is
 * none. The nonce is spent later, so a changed body does not use up the nonce of the client's own request.
 */
export function assertBody(request: Described, by: ApiCaller): void {
  const sent = signedHash(by);
  if (sent !== undefined && !agrees(sent, request.body)) {
    throw wrongBody(by, "oauth_body_hash is not the hash of the body");
  }
  if (request.requires.body !== "hashed") return;
  const state = bodyStateOf(request, by);
  if (state === "unsigned") {
    throw wrongBody(by, "sign the hash of the body in oauth_body_hash, or send a signed form");
  }
  if (state === "unseen") {
    throw wrongBody(
      by,
      "the server of this API cannot check the body",
      "the verification request requires a hashed body, and has neither the body nor its digest",
    );
  }
}

/** The state of a body that `assertBody` let pass. */
export function bodyStateOf({ body, incoming }: Described, by: ApiCaller): BodyState {
  if (isBearerCaller(by)) return "unsigned";
  const form = isForm(incoming.contentType);
  if (form && typeof body === "string") return "signed";
  const sent = signedHash(by);
  if (sent === undefined) return form ? "unseen" : "unsigned";
  const name = readDigest(sent)?.name;
  return name === undefined || digestOf(body, name) === undefined ? "unseen" : "hashed";
}

/** A bearer token signs nothing. */
function signedHash(by: ApiCaller): string | undefined {
  return isBearerCaller(by) ? undefined : by.request.parameter("oauth_body_hash");
}

/** A hash agrees with a body that was not described, if it is one. */
function agrees(sent: string, body: DescribedBody): boolean {
  const digest = readDigest(sent);
  if (digest === undefined) return false;
  const expected = digestOf(body, digest.name);
  return expected === undefined || timingSafeEqual(digest.bytes, expected);
}

function digestOf(body: DescribedBody, name: DigestName): Buffer | undefined {
  if (typeof body === "string") return hash(name, Buffer.from(body, "latin1"), "buffer");
  const given = body?.[name];
  return given === undefined ? undefined : readDigest(given)?.bytes;
}

function wrongBody({ applicationId }: ApiCaller, detail: string, reason?: string): RequestError {
  const verifiedAs = applicationId;
  return new RequestError("wrongBody", {
    detail,
    verifiedAs,
    ...(reason !== undefined && { reason }),
  });
}
