/** Where a form leads in the end: browsers apply the page's policy to every redirect that follows. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { authorizeApp, openLanding, signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { requestTokenFor } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const loopback = { signIn: true, callbacks: ["http://127.0.0.1/callback"] };

// interface §4.1
test("signing in at oauth/authenticate leads to the callback, after a wrong password too", async () => {
  await using world = await startWorld({}, loopback);
  await using landing = await openLanding();
  await using browser = await launchChromium();
  const { baseUrl, application, alice } = world;
  await makeAccessToken(world.ledger, application, alice);
  for (const tries of [1, 2]) {
    const { token } = await requestTokenFor(baseUrl, application, landing.callback);
    const page = await browser.newPage();
    await page.goto(`${baseUrl}/oauth/authenticate?oauth_token=${token}`);
    if (tries === 2) {
      await signIn(page, { ...alice, password: "something else" });
      await page.getByRole("alert").waitFor();
    }
    await signIn(page, alice);
    assert.equal((await landing.arrival(page)).get("oauth_token"), token);
    await page.close();
  }
});

// interface §3.4
test("a callback may send the user on to another site", async () => {
  await using world = await startWorld({}, loopback);
  await using landing = await openLanding();
  await using browser = await launchChromium();
  const { baseUrl, application, alice } = world;
  const server = createServer((request, response) => {
    response.writeHead(302, { location: landing.callback + request.url?.slice(9) }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const { token } = await requestTokenFor(baseUrl, application, callback);
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/oauth/authorize?oauth_token=${token}`);
  await signIn(page, alice);
  await authorizeApp(page);
  assert.equal((await landing.arrival(page)).get("oauth_token"), token);
  server.closeAllConnections();
  server.close();
});

// interface §3.4
for (const at of ["authorize", "authenticate"] as const)
  test(`a callback may send the user on into a mobile app, after oauth/${at}`, async () => {
    await using world = await startWorld({}, loopback);
    await using browser = await launchChromium();
    const { baseUrl, application, alice } = world;
    if (at === "authenticate") await makeAccessToken(world.ledger, application, alice);
    const server = createServer((request, response) => {
      response.writeHead(302, { location: `example-app://done${request.url?.slice(9)}` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const { token } = await requestTokenFor(baseUrl, application, callback);
    const page = await browser.newPage();
    // No program handles the scheme here: the request that the browser gives up is the one to the app.
    const reached = page.waitForEvent("requestfailed", (request) =>
      request.url().startsWith(`example-app://done?oauth_token=${token}&`),
    );
    await page.goto(`${baseUrl}/oauth/${at}?oauth_token=${token}`);
    await signIn(page, alice);
    if (at === "authorize") await authorizeApp(page);
    await reached;
    server.closeAllConnections();
    server.close();
  });
