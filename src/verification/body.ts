/**
 * What a decision knows of a request's body. A signature covers the fields of a form (RFC 5849 §3.4.1.3.1), and a body
 * of any type if `oauth_body_hash` is among the signed parameters:
 * https://datatracker.ietf.org/doc/html/draft-eaton-oauth-bodyhash-00
 */
import { timingSafeEqual } from "node:crypto";
import { type ByteString, isForm } from "#oauth1";
import { type DigestName, digestOf, readDigest } from "../domain/body-digest.ts";
import { RequestError } from "../domain/errors.ts";
import { allowsDigest } from "../domain/signature-methods.ts";
import { isBearerCaller } from "./authentication/bearer.ts";
import type { ApiCaller } from "./authentication/callers.ts";

/**
 * "signed": a form, whose fields the signature covers. "hashed": its hash was signed. "unsigned": it could be another
 * one. "unseen": a form, or a body with a hash, that the verification request does not describe.
 */
export type BodyState = "signed" | "hashed" | "unsigned" | "unseen";

/** The bytes, or digests of them in base64. It is undefined if the body was not described. */
export type DescribedBody = ByteString | BodyDigests | undefined;
export type BodyDigests = Readonly<Partial<Record<DigestName, string>>>;

interface Described {
  readonly incoming: { readonly contentType: string | undefined };
  readonly body: DescribedBody;
  readonly requires: { readonly body?: "hashed" };
}

/**
 * Throws a `RequestError` if the body is not the one whose hash was signed, if the application rules the hash out, or
 * if the API requires a hash and there is none. The nonce is spent later, so a changed body does not use up the nonce
 * of the client's own request.
 */
export function assertBody(request: Described, by: ApiCaller): void {
  const sent = signedHash(by);
  if (sent !== undefined && isRuledOut(sent, by)) {
    throw wrongBody(
      by,
      "oauth_body_hash must be SHA-256 or SHA-512, because the application requires SHA-256",
    );
  }
  if (sent !== undefined && !agrees(sent, request.body)) {
    throw wrongBody(by, "oauth_body_hash doesn't match the body");
  }
  if (request.requires.body !== "hashed") return;
  const state = bodyStateOf(request, by);
  if (state === "unsigned") {
    throw wrongBody(by, "sign the hash of the body in oauth_body_hash, or send a signed form");
  }
  if (state === "unseen") {
    throw wrongBody(
      by,
      "the API's server can't check the body",
      "the verification request requires a hashed body, but contains neither the body nor its digest",
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
  return name === undefined || expectedDigest(body, name) === undefined ? "unseen" : "hashed";
}

/** A bearer token signs nothing. */
function signedHash(by: ApiCaller): string | undefined {
  return isBearerCaller(by) ? undefined : by.request.parameter("oauth_body_hash");
}

/** The rule holds for a hash that nothing is compared with, too: the API may compare it itself. */
function isRuledOut(sent: string, by: ApiCaller): boolean {
  const name = readDigest(sent)?.name;
  return name !== undefined && !isBearerCaller(by) && !allowsDigest(by.consumer, name);
}

/** A hash agrees with a body that was not described, if it is one. */
function agrees(sent: string, body: DescribedBody): boolean {
  const digest = readDigest(sent);
  if (digest === undefined) return false;
  const expected = expectedDigest(body, digest.name);
  return expected === undefined || timingSafeEqual(digest.bytes, expected);
}

function expectedDigest(body: DescribedBody, name: DigestName): Buffer | undefined {
  if (typeof body === "string") return digestOf(body, name);
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
