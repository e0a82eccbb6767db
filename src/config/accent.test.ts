import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Color, contrast, hueDistance, minContrast } from "../domain/color.ts";
import { accentsOf, failed, grounds, ownAccents, readAccent } from "./accent.ts";

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((one): Color => `#${one.toString(16).padStart(6, "0")}`);

test("an accent that is legible on every ground is taken, in three digits too", () => {
  assert.equal(readAccent("#2454C7", "light"), "#2454c7");
  assert.equal(readAccent("#060", "light"), "#006600");
  assert.equal(readAccent("#9db8ff", "dark"), "#9db8ff");
});

test("a pale accent is rejected with the pair, both ratios, and the nearest that passes", () => {
  assert.throws(
    () => readAccent("#ffcc00", "light"),
    (error: Error) => {
      assert.match(error.message, /^#ffcc00 as text on the page background \(#f3f5f8, on light /);
      assert.match(error.message, /a contrast ratio of 1\.38:1; at least 4\.5:1 is required/);
      const [nearest = ""] = /#[0-9a-f]{6}$/.exec(error.message) ?? [];
      assert.equal(readAccent(nearest, "light"), nearest);
      return true;
    },
  );
  assert.throws(() => readAccent("#1a3f9b", "dark"), /notices \(#2b2315, on dark.* passes is #/);
});

test("the ratio that is said is never rounded up to the one that is needed", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      try {
        readAccent(color, "light");
      } catch (error) {
        const [, ratio] = /contrast ratio of ([\d.]+):1/.exec(String(error)) ?? [];
        assert.ok(Number(ratio) < 4.5, String(error));
      }
    }),
  );
});

// WCAG 2.2 has 1.4.3 for text, and 1.4.11 for the outline of the focused element.
test("what follows from any accent is legible: on every ground, under the pointer, and as the ground of a button", () => {
  fc.assert(
    fc.property(anyColor, fc.constantFrom("light", "dark"), (color, screen) => {
      const all = Object.values(grounds[screen]);
      if (minContrast(color, all) < 4.5) return;
      const accents =
        screen === "light" ? accentsOf(color, undefined) : accentsOf(undefined, color);
      for (const each of ["light", "dark"] as const) {
        const colors = accents[each];
        if (colors === undefined) continue;
        for (const shown of [colors.accent, colors.strong]) {
          assert.ok(minContrast(shown, Object.values(grounds[each])) >= 4.5, `${color}: ${shown}`);
          assert.ok(contrast(shown, colors.on) >= 4.5, `${color}: ${colors.on} on ${shown}`);
        }
        assert.notEqual(colors.accent, colors.strong);
        // The ticks in style/brand.css are white on light screens and black on dark ones.
        const tick = each === "light" ? "#ffffff" : "#000000";
        assert.ok(contrast(colors.accent, tick) >= 4.5, `${color}: a tick on ${colors.accent}`);
      }
    }),
    // Bright magenta is already close to white, and a darker one is hard to read on a dark background.
    { numRuns: 2000, examples: [["#fb01dc", "dark"]] },
  );
});

// WCAG 2.2, 1.4.11.
test("the bars of a chart have the accent, stand out from their ground, and look like neither each other nor failures", () => {
  fc.assert(
    fc.property(anyColor, fc.constantFrom("light", "dark"), (color, screen) => {
      if (minContrast(color, Object.values(grounds[screen])) < 4.5) return;
      const accents =
        screen === "light" ? accentsOf(color, undefined) : accentsOf(undefined, color);
      for (const each of ["light", "dark"] as const) {
        const { accent, chart } = accents[each] ?? ownAccents[each];
        const isRed = (hueDistance(accent, failed[each]) ?? 180) < 30;
        assert.equal(chart[0], isRed ? ownAccents[each].accent : accent);
        for (const one of chart) {
          assert.ok(contrast(one, grounds[each].surface) >= 4.5, one);
          assert.ok((hueDistance(one, failed[each]) ?? 180) >= 30, `${color}: ${one}`);
        }
        assert.ok((hueDistance(...chart) ?? 180) >= 30, `${color}: ${chart}`);
      }
    }),
    {
      numRuns: 2000,
      examples: [
        ["#b3261e", "light"],
        ["#00757d", "light"],
        ["#1d222b", "light"],
      ],
    },
  );
});

test("an accent brings a lighter one for dark screens, unless that is given", () => {
  const { light, dark } = accentsOf("#7a1fa2", undefined);
  assert.equal(light?.accent, "#7a1fa2");
  assert.equal(light?.on, "#ffffff");
  assert.ok(dark !== undefined && contrast(dark.accent, grounds.dark.surface) >= 7);
  assert.equal(dark.on, "#000000");
  assert.equal(accentsOf("#7a1fa2", "#e0b0ff").dark?.accent, "#e0b0ff");
});

test("without an accent the stylesheet's own stay; one for dark screens alone changes those", () => {
  assert.deepEqual(accentsOf(undefined, undefined), { light: undefined, dark: undefined });
  assert.equal(accentsOf(undefined, "#e0b0ff").light, undefined);
  assert.equal(accentsOf(undefined, "#e0b0ff").dark?.accent, "#e0b0ff");
});
