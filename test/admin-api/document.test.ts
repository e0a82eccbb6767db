import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import { startAdminService } from "./support.ts";

const file = "docs/reference/admin-openapi.json";
const publicFile = "docs/reference/openapi.json";

test("200 — the document that is served is the kept one", async () => {
  await using service = await startAdminService();
  const { body } = await service.viewer.call("GET", "/openapi.json");
  assert.deepEqual(body, JSON.parse(readFileSync(file, "utf8")));
});

test("the document has no problem and no warning by Redocly's rules", async () => {
  const problems = await lintFromString({
    source: readFileSync(file, "utf8"),
    config: await createConfig({ extends: ["recommended"] }),
  });
  assert.deepEqual(
    problems.map((one) => `${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`),
    [],
  );
});

test("the examples of both documents fit their schemas, and each body and result has one", async () => {
  for (const path of [file, publicFile]) {
    const source = readFileSync(path, "utf8");
    const rules = {
      "no-invalid-media-type-examples": "error",
      "no-invalid-parameter-examples": "error",
      "no-unused-components": "error",
    } as const;
    const problems = await lintFromString({ source, config: await createConfig({ rules }) });
    assert.deepEqual(
      problems.map((one) => `${one.location[0]?.pointer}: ${one.message}`),
      [],
    );
    const bodies = bodiesIn(JSON.parse(source).paths, "");
    assert.ok(bodies.length >= 12);
    assert.deepEqual(
      bodies
        .filter(({ place, examples }) => !isOfPages.test(place) && examples === undefined)
        .map(({ place }) => place),
      [],
    );
  }
});

/** Browsers send these forms, and identity providers the last one. */
const isOfPages = /^\/\/(?:oauth\/auth\w+|sign-out\/from\/:id)\/post\/requestBody/;

/** Those that have a schema, and not only a type: no files and no pages. */
function bodiesIn(
  value: unknown,
  place: string,
): readonly { readonly place: string; readonly examples: unknown }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const at = `${place}/${name}`;
    if (name !== "content") return bodiesIn(one, at);
    return Object.values<{ schema: object; examples?: object }>(one)
      .filter(({ schema }) => "$ref" in schema || "properties" in schema)
      .map(({ examples }) => ({ place: at, examples }));
  });
}

test("every operation has a name of its own, and what a viewer may do changes nothing but its own key", () => {
  const all = adminEndpoints.flatMap(({ operations }) => operations);
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  const byViewers = all.filter(({ role, method }) => role === "viewer" && method !== "GET");
  assert.deepEqual(
    byViewers.map(({ name }) => name),
    ["rotateOwnApiKey", "planConfiguration", "search"],
  );
});

for (const path of [file, publicFile]) {
  test(`${path}: every parameter and every property has a description`, () => {
    const described = describedIn(JSON.parse(readFileSync(path, "utf8")), []);
    assert.ok(described.length > 50);
    assert.deepEqual(
      described.filter(({ description }) => description === undefined).map(({ place }) => place),
      [],
    );
  });
}

function describedIn(
  value: unknown,
  path: readonly string[],
): readonly { readonly place: string; readonly description: unknown }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const place = [...path, name];
    const isDescribed = /^(?:properties|parameters)$/.test(path.at(-1) ?? "");
    const own = isDescribed ? [{ place: place.join("/"), description: one.description }] : [];
    return [...own, ...describedIn(one, place)];
  });
}
