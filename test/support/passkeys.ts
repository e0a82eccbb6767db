/** A user's passkeys, on the service's own pages. */
import assert from "node:assert/strict";
import { type Authenticator, authenticator, type Untrue } from "./authenticator.ts";
import { recoveryCodesOn } from "./two-step.ts";
import { decoded, type Shown, Visitor } from "./visitor.ts";

/** Settings for a service on a host where passkeys work. */
export const localhost = { HOST: "localhost" } as const;

/** The options for the browser, in the field with this name; undefined if there is no such field. */
export function askedOn(
  { html }: Shown,
  name: "passkey" | "current_passkey" = "passkey",
): string | undefined {
  const input = new RegExp(`<input type="hidden" name="${name}"[^>]*data-options="([^"]*)"`);
  const [, options] = input.exec(html) ?? [];
  return options === undefined ? undefined : decoded(options);
}

/**
 * Adds a passkey in a browser that is signed in. `codes`: the recovery codes, shown if it is the first second factor.
 */
export async function addPasskey(
  visitor: Visitor,
  baseUrl: string,
  {
    key = authenticator(baseUrl),
    name = "A key",
    more = {},
  }: {
    readonly key?: Authenticator;
    readonly name?: string;
    readonly more?: Readonly<Record<string, string>>;
  } = {},
): Promise<{
  readonly key: Authenticator;
  readonly response: Shown;
  readonly codes: readonly string[];
}> {
  const options = askedOn(await visitor.get("/account/passkeys")) ?? "";
  const form = { change: "add", name, passkey: key.create(options), ...more };
  const response = await visitor.send("/account/passkeys", form);
  return { key, response, codes: response.status === 200 ? recoveryCodesOn(response) : [] };
}

/** Signs in with the passkey, in a new browser. */
export async function signInWith(
  key: Authenticator,
  baseUrl: string,
  {
    continueTo = "/account",
    untrue,
  }: { readonly continueTo?: string; readonly untrue?: Untrue } = {},
): Promise<{ readonly visitor: Visitor; readonly response: Shown }> {
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(`/sign-in?continue=${encodeURIComponent(continueTo)}`);
  const options = askedOn(page);
  assert.ok(options, "the page offers passkeys");
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
  const form = { csrf: decoded(csrf), continue: continueTo, passkey: key.get(options, untrue) };
  return { visitor, response: await visitor.post("/sign-in", form) };
}
