/**
 * Icons of applications, decoded and re-encoded by sharp, so that only pixels remain of what was uploaded. Only
 * the decoders of PNG, JPEG and WebP run, on one image at a time, with a bounded number of pixels.
 */
import { createHash } from "node:crypto";
import type { ApplicationIcon } from "../domain/application.ts";
import type { Requester } from "../domain/fair-queue.ts";
import { fairTurns } from "../domain/fair-turns.ts";
import { boundedImage } from "./bounded-image.ts";

/** The largest upload, in bytes. */
export const mostIconBytes = 512 * 1024;

/** Width and height of the stored icon, in pixels. */
const edge = 256;
const mostPixels = 4096 * 4096;
/** Decoding one takes up to a second. */
const mostWaiting = { entries: 8, perAccount: 2 };

export interface Icons {
  /** Undefined if it is not a complete PNG, JPEG or WebP. Throws `StoreFailure` if too many are waiting. */
  encoded(image: Uint8Array, by: Requester): Promise<ApplicationIcon | undefined>;
  /** Like `encoded`, but an icon that has the format of one made here stays unchanged. */
  kept(image: Uint8Array, by: Requester): Promise<ApplicationIcon | undefined>;
}

export function openIcons(): Icons {
  const { inTurn } = fairTurns(1, mostWaiting, "too many icons are waiting");
  return {
    encoded: (image, by) => read(image, by, encode),
    kept: (image, by) =>
      read(image, by, async (given) => ((await isOurs(given)) ? iconOf(given) : encode(given))),
  };

  async function read(
    image: Uint8Array,
    by: Requester,
    decode: (image: Uint8Array) => Promise<ApplicationIcon | undefined>,
  ): Promise<ApplicationIcon | undefined> {
    const bounded = boundedImage(image);
    return bounded && inTurn(by, () => decode(bounded));
  }
}

function iconOf(image: Uint8Array): ApplicationIcon {
  return { image, digest: createHash("sha256").update(image).digest("hex").slice(0, 32) };
}

/**
 * Whether it is a complete WebP of the right size with only pixels: no metadata, no animation, no trailing
 * bytes.
 */
async function isOurs(image: Uint8Array): Promise<boolean> {
  if (!hasPixelsAlone(Buffer.from(image))) return false;
  const sharp = await decoder();
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

async function encode(input: Uint8Array): Promise<ApplicationIcon | undefined> {
  const sharp = await decoder();
  try {
    const image = await sharp(input, { limitInputPixels: mostPixels, failOn: "error" })
      .autoOrient()
      .resize(edge, edge, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 90 })
      .toBuffer();
    return iconOf(image);
  } catch {
    // An image that fails to decode cannot be shown.
    return undefined;
  }
}

type Sharp = typeof import("sharp").default;

let loaded: Promise<Sharp> | undefined;

/** Loaded with the first icon: it brings a library of 20 MB. */
function decoder(): Promise<Sharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: [
        "VipsForeignLoadPngBuffer",
        "VipsForeignLoadJpegBuffer",
        "VipsForeignLoadWebpBuffer",
      ],
    });
    return sharp;
  });
  return loaded;
}
