import assert from "node:assert/strict";
import { test } from "node:test";
import decodeQR from "qr/decode.js";
import { qrCode } from "./qr-code.ts";

const scale = 4;

function pixelsOf(svg: string): { width: number; height: number; data: Uint8ClampedArray } {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < scale * scale; at += 1) {
      const column = Number(x) * scale + (at % scale);
      const row = Number(y) * scale + Math.floor(at / scale);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height: width, data };
}

test("a QR code is read as the text that it was made of", () => {
  for (const text of [
    "x",
    `otpauth://totp/Weather:alice?secret=${"A2".repeat(16)}&issuer=Weather`,
  ]) {
    assert.equal(decodeQR(pixelsOf(qrCode(text, "a code").toString())), text);
  }
});

test("its label is escaped, and the margin is there", () => {
  const svg = qrCode("x", 'a "code" <b>').toString();
  assert.ok(svg.includes('aria-label="a &#34;code&#34; &#60;b&#62;"'), svg.slice(0, 200));
  const columns = [...svg.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  assert.equal(Math.min(...columns), 4);
});
