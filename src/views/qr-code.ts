import encodeQR from "qr";
import { type Html, html } from "./html.ts";

/**
 * A QR code as inline SVG, without script or another server. Always dark on light, with the margin that readers
 * need (ISO/IEC 18004 asks for four modules).
 */
export function qrCode(text: string, label: string): Html {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const size = modules.length;
  return html`<svg class="qr-code" viewBox="0 0 ${String(size)} ${String(size)}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${dark.join("")}" fill="#000"/></svg>`;
}
