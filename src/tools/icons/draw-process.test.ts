import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer, text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { boundedImage, maxEdge } from "./bounded-image.ts";
import { maxIconBytes } from "./icons.ts";

/** The unit is bytes. */
const maxMemory = 200e6;
const draws = fileURLToPath(new URL("./draw-process.ts", import.meta.url));
/** The process reports its peak memory when it ends. */
const reporting = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from "node:fs";
  const report = () => {
    const kilobytes = /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "latin1"))[1];
    writeSync(2, kilobytes + "\\n");
  };
  setInterval(report, 5).unref();
  process.on("exit", report);
`)}`;
const skip = process.platform === "linux" ? false : "it reads /proc, which only Linux has";

interface Drawn {
  readonly icon: Buffer;
  readonly peak: number;
  readonly signal: NodeJS.Signals | null;
}

async function drawnFrom(image: Uint8Array): Promise<Drawn> {
  const flags = ["--disable-warning=ExperimentalWarning", "--import", reporting];
  const child = spawn(process.execPath, [...flags, draws], { env: {} });
  child.stdin.on("error", () => {}).end(image);
  const [icon, reports, [, signal]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { icon, peak: Number(reports.trim().split("\n").at(-1)) * 1024, signal };
}

test("the largest images that are accepted take at most 200 MB, Node included", {
  skip,
}, async (t) => {
  const create = {
    width: maxEdge,
    height: maxEdge,
    background: { r: 9, g: 99, b: 200, alpha: 0.5 },
  };
  const opaque = sharp({ create: { ...create, channels: 3 } });
  const clear = sharp({ create: { ...create, channels: 4 } });
  // An orientation and an interlaced or progressive image each make the decoder keep all pixels.
  const turned = opaque.clone().withMetadata({ orientation: 6 });
  const whole = { progressive: true, chromaSubsampling: "4:4:4" };
  const images = {
    "interlaced PNG of 16 bits": clear.clone().toColourspace("rgb16").png({ progressive: true }),
    "progressive JPEG": turned.clone().jpeg(whole),
    "progressive JPEG of four colors": turned.clone().toColourspace("cmyk").jpeg(whole),
    "WebP with transparency": clear.clone().webp({ lossless: true }),
    "lossy WebP with transparency": clear.clone().webp(),
  };
  for (const [name, made] of Object.entries(images)) {
    const image = await made.toBuffer();
    assert.ok(image.length <= maxIconBytes, name);
    const bounded = boundedImage(image);
    assert.ok(bounded !== undefined, name);
    const { icon, peak } = await drawnFrom(bounded);
    assert.equal((await sharp(icon).metadata()).width, 256, name);
    t.diagnostic(`${name}: ${Math.round(peak / 1e6)} MB`);
    assert.ok(peak <= maxMemory, `${name}: ${peak}`);
  }
});

test("an image within the bounds that takes more memory ends its process", { skip }, async (t) => {
  const image = manyCodes();
  assert.ok(image.length <= maxIconBytes);
  assert.equal(boundedImage(image), image);
  const { icon, peak, signal } = await drawnFrom(image);
  t.diagnostic(`${Math.round(peak / 1e6)} MB`);
  assert.deepEqual([icon.length, signal], [0, "SIGKILL"]);
  assert.ok(peak <= maxMemory, String(peak));
});

test("an image that takes more than five seconds of CPU time ends its process", async () => {
  const { icon, signal } = await drawnFrom(manyFrames());
  assert.deepEqual([icon.length, signal], [0, "SIGKILL"]);
});

/** In this animation of one pixel the decoder looks for each frame from the first one on. */
function manyFrames(): Buffer {
  // After the header of a lossless image of one pixel come five codes of one symbol.
  const pixel = chunk("VP8L", Buffer.from([0x2f, 0, 0, 0, 0, 0x88, 0x88, 0x08]));
  const frame = chunk("ANMF", Buffer.concat([Buffer.alloc(16), pixel]));
  const frames = Buffer.alloc(240_000 * frame.length, frame);
  const canvas = chunk("VP8X", Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  return chunk(
    "RIFF",
    Buffer.concat([Buffer.from("WEBP"), canvas, chunk("ANIM", Buffer.alloc(6)), frames]),
  );
}

function chunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/**
 * A lossless WebP (RFC 9649) of 1,024 by 1,024 pixels has prefix codes for each block of 4 by 4:
 * 65,536 groups of five codes, each half a byte in the file and a kilobyte in the decoder.
 */
function manyCodes(): Buffer {
  const groups = 2 ** 16;
  const bits = bitWriter();
  bits.put(0x2f, 8);
  for (const edge of [1024, 1024]) bits.put(edge - 1, 14);
  // There is no transparency, version, transform or color cache; then come meta prefix codes for blocks of 4 pixels.
  for (const [value, length] of [
    [0, 1],
    [0, 3],
    [0, 1],
    [0, 1],
    [1, 1],
    [0, 3],
  ] as const)
    bits.put(value, length);
  // The image of meta prefix codes has no color cache: 8 bits of green and 8 of red name the group.
  bits.put(0, 1);
  codeOfBytes(280);
  codeOfBytes(256);
  for (let code = 0; code < 3; code += 1) codeOfZero();
  for (let group = 0; group < groups; group += 1) {
    for (const byte of [group & 0xff, group >> 8]) bits.put(reversed(byte), 8);
  }
  for (let code = 0; code < 5 * groups; code += 1) codeOfZero();
  // Each pixel takes no bits, because all codes have one symbol.
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), chunk("VP8L", bits.bytes())]));

  /** A simple code has the one symbol 0. */
  function codeOfZero(): void {
    bits.put(0b0001, 4);
  }

  /** In this code the symbols 0 to 255 have 8 bits each, and the rest of the alphabet has none. */
  function codeOfBytes(alphabet: number): void {
    bits.put(0, 1);
    // The code of code lengths has two symbols of one bit: 8, and 18, a run of zeros. They are the 12th and 2nd listed.
    bits.put(12 - 4, 4);
    for (let listed = 1; listed <= 12; listed += 1)
      bits.put(listed === 2 || listed === 12 ? 1 : 0, 3);
    bits.put(0, 1);
    for (let symbol = 0; symbol < 256; symbol += 1) bits.put(0, 1);
    if (alphabet > 256) {
      bits.put(1, 1);
      bits.put(alphabet - 256 - 11, 7);
    }
  }
}

/** Prefix codes are read from their first bit on, everything else from its lowest. */
function reversed(byte: number): number {
  return Number.parseInt(byte.toString(2).padStart(8, "0").split("").reverse().join(""), 2);
}

function bitWriter() {
  const bytes: number[] = [];
  let length = 0;
  return {
    put(value: number, bits: number): void {
      for (let bit = 0; bit < bits; bit += 1) {
        const at = length >> 3;
        bytes[at] = (bytes[at] ?? 0) | (((value >> bit) & 1) << (length & 7));
        length += 1;
      }
    },
    /** A chunk has an even number of bytes. */
    bytes: () => Buffer.from([...bytes, ...(bytes.length % 2 === 0 ? [] : [0])]),
  };
}
