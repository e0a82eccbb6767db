import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/**
 * The whole stream; undefined if it is longer than `maxBytes`. Its rest is then dropped as it comes, because many
 * clients read no response before they have sent everything.
 */
export async function collect(stream: Readable, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > maxBytes) break;
    chunks.push(chunk as Uint8Array);
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks);
  stream.resume();
  return undefined;
}

/**
 * The whole body, which can be read again later: its bytes are put back before the stream emits its end, so a body
 * parser that runs later finds them unchanged. Returns undefined if it is longer than `maxBytes`; then its rest is
 * dropped as well.
 */
export function readAndPutBack(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
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
        if (bytes > maxBytes) {
          done(undefined);
          request.resume();
          return;
        }
        chunks.push(chunk);
      }
      if (!request.complete) return;
      const whole = Buffer.concat(chunks);
      if (whole.length > 0) request.unshift(whole);
      done(whole);
    };
    const failed = (error?: Error) =>
      reject(error ?? new Error("the client disconnected before its request was complete"));
    request.on("readable", read);
    request.on("error", failed);
    request.on("close", failed);
    read();
  });
}
