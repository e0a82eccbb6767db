/** Which bodies a signature can cover, and how they are described to the service. */
import { createHash } from "node:crypto";

/**
 * White space as in RFC 9110 §5.6.3; the service recognizes forms with the same expression
 * (test/middleware/same-reading.test.ts).
 */
export function isForm(contentType: string | undefined): boolean {
  return (
    contentType !== undefined &&
    /^[ \t]*application\/x-www-form-urlencoded[ \t]*(?:;|$)/i.test(contentType)
  );
}

/**
 * Whether `oauth_body_hash` may be among the signed parameters of the header or the query. Any part of the name may be
 * encoded. True too often costs a digest; false too often would let a changed body pass.
 */
export function mayHaveBodyHash(authorization: string | undefined, target: string): boolean {
  return [authorization ?? "", target].some((text) =>
    text
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      .includes("oauth_body_hash"),
  );
}

/** Of a body that is not a form only digests are sent, and all of them: the length of the hash says which one it is. */
export function bodyMembers(
  contentType: string | undefined,
  body: Uint8Array | string | undefined,
): object {
  if (body === undefined) return {};
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (isForm(contentType)) return { body_base64: Buffer.from(bytes).toString("base64") };
  const digest = (name: string) => createHash(name).update(bytes).digest("base64");
  return {
    body_sha1: digest("sha1"),
    body_sha256: digest("sha256"),
    body_sha512: digest("sha512"),
  };
}
