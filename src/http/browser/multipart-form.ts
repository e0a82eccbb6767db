/** Node's parser for `fetch` reads the form with a file (RFC 7578). */
import type { Incoming } from "../../verification/authentication/incoming.ts";
import type { Form } from "./viewer-call.ts";

/** A form has three parts. Bytes of a file hardly ever look like the beginning of another. */
const maxParts = 16;

/**
 * A file is a binary string. The map is empty if the body is no such form or has more than 16
 * parts. Of a repeated field, the first value counts.
 */
export async function multipartForm({ contentType, body }: Incoming): Promise<Form> {
  const fields = new Map<string, string>();
  if (!/^multipart\/form-data *;/i.test(contentType ?? "")) return fields;
  // Each part is an object or two: half a megabyte of empty ones takes a tenth of a second.
  if (body.split("\r\n--", maxParts + 2).length > maxParts + 1) return fields;
  const headers = { "content-type": contentType ?? "" };
  try {
    const read = await new Response(Buffer.from(body, "latin1"), { headers }).formData();
    for (const [name, value] of read) {
      if (fields.has(name)) continue;
      const text = typeof value === "string" ? value : await binaryOf(value);
      fields.set(name, text);
    }
  } catch {
    // The body is malformed, so the form has no fields and no token.
    return new Map();
  }
  return fields;
}

async function binaryOf(file: Blob): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString("latin1");
}
