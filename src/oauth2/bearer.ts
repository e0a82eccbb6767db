/** The bearer token in an Authorization header (RFC 6750 §2.1). */

/** The `b64token`, or undefined if the header does not have this form. */
export function parseBearer(authorization: string): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
}

export function isBearerScheme(authorization: string): boolean {
  return /^bearer(?: |$)/i.test(authorization);
}
