import { createHash } from "node:crypto";
import type { Asset } from "../surroundings.ts";

export type Named<A extends Asset> = A & { readonly href: `/assets/${string}` };

/** An asset with an address that changes with its content, so that browsers may keep it for good. */
export function named<A extends Asset>(name: string, asset: A): Named<A> {
  const hash = createHash("sha256").update(asset.body).digest("hex").slice(0, 16);
  return { ...asset, href: `/assets/${name}.${hash}.${asset.type}` };
}
