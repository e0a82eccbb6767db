/**
 * Icons of applications, decoded and encoded again by sharp: what leaves here is pixels, and nothing else of what
 * somebody uploaded. Only the decoders of PNG, JPEG and WebP run; one image at a time, of a bounded number of pixels.
 */
import { createHash } from "node:crypto";
import type { ApplicationIcon } from "../domain/application.ts";
import { StoreFailure } from "../domain/refusals.ts";

/** In bytes, as it is uploaded. */
export const mostIconBytes = 512 * 1024;

/** Width and height of what is kept, in pixels. */
const edge = 256;
const mostPixels = 4096 * 4096;
const mostWaiting = 8;

export interface Icons {
  /** Undefined where it is not a whole PNG, JPEG or WebP. Throws `StoreFailure` where too many wait. */
  encoded(image: Uint8Array): Promise<ApplicationIcon | undefined>;
}

export function openIcons(): Icons {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  return {
    async encoded(image) {
      if (!looksLikeImage(image)) return undefined;
      if (waiting >= mostWaiting) throw new StoreFailure("too many icons are waiting");
      waiting += 1;
      const mine = last.then(() => encode(image));
      last = mine.catch(() => {});
      try {
        return await mine;
      } finally {
        waiting -= 1;
      }
    },
  };
}

async function encode(input: Uint8Array): Promise<ApplicationIcon | undefined> {
  const sharp = await decoder();
  try {
    const image = await sharp(input, { limitInputPixels: mostPixels, failOn: "error" })
      .autoOrient()
      .resize(edge, edge, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 90 })
      .toBuffer();
    return { image, digest: createHash("sha256").update(image).digest("hex").slice(0, 32) };
  } catch {
    // Whatever it stumbles over, the image is not one that can be shown.
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

/** By its first bytes, so that nothing else reaches a decoder. */
function looksLikeImage(image: Uint8Array): boolean {
  const begins = Buffer.from(image.subarray(0, 12)).toString("latin1");
  return (
    begins.startsWith("\x89PNG\r\n\x1a\n") ||
    begins.startsWith("\xff\xd8\xff") ||
    (begins.startsWith("RIFF") && begins.endsWith("WEBP"))
  );
}
