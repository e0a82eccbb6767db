import type { IncomingMessage } from "node:http";
import { Misuse } from "./misuse.ts";

const mostBytes = 64 * 1024;

/** An empty body is an empty object. Throws `Misuse`. */
export async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Misuse("the body is over 64 KB");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse("the body is not JSON");
  }
}
