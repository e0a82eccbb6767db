/**
 * An icon from an uploaded image, drawn by sharp so that only pixels remain. Only the decoders of PNG, JPEG and WebP
 * can run.
 */
import sharp from "sharp";
import { maxEdge } from "./bounded-image.ts";

/** Width and height of the stored icon, in pixels. */
const edge = 256;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});

/** A WebP of 256 by 256 pixels. Rejects if the image is not complete or has more pixels than an icon may have. */
export async function drawIcon(image: Uint8Array): Promise<Uint8Array> {
  return sharp(image, { limitInputPixels: maxEdge * maxEdge, failOn: "error" })
    .autoOrient()
    .resize(edge, edge, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .webp({ quality: 90 })
    .toBuffer();
}

/**
 * Whether it is a complete WebP of the right size with only pixels: no metadata, no animation, no trailing
 * bytes.
 */
export async function isDrawn(image: Uint8Array): Promise<boolean> {
  if (!hasPixelsAlone(Buffer.from(image))) return false;
  try {
    const { info } = await sharp(image, { limitInputPixels: edge * edge, failOn: "error" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.width === edge && info.height === edge;
  } catch {
    return false;
  }
}

/** By the chunks of its container: https://developers.google.com/speed/webp/docs/riff_container */
function hasPixelsAlone(image: Buffer): boolean {
  if (image.toString("latin1", 8, 12) !== "WEBP") return false;
  if (image.readUInt32LE(4) + 8 !== image.length) return false;
  let at = 12;
  while (at + 8 <= image.length) {
    if (!pixelChunks.includes(image.toString("latin1", at, at + 4))) return false;
    const size = image.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === image.length;
}

const pixelChunks = ["VP8X", "VP8 ", "VP8L", "ALPH"];
