import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { StoreFailure } from "../domain/refusals.ts";
import { boundedImage } from "./bounded-image.ts";
import { openIcons } from "./icons.ts";

const icons = openIcons();
const by = { network: "192.0.2.1" };
// The first use of sharp loads the decoders and turns off the ones that are not needed.
const drawn = sharp({ create: { width: 300, height: 200, channels: 4, background: "#336699" } });

for (const format of ["png", "jpeg", "webp"] as const) {
  test(`a ${format} becomes a WebP of 256 by 256 pixels, the same for the same pixels`, async () => {
    const image = await drawn
      .clone()
      .withExif({ IFD0: { Copyright: "alice" } })
      [format]()
      .toBuffer();
    const first = await icons.encoded(image, by);
    assert.ok(first);
    assert.match(first.digest, /^[0-9a-f]{32}$/);
    assert.equal((await icons.encoded(image, by))?.digest, first.digest);
    const { format: kept, width, height, exif } = await sharp(first.image).metadata();
    assert.deepEqual([kept, width, height, exif], ["webp", 256, 256, undefined]);
    assert.ok(!Buffer.from(first.image).includes("alice"), "nothing but pixels");
  });
}

test("kept: an icon that was made here stays byte for byte, and everything else is encoded again", async () => {
  const ours = await icons.encoded(await drawn.clone().png().toBuffer(), by);
  assert.ok(ours);
  assert.deepEqual(await icons.kept(ours.image, by), ours);
  const small = await drawn.clone().webp().toBuffer();
  const square = drawn.clone().resize(256, 256, { fit: "fill" });
  const told = await square
    .withExif({ IFD0: { Copyright: "alice" } })
    .webp()
    .toBuffer();
  const longer = Buffer.concat([ours.image, Buffer.from("alice")]);
  const inside = Buffer.concat([ours.image, Buffer.from("EXIF\x06\0\0\0alice!")]);
  inside.writeUInt32LE(inside.length - 8, 4);
  for (const image of [small, told, longer, inside, await drawn.clone().png().toBuffer()]) {
    const kept = await icons.kept(image, by);
    if (kept === undefined) continue;
    assert.ok(!Buffer.from(kept.image).equals(image));
    assert.ok(!Buffer.from(kept.image).includes("alice"));
    assert.deepEqual(await icons.kept(kept.image, by), kept);
  }
  const broken = Buffer.from(ours.image).fill(0, 40);
  assert.equal(await icons.kept(broken, by), undefined);
  assert.equal(await icons.kept(Buffer.from("RIFF\0\0\0\0WEBP"), by), undefined);
});

test("what is no whole PNG, JPEG or WebP is not an icon", async () => {
  const png = await drawn.clone().png().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const gif = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAAC", "base64");
  const tries = [
    Buffer.alloc(0),
    Buffer.from(svg),
    gif,
    png.subarray(0, png.length / 2),
    png.subarray(0, 8),
    Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]),
    Buffer.from("RIFF\0\0\0\0WEBP"),
  ];
  for (const image of tries) assert.equal(await icons.encoded(image, by), undefined);
});

test("more pixels than a bound are refused, however few bytes they take", async () => {
  const huge = await sharp({
    create: { width: 5000, height: 5000, channels: 3, background: "red" },
  })
    .png()
    .toBuffer();
  assert.ok(huge.length < 512 * 1024);
  assert.equal(await icons.encoded(huge, by), undefined);
});

test("a JPEG of more scans than anybody needs is refused, because each passes over all pixels", async () => {
  assert.ok(await icons.encoded(greyJpeg(100), by));
  assert.equal(await icons.encoded(greyJpeg(101), by), undefined);
});

test("no decoder sees the texts of a PNG, which may inflate to gigabytes; the pixels are the same", async () => {
  const png = await drawn.clone().png().toBuffer();
  const chunk = (type: string, body: string) => {
    const head = Buffer.from(type + body, "latin1");
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    checksum.writeUInt32BE(crc32(head));
    return Buffer.concat([length, head, checksum]);
  };
  const texts = [
    chunk("zTXt", "a\0\0alice"),
    chunk("tEXt", "a\0alice"),
    chunk("iTXt", "a\0\0\0\0\0alice"),
  ];
  const header = "\x89PNG\r\n\x1a\n".length + chunk("IHDR", "0123456789abc").length;
  const talking = Buffer.concat([png.subarray(0, header), ...texts, png.subarray(header)]);
  assert.deepEqual(boundedImage(talking), png);
  const plain = await icons.encoded(png, by);
  assert.ok(plain);
  assert.deepEqual(await icons.encoded(talking, by), plain);
  for (const broken of [talking.subarray(0, 60), png.subarray(0, 11)]) {
    assert.equal(await icons.encoded(broken, by), undefined);
  }
});

test("one account takes no more than its share of the places, and others get theirs", async () => {
  const { encoded } = openIcons();
  const image = await drawn.clone().png().toBuffer();
  const from = (account: string, network: string) =>
    encoded(image, { network, account }).then(
      (icon) => (icon ? "made" : "refused"),
      (error) => (error instanceof StoreFailure ? "full" : error),
    );
  const mallory = Array.from({ length: 20 }, () => from("mallory", "192.0.2.1"));
  const [others, made] = await Promise.all([from("alice", "192.0.2.2"), Promise.all(mallory)]);
  assert.equal(others, "made");
  // One is being decoded, and two wait.
  assert.equal(made.filter((one) => one === "made").length, 3);
  assert.equal(made.filter((one) => one === "full").length, 17);
});

/** A progressive JPEG (ITU-T T.81 §B) of 8 by 8 grey pixels: a scan of the mean value, then scans for the rest. */
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
