import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { startTestService } from "../../../test/support/service.ts";
import { endpoints } from "../endpoints/index.ts";
import { isForApplications } from "./open-api.ts";

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, { description: string; responses: object }>>;
}

const document: Document = JSON.parse(readFileSync("docs/reference/openapi.json", "utf8"));

// interface §1.11
test("200 — /openapi.json is the kept document, but for the server's address", async () => {
  await using service = await startTestService();
  const response = await fetch(`${service.baseUrl}/openapi.json`);
  assert.equal(response.status, 200);
  const served = (await response.json()) as Document;
  assert.deepEqual(served.servers, [{ url: service.baseUrl }]);
  assert.deepEqual({ ...served, servers: document.servers }, document);
});

test("the document lists every operation for applications, and no other", () => {
  const routes = endpoints
    .filter(isForApplications)
    .flatMap(({ paths, methods }) =>
      paths.flatMap((path) => methods.map((method) => `${method} ${path}`)),
    );
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(listed.sort(), routes.sort());
});

test("every operation names a chapter of the interface that exists", () => {
  const text = readFileSync("docs/reference/interface.md", "utf8");
  const chapters = [...text.matchAll(/^## (\d+) /gm)].map(([, number]) => number);
  for (const { name, section } of endpoints) assert.ok(chapters.includes(section), name);
});

// Metrics and limits use an operation's name, and developers know its path.
test("an operation of the interface has its path for a name, without version and format", () => {
  const found = endpoints.filter(({ paths: [path] }) => /^\/(?:oauth2?|1\.1)\//.test(path));
  assert.ok(found.length >= 9);
  for (const { name, paths } of found) {
    assert.equal(name, paths[0].replace(/^\/(?:1\.1\/)?/, "").replace(/\.json$/, ""));
  }
});
