/** The fields of a form with a file (RFC 7578), read by the parser that Node has for `fetch`. */
import type { Incoming } from "../authentication/incoming.ts";
import type { Form } from "./person-call.ts";

/**
 * A form with a file has three parts. Bytes of the file can look like the beginning of a part, but hardly ever
 * do.
 */
const mostParts = 16;

/**
 * Returns the fields; a file is a field with its bytes as a binary string. Empty if the body is not such a form
 * or has more than 16 parts. If a field is repeated, the first value counts.
 */
export async function multipartForm({ contentType, body }: Incoming): Promise<Form> {
  const fields = new Map<string, string>();
  if (!/^multipart\/form-data *;/i.test(contentType ?? "")) return fields;
  // Each part is an object or two: half a megabyte of empty ones takes a tenth of a second.
  if (body.split("\r\n--", mostParts + 2).length > mostParts + 1) return fields;
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
