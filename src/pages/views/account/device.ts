import type { Sentence } from "../../languages/sentence.ts";
import type { Texts } from "../../languages/texts.ts";

/** A user recognizes a browser by its name and system, if known. */
export type Device = { readonly browser: string; readonly system: string | undefined };

export function deviceOf(userAgent: string): Device | undefined {
  const [, first] = /^([^\s/]{1,40})/.exec(userAgent) ?? [];
  if (first === undefined) return undefined;
  return { browser: named(browsers, userAgent) ?? first, system: named(systems, userAgent) };
}

/** What lists and emails call it. */
export function deviceName(texts: Texts["account"]["sessions"], userAgent: string): Sentence {
  const known = deviceOf(userAgent);
  if (known === undefined) return [texts.unknownDevice];
  const { browser, system } = known;
  return system === undefined ? [{ name: browser }] : texts.device(browser, system);
}

type Names = readonly (readonly [RegExp, string])[];

/** Most browsers also name browsers that they resemble, so the order matters. */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: Names = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

function named(names: Names, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
