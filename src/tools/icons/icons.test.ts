import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { StoreFailure } from "../../domain/errors.ts";
import { openIcons } from "./icons.ts";

const icons = openIcons();
const by = { network: "192.0.2.1" };
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
  assert.deepEqual(await icons.encodedUnlessOurs(ours.image, by), ours);
  const small = await drawn.clone().webp().toBuffer();
  const square = drawn.clone().resize(256, 256, { fit: "fill" });
  const withText = await square
    .withExif({ IFD0: { Copyright: "alice" } })
    .webp()
    .toBuffer();
  const longer = Buffer.concat([ours.image, Buffer.from("alice")]);
  const inside = Buffer.concat([ours.image, Buffer.from("EXIF\x06\0\0\0alice!")]);
  inside.writeUInt32LE(inside.length - 8, 4);
  for (const image of [small, withText, longer, inside, await drawn.clone().png().toBuffer()]) {
    const icon = await icons.encodedUnlessOurs(image, by);
    if (icon === undefined) continue;
    assert.ok(!Buffer.from(icon.image).equals(image));
    assert.ok(!Buffer.from(icon.image).includes("alice"));
    assert.deepEqual(await icons.encodedUnlessOurs(icon.image, by), icon);
  }
  const broken = Buffer.from(ours.image).fill(0, 40);
  assert.equal(await icons.encodedUnlessOurs(broken, by), undefined);
  assert.equal(await icons.encodedUnlessOurs(Buffer.from("RIFF\0\0\0\0WEBP"), by), undefined);
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

test("it throws if no process can decode the image, and what the process said if it fails", async () => {
  const png = await drawn.clone().png().toBuffer();
  const { execPath } = process;
  try {
    process.execPath = "/nonexistent/node";
    await assert.rejects(icons.encoded(png, by), (error) => error instanceof StoreFailure);
    process.execPath = "/bin/ls";
    await assert.rejects(icons.encoded(png, by), /^Error: icons can't be encoded: .*ls: /);
  } finally {
    process.execPath = execPath;
  }
  assert.ok(await icons.encoded(png, by));
});

test("one account takes no more than its share of the places, and others get theirs", async () => {
  const { encoded } = openIcons();
  const image = await drawn.clone().png().toBuffer();
  const from = (account: string, network: string) =>
    encoded(image, { network, account }).then(
      (icon) => (icon ? "made" : "rejected"),
      (error) => (error instanceof StoreFailure ? "full" : error),
    );
  const mallory = Array.from({ length: 20 }, () => from("mallory", "192.0.2.1"));
  const [others, made] = await Promise.all([from("alice", "192.0.2.2"), Promise.all(mallory)]);
  assert.equal(others, "made");
  // One is being decoded, and two wait.
  assert.equal(made.filter((one) => one === "made").length, 3);
  assert.equal(made.filter((one) => one === "full").length, 17);
});
