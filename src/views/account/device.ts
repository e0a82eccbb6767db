/** What a person recognises a browser by: its name and its system, as far as they are known. */
export type Device = { readonly browser: string; readonly system: string | undefined };

/** Undefined where the browser said nothing of itself. Anybody can send anything here: it is a hint, no proof. */
export function deviceOf(userAgent: string): Device | undefined {
  const [, first] = /^([^\s/]{1,40})/.exec(userAgent) ?? [];
  if (first === undefined) return undefined;
  return { browser: named(browsers, userAgent) ?? first, system: named(systems, userAgent) };
}

type Names = readonly (readonly [RegExp, string])[];

/** Most browsers also name those that they resemble, so the order decides. */
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
