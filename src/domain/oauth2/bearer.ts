/** RFC 6750 §2.1: returns the `b64token`, or undefined if the header has another form. */
export function parseBearer(authorization: string): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
}

export function isBearerScheme(authorization: string): boolean {
  return /^bearer(?: |$)/i.test(authorization);
}
