/** A user's authenticator app and recovery codes. */
import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import { decoded, formOn, type Shown, type Visitor } from "./visitor.ts";

export interface App {
  /** The code that the app shows at that time, in milliseconds. */
  readonly codeAt: (now: number) => string;
  readonly recoveryCodes: readonly string[];
}

/** Sets up the app in a browser that is signed in; `now`: the service's time. The app's first code counts as used. */
export async function setUpTwoStep(
  visitor: Visitor,
  now: number,
  more: Record<string, string> = {},
): Promise<App> {
  const page = await visitor.get("/account/two-step/set-up");
  assert.equal(page.status, 200);
  return setUpOn(page, visitor, now, more);
}

/** The same on a page that is already open. */
export async function setUpOn(
  page: Shown,
  visitor: Visitor,
  now: number,
  more: Record<string, string> = {},
): Promise<App> {
  const codeAt = appOn(page);
  const { hidden } = formOn(page.html);
  const fields = { ...hidden, code: codeAt(now), ...more };
  const shown = await visitor.post("/account/two-step/set-up", fields);
  assert.equal(shown.status, 200, shown.html);
  return { codeAt, recoveryCodes: recoveryCodesOn(shown) };
}

/** The codes of an app that has scanned the page. */
export function appOn(page: Shown): App["codeAt"] {
  const [, secret = ""] =
    /<code data-copy="[^"]*" data-grouped dir="ltr">([A-Z2-7 ]{39})<\/code>/.exec(page.html) ?? [];
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return (now) => totp.generate({ timestamp: now });
}

export function recoveryCodesOn(page: Shown): readonly string[] {
  const codes = decoded(page.html).match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g) ?? [];
  assert.equal(codes.length, 10);
  return codes;
}
