import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { maxFormBytes } from "./decide.ts";

/** The whole stream; undefined if it is too long for a form, and then its rest is not read. */
export async function collect(stream: Readable): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > maxFormBytes) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

/**
 * The whole body, which can be read again later: its bytes are put back before the stream emits its end,
 * so a body parser that runs later finds them unchanged. Undefined if it is too long.
 */
export function readAndPutBack(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const done = (result: Uint8Array | undefined) => {
      request.off("readable", read);
      request.off("error", failed);
      request.off("close", failed);
      resolve(result);
    };
    // Reading an empty stream would end it, so only the bytes that are there are read.
    const read = () => {
      while (request.readableLength > 0) {
        const chunk = request.read() as Uint8Array | null;
        if (chunk === null) break;
        bytes += chunk.length;
        if (bytes > maxFormBytes) return done(undefined);
        chunks.push(chunk);
      }
      if (!request.complete) return;
      const whole = Buffer.concat(chunks);
      if (whole.length > 0) request.unshift(whole);
      done(whole);
    };
    const failed = (error?: Error) =>
      reject(error ?? new Error("the client went away before its request was complete"));
    request.on("readable", read);
    request.on("error", failed);
    request.on("close", failed);
    read();
  });
}
