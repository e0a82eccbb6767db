/** A user with a browser that has no screen: keeps cookies, reads forms, follows redirects. */
import type { TestUser } from "./service.ts";

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string | undefined;
}

export class Visitor {
  readonly #baseUrl: string;
  readonly cookies = new Map<string, string>();

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Shown> {
    return this.#request(path, { headers });
  }

  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    return this.#request(path, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** Fills in the only form of a page and sends it. */
  submit(page: Shown, fields: Record<string, string>): Promise<Shown> {
    const { action, hidden } = formOn(page.html);
    return this.post(action, { ...hidden, ...fields });
  }

  /** Opens a page, and signs in if it asks for that. */
  async open(path: string, user: TestUser): Promise<Shown> {
    const page = await this.get(path);
    if (!page.html.includes('name="password"')) return page;
    const credentials = { username: user.screenName, password: user.password };
    const signedIn = await this.submit(page, credentials);
    if (signedIn.location === undefined) return signedIn;
    return this.get(signedIn.location);
  }

  /** Signs in if asked, and answers the consent page. */
  async decide(path: string, user: TestUser, decision: "allow" | "deny"): Promise<Shown> {
    return this.submit(await this.open(path, user), { decision });
  }

  /** The token that this browser's forms carry. */
  async csrf(path = "/account"): Promise<string> {
    return formOn((await this.get(path)).html).hidden["csrf"] ?? "";
  }

  /** Sends a form of the account pages, as if it had been filled in. */
  async send(path: string, fields: Record<string, string>): Promise<Shown> {
    return this.post(path, { csrf: await this.csrf(), ...fields });
  }

  /** The `creation` field of a page whose forms create something only once. */
  async creation(path: string): Promise<{ creation: string }> {
    const { html } = await this.get(path);
    return { creation: /name="creation" value="([^"]*)"/.exec(html)?.[1] ?? "" };
  }

  async #request(path: string, init: RequestInit): Promise<Shown> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await fetch(new URL(path, this.#baseUrl), {
      ...init,
      headers,
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get("location") ?? undefined,
    };
  }
}

/** A browser in which someone has signed in. */
export async function signedIn(baseUrl: string, user: TestUser): Promise<Visitor> {
  const visitor = new Visitor(baseUrl);
  const credentials = { username: user.screenName, password: user.password };
  const response = await visitor.submit(await visitor.get("/sign-in"), credentials);
  if (response.status !== 303) throw new Error(`${user.screenName} could not sign in`);
  return visitor;
}

/** Makes an account where sign-up is open. */
export async function signUp(baseUrl: string, screenName: string): Promise<Shown> {
  const visitor = new Visitor(baseUrl);
  const fields = { screen_name: screenName, new_password: "a long one 4711" };
  const made = await visitor.submit(await visitor.get("/sign-up"), fields);
  if (made.status !== 303) throw new Error(`no account: ${made.status}`);
  return made;
}

/** The first form of a page that serves the page's own purpose, with its hidden fields. */
export function formOn(html: string): { action: string; hidden: Record<string, string> } {
  const formsIn = (part: string) =>
    part.match(/<form(?=[^>]*\baction=)[^>]*\bmethod="post".*?<\/form>/gs) ?? [];
  // Before the content come the choices of a language and a theme, and the way out.
  const forms = [...formsIn(html.slice(html.indexOf("<main"))), ...formsIn(html)];
  const form = forms.find((one) => !/action="\/(?:language|display)"/.test(one)) ?? "";
  const action = decoded(/<form[^>]*\baction="([^"]*)"/.exec(form)?.[1] ?? "");
  if (action === "") throw new Error(`there is no form on this page:\n${html}`);
  const hidden: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(input)?.[1];
    const value = /\bvalue="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined) hidden[name] = decoded(value ?? "");
  }
  return { action, hidden };
}

/** The page without the choices of a language and a theme, because they contain the page's address. */
export function withoutLanguages(html: string): string {
  return html.replace(/<form class="(?:languages|theme)".*?<\/form>/gs, "");
}

/** The digits in the page's `<output id="pin">`. */
export function pinOn(html: string): string {
  const inside = /<output[^>]*id="pin"[^>]*>(.*?)<\/output>/s.exec(html)?.[1] ?? "";
  return inside.replace(/<[^>]*>/g, "").trim();
}

/** The values in a page's box for things that are shown once, as HTML has them. */
export function shownOnce(html: string): string[] {
  const from = html.indexOf('class="secret"');
  if (from === -1) return [];
  const values = html.slice(from).matchAll(/<code data-copy[^>]*>([^<]*)<\/code>/g);
  return [...values].map(([, value = ""]) => value);
}

/** The text as a browser shows it, with character references resolved. */
export function decoded(text: string): string {
  const names: Record<string, string> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return names[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
