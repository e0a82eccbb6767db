/**
 * Images are checked before they are decoded. A file of 512 KB can keep a decoder busy for half a
 * minute or take gigabytes through its edges and through parts that no image needs.
 */

/** The largest width and height, in pixels. A bound on their product alone would allow 4,194,304 by 4. */
export const maxEdge = 2048;

/** Each scan processes the whole image and takes only 40 bytes. Encoders write up to a few dozen. */
const maxScans = 100;

/** A decoder may skip these chunks, but they change pixels. It would inflate the others for nothing. */
const pixelChunks = ["tRNS", "gAMA", "cHRM", "sRGB", "iCCP"];

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a PNG without its texts, a JPEG or a WebP. Returns undefined if it is another format, an edge is
 * above `maxEdge`, a JPEG has too many scans, or a WebP is animated.
 */
export function boundedImage(image: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  const begins = bytes.toString("latin1", 0, 12);
  if (begins.startsWith("\x89PNG\r\n\x1a\n")) {
    return isBounded(sizeOfPng(bytes)) ? withoutTexts(bytes) : undefined;
  }
  if (begins.startsWith("\xff\xd8")) {
    return isBounded(sizeOfJpeg(bytes)) && hasFewScans(bytes) ? image : undefined;
  }
  if (!begins.startsWith("RIFF") || !begins.endsWith("WEBP")) return undefined;
  const sizes = sizesOfWebp(bytes);
  return sizes.length > 0 && sizes.every(isBounded) ? image : undefined;
}

function isBounded(size: Size | undefined): boolean {
  return size !== undefined && size.width <= maxEdge && size.height <= maxEdge;
}

/** The header is always the first chunk (PNG §11.2.1). */
function sizeOfPng(png: Buffer): Size | undefined {
  if (png.length < 33 || png.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/**
 * The first frame header (ITU-T T.81 §B.2.2) has the size. Before it are only segments with a length: behind
 * anything else a decoder searches for the next marker, so it could find another header.
 */
function sizeOfJpeg(jpeg: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
    }
    const length = jpeg.readUInt16BE(at + 2);
    if (!isSegment(marker) || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** These markers are DHT, DQT, DRI, APPn and COM. */
function isSegment(marker: number): boolean {
  return [0xc4, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);
}

/** The data of a scan cannot contain the marker SOS (ITU-T T.81 §B.1.1.3). */
function hasFewScans(jpeg: Buffer): boolean {
  let at = 0;
  for (let scans = 0; scans <= maxScans; scans += 1) {
    at = jpeg.indexOf("\xff\xda", at, "latin1") + 2;
    if (at < 2) return true;
  }
  return false;
}

/**
 * Canvas and image have sizes; one is undefined if it is unreadable or there is an animation.
 * https://developers.google.com/speed/webp/docs/riff_container
 */
function sizesOfWebp(webp: Buffer): readonly (Size | undefined)[] {
  const sizes: (Size | undefined)[] = [];
  let at = 12;
  while (at + 8 <= webp.length) {
    const type = webp.toString("latin1", at, at + 4);
    const length = webp.readUInt32LE(at + 4);
    if (webpChunks.includes(type)) sizes.push(sizeOfWebpChunk(type, webp.subarray(at + 8)));
    at += 8 + length + (length % 2);
  }
  return sizes;
}

const webpChunks = ["VP8X", "VP8 ", "VP8L", "ANIM", "ANMF"];

function sizeOfWebpChunk(type: string, body: Buffer): Size | undefined {
  // A lossless image of one pixel can end after its header of five bytes.
  if (body.length < (type === "VP8L" ? 5 : 10)) return undefined;
  switch (type) {
    case "VP8X":
      return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
    case "VP8 ":
      // RFC 6386 §9.1: each has 14 bits, beside two of scaling, after a frame tag and a start code.
      return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
    case "VP8L": {
      // RFC 9649 §3.4: each has 14 bits, after a signature of one byte.
      const bits = body.readUInt32LE(1);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

/** A chunk (PNG §5.3) has a length, a type, that many bytes and a checksum. */
function withoutTexts(png: Buffer): Buffer {
  const parts = [png.subarray(0, 8)];
  let at = 8;
  while (at + 8 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    // The type of a chunk that no decoder may skip begins with a capital letter.
    if (/^[A-Z]/.test(type) || pixelChunks.includes(type)) parts.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...parts, png.subarray(at)]);
}
