/** Throws a TypeError for a longer response. The request's signal also limits the time for the body. */
export async function boundedFetch(
  url: string,
  request: RequestInit,
  maxBytes = maxAnswerBytes,
): Promise<Response> {
  const response = await fetch(url, { ...request, redirect: "manual" });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new TypeError("an identity provider's response is too long");
    pieces.push(piece);
  }
  const { status, headers } = response;
  const bodiless = status === 204 || status === 304;
  return new Response(bodiless ? null : Buffer.concat(pieces), { status, headers });
}

/** The keys of a large provider take about 20 kB. */
const maxAnswerBytes = 256 * 1024;
