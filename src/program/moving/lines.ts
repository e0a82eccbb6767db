/** Reads lines one at a time and with a limit on each, because a file may be larger than the memory. */

export interface Line {
  readonly number: number;
  /** If undefined, `problem` is the reason why it can't be read. */
  readonly text: string | undefined;
  readonly problem?: string;
}

/** The longest lines contain an icon in base64. */
export const maxLineBytes = 512 * 1024;

/** A line may end with a carriage return; a byte order mark before the first one is left out. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0;
  /** The parts are empty once the line is too long. */
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      take(chunk.subarray(from, at));
      yield end();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  if (bytes > 0) yield end();

  function take(part: Uint8Array): void {
    bytes += part.length;
    if (bytes <= maxLineBytes) parts.push(part);
    else parts = [];
  }

  function end(): Line {
    number += 1;
    const isTooLong = bytes > maxLineBytes;
    const whole = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    if (!isTooLong) return decoded(number, whole);
    return { number, text: undefined, problem: `it has more than ${maxLineBytes} bytes` };
  }
}

const lineFeed = 0x0a;

function decoded(number: number, bytes: Uint8Array): Line {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: number > 1 }).decode(bytes);
    return { number, text: text.endsWith("\r") ? text.slice(0, -1) : text };
  } catch {
    return { number, text: undefined, problem: "it is not UTF-8" };
  }
}
