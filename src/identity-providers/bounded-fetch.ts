/** Reads an answer of a provider up to a size that no honest answer reaches. */

/** Throws a TypeError for an answer of more bytes. The request's signal bounds the time of the body too. */
export async function boundedFetch(
  url: string,
  request: RequestInit,
  mostBytes = mostAnswerBytes,
): Promise<Response> {
  const response = await fetch(url, { ...request, redirect: "manual" });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new TypeError("an identity provider's answer is too long");
    pieces.push(piece);
  }
  const { status, headers } = response;
  const bodiless = status === 204 || status === 304;
  return new Response(bodiless ? null : Buffer.concat(pieces), { status, headers });
}

/** Keys of a large provider take some 20 kB. */
const mostAnswerBytes = 256 * 1024;
