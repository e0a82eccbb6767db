/** The fields of a form with a file (RFC 7578), read by the parser that Node has for `fetch`. */
import type { Incoming } from "../authentication/incoming.ts";
import type { Form } from "./signed-in.ts";

/** A form with a file has three. The bytes of the file may look like the beginning of a part, though hardly ever do. */
const mostParts = 16;

/**
 * A file is a field too, its bytes as a binary string. Empty where the body is no such form or has more than 16 parts; of a
 * repeated field the first counts.
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
    // Not in the form's own grammar: then it has no fields, and no token among them.
    return new Map();
  }
  return fields;
}

async function binaryOf(file: Blob): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString("latin1");
}
