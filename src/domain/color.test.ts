import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  blackOrWhite,
  type Color,
  contrast,
  luminance,
  minContrast,
  mix,
  parseColor,
  towards,
} from "./color.ts";

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((one): Color => `#${one.toString(16).padStart(6, "0")}`);

test("hex colors are read with three digits and six", () => {
  assert.equal(parseColor("#2454C7"), "#2454c7");
  assert.equal(parseColor("#fa0"), "#ffaa00");
  for (const text of ["2454c7", "#2454c", "#2454c7ff", "#ggg", "red", "rgb(1,2,3)", "#fff;}"]) {
    assert.equal(parseColor(text), undefined, text);
  }
});

test("luminance is 0 for black, 1 for white, and the coefficients of WCAG for the primaries", () => {
  assert.equal(luminance("#000000"), 0);
  assert.ok(Math.abs(luminance("#ffffff") - 1) < 1e-9);
  assert.ok(Math.abs(luminance("#ff0000") - 0.2126) < 1e-9);
  assert.ok(Math.abs(luminance("#00ff00") - 0.7152) < 1e-9);
  assert.ok(Math.abs(luminance("#0000ff") - 0.0722) < 1e-9);
});

/** These are the grays on both sides of WCAG's borders, and other pairs whose ratios are widely published. */
const known: readonly [Color, Color, number][] = [
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
  ["#777777", "#ffffff", 4.48],
  ["#949494", "#ffffff", 3.03],
  ["#595959", "#ffffff", 7],
  ["#ff0000", "#ffffff", 4],
  ["#0000ff", "#ffffff", 8.59],
  ["#008000", "#ffffff", 5.14],
  ["#ffff00", "#000000", 19.56],
];

for (const [one, other, ratio] of known) {
  test(`${one} and ${other} have a contrast of ${ratio}:1`, () => {
    assert.equal(Math.round(contrast(one, other) * 100) / 100, ratio);
    assert.equal(contrast(one, other), contrast(other, one));
  });
}

test("dark channels are on the straight part of the curve", () => {
  assert.ok(Math.abs(luminance("#0a0a0a") - 10 / 255 / 12.92) < 1e-9);
});

test("a color that is moved keeps its hue and saturation, and goes no further than it has to", () => {
  for (const [end, color, grounds, ratio, expected] of [
    ["black", "#ff8800", ["#ffffff"], 4.5, "#b56000"],
    ["white", "#2a1a80", ["#101014"], 7, "#9f92e9"],
    ["black", "#3fa66b", ["#ffffff", "#f2f2f2"], 4.5, "#2f7c50"],
    ["white", "#7a7a7a", ["#000000"], 12, "#c4c4c4"],
    ["white", "#c8b090", ["#303030"], 9.7, "#e6dccd"],
  ] as const) {
    const moved = towards(end, color, grounds, ratio);
    assert.equal(moved, expected);
    assert.ok(minContrast(moved, grounds) < ratio + 0.1);
  }
});

test("black or white is legible on every color", () => {
  fc.assert(fc.property(anyColor, (color) => contrast(blackOrWhite(color), color) >= 4.5));
});

test("a color that passes stays as it is; another one passes after it was moved", () => {
  fc.assert(
    fc.property(anyColor, fc.double({ min: 1, max: 15, noNaN: true }), (color, ratio) => {
      for (const [end, ground] of [
        ["black", "#f3f5f8"],
        ["white", "#191d26"],
      ] as const) {
        const moved = towards(end, color, [ground], ratio);
        assert.ok(minContrast(moved, [ground]) >= ratio, `${color} became ${moved}`);
        if (contrast(color, ground) >= ratio) assert.equal(moved, color);
      }
    }),
  );
});

test("a color is moved no further than it must be, and keeps its hue", () => {
  assert.equal(towards("black", "#ff0000", ["#ffffff"], 4.5), "#ee0000");
  assert.equal(towards("black", "#777777", ["#ffffff"], 4.5), "#767676");
  assert.equal(towards("white", "#000000", ["#000000"], 4.5), "#757575");
});

/** The hue is the angle in the plane of the channels; the sixths of HSL agree with it. */
function hueOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  );
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

test("a color that is moved keeps its hue, in each sixth of the circle", () => {
  for (const color of [
    ...["#cc5522", "#ccaa22", "#66cc22", "#22cc66", "#22cccc", "#2288cc"],
    ...["#3322cc", "#8822cc", "#cc22aa", "#cc2255", "#cc2222", "#22cc22"],
  ] as const) {
    for (const [end, ground] of [
      ["black", "#ffffff"],
      ["white", "#000000"],
    ] as const) {
      const moved = towards(end, color, [ground], 13);
      assert.notEqual(moved, color);
      const away = Math.abs(hueOf(moved) - hueOf(color));
      assert.ok(Math.min(away, 360 - away) < 5, `${color} became ${moved}`);
    }
  }
});

test("where no color of the hue is enough, the end of the way is the nearest", () => {
  assert.equal(towards("black", "#cc5522", ["#ffffff"], 22), "#000000");
  assert.equal(towards("white", "#cc5522", ["#000000"], 22), "#ffffff");
});

test("a mixture lies between its parts", () => {
  assert.equal(mix("#000000", "#ffffff", 0.2), "#333333");
  assert.equal(mix("#2454c7", "#000000", 0), "#2454c7");
});
