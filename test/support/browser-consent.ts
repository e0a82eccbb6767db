/** A user in the real browser: signs in, reads the consent page, presses its button. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import type { TestUser } from "./service.ts";

export async function signInAndAuthorize(page: Page, url: string, user: TestUser): Promise<void> {
  await page.goto(url);
  await signIn(page, user);
  await authorizeApp(page);
}

/** The verifier that the user's approval leads to: at the client's callback or, without one, as a PIN on the page. */
export async function verifierOf(
  page: Page,
  url: string,
  user: TestUser,
  landing?: Landing,
): Promise<string> {
  await signInAndAuthorize(page, url, user);
  if (landing !== undefined) return (await landing.arrival(page)).get("oauth_verifier") ?? "";
  return pinOn(page);
}

export async function signIn(page: Page, user: TestUser): Promise<void> {
  await page.locator("#username").waitFor();
  await focusPlaced(page);
  await page.locator("#username").fill(user.screenName);
  await page.locator('[name="password"]').fill(user.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The button is in the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.locator(".me > button").click();
  await page.locator('form[action="/sign-out"] button').click();
}

/**
 * Waits for the focus. Chromium sets it when it first draws a page, and complains if a test was in a field before that.
 */
export async function focusPlaced(page: Page): Promise<void> {
  await page.locator("body:has(:focus), body:not(:has([autofocus]))").waitFor();
}

export async function authorizeApp(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Authorize as @/ }).click();
}

export async function pinOn(page: Page): Promise<string> {
  return (await page.locator("output#pin").innerText()).replace(/\s/g, "");
}

export interface Landing extends AsyncDisposable {
  readonly callback: string;
  /** The query with which the browser came back. */
  arrival(page: Page): Promise<URLSearchParams>;
}

/** The callback of a client that is no web server. */
export async function openLanding(): Promise<Landing> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/plain").end("You may close this window.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return {
    callback,
    async arrival(page) {
      await page.waitForURL(`${callback}?**`);
      return new URL(page.url()).searchParams;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
