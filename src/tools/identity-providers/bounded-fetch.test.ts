import assert from "node:assert/strict";
import { test } from "node:test";
import { serving } from "../../../test/support/serving.ts";
import { boundedFetch } from "./bounded-fetch.ts";

const maxBytes = 256 * 1024;

test("a redirect is not followed: it could lead into the service's own network", async () => {
  let inside = 0;
  using other = await serving((_, response) => {
    inside += 1;
    response.end("secret");
  });
  for (const status of [301, 302, 303, 307, 308]) {
    using there = await serving((_, response) => {
      response.writeHead(status, { location: other.url }).end();
    });
    // The library sends this itself, and a caller cannot change it.
    for (const request of [{}, { redirect: "follow" as const }]) {
      const response = await boundedFetch(there.url, request);
      assert.equal(response.status, status);
      assert.equal(response.headers.get("location"), other.url);
      assert.equal(await response.text(), "");
    }
  }
  assert.equal(inside, 0);
});

test("a response has at most 256 KB, and is cut off beyond them", async () => {
  using exact = await serving((_, response) => response.end("x".repeat(maxBytes)));
  const whole = await boundedFetch(exact.url, {});
  assert.equal((await whole.text()).length, maxBytes);
  using longer = await serving((_, response) => response.end("x".repeat(maxBytes + 1)));
  await assert.rejects(boundedFetch(longer.url, {}), TypeError);
  const closed = Promise.withResolvers<void>();
  using endless = await serving((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more).once("close", closed.resolve);
    more();
  });
  await assert.rejects(boundedFetch(endless.url, {}), /too long/);
  await closed.promise;
});

test("a caller can set another bound", async () => {
  using there = await serving((_, response) => response.end("12345"));
  assert.equal(await (await boundedFetch(there.url, {}, 5)).text(), "12345");
  await assert.rejects(boundedFetch(there.url, {}, 4), /too long/);
});

test("the method, the status and the headers pass, and a status without a body has none", async () => {
  using there = await serving(({ method }, response) => {
    const status = method === "PUT" ? 304 : method === "DELETE" ? 204 : 418;
    response.writeHead(status, { "x-said": method ?? "" }).end();
  });
  for (const [method, status] of [
    ["POST", 418],
    ["PUT", 304],
    ["DELETE", 204],
  ] as const) {
    const response = await boundedFetch(there.url, { method });
    assert.deepEqual([response.status, response.headers.get("x-said")], [status, method]);
    assert.equal(response.body === null, status !== 418);
  }
});
