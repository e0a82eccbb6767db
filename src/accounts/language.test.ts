import assert from "node:assert/strict";
import { test } from "node:test";
import { languageAsked } from "./language.ts";

test("a form that is sent again names its language in the whole of its query", () => {
  const asked = (method: string, query: string | undefined) => languageAsked({ method, query });
  assert.equal(asked("POST", "language=es"), "es");
  for (const query of [undefined, "", "x=1&language=es", "language=es&x=1", "language=xx"]) {
    assert.equal(asked("POST", query), undefined, query);
  }
  assert.equal(asked("GET", "language=es"), undefined);
});
