/** The parameters of a token request (RFC 6749 §4.4.2). */
export type TokenRequest =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problem: "missing" | "unsupported" | "repeated" | "two-identities";
    };

/** `parameters`: of query and form, decoded. `clientId`: who the Basic credentials said is calling. */
export function readTokenRequest(
  parameters: readonly (readonly [name: string, value: string])[],
  clientId: string,
): TokenRequest {
  const valuesOf = (name: string) =>
    new Set(parameters.filter((one) => one[0] === name).map((one) => one[1]));

  const [grantType, ...otherGrantTypes] = valuesOf("grant_type");
  if (otherGrantTypes.length > 0) return { ok: false, problem: "repeated" };
  // RFC 6749 §2.3: a client must not use more than one way to authenticate.
  const clientIds = valuesOf("client_id");
  clientIds.delete(clientId);
  if (clientIds.size > 0 || valuesOf("client_secret").size > 0) {
    return { ok: false, problem: "two-identities" };
  }
  if (grantType === undefined || grantType === "") return { ok: false, problem: "missing" };
  if (grantType !== "client_credentials") return { ok: false, problem: "unsupported" };
  return { ok: true };
}
