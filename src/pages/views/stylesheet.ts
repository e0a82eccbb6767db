import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Accents, ownAccents } from "../../config/accent.ts";
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

/** Only the documentation has it, after the other. */
export const docsStylesheet: NamedAsset = named("docs", {
  type: "css",
  body: Buffer.from(ourStyle("docs")),
});

/** The base is in a layer, so that the other rules win, however specific it is. */
function make({ accents, css }: StyleChanges): NamedAsset {
  const base = ourStyle("base");
  const own = [`@layer base{${base}}`, accentRule(accents), ...topics.map(ourStyle)];
  const parts = css === undefined ? own : [...own, css];
  return named("style", { type: "css", body: Buffer.from(parts.join("\n")) });
}

/** Comments and white space are for readers of the source. */
function ourStyle(topic: string): string {
  const css = read(import.meta.resolve(`./style/${topic}.css`));
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*([{};,])\s*/g, "$1")
    .replace(/:\s+/g, ":")
    .replaceAll(";}", "}")
    .trim();
}

function accentRule(accents: Accents): string {
  const { light = ownAccents.light, dark = ownAccents.dark } = accents;
  const colors = [
    ["--accent", light.accent, dark.accent],
    ["--accent-strong", light.strong, dark.strong],
    ["--on-accent", light.on, dark.on],
    ["--chart-1", light.chart[0], dark.chart[0]],
    ["--chart-2", light.chart[1], dark.chart[1]],
  ] as const;
  const rules = colors.map(
    ([name, onLight, onDark]) => `${name}: light-dark(${onLight}, ${onDark})`,
  );
  return `:root { ${rules.join("; ")} }`;
}

function read(url: string): string {
  return readFileSync(fileURLToPath(url), "utf8");
}
