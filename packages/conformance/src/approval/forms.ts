/** The forms of a page, as far as a user without a browser needs them. Reading a page takes linear time. */

export interface PageForm {
  readonly action: string;
  readonly method: "GET" | "POST";
  readonly hidden: readonly (readonly [string, string])[];
}

/** The first form that has a field or a button of each name. */
export function formWith(html: string, names: readonly string[]): PageForm | undefined {
  for (const form of formsOf(html)) {
    const fields = tagsOf(form, /<(?:input|button|select|textarea)\b/gi);
    const has = new Set(fields.map((field) => field.get("name")));
    if (!names.every((name) => has.has(name))) continue;
    const [own] = tagsOf(form, /^<form\b/gi);
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
  const addresses: string[] = [];
  for (let at = lower.indexOf("<form"); at !== -1; ) {
    const end = lower.indexOf("</form", at);
    if (end === -1) return [...addresses, html.slice(at)];
    addresses.push(html.slice(at, end));
    at = lower.indexOf("<form", end);
  }
  return addresses;
}

/** The attributes of each tag that `begin` matches, up to the next `>`. A tag without one is ignored. */
function tagsOf(html: string, begin: RegExp): readonly ReadonlyMap<string, string>[] {
  const forms: ReadonlyMap<string, string>[] = [];
  let end = 0;
  for (const { index } of html.matchAll(begin)) {
    if (index < end) continue;
    end = html.indexOf(">", index);
    if (end === -1) break;
    forms.push(attributesOf(html.slice(index, end)));
  }
  return forms;
}

/** Names are matched only from their beginning and up to 100 characters, so that matching stays linear. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = tag.matchAll(
    /(?<![\w:-])([\w:-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/g,
  );
  return new Map(
    [...attributes].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      unescaped(double ?? single ?? bare ?? ""),
    ]),
  );
}

function unescaped(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code) % 0x110000))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16) % 0x110000),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
