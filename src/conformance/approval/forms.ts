/** The forms of a page, as far as a person without a browser needs them. Reads each character a bounded number of times. */

export interface PageForm {
  readonly action: string;
  readonly method: "GET" | "POST";
  readonly hidden: readonly (readonly [string, string])[];
}

/** The first form that has a field or a button of each name. */
export function formWith(html: string, names: readonly string[]): PageForm | undefined {
  for (const form of formsOf(html)) {
    const fields = tagsOf(form, /<(?:input|button|select|textarea)\b[^>]*>/gi);
    const has = new Set(fields.map((field) => field.get("name")));
    if (!names.every((name) => has.has(name))) continue;
    const [own] = tagsOf(form, /^<form\b[^>]*>/gi);
    return {
      action: own?.get("action") ?? "",
      method: own?.get("method")?.toUpperCase() === "POST" ? "POST" : "GET",
      hidden: fields
        .filter((field) => field.get("type")?.toLowerCase() === "hidden" && field.get("name"))
        .map((field) => [field.get("name") ?? "", field.get("value") ?? ""]),
    };
  }
  return undefined;
}

export function textWithoutTags(html: string): string {
  return unescaped(html.replace(/<[^<>]*>/g, ""));
}

function formsOf(html: string): readonly string[] {
  const lower = html.toLowerCase();
  const found: string[] = [];
  for (let at = lower.indexOf("<form"); at !== -1; ) {
    const end = lower.indexOf("</form", at);
    if (end === -1) return [...found, html.slice(at)];
    found.push(html.slice(at, end));
    at = lower.indexOf("<form", end);
  }
  return found;
}

function tagsOf(html: string, tag: RegExp): readonly ReadonlyMap<string, string>[] {
  return [...html.matchAll(tag)].map(([text]) => {
    const attributes = text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/g);
    return new Map(
      [...attributes].map(([, name = "", double, single, bare]) => [
        name.toLowerCase(),
        unescaped(double ?? single ?? bare ?? ""),
      ]),
    );
  });
}

function unescaped(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code) % 0x110000))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16) % 0x110000),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
