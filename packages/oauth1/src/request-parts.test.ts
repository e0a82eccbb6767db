import assert from "node:assert/strict";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { type RequestParts, readRequest, requestParts } from "./index.ts";

const form = "application/x-www-form-urlencoded";

describe("requestParts", () => {
  it("takes a request of node:http as it was received", async () => {
    const { parts } = await received({
      method: "PUT",
      path: "/a%2fb/../c?x=%c3%a9&y",
      headers: { authorization: "OAuth a", "content-type": form },
      body: "b=\u00e9",
    });
    assert.deepEqual(parts, {
      method: "PUT",
      path: "/a%2fb/../c",
      query: "x=%c3%a9&y",
      authorization: "OAuth a",
      contentType: form,
      body: "b=\xc3\xa9",
    });
  });

  it("tells a bare ? from no query", async () => {
    assert.equal((await received({ path: "/a?" })).parts.query, "");
    assert.equal((await received({ path: "/a" })).parts.query, undefined);
  });

  it("drops the origin of an absolute request target, but no other part of it", async () => {
    assert.equal((await received({ path: "http://a.example/b?c=http://d" })).parts.path, "/b");
    assert.equal((await received({ path: "http://a.example?c" })).parts.path, "");
    assert.equal((await received({ path: "/b/http://c" })).parts.path, "/b/http://c");
  });

  it("makes two Authorization headers one that cannot be read", async () => {
    const one = 'OAuth oauth_consumer_key="k"';
    const { parts } = await received({ path: "/", headers: { authorization: [one, one] } });
    const read = readRequest(parts);
    assert.equal(!read.ok && read.problem.kind, "malformed");
  });

  it("takes a request of fetch", async () => {
    const request = new Request("https://api.example/a%2fb?c=d", {
      method: "POST",
      headers: { authorization: "OAuth a", "content-type": form },
      body: "e=f",
    });
    assert.deepEqual(requestParts(request, new Uint8Array(await request.arrayBuffer())), {
      method: "POST",
      path: "/a%2fb",
      query: "c=d",
      authorization: "OAuth a",
      contentType: form,
      body: "e=f",
    });
  });

  it("joins a header that comes as a list, so that it cannot be read as one", () => {
    const headers = { authorization: ["OAuth a", "OAuth b"] };
    assert.equal(requestParts({ headers }, none).authorization, "OAuth a, OAuth b");
  });

  it("finds no header where fetch has none", () => {
    const { authorization, contentType } = requestParts(new Request("https://api.example/"), none);
    assert.deepEqual([authorization, contentType], [undefined, undefined]);
  });

  it("takes a request without a method or a URL for GET /", () => {
    const { method, path } = requestParts({ headers: {} }, none);
    assert.deepEqual({ method, path }, { method: "GET", path: "/" });
  });

  it("throws without the bytes of the body, whose fields would count as signed", () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const body of [undefined, null, "a=1", { a: "1" }]) {
      assert.throws(() => requestParts({ headers }, body as never), TypeError);
    }
  });

  it("prefers the URL as received to the one that a router has left", () => {
    const request = { method: "GET", url: "/b", originalUrl: "/a/b?c", headers: {} };
    const { path, query } = requestParts(request, none);
    assert.deepEqual({ path, query }, { path: "/a/b", query: "c" });
  });
});

const none = new Uint8Array();

interface Sending {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string;
}

/** What a server of node:http receives. */
async function received({ method = "GET", path, headers = {}, body = "" }: Sending) {
  const { promise, resolve, reject } = Promise.withResolvers<{ parts: RequestParts }>();
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    resolve({ parts: requestParts(request, Buffer.concat(chunks)) });
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  send({ port, host: "127.0.0.1", method, path, headers })
    .on("error", reject)
    .on("response", (response) => response.resume())
    .end(body);
  const outcome = await promise;
  server.close();
  server.closeAllConnections();
  return outcome;
}
