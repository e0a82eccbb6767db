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
