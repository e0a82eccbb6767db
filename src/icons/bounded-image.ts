/**
 * Checks images before they are decoded. A file of 512 KB can keep a decoder busy for half a minute or take two
 * gigabytes, regardless of its number of pixels, through parts that no image needs.
 */

/** Each scan of a JPEG processes the whole image and takes only 40 bytes. Encoders write ten, or a few dozen. */
const mostScans = 100;

/** Text chunks of a PNG. The decoder inflates them although they are not used. */
const textChunks = ["tEXt", "zTXt", "iTXt"];

/**
 * The image to decode: a PNG without its text chunks. Undefined if it is not a PNG, JPEG or WebP, or if a JPEG
 * has too many scans.
 */
export function boundedImage(image: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  const begins = bytes.toString("latin1", 0, 12);
  if (begins.startsWith("\x89PNG\r\n\x1a\n")) return withoutTexts(bytes);
  if (begins.startsWith("\xff\xd8\xff")) return hasFewScans(bytes) ? image : undefined;
  return begins.startsWith("RIFF") && begins.endsWith("WEBP") ? image : undefined;
}

/** By the marker SOS (ITU-T T.81 §B.1.1.3), which the data of a scan cannot contain. */
function hasFewScans(jpeg: Buffer): boolean {
  let at = 0;
  for (let scans = 0; scans <= mostScans; scans += 1) {
    at = jpeg.indexOf("\xff\xda", at, "latin1") + 2;
    if (at < 2) return true;
  }
  return false;
}

/** By its chunks (PNG §5.3): a length, a type, that many bytes and a checksum. */
function withoutTexts(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)];
  let at = 8;
  while (at + 8 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    if (!textChunks.includes(type)) kept.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, png.subarray(at)]);
}
