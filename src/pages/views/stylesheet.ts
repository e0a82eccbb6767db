import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Accent, Accents } from "../../config/accent.ts";
import { type NamedAsset, named } from "./asset.ts";

const topics = [
  "brand",
  "page",
  "navigation",
  "search",
  "banner",
  "tag",
  "form",
  "button",
  "busy",
  "data",
  "chart",
  "code",
  "docs",
  "consent",
  "row",
  "incident",
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

/** The base is in a layer, so that the other rules win, however specific it is. */
function make({ accents, css }: StyleChanges): NamedAsset {
  const base = ourStyle("base");
  const brand = [...accentRules(accents), ...(css === undefined ? [] : [css])];
  const parts = [`@layer base{${base}}`, ...topics.map(ourStyle), ...brand];
  return named("style", { type: "css", body: Buffer.from(parts.join("\n")) });
}

/** Comments and indentation are for readers of the source. */
function ourStyle(topic: string): string {
  const css = read(import.meta.resolve(`./style/${topic}.css`));
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\n\s*/g, "\n")
    .trim();
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
