import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { boundedImage, maxEdge } from "./bounded-image.ts";

const formats = ["png", "jpeg", "webp"] as const;

for (const format of formats) {
  test(`a ${format} has at most ${maxEdge} pixels on each edge, whatever their product is`, async () => {
    for (const [width, height, fits] of [
      [maxEdge, maxEdge, true],
      [maxEdge, 1, true],
      [1, maxEdge, true],
      [maxEdge + 1, 1, false],
      [1, maxEdge + 1, false],
    ] as const) {
      const image = await drawn(width, height)[format]().toBuffer();
      assert.equal(boundedImage(image) !== undefined, fits, `${width} by ${height}`);
    }
  });
}

test("the header decides, so an image of 4,194,304 by 4 pixels is never decoded", async () => {
  const png = await drawn(4, 4).png().toBuffer();
  assert.ok(boundedImage(png));
  png.writeUInt32BE(4_194_304, 16);
  assert.equal(boundedImage(png), undefined);
  png.writeUInt32BE(4, 16);
  png.writeUInt32BE(4_194_304, 20);
  assert.equal(boundedImage(png), undefined);
});

test("a WebP: each size in it is bounded, with and without transparency or loss", async () => {
  for (const lossless of [true, false]) {
    for (const [width, height] of [
      [maxEdge + 1, 1],
      [1, maxEdge + 1],
    ] as const) {
      const image = await drawn(width, height).webp({ lossless }).toBuffer();
      assert.equal(boundedImage(image), undefined);
      const small = await drawn(1, 1).webp({ lossless }).toBuffer();
      assert.equal(boundedImage(small), small);
      assert.equal(boundedImage(webp(...chunksOf(small), ...chunksOf(image))), undefined);
      assert.equal(boundedImage(webp(canvas(width, height), ...chunksOf(small))), undefined);
    }
  }
  const small = await drawn(1, 1).webp().toBuffer();
  assert.ok(boundedImage(webp(canvas(maxEdge, maxEdge), ...chunksOf(small))));
});

test("a WebP that moves is rejected, and so is one without an image or with half of a header", async () => {
  const image = chunksOf(await drawn(1, 1).webp().toBuffer());
  for (const type of ["ANIM", "ANMF"]) {
    const animated = webp(canvas(1, 1), chunk(type, Buffer.alloc(16)), ...image);
    assert.equal(boundedImage(animated), undefined);
  }
  const other = chunk("EXIF", Buffer.from("odd"));
  assert.ok(boundedImage(webp(canvas(1, 1), other, ...image)));
  assert.equal(boundedImage(webp(other)), undefined);
  for (const type of ["VP8X", "VP8 ", "VP8L"]) {
    assert.equal(boundedImage(webp(chunk(type, Buffer.alloc(4)))), undefined);
  }
});

test("a JPEG: nothing may stand before the frame header but segments, or a decoder could find another one", async () => {
  const jpeg = await drawn(8, 8).jpeg().toBuffer();
  const before = (...bytes: number[]) =>
    boundedImage(Buffer.concat([jpeg.subarray(0, 2), Buffer.from(bytes), jpeg.subarray(2)]));
  assert.ok(before());
  for (const marker of [0xc4, 0xdb, 0xdd, 0xe0, 0xef, 0xfe]) {
    assert.ok(before(0xff, marker, 0, 3, 0), marker.toString(16));
  }
  const others = [0x00, 0x01, 0xc3, 0xc8, 0xc9, 0xcc, 0xd0, 0xd8, 0xd9, 0xda, 0xdc, 0xdf, 0xf0];
  for (const marker of [...others, 0xfd, 0xff]) {
    assert.equal(before(0xff, marker, 0, 3, 0), undefined, marker.toString(16));
  }
  assert.equal(before(0), undefined);
  assert.equal(before(0xff, 0xfe, 0, 1), undefined, "a length without itself");
  // A frame header inside a segment is a thumbnail's.
  const large = [0xff, 0xc0, 0, 8, 8, 0xff, 0xff, 0xff, 0xff, 1];
  assert.ok(before(0xff, 0xe1, 0, 2 + large.length, ...large));
  assert.equal(before(...large), undefined);
  assert.equal(boundedImage(jpeg.subarray(0, 30)), undefined, "no frame header");
});

test("a JPEG of more scans than anyone needs is rejected, because each passes over all pixels", async () => {
  assert.ok(boundedImage(greyJpeg(100)));
  assert.equal((await sharp(greyJpeg(100)).metadata()).width, 8);
  assert.equal(boundedImage(greyJpeg(101)), undefined);
});

test("no decoder sees what a PNG says beside its pixels, which may inflate to gigabytes", async () => {
  const png = await drawn(30, 20).png().toBuffer();
  const textChunks = [
    pngChunk("zTXt", "a\0\0alice"),
    pngChunk("tEXt", "a\0alice"),
    pngChunk("iTXt", "a\0\0\0\0\0alice"),
    pngChunk("sPLT", "alice\0\x08"),
    pngChunk("eXIf", "MM\0*alice"),
  ];
  const plain = boundedImage(png);
  assert.deepEqual(boundedImage(withChunks(png, textChunks)), plain);
  const color = [pngChunk("gAMA", "\0\0\xb1\x8f"), pngChunk("sRGB", "\0")];
  assert.ok(boundedImage(withChunks(png, color))?.length === (plain?.length ?? 0) + 16 + 13);
  assert.equal(boundedImage(withChunks(png, textChunks).subarray(0, 20)), undefined);
  assert.equal(boundedImage(png.subarray(0, 11)), undefined);
  assert.equal(boundedImage(Buffer.concat([png.subarray(0, 8), ...textChunks])), undefined);
});

function drawn(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: "#33669980" } });
}

/** The chunks come after the header, which is always first. */
function withChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  const header = "\x89PNG\r\n\x1a\n".length + pngChunk("IHDR", "0123456789abc").length;
  return Buffer.concat([png.subarray(0, header), ...chunks, png.subarray(header)]);
}

function pngChunk(type: string, body: string): Buffer {
  const head = Buffer.from(type + body, "latin1");
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  checksum.writeUInt32BE(crc32(head));
  return Buffer.concat([length, head, checksum]);
}

function webp(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from("RIFF\0\0\0\0WEBP");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

function chunksOf(image: Buffer): readonly Buffer[] {
  return [image.subarray(12)];
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function canvas(width: number, height: number): Buffer {
  const body = Buffer.alloc(10);
  body.writeUIntLE(width - 1, 4, 3);
  body.writeUIntLE(height - 1, 7, 3);
  return chunk("VP8X", body);
}

/** A progressive JPEG (ITU-T T.81 §B) of 8 by 8 gray pixels has a scan of the mean value, then the rest. */
function greyJpeg(scans: number): Buffer {
  const segment = (marker: number, ...body: number[]) => [
    0xff,
    marker,
    0,
    body.length + 2,
    ...body,
  ];
  const oneCode = (table: number) => [table, 1, ...Array<number>(15).fill(0), 0];
  const mean = [...segment(0xda, 1, 1, 0, 0, 0, 0), 0x7f];
  const allElse = [...segment(0xda, 1, 1, 0, 1, 63, 0), 0x7f];
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    ...segment(0xc4, ...oneCode(0)),
    ...segment(0xc4, ...oneCode(0x10)),
    ...mean,
    ...Array<number[]>(scans - 1)
      .fill(allElse)
      .flat(),
    ...[0xff, 0xd9],
  ]);
}
