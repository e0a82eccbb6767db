/** The page's script sends a flat JSON object with bytes in base64url. */
import { parseJson } from "../../domain/json.ts";

/** An RSA key of 4096 bits and an ID of 1023 bytes have room. */
const longest = 20_000;

/** The result is empty if the text is not a JSON object. */
export function objectIn(text: string | Uint8Array): Readonly<Record<string, unknown>> {
  if (text.length > longest) return {};
  try {
    const value = parseJson(text, { maxEntries: 100, maxValues: 1000 });
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export function isBase64url(value: unknown, most: number): value is string {
  return typeof value === "string" && value.length <= most && /^[A-Za-z0-9_-]+$/.test(value);
}

/** Returns undefined if the text is not client data (WebAuthn §5.8.1). */
export function clientDataOf(
  clientDataJSON: string,
): { readonly challenge?: unknown; readonly crossOrigin?: unknown } | undefined {
  const data = objectIn(Buffer.from(clientDataJSON, "base64url"));
  return Object.keys(data).length > 0 ? data : undefined;
}
