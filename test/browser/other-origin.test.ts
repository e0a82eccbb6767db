/** A page of another origin calls an API behind each gateway of the guide, with a bearer token and `preflight=pass`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { settings } from "../gateways/cases.ts";
import { caddy, haproxy, nginx, njs } from "../gateways/configured.ts";
import { launchChromium } from "../support/chromium.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { keepLedgersOnDisk } from "../support/service.ts";
import { serving } from "../support/serving.ts";
import { startWorld } from "../support/world.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const limits = `${settings.API_LIMITS},pages:application:2/15m`;

for (const [name, setup] of Object.entries({ nginx, njs, caddy, haproxy })) {
  test(`200, 401, 403, 429 — ${name}: a page of another origin reads each`, {
    skip: setup.skip,
  }, async () => {
    await using world = await startWorld({ ...settings, API_LIMITS: limits });
    using site = await serving((_request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<!doctype html><title>App</title>");
    });
    const methods: string[] = [];
    using api = await serving((request, response) => {
      methods.push(request.method ?? "");
      response.setHeader("access-control-allow-origin", site.origin);
      if (request.method === "OPTIONS" && !request.headers["x-countersign-decision"]) {
        response.setHeader("access-control-allow-headers", "authorization");
        response.setHeader("access-control-allow-methods", "GET, PUT");
        response.writeHead(204).end();
        return;
      }
      response.setHeader("access-control-expose-headers", "X-Rate-Limit-Remaining");
      response.end(`Hello, ${request.headers["x-countersign-context"]}`);
    });
    const port = await freePort();
    await using _gateway = await setup.start(
      {
        port,
        countersign: new URL(world.service.internalUrl ?? "").host,
        api: `127.0.0.1:${api.port}`,
        requires: "limit=pages&preflight=pass",
      },
      undefined,
    );
    const bearer = await bearerFor(world.baseUrl, world.application);
    await using browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(site.origin);
    const call = (path: string, token: string | undefined, method = "GET") =>
      page.evaluate(
        async ({ url, init }) => {
          try {
            const response = await fetch(url, init);
            const text = await response.text();
            const { status, headers } = response;
            return { status, text, headers: Object.fromEntries(headers) };
          } catch (error) {
            return { status: 0, text: String(error), headers: {} as Record<string, string> };
          }
        },
        {
          url: `http://127.0.0.1:${port}${path}`,
          init: {
            method,
            headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          },
        },
      );

    const allowed = await call("/1/things", bearer);
    assert.deepEqual([allowed.status, allowed.text], [200, "Hello, application"], allowed.text);
    // Caddy's configuration sends it only where the route has a limit of its own.
    if (name !== "caddy") assert.equal(allowed.headers["x-rate-limit-remaining"], "1");
    assert.deepEqual(methods, ["OPTIONS", "GET"]);

    const wrong = await call("/1/things", "wrong");
    assert.deepEqual([wrong.status, codeOf(wrong)], [401, 89], wrong.text);
    assert.equal(wrong.headers["www-authenticate"], 'Bearer error="invalid_token"');
    // It has no header that needs a preflight.
    const without = await call("/1/things", undefined);
    assert.deepEqual([without.status, codeOf(without)], [401, 215], without.text);

    const write = await call("/1/things", bearer, "PUT");
    assert.deepEqual([write.status, codeOf(write)], [403, 261], write.text);

    assert.equal((await call("/1/things", bearer)).status, 200);
    const limited = await call("/1/things", bearer);
    assert.deepEqual([limited.status, codeOf(limited)], [429, 88], limited.text);
    assert.equal(limited.headers["x-rate-limit-remaining"], "0");
    assert.ok(Number(limited.headers["retry-after"]) > 0, "the page can read when to try again");

    // Without preflight=pass the browser sends no request after the preflight.
    const before = methods.length;
    assert.equal((await call("/1/timeline", bearer)).status, 0);
    assert.equal(methods.length, before);
    await page.close();
  });
}

function codeOf({ text }: { readonly text: string }): number {
  return JSON.parse(text).errors[0].code;
}
