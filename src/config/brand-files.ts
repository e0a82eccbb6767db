/** Branding files are read once at the start, and rejected if a browser would not show them. */

import { readFileSync, statSync } from "node:fs";
import { languageTags, type OfferedLanguages } from "../domain/language-tags.ts";
import { type AccessTexts, accessTextsOf } from "./access-texts.ts";
import type { Branding } from "./branding.ts";
import { readError } from "./read-error.ts";
import { ConfigProblem } from "./row.ts";

export interface BrandFiles {
  readonly logo: Logo | undefined;
  readonly logoDark: Logo | undefined;
  readonly css: string | undefined;
  readonly accessTexts: ReadonlyMap<string, AccessTexts> | undefined;
  /** Those of the setting that have access texts, if the administrator wrote any. */
  readonly languages: OfferedLanguages;
}

export interface Logo {
  readonly type: "svg" | "png";
  readonly body: Buffer;
}

const maxBytes = 100 * 1024;

export function readBrandFiles(
  brand: Pick<Branding, "logo" | "logoDark" | "stylesheet" | "accessTexts" | "languages">,
): BrandFiles {
  const described = read("ACCESS_TEXTS", brand.accessTexts, (body) => {
    const text = textOf(body);
    if (text === undefined) throw new Error("it is not text in UTF-8");
    const accessTexts = accessTextsOf(text, languageTags);
    return { accessTexts, languages: describedIn(accessTexts, brand.languages) };
  });
  return {
    logo: read("LOGO", brand.logo, logoOf),
    logoDark: read("LOGO_DARK", brand.logoDark, logoOf),
    css: read("STYLESHEET", brand.stylesheet, cssOf),
    accessTexts: described?.accessTexts,
    languages: described?.languages ?? brand.languages,
  };
}

/**
 * A consent page in another language would show this service's texts, which do not describe the administrator's APIs.
 */
function describedIn(
  accessTexts: ReadonlyMap<string, AccessTexts>,
  languages: OfferedLanguages,
): OfferedLanguages {
  const [first, ...others] = languages.filter((tag) => accessTexts.has(tag));
  if (first === undefined) throw new Error(`it has no texts for ${languages.join(", ")}`);
  return [first, ...others];
}

function read<T>(
  name: string,
  path: string | undefined,
  understand: (body: Buffer) => T,
): T | undefined {
  if (path === undefined) return undefined;
  try {
    return understand(contentOf(path));
  } catch (error) {
    throw new ConfigProblem([name], `the file ${path} cannot be used: ${readError(error)}`);
  }
}

function contentOf(path: string): Buffer {
  const found = statSync(path);
  // Reading a pipe or a device may never end.
  if (!found.isFile()) throw new Error("it is not a file");
  const { size } = found;
  if (size > maxBytes)
    throw new Error(`it has ${size} bytes, and ${maxBytes} (100 KB) are allowed`);
  return readFileSync(path);
}

const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** The content decides the type, not the name of the file. */
function logoOf(body: Buffer): Logo {
  if (body.subarray(0, pngSignature.length).equals(pngSignature)) return { type: "png", body };
  const text = textOf(body);
  if (text === undefined || !/^\s*<[?!s]/.test(text) || !/<svg[\s>]/.test(text)) {
    throw new Error("it is neither an SVG nor a PNG");
  }
  if (!text.includes("http://www.w3.org/2000/svg")) {
    throw new Error(
      'no browser would show it; begin it with <svg xmlns="http://www.w3.org/2000/svg" …>',
    );
  }
  return { type: "svg", body };
}

/** The administrator learns what would not work. This is no defense: the Content-Security-Policy blocks the rest. */
function cssOf(body: Buffer): string {
  const text = textOf(body);
  if (text === undefined) throw new Error("it is not text in UTF-8");
  const css = text.replace(/@charset "[^"]*";/, "");
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, " ");
  const blocked = "the Content-Security-Policy of the pages would block it";
  if (/@import\b/i.test(bare)) {
    throw new Error(`it has @import, and ${blocked}; put the other file's rules into this one`);
  }
  if (/@font-face\b/i.test(bare)) {
    throw new Error(`it has @font-face, and ${blocked}; name a font that users have`);
  }
  const [, address] =
    [...bare.matchAll(/\b(?:url|src|image-set)\(\s*["']?([^"')]{0,60})/gi)].find(
      ([, found = ""]) => !/^(data:|url\()/i.test(found),
    ) ?? [];
  if (address !== undefined) {
    throw new Error(
      `it loads ${JSON.stringify(address)}, and ${blocked}; write small pictures as url(data:…)`,
    );
  }
  return css;
}

/** Returns the text without a byte order mark, or undefined if it is not UTF-8. */
function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
