/**
 * What may reach a decoder. A file of 512 KB can make one work for half a minute or take two gigabytes, whatever the number of
 * its pixels, by parts that no image needs.
 */

/** Each scan of a JPEG passes over the whole image, in 40 bytes. Encoders write ten, or a few dozen. */
const mostScans = 100;

/** Texts of a PNG, which are inflated even where nobody reads them. */
const textChunks = ["tEXt", "zTXt", "iTXt"];

/** The image as it is decoded: a PNG without its texts. Undefined where it is no PNG, JPEG or WebP, or a JPEG of too many scans. */
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
