import { createHash } from "node:crypto";
import { type Html, html } from "./html.ts";

/**
 * Five by five cells, mirrored, in one color, come from the id. An application that copies
 * another's name does not get its picture. Screen readers skip it.
 */
export function picture(id: string): Html {
  const digest = createHash("sha256").update(id).digest();
  const hue = Math.round((digest.readUInt8(0) / 255) * 360);
  return html`<svg class="icon" viewBox="0 0 7 7" width="56" height="56" aria-hidden="true" shape-rendering="crispEdges"><rect width="7" height="7" fill="hsl(${hue} 60% 92%)"/><path stroke="hsl(${hue} 55% 38%)" d="${lines(digest)}"/></svg>`;
}

/** Without an icon, the id gives a picture. */
export function applicationPicture({
  id,
  icon,
}: {
  readonly id: string;
  /** See `Application`. */
  readonly icon?: string | undefined;
}): Html {
  if (icon === undefined) return picture(id);
  return html`<img class="icon" src="/icons/${id}-${icon}.webp" width="56" height="56" alt="">`;
}

/**
 * Fifteen bytes determine the left half and the middle; the right half mirrors them. Cells beside each other are one
 * line as wide as a cell, because lists have many pictures.
 */
function lines(digest: Buffer): string {
  return Array.from({ length: 5 }, (_, row) => {
    const cells = Array.from({ length: 5 }, (_, column) =>
      digest.readUInt8(1 + row * 3 + Math.min(column, 4 - column)) > 100 ? "x" : " ",
    ).join("");
    return [...cells.matchAll(/x+/g)]
      .map(({ index, 0: { length } }) => `M${index + 1} ${row + 1.5}h${length}`)
      .join("");
  }).join("");
}
