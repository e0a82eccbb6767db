import encodeQR from "qr";
import { type Html, html } from "./html.ts";

/**
 * Inline SVG needs no script or other server. It is always dark on light, with the margin of
 * ISO/IEC 18004: four modules.
 */
export function qrCode(text: string, label: string): Html {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const size = modules.length;
  return html`<svg class="qr-code" viewBox="0 0 ${String(size)} ${String(size)}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${dark.join("")}" fill="#000"/></svg>`;
}
