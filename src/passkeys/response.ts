/** A browser's response as the page's script sends it: a flat JSON object with bytes in base64url. */

/** Room for an RSA key of 4096 bits and an ID of 1023 bytes. */
const longest = 20_000;

/** Empty if the text is not a JSON object. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  if (text.length > longest) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export function isBase64url(value: unknown, most: number): value is string {
  return typeof value === "string" && value.length <= most && /^[A-Za-z0-9_-]+$/.test(value);
}

/** The collected client data (WebAuthn §5.8.1). Undefined if the text is not such an object. */
export function clientDataOf(
  clientDataJSON: string,
): { readonly challenge?: unknown; readonly crossOrigin?: unknown } | undefined {
  const data = objectIn(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
  return Object.keys(data).length > 0 ? data : undefined;
}
