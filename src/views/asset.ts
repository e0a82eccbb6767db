import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Asset } from "../dependencies.ts";

export type NamedAsset = Asset & { readonly href: `/assets/${string}` };

/**
 * An asset with an address that changes with its content, so that browsers may keep it for good. It is
 * compressed here, once: anybody may ask for it, as often as they like.
 */
export function named(name: string, { type, body }: Pick<Asset, "type" | "body">): NamedAsset {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
  const gzipped = type === "png" ? undefined : gzipSync(body, { level: 9 });
  return {
    type,
    body,
    gzipped: gzipped && gzipped.length < body.length ? gzipped : undefined,
    href: `/assets/${name}.${hash}.${type}`,
  };
}
