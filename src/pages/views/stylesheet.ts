import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Accent, Accents } from "../../config/accent.ts";
import { type NamedAsset, named } from "./asset.ts";

const topics = [
  "brand",
  "page",
  "navigation",
  "form",
  "data",
  "code",
  "consent",
  "medium",
] as const;

/** Administrators can change these; see src/config/branding.ts. */
export type StyleChanges = {
  readonly accents: Accents;
  readonly css: string | undefined;
};

/** Without changes it is only built once. */
export function stylesheet(changes?: StyleChanges): NamedAsset {
  if (changes !== undefined) return make(changes);
  plain ??= make({ accents: { light: undefined, dark: undefined }, css: undefined });
  return plain;
}

let plain: NamedAsset | undefined;

/** Pico and the charts are in layers, so that our rules win, however specific theirs are. */
function make({ accents, css }: StyleChanges): NamedAsset {
  const pico = read(import.meta.resolve("@picocss/pico/css/pico.classless.min.css"));
  const charts = read(import.meta.resolve("uplot/dist/uPlot.min.css"));
  const ours = topics.map((topic) => read(import.meta.resolve(`./style/${topic}.css`)));
  const brand = [...accentRules(accents), ...(css === undefined ? [] : [css])];
  const parts = [
    `@layer pico{${withoutCharset(pico)}}`,
    `@layer charts{${charts}}`,
    ...ours,
    ...brand,
  ];
  return named("style", { type: "css", body: Buffer.from(parts.join("\n")) });
}

function accentRules({ light, dark }: Accents): string[] {
  const onDark = dark && `@media (prefers-color-scheme: dark) { ${accentRule(dark)} }`;
  return [light && accentRule(light), onDark].filter((rule) => rule !== undefined);
}

function accentRule({ accent, strong, on }: Accent): string {
  return `:root { --accent: ${accent}; --accent-strong: ${strong}; --on-accent: ${on}; }`;
}

function read(url: string): string {
  return readFileSync(fileURLToPath(url), "utf8");
}

/** `@charset` is only valid at the very beginning of a file. */
function withoutCharset(css: string): string {
  return css.replace(/^\uFEFF?@charset "[^"]*";/, "");
}
