import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Stylesheet = {
  /** Changes with the content, so that browsers may keep it for good. */
  readonly href: `/assets/style.${string}.css`;
  readonly body: Buffer;
};

/** The stylesheet of every page, read once. */
export function stylesheet(): Stylesheet {
  made ??= make();
  return made;
}

let made: Stylesheet | undefined;

/** Pico goes into a layer, so that any rule of ours wins, however specific Pico's is. */
function make(): Stylesheet {
  const pico = read(import.meta.resolve("@picocss/pico/css/pico.classless.min.css"));
  const ours = read(import.meta.resolve("./stylesheet.css"));
  const body = Buffer.from(`@layer pico{${withoutCharset(pico)}}\n${ours}`);
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return { href: `/assets/style.${hash}.css`, body };
}

function read(url: string): string {
  return readFileSync(fileURLToPath(url), "utf8");
}

/** `@charset` is only meant for the first bytes of a file. */
function withoutCharset(css: string): string {
  return css.replace(/^\uFEFF?@charset "[^"]*";/, "");
}
