export type TokenRequest =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problem: "missing" | "unsupported" | "two-identities";
    };

export const tokenRequestNames: readonly string[] = ["grant_type", "client_id", "client_secret"];

/** `sent` has the decoded values of `tokenRequestNames`, and Basic credentials name `clientId`. */
export function readTokenRequest(
  sent: ReadonlyMap<string, string>,
  clientId: string,
): TokenRequest {
  const grantType = sent.get("grant_type");
  // RFC 6749 §2.3: a client must not use more than one way to authenticate.
  if ((sent.get("client_id") ?? clientId) !== clientId || sent.has("client_secret")) {
    return { ok: false, problem: "two-identities" };
  }
  if (grantType === undefined || grantType === "") return { ok: false, problem: "missing" };
  if (grantType !== "client_credentials") return { ok: false, problem: "unsupported" };
  return { ok: true };
}
