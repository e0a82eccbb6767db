/** sharp draws an upload again, so that only pixels remain. It can only run its decoders of PNG, JPEG and WebP. */
import sharp from "sharp";
import { maxEdge } from "./bounded-image.ts";

/** The stored icon's width and height are in pixels. */
const edge = 256;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});

/** Rejects if the image is not complete or has more pixels than an icon may have. */
export async function drawIcon(image: Uint8Array): Promise<Uint8Array> {
  return sharp(image, { limitInputPixels: maxEdge * maxEdge, failOn: "error" })
    .autoOrient()
    .resize(edge, edge, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .webp({ quality: 90 })
    .toBuffer();
}

/** Phones put it on a screen without the transparency, cut its corners, and expect a margin. */
export async function drawTouchIcon(picture: Uint8Array): Promise<Uint8Array> {
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  const background = { r: 255, g: 255, b: 255, alpha: 1 };
  return sharp(picture, { limitInputPixels: maxEdge * maxEdge, failOn: "error" })
    .resize(132, 132, { fit: "contain", background })
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background })
    .flatten({ background })
    .png({ palette: true })
    .toBuffer();
}

/** Twice as large as it is shown, for screens that are dense. */
export async function drawMailLogo(picture: Uint8Array): Promise<Uint8Array> {
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  return sharp(picture, { limitInputPixels: maxEdge * maxEdge, failOn: "error" })
    .resize(480, 64, { fit: "inside" })
    .png({ palette: true })
    .toBuffer();
}

/** A drawn WebP is complete, has the right size, and no metadata, animation or trailing bytes. */
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

/** The chunks are described in https://developers.google.com/speed/webp/docs/riff_container */
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
